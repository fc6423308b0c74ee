// table_local.js -- tables on this device: the other side is host.js in the worker. Also what a
// page asks of the worker without a table: new games, maps.
import { t } from "../words/i18n.js";
import { toast } from "../browser/say.js";
import { TableError } from "../pure/table_error.js";
import { Table, newId } from "./table.js";

let worker;
let current = null; // the table whose stream is read
const asked = new Map();

function start() {
  if (worker) return worker;
  worker = new Worker(WORKER_URL, { type: "module" });
  worker.onmessage = ({ data }) => {
    const mine = data.filter((o) => !settle(o));
    if (mine.length) current?.take(mine);
  };
  worker.onerror = (event) => current?.broken(event.message);
  return worker;
}

function settle(o) {
  const one = o.re !== undefined && asked.get(o.re);
  if (!one) return false;
  asked.delete(o.re);
  if (o.ok) one.yes(o);
  else one.no(new TableError(o.error, o.text));
  return true;
}

/** A message to the worker that needs no open table; resolves to the answer. */
export function ask(what, members = {}) {
  return new Promise((yes, no) => {
    const id = newId();
    asked.set(id, { yes, no });
    start().postMessage({ ...members, do: what, id });
  });
}

/** A new game on this device; members as `create` has them. Resolves to its id. */
export const createLocal = async (members) => (await ask("create", members)).table;

export class LocalTable extends Table {
  constructor(id) {
    super(id);
    current?.close();
    current = this;
    start();
    this.act("open", { table: id }).then(() => {
      this.link = "open";
      this.changed();
    }, (e) => {
      this.link = "refused";
      this.problem = { error: e.word, text: e.message };
      this.changed();
    });
  }
  send(message) {
    start().postMessage(message);
  }
  take(objects) {
    if (objects.some((o) => o.t === "unkept")) toast(t("This device keeps nothing more: the game lasts as long as this page is open."), "i-warn");
    super.take(objects);
  }
  /** A fault of the program: the worker is gone, the game on the device is not. */
  broken(text) {
    this.link = "refused";
    this.problem = { error: "fault", text };
    worker.terminate();
    worker = null;
    this.changed();
  }
  close() {
    if (current !== this) return;
    current = null;
    worker?.postMessage({ do: "shut", id: newId() });
  }
}
