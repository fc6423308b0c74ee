// languages.test.mjs -- languages that are made up, in a folder of their own: forms of a plural by the language's own
// rule, what is fuzzy is not shipped, from 95 % on a language is offered and says the rest in English, below it is not
// there; msgmerge and msginit bring files up to date; the service worker keeps only what is spoken.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { languagesModule } from "../../clients/web/build.mjs";
import { DOMAINS, LANGUAGES, catalogue, compare, languages, offered, poFile, shareOf, update, used } from "../../tools/texts.mjs";

const PO = fileURLToPath(new URL("../../po/", import.meta.url));
const POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);";
let folder;
before(() => (folder = mkdtempSync(join(tmpdir(), "tambo-po-"))));
after(() => rmSync(folder, { recursive: true }));

/** A folder like po/ with one language: text(entry, i) gives what it says, null for nothing, or [text, flag]. */
function made(name, text, { plural = POLISH, code = "xx" } = {}) {
  const po = join(folder, name),
    bytes = {};
  for (const domain of DOMAINS) mkdirSync(join(po, domain), { recursive: true });
  writeFileSync(join(po, "LINGUAS"), `# made up\n${code}\n`);
  used().forEach((e, i) => {
    const [to, flag] = [text(e, i)].flat();
    if (to === null) return;
    bytes[e.domain] ??= `msgid ""\nmsgstr "Language: ${code}\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: ${plural}\\n"\n`;
    const forms = e.plural
      ? `msgid_plural ${JSON.stringify(e.plural)}\n${[0, 1, 2].map((k) => `msgstr[${k}] ${JSON.stringify(`${k} ${to}`)}\n`).join("")}`
      : `msgstr ${JSON.stringify(to)}\n`;
    bytes[e.domain] += `\n${flag ? `#, ${flag}\n` : ""}${e.context ? `msgctxt ${JSON.stringify(e.context)}\n` : ""}msgid ${JSON.stringify(e.id)}\n${forms}`;
  });
  for (const [domain, s] of Object.entries(bytes)) writeFileSync(poFile(domain, code, po), s);
  return po;
}
const said = (e) => (e.context === "language" ? "Iksowy" : `xx ${e.id}`);
const moduleOf = (list, texts = {}) => import(`data:text/javascript,${encodeURIComponent(languagesModule(list, texts))}`);

test("three forms, by the rule of the language", async () => {
  const [xx, ...others] = offered(made("three", said));
  assert.deepEqual([xx.code, xx.name, others], ["xx", "Iksowy", []]);
  const { SPOKEN } = await moduleOf([xx]);
  assert.deepEqual([0, 1, 2, 4, 5, 11, 12, 21, 22, 112].map(SPOKEN.xx.plural), [2, 0, 1, 1, 2, 2, 2, 2, 1, 2]);
  const one = used().find((e) => e.plural);
  assert.deepEqual(
    xx.domains[one.domain][one.key],
    [0, 1, 2].map((k) => `${k} xx ${one.id}`),
  );
});

test("a rule that is no JavaScript, or no rule, stops the build", () => {
  assert.throws(() => offered(made("divided", said, { plural: "nplurals=3; plural=(n/2 % 3);" })), /Plural-Forms/);
});

test("what is fuzzy is not shipped", () => {
  const some = used().filter((e) => e.domain === "web" && !e.plural)[7];
  const [xx] = offered(made("fuzzy", (e) => (e === some ? [said(e), "fuzzy"] : said(e))));
  assert.ok(!(some.key in xx.domains.web));
  assert.equal(Object.keys(xx.domains.web).length, used().filter((e) => e.domain === "web").length - 1);
});

test("offered from 95 % on; what is missing is left to English", () => {
  const all = used().length,
    most = Math.ceil(all * 0.95);
  const upTo = (n) => (e, i) => (i < n ? said(e) : null);
  const [xx] = offered(made("enough", upTo(most)));
  assert.equal(
    Object.values(xx.domains).reduce((sum, d) => sum + Object.keys(d).length, 0),
    most,
  );
  const less = made("less", upTo(most - 1));
  assert.ok(shareOf(catalogue("xx", less)) > 0.94);
  assert.deepEqual(offered(less), []);
  assert.deepEqual(
    offered(made("wrong", said, { code: "yy" })).map((l) => l.code),
    ["yy"],
  );
});

test("a language without a file of its own in each domain, or in none", () => {
  const po = made("few", (e) => (e.domain === "replay" ? null : said(e)));
  assert.ok(!existsSync(poFile("replay", "xx", po)));
  assert.deepEqual(catalogue("xx", po).domains.replay, {});
  writeFileSync(join(po, "LINGUAS"), "zz\n");
  assert.deepEqual(offered(po), []);
  assert.equal(compare(po).missing.length, used().length);
});

test("a POT file for each domain, also in a folder named from here", () => {
  execFileSync(process.execPath, [fileURLToPath(new URL("../../tools/texts.mjs", import.meta.url)), "--pot", "pot"], { cwd: folder });
  assert.deepEqual(readdirSync(join(folder, "pot")).sort(), ["maps", ...DOMAINS].map((d) => `${d}.pot`).sort());
});

test("texts that have changed come up to date, and a new language gets its files", () => {
  const po = join(folder, "update"),
    [code] = LANGUAGES;
  cpSync(PO, po, { recursive: true });
  const file = poFile("web", code, po),
    before_ = readFileSync(file, "utf8");
  writeFileSync(file, before_.replace('msgid "Learn by playing"', 'msgid "Learn by playing it"'));
  writeFileSync(join(po, "LINGUAS"), `${code} pl\n`);
  update(po);
  assert.deepEqual(languages(po), [code, "pl"]);
  const { missing, unused } = compare(po);
  assert.deepEqual(
    missing.filter((e) => e.language === code).map((e) => e.id),
    ["Learn by playing"],
  ); // fuzzy now
  assert.match(readFileSync(file, "utf8"), /#, fuzzy\n#\| msgid "Learn by playing it"\nmsgid "Learn by playing"\nmsgstr "."?/);
  assert.deepEqual(unused, []);
  assert.equal(missing.filter((e) => e.language === "pl").length, used().length);
  assert.match(readFileSync(poFile("web", "pl", po), "utf8"), /nplurals=3/);
  for (const domain of ["maps", ...DOMAINS])
    for (const l of languages(po)) execFileSync("msgfmt", ["--check-format", "-o", "/dev/null", poFile(domain, l, po)]);
});

test("the languages of po/LINGUAS are in the page, and the service worker fetches them only where they are spoken", () => {
  const web = process.env.TAMBO_WEB,
    files = readdirSync(web);
  const worker = readFileSync(join(web, "sw.js"), "utf8");
  const list = JSON.parse(/const FILES = (\[.*\]);/.exec(worker)[1]),
    spoken = JSON.parse(/const SPOKEN = (\{.*\});/.exec(worker)[1]);
  assert.deepEqual(Object.keys(spoken).sort(), [...LANGUAGES].sort());
  for (const [code, own] of Object.entries(spoken)) {
    assert.equal(own.length, DOMAINS.length + 1, code); // and the maps, and the manifest; but not the terminal
    for (const file of own) assert.ok(files.includes(file.slice(1)) && !list.includes(file), file);
  }
  assert.deepEqual(
    list.filter((f) => /\.json$|manifest-/.test(f)),
    [],
  );
  assert.equal(list.length + Object.values(spoken).flat().length, files.length - 1); // all but sw.js
});
