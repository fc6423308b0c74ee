// transfer.js -- everything that is kept on this device as one file, and such a file brought in: notes of one's own story, games with their
// events, what was chosen; no secrets (who one is at a server is no part of it). Bringing in adds and never takes away: notes are facts, so those of both
// are kept, and the first of two with the same id; of a game the longer one is kept, then the newer; a choice counts where none was made here.
// A file is checked as a whole before anything changes. The device comes in from outside (`world`): tests run it under node.
import { KEPT } from "../browser/store.js";
import { isDay } from "../pure/days.js";
import { t } from "../words/i18n.js";

const VERSION = 1;
const MARK = "everything kept on a device"; // in `tambo`: what kind of file it is
const TEXT = 200; // characters of a member of a note
const LONG = 4 << 20; // of a text inside a game

/** @typedef {{store: Store, story: Store, settings: {get: (name: string) => any, set: (name: string, value: any) => void}, core: () => Promise<import("../pure/core.js").Core>}} World */
/** @typedef {{notes: any[], games: {game: any, row: any}[], settings: Record<string, any>}} Checked */

/** What is wrong with a file: message is a sentence for the person. */
export class BadFile extends Error {}

// ---- what may be in a file

/** @param {unknown} x
 * @param {number} [most] */
const isText = (x, most = TEXT) => typeof x === "string" && x.length <= most;
const isPlain = (/** @type {unknown} */ x) => x === null || typeof x === "boolean" || Number.isFinite(x) || isText(x);
const isObject = (/** @type {unknown} */ x) => typeof x === "object" && x !== null && !Array.isArray(x);
/** Values, or a list of values or of small objects of them. */
const isMember = (/** @type {any} */ x) =>
  isPlain(x) || (Array.isArray(x) && x.length <= 200 && x.every((y) => isPlain(y) || (isObject(y) && Object.values(y).every(isPlain))));
const isCount = (/** @type {unknown} */ x) => Number.isInteger(x);
/** @param {any} list
 * @param {(one: any) => boolean} fits */
const listOf = (list, fits) => Array.isArray(list) && list.every(fits);

const isGameNote = (/** @type {any} */ n) =>
  [n.game, n.mode].every((x) => isText(x)) &&
  [n.board, n.sort, n.level].every((x) => x === null || isText(x)) &&
  (n.points === null || isCount(n.points)) &&
  isCount(n.seat) &&
  [n.won, n.lost].every((x) => typeof x === "boolean") &&
  ["", "table", "study"].includes(n.as) &&
  listOf(n.feats, (x) => isText(x)) &&
  listOf(n.others, (o) => isObject(o) && [o.bot, o.name].every((x) => x === null || isText(x)) && isCount(o.points));

/** Ratings are asked for again as they were kept: one that is none would be refused for ever. */
const isPuzzleNote = (/** @type {any} */ n) =>
  typeof n.right === "boolean" &&
  [n.puzzle, n.sort, n.technique].every((x) => x === undefined || isText(x)) &&
  [n.rating, n.own].every((x) => x === undefined || (isCount(x) && x >= 0 && x <= 2800)) &&
  [n.run, n.slips].every((x) => x === undefined || isCount(x));

const isNote = (/** @type {any} */ n) =>
  isObject(n) &&
  isText(n.kind, 20) &&
  /^[a-z]+$/.test(n.kind) &&
  isText(n.id) &&
  Number.isFinite(n.at) &&
  isDay(n.day) &&
  Object.values(n).every(isMember) &&
  (n.kind !== "game" || isGameNote(n)) &&
  (n.kind !== "puzzle" || isPuzzleNote(n));

const isEvent = (/** @type {any} */ e) => Array.isArray(e) && e.length === 5 && e.slice(0, 4).every(Number.isFinite) && isText(e[4], LONG);
const isGame = (/** @type {any} */ g) =>
  isObject(g) &&
  /^local-[a-z0-9]{1,40}$/.test(g.id) &&
  [g.game, g.mode].every((x) => isText(x)) &&
  Number.isFinite(g.at) &&
  listOf(g.names, (x) => isText(x)) &&
  listOf(g.events, isEvent) &&
  g.events.length > 0;
const isRow = (/** @type {any} */ r) =>
  isObject(r) && isText(r.id) && isText(r.game) && listOf(r.names, (x) => isText(x)) && typeof r.over === "boolean" && Number.isFinite(r.at);

