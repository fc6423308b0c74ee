// tables.test.mjs -- tables online in Chromium against the real server: two people from the first page
// to the result and the rematch, two together at Tiwanaku, five at one table, a server that is killed in the middle of a round,
// spectators, the list of open tables, personal links, and every refusal. axe on every state.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DESK, PHONE, begin, heard, person, see } from "./kit.mjs";
import { events, keys, mouse, tabTo, touch } from "./hands.mjs";
import { inRound, isOver, myTurn, nextRound, roundOf, write, writeTemple, writeValley } from "./papers_kit.mjs";
import { step } from "./tiwanaku_kit.mjs";
import { Server } from "./server.mjs";

const NOLINE = /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED/; // while the server is down

const SMALL = "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n.##\n#D#\n"; // a game that is soon over

let world, server;
before(async () => {
  [server, world] = await Promise.all([new Server().start(), begin()]);
  world.origin = server.origin;
});
after(async () => {
  await world.end();
  await server.end();
});

/** Asks the server as the person of this page. */
const ask = (page, method, path, body) =>
  page.evaluate(
    async ([m, p, b]) => {
      const answer = await fetch(`/api/${p}`, { method: m, ...(b ? { body: JSON.stringify(b), headers: { "content-type": "application/json" } } : {}) });
      return p.endsWith("record") ? answer.text() : answer.json();
    },
    [method, path, body],
  );

/** A named person who has come in. */
async function guest(name, options, where = world) {
  const one = await person(where, options);
  await one.context.addInitScript((n) => {
    if (!localStorage["tambo.settings"]) localStorage["tambo.settings"] = JSON.stringify({ name: n });
  }, name);
  await one.page.goto("/settings");
  return one;
}

/** A table of Temple made by the first page's person, and all others seated; not begun. */
async function seat(pages, more = {}) {
  const { table } = await ask(pages[0], "POST", "tables", { game: "temple", seats: pages.length, name: "Ana", ...more });
  await pages[0].goto(`/t/${table}`);
  for (const page of pages.slice(1)) {
    await page.goto(`/t/${table}`);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.getByText("(you)").waitFor();
  }
  return table;
}
const start = (page) => page.getByRole("button", { name: "Begin" }).click();

