// temple.test.mjs -- the counting that Temple's screen draws, at every round of games between bots; and
// Temple in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, itemsOf, pathOf } from "../../clients/web/src/games/temple/count.js";
import { owed, stamp, verdict, why } from "../../clients/web/src/games/temple/words.js";
import { ranking } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore } from "./kit.mjs";

const OVER = 3,
  CHANCE = 1;
const head = (players, sheet) => `tambo-record 1\ngame: temple\nrules: 1\nmode: ${players > 1 ? "multi" : "solo"}\nplayers: ${players}\nsheet: ${sheet}\n--\n`;

test("TEM-11: the run, the groups and the mummies that are drawn", () => {
  let sheets = 0,
    ahead = 0;
  for (let seed = 1n; seed <= 40n; seed++) {
    const core = newCore(),
      position = new Position(core),
      players = Number(seed % 3n) + 1;
    core.load(head(players, seed % 2n ? "a" : "b"));
    core.seed(seed);
    while (core.phase() !== OVER) {
      if (core.phase() === CHANCE) core.draw();
      else for (let s = 1; s <= players; s++) while (core.acts(s)) core.apply(core.bot(s, seed % 4n ? "greedy" : "random"));
      if (core.phase() !== CHANCE && core.phase() !== OVER) continue;
      core.save(0);
      position.kept.clear();
      const view = position.view(0);
      view.sheets.forEach((sheet, i) => {
        const c = view.count(i + 1),
          { run, groups, rest, loose } = itemsOf(c),
          theirs = view.scores[i];
        const path = pathOf(run, cellsOf(view, i + 1));
        assert.equal(path.length, theirs.run);
        path.slice(1).forEach((at, k) => assert.deepEqual([at.v, Math.max(Math.abs(at.x - path[k].x), Math.abs(at.y - path[k].y))], [path[k].v + 1, 1]));
        for (const g of groups) assert.ok(g.spaces.length > 2 && g.spaces.every((name) => sheet.numbers[view.spaces.indexOf(name)] === g.number));
        assert.deepEqual([...rest, ...loose].map((m) => m.at).sort(), [...sheet.mummies].sort());
        assert.ok(rest.every((m) => m.points > 0) && loose.every((m) => m.points < 0));
        assert.deepEqual([c.run, c.groups], [theirs.run, theirs.groups]);
        const { items, ...shown } = view.points()[i]; // in the gallery: the same as on one's own screen
        assert.deepEqual(
          [items, shown.seat, shown.run, shown.groups, shown.mummies, shown.total],
          [undefined, theirs.seat, c.run, c.groups, c.mummies, c.total],
        );
        if (core.phase() === OVER) assert.deepEqual(shown, theirs);
        ahead += c.total !== theirs.total; // TEM-9
        sheets++;
      });
    }
  }
  assert.ok(sheets > 1000 && ahead > 0);
});

test("what is owed names the ruling where there is one", () => {
  const view = (p, g, r, full = false) => ({
    dice: { purple: p, green: g, red: r },
    doors: ["c3"],
    spaces: ["a1", "c3"],
    sheets: [{ numbers: [0, full ? 5 : 0], mummies: [] }],
  });
  assert.equal(owed(view(1, 2, 3), false).rule, undefined);
  assert.match(owed(view(1, "lock", 3), false).text, /in a door/);
  assert.equal(owed(view(1, "lock", 3, true), false).rule, "TEM-6");
  assert.match(owed(view("penny", 2, 3), false).title, /1 to 15/);
  assert.equal(owed(view(1, 2, "mummy"), true).rule, "TEM-13");
  assert.match(owed(view(1, 2, "mummy"), true).text, /any empty space/); // there is no last one yet
  assert.match(owed(view(1, 2, "mummy", true), true).text, /next to your last space/);
  assert.match(owed(view(1, 2, "mummy"), false).text, /do not count/);
});

test("the sentence of a preview says what gains", () => {
  const none = { items: [], run: 3 },
    with_ = (...items) => ({ ...none, items });
  assert.match(why(none, with_({ what: "mummy-rest", at: "b5" }), 9), /b5/);
  assert.match(why(none, with_({ what: "mummy-rest", at: "b5" }, { what: "mummy-rest", at: "c5" }), 9), /b5 and c5/);
  assert.match(why(none, with_({ what: "group" }), 5), /group of 5s/);
  assert.match(why(none, { ...none, run: 4 }, 5), /grows to 4/);
  assert.match(why(none, none, 5), /No points/);
});

test("verdict and stamp", () => {
  const seat = (s, total, run, winner, level = null) => ({ seat: s, total, run, winner, level });
  const name = (s) => ["", "Ana", "Bo", "Cy"][s];
  const levels = () => [
    { name: "tourist", from: 0 },
    { name: "pathfinder", from: 15 },
    { name: "explorer", from: 30 },
  ];
  const say = (seats, me) => verdict(ranking({ seats }, "run"), me, name, { levels }).title;
  assert.equal(say([seat(1, 30, 9, true), seat(2, 28, 9, false)], 1), "You win");
  assert.equal(say([seat(1, 30, 9, true), seat(2, 30, 8, false)], 1), "You win by a longer run");
  assert.equal(say([seat(1, 30, 9, true), seat(2, 30, 9, true)], 1), "You share the victory");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true)], 1), "Bo wins");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true)], null), "Bo wins");
  assert.equal(say([seat(1, 30, 9, false), seat(2, 31, 9, true), seat(3, 31, 9, true)], 1), "Bo and Cy share the victory");
  assert.equal(say([seat(1, 31, 9, true, "explorer")], 1), "Level: Explorer");
  assert.deepEqual(stamp([seat(1, 24, 9, true, "pathfinder")], 1), { top: "PATHFINDER", middle: "24", bottom: "APIKHABOU" });
});
