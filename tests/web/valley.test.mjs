// valley.test.mjs -- the counting that Valley's screen draws, after every step of games between bots; turns as lines; discoveries by tapping; Valley in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, bitesOf, builtOf, lakesOf, madeOf, pointsOf } from "../../clients/web/src/games/valley/count.js";
import { groupsOf, labelOf, opened } from "../../clients/web/src/games/valley/options.js";
import { carries, fitting, parse, ranked, roundOf, shown, sorted, split, tapped, without } from "../../clients/web/src/games/valley/turn.js";
import { effect, lostSnakes, owed, spaceLabel, stamp, verdict } from "../../clients/web/src/games/valley/words.js";
import { ranking } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore } from "./kit.mjs";

const OVER = 3,
  CHANCE = 1;
const head = (players, sheet) => `tambo-record 1\ngame: valley\nrules: 2\nmode: ${players > 1 ? "multi" : "solo"}\nplayers: ${players}\nsheet: ${sheet}\n`;
const PARTS = ["full", "discoveries", "structures", "snakes", "total"];

test("VAL-11: discoveries, structures and snakes that are drawn; what a discovery brings", () => {
  let sheets = 0,
    reveals = 0;
  for (let seed = 1n; seed <= 30n; seed++) {
    const core = newCore(),
      position = new Position(core),
      players = Number(seed % 3n) + 1;
    const look = (s) => {
      core.save(0);
      position.kept.clear();
      return position.view(s);
    };
    core.load(`${head(players, seed % 2n ? "a" : "b")}--\n`);
    core.seed(seed);
    while (core.phase() !== OVER) {
      if (core.phase() === CHANCE) core.draw();
      else
        for (let s = 1; s <= players; s++)
          while (core.acts(s)) {
            const line = core.bot(s, seed % 4n ? "greedy" : "random");
            const before = look(s),
              { verb } = parse(line);
            const brings = verb === "reveal" && ranked(position, s, []).find((r) => r.line === line).points;
            core.restore(0);
            core.apply(line);
            if (verb === "snake") continue;
            const view = look(s),
              c = view.count(s),
              sheet = view.sheets[s - 1],
              number = (name) => sheet.numbers[view.spaces.indexOf(name)];
            for (const part of PARTS) assert.equal(c[part], view.scores[s - 1][part], `${part} after ${line}`);
            assert.deepEqual(
              KINDS.flatMap((kind) => madeOf(c, kind).map((i) => [kind, i.spaces.join()])).sort(),
              sheet.discoveries.map((d) => [d.kind, d.spaces.join()]).sort(),
            );
            assert.deepEqual(
              builtOf(c).map((b) => [b.at, 2 * b.spaces.length]),
              builtOf(c).map((b) => [sheet[b.what], b.points]),
            );
            assert.equal(pointsOf(builtOf(c)), c.structures);
            for (const b of bitesOf(c))
              assert.deepEqual(
                [b.number, sheet.snakes.includes(b.at), b.points + 0],
                [b.spaces.length ? number(b.spaces[0]) : undefined, true, 0 - (b.number ?? 0)],
              );
            sheets++;
            if (verb !== "reveal") continue;
            assert.equal(c.total - before.scores[s - 1].total, brings);
            reveals++;
          }
    }
    if (players === 1) {
      const view = look(1),
        { total, level } = view.scores[0];
      assert.equal(
        (
          view
            .levels()
            .filter((l) => total >= l.from)
            .at(-1) ?? view.levels()[0]
        ).name,
        level,
      );
    }
  }
  assert.ok(sheets > 1000 && reveals > 100);
});

test("lakes are found from spaces and edge spaces", () => {
  const core = newCore();
  core.load(`${head(1, "b")}--\n`);
  assert.deepEqual(lakesOf(core.view(1)).sort(), ["b5", "c2", "d3", "e4", "e6"]);
  core.load(`${head(1, "a")}--\n`);
  assert.deepEqual(lakesOf(core.view(1)), []);
});

/** A position of seat 1 alone after these lines. */
function after(sheet, ...lines) {
  const position = new Position(newCore());
  position.sync({ started: true, id: "x", head: head(1, sheet), state: null, lines });
  return position;
}

