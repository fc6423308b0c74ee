// count.js -- a sheet of Valley for drawing: its spaces and lakes, and the core's items (VAL-11) by what they are for.
import { place } from "../../pure/space.js";

export const KINDS = ["jungle", "town", "range", "pyramid"];
export const STRUCTURES = ["hut", "statue", "mine"];

export const pointsOf = (items) => items.reduce((n, i) => n + i.points, 0);
/** c: of Position.items. Discoveries of a kind; structures that are drawn; snakes at large: `at` where each is, `number` what it
 * bites, 0 or absent if nothing, `spaces` where. */
export const madeOf = (c, kind) => c.items.filter((i) => i.what === kind);
export const builtOf = (c) => c.items.filter((i) => STRUCTURES.includes(i.what));
export const bitesOf = (c) => c.items.filter((i) => i.what === "snake");

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
    ...place(name),
    st: "",
    v: sheet.numbers[i] || (sheet.snakes.includes(name) ? "snake" : (STRUCTURES.find((s) => sheet[s] === name) ?? null)),
    crossed: sheet.crossed.includes(name),
    kind: sheet.discoveries.find((d) => d.spaces.includes(name))?.kind,
  }));
}
