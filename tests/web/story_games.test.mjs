// story_games.test.mjs -- finished games as notes of one's own story: feats on real records, by bots who play many games; whose points they are,
// against whom; games of this device that are taken in; what the notes add up to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { games as known } from "../../clients/web/src/games/list.js";
import { endOf, gameNote } from "../../clients/web/src/story/game_note.js";
import { bestOf, newFeats, rivalOf, rivals, spread, ways } from "../../clients/web/src/story/scores.js";
import { newCore, newLab, table, until } from "./kit.mjs";

const lab = newLab();
const loadPast = async (game) => (await known.find((g) => g.name === game).past()).default;
/** The record of a game among bots. */
function played(game, mode, board, level, seed, players = 1) {
  const kind = game === "tiwanaku" ? "scenario" : "sheet";
  lab.load(`tambo-record 1\ngame: ${game}\nrules: 2\nmode: ${mode}\nplayers: ${players}\n${kind}: ${board}\n--\n`);
  lab.seed(BigInt(seed));
  lab.budget(40);
  while (lab.phase() !== 3) {
    const seat = Array.from({ length: players }, (_, i) => i + 1).find((s) => lab.acts(s));
    if (seat) lab.apply(lab.bot(seat, level).trimEnd());
    else lab.draw();
  }
  return lab.record();
}

/** Games in which each feat occurs and does not. */
const GAMES = {
  temple: [
    ["solo", "a", "casual", 14],
    ["solo", "a", "skilled", 12],
    ["solo", "b", "beginner", 4],
    ["multi", "a", "casual", 6, 3],
  ],
  valley: [
    ["solo", "a", "casual", 14],
    ["solo", "a", "skilled", 30],
    ["multi", "b", "casual", 4, 2],
  ],
  tiwanaku: [
    ["solo-easy", "tiny-1", "beginner", 6],
    ["solo-easy", "tiny-2", "casual", 14],
    ["solo-hard", "long-1", "casual", 14],
    ["coop-normal", "long-1", "casual", 14, 2],
    ["coop-easy", "tiny-3", "skilled", 3, 3],
    ["competitive", "tiny-1", "casual", 6, 2],
  ],
};

/** What a feat says, written once more from the result and the record. */
const PLAIN = {
  "temple run-5": ({ row }) => row.run > 4,
  "temple run-8": ({ row }) => row.run > 7,
  "temple groups": ({ row }) => row.groups >= 21,
  "temple rest": ({ view, seat }) => {
    const { mummies, crossed } = view.sheets[seat - 1];
    return mummies.length > 2 && mummies.every((m) => crossed.includes(m));
  },
  "temple explorer": ({ row }) => row.level === "explorer",
  "valley pyramid": ({ view, seat }) => view.sheets[seat - 1].discoveries.some((d) => d.kind === "pyramid"),
  "valley kinds": ({ view, seat }) => new Set(view.sheets[seat - 1].discoveries.map((d) => d.kind)).size === 4,
  "valley snakes": ({ view, seat }) =>
    view.sheets[seat - 1].snakes.length > 1 && view.sheets[seat - 1].snakes.every((s) => view.sheets[seat - 1].crossed.includes(s)),
  "valley full": ({ row }) => row.full === 7,
  "valley built": ({ count }) => count.items.filter((i) => ["hut", "statue", "mine"].includes(i.what) && i.points >= 6).length === 3,
  "tiwanaku five": ({ lines, seat }) => /1{5}/.test(said(lines, seat)),
  "tiwanaku sure": ({ lines, seat }) => /^1{8,}$/.test(said(lines, seat)),
  "tiwanaku gifts": ({ lines, seat }) => lines.includes(`${seat} offer 1 2 3 4 5`),
  "tiwanaku otoma": ({ rows, view }) => view.players === 1 && rows[0].total > rows[1].total,
  "tiwanaku hard": ({ rows, view }) => view.mode === "solo-hard" && rows[0].total > rows[1].total,
  "tiwanaku group": ({ rows, view }) => view.mode.startsWith("coop") && rows[0].total > rows[1].total,
};
/** 1 for each right divination, 0 for the others: by the fact that the record has behind it. */
const said = (lines, seat) =>
  lines
    .map((line, i) => [line.split(" "), lines[i + 1]])
    .filter(([[who, verb]]) => who === `${seat}` && verb === "divine")
    .map(([[, , space, crop], fact]) => Number(fact === `= crop ${space} ${crop}`))
    .join("");

