// host_old.js -- games that were kept before version 3 of what is kept (host.js): a set-up and a record. As events; nothing was
// promised of their chance, and they go on as they are.
import { Refused } from "../pure/core.js";
import { wishOf } from "../pure/wish.js";
import { EVENT } from "./event.js";

/** The settings of the table, as they are kept today (table/settings.h); owner: who of the people at the device, from 1. */
export function settingsOf({ game, mode, seats, options, board, hints, fairness }, salt, owner = 1) {
  const { text, name, size, grade } = board;
  const wish = wishOf({ game, mode, seats, options, board: name ? { name } : size ? { size, grade } : { text }, speed: { kind: "relaxed" }, hints, fairness });
  const [lines] = wish.split("\ntext: "),
    mine = `listed: no\nowner: me${owner > 1 ? owner : ""}\ncode: \nsalt: ${salt}\npromise: no\n`;
  const kept = `${lines.replace(/\n*$/, "\n").replace(/^board: made .*/m, "$& g1")}${mine}`;
  return text ? `${kept}text: ${new TextEncoder().encode(text).length}\n${text}\n` : kept;
}

/** {id, game, mode, names, asked, events, next, ...} of a game that was kept as a record. */
export function eventsOf({ setup, levels, record, yours, stream, ...game }, host) {
  const at = game.at ?? Date.now(),
    events = [],
    table = host.newCore();
  const note = (kind, seat, person, text) => {
    table.tableEvent([kind, seat, at, person, text]);
    events.push([kind, seat, at, person, text]);
  };
  const body = record.indexOf("\n--\n") + 4;
  table.tableBegin();
  note(EVENT.create, -1, 1, settingsOf(setup, host.salt()));
  note(EVENT.sit, 0, 1, setup.names[0]);
  for (let i = 1; i < setup.seats; i++) note(EVENT.bot, i, 1, `${levels[i]} ${setup.names[i]}`);
  note(EVENT.start, -1, 1, record.slice(0, body));
  for (const line of record.slice(body).split("\n")) {
    const [, seat, text] = /^(\d+) (.*)$/.exec(line) ?? [];
    if (line.startsWith("* ")) note(EVENT.chance, -1, 0, line);
    else if (seat) note(EVENT.move, Number(seat) - 1, Number(seat === "1"), text); // facts follow by themselves
  }
  try {
    const mine = (yours ?? []).map((line) => line.slice(2)).join("\n");
    if (mine) {
      table.tableMay(0, mine);
      note(EVENT.turn, 0, 1, mine);
    }
  } catch (e) {
    if (!(e instanceof Refused)) throw e; // it was none
  }
  return {
    ...game,
    game: setup.game,
    mode: setup.mode,
    names: setup.names,
    events,
    over: table.tableOver(),
    next: game.next ?? stream?.find((o) => o.t === "next")?.table ?? null,
  };
}
