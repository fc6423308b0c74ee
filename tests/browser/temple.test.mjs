// temple.test.mjs -- Temple in Chromium, as people play it: by mouse from the first page to the result,
// by keyboard alone, on a phone in French by lamplight with bots; reloading in the middle of a round;
// without a network. axe on every state; pictures in build/shots.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, SMALL, axe, begin, fits, heard, person, shot } from "./kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const round = (page) => page.locator(".bar h1 small").textContent();
/** Waits for the round after this one, or for the counting. */
const nextRound = (page, was) => page.waitForFunction((r) => document.querySelector(".counting") || document.querySelector(".bar h1 small")?.textContent !== r, was);
const myTurn = (page) => page.waitForFunction(() => document.querySelector(".counting") || (document.querySelector(".cell.legal") && document.querySelector("#ready")));

/** Plays a round by real clicks: a space, the last number, ready. */
async function click(page) {
  const was = await round(page);
  await page.locator(".cell.legal").first().click();
  if (await page.locator(".opt").count()) await page.locator(".opt").last().click();
  await page.click("#ready");
  await nextRound(page, was);
}

/** A turn by clicks sent from inside the page, which is quicker: a legal space, a number that gains if there is one. */
const write = (page) => page.evaluate(async () => {
  const tick = () => new Promise((done) => setTimeout(done, 0));
  const press = (el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const cells = [...document.querySelectorAll(".cell.legal")];
  press(cells[Math.floor(cells.length / 2)]);
  await tick();
  const options = [...document.querySelectorAll(".opt")];
  if (options.length) press(options.find((o) => o.querySelector(".gain")) ?? options.at(-1));
  await tick();
  press(document.getElementById("ready"));
});

/** The rest of the game by such turns; `each` looks at each new kind of round. */
async function playOut(page, each = async () => {}) {
  const seen = new Set();
  for (let i = 0; i < 60; i++) {
    await myTurn(page);
    if (await page.locator(".counting").count()) return seen;
    const kind = await page.evaluate(() => [...document.querySelectorAll(".tray .die use.mark")].map((u) => u.getAttribute("href")).filter((h, k, all) => all.length < 3 || h).join());
    const danger = (await page.locator(".tray .die.off").count()) > 0;
    const name = danger ? "mummy" : kind;
    if (!seen.has(name)) {
      seen.add(name);
      await each(name, danger);
    }
    const was = await round(page);
    await write(page);
    await nextRound(page, was);
  }
  assert.fail("the game does not end");
}

test("alone, by mouse, from the first page to the result", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page.getByRole("button", { name: /Play now/ }).first().click();
  await page.waitForSelector(".tray");
  await shot(page, "temple-desk-first");
  await axe(page, "the first round");
  // a space, a number, another number, rubbing out
  await myTurn(page);
  await page.locator(".cell.legal").last().click();
  if (await page.locator(".opt").count()) {
    await page.locator(".opt").first().click();
    assert.equal(await page.locator(".cell.preview .by-pencil").count(), 1);
    await shot(page, "temple-desk-pencil");
    await axe(page, "a number in pencil");
    await page.getByRole("button", { name: "Rub out" }).click();
  }
  await click(page);
  assert.equal(await page.locator(".sheet .by-pen, .stamp.danger").count(), 1);
  // dice first, in a round that lets dice be picked
  for (let i = 0; i < 12 && !(await page.locator(".dice-btn").count()); i++) await click(page);
  const was = await round(page);
  await page.locator(".dice-btn").first().click();
  const number = Number(await page.locator(".dice-btn .pip").first().textContent());
  await page.locator(".cell.legal").first().click();
  assert.equal(Number(await page.locator(".cell.preview text").textContent()), number);
  // the pencilled number is carried to another space, then a die
  const to = page.locator(".cell.legal").last(), name = await to.getAttribute("data-space");
  const middle = async (at) => {
    const box = await at.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const carry = async (from, at) => {
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(at)), { steps: 4 });
    await page.mouse.up();
  };
  await carry(page.locator(".cell.preview"), to);
  assert.equal(await page.locator(".cell.preview").getAttribute("data-space"), name);
  const first = page.locator(".cell.legal").first(), second = await first.getAttribute("data-space");
  await carry(page.locator(".dice-btn").last(), first);
  assert.equal(await page.locator(".cell.preview").getAttribute("data-space"), second);
  await page.click("#ready");
  await nextRound(page, was);
  const kinds = await playOut(page, async (name, danger) => {
    await axe(page, name);
    if (danger) await shot(page, "temple-desk-mummy");
  });
  assert.ok(kinds.size >= 1); // which kinds of rounds come is up to the dice; online.test.mjs has them all
  await page.waitForSelector(".ledger tfoot");
  const total = Number((await page.locator(".ledger tfoot td").textContent()).replace("−", "-"));
  const stamped = await page.locator(".rubber text").last().textContent();
  assert.equal(Number(stamped.replace("−", "-")), total, "the stamp has the total of the counting");
  await shot(page, "temple-desk-counting");
  await axe(page, "the counting");
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByRole("slider").waitFor();
  assert.equal(await page.locator(".leaf .nm b").textContent().then((n) => Number(n.replace("−", "-"))), total);
  await page.goBack();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector(".tray");
  assert.match(await round(page), /round 1/);
  await done();
});

