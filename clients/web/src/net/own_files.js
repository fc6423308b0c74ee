// own_files.js -- what the page fetches of its own files while it runs: the rules, texts.

/** The WebAssembly module at an address, compiled as it arrives.
 * @param {string} url */
export async function compile(url) {
  try {
    return await WebAssembly.compileStreaming(fetch(url, { credentials: "same-origin" }));
  } catch (e) {
    throw Object.assign(new Error(e.message), { word: "rules" }); // problems.js knows it
  }
}

/** What a JSON file holds.
 * @param {string} url */
export const fetchJson = async (url) => (await fetch(url)).json();
