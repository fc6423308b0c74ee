// walks.test.mjs -- a person's way through every game and mode, from the first page to the result and the next game:
// by mouse, by touch and by keys alone, on a desk and a phone, in all languages, by day and by lamplight. axe and
// a picture of every state that is met; nothing wider than the window, nothing in the console.
// What is special in a game stands in its own test; here all ways are walked.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, begin, failed, fits, heard, person, see, shot, textsIn } from "./kit.mjs";
import { LANGUAGES } from "../../tools/texts.mjs";
import * as hands from "./hands.mjs";
import { myTurn, playOut, write, writeTemple, writeValley } from "./papers_kit.mjs";
import { play, setUp } from "./tiwanaku_kit.mjs";

// game, mode, players, sheet or map, language, size, hand, light. "now": by the button of the first page, without a set-up.
const WALKS = `
  temple   solo        1 now     en desk  mouse day
  temple   solo        1 a       fr phone touch lamp
  temple   solo        1 b       nl desk  keys  lamp
  temple   multi       4 a       de phone touch day
  temple   multi       3 b       nl desk  mouse lamp
  temple   multi       2 a       en phone touch day
  temple   multi       3 a       fr phone keys  day
  valley   solo        1 now     fr desk  mouse day
  valley   solo        1 b       nl phone touch lamp
  valley   solo        1 a       en phone keys  lamp
  valley   solo        1 now     de phone touch day
  valley   multi       2 a       en desk  mouse lamp
  valley   multi       3 b       fr phone touch day
  valley   multi       2 b       nl desk  keys  day
  tiwanaku competitive 2 tiny-1  fr desk  mouse day
  tiwanaku competitive 3 tiny-2  nl phone touch lamp
  tiwanaku competitive 2 tiny-3  en desk  keys  lamp
  tiwanaku competitive 2 long-2  de phone touch day
  tiwanaku solo-easy   1 now     nl desk  mouse day
  tiwanaku solo-easy   1 long-1  en phone touch lamp
  tiwanaku solo-easy   1 tiny-4  fr phone keys  day
  tiwanaku solo-hard   1 tiny-5  nl desk  mouse lamp
  tiwanaku solo-hard   1 tiny-1  en phone touch day
  tiwanaku solo-hard   1 tiny-2  fr desk  keys  day
  tiwanaku coop-easy   2 tiny-3  fr desk  mouse lamp
  tiwanaku coop-easy   2 tiny-4  nl phone touch day
  tiwanaku coop-easy   3 tiny-5  en phone keys  lamp
  tiwanaku coop-normal 3 tiny-1  en desk  mouse day
  tiwanaku coop-normal 2 tiny-2  fr phone touch lamp
  tiwanaku coop-normal 2 tiny-3  nl desk  keys  lamp
  tiwanaku coop-expert 2 tiny-4  nl desk  mouse lamp
  tiwanaku coop-expert 4 tiny-5  en phone touch day
  tiwanaku coop-expert 2 tiny-1  fr phone keys  day`
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/))
  .map(([game, mode, players, board, language, size, hand, light]) => ({ game, mode, players: Number(players), board, language, size, hand, light }));

const EVERY = { size: ["desk", "phone"], hand: ["keys", "mouse", "touch"], light: ["day", "lamp"] };
const MODES = [
  "temple solo",
  "temple multi",
  "valley solo",
  "valley multi",
  ...["competitive", "solo-easy", "solo-hard", "coop-easy", "coop-normal", "coop-expert"].map((mode) => `tiwanaku ${mode}`),
];

let world;
before(async () => void (world = await begin()));
after(() => world.end());

test("the table of walks leaves nothing out", () => {
  for (const mode of MODES) {
    const walks = WALKS.filter((w) => `${w.game} ${w.mode}` === mode);
    for (const [what, values] of Object.entries(EVERY)) assert.deepEqual([...new Set(walks.map((w) => w[what]))].sort(), values, `${mode}: ${what}`);
    assert.ok(new Set(walks.map((w) => w.language)).size >= 3, `${mode}: languages`);
  }
  for (const game of new Set(WALKS.map((w) => w.game)))
    assert.deepEqual([...new Set(WALKS.filter((w) => w.game === game).map((w) => w.language))].sort(), ["en", ...LANGUAGES].sort(), `${game}: languages`);
});

