// fourth.test.mjs -- a game that nothing in the house knows of (tests/fixtures/game), from the first page to the result: alone,
// with bots, in another language, at a server; its lesson, its rules, its replay. TAMBO and TAMBO_WEB are builds with it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, begin, heard, justPlay, person, see } from "./kit.mjs";
import { Server } from "./server.mjs";

const ROUNDS = 6;

let world;
before(async () => (world = await begin()));
after(() => world.end());

/** Plays all rounds: fills while there is room, else leaves. words: what the buttons say. */
async function play(page, words = ["Fill it in", "Leave it", "Ready"]) {
  const [fill, leave, ready] = words.map((name) => page.getByRole("button", { name, exact: true }));
  for (let round = 1, water = 0; round <= ROUNDS; round++) {
    await page.locator(".bar small", { hasText: new RegExp(`\\D${round} \\D+ ${ROUNDS}$`) }).waitFor();
    await fill.waitFor();
    const gives = Number(/\d+/.exec(await page.locator("main h2").first().textContent()));
    assert.ok(gives >= 1 && gives <= 6);
    const fits = water + gives <= 15;
    await (fits ? fill : leave).click();
    if (fits) water += gives;
    await page
      .locator(".jar-row .mine b")
      .filter({ hasText: String(water) })
      .waitFor(); // in pencil
    if (round === 2) await see(page, `fourth-round-${await page.evaluate(() => document.documentElement.lang)}`);
    await ready.click();
    if (round === ROUNDS) return water;
  }
}

describe("a fourth game", () => {
  test("alone, from its card on the first page to the result, and again from there", async () => {
    const { page, done } = await person(world, { size: PHONE });
    await page.goto("/");
    assert.equal(await page.locator("article.game").count(), 4);
    await see(page, "fourth-home");
    assert.match(await page.locator("meta[name=description]").getAttribute("content"), /Water Jars/);
    await page.getByRole("button", { name: "Play now Water Jars" }).click();
    await justPlay(page);
    const water = await play(page);
    await page.getByRole("heading", { name: "Your jar is home", level: 2 }).waitFor();
    await heard(page, /The game is over/);
    await page.locator(".rubber text", { hasText: new RegExp(`^${water}$`) }).waitFor();
    await see(page, "fourth-result");
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("button", { name: "To the beginning" }).click();
    await page.locator(".player", { hasText: "The beginning." }).waitFor();
    await page.getByRole("button", { name: "One step forward" }).click();
    await page.locator(".player", { hasText: /The well gives \d/ }).waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await page.waitForSelector(".review-sum");
    await see(page, "fourth-review");
    await page.locator(".review-all summary").click();
    await page.locator(".review-all .review-line").first().click();
    await page.getByRole("heading", { name: "What was done" }).waitFor();
    await see(page, "fourth-review-decision");
    await page.goto("/");
    const row = page.locator(".resume li").first();
    assert.match(await row.textContent(), new RegExp(`Water Jars, alone.*${water} points`));
    assert.equal(await row.locator("use").first().getAttribute("href"), "#jar");
    assert.notEqual(await row.locator(".of-jars").evaluate((el) => getComputedStyle(el).color), await row.evaluate((el) => getComputedStyle(el).color));
    await done();
  });

  test("with bots: as many as the core takes, and a ranking", async () => {
    const { page, done } = await person(world, { size: DESK });
    await page.goto("/play/jars");
    const players = page.locator("#players");
    assert.deepEqual([await players.getAttribute("min"), await players.getAttribute("max")], ["1", "4"]);
    await players.fill("9");
    await players.press("Tab");
    assert.equal(await players.inputValue(), "4");
    await see(page, "fourth-setup");
    await page.getByRole("button", { name: "Begin" }).click();
    await play(page);
    await page.getByRole("button", { name: "See everyone" }).click();
    assert.equal(await page.locator(".rank tbody tr").count(), 4);
    await see(page, "fourth-ranking");
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.locator(".bar small", { hasText: "round 1 of 6" }).waitFor();
    await done();
  });

  test("its texts are found by its folder", async () => {
    const { page, done } = await person(world, { language: "de" });
    await page.goto("/");
    await page.getByRole("button", { name: "Spielen Water Jars" }).click();
    await justPlay(page);
    await page.getByRole("button", { name: "Einfüllen" }).click();
    await page.getByRole("button", { name: "Fertig" }).click();
    await page.locator(".log li", { hasText: "Du füllst den Krug." }).waitFor();
    await page.goto("/");
    await page.getByRole("button", { name: "Spielen Water Jars" }).click();
    await play(page, ["Einfüllen", "Stehen lassen", "Fertig"]);
    await page.getByRole("heading", { name: "Dein Krug ist zu Hause", level: 2 }).waitFor();
    await done();
  });

  test("its lesson and its rules", async () => {
    const { page, done } = await person(world);
    await page.goto("/");
    await page.getByRole("link", { name: "Learn Water Jars" }).click();
    await page.locator(".coach-text", { hasText: "The well gives 6. Fill it in." }).waitFor();
    await page.getByRole("button", { name: "Fill it in" }).click();
    await page.getByRole("button", { name: "Ready", exact: true }).click();
    await page.locator(".coach-head", { hasText: "Step 3 of 3" }).waitFor();
    await page.getByRole("button", { name: "Do it for me" }).click();
    await page.locator(".coach-text", { hasText: "the fullest jar wins" }).waitFor();
    await page.getByRole("link", { name: "Rules" }).click();
    await page.locator("#JAR-1").waitFor();
    await see(page, "fourth-rules");
    await done();
  });

  test("at a server, with the list of open tables, by the same folder", async (t) => {
    const server = await new Server().start();
    t.after(() => server.end());
    const { page, done } = await person({ ...world, origin: server.origin });
    const guest = await person({ ...world, origin: server.origin });
    await page.goto("/tables");
    await page.getByRole("link", { name: "Open a table of your own" }).click();
    await page.getByRole("button", { name: "Water Jars" }).click();
    await page.locator("#name").fill("Ana");
    await page.locator("#players").fill("2");
    await page.locator("#players").press("Tab");
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.getByRole("heading", { name: "Who is here" }).waitFor();
    await guest.page.goto("/tables");
    const row = guest.page.locator(".resume li", { hasText: "Water Jars with Ana" });
    await row.waitFor();
    assert.match(await row.textContent(), /1 of 2 seats taken · no clock/); // no board, no words for it
    await row.getByRole("link").click();
    await guest.page.locator("#name").fill("Ben");
    await guest.page.getByRole("button", { name: /Sit down/ }).click();
    await page.getByRole("button", { name: "Begin" }).click();
    await Promise.all([play(page), play(guest.page)]);
    for (const one of [page, guest.page]) await one.getByRole("button", { name: "See everyone" }).click();
    assert.equal(await page.locator(".rank tbody tr").count(), 2);
    await done();
    await guest.done();
  });
});
