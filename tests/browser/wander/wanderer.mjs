// wanderer.mjs -- a person at one window who taps what is offered, at random but so that games end, and holds the page to its laws after
// each tap: nothing thrown, nothing outside the window, nothing said of the game that the core does not say, no dead button, nobody stuck.
import { look, aim, kept, viewOf } from "./look.mjs";
import { Chance } from "./chance.mjs";
import { forgets } from "./plans.mjs";
import { meanwhile } from "./troubles.mjs";
import { answered, disagreements, replayed } from "./truth.mjs";

const PATIENCE = Number(process.env.TAMBO_WANDER_PATIENCE ?? 60000); // ms without anything new, until it is called stuck: machines are busy
const DRAWN = 6000; // ms that something may be drawn wrong: while the window changes
const DEAD = 20000; // ms until a button that matters has done something
const IDLE = 5000; // ms until any other has
const VAIN = 3; // so often in a row one of these may do nothing: it may already be as it asks
const COVERED = 10; // so often in a row something lies on what is offered
const MOST = 150; // taps without anything of the game having happened
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** How likely each kind of thing is tapped: while playing, in earnest (nothing has happened for a while), elsewhere. */
const WEIGHTS = {
  play: {
    ink: 30,
    fog: 40,
    space: 20,
    choice: 20,
    coach: 6,
    main: 12,
    pencil: 2,
    still: 2,
    tool: 3,
    other: 5,
    off: 0.5,
    place: 0.5,
    link: 0.15,
    back: 0.15,
    field: 0.5,
    cancel: 3,
    undo: 2,
    slip: 4,
    close: 5,
  },
  earnest: { ink: 40, fog: 40, space: 20, choice: 20, coach: 20, main: 20, tool: 6, cancel: 10, slip: 20, close: 30, other: 5 },
  elsewhere: {
    ink: 10,
    fog: 5,
    space: 8,
    choice: 8,
    coach: 8,
    main: 6,
    pencil: 1,
    still: 3,
    tool: 3,
    other: 5,
    off: 0.5,
    place: 1,
    link: 0.2,
    back: 0.05,
    field: 1,
    cancel: 3,
    slip: 4,
    close: 5,
  },
  away: { back: 3, link: 1, close: 5, place: 1, tool: 1 },
};
const ACTING = ["ink", "fog", "space", "choice", "main"]; // what brings a turn on
const LEAVES = ["slip", "cancel"]; // what leads back there
const OTHERS = ["slip", "tool", "tab", "choice", "coach", "other", "send"]; // what does something, too, but may be left as it is

const LIVELY = ["ink", "fog", "space", "choice", "tool", "coach", "main", "other"]; // what changes a page
const SAME = 20; // so many such taps cannot all be in vain

export class Failure extends Error {}

/** The table of a path, or null. */
const tableOf = (path) => path.match(/^\/t\/([^/]+)/)?.[1] ?? null;

export class Wanderer {
  /** stays: a path that it does not leave for long; spectator: it has no seat. */
  constructor(pane, chance, { stays = null, plan, name = "" }) {
    Object.assign(this, { pane, chance, stays, plan, name });
    this.log = [];
    this.taps = 0;
    this.idle = 0; // taps since something happened in the game
    this.away = 0; // taps since it left
    this.same = 0; // taps that should have changed the page, and did not
    this.last = null; // `n` of the truth that was seen last
    this.compared = 0; // looks at which the page was held against the core
    this.meanwhile = 0; // things done while a scene was on, or others had their turn
    this.vain = new Map(); // by name: taps in a row that changed nothing
    this.covered = new Map(); // by name: taps in a row at what something lay on
    // What is done while a scene is on has a chance of its own: how many looks there are is the machine's business, and must not
    // change the walk.
    this.aside = new Chance(plan.seed * 31 + 7);
    this.others = []; // who else is at the table, each at a page of their own
    this.offline = false;
    this.online = false;
    this.forgets = forgets(plan); // nothing is kept: it stays on the page
  }
  /** The same person at another window. */
  like(pane) {
    const other = new Wanderer(pane, this.chance, { stays: this.stays, plan: this.plan, name: `${this.name}other tab: ` });
    other.online = this.online;
    other.log = this.log;
    return other;
  }
  note(what) {
    this.log.push(`${this.name}${what}`);
  }
  fail(why) {
    throw new Failure(`${this.name}${why}`);
  }

  /** What the core or the server says of the table that is shown, or null. */
  async truth(path, says) {
    const id = tableOf(path);
    if (!id || this.offline) return null;
    if (id.startsWith("local-")) {
      if (this.forgets) return null;
      const game = await this.pane.evaluate(kept, id);
      return game && replayed(game, says);
    }
    const view = await this.pane.evaluate(viewOf, id);
    return view && answered(view);
  }

