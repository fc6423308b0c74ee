// whole.js -- a whole map on its way: what was written in pen, pencil marks with their way back, slips and hints. A value, kept on the
// device as it is. Pure.
import { toggle } from "../games/tiwanaku/marks.js";

/** @typedef {{id: string, pen: Record<string, number>, marks: Record<string, any>, past: any[], future: any[], slips: number, hints: number}} Whole */

const MOST = 100; // steps back

/** @param {string} id
 * @returns {Whole} */
export const begin = (id) => ({ id, pen: {}, marks: {}, past: [], future: [], slips: 0, hints: 0 });

/** Is it one, as it was kept? */
export const isWhole = (it) => typeof it?.id === "string" && Array.isArray(it.past) && Array.isArray(it.future) && Boolean(it.pen && it.marks);

/** @param {Whole} it
 * @param {any} marks */
const pencilled = (it, marks) => ({ ...it, marks, past: [...it.past, it.marks].slice(-MOST), future: [] });

/** A mark is set or rubbed out.
 * @param {Whole} it
 * @param {string} space
 * @param {number} crop */
export const flip = (it, space, crop) => pencilled(it, toggle(it.marks, space, crop));
/** @param {Whole} it */
export const clear = (it) => pencilled(it, {});
/** @param {Whole} it
 * @returns {Whole} */
export const undo = (it) => (it.past.length ? { ...it, marks: it.past.at(-1), past: it.past.slice(0, -1), future: [it.marks, ...it.future] } : it);
/** @param {Whole} it
 * @returns {Whole} */
export const redo = (it) => (it.future.length ? { ...it, marks: it.future[0], past: [...it.past, it.marks], future: it.future.slice(1) } : it);

/** A crop is written for good.
 * @param {Whole} it
 * @param {string} space
 * @param {number} crop */
export const write = (it, space, crop) => ({ ...it, pen: { ...it.pen, [space]: crop } });
/** @param {Whole} it */
export const slip = (it) => ({ ...it, slips: it.slips + 1 });
/** @param {Whole} it */
export const hinted = (it) => ({ ...it, hints: it.hints + 1 });

/** The claims that are written, for the map lab.
 * @param {Whole} it */
export const claims = (it) => Object.entries(it.pen).map(([space, crop]) => `${space} crop ${crop}`);
