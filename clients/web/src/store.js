// store.js -- what is kept on the device: games (whole, by id) and a short list of them, in
// IndexedDB, which pages and workers share. `memory()` is the same for tests and for browsers
// that refuse to keep anything.

const STORES = ["games", "list"];

export function memory() {
  const all = Object.fromEntries(STORES.map((s) => [s, new Map()]));
  return {
    get: async (store, key) => structuredClone(all[store].get(key)),
    set: async (store, key, value) => void all[store].set(key, structuredClone(value)),
    remove: async (store, key) => void all[store].delete(key),
    all: async (store) => structuredClone([...all[store].values()]),
  };
}

const done = (request) => new Promise((yes, no) => {
  request.onsuccess = () => yes(request.result);
  request.onerror = () => no(request.error);
});

async function open() {
  const request = indexedDB.open("tambo", 1);
  request.onupgradeneeded = () => STORES.forEach((s) => request.result.createObjectStore(s));
  const db = await done(request);
  const at = (store, mode) => db.transaction(store, mode).objectStore(store);
  return {
    get: (store, key) => done(at(store, "readonly").get(key)),
    set: (store, key, value) => done(at(store, "readwrite").put(value, key)),
    remove: (store, key) => done(at(store, "readwrite").delete(key)),
    all: (store) => done(at(store, "readonly").getAll()),
  };
}

let opened;
/** The store of this device. */
export function store() {
  opened ??= open().catch(() => memory());
  return opened;
}
