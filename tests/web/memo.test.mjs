// memo.test.mjs -- when a component of clients/web/src/pure/memo.js is drawn again, asked as Preact asks it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { memo } from "../../clients/web/src/pure/memo.js";

/** A component that was drawn once. */
function drawn(component, props) {
  const it = { props };
  component.call(it, props);
  return it;
}

test("drawn again when a property is another, new or gone", () => {
  const it = drawn(
    memo(() => null),
    { a: 1, b: "x" },
  );
  const again = (next) => it.shouldComponentUpdate(next);
  assert.deepEqual([{ a: 1, b: "x" }, { a: 2, b: "x" }, { a: 1 }, { a: 1, b: "x", c: 0 }, { a: 1, b: "x", children: [] }].map(again), [
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("who draws may say what is alike", () => {
  const it = drawn(
    memo(
      () => null,
      (a, b) => a.n % 2 === b.n % 2,
    ),
    { n: 1 },
  );
  assert.deepEqual(
    [3, 4].map((n) => it.shouldComponentUpdate({ n })),
    [false, true],
  );
});

test("what hooks put round the question stays there", () => {
  const component = memo(() => null),
    it = drawn(component, {}),
    ofHooks = () => true;
  it.shouldComponentUpdate = ofHooks;
  component.call(it, {});
  assert.equal(it.shouldComponentUpdate, ofHooks);
});
