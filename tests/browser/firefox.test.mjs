// firefox.test.mjs -- the same wanderers in Debian's Firefox: one game of each, by WebDriver BiDi.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { told } from "./wander/plans.mjs";
import { failureText, walkAll } from "./wander/walks.mjs";
import { firefox, firefoxWorld } from "./wander/world.mjs";

const GAMES = ["here temple solo", "here valley multi", "here tiwanaku competitive"];

assert.ok(firefox, "there is no Firefox: `tools/setup test` installs one");
const world = await firefoxWorld();
for (const only of GAMES) {
  const [result] = await walkAll(world, {
    seeds: 1,
    only,
    until: Number.POSITIVE_INFINITY,
    folder: join(process.env.TAMBO_FAILURES ?? "build/shots", "firefox"),
    tell: () => {},
  });
  test(`${told(result.plan)}: ${result.taps} taps`, () => assert.ok(!result.error, result.error && failureText(result, ` --only "${only}" --firefox`)));
}
await world.end();
