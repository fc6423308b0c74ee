// firefox.test.mjs -- the same wanderers in Debian's Firefox: one game of each, and one online, by WebDriver BiDi.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { told } from "./wander/plans.mjs";
import { failureText, walkAll } from "./wander/walks.mjs";
import { firefox, firefoxWorld } from "./wander/world.mjs";

/** The seed of each is its own: other windows, languages, lights. */
const WALKS = [
  [11, "here temple solo"],
  [9, "here valley multi"],
  [10, "here tiwanaku competitive"],
  [9, "online tiwanaku competitive"],
];

assert.ok(firefox, "there is no Firefox: `tools/setup test` installs one");
const world = await firefoxWorld();
for (const [seed, only] of WALKS) {
  const [result] = await walkAll(world, {
    from: seed,
    seeds: 1,
    only,
    until: Number.POSITIVE_INFINITY,
    folder: join(process.env.TAMBO_FAILURES ?? "build/shots", "firefox"),
    tell: () => {},
  });
  test(`${told(result.plan)}: ${result.taps} taps`, () => {
    assert.ok(!result.error, result.error && failureText(result, ` --only "${only}" --firefox`));
    assert.ok(result.ended, "the game came to its end");
    assert.ok(result.compared >= 10, `held against the core at ${result.compared} looks`);
  });
}
await world.end();
