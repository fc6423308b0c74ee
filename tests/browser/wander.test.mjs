// wander.test.mjs -- wanderers (wander/): people who tap at random what they are offered, from a seed. For every day one game of each
// mode; else for three minutes through all ways there are. A failure is a seed, which is walked once more for pictures of its last steps (in
// shots/wander), and by `node tests/browser/wander/run.mjs --seed N` with those of all. `make wander SEEDS=1000` is for nights.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { PLACES, forgets, isGame, told } from "./wander/plans.mjs";
import { failureText, walkAll } from "./wander/walks.mjs";
import { chromiumWorld } from "./wander/world.mjs";

const few = process.env.TAMBO_WALKS === "few",
  only = few ? "here" : "",
  least = few ? 10 : PLACES.length; // the first seeds are one of each mode, or one of each place
const world = await chromiumWorld();
const results = await walkAll(world, {
  seeds: few ? least : 1000,
  jobs: 2,
  least,
  only,
  until: Date.now() + 180000,
  folder: join(process.env.TAMBO_FAILURES ?? "build/shots", "wander"),
  tell: () => {},
});
await world.end();

for (const r of results) test(`${told(r.plan)}: ${r.taps} taps`, () => assert.ok(!r.error, r.error && failureText(r, only && ` --only ${only}`)));
test("each place was walked, and each game was held against the core", () => {
  const places = new Set(results.map((r) => r.plan.where));
  assert.deepEqual(few ? [] : PLACES.filter((place) => !places.has(place)), []);
  assert.equal(new Set(results.map((r) => r.seed)).size >= least, true, `${results.length} walks`);
  const whole = results.filter((r) => !r.error && r.ended && isGame(r.plan) && !forgets(r.plan));
  assert.deepEqual(
    whole.filter((r) => r.compared < 10).map((r) => `${told(r.plan)}: ${r.compared} looks`),
    [],
  );
  const scenes = whole.filter(({ plan }) => plan.game === "tiwanaku" && plan.meanwhile && !plan.calm && plan.seats > 1);
  assert.ok(scenes.length === 0 || scenes.some((r) => r.meanwhile), "nobody did anything while a scene was on");
});
