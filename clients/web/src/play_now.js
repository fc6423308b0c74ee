// play_now.js -- one click: a game alone on this device, at once, set up as the game has it for newcomers. For the first page and the end of a lesson.
import { loadGame } from "./games/index.js";
import { createLocal } from "./table_local.js";
import { complain } from "./problems.js";
import { go } from "./router.js";
import { settings } from "./settings.js";

let busy = false; // a second click while the first is on its way

export async function playNow(game) {
  if (busy) return;
  busy = true;
  try {
    const { setup } = await loadGame(game);
    go(`/t/${await createLocal({ game, seats: 1, name: settings.get("name")?.trim(), ...setup?.usual })}`);
  } catch (e) {
    complain(e);
  } finally {
    busy = false;
  }
}
