// review.test.mjs -- reviews under node: what the lab gives of real records, how the page sorts and tells it, guesses, and games that
// go on from a decision.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Position } from "../../clients/web/src/pure/position.js";
import { readStory } from "../../clients/web/src/replay/story.js";
import {
  answerSpaces,
  boundsOf,
  choicesOf,
  curveOf,
  isAboutSpace,
  judged,
  linesBefore,
  otherLines,
  recordUpTo,
  spacesIn,
  turningPoints,
} from "../../clients/web/src/review/read.js";
import { deeds, legalAfter, placesIn, sentences, viewWith } from "../../clients/web/src/review/tell.js";
import { costText, luckText, points, signed } from "../../clients/web/src/review/words.js";
import * as temple from "../../clients/web/src/games/temple/count.js";
import * as valley from "../../clients/web/src/games/valley/count.js";
import { newCore, newHost, newLab, until } from "./kit.mjs";

const golden = (name) => readFileSync(new URL(`../${name.includes("/") ? name : `golden/${name}`}.rec`, import.meta.url), "utf8");
const RECORDS = [
  ["rules-2-temple-a-2", 2],
  ["temple-drawn-2", 1],
  ["rules-2-valley-a-1", 1],
  ["competitive-tiny-2", 1],
  ["rules-2-coop-easy-tiny-2", 2],
  ["solo-easy-tiny", 1],
  ["fixtures/valley-played", 1], // by a person, who did much that Master would not
];
for (const name of ["temple-a-7", "temple-b-1", "valley-a-7", "valley-b-1"]) RECORDS.push([name, 1]);

/** {story, head, decisions, end} of a record, for a seat. */
function reviewed(name, seat) {
  const text = golden(name),
    story = { ...readStory(newCore(), text, seat), teller: newCore() },
    parts = [...newLab().review(text, seat)];
  return { story, head: parts[0].head, decisions: parts.slice(1, -1).map((p) => p.decision), end: parts.at(-1).end };
}

const CELLS = { temple: temple.stillOf, valley: valley.cellsOf };

/** A sheet as it is drawn after lines of a decision: {space: cell}. */
function drawnAfter(story, d, seat, lines, whose = d.whose) {
  const cells = CELLS[story.match.game](viewWith(story, d.step, seat, lines), whose);
  return Object.fromEntries(cells.map((c) => [c.name, c]));
}

/** Does what a line says stand on the sheets? cells: of whose it is; own: the seat's. */
function isDrawn(line, cells, own) {
  const words = line.split(" "),
    spaces = spacesIn(line),
    [at] = spaces;
  if (words[0] === "write") return cells[at].v === Number(words.at(-2));
  if (words[0] === "draw") return cells[at].v === words[1];
  if (words[0] === "cross") return Boolean(own[at].crossed);
  if (words[0] === "reveal") return spaces.every((space) => cells[space].kind === words[1]);
  return words[0] === "done" || cells[at].v === words[0]; // a mummy or a snake
}

let beaten = 0; // mummies, by a 9 of Master's

/** Each sheet of a decision shows all that was done and told. */
function drawn(story, d, seat) {
  for (const lines of [d.made, d.strong]) {
    const cells = drawnAfter(story, d, seat, lines),
      own = drawnAfter(story, d, seat, lines, seat);
    for (const line of lines) assert.ok(isDrawn(line, cells, own), `${d.step}: ${line}`);
  }
  if (d.reason?.text !== "this 9 beats mummies: {n}") return;
  const [before, cells] = [[], d.strong].map((lines) => drawnAfter(story, d, seat, lines));
  for (const space of d.reason.values.spaces.spaces) {
    assert.ok(!before[space].crossed && cells[space].crossed, `${d.step}: the mummy at ${space} is crossed out`);
    beaten++;
  }
}

