// bites.mjs -- do wanderers bite? Plants bugs in what is drawn, one at a time, builds the page with each, and lets wanderers walk until one
// fails: which seed, after how many taps. Run by hand, minutes a bug:
//   node tests/browser/wander/bites.mjs [--minutes 4] [--firefox] [NAME]...
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtIn, copyTo, root } from "../../fixtures/tree.mjs";
import { BUGS } from "./bugs.mjs";

const args = process.argv.slice(2),
  minutes = args[0] === "--minutes" ? args.splice(0, 2)[1] : "4",
  browser = args[0] === "--firefox" ? args.splice(0, 1) : [];
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
    { stdout } = spawnSync(process.execPath, [run, "--only", only, "--seeds", "40", "--jobs", "2", "--first", "--minutes", minutes, ...browser], {
      encoding: "utf8",
      env: { TAMBO_WANDER_PATIENCE: "25000", ...process.env, TAMBO_WEB: web },
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
