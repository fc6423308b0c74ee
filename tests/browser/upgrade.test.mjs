// upgrade.test.mjs -- the server is replaced while pages are open: by a build whose states are others (tambo_other, on the same
// port and database; of a page that alone is another, mend.test.mjs), and by one that was set back to a backup. Pages find out by themselves, keep what was drawn, and show
// the right position; where nothing helps they say so, and do not go round in circles.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { PHONE, begin, folder, person, see, settled } from "./kit.mjs";
import { mouse } from "./hands.mjs";
import { inRound, myTurn, writeTemple } from "./papers_kit.mjs";
import { step } from "./tiwanaku_kit.mjs";
import { Server, program } from "./server.mjs";

const OTHER = { run: process.env.TAMBO_OTHER, web: process.env.TAMBO_OTHER_WEB };
const NOLINE = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|Failed to load resource/; // while the server is down
const MISFIT = "This page still does not fit the server, even after a reload.";

let world;
before(async () => {
  assert.ok(OTHER.run && OTHER.web, "TAMBO_OTHER and TAMBO_OTHER_WEB name the other build");
  world = await begin();
});
after(() => world.end());

/** A person at a server of their own, at its settings; page.loads: how often it was loaded since. */
async function guest(server, options = {}) {
  const one = await person({ ...world, origin: server.origin }, { expected: NOLINE, ...options }),
    { page } = one;
  await one.context.addInitScript(() => (localStorage["tambo.settings"] ??= JSON.stringify({ name: "Ana" })));
  await page.goto("/settings");
  page.loads = 0;
  page.on("load", () => page.loads++);
  return one;
}

/** From now on the service worker serves the page. */
async function withWorker({ page }) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await until(
    () => page.evaluate(() => navigator.serviceWorker.controller?.state),
    (state) => state === "activated",
  );
}

const make = (page, wish) =>
  page.evaluate(async (body) => {
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    return (await answer.json()).table;
  }, wish);
/** All that the board says of itself, but for what is chosen just now. */
const board = (page) =>
  page
    .getByRole("grid")
    .evaluate((grid) => [...grid.querySelectorAll("[aria-label]")].map((e) => e.getAttribute("aria-label").replace(/, (within reach|can act)/g, "")));
/** The same of all the page: dice, buttons. */
const all = (page) => page.locator("main").evaluate((main) => [...main.querySelectorAll("[aria-label]")].map((e) => e.getAttribute("aria-label")));
const code = (page) => page.evaluate(() => document.querySelector("script[type=module]").src);
const pencil = (page) => page.locator(".cell.preview").count();
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks again until the answer is good. */
async function until(ask, good) {
  for (const end = Date.now() + 120000; ; await rest(50)) {
    const answer = await ask();
    if (good(answer)) return;
    assert.ok(Date.now() < end, `still ${answer}`);
  }
}

/** Plays some steps of one's own. */
async function steps(page, n) {
  for (let i = 0, did = 0; did < n; i++) {
    assert.ok(i < 500, "the game goes on");
    if (await step(page, mouse)) did++;
    else await page.waitForTimeout(30);
  }
}

