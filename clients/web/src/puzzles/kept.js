// kept.js -- what a page keeps of something unfinished, on this device, as one value by its name.

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
 * @param {any} value null: nothing more */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // then it lasts as long as the page
  }
}
