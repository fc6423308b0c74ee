// lab.js -- puzzles, asked of the map lab in the worker (puzzle/quiz.h), the next one beforehand; and notes of how they went.
import { ask } from "../table/table_local.js";
import { note, notes } from "../story/keep.js";
import { once } from "../pure/once.js";
import { standing } from "./standing.js";

const answer = async (what, members = {}) => (await ask(what, members)).answer;

/** @typedef {{kind: string, cols: number, technique: string, rating: number}} QuizWish */
/** @typedef {{tale: Tale, spaces: string[], because?: string[], region?: string[], other?: string[], technique: string}} Step */

/** The puzzle of an address; refused with a sentence where there is none.
 * @param {string} id
 * @returns {Promise<Quiz>} */
export const puzzleOf = (id) => answer("quizOf", { puzzle: id });
/** known: claims that were found right before.
 * @param {string} id
 * @param {string} claim
 * @param {string[]} [known]
 * @returns {Promise<QuizVerdict>} */
export const judge = (id, claim, known = []) => answer("quizJudge", { puzzle: id, claim, known });
/** What is certain, by the simplest way to see it; null: nothing more.
 * @param {string} id
 * @param {string[]} [known]
 * @returns {Promise<{claim: string, steps: Step[]} | null>} */
export const certain = (id, known = []) => answer("quizHint", { puzzle: id, known });
/** The ladder of techniques, the simplest first.
 * @type {() => Promise<QuizSkill[]>} */
export const skills = once(() => answer("quizSkills"));

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];
/** @param {QuizWish} wish
 * @returns {Promise<Quiz>} */
const make = (wish) => answer("quizMake", { ...wish, seed: seed() });
/** The same one every time, to be explained.
 * @param {QuizWish} wish
 * @returns {Promise<Quiz>} */
export const example = (wish) => answer("quizMake", { ...wish, seed: 1 });

/** @type {Map<string, Promise<Quiz>>} */
const ready = new Map();
/** Has a puzzle made while another one is looked at. slot: whose it will be.
 * @param {string} slot
 * @param {QuizWish} wish */
export function prepare(slot, wish) {
  if (ready.has(slot)) return;
  const made = make(wish);
  made.catch(() => ready.delete(slot));
  ready.set(slot, made);
}
/** The one that was prepared, or a new one.
 * @param {string} slot
 * @param {QuizWish} wish */
export function take(slot, wish) {
  const made = ready.get(slot) ?? make(wish);
  ready.delete(slot);
  return made;
}

/** How the player stands now. */
export const stand = async () => standing(await notes("puzzle"));

/** Notes how a puzzle went, and gives the player's rating before and after it.
 * @param {Quiz} puzzle
 * @param {{sort: string, right: boolean, slips: number, claim?: string, run?: number}} how */
export async function settle(puzzle, how) {
  const { rating, games, seen } = await stand();
  const again = seen.has(puzzle.id);
  const own = how.sort === "certain" && !again ? await answer("quizRated", { player: rating, puzzle: puzzle.rating, right: how.right, games }) : rating;
  await note("puzzle", `${puzzle.id} ${Date.now()}`, { puzzle: puzzle.id, technique: puzzle.technique, rating: puzzle.rating, own, again, ...how });
  return { before: rating, own, again };
}
