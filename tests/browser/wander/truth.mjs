// truth.mjs -- is what a page says of a game what the core says of that seat's view? On this device the core replays, here in node, the
// events that the page keeps; online the server is asked for the `view` of this browser's player. Neither goes through the page's own code.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Core } from "../../../clients/web/src/pure/core.js";

const wasm = process.env.TAMBO_WASM ?? fileURLToPath(new URL("../../../build/tambo.wasm", import.meta.url));
const core = new Core(new WebAssembly.Module(readFileSync(wasm)));

/** What the core makes of a game of this device, for whoever has it in hand; says: what the page says (whose name stands in the bar). */
export function replayed(game, says) {
  const names = game.names ?? [];
  let seat = game.seat ?? 0;
  if (game.people) {
    const at = names.findIndex((name) => says.sub.startsWith(`${name} ·`));
    seat = Math.max(0, at);
  }
  core.tableBegin(seat + 1);
  for (const event of game.events) core.tableEvent(event, true);
  const over = core.tableOver();
  return { view: core.tableView(seat), me: seat + 1, n: game.events.length, over, shared: Boolean(game.people), acts: core.tableActs(seat) && !over };
}

/** The same of a view of the server. */
export const answered = (view) => ({
  view,
  me: typeof view.viewer === "number" ? view.viewer : null,
  n: JSON.stringify(view), // there are no events to be counted: any change is progress
  over: view.over,
  shared: false,
  acts: typeof view.viewer === "number" && view.acting.includes(view.viewer),
});

/** Points of a seat as the end would count its sheet, which is what pages show: mummies beside a 9 are crossed out by then (TEM-8, TEM-11). */
const counted = (view, i) => view.scores[i].total + 4 * (view.sheets[i].crossable ?? []).length;

const ints = (text) => [...text.matchAll(/\d+/g)].map(Number);

/** The round stands behind the title; where several share the device, behind a name, which may have a number in it. */
function roundSaid(says, shared) {
  const parts = says.sub.split("·");
  return ints((shared ? parts.slice(1) : parts).join(" "));
}

const FACES = { "#penny": "penny", "#lockpick": "lock", "#mummy": "mummy", "#dakota": "dakota", "#danger-snake": "snake" };

function sheetWrong(says, { view, me, shared }) {
  const wrong = [],
    held = view.holds?.length ? view.holds[me - 1] : me,
    sheet = view.sheets[held - 1];
  if (!roundSaid(says, shared).includes(view.round)) wrong.push(`round: the page says “${says.sub}”, the core ${view.round}`);
  const dice = says.dice.slice(0, 3).map((d) => FACES[d] ?? Number(d)),
    rolled = view.dice && [view.dice.purple, view.dice.green, view.dice.red];
  if (rolled && says.dice.length >= 3 && dice.join() !== rolled.join()) wrong.push(`dice: the page shows ${dice}, the core ${rolled}`);
  const pencil = Object.values(says.sheet.spaces).some((c) => c.preview || c.pencil || c.crossing) || says.inked; // what is no longer as the view has it
  const beasts = new Set([...(sheet.mummies ?? []), ...(sheet.snakes ?? [])]),
    built = new Map(["hut", "statue", "mine"].map((what) => [sheet[what], what]));
  view.spaces.forEach((name, i) => {
    const drawn = says.sheet.spaces[name] ?? {};
    if (drawn.preview || drawn.pencil) {
      if (sheet.numbers[i]) wrong.push(`${name}: pencil over the ink of ${sheet.numbers[i]}`);
      return;
    }
    const is = sheet.numbers[i] || (beasts.has(name) ? (sheet.mummies ? "mummy" : "snake") : built.get(name)) || undefined;
    if (drawn.n !== is) wrong.push(`${name}: the page shows ${drawn.n ?? "nothing"}, the core has ${is ?? "nothing"}`);
    if (!pencil && Boolean(drawn.crossed) !== sheet.crossed.includes(name)) wrong.push(`${name}: crossed out ${Boolean(drawn.crossed)} on the page only`);
  });
  if (sheet.discoveries && !says.inked) {
    const kinds = {};
    for (const { kind } of sheet.discoveries) kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const kind of ["jungle", "town", "range", "pyramid"])
      if ((says.sheet.discs[kind] ?? 0) !== (kinds[kind] ?? 0))
        wrong.push(`${kind}: the page shows ${says.sheet.discs[kind] ?? 0} discoveries, the core ${kinds[kind] ?? 0}`);
  }
  const total = counted(view, me - 1);
  if (!pencil && held === me && says.total !== null && !Number.isNaN(says.total) && says.total !== total)
    wrong.push(`points: the page says ${says.total}, the core ${total}`);
  if (says.all.length === view.players)
    says.all.forEach((row, i) => {
      if (row.me !== (i === me - 1)) wrong.push(`seat ${i + 1}: is it mine? The page says ${row.me}`);
      if (!(i === me - 1 && says.inked) && !view.holds?.length && !Number.isNaN(row.points) && row.points !== counted(view, i))
        wrong.push(`points of seat ${i + 1}: the page says ${row.points}, the core ${counted(view, i)}`);
    });
  return wrong;
}

