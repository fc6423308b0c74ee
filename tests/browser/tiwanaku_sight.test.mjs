// tiwanaku_sight.test.mjs -- the table of Tiwanaku at many sizes: in every state of a turn that a game comes through, board, question
// and the button that goes on are in sight together, nothing is cut, no word broken, no button too small (fits() of kit.mjs).
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { begin, fits, person, shot } from "./kit.mjs";
import { mouse } from "./hands.mjs";
import { start, step } from "./tiwanaku_kit.mjs";

let home;
before(async () => void (home = await begin()));
after(() => home.end());

const SIZES = ["390x664", "360x740", "412x780", "375x553", "320x640", "844x390", "1024x768", "1180x820"];
const GAMES = [
  ["competitive", "long-1", "nl"],
  ["solo-hard", "long-1", "de"],
  ["solo-hard", "tiny-1", "en"],
  ["coop-normal", "long-1", "fr"],
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
};

describe("Tiwanaku in sight", { concurrency: 2 }, () => {
  for (const size of SIZES)
    test(size, async (t) => {
      const [width, height] = size.split("x").map(Number);
      let measured = 0;
      for (const [mode, board, language] of GAMES) {
        const { page, done } = await person(home, { size: { width, height }, language });
        await start(page, { mode, board, language });
        const met = new Set();
        const look = async (state) => {
          if (met.has(state)) return;
          met.add(state);
          await fits(page, `${size}, ${mode} on ${board}, ${language}: ${state}`, { parts: { board: ".board", ...PARTS[state] } });
          await shot(page, `tiwanaku-sight-${size}-${mode}-${board}-${state}`);
          measured++;
        };
        for (let i = 0; i < 30; i++) {
          const did = await step(page, mouse, look);
          if (did === "over") break;
          if (!did) await page.waitForTimeout(30);
        }
        assert.ok(met.size >= 3, `${[...met]}`);
        await done();
      }
      t.diagnostic(`${size}: ${measured} states`);
    });
});
