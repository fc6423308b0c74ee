// tambo.mjs -- tambo.wasm (clients/web/wasm.h) for the tests: text in, text out,
// exceptions for refusals. Not a test by itself.
import { readFileSync } from "node:fs";

export const wasmFile = process.env.TAMBO_WASM;
export const tamboFile = process.env.TAMBO;
export const hashesFile = process.env.TAMBO_HASHES;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export const module = new WebAssembly.Module(readFileSync(wasmFile));

/** A refusal: message is the sentence, line where in the text. */
export class Refused extends Error {
  constructor(message, line) {
    super(message);
    this.line = line;
  }
}

export class Tambo {
  constructor(of = module) {
    this.c = new WebAssembly.Instance(of, {}).exports;
    this.bytes = new Uint8Array(this.c.memory.buffer); // the memory never grows
    this.at = this.c.tambo_in();
    this.room = this.c.tambo_in_size();
    this.from = this.c.tambo_out();
  }

  /** Puts text or bytes in; returns how many bytes. */
  put(what) {
    const data = typeof what === "string" ? encoder.encode(what) : what;
    if (data.length > this.room) throw new RangeError("longer than tambo_in");
    this.bytes.set(data, this.at);
    return data.length;
  }

  raw() {
    return this.bytes.slice(this.from, this.from + this.c.tambo_out_len());
  }

  out() {
    return decoder.decode(this.bytes.subarray(this.from, this.from + this.c.tambo_out_len()));
  }

  /** Throws the sentence of a call that said 0. */
  good(said) {
    if (!said) throw new Refused(this.out(), this.c.tambo_line());
  }

  /** The text of a call that said 1. */
  must(said) {
    this.good(said);
    return this.out();
  }

  feed(text, piece = this.room) {
    const data = typeof text === "string" ? encoder.encode(text) : text;
    for (let i = 0; i < data.length; i += piece) this.good(this.c.tambo_load(this.put(data.subarray(i, i + piece))));
  }

  /** A record, or only its header. */
  load(text, piece) {
    this.c.tambo_load_begin();
    this.feed(text, piece);
    this.good(this.c.tambo_load_end());
  }

  /** A header without board and `--`, and the bytes of a state. */
  join(head, state) {
    this.c.tambo_load_begin();
    this.feed(head);
    this.good(this.c.tambo_join(this.put(state)));
  }

  apply(line) {
    return this.must(this.c.tambo_apply(this.put(line)));
  }
  move(seat, number) {
    return this.must(this.c.tambo_move(seat, BigInt(number)));
  }
  draw() {
    return this.must(this.c.tambo_draw());
  }
  bot(seat, name) {
    return this.must(this.c.tambo_bot(seat, this.put(name)));
  }
  /** Why the last bot moved so. */
  why() {
    return JSON.parse(this.must(this.c.tambo_why()));
  }
  seed(seed, number = 0) {
    this.good(this.c.tambo_seed(BigInt(seed), BigInt(number)));
  }
  hash() {
    return BigInt.asUintN(64, this.c.tambo_hash()).toString(16).padStart(16, "0");
  }
  legal(seat) {
    return this.must(this.c.tambo_legal(seat)).split("\n").slice(0, -1);
  }
  view(viewer) {
    return this.must(this.c.tambo_view(viewer));
  }
  result() {
    return this.must(this.c.tambo_result());
  }
  record() {
    return this.must(this.c.tambo_record());
  }
  state(viewer) {
    this.good(this.c.tambo_state(viewer));
    return this.raw();
  }
  about() {
    return JSON.parse(this.must(this.c.tambo_about()));
  }
  items(viewer, row) {
    return JSON.parse(this.must(this.c.tambo_items(viewer, row)));
  }
  levels() {
    return JSON.parse(this.must(this.c.tambo_levels()));
  }
  gains(seat, words) {
    return this.must(this.c.tambo_gains(seat, this.put(words)))
      .split("\n")
      .filter(Boolean)
      .map(Number);
  }
  trail(words) {
    return JSON.parse(this.must(this.c.tambo_trail(this.put(words))));
  }
  board(game, name) {
    return this.must(this.c.tambo_board(this.put(`${game} ${name}`)));
  }
  check(text) {
    return this.must(this.c.tambo_check(this.put(text)));
  }
  name(text) {
    return this.must(this.c.tambo_name(this.put(text)));
  }
  /** The first seat that acts, or 0. */
  acting() {
    for (let seat = 1; seat <= this.c.tambo_players(); seat++) if (this.c.tambo_acts(seat)) return seat;
    return 0;
  }
}

