// own_sheet.js -- a sheet of one's own as text: is it one, and of this game? The core says. Pure; for setting up a game.
import { Refused } from "./core.js";
import { wishOf } from "./wish.js";

/** The text as it is sent; throws a Refused, whose line is one of this text, or 0 if the sheet itself is fine.
 * @param {import("./core.js").Core} core
 * @param {string} game
 * @param {string} text */
export function ownSheet(core, game, text) {
  const clean = text.replace(/\r/g, "").replace(/\n*$/, "\n");
  core.check(clean);
  try {
    core.tableCreate({ salt: "0".repeat(64), people: [], wish: wishOf({ game, seats: 1, board: { text: clean } }) });
  } catch (e) {
    throw new Refused(e.message, 0);
  }
  return clean;
}
