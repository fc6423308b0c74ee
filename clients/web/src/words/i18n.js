// i18n.js -- texts in the language of the reader. Code holds the English text, which is also the
// id; po/DOMAIN/LANGUAGE.po holds the others, as JSON files that build.mjs makes. A domain is the
// shell ("web") or a game; load it before its texts are shown. It is a name space: two may say the same English text differently.
// So t(), tc() and tn() look into the domains of the file that imports them, and then into the shell's: build.mjs binds them, by the rule that
// also says where the texts of a file are translated (tools/texts.mjs). Unbound they are the shell's.
// build.mjs also puts in TEXTS, where these files are, and SPOKEN, the languages there are. What a language does not say is said in English.
// tests/web/texts.test.mjs finds texts without a translation and texts outside these functions.
import { settings } from "../browser/settings.js";
import { fetchJson } from "../net/own_files.js";

/** The languages by their codes, each by its own name. */
export const languages = () => ({ en: "English", ...Object.fromEntries(Object.entries(SPOKEN).map(([code, { name }]) => [code, name])) });

let language = "en";
/** @type {Record<string, Record<string, any>>} */
let texts = {}; // domain -> its texts in the language of now
/** @type {Map<string, Promise<void>>} */
const domains = new Map(); // domain -> the promise of its texts

/** What the reader wants: their choice, else the first language of the browser that we have. */
export function wanted() {
  const list = [settings.get("language"), ...(globalThis.navigator?.languages ?? [])];
  const codes = Object.keys(languages());
  for (const l of list) {
    const tag = String(l ?? "").toLowerCase(),
      [short] = tag.split("-");
    const code = codes.find((c) => c.toLowerCase() === tag) ?? codes.find((c) => c.split("-")[0] === short);
    if (code) return code;
  }
  return "en";
}

/** @param {string} domain */
async function fetchTexts(domain) {
  const url = TEXTS[domain]?.[language],
    into = texts;
  if (!url) return;
  try {
    into[domain] = await fetchJson(url);
  } catch {
    domains.delete(domain); // in English until somebody asks again, which is better than no page
  }
}

/** Makes a domain's texts known, in the language of now.
 * @param {string} domain */
export function loadTexts(domain) {
  if (!domains.has(domain)) domains.set(domain, fetchTexts(domain));
  return domains.get(domain);
}

/** Takes up the language that is wanted now, for all domains loaded so far. */
export async function speakWanted() {
  const to = wanted();
  if (to === language) return;
  language = to;
  texts = {};
  for (const domain of domains.keys()) domains.set(domain, fetchTexts(domain));
  await Promise.all(domains.values());
  if (globalThis.document) document.documentElement.lang = to;
}

export const languageNow = () => language;

/** @typedef {Record<string, any>} Values what is filled in */

/** French: "d’Inès", not "de Inès", where a person's name is filled in.
 * @param {string} text
 * @param {Values} values */
const elided = (text, values) =>
  text.replace(/\bde \{(who|whose|name|names)\}/g, (all, name) => (/^[aeiou]/i.test(String(values[name] ?? "").normalize("NFD")) ? `d’{${name}}` : all));

/** @param {string} text
 * @param {Values} [values]
 * @returns {string} */
function fill(text, values) {
  if (!values) return text;
  const form = language === "fr" ? elided(text, values) : text;
  return form.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));
}

/** The functions of a file whose texts are in these domains.
 * @param {string[]} domains */
export function textsOf(...domains) {
  const all = [...domains, "web"];
  /** @param {string} key */
  const find = (key) => all.map((domain) => texts[domain]?.[key]).find((found) => found !== undefined);
  return {
    /** The text in the language of now; {names} are filled from values.
     * @param {string} text
     * @param {Values} [values] */
    t: (text, values) => fill(find(text) ?? text, values),

    /** The same where one English text has two meanings: `context` tells them apart.
     * @param {string} context
     * @param {string} text
     * @param {Values} [values] */
    tc: (context, text, values) => fill(find(`${context}\u0004${text}`) ?? text, values),

    /** One or many: `{n}` in both texts is the number.
     * @param {string} one
     * @param {string} many
     * @param {number} n
     * @param {Values} [values] */
    tn(one, many, n, values) {
      const forms = find(one);
      const form = forms ? forms[SPOKEN[language].plural(Math.abs(n))] : Math.abs(n) === 1 ? one : many;
      return fill(form, values && "n" in values ? values : { n, ...values });
    },

    /** Is there a translation?
     * @param {string} text */
    translated: (text) => language === "en" || find(text) !== undefined,
  };
}
export const { t, tc, tn } = textsOf();
/** What it is about and what is said of it, as the language sets a colon.
 * @param {string} title
 * @param {string} text */
export const colon = (title, text) => t("{title}: {text}", { title, text });

/** 1st, 2nd, 3rd, ...: which of these it is goes by the rules of the language.
 * @param {number} n */
export function ordinal(n) {
  const kind = new Intl.PluralRules(language, { type: "ordinal" }).select(n);
  if (kind === "one") return tc("ordinal, one", "{n}st", { n });
  if (kind === "two") return tc("ordinal, two", "{n}nd", { n });
  if (kind === "few") return tc("ordinal, few", "{n}rd", { n });
  return tc("ordinal, other", "{n}th", { n });
}

/** @param {Intl.ListFormatType} type
 * @param {string[]} items */
const list = (type, items) => new Intl.ListFormat(language === "en" ? "en-GB" : language, { type }).format(items);
/** A list in words: a, b and c.
 * @param {string[]} items */
export const listOf = (items) => list("conjunction", items);
/** a, b or c
 * @param {string[]} items */
export const eitherOf = (items) => list("disjunction", items);

/** With a capital at its beginning, as a button has it.
 * @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** How long ago: "3 hours ago".
 * @param {number} ms */
export function ago(ms) {
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [
    ["day", 86400000],
    ["hour", 3600000],
    ["minute", 60000],
  ];
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of units) if (ms >= size) return format.format(-Math.round(ms / size), unit);
  return t("just now");
}

/** A number with a true minus.
 * @param {number} n */
export const num = (n) => (n < 0 ? `−${-n}` : `${n}`);
