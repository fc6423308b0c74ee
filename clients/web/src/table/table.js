// table.js -- one table, as the screens see it: the match that grows with the stream, and actions.
// Where the stream comes from is the business of table_local.js (a worker on this device) and
// table_remote.js (a server); use_table.js picks by the id.
import { begin, takeAll } from "../pure/match.js";
import { TableError } from "../pure/table_error.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => LETTERS[b % 36]).join("");

export class Table {
  constructor(id) {
    this.id = id;
    this.match = begin();
    this.link = "connecting"; // "open", "connecting", "lost" (trying again), "renewing" (the page is), "refused"
    this.problem = null; // {error, text} where the link is refused
    this.waiting = new Map(); // id of an action -> {message, yes, no}
    this.listeners = new Set();
  }

  /** fn() is called after each change; gives a function that ends it. */
  listen(fn) {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }
  changed() {
    for (const fn of this.listeners) fn();
  }

  /** Objects from the other side: answers, and the stream. */
  take(objects) {
    for (const o of objects) if (o.re !== undefined) this.answered(o);
    this.match = takeAll(this.match, objects.filter((o) => o.re === undefined));
    this.changed();
  }
  answered(o) {
    const one = this.waiting.get(o.re);
    if (!one) return;
    this.waiting.delete(o.re);
    if (o.ok) one.yes(o);
    else one.no(new TableError(o.error, o.text));
  }

  /** Does something of docs/protocol.md; resolves to the answer or throws a TableError. */
  act(what, members = {}) {
    const message = { ...members, do: what, id: newId() };
    return new Promise((yes, no) => {
      this.waiting.set(message.id, { message, yes, no });
      this.send(message);
    });
  }

  // send(message) and close() are the business of the two kinds.
}

export const isLocal = (id) => id.startsWith("local-");
