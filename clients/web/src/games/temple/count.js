// count.js -- the spaces of a sheet of Temple, what it is worth and why: the run as a path, groups, mummies (TEM-11),
// for drawing the counting and for previews. The points of a game come from the core;
// tests/web/temple.test.mjs compares the two. A mummy beside a 9 counts as at rest, crossed out or
// not: so it ends (TEM-9).
import { place } from "../../space.js";

const kept = new WeakMap(),
  made = new Map(); // by the array, else by its names
/** Neighbours of each space, by index: the 8 around it. */
export function neighbours(spaces) {
  if (kept.has(spaces)) return kept.get(spaces);
  const key = spaces.join();
  if (!made.has(key)) {
    const at = spaces.map(place);
    made.set(
      key,
      at.map((a) => at.flatMap((b, j) => (a !== b && Math.abs(a.x - b.x) < 2 && Math.abs(a.y - b.y) < 2 ? [j] : []))),
    );
  }
  kept.set(spaces, made.get(key));
  return made.get(key);
}

/** The longest run n, n+1, ... as indices in order. */
function longestRun(numbers, near) {
  const byValue = numbers
    .map((v, i) => [v, i])
    .filter(([v]) => v)
    .sort((a, b) => b[0] - a[0]);
  const length = [],
    next = [];
  let start = -1;
  for (const [v, i] of byValue) {
    length[i] = 1;
    next[i] = -1;
    for (const j of near[i]) if (numbers[j] === v + 1 && length[j] + 1 > length[i]) [length[i], next[i]] = [length[j] + 1, j];
    if (start < 0 || length[i] > length[start]) start = i;
  }
  const path = [];
  for (let i = start; i >= 0; i = next[i]) path.push(i);
  return path;
}

/** For each value its largest connected group, if it has 3 spaces or more. */
function groupsOf(numbers, near) {
  const seen = new Set(),
    best = new Map();
  numbers.forEach((v, i) => {
    if (!v || seen.has(i)) return;
    const cells = [i];
    seen.add(i);
    for (const c of cells)
      for (const j of near[c])
        if (numbers[j] === v && !seen.has(j)) {
          seen.add(j);
          cells.push(j);
        }
    if (cells.length > 2 && cells.length > (best.get(v)?.length ?? 0)) best.set(v, cells);
  });
  return [...best].sort((a, b) => b[0] - a[0]).map(([v, cells]) => ({ v, cells }));
}

const counted = new WeakMap(); // sheet -> what it is worth: a gallery asks for its points and its picture
/** sheet: of the core's view. */
export function count(spaces, sheet) {
  if (!counted.has(sheet)) counted.set(sheet, countOf(spaces, sheet));
  return counted.get(sheet);
}

/** Mummies at rest, loose ones, and their points. */
function mummiesOf(spaces, { mummies, numbers, crossed }) {
  const near = neighbours(spaces);
  const rests = (name) => crossed.includes(name) || near[spaces.indexOf(name)].some((j) => numbers[j] === 9);
  const rest = mummies.filter(rests);
  const loose = mummies.filter((name) => !rest.includes(name));
  return { rest, loose, mummies: 2 * rest.length - 2 * loose.length };
}

function countOf(spaces, sheet) {
  const near = neighbours(spaces);
  const path = longestRun(sheet.numbers, near);
  const groups = groupsOf(sheet.numbers, near);
  const { rest, loose, mummies } = mummiesOf(spaces, sheet);
  const run = path.length,
    groupPoints = groups.length * 3;
  return { path, groups, rest, loose, run, groupPoints, mummies, total: run + groupPoints + mummies };
}

/** The points of all while the game runs, as `scores` of the view, but as the end would count these sheets: so
 * one's own sheet, the gallery and spectators see the same. */
export const points = (view) =>
  view.sheets.map((sheet, i) => {
    const row = view.scores[i],
      { mummies } = mummiesOf(view.spaces, sheet);
    return { ...row, mummies, total: row.run + row.groups + mummies };
  });

/** The spaces of a seat's sheet as parts/grid.jsx wants them. */
export function cellsOf(view, seat) {
  const sheet = view.sheets[seat - 1];
  return view.spaces.map((name, i) => ({
    name,
    i,
    ...place(name),
    door: view.doors.includes(name),
    st: "",
    v: sheet.numbers[i] || (sheet.mummies.includes(name) ? "mummy" : null),
    crossed: sheet.crossed.includes(name),
  }));
}
