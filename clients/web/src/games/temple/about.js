// about.js -- Temple of Apikhabou before it is fetched; README.md says what each member is.
import { t } from "../../words/i18n.js";
import { sheetText } from "../papers/about.js";
import { scene } from "./scene.js";

export default {
  name: "temple",
  icon: "temple",
  title: () => t("Temple of Apikhabou"),
  card: () => ({
    text: t("Three dice, one temple, numbers that climb, and mummies with an opinion."),
    goal: t("Fill the temple with numbers from the dice: those that climb by one score points, and so do equal ones that touch; mummies cost some."),
    meta: t("1 to 100 players · 15 minutes"),
    alt: t("A stepped temple under a large sun, a traveller with a wide hat in front"),
  }),
  scene,
  board: sheetText,
  load: () => import("./index.jsx"),
  past: () => import("./past.js"),
  lesson: () => import("./lesson.js"),
};
