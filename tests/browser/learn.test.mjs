// learn.test.mjs -- lessons and replays in Chromium: the first game of each game from its first step to its last, by
// mouse, by keyboard alone, and on a phone in French; records step by step, checked, handed on, damaged. axe on every
// state.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, begin, fits, person, see, shot } from "./kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const cell = (page, name) => page.locator(`main [role=grid] [data-space="${name}"]`);
const option = (page, n) => page.locator(`.opt:has(> b:text-is("${n}"))`);

/** Plays a lesson: one function a step; each step is looked at before and must be left by it. */
async function lesson(page, name, of, steps, picture) {
  assert.equal(steps.length, of);
  for (const [k, step] of steps.entries()) {
    await page.waitForFunction((n) => document.querySelector(".coach-head")?.textContent.includes(n), ` ${k + 1} `);
    const text = await page.locator(".coach-text").textContent();
    await page.waitForFunction((t) => document.getElementById("say").textContent.includes(t), text);
    if ([0, 1, 4, 5].includes(k))
      await see(page, `learn-${name}-${picture}-${k + 1}`); // the first, one in pencil, a discovery, a danger
    else await fits(page, `${name}, step ${k + 1}`);
    await step();
  }
  await page.locator(".coach .btn.main").waitFor();
  await page.waitForTimeout(300);
  await see(page, `learn-${name}-${picture}-end`);
}

test("Temple by mouse, linked from the first page, to a game of one's own", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await shot(page, "learn-home-desk");
  await page.getByRole("link", { name: "Learn Temple of Apikhabou" }).click();
  const put = async (space, n) => {
    await cell(page, space).click();
    if (await option(page, n).count()) await option(page, n).click();
  };
  const write = (space, n) => async () => {
    await put(space, n);
    await page.click("#ready");
  };
  const other = "That would be allowed, too.";
  await lesson(
    page,
    "temple",
    9,
    [
      () => put("b1", 2),
      () => page.click("#ready"),
      async () => {
        await put("e2", 8); // something else is fine by the rules, but not what is asked for
        await page.locator(".coach").getByText(other).waitFor();
        await page.click("#ready");
        assert.match(await page.locator(".coach-head").textContent(), /Step 3/);
        await see(page, "learn-temple-desk-other");
        await page.getByRole("button", { name: "Rub out" }).click();
        assert.equal(await page.locator(".coach").getByText(other).count(), 0);
        await write("c1", 3)();
      },
      write("c2", 4),
      write("d1", 5),
      async () => {
        await page.getByRole("button", { name: "One step back" }).click();
        await page.locator(".coach-head", { hasText: "Step 5 of 9" }).waitFor();
        await page.getByRole("button", { name: "Do it for me" }).click();
        await cell(page, "b1").click();
        await page.click("#ready");
      },
      write("a2", 9),
      write("d2", 5),
      write("e2", 5),
    ],
    "desk",
  );
  await page.getByRole("button", { name: "From the beginning" }).click();
  await page.locator(".coach-head", { hasText: "Step 1 of 9" }).waitFor();
  for (let i = 0; i < 9; i++) await page.getByRole("button", { name: "Do it for me" }).click();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForURL(/\/t\/local-/);
  await page.waitForSelector(".tray");
  await done();
});

