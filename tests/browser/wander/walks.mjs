// walks.mjs -- a walk from its seed: how each way begins, who walks it, and when it is over.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chance } from "./chance.mjs";
import { finished, keep } from "./made.mjs";
import { forgets, isGame, planOf } from "./plans.mjs";
import { trouble } from "./troubles.mjs";
import { Failure, Wanderer } from "./wanderer.mjs";

const TIWANAKU = { solo: 0, competitive: 1, coop: 2 }; // the order of the buttons
const GRADES = { easy: 0, normal: 1, hard: 1, expert: 2 };
const MOST = { play: 1000, page: 70, review: 120 }; // taps of a walk

const KEPT = 5; // pictures of the last steps of a walk that failed

const onForm = () => Boolean(document.querySelector("main #name"));
const onTable = () => /^\/t\//.test(location.pathname);
const number = (id) => Number(document.getElementById(id)?.value ?? 0);

/** A number by its buttons. */
async function setNumber(pane, id, to) {
  for (let i = 0; i < 20; i++) {
    const is = await pane.evaluate(number, id);
    if (!is || is === to) return;
    await pane.press(is > to ? `.stepper:has(#${id}) .btn:first-child` : `.stepper:has(#${id}) .btn:last-child`);
    await pane.there(([k, was]) => Number(document.getElementById(k)?.value) !== was, [id, is]);
  }
}

/** Types a name, as some do. */
async function named(pane, name) {
  await pane.press("main #name");
  await pane.page.keyboard.type(name);
}

/** On the page of a new game: how, with how many. */
async function setUp(pane, plan, chance) {
  await pane.there(onForm);
  if (plan.game === "tiwanaku") {
    const [kind, grade] = plan.mode.split("-"),
      where = plan.where === "online" ? -1 : 0; // nobody is alone there
    const groups = 2; // the first is where: here, or online; or which game
    await pane.press(`.form .stack:first-child > div:nth-child(${plan.where === "online" ? 3 : groups}) [role=group] .btn`, TIWANAKU[kind] + where);
    if (grade) await pane.press(`.form .stack:first-child > div:nth-child(${plan.where === "online" ? 4 : 3}) [role=group] .btn`, GRADES[grade]);
    if (chance.odds(0.2)) await pane.press(".map-choice [role=group] .btn", 1); // from the book
  }
  await setNumber(pane, "players", plan.seats);
  if (plan.where === "pass") await setNumber(pane, "people", plan.people);
  if (plan.where === "online") await setNumber(pane, "bots", plan.seats - plan.people);
  if (plan.people > 1 && chance.odds(0.7)) await named(pane, "Ana");
  await pane.evaluate((level) => {
    const list = document.getElementById("level");
    if (!list) return;
    list.value = level;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }, plan.level);
  await pane.pressed("main .begin .btn.main", onTable);
  return pane.evaluate(() => location.pathname);
}

/** From the first page into a game on this device. */
async function beginsHere(pane, plan, chance) {
  await pane.goto("/");
  if (plan.now) {
    await pane.pressed(`.g-${plan.game} .btn.main`, () => Boolean(document.querySelector("dialog .menu")));
    await pane.pressed("dialog .menu .btn:not(.main)", onTable); // no lesson now
    return pane.evaluate(() => location.pathname);
  }
  await pane.pressed(`.g-${plan.game} a[href="/play/${plan.game}"]`, onForm);
  return setUp(pane, plan, chance);
}

/** A table online: one opens it, the others sit down, it begins. */
async function beginsOnline(panes, plan, chance) {
  const [host, ...others] = panes;
  await host.goto(`/play/${plan.game}?with=people`);
  const path = await setUp(host, plan, chance);
  for (const pane of others) {
    await pane.goto(path);
    if (chance.odds(0.7)) await named(pane, ["Zed", "Mio"][others.indexOf(pane)]);
    await pane.pressed("main form .btn.main", () => !document.querySelector("main form .btn.main"));
  }
  await host.pressed(".lobby .btn.main.big", () => !document.querySelector(".lobby"));
  return path;
}

/** A part of a day, by its card: its practice or, for a run, what is ranked. Gives where it is then. */
async function beginsDay(pane, { game, date }) {
  const part = ["practice", "run"].includes(game) ? "puzzle" : game;
  await pane.goto(date ? `/day/${date}` : "/day");
  await pane.pressed(`.day-part.g-${part} .day-row:${game === "run" ? "nth-of-type(1)" : "last-of-type"} .btn`, () => !document.querySelector("main.day"));
  return pane.evaluate(() => location.pathname);
}

