// texts.test.mjs -- every text of the web client has a translation in each language with the same
// named values, none is left over, and no words stand in the code outside t(), tc() and tn().
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, compare, has, sources, used } from "../../tools/texts.mjs";

const { missing, unused } = compare();

test("every text is translated", () => {
  assert.deepEqual(missing.map((e) => `${e.language} ${e.domain}: ${e.id}`), []);
});

test("no translation is left over", () => {
  assert.deepEqual(unused, []);
});

test("translations name the same values", () => {
  const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort().join();
  for (const language of LANGUAGES)
    for (const e of used()) {
      const key = (e.context ? `${e.context}\u0004` : "") + e.id;
      const to = [has_(e.domain, language)[key] ?? []].flat();
      for (const text of to) assert.ok([e.id, e.plural ?? e.id].some((own) => names(own) === names(text)), `${language}: ${text}`);
    }
});
const kept = new Map();
const has_ = (domain, language) => {
  const key = domain + language;
  if (!kept.has(key)) kept.set(key, has(domain, language));
  return kept.get(key);
};

/** Words in JSX text or in attributes that people read or hear. */
function strays(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found = [];
  for (const [, text] of bare.matchAll(/<\/?[a-zA-Z][^<>{}]*>([^<>{}=;()]*[A-Za-zÀ-ÿ]{2,}[^<>{}=;()]*)(?=<|\{)/g)) found.push(text.trim());
  for (const [all] of bare.matchAll(/\b(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z]{2,}[^"]*"/g)) found.push(all);
  return found.filter((s) => s && s !== "tambo");
}

test("no words outside t()", () => {
  const all = sources().filter((f) => f.endsWith(".jsx")).flatMap((f) => strays(readFileSync(f, "utf8")).map((s) => `${f.split("/src/")[1]}: ${s}`));
  assert.deepEqual(all, []);
  assert.deepEqual(strays('<p>Hello there</p>'), ["Hello there"]);
  assert.deepEqual(strays('<a aria-label="Go home">{t("x")}</a>'), ['aria-label="Go home"']);
});
