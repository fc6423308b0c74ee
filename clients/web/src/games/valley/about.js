// about.js -- Valley of Wiraqocha before it is fetched; README.md says what each member is.
import { t } from "../../words/i18n.js";
import { sheetText } from "../papers/about.js";
import { scene } from "./scene.js";

export default {
  name: "valley",
  icon: "pyramid",
  title: () => t("Valley of Wiraqocha"),
  card: () => ({
    text: t("Fill the valley. Find jungles, towns, mountain ranges and pyramids. Mind the snakes."),
    goal: t("Fill the valley with numbers and find the patterns among them: each discovery scores points, each snake costs some."),
    meta: t("1 to 100 players · 25 minutes"),
    alt: t("A green valley with terraces, a river, snow peaks and a condor"),
  }),
  scene,
  board: sheetText,
  load: () => import("./index.jsx"),
  past: () => import("./past.js"),
  lesson: () => import("./lesson.js"),
};
