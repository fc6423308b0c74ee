// core.js -- tambo.wasm and tambo_lab.wasm (wasm.h, wasm_lab.h) as a class: text in, text out,
// exceptions for refusals. One Core holds one match. Knows no page and no game; used by the
// page (position.js), by the worker, and by tests under node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const PLAY = 0,
  CHANCE = 1,
  FACT = 2,
  OVER = 3;

/** A refusal: message is the sentence with its rule id, line where in a text. */
export class Refused extends Error {
  /** @param {string} message
   * @param {number} line */
  constructor(message, line) {
    super(message);
    this.line = line;
  }
}

export class Core {
  /** module: a WebAssembly.Module.
   * @param {WebAssembly.Module} module */
  constructor(module) {
    this.c = /** @type {CoreExports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports));
    this.bytes = new Uint8Array(this.c.memory.buffer); // the memory never grows
    this.room = this.c.tambo_in_size();
    /** @type {any[] | undefined} */
    this.games = undefined; // about().games, once asked for
    this.in = this.bytes.subarray(this.c.tambo_in(), this.c.tambo_in() + this.room);
  }

  /** @param {string | Uint8Array} what */
  put(what) {
    const { read, written } = typeof what === "string" ? encoder.encodeInto(what, this.in) : { read: what.length, written: what.length };
    if (read < what.length || written > this.room) throw new Refused("This is too long.", 1);
    if (typeof what !== "string") this.in.set(what);
    return written;
  }
  raw() {
    const from = this.c.tambo_out();
    return this.bytes.slice(from, from + this.c.tambo_out_len());
  }
  /** @param {number | boolean} said */
  must(said) {
    const text = decoder.decode(this.raw());
    if (!said) throw new Refused(text, this.c.tambo_line());
    return text;
  }
  /** @param {number | boolean} said */
  lines(said) {
    return this.must(said).split("\n").filter(Boolean);
  }
  /** @param {string} text */
  feed(text) {
    this.c.tambo_load_begin();
    const data = encoder.encode(text);
    for (let i = 0; i < data.length; i += this.room) this.must(this.c.tambo_load(this.put(data.subarray(i, i + this.room))));
  }

  // ---- what there is
  /** The name of this build: whose states and move numbers it understands. */
  build() {
    return this.must(this.c.tambo_build());
  }
  about() {
    return JSON.parse(this.must(this.c.tambo_about()));
  }
  /** What there is to know of one game.
   * @param {string} name */
  game(name) {
    return (this.games ??= /** @type {any[]} */ (this.about().games)).find((g) => g.name === name);
  }
  /** The version of the rules of a new game.
   * @param {string} game */
  rules(game) {
    return this.game(game)?.rules;
  }
  /** @param {string} game
   * @param {string} name */
  board(game, name) {
    return this.must(this.c.tambo_board(this.put(`${game} ${name}`)));
  }
  /** What somebody wants to be called, without blanks around it.
   * @param {string} text */
  name(text) {
    return this.must(this.c.tambo_name(this.put(text)));
  }
  /** The way of an Otoma pawn: [{space, out, into}]; null if it never gets there.
   * @param {number} columns
   * @param {string} from
   * @param {string} to
   * @param {string} way */
  trail(columns, from, to, way) {
    return this.c.tambo_trail(this.put(`${columns} ${from} ${to} ${way}`)) ? JSON.parse(this.must(1)) : null;
  }
  /** @param {string} text */
  check(text) {
    return this.must(this.c.tambo_check(this.put(text)));
  }

  // ---- beginning
  /** A record, or a header with `--`: a new match.
   * @param {string} text */
  load(text) {
    this.feed(text);
    this.must(this.c.tambo_load_end());
  }
  /** head: header lines without board and `--`; state: bytes of state().
   * @param {string} head
   * @param {Uint8Array} state */
  join(head, state) {
    this.feed(head);
    this.must(this.c.tambo_join(this.put(state)));
  }

