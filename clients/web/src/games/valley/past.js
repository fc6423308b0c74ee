// past.js -- Valley in one's own story: its feats. README.md says what each member is.
import { t } from "../../words/i18n.js";
import { itemsOf, sheetPast } from "../papers/past.js";

const sheetOf = (/** @type {End} */ { view, seat }) => view.sheets[seat - 1];

/** @type {Past} */
export default {
  ...sheetPast,
  feats: [
    {
      key: "pyramid",
      name: () => t("A pyramid"),
      how: () => t("Four spaces in a T, each with 10 or more: keep three dice together for them."),
      had: (end) => itemsOf(end, "pyramid").length > 0,
    },
    {
      key: "kinds",
      name: () => t("All four discoveries"),
      how: () => t("A jungle, a town, a mountain range and a pyramid on one sheet."),
      had: (end) => ["jungle", "town", "range", "pyramid"].every((kind) => itemsOf(end, kind).length > 0),
    },
    {
      key: "snakes",
      name: () => t("No snake left"),
      how: () => t("Two snakes or more came, and each is crossed out at the end."),
      had: (end) => sheetOf(end).snakes.length >= 2 && !itemsOf(end, "snake").length && sheetOf(end).crossed.length === sheetOf(end).snakes.length,
    },
    { key: "full", name: () => t("A full valley"), how: () => t("Not one empty space at the end."), had: ({ row }) => row.full > 0 },
    {
      key: "built",
      name: () => t("Good neighbours"),
      how: () => t("Hut, statue and mine, each with at least three of its spaces beside it."),
      had: (end) => ["hut", "statue", "mine"].every((what) => itemsOf(end, what)[0]?.spaces.length >= 3),
    },
  ],
};
