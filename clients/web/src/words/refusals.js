// refusals.js -- sentences by which the core and the server say no, in the reader's language. They stand in C, with
// the id of their rule behind: "The space is not empty. [TEM-2]"; po/refusals has the others, fetched when the first
// one is shown. A sentence without translation stays English. problems.js says what a word of the protocol means.
import { loadTexts, t, textsOf } from "./i18n.js";

const sentences = textsOf("refusals");

const PATIENCE = 2000; // ms after which a refusal is shown in English rather than late

/** Fetches the sentences; resolves to true in any case. */
export const refusalsReady = () => Promise.race([loadTexts("refusals"), new Promise((late) => setTimeout(late, PATIENCE))]).then(() => true);

const FORM = /^(.*?)(?: \[([\w-]+)\])?$/s;
/** A sentence, and the id of its rule or "".
 * @param {string} text */
function partsOf(text) {
  const [, sentence = "", id = ""] = FORM.exec(text) ?? [];
  return { sentence, id };
}

/** Can it be said in the language of now? What the server says of a member of a message, in backquotes, is for programs.
 * @param {string} [text] */
export const sentenceKnown = (text) => text !== undefined && text !== "" && !text.includes("`") && sentences.translated(partsOf(text).sentence);

/** The sentence alone; call refusalsReady() before.
 * @param {string} text */
export const sentenceOf = (text) => sentences.t(partsOf(text).sentence);
/** The id of its rule, or "".
 * @param {string} text */
export const ruleOf = (text) => (/^[A-Z]/.test(partsOf(text).id) ? partsOf(text).id : "");

/** One sentence; call refusalsReady() before. Ids of rules stay, as the rules page has them; "notation" says nothing to a person.
 * @param {string | null} [text] */
export function refusal(text) {
  const id = ruleOf(text ?? "");
  return sentenceOf(text ?? "") + (id && ` [${id}]`);
}

/** A fault in a text somebody gave us (a Refused of core.js), with its line where it has one.
 * @param {{line?: number, message: string}} fault */
export async function faultText({ line, message }) {
  await refusalsReady();
  return line ? t("Line {line}: {text}", { line, text: refusal(message) }) : refusal(message);
}
