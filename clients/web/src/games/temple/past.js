// past.js -- Temple in one's own story: its feats. README.md says what each member is.
import { t } from "../../words/i18n.js";
import { isTop, itemsOf, sheetPast } from "../papers/past.js";

/** @type {Past} */
export default {
  ...sheetPast,
  feats: [
    { key: "run-5", name: () => t("A run of five"), how: () => t("Five numbers that climb by one, side by side."), had: ({ row }) => row.run >= 5 },
    {
      key: "run-8",
      name: () => t("A run of eight"),
      how: () => t("Leave room on both sides of a run: it grows at either end."),
      had: ({ row }) => row.run >= 8,
    },
    {
      key: "groups",
      name: () => t("Seven groups"),
      how: () => t("Each number that touches two of its kind makes a group: seven different ones."),
      had: (end) => itemsOf(end, "group").length >= 7,
    },
    {
      key: "rest",
      name: () => t("Every mummy vanquished"),
      how: () => t("Three mummies or more, and a 9 beside each of them."),
      had: (end) => itemsOf(end, "mummy-rest").length >= 3 && !itemsOf(end, "mummy-loose").length,
    },
    { key: "explorer", name: () => t("Explorer of the temple"), how: () => t("The highest level of a game alone."), had: isTop },
  ],
};
