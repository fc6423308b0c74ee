// temple.test.mjs -- what is special in Temple, in Chromium: pencil, dice first, dragging, digits, what is read aloud;
// reloading in the middle of a round; a hundred sheets; without a network. axe on every state.
// Whole games in all modes, languages and by all hands are in walks.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, SMALL, begin, heard, justPlay, person, see } from "./kit.mjs";
import { mouse, tabTo } from "./hands.mjs";
import { inRound, inksOn, isOver, myTurn, nextRound, playOut, roundOf, until, write, writeTemple } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

/** Plays a round by real clicks. */
async function click(page) {
  const was = await roundOf(page);
  await write(page, mouse);
  await nextRound(page, was);
  await myTurn(page);
}

test("alone, by mouse, from the first page to the result", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page
    .getByRole("button", { name: /Play now/ })
    .first()
    .click();
  await justPlay(page);
  await page.waitForSelector(".tray");
  await see(page, "temple-desk-first");
  // a space, a number, another number, rubbing out
  await myTurn(page);
  await page.locator(".cell.legal").last().click();
  if (await page.locator(".opt").count()) {
    const at = await page.locator(".cell.sel").getAttribute("data-space");
    for (const way of ["above", "on the left", "below", "on the right"]) await page.getByRole("button", { name: `Move to the space ${way}` }).click();
    assert.notEqual(await page.locator(".cell.sel").getAttribute("data-space"), at, "there is nothing below the last space, nor right of it");
    await page.locator(".opt").first().click();
    assert.equal(await page.locator(".cell.preview .by-pencil").count(), 1);
    await see(page, "temple-desk-pencil");
    await page.getByRole("button", { name: "Rub out" }).click();
  }
  await click(page);
  assert.equal(await page.locator(".sheet .by-pen, .stamp.danger").count(), 1);
  await page.locator(".cell:not(.legal)").first().click();
  await page.locator(".why-not").waitFor();
  for (const [n, what] of ["Run", "Groups", "Mummies"].entries()) {
    await page.locator(".strip .ask").nth(n).click();
    await page
      .getByRole("dialog")
      .locator("h2", { hasText: new RegExp(what, "i") })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  // dice first, in a round that lets dice be picked
  for (let i = 0; i < 12 && !(await page.locator(".dice-btn").count()); i++) await click(page);
  const was = await roundOf(page);
  await page.locator(".dice-btn").first().click();
  const number = Number(await page.locator(".dice-btn .pip").first().textContent());
  await page.locator(".cell.legal").first().click();
  assert.equal(Number(await page.locator(".cell.preview text").textContent()), number);
  // the pencilled number is carried to another space, then a die
  const to = page.locator(".cell.legal").last(),
    name = await to.getAttribute("data-space");
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
  const first = page.locator(".cell.legal").first(),
    second = await first.getAttribute("data-space");
  await carry(page.locator(".dice-btn").last(), first);
  assert.equal(await page.locator(".cell.preview").getAttribute("data-space"), second);
  await page.click("#ready");
  await nextRound(page, was);
  await playOut(page, writeTemple, async (kind) => {
    if (kind !== "mummy") return;
    await page.locator(".tray [aria-disabled=true]").first().click({ force: true }); // of no use now
    await page.locator(".why-not").waitFor();
  });
  await page.waitForSelector(".ledger tfoot");
  await page.getByRole("button", { name: "Count again" }).click();
  await page.locator(".ledger tfoot").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Skip" }).click();
  await page.waitForSelector(".ledger tfoot");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the record" }).click();
  assert.match((await saved).suggestedFilename(), /^tambo-temple-\w+\.rec$/);
  const total = Number((await page.locator(".ledger tfoot td").textContent()).replace("−", "-"));
  const stamped = await page.locator(".rubber text").last().textContent();
  assert.equal(Number(stamped.replace("−", "-")), total, "the stamp has the total of the counting");
  await see(page, "temple-desk-counting");
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByRole("slider").waitFor();
  assert.equal(await page.getByRole("slider").inputValue(), "1", "it opens at the first step, on one's own sheet");
  await page.locator(".one-sheet .tray").waitFor();
  assert.equal(await page.locator(".one-sheet .last").count(), 0);
  await page.getByRole("button", { name: "One step forward" }).click();
  await page
    .locator(".player")
    .getByText(/^You (write|draw)/)
    .waitFor();
  assert.equal(await page.locator(".one-sheet .last").count(), 1, "the last move is marked");
  await see(page, "temple-desk-replay");
  await page.getByRole("button", { name: "To the end" }).click();
  await page.waitForFunction((n) => Number(document.querySelector(".one-sheet .num").textContent) === n, total);
  await page.goBack();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector(".tray");
  assert.match(await roundOf(page), /round 1/);
  await done();
});

