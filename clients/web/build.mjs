// build.mjs -- makes the folder a web server serves: page, code, styles, fonts, rules as
// WebAssembly, texts in each language, service worker. Names carry a hash of what is in the
// file, so they may be kept forever; only index.html, sw.js and the manifests change.
//
// usage: node build.mjs OUT TAMBO.WASM TAMBO_LAB.WASM [STAMP DEPFILE]   (the last two for ninja)
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { TERMINAL, domainsOf, offered, poFile } from "../../tools/texts.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const src = join(here, "src");
const root = resolve(here, "../..");

/** Puts bytes under a hashed name; gives its address. */
function put(out, name, bytes) {
  const ext = extname(name);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const file = `${basename(name, ext)}-${hash}${ext}`;
  writeFileSync(join(out, file), bytes);
  return `/${file}`;
}

/** A French text with spaces that do not break where the print has them. */
const french = (text) => text.replace(/ (?=[:;?!»%])/g, "\u00a0").replaceAll("« ", "«\u00a0");

/** Texts of the languages that are offered, as JSON files: {domain: {language: address}}. English stands in the code. */
function texts(out, languages, used) {
  const found = {};
  used.add(join(root, "po/LINGUAS"));
  for (const { code, domains } of languages)
    for (const [domain, all] of Object.entries(domains).filter(([domain]) => domain !== TERMINAL)) {
      const file = poFile(domain, code.replace("-", "_"));
      if (existsSync(file)) used.add(file);
      if (code === "fr") for (const [key, to] of Object.entries(all)) all[key] = Array.isArray(to) ? to.map(french) : french(to);
      (found[domain] ??= {})[code] = put(out, `${domain}-${code}.json`, JSON.stringify(all));
    }
  return found;
}

/** What i18n.js wants to know of the languages, as a module: where their texts are, what they are called, which form
 * of a text with a plural is for n. */
export const languagesModule = (languages, said) =>
  `export const TEXTS = ${JSON.stringify(said)};\nexport const SPOKEN = {${languages.map((l) => `${JSON.stringify(l.code)}: { name: ${JSON.stringify(l.name)}, plural: ${l.plural} }`).join(", ")}};\n`;

const options = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome107", "firefox104", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  sourcemap: process.env.TAMBO_SOURCEMAP ? "inline" : false, // for what counts which functions were run (tools/coverage)
  sourcesContent: false,
  absWorkingDir: here,
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/",
  loader: { ".woff2": "file" },
};

/** Files of the games' folders that end so, in the order of their names. */
function ofGames(ending) {
  const folders = readdirSync(join(src, "games"), { withFileTypes: true })
    .filter((f) => f.isDirectory())
    .map((f) => join(src, "games", f.name));
  return folders
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((f) => f.endsWith(ending))
        .map((f) => join(folder, f)),
    )
    .sort();
}

/** `@import "games"`: the style sheets of all games. */
const gamesStyle = {
  name: "games",
  setup(of) {
    of.onResolve({ filter: /^games$/ }, () => ({ path: "games", namespace: "games" }));
    of.onLoad({ filter: /^games$/, namespace: "games" }, () => ({
      loader: "css",
      resolveDir: src,
      contents: ofGames(".css")
        .map((f) => `@import ${JSON.stringify(f)};`)
        .join("\n"),
    }));
  },
};

/** Texts are looked up in the domains of the file that says them: its i18n.js is bound to these (words/i18n.js). */
const boundTexts = {
  name: "texts",
  setup(of) {
    of.onResolve({ filter: /\/i18n\.js$/ }, ({ importer, namespace }) => {
      const domains = namespace === "file" ? domainsOf(importer).join() : "web";
      return domains === "web" ? undefined : { path: domains, namespace: "texts" };
    });
    of.onLoad({ filter: /./, namespace: "texts" }, ({ path }) => ({
      resolveDir: join(src, "words"),
      contents: `export * from "./i18n.js";\nimport { textsOf } from "./i18n.js";\nexport const { t, tc, tn } = textsOf(${path
        .split(",")
        .map((domain) => JSON.stringify(domain))
        .join()});`,
    }));
  },
};

/** Lamplight by choice: what a style sheet says of it by the system, once more. */
const BY_SYSTEM = /@media \(prefers-color-scheme:dark\)\{:root:not\(\[data-light=day\]\)([^{}]*\{[^{}]*\})\}/g;
const lamplight = {
  name: "lamplight",
  setup(of) {
    of.onLoad({ filter: /\.css$/ }, ({ path }) => ({
      loader: "css",
      contents: readFileSync(path, "utf8").replace(BY_SYSTEM, (all, rule) => `${all}\n:root[data-light=lamp]${rule}`),
    }));
  },
};

async function bundle(out, entry, more, used) {
  const made = await esbuild.build({ ...options, ...more, entryPoints: [join(src, entry)], outdir: out });
  for (const file of Object.keys(made.metafile.inputs)) if (existsSync(join(here, file))) used.add(resolve(here, file));
  const own = relative(here, join(src, entry)); // what is fetched later has an entry point, too
  const of = Object.entries(made.metafile.outputs).find(([, o]) => o.entryPoint === own);
  return `/${relative(out, resolve(here, of[0]))}`;
}

