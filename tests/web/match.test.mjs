// match.test.mjs -- the stream of a table to a match (clients/web/src/pure/match.js), and positions from it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { begin, isHeard, nameOf, ranking, reopened, stage, take, takeAll } from "../../clients/web/src/pure/match.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { botsGame } from "../../clients/web/src/story/game_note.js";
import { newCore } from "./kit.mjs";

const HEAD = "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\nseat 1: Ana\nseat 2: Bo\n";
const opening = [
  { n: 1, t: "table", id: "x1", code: "ABCDEF", game: "temple", mode: "multi", seats: 3, board: { name: "a" }, options: {}, owner: "p1" },
  { n: 2, t: "seat", seat: 1, kind: "human", name: "Ana", player: "p1", you: true },
  { n: 3, t: "seat", seat: 2, kind: "free" },
  { n: 4, t: "seat", seat: 3, kind: "human", name: "Bo", player: "p2" },
];
const start = { n: 5, t: "start", players: 2, head: HEAD, seat: 1, names: ["Ana", "Bo"], commit: "c" };
const all = (objects, from = begin()) => objects.reduce(take, from);

test("before the start: seats come and go", () => {
  let m = all(opening);
  assert.equal(stage(m), "waiting");
  assert.equal(m.me, 1);
  assert.deepEqual(
    m.seats.map((s) => s.kind),
    ["human", "free", "human"],
  );
  m = take(m, { n: 5, t: "seat", seat: 3, kind: "free" });
  assert.equal(m.seats[2].kind, "free");
  assert.equal(take(m, { n: 6, t: "closed" }).closed, true);
});

test("the start: free seats vanish, the others move up", () => {
  const m = all([...opening, start]);
  assert.equal(stage(m), "playing");
  assert.deepEqual(
    m.seats.map((s) => [s.seat, s.name, s.you]),
    [
      [1, "Ana", true],
      [2, "Bo", false],
    ],
  );
  assert.equal(nameOf(m, 2), "Bo");
  assert.equal(nameOf(m, 9), "");
});

test("an object that was taken already changes nothing; old values stay as they were", () => {
  const m = all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3"] }]);
  const again = take(m, { n: 6, t: "play", lines: ["* roll 1 2 3"] });
  assert.equal(again, m);
  const later = take(m, { n: 7, t: "ready", seat: 2 });
  assert.deepEqual([m.ready, later.ready], [[], [2]]);
  assert.equal(take(m, { t: "something-new", n: 7 }).n, 7);
});

test("objects of one event share its number and come in one message; the next message has others", () => {
  const m = takeAll(all([...opening, start]), [
    { n: 6, t: "play", at: 60, lines: ["* roll 1 2 3"] },
    { n: 6, t: "away", at: 60, seat: 2 },
  ]);
  assert.deepEqual([m.lines, m.away, m.n, m.at], [["* roll 1 2 3"], [2], 6, 60]);
  const again = takeAll(m, [
    { n: 6, t: "play", at: 60, lines: ["* roll 1 2 3"] },
    { n: 7, t: "here", at: 70, seat: 2 },
    { t: "there", seats: [1] },
  ]);
  assert.deepEqual([again.lines.length, again.away, again.there, again.n, again.at], [1, [], [1], 7, 70]);
});

test("anew: all is forgotten, and told again; the position follows", () => {
  const p = new Position(newCore());
  const m = all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3"] }, { n: 7, t: "chat", seat: 1, text: "hi", at: 1 }]);
  p.sync(m);
  const dice = p.view(1).dice;
  const back = takeAll(m, [{ t: "anew" }, ...opening, start, { n: 6, t: "play", lines: ["* roll 2 2 3"] }]);
  assert.deepEqual([back.talk, back.n, back.life, back.lines], [[], 6, 1, ["* roll 2 2 3"]]);
  assert.equal(p.sync(back), true);
  assert.notDeepEqual(p.view(1).dice, dice);
});