describe("tables online", { concurrency: 3 }, () => {
  test("two people, from the first page to the result and the rematch; one by touch, one by keyboard alone", async () => {
    const ana = await person(world, { size: PHONE, touch: true }),
      bo = await person(world, { size: DESK }),
      cy = await person(world, { size: DESK });
    // Ana opens a table
    await ana.page.goto("/");
    await ana.page.getByRole("link", { name: "Open a table of your own" }).tap();
    await ana.page.fill("#name", "Ana");
    await ana.page.fill("#players", "2");
    const choosing = ana.page.waitForEvent("filechooser");
    await ana.page.getByRole("button", { name: "A sheet of your own" }).tap();
    await (await choosing).setFiles({ name: "small.sheet", mimeType: "text/plain", buffer: Buffer.from(SMALL) });
    await ana.page.locator(".side-choice.chosen").waitFor();
    await ana.page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // else the bar may hide half of a button
    await see(ana.page, "online-setup-phone");
    await ana.page.getByRole("button", { name: "Open the table" }).tap();
    await ana.page.getByText("Who is here").waitFor();
    const code = (await ana.page.locator(".codebox").textContent()).trim();
    assert.match(code, /^[0-9A-Z]{6}$/);
    await see(ana.page, "online-lobby-phone");
    // Bo joins by the code, by keys
    await bo.page.goto("/");
    await bo.page.waitForSelector("#code");
    await tabTo(bo.page, "#code");
    await bo.page.keyboard.type(code);
    await bo.page.keyboard.press("Enter");
    await bo.page.waitForURL("**/t/*");
    await bo.page.waitForSelector("#name");
    await tabTo(bo.page, "#name");
    await bo.page.keyboard.type("Bo");
    await see(bo.page, "online-join-desk");
    await bo.page.keyboard.press("Enter");
    await bo.page.getByText("Bo (you)").waitFor();
    await see(bo.page, "online-seated-desk");
    await ana.page.getByRole("button", { name: "Free Bo's seat" }).waitFor();
    await ana.page.locator(".seats .dot.here").waitFor(); // and is connected
    const id = new URL(ana.page.url()).pathname.slice(3);
    // Cy watches: the table is full
    await cy.page.goto(`/j/${code}`);
    await cy.page.getByText("All seats at this table are taken.").waitFor();
    await see(cy.page, "online-full-desk");
    await ana.page.getByRole("button", { name: "Begin" }).tap();
    await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
    // what is sealed stays so
    await cy.page.getByText("You are watching.").waitFor();
    assert.match(await ana.page.title(), /^Your turn · Temple/);
    await write(ana.page, touch);
    await ana.page.getByRole("button", { name: "Take it back" }).waitFor();
    await ana.page.waitForFunction(() => document.title.startsWith("Temple")); // nothing more to do for her
    await cy.page.locator(".ready").getByText("1 of 2").waitFor();
    const bare = await cy.page.locator(".zoom svg text, .zoom .stamp").count();
    await cy.page.getByRole("group", { name: /^Dice: purple/ }).waitFor();
    assert.equal(await cy.page.locator(".rolled .dice button").count(), 0, "dice to look at");
    await cy.page.locator(".ready").getByText(/of 2/).waitFor();
    await see(cy.page, "online-watching-desk");
    assert.equal(await cy.page.locator(".by-pen, .stamp.danger, .by-pencil").count(), 0, "a spectator sees no sealed move");
    assert.equal(await bo.page.locator(".by-pen").count(), 0, "nor does the other player");
    const told = await ask(cy.page, "GET", `tables/${id}/view`);
    assert.ok(!/"(write|mummy)"/.test(JSON.stringify(told.lines ?? [])));
    await see(ana.page, "online-inked-phone");
    await see(bo.page, "online-round-desk");
    // reloading in the middle: what is inked is inked, what is pencilled is pencilled
    await ana.page.reload();
    await ana.page.getByRole("button", { name: "Take it back" }).waitFor();
    await writeTemple(bo.page, { ink: false });
    await bo.page.waitForSelector(".cell.preview");
    const pencil = await bo.page.locator(".cell.preview").getAttribute("data-space");
    await bo.page.reload();
    await bo.page.waitForSelector(".cell.preview");
    assert.equal(await bo.page.locator(".cell.preview").getAttribute("data-space"), pencil);
    await tabTo(bo.page, "#ready");
    await bo.page.keyboard.press("Enter");
    await cy.page.waitForFunction((n) => document.querySelectorAll(".zoom svg text, .zoom .stamp").length > n, bare); // now the sheets unfold
    // talk
    await myTurn(bo.page);
    await tabTo(bo.page, "[aria-label=Talk]");
    await bo.page.keyboard.press("Enter");
    await tabTo(bo.page, "#words");
    await bo.page.keyboard.type("Bonne chance");
    const wished = ana.page.locator(".toast").getByText("Bo: Bonne chance").waitFor(); // toasts do not stay
    await bo.page.keyboard.press("Enter");
    await wished;
    await bo.page.locator(".talk").getByText("Bonne chance").waitFor();
    await see(bo.page, "online-talk-desk");
    await bo.page.keyboard.press("Escape");
    // to the end
    for (let i = 0; i < 60; i++) {
      await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
      if (await isOver(bo.page)) break;
      const was = await roundOf(bo.page);
      await Promise.all([i < 3 ? write(ana.page, touch) : writeTemple(ana.page), write(bo.page, keys)]);
      await Promise.all([ana, bo].map(({ page }) => nextRound(page, was)));
    }
    await ana.page.waitForSelector(".counting"); // for both
    await ana.page.locator(".counting").getByRole("button", { name: "See everyone" }).tap();
    await tabTo(bo.page, ".counting .btn.main");
    await bo.page.keyboard.press("Enter");
    const totals = async (page) => (await page.locator(".rank td.t").allTextContents()).join();
    await Promise.all([ana, bo].map(({ page }) => page.waitForSelector(".rank")));
    assert.equal(await totals(ana.page), await totals(bo.page), "both see the same result");
    await see(ana.page, "online-result-phone");
    await see(bo.page, "online-result-desk");
    await cy.page.waitForSelector(".rank");
    assert.equal(await cy.page.getByRole("button", { name: "Rematch" }).count(), 0, "who watched has no rematch to ask for");
    await see(cy.page, "online-result-watched-desk");
    // the talk goes on; what is older than some seconds is no news, and see() has put the clocks of the pages forward
    for (const { page } of [ana, bo]) await page.clock.setSystemTime(Date.now());
    await bo.page.getByRole("button", { name: "Talk" }).click();
    const praised = ana.page.locator(".toast").getByText("Bo: Well played!").waitFor(); // toasts do not stay
    await bo.page.getByRole("button", { name: "Well played!" }).click();
    await praised;
    await bo.page.keyboard.press("Escape");
    // the rematch
    await tabTo(bo.page, ".acts2 .btn.main");
    await bo.page.keyboard.press("Enter");
    await bo.page.getByText("Bo (you)").waitFor();
    await ana.page.getByRole("button", { name: "Join the rematch" }).tap();
    await ana.page.getByText("Ana (you)").waitFor();
    assert.equal(ana.page.url(), bo.page.url());
    assert.notEqual(new URL(ana.page.url()).pathname, `/t/${id}`);
    // both games are on the first page
    await ana.page.goto("/");
    await ana.page.locator(".resume").getByText("not begun").waitFor();
    await ana.page.locator(".more summary").tap(); // on a phone what is over is folded away
    await ana.page.locator(".resume").getByText("finished").waitFor();
    for (const one of [ana, bo, cy]) await one.done();
  });

  test("hints are the owner's: all are told, and where there are none nobody is asked", async () => {
    const ana = await guest("Ana", { size: PHONE }),
      bo = await guest("Bo", { size: DESK });
    for (const hints of [true, false]) {
      await seat([ana.page, bo.page], { hints });
      for (const { page } of [ana, bo]) await page.getByText(hints ? "· with hints" : "· without hints").waitFor();
      await start(ana.page);
      for (const { page } of [ana, bo]) {
        await myTurn(page);
        assert.equal(await page.getByRole("button", { name: "Hint", exact: true }).count(), Number(hints));
      }
      if (!hints) continue;
      await bo.page.getByRole("button", { name: "Hint", exact: true }).click();
      await bo.page.waitForSelector(".cell.hinted");
      assert.equal(await ana.page.locator(".cell.hinted").count(), 0, "nobody else sees it");
      await write(ana.page, mouse);
      await ana.page.getByRole("button", { name: "Take it back" }).waitFor();
      assert.equal(await ana.page.getByRole("button", { name: "Hint", exact: true }).count(), 0, "what is in ink needs none");
    }
    await ana.done();
    await bo.done();
  });

  test("talk in the lobby: by keys, by touch, heard; nothing of it again when the game begins", async () => {
    const ana = await guest("Ana", { size: PHONE, touch: true }),
      bo = await guest("Bo", { size: DESK }),
      cy = await person(world, { size: DESK });
    const table = await seat([ana.page], { seats: 4 });
    await ana.page.getByText("Nobody has said anything yet.").waitFor();
    assert.equal(await ana.page.locator("#words, .signals button, [aria-label=Talk]").count(), 0, "alone there is nobody to talk to");
    await bo.page.goto(`/t/${table}`);
    await ana.page.locator("#words").waitFor(); // whoever watches may hear it
    await bo.page.getByRole("button", { name: "Sit down" }).click();
    await bo.page.getByText("(you)").waitFor();
    await tabTo(bo.page, "[aria-label=Talk]");
    await bo.page.keyboard.press("Enter");
    await bo.page.waitForFunction(() => document.activeElement.id === "words");
    await bo.page.keyboard.type("Bonjour");
    const greeted = ana.page.locator(".toast").getByText("Bo: Bonjour").waitFor(); // it stands below what Ana sees
    await bo.page.keyboard.press("Enter");
    await greeted;
    await heard(bo.page, /^You: Bonjour/);
    await ana.page.locator(".bar [aria-label=Talk]").tap(); // and this brings her there
    await ana.page.waitForFunction(() => document.activeElement.id === "words" && document.activeElement.getBoundingClientRect().bottom <= innerHeight);
    await ana.page.getByRole("button", { name: "Hello!" }).tap();
    await bo.page.locator(".talk").getByText("Hello!").waitFor();
    await heard(bo.page, /^Ana: Hello!/); // it is in sight: no toast
    assert.equal(await bo.page.locator(".toast").count(), 0);
    await see(ana.page, "online-lobby-talk-phone");
    await see(bo.page, "online-lobby-talk-desk");
    await cy.page.goto(`/t/${table}`); // who has no seat may listen
    await cy.page.locator(".talk").getByText("Hello!").waitFor();
    assert.equal(await cy.page.locator("#words, .toast").count(), 0, "but not answer, and what was said before is no news");
    await see(cy.page, "online-lobby-talk-watched-desk");
    // the game begins while it is still fresh
    await bo.page.evaluate(() => {
      window.toasts = [];
      new MutationObserver(() => window.toasts.push(document.querySelector(".toasts").textContent)).observe(document.querySelector(".toasts"), {
        childList: true,
        subtree: true,
      });
    });
    await bo.page.getByRole("button", { name: "One moment, please." }).click();
    await ana.page.locator(".talk").getByText("One moment, please.").waitFor();
    await ana.page.getByRole("button", { name: "Yes." }).tap();
    await bo.page.locator(".talk").getByText("Yes.").waitFor();
    await start(ana.page);
    await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
    await bo.page.getByRole("button", { name: "Talk", exact: true }).click(); // nothing new, and all there
    await bo.page.locator(".talk").getByText("Bonjour").waitFor();
    assert.equal(await bo.page.locator(".talk li").last().textContent(), "Ana Yes.");
    assert.deepEqual(await bo.page.evaluate(() => window.toasts), [], "no old words as a toast");
    for (const one of [ana, bo, cy]) await one.done();
  });

  test("two people together at Tiwanaku, to the result and the rematch: they talk, by words and by signals", async () => {
    const ana = await guest("Ana", { size: DESK }),
      bo = await guest("Bo", { size: PHONE, touch: true });
    const pages = [ana.page, bo.page],
      hands = [mouse, touch],
      names = ["desk", "phone"];
    const table = await seat(pages, { game: "tiwanaku", mode: "coop-easy", board: { name: "tiny-1" } });
    await start(ana.page);
    await Promise.all(pages.map((p) => p.locator("main [role=grid]").waitFor()));
    await see(bo.page, "online-coop-waiting-phone"); // Ana is on
    const cy = await guest("Cy", { size: PHONE }); // who only looks on: whose turn it is, and hands without their arrows
    await cy.page.goto(`/t/${table}`);
    await cy.page
      .locator(".on-turn")
      .getByText(/^(Ana|Bo)'s turn$/)
      .waitFor();
    const hands4 = await cy.page.locator(".hands").textContent();
    assert.match(hands4, /Ana.*Bo/);
    assert.equal(await cy.page.locator(".hands use[href^='#i-arrow']").count(), 0);
    await see(cy.page, "online-coop-watched-phone");
    const told = bo.page.locator(".toast").getByText("Ana: I am thinking.").waitFor();
    await ana.page.getByRole("button", { name: "Talk" }).click();
    await ana.page.getByRole("button", { name: "I am thinking." }).click();
    await ana.page.locator(".talk").getByText("I am thinking.").waitFor();
    await told;
    await bo.page.getByRole("button", { name: "Talk, new message" }).tap();
    await bo.page.fill("#words", "Go to the edge");
    await bo.page.getByRole("button", { name: "Send" }).tap();
    await ana.page.locator(".talk").getByText("Go to the edge").waitFor();
    await see(bo.page, "online-coop-talk-phone");
    await bo.page.getByRole("button", { name: "Let us divine, not explore." }).tap();
    await ana.page.locator(".talk").getByText("Let us divine, not explore.").waitFor();
    for (const { page } of [ana, bo]) await page.keyboard.press("Escape");
    await ana.page.getByRole("button", { name: "Talk" }).click(); // she points at a space, once in vain
    await ana.page.getByRole("button", { name: "Look at …" }).click();
    await ana.page.locator(".boardbox.pointing").waitFor();
    await see(ana.page, "online-coop-point-desk");
    await ana.page.getByRole("button", { name: "Cancel" }).click();
    await ana.page.locator(".boardbox:not(.pointing)").waitFor();
    await ana.page.getByRole("button", { name: "Talk" }).click();
    await see(ana.page, "online-coop-talk-desk");
    await ana.page.getByRole("button", { name: "I can reach …" }).click();
    const shown = [bo.page.locator(".toast").getByText("Ana: I can reach c3.").waitFor(), bo.page.locator("[data-space=c3] .lit").waitFor()];
    await mouse.space(ana.page, "c3");
    await Promise.all(shown);
    assert.equal(await ana.page.locator(".target").count(), 0, "pointing is no turn");
    await bo.page.getByRole("button", { name: "Talk, new message" }).tap();
    await bo.page.getByRole("button", { name: "Yes." }).tap(); // whatever is said meanwhile
    await bo.page.keyboard.press("Escape");
    await bo.page.locator("[data-space=c3] .lit").waitFor({ state: "detached" });
    const looked = new Set(),
      done = [0, 0]; // states seen; steps of each
    const look = (i) => async (state) => {
      const name = `online-coop-${state}-${names[i]}`;
      if (looked.has(name)) return;
      looked.add(name);
      await see(pages[i], name);
    };
    for (let k = 0; k < 20000; k++) {
      const i = k % 2,
        did = await step(pages[i], done[i] < 6 ? hands[i] : events, look(i));
      if (did === "over") break;
      if (did) done[i]++;
      else await pages[i].waitForTimeout(20);
    }
    await Promise.all(pages.map((p) => p.waitForSelector(".counting .hero")));
    assert.ok(Math.min(...done) > 6, `both play: ${done}`);
    assert.ok(looked.has("online-coop-hand-desk") && looked.has("online-coop-hand-phone"), "each spends tiles of their own hand");
    const result = (p) => p.evaluate(() => [".tiw-ledger tfoot", ".hero h2"].map((s) => document.querySelector(s).textContent).join());
    assert.equal(await result(ana.page), await result(bo.page), "one score for both");
    await see(ana.page, "online-coop-result-desk");
    await see(bo.page, "online-coop-result-phone");
    await bo.page.locator(".acts2 .btn.main").tap();
    await bo.page.getByText("Bo (you)").waitFor();
    await ana.page.locator(".acts2 .btn.main").click();
    await ana.page.getByText("Ana (you)").waitFor();
    assert.equal(ana.page.url(), bo.page.url());
    for (const one of [ana, bo, cy]) await one.done();
  });

  test("the server is killed in the middle of a round, and stopped", async (t) => {
    const server = await new Server().start(),
      where = { ...world, origin: server.origin }; // one that nobody else is using
    t.after(() => server.end());
    const ana = await guest("Ana", { size: DESK, expected: NOLINE }, where),
      bo = await guest("Bo", { size: PHONE, expected: NOLINE }, where);
    const table = await seat([ana.page, bo.page]);
    await start(ana.page);
    await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
    await Promise.all([ana, bo].map(({ page }) => page.evaluate(() => navigator.serviceWorker.ready.then(() => 0)))); // the client is on the device
    await writeTemple(ana.page, { ink: false });
    const pencil = await ana.page.locator(".cell.preview").getAttribute("data-space");
    await server.stop("SIGKILL");
    for (const { page } of [ana, bo]) await page.getByText("No connection. Nothing is lost").waitFor();
    await see(ana.page, "online-noline-desk");
    await see(bo.page, "online-noline-phone");
    await writeTemple(bo.page); // ready without a line: it waits, and goes out once
    await bo.page.waitForFunction(() => document.getElementById("ready")?.disabled);
    await server.start();
    await bo.page.getByRole("button", { name: "Take it back" }).waitFor();
    await ana.page.locator(".ready").getByText("1 of 2").waitFor();
    for (const { page } of [ana, bo]) await page.waitForFunction(() => !document.querySelector(".linkstate .line"));
    assert.equal(await ana.page.locator(".cell.preview").getAttribute("data-space"), pencil, "the pencil is where it was");
    await ana.page.click("#ready");
    await Promise.all([ana, bo].map(({ page }) => inRound(page, 2)));
    const record = await ask(ana.page, "GET", `tables/${table}/record`);
    assert.equal(record.match(/^[12] (write|mummy)/gm).length, 2, "nothing twice");
    // a server that says goodbye
    await myTurn(ana.page);
    await writeTemple(ana.page, { ink: false });
    await server.stop("SIGTERM");
    await ana.page.getByText("The server has stopped for a moment.").waitFor();
    await see(ana.page, "online-stopped-desk");
    // a page that is loaded while the server is down comes from the device, and waits
    await bo.page.reload();
    await bo.page.getByText("No connection.").waitFor();
    await see(bo.page, "online-waiting-phone");
    await server.start();
    await ana.page
      .getByRole("button", { name: "Try now" })
      .click({ timeout: 1000 })
      .catch(() => {}); // unless it came back by itself
    await ana.page.waitForFunction(() => !document.querySelector(".linkstate .line"));
    assert.equal(await ana.page.locator(".cell.preview").count(), 1);
    await myTurn(bo.page);
    await ana.page.click("#ready");
    await bo.page.locator(".ready").getByText("1 of 2").waitFor();
    for (const one of [ana, bo]) await one.done();
  });

  test("five at one table, by the clock; one is gone and a bot plays, one leaves and comes back", async () => {
    const names = ["Ana", "Bo", "Cy", "Dia", "Eli"];
    const all = await Promise.all(names.map((n, i) => guest(n, { size: i % 2 ? PHONE : DESK })));
    const pages = all.map((one) => one.page);
    await seat(pages, { speed: { kind: "live", seconds: 900 } });
    await start(pages[0]);
    for (let round = 1; round <= 3; round++) {
      await Promise.all(pages.map((p) => inRound(p, round)));
      await Promise.all(pages.map(myTurn));
      await Promise.all(pages.slice(0, 4).map((p) => writeTemple(p)));
      await pages[4].locator(".ready").getByText("4 of 5").waitFor();
      if (round === 1) await see(pages[0], "online-five-desk");
      if (round === 1) assert.match(await pages[1].getByRole("timer").textContent(), /^1[0-5]:\d\d$/);
      await writeTemple(pages[4]);
    }
    const dice = await Promise.all(pages.map(async (p) => (await inRound(p, 4), p.locator(".tray").first().getAttribute("aria-label"))));
    assert.equal(new Set(dice).size, 1, "all see the same dice");
    // Eli's line goes away; the owner lets a bot play
    await all[4].context.close();
    const menu = async (page, what) => {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: what }).click();
    };
    await menu(pages[0], "Who is here");
    await pages[0].locator(".people").getByText("not connected").waitFor();
    await see(pages[0], "online-people-desk");
    const told = pages[1].locator(".toast").getByText("Eli is away. A bot plays on.").waitFor(); // toasts do not stay
    await pages[0].getByRole("button", { name: "Let a bot play" }).click();
    await pages[0].locator(".people").getByText("away, a bot plays").waitFor();
    await pages[0].keyboard.press("Escape");
    await told;
    // Dia leaves, and comes back from the first page
    await menu(pages[3], "Leave the table");
    await pages[3].waitForURL((url) => url.pathname === "/");
    await pages[2].locator(".names").getByText("away, a bot plays").nth(1).waitFor();
    await pages[3].locator(".resume").getByText("waits for you").or(pages[3].locator(".resume").getByText("waiting for")).first().waitFor();
    await see(pages[3], "online-home-phone");
    const back = pages[2].locator(".toast").getByText("Dia is back.").waitFor();
    await pages[3].getByRole("link", { name: /Continue Temple/ }).click();
    await back;
    await Promise.all(pages.slice(0, 3).map((p) => writeTemple(p)));
    await Promise.all(pages.slice(0, 3).map((p) => inRound(p, 5)));
    for (const one of all.slice(0, 4)) await one.done();
  });

  test("time is up: a bot makes the turn, and both are told", async () => {
    const ana = await guest("Ana", { size: PHONE }),
      bo = await guest("Bo", { size: DESK });
    await seat([ana.page, bo.page], { speed: { kind: "live", seconds: 15 } });
    // Before the time begins: on a busy machine it is over sooner than the others are ready.
    const told = ana.page.locator(".toast").getByText("a bot made this turn for you").first().waitFor(),
      soon = ana.page.locator(".clock.soon").first().waitFor();
    await start(ana.page);
    await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
    await writeTemple(bo.page);
    await bo.page.getByRole("button", { name: "Menu" }).click();
    await bo.page.getByRole("button", { name: "Who is here" }).click();
    await Promise.all([soon, told]);
    await bo.page
      .locator(".people")
      .getByText(/late: a bot made a turn|away, a bot plays/)
      .first()
      .waitFor();
    await see(ana.page, "online-late-phone");
    await inRound(bo.page, 2);
    for (const one of [ana, bo]) await one.done();
  });

  test("a game that a bot played for somebody is none of their story, and the page of its result says so", async () => {
    const ana = await guest("Ana", { size: PHONE }),
      bo = await guest("Bo", { size: DESK });
    const table = await seat([ana.page, bo.page], { board: { text: SMALL } });
    await start(ana.page);
    await Promise.all([myTurn(ana.page), myTurn(bo.page)]);
    await ana.page.getByRole("button", { name: "Menu" }).click();
    await ana.page.getByRole("button", { name: "Leave the table" }).click();
    await ana.page.waitForURL((url) => url.pathname === "/");
    for (let i = 0; i < 60; i++) {
      await myTurn(bo.page);
      if (await isOver(bo.page)) break;
      const was = await roundOf(bo.page);
      await writeTemple(bo.page);
      await nextRound(bo.page, was);
    }
    await bo.page.getByRole("button", { name: "See everyone" }).click();
    await bo.page.waitForSelector(".rank");
    assert.equal(await bo.page.getByText("A bot made").count(), 0, "Bo played");
    await ana.page.goto(`/t/${table}`);
    await ana.page.getByRole("button", { name: "See everyone" }).click();
    const said = await ana.page
      .locator(".hero")
      .getByText(/^A bot made \d+ of your \d+ turns/)
      .textContent();
    const [, bot, own] = said.match(/(\d+) of your (\d+)/).map(Number);
    assert.ok(bot > 0 && bot === own, said);
    await heard(ana.page, /A bot made/);
    await bo.page.goto("/story");
    await bo.page.locator(".figures dd").first().waitFor();
    await ana.page.goto("/story");
    await ana.page.getByText("Your story begins with your first game").waitFor();
    for (const one of [ana, bo]) await one.done();
  });

  test("the list of open tables, and a bot's seat", async () => {
    const ana = await guest("Ana", { size: DESK }),
      bo = await guest("Bo", { size: PHONE });
    await bo.page.goto("/tables");
    await bo.page.getByText("No tables are open right now.").waitFor();
    await see(bo.page, "online-tables-none-phone");
    await ana.page.goto("/play/tiwanaku?with=people&public=1"); // the list and the lobby say what is played
    await ana.page.getByRole("button", { name: "Together" }).click();
    await ana.page.getByRole("button", { name: "Expert" }).click();
    await ana.page.getByRole("button", { name: "Open the table" }).click();
    const what = "together, expert · a new map, tiny, 5 × 5, gentle · no clock";
    await ana.page.getByText(what).waitFor();
    await bo.page.getByText(what).waitFor();
    await ana.page.getByRole("button", { name: "Leave the table" }).click();
    await bo.page.getByText("No tables are open right now.").waitFor();
    await ana.page.goto("/play/temple?with=people");
    await ana.page.getByRole("button", { name: "Anybody" }).click();
    await ana.page.getByRole("button", { name: "Live" }).click();
    await ana.page.getByRole("button", { name: "2 min" }).click();
    await ana.page.fill("#bots", "1");
    await ana.page.locator("#bots").blur();
    await ana.page.getByLabel("How well bots play").selectOption("master");
    await see(ana.page, "online-setup-desk");
    await ana.page.getByRole("button", { name: "Open the table" }).click();
    await ana.page.getByText("2 minutes a round").waitFor();
    await ana.page.getByRole("button", { name: "Bot, 3 Casual" }).first().click();
    await ana.page.locator(".seats").getByText("Bot 2 · 3 Casual").waitFor();
    await see(ana.page, "online-lobby-desk");
    await bo.page.getByText("3 of 4 seats taken").waitFor(); // by itself
    await see(bo.page, "online-tables-phone");
    await bo.page.getByRole("link", { name: /Go to Temple/ }).click();
    await bo.page.getByRole("button", { name: "Sit here" }).click();
    await bo.page.getByText("Bo (you)").waitFor();
    await ana.page.getByRole("button", { name: "Free Bo's seat", exact: true }).click();
    await bo.page.getByText("Your seat has been freed.").waitFor();
    await ana.page.getByRole("button", { name: "Leave the table" }).click();
    await ana.page.waitForURL((url) => url.pathname === "/");
    await bo.page.getByText("Everybody left this table").waitFor();
    await see(bo.page, "online-closed-phone");
    for (const one of [ana, bo]) await one.done();
  });

  test("a personal link makes another device the same player", async () => {
    const ana = await guest("Ana", { size: DESK }),
      phone = await person(world, { size: PHONE, expected: /403/ });
    const { table } = await ask(ana.page, "POST", "tables", { game: "temple", seats: 2, name: "Ana" });
    await ana.page.goto("/settings");
    await ana.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await ana.page.getByRole("button", { name: "Make a personal link" }).click();
    await ana.page.getByRole("button", { name: "Copy link" }).click();
    await see(ana.page, "online-link-desk");
    const link = await ana.page.evaluate(() => navigator.clipboard.readText());
    await phone.page.goto(link);
    await see(phone.page, "online-me-phone");
    await phone.page.getByRole("button", { name: "Yes, this is me" }).click();
    await phone.page.locator(".toast").getByText("You are Ana on this device, too.").waitFor();
    assert.equal((await ask(phone.page, "GET", "me")).player, (await ask(ana.page, "GET", "me")).player);
    await phone.page.getByRole("link", { name: /Continue Temple/ }).click();
    await phone.page.getByText("Ana (you)").waitFor();
    assert.ok(phone.page.url().endsWith(table));
    const { player } = await ask(ana.page, "GET", "me");
    const out = phone.page.locator(".toast").getByText("You were signed out on this device").waitFor();
    const done = ana.page.locator(".toast").getByText("You are signed out everywhere but here.").waitFor();
    await ana.page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await Promise.all([out, done]);
    assert.equal((await ask(ana.page, "GET", "me")).player, player);
    assert.notEqual((await ask(phone.page, "GET", "me")).player, player);
    await phone.page.goto("about:blank");
    await phone.page.goto(link.slice(0, -8) + "AAAAAAAA");
    await phone.page.getByRole("button", { name: "Yes, this is me" }).click();
    await phone.page.getByText("too old, damaged or used").waitFor();
    for (const one of [ana, phone]) await one.done();
  });

  test("a name is refused alike on the device and at a table online", async () => {
    const { page, done } = await person(world, { language: "nl", expected: /400/ });
    await page.goto("/play/temple?with=people");
    const refused = async (button, sentence) => {
      await page.getByRole("button", { name: button }).click();
      await page.getByRole("alert").getByText(sentence).waitFor();
      await page.waitForFunction(() => !document.querySelector(".begin .main").disabled);
    };
    const blank = "Een naam heeft 1 tot 24 tekens, en niet alleen spaties.",
      control = "Een naam heeft geen stuurtekens.";
    await page.fill("#name", "\u200b\u2800");
    await refused("De tafel openen", blank);
    await page.fill("#name", "A\u202eB");
    await refused("De tafel openen", control); // another sentence: the one before is gone
    await page.getByRole("button", { name: "Op dit apparaat" }).click();
    await page.fill("#name", "\u200b\u2800");
    await refused("Beginnen", blank);
    await page.fill("#name", "A\u202eB");
    await refused("Beginnen", control);
    await page.goto("/");
    await page
      .getByRole("button", { name: /^Nu spelen/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Gewoon spelen" }).click();
    await page.locator(".toast").getByText(control).waitFor();
    await done();
  });

  test("the record of a running game is not shown; there is a way to its table", async () => {
    const ana = await guest("Ana", { size: DESK }),
      cy = await guest("Cy", { size: PHONE });
    for (const more of [{ game: "temple" }, { game: "tiwanaku", mode: "competitive", board: { name: "tiny-1" } }]) {
      const table = await seat([ana.page], { seats: 3, bots: ["beginner"], ...more });
      await cy.page.goto(`/replay/${table}`);
      await cy.page.getByText("This game has not begun yet.").waitFor();
      await start(ana.page);
      await ana.page.getByRole("grid").first().waitFor();
      for (const { page } of [ana, cy]) {
        await page.goto(`/replay/t/${table}`);
        await page.getByText("This game is still running.").waitFor();
        await page.getByText("Its record can be seen here when it is over.").waitFor();
      }
      await see(cy.page, `online-replay-running-${more.game}-phone`);
      await cy.page.getByRole("link", { name: "To the table" }).click();
      await cy.page.waitForURL(`**/t/${table}`);
    }
    for (const one of [ana, cy]) await one.done();
  });

  test("a wrong code, a table that is gone, another version, a damaged record", async () => {
    const ana = await guest("Ana", { size: PHONE, expected: /404/ });
    const { page } = ana;
    await page.goto("/j/ZZZZZZ");
    await page.getByText("No table has this code.").waitFor();
    await see(page, "online-wrong-code-phone");
    await page.goto("/t/abcdefghijkl");
    await page.getByText("There is no such table.").waitFor();
    await see(page, "online-no-table-phone");
    await page.goto("/replay/abcdefghijkl");
    await page.getByText("This record cannot be replayed.").waitFor();
    await page.getByText("There is no such table.").waitFor();
    await page.goto("/replay");
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a record" }).click();
    await (await choosing).setFiles({
      name: "x.rec",
      mimeType: "text/plain",
      buffer: Buffer.from("tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\nsheet: a\n--\n* roll 9 9 9\n"),
    });
    await page.getByText("Line 8:").waitFor();
    await page.getByRole("button", { name: "Open a record" }).waitFor();
    await see(page, "online-damaged-record-phone");
    // the page is of an older version: the real server refuses its hello
    const { table } = await ask(page, "POST", "tables", { game: "temple", seats: 2 });
    await page.addInitScript(() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) {
        return send.call(this, text.replace('"v":2', '"v":0'));
      };
    });
    await page.goto(`/t/${table}`);
    await page.getByText("not the same version as the server").waitFor();
    await see(page, "online-version-phone");
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
    await ana.done();
  });

  test("Valley and Tiwanaku are played at such tables, too", async () => {
    const ana = await guest("Ana", { size: DESK }),
      bo = await guest("Bo", { size: PHONE });
    const pages = [ana.page, bo.page];
    await seat(pages, { game: "valley" });
    await start(ana.page);
    await Promise.all(pages.map(myTurn));
    await Promise.all(pages.map((p) => writeValley(p)));
    await Promise.all(pages.map((p) => inRound(p, 2)));
    await see(ana.page, "online-valley-desk");
    await seat(pages, { game: "tiwanaku", mode: "competitive", board: { name: "tiny-1" } });
    await see(bo.page, "online-lobby-tiwanaku-phone");
    await start(ana.page);
    await Promise.all(pages.map((p) => p.getByRole("grid").waitFor()));
    const turns = [0, 0]; // steps each of them made
    for (let i = 0; i < 2000 && Math.min(...turns) < 4; i++) {
      const did = await step(pages[i % 2], mouse);
      if (did === "over") break;
      if (did) turns[i % 2]++;
      else await pages[i % 2].waitForTimeout(30);
    }
    assert.ok(Math.min(...turns) >= 4, `both play: ${turns}`);
    await see(ana.page, "online-tiwanaku-desk");
    const known = () => Promise.all(pages.map((p) => p.locator(".space:not(:has(.fog))").count()));
    for (let i = 0; i < 2000 && new Set(await known()).size > 1; i++) await pages[0].waitForTimeout(50); // what one did is on its way
    const [a, b] = await known();
    assert.ok(a > 0 && a === b, "both see the same land");
    for (const one of [ana, bo]) await one.done();
  });
});
