// sight.test.mjs -- the tables of the dice games at twelve sizes, in three languages: sheet, dice and the button that finishes the
// turn are in sight together in every state, nothing is cut, no word broken, no button too small (fits() of kit.mjs). And no
// tap on a space or a die is silent.
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
const crossed = async (page, core) => {
  const { snakes, crossed } = core.view(1).sheets[0];
  await tap(page, `[data-space=${snakes.find((space) => !crossed.includes(space))}]`);
  await page.waitForSelector(".stepchip");
};
const explained = async (page) => {
  await tap(page, ".ask", 1);
  await page.waitForSelector("dialog .example");
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
    ["what a group is", { ...tem, rounds: 5, roll: "* roll 2 3 4" }, explained, { dialog: "dialog .explain" }],
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
    ["what a town is", { ...val, rounds: 5, roll: "* roll 2 3 4" }, explained, { dialog: "dialog .explain" }],
    ["inked", { ...val, players: 3, rounds: 5, roll: "* roll 2 3 4" }, (page) => inked(page, steps(1)), { main: "#back" }],
  ],
};
const TABLE = { sheet: ".sheetbox .sheet", dice: ".tray .dice", dock: ".dock" };
const SPACES = { temple: (width) => (width < 360 ? 28.5 : width < 700 ? 32 : 29), valley: () => 44 };

/** Walks through the states of a game, each at these sizes. Says how many were measured. */
async function walk(game, language, sizes) {
  let n = 0;
  const wrong = [];
  for (const [name, how, todo, parts] of STATES[game]) {
    const { page, core, done } = await at(world, how, { size: { width: 390, height: 740 }, language });
    await todo(page, core);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const what = `${game}, ${name}, ${width}x${height}, ${language}`;
      try {
        await fits(page, what, parts.dialog ? { parts } : { parts: { ...TABLE, ...parts }, spaces: { ".sheetbox .cell .hit": SPACES[game](width) } });
      } catch (e) {
        wrong.push(`${what}: ${Array.isArray(e.actual) ? e.actual.join("; ") : e.message}`);
        await failed(page, `sight-${game}-${name.replace(/\W+/g, "-")}-${width}x${height}-${language}`);
      }
      await shot(page, `sight-${game}-${name.replace(/\W+/g, "-")}-${width}x${height}-${language}`);
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

/** Taps every space and every die; gives how many, how many were answered with a sentence, and those on which nothing happened. */
const tapAll = (page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const click = (el) => el?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    const main = () => document.querySelector("main").innerHTML;
    const found = { taps: 0, sentences: 0, silent: [] };
    const names = [...document.querySelectorAll(".sheetbox .cell")].map((el) => `[data-space="${el.dataset.space}"]`);
    for (const at of [...names, ...[1, 2, 3].map((k) => `.tray .dice > :nth-child(${k})`)]) {
      const was = main(),
        said = document.querySelector(".why-not");
      const silent = () => main() === was && document.querySelector(".why-not") === said; // the same sentence again is another one
      click(document.querySelector(at));
      for (let k = 0; k < 120 && silent(); k++) await frame();
      found.taps++;
      if (silent()) found.silent.push(at);
      if (![null, said].includes(document.querySelector(".why-not"))) found.sentences++;
      click(document.querySelector(".picker header .btn.plain:last-child")); // closes the choices of a space
      await frame();
      click([...document.querySelectorAll(".picker footer .btn:not(#ready):not(#back)")].find((b) => !b.disabled)); // rubs out
      await frame();
    }
    return found;
  });

test("no tap is silent", async (t) => {
  const ROLLS = {
    temple: ["2 3 5", "penny 1 4", "2 lock 4", "penny lock 4", "1 1 mummy"],
    valley: ["2 3 5", "penny 1 4", "3 dakota 4", "penny dakota 4", "4 1 4", "1 1 snake"],
  };
  const sum = { positions: 0, taps: 0, sentences: 0 };
  let seed = Number(process.env.TAMBO_SEED ?? 1) * 100;
  for (const [game, rolls] of Object.entries(ROLLS))
    for (const players of [1, 3])
      for (const roll of rolls) {
        const how = { game, players, rounds: 1 + (seed % 9), seed: seed++, bot: "random", roll: `* roll ${roll}`, sheet: seed % 2 ? "a" : "b" };
        const { page, done } = await at(world, how, { size: { width: 390, height: 740 } });
        const { taps, sentences, silent } = await tapAll(page);
        assert.deepEqual(silent, [], JSON.stringify(how));
        sum.positions++;
        sum.taps += taps;
        sum.sentences += sentences;
        await done();
      }
  t.diagnostic(`${sum.taps} taps in ${sum.positions} positions, ${sum.sentences} answered with a sentence`);
});

test("a turn in ink answers, too", async () => {
  for (const [how, todo] of /** @type {[any, any][]} */ ([
    [{ ...tem, players: 3, rounds: 5, roll: "* roll 2 3 4" }, taken],
    [{ ...val, players: 3, rounds: 5, roll: "* roll 2 3 4" }, steps(1)],
  ])) {
    const { page, done } = await at(world, how, { size: { width: 390, height: 740 } });
    await inked(page, todo);
    const { silent } = await tapAll(page);
    assert.deepEqual(silent, []);
    assert.match(await page.locator(".why-not").textContent(), /in ink/);
    await done();
  }
});

test("two taps more than the space: a number, and the same number again", async () => {
  const { page, fake, done } = await at(world, { ...tem, rounds: 5, roll: "* roll 2 3 4" }, { size: { width: 390, height: 664 } });
  await chosen(page);
  await page.locator(".opt").first().click();
  await page.locator(".opt.again").press("Space"); // by keys a choice is a choice, however often
  assert.equal(await page.locator(".cell.preview").count(), 1);
  await page.locator(".opt.again").click(); // not at once: a double tap is one
  await page.waitForSelector("#back");
  assert.equal(fake.taken.filter((m) => m.do === "turn").length, 1);
  await done();
});

test("what counts explains itself; what happened is one tap away", async () => {
  for (const how of [
    { ...tem, players: 3, rounds: 5 },
    { ...val, players: 3, rounds: 5 },
  ]) {
    const { page, done } = await at(world, how, { size: { width: 390, height: 664 } });
    for (let k = 0; k < (await page.locator(".ask").count()); k++) {
      await page.locator(".ask").nth(k).click();
      await page.waitForSelector("dialog .example");
      assert.match(await page.locator("dialog .explain").textContent(), /corner|Use a 9/);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
    await page.locator(".lately").click();
    assert.equal(await page.locator("dialog .names .chip b").count(), 3, "all have their points");
    assert.ok((await page.locator("dialog .log li").count()) > 5);
    await done();
  }
});
