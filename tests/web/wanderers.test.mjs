// wanderers.test.mjs -- wanderers of the browser tests (browser/wander), without a browser: what their seeds stand for, and that the bugs
// that prove that they bite can still be planted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BUGS } from "../browser/wander/bugs.mjs";
import { PLACES, WAYS, forgets, planOf } from "../browser/wander/plans.mjs";
import { root } from "../fixtures/tree.mjs";

const numbers = (n, from = 1) => Array.from({ length: n }, (_, i) => from + i);
const here = WAYS.filter((way) => way.startsWith("here "));

test("a seed is the same walk each time", () => {
  for (const seed of numbers(200)) assert.deepEqual(planOf(seed), planOf(seed));
  assert.ok(new Set(numbers(200).map((seed) => JSON.stringify({ ...planOf(seed), seed: 0, way: "" }))).size > 150);
});

test("the first walk of each way keeps what it is given, so it is held against the core", () => {
  const firsts = numbers(WAYS.length).map((seed) => planOf(seed));
  assert.deepEqual(new Set(firsts.map((plan) => plan.way)), new Set(WAYS));
  assert.deepEqual(
    firsts.filter((plan) => plan.hostile).map((plan) => plan.way),
    [],
  );
  // what is walked every day
  const daily = numbers(here.length).map((seed) => planOf(seed, "here"));
  assert.deepEqual(
    daily.map((plan) => [plan.way, forgets(plan)]),
    here.map((way) => [way, false]),
  );
  // in Firefox each way is asked for by its name
  for (const way of here)
    assert.deepEqual(
      numbers(1).map((seed) => planOf(seed, way).way),
      [way],
    );
});

test("the first seeds begin in each place there is", () =>
  assert.deepEqual(
    numbers(PLACES.length).map((seed) => planOf(seed).where),
    PLACES,
  ));

test("later walks meet hostile browsers, bots at their own pace, people who do not wait, no motion, troubles", () => {
  const plans = numbers(20 * WAYS.length).map((seed) => planOf(seed));
  const share = (what) => plans.filter(what).length / plans.length;
  for (const [name, what, least] of [
    ["hostile", (p) => p.hostile, 0.04],
    ["paced", (p) => p.paced, 0.02],
    ["meanwhile", (p) => p.meanwhile, 0.5],
    ["calm", (p) => p.calm, 0.1],
    ["trouble", (p) => p.trouble, 0.6],
    ["dark", (p) => p.dark, 0.3],
  ])
    assert.ok(share(what) > least && share(what) < 0.95, `${name}: ${share(what)}`);
  const daily = numbers(here.length).map((seed) => planOf(seed, "here"));
  assert.ok(
    daily.some((p) => p.game === "tiwanaku" && p.meanwhile && !p.calm && p.seats > 1),
    "somebody does not wait in a scene, every day",
  );
  assert.ok(
    daily.some((p) => p.paced && p.game === "tiwanaku"),
    "bots at their own pace, every day",
  );
});

test("the bugs that wanderers have to find can be planted: what they stand in for is there, once", () => {
  assert.ok(BUGS.length >= 14);
  assert.equal(new Set(BUGS.map(([name]) => name)).size, BUGS.length);
  for (const [name, file, from, to, only] of BUGS) {
    const text = readFileSync(join(root, "clients/web/src", file), "utf8");
    assert.equal(text.split(from).length - 1, 1, `${name}: ${from} in ${file}`);
    assert.notEqual(from, to);
    assert.ok(
      WAYS.some((way) => way.includes(only)),
      `${name}: ${only}`,
    );
  }
});