test("legal lines by space, in the order they are offered", () => {
  const { at, reveals, done } = sorted(after("a", "* roll 4 dakota 5").legal(1));
  assert.deepEqual(
    at.get("a1").map((a) => a.line),
    ["1 write p 4 a1", "1 write r 5 a1", "1 write pr 9 a1", "1 draw hut a1", "1 draw statue a1", "1 draw mine a1"],
  );
  assert.ok(!at.has("b2"), "not an edge space");
  assert.deepEqual([reveals, done], [[], false]);
  const groups = groupsOf(at.get("a1"));
  assert.deepEqual(
    groups.map((g) => [g.key, g.options.length]),
    [
      ["dice", 3],
      ["dakota", 3],
    ],
  );
});

test("dice that were picked first", () => {
  const faces = ["penny", "dakota", 3],
    marks = (picked, carry = null) => ({ picked, carry });
  const write = parse("1 write penny 9 a1"),
    draw = parse("1 draw hut a1"),
    cross = parse("1 cross penny b2"),
    red = parse("1 write r 3 a1");
  assert.ok([write, draw, cross, red].every((a) => carries(marks([]), faces, a)));
  assert.deepEqual(
    [write, draw, cross, red].map((a) => carries(marks(["p"]), faces, a)),
    [true, false, true, false],
  );
  assert.deepEqual(
    [write, draw, cross, red].map((a) => carries(marks(["p"], { n: 8 }), faces, a)),
    [false, false, false, false],
  );
  assert.deepEqual(
    [write, draw, cross, red].map((a) => carries(marks(["p"], { n: 9 }), faces, a)),
    [true, false, true, false],
  );
  assert.deepEqual(
    [write, draw, cross, red].map((a) => carries(marks(["g"], { what: "mine" }), faces, a)),
    [false, false, false, false],
  );
  assert.deepEqual(
    [write, draw, cross, red].map((a) => carries(marks(["r"]), faces, a)),
    [false, false, false, true],
  );
  assert.ok(carries(marks(["r", "p"]), [4, 1, 5], parse("1 cross pr b2")), "the order of picking does not matter");
});

test("taking back a step takes back what rested on it", () => {
  const position = after("a", "* roll 1 2 3");
  const steps = ["1 write p 1 a1", "1 write g 2 b2", "1 write r 3 c3"];
  assert.equal(position.objection(steps), null);
  assert.deepEqual(without(position, steps, 2), steps.slice(0, 2));
  assert.deepEqual(without(position, steps, 1), steps.slice(0, 1));
  assert.deepEqual(without(position, steps, 0), []);
  assert.deepEqual(split([...steps, "1 done"]), { steps, end: "1 done" });
  assert.deepEqual(split(steps), { steps, end: null });
});

const TOWN = ["* roll 4 4 4", "1 write p 4 a1", "1 write g 4 b1", "1 write r 4 c1", "1 done", "* roll 4 1 5"];

test("a number that makes a discovery possible says so", () => {
  const position = after("a", ...TOWN);
  assert.deepEqual(opened(position, 1, [], parse("1 write p 4 d1")), { kind: "town", more: 6 });
  assert.equal(opened(position, 1, [], parse("1 write g 1 d1")), null);
});

test("discoveries: best first, chosen by tapping", () => {
  const position = after("a", ...TOWN),
    lines = ["1 write p 4 b2"];
  const found = ranked(position, 1, lines);
  assert.deepEqual(
    found.map((r) => [r.kind, r.spaces.join(" "), r.points]),
    [["town", "a1 b1 c1 b2", 6]],
  );
  const three = [
    { kind: "range", spaces: ["a1", "a2", "a3"] },
    { kind: "range", spaces: ["a2", "a3", "a4"] },
    { kind: "town", spaces: ["a1", "b1", "b2", "b3"] },
  ];
  assert.deepEqual(tapped(three, null, [], "a1"), ["a1"]);
  assert.deepEqual(fitting(three, null, ["a1"]).length, 2);
  assert.deepEqual(tapped(three, null, ["a1"], "a3"), ["a1", "a3"]);
  assert.deepEqual(tapped(three, null, ["a1"], "a1"), []);
  assert.deepEqual(tapped(three, null, ["a1"], "a4"), ["a4"], "what does not fit begins anew");
  assert.deepEqual(tapped(three, "town", [], "a4"), [], "no town there");
});

