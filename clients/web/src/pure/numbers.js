// numbers.js -- the constants of the rules that a page shows, by game and name, as the core has them (core/game.h).
let known = null;

/** Asks a Core, once. */
export function learnNumbers(core) {
  known ??= Object.fromEntries(core.about().games.map((g) => [g.name, g.numbers]));
  return core;
}

/** Those of a game; whoever asks has made a Core. */
export const numbersOf = (game) => known[game];
