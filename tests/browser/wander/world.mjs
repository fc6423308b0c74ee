// world.mjs -- where wanderers walk: a real `tambo serve` with the built page, and a browser. The page is the one that is served, but for two
// things: chance follows the seed of the walk, so that it can be walked again, and in most walks bots do not pause between turns, as
// the worker's clock is not the page's and cannot be hastened (kit.mjs). Everything else is as people have it.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, sameDice } from "../kit.mjs";
import { makeHostile } from "../hostile.mjs";
import { Server } from "../server.mjs";
import { ChromiumPane, FirefoxPane } from "./pane.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const require = createRequire(join(root, "clients/web/package.json"));

/** The dice of the worker go by its name, which each page gives it: the seed of its walk, and whether bots keep their pace. */
function seeded(web) {
  const path = join(
    web,
    readdirSync(web).find((name) => /^worker-.*\.js$/.test(name)),
  );
  const text = readFileSync(path, "utf8"),
    diced = text.replace(/let n = \d+n/, "let n = BigInt(parseInt(self.name, 10) || 1)"),
    by = diced.replace("Math.min(ms, 10)", "(/paced/.test(self.name) ? ms : Math.min(ms, 10))");
  if (diced === text || by === diced) throw new Error("the worker of the tests has no dice or no haste of its own");
  writeFileSync(path, by);
}

/** Runs in a page before its code: workers are called by the seed, and the page's own chance follows from it, too. The ids of what is done
 * stay as they are: two tabs, or a page before and after a reload, must never give the same. */
function named({ seed, paced }) {
  const Plain = Worker;
  self.Worker = class extends Plain {
    constructor(url, how) {
      super(url, { ...how, name: `${seed}${paced ? " paced" : ""}` });
    }
  };
  const [said, ...more] = window.name.split(" "), // stays with the tab
    loads = Number(said) || 0; // each load has other puzzles
  window.name = [loads + 1, ...more].join(" ");
  let state = (seed * 7919 + loads * 104729) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const own = window.crypto.getRandomValues.bind(window.crypto);
  Math.random = next;
  window.crypto.getRandomValues = (a) => {
    if (!(a instanceof Uint32Array)) return own(a);
    for (let i = 0; i < a.length; i++) a[i] = next() * 4294967296;
    return a;
  };
}

/** When a walk begins, by its page's clock: now, or at a date of its own. */
function beginning({ date, midnight }) {
  const day = date ? new Date(`${date}T10:00:00`) : new Date();
  if (midnight) day.setHours(23, 59, 40);
  return date || midnight ? { time: day } : {};
}

/** The server, of a copy of the page. */
async function serves() {
  const folder = mkdtempSync(join(tmpdir(), "tambo-wander-")),
    web = sameDice(join(folder, "web"));
  seeded(web);
  const server = await new Server().start({ web });
  const end = async () => {
    await server.end();
    rmSync(folder, { recursive: true, maxRetries: 3 });
  };
  return { server, end };
}

export async function chromiumWorld() {
  const [{ server, end }, browser] = await Promise.all([serves(), launch()]);
  return {
    origin: server.origin,
    firefox: false,
    /** A window of somebody new. */
    async pane(plan) {
      const context = await browser.newContext({
        serviceWorkers: plan.hostile ? "block" : "allow", // what one answers cannot be made hostile
        baseURL: server.origin,
        viewport: { width: plan.width, height: plan.height },
        colorScheme: plan.dark ? "dark" : "light",
        locale: plan.language,
        reducedMotion: plan.calm ? "reduce" : "no-preference",
        hasTouch: plan.touch,
      });
      await context.addInitScript(named, { seed: plan.seed, paced: plan.paced });
      await context.clock.install(beginning(plan));
      if (plan.hostile) await makeHostile(context, plan.hostile);
      return new ChromiumPane(context, await context.newPage(), server.origin, plan);
    },
    async end() {
      await browser.close();
      await end();
    },
  };
}

export const firefox = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));

/** The same in Debian's Firefox, by WebDriver BiDi. */
export async function firefoxWorld() {
  const { default: puppeteer } = await import(require.resolve("puppeteer-core"));
  const { server, end } = await serves();
  const languages = {};
  const browserFor = (plan) =>
    (languages[`${plan.language} ${plan.dark} ${plan.calm} ${plan.width < 500}`] ??= puppeteer.launch({
      browser: "firefox",
      executablePath: firefox,
      headless: true,
      extraPrefsFirefox: {
        "intl.accept_languages": plan.language,
        "layout.css.prefers-color-scheme.content-override": plan.dark ? 0 : 1,
        "ui.prefersReducedMotion": plan.calm ? 1 : 0,
        "ui.useOverlayScrollbars": plan.width < 500 ? 1 : 0, // a phone's take no room
      },
    }));
  return {
    origin: server.origin,
    firefox: true,
    change: { hostile: null, midnight: false, date: null }, // nothing of this can be done to this browser
    async pane(plan) {
      const browser = await browserFor(plan),
        context = await browser.createBrowserContext(),
        page = await context.newPage();
      await page.setViewport({ width: plan.width, height: plan.height });
      await page.evaluateOnNewDocument(named, { seed: plan.seed, paced: plan.paced });
      return new FirefoxPane(context, page, server.origin, { ...plan, touch: false });
    },
    async end() {
      for (const browser of Object.values(languages)) await (await browser).close();
      await end();
    },
  };
}
