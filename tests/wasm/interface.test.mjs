// interface.test.mjs -- every function of tambo.wasm (clients/web/wasm.h), used rightly and
// wrongly. Run by node's test runner; see tests/meson.build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { CHANCE, FACT, OVER, PLAY, Refused, Tambo, header, module, tamboFile, wasmFile } from "./tambo.mjs";

const t = new Tambo();
const tambo = (...args) => execFileSync(tamboFile, args, { encoding: "utf8" });
const refuses = (fn, message, line) =>
  assert.throws(
    fn,
    (e) => e instanceof Refused && (message.test?.(e.message) ?? e.message === message) && (line === undefined || e.line === line),
    `expected a refusal like ${message}`,
  );

const temple = { game: "temple", mode: "multi", players: 2, board: "a", names: ["Ana", "bot master"] };
const competitive = { game: "tiwanaku", mode: "competitive", players: 2, board: "tiny-1" };
const coop = { game: "tiwanaku", mode: "coop-easy", players: 2, board: "tiny-1" };
const begin = (setup) => t.load(`${header(setup)}--\n`);

/** Plays to the end, or n steps, with a bot for every seat. */
function play(bot = "random", steps = Infinity) {
  while (steps-- > 0 && t.c.tambo_phase() !== OVER)
    if (t.c.tambo_phase() === CHANCE) t.draw();
    else t.apply(t.bot(t.acting(), bot));
}

test("the module needs nothing and is small", (context) => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const bytes = readFileSync(wasmFile);
  const zipped = gzipSync(bytes, { level: 9 }).length;
  assert.ok(
    zipped < 83 * 1024, // of the 266 KiB of the first load; 12 are the table, 3 the counting, 1 the days
    `${zipped} bytes gzipped`,
  );
  const exports = WebAssembly.Module.exports(module).map((e) => e.name);
  assert.deepEqual(
    exports.filter((name) => name !== "memory" && !name.startsWith("tambo_")),
    [],
  );
  context.diagnostic(`tambo.wasm: ${bytes.length} bytes, ${zipped} gzipped, ${exports.length} exports`);
});

