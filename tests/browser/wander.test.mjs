// wander.test.mjs -- wanderers (wander/): people who tap at random what they are offered, from a seed. For every day one game of each
// mode; else for three minutes through all ways there are. A failure is a seed, which `node tests/browser/wander/run.mjs --seed N` walks
// again, with pictures. `make wander SEEDS=1000` is for nights.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { told } from "./wander/plans.mjs";
import { failureText, walkAll } from "./wander/walks.mjs";
import { chromiumWorld } from "./wander/world.mjs";

const few = process.env.TAMBO_WALKS === "few",
  only = few ? "here" : "";
const world = await chromiumWorld();
const results = await walkAll(world, {
  seeds: few ? 10 : 1000,
  jobs: 2,
  only,
  until: few ? Number.POSITIVE_INFINITY : Date.now() + 180000,
  folder: join(process.env.TAMBO_FAILURES ?? "build/shots", "wander"),
  tell: () => {},
});
await world.end();

for (const r of results) test(`${told(r.plan)}: ${r.taps} taps`, () => assert.ok(!r.error, r.error && failureText(r, only && ` --only ${only}`)));
test("somebody has walked", () => assert.ok(results.length >= (few ? 10 : 3), `${results.length} walks`));
