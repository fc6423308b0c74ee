#!/usr/bin/env node
// texts.mjs -- the texts of the web client that have no translation yet, as PO entries to paste; and
// translations that nobody uses. Exits 1 if there is either. Texts are what stands in t(), tc() and tn() of
// its sources, and the sentences by which the core and the server refuse something (domain "refusals").
//
// usage: node tools/texts.mjs [--quiet]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const src = join(root, "clients/web/src");
export const LANGUAGES = ["fr", "nl"];
const DOMAINS = ["web", "temple", "valley", "tiwanaku", "learn", "replay", "refusals"]; // of po/: the shell, each game, and what is fetched later

export function sources(folder = src) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.jsx?$/.test(name) ? [path] : [];
  });
}

const QUOTED = String.raw`"((?:[^"\\]|\\.)*)"`;
const CALL = new RegExp(String.raw`\b(t|tc|tn)\(\s*${QUOTED}(?:,\s*${QUOTED})?`, "g");

const ROOMS = ["core", "puzzle", "games", "table", "server", "clients/web"]; // where C says no to a person
const NOBODY = ["games/null.c", "server/server.c", "core/bits.h"]; // the template of a game; the log of the server; what the compiler says
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const SENTENCE = /^([A-Z`].* .*\.)(?: \[[\w-]+\])?$/;
const THROWN = new RegExp(String.raw`\bnew (?:Fault|Refused|TableError)\((?:"\w+", )?${QUOTED}`, "g");

/** Sentences in a C source, without the id of their rule. Those that explain a figure of /metrics are none. */
export function sentencesIn(code) {
  const bare = code.replace(TOKEN, (token) => (token[0] === '"' ? token : " ")).replace(/\b(metrics|histogram)_show\([^;]*;/g, " ");
  const texts = [...bare.matchAll(new RegExp(String.raw`${QUOTED}(?:\s*${QUOTED})*`, "g"))].map(([all]) =>
    [...all.matchAll(new RegExp(QUOTED, "g"))].map(([, part]) => part.replaceAll('\\"', '"')).join(""));
  return texts.map((text) => SENTENCE.exec(text)?.[1]).filter(Boolean);
}

/** All sentences of refusals that a person may read: {sentence: file}. What is said of a member of a
 * message, in backquotes, is for programs. */
export function refusals() {
  const found = {};
  for (const room of ROOMS)
    for (const name of readdirSync(join(root, room)).filter((n) => /\.[ch]$/.test(n) && !NOBODY.includes(`${room}/${n}`)))
      for (const text of sentencesIn(readFileSync(join(root, room, name), "utf8")))
        if (!["table", "server"].includes(room) || !text.includes("`")) found[text] ??= `${room}/${name}`;
  for (const file of sources())
    for (const [, text] of readFileSync(file, "utf8").matchAll(THROWN)) if (SENTENCE.test(text)) found[text] ??= file.split("/src/")[1];
  return found;
}

/** All texts in the code: [{domain, context, id, plural}]. What the shell uses is in its domain alone;
 * what two games use, games/papers among them, is in both of theirs. */
export function used() {
  const found = new Map();
  for (const file of sources()) {
    const folder = file.split("/").at(-2);
    const domains = folder === "papers" ? ["temple", "valley"] : [DOMAINS.includes(folder) ? folder : "web"];
    for (const [, fn, a, b] of readFileSync(file, "utf8").matchAll(CALL)) {
      const [one, two] = [a, b].map((s) => s && JSON.parse(`"${s}"`));
      if (fn === "tc" && two === undefined) continue; // a title of a map: tools/embed.py sees to those
      const entry = fn === "tc" ? { context: one, id: two } : fn === "tn" ? { id: one, plural: two } : { id: one };
      for (const domain of domains) found.set(`${domain}\n${entry.context ?? ""}\u0004${entry.id}`, { domain, ...entry });
    }
  }
  for (const id of Object.keys(refusals())) found.set(`refusals\n\u0004${id}`, { domain: "refusals", id });
  return [...found].filter(([key, e]) => e.domain === "web" || !found.has(key.replace(/^\w+/, "web"))).map(([, e]) => e);
}

/** What po/DOMAIN/LANGUAGE.po has: {key: text or [one, many]}. */
export function has(domain, language) {
  const file = join(root, "po", domain, `${language}.po`);
  return existsSync(file) ? JSON.parse(execFileSync("python3", [join(root, "tools/po.py"), file], { maxBuffer: 1 << 24 })) : {};
}

/** {missing: [{language, ...entry}], unused: [{language, domain, key}]} */
export function compare() {
  const all = used(), missing = [], unused = [];
  for (const language of LANGUAGES)
    for (const domain of DOMAINS) {
      const texts = has(domain, language);
      const wanted = new Set();
      for (const entry of all.filter((e) => e.domain === domain)) {
        const key = (entry.context ? `${entry.context}\u0004` : "") + entry.id;
        wanted.add(key);
        if (!(key in texts) || Array.isArray(texts[key]) !== Boolean(entry.plural)) missing.push({ language, ...entry });
      }
      for (const key of Object.keys(texts)) if (!wanted.has(key)) unused.push({ language, domain, key });
    }
  return { missing, unused };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { missing, unused } = compare();
  const quiet = process.argv.includes("--quiet");
  for (const e of quiet ? [] : missing) {
    console.log(`# po/${e.domain}/${e.language}.po`);
    if (e.context) console.log(`msgctxt ${JSON.stringify(e.context)}`);
    console.log(`msgid ${JSON.stringify(e.id)}`);
    console.log(e.plural ? `msgid_plural ${JSON.stringify(e.plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n` : 'msgstr ""\n');
  }
  for (const e of unused) console.log(`# po/${e.domain}/${e.language}.po: nobody uses ${JSON.stringify(e.key)}`);
  console.log(`# ${missing.length} missing, ${unused.length} unused`);
  process.exit(missing.length || unused.length ? 1 : 0);
}
