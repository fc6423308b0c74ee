// two_tabs.test.mjs -- the same game of this device open in two tabs: each has a worker, so a host, of its own and
// they share the store. Rounds played in one must not be lost when the other, which is behind, plays on.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./fake_indexeddb.mjs";
import { Position } from "../../clients/web/src/pure/position.js";
import { memory, store } from "../../clients/web/src/browser/store.js";
import { newCore, newHost, until } from "./kit.mjs";

// The store of the browser, and the one that lasts as long as the page.
const STORES = { "in IndexedDB": store, "in memory": memory };

async function playRound(it) {
  const position = new Position(newCore());
  position.sync(it.match);
  const lines = [],
    before = it.match.lines.length;
  while (position.acts(1, lines)) lines.push(position.legal(1, lines)[0]);
  const said = await it.act("turn", { lines, round: it.match.round });
  if (said.ok) await until(() => it.match.lines.length > before, "the next round");
  return said;
}

for (const [where, open] of Object.entries(STORES))
  test(`a tab that is behind does not wipe out what another tab of the same game played (${where})`, async () => {
    const a = newHost({ store: await open() });
    assert.ok(!a.store.lost);
    const { table } = await a.act("create", { game: "temple", seats: 1, name: "Ana" });
    const b = newHost({ store: a.store, seed: 5n });
    await a.act("open", { table });
    await b.act("open", { table });
    for (let i = 0; i < 3; i++) assert.ok((await playRound(a)).ok);
    const { events: played } = await a.store.get("games", table);
    const said = await playRound(b);
    assert.equal(said.error, "elsewhere");
    assert.equal(b.match.lines.length, a.match.lines.length, "and is up to date now");
    assert.deepEqual(b.match.yours, []);
    const { events: kept } = await a.store.get("games", table);
    assert.deepEqual(kept.slice(0, played.length), played, "three rounds were played");
    assert.ok((await playRound(b)).ok, "from there it goes on");
  });

for (const [where, open] of Object.entries(STORES))
  test(`a game that another window removed while bots think is not put back, and says that it is gone (${where})`, async () => {
    const it = newHost({ store: await open() });
    const { table } = await it.act("create", { game: "tiwanaku", mode: "competitive", seats: 2, bots: ["beginner"], name: "Ana", board: { name: "tiny-1" } });
    await it.act("open", { table });
    const position = new Position(newCore());
    for (position.sync(it.match); position.acts(1); position.sync(it.match)) await it.act("turn", { lines: [position.legal(1)[0]] });
    await Promise.all(["games", "list"].map((list) => it.store.remove(list, table)));
    await until(() => !it.host.game, "the end of the table");
    assert.equal((await it.act("turn", { lines: ["1 end"] })).error, "table");
    assert.equal(await it.store.get("games", table), undefined);
  });
