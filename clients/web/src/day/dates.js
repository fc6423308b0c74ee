// dates.js -- days as text, "2026-11-16", by nobody's clock: pure but for how a language writes them.

const DAY = 86400000; // ms

/** @param {string} day */
const msOf = (day) => Date.parse(`${day}T00:00:00Z`);

/** The day so many days later.
 * @param {string} day
 * @param {number} n */
export const dayAfter = (day, n) => new Date(msOf(day) + n * DAY).toISOString().slice(0, 10);

/** In words: "Monday, 16 November 2026".
 * @param {string} day
 * @param {string} language
 * @param {Intl.DateTimeFormatOptions} [how] */
export const dayText = (day, language, how = { weekday: "long", day: "numeric", month: "long", year: "numeric" }) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { ...how, timeZone: "UTC" }).format(msOf(day));
