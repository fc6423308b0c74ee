// past.js -- what one's own story says of the two dice games alike; README.md says what each member of `past` is.
import { t } from "../../words/i18n.js";
import { levelName } from "./words.js";
import { sheetText } from "./about.js";

/** Sheets of one's own are all different, so no scores on them are compared. */
export const sheetPast = {
  kind: (/** @type {End} */ { board }) => board,
  kindName: (/** @type {string} */ kind) => sheetText({ name: kind }),
  modeName: (/** @type {string} */ mode) => (mode === "solo" ? t("alone") : t("with others")),
  levelName,
};

/** What counts on the sheet, of one sort.
 * @param {End} end
 * @param {string} what */
export const itemsOf = ({ count }, what) => count.items.filter((/** @type {{what: string}} */ i) => i.what === what);

/** Alone, at the highest level. */
export const isTop = (/** @type {End} */ { row, view }) => row.level !== null && row.level === view.levels().at(-1)?.name;