const looked = new Set(); // states that were looked at

/** Looks at a state once in each size; for each way to play a game anew, not for each grade of it. In each language there
 * is a picture, and nothing too wide; axe finds the same in all of them. */
const lookerOf =
  (page, { game, mode, language, size }) =>
  async (state) => {
    const named = (how) => `walk-${state === "home" ? state : `${game}-${how}-${state}`}-${language}-${size}`;
    const key = named(mode.split("-")[0]),
      whole = key.replace(`-${language}-`, "-");
    if (looked.has(key)) return;
    const first = !looked.has(whole);
    looked.add(key).add(whole);
    if (first) return see(page, named(mode));
    await fits(page, key);
    await shot(page, named(mode));
  };

const number = (text) => Number(text.replace("−", "-"));
const numbers = async (locator) => (await locator.allTextContents()).map(number);
const verdict = async (page) => (await page.locator(".hero h2").textContent()).replace(/\s/g, " "); // French has spaces that do not break
const sum = (all) => all.reduce((a, b) => a + b, 0);

/** From the first page to the first turn. */
async function begins(page, by, walk, look) {
  const { game, board, players } = walk;
  await page.goto("/");
  await page.waitForSelector(".game");
  await look("home");
  if (board === "now") {
    await by.press(page.locator(`.g-${game} .btn.main`));
    await by.press(page.locator("dialog .menu .btn:not(.main)")); // the first time: no lesson now
  } else {
    await by.press(page.locator(`.g-${game} a[href="/play/${game}"]`));
    await page.waitForSelector("main #name"); // the set-up: how many is asked only where more than one can play
    if (game === "tiwanaku") await setUp(page, { ...walk, by });
    else {
      await by.set(page.locator("#players"), players);
      if (board === "b" && walk.hand === "keys") {
        await hands.tabTo(page, "[name=sheet]");
        await page.keyboard.press("ArrowDown");
      } else if (board === "b") await by.press(page.locator(".side-choice").nth(1));
      await page.waitForFunction((n) => [...document.querySelectorAll("[name=sheet]")].findIndex((r) => r.checked) === n, "ab".indexOf(board));
    }
    await look("setup");
    await by.press(page.locator("main .btn.main"));
  }
  await page.waitForURL(/\/t\/local-/);
  await page.locator("main [role=grid]").waitFor();
}

/** The sheets of all, one of them large, and back. */
async function gallery(page, by, { players }, look) {
  await by.press(page.locator('.bar button:has(use[href="#i-grid"])'));
  await page.waitForFunction((n) => document.querySelectorAll(".leaf").length === n, players);
  await look("gallery");
  await by.press(page.locator(".leaf").nth(1));
  await page.waitForSelector("dialog .sheet, .zoom .sheet");
  await look("gallery-one");
  if (await page.locator("dialog").count()) await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await by.press(page.locator('.bar button:has(use[href="#i-close"])'));
}

/** A game of Temple or Valley: the first rounds and the first of each kind by hand, the others quickly. */
async function playPapers(page, by, walk, look) {
  await myTurn(page);
  if (walk.players > 1) await gallery(page, by, walk, look);
  const quick = walk.game === "temple" ? writeTemple : writeValley;
  const seen = async (state, kind) => /numbers|choices|mummy|snake/.test(`${kind}-${state}`) && look(`${kind}-${state}`); // pencil looks alike after all dice
  const turn = (_, { n, kind, fresh }) => (fresh || n <= 3 ? write(page, by, (state) => seen(state, kind)) : quick(page));
  await playOut(page, turn, (kind) => seen("dice", kind));
}

