// words.js -- Temple in words: labels of spaces, what is owed this round, why a number is worth
// something, the log, the result. No drawing.
import { listOf, num, ordinal, t, tn } from "../../i18n.js";

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
        text: t("Draw it next to your last space; if none is free there, anywhere without a door."),
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

/** Doors run out on every sheet at once; so any sheet tells. */
const doorsLeft = (view) => view.doors.some((name) => !view.sheets[0].numbers[view.spaces.indexOf(name)]);

/** One sentence: what a number does to the points. */
export function why(before, after, v) {
  const rest = after.rest.filter((m) => !before.rest.includes(m));
  if (rest.length === 1) return t("A 9 here lays the mummy at {space} to rest: from −2 to +2.", { space: rest[0] });
  if (rest.length) return t("A 9 here lays the mummies at {spaces} to rest.", { spaces: listOf(rest) });
  if (after.groups.length > before.groups.length) return t("This makes a group of {v}s: 3 points.", { v });
  if (after.run > before.run) return t("The run grows to {n}.", { n: after.run });
  return t("No points yet.");
}

/** A line of the record as a sentence; names: what seats are called. Null: not worth a sentence. */
export function sentence(line, { name, me }) {
  const w = line.split(" ");
  if (w[0] === "*" && w[1] === "roll") return t("The dice: {dice}.", { dice: w.slice(2).map(face).join(", ") });
  if (w[0] === "*") return t("The sheets are handed round.");
  const mine = Number(w[0]) === me,
    who = name(Number(w[0]));
  if (w[1] === "write") {
    const values = { who, n: w[2], space: w[3] };
    return mine ? t("You write {n} at {space}.", values) : t("{who} writes {n} at {space}.", values);
  }
  if (w[1] === "cross") {
    const values = { who, space: w[2] };
    return mine ? t("You cross out the mummy at {space}.", values) : t("{who} crosses out the mummy at {space}.", values);
  }
  const values = { who, space: w[2] };
  return mine ? t("You draw a mummy at {space}.", values) : t("{who} draws a mummy at {space}.", values);
}
const face = (f) => ({ penny: t("Penny"), lock: t("lockpick"), mummy: t("mummy") })[f] ?? f;

export const levelName = (level) =>
  ({ tourist: t("Tourist"), pathfinder: t("Pathfinder"), voyager: t("Voyager"), explorer: t("Explorer") })[level] ?? "";

const next = { tourist: ["pathfinder", 15], pathfinder: ["voyager", 25], voyager: ["explorer", 30] };

/** The result in one sentence and one more. rows: ranking(result). */
export function verdict(rows, me, name) {
  const mine = rows.find((r) => r.seat === me);
  if (rows.length === 1) {
    const [to, at] = next[rows[0].level] ?? [];
    return {
      title: t("Level: {level}", { level: levelName(rows[0].level) }),
      text: to
        ? tn("One more point for the next level, {level}.", "{n} more points for the next level, {level}.", at - rows[0].total, {
            level: levelName(to),
          })
        : t("There is no higher level. Well explored."),
    };
  }
  const best = rows.filter((r) => r.winner),
    rival = rows.find((r) => r !== mine && r.total === mine?.total);
  if (mine?.winner && best.length > 1)
    return {
      title: t("You share the victory"),
      text: t("With {names}: the same points, and runs as long.", {
        names: listOf(best.filter((r) => r !== mine).map((r) => name(r.seat))),
      }),
    };
  if (mine?.winner && rival)
    return {
      title: t("You win by a longer run"),
      text: t("{who} has the same points, but a run of {other}. Yours is {run}.", {
        who: name(rival.seat),
        other: rival.run,
        run: mine.run,
      }),
    };
  if (mine?.winner)
    return {
      title: t("You win"),
      text: tn("{n} point ahead of {who}.", "{n} points ahead of {who}.", mine.total - rows[1].total, { who: name(rows[1].seat) }),
    };
  const names = listOf(best.map((r) => name(r.seat)));
  const title =
    best.length === 1
      ? t("{who} wins", { who: names })
      : best.length < 4
        ? t("{names} share the victory", { names })
        : t("{n} travellers share the victory", { n: best.length });
  if (!mine) return { title, text: tn("{n} point.", "{n} points.", best[0].total, { n: num(best[0].total) }) };
  return {
    title,
    text: tn("You are {place} of {all}, with {n} point.", "You are {place} of {all}, with {n} points.", mine.total, {
      place: ordinal(mine.rank),
      all: rows.length,
      n: num(mine.total),
    }),
  };
}

/** Words of the rubber stamp. */
export function stamp(rows, me) {
  const mine = rows.find((r) => r.seat === me) ?? rows[0];
  const top = rows.length === 1 ? levelName(mine.level) : t("{place} of {n}", { place: ordinal(mine.rank), n: rows.length });
  return { top: top.toUpperCase(), middle: num(mine.total), bottom: "APIKHABOU" };
}

/** Solo levels with the points each begins at (TEM-14). */
export const LEVELS = [
  ["tourist", 0],
  ["pathfinder", 15],
  ["voyager", 25],
  ["explorer", 30],
];
