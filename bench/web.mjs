// web.mjs -- figures of the web client: what the first load weighs, and how quick it is in Chromium on
// a slow line and a slow machine; then web_redraw.mjs (the gallery) and page_checks.mjs. Sizes are gzip -9; all
// but these need Chromium and are left out without it.
//
// usage: node bench/web.mjs [BUILD/web] [--sizes]
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const folder = process.argv.slice(2).find((a) => !a.startsWith("-")) ?? "build/web";
process.env.TAMBO_WEB = folder;
process.env.TAMBO ??= resolve(folder, "../tambo");
const LIMIT = 266 * 1024; // in all, with another language than English
const weight = (file) => {
  const bytes = readFileSync(join(folder, file));
  return file.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length;
};
const files = Object.fromEntries(readdirSync(folder).map((f) => [f, weight(f)]));
const kib = (n) => `${(n / 1024).toFixed(1)} KiB`;

/** Files that the page asks for from "/" until Temple can be played, by role. */
const languages = Object.keys(files)
  .map((f) => /^manifest-(.+)\.webmanifest$/.exec(f)?.[1])
  .filter(Boolean);
const later = new RegExp(`^(tambo_lab|sounds|valley|tiwanaku|sw\\.js|(page|lesson|review|share_result|more)-|\\w+-(${languages.join("|")})[-.])`); // lessons, replays, reviews and sharing come when wanted; texts are counted by language, below

/** Scripts that those of the first load import, and theirs. */
function imported() {
  const found = new Set(),
    wait = Object.keys(files).filter((f) => /^(main|temple|worker)-\w+\.js$/.test(f));
  for (let file; (file = wait.pop()); ) {
    if (found.has(file)) continue;
    found.add(file);
    wait.push(...[...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import)\s*"\/([^"]+\.js)"/g)].map(([, name]) => name));
  }
  return found;
}
const scripts = imported();
const isFirst = (file) => !later.test(file) && (!file.endsWith(".js") || scripts.has(file));

function sizes() {
  let first = 0,
    all = 0;
  for (const [file, n] of Object.entries(files).sort((a, b) => b[1] - a[1])) {
    const now = isFirst(file);
    all += n;
    if (now) first += n;
    console.log(`${kib(n).padStart(10)}  ${now ? "first" : "later"}  ${file}`);
  }
  const language = Math.max(
    ...languages.map((l) =>
      Object.entries(files)
        .filter(([f]) => [`web-${l}-`, `temple-${l}-`].some((texts) => f.startsWith(texts))) // the other texts come when they are wanted
        .reduce((sum, [, n]) => sum + n, 0),
    ),
  );
  console.log(`first load, English: ${kib(first)}; another language adds ${kib(language)} at most; all files: ${kib(all)}`);
  if (first + language > LIMIT) {
    console.log(`first load: more than ${kib(LIMIT)}`);
    process.exitCode = 1;
  }
}

const FAST_3G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

async function slow(page, { cpu = 1, line = null }) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  if (line) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", line);
  }
}

async function times() {
  const { DESK, PHONE, begin, person } = await import("../tests/browser/kit.mjs");
  const world = await begin();
  const playable = async (page) => {
    const since = Date.now();
    await page.goto("/", { waitUntil: "commit" });
    await page.locator(".game .btn.main").first().click({ force: true });
    const just = page.locator("dialog .menu .btn:not(.main)"); // the first time there is a choice
    await just.or(page.locator(".cell.legal")).first().waitFor({ state: "attached" });
    if (await just.count()) await just.click({ force: true });
    await page.waitForSelector(".cell.legal", { state: "attached" });
    return Date.now() - since;
  };
  const visits = []; // of people who were never here; what else the machine does only adds: the quietest counts
  let one;
  for (let i = 0; i < 3; i++) {
    await one?.done();
    one = await person(world, { size: PHONE });
    await slow(one.page, { cpu: 4, line: FAST_3G });
    visits.push(await playable(one.page));
  }
  console.log(`playable, first visit, fast 3G, 4x slower CPU: ${Math.min(...visits)} ms (visits: ${visits.join(", ")})`);
  await one.page.evaluate(() => navigator.serviceWorker.ready);
  await slow(one.page, { cpu: 1 });
  await one.page.waitForFunction(async () => (await caches.keys()).length > 0);
  console.log(`playable, from the service worker: ${await playable(one.page)} ms`);

  await slow(one.page, { cpu: 4 });
  const tap = await one.page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const took = [];
    for (const cell of [...document.querySelectorAll(".cell.legal")].slice(0, 20)) {
      const since = performance.now();
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      await Promise.resolve();
      document.body.getBoundingClientRect();
      took.push(performance.now() - since);
      await frame();
    }
    return took.sort((a, b) => a - b)[Math.floor(took.length * 0.9)];
  });
  console.log(`a tap on a space, 4x slower CPU, 90th of 100: ${tap.toFixed(1)} ms`);
  await one.done();

  const many = await person(world, { size: DESK });
  await many.page.goto("/play/temple");
  await many.page.fill("#players", "100");
  await many.page.locator("#players").blur();
  await many.page.getByLabel("How well bots play").selectOption("beginner");
  await many.page.getByRole("button", { name: "Begin" }).click();
  await many.page.waitForSelector(".cell.legal");
  const draw = await many.page.evaluate(async () => {
    const took = [];
    for (let i = 0; i < 9; i++) {
      const since = performance.now();
      document.querySelector(".bar [aria-label='All sheets']").click();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))); // the small sheets are drawn in the frame
      took.push(performance.now() - since);
      document.querySelector(".bar [aria-label='Close']").click();
      await new Promise((done) => setTimeout(done, 50));
    }
    return took.sort((a, b) => a - b)[4];
  });
  console.log(`opening the gallery of 100 sheets, to the end of its frame: ${draw.toFixed(1)} ms`);
  await many.done();

  delete process.env.TAMBO_WEB; // the pages inside the program, as people get them
  const { Server } = await import("../tests/browser/server.mjs");
  const { redraw } = await import("./web_redraw.mjs");
  const { pageChecks } = await import("./page_checks.mjs");
  const server = await new Server().start();
  const there = { browser: world.browser, origin: server.origin };
  await redraw(
    there,
    folder,
    [false, true].flatMap((online) => ["temple", "valley"].map((game) => ({ game, online, size: DESK }))),
  );
  if ((await pageChecks(there, folder)).length) process.exitCode = 1;
  await server.end();
  await world.end();
}

if (!existsSync(folder)) {
  console.error(`${folder}: not there; build it first`);
  process.exit(2);
}
sizes();
if (!process.argv.includes("--sizes") && (await import("../tests/browser/kit.mjs")).program) await times();
