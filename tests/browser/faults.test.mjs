// faults.test.mjs -- a fault is never the end: something throws while a page is drawn, once or always, while it takes what the other side
// says, or where nobody waits for it; the page is built again, the table opened anew, or it says so and loads; the game is as it was; and the
// settings have what went wrong.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PHONE, begin, person, see } from "./kit.mjs";
import { play, table } from "../web/kit.mjs";
import { touch } from "./hands.mjs";
import { myTurn, nextRound, roundOf, write } from "./papers_kit.mjs";
import { Server } from "./server.mjs";
import { start, step } from "./tiwanaku_kit.mjs";

let home, server, file, over;
before(async () => {
  [server, home] = await Promise.all([new Server().start(), begin()]);
  const it = await table({ game: "temple", seats: 1, mode: "solo", name: "Ana" }, { seed: 5n });
  await play(it);
  over = it.id;
  const [games, list] = await Promise.all(["games", "list"].map((name) => it.store.all(name)));
  file = JSON.stringify({ tambo: "everything kept on a device", version: 1, day: "2026-01-01", notes: [], games, list, settings: {} });
});
after(async () => {
  await home.end();
  await server.end();
});

/** Drawing throws where an element gets this class: session storage says which, and how often still. */
const planted = () => {
  const real = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    const { at, left } = JSON.parse(sessionStorage.getItem("planted") ?? "{}");
    if (left && name === "class" && String(value).split(" ").includes(at)) {
      sessionStorage.setItem("planted", JSON.stringify({ at, left: left - 1 }));
      throw new Error("planted here");
    }
    return real.call(this, name, value);
  };
};
const plant = (page, at, left) => page.evaluate((planted) => sessionStorage.setItem("planted", planted), JSON.stringify({ at, left }));

/** A table online, with a bot: nobody is missing, so it has begun. */
async function online(page) {
  const id = await page.evaluate(async () => {
    const wish = { game: "temple", seats: 2, bots: ["beginner"], name: "Ana", speed: { kind: "relaxed" } };
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(wish), headers: { "content-type": "application/json" } });
    return (await answer.json()).table;
  });
  await page.goto(`/t/${id}`);
}

/** A person whose errors are the subject; at is online: at the real server. */
async function faulty(path, { origin } = home) {
  const { page, context } = await person({ ...home, origin }, { size: PHONE });
  await page.addInitScript(planted);
  await page.goto("/story");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import" }).click();
  await (await choosing).setFiles({ name: "tambo.json", mimeType: "application/json", buffer: Buffer.from(file) });
  await page
    .getByText(/Brought in/)
    .first()
    .waitFor();
  await page.goto(path);
  return { page, context };
}

const ALWAYS = 1e9;
/** A page, what is on it, and the class of something drawn with it. */
const PAGES = {
  game: ["/play/temple", "main [role=grid]", "cell"],
  result: [null, ".counting", "counting"],
  puzzle: ["/puzzles/certain", ".pz-task", "pz-task"],
  story: ["/story", ".story", "story"],
  tiwanaku: ["/play/tiwanaku", "main [role=grid]", "space"],
  lesson: ["/learn/tiwanaku", ".coach", "coach"],
  online: ["/settings", "main [role=grid]", "tray"],
};

describe("something throws while the page is drawn", { concurrency: 2 }, () => {
  for (const [name, [path, there, at]] of Object.entries(PAGES))
    test(name, async () => {
      const { page, context } = await faulty(path ?? `/t/${over}`, name === "online" ? server : home);
      if (name === "online") await online(page);
      if (["game", "tiwanaku"].includes(name)) await page.locator("main .btn.main").first().click();
      await page.locator(there).first().waitFor();
      if (name === "game")
        await page
          .locator("main", { hasText: /2 of 3/ })
          .first()
          .waitFor(); // the bots are ready: from now on it stays as it is
      const seen = () => page.locator("main").first().textContent(),
        before = await seen();
      await plant(page, at, 1);
      await page.reload();
      await page.locator(there).first().waitFor();
      assert.match(await page.evaluate(() => sessionStorage.getItem("planted")), /"left":0/, "it threw");
      assert.match(await page.evaluate(() => localStorage.getItem("tambo.faults")), /planted here/, "it is kept");
      if (name === "game") assert.equal(await seen(), before, "built again as it was");
      await plant(page, at, ALWAYS);
      await page.reload();
      await page.getByRole("heading", { name: "Something broke that should not have." }).waitFor();
      await page.waitForTimeout(1500);
      const { left } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("planted")));
      assert.ok(ALWAYS - left < 8, `${ALWAYS - left} tries: it does not go on for ever`);
      await see(page, `fault-${name}`);
      await plant(page, at, 0);
      await page.getByRole("button", { name: "Reload" }).click();
      await page.locator(there).first().waitFor();
      if (name === "game") assert.equal(await seen(), before, "loaded as it was");
      await context.close();
    });
});

/** What a worker or a server says has so many more objects that nobody can take: session storage says how many. */
const poisoned = () => {
  const more = (objects) => {
    const left = Number(sessionStorage.getItem("poison") ?? 0);
    if (!left || !objects.some((o) => o.t && o.t !== "there")) return objects;
    sessionStorage.setItem("poison", String(left - 1));
    return [...objects, { n: 1e6, t: "round" }]; // no lines
  };
  const taking = (Real, read, wrote) =>
    class extends Real {
      set onmessage(fn) {
        super.onmessage = (event) => fn({ data: wrote(more(read(event.data))) });
      }
    };
  window.Worker = taking(
    window.Worker,
    (data) => data,
    (data) => data,
  );
  window.WebSocket = taking(window.WebSocket, JSON.parse, JSON.stringify);
};
const poison = (page, many) => page.evaluate((n) => sessionStorage.setItem("poison", String(n)), many);
const taken = (page) => page.waitForFunction(() => sessionStorage.getItem("poison") === "0");

