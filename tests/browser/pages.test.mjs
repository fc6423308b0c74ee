// pages.test.mjs -- the pages of the house in Chromium: each in both lights, on a desk, a phone and at
// 320 px, with axe; languages; wrong addresses; a server that is not there; replaying a record.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, SMALL, axe, begin, fits, person, shot } from "./kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const PAGES = { home: "/", setup: "/play/temple", rules: "/rules/temple", settings: "/settings", replay: "/replay", nowhere: "/no/such/page", notable: "/t/local-none" };

for (const dark of [false, true])
  test(`every page, ${dark ? "by lamplight" : "by day"}`, async () => {
    for (const [where, size] of [["desk", DESK], ["phone", PHONE], ["320", SMALL]]) {
      const { page, done } = await person(world, { size, dark });
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path);
        await page.waitForSelector("main:not([aria-busy])");
        await page.evaluate(() => document.fonts.ready);
        if (where !== "320") await shot(page, `${name}-${where}${dark ? "-dark" : ""}`);
        if (where === "desk") await axe(page, `${name}, ${where}`);
        await fits(page, `${name}, ${where}`);
      }
      await done();
    }
  });

test("the language of the browser, another by choice, remembered", async () => {
  const { page, done } = await person(world, { language: "nl-BE" });
  await page.goto("/");
  await page.getByText("Welke weg vandaag?").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "nl");
  await page.getByRole("button", { name: "Taal: Nederlands" }).click();
  await axe(page, "choosing a language");
  await shot(page, "language-desk");
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByText("Quelle route aujourd'hui").waitFor();
  await page.reload();
  await page.getByText("Quelle route aujourd'hui").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await page.goto("/rules/temple");
  await page.getByText("Le crochetage ouvre les portes").waitFor();
  await shot(page, "rules-desk-fr");
  await done();
});

test("light by choice", async () => {
  const { page, done } = await person(world);
  await page.goto("/settings");
  await page.getByRole("button", { name: "lamplight" }).click();
  assert.equal(await page.locator("html").getAttribute("data-light"), "lamp");
  await page.reload();
  await page.waitForSelector("main");
  assert.equal(await page.locator("html").getAttribute("data-light"), "lamp");
  await axe(page, "lamplight by choice");
  await done();
});

test("no server: a sentence and a way on", async () => {
  const { page, done } = await person(world, { expected: /WebSocket|404/ });
  await page.goto("/");
  await page.fill("#code", "abc");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("A code has six characters.").waitFor();
  await page.fill("#code", "abcdef");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("The server does not answer.").waitFor();
  await shot(page, "join-noserver-desk");
  await axe(page, "no server");
  await page.getByRole("link", { name: "To the first page" }).click();
  await page.getByRole("link", { name: "Open a table of your own" }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("The server does not answer.").waitFor();
  await done();
});

test("a ruling is linked, and its rule is found", async () => {
  const { page, done } = await person(world);
  await page.goto("/rules/temple#TEM-6");
  await page.waitForSelector("#TEM-6");
  assert.ok(await page.locator("#TEM-6").evaluate((el) => el.getBoundingClientRect().top < innerHeight));
  await done();
});

const RECORD = "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\nseat 1: Ana\nseat 2: Bo\n--\n" +
  "* roll 2 lock 5\n1 write 7 e3\n2 write 5 d4\n* roll 3 1 mummy\n* pass 2 1\n1 mummy c4\n2 mummy f5\n";

test("a record is replayed; a damaged one gets its line", async () => {
  const { page, done } = await person(world);
  await page.goto("/replay");
  const give = async (text) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a record" }).click();
    await (await chooser).setFiles({ name: "x.rec", mimeType: "text/plain", buffer: Buffer.from(text) });
  };
  await give(RECORD.replace("write 7", "write 8"));
  await page.getByText(/Line 11: .*PP-8/).waitFor();
  await give(RECORD);
  await page.locator(".player").getByText("Bo draws a mummy at f5.").waitFor();
  assert.equal(await page.locator(".leaf").count(), 2);
  await page.getByRole("button", { name: "One step back" }).click();
  await page.locator(".player").getByText("Ana draws a mummy at c4.").waitFor();
  await page.getByRole("slider").fill("0");
  await page.getByText("The beginning.").waitFor();
  await shot(page, "replay-desk-open");
  await axe(page, "a replay");
  await done();
});

test("installable: manifest and icons", async () => {
  const { page, done } = await person(world);
  await page.goto("/");
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) assert.equal((await page.request.get(icon.src)).status(), 200);
  await done();
});
