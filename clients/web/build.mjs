// build.mjs -- makes the folder a web server serves: page, code, styles, fonts, rules as
// WebAssembly, texts in each language, service worker. Names carry a hash of what is in the
// file, so they may be kept forever; only index.html, sw.js and the manifests change.
//
// usage: node build.mjs OUT TAMBO.WASM TAMBO_LAB.WASM [STAMP DEPFILE]   (the last two for ninja)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const src = join(here, "src");
const root = resolve(here, "../..");
const DOMAINS = ["maps", "web", "temple", "valley", "tiwanaku", "learn", "replay", "refusals"]; // of po/: the shell, each game, what is fetched later; titles of maps
const LANGUAGES = ["fr", "nl"]; // English stands in the code

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

/** Texts of po/DOMAIN/LANGUAGE.po, and of po/LANGUAGE.po for the maps, as JSON files: {domain: {language: address}}. */
function texts(out, used) {
  const found = {};
  for (const domain of DOMAINS)
    for (const language of LANGUAGES) {
      const file = join(root, "po", domain === "maps" ? "" : domain, `${language}.po`);
      if (!existsSync(file)) continue;
      used.add(file);
      const all = JSON.parse(execFileSync("python3", [join(root, "tools/po.py"), file], { maxBuffer: 1 << 24 }));
      if (language === "fr") for (const [key, to] of Object.entries(all)) all[key] = Array.isArray(to) ? to.map(french) : french(to);
      (found[domain] ??= {})[language] = put(out, `${domain}-${language}.json`, JSON.stringify(all));
    }
  return found;
}

const options = {
  bundle: true, minify: true, format: "esm", target: ["es2022", "chrome107", "firefox104", "safari16"],
  jsx: "automatic", jsxImportSource: "preact", metafile: true, absWorkingDir: here, legalComments: "none",
  entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", assetNames: "[name]-[hash]", publicPath: "/",
  loader: { ".woff2": "file" },
};

async function bundle(out, entry, more, used) {
  const made = await esbuild.build({ ...options, ...more, entryPoints: [join(src, entry)], outdir: out });
  for (const file of Object.keys(made.metafile.inputs)) if (existsSync(join(here, file))) used.add(resolve(here, file));
  const ext = extname(entry) === ".css" ? ".css" : ".js";
  const of = Object.entries(made.metafile.outputs).find(([name, o]) => o.entryPoint && name.endsWith(ext));
  return `/${relative(out, resolve(here, of[0]))}`;
}

/** The drawings that every page uses, to stand in the page itself. */
function sprite(used) {
  const bare = (file) => {
    used.add(join(src, "look", file));
    return readFileSync(join(src, "look", file), "utf8")
      .replace(/<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "").replace(/<!--[\s\S]*?-->\n?/g, "");
  };
  return `<svg class="sprite" aria-hidden="true" focusable="false">${bare("symbols.svg")}${bare("patterns.svg")}</svg>`;
}

/** The manifest in each language: what it says of Tambo is a text of the shell, too. Gives the English sentence. */
function manifests(out, text, icons, languages) {
  const plain = JSON.parse(text.replace("ICON_MASKABLE", icons[1]).replace("ICON", icons[0]));
  const write = (name, manifest) => writeFileSync(join(out, name), JSON.stringify(manifest, null, 2));
  write("manifest.webmanifest", plain);
  for (const [lang, address] of Object.entries(languages)) {
    const description = JSON.parse(readFileSync(join(out, address), "utf8"))[plain.description];
    if (!description) throw new Error(`po/web/${lang}.po does not have the description of manifest.json`);
    write(`manifest-${lang}.webmanifest`, { ...plain, lang, description });
  }
  return plain.description;
}

/** The name of the build, as the module has it (core/build.h). */
function buildOf(wasmFile) {
  const c = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {}).exports;
  c.tambo_build();
  return Buffer.from(c.memory.buffer, c.tambo_out(), c.tambo_out_len()).toString();
}

export async function build(out, wasmFile, labFile) {
  out = resolve(out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const used = new Set([join(here, "build.mjs"), join(here, "package-lock.json"), join(root, "tools/po.py")]);
  const wasm = put(out, "tambo.wasm", readFileSync(wasmFile));
  const lab = put(out, "tambo_lab.wasm", readFileSync(labFile));
  const urls = { WASM_URL: JSON.stringify(wasm), LAB_URL: JSON.stringify(lab), BUILD: JSON.stringify(buildOf(wasmFile)) };
  const worker = await bundle(out, "worker.js", { define: urls }, used);
  const style = await bundle(out, "style.css", {}, used);
  const said = texts(out, used);
  const main = await bundle(out, "main.jsx", {
    splitting: true,
    define: { ...urls, WORKER_URL: JSON.stringify(worker), TEXTS: JSON.stringify(said) },
  }, used);

  const icons = ["icon.svg", "icon-maskable.svg"].map((name) => {
    used.add(join(src, name));
    return put(out, name, readFileSync(join(src, name)));
  });
  const read = (name) => (used.add(join(src, name)), readFileSync(join(src, name), "utf8"));
  const description = manifests(out, read("manifest.json"), icons, said.web);
  const fonts = readdirSync(out).filter((f) => /^(alegreya-sans-400|grenze)/.test(f));
  writeFileSync(join(out, "index.html"), read("index.html")
    .replace("<!-- sprite -->", sprite(used)).replaceAll("MAIN", main).replaceAll("STYLE", style)
    .replaceAll("ICON", icons[0]).replace("DESCRIPTION", description)
    .replace("<!-- fonts -->", fonts.map((f) => `<link rel="preload" href="/${f}" as="font" type="font/woff2" crossorigin>`).join("\n")));
  const files = ["/", ...readdirSync(out).filter((f) => f !== "index.html").sort().map((f) => `/${f}`)];
  const version = createHash("sha256").update(readFileSync(join(out, "index.html"))).update(files.join()).digest("hex").slice(0, 12);
  writeFileSync(join(out, "sw.js"), read("sw.js").replace("VERSION", version).replace("[/* FILES */]", JSON.stringify(files)));
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
