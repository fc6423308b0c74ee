// pages.test.mjs -- the pages of the house in Chromium: each in both lights, on a desk, a phone and at
// 320 px, with axe; languages, with no word untranslated; wrong addresses; a server that is not there; replaying a record.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, LOW, PHONE, SMALL, axe, begin, fits, follow, justPlay, person, see, shot, textsIn } from "./kit.mjs";
import { DOMAINS, LANGUAGES, TERMINAL, has } from "../../tools/texts.mjs";
import { mark, strays, watchFor } from "./marked.mjs";
import { inRound, myTurn, until, writeTemple } from "./papers_kit.mjs";

let world;
before(async () => void (world = await begin()));
after(() => world.end());

const PAGES = {
  home: "/",
  setup: "/play/temple",
  rules: "/rules/temple",
  settings: "/settings",
  replay: "/replay",
  nowhere: "/no/such/page",
  notable: "/t/local-none",
};

for (const dark of [false, true])
  test(`every page, ${dark ? "by lamplight" : "by day"}`, async () => {
    for (const [where, size] of [
      ["desk", DESK],
      ["phone", PHONE],
      ["320", SMALL],
    ]) {
      const { page, done } = await person(world, { size, dark });
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path);
        await page.waitForSelector("main:not([aria-busy])");
        await page.evaluate(() => document.fonts.ready);
        if (where !== "320") await shot(page, `${name}-${where}${dark ? "-dark" : ""}`);
        if (where === "desk") await axe(page, `${name}, ${where}`);
        await fits(page, `${name}, ${where}`);
      }
      await done();
    }
  });

/** What the head of the page and its manifest say of Tambo, in a language. */
async function headSays(page, lang, words) {
  const content = await page.locator("meta[name=description]").getAttribute("content");
  assert.match(content, words);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.deepEqual([manifest.lang, manifest.description], [lang, content]);
}

test("what the house is can be read whole on the smallest phone", async () => {
  for (const language of ["en", ...LANGUAGES]) {
    const { page, done } = await person(world, { size: SMALL, language });
    await page.goto("/");
    await page.waitForSelector(".game");
    await page.evaluate(() => document.fonts.ready.then(() => 0));
    assert.ok(await page.locator(".brand h1").evaluate((el) => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight + 4), language);
    await done();
  }
});

test("all languages are there; the service worker keeps the texts of those that are spoken, and no others", async () => {
  const { page, context, done } = await person(world, { language: "fr", expected: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ });
  const kept = () =>
    page.evaluate(async () => {
      const found = {};
      for (const { url } of await (await caches.open((await caches.keys())[0])).keys()) {
        const code = /-([\w-]+?)(?:-[0-9a-f]{10}\.json|\.webmanifest)$/.exec(url)?.[1];
        if (code) found[code] = (found[code] ?? 0) + 1;
      }
      return JSON.stringify(found, Object.keys(found).sort());
    });
  const files = DOMAINS.filter((d) => d !== TERMINAL).length + 2; // the maps and the manifest, too
  const keeps = async (...codes) => {
    const want = JSON.stringify(Object.fromEntries(codes.sort().map((code) => [code, files])));
    assert.equal(await until(kept, (found) => found === want), want);
  };
  await page.goto("/settings");
  await page.locator(".seg").first().waitFor();
  assert.equal(await page.locator(".seg").first().locator("button").count(), LANGUAGES.length + 1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await keeps("fr");
  const other = LANGUAGES.find((l) => l !== "fr");
  await page
    .locator(".seg")
    .first()
    .locator("button")
    .nth(1 + LANGUAGES.indexOf(other))
    .click();
  await keeps("fr", other);
  await context.setOffline(true);
  await page.goto("/rules/valley");
  await page.getByText(textsIn(other, "valley")("Crossing out a snake")).first().waitFor();
  await done();
});

test("the language of the browser, another by choice, remembered", async () => {
  const { page, done } = await person(world, { language: "nl-BE" });
  await page.goto("/");
  await page.getByText("Welke weg vandaag?").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "nl");
  await headSays(page, "nl", /speel alleen, met vrienden/);
  await page.getByRole("button", { name: "Taal: Nederlands" }).click();
  await see(page, "language-desk");
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByText("Quelle route aujourd’hui").waitFor();
  await page.reload();
  await page.getByText("Quelle route aujourd’hui").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  await headSays(page, "fr", /à jouer en solo, entre amis/);
  await page.getByRole("button", { name: "Langue : Français" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByText("Which road today?").waitFor();
  await headSays(page, "en", /play alone, with friends/);
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("button", { name: "Français" }).click();
  await page.getByText("Quelle route aujourd’hui").waitFor();
  await page.goto("/rules/temple");
  await page.getByText("Le crochetage ouvre les portes").waitFor();
  await see(page, "rules-desk-fr");
  await done();
});

test("in a low window sheet, dice and buttons are in sight together", async () => {
  for (const game of ["temple", "valley"]) {
    const { page, done } = await person(world, { size: LOW });
    await page.goto(`/play/${game}`);
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForSelector(".cell.legal");
    await page.locator(".cell.legal").first().click();
    await page.waitForSelector(".opt");
    for (const part of [".sheetbox .sheet", ".tray", ".picker"]) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= LOW.height, `${game} ${part}: ${JSON.stringify(box)}`);
    }
    await shot(page, `${game}-low`);
    await axe(page, `${game}, low`);
    await fits(page, `${game}, low`);
    await done();
  }
});