for (const [name, seat] of RECORDS)
  test(`${name}: told whole, and played on from its dearest decision`, async () => {
    const { story, head, decisions, end } = reviewed(name, seat);
    assert.equal(decisions.length, head.of);
    assert.equal(end.luck + end.play, end.result - end.expectation);
    for (const d of decisions) {
      assert.equal(story.steps[d.step][0].split(" ")[0], String(seat), "it begins with the seat's own line");
      for (const lines of [d.made, d.strong]) {
        const said = sentences(story, d.step, seat, lines);
        assert.ok(said.length && said.every((s) => s && !/[{}]/.test(s)), said.join());
        viewWith(story, d.step, seat, lines);
      }
      assert.ok(deeds(story, d, seat).every((s) => s && !/[{}]/.test(s)));
      assert.ok(!/[{}]/.test(costText(d)));
      if (story.sealed) drawn(story, d, seat);
      for (const space of answerSpaces(d)) assert.equal(judged(d, space), "right");
      story.position.sync({ ...story.match, lines: story.steps.slice(0, d.step).map(([line]) => line) });
      const legal = story.position.legal(seat).map((line) => line.slice(`${seat} `.length));
      assert.ok(legal.includes(d.strong[0]));
      const [answer] = otherLines(d),
        before = linesBefore(d),
        choices = choicesOf(d, legalAfter(story, d.step, seat, before));
      assert.ok(choices.includes(answer) && choices.length <= 6, `${answer} is to be chosen from ${choices}`);
      for (const line of choices) assert.ok(sentences(story, d.step, seat, [...before, line], [line]).length);
      for (const places of [placesIn(story, d.step, seat, d.made), placesIn(story, d.step, seat, d.strong, otherLines(d))])
        assert.ok(places.every((s) => /^[a-z]\d+$/.test(s)));
    }
    const top = turningPoints(decisions);
    assert.ok(top.length <= 3 && top.every((d, i) => d.mark && (!i || top[i - 1].lost >= d.lost)));
    const d = top[0] ?? decisions.at(-1);
    const it = newHost(),
      made = await it.act("resume", { record: recordUpTo(story.match.head, story.steps, d.step), seat });
    assert.ok(made.ok, made.text);
    assert.equal((await it.act("open", { table: made.table })).seat, seat);
    const position = new Position(newCore());
    await until(() => (position.sync(it.match), position.acts(seat)), "my turn");
    assert.equal(it.match.me, seat);
    const lines = d.strong.map((line) => `${seat} ${line}`);
    assert.equal(position.objection(lines), null, "strong's way is open again");
    assert.ok((await it.act("turn", { lines: story.sealed ? lines : lines.slice(0, 1) })).ok);
    await until(() => it.match.round > 0 || it.match.result, "it goes on");
  });

test("a 9 of Master's beat mummies there", () => assert.ok(beaten > 5, `${beaten}`));

test("from any seat to the end, and kept as a record", async () => {
  const { story, decisions } = reviewed("rules-2-temple-a-2", 2);
  const it = newHost(),
    made = await it.act("resume", { record: recordUpTo(story.match.head, story.steps, decisions.at(-4).step), seat: 2 });
  await it.act("open", { table: made.table });
  const position = new Position(newCore());
  while (!it.match.result) {
    await until(() => it.match.result || (position.sync(it.match), position.acts(2) && !it.match.yours.length), "my turn");
    if (it.match.result) break;
    const lines = [];
    do lines.push(position.legal(2, lines).at(-1));
    while (position.acts(2, lines));
    assert.ok((await it.act("turn", { lines })).ok);
  }
  const { record, over } = await it.act("kept", { table: made.table });
  assert.ok(over);
  const again = newCore();
  again.load(record);
  assert.ok(record.includes(story.steps.slice(0, 3).flat().join("\n")), "it begins as the old one");
  assert.ok((await it.act("rematch")).ok);
});

test("a record that is over, or none, begins no table", async () => {
  const it = newHost();
  assert.equal((await it.act("resume", { record: "tambo-record 1\ngame: chess\n", seat: 1 })).ok, false);
  assert.equal((await it.act("resume", { record: golden("rules-2-temple-a-2"), seat: 1 })).ok, false, "it is over");
  const { story, decisions } = reviewed("rules-2-temple-a-2", 2),
    record = recordUpTo(story.match.head, story.steps, decisions[0].step);
  for (const seat of [0, 3, -1, 1.5, "1", null]) assert.equal((await it.act("resume", { record, seat })).ok, false, `seat ${seat}`);
});

