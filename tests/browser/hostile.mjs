// hostile.mjs -- browsers that are not as we would wish: site data blocked, storage full, a database that never answers, a clock that
// was set back. Each world is a script that runs before anything of the page: SCRIPTS has its text, makeHostile() puts it into
// pages and workers of a context; another driver may put it in by its own means. Only what a browser does of itself is
// changed here, nothing of ours.

/** Worlds as functions; they run in a page or a worker, so they use nothing from outside. */
const WORLDS = {
  /** "Block all site data": asking for a store is an error, as a getter that throws. */
  blocked() {
    const denied = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      if (name in globalThis) Object.defineProperty(globalThis, name, { configurable: true, get: denied });
    for (const name of ["serviceWorker", "locks"])
      if (name in navigator) Object.defineProperty(Object.getPrototypeOf(navigator), name, { configurable: true, get: denied });
  },
  /** There is nothing of the kind at all. */
  missing() {
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      if (name in globalThis) Object.defineProperty(globalThis, name, { configurable: true, value: undefined });
    for (const name of ["serviceWorker", "locks"]) if (name in navigator) delete Object.getPrototypeOf(navigator)[name];
  },
  /** What is there can be read; nothing can be added. `globalThis.roomAgain()` ends it. */
  full() {
    let full = true;
    globalThis.roomAgain = () => (full = false);
    const refuse = (proto, name) => {
      const own = proto?.[name];
      if (own)
        proto[name] = function (...args) {
          if (full) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
          return own.apply(this, args);
        };
    };
    refuse(globalThis.IDBObjectStore?.prototype, "put");
    refuse(globalThis.IDBObjectStore?.prototype, "add");
    refuse(globalThis.Storage?.prototype, "setItem");
  },
  /** Full as it often is in truth: each change is taken, and undone when it is to be kept. */
  fullLate() {
    const own = globalThis.IDBObjectStore.prototype.put;
    globalThis.IDBObjectStore.prototype.put = function (...args) {
      const request = own.apply(this, args),
        { transaction } = this;
      request.addEventListener("success", () => transaction.abort());
      return request;
    };
  },
  /** The database is never opened, and does not say so. */
  silent() {
    globalThis.IDBFactory.prototype.open = () => new EventTarget();
  },
  /** It opens, and then answers nothing. */
  mute() {
    for (const name of ["get", "getAll", "count", "put", "delete"]) globalThis.IDBObjectStore.prototype[name] = () => new EventTarget();
  },
  /** The clock was set back by two days. */
  past() {
    const DAYS = 2 * 86400000,
      Own = Date;
    globalThis.Date = class extends Own {
      constructor(...args) {
        if (args.length) super(...args);
        else super(Own.now() - DAYS);
      }
      static now() {
        return Own.now() - DAYS;
      }
    };
  },
};

/** The text of each world, to be run before anything else in a page or a worker. */
export const SCRIPTS = Object.fromEntries(Object.entries(WORLDS).map(([name, world]) => [name, `(${String(world).replace(/^\w+\(/, "function (")})();\n`]));

/** Puts a world into all pages of a context, and into their workers. Without a service worker only: what that one answers cannot be
 * changed on its way. */
export async function makeHostile(context, name) {
  const script = SCRIPTS[name];
  await context.addInitScript(script);
  await context.route(/\/worker-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: script + (await answer.text()) });
  });
}
