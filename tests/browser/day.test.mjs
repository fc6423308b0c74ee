// day.test.mjs -- the game of the day in Chromium: practice without a server (a game to its end, the puzzle by keyboard), what is shared of it; at the real
// server a ranked game, two people in a circle, a recovery card in a fresh browser. axe on every state.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DESK, PHONE, SMALL, begin, fits, person, see, shot } from "./kit.mjs";
import { keys } from "./hands.mjs";
import { playOut, writeTemple } from "./papers_kit.mjs";
import { Server } from "./server.mjs";
import { newLab } from "../web/kit.mjs";
import { RUN, runOf } from "../../clients/web/src/day/practice.js";

const OFFLINE = /404/; // there is no server behind the page

let world;
before(async () => void (world = await begin()));
after(() => world.end());

/** The date in the page. */
const dayOf = (page) => page.evaluate(() => new Date().toLocaleDateString("sv"));

test("a day's game as practice: to its end, noted once, shared without spoilers", async () => {
  const { page, done } = await person(world, { size: DESK, expected: OFFLINE });
  await page.goto("/day");
  await page.getByText("No server answers").waitFor();
  await see(page, "day-offline-desk");
  await page.getByRole("button", { name: "Practise Temple" }).click();
  await page.waitForURL("**/t/local-*");
  const first = page.url();
  await page.waitForSelector(".cell.legal");
  await page.goto("/day");
  await page.getByRole("button", { name: "Continue practising Temple" }).click();
  await page.waitForURL(first);
  await playOut(page, (p) => writeTemple(p));
  await shot(page, "day-result-desk");
  await page.getByRole("link", { name: "Back to the day" }).click();
  const card = page.getByRole("article", { name: "Temple of Apikhabou" });
  await card.getByRole("button", { name: "Practise again" }).waitFor();
  const said = await card.locator("b").textContent();
  assert.match(said, /^−?\d+ points?$/);
  await card.getByRole("button", { name: "Practise again" }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== first);
  await page.waitForSelector(".cell.legal");
  await page.goto("/day");
  await card.getByRole("button", { name: "Continue practising" }).waitFor();
  assert.equal(await card.locator("b").textContent(), said, "the first one counts");
  await page.getByRole("button", { name: "Share the day" }).click();
  await page.waitForSelector("dialog canvas");
  const lines = (await page.locator(".quote").textContent()).split("\n");
  assert.equal(lines.length, 3);
  assert.match(lines[1], /^Temple of Apikhabou [▲△]{4} \d+ \(practice\)$/);
  assert.match(lines[2], /\/day\/\d{4}-\d\d-\d\d$/);
  await see(page, "day-share-desk");
  await done();
});

test("browsing days", async () => {
  const { page, done } = await person(world, { size: SMALL, dark: true, expected: OFFLINE });
  await page.goto("/day");
  await page.waitForSelector(".day-part");
  await see(page, "day-offline-small");
  const today = await dayOf(page);
  await page.getByRole("link", { name: "The day before" }).click();
  await page.waitForURL((url) => /\/day\/\d/.test(url.pathname) && !url.pathname.endsWith(today));
  await page.getByRole("link", { name: "The day after" }).click();
  await page.waitForURL("**/day");
  await page.getByText("Today", { exact: true }).waitFor();
  assert.equal(await page.getByRole("link", { name: "The day after" }).count(), 0);
  await page.goto("/day/2099-01-01");
  await page.getByText("This day has not come yet.").waitFor();
  await page.goto("/day/yesterday");
  await page.getByText("There is no such day.").waitFor();
  await see(page, "day-none-small");
  await done();
});

/** Answers the position that is shown, by keys: rightly, or not. */
async function answer(page, puzzle, right) {
  const lab = newLab();
  const { claim } = lab.quizHint({ id: puzzle.id });
  let [space, kind, value] = claim.split(" ");
  if (!right) {
    const all = [1, 2, 3, 4, 5].map(String).filter((v) => v !== value && (kind === "crop" || Number(v) < 5));
    value = all.find((v) => lab.quizJudge({ id: puzzle.id, claim: `${space} ${kind} ${v}` }).verdict !== "right");
  }
  await page.locator(`main [role=grid] [data-space="${space}"]`).focus();
  await page.keyboard.press(kind === "crop" ? value : "vdfm"[Number(value) - 1]);
  await page.waitForSelector("#go:not(:disabled)");
  await keys.press(page.locator("#go"));
  await page.waitForSelector(".pz-told");
}

