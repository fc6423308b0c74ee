// story.test.mjs -- what one's own story keeps: notes once, files brought out and in (nothing lost, nothing twice, in any order; bad ones change nothing),
// forgetting; feats of puzzles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { memory } from "../../clients/web/src/browser/store.js";
import { PUZZLE_FEATS, firstOf, learnt } from "../../clients/web/src/story/feats.js";
import { allNotes, note, notes } from "../../clients/web/src/story/keep.js";
import { BadFile, checked, forgotten, merged, packed } from "../../clients/web/src/story/transfer.js";
import { newCore, newHost } from "./kit.mjs";

const choices = (values = {}) => ({ get: (name) => values[name], set: (name, value) => void (values[name] = value), values });
/** A device in memory. */
const device = (values) => ({ store: memory(), story: memory(), settings: choices(values), core: async () => newCore() });
const gameNote = (id, more = {}) => ({
  kind: "game",
  id,
  at: 1,
  day: "2026-11-16",
  game: "temple",
  mode: "solo",
  board: "a",
  sort: "a",
  seat: 1,
  points: 20,
  level: "tourist",
  won: false,
  lost: false,
  others: [],
  feats: [],
  as: "",
  ...more,
});
const keepNote = (world, n) => world.story.set("story", `${n.kind} ${n.id}`, n);
const everything = async ({ store, story, settings }) => {
  const sorted = async (s, name) => (await s.all(name)).map((x) => JSON.stringify({ ...x, saves: 0 })).sort();
  return { notes: await sorted(story, "story"), games: await sorted(store, "games"), list: await sorted(store, "list"), settings: { ...settings.values } };
};
/** Plays some turns of a game of a device: the first legal line each. */
async function play(world, turns, { id, seed = 3n } = {}) {
  const it = newHost({ seed, store: world.store });
  const table = id ?? (await it.act("create", { game: "temple", seats: 1, mode: "solo", name: "Ana" })).table;
  await it.act("open", { table });
  for (let i = 0; i < turns; i++) {
    const core = newCore();
    core.load(`${it.match.head}--\n${it.match.lines.join("\n")}\n`);
    const said = await it.act("turn", { lines: [core.legal(1)[0]], round: it.match.round });
    assert.ok(said.ok, said.text);
  }
  await it.act("shut");
  return table;
}
const out = async (world) => (await packed(world, "2026-11-16")).text;
const into = async (world, text) => merged(await checked(text, world.core), world);

test("a note is kept once", async () => {
  assert.equal(await note("puzzle", "p1", { right: true }), true);
  assert.equal(await note("puzzle", "p1", { right: false }), false);
  await note("game", "g1", { at: 5, day: "2020-01-01" });
  assert.deepEqual(
    (await notes("puzzle")).map((n) => [n.id, n.right]),
    [["p1", true]],
  );
  const all = await allNotes();
  assert.deepEqual([all[0].id, all[0].day], ["g1", "2020-01-01"], "the oldest first; the day may be another one");
});

test("everything goes out and comes in, once", async () => {
  const one = device({ name: "Ana", light: "lamp", met: { temple: true }, secret: "x" });
  for (const n of [gameNote("a"), gameNote("b"), { kind: "puzzle", id: "p 1", at: 2, day: "2026-11-15", right: true, technique: "pair" }])
    await keepNote(one, n);
  await play(one, 4);
  const { name, text } = await packed(one, "2026-11-16");
  assert.equal(name, "tambo-2026-11-16.json");
  assert.ok(!text.includes("secret"));
  const two = device();
  assert.deepEqual(await into(two, text), { notes: 3, games: 1, settings: 2 });
  const { settings, ...rest } = await everything(one);
  assert.deepEqual(await everything(two), { ...rest, settings: { name: "Ana", light: "lamp", met: { temple: true } } });
  assert.deepEqual(await into(two, text), { notes: 0, games: 0, settings: 0 }, "once");
  assert.deepEqual(await into(one, await out(two)), { notes: 0, games: 0, settings: 0 });
});

