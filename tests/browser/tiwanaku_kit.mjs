// tiwanaku_kit.mjs -- a person who plays Tiwanaku in a page, by a hand of hands.mjs: sets a game up, finds what is
// offered on the screen and does it, exploring before all else, until the result is there. In any language.
import { PATIENCE, settled, textsIn } from "./kit.mjs";
import { mouse } from "./hands.mjs";

/** As buttons of a choice have it. */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const WAYS = { solo: "Alone", competitive: "Against each other", coop: "Together" };

/** On the page of a new game: how it is played, on which map of the book, with how many. mode as in records. */
export async function setUp(page, { mode, board, players = 2, language = "en", by = mouse }) {
  const t = textsIn(language, "tiwanaku");
  const button = (group, name) => page.getByRole("group", { name: t(group), exact: true }).getByRole("button", { name: capital(t(name)), exact: true });
  const [kind, grade] = mode.split("-");
  await by.press(button("How", WAYS[kind]));
  if (grade) await by.press(button("Difficulty", grade));
  if (kind !== "solo") await by.set(page.locator("#players"), players);
  if (!board) return;
  await by.press(button("Map", "from the book"));
  await page.locator(`#map-name option[value="${board}"]`).waitFor({ state: "attached" });
  await by.take(page.locator("#map-name"), board);
}

/** From the first page to a new game. */
export async function start(page, choices) {
  const { by = mouse } = choices;
  await page.goto("/");
  await by.press(page.locator('.game a[href="/play/tiwanaku"]'));
  await setUp(page, choices);
  await by.press(page.locator("main .btn.main"));
  await page.locator("main [role=grid]").waitFor();
}

const EXPLORE = '.acts .btn:has(use[href="#i-flag"])',
  DIVINE = '.acts .btn:has(use[href="#wheel"])';
const TAKE = ".explore-row .btn:not(.bring):not(.main):not(.cancel)",
  PASS = ".after-row .btn:not(.main)",
  END = ".after-row .btn.main";
const CROPS = ".picker .crops[role=radiogroup] .opt",
  GIFTS = ".picker .crops[role=group] .opt[aria-pressed=false]";
const OFFER = '.picker footer .btn:has(use[href="#offering"])';

/** What the screen offers now, read from it alone. */
const offers = (page) =>
  page.evaluate(
    (find) => {
      const on = (s) => document.querySelectorAll(s).length;
      const spaces = (s) => [...document.querySelectorAll(s)].map((g) => g.dataset.space);
      return {
        ...Object.fromEntries(Object.entries(find).map(([name, s]) => [name, on(s)])),
        fog: spaces(".space.can:has(.fog)"),
        reach: spaces(".space.can"),
        pawns: spaces(".space.pickable"),
        lines: on(".tlog li"),
      };
    },
    {
      over: ".counting",
      busy: ".dock[aria-busy=true]",
      hand: ".hand4 .opt:not([aria-disabled=true])",
      asked: ".asked .btn:not([disabled])",
      crops: CROPS,
      gifts: OFFER,
      pass: `${PASS}:not([disabled])`,
      end: `${END}:not([disabled])`,
      bring: ".bring",
      divine: `${DIVINE}:not([aria-disabled=true])`,
      divining: `${DIVINE}[aria-pressed=true]`,
      take: TAKE,
      explore: `${EXPLORE}:not([aria-disabled=true])`,
    },
  );

/** A hand that goes on when the page has answered; or after a while, if what it pressed was gone by then. */
function patient(page, hand) {
  const answered =
    (act) =>
    async (...what) => {
      await page.evaluate(() => {
        window.watched?.observer.disconnect();
        const watched = { main: document.querySelector("main"), changed: false, observer: new MutationObserver(() => (watched.changed = true)) };
        watched.observer.observe(watched.main, { subtree: true, childList: true, attributes: true, characterData: true });
        window.watched = watched;
      });
      await act(...what);
      await page
        .waitForFunction(() => !window.watched || window.watched.changed || document.querySelector("main") !== window.watched.main, null, { timeout: 15000 })
        .catch(() => {});
    };
  return { press: answered(hand.press), choose: answered(hand.choose), space: answered(hand.space) };
}

/** One step of the player's own, who watches all scenes to their ends; false: nothing to do just now; "over". look(state) sees what is
 * met on the way. */
export async function step(page, hand, look = async () => {}) {
  await settled(page); // a tap while a scene is on ends that, and does nothing else
  const by = patient(page, hand),
    o = await offers(page);
  const at = (selector, n = 0) => page.locator(selector).nth(n);
  if (o.over) return "over";
  if (o.busy) return false;
  if (o.hand) {
    await look("hand");
    await by.choose(at(".hand4 .opt:not([aria-disabled=true])", Math.floor(o.hand / 2)));
    await look("spend");
    await by.press(at("#go"));
  } else if (o.asked) {
    await look("asked");
    await by.press(at(".asked .btn"));
  } else if (o.gifts) {
    await look("offer");
    while (await page.locator(GIFTS).count()) await by.press(at(GIFTS)); // a single one is chosen already
    await by.press(at(OFFER));
  } else if (o.crops) {
    await look("divine");
    await by.choose(at(CROPS, o.lines % o.crops));
    await by.press(at("#go"));
  } else if (o.end && !o.explore) await by.press(at(END));
  else if (o.reach.length) {
    const some = o.fog.length ? o.fog : o.reach;
    await look("reach");
    await by.space(page, some[o.lines % some.length]);
    await settled(page);
    if (!(await page.locator("#go:not([aria-disabled=true])").count())) return true; // beside it, as the board had moved, or too late: once more
    await look("target");
    await by.press(at("#go"));
  } else if (o.take)
    await by.press(at(TAKE)); // a pawn that cannot go anywhere
  else if (o.divine && (o.lines % 3 === 2 || !o.bring)) {
    if (!o.divining) await by.press(at(DIVINE));
    const now = await offers(page);
    if (!now.crops && now.pawns.length) await by.space(page, now.pawns[0]);
  } else if (o.bring) await by.press(at(".bring"));
  else if (o.pawns.length) await by.space(page, o.pawns[o.lines % o.pawns.length]);
  else if (o.pass) await by.press(at(PASS));
  else if (o.end) await by.press(at(END));
  else return false;
  return true;
}

/** Plays to the result. by(n): the hand of the n-th step. */
export async function play(page, by, look) {
  let n = 0;
  for (const end = Date.now() + 15 * PATIENCE; Date.now() < end; ) {
    const did = await step(page, by(n), look);
    if (did === "over") return;
    if (did) n++;
    else await page.waitForTimeout(40);
  }
  throw new Error("the game does not end");
}
