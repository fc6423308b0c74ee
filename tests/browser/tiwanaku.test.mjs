// tiwanaku.test.mjs -- what is special in Tiwanaku, in Chromium: hint, pencil marks, the wheel, small screens; axe, width
// and a picture of every state. Whole games in all modes, languages and by all hands are in walks.test.mjs.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESK, LOW, PHONE, SMALL, axe, begin, fits, justPlay, person, see, shot, textsIn } from "./kit.mjs";
import { LANGUAGES } from "../../tools/texts.mjs";
import { touch } from "./hands.mjs";
import { start, step } from "./tiwanaku_kit.mjs";

let home;
before(async () => void (home = await begin()));
after(() => home.end());

/** Plays by touch until a hint has something certain to show; it is open then. */
async function untilCertain(page) {
  for (let i = 0; i < 20 && !(await page.locator(".lit").count()); i++) {
    if (await page.locator(".picker.hint").count()) await page.getByRole("button", { name: "Thanks" }).tap();
    while (!(await step(page, touch))) await page.waitForTimeout(50);
    await page.waitForSelector(".dock[aria-busy=false]");
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.getByText(/what lies open/).waitFor();
  }
}

describe("Tiwanaku", { concurrency: 3 }, () => {
  test("a hint says what is certain and why; marks survive a reload; keys mark", async () => {
    const { page, done } = await person(home, { size: PHONE, dark: true, touch: true });
    await start(page, { mode: "solo-hard", board: "long-1" });
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.getByText(/what lies open/).waitFor();
    await see(page, "tiwanaku-phone-long-hint");
    await page.keyboard.press("Escape");
    await page.locator(".picker.hint").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Hint" }).tap();
    await page.getByRole("button", { name: "Thanks" }).tap();
    await page.getByRole("button", { name: "Marks" }).tap();
    const fog = page.locator(".space:has(.fog)").nth(4),
      name = await fog.getAttribute("data-space");
    await fog.tap();
    await page.getByRole("group", { name: "Crops it could be" }).getByRole("button", { name: "chili 3" }).tap();
    await page.getByRole("group", { name: "Terrain it could be" }).getByRole("button", { name: "valley" }).tap();
    await see(page, "tiwanaku-phone-long-marks");
    await page.reload();
    await page.getByRole("grid").waitFor();
    const marked = (marks) => page.locator(`[data-space=${name}][aria-label$="your marks: ${marks}"]`).waitFor();
    await marked("valley 3");
    await page.locator(`[data-space=${name}]`).focus();
    await page.keyboard.press("5");
    await marked("valley 3 5");
    await page.keyboard.press("v");
    await marked("3 5");
    await done();
  });

  test("what a hint speaks of is never under its slip, on the smallest phone; a tap on the board goes on playing", async () => {
    const { page, done } = await person(home, { size: SMALL, touch: true });
    await start(page, { mode: "solo-easy", board: "long-1" });
    await untilCertain(page);
    await page.waitForSelector(".lit");
    for (let more = true; more; ) {
      await page.waitForFunction(() => {
        const spots = [...document.querySelectorAll(".space:has(.lit)")].map((s) => s.getBoundingClientRect());
        const dock = document.querySelector(".tiw-table .dock").getBoundingClientRect();
        return spots.every((b) => b.top >= 0 && b.bottom <= Math.min(innerHeight, dock.top));
      });
      assert.equal(await page.locator(".reach").count(), 0, "a hint has the board for itself");
      const next = page.getByRole("button", { name: "Next step" });
      more = (await next.count()) > 0 && (await next.isEnabled());
      if (more) await next.tap();
    }
    const before = page.getByRole("button", { name: "Previous step" });
    if (await before.count()) await before.tap();
    await page.locator(".space:has(.fog)").first().tap();
    await page.locator(".picker.hint").waitFor({ state: "detached" });
    await page.locator(".lit").first().waitFor({ state: "detached" });
    await done();
  });

  test("how it is played is asked first; alone nobody asks for players; play now begins small", async () => {
    const { page, done } = await person(home, { size: PHONE });
    await page.goto("/play/tiwanaku");
    await page.getByRole("group", { name: "Difficulty" }).waitFor();
    assert.equal(await page.locator("#players").count(), 0, "alone is one");
    await page.getByRole("button", { name: "Against each other" }).click();
    await page.waitForSelector("#players");
    assert.deepEqual(await page.locator("#players").evaluate((el) => [el.min, el.max]), ["2", "4"]);
    assert.ok(
      await page.evaluate(
        () => document.querySelector("[aria-label=How]").getBoundingClientRect().top < document.getElementById("players").getBoundingClientRect().top,
      ),
    );
    await page.getByRole("button", { name: "Alone" }).click();
    await page.waitForSelector("#players", { state: "detached" });
    const pick = (group, name) => page.getByRole("group", { name: group, exact: true }).getByRole("button", { name }).click();
    await pick("Board", "Long");
    await pick("How hard to read", "Fiendish");
    await page.locator("details.more summary").click();
    await page.locator("#final").locator("xpath=..").getByRole("button", { name: "Fewer" }).click();
    assert.equal(await page.inputValue("#final"), "5");
    await pick("Hints and bots conclude", /lies open/i);
    assert.equal(await page.locator("main .seg [aria-pressed=true]", { hasText: /Long|Fiendish|lies open/i }).count(), 3);
    await page.getByRole("button", { name: "With others, online" }).click();
    await page.waitForSelector("#players");
    assert.equal(await page.getByRole("button", { name: "Alone" }).count(), 0, "online nobody plays alone");
    await page.goto("/");
    await page.getByText("Begins with a small, gentle map.").waitFor();
    await page.getByRole("button", { name: "Play now Tiwanaku" }).click();
    await justPlay(page);
    await page.waitForSelector("[role=gridcell]");
    assert.equal(await page.getByRole("gridcell").count(), 25);
    await done();
  });

  test("in a low window board and dock lie beside each other, also the long board", async () => {
    for (const board of ["tiny-1", "long-1"]) {
      const { page, done } = await person(home, { size: LOW });
      await start(page, { mode: "solo-easy", board });
      const [land, dock] = await Promise.all([page.locator(".board").boundingBox(), page.locator(".dock").boundingBox()]);
      assert.ok(land.x + land.width <= dock.x + 1 && land.y + land.height <= LOW.height && dock.y + dock.height <= LOW.height, `${board}: all in sight`);
      await shot(page, `tiwanaku-low-${board}`);
      await axe(page, `${board}, low`);
      await fits(page, `${board}, low`);
      await done();
    }
  });

  test("on a desk the tiny board is large, and what is done about it stands beside it, in sight", async () => {
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [1280, 720],
      [1024, 768],
    ]) {
      const { page, done } = await person(home, { size: { width, height } });
      await start(page, { mode: "solo-easy", board: "tiny-1" });
      const [land, dock] = await Promise.all([page.locator(".board").boundingBox(), page.locator(".dock").boundingBox()]);
      assert.ok(land.x + land.width <= dock.x && dock.y + dock.height <= height, "beside each other, in sight");
      assert.ok(land.y + land.height <= height && (land.height > 0.7 * height || land.width > 0.45 * width), `${Math.round(land.width)} px of ${width}`);
      await fits(page, `tiny board, ${width}`);
      await done();
    }
  });

  test("nothing is offered for nothing: one offering ends the turn, of two the player chooses", async () => {
    for (const size of [DESK, PHONE]) {
      const { page, done } = await person(home, { size });
      await page.goto("/learn/tiwanaku");
      for (let i = 0; i < 4; i++) {
        await page.locator(".coach-head", { hasText: `Step ${i + 1} ` }).waitFor();
        await page.getByRole("button", { name: "Do it for me" }).click();
      }
      await page.locator(".after-row").getByRole("button", { name: "End the turn" }).waitFor();
      assert.equal(await page.getByRole("group", { name: "Offerings to return" }).count(), 0, "one is worth nothing");
      await see(page, `tiwanaku-one-offering-${size === DESK ? "desk" : "phone"}`);
      await page.getByRole("button", { name: "End the turn" }).click();
      await page.locator(".coach-head", { hasText: "Step 6 " }).waitFor();
      await page.getByRole("button", { name: "Do it for me" }).click();
      await page.getByRole("button", { name: "Keep them, end the turn" }).waitFor();
      assert.equal(await page.locator(".opt[aria-pressed=true]").count(), 0, "of two nobody chooses for the player");
      await page.getByRole("button", { name: "Offer", exact: true }).click({ force: true });
      await page.locator(".why-not", { hasText: "one alone is worth nothing" }).waitFor();
      await page.getByRole("button", { name: "sweet potato 1" }).click();
      await page.getByRole("button", { name: "chili 3" }).click();
      await page.getByRole("button", { name: "Offer for 1 point" }).waitFor();
      await see(page, `tiwanaku-two-offerings-${size === DESK ? "desk" : "phone"}`);
      await done();
    }
  });

  test("what happened stands in the dock, and opens the log; the hint is pencilled in as it is shown", async () => {
    const { page, done } = await person(home, { size: PHONE, touch: true });
    await start(page, { mode: "solo-easy", board: "long-1" });
    await untilCertain(page);
    const spoken = await page.locator(".space:has(.lit)").evaluateAll((all) => all.map((el) => el.dataset.space));
    await page.getByRole("button", { name: "Pencil it in" }).tap();
    await page.locator("[role=gridcell][aria-label*='your marks']").first().waitFor();
    const marked = await page.locator("[role=gridcell][aria-label*='your marks']").evaluateAll((all) => all.map((el) => el.dataset.space));
    assert.deepEqual(marked.sort(), spoken.sort(), "the step, and nothing else");
    await page.locator(".happened").tap();
    await page.getByRole("dialog", { name: "Log" }).locator(".tlog li").first().waitFor();
    await see(page, "tiwanaku-phone-log");
    await page.getByRole("button", { name: "Close" }).tap();
    await page.getByRole("button", { name: "Marks" }).tap();
    await page.getByRole("button", { name: "Rub everything out" }).tap();
    await page.locator("[role=gridcell][aria-label*='your marks']").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Take the last mark back" }).tap();
    await page.locator("[role=gridcell][aria-label*='your marks']").first().waitFor();
    await done();
  });

  test("a divination is a scene: points come when it has been shown, and a tap skips it", async () => {
    const { page, done } = await person(home, { size: PHONE });
    await page.addInitScript(() => {
      const wait = window.setTimeout; // scenes do not end by themselves
      window.setTimeout = (fn, ms) => wait(fn, ms > 500 && ms !== 1600 && ms !== 2000 ? 1e9 : ms);
    });
    await start(page, { mode: "solo-easy", board: "tiny-1" });
    const skip = async () => {
      await page.locator(".skip-note").waitFor();
      await page.mouse.click(5, 100);
      await page.locator(".skip-note").waitFor({ state: "detached" });
    };
    await page.locator(".space.can:has(.fog)").first().click();
    await page.locator("#go").click();
    await skip();
    await page.getByRole("button", { name: "Divine" }).click();
    const before = await page.locator(".ps .turn .sc").textContent();
    await page.locator("#go").click({ force: true });
    await page.locator(".why-not", { hasText: "Say first what grows there." }).waitFor();
    await page.getByLabel("What the program shows").selectOption("chances");
    await page.locator(".picker .crops .opt:has(.share)").last().click();
    await page.locator(".stake", { hasText: "If right +" }).waitFor();
    await page.locator("#go").click();
    await page.locator(".divination").waitFor();
    await page.locator(".fly").waitFor();
    assert.equal(await page.locator(".ps li").first().locator(".sc").textContent(), before, "the score waits");
    await page.locator(".happened", { hasText: /You (say|foresee)/ }).waitFor();
    await shot(page, "tiwanaku-divination");
    await skip();
    await page.waitForFunction((was) => document.querySelector(".ps .sc").textContent !== was, before);
    await done();
  });

  for (const [mode, players] of [
    ["competitive", 3],
    ["coop-normal", 3],
  ])
    test(`${mode}: what the others do is shown, and then it is my turn again`, async () => {
      const { page, done } = await person(home, { size: PHONE, touch: true });
      await start(page, { mode, board: "tiny-1", players });
      let scenes = 0,
        idle = Date.now();
      for (let steps = 0; steps < 24; ) {
        for (const note = page.locator(".skip-note"); await note.count(); scenes++) await note.waitFor({ state: "detached" });
        const did = await step(page, touch);
        if (did === "over") break;
        if (did) [idle, steps] = [Date.now(), steps + 1];
        else await page.waitForTimeout(100);
        assert.ok(Date.now() - idle < 60000, `after ${steps} steps and ${scenes} scenes there is nothing to do`);
      }
      assert.ok(scenes >= 4, `${scenes} scenes`);
      await done();
    });

  test("together, a tap on a space that a tile makes reachable spends the tile and means that space", async () => {
    const { page, done } = await person(home, { size: PHONE, touch: true });
    await start(page, { mode: "coop-easy", board: "tiny-1", players: 2 });
    const tile = page.locator(".hand4 .opt:not([aria-disabled=true])").first();
    await tile.tap();
    const space = page.locator(".space.can").first(),
      name = await space.getAttribute("data-space");
    await space.tap();
    await page.locator(".hand4").waitFor({ state: "detached" });
    await page.waitForFunction((s) => document.querySelector(`[data-space="${s}"] .reach.target`), name);
    assert.equal(await page.locator(".dock .why-not").count(), 0);
    await done();
  });

  test("the wheel turns, and a tap skips it", async () => {
    const { page, done } = await person(home, { size: DESK });
    await page.addInitScript(() => {
      // scenes do not end by themselves
      const wait = window.setTimeout;
      window.setTimeout = (fn, ms) => wait(fn, ms > 500 ? 1e9 : ms);
    });
    await start(page, { mode: "solo-easy" });
    await page.locator(".space.can:has(.fog)").first().click();
    await page.locator("#go").click();
    await page.locator(".wheel-scene").waitFor();
    await shot(page, "tiwanaku-wheel");
    await page.mouse.click(5, 400);
    await page.locator(".wheel-scene").waitFor({ state: "detached" });
    await done();
  });

  test("in every language, on a small screen, set-up and rules", async () => {
    for (const language of LANGUAGES) {
      const { page, done } = await person(home, { size: SMALL, language });
      await page.goto("/play/tiwanaku");
      await page.locator(".seg").nth(3).waitFor();
      await see(page, `tiwanaku-setup-320-${language}`);
      await page.goto("/rules/tiwanaku#SOL-7");
      await page.getByRole("heading", { name: textsIn(language, "tiwanaku")("The Otoma begin") }).waitFor();
      await see(page, `tiwanaku-rules-${language}`);
      await done();
    }
  });
});
