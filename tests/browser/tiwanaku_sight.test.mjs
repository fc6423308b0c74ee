// tiwanaku_sight.test.mjs -- the table of Tiwanaku at twelve sizes, in four languages: in every state of a turn that a game comes
// through, and with the pencil and a hint, board, question and the button that goes on are in sight together, nothing is cut, no word
// broken, no button too small (fits() of kit.mjs).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { begin, fits, person, settled, shot } from "./kit.mjs";
import { mouse } from "./hands.mjs";
import { start, step } from "./tiwanaku_kit.mjs";

let home;
before(async () => void (home = await begin()));
after(() => home.end());

const SIZES = ["390x664", "360x740", "412x780", "375x553", "320x640", "844x390", "740x360", "768x1024", "1024x768", "1180x820", "1440x900", "1920x1080"];
const GAMES = [
  ["competitive", "long-1", "nl"],
  ["solo-hard", "long-1", "de"],
  ["solo-hard", "tiny-1", "en"],
  ["coop-normal", "long-1", "fr"],
  ["coop-normal", "tiny-1", "nl"],
];
// what must be in sight besides the board, by the state of the turn
const PARTS = {
  hand: { question: ".hand4", go: "#go" },
  spend: { question: ".hand4", go: "#go" },
  asked: { question: ".asked" },
  offer: { question: ".picker .crops", go: ".picker footer .btn.main" },
  divine: { question: ".picker .crops", go: "#go" },
  reach: { question: ".act-say" },
  target: { question: ".act-say", go: "#go" },
  marks: { question: ".picker.marks" },
  mark: { question: ".picker.marks" },
  hint: { question: ".hint-text" },
};

/** The window of another size, and the page drawn for it. */
async function resize(page, size) {
  const [width, height] = size.split("x").map(Number);
  await page.setViewportSize({ width, height });
  await settled(page);
}

/** The help of one's own choosing, in between: the pencil, for all spaces and for one, and a hint. */
async function helps(page, look) {
  await settled(page);
  const pencil = page.locator('.btn.keep:has(use[href="#i-pencil"])');
  if (!(await pencil.isVisible())) return false; // something is asked, and has the room
  await pencil.click();
  await look("marks");
  await mouse.space(page, await page.locator(".space:has(.fog)").first().getAttribute("data-space"));
  await page.locator(".mark-rows").waitFor();
  await look("mark");
  await page.locator(".picker.marks header .btn").last().click();
  await page.locator(".hint-btn").click();
  await page.locator(".hint-text").waitFor();
  await look("hint");
  await page.locator(".picker.hint header .btn").click();
  return true;
}

describe("Tiwanaku in sight", { concurrency: 2 }, () => {
  for (const [mode, board, language] of GAMES)
    test(`${mode}, ${board}, ${language}`, async (t) => {
      const { page, done } = await person(home, { size: { width: 390, height: 740 }, language });
      await start(page, { mode, board, language });
      const met = new Set();
      let helped = false;
      const look = async (state) => {
        if (met.has(state)) return;
        met.add(state);
        for (const size of SIZES) {
          await resize(page, size);
          await shot(page, `tiwanaku-sight-${mode}-${board}-${state}-${size}`);
          const whole = state === "hint" ? {} : { board: ".board" }; // a hint may cover what it does not speak of
          await fits(page, `${mode} on ${board}, ${language}, ${size}: ${state}`, { parts: { ...whole, ...PARTS[state] } });
        }
        await resize(page, "390x740");
      };
      for (let i = 0; i < 40; i++) {
        const did = await step(page, mouse, look);
        if (did === "over") break;
        if (!did) await page.waitForTimeout(30);
        if (i > 8 && !helped) helped = await helps(page, look);
      }
      assert.ok(met.size >= 6 && helped, `${[...met]}`);
      t.diagnostic(`${mode} on ${board}: ${met.size} states at ${SIZES.length} sizes: ${[...met].join(" ")}`);
      await done();
    });
});