/** Tables: how somebody comes to one, and does something that the other side answers. */
const TABLES = {
  "Tiwanaku on the device": {
    come: (page) => start(page, { mode: "solo-easy", board: "tiny-1" }),
    async go(page) {
      for (let k = 0; k < 3; k++) await step(page, touch); // to choose, to go, and what follows
    },
  },
  "Temple online": {
    where: () => server,
    come: async (page) => (await page.goto("/settings"), online(page)),
    async go(page) {
      await myTurn(page);
      const was = await roundOf(page);
      await write(page, touch);
      await nextRound(page, was);
    },
  },
};

describe("something breaks while a page takes what the other side says", { concurrency: 2 }, () => {
  for (const [name, { where = () => home, come, go }] of Object.entries(TABLES))
    test(name, async () => {
      const { page, context } = await person({ ...home, origin: where().origin }, { size: PHONE, touch: true });
      const grid = page.locator("main [role=grid]"),
        broke = page.getByRole("heading", { name: "Something broke that should not have." });
      await page.addInitScript(poisoned);
      await come(page);
      await grid.waitFor();
      await poison(page, 1);
      await go(page);
      await taken(page);
      await grid.waitFor();
      await go(page); // it goes on
      assert.equal(await broke.count(), 0);
      assert.match(await page.evaluate(() => localStorage.getItem("tambo.faults")), /iterable/, "it is kept");
      await poison(page, ALWAYS);
      await page.reload();
      await broke.waitFor();
      await page.waitForTimeout(1500);
      const tries = ALWAYS - Number(await page.evaluate(() => sessionStorage.getItem("poison")));
      assert.ok(tries < 8, `${tries} tries: it does not go on for ever`);
      await see(page, `fault-taking-${name.split(" ")[0].toLowerCase()}`);
      await poison(page, 0);
      await page.getByRole("button", { name: "Reload" }).click();
      await grid.waitFor();
      await go(page);
      assert.equal(await broke.count(), 0);
      await context.close();
    });
});

test("a fault in the middle of a turn: what is in pencil stays; the way home leads home", async () => {
  const { page, context } = await faulty("/play/temple");
  await page.locator("main .btn.main").first().click();
  await page.locator(".cell.legal").first().click();
  await page.locator(".picker .opt").first().click();
  await page.locator(".cell.preview").first().waitFor();
  await plant(page, "cell", 1);
  await page.locator("[role=gridcell].legal").first().click();
  await page.waitForFunction(() => /"left":0/.test(sessionStorage.getItem("planted")));
  await page.locator(".cell.preview").first().waitFor();
  await page.locator("#ready").click();
  await page.locator(".bar h1 small", { hasText: "2" }).waitFor();
  await plant(page, "cell", ALWAYS);
  await page.reload();
  await page.getByRole("link", { name: "To the home page" }).click();
  await page.locator(".game").first().waitFor();
  await context.close();
});

test("what nobody caught is in the settings, without addresses, and can be copied and forgotten", async () => {
  const { page, context } = await faulty("/settings");
  await page.locator("#name").waitFor();
  assert.equal(await page.locator(".faults").count(), 0);
  await page.goto(`/t/${over}?as=1#me=secret`);
  await page.locator(".counting").waitFor();
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error(`in a clock at ${location.href}`);
    });
    Promise.reject(new Error("of a promise"));
    document.body.addEventListener("click", () => null.nothing, { once: true });
    document.body.click();
    for (let i = 0; i < 30; i++) setTimeout(() => Promise.reject(new Error(`no. ${i}`)), 50 * i);
  });
  await page.waitForFunction(() => JSON.parse(localStorage.getItem("tambo.faults") ?? "[]")[0]?.message === "no. 29");
  await page.goto("/settings");
  const text = await page.locator(".faults").inputValue();
  assert.equal((text.match(/^\d{4}-\d\d-\d\dT/gm) ?? []).length, 20, "the last 20");
  assert.match(text, /\/t\/…/);
  assert.ok(!text.includes(over) && !text.includes("secret") && !text.includes("http"), text);
  await see(page, "settings-faults");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the text" }).click();
  await page.getByText("Copied.").first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  await page.getByRole("button", { name: "Forget them" }).click();
  await page.locator(".faults").waitFor({ state: "detached" });
  await page.reload();
  await page.locator("#name").waitFor();
  assert.equal(await page.locator(".faults").count(), 0);
  await context.close();
});

test("the worker of the device breaks: the page says so, and the game is there again", async () => {
  const { page, context } = await person(home, { size: PHONE });
  await page.addInitScript(() => {
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(...args) {
        super(...args);
        window.worker = this;
      }
    };
  });
  await page.goto("/play/temple");
  await page.locator("main .btn.main").first().click();
  await page.locator("main [role=grid]").waitFor();
  await page.evaluate(() => window.worker.dispatchEvent(new ErrorEvent("error", { message: "planted in the worker" })));
  await page.getByRole("heading", { name: "Something broke that should not have." }).waitFor();
  await page.getByRole("button", { name: "Reload" }).click();
  await page.locator("main [role=grid]").waitFor();
  assert.match(await page.evaluate(() => localStorage.getItem("tambo.faults")), /planted in the worker/);
  await context.close();
});
