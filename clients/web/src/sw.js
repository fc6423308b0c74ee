// sw.js -- the service worker: after the first visit everything is on the device. Files with a
// hash in their name never change, and the page names one set of them, so all of it comes from
// here. A new version is fetched beside it and then takes over at once: what is loaded from then on is of it, and a page that was
// just loaded loads itself anew (net/renew.js). Pages of versions before go on with their own files, which stay for as long as such
// a page is open: it holds a lock of its version's name. /api and /ws are left alone.
// Of the languages only those are kept that are spoken on this device: the page says which it shows.
// build.mjs puts in the version and the lists of files.
const OWN = "VERSION";
const CACHE = `tambo-${OWN}`;
const FILES = ["FILES"];
/** @type {Record<string, string[]>} */
const SPOKEN = { SPOKEN: [] }; // language -> its files
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await keepAll(cache, FILES);
      for (const files of Object.values(SPOKEN)) if (await caches.match(files[files.length - 1])) await keepAll(cache, files); // an older version had it
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("message", (event) => {
  event.source?.postMessage({ version: OWN }); // the page may be older
  const files = SPOKEN[event.data?.language];
  if (files)
    event.waitUntil(
      caches
        .open(CACHE)
        .then((cache) => keepAll(cache, files))
        .catch(() => {}),
    ); // without a line: at the next visit
});

/** @param {Cache} cache
 * @param {string[]} files */
async function keepAll(cache, files) {
  for (const file of files) if (!(await cache.match(file))) await keep(cache, file);
}

/** Takes a file from an older cache if it is there under the same (hashed) name.
 * @param {Cache} cache
 * @param {string} file */
async function keep(cache, file) {
  const old = /-[0-9A-Za-z]{8,10}\./.test(file) && (await caches.match(file));
  if (old) return cache.put(file, old);
  return cache.add(new Request(file, { cache: file === "/" ? "no-cache" : "default" }));
}

/** Versions of pages that are open.
 * @returns {Promise<Set<string | undefined>>} */
async function openVersions() {
  try {
    const { held = [] } = await worker.navigator.locks.query();
    return new Set(held.map(({ name }) => name));
  } catch {
    return new Set(); // this browser has no locks: the version before stays
  }
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith("tambo-") && name !== CACHE), // the oldest first
        open = await openVersions();
      for (const name of old.slice(0, -1)) if (!open.has(name)) await caches.delete(name);
      await worker.clients.claim();
      for (const page of await worker.clients.matchAll({ type: "window" })) page.postMessage({ version: OWN });
    })(),
  );
});

/** "Your turn" was tapped: to the page that called, or a new one. */
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data?.path ?? "/";
  event.waitUntil(
    (async () => {
      const pages = await worker.clients.matchAll({ type: "window" });
      const there = pages.find((one) => new URL(one.url).pathname === path);
      await (there ? there.focus() : worker.clients.openWindow(path));
    })(),
  );
});

/** Every path is the same page; the router in it reads the path.
 * @param {Request} request */
async function page(request) {
  return (await kept("/")) ?? fetch(request);
}

/** Of this version, if it has it.
 * @param {Request | string} request */
async function kept(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? caches.match(request);
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(api|ws|metrics|healthz)(\/|$)/.test(url.pathname)) return;
  if (event.request.mode === "navigate") return event.respondWith(page(event.request));
  event.respondWith(kept(event.request).then((found) => found ?? fetch(event.request)));
});
