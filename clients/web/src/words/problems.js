// problems.js -- what went wrong, as a sentence in the reader's language. Errors are words of
// docs/protocol.md; an `illegal` comes with a sentence of the rules that names the rule (refusals.js).
import { t } from "./i18n.js";
import { refusal, refusalsReady, sentenceKnown } from "./refusals.js";
import { keepFault } from "../browser/faults.js";
import { toast } from "../browser/say.js";

/** Errors that are nobody's refusal. */
const OURS = ["TypeError", "ReferenceError", "RangeError", "RuntimeError"];

/** Words whose sentence says more than they do. */
const SAYS_MORE = ["illegal", "setup", "limit", "seat", "waiting", "json"];

/** Sentences about days, circles and cards whose word means something else at a table. */
const NOT_OF_TABLES = [
  "Only who made the circle may do that.",
  "There are no games of the day here.",
  "There is no such card, or it was ended.",
  "There is no such circle.",
  "This circle has 50 members: that is all it takes.",
  "This day is over everywhere.",
  "You are in no such circle.",
];

/** Begin is refused below two. */
export const tooFew = () => t("It takes two to begin: invite somebody, or give a seat to a bot.");

/** Sentences of the server that say more than their word.
 * @returns {Record<string, string>} */
const sentences = () => ({
  "More players are needed for this mode.": tooFew(),
  "This seat is taken.": t("Somebody else has taken this seat."),
  "You sit here already.": t("You already sit at this table."),
  "They are connected.": t("They are connected again: no bot is needed."),
  "You have changed your mind too often.": t("You have changed this turn too often. Wait for the others."),
});

/** @param {{error?: string, text?: string}} problem */
export function problemText({ error = "", text }) {
  /** @type {Record<string, string>} */
  const known = {
    offline: t("The server does not answer. Games on this device work without it."),
    table: t("There is no such table."),
    code: t("No table has this code."),
    full: t("All seats at this table are taken."),
    version: t("This page is not the same version as the server. Please reload it."),
    build: t("This page still does not fit the server, even after a reload. Please try again in a moment."),
    started: t("This game has already begun."),
    turn: t("It is not your turn, or the round is over by now."),
    over: t("The game is over."),
    owner: t("Only the host may do that."),
    rate: t("That was too fast. Please wait a moment."),
    limit: t("That is more than the server allows."),
    room: t("This device cannot save any more. Make some room on it, then try again."),
    space: t("The server is full just now. Games that go on can go on."),
    store: t("It could not be stored. Nothing was changed; please try again."),
    conflict: t("Somebody else was faster. Please try again."),
    seat: t("That does not work with this seat just now."),
    waiting: t("The game has not begun, or is not over yet."),
    link: t("This personal link is too old, damaged or used. Make a new one on the other device."),
    closed: t("Everybody left this table before the game began."),
    fault: t("Something broke that should not have. Reload the page: what was saved is still there."),
    other: t("This game was saved by another version of the page, and this one cannot read it."),
    elsewhere: t("This game was continued in another window. Here it is as it stands now."),
    rules: t("The rules could not be loaded. Are you online? Please try again."),
    record: t("This is not a record Tambo can read."),
    json: t("The server did not understand this page. Please reload it."),
    unknown: t("The server did not understand this page. Please reload it."),
  };
  const own = sentences()[text ?? ""];
  if (own) return own;
  if (!known[error] || ((SAYS_MORE.includes(error) || NOT_OF_TABLES.includes(text ?? "")) && sentenceKnown(text)))
    return text ? refusal(text) : t("That did not work.");
  return known[error];
}

let told = false; // that notes are lost
/** A note of one's own story could not be kept: said once, as the next ones cannot either. */
export function noteLost() {
  if (!told) toast(t("This device cannot save any more: what you do now is missing in your story."), "i-warn");
  told = true;
}

/** An action that failed, as a sentence.
 * @param {Error & {word?: string}} e */
export async function explained(e) {
  if (OURS.includes(e.name)) keepFault(e);
  await refusalsReady();
  return problemText({ error: e.name === "QuotaExceededError" ? "room" : e.word, text: e.message });
}

/** The same as a toast.
 * @param {Error & {word?: string}} e */
export const complain = async (e) => toast(await explained(e), "i-warn");
