// best.test.mjs -- positions with one best place: each is reached, its answer is legal there, and what the lab says of it hangs together.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { judged, matchOf } from "../../clients/web/src/puzzles/best.js";
import { newCore, newLab } from "./kit.mjs";

const lab = newLab(),
  { of } = lab.best(0);

test("every position is reached, and its answer is legal there", () => {
  assert.ok(of >= 100);
  const few = process.env.TAMBO_WALKS === "few";
  let looked = 0,
    first = 0;
  for (let k = 0; k < of; k += few ? 9 : 1) {
    const place = lab.best(k);
    assert.equal(place.n, k);
    const match = matchOf(newCore(), place),
      position = new Position(newCore());
    position.sync(match);
    const legal = position.legal(1);
    const [{ line }] = place.answer;
    assert.ok(legal.includes(`1 ${line}`), `${k}: ${line}`);
    for (const way of place.ways) assert.ok(legal.includes(`1 ${way.line}`), `${k}: ${way.line}`);
    assert.ok(place.ways.length > 3 && place.margin >= 50);
    const own = place.ways.find((way) => way.line === line);
    assert.ok(own && own.lost <= own.noise, `${k}: few playouts do not say otherwise`);
    looked++;
    if (own.lost === 0) first++;
  }
  assert.ok(first >= looked * 0.95, "and nearly always they say the same");
});

test("over and over: behind the last comes the first", () => {
  assert.deepEqual(lab.best(of), lab.best(0));
});

test("right is the answer alone; what is lost is told", () => {
  const place = lab.best(1),
    [best, second] = place.ways;
  assert.deepEqual(judged(place, [`1 ${best.line}`]), { right: true, answer: best.line, line: best.line, lost: 0 });
  const other = judged(place, [`1 ${second.line}`]);
  assert.ok(!other.right && other.answer === best.line && other.lost >= place.margin);
  assert.deepEqual(judged(place, ["1 write 1 z9"]), { right: false, answer: best.line, line: null, lost: null });
});