test("alone, by keyboard alone", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page.waitForSelector(".game");
  await tabTo(page, ".game .btn.main");
  await page.keyboard.press("Enter");
  await tabTo(page, "dialog .menu .btn:not(.main)"); // no lesson now
  await page.keyboard.press("Enter");
  await myTurn(page);
  for (let i = 0; i < 60 && !(await isOver(page)); i++) {
    const was = await roundOf(page);
    await tabTo(page, "[role=gridcell]");
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
    } else await tabTo(page, "#ready");
    await page.keyboard.press("Enter");
    await nextRound(page, was);
    await heard(page, /Round \d+\. Dice: purple|The game is over/);
    await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]")); // back on the sheet
    if (i === 2) break; // three rounds by hand; the rest is the same
  }
  // digits write: a one-digit number that one die makes
  for (let i = 0; i < 10 && !(await page.locator(".dice-btn").count()); i++) {
    const was = await roundOf(page);
    await writeTemple(page);
    await nextRound(page, was);
    await myTurn(page);
  }
  const digit = await page.locator(".dice-btn .pip").first().textContent();
  await page.locator(".cell.legal").first().focus();
  await page.keyboard.press(digit);
  assert.equal(await page.locator(".cell.preview text").textContent(), digit);
  await playOut(page, writeTemple);
  await heard(page, /The game is over/);
  await done();
});

test("reloading in the middle of a round: pencil and ink are still there", async () => {
  const { page, done } = await person(world, { size: SMALL, language: "nl" });
  await page.goto("/");
  await page
    .getByRole("button", { name: /Nu spelen/ })
    .first()
    .click();
  await justPlay(page);
  await myTurn(page);
  await click(page);
  await click(page);
  await myTurn(page);
  const inked = await page.locator(".sheet .by-pen, .stamp.danger").count();
  await page.locator(".cell.legal").first().click();
  if (await page.locator(".opt").count()) await page.locator(".opt").first().click();
  const space = await page.locator(".cell.preview").getAttribute("data-space");
  await see(page, "temple-320-nl");
  await page.reload();
  await page.waitForSelector(".cell.preview");
  assert.equal(await page.locator(".cell.preview").getAttribute("data-space"), space);
  assert.equal(await page.locator(".sheet .by-pen, .stamp.danger:not(.pencilled)").count(), inked);
  await page.goto("/");
  await page.getByRole("link", { name: /Verder met/ }).click();
  await page.waitForSelector(".cell.preview");
  // a running game is not removed by one tap
  await page.goto("/");
  await page.getByRole("button", { name: /verwijderen$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Houden" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /verwijderen$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Verwijderen" }).click();
  await page.getByRole("link", { name: /Verder met/ }).waitFor({ state: "detached" });
  await done();
});

test("with 99 bots: a turn may be taken back while others still write", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/play/temple");
  await page.fill("#players", "100");
  await page.locator("#players").blur();
  await page.getByLabel("How well bots play").selectOption("master");
  await page.getByRole("button", { name: "Begin" }).click();
  for (let taken = false; !taken; ) {
    await myTurn(page); // on a machine that is slow with the page the others may be ready first: then in the next round
    assert.ok(!(await isOver(page)), "there was time in no round");
    await writeTemple(page);
    taken = await page
      .getByRole("button", { name: "Take it back" })
      .click({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
  }
  await page.waitForSelector("#ready");
  assert.equal(await page.locator(".cell.preview").count(), 1, "it is pencil again");
  await page.getByRole("button", { name: "All sheets" }).click();
  await page.locator(".leaf").nth(99).waitFor();
  await see(page, "gallery-desk-100");
  // back to one's own sheet, by the arrow and by Escape
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.waitForSelector("#ready");
  await page.getByRole("button", { name: "All sheets" }).click();
  await page.waitForSelector(".leaf");
  await page.keyboard.press("Escape");
  await page.locator("#ready").click();
  await inRound(page, 2);
  await myTurn(page);
  await writeTemple(page);
  await page.getByRole("button", { name: "All sheets" }).click();
  // the round closes while the gallery is open: all sheets have something written, also those out of sight, and are in order
  await page.locator(".leaf").nth(99).waitFor();
  await inRound(page, 3);
  const leaves = () => page.locator(".leaf").evaluateAll((all) => all.map((leaf) => [...leaf.querySelectorAll(".nm > *")].map((el) => el.textContent)));
  const written = async () =>
    (await Promise.all([...Array(100).keys()].map((i) => inksOn(page, `.gal > :nth-child(${i + 1}) .mini`, ["pen-wash", "cochineal"])))).filter(
      ([a, b]) => a + b > 20,
    ).length;
  assert.equal(await until(written, (n) => n === 100), 100);
  const rows = await leaves(),
    points = rows.slice(1).map(([, n]) => Number(n.replace("−", "-")));
  assert.equal(new Set(rows.map(([name]) => name)).size, 100, "nobody is shown twice");
  assert.deepEqual(
    points,
    [...points].sort((a, b) => b - a),
  );
  await see(page, "gallery-desk-100-next");
  await done();
});

test("without a network, after the first visit", async () => {
  const { page, context, done } = await person(world, { size: DESK, expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await context.setOffline(true);
  await page.reload();
  await page
    .getByRole("button", { name: /Play now/ })
    .first()
    .click();
  await justPlay(page);
  await myTurn(page);
  await click(page);
  await page.goto("/play/temple");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chip.ready").length > 0);
  await done();
});
