// marked.mjs -- finds words on a page that no translation brought there: every French text is put into brackets before
// it is served, values filled in left outside, and what people read or hear is watched for letters outside of brackets.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const marked = (text) =>
  text
    .split(/(\{\w+\})/)
    .map((part) => (/^(\{\w+\})?$/.test(part) ? part : `⟦${part}⟧`))
    .join("");

/** Puts the French texts of a built client into brackets. */
export function mark(folder) {
  for (const name of readdirSync(folder).filter((f) => /-fr-\w+\.json$/.test(f))) {
    const texts = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const [key, to] of Object.entries(texts)) texts[key] = [to].flat().map(marked);
    for (const [key, to] of Object.entries(texts)) if (to.length === 1) texts[key] = to[0];
    writeFileSync(join(folder, name), JSON.stringify(texts));
  }
}

/** Runs in the page from its beginning: window.stray is all that was shown outside of brackets, but for what `names` matches. */
function watch(names) {
  const seen = new Set();
  window.stray = new Set();
  const look = (text) => {
    if (!text || seen.has(text)) return;
    seen.add(text);
    let left = text,
      was;
    do [was, left] = [left, left.replace(/⟦[^⟦⟧]*⟧/g, " ")];
    while (was !== left);
    if (/\p{L}{2,}/u.test(left.replace(new RegExp(names, "gu"), " "))) window.stray.add(text);
  };
  const attributes = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
  new MutationObserver(() => {
    look(document.title);
    const walk = document.createTreeWalker(document.body ?? document.head, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.currentNode; node; node = walk.nextNode())
      if (node.nodeType === Node.ELEMENT_NODE) attributes.forEach((a) => look(node.getAttribute(a)));
      else if (!node.parentNode.matches("script, style, noscript, textarea, code")) look(node.data.trim());
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: attributes });
}

/** From now on pages of this context are watched. */
export const watchFor = (context, names) => context.addInitScript(`(${watch})(${JSON.stringify(names)})`);

/** What was shown in no translation since the page was loaded. */
export const strays = (page) => page.evaluate(() => [...window.stray]);
