// bites.mjs -- do wanderers bite? Plants bugs in what is drawn, one at a time, builds the page with each, and lets wanderers walk until one
// fails: which seed, after how many taps. Run by hand, minutes a bug:
//   node tests/browser/wander/bites.mjs [--minutes 4] [NAME]...
// An entry: name, file in clients/web/src, what stands there, what is planted, the ways that may see it (part of a name in plans.mjs).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtIn, copyTo, root } from "../../fixtures/tree.mjs";

const BUGS = [
  [
    "freeze",
    "games/tiwanaku/happened.jsx",
    "const i = scene ? scene.number : tales.findLastIndex((told) => told.seat);\n  if (i < 0) return null;\n  const tale = tales[i];",
    "const tale = scene?.tale ?? tales.findLast((told) => told.seat);\n  if (!tale) return null;\n  const i = tales.indexOf(tale);",
    "here tiwanaku competitive",
  ],
  [
    "other-lines",
    "review/decision.jsx",
    "placesIn(story, d.step, seat, d.strong, otherLines(d))",
    "placesIn(story, d.step, seat, otherLines(d))",
    "review valley",
  ],
  ["score", "games/temple/screen.jsx", "total={now.total} onAsk", "total={now.run + now.groups} onAsk", "here temple"],
  [
    "dead-after-reload",
    "pages/table.jsx",
    'const onReady = () => act("turn"',
    'const [again] = useState(() => [window.name, (window.name = match.id)][0] === match.id);\n  const onReady = () => !again && act("turn"',
    "here temple",
  ],
  [
    "turn-text",
    "games/tiwanaku/turn_dock.jsx",
    "who: view.acting.length ? name(view.acting[0])",
    "who: view.acting.length ? name((view.acting[0] % view.players) + 1)",
    "online tiwanaku competitive",
  ],
  ["draft-of-another", "table/use_table.js", "match?.hand ?", "match?.closed ?", "pass temple"],
  [
    "overflow",
    "games/tiwanaku/tiwanaku.css",
    ".explore-row,.after-row{display:flex;flex-wrap:wrap;",
    ".explore-row,.after-row{display:flex;white-space:nowrap;min-width:400px;",
    "here tiwanaku",
  ],
  ["dialog-stays", "pages/menu.jsx", 'title={t("What happened")} onClose={onClose}', 'title={t("What happened")} onClose={() => setLog(true)}', "here"],
  ["back-leaves", "parts/basics.jsx", "useOpened(onClose);", "", "here"],
  ["crop-lost", "games/tiwanaku/board.jsx", "crop: cropAt(view, name),", "crop: pawns.has(name) ? null : cropAt(view, name),", "here tiwanaku"],
  [
    "points-stale",
    "games/papers/lately.jsx",
    "view.points().map((row) => row.total)",
    "view.points().map((row, i) => (i && view.round > 4 ? 0 : row.total))",
    "here valley multi",
  ],
  [
    "round",
    "games/temple/index.jsx",
    't("round {n} · side {side}", { n: view.round, side })',
    't("round {n} · side {side}", { n: view.round + (view.round > 3 ? 1 : 0), side })',
    "here temple",
  ],
  ["round-lost", "table/table_remote.js", "this.take(objects", "this.take(this.tries ? [] : objects", "online temple"],
  ["ranking", "pages/result.jsx", '<td class="n t">{num(r.total)}</td>', '<td class="n t">{num(r.rank > 1 ? r.total + 1 : r.total)}</td>', "here valley multi"],
  [
    "snake-crossed",
    "games/valley/count.js",
    "crossed: sheet.crossed.includes(name),",
    "crossed: sheet.snakes.includes(name) && sheet.crossed.length > 0,",
    "here valley",
  ],
];

const args = process.argv.slice(2),
  minutes = args[0] === "--minutes" ? args.splice(0, 2)[1] : "4";
const work = mkdtempSync(join(tmpdir(), "tambo-bites-"));
const run = fileURLToPath(new URL("run.mjs", import.meta.url));
let missed = 0;
for (const [name, file, from, to, only] of BUGS) {
  if (args.length && !args.includes(name)) continue;
  const tree = join(work, "tree"),
    path = join(tree, "clients/web/src", file);
  copyTo(tree);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) {
    console.log(`${name}: what it stands in for is gone from ${file}`);
    missed++;
    continue;
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const web = builtIn(
    tree,
    join(work, name),
    process.env.TAMBO_WASM ?? join(root, "build/tambo.wasm"),
    process.env.TAMBO_LAB ?? join(root, "build/tambo_lab.wasm"),
  );
  const since = Date.now(),
    { stdout } = spawnSync(process.execPath, [run, "--only", only, "--seeds", "40", "--jobs", "2", "--first", "--minutes", minutes], {
      encoding: "utf8",
      env: { ...process.env, TAMBO_WEB: web },
    });
  const [, told] = stdout.match(/^FAILED (.*)$/m) ?? [],
    [, why] = stdout.match(/^FAILED .*\n {2}(.*)$/m) ?? [];
  console.log(
    `${name}: ${told ? `found by ${told}: ${why.slice(0, 160)}` : `NOT FOUND: ${stdout.trim().split("\n").at(-1)}`} (${Math.round((Date.now() - since) / 1000)} s in all)`,
  );
  missed += told ? 0 : 1;
}
rmSync(work, { recursive: true, maxRetries: 3 });
process.exitCode = missed ? 1 : 0;
