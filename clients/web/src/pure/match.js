// match.js -- from the stream of a table (docs/protocol.md) to what a screen needs to know of it.
// Pure: `begin()` is a table nobody has told of yet, `take(match, object)` gives the next value and
// leaves the old one alone. Positions are not here: position.js computes them from `lines`.

export function begin() {
  return {
    n: 0, // number of the last event taken
    at: 0, // and its time
    life: 0, // how often all of it had to be forgotten
    id: /** @type {string | null} */ (null),
    code: /** @type {string | null} */ (null),
    game: /** @type {string | null} */ (null),
    mode: /** @type {string | null} */ (null),
    owner: /** @type {string | null} */ (null),
    board: /** @type {Board | null} */ (null),
    speed: /** @type {Speed | null} */ (null),
    options: /** @type {Record<string, string | number>} */ ({}),
    public: false,
    hints: true, // its owner lets people ask for help
    plain: false, // hints and bots conclude nothing from maps being fair
    day: /** @type {string | null} */ (null), // it is the game of this day, "2026-11-16"
    room: 0, // how many seats the table has
    seats: /** @type {Seat[]} */ ([]), // [{seat, kind, name, level, you}], seat 1 first
    me: /** @type {number | null} */ (null), // my seat, or null: a spectator
    started: false,
    head: "", // of the record, without `--`
    state: /** @type {string | null} */ (null), // what the position begins from where the map is hidden: base64
    commit: /** @type {string | null} */ (null),
    lines: /** @type {Line[]} */ ([]), // all that happened and is for good: record lines, or [seat, move]
    from: 0, // `state` is the position after this many of them
    round: 0, // counts sealed rounds that were closed, and parts of turns
    yours: /** @type {string[]} */ ([]), // my own turn in this sealed round, as the table has it
    ready: /** @type {number[]} */ ([]), // seats that finished this round
    away: /** @type {number[]} */ ([]), // seats a bot plays for
    there: /** @type {number[] | null} */ (null), // connected seats, or null: not told
    watching: 0,
    due: /** @type {number | null} */ (null), // when time is up, by the clock of the server
    late: /** @type {number[]} */ ([]), // seats whose turn was made for them, the last time that happened
    lateAt: /** @type {number | null} */ (null), // `round` then
    turns: { own: 0, bot: 0, late: false }, // sealed rounds, or parts of turns, of my seat; how many of them a bot made; my time was up in this one
    talk: /** @type {Said[]} */ ([]), // [{seat, text} or {seat, signal}], with `at`; seat null: of `who`, who left before the start
    muted: /** @type {number[]} */ ([]),
    result: /** @type {Result | null} */ (null), // once the game is over
    salt: /** @type {string | null} */ (null), // and then
    next: /** @type {string | null} */ (null), // the table of the rematch
    closed: false,
    hand: /** @type {{people: number, to: number} | null} */ (null), // several play on this device: how many, and the seat to hand it to; 0: to nobody
    stop: /** @type {string | null} */ (null), // the server is about to stop: its sentence
  };
}

/** @template T
 * @param {T[]} list
 * @param {T} x */
const without = (list, x) => list.filter((y) => y !== x);
/** @template T
 * @param {T[]} list
 * @param {T} x */
const withOne = (list, x) => (list.includes(x) ? list : [...list, x]);

/** What was said from a seat stays with whoever said it when somebody else sits there, or nobody.
 * @param {Match} m
 * @param {number} seat */
function vacated(m, seat) {
  const who = m.seats.find((s) => s.seat === seat);
  return { talk: m.talk.map((said) => (said.seat === seat ? { ...said, seat: null, who } : said)), muted: who?.you ? [] : without(m.muted, seat) };
}

/** @param {Match} m
 * @param {TableObject} o */
function seated(m, o) {
  const before = m.seats.find((s) => s.seat === o.seat);
  const left = !m.started && before?.kind === "human" && before.player !== o.player ? vacated(m, o.seat) : {};
  const seats = m.seats.filter((s) => s.seat !== o.seat);
  const { t, n, ...seat } = o;
  seats.push(/** @type {Seat} */ (seat));
  seats.sort((a, b) => a.seat - b.seat);
  const mine = seats.find((s) => s.you);
  return { ...m, ...left, seats, me: mine ? mine.seat : m.started ? m.me : null };
}

/** The game begins: free seats are gone, the others have moved up.
 * @param {Match} m
 * @param {TableObject} o */
function started(m, o) {
  const names = o.names ?? [];
  const sitting = m.seats.filter((s) => s.kind !== "free");
  const seats = Array.from({ length: o.players }, (_, i) => ({
    ...(sitting[i] ?? { kind: "human" }),
    seat: i + 1,
    name: names[i] ?? sitting[i]?.name ?? "",
    you: o.seat === i + 1,
  }));
  /** @param {number} seat */
  const up = (seat) => sitting.findIndex((s) => s.seat === seat) + 1;
  const talk = m.talk.map((said) => (said.seat ? { ...said, seat: up(said.seat) } : said));
  return {
    ...m,
    talk,
    muted: m.muted.map(up),
    started: true,
    head: o.head.replace(/^--\n?/m, ""),
    state: o.state ?? null,
    commit: o.commit ?? null,
    seats,
    me: o.seat ?? null,
    room: o.players,
  };
}

/** @param {Match} m
 * @param {TableObject} o */
const happened = (m, o) => ({ ...m, lines: [...m.lines, ...o.lines], due: o.due ?? null });

/** Counts a round, or a part of a turn, of mine.
 * @param {Match} m */
const counted = ({ turns, me, away }) => ({ ...turns, own: turns.own + 1, bot: turns.bot + Number(turns.late || away.includes(me ?? 0)) });

