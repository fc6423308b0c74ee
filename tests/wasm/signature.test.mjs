// signature.test.mjs -- the bench signature, which names the behaviour of all games, is the
// same number in WebAssembly as in the native build. tools/test compares the native builds.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

test("the signature of all games is the native one", (context) => {
  const module = new WebAssembly.Module(readFileSync(process.env.TAMBO_SIGNATURE));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const { all, count } = new WebAssembly.Instance(module, {}).exports;
  const ours = BigInt.asUintN(64, all()).toString(16).padStart(16, "0");
  const native = execFileSync(process.env.TAMBO_BENCH, ["--signature"], { encoding: "utf8" }).trim();
  context.diagnostic(`${ours}, ${count()} matches`);
  assert.equal(ours, native);
});
