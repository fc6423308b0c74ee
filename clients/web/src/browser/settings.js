// settings.js -- what a person has chosen, kept on the device: language, light, name, sound, calls; which games they have met; who plays beside them; the bots they choose, and how the last games against them went.
// Not games: those are in store.js.
import { keep, kept } from "./kept.js";

const KEY = "tambo.settings";
const USUAL = { language: null, light: null, name: "", others: [], sound: false, calm: false, met: {}, call: false, level: "", rivals: {} };
/** @type {Record<string, any>} */
let values = { ...USUAL, ...kept(KEY) };
/** @type {Set<(name: string) => void>} */
const listeners = new Set();

export const settings = {
  /** @param {string} name */
  get: (name) => values[name],
  /** @param {string} name
   * @param {any} value */
  set(name, value) {
    values = { ...values, [name]: value };
    keep(KEY, values);
    for (const fn of listeners) fn(name);
  },
  /** fn(name) is called after each change; gives a function that ends it.
   * @param {(name: string) => void} fn */
  listen(fn) {
    listeners.add(fn);
    return () => void listeners.delete(fn);
  },
};

/** light: "day", "lamp", or null: as the system has it. */
export function showLight() {
  const root = document.documentElement;
  const light = settings.get("light");
  if (light) root.dataset.light = light;
  else delete root.dataset.light;
  root.classList.toggle("calm", settings.get("calm"));
}
