// breaks.test.mjs -- the page's own lines (net/line.js, table/table_remote.js, pure/match.js) at a real server that is killed now and
// then, over a way that cuts, delays and falls silent: whole games of every game and mode, all at once. At the end
// everybody has exactly what a newcomer is told of the table, what was acknowledged is there once, and nobody was told anew.
//
// TAMBO_SEEDS: how many worlds (1); TAMBO_SEED: the first of them. `make breaks SEEDS=100` for nights.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { RemoteTable } from "../../clients/web/src/table/table_remote.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { Server } from "../browser/server.mjs";
import { BadWay, Chance, Socket } from "./bad_way.mjs";
import { newCore } from "./kit.mjs";

const SEEDS = Number(process.env.TAMBO_SEEDS ?? 1),
  FIRST = Number(process.env.TAMBO_SEED ?? 1);
const STUCK = 120_000; // ms without anything new at any table: somebody waits for ever
const WAITS = [10, 20, 40, 80, 160];
const PATIENCE = 1500; // ms
const KILLS = 5; // at most
const TURN = 48; // lines of a turn at most

/** What is played: all at the same time. people: how many sit there; the rest are bots. */
const TABLES = [
  { game: "temple", seats: 1, people: 1 },
  { game: "temple", seats: 3, people: 2 },
  { game: "valley", seats: 1, people: 1 },
  { game: "valley", seats: 3, people: 3 },
  { game: "tiwanaku", mode: "competitive", seats: 3, people: 2, board: { size: "tiny", grade: "gentle" } },
  { game: "tiwanaku", mode: "competitive", seats: 2, people: 2, board: { size: "long", grade: "tricky" } },
  { game: "tiwanaku", mode: "solo-easy", seats: 1, people: 1, board: { size: "tiny", grade: "fair" } },
  { game: "tiwanaku", mode: "solo-hard", seats: 1, people: 1, board: { name: "tiny-1" } },
  { game: "tiwanaku", mode: "coop-easy", seats: 2, people: 2, board: { size: "tiny", grade: "fiendish" } },
  { game: "tiwanaku", mode: "coop-normal", seats: 3, people: 3, board: { name: "tiny-2" } },
  { game: "tiwanaku", mode: "coop-expert", seats: 2, people: 2, board: { name: "tiny-3" } },
];

