// promises.js -- what tables promised of their dice before the first roll, kept on this device: the replay compares it when the game
// is over. It goes with the game, and only those of the last games are kept.
import { keep, kept } from "../browser/kept.js";

const KEY = "tambo.promises";
const MOST = 100;

/** [id of a table, its promise], the oldest first; what is none of these in the storage is left out.
 * @returns {[string, string][]} */
function all() {
  const list = kept(KEY);
  return Array.isArray(list) ? list.filter((pair) => Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string") : [];
}

/** What a table promised, if this browser has seen it; else null.
 * @param {string} id */
export const promiseOf = (id) => all().find(([of]) => of === id)?.[1] ?? null;

/** The first promise counts: a later one may have been changed.
 * @param {string} id
 * @param {string | null} commit */
export function keepPromise(id, commit) {
  if (commit && promiseOf(id) === null) keep(KEY, [...all(), [id, commit]].slice(-MOST));
}

/** Of games that are gone from this device.
 * @param {(id: string) => boolean} isGone */
export const dropPromises = (isGone) =>
  keep(
    KEY,
    all().filter(([id]) => !isGone(id)),
  );
