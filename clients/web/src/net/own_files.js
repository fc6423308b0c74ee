// own_files.js -- what the page fetches of its own files while it runs: the rules, texts.
import { patiently, WAITS } from "../browser/patiently.js";

/** The WebAssembly module at an address, compiled as it arrives.
 * @param {string} url */
export async function compile(url) {
  try {
    return await patiently(() => WebAssembly.compileStreaming(fetch(url, { credentials: "same-origin" })));
  } catch (e) {
    throw Object.assign(new Error(e.message), { word: "rules" }); // problems.js knows it
  }
}

/** What a JSON file holds.
 * @param {string} url */
export const fetchJson = (url) => patiently(async () => (await fetch(url)).json(), WAITS.slice(0, 2));
