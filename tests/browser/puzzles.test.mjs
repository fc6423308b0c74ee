// puzzles.test.mjs -- deduction puzzles in Chromium: each kind played, by mouse, by keys alone, on a small phone in French; what is wrong is
// refuted by another map and can be repeated; unfinished things wait; all of it without a network. axe on every state. The answers are the
// map lab's own, asked here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Core } from "../../clients/web/src/pure/core.js";
import { DESK, LOW, PHONE, SMALL, begin, heard, person, see, textsIn } from "./kit.mjs";
import { tabTo } from "./hands.mjs";

const lab = new Core(new WebAssembly.Module(readFileSync(process.env.TAMBO_LAB)));
let world;
before(async () => void (world = await begin()));
after(() => world.end());

const nameAt = (puzzle, i) => "abcdefghi"[i % puzzle.cols] + (1 + Math.floor(i / puzzle.cols));
/** A crop of which the lab says this, and something with `good` of it. */
function claimThat(puzzle, verdict, good = () => true) {
  for (let i = 0; i < puzzle.crop.length; i++)
    for (let n = 1; n <= 5 && !puzzle.crop[i]; n++) {
      const claim = `${nameAt(puzzle, i)} crop ${n}`,
        found = lab.quizJudge({ id: puzzle.id, claim });
      if (found.verdict === verdict && good(found)) return claim;
    }
  assert.fail(`nothing ${verdict} in ${puzzle.id}`);
}
const answerTo = (puzzle, known) => lab.quizHint({ id: puzzle.id, known }).claim;

/** The puzzle that the address names. */
async function shown(page) {
  await page.waitForFunction(() => /\/q\d/.test(location.pathname) && document.querySelector(".pz-task"));
  return lab.quizOf(decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)));
}

const option = (page, kind, value) => page.locator(`.pz-ask .${kind === "crop" ? "crops" : "hand4"} .opt`).nth(Number(value) - 1);
async function choose(page, claim) {
  const [space, kind, value] = claim.split(" ");
  await page.locator(`.pz-land [data-space=${space}]`).click();
  await option(page, kind, value).click();
}
async function answer(page, claim) {
  await choose(page, claim);
  await page.locator("#go").click();
}
const inMain = (page, text) => page.locator("main").getByText(text); // what is read aloud has it, too
const right = (page) => page.waitForSelector(".right-told:focus");
const wrong = (page) => page.waitForSelector(".wrong-told");
const onward = (page) => page.locator(".pz-ways .main").click();

test("what is certain: from the first page; right, the next one, a slip with another map, and once more", async () => {
  const { page, done } = await person(world, { size: DESK });
  await page.goto("/");
  await page.getByRole("link", { name: "Puzzles" }).click();
  await page.waitForSelector(".pz-hub");
  await see(page, "puzzles-hub-desk");
  await page.getByRole("link", { name: /What is certain/ }).click();
  const first = await shown(page);
  assert.ok(first.rating < 900, "a beginner's");
  await see(page, "puzzles-certain-desk");
  await choose(page, answerTo(first));
  await see(page, "puzzles-chosen-desk");
  await page.getByRole("button", { name: "Clear the choice" }).click();
  assert.equal(await page.locator(".pz-ask").count(), 0, "nothing is chosen, and nothing was judged");
  await answer(page, answerTo(first));
  await right(page);
  await heard(page, /Right/);
  await inMain(page, /Your rating: \d+ \(\+\d+\)/).waitFor();
  await see(page, "puzzles-right-desk");
  await onward(page);
  await page.waitForFunction((id) => !location.pathname.endsWith(id), first.id);
  const second = await shown(page);
  const slip = claimThat(second, "uncertain");
  await answer(page, slip);
  await wrong(page);
  await inMain(page, /All you see fits this map, too, and here/).waitFor();
  const [space] = slip.split(" "),
    { counter } = lab.quizJudge({ id: second.id, claim: slip });
  assert.equal(await page.locator(`.pz-counter [data-space=${space}] .lit`).count(), 1, "the space that differs is marked");
  const drawn = await page.locator(".pz-counter .lvl-n").allTextContents();
  assert.deepEqual(drawn.map(Number), counter.crop, "the other map is drawn, whole");
  await see(page, "puzzles-uncertain-desk");
  await page.getByRole("button", { name: "Show what was certain" }).click();
  await heard(page, /This was certain/);
  await page.waitForSelector("h3.pz-told:focus"); // the button that asked for it is gone
  await see(page, "puzzles-answer-desk");

  await page.goto("/puzzles");
  await page.getByRole("link", { name: /Slips to repeat/ }).click();
  await page.getByText(/You said/).waitFor();
  await see(page, "puzzles-again-desk");
  await page.getByRole("link", { name: /You said/ }).click();
  await answer(page, answerTo(await shown(page)));
  await inMain(page, "It is off the list.").waitFor();
  await onward(page);
  await page.getByText("No slip is left to repeat.").waitFor();
  await see(page, "puzzles-again-none-desk");
  await done();
});

