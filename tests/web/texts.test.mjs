// texts.test.mjs -- every text of the web client has a translation with the same named values in each language that
// promises to be complete (X-Complete in po/LANGUAGE.po), none is left over, the fonts can write them, and no words
// stand in the code outside t(), tc() and tn(). What languages.test.mjs tests with others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { DOMAINS, LANGUAGES, TERMINAL, catalogue, compare, domainsOf, pluralOf, poFile, sources, used } from "../../tools/texts.mjs";
import { characters } from "./woff2.mjs";

const { missing, unused } = compare();
const catalogues = Object.fromEntries(LANGUAGES.map((l) => [l, catalogue(l)]));
const complete = LANGUAGES.filter((l) => catalogues[l].header["X-Complete"] === "yes");

test("every text is translated", () => {
  assert.ok(complete.length >= 2);
  assert.deepEqual(
    missing.filter((e) => complete.includes(e.language)).map((e) => `${e.language} ${e.domain}: ${e.id}`),
    [],
  );
});

test("no translation is left over", () => {
  assert.deepEqual(unused, []);
});

test("what a file of several domains says is translated alike in each: it is looked up in the first", () => {
  const shared = sources().filter((file) => domainsOf(file).length > 1);
  assert.ok(shared.length > 3);
  for (const file of shared) {
    const code = readFileSync(file, "utf8"),
      domains = domainsOf(file);
    for (const e of used().filter(({ domain, id }) => domains.includes(domain) && code.includes(JSON.stringify(id))))
      for (const language of LANGUAGES) {
        const said = domains.map((domain) => catalogues[language].domains[domain][e.key]).filter((to) => to !== undefined);
        assert.equal(new Set(said.map(String)).size, 1, `${language}, ${file}: ${e.id}: ${said}`);
      }
  }
});

test("translations name the same values", () => {
  const names = (text) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map((m) => m[1])
      .sort()
      .join();
  for (const language of LANGUAGES)
    for (const e of used()) {
      const to = [catalogues[language].domains[e.domain][e.key] ?? []].flat();
      for (const text of to)
        assert.ok(
          [e.id, e.plural ?? e.id].some((own) => names(own) === names(text)),
          `${language}: ${text}`,
        );
    }
});

test("Dutch has the word of its print for crossing out in every text, the terminal's too: doorkruisen", () => {
  const files = [...new Set(used().map(({ domain }) => domain))].map((domain) => poFile(domain, "nl")),
    wrong = /door(ge)?stre+p|\bstre+pt?\b[^.:]*\bdoor\b/i,
    texts = files.flatMap((file) => readFileSync(file, "utf8").replaceAll('\\n"\n"', " ").replaceAll('"\n"', "").split("\n"));
  assert.ok(texts.filter((text) => text.startsWith("msgstr") && text.includes("doorkruis")).length > 20);
  assert.deepEqual(
    texts.filter((text) => wrong.test(text)),
    [],
  );
  for (const text of ["streept een slang door: met", "een doorgestreepte mummie", "doorstrepen", "streep hem door"]) assert.match(text, wrong);
});

test("one and many are told apart as Unicode says, by the same rule in all files of a language", () => {
  const rule = (file) => /Plural-Forms: (.*?);?\\n/.exec(readFileSync(file, "utf8").replaceAll('"\n"', ""))?.[1];
  for (const language of LANGUAGES) {
    const form = new Function(`return ${pluralOf(language, catalogues[language].header)}`)();
    const kind = new Intl.PluralRules(language.replace("_", "-"));
    assert.equal(form(1), 0, language);
    const kinds = new Set(Array.from({ length: 300 }, (_, n) => `${kind.select(n)} ${form(n)}`));
    const forms = new Set([...kinds].map((k) => k.split(" ")[1]));
    assert.equal(kinds.size, forms.size, `${language}: ${[...kinds]}`);
    assert.equal(kinds.size, new Set([...kinds].map((k) => k.split(" ")[0])).size, `${language}: ${[...kinds]}`);
    for (const domain of DOMAINS) assert.equal(rule(poFile(domain, language)), rule(poFile("maps", language)), `${language}: ${domain}`);
  }
});

test("the fonts have what is said: handwriting the letters, the others all of it", () => {
  const fonts = ["alegreya-sans-400", "alegreya-sans-700", "grenze-600", "kalam-400", "kalam-700"];
  for (const font of fonts) {
    const has = characters(new URL(`../../clients/web/src/look/fonts/${font}.woff2`, import.meta.url));
    assert.ok(has.has(0x41) && !has.has(0x3b1), font); // A, no alpha
    for (const language of complete) {
      const said = new Set(
        Object.entries(catalogues[language].domains)
          .filter(([d]) => d !== TERMINAL)
          .flatMap(([, d]) => Object.values(d))
          .flat()
          .join(""),
      );
      const wanted = [...said].filter((c) => c !== "\u00ad" && (!font.startsWith("kalam") || /\p{L}/u.test(c)));
      assert.deepEqual(
        wanted.filter((c) => !has.has(c.codePointAt(0))),
        [],
        `${font}: ${language}`,
      );
    }
  }
});

/** Words in JSX text or in attributes that people read or hear. */
function strays(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found = [];
  for (const [, text] of bare.matchAll(/<\/?[a-zA-Z][^<>{}]*>([^<>{}=;()]*[A-Za-zÀ-ÿ]{2,}[^<>{}=;()]*)(?=<|\{)/g)) found.push(text.trim());
  for (const [all] of bare.matchAll(/\b(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z]{2,}[^"]*"/g)) found.push(all);
  return found.filter((s) => s && s !== "tambo");
}

test("no words outside t()", () => {
  const all = sources()
    .filter((f) => f.endsWith(".jsx"))
    .flatMap((f) => strays(readFileSync(f, "utf8")).map((s) => `${f.split("/src/")[1]}: ${s}`));
  assert.deepEqual(all, []);
  assert.deepEqual(strays("<p>Hello there</p>"), ["Hello there"]);
  assert.deepEqual(strays('<a aria-label="Go home">{t("x")}</a>'), ['aria-label="Go home"']);
});
