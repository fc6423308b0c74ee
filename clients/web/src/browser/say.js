// say.js -- words that are not part of the page: for screen readers (the live region of
// index.html), and toasts for everybody.

let parity = false;
/** Read aloud when there is time for it. */
export function say(text) {
  const region = document.getElementById("say");
  if (!region || !text) return;
  parity = !parity;
  region.textContent = parity ? text : `${text}\u00a0`; // the same words twice are read twice
}

let show = () => {};
export const toastsGoTo = (fn) => (show = fn);
/** One line at the foot of the page for a few seconds; also read aloud. */
export function toast(text, icon = "i-info") {
  show({ text, icon, at: Date.now() });
}
