// levels.test.mjs -- which level a person should try next, and that the page and bots/levels.c tell of the same levels.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { LEVELS, USUAL_LEVEL, botsOf, nextLevel, noted } from "../../clients/web/src/pure/levels.js";

/** Games against a level, by their results: w is won. */
const after = (level, results, list = []) => [...results].reduce((l, r, i) => noted(l, { id: `${level}${i}`, level, won: r === "w" }), list);
const tried = (level, results) => nextLevel(after(level, results))?.level ?? null;

test("two victories in three games speak for the next level", () => {
  assert.equal(tried("regular", "ww"), "skilled");
  assert.equal(tried("regular", "lww"), "skilled");
  assert.equal(tried("regular", "wlw"), "skilled");
  assert.deepEqual(nextLevel(after("regular", "wlw")), { level: "skilled", up: true, won: 2, of: 3 });
  for (const few of ["", "w", "l", "wl", "ll", "wll", "lwl"]) assert.equal(tried("regular", few), null, few);
  assert.equal(tried("regular", "wwll"), null, "the last three count");
  assert.equal(tried("master", "www"), null, "there is none above");
});

test("three games without a victory speak for the level below", () => {
  assert.deepEqual(nextLevel(after("regular", "wlll")), { level: "casual", up: false, won: 0, of: 3 });
  assert.equal(tried("beginner", "lll"), null, "there is none below");
});

test("a game counts once, and another level begins anew", () => {
  const list = after("casual", "w");
  assert.deepEqual(noted(list, { id: "casual0", level: "casual", won: true }), list);
  assert.deepEqual(after("regular", "w", after("casual", "ww")), [{ id: "regular0", level: "regular", won: true }]);
  for (const strange of [undefined, null, {}, [null, 3, {}]]) assert.equal(noted(strange, { id: "a", level: "casual", won: false }).length, 1);
});

test("levels of bots", () => {
  assert.deepEqual(botsOf("expert", 2), ["expert", "expert"]);
  assert.ok(botsOf("mixed", 5).every((level) => LEVELS.includes(level)) && new Set(botsOf("mixed", 5)).size === 3);
  assert.equal(botsOf("mixed", 1)[0], USUAL_LEVEL);
});

test("the page tells of the levels what the program says", () => {
  const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const said = [...read("bots/levels.c").matchAll(/\{N_\("(\w+)"\),\s*N_\("([^"]+)"\)/g)].map(([, name, about]) => [name, about]),
    page = read("clients/web/src/parts/setup.jsx");
  assert.deepEqual(
    said.map(([name]) => name),
    LEVELS,
  );
  const large = (text) => text[0].toUpperCase() + text.slice(1);
  for (const [name, about] of said) assert.ok(page.includes(`${name}: () => [t("${large(name)}"), t("${large(about)}.")]`), name);
});
