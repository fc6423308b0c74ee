// promises.test.mjs -- what tables promised of their dice, as this device keeps it: the first counts, of the last hundred games, until the
// game goes; whatever else stands in the storage.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { dropPromises, keepPromise, promiseOf } from "../../clients/web/src/table/promises.js";

const KEY = "tambo.promises",
  items = new Map();
let full = false;
globalThis.localStorage = {
  getItem: (name) => items.get(name) ?? null,
  setItem(name, text) {
    if (full) throw new DOMException("full", "QuotaExceededError");
    items.set(name, text);
  },
  removeItem: (name) => items.delete(name),
};
beforeEach(() => {
  items.clear();
  full = false;
});

test("the first promise of a table counts", () => {
  keepPromise("one", "aa");
  keepPromise("two", "bb");
  keepPromise("one", "cc");
  assert.deepEqual(["one", "two", "three"].map(promiseOf), ["aa", "bb", null]);
});

test("what has promised nothing is not kept, and may promise later", () => {
  keepPromise("one", null);
  assert.equal(items.size, 0);
  keepPromise("one", "aa");
  assert.equal(promiseOf("one"), "aa");
});

test("a hundred games at most: the oldest go", () => {
  for (let n = 0; n < 103; n++) keepPromise(`t${n}`, `p${n}`);
  assert.deepEqual(
    [0, 1, 2].map((n) => promiseOf(`t${n}`)),
    [null, null, null],
  );
  for (let n = 3; n < 103; n++) assert.equal(promiseOf(`t${n}`), `p${n}`);
  assert.equal(JSON.parse(items.get(KEY)).length, 100);
});

test("they go with their games, and no others", () => {
  for (const id of ["one", "two", "three"]) keepPromise(id, `of ${id}`);
  dropPromises((id) => id === "two");
  assert.deepEqual(["one", "two", "three"].map(promiseOf), ["of one", null, "of three"]);
  dropPromises(() => true);
  assert.deepEqual(JSON.parse(items.get(KEY)), []);
});

test("rubbish in the storage is nothing, and what can be read beside it stays", () => {
  for (const text of ["", "{", "null", "7", '"x"', '{"one":"aa"}', "[null]", "[7,[],{}]", '["one","aa"]', '[["one"],["one",7],[1,"aa"]]']) {
    items.set(KEY, text);
    assert.equal(promiseOf("one"), null, text);
    keepPromise("two", "bb");
    assert.equal(promiseOf("two"), "bb", text);
    dropPromises((id) => id === "two");
    assert.equal(promiseOf("two"), null, text);
  }
  items.set(KEY, '[null,["one","aa"]]');
  assert.equal(promiseOf("one"), "aa");
});

test("a device that is full keeps what it has", () => {
  keepPromise("one", "aa");
  full = true;
  keepPromise("two", "bb");
  dropPromises(() => true);
  assert.deepEqual(["one", "two"].map(promiseOf), ["aa", null]);
});
