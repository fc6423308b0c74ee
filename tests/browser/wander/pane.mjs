// pane.mjs -- one window of a browser, whichever drives it: Chromium by playwright, Firefox by puppeteer. It can be looked at, tapped, turned;
// it remembers what went wrong in it. Time in a page is the page's clock (playwright's page.clock), where there is one.
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// What a browser says of a line that the wanderer has cut itself.
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED|ERR_CONNECTION|WebSocket connection|can.t establish a connection|NetworkError|interrupted while/i;

const AFTER = 15000; // ms after the line is back: what was asked for meanwhile fails late

/** Runs inside the page: where to tap what fits, or null. */
function placeOf([selector, nth, text]) {
  const all = [...document.querySelectorAll(selector)].filter((el) => el.getClientRects().length && !el.disabled && (!text || el.textContent.trim() === text)),
    el = all[nth];
  if (!el) return null;
  el.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = el.getBoundingClientRect(),
    at = [x + width / 2, y + height / 2],
    top = document.elementFromPoint(...at);
  return top && (el.contains(top) || top.contains(el)) ? at : null;
}

/** What both kinds have in common. page: of playwright or puppeteer; both have evaluate, goto, reload, goBack, goForward, mouse, keyboard. */
class Pane {
  constructor(page, origin, { touch = false } = {}) {
    this.page = page;
    this.origin = origin;
    this.touch = touch;
    this.faults = [];
    this.cut = false; // the line is cut just now
    this.mended = 0; // when it came back last
    this.chooses = 0; // when the page asked for a file last
  }
  fault(what) {
    if (/blocked by Playwright/.test(what)) return; // as a hostile browser's service worker is
    if (/status of 409 .*\/api\/tables\/\w+\/view/.test(what)) return; // the wanderer itself asks for that (look.mjs), of a table that has not begun
    if (CUT.test(what) && (this.cut || Date.now() - this.mended < AFTER)) return;
    this.faults.push(what);
  }
  evaluate(fn, arg) {
    return this.page.evaluate(fn, arg);
  }
  async tap([x, y]) {
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }
  key(name) {
    return this.page.keyboard.press(name);
  }
  /** Taps the n-th of what fits, once it is there and on; text: only what says exactly this. */
  async press(selector, nth = 0, text = null) {
    for (const end = Date.now() + 60000; Date.now() < end; await sleep(50)) {
      const at = await this.evaluate(placeOf, [selector, nth, text]).catch(() => null);
      if (at) return this.tap(at);
      await this.hasten(50);
    }
    throw new Error(`nothing to tap: ${selector} ${nth} ${text ?? ""}`);
  }
  /** The same, once more if nothing has come of it after a while, as people do: what is being loaded moves. */
  async pressed(selector, test, nth = 0) {
    for (let i = 0; i < 6; i++) {
      await this.press(selector, nth);
      for (const end = Date.now() + 10000; Date.now() < end; await sleep(50)) {
        if (await this.evaluate(test).catch(() => false)) return;
        await this.hasten(50);
      }
    }
    throw new Error(`nothing came of ${selector}: ${test}`);
  }
  async there(test, arg) {
    for (const end = Date.now() + 60000; Date.now() < end; await sleep(50)) if (await this.evaluate(test, arg).catch(() => false)) return;
    throw new Error(`it did not come: ${test} ${arg}`);
  }
  goto(path) {
    return this.page.goto(this.origin + path);
  }
  async hasten() {}
  /** A picture of what it shows, as bytes; null: it could not be taken. */
  async picture() {
    return this.page.screenshot({ type: "jpeg", quality: 60 }).catch(() => null);
  }
  /** What it is made of just now. */
  html() {
    return this.page.content().catch(() => "");
  }
  /** A tab begins empty. Going back on a slow machine may end there, after going forward again was tried. */
  async stay() {
    if (this.page.url() === "about:blank") await this.page.goto(this.origin);
  }
}

export class ChromiumPane extends Pane {
  constructor(context, page, origin, how) {
    super(page, origin, how);
    this.context = context;
    page.setDefaultTimeout(60000);
    page.on("console", (m) => ["error", "warning"].includes(m.type()) && this.fault(`console ${m.type()}: ${m.text()} ${m.location()?.url ?? ""}`));
    page.on("pageerror", (e) => this.fault(`page error: ${e.stack ?? e}`)); // rejected promises, too
    page.on("dialog", (d) => d.accept().catch(() => {}));
    page.on("filechooser", () => (this.chooses = Date.now()));
    page.on("download", (d) => d.cancel().catch(() => {}));
    page.on("crash", () => this.fault("the page crashed"));
  }
  /** Asked of the browser itself, which is quicker. */
  async picture() {
    this.protocol ??= await this.context.newCDPSession(this.page);
    const { data } = await this.protocol.send("Page.captureScreenshot", { format: "jpeg", quality: 60, optimizeForSpeed: true }).catch(() => ({ data: null }));
    return data && Buffer.from(data, "base64");
  }
  /** Another tab of the same browser, on the same page. */
  async twin() {
    const other = new ChromiumPane(this.context, await this.context.newPage(), this.origin, { touch: this.touch });
    other.mended = this.mended;
    other.close = () => other.page.close();
    await other.page.goto(this.page.url());
    return other;
  }
  size([width, height]) {
    return this.page.setViewportSize({ width, height });
  }
  async offline(on) {
    if (on) this.cut = true;
    await this.context.setOffline(on);
    if (!on) Object.assign(this, { cut: false, mended: Date.now() });
  }
  reload() {
    return this.page.reload();
  }
  back() {
    return this.page.goBack({ timeout: 15000 }).catch(() => {});
  }
  forward() {
    return this.page.goForward({ timeout: 15000 }).catch(() => {});
  }
  /** The page's clock goes on by so much: scenes, counting and toasts are played, only faster. */
  async hasten(ms = 400) {
    await this.page.clock.fastForward(ms).catch(() => {}); // the page is just being loaded
  }
  close() {
    return this.context.close();
  }
}

export class FirefoxPane extends Pane {
  constructor(context, page, origin, how) {
    super(page, origin, how);
    this.context = context;
    page.setDefaultTimeout(60000);
    page.on("console", (m) => ["error", "warn", "warning"].includes(m.type()) && this.fault(`console ${m.type()}: ${m.text()}`));
    page.on("pageerror", (e) => this.fault(`page error: ${e.stack ?? e}`));
    page.on("dialog", (d) => d.accept().catch(() => {}));
  }
  size([width, height]) {
    return this.page.setViewport({ width, height });
  }
  async offline() {} // BiDi of this Firefox cannot
  reload() {
    return this.page.reload();
  }
  back() {
    return this.page.goBack().catch(() => {});
  }
  forward() {
    return this.page.goForward().catch(() => {});
  }
  hasten() {
    return sleep(150); // no clock to set here
  }
  close() {
    return this.context.close();
  }
}
