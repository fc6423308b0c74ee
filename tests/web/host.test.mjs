// host.test.mjs -- the offline table (clients/web/src/worker/host.js): whole games, resuming, refusals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Core } from "../../clients/web/src/pure/core.js";
import { stage } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore, newHost, newLab, table, until } from "./kit.mjs";

/** Plays my seat by the first legal line until the game is over. each(): what is done before each turn. */
async function playOut(it, seat = 1, each = () => {}) {
  for (let turns = 0; stage(it.match) !== "over"; turns++) {
    assert.ok(turns < 500, "the game does not end");
    const before = it.match.round;
    await until(() => stage(it.match) === "over" || it.now().acts(seat), "my turn");
    if (stage(it.match) === "over") return;
    await each();
    const lines = [];
    while (it.now().acts(seat, lines)) {
      const legal = it.now().legal(seat, lines);
      lines.push(legal.find((l) => l.endsWith(" done")) ?? legal[turns % legal.length]);
      if (it.match.game === "tiwanaku") break;
    }
    const said = await it.act("turn", { lines });
    assert.ok(said.ok, said.text);
    await until(() => it.match.round !== before, "the next round");
  }
}

test("a solo game of Temple from create to the result", async () => {
  const it = await table({ game: "temple", seats: 1, name: "Ana" });
  assert.equal(it.match.me, 1);
  assert.deepEqual(
    it.match.seats.map((s) => s.name),
    ["Ana"],
  );
  assert.deepEqual(
    it.objects.map((o) => o.t),
    ["anew", "table", "seat", "start", "play"],
  );
  assert.deepEqual(
    it.objects.map((o) => o.n),
    [undefined, 1, 2, 3, 4],
  );
  assert.match(it.match.commit, /^[0-9a-f]{64}$/, "its dice are promised");
  await playOut(it);
  assert.equal(it.match.result.over, true);
  assert.deepEqual(it.now().result(), it.match.result);
  const { record } = await it.act("record");
  const again = newCore();
  again.load(record);
  assert.deepEqual(again.result(), it.match.result);
  const said = newLab().verify(record);
  assert.deepEqual([said.good, said.commit], [true, it.match.commit], "and they are those that were promised");
});

test("a map that was made for a game on this device is the one that was promised", async () => {
  const it = await table({ game: "tiwanaku", seats: 1, board: { size: "tiny", grade: "gentle" } });
  assert.deepEqual(it.match.board, { size: "tiny", grade: "gentle" });
  await playOut(it);
  const { record } = await it.act("record"),
    said = newLab().verify(record);
  assert.deepEqual([said.good, said.commit, said.map], [true, it.match.commit, "tiny gentle g1"]);
});

test("bots of all levels write with me; the round closes when all are ready", async () => {
  const it = await table({ game: "temple", seats: 4, bots: ["beginner", "casual", "master"], name: "Ana" });
  await until(() => it.match.ready.length === 3, "three bots");
  assert.deepEqual(it.match.yours, []);
  assert.equal(it.match.lines.filter((l) => !l.startsWith("*")).length, 0, "nothing of the round is told before it closes");
  await playOut(it);
  assert.equal(it.match.result.seats.length, 4);
});

test("Valley alone and Tiwanaku with a bot end, too, with nothing hidden told", async () => {
  const valley = await table({ game: "valley", seats: 2, bots: ["beginner"] });
  await playOut(valley);
  const tiwanaku = await table({ game: "tiwanaku", seats: 2, bots: ["beginner"], board: { name: "tiny-1" } });
  assert.doesNotMatch(tiwanaku.match.head, /scenario/);
  const first = JSON.stringify(tiwanaku.objects);
  assert.doesNotMatch(first, /terrain:|crops:/);
  await playOut(tiwanaku);
  assert.ok(tiwanaku.match.result.over);
});

