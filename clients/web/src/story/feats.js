// feats.js -- feats of puzzles, and which feats of all somebody has had. Those of a game are in its folder (games/NAME/past.js). Pure.
import { t } from "../words/i18n.js";

/** So many right in a row, and a technique is learnt. */
export const LEARNT = 5;
const ROW = 10;

/** The longest row of right answers.
 * @param {any[]} notes the oldest first */
function longest(notes) {
  let best = 0,
    row = 0;
  for (const { right } of notes) best = Math.max(best, (row = right ? row + 1 : 0));
  return best;
}

/** Techniques that are learnt, by their keys.
 * @param {any[]} notes of puzzles, the oldest first */
export function learnt(notes) {
  const single = notes.filter((n) => n.sort !== "whole" && n.technique);
  return [...new Set(single.map((n) => n.technique))].filter((key) => longest(single.filter((n) => n.technique === key)) >= LEARNT);
}

/** Of puzzles: had(notes, techniques): techniques: the keys of all there are; null: not known.
 * @type {{key: string, name: () => string, how: () => string, had: (notes: any[], techniques: string[] | null) => boolean}[]} */
export const PUZZLE_FEATS = [
  {
    key: "ten",
    name: () => t("Ten without a slip"),
    how: () => t("Ten puzzles in a row, each right at once. Take your time: nobody counts it."),
    had: (notes) => longest(notes.filter((n) => n.sort !== "whole")) >= ROW,
  },
  {
    key: "whole",
    name: () => t("A whole map without a slip"),
    how: () => t("Find every crop of a map, and never write a wrong one."),
    had: (notes) => notes.some((n) => n.sort === "whole" && n.right && !n.slips),
  },
  {
    key: "every",
    name: () => t("Every technique learnt"),
    how: () => t("Train each of them until five in a row are right."),
    had: (notes, techniques) => {
      const known = learnt(notes);
      return techniques !== null && techniques.length > 0 && techniques.every((key) => known.includes(key));
    },
  },
];

/** Feats of games: key -> the first note that has it.
 * @param {GameNote[]} notes of one game, the oldest first
 * @returns {Map<string, GameNote>} */
export function firstOf(notes) {
  const found = new Map();
  for (const note of notes) for (const key of note.feats) if (!found.has(key)) found.set(key, note);
  return found;
}
