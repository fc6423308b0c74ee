// marks.js -- pencil marks: what a player notes of spaces, kept on the device for each game, with a way back. What plain
// bookkeeping leaves possible, a step of a hint, or all that is certain is pencilled in if asked; core and map lab know it.
// Marks never reach the table.
import { useMemo, useState } from "preact/hooks";
import { keep, kept } from "../../browser/kept.js";

const key = (id) => `tambo.marks ${id}`;

/** {space: {terrain: ["v"], crops: [1, 3]}} */
const read = (id) => kept(key(id)) ?? {};
const write = (id, marks) => keep(key(id), Object.keys(marks).length ? marks : null);

/** Everything that can be noted, in the order in which it stands on a space. */
export const TERRAIN_MARKS = ["v", "d", "f", "m"],
  CROP_MARKS = [1, 2, 3, 4, 5];
const flip = (all, list, x) => all.filter((y) => list.includes(y) !== (x === y));

/** The marks with one of them set or rubbed out. what: v d f m, or 1 to 5. */
export function toggle(marks, space, what) {
  const { terrain = [], crops = [] } = marks[space] ?? {};
  const now = typeof what === "number" ? { terrain, crops: flip(CROP_MARKS, crops, what) } : { terrain: flip(TERRAIN_MARKS, terrain, what), crops };
  const { [space]: gone, ...rest } = marks;
  return now.terrain.length || now.crops.length ? { ...rest, [space]: now } : rest;
}

/** The marks of a game, a way to change them, and one to take the last change back (null: there is none). */
export function useMarks(id) {
  const first = useMemo(() => read(id), [id]);
  const [state, setState] = useState({ id, marks: first, past: /** @type {any[]} */ ([]) });
  const { marks, past } = state.id === id ? state : { marks: first, past: [] };
  const put = (next, behind) => {
    write(id, next);
    setState({ id, marks: next, past: behind });
  };
  const set = (next) => put(next, [...past, marks].slice(-50));
  const undo = past.length ? () => put(past.at(-1), past.slice(0, -1)) : null;
  return [marks, set, undo];
}

const withSpace = (marks, space, change) => ({ ...marks, [space]: { terrain: [], crops: [], ...marks[space], ...change } });

/** The candidates by plain bookkeeping (Position.marks): a player's own marks stay, but for those that cannot be. */
export function filled(marks, possible) {
  let next = marks;
  for (const [space, crops] of Object.entries(possible)) {
    const own = marks[space]?.crops ?? [],
      kept = own.filter((n) => crops.includes(n));
    next = withSpace(next, space, { crops: kept.length ? kept : crops });
  }
  return next;
}

/** Everything that is certain, {space: crop} from the map lab. */
export const settled = (marks, certain) => Object.entries(certain).reduce((next, [space, crop]) => withSpace(next, space, { crops: [crop] }), marks);

/** One step of a hint, as it is shown: what is there, or what is not. A space without marks gets all but those. */
export function noted(marks, { what, spaces, values }) {
  const crop = what.endsWith("crop"),
    key = crop ? "crops" : "terrain",
    all = crop ? CROP_MARKS : TERRAIN_MARKS;
  const named = values.map((v) => (crop ? v : TERRAIN_MARKS[v - 1]));
  const at = (own) => (what.startsWith("not-") ? (own?.length ? own : all).filter((x) => !named.includes(x)) : named);
  return spaces.reduce((next, space) => withSpace(next, space, { [key]: at(marks[space]?.[key]) }), marks);
}
