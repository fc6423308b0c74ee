// lines.js -- the result of a day as a few lines that spoil nothing: what was reached, and nothing of how. Pure. A row is {title, right} (a puzzle:
// which positions were solved) or {title, points, level, levels} (a game: the level reached, from 1, and how many there are; 0: the game
// has none), and `practice`, a word, where it was that.

const SOLVED = "■",
  MISSED = "□",
  REACHED = "▲",
  AHEAD = "△";

/** The marks of a row.
 * @param {any} row */
export const marksOf = ({ right, level = 0, levels = 0 }) =>
  right ? right.map((/** @type {boolean} */ r) => (r ? SOLVED : MISSED)).join("") : REACHED.repeat(level) + AHEAD.repeat(levels - level);

/** Its number: solved of all, or points.
 * @param {any} row */
export const numberOf = ({ right, points }) => (right ? `${right.filter(Boolean).length}/${right.length}` : `${points}`);

/** @param {{title: string, date: string, rows: any[], address: string}} day title: of all of it; address: where it is played */
export const linesOf = ({ title, date, rows, address }) =>
  [
    `${title} · ${date}`,
    ...rows.map((row) => [row.title, marksOf(row), numberOf(row), row.practice && `(${row.practice})`].filter(Boolean).join(" ")),
    address,
  ].join("\n");
