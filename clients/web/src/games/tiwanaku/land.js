// land.js -- the land of a view in a few colours, as press.js prints it: the picture of a shared result, without the crops.
import { box } from "../../parts/press.js";
import { place } from "../../pure/space.js";
import { ROWS, spacesOf, terrainAt } from "./model.js";

const tile = (round, fill) => [{ shape: box(round), fill, stroke: "ink-2", width: 0.5 }];
const MARKS = { v: tile(3, "legal"), d: tile(0.5, "qolle"), f: tile(2, "chilca"), m: tile(1, "slate") }; // told apart by their corners, too

/** @param {View} view */
export function land(view) {
  const plan = { columns: view.columns, rows: ROWS, h: 10, printed: [], marks: MARKS };
  return { plan, marks: spacesOf(view).flatMap((space) => (terrainAt(view, space) ? [[terrainAt(view, space), place(space)]] : [])) };
}
