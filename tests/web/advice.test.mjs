// advice.test.mjs -- hints about what is good, under node: what the lab gives for a position as a seat knows it, and how the page
// says it step by step.
import assert from "node:assert/strict";
import { test } from "node:test";
import { adviceOf, placesOf } from "../../clients/web/src/pure/advice.js";
import { pencilled } from "../../clients/web/src/games/tiwanaku/use_turn.js";
import { table, until, newLab } from "./kit.mjs";

const GAMES = [
  { game: "temple", seats: 2, bots: ["beginner"] },
  { game: "valley", seats: 1 },
  { game: "tiwanaku", mode: "competitive", seats: 2, bots: ["beginner"], board: { name: "tiny-1" } },
];

for (const setup of GAMES)
  test(`${setup.game}: a hint is a legal turn with reasons, and the same each time`, async () => {
    const it = await table(setup);
    await until(() => it.now().acts(1), "my turn");
    const question = { head: it.match.head, state: it.now().state(1), seat: 1 };
    const steps = adviceOf(newLab(), question);
    assert.ok(steps.length > 0);
    assert.equal(it.now().objection(steps.map(({ line }) => line)), null, "it may be played");
    assert.ok(steps.every(({ line, tales }) => line.startsWith("1 ") && Array.isArray(tales)));
    assert.ok(placesOf(steps).length > 0 && placesOf(steps).length <= 6);
    assert.deepEqual(adviceOf(newLab(), question), steps);
  });

test("the position is asked as it is, whatever was looked at before", async () => {
  const it = await table(GAMES[0]);
  await until(() => it.now().acts(1), "my turn");
  const before = it.now().state(1);
  const [line] = it.now().legal(1);
  it.now().view(1, [line]);
  it.position.kept.delete("state 1\n");
  assert.deepEqual(it.now().state(1), before);
});

test("valley: that nothing more is done is said where something could be", async () => {
  const it = await table({ game: "valley", seats: 1 });
  for (let round = 0; round < 8; round++) {
    await until(() => it.now().acts(1) && !it.match.yours.length, "my turn");
    const steps = adviceOf(newLab(), { head: it.match.head, state: it.now().state(1), seat: 1 }),
      lines = steps.map(({ line }) => line);
    const left = it.now().legal(1, lines.slice(0, -1));
    assert.equal(steps.at(-1).stops, lines.at(-1) === "1 done" && left.length > 1);
    const was = it.match.round;
    assert.ok((await it.act("turn", { lines })).ok);
    await until(() => it.match.round > was, "the next round");
  }
});

test("many spaces are not all lit", () => {
  const space = (...spaces) => ({ text: "", values: { space: { spaces } } });
  const steps = [{ line: "1 write 5 a6", why: null, tales: [space("a6")], spaces: ["a6", "b1", "c1", "c2", "d2", "e2", "f2"] }];
  assert.deepEqual(placesOf(steps), ["a6"]);
  assert.deepEqual(placesOf([{ ...steps[0], spaces: ["a6", "b1"] }]), ["a6", "b1"]);
});

test("in Tiwanaku a hint is pencil where the turn has some", () => {
  assert.deepEqual(pencilled("1 enter d5"), { mode: "explore", sel: "supply", target: "d5" });
  assert.deepEqual(pencilled("2 move c1 a1"), { mode: "explore", sel: "c1", target: "a1" });
  assert.deepEqual(pencilled("1 divine d5 3"), { mode: "divine", divine: "d5", said: 3 });
  assert.deepEqual(pencilled("1 offer 1 2 5"), { offers: [1, 2, 5] });
  assert.deepEqual(pencilled("1 spend forest"), { spend: "forest" });
  assert.equal(pencilled("1 end"), null);
  assert.equal(pencilled(undefined), null);
});
