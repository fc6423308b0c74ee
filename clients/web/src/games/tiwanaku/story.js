// story.js -- the points of each step: record lines to sides, for the counting at the end. What happened is
// told by the core (position.story()). It counts like the core does (TIW-14, TIW-16, TIW-17, SOL-2, SOL-8,
// COO-7, COO-9, COO-10); tests/web/tiwanaku.test.mjs compares the two on whole games.
import { numbersOf } from "../../pure/numbers.js";
import { cropAt, isCoop, otomaSide, spacesOf, terrainAt, worthOf } from "./model.js";

const LETTER = { v: "valley", d: "desert", f: "forest", m: "mountain" };
const fresh = (start = numbersOf("tiwanaku").start) => ({
  total: start,
  stones: { valley: 0, desert: 0, forest: 0, mountain: 0 },
  offerings: new Set(),
  parts: { start, found: 0, crops: 0, wrong: 0, offered: 0, left: 0 },
});

function gain(side, part, points) {
  const before = side.total;
  side.total = Math.max(0, side.total + points); // never below 0 (TIW-4)
  side.parts[part] += side.total - before;
  return side.total - before;
}

/** A stone goes up by one tile of this terrain; what that is worth. */
function advance(side, terrain, final) {
  if (side.stones[terrain] === final) return 1;
  const level = ++side.stones[terrain];
  return Object.values(side.stones).filter((n) => n === level).length;
}

/** Where the Otoma pawns stood at the start: from where they are, back along their moves. */
function otomaStart(lines, view) {
  const at = [...otomaSide(view).pawns];
  for (const line of [...lines].reverse()) {
    const [, verb, from, to] = line.split(" ");
    const i = line.startsWith("= otoma") ? at.indexOf(to) : -1;
    if (i >= 0 && verb) at[i] = from;
  }
  return spacesOf(view).filter((s) => at.includes(s));
}

class Teller {
  constructor(lines, view) {
    this.view = view;
    this.final = view.final_level;
    this.coop = isCoop(view);
    this.sides = new Map();
    this.entries = [];
    this.act = null; // the entry of the last action
    this.mover = null; // the entry of the Otoma pawn that moves
    this.at = 0; // the line that is told
    if (otomaSide(view)) for (const s of otomaStart(lines, view)) this.discover(this.side("otoma"), LETTER[terrainAt(view, s)], cropAt(view, s));
    if (otomaSide(view)) Object.assign(this.side("otoma").parts, { start: this.side("otoma").total, found: 0, crops: 0 });
    this.begins = new Map([...this.sides].map(([who, s]) => [who, s.total]));
  }
  side(who) {
    const key = who === "otoma" || !this.coop ? who : "group";
    if (!this.sides.has(key)) this.sides.set(key, fresh());
    return this.sides.get(key);
  }
  discover(side, terrain, crop) {
    return gain(side, "found", advance(side, terrain, this.final)) + (crop ? gain(side, "crops", crop) : 0);
  }
  add(entry) {
    this.entries.push({ points: 0, at: this.at, ...entry });
    return this.entries.at(-1);
  }

  otoma(space) {
    if (this.mover?.to !== space) this.mover = this.add({ seat: "otoma", verb: "walk", from: null, to: space });
    return this.mover;
  }
  fact([verb, a, b, c]) {
    const act = this.act;
    if (verb === "otoma")
      this.mover = this.add({
        seat: "otoma",
        verb: "walk",
        from: a,
        to: b,
        way: act?.arrow?.space === act?.to ? act?.arrow?.way : null,
      });
    else if (verb === "terrain") {
      const mine = act && act.to === a && !act.terrain;
      const entry = mine ? act : this.otoma(a);
      Object.assign(entry, { terrain: b, at: this.at });
      entry.points += gain(this.side(entry.seat), "found", advance(this.side(entry.seat), b, this.final));
    } else if (verb === "crop") this.crop(a, Number(b));
    else if (verb === "arrow") act.arrow = { space: a, colour: b, way: c };
    else if (verb === "spent") act.way = a;
  }
  crop(space, level) {
    const act = this.act;
    if (act?.verb === "divine" && act.to === space && !act.level) {
      const side = this.side(act.seat),
        right = act.said === level;
      Object.assign(act, { level, at: this.at });
      act.got = right && !side.offerings.has(level);
      if (act.got) side.offerings.add(level);
      act.points = gain(side, right ? "crops" : "wrong", right ? level : -level);
      return;
    }
    const entry = this.otoma(space),
      side = this.side("otoma");
    Object.assign(entry, { level, at: this.at });
    entry.points += gain(side, "crops", level);
    if (this.coop) side.offerings.add(level);
  }
  offer(seat, levels) {
    const side = this.side(seat);
    for (const n of levels) side.offerings.delete(n);
    return this.add({ seat, verb: "offer", levels, points: gain(side, "offered", worthOf(levels.length)) });
  }
  action(seat, [verb, a, b, ...more]) {
    this.mover = null;
    if (verb === "offer") {
      this.act = this.offer(seat, [a, b, ...more].filter(Boolean).map(Number));
      if (this.coop) this.otomaOffers();
    } else if (verb === "enter") this.act = this.add({ seat, verb, to: a });
    else if (verb === "move") this.act = this.add({ seat, verb, from: a, to: b });
    else if (verb === "divine") this.act = this.add({ seat, verb, to: a, said: Number(b) });
    else if (verb === "give" || verb === "next" || verb === "choose")
      this.add({ seat, verb, what: a }); // the action before goes on
    else this.act = this.add({ seat, verb, what: a });
  }
  otomaOffers() {
    const levels = [...this.side("otoma").offerings].sort();
    if (levels.length) this.offer("otoma", levels);
  }
  /** The end of a game played together (COO-10). */
  close() {
    if (!this.coop || !this.view.over) return;
    this.otomaOffers();
    const bare = spacesOf(this.view).length - this.view.placed.length;
    if (bare) this.add({ seat: "otoma", verb: "bare", count: bare, points: gain(this.side("otoma"), "left", bare) });
  }
}

/** lines: of a match; view: the position after them. Gives {entries, sides: Map seat|"group"|"otoma" -> {total, parts}};
 * `at` of an entry: the line that told the last of it. */
export function tell(lines, view) {
  const told = lines.filter((l) => typeof l === "string");
  const teller = new Teller(told, view);
  for (let i = 0; i < view.players; i++) teller.side(i + 1);
  for (const [i, line] of told.entries()) {
    const [who, ...words] = line.split(" ");
    teller.at = i;
    if (who === "=") teller.fact(words);
    else if (who === "*") words[0] === "first" && teller.add({ seat: Number(words[1]), verb: "first" });
    else if (who !== "~") teller.action(Number(who), words);
  }
  teller.close();
  return { entries: teller.entries, sides: teller.sides };
}
