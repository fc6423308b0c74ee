// levels.js -- the levels of bots by their names in records and messages, from weak to strong (bots/levels.c), and which one a
// person should try next. Pure; what they are called is in parts/setup.jsx.

export const LEVELS = ["beginner", "learner", "casual", "regular", "skilled", "expert", "master"];
/** Against whom one plays who has chosen nothing. */
export const USUAL_LEVEL = "casual";

/** Levels of n bots. Mixed: one is as usual, the others above and below by turns.
 * @param {string} level
 * @param {number} n */
export const botsOf = (level, n) => Array.from({ length: n }, (_, i) => (level === "mixed" ? (i ? ["skilled", "beginner"][i % 2] : USUAL_LEVEL) : level));

/** @typedef {{id: string, level: string, won: boolean}} Met a game against bots of one level */
const LAST = 3;

/** The last games against one level, with this one; another level begins anew. A game counts once.
 * @param {unknown} list as it was kept
 * @param {Met} game
 * @returns {Met[]} */
export function noted(list, game) {
  const before = (Array.isArray(list) ? list : []).filter((g) => g?.level === game.level);
  return before.some((g) => g.id === game.id) ? before : [...before, game].slice(-LAST);
}

/** The level to try next, if these games speak for another: one above after two victories, one below after three games without any.
 * @param {Met[]} list
 * @returns {{level: string, up: boolean, won: number, of: number} | null} */
export function nextLevel(list) {
  const won = list.filter((g) => g.won).length,
    of = list.length,
    up = won >= 2,
    level = LEVELS[LEVELS.indexOf(list[0]?.level) + (up ? 1 : -1)];
  return level && list.length && (up || (of === LAST && won === 0)) ? { level, up, won, of } : null;
}
