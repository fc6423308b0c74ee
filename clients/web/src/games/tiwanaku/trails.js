// trails.js -- directions on the board, for drawing. The way an Otoma pawn goes (SOL-6, SOL-7) comes from the core: Position.trail.
import { ROWS, colOf, nameAt, rowOf } from "./model.js";

/** For the rules: a pawn at a2 of a board of 5 columns goes up to b2. A test holds it against the core. */
export const OVER_THE_EDGE = [{ space: "a2" }, { space: "a1" }, { space: "b1", out: "up", into: "down" }, { space: "b2" }];

/** The direction from one space away to another of the same row or column. */
export function away(from, to) {
  const dx = colOf(to) - colOf(from),
    dy = rowOf(to) - rowOf(from);
  if (dx && dy) return null;
  return dx > 0 ? "right" : dx < 0 ? "left" : dy > 0 ? "down" : "up";
}

/** A direction as it is drawn: an upright board is turned over its diagonal. */
export const drawn = (way, upright) => (upright ? { up: "left", left: "up", right: "down", down: "right" }[way] : way);

/** The trails around a board: pairs of ends, [{space, way}, {space, way}]: who leaves at one comes in at the other. trail: of the
 * position, which knows how they run; an end is joined with a neighbour, or with the other side of its corner. */
export function trailsOf(trail, columns) {
  const ends = [];
  for (let c = 0; c < columns; c++) ends.push({ space: nameAt(c, 0), way: "up" }, { space: nameAt(c, ROWS - 1), way: "down" });
  for (let r = 0; r < ROWS; r++) ends.push({ space: nameAt(0, r), way: "left" }, { space: nameAt(columns - 1, r), way: "right" });
  const back = { up: "down", down: "up", left: "right", right: "left" };
  const joined = (a, b) => {
    const steps = trail(columns, a.space, b.space, a.way);
    return steps?.length === 2 && steps[1].out === a.way && steps[1].into === back[b.way];
  };
  return ends.flatMap((a, i) => ends.slice(i + 1).flatMap((b) => (joined(a, b) ? [[a, b]] : [])));
}
