#!/usr/bin/env node
// texts.mjs -- the texts that people read, by gettext's programs: what is in the sources, what po/ has of it.
// xgettext finds those in t(), tc() and tn() of the web client, for which esbuild makes JavaScript of JSX, and in
// N_() and NN_() of C (core/tale.h): these are said by terminal and browser. The
// sentences by which the core and the server refuse something (domain "refusals") and the titles of the maps
// (po/LANGUAGE.po) are found here.
//
// usage: node tools/texts.mjs [--quiet]      what has no translation, and translations that nobody uses; 1 if there is either
//        node tools/texts.mjs --pot FOLDER   writes a POT file for each domain (make pot)
//        node tools/texts.mjs --update       brings all PO files up to date by msgmerge, makes those that are
//                                            not there by msginit (make po)
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const src = join(root, "clients/web/src");
const PO = join(root, "po");
export const OFFERED = 0.95; // of all texts: from there on a language is offered, and English stands for the rest

/** The languages of po/LINGUAS. */
export const languages = (po = PO) =>
  readFileSync(join(po, "LINGUAS"), "utf8")
    .split("\n")
    .flatMap((line) => line.split("#")[0].split(/\s+/).filter(Boolean));
export const LANGUAGES = languages();
const folders = (of) => readdirSync(of).filter((name) => statSync(join(of, name)).isDirectory());
const GAMES = folders(join(src, "games")).filter((name) => existsSync(join(src, "games", name, "index.jsx")));
/** The folders of po/: the shell, each game (also a new one), and what is fetched later. "maps" is po/LANGUAGE.po. */
export const DOMAINS = [...new Set([...folders(PO), ...GAMES])].sort();
const ALL = ["maps", ...DOMAINS];
export const TERMINAL = "terminal";
export const poFile = (domain, language, po = PO) => join(po, domain === "maps" ? "" : domain, `${language}.po`);

/** What tools/po.py reads from these files: [{header, texts: {key: text or [forms]}}]. */
const read = (...args) =>
  JSON.parse(execFileSync("python3", [join(root, "tools/po.py"), ...args], { maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "inherit"] }));

export function sources(folder = src) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.jsx?$/.test(name) ? [path] : [];
  });
}

const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;

