// kit.mjs -- what the browser tests share: a server of the built client, Debian's Chromium, pages
// that fail on any error in the console, axe, and screenshots in build/shots.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(join(root, "clients/web/package.json"));
const { chromium } = require("playwright-core");
const { source } = createRequire(require.resolve("@axe-core/playwright"))("axe-core");
const { serve } = await import(join(root, "clients/web/dev.mjs"));

export const folder = process.env.TAMBO_WEB ?? join(root, "build/web");
export const shots = process.env.TAMBO_SHOTS ?? join(root, "build/shots");
mkdirSync(shots, { recursive: true });

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export const DESK = { width: 1440, height: 900 }, PHONE = { width: 390, height: 844 }, SMALL = { width: 320, height: 640 };

/** A server and a browser; end() stops both. */
export async function begin() {
  const server = await serve(folder);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const profile = mkdtempSync(join(tmpdir(), "tambo-browser-"));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: [...FLAGS, `--disk-cache-dir=${profile}`] });
  const end = async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { server, origin, browser, end };
}

/** A fresh person: own storage. Errors in the console make done() fail, but for those that `expected` matches. */
export async function person({ browser, origin }, { size = DESK, dark = false, language = "en", calm = true, touch = false, expected = null } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: dark ? "dark" : "light", locale: language, baseURL: origin,
    reducedMotion: calm ? "reduce" : "no-preference", hasTouch: touch, deviceScaleFactor: size.width < 500 ? 2 : 1 });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (m) => m.type() === "error" && !expected?.test(m.text()) && faults.push(m.text()));
  page.on("pageerror", (e) => faults.push(String(e)));
  const done = async () => {
    assert.deepEqual(faults, [], "errors in the console");
    await context.close();
  };
  return { context, page, done };
}

/** No violations of WCAG 2.2 AA and of best practice in the state the page is in; or of some rules alone. */
export async function axe(page, what, rules = null) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source); // once a page: there are no frames
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
  const found = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run(document, { runOnly: only, resultTypes: ["violations"] });
    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join("; ")}`);
  }, runOnly);
  assert.deepEqual(found, [], `axe: ${what}`);
}

/** Nothing is wider than the window. */
export async function fits(page, what) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${what}: ${over} px wider than the window`);
}

export const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`), animations: "disabled" });