test("what is owed names the ruling where there is one", () => {
  const view = (p, g, r) => ({ dice: { purple: p, green: g, red: r } });
  assert.equal(owed(view(1, 2, "snake"), { solo: true }).rule, "VAL-13");
  assert.equal(owed(view(1, 2, "snake"), { solo: false }).rule, "VAL-6");
  assert.equal(owed(view(1, 2, 3), { first: true }).rule, "VAL-4");
  assert.match(owed(view("penny", "dakota", 3), {}).title, /Penny and Dakota/);
  assert.match(owed(view("penny", 2, 3), {}).text, /1 to 15/);
  assert.match(owed(view(1, "dakota", 3), {}).text, /hut/);
  assert.match(owed(view(1, 2, 3), { used: "p", steps: 1 }).title, /2 dice left/);
  assert.match(owed(view(1, 2, 3), { used: "pgr", steps: 1, found: true }).text, /reveal/);
});

test("a space in words", () => {
  assert.equal(spaceLabel({ name: "a1", v: null, st: "legal" }), "a1, empty, free to use");
  assert.equal(spaceLabel({ name: "a1", v: "snake", st: "legal", cost: 12 }), "a1, snake, bites 12, may be crossed out");
  assert.equal(spaceLabel({ name: "a1", v: 7, st: "preview", pencil: true, kind: "range" }), "a1, 7, in pencil, Mountain range");
});

test("what a step does", () => {
  const c = (items, full = 0) => ({ items, full }),
    snake = (at, number) => ({ what: "snake", at, number });
  assert.match(effect(c([snake("b1", 5)]), c([])), /b1 no longer bites: 5/);
  assert.match(effect(c([snake("b1", 5)]), c([snake("b1", 8)])), /b1 now bites 8/);
  assert.match(effect(c([]), c([{ what: "hut", points: 4 }])), /Hut: 4 points/);
  assert.match(effect(c([]), c([], 7)), /full: 7/);
  assert.equal(effect(c([]), c([])), null);
});

test("verdict and stamp", () => {
  const seat = (s, total, structures, winner, level = null) => ({ seat: s, total, structures, winner, level });
  const name = (s) => ["", "Ana", "Bo", "Cy"][s];
  const say = (seats, me, view) => verdict(ranking({ seats }, "structures"), me, name, view);
  assert.equal(say([seat(1, 60, 9, true), seat(2, 58, 9, false)], 1).title, "You win");
  assert.equal(say([seat(1, 60, 10, true), seat(2, 60, 8, false)], 1).title, "You win by your structures");
  assert.equal(say([seat(1, 60, 8, true), seat(2, 60, 8, true)], 1).title, "You share the victory");
  assert.equal(say([seat(1, 60, 8, false), seat(2, 61, 8, true)], null).title, "Bo wins");
  const snakes = (n) => ({
    levels: () => [0, 90, 110, 130].map((from, i) => ({ name: ["tourist", "pathfinder", "voyager", "explorer"][i], from: from - 4 * n })),
  });
  assert.deepEqual(say([seat(1, 95, 8, true, "pathfinder")], 1, snakes(2)), {
    title: "Level: Pathfinder",
    text: "7 more points for the next level, Voyager.",
  });
  assert.match(say([seat(1, 130, 8, true, "explorer")], 1, snakes(0)).text, /no higher/);
  assert.deepEqual(stamp([seat(1, 95, 9, true, "pathfinder")], 1), { top: "PATHFINDER", middle: "95", bottom: "WIRAQOCHA" });
});