test("the form of a new game: its button is in sight at once, on every screen", async () => {
  for (const size of [DESK, PHONE, SMALL, LOW])
    for (const game of ["temple", "tiwanaku"]) {
      const { page, done } = await person(world, { size });
      await page.goto(`/play/${game}`);
      const box = await page.getByRole("button", { name: "Begin" }).boundingBox();
      assert.ok(box.y + box.height <= size.height, `${game} ${size.width}: ${JSON.stringify(box)}`);
      await fits(page, `${game}, ${size.width}`);
      await done();
    }
});

test("a table for others: the game is chosen there, too, and the time for a round", async () => {
  const { page, done } = await person(world, { size: SMALL });
  await page.goto("/play/temple?with=people");
  const pick = (group, name) => page.getByRole("group", { name: group, exact: true }).getByRole("button", { name, exact: true }).click();
  await pick("Game", "Valley of Wiraqocha");
  await page.waitForURL("**/play/valley?with=people");
  await pick("Speed", "Live");
  await pick("Time for a round", "2 min");
  await page.getByRole("group", { name: "Time for a round" }).locator("[aria-pressed=true]", { hasText: "2 min" }).waitFor();
  await pick("Speed", "Days");
  await page.fill("#days", "20");
  await page.locator("#days").blur();
  assert.equal(await page.inputValue("#days"), "14");
  await fits(page, "a table for others, days");
  await done();
});

test("a number that is typed: what does not fit is made to, each time", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/play/temple");
  const players = page.locator("#players");
  for (const [typed, taken] of [
    ["500", "100"],
    ["500", "100"],
    ["0", "1"],
    ["-3", "1"],
    ["2.6", "3"],
    ["", "1"],
  ]) {
    await players.fill(typed);
    await players.press("Enter");
    await page.waitForFunction((n) => document.querySelector("#players").value === n, taken);
  }
  await players.fill("4"); // and the button at once
  await page.locator(".begin .btn.main").click();
  await page.waitForFunction(() => /of 4/.test(document.querySelector(".ready")?.textContent));
  await done();
});

test("light by choice, against that of the system: all can be read by it", async () => {
  for (const [choice, light, dark] of [
    ["lamplight", "lamp", false],
    ["day", "day", true],
  ]) {
    const { page, done } = await person(world, { dark });
    await page.goto("/settings");
    await page.getByRole("group", { name: "Light" }).getByRole("button", { name: choice }).click();
    for (const path of ["/settings", "/", "/rules/tiwanaku", "/play/valley", "/story"]) {
      await page.goto(path);
      await page.waitForSelector("main:not([aria-busy])");
      assert.equal(await page.locator("html").getAttribute("data-light"), light);
      await axe(page, `${path}, ${choice} by choice`);
    }
    await page.goto("/");
    const lamp = page.getByRole("button", { name: /^Light: / }); // on the first page: one after the other
    await lamp.click();
    await page.waitForFunction((was) => document.documentElement.dataset.light !== was, light);
    while ((await page.locator("html").getAttribute("data-light")) !== light) await lamp.click();
    const chosen = await colours(page),
      { page: other, done: gone } = await person(world, { dark: !dark });
    await other.goto("/story");
    assert.deepEqual(chosen, await colours(other), "the colours are those of the system's light");
    await gone();
    await done();
  }
});

