// remote.test.mjs -- tables on a server (clients/web/src/table/table_remote.js) against a small fake of it:
// a break comes back by itself, nothing is done twice, nothing is lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Line } from "../../clients/web/src/net/line.js";
import { RemoteTable } from "../../clients/web/src/table/table_remote.js";
import { until } from "./kit.mjs";

/** A server of one table. Its stream is numbered; actions are remembered by id. */
class Fake {
  constructor() {
    this.stream = [{ n: 1, at: 1001, t: "table", id: "x1", code: "ABCDEF", game: "temple", mode: "multi", seats: 2, options: {}, owner: "p" }];
    this.done = []; // actions that changed something
    this.lines = []; // open sockets
    this.heard = []; // everything that came in
    this.deaf = false; // takes messages, does them, and never answers
    this.down = false; // refuses connections
    this.standing = []; // told after what was missed
    this.says = {}; // answers to hello and open instead of the usual
    this.paths = []; // where sockets were opened
  }
  connect = (path) => {
    this.paths.push(path);
    const line = { closed: false, send: (text) => setTimeout(() => this.take(line, JSON.parse(text)), 0), close: () => this.cut(line) };
    setTimeout(() => {
      if (this.down) return line.onclose?.();
      this.lines.push(line);
      line.onopen?.();
    }, 0);
    return line;
  };
  cut(line, code = 1006) {
    if (line.closed) return;
    line.closed = true;
    this.lines = this.lines.filter((l) => l !== line);
    setTimeout(() => line.onclose?.({ code }), 0);
  }
  say(line, ...objects) {
    if (!line.closed) line.onmessage({ data: JSON.stringify(objects) });
  }
  /** It happens; whoever has no line hears of it later. */
  tell(o) {
    o.n = this.stream.push(o);
    o.at = 1000 + o.n;
    for (const line of this.lines) this.say(line, o);
  }
  take(line, m) {
    if (line.closed) return;
    this.heard.push(m);
    if (m.do === "hello") return this.say(line, this.says.hello ?? { re: m.id, ok: true, v: 2, build: "b1", player: "p", now: Date.now() + 5000 });
    if (m.do === "open") {
      if (this.says.open) return this.say(line, this.says.open);
      const anew = m.last > this.stream.length || (m.last && m.at !== this.stream[m.last - 1].at); // set back to an earlier moment
      return this.say(
        line,
        { re: m.id, ok: true, table: "x1", seat: 1 },
        ...(anew ? [{ t: "anew" }] : []),
        ...this.stream.filter((o) => anew || o.n > (m.last ?? 0)),
        ...this.standing,
      );
    }
    if (m.do === "record") return this.say(line, { re: m.id, ...this.says.record });
    const again = this.done.some((d) => d.id === m.id);
    if (!again) {
      this.done.push(m);
      this.tell({ t: "chat", seat: 1, text: m.text, at: 0 });
    }
    if (this.deaf) return;
    this.say(line, m.text === "bad" ? { re: m.id, ok: false, error: "rate", text: "Too fast." } : { re: m.id, ok: true, ...(again ? { again } : {}) });
  }
}

const open = (fake, id = "x1", more = {}) => new RemoteTable(id, { connect: fake.connect, waits: [1, 2, 5], ...more });

test("a line that is closed as signed out asks who it is, and comes back", async () => {
  const fake = new Fake();
  let asked = 0;
  const line = new Line({
    greet: () => [],
    heard: () => {},
    lost: () => {},
    refused: () => {},
    connect: fake.connect,
    ended: () => asked++,
    waits: [1],
  });
  await until(() => line.player);
  fake.cut(fake.lines[0]);
  await until(() => fake.heard.length === 2);
  assert.equal(asked, 0);
  fake.cut(fake.lines[0], 4001);
  await until(() => fake.heard.length === 3);
  assert.equal(asked, 1);
  line.close();
});

test("the line names its table to the proxy, whenever it is made", async () => {
  const fake = new Fake(),
    table = open(fake, "0123456789abcdef");
  await until(() => table.link === "open");
  fake.cut(fake.lines[0]);
  await until(() => fake.paths.length === 2 && table.link === "open");
  assert.deepEqual(fake.paths, ["/ws?table=0123456789abcdef", "/ws?table=0123456789abcdef"]);
  table.close();
  const stranger = new RemoteTable(null, { code: "ABCDEF", connect: fake.connect, waits: [1] });
  await until(() => stranger.link === "open");
  assert.equal(fake.paths.at(-1), "/ws"); // whose id is not known yet
  stranger.close();
});

