// explain.jsx -- what Temple explains at the table: the run, groups, mummies.
import { t } from "../../words/i18n.js";
import { drawn } from "./rules.jsx";
import { parts } from "./words.js";

const topic = (key, more, rules) => () => {
  const { text, picture } = drawn[key]();
  return { title: parts().find(([k]) => k === key)?.[1] ?? "", lines: [text, more()], picture, rules };
};
const corners = () => t("Neighbours touch at a side or at a corner.");

export const topics = {
  run: topic("run", corners, ["TEM-11"]),
  groups: topic("groups", corners, ["TEM-11"]),
  mummies: topic(
    "mummies",
    () => t("A mummy that lies beside a 9, even at a corner, is crossed out by itself in the next round. Tap it if you do not want that."),
    ["TEM-8"],
  ),
};
