// online.test.mjs -- tables online in Chromium, against a small fake of the server inside the test
// (the real one has its own tests): opening a table, the lobby, a round, taking back, a broken line, refusals.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, begin, fits, person, see } from "./kit.mjs";
import { Fake, HEAD } from "./fake.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

test("from opening a table to the second round, over a line that breaks", async () => {
  const { page, done } = await person(world, { size: DESK });
  const fake = new Fake();
  await fake.route(page);
  await page.route("/api/tables", (route) => route.fulfill({ status: 201, json: { table: "x1", code: "K7Q4MP" } }));
  await page.goto("/play/temple?with=people");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("Who is here").waitFor();
  await see(page, "lobby-desk");
  assert.equal(await page.getByRole("button", { name: "Begin" }).isDisabled(), true, "one person alone cannot begin");
  await page.getByText("It takes two to begin").waitFor();
  await page.getByRole("button", { name: "Bot, 3 Casual" }).first().click();
  await page.getByText("Bot 2 · 3 Casual").waitFor();
  await page.locator("button:enabled", { hasText: "Begin" }).evaluate((button) => [1, 2].forEach(() => button.click())); // faster than any answer
  await page.waitForSelector(".cell.legal");
  assert.match(await page.locator(".ready").textContent(), /0 of 2/);
  for (const name of ["Rules", "Settings"]) {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name }).click();
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await page.waitForSelector(".cell.legal");
  }

  await page.locator("[data-space=e1]").click();
  await page.getByRole("radio", { name: /^10,/ }).click();
  fake.deaf = true; // the turn arrives, its answer does not
  await page.click("#ready");
  await page.getByText("No connection. Nothing is lost").waitFor();
  await see(page, "noline-desk");
  fake.deaf = false;
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  assert.deepEqual(
    fake.taken.filter((m) => m.do === "turn").map((m) => m.lines),
    [["1 write 10 e1"]],
    "sent again, done once",
  );
  assert.equal(fake.taken.filter((m) => m.do === "start").length, 1, "a double click begins once");
  await see(page, "waiting-desk");

  await page.getByRole("button", { name: "Take it back" }).click();
  await page.waitForSelector(".cell.preview");
  await page.getByRole("radio", { name: /^7,/ }).click();
  await page.click("#ready");
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  fake.tell({ t: "ready", seat: 2 }, { t: "round", lines: ["1 write 7 e1", "2 write 2 f1", "* roll 4 4 mummy", "* pass 2 1"] });
  await page.getByText("You hold Bot 2's sheet", { exact: true }).waitFor();
  await see(page, "mummy-desk-online");
  assert.equal(await page.locator("[data-space=f1] text").textContent(), "2");
  await page.locator("[data-space=e1]").click();
  await page.click("#ready");
  assert.equal((await page.locator(".bar h1 small").textContent()).slice(0, 7), "round 2");
  await done();
});

test("crossing out is free, and goes with the turn (TEM-8)", async () => {
  const { page, done } = await person(world, { size: PHONE });
  const fake = new Fake();
  await fake.route(page);
  fake.tell(
    { t: "seat", seat: 2, kind: "human", name: "Bo", player: "p2" },
    { t: "start", players: 2, head: HEAD, seat: 1, names: ["Ana", "Bo"] },
    { t: "play", lines: ["* roll penny 3 5"] },
    { t: "round", lines: ["1 write 9 e2", "2 write 9 e2", "* roll 1 1 mummy", "* pass 2 1"] },
    { t: "round", lines: ["1 mummy g3", "2 mummy f2", "* roll penny 3 5"] },
  );
  await page.goto("/t/x1");
  await page.waitForSelector(".cell.legal");
  assert.equal(await page.locator(".crossed.pencilled").count(), 1, "by itself");
  await page.locator("[data-space=f2]").click();
  assert.equal(await page.locator(".crossed").count(), 0, "not, if somebody does not want it");
  await page.locator("[data-space=f2]").click();
  assert.equal(await page.locator(".crossed.pencilled").count(), 1);
  await page.locator("[data-space=d3]").click();
  assert.equal(await page.locator(".opt").count(), 15);
  await page.getByRole("radio", { name: /^10, from Penny/ }).click();
  await page.getByText("The run grows to 2.").waitFor();
  await see(page, "penny-cross-phone");
  await page.click("#ready");
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  assert.deepEqual(fake.taken.at(-1).lines, ["1 cross f2", "1 write 10 d3"]);
  await done();
});