test("who plays on meets the bots of the record or of the table, and its rules for hints", async () => {
  const it = newHost(),
    { story, decisions } = reviewed("rules-2-temple-a-2", 2);
  const record = recordUpTo(story.match.head, story.steps, decisions[0].step).replace("seat 1: bot random", "seat 1: bot expert");
  const named = await it.act("resume", { record, seat: 2 });
  assert.ok(named.ok, named.text);
  await it.act("open", { table: named.table });
  assert.equal(it.match.seats[0].level, "expert");
  const { table } = await it.act("create", { game: "temple", seats: 2, bots: ["skilled"], hints: false });
  await it.act("open", { table });
  const own = await it.act("resume", { record: recordUpTo(story.match.head, story.steps, decisions[0].step), seat: 1, table });
  assert.ok(own.ok, own.text);
  await it.act("open", { table: own.table });
  assert.equal(it.match.seats[1].level, "skilled");
  assert.equal(it.match.hints, false);
});

test("points in hundredths, luck and play in one sentence", () => {
  assert.equal(points(123), "1.2");
  assert.equal(points(-1372, 2), "−13.72");
  assert.equal(points(-4), "0");
  assert.equal(signed(300), "+3");
  assert.equal(signed(2), "0");
  const end = { luck: 300, play: -800 };
  assert.equal(luckText(end, { own: true, dice: true, who: "" }), "The dice gave you +3, you gave away 8.");
  assert.equal(luckText({ luck: -310, play: 0 }, { own: true, dice: false, who: "" }), "Luck and the others took 3.1 from you, you gave nothing away.");
  assert.equal(luckText(end, { own: false, dice: true, who: "Ana" }), "Luck gave Ana +3; 8 were given away.");
});

test("the curve falls where play gave away, and ends at the result", () => {
  const decision = (value, lost, whose = 1) => ({ value, lost, whose });
  const line = curveOf([decision(2000, 0), decision(2100, 400), decision(1800, 300, 2)], 1, { result: 1500 });
  assert.deepEqual(
    line.map(({ at, value }) => [at, value]),
    [
      [0, 2000],
      [1, 2100],
      [1, 1700],
      [2, 1800],
      [3, 1500],
    ],
  );
  assert.deepEqual(boundsOf([1500, 2100]), { from: 1400, to: 2200, step: 200 });
  assert.deepEqual(boundsOf([300, 300]), { from: 300, to: 400, step: 100 });
});

test("guesses: right, warm, not there; and what is not about a space", () => {
  const d = { made: ["write 3 h3"], strong: ["write 9 g5"], spaces: ["f5"], mark: "mistake" };
  assert.deepEqual(
    ["g5", "f5", "h4", "a1"].map((s) => judged(d, s)),
    ["right", "warm", "warm", "cold"],
  );
  assert.ok(isAboutSpace(d));
  const number = { made: ["write 8 c4"], strong: ["write 4 c4"], spaces: [] };
  assert.ok(!isAboutSpace(number));
  assert.deepEqual(choicesOf(number, ["write 1 a1", "write 2 a1", "write 4 c4", "write 8 c4"]).slice(-2), ["write 4 c4", "write 8 c4"]);
  assert.ok(!isAboutSpace({ made: ["end"], strong: ["offer 1 2"], spaces: [] }));
  assert.deepEqual(answerSpaces({ made: ["done"], strong: ["write p 1 e7", "reveal town d5 c6 e6 e7"], spaces: [] }), ["e7", "d5", "c6", "e6"]);
});

test("what master would have done besides: the lines that were not made, and those before the first of them", () => {
  const decision = { made: ["roll", "write 7 a1"], strong: ["roll", "write 7 b2", "cross c3"] };
  assert.deepEqual(otherLines(decision), ["write 7 b2", "cross c3"]);
  assert.deepEqual(linesBefore(decision), ["roll"]);
  const same = { made: ["roll", "pass"], strong: ["pass"] };
  assert.deepEqual(otherLines(same), ["pass"]);
  assert.deepEqual(linesBefore(same), []);
});

test("luck and play are told as they were, whether dice alone were luck or others, too", () => {
  for (const dice of [true, false])
    for (const luck of [120, -120])
      for (const play of [-340, 0]) {
        const text = luckText({ luck, play }, { own: true, dice });
        assert.match(text, dice ? /^The dice / : /^Luck and the others /);
        assert.match(text, luck > 0 ? / gave you \+1\.2,/ : / took 1\.2 from you,/);
        assert.match(text, play ? /, you gave away 3\.4\.$/ : /, you gave nothing away\.$/);
      }
});
