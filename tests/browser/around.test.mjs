// around.test.mjs -- what surrounds a game in Chromium: Back, the first page, the first minute, the end.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, SMALL, begin, justPlay, person, see } from "./kit.mjs";
import { myTurn, nextRound, playOut, roundOf, until, writeTemple } from "./papers_kit.mjs";
import { mouse } from "./hands.mjs";
import { play, start } from "./tiwanaku_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const path = (page) => new URL(page.url()).pathname;
const entry = (page) => page.evaluate(() => history.state?.open ?? 0);
const settled = (page, n) => page.waitForFunction((want) => (history.state?.open ?? 0) === want, n);

/** A game with bots, from its set-up. */
async function newGame(page, game) {
  await page.goto(`/play/${game}`);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("grid").first().waitFor();
}

test("Back closes what was opened, and stays at the table", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await newGame(page, "temple");
  const table = path(page),
    dialog = page.getByRole("dialog");

  await page.locator(".lately").click();
  await dialog.locator("h2", { hasText: "What happened" }).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  await settled(page, 0);

  await page.getByRole("button", { name: "Menu" }).click();
  await settled(page, 1);
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(path(page), table);
  await page.goForward(); // to what was closed: nothing happens
  await settled(page, 0);
  assert.equal(await dialog.count(), 0);

  await page.getByRole("button", { name: "Menu" }).click();
  await dialog.getByRole("button", { name: "What happened" }).click(); // one dialog in place of another: one entry
  await dialog.getByText("What happened").first().waitFor();
  await settled(page, 1);
  await page.getByRole("button", { name: "Close" }).click();
  await settled(page, 0);

  await page.getByRole("button", { name: "All sheets" }).click();
  await page.locator(".leaf").first().click();
  await dialog.waitFor();
  await settled(page, 2);
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.locator(".leaf").count(), 3, "the sheets are still open");
  await page.goBack();
  await page.locator(".tray").first().waitFor();
  assert.equal(path(page), table);
  await page.goBack();
  await page.getByRole("button", { name: "Begin", exact: true }).waitFor();
  await done();
});

test("a link in a dialog takes its place; a reload closes what was open", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await newGame(page, "temple");
  const table = path(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Rules" }).click();
  await page.locator(".rules").waitFor();
  await page.goBack();
  await page.getByRole("grid").first().waitFor();
  assert.equal(path(page), table);
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await entry(page), 0);

  await page.getByRole("button", { name: "All sheets" }).click();
  await settled(page, 1);
  await page.reload();
  await page.getByRole("grid").first().waitFor();
  await settled(page, 0);
  await page.goBack();
  await page.getByRole("button", { name: "Begin", exact: true }).waitFor();
  await done();
});

test("on a phone the first page begins with what runs and the field for a code", async () => {
  const { page, done } = await person(world, { size: SMALL, expected: /WebSocket|404/ });
  await page.goto("/");
  await page.locator(".game").first().waitFor();
  assert.equal(await page.getByText("Where you left off").count(), 0, "nothing has begun");
  await newGame(page, "tiwanaku");
  await page.goto("/");
  await page.getByRole("link", { name: /^Continue/ }).waitFor();
  const top = async (where) => (await where.boundingBox()).y;
  const [mine, code, game] = [await top(page.locator(".resume li")), await top(page.locator("#code")), await top(page.locator(".game").first())];
  assert.ok(mine < code && code < game && code < SMALL.height, `${mine} ${code} ${game}`);
  await page
    .locator(".resume li")
    .getByText(/^10 points/)
    .waitFor(); // no round 0 in a game of turns
  await see(page, "home-some-320");
  await page.fill("#code", "abc");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("A code has six characters.").waitFor();
  await page.fill("#code", "abcdef");
  await page.keyboard.press("Enter");
  await page.getByText("The server does not answer.").waitFor();
  assert.equal(await page.getByText("A code has six characters.").count(), 0, "it does not follow to the next page");
  await done();
});

test("Play now, the first time: what it is about, and a choice of two; afterwards at once", async () => {
  const { page, done } = await person(world, { size: PHONE });
  const play = (game) => page.getByRole("button", { name: `Play now ${game}` }).click();
  const dialog = page.getByRole("dialog");
  await page.goto("/");
  await play("Valley of Wiraqocha");
  await dialog.getByText("each discovery scores points").waitFor();
  await see(page, "first-time-phone");
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(path(page), "/");
  await play("Valley of Wiraqocha");
  await dialog.getByRole("button", { name: "Learn by playing" }).click();
  await page.locator(".coach").waitFor();
  await page.goBack();
  await play("Valley of Wiraqocha"); // it is known now
  await page.locator(".tray").waitFor();
  await page.goto("/");
  await play("Tiwanaku");
  await justPlay(page);
  await page.getByRole("grid").waitFor();
  await page.goBack();
  await page.locator(".game").first().waitFor();
  assert.equal(await dialog.count(), 0);
  await done();
});

/** Chromium's headless shell denies every notification. There a list takes their place; with CHROMIUM=/usr/bin/chromium they are real. */
function listNotifications() {
  const all = [];
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => {
    const one = { title, body, close: () => all.splice(all.indexOf(one), 1) };
    all.push(one);
  };
  ServiceWorkerRegistration.prototype.getNotifications = async () => [...all];
}

