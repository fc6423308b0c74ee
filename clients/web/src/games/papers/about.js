// about.js -- what lists say of the sheet of a dice game.
import { t } from "../../words/i18n.js";

/** @param {Board} board */
export const sheetText = ({ name }) => (name ? t("side {side}", { side: name.toUpperCase() }) : t("home-made"));
