// line.js -- the WebSocket to the server: says hello, notices when it is dead, and comes back by
// itself. A server of another build is not listened to: its positions would be misread. What is said on it is the
// business of whoever made it (table_remote.js, open_tables.js).
import { throwLater } from "../browser/faults.js";
import { renew } from "./renew.js";
import { TableError } from "../pure/table_error.js";

const VERSION = 2;
const OWN = typeof BUILD === "undefined" ? null : BUILD; // core/build.h; null: under node, where nobody has built a page
const WAITS = [300, 1000, 2000, 4000, 8000]; // ms before the next try
const QUIET = 20000; // ms of silence after which we ask whether anybody is there
const CALL = 30000; // ms a request may take
const PATIENCE = 8000; // ms an answer may take before the line counts as dead
const ENDED = 4001; // the close code for those whose tokens were ended
const ENDED_WAIT = 2000; // ms until we ask who we are then: another page of this browser may just be getting the new cookie
const PASSING = ["store", "rate", "limit"]; // refusals that another try may not meet

/** What a line needs of a socket: tests give their own.
 * @typedef {Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror">} Socket */

/** greet(): messages to send after hello. heard(objects), lost(), refused(problem): what happened; lost(true): the page
 * is about to be loaded anew. fault(error): something broke while a message was taken; if nobody knows better there is a new line. connect makes the socket, known() sees to it that we have a cookie, ended() that we ask again who we are, load(build) loads the page anew: tests
 * give their own. table: the id of the table that the line is for, if it is known: a proxy may bring all its people to one server by it.
 * @typedef {{
 *   greet: () => Message[], heard: (objects: TableObject[]) => void, lost: (renewing?: boolean) => void, refused: (problem: Problem) => void,
 *   fault?: (error: any) => void, connect?: (path: string) => Socket, known?: (() => Promise<any>) | null, ended?: () => void, build?: string | null, load?: (build: string) => Promise<boolean>,
 *   waits?: number[], patience?: number, table?: string | null,
 * }} LineOptions */

export class Line {
  /** @param {LineOptions} options */
  constructor({
    greet,
    heard,
    lost,
    refused,
    fault = (error) => (throwLater(error), this.broke()),
    connect = socket,
    known = connect === socket ? introduce : null,
    ended = askAgain,
    build = OWN,
    load = renew,
    waits = WAITS,
    patience = PATIENCE,
    table = null,
  }) {
    this.greet = greet;
    this.heard = heard;
    this.lost = lost;
    this.refused = refused;
    this.fault = fault;
    this.connect = connect;
    this.known = known;
    this.ended = ended;
    this.build = build;
    this.load = load;
    this.waits = waits;
    this.patience = patience;
    this.path = table ? `/ws?table=${encodeURIComponent(table)}` : "/ws";
    this.tries = 0;
    this.skew = 0; // the server's clock minus ours, ms
    /** @type {string | null} */
    this.player = null; // who we are, once hello is answered
    /** @type {Socket | null} */
    this.socket = null;
    this.at = 0; // when something was heard last, or the socket made
    /** @type {Map<string, number>} */
    this.asked = new Map(); // id of a message -> when it was sent, until it is answered
    this.redial = () => this.dial();
    this.dropped = () => this.socket && this.broke();
    globalThis.addEventListener?.("online", this.redial);
    globalThis.addEventListener?.("offline", this.dropped);
    this.watch = setInterval(() => this.look(), Math.min(1000, patience / 4));
    this.dial();
  }

  async dial() {
    if (this.socket || this.dialling || this.closed) return;
    clearTimeout(this.timer);
    if (this.known) {
      this.dialling = true;
      const met = await this.known().then(
        () => true,
        () => false,
      );
      this.dialling = false;
      if (this.closed) return;
      if (!met) return this.broke(); // as a stranger we would sit at no table
    }
    const s = (this.socket = this.connect(this.path));
    this.asked.clear();
    this.at = Date.now();
    s.onopen = () => {
      this.send({ do: "hello", id: "hello", v: VERSION, ...(this.build ? { build: this.build } : {}) });
      for (const message of this.greet()) this.send(message);
    };
    s.onmessage = ({ data }) => {
      if (this.socket !== s) return;
      try {
        this.take(JSON.parse(data));
      } catch (error) {
        this.fault(error);
      }
    };
    s.onclose = (e) => {
      if (this.socket !== s) return;
      if (e?.code === ENDED) this.ended();
      this.broke(e?.code === ENDED ? ENDED_WAIT : 0);
    };
    s.onerror = () => {};
  }