test("solo Tiwanaku does not tell the stacks", async () => {
  const it = await table({ game: "tiwanaku", seats: 1, board: { name: "tiny-1" } });
  assert.ok(it.match.lines.every((l) => !String(l).startsWith("* stack")));
  const { record } = await it.act("record");
  assert.match(record, /^# the map is hidden until the end$/m);
  assert.doesNotMatch(record, /^(\* stack|scenario:|crops:)/m);
  assert.ok(it.now().legal(1).length > 0);
  const hint = await it.act("hint");
  assert.ok(hint.ok, hint.text);
  assert.ok(Array.isArray(hint.hint.steps));
});

test("whoever thinks on this device, a bot or the hints, is given what the seat may know", async () => {
  for (const [setup, mine] of [
    [{ game: "tiwanaku", mode: "competitive", seats: 2, bots: ["beginner"], board: { name: "tiny-1" } }, 0],
    [{ game: "tiwanaku", mode: "coop-easy", seats: 2, bots: ["beginner"], board: { name: "tiny-2" } }, 0],
    [{ game: "temple", seats: 2, bots: ["beginner"] }, 1], // a turn of mine that is sealed
  ]) {
    const it = await table(setup);
    it.host.goOn = async () => {};
    for (let i = 0; i < mine; i++) await it.act("turn", { lines: [it.now().legal(1)[0]] });
    for (const seat of [0, 1]) {
      const state = it.host.table.tableState(seat),
        core = newCore();
      core.join(it.host.head, state);
      assert.deepEqual(core.state(seat + 1), state, `${setup.game}, seat ${seat + 1}`);
    }
  }
});

test("a turn may be taken back, until the round closes", async () => {
  const it = await table({ game: "temple", seats: 2, bots: ["beginner"] });
  it.host.goOn = async () => {}; // the bot sleeps: the round stays open
  const [line, other] = it.now().legal(1);
  for (const one of [other, line]) {
    // the second instead of the first
    assert.ok((await it.act("turn", { lines: [one] })).ok);
    assert.deepEqual([it.match.yours, it.match.ready], [[one], [1]]);
  }
  assert.ok((await it.act("back")).ok);
  assert.deepEqual([it.match.yours, it.match.ready], [[], []]);
  assert.ok((await it.act("back")).ok, "there is nothing left to take back");
});

test("time runs on this device as it does online: a bot makes the turn of who is late, and then goes on", async () => {
  const it = await table({ game: "temple", seats: 1, speed: { kind: "live", seconds: 10 } }),
    { now } = Date;
  assert.ok(it.match.due > Date.now() && it.match.due <= Date.now() + 10000);
  let ahead = 0;
  Date.now = () => now() + ahead;
  try {
    for (let round = 1; round <= 3; round++) {
      const before = it.match.round;
      ahead += 11000;
      it.host.go();
      await until(() => it.match.round > before, "the bot's turn");
      assert.deepEqual(it.match.late, [1]);
    }
    await until(() => it.match.away.includes(1), "the third time it plays on");
    await until(() => stage(it.match) === "over", "to the end");
    const other = await table({ game: "temple", seats: 1, speed: { kind: "live", seconds: 10 } });
    ahead += other.match.due - Date.now() - 200;
    other.host.go();
    await until(() => other.match.late.includes(1), "the end of the time, which nobody has to tell it");
    clearTimeout(other.host.timer);
  } finally {
    Date.now = now;
    clearTimeout(it.host.timer);
  }
});

test("who comes back while a bot thinks for them plays themselves, and has not been late before", async () => {
  const it = await table({ game: "temple", seats: 1, speed: { kind: "live", seconds: 10 } }),
    { now } = Date;
  const whole = () => {
    const lines = [];
    while (it.now().acts(1, lines)) lines.push(it.now().legal(1, lines)[0]);
    return lines;
  };
  let ahead = 0,
    wakes,
    asleep = null; // asleep: a bot thinks, until wakes()
  Date.now = () => now() + ahead;
  it.host.think = async () => {
    if (it.match.away.includes(1)) await (asleep = new Promise((done) => (wakes = done)));
    return whole()
      .map((line) => line.slice(2))
      .join("\n"); // it is legal in any case
  };
  const late = async (away) => {
    const before = it.match.round;
    ahead += 11000;
    it.host.go();
    await until(() => (away ? asleep : it.match.round > before), "the bot");
  };
  try {
    for (const away of [false, false, true]) await late(away);
    assert.deepEqual(it.match.away, [1]);
    assert.ok((await it.act("turn", { lines: whole() })).ok);
    assert.deepEqual(it.match.away, []);
    const { round } = it.match;
    wakes();
    await until(() => !it.host.going, "the bot's end");
    assert.equal(it.match.round, round, "what the bot thought of is not done");
    await late(false);
    assert.deepEqual(it.match.away, [], "late once, not four times");
  } finally {
    Date.now = now;
    clearTimeout(it.host.timer);
  }
  await it.act("shut"); // its clock, too
});

test("a bot that thinks when its table is left does nothing at the next one", async () => {
  const it = newHost(),
    setup = { game: "temple", seats: 2, bots: ["beginner"] };
  const [one, two] = [(await it.act("create", setup)).table, (await it.act("create", setup)).table];
  const { think } = it.host;
  let wakes,
    asleep = null;
  it.host.think = async (bot) => {
    if (asleep) return think.call(it.host, bot);
    await (asleep = new Promise((done) => (wakes = done)));
    return "write 1 a1\nwrite 1 a1"; // of another round: no turn here
  };
  await it.act("open", { table: one });
  await until(() => asleep, "the bot of the first table");
  await it.act("open", { table: two });
  wakes();
  await until(() => it.match.ready.includes(2), "the bot of the second table");
  assert.equal(it.match.id, two);
  const kept = (id) => it.store.get("games", id).then(({ events }) => events.filter(([kind]) => kind === 7));
  assert.deepEqual([await kept(one), await kept(two)], [[], []], "no move is kept before the round closes");
});

test("a table that is shut while its bot thinks is left in peace", async () => {
  for (const setup of [
    { game: "temple", seats: 2, bots: ["beginner"] },
    { game: "tiwanaku", seats: 2, bots: ["beginner"], board: { name: "tiny-1" } },
  ]) {
    const it = newHost(),
      { newLab: lab } = it.host;
    let wakes;
    it.host.newLab = () => new Promise((done) => (wakes = () => lab().then(done)));
    const { table: id } = await it.act("create", setup);
    await it.act("open", { table: id });
    const position = new Position(newCore());
    for (position.sync(it.match); position.acts(1) && setup.game === "tiwanaku"; position.sync(it.match))
      await it.act("turn", { lines: [position.legal(1)[0]] });
    await until(() => wakes, "a bot that thinks");
    const { length } = it.objects;
    await it.act("shut");
    wakes();
    await until(() => !it.host.going, "the bot's end");
    assert.equal(it.objects.length, length);
  }
});

test("an illegal turn is refused by its rule and changes nothing", async () => {
  const it = await table({ game: "temple", seats: 1 });
  const n = it.match.n;
  for (const line of ["1 write 16 e1", "1 write 3 z9", "nonsense", "2 write 3 e1"]) {
    const said = await it.act("turn", { lines: [line] });
    assert.equal(said.ok, false, line);
    assert.ok(said.text.length > 5);
  }
  assert.equal(it.match.n, n);
  assert.equal((await it.act("fly")).error, "unknown");
  assert.equal((await it.act("open", { table: "local-nothing" })).error, "table");
  assert.equal((await newHost().act("turn", { lines: [] })).error, "table");
  assert.equal((await it.act("create", { game: "temple", seats: 101 })).ok, false);
});

test("names are tidied and refused as the server does it", async () => {
  const it = newHost();
  const names = async (name) => {
    const made = await it.act("create", { game: "temple", seats: 2, bots: ["beginner"], name });
    return made.ok ? (await it.store.get("games", made.table)).names[0] : made.text;
  };
  const length = "A name has 1 to 24 characters, and not only blanks.",
    control = "A name has no control characters.";
  assert.equal(await names("  Ana "), "Ana");
  assert.equal(await names("🎲".repeat(24)), "🎲".repeat(24));
  for (const none of [undefined, ""]) assert.equal(await names(none), "", "somebody without a name");
  for (const bad of ["a".repeat(25), "   ", "\u200b", "\u2800\u3164"]) assert.equal(await names(bad), length, JSON.stringify(bad));
  for (const bad of ["Ana\nseat 2: Bo", "A\u0007", "A\u0085", "A\u202eB", "A\u2066B"]) assert.equal(await names(bad), control, JSON.stringify(bad));
  assert.equal((await it.store.all("list")).length, 4, "a refused name makes no game");
});

test("a reload in the middle of a round: everything is still there", async () => {
  const it = await table({ game: "temple", seats: 3, bots: ["beginner", "beginner"], name: "Ana" });
  for (let i = 0; i < 4; i++) {
    await until(() => it.match.ready.length >= 2 || it.now().acts(1));
    const before = it.match.round;
    const line = it
      .now()
      .legal(1)
      .find((l) => !l.includes("cross"));
    await it.act("turn", { lines: [line] });
    await until(() => it.match.round !== before);
  }
  const lines = it.match.lines;
  const after = newHost({ store: it.store, seed: 9n });
  assert.ok((await after.act("open", { table: it.id })).ok);
  assert.deepEqual(after.match.lines, lines);
  assert.equal(after.match.me, 1);
  after.position = new Position(newCore());
  after.now = () => (after.position.sync(after.match), after.position);
  await playOut(after);
});

test("a game is kept as its events alone: whoever opens it again gets the same", async () => {
  for (const setup of [
    { game: "temple", seats: 1 },
    { game: "tiwanaku", seats: 2, bots: ["beginner"], board: { name: "tiny-1" } },
  ]) {
    const it = await table(setup);
    await playOut(it);
    await it.act("rematch");
    const kept = await it.store.get("games", it.id),
      other = newHost({ store: it.store });
    assert.doesNotMatch(JSON.stringify(kept), /"state"/);
    await other.act("open", { table: it.id });
    for (const member of ["lines", "result", "next", "head", "seats", "me", "yours", "state", "from", "commit", "salt", "n"])
      assert.deepEqual(other.match[member], it.match[member], member);
  }
});

test("a game that a build with other states has kept goes on from the same position", async () => {
  const module = new WebAssembly.Module(readFileSync(process.env.TAMBO_OTHER_WASM)),
    otherCore = () => new Core(module);
  assert.notEqual(otherCore().build(), newCore().build());
  const setup = { game: "tiwanaku", mode: "solo-easy", seats: 1, board: { name: "tiny-1" } };
  const it = newHost({ core: otherCore });
  const { table: id } = await it.act("create", setup);
  await it.act("open", { table: id });
  const there = new Position(otherCore());
  for (let i = 0; i < 6; i++) {
    there.sync(it.match);
    const [line] = there.legal(1);
    assert.ok((await it.act("turn", { lines: [line] })).ok);
  }
  there.sync(it.match);
  const after = newHost({ store: it.store }),
    here = new Position(newCore());
  assert.ok((await after.act("open", { table: id })).ok);
  here.sync(after.match);
  assert.deepEqual(here.view(1), there.view(1));
  assert.notEqual(after.match.state, it.match.state, "the two do have other states");
  assert.ok((await after.act("turn", { lines: [here.legal(1)[0]] })).ok);
});

/** Everything, also what is hidden. */
async function recordNow(it) {
  return newCore()
    .tableRecord((await it.store.get("games", it.id)).events, true)
    .replace(/^#.*\n/gm, "");
}

test("games that another version of the page kept do not open, and stay as they are", async () => {
  const it = await table({ game: "temple", seats: 2, bots: ["beginner"] });
  const { events, ...rest } = await it.store.get("games", it.id);
  const record = "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\nseat 1: Ana\n--\n* roll 2 3 5\n";
  for (const game of [
    { ...rest, v: 3, events },
    { ...rest, v: 5, events },
    { ...rest, v: 2, record, setup: { game: "temple" }, levels: [], yours: [] },
    { ...rest, v: undefined, record },
  ]) {
    await it.store.set("games", it.id, game);
    for (const what of ["open", "kept"]) {
      const { ok, error } = await newHost({ store: it.store }).act(what, { table: it.id });
      assert.deepEqual([ok, error], [false, "other"]);
    }
    assert.deepEqual(await it.store.get("games", it.id), game);
  }
});

test("a turn that was kept in the middle of a round is there again", async () => {
  const it = await table({ game: "temple", seats: 2, bots: ["beginner"] });
  it.host.goOn = async () => {}; // the round stays open
  const [line] = it.now().legal(1);
  await it.act("turn", { lines: [line] });
  const other = newHost({ store: it.store });
  other.host.goOn = async () => {};
  await other.act("open", { table: it.id });
  assert.deepEqual([other.match.yours, other.match.ready], [[line], [1]]);
  await it.act("back");
  const later = newHost({ store: it.store });
  later.host.goOn = async () => {};
  await later.act("open", { table: it.id });
  assert.ok(
    later.objects.every(({ t }) => t !== "yours" && t !== "ready"),
    "how it stood before is not told",
  );
  const { events, ...rest } = await it.store.get("games", it.id);
  await it.store.set("games", it.id, { ...rest, events: [...events, [7, 0, 1, 1, "write 99 z9"]] });
  assert.equal((await other.act("open", { table: it.id })).text, "This event does not fit here.");
});

test("the list of games has the points that the table shows, in every round", async () => {
  let rounds = 0,
    ahead = 0; // ahead: rounds in which a mummy beside a 9 is not crossed out yet
  for (let seed = 1n; seed <= 6n; seed++)
    for (const game of ["temple", "valley"]) {
      const it = await table({ game, seats: 1 }, { seed });
      await playOut(it, 1, async () => {
        const view = it.now().view(1),
          [row] = await it.store.all("list");
        assert.equal(row.total, view.count(1).total, `${game}, round ${row.round}`);
        rounds++;
        ahead += row.total !== view.scores[0].total;
      });
    }
  assert.ok(rounds > 200 && ahead > 0, `${rounds} rounds, ${ahead} of them ahead`);
});

test("a game lost to the game itself is listed as lost; nothing else is", async () => {
  for (const [setup, against] of [
    [{ game: "tiwanaku", mode: "solo-hard", board: { name: "tiny-1" } }, true],
    [{ game: "tiwanaku", mode: "competitive", board: { name: "tiny-1" }, bots: ["casual"] }, false],
    [{ game: "temple", bots: ["casual"] }, false],
  ]) {
    const it = await table(setup);
    await playOut(it, 1);
    const [row] = await it.store.all("list"),
      mine = it.match.result.seats[0];
    assert.equal(mine.winner, false, "the first thing that comes to mind does not win");
    assert.equal(row.lost ?? false, against, `${setup.game} ${setup.mode}`);
  }
});

test("a rematch has the same set-up; the list of games tells of both", async () => {
  const it = await table({ game: "temple", seats: 2, bots: ["beginner"], board: { name: "b" }, name: "Ana" });
  await playOut(it);
  const { table: next } = await it.act("rematch");
  assert.equal(it.match.next, next);
  await it.act("open", { table: next });
  const list = await it.store.all("list");
  assert.deepEqual(list.map((g) => g.over).sort(), [false, true]);
  assert.ok(list.every((g) => g.names[0] === "Ana" && g.game === "temple"));
});

test("a rematch may have bots of another level", async () => {
  const it = await table({ game: "temple", seats: 3, bots: ["casual", "beginner"], board: { name: "b" }, name: "Ana" });
  const levels = () => it.match.seats.slice(1).map((s) => s.level);
  assert.deepEqual(levels(), ["casual", "beginner"]);
  await playOut(it);
  const { table: next } = await it.act("rematch", { level: "learner" });
  await it.act("open", { table: next });
  assert.deepEqual(levels(), ["learner", "learner"]);
});

test("a new game has the newest rules; one that goes on from a record has those of the record", async () => {
  const it = await table({ game: "tiwanaku", seats: 2, mode: "coop-easy", bots: ["beginner"], board: { name: "tiny-1" } });
  assert.match(it.match.head, /^rules: 2$/m);
  await until(() => it.now().acts(1), "my turn");
  const { table: id } = await it.act("resume", { record: (await recordNow(it)).replace("rules: 2", "rules: 1"), seat: 1, table: it.id });
  assert.ok((await it.act("open", { table: id })).ok);
  assert.match(it.match.head, /^rules: 1$/m);
  assert.match(it.host.head, /^rules: 1$/m, "what bots and hints are given");
  await until(() => it.now().acts(1), "my turn");
  const [line] = it.now().legal(1);
  assert.ok((await it.act("turn", { lines: [line] })).ok);
  const record = newCore().tableRecord((await it.store.get("games", id)).events, true);
  assert.match(record, /^rules: 1$/m);
  newCore().load(record.replace(/^#.*\n/gm, "")); // the arrow that was spent is one of rules 1
});
