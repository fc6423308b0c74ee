// host.js -- the server in small, for one player on their own device: takes the messages of
// docs/protocol.md and gives the same objects back, so that a screen cannot tell the difference.
// It alone knows what is hidden; bots get redacted states. Runs in the worker, and under node in
// tests. Games that hide something get `state` with each `play`: the position after it as the
// player knows it.
//
// What is kept of a game is text that every build understands: what was asked for, the record, my lines of this round.
// States are private to a build, so they are computed when the game is opened, and never kept.
import { CHANCE, OVER, Refused } from "./core.js";
import { points as templePoints } from "./games/temple/count.js";
import { toText } from "./text64.js";

export const SEALED = { temple: true, valley: true, tiwanaku: false }; // rounds in which all write at once (PP-6)
const POINTS = { temple: templePoints }; // of a running game, where its screen counts otherwise than the core
const KEPT = 2; // the version of what is kept: a whole number in `v`. 1, without it, kept the objects as well, with states in them
const ACTIONS = ["open", "shut", "turn", "back", "rematch", "record", "hint"];
const NAMES = ["Inès", "Marek", "Noor", "Tomás", "Lotte", "Amaru", "Jiho", "Fenna", "Bastien", "Wayra", "Odile", "Ruben",
  "Sana", "Pieter", "Killa", "Maëlle", "Yusuf", "Greta", "Inti", "Hugo", "Aiko", "Sofie", "Nayra", "Emil", "Zoë", "Rafa",
  "Ilse", "Kofi", "Margot", "Daan", "Lucía", "Bram", "Ayla", "Théo", "Mila", "Qori", "Anouk", "Jonas", "Elif"];
const nameAt = (i) => NAMES[i % NAMES.length] + (i < NAMES.length ? "" : ` ${1 + Math.floor(i / NAMES.length)}`);

class Fault extends Error {
  constructor(word, text) {
    super(text);
    this.word = word;
  }
}

const elsewhere = () => new Fault("elsewhere", "This game went on in another window.");

export function modeFor(game, seats) {
  if (game === "tiwanaku") return seats === 1 ? "solo-easy" : "competitive";
  return seats === 1 ? "solo" : "multi";
}

/** Header lines of a record, without `--`. The board is left out if `hide`. A game kept before there were
 * versions of the rules has the first. */
export function headOf(setup, hide = false) {
  const kind = setup.game === "tiwanaku" ? "scenario" : "sheet";
  let head = `tambo-record 1\ngame: ${setup.game}\nrules: ${setup.rules ?? 1}\nmode: ${setup.mode}\nplayers: ${setup.seats}\n`;
  if (!hide) head += setup.board.text ? `${kind}:\n${setup.board.text}end\n` : `${kind}: ${setup.board.name}\n`;
  for (const [name, value] of Object.entries(setup.options ?? {})) head += `option ${name}: ${value}\n`;
  setup.names.forEach((name, i) => (head += `seat ${i + 1}: ${name}\n`));
  return head;
}

export class Host {
  /** newCore() and newLab() (a promise) give fresh Cores; emit(objects) sends; random() gives 64 bits;
   * pause(ms) waits; pace: how long a bot's turn is at least, where turns are one after the other. */
  constructor({ newCore, newLab, store, emit, random, pause, pace = 700 }) {
    Object.assign(this, { newCore, newLab, store, emit, random, pause, pace });
    this.game = null; // the table that is open: {v, id, setup, levels, asked, record, yours, next, over, at, saves}
    this.n = 0; // the number of the last event that was told
    this.judge = null;
    this.life = 0; // changes when another table is opened: whoever thinks for the old one stops
  }

