// quiz.mjs -- how long the map lab, as WebAssembly, takes for puzzles: making one, the verdict with its reason. Every technique that is
// offered, both boards. Times are of the processor, and four times as long for a phone that is four times slower.
//
// usage: node bench/quiz.mjs TAMBO_LAB.WASM [SEEDS]
import { readFileSync } from "node:fs";
import { Core } from "../clients/web/src/pure/core.js";

const [file, seeds = "20"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node bench/quiz.mjs TAMBO_LAB.WASM [SEEDS]");
  process.exit(2);
}
const lab = new Core(new WebAssembly.Module(readFileSync(file)));
const took = (fn) => {
  const { user } = process.cpuUsage();
  const value = fn();
  return [value, (process.cpuUsage().user - user) / 1000];
};
const at = (list, share) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))];
const line = (what, ms) =>
  console.log(
    `${what}: ${ms.length}, median ${(4 * at(ms, 0.5)).toFixed(1)} ms, 95 %: ${(4 * at(ms, 0.95)).toFixed(1)} ms, 99 %: ${(4 * at(ms, 0.99)).toFixed(1)} ms (times four)`,
  );

for (const cols of [5, 9]) {
  const board = cols === 5 ? "tiny" : "long",
    making = [],
    right = [],
    wrong = [],
    ids = new Set();
  for (const { technique, boards } of lab.quizSkills())
    for (let seed = 0; boards.includes(board) && seed < Number(seeds); seed++) {
      const [quiz, ms] = took(() => lab.quizMake({ cols, technique, seed: seed + 1000 * cols }));
      making.push(ms);
      ids.add(`${quiz.terrain}${quiz.crop}`);
      const space = quiz.crop.findIndex((c) => !c);
      const claim = `${"abcdefghi"[space % cols]}${Math.floor(space / cols) + 1} crop ${1 + (seed % 5)}`;
      const { claim: certain } = lab.quizHint({ id: quiz.id });
      right.push(took(() => lab.quizJudge({ id: quiz.id, claim: certain }))[1]);
      const [{ verdict }, slow] = took(() => lab.quizJudge({ id: quiz.id, claim }));
      if (verdict !== "right") wrong.push(slow);
    }
  line(`${board}: making (${ids.size} different positions)`, making);
  line(`${board}: the verdict on what is right, with its reason`, right);
  line(`${board}: the verdict on what is not, with another map`, wrong);
}