  /** One look with its truth; null while the page is being loaded. */
  async seen() {
    try {
      const s = await this.pane.evaluate(look);
      if (s.empty) return null;
      const truth = await this.truth(s.path, s.says);
      if (truth && truth.n !== this.last) {
        this.last = truth.n;
        this.idle = 0;
        this.since = Date.now();
      }
      return { ...s, truth };
    } catch (e) {
      if (/context was destroyed|navigat|Execution context|frame|Target closed.*reload|Cannot find context|no such (frame|realm)|discarded/i.test(e.message))
        return null;
      throw e;
    }
  }

  laws() {
    if (this.pane.faults.length) this.fail(this.pane.faults.join("\n"));
  }

  /** Is this the state in which somebody would tap next? A reason why not, or null. */
  unready(s) {
    const { says, truth } = s;
    if (this.offline) return null;
    if (!truth) return says.busy ? "the page is busy" : null;
    const wrong = disagreements(says, truth);
    if (says.sheet || says.board) this.compared++;
    if (wrong.length) return wrong.join("; ");
    if (truth.over || says.stage === "hand" || s.dialogs || says.stage === "gallery") return null;
    if (truth.me === null) return null; // looks on
    if (truth.acts && !s.offers.some((o) => ACTING.includes(o.kind) || LEAVES.includes(o.kind) || (o.kind === "tool" && o.pressed)))
      return "it is my turn, and nothing on the page acts";
    if (!truth.acts && !this.online) return "it is another's turn"; // bots are on
    return null;
  }

  /** Looks until the page has come to rest; fails if it does not. Now and then something is done before: in a scene, or while others have
   * their turn. */
  async settle() {
    this.since = Date.now();
    let aside = this.aside.odds(this.plan.meanwhile) ? meanwhile(this) : null,
      looks = this.aside.below(3); // until it is done
    let why = "the page is empty",
      drawn = null; // since when something is drawn wrong
    for (let n = 0; ; n++) {
      this.laws();
      const s = await this.seen();
      if (!s && n % 20 === 19) await this.pane.stay(); // who has gone back beyond the first page of this tab comes again
      if (s) {
        why = s.wrong.length ? s.wrong.join("; ") : this.unready(s);
        drawn = s.wrong.length ? (drawn ?? Date.now()) : null;
        if (drawn && Date.now() - drawn > DRAWN) this.fail(why);
        if (!why) return s;
        const others = s.truth && !s.truth.acts && !s.truth.over && !this.online;
        if (aside && (s.says.scene || others) && looks-- <= 0) {
          const act = aside;
          aside = null;
          await act(s);
          continue;
        }
        // scenes, counting and toasts go by the page's clock; a line to a server does too, and would seem dead
        if (s.says.scene || !this.online) await this.pane.hasten(s.says.scene ? (this.plan.paced ? 150 : 500) : 200);
      }
      if (Date.now() - this.since > PATIENCE) this.fail(`stuck for ${PATIENCE / 1000} s: ${why}`);
      await sleep(Math.min(20 + n * 4, 150));
    }
  }

  weights(s) {
    if (s.dialogs) return this.idle > 15 ? { close: 1 } : WEIGHTS.elsewhere;
    if (this.stays && !s.path.startsWith(this.stays)) return WEIGHTS.away;
    if (!s.truth || s.truth.over || s.says.stage !== "play") return WEIGHTS.elsewhere;
    return this.idle > 15 ? WEIGHTS.earnest : WEIGHTS.play;
  }

  choose(s) {
    const weights = this.weights(s),
      kinds = [...new Set(s.offers.map((o) => o.kind))],
      kind = this.chance.weighted(kinds, (k) => (this.forgets && ["link", "back"].includes(k) ? 0 : (weights[k] ?? 0)));
    if (!kind) return null;
    const some = s.offers.filter((o) => o.kind === kind),
      fresh = kind === "tool" && this.idle > 15 ? some.filter((o) => !o.name.includes(".keep")) : some; // no more marks and hints
    return this.chance.of(fresh.length ? fresh : some);
  }