test("by keys alone: arrows to the space, a number for the crop, Enter; the way on has the board again", async () => {
  const { page, done } = await person(world, { size: LOW });
  const puzzle = lab.quizMake({ kind: "certain", cols: 5, technique: "place", seed: 5 });
  await page.goto(`/puzzles/certain/${puzzle.id}`);
  await shown(page);
  const [space, , value] = answerTo(puzzle).split(" ");
  const to = async (name) => {
    await tabTo(page, ".pz-land [role=gridcell]");
    await page.keyboard.press("Home");
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowUp");
    for (let i = 0; i < name.charCodeAt(0) - 97; i++) await page.keyboard.press("ArrowRight");
    for (let i = 1; i < Number(name[1]); i++) await page.keyboard.press("ArrowDown");
    await page.waitForSelector(`[data-space=${name}]:focus`);
  };
  await to(space);
  await page.keyboard.press("Enter"); // asks what is there
  await page.waitForSelector(".pz-ask .opt:focus");
  await page.keyboard.press("Escape");
  await page.waitForSelector(`[data-space=${space}]:focus`);
  await page.keyboard.press(value);
  await heard(page, new RegExp(`${space} is`));
  await page.waitForSelector(".pz-ask .opt[aria-checked=true]:focus");
  await see(page, "puzzles-keys-low");
  await page.keyboard.press("Enter");
  await right(page);
  await tabTo(page, ".pz-ways .main");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pz-task");
  await page.waitForSelector(".pz-land [role=gridcell]:focus");
  await heard(page, /A new puzzle/);
  await done();
});

test("digits and letters mark where one is asked, too, and the focus goes to what they choose", async () => {
  const { page, done } = await person(world, { size: LOW });
  const puzzle = lab.quizMake({ kind: "certain", cols: 5, technique: "last", seed: 1 });
  await page.goto(`/puzzles/certain/${puzzle.id}`);
  await shown(page);
  const [space, , value] = answerTo(puzzle).split(" ");
  const both = puzzle.terrain.findIndex((l, i) => !l && !puzzle.crop[i]);
  assert.ok(both >= 0, "a space of which nothing is seen");
  const chosen = async (kind, n) => {
    await page.locator(`.pz-ask .${kind} .opt:nth-child(${n})[aria-checked=true]:focus`).waitFor();
    assert.equal(await page.locator(".pz-ask [aria-checked=true]").count(), 1);
  };
  const cell = (name) => page.locator(`.pz-land [data-space=${name}]`);
  await cell(nameAt(puzzle, both)).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pz-ask .opt:focus");
  await page.keyboard.press("4");
  await chosen("crops", 4);
  await page.keyboard.press("d");
  await chosen("hand4", 2);
  await page.keyboard.press("2");
  await chosen("crops", 2);
  await page.keyboard.press("Control+3"); // the browser's own
  await chosen("crops", 2);
  await page.keyboard.press("Escape");
  await page.waitForSelector(`[data-space=${nameAt(puzzle, both)}]:focus`);
  await page.keyboard.press("m");
  await chosen("hand4", 4);
  await page.keyboard.press("Escape");
  await cell(space).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pz-ask .opt:focus");
  await page.getByRole("button", { name: "Pencil marks" }).click(); // for oneself, by a tap and by keys
  const note = page.locator(`.pz-land [data-space=${space}] .note`);
  await page.getByRole("group", { name: "Crops it could be" }).getByRole("button").nth(1).click();
  await cell(space).focus();
  await page.keyboard.press("3");
  assert.deepEqual(await note.allTextContents(), ["2", "3"]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Clear the choice" }).click();
  await page.getByRole("button", { name: "Pencil marks" }).click();
  await page.getByRole("button", { name: "Rub everything out" }).click();
  assert.equal(await note.count(), 0);
  await page.getByRole("button", { name: "Take the last mark back" }).click();
  assert.equal(await note.count(), 2);
  await page.getByRole("button", { name: "Done" }).click();
  await cell(space).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".pz-ask .opt:focus");
  await page.keyboard.press(value);
  await chosen("crops", value);
  await page.keyboard.press("Enter");
  await right(page);
  await done();
});

