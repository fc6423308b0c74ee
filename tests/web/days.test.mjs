// days.test.mjs -- days in a row and months: random histories of people who travel, whose clocks are set, who have two devices, against a
// plain model that goes day by day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isDay, monthAfter, numberOf, streaks, weeksOf } from "../../clients/web/src/pure/days.js";
import { today } from "../../clients/web/src/story/keep.js";

const HOUR = 3600000,
  DAY = 24 * HOUR;
const HISTORIES = process.env.TAMBO_WALKS === "few" ? 5000 : 100000;
const utc = (ms) => new Date(ms).toISOString().slice(0, 10);

/** Random numbers that repeat. */
function chance(seed) {
  let n = BigInt(seed) + 1n;
  return (below) => {
    n = BigInt.asUintN(64, n * 6364136223846793005n + 1442695040888963407n);
    return Number((n >> 33n) % BigInt(below));
  };
}

/** The model: goes through all dates from the first to the last, one after the other, and counts those that are there. */
function plainly(days, now) {
  if (!days.length) return { now: 0, best: 0 };
  let best = 0,
    alive = 0,
    row = [];
  const sorted = [...days].sort(),
    yesterday = utc(Date.parse(now) - DAY);
  const close = () => {
    best = Math.max(best, row.length);
    if (row.includes(now) || (row.includes(yesterday) && !days.includes(now))) alive = row.length;
    row = [];
  };
  for (let day = sorted[0]; day <= sorted.at(-1); day = utc(Date.parse(day) + DAY))
    if (days.includes(day)) row.push(day);
    else close();
  close();
  return { now: alive, best };
}

/** What one device notes from a time on: dates by its clock, where it is. */
function history(next, at, days) {
  const found = [];
  let zone = (next(27) - 12) * 60, // minutes ahead of UTC
    summer = 0,
    wrong = 0; // of the clock
  for (let i = 0; i < days; i++) {
    if (next(12) === 0) zone = Math.max(-720, Math.min(840, zone + [-660, -180, -60, 60, 330, 600][next(6)])); // a journey
    if (next(20) === 0) summer = summer ? 0 : [60, 30][next(2)];
    if (next(25) === 0) wrong = [0, -DAY, -3 * DAY, 2 * DAY, -7 * HOUR][next(5)];
    for (let n = next(3); n > 0; n--) found.push(utc(at + next(10 * 60) * 60000 + (zone + summer) * 60000 + wrong));
    at += next(7) === 0 ? DAY + next(3) * DAY : DAY + (next(5) - 2) * HOUR;
  }
  return { found, now: utc(at - next(3) * DAY + zone * 60000) };
}

const shuffled = (list, next) =>
  list
    .map((x) => [next(1 << 30), x])
    .sort(([a], [b]) => a - b)
    .map(([, x]) => x);

test(`${HISTORIES} random histories`, () => {
  const seen = new Set();
  for (let seed = 1; seed <= HISTORIES; seed++) {
    const next = chance(seed),
      from = Date.UTC(2020 + next(20), next(12), 1 + next(28), next(24), next(60)),
      one = history(next, from, next(25)),
      two = history(next, from + (next(20) - 5) * DAY, next(3) ? 0 : next(12)); // a second device
    const all = shuffled([...one.found, ...two.found, ...one.found.slice(0, next(4))], next),
      got = streaks(all, one.now);
    assert.deepEqual(got, plainly(all, one.now), `seed ${seed}: ${all.sort().join(" ")}, now ${one.now}`);
    seen.add(`${Math.min(got.now, 3)} ${Math.min(got.best, 5)}`);
  }
  assert.ok(seen.size > 12, "many kinds of histories");
});

test("what is decided", () => {
  const days = ["2026-11-14", "2026-11-15", "2026-11-16"];
  assert.deepEqual(streaks(days, "2026-11-16"), { now: 3, best: 3 });
  assert.deepEqual(streaks(days, "2026-11-17"), { now: 3, best: 3 }, "today may still come");
  assert.deepEqual(streaks(days, "2026-11-18"), { now: 0, best: 3 });
  assert.deepEqual(streaks(days, "2026-11-15"), { now: 3, best: 3 }, "the clock was set back, or one flew west");
  assert.deepEqual(streaks(["2026-12-30", "2027-01-01"], "2027-01-01"), { now: 1, best: 1 }, "Samoa left one out");
  assert.deepEqual(streaks(["2030-01-01", "2026-11-16"], "2026-11-16"), { now: 1, best: 1 }, "a clock that was years ahead once");
  assert.deepEqual(streaks([], "2026-11-16"), { now: 0, best: 0 });
});

test("numbers of dates are those of the calendar", () => {
  for (let ms = Date.UTC(1599, 0, 1), n = ms / DAY; ms < Date.UTC(2405, 0, 1); ms += DAY, n++) {
    if (numberOf(utc(ms)) !== n) assert.fail(utc(ms));
  }
  for (const good of ["2024-02-29", "2000-02-29", "2026-12-31"]) assert.ok(isDay(good), good);
  for (const bad of [
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-11-00",
    "2026-11-31",
    "2026-1-1",
    "",
    null,
    undefined,
    20261116,
    "2026-11-16 ",
  ])
    assert.ok(!isDay(bad), String(bad));
});

test("months", () => {
  assert.equal(monthAfter("2026-11", 2), "2027-01");
  assert.equal(monthAfter("2026-01", -1), "2025-12");
  for (let m = "1999-10"; m < "2032-01"; m = monthAfter(m, 1)) {
    const weeks = weeksOf(m),
      days = weeks.flat().filter(Boolean);
    assert.ok(
      weeks.every((w) => w.length === 7 && w.some(Boolean)),
      m,
    );
    assert.deepEqual(
      days,
      Array.from({ length: days.length }, (_, i) => utc(Date.parse(`${m}-01`) + i * DAY)),
    );
    assert.notEqual(utc(Date.parse(days.at(-1)) + DAY).slice(0, 7), m);
    for (const week of weeks) week.forEach((day, i) => day && assert.equal((new Date(day).getUTCDay() + 6) % 7, i, day));
  }
});

test("the date of now is that of the place, summer time or not", () => {
  const before = process.env.TZ;
  try {
    for (const zone of ["Etc/GMT+12", "Pacific/Kiritimati", "Europe/Berlin", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu"]) {
      process.env.TZ = zone;
      const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
      const there = (ms) => {
        const { year, month, day } = Object.fromEntries(format.formatToParts(ms).map((part) => [part.type, part.value]));
        return `${year}-${month}-${day}`; // how a whole date is written differs between versions of ICU
      };
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2027, 0, 1); ms += 5.3 * HOUR) assert.equal(today(new Date(ms)), there(ms), zone);
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