/** One of a world's people, or somebody who looks on. */
class Person {
  constructor(world, chance, name) {
    world.people.push(this);
    Object.assign(this, { world, chance, name, said: 0, told: new Set(), turns: new Map(), moved: "" });
  }
  async begin() {
    const answer = await fetch(`${this.world.server.origin}/api/me`);
    this.player = (await answer.json()).player;
    this.token = answer.headers.get("set-cookie").match(/^tambo=([^;]*)/)[1];
    return this;
  }
  /** Another line to the same table: with all it has, or as a page that was loaded again. */
  open(how) {
    this.close();
    const { id = null, code = null } = how;
    this.position = new Position(newCore());
    this.table = new RemoteTable(id, {
      code,
      waits: WAITS,
      patience: PATIENCE,
      connect: () => new Socket(this.world.way.port, this.token, (objects) => this.saw(objects)),
    });
    this.table.listen(() => this.changed());
    return this;
  }
  close() {
    this.table?.close();
  }
  saw(objects) {
    for (const o of objects) if (o.t === "anew") this.world.wrong ??= `${this.name} has to begin anew, and the server is well`;
  }
  /** Laws that hold at any moment. */
  changed() {
    const { table, world } = this;
    world.moved = Date.now();
    if (table.link === "refused") world.wrong ??= `${this.name} is refused: ${JSON.stringify(table.problem)}`;
    if (table.up && table.tries) world.wrong ??= `${this.name} is connected, and would wait for long after the next break`;
  }
  async act(what, members) {
    try {
      return await this.table.act(what, members);
    } catch (e) {
      if (["store", "rate", "turn", "over", "waiting", "seat"].includes(e.word)) return null; // the round may just have closed; or nobody is there to talk to
      throw e;
    }
  }
  /** Something to say that nobody has said before. */
  async talk() {
    const text = `${this.name} ${++this.said}`;
    const { match } = this.table,
      seat = 1 + this.chance.below(match.room || 1);
    if (seat !== match.me && this.chance.in100(20)) return void (await this.act("mute", { seat, on: this.chance.in100(50) }));
    if (this.chance.in100(30)) return void (await this.act("signal", { signal: this.chance.of(["hello", "thanks", "hurry"]) }));
    if (await this.act("chat", { text })) this.told.add(text);
  }
  /** A whole turn, as the core allows it; as far as it goes without finding anything out. */
  turn(me) {
    const { position, table, chance } = this,
      open = table.match.game === "tiwanaku",
      lines = [];
    for (let legal; lines.length < TURN && (legal = position.legal(me, lines)).length; ) {
      const end = legal.find((line) => line.endsWith(" done"));
      lines.push(end && chance.in100(40) ? end : chance.of(legal));
      if (open) break;
    }
    return lines;
  }
  /** One step of somebody who sits there: a turn, if there is one to make. False: nothing to do. */
  async step() {
    const { table, position, chance } = this,
      { match } = table,
      me = match.me;
    if (!match.started || match.result || !table.up) return false;
    position.sync(match);
    const sealed = match.game !== "tiwanaku",
      done = sealed && match.ready.includes(me),
      round = position.view(me).round;
    if (done && chance.in100(15)) {
      if (await this.act("back", { round })) this.turns.delete(round);
      return true;
    }
    if (done || !position.acts(me)) return false;
    const lines = this.turn(me);
    if (!lines.length) return false;
    const answer = await this.act("turn", { lines, round });
    if (answer && sealed) this.turns.set(round, lines);
    else if (answer) this.turns.set(this.turns.size, lines);
    return true;
  }
  async play() {
    const { world, chance } = this;
    while (!this.table.match.result && !world.wrong) {
      if (chance.in100(8)) await this.talk();
      if (chance.in100(1)) this.open({ id: this.table.id ?? world.id });
      if (!(await this.step())) await wait(5 + chance.below(20));
    }
  }
}

/** What a match is when all has come: but for who is connected, and what only says how it was heard, as the order does in which seats were muted. */
function settled({ match }) {
  const { there, watching, hand, stop, life, muted, ...rest } = match;
  return { ...rest, muted: [...muted].sort() };
}

async function until(world, what, fn) {
  while (!world.wrong && !fn()) {
    if (Date.now() - world.moved > STUCK) world.wrong = `stuck: ${what}`;
    await wait(5);
  }
  if (world.wrong) throw new Error(world.wrong);
}

/** One has what a newcomer is told; and what was acknowledged is there, once. */
async function judge(world, one) {
  const { table } = one,
    all = (/** @type {RemoteTable} */ x) => x.up && !x.waiting.size && x.match.result && !x.match.state;
  await until(world, `${one.name} has not all`, () => all(table));
  await table.act("view");
  const fresh = new Person(world, one.chance, `${one.name} anew,`);
  fresh.token = one.token;
  fresh.open({ id: table.id });
  await fresh.table.act("view");
  await until(world, `${fresh.name} has not all`, () => all(fresh.table));
  assert.deepEqual(settled(table), settled(fresh.table), `${one.name} has what a newcomer has`);
  fresh.close();
  const { talk, lines, me } = table.match,
    said = talk.map((x) => x.text).filter(Boolean);
  assert.equal(new Set(said).size, said.length, "nothing is said twice");
  for (const text of one.told) assert.ok(said.includes(text), `${one.name} was told that it said ${text}`);
  if (!me) return;
  const acked = [...one.turns].sort((a, b) => a[0] - b[0]).flatMap(([, turn]) => turn);
  assert.deepEqual(
    lines.filter((line) => String(line).startsWith(`${me} `)),
    acked,
    `${one.name} has made the turns that were acknowledged`,
  );
}

