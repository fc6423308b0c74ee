// read.js -- what a review (docs/review.md) says, sorted for the page: turning points, the curve, where the answer lies and how near
// a guess is. Pure; points come in hundredths and stay so.

export const MARKS = ["inaccuracy", "mistake", "blunder"];
const POINTS = 3; // turning points that are shown first

/** The decisions that cost most, dearest first.
 * @param {Decision[]} decisions */
export const turningPoints = (decisions) =>
  decisions
    .filter(({ mark }) => mark)
    .sort((a, b) => b.lost - a.lost || a.step - b.step)
    .slice(0, POINTS);

/** The expected result over the game: [{at, value}]: `at` counts decisions; what play gives away falls straight down, the rest is luck.
 * @param {Decision[]} decisions
 * @param {number} seat
 * @param {ReviewEnd | null} end */
export function curveOf(decisions, seat, end) {
  const points = decisions.flatMap(({ value, lost, whose }, at) => {
    const after = whose === seat ? value - lost : value;
    return after === value
      ? [{ at, value }]
      : [
          { at, value },
          { at, value: after },
        ];
  });
  return end ? [...points, { at: decisions.length, value: end.result }] : points;
}

/** Round numbers that the curve lies between: [low, high], in hundredths.
 * @param {number[]} values */
export function boundsOf(values) {
  const low = Math.min(...values),
    high = Math.max(...values);
  const step = [100, 200, 500, 1000, 2000, 5000].find((s) => (high - low) / s <= 4) ?? 10000;
  const from = Math.floor(low / step) * step,
    to = Math.ceil(high / step) * step;
  return { from, to: to === from ? from + step : to, step };
}

/** The spaces that a line of a record names.
 * @param {string} line */
export const spacesIn = (line) => line.split(" ").filter((word) => /^[a-z]\d{1,2}$/.test(word));

/** The lines of master's that were not made; all of them if each was.
 * @param {Decision} decision */
export function otherLines({ made, strong }) {
  const other = strong.filter((line) => !made.includes(line));
  return other.length ? other : strong;
}

/** The lines of master's before the first of those: it can be done only after them.
 * @param {Decision} decision */
export const linesBefore = (decision) => decision.strong.slice(0, decision.strong.indexOf(otherLines(decision)[0]));

/** Where master's way is found: the space that each other line ends in, all of what is revealed.
 * @param {Decision} decision
 * @returns {string[]} */
export function answerSpaces(decision) {
  const found = otherLines(decision).flatMap((line) => (line.startsWith("reveal ") ? spacesIn(line) : spacesIn(line).slice(-1)));
  return [...new Set(found)];
}

/** How far two spaces are apart, as kings go.
 * @param {string} a
 * @param {string} b */
function apart(a, b) {
  const row = (/** @type {string} */ s) => Number(s.slice(1)),
    col = (/** @type {string} */ s) => s.charCodeAt(0);
  return Math.max(Math.abs(row(a) - row(b)), Math.abs(col(a) - col(b)));
}

/** What a guess is: "right", "warm" (beside it, or a space of the reason), "cold".
 * @param {Decision} decision
 * @param {string} space */
export function judged(decision, space) {
  const right = answerSpaces(decision);
  if (right.includes(space)) return "right";
  const near = [...decision.spaces, ...otherLines(decision).flatMap(spacesIn)];
  return near.includes(space) || right.some((s) => apart(s, space) === 1) ? "warm" : "cold";
}

/** Is it about a space? Not where what was made ends in the same one: then about what is done there.
 * @param {Decision} decision */
export const isAboutSpace = (decision) => answerSpaces(decision).some((space) => !decision.made.flatMap((line) => spacesIn(line).slice(-1)).includes(space));

const CHOICES = 6; // lines to choose from, where it is not about a space

/** Lines to choose the answer from: master's, what was made there, others that were legal, those most like it first; in the game's order.
 * @param {Decision} decision
 * @param {string[]} legal what could be done there, without the seat */
export function choicesOf(decision, legal) {
  const [answer] = otherLines(decision),
    last = (/** @type {string} */ line) => line.split(" ").at(-1);
  const alike = legal.filter((line) => last(line) === last(answer)),
    wanted = new Set([answer, ...decision.made.filter((line) => legal.includes(line)), ...alike, ...legal]);
  const few = [...wanted].slice(0, CHOICES);
  return legal.filter((line) => few.includes(line));
}

/** The record up to a decision, for a table that goes on from there.
 * @param {string} head of the record, without `--`
 * @param {string[][]} steps as replay/story.js has them
 * @param {number} n */
export const recordUpTo = (head, steps, n) =>
  `${head}--\n${steps
    .slice(0, n)
    .flat()
    .map((line) => `${line}\n`)
    .join("")}`;
