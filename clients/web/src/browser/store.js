// store.js -- what is kept on the device: games (whole, by id) and a short list of them; one's own story (story/keep.js). In
// IndexedDB, which pages and workers share. `memory()` is the same for tests and for browsers that refuse to keep anything,
// or never answer.

/** The version of a kept game, its `v`: what it is made of is told at the head of worker/host.js. No other can be read. */
export const KEPT = 4;

const PATIENCE = 8000; // ms a database may take to answer for the first time: some browsers never do
const STORES = ["games", "list"];
const STORY = ["story"]; // a database of its own: an older page that is open does not stand in its way

/** @returns {Store} */
export function memory() {
  /** @type {Record<string, Map<string, any>>} */
  const all = Object.fromEntries([...STORES, ...STORY].map((s) => [s, new Map()]));
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

/** @param {string} name
 * @param {string[]} stores
 * @returns {Promise<IDBDatabase>} */
async function database(name, stores) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => stores.forEach((s) => request.result.createObjectStore(s));
  const db = await done(request);
  await done(db.transaction(stores[0], "readonly").objectStore(stores[0]).count()); // some open, and then answer nothing
  return db;
}

/** @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>} */
function inTime(promise) {
  let timer = 0;
  const late = new Promise((_, no) => (timer = setTimeout(() => no(new Error("no answer")), PATIENCE)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** @param {string} name
 * @param {string[]} stores
 * @returns {Promise<Store>} */
async function open(name, stores) {
  const db = await inTime(database(name, stores));
  /** @param {string} store
   * @param {IDBTransactionMode} mode */
  const at = (store, mode) => db.transaction(store, mode).objectStore(store);
  /** @param {string} store
   * @param {(store: IDBObjectStore) => any} change
   * @returns {Promise<void>} when it is kept: room may be missing only then */
  const changed = (store, change) =>
    new Promise((yes, no) => {
      const where = at(store, "readwrite");
      where.transaction.oncomplete = () => yes();
      where.transaction.onabort = () => no(where.transaction.error);
      change(where);
    });
  return {
    get: (store, key) => done(at(store, "readonly").get(key)),
    set: (store, key, value) => changed(store, (where) => where.put(value, key)),
    remove: (store, key) => changed(store, (where) => where.delete(key)),
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
          try {
            games.put(game, id);
            all.objectStore("list").put(row, id);
          } catch (e) {
            all.abort();
            no(e);
          }
        };
        all.oncomplete = () => yes(mine);
        all.onabort = () => no(all.error);
      }),
  };
}

/** @type {Record<string, Promise<Store>>} */
const opened = {};
/** @param {string} name
 * @param {string[]} stores */
const openOnce = (name, stores) => (opened[name] ??= open(name, stores).catch(() => ({ ...memory(), lost: true }))); // for as long as the page is there

/** The store of this device: games. */
export const store = () => openOnce("tambo", STORES);
/** And of one's own story: for story/keep.js. */
export const storyStore = () => openOnce("tambo-story", STORY);
