// refusals.test.mjs -- whatever the core and the server say no with can be said in each language: sentences are found
// in the C sources (tools/texts.mjs), and many real faults are driven through the core, none of which may come out in
// English. Also how problems and faults are put together, and which line a fault in a sheet of one's own names.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { before, test } from "node:test";
import { LANGUAGES, has, refusals, sentencesIn } from "../../tools/texts.mjs";
import { settings } from "../../clients/web/src/browser/settings.js";
import { loadTexts, speakWanted } from "../../clients/web/src/words/i18n.js";
import { problemText } from "../../clients/web/src/words/problems.js";
import { faultText, refusal, refusalsReady } from "../../clients/web/src/words/refusals.js";
import { ownSheet } from "../../clients/web/src/pure/own_sheet.js";
import { newCore, newHost, newLab } from "./kit.mjs";

const folder = (path) => new URL(`../${path}/`, import.meta.url);
const files = (path, end = "") =>
  readdirSync(folder(path))
    .filter((f) => f.endsWith(end))
    .map((f) => readFileSync(new URL(f, folder(path)), "utf8"));
const known = Object.fromEntries(LANGUAGES.map((l) => [l, { ...has("web", l), ...has("refusals", l) }]));

globalThis.TEXTS = Object.fromEntries(["web", "refusals"].map((d) => [d, Object.fromEntries(LANGUAGES.map((l) => [l, `${d} ${l}`]))]));
globalThis.SPOKEN = Object.fromEntries(LANGUAGES.map((l) => [l, { name: l, plural: (n) => Number(n !== 1) }]));
globalThis.fetch = async (url) => ({ json: async () => known[url.split(" ")[1]] });
async function speak(language) {
  settings.set("language", language);
  await speakWanted();
  await refusalsReady();
}
before(() => loadTexts("web"));

test("sentences are found in C, over comments, joined lines and figures of metrics", () => {
  const code = `/* "Not this one. [x]" */ fail(r, "This is too "
                "long \\"now\\". [PP-2]"); // "Nor this. [x]"
    metrics_show("a", "gauge", "Tables in memory.", NULL, 1, o); char c = '"'; NO("full", "All seats are taken."); out_str(o, "seat ");`;
  assert.deepEqual(sentencesIn(code), ['This is too long "now".', "All seats are taken."]);
});

test("nothing with the id of a rule is overlooked", () => {
  const found = new Set(Object.keys(refusals()));
  assert.ok(found.size > 280);
  for (const room of ["core", "puzzle", "games", "clients/web"])
    for (const code of files(`../${room}`, ".c"))
      for (const [, end] of code.replace(/"\s*\n\s*"/g, "").matchAll(/"([^"\n]*) \[(?:notation|fair|[A-Z]+-\d+)\]"/g))
        if (!/NULL-1/.test(code)) assert.ok(found.has(end), end);
});