test("hello, open, the stream, an action and its answer", async () => {
  const fake = new Fake(),
    table = open(fake);
  assert.equal(table.link, "connecting");
  await until(() => table.link === "open");
  assert.equal(table.match.game, "temple");
  assert.ok(Math.abs(table.skew - 5000) < 500);
  assert.deepEqual(
    fake.heard.map((m) => m.do),
    ["hello", "open"],
  );
  await table.act("chat", { text: "hi" });
  assert.deepEqual(
    table.match.talk.map((x) => x.text),
    ["hi"],
  );
  await assert.rejects(table.act("chat", { text: "bad" }), (e) => e.word === "rate");
  table.close();
});

test("after a break it asks for what it missed", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.cut(fake.lines[0]);
  fake.tell({ t: "chat", seat: 2, text: "while you were away" });
  await until(() => table.link === "lost" || table.match.talk.length);
  await until(() => table.match.talk.length === 1, "the missed object");
  assert.equal(fake.heard.filter((m) => m.do === "open").at(-1).last, 1);
  assert.equal(table.link, "open");
  table.close();
});

test("it says what it has: the number and the time of the last event; how things stand is told anew", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.tell({ t: "chat", seat: 2, text: "hi" });
  fake.say(fake.lines[0], { t: "ready", seat: 2 }, { t: "yours", lines: ["1 write 3 e1"] });
  assert.deepEqual([table.match.ready, table.match.yours], [[2], ["1 write 3 e1"]]);
  fake.standing = [{ t: "ready", seat: 1 }];
  fake.cut(fake.lines[0]);
  await until(() => fake.heard.filter((m) => m.do === "open").length === 2 && table.link === "open");
  const { last, at } = fake.heard.filter((m) => m.do === "open").at(-1);
  assert.deepEqual([last, at], [2, 1002]);
  assert.deepEqual([table.match.ready, table.match.yours, table.match.talk.length], [[1], [], 1]);
  table.close();
});

test("a server that went back in time: all is taken anew", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  for (const text of ["one", "two", "three"]) fake.tell({ t: "chat", seat: 2, text });
  fake.cut(fake.lines[0]);
  fake.stream.length = 2;
  await until(() => table.match.life === 1, "the beginning");
  assert.deepEqual([table.match.talk.map((x) => x.text), table.match.n, table.link], [["one"], 2, "open"]);
  fake.tell({ t: "chat", seat: 2, text: "another way" });
  assert.deepEqual(
    table.match.talk.map((x) => x.text),
    ["one", "another way"],
  );
  table.close();
});

test("a server of another build: nothing of it is read, the page is loaded anew, and if that did not help it says so", async () => {
  for (const first of [true, false]) {
    const fake = new Fake(),
      asked = [],
      table = open(fake, "x1", { build: "b0", load: async (build) => (asked.push(build), first) });
    await until(() => asked.length, "the other build");
    await new Promise((done) => setTimeout(done, 30));
    assert.deepEqual([asked, table.match.game, table.link], [["b1"], null, first ? "renewing" : "refused"]);
    assert.equal(fake.heard[0].build, "b0");
    if (!first) assert.equal(table.problem.error, "build");
    assert.equal(fake.heard.filter((m) => m.do === "hello").length, 1, "it does not try again by itself");
    table.close();
  }
  const fake = new Fake(),
    table = open(fake, "x1", { build: "b1", load: () => assert.fail("the same build") });
  await until(() => table.link === "open");
  table.close();
});

test("who is told how long to wait waits so long", async () => {
  const fake = new Fake();
  fake.says.hello = { re: "hello", ok: false, error: "rate", text: "Too fast.", wait_ms: 150 };
  const begin = Date.now(),
    table = open(fake);
  await until(() => fake.heard.filter((m) => m.do === "hello").length === 2, "the next try");
  assert.ok(Date.now() - begin >= 140, `${Date.now() - begin} ms`);
  table.close();
});

test("an action without answer is sent again under its id, and done once", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.deaf = true;
  const acted = table.act("chat", { text: "once" });
  await until(() => fake.done.length === 1);
  fake.deaf = false;
  fake.cut(fake.lines[0]);
  const answer = await acted;
  assert.equal(answer.again, true);
  assert.equal(fake.done.length, 1);
  assert.deepEqual(
    table.match.talk.map((x) => x.text),
    ["once"],
  );
  table.close();
});

test("what is done while there is no line is sent when it is back", async () => {
  const fake = new Fake();
  fake.down = true;
  const table = open(fake);
  await until(() => table.link === "lost");
  const acted = table.act("chat", { text: "later" });
  fake.down = false;
  await acted;
  assert.deepEqual(
    fake.done.map((m) => m.text),
    ["later"],
  );
  assert.ok(table.tries === 0);
  table.close();
});

