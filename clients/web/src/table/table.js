// table.js -- one table, as the screens see it: the match that grows with the stream, and actions.
// Where the stream comes from is the business of table_local.js (a worker on this device) and
// table_remote.js (a server); use_table.js picks by the id.
import { throwLater } from "../browser/faults.js";
import { begin, takeAll } from "../pure/match.js";
import { TableError } from "../pure/table_error.js";

const AGAIN = 60000; // ms: a fault that comes sooner after the table was opened anew is the same one

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
    this.faulted = -Infinity; // when the table was opened anew for a fault
  }

  /** fn() is called after each change; gives a function that ends it.
   * @param {() => void} fn */
  listen(fn) {
    this.listeners.add(fn);
    return () => this.listeners.delete(fn);
  }
  /** A listener that fails is no reason for the others not to hear of it. */
  changed() {
    for (const fn of this.listeners)
      try {
        fn();
      } catch (error) {
        throwLater(error);
      }
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

  /** Something broke while objects were taken. What the match is now nobody knows, so the table is opened anew, from its beginning; if that
   * breaks as well, it says so.
   * @param {any} error */
  fault(error) {
    throwLater(error);
    const now = Date.now(),
      same = now - this.faulted < AGAIN;
    this.faulted = now;
    if (same) return this.refuse({ error: "fault", text: String(error?.message ?? error) });
    this.match = { ...begin(), life: this.match.life };
    this.reopen();
    this.changed();
  }

  /** There is no use in trying again.
   * @param {Problem} problem */
  refuse({ error, text }) {
    this.link = "refused";
    this.problem = { error, text };
    for (const { no } of this.waiting.values()) no(new TableError(error, text));
    this.waiting.clear();
    this.changed();
  }

  // The business of the two kinds:
  /** @param {Message} _message */
  send(_message) {}
  /** Asks for all that happened, from the beginning. */
  reopen() {}
  close() {}
}

/** @param {string} id */
export const isLocal = (id) => id.startsWith("local-");
