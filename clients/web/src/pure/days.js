// days.js -- dates as texts, "2026-11-16", and what can be counted with them: days in a row, months. Dates are those of the calendar of
// a person, then and there; no clock and no time zone is asked here.
//
// A streak is a run of dates that follow one another, however they came about: in any order, twice (a clock that was set back, a flight west),
// on two devices. A date that a traveller never had (a flight east over the date line) is missing like any other, and ends the streak.

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)$/;
const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param {number} year */
const isLeap = (year) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
/** @param {number} year
 * @param {number} month from 1 */
const lengthOf = (year, month) => (month === 2 && isLeap(year) ? 29 : MONTHS[month - 1]);
/** @param {number} n
 * @param {number} [digits] */
const two = (n, digits = 2) => String(n).padStart(digits, "0");

/** Is this a date that there is?
 * @param {unknown} text */
export function isDay(text) {
  const [, year, month, day] = (SHAPE.exec(String(text)) ?? []).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month);
}

/** The number of a date: the day after has the next one. 1970-01-01 has 0, a Thursday.
 * @param {string} day */
export function numberOf(day) {
  const [, year, month, date] = (SHAPE.exec(day) ?? []).map(Number),
    past = year - 1; // whole years before
  let n = 365 * past + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) - 719162 + date - 1;
  for (let m = 1; m < month; m++) n += lengthOf(year, m);
  return n;
}

/** How many dates in a row there are now, and were at most. The streak of now is the one that has today in it, or yesterday: today may
 * still come. It may reach beyond today, where the clock was ahead.
 * @param {Iterable<string>} days in any order, also more than once
 * @param {string} today */
export function streaks(days, today) {
  const all = [...new Set(days)].map(numberOf).sort((a, b) => a - b),
    at = numberOf(today);
  let now = 0,
    best = 0;
  for (let from = 0, i = 0; i < all.length; i++) {
    if (i && all[i] !== all[i - 1] + 1) from = i;
    best = Math.max(best, i - from + 1);
    if (all[i] >= at - 1 && all[from] <= at) now = i - from + 1;
  }
  return { now, best };
}

/** The month some months later.
 * @param {string} month "2026-11"
 * @param {number} by */
export function monthAfter(month, by) {
  const [year, m] = month.split("-").map(Number),
    n = year * 12 + m - 1 + by;
  return `${two(Math.floor(n / 12), 4)}-${two((n % 12) + 1)}`;
}

/** The weeks of a month, Monday first: each seven dates, or null where that day is of another month.
 * @param {string} month
 * @returns {(string | null)[][]} */
export function weeksOf(month) {
  const [year, m] = month.split("-").map(Number),
    before = (((numberOf(`${month}-01`) + 3) % 7) + 7) % 7; // days from Monday to the first
  /** @type {(string | null)[]} */
  const all = [...Array(before).fill(null), ...Array.from({ length: lengthOf(year, m) }, (_, i) => `${month}-${two(i + 1)}`)];
  while (all.length % 7) all.push(null);
  return Array.from({ length: all.length / 7 }, (_, i) => all.slice(7 * i, 7 * i + 7));
}
