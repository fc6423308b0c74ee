// run_kept.js -- a day's puzzle as practice, kept on this device while it goes on: which positions were answered, and which of these rightly.

/** The part of a day that is no game. */
export const PUZZLE = "puzzle";

/** @param {string} day */
const keyOf = (day) => `tambo.run ${day}`;

/** {answers: [{id, claim, right}]}: of the first try; empty before it.
 * @param {string} day
 * @returns {{answers: {id: string, claim: string, right: boolean}[]}} */
export function keptRun(day) {
  try {
    const { answers } = JSON.parse(localStorage.getItem(keyOf(day)) ?? "{}");
    return { answers: Array.isArray(answers) ? answers : [] };
  } catch {
    return { answers: [] };
  }
}

/** @param {string} day
 * @param {object[]} answers */
export function keepRun(day, answers) {
  try {
    localStorage.setItem(keyOf(day), JSON.stringify({ answers }));
  } catch {
    // then it lasts as long as the page
  }
}
