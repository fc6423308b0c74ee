// call.js -- calls somebody who looks elsewhere that it is their turn: a badge on the icon of the app and, if they asked for it, a
// notification by the service worker, while the page is hidden and lives. The title of the tab is Bar's.
import { useEffect } from "preact/hooks";
import { settings } from "./settings.js";
import { serviceWorkers } from "./workers.js";

/** Can this browser notify at all? */
export const canCall = () => "Notification" in window && serviceWorkers() !== null;
/** Is it wished for and allowed? */
export const calls = () => canCall() && settings.get("call") && Notification.permission === "granted";

/** By a button only: asks the browser, which may ask the person. Resolves to whether we may.
 * @param {boolean} on */
export async function wishCalls(on) {
  const may = on && (await Notification.requestPermission()) === "granted";
  settings.set("call", may);
  return may;
}

/** What a call says: its title, a sentence, the path to go to.
 * @typedef {{title: string, text: string, path: string}} Call */

/** @param {Call} call */
async function notify({ title, text, path }) {
  const worker = await /** @type {ServiceWorkerContainer} */ (serviceWorkers()).ready;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"))?.href;
  await worker.showNotification(title, { body: text, tag: path, icon, data: { path } });
}

/** @param {string} path */
async function withdraw(path) {
  const worker = await serviceWorkers()?.getRegistration();
  for (const one of (await worker?.getNotifications({ tag: path })) ?? []) one.close();
}

const quietly = (/** @type {Promise<any> | undefined} */ promise) => promise?.catch(() => {}); // nothing depends on it

/** There is nobody to call any more.
 * @param {string} path */
function quiet(path) {
  quietly(navigator.clearAppBadge?.());
  quietly(withdraw(path));
}

/** While `on` it is this person's turn, the `turn`-th; they are called if they do not look when it begins.
 * @param {boolean} on
 * @param {number} turn
 * @param {Call} call */
export function useCall(on, turn, call) {
  const { path } = call;
  useEffect(() => {
    if (!on) return quiet(path);
    const look = () => (document.hidden ? quietly(navigator.setAppBadge?.(1)) : quiet(path));
    if (document.hidden && calls()) quietly(notify(call));
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [on, turn]);
  useEffect(() => () => quiet(path), []);
}