describe("another server behind open pages", { concurrency: 3 }, () => {
  test("one of another build: the pages load themselves anew, once; drafts are there, positions are right, games go on", async (t) => {
    const server = await new Server().start();
    t.after(() => server.end());
    const people = [await guest(server), await guest(server), await guest(server, { size: PHONE })];
    for (const one of people) await withWorker(one);
    const [dice, map, wall] = people.map((one) => one.page);
    await dice.goto(`/t/${await make(dice, { game: "temple", seats: 1 })}`);
    await map.goto(`/t/${await make(map, { game: "tiwanaku", seats: 1, mode: "solo-easy", board: { name: "tiny-1" } })}`);
    await wall.goto("/tables");
    await myTurn(dice);
    await writeTemple(dice);
    await inRound(dice, 2);
    await myTurn(dice);
    await writeTemple(dice, { ink: false });
    await until(
      () => pencil(dice),
      (n) => n > 0,
    );
    assert.ok(await dice.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("tambo.draft "))), "a draft");
    await map.getByRole("grid").waitFor();
    await steps(map, 4);
    await until(
      () => step(map, mouse),
      (did) => did,
    ); // in the middle of a turn
    await settled(map);
    const before = { code: await code(dice), map: await board(map), dice: await board(dice) };
    for (const page of [dice, map, wall]) page.loads = 0;
    await server.stop();
    await server.start(OTHER);
    for (const page of [dice, map, wall])
      await until(
        async () => page.loads,
        (n) => n > 0,
      );
    await myTurn(dice);
    await map.getByRole("grid").waitFor();
    assert.notEqual(await code(dice), before.code, "the page is that of the other server");
    await until(
      () => pencil(dice),
      (n) => n > 0,
    );
    assert.deepEqual(await board(dice), before.dice);
    assert.deepEqual(await board(map), before.map);
    await see(dice, "upgrade-draft-desk");
    await dice.locator("#ready").click();
    await inRound(dice, 3);
    await steps(map, 4);
    await wall.getByText("No tables are open right now").waitFor();
    assert.deepEqual(
      [dice, map, wall].map((page) => page.loads),
      [1, 1, 1],
      "once",
    );
    // and back again: the server is as it was
    await server.stop();
    await server.start();
    await until(
      async () => map.loads,
      (n) => n === 2,
    );
    await map.getByRole("grid").waitFor();
    await steps(map, 1);
    assert.equal(await code(map), before.code);
    for (const one of people) await one.done();
  });

  test("pages that stay as they are say so, and do not load themselves again and again", async (t) => {
    const server = await new Server().start({ run: OTHER.run, web: folder });
    t.after(() => server.end());
    for (const options of [{ size: PHONE }, { size: PHONE, serviceWorkers: "block" }]) {
      const ana = await guest(server, options),
        { page } = ana;
      const table = await make(page, { game: "tiwanaku", seats: 1, board: { name: "tiny-1" } });
      page.loads = 0;
      await page.goto(`/t/${table}`);
      await page.getByText(MISFIT).waitFor();
      assert.equal(page.loads, 2, "loaded, and loaded anew");
      assert.equal(await page.getByRole("grid").count(), 0, "no position is shown");
      if (!options.serviceWorkers) await see(page, "upgrade-misfit-phone");
      await page.getByRole("button", { name: "Try again" }).click();
      await until(
        async () => page.loads,
        (n) => n === 3,
      );
      await page.getByText(MISFIT).waitFor();
      await page.goto("/tables");
      await page.getByText(MISFIT).waitFor();
      await rest(2000);
      assert.equal(page.loads, 4, "nothing more by itself");
      await page.goto("/"); // games on this device need no server
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await ana.done();
    }
  });

  test("a service worker that does not answer holds nobody up", async (t) => {
    const server = await new Server().start({ run: OTHER.run, web: folder });
    t.after(() => server.end());
    const ana = await guest(server, { size: PHONE }),
      { page } = ana;
    await page.addInitScript(() => (ServiceWorkerContainer.prototype.getRegistration = () => new Promise(() => {})));
    await page.goto(`/t/${await make(page, { game: "temple", seats: 1 })}`);
    await page.getByText("The server has a different version.").waitFor();
    await page.getByText(MISFIT).waitFor();
    await ana.done();
  });

  test("one that was set back to a backup: the table is shown as it is there, and that is said", async (t) => {
    const server = await new Server().start(),
      copy = join(server.folder, "copy.db");
    t.after(() => server.end());
    const ana = await guest(server),
      { page } = ana;
    await page.goto(`/t/${await make(page, { game: "temple", seats: 1 })}`);
    let then;
    for (let round = 1; round < 6; round++) {
      await inRound(page, round);
      await myTurn(page);
      if (round === 3) {
        await writeTemple(page, { ink: false });
        execFileSync(program, ["backup", "--db", server.db, copy]);
        then = await all(page);
      }
      await writeTemple(page, { ink: round !== 3 });
      if (round === 3) await page.locator("#ready").click();
    }
    await inRound(page, 6);
    await writeTemple(page, { ink: false }); // a draft that does not fit any more
    page.loads = 0;
    await server.stop();
    for (const end of ["", "-wal", "-shm"]) rmSync(server.db + end, { force: true });
    cpSync(copy, server.db);
    await server.start();
    await page.getByText("The server went back to an earlier state.").first().waitFor();
    await page.waitForFunction(() => /\b3\b/.test(document.querySelector(".bar h1 small").textContent));
    await myTurn(page);
    assert.equal(await pencil(page), 0, "the draft was of another round");
    await see(page, "upgrade-backup-desk");
    await writeTemple(page, { ink: false });
    assert.deepEqual(await all(page), then, "dice, sheet and pencil are those of then");
    await page.locator("#ready").click();
    await inRound(page, 4);
    await page.reload();
    await inRound(page, 4);
    assert.equal(page.loads, 1);
    await ana.done();
  });
});
