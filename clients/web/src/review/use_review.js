// use_review.js -- a review as a hook: it begins at once, grows decision by decision, can be stopped and begun again. What is done is
// kept as long as the page is open.
import { useEffect, useState } from "preact/hooks";
import { review } from "../table/reviewer.js";

/** @typedef {{head: ReviewHead | null, decisions: Decision[], end: ReviewEnd | null, problem: any, stopped: boolean}} Reviewed */

/** @type {Reviewed} */
const NOTHING = { head: null, decisions: [], end: null, problem: null, stopped: false };
/** @type {Map<string, Reviewed>} */
const done = new Map();

/** @param {Reviewed} now
 * @param {any} part
 * @returns {Reviewed} */
const grown = (now, { head, decision, end, problem }) => ({
  ...now,
  head: head ?? now.head,
  decisions: decision ? [...now.decisions, decision] : now.decisions,
  end: end ?? now.end,
  problem: problem ?? now.problem,
});

/** {head, decisions, end, problem, stopped, stop, again}.
 * @param {string} text
 * @param {number} seat */
export function useReview(text, seat) {
  const key = `${seat} ${text}`;
  const [run, setRun] = useState(0);
  const [is, set] = useState(/** @type {{key: string, now: Reviewed}} */ ({ key: "", now: NOTHING }));
  const now = is.key === key ? is.now : (done.get(key) ?? NOTHING);
  const change = (/** @type {(now: Reviewed) => Reviewed} */ fn) => set((was) => ({ key, now: fn(was.key === key ? was.now : NOTHING) }));
  useEffect(() => {
    if (done.has(key) || now.stopped) return;
    change(() => NOTHING);
    return review(text, seat, (part) => change((was) => grown(was, part)));
  }, [key, run]);
  useEffect(() => void (now.end && done.set(key, now)), [now.end]);
  return {
    ...now,
    stop: () => {
      change((was) => ({ ...was, stopped: true }));
      setRun((n) => n + 1); // the old one ends
    },
    again: () => {
      change(() => NOTHING);
      setRun((n) => n + 1);
    },
  };
}
