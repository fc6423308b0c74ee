// advice.js -- what the master bot would do now in somebody's place, and why: asked of a lab (core.js) that knows what the
// seat knows, and no more. The worker asks; parts/advice.jsx shows it.

/** The steps of the turn: a whole turn where all write at once, else one step. The same for the same position.
 * @param {import("./core.js").Core} lab
 * @param {{head: string, state: Uint8Array, seat: number, plain?: boolean}} question
 * @returns {Advice[]} */
export function adviceOf(lab, { head, state, seat, plain = false }) {
  lab.join(head, state);
  lab.plain(plain);
  lab.seed(1n);
  const { sealed } = lab.game(lab.view(seat).game),
    steps = [];
  do {
    const line = lab.bot(seat, "master").trimEnd(),
      why = lab.whyTold(),
      only = lab.legal(seat).length === 1;
    lab.apply(line);
    const { tales } = JSON.parse(lab.told());
    steps.push({ line, why: why.text ? why : null, tales, stops: !tales.length && !only, spaces: [...new Set([...spacesIn(tales), ...spacesIn([why])])] });
  } while (sealed && lab.acts(seat));
  return steps;
}

/** Spaces that tales name.
 * @param {Tale[]} tales
 * @returns {string[]} */
export const spacesIn = (tales) => tales.flatMap(({ values }) => Object.values(values ?? {}).flatMap((v) => /** @type {any} */ (v)?.spaces ?? []));

const MANY = 6; // spaces from which on lighting them shows nothing

/** Where to look: what is done and what it is for; only where it is done if that would be half the board.
 * @param {Advice[]} steps */
export function placesOf(steps) {
  const all = [...new Set(steps.flatMap(({ spaces }) => spaces))];
  return all.length <= MANY ? all : [...new Set(steps.flatMap(({ tales }) => spacesIn(tales)))].slice(0, MANY);
}
