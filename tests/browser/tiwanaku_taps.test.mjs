// tiwanaku_taps.test.mjs -- no silent tap: in games of every mode each space is tapped now and then, in whatever state the turn
// is, and so are the buttons of the dock; each time there is an effect or a sentence that says why not, which is read aloud, too.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SMALL, begin, fits, heard, person } from "./kit.mjs";
import { mouse } from "./hands.mjs";
import { start, step } from "./tiwanaku_kit.mjs";

let home;
before(async () => void (home = await begin()));
after(() => home.end());

const MODES = [
  ["competitive", "tiny-1"],
  ["solo-easy", "tiny-1"],
  ["solo-hard", "long-1"],
  ["coop-easy", "tiny-1"],
  ["coop-normal", "long-1"],
  ["coop-expert", "tiny-1"],
];

/** Taps everything that fits, one after the other. Gives what came of it: {sentences, effects, silent: [what]}. */
const tapAll = (page, selector) =>
  page.evaluate(async (s) => {
    const found = { sentences: 0, effects: 0, silent: [] };
    const names = [...document.querySelectorAll(s)].map((el) => el.dataset.space ?? el.textContent);
    for (const [i, name] of names.entries()) {
      for (let n = 0; n < 600 && document.querySelector(".dock[aria-busy=true]"); n++) await new Promise((done) => requestAnimationFrame(done));
      if (document.querySelector(".counting, dialog[open]")) return found;
      const el = document.querySelectorAll(s)[i];
      if (!el) continue;
      let changed = false;
      const watch = new MutationObserver(() => (changed = true));
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      el.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      for (let n = 0; n < 120 && !changed; n++) await new Promise((done) => requestAnimationFrame(done));
      watch.disconnect();
      if (!changed) found.silent.push(name);
      else if (document.querySelector(".dock .why-not")) found.sentences++;
      else found.effects++;
    }
    return found;
  }, selector);

describe("taps in Tiwanaku", { concurrency: 2 }, () => {
  for (const [mode, board] of MODES)
    test(mode, async (t) => {
      const { page, done } = await person(home, { size: SMALL });
      await start(page, { mode, board });
      const all = { sentences: 0, effects: 0, positions: 0 };
      for (let i = 0; i < 24; i++) {
        const did = await step(page, mouse);
        if (did === "over") break;
        if (!did) await page.waitForTimeout(30);
        if (i % 3) continue;
        for (const what of ["[role=gridcell]", ".tools .btn:not(.hint-btn)", ".dock .btn:not(.main), .dock .opt"]) {
          const { sentences, effects, silent } = await tapAll(page, what);
          assert.deepEqual(silent, [], `${mode}: silent taps`);
          all.sentences += sentences;
          all.effects += effects;
        }
        all.positions++;
        const marks = page.locator(".picker.marks .btn", { hasText: "Done" });
        if (await marks.count()) await marks.first().click();
      }
      assert.ok(all.sentences > 20, `${all.sentences} sentences`);
      t.diagnostic(`${mode}: ${all.positions} positions, ${all.sentences} sentences, ${all.effects} effects`);
      await done();
    });

  test("the sentence is in sight and read aloud, and says who is in the way", async () => {
    const { page, done } = await person(home, { size: SMALL });
    await start(page, { mode: "solo-easy", board: "long-1" });
    const otoma = page.locator("[role=gridcell][aria-label*='Otoma']").first();
    await otoma.click();
    await page.locator(".dock .why-not", { hasText: "An Otoma pawn stands there, and blocks the way." }).waitFor();
    await heard(page, /An Otoma pawn stands there/);
    await fits(page, "refused", { parts: { why: ".why-not", board: ".board" } });
    await page.getByRole("button", { name: "Divine" }).click({ force: true }); // it is aria-disabled, and answers all the same
    await page.locator(".why-not", { hasText: "Divining takes your own pawn" }).waitFor();
    await page.locator(".space.can:has(.fog)").first().click();
    await page.locator(".why-not").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".reach.target").waitFor({ state: "detached" });
    await done();
  });
});
