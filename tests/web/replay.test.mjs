// replay.test.mjs -- records as stories: every record of the golden set can be stepped through, each seat sees what the
// core lets it see, links carry a record whole, and the check of dice tells good, bad and none apart.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fragmentOf, recordIn } from "../../clients/web/src/replay/link.js";
import { matchAfter, readStory, verdictOf, viewAfter } from "../../clients/web/src/replay/story.js";
import { newCore, newHost } from "./kit.mjs";

const folder = (path) => new URL(`../${path}/`, import.meta.url);
const golden = readdirSync(folder("golden")).filter((f) => f.endsWith(".rec")).map((f) => [f, readFileSync(new URL(f, folder("golden")), "utf8")]);
const corpus = (name) => readFileSync(new URL(name, folder("fuzz/corpus/verify")), "utf8");

test("golden records, forth and back", () => {
  for (const [name, text] of golden) {
    const core = newCore();
    core.load(text);
    const story = readStory(newCore(), text), last = story.steps.length;
    assert.deepEqual(viewAfter(story, last, 0), core.view(0), name);
    assert.deepEqual(matchAfter(story, last).lines, core.record().split("\n--\n")[1].split("\n").filter(Boolean), name);
    const half = viewAfter(story, last >> 1, 1);
    viewAfter(story, 0, 0);
    assert.deepEqual(viewAfter(story, last >> 1, 1), half, `${name}: the same from both sides`);
  }
});

test("a seat of a hidden map knows no more than it may, before the end", () => {
  const [, text] = golden.find(([name]) => name.startsWith("competitive-tiny"));
  const story = readStory(newCore(), text);
  assert.ok(viewAfter(story, 3, 1).placed.length < 25);
});

test("seats of a record without a name, and bots, are told apart", () => {
  const text = golden.find(([, x]) => x.includes("players: 3"))[1].replace(/^seat .*\n/gm, "");
  const head = text.replace("\n--\n", "\nseat 1: Traveller\nseat 2: bot easy\nseat 3: Ana\n--\n");
  assert.deepEqual(readStory(newCore(), head).match.seats.map((s) => s.name), ["Traveller 1", "Bot 2", "Ana"]);
});

test("a damaged record is refused with its line", () => {
  assert.throws(() => readStory(newCore(), "tambo-record 1\ngame: chess\n"), (e) => e.line === 2);
});

test("links carry a record whole; long ones are none; damaged ones throw", async () => {
  const text = corpus("good-temple");
  const fragment = await fragmentOf(text);
  assert.match(fragment, /^z=[\w-]+$/);
  assert.equal(await recordIn(`#${fragment}`), text);
  await assert.rejects(recordIn(`#${fragment.slice(0, -8)}`));
  assert.equal(await recordIn("#TEM-6"), null);
  assert.equal(await fragmentOf(Array.from({ length: 9000 }, (_, i) => (i * 7919) % 104729).join(" ")), null);
});

test("good, bad and no salt are told apart", async () => {
  const lab = await newHost().host.newLab();
  const of = (text) => verdictOf(lab.verify(text), text);
  for (const name of ["good-temple", "good-valley-solo", "good-solo-stacks", "good-map"]) assert.equal(of(corpus(name)), "good", name);
  for (const name of ["another-roll", "another-promise", "salt-twice"]) assert.equal(of(corpus(name)), "bad", name);
  for (const text of [corpus("no-salt"), golden[0][1]]) assert.equal(of(text), "none");
});
