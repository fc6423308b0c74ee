// table_text.js -- what a table of Tiwanaku is set up for, in words: for lobbies and lists, fetched when one is there.
import { t } from "../../words/i18n.js";
import { gradeName, sizeName } from "./map_words.js";
import { mapTitle } from "./map_title.js";
import { modeName } from "./words.js";

/** @param {Board} board */
async function mapText({ name, size, grade }) {
  if (name) return (await mapTitle(name)) ?? t("a map from the book");
  return size ? [t("a new map"), sizeName(size), gradeName(grade)].join(", ") : t("home-made");
}

/** @param {Board} board
 * @param {string | null} mode */
export const tableText = async (board, mode) => [modeName(mode), await mapText(board)].filter(Boolean).join(" · ");
