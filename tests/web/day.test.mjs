// day.test.mjs -- the game of the day without a browser: dates, what practice is made from, how it stands on a device, the lines that are
// shared, recovery cards in words.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { newCore, newHost, table } from "./kit.mjs";
import { dayAfter } from "../../clients/web/src/day/dates.js";
import { isDay } from "../../clients/web/src/pure/days.js";
import { RUN, idOf, runOf, saltOf, standingOf, wishOf } from "../../clients/web/src/day/practice.js";
import { linesOf } from "../../clients/web/src/day/lines.js";
import { CARD_WORDS, WORDS, readCard, slipsBetween, wordMeant, wordsOfCard } from "../../clients/web/src/pure/card_words.js";
import { bytesOf, sha256 } from "../../clients/web/src/pure/sha256.js";
import { dayText } from "../../clients/web/src/words/dates.js";

const DAY = "2026-11-16";

test("SHA-256 is that of everybody", () => {
  for (let n = 0; n < 200; n++) {
    const bytes = Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) & 255);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
  }
  assert.equal(sha256("é"), createHash("sha256").update("é").digest("hex"));
  assert.deepEqual([...bytesOf("00ff10")], [0, 255, 16]);
});

test("dates", () => {
  for (const good of ["2024-02-29", "2026-12-31", DAY]) assert.ok(isDay(good), good);
  for (const bad of ["2026-02-29", "2026-13-01", "2026-1-1", "today", "", undefined, "2026-11-16x", "0000-00-00"]) assert.ok(!isDay(bad), String(bad));
  assert.equal(dayAfter("2026-12-31", 1), "2027-01-01");
  assert.equal(dayAfter("2026-03-01", -1), "2026-02-28");
  let day = "2024-01-01"; // no summer time in between
  for (let i = 0; i < 800; i++) day = dayAfter(day, 1);
  assert.equal(day, dayAfter("2024-01-01", 800));
  assert.equal(dayText(DAY), "Monday, 16 November 2026");
  assert.equal(dayText(DAY, undefined, "fr"), "lundi 16 novembre 2026");
});

test("a day's practice is fixed by its id, for ever", () => {
  const id = idOf(DAY, { name: "temple", rules: 1, board: "sheet" }, 1);
  assert.equal(id, "temple 2026-11-16 r1 g0");
  assert.equal(idOf(DAY, { name: "tiwanaku", rules: 3, board: "scenario" }, 2), "tiwanaku 2026-11-16 r3 g2");
  assert.equal(saltOf(id), createHash("sha256").update("tambo practice temple 2026-11-16 r1 g0").digest("hex"));
  const all = ["temple 2026-11-17 r1 g0", "valley 2026-11-16 r1 g0", "temple 2026-11-16 r2 g0", "temple 2026-11-16 r1 g1", id].map(saltOf);
  assert.equal(new Set(all).size, all.length, "another day, game or version is another game");
});

/** A practice game played to its end by a bot; `seed` is the bot's chance, and that of everything but the practice. */
async function played(game, seed, wish = {}) {
  const core = newCore(),
    id = idOf(DAY, core.game(game), core.about().maker),
    lab = newCore();
  const it = await table({ ...wishOf(DAY, core.game(game)), salt: saltOf(id), day: id, ...wish }, { seed });
  for (let turns = 0; !it.match.result && turns < 200; turns++) {
    const now = it.now();
    lab.load(`${it.match.head}--\n${it.match.lines.join("\n")}\n`);
    lab.seed(seed, BigInt(turns));
    const lines = [];
    while (lab.acts(1)) {
      const line = lab.bot(1, "random").trimEnd();
      lab.apply(line);
      lines.push(line);
    }
    const { ok, text } = await it.act("turn", { lines, round: now.view(1).round });
    assert.ok(ok, text);
  }
  assert.ok(it.match.result, "the game ends");
  return it;
}
const rolls = (match) => match.lines.filter((line) => line.startsWith("* "));