  // ---- the position
  phase() {
    return this.c.tambo_phase();
  }
  players() {
    return this.c.tambo_players();
  }
  /** @param {number} seat */
  acts(seat) {
    return this.c.tambo_acts(seat) !== 0;
  }
  hash() {
    return BigInt.asUintN(64, this.c.tambo_hash()).toString(16).padStart(16, "0");
  }
  /** @param {number} seat */
  legal(seat) {
    return this.lines(this.c.tambo_legal(seat));
  }
  /** What the end would make of a row of the score sheet (from 0), as the viewer knows it: {total, the parts, items: [{part, what,
   * points, number, at, spaces}]}; core/game.h says what items are.
   * @param {number} viewer
   * @param {number} row */
  items(viewer, row) {
    return JSON.parse(this.must(this.c.tambo_items(viewer, row)));
  }
  /** What each legal move of a seat that begins with these words would bring, in the order of legal().
   * @param {number} seat
   * @param {string} words */
  gains(seat, words) {
    return this.lines(this.c.tambo_gains(seat, this.put(words))).map(Number);
  }
  /** Tiwanaku, for pencil marks: {space: crops that nothing in sight forbids}.
   * @param {number} viewer */
  marks(viewer) {
    return JSON.parse(this.must(this.c.tambo_marks(viewer)));
  }
  /** Alone: [{name, from: the points it takes now}], lowest first. */
  levels() {
    return JSON.parse(this.must(this.c.tambo_levels()));
  }
  /** @param {number} viewer */
  view(viewer) {
    return JSON.parse(this.must(this.c.tambo_view(viewer)));
  }
  result() {
    return JSON.parse(this.must(this.c.tambo_result()));
  }
  record() {
    return this.must(this.c.tambo_record());
  }
  /** The header for join(): without `--` and board. */
  openHead() {
    return this.must(this.c.tambo_open_head());
  }
  /** Bytes of the position as the viewer knows it.
   * @param {number} viewer */
  state(viewer) {
    this.must(this.c.tambo_state(viewer));
    return this.raw();
  }

  // ---- moving
  /** A line, or [seat, "move number"] as the protocol has it: did the core take it?
   * @param {Line} line */
  take(line) {
    return typeof line === "string" ? this.c.tambo_apply(this.put(line)) : this.c.tambo_move(line[0], BigInt(line[1]));
  }
  /** Gives the lines that it adds.
   * @param {Line} line */
  apply(line) {
    return this.lines(this.take(line));
  }
  /** Of a game that was played: what it adds is known.
   * @param {Line} line */
  follow(line) {
    this.take(line) || this.must(0);
  }
  /** What the last line told, with the facts behind it, as JSON: {more, tales} (wasm.h). */
  told() {
    return this.must(this.c.tambo_told());
  }
  /** @param {bigint | number | string} seed
   * @param {bigint | number} [number] */
  seed(seed, number = 0n) {
    this.must(this.c.tambo_seed(BigInt(seed), BigInt(number)));
  }
  draw() {
    return this.lines(this.c.tambo_draw());
  }
  /** @param {number} seat
   * @param {string} level */
  bot(seat, level) {
    return this.must(this.c.tambo_bot(seat, this.put(level)));
  }
  /** @param {number} playouts */
  budget(playouts) {
    this.c.tambo_budget(playouts);
  }
  /** Whether bots and hints conclude nothing from maps being fair.
   * @param {boolean} on */
  plain(on) {
    this.c.tambo_plain(on ? 1 : 0);
  }
  /** Why the last bot chose its line: {why, number, spaces}, and as a tale; in the lab alone. */
  why() {
    return JSON.parse(this.must(this.c.tambo_why()));
  }
  whyTold() {
    return JSON.parse(this.must(this.c.tambo_why_told()));
  }

  // ---- undo and preview
  /** @param {number} slot */
  save(slot) {
    this.must(this.c.tambo_save(slot));
  }
  /** @param {number} slot */
  restore(slot) {
    this.must(this.c.tambo_restore(slot));
  }
  /** What fn says of the position after these lines; then all is as before. Uses slot 15.
   * @template T
   * @param {string[]} lines
   * @param {(core: Core) => T} fn */
  preview(lines, fn) {
    this.save(15);
    try {
      for (const line of lines) this.apply(line);
      return fn(this);
    } finally {
      this.restore(15);
    }
  }

