// pass.test.mjs -- several people on one device (clients/web/src/worker/host.js): whom it is handed to, what each of them is told,
// and that nothing of somebody else's secrets leaves the worker.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newHost, table as open, until } from "./kit.mjs";

/** A table of people and bots, opened; nobody has the device in hand yet. */
const table = (setup, options) => open({ name: "Ana", ...setup }, options);

/** The turn of whoever holds the device: the k-th legal line as long as there is something to do. */
function turnOf(it, seat, k = 0) {
  const { core } = it.now(),
    lines = [];
  const sealed = core.game(it.match.game).sealed;
  do {
    const legal = it.position.legal(seat, lines);
    lines.push(legal[k % legal.length]);
  } while (sealed && it.position.legal(seat, lines).length);
  return lines;
}

const to = (it) => it.match.hand.to;

test("at first, and after a reload, nobody has it in hand: the page knows what a stranger knows", async () => {
  const it = await table({ game: "temple", others: ["Bo"], seats: 2 });
  assert.equal(it.match.me, null);
  assert.deepEqual(it.match.hand, { people: 2, to: 1 });
  assert.equal((await it.act("turn", { lines: ["1 5"] })).error, "turn");
  assert.equal((await it.act("hint")).error, "turn");
  for (const seat of [0, 3, -1, 1.5, "1", undefined, null]) assert.equal((await it.act("hold", { seat })).ok, false, String(seat));
  assert.ok((await it.act("hold", { seat: 1 })).ok);
  assert.equal(it.match.me, 1);
  assert.deepEqual(it.match.hand, { people: 2, to: 0 });
  assert.deepEqual(
    it.match.seats.map((s) => [s.name, s.kind, s.you]),
    [
      ["Ana", "human", true],
      ["Bo", "human", false],
    ],
  );
  const again = newHost({ store: it.store });
  assert.ok((await again.act("open", { table: it.id })).ok);
  assert.equal(again.match.me, null);
});

test("PP-6: who has written hands it on; who comes next sees nothing of it, and the last opens the round for all", async () => {
  const it = await table({ game: "temple", others: ["Bo", "Cy"], bots: ["beginner"] });
  let holder = 1;
  for (let round = 0; round < 4; round++) {
    const order = [holder, (holder % 3) + 1, ((holder + 1) % 3) + 1];
    for (const [i, seat] of order.entries()) {
      await until(() => (i === 0 && round > 0 ? to(it) === 0 && !it.match.yours.length : to(it) === seat), `the device is handed to ${seat}`);
      if (i > 0 || round === 0) assert.ok((await it.act("hold", { seat })).ok);
      assert.equal(it.match.me, seat);
      assert.deepEqual(it.match.yours, []);
      assert.ok((await it.act("turn", { lines: turnOf(it, seat, round + seat) })).ok);
      holder = seat;
    }
    await until(() => it.match.round > round, "the round closes");
  }
});

test("a turn is taken back as long as nobody has taken the device, and comes to who wrote it", async () => {
  const it = await table({ game: "temple", others: ["Bo"], seats: 2 });
  await it.act("hold", { seat: 1 });
  const lines = turnOf(it, 1);
  await it.act("turn", { lines });
  assert.equal(to(it), 2);
  assert.ok((await it.act("back")).ok);
  assert.equal(to(it), 0);
  assert.deepEqual(it.match.yours, []);
  await it.act("turn", { lines });
  await it.act("hold", { seat: 2 });
  assert.equal((await it.act("turn", { lines })).error, "turn", "not with Ana's lines");
  assert.ok((await it.act("back")).ok, "Bo has nothing to take back");
  assert.deepEqual(it.match.ready, [1], "and Ana's turn stays");
});

/** What leaves the worker from when seat 2 has the device, where Ana did her k-th thing. */
async function told(game, k) {
  const it = await table({ game, others: ["Bo"], bots: ["beginner"] }, { seed: 7n });
  it.host.goOn = async () => {}; // the bot sleeps: the round stays open
  await it.act("hold", { seat: 1 });
  const lines = turnOf(it, 1, k);
  assert.ok((await it.act("turn", { lines })).ok);
  it.objects.length = 0;
  await it.act("hold", { seat: 2 });
  const { record } = await it.act("record");
  const [row] = await it.store.all("list"); // what the first page shows
  return { lines, row: JSON.stringify({ ...row, at: 0, id: 0 }), text: JSON.stringify(it.objects).replace(/"at":\d+/g, ""), record };
}

