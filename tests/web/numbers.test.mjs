// numbers.test.mjs -- numbers of the rules in prose, which no program fills in: rules pages, sentences, the help of the terminal.
// Each is the core's (`numbers`, core/game.h), in every language.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { newCore } from "./kit.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url)),
  web = "clients/web/src/games";
// {name}: that number of the game; words in the code of the web client are texts with translations
const PROSE = {
  temple: {
    [`${web}/temple/rules.jsx`]: [
      "Groups: {group} points for each",
      "Mummies: plus {rest} points for each one crossed out, minus {rest} for each",
      "Below {pathfinder} points: Tourist. From {pathfinder}: Pathfinder. From {voyager}: Voyager. From {explorer}: Explorer.",
      "next to a {nine} is crossed out by itself",
    ],
    [`${web}/temple/words.js`]: ["A {nine} here lays the mummy at {space} to rest: from {loose} to +{rest}.", "This makes a group of {v}s: {group} points."],
    "clients/web/src/games/temple/lesson.js": ["at a side or a corner, are worth {group} points"],
    "games/temple.c": [
      "{group} for each value with 3 or more",
      "{rest} for a mummy crossed out and {loose}",
      "Alone: {pathfinder} points Pathfinder, {voyager} Voyager, {explorer} Explorer.",
    ],
  },
  valley: {
    [`${web}/valley/rules.jsx`]: [
      "Jungle, {jungle} points",
      "Town, {town} points",
      "Mountain range, {range} points",
      "Pyramid, {pyramid} points",
      "A full valley: {full}. Discoveries as above. Each structure: {beside} for every",
      "You play {rounds} rounds",
      "to the {rounds}th round",
      "From {pathfinder}: Pathfinder. From {voyager}: Voyager. From {explorer}: Explorer.",
      "lowers these limits by {eased}.",
      "exactly {nine}, or Penny as a {nine}",
    ],
    [`${web}/valley/index.jsx`]: ["round {n} of {rounds} · side {side}", "round {n} of {rounds}"],
    "games/valley.c": [
      "a jungle ({jungle} points), a town ({town}), a range ({range}) or a pyramid ({pyramid})",
      "score {beside} for each jungle",
      "A full sheet is worth {full}.",
      "Alone: {rounds} rounds",
      "{pathfinder} points Pathfinder, {voyager} Voyager, {explorer} Explorer, each {eased} less",
    ],
  },
  tiwanaku: {
    [`${web}/tiwanaku/rules.jsx`]: ["Everybody begins with {start} points", "two are worth {offer-2} point, three {offer-3}, four {offer-4}, five {offer-5}"],
    "games/tiwanaku.c": ["2 of them score {offer-2}, 3: {offer-3}, 4: {offer-4}, 5: {offer-5}"],
  },
};

const quoted = (text) => text.replace(/\\n"\s*"/g, " ").replace(/"\s*\n\s*"/g, " "); // lines of C as one
const digits = (text) => [...new Set(text.match(/\d+/g))].sort();

/** [id, translation] of a PO file; plural ones apart. */
function* entries(text) {
  for (const block of text.split(/\n\n+/)) {
    const part = (name) =>
      [...(block.match(new RegExp(`^${name} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, "m"))?.[1] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => m[1]).join("");
    yield [part("msgid"), part("msgstr")];
  }
}

for (const { name, numbers } of newCore().about().games)
  test(`${name}: numbers in prose are those of the rules`, () => {
    const translated = readdirSync(join(root, "po", name))
      .concat(readdirSync(join(root, "po/learn")).map((f) => `../learn/${f}`))
      .filter((f) => f.endsWith(".po"))
      .flatMap((f) => [...entries(readFileSync(join(root, "po", name, f), "utf8"))].map((e) => [f, ...e]));
    let other = 0;
    for (const [file, sentences] of Object.entries(PROSE[name])) {
      const text = quoted(readFileSync(join(root, file), "utf8"));
      for (const sentence of sentences) {
        const filled = sentence.replace(/\{([a-z]+(?:-\d)?)\}/g, (all, n) =>
          n in numbers ? String(numbers[n]).replace("-", file.endsWith(".c") ? "-" : "−") : all,
        );
        assert.ok(text.includes(filled), `${file} does not say: ${filled}`);
        for (const [po, id, to] of translated.filter(([, id]) => id.includes(filled) && !file.endsWith(".c"))) {
          assert.deepEqual(digits(to), digits(id), `${po}: ${to}`);
          other++;
        }
      }
    }
    assert.ok(other >= 2, `${other} translations`);
  });
