// turn.test.mjs -- a turn of Temple as the screen thinks of it (clients/web/src/games/temple/turn.js).
import assert from "node:assert/strict";
import { test } from "node:test";
import { lastRoll, sums } from "../../clients/web/src/words/dice.js";
import { crossesOf, linesOf, mainOf, optionsFor, roundOf, shown } from "../../clients/web/src/games/temple/turn.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { begin } from "../../clients/web/src/pure/match.js";
import { newCore } from "./kit.mjs";

/** A table of two after these lines, as seat 1 sees it. */
function at(events, lines = [], players = 2) {
  const head = `tambo-record 1\ngame: temple\nrules: 1\nmode: ${players > 1 ? "multi" : "solo"}\nplayers: ${players}\nsheet: a\n`;
  const position = new Position(newCore());
  position.sync({ ...begin(), id: "x", started: true, head, lines: events });
  const view = position.view(1);
  return { position, view, round: roundOf({ position, me: 1, view, lines }) };
}
const OPEN = ["* roll penny 3 5", "1 write 9 e2", "2 write 9 e2", "* roll 1 1 mummy", "* pass 2 1", "1 mummy g3", "2 mummy f2"];

test("a draft taken apart and put together is the same", () => {
  const lines = ["1 cross f2", "1 cross d1", "1 write 12 e3"];
  assert.deepEqual(linesOf(1, crossesOf(lines), mainOf(lines)), lines);
  assert.deepEqual(linesOf(1, [], mainOf(["1 mummy c4"])), ["1 mummy c4"]);
  assert.deepEqual([crossesOf([]), mainOf([])], [[], null]);
});

test("sums of dice, fewest dice first", () => {
  assert.deepEqual(
    [...sums([2, 3, 5]).entries()].sort((a, b) => a[0] - b[0]),
    [
      [2, ["p"]],
      [3, ["g"]],
      [5, ["r", "pg"]],
      [7, ["pr"]],
      [8, ["gr"]],
      [10, ["pgr"]],
    ],
  );
  assert.deepEqual([...sums([4, "lock", 1]).keys()].sort(), [1, 4, 5]);
});

test("a number round: legal spaces, options with their dice and gain", () => {
  const { position, view, round } = at([...OPEN, "* roll 2 3 5"]);
  assert.deepEqual([round.danger, round.penny, round.held], [false, false, 1]);
  assert.deepEqual([...round.legal.cross], ["f2"]);
  const cells = shown(view, 1, round, null, false);
  const cell = (name) => cells.find((c) => c.name === name);
  assert.deepEqual(
    ["e1", "e2", "e3", "f2"].map((n) => cell(n).st),
    ["legal", "", "", ""],
  );
  assert.deepEqual([cell("f2").crossed, round.crosses], ["pencil", ["f2"]], "by itself");
  const off = roundOf({ position, me: 1, view, lines: [], off: ["f2"] });
  const left = shown(view, 1, off, null, false).find((c) => c.name === "f2");
  assert.deepEqual([left.crossed, left.crossable, off.crosses], [false, true, []], "not, if it shall not be");
  assert.match(left.label, /mummy, may be crossed out/);
  const options = optionsFor(position, 1, round, "d3");
  assert.deepEqual(
    options.map((o) => [o.v, o.dice, o.gain]),
    [
      [2, "p", 0],
      [3, "g", 0],
      [5, "r", 0],
      [7, "pr", 0],
      [8, "gr", 1],
      [10, "pgr", 1],
    ],
  );
});

test("pencil, ink and crossings show in the spaces", () => {
  const lines = ["1 cross f2", "1 write 8 d3"];
  const { view, round } = at([...OPEN, "* roll 2 3 5"], lines);
  const look = (inked, name) => shown(view, 1, round, null, inked).find((c) => c.name === name);
  assert.deepEqual([look(false, "d3").v, look(false, "d3").st, look(false, "f2").crossed], [8, "preview", "pencil"]);
  assert.deepEqual([look(true, "d3").v, look(true, "d3").st, look(true, "f2").crossed, look(true, "e1").st], [8, "", true, ""]);
});

test("a mummy round: the sheet in hand is another's; alone it is one's own", () => {
  const { view, round } = at(["* roll 1 1 mummy", "* pass 2 1"]);
  assert.deepEqual([round.danger, round.held], [true, 2]);
  assert.equal(shown(view, 1, round, null, false).filter((c) => c.st === "legal").length, 25);
  const alone = at(["* roll 1 1 mummy"], [], 1).round;
  assert.deepEqual([alone.held, alone.solo], [1, true]);
});

test("Penny: fifteen numbers, no dice beside them", () => {
  const { position, round } = at([...OPEN, "* roll penny 3 5"]);
  const options = optionsFor(position, 1, round, "e1");
  assert.deepEqual(
    options.map((o) => o.v),
    Array.from({ length: 15 }, (_, i) => i + 1),
  );
  assert.ok(options.every((o) => o.dice === "" && /from Penny/.test(o.label)));
});

test("the dice that were rolled last, also between two rolls", () => {
  assert.deepEqual(lastRoll({ dice: { purple: 2, green: "lock", red: 5 } }, []), [2, "lock", 5]);
  assert.deepEqual(lastRoll({ dice: null }, ["* roll 1 1 1", "* roll 3 1 mummy", "* pass 2 1", "1 mummy c4"]), [3, 1, "mummy"]);
  assert.equal(lastRoll({ dice: null }, []), null);
});
