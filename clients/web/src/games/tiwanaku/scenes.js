// scenes.js -- what of that which happened is worth a scene, and what must not be seen before it was shown: crops,
// tiles, pawns, points. Pure; theatre.jsx plays it.
import { cropAt, isCoop, terrainAt } from "./model.js";
import { away } from "./trails.js";

const WHEEL = 1500,
  CROP = 1700, // ms: a turn of the wheel with a rest; a divination
  OTHERS = 1100, // the same of somebody else
  STEP = 170, // one space of a walk
  LEAST = 700; // a walk at least
const CROPS = ["", "sweet potato", "coca", "chili", "corn", "quinoa"]; // the core's texts

/** The only space of a value of a tale, or undefined. */
export const spaceOf = (tale, name) => tale.values[name]?.spaces?.[0];

/** Where the pawn landed that an Otoma reacts to: of the last walk of a seat before tale i. (Who orders Otoma has no `own`.) */
function landedBefore(tales, i) {
  const mover = tales.slice(0, i).findLast((o) => o.own && o.seat !== "otoma" && spaceOf(o, "to"));
  return mover && spaceOf(mover, "to");
}

/** Why an Otoma went where it went: {space, way}: the pawn that landed there, and in which direction; null: not by a walk. */
export function causeOf(tales, i, view) {
  const from = tales[i].seat === "otoma" && spaceOf(tales[i], "from"),
    space = from && landedBefore(tales, i);
  if (!space) return null;
  const way = isCoop(view) ? away(space, from) : view.arrows?.[space]?.direction;
  return way ? { space, way } : null;
}

function walkOf(tales, i, view, trail) {
  const from = spaceOf(tales[i], "from"),
    to = spaceOf(tales[i], "to"),
    cause = causeOf(tales, i, view);
  const steps = cause && trail(view.columns, from, to, cause.way);
  return steps && { kind: "walk", steps, from, to, ms: Math.max(LEAST, STEP * (steps.length + 1)), hides: to };
}

/** The scene of tale i, or null. */
function sceneOf(tales, i, me, view, trail) {
  const tale = tales[i],
    { terrain, crop, said } = tale.values,
    from = spaceOf(tale, "from"),
    to = spaceOf(tale, "to"),
    mine = tale.seat === me;
  if (!to || !tale.seat) return null;
  if (tale.seat === "otoma") return from ? walkOf(tales, i, view, trail) : null;
  if (crop && !terrain) {
    const level = cropAt(view, to);
    return { kind: "crop", space: to, t: terrainAt(view, to), level, said: said ? CROPS.indexOf(said.text) : level, ms: mine ? CROP : OTHERS, hidesCrop: to };
  }
  if (terrain && mine) return { kind: "wheel", space: to, terrain: terrainAt(view, to), ms: WHEEL, hides: to };
  if (mine || !tale.own) return null;
  return { kind: "arrive", steps: [{ space: from ?? to }, { space: to }], from, to, ms: LEAST, hides: terrain ? to : undefined };
}

/** Scenes of the tales from a number on, each with its tale and the number it has: every position tells all anew, so the same tale is
 * another object then. trail: of the position. */
export const scenesOf = (tales, number, me, view, trail) =>
  tales.flatMap((tale, i) => {
    const scene = i >= number ? sceneOf(tales, i, me, view, trail) : null;
    return scene ? [{ ...scene, tale, number: i }] : [];
  });

/** Rows of travellers() as they were before the scenes that are still to come: nobody's points jump ahead of them. */
export function before(rows, queue, view) {
  const keyOf = ({ seat }) => (seat === "otoma" || !isCoop(view) ? seat : "group");
  return rows.map((row) => {
    const to = queue.filter((s) => keyOf(s.tale) === row.key);
    if (!to.length) return row;
    const stones = { ...row.stones };
    for (const { tale } of to) if (tale.values.level) stones[tale.values.terrain.text]--;
    return { ...row, score: row.score - to.reduce((sum, { tale }) => sum + (tale.points ?? 0), 0), stones };
  });
}

/** Spaces of what happened since the own last doing, for marks on the board: {from, to}, sets. me null: of the last doing. */
export function lastSpaces(tales, me) {
  const own = tales.findLastIndex((tale) => tale.seat === me),
    last = tales.findLastIndex((tale) => tale.seat);
  const recent = tales.slice(me === null ? last : own + 1).filter((tale) => tale.seat);
  const all = (...names) => new Set(recent.flatMap((tale) => names.map((name) => spaceOf(tale, name))).filter(Boolean));
  return { from: all("from"), to: all("to", "space") };
}
