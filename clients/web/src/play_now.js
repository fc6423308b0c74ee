// play_now.js -- one click: a game alone on this device, at once. For the first page and the end of a lesson.
import { createLocal } from "./table_local.js";
import { complain } from "./problems.js";
import { go } from "./router.js";
import { settings } from "./settings.js";

export async function playNow(game) {
  try {
    go(`/t/${await createLocal({ game, seats: 1, name: settings.get("name") })}`);
  } catch (e) {
    complain(e);
  }
}
