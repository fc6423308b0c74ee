// example.js -- a small temple at its end and what it is worth (TEM-11): the counted example of the rules page. Its numbers are
// the core's: tests/web/counted.test.mjs plays the sheet, and compares.

export const spaces = {
  a1: 1,
  b1: 4,
  c1: "mummy",
  d1: 7,
  e1: 7,
  a2: 3,
  b2: 5,
  c2: 6,
  d2: 7,
  e2: "mummy",
  a3: 3,
  b3: 3,
  c3: 12,
  d3: 8,
  e3: 9,
};

/** As itemsOf() has it; run: its spaces from the first to the last. both: a space that counts for the run and for a group. */
export const counted = {
  run: ["a2", "b1", "b2", "c2", "d2", "d3", "e3"],
  groups: [
    { number: 7, points: 3, spaces: ["d1", "e1", "d2"] },
    { number: 3, points: 3, spaces: ["a2", "a3", "b3"] },
  ],
  rest: [{ at: "e2", points: 2 }],
  loose: [{ at: "c1", points: -2 }],
  total: 13,
  both: "d2",
};