test("Valley by keyboard alone, by lamplight", async () => {
  const { page, done } = await person(world, { size: DESK, dark: true });
  await page.goto("/rules/valley");
  await page.getByRole("link", { name: "Learn by playing" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".coach");
  const focused = (what) => page.evaluate((s) => document.activeElement?.matches(s), what);
  const tabTo = async (what) => {
    for (let i = 0; i < 60 && !(await focused(what)); i++) await page.keyboard.press("Tab");
    assert.ok(await focused(what), `Tab leads to ${what}`);
  };
  const goTo = async (space) => {
    await tabTo("main [role=gridcell]");
    for (let i = 0; i < 12; i++) {
      const at = await page.evaluate(() => document.activeElement.dataset.space);
      if (at === space) return;
      await page.keyboard.press(at[0] < space[0] ? "ArrowRight" : at[0] > space[0] ? "ArrowLeft" : at[1] < space[1] ? "ArrowDown" : "ArrowUp");
    }
    assert.fail(`arrows lead to ${space}`);
  };
  const type = async (space, n) => {
    await goTo(space);
    await page.waitForTimeout(1300 * Number(typed)); // digits typed at once are one number
    typed = true;
    await page.keyboard.press(String(n));
    await page.locator(`main [role=grid] [data-space="${space}"][aria-label^="${space}, ${n},"]`).waitFor(); // the pause begins when it is there
  };
  let typed = false;
  const press = async (what) => {
    await tabTo(what);
    await page.keyboard.press("Enter");
  };
  await lesson(
    page,
    "valley",
    9,
    [
      () => type("a1", 6),
      async () => {
        await type("a2", 5);
        await press("#ready");
      },
      async () => {
        await type("b1", 7);
        await type("a3", 2);
        await press("#ready");
      },
      async () => {
        await type("b2", 8);
        await goTo("c1");
        await page.keyboard.press("Enter");
        for (let i = 0; i < 8 && !(await page.evaluate(() => /mine/i.test(document.activeElement.ariaLabel ?? ""))); i++)
          await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Enter");
      },
      () => press("#reveal"),
      async () => {
        await goTo("c1");
        await page.keyboard.press("Enter");
        await press("#ready");
      },
      async () => {
        await goTo("c2");
        await page.keyboard.press("Enter");
        await type("b3", 3);
        await press("#ready");
      },
      async () => {
        await type("c3", 1);
        await type("d3", 7);
        await type("d2", 4);
      },
      () => press("#reveal"),
    ],
    "desk-dark",
  );
  await done();
});

test("Tiwanaku by touch on a phone, in French, by lamplight", async () => {
  const { page, done } = await person(world, { size: PHONE, language: "fr", touch: true, dark: true });
  await page.goto("/play/tiwanaku");
  await page.getByRole("link", { name: "Apprendre" }).tap();
  await page.waitForSelector(".coach");
  const enter = (space) => async () => {
    if ((await page.locator(".bring[aria-pressed=false]").count()) > 0) await page.locator(".bring").tap();
    await cell(page, space).tap();
    await page.locator("#go:not([disabled])").tap();
  };
  const divine = (space, n) => async () => {
    await page.getByRole("button", { name: "Deviner", exact: true }).tap();
    await cell(page, space).tap();
    await page
      .locator(".picker .opt")
      .nth(n - 1)
      .tap();
    await page.locator(".picker footer .btn.main, .picker .btn.main").first().tap();
  };
  await lesson(
    page,
    "tiwanaku",
    13,
    [
      enter("a1"),
      enter("e1"),
      enter("e2"),
      divine("e1", 1),
      () => page.getByRole("button", { name: /^Finir le tour/ }).tap(),
      divine("a1", 3),
      async () => {
        for (const one of await page.locator(".picker .opt:not([disabled])").all()) await one.tap();
        await page
          .locator(".picker")
          .getByRole("button", { name: /^Offrir/ })
          .tap();
      },
      enter("a3"),
      () => page.locator(".coach .btn.main").tap(), // marks
      () => page.locator(".coach .btn.main").tap(), // how it ends
      enter("a3"), // alone, against the Otoma
      enter("e3"),
      () => page.locator(".coach .btn.main").tap(),
    ],
    "phone-fr-dark",
  );
  await page.locator(".coach").getByText("À vous de lire un pays.").waitFor();
  await done();
});

/** The board, what stands beside it, the note and the dock: in sight together at each size; where nothing else is said, in the first state of a step. */
async function lessonFits(page, what) {
  for (const [width, height] of [
    [390, 664],
    [360, 740],
    [320, 640],
  ]) {
    await page.setViewportSize({ width, height });
    await shot(page, `learn-tiwanaku-${what}-${width}x${height}`);
    await fits(page, `${what}, ${width} x ${height}`, { parts: { note: ".coach", board: ".board", tools: ".tools", dock: ".dock" } });
  }
}

describe("the lesson of Tiwanaku on small phones", { concurrency: 2 }, () => {
  for (const language of ["en", "fr", "nl", "de"])
    test(language, async () => {
      const { page, done } = await person(world, { size: { width: 390, height: 664 }, language, touch: true });
      await page.goto("/learn/tiwanaku");
      const onward = page.locator(".coach-acts .btn:not(.plain)");
      for (let k = 1; k <= 13; k++) {
        await page.waitForFunction((n) => document.querySelector(".coach-head")?.textContent.includes(n), ` ${k} `);
        await lessonFits(page, `${language}, step ${k}`);
        if (k === 1) {
          await cell(page, "a1").tap();
          await page.locator("#go:not([disabled])").waitFor();
          await lessonFits(page, `${language}, step ${k}, chosen`);
        }
        if (k === 4) {
          await page.locator('.tools .btn:has(use[href="#wheel"])').tap();
          await cell(page, "e1").tap();
          await page.locator(".picker .crops").waitFor();
          await lessonFits(page, `${language}, step ${k}, divining`);
        }
        if (k === 9) {
          await page.locator('.tools .btn:has(use[href="#i-pencil"])').tap();
          await lessonFits(page, `${language}, step ${k}, marks`);
        }
        await onward.tap();
      }
      await done();
    });
});

test("a lesson that does not exist", async () => {
  const { page, done } = await person(world);
  await page.goto("/learn/chess");
  await page.getByText("There is no lesson here.").waitFor();
  await see(page, "learn-none-desk");
  await done();
});

const corpus = (name) => readFileSync(new URL(`../fuzz/corpus/verify/${name}`, import.meta.url), "utf8");
const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url), "utf8");

