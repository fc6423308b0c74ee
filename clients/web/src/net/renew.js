// renew.js -- the page is loaded anew, once for each version in a tab, where it is older than what the server has. What the player has
// drawn is kept on the device (use_table.js).
//   keepUp()  a page that was just loaded from the device: the service worker has found a newer version and taken over. Only while
//             nobody has touched the page; else the next load brings it.
//   renew()   the server speaks to no page of this build (line.js): it is fetched and loaded, whatever goes on.
import { firstTime } from "../browser/kept.js";
import { serviceWorkers } from "../browser/workers.js";

const PATIENCE = 15000; // ms the new version may take to come; then we see what we get
const SOON = 10000; // ms after loading in which nobody minds that it happens once more
const TOUCHES = ["pointerdown", "keydown", "click", "wheel"];

let renewing = false; // by renew()
const isFirst = (/** @type {string} */ version) => firstTime(`tambo.renewed ${version}`);

/** The files of this page's version stay on the device while it is open (sw.js).
 * @param {string} version */
function hold(version) {
  try {
    navigator.locks.request(`tambo-${version}`, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});
  } catch {
    // this browser has no locks
  }
}

/** Has the device keep the page, and a page that was just loaded be the newest there is. */
export function keepUp() {
  const workers = serviceWorkers(),
    own = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=version]"))?.content ?? "";
  if (!workers || !location.protocol.startsWith("http")) return;
  hold(own);
  let touched = !workers.controller; // the page came from the server itself
  for (const what of TOUCHES) addEventListener(what, () => (touched = true), { capture: true, once: true, passive: true });
  workers.addEventListener("message", ({ data }) => {
    const { version } = data;
    if (version && version !== own && !renewing && !touched && performance.now() < SOON && isFirst(version)) location.reload();
  });
  const register = () => workers.register("/sw.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** The service worker fetches what the server has now, and takes over. */
async function newWorker() {
  const registration = await serviceWorkers()?.getRegistration();
  await registration?.update();
  const worker = registration?.installing ?? registration?.waiting;
  if (!worker) return;
  /** @type {Promise<void>} */
  const taken = new Promise((done) => {
    const look = () => {
      if (worker.state === "activated" || worker.state === "redundant") done();
    };
    worker.addEventListener("statechange", look);
    look();
  });
  await taken;
}

/** Loads the page anew; or resolves to false: that was tried already.
 * @param {string} build */
export async function renew(build) {
  if (!isFirst(build)) return false;
  renewing = true;
  await Promise.race([newWorker().catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);
  location.reload();
  return true;
}
