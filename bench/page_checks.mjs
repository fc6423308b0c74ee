// page_checks.mjs -- what Lighthouse would ask of the web client, asked of the real server (`tambo serve`) in Chromium: one line a
// check, "ok" or "FAILED", with its figure. Called by bench/web.mjs. Times are those of a slow line and a slow processor; they
// depend on what else the machine does, so they fail nothing but their own line.
import { readFileSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { PHONE, SMALL, person } from "../tests/browser/kit.mjs";

const FAST_3G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const PAGES = ["/", "/play/temple", "/play/tiwanaku", "/rules/valley", "/settings", "/tables", "/replay", "/me"];
const TARGET = 44,
  LEAST = 24; // px: ours, and WCAG 2.5.8
const kib = (n) => `${(n / 1024).toFixed(1)} KiB`;

let failed = [];
function check(what, good, figure = "", hard = true) {
  console.log(`${good ? "ok    " : "FAILED"}  ${what}${figure === "" ? "" : `: ${figure}`}`);
  if (!good && hard) failed.push(what);
}

const get = (url) =>
  new Promise((done, broken) => {
    request(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      const parts = [];
      answer
        .on("data", (part) => parts.push(part))
        .on("end", () => {
          const bytes = Buffer.concat(parts),
            zipped = answer.headers["content-encoding"] === "gzip";
          done({ status: answer.statusCode, headers: answer.headers, zipped, text: (zipped ? gunzipSync(bytes) : bytes).toString() });
        });
    })
      .on("error", broken)
      .end();
  });

/** Headers of every file, and what the page, the styles and the manifest say. */
async function served(origin, folder) {
  const plain = [],
    cache = [];
  for (const name of readdirSync(folder).filter((f) => f !== "index.html")) {
    const { status, headers, zipped } = await get(`${origin}/${name}`);
    if (status !== 200 || zipped === /\.woff2$/.test(name)) plain.push(name);
    if (headers["cache-control"] !== (/-\w{8,10}\.\w+$/.test(name) ? "public, max-age=31536000, immutable" : "no-cache")) cache.push(name);
  }
  check("all but fonts is sent compressed", !plain.length, plain.join(" "));
  check("hashed names are kept forever, others asked for again", !cache.length, cache.join(" "));
  const { text, headers } = await get(`${origin}/`);
  check("the server has the pages that were built", text === readFileSync(join(folder, "index.html"), "utf8"));
  check(
    "content security policy without inline code",
    /default-src 'none'/.test(headers["content-security-policy"] ?? "") && !/unsafe-inline|'unsafe-eval'/.test(headers["content-security-policy"]),
  );
  check("headers against sniffing and leaking", headers["x-content-type-options"] === "nosniff" && !!headers["referrer-policy"]);
  const scripts = text.match(/<script[^>]*>/g) ?? [],
    styles = text.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  check(
    "no script holds up the page",
    scripts.every((s) => /type="module"|defer|async/.test(s)),
    `${scripts.length} script, deferred`,
  );
  const css = readFileSync(join(folder, styles[0].match(/href="\/([^"]+)"/)[1]));
  check("one small style sheet", styles.length === 1 && gzipSync(css, { level: 9 }).length < 20 * 1024, kib(gzipSync(css, { level: 9 }).length));
  const faces = css.toString().match(/@font-face\s*\{[^}]*\}/g) ?? [];
  check(
    "text shows before its font is there",
    faces.length > 0 && faces.every((f) => /font-display:\s*(swap|optional|fallback)/.test(f)),
    `${faces.length} fonts`,
  );
  check("fonts of the first view are fetched early", /<link rel="preload"[^>]*as="font"/.test(text), `${text.match(/as="font"/g)?.length ?? 0} fonts`);
  for (const [what, pattern] of [
    ["language", /<html lang="\w+"/],
    ["viewport", /<meta name="viewport" content="width=device-width,initial-scale=1"/],
    ["description", /<meta name="description" content="[^"]{30,}"/],
    ["theme colour", /<meta name="theme-color"/],
    ["title", /<title>[^<]+<\/title>/],
  ])
    check(`the page says its ${what}`, pattern.test(text));
  check("zooming is allowed", !/user-scalable=no|maximum-scale/.test(text));
  await manifest(origin, text);
  const robots = await get(`${origin}/robots.txt`);
  check("robots.txt is one, or none", robots.status === 404 || /^text\/plain/.test(robots.headers["content-type"]), robots.status);
}

