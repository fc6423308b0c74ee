// example.js -- a small valley at its end and what it is worth (VAL-11): the counted example of the rules page. Its numbers are
// the core's: tests/web/counted.test.mjs plays the sheet, and compares.

export const spaces = {
  a1: 4,
  b1: 4,
  c1: 10,
  d1: 12,
  e1: 11,
  a2: 4,
  b2: 4,
  c2: "snake",
  d2: 10,
  e2: "mine",
  a3: 1,
  b3: 3,
  c3: "hut",
  d3: 6,
  e3: 8,
  a4: 2,
  b4: 5,
  c4: 6,
  d4: "snake",
  e4: 7,
};

/** What the view's sheet has of it. */
export const sheet = {
  crossed: ["c2"],
  discoveries: [
    { kind: "jungle", spaces: ["a3", "b3", "a4", "b4", "c4"] },
    { kind: "town", spaces: ["a1", "b1", "a2", "b2"] },
    { kind: "range", spaces: ["d3", "e3", "e4"] },
    { kind: "pyramid", spaces: ["c1", "d1", "e1", "d2"] },
  ],
};

/** As the core counts it (Position.items). */
export const counted = {
  full: 7,
  items: [
    { what: "jungle", points: 5, spaces: ["a3", "b3", "a4", "b4", "c4"] },
    { what: "town", points: 6, spaces: ["a1", "b1", "a2", "b2"] },
    { what: "range", points: 7, spaces: ["d3", "e3", "e4"] },
    { what: "pyramid", points: 15, spaces: ["c1", "d1", "e1", "d2"] },
    { what: "hut", at: "c3", points: 6, spaces: ["b3", "b4", "c4"] },
    { what: "mine", at: "e2", points: 4, spaces: ["d3", "e3"] },
    { what: "snake", at: "d4", number: 8, points: -8, spaces: ["e3"] },
  ],
  snakes: -8,
  total: 42,
};