test("after a long time without a line the next break is tried again soon", async () => {
  const fake = new Fake();
  fake.down = true;
  const table = open(fake, "x1", { waits: [1, 1, 1, 3_600_000] });
  await until(() => table.tries === 3);
  fake.down = false;
  await until(() => table.link === "open");
  fake.cut(fake.lines[0]);
  await until(() => table.link === "lost");
  await until(() => table.link === "open", "the line");
  table.close();
});

test("a table that is not there is refused, and not tried again", async () => {
  const fake = new Fake();
  fake.says.open = { re: "open", ok: false, error: "table", text: "There is no such table." };
  const table = open(fake);
  const acted = table.act("chat", { text: "x" });
  await assert.rejects(acted, (e) => e.word === "table");
  assert.deepEqual([table.link, table.problem.error], ["refused", "table"]);
  await new Promise((done) => setTimeout(done, 30));
  assert.equal(fake.heard.filter((m) => m.do === "hello").length, 1);
});

test("of another version the page is loaded anew, and if that did not help it says so; a code finds its table", async () => {
  const old = new Fake();
  old.says.hello = { re: "hello", ok: false, error: "version", text: "Version 2." };
  for (const fits of [true, false]) {
    let asked = 0;
    const table = open(old, "x1", { load: async () => (asked++, fits) });
    await until(() => table.link === (fits ? "renewing" : "refused"));
    assert.equal(asked, 1, "the page is loaded anew, once");
    if (!fits) assert.equal(table.problem.error, "version");
    table.close();
  }
  const fake = new Fake(),
    by = open(fake, null, { code: "ABCDEF" });
  await until(() => by.link === "open");
  assert.equal(by.id, "x1");
  assert.equal(fake.heard[1].code, "ABCDEF");
  by.close();
});

test("a stopping server is told of, and forgotten when it is back", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.say(fake.lines[0], { t: "stop", text: "Back soon." });
  assert.equal(table.match.stop, "Back soon.");
  fake.cut(fake.lines[0]);
  await until(() => table.link === "open" && !table.match.stop);
  table.close();
});

test("a line that is dead without telling is noticed, and the action done once", async () => {
  const fake = new Fake(),
    table = open(fake, "x1", { patience: 60 });
  await until(() => table.link === "open");
  fake.deaf = true; // done, but neither answered nor closed
  const acted = table.act("chat", { text: "once" });
  await until(() => fake.done.length === 1);
  fake.deaf = false;
  assert.equal((await acted).again, true);
  assert.equal(fake.done.length, 1);
  table.close();
});

test("an answer that never comes is noticed though others are heard", async () => {
  const fake = new Fake(),
    table = open(fake, "x1", { patience: 60 });
  await until(() => table.link === "open");
  fake.deaf = true;
  const acted = table.act("chat", { text: "once" });
  await until(() => fake.done.length === 1);
  const others = setInterval(() => fake.lines[0] && fake.say(fake.lines[0], { t: "ready", seat: 2 }), 10);
  await until(() => table.link !== "open", "the break");
  fake.deaf = false;
  assert.equal((await acted).again, true);
  clearInterval(others);
  table.close();
});

test("whoever has no cookie is introduced before the line is made; if that fails it is tried again, not as a stranger", async () => {
  const fake = new Fake();
  let asked = 0;
  const known = async () => {
    if (++asked < 3) throw new Error("nobody answers");
    assert.equal(fake.heard.length, 0);
  };
  const table = open(fake, "x1", { known });
  await until(() => table.link === "open");
  assert.equal(asked, 3);
  table.close();
});

test("a store that fails is tried again; it is no refusal", async () => {
  const fake = new Fake();
  fake.says.open = { re: "open", ok: false, error: "store", text: "Try again." };
  const table = open(fake);
  await until(() => table.link === "lost");
  delete fake.says.open;
  await until(() => table.link === "open");
  table.close();
});

test("people without a name are called by their seat; others by their name", async () => {
  const fake = new Fake();
  const table = open(fake);
  await until(() => table.link === "open");
  fake.tell({ t: "seat", seat: 1, kind: "human", name: "Traveller", player: "p", you: true });
  fake.tell({ t: "seat", seat: 2, kind: "human", name: "?", player: "q" });
  await until(() => table.match.seats[1].kind === "human");
  assert.deepEqual(
    table.match.seats.map((s) => s.name),
    ["Traveller 1", "Traveller 2"],
  );
  fake.tell({ t: "start", players: 2, head: "h", seat: 1, names: ["Traveller", "Ana"] });
  await until(() => table.match.started);
  assert.deepEqual(
    table.match.seats.map((s) => s.name),
    ["Traveller 1", "Ana"],
  );
  table.close();
});

