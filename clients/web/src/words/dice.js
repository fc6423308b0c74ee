// dice.js -- the three dice of the two dice games, without drawing: faces of a view, names, sums.
import { t } from "./i18n.js";

/** @typedef {number | string} Face a number, or what is on the special side */

export const KINDS = ["p", "g", "r"]; // purple, green, red

/** The dice of a view as [purple, green, red], or null before the first roll.
 * @param {View} view
 * @returns {Face[] | null} */
export const facesOf = (view) => view.dice && [view.dice.purple, view.dice.green, view.dice.red];

/** The dice that were rolled last, also when all have written and the next roll is still to come.
 * @param {View} view
 * @param {Line[]} lines
 * @returns {Face[] | null} */
export function lastRoll(view, lines) {
  const roll = lines
    .filter((line) => typeof line === "string")
    .filter((line) => line.startsWith("* roll "))
    .at(-1);
  return (
    facesOf(view) ??
    roll
      ?.split(" ")
      .slice(2)
      .map((face) => Number(face) || face) ??
    null
  );
}

/** @param {string} kind */
export const colourOf = (kind) => ({ p: t("purple"), g: t("green"), r: t("red") })[kind];
/** @param {Face} face */
export function faceName(face) {
  /** @type {Record<Face, string>} */
  const words = { penny: t("Penny"), lock: t("lockpick"), dakota: t("Dakota"), mummy: t("mummy"), snake: t("snake") };
  return words[face] ?? String(face);
}
/** "purple 4, green lockpick, red 1"
 * @param {Face[]} dice */
export const diceWords = (dice) => dice.map((face, i) => `${colourOf(KINDS[i])} ${faceName(face)}`).join(", ");

/** All numbers that dice can make, with the dice used: Map number -> ["p", "gr", ...], fewest dice first.
 * @param {Face[]} dice
 * @returns {Map<number, string[]>} */
export function sums(dice) {
  const found = new Map();
  for (let set = 1; set < 8; set++) {
    const kinds = KINDS.filter((_, i) => set & (1 << i));
    const faces = kinds.map((k) => dice[KINDS.indexOf(k)]);
    if (!faces.every((f) => typeof f === "number")) continue;
    const sum = faces.reduce((a, b) => a + b, 0);
    found.set(
      sum,
      [...(found.get(sum) ?? []), kinds.join("")].sort((a, b) => a.length - b.length),
    );
  }
  return found;
}
