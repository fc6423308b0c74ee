// troubles.mjs -- what happens to people that is no tap: they reload, go back and forward, lose the line, turn the device, change the
// language, look at something else and come back.
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

const ODDS = { reload: 3, back: 2, offline: 2, turn: 2, language: 1, home: 1, tab: 1 };

export async function trouble(w, s) {
  const lasts = !w.forgets, // what was played is there after a load
    names = Object.keys(ODDS).filter((k) => (lasts || k === "turn") && !(k === "tab" && !(w.pane.twin && w.stays?.startsWith("/t/"))));
  const name = w.chance.weighted(names, (k) => ODDS[k]);
  w.note(`trouble: ${name}`);
  await ways[name](w, s);
}