test("the puzzle of a day as practice, by keys: left and taken up again, counted once", async () => {
  const { page, done } = await person(world, { size: DESK, expected: OFFLINE });
  await page.goto("/day");
  const today = await dayOf(page),
    lab = newLab();
  await page.getByRole("button", { name: "Practise Puzzle" }).click();
  for (let k = 0; k < RUN; k++) {
    await page.locator(".bar h1 small", { hasText: `${k + 1} of ${RUN}` }).waitFor();
    await page.waitForSelector("main [role=gridcell]");
    if (k === 0) await see(page, "day-run-desk");
    const wrong = k === 1 || k === 4;
    await answer(page, lab.quizMake(runOf(today)[k]), !wrong);
    await page.locator(wrong ? ".wrong-told" : ".right-told").waitFor();
    if (k === 1) {
      await see(page, "day-run-wrong-desk");
      await page.goto("/day"); // an answer is for good
      await page.getByRole("button", { name: "Continue practising Puzzle" }).click();
    } else await keys.press(page.locator(".pz-ways .btn.main"));
  }
  await page.getByText(`6 of ${RUN} solved`).waitFor();
  await see(page, "day-run-end-desk");
  await page.getByRole("link", { name: "Back to the day" }).click();
  const card = page.getByRole("article", { name: "Puzzle" });
  await card.getByText(`6 of ${RUN} solved`).waitFor();
  await page.getByRole("button", { name: "Share the day" }).click();
  await page.locator(".quote", { hasText: "Puzzle ■□■■□■■■ 6/8 (practice)" }).waitFor();
  await done();
});

/** Does the device keep these texts? In the page. */
async function isKept(domain) {
  const urls = [];
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
  return urls.some((url) => url.includes(`/${domain}-fr-`));
}

test("practice in French on a phone without a network", async () => {
  const { page, context, done } = await person(world, { size: PHONE, language: "fr", touch: true, expected: /404|INTERNET_DISCONNECTED/ });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const domain of ["web", "day", "puzzles", "tiwanaku", "valley"]) while (!(await page.evaluate(isKept, domain))) await page.waitForTimeout(50);
  await context.setOffline(true);
  await page.goto("/day");
  await page.waitForSelector(".day-part");
  await see(page, "day-offline-phone-fr");
  await page.getByRole("button", { name: "S’entraîner Énigme" }).tap();
  await page.waitForSelector("main [role=gridcell]");
  await see(page, "day-run-phone-fr");
  await page.reload(); // straight there, its texts come later
  await page.getByRole("heading", { name: "Énigme du jour, entraînement" }).waitFor();
  await page.waitForSelector("main [role=gridcell]");
  await answer(page, newLab().quizMake(runOf(await dayOf(page))[0]), false);
  const parts = { board: ".boardbox svg", "the other map": ".pz-counter svg", verdict: ".wrong-told", onwards: ".pz-ways .btn.main" };
  await see(page, "day-run-wrong-phone-fr");
  await fits(page, "both maps are seen at once, and the way on", { parts });
  await page.goto("/day");
  await page.getByRole("button", { name: "S’entraîner Valley" }).tap();
  await page.waitForURL("**/t/local-*");
  await page.waitForSelector(".tray");
  await done();
});

/** Says something of a space that is not all seen, whatever it is worth. */
async function guess(page) {
  await page.waitForSelector("main [role=gridcell]");
  for (const cell of await page.locator("main [role=gridcell]").all()) {
    await cell.focus();
    await page.keyboard.press("1");
    await page.keyboard.press("v");
    if (await page.locator("#go:not(:disabled)").count()) break;
  }
  await page.locator("#go").click();
  await page.waitForSelector(".pz-told");
}

/** A person at the real server. */
const guest = (server, more) => person({ ...world, origin: server.origin }, { expected: /409|403/, ...more });