  /** @param {Message} message */
  send(message) {
    this.asked.set(message.id, Date.now());
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {TableObject[]} objects */
  take(objects) {
    this.at = Date.now();
    for (const o of objects) {
      if (o.re !== undefined) this.asked.delete(o.re);
      if (o.re !== "hello") continue;
      if (!o.ok) return this.no(o);
      if (this.build && o.build !== this.build) return this.misfit(o.build, { error: "build" });
      this.player = o.player;
      this.skew = o.now - Date.now();
    }
    this.heard(objects);
  }

  /** It works: the next break is tried again soon. */
  good() {
    this.tries = 0;
  }

  /** A refusal of hello or of the first wish: for good, or until the next try.
   * @param {TableObject} answer */
  no({ error = "unknown", text, wait_ms: wait = 0 }) {
    if (PASSING.includes(error)) return this.broke(wait);
    if (error === "version") return this.misfit(error, { error, text });
    this.close();
    this.refused({ error, text });
  }

  /** Page and server do not fit together: the page is loaded anew, or that did not help.
   * @param {string} build
   * @param {Problem} problem */
  async misfit(build, problem) {
    this.close();
    this.lost(true);
    if (!(await this.load(build))) this.refused(problem);
  }

  /** A line may be dead without anybody telling: an answer that does not come says so. */
  look() {
    if (!this.socket) return;
    const now = Date.now();
    const oldest = Math.min(now, ...this.asked.values());
    const quiet = now - this.at,
      late = now - oldest; // others may well be heard meanwhile
    const deaf = this.socket.readyState === 0 ? quiet > 2 * this.patience : late > 4 * this.patience || Math.min(late, quiet) > this.patience;
    if (deaf) this.broke();
    else if (this.socket.readyState === 1 && now - this.at > QUIET && !this.asked.size) this.send({ do: "ping", id: "ping" });
  }

  /** least: ms to wait at least. */
  broke(least = 0) {
    const s = this.socket;
    this.socket = null;
    if (this.closed) return;
    const wait = Math.max(least / 0.8, this.waits[Math.min(this.tries++, this.waits.length - 1)]);
    this.timer = setTimeout(this.redial, wait * (0.8 + 0.4 * Math.random())); // not all people at once
    s?.close();
    this.lost();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    globalThis.removeEventListener?.("online", this.redial);
    globalThis.removeEventListener?.("offline", this.dropped);
    const s = this.socket;
    this.socket = null;
    s?.close();
  }
}

/** @param {string} path */
function socket(path) {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`, "tambo.1");
}

/** HTTP of docs/protocol.md; throws a TableError, `offline` if nobody answers.
 * @param {string} method
 * @param {string} path
 * @param {object} [body] */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      credentials: "same-origin",
      signal: AbortSignal.timeout(CALL),
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
  } catch {
    throw new TableError("offline", "The server does not answer.");
  }
  const said = await answer.json().catch(() => null);
  if (!said) throw new TableError("offline", "The server does not answer.");
  if (!answer.ok) throw new TableError(said.error, said.text);
  return said;
}

/** The same for an answer that is text.
 * @param {string} path */
export async function callText(path) {
  const answer = await fetch(`/api/${path}`, { credentials: "same-origin" });
  if (answer.ok) return answer.text();
  const { error, text } = await answer.json();
  throw new TableError(error, text);
}

/** @typedef {{player: string, name: string}} Me */
/** @type {Promise<Me> | null} */
let me = null;
/** Who this browser is to the server. Asked once; from then on there is a cookie.
 * @returns {Promise<Me>} */
export function introduce() {
  me ??= call("GET", "me").catch((e) => {
    me = null;
    throw e;
  });
  return me;
}
/** @type {(() => void) | null} */
let signedOut = null;
/** fn is called when the tokens of whoever this browser was were ended elsewhere: it is a stranger now.
 * @param {() => void} fn */
export const whenSignedOut = (fn) => void (signedOut = fn);

/** Who are we now? Asked after a while, once for all lines that were closed. */
function askAgain() {
  const before = me;
  if (!before) return;
  const settled = before.catch(() => {}); // it may be us who ends them
  me = settled.then(() => new Promise((tell) => setTimeout(tell, ENDED_WAIT))).then(() => call("GET", "me"));
  me.then(
    async (now) => now.player !== (await before).player && signedOut?.(),
    () => (me = null),
  );
}

/** This browser is somebody else from now on.
 * @param {Me | Promise<Me>} player */
export const becomes = (player) => void (me = Promise.resolve(player));
