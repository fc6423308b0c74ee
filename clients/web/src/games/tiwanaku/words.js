// words.js -- Tiwanaku in words: names of things, labels of spaces, the log, the result. No drawing.
import { listOf, num, ordinal, t, tc, tn } from "../../i18n.js";
import { ANIMALS, ELEMENTS, colOf, isCoop, isSolo, rowOf } from "./model.js";
import { tell } from "./story.js";

export const terrainName = (terrain) =>
  ({ valley: t("valley"), desert: t("desert"), forest: t("forest"), mountain: t("mountain") })[terrain];
export const LETTERS = { v: "valley", d: "desert", f: "forest", m: "mountain" };
export const cropName = (level) => ["", t("sweet potato"), t("coca"), t("chili"), t("corn"), t("quinoa")][level];
export const colourName = (colour) =>
  ({ white: t("white"), green: t("green"), blue: t("blue"), brown: t("brown"), purple: t("purple"), yellow: t("yellow") })[
    colour
  ];
const animalName = (i) => [t("condor"), t("lizard"), t("llama"), t("snake"), t("turtle")][i];
const elementName = (i) =>
  [t("water"), t("plant"), tc("element", "mountain"), t("fire"), t("sun"), t("rainbow"), t("cloud"), t("moon"), t("star")][i];
export const symbolsOf = (space) => [ELEMENTS[colOf(space)], ANIMALS[rowOf(space)]];

/** A direction by what lies there: true however the board is turned. */
export function wayName(way, columns) {
  return {
    up: t("towards the condor"),
    down: t("towards the turtle"),
    left: t("towards the water"),
    right: columns === 9 ? t("towards the star") : t("towards the sun"),
  }[way];
}

/** What a seat is called in sentences. */
export const sideName = (seat, me, name) => (seat === "otoma" ? t("The Otoma") : seat === me ? t("You") : name(seat));

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
  if (c.arrow && !c.crop)
    what.push(t("arrow of {colour}, {way}", { colour: colourName(c.arrow.colour), way: wayName(c.arrow.direction, columns) }));
  if (c.pawn) what.push(who(c.pawn));
  if (c.sel) what.push(t("chosen"));
  else if (c.can) what.push(t("can act"));
  if (c.target) what.push(t("here, in pencil"));
  else if (c.reach) what.push(t("within reach"));
  const marks = [...(c.marks?.terrain ?? []).map((l) => terrainName(LETTERS[l])), ...(c.marks?.crops ?? [])];
  if (marks.length && !c.crop) what.push(t("your marks: {marks}", { marks: marks.join(" ") }));
  return what.join(", ");
}

/** +3, −2 or nothing. */
export const plus = (points) => (points > 0 ? `+${points}` : points < 0 ? num(points) : "");

function walked(e, values, mine) {
  if (e.verb === "enter") {
    if (e.terrain)
      return mine
        ? t("You come in to {to} and find {terrain}.", values)
        : t("{who} comes in to {to} and finds {terrain}.", values);
    return mine ? t("You come in to {to}.", values) : t("{who} comes in to {to}.", values);
  }
  if (e.terrain)
    return mine
      ? t("You walk from {from} to {to} and find {terrain}.", values)
      : t("{who} walks from {from} to {to} and finds {terrain}.", values);
  return mine ? t("You walk from {from} to {to}.", values) : t("{who} walks from {from} to {to}.", values);
}

function divined(e, values, mine) {
  if (!e.level) return mine ? t("You say {said} at {to}.", values) : t("{who} says {said} at {to}.", values);
  if (e.said !== e.level)
    return mine ? t("You say {said} at {to}: it is {crop}.", values) : t("{who} says {said} at {to}: it is {crop}.", values);
  if (e.got)
    return mine
      ? t("You foresee {crop} at {to}, and take an offering.", values)
      : t("{who} foresees {crop} at {to}, and takes an offering.", values);
  return mine ? t("You foresee {crop} at {to}.", values) : t("{who} foresees {crop} at {to}.", values);
}

function otomaDid(e, values) {
  if (e.verb === "bare")
    return tn(
      "{n} space was never reached: a point for the Otoma.",
      "{n} spaces were never reached: points for the Otoma.",
      e.count,
    );
  if (e.verb === "offer") return t("The Otoma offer {levels}.", values);
  if (e.from && e.terrain) return t("An Otoma goes from {from} to {to} and finds {terrain} with {crop}.", values);
  if (e.from) return t("An Otoma goes from {from} to {to}.", values);
  return t("The Otoma discover {terrain} with {crop} at {to}.", values);
}

function coopDid(e, values, mine, name, me) {
  if (e.verb === "spend") return mine ? t("You spend a tile: {terrain}.", values) : t("{who} spends a tile: {terrain}.", values);
  if (e.verb === "give") return t("The tile comes from {who}.", { who: Number(e.what) === me ? t("you") : name(Number(e.what)) });
  if (e.verb === "next") return t("The Otoma at {to} goes next.", { to: e.what });
  return null;
}