/** The counting, and what follows from it: the level or the ranking. */
async function papersResult(page, by, { game, players, language }, look) {
  const t = textsIn(language, game);
  const total = number(await page.locator(".ledger tfoot td").textContent());
  await look("counting");
  if (players > 1) {
    await by.press(page.locator(".counting .acts2 .btn.main"));
    await page.waitForSelector(".rank");
    for (const row of await page.locator(".rank tbody tr").all())
      assert.equal(sum(await numbers(row.locator(".part"))), number(await row.locator(".t").textContent()), "the parts of a score make its total");
    assert.deepEqual(await numbers(page.locator(".rank tr.mine .t")), [total], "the ranking has the total of the counting");
    await ranked(page, players);
    await look("result");
  } else {
    const snakes = await page.locator(".sheetbox .stamp.danger").count();
    const from = game === "temple" ? [15, 25, 30] : [90, 110, 130].map((n) => n - 4 * snakes); // TEM-14, VAL-14
    const level = ["Tourist", "Pathfinder", "Voyager", "Explorer"][from.filter((n) => total >= n).length];
    assert.equal(await verdict(page), t("Level: {level}").replace("{level}", t(level)), `the level of ${total} points`);
  }
  assert.equal(number(await page.locator(".rubber text").last().textContent()), total, "the stamp has the total of the counting");
}

/** A ranking of so many is in order. */
async function ranked(page, players) {
  const ranks = await numbers(page.locator(".rank .rk")),
    totals = await numbers(page.locator(".rank .t"));
  assert.equal(ranks.length, players);
  assert.equal(ranks[0], 1);
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
  assert.deepEqual(
    totals,
    [...totals].sort((a, b) => b - a),
  );
}

/** The result of Tiwanaku: what the points come from, who has won. */
async function tiwanakuResult(page, by, { game, mode, players, language }, look) {
  const t = textsIn(language, game);
  await look("counting");
  const totals = await numbers(page.locator(".tiw-ledger tfoot td"));
  for (const [i, total] of totals.entries())
    assert.equal(sum(await numbers(page.locator(`.tiw-ledger tbody td:nth-of-type(${i + 1})`))), total, "the parts make the total");
  if (mode === "competitive") {
    await by.press(page.locator(".counting .acts2 .btn.main"));
    await page.waitForSelector(".rank");
    assert.deepEqual((await numbers(page.locator(".rank .t"))).sort(), [...totals].sort(), "the ranking has the totals of the counting");
    await ranked(page, players);
    return look("result");
  }
  const [ours, theirs] = totals;
  const won = ours > theirs; // a tie is the Otoma's
  assert.equal(await verdict(page), t(!won ? "The Otoma win" : mode.startsWith("solo") ? "You win" : "Your group wins"), `${ours} against ${theirs}`);
}

/** A game of Tiwanaku: the first steps by hand, the others quickly. */
const playTiwanaku = async (page, by, _walk, look) => {
  await look("turn");
  await play(page, (n) => (n < 12 ? by : hands.events), look);
};

/** The same again. */
async function again(page, by, { players }) {
  const was = page.url();
  await by.press(page.locator(".acts2 .btn.main"));
  await page.waitForURL((url) => url.href !== was);
  await page.locator("main [role=grid]").waitFor();
  await page.waitForFunction((n) => Number(document.querySelector(".bar h1 small").textContent.match(/\d+/)[0]) <= n, players); // bots may be on before
}

// For every day: the first walk through each game.
const walks = process.env.TAMBO_WALKS === "few" ? WALKS.filter((walk, i) => WALKS.findIndex((w) => w.game === walk.game) === i) : WALKS;

describe("walks", { concurrency: 2 }, () => {
  for (const walk of walks)
    test(Object.values(walk).join(" "), async () => {
      const { game, hand, language } = walk,
        t = textsIn(language, game),
        by = hands[hand];
      const { page, done } = await person(world, { size: walk.size === "desk" ? DESK : PHONE, dark: walk.light === "lamp", touch: hand === "touch", language });
      const look = lookerOf(page, walk);
      try {
        await begins(page, by, walk, look);
        await (game === "tiwanaku" ? playTiwanaku : playPapers)(page, by, walk, look);
        await page.waitForSelector(".ledger tfoot");
        await heard(page, new RegExp(t("The game is over.")));
        await (game === "tiwanaku" ? tiwanakuResult : papersResult)(page, by, walk, look);
        await again(page, by, walk);
      } catch (error) {
        await failed(page, Object.values(walk).join("-"));
        throw error;
      }
      await done();
    });
});