test("what is code stays code in a translation", () => {
  const codes = (text) => (text.match(/`[^`]*`/g) ?? []).sort().join();
  for (const sentence of Object.keys(refusals())) for (const l of LANGUAGES) assert.equal(codes(known[l][sentence]), codes(sentence), known[l][sentence]);
});

/** All sentences that fn refuses these texts with. */
function said(texts, fn) {
  const all = new Set();
  for (const text of texts) {
    try {
      fn(text);
    } catch (e) {
      assert.equal(e.constructor.name, "Refused", `${e} at ${text}`);
      all.add(e.message);
    }
  }
  return all;
}

/** A text damaged in many small ways, line by line. */
function* damaged(text) {
  const lines = text.split("\n");
  const swap = (i, line) => [...lines.slice(0, i), ...[line].flat(), ...lines.slice(i + 1)].join("\n");
  for (let i = 0; i < lines.length; i++) {
    const words = lines[i].split(" ");
    yield swap(i, []);
    yield swap(i, [lines[i], lines[i]]);
    yield swap(i, `${lines[i]} more`);
    yield lines.slice(0, i).join("\n");
    for (let w = 0; w < words.length; w++)
      for (const other of ["", "x", "0", "1", "9", "b2", "write", "end"]) yield swap(i, words.map((word, k) => (k === w ? other : word)).join(" "));
  }
}

const MISSES = {
  temple: ["cross b2", "mummy a1", "write 16 a1", "write 3 a1"],
  valley: ["done", "cross g b2", "draw hut b2", "snake a1", "reveal town a1 a2 b1 b2", "write pg 7 b2"],
  tiwanaku: ["end", "pass", "offer 12", "divine a1 1", "take a1", "enter b2", "move a1 b1", "spend valley", "choose green", "next a1", "give 2"],
};

test("hundreds of real faults, none without a translation", () => {
  const core = newCore(),
    lab = newLab(),
    all = new Set();
  const hear = (texts, fn) => said(texts, fn).forEach((s) => all.add(s));
  const records = files("golden", ".rec").map((text) => text.split("\n").slice(0, 40).join("\n"));
  for (const text of records.filter((_, i) => i % 4 === 0)) hear(damaged(text), (t) => core.load(t));
  for (const text of records) {
    // moves that are not possible, at every step
    const [head, moves] = text.split("\n--\n"),
      game = /^game: (\w+)/m.exec(head)[1];
    const steps = moves.split("\n");
    for (let i = 0; i < steps.length; i += 3)
      hear(
        MISSES[game].map((m) => `${head}\n--\n${steps.slice(0, i).join("\n")}\n1 ${m}\n`),
        (t) => core.load(t),
      );
  }
  for (const kind of ["sheet", "scenario"]) hear(files(`fuzz/corpus/${kind}`), (t) => core.check(t));
  for (const name of ["temple a", "valley a", "tiwanaku tiny-1", "tiwanaku long-1"]) hear(damaged(core.board(...name.split(" "))), (t) => core.check(t));
  hear(files("fuzz/corpus/record"), (t) => core.load(t));
  const id = lab.toId(core.board("tiwanaku", "tiny-1"));
  hear(["", "x", "tiny-gentle-42-g9", "long-odd-1-g1", id.slice(1), id.slice(0, -3), id.replace("tiny", "wide"), `${id}!`, id.replace(/.$/, "~")], (t) =>
    lab.fromId(t),
  );
  for (const text of files("fuzz/corpus/verify")) {
    const { why } = lab.verify(text);
    if (why) all.add(why);
  }
  const sentences = [...all].map((s) => s.replace(/ \[[\w-]+\]$/, ""));
  assert.ok(new Set(sentences).size > 110, `${new Set(sentences).size} different ones`);
  for (const l of LANGUAGES)
    assert.deepEqual(
      sentences.filter((s) => !(s in known[l])),
      [],
      l,
    );
});

test("a refusal in each language; the id of a rule stays, others go", async () => {
  await speak("fr");
  assert.equal(refusal("The space is not empty. [TEM-2]"), "La case n’est pas vide. [TEM-2]");
  assert.equal(refusal("This map id is damaged. [notation]"), "Cet identifiant de carte est abîmé.");
  assert.equal(await faultText({ line: 3, message: "The line `end` is missing. [notation]" }), "Ligne 3 : Il manque la ligne `end`.");
  await speak("nl");
  assert.equal(refusal("The space is not empty. [TEM-2]"), "Het vak is niet leeg. [TEM-2]");
  await speak("en");
  assert.equal(refusal("The space is not empty. [TEM-2]"), "The space is not empty. [TEM-2]");
});

test("what nobody has translated is shown in English, and nothing throws", async () => {
  await speak("fr");
  assert.equal(refusal("A sentence of tomorrow. [PP-99]"), "A sentence of tomorrow. [PP-99]");
  assert.equal(refusal(undefined), "");
  assert.equal(problemText({ error: "illegal", text: "A sentence of tomorrow." }), "A sentence of tomorrow.");
  assert.equal(problemText({ error: "new-word", text: "A sentence of tomorrow." }), "A sentence of tomorrow.");
  assert.equal(problemText({ error: "limit", text: "A sentence of tomorrow." }), known.fr["That is more than the server allows."]);
  assert.equal(problemText({}), known.fr["That did not work."]);
});

test("days, circles and cards have sentences of their own, whatever their word means at a table", async () => {
  await speak("fr");
  const code = files("../server/api", ".c").filter((text) => /^\/\* api_(daily|run|circles|card)\.c/.test(text));
  const found = code
    .flatMap((text) => [...text.matchAll(/api_refuse\(a, \d+, "(\w+)",\s*"([^"`]+)"\)/g)])
    .filter(([, , text]) => text !== "There is nothing here.");
  assert.ok(code.length === 4 && found.length > 8, String(found.length));
  for (const [, error, text] of found) assert.equal(problemText({ error, text }), known.fr[text], `${error}: ${text}`);
});