test("alone, by keyboard alone", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page.waitForSelector(".game");
  const tabTo = async (match) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((m) => document.activeElement?.matches(m), match)) return;
    }
    assert.fail(`no tab stop ${match}`);
  };
  await tabTo(".game .btn.main");
  await page.keyboard.press("Enter");
  await myTurn(page);
  for (let i = 0; i < 60 && !(await page.locator(".counting").count()); i++) {
    const was = await round(page);
    if (!(await page.evaluate(() => document.activeElement?.matches("[role=gridcell]")))) await tabTo("[role=gridcell]");
    // arrows to a legal space: along each row, from the top
    const legal = () => page.evaluate(() => document.activeElement.matches(".legal"));
    for (let k = 0; k < 12; k++) await page.keyboard.press("ArrowUp");
    search: for (let y = 0; y < 12; y++) {
      await page.keyboard.press("Home");
      for (let x = 0; x < 12; x++) {
        if (await legal()) break search;
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("ArrowDown");
    }
    assert.ok(await legal(), "the arrows reach a legal space");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".opt, .cell.preview");
    if (await page.locator(".opt").count()) {
      await page.waitForFunction(() => document.activeElement?.matches(".opt"));
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.id === "ready");
    } else await tabTo("#ready");
    await page.keyboard.press("Enter");
    await nextRound(page, was);
    await heard(page, /Round \d+\. Dice: purple|The game is over/);
    await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]")); // back on the sheet
    if (i === 2) break; // three rounds by hand; the rest is the same
  }
  // digits write: a one-digit number that one die makes
  for (let i = 0; i < 10 && !(await page.locator(".dice-btn").count()); i++) {
    const was = await round(page);
    await write(page);
    await nextRound(page, was);
    await myTurn(page);
  }
  const digit = await page.locator(".dice-btn .pip").first().textContent();
  await page.locator(".cell.legal").first().focus();
  await page.keyboard.press(digit);
  assert.equal(await page.locator(".cell.preview text").textContent(), digit);
  await playOut(page);
  await heard(page, /The game is over/);
  await done();
});

test("on a phone, in French, by lamplight, with bots", async () => {
  const { page, done } = await person(world, { size: PHONE, dark: true, language: "fr", touch: true });
  await page.goto("/play/temple");
  await page.fill("#players", "5");
  await page.locator("#players").blur();
  await shot(page, "setup-phone-dark-fr");
  await axe(page, "setting up");
  await page.getByRole("button", { name: "Commencer" }).tap();
  await myTurn(page);
  await shot(page, "temple-phone-dark-fr");
  await axe(page, "a table of five");
  await fits(page, "the table");
  await page.getByRole("button", { name: "Toutes les fiches" }).tap();
  await page.waitForSelector(".leaf");
  assert.equal(await page.locator(".leaf").count(), 5);
  await shot(page, "gallery-phone-dark-fr");
  await axe(page, "the gallery");
  await page.locator(".leaf").nth(1).tap();
  await page.waitForSelector("dialog .sheet");
  await shot(page, "gallery-open-phone-dark-fr");
  await axe(page, "one sheet large");
  await page.keyboard.press("Escape");
  await page.locator(".bar button").first().tap();
  await playOut(page, async (name, danger) => {
    if (!danger) return;
    await page.waitForSelector(".hold");
    await shot(page, "mummy-phone-dark-fr");
    await axe(page, "a sheet in hand");
    await fits(page, "the mummy round");
  });
  await page.waitForSelector(".ledger tfoot");
  await shot(page, "counting-phone-dark-fr");
  await page.getByRole("button", { name: "Voir tout le monde" }).tap();
  await page.waitForSelector(".rank");
  assert.equal(await page.locator(".rank tbody tr").count(), 5);
  await shot(page, "result-phone-dark-fr");
  await axe(page, "the ranking");
  await fits(page, "the ranking");
  await done();
});

test("reloading in the middle of a round: pencil and ink are still there", async () => {
  const { page, done } = await person(world, { size: SMALL, language: "nl" });
  await page.goto("/");
  await page.getByRole("button", { name: /Nu spelen/ }).first().click();
  await myTurn(page);
  await fits(page, "320 px");
  await click(page);
  await click(page);
  await myTurn(page);
  const inked = await page.locator(".sheet .by-pen, .stamp.danger").count();
  await page.locator(".cell.legal").first().click();
  if (await page.locator(".opt").count()) await page.locator(".opt").first().click();
  const space = await page.locator(".cell.preview").getAttribute("data-space");
  await shot(page, "temple-320-nl");
  await axe(page, "320 px");
  await page.reload();
  await page.waitForSelector(".cell.preview");
  assert.equal(await page.locator(".cell.preview").getAttribute("data-space"), space);
  assert.equal(await page.locator(".sheet .by-pen, .stamp.danger:not(.pencilled)").count(), inked);
  await page.goto("/");
  await page.getByRole("link", { name: /Verder met/ }).click();
  await page.waitForSelector(".cell.preview");
  await done();
});

test("with 99 bots: a turn may be taken back while others still write", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/play/temple");
  await page.fill("#players", "100");
  await page.getByRole("button", { name: "strong" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await myTurn(page);
  await write(page);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.waitForSelector("#ready");
  assert.equal(await page.locator(".cell.preview").count(), 1, "it is pencil again");
  await page.getByRole("button", { name: "All sheets" }).click();
  assert.equal(await page.locator(".leaf").count(), 100);
  await shot(page, "gallery-desk-100");
  await axe(page, "a gallery of 100");
  await done();
});

test("without a network, after the first visit", async () => {
  const { page, context, done } = await person(world, { size: DESK, expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: /Play now/ }).first().click();
  await myTurn(page);
  await click(page);
  await page.goto("/play/temple");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chip.ready").length > 0);
  await done();
});