test("everybody has the same dice, and the list knows the game again", async () => {
  const one = await played("temple", 1n),
    two = await played("temple", 99n),
    free = await played("temple", 1n, { salt: undefined });
  assert.deepEqual(rolls(one.match).slice(0, 8), rolls(two.match).slice(0, 8));
  assert.notDeepEqual(rolls(one.match).slice(0, 8), rolls(free.match).slice(0, 8));
  assert.equal(one.match.day, DAY);
  const [row] = await one.store.all("list");
  assert.equal(row.day, `temple 2026-11-16 r${newCore().rules("temple")} g0`);
  assert.equal(row.again, false);
  assert.equal(row.over, true);
  const plain = newHost();
  await plain.act("create", { game: "temple", seats: 1 });
  assert.ok(!("day" in (await plain.store.all("list"))[0]), "other games are of no day");
});

test("the map of a day is the same for everybody", async () => {
  const core = newCore(),
    id = idOf(DAY, core.game("tiwanaku"), core.about().maker);
  const wish = { ...wishOf(DAY, core.game("tiwanaku")), salt: saltOf(id), day: id };
  assert.equal(wish.board, undefined, "it is made, and not chosen among those of the book");
  assert.match(wish.mode, /^solo/);
  assert.equal(wish.hints, false);
  const states = [];
  for (const seed of [1n, 2n]) states.push((await table(wish, { seed })).match.state);
  states.push((await table({ ...wish, salt: saltOf(`${id}0`) }, { seed: 1n })).match.state);
  assert.equal(states[0], states[1]);
  assert.notEqual(states[0], states[2]);
});

test("built-in sheets take turns", () => {
  const known = newCore().game("temple"),
    week = Array.from({ length: 7 }, (_, i) => wishOf(dayAfter(DAY, i), known).board.name);
  assert.equal(new Set(week.slice(0, 4)).size, 4);
  assert.equal(week[0], week[4]);
});

test("the puzzle of a day grows harder, and its seeds are of that day alone", () => {
  const run = runOf(DAY);
  assert.equal(run.length, RUN);
  for (let k = 1; k < RUN; k++) assert.ok(run[k].rating > run[k - 1].rating);
  assert.deepEqual(run, runOf(DAY));
  const seeds = [...run, ...runOf("2026-11-17")].map((w) => w.seed);
  assert.equal(new Set(seeds).size, 2 * RUN);
  for (const seed of seeds) assert.ok(BigInt(seed) < 1n << 64n);
});

test("how a day stands on a device: the first counts, another version is another game", () => {
  const id = "temple 2026-11-16 r2 g0",
    row = (name, day, at, more = {}) => ({ id: name, day, at, over: false, again: false, ...more });
  const rows = [
    row("old", "temple 2026-11-16 r1 g0", 9),
    row("first", id, 1, { over: true }),
    row("more", id, 5, { again: true }),
    row("done", id, 7, { again: true, over: true }),
    row("other", "temple 2026-11-17 r2 g0", 3),
    { id: "free", at: 4, over: false },
  ];
  const { first, again, old } = standingOf(rows, id);
  assert.deepEqual([first.id, again.id, old.id], ["first", "more", "old"]);
  assert.equal(standingOf([row("first", id, 1)], id).again, null, "the first is none of the others");
  assert.deepEqual(standingOf(rows, "valley 2026-11-16 r2 g0"), { first: null, again: null, old: null });
});