function pawnsOf(view) {
  const at = new Map();
  view.sides.forEach((side) => {
    for (const space of side.pawns) at.set(space, side.colour === "otoma" ? "purple" : side.colour);
  });
  for (const [colour, spaces] of Object.entries(view.otoma ?? {})) for (const space of spaces) at.set(space, colour);
  return at;
}

function boardWrong(says, { view, me, acts }) {
  const wrong = [],
    pawns = pawnsOf(view);
  for (let i = 0; i < view.columns * 5; i++) {
    const [col, row] = [i % view.columns, Math.floor(i / view.columns)],
      name = "abcdefghi"[col] + (row + 1),
      drawn = says.board[name];
    if (!drawn) {
      wrong.push(`${name} is not on the board`);
      continue;
    }
    const letter = (grid) => (grid[row][col] === "." ? null : grid[row][col]);
    const is = { t: letter(view.terrain), n: Number(letter(view.crops)) || null, pawn: pawns.get(name) ?? null };
    for (const key of ["t", "n", "pawn"]) if (drawn[key] !== is[key]) wrong.push(`${name}: the page shows ${key} ${drawn[key]}, the core has ${is[key]}`);
  }
  const scores = view.mode === "competitive" ? view.sides.map((s) => s.score) : [view.sides[0].score, view.sides.at(-1).score];
  if (says.scores?.length && says.scores.join() !== scores.join()) wrong.push(`points: the page says ${says.scores}, the core ${scores}`);
  if (view.over || says.head === null) return wrong;
  const on = says.turns.findIndex(Boolean) + 1;
  if (view.mode === "competitive" && view.acting.length && on !== view.acting[0]) wrong.push(`turn: the page marks seat ${on}, the core ${view.acting[0]}`);
  const named = (name) => name && !/^(Traveller|\?|bot [a-z]+)$/.test(name); // others are called by their seats, in the reader's language
  const other = view.names[(view.acting[0] ?? 0) - 1];
  if (!acts && me !== null && named(other) && !says.head.includes(other)) wrong.push(`turn: the page says “${says.head}”, it is the turn of ${other}`);
  const wrongly = acts && view.names.find((name, i) => i !== me - 1 && named(name) && says.head.includes(name));
  if (wrongly) wrong.push(`turn: the page says “${says.head}”, it is mine`);
  return wrong;
}

/** The end: totals of the counting and the ranking. */
function endWrong(says, { view, me }) {
  const wrong = [],
    totals = view.scores.map((row) => row.total),
    sorted = (list) => [...list].sort((a, b) => a - b).join();
  if (says.stage === "counting" && says.totals.length) {
    const is = view.game === "tiwanaku" ? sorted(totals) : String(view.scores[me - 1].total),
      on = view.game === "tiwanaku" ? sorted(says.totals) : says.totals.join();
    if (on !== is) wrong.push(`total of the counting: the page says ${on}, the core ${is}`);
  }
  if (says.ranks.length && sorted(says.ranks) !== sorted(totals)) wrong.push(`ranking: the page says ${says.ranks}, the core ${totals}`);
  return wrong;
}

/** What the page says otherwise than the core: sentences. truth: of replayed() or answered(). */
export function disagreements(says, truth) {
  const { view, me, over, shared, acts } = truth;
  if (["gallery", "page", "lobby"].includes(says.stage)) return []; // not about the game as it stands
  if (says.stage === "notice") return says.refused ? ["the page shows nothing but a notice"] : ["the page waits for something"];
  if (says.stage === "hand") return over || !shared ? ["the page hands the device on, and nobody is to have it"] : [];
  if (over !== ["counting", "result"].includes(says.stage)) return [`over: the core says ${over}, the page is at “${says.stage}”`];
  if (over) return endWrong(says, truth);
  if (shared && !acts && view.acting.length === 0) return [];
  if (view.game === "tiwanaku") return boardWrong(says, truth);
  return me === null ? [] : sheetWrong(says, truth);
}
