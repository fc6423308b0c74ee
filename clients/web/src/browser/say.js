// say.js -- words that are not part of the page: for screen readers (the live region of
// index.html), and toasts for everybody.

let parity = false;
/** Read aloud when there is time for it.
 * @param {string} text */
export function say(text) {
  const region = document.getElementById("say");
  if (!region || !text) return;
  parity = !parity;
  region.textContent = parity ? text : `${text}\u00a0`; // the same words twice are read twice
}

/** What was said belongs to the page it was said on: another one begins without. */
export function hush() {
  const region = document.getElementById("say");
  if (region) region.textContent = "";
}

/** @typedef {{text: string, icon: string, at: number}} Toast */
/** @type {(toast: Toast) => void} */
let show = () => {};
/** @param {(toast: Toast) => void} fn */
export const toastsGoTo = (fn) => (show = fn);
/** One line at the foot of the page for a few seconds; also read aloud.
 * @param {string} text
 * @param {string} [icon] */
export function toast(text, icon = "i-info") {
  show({ text, icon, at: Date.now() });
}
