// store.js -- what is kept on the device: games (whole, by id) and a short list of them, in
// IndexedDB, which pages and workers share. `memory()` is the same for tests and for browsers
// that refuse to keep anything.

const STORES = ["games", "list"];

/** @returns {Store} */
export function memory() {
  /** @type {Record<string, Map<string, any>>} */
  const all = Object.fromEntries(STORES.map((s) => [s, new Map()]));
  return {
    get: async (store, key) => structuredClone(all[store].get(key)),
    set: async (store, key, value) => void all[store].set(key, structuredClone(value)),
    remove: async (store, key) => void all[store].delete(key),
    all: async (store) => structuredClone([...all[store].values()]),
    async keep(id, was, game, row) {
      if (all.games.get(id)?.saves !== was) return false;
      all.games.set(id, structuredClone(game));
      all.list.set(id, structuredClone(row));
      return true;
    },
  };
}

/** @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>} */
const done = (request) =>
  new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });

/** @returns {Promise<Store>} */
async function open() {
  const request = indexedDB.open("tambo", 1);
  request.onupgradeneeded = () => STORES.forEach((s) => request.result.createObjectStore(s));
  const db = await done(request);
  /** @param {string} store
   * @param {IDBTransactionMode} mode */
  const at = (store, mode) => db.transaction(store, mode).objectStore(store);
  return {
    get: (store, key) => done(at(store, "readonly").get(key)),
    set: async (store, key, value) => void (await done(at(store, "readwrite").put(value, key))),
    remove: (store, key) => done(at(store, "readwrite").delete(key)),
    all: (store) => done(at(store, "readonly").getAll()),
    /** A game and its row of the list, unless another window has kept that game since it was kept for the `was`-th time. */
    keep: (id, was, game, row) =>
      new Promise((yes, no) => {
        const all = db.transaction(STORES, "readwrite"),
          games = all.objectStore("games"),
          read = games.get(id);
        let mine = false;
        read.onsuccess = () => {
          if (!(mine = read.result?.saves === was)) return;
          games.put(game, id);
          all.objectStore("list").put(row, id);
        };
        all.oncomplete = () => yes(mine);
        all.onabort = () => no(all.error);
      }),
  };
}

/** @type {Promise<Store> | undefined} */
let opened;
/** The store of this device. */
export function store() {
  opened ??= open().catch(() => ({ ...memory(), lost: true })); // for as long as the page is there
  return opened;
}
