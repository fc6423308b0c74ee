// replay.test.mjs -- records as stories: every record of the golden set can be stepped through, each seat sees what the
// core lets it see, links carry a record whole, and the check of dice tells good, bad and none apart.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fragmentOf, recordIn } from "../../clients/web/src/replay/link.js";
import { recordOf } from "../../clients/web/src/replay/source.js";
import { isRecord, lastSpaces, matchAfter, readStory, stepText, verdictOf, viewAfter } from "../../clients/web/src/replay/story.js";
import { newCore, newHost, newLab, until } from "./kit.mjs";
import { Position } from "../../clients/web/src/pure/position.js";

const folder = (path) => new URL(`../${path}/`, import.meta.url);
const golden = readdirSync(folder("golden"))
  .filter((f) => f.endsWith(".rec"))
  .map((f) => [f, readFileSync(new URL(f, folder("golden")), "utf8")]);
const corpus = (name) => readFileSync(new URL(name, folder("fuzz/corpus/verify")), "utf8");

test("golden records, forth and back", () => {
  for (const [name, text] of golden) {
    const core = newCore();
    core.load(text);
    const story = readStory(newCore(), text),
      last = story.steps.length;
    assert.deepEqual(viewAfter(story, last, 0), core.view(0), name);
    assert.deepEqual(matchAfter(story, last).lines, core.record().split("\n--\n")[1].split("\n").filter(Boolean), name);
    const half = viewAfter(story, last >> 1, 1);
    viewAfter(story, 0, 0);
    assert.deepEqual(viewAfter(story, last >> 1, 1), half, `${name}: the same from both sides`);
  }
});

test("a seat of a hidden map knows no more than it may, before the end", () => {
  const [, text] = golden.find(([name]) => name.startsWith("competitive-tiny"));
  const story = readStory(newCore(), text);
  assert.ok(viewAfter(story, 3, 1).placed.length < 25);
});

test("seats of a record without a name, and bots, are told apart", () => {
  const text = golden.find(([, x]) => x.includes("players: 3"))[1].replace(/^seat .*\n/gm, "");
  const head = text.replace("\n--\n", "\nseat 1: Traveller\nseat 2: bot beginner\nseat 3: Ana\n--\n");
  assert.deepEqual(
    readStory(newCore(), head).match.seats.map((s) => s.name),
    ["Traveller 1", "Bot 2", "Ana"],
  );
});

test("a damaged record is refused with its line", () => {
  assert.throws(
    () => readStory(newCore(), "tambo-record 1\ngame: chess\n"),
    (e) => e.line === 2,
  );
});

test("what is no record at all is told apart from one that is damaged", () => {
  const core = newCore();
  const png = new TextDecoder().decode(Uint8Array.of(0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13));
  for (const text of ["", "\n\n", "# only a comment\n", "Hello\nworld\n", png, core.board("temple", "a"), core.board("tiwanaku", "tiny-1"), "# a\n\n{}\n"])
    assert.equal(isRecord(text), false, text.slice(0, 20));
  for (const [name, text] of golden) assert.ok(isRecord(text), name);
  for (const text of ["tambo-record 2\n", "# a\n\ntambo-record 1\ngame: chess\n", "\r\n  tambo-record 1\r\n", "tambo-record 1"])
    assert.ok(isRecord(text), text);
});

globalThis.TEXTS = {}; // English
globalThis.SPOKEN = {};

/** A server with some tables, for fetch(). */
function pretend(tables) {
  globalThis.fetch = async (path) => {
    const [, id, record] = path.match(/^\/api\/tables\/([^/]+)(\/record)?$/),
      table = tables[id];
    if (!table) return Response.json({ error: "table", text: "There is no such table." }, { status: 404 });
    return record
      ? new Response(table.record ?? '{"error":"waiting","text":"The game has not begun."}', { status: table.record ? 200 : 409 })
      : Response.json(table);
  };
}

test("the record of a table is shown when its game is over, not before", async () => {
  const whole = corpus("good-temple");
  pretend({
    over: { status: "over", record: whole },
    runs: { status: "playing", record: whole },
    waits: { status: "open" },
    left: { status: "over" },
    mine: { tables: [] },
  });
  assert.deepEqual(await recordOf("over"), { text: whole, promised: null });
  for (const [id, title] of [
    ["runs", "This game is still running."],
    ["waits", "This game has not begun yet."],
  ])
    assert.deepEqual((await recordOf(id)).problem, { title, text: "Its record can be seen here when it is over.", table: id });
  assert.equal((await recordOf("none")).problem.text, "There is no such table.");
  assert.equal((await recordOf("mine")).problem.text, "There is no such table.");
  assert.equal((await recordOf("left")).problem.text, "The game has not begun.");
  globalThis.fetch = async () => Promise.reject(new TypeError("no line"));
  assert.match((await recordOf("over")).problem.text, /^The server does not answer\./);
});