const MARKED = new RegExp(String.raw`\bNN?_\(\s*${QUOTED}(?:[\s,]*${QUOTED})*\s*\)`, "g"); // no refusals
const ROOMS = ["core", "puzzle", "games", "table", "server", "server/net", "server/store", "server/hall", "server/api", "clients/web"]; // where C says no to a person
const NOBODY = ["games/null.c", "server/server.c", "core/bits.h"]; // the template of a game; the log of the server; what the compiler says
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const SENTENCE = /^([A-Z`].* .*\.)(?: \[[\w-]+\])?$/;
const THROWN = new RegExp(String.raw`\bnew (?:Fault|Refused|TableError)\((?:"\w+", )?${QUOTED}`, "g");

/** Sentences in a C source, without the id of their rule. Those that explain a figure of /metrics are none. */
export function sentencesIn(code) {
  const bare = code
    .replace(TOKEN, (token) => (token[0] === '"' ? token : " "))
    .replace(/\bmetrics_(?:[a-z]+_)?show\([^;]*;/g, " ")
    .replace(MARKED, " ");
  const texts = [...bare.matchAll(new RegExp(String.raw`${QUOTED}(?:\s*${QUOTED})*`, "g"))].map(([all]) =>
    [...all.matchAll(new RegExp(QUOTED, "g"))].map(([, part]) => part.replaceAll('\\"', '"')).join(""),
  );
  return texts.map((text) => SENTENCE.exec(text)?.[1]).filter(Boolean);
}

/** All sentences of refusals that a person may read: {sentence: file}. What is said of a member of a
 * message, in backquotes, is for programs. */
export function refusals() {
  const found = {};
  for (const room of ROOMS)
    for (const name of readdirSync(join(root, room)).filter((n) => /\.[ch]$/.test(n) && !NOBODY.includes(`${room}/${n}`)))
      for (const text of sentencesIn(readFileSync(join(root, room, name), "utf8")))
        if (!/^(table|server)\b/.test(room) || !text.includes("`")) found[text] ??= `${room}/${name}`;
  for (const file of sources())
    for (const [, text] of readFileSync(file, "utf8").matchAll(THROWN)) if (SENTENCE.test(text)) found[text] ??= file.split("/src/")[1];
  return found;
}

// ---- POT files ----

const HEAD = `msgid ""
msgstr ""
"Project-Id-Version: tambo\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

`;
const FORM = { loader: "jsx", jsx: "automatic", jsxImportSource: "preact", charset: "utf8", supported: { "template-literal": false } };
const KEYWORDS = {
  JavaScript: ["--keyword", "--keyword=t:1", "--keyword=tc:1c,2", "--keyword=tn:1,2"],
  C: ["--keyword", "--keyword=N_:1", "--keyword=NN_:1,2", "--keyword=_:1", "--keyword=say:1", "--keyword=say_line:1", "--keyword=say_into:3"],
};

/** The games that import something of a folder beside theirs. */
const users = (folder) => GAMES.filter((game) => sources(join(src, "games", game)).some((file) => readFileSync(file, "utf8").includes(`from "../${folder}/`)));

/** The domains of a source: its texts are translated there, and looked up there (build.mjs). What lists say of a game before it is fetched is the shell's, its lesson is for those who learn, its past for
 * one's own story; what games share is in the domain of each. */
export function domainsOf(file) {
  const folder = basename(dirname(file)),
    name = basename(file);
  if (dirname(dirname(file)) !== join(src, "games")) return [DOMAINS.includes(folder) ? folder : "web"];
  if (name === "about.js") return ["web"];
  if (name === "lesson.js") return ["learn"];
  if (/^(past|book)\./.test(name)) return ["story"];
  return GAMES.includes(folder) ? [folder] : users(folder);
}

/** The games whose sources in C use a room. */
const usersOfC = (room) =>
  GAMES.filter((game) =>
    readdirSync(join(root, "games")).some((name) => name.startsWith(game) && readFileSync(join(root, "games", name), "utf8").includes(`#include "../${room}/`)),
  );

const REVIEW = "review"; // pages fetch it with hints and reviews

/** The same of a source in C: what happens in a game is in its domain, and so are the reasons of a room that it uses; what bots say
 * is in that of reviews;
 * "terminal" has what `tambo play` says besides, and pages never fetch it. */
function domainsOfC(room, name) {
  if (room === "puzzle") return usersOfC(room);
  if (room === "bots") return /^(judge|review|why)/.test(name) ? [REVIEW] : [TERMINAL];
  const [, game] = /^([a-z]+)_tell\.c$/.exec(name) ?? [];
  if (room !== "games" || !game) return [TERMINAL];
  return GAMES.includes(game) ? [game] : users(game);
}

/** The sources in C that say something: {domain: [name]}. */
function coreSources() {
  const found = Object.fromEntries(DOMAINS.map((d) => [d, []]));
  for (const room of ["puzzle", "games", "bots", "cli"])
    for (const name of readdirSync(join(root, room))
      .filter((n) => n.endsWith(".c") && !NOBODY.includes(`${room}/${n}`))
      .sort())
      for (const domain of domainsOfC(room, name)) found[domain].push(`${room}/${name}`);
  return found;
}

/** Writes the texts of some sources to a POT file. */
function extract(language, pot, cwd, besides, files) {
  if (!files.length) return writeFileSync(pot, HEAD);
  const said = execFileSync(
    "xgettext",
    [`--language=${language}`, "--from-code=UTF-8", ...KEYWORDS[language], ...besides, "--add-location=file", "--no-wrap", "--force-po", "-o", "-", ...files],
    { cwd, encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"] },
  ); // it warns of texts that are not ASCII
  const first = said.indexOf("\n\n"); // behind the head; where there are no texts there is nothing behind it
  writeFileSync(pot, HEAD + (first < 0 ? "" : said.slice(first + 2)));
}

/** The sources as plain JavaScript below a folder, under their own names: {domain: [name]}. */
function plainSources(into) {
  const esbuild = createRequire(join(root, "clients/web/package.json"))("esbuild");
  const found = Object.fromEntries(DOMAINS.map((d) => [d, []]));
  for (const file of sources().sort()) {
    const name = relative(root, file);
    mkdirSync(join(into, dirname(name)), { recursive: true });
    writeFileSync(join(into, name), esbuild.transformSync(readFileSync(file, "utf8"), FORM).code);
    for (const domain of domainsOf(file)) found[domain].push(name);
  }
  return found;
}

const entry = ({ note, from, context, id }) =>
  `${note ? `#. ${note}\n` : ""}#: ${from}\n${context ? `msgctxt ${JSON.stringify(context)}\n` : ""}msgid ${JSON.stringify(id)}\nmsgstr ""\n`;

function mapTitles() {
  const folder = "data/scenarios";
  const number = (name) => Number(/\d+/.exec(name));
  const names = readdirSync(join(root, folder)).sort((a, b) => (a[0] < b[0] ? 1 : a[0] > b[0] ? -1 : number(a) - number(b)));
  const titles = names.map((name) => ({
    from: `${folder}/${name}`,
    context: "map",
    id: /^name: (.*)$/m.exec(readFileSync(join(root, folder, name), "utf8"))[1],
  }));
  return [{ note: "What your language calls itself: Français, Nederlands, ...", from: "po/LINGUAS", context: "language", id: "English" }, ...titles];
}

/** Writes POT files into a folder, one for each domain. What the shell says stands in its domain alone; what the terminal
 * shares with pages, in theirs. */
export function writePots(to) {
  const folder = resolve(to);
  const at = (domain) => join(folder, `${domain}.pot`);
  const work = mkdtempSync(join(tmpdir(), "tambo-texts-"));
  mkdirSync(folder, { recursive: true });
  try {
    const files = plainSources(work),
      core = coreSources();
    const games = DOMAINS.filter((d) => !["web", "refusals", TERMINAL].includes(d));
    for (const domain of ["web", ...games, TERMINAL]) {
      const said = domain === "web" ? [] : domain === TERMINAL ? ["web", ...games] : ["web"]; // the terminal has all of them
      const besides = said.flatMap((d) => ["--exclude-file", at(d)]);
      extract("JavaScript", at(domain), work, besides, files[domain]);
      if (!core[domain].length) continue;
      const [own, both] = ["own.pot", "both.pot"].map((name) => join(work, name));
      extract("C", own, root, besides, core[domain]);
      execFileSync("msgcat", ["--use-first", "--no-wrap", "-o", both, at(domain), own]);
      copyFileSync(both, at(domain));
    }
  } finally {
    rmSync(work, { recursive: true });
  }
  const [{ texts: shell }] = read("--ids", at("web"));
  const refused = Object.entries(refusals())
    .filter(([id]) => !(id in shell))
    .map(([id, from]) => ({ id, from }));
  writeFileSync(at("refusals"), HEAD + refused.map(entry).join("\n"));
  writeFileSync(at("maps"), HEAD + mapTitles().map(entry).join("\n"));
}

let kept = null;
/** All texts there are: [{domain, key, context, id, plural}]. */
export function used() {
  if (kept) return kept;
  const folder = mkdtempSync(join(tmpdir(), "tambo-pot-"));
  try {
    writePots(folder);
    const found = read("--ids", ...ALL.map((d) => join(folder, `${d}.pot`)));
    kept = found.flatMap(({ texts }, i) =>
      Object.entries(texts).map(([key, to]) => {
        const [id, context] = key.split("\u0004").reverse();
        return { domain: ALL[i], key, context, id, plural: Array.isArray(to) ? to[1] : undefined };
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  return kept;
}

// ---- PO files ----

/** What the files of a language have: {header (of po/LANGUAGE.po), domains: {domain: {key: text or [forms]}}}. */
export function catalogue(language, po = PO) {
  const there = ALL.filter((domain) => existsSync(poFile(domain, language, po)));
  const found = there.length ? read(...there.map((domain) => poFile(domain, language, po))) : [];
  const domains = Object.fromEntries(ALL.map((domain) => [domain, found[there.indexOf(domain)]?.texts ?? {}]));
  return { header: found[0]?.header ?? {}, domains };
}

/** What po/DOMAIN/LANGUAGE.po has: {key: text or [forms]}. */
export const has = (domain, language) => (existsSync(poFile(domain, language)) ? read(poFile(domain, language))[0].texts : {});

const fits = (to, { plural }) => to !== undefined && Array.isArray(to) === Boolean(plural);

/** The part of all texts that a language has, from 0 to 1. */
export const shareOf = ({ domains }) => used().filter((e) => fits(domains[e.domain][e.key], e)).length / used().length;

/** Which form for n, as JavaScript: the expression of the header, which msgfmt has checked, is JavaScript, too,
 * as long as nothing is divided. */
export function pluralOf(language, header) {
  const [, expression] = /nplurals *= *\d+ *; *plural *= *([^;]+)/.exec(header["Plural-Forms"] ?? "") ?? [];
  if (!/^[n\d\s?:|&=!<>+*%()-]+$/.test(expression ?? "")) throw new Error(`${language}: Plural-Forms is not understood: ${header["Plural-Forms"]}`);
  return `(n) => Number(${expression.trim()})`;
}

/** The languages that are complete enough to be offered: [{code, name, plural, domains}]. */
export function offered(po = PO) {
  return languages(po)
    .map((code) => ({ code: code.replace("_", "-"), ...catalogue(code, po) }))
    .filter((l) => shareOf(l) >= OFFERED)
    .map(({ code, header, domains }) => ({ code, name: domains.maps["language\u0004English"] ?? code, plural: pluralOf(code, header), domains }));
}

/** {missing: [{language, ...entry}], unused: [{language, domain, key}]} */
export function compare(po = PO) {
  const all = used(),
    missing = [],
    unused = [];
  for (const language of languages(po)) {
    const { domains } = catalogue(language, po);
    for (const e of all) if (!fits(domains[e.domain][e.key], e)) missing.push({ language, ...e });
    for (const domain of ALL) {
      const wanted = new Set(all.filter((e) => e.domain === domain).map((e) => e.key));
      for (const key of Object.keys(domains[domain])) if (!wanted.has(key)) unused.push({ language, domain, key });
    }
  }
  return { missing, unused };
}

/** Brings the PO files of all languages up to date; says what is left to translate. Without places in the sources, which change with every
 * line that moves. No text is a format: xgettext takes "% of" for one, and msgmerge would have the translations written so. */
export function update(po = PO) {
  const folder = mkdtempSync(join(tmpdir(), "tambo-pot-"));
  const run = (...command) => execFileSync(command[0], command.slice(1), { stdio: ["ignore", "ignore", "inherit"] });
  try {
    writePots(folder);
    for (const language of languages(po))
      for (const domain of ALL) {
        const file = poFile(domain, language, po),
          pot = join(folder, `${domain}.pot`);
        writeFileSync(pot, readFileSync(pot, "utf8").replace(/^(#,.*?),? (?:c|javascript)-format/gm, "$1"));
        mkdirSync(dirname(file), { recursive: true });
        if (existsSync(file)) run("msgmerge", "--quiet", "--update", "--backup=none", "--previous", "--no-wrap", "--no-location", file, pot);
        else run("msginit", "--no-translator", "--no-wrap", `--locale=${language}`, `--input=${pot}`, `--output-file=${file}`);
      }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function main([how, folder]) {
  if (how === "--pot" && folder) return writePots(folder);
  if (how === "--update") update();
  const { missing, unused } = compare();
  for (const e of how ? [] : missing) console.log(`po/${e.domain === "maps" ? "" : `${e.domain}/`}${e.language}.po: ${JSON.stringify(e.id)}`);
  for (const e of unused) console.log(`po/${e.domain === "maps" ? "" : `${e.domain}/`}${e.language}.po: nobody uses ${JSON.stringify(e.key)}`);
  for (const code of LANGUAGES) console.log(`${code}: ${missing.filter((e) => e.language === code).length} of ${used().length} missing`);
  process.exitCode = how !== "--update" && (missing.length || unused.length) ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
