// table_local.js -- tables on this device: the other side is host.js in the worker. Also what a
// page asks of the worker without a table: new games, maps.
import { t } from "../words/i18n.js";
import { keepFault } from "../browser/faults.js";
import { toast } from "../browser/say.js";
import { TableError } from "../pure/table_error.js";
import { Table, newId } from "./table.js";

/** @type {Worker | null} */
let worker = null;
/** @type {LocalTable | null} */
let current = null; // the table whose stream is read
/** @type {Map<string, {yes: (answer: any) => void, no: (e: Error) => void}>} */
const asked = new Map();

function start() {
  if (worker) return worker;
  worker = new Worker(WORKER_URL, { type: "module" });
  worker.onmessage = ({ data }) => {
    for (const o of data) if (o.error === "fault") keepFault({ message: o.text, stack: o.stack });
    const mine = data.filter((/** @type {TableObject} */ o) => !settle(o));
    if (mine.length) current?.hear(mine);
  };
  worker.onerror = (event) => broken(event.message ?? "The worker did not start.");
  return worker;
}

/** A fault of the program: the worker is gone, the games on the device are not.
 * @param {string} text */
function broken(text) {
  keepFault(new Error(text));
  worker?.terminate();
  worker = null;
  for (const { no } of asked.values()) no(new TableError("fault", text));
  asked.clear();
  current?.refuse({ error: "fault", text });
}

/** @param {TableObject} o */
function settle(o) {
  const id = o.re ?? "",
    one = asked.get(id);
  if (!one) return false;
  asked.delete(id);
  if (o.ok) one.yes(o);
  else one.no(new TableError(o.error, o.text));
  return true;
}

/** A message to the worker that needs no open table; resolves to the answer.
 * @param {string} what
 * @param {object} [members]
 * @returns {Promise<any>} */
export function ask(what, members = {}) {
  return new Promise((yes, no) => {
    const id = newId();
    asked.set(id, { yes, no });
    start().postMessage({ ...members, do: what, id });
  });
}

/** A new game on this device; members as `create` has them. Resolves to its id.
 * @param {object} members
 * @returns {Promise<string>} */
export const createLocal = async (members) => (await ask("create", members)).table;

export class LocalTable extends Table {
  /** @param {string} id */
  constructor(id) {
    super(id);
    this.stale = false; // what comes was said before the table was opened anew
    current?.close();
    current = this;
    this.open();
  }
  open() {
    this.act("open", { table: this.id }).then(
      () => {
        this.link = "open";
        this.changed();
      },
      (e) => this.link !== "refused" && this.refuse({ error: e.word, text: e.message }),
    );
  }
  reopen() {
    this.stale = true;
    this.open();
  }
  /** Objects from the worker. A table that is opened is told from `anew` on.
   * @param {TableObject[]} objects */
  hear(objects) {
    const from = this.stale ? objects.findIndex((o) => o.t === "anew") : 0;
    if (from >= 0) this.stale = false;
    try {
      this.take(objects.filter((o, i) => o.re !== undefined || (from >= 0 && i >= from)));
    } catch (error) {
      this.fault(error);
    }
  }
  /** @param {Message} message */
  send(message) {
    start().postMessage(message);
  }
  /** @param {TableObject[]} objects */
  take(objects) {
    if (objects.some((o) => o.t === "unkept")) toast(t("This device cannot save any more: the game lasts only as long as this page is open."), "i-warn");
    super.take(objects);
  }
  close() {
    if (current !== this) return;
    current = null;
    worker?.postMessage({ do: "shut", id: newId() });
  }
}
