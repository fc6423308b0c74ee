// valley.test.mjs -- what is special in Valley, in Chromium: sums of dice, pencil, dragging, what is read aloud, a
// discovery chosen by tapping; reloading in the middle of a round; a hundred sheets. axe on every state.
// Whole games in all modes, languages and by all hands are in walks.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, SMALL, axe, begin, fits, heard, justPlay, person, see, shot } from "./kit.mjs";
import { tabTo } from "./hands.mjs";
import { FREE, inksOn, isOver, kindOf, myTurn, nextRound as next, playOut, roundOf as round, until, writeValley as turn } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const nextRound = async (page, was) => {
  await next(page, was);
  await myTurn(page);
};

/** Plays on until a turn finds a discovery, or what else is there with one, and leaves it in pencil. */
async function untilFound(page, what = "#reveal") {
  for (let i = 0; i < 24; i++) {
    const was = await round(page),
      kind = await kindOf(page);
    const found = await turn(page, { ink: false });
    if (found && (await page.locator(what).count())) return;
    await page.click("#ready");
    await nextRound(page, was);
    assert.equal(await isOver(page), false, `a discovery comes up (${kind})`);
  }
}

test("alone, by mouse, from the first page to the result", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page
    .locator(".game", { hasText: "Valley" })
    .getByRole("button", { name: /Play now/ })
    .click();
  await justPlay(page);
  await page.waitForSelector(".tray");
  for (let i = 0; i < 20 && (await kindOf(page)) !== "numbers"; i++) {
    const was = await round(page);
    await turn(page);
    await nextRound(page, was);
  }
  // a space, a number; the same space again, another number; taking it back
  await page.locator(FREE).first().click();
  await page.waitForSelector(".opt");
  assert.equal(await page.locator(".opt").count(), 7, "three dice make seven sums");
  await see(page, "valley-desk-choices");
  await page.locator(".opt").first().press("Escape"); // another space, rather: one that cannot be, then the first again
  await page.locator(".opt").first().waitFor({ state: "detached" });
  await page.locator(".cell:not(.legal)").first().click();
  await page.locator(".why-not").waitFor();
  await page.locator(FREE).first().click();
  await page.waitForSelector(".opt");
  await page.locator(".opt").last().click();
  assert.equal(await page.locator(".cell.preview").count(), 1);
  assert.equal(await page.locator(".tray .die.off").count(), 3, "all dice are used");
  await page.locator(".tray [aria-disabled=true]").first().click({ force: true });
  await page.locator(".why-not", { hasText: "This die has been used." }).waitFor();
  for (const [n, what] of ["Jungle", "Town", "Range", "Pyramid", "Hut", "Statue", "Mine", "Snakes"].entries()) {
    await page.locator(".tally .ask").nth(n).click();
    await page
      .getByRole("dialog")
      .locator("h2", { hasText: new RegExp(what, "i") })
      .waitFor();
    await page.getByRole("dialog").locator("svg.example, .example svg, .explain svg").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.locator(".cell.preview").click();
  await page.locator(".opt").first().click();
  assert.equal(await page.locator(".tray .die.off").count(), 1);
  // dice first, then a space
  await page.locator(".dice-btn").first().click();
  const number = await page.locator(".dice-btn .pip").first().textContent();
  await page.locator(FREE).first().click();
  assert.equal(await page.locator(".stepchip").count(), 2);
  assert.match(await page.locator(".stepchip").nth(1).textContent(), new RegExp(`^\\S*${number} at `));
  await see(page, "valley-desk-pencil");
  await page.locator(".stepchip").nth(1).click();
  assert.equal(await page.locator(".stepchip").count(), 1);
  // a die dragged to a space; the pencil dragged on; a number typed
  const box = async (what) => {
    const b = await what.boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...(await box(from)));
    await page.mouse.down();
    await page.mouse.move(...(await box(to)), { steps: 4 });
    await page.mouse.up();
  };
  await drag(page.locator(".dice-btn").first(), page.locator(FREE).first());
  assert.equal(await page.locator(".stepchip").count(), 2, "a die was dragged");
  await page.getByRole("button", { name: "Rub out" }).click();
  assert.equal(await page.locator(".cell.preview").count(), 0);
  const to = await page.locator(FREE).last().getAttribute("data-space");
  await page.locator(FREE).first().focus();
  await page.keyboard.press(await page.locator(".dice-btn .pip").first().textContent());
  assert.equal(await page.locator(".cell.preview").count(), 1, "a number was typed");
  await drag(page.locator(".cell.preview"), page.locator(`[data-space=${to}]`));
  assert.equal(await page.locator(`[data-space=${to}].preview`).count(), 1, "the pencil was dragged");
  await page.getByRole("button", { name: "Rub out" }).click();
  let carried = 0;
  await playOut(page, turn, async () => {
    const figure = page.locator(".dice-btn:not(:has(.pip))"); // Penny or Dakota first: what, then where
    if (!(await figure.count())) return;
    await figure.first().click();
    await page.locator(".opt").first().click();
    await page.locator(FREE).first().click();
    await page.locator(".stepchip").waitFor();
    await page.getByRole("button", { name: "Rub out" }).click();
    carried++;
  });
  assert.ok(carried, "Penny or Dakota came");
  await page.waitForSelector(".ledger tfoot");
  await page.getByRole("button", { name: "Count again" }).click();
  await page.locator(".ledger tfoot").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Skip" }).click();
  await page.waitForSelector(".ledger tfoot");
  const total = (await page.locator(".ledger tfoot td").textContent()).trim();
  assert.equal(await page.locator(".rubber text").last().textContent(), total, "the stamp has the total of the counting");
  await see(page, "valley-desk-counting");
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForSelector(".tray");
  assert.match(await round(page), /round 1 of 25/);
  await done();
});

