// temple.test.mjs -- the counting that Temple's screen draws, against the points of the core, at every
// round of games between bots; and Temple in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, neighbours, points } from "../../clients/web/src/games/temple/count.js";
import { owed, stamp, verdict, why } from "../../clients/web/src/games/temple/words.js";
import { ranking } from "../../clients/web/src/match.js";
import { newCore } from "./kit.mjs";

const OVER = 3, CHANCE = 1;
const head = (players, sheet) => `tambo-record 1\ngame: temple\nrules: 1\nmode: ${players > 1 ? "multi" : "solo"}\nplayers: ${players}\nsheet: ${sheet}\n--\n`;

test("run, groups and mummies are those of the core", () => {
  let sheets = 0;
  for (let seed = 1n; seed <= 40n; seed++) {
    const core = newCore(), players = Number(seed % 3n) + 1;
    core.load(head(players, seed % 2n ? "a" : "b"));
    core.seed(seed);
    while (core.phase() !== OVER) {
      if (core.phase() === CHANCE) core.draw();
      else for (let s = 1; s <= players; s++) while (core.acts(s)) core.apply(core.bot(s, seed % 4n ? "greedy" : "random"));
      if (core.phase() !== CHANCE && core.phase() !== OVER) continue;
      const view = core.view(0);
      view.sheets.forEach((sheet, i) => {
        const c = count(view.spaces, sheet), theirs = view.scores[i];
        assert.equal(c.run, theirs.run);
        assert.equal(c.groupPoints, theirs.groups);
        if (core.phase() === OVER) assert.equal(c.total, theirs.total);
        const shown = points(view)[i]; // in the gallery: the same as on one's own screen
        assert.deepEqual([shown.seat, shown.run, shown.groups, shown.mummies, shown.total], [theirs.seat, c.run, c.groupPoints, c.mummies, c.total]);
        if (core.phase() === OVER) assert.deepEqual(shown, theirs);
        c.path.slice(1).forEach((at, k) => assert.equal(sheet.numbers[at], sheet.numbers[c.path[k]] + 1));
        c.path.slice(1).forEach((at, k) => assert.ok(neighbours(view.spaces)[at].includes(c.path[k])));
        sheets++;
      });
    }
  }
  assert.ok(sheets > 1000);
});

test("what is owed names the ruling where there is one", () => {
  const view = (p, g, r, full = false) => ({ dice: { purple: p, green: g, red: r }, doors: ["c3"], spaces: ["a1", "c3"], sheets: [{ numbers: [0, full ? 5 : 0] }] });
  assert.equal(owed(view(1, 2, 3), false).rule, undefined);
  assert.match(owed(view(1, "lock", 3), false).text, /in a door/);
  assert.equal(owed(view(1, "lock", 3, true), false).rule, "TEM-6");
  assert.match(owed(view("penny", 2, 3), false).title, /1 to 15/);
  assert.equal(owed(view(1, 2, "mummy"), true).rule, "TEM-13");
  assert.match(owed(view(1, 2, "mummy"), false).text, /do not count/);
});

test("the sentence of a preview says what gains", () => {
  const none = { rest: [], groups: [], run: 3 };
  assert.match(why(none, { ...none, rest: ["b5"] }, 9), /b5/);
  assert.match(why(none, { ...none, groups: [{}] }, 5), /group of 5s/);
  assert.match(why(none, { ...none, run: 4 }, 5), /grows to 4/);
  assert.match(why(none, none, 5), /No points/);
});

test("verdict and stamp", () => {
  const seat = (s, total, run, winner, level = null) => ({ seat: s, total, run, winner, level });
  const name = (s) => ["", "Ana", "Bo", "Cy"][s];
  const say = (seats, me) => verdict(ranking({ seats }, "run"), me, name).title;
  assert.equal(say([seat(1, 30, 9, true), seat(2, 28, 9, false)], 1), "You win");
  assert.equal(say([seat(1, 30, 9, true), seat(2, 30, 8, false)], 1), "You win by a longer run");
  assert.equal(say([seat(1, 30, 9, true), seat(2, 30, 9, true)], 1), "You share the victory");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true)], 1), "Bo wins");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true)], null), "Bo wins");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true), seat(3, 31, 9, true)], 1), "Bo and Cy share the victory");
  assert.equal(say([seat(1, 31, 9, true, "explorer")], 1), "Level: Explorer");
  assert.deepEqual(stamp([seat(1, 24, 9, true, "pathfinder")], 1), { top: "PATHFINDER", middle: "24", bottom: "APIKHABOU" });
});
