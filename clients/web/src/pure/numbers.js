// numbers.js -- the constants of the rules that a page shows, by game and name, as the core has them (core/game.h).
/** @type {Record<string, Record<string, number>>} */
let known;

/** Asks a Core, once.
 * @param {import("./core.js").Core} core */
export function learnNumbers(core) {
  known ??= Object.fromEntries(core.about().games.map((/** @type {{name: string, numbers: Record<string, number>}} */ g) => [g.name, g.numbers]));
  return core;
}

/** Those of a game; whoever asks has made a Core.
 * @param {string} game */
export const numbersOf = (game) => known[game];