test("what came is told, choices alone, too; a file of ours that was cut off is damaged, not another's", async () => {
  const one = device({ name: "Ana" }),
    two = device();
  const text = await out(one);
  assert.deepEqual(await into(two, text), { notes: 0, games: 0, settings: 1 });
  assert.equal(two.settings.values.name, "Ana");
  for (const [cut, says] of [
    [text.slice(0, -1), /damaged/],
    [text.slice(0, 60), /damaged/],
    [text.slice(0, 12), /not exported/],
    [text.slice(1), /not exported/],
  ])
    await assert.rejects(into(two, cut), says);
});

test("two devices brought together are the same in either order; the first of two notes stays; the longer game, then the newer", async () => {
  const make = async () => {
    const one = device(),
      two = device({ name: "Ben" });
    await keepNote(one, gameNote("a"));
    await keepNote(two, gameNote("b", { points: 3 }));
    const table = await play(one, 3);
    await into(two, await out(one));
    await play(two, 2, { id: table }); // goes on there
    return { one, two, table };
  };
  const first = await make(),
    second = await make();
  await into(first.one, await out(first.two));
  await into(second.two, await out(second.one));
  const strip = ({ notes, games, list }) => ({ notes, games: games.map((g) => JSON.parse(g).events.length), list: list.length });
  assert.deepEqual(strip(await everything(first.one)), strip(await everything(second.two)));
  const there = await first.one.store.get("games", first.table);
  assert.equal(there.events.length, (await first.two.store.get("games", first.table)).events.length, "the longer one");
  await into(first.two, await out(device()));
  const clash = device();
  await keepNote(clash, gameNote("a", { points: 99 }));
  await into(clash, await out(first.one));
  assert.equal((await clash.story.get("story", "game a")).points, 99, "what is here stays");
});

test("a game that came in goes on; whoever has it open is told", async () => {
  const one = device(),
    two = device();
  const table = await play(one, 3);
  await into(two, await out(one));
  await play(two, 1, { id: table });
  const it = newHost({ seed: 9n, store: one.store });
  await it.act("open", { table });
  assert.equal((await into(one, await out(two))).games, 1);
  const core = newCore();
  core.load(`${it.match.head}--\n${it.match.lines.join("\n")}\n`);
  const said = await it.act("turn", { lines: [core.legal(1)[0]], round: it.match.round });
  assert.equal(said.error, "elsewhere");
});

test("bad files are refused by a sentence, and nothing changes", async () => {
  const one = device({ name: "Ana" });
  await keepNote(one, gameNote("a", { others: [{ bot: "casual", name: null, points: 4 }] }));
  await play(one, 3);
  const good = JSON.parse(await out(one));
  const spoilt = (change) => {
    const file = structuredClone(good);
    change(file);
    return JSON.stringify(file);
  };
  const bad = {
    "no JSON": "tambo-record 1\n",
    nothing: "",
    null: "null",
    "a list": "[]",
    "another file": JSON.stringify({ notes: [], games: [], list: [], settings: {} }),
    cut: JSON.stringify(good).slice(0, -20),
    newer: spoilt((f) => (f.version = 2)),
    "a newer game": spoilt((f) => (f.games[0].v = 9)),
    "no notes": spoilt((f) => delete f.notes),
    "settings of another kind": spoilt((f) => (f.settings = null)),
    "a day that is none": spoilt((f) => (f.notes[0].day = "2026-02-30")),
    "a time that is none": spoilt((f) => (f.notes[0].at = "yesterday")),
    "points in words": spoilt((f) => (f.notes[0].points = "many")),
    "others that are none": spoilt((f) => (f.notes[0].others = [null])),
    "a member that is deep": spoilt((f) => (f.notes[0].deep = { a: { b: 1 } })),
    "a very long member": spoilt((f) => (f.notes[0].board = "x".repeat(1000))),
    "a rating that is none": spoilt((f) => f.notes.push({ kind: "puzzle", id: "p", at: 2, day: "2026-11-15", right: true, own: 1e9 })),
    "a rating in words": spoilt((f) => f.notes.push({ kind: "puzzle", id: "p", at: 2, day: "2026-11-15", right: true, own: "much" })),
    "an id of another place": spoilt((f) => (f.games[0].id = "../x")),
    "a game without its row": spoilt((f) => (f.list = [])),
    "events of another shape": spoilt((f) => f.games[0].events.push([1, 2])),
    "a move that is not allowed": spoilt((f) => (f.games[0].events.at(-2)[4] = "write 99 a1")),
    "no events": spoilt((f) => (f.games[0].events = [])),
  };
  // Each member that is read again must be what it is: neither another thing nor nothing.
  const members = { notes: Object.keys(good.notes[0]), games: ["id", "game", "mode", "at", "names", "events"], list: ["id", "game", "names", "over", "at"] };
  for (const [list, names] of Object.entries(members))
    for (const name of names) {
      assert.ok(name in good[list][0], `${list}: ${name} is there`);
      bad[`another ${name} in ${list}`] = spoilt((f) => (f[list][0][name] = { other: { x: 1 } }));
      bad[`${list} without ${name}`] = spoilt((f) => delete f[list][0][name]);
    }
  for (const [what, text] of Object.entries(bad)) {
    const world = device();
    await keepNote(world, gameNote("mine"));
    const before = await everything(world);
    await assert.rejects(into(world, text), (e) => e instanceof BadFile && /^[A-Z][^{}]*\.$/.test(e.message), what);
    assert.deepEqual(await everything(world), before, what);
  }
  const odd = device();
  await into(
    odd,
    spoilt((f) => (f.settings = { light: "pink", name: { a: 1 }, language: "nl", level: 7, unknown: 1 })),
  );
  assert.deepEqual(odd.settings.values, { language: "nl" }, "choices that are none are left out");
});

