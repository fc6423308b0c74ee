// sounds.test.mjs -- sounds in Chromium: none unless asked for, none before the first touch; then the dice, the pen and the rest.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, axe, begin, justPlay, person, shot } from "./kit.mjs";
import { touch } from "./hands.mjs";
import { inRound, myTurn, write, writeTemple } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

/** In the page: counts the contexts made and the sounds begun in them. */
function count() {
  window.heardSounds = { contexts: 0, starts: 0 };
  window.AudioContext = class extends AudioContext {
    constructor(...args) {
      super(...args);
      heardSounds.contexts++;
    }
  };
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function (...args) {
      heardSounds.starts++;
      return start.apply(this, args);
    };
  }
}

async function someone(options) {
  const it = await person(world, { size: PHONE, touch: true, ...options });
  await it.page.addInitScript(count);
  return it;
}
const made = (page) => page.evaluate(() => heardSounds);
const begun = (page, n) => page.waitForFunction((least) => heardSounds.starts > least, n);
const playNow = async (page) => {
  await page.goto("/");
  await page
    .getByRole("button", { name: /Play now/ })
    .first()
    .tap();
  await justPlay(page);
  await myTurn(page);
};

test("no sounds unless asked for", async () => {
  const { page, done } = await someone();
  await playNow(page);
  await write(page, touch);
  await inRound(page, 2);
  await myTurn(page);
  assert.deepEqual(await made(page), { contexts: 0, starts: 0 });
  await done();
});

test("switched on: a sound at once, then ink and dice; the choice stays, and waits for a touch", async () => {
  const { page, context, done } = await someone();
  await page.goto("/settings");
  await page.getByRole("group", { name: "Sounds" }).getByRole("button", { name: "on" }).tap();
  await begun(page, 0);
  await axe(page, "settings with sounds on");
  await shot(page, "settings-sounds-phone");
  await playNow(page);
  const quiet = (await made(page)).starts;
  await write(page, touch);
  await inRound(page, 2);
  await begun(page, quiet + 2); // two strokes of the pen, then the dice
  assert.equal((await made(page)).contexts, 1);
  const url = page.url();
  await page.goto("/settings");
  const other = await context.newPage();
  await other.addInitScript(count);
  await other.addInitScript(() => Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } })); // evaluate() counts as a touch
  await other.goto(url);
  await myTurn(other);
  await writeTemple(other);
  await inRound(other, 3);
  await myTurn(other);
  assert.deepEqual(await made(other), { contexts: 0, starts: 0 });
  await page.getByRole("group", { name: "Sounds" }).getByRole("button", { name: "off" }).tap();
  await page.waitForSelector(".seg [aria-pressed=true] >> text=off");
  assert.equal((await made(page)).contexts, 0, "switching off makes none");
  await done();
});