async function paste(page, text) {
  await page.getByRole("button", { name: "Paste a record" }).click();
  await page.fill("#pasted", text);
  await page.getByRole("button", { name: "Replay it" }).click();
}

test("a record pasted: steps, seats, its dice checked, handed on by link", async () => {
  const { page, context, done } = await person(world);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/replay");
  await page.getByRole("button", { name: "Paste a record" }).click();
  await see(page, "replay-paste-desk");
  await page.keyboard.press("Escape");
  await paste(page, corpus("good-temple"));
  await page.getByText("Yes. Everything here was fixed before the game began.").waitFor();
  const steps = Number(await page.getByRole("slider").getAttribute("max"));
  const at = async () => Number(await page.getByRole("slider").inputValue());
  assert.equal(await at(), 1, "it opens at the first step");
  await see(page, "replay-good-desk");
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  for (const [key, want] of [
    ["Home", 0],
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["End", steps],
  ]) {
    await page.keyboard.press(key);
    await page.waitForFunction((n) => Number(document.querySelector("input[type=range]").value) === n, want);
  }
  await page.evaluate(() => {
    // faster than any render
    for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").value) === 1);
  await page.keyboard.press("End");
  await page.waitForFunction((n) => Number(document.querySelector("input[type=range]").value) === n, steps);
  assert.match(await page.getByRole("slider").getAttribute("aria-valuetext"), new RegExp(`^${steps} of ${steps}\\. \\w`));
  await page.getByRole("button", { name: "To the beginning" }).click();
  await page.getByText("The beginning.").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").value) > 1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("combobox", { name: "Whose view" }).selectOption("1");
  await page.locator(".one-sheet").waitFor();
  await see(page, "replay-seat-desk");
  await page.getByRole("button", { name: "Copy the link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/replay#z=/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the record" }).click();
  assert.equal(readFileSync(await (await saved).path(), "utf8"), corpus("good-temple"));
  await done();

  const friend = await person(world, { size: PHONE, dark: true });
  await friend.page.goto(link);
  await friend.page.getByText("Yes. Everything here was fixed before the game began.").waitFor();
  await see(friend.page, "replay-good-phone-dark");
  await friend.page.goto("about:blank");
  await friend.page.goto(link.slice(0, -9));
  await friend.page.getByText("The link is damaged").waitFor();
  await friend.done();
});

test("a tampered record is told apart; one without salt, too; a damaged one gets its line", async () => {
  const { page, done } = await person(world);
  await page.goto("/replay");
  await paste(page, corpus("another-roll"));
  await page.getByText("No. This record is not the game that was promised.").waitFor();
  await page.getByText("Line 8: The salt brings something else here.").waitFor();
  await see(page, "replay-tampered-desk");
  await paste(page, golden("competitive-tiny-2.rec"));
  await page.getByText("this record has no salt").waitFor();
  await page.getByRole("combobox", { name: "Whose view" }).selectOption("2");
  await page.getByRole("button", { name: "One step back" }).click();
  await see(page, "replay-tiwanaku-desk");
  await paste(page, "tambo-record 1\ngame: chess\n");
  await page.getByText(/^Line 2: /).waitFor();
  await see(page, "replay-damaged-desk");
  await done();
});

test("a lesson goes on at its step after a reload, and begins anew when one comes again", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: "Learn Temple of Apikhabou" }).click();
  const at = (n) => page.locator(".coach-head", { hasText: `Step ${n} of` }).waitFor();
  await at(1);
  const doIt = () => page.getByRole("button", { name: "Do it for me" }).click();
  await doIt();
  for (const pencil of [1, 0]) {
    const n = 3 - pencil;
    await at(n);
    await page.reload();
    await at(n);
    await page.locator(".cell.legal, .cell.preview").first().waitFor();
    assert.equal(await page.locator(".cell.preview").count(), pencil, "with its pencil");
    if (pencil) await doIt();
  }
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Learn Temple of Apikhabou" }).click();
  await at(1);
  await done();
});
