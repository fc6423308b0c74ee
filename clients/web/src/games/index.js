// index.js -- the games of list.js by their names: what is known of one before it is fetched, and the whole of it.
import { patiently } from "../browser/patiently.js";
import { loadTexts } from "../words/i18n.js";
import { games } from "./list.js";

export const GAMES = games.map((g) => g.name);

/** What its about.js says; undefined: there is no such game here (ask canPlay first).
 * @param {string} name */
export const aboutGame = (name) => /** @type {About} */ (games.find((g) => g.name === name));

/** @param {string} name */
export const canPlay = (name) => Boolean(aboutGame(name));

/** @param {string} name */
export const titleOf = (name) => aboutGame(name)?.title();

/** The game's module, with its texts; for a game that there is.
 * @param {string} name */
export async function loadGame(name) {
  const [module] = await Promise.all([patiently(aboutGame(name).load), loadTexts(name)]);
  return module.default;
}

/** What one's own story says of it; null: nothing, or there is no such game here.
 * @param {string} name */
export async function loadPast(name) {
  const [module] = await Promise.all([aboutGame(name)?.past?.(), loadTexts("story"), loadTexts(name)]);
  return module?.default ?? null;
}

/** How many may play, set up that way: [fewest, most].
 * @param {Game} game
 * @param {KnownGame} known what the core says of it
 * @param {any} [extra] */
export const seatsOf = (game, { modes }, extra) => game.setup?.seats?.(extra) ?? [Math.min(...modes.map((m) => m.min)), Math.max(...modes.map((m) => m.max))];

/** The script of its first game, with the texts of lessons.
 * @param {string} name
 * @returns {Promise<Lesson>} */
export async function loadLesson(name) {
  const [module] = await Promise.all([aboutGame(name).lesson(), loadTexts("learn")]);
  return module.default();
}