/** Values of all tokens. */
const colours = (page) =>
  page.evaluate(() => {
    const names = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => (rule.selectorText === ":root" ? [...rule.style] : []));
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(["color-scheme", ...names.filter((name) => name.startsWith("--"))].map((name) => [name, style.getPropertyValue(name).trim()]));
  });

test("no motion, where the system wants none: nothing moves or fades for longer than one can see", async () => {
  /** The longest transition or animation that any part of the page would make, in ms. */
  const longest = (page) =>
    page.evaluate(() => {
      const ms = (times) => Math.max(...times.split(",").map((time) => Number.parseFloat(time) * (/ms$/.test(time.trim()) ? 1 : 1000)));
      const styles = [...document.querySelectorAll("*")].flatMap((el) => ["", "::before", "::after"].map((part) => getComputedStyle(el, part)));
      return Math.max(...styles.map((style) => Math.max(ms(style.transitionDuration), style.animationName === "none" ? 0 : ms(style.animationDuration))));
    });
  const moves = { calm: [], lively: [] };
  for (const kind of ["calm", "lively"]) {
    const { page, done } = await person(world, { calm: kind === "calm" });
    for (const path of ["/", "/settings", "/learn/temple"]) {
      await page.goto(path);
      await page.waitForSelector("main:not([aria-busy])");
      moves[kind].push(await longest(page));
    }
    await done();
  }
  assert.ok(Math.max(...moves.calm) <= 1, `calm: ${moves.calm}`);
  assert.ok(Math.min(...moves.lively) >= 50, `else this shows nothing: ${moves.lively}`);
});

test("no server: a sentence and a way on", async () => {
  const { page, done } = await person(world, { expected: /WebSocket|404/ });
  await page.goto("/");
  await page.fill("#code", "abc");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("A code has six characters.").waitFor();
  await page.fill("#code", "abcdef");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("The server does not answer.").waitFor();
  await see(page, "join-noserver-desk");
  await page.getByRole("link", { name: "To the home page" }).click();
  await page.getByRole("link", { name: "Open a table of your own" }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("The server does not answer.").waitFor();
  await done();
});

test("a ruling is linked, and its rule is found", async () => {
  const { page, done } = await person(world);
  await page.goto("/rules/temple#TEM-6");
  await page.waitForSelector("#TEM-6");
  assert.ok(await page.locator("#TEM-6").evaluate((el) => el.getBoundingClientRect().top < innerHeight));
  await done();
});

const RECORD =
  "tambo-record 1\ngame: temple\nrules: 1\nmode: multi\nplayers: 2\nsheet: a\nseat 1: Ana\nseat 2: Bo\n--\n" +
  "* roll 2 lock 5\n1 write 7 e3\n2 write 5 d4\n* roll 3 1 mummy\n* pass 2 1\n1 mummy c4\n2 mummy f5\n";

/** Chooses a file by a button. */
async function give(page, button, text) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
}

test("a record is replayed; a damaged one gets its line", async () => {
  const { page, done } = await person(world);
  await page.goto("/replay");
  await give(page, "Open a record", RECORD.replace("write 7", "write 8"));
  await page.getByText(/Line 11: .*PP-8/).waitFor();
  await give(page, "Open a record", RECORD);
  await page.locator(".player").getByText("The dice:").waitFor(); // the first step
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(".player").getByText("Bo draws a mummy at f5 on Ana's sheet.").waitFor();
  assert.equal(await page.locator(".leaf").count(), 2);
  await page.getByRole("button", { name: "One step back" }).click();
  await page.locator(".player").getByText("Ana draws a mummy at c4 on Bo's sheet.").waitFor();
  await page.getByRole("slider").fill("0");
  await page.getByText("The beginning.").waitFor();
  await see(page, "replay-desk-open");
  await done();
});

