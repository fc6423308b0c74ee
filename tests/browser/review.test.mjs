// review.test.mjs -- reviews in Chromium, as people use them: from a result without a network, from a replay and a pasted record; the
// curve and the list that says the same, the turning points, finding it oneself by a tap, by keys and among what was possible, playing
// on from there; stopped and begun again; in another language and for another's seat. axe on every state.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DESK, PHONE, SMALL, begin, heard, justPlay, person, see } from "./kit.mjs";
import { tabTo } from "./hands.mjs";
import { playOut, writeTemple } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const golden = (name) => readFileSync(new URL(`../golden/${name}.rec`, import.meta.url), "utf8");
const ready = (page) => page.waitForSelector(".review-sum");
const lines = (page) => page.locator("ol.review-list").first().locator(".review-line");

/** A record into the page of replays, and from there to its review. */
async function paste(page, text) {
  await page.goto("/replay");
  await page.locator('main .btn:has(use[href="#i-note"])').click();
  await page.locator("#pasted").fill(text);
  await page.locator("dialog .btn.main").click();
  await page.locator('.player a[href^="/review"]').click();
}

/** The sum adds up, as it is shown. */
async function addsUp(page) {
  const [expected, luck, play, result] = await page
    .locator(".review-sum td")
    .evaluateAll((all) => all.map((td) => Number(td.textContent.replace("−", "-").replace(",", "."))));
  assert.ok(Math.abs(expected + luck + play - result) < 0.001, `${expected} ${luck} ${play} ${result}`);
}

