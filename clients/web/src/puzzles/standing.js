// standing.js -- how a player of puzzles stands, from the notes of one's own story (story/keep.js): rating, longest run, slips to
// repeat, techniques learnt. Pure.
import { LEARNT } from "../story/feats.js";

/** The rating one begins with: the first puzzles are simple. */
export const START = 600;

/** Does it count for the rating? Those whose technique is told beforehand, and those seen before, do not. */
const isRated = (note) => note.sort === "certain" && !note.again;

/** Notes of puzzles, the oldest first.
 * @param {any[]} notes
 * @returns {{rating: number, games: number, best: number, slips: any[], rows: Record<string, {row: number, learnt: boolean}>, seen: Set<string>}} rows: right answers in a row, by technique */
export function standing(notes) {
  const rated = notes.filter(isRated),
    single = notes.filter((n) => n.sort !== "whole");
  const last = new Map(single.map((n) => [n.puzzle, n]));
  /** @type {Record<string, {row: number, learnt: boolean}>} */
  const rows = {};
  for (const { technique, right } of single) {
    const before = rows[technique] ?? { row: 0, learnt: false },
      row = right ? before.row + 1 : 0;
    rows[technique] = { row, learnt: before.learnt || row >= LEARNT };
  }
  return {
    rating: rated.at(-1)?.own ?? START,
    games: rated.length,
    best: Math.max(0, ...notes.filter((n) => n.sort === "streak").map((n) => n.run)),
    slips: [...last.values()].filter((n) => !n.right).sort((a, b) => b.at - a.at),
    rows,
    seen: new Set(notes.map((n) => n.puzzle)),
  };
}

/** The rating of the puzzle of a run that comes after so many.
 * @param {number} run */
export const runRating = (run) => Math.min(2800, 450 + 80 * run);

/** The wish for the next puzzle of a player. large: on the long board, once somebody is past the beginning.
 * @param {number} rating
 * @param {boolean} large */
export const wishFor = (rating, large) => ({ kind: "certain", cols: large && rating >= 900 ? 9 : 5, technique: "", rating });