test("an address that names no puzzle says so; one that does can be handed on", async () => {
  const { page, done } = await person(world, { size: PHONE, dark: true });
  await page.goto("/puzzles/certain/q0-certain-tiny-pair-1");
  await page.locator(".notice .btn.main").waitFor();
  await see(page, "puzzles-none-phone-dark");
  const puzzle = lab.quizMake({ kind: "certain", cols: 9, technique: "suppose", seed: 2 });
  await page.goto(`/puzzles/certain/${puzzle.id}`);
  await shown(page);
  await page.getByRole("button", { name: "Share this puzzle" }).click();
  await see(page, "puzzles-share-phone-dark");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "The rules of the land" }).click();
  await see(page, "puzzles-land-phone-dark");
  await page.keyboard.press("Escape");
  await answer(
    page,
    claimThat(puzzle, "impossible", (found) => found.steps.length > 1),
  );
  await wrong(page);
  await inMain(page, "If it were so:").waitFor();
  await page.getByRole("button", { name: "Next step" }).click();
  await see(page, "puzzles-impossible-phone-dark");
  await done();
});

test("a technique: explained, on an example, then five in a row", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/puzzles/skill");
  await page.waitForSelector(".pz-ladder");
  assert.equal(await page.locator(".pz-ladder li").count(), lab.quizSkills().length);
  await see(page, "puzzles-ladder-phone");
  await page.getByRole("link", { name: "Last crop of a region" }).click();
  await page.getByRole("button", { name: "Show me an example" }).waitFor();
  await see(page, "puzzles-explained-phone");
  await page.getByRole("button", { name: "Show me an example" }).click();
  await page.waitForSelector(".pz-land .lit");
  await see(page, "puzzles-example-phone");
  await page.getByRole("button", { name: "Try it yourself" }).click();
  await page.waitForSelector(".pz-land [role=gridcell]:focus");
  for (let n = 1; n <= 5; n++) {
    await page.waitForSelector(".pz-task");
    const seen = await page
      .locator(".pz-land .space")
      .evaluateAll((all) => all.map((s) => [s.dataset.space, s.querySelector(".tile")?.classList[1] ?? "", s.querySelector(".lvl-n")?.textContent ?? ""]));
    const claim = lastCrop(seen);
    await answer(page, claim);
    await right(page);
    await inMain(page, n < 5 ? `${n} of 5 in a row` : "Five in a row: this technique is learnt.").waitFor();
    if (n === 5) await see(page, "puzzles-learnt-phone");
    await onward(page);
  }
  await page.goto("/puzzles/skill");
  await page.waitForSelector(".pz-rung.learnt");
  await done();
});

/** The crop that a closed region lacks, as somebody who has learnt it sees it. spaces: [name, terrain, crop]. */
function lastCrop(spaces) {
  const at = Object.fromEntries(spaces.map(([name, terrain, crop]) => [name, { terrain, crop: Number(crop) }]));
  const beside = (name) =>
    [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ]
      .map(([x, y]) => String.fromCharCode(name.charCodeAt(0) + x) + (Number(name[1]) + y))
      .filter((other) => at[other]);
  for (const [start, { terrain }] of Object.entries(at)) {
    if (!terrain) continue;
    const region = [start];
    for (const s of region) for (const o of beside(s)) if (at[o].terrain === terrain && !region.includes(o)) region.push(o);
    const open = region.filter((s) => !at[s].crop),
      closed = region.every((s) => beside(s).every((o) => at[o].terrain));
    if (!closed || open.length !== 1) continue;
    const missing = region.map((_, i) => i + 1).find((n) => !region.some((s) => at[s].crop === n));
    return `${open[0]} crop ${missing}`;
  }
  return assert.fail("no such region is to be seen");
}

