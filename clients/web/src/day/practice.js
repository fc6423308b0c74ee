// practice.js -- what a day's practice is made from: its id, which holds all that it follows from, its dice and map, its set-up; and
// how it stands on this device. Pure. The same for everybody in the world, and for anybody who wants to know it beforehand:
// so it is never ranked.
//
// The id of a game is as core/fair.h has it for ranked ones, "temple 2026-11-16 r2 g0": the game, the day, the versions of its rules and of the
// generator of its map, 0 where none is made. Its salt is SHA-256 of "tambo practice " and the id. Another version has another id: it is
// another game.
import { sha256 } from "../pure/sha256.js";

/** Positions of a day's puzzle, and how hard the first and the last one are. */
export const RUN = 8;
const EASY = 600,
  HARD = 2200;

/** @param {string} day
 * @param {KnownGame} known
 * @param {number} maker the generator of maps here */
export const idOf = (day, { name, rules, board }, maker) => `${name} ${day} r${rules} g${board === "scenario" ? maker : 0}`;

/** @param {string} id */
export const saltOf = (id) => sha256(`tambo practice ${id}`);

/** Days since 1970, for what takes turns.
 * @param {string} day */
const numberOf = (day) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86400000);

/** Can it be played alone?
 * @param {KnownGame} known */
export const isForOne = (known) => known.modes.some((m) => m.max === 1);

/** What a day's game is created with, as server/hall/daily.c has it for ranked ones: the first mode for one, sheets take turns, a map is made.
 * @param {string} day
 * @param {KnownGame} known */
export function wishOf(day, { name, modes, board, boards }) {
  const sheet = board === "sheet" ? { board: { name: boards[numberOf(day) % boards.length] } } : {};
  return { game: name, mode: modes.find((m) => m.max === 1)?.name, seats: 1, ...sheet, hints: false };
}

/** The wishes of a day's puzzle: growing, each with its seed.
 * @param {string} day
 * @returns {{kind: string, cols: number, technique: string, rating: number, seed: string}[]} */
export const runOf = (day) =>
  Array.from({ length: RUN }, (_, k) => ({
    kind: "certain",
    cols: k < RUN / 2 ? 5 : 9,
    technique: "",
    rating: Math.round(EASY + ((HARD - EASY) * k) / (RUN - 1)),
    seed: BigInt(`0x${sha256(`tambo practice ${day} puzzle ${k + 1}`).slice(0, 16)}`).toString(),
  }));

/** How a part of a day stands among the games of this device (rows of the list in browser/store.js): `first` counts, `again` is the newest
 * of the others, `old` was begun by another version.
 * @param {any[]} rows
 * @param {string} id */
export function standingOf(rows, id) {
  const [part, day] = id.split(" "),
    own = rows.filter((r) => r.day?.startsWith(`${part} ${day} `)).sort((a, b) => b.at - a.at),
    these = own.filter((r) => r.day === id);
  return { first: these.find((r) => !r.again) ?? null, again: these.find((r) => r.again && !r.over) ?? null, old: own.find((r) => r.day !== id) ?? null };
}
