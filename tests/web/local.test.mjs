// local.test.mjs -- a table on this device as the page has it (clients/web/src/table/table_local.js), with the real host behind a made-up
// worker: what becomes of it when something breaks while the page takes what the worker says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { newCore, newHost, until } from "./kit.mjs";

/** The worker of the page. What it says comes a moment later, and `poison` many more objects of it break something. */
class FakeWorker {
  constructor() {
    FakeWorker.last = this;
    this.poison = 0;
    this.it = newHost();
    this.it.host.emit = (objects) => this.say(objects);
  }
  postMessage(message) {
    const data = structuredClone(message);
    this.taken = (this.taken ?? Promise.resolve()).then(async () => this.say([await this.it.host.take(data)]));
  }
  say(objects) {
    const bad = objects.some((o) => o.re === undefined) && this.poison-- > 0 ? [{ n: 1e6, t: "round" }] : []; // no lines
    setTimeout(() => this.onmessage({ data: structuredClone([...objects, ...bad]) }), 0);
  }
  terminate() {}
}
Object.assign(globalThis, { Worker: FakeWorker, WORKER_URL: "worker.js" });
const { LocalTable, createLocal } = await import("../../clients/web/src/table/table_local.js");

/** What is thrown where nobody catches it, from now on. */
function uncaught(t) {
  const thrown = [];
  t.mock.method(globalThis, "queueMicrotask", (fn) => {
    try {
      fn();
    } catch (error) {
      thrown.push(error.message);
    }
  });
  return thrown;
}

for (const [game, mode] of [
  ["temple", "solo"],
  ["tiwanaku", "solo-easy"],
])
  test(`${game}: a message that breaks something: opened anew, once; the game goes on; then it says so`, async (t) => {
    const thrown = uncaught(t),
      board = game === "tiwanaku" ? { name: "tiny-1" } : undefined,
      table = new LocalTable(await createLocal({ game, mode, seats: 1, name: "Ana", ...(board ? { board } : {}) })),
      worker = FakeWorker.last,
      position = new Position(newCore());
    /** A turn of mine, as the table is now; the answer. */
    const turn = () => {
      position.sync(table.match);
      const lines = [];
      do lines.push(position.legal(1, lines).at(-1));
      while (game === "temple" && position.acts(1, lines));
      return table.act("turn", { lines, round: table.match.round });
    };
    await until(() => table.match.started && table.link === "open");
    const before = table.match.lines.length;

    worker.poison = 1;
    assert.ok((await turn()).ok, "it is answered all the same");
    await until(() => thrown.length === 1);
    await until(() => table.match.lines.length > before, "all of it is told again");
    const { head, lines } = table.match,
      fresh = newHost({ store: worker.it.store });
    await fresh.act("open", { table: table.id });
    assert.deepEqual([head, lines], [fresh.match.head, fresh.match.lines], "as whoever opens it now");
    assert.deepEqual([table.link, table.problem], ["open", null]);
    const then = table.match.lines.length;
    assert.ok((await turn()).ok);
    await until(() => table.match.lines.length > then, "it goes on");

    worker.poison = 1;
    await assert.rejects(turn(), (e) => e.word === "fault");
    assert.deepEqual([table.link, table.problem.error], ["refused", "fault"]);
    await until(() => thrown.length === 2);
    table.close();
    worker.poison = 0;
    const again = new LocalTable(table.id);
    await until(() => again.match.lines.length > then, "the game is as it was");
    again.close();
  });

test("what was said before the table was opened anew is not taken for what is said then", async (t) => {
  const thrown = uncaught(t),
    table = new LocalTable(await createLocal({ game: "temple", mode: "solo", seats: 1, name: "Ana" })),
    worker = FakeWorker.last;
  await until(() => table.match.started && table.link === "open");
  const whole = table.match;
  worker.onmessage({ data: [{ n: 1e6, t: "round" }] });
  worker.onmessage({ data: [{ n: 1e6 + 1, t: "chat", seat: 1, text: "on its way", at: 1 }] });
  assert.deepEqual([table.match.started, table.match.n, table.match.talk], [false, 0, []]);
  await until(() => table.match.started);
  assert.deepEqual({ ...table.match, life: 0 }, { ...whole, life: 0 });
  assert.equal(thrown.length, 1);
  table.close();
});
