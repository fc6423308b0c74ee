// story.test.mjs -- one's own story in Chromium: the last turn of a game by keyboard, its stamp, what the story makes of it, days by keyboard,
// everything exported in one browser and imported in a fresh one; bad files; forgetting. axe on every state.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { DESK, SMALL, begin, heard, person, see } from "./kit.mjs";
import { keys } from "./hands.mjs";
import { isOver, myTurn, nextRound, roundOf, write, writeTemple } from "./papers_kit.mjs";
import { Server } from "./server.mjs";
import { play, table as tableOf } from "../web/kit.mjs";

let world, file;
const PHONE = { width: 360, height: 740 };
const DAY = 86400000,
  two = (n) => String(n).padStart(2, "0"),
  date = (ms) => [new Date(ms).getFullYear(), two(new Date(ms).getMonth() + 1), two(new Date(ms).getDate())].join("-");

/** Notes of games, one a day up to yesterday. */
function notesOf(n) {
  const at = (i) => Date.now() - (n - i) * DAY;
  const base = { kind: "game", board: "a", sort: "a", seat: 1, level: null, won: false, lost: false, others: [], feats: [], as: "" };
  return Array.from({ length: n }, (_, i) => {
    const more = [
      { game: "temple", mode: "solo", points: 6 + ((i * 7) % 11), level: "tourist", feats: i > 6 ? ["run-5"] : [] },
      {
        game: "temple",
        mode: "multi",
        points: 20 + ((i * 5) % 9),
        won: i % 2 === 0,
        lost: i % 2 === 1,
        others: [{ bot: i % 3 ? "casual" : "regular", name: null, points: 22 }],
      },
      { game: "valley", mode: "solo", points: 60 + ((i * 13) % 50), level: "pathfinder", feats: ["pyramid"] },
      {
        game: "tiwanaku",
        mode: i % 2 ? "solo-easy" : "solo-hard",
        board: `tiny-${1 + (i % 9)}`,
        sort: "tiny",
        points: 55 + ((i * 11) % 30),
        won: i % 3 === 0,
        lost: i % 3 !== 0,
        others: [{ bot: null, name: null, points: 70 }],
        feats: ["five"],
      },
      { game: "temple", mode: "multi", points: 31, won: true, others: [{ bot: null, name: "Noor", points: 27 }] },
    ][i % 5];
    return { ...base, id: i % 5 === 4 ? `on${i}` : `local-old${i}`, at: at(i), day: date(at(i)), ...more };
  });
}
const puzzleNotes = (n) =>
  Array.from({ length: n }, (_, i) => ({
    kind: "puzzle",
    id: `q1-certain-tiny-pair-${i} ${i}`,
    at: Date.now() - DAY - i,
    day: date(Date.now() - DAY - i),
    puzzle: `q1-certain-tiny-pair-${i}`,
    sort: "certain",
    technique: "pair",
    rating: 700,
    right: i !== 4,
    slips: Number(i === 4),
    own: 640 + i,
    again: false,
  }));

before(async () => {
  world = await begin();
  const begun = () => tableOf({ game: "temple", seats: 1, mode: "solo", name: "Ana" }, { seed: 11n });
  const whole = await begun(),
    turns = await play(whole),
    it = await begun();
  await play(it, turns - 1); // the same dice
  assert.equal(it.match.result, null, "its last turn is to come");
  file = JSON.stringify({
    tambo: "everything kept on a device",
    version: 1,
    day: date(Date.now()),
    notes: [...notesOf(24), ...puzzleNotes(12)],
    games: await it.store.all("games"),
    list: await it.store.all("list"),
    settings: { name: "Ana" },
  });
});
after(() => world.end());

async function bringIn(page, text, button = "Import") {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await choosing).setFiles({ name: "tambo.json", mimeType: "application/json", buffer: Buffer.from(text) });
}

/** How many notes this browser has. */
const countNotes = (page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "tambo-story")) return 0; // opening it here would make another one
    const done = (request) => new Promise((yes) => (request.onsuccess = () => yes(request.result)));
    const db = await done(indexedDB.open("tambo-story")),
      n = await done(db.transaction("story").objectStore("story").count());
    db.close();
    return n;
  });