test("against two bots, by keyboard alone", async () => {
  const { page, done } = await person(world, { size: DESK, dark: true });
  await page.goto("/play/valley");
  await page.waitForSelector("#players");
  await tabTo(page, "#players");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await tabTo(page, "main .btn.main, form .btn.main");
  await page.keyboard.press("Enter");
  await myTurn(page);
  await see(page, "valley-desk-dark-first");
  const legal = () => page.evaluate((free) => document.activeElement.matches(free), FREE);
  for (let i = 0; i < 4; i++) {
    const was = await round(page),
      kind = await kindOf(page);
    await tabTo(page, "[role=gridcell]");
    for (let k = 0; k < 7; k++) await page.keyboard.press("ArrowUp");
    search: for (let y = 0; y < 7; y++) {
      await page.keyboard.press("Home");
      for (let x = 0; x < 7; x++) {
        if (await legal()) break search;
        await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("ArrowDown");
    }
    assert.ok(await legal(), "the arrows reach a legal space");
    await page.keyboard.press("Enter");
    if (kind !== "snake") {
      await page.waitForFunction(() => document.activeElement?.matches(".opt") || document.querySelector(".stepchip"));
      if (await page.locator(".opt").count()) {
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]"));
      await heard(page, / at [a-g][1-7]/); // the step
    }
    await tabTo(page, (await page.locator("#reveal").count()) ? "#reveal" : "#ready");
    await page.keyboard.press("Enter");
    await nextRound(page, was);
    await heard(page, /Round \d+\. Dice: purple/);
    await page.waitForFunction(() => document.activeElement?.matches("[role=gridcell]"));
  }
  await done();
});

test("on a phone, by touch, in French, by lamplight: a discovery chosen by tapping", async () => {
  const { page, done } = await person(world, { size: PHONE, dark: true, language: "fr", touch: true });
  await page.goto("/play/valley");
  await page.waitForSelector("#players");
  await page.fill("#players", "2");
  await page.locator("#players").blur();
  await page.getByText(/Face B|face B/).tap();
  await page.getByRole("button", { name: "Commencer" }).tap();
  await myTurn(page);
  assert.equal(await page.locator(".sheetbox .lake").count(), 5, "side B has lakes");
  await untilFound(page, "#others"); // more than one
  await page.waitForSelector("#reveal");
  await see(page, "valley-phone-dark-fr-found");
  await page.getByRole("button", { name: "Autres" }).tap();
  await page.waitForSelector(".which");
  const place = () => page.locator(".which p").textContent(),
    first = await place();
  await page.locator(".which .row .btn, .which .row button").last().tap(); // the next one, and back
  await page.waitForFunction((was) => document.querySelector(".which p").textContent !== was, first);
  await page.locator(".which .row .btn, .which .row button").first().tap();
  await page.waitForFunction((was) => document.querySelector(".which p").textContent === was, first);
  const space = await page.locator(".cell.legal").last().getAttribute("data-space");
  await page.locator(".cell.legal").last().tap();
  await page.waitForSelector(`[data-space=${space}].sel`); // it must be part of it
  await see(page, "valley-phone-dark-fr-tapped");
  assert.match(await page.locator(`[data-space=${space}]`).getAttribute("aria-label"), /découverte proposée/);
  const was = await round(page);
  await page.locator("#reveal").tap();
  await nextRound(page, was);
  await page.getByRole("button", { name: "Toutes les fiches" }).tap();
  await page.waitForSelector(".leaf.me .mini[data-drawn]");
  const found = await inksOn(page, ".leaf.me .mini", ["chilca", "walnut", "slate", "qolle"]);
  assert.equal(found.filter((n) => n > 100).length, 1, `the discovery is on my sheet for all to see: ${found}`);
  await see(page, "valley-phone-dark-fr-gallery");
  const paper = () => inksOn(page, ".leaf.me .mini", ["paper"]);
  assert.ok((await until(paper, ([n]) => n > 100))[0] > 100, "see() has looked at the other light, and they follow that, too");
  await page.emulateMedia({ colorScheme: "light" });
  assert.ok((await until(paper, ([n]) => n > 100))[0] > 100, "the small sheets follow the light");
  await done();
});

test("reloading in the middle of a round, at 320 px, in Dutch: the pencil is still there", async () => {
  const { page, done } = await person(world, { size: SMALL, language: "nl" });
  await page.goto("/");
  await page
    .locator(".game", { hasText: "Wiraqocha" })
    .getByRole("button", { name: /Nu spelen/ })
    .click();
  await justPlay(page);
  await myTurn(page);
  for (let i = 0; i < 5 && (await kindOf(page)) === "snake"; i++) {
    const was = await round(page);
    await turn(page);
    await nextRound(page, was);
  }
  await page.locator(FREE).first().click();
  await page.locator(".opt").first().click();
  await page.locator(FREE).first().click();
  await page.waitForSelector(".opt, .stepchip:nth-of-type(1)");
  await see(page, "valley-320-nl");
  const spaces = () => page.locator(".cell.preview").evaluateAll((all) => all.map((c) => c.dataset.space).join());
  const was = await spaces();
  assert.ok(was);
  await page.reload();
  await page.waitForSelector(".cell.preview");
  assert.equal(await spaces(), was);
  assert.ok(await page.locator(".stepchip").count());
  await done();
});

/** Puts a game of one's own in the place of the one that is open on this page, as it would be kept: its sheet's rows, its lines. */
async function replaced(page, rows, lines) {
  await page.evaluate(
    async ({ rows, lines }) => {
      const asked = (request) => new Promise((yes, no) => ((request.onsuccess = () => yes(request.result)), (request.onerror = no)));
      const db = await asked(indexedDB.open("tambo", 1));
      const games = db.transaction("games", "readwrite").objectStore("games");
      const [game] = await asked(games.getAll());
      const text = `tambo-sheet 1\ngame: valley\nname: small\ngrid:\n${rows}\n`;
      const settings =
        "tambo-table 1\ngame: valley\nmode: solo\nseats: 1\nboard: own\nspeed: relaxed\nlisted: no\nowner: me\ncode: \n" +
        `salt: ${"0".repeat(64)}\npromise: no\ntext: ${text.length}\n${text}\n`;
      const head = `tambo-record 1\ngame: valley\nrules: 2\nmode: solo\nplayers: 1\nsheet:\n${text}end\nseat 1:\n--\n`;
      const events = [
        [1, -1, game.at, 1, settings],
        [2, 0, game.at, 1, ""],
        [5, -1, game.at, 1, head],
        ...lines.map((line) => (line[0] === "*" ? [6, -1, game.at, 0, line] : [7, 0, game.at, 1, line.slice(2)])),
      ];
      await asked(games.put({ ...game, names: [""], events }, game.id));
      db.close();
    },
    { rows, lines },
  );
  await page.reload();
  await page.waitForSelector(".tray");
}

test("a full valley, alone, goes on: nothing is owed, a snake passes by", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/");
  await page
    .locator(".game", { hasText: "Valley" })
    .getByRole("button", { name: /Play now/ })
    .click();
  await justPlay(page);
  await page.waitForSelector(".tray");
  const six = (space) => ["* roll penny 1 1", `1 write penny 6 ${space}`, "1 done"];
  await replaced(page, "####", [...six("a1"), ...six("b1"), ...six("c1"), "* roll 1 1 snake", "1 snake d1", "* roll 2 2 snake", "* roll 4 5 1"]);
  assert.match(await round(page), /round 6 of 25/);
  assert.match(await page.locator(".tray").textContent(), /Your valley is full.*A snake came by and found no space\./);
  assert.equal(await page.locator(".cell.legal").count(), 1, "the snake may be crossed out");
  assert.equal(await page.locator("#ready").isEnabled(), true, "or nothing at all");
  await see(page, "valley-phone-full");
  await axe(page);
  const first = await round(page);
  await page.click("#ready");
  await nextRound(page, first);
  // crossed out, then revealed: nothing can change any more
  for (let n = 0; n < 20 && !(await isOver(page)) && !(await page.locator(".cell.legal").count()); n++) {
    const was = await round(page);
    await page.click("#ready");
    await nextRound(page, was);
  }
  if (!(await isOver(page))) {
    await page.locator(".cell.legal").first().click();
    const option = page.locator(".opt").first();
    if (await option.count()) await option.click();
    await page.click("#reveal");
    await page.waitForSelector(".counting");
  }
  await done();
});

