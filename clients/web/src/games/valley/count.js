// count.js -- what a sheet of Valley is worth and why (VAL-11): discoveries, what feeds the structures,
// the number each snake bites; for drawing the counting and for previews. The points of a game come
// from the core; tests/web/valley.test.mjs compares the two.
import { place } from "../../space.js";

export const KINDS = ["jungle", "town", "range", "pyramid"];
export const WORTH = { jungle: 5, town: 6, range: 7, pyramid: 15 };
export const STRUCTURES = ["hut", "statue", "mine"];
export const FEEDS = { hut: "jungle", statue: "town", mine: "range" };
export const FULL = 7;

const kept = new WeakMap(),
  made = new Map(); // by the array, else by its names
/** For each space its neighbours, the 8 around it: Map name -> names. */
export function neighbours(spaces) {
  if (kept.has(spaces)) return kept.get(spaces);
  const key = spaces.join();
  if (!made.has(key)) {
    const at = spaces.map((name) => ({ name, ...place(name) }));
    const near = (a) => at.filter((b) => a !== b && Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2).map((b) => b.name);
    made.set(key, new Map(at.map((a) => [a.name, near(a)])));
  }
  kept.set(spaces, made.get(key));
  return made.get(key);
}

/** What a discovery brings now: its own points, and 2 for each of its spaces beside its structure. */
export function worth(spaces, sheet, kind, cells) {
  const what = STRUCTURES.find((s) => FEEDS[s] === kind),
    home = what && sheet[what];
  const beside = home && neighbours(spaces).get(home);
  const fed = home ? cells.filter((c) => beside.includes(c)).length : 0;
  return WORTH[kind] + 2 * fed;
}

/** What a snake bites: {space, at, cost}; at: the largest number beside it, or null. */
export function bite(spaces, numbers, space) {
  let at = null,
    cost = 0;
  for (const n of neighbours(spaces).get(space)) {
    const v = numbers[spaces.indexOf(n)];
    if (v > cost) [at, cost] = [n, v];
  }
  return { space, at, cost };
}

/** sheet: of the core's view. */
export function count(spaces, sheet) {
  const near = neighbours(spaces),
    sum = (list) => list.reduce((a, b) => a + b, 0);
  const built = STRUCTURES.filter((s) => sheet[s]);
  const filled = sheet.numbers.filter(Boolean).length + sheet.snakes.length + built.length;
  const full = filled === spaces.length ? FULL : 0;
  const kinds = KINDS.map((kind) => {
    const made = sheet.discoveries.filter((d) => d.kind === kind);
    return { kind, made, points: made.length * WORTH[kind] };
  });
  const structures = built.map((what) => {
    const food = new Set(sheet.discoveries.filter((d) => d.kind === FEEDS[what]).flatMap((d) => d.spaces));
    const fed = near.get(sheet[what]).filter((n) => food.has(n));
    return { what, space: sheet[what], fed, points: 2 * fed.length };
  });
  const bites = sheet.snakes.filter((s) => !sheet.crossed.includes(s)).map((s) => bite(spaces, sheet.numbers, s));
  const parts = {
    full,
    discoveries: sum(kinds.map((k) => k.points)),
    structures: sum(structures.map((s) => s.points)),
    snakes: 0 - sum(bites.map((b) => b.cost)),
  };
  return { ...parts, kinds, built: structures, bites, total: sum(Object.values(parts)) };
}

const lakes = new WeakMap();
/** The lakes of a sheet: places that are no space, beside a space that is no edge space (VAL-1). */
export function lakesOf(view) {
  if (lakes.has(view.spaces)) return lakes.get(view.spaces);
  const has = new Set(view.spaces),
    edge = new Set(view.edge),
    found = new Set();
  for (const name of view.spaces) {
    if (edge.has(name)) continue;
    const { x, y } = place(name);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      const there = String.fromCharCode(97 + x + dx) + (y + dy + 1);
      if (!has.has(there)) found.add(there);
    }
  }
  lakes.set(view.spaces, [...found]);
  return lakes.get(view.spaces);
}

/** The spaces of a sheet as parts/grid.jsx wants them. */
export function cellsOf(view, seat, sheet = view.sheets[seat - 1]) {
  return view.spaces.map((name, i) => ({
    name,
    i,
    ...place(name),
    st: "",
    v: sheet.numbers[i] || (sheet.snakes.includes(name) ? "snake" : (STRUCTURES.find((s) => sheet[s] === name) ?? null)),
    crossed: sheet.crossed.includes(name),
    kind: sheet.discoveries.find((d) => d.spaces.includes(name))?.kind,
  }));
}