/** The drawings that every page uses, to stand in the page itself. */
function sprite(used) {
  const bare = (file) => {
    used.add(file);
    return readFileSync(file, "utf8")
      .replace(/<svg[^>]*>/, "")
      .replace(/<\/svg>\s*$/, "")
      .replace(/<!--[\s\S]*?-->\n?/g, "");
  };
  const files = [join(src, "look/symbols.svg"), join(src, "look/patterns.svg"), ...ofGames(".svg")];
  return `<svg class="sprite" aria-hidden="true" focusable="false">${files.map(bare).join("")}</svg>`;
}

/** The manifest in each language: what it says of Tambo is a text of the shell, too, which names the games. Gives the English sentence. */
function manifests(out, text, icons, languages, titles) {
  const plain = JSON.parse(text.replace("ICON_MASKABLE", icons[1]).replace("ICON", icons[0]));
  const write = (name, manifest) => writeFileSync(join(out, name), JSON.stringify(manifest, null, 2));
  const say = (lang, said) =>
    (said[plain.description] ?? plain.description).replace(
      "{games}",
      new Intl.ListFormat(lang === "en" ? "en-GB" : lang).format(titles.map((title) => said[title] ?? title)),
    );
  const description = say("en", {});
  write("manifest.webmanifest", { ...plain, description });
  for (const [lang, address] of Object.entries(languages)) {
    const said = JSON.parse(readFileSync(join(out, address), "utf8"));
    write(`manifest-${lang}.webmanifest`, plain.description in said ? { ...plain, lang, description: say(lang, said) } : { ...plain, description });
  }
  return description;
}

/** What the module says of itself: the name of the build (core/build.h), and the titles of its games. */
function aboutOf(wasmFile) {
  const c = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {}).exports;
  const said = () => Buffer.from(c.memory.buffer, c.tambo_out(), c.tambo_out_len()).toString();
  c.tambo_build();
  const build = said();
  c.tambo_about();
  return { build, titles: JSON.parse(said()).games.map((g) => g.title) };
}

export async function build(out, wasmFile, labFile) {
  out = resolve(out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const used = new Set([join(here, "build.mjs"), join(here, "package-lock.json"), join(root, "tools/po.py"), join(root, "tools/texts.mjs")]);
  const wasm = put(out, "tambo.wasm", readFileSync(wasmFile));
  const lab = put(out, "tambo_lab.wasm", readFileSync(labFile));
  const known = aboutOf(wasmFile);
  const urls = { WASM_URL: JSON.stringify(wasm), LAB_URL: JSON.stringify(lab), BUILD: JSON.stringify(known.build) };
  const worker = await bundle(out, "worker/worker.js", { define: urls }, used);
  const style = await bundle(out, "style.css", { plugins: [gamesStyle, lamplight] }, used);
  const moreStyle = await bundle(out, "more.css", {}, used);
  const languages = offered();
  const said = texts(out, languages, used);
  const work = mkdtempSync(join(tmpdir(), "tambo-web-"));
  writeFileSync(join(work, "languages.js"), languagesModule(languages, said));
  const main = await bundle(
    out,
    "main.jsx",
    {
      splitting: true,
      inject: [join(work, "languages.js")],
      plugins: [boundTexts],
      define: { ...urls, WORKER_URL: JSON.stringify(worker), MORE_STYLE_URL: JSON.stringify(moreStyle) },
    },
    used,
  );
  rmSync(work, { recursive: true });

  const icons = ["icon.svg", "icon-maskable.svg"].map((name) => {
    used.add(join(src, name));
    return put(out, name, readFileSync(join(src, name)));
  });
  const read = (name) => (used.add(join(src, name)), readFileSync(join(src, name), "utf8"));
  const description = manifests(out, read("manifest.json"), icons, said.web ?? {}, known.titles);
  const fonts = readdirSync(out).filter((f) => /^(alegreya-sans-400|grenze)/.test(f));
  const page = read("index.html")
    .replace("<!-- sprite -->", sprite(used))
    .replaceAll("MAIN", main)
    .replaceAll("STYLE", style)
    .replaceAll("ICON", icons[0])
    .replace("DESCRIPTION", description)
    .replace("<!-- fonts -->", fonts.map((f) => `<link rel="preload" href="/${f}" as="font" type="font/woff2" crossorigin>`).join("\n"));
  const spoken = Object.fromEntries(languages.map(({ code }) => [code, [...Object.values(said).map((of) => of[code]), `/manifest-${code}.webmanifest`]]));
  const files = [
    "/",
    ...readdirSync(out)
      .sort()
      .map((f) => `/${f}`),
  ];
  const everybody = files.filter((f) => !Object.values(spoken).flat().includes(f));
  const version = createHash("sha256").update(page).update(read("sw.js")).update(files.join()).digest("hex").slice(0, 12);
  writeFileSync(join(out, "index.html"), page.replace("VERSION", version));
  writeFileSync(
    join(out, "sw.js"),
    read("sw.js").replace("VERSION", version).replace('["FILES"]', JSON.stringify(everybody)).replace("{ SPOKEN: [] }", JSON.stringify(spoken)),
  );
  return [...used];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out, wasm, lab, stamp, depfile] = process.argv.slice(2);
  if (!lab) {
    console.error("usage: node build.mjs OUT TAMBO.WASM TAMBO_LAB.WASM [STAMP DEPFILE]");
    process.exit(2);
  }
  const used = await build(out, wasm, lab);
  if (depfile) writeFileSync(depfile, `${stamp}: ${used.map((f) => f.replaceAll(" ", "\\ ")).join(" ")}\n`);
  if (stamp) writeFileSync(stamp, "");
}