/** Pages that are no table: where they are, and what stands there before. */
async function beginsPage(pane, plan) {
  const { where, game, mode, seed } = plan;
  if (where === "lesson") return `/learn/${game}`;
  if (where === "puzzles") return `/puzzles/${game}`;
  if (where === "review" || where === "story") {
    const all =
      where === "review"
        ? [{ game, mode, seats: mode.startsWith("solo") ? 1 : 2, seed }]
        : [
            { game: "temple", mode: "solo", seed },
            { game: "valley", mode: "multi", seats: 2, seed },
            { game: "tiwanaku", mode: "solo-easy", seed },
          ];
    const games = [];
    for (const one of all) games.push(await finished(one));
    await pane.goto("/");
    await pane.evaluate(keep, games);
    return where === "review" ? `/review/${games[0][0].id}?as=1` : "/story";
  }
  return beginsDay(pane, plan);
}

/** The pictures of a walk: of all its steps, of the last ones (kept here, and put into the folder if the walk fails), or of none but its failure:
 * each costs as much as the step. With those of a failure, what the page is made of, and all that was done. */
class Pictures {
  constructor(folder, name, steps) {
    Object.assign(this, { folder, name, steps, last: [] });
    if (folder && steps === "all") mkdirSync(folder, { recursive: true });
  }
  put(name, data) {
    writeFileSync(join(this.folder, `${this.name}-${name}`), data);
  }
  async take(pane, name) {
    const bytes = this.folder && this.steps && (await pane.picture());
    if (!bytes) return;
    if (this.steps === "all") return this.put(`${name}.jpg`, bytes);
    this.last.push([name, bytes]);
    if (this.last.length > KEPT) this.last.shift();
  }
  async failed(panes, log, error) {
    if (!this.folder) return;
    mkdirSync(this.folder, { recursive: true });
    for (const [name, bytes] of this.last) this.put(`${name}.jpg`, bytes);
    for (const [i, pane] of panes.entries()) {
      const bytes = await pane.picture();
      if (bytes) this.put(`failed-${i + 1}.jpg`, bytes);
      this.put(`failed-${i + 1}.html`, await pane.html());
    }
    this.put("log.txt", `${log.join("\n")}\n${error.stack ?? error}\n`);
  }
}

/** One walk. world: where; folder: pictures go there; pictures: of "all" steps, or if it fails of the "last" ones, too. Gives {plan, taps, ended,
 * compared, meanwhile}; throws a Failure that has `log`. */
export async function walk(
  world,
  seed,
  { only = "", folder = null, pictures = "", name = `seed-${seed}`, until = Number.POSITIVE_INFINITY, change = {} } = {},
) {
  const plan = { ...planOf(seed, only), ...world.change, ...change },
    chance = new Chance(seed),
    many = plan.where === "online" ? plan.people : 1;
  const panes = [],
    walkers = [];
  const film = new Pictures(folder, name, pictures);
  const picture = (n, w) => film.take(w.pane, `${String(n).padStart(4, "0")}${panes.length > 1 ? `-${panes.indexOf(w.pane) + 1}` : ""}`);
  const sum = (member) => walkers.reduce((all, w) => all + w[member], 0);
  try {
    for (let i = 0; i < many; i++) panes.push(await world.pane({ ...plan, language: i ? chance.of(["en", "fr", "nl", "de"]) : plan.language }));
    const game = isGame(plan);
    const path = !["here", "pass", "online"].includes(plan.where)
      ? await beginsPage(panes[0], plan)
      : plan.where === "online"
        ? await beginsOnline(panes, plan, chance)
        : await beginsHere(panes[0], plan, chance);
    const stays = path.replace(/\?.*/, "");
    for (const [i, pane] of panes.entries()) {
      const w = new Wanderer(pane, chance, {
        stays: game && !forgets(plan) ? stays : null,
        plan: { ...plan },
        name: many > 1 ? `${i + 1}: ` : "",
      });
      w.online = plan.where === "online";
      w.firefox = world.firefox;
      walkers.push(w);
      if (!game && plan.where !== "day") await pane.goto(path);
    }
    for (const w of walkers) w.others = walkers.filter((other) => other !== w);
    const ended = await (game ? walksGame : walksPage)(walkers, { plan, until, path, picture });
    return { plan, taps: sum("taps"), ended, compared: sum("compared"), meanwhile: sum("meanwhile") };
  } catch (error) {
    error.log = walkers.flatMap((w) => w.log);
    Object.assign(error, { taps: sum("taps"), compared: sum("compared"), meanwhile: sum("meanwhile"), plan });
    await film.failed(panes, error.log, error);
    throw error;
  } finally {
    await Promise.allSettled(panes.map((pane) => pane.close()));
  }
}

