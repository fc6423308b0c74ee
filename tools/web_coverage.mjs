// web_coverage.mjs -- what of the web client (clients/web/src) was executed, from what node (NODE_V8_COVERAGE) and the browser tests
// (TAMBO_COVERAGE, tests/browser/kit.mjs) have left in folders.
//
// usage: node --expose-internals tools/web_coverage.mjs FOLDER...         names the functions that nobody ran; fails below 95 %
//        node --expose-internals tools/web_coverage.mjs --lines FOLDER... JSON for tools/mutants: {file: {line: was it executed?}}
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { SourceMap, createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const src = join(root, "clients/web/src");
const LEAST = 0.95;
const require = createRequire(import.meta.url);
const { parse } = require("internal/deps/acorn/acorn/dist/acorn"); // node's own, for its inspector
const walk = require("internal/deps/acorn/acorn-walk/dist/walk");
const esbuild = createRequire(join(root, "clients/web/package.json"))("esbuild");

/** All files below a folder that end so. */
const below = (folder, ending) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((f) =>
    f.isDirectory() ? below(join(folder, f.name), ending) : ending.test(f.name) ? [join(folder, f.name)] : [],
  );

/** Offsets where a count begins to hold, from V8's ranges, which nest: [[offset, count]]. */
function steps(functions) {
  const ranges = functions.flatMap((f) => f.ranges).sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const found = [],
    open = [];
  const close = (until) => {
    while (open.length && open.at(-1).endOffset <= until) {
      const { endOffset } = open.pop();
      found.push([endOffset, open.at(-1)?.count ?? 0]);
    }
  };
  for (const range of ranges) {
    close(range.startOffset);
    open.push(range);
    found.push([range.startOffset, range.count]);
  }
  close(Infinity);
  return found;
}

/** executed(offset): by binary search. */
function executed(functions) {
  const found = steps(functions);
  return (offset) => {
    let from = 0,
      to = found.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (found[middle][0] <= offset) from = middle + 1;
      else to = middle;
    }
    return from > 0 && found[from - 1][1] > 0;
  };
}

/** Where each line of a text begins. */
function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** What is known of each file: for each offset of interest, whether somebody executed it. */
class Executed {
  constructor() {
    this.files = new Map(); // path: {whole: [executed()], points: Map offset -> boolean}
    this.texts = new Map();
  }
  text(path) {
    if (!this.texts.has(path)) this.texts.set(path, readFileSync(path, "utf8"));
    return this.texts.get(path);
  }
  of(path) {
    if (!this.files.has(path)) this.files.set(path, { whole: [], points: new Map() });
    return this.files.get(path);
  }
  /** A script as V8 saw it: a source itself, or a bundle with its map. */
  take({ url, functions, source, skip = 0, size = 0 }) {
    if (url.startsWith("file:")) {
      const path = fileURLToPath(url);
      if (path.startsWith(src)) this.of(path).whole.push(executed(functions));
      return;
    }
    if (url.endsWith("/sw.js")) {
      const path = join(src, "sw.js"),
        ran = executed(functions),
        longer = size - this.text(path).length; // by the lists of files that build.mjs puts into its first lines
      this.of(path).whole.push((offset) => ran(offset + longer));
      return;
    }
    const text = source ?? (url.startsWith("data:text/javascript;base64,") ? Buffer.from(url.slice(url.indexOf(",") + 1), "base64").toString() : "");
    const inline = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/.exec(text);
    if (inline) this.takeBundle(text, JSON.parse(Buffer.from(inline[1], "base64").toString()), executed(functions), skip);
  }
  /** `skip`: lines that stand before what the map speaks of. */
  takeBundle(text, map, ran, skip) {
    const entries = new SourceMap(map),
      starts = lineStarts(text);
    for (const [line, column] of generated(map.mappings)) {
      const entry = entries.findEntry(line, column);
      const path = entry.originalSource && resolve(root, "clients/web", String(entry.originalSource).replace(/^.*clients\/web\/(?=src\/)/, ""));
      if (!path?.startsWith(src) || !existsSync(path)) continue;
      const points = this.of(path).points,
        at = this.offset(path, entry.originalLine, entry.originalColumn);
      points.set(at, points.get(at) || ran(starts[line + skip] + column));
    }
  }
  offset(path, line, column) {
    this.starts ??= new Map();
    if (!this.starts.has(path)) this.starts.set(path, lineStarts(this.text(path)));
    return this.starts.get(path)[line] + column;
  }
  /** Was this offset of a source executed, as far as sources themselves were run? */
  itself = (path, at) => this.of(path).whole.some((ran) => ran(at));
  /** Offsets between two that bundles speak of: [[offset, executed]]. */
  between = (path, from, to) => [...this.of(path).points].filter(([at]) => at >= from && at < to);
}