test("bots are called by their seat", async () => {
  const fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.tell({ t: "seat", seat: 2, kind: "bot", name: "bot beginner", level: "beginner" });
  assert.equal(table.match.seats[1].name, "Bot 2");
  table.close();
});

test("where something was hidden the record is asked for at the end, once", async () => {
  const fake = new Fake();
  const table = open(fake);
  fake.says.record = { ok: true, record: "whole: 1\n--\n1 pass\n# fair-salt 0\n" };
  await until(() => table.link === "open");
  fake.tell({ t: "start", players: 2, head: "part: 1\n", state: "AAAA", seat: 1, names: ["A", "B"] });
  fake.tell({ t: "over", result: { seats: [] } });
  await until(() => table.match.state === null);
  fake.tell({ t: "chat", seat: 1, text: "well played", at: 0 });
  await until(() => table.match.talk.length);
  assert.equal(table.match.head, "whole: 1\n");
  assert.deepEqual(table.match.lines, ["1 pass"]);
  assert.equal(fake.heard.filter((m) => m.do === "record").length, 1);
  table.close();
});

/** What is thrown where nobody catches it, from now on. */
function uncaught(t) {
  const thrown = [];
  t.mock.method(globalThis, "queueMicrotask", (fn) => {
    try {
      fn();
    } catch (error) {
      thrown.push(error.message);
    }
  });
  return thrown;
}

test("a message that breaks something: the table is opened anew from the beginning, once; then it says so and rests", async (t) => {
  const thrown = uncaught(t),
    fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  fake.tell({ t: "chat", seat: 2, text: "hi" });
  const life = table.match.life,
    opened = () => fake.heard.filter((m) => m.do === "open");
  fake.deaf = true;
  const turn = table.act("chat", { text: "mine" });
  await until(() => fake.done.length === 1);
  fake.deaf = false;
  fake.say(fake.lines[0], { n: 9, t: "round" }); // no lines
  assert.equal(table.match.game, null, "what broke is not shown on");
  await until(() => table.match.talk.length === 2, "it is told again");
  await turn;
  assert.deepEqual([thrown.length, table.link, table.match.life, fake.done.length], [1, "open", life, 1]);
  assert.deepEqual([opened().length, opened().at(-1).last, opened().at(-1).at], [2, 0, 0]);
  fake.tell({ t: "chat", seat: 2, text: "it goes on" });
  assert.equal(table.match.talk.at(-1).text, "it goes on");

  fake.deaf = true;
  const lost = table.act("chat", { text: "lost" });
  fake.lines[0].onmessage({ data: "[{" });
  assert.deepEqual([table.link, table.problem?.error], ["refused", "fault"]);
  await assert.rejects(lost, (e) => e.word === "fault");
  await new Promise((done) => setTimeout(done, 30));
  assert.deepEqual([thrown.length, fake.lines.length, opened().length], [2, 0, 2], "no more tries");
});

test("after a while a fault is another one; a listener that fails keeps nobody else from hearing", async (t) => {
  const thrown = uncaught(t),
    fake = new Fake(),
    table = open(fake);
  await until(() => table.link === "open");
  const now = Date.now();
  fake.say(fake.lines[0], { n: 9, t: "round" });
  await until(() => table.link === "open" && table.match.game);
  t.mock.method(Date, "now", () => now + 61000);
  fake.say(fake.lines[0], { n: 9, t: "round" });
  await until(() => table.link === "open" && table.match.game);
  assert.equal(fake.heard.filter((m) => m.do === "open").length, 3);
  let heard = 0;
  table.listen(() => {
    throw new Error("planted in a listener");
  });
  table.listen(() => heard++);
  fake.tell({ t: "chat", seat: 2, text: "hi" });
  await until(() => thrown.length === 3);
  assert.deepEqual([heard, thrown[2], table.link, table.match.talk.length], [1, "planted in a listener", "open", 1]);
  table.close();
});

test("the list of open tables: a message that breaks something is followed by a new line", async (t) => {
  const thrown = uncaught(t),
    fake = new Fake();
  let left = 1;
  const heard = [];
  const line = new Line({
    greet: () => [],
    heard(objects) {
      if (left-- > 0) throw new Error("planted here");
      heard.push(...objects);
    },
    lost: () => {},
    refused: () => {},
    connect: fake.connect,
    waits: [1],
  });
  await until(() => heard.length);
  assert.deepEqual(thrown, ["planted here"]);
  assert.equal(fake.lines.length, 1);
  line.close();
});