test("twins: what the second is told does not depend on what the first has written", async () => {
  for (const game of ["temple", "valley"]) {
    const one = await told(game, 0),
      other = await told(game, 5);
    assert.notDeepEqual(one.lines, other.lines, game);
    assert.equal(one.text, other.text, game);
    assert.equal(one.record, other.record, game);
    assert.equal(one.row, other.row, game);
    assert.ok(!("total" in JSON.parse(one.row)), "the list is for all eyes: nobody's points");
  }
});

test("Tiwanaku: it is handed on when somebody else moves, to the end of the game", async () => {
  for (const mode of ["competitive", "coop-easy"]) {
    const it = await table({ game: "tiwanaku", mode, others: ["Bo"], bots: mode === "competitive" ? ["beginner"] : [], board: { name: "tiny-1" } });
    const held = new Set();
    for (let i = 0; i < 400 && !it.match.result; i++) {
      await until(() => it.match.result || to(it) || (it.match.me && it.now().acts(it.match.me)), "somebody is asked");
      if (it.match.result) break;
      if (to(it)) {
        const seat = to(it);
        assert.ok((await it.act("hold", { seat })).ok);
        held.add(seat);
        assert.equal(it.match.me, seat);
        continue;
      }
      const lines = turnOf(it, it.match.me, i);
      assert.ok((await it.act("turn", { lines })).ok);
    }
    assert.deepEqual([...held].sort(), [1, 2], mode);
    assert.ok(it.match.result, `${mode}: the game ends`);
    assert.equal(to(it), 0);
  }
});

test("the end is there for all, after a reload too; the rematch has the same people", async () => {
  const it = await table({ game: "temple", others: ["Bo"], seats: 2, board: { text: "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n.##\n#D#\n" } });
  for (let i = 0; i < 100 && !it.match.result; i++) {
    if (to(it)) await it.act("hold", { seat: to(it) });
    await it.act("turn", { lines: turnOf(it, it.match.me, i) });
    await until(() => it.match.result || to(it) || !it.match.yours.length);
  }
  assert.ok(it.match.result);
  const again = newHost({ store: it.store });
  await again.act("open", { table: it.id });
  assert.equal(again.match.me, 1);
  assert.equal(to(again), 0);
  const next = await again.act("rematch");
  await again.act("open", { table: next.table });
  assert.deepEqual(
    again.match.seats.map((s) => s.name),
    ["Ana", "Bo"],
  );
  assert.equal(to(again), 1);
});

test("a game that ends while nobody has the device in hand is there for all at once", async () => {
  let it = await table({ game: "temple", others: ["Bo"], bots: ["beginner"], board: { text: "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n.##\n#D#\n" } });
  for (let i = 0; i < 100 && !it.match.result; i++) {
    await until(() => it.match.result || to(it) || (it.match.me && it.now().acts(it.match.me)), "somebody is asked");
    if (it.match.result) break;
    if (to(it)) await it.act("hold", { seat: to(it) });
    await it.act("turn", { lines: turnOf(it, it.match.me) });
    const again = newHost({ store: it.store }); // a reload at once: the bot has not written yet
    await it.act("shut");
    await again.act("open", { table: it.id });
    it = Object.assign(again, { id: it.id, position: it.position });
    it.now = () => (it.position.sync(it.match), it.position);
  }
  assert.ok(it.match.result);
  await until(() => it.match.me === 1, "there is a seat to ask for the rematch");
});

test("names are tidied and refused for each; more people than seats, or than hands, do not fit", async () => {
  const it = newHost();
  const made = (members) => it.act("create", { game: "temple", name: "Ana", ...members });
  assert.equal((await made({ others: ["Bo\u0007"] })).ok, false);
  assert.equal((await made({ others: ["Bo", "Cy"], seats: 2 })).error, "seat");
  assert.equal((await made({ others: Array(8).fill("x"), seats: 20 })).error, "seat");
  const { table: id } = await made({ others: ["  Bo  "], seats: 2 });
  await it.act("open", { table: id });
  assert.equal(it.match.seats[1].name, "Bo");
});
