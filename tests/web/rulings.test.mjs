// rulings.test.mjs -- every `[gap]` of docs/rules stands in docs/rulings.md; every ruling there stands on the rules page of
// its game, marked as ours, and some screen links to it where it matters. Every `[lost]` stands there in a section of its own,
// and on the page as lost in our copy, not as a ruling; the page and the end of the lesson say that the reader's book is right.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { sources } from "../../tools/texts.mjs";

const GAMES = { PP: ["temple", "valley"], TEM: ["temple"], VAL: ["valley"] };
const [ours, missing] = readFileSync(new URL("../../docs/rulings.md", import.meta.url), "utf8").split("\n## Lost in our copy\n");
const named = (text) => [...text.matchAll(/^- \*\*([A-Z]{2,3}-\d+)/gm)].map((m) => m[1]);
const rulings = named(ours),
  lost = named(missing);
const ids = [...new Set(rulings)].flatMap((id) => (GAMES[id.split("-")[0]] ?? ["tiwanaku"]).map((game) => [game, id]));
const code = (file) =>
  readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
const files = sources().map((file) => [file.split("/src/")[1], code(file)]);
const quoted = (text, id) => text.includes(`"${id}"`);

const fileOf = (name) => files.find(([file]) => file === name)[1];
/** A game's rules page, with the rules it takes from papers/. */
function pageOf(game) {
  const shared = fileOf("games/papers/rules.jsx")
    .split(/^export const /m)
    .slice(1);
  const page = fileOf(`games/${game}/rules.jsx`);
  return page + shared.filter((part) => page.includes(`<${part.match(/^\w+/)[0]} />`)).join("");
}

/** Ids of the rules that have a mark, `[gap]` or `[lost]`: a rule begins with "- ID" and goes on to the next one or the next title. */
function marked(mark) {
  const folder = new URL("../../docs/rules/", import.meta.url);
  const texts = readdirSync(folder)
    .filter((name) => name !== "README.md")
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  return texts
    .flatMap((text) => text.split(/^(?=- [A-Z]{2,3}-\d+ |#)/m))
    .filter((rule) => rule.includes(`\`[${mark}`))
    .map((rule) => rule.match(/^- ([A-Z]{2,3}-\d+) /)?.[1]);
}

test("there are rulings", () => assert.ok(ids.length > 25));

test("each gap of the rules is among them", () => {
  const found = marked("gap");
  assert.ok(found.length > 25);
  assert.deepEqual(
    found.filter((id) => !rulings.includes(id)),
    [],
  );
});

/** Is this rule marked so on the page of the game? */
const says = (game, id, mark) => new RegExp(`<Rule\\s+id="${id}"[^>]*\\s${mark}\\b`).test(pageOf(game));

test("each stands on its rules page, as our ruling", () => {
  const missing = ids.filter(([game, id]) => !says(game, id, "ruling"));
  assert.deepEqual(missing.map(String), []);
});

test("what is lost in our copy is told as lost, and the reader's book is right", () => {
  assert.ok(lost.length >= 5);
  assert.deepEqual([...lost].sort(), marked("lost").sort());
  for (const id of lost) {
    assert.ok(says("tiwanaku", id, "lost"), id);
    assert.equal(says("tiwanaku", id, "ruling"), rulings.includes(id), id);
  }
  assert.match(pageOf("tiwanaku"), /<RulesPage\s+lost\b/);
  for (const [file, line] of [
    ["parts/rules.jsx", /lost && \([\s\S]*your book is right/],
    ["games/tiwanaku/lesson.js", /end: t\(.*your book is right/s],
  ])
    assert.match(fileOf(file), line, file);
});

test("no page calls more rules ours than docs/rulings.md does", () => {
  for (const game of ["temple", "valley", "tiwanaku"])
    for (const [, id] of pageOf(game).matchAll(/<Rule\s+id="([A-Z]{2,3}-\d+)"(?=[^>]*\sruling\b)/g)) assert.ok(rulings.includes(id), id);
});

test("each is linked from a screen", () => {
  const missing = ids.filter(
    ([game, id]) =>
      !files.some(
        ([name, text]) =>
          !name.endsWith("rules.jsx") &&
          ([`games/${game}/`, "games/papers/"].some((of) => name.startsWith(of)) || !name.startsWith("games/")) &&
          quoted(text, id),
      ),
  );
  assert.deepEqual(missing.map(String), []);
});