test("whoever asked for it is called when it is their turn and they look elsewhere", async () => {
  const { page, context, done } = await person(world);
  await context.grantPermissions(["notifications"]);
  await page.goto("/");
  if ((await page.evaluate(() => Notification.permission)) === "denied") await context.addInitScript(listNotifications);
  await newGame(page, "temple");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  assert.match(await page.title(), /^Your turn · Temple of Apikhabou/);
  await page.getByRole("button", { name: "Menu" }).click();
  const ask = page.getByRole("button", { name: "Tell me when it is my turn" });
  await ask.click();
  await page.waitForFunction(() => document.querySelector("dialog [aria-pressed=true]"));
  await see(page, "menu-desk");
  await page.keyboard.press("Escape");
  const calls = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((n) => `${n.title} ${n.body}`));
  const hide = (hidden) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  assert.deepEqual(await calls(), [], "the turn had begun before");
  const was = await roundOf(page);
  await writeTemple(page);
  await nextRound(page, was);
  await myTurn(page);
  assert.deepEqual(await until(calls, (all) => all.length), ["Your turn Temple of Apikhabou"]);
  await hide(false);
  assert.deepEqual(await until(calls, (all) => !all.length), []);
  await done();
});

test("a ranking of many: Rematch and one's own row are in sight, names lead to the sheets, the menu is there", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/play/temple");
  await page.fill("#players", "14");
  await page.locator("#players").blur();
  await page.getByLabel("How well bots play").selectOption("master");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await playOut(page, writeTemple);
  await page.getByRole("button", { name: "See everyone" }).click();
  const inSight = async (what) => {
    const { y, height } = await what.boundingBox();
    return y >= 0 && y + height <= PHONE.height;
  };
  const rematch = page.getByRole("button", { name: "Rematch" });
  assert.ok(await inSight(rematch));
  assert.ok(await inSight(page.locator("tr.mine").first()), "one's own row");
  await see(page, "result-many-phone");
  await page.locator(".rank tbody tr").first().getByRole("button").click();
  await page.getByRole("dialog").locator(".sheet").waitFor();
  await see(page, "result-sheet-phone");
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "What happened" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Leave the table" }).count(), 0);
  const saved = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Save the record" }).click();
  assert.match((await saved).suggestedFilename(), /^tambo-temple-\w+\.rec$/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "See the scoring" }).click();
  await page.waitForSelector(".counting .ledger tfoot");
  await done();
});

test("after two victories in three games the page proposes the next level, and one tap begins with it", async () => {
  const { page, done } = await person(world, { size: SMALL });
  await page.goto("/play/temple");
  const rivals = { temple: ["a", "b"].map((id) => ({ id, level: "beginner", won: true })) };
  await page.evaluate((kept) => localStorage.setItem("tambo.settings", JSON.stringify({ level: "strange", rivals: kept })), rivals);
  await page.goto("/play/temple");
  assert.equal(await page.getByLabel("How well bots play").inputValue(), "casual", "nothing strange is chosen");
  await page.getByLabel("How well bots play").selectOption("beginner");
  await page.getByText("Takes the points in sight").waitFor();
  await page.fill("#players", "2");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await playOut(page, writeTemple);
  await page.getByRole("button", { name: "See everyone" }).click();
  await page.getByText(/You have won [23] of 3 games against Beginner. Try Learner next time\?/).waitFor();
  await see(page, "next-level-small");
  const first = path(page);
  await page.getByRole("button", { name: "Play against Learner" }).click();
  await myTurn(page);
  assert.notEqual(path(page), first);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("tambo.settings")));
  assert.equal(kept.level, "learner", "set-up begins with it next time");
  assert.equal(kept.rivals.temple.length, 3);
  await page.goto(first); // the same result again is not another game, and its rematch has begun
  await page.getByRole("button", { name: "See everyone" }).click();
  await page.getByRole("button", { name: "Join the rematch" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Play against/ }).count(), 0);
  assert.deepEqual((await page.evaluate(() => JSON.parse(localStorage.getItem("tambo.settings")))).rivals, kept.rivals);
  await done();
});

test("a map is handed on: its id, a link that opens set-up with it; a result as a picture and a line", async () => {
  const { page, context, done } = await person(world);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = async (what) => (document.documentElement.dataset.shared = what.text ?? what.url); // as phones have it
    navigator.canShare = () => false;
  });
  await start(page, { mode: "solo-easy" });
  assert.equal(await page.getByText("Save the record").count(), 0);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "What happened" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Save the record" }).count(), 0, "the map is hidden");
  await page.keyboard.press("Escape");
  await play(page, () => mouse);
  const id = await page.locator(".map-id").textContent();
  assert.match(id, /^tiny-gentle-\d+-g\d+$/);
  await see(page, "result-map-desk");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy the id" }).click();
  assert.equal(await until(copied, (text) => text), id);
  await page.getByRole("button", { name: "Share", exact: true }).first().click();
  await page.getByRole("button", { name: "Copy the text" }).click();
  assert.match(await until(copied, (text) => text !== id), /^Tiwanaku: (Won|Lost) · \d+ points · http/);
  await see(page, "share-desk");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await page.waitForFunction(() => /^Tiwanaku: /.test(document.documentElement.dataset.shared));
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the picture" }).click();
  assert.equal((await saved).suggestedFilename(), "tambo.png");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Play this map again" }).click();
  assert.equal(await page.inputValue("#map-id"), id);
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("grid").waitFor();
  await page.goto("/play/tiwanaku?map=nonsense");
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("alert").getByText("a short one looks like tiny-gentle-42-g1").waitFor();
  await done();
});

test("after Begin by keys the board has the focus; what was said stays behind on its page", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/play/temple");
  await page.getByRole("button", { name: "Begin", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.getAttribute("role") === "gridcell");
  await page.waitForFunction(() => document.getElementById("say").textContent.trim());
  await page.getByRole("link", { name: "Home" }).click();
  await page.locator(".game").first().waitFor();
  assert.equal(await page.locator("#say").textContent(), "");
  await done();
});