test("at the server: a ranked game, a circle of two, a card in a fresh browser", async () => {
  const server = await new Server().start();
  try {
    const ana = await guest(server, { size: DESK });
    await ana.page.goto("/settings");
    await ana.page.fill("#name", "Ana");
    await ana.page.goto("/day");
    await ana.page.waitForSelector(".day-part");
    const today = await dayOf(ana.page);
    await ana.page.locator("details summary").click();
    await see(ana.page, "day-new-desk");
    await ana.page.goto(`/day/${today}/temple`);
    await ana.page.getByText("once your own game of this day is over").waitFor();
    await see(ana.page, "day-waiting-desk");
    await ana.page.goto("/day");
    await ana.page.getByRole("button", { name: "Play Temple" }).click();
    await ana.page.waitForURL("**/t/*");
    const table = ana.page.url();
    await ana.page.waitForSelector(".cell.legal");
    await ana.page.goto("/day");
    await ana.page.getByRole("button", { name: "Continue Temple" }).click();
    await ana.page.waitForURL(table);
    await playOut(ana.page, (p) => writeTemple(p));
    await ana.page.getByRole("link", { name: "Back to the day" }).click();
    const card = ana.page.getByRole("article", { name: "Temple of Apikhabou" });
    await card.getByText("1 player has finished. From 20 on you also learn how you compare.").waitFor();
    const reached = (await card.locator("b").first().textContent()).match(/−?\d+/)[0];
    await see(ana.page, "day-over-desk");
    await ana.page.getByRole("button", { name: "Share the day" }).click();
    await ana.page.locator(".quote", { hasText: new RegExp(`Temple of Apikhabou [▲△]{4} ${reached.replace("−", "-")}\n`) }).waitFor();
    await ana.page.keyboard.press("Escape");

    await ana.page.getByRole("button", { name: "Play Puzzle" }).click();
    for (let k = 0; k < RUN; k++) {
      await ana.page.locator(".bar h1 small", { hasText: `${k + 1} of ${RUN}` }).waitFor();
      await guess(ana.page);
      if (k === 0) await see(ana.page, "day-run-ranked-desk");
      await ana.page.locator(".pz-ways .btn.main").click();
    }
    const solved = Number((await ana.page.locator(".run-end h2").textContent()).match(/^\d/)[0]);
    await see(ana.page, "day-run-ranked-end-desk");
    await ana.page.goto("/story");
    await ana.page.locator(".on-day").getByText(`Puzzle of the day · ${solved} of ${RUN} · ranked`).waitFor();
    await ana.page.getByRole("region", { name: "Puzzles" }).getByText(`${solved} of ${RUN}`, { exact: true }).waitFor();
    await ana.page.goBack();
    await ana.page.getByRole("link", { name: "Back to the day" }).click();
    await ana.page.getByRole("article", { name: "Puzzle" }).getByText(`${solved} of ${RUN} solved`).waitFor();
    await ana.page.getByRole("button", { name: "Share the day" }).click();
    await ana.page.locator(".quote", { hasText: new RegExp(`Puzzle [■□]{8} ${solved}/8\n`) }).waitFor();
    await ana.page.keyboard.press("Escape");

    await ana.page.getByRole("button", { name: "Make a circle" }).click();
    await ana.page.getByRole("button", { name: "Cancel" }).click(); // she thinks of it again
    await ana.page.getByRole("button", { name: "Make a circle" }).click();
    await ana.page.fill("#circle-name", "Les amis");
    await ana.page.keyboard.press("Enter");
    await ana.page.waitForURL("**/circle/*");
    await ana.page.getByRole("heading", { name: "Les amis" }).waitFor();
    const bo = await guest(server, { size: PHONE, language: "fr", expected: /409|403|404/ });
    await bo.page.goto(new URL(ana.page.url()).pathname);
    await bo.page.waitForSelector(".join-circle");
    await see(bo.page, "circle-join-phone-fr");
    await bo.page.fill("#own-name", "Bo");
    await bo.page.keyboard.press("Enter");
    await bo.page.getByText("Ana", { exact: true }).waitFor();
    assert.doesNotMatch(await bo.page.locator(".circle-parts").textContent(), new RegExp(`(^|\\D)${reached}(\\D|$)`), "nothing before one's own end");
    await see(bo.page, "circle-phone-fr");
    await ana.page.reload();
    await ana.page.getByText("Bo", { exact: true }).waitFor();
    await ana.page.locator(".circle-part", { hasText: "Temple" }).locator("b").getByText(reached, { exact: true }).waitFor(); // the place may be the same number
    await see(ana.page, "circle-desk");
    await ana.page.getByRole("button", { name: "The day before" }).click();
    await ana.page.locator("#results-title small").waitFor({ state: "detached" });
    await ana.page.getByRole("button", { name: "The day after" }).click();
    await ana.page.locator("#results-title", { hasText: "Today" }).waitFor();
    await bo.page.goto(new URL(table).pathname); // somebody else's game of the day
    await bo.page.locator(".notice").waitFor();

    await ana.page.goto("/me");
    await ana.page.getByRole("button", { name: "Make a recovery card" }).click();
    await ana.page.waitForSelector(".recovery-card h2:focus");
    const words = await ana.page.locator(".recovery-card li").allTextContents();
    assert.equal(words.length, 10);
    await see(ana.page, "card-desk");
    await ana.page.emulateMedia({ media: "print" });
    await shot(ana.page, "card-print-desk");
    await ana.page.emulateMedia({ media: "screen" });
    const drawn = ana.page.waitForEvent("download");
    await ana.page.getByRole("button", { name: "Save as a picture" }).click();
    assert.equal((await drawn).suggestedFilename(), "tambo-card.png");
    assert.deepEqual(
      [...readFileSync(await (await drawn).path()).subarray(1, 4)],
      [..."PNG"].map((c) => c.charCodeAt(0)),
    );
    await ana.page.evaluate(() => (window.print = () => (document.title = "printed")));
    await ana.page.getByRole("button", { name: "Print" }).click();
    assert.equal(await ana.page.title(), "printed");
    const fresh = await guest(server, { size: SMALL, dark: true });
    await fresh.page.goto("/me");
    await fresh.page.fill("#card-words", `${words.slice(0, 9).join("  ").toUpperCase()} ${words[9].slice(0, 4)}`);
    await fresh.page.getByText("All ten words are there.").waitFor();
    await see(fresh.page, "card-use-small");
    await fresh.page.getByRole("button", { name: "Use this card" }).click();
    await fresh.page.getByText("You are Ana on this device, too.").waitFor();
    await fresh.page.goto("/day");
    await fresh.page.getByText("Les amis").waitFor();
    await fresh.page.getByRole("link", { name: "Ranking Temple" }).click();
    await fresh.page.locator(".rank .mine").getByText("You").waitFor();
    await see(fresh.page, "ranking-small");
    await fresh.page.getByLabel("Among").selectOption({ label: "Les amis" });
    await fresh.page.locator(".rank .mine").getByText("You").waitFor();
    await fresh.page.getByLabel("Among").selectOption({ label: "everybody" });
    await ana.page.getByRole("button", { name: "End the card" }).click();
    await ana.page.getByRole("button", { name: "Make a recovery card" }).waitFor();
    assert.ok(await ana.page.evaluate(() => document.activeElement?.matches("main p")), "the focus stays in the page");
    await fresh.page.goto("/me");
    await fresh.page.fill("#card-words", words.join(" "));
    await fresh.page.getByRole("button", { name: "Use this card" }).click();
    await fresh.page.getByText("There is no such card, or it was ended.").waitFor();
    await fresh.page.goto(`/me#card-${"0".repeat(20)}`);
    await fresh.page.getByRole("button", { name: "Yes, this is me" }).click();
    await fresh.page.getByRole("heading", { name: "There is no such card" }).waitFor();
    await fresh.page.goto("/day"); // Ana, too
    await fresh.page.getByText("Les amis").click();
    await fresh.page.fill("#rename", "Les vieux amis");
    await keys.press(fresh.page.getByRole("button", { name: "Rename" }));
    await fresh.page.getByRole("heading", { name: "Les vieux amis" }).waitFor();
    for (const name of ["Take Bo out", "Make a new link", "Leave the circle"]) {
      await keys.press(fresh.page.getByRole("button", { name }));
      await fresh.page.keyboard.press("Escape"); // nothing was done
      await fresh.page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await fresh.page.getByRole("heading", { name: "Les vieux amis" }).waitFor();
    await keys.press(fresh.page.getByRole("button", { name: "Take Bo out" }));
    await keys.press(fresh.page.getByRole("button", { name: "Take out", exact: true }));
    await fresh.page.getByText("Bo is no longer in the circle.").waitFor();
    await fresh.page.locator(".seats li").nth(1).waitFor({ state: "detached" });
    await fresh.page.waitForFunction(() => document.activeElement?.id === "members-title"); // the focus is where the member was
    const before = fresh.page.url(); // the link that Bo has
    await keys.press(fresh.page.getByRole("button", { name: "Make a new link" }));
    await fresh.page.getByText("The old link then lets nobody in any more. Members stay.").waitFor();
    await see(fresh.page, "circle-renew-small");
    await keys.press(fresh.page.getByRole("button", { name: "Make it", exact: true }));
    await fresh.page.getByText("The circle has a new link.").waitFor();
    await fresh.page.waitForURL((url) => String(url) !== before);
    await fresh.page.getByRole("heading", { name: "Les vieux amis" }).waitFor();
    await see(fresh.page, "circle-small");
    await bo.page.goto(before);
    await bo.page.locator(".join-circle button[type=submit]").click();
    await bo.page.locator(".join-circle .wrong").waitFor(); // there is no such circle
    await bo.page.goto(fresh.page.url());
    await bo.page.locator(".join-circle button[type=submit]").click();
    await bo.page.locator(".circle-parts").waitFor();
    for (const { done } of [ana, bo, fresh]) await done();
  } finally {
    await server.end();
  }
});

test("a circle whose new link was made, but not heard of: who asks again gets there; and to the day if it is gone", async () => {
  const server = await new Server().start();
  try {
    const { page, done } = await guest(server, { expected: /404|ERR_FAILED/ });
    await page.goto("/settings");
    await page.fill("#name", "Ana");
    await page.goto("/day");
    for (const name of ["Les amis", "Les autres"]) {
      await page.getByRole("button", { name: "Make a circle" }).click();
      await page.fill("#circle-name", name);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name }).waitFor();
      await page.goto("/day");
    }
    await page.getByRole("link", { name: "Les amis" }).click();
    await page.getByRole("heading", { name: "Les amis" }).waitFor();
    const before = page.url();
    const renew = async () => {
      await page.getByRole("button", { name: "Make a new link" }).click();
      await page.getByRole("button", { name: "Make it", exact: true }).click();
    };
    let lost = 0;
    const lose = async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch(); // it arrives, and the answer does not
      lost++;
      await route.abort();
    };
    await page.route("**/api/circles", lose);
    await renew();
    await page.getByText("The server does not answer.").first().waitFor();
    assert.equal(lost, 1);
    assert.equal(page.url(), before);
    await page.unroute("**/api/circles", lose);
    await renew();
    await page.getByText("The circle has a new link.").waitFor();
    await page.waitForURL((url) => String(url) !== before);
    await page.getByRole("heading", { name: "Les amis" }).waitFor();
    await page.getByRole("button", { name: "Rename" }).waitFor(); // it is the owner's, and there
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Leave the circle" }).click();
    await other.getByRole("button", { name: "Leave", exact: true }).click();
    await other.waitForURL("**/day");
    await page.fill("#rename", "Nos amis");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("There is no such circle.").waitFor();
    await page.waitForURL("**/day");
    await done();
  } finally {
    await server.end();
  }
});

