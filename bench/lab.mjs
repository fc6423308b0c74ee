// lab.mjs -- how long tambo_lab.wasm takes under node to make a map of each board and grade, and
// to give a hint at some points of a game: median, 95th, worst. Not a test; called by `make bench`.
//
// usage: node lab.mjs TAMBO_LAB.WASM [MAPS]
import { readFileSync } from "node:fs";

const [file, maps = "300"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node lab.mjs TAMBO_LAB.WASM [MAPS]");
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

const ms = (x) => `${x.toFixed(2).padStart(8)} ms`;
function print(what, times) {
  times.sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  console.log(`${what.padEnd(30)} median ${ms(at(0.5))}   95th ${ms(at(0.95))}   worst ${ms(at(1))}   of ${times.length}`);
}

/** Milliseconds of work so far: what other programs do meanwhile does not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of each call, after some that do not count: the engine compiles meanwhile. */
function time(n, fn) {
  const times = [];
  for (let i = -20; i < n; i++) {
    const from = now();
    fn(i + 20);
    if (i >= 0) times.push(now() - from);
  }
  return times;
}

console.log("WebAssembly under node: one map (target: 95th at most 50 ms), one hint");
for (const [board, cols] of [
  ["long", 9],
  ["tiny", 5],
])
  ["gentle", "fair", "tricky", "fiendish"].forEach((grade, number) =>
    print(
      `make ${board} ${grade}`,
      time(Number(maps), (i) => must(c.tambo_make(cols, number, BigInt(i)))),
    ),
  );

/** A new match, its first part played by bots: so many spaces have their terrain. */
function play(seed, seen) {
  must(c.tambo_make(9, seed % 4, BigInt(seed)));
  const head = "tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: competitive\nplayers: 2\n";
  const record = `${head}scenario:\n${out()}end\n--\n`;
  c.tambo_load_begin();
  must(c.tambo_load(put(record)));
  must(c.tambo_load_end());
  must(c.tambo_seed(BigInt(seed), 0n));
  const terrain = () => (
    must(c.tambo_view(0)),
    JSON.parse(out())
      .terrain.join("")
      .replace(/[^vdfm]/g, "").length
  );
  while (c.tambo_phase() !== 3 && terrain() < seen)
    if (c.tambo_phase() === 1) must(c.tambo_draw());
    else {
      must(c.tambo_bot(c.tambo_acts(1) ? 1 : 2, put("random")));
      must(c.tambo_apply(put(out())));
    }
}

for (const seen of [9, 18, 27, 36, 42]) {
  const times = [];
  for (let seed = 1; seed <= Math.min(20, Number(maps)); seed++) {
    play(seed, seen);
    const from = now();
    must(c.tambo_hint(1));
    times.push(now() - from);
  }
  print(`hint, long, ${seen} of 45 seen`, times);
}