/** Until the game of this page has its note. */
async function noted(page) {
  await page.locator(".counting").waitFor();
  for (let i = 0; i < 1000 && !(await countNotes(page)); i++) await page.waitForTimeout(50);
}

/** The numbers of the page, as they are read. */
const figures = (page) => page.locator(".story dd, .feat.had b, .all-games li").allInnerTexts();

test("a newcomer; a file brought in; the last turn by keyboard; the stamp; the story; to a fresh browser", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Export, import, delete" }).click();
  await page.getByRole("heading", { name: "Your story begins with your first game or puzzle." }).waitFor();
  await see(page, "story-empty-desk");
  await bringIn(page, file);
  await page.getByText("Brought in: 1 game, 36 notes and your settings.").first().waitFor();
  await page.getByRole("heading", { name: "Feats" }).waitFor();
  await see(page, "story-before-desk");
  const { list } = JSON.parse(file);
  await page.goto(`/t/${list[0].id}`);
  await myTurn(page);
  await write(page, keys);
  await page.locator(".rubber").waitFor();
  await page.getByRole("img", { name: /best yet/i }).waitFor();
  await heard(page, /Your best yet; it was 14 before\./);
  await see(page, "story-stamp-desk");
  await page.getByRole("link", { name: /^Your best yet/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All games" }).waitFor();
  await see(page, "story-desk");

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await saved;
  assert.match(download.suggestedFilename(), /^tambo-\d{4}-\d\d-\d\d\.json$/);
  const out = readFileSync(await download.path(), "utf8");
  assert.ok(!/token|secret|cookie/i.test(out), "no secrets");
  const mine = await figures(page);
  await done();

  const other = await person(world, { size: SMALL, dark: true });
  await other.page.goto("/story");
  await bringIn(other.page, out);
  await other.page.getByText("Brought in: 1 game, 37 notes and your settings.").first().waitFor();
  await other.page.getByRole("heading", { name: "All games" }).waitFor();
  assert.deepEqual(await figures(other.page), mine, "the same story");
  await see(other.page, "story-small-dark");
  await bringIn(other.page, out);
  await other.page.getByText("All of it was here already.").first().waitFor();
  await other.page
    .getByRole("link", { name: /^Replay Temple/ })
    .first()
    .click();
  await other.page.getByRole("slider").waitFor();
  await other.done();
});

test("days by keyboard; a phone in French", async () => {
  const { page, done } = await person(world, { size: PHONE, language: "fr", touch: true });
  await page.goto("/story");
  await bringIn(page, file, "Importer");
  const at = () => page.evaluate(() => document.activeElement?.textContent);
  const day = page.locator(".day[tabindex='0']");
  await day.focus();
  const now = new Date();
  assert.equal(await at(), String(now.getDate()));
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => !document.activeElement?.matches(".now") && document.activeElement?.matches(".day"));
  assert.equal(await at(), String(new Date(now - DAY).getDate()));
  await page.locator(".on-day li").first().waitFor();
  const month = await page.locator("#month-title").textContent();
  await page.keyboard.press("PageUp");
  await page.waitForFunction((was) => document.getElementById("month-title").textContent !== was, month);
  await page.waitForFunction(() => document.activeElement?.matches(".day")); // drawn first, then focused
  await page.keyboard.press("PageDown");
  await page.waitForFunction((was) => document.getElementById("month-title").textContent === was, month);
  await page.locator(".book-maps summary").tap();
  await page.locator(".book-maps li").nth(39).waitFor();
  assert.equal(await page.getByText("Sans bouton,").count(), 1, "that records are gone is said once");
  await see(page, "story-phone-fr");
  await done();
});

