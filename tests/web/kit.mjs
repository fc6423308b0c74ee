// kit.mjs -- what the unit tests of the web client share: the modules, a host that needs no browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import "./browser_has.mjs";
import { Core } from "../../clients/web/src/pure/core.js";
import { Position } from "../../clients/web/src/pure/position.js";
import { Host } from "../../clients/web/src/worker/host.js";
import { learnNumbers } from "../../clients/web/src/pure/numbers.js";
import { begin, takeAll } from "../../clients/web/src/pure/match.js";
import { memory } from "../../clients/web/src/browser/store.js";

export const rules = new WebAssembly.Module(readFileSync(process.env.TAMBO_WASM));
const lab = new WebAssembly.Module(readFileSync(process.env.TAMBO_LAB));
export const newCore = () => learnNumbers(new Core(rules));
export const newLab = () => new Core(lab);

/** A host in this process, and the match its objects make. `seed` makes its dice repeat. */
export function newHost({ seed = 1n, store = memory(), core = newCore } = {}) {
  const it = { match: begin(), objects: [], store };
  const random = () => (seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n));
  it.host = new Host({
    newCore: core,
    newLab: async () => newLab(),
    store,
    random,
    pace: 0,
    emit: (objects) => {
      it.objects.push(...structuredClone(objects));
      it.match = takeAll(it.match, objects);
    },
    pause: () => new Promise((done) => setImmediate(done)),
  });
  let id = 0;
  it.act = async (what, members = {}) => it.host.take({ ...members, do: what, id: `a${id++}` });
  return it;
}

/** A host with a new table that is open; now() is its position. */
export async function table(setup, options) {
  const it = newHost(options);
  const made = await it.act("create", setup);
  assert.ok(made.ok, made.text);
  it.id = made.table;
  assert.ok((await it.act("open", { table: it.id })).ok);
  it.position = new Position(newCore());
  it.now = () => (it.position.sync(it.match), it.position);
  return it;
}

/** Plays the open table of a host by a bot, so many turns or to the end; how many there were. */
export async function play(it, most = 400) {
  const lab = newLab();
  for (let i = 0; ; i++) {
    if (it.match.result || i === most) return i;
    lab.load(`${it.match.head}--\n${it.match.lines.join("\n")}\n`);
    lab.seed(BigInt(i));
    const lines = [];
    while (lab.acts(1)) {
      lines.push(lab.bot(1, "casual").trimEnd());
      lab.apply(lines.at(-1));
    }
    const said = await it.act("turn", { lines, round: it.match.round });
    assert.ok(said.ok, said.text);
  }
}

/** Waits until a condition holds. */
export async function until(fn, what = "the condition") {
  for (let i = 0; i < 30000; i++) {
    if (fn()) return;
    await new Promise((done) => setTimeout(done, 2));
  }
  throw new Error(`${what} did not come`);
}
