// use_day.js -- what is known of a day: how its practice stands on this device, what the server says of its ranked games; and beginning either.
// A practice that has ended is noted here (story/keep.js), the first of a day alone, and so is a ranked result.
import { useEffect, useState } from "preact/hooks";
import { usePromise } from "../browser/hooks.js";
import { go } from "../browser/router.js";
import { settings } from "../browser/settings.js";
import { store } from "../browser/store.js";
import { GAMES } from "../games/index.js";
import { meet } from "../games/play_now.js";
import { note, notes, today } from "../story/keep.js";
import { circles, dayAt, dayTable, tellName } from "../table/server_day.js";
import { createLocal } from "../table/table_local.js";
import { newCore } from "../table/use_table.js";
import { loadTexts } from "../words/i18n.js";
import { idOf, isForOne, saltOf, standingOf, wishOf } from "./practice.js";
import { PUZZLE, keptRun, noteRun } from "./run_kept.js";

const LOOK = 20000; // ms between two looks at the calendar

/** Today by the person's own calendar, also on a page that stays open over midnight, or is looked at again another morning. */
export function useToday() {
  const [now, set] = useState(() => today());
  useEffect(() => {
    const look = () => set(today()),
      clock = setInterval(look, LOOK);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(clock);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}

/** The id of a practice as this page would begin it.
 * @param {import("../pure/core.js").Core} core
 * @param {string} day
 * @param {string} game */
const idHere = (core, day, game) => idOf(day, core.game(game), core.about().maker);

/** {part: {id, first, again, old, note}}: practice on this device.
 * @param {string} day */
async function onDevice(day) {
  const [core, kept] = await Promise.all([newCore(), store()]),
    [rows, known] = await Promise.all([kept.all("list"), notes("day")]);
  const noted = (/** @type {string} */ part) => known.find((n) => n.id === `${day} ${part}`) ?? null;
  /** @type {Record<string, any>} */
  const parts = { [PUZZLE]: { ...keptRun(day), note: noted(PUZZLE) } };
  for (const game of GAMES.filter((name) => isForOne(core.game(name)))) {
    const id = idHere(core, day, game),
      standing = standingOf(rows, id),
      { first } = standing;
    if (first?.over && !noted(game)) {
      const fact = { part: game, ranked: false, points: first.total, of: null, table: first.id, at: first.at, day: today(new Date(first.at)) };
      await note("day", `${day} ${game}`, fact);
      parts[game] = { id, ...standing, note: fact };
    } else parts[game] = { id, ...standing, note: noted(game) };
  }
  return parts;
}

/** What the server says of a day; results of one's own are noted.
 * @param {string} day */
async function onServer(day) {
  const said = await dayAt(day);
  for (const { part, table = null, mine } of said.parts)
    if (mine && part === PUZZLE) await noteRun(day, true, mine.points);
    else if (mine) await note("day", `${day} ${part} ranked`, { part, ranked: true, points: mine.points, of: null, table });
  return said;
}

/** {here, there, friends}, each undefined until it is known; {error} where that failed.
 * @param {string} day */
export function useDay(day) {
  const here = usePromise(async () => (await loadTexts("day"), onDevice(day)), [day]),
    there = usePromise(() => onServer(day), [day]),
    friends = usePromise(circles, []);
  return { here, there, friends };
}

/** Begins a practice on this device, and goes there.
 * @param {string} day
 * @param {string} game
 * @param {boolean} again it does not count */
export async function practise(day, game, again) {
  const core = await newCore(),
    id = idHere(core, day, game);
  meet(game);
  go(`/t/${await createLocal({ name: settings.get("name")?.trim(), ...wishOf(day, core.game(game)), salt: saltOf(id), day: id, again })}`);
}

/** Goes to the ranked game of a day, which is begun if it was not.
 * @param {string} day
 * @param {string} game */
export async function playRanked(day, game) {
  await tellName();
  meet(game);
  go(`/t/${await dayTable(day, game)}`);
}
