// fake.mjs -- a small fake of the server, for browser tests of tables online: one table, whose other players do what the test says.
// `at` puts a person there in any position.
import { newCore } from "../web/kit.mjs";
import { person } from "./kit.mjs";

export const HEAD = "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\nseat 1: Ana\nseat 2: Bo\n";

/** One table of two seats; the other player does what the test says. */
export class Fake {
  constructor(game = "temple") {
    this.stream = [];
    this.standing = new Map(); // how things stand now: without numbers, told again to whoever opens the table
    this.taken = []; // actions, each once
    this.line = null;
    this.refuse = null; // an answer to open
    this.deaf = false; // the line breaks instead of answering
    this.tell(
      {
        t: "table",
        id: "x1",
        code: "K7Q4MP",
        game,
        mode: "multi",
        seats: 3,
        board: { name: "a" },
        options: {},
        speed: { kind: "relaxed" },
        public: false,
        owner: "p1",
      },
      { t: "seat", seat: 1, kind: "human", name: "Ana", player: "p1", you: true },
      { t: "seat", seat: 2, kind: "free" },
      { t: "seat", seat: 3, kind: "free" },
    );
  }
  note(objects) {
    for (const o of objects) {
      if (["yours", "ready", "mute"].includes(o.t)) this.standing.set(`${o.t} ${o.seat}`, o);
      else {
        o.n = this.stream.push(o);
        o.at ??= Date.now();
      }
      if (o.t === "round") this.standing.clear();
    }
  }
  tell(...objects) {
    this.note(objects);
    this.line?.send(JSON.stringify(objects));
  }
  /** Set back to a backup, which has that many events, and gone on from there. */
  setBack(n, ...objects) {
    this.stream.length = n;
    this.note(objects);
    this.line?.send(JSON.stringify([{ t: "anew" }, ...this.stream]));
  }
  route(page) {
    return page.routeWebSocket(/\/ws(\?|$)/, (line) => {
      this.line = line;
      line.onMessage((text) => this.take(line, JSON.parse(text)));
      line.onClose(() => this.line === line && (this.line = null));
    });
  }
  take(line, m) {
    const say = (o, ...more) => line.send(JSON.stringify([{ re: m.id, ok: true, ...o }, ...more]));
    if (m.do === "hello") return say({ v: 2, build: m.build, player: "p1", name: "Ana", now: Date.now() });
    if (m.do === "open")
      return this.refuse
        ? say({ ok: false, ...this.refuse })
        : say({ table: "x1", seat: 1 }, ...this.stream.filter((o) => o.n > (m.last ?? 0)), ...this.standing.values());
    const again = this.taken.some((x) => x.id === m.id);
    if (!again) {
      this.taken.push(m);
      this[m.do]?.(m);
    }
    if (this.deaf) return line.close();
    say(again ? { again } : {});
  }
  bot(m) {
    this.tell({ t: "seat", seat: m.seat, kind: "bot", name: "Bo", level: m.level });
  }
  start() {
    this.tell({ t: "start", players: 2, head: HEAD, seat: 1, names: ["Ana", "Bo"], commit: "0".repeat(64) }, { t: "play", lines: ["* roll 2 3 5"] });
  }
  turn(m) {
    this.tell({ t: "yours", lines: m.lines }, { t: "ready", seat: 1 });
  }
  chat(m) {
    this.tell({ t: "chat", seat: 1, text: m.text, at: Date.now() });
  }
  signal(m) {
    this.tell({ t: "signal", seat: 1, signal: m.signal, at: Date.now() + 1 });
  }
  mute(m) {
    this.tell({ t: "mute", seat: m.seat, on: m.on });
  }
  back() {
    this.tell({ t: "yours", lines: [] }, { t: "ready", seat: 1, ready: false });
  }
}

const CHANCE = 1; // core/game.h: PHASE_CHANCE

/** A game between bots for some rounds, then a roll of one's own: {head, lines}, a list of lines for each round.
 * @param {{game: string, players?: number, rounds?: number, seed?: number, roll?: string, sheet?: string, bot?: string}} how */
export function played({ game, players = 2, rounds = 0, seed = 1, roll, sheet = "a", bot = "greedy" }) {
  const core = newCore();
  const names = ["Ana", "Bartholomew", "Chloé", "Dirk"].slice(0, players);
  const head = `tambo-record 1\ngame: ${game}\nrules: ${core.rules(game)}\nmode: ${players > 1 ? "multi" : "solo"}\nplayers: ${players}\nsheet: ${sheet}\n${names.map((n, i) => `seat ${i + 1}: ${n}\n`).join("")}`;
  core.load(`${head}--\n`);
  core.seed(BigInt(seed));
  const lines = [];
  const add = (more) => lines.push(...more);
  for (let n = 0; ; n++) {
    const last = n === rounds;
    add(last && roll ? core.apply(roll) : core.draw());
    while (core.phase() === CHANCE) add(core.draw());
    if (last) return { head, lines, names, core };
    for (let seat = 1; seat <= players; seat++) while (core.acts(seat)) add(core.apply(core.bot(seat, bot)));
  }
}

/** A person at an online table in such a position, in seat 1.
 * @param {{browser: any, origin: string}} world
 * @param {Parameters<typeof played>[0]} how
 * @param {Parameters<typeof person>[1]} [who] */
export async function at(world, how, who) {
  const { head, lines, names, core } = played(how);
  const her = await person(world, who);
  const fake = new Fake(how.game);
  await fake.route(her.page);
  names.forEach((name, i) => i && fake.tell({ t: "seat", seat: i + 1, kind: "human", name, player: `p${i + 1}` }));
  fake.tell({ t: "start", players: names.length, head, seat: 1, names }, { t: "play", lines });
  await her.page.goto("/t/x1");
  await her.page.waitForSelector(".tray");
  return { ...her, fake, core };
}