/** To the end of a game and a little beyond. True: it ended. */
async function walksGame(walkers, { until, picture }) {
  let after = 0,
    quiet = Date.now();
  for (let n = 0; n < MOST.play * walkers.length; n++) {
    if (Date.now() > until) return false;
    const w = walkers[n % walkers.length],
      was = w.last;
    const s = await w.settle();
    const over = s.truth ? s.truth.over : w.forgets && ["counting", "result"].includes(s.says.stage);
    if (over && ++after > 4 * walkers.length) return true;
    const others = w.online && s.truth && !s.truth.acts && !s.truth.over;
    if (others && !w.chance.odds(0.05)) {
      if (w.last !== was) quiet = Date.now();
      if (Date.now() - quiet > 120000) throw new Failure("nobody's turn goes on");
      if (w.others.length && w.plan.trouble && w.chance.odds(w.plan.trouble)) await trouble(w, s, "behind");
      continue;
    }
    quiet = Date.now();
    await w.step(trouble, s);
    await picture(n, w);
  }
  return false;
}

/** Among pages for a while. */
async function walksPage([w], { until, path, plan, picture }) {
  w.stays = plan.where === "puzzles" ? "/puzzles" : path.replace(/\?.*/, "");
  for (let n = 0; n < MOST[plan.where === "review" ? "review" : "page"]; n++) {
    if (Date.now() > until) return false;
    await w.step(trouble, await w.settle());
    await picture(n, w);
  }
  return true;
}

/** Many walks, `jobs` at a time, until a moment: seeds from..from+seeds-1; the first `least` of them to their ends, however long that takes. tell(result) hears of
 * each: {seed, plan, taps, ended, compared, meanwhile, seconds, error, again}. One that fails leaves a picture in the folder, and is walked again,
 * for those of its last steps and to say whether it fails each time: `again`. A failure it is in any case. Gives all results. */
export async function walkAll(world, { from = 1, seeds, jobs = 1, least = 0, only = "", until, folder, pictures = "", first = false, tell }) {
  const results = [];
  let next = from;
  const one = async (seed) => {
    const since = Date.now(),
      end = seed < from + least ? Number.POSITIVE_INFINITY : until,
      result = { seed, plan: { ...planOf(seed, only), ...world.change }, taps: 0, compared: 0, meanwhile: 0, ended: false, error: null, again: null };
    try {
      Object.assign(result, await walk(world, seed, { only, until: end, folder, pictures }));
    } catch (error) {
      const { taps = 0, compared = 0, meanwhile = 0 } = error;
      Object.assign(result, { error, taps, compared, meanwhile });
      if (first) next = Number.POSITIVE_INFINITY;
      else if (!pictures)
        result.again = await walk(world, seed, { only, folder, pictures: "last", name: `seed-${seed}-again` }).then(
          () => "this time nothing was wrong",
          (e) => `again: ${String(e.message).split("\n")[0]}`,
        );
    }
    results.push({ ...result, seconds: Math.round((Date.now() - since) / 1000) });
    tell(results.at(-1));
  };
  const worker = async () => {
    while (next < from + seeds && (next < from + least || Date.now() < until)) await one(next++);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}

/** A failure in words: its last steps, why, and how to walk it again. */
export function failureText({ seed, error, again }, more = "") {
  const steps = (error.log ?? []).slice(-30).map((line) => `    ${line}`);
  const why = String(error instanceof Failure ? error.message : error.stack)
    .split("\n")
    .slice(0, 12);
  return [...why, "  the last steps:", ...steps, ...(again ? [`  ${again}`] : []), `  again: node tests/browser/wander/run.mjs --seed ${seed}${more}`].join(
    "\n",
  );
}
