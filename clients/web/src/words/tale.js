// tale.js -- what the core tells (core/tale.h), in the reader's language: a text of the catalogues with its values,
// which are numbers, seats, spaces and other texts. docs/view.md says what they look like. Pure.
import { eitherOf, listOf, num, textsOf } from "./i18n.js";

/** @typedef {{of: string, name?: NameOf, me?: number | null}} Listener of: the domain of its texts, the game or "review"; what seats are called, by their
 * numbers where nobody is named; their own, or null */
/** @typedef {ReturnType<typeof textsOf>} Texts */

/** A value as it is said.
 * @param {TaleValue} v
 * @param {Record<string, any>} words
 * @param {NameOf} name
 * @param {Texts} texts */
function worded(v, words, name, texts) {
  const { t, tn } = texts;
  if (typeof v !== "object") return v;
  if (v.seat) return name(v.seat);
  if (v.number) return `${t(v.text)} (${v.number})`;
  if (v.text) return v.many ? tn(v.text, v.many, v.n, words) : t(v.text, words);
  const items = (v.spaces ?? v.list).map((/** @type {TaleValue} */ item) => String(worded(item, words, name, texts)));
  return v.or ? eitherOf(items) : listOf(items);
}

/** The values by their names as they are said, each when it is asked for: texts may have places of their own.
 * @param {Record<string, TaleValue>} values
 * @param {NameOf} name
 * @param {Texts} texts */
function wordsOf(values, name, texts) {
  const words = { n: undefined }; // tn() has no number to add
  for (const [key, v] of Object.entries(values)) Object.defineProperty(words, key, { enumerable: true, get: () => worded(v, words, name, texts) });
  return words;
}

/** A tale as a sentence.
 * @param {Tale} tale
 * @param {Listener} listener */
export function said({ text, many, own, yours, values }, { of, name = String, me }) {
  const texts = textsOf(of),
    { t, tn } = texts,
    words = wordsOf(values, name, texts);
  if (own && values.who?.seat === me) return t(own, words);
  if (yours && values.whose?.seat === me) return t(yours, words);
  return many ? tn(text, many, values.n, words) : t(text, words);
}

/** Points of a tale: +3, −2 or nothing. */
export const plus = (points = 0) => (points > 0 ? `+${points}` : points < 0 ? num(points) : "");
