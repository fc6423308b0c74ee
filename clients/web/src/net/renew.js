// renew.js -- the page is of another build than the server: fetches the server's and loads the page anew, once for
// each build. What the player has drawn is kept on the device (use_table.js). Called by line.js.
import { firstTime } from "../browser/kept.js";
import { serviceWorkers } from "../browser/workers.js";

const PATIENCE = 15000; // ms the new version may take to come; then we see what we get

/** The service worker fetches what the server has now, and takes over. */
async function newWorker() {
  const registration = await serviceWorkers()?.getRegistration();
  await registration?.update();
  const worker = registration?.installing ?? registration?.waiting;
  if (!worker) return;
  /** @type {Promise<void>} */
  const taken = new Promise((done) => {
    const look = () => {
      if (worker.state === "installed") worker.postMessage("now");
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
  if (!firstTime(`tambo.renewed ${build}`)) return false;
  await Promise.race([newWorker().catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);
  location.reload();
  return true;
}
