// play_now.js -- one click: a game alone on this device (with bots, if it takes more), at once, set up as the game has it for newcomers. For the first page and the end of a lesson.
import { loadGame, seatsOf } from "./index.js";
import { createLocal } from "../table/table_local.js";
import { complain } from "../words/problems.js";
import { go } from "../browser/router.js";
import { settings } from "../browser/settings.js";
import { newCore } from "../table/use_table.js";

/** Was it never begun or learnt from here? */
export const isNew = (game) => !settings.get("met")?.[game];
/** @param {string} game */
export const meet = (game) => isNew(game) && settings.set("met", { ...settings.get("met"), [game]: true });

let busy = false; // a second click while the first is on its way

export async function playNow(game) {
  if (busy) return;
  busy = true;
  meet(game);
  try {
    const [module, core] = await Promise.all([loadGame(game), newCore()]);
    const usual = module.setup?.usual ?? {},
      [seats] = seatsOf(module, core.game(game), usual);
    go(`/t/${await createLocal({ game, seats, name: settings.get("name")?.trim(), ...usual })}`);
  } catch (e) {
    complain(e);
  } finally {
    busy = false;
  }
}