  // ---- a table of people (wasm_table.h); seats from 0, as in its events
  /** A new table, in the one that has just begun; its events are those of tableNext. Refused if it cannot be so.
   * @param {{salt: string, people: string[], bots?: [level: string, name: string][], wish: string}} wanted salt: 64 hexadecimal digits; wish: pure/wish.js */
  tableCreate({ salt, people, bots = [], wish }) {
    const sit = [...people.map((name) => `person ${name}\n`), ...bots.map((bot) => `bot ${bot.join(" ")}\n`)];
    this.must(this.c.tambo_table_create(this.put(`${salt}\n${sit.join("")}${wish}`)));
  }
  /** viewer: who of the people at this device is told, from 1; 0: somebody who has no seat. */
  tableBegin(viewer = 1) {
    this.c.tambo_table_begin();
    this.c.tambo_table_viewer(viewer);
  }
  /** The objects that tell the viewer of an event [kind, seat, at, person, text].
   * @param {TableEvent} event
   * @param {boolean} [past]
   * @returns {TableObject[]} */
  tableEvent([kind, seat, at, person, text], past = false) {
    return JSON.parse(this.must(this.c.tambo_table_event(kind, seat, at, person, past, this.put(text))));
  }
  tableStanding() {
    return JSON.parse(this.must(this.c.tambo_table_standing()));
  }
  /** Refuses lines (by LF, without the seat) that the seat may not do.
   * @param {number} seat
   * @param {string} text */
  tableMay(seat, text) {
    this.must(this.c.tambo_table_may(seat, this.put(text)));
  }
  /** @param {number} seat */
  tableMayBack(seat) {
    return this.c.tambo_table_may_back(seat) !== 0;
  }
  /** The event that happens now by itself, or null.
   * @param {number} now
   * @returns {TableEvent | null} */
  tableNext(now) {
    const kind = this.c.tambo_table_next(now);
    return kind ? [kind, this.c.tambo_table_who(), now, this.c.tambo_table_person(), this.must(1)] : null;
  }
  /** The seat that a bot has to move for, and its level; or null. */
  tableBot() {
    const seat = this.c.tambo_table_bot();
    return seat < 0 ? null : { seat, level: this.must(1) };
  }
  tablePlain() {
    return Boolean(this.c.tambo_table_plain());
  }
  tableDue() {
    return this.c.tambo_table_due();
  }
  /** @param {number} seat */
  tableActs(seat) {
    return this.c.tambo_table_acts(seat) !== 0;
  }
  tableOver() {
    return this.c.tambo_table_status() === 2;
  }
  /** @param {number} seat */
  tableView(seat) {
    return JSON.parse(this.must(this.c.tambo_table_view(seat)));
  }
  /** @param {number} seat */
  tablePoints(seat) {
    return this.c.tambo_table_points(seat);
  }
  tableResult() {
    return JSON.parse(this.must(this.c.tambo_table_result()));
  }
  /** Bytes of the position as the seat knows it.
   * @param {number} seat */
  tableState(seat) {
    this.must(this.c.tambo_table_state(seat));
    return this.raw();
  }
  /** The record of a table, from its events; `over`: nothing is hidden. The table is used up.
   * @param {TableEvent[]} events
   * @param {boolean} over
   * @param {number} [viewer] */
  tableRecord(events, over, viewer = 1) {
    this.c.tambo_table_record_begin(over);
    this.c.tambo_table_viewer(viewer);
    for (const event of events) this.tableEvent(event, true);
    return this.must(this.c.tambo_table_record_end());
  }

