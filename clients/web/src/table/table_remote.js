// table_remote.js -- tables on a server, over a line that comes back by itself. After a break it
// opens the table with the number and time of the last event it has, and sends again, under the same ids, the actions
// that were not answered; the server does none of them twice.
import { Line } from "../net/line.js";
import { reopened, reveal } from "../pure/match.js";
import { called } from "../words/names.js";
import { Table } from "./table.js";

export class RemoteTable extends Table {
  /** By its id, or by `code`. More options are those of Line.
   * @param {string | null} id
   * @param {{code?: string | null} & Partial<import("../net/line.js").LineOptions>} [how] */
  constructor(id, { code = null, ...options } = {}) {
    super(id);
    this.code = code;
    this.up = false; // hello and open are answered
    /** @type {number | null} */
    this.since = null; // when that was
    this.whole = false; // the whole record of a finished game is here, or asked for
    this.line = new Line({
      table: id,
      ...options,
      greet: () => [{ do: "open", id: "open", ...(this.id ? { table: this.id } : { code: this.code }), last: this.match.n, at: this.match.at }],
      heard: (objects) => this.heard(objects),
      lost: (renewing) => this.lost(renewing),
      refused: (problem) => this.refuse(problem),
      fault: (error) => this.fault(error),
    });
  }
  get player() {
    return this.line.player;
  }
  get skew() {
    return this.line.skew;
  }
  get tries() {
    return this.line.tries;
  }

  /** @param {TableObject[]} objects */
  heard(objects) {
    for (const o of objects) {
      if (o.re === "open") {
        if (!o.ok) return this.line.no(o);
        this.id = o.table;
        this.opened();
      } else if (o.t === "error") this.problem = /** @type {Problem} */ (o);
    }
    this.take(objects);
  }

  opened() {
    this.up = true;
    this.since = Date.now();
    this.line.good();
    this.link = "open";
    this.problem = null;
    const { match } = this;
    this.match = reopened(match);
    for (const { message } of this.waiting.values()) this.line.send(message);
  }

  /** @param {boolean} [renewing] */
  lost(renewing) {
    this.up = false;
    this.link = renewing ? "renewing" : "lost";
    this.match = { ...this.match, there: null };
    this.changed();
  }

  /** No such table, another version, a fault that came again.
   * @param {Problem} problem */
  refuse(problem) {
    this.up = false;
    this.line.close();
    super.refuse(problem);
  }

  /** As after a break, but that we have nothing. */
  reopen() {
    this.whole = false;
    this.line.broke();
  }

  /** Bots, and people without a name, are called by their seat.
   * @param {TableObject[]} objects */
  take(objects) {
    super.take(objects);
    /** @param {Seat} s */
    const name = (s) => (s.kind === "free" ? s : { ...s, name: called(s) });
    if (objects.some((o) => o.t === "seat" || o.t === "start")) this.match = { ...this.match, seats: this.match.seats.map(name) };
    if (objects.some((o) => o.t === "anew")) this.whole = false;
    if (this.match.result && this.match.state && !this.whole) this.open();
  }

  /** What was hidden while the game went on is open now: the record tells it. */
  async open() {
    this.whole = true;
    try {
      const { record } = await this.act("record");
      this.match = reveal(this.match, record);
      this.changed();
    } catch {
      // then the end is shown as far as we know it
    }
  }

  /** @param {Message} message */
  send(message) {
    if (this.up) this.line.send(message); // else opened() sends it
  }
  /** Tries now instead of later. */
  hurry() {
    this.line.dial();
  }
  close() {
    this.line.close();
  }
}