/** The worker of a page, here: a real host. */
function work(it) {
  globalThis.WORKER_URL = "worker.js";
  globalThis.Worker = class {
    postMessage(message) {
      it.host.take(message).then((answer) => this.onmessage({ data: [answer] }));
    }
  };
}

test("so is a game on this device, whose map may be hidden until then", async () => {
  const it = newHost(),
    { table } = await it.act("create", { game: "temple", seats: 1, name: "Ana" }),
    position = new Position(newCore());
  work(it);
  await it.act("open", { table });
  assert.deepEqual((await recordOf(table)).problem, { title: "This game is still running.", text: "Its record can be seen here when it is over.", table });
  while (!it.match.result) {
    position.sync(it.match);
    const before = it.match.round,
      [line] = position.legal(1);
    await it.act("turn", { lines: [line] });
    await until(() => it.match.round > before, "the next round");
  }
  const { text, local } = await recordOf(table);
  assert.ok(local && text.startsWith("tambo-record 1\ngame: temple\n"));
  assert.equal(verdictOf(newLab().verify(text), text), "good", "and its dice were promised");
  assert.equal(newLab().verify(text).commit, it.match.commit, "as it was shown before the first roll");
  assert.equal((await recordOf("local-none")).problem.text, "There is no such game on this device.");
});

test("links carry a record whole; long ones are none; damaged ones throw", async () => {
  const text = corpus("good-temple");
  const fragment = await fragmentOf(text);
  assert.match(fragment, /^z=[\w-]+$/);
  assert.equal(await recordIn(`#${fragment}`), text);
  await assert.rejects(recordIn(`#${fragment.slice(0, -8)}`));
  assert.equal(await recordIn("#TEM-6"), null);
  assert.equal(await fragmentOf(Array.from({ length: 9000 }, (_, i) => (i * 7919) % 104729).join(" ")), null);
});

test("good, bad and no salt are told apart", async () => {
  const lab = await newHost().host.newLab();
  const of = (text) => verdictOf(lab.verify(text), text);
  for (const name of ["good-temple", "good-valley-solo", "good-solo-stacks", "good-map"]) assert.equal(of(corpus(name)), "good", name);
  for (const name of ["another-roll", "another-promise", "salt-twice"]) assert.equal(of(corpus(name)), "bad", name);
  for (const text of [corpus("no-salt"), golden[0][1]]) assert.equal(of(text), "none");
});

test("the reader is You; the last move on a sheet is known by its spaces, also where somebody else drew there", () => {
  const record =
    "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\nseat 1: Ana\nseat 2: \n--\n" +
    "* roll 2 lock 5\n1 write 7 e3\n2 write 5 d4\n* roll 3 1 mummy\n* pass 2 1\n1 mummy c4\n2 mummy f5\n";
  const story = readStory(newCore(), record, 2);
  assert.deepEqual(
    story.match.seats.map((s) => s.name),
    ["Ana", "You"],
  );
  const after = (n) => (viewAfter(story, n, 2), story.position.story());
  assert.deepEqual([lastSpaces(after(1), 2), lastSpaces(after(3), 2), lastSpaces(after(4), 2)], [[], ["d4"], ["d4"]]);
  assert.deepEqual([lastSpaces(after(7), 2), lastSpaces(after(7), 1)], [["c4"], ["f5"]]);
  assert.equal(stepText(after(3), 3, { of: story.match.game, name: (s) => story.match.seats[s - 1].name, me: 2 }), "You write 5 at d4.");
});

test("a link is no longer than what gets through mails and messengers whole", async () => {
  let seed = 1;
  const noise = (n) => Array.from({ length: n }, () => String.fromCharCode(33 + ((seed = (seed * 48271) % 2147483647) % 90))).join("");
  let longest = 0;
  for (let n = 3000; n < 9000; n += 150) longest = Math.max(longest, (await fragmentOf(noise(n)))?.length ?? 0);
  assert.ok(longest > 5000 && longest <= 6000, `${longest} characters`);
});
