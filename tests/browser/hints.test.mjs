// hints.test.mjs -- hints about what is good, in Chromium: in every game in three steps, by mouse and by keys, taken into the
// pencil and rubbed out again; none where the owner of the table wants none. axe on every state.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, begin, heard, person, see } from "./kit.mjs";
import { tabTo } from "./hands.mjs";
import { start } from "./tiwanaku_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const thought = (page) => page.waitForSelector(".advice[aria-busy=false]");
const more = (page) => page.locator(".advice footer .grow");

for (const game of ["temple", "valley"])
  test(`${game}: where to look, what to think of, the answer`, async () => {
    const { page, done } = await person(world, { size: PHONE });
    await page.goto(`/play/${game}`);
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.waitForSelector("#ready");
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await thought(page);
    const lit = await page.locator(".cell.hinted").evaluateAll((all) => all.map((c) => c.dataset.space));
    assert.ok(lit.length > 0, "spaces are lit");
    await heard(page, new RegExp(`Where to look.*${lit[0]}`));
    await see(page, `hint-${game}-where`);
    await more(page).click();
    await heard(page, /What to think of/);
    await see(page, `hint-${game}-why`);
    assert.equal(await page.locator(".cell.preview").count(), 0, "nothing is written yet");
    await more(page).click();
    await heard(page, /What Master would do/);
    await see(page, `hint-${game}-answer`);
    await page.getByRole("button", { name: "Pencil it in" }).click();
    await page.waitForSelector(".cell.preview");
    assert.ok(lit.includes(await page.locator(".cell.preview").first().getAttribute("data-space")), "it is written where one looked");
    assert.equal(await page.locator(".advice, .cell.hinted").count(), 0, "the slip is gone");
    await page.getByRole("button", { name: "Rub out" }).click();
    assert.equal(await page.locator(".cell.preview").count(), 0, "and rubbed out");
    await done();
  });

test("temple: by keys, and Escape closes it", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/play/temple");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.waitForSelector("#ready");
  await tabTo(page, ".advice-btn");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".advice footer .grow:focus");
  await page.keyboard.press("Enter");
  await heard(page, /What to think of/);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".advice-btn:focus"); // back where it was opened
  await page.keyboard.press("Enter");
  await page.waitForSelector(".advice footer .grow:focus"); // it goes on where it was
  await page.keyboard.press("Enter");
  await page.waitForSelector(".advice footer .main:focus");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".cell.preview");
  await done();
});

test("tiwanaku: what is good beside what is certain", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await start(page, { mode: "competitive", board: "tiny-1" });
  await page.waitForSelector(".space.can, .space.pickable");
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.waitForSelector(".picker.hint[aria-busy=false]");
  await page.getByRole("button", { name: "What is good?" }).click();
  await thought(page);
  assert.ok((await page.locator(".space .lit").count()) > 0, "spaces are lit");
  await see(page, "hint-tiwanaku-good");
  await more(page).click();
  await more(page).click();
  await page.getByRole("button", { name: "Pencil it in" }).click();
  await page.waitForSelector("#go:not([aria-disabled=true])");
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(await page.locator("#go:not([aria-disabled=true])").count(), 0, "nothing was sent");
  await done();
});

for (const game of ["temple", "tiwanaku"])
  test(`${game}: none where the owner wants none`, async () => {
    const { page, done } = await person(world, { size: PHONE });
    await page.goto(`/play/${game}`);
    await page.getByRole("group", { name: "Hints" }).getByRole("button", { name: "None" }).click();
    await see(page, `hint-${game}-none`);
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.waitForSelector(".cell.legal, .space.can, .space.pickable");
    assert.equal(await page.getByRole("button", { name: "Hint", exact: true }).count(), 0);
    await done();
  });
