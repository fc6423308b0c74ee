// dates.js -- days and moments in the reader's language. A day is text, "2026-11-16", by nobody's clock; a moment is ms since 1970, by the clock of
// the place.
import { languageNow } from "./i18n.js";

/** @param {number} ms
 * @param {Intl.DateTimeFormatOptions} how
 * @param {string} language */
const written = (ms, how, language) => new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, how).format(ms);

/** "Monday, 16 November 2026", or as is wanted.
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} [how]
 * @param {string} [language] */
export const dayText = (day, how = { weekday: "long", day: "numeric", month: "long", year: "numeric" }, language = languageNow()) =>
  written(Date.parse(`${day}T00:00:00Z`), { ...how, timeZone: "UTC" }, language);

/** "16 November 2026", or with the time.
 * @param {number} ms
 * @param {Intl.DateTimeFormatOptions} [how] */
export const momentText = (ms, how = { dateStyle: "long" }) => written(ms, how, languageNow());
