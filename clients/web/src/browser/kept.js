// kept.js -- small things that are kept on this device, each as one value by its name. A browser may refuse it at any time (site
// data blocked, storage full): then nothing is found, and what is kept lasts as long as the page. Nobody else names localStorage.

/** @param {string} name
 * @returns {any} null: nothing, or nothing that can be read */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name
 * @param {any} value null: nothing more
 * @returns {boolean} false: refused, it lasts as long as the page */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Is this the first time for something, in this tab? If that cannot be remembered: no, as it might go on for ever.
 * @param {string} name */
export function firstTime(name) {
  try {
    if (sessionStorage.getItem(name)) return false;
    sessionStorage.setItem(name, "1");
    return sessionStorage.getItem(name) === "1";
  } catch {
    return false;
  }
}