async function manifest(origin, page) {
  const m = JSON.parse((await get(origin + page.match(/rel="manifest" href="([^"]+)"/)[1])).text);
  const fits = (purpose) => m.icons.filter((i) => (i.purpose ?? "any").split(" ").includes(purpose));
  const large = (i) => (i.type === "image/svg+xml" && i.sizes === "any") || (i.sizes.includes("192x192") && i.sizes.includes("512x512"));
  const there = await Promise.all(m.icons.map(async (i) => (await get(new URL(i.src, origin).href)).status === 200));
  check(
    "the manifest makes it installable",
    ["name", "short_name", "start_url", "display", "background_color", "theme_color"].every((k) => m[k]) &&
      fits("any").some(large) &&
      fits("maskable").some(large) &&
      there.every(Boolean),
    `${m.icons.length} icons`,
  );
}

/** In the page, before its own code: what Chromium observes. */
function observe() {
  const seen = (window.seen = { shift: 0, paint: 0, blocked: 0 });
  const watch = (type, fn) => new PerformanceObserver((list) => list.getEntries().forEach(fn)).observe({ type, buffered: true });
  watch("layout-shift", (e) => (seen.shift += e.hadRecentInput ? 0 : e.value));
  watch("largest-contentful-paint", (e) => (seen.paint = e.startTime));
  watch("longtask", (e) => (seen.blocked += Math.max(0, e.duration - 50)));
}

/** In the page: pictures nobody can name, or without a size; and targets smaller than they should be. */
function look([target, least]) {
  const shown = (el) => el.checkVisibility?.({ visibilityProperty: true }) && el.getBoundingClientRect().width > 1;
  const name = (el) => `${el.tagName.toLowerCase()}.${el.getAttribute("class") ?? ""} ${el.getAttribute("aria-label") ?? el.textContent.trim().slice(0, 20)}`;
  const hidden = (el) => el.closest("[aria-hidden=true]");
  const all = (what) => [...document.querySelectorAll(what)].filter(shown);
  const nameless = [
    ...all("img:not([alt])"),
    ...all("svg").filter((el) => !hidden(el) && !el.closest("svg svg") && !el.hasAttribute("aria-label") && !el.querySelector("[role]")),
  ];
  const unsized = [
    ...all("img").filter((el) => !el.width || !el.height),
    ...all("svg").filter((el) => !el.hasAttribute("viewBox") && !el.hasAttribute("width") && !el.matches(".band, .sprite")),
  ];
  const box = (el) => {
    const label = el.matches("input[type=radio], input[type=checkbox], input[type=file]") && el.closest("label");
    const { width, height } = (label || el).getBoundingClientRect();
    return Math.round(Math.min(width, height) * 10) / 10;
  };
  const inline = (el) => getComputedStyle(el).display.startsWith("inline") && el.matches("a"); // in a sentence: WCAG lets it be
  const room = (el) => el.matches("[role=gridcell]") && el.closest("svg").getBoundingClientRect().width >= Math.min(innerWidth, 640) - 10; // the sheet is as wide as the window
  const targets = all("a[href], button, input, select, textarea, summary, [role=gridcell][tabindex]")
    .filter((el) => !el.disabled && !inline(el))
    .map((el) => [box(el), name(el), room(el)]);
  targets.sort((a, b) => a[0] - b[0]);
  return {
    nameless: nameless.map(name),
    unsized: unsized.map(name),
    small: targets.filter(([n, , full]) => n < target && !full),
    full: targets.find(([n, , wide]) => n < target && wide)?.[0],
    tiny: targets.filter(([n]) => n < least),
  };
}

/** A page on a slow line and processor, at its first visit. */
async function firstVisit(world) {
  const { page, context, done } = await person(world, { size: PHONE });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", FAST_3G);
  await page.addInitScript(observe);
  const strangers = [];
  page.on("request", (r) => !r.url().startsWith(world.origin) && !/^(data|blob):/.test(r.url()) && strangers.push(r.url()));
  await page.coverage.startJSCoverage();
  await page.coverage.startCSSCoverage();
  await page.goto("/");
  await page.waitForSelector(".game .btn.main");
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 500)))));
  const seen = await page.evaluate(() => window.seen);
  check("largest paint, fast 3G, 4x slower CPU, at most 2.5 s", seen.paint > 0 && seen.paint <= 2500, `${Math.round(seen.paint)} ms`, false);
  check("total blocking time, 4x slower CPU, at most 200 ms", seen.blocked <= 200, `${Math.round(seen.blocked)} ms`, false);
  check("layout shift of the first page below 0.1", seen.shift < 0.1, seen.shift.toFixed(3));
  coverage("JavaScript", 40, (await page.coverage.stopJSCoverage()).map(usedOfScript));
  coverage(
    "style",
    15,
    (await page.coverage.stopCSSCoverage()).map((e) => [e.text, e.ranges.reduce((n, r) => n + r.end - r.start, 0)]),
  );
  check("nothing is asked of other hosts", !strangers.length, strangers.join(" "));
  await done(); // fails on an error in the console
}

