// host_from.js -- a game of this device that goes on from a record: its moves become events, as if they had been made here, by the
// person in one seat and by bots in the others. What chance brings from there on is new; what the record fixes, a map, stays.
import { EVENT } from "./event.js";
import { Refused } from "../pure/core.js";
import { LEVELS, USUAL_LEVEL } from "../pure/levels.js";
import { wishOf } from "../pure/wish.js";

/** The settings of the table as text (table/settings.h), with nothing promised of its chance; owner: who of the people at the device, from 1. */
function settingsOf({ game, mode, seats, options, board, hints, fairness }, salt, owner = 1) {
  const { text } = board;
  const wish = wishOf({ game, mode, seats, options, board, speed: { kind: "relaxed" }, hints, fairness });
  const [lines] = wish.split("\ntext: "),
    mine = `listed: no\nowner: me${owner > 1 ? owner : ""}\ncode: \nsalt: ${salt}\npromise: no\n`;
  const kept = `${lines.replace(/\n*$/, "\n")}${mine}`;
  return text ? `${kept}text: ${new TextEncoder().encode(text).length}\n${text}\n` : kept;
}

/** The level of a seat's bot: as at the table it was played at, else by its name in the record ("bot master").
 * @param {any[]} events of that table, if it is on this device */
function levelOf(i, name, events) {
  const sat = events.filter(([kind, seat]) => kind === EVENT.bot && seat === i).at(-1);
  const level = sat ? sat[4].split(" ")[0] : /^bot (\S+)$/.exec(name)?.[1];
  return sat || LEVELS.includes(level) ? level : USUAL_LEVEL;
}

/** What the head of a record says of its board: by its name, or as text. */
function boardOf(head) {
  const [, name] = /^(?:sheet|scenario): ?(.*)$/m.exec(head) ?? [];
  if (name === undefined) return {};
  return name ? { name } : { text: /^(?:sheet|scenario):\n([\s\S]*?\n)end$/m.exec(head)?.[1] };
}

/** {game, mode, names, asked, events, seat}: seat: the person's, from 0. Refused where the record is none, or over.
 * @param {{record: string, seat: number}} wanted seat: from 1
 * @param {import("./host.js").Host} host
 * @param {any} like the game it is a part of, if it is on this device: its bots, hints or none */
export function eventsFrom({ record, seat }, host, like = {}) {
  const core = host.newCore();
  core.load(record);
  const { game, mode, names, players, phase } = core.view(0),
    whole = core.record(),
    body = whole.indexOf("\n--\n") + 4,
    head = whole.slice(0, body);
  if (phase === "over") throw new Refused("The game is over.", 0);
  if (!(Number.isInteger(seat) && seat >= 1 && seat <= players)) throw new Refused("There is no such seat in this game.", 0);
  const { hints, fairness } = like.asked ?? {};
  const options = Object.fromEntries([...head.matchAll(/^option (\S+): (\S+)$/gm)].map(([, key, value]) => [key, value]));
  const me = seat - 1,
    board = boardOf(head),
    at = Date.now(),
    events = [];
  const table = host.newCore();
  const note = (kind, who, person, text) => {
    events.push([kind, who, at, person, text]);
    table.tableEvent(/** @type {TableEvent} */ (events.at(-1)));
  };
  const called = names.map((name, i) => name || `${i + 1}`),
    levels = called.map((name, i) => levelOf(i, name, like.events ?? []));
  table.tableBegin(seat);
  note(EVENT.create, -1, seat, settingsOf({ game, mode, seats: players, options, board, hints, fairness }, host.salt(), seat));
  for (let i = 0; i < players; i++) note(i === me ? EVENT.sit : EVENT.bot, i, seat, i === me ? called[i] : `${levels[i]} ${called[i]}`);
  note(EVENT.start, -1, seat, head);
  for (const line of whole.slice(body).split("\n")) {
    const [, who, text] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (line.startsWith("* ")) note(EVENT.chance, -1, 0, line);
    else if (who) note(EVENT.move, Number(who) - 1, Number(who) === seat ? seat : 0, text); // facts follow by themselves
  }
  for (let next; (next = table.tableNext(at)); ) note(next[0], next[1], 0, next[4]);
  const asked = { game, mode, seats: players, options, board, name: called[me], bots: levels.filter((_, i) => i !== me), hints, fairness };
  return { table, game, mode, names: called, asked, events, ...(me ? { seat: me } : {}) };
}
