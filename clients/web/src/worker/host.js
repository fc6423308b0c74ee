// host.js -- the server in small, for those who play on one device: takes the messages of
// docs/protocol.md and gives the same objects back, so that a screen cannot tell the difference.
// The table itself is the server's, in WebAssembly (wasm_table.h): who sits where, sealed rounds, what
// each player is told. Here are only its events, kept on the device, the bots' time, the clock, and who holds
// the device: where several play on it, one after the other has it in hand (`hold`), and only what that
// one may know leaves the worker. Runs in the worker, and under node in tests.
//
// What is kept of a game is its events: [kind, seat, ms, person, text], which every build understands; person:
// who of the people at the device did it, from 1, or 0.
import { KEPT } from "../browser/store.js";
import { Refused } from "../pure/core.js";
import { USUAL_LEVEL } from "../pure/levels.js";
import { MOST_PEOPLE, wishOf } from "../pure/wish.js";
import { EVENT } from "./event.js";
import { eventsFrom } from "./host_from.js";

const ACTIONS = ["open", "kept", "shut", "hold", "turn", "back", "rematch", "record", "hint"];
const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"; // of the id of a table
const NAMES = [
  "Inès",
  "Marek",
  "Noor",
  "Tomás",
  "Lotte",
  "Amaru",
  "Jiho",
  "Fenna",
  "Bastien",
  "Wayra",
  "Odile",
  "Ruben",
  "Sana",
  "Pieter",
  "Killa",
  "Maëlle",
  "Yusuf",
  "Greta",
  "Inti",
  "Hugo",
  "Aiko",
  "Sofie",
  "Nayra",
  "Emil",
  "Zoë",
  "Rafa",
  "Ilse",
  "Kofi",
  "Margot",
  "Daan",
  "Lucía",
  "Bram",
  "Ayla",
  "Théo",
  "Mila",
  "Qori",
  "Anouk",
  "Jonas",
  "Elif",
];
const nameAt = (i) => NAMES[i % NAMES.length] + (i < NAMES.length ? "" : ` ${1 + Math.floor(i / NAMES.length)}`);

class Fault extends Error {
  constructor(word, text) {
    super(text);
    this.word = word;
  }
}

const elsewhere = () => new Fault("elsewhere", "This game went on in another window.");

/** @typedef {import("../pure/core.js").Core} Core */

export class Host {
  /** The Core that the open table is in.
   * @type {Core} */
  table;
  /** For bots and hints, once it was asked for.
   * @type {Core | undefined} */
  lab;

  /** newCore() and newLab() (a promise) give fresh Cores; emit(objects) sends; random() gives 64 bits;
   * pause(ms) waits; pace: how long a bot's turn is at least, where turns are one after the other.
   * @param {{newCore: () => Core, newLab: () => Promise<Core>, store: Store, emit: (objects: TableObject[]) => void, random: () => bigint,
   *   pause: (ms: number) => Promise<any>, pace?: number}} world */
  constructor({ newCore, newLab, store, emit, random, pause, pace = 700 }) {
    this.newCore = newCore;
    this.newLab = newLab;
    this.store = store;
    this.emit = emit;
    this.random = random;
    this.pause = pause;
    this.pace = pace;
    /** @type {any} */
    this.game = null; // the table that is open: {v, id, game, mode, people, names, asked, events, over, at, saves}; seat: of who plays alone, if not 0; day, again: of a day's practice (day/practice.js)
    /** @type {TableObject[]} */
    this.told = []; // objects that wait to be sent
    this.holder = 0; // the seat, from 0, of who has the device in hand; -1: nobody yet
    this.handed = 0; // the seat, from 1, that it is to be handed to; 0: to nobody
    /** @type {Map<string, any>} */
    this.unkept = new Map(); // games that the store refuses to keep as they are now, by id: they last as long as the page
    this.warned = ""; // the table of which that was said
    this.life = 0; // changes when another table is opened: whoever thinks for the old one stops
  }

  /** One message; resolves to its answer. */
  async take(message) {
    const { do: what, id } = message;
    try {
      if (what === "create") return { re: id, ok: true, table: await this.create(message) };
      if (what === "resume") return { re: id, ok: true, table: await this.resume(message) };
      if (!ACTIONS.includes(what)) throw new Fault("unknown", `There is no "${what}".`);
      if (!["open", "kept"].includes(what) && !this.game) throw new Fault("table", "No table is open.");
      return { re: id, ok: true, ...(await this[what](message)) };
    } catch (e) {
      if (e instanceof Fault) return { re: id, ok: false, error: e.word, text: e.message };
      if (e instanceof Refused) return { re: id, ok: false, error: "illegal", text: e.message };
      throw e;
    }
  }

