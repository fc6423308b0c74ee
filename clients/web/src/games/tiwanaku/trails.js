// trails.js -- the way an Otoma pawn goes (SOL-6, SOL-7), for drawing: straight on, and where it
// leaves the board by the trail to where it comes in again. The core says where it ends.
import { ROWS, colOf, nameAt, rowOf } from "./model.js";

const STEP = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** Where a pawn that leaves over this edge comes in again: [col, row, direction]. */
function trail(cols, col, row, way) {
  const last = cols - 1;
  if (way === "up") return col === last ? [last, 0, "left"] : [col % 2 ? col - 1 : col + 1, 0, "down"];
  if (way === "right") return row === 0 ? [last, 0, "down"] : [last, row % 2 ? row + 1 : row - 1, "left"];
  if (way === "down") return col === 0 ? [0, ROWS - 1, "right"] : [col % 2 ? col + 1 : col - 1, ROWS - 1, "up"];
  return row === ROWS - 1 ? [0, ROWS - 1, "up"] : [0, row % 2 ? row - 1 : row + 1, "right"];
}

/** Spaces from `from` to `to`, both included, each with `jump` where a trail leads there; null if it never gets there. */
export function path(cols, from, to, way) {
  let col = colOf(from),
    row = rowOf(from),
    dir = way;
  const steps = [{ space: from, out: null }];
  for (let i = 0; i < 4 * cols * ROWS; i++) {
    let [c, r] = [col + STEP[dir][0], row + STEP[dir][1]];
    let out = null;
    if (c < 0 || r < 0 || c >= cols || r >= ROWS) {
      out = dir;
      [c, r, dir] = trail(cols, col, row, dir);
    }
    [col, row] = [c, r];
    steps.push({ space: nameAt(col, row), out, into: out && dir });
    if (nameAt(col, row) === to) return steps;
  }
  return null;
}

/** The direction from one space away to another of the same row or column. */
export function away(from, to) {
  const dx = colOf(to) - colOf(from),
    dy = rowOf(to) - rowOf(from);
  if (dx && dy) return null;
  return dx > 0 ? "right" : dx < 0 ? "left" : dy > 0 ? "down" : "up";
}

/** A direction as it is drawn: an upright board is turned over its diagonal. */
export const drawn = (way, upright) => (upright ? { up: "left", left: "up", right: "down", down: "right" }[way] : way);
