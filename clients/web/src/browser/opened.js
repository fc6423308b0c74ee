// opened.js -- what lies open above a page (a dialog, all sheets) is an entry of the history, so that Back closes it and stays
// on the page. The entry is the page's own, with `open`: how many things lie open there. router.js asks here what Back means.
//
// Invariant, once a step back of our own has arrived: history.state.open is the number of things open. So Forward to something that
// was closed, or a reload, goes back again by itself.
import { useLayoutEffect, useRef } from "preact/hooks";

const PATIENCE = 1000; // ms for a step back of our own: it comes at once, or the browser will not do it

/** What lies open, the lowest first: each as the function that closes it.
 * @type {{close: () => void}[]} */
const open = [];
/** What waits for a step back of our own; null: none is on its way.
 * @type {(() => void)[] | null} */
let waiting = null;

const entries = () => history.state?.open ?? 0;

function arrived() {
  const all = waiting ?? [];
  waiting = null;
  for (const fn of all) fn();
}

/** Makes the history fit what is open. */
export function fitHistory() {
  if (waiting) return void waiting.push(fitHistory);
  const more = open.length - entries();
  for (let i = 0; i < more; i++) history.pushState({ ...history.state, open: entries() + 1 }, "");
  if (more >= 0) return;
  waiting = [];
  const mine = waiting;
  history.go(more);
  setTimeout(() => waiting === mine && arrived(), PATIENCE);
}

/** Does it now, or when a step back of our own has arrived: an entry that is added before would be lost.
 * @param {() => void} fn */
export const whenSettled = (fn) => (waiting ? void waiting.push(fn) : fn());

/** Back or Forward was pressed, or a step of our own is done. */
export function historyMoved() {
  if (waiting) return arrived();
  while (open.length > entries()) open.pop()?.close();
  fitHistory();
}

/** Is the entry of now one of something open? Then a page that is gone to takes its place. */
export const isOpened = () => entries() > 0;

/** While `on`, Back calls onClose instead of leaving the page.
 * @param {() => void} onClose
 * @param {boolean} [on] */
export function useOpened(onClose, on = true) {
  const now = useRef(onClose);
  now.current = onClose;
  useLayoutEffect(() => {
    if (!on) return;
    const one = { close: () => now.current() };
    open.push(one);
    queueMicrotask(fitHistory); // then it is also known whether another dialog took this one's place
    return () => {
      if (open.includes(one)) open.splice(open.indexOf(one), 1);
      queueMicrotask(fitHistory);
    };
  }, [on]);
}