for (const [game, sets] of Object.entries(GAMES))
  test(`feats of ${game}: each occurs and does not, as a plain look at the end has it`, async () => {
    const past = await loadPast(game),
      seen = Object.fromEntries(past.feats.map((f) => [f.key, { yes: 0, no: 0 }]));
    for (const [mode, board, level, n, players = 1] of sets)
      for (let seed = 1; seed <= n; seed++) {
        const record = played(game, mode, board, level, seed * 7, players);
        for (let seat = 1; seat <= players; seat++) {
          const end = endOf(newCore(), record, seat),
            note = gameNote(end, past, { levels: [] });
          for (const { key } of past.feats) {
            assert.equal(note.feats.includes(key), PLAIN[`${game} ${key}`](end), `${game} ${key}, ${mode} ${board} ${level} ${seed}`);
            seen[key][note.feats.includes(key) ? "yes" : "no"]++;
          }
        }
      }
    for (const [key, { yes, no }] of Object.entries(seen)) assert.ok(yes && no, `${key}: ${yes} times, and ${no} times not`);
    for (const f of past.feats) assert.ok(f.name() && f.how(), f.key);
  });

test("whose points, against whom, on what", async () => {
  const make = async (game, seat, levels, ...how) => gameNote(endOf(newCore(), played(game, ...how), seat), await loadPast(game), { levels });
  const solo = await make("temple", 1, [], "solo", "b", "casual", 3);
  assert.deepEqual([solo.board, solo.sort, solo.others, solo.won, solo.lost], ["b", "b", [], false, false]);
  assert.ok(solo.level && solo.points > 0);
  const multi = await make("temple", 2, ["casual", null, "master"], "multi", "a", "casual", 3, 3);
  assert.deepEqual(
    multi.others.map((o) => o.bot),
    ["casual", "master"],
  );
  assert.equal(rivalOf(multi).name, "mixed");
  assert.equal(multi.won, !multi.lost);
  const alone = await make("tiwanaku", 1, [], "solo-easy", "tiny-1", "casual", 3);
  assert.deepEqual([alone.board, alone.sort, alone.others.length, alone.others[0].bot, alone.others[0].name], ["tiny-1", "tiny", 1, null, null]);
  assert.deepEqual(rivalOf(alone), { sort: "side", name: "" });
  const coop = await make("tiwanaku", 2, ["casual"], "coop-normal", "long-1", "casual", 3, 2);
  assert.deepEqual([coop.sort, coop.others.length], ["long", 1], "the group has one score");
  assert.equal((await make("temple", 1, [], "solo", "a", "casual", 3)).sort, "a");
  const end = endOf(newCore(), played("temple", "solo", "a", "casual", 3), 1);
  assert.equal(gameNote(end, null, { levels: [] }).sort, null, "a game without a past of its own");
  assert.deepEqual(gameNote(end, null, { levels: [], as: "table" }).points, null);
});

test("another last level of the roads is another sort of board", async () => {
  const past = await loadPast("tiwanaku");
  lab.load("tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: solo-easy\nplayers: 1\noption final-level: 4\nscenario: tiny-1\n--\n");
  const end = endOf(newCore(), lab.record(), 1);
  assert.equal(past.kind(end), "tiny 4");
  assert.match(past.kindName("tiny 4"), /4/);
  lab.load("tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: solo-easy\nplayers: 1\noption final-level: 6\nscenario: tiny-1\n--\n");
  assert.equal(past.kind(endOf(newCore(), lab.record(), 1)), "tiny");
});

/** Plays the open table to its end, whoever has the device. */
async function finish(it) {
  for (let i = 0; i < 400 && !it.match.result; i++) {
    const { match } = it;
    if (match.hand?.to) await it.act("hold", { seat: match.hand.to });
    const position = it.now(),
      me = it.match.me;
    if (!position.acts(me) || it.match.yours.length) {
      await new Promise((done) => setTimeout(done, 2));
      continue;
    }
    const lines = [];
    do lines.push(position.legal(me, lines)[0]);
    while (position.core.game(match.game).sealed && position.acts(me, lines) && lines.length < 12);
    const said = await it.act("turn", { lines, round: match.round });
    assert.ok(said.ok, said.text);
  }
  await until(() => it.match.result, "the end");
}

