// words.js -- Tiwanaku in words: names of things, labels of spaces, the result. No drawing.
import { listOf, num, ordinal, t, tc, tn } from "../../words/i18n.js";
import { colOf, handOf, isCoop, isSolo, rowOf } from "./model.js";
import { drawn } from "./trails.js";

/** What the map lab says of a technique: a text of this game.
 * @param {string} text */
export const techniqueText = (text) => t(text);

export const terrainName = (terrain) => ({ valley: t("valley"), desert: t("desert"), forest: t("forest"), mountain: t("mountain") })[terrain];
export const LETTERS = { v: "valley", d: "desert", f: "forest", m: "mountain" };
export const cropName = (level) => ["", t("sweet potato"), t("coca"), t("chili"), t("corn"), t("quinoa")][level];
export const colourName = (colour) =>
  ({ white: t("white"), green: t("green"), blue: t("blue"), brown: t("brown"), purple: t("purple"), yellow: t("yellow") })[colour];
const animalName = (i) => [t("condor"), t("lizard"), t("llama"), t("snake"), t("turtle")][i];
const elementName = (i) => [t("water"), t("plant"), tc("element", "mountain"), t("fire"), t("sun"), t("rainbow"), t("cloud"), t("moon"), t("star")][i];

/** What lies where an arrow points. */
const edgeOf = (way, columns) => ({ up: "condor", down: "turtle", left: "water", right: columns === 9 ? "star" : "sun" })[way];
const towards = (edge) =>
  ({
    condor: t("towards the condor"),
    turtle: t("towards the turtle"),
    water: t("towards the water"),
    star: t("towards the star"),
    sun: t("towards the sun"),
  })[edge];
/** A direction by what lies there: true however the board is turned. */
export const wayName = (way, columns) => towards(edgeOf(way, columns));

/** A direction as it is drawn: up, down, left, right. */
export const plainWay = (way, upright) => ({ up: t("up"), down: t("down"), left: t("left"), right: t("right") })[drawn(way, upright)];

/** Which Otoma go where, in a sentence. walks: [{from, to}] */
export function foreseenText(view, walks) {
  const list = listOf(walks.map(({ from, to }) => t("{from} to {to}", { from, to })));
  return isCoop(view) ? t("Then Otoma flee: {list}.", { list }) : t("Then an Otoma goes {list}.", { list });
}

/** A stack of one's hand. s: of handOf(). */
export const handSaid = (s, columns) =>
  s.tiles
    ? tn("{terrain}, {n} tile, arrow {way}", "{terrain}, {n} tiles, arrow {way}", s.tiles, {
        terrain: terrainName(s.terrain),
        way: s.arrow ? wayName(s.arrow.direction, columns) : "?",
      })
    : t("{terrain}, no tiles", { terrain: terrainName(s.terrain) });

/** A mark that was just set or rubbed out, for screen readers. */
export function markSaid(marks, space, what) {
  const { terrain = [], crops = [] } = marks[space] ?? {};
  const mark = typeof what === "number" ? `${cropName(what)} ${what}` : terrainName(LETTERS[what]);
  return [...terrain, ...crops].includes(what) ? t("{mark} pencilled at {space}", { mark, space }) : t("{mark} rubbed out at {space}", { mark, space });
}

export const modeName = (mode) =>
  ({
    competitive: t("against each other"),
    "solo-easy": t("alone, easy"),
    "solo-hard": t("alone, hard"),
    "coop-easy": t("together, easy"),
    "coop-normal": t("together, normal"),
    "coop-expert": t("together, expert"),
  })[mode];

/** What a screen reader hears of a space. c: as board.jsx has it. */
export function spaceLabel(c, columns, who) {
  const what = [`${c.name}, ${elementName(colOf(c.name))} ${animalName(rowOf(c.name))}`];
  what.push(c.terrain ? terrainName(LETTERS[c.terrain]) : t("unknown"));
  if (c.announced) what.push(t("announced, not yet placed"));
  if (c.crop) what.push(`${cropName(c.crop)} ${c.crop}`);
  if (c.arrow && !c.crop) what.push(t("{colour} arrow, {way}", { colour: colourName(c.arrow.colour), way: wayName(c.arrow.direction, columns) }));
  if (c.pawn) what.push(who(c.pawn));
  if (c.sel) what.push(t("chosen"));
  else if (c.can) what.push(t("can act"));
  if (c.target) what.push(t("here, in pencil"));
  else if (c.reach) what.push(t("within reach"));
  if (c.last === "to") what.push(t("happened last"));
  const marks = [...(c.marks?.terrain ?? []).map((l) => terrainName(LETTERS[l])), ...(c.marks?.crops ?? [])];
  if (marks.length && !c.crop) what.push(t("your marks: {marks}", { marks: marks.join(" ") }));
  return what.join(", ");
}

