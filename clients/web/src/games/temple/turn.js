// turn.js -- a turn of Temple as the screen thinks of it: the draft taken apart, what the core says is
// legal, what each space shows, what each number would be worth. Pure; screen.jsx draws it.
import { listOf, t, tn } from "../../words/i18n.js";
import { KINDS, colourOf, facesOf, sums } from "../../words/dice.js";
import { cellsOf } from "./count.js";
import { owed, spaceLabel } from "./words.js";

/** Legal lines as {write: Map space -> numbers, mummy: Set, cross: Set}. */
export function sorted(lines) {
  const all = { write: new Map(), mummy: new Set(), cross: new Set() };
  for (const line of lines) {
    const [, verb, a, b] = line.split(" ");
    if (verb === "write")
      all.write.set(
        b,
        [...(all.write.get(b) ?? []), Number(a)].sort((x, y) => x - y),
      );
    else all[verb].add(a);
  }
  return all;
}

/** A draft is crossings, which are free, and one main line: {verb, n, space}. */
export const crossesOf = (lines) => lines.filter((l) => l.includes(" cross ")).map((l) => l.split(" ")[2]);
export function mainOf(lines) {
  const line = lines.find((l) => !l.includes(" cross "));
  if (!line) return null;
  const [, verb, a, b] = line.split(" ");
  return verb === "write" ? { verb, n: Number(a), space: b } : { verb, space: a };
}
export function linesOf(me, crosses, main) {
  const lines = crosses.map((space) => `${me} cross ${space}`);
  if (main) lines.push(main.verb === "write" ? `${me} write ${main.n} ${main.space}` : `${me} mummy ${main.space}`);
  return lines;
}

/** All that is fixed in this round, and what the draft (`lines`) does in it. Mummies that may be crossed out are, with the
 * main line, but for those in `off`.
 * @param {{position: any, me: number, view: any, lines: string[], off?: string[], inked?: boolean}} turn */
export function roundOf({ position, me, view, lines, off = [], inked = false }) {
  const faces = facesOf(view) ?? [];
  const danger = faces[2] === "mummy",
    solo = view.players === 1;
  const penny = faces[0] === "penny" && !danger;
  const legal = sorted(position.legal(me));
  return {
    faces,
    danger,
    solo,
    penny,
    held: danger && !solo ? view.holds[me - 1] : me, // whose sheet is in my hands
    legal,
    crosses: inked || lines.length ? crossesOf(lines) : [...legal.cross].filter((space) => !off.includes(space)),
    main: mainOf(lines),
    any: legal.write.values().next().value?.[0] ?? sums(faces).keys().next().value ?? 1, // a number to ask with
    makes: penny ? new Map() : sums(faces), // number -> the dice that make it
    owed: owed(view, solo),
    before: view.count(me),
  };
}

/** The spaces of the sheet in hand, with what may be done there. sel: the space that is tapped. */
export function shown(view, me, round, sel, inked) {
  const { held, legal, main, crosses, danger } = round;
  return cellsOf(view, held).map((c) => {
    if (main?.space === c.name) Object.assign(c, { v: main.verb === "write" ? main.n : "mummy", st: inked ? "" : "preview", fresh: inked });
    else if (c.name === sel) c.st = "sel";
    else if (!inked && (danger ? legal.mummy.has(c.name) : legal.write.has(c.name))) c.st = "legal";
    if (held === me && crosses.includes(c.name)) c.crossed = inked ? true : "pencil";
    else if (held === me && !inked && legal.cross.has(c.name)) c.crossable = true;
    c.label = spaceLabel(c);
    return c;
  });
}

/** The numbers that may be written at a space, for the picker: [{v, dice, gain, after, label}]. */
export function optionsFor(position, me, round, space) {
  return (round.legal.write.get(space) ?? []).map((v) => {
    const made = round.makes.get(v)?.[0] ?? "";
    const after = position.items(me, me, linesOf(me, [], { verb: "write", n: v, space }));
    const gain = after.total - round.before.total;
    const dice = round.penny ? t("Penny") : listOf([...made].map((k) => `${colourOf(k)} ${round.faces[KINDS.indexOf(k)]}`));
    const label =
      gain > 0 ? tn("{v}, from {dice}, plus {n} point", "{v}, from {dice}, plus {n} points", gain, { v, dice }) : t("{v}, from {dice}", { v, dice });
    return { v, dice: made, gain, after, label };
  });
}