test("a round with a draft: what is in pencil, what is legal, what is counted", () => {
  const position = after("a", ...TOWN),
    view = position.view(1);
  const marks = { sel: null, picked: [], carry: null, open: false, kind: null, must: [], alt: 0 };
  const round = roundOf({ position, me: 1, view, lines: ["1 write p 4 b2"], inked: false });
  assert.deepEqual([round.used, round.steps.length, round.found.length, round.danger, round.held], ["p", 1, 1, false, 1]);
  const at = (cells, name) => cells.find((c) => c.name === name);
  const cells = shown(view, round, marks, round.found[0], false);
  assert.deepEqual([at(cells, "b2").st, at(cells, "b2").v, at(cells, "a2").st, at(cells, "g7").st], ["preview", 4, "legal", ""]);
  assert.match(at(cells, "b2").label, /in pencil, in the proposed discovery/);
  const open = shown(view, round, { ...marks, open: true, must: ["a1"] }, round.found[0], false);
  assert.deepEqual(
    ["a1", "b2", "a2"].map((n) => at(open, n).st),
    ["sel", "legal", ""],
  );
  const inked = roundOf({ position, me: 1, view, lines: ["1 write p 4 b2", round.found[0].line], inked: true });
  assert.equal(inked.now.discoveries, 6);
  assert.doesNotMatch(inked.owed.title + inked.owed.text, /dice left|more dice/);
  const back = roundOf({ position, me: 1, view, lines: ["1 write p 4 b2", round.found[0].line], inked: false });
  assert.deepEqual([back.now.discoveries, back.end], [0, round.found[0].line], "taken back, a discovery is a proposal again");
  assert.equal(at(shown(view, inked, marks, null, true), "b2").fresh, true);
});

test("a snake in pencil, alone", () => {
  const position = after("a", ...TOWN.slice(0, 5), "* roll 1 2 snake"),
    view = position.view(1);
  const round = roundOf({ position, me: 1, view, lines: ["1 snake b2"], inked: false });
  assert.deepEqual([round.danger, round.snake, round.now.snakes, round.ink.snakes], [true, "b2", -4, 0]);
  assert.ok(!round.legal.at.has("g7"), "beside what was filled last (VAL-13)");
});

test("a choice in words", () => {
  assert.equal(labelOf(parse("1 write pr 9 a1"), [4, 1, 5], 0), "9, from purple 4 and red 5");
  assert.equal(labelOf(parse("1 write penny 12 a1"), ["penny", 1, 5], -12, "pyramid"), "12, from Penny, minus 12 points, makes possible: Pyramid");
  assert.equal(labelOf(parse("1 cross pr a1"), [4, 1, 5], 5), "cross out the snake, from purple 4 and red 5, plus 5 points");
});

test("a full sheet goes on alone: nothing is owed, a snake passes by", () => {
  const small = "tambo-record 1\ngame: valley\nrules: 2\nmode: solo\nplayers: 1\nsheet:\ntambo-sheet 1\ngame: valley\nname: x\ngrid:\n####\nend\n";
  const six = (space) => ["* roll penny 1 1", `1 write penny 6 ${space}`, "1 done"];
  const lines = [...six("a1"), ...six("b1"), ...six("c1"), "* roll 1 1 snake", "1 snake d1"];
  const at = (more, draft = [], inked = false) => {
    const position = new Position(newCore());
    position.sync({ started: true, id: "x", head: small, state: null, lines: [...lines, ...more] });
    const round = roundOf({ position, me: 1, view: position.view(1), lines: draft, inked, passed: lostSnakes([...lines, ...more]) });
    return { position, round };
  };
  const plain = at(["* roll 1 2 3"]).round;
  assert.deepEqual([plain.full, plain.legal.done, plain.legal.at.size, plain.found.length, plain.passed], [true, true, 0, 1, 0]);
  assert.deepEqual([plain.owed.title, plain.owed.rule], ["Your valley is full", "VAL-13"]);
  const nine = at(["* roll 4 5 snake", "* roll 1 1 snake", "* roll 4 5 1"]);
  assert.deepEqual([...nine.round.legal.at.keys()], ["d1"]);
  assert.equal(nine.round.passed, 2, "two snakes found no space");
  assert.equal(nine.position.objection(["1 cross pg d1", "1 reveal range a1 b1 c1"]), null);
  assert.equal(at(["* roll 4 5 1"], ["1 cross pg d1"]).round.owed.title, "1 die left");
  assert.equal(lostSnakes(lines.slice(0, -1)), 0, "a snake that waits to be drawn is not lost");
  assert.equal(lostSnakes([]), 0);
});
