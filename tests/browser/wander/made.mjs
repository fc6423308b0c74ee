// made.mjs -- finished games, played to the end by bots in node with the host of the page's worker, and put where the page keeps its games:
// for walks through what comes after a game.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Core } from "../../../clients/web/src/pure/core.js";
import { Host } from "../../../clients/web/src/worker/host.js";
import { memory } from "../../../clients/web/src/browser/store.js";

const module = (name, file) => new WebAssembly.Module(readFileSync(process.env[name] ?? fileURLToPath(new URL(`../../../build/${file}`, import.meta.url))));
const rules = module("TAMBO_WASM", "tambo.wasm"),
  lab = module("TAMBO_LAB", "tambo_lab.wasm");
const soon = () => new Promise((done) => setImmediate(done));

/** A game that is over, as [what the store has in "games", its row in "list"]. level: how well my own seat plays. */
export async function finished({ game, mode, seats = 1, seed = 1, level = "casual" }) {
  const store = memory();
  let state = BigInt(seed) + 77n;
  const host = new Host({
    newCore: () => new Core(rules),
    newLab: async () => new Core(lab),
    store,
    random: () => (state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n)),
    pace: 0,
    emit: () => {},
    pause: soon,
  });
  const board = game === "tiwanaku" ? { mode, board: { name: "tiny-1" } } : { mode };
  const made = await host.take({ do: "create", id: "a", game, seats, name: "Ana", bots: Array(seats - 1).fill("casual"), ...board });
  if (!made.ok) throw new Error(made.text);
  await host.take({ do: "open", id: "b", table: made.table });
  for (let i = 0; i < 20000 && !host.table.tableOver(); i++) {
    await soon();
    if (host.going || !host.table.tableActs(0) || host.table.tableBot()) continue;
    const lines = await host.think({ seat: 0, level }, host.sealed, seats);
    const { ok, text } = await host.take({ do: "turn", id: `t${i}`, lines: lines.split("\n").map((line) => `1 ${line}`) });
    if (!ok) throw new Error(text);
  }
  const [kept, row] = [await store.get("games", made.table), (await store.all("list"))[0]];
  if (!kept.over) throw new Error("the game does not end");
  return [kept, row];
}

/** Runs inside the page: keeps games as if they had been played there. The first page has made the database. */
export async function keep(games) {
  const answer = (request) => new Promise((yes, no) => ((request.onsuccess = () => yes(request.result)), (request.onerror = () => no(request.error))));
  while (!(await indexedDB.databases()).some((d) => d.name === "tambo")) await new Promise((done) => setTimeout(done, 20));
  const db = await answer(indexedDB.open("tambo"));
  for (const [kept, row] of games) {
    await answer(db.transaction("games", "readwrite").objectStore("games").put(kept, kept.id));
    await answer(db.transaction("list", "readwrite").objectStore("list").put(row, row.id));
  }
  db.close();
}
