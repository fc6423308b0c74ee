// faults.js -- what went wrong in the program itself: errors that nobody caught and promises that nobody heard of. The last ones are kept
// on this device, so that they can be read and passed on in the settings; nothing is sent anywhere. Who reads them may be anybody: no word
// of an address that lets somebody in (the id of a table, a code) is kept, and nothing behind ? or #.
import { keep, kept } from "./kept.js";

/** @typedef {{at: number, times: number, message: string, stack: string, version: string, page: string}} KeptFault */

const KEY = "tambo.faults",
  MOST = 20,
  LONG = 2000; // characters of a stack
/** Pages whose addresses name nothing but what everybody has: a game, a date, a kind of puzzle. */
const OPEN = ["play", "rules", "learn", "puzzles", "day"];
/** All others: of them only the name. */
const CLOSED = ["settings", "story", "tables", "me", "t", "j", "circle", "replay", "review"];

/** @type {KeptFault[] | null} */
let unkept = null; // the list, since the browser refused to keep it

/** Can it be shown? Anything may have written there.
 * @param {any} fault */
const whole = (fault) =>
  [fault?.message, fault?.stack, fault?.version, fault?.page].every((text) => typeof text === "string") &&
  [fault.at, fault.times].every(Number.isFinite) &&
  !Number.isNaN(new Date(fault.at).getTime());

/** The newest first; another window may have kept some.
 * @returns {KeptFault[]} */
export function faults() {
  if (unkept) return unkept;
  const all = kept(KEY);
  return Array.isArray(all) ? all.filter(whole) : [];
}

/** @param {KeptFault[]} list */
function put(list) {
  unkept = keep(KEY, list.length ? list : null) ? null : list;
}
export const forgetFaults = () => put([]);

/** The page of now, without what is nobody else's business: a first word that is no page may be a code put behind the wrong address.
 * @param {string} path */
export function pageOf(path) {
  const [first, ...more] = path.split("/").filter(Boolean);
  if (OPEN.includes(first)) return `/${[first, ...more].join("/")}`;
  if (CLOSED.includes(first)) return more.length ? `/${first}/…` : `/${first}`;
  return first ? "/…" : "/";
}

/** Addresses in a text are cut to the name of the file, where it is one of ours: those lie at the root. Of ways to a table, a code or a
 * person stays the first word, of what stands behind ? or # nothing.
 * @param {string} text */
const withoutAddresses = (text) =>
  text
    .replace(/https?:\/\/[^\s)/?#]+\/([\w.-]+\.js)(?=[:)\s]|$)/gi, "$1")
    .replace(/(?:[a-z][a-z\d+.-]{0,30}:)?\/\/[^\s)]+|\b(?:blob|data):[^\s)]+/gi, "…")
    .replace(/\b(t|j|circle|replay|review|api|me|tables)\/[^\s)]+/gi, "$1/…")
    .replace(/[?#][^\s)]+/g, "…");

/** What a text has of an error; errors may be anything, and throw where they are read.
 * @param {() => any} read */
function textOf(read) {
  try {
    return String(read() ?? "");
  } catch {
    return "";
  }
}

/** Keeps an error; the same as the last one is counted.
 * @param {any} error */
export function keepFault(error) {
  const said = textOf(() => error?.message ?? error),
    quotes = /SyntaxError|JSON/.test(textOf(() => error?.name) + said), // what could not be read
    own = quotes ? said.replace(/["'`“‘«].*/s, "…") : said,
    told = textOf(() => error?.stack);
  const message = withoutAddresses(own).slice(0, LONG) || "an error without words",
    stack = withoutAddresses(said ? told.replace(said, () => own) : told).slice(0, LONG),
    version = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=version]"))?.content ?? "";
  const now = { at: Date.now(), times: 1, message, stack, version, page: pageOf(location.pathname) };
  const list = faults(),
    [last, ...more] = list;
  const same = last && last.message === message && last.stack === stack && last.page === now.page;
  put((same ? [{ ...now, times: last.times + 1 }, ...more] : [now, ...list]).slice(0, MOST));
}

/** All of them as a text to be passed on.
 * @param {KeptFault[]} list */
export const faultsText = (list) =>
  list
    .map(({ at, times, message, stack, version, page }) =>
      [`${new Date(at).toISOString()} ${page} ${version}${times > 1 ? ` x${times}` : ""}`, message, stack].filter(Boolean).join("\n"),
    )
    .join("\n\n");

/** For who catches an error and goes on: it is thrown where nobody catches it, so it is kept, and seen by whoever watches the page.
 * @param {any} error */
export const throwLater = (error) =>
  queueMicrotask(() => {
    throw error;
  });

/** From now on what nobody catches is kept. Of scripts that are not ours (extensions) nothing. */
export function listenToFaults() {
  const ours = (/** @type {any} */ error) => error && !/-extension:/.test(textOf(() => error.stack));
  addEventListener("error", ({ error }) => ours(error) && keepFault(error));
  addEventListener("unhandledrejection", ({ reason }) => ours(reason) && keepFault(reason));
}
