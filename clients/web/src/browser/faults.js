// faults.js -- what went wrong in the program itself: errors that nobody caught and promises that nobody heard of. The last ones are kept
// on this device, so that they can be read and passed on in the settings; nothing is sent anywhere. Who reads them may be anybody: no word
// of an address that lets somebody in (the id of a table, a code) is kept, and nothing behind ? or #.
import { keep, kept } from "./kept.js";

/** @typedef {{at: number, times: number, message: string, stack: string, version: string, page: string}} KeptFault */

const KEY = "tambo.faults",
  MOST = 20,
  LONG = 2000; // characters of a stack
/** Pages whose addresses name nothing but what everybody has: a game, a date, a kind of puzzle. */
const OPEN = ["play", "rules", "learn", "puzzles", "day", "settings", "story", "tables", "me"];

/** @type {KeptFault[] | null} */
let all = null; // those of this page too, where the browser keeps nothing

/** The newest first.
 * @returns {KeptFault[]} */
export function faults() {
  all ??= Array.isArray(kept(KEY)) ? kept(KEY) : [];
  return /** @type {KeptFault[]} */ (all);
}

/** @param {KeptFault[]} list */
function put(list) {
  all = list;
  keep(KEY, list.length ? list : null);
}
export const forgetFaults = () => put([]);

/** The page of now, without what is nobody else's business.
 * @param {string} path */
export function pageOf(path) {
  const [first, ...more] = path.split("/").filter(Boolean);
  return more.length && !OPEN.includes(first) ? `/${first}/…` : path;
}

/** Addresses in a text are cut to the name of the file, where it is one of ours.
 * @param {string} text */
const withoutAddresses = (text) => text.replace(/\bhttps?:\/\/[^\s)]*?([\w.-]+\.js)(?=[:)\s]|$)/g, "$1").replace(/\b(?:https?|wss?|blob):\/*[^\s)]*/g, "…");

/** Keeps an error; the same as the last one is counted.
 * @param {any} error */
export function keepFault(error) {
  const message = withoutAddresses(String(error?.message ?? error)).slice(0, LONG),
    stack = withoutAddresses(String(error?.stack ?? "")).slice(0, LONG),
    version = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=version]"))?.content ?? "";
  const now = { at: Date.now(), times: 1, message, stack, version, page: pageOf(location.pathname) };
  const [last, ...more] = ((all = null), faults()); // another window may have kept some
  const same = last && last.message === message && last.stack === stack && last.page === now.page;
  put((same ? [{ ...now, times: last.times + 1 }, ...more] : [now, ...faults()]).slice(0, MOST));
}

/** All of them as a text to be passed on.
 * @param {KeptFault[]} list */
export const faultsText = (list) =>
  list
    .map(({ at, times, message, stack, version, page }) =>
      [`${new Date(at).toISOString()} ${page} ${version}${times > 1 ? ` x${times}` : ""}`, message, stack].filter(Boolean).join("\n"),
    )
    .join("\n\n");

/** From now on what nobody catches is kept. Of scripts that are not ours (extensions) nothing. */
export function listenToFaults() {
  const ours = (/** @type {any} */ error) => error && !/-extension:/.test(String(error.stack ?? ""));
  addEventListener("error", ({ error }) => ours(error) && keepFault(error));
  addEventListener("unhandledrejection", ({ reason }) => ours(reason) && keepFault(reason));
}