test("a whole map in pencil and pen: a slip has its reason, leaving loses nothing, and the end is stamped", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/puzzles/whole");
  await page.getByRole("button", { name: "Tricky" }).click();
  await see(page, "puzzles-whole-choose-phone");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".pz-tools");
  await page.waitForSelector(".pz-land [role=gridcell]:focus"); // and not lost with the button
  const puzzle = lab.quizOf(await page.evaluate(() => JSON.parse(localStorage.getItem("tambo.whole")).id));
  const known = [answerTo(puzzle, [])];
  const [space] = known[0].split(" ");
  const notes = page.locator(`.pz-land [data-space=${space}] .note`);
  await page.locator(`.pz-land [data-space=${space}]`).click();
  await page.locator(".pz-crops-only .opt:visible").nth(1).click();
  await page.locator(".pz-crops-only .opt:visible").nth(2).click();
  assert.deepEqual(await notes.allTextContents(), ["2", "3"]);
  await page.getByRole("button", { name: "Take the last mark back" }).click();
  assert.deepEqual(await notes.allTextContents(), ["2"]);
  await page.getByRole("button", { name: "Bring it back" }).click();
  assert.deepEqual(await notes.allTextContents(), ["2", "3"]);
  await page.getByRole("button", { name: "Pen", exact: true }).click(); // a choice can be cleared with the pen
  await page.getByRole("button", { name: "Clear the choice" }).click();
  await page.getByRole("button", { name: "Pencil", exact: true }).click();
  await page.getByRole("button", { name: "Rub everything out" }).click();
  assert.equal(await notes.count(), 0);
  await page.locator(`.pz-land [data-space=${space}]`).focus();
  await page.keyboard.press("4");
  assert.deepEqual(await notes.allTextContents(), ["4"]);
  await see(page, "puzzles-whole-pencil-phone");
  await page.getByRole("button", { name: "Pen", exact: true }).click();
  await answer(
    page,
    claimThat(puzzle, "impossible", (found) => found.steps.length > 1),
  );
  await wrong(page);
  await heard(page, /No: not/);
  assert.equal(await page.locator(".pz-counter").count(), 0, "the solution is not shown");
  await see(page, "puzzles-whole-slip-phone");
  await page.keyboard.press("Escape");
  await page.getByText(/· 1 slip/).waitFor();
  await answer(page, known[0]);
  await page.waitForSelector(`.pz-land [data-space=${space}] .crop`);
  await page.goto("/puzzles");
  await page.waitForSelector(".pz-hub");
  await page.goto("/puzzles/whole");
  await page.waitForSelector(`.pz-land [data-space=${space}] .crop`);
  await page.getByText(/· 1 slip/).waitFor();
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.waitForSelector(".pz-reason");
  await see(page, "puzzles-whole-hint-phone");
  await onward(page);
  await page.getByRole("button", { name: "Pen", exact: true }).click();
  for (let left = puzzle.crop.filter((n) => !n).length - 1; left > 0; left--) {
    known.push(answerTo(puzzle, known));
    await answer(page, known.at(-1));
    await page.waitForSelector(`.pz-land [data-space=${known.at(-1).split(" ")[0]}] .crop`);
  }
  await page.locator(".rubber").waitFor();
  await heard(page, /The map is whole/);
  await see(page, "puzzles-whole-done-phone");
  await onward(page);
  await page.getByRole("button", { name: "Begin" }).waitFor();
  await done();
});

test("a whole map has an address, whatever the page; looking at it leaves what is unfinished alone", async () => {
  const id = "q1-whole-tiny-gentle-3",
    puzzle = lab.quizOf(id);
  const { page, done } = await person(world, { size: SMALL });
  await page.goto("/puzzles/whole");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".pz-tools");
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("tambo.whole"))?.id);
  const own = await kept();
  await page.goto(`/puzzles/certain/${id}`);
  await page.waitForURL(`**/puzzles/whole/${id}`);
  await page.waitForSelector(".pz-tools");
  assert.equal(await page.locator(".pz-land .crop").count(), puzzle.crop.filter(Boolean).length);
  assert.equal(await kept(), own);
  await page.getByRole("button", { name: "Share this puzzle" }).click();
  await see(page, "puzzles-whole-share-small");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("The link is copied.").first().waitFor();
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).endsWith(`/puzzles/whole/${id}`));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pen", exact: true }).click();
  for (let known = []; known.length < puzzle.open; ) {
    known.push(answerTo(puzzle, known));
    await answer(page, known.at(-1));
    await page.waitForSelector(`.pz-land [data-space=${known.at(-1).split(" ")[0]}] .crop`);
  }
  await page.locator(".rubber").waitFor();
  await onward(page);
  await page.getByRole("button", { name: "Begin" }).waitFor();
  assert.match(page.url(), /\/puzzles\/whole$/);
  await page.goto("/puzzles/whole/q1-certain-tiny-pair-5");
  await page.waitForURL("**/puzzles/certain/q1-certain-tiny-pair-5");
  await page.waitForSelector(".pz-task");
  await page.goto("/puzzles/whole/nonsense");
  await page.getByText("Expected the id of a puzzle").first().waitFor();
  await done();
});

