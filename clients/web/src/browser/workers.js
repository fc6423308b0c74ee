// workers.js -- the service workers of this browser: it may have none, or refuse to speak of them (site data blocked).

/** @returns {ServiceWorkerContainer | null} */
export function serviceWorkers() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}
