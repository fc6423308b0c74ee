// same.test.mjs -- WebAssembly and the native build are the same program: over thousands
// of matches of every game and mode they reach the same states move by move, and their
// bots play the same games. Run by node's test runner; see tests/meson.build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { CHANCE, OVER, Tambo, hashesFile, tamboFile } from "./tambo.mjs";

const folder = mkdtempSync(join(tmpdir(), "tambo-"));
after(() => rmSync(folder, { recursive: true }));
const wasm = new Tambo();
const GAMES = Number(process.env.TAMBO_MATCHES ?? 50), // of each kind
  FEW = GAMES < 50;

const run = (file, ...args) => execFileSync(file, args, { encoding: "utf8", maxBuffer: 1 << 30 });
const tambo = (...args) => run(tamboFile, ...args);

/** A sheet of 64 spaces in a file, so that it travels inside the records. */
function largest(game, special) {
  const file = join(folder, `${game}.sheet`);
  const rows = `${`${special}#######\n`.repeat(4)}${"########\n".repeat(4)}`;
  writeFileSync(file, `tambo-sheet 1\ngame: ${game}\nname: largest\ngrid:\n${rows}`);
  return file;
}

const dice = (game, special) => [
  ...["a", "b"].flatMap((sheet) => [1, 2, 3, 7].map((players) => ({ game, players, args: ["--sheet", sheet] }))),
  { game, players: 100, few: true, args: ["--sheet", "b"] },
  { game, players: 2, few: true, args: ["--sheet", largest(game, special)] },
];
const modes = [
  ["solo-easy", 1],
  ["solo-hard", 1],
  ...["competitive", "coop-easy", "coop-normal", "coop-expert"].flatMap((mode) => [2, 3, 4].map((n) => [mode, n])),
];
const maps = modes.flatMap(([mode, players]) => ["tiny", "long"].map((board) => ({ game: "tiwanaku", players, args: ["--mode", mode, "--board", board] })));
const all = [...dice("temple", "D"), ...dice("valley", "o"), ...maps];
const name = (c) => [c.game, c.players, ...c.args.map((word) => basename(word))].join(" ").replaceAll("--", "");

let runs = 0;
/** Lets the native bots play; returns the record files, in order. */
function simulate(c, bot, seed, games, ...more) {
  const where = join(folder, `${++runs}`);
  tambo("simulate", c.game, "--players", `${c.players}`, ...c.args, "--bot", bot, "--seed", `${seed}`, "--games", `${games}`, "--record", where, ...more);
  if (games === 1) return [where];
  return readdirSync(where)
    .sort()
    .map((file) => join(where, file));
}

/** What tests/wasm/hashes.c says: a list of lines for each file. */
function native(...args) {
  return run(hashesFile, ...args)
    .split(/^= .*\n/m)
    .slice(1)
    .map((text) => text.split("\n").slice(0, -1));
}

/** The header of a record, `--` included, and the lines behind it. */
function split(text) {
  const at = text.indexOf("\n--\n") + 4;
  return [text.slice(0, at), text.slice(at).split("\n").slice(0, -1)];
}

let matches = 0;
let moves = 0;

for (const c of all)
  test(`the same state after every line: ${name(c)}`, () => {
    const files = simulate(c, "random", 11, c.few ? 2 : GAMES);
    const hashes = native(...files);
    files.forEach((file, i) => {
      const text = readFileSync(file, "utf8");
      const [head, lines] = split(text);
      const first = head.split("\n").length;
      wasm.load(head);
      lines.forEach((line, k) => {
        if (!line.startsWith("=")) wasm.apply(line);
        // facts follow the action by themselves, so the native hash behind them is the action's
        assert.equal(hashes[i][k], `${first + k} ${wasm.hash()}`, `${file}:${first + k}`);
        moves++;
      });
      assert.equal(wasm.c.tambo_phase(), OVER);
      assert.equal(wasm.record(), text);
      matches++;
    });
  });

