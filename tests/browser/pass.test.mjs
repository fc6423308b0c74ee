// pass.test.mjs -- several people on one device: set up, handed on from hand to hand in all three games, taken back, reloaded, to
// a result that is for all of them. Between two people nothing of the game is on the page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, begin, heard, person, see } from "./kit.mjs";
import { keys, mouse, tabTo } from "./hands.mjs";
import { myTurn, write, writeTemple, writeValley } from "./papers_kit.mjs";
import { step } from "./tiwanaku_kit.mjs";

const LOW = { width: 390, height: 664 };

let world;
before(async () => void (world = await begin()));
after(() => world.end());

/** Sets a game up for Ana and these. */
async function share(page, game, others, players) {
  await page.goto(`/play/${game}`);
  await page.fill("#name", "Ana");
  if (game === "tiwanaku") await page.getByRole("button", { name: "Against each other" }).click();
  await page.fill("#players", String(players));
  await page.fill("#people", String(others.length + 1));
  await page.locator("#people").blur();
  for (const [i, name] of others.entries()) await page.fill(`#name-${i + 2}`, name);
  await see(page, `pass-setup-${game}`);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
}

const cover = (page, name) => page.getByRole("button", { name: `I am ${name}` });
/** Nothing of a game is to be seen or read, whoever looks. */
const covered = (page) =>
  page.evaluate(() => !document.querySelector("[role=grid], .sheet, .dock, .tray, canvas, .rank") && document.querySelectorAll("main button").length <= 2);

test("Temple: written, handed on, taken back, a reload; the round opens for all", async () => {
  const { page, done } = await person(world, { size: LOW });
  await share(page, "temple", ["Bo", "Cy"], 4);
  await cover(page, "Ana").waitFor();
  assert.ok(await covered(page));
  await see(page, "pass-first-phone");
  await cover(page, "Ana").click();
  await myTurn(page);
  await writeTemple(page);
  await cover(page, "Bo").waitFor();
  assert.ok(await covered(page));
  assert.match(await page.title(), /^Bo, it is your turn/);
  await see(page, "pass-next-phone");
  await page.getByRole("button", { name: "Ana: take it back" }).click();
  await myTurn(page);
  assert.ok(await page.locator(".cell.preview").count(), "what Ana had written is in pencil again");
  await page.locator("#ready").click();
  await cover(page, "Bo").click();
  await myTurn(page);
  assert.equal(await page.locator(".cell.preview").count(), 0, "no pencil of Ana's on Bo's sheet");
  await page.reload();
  await cover(page, "Bo").waitFor();
  assert.equal(await page.getByRole("button", { name: /take it back/ }).count(), 0, "nobody has it in hand");
  await cover(page, "Bo").click();
  await myTurn(page);
  await writeTemple(page);
  await cover(page, "Cy").click();
  await myTurn(page);
  const round = await page.locator(".bar h1 small").textContent();
  await writeTemple(page);
  await page.waitForFunction((was) => document.querySelector(".bar h1 small")?.textContent !== was, round);
  await myTurn(page); // Cy keeps the device, and begins
  await writeTemple(page);
  await cover(page, "Ana").waitFor(); // after the last comes the first
  await done();
});

test("by keys alone, and read aloud; a second Enter does not turn the page", async () => {
  const { page, done } = await person(world, { size: DESK });
  await share(page, "temple", ["Bo"], 2);
  await tabTo(page, "main .btn.main");
  await page.keyboard.press("Enter");
  await myTurn(page);
  await write(page, keys);
  await heard(page, /Bo, it is your turn/);
  await page.keyboard.press("Enter");
  assert.ok(await covered(page));
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H2");
  await tabTo(page, "main .btn.main");
  await page.keyboard.press("Enter");
  await myTurn(page);
  await done();
});

test("a game to its end: the result names everybody, and the rematch has the same people", async () => {
  const { page, done } = await person(world, { size: LOW });
  await share(page, "temple", ["Bo"], 2);
  const people = ["Ana", "Bo"];
  let holder = null;
  for (let i = 0; i < 80; i++) {
    await page.waitForFunction(() => document.querySelector(".rank, .hand-over, .cell.legal, #ready:not(:disabled)"));
    if (await page.locator(".rank").count()) break;
    if (await page.locator(".hand-over").count()) {
      holder = people.find((name) => name !== holder) ?? "Ana";
      await cover(page, holder).click();
    }
    await myTurn(page);
    const before = await page.locator(".bar h1 small").textContent();
    await writeTemple(page);
    await page.waitForFunction((was) => document.querySelector(".rank, .hand-over") || document.querySelector(".bar h1 small")?.textContent !== was, before);
  }
  assert.deepEqual((await page.locator(".rank tbody th").allTextContents()).sort(), people, "by their names, nobody is “You”");
  assert.match(await page.locator(".hero h2").textContent(), /^(Ana|Bo)/);
  await see(page, "pass-result-phone");
  await page.getByRole("button", { name: "Rematch" }).click();
  await cover(page, "Ana").waitFor();
  await done();
});

test("whoever gives no name has one all the same; the longest fit; whose turn it is stands above the table", async () => {
  const { page, done } = await person(world, { size: { width: 320, height: 640 } });
  await share(page, "temple", ["", "W".repeat(24)], 3);
  await cover(page, "Ana").click();
  await myTurn(page);
  assert.match(await page.locator(".bar h1 small").textContent(), /^Ana · /);
  await writeTemple(page);
  await cover(page, "Traveller 2").click();
  await myTurn(page);
  assert.ok(await page.evaluate(() => document.activeElement?.closest("[role=grid]")), "the focus is on the sheet");
  await writeTemple(page);
  await cover(page, "W".repeat(24)).waitFor();
  await see(page, "pass-long-320");
  await page.goto("/");
  await page.locator(".resume li").getByText("Traveller 2").waitFor();
  assert.doesNotMatch(await page.locator(".resume li").textContent(), /point/, "nobody's points: the round is sealed");
  await done();
});

test("Valley and Tiwanaku are handed on, too", async () => {
  const { page, done } = await person(world, { size: LOW });
  await share(page, "valley", ["Bo"], 2);
  await cover(page, "Ana").click();
  await myTurn(page);
  await writeValley(page);
  await cover(page, "Bo").click();
  await myTurn(page);
  await share(page, "tiwanaku", ["Bo"], 3);
  await cover(page, "Ana").waitFor();
  const held = new Set();
  for (let i = 0; i < 200 && held.size < 3; i++) {
    await page.waitForFunction(() => document.querySelector(".hand-over, .dock"));
    if (await page.locator(".hand-over").count()) {
      const name = ["Ana", "Bo"][await cover(page, "Bo").count()];
      assert.ok(await covered(page));
      held.add(held.has(name) ? `${name} again` : name);
      await cover(page, name).click();
      await page.locator("main [role=grid]").waitFor();
    } else if (!(await step(page, mouse))) await page.waitForTimeout(40);
  }
  assert.deepEqual([...held], ["Ana", "Bo", "Ana again"]);
  await done();
});
