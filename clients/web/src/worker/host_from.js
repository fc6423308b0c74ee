// host_from.js -- a game of this device that goes on from a record: its moves become events, as if they had been made here, by the
// person in one seat and by bots in the others. What chance brings from there on is new; what the record fixes, a map, stays.
import { EVENT } from "./event.js";
import { settingsOf } from "./host_old.js";

const LEVEL = "normal"; // of the bots

/** What the head of a record says of its board: by its name, or as text. */
function boardOf(head) {
  const [, name] = /^(?:sheet|scenario): ?(.*)$/m.exec(head) ?? [];
  if (name === undefined) return {};
  return name ? { name } : { text: /^(?:sheet|scenario):\n([\s\S]*?\n)end$/m.exec(head)?.[1] };
}

/** {game, mode, names, asked, events, seat}: seat: the person's, from 0. Refused where the record is none, or over.
 * @param {{record: string, seat: number}} wanted seat: from 1
 * @param {import("./host.js").Host} host */
export function eventsFrom({ record, seat }, host) {
  const core = host.newCore();
  core.load(record);
  const { game, mode, names, players } = core.view(0),
    whole = core.record(),
    body = whole.indexOf("\n--\n") + 4,
    head = whole.slice(0, body);
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
  const called = names.map((name, i) => name || `${i + 1}`);
  table.tableBegin(seat);
  note(EVENT.create, -1, seat, settingsOf({ game, mode, seats: players, options, board }, host.salt(), seat));
  for (let i = 0; i < players; i++) note(i === me ? EVENT.sit : EVENT.bot, i, seat, i === me ? called[i] : `${LEVEL} ${called[i]}`);
  note(EVENT.start, -1, seat, head);
  for (const line of whole.slice(body).split("\n")) {
    const [, who, text] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (line.startsWith("* ")) note(EVENT.chance, -1, 0, line);
    else if (who) note(EVENT.move, Number(who) - 1, Number(who) === seat ? seat : 0, text); // facts follow by themselves
  }
  for (let next; (next = table.tableNext(at)); ) note(next[0], next[1], 0, next[4]);
  const asked = { game, mode, seats: players, options, board, name: called[me], bots: Array.from({ length: players - 1 }, () => LEVEL) };
  return { table, game, mode, names: called, asked, events, ...(me ? { seat: me } : {}) };
}
