// position.js -- a match as a position: keeps a Core at the end of `match.lines`, and answers what
// a screen asks: views, legal lines, previews, each also after some lines of one's own (a draft).
// Asking never changes anything. On the way it keeps what the core told of each line (tale.js says it).
import { toBytes } from "./text64.js";

/** What tells one match from another: lines may come, and be taken back, in the same. Asked at every drawing, so compared and not joined: the
 * head and the state may be long.
 * @type {("id" | "life" | "head" | "state")[]} */
const SAME = ["id", "life", "head", "state"];

export class Position {
  /** @param {import("./core.js").Core} core */
  constructor(core) {
    this.core = core;
    this.done = -1; // how many lines of the match are applied in slot 0; -1: nothing loaded
    this.turn = 0; // counts how often it has changed: what somebody asks later may be of another one
    /** @type {Match | null} */
    this.match = null; // the match that is loaded, as it was told last
    this.kept = new Map(); // answers for the position as it is
    /** @type {{at: number, text: string}[]} */
    this.told = []; // [{at, text}]: what was done at that line, and the facts behind it, as the core told it
    this.heard = 0; // lines of the match that are in there
  }

  /** Brings the position to the end of the match. True if it changed.
   * @param {Match} match */
  sync(match) {
    if (!match.started) return false;
    const same = this.match !== null && SAME.every((k) => this.match?.[k] === match[k]);
    if (!same || this.done > match.lines.length) {
      if (!same) Object.assign(this, { told: [], heard: 0 });
      this.match = null; // until it is loaded
      this.begin(match);
      this.match = match;
    } else if (this.done === match.lines.length) return false;
    else this.core.restore(0);
    for (; this.done < match.lines.length; this.done++) {
      const line = match.lines[this.done];
      if (!match.state && line[0] === "=") continue; // where the map is known facts follow by themselves
      this.core.follow(line);
      if (this.done >= this.heard && typeof line === "string") this.hear(this.done);
    }
    this.heard = Math.max(this.heard, this.done);
    this.core.save(0);
    this.kept.clear();
    this.turn++;
    return true;
  }

  /** @param {number} at */
  hear(at) {
    const text = this.core.told(),
      last = this.told.at(-1);
    if (text.startsWith('{"more":true') && last) last.text = text;
    else this.told.push({ at, text });
  }

  /** Tales of all that happened up to here, each with the line it began `at`.
   * @returns {(Tale & {at: number})[]} */
  story() {
    /** @param {{at: number, text: string}} heard */
    const tales = ({ at, text }) => JSON.parse(text).tales.map((/** @type {Tale} */ tale) => ({ ...tale, at }));
    return this.ask("story", [], () => this.told.filter(({ at }) => at < this.done).flatMap(tales));
  }

  /** @param {Match} match */
  begin(match) {
    if (match.state) this.core.join(match.head, toBytes(match.state));
    else this.core.load(`${match.head}--\n`);
    this.done = match.state ? match.from : 0;
    this.core.save(0);
  }

  /** fn(core) after these lines; kept until the position changes.
   * @template T
   * @param {string} what
   * @param {string[]} lines
   * @param {(core: import("./core.js").Core) => T} fn */
  ask(what, lines, fn) {
    const key = `${what}\n${lines.join("\n")}`;
    if (!this.kept.has(key)) {
      this.core.restore(0);
      for (const line of lines) this.core.apply(line);
      this.kept.set(key, fn(this.core));
    }
    return this.kept.get(key);
  }

  /** JSON as `tambo view`, for a seat, or 0: a spectator. It can say how it counts, as long as it is the position's: `count(seat)`,
   * `levels()`, as below, and `points()`, its `scores` as the end would count these sheets.
   * @param {number | null} seat
   * @param {string[]} [lines] */
  view(seat, lines = []) {
    return this.ask(`view ${seat ?? 0}`, lines, (c) => this.counting(c.view(seat ?? 0), seat ?? 0, lines));
  }
  /** @param {View} view
   * @param {number} viewer
   * @param {string[]} lines */
  counting(view, viewer, lines) {
    /** @param {number} seat */
    const count = (seat) => this.items(viewer, seat, lines);
    const points = () => view.scores.map((row, i) => ({ ...row, ...count(i + 1), items: undefined }));
    for (const [name, value] of Object.entries({ count, points, levels: () => this.levels(lines) })) Object.defineProperty(view, name, { value });
    return view;
  }
  /** How a row of the score sheet counts (that of the seat, where seats have rows of their own), and why: Core.items.
   * @param {number} viewer
   * @param {number} seat
   * @param {string[]} [lines] */
  items(viewer, seat, lines = []) {
    return this.ask(`items ${viewer} ${seat}`, lines, (c) => c.items(viewer, seat - 1));
  }
  /** @param {number} seat
   * @param {string} words
   * @param {string[]} [lines] */
  gains(seat, words, lines = []) {
    return this.ask(`gains ${seat} ${words}`, lines, (c) => c.gains(seat, words));
  }
  /** @param {number} seat */
  marks(seat) {
    return this.ask(`marks ${seat}`, [], (c) => c.marks(seat));
  }
  /** @param {string[]} [lines] */
  levels(lines = []) {
    return this.ask("levels", lines, (c) => c.levels());
  }
  /** @param {Parameters<import("./core.js").Core["trail"]>} way */
  trail(...way) {
    return this.core.trail(...way);
  }
  /** Legal lines of a seat.
   * @param {number} seat
   * @param {string[]} [lines] */
  legal(seat, lines = []) {
    return this.ask(`legal ${seat}`, lines, (c) => (c.acts(seat) ? c.legal(seat) : []));
  }
  /** @param {number} seat
   * @param {string[]} [lines] */
  acts(seat, lines = []) {
    return this.ask(`acts ${seat}`, lines, (c) => c.acts(seat));
  }
  /** Bytes of the position as the seat knows it.
   * @param {number} seat */
  state(seat) {
    return this.ask(`state ${seat}`, [], (c) => c.state(seat));
  }
  /** @param {string[]} [lines] */
  result(lines = []) {
    return this.ask("result", lines, (c) => c.result());
  }
  /** Are these lines all legal, one after the other? The sentence why not, or null.
   * @param {string[]} lines */
  objection(lines) {
    try {
      this.ask("fits", lines, () => true);
      return null;
    } catch (refused) {
      return refused.message;
    }
  }
}
