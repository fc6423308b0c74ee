// run_kept.js -- a day's puzzle as practice, kept on this device while it goes on: which positions were answered, and which of these rightly.
import { keep, kept } from "../browser/kept.js";
import { note } from "../story/keep.js";
import { RUN } from "./practice.js";

/** The part of a day that is no game. */
export const PUZZLE = "puzzle";

/** @param {string} day */
const keyOf = (day) => `tambo.run ${day}`;

/** {answers: [{id, claim, right}]}: of the first try; empty before it.
 * @param {string} day
 * @returns {{answers: {id: string, claim: string, right: boolean}[]}} */
export function keptRun(day) {
  const answers = kept(keyOf(day))?.answers;
  return { answers: Array.isArray(answers) ? answers : [] };
}

/** @param {string} day
 * @param {object[]} answers */
export const keepRun = (day, answers) => keep(keyOf(day), { answers });

/** Notes for one's own story how a run ended.
 * @param {string} day
 * @param {boolean} ranked
 * @param {number} points how many were solved */
export const noteRun = (day, ranked, points) =>
  note("day", `${day} ${PUZZLE}${ranked ? " ranked" : ""}`, { part: PUZZLE, ranked, points, of: RUN, table: null });
