// lab.test.mjs -- tambo_lab.wasm (clients/web/wasm_lab.h): what it makes, rates and hints is byte
// for byte what the command says; refusals. Run by node's test runner; see tests/meson.build.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { CHANCE, Lab, OVER, Refused, header, tamboFile } from "./tambo.mjs";

const labFile = process.env.TAMBO_LAB;
const module = new WebAssembly.Module(readFileSync(labFile));
const lab = new Lab(module);
const folder = mkdtempSync(join(tmpdir(), "tambo-"));
after(() => rmSync(folder, { recursive: true }));

const tambo = (...args) => execFileSync(tamboFile, args, { encoding: "utf8", maxBuffer: 1 << 28 });
const refuses = (fn, message, line) =>
  assert.throws(fn, (e) => e instanceof Refused && message.test(e.message) && (line === undefined || e.line === line), `expected a refusal like ${message}`);

const GRADES = ["gentle", "fair", "tricky", "fiendish"];
const BOARDS = { tiny: 5, long: 9 };
const EACH = 20; // maps of each board and grade

/** The texts of maps that `tambo scenario new` printed. */
const split = (text) => text.split(/^(?=tambo-scenario 1$)/m).map((part) => part.replace(/\n\n$/, "\n"));

test("the module needs nothing and is small", (context) => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const bytes = readFileSync(labFile);
  const zipped = gzipSync(bytes, { level: 9 }).length;
  assert.ok(zipped < 144 * 1024, `${zipped} bytes gzipped`);
  context.diagnostic(`tambo_lab.wasm: ${bytes.length} bytes, ${zipped} gzipped`);
});

test("every exported function is declared in wasm.h, wasm_table.h or wasm_lab.h", () => {
  const text = ["wasm.h", "wasm_table.h", "wasm_lab.h"].map((name) => readFileSync(new URL(`../../clients/web/${name}`, import.meta.url), "utf8")).join("");
  const declared = [...text.matchAll(/^EXPORT .*?(tambo_\w+)\(/gm)].map((m) => m[1]);
  const exports = WebAssembly.Module.exports(module);
  assert.deepEqual(
    exports
      .filter((e) => e.kind === "function")
      .map((e) => e.name)
      .sort(),
    declared.sort(),
  );
  assert.deepEqual(
    exports.filter((e) => e.kind !== "function").map((e) => e.name),
    ["memory"],
  );
});

for (const [board, cols] of Object.entries(BOARDS))
  GRADES.forEach((grade, number) =>
    test(`maps, ids and ratings are those of the command: ${board} ${grade}`, () => {
      const args = ["scenario", "new", "--board", board, "--difficulty", grade, "--seed", "100", "--count", `${EACH}`];
      const texts = split(tambo(...args));
      const ids = tambo(...args, "--id")
        .trimEnd()
        .split("\n");
      assert.equal(texts.length, EACH);
      texts.forEach((text, i) => {
        const short = `${board}-${grade}-${100 + i}-g1`;
        assert.equal(lab.make(cols, number, 100 + i), text);
        assert.equal(lab.fromId(short), text);
        assert.equal(lab.fromId(ids[i]), text);
        assert.equal(lab.toId(text), ids[i]);
        const rated = lab.rate(text);
        assert.equal(JSON.parse(rated).difficulty, grade);
        if (i % 5 === 0) assert.equal(`${rated}\n`, tambo("scenario", "rate", short, "--json"));
      });
    }),
  );

test("any seed of 64 bits", () => {
  for (const seed of [0n, (1n << 63n) + 1n, (1n << 64n) - 1n]) assert.equal(lab.make(5, 1, seed), tambo("scenario", "show", `tiny-fair-${seed}-g1`, "--text"));
});

test("the built-in maps are those of `scenario list`", () => {
  const maps = lab.maps();
  assert.equal(maps.length, 40);
  const lines = tambo("scenario", "list", "--language", "en").trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(/\s+/).slice(0, 2)),
    maps.map((m) => [m.name, m.difficulty]),
  );
  assert.deepEqual(
    lines.map((line) => line.replace(/^\S+\s+\S+\s+/, "")),
    maps.map((m) => m.title),
  );
  for (const map of maps) {
    assert.deepEqual(Object.keys(map), ["name", "board", "difficulty", "title"]);
    assert.equal(map.board, map.name.split("-")[0]);
    assert.equal(lab.toId(lab.board("tiwanaku", map.name)), tambo("scenario", "id", map.name).trimEnd());
  }
});

