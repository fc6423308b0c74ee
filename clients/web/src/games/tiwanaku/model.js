// model.js -- small questions about a view of Tiwanaku (`tambo view`) and about legal lines: who has
// which pawns, what stands in a space, what may be done. No drawing, no words, no rules: those are
// the core's.
import { numbersOf } from "../../pure/numbers.js";

export const ROWS = 5;
export const TERRAINS = ["valley", "desert", "forest", "mountain"];
export const LEVELS = [1, 2, 3, 4, 5];
export const ANIMALS = ["condor", "lizard", "llama", "snake", "turtle"];
export const ELEMENTS = ["water", "plant", "mountain", "fire", "sun", "rainbow", "cloud", "moon", "star"];
/** What so many offerings are worth (TIW-17). */
export const worthOf = (n) => numbersOf("tiwanaku")[`offer-${n}`] ?? 0;

export const isSolo = (view) => view.mode.startsWith("solo");
export const isCoop = (view) => view.mode.startsWith("coop");
export const nameAt = (col, row) => "abcdefghi"[col] + (row + 1);
export const colOf = (space) => space.charCodeAt(0) - 97;
export const rowOf = (space) => Number(space[1]) - 1;
export const spacesOf = (view) => Array.from({ length: view.columns * ROWS }, (_, i) => nameAt(i % view.columns, Math.floor(i / view.columns)));

const letter = (grid, space) => (grid[rowOf(space)][colOf(space)] === "." ? null : grid[rowOf(space)][colOf(space)]);
/** v, d, f, m or null. */
export const terrainAt = (view, space) => letter(view.terrain, space);
export const cropAt = (view, space) => Number(letter(view.crops, space)) || null;

/** The index in view.sides of a seat; four who play together are two pairs (COO-2). */
export const sideIndex = (view, seat) => (isCoop(view) && view.players === 4 ? (seat - 1) % 2 : seat - 1);
export const sideOf = (view, seat) => view.sides[sideIndex(view, seat)];
/** The side that has the points of a seat: the group shares one. */
export const scoreSide = (view, seat) => (isCoop(view) ? view.sides[0] : view.sides[seat - 1]);
export const otomaSide = (view) => (view.mode === "competitive" ? null : view.sides.at(-1));

/** The space whose terrain is announced and not placed yet: somebody has to give the tile (COO-6). */
export const announcedAt = (view) => spacesOf(view).find((s) => terrainAt(view, s) && !view.placed.includes(s));

/** Pawns by space: {colour, side, otoma}. Together the Otoma have no colours: they are drawn purple. */
export function pawnsBySpace(view) {
  const found = new Map();
  view.sides.forEach((side, i) => {
    const otoma = side.colour === "otoma";
    for (const space of side.pawns) found.set(space, { colour: otoma ? "purple" : side.colour, side: i, otoma });
  });
  for (const [colour, spaces] of Object.entries(view.otoma ?? {})) for (const space of spaces) found.set(space, { ...found.get(space), colour });
  return found;
}

const put = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);

/** Legal lines of one seat, sorted: from `supply` means a pawn that comes into play.
 * @param {string[]} lines */
export function sorted(lines) {
  /** @type {Record<string, any>} */
  const may = {
    reach: new Map(),
    take: [],
    divine: new Map(),
    offer: [],
    end: false,
    pass: false,
    choose: [],
    spend: [],
    give: [],
    next: [],
  };
  for (const line of lines) {
    const [, verb, a, ...more] = line.split(" ");
    if (verb === "enter") put(may.reach, "supply", a);
    else if (verb === "move") put(may.reach, a, more[0]);
    else if (verb === "divine") put(may.divine, a, Number(more[0]));
    else if (verb === "offer") may.offer.push([a, ...more].map(Number));
    else if (verb === "end" || verb === "pass") may[verb] = true;
    else if (verb === "give") may.give.push(Number(a));
    else may[verb].push(a);
  }
  may.explore = may.reach.size > 0 || may.take.length > 0;
  return may;
}

/** What one would say to do something at a space: the core says why not. sel: the pawn that is chosen. */
export function wordsFor(view, seat, mode, sel, space) {
  const { pawns, supply } = sideOf(view, seat);
  if (mode === "divine") return `divine ${space} 1`;
  if (sel !== "supply" && (sel || !supply) && pawns.length) return `move ${sel ?? pawns[0]} ${space}`;
  return `enter ${space}`;
}

/** Offerings that are chosen before anybody has: all where they can never be worth more, else none. */
export function offersChosen(view, seat) {
  const have = scoreSide(view, seat).offerings;
  return worthOf(have.length) && (view.last_offer || have.length === LEVELS.length) ? have : [];
}
/** Are the offerings of a seat worth anything? One alone is not (TIW-17). */
export const canOffer = (may, view, seat) => may.offer.length > 0 && worthOf(scoreSide(view, seat).offerings.length) > 0;
/** The words by which a turn goes on that can go on in one way alone, or null. may: sorted(). */
export const goesOn = (may, view, seat) => (may.end && !may.divine.size && !canOffer(may, view, seat) ? "end" : null);

/** Own stacks of the cooperative game: [{terrain, tiles, arrow}], all four terrains. */
export function handOf(view, seat) {
  return TERRAINS.map((terrain) => {
    const stack = view.stacks?.find((s) => s.seat === seat && s.terrain === terrain);
    return { terrain, tiles: stack?.tiles ?? 0, arrow: stack?.known[0]?.arrow ?? null };
  });
}
/** How many tiles a seat still has. */
export const tilesOf = (view, seat) => (view.stacks ?? []).filter((s) => s.seat === seat).reduce((sum, s) => sum + s.tiles, 0);