test("with 99 bots: the gallery", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/play/valley");
  await page.waitForSelector("#players");
  await page.fill("#players", "100");
  await page.locator("#players").blur();
  await page.getByLabel("How well bots play").selectOption("beginner");
  await page.getByRole("button", { name: "Begin" }).click();
  for (let i = 0; i < 3; i++) {
    await myTurn(page);
    const was = await round(page);
    await turn(page);
    await nextRound(page, was);
  }
  await page.getByRole("button", { name: "All sheets" }).click();
  await page.locator(".leaf").nth(99).waitFor();
  await see(page, "valley-desk-gallery-100");
  await done();
});

test("the rules, drawn, in both lights; a ruling is found", async () => {
  for (const dark of [false, true]) {
    const { page, done } = await person(world, { size: dark ? PHONE : DESK, dark, language: dark ? "nl" : "en" });
    await page.goto("/rules/valley#VAL-6");
    await page.waitForSelector("#VAL-6");
    assert.ok(await page.locator("#VAL-6").evaluate((el) => el.getBoundingClientRect().top < innerHeight));
    assert.ok((await page.locator(".example").count()) >= 8);
    await shot(page, `valley-rules-${dark ? "phone-dark-nl" : "desk"}`, { fullPage: true });
    await axe(page, "the rules");
    await fits(page, "the rules");
    await done();
  }
});