test("what the worker says of a game that was kept: levels, time, whose it is", async () => {
  const it = await table({ game: "temple", seats: 3, name: "Ana", bots: ["learner", "casual"] });
  const before = await it.act("kept", { table: it.id });
  assert.deepEqual([before.over, before.seat, [...before.levels], before.as], [false, 1, [undefined, "learner", "casual"], ""]);
  await finish(it);
  const { record, over, at, as } = await it.act("kept", { table: it.id });
  assert.ok(over && Math.abs(at - Date.now()) < 60000);
  const note = gameNote(endOf(newCore(), record, 1), null, { levels: before.levels, as });
  assert.equal(note.points, it.match.result.seats.find((r) => r.seat === 1).total);
  assert.deepEqual(
    note.others.map((o) => o.bot),
    ["learner", "casual"],
  );
  const then = at;
  await it.act("rematch");
  assert.equal((await it.act("kept", { table: it.id })).at, then, "a rematch is no part of it");
  const half = (await it.act("kept", { table: it.id })).record.split("\n").slice(0, 14).join("\n") + "\n";
  const { table: study } = await it.act("resume", { record: half, seat: 1 });
  assert.equal((await it.act("kept", { table: study })).as, "study");
  const shared = await it.act("create", { game: "temple", seats: 2, name: "Ana", others: ["Ben"] });
  assert.equal((await it.act("kept", { table: shared.table })).as, "table");
});

const games = (...points) =>
  points.map((p, i) => ({
    kind: "game",
    id: `g${i}`,
    at: i,
    game: "x",
    mode: "solo",
    sort: "a",
    points: p,
    level: null,
    won: false,
    lost: false,
    others: [],
    feats: [],
    as: "",
  }));

test("the best yet: better than all others, not the first, of the same sort", () => {
  const best = (list, i) => bestOf(list, list[i]);
  assert.equal(best(games(10), 0), null, "the first");
  assert.equal(best(games(10, 11), 1), 10);
  assert.equal(best(games(10, 10), 1), null, "as good is not better");
  assert.equal(best(games(10, 12, 11), 2), null);
  assert.equal(best(games(10, 12, 11), 1), 10, "looked at again, and still the best");
  assert.equal(best(games(10, 12, 13), 1), null, "no longer");
  assert.equal(best(games(10, 8), 0), null, "the first, though it is the best");
  const other = games(10, 11);
  other[0].sort = "b";
  assert.equal(best(other, 1), null);
  const own = games(10, 11).map((n) => ({ ...n, sort: null }));
  assert.equal(best(own, 1), null, "boards that cannot be compared");
  const study = games(10, 9, 11);
  study[0].as = "study";
  assert.equal(best(study, 2), 9);
  assert.equal(best(games(-3, -1), 1), -3);
});

test("each feat is new once, in the first game that has it", () => {
  const notes = games(10, 20, 30, 40);
  const feats = [["a", "b"], ["b"], ["c", "a"], ["a"]];
  notes.forEach((n, i) => {
    n.feats = feats[i];
  });
  notes[3].game = "valley";
  assert.deepEqual(
    notes.map((n) => newFeats(notes, n)),
    [["a", "b"], [], ["c"], ["a"]],
  );
  assert.deepEqual(newFeats([notes[2], notes[1], notes[0]], notes[1]), [], "in whatever order they are kept");
});

test("what notes add up to", () => {
  const notes = games(10, 20, 33);
  Object.assign(notes[1], { won: true, level: "voyager", others: [{ bot: "casual", name: null, points: 5 }] });
  Object.assign(notes[2], { lost: true, others: [{ bot: "casual", name: null, points: 50 }] });
  const [way, ...more] = ways([...notes, { ...notes[0], id: "t", as: "table", points: null }]);
  assert.equal(more.length, 0);
  assert.deepEqual([way.played, way.best, way.bestGame.id, way.mean, way.won, way.lost], [3, 33, "g2", 21, 1, 1]);
  assert.deepEqual(way.levels, [{ level: "voyager", n: 1 }]);
  assert.deepEqual(rivals(notes), [{ sort: "bots", name: "casual", won: 1, of: 2 }]);
  for (const points of [[5], [1, 2, 3], [-7, 0, 30, 31, 90, 91], [88, 88], [0, 1000]]) {
    const bars = spread(points);
    assert.ok(bars.length <= 8, `${points}`);
    assert.equal(
      bars.reduce((n, b) => n + b.n, 0),
      points.length,
    );
    assert.ok(bars[0].n && bars.at(-1).n);
  }
});
