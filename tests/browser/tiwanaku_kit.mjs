// tiwanaku_kit.mjs -- a person who plays Tiwanaku in a page, by pointer, by touch or by keyboard: finds what
// is offered on the screen and does it, exploring before all else, until the result is there.
import { axe, fits, shot } from "./kit.mjs";

const WAYS = { solo: "Alone", competitive: "Against each other", coop: "Together" };

/** From the first page to a new game. mode as in records; board: "tiny" or "long". */
export async function start(page, { mode, board = "tiny", players = 2, press = (l) => l.click() }) {
  await page.goto("/");
  await press(page.getByRole("link", { name: "Table Tiwanaku" }));
  await page.getByRole("heading", { name: "Tiwanaku" }).waitFor();
  const [kind, grade] = mode.split("-");
  await press(page.getByRole("button", { name: WAYS[kind], exact: true }));
  if (grade) await press(page.getByRole("group", { name: "Difficulty" }).getByRole("button", { name: grade }));
  await press(page.getByRole("button", { name: board === "tiny" ? /^tiny/ : /^long/ }));
  for (let n = 3; n > players && kind !== "solo"; n--) await press(page.getByRole("button", { name: "Fewer" }));
  if (kind !== "solo") await press(page.getByRole("group", { name: "How well bots play" }).getByRole("button", { name: "easy" }));
  await press(page.getByRole("button", { name: "Begin" }));
  await page.getByRole("grid").waitFor();
}

/** What the screen offers now, read from it alone. */
const offers = (page) =>
  page.evaluate(() => {
    const names = (s) =>
      [...document.querySelectorAll(s)].map((g) => ({ space: g.dataset.space, label: g.getAttribute("aria-label") }));
    const on = (s) => document.querySelectorAll(s).length;
    const button = (text) =>
      [...document.querySelectorAll(".dock button:not([disabled])")].some((b) => b.textContent.includes(text));
    return {
      over: on(".counting") > 0,
      busy: on(".dock[aria-busy=true]") > 0,
      hand: on(".hand4 .opt:not([disabled])"),
      asked: on(".asked .btn"),
      crops: on(".picker .crops[role=radiogroup] .opt"),
      offer: button("Keep them"),
      pass: button("Pass"),
      end: button("End the turn"),
      bring: button("Bring one in"),
      divine: button("Divine"),
      explore: button("Explore"),
      reach: names(".space.can"),
      pawns: names(".space.pickable"),
      lines: document.querySelectorAll(".tlog li").length,
    };
  });

/** One step of the player's own; false: nothing to do just now. by: how things are pressed. */
export async function step(page, by, seen) {
  const o = await offers(page);
  const once = async (what) => {
    if (!seen || seen.has(what)) return;
    seen.add(what);
    await seen.look?.(what);
  };
  if (o.over) return "over";
  if (o.busy) return false;
  if (o.hand) {
    await once("hand");
    await by.press(page.locator(".hand4 .opt:not([disabled])").nth(Math.floor(o.hand / 2)));
    await once("spend");
    await by.press(page.locator("#go"));
  } else if (o.asked) {
    await once("asked");
    await by.press(page.locator(".asked .btn").first());
  } else if (o.offer) {
    await once("offer");
    await by.press(page.locator(".picker .crops .opt").first());
    await by.press(page.getByRole("button", { name: /^Offer/ }));
  } else if (o.crops) {
    await once("divine");
    await by.press(page.locator(".picker .crops .opt").nth(o.lines % 3));
    await by.press(page.locator("#go"));
  } else if (o.end && !o.explore) await by.press(page.getByRole("button", { name: "End the turn" }));
  else if (o.reach.length) {
    const fog = o.reach.filter((s) => s.label.includes("unknown")),
      to = (fog.length ? fog : o.reach)[o.lines % (fog.length || o.reach.length)];
    await by.space(page, to.space);
    await once("target");
    await by.press(page.locator("#go"));
  } else if (o.divine && (o.lines % 3 === 2 || !o.bring)) {
    await by.press(page.getByRole("button", { name: "Divine" }));
    const now = await offers(page);
    if (!now.crops && now.pawns.length) await by.space(page, now.pawns[0].space);
  } else if (o.bring) await by.press(page.getByRole("button", { name: /Bring one in/ }));
  else if (o.pawns.length) await by.space(page, o.pawns[o.lines % o.pawns.length].space);
  else if (o.pass) await by.press(page.getByRole("button", { name: "Pass" }));
  else if (o.end) await by.press(page.getByRole("button", { name: "End the turn" }));
  else return false;
  return true;
}

/** Plays to the result. */
export async function play(page, by, seen) {
  for (const end = Date.now() + 200000; Date.now() < end;) {
    const did = await step(page, by, seen);
    if (did === "over") return;
    if (!did) await page.waitForTimeout(40);
  }
  throw new Error("the game does not end");
}

/** Looks at a state once: picture, axe, width. */
export const looker = (page, name) => async (what) => {
  await shot(page, `tiwanaku-${name}-${what}`);
  await axe(page, `${name} ${what}`);
  await fits(page, `${name} ${what}`);
};

/** Where the middle of something is, once it is in sight. */
const middle = (locator) =>
  locator.evaluate((el) => {
    el.scrollIntoView({ block: el.closest(".dock") ? "nearest" : "center" });
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  });
const spaceOf = (page, s) => page.locator(`[data-space=${s}]`);
const click = async (l) => l.page().mouse.click(...(await middle(l)));
const tap = async (l) => l.page().touchscreen.tap(...(await middle(l)));
export const byMouse = { press: click, space: (page, s) => click(spaceOf(page, s)) };
export const byTouch = { press: tap, space: (page, s) => tap(spaceOf(page, s)) };
/** Focus moves by the keys a person has; then Enter. */
export const byKeys = {
  press: async (l) => {
    await l.focus();
    await l.page().keyboard.press("Enter");
  },
  space: async (page, s) => {
    const at = (name) => [name.charCodeAt(0) - 97, Number(name[1]) - 1];
    const stop = page.locator(".space[tabindex='0']");
    await stop.focus();
    const [x, y] = at(await stop.getAttribute("data-space")),
      [tx, ty] = at(s);
    for (let i = 0; i < Math.abs(tx - x); i++) await page.keyboard.press(tx > x ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(ty - y); i++) await page.keyboard.press(ty > y ? "ArrowDown" : "ArrowUp");
    await page.keyboard.press("Enter");
  },
};
