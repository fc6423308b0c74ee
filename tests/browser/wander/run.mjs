// run.mjs -- walks from the command line:
//   node tests/browser/wander/run.mjs --seed 17             that walk again, with pictures of each step in build/shots/wander
//   node tests/browser/wander/run.mjs --seeds 1000 [--from 1] [--jobs 2] [--only "here temple"] [--minutes 60] [--firefox] [--first]
// Fails if a walk does; each failure is a seed, its last steps and its pictures.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { WAYS, told } from "./plans.mjs";
import { failureText, walkAll } from "./walks.mjs";
import { chromiumWorld, firefoxWorld } from "./world.mjs";

const { values: asked } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: String(WAYS.length) },
    from: { type: "string", default: "1" },
    jobs: { type: "string", default: "1" },
    only: { type: "string", default: "" }, // part of the name of a way (plans.mjs)
    minutes: { type: "string", default: "100000" },
    firefox: { type: "boolean", default: false },
    first: { type: "boolean", default: false }, // stop at the first failure, and do not walk it again
  },
});
const begun = Date.now(),
  more = `${asked.only ? ` --only "${asked.only}"` : ""}${asked.firefox ? " --firefox" : ""}`;
const world = await (asked.firefox ? firefoxWorld() : chromiumWorld());
const results = await walkAll(world, {
  from: Number(asked.seed ?? asked.from),
  seeds: asked.seed ? 1 : Number(asked.seeds),
  jobs: Number(asked.jobs),
  only: asked.only,
  until: begun + Number(asked.minutes) * 60000,
  folder: join(fileURLToPath(new URL("../../../", import.meta.url)), "build/shots/wander"),
  pictures: asked.seed ? "all" : "",
  first: asked.first,
  tell(r) {
    console.log(
      `${r.error ? "FAILED " : ""}${told(r.plan)}: ${r.taps} taps, ${r.seconds} s${r.compared ? `, ${r.compared} looks compared` : ""}${r.meanwhile ? `, ${r.meanwhile} meanwhile` : ""}${r.ended || r.error ? "" : ", not ended"}`,
    );
    if (r.error) console.log(`  ${failureText(r, more)}\n`);
  },
});
await world.end();
const failed = results.filter((r) => r.error).map((r) => r.seed),
  sum = (member) => results.reduce((all, r) => all + r[member], 0),
  taps = sum("taps");
console.log(
  `${results.length} walks, ${results.filter((r) => r.ended).length} to the end, ${taps} taps, ${sum("compared")} looks compared, ${sum("meanwhile")} things done meanwhile, ${((Date.now() - begun) / 60000).toFixed(1)} minutes; failed: ${failed.join(" ") || "none"}`,
);
process.exit(failed.length ? 1 : 0); // what a browser left open does not keep us
