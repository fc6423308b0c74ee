// tables.test.mjs -- a table in WebAssembly (clients/web/wasm_table.h) is the server's: the same events give the same bytes,
// object by object, and the same record. tables.c plays random tables natively.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Tambo } from "./tambo.mjs";

const TABLES = Number(process.env.TAMBO_TABLES ?? 120);
const wasm = new Tambo();
const events = (text) =>
  [...text.matchAll(/^(\d+) (-?\d+) (\d+) ([0-4]) (".*")\n(\[.*\])$/gm)].map(([, kind, seat, at, person, what, told]) => ({
    event: [Number(kind), Number(seat), Number(at), Number(person)],
    text: JSON.parse(what),
    told,
  }));
const step = (past, { event: [kind, seat, at, person], text }) => wasm.must(wasm.c.tambo_table_event(kind, seat, at, person, past, wasm.put(text)));

test("the same events, the same bytes", () => {
  const seen = new Set();
  for (let seed = 1; seed <= TABLES; seed++) {
    const printed = execFileSync(process.env.TAMBO_TABLES_NATIVE, [String(seed)], { encoding: "utf8", maxBuffer: 1 << 28 });
    const all = events(printed),
      [, viewer, standing, record] = /^viewer (\d)\nstanding\n(\[.*\])\nrecord\n(".*")$/m.exec(printed);
    wasm.c.tambo_table_begin();
    wasm.c.tambo_table_viewer(Number(viewer));
    all.forEach((one, i) => assert.equal(step(0, one), one.told, `table ${seed}, event ${i}: ${one.event} ${one.text}`));
    assert.equal(wasm.must(wasm.c.tambo_table_standing()), standing, `table ${seed}`);
    const over = wasm.c.tambo_table_status() === 2;
    wasm.c.tambo_table_record_begin(over);
    wasm.c.tambo_table_viewer(Number(viewer));
    for (const one of all) assert.equal(step(1, one), "[]");
    assert.equal(wasm.must(wasm.c.tambo_table_record_end()), JSON.parse(record), `table ${seed}`);
    seen.add(`viewer ${viewer}`);
    seen.add(/game: (\w+)\nmode: ([\w-]+)/.exec(all[0].text).slice(1, 3).join(" "));
    for (const {
      event: [kind],
    } of all)
      seen.add(kind);
  }
  for (const what of [
    "viewer 0",
    "viewer 1",
    "viewer 2",
    "temple solo",
    "temple multi",
    "valley solo",
    "valley multi",
    "tiwanaku competitive",
    "tiwanaku solo-hard",
    "tiwanaku coop-expert",
    6,
    7,
    8,
    9,
    10,
    11,
    12,
  ])
    assert.ok(seen.has(what), `${what} was met`);
});

test("events that do not fit are refused, whatever they are", () => {
  wasm.c.tambo_table_begin();
  const refused = (...args) => assert.equal(wasm.c.tambo_table_event(...args), 0, String(args));
  refused(2, 0, 1, 1, 0, wasm.put("Ana"));
  refused(1, 0, 1, 1, 0, wasm.put("tambo-table 1\n"));
  refused(-1, 0, 1, 1, 0, 0);
  refused(999, 0, 1, 1, 0, 0);
  assert.equal(wasm.c.tambo_table_may(0, 0), 0);
  assert.equal(wasm.c.tambo_table_next(1), 0);
  assert.equal(wasm.c.tambo_table_bot(), -1);
  for (const call of ["state", "view"]) assert.equal(wasm.c[`tambo_table_${call}`](0), 0);
  assert.equal(wasm.c.tambo_table_result(), 0);
  assert.equal(wasm.c.tambo_table_record_end(), 0);
  assert.equal(wasm.c.tambo_table_create(wasm.put("no salt\n")), 0);
  assert.equal(wasm.c.tambo_table_create(wasm.put(`${"0".repeat(64)}\ntambo-table 1\ngame: tiwanaku\n`)), 0, "a map to be made, without the lab");
});
