// reason.js -- steps of a hint (`tambo scenario hint --json`): what the board draws of them. Their sentences come with
// them, as tales of the core (puzzle/reason.c).

/** Spaces that a step speaks of, for drawing: {spaces, because}. */
export const speaksOf = (step) => ({
  spaces: step.spaces,
  because: [...new Set([...(step.because ?? []), ...(step.region ?? []), ...(step.other ?? [])])].filter((s) => !step.spaces.includes(s)),
});