test("a day that has ended everywhere tells its secret, and the page checks it", async () => {
  const { page, done } = await person(world, { size: DESK });
  const secret = "07".repeat(32),
    promise = createHash("sha256").update(Buffer.from(secret, "hex")).digest("hex"),
    mine = { points: 61, against: null, place: 3, of: 31, percent: 93 };
  const ended = { day: "2026-01-02", opens: 1, closes: 2, secret, parts: [{ part: "temple", state: "over", table: "x1", players: 31, mine }] };
  await page.route("**/api/me", (route) => route.fulfill({ json: { player: "p1", name: "Ana" } }));
  await page.route("**/api/circles", (route) => route.fulfill({ json: { circles: [] } }));
  for (const [told, sentence] of [
    [promise, "It fits what was promised."],
    ["00".repeat(32), "It does not fit what was promised."],
  ]) {
    await page.unroute("**/api/daily/*");
    await page.route("**/api/daily/*", (route) => route.fulfill({ json: { ...ended, promise: told } }));
    await page.goto("/day/2026-01-02");
    await page.getByText("3rd of 31, as good as 93 % of the others or better").waitFor();
    await page.getByText("This day has ended everywhere").waitFor();
    assert.equal(await page.getByRole("button", { name: "Play Temple" }).count(), 0);
    await page.locator("details summary").click();
    await page.getByText(sentence).waitFor();
    assert.equal(await page.getByRole("link", { name: "Check the dice of your game" }).getAttribute("href"), "/replay/x1?as=1");
  }
  await see(page, "day-ended-desk");
  await done();
});

test("the page of today is open over midnight: it is another day", async () => {
  const { page, done } = await person(world, { size: PHONE, expected: OFFLINE });
  await page.clock.install({ time: new Date(2026, 10, 18, 23, 58, 30) });
  await page.goto("/day");
  await page.getByText("No server answers").waitFor();
  await page.getByRole("heading", { name: /Today.*18/ }).waitFor();
  await page.clock.fastForward(120000);
  await page.getByRole("heading", { name: /Today.*19/ }).waitFor();
  await page.goto("/day/2026-11-18");
  await page.getByRole("heading", { name: /18/ }).waitFor();
  await page.clock.fastForward(24 * 3600000);
  await page.getByRole("heading", { name: /18/ }).waitFor();
  await done();
});