  /** Something that was offered is tapped; what it must bring is waited for. (A lesson may say the same once more.) */
  async tap(s, offer) {
    const at = await this.pane.evaluate(aim, offer.i).catch(() => null);
    if (!at) {
      this.note(`  out of reach: ${offer.name}`);
      if (ACTING.includes(offer.kind) && this.again(this.covered, offer) >= COVERED) this.fail(`it is offered, and cannot be reached: ${offer.name}`);
      return this.idle++;
    }
    this.covered.delete(offer.name);
    this.taps++;
    this.idle++;
    this.note(`tap ${offer.kind} ${offer.name}`);
    if (offer.kind === "field") return this.field(offer);
    await this.pane.tap(at);
    if (this.offline || s.says.lesson) return;
    if (["ink", "main", "close", "undo"].includes(offer.kind)) await this.answer(s, offer);
    else if (OTHERS.includes(offer.kind) && !offer.pressed && !offer.file) await this.change(s, offer);
  }
  /** One more in a row; gives how many. */
  again(rows, { name }) {
    rows.set(name, (rows.get(name) ?? 0) + 1);
    return rows.get(name);
  }

  /** A button that does not matter as much: it changes something, but for a few times. */
  async change(s, offer) {
    const since = Date.now();
    while (Date.now() - since < IDLE) {
      this.laws();
      const now = await this.seen();
      if (!now || now.path !== s.path || now.print !== s.print || this.pane.chooses > since - 2000) return this.vain.delete(offer.name);
      if (!this.online) await this.pane.hasten(100);
      await sleep(30);
    }
    this.note(`  changed nothing: ${offer.name}`);
    if (this.again(this.vain, offer) >= VAIN) this.fail(`${VAIN} times a button that changes nothing: ${offer.name}`);
  }

  /** A button that matters does something: a dialog closes, a turn that is inked is one at the table, too. */
  async answer(s, offer) {
    const turns = s.truth?.acts && /^button#(ready|reveal)/.test(offer.name) && !this.name.includes("other tab");
    const done = (now) =>
      offer.kind === "close" ? now.dialogs !== s.dialogs : turns ? now.truth?.n !== s.truth.n : now.print !== s.print || now.truth?.n !== s.truth?.n;
    const since = Date.now() - 2000,
      end = since + 2000 + DEAD;
    for (;;) {
      this.laws();
      const now = await this.seen();
      if (!now || now.path !== s.path || this.pane.chooses > since) return;
      if (done(now)) return;
      if (Date.now() > end) this.fail(offer.kind === "close" ? `a dialog that does not close: ${offer.name}` : `a button that does nothing: ${offer.name}`);
      if (!this.online) await this.pane.hasten(100);
      await sleep(30);
    }
  }

  /** Lists and fields: another value, as the system's own widget would give it. */
  async field({ i }) {
    await this.pane.evaluate(
      ([k, n]) => {
        const el = window.wander.offers[k];
        if (!el) return;
        if (el.matches("select")) {
          el.selectedIndex = n % el.options.length;
          el.dispatchEvent(new Event("change", { bubbles: true }));
        } else if (["checkbox", "radio"].includes(el.type)) el.click();
        else if (["text", "", "search"].includes(el.type) || el.matches("textarea")) {
          el.focus();
          el.value = ["Ana", "Zoë & Bo <b>", "", "12", "ñandú ".repeat(4).trim()][n % 5].slice(0, el.maxLength > 0 ? el.maxLength : undefined);
          el.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
      },
      [i, this.chance.below(20)],
    );
  }

  /** Closes what lies open above the page, by one of the ways there are. */
  async shut(s) {
    const way = this.chance.of(["button", "Escape", "back"]),
      close = s.offers.find((o) => o.kind === "close");
    if (way === "button" && close) return this.tap(s, close);
    this.note(`close the dialog by ${way === "back" ? "Back" : "Escape"}`);
    if (way === "back") await this.pane.back();
    else await this.pane.key("Escape");
    await this.answer(s, { kind: "close", name: way });
    const now = way === "back" && (await this.seen());
    if (now && now.path !== s.path) this.fail(`Back left ${s.path} for ${now.path}, and did not only close the dialog`);
  }

  /** One tap, or one of the things that happen to people. s: of settle(). */
  async step(troubles, s) {
    if (s.truth?.acts && this.idle > MOST) this.fail(`${MOST} taps, and nothing happened in the game`);
    this.away = this.stays && !s.path.startsWith(this.stays) ? this.away + 1 : 0;
    if (this.away > 4 || (this.away && !s.offers.some((o) => WEIGHTS.away[o.kind]))) {
      this.note(`back to ${this.stays}`);
      return this.pane.goto(this.stays);
    }
    if (this.chance.odds(this.plan.trouble)) return troubles(this, s);
    if (s.dialogs && this.chance.odds(0.3)) return this.shut(s);
    const offer = this.choose(s);
    this.same = s.print === this.print && LIVELY.includes(offer?.kind) ? this.same + 1 : 0;
    this.print = s.print;
    if (this.same > SAME) this.fail(`${SAME} taps, and nothing on the page has changed`);
    if (offer) return this.tap(s, offer);
    return s.dialogs ? this.shut(s) : sleep(50);
  }
}
