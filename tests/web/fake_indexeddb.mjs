// fake_indexeddb.mjs -- as much of IndexedDB as clients/web/src/browser/store.js uses, in memory: what is put in is copied, requests are
// answered later, one transaction after the other, each until nobody asks it anything more. Not a test by itself.
const stores = new Map(); // name -> Map of its values
let last = Promise.resolve(); // the end of the transaction before

class Transaction {
  waiting = [];
  constructor() {
    last = last.then(() => this.run());
  }
  ask(fn) {
    const request = { fn };
    this.waiting.push(request);
    return request;
  }
  objectStore(name) {
    const values = stores.get(name);
    return {
      get: (key) => this.ask(() => structuredClone(values.get(key))),
      transaction: this,
      count: () => this.ask(() => values.size),
      getAll: () => this.ask(() => structuredClone([...values.values()])),
      delete: (key) => this.ask(() => void values.delete(key)),
      put: (value, key) => {
        const copy = structuredClone(value);
        return this.ask(() => void values.set(key, copy));
      },
    };
  }
  async run() {
    for (let request; (request = this.waiting.shift()); await new Promise(setImmediate)) {
      request.result = request.fn();
      request.onsuccess?.();
    }
    this.oncomplete?.();
  }
}

const database = { transaction: () => new Transaction(), createObjectStore: (name) => void stores.set(name, new Map()) };

globalThis.indexedDB = {
  open() {
    const request = { result: database };
    setImmediate(() => {
      if (!stores.size) request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  },
};
