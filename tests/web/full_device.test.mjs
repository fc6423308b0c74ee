// full_device.test.mjs -- the store of the device refuses to keep more (quota): what becomes of a turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore, newHost, until } from "./kit.mjs";

/** A host whose store has no room: what it has stays readable. */
function fullHost() {
  const it = newHost(),
    { keep } = it.store;
  it.empty = () => (it.store.keep = keep);
  it.store.keep = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  it.position = new Position(newCore());
  it.round = async () => {
    it.position.sync(it.match);
    const lines = [],
      before = it.match.lines.length;
    while (it.position.acts(1, lines)) lines.push(it.position.legal(1, lines)[0]);
    assert.ok((await it.act("turn", { lines })).ok);
    await until(() => it.match.lines.length > before, "the next round");
  };
  it.said = () => it.objects.filter((o) => o.t === "unkept").length;
  return it;
}

test("a device that is full before the game: it begins, is played, begins again and goes on from a record; of each it is said once", async () => {
  const it = fullHost();
  const { table } = await it.act("create", { game: "temple", seats: 1, name: "Ana" });
  assert.ok((await it.act("open", { table })).ok);
  assert.equal(it.said(), 1);
  await it.round();
  await it.round();
  assert.equal(it.said(), 1);
  await it.act("shut");
  assert.ok((await it.act("open", { table })).ok, "and can be looked at again while the page is there");
  assert.ok(it.match.lines.length > 2);
  const { table: next } = await it.act("rematch", {});
  await it.act("shut");
  assert.ok((await it.act("open", { table: next })).ok);
  assert.equal(it.said(), 2);
  await it.round();
  const { record } = await it.act("record");
  const { table: study } = await it.act("resume", { record, seat: 1, table: next });
  await it.act("shut");
  assert.ok((await it.act("open", { table: study })).ok);
  await it.round();
  assert.equal(it.said(), 3);
  it.empty();
  await it.round();
  const again = newHost({ store: it.store });
  assert.ok((await again.act("open", { table: study })).ok);
  assert.deepEqual(again.match.lines, it.match.lines, "with room again all of it is kept");
  assert.equal((await again.act("open", { table })).error, "table", "of the others nothing is left");
});

test("a device that is full: the game goes on, and says that it is not kept", async () => {
  const it = fullHost();
  const full = it.store.keep;
  it.empty();
  const { table } = await it.act("create", { game: "temple", seats: 1, name: "Ana" });
  await it.act("open", { table });
  it.store.keep = full;
  await it.round();
  await it.round();
  assert.equal(it.said(), 1, "it is said once");
  it.empty();
  await it.round();
  const again = newHost({ store: it.store });
  await again.act("open", { table });
  assert.deepEqual(again.match.lines, it.match.lines, "with room again all of it is kept");
});