test("what is no record is called so; a running game is not shown", async () => {
  const { page, done } = await person(world, { size: PHONE });
  await page.goto("/replay");
  const image = await page.screenshot();
  const sheet = "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n.##\n#D#\n",
    map = "# a map\n\ntambo-scenario 1\nname: x\n";
  for (const text of [
    RECORD.replace("write 7", "write 8"),
    "Dear diary,\nnothing today.\n",
    RECORD.slice(0, 60),
    image,
    "tambo-record 1\n",
    sheet,
    RECORD.replace("2 write", "3 write"),
    map,
    "tambo-record 2\n",
    "",
  ]) {
    await give(page, "Open a record", text);
    const record = text.includes("tambo-record");
    await page.getByText(record ? "This record cannot be replayed." : "This is not the record of a game.").waitFor();
    await page.getByText(record ? /^Line \d+: / : "A record is a file that Tambo saved").waitFor();
  }
  await see(page, "replay-no-record-phone");
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Tiwanaku" }).click();
  await justPlay(page);
  await page.getByRole("grid").waitFor();
  const id = new URL(page.url()).pathname.slice(3);
  await page.goto(`/replay/${id}`);
  await page.getByText("This game is still running.").waitFor();
  await page.getByRole("link", { name: "To the table" }).click();
  await page.getByRole("grid").waitFor();
  await page.goto("/replay/local-none");
  await page.getByText("There is no such game on this device.").waitFor();
  await done();
});

test("refusals in the reader's language: a record, a sheet, a map", async () => {
  const { page, done } = await person(world, { language: "fr" });
  await page.goto("/replay");
  await give(page, "Ouvrir une partie", RECORD.replace("write 7", "write 8"));
  await page.getByText("Ligne 11 : Les dés ne donnent pas ce nombre. [PP-8]").waitFor();
  await shot(page, "refused-record-fr");
  await give(page, "Ouvrir une partie", "Cher journal,\n");
  await page.getByText("Ce n’est pas une partie enregistrée.").waitFor();
  await page.goto("/play/temple");
  await give(page, "Une fiche à vous", "tambo-sheet 1\ngame: temple\nname: x\ngrid:\n##\n###\n");
  await page.getByText("Ligne 6 : La rangée doit être aussi longue que la première.").waitFor();
  await page.goto("/play/tiwanaku");
  await page.getByRole("button", { name: "par identifiant" }).click();
  await page.fill("#map-id", "nonsense");
  await page.getByRole("button", { name: "Commencer" }).click();
  await page.getByRole("alert").getByText("un court ressemble à tiny-gentle-42-g1").waitFor();
  await done();
});

const OWN = LANGUAGES.map((l) => has("maps", l)["language\u0004English"]).join("|");
const NAMES = String.raw`\b(Inès|Marek|Ana|Bo|Tambo|tambo|Sit Down|English|${OWN}|et|(PP|TEM|VAL|TIW|SOL|COO|SCN)-\d+|tiny-gentle-42-g1)\b`;
const GAMES = ["temple", "valley", "tiwanaku"];

test("no word that is not translated: pages, games, lessons, a replay", async (t) => {
  const world = await begin(mark);
  t.after(() => world.end());
  const { page, context, done } = await person(world, { language: "fr", expected: /WebSocket|404/ });
  await watchFor(context, NAMES);
  const clean = async (what) => assert.deepEqual(await strays(page), [], what);
  const there = () => page.waitForSelector("main:not([aria-busy])");
  const paths = [...Object.values(PAGES), "/tables", "/me", "/learn/none", "/play/none", ...GAMES.flatMap((g) => [`/rules/${g}`, `/learn/${g}`])];
  for (const path of paths) {
    await page.goto(path);
    await there();
    await clean(path);
  }
  for (const game of GAMES) {
    await page.goto(`/play/${game}`);
    await there();
    await page.locator(".seg button").nth(1).click();
    await page.locator(".seg button").nth(0).click();
    await page.locator(".btn.main.big").click();
    await page.waitForSelector("[role=gridcell]");
    await page.locator(".bar button").last().click();
    await page
      .locator("dialog .menu button", { has: page.locator('use[href="#i-note"]') })
      .first()
      .click();
    await page.waitForSelector("dialog .log", { state: "attached" }); // nothing may have happened yet
    await clean(`a table of ${game}`);
  }
  await page.goto("/replay");
  await there();
  await give(page, /Ouvrir une partie/, RECORD.replace("seat 2: Bo", "seat 2: bot master"));
  await page.getByRole("slider").waitFor();
  await page.keyboard.press("End");
  await page.locator(".player").getByText("Robot").first().waitFor();
  await clean("a replay with a bot");
  await give(page, /Ouvrir une partie/, RECORD.replace("write 7", "write 8"));
  await page.getByText("Les dés ne donnent pas ce nombre.").waitFor();
  await clean("a damaged record");
  await done();
});