/** What was chosen, and how it looks; the others of browser/settings.js are of this browser alone. */
const CHOICES = {
  language: (/** @type {unknown} */ x) => isText(x, 20),
  light: (/** @type {unknown} */ x) => x === "day" || x === "lamp",
  name: (/** @type {unknown} */ x) => isText(x, 24),
  others: (/** @type {any} */ x) => listOf(x, (y) => isText(y, 24)),
  sound: (/** @type {unknown} */ x) => x === true,
  calm: (/** @type {unknown} */ x) => x === true,
  level: (/** @type {unknown} */ x) => isText(x, 20),
  met: (/** @type {any} */ x) => isObject(x) && Object.values(x).every((y) => y === true),
};
/** Was nothing chosen? */
const isUnset = (/** @type {any} */ x) => !x || (typeof x === "object" && !Object.keys(x).length);

// ---- out

/** The file: its name and its text.
 * @param {World} world
 * @param {string} day of today */
export async function packed({ store, story, settings }, day) {
  const chosen = Object.keys(CHOICES).map((name) => [name, settings.get(name)]);
  const file = {
    tambo: MARK,
    version: VERSION,
    day,
    notes: await story.all("story"),
    games: await store.all("games"),
    list: await store.all("list"),
    settings: Object.fromEntries(chosen.filter(([, value]) => !isUnset(value))),
  };
  return { name: `tambo-${day}.json`, text: JSON.stringify(file) };
}

// ---- in

const damaged = () => new BadFile(t("This file is damaged; nothing of it was taken."));
const BEGINNING = new RegExp(`^\\s*\\{\\s*"tambo"\\s*:\\s*"${MARK}"`); // of a file of ours, if the rest is missing

/** @param {string} text */
function parsed(text) {
  /** @type {any} */
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    if (BEGINNING.test(text)) throw damaged();
  }
  if (!isObject(file) || file.tambo !== MARK) throw new BadFile(t("This file was not exported by Tambo."));
  if (file.version > VERSION || (Array.isArray(file.games) && file.games.some((/** @type {any} */ g) => g?.v > KEPT)))
    throw new BadFile(t("This file was made by a newer version of this page. Reload the page, then try again."));
  return file;
}

/** Can the core follow a game?
 * @param {any} game
 * @param {import("../pure/core.js").Core} core a fresh one */
function isPlayable(game, core) {
  try {
    core.tableRecord(game.events, game.over === true);
    return true;
  } catch {
    return false;
  }
}

/** A file that was read and is sound; throws a BadFile.
 * @param {string} text
 * @param {World["core"]} core
 * @returns {Promise<Checked>} */
export async function checked(text, core) {
  const { notes, games: all, list, settings } = parsed(text);
  const games = Array.isArray(all) ? all.filter((g) => g?.v === KEPT) : all; // those of earlier versions cannot be read
  if (![notes, games, list].every(Array.isArray) || !isObject(settings) || !notes.every(isNote) || !games.every(isGame) || !list.every(isRow)) throw damaged();
  const rows = new Map(list.map((/** @type {any} */ r) => [r.id, r]));
  for (const game of games) if (!rows.has(game.id) || !isPlayable(game, await core())) throw damaged();
  const chosen = Object.entries(CHOICES).filter(([name, fits]) => fits(settings[name]));
  return {
    notes,
    games: games.map((/** @type {any} */ game) => ({ game, row: rows.get(game.id) })),
    settings: Object.fromEntries(chosen.map(([name]) => [name, settings[name]])),
  };
}

const lengthOf = (/** @type {any} */ game) => game.events?.length ?? 0;
/** Is the game of the file the one to keep? */
const isFurther = (/** @type {any} */ game, /** @type {any} */ here) =>
  !here || lengthOf(game) > lengthOf(here) || (lengthOf(game) === lengthOf(here) && game.at > here.at);

/** Takes in what checked() gave: {notes, games, settings}, how many came in.
 * @param {Checked} file
 * @param {World} world */
export async function merged(file, { store, story, settings }) {
  const came = { notes: 0, games: 0, settings: 0 };
  for (const note of file.notes) {
    const key = `${note.kind} ${note.id}`;
    if (await story.get("story", key)) continue;
    await story.set("story", key, note);
    came.notes++;
  }
  for (const { game, row } of file.games) {
    const here = await store.get("games", game.id);
    if (!isFurther(game, here)) continue;
    const saves = Math.max(game.saves ?? 0, here?.saves ?? 0) + 1; // windows that have it open notice
    if (await store.keep(game.id, here?.saves, { ...game, saves }, row)) came.games++;
  }
  for (const [name, value] of Object.entries(file.settings)) {
    if (name === "met") settings.set(name, { ...value, ...settings.get(name) });
    else if (isUnset(settings.get(name)) && !isUnset(value)) {
      settings.set(name, value);
      came.settings++;
    }
  }
  return came;
}

/** Forgets all notes and games of this device, for good.
 * @param {World} world */
export async function forgotten({ store, story }) {
  for (const { kind, id } of await story.all("story")) await story.remove("story", `${kind} ${id}`);
  for (const kept of ["games", "list"]) for (const { id } of await store.all(kept)) await store.remove(kept, id);
}
