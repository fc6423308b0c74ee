// router.js -- which page the address names. Links inside the house do not load the page again.
import { useEffect, useState } from "preact/hooks";

/** @type {Set<() => void>} */
const listeners = new Set();
const tell = () => listeners.forEach((fn) => fn());

/** Goes to a path of this house.
 * @param {string} path
 * @param {{replace?: boolean}} [how] */
export function go(path, { replace = false } = {}) {
  if (path === location.pathname + location.search + location.hash) return;
  const from = replace ? history.state?.from : location.pathname + location.search + location.hash;
  history[replace ? "replaceState" : "pushState"]({ from }, "", path);
  scrollTo(0, 0);
  tell();
}

/** Where the reader came from, inside the house; else the first page. Lasts over a reload. */
export const cameFrom = () => history.state?.from ?? "/";

export function listenToLinks() {
  addEventListener("popstate", tell);
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
    const fn = () => set(location.pathname);
    listeners.add(fn);
    return () => listeners.delete(fn);
  }, []);
  return path.split("/").filter(Boolean).map(decoded);
}