test("a word that is not translated is found", async () => {
  const { page, context, done } = await person(world);
  await watchFor(context, NAMES);
  await page.goto("/");
  await page.waitForSelector("main:not([aria-busy])");
  assert.ok((await strays(page)).includes("Come in. Which road today?"));
  await done();
});

test("installable: manifest and icons", async () => {
  const { page, done } = await person(world);
  await page.goto("/");
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  for (const icon of manifest.icons) assert.equal((await page.request.get(icon.src)).status(), 200);
  await done();
});

test("two windows of one game on the device: the one that is behind is told, and catches up", async () => {
  const { page, context, done } = await person(world);
  await page.goto("/");
  await page.getByRole("button", { name: "Play now Temple" }).click();
  await page.getByRole("button", { name: "Just play" }).dblclick();
  await page.waitForSelector(".cell.legal");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForSelector(".cell.legal");
  for (let round = 1; round < 4; round++) {
    await inRound(page, round);
    await myTurn(page);
    await writeTemple(page);
  }
  await inRound(page, 4);
  await writeTemple(other);
  await other.locator(".toast").getByText("This game was continued in another window.").waitFor();
  await inRound(other, 4);
  await page.reload();
  await inRound(page, 4);
  await page.goto("/mine");
  await page.goto("/");
  await page.waitForSelector(".resume");
  assert.equal(await page.locator(".resume li, .resume .mine").count(), 1, "a double click begins one game");
  await done();
});

test("odd addresses and odd settings: a sentence, or the usual, never an empty page", async () => {
  const { page, done } = await person(world, { expected: /404|403|400/ });
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));
  await page.evaluate(() => (localStorage["tambo.settings"] = '{"language":5,"light":7,"name":null}'));
  for (const path of ["/t/%E0%A4%A", "/play/constructor", "/learn/constructor", "/rules/toString", "/play/__proto__", "/"]) {
    await page.goto(path);
    // biome-ignore lint/performance/useDomNodeTextContent: what can be seen counts
    await page.waitForFunction(() => document.querySelector("main")?.innerText.trim().length > 10);
  }
  await done();
});

test("a text that two domains translate differently is each one's own, in any order of opening", async () => {
  const own = Object.fromEntries(["learn", "replay"].map((domain) => [domain, has(domain, "de")["One step back"]]));
  assert.notEqual(own.learn, own.replay, "else this shows nothing");
  const paths = { learn: "/learn/temple", replay: `/replay#t=${Buffer.from(RECORD).toString("base64url")}` },
    back = { learn: ".coach-acts button >> nth=0", replay: ".player-keys button >> nth=1" };
  for (const order of [
    ["learn", "replay", "learn"],
    ["replay", "learn", "replay"],
  ]) {
    const { page, done } = await person(world, { language: "de" });
    await page.goto("/");
    for (const domain of order) {
      await follow(page, paths[domain]);
      assert.equal(await page.locator(back[domain]).getAttribute("aria-label"), own[domain], order.join());
    }
    await done();
  }
});

test("another link in the same window is another replay", async () => {
  const { page, done } = await person(world);
  const link = (record) => `/replay#t=${Buffer.from(record).toString("base64url")}`;
  const toEnd = () => page.getByRole("button", { name: "To the end" }).click();
  await page.goto(link(RECORD));
  await toEnd();
  await page.locator(".player").getByText("Bo draws a mummy at f5 on Ana's sheet.").waitFor();
  await page.goto(link(RECORD.replaceAll("f5", "e5")));
  await page.locator(".player").getByText("The dice:").waitFor();
  await toEnd();
  await page.locator(".player").getByText("Bo draws a mummy at e5 on Ana's sheet.").waitFor();
  await page.goto("/replay#z=AAAA");
  await page.getByText("This record cannot be replayed.").or(page.getByText("The link is damaged")).first().waitFor();
  await done();
});