test("every exported function is declared in wasm.h or wasm_table.h", () => {
  const text = ["wasm.h", "wasm_table.h"].map((name) => readFileSync(new URL(`../../clients/web/${name}`, import.meta.url), "utf8")).join("\n");
  const declared = [...text.matchAll(/^EXPORT .*?(tambo_\w+)\(/gm)].map((m) => m[1]);
  const exported = WebAssembly.Module.exports(module)
    .filter((e) => e.kind === "function")
    .map((e) => e.name);
  assert.deepEqual(exported.sort(), declared.sort());
});

test("without a match everything is refused", () => {
  const fresh = new Tambo();
  assert.equal(fresh.c.tambo_phase(), -1);
  assert.equal(fresh.c.tambo_players(), 0);
  assert.equal(fresh.c.tambo_acts(1), 0);
  assert.equal(fresh.c.tambo_count(1), 0);
  refuses(() => fresh.items(1, 0), /No match/);
  assert.equal(fresh.c.tambo_hash(), 0n);
  const calls = [
    () => fresh.legal(1),
    () => fresh.view(0),
    () => fresh.result(),
    () => fresh.record(),
    () => fresh.state(0),
    () => fresh.apply("* roll 1 2 3"),
    () => fresh.move(1, 5n),
    () => fresh.seed(1),
    () => fresh.draw(),
    () => fresh.bot(1, "random"),
    () => fresh.good(fresh.c.tambo_save(0)),
    () => fresh.good(fresh.c.tambo_restore(0)),
    () => fresh.good(fresh.c.tambo_redact(0)),
  ];
  for (const call of calls) refuses(call, "No match is loaded.");
  refuses(() => fresh.good(fresh.c.tambo_load_end()), /`--` is missing/, 1);
  refuses(() => fresh.join("", new Uint8Array(640)), /tambo-record 1|NAME: VALUE/);
});

test("about lists games, modes, options, boards and bots", () => {
  const about = t.about();
  assert.deepEqual(
    about.games.map((g) => g.name),
    ["temple", "valley", "tiwanaku"],
  );
  const [game, , tiwanaku] = about.games;
  assert.equal(game.title, "Temple of Apikhabou");
  assert.deepEqual(
    about.games.map((g) => g.rules),
    [2, 2, 2],
  );
  assert.equal(game.board, "sheet");
  assert.deepEqual(game.boards, ["a", "b", "c", "d"]);
  assert.deepEqual(game.modes, [
    { name: "multi", min: 2, max: 100 },
    { name: "solo", min: 1, max: 1 },
  ]);
  assert.deepEqual(game.options, []);
  assert.deepEqual(game.parts, ["run", "groups", "mummies"]);
  assert.equal(tiwanaku.board, "scenario");
  assert.ok(tiwanaku.boards.includes("tiny-10") && tiwanaku.boards.includes("long-30"));
  assert.deepEqual(tiwanaku.options, [{ name: "final-level", min: 3, max: 9, usual: 6 }]);
  assert.equal(tiwanaku.modes.length, 6);
  assert.ok(about.bots.some((b) => b.name === "random" && b.about));
});

test("about has the numbers of the rules", () => {
  const [temple, valley, tiwanaku] = t.about().games.map((g) => g.numbers);
  assert.deepEqual([temple.group, temple.rest, temple.loose, temple.explorer], [3, 2, -2, 30]); // TEM-11, TEM-14
  assert.deepEqual([valley.full, valley.pyramid, valley.beside, valley.rounds], [7, 15, 2, 25]); // VAL-11, VAL-13
  assert.deepEqual(
    [2, 3, 4, 5].map((n) => tiwanaku[`offer-${n}`]),
    [1, 3, 6, 10],
  ); // TIW-17
});

test("items: what a sheet counts and for what, as the viewer may know it", () => {
  begin(temple);
  refuses(() => t.items(1, 2), /no such seat/);
  refuses(() => t.items(3, 0), /no such seat/);
  assert.deepEqual(t.items(1, 0), { total: 0, run: 0, groups: 0, mummies: 0, items: [] });
  t.apply("* roll 4 1 5");
  t.apply("1 write 9 c4");
  const seven = { part: "run", what: "run", points: 1, number: 9, spaces: ["c4"] };
  assert.deepEqual(t.items(1, 0), { total: 1, run: 1, groups: 0, mummies: 0, items: [seven] });
  assert.equal(t.items(2, 0).total, 0, "a sealed round (PP-6)");
  t.apply("2 write 1 c4");
  t.apply("* roll 1 1 mummy");
  t.apply("* pass 2 1");
  t.apply("2 mummy b5");
  t.apply("1 mummy b5");
  assert.deepEqual(t.items(1, 0).items[1], { part: "mummies", what: "mummy-rest", points: 2, number: 9, at: "b5", spaces: ["c4"] });
  assert.deepEqual(t.items(1, 1).items[1], { part: "mummies", what: "mummy-loose", points: -2, at: "b5", spaces: [] });
  assert.deepEqual([t.items(1, 0).total, JSON.parse(t.view(1)).scores[0].total], [3, -1], "TEM-9 acts only at the end");
  assert.deepEqual(t.levels(), []);
});

test("gains: what moves would bring, in the order of the legal ones", () => {
  begin({ game: "valley", mode: "solo", players: 1, board: "a", names: ["Ana"] });
  t.seed(5n);
  for (let i = 0; i < 60 && t.c.tambo_phase() !== OVER; i++) {
    if (t.c.tambo_phase() === CHANCE) t.draw();
    const lines = t.legal(1),
      reveals = lines.filter((l) => l.startsWith("1 reveal"));
    const all = t.gains(1, ""),
      before = t.items(1, 0).total;
    assert.equal(all.length, lines.length);
    assert.deepEqual(
      t.gains(1, "reveal"),
      all.filter((_, k) => lines[k].startsWith("1 reveal")),
    );
    assert.equal(t.gains(1, "reveal").length, reveals.length);
    t.good(t.c.tambo_save(0));
    const k = (i * 7) % lines.length;
    t.apply(lines[k]);
    assert.equal(t.items(1, 0).total - before, all[k], lines[k]);
    t.good(t.c.tambo_restore(0));
    t.apply(t.bot(1, "greedy"));
  }
  const snakes = JSON.parse(t.view(1)).sheets[0].snakes.length;
  assert.deepEqual(
    t.levels().map((l) => l.from),
    [0, 90 - 4 * snakes, 110 - 4 * snakes, 130 - 4 * snakes],
  ); // VAL-14
});

test("trail: the way of an Otoma pawn", () => {
  assert.deepEqual(t.trail("5 a2 b2 up"), [{ space: "a2" }, { space: "a1" }, { space: "b1", out: "up", into: "down" }, { space: "b2" }]);
  refuses(() => t.trail("5 a2 i2 up"), /does not follow/);
  refuses(() => t.trail(""), /does not follow/);
});

test("built-in boards are those of the command, and pass the check", () => {
  for (const game of t.about().games)
    for (const board of game.boards) {
      const text = t.board(game.name, board);
      const args = game.board === "sheet" ? ["sheet", "show", game.name, board] : ["scenario", "show", board];
      assert.equal(text, tambo(...args));
      assert.equal(t.check(text), text);
    }
  for (const what of ["temple z", "temple", "", "valley tiny-1", "nothing a", "temple  a"])
    refuses(() => t.must(t.c.tambo_board(t.put(what))), /no built-in board/);
});

test("check names the line and the rule", () => {
  refuses(() => t.check(""), /Expected `tambo-sheet 1` or/);
  refuses(() => t.check("hello\n"), /Expected `tambo-sheet 1` or/);
  refuses(() => t.check("tambo-sheet 1\ngame: temple\nname: x\ngrid:\n##x\n"), /Expected a row/, 5);
  refuses(() => t.check("tambo-sheet 1\ngame: temple\n"), /`name:` is missing/, 2);
  refuses(() => t.check("tambo-sheet 1\ngame: temple\nname: x\ngrid:\nDDD\n"), /at least one space/, 1);
  refuses(() => t.check(new Uint8Array([...Buffer.from("tambo-sheet 1\nname: "), 0xff, 10])), /UTF-8/, 2);
  const scenario = t.board("tiwanaku", "tiny-1");
  assert.equal(t.check(`# mine\n\n${scenario.replaceAll("\n", "\r\n")}`), scenario);
  refuses(() => t.check(scenario.replace(/terrain:\n./, (rows) => `${rows.slice(0, -1)}${rows.endsWith("v") ? "d" : "v"}`)), /\[SCN-/, 1);
  refuses(() => t.good(t.c.tambo_check(1 << 30)), /too long/, 1);
});

test("a name is tidied or refused, as by the server", () => {
  assert.equal(t.name("  Zoë de Vries "), "Zoë de Vries");
  assert.equal(t.name("é".repeat(24)), "é".repeat(24));
  refuses(() => t.name("A\u202eB"), "A name has no control characters.");
  refuses(() => t.name("\u200b"), "A name has 1 to 24 characters, and not only blanks.");
  refuses(() => t.name("Ana\u200b"), "A name has no invisible characters.");
  assert.equal(t.name("👩‍🌾 Ana"), "👩‍🌾 Ana");
  refuses(() => t.name(new Uint8Array([65, 0xff])), "A name is a text.");
  refuses(() => t.good(t.c.tambo_name(1 << 30)), /^A name/);
});

test("a new match is the header of a record", () => {
  begin(temple);
  assert.equal(t.c.tambo_phase(), CHANCE);
  assert.equal(t.c.tambo_players(), 2);
  assert.equal(t.record(), `${header(temple)}--\n`);
  assert.equal(t.c.tambo_count(0), 216);
  const view = JSON.parse(t.view(2));
  assert.deepEqual(view.names, ["Ana", "bot master"]);
  assert.equal(view.viewer, 2);
  assert.equal(JSON.parse(t.view(0)).viewer, "spectator");
  assert.equal(JSON.parse(t.result()).hash, t.hash());
  begin({ ...competitive, options: { "final-level": 4 } });
  assert.equal(JSON.parse(t.view(0)).final_level, 4);
  assert.match(t.record(), /^option final-level: 4$/m);
  begin({ ...temple, board: undefined, text: "tambo-sheet 1\ngame: temple\nname: mine\ngrid:\n##D\n" });
  assert.match(t.record(), /^sheet:\ntambo-sheet 1\ngame: temple\nname: mine\ngrid:\n##D\nend$/m);
});

test("a record may come in pieces of any size", () => {
  begin(temple);
  t.seed(5);
  play("random", 100);
  const text = t.record();
  const hash = t.hash();
  for (const piece of [1, 2, 7, 1000, undefined]) {
    t.load(text, piece);
    assert.equal(t.hash(), hash);
    assert.equal(t.record(), text);
  }
  t.load(text.trimEnd()); // the last line may lack its end
  assert.equal(t.hash(), hash);
  t.load(`# a comment\n\n${text.replaceAll("\n", "  \r\n")}`);
  assert.equal(t.record(), text);
});

test("a bad record is refused at its line, and nothing is left", () => {
  const good = `${header(temple)}--\n* roll 2 lock 5\n`;
  refuses(() => t.load(`${good}1 write 7 a1\n`), /\[/, 11);
  assert.equal(t.c.tambo_phase(), -1);
  refuses(() => t.load(`${good}1 write 9 c3\n`), "The dice do not make this number. [PP-8]", 11);
  refuses(() => t.load("tambo-record 2\n"), /tambo-record 1/, 1);
  refuses(() => t.load(""), /`--` is missing/, 1);
  refuses(() => t.load(header(temple)), /`--` is missing/, 8);
  refuses(() => t.load(new Uint8Array(200000)), /longer than 65536/, 1);
  refuses(() => t.load(new Uint8Array([0, 10])), /UTF-8/, 1);
  refuses(() => t.load(`${good}`.replace("players: 2", "players: 1")), /number of players/, 9);
  // after a refusal, more pieces are refused with the same sentence
  t.c.tambo_load_begin();
  assert.equal(t.c.tambo_load(t.put("nonsense\n")), 0);
  const why = t.out();
  assert.equal(t.c.tambo_load(t.put("tambo-record 1\n")), 0);
  assert.equal(t.out(), why);
  assert.equal(t.c.tambo_load_end(), 0);
  assert.equal(t.c.tambo_line(), 1);
  begin(temple); // and a new one is welcome
  assert.equal(t.c.tambo_phase(), CHANCE);
});

test("apply: a line at a time, whole or not at all", () => {
  begin(temple);
  const start = t.hash();
  for (const [line, why] of [
    ["", /Expected `\*`/],
    ["hello", /Expected `\*`/],
    ["3 write 1 a5", /no such seat/],
    ["1 write 1 a5", "The dice come first. [PP-3]"],
    ["* roll 1 2", /Expected `\* roll/],
    ["* roll 1 2 3 4", /too many words/],
    ["* pass 2 1", /have to be rolled/],
    ["= score 1 0", /does not follow/],
    ["~ top 1 valley 3", /does not follow/],
  ]) {
    refuses(() => t.apply(line), why);
    assert.equal(t.hash(), start);
  }
  assert.equal(t.apply("* roll 3 1 mummy  \r"), "* roll 3 1 mummy\n");
  const rolled = t.hash();
  refuses(() => t.apply("* pass 2 2"), /none to its owner|one seat/); // its first half would do
  assert.equal(t.hash(), rolled);
  assert.equal(t.apply("* pass 2 1"), "* pass 2 1\n");
  refuses(() => t.move(0, 1n), /given as lines/);
  refuses(() => t.move(1, 0xffffffffffffffffn), /no move of this game/);
  assert.deepEqual(
    [1, 2, 3, 0, -1].map((seat) => t.c.tambo_acts(seat)),
    [1, 1, 0, 0, 0],
  );
  t.apply("2 mummy c4");
  assert.equal(t.c.tambo_acts(2), 0);
  assert.equal(t.c.tambo_count(2), 0);
  t.apply("1 mummy f5");
  assert.equal(t.c.tambo_phase(), CHANCE);
  refuses(() => t.apply("1 write 1 a5"), "This round is done: the dice come first. [PP-3]");
  assert.equal(t.record(), `${header(temple)}--\n* roll 3 1 mummy\n* pass 2 1\n2 mummy c4\n1 mummy f5\n`);
  assert.equal(t.items(1, 0).total, -2);
  for (const row of [5, -1]) refuses(() => t.items(1, row), /no such seat/);
});

test("legal lists lines that apply takes, and nothing else", () => {
  for (const setup of [temple, { ...temple, game: "valley", board: "b" }, competitive, coop]) {
    begin(setup);
    t.seed(3);
    for (let step = 0; step < 40 && t.c.tambo_phase() !== OVER; step++) {
      if (t.c.tambo_phase() === CHANCE) {
        t.draw();
        continue;
      }
      const seat = t.acting();
      const lines = t.legal(seat);
      assert.equal(lines.length, t.c.tambo_count(seat));
      assert.equal(new Set(lines).size, lines.length);
      t.good(t.c.tambo_save(0));
      for (const line of lines.slice(0, 60)) {
        assert.ok(line.startsWith(`${seat} `));
        assert.ok(t.apply(line).startsWith(`${line}\n`));
        t.good(t.c.tambo_restore(0));
      }
      t.apply(t.bot(seat, "random"));
    }
  }
  refuses(() => t.legal(3), /no such seat/);
  refuses(() => t.legal(-1), /no such seat/);
});

test("facts follow an action by themselves", () => {
  begin(competitive);
  t.apply("* first 1");
  const lines = t.apply("1 enter a2").trimEnd().split("\n");
  assert.equal(lines[0], "1 enter a2");
  assert.match(lines[1], /^= terrain a2 (valley|desert|forest|mountain)$/);
  assert.equal(t.c.tambo_phase(), PLAY);
  assert.equal(t.record(), `${header(competitive)}--\n* first 1\n${lines.join("\n")}\n`);
});

test("bots and chance are those of the seed", () => {
  begin({ ...temple, players: 3, names: [] });
  t.seed(42, 7);
  play("greedy");
  const text = t.record();
  const hash = t.hash();
  t.load(`${header({ ...temple, players: 3, names: [] })}--\n`);
  t.seed(42, 7);
  play("greedy");
  assert.equal(t.record(), text);
  assert.equal(t.hash(), hash);
  refuses(() => t.bot(1, "greedy"), /not this seat's turn/);
  refuses(() => t.bot(1, "nobody"), /no bot/);
  refuses(() => t.draw(), /Chance is not next/);
  assert.equal(JSON.parse(t.result()).over, true);
});

test("undo: slots are kept until the past changes", () => {
  const save = (k) => t.good(t.c.tambo_save(k));
  const restore = (k) => t.good(t.c.tambo_restore(k));
  begin(temple);
  refuses(() => restore(0), /nothing in this slot/);
  refuses(() => save(16), /no such slot/);
  refuses(() => restore(1000), /nothing in this slot/);
  t.apply("* roll 1 2 3");
  save(0);
  const before = [t.hash(), t.record()];
  t.apply("1 write 6 a5");
  save(15);
  const behind = [t.hash(), t.record()];
  restore(0);
  assert.deepEqual([t.hash(), t.record()], before);
  restore(15); // redo
  assert.deepEqual([t.hash(), t.record()], behind);
  restore(0);
  t.apply("2 write 6 a5");
  refuses(() => restore(15), /nothing in this slot/);
  restore(0);
  assert.deepEqual([t.hash(), t.record()], before);
  begin(temple);
  refuses(() => restore(0), /nothing in this slot/);
});

test("views hide what the viewer may not know", () => {
  begin(temple);
  t.apply("* roll 1 2 3");
  const sealed = [t.view(0), t.view(1), t.hash()];
  t.apply("2 write 6 a5");
  const ready = JSON.parse(t.view(0));
  assert.deepEqual(ready.acting, [1]); // who is ready is public
  assert.deepEqual({ ...ready, acting: [1, 2] }, JSON.parse(sealed[0]));
  assert.deepEqual({ ...JSON.parse(t.view(1)), acting: [1, 2] }, JSON.parse(sealed[1]));
  assert.notEqual(t.hash(), sealed[2]);
  assert.notDeepEqual(JSON.parse(t.view(2)).sheets, ready.sheets);
  refuses(() => t.view(3), /no such seat/);
  refuses(() => t.view(-1), /no such seat/);
  refuses(() => t.state(3), /no such seat/);
  refuses(() => t.good(t.c.tambo_redact(3)), /no such seat/);
  begin(competitive);
  const map = t
    .board("tiwanaku", "tiny-1")
    .match(/terrain:\n([\s\S]*?)crops/)[1]
    .trim()
    .split("\n");
  assert.notDeepEqual(JSON.parse(t.view(1)).terrain, map);
  t.good(t.c.tambo_redact(1));
  refuses(() => t.record(), /open match has no record/);
  assert.equal(t.state(0).length, 656);
});

test("names with anything in them", () => {
  const names = ['"\\', "\t\u0001 {[", "é ✓ 🎲", "", "= score 1 5"];
  begin({ ...temple, players: 5, names });
  assert.deepEqual(JSON.parse(t.view(0)).names, names);
  assert.deepEqual(
    JSON.parse(t.result()).seats.map((s) => s.name),
    names,
  );
  const long = Array.from({ length: 100 }, () => "\u0001".repeat(1310));
  begin({ ...temple, game: "valley", players: 100, names: long });
  assert.deepEqual(JSON.parse(t.view(100)).names, long);
});

test("the largest table: 100 seats", () => {
  begin({ ...temple, game: "valley", players: 100, names: [] });
  t.seed(1);
  play("random");
  const text = t.record();
  t.load(text);
  assert.equal(t.record(), text);
  assert.equal(JSON.parse(t.result()).seats.length, 100);
});

test("an open match is told by its server, in words or numbers", () => {
  const server = new Tambo();
  const head = header({ ...coop, board: undefined });
  server.load(`${header(coop)}--\n`);
  server.seed(9);
  while (server.c.tambo_phase() === CHANCE) server.draw();
  t.join(head, server.state(1));
  assert.equal(t.c.tambo_phase(), PLAY);
  assert.equal(t.view(1), server.view(1));
  refuses(() => t.record(), /open match has no record/);
  refuses(() => t.draw(), /Chance is not next/);
  const seat = t.acting();
  const terrain = server.legal(seat)[0].split(" ")[2];
  const [spend, spent] = server.apply(`${seat} spend ${terrain}`).split("\n");
  assert.equal(t.apply(spend), `${spend}\n`);
  assert.equal(t.c.tambo_phase(), FACT);
  refuses(() => t.apply("= spent nowhere"), /does not follow here/);
  refuses(() => t.apply(spend), /revealed first/);
  assert.ok(t.legal(0).includes(spent));
  t.apply(spent);
  if (t.c.tambo_phase() === FACT) {
    // the new top of the stack: known to its owner, to others as tile 63
    const tops = t.legal(0);
    assert.ok(tops.every((line) => line.startsWith("~ top ")));
    if (seat !== 1) t.apply(tops.find((line) => line.endsWith(" 63")));
    else t.join(head, server.state(1));
  }
  assert.equal(t.view(1), server.view(1));
  assert.ok(t.bot(seat, "random").startsWith(`${seat} `)); // a hint, from what is known
});

test("join refuses what does not fit", () => {
  begin(coop);
  const state = t.state(1);
  const head = header({ ...coop, board: undefined });
  t.join(head, state);
  refuses(() => t.join(head, state.subarray(1)), /no state of this match/);
  refuses(() => t.good(t.c.tambo_load_end()), /`--` is missing/);
  refuses(() => t.join(head.replace("players: 2", "players: 3"), state), /no state of this match/);
  refuses(() => t.join(header(temple), state), /no state of this match/);
  refuses(() => t.join(`${head}--\n`, state), /`scenario:` is missing/);
  refuses(() => t.join(`${header(coop)}--\n`, state), /lines of a header come first/);
  refuses(() => t.join("tambo-record 1\n", state), /`game:` is missing/);
  assert.equal(t.c.tambo_phase(), -1);
  begin(temple);
  t.apply("* roll 1 2 3");
  t.apply("2 write 6 a5");
  const view = t.view(1);
  t.join(header({ ...temple, board: undefined }), t.state(1));
  assert.deepEqual(JSON.parse(t.view(1)).sheets, JSON.parse(view).sheets);
});
