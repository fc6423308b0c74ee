// plans.mjs -- what a seed stands for: which way through which game, in which window, language and light, with how much trouble.
// Seeds in a row go through all ways, so that as many seeds as there are ways walk each of them once.
import { Chance } from "./chance.mjs";

const SOLO = ["temple solo", "valley solo", "tiwanaku solo-easy", "tiwanaku solo-hard"];
const MANY = ["temple multi", "valley multi", "tiwanaku competitive", "tiwanaku coop-easy", "tiwanaku coop-normal", "tiwanaku coop-expert"];
const ONLINE = ["temple multi", "valley multi", "tiwanaku competitive", "tiwanaku coop-easy"];

const GROUPS = [
  [...SOLO, ...MANY].map((game) => `here ${game}`),
  ONLINE.map((game) => `online ${game}`),
  ["temple multi", "valley multi", "tiwanaku competitive", "tiwanaku coop-normal"].map((game) => `pass ${game}`),
  ["valley solo", "temple solo", "tiwanaku competitive", "tiwanaku coop-easy"].map((game) => `review ${game}`),
  ["certain", "skill", "whole", "streak", "again", "best"].map((kind) => `puzzles ${kind}`),
  ["practice", "run", "temple", "valley", "tiwanaku"].map((part) => `day ${part}`),
  ["temple", "valley", "tiwanaku"].map((game) => `lesson ${game}`),
  ["story all"],
];

/** Every way there is, "where game mode": in turn one of each group, so that any few in a row are of many kinds. */
export const WAYS = GROUPS[0].flatMap((_, i) => GROUPS.flatMap((group) => group[i] ?? []));

const SIZES = [
  [390, 664],
  [360, 740],
  [320, 640],
  [1024, 768],
  [1440, 900],
];
const LANGUAGES = ["en", "fr", "nl", "de"];
const HOSTILE = ["blocked", "missing", "full", "fullLate", "silent", "mute", "past"];
const SEATS = { temple: [2, 4], valley: [2, 4], tiwanaku: [2, 4] };

/** The walk of a seed. only: ways to choose from, by a part of their names. */
export function planOf(seed, only = "") {
  const ways = WAYS.filter((way) => way.includes(only)),
    way = ways[(seed - 1) % ways.length],
    [where, game, mode = ""] = way.split(" "),
    chance = new Chance(seed * 7919);
  const [width, height] = chance.of(SIZES),
    alone = mode.startsWith("solo") || !SEATS[game];
  const seats = alone ? 1 : chance.from(...SEATS[game]);
  return {
    seed,
    way,
    where,
    game,
    mode,
    seats,
    people: where === "here" || alone ? 1 : chance.from(2, Math.min(3, seats)),
    now: where === "here" && ["solo", "solo-easy"].includes(mode) && chance.odds(0.5), // by the button of the first page
    level: chance.of(["beginner", "casual", "regular"]),
    width,
    height,
    touch: width < 500,
    language: chance.of(LANGUAGES),
    dark: chance.odds(0.4),
    calm: chance.odds(0.15), // of the system: nearly all people have motion
    trouble: chance.odds(0.75) ? 0.02 : 0, // how often something happens that is no tap
    hostile: ["here", "pass", "lesson", "puzzles", "day"].includes(where) && chance.odds(0.15) ? chance.of(HOSTILE) : null, // hostile.mjs
    midnight: where === "day" && chance.odds(0.4), // it comes while the page is open
  };
}

export const told = (p) =>
  `seed ${p.seed}: ${p.way}, ${p.seats} seats, ${p.people} people, ${p.width}x${p.height}, ${p.language}, ${p.dark ? "dark" : "light"}${p.calm ? ", no motion" : ""}${p.now ? ", at once" : ""}${p.trouble ? "" : ", no trouble"}${p.hostile ? `, storage ${p.hostile}` : ""}${p.midnight ? ", at midnight" : ""}`;
