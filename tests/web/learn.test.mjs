// learn.test.mjs -- the lessons: every step is legal on the real core, not done before it is asked for, and leads to
// the end that its sentences tell of; what is asked for is what the screens propose.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { draftAt, fits, matchAt, onTheWay } from "../../clients/web/src/learn/lesson.js";
import temple from "../../clients/web/src/games/temple/lesson.js";
import tiwanaku from "../../clients/web/src/games/tiwanaku/lesson.js";
import valley from "../../clients/web/src/games/valley/lesson.js";
import { ranked } from "../../clients/web/src/games/valley/turn.js";
import { toBytes } from "../../clients/web/src/pure/text64.js";
import { newCore, newHost } from "./kit.mjs";

const positionOf = (match) => {
  const position = new Position(newCore());
  position.sync(match);
  return position;
};

for (const make of [temple, valley, tiwanaku]) {
  const lesson = make();
  test(`${lesson.game}: every step is legal, from the first to the last`, () => {
    assert.ok(lesson.steps.length <= 13, "short enough to be read to the end");
    lesson.steps.forEach((step, k) => {
      const match = matchAt(newCore(), lesson, k),
        position = positionOf(match);
      assert.equal(match.result, null, `step ${k + 1}: the game goes on`);
      assert.ok(position.acts(1), `step ${k + 1}: it is the player's turn`);
      const draft = draftAt(lesson, k),
        wanted = step.turn ?? step.draft;
      assert.equal(position.objection(draft), null);
      if (!wanted) return;
      assert.equal(position.objection(wanted), null, `step ${k + 1}`);
      assert.ok(onTheWay(wanted, draft), `step ${k + 1}: its pencil begins with that of the step before`);
      assert.ok(!step.draft || !fits(wanted, draft));
      for (const space of step.spots ?? []) assert.ok(position.view(1).spaces?.includes(space) ?? /^[a-e][1-5]$/.test(space), space);
    });
  });

  test(`${lesson.game}: going back is where one was`, () => {
    const core = newCore();
    const forth = lesson.steps.map((_, k) => JSON.stringify(matchAt(core, lesson, k)));
    const back = lesson.steps
      .map((_, k) => lesson.steps.length - 1 - k)
      .map((k) => JSON.stringify(matchAt(core, lesson, k)))
      .reverse();
    assert.deepEqual(forth, back);
  });
}

test("another line, too few or too many are not what is asked for; the order is free", () => {
  assert.ok(fits(["1 a", "1 b"], ["1 b", "1 a"]));
  for (const lines of [[], ["1 a"], ["1 a", "1 c"], ["1 a", "1 b", "1 c"]]) assert.ok(!fits(["1 a", "1 b"], lines));
  assert.ok(onTheWay(["1 a", "1 b"], ["1 b"]));
  assert.ok(!onTheWay(["1 a", "1 b"], ["1 c"]));
});

const endOf = (lesson) => matchAt(newCore(), lesson, lesson.steps.length);

test("temple ends as its last sentence says", () => {
  const [mine] = endOf(temple()).result.seats;
  assert.deepEqual([mine.run, mine.groups, mine.mummies, mine.total], [4, 3, 2, 9]);
});

test("valley ends as its last sentences say, and its discoveries are those the screen proposes", () => {
  const lesson = valley(),
    [mine] = endOf(lesson).result.seats;
  assert.deepEqual([mine.full, mine.discoveries, mine.structures, mine.snakes], [7, 12, 4, 0]);
  lesson.steps.forEach((step, k) => {
    const end = step.turn?.at(-1);
    if (!end?.includes("reveal")) return;
    const draft = step.turn.slice(0, -1),
      position = positionOf(matchAt(newCore(), lesson, k));
    assert.equal(ranked(position, 1, draft)[0].line, end);
  });
});

test("tiwanaku: points are as told, and what is divined is certain", async () => {
  const lesson = tiwanaku();
  const score = (k) => positionOf(matchAt(newCore(), lesson, k)).view(1).sides[0].score;
  assert.deepEqual(
    lesson.steps.map((_, k) => score(k)),
    [10, 11, 13, 16, 17, 17, 20, 21, 25, 25, 10, 11, 13],
  );
  const last = matchAt(newCore(), lesson, 13);
  assert.deepEqual([last.mode, last.seats.length], ["solo-easy", 1]);
  for (const told of ["= otoma c1 c2", "= otoma b1 a1"]) assert.ok(last.lines.includes(told), told);
  assert.ok(!matchAt(newCore(), lesson, 3).head.includes("crops:"), "the map stays hidden");
  const lab = await newHost().host.newLab();
  for (const [k, step] of lesson.steps.entries()) {
    const [, verb, space, level] = step.turn?.[0].split(" ") ?? [];
    if (verb !== "divine") continue;
    const { head, state } = matchAt(newCore(), lesson, k);
    lab.join(head, toBytes(state));
    assert.equal(lab.hint(1).certain[space], Number(level), `${space} is certain`);
  }
});
