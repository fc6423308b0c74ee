// claim.js -- what somebody says of a space, "c3 crop 4" or "c3 terrain 2", as the map lab reads it, in words, and laid on a position.
// A choice is {space, what}; what: 1 to 5, or v d f m, as pencil marks are. No drawing.
import { t } from "../words/i18n.js";
import { TERRAIN_MARKS } from "../games/tiwanaku/marks.js";
import { colOf, nameAt, rowOf } from "../games/tiwanaku/model.js";
import { LETTERS, cropName, terrainName } from "../games/tiwanaku/words.js";

/** @typedef {{space: string, what: number | string}} Choice */
/** @typedef {{cols: number, terrain: number[], crop: number[]}} Position what is seen; 0 is unknown */

/** @param {Choice} choice */
export const claimOf = ({ space, what }) => (typeof what === "number" ? `${space} crop ${what}` : `${space} terrain ${TERRAIN_MARKS.indexOf(what) + 1}`);

/** The choice that a claim is.
 * @param {string} claim
 * @returns {Choice} */
export function choiceOf(claim) {
  const [space, kind, value] = claim.split(" ");
  return { space, what: kind === "crop" ? Number(value) : TERRAIN_MARKS[Number(value) - 1] };
}

/** What it is, in words: "corn (4)", "valley".
 * @param {number | string} what */
export const whatSaid = (what) => (typeof what === "number" ? `${cropName(what)} (${what})` : terrainName(LETTERS[what]));

/** "b4 is corn (4)"
 * @param {Choice} choice */
export const claimSaid = ({ space, what }) => t("{space} is {what}", { space, what: whatSaid(what) });

/** What a position has at a space.
 * @param {Position} position
 * @param {string} space */
export function seenAt({ cols, terrain, crop }, space) {
  const i = rowOf(space) * cols + colOf(space);
  return { terrain: TERRAIN_MARKS[terrain[i] - 1] ?? null, crop: crop[i] || null };
}

/** The position with these choices laid on it.
 * @param {Position} position
 * @param {Choice[]} choices
 * @returns {Position} */
export function laid({ cols, terrain, crop }, choices) {
  const t2 = [...terrain],
    c2 = [...crop];
  for (const { space, what } of choices) {
    const i = rowOf(space) * cols + colOf(space);
    if (typeof what === "number") c2[i] = what;
    else t2[i] = TERRAIN_MARKS.indexOf(what) + 1;
  }
  return { cols, terrain: t2, crop: c2 };
}

/** The names of all spaces, row by row.
 * @param {Position} position */
export const spacesOf = ({ cols, terrain }) => terrain.map((_, i) => nameAt(i % cols, Math.floor(i / cols)));

/** How many tiles of each terrain are not seen yet: [letter, number].
 * @param {Position & {tiles: number[]}} puzzle
 * @returns {[string, number][]} */
export const tilesLeft = ({ terrain, tiles }) => TERRAIN_MARKS.map((l, i) => [l, tiles[i] - terrain.filter((x) => x === i + 1).length]);

/** Can this be chosen there: is that not seen already?
 * @param {Position} position
 * @param {Choice} choice */
export const isOpen = (position, { space, what }) => !seenAt(position, space)[typeof what === "number" ? "crop" : "terrain"];

/** What a key stands for: a crop, a terrain, or null.
 * @param {KeyboardEvent} event */
export const keyed = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  return /^[1-5]$/.test(event.key) ? Number(event.key) : /^[vdfm]$/.test(event.key) ? event.key : null;
};