/** Positions of a game the command's bots played: its record up to some lines. */
function positions(mode, players, board) {
  const where = join(folder, `${mode}-${players}-${board}`);
  tambo(
    "simulate",
    "tiwanaku",
    "--mode",
    mode,
    "--players",
    `${players}`,
    "--board",
    board,
    "--bot",
    "greedy",
    "--seed",
    "6",
    "--games",
    "2",
    "--record",
    where,
  );
  return readdirSync(where)
    .sort()
    .flatMap((name) => {
      const lines = readFileSync(join(where, name), "utf8").split(/(?<=\n)/);
      const first = lines.indexOf("--\n") + 1;
      const upTo = (part) => lines.slice(0, first + Math.floor((lines.length - first) * part)).join("");
      return (board === "tiny" ? [0.3, 0.5, 0.8, 1] : [0.6, 0.9]).map(upTo);
    });
}

for (const [mode, players] of [
  ["competitive", 2],
  ["competitive", 4],
  ["solo-easy", 1],
  ["solo-hard", 1],
  ["coop-easy", 2],
  ["coop-normal", 3],
  ["coop-expert", 4],
])
  test(`hints are those of the command: ${mode} ${players}`, () => {
    const file = join(folder, "hint.rec");
    for (const board of ["tiny", "long"])
      positions(mode, players, board).forEach((text, i) => {
        const seat = (i % players) + 1;
        writeFileSync(file, text);
        lab.load(text);
        assert.equal(`${lab.hint(seat)}\n`, tambo("scenario", "hint", file, "--seat", `${seat}`, "--json"));
        if (lab.c.tambo_phase() === OVER || i % 2) return;
        // what a spectator and a client that knows only its own view can know is no more
        const head = header({ game: "tiwanaku", mode, players });
        const hint = lab.hint(seat);
        assert.deepEqual(JSON.parse(lab.hint(0)).steps, JSON.parse(hint).steps);
        const client = new Lab(module);
        client.join(head, lab.state(seat));
        assert.equal(client.hint(seat), hint);
      });
  });

test("bots say why", () => {
  const keys = ["none", "only", "certain", "likely", "stone", "claim", "offer", "keep", "wait", "quiet"];
  const seen = new Set();
  lab.c.tambo_budget(10);
  for (const [mode, players, board] of [
    ["competitive", 2, "long-3"],
    ["solo-hard", 1, "tiny-3"],
    ["coop-easy", 2, "tiny-4"],
  ]) {
    lab.load(`${header({ game: "tiwanaku", mode, players, board })}--\n`);
    assert.deepEqual(lab.why(), { why: "none", number: 0, spaces: [] });
    lab.seed(5);
    while (lab.c.tambo_phase() !== OVER) {
      if (lab.c.tambo_phase() === CHANCE) {
        lab.draw();
        continue;
      }
      const seat = lab.acting();
      const line = lab.bot(seat, seat === 1 ? "master" : "casual");
      const { why, number, spaces } = lab.why();
      const tale = JSON.parse(lab.must(lab.c.tambo_why_told()));
      assert.ok((why === "none") === (tale.text === "") && tale.values.n === number, JSON.stringify(tale));
      assert.deepEqual(tale.values.spaces?.spaces ?? [], spaces);
      assert.ok(keys.includes(why), why);
      assert.ok(
        spaces.every((space) => line.endsWith(space) || line.split(" ")[2] === space),
        `${line}: ${spaces}`,
      );
      if (why === "certain") assert.equal(line, `${seat} divine ${spaces} ${number}`);
      if (why === "stone") assert.equal(spaces.length, 1);
      // a client that knows only its view, on a board that stands in, names the same spaces
      if (why === "certain" && !seen.has(mode)) {
        const client = new Lab(module);
        client.c.tambo_budget(10);
        client.join(header({ game: "tiwanaku", mode, players }), lab.state(seat));
        client.seed(5);
        const [, , space] = client.bot(seat, "casual").split(" ");
        for (const name of client.why().spaces) assert.match(name, board.startsWith("tiny") ? /^[a-e][1-5]$/ : /^[a-i][1-5]$/);
        if (client.why().why === "certain") assert.deepEqual(client.why().spaces, [space]);
        seen.add(mode);
      }
      seen.add(why);
      lab.apply(line);
    }
  }
  for (const why of ["certain", "stone", "keep", "quiet"]) assert.ok(seen.has(why), why);
  lab.c.tambo_budget(0);
});