  // ---- beginning

  salt() {
    return Array.from({ length: 4 }, () => this.random().toString(16).padStart(16, "0")).join("");
  }

  /** A free id: `local-`, and 12 letters. */
  async newId() {
    for (;;) {
      const bits = this.random(),
        id = Array.from({ length: 12 }, (_, i) => LETTERS[Number((bits >> BigInt(5 * i)) & 31n)]).join("");
      if (!(await this.read(`local-${id}`))) return id;
    }
  }

  /** Beyond the protocol: `salt`, where chance is to be the same for all who play a day's practice, with `day` and `again` to know it by. */
  async create(m) {
    const core = this.newCore(),
      names = [m.name, ...(m.others ?? [])].map((name) => (name ? core.name(name) : "")), // refused as the server does it
      people = names.length,
      seats = m.seats ?? people + (m.bots?.length ?? 0);
    if (people > Math.min(seats, MOST_PEOPLE)) throw new Fault("seat", "There is no such seat in this game.");
    const { id: map, ...board } = m.board ?? {};
    if (map) board.text = (await this.newLab()).fromId(map);
    const made = board.size || board.grade || (!board.name && !board.text && core.game(m.game)?.board === "scenario");
    const table = made ? await this.newLab() : core,
      bots = Array.from({ length: seats - people }, (_, i) => [m.bots?.[i] ?? USUAL_LEVEL, nameAt(i + (m.shift ?? 0))]);
    const id = await this.newId(),
      at = Date.now(),
      events = [];
    table.tableBegin();
    table.tableCreate({ salt: m.salt ?? this.salt(), people: names, bots: /** @type {[string, string][]} */ (bots), wish: wishOf({ ...m, seats, board }) });
    for (let next; (next = table.tableNext(at)); ) {
      events.push(next);
      table.tableEvent(next);
    }
    names.push(...bots.map(([, name]) => name));
    const { game, mode } = table.tableView(0);
    const asked = { ...m, do: undefined, id: undefined };
    const day = m.day && { day: m.day, again: Boolean(m.again) };
    await this.keep({ v: KEPT, id: `local-${id}`, game, mode, ...(people > 1 ? { people } : {}), ...day, names, asked, events }, table);
    return `local-${id}`;
  }

  /** Beyond the protocol: a game that goes on from a record, for the person of a seat. */
  async resume(wanted) {
    const like = wanted.table ? kept(await this.read(wanted.table)) : {};
    const { table, ...game } = eventsFrom(wanted, this, like),
      id = `local-${await this.newId()}`;
    await this.keep({ v: KEPT, id, ...game }, table);
    return id;
  }

  // ---- the open table

  async open({ table }) {
    await this.load(table, -1);
    if (this.store.lost || this.unkept.has(table)) this.warn();
    return { table, seat: (this.game.seat ?? 0) + 1 };
  }

  /** Opens a game for who has the device in hand. Where one person plays that is always the same. */
  async load(id, holder = this.holder) {
    const game = kept(await this.read(id)),
      table = this.newCore(),
      told = [];
    if (!game.people || game.over) holder = game.seat ?? 0;
    table.tableBegin(holder + 1);
    for (const event of game.events) told.push(...table.tableEvent(event, true));
    this.life++;
    Object.assign(this, { game, table, holder, told: [], away: false, handed: 0 });
    this.follow(told);
    this.emit([
      { t: "anew" },
      ...told.map((o) => this.local(o)),
      ...table.tableStanding(),
      ...(game.next ? [{ t: "next", table: game.next }] : []),
      ...(game.people ? [this.hand()] : []),
    ]);
    setTimeout(() => this.go(), 0);
  }

  /** An object with the ids of this device. */
  local(o) {
    return o.t === "table"
      ? { ...o, id: this.game.id, ...(this.game.day && { daily: this.game.day.split(" ")[1] }) }
      : o.t === "next"
        ? { ...o, table: `local-${o.table}` }
        : o;
  }

  /** What later questions need. */
  follow(objects) {
    for (const o of objects) {
      if (o.t === "start") this.head = o.head;
      if (o.t === "away" || o.t === "here") this.away = o.t === "away" && o.seat === (this.game.seat ?? 0) + 1;
    }
  }

  /** Beyond the protocol: somebody else who plays on this device has it in hand now. */
  async hold({ seat }) {
    if (!(Number.isInteger(seat) && seat >= 1 && seat <= (this.game.people ?? 1))) throw new Fault("turn", "This is not your seat.");
    await this.load(this.game.id, seat - 1);
    return { seat };
  }

