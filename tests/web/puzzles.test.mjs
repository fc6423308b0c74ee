// puzzles.test.mjs -- the pure parts of deduction puzzles: claims laid on positions, how a player stands by the notes, a whole map on its
// way; and that the map lab, asked as the page asks it, is right about what it says is certain.
import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceOf, claimOf, isOpen, laid, seenAt, spacesOf, tilesLeft, whatSaid } from "../../clients/web/src/puzzles/claim.js";
import { LEARNT } from "../../clients/web/src/story/feats.js";
import { START, runRating, standing, wishFor } from "../../clients/web/src/puzzles/standing.js";
import { begin, claims, clear, flip, hinted, isWhole, redo, slip, undo, write } from "../../clients/web/src/puzzles/whole.js";
import { newLab } from "./kit.mjs";

const TINY = { cols: 5, terrain: Array(25).fill(0), crop: Array(25).fill(0) };

test("a claim is read as it is written, and lies where it says", () => {
  for (const claim of ["c3 crop 4", "a1 terrain 1", "e5 terrain 4", "b2 crop 5"]) assert.equal(claimOf(choiceOf(claim)), claim);
  const on = laid(TINY, [choiceOf("c3 crop 4"), choiceOf("e5 terrain 4")]);
  assert.deepEqual(seenAt(on, "c3"), { terrain: null, crop: 4 });
  assert.deepEqual(seenAt(on, "e5"), { terrain: "m", crop: null });
  assert.equal(TINY.crop[12], 0, "the position itself is as it was");
  assert.ok(!isOpen(on, choiceOf("c3 crop 1")));
  assert.ok(isOpen(on, choiceOf("c3 terrain 1")));
  assert.equal(spacesOf(on)[12], "c3");
  assert.equal(whatSaid(4), "corn (4)");
  assert.equal(whatSaid("v"), "valley");
});

test("tiles that are left: all of them less those that are seen", () => {
  const on = laid(TINY, [choiceOf("a1 terrain 2"), choiceOf("b1 terrain 2")]);
  assert.deepEqual(tilesLeft({ ...on, tiles: [6, 6, 7, 6] }), [
    ["v", 6],
    ["d", 4],
    ["f", 7],
    ["m", 6],
  ]);
});

let clock = 0;
const note = (members) => ({ at: clock++, sort: "certain", technique: "pair", right: true, own: 700, again: false, puzzle: `p${clock}`, ...members });

test("the rating is that after the last puzzle that counted", () => {
  assert.equal(standing([]).rating, START);
  const all = [note({ own: 640 }), note({ own: 700 }), note({ own: 710, again: true }), note({ own: 720, sort: "skill" })];
  assert.equal(standing(all).rating, 700);
  assert.equal(standing(all).games, 2);
});

test("slips wait until the same puzzle goes well, the newest first", () => {
  const all = [
    note({ puzzle: "a", right: false }),
    note({ puzzle: "b", right: false }),
    note({ puzzle: "c" }),
    note({ puzzle: "d", right: false, sort: "whole" }),
  ];
  const left = (notes) => standing(notes).slips.map((s) => s.puzzle);
  assert.deepEqual(left(all), ["b", "a"]);
  assert.deepEqual(left([...all, note({ puzzle: "a", again: true })]), ["b"]);
  assert.deepEqual(left([...all, note({ puzzle: "a", again: true }), note({ puzzle: "a", right: false, again: true })]), ["a", "b"]);
});

test("so many in a row, and a technique is learnt; it stays learnt", () => {
  const row = (n) => Array.from({ length: n }, () => note({ sort: "skill" }));
  assert.deepEqual(standing(row(LEARNT - 1)).rows.pair, { row: LEARNT - 1, learnt: false });
  assert.deepEqual(standing(row(LEARNT)).rows.pair, { row: LEARNT, learnt: true });
  assert.deepEqual(standing([...row(LEARNT), note({ right: false })]).rows.pair, { row: 0, learnt: true });
  assert.deepEqual(standing([...row(LEARNT - 1), note({ right: false }), ...row(1)]).rows.pair, { row: 1, learnt: false });
});

test("the longest run; runs get harder", () => {
  assert.equal(standing([note({ sort: "streak", run: 3 }), note({ sort: "streak", run: 1 })]).best, 3);
  for (let n = 0; n < 60; n++) assert.ok(runRating(n + 1) >= runRating(n) && runRating(n) <= 2800);
  assert.equal(wishFor(600, true).cols, 5, "nobody begins on the long board");
  assert.equal(wishFor(1200, true).cols, 9);
});

test("a whole map: marks go back and forth, what is written stays", () => {
  let it = begin("q1");
  assert.equal(undo(it), it);
  it = flip(flip(it, "a1", 3), "a1", 4);
  assert.deepEqual(it.marks.a1.crops, [3, 4]);
  it = write(undo(it), "b1", 2);
  assert.deepEqual([it.marks.a1.crops, it.pen], [[3], { b1: 2 }]);
  assert.deepEqual(redo(it).marks.a1.crops, [3, 4]);
  assert.deepEqual(redo(flip(it, "c1", 1)).marks.a1.crops, [3], "another mark ends the way forth");
  assert.deepEqual(undo(clear(it)).marks, it.marks);
  assert.deepEqual(claims(it), ["b1 crop 2"]);
  assert.deepEqual([slip(it).slips, hinted(it).hints], [1, 1]);
  assert.ok(isWhole(JSON.parse(JSON.stringify(it))));
  for (const other of [null, {}, { id: 3 }, []]) assert.ok(!isWhole(other));
});

test("what the lab says is certain is judged right, for every technique; its other answers come with another map", () => {
  const lab = newLab();
  for (const { technique, boards } of lab.quizSkills())
    for (const board of boards) {
      const puzzle = lab.quizMake({ kind: "certain", cols: board === "tiny" ? 5 : 9, technique, seed: 11 });
      const { claim, steps } = lab.quizHint({ id: puzzle.id });
      assert.ok(steps.length > 0);
      assert.equal(lab.quizJudge({ id: puzzle.id, claim }).verdict, "right", `${puzzle.id} ${claim}`);
      const { space, what } = choiceOf(claim);
      const other = claimOf({ space, what: typeof what === "number" ? (what % 5) + 1 : what === "v" ? "d" : "v" });
      const wrong = lab.quizJudge({ id: puzzle.id, claim: other });
      assert.equal(wrong.verdict, "impossible");
      assert.deepEqual(choiceOf(claimOf({ space, what })), { space, what });
      assert.equal(typeof what === "number" ? wrong.differs : "vdfm"[wrong.differs - 1], what, "the other map has what is certain");
    }
});

test("a whole map is found hint by hint, and none is left then", () => {
  const lab = newLab();
  const puzzle = lab.quizMake({ kind: "whole", cols: 5, technique: "orders", seed: 3 });
  const known = [];
  for (let hint = lab.quizHint({ id: puzzle.id, known }); hint; hint = lab.quizHint({ id: puzzle.id, known })) {
    assert.equal(lab.quizJudge({ id: puzzle.id, claim: hint.claim, known }).verdict, "right");
    known.push(hint.claim);
  }
  assert.equal(known.length, puzzle.crop.filter((n) => !n).length);
  assert.throws(() => lab.quizHint({ id: puzzle.id, known: ["a1 crop 9"] }));
});