const SALT = "c0ffee00112233445566778899aabbccddeeff0123456789fedcba9876543210";
const fairRecord = (...args) => {
  const file = join(folder, "fair.rec");
  tambo("simulate", ...args, "--seed", "3", "--fair", SALT, "--record", file);
  return readFileSync(file, "utf8");
};
/** What the command says of a record: its complaint, or none. */
const verified = (text) => {
  const file = join(folder, "verify.rec");
  writeFileSync(file, text);
  const { status, stderr } = spawnSync(tamboFile, ["verify", file], { encoding: "utf8" });
  return { good: status === 0, complaint: stderr.slice(file.length) };
};

for (const args of [
  ["temple", "--players", "4"],
  ["temple", "--players", "1"],
  ["valley", "--players", "100"],
  ["valley", "--players", "1"],
  ["tiwanaku", "--players", "3"],
  ["tiwanaku", "--players", "1"],
  ["tiwanaku", "--players", "2", "--board", "long", "--difficulty", "fiendish"],
  ["tiwanaku", "--players", "3", "--mode", "coop-easy", "--board", "tiny", "--difficulty", "gentle"],
])
  test(`fair dice are checked: ${args.join(" ")}`, () => {
    const text = fairRecord(...args);
    const lines = text.split("\n");
    const line = (start) => lines.findIndex((l) => l.startsWith(start)) + 1;
    const commit = text.match(/^# fair-commit (.*)$/m)[1];
    const map = args.includes("--difficulty") ? `${args.at(-3)} ${args.at(-1)} g1` : null;
    const want = { good: true, rolls: lines.filter((l) => l[0] === "*").length, line: 0, why: null, commit, map };
    lab.load(text);
    const hash = lab.hash();
    assert.deepEqual(lab.verify(text), want);
    assert.deepEqual(lab.verify(text, 1000), want);
    assert.deepEqual(lab.verify(text.replaceAll("\n", "\r\n").trimEnd()), want);
    assert.equal(lab.hash(), hash, "the match stays");
    const wrong = [
      text.replace(/(?<=^# fair-salt )./m, "d"),
      text.replace(/(?<=^# fair-commit ).*$/m, SALT),
      text.replace(/^# fair-salt .*\n/m, ""),
      text.replace(/^# fair-salt .*$/m, "# fair-salt 12"),
      `${text}# fair-commit ${commit}\n`,
      text.replace("players: ", "players: 0"),
      text.replace("--\n", ""),
      "",
    ];
    if (args[0] !== "tiwanaku") {
      // the first event alone, and another one
      const [, roll] = text.match(/^(\* .*)$/m);
      const alone = `${lines.slice(0, line("*")).join("\n")}\n${text.match(/^# fair-[\s\S]*/m)[0]}`;
      assert.equal(lab.verify(alone).good, true);
      wrong.push(alone.replace(roll, roll === "* roll 1 1 1" ? "* roll 1 1 2" : "* roll 1 1 1"));
      assert.equal(lab.verify(wrong.at(-1)).line, line("*"));
    }
    for (const other of wrong) {
      const said = lab.verify(other);
      assert.equal(said.good, false);
      assert.deepEqual(verified(other), { good: false, complaint: `:${said.line}: ${said.why}\n` });
    }
    assert.ok(verified(text).good);
  });

test("a record that is too long is not verified", () => {
  const text = fairRecord("temple", "--players", "2");
  assert.equal(lab.verify(`${text}${"#\n".repeat(1 << 19)}`).good, true);
  refuses(() => lab.verify(`${text}${"#\n".repeat(1 << 20)}`), /longer than 2 MiB/);
  assert.equal(lab.verify(text).good, true);
  lab.put("hello\n");
  lab.c.tambo_verify_begin();
  assert.equal(lab.c.tambo_verify_add(0xffffffff), 1); // all that is in tambo_in
  assert.equal(JSON.parse(lab.must(lab.c.tambo_verify())).line, 1);
  const fresh = new Lab(module);
  assert.deepEqual(JSON.parse(fresh.must(fresh.c.tambo_verify())), {
    good: false,
    rolls: 0,
    line: 1,
    why: "The line `--` is missing. [notation]",
    commit: null,
    map: null,
  });
});

test("refusals", () => {
  const fresh = new Lab(module);
  refuses(() => fresh.why(), /^No match is loaded\.$/);
  refuses(() => fresh.hint(1), /^No match is loaded\.$/);
  for (const cols of [0, -1, 4, 6, 8, 10, 1 << 30]) refuses(() => fresh.make(cols, 0, 1), /5 columns .* or 9/);
  for (const grade of [-1, 4, 1 << 30]) refuses(() => fresh.make(5, grade, 1), /difficulty of 0 .* to 3/);
  const text = fresh.make(5, 0, 1);
  const id = fresh.toId(text);
  refuses(() => fresh.fromId(""), /id of a map/);
  refuses(() => fresh.fromId("long-1"), /id of a map/);
  refuses(() => fresh.fromId("tiny-gentle-1-g2"), /another generator/);
  refuses(() => fresh.fromId("tiny-gentle-1"), /long-tricky-42-g1/);
  refuses(() => fresh.fromId(id.slice(0, -1)), /damaged/);
  refuses(() => fresh.fromId(id.replace(".tiny.", ".long.")), /damaged/);
  for (let i = 12; i < id.length; i++) {
    const letter = id[i] === "A" ? "B" : "A";
    try {
      fresh.fromId(id.slice(0, i) + letter + id.slice(i + 1)); // a name may change, a map never
      assert.ok(i > id.lastIndexOf("."));
    } catch (e) {
      assert.ok(e instanceof Refused, `${e}`);
    }
  }
  refuses(() => fresh.good(fresh.c.tambo_from_id(0xffffffff)), /./);
  for (const call of ["rate", "toId"]) {
    refuses(() => fresh[call](""), /./);
    refuses(() => fresh[call]("hello\n"), /tambo-scenario 1/, 1);
    refuses(() => fresh[call](text.replace("board: tiny", "board: huge")), /tiny/, 2);
    refuses(() => fresh[call](fresh.board("temple", "a")), /./);
    refuses(() => fresh[call](text.replace(/^start: .*$/m, "start: a1")), /\[SCN-/);
  }
  fresh.load(`${header({ game: "temple", mode: "solo", players: 1, board: "a" })}--\n`);
  refuses(() => fresh.hint(1), /Tiwanaku/);
  fresh.load(`${header({ game: "tiwanaku", mode: "competitive", players: 2, board: "tiny-1" })}--\n`);
  for (const seat of [-1, 3, 100]) refuses(() => fresh.hint(seat), /./);
  assert.ok(fresh.hint(2)); // before the first turn, too
});

// ---- reviews ----

const REVIEWED = [
  ["temple", "--players", "1", "--mode", "solo", "--bot", "casual"],
  ["temple", "--players", "3", "--bot", "beginner"],
  ["valley", "--players", "1", "--mode", "solo", "--bot", "casual"],
  ["valley", "--players", "2", "--bot", "beginner"],
  ["tiwanaku", "--players", "2", "--board", "tiny", "--bot", "casual"],
  ["tiwanaku", "--players", "1", "--mode", "solo-hard", "--board", "tiny", "--bot", "beginner"],
  ["tiwanaku", "--players", "2", "--mode", "coop-normal", "--board", "tiny", "--bot", "casual"],
];
const FEW = 12; // playouts of master

for (const args of REVIEWED)
  test(`a review is the command's, byte for byte: ${args.join(" ").replaceAll("--", "")}`, () => {
    const file = join(folder, "review.rec");
    tambo("simulate", ...args, "--seed", "3", "--games", "1", "--record", file);
    const text = readFileSync(file, "utf8");
    const players = Number(args[2]);
    for (const [seed, seat] of [
      [1, 1],
      [7, players],
    ]) {
      const want = tambo("analyse", file, "--seat", `${seat}`, "--seed", `${seed}`, "--playouts", `${FEW}`, "--json");
      assert.equal(lab.review(text, seat, { seed, playouts: FEW }), want);
      const { decisions, of, count, luck, play, result, expectation } = JSON.parse(want);
      assert.equal(decisions.length, of);
      assert.equal(count, of);
      assert.equal(luck + play, result - expectation);
    }
  });

test("a review may be dropped, and others may ask for something in between", () => {
  const file = join(folder, "review.rec");
  tambo("simulate", ...REVIEWED[4], "--seed", "4", "--games", "1", "--record", file);
  const text = readFileSync(file, "utf8");
  const want = lab.review(text, 1, { playouts: FEW });
  lab.give(text);
  lab.must(lab.c.tambo_review_begin(2, 1n, FEW));
  lab.must(lab.c.tambo_review_step());
  lab.load(text);
  assert.equal(lab.review(text, 1, { playouts: FEW, between: () => lab.hint(2) }), want);
});

test("what is no record is not reviewed", () => {
  const file = join(folder, "review.rec");
  tambo("simulate", ...REVIEWED[0], "--seed", "4", "--games", "1", "--record", file);
  const text = readFileSync(file, "utf8");
  refuses(() => lab.review(text, 2), /no such seat/);
  refuses(() => lab.review(text, 0), /no such seat/);
  refuses(() => lab.review(text.replace(/^1 write .*$/m, "1 write 77 z9"), 1), /./);
  refuses(() => lab.review("", 1), /./);
  refuses(() => lab.must(lab.c.tambo_review_step()), /No match/);
});