for (const c of all)
  test(`records are read alike: ${name(c)}`, () => {
    const files = simulate(c, "random", 12, FEW ? 1 : 2);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const [head, lines] = split(text);
      wasm.load(text, 1 + (text.length % 997));
      assert.equal(wasm.record(), text);
      const half = `${head}${lines.slice(0, lines.length >> 1).join("\n")}\n`;
      wasm.load(half);
      const ask = (...args) => execFileSync(tamboFile, args, { input: half, encoding: "utf8", maxBuffer: 1 << 26 });
      assert.equal(`${wasm.result()}\n`, ask("replay", "-"));
      for (const viewer of [0, 1, c.players]) assert.equal(`${wasm.view(viewer)}\n`, ask("view", "-", "--seat", viewer ? `${viewer}` : "spectator"));
      const legal = [];
      for (let seat = 1; seat <= c.players; seat++) legal.push(...wasm.legal(seat).sort());
      assert.equal(legal.map((line) => `${line}\n`).join(""), ask("legal", "-"));
    }
  });

/** The bots play on from a header as game i of a simulation; the record of it must be the text. */
function replay(module, text, bots, seed, i) {
  module.load(split(text)[0]);
  module.seed(seed, i);
  while (module.c.tambo_phase() !== OVER)
    if (module.c.tambo_phase() === CHANCE) module.draw();
    else {
      const seat = module.acting();
      module.apply(module.bot(seat, bots[(seat - 1) % bots.length]));
    }
  assert.equal(module.record(), text);
}

for (const bot of ["random", "greedy", "random,greedy"])
  for (const c of all.filter((c) => bot === "random" || c.players < 100))
    test(`bots play the same games: ${bot}, ${name(c)}`, () => {
      const files = simulate(c, bot, 13, bot === "random" && !c.few ? Math.max(2, GAMES / 5) : 2);
      files.forEach((file, i) => replay(wasm, readFileSync(file, "utf8"), bot.split(","), 13, i));
    });

// All levels at one table, or one after another alone; those that search think little. The odds of a long
// map take a while, so there are few of these: one of each mode.
const lab = new Tambo(new WebAssembly.Module(readFileSync(process.env.TAMBO_LAB)));
const levels = ["beginner", "learner", "casual", "regular", "skilled", "expert", "master"];
for (const c of all.filter((c) => c.players < 7 && !c.few && !(c.args.includes("long") && c.players > (FEW ? 1 : 2))))
  test(`levels play the same games: ${name(c)}`, () => {
    lab.c.tambo_budget(12);
    const long = c.args.includes("long");
    for (const bot of c.players === 1 && !long ? levels : [[...levels].reverse().join()]) {
      const files = simulate(c, bot, 15, 1, "--playouts", "12");
      files.forEach((file, i) => replay(lab, readFileSync(file, "utf8"), bot.split(","), 15, i));
    }
  });

/** A header as a client gets it: no map, no `--`. */
const veiled = (head) => head.replace(/^scenario:\n[\s\S]*?^end\n/m, "").replace(/^--\n/m, "");

for (const c of all)
  test(`a client that knows only its view: ${name(c)}`, () => {
    const files = simulate(c, "random", 14, c.few ? 2 : 5);
    for (const viewer of [0, 1, c.players]) {
      native("--seat", `${viewer}`, ...files).forEach((lines, i) => {
        const [head] = split(readFileSync(files[i], "utf8"));
        for (const line of lines) {
          const [what, value] = line.split(" ");
          if (what === "state") wasm.join(veiled(head), Buffer.from(value, "hex"));
          else if (what === "hash") assert.equal(wasm.hash(), value, files[i]);
          else wasm.move(Number(what), value);
        }
        assert.equal(wasm.c.tambo_phase(), OVER);
      });
    }
  });

test("that were as many matches as were asked for", (context) => {
  assert.ok(matches > 40 * GAMES, `${matches} matches`);
  context.diagnostic(`${matches} matches, ${moves} lines compared`);
});