test("games of an earlier version go out as they are, and do not come in", async () => {
  const world = device();
  await play(world, 1);
  const [{ events, ...game }] = await world.store.all("games");
  await world.store.set("games", game.id, { ...game, v: 2, record: "tambo-record 1\n" });
  const file = await out(world);
  assert.match(file, /"record":"tambo-record 1\\n"/);
  assert.equal((await into(device(), file)).games, 0);
});

test("forgetting leaves nothing but what was chosen", async () => {
  const world = device({ name: "Ana" });
  await keepNote(world, gameNote("a"));
  await play(world, 1);
  await forgotten(world);
  assert.deepEqual(await everything(world), { notes: [], games: [], list: [], settings: { name: "Ana" } });
});

const solved = (...rights) =>
  rights.map((right, i) => ({
    kind: "puzzle",
    id: `${i}`,
    at: i,
    sort: "certain",
    technique: i % 2 ? "pair" : "lone",
    right: Boolean(right),
    slips: Number(!right),
  }));

test("feats of puzzles, and techniques learnt", () => {
  const had = (notes, techniques = null) => PUZZLE_FEATS.filter((f) => f.had(notes, techniques)).map((f) => f.key);
  assert.deepEqual(had([]), []);
  assert.deepEqual(had(solved(1, 1, 1, 1, 1, 1, 1, 1, 1)), []);
  assert.deepEqual(had(solved(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)), ["ten"]);
  assert.deepEqual(had(solved(1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1)), []);
  const both = solved(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0);
  assert.deepEqual(learnt(both).sort(), ["lone", "pair"], "once learnt is learnt");
  assert.deepEqual(learnt(solved(1, 1, 1, 1, 1, 1, 1, 1, 1)), ["lone"]);
  assert.deepEqual(had(both, ["lone", "pair"]), ["ten", "every"]);
  assert.deepEqual(had(both, ["lone", "pair", "fish"]), ["ten"]);
  assert.deepEqual(had(both, []), ["ten"], "none at hand is not all");
  const whole = { kind: "puzzle", sort: "whole", right: true, slips: 1 };
  assert.deepEqual(had([whole]), []);
  assert.deepEqual(had([{ ...whole, slips: 0 }]), ["whole"]);
});

test("a feat is had since the first game that has it", () => {
  const list = [gameNote("a"), gameNote("b", { at: 2, feats: ["run-5"] }), gameNote("c", { at: 3, feats: ["run-5", "rest"] })];
  const first = firstOf(list);
  assert.deepEqual([first.get("run-5").id, first.get("rest").id, first.get("groups")], ["b", "c", undefined]);
});