test("a clock, talk, muting", async () => {
  const { page, done } = await person(world, { size: PHONE });
  const fake = new Fake();
  await fake.route(page);
  fake.tell(
    { t: "seat", seat: 2, kind: "human", name: "Bo", player: "p2" },
    { t: "start", players: 2, head: HEAD, seat: 1, names: ["Ana", "Bo"] },
    { t: "play", lines: ["* roll 2 3 5"], due: Date.now() + 9000 },
  );
  await page.goto("/t/x1");
  await page.waitForSelector(".cell.legal");
  assert.match(await page.getByRole("timer").textContent(), /0:0\d/);
  fake.tell({ t: "chat", seat: 2, text: "Bonne chance", at: Date.now() });
  await page.locator(".toast").getByText("Bo: Bonne chance").waitFor();
  await page.getByRole("button", { name: "Talk, new message" }).click();
  await page.fill("#words", "Merci");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".talk").getByText("Merci").waitFor();
  await page.getByRole("button", { name: "Well played!" }).click();
  await page.locator(".talk").getByText("Well played!").waitFor();
  await see(page, "talk-phone");
  await page.getByRole("button", { name: "Mute Bo" }).click();
  await page.getByRole("button", { name: "Unmute Bo" }).waitFor();
  assert.equal(await page.locator(".talk").getByText("Bonne chance").count(), 0);
  await done();
});

test("a code that nobody has; a table that is full; another version", async () => {
  const { page, done } = await person(world, { size: PHONE });
  const fake = new Fake();
  await fake.route(page);
  for (const [error, sentence] of [
    ["full", "All seats at this table are taken."],
    ["version", "not the same version"],
    ["code", "No table has this code."],
  ]) {
    fake.refuse = { error, text: "English." };
    await page.goto("/j/ABCDEF");
    await page.getByText(sentence).waitFor();
    await fits(page, error);
  }
  await see(page, "refused-phone");
  fake.refuse = null; // the code is corrected where it is
  assert.equal(await page.inputValue("#code"), "ABCDEF");
  await page.fill("#code", "k7q 4mp");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.waitForURL("**/t/x1");
  await page.getByText("Who is here").waitFor();
  await see(page, "lobby-phone");
  await done();
});

test("files of the page that do not come are asked for again; if they never come the page says so", async () => {
  const expected = /Failed to load resource|503/;
  for (const [what, times, file] of [
    ["the rules", 2, /\.wasm/],
    ["the game", 1, /temple/],
    ["never", 99, /\.wasm/],
  ]) {
    const { page, done } = await person(world, { size: PHONE, expected, serviceWorkers: "block" });
    const fake = new Fake();
    await fake.route(page);
    let failed = 0;
    await page.route(file, (route) => (failed++ < times ? route.fulfill({ status: 503, body: "away" }) : route.continue()));
    await page.goto("/t/x1");
    const sorry = page.getByText("This page could not be loaded");
    if (what === "the rules") {
      for (let i = 0; i < 100 && failed <= times; i++) await page.waitForTimeout(100);
      assert.ok(failed > times, what);
    } else {
      const ends = what === "never" ? sorry : page.getByText("Who is here").or(sorry); // not all browsers ask for code again
      await ends.waitFor();
      if (what === "never") await see(page, "notloaded-phone");
      await page.unroute(file);
      if (await sorry.isVisible()) await page.getByRole("button", { name: "Reload" }).click();
    }
    await page.getByText("Who is here").waitFor();
    await done();
  }
});