  /** One message; resolves to its answer. */
  async take(message) {
    const { do: what, id } = message;
    try {
      if (what === "create") return { re: id, ok: true, table: await this.create(message) };
      if (!ACTIONS.includes(what)) throw new Fault("unknown", `There is no "${what}".`);
      if (what !== "open" && !this.game) throw new Fault("table", "No table is open.");
      return { re: id, ok: true, ...(await this[what](message)) };
    } catch (e) {
      if (e instanceof Fault) return { re: id, ok: false, error: e.word, text: e.message };
      if (e instanceof Refused) return { re: id, ok: false, error: "illegal", text: e.message };
      throw e;
    }
  }

  // ---- beginning

  async board(setup) {
    const b = setup.board ?? {};
    if (b.text) return { text: b.text };
    if (b.id) return { text: (await this.newLab()).fromId(b.id), id: b.id };
    if (b.size || (!b.name && setup.game === "tiwanaku")) {
      const grade = Math.max(0, ["gentle", "fair", "tricky", "fiendish"].indexOf(b.grade ?? "fair"));
      const seed = this.random() & 0xffffffffn;
      return { text: (await this.newLab()).make(b.size === "tiny" ? 5 : 9, grade, seed), size: b.size ?? "long", grade: b.grade ?? "fair" };
    }
    return { name: b.name ?? "a" };
  }

  async create(m) {
    const seats = m.seats ?? 1 + (m.bots?.length ?? 0);
    const levels = Array.from({ length: seats }, (_, i) => (i ? m.bots?.[i - 1] ?? "normal" : null));
    const judge = this.newCore();
    const mine = m.name ? judge.name(m.name) : ""; // refused as the server does it
    const setup = { game: m.game, rules: judge.rules(m.game), mode: m.mode ?? modeFor(m.game, seats), seats, options: m.options ?? {},
      names: levels.map((level, i) => (level ? nameAt(i - 1 + (m.shift ?? 0)) : mine)) };
    setup.board = await this.board({ ...m, ...setup, board: m.board });
    judge.load(`${headOf(setup)}--\n`); // refuses what does not fit together
    let id;
    do id = `local-${this.random().toString(36)}`;
    while (await this.store.get("games", id));
    this.chance(judge);
    const game = { v: KEPT, id, setup, levels, asked: { ...m, do: undefined, id: undefined }, record: judge.record(), yours: [], next: null };
    await this.keep(game, judge);
    return id;
  }

  /** Lets chance happen as long as it is next; gives the lines. */
  chance(judge) {
    const lines = [];
    while (judge.phase() === CHANCE) {
      judge.seed(this.random(), this.random());
      lines.push(...judge.draw());
    }
    return lines;
  }

  // ---- the open table

  async open({ table }) {
    await this.load(table);
    if (this.store.lost) this.warn();
    return { table, seat: 1 };
  }

  async load(table) {
    const game = kept(await this.store.get("games", table));
    this.life++;
    this.game = game;
    this.judge = this.newCore();
    this.judge.load(game.record);
    this.judge.save(0);
    this.bots = new Map(); // what bots do in this round
    this.yours = this.fitting(game.yours);
    this.n = 1;
    this.emit([{ t: "anew" }, ...this.story().map((o) => ({ n: 1, ...o })), ...this.standing()]);
    setTimeout(() => this.go(), 0);
  }

  /** All that happened, from the record alone. */
  story() {
    const { id, setup, levels, record, next } = this.game, { names, seats } = setup;
    const { text, ...board } = setup.board, hidden = !SEALED[setup.game];
    const lines = record.slice(record.indexOf("\n--\n") + 4).split("\n").filter(Boolean);
    const state = hidden ? { state: toText(this.judge.state(1)) } : {};
    return [
      { t: "table", id, code: null, game: setup.game, mode: setup.mode, seats, board: board.name || board.size ? board : { own: true },
        options: setup.options, speed: { kind: "relaxed" }, public: false, owner: "me" },
      ...names.map((name, i) => ({ t: "seat", seat: i + 1, name, ...(levels[i] ? { kind: "bot", level: levels[i] } : { kind: "human", player: "me", you: true }) })),
      { t: "start", players: seats, head: headOf(setup, hidden), seat: 1, names, commit: null, ...state },
      { t: "play", lines: hidden ? open(lines) : lines, ...state },
      ...this.end(),
      ...(next ? [{ t: "next", table: next }] : []),
    ];
  }