test("shared lines tell what was reached, and nothing of how", async () => {
  const byPoints = new Map(); // of different games with the same points
  let pair = null;
  for (let seed = 1n; !pair && seed < 60n; seed++) {
    const { match } = await played("temple", seed),
      [{ total, level }] = match.result.seats,
      before = byPoints.get(total);
    byPoints.set(total, { match, level });
    if (before && before.match.lines.join() !== match.lines.join()) pair = [before, { match, level }];
  }
  assert.ok(pair, "two different games with the same points");
  const said = pair.map(({ match, level }) => {
    const [{ total }] = match.result.seats,
      names = ["Visitor", "Newcomer", level];
    return linesOf({
      title: "Tambo",
      date: "16 November 2026",
      address: "https://example.org/day/2026-11-16",
      rows: [
        { title: "Temple of Apikhabou", points: total, level: 1 + names.indexOf(level), levels: 4, table: match.id, lines: match.lines },
        { title: "Puzzle", right: [true, false, true, true], claims: match.lines.slice(0, 4) },
      ],
    });
  });
  assert.equal(said[0], said[1]);
  const body = said[0].split("\n").slice(1, -1).join("\n");
  assert.doesNotMatch(body, /\b[a-k]\d\b|roll|write|local-/, "no space, no dice, no table");
  assert.match(body, /^Puzzle ■□■■ 3\/4$/m);
});

test("lines of a day, exactly", () => {
  const rows = [
    { title: "Puzzle", right: [true, true, false] },
    { title: "Temple", points: 61, level: 2, levels: 4, practice: "practice" },
    { title: "Tiwanaku", points: -3 },
  ];
  assert.equal(
    linesOf({ title: "Tambo", date: "16 November 2026", rows, address: "https://example.org/day/2026-11-16" }),
    "Tambo · 16 November 2026\nPuzzle ■■□ 2/3\nTemple ▲▲△△ 61 (practice)\nTiwanaku -3\nhttps://example.org/day/2026-11-16",
  );
});

test("the words of recovery cards", () => {
  assert.equal(WORDS.length, 256);
  assert.equal(new Set(WORDS.map((w) => w.slice(0, 4))).size, 256, "four letters are enough");
  assert.ok(WORDS.every((w) => /^[a-z]{4,7}$/.test(w)));
  assert.equal(
    createHash("sha256").update(WORDS.join(" ")).digest("hex"),
    "bb68adca31028e7e57aa6262b5d5050db3ae12fb11fe610b79c89a6a8a255c61",
    "cards that were printed stay readable",
  );
  for (const a of WORDS) for (const b of WORDS) assert.ok(a === b || slipsBetween(a, b) > 2, `${a} ${b}`);
});

test("a card is read as it was meant", () => {
  let n = 7n;
  const next = () => (n = BigInt.asUintN(80, n * 0x2545f4914f6cdd1dn + 0x9e3779b97f4a7c15n));
  for (let i = 0; i < 500; i++) {
    const hex = next().toString(16).padStart(20, "0"),
      words = wordsOfCard(hex);
    assert.equal(words.length, CARD_WORDS);
    assert.equal(readCard(words.join(" ")).hex, hex);
    assert.equal(readCard(` ${words.map((w, k) => `${k + 1}. ${k % 2 ? w.toUpperCase() : w}`).join(",\n")} `).hex, hex, "numbers, capitals, commas");
    assert.equal(readCard(words.map((w) => w.slice(0, 4)).join(" ")).hex, hex, "four letters");
    const at = Number(next() % 10n),
      w = words[at],
      k = Number(next() % BigInt(w.length));
    const slips = [
      w.slice(0, k) + w.slice(k + 1),
      `${w.slice(0, k)}q${w.slice(k)}`,
      `${w.slice(0, k)}q${w.slice(k + 1)}`,
      w.slice(0, k) + (w[k + 1] ?? "") + w[k] + w.slice(k + 2),
    ];
    for (const slip of slips) if (!WORDS.some((other) => other !== w && other.startsWith(slip))) assert.equal(wordMeant(slip), w, slip); // "rain" is rainbow, not train
    assert.equal(readCard(`https://example.org/me#card-${hex}`).hex, hex);
    assert.equal(readCard(hex.toUpperCase()).hex, hex);
  }
  assert.deepEqual(readCard("xyzzy plugh").wrong, ["xyzzy", "plugh"]);
  assert.equal(readCard("acorn album").hex, undefined, "too few");
  assert.equal(readCard("").hex, undefined);
});
