// reviewer.js -- a review of a record in a worker of its own, which leaves the table's alone and can be stopped at any time.
import { TableError } from "../pure/table_error.js";

/** tell({head}), tell({decision})..., tell({end}), or tell({problem}): as they come. Gives a function that stops it.
 * @param {string} text
 * @param {number} seat
 * @param {(part: {head?: ReviewHead, decision?: Decision, end?: ReviewEnd, problem?: TableError}) => void} tell */
export function review(text, seat, tell) {
  const worker = new Worker(WORKER_URL, { type: "module" });
  const stop = () => worker.terminate();
  const fail = (/** @type {Problem} */ { error, text: why }) => {
    stop();
    tell({ problem: new TableError(error, why) });
  };
  worker.onmessage = ({ data }) => {
    for (const o of data) {
      if (o.t === "review") tell(o);
      else if (o.re === "review" && !o.ok) fail(o);
      else if (o.re === "review") stop();
    }
  };
  worker.onerror = (event) => fail({ error: "fault", text: event.message });
  worker.postMessage({ do: "review", id: "review", text, seat });
  return stop;
}