  /** Beyond the protocol: whom the device is to be handed to, as an object. Who has it keeps it as long as they can do something. */
  hand() {
    const { people } = this.game,
      after = Array.from({ length: people }, (_, i) => (Math.max(0, this.holder) + i) % people);
    const next = after.find((seat) => this.table.tableActs(seat)) ?? this.holder;
    this.handed = this.table.tableOver() || next === this.holder ? 0 : next + 1;
    return { t: "hand", people, to: this.handed };
  }

  /** Tells whom to hand it to, when that changes. An end that nobody has in hand is for all. */
  async passOn() {
    if (!this.game.people) return;
    if (this.holder < 0 && this.table.tableOver()) return this.load(this.game.id);
    const was = this.handed,
      now = this.hand();
    if (this.handed !== was) this.emit([now]);
  }

  /** An event; what the player is told of it waits for send(). */
  note(kind, seat, person, text = "") {
    /** @type {TableEvent} */
    const event = [kind, seat, Date.now(), person, text];
    const objects = this.table.tableEvent(event);
    this.game.events.push(event);
    this.follow(objects);
    this.told.push(...objects.map((o) => this.local(o)));
  }

  /** Keeps the game as it is now, then tells the player. False if the game went on in another window: then it is told from
   * the start, as it is there. */
  async send() {
    const { game } = this;
    if (await this.keep(game, this.table)) {
      this.emit(this.told.splice(0));
      return true;
    }
    await this.load(game.id);
    return false;
  }

  /** A game of this device as it was kept last, here or by another window. */
  async read(id) {
    return this.unkept.get(id) ?? this.store.get("games", id);
  }

  /** False if another window has kept the game since; true if it could not be kept at all, which is said. */
  async keep(game, table) {
    const was = game.saves,
      saves = (was ?? 0) + 1;
    game.at = Date.now();
    game.saves = saves;
    const { over, rounds, seats } = table.tableResult();
    game.over = over;
    const lost = over && seats.some((row, i) => i > 0 && row.winner && typeof row.seat !== "number"); // to the game itself: rows of players come first
    try {
      const mine = await this.store.keep(
        game.id,
        was,
        { ...game },
        {
          id: game.id,
          game: game.game,
          mode: game.mode,
          names: game.names,
          over,
          round: table.game(game.game).sealed ? rounds : 0, // turns are counted otherwise
          ...told(game, table),
          at: game.at,
          ...(lost ? { lost } : {}),
          ...(game.day ? { day: game.day, again: game.again } : {}),
        },
      );
      this.unkept.delete(game.id);
      return mine;
    } catch {
      if (game.saves === saves) game.saves = was;
      this.unkept.set(game.id, game);
      this.warn();
      return true;
    }
  }

  /** The open game lasts only as long as the page: said once for each. */
  warn() {
    if (!this.game || this.warned === this.game.id) return;
    this.warned = this.game.id;
    this.emit([{ t: "unkept" }]);
  }

  async shut() {
    clearTimeout(this.timer);
    this.life++;
    this.game = null;
  }

  get sealed() {
    return this.table.game(this.game.game).sealed;
  }

  /** Something I do: kept and told, and then the others go on. */
  async act(kind, text) {
    if (this.holder < 0) throw new Fault("turn", "This is not your seat.");
    if (this.away) this.note(EVENT.here, this.holder, this.holder + 1);
    this.note(kind, this.holder, this.holder + 1, text);
    this.settle();
    if (!(await this.send())) throw elsewhere();
    await this.passOn(); // before bots think
    setTimeout(() => this.go(), 0);
    return {};
  }

  async turn({ lines }) {
    if (this.table.tableOver()) throw new Fault("over", "The game is over.");
    const mark = `${this.holder + 1} `;
    if (lines.some((line) => !line.startsWith(mark))) throw new Fault("turn", "This is not your seat.");
    const text = lines.map((line) => line.slice(mark.length)).join("\n");
    this.table.tableMay(this.holder, text);
    return this.act(this.sealed ? EVENT.turn : EVENT.move, text);
  }

  async back() {
    if (this.table.tableOver()) throw new Fault("over", "The game is over.");
    return this.table.tableMayBack(this.holder) ? this.act(EVENT.back) : {};
  }

  /** level: beyond the protocol, that of all bots. */
  async rematch({ level }) {
    const { asked, names, people = 1 } = this.game;
    const table = await this.create(level ? { ...asked, bots: names.slice(people).map(() => level) } : asked);
    this.note(EVENT.next, -1, 1, table.slice("local-".length));
    await this.send();
    return { table };
  }

  async record() {
    const { events, over } = this.game;
    return { record: this.newCore().tableRecord(events, over, this.holder + 1) };
  }