  /** My turn of this round as it is kept, if it is one. */
  fitting(lines) {
    try {
      return this.judge.preview(lines, () => lines);
    } catch (e) {
      if (e instanceof Refused) return [];
      throw e;
    }
  }

  /** What I have done in this round, and whether that is all. */
  standing() {
    return SEALED[this.game.setup.game] ? [{ t: "yours", lines: this.yours }, { t: "ready", seat: 1, ready: this.mineDone() }] : [];
  }

  async shut() {
    this.life++;
    this.game = null;
  }

  /** Keeps the game as it is now and sends the objects of one event, and how things stand, to the player. False if the game went on in
   * another window: then it is told from the start, as it is there. */
  async tell(...objects) {
    const { game } = this;
    game.record = this.judge.record();
    game.yours = this.yours;
    const mine = await this.keep(game, this.judge);
    if (!mine) await this.load(game.id);
    else this.emit([...objects.map((o) => ({ n: this.n + 1, ...o })), ...this.standing()]);
    if (mine && objects.length) this.n++;
    return mine;
  }

  /** False if another window has kept the game since; true if it could not be kept at all, which is said once. */
  async keep(game, judge) {
    const was = game.saves, saves = (was ?? 0) + 1;
    game.at = Date.now();
    game.saves = saves;
    const { over, rounds, seats } = judge.result();
    game.over = over;
    const shown = over ? null : POINTS[game.setup.game]?.(judge.view(1));
    try {
      return await this.store.keep(game.id, was, { ...game }, { id: game.id, game: game.setup.game, mode: game.setup.mode,
        names: game.setup.names, over, round: rounds, total: (shown ?? seats)[0].total, at: game.at });
    } catch {
      if (game.saves === saves) game.saves = was;
      this.warn();
      return true;
    }
  }

  /** The game lasts only as long as the page. */
  warn() {
    if (!this.warned) this.emit([{ t: "unkept" }]);
    this.warned = true;
  }

  async turn({ lines }) {
    const sealed = SEALED[this.game.setup.game];
    if (this.judge.phase() === OVER) throw new Fault("over", "The game is over.");
    if (lines.some((line) => !line.startsWith("1 "))) throw new Fault("turn", "This is not your seat.");
    if (!sealed) return this.turnNow(lines);
    this.judge.restore(0);
    try {
      for (const line of lines) this.judge.apply(line);
      this.yours = lines;
      this.judge.restore(0);
      if (!(await this.tell())) throw elsewhere();
    } catch (e) {
      this.judge.restore(0);
      throw e;
    }
    setTimeout(() => this.go(), 0);
    return {};
  }

  async turnNow(lines) {
    this.judge.save(1);
    const happened = [];
    try {
      for (const line of lines) happened.push(...this.judge.apply(line));
    } catch (e) {
      this.judge.restore(1);
      throw e;
    }
    if (!(await this.happen(happened))) throw elsewhere();
    setTimeout(() => this.go(), 0);
    return {};
  }

  async back() {
    if (this.judge.phase() === OVER) throw new Fault("over", "The game is over.");
    this.yours = [];
    if (!(await this.tell())) throw elsewhere();
    return {};
  }

  async rematch() {
    const table = await this.create(this.game.asked);
    this.game.next = table;
    await this.tell({ t: "next", table });
    return { table };
  }

  async record() {
    if (!SEALED[this.game.setup.game] && this.judge.phase() !== OVER)
      throw new Fault("waiting", "The map is hidden until the game is over.");
    return { record: this.judge.record() };
  }

  /** Beyond the protocol: what the map lab makes of the player's view. */
  async hint() {
    const lab = await this.thinker(1);
    return { hint: lab.hint(1) };
  }

