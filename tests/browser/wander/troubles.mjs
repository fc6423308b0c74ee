// troubles.mjs -- what happens to people that is no tap: they reload, go back and forward, lose the line, turn the device, change the
// language, look at something else and come back.
import { aim } from "./look.mjs";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const LANGUAGES = ["en", "fr", "nl", "de"];

const ways = {
  async reload(w) {
    await w.pane.reload();
  },
  async back(w) {
    await w.pane.back();
    await sleep(100);
    if (w.chance.odds(0.7)) await w.pane.forward();
  },
  /** The line is lost for a while; taps meanwhile may be in vain, but must not break anything. */
  async offline(w) {
    await w.pane.offline(true);
    w.offline = true;
    for (let i = w.chance.from(1, 3); i > 0; i--) {
      const s = await w.seen();
      const offer = s && w.choose(s);
      if (offer && !["link", "back", "main"].includes(offer.kind)) await w.tap(s, offer);
      await sleep(200);
    }
    await w.pane.offline(false);
    w.offline = false;
  },
  /** The line is lost, and the others play on meanwhile. */
  async behind(w) {
    await w.pane.offline(true);
    w.offline = true;
    for (const other of w.others)
      for (let i = 0; i < 12; i++) {
        const s = await other.settle();
        if (!s.truth?.acts) break;
        await other.step(async () => {}, s);
      }
    await w.pane.offline(false);
    w.offline = false;
  },
  async turn(w) {
    const { width, height } = w.plan;
    Object.assign(w.plan, { width: height, height: width });
    await w.pane.size([height, width]);
    await sleep(200);
  },
  async language(w, s) {
    const to = w.chance.of(LANGUAGES);
    w.note(`  ${to}, in the settings`);
    await w.pane.goto("/settings");
    await w.seen();
    await w.pane.press("main [role=group]:first-of-type .btn", LANGUAGES.indexOf(to));
    await sleep(100);
    await w.pane.goto(w.stays ?? s.path);
  },
  /** A second tab plays on for a while; this one is looked at again afterwards. */
  async tab(w) {
    const twin = await w.pane.twin(),
      other = w.like(twin);
    try {
      for (let i = w.chance.from(2, 5); i > 0; i--) {
        const s = await other.settle();
        if (s.truth?.acts) await other.step(async () => {}, s);
      }
      await other.settle();
    } finally {
      await twin.close();
    }
    if (!w.online) await w.pane.reload(); // each tab has a table of its own there; what the other did is seen on the next load, or by acting
  },
  async home(w, s) {
    await w.pane.goto("/");
    await sleep(200);
    await w.pane.goto(w.stays ?? s.path);
  },
};

const ODDS = { reload: 3, back: 2, offline: 2, behind: 2, turn: 2, language: 1, home: 1, tab: 1 };

/** What people do while something is being shown or others have their turn. Each takes an element of the page as it is just then. */
const MEANWHILE = {
  async tap(w, s, at) {
    const offers = s.offers.filter((o) => TAPPED.includes(o.kind)),
      offer = offers[Math.floor(at * offers.length)];
    if (!offer) return;
    const point = await w.pane.evaluate(aim, offer.i).catch(() => null);
    if (!point) return;
    w.note(`meanwhile: tap ${offer.kind} ${offer.name}`);
    w.taps++;
    await w.pane.tap(point);
  },
  async key(w) {
    w.note("meanwhile: a key");
    await w.pane.key("Tab");
  },
  async reload(w) {
    if (w.forgets) return;
    w.note("meanwhile: reload");
    await w.pane.reload();
  },
  async turn(w, s) {
    w.note("meanwhile: turn");
    await ways.turn(w, s);
  },
};
const TAPPED = ["ink", "fog", "space", "still", "pencil", "choice", "tool", "tab", "other", "main", "close"];
const MEANWHILE_ODDS = { tap: 8, key: 1, reload: 3, turn: 3 };

/** One of these, as the wanderer's chance for it has it: (look) -> done. */
export function meanwhile(w) {
  const name = w.aside.weighted(Object.keys(MEANWHILE), (k) => MEANWHILE_ODDS[k]),
    at = w.aside.next();
  return async (s) => {
    w.meanwhile++;
    await MEANWHILE[name](w, s, at);
  };
}

/** One of the troubles that can be here, by its name or by chance. */
export async function trouble(w, s, name = null) {
  const can = { tab: Boolean(w.pane.twin && w.stays?.startsWith("/t/")), behind: w.others.length > 0 },
    names = Object.keys(ODDS).filter((k) => (!w.forgets || k === "turn") && (can[k] ?? true)); // what was played is not there after a load
  const one = name ?? w.chance.weighted(names, (k) => ODDS[k]);
  w.note(`trouble: ${one}`);
  await ways[one](w, s);
}
