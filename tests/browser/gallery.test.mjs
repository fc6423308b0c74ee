// gallery.test.mjs -- the sheets of all, in Chromium, while things happen to them: a round closes, the game ends.
// How it looks and reads is in temple.test.mjs, valley.test.mjs and walks.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, begin, person } from "./kit.mjs";
import { myTurn, writeTemple } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

async function start(page, players, side) {
  await page.goto("/play/temple");
  await page.fill("#players", String(players));
  await page.locator("#players").blur();
  await page.getByLabel("How well bots play").selectOption("beginner");
  await page.locator(".side-choice input").nth("abcd".indexOf(side)).check();
  await page.getByRole("button", { name: "Begin" }).click();
  await myTurn(page);
}

/** The turn is ready, the gallery opens, somebody is on its fifth leaf, and the round closes. */
async function closeRound(page) {
  await writeTemple(page, { ink: false });
  await page.waitForSelector(".cell.preview");
  await page.evaluate(async () => {
    const round = () => document.querySelector(".bar h1 small").textContent,
      was = round();
    const until = async (good) => {
      while (!good()) await new Promise((done) => setTimeout(done, 0));
    };
    document.getElementById("ready").click();
    document.querySelector(".bar [aria-label='All sheets']").click();
    await until(() => document.querySelector(".gal"));
    document.querySelectorAll(".leaf")[4].focus();
    await until(() => round() !== was || !document.querySelector(".leaf .st"));
  });
}

test("a click opens the sheet that a leaf shows, also before a leaf out of sight is written anew", async () => {
  const { page, done } = await person(world, { size: DESK });
  await start(page, 100, "a");
  await page.getByRole("button", { name: "All sheets" }).click();
  await page.waitForSelector(".leaf .mini[data-drawn]");
  const shown = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    for (let i = 0; i < 5; i++) await frame(); // until it is known which are in sight
    const leaf = [...document.querySelectorAll(".leaf")].at(-2),
      name = () => leaf.querySelector(".nm span").textContent,
      before = name();
    document.querySelectorAll(".seg .btn")[2].click(); // by name
    while (document.querySelectorAll(".seg .btn")[2].getAttribute("aria-pressed") !== "true") await Promise.resolve();
    leaf.click();
    return { before, clicked: name() };
  });
  assert.equal(shown.clicked, shown.before, "it is not yet written anew");
  await page.waitForFunction((name) => document.querySelector(".zoom h2").textContent === name, shown.clicked);
  await page.waitForFunction((name) => [...document.querySelectorAll(".leaf")].at(-2).querySelector(".nm span").textContent !== name, shown.before);
  await done();
});

test("the game ends while the gallery is open: whoever was on a leaf still is", async () => {
  const { page, done } = await person(world, { size: DESK });
  await start(page, 12, "c");
  for (let i = 0; i < 60; i++) {
    await closeRound(page);
    await page.waitForFunction(() => !document.querySelector(".leaf .st") || /[1-9]/.test(document.querySelector(".ready").textContent)); // it is over, or goes on
    assert.ok(await page.evaluate(() => document.activeElement === document.querySelectorAll(".leaf")[4]));
    if (!(await page.locator(".leaf .st").count())) break;
    await page.getByRole("button", { name: "Close" }).click();
    await myTurn(page);
  }
  assert.equal(await page.locator(".leaf .hide:visible").count(), 0, "nobody is said to be ready");
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForSelector(".counting");
  await done();
});
