// dates.js -- days as text, "2026-11-16", by nobody's clock. In words: words/dates.js.

const DAY = 86400000; // ms

/** The day so many days later.
 * @param {string} day
 * @param {number} n */
export const dayAfter = (day, n) => new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY).toISOString().slice(0, 10);
