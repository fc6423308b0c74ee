// table.js -- one table, as the screens see it: the match that grows with the stream, and actions.
// Where the stream comes from is the business of table_local.js (a worker on this device) and
// table_remote.js (a server); use_table.js picks by the id.
import { begin, takeAll } from "../pure/match.js";
import { TableError } from "../pure/table_error.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => LETTERS[b % 36]).join("");

export class Table {
  /** @param {string | null} id */
  constructor(id) {
    this.id = id;
    /** @type {Match} */
    this.match = begin();
    this.link = "connecting"; // "open", "connecting", "lost" (trying again), "renewing" (the page is), "refused"
    /** @type {Problem | null} */
    this.problem = null; // {error, text} where the link is refused
    /** @type {Map<string, {message: Message, yes: (answer: any) => void, no: (e: Error) => void}>} */
    this.waiting = new Map(); // id of an action -> {message, yes, no}
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** fn() is called after each change; gives a function that ends it.
   * @param {() => void} fn */
  listen(fn) {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }
  changed() {
    for (const fn of this.listeners) fn();
  }

  /** Objects from the other side: answers, and the stream.
   * @param {TableObject[]} objects */
  take(objects) {
    for (const o of objects) if (o.re !== undefined) this.answered(o);
    this.match = takeAll(
      this.match,
      objects.filter((o) => o.re === undefined),
    );
    this.changed();
  }
  /** @param {TableObject} o */
  answered(o) {
    const id = o.re ?? "",
      one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    if (o.ok) one.yes(o);
    else one.no(new TableError(o.error, o.text));
  }

  /** Does something of docs/protocol.md; resolves to the answer or throws a TableError.
   * @param {string} what
   * @param {object} [members]
   * @returns {Promise<any>} */
  act(what, members = {}) {
    const message = { ...members, do: what, id: newId() };
    return new Promise((yes, no) => {
      this.waiting.set(message.id, { message, yes, no });
      this.send(message);
    });
  }

  // The business of the two kinds:
  /** @param {Message} _message */
  send(_message) {}
  close() {}
}

/** @param {string} id */
export const isLocal = (id) => id.startsWith("local-");