  /** Beyond the protocol: the record of any game of this device, whether it is over, and what else one's own story tells of it
   * (story/game_note.js): seat, from 1; levels of bots; when something happened last; whose it is. */
  async kept({ table }) {
    const { events, over, people, seat = 0 } = kept(await this.read(table));
    const levels = [];
    for (const [kind, i, , , text] of events) if (kind === EVENT.bot) levels[i] = text.split(" ")[0];
    const study = /^promise: no$/m.test(events[0][4]); // it went on from a record
    return {
      record: this.newCore().tableRecord(events, over, people ? 0 : seat + 1),
      over,
      seat: seat + 1,
      levels,
      at: events.filter(([kind]) => kind !== EVENT.next).at(-1)[2],
      as: people ? "table" : study ? "study" : "",
    };
  }

  /** Beyond the protocol: what the map lab makes of the player's view. */
  async hint() {
    if (this.holder < 0) throw new Fault("turn", "This is not your seat.");
    const lab = await this.thinker(this.holder);
    return { hint: lab.hint(this.holder + 1) };
  }

  // ---- going on by itself

  /** A lab that knows what a seat knows. */
  async thinker(seat) {
    const lab = (this.lab ??= await this.newLab());
    lab.join(this.head, this.table.tableState(seat));
    lab.plain(this.table.tablePlain());
    lab.seed(this.random());
    return lab;
  }

  /** Chance, and what follows when time is up. */
  settle() {
    for (let next; (next = this.table.tableNext(Date.now())); ) this.note(next[0], next[1], 0, next[4]);
  }

  /** Bots think, rounds close, until the player is asked. One at a time. */
  async go() {
    if (this.going) return (this.again = true);
    this.going = true;
    do {
      this.again = false;
      try {
        if (this.game) await this.goOn(this.life);
      } catch (e) {
        if (!(e instanceof Fault)) throw e;
        this.game = null; // another window has removed it; the player's next action is told so
      } finally {
        this.going = false;
      }
    } while (this.again && (this.going = true));
  }

  async goOn(life) {
    const { sealed } = this; // the table may be shut while somebody thinks
    for (;;) {
      this.settle();
      const bot = this.table.tableBot();
      if (!bot) break;
      const since = Date.now(),
        version = this.game.events.length,
        lines = await this.think(bot, sealed, this.game.names.length);
      if (!sealed) await this.pause(Math.max(0, this.pace - (Date.now() - since)));
      if (this.life !== life) return;
      if (this.game.events.length !== version && !this.still(bot.seat, lines)) continue;
      this.note(EVENT.move, bot.seat, 0, lines);
      this.settle();
      if (this.told.some((o) => o.n)) {
        if (!(await this.send())) return;
      } else this.emit(this.told.splice(0)); // that it is ready; after a reload it thinks again
      if (sealed) await this.pause(0);
      if (this.life !== life) return;
    }
    if (this.told.length && !(await this.send())) return;
    await this.passOn();
    if (this.life === life) this.wake(life);
  }

  /** The player did something meanwhile: is it still the bot's turn, and may it do what it thought of? */
  still(seat, lines) {
    if (this.table.tableBot()?.seat !== seat) return false; // whom it played for may be back
    try {
      this.table.tableMay(seat, lines);
      return true;
    } catch (e) {
      if (e instanceof Refused) return false;
      throw e;
    }
  }

  /** A bot's lines: a whole turn where all write at once, else one step. */
  async think({ seat, level }, sealed, seats) {
    const lab = await this.thinker(seat),
      lines = [],
      mark = `${seat + 1} `;
    if (seats > 12) lab.budget(200); // many bots that think ahead share the time of a few
    do {
      const line = lab.bot(seat + 1, level).trimEnd();
      lines.push(line.slice(mark.length));
      if (sealed) lab.apply(line);
    } while (sealed && lab.acts(seat + 1));
    return lines.join("\n");
  }

  /** Looks again when time is up. */
  wake(life) {
    const due = this.table.tableDue();
    clearTimeout(this.timer);
    if (due) this.timer = setTimeout(() => this.life === life && this.go(), Math.max(0, due - Date.now()) + 1);
    /** @type {any} */ (this.timer)?.unref?.(); // node: a test does not wait for it
  }
}

/** What the list of games tells of how it stands: points of who plays alone. Where several do it shows nobody's, as the list is
 * for all their eyes and a round may be sealed. */
const told = ({ people, seat = 0 }, table) => (people ? { people } : { total: table.tablePoints(seat) });

/** A game as it was kept. */
function kept(game) {
  if (!game) throw new Fault("table", "There is no such game on this device.");
  if (game.v !== KEPT) throw new Fault("other", "This game was kept by another version of the page.");
  return game;
}
