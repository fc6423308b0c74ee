// kit.mjs -- what the browser tests share: a server of the built client, Debian's Chromium, pages
// that fail on any error in the console, axe, and pictures: of what failed, and of everything if TAMBO_SHOTS names a folder for
// them (`make shots`).
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { count, takeAll } from "./coverage.mjs";
import { measured } from "./measure.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(join(root, "clients/web/package.json"));
const { chromium } = require("playwright-core");
const { source } = createRequire(require.resolve("@axe-core/playwright"))("axe-core");
const { serve } = await import(join(root, "clients/web/dev.mjs"));
const { has } = await import(join(root, "tools/texts.mjs"));

export const folder = process.env.TAMBO_WEB ?? join(root, "build/web");
const shots = process.env.TAMBO_SHOTS;
const failures = shots ?? process.env.TAMBO_FAILURES ?? join(root, "build/shots");

// The headless shell is the same engine without the windows of a desktop: a quarter less work.
const onPath = (name) => process.env.PATH.split(":").map((folder) => join(folder, name));
export const program = process.env.CHROMIUM || ["chromium-headless-shell", "chromium", "chromium-browser"].flatMap(onPath).find((path) => existsSync(path));

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--font-render-hinting=none", // letters stand where they do on a screen
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PATIENCE = Number(process.env.TAMBO_PATIENCE ?? 120000); // ms for one step: machines may be slow and busy

export const DESK = { width: 1440, height: 900 },
  PHONE = { width: 390, height: 844 },
  SMALL = { width: 320, height: 640 };
export const LOW = { width: 720, height: 450 }; // a desk at 200 %; a phone on its side is about as low

const SEED = Number(process.env.TAMBO_SEED ?? 1); // another one: other dice and maps in the games of one device
const DICE = `{ let n = ${SEED}n; const next = () => ((n += 0x9e3779b97f4a7c15n), (n ^ (n >> 29n)) * 0xbf58476d1ce4e5b9n);
crypto.getRandomValues = (a) => { const b = new DataView(a.buffer, a.byteOffset, a.byteLength);
for (let i = 0; i < b.byteLength; i++) b.setUint8(i, Number((next() >> 32n) & 255n)); return a; }; }\n`;
// host.js: pace. What is longer is no pace, but how long a store may take to answer.
const QUICK = "{ const wait = setTimeout; self.setTimeout = (fn, ms) => wait(fn, ms < 5000 ? Math.min(ms, 10) : ms); }\n";

/** The built client with a worker that rolls the same dice in every run, so that a test that fails fails again; and whose
 * bots do not take their time. */
export function sameDice(where) {
  cpSync(folder, where, { recursive: true });
  const worker = join(
    where,
    readdirSync(where).find((name) => /^worker-.*\.js$/.test(name)),
  );
  writeFileSync(worker, DICE + QUICK + readFileSync(worker, "utf8"));
  return where;
}

export const launch = () => {
  assert.ok(program, "there is no Chromium: `tools/setup test` installs one");
  return chromium.launch({ executablePath: program, args: FLAGS });
};

/** A server and a browser; end() stops both. change(folder): does something to the files before they are served. */
export async function begin(change = () => {}) {
  const profile = mkdtempSync(join(tmpdir(), "tambo-browser-"));
  const web = sameDice(join(profile, "web"));
  change(web);
  const server = await serve(web);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await launch();
  const end = async () => {
    await takeAll();
    const left = browser.contexts().flatMap((context) => context.pages()); // of tests that failed: the others close theirs
    for (const [i, page] of left.entries()) await failed(page, `left-${basename(process.argv[1], ".test.mjs")}-${i + 1}`);
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, maxRetries: 3 });
  };
  return { server, origin, browser, end };
}

/** A fresh person as a newcomer comes: own, empty storage, and things move. calm: by the system's setting nothing does; for tests of just that.
 * Errors in the console make done() fail, but for those that `expected` matches. */
export async function person(
  { browser, origin },
  { size = DESK, dark = false, language = "en", calm = false, touch = false, expected = null, serviceWorkers = "allow" } = {},
) {
  const context = await browser.newContext({
    serviceWorkers,
    viewport: size,
    colorScheme: dark ? "dark" : "light",
    locale: language,
    baseURL: origin,
    reducedMotion: calm ? "reduce" : "no-preference",
    hasTouch: touch,
    deviceScaleFactor: size.width < 500 ? 2 : 1,
  });
  await count(context, (DICE + QUICK).split("\n").length - 1);
  await context.clock.install(); // it goes on by itself, and settled() hastens it
  const page = await context.newPage();
  if (process.env.TAMBO_SLOW) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: Number(process.env.TAMBO_SLOW) });
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("console", (m) => m.type() === "error" && !expected?.test(m.text()) && faults.push(m.text()));
  page.on("pageerror", (e) => faults.push(String(e)));
  const done = async () => {
    assert.deepEqual(faults, [], "errors in the console");
    await context.close();
  };
  return { context, page, done };
}