test("streak, on a small phone in French, without a network: harder until the first slip; a reload ends nothing", async () => {
  const { page, context, done } = await person(world, { size: SMALL, language: "fr", expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  const t = textsIn("fr", "puzzles");
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isKept = async (domain) => {
    const urls = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    return urls.some((url) => url.includes(`/${domain}-fr-`));
  };
  for (const domain of ["web", "puzzles", "tiwanaku", "refusals"]) while (!(await page.evaluate(isKept, domain))) await page.waitForTimeout(50);
  await context.setOffline(true);
  await page.goto("/puzzles");
  await page.waitForSelector(".pz-hub");
  await see(page, "puzzles-hub-small-fr");
  await page.getByRole("link", { name: new RegExp(t("Streak")) }).click();
  const now = async () => lab.quizOf(await page.waitForFunction(() => JSON.parse(localStorage.getItem("tambo.run") ?? "{}").id).then((h) => h.jsonValue()));
  await page.waitForSelector(".pz-task");
  await see(page, "puzzles-streak-small-fr");
  const ratings = [];
  for (let n = 0; n < 6; n++) {
    const puzzle = await now();
    ratings.push(puzzle.rating);
    if (n === 1) {
      await page.reload();
      await page.waitForSelector(".pz-task");
      assert.equal((await now()).id, puzzle.id, "the same puzzle again");
    }
    await answer(page, answerTo(puzzle));
    await right(page);
    assert.match(await page.locator(".right-told").textContent(), /^Juste\u00a0: \w\d est /, "all of it in French");
    if (!n) await see(page, "puzzles-streak-right-small-fr");
    await onward(page);
    await page.waitForSelector(".pz-task");
  }
  assert.ok(ratings.at(-1) > ratings[0], "it gets harder");
  const last = await now();
  await answer(page, claimThat(last, "uncertain"));
  await wrong(page);
  await page
    .getByText(new RegExp(t("The run is over.")))
    .first()
    .waitFor();
  await heard(page, new RegExp(t("The run is over.")));
  await inMain(page, new RegExp(t("Your longest so far."))).waitFor();
  await see(page, "puzzles-streak-over-small-fr");
  await onward(page);
  await page.waitForSelector(".pz-task");
  assert.ok((await now()).rating <= last.rating, "from the beginning");
  await done();
});

test("the best place, by mouse, right and wrong, on the screen of the game", async () => {
  const { page, done } = await person(world, { size: SMALL });
  await page.goto("/puzzles");
  await page.getByRole("link", { name: /The best place/ }).click();
  await page.waitForSelector(".pz-best");
  await see(page, "puzzles-best-small");
  const write = async (line) => {
    const [, number, space] = line.split(" ");
    await page.locator(`main [role=grid] [data-space="${space}"]`).click();
    const option = page.locator(`.opt:has(> b:text-is("${number}"))`);
    if (await option.count()) await option.click();
    await page.click("#ready");
  };
  const placeNow = async () => {
    const told = await page.evaluate(() => document.querySelector(".pz-best").dataset.n);
    return lab.best(Number(told));
  };
  await write((await placeNow()).answer[0].line);
  await heard(page, /Right: \d+ on \w\d/);
  await see(page, "puzzles-best-right-small");
  await page.getByRole("button", { name: "Next one" }).click();
  await page.waitForSelector(".pz-best:not(:has(.coach-acts))");
  await heard(page, /Write what is worth the most/);
  await write((await placeNow()).ways[1].line);
  await heard(page, /The best is \d+ on \w\d\. .* lower, on average/);
  await see(page, "puzzles-best-wrong-small");
  await done();
});
