// names.js -- what people and bots are called on the page. Whoever gave no name, and every bot, is called by the
// seat, in the reader's language; records and the server keep one English word for each. Pure.
import { t } from "./i18n.js";

/** What a server is told by somebody without a name. */
export const NAMELESS = "Traveller";
const NO_NAME = ["", "?", NAMELESS]; // "?" is what the server itself writes
const A_BOT = /^bot [a-z]+$/; // of a table online, in records
/** Who plays along in the first game. */
export const FRIEND = "Inès";

/** s: {seat, name, kind}, as in a table's stream; a record has no kind.
 * @param {{seat: number, name?: string, kind?: string}} s */
export function called({ seat, name = "", kind }) {
  if (kind === "bot" || A_BOT.test(name)) return t("Bot {n}", { n: seat });
  return NO_NAME.includes(name) ? t("Traveller {n}", { n: seat }) : name;
}
