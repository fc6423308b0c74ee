// trails.js -- directions on the board, for drawing. The way an Otoma pawn goes (SOL-6, SOL-7) comes from the core: Position.trail.
import { colOf, rowOf } from "./model.js";

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
