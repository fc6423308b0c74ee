// breaks.test.mjs -- a line to the real server that breaks again and again in Chromium, as on a train: whoever comes back gets
// exactly what was missed. And a server that was set back to a backup.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Fake } from "./fake.mjs";
import { begin, person, settled } from "./kit.mjs";
import { Server, Way } from "./server.mjs";

const NOLINE = /WebSocket connection to .* failed|ERR_CONNECTION_|ERR_EMPTY_RESPONSE/; // while the way is broken
const AWAY = 1500; // ms: longer than any time in which events might count as simultaneous

let world, server, way;
before(async () => {
  [server, world] = await Promise.all([new Server().start(), begin()]);
  way = await new Way(server).open();
});
after(async () => {
  way.close();
  await world.end();
  await server.end();
});

/** All objects that come to the page over WebSockets, a list for each of those.
 * @param {import("playwright-core").Page} page */
function listen(page) {
  const lines = [];
  page.on("websocket", (socket) => {
    const came = [];
    lines.push(came);
    socket.on("framereceived", ({ payload }) => came.push(...JSON.parse(String(payload))));
  });
  return lines;
}

test("a line that breaks twice while others talk: nothing is told anew", async () => {
  const ana = await person({ ...world, origin: way.origin }, { expected: NOLINE }),
    bo = await person({ ...world, origin: server.origin });
  await ana.page.goto("/settings");
  const { table } = await ana.page.evaluate(async () => {
    const wish = { game: "temple", seats: 2, name: "Ana", speed: { kind: "relaxed" } };
    const answer = await fetch("/api/tables", { method: "POST", body: JSON.stringify(wish), headers: { "content-type": "application/json" } });
    return answer.json();
  });
  const lines = listen(ana.page);
  await ana.page.goto(`/t/${table}`);
  await bo.page.goto(`/t/${table}`);
  await bo.page.getByRole("button", { name: "Sit down" }).click();
  await ana.page.getByRole("button", { name: "Begin" }).click();
  await ana.page.waitForSelector(".cell.legal");
  await bo.page.getByRole("button", { name: "Talk" }).click();
  for (const words of ["first", "second", "third"]) {
    const before = lines.length;
    way.break();
    await ana.page.getByText("No connection").waitFor();
    await wait(AWAY);
    await bo.page.fill("#words", words);
    await bo.page.keyboard.press("Enter");
    await bo.page.locator(".talk").getByText(words).waitFor();
    way.mend();
    await ana.page.locator(".toast").getByText(`: ${words}`).waitFor();
    const came = lines.slice(before).flat();
    const told = came.filter((o) => o.n || o.t === "anew");
    assert.deepEqual(
      told.map((o) => [o.t, o.text]),
      [["chat", words]],
      JSON.stringify(came),
    );
  }
  await ana.done();
  await bo.done();
});

test("a table that went back and came as far again by another way: no scene, hint or chosen space of before is left", async () => {
  const { page, done } = await person(world);
  const fake = new Fake("tiwanaku");
  await fake.route(page);
  const head = "tambo-record 1\ngame: tiwanaku\nrules: 2\nmode: competitive\nplayers: 2\nscenario: tiny-2\n";
  fake.tell({ t: "start", players: 2, head, seat: 1, names: ["Ana", "Bo"] }, { t: "play", lines: ["* first 2"] });
  const backup = fake.stream.length;
  const enters = (space, terrain) => ({ t: "play", lines: [`2 enter ${space}`, `= terrain ${space} ${terrain}`] });
  const stands = (space) => page.locator(`.space[data-space=${space}] .pawn`);
  const otherWays = async (to, terrain, from) => {
    fake.setBack(backup, enters(to, terrain));
    await stands(to).waitFor();
    assert.equal(await stands(from).count(), 0, `a pawn at ${from}`);
  };
  await page.goto("/t/x1");
  await page.locator("main [role=grid]").waitFor();
  await settled(page);

  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)); // the scene does not end by itself
  fake.tell(enters("a2", "mountain"));
  await page.locator(".skip-note").waitFor();
  await otherWays("e2", "forest", "a2");
  assert.equal(await page.locator(".skip-note").count(), 0, "a scene");
  await page.getByText("The server went back to an earlier state").waitFor();
  await page.clock.resume();

  await page.locator(".space.can[data-space=c5]").click();
  await page.locator("[data-space=c5] .reach.target").waitFor();
  await otherWays("a2", "mountain", "e2");
  assert.equal(await page.locator(".reach.target").count(), 0, "a chosen space");

  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.locator(".picker.hint:not([aria-busy=true])").waitFor();
  await otherWays("e2", "forest", "a2");
  assert.equal(await page.locator(".picker.hint").count(), 0, "a hint");
  await done();
});
