// plans.mjs -- what a seed stands for: which way through which game, in which window, language and light, with how much trouble.
// Seeds in a row go through all ways, so that as many seeds as there are ways walk each of them once.
import { Chance } from "./chance.mjs";

const SOLO = ["temple solo", "valley solo", "tiwanaku solo-easy", "tiwanaku solo-hard"];
const MANY = ["temple multi", "valley multi", "tiwanaku competitive", "tiwanaku coop-easy", "tiwanaku coop-normal", "tiwanaku coop-expert"];
const ONLINE = ["temple multi", "valley multi", "tiwanaku competitive", "tiwanaku coop-easy"];

/** The date of all days that need no server: a walk of it is the same walk on any other. */
export const DAY = "2026-03-14";

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
const GAMES = ["temple", "valley", "tiwanaku"];
const SEATS = { temple: [2, 4], valley: [2, 4], tiwanaku: [2, 4] };

/** Where walks begin; each group of ways has one. */
export const PLACES = GROUPS.map(([way]) => way.split(" ")[0]);

/** Is it a game that is played to its end? (Other walks are among pages.) */
export const isGame = ({ where, game }) => ["here", "online", "pass"].includes(where) || (where === "day" && GAMES.includes(game));

/** Does a browser of this kind keep nothing? Then the wanderer stays on the page, and there is nothing that the core could replay. */
export const forgets = ({ hostile }) => Boolean(hostile && hostile !== "past");

/** The walk of a seed. The first walk of each way is in a browser that keeps what it is given: it is compared with the core. only: ways to choose from, by a part of their names. */
export function planOf(seed, only = "") {
  const ways = WAYS.filter((way) => way.includes(only)),
    way = ways[(seed - 1) % ways.length],
    [where, game, mode = ""] = way.split(" "),
    chance = new Chance(seed * 7919);
  const [width, height] = chance.of(SIZES),
    alone = mode.startsWith("solo") || where === "day" || !SEATS[game];
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
    hostile:
      seed > ways.length && ["here", "pass", "lesson", "puzzles", "day"].includes(where) && !(where === "day" && GAMES.includes(game)) && chance.odds(0.2)
        ? chance.of(HOSTILE) // hostile.mjs
        : null,
    midnight: where === "day" && chance.odds(0.4), // it comes while the page is open
    paced: ["here", "pass"].includes(where) && !alone && chance.odds(game === "tiwanaku" ? 0.3 : 0.1), // bots take the time that people see them take
    meanwhile: chance.odds(0.7) ? 0.5 : 0, // how often something is done while a scene is on or others have their turn
    date: where === "day" && game !== "run" ? DAY : null, // a ranked run is the server's, whose clock is nobody's to set
  };
}

export const told = (p) =>
  `seed ${p.seed}: ${p.way}, ${p.seats} seats, ${p.people} people, ${p.width}x${p.height}, ${p.language}, ${p.dark ? "dark" : "light"}${p.calm ? ", no motion" : ""}${p.now ? ", at once" : ""}${p.paced ? ", bots at their pace" : ""}${p.trouble ? "" : ", no trouble"}${p.meanwhile ? "" : ", patient"}${p.hostile ? `, storage ${p.hostile}` : ""}${p.midnight ? ", at midnight" : ""}`;
