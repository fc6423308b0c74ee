// reason.js -- steps of a hint (`tambo scenario hint --json`): what the board draws of them. Their sentences come with
// them, as tales of the core (puzzle/reason.c).

/** Spaces that a step speaks of, for drawing: {spaces, because}. */
export const speaksOf = (step) => ({
  spaces: step.spaces,
  because: [...new Set([...(step.because ?? []), ...(step.region ?? []), ...(step.other ?? [])])].filter((s) => !step.spaces.includes(s)),
});

const MOST = 8; // steps that are told together

/** The sentences of steps that follow one another: numbered, as the last may speak of those before it; of very many only the
 * last, which is what the others are for.
 * @param {string[]} sentences */
export const chain = (sentences) =>
  sentences.length > 1 ? sentences.map((text, i) => `${i + 1}. ${text}`).slice(sentences.length > MOST ? -1 : 0) : sentences;
