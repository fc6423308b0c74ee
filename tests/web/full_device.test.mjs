// full_device.test.mjs -- the store of the device refuses to keep more (quota): what becomes of a turn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore, newHost, until } from "./kit.mjs";

test("a device that is full: the game goes on, and says that it is not kept", async () => {
  const it = newHost();
  const { table } = await it.act("create", { game: "temple", seats: 1, name: "Ana" });
  await it.act("open", { table });
  const { keep } = it.store;
  it.store.keep = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const position = new Position(newCore());
  const round = async () => {
    position.sync(it.match);
    const lines = [],
      before = it.match.lines.length;
    while (position.acts(1, lines)) lines.push(position.legal(1, lines)[0]);
    assert.ok((await it.act("turn", { lines })).ok);
    await until(() => it.match.lines.length > before, "the next round");
  };
  await round();
  assert.equal(it.objects.filter((o) => o.t === "unkept").length, 1, "it is said once");
  it.store.keep = keep;
  await round();
  const again = newHost({ store: it.store });
  await again.act("open", { table });
  assert.deepEqual(again.match.lines, it.match.lines, "with room again all of it is kept");
});
