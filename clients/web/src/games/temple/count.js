// count.js -- a sheet of Temple for drawing: its spaces, and the core's items (TEM-11) by what they are for.
import { place } from "../../pure/space.js";

/** c: of Position.items. run: null without a number. */
export function itemsOf(c) {
  const of = (what) => c.items.filter((i) => i.what === what);
  return { run: of("run")[0] ?? null, groups: of("group"), rest: of("mummy-rest"), loose: of("mummy-loose") };
}

/** The run as cells in its order, which is that of their numbers. */
export const pathOf = (run, cells) => cells.filter((c) => run?.spaces.includes(c.name)).sort((a, b) => a.v - b.v);

/** The spaces of a seat's sheet as parts/grid.jsx wants them. */
export function cellsOf(view, seat) {
  const sheet = view.sheets[seat - 1];
  return view.spaces.map((name, i) => ({
    name,
    ...place(name),
    door: view.doors.includes(name),
    st: "",
    v: sheet.numbers[i] || (sheet.mummies.includes(name) ? "mummy" : null),
    crossed: sheet.crossed.includes(name),
  }));
}

/** The same on a sheet to look at: a mummy that a 9 has beaten is crossed out in pencil until its owner does it in ink, a round later at
 * the soonest (TEM-8). */
export function stillOf(view, seat) {
  const beaten = new Set(itemsOf(view.count(seat)).rest.map(({ at }) => at));
  return cellsOf(view, seat).map((c) => (beaten.has(c.name) && !c.crossed ? { ...c, crossed: "pencil" } : c));
}
