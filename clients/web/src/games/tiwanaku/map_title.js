// map_title.js -- what a built-in map of Tiwanaku is called in the reader's language. The core has its English title;
// the others are those of po/LANGUAGE.po, which the map lab shows, too.
import { loadTexts, textsOf } from "../../words/i18n.js";
import { newCore } from "../../table/use_table.js";

const maps = textsOf("maps");
/** An English title, translated: ask loadTexts("maps") before.
 * @param {string} title */
export const titleText = (title) => maps.tc("map", title);

/** @type {Map<string, Promise<string>>} */
const titles = new Map(); // name -> the promise of its English title

/** @param {string} name */
async function english(name) {
  const text = (await newCore()).board("tiwanaku", name);
  return /^name: (.*)$/m.exec(text)?.[1] ?? name;
}

/** Resolves to the title, or null if there is no such map here.
 * @param {string} name */
export async function mapTitle(name) {
  if (!titles.has(name)) titles.set(name, english(name));
  try {
    const [title] = await Promise.all([titles.get(name), loadTexts("maps")]);
    return titleText(title ?? name);
  } catch {
    titles.delete(name);
    return null;
  }
}
