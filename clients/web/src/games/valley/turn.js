// turn.js -- a turn of Valley as the screen thinks of it: legal lines by space, the pencil steps and how to
// take one back, which discoveries fit what was tapped, what each space shows. Pure, and without rules:
// legality comes from the core by `position`.
import { KINDS as DICE, facesOf } from "../../words/dice.js";
import { KINDS, bitesOf, cellsOf } from "./count.js";
import { owed, spaceLabel } from "./words.js";

/** A line taken apart. dice: the letters of the dice it uses; penny: the number is free. */
export function parse(line) {
  const [, verb, a, b, ...rest] = line.split(" ");
  if (verb === "write") return { line, verb, dice: a === "penny" ? "p" : a, penny: a === "penny", n: Number(b), space: rest[0] };
  if (verb === "cross") return { line, verb, dice: a === "penny" ? "p" : a, penny: a === "penny", space: b };
  if (verb === "draw") return { line, verb, dice: "g", what: a, space: b };
  if (verb === "reveal") return { line, verb, kind: a, spaces: [b, ...rest] };
  return { line, verb, space: a }; // snake, done
}

/** Legal lines as {at: Map space -> acts, reveals: lines, done}. */
export function sorted(lines) {
  const at = new Map(),
    reveals = [];
  let done = false;
  for (const line of lines) {
    const act = line.includes(" reveal ") ? null : parse(line);
    if (!act) reveals.push(line);
    else if (act.verb === "done") done = true;
    else if (at.has(act.space)) at.get(act.space).push(act);
    else at.set(act.space, [act]);
  }
  for (const acts of at.values()) acts.sort(order);
  return { at, reveals, done };
}
const VERBS = ["cross", "write", "draw", "snake"];
const order = (a, b) =>
  VERBS.indexOf(a.verb) - VERBS.indexOf(b.verb) || Number(Boolean(a.penny)) - Number(Boolean(b.penny)) || a.n - b.n || a.dice.length - b.dice.length;

/** A draft in two: the steps, and how it ends (a reveal or done), or null. */
export function split(lines) {
  const last = lines.at(-1) ?? "";
  const ends = / (reveal|done)\b/.test(last);
  return { steps: ends ? lines.slice(0, -1) : lines, end: ends ? last : null };
}

/** The steps without number k, and without those that rested on it. */
export function without(position, steps, k) {
  const left = steps.slice(0, k);
  for (const line of steps.slice(k + 1)) if (!position.objection([...left, line])) left.push(line);
  return left;
}

/** Discoveries after some lines as {line, kind, spaces, points}: most points first, then those that use up the least. */
export function ranked(position, me, lines) {
  const { reveals } = sorted(position.legal(me, lines));
  if (!reveals.length) return [];
  const { spaces, sheets } = position.view(me, lines),
    points = position.gains(me, "reveal", lines),
    number = new Map(spaces.map((name, i) => [name, sheets[me - 1].numbers[i]]));
  return reveals
    .map((line, i) => {
      const { kind, spaces: cells = [] } = parse(line);
      const spent = cells.reduce((n, c) => n + number.get(c), 0);
      return { line, kind, spaces: cells, points: points[i], spent };
    })
    .sort((a, b) => b.points - a.points || KINDS.indexOf(b.kind) - KINDS.indexOf(a.kind) || a.spent - b.spent);
}

/** Those of a kind (null: any) that contain all spaces of `must`. */
export const fitting = (found, kind, must) => found.filter((r) => (!kind || r.kind === kind) && must.every((s) => r.spaces.includes(s)));

/** What `must` becomes when a space is tapped: out if it was in; else in, alone if the others do not fit it. */
export function tapped(found, kind, must, space) {
  if (must.includes(space)) return must.filter((s) => s !== space);
  const more = [...must, space];
  if (fitting(found, kind, more).length) return more;
  return fitting(found, kind, [space]).length ? [space] : must;
}

/** Does an act fit the dice that were picked first, and the number or structure chosen for them? */
export function carries({ picked, carry }, faces, a) {
  if (!picked.length) return true;
  const face = picked.length === 1 ? faces[DICE.indexOf(picked[0])] : null;
  if (face === "penny") return Boolean(a.penny) && (!carry || (a.verb === "cross" ? carry.n === 9 : a.n === carry.n));
  if (face === "dakota") return a.verb === "draw" && (!carry || a.what === carry.what);
  return a.verb !== "draw" && !a.penny && a.dice === DICE.filter((k) => picked.includes(k)).join("");
}

/** All that is fixed in this round, and what the draft (`lines`) does in it. passed: snakes that found no space since
 * the last turn. */
export function roundOf({ position, me, view, lines, inked, passed = 0 }) {
  const faces = facesOf(view) ?? [],
    danger = faces[2] === "snake",
    solo = view.players === 1;
  const held = danger && !solo ? view.holds[me - 1] : me; // whose sheet is in my hands
  const { steps, end } = danger ? { steps: [], end: lines[0] ?? null } : split(lines);
  const legal = sorted(inked ? [] : position.legal(me, steps));
  const before = view.sheets[held - 1]; // in ink
  const snake = danger && end ? parse(end).space : null;
  const drafted = position.view(me, inked || snake ? lines : steps),
    sheet = drafted.sheets[held - 1];
  const found = inked ? [] : ranked(position, me, steps);
  const used = danger ? "pg" : inked ? "" : sheet.used;
  const first = !before.numbers.some(Boolean) && !before.hut && !before.statue && !before.mine;
  const ink = view.count(held);
  return {
    passed,
    full: !danger && ink.full > 0,
    faces,
    danger,
    solo,
    held,
    steps,
    end,
    legal,
    snake,
    sheet,
    found,
    used,
    ink,
    now: drafted.count(held),
    levels: drafted.levels(),
    owed: owed(view, { solo, used, steps: steps.length, found: found.length > 0, first, full: ink.full > 0, inked }),
  };
}

/** The spaces of the sheet in hand, with what may be done there. one: the discovery that is proposed. */
export function shown(view, round, marks, one, inked) {
  const { steps, legal, found, snake } = round;
  const bites = new Map(bitesOf(round.now).map((b) => [b.at, b.number]));
  const acts = new Map(steps.map(parse).map((a) => [a.space, a]));
  const wanted = marks.open ? new Set(fitting(found, marks.kind, marks.must).flatMap((r) => r.spaces)) : null;
  return cellsOf(view, round.held, round.sheet).map((c) => {
    const act = acts.get(c.name);
    c.cost = bites.get(c.name);
    if (c.name === snake || (act && act.verb !== "cross")) Object.assign(c, inked ? { fresh: true } : { st: "preview", pencil: true });
    if (act?.verb === "cross") c.crossed = inked || "pencil";
    if (one?.spaces.includes(c.name)) c.proposed = true;
    if (wanted) c.st = marks.must.includes(c.name) ? "sel" : wanted.has(c.name) ? "legal" : c.st;
    else if (c.name === marks.sel) c.st = "sel";
    else if (!c.st && legal.at.get(c.name)?.some((a) => carries(marks, round.faces, a))) c.st = "legal";
    c.label = spaceLabel(c);
    return c;
  });
}