/** A part of somebody's turn: of whom its first line is.
 * @param {Match} m
 * @param {Line} [line] */
const ofMine = (m, line) => m.me !== null && (typeof line === "string" ? Number(line.split(" ")[0]) : line?.[0]) === m.me;

/** What each object makes of a match.
 * @type {Record<string, (m: Match, o: TableObject) => Match>} */
const takes = {
  table: (m, o) => ({
    ...m,
    seats: Array.from({ length: o.seats }, (_, i) => ({ seat: i + 1, kind: "free" })),
    id: o.id,
    code: o.code ?? null,
    game: o.game,
    mode: o.mode,
    room: o.seats,
    board: o.board,
    options: o.options ?? {},
    speed: o.speed ?? null,
    public: o.public ?? false,
    hints: o.hints ?? true,
    plain: o.fairness === false,
    owner: o.owner ?? null,
    day: o.daily ?? null,
  }),
  seat: seated,
  owner: (m, o) => ({ ...m, owner: o.player }),
  start: started,
  play: (m, o) => ({ ...happened(m, o), round: m.round + 1, turns: ofMine(m, o.lines[0]) ? counted(m) : { ...m.turns, late: false } }),
  yours: (m, o) => ({ ...m, yours: o.lines }),
  ready: (m, o) => ({ ...m, ready: o.ready === false ? without(m.ready, o.seat) : withOne(m.ready, o.seat) }),
  round: (m, o) => ({ ...happened(m, o), yours: [], ready: [], round: m.round + 1, turns: { ...counted(m), late: false } }),
  late: (m, o) => ({
    ...m,
    late: m.lateAt === m.round ? withOne(m.late, o.seat) : [o.seat],
    lateAt: m.round,
    turns: { ...m.turns, late: m.turns.late || o.seat === m.me },
  }),
  away: (m, o) => ({ ...m, away: withOne(m.away, o.seat) }),
  here: (m, o) => ({ ...m, away: without(m.away, o.seat) }),
  chat: (m, o) => ({ ...m, talk: [...m.talk, { seat: o.seat, text: o.text, at: o.at }] }),
  signal: (m, o) => ({ ...m, talk: [...m.talk, { seat: o.seat, signal: o.signal, at: o.at }] }),
  mute: (m, o) => ({ ...m, muted: o.on ? withOne(m.muted, o.seat) : without(m.muted, o.seat) }),
  over: (m, o) => ({ ...m, result: o.result, salt: o.salt ?? null, due: null }),
  next: (m, o) => ({ ...m, next: o.table }),
  closed: (m) => ({ ...m, closed: true }),
  anew: (m) => ({ ...begin(), life: m.life + 1 }),
  hand: (m, o) => ({ ...m, hand: { people: o.people, to: o.to } }),
  there: (m, o) => ({ ...m, there: o.seats, watching: o.watching ?? 0 }),
  stop: (m, o) => ({ ...m, stop: o.text }),
};

/** @param {Match} match
 * @param {TableObject} o
 * @returns {Match} */
function taken(match, o) {
  const next = takes[o.t ?? ""]?.(match, o) ?? match; // an object of a newer server is skipped
  return o.n === undefined ? next : { ...next, n: o.n, at: /** @type {number} */ (o.at) };
}

/** The match after one object. One of an event that was taken already changes nothing.
 * @param {Match} match
 * @param {TableObject} o */
export const take = (match, o) => (o.n !== undefined && o.n <= match.n ? match : taken(match, o));

/** The match after all objects of a message: several may tell of one event, and share its number.
 * @param {Match} match
 * @param {TableObject[]} objects */
export function takeAll(match, objects) {
  let had = match.n;
  for (const o of objects) {
    if (o.t === "anew") had = 0;
    if (o.n === undefined || o.n > had) match = taken(match, o);
  }
  return match;
}

/** The table is opened again: how things stand will be told again.
 * @param {Match} match */
export const reopened = (match) => ({ ...match, yours: [], ready: [], muted: [], stop: null });

/** The match of a whole record: once the game is over nothing is hidden.
 * @param {Match} match
 * @param {string} record */
export function reveal(match, record) {
  const at = record.indexOf("\n--\n");
  const lines = record
    .slice(at + 4)
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  return { ...match, head: record.slice(0, at + 1), state: null, from: 0, lines };
}

/** What a seat is called; "" if it has no name.
 * @param {Match} match
 * @param {number} seat */
export const nameOf = (match, seat) => match.seats[seat - 1]?.name ?? "";

/** Does anybody else sit here, or watch, who could hear what one says?
 * @param {Match} match */
export const isHeard = (match) => match.watching > 0 || match.seats.some((s) => s.kind === "human" && s.seat !== match.me);

/** Where the game is: "waiting" (not begun), "playing", "over", "closed".
 * @param {Match} match */
export function stage(match) {
  if (match.closed) return "closed";
  if (match.result) return "over";
  return match.started ? "playing" : "waiting";
}

/** Rows of a result, best first, each with its rank; ties share one.
 * @param {Result} result
 * @param {string} [tiebreak] */
export function ranking(result, tiebreak) {
  /** @param {Row} a
   * @param {Row} b */
  const better = (a, b) => b.total - a.total || (tiebreak ? b[tiebreak] - a[tiebreak] : 0);
  const rows = [...result.seats].sort((a, b) => better(a, b) || Number(a.seat) - Number(b.seat));
  rows.forEach((row, i) => {
    const rank = i && better(rows[i - 1], row) === 0 ? rows[i - 1].rank : i + 1;
    rows[i] = { ...row, rank };
  });
  return rows;
}
