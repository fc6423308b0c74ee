// past.js -- Tiwanaku in one's own story: its feats, its boards, the maps of the book. README.md says what each member is.
import { t } from "../../words/i18n.js";
import { cropAt, isCoop, isSolo } from "./model.js";
import { sizeName } from "./map_words.js";
import { modeName } from "./words.js";

const FIVE = 5;

/** What the seat said of crops, in order: was it right?
 * @param {End} end
 * @returns {boolean[]} */
function divined({ lines, seat, view }) {
  const mine = lines.filter((line) => line.startsWith(`${seat} divine `)).map((line) => line.split(" "));
  return mine.map(([, , space, crop]) => cropAt(view, space) === Number(crop)); // at the end the whole map is known
}

/** The longest row of right ones.
 * @param {boolean[]} all */
const longest = (all) =>
  Math.max(
    ...all
      .join("")
      .split("false")
      .map((row) => row.length / "true".length),
  );

/** @param {End} end */
const offers = ({ lines, seat }) => lines.filter((line) => line.startsWith(`${seat} offer `)).map((line) => line.split(" ").length - 2);

/** @type {Past} */
export default {
  kind: ({ view, changed }) => [view.columns === FIVE ? "tiny" : "long", ...(changed["final-level"] ?? [])].join(" "),
  kindName: (kind) => {
    const [size, roads] = kind.split(" ");
    return roads ? `${sizeName(size)}, ${t("roads to {n}", { n: roads })}` : sizeName(size);
  },
  modeName: (mode) => modeName(mode) ?? mode,
  rival: () => t("The Otoma"),
  book: () => import("./book.jsx"),
  feats: [
    {
      key: "five",
      name: () => t("Divined five in a row"),
      how: () => t("Five crops, one after the other, without a wrong one between them. Say what is certain first."),
      had: (end) => longest(divined(end)) >= FIVE,
    },
    {
      key: "sure",
      name: () => t("Never wrong"),
      how: () => t("Eight crops or more in one game, all of them right."),
      had: (end) => divined(end).length >= 8 && divined(end).every(Boolean),
    },
    {
      key: "gifts",
      name: () => t("Five gifts at once"),
      how: () => t("Collect an offering of each crop, and give all five together."),
      had: (end) => offers(end).includes(FIVE),
    },
    {
      key: "otoma",
      name: () => t("Won against the Otoma"),
      how: () => t("Alone, with more points than they have."),
      had: ({ view, row }) => isSolo(view) && row.winner,
    },
    {
      key: "hard",
      name: () => t("Won against the Otoma, hard"),
      how: () => t("There you choose which Otoma goes: send the one that finds least."),
      had: ({ view, row }) => view.mode === "solo-hard" && row.winner,
    },
    {
      key: "group",
      name: () => t("Won together"),
      how: () => t("One score for all of you, and more than the Otoma have."),
      had: ({ view, row }) => isCoop(view) && row.winner,
    },
  ],
};