/** Grounds without their dots and glow: over a gradient axe tells no contrast, and says so to nobody. */
function plainGrounds() {
  const plain = new CSSStyleSheet();
  plain.replaceSync("*, ::before, ::after { background-image: none !important; }");
  document.adoptedStyleSheets = [plain];
}

/** Until nothing moves any more: no scene, no counting, no transition. The page's clock is hastened meanwhile; all that people
 * see is played. */
export async function settled(page) {
  const moving = () => {
    const on = (a) => a.playState === "running" && a.effect?.getComputedTiming().endTime < 10000; // the others go on for ever
    return Boolean(document.querySelector('.skip-note, .counting .head-row use[href="#i-right"]')) || document.getAnimations().some(on);
  };
  for (const end = Date.now() + PATIENCE; await page.evaluate(moving); ) {
    assert.ok(Date.now() < end, "it does not come to rest");
    await page.clock.runFor(500);
  }
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))); // what follows from a new size
}

/** Waits until nothing changes its place or size any more: what measures itself is drawn again some frames after the window has
 * changed, and on a busy machine more of them. What is moved by transforms alone does not count. */
async function laidOut(page) {
  const [frames, most] = [5, 600];
  await page.evaluate(
    ([frames, most]) =>
      new Promise((done) => {
        let before = "",
          same = 0,
          n = 0;
        const look = () => {
          const places = [...document.body.querySelectorAll("*")].map((el) => [el.offsetLeft, el.offsetTop, el.offsetWidth, el.offsetHeight]);
          const now = `${innerWidth} ${innerHeight} ${places}`;
          same = now === before ? same + 1 : 0;
          before = now;
          if (same >= frames || ++n > most) done(null);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [frames, most],
  );
}

/** No violations of WCAG 2.2 AA and of best practice in the state the page is in; or of some rules alone. */
export async function axe(page, what, rules = null) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source); // once a page: there are no frames
  await page.evaluate(plainGrounds);
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
  const found = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    return violations.map(
      (v) =>
        `${v.id}: ${v.nodes
          .map((n) => n.target.join(" "))
          .slice(0, 3)
          .join("; ")}`,
    );
  }, runOnly);
  assert.deepEqual(found, [], `axe: ${what}`);
}

/** Nothing is wider than the window. With `parts`, {name: selector}: each of them is there, whole inside the window, not covered by
 * anything, and apart from the others; no text is cut, no word broken inside, no button under 44 px; spaces to tap, {selector: least px}.
 * @param {import("playwright-core").Page} page
 * @param {string} what
 * @param {{parts?: Record<string, string>, spaces?: Record<string, number>}} [wanted] */
export async function fits(page, what, { parts, spaces = {} } = {}) {
  await settled(page);
  await laidOut(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what}: ${over} px wider than the window`);
  if (!parts) return;
  const wrong = await measured(page, parts, spaces);
  if (wrong.length) await failed(page, what.replace(/[^\w-]+/g, "-"));
  assert.deepEqual(wrong, [], what);
}

/** Looks at a state: a picture, nothing too wide, axe; its contrasts in the other light as well. TAMBO_LOOKS=none: not at all,
 * where another build has looked at the same client in the same states. */
export async function see(page, name) {
  if (process.env.TAMBO_LOOKS === "none") return;
  await fits(page, name);
  await shot(page, name);
  await axe(page, name);
  const [here, other] = (await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches)) ? ["dark", "light"] : ["light", "dark"];
  await page.emulateMedia({ colorScheme: other });
  await axe(page, `${name}, ${other}`, ["color-contrast"]); // nothing else changes with the light
  await page.emulateMedia({ colorScheme: here });
}

/** To another page of the house by a link inside: nothing is loaded anew. */
export const follow = (page, path) =>
  page.evaluate((to) => {
    const link = document.body.appendChild(Object.assign(document.createElement("a"), { href: to }));
    link.click();
    link.remove();
  }, path);
/** The first time of a game: no lesson now. */
export const justPlay = (page) => page.locator("dialog[open] .btn.wide:not(.main)").click();

/** Waits until something like it is read aloud. */
export const heard = (page, pattern) =>
  page.waitForFunction(([p, flags]) => new RegExp(p, flags).test(document.getElementById("say").textContent), [pattern.source, pattern.flags]);

const texts = {};
/** The texts of a game and of the shell in a language, as t() has them: for what has no id or class. */
export function textsIn(language, game) {
  const at = `${language} ${game}`;
  if (language !== "en") texts[at] ??= { ...has(game, language), ...has("web", language) };
  return (text) => {
    const found = language === "en" ? text : texts[at][text];
    assert.ok(found, `${text}, in ${language}`);
    return found;
  };
}

async function picture(page, folder, name, options) {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled", ...options });
}
export const shot = async (page, name, options) => shots && picture(page, shots, name, options);
/** Of a test that failed: always. */
export const failed = (page, name) => picture(page, failures, `failed-${name}`).catch(() => {});