/** An entry of story.js as a sentence, without its points. */
export function entrySentence(e, { name, me, columns }) {
  const mine = e.seat === me;
  const values = {
    who: sideName(e.seat, me, name),
    from: e.from,
    to: e.to,
    terrain: terrainName(e.terrain ?? e.what),
    crop: cropName(e.level),
    said: cropName(e.said),
    levels: listOf((e.levels ?? []).map(cropName)),
    way: e.way && wayName(e.way, columns),
  };
  if (e.seat === "otoma") return otomaDid(e, values);
  if (e.verb === "first") return mine ? t("You begin.") : t("{who} begins.", values);
  if (e.verb === "enter" || e.verb === "move") return walked(e, values, mine);
  if (e.verb === "divine") return divined(e, values, mine);
  if (e.verb === "offer") return mine ? t("You offer {levels}.", values) : t("{who} offers {levels}.", values);
  if (e.verb === "take")
    return mine
      ? t("You take back the pawn at {space}.", { space: e.what })
      : t("{who} takes back the pawn at {space}.", { ...values, space: e.what });
  if (e.verb === "pass") return mine ? t("You pass.") : t("{who} passes.", values);
  if (e.verb === "choose") return t("You send the {colour} Otoma.", { colour: colourName(e.what) });
  return coopDid(e, values, mine, name, me);
}

/** The same with its points; "" where there is nothing to say. */
export const entryText = (e, who) => {
  const said = entrySentence(e, who);
  return said ? [said, plus(e.points)].filter(Boolean).join(" ") : "";
};

/** What the lines from `from` on told, as the log has it; view: the position after all of them. */
export const retold = (lines, from, view, who) =>
  tell(lines, view)
    .entries.filter((e) => e.at >= from)
    .map((e) => entryText(e, { ...who, columns: view.columns }))
    .filter(Boolean);

/** A record line as a sentence, alone: for the shared log. Null: not worth one. */
export function sentence(line, { name, me }) {
  const [who, verb, a, b, ...more] = line.split(" ");
  if (who === "~") return null;
  if (who === "*") return verb === "first" ? entrySentence({ seat: Number(a), verb }, { name, me }) : t("The tiles are dealt.");
  if (who === "=") return fact(verb, a, b, more);
  const e = { seat: Number(who), verb, what: a };
  if (verb === "enter") e.to = a;
  else if (verb === "move") Object.assign(e, { from: a, to: b });
  else if (verb === "divine") Object.assign(e, { to: a, said: Number(b) });
  else if (verb === "offer") e.levels = [a, b, ...more].filter(Boolean).map(Number);
  else if (verb === "end") return null;
  return entrySentence(e, { name, me });
}
function fact(verb, a, b, more) {
  if (verb === "terrain") return t("At {space} lies {what}.", { space: a, what: terrainName(b) });
  if (verb === "crop") return t("At {space} grows {what}.", { space: a, what: cropName(Number(b)) });
  if (verb === "otoma") return entrySentence({ seat: "otoma", verb: "walk", from: a, to: b }, {});
  if (verb === "arrow") return t("Its arrow: {colour}, {way}.", { colour: colourName(b), way: wayName(more[0], 9) });
  return null;
}

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
    me === null
      ? together
        ? t("The group wins")
        : t("{who} wins", { who: name(ours.seat) })
      : together
        ? t("Your group wins")
        : t("You win");
  if (ours.winner)
    return {
      title: won(),
      text: tn("{n} point against {m}: {lead} more than the Otoma.", "{n} points against {m}: {lead} more than the Otoma.", ours.total, values),
    };
  const text =
    ours.total === theirs.total
      ? tn("{n} point each, and a tie is theirs.", "{n} points each, and a tie is theirs.", ours.total, values)
      : tn("{n} point against {m}: {lead} fewer than the Otoma.", "{n} points against {m}: {lead} fewer than the Otoma.", ours.total, values);
  return { title: t("The Otoma win"), text };
}

/** The result in one sentence and one more. rows: ranking(result). */
export function verdict(rows, me, name) {
  if (rows.some((r) => r.seat === "otoma")) return againstOtoma(rows, me, name);
  const mine = rows.find((r) => r.seat === me),
    best = rows.filter((r) => r.winner);
  const rival = rows.find((r) => r !== mine && r.total === mine?.total);
  if (mine?.winner && best.length > 1)
    return { title: t("You share the victory"), text: t("The same points, and stones as far.") };
  if (mine?.winner && rival)
    return {
      title: t("You win by diversity"),
      text: tn("{who} also has {n} point, but stones less far.", "{who} also has {n} points, but stones less far.", mine.total, { who: name(rival.seat) }),
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
