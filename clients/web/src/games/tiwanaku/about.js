// about.js -- Tiwanaku before it is fetched; README.md says what each member is.
import { t } from "../../words/i18n.js";
import { mapTitle } from "./map_title.js";
import { scene } from "./scene.js";

/** @param {Board} board */
async function mapText({ name, size }) {
  if (name) return (await mapTitle(name)) ?? t("a map from the book");
  return size ? t("a new map") : t("home-made");
}

export default {
  name: "tiwanaku",
  icon: "llama",
  title: () => t("Tiwanaku"),
  card: () => ({
    text: t("Walk the hidden land, read it, and say what grows there before you see it."),
    goal: t("Explore the hidden land and say what grows there before you see it. Alone you win with more points than the Otoma."),
    meta: t("1 to 4 players · alone, together or against"),
    alt: t("A stone gate at dawn with a llama and fields in front"),
    first: t("Begins with a small, gentle map."),
  }),
  scene,
  board: mapText,
  load: () => import("./index.jsx"),
  lesson: () => import("./lesson.js"),
};
