// words.js -- Temple in words: labels of spaces, what is owed this round, why a number is worth
// something, the result. No drawing.
import { listOf, t } from "../../words/i18n.js";
import { itemsOf } from "./count.js";
import { stampOf, verdictOf } from "../papers/words.js";

export const parts = () => [
  ["run", t("Run")],
  ["groups", t("Groups")],
  ["mummies", t("Mummies")],
];

/** What a screen reader hears of a space. */
export function spaceLabel(c) {
  const what = [c.name];
  if (c.door) what.push(t("door"));
  if (c.st === "preview") what.push(typeof c.v === "number" ? t("{n} in pencil", { n: c.v }) : t("mummy in pencil"));
  else if (c.v === "mummy") what.push(c.crossed ? t("mummy, crossed out") : t("mummy"));
  else what.push(c.v === null ? t("empty") : String(c.v));
  if (c.st === "legal" && c.v === null) what.push(t("free to use"));
  if (c.crossable) what.push(t("may be crossed out"));
  return what.join(", ");
}

/** What is owed this round: {title, text, rule}; rule: an id the text rests on where it is a ruling. */
export function owed(view, solo) {
  const { purple: p, green: g, red: r } = view.dice;
  if (r === "mummy") {
    if (solo)
      return {
        title: t("A mummy walks"),
        text: isBare(view.sheets[0])
          ? t("Draw it in any empty space without a door.")
          : t("Draw it next to your last space; if none is free there, anywhere without a door."),
        rule: "TEM-13",
      };
    return { title: t("A mummy walks"), text: t("The other dice do not count.") };
  }
  const door = g === "lock" && doorsLeft(view);
  const number = p === "penny" ? t("Any number from 1 to 15") : t("Write one number");
  if (door) return { title: number, text: p === "penny" ? t("in a door.") : t("in a door, from one or both of the other dice.") };
  if (g === "lock") return { title: number, text: t("All doors are full: the lockpick is ignored this time."), rule: "TEM-6" };
  if (p === "penny") return { title: number, text: t("Penny lets you choose. No doors this time.") };
  return { title: number, text: t("from one, two or three dice. No doors this time.") };
}

const isBare = ({ numbers, mummies }) => !mummies.length && !numbers.some(Boolean);

/** Doors run out on every sheet at once; so any sheet tells. */
const doorsLeft = (view) => view.doors.some((name) => !view.sheets[0].numbers[view.spaces.indexOf(name)]);

/** One sentence: what a number does to the points. before, after: of Position.items. */
export function why(before, after, v) {
  const was = itemsOf(before),
    now = itemsOf(after);
  const rest = now.rest.map((m) => m.at).filter((at) => !was.rest.some((m) => m.at === at));
  if (rest.length === 1) return t("A 9 here lays the mummy at {space} to rest: from −2 to +2.", { space: rest[0] });
  if (rest.length) return t("A 9 here lays the mummies at {spaces} to rest.", { spaces: listOf(rest) });
  if (now.groups.length > was.groups.length) return t("This makes a group of {v}s: 3 points.", { v });
  if (after.run > before.run) return t("The run grows to {n}.", { n: after.run });
  return t("No points yet.");
}

const byRun = {
  alike: (names) => t("With {names}: the same points, and runs just as long.", { names }),
  decided: (mine, rival, who) => ({
    title: t("You win by a longer run"),
    text: t("{who} has the same points, but a run of {other}. Yours is {run}.", { who, other: rival.run, run: mine.run }),
  }),
};

/** The result in one sentence and one more. rows: ranking(result); view: of the end. */
export const verdict = (rows, me, name, view) => verdictOf(rows, me, name, view, byRun);

/** Words of the rubber stamp. */
export const stamp = (rows, me) => stampOf(rows, me, "APIKHABOU");
