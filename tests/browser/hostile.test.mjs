// hostile.test.mjs -- every page, and the beginning of every game, in browsers that refuse to keep anything, cannot, or never answer
// (hostile.mjs): all of it works as long as the page is open, and what is lost is said.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PHONE, begin, justPlay, person } from "./kit.mjs";
import { makeHostile } from "./hostile.mjs";
import { mouse } from "./hands.mjs";
import { inRound, myTurn, writeTemple } from "./papers_kit.mjs";
import { step } from "./tiwanaku_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const UNKEPT = "This device cannot save any more: the game lasts only as long as this page is open.";
const PAGES = [
  "/",
  "/settings",
  "/story",
  "/puzzles",
  "/puzzles/certain",
  "/puzzles/streak",
  "/puzzles/whole",
  "/puzzles/best",
  "/day",
  "/tables",
  "/replay",
  "/t/local-none",
];
const GAMES = ["temple", "valley", "tiwanaku"];
const PATHS = [...PAGES, ...GAMES.flatMap((game) => [`/play/${game}`, `/rules/${game}`, `/learn/${game}`])];

async function stranger(kind) {
  const one = await person(world, { size: PHONE, serviceWorkers: "block", expected: /404|WebSocket|ERR_/ });
  await makeHostile(one.context, kind);
  return one;
}

/** A game is begun from its form. */
async function begun(page, game) {
  await page.goto(`/play/${game}`);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("grid").first().waitFor();
}

async function tiwanakuSteps(page, n) {
  for (let did = 0; did < n; ) {
    if (await step(page, mouse)) did++;
    else await page.waitForTimeout(30);
  }
}

for (const kind of ["blocked", "missing", "full", "silent", "mute", "past"])
  test(`every page is drawn: ${kind}`, async () => {
    const { page, done } = await stranger(kind);
    for (const path of PATHS) {
      await page.goto(path);
      await page.locator("main:not([aria-busy]):visible").first().waitFor();
      assert.ok((await page.locator("main").first().textContent()).trim().length > 20, `${kind} ${path}: there is something on it`);
    }
    await done();
  });

describe("games that cannot be kept", () => {
  for (const kind of ["blocked", "missing", "full", "fullLate", "silent", "mute"])
    test(`begin, say so, and are played: ${kind}`, async () => {
      const { page, done } = await stranger(kind);
      await begun(page, "temple");
      await page.getByText(UNKEPT).waitFor();
      for (let round = 1; round < 3; round++) {
        await myTurn(page);
        await writeTemple(page);
        await inRound(page, round + 1);
      }
      await begun(page, "tiwanaku");
      await page.getByText(UNKEPT).waitFor();
      await tiwanakuSteps(page, 3);
      await done();
    });

  test("from the first page, the lesson refused: full", async () => {
    const { page, done } = await stranger("full");
    await page.goto("/");
    await page.getByRole("button", { name: "Play now" }).first().click();
    await justPlay(page);
    await page.getByRole("grid").first().waitFor();
    await page.getByText(UNKEPT).waitFor();
    await done();
  });

  test("a puzzle that cannot be noted is judged, and it is said that its note is lost", async () => {
    const { page, done } = await stranger("full");
    await page.goto("/puzzles/best");
    await page.waitForSelector(".cell.legal");
    await writeTemple(page);
    await page.getByRole("button", { name: "Next one" }).waitFor();
    await page.getByText("This device cannot save any more: what you do now is missing in your story.").waitFor();
    await done();
  });
});
