// papers_kit.mjs -- rounds of Temple and Valley in a page: waiting for them, what the dice show, and turns by a hand
// of hands.mjs or by clicks sent from inside the page, which is quicker. For the tests of both games and of tables.
import assert from "node:assert/strict";
import { LANGUAGES, has } from "../../tools/texts.mjs";
import { PATIENCE, settled } from "./kit.mjs";

/** A space to write in. A 9 makes snakes legal in Valley, too: those are left alone, in any language. */
export const FREE = [".cell.legal", ...["snake", ...LANGUAGES.map((l) => has("web", l).snake)].map((word) => `:not([aria-label*="${word}" i])`)].join("");

export const roundOf = (page) => page.locator(".bar h1 small").textContent();
/** Until it is the player's turn, or the game is counted. On a full sheet of Valley there may be nothing to write. */
export const myTurn = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector(".counting") ||
      (document.querySelector(".cell.legal") && document.querySelector("#ready")) ||
      document.querySelector("#ready:not(:disabled)"),
  );
/** Until the round after this one, or the counting. */
export const nextRound = (page, was) =>
  page.waitForFunction((r) => document.querySelector(".counting") || document.querySelector(".bar h1 small")?.textContent !== r, was);
/** Until this round has come, or a later one. */
export const inRound = (page, n) => page.waitForFunction((k) => Number(document.querySelector(".bar h1 small")?.textContent.match(/\d+/)?.[0]) >= k, n);
export const isOver = async (page) => (await page.locator(".counting").count()) > 0;

/** What the dice show: "mummy" or "snake" in a danger round, else the faces that are no numbers, or "numbers". */
export const kindOf = (page) =>
  page.evaluate(() => {
    const faces = [...document.querySelectorAll(".tray .die")].map((d) =>
      d.querySelector(".pip")
        ? ""
        : d
            .querySelector("use.mark")
            .getAttribute("href")
            .replace(/#(danger-)?/, ""),
    );
    return faces[2] || faces.filter(Boolean).join("+") || "numbers";
  });

/** A turn by hand: a space, a number or what else there is, ready; a discovery is revealed. look(state) sees it in between. */
export async function write(page, by, look = async () => {}) {
  const cells = await page.locator(FREE).evaluateAll((all) => all.map((c) => c.dataset.space));
  if (cells.length) {
    await by.space(page, cells[Math.floor(cells.length / 2)]);
    await page.waitForSelector(".opt, .cell.preview"); // a snake or a mummy lies there at once
  }
  if (await page.locator(".opt").count()) {
    await look("choices");
    await by.choose(page.locator(".opt").nth(1).or(page.locator(".opt").first()).last());
    await page.waitForSelector(".cell.preview");
  }
  await look("pencil");
  await by.press(page.locator((await page.locator("#reveal").count()) ? "#reveal" : "#ready"));
}

/** A turn of Temple by clicks sent from inside the page: a legal space in the middle, a number that gains. */
export const writeTemple = (page, { ink = true } = {}) =>
  page.evaluate(async (go) => {
    const tick = () => new Promise((done) => setTimeout(done, 0));
    const press = (el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    const cells = [...document.querySelectorAll(".cell.legal")];
    press(cells[Math.floor(cells.length / 2)]);
    await tick();
    const options = [...document.querySelectorAll(".opt")];
    if (options.length) press(options.find((o) => o.querySelector(".gain")) ?? options.at(-1));
    await tick();
    if (go) press(document.getElementById("ready"));
  }, ink);

/** A turn of Valley by such clicks: up to three steps, a gain if there is one, a discovery if there is one. Says if there was. */
export const writeValley = (page, { reveal = true, ink = true } = {}) =>
  page.evaluate(
    async ({ reveal, ink }) => {
      const tick = () => new Promise((done) => setTimeout(done, 0));
      const press = (el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      for (let step = 0; step < 3; step++) {
        const cells = [...document.querySelectorAll(".cell.legal")];
        if (!cells.length) break;
        press(cells[Math.floor(cells.length / 2)]);
        await tick();
        await tick();
        const options = [...document.querySelectorAll(".opt")];
        if (options.length) press(options.find((o) => o.querySelector(".gain:not(.loss)")) ?? options[0]);
        await tick();
        if (document.querySelector(".picker .opt") || document.querySelector("#reveal")) break;
        if (!document.querySelector(".steps")) break; // a snake: one space and no more
      }
      const found = document.querySelector("#reveal");
      if (ink) press(found && reveal ? found : document.querySelector("#ready"));
      return Boolean(found);
    },
    { reveal, ink },
  );

/** Plays to the counting, by turn(kind, n), a function that plays one round; each(kind) looks at each new kind of round
 * before it is played. Gives the kinds. */
export async function playOut(page, turn, each = async () => {}) {
  const seen = new Set();
  for (let n = 1; n <= 60; n++) {
    await myTurn(page);
    if (await isOver(page)) {
      await settled(page); // all is counted
      return seen;
    }
    const kind = await kindOf(page),
      was = await roundOf(page),
      fresh = !seen.has(kind);
    seen.add(kind);
    if (fresh) await each(kind);
    await turn(page, { n, kind, fresh });
    await nextRound(page, was);
  }
  assert.fail("the game does not end");
}

/** How many pixels of a small sheet have the colour of each token, as the page has it now. */
export const inksOn = (page, selector, tokens) =>
  page.locator(selector).evaluate((el, names) => {
    const { data } = el.getContext("2d").getImageData(0, 0, el.width, el.height),
      count = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = `#${[0, 1, 2].map((k) => data[i + k].toString(16).padStart(2, "0")).join("")}`;
      count.set(colour, (count.get(colour) ?? 0) + 1);
    }
    const style = getComputedStyle(el);
    return names.map((name) => count.get(style.getPropertyValue(`--${name}`).trim()) ?? 0);
  }, tokens);

/** Asks again until the answer is good, or patience is gone; gives the last answer. */
export async function until(ask, good) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (good(answer) || Date.now() > end) return answer;
    await new Promise((done) => setTimeout(done, 100));
  }
}
