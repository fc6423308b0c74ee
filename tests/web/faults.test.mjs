// faults.test.mjs -- what is kept of errors: none is lost where the browser keeps nothing, nothing of them lets anybody in or names anybody,
// and whatever is thrown, or stands in the storage, can be kept and shown. (What a person sees of it: ../browser/faults.test.mjs.)
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { faults, faultsText, forgetFaults, keepFault, listenToFaults, pageOf } from "../../clients/web/src/browser/faults.js";

const KEY = "tambo.faults",
  items = new Map(),
  listeners = {};
let refused; // what the browser refuses: "set", or "all"
const refuse = (...kinds) => {
  if (kinds.includes(refused)) throw new DOMException("refused", "QuotaExceededError");
};
globalThis.localStorage = {
  getItem: (name) => (refuse("all"), items.get(name) ?? null),
  setItem: (name, text) => (refuse("all", "set"), items.set(name, text)),
  removeItem: (name) => (refuse("all"), items.delete(name)),
};
globalThis.document = { querySelector: () => ({ content: "1.0" }) };
globalThis.location = { pathname: "/settings" };
globalThis.addEventListener = (name, fn) => (listeners[name] = fn);
listenToFaults();

beforeEach(() => {
  refused = undefined;
  forgetFaults();
});
const messages = () => faults().map((fault) => fault.message);
const keepAll = (...texts) => texts.forEach((text) => keepFault(new Error(text)));

test("storage blocked: all of this page are there, and can be forgotten", () => {
  refused = "all";
  keepAll("one", "two", "three");
  assert.deepEqual(messages(), ["three", "two", "one"]);
  forgetFaults();
  assert.deepEqual(messages(), []);
});

test("storage full: those of before and those of this page; kept again when there is room", () => {
  keepAll("before");
  refused = "set";
  keepAll("one", "two", "two again");
  assert.deepEqual(messages(), ["two again", "two", "one", "before"]);
  refused = undefined;
  keepAll("three");
  assert.equal(JSON.parse(items.get(KEY)).length, 5);
});

test("what another window kept stays", () => {
  keepAll("mine");
  const [mine] = JSON.parse(items.get(KEY));
  items.set(KEY, JSON.stringify([{ ...mine, message: "of another window" }, mine]));
  keepAll("mine again");
  assert.deepEqual(messages(), ["mine again", "of another window", "mine"]);
});

const SECRET = "k3jhS5"; // an id, a code, a token
for (const text of [
  `/api/tables/${SECRET}/record failed`,
  `at /t/${SECRET}`,
  `at t/${SECRET}?as=1`,
  `at /T/${SECRET}`,
  `of /api/ws?table=${SECRET}`,
  `of ?code=${SECRET}`,
  `#me=${SECRET}`,
  `//h/t/${SECRET}`,
  `https://h/t/${SECRET}`,
  `HTTPS://H/t/${SECRET}`,
  `https://h/j/${SECRET}.js:1`,
  `https://h/?me=${SECRET}.js`,
  `wss://h/ws/${SECRET}`,
  `file:///home/${SECRET}/x.js`,
  `capacitor://localhost/t/${SECRET}`,
  `webkit-masked-url://${SECRET}/`,
  `blob:https://h/${SECRET}`,
  `data:text/html,${SECRET}`,
])
  test(`nothing that lets anybody in: ${text}`, () => {
    keepFault({ message: text, stack: `Error: ${text}\n    at f (https://h/chunk-A.js:1:2)` });
    assert.ok(!items.get(KEY).includes(SECRET), items.get(KEY));
    assert.match(faults()[0].stack, /at f \(chunk-A\.js:1:2\)$/, "but the place in our files");
  });

test("nothing of a text that could not be read", () => {
  for (const text of ["Ana sits at /t/abc", '{"name":"Ana', `[1,2,3,"Ana",${"x".repeat(99)}`])
    try {
      JSON.parse(text);
    } catch (error) {
      keepFault(error);
      keepFault({ message: `Uncaught ${error}`, stack: "" }); // as a worker says it
    }
  assert.ok(faults().length > 2);
  assert.ok(!/Ana|abc/.test(items.get(KEY)), items.get(KEY));
  assert.match(faultsText(faults()), /faults\.test\.mjs|Unexpected/);
});

test("the page: whole where everybody has it, else only its name, else nothing", () => {
  for (const path of ["/", "/play/temple", "/puzzles/certain/q1", "/day/2026-01-01", "/settings", "/me"]) assert.equal(pageOf(path), path);
  for (const first of ["t", "j", "circle", "review", "replay", "me", "tables", "settings"]) assert.equal(pageOf(`/${first}/abc/def`), `/${first}/…`);
  for (const path of ["/abcdef", "/T/abc", "//abc"]) assert.equal(pageOf(path), "/…");
});

test("what stands in the storage may be anything: what cannot be shown is left out", () => {
  keepAll("sound");
  const [sound] = JSON.parse(items.get(KEY));
  for (const bad of [{ message: "x" }, null, 1, { ...sound, at: "x" }, { ...sound, at: 1e300 }, { ...sound, stack: {} }]) {
    items.set(KEY, JSON.stringify([bad, sound]));
    assert.match(faultsText(faults()), /sound/);
    assert.deepEqual(messages(), ["sound"]);
  }
  keepAll("next");
  assert.deepEqual(messages(), ["next", "sound"]);
});

test("whatever is thrown can be kept", () => {
  const throws = {
    get message() {
      throw new Error("planted");
    },
    get stack() {
      throw new Error("planted");
    },
  };
  const all = [Object.create(null), throws, Symbol("x"), "text", 1];
  all.forEach((reason, i) => {
    listeners.unhandledrejection({ reason });
    assert.equal(
      faults().reduce((sum, { times }) => sum + times, 0),
      i + 1,
    );
  });
  assert.ok(faultsText(faults()));
});
