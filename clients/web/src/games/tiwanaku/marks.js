// marks.js -- pencil marks: what a player notes of spaces, kept on the device for each game. Also what
// plain bookkeeping leaves possible (the rules of a map, SCN-2 and SCN-3, against what lies open),
// which the program fills in if asked. Marks never reach the table.
import { useMemo, useState } from "preact/hooks";
import { LEVELS, ROWS, colOf, cropAt, nameAt, rowOf, spacesOf, terrainAt } from "./model.js";

const key = (id) => `tambo.marks ${id}`;

/** {space: {terrain: ["v"], crops: [1, 3]}} */
export function read(id, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(key(id))) ?? {};
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

/** The spaces around one: 8, or 4. */
export function around(view, space, four = false) {
  const found = [];
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) {
      const c = colOf(space) + dx,
        r = rowOf(space) + dy;
      if ((dx || dy) && (!four || !dx || !dy) && c >= 0 && r >= 0 && c < view.columns && r < ROWS) found.push(nameAt(c, r));
    }
  return found;
}

/** The known part of a space's region. */
export function regionOf(view, space) {
  const terrain = terrainAt(view, space),
    found = [space];
  for (const s of terrain ? found : [])
    for (const n of around(view, s, true)) if (terrainAt(view, n) === terrain && !found.includes(n)) found.push(n);
  return found;
}

const closed = (view, region) =>
  region.every((s) => around(view, s, true).every((n) => region.includes(n) || terrainAt(view, n)));

/** Crops that nothing in sight forbids in a space, as marks for all spaces without a crop that have terrain.
 * certain: {space: crop} from the map lab. */
export function candidates(view, certain = {}) {
  const marks = {};
  for (const space of spacesOf(view)) {
    if (cropAt(view, space) || (!terrainAt(view, space) && !certain[space])) continue;
    const region = regionOf(view, space);
    const most = terrainAt(view, space) && closed(view, region) ? region.length : 5;
    const near = new Set([...around(view, space), ...region].map((s) => cropAt(view, s)));
    const crops = certain[space] ? [certain[space]] : LEVELS.filter((n) => n <= most && !near.has(n));
    marks[space] = { terrain: [], crops };
  }
  return marks;
}

/** Filled in: the player's own terrain marks stay, crops come from `candidates`. */
export function filled(marks, view, certain) {
  const found = candidates(view, certain),
    next = {};
  for (const space of new Set([...Object.keys(marks), ...Object.keys(found)])) {
    const terrain = marks[space]?.terrain ?? [],
      crops = found[space]?.crops ?? marks[space]?.crops ?? [];
    if (terrain.length || crops.length) next[space] = { terrain, crops };
  }
  return next;
}
