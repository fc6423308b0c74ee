// mend.test.mjs -- a mend of the page arrives: the server has a build that differs in two texts (of the first page, and of one that is
// fetched when wanted), and who loads a page sees it, by one reload at most. Pages that are open go on as they are, with all of
// their own files; who has begun something is not disturbed; without a line all works as before.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { begin, folder, follow, person } from "./kit.mjs";
import { myTurn, writeTemple } from "./papers_kit.mjs";
import { Server } from "./server.mjs";
import { builtIn, copyTo } from "../fixtures/tree.mjs";

const NOLINE = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|Failed to load resource/;
const TITLE = ["Come in. Which road today?", "Come in. Which road today, B?", "Come in. Which road today, C?"];
const LATER = ["Your days", "Your days, B", "Your days, C"];
const [A, B, C] = [0, 1, 2];

let world, work, webs;
before(async () => {
  work = mkdtempSync(join(tmpdir(), "tambo-mend-"));
  webs = [folder];
  const tree = join(work, "tree");
  copyTo(tree);
  const texts = ["pages/home.jsx", "story/page.jsx"].map((name) => join(tree, "clients/web/src", name));
  const was = texts.map((file) => readFileSync(file, "utf8"));
  for (const i of [B, C]) {
    texts.forEach((file, k) => {
      const [from, to] = [TITLE, LATER].map((all) => [`t("${all[A]}")`, `t("${all[i]}")`])[k];
      assert.ok(was[k].includes(from), file);
      writeFileSync(file, was[k].replace(from, to));
    });
    webs[i] = builtIn(tree, join(work, `web${i}`), process.env.TAMBO_WASM, process.env.TAMBO_LAB);
  }
  world = await begin();
});
after(async () => {
  await world?.end();
  rmSync(work, { recursive: true, maxRetries: 3 });
});

const rest = (ms) => new Promise((done) => setTimeout(done, ms));
async function until(ask, good) {
  for (const end = Date.now() + 120000; ; await rest(50)) {
    const answer = await ask();
    if (good(answer)) return;
    assert.ok(Date.now() < end, `still ${answer}`);
  }
}

/** For the page's eye time goes by slowly or quickly after loading: how fast this machine is does not matter. */
const QUICK = () => {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 1000;
};
const SLOW = () => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 60000;
};

/** A server that has a build, and one that takes its place. */
async function serving(t, i) {
  const server = await new Server().start({ web: webs[i] });
  t.after(() => server.runs && server.end());
  const replaced = async (by) => {
    if (server.runs) await server.stop();
    await server.start({ web: webs[by] });
  };
  return { server, replaced };
}

/** A page that the service worker keeps; page.loads: how often it was loaded. */
async function tab(context) {
  const page = await context.newPage();
  page.loads = 0;
  page.on("load", () => page.loads++);
  return page;
}
async function visitor(server, pace) {
  const one = await person({ ...world, origin: server.origin }, { expected: NOLINE });
  await one.page.close();
  await one.context.addInitScript(pace);
  const page = await tab(one.context);
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await until(
    () => page.evaluate(() => navigator.serviceWorker.controller?.state),
    (state) => state === "activated",
  );
  return { ...one, page };
}
const shows = (page, i) => page.getByRole("heading", { name: TITLE[i], exact: true }).waitFor();
const showsNow = async (page) => TITLE.indexOf(await page.getByRole("heading", { name: /Which road today/ }).textContent());
/** The service worker of the page is that of the server now. */
const updated = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const next = registration.installing ?? registration.waiting;
    if (next) await new Promise((done) => (next.onstatechange = () => ["activated", "redundant"].includes(next.state) && done()));
  });
const versions = (page) => page.evaluate(async () => (await caches.keys()).length);

describe("another build of the page behind open ones", { concurrency: 2 }, () => {
  test("what is loaded is the newest, by one reload at most; again and again", async (t) => {
    const { server, replaced } = await serving(t, A),
      { page, done } = await visitor(server, QUICK);
    await shows(page, A);
    for (const next of [B, C, A]) {
      await replaced(next);
      page.loads = 0;
      await page.reload();
      await shows(page, next);
      assert.ok(page.loads <= 2, `${page.loads} loads`);
      await page.reload();
      await shows(page, next);
      await rest(1000);
      assert.ok(page.loads <= 3, `no more by itself: ${page.loads}`);
    }
    await done();
  });

  test("where it comes slowly, the page of before is shown, and the next load brings it", async (t) => {
    const { server, replaced } = await serving(t, A),
      { page, done } = await visitor(server, SLOW);
    await replaced(B);
    page.loads = 0;
    await page.reload();
    await shows(page, A);
    await updated(page);
    await rest(500);
    assert.equal(page.loads, 1, "not by itself");
    assert.equal(await showsNow(page), A);
    await page.reload();
    await shows(page, B);
    assert.equal(page.loads, 2);
    await done();
  });

  test("without a line all is there; who has begun something is not disturbed, keeps the draft, and gets the mend by a reload", async (t) => {
    const { server, replaced } = await serving(t, A),
      { page, context, done } = await visitor(server, QUICK);
    await follow(page, "/play/temple");
    await page.getByRole("button", { name: "Begin" }).click();
    await myTurn(page);
    await server.stop();
    await context.setOffline(true);
    await page.reload();
    await myTurn(page);
    await writeTemple(page, { ink: false });
    await page.locator(".cell.preview").first().waitFor();
    await context.setOffline(false);
    await replaced(B);
    page.loads = 0;
    await updated(page);
    await rest(1000);
    assert.equal(page.loads, 0, "not while somebody plays");
    assert.equal(await page.locator(".cell.preview").count(), 1);
    await page.reload();
    await page.locator(".cell.preview").first().waitFor();
    await follow(page, "/");
    await shows(page, B);
    await done();
  });

  test("two tabs: the one that is open goes on with its own files through two more builds, which then go", async (t) => {
    const { server, replaced } = await serving(t, A),
      { page: old, context, done } = await visitor(server, QUICK);
    await old.keyboard.press("Shift");
    old.loads = 0;
    for (const next of [B, C]) {
      await replaced(next);
      const page = await tab(context);
      await page.goto("/");
      await shows(page, next);
      assert.ok(page.loads <= 2, `${page.loads} loads`);
      await page.close();
    }
    assert.equal(await showsNow(old), A);
    await (await context.newCDPSession(old)).send("Network.clearBrowserCache"); // what is there is what the service worker keeps
    await follow(old, "/story");
    await old.getByText("Your story begins with your first game or puzzle.").waitFor();
    await follow(old, "/learn/temple");
    await old.locator(".coach-text").first().waitFor();
    assert.equal(old.loads, 0, "it was left alone");
    assert.equal(await versions(old), 3);
    await old.goto("/"); // it is of the newest build now: nobody needs the first one
    await shows(old, C);
    await replaced(B);
    await old.reload();
    await shows(old, B);
    await until(
      () => versions(old),
      (n) => n === 2,
    );
    await done();
  });
});