/** [text, characters that ran]. Inner ranges come later and have the last word. */
function usedOfScript({ source, functions }) {
  const ran = new Uint8Array(source.length);
  for (const { ranges } of functions) for (const r of ranges) ran.fill(r.count ? 1 : 0, r.startOffset, r.endOffset);
  return [source, ran.reduce((a, b) => a + b, 0)];
}

function coverage(what, limit, files) {
  const idle = files.reduce((n, [text, used]) => n + gzipSync(text, { level: 9 }).length * (1 - used / Math.max(1, text.length)), 0);
  const all = files.reduce((n, [text]) => n + gzipSync(text, { level: 9 }).length, 0);
  check(`${what} the first page does not use, below ${limit} KiB`, idle < limit * 1024, `${kib(idle)} of ${kib(all)}`);
}

const TABLES = { temple: "a round of Temple", valley: "a round of Valley", tiwanaku: "a turn of Tiwanaku" };

/** Every main page and a table of each game, at one width. */
async function looks(world, size) {
  const { page, done } = await person(world, { size, touch: true });
  await page.addInitScript(observe);
  const bad = { nameless: [], unsized: [], small: [], tiny: [], full: [], shifty: [], titles: new Map() };
  const visit = async (where) => {
    await page.waitForSelector("main:not([aria-busy])");
    await page.evaluate(() => document.fonts.ready);
    const found = await page.evaluate(look, [TARGET, LEAST]);
    for (const k of ["nameless", "unsized"]) bad[k].push(...found[k].map((n) => `${where}: ${n}`));
    for (const k of ["small", "tiny"]) bad[k].push(...found[k].map(([n, who]) => `${where}: ${n} px ${who.trim()}`));
    if (found.full) bad.full.push(`${where} ${found.full} px`);
    const { shift } = await page.evaluate(() => window.seen);
    if (shift >= 0.1) bad.shifty.push(`${where} ${shift.toFixed(2)}`);
    bad.titles.set(where, await page.title());
  };
  for (const path of PAGES) {
    await page.goto(path);
    await visit(path);
  }
  for (const [game, where] of Object.entries(TABLES)) {
    await page.goto("/");
    await page
      .locator(".game", { has: page.locator(`[href="/rules/${game}"], [href="/play/${game}"]`) })
      .locator(".btn.main")
      .tap();
    await page.waitForSelector(".cell.legal, [role=gridcell]");
    await visit(where);
  }
  const at = `${size.width} px`,
    few = (list) => (list.length ? `${list.length}: ${list.slice(0, 6).join("; ")}` : "");
  check(`pictures have a name or are ornament, ${at}`, !bad.nameless.length, few(bad.nameless));
  check(`pictures have their size before they come, ${at}`, !bad.unsized.length, few(bad.unsized));
  check(`targets are ${LEAST} px or more (WCAG 2.5.8), ${at}`, !bad.tiny.length, few(bad.tiny));
  check(
    `targets are ${TARGET} px or more, ${at}`,
    !bad.small.length,
    few(bad.small) || (bad.full.length ? `but for spaces of a sheet as wide as the window: ${bad.full.join(", ")}` : ""),
  );
  check(`layout shift below 0.1 everywhere, ${at}`, !bad.shifty.length, few(bad.shifty));
  check(`every page has a title of its own, ${at}`, new Set(bad.titles.values()).size >= PAGES.length, `${new Set(bad.titles.values()).size} titles`);
  await done();
}

/** All checks; what failed. world: browser, and origin of the real server. */
export async function pageChecks(world, folder) {
  failed = [];
  await served(world.origin, folder);
  await firstVisit(world);
  for (const size of [PHONE, SMALL]) await looks(world, size);
  return failed;
}