test("temple: from the result, without a network; by taps", async () => {
  const { page, context, done } = await person(world, { size: PHONE, expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await page
    .getByRole("button", { name: /Play now/ })
    .first()
    .click();
  await justPlay(page);
  await playOut(page, (p) => writeTemple(p));
  await context.setOffline(true);
  await page.getByRole("link", { name: "Review" }).click();
  await ready(page);
  await heard(page, /The review is ready/);
  await addsUp(page);
  await see(page, "review-temple-phone");
  assert.match(await page.locator(".review-luck").textContent(), /^The dice (gave|took)/);
  assert.ok((await lines(page).count()) > 0 && (await lines(page).count()) <= 3, "turning points");
  await page.locator(".review-all summary").click();
  const all = page.locator(".review-all .review-line");
  assert.match(await all.first().textContent(), /Round \d+.*expected: /);
  await see(page, "review-temple-all-phone");
  await lines(page).first().click();
  await page.waitForSelector(".review-find");
  await see(page, "review-temple-find-phone");
  const tap = page.locator(".review-board [data-at]");
  if (await page.locator("#guess").count()) {
    await tap.first().click();
    await page.waitForSelector(".told, .review-answer");
  } else await page.locator(".review-choices .btn").first().click();
  if (await page.locator(".review-find").count()) await page.getByRole("button", { name: "Show it" }).click();
  await page.waitForSelector(".review-answer");
  await see(page, "review-temple-answer-phone");
  assert.ok((await page.locator(".review-board .hinted").count()) > 0, "Master's spaces are lit");
  await page.goBack();
  await page.waitForSelector(".review-sum"); // Back is the overview
  await lines(page).first().click();
  const round = await page.locator("#decision-title").textContent();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForSelector("#ready");
  assert.match(await page.locator(".bar h1 small").textContent(), new RegExp(`^${round.trim().toLowerCase()}\\b`));
  await done();
});

test("valley: a pasted record, by keys, on a desk", async () => {
  const { page, done } = await person(world, { size: DESK });
  await paste(page, golden("rules-2-valley-a-1"));
  await page.waitForSelector("#review-progress"); // from the first second on
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("The review was stopped.").waitFor();
  await see(page, "review-valley-stopped-desk");
  await page.getByRole("button", { name: "Begin again" }).click();
  await page.waitForSelector("#review-progress");
  await see(page, "review-valley-progress-desk");
  await ready(page);
  await addsUp(page);
  await page.waitForSelector(".review-find"); // the first turning point is open
  await see(page, "review-valley-desk");
  await tabTo(page, ".review-line");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#decision-title:focus");
  await tabTo(page, "#guess, .review-choices .btn");
  if (await page.locator("#guess").count()) {
    await page.keyboard.press("ArrowDown");
    await tabTo(page, ".review-find [type=submit]");
    await page.keyboard.press("Enter");
    await heard(page, /Right|Warm|Not there/);
  }
  if (await page.locator(".review-find").count()) {
    await tabTo(page, ".review-find > .btn");
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector(".review-answer");
  await see(page, "review-valley-answer-desk");
  await page.locator(".curve").click({ position: { x: 60, y: 40 } });
  await page.waitForSelector(".curve .here", { state: "attached" });
  await page.getByRole("link", { name: "Replay" }).click();
  await page.waitForSelector(".player"); // of the same record
  await page.goBack();
  await ready(page); // kept
  await done();
});

/** In the page: presses each view of the decision that is open, looks the answer up where it was to be found, and presses each again. Says
 * how many views there were, before and after; throws if one does not draw its sheet. before: the title of the one that was open. */
async function lookAround(before) {
  const view = (i) => document.querySelectorAll(".review-one .seg button")[i],
    isShown = (i) => view(i).getAttribute("aria-pressed") === "true" && document.querySelector(".review-board svg .face");
  const title = () => document.getElementById("decision-title")?.textContent;
  const until = async (what, is) => {
    for (let tries = 0; !is(); tries++) {
      if (tries > 1000) throw new Error(`${title()}: ${what}`);
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  const views = async () => {
    let i = 0;
    for (; view(i); i++) {
      view(i).click();
      await until(`${view(i).textContent} is drawn`, () => isShown(i));
    }
    return i;
  };
  await until("the next one", () => title() && title() !== before);
  const first = await views(),
    ask = document.querySelector(".review-find > .btn");
  ask?.click();
  if (ask) await until("the answer has the sheet", () => view(2) && isShown(2));
  return { title: title(), asked: Boolean(ask), views: [first, await views()] };
}

test("a person's whole game of Valley: every decision opens, in each of its views", async () => {
  const { page, done } = await person(world, { size: DESK });
  await paste(page, readFileSync(new URL("../fixtures/valley-played.rec", import.meta.url), "utf8"));
  await ready(page);
  await page.locator(".review-all summary").click();
  const count = await page.locator(".review-all .review-line").count();
  assert.ok(count > 20, `${count} decisions`);
  await page.locator(".review-all .review-line").first().click();
  await page.getByRole("button", { name: "Previous decision", disabled: true }).waitFor();
  const titles = new Set();
  let asked = 0,
    title = "";
  for (let i = 0; i < count; i++) {
    const seen = await page.evaluate(lookAround, title);
    title = seen.title;
    assert.deepEqual(seen.views, [seen.asked ? 2 : 3, 3], `views of ${title}`);
    titles.add(title);
    asked += Number(seen.asked);
    if (i < count - 1) await page.getByRole("button", { name: "Next decision" }).click();
  }
  assert.equal(titles.size, count);
  assert.ok(asked && (await page.getByRole("button", { name: "Next decision" }).isDisabled()), `${asked} were to be found`);
  await done();
});

test("tiwanaku: what was certain then; another's decisions; played on", async () => {
  const { page, done } = await person(world, { size: SMALL, dark: true });
  await paste(page, golden("competitive-tiny-2"));
  await ready(page);
  await addsUp(page);
  await see(page, "review-tiwanaku-small-dark");
  await lines(page).first().click();
  await page.waitForSelector(".review-find");
  await page.getByRole("button", { name: "Show it" }).click();
  await page.getByRole("heading", { name: "What was certain then" }).waitFor();
  await page.locator(".review-answer h3:focus").waitFor(); // the focus goes along
  await see(page, "review-tiwanaku-answer-small-dark");
  await page.getByRole("button", { name: "Next decision" }).click();
  await page.getByRole("button", { name: "To the overview" }).click();
  await page.getByLabel("Whose decisions").selectOption("2");
  await ready(page);
  await lines(page).first().click();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForSelector(".tiw-table .space.can, .tiw-table .space.pickable, .tiw-table .picker");
  await done();
});

for (const language of ["fr", "nl", "de"])
  test(`in another language: ${language}`, async () => {
    const { page, done } = await person(world, { size: PHONE, language });
    await paste(page, golden("temple-a-1"));
    await ready(page);
    await addsUp(page);
    await lines(page).first().click();
    await page.locator(".review-find > .btn").click();
    await page.waitForSelector(".review-answer");
    await see(page, `review-temple-${language}`);
    assert.doesNotMatch(await page.locator("main").textContent(), /\b(What|worth|Master|Round|lost|done)\b/);
    await done();
  });
