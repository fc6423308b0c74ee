// about.js -- Tiwanaku before it is fetched; README.md says what each member is.
import { loadTexts, t } from "../../words/i18n.js";
import { scene } from "./scene.js";

/** @param {Board} board
 * @param {string | null} mode */
async function board(board, mode) {
  const [{ tableText }] = await Promise.all([import("./table_text.js"), loadTexts("tiwanaku")]);
  return tableText(board, mode);
}

export default {
  name: "tiwanaku",
  icon: "llama",
  title: () => t("Tiwanaku"),
  card: () => ({
    text: t("Walk the hidden land, read it, and say what grows there before you see it."),
    goal: t("Explore the hidden land and say what grows there before you see it. Alone, you win if you have more points than the Otoma."),
    meta: t("1 to 4 players · alone, together or as rivals"),
    alt: t("A stone gate at dawn with a llama and fields in front"),
    first: t("Begins with a small, gentle map."),
  }),
  scene,
  board,
  load: () => import("./index.jsx"),
  past: () => import("./past.js"),
  lesson: () => import("./lesson.js"),
};