/** Somebody with a token of the world's server. */
const person = (world, chance, name) => new Person(world, new Chance(chance.below(2 ** 31)), name).begin();

/** A table from its making to its end, and what becomes of it. */
async function game(world, chance, number) {
  const { people: n, ...wish } = TABLES[number],
    people = [];
  for (let i = 0; i < n; i++) people.push(await person(world, chance, `${wish.mode ?? wish.game} at table ${number}, person ${i + 1},`));
  const watcher = await person(world, chance, `who looks on at table ${number}`);
  const answer = await fetch(`${world.server.origin}/api/tables`, {
    method: "POST",
    body: JSON.stringify({ ...wish, name: "first", bots: Array(wish.seats - n).fill("beginner") }),
    headers: { "content-type": "application/json", authorization: `Bearer ${people[0].token}` },
  });
  const { table: id, code } = await answer.json();
  assert.equal(answer.status, 201);
  await world.made.all(); // from here on things break
  for (const one of people) one.open(chance.in100(50) ? { id } : { code });
  for (const one of people.slice(1)) await one.table.act("sit", { name: "guest" });
  if (n > 1) await people[0].table.act("start");
  await until(world, `table ${number} does not begin`, () => people.every((p) => p.table.match.started));
  const play = people.map((p) => p.play());
  await wait(chance.below(2000));
  watcher.open({ code });
  await Promise.all(play);
  await until(world, `table ${number} does not end for who looks on`, () => watcher.table.match.result);
  await world.over.all();
  for (const one of [...people, watcher]) await judge(world, one);
  for (const one of [...people, watcher]) one.close();
  world.turns += people.reduce((sum, one) => sum + one.turns.size, 0);
  world.said += watcher.table.match.talk.length;
}

/** all() comes when all have come so far. */
class Gate {
  constructor(n) {
    this.left = n;
    this.passed = new Promise((pass) => (this.pass = pass));
  }
  all() {
    if (--this.left === 0) this.pass();
    return this.passed;
  }
}

/** The server is killed now and then, and comes back. */
async function harm(world, chance) {
  let over = false;
  world.over.passed.then(() => (over = true));
  for (let kills = 0; !over && !world.wrong; kills++) {
    await Promise.race([wait(500 + chance.below(3000)), world.over.passed]);
    if (over || kills >= KILLS) continue;
    await world.server.stop("SIGKILL");
    await wait(chance.below(300));
    await world.server.start();
    world.kills++;
  }
}

/** One world: everybody plays at once, and things break. */
async function broken(t, seed) {
  const chance = new Chance(seed * 7919),
    server = await new Server().start(),
    way = await new BadWay(server, chance).open(),
    world = {
      server,
      way,
      moved: Date.now(),
      wrong: null,
      kills: 0,
      turns: 0,
      said: 0,
      people: [],
      made: new Gate(TABLES.length),
      over: new Gate(TABLES.length),
    };
  world.over.passed.then(() => (way.calm = true));
  const games = TABLES.map((_, number) => game(world, chance, number));
  for (const one of games) one.catch((e) => ((world.wrong ??= e.message), world.made.pass()));
  try {
    await world.made.passed;
    await Promise.all([harm(world, chance), ...games]);
  } finally {
    for (const one of world.people) one.close();
    way.close();
    await server.end();
  }
  t.diagnostic(`${world.turns} turns, ${world.said} things said, ${way.cuts} lines cut, ${way.silences} fell silent, the server killed ${world.kills} times`);
}

// Several worlds at once: people wait more than they work.
describe("lines that break, and a server that is killed", { concurrency: 3 }, () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) test(`seed ${seed}`, { timeout: 1_800_000 }, (t) => broken(t, seed));
});