/** What one tells the others where all play together: signals of the table. */
export const signals = {
  /** What I may say now: [signal, words]; `*` is a space to be pointed at. */
  now: (view, me) =>
    isCoop(view)
      ? [
          ["look *", t("Look at …")],
          ["reach *", t("I can reach …")],
          ...handOf(view, me)
            .filter((s) => s.arrow)
            .map((s) => `arrow ${s.terrain} ${edgeOf(s.arrow.direction, view.columns)}`)
            .map((signal) => [signal, signals.text(signal)]),
          ...["divine", "explore"].map((signal) => [signal, signals.text(signal)]),
        ]
      : [],
  /** A signal in words; null: it is none of ours. */
  text(signal) {
    const [word, a, b] = signal.split(" ");
    if (word === "look") return t("Look at {space}.", { space: a });
    if (word === "reach") return t("I can reach {space}.", { space: a });
    if (word === "divine") return t("Let us divine, not explore.");
    if (word === "explore") return t("Let us explore, not divine.");
    if (word === "arrow" && terrainName(a) && towards(b)) return t("My next {terrain} points {way}.", { terrain: terrainName(a), way: towards(b) });
    return null;
  },
  /** The space it points at. */
  space: (signal) => /^(?:look|reach) ([a-i][1-5])$/.exec(signal ?? "")?.[1] ?? null,
};

export const parts = () => [["diversity", t("Diversity")]];
/** All who play together, for one of them or for somebody who looks on. */
export const groupName = (me) => (me === null ? t("The group") : t("Your group"));
/** What a row of a result is called. */
export const rowName = (row, me, name) =>
  row.seat === "otoma" ? t("The Otoma") : row.seat === "group" ? groupName(me) : row.seat === me ? t("You") : name(row.seat);

function againstOtoma(rows, me, name) {
  const ours = rows.find((r) => r.seat !== "otoma"),
    theirs = rows.find((r) => r.seat === "otoma");
  const values = { n: num(ours.total), m: num(theirs.total), lead: Math.abs(ours.total - theirs.total) };
  const together = ours.seat === "group";
  const won = () =>
    me === null ? (together ? t("The group wins") : t("{who} wins", { who: name(ours.seat) })) : together ? t("Your group wins") : t("You win");
  if (ours.winner)
    return {
      title: won(),
      text: tn("{n} point against {m}: {lead} more than the Otoma.", "{n} points against {m}: {lead} more than the Otoma.", ours.total, values),
    };
  const text =
    ours.total === theirs.total
      ? tn("{n} point each, and a tie goes to them.", "{n} points each, and a tie goes to them.", ours.total, values)
      : tn("{n} point against {m}: {lead} fewer than the Otoma.", "{n} points against {m}: {lead} fewer than the Otoma.", ours.total, values);
  return { title: t("The Otoma win"), text };
}

/** The result in one sentence and one more. rows: ranking(result). */
export function verdict(rows, me, name) {
  if (rows.some((r) => r.seat === "otoma")) return againstOtoma(rows, me, name);
  const mine = rows.find((r) => r.seat === me),
    best = rows.filter((r) => r.winner);
  const rival = rows.find((r) => r !== mine && r.total === mine?.total);
  if (mine?.winner && best.length > 1) return { title: t("You share the victory"), text: t("The same points, and stones just as far.") };
  if (mine?.winner && rival)
    return {
      title: t("You win by diversity"),
      text: tn("{who} also has {n} point, but stones not as far.", "{who} also has {n} points, but stones not as far.", mine.total, { who: name(rival.seat) }),
    };
  if (mine?.winner)
    return {
      title: t("You win"),
      text: tn("{n} point, {lead} ahead of {who}.", "{n} points, {lead} ahead of {who}.", mine.total, {
        lead: mine.total - rows[1].total,
        who: name(rows[1].seat),
      }),
    };
  const names = listOf(best.map((r) => name(r.seat)));
  const title = best.length > 1 ? t("{names} share the victory", { names }) : t("{who} wins", { who: names });
  if (!mine) return { title, text: tn("{n} point.", "{n} points.", best[0].total) };
  return {
    title,
    text: tn("You are {place} of {all}, with {n} point.", "You are {place} of {all}, with {n} points.", mine.total, {
      place: ordinal(mine.rank),
      all: rows.length,
    }),
  };
}

/** Words of the rubber stamp; null: the reader neither won nor lost. */
export function stamp(rows, me) {
  if (me === null && rows.some((r) => r.seat === "otoma")) return null;
  const ours = rows.find((r) => r.seat === me || r.seat === "group") ?? rows[0];
  const otoma = rows.some((r) => r.seat === "otoma");
  const top = otoma ? (ours.winner ? t("won") : t("lost")) : t("{place} of {n}", { place: ordinal(ours.rank), n: rows.length });
  return { top: top.toUpperCase(), middle: num(ours.total), bottom: "TIWANAKU" };
}

/** Behind the title. */
export function subtitle(view) {
  const turn = view.over ? tn("finished · {n} turn", "finished · {n} turns", view.round) : t("turn {n}", { n: view.round + 1 });
  return `${turn} · ${isSolo(view) || isCoop(view) ? modeName(view.mode) : tn("{n} player", "{n} players", view.players)}`;
}

/** Words of the end, for the shell. */
export const endWords = (result) => ({
  finished: tn("finished · {n} turn", "finished · {n} turns", result.rounds),
  title: tn("after {n} turn", "after {n} turns", result.rounds),
  sheet: t("The land"),
  whole: t("The finished board"),
});
