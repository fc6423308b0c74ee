// counted.test.mjs -- the counted examples of the rules pages (games/GAME/example.js): the core plays each sheet to its end and counts
// the same. Penny rolls in every round, so that any number can be written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { counted as temple, spaces as templeSpaces } from "../../clients/web/src/games/temple/example.js";
import { itemsOf, pathOf, cellsOf } from "../../clients/web/src/games/temple/count.js";
import * as valley from "../../clients/web/src/games/valley/example.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore } from "./kit.mjs";

/** The record of a game of two on a sheet of these spaces; each round is a roll and what seat 1 does; seat 2 does the same, but reveals nothing. */
function record(game, spaces, rounds) {
  const names = Object.keys(spaces),
    rows = [...new Set(names.map((name) => name.slice(1)))];
  const grid = rows.map((row) => "#".repeat(names.filter((name) => name.slice(1) === row).length));
  const lines = rounds.flatMap(({ roll, turn }) => [
    `* roll ${roll}`,
    ...(/mummy|snake/.test(roll) ? ["* pass 2 1"] : []),
    ...turn.map((line) => `1 ${line}`),
    ...turn.map((line) => `2 ${line.replace(/^reveal .*/, "done")}`),
  ]);
  const head = [
    "tambo-record 1",
    `game: ${game}`,
    "rules: 2",
    "mode: multi",
    "players: 2",
    "sheet:",
    "tambo-sheet 1",
    `game: ${game}`,
    "name: example",
    "grid:",
  ];
  return [...head, ...grid, "end", "--", ...lines, ""].join("\n");
}

/** The view of everybody at the end of a record. */
function ended(text) {
  const core = newCore();
  core.load(text);
  assert.equal(core.phase(), 3, "the game is over");
  core.save(0);
  return new Position(core).view(0);
}

/** What the page draws is what stands on the sheet. */
const same = (cells, spaces, crossed) => {
  assert.deepEqual(Object.fromEntries(cells.map((c) => [c.name, c.v])), spaces);
  assert.deepEqual(
    cells.filter((c) => c.crossed).map((c) => c.name),
    crossed,
  );
};
const sorted = (items) => items.map((i) => ({ ...i, ...(i.spaces && { spaces: [...i.spaces].sort() }) }));
/** Of items those members that the example has. */
const like = (items, example) => items.map((i, k) => Object.fromEntries(Object.keys(example[k] ?? i).map((key) => [key, i[key]])));

test("Temple: the run, the groups, the mummies and the sum", () => {
  const rounds = Object.entries(templeSpaces).map(([name, v]) =>
    v === "mummy" ? { roll: "1 1 mummy", turn: [`mummy ${name}`] } : { roll: "penny 1 1", turn: [`write ${v} ${name}`] },
  );
  const view = ended(record("temple", templeSpaces, rounds)),
    c = view.count(1),
    { run, groups, rest, loose } = itemsOf(c);
  same(
    cellsOf(view, 1),
    templeSpaces,
    temple.rest.map((m) => m.at),
  );
  assert.deepEqual(
    pathOf(run, cellsOf(view, 1)).map((cell) => cell.name),
    temple.run,
  );
  assert.equal(c.run, temple.run.length);
  for (const [found, example] of [
    [groups, temple.groups],
    [rest, temple.rest],
    [loose, temple.loose],
  ])
    assert.deepEqual(sorted(like(found, example)), sorted(example));
  assert.equal(c.total, temple.total);
  assert.equal(view.scores[0].total, temple.total);
  assert.ok(temple.run.includes(temple.both) && temple.groups.some((g) => g.spaces.includes(temple.both)), "one counts twice");
});

test("Valley: discoveries, structures, the snake and the sum", () => {
  const { spaces, sheet, counted } = valley,
    there = new Set();
  const open = [...sheet.discoveries],
    rounds = [];
  for (const [name, v] of Object.entries(spaces)) {
    there.add(name);
    const step = { snake: `snake ${name}`, hut: `draw hut ${name}`, mine: `draw mine ${name}` }[v] ?? `write penny ${v} ${name}`;
    if (v === "snake") {
      rounds.push({ roll: "1 1 snake", turn: [step] });
      if (sheet.crossed.includes(name)) rounds.push({ roll: "penny 1 1", turn: [`cross penny ${name}`, "done"] });
      continue;
    }
    const found = open.findIndex((d) => d.spaces.every((at) => there.has(at)));
    const [d] = found < 0 ? [] : open.splice(found, 1);
    rounds.push({ roll: step.startsWith("draw") ? "1 dakota 1" : "penny 1 1", turn: [step, d ? `reveal ${d.kind} ${d.spaces.join(" ")}` : "done"] });
  }
  assert.equal(open.length, 0, "all are revealed");
  const view = ended(record("valley", spaces, rounds)),
    c = view.count(1);
  same(
    view.spaces.map((name, i) => {
      const s = view.sheets[0];
      return { name, v: s.numbers[i] || (s.snakes.includes(name) ? "snake" : s.hut === name ? "hut" : "mine"), crossed: s.crossed.includes(name) };
    }),
    spaces,
    sheet.crossed,
  );
  const by = (a, b) => (a.what + (a.at ?? "") < b.what + (b.at ?? "") ? -1 : 1);
  const items = c.items.filter((i) => i.points && i.what !== "full").sort(by),
    example = [...counted.items].sort(by);
  assert.deepEqual(sorted(like(items, example)), sorted(example));
  assert.deepEqual([c.full, c.snakes, c.total], [counted.full, counted.snakes, counted.total]);
  assert.equal(view.scores[0].total, counted.total);
  assert.deepEqual(
    counted.items.filter((i) => sheet.discoveries.some((d) => d.kind === i.what)).map((i) => [i.what, i.spaces]),
    sheet.discoveries.map((d) => [d.kind, d.spaces]),
  );
});
