// router.js -- which page the address names. Links inside the house do not load the page again.
import { useEffect, useState } from "preact/hooks";
import { fitHistory, historyMoved, isOpened, whenSettled } from "./opened.js";

/** @type {Set<(replaced: boolean) => void>} */
const listeners = new Set();
let shown = ""; // the page that was told last
function tell(replaced = false) {
  if (shown === location.pathname) return;
  shown = location.pathname;
  for (const fn of listeners) fn(replaced);
}

/** Goes to a path of this house. From something open above a page it takes the place of that: Back is the page itself.
 * @param {string} path
 * @param {{replace?: boolean}} [how] */
export const go = (path, how) => whenSettled(() => goNow(path, how));

/** @param {string} path
 * @param {{replace?: boolean}} [how] */
function goNow(path, { replace = false } = {}) {
  if (path === location.pathname + location.search + location.hash) return;
  const from = replace ? history.state?.from : location.pathname + location.search + location.hash;
  history[replace || isOpened() ? "replaceState" : "pushState"]({ from }, "", path);
  scrollTo(0, 0);
  tell(replace);
}

/** fn(replaced) is called after each change of the page; gives a function that ends it. replaced: the address gave way to a better one, of
 * what is shown already or instead of it.
 * @param {(replaced: boolean) => void} fn */
export function listenToPages(fn) {
  listeners.add(fn);
  return () => void listeners.delete(fn);
}

/** Where the reader came from, inside the house; else the first page. Lasts over a reload. */
export const cameFrom = () => history.state?.from ?? "/";

/** Something of this page that lasts over a reload, and as long as its entry of the history: how far a lesson is.
 * @param {string} name */
export const keptHere = (name) => history.state?.[name];
/** @param {string} name
 * @param {any} value */
export const keepHere = (name, value) => history.replaceState({ ...history.state, [name]: value }, "");

export function listenToLinks() {
  shown = location.pathname;
  fitHistory(); // after a reload nothing is open
  addEventListener("popstate", () => {
    historyMoved();
    tell();
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element && /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[href]"));
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return; // a place on this page
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** @param {string} word */
function decoded(word) {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // no page has this name
  }
}

/** The path of now as its words: /t/abc -> ["t", "abc"]. */
export function useRoute() {
  const [path, set] = useState(location.pathname);
  useEffect(() => {
    set(location.pathname); // it may have changed since it was drawn
    return listenToPages(() => set(location.pathname));
  }, []);
  return path.split("/").filter(Boolean).map(decoded);
}