  // ---- the map lab, in tambo_lab.wasm alone
  maps() {
    return JSON.parse(this.must(this.c.tambo_maps()));
  }
  /** @param {number} cols
   * @param {number} grade
   * @param {bigint | number | string} seed */
  make(cols, grade, seed) {
    return this.must(this.c.tambo_make(cols, grade, BigInt(seed)));
  }
  /** @param {string} id */
  fromId(id) {
    return this.must(this.c.tambo_from_id(this.put(id)));
  }
  /** @param {string} text */
  toId(text) {
    return this.must(this.c.tambo_to_id(this.put(text)));
  }
  /** @param {string} text */
  rate(text) {
    return JSON.parse(this.must(this.c.tambo_rate(this.put(text))));
  }
  /** @param {number} seat */
  hint(seat) {
    return JSON.parse(this.must(this.c.tambo_hint(seat)));
  }
  /** The k-th position of a dice game with one best place.
   * @param {number} k
   * @returns {BestPlace} */
  best(k) {
    return JSON.parse(this.must(this.c.tambo_best(k)));
  }
  /** A deduction puzzle: kind "certain" or "whole", cols 5 or 9, technique a key or "", rating about how hard or 0.
   * @param {{kind?: string, cols?: number, technique?: string, rating?: number, seed: bigint | number | string}} wish
   * @returns {Quiz} */
  quizMake({ kind = "certain", cols = 5, technique = "", rating = 0, seed }) {
    const words = `${kind} ${cols === 9 ? "long" : "tiny"} ${technique || "-"} ${Math.round(rating)}`;
    return JSON.parse(this.must(this.c.tambo_quiz_make(this.put(words), BigInt(seed))));
  }
  /** The puzzle of an id.
   * @param {string} id
   * @returns {Quiz} */
  quizOf(id) {
    return JSON.parse(this.must(this.c.tambo_quiz_of(this.put(id))));
  }
  /** Is a claim ("c3 crop 4", "c3 terrain 2") certain, and why (not)? known: the claims that were right before.
   * @param {{id: string, claim: string, known?: string[]}} question
   * @returns {QuizVerdict} */
  quizJudge({ id, claim, known = [] }) {
    return JSON.parse(this.must(this.c.tambo_quiz_judge(this.put([id, claim, ...known].join("\n")))));
  }
  /** What is certain besides what was found, by the simplest way to see it; null: nothing.
   * @param {{id: string, known?: string[]}} question
   * @returns {{claim: string, steps: any[]} | null} */
  quizHint({ id, known = [] }) {
    return JSON.parse(this.must(this.c.tambo_quiz_hint(this.put([id, ...known].join("\n")))));
  }
  /** The techniques there are puzzles of, simplest first; name and text are ids of texts.
   * @returns {QuizSkill[]} */
  quizSkills() {
    return JSON.parse(this.must(this.c.tambo_quiz_skills()));
  }
  /** A person's new rating after a puzzle; games: how many there were before.
   * @param {{player: number, puzzle: number, right: boolean, games: number}} result */
  quizRated({ player, puzzle, right, games }) {
    return this.c.tambo_quiz_rated(player, puzzle, right ? 1 : 0, games);
  }
  /** Does a finished record follow from its salt? {good, rolls, line, why, commit, map}; leaves the match alone.
   * @param {string} text */
  verify(text) {
    this.give(text);
    return JSON.parse(this.must(this.c.tambo_verify()));
  }
  /** A record for verify() and review().
   * @param {string} text */
  give(text) {
    const data = encoder.encode(text);
    this.c.tambo_verify_begin();
    for (let i = 0; i < data.length; i += this.room) this.must(this.c.tambo_verify_add(this.put(data.subarray(i, i + this.room))));
  }
  /** A review of a seat's decisions (docs/review.md), one part after the other, each when it is asked for: {head}, {decision}..., {end}.
   * @param {string} text
   * @param {number} seat
   * @returns {Generator<{head?: ReviewHead, decision?: Decision, end?: ReviewEnd}>} */
  *review(text, seat) {
    this.give(text);
    const head = JSON.parse(this.must(this.c.tambo_review_begin(seat, 1n, 0)));
    yield { head };
    for (let i = 0; i < head.of; i++) yield { decision: JSON.parse(this.must(this.c.tambo_review_step())) };
    yield { end: JSON.parse(this.must(this.c.tambo_review_step())) };
  }
}
