// marks.js -- pencil marks: what a player notes of spaces, kept on the device for each game. What plain
// bookkeeping leaves possible is filled in if asked; the core knows it. Marks never reach the table.
import { useMemo, useState } from "preact/hooks";

const key = (id) => `tambo.marks ${id}`;

/** {space: {terrain: ["v"], crops: [1, 3]}} */
export function read(id, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(key(id)) ?? "null") ?? {};
  } catch {
    return {};
  }
}
function write(id, marks) {
  try {
    if (Object.keys(marks).length) localStorage.setItem(key(id), JSON.stringify(marks));
    else localStorage.removeItem(key(id));
  } catch {
    // then the marks last as long as the page
  }
}

const flip = (list, x) => (list.includes(x) ? list.filter((y) => y !== x) : [...list, x].sort());

/** The marks with one of them set or rubbed out. what: v d f m, or 1 to 5. */
export function toggle(marks, space, what) {
  const { terrain = [], crops = [] } = marks[space] ?? {};
  const now = typeof what === "number" ? { terrain, crops: flip(crops, what) } : { terrain: flip(terrain, what), crops };
  const { [space]: gone, ...rest } = marks;
  return now.terrain.length || now.crops.length ? { ...rest, [space]: now } : rest;
}

/** The marks of a game, and a way to change them. */
export function useMarks(id) {
  const first = useMemo(() => read(id), [id]);
  const [state, setState] = useState({ id, marks: first });
  const marks = state.id === id ? state.marks : first;
  const set = (next) => {
    write(id, next);
    setState({ id, marks: next });
  };
  return [marks, set];
}

/** Filled in: the player's own terrain marks stay. possible: of Position.marks; certain: {space: crop} from the map lab. */
export function filled(marks, possible, certain) {
  const next = {};
  for (const space of new Set([marks, possible, certain].flatMap(Object.keys))) {
    const terrain = marks[space]?.terrain ?? [],
      crops = certain[space] ? [certain[space]] : (possible[space] ?? marks[space]?.crops ?? []);
    if (terrain.length || crops.length) next[space] = { terrain, crops };
  }
  return next;
}