test("a problem says as much as the server did", async () => {
  await speak("nl");
  const text = (error, sentence) => problemText({ error, text: sentence });
  assert.equal(text("illegal", "No 9 stands next to that mummy. [TEM-8]"), "Er staat geen 9 naast die mummie. [TEM-8]");
  assert.equal(text("setup", "This mode is not for so many seats."), known.nl["This mode is not for so many seats."]);
  assert.equal(
    text("limit", "You sit at too many tables that go on: finish some first."),
    known.nl["You sit at too many tables that go on: finish some first."],
  );
  assert.equal(text("json", "A name has 1 to 24 characters, and not only blanks."), "Een naam heeft 1 tot 24 tekens, en niet alleen spaties.");
  assert.equal(text("json", "`id` is a text of 1 to 32 characters."), known.nl["The server did not understand this page. Please reload it."]);
  assert.equal(text("seat", "This seat is taken."), known.nl["Somebody else has taken this seat."]);
  assert.equal(text("offline", "The server does not answer."), known.nl["The server does not answer. Games on this device work without it."]);
});

test("everything the offline host refuses has a sentence", async () => {
  await speak("fr");
  const it = newHost();
  const refused = [];
  const act = async (what, members) => {
    const answer = await it.act(what, members);
    if (!answer.ok) refused.push(answer);
    return answer;
  };
  await act("turn", { lines: [] });
  await act("open", { table: "local-none" });
  for (const wish of [
    { game: "temple", board: { name: "zz" } },
    { game: "tiwanaku", board: { id: "x" } },
    { game: "tiwanaku", seats: 7, mode: "coop-easy" },
    { game: "temple", name: "\u200b" },
    { game: "temple", name: "A\u202eB" },
  ])
    await act("create", wish);
  const { table } = await act("create", { game: "tiwanaku", board: { name: "tiny-1" }, seats: 1 });
  await act("open", { table });
  assert.doesNotMatch((await act("record")).record, /crops|terrain/, "of a map that is hidden");
  await act("turn", { lines: ["1 divine c3 1"] });
  await act("turn", { lines: ["2 end"] });
  assert.equal(refused.length, 9);
  for (const { error, text } of refused) assert.doesNotMatch(problemText({ error, text }), /\b(the|is|this|there|game)\b/i, `${error}: ${text}`);
});

test("a fault in a sheet of one's own names a line of that file", () => {
  const core = newCore(),
    sheet = core.board("temple", "a");
  assert.equal(ownSheet(core, "temple", sheet.replace(/\n/g, "\r\n")), sheet);
  assert.throws(
    () => ownSheet(core, "temple", sheet.replace("game: temple", "game: chess")),
    (e) => e.line === 2,
  );
  assert.throws(
    () => ownSheet(core, "valley", sheet),
    (e) => e.line === 0 && /another game/.test(e.message),
  );
  assert.throws(
    () => ownSheet(core, "temple", core.board("tiwanaku", "tiny-1")),
    (e) => e.line === 0,
  );
});