  // ---- going on by itself

  /** A lab that knows what a seat knows. */
  async thinker(seat) {
    const lab = (this.lab ??= await this.newLab());
    lab.join(headOf(this.game.setup, !SEALED[this.game.setup.game]), this.judge.state(seat));
    lab.seed(this.random());
    return lab;
  }

  /** Bots think, rounds close, until the player is asked. One at a time. */
  async go() {
    if (this.going) return (this.again = true);
    this.going = true;
    do {
      this.again = false;
      const life = this.life;
      try {
        if (this.game) await (SEALED[this.game.setup.game] ? this.sealed(life) : this.inTurn(life));
      } catch (e) {
        if (!(e instanceof Fault)) throw e;
        this.game = null; // another window has removed it; the player's next action is told so
      } finally {
        this.going = false;
      }
    } while (this.again && (this.going = true));
  }

  /** Bots write; the round closes once everybody is ready. */
  async sealed(life) {
    while (this.life === life && this.judge.phase() !== OVER) {
      const { levels } = this.game;
      const next = levels.findIndex((level, i) => level && !this.bots.has(i + 1));
      if (next >= 0) {
        const lab = await this.thinker(next + 1);
        const lines = [];
        if (levels.length > 12) lab.budget(200); // many strong bots share the time of a few
        while (lab.acts(next + 1)) {
          lines.push(lab.bot(next + 1, levels[next]).trimEnd());
          lab.apply(lines.at(-1));
        }
        if (this.life !== life) return;
        this.bots.set(next + 1, lines);
        this.emit([{ t: "ready", seat: next + 1, ready: true }]); // no number: after a reload they think again
        await this.pause(0);
      } else if (this.mineDone()) await this.close();
      else return;
    }
  }

  mineDone() {
    if (!this.yours.length) return false;
    return this.judge.preview(this.yours, (j) => !j.acts(1));
  }

  async close() {
    const lines = [...this.yours];
    for (const [, theirs] of [...this.bots].sort((a, b) => a[0] - b[0])) lines.push(...theirs);
    this.judge.restore(0);
    const happened = [];
    for (const line of lines) happened.push(...this.judge.apply(line));
    happened.push(...this.chance(this.judge));
    this.judge.save(0);
    this.bots.clear();
    this.yours = [];
    await this.tell({ t: "round", lines: happened }, ...this.end());
  }

  /** One after the other: bots play until it is the player's turn. */
  async inTurn(life) {
    while (this.life === life && this.judge.phase() !== OVER) {
      const { judge, game } = this;
      const seat = game.levels.findIndex((level, i) => level && judge.acts(i + 1)) + 1;
      if (!seat || judge.acts(1)) return;
      const since = Date.now();
      const lab = await this.thinker(seat);
      const line = lab.bot(seat, game.levels[seat - 1]).trimEnd();
      await this.pause(Math.max(0, this.pace - (Date.now() - since)));
      if (this.life !== life) return;
      await this.happen(judge.apply(line));
    }
  }

  async happen(lines) {
    const all = [...lines, ...this.chance(this.judge)];
    return this.tell({ t: "play", lines: open(all), state: toText(this.judge.state(1)) }, ...this.end());
  }

  end() {
    return this.judge.phase() === OVER ? [{ t: "over", result: this.judge.result(), salt: null }] : [];
  }
}

/** A game as it was kept, by whichever version. */
function kept(game) {
  if (!game) throw new Fault("table", "There is no such game on this device.");
  if (game.v > KEPT) throw new Fault("newer", "This game was kept by a newer version of the page.");
  const { stream, ...rest } = game; // of version 1
  return { ...rest, v: KEPT, yours: game.yours ?? [], next: game.next ?? stream?.find((o) => o.t === "next")?.table ?? null };
}

/** Lines that everybody may know: not the order of stacks. */
const open = (lines) => lines.filter((line) => !/^(\* (stack|deal)|~) /.test(line));