test("another id, life, head or state is another match; what is the same is not read again at each drawing", () => {
  const p = new Position(newCore()),
    first = all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3"] }]);
  let read = 0;
  const head = { toString: () => (read++, first.head) },
    m = { ...first, head };
  assert.equal(p.sync(m), true);
  const once = read;
  for (let k = 0; k < 5; k++) assert.equal(p.sync({ ...m, there: [k] }), false);
  assert.equal(p.sync({ ...m, lines: [...m.lines, "1 write 6 e1"] }), true);
  assert.equal(read, once, "a head that is the same is compared, not joined");
  p.sync(first);
  const state = Buffer.from(p.state(1)).toString("base64");
  for (const other of [{ id: "other" }, { life: m.life + 1 }, { head: HEAD.replace("Bo", "Bea") }, { state, from: 1 }]) {
    p.sync({ ...m, lines: [...m.lines, "1 write 6 e1"] });
    const changed = { ...m, ...other };
    assert.equal(p.sync(changed), true, Object.keys(other)[0]);
    assert.equal(p.sync(changed), false);
    assert.equal(p.view(1).sheets[0].numbers[0], 0, "of its own lines alone");
    assert.equal(p.view(1).names[1], other.head ? "Bea" : "Bo");
  }
});

test("opened again: how things stand is forgotten, what happened is not", () => {
  const m = reopened(
    all([
      ...opening,
      start,
      { n: 6, t: "play", lines: ["* roll 1 2 3"] },
      { t: "yours", lines: ["1 write 3 e1"] },
      { t: "ready", seat: 2 },
      { t: "mute", seat: 2, on: true },
    ]),
  );
  assert.deepEqual([m.yours, m.ready, m.muted, m.n, m.lines.length], [[], [], [], 6, 1]);
});

