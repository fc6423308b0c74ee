// bots.mjs -- how long the bots think about a decision in tambo_lab.wasm under node: mean and
// longest of each game, mode and level, with the budget that is usual. At most 1 s, and 50 ms from
// beginner to casual, is wanted; a line that is above ends with `too long`, and so does
// the program with status 1. Not a test, since it depends on the machine; called by `make bench`.
//
// usage: node bots.mjs TAMBO_LAB.WASM [GAMES]
import { readFileSync } from "node:fs";

const [file, games = "1"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bots.mjs TAMBO_LAB.WASM [GAMES]");
  process.exit(2);
}
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
const c = instance.exports;
const memory = new Uint8Array(c.memory.buffer);
const put = (text) => new TextEncoder().encodeInto(text, memory.subarray(c.tambo_in())).written;
const out = () => new TextDecoder().decode(memory.subarray(c.tambo_out(), c.tambo_out() + c.tambo_out_len()));
const must = (said) => {
  if (!said) throw new Error(out());
};

const LIMIT = { beginner: 50, learner: 50, casual: 50, regular: 1000, skilled: 1000, expert: 1000, master: 1000 };
const CHANCE = 1;
const OVER = 3;
const kinds = [
  ...["temple", "valley"].flatMap((game) => [
    [game, "solo", 1, "a"],
    [game, "solo", 1, "b"],
    [game, "multi", 2, "a"],
  ]),
  ["tiwanaku", "competitive", 2, "long"],
  ["tiwanaku", "competitive", 4, "long"],
  ["tiwanaku", "competitive", 2, "tiny"],
  ["tiwanaku", "solo-easy", 1, "long"],
  ["tiwanaku", "solo-hard", 1, "long"],
  ["tiwanaku", "coop-normal", 2, "long"],
  ["tiwanaku", "coop-expert", 4, "long"],
];

/** Milliseconds of work so far: what other programs do meanwhile does not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The text of the board in a record: the name of a sheet, or a whole new map. */
function board(name, seed) {
  if (name.length === 1) return `sheet: ${name}\n`;
  must(c.tambo_make(name === "tiny" ? 5 : 9, seed % 4, BigInt(seed)));
  return `scenario:\n${out()}end\n`;
}

/** Plays one game to its end, all seats at that level; the milliseconds of each decision are added to times. */
function play([game, mode, players, name], level, seed, times) {
  const text = board(name, seed);
  c.tambo_load_begin();
  must(c.tambo_load(put(`tambo-record 1\ngame: ${game}\nrules: 2\nmode: ${mode}\nplayers: ${players}\n${text}--\n`)));
  must(c.tambo_load_end());
  must(c.tambo_seed(BigInt(seed), 0n));
  while (c.tambo_phase() !== OVER) {
    if (c.tambo_phase() === CHANCE) {
      must(c.tambo_draw());
      continue;
    }
    let seat = 1;
    while (!c.tambo_acts(seat)) seat++;
    const bot = put(level);
    const from = now();
    must(c.tambo_bot(seat, bot));
    times.push(now() - from);
    must(c.tambo_apply(put(out())));
  }
}

const ms = (x) => `${x.toFixed(2).padStart(8)} ms`;
console.log("WebAssembly under node: one decision of a bot (wanted: at most 1 s, from beginner to casual 50 ms)");
for (const kind of kinds)
  for (const [level, limit] of Object.entries(LIMIT)) {
    const times = [];
    for (let seed = 1; seed <= Number(games); seed++) play(kind, level, seed, times);
    const mean = times.reduce((sum, x) => sum + x, 0) / times.length;
    const worst = times.reduce((most, x) => Math.max(most, x), 0);
    if (worst > limit) process.exitCode = 1;
    const [game, mode, players, name] = kind;
    const what = `${game} ${mode} ${players} ${name}`.padEnd(31) + level.padEnd(9);
    console.log(`${what} mean ${ms(mean)}   longest ${ms(worst)}   of ${times.length}${worst > limit ? "   too long" : ""}`);
  }