test("who only solves puzzles sees no games; the puzzle of a day by its name", async () => {
  const { page, done } = await person(world, { size: SMALL });
  await page.goto("/story");
  const day = date(Date.now()),
    solved = { kind: "day", id: `${day} puzzle`, part: "puzzle", ranked: false, points: 6, of: 8, table: null, at: Date.now(), day };
  await bringIn(page, JSON.stringify({ ...JSON.parse(file), notes: [...puzzleNotes(3), solved], games: [], list: [] }));
  await page.locator(".on-day").getByText("Puzzle of the day · 6 of 8 · practice").waitFor();
  assert.equal(await page.locator(".of-game").count(), 0);
  await see(page, "story-puzzles-small");
  await done();
});

test("the first game of all, which goes on, can be taken along", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/story");
  await page.getByRole("button", { name: "Import" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Export" }).count(), 0, "there is nothing yet");
  await page.goto("/play/temple");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".cell.legal");
  await page.goto("/story");
  await page.getByRole("button", { name: "Export" }).waitFor();
  await done();
});

test("bad files change nothing, and say what is wrong; forgetting is asked twice", async () => {
  const { page, done } = await person(world, { size: DESK, dark: true });
  await page.goto("/story");
  for (const [bad, sentence] of [
    ["PNG", "This file was not exported by Tambo."],
    [file.slice(0, 200), "This file is damaged; nothing of it was taken."],
    [file.replace('"version":1', '"version":2'), "newer version"],
    [file.replace('"points":', '"points":"x","was":'), "This file is damaged; nothing of it was taken."],
    [file.replace(/write \d+ /, "write 99 "), "This file is damaged; nothing of it was taken."],
  ]) {
    await bringIn(page, bad);
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await page.getByText("Your story begins with your first game or puzzle.").waitFor();
  }
  await see(page, "story-bad-desk-dark");
  await bringIn(page, file);
  await page.getByRole("button", { name: "Delete everything …" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("There is no way back. Really delete?").waitFor();
  await see(page, "story-forget-desk-dark");
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.getByText("Your story begins with your first game or puzzle.").waitFor();
  await page.reload();
  await page.getByText("Your story begins with your first game or puzzle.").waitFor();
  await done();
});

const TINY = "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n.##\n#D#\n"; // a game that is soon over

test("a table online, also for who comes back when it is over", async () => {
  const server = await new Server().start(),
    there = { ...world, origin: server.origin };
  const ana = await person(there),
    ben = await person(there);
  await ana.page.goto("/settings");
  const table = await ana.page.evaluate(async (text) => {
    const wish = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ game: "temple", seats: 2, name: "Ana", board: { text } }),
    };
    return (await (await fetch("/api/tables", wish)).json()).table;
  }, TINY);
  await ben.page.goto("/settings");
  await ben.page.fill("#name", "Ben");
  for (const { page } of [ana, ben]) await page.goto(`/t/${table}`);
  await ben.page.getByRole("button", { name: "Sit down" }).click();
  await ana.page.getByRole("button", { name: "Begin" }).click();
  for (let round = 0; round < 30 && !(await isOver(ana.page)); round++) {
    await myTurn(ben.page);
    await writeTemple(ben.page);
    await ben.page.getByRole("button", { name: "Take it back" }).waitFor();
    await ben.page.goto("/story"); // and is not there when it ends
    await myTurn(ana.page);
    const was = await roundOf(ana.page);
    await writeTemple(ana.page);
    await nextRound(ana.page, was);
    if (!(await isOver(ana.page))) await ben.page.goto(`/t/${table}`);
  }
  await noted(ana.page);
  await ana.page.goto("/story");
  await ana.page.locator(".all-games li", { hasText: "with Ben" }).filter({ hasText: "online" }).waitFor();
  assert.equal(await ana.page.locator(".rivals", { hasText: "Ben" }).count(), 1);
  await ben.page.goto("/story");
  await ben.page.getByText("Your story begins with your first game or puzzle.").waitFor();
  await ben.page.goto(`/t/${table}`);
  await noted(ben.page);
  await ben.page.goto("/story");
  await ben.page.locator(".all-games li", { hasText: "with Ana" }).waitFor();
  await ben.page.getByRole("link", { name: /^Replay Temple/ }).click();
  await ben.page.getByRole("slider").waitFor();
  await Promise.all([ana.done(), ben.done()]);
  await server.end();
});
