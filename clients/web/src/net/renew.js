// renew.js -- the page is of another build than the server: fetches the server's and loads the page anew, once for
// each build. What the player has drawn is kept on the device (use_table.js). Called by line.js.

const PATIENCE = 15000; // ms the new version may take to come; then we see what we get

/** Is this the first time for this build, in this tab? If that cannot be remembered it might go on for ever: no.
 * @param {string} build */
function first(build) {
  const key = `tambo.renewed ${build}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
    return sessionStorage.getItem(key) === "1";
  } catch {
    return false;
  }
}

/** The service worker fetches what the server has now, and takes over. */
async function newWorker() {
  const registration = await navigator.serviceWorker?.getRegistration();
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
  if (!first(build)) return false;
  await Promise.race([newWorker().catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))]);
  location.reload();
  return true;
}
