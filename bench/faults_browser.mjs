// faults_browser.mjs -- real browsers among the players of bench/faults.py: usage PORT PAGES. Each page plays Temple against a bot
// through the proxy, game after game, until a line comes on standard input; never reloads by itself. Prints how many rounds they
// played, how long the next round took after a turn, and what people were shown.
import { once } from "node:events";
import { begin, person } from "../tests/browser/kit.mjs";
import { isOver, myTurn, nextRound, roundOf, writeTemple } from "../tests/browser/papers_kit.mjs";

const [port, pages] = process.argv.slice(2).map(Number);
const STUCK = 60000; // ms after which a page is given up and opened again
const world = await begin();
const waits = [],
  told = new Set();
let ends = false,
  stuck = 0,
  games = 0;

/** A new table: its id. The server may be away for a while. */
async function create(page) {
  for (;;) {
    try {
      await page.goto("/");
      const table = await page.evaluate(async () => {
        const wish = { game: "temple", seats: 2, bots: ["casual"] };
        const answer = await fetch("/api/tables", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) });
        return (await answer.json()).table;
      });
      if (table) return table;
    } catch {}
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function play(page) {
  await page.goto(`/t/${await create(page)}`);
  games++;
  while (!ends) {
    await myTurn(page);
    if (await isOver(page)) return;
    const was = await roundOf(page),
      begun = Date.now();
    await writeTemple(page);
    await nextRound(page, was);
    waits.push(Date.now() - begun);
    const shown = await page.evaluate(() => document.body.textContent.match(/.{0,40}could not be stored.{0,40}/i)?.[0]);
    if (shown) told.add(shown);
    await new Promise((done) => setTimeout(done, 300));
  }
}

async function live() {
  const { page } = await person({ browser: world.browser, origin: `http://127.0.0.1:${port}` });
  page.setDefaultTimeout(STUCK);
  while (!ends)
    await play(page).catch(async (e) => {
      if (ends) return;
      stuck++;
      const seen = await page.evaluate(() => document.querySelector("main")?.textContent).catch(() => "");
      console.log(`# ${String(e).split("\n")[0]}: ${seen?.slice(0, 500)}`);
    });
}

const all = Array.from({ length: pages }, live);
await once(process.stdin, "data");
ends = true;
await Promise.race([Promise.all(all), new Promise((done) => setTimeout(done, STUCK))]);
waits.sort((a, b) => a - b);
const at = (p) => waits[Math.min(waits.length - 1, Math.floor(waits.length * p))] / 1000;
console.log(
  `${pages} browsers: ${waits.length} rounds of ${games} games; the next round came after ${at(0.5)} s (median), ${at(0.99)} s (99 %), ${at(1)} s (longest)`,
);
console.log(`given up and opened again: ${stuck}; shown of the store: ${told.size ? [...told].join(" | ") : "nothing"}`);
process.exit(0);