/** tambo_lab.wasm (clients/web/wasm_lab.h): the same and the map lab. */
export class Lab extends Tambo {
  maps() {
    return JSON.parse(this.must(this.c.tambo_maps()));
  }
  make(cols, grade, seed) {
    return this.must(this.c.tambo_make(cols, grade, BigInt(seed)));
  }
  fromId(id) {
    return this.must(this.c.tambo_from_id(this.put(id)));
  }
  toId(text) {
    return this.must(this.c.tambo_to_id(this.put(text)));
  }
  rate(text) {
    return this.must(this.c.tambo_rate(this.put(text)));
  }
  hint(seat) {
    return this.must(this.c.tambo_hint(seat));
  }
  /** Puzzles, as JSON: of a wish (`certain tiny pair 0`), of an id; what is said to a claim, the known ones being right. */
  quizMake(wish, seed) {
    return this.must(this.c.tambo_quiz_make(this.put(wish), BigInt(seed)));
  }
  quizOf(id) {
    return this.must(this.c.tambo_quiz_of(this.put(id)));
  }
  quizJudge(id, claim, known = []) {
    return this.must(this.c.tambo_quiz_judge(this.put([id, claim, ...known].join("\n"))));
  }
  quizSkills() {
    return JSON.parse(this.must(this.c.tambo_quiz_skills()));
  }
  /** A record for verify() and review(). */
  give(text, piece = this.room) {
    const data = encoder.encode(text);
    this.c.tambo_verify_begin();
    for (let i = 0; i < data.length; i += piece) this.good(this.c.tambo_verify_add(this.put(data.subarray(i, i + piece))));
  }
  /** Does the record follow from its salt? */
  verify(text, piece) {
    this.give(text, piece);
    return JSON.parse(this.must(this.c.tambo_verify()));
  }
  /** A review as `tambo analyse --json` prints it; between(): called between its steps. */
  review(text, seat, { seed = 1, playouts = 0, between } = {}) {
    this.give(text);
    const head = this.must(this.c.tambo_review_begin(seat, BigInt(seed), playouts));
    const decisions = [];
    for (let i = 0; i < JSON.parse(head).of; i++) {
      decisions.push(this.must(this.c.tambo_review_step()));
      between?.();
    }
    const end = this.must(this.c.tambo_review_step());
    return `${head.slice(0, -1)},"decisions":[${decisions.map((d) => `\n${d}`).join(",")}],${end.slice(1)}\n`;
  }
}

export const PLAY = 0;
export const CHANCE = 1;
export const FACT = 2;
export const OVER = 3;

/** The header of a new match. */
export function header({ game, rules = 2, mode, players, board, text, options = {}, names = [] }) {
  const key = game === "tiwanaku" ? "scenario" : "sheet";
  let head = `tambo-record 1\ngame: ${game}\nrules: ${rules}\nmode: ${mode}\nplayers: ${players}\n`;
  if (text) head += `${key}:\n${text}end\n`;
  else if (board) head += `${key}: ${board}\n`;
  for (const [name, value] of Object.entries(options)) head += `option ${name}: ${value}\n`;
  names.forEach((name, i) => (head += `seat ${i + 1}: ${name}\n`));
  return head;
}
