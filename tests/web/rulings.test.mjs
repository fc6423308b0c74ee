// rulings.test.mjs -- every `[gap]` of docs/rules stands in docs/rulings.md; every ruling there stands on the rules page of
// its game, marked as ours, and some screen links to it where it matters.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { sources } from "../../tools/texts.mjs";

const GAMES = { PP: ["temple", "valley"], TEM: ["temple"], VAL: ["valley"] };
const rulings = [...readFileSync(new URL("../../docs/rulings.md", import.meta.url), "utf8").matchAll(/^- \*\*([A-Z]{2,3}-\d+)/gm)].map((m) => m[1]);
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

/** Ids of the rules that have a `[gap]`: a rule begins with "- ID" and goes on to the next one or the next title. */
function gaps() {
  const folder = new URL("../../docs/rules/", import.meta.url);
  const texts = readdirSync(folder)
    .filter((name) => name !== "README.md")
    .map((name) => readFileSync(new URL(name, folder), "utf8"));
  return texts
    .flatMap((text) => text.split(/^(?=- [A-Z]{2,3}-\d+ |#)/m))
    .filter((rule) => rule.includes("`[gap"))
    .map((rule) => rule.match(/^- ([A-Z]{2,3}-\d+) /)?.[1]);
}

test("there are rulings", () => assert.ok(ids.length > 25));

test("each gap of the rules is among them", () => {
  const found = gaps();
  assert.ok(found.length > 25);
  assert.deepEqual(
    found.filter((id) => !rulings.includes(id)),
    [],
  );
});

test("each stands on its rules page, as our ruling", () => {
  const missing = ids.filter(([game, id]) => {
    const page = pageOf(game);
    return !new RegExp(`<Rule\\s[^>]*id="${id}"[^>]*\\sruling\\b`).test(page) && !new RegExp(`<Rule\\s[^>]*\\sruling\\b[^>]*id="${id}"`).test(page);
  });
  assert.deepEqual(missing.map(String), []);
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