/** The places of a bundle that its map speaks of: [line, column], from base 64 numbers of variable length. */
function* generated(mappings) {
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (const [line, segments] of mappings.split(";").entries()) {
    let column = 0;
    for (const segment of segments ? segments.split(",") : []) {
      let value = 0,
        shift = 0;
      for (const digit of segment) {
        const bits = digits.indexOf(digit);
        value += (bits & 31) << shift;
        shift += 5;
        if (!(bits & 32)) break; // the first number is the column, from the one before
      }
      column += value & 1 ? -(value >> 1) : value >> 1;
      yield [line, column];
    }
  }
}

/** All functions of a source: {name, line, points}, where the points are the offsets of what is in it and in no function inside it. */
function functionsOf(text) {
  const made = esbuild.transformSync(text, { loader: "jsx", jsx: "automatic", jsxImportSource: "preact", sourcemap: true });
  const found = [];
  const names = (node) => node?.id?.name ?? node?.key?.name ?? node?.left?.property?.name ?? node?.left?.name;
  walk.fullAncestor(parse(made.code, { ecmaVersion: "latest", sourceType: "module" }), (node, _, around) => {
    if (/Function/.test(node.type)) found.push({ name: names(node) ?? names(around.at(-2)) ?? "=>", from: node.body.start, to: node.body.end, points: [] });
  });
  const map = new SourceMap(JSON.parse(made.map)),
    starts = lineStarts(made.code),
    originals = lineStarts(text);
  for (const [line, column] of generated(JSON.parse(made.map).mappings)) {
    const at = starts[line] + column,
      entry = map.findEntry(line, column);
    const around = found.filter((f) => at >= f.from && at < f.to && text[originals[entry.originalLine] + entry.originalColumn] !== "}");
    const inner = around.sort((a, b) => a.to - a.from - (b.to - b.from))[0];
    inner?.points.push(originals[entry.originalLine] + entry.originalColumn);
  }
  return found.filter((f) => f.points.length).map((f) => ({ ...f, line: text.slice(0, Math.min(...f.points)).split("\n").length }));
}

/** Did somebody run this function? */
const ran = (known, path, f) => f.points.some((at) => known.itself(path, at) || known.of(path).points.get(at));

function linesOf(known) {
  const lines = {};
  for (const path of below(src, /\.jsx?$/)) {
    const text = known.text(path),
      of = known.of(path);
    if (!of.whole.length && !of.points.size) continue;
    const points = [...of.points].sort(([a], [b]) => a - b);
    const starts = lineStarts(text);
    lines[relative(root, path)] = Object.fromEntries(
      starts.map((start, i) => {
        const end = starts[i + 1] ?? text.length,
          first = start + text.slice(start, end).search(/\S|$/);
        return [i + 1, known.itself(path, first) || points.some(([at, yes]) => yes && at >= start && at < end)];
      }),
    );
  }
  return lines;
}

function report(known) {
  let all = 0;
  const never = [];
  for (const path of below(src, /\.jsx?$/).sort()) {
    const functions = functionsOf(known.text(path));
    all += functions.length;
    never.push(...functions.filter((f) => !ran(known, path, f)).map((f) => `${relative(root, path)}:${f.line} ${f.name}`));
  }
  for (const line of never) console.log(`never run: ${line}`);
  const part = (all - never.length) / all;
  console.log(
    `the page: ${all - never.length} of ${all} functions of clients/web/src were run, ${(part * 100).toFixed(1)} %; at least ${LEAST * 100} % are to be`,
  );
  return part >= LEAST;
}

const folders = process.argv.slice(2).filter((a) => a !== "--lines");
if (!folders.length) {
  console.error("usage: node --expose-internals tools/web_coverage.mjs [--lines] FOLDER...");
  process.exit(2);
}
const known = new Executed();
for (const folder of folders)
  for (const file of below(folder, /\.json$/))
    for (const script of JSON.parse(readFileSync(file, "utf8")).result ?? []) {
      const kept = script.kept && readFileSync(join(folder, script.kept), "utf8");
      known.take(kept ? { ...script, source: kept } : script);
    }
if (process.argv.includes("--lines")) console.log(JSON.stringify(linesOf(known)));
else process.exit(report(known) ? 0 : 1);
