// hooks.js -- small hooks that several screens use.
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { settings } from "./settings.js";

/** @returns {() => void} */
export function useRedraw() {
  return useReducer((/** @type {number} */ n, /** @type {void} */ _) => n + 1, 0)[1];
}

/** A setting, and a way to change it.
 * @param {string} name
 * @returns {[any, (value: any) => void]} */
export function useSetting(name) {
  const redraw = useRedraw();
  useEffect(() => settings.listen(redraw), []);
  return [settings.get(name), (value) => settings.set(name, value)];
}

/** Does the window fit a media query now?
 * @param {string} query */
export function useMedia(query) {
  const [fits, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const fn = () => set(list.matches);
    fn();
    list.addEventListener("change", fn);
    return () => list.removeEventListener("change", fn);
  }, [query]);
  return fits;
}
/** The notebook lies open: two pages beside each other. */
export const useDesk = () => useMedia("(min-width: 1000px)");
/** A low window, wider than high: a phone on its side, a desk at 200 %. Two pages beside each other, too (look/low.css). */
const LOW = "(min-width: 640px) and (max-width: 999px) and (max-height: 600px)";
export const useLow = () => useMedia(LOW);
/** No motion is wanted, by the system or by choice. */
export function useCalm() {
  const [calm] = useSetting("calm");
  return useMedia("(prefers-reduced-motion: reduce)") || calm;
}

/** What a promise gives, or undefined so far; an error is {error}.
 * @template T
 * @param {() => Promise<T>} make
 * @param {any[]} deps
 * @returns {(T & {error?: any}) | undefined} */
export function usePromise(make, deps) {
  const [value, set] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    let here = true;
    set(undefined);
    make().then(
      (v) => here && set(v),
      (error) => here && set({ error }),
    );
    return () => (here = false);
  }, deps);
  return value;
}

/** The same, but what was there stays until it is known anew.
 * @template T
 * @param {() => Promise<T>} make
 * @param {any[]} deps
 * @returns {any} */
export function useFresh(make, deps) {
  const value = usePromise(make, deps),
    kept = useRef(/** @type {any} */ (undefined));
  if (value !== undefined) kept.current = value;
  return kept.current;
}

/** The value of the render before.
 * @template T
 * @param {T} value */
export function useBefore(value) {
  const kept = useRef(/** @type {T | undefined} */ (undefined));
  useEffect(() => void (kept.current = value));
  return kept.current;
}

/** The title of the browser's tab.
 * @param {string} [title] */
export function useTitle(title) {
  useEffect(() => void (document.title = title ? `${title} · Tambo` : "Tambo"), [title]);
}
