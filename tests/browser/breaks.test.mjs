// breaks.test.mjs -- a line to the real server that breaks again and again in Chromium, as on a train: whoever comes back gets
// exactly what was missed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { begin, person } from "./kit.mjs";
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
