// sight.test.mjs -- the tables of the dice games at twelve sizes, in three languages: sheet, dice and the button that finishes the
// turn are in sight together in every state, nothing is cut, no word broken, no button too small (fits() of kit.mjs).
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, failed, fits, shot } from "./kit.mjs";
import { at } from "./fake.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const PHONES = [
  [390, 664],
  [360, 740],
  [412, 780],
  [375, 553],
  [320, 640],
];
const ALL = [...PHONES, [412, 915], [844, 390], [768, 1024], [1024, 768], [1180, 820], [1440, 900], [1920, 1080]];

const tap = (page, selector, n = 0) =>
  page
    .locator(selector)
    .nth(n)
    .evaluate((el) => el.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 })));
const middle = async (page) => tap(page, ".cell.legal", Math.floor((await page.locator(".cell.legal").count()) / 2));
const ready = { main: "#ready" },
  choice = { main: ".opts" };

// A state: how the table came about, what is tapped, what must be in sight besides sheet and dice.
const tem = { game: "temple" },
  val = { game: "valley" },
  found = { ...val, rounds: 5, seed: 15, bot: "random" }; // jungles and ranges are there, and two snakes
const chosen = async (page) => {
  await middle(page);
  await page.waitForSelector(".opt");
};
const taken = async (page) => {
  await chosen(page);
  await tap(page, ".opt");
  await page.waitForSelector(".cell.preview");
};
const refused = async (page) => {
  await tap(page, ".cell:not(.legal)");
  await page.waitForSelector(".why-not");
};
const inked = async (page, how) => {
  await how(page);
  await tap(page, "#ready");
  await page.waitForSelector("#back");
};
const laid = async (page) => {
  await middle(page);
  await page.waitForSelector(".cell.preview");
};
/** Steps until all dice are used, or a discovery is at hand. */
const steps = (n) => async (page) => {
  for (let i = 0; i < n; i++) {
    await middle(page);
    await page.waitForSelector(".opt, .stepchip");
    if (await page.locator(".opt").count()) await tap(page, ".opt");
    await page.waitForFunction((k) => document.querySelectorAll(".stepchip").length > k, i);
  }
};
const crossed = async (page) => {
  await tap(page, ".cell.legal:has(.stamp.danger), .cell.legal[aria-label*='bites'], .cell.legal[aria-label*='snake']");
  await page.waitForSelector(".stepchip");
};
const which = async (page) => {
  await steps(2)(page);
  await tap(page, "#others");
  await page.waitForSelector(".which");
};
const STATES = {
  temple: [
    ["the first round", { ...tem, roll: "* roll 2 3 5" }, async () => {}, ready],
    ["a space is chosen", { ...tem, rounds: 5, roll: "* roll 2 3 4" }, chosen, ready],
    ["Penny, a number is in pencil", { ...tem, rounds: 6, roll: "* roll penny 3 5" }, taken, { ...ready, numbers: ".opts" }],
    ["Penny on side B", { ...tem, sheet: "b", rounds: 4, roll: "* roll penny 3 5" }, chosen, { ...ready, numbers: ".opts" }],
    ["refused", { ...tem, rounds: 5, roll: "* roll 2 3 4" }, refused, { ...ready, why: ".why-not" }],
    ["the lockpick", { ...tem, players: 4, rounds: 3, roll: "* roll 2 lock 4" }, chosen, ready],
    ["a mummy, somebody's sheet", { ...tem, players: 3, rounds: 4, roll: "* roll 2 3 mummy" }, async () => {}, ready],
    ["a mummy is laid", { ...tem, players: 3, rounds: 4, roll: "* roll 2 3 mummy" }, laid, ready],
    ["a mummy, alone", { ...tem, players: 1, rounds: 4, roll: "* roll 2 3 mummy" }, laid, ready],
    ["inked", { ...tem, players: 3, rounds: 5, roll: "* roll 2 3 4" }, (page) => inked(page, taken), { main: "#back" }],
  ],
  valley: [
    ["the first round", { ...val, roll: "* roll 2 3 5" }, async () => {}, ready],
    ["a space is chosen", { ...val, rounds: 5, roll: "* roll 1 3 5" }, chosen, choice],
    ["Penny and Dakota", { ...val, rounds: 3, roll: "* roll penny dakota 5" }, chosen, choice],
    [
      "Penny's numbers",
      { ...val, rounds: 3, roll: "* roll penny dakota 5" },
      async (page) => {
        await chosen(page);
        if (await page.locator(".seg").count()) await tap(page, ".picker .seg .btn", 1);
      },
      choice,
    ],
    ["two steps in pencil", { ...val, rounds: 4, roll: "* roll 1 2 4" }, steps(2), { main: "#reveal, #ready", steps: ".steps" }],
    ["refused", { ...val, rounds: 5, roll: "* roll 2 3 4" }, refused, { ...ready, why: ".why-not" }],
    ["a snake, somebody's sheet", { ...val, players: 3, rounds: 4, roll: "* roll 2 3 snake" }, laid, ready],
    ["a snake, alone", { ...val, players: 1, rounds: 4, roll: "* roll 2 3 snake" }, async () => {}, ready],
    ["a discovery", { ...found, roll: "* roll 5 4 3" }, steps(2), { main: "#reveal", other: "#ready" }],
    ["which discovery", { ...found, roll: "* roll 5 4 3" }, which, { main: "#reveal" }],
    ["a snake to cross out", { ...found, roll: "* roll 5 4 1" }, crossed, { main: "#reveal, #ready" }],
    ["inked", { ...val, players: 3, rounds: 5, roll: "* roll 2 3 4" }, (page) => inked(page, steps(1)), { main: "#back" }],
  ],
};
const SPACES = { temple: (width) => (width < 360 ? 28.5 : width < 700 ? 32 : 29), valley: () => 44 };

/** Walks through the states of a game, each at these sizes. Says how many were measured. */
async function walk(game, language, sizes) {
  let n = 0;
  const wrong = [];
  for (const [name, how, todo, parts] of STATES[game]) {
    const { page, done } = await at(world, how, { size: { width: 390, height: 740 }, language });
    await todo(page);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
      const what = `${game}, ${name}, ${width}x${height}, ${language}`;
      await shot(page, `sight-${game}-${name.replace(/\W+/g, "-")}-${width}x${height}-${language}`);
      try {
        await fits(page, what, {
          parts: { sheet: ".sheetbox .sheet", dice: ".tray .dice", dock: ".dock", ...parts },
          spaces: { ".sheetbox .cell .hit": SPACES[game](width) },
        });
      } catch (e) {
        wrong.push(`${what}: ${e.actual instanceof Array ? e.actual.join("; ") : e.message}`);
        await failed(page, `sight-${game}-${name.replace(/\W+/g, "-")}-${width}x${height}-${language}`);
      }
      n++;
    }
    await done();
  }
  assert.deepEqual(wrong, []);
  return n;
}

for (const game of Object.keys(STATES))
  for (const [language, sizes] of /** @type {[string, number[][]][]} */ ([
    ["en", ALL],
    [
      "fr",
      [
        [390, 664],
        [375, 553],
        [320, 640],
        [1024, 768],
      ],
    ],
    [
      "nl",
      [
        [360, 740],
        [375, 553],
        [320, 640],
        [844, 390],
        [1180, 820],
      ],
    ],
  ]))
    test(`everything a turn of ${game} needs is in sight, ${language}`, async (t) => {
      t.diagnostic(`${await walk(game, language, sizes)} states and sizes`);
    });
