// quiz.test.mjs -- puzzles are the same in the page and in the command: made of the same wishes and ids, byte for byte, and every
// claim gets the same verdict, counter-map and reason. Run by node's test runner; see tests/meson.build.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Lab, Refused, tamboFile } from "./tambo.mjs";

const lab = new Lab(new WebAssembly.Module(readFileSync(process.env.TAMBO_LAB)));
const EACH = Number(process.env.TAMBO_PUZZLES ?? 1); // puzzles of each technique and board
const GRADES = ["gentle", "fair", "tricky", "fiendish"];
const skills = lab.quizSkills();
const counted = { puzzles: 0, claims: 0, right: 0, uncertain: 0, impossible: 0, known: 0, counter: 0, steps: 0 };

/** The lines of `tambo puzzle --json`; 1: some claim was wrong. */
function tambo(args, input = "") {
  const { status, stdout, stderr } = spawnSync(tamboFile, ["puzzle", ...args, "--json"], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ok(status === 0 || status === 1, stderr);
  return stdout.split("\n").slice(0, -1);
}

/** Every claim that can be made about a board, in an order in which what is right is not found row by row. */
function claimsOf({ cols, rows }) {
  const all = [];
  for (let i = 0; i < cols * rows; i++) {
    const at = (i * 7) % (cols * rows), // 7 has no divisor in common with 25 or 45
      space = `${"abcdefghi"[at % cols]}${Math.floor(at / cols) + 1}`;
    for (let v = 1; v <= 5; v++) all.push(...(v < 5 ? [`${space} terrain ${v}`] : []), `${space} crop ${v}`);
  }
  return all;
}

function compare(id) {
  const mine = lab.quizOf(id),
    puzzle = JSON.parse(mine),
    claims = claimsOf(puzzle);
  const [theirs, ...answers] = tambo([id, "-"], claims.join("\n"));
  assert.equal(mine, theirs);
  assert.equal(answers.length, claims.length);
  const known = [];
  claims.forEach((claim, k) => {
    const said = lab.quizJudge(id, claim, known);
    assert.equal(said, answers[k], `${id}: ${claim}`);
    const { verdict, counter, steps } = JSON.parse(said);
    if (verdict === "right") known.push(claim);
    counted.claims++;
    counted[verdict]++;
    counted.counter += Boolean(counter);
    counted.steps += steps.length;
  });
  assert.equal(known.length, puzzle.open, `${id}: all that is certain`);
  counted.puzzles++;
}

for (const { technique, boards } of skills)
  for (const board of boards)
    test(`made and judged alike: ${technique} ${board}`, () => {
      for (let seed = 1; seed <= EACH; seed++) {
        const made = lab.quizMake(`certain ${board} ${technique} 0`, seed);
        assert.equal(made, tambo(["certain", "--board", board, "--technique", technique, "--seed", `${seed}`])[0]);
        compare(JSON.parse(made).id);
      }
    });

for (const board of ["tiny", "long"])
  for (const grade of GRADES)
    test(`whole maps: ${grade} ${board}`, () => {
      for (let seed = 1; seed <= EACH; seed++) compare(`q1-whole-${board}-${grade}-${seed}`);
    });

test("the same wishes bring the same puzzles", () => {
  for (const kind of ["certain", "whole"])
    for (const rating of [0, 400, 1000, 1600, 2300])
      for (const seed of ["1", "4294967296", "18446744073709551615"]) {
        const wish = rating ? ["--rating", `${rating}`] : [];
        assert.equal(lab.quizMake(`${kind} tiny - ${rating}`, seed), tambo([kind, ...wish, "--seed", seed])[0], `${kind} ${rating} ${seed}`);
      }
});

test("what one refuses, the other does", () => {
  for (const id of [
    "",
    "q1",
    "q2-certain-tiny-pair-1",
    "q1-certain-tiny-left-1",
    "q1-whole-tiny-pair-1",
    "q1-certain-tiny-pair-01",
    "q1-certain-tiny-pair-3w5e11264sgsg",
  ]) {
    const { status, stderr } = spawnSync(tamboFile, ["puzzle", id], { encoding: "utf8" });
    assert.throws(
      () => lab.quizOf(id),
      (e) => e instanceof Refused && stderr === `tambo: ${e.message}\n`,
      id,
    );
    assert.equal(status, 2);
  }
});

test("that was everything", (context) => {
  for (const [what, n] of Object.entries(counted)) assert.ok(n > 0, what);
  context.diagnostic(
    Object.entries(counted)
      .map((pair) => pair.reverse().join(" "))
      .join(", "),
  );
});
