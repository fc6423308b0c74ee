// server.mjs -- for browser tests that need the real server: `tambo serve` on a port of its own with a
// database that lasts as long as the test, and turns of Temple by clicks, taps and keys.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = process.env.TAMBO ?? fileURLToPath(new URL("../../build/tambo", import.meta.url));
const LIMITS = ["rate", "burst", "player-rate", "player-burst", "create-hour", "max-tables"].flatMap((name) => [`--${name}`, "10000"]);

export class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "tambo-server-"));
    this.port = 0; // any, at first; then the same again
  }
  async start() {
    const files = process.env.TAMBO_WEB ? ["--files", process.env.TAMBO_WEB] : [];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TAMBO_")));
    this.process = spawn(program, ["serve", "--port", String(this.port), "--db", join(this.folder, "tambo.db"), ...LIMITS, ...files],
      { env, stdio: ["ignore", "pipe", "ignore"] });
    const [line] = await once(createInterface({ input: this.process.stdout }), "line");
    this.port = Number(line.match(/:(\d+)\/$/)?.[1]);
    assert.ok(this.port, `the server says where it is: ${line}`);
    return this;
  }
  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }
  async stop(signal = "SIGTERM") {
    const gone = once(this.process, "exit");
    this.process.kill(signal);
    await gone;
  }
  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true });
  }
}

export const roundOf = (page) => page.locator(".bar h1 small").textContent();
/** Until it is the player's turn to write, or the game is counted. */
export const myTurn = (page) => page.waitForFunction(() => document.querySelector(".counting") || (document.querySelector(".cell.legal") && document.querySelector("#ready")));
/** Until this round has come, or a later one. */
export const inRound = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".bar h1 small")?.textContent.match(/\d+/)?.[0]) >= k, n);
export const isOver = async (page) => (await page.locator(".counting").count()) > 0;

/** A turn of Temple by clicks sent from inside the page: a legal space in the middle, a number that gains. */
export async function write(page, { ready = true } = {}) {
  await page.evaluate(async (go) => {
    const tick = () => new Promise((done) => setTimeout(done, 0));
    const press = (el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const cells = [...document.querySelectorAll(".cell.legal")];
    press(cells[Math.floor(cells.length / 2)]);
    await tick();
    const options = [...document.querySelectorAll(".opt")];
    if (options.length) press(options.find((o) => o.querySelector(".gain")) ?? options.at(-1));
    await tick();
    if (go) press(document.getElementById("ready"));
  }, ready);
}

/** The same by taps of a finger. */
export async function tap(page) {
  await page.locator(".cell.legal").first().tap();
  await page.waitForSelector(".opt, .cell.preview"); // the click of a tap comes later
  if (await page.locator(".opt").count()) await page.locator(".opt").first().tap();
  await page.locator("#ready").tap();
}

/** Tab, until the focus is on what fits. */
export async function tabTo(page, match) {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((m) => document.activeElement?.matches(m), match)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no tab stop ${match}`);
}

/** A turn by keys alone: arrows to a legal space, Enter, a number, Enter. */
export async function type(page) {
  await tabTo(page, "[role=gridcell]");
  const look = () => page.evaluate(() => {
    const at = (el) => [el.dataset.space.charCodeAt(0), Number(el.dataset.space.slice(1))];
    const here = document.activeElement, [x, y] = at(here);
    if (here.matches(".legal")) return null;
    const far = (el) => Math.abs(at(el)[0] - x) + Math.abs(at(el)[1] - y);
    const [tx, ty] = at([...document.querySelectorAll(".cell.legal")].sort((a, b) => far(a) - far(b))[0]);
    return { x: tx - x, y: ty - y };
  });
  for (let i = 0; i < 40; i++) {
    const way = await look();
    if (!way) break;
    await page.keyboard.press(way.y && (i % 2 || !way.x) ? (way.y > 0 ? "ArrowDown" : "ArrowUp") : way.x > 0 ? "ArrowRight" : "ArrowLeft");
  }
  assert.equal(await look(), null, "the arrows reach a legal space");
  await page.keyboard.press("Enter");
  if (await page.locator(".opt").count()) {
    await page.waitForFunction(() => document.activeElement?.matches(".opt"));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "ready");
  } else await tabTo(page, "#ready");
  await page.keyboard.press("Enter");
}
