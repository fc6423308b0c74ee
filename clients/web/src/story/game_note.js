// game_note.js -- a finished game as a note of one's own story (keep.js), from its record. Pure but for the core it is given; ended.js keeps
// the notes, tests make them under node.
import { begin } from "../pure/match.js";
import { Position } from "../pure/position.js";

/** The end of a record, as a seat has it.
 * @param {import("../pure/core.js").Core} core a fresh one, which the end keeps
 * @param {string} record
 * @param {number} seat
 * @returns {End} */
export function endOf(core, record, seat) {
  core.load(record);
  const whole = core.record(),
    at = whole.indexOf("\n--\n"),
    head = whole.slice(0, at + 1),
    lines = whole
      .slice(at + 4)
      .split("\n")
      .filter(Boolean);
  const position = new Position(core);
  position.sync({ ...begin(), id: "past", started: true, head, lines });
  const view = position.view(seat),
    rows = /** @type {Row[]} */ (position.result().seats),
    mine = rows.findIndex((r) => r.seat === seat || r.seat === "group"),
    usual = core.game(view.game).options;
  const options = [...head.matchAll(/^option (\S+): (\S+)$/gm)].filter(([, name, value]) => String(usual.find((o) => o.name === name)?.usual) !== value);
  return {
    view,
    seat,
    rows,
    row: rows[mine],
    count: view.count(mine + 1),
    lines,
    board: /^(?:sheet|scenario): (\S+)$/m.exec(head)?.[1] ?? null,
    changed: Object.fromEntries(options.map(([, name, value]) => [name, [value]])),
  };
}

const BOTS_SHARE = 1 / 4; // of one's turns a bot may have made: more than that, and the game is nobody's

/** How many of the player's turns a bot made, where that is too many for a game of their own; else null.
 * @param {Match} match */
export const botsGame = ({ turns }) => (turns.bot > turns.own * BOTS_SHARE ? { n: turns.bot, m: turns.own } : null);

/** The members of a note.
 * @param {End} end
 * @param {Past | null} past
 * @param {{levels: (string | null | undefined)[], as?: "" | "table" | "study"}} how levels: those of bots, by seat */
export function gameNote(end, past, { levels, as = "" }) {
  const { view, seat, row, rows, board } = end,
    { game, mode } = view;
  const others = rows.filter((r) => r !== row).map((r) => otherOf(r, levels));
  if (as === "table") return { game, mode, board, sort: null, seat: 0, points: null, level: null, won: false, lost: false, others: [], feats: [], as };
  return {
    game,
    mode,
    board,
    sort: past?.kind(end) ?? null,
    seat,
    points: row.total,
    level: row.level,
    won: rows.length > 1 && row.winner,
    lost: rows.length > 1 && !row.winner,
    others,
    feats: as === "study" ? [] : (past?.feats ?? []).filter((feat) => feat.had(end)).map((feat) => feat.key),
    as,
  };
}

/** @param {Row} row
 * @param {(string | null | undefined)[]} levels */
function otherOf({ seat, name, total }, levels) {
  const bot = typeof seat === "number" ? (levels[seat - 1] ?? null) : null;
  return { bot, name: typeof seat === "number" && !bot ? name : null, points: total };
}
