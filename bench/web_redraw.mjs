// web_redraw.mjs -- how long the gallery of 100 sheets takes to redraw when a round closes and all sheets change, for
// bench/web.mjs. Measured is the main thread of the page, from Chromium's own trace: the task that gets the round (script:
// message, rules, DOM) and the task that draws the frame after it (style, layout, paint, commit).
// Not what other threads do, nor the leaves out of sight, which the page draws after that frame (parts/gallery.jsx).
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Core } from "../clients/web/src/pure/core.js";
import { begin as empty, takeAll } from "../clients/web/src/pure/match.js";
import { Position } from "../clients/web/src/pure/position.js";
import { person } from "../tests/browser/kit.mjs";

const FRAME = 1000 / 60,
  ROUNDS = 12,
  SEATS = 100,
  PASSES = 5;
const PARTS = { style: ["UpdateLayoutTree"], layout: ["Layout"], paint: ["PrePaint", "Paint", "Layerize", "Commit"] };
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** In the page, before its own code: keeps what the table says, marks the moment a round comes, and can speak to the table. */
function listenIn() {
  const told = (window.told = []);
  window.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        told.push(...data);
        if (data.some((o) => o.t === "round")) performance.mark("round");
      });
      window.tell = (message) => this.postMessage(message);
    }
  };
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data.includes('"t":"round"')) performance.mark("round");
        setTimeout(() => told.push(...JSON.parse(data))); // the page's own reading is what counts
      });
      window.tell = (message) => this.send(JSON.stringify(message));
    }
  };
}

/** A turn for seat 1, made by the rules here: the gallery stays open meanwhile. */
async function turn(page, position, id) {
  const match = takeAll(empty(), await page.evaluate(() => told));
  position.sync(match);
  const { core } = position,
    lines = [];
  core.seed(BigInt(match.round), 7n);
  while (core.acts(1)) {
    lines.push(core.bot(1, "greedy").trimEnd());
    core.apply(lines.at(-1));
  }
  await page.evaluate((message) => tell(message), { do: "turn", id, lines, round: position.view(1).round });
}

/** Milliseconds of each redraw in a trace: {script, style, layout, paint, all, busy}; busy is `all` as time of the processor. */
function redraws(events) {
  return events
    .filter((e) => e.name === "round" && e.cat.includes("user_timing"))
    .map((mark) => {
      const here = events.filter((e) => e.pid === mark.pid && e.tid === mark.tid && e.ph === "X").sort((a, b) => a.ts - b.ts);
      const within = (task) => here.filter((e) => e.ts >= task.ts && e.ts + e.dur <= task.ts + task.dur);
      const tasks = here.filter((e) => e.name === "RunTask");
      const script = tasks.find((e) => e.ts <= mark.ts && mark.ts <= e.ts + e.dur);
      const frame = tasks.find((e) => e.ts > script.ts && within(e).some((x) => x.name === "Commit"));
      const sum = (names) => {
        const parts = [script, frame].flatMap(within).filter((e) => names.includes(e.name));
        return parts
          .filter((e) => !parts.some((o) => o !== e && o.name === e.name && o.ts <= e.ts && e.ts + e.dur <= o.ts + o.dur)) // a Paint has Paints within
          .reduce((ms, e) => ms + e.dur / 1000, 0);
      };
      const parts = Object.fromEntries(Object.entries(PARTS).map(([name, names]) => [name, sum(names)]));
      const all = (script.dur + frame.dur) / 1000;
      return { script: all - parts.style - parts.layout - parts.paint, ...parts, all, busy: (script.tdur + frame.tdur) / 1000 };
    });
}

async function measure(world, folder, { game, online, size }) {
  const { page, context, done } = await person(world, { size });
  await page.addInitScript(listenIn);
  await page.goto(`/play/${game}`);
  if (online) {
    const made = await context.request.post("/api/tables", {
      data: { game, seats: SEATS, bots: Array(SEATS - 1).fill("beginner"), name: "Ana", speed: { kind: "relaxed" } },
    });
    await page.goto(`/t/${(await made.json()).table}`);
  } else {
    await page.fill("#players", String(SEATS));
    await page.locator("#players").blur();
    await page.getByLabel("How well bots play").selectOption("beginner");
    await page.getByRole("button", { name: "Begin" }).click();
  }
  await page.getByRole("button", { name: "All sheets" }).click();
  const rules = readdirSync(folder).find((name) => /^tambo-.*\.wasm$/.test(name));
  const position = new Position(new Core(new WebAssembly.Module(readFileSync(join(folder, rules)))));
  const othersReady = () =>
    page.waitForFunction(
      (n) =>
        new Set(
          told
            .slice(told.findLastIndex((o) => o.t === "round") + 1)
            .filter((o) => o.t === "ready" && o.ready)
            .map((o) => o.seat),
        ).size === n,
      SEATS - 1,
    );
  await othersReady();
  await world.browser.startTracing(page, { categories: CATEGORIES });
  for (let i = 0; i < ROUNDS; i++) {
    await turn(page, position, `bench${i}`);
    await page.waitForFunction((n) => performance.getEntriesByName("round").length === n, i + 1);
    await othersReady();
  }
  const { traceEvents } = JSON.parse(await world.browser.stopTracing());
  await done();
  return redraws(traceEvents);
}

/** Prints a line for each kind of table; false if one takes longer than a frame. world: browser, and origin of a server.
 * What else a machine does only adds, by half and more: of several passes the quietest counts, and all are printed. */
export async function redraw(world, folder, kinds) {
  let good = true;
  for (const kind of kinds) {
    const passes = [];
    for (let i = 0; i < PASSES; i++) passes.push(await measure(world, folder, kind));
    const of = (took, part) => median(took.map((t) => t[part])),
      busy = (took) => of(took, "busy");
    passes.sort((a, b) => busy(a) - busy(b));
    const ms = (part) => of(passes[0], part).toFixed(1),
      fits = busy(passes[0]) <= FRAME;
    good &&= fits;
    console.log(
      `the gallery of ${SEATS} sheets redraws a round, leaves in sight, ${kind.game}, ${kind.online ? "online" : "on this device"}, ${kind.size.width} px: ` +
        `${ms("busy")} ms of the processor (${ms("all")} by the clock: script ${ms("script")}, style ${ms("style")}, layout ${ms("layout")}, paint ${ms("paint")}); ` +
        `median of ${ROUNDS} rounds, quietest of ${PASSES} passes (${passes.map((p) => busy(p).toFixed(1)).join(", ")}), 1x: ${fits ? "one frame" : "MORE than a frame"}`,
    );
  }
  return good;
}
