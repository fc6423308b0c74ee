// server_day.js -- what pages ask of the server about days, circles of friends and recovery cards (docs/protocol.md). They throw a TableError,
// `offline` if nobody answers. Who we are is asked first, so that there is a cookie.
import { settings } from "../browser/settings.js";
import { becomes, call, introduce } from "../net/line.js";

/** @param {string} method
 * @param {string} path
 * @param {object} [body] */
async function known(method, path, body) {
  await introduce();
  return call(method, path, body);
}
const at = (/** @type {string[]} */ ...words) => words.map(encodeURIComponent).join("/");

/** One day: {day, opens, closes, promise, secret, parts}.
 * @param {string} day */
export const dayAt = (day) => known("GET", at("daily", day));

/** The table of a day's game, made if there is none yet; gives its id.
 * @param {string} day
 * @param {string} game */
export const dayTable = async (day, game) => (await known("POST", "daily", { day, game })).table;

/** Where I am in the puzzle of a day; with `answer` ({at, claim}) what it is worth.
 * @param {string} day
 * @param {object} [answer] */
export const dayPuzzle = (day, answer = {}) => known("POST", "daily", { day, puzzle: true, ...answer });

/** The ranking of a part of a day: {rows}; in a circle, if one is named.
 * @param {string} day
 * @param {string} part
 * @param {string | null} circle */
export const dayRows = (day, part, circle) => known("GET", at("daily", day, part) + (circle ? `?circle=${encodeURIComponent(circle)}` : ""));

/** My circles: [{circle, name, members: [{member, name}], mine}]. */
export const circles = async () => (await known("GET", "circles")).circles;
/** Does something with circles: {name} makes one, {join, as}, {leave}, {circle, rename}, {circle, remove}, {circle, renew: true}.
 * @param {object} wish */
export const inCircles = (wish) => known("POST", "circles", wish);

/** When the recovery card was made, in ms, or null. */
export const cardMade = async () => (await known("GET", "card")).made;
/** A new card, which ends the old one: its digits. */
export const newCard = async () => (await known("POST", "card", {})).card;
export const endCard = () => known("POST", "card", { end: true });
/** This browser becomes the player of a card: {player, name}.
 * @param {string} card */
export async function becomeByCard(card) {
  const me = await call("POST", "me", { card });
  becomes(me);
  return me;
}
/** What I am called at tables and in lists from now on.
 * @param {string} name */
export const beCalled = (name) => known("POST", "me", { name });
/** The server knows me by the name of this device, if there is one. */
export const tellName = async () => settings.get("name")?.trim() && beCalled(settings.get("name").trim());