test("a move told as a number, where a line would tell too much, is followed like a line", () => {
  const write = 3 | (6 << 8); // 6 in the first space, e1: games/papers.h
  const p = new Position(newCore());
  p.sync(all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3", [1, String(write)]] }]));
  assert.equal(p.view(1).sheets[0].numbers[0], 6);
  assert.throws(() => newCore().follow([1, String(write)]), /No match is loaded/);
});

test("a sealed round: own turn, ready flags, taking back, closing", () => {
  let m = all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3"], due: 5 }]);
  assert.equal(m.due, 5);
  m = all(
    [
      { n: 7, t: "yours", lines: ["1 write 3 e1"] },
      { n: 8, t: "ready", seat: 1 },
    ],
    m,
  );
  assert.deepEqual([m.yours, m.ready], [["1 write 3 e1"], [1]]);
  m = all(
    [
      { n: 9, t: "yours", lines: [] },
      { n: 10, t: "ready", seat: 1, ready: false },
    ],
    m,
  );
  assert.deepEqual([m.yours, m.ready], [[], []]);
  const before = m.round;
  m = take(m, { n: 11, t: "round", lines: ["1 write 6 e1", "2 write 1 f1", "* roll 4 4 4"] });
  assert.deepEqual([m.yours, m.ready, m.round], [[], [], before + 1]);
  const p = new Position(newCore());
  assert.equal(p.sync(m), true);
  assert.equal(p.sync(m), false);
  assert.equal(p.view(1).sheets[0].numbers[0], 6);
  assert.equal(p.view(1).round, 2);
});

test("a position answers for drafts and stays where it is", () => {
  const m = all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3"] }]);
  const p = new Position(newCore());
  p.sync(m);
  const legal = p.legal(1);
  assert.ok(legal.includes("1 write 6 e1") && !legal.includes("1 write 7 e1"));
  assert.equal(p.view(1, ["1 write 6 e1"]).sheets[0].numbers[0], 6);
  assert.equal(p.view(1).sheets[0].numbers[0], 0);
  assert.equal(p.acts(1, ["1 write 6 e1"]), false);
  assert.equal(p.acts(1), true);
  assert.match(p.objection(["1 write 7 e1"]), /PP-8/);
  assert.equal(p.objection(["1 write 6 e1"]), null);
  assert.deepEqual([p.items(1, 1, ["1 write 6 e1"]).total, p.view(1, ["1 write 6 e1"]).count(1).total, p.view(1).count(1).total], [1, 1, 0]);
  assert.deepEqual(
    p
      .view(1, ["1 write 6 e1"])
      .points()
      .map((row) => row.total),
    [1, 0],
  );
  assert.deepEqual(p.legal(1), legal);
});

test("joining again in the middle gives the same position", () => {
  const objects = [
    ...opening,
    start,
    { n: 6, t: "play", lines: ["* roll 1 2 3"] },
    { n: 7, t: "round", lines: ["2 write 1 f1", "1 write 6 e1", "* roll 4 4 mummy", "* pass 2 1"] },
  ];
  const step = new Position(newCore()),
    once = new Position(newCore());
  let m = begin();
  for (const o of objects) step.sync((m = take(m, o)));
  once.sync(all(objects));
  assert.equal(step.core.hash(), once.core.hash());
  assert.deepEqual(step.view(1).holds, [2, 1]);
});

test("a line that a player may know only in part comes as a move number", () => {
  const after = (line) => {
    const p = new Position(newCore());
    p.sync(all([...opening, start, { n: 6, t: "play", lines: ["* roll 1 2 3", line] }]));
    return p.core.hash();
  };
  assert.equal(after([1, String(3 | (6 << 8))]), after("1 write 6 e1"));
  assert.throws(() => after([1, "255"]), /no move of this game/);
  assert.throws(() => after("1 write 7 e1"), /PP-8/);
});

test("what is too long for the core is refused, to the byte", () => {
  const core = newCore(),
    { room } = core;
  for (const [text, bytes] of [
    ["a".repeat(room), room],
    ["é".repeat(room / 2), room],
    ["a".repeat(room - 2) + "é", room],
    ["\ud800".repeat(2), 6],
  ])
    assert.equal(core.put(text), bytes);
  for (const text of ["a".repeat(room + 1), "a".repeat(room - 1) + "é", "a".repeat(room - 3) + "😀", new Uint8Array(room + 1)])
    assert.throws(() => core.put(text), /too long/);
  assert.equal(core.put(new Uint8Array(room)), room);
  assert.equal(core.put(""), 0);
});

test("what was said before the start stays with whoever said it, also when seats move up or change hands", () => {
  const lobby = [...opening, { n: 5, t: "chat", seat: 3, text: "hi", at: 1 }, { n: 6, t: "mute", seat: 3, on: true }];
  let m = all([...lobby, { ...start, n: 7 }]);
  assert.deepEqual([m.talk[0].seat, m.muted], [2, [2]]);
  assert.equal(nameOf(m, m.talk[0].seat), "Bo");
  m = all([
    ...lobby,
    { n: 7, t: "seat", seat: 3, kind: "free" },
    { n: 8, t: "seat", seat: 3, kind: "human", name: "Cy", player: "p3" },
    { n: 9, t: "chat", seat: 3, text: "ho", at: 2 },
    { ...start, n: 10, names: ["Ana", "Cy"] },
  ]);
  assert.deepEqual(
    m.talk.map((x) => [x.seat, x.who?.name]),
    [
      [null, "Bo"],
      [2, undefined],
    ],
  );
  assert.deepEqual(m.muted, [], "that was somebody else");
});

test("talk, leaving, the end", () => {
  const m = all([
    ...opening,
    start,
    { n: 6, t: "chat", seat: 2, text: "hi", at: 1 },
    { n: 7, t: "signal", seat: 1, signal: "luck", at: 2 },
    { n: 8, t: "away", seat: 2 },
    { n: 9, t: "late", seat: 2 },
    { t: "there", seats: [1], watching: 2 },
    { t: "stop", text: "soon" },
    { n: 10, t: "over", result: { seats: [] }, salt: "s" },
    { n: 11, t: "next", table: "x2" },
  ]);
  assert.deepEqual(
    m.talk.map((x) => x.text ?? x.signal),
    ["hi", "luck"],
  );
  assert.deepEqual([m.away, m.late, m.there, m.watching, m.stop, m.next, m.n], [[2], [2], [1], 2, "soon", "x2", 11]);
  assert.equal(stage(m), "over");
  assert.deepEqual(take(m, { n: 12, t: "here", seat: 2 }).away, []);
});

test("ranking: best first, ties share a rank, unless something decides them", () => {
  const seats = [
    { seat: 1, total: 5, run: 1 },
    { seat: 2, total: 9, run: 3 },
    { seat: 3, total: 9, run: 4 },
    { seat: 4, total: 9, run: 3 },
  ];
  assert.deepEqual(
    ranking({ seats }, "run").map((r) => [r.seat, r.rank]),
    [
      [3, 1],
      [2, 2],
      [4, 2],
      [1, 4],
    ],
  );
  assert.deepEqual(
    ranking({ seats }).map((r) => [r.seat, r.rank]),
    [
      [2, 1],
      [3, 1],
      [4, 1],
      [1, 4],
    ],
  );
});

test("who was late is known after the round closed, too; the next time begins anew", () => {
  const told = [
    { t: "late", seat: 2 },
    { t: "late", seat: 1 },
    { t: "round", lines: [] },
    { t: "play", lines: [] },
  ];
  let m = told.reduce(take, begin());
  assert.deepEqual(m.late, [2, 1]);
  m = take(m, { t: "late", seat: 2 });
  assert.deepEqual(m.late, [2]);
});

test("how many of my turns a bot made: time was up, or I was away", () => {
  const seat = (n, you) => ({ t: "seat", seat: n, kind: "human", name: "", you });
  const sealed = takeAll(begin(), [
    { t: "table", game: "temple", seats: 2 },
    seat(1, false),
    seat(2, true),
    { t: "start", players: 2, seat: 2, head: "" },
    { t: "round", lines: ["* roll 1 2 3"] },
    { t: "late", seat: 1 },
    { t: "round", lines: ["1 write 1 a1", "2 write 1 a1"] },
    { t: "late", seat: 2 },
    { t: "late", seat: 1 },
    { t: "round", lines: ["1 write 1 a1", "2 write 1 a1"] },
    { t: "away", seat: 2 },
    { t: "round", lines: ["1 write 1 a1", "2 write 1 a1"] },
    { t: "here", seat: 2 },
    { t: "round", lines: ["1 write 1 a1", "2 write 1 a1"] },
  ]);
  assert.deepEqual([sealed.turns.own, sealed.turns.bot], [5, 2]);
  const open = takeAll({ ...begin(), started: true, me: 1 }, [
    { t: "play", lines: ["1 enter a1", "= terrain a1 1"] },
    { t: "play", lines: [[2, 7]] },
    { t: "late", seat: 1 },
    { t: "play", lines: ["1 move a1 b1"] },
    { t: "play", lines: [[1, 3]] },
    { t: "play", lines: [[2, 3]] },
    { t: "play", lines: ["1 end"] },
  ]);
  assert.deepEqual([open.turns.own, open.turns.bot], [4, 2]);
  assert.deepEqual(botsGame({ turns: { own: 4, bot: 2 } }), { n: 2, m: 4 });
  assert.equal(botsGame({ turns: { own: 4, bot: 1 } }), null);
  assert.equal(botsGame(begin()), null);
});

test("who is alone is heard by nobody: not by bots, nor by themselves", () => {
  let m = [
    { t: "seat", seat: 1, kind: "human", name: "Ana", you: true },
    { t: "seat", seat: 2, kind: "bot", name: "", level: "beginner" },
  ].reduce(take, begin());
  assert.equal(isHeard(m), false);
  assert.equal(isHeard(take(m, { t: "there", seats: [1], watching: 1 })), true);
  m = take(m, { t: "seat", seat: 2, kind: "human", name: "Bo", player: "p2" });
  assert.equal(isHeard(m), true, "also who is not there just now: it stays to be read");
});

test("what a server of 0.10 told is understood for ever", () => {
  const sessions = JSON.parse(readFileSync(new URL("../fixtures/promise-10/sessions.json", import.meta.url), "utf8"));
  for (const [name, { messages, view }] of Object.entries(sessions)) {
    const told = messages.filter(([way]) => way === "<").map(([, objects]) => objects);
    const m = told.reduce((match, objects) => takeAll(match, objects), begin());
    assert.equal(stage(m), name === "open" ? "playing" : "over");
    assert.deepEqual([m.game, m.me, m.talk.map((said) => said.text)], [view.game, view.viewer, ["Good luck!"]], name);
    if (m.state !== null) continue; // its moves are private to the build that told them
    const p = new Position(newCore());
    p.sync(m);
    const { round, scores, names } = p.view(1);
    assert.deepEqual({ round, scores, names }, { round: view.round, scores: view.scores, names: view.names }, name);
  }
});
