// words.js -- Valley in words: labels of spaces, what is owed this round, what a step does, the
// result. No drawing.
import { t, tn } from "../../words/i18n.js";
import { stampOf, verdictOf } from "../papers/words.js";
import { bitesOf, builtOf } from "./count.js";

export const parts = () => [
  ["full", t("Full valley")],
  ["discoveries", t("Discoveries")],
  ["structures", t("Structures")],
  ["snakes", t("Snakes")],
];

export const kindName = (kind) => ({ jungle: t("Jungle"), town: t("Town"), range: t("Mountain range"), pyramid: t("Pyramid") })[kind];
export const kindShort = (kind) => (kind === "range" ? t("Range") : kindName(kind));
export const kindWhy = (kind) =>
  ({
    jungle: t("Five spaces, five different numbers."),
    town: t("Four spaces, one number."),
    range: t("Three spaces, all 6 or more."),
    pyramid: t("A T of four spaces, all 10 or more."),
  })[kind];
export const structureName = (what) => ({ hut: t("Hut"), statue: t("Statue"), mine: t("Mine") })[what];
/** What a structure feeds on. */
export const structureWhy = (what) =>
  ({
    hut: t("A hut: 2 points for each jungle space beside it, even at a corner."),
    statue: t("A statue: 2 points for each town space beside it, even at a corner."),
    mine: t("A mine: 2 points for each mountain range space beside it, even at a corner."),
  })[what];
/** "3 jungles" */
export const kindCount = (kind, n) =>
  ({
    jungle: tn("{n} jungle", "{n} jungles", n),
    town: tn("{n} town", "{n} towns", n),
    range: tn("{n} mountain range", "{n} mountain ranges", n),
    pyramid: tn("{n} pyramid", "{n} pyramids", n),
  })[kind];
export const fedBy = (what, n) =>
  ({
    hut: tn("beside {n} jungle space", "beside {n} jungle spaces", n),
    statue: tn("beside {n} town space", "beside {n} town spaces", n),
    mine: tn("beside {n} mountain range space", "beside {n} mountain range spaces", n),
  })[what];

/** What a screen reader hears of a space. */
export function spaceLabel(c) {
  const what = [c.name];
  const pencil = c.pencil || c.crossed === "pencil";
  if (c.v === null) what.push(t("empty"));
  else if (c.v === "snake") what.push(c.crossed ? t("snake, crossed out") : c.cost ? t("snake, bites {n}", { n: c.cost }) : t("snake"));
  else what.push(typeof c.v === "number" ? String(c.v) : structureName(c.v));
  if (pencil) what.push(t("in pencil"));
  if (c.kind) what.push(kindName(c.kind));
  if (c.proposed) what.push(t("in the proposed discovery"));
  if (c.st === "legal") what.push(c.v === "snake" ? t("may be crossed out") : c.v === null ? t("free to use") : t("may be part of a discovery"));
  return what.join(", ");
}

/** What is owed this round: {title, text, rule, more}; rule, more: an id the text rests on where it is a ruling.
 * used: letters of the dice used so far; steps: how many there are; found: discoveries are at hand;
 * full: the sheet is, before the first step; inked: nothing is owed any more. */
export function owed(view, { solo, used = "", steps = 0, found = false, first = false, full = false, inked = false }) {
  if (inked) return { title: t("Your turn is inked"), text: solo ? t("The dice are rolled again.") : t("You may take it back until all are ready.") };
  const { purple: p, green: g, red: r } = view.dice;
  if (r === "snake") {
    if (solo)
      return {
        title: t("A snake appears"),
        text: t("It goes beside a space you filled last round; if none is free there, anywhere."),
        rule: "VAL-13",
      };
    return { title: t("A snake appears"), text: t("The other dice do not count."), rule: "VAL-6" };
  }
  if (full && !steps)
    return { title: t("Your valley is full"), text: t("No step is required: cross out a snake, reveal a discovery, or just ink it."), rule: "VAL-13" };
  const left = ["p", "g", "r"].filter((k) => !used.includes(k)).length;
  if (!left) return { title: t("All dice used"), text: found ? t("You may reveal one discovery.") : t("Ink it when you are sure.") };
  if (steps) return { title: tn("{n} die left", "{n} dice left", left), text: t("Use more dice, or leave them."), rule: "VAL-3" };
  if (first) return { title: t("Enter the valley"), text: t("The first space lies at the edge, beside the clouds."), rule: "VAL-4", more: "VAL-1" };
  if (p === "penny" && g === "dakota") return { title: t("Penny and Dakota"), text: t("Any number from 1 to 15, and a structure; and the red die.") };
  if (p === "penny") return { title: t("Penny is here"), text: t("Any number from 1 to 15, besides the other dice.") };
  if (g === "dakota") return { title: t("Dakota is here"), text: t("Draw a hut, a statue or a mine, besides the other dice.") };
  return { title: t("Use one die or more"), text: t("alone or added up, each die once.") };
}

/** One sentence: what a step did to the points. before, after: of Position.items. */
export function effect(before, after) {
  const [was, now] = [before, after].map((c) => new Map(bitesOf(c).map((b) => [b.at, b.number ?? 0])));
  const free = [...was].filter(([space]) => !now.has(space));
  if (free.length)
    return tn("The snake at {space} no longer bites: {n} point back.", "The snake at {space} no longer bites: {n} points back.", free[0][1], {
      space: free[0][0],
    });
  const worse = [...now].find(([space, n]) => (was.get(space) ?? 0) < n);
  if (worse) return t("The snake at {space} now bites {n}.", { space: worse[0], n: worse[1] });
  if (after.full > before.full) return t("The valley is full: {n} points.", { n: after.full });
  const more = builtOf(after).find((a) => a.points > (builtOf(before).find((b) => b.what === a.what)?.points ?? 0));
  if (more) return t("{what}: {n} points from what lies beside it.", { what: structureName(more.what), n: more.points });
  return null;
}

/** A step in few words: "7 in c4". */
export function stepText(a) {
  if (a.verb === "write") return t("{n} at {space}", { n: a.n, space: a.space });
  if (a.verb === "draw") return t("{what} at {space}", { what: structureName(a.what), space: a.space });
  return t("snake {space} crossed out", { space: a.space });
}

/** Was this roll a snake that found no space (VAL-13)? next: the line after it, "" where the game is over. */
const lost = (line, next) => / snake$/.test(line) && (next === "" || /^\* roll /.test(next ?? ""));

/** How many snakes found no space since the last turn. */
export function lostSnakes(lines) {
  let n = 0;
  for (let i = lines.length - 2; i >= 0 && lost(lines[i], lines[i + 1]); i--) n++;
  return n;
}

export const lostText = (n) => tn("A snake came by and found no space.", "{n} snakes came by and found no space.", n);

const byStructures = {
  alike: (names) => t("With {names}: the same points, and as many from structures.", { names }),
  decided: (mine, rival, who) => ({
    title: t("You win by your structures"),
    text: t("{who} has the same points, but {other} from structures. You have {own}.", {
      who,
      other: rival.structures,
      own: mine.structures,
    }),
  }),
};

/** The result in one sentence and one more. rows: ranking(result); view: of the end. */
export const verdict = (rows, me, name, view) => verdictOf(rows, me, name, view, byStructures);

/** Words of the rubber stamp. */
export const stamp = (rows, me) => stampOf(rows, me, "WIRAQOCHA");
