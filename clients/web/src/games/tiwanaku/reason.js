// reason.js -- a step of a hint (`tambo scenario hint --json`) as a sentence: what follows, and why.
// The same sentences as the command line's, in the reader's language. Steps speak of spaces; the
// region of some spaces is the known part of it, it may have more.
import { eitherOf, listOf, t, tn } from "../../i18n.js";
import { cropName, terrainName } from "./words.js";

const TERRAIN = ["", "valley", "desert", "forest", "mountain"];

/** What follows, without the reason: "c2 is corn (4)". */
export function what(step) {
  const crop = step.what.endsWith("crop"),
    not = step.what.startsWith("not");
  const names = step.values.map((v) => (crop ? `${cropName(v)} (${v})` : terrainName(TERRAIN[v])));
  const values = { spaces: listOf(step.spaces), names: eitherOf(names) };
  const many = step.spaces.length > 1;
  if (not) return many ? t("{spaces} are not {names}", values) : t("{spaces} is not {names}", values);
  return many ? t("{spaces} are {names}", values) : t("{spaces} is {names}", values);
}

/** Numbers of the steps before that ruled out a value where the last one decides. */
function before(steps, k) {
  const last = steps[k],
    wanted = last.what === "crop" ? "not-crop" : "not-terrain";
  return steps.slice(0, k).flatMap((s, i) => (s.what === wanted && s.spaces.some((x) => last.spaces.includes(x)) ? [i + 1] : []));
}

function clash(s, v) {
  return (
    {
      terrain: t("no terrain is left for {other}", v),
      crop: t("no crop is left for {other}", v),
      place: t("the region of {other} cannot have each of its crops once", v),
      supply: t("there are too many or too few spaces for the tiles of a terrain"),
      touch: t("two regions of one terrain touch ({other})", v),
      room: t("the region of {other} cannot have the size that it must have", v),
      size: t("the region of {other} has more than five spaces", v),
    }[s.clash] ?? t("it cannot be")
  );
}

const OF = {
  lone: () => t("its region has no other space"),
  last: (s, v) => t("it is the only crop still missing in the region of {region}", v),
  large: (s, v) => {
    if (s.size === 1) return t("its region has no other space");
    if (s.region?.length === s.size)
      return t("the region of {region} has {size} spaces, and no crop is larger than its region", v);
    return t("the region of {region} cannot have more than {size} spaces, and no crop is larger than its region", v);
  },
  only: (s, v) => {
    if (v.steps && !s.because) return t("every other crop was ruled out ({steps})", v);
    if (v.steps) return t("every other crop is in its region or touches it ({because}), or was ruled out ({steps})", v);
    return t("every other crop is in its region or touches it ({because})", v);
  },
  place: (s, v) => t("the region of {region} has no other place for it", v),
  supply: (s) =>
    tn(
      "{n} tile of that terrain is left, and it has no other place",
      "{n} tiles of that terrain are left, and there are no other places for them",
      s.size,
    ),
  spent: () => t("all tiles of that terrain have been found"),
  left: (s, v) => (v.steps ? t("every other terrain was ruled out ({steps})", v) : t("every other terrain was ruled out")),
  join: (s, v) => t("{because} touch at a corner, so they are of one region, and no other space can join them", v),
  grow: (s, v) => t("the region of {region} must have at least {size} spaces, and it can grow nowhere else", v),
  full: (s, v) => t("with {others} it would be a region of {count} spaces, and that cannot have more than {size}", v),
  twice: (s, v) =>
    s.about
      ? t("with {others} it would be one region, which would have {about} twice", v)
      : t("with {others} it would be one region, and no crop would be left for it", v),
  touch: (s, v) => t("{because} is of that terrain and touches it at a corner, and no space can join the two", v),
  point: (s, v) =>
    s.because.length === 2
      ? t("the region of {region} has its {values} on {or}, and both of these touch {spaces}", v)
      : t("the region of {region} has its {values} on {or}, and all of these touch {spaces}", v),
  home: (s, v) => t("the region of {region} must have at least {size} spaces, and there is no other place for its {about}", v),
  box: () => t("all crops of that level have their places already"),
  cut: (s, v) => t("the region of {region} must have at least {size} spaces, and cannot without this one", v),
  room: (s, v) => {
    if (s.what.startsWith("not") && s.what.endsWith("terrain"))
      return t("no region of that terrain has room there for its crops");
    if (s.size === 1) return t("no region that could be there has a second space");
    return t("no region that could be there has more than {size} spaces, and no crop is larger than its region", v);
  },
  pair: (s, v) => t("{because} have {about} between them, and both touch {spaces} or are in the same region", v),
  hidden: (s, v) => t("the region of {region} has its {about} there, in one order or the other", v),
  triple: (s, v) => t("{because} have {about} between them, and all three touch {spaces} or are in the same region", v),
  orders: (s, v) =>
    t("no way to arrange the crops of the region of {region} that leaves every space around it a crop allows that", v),
  shapes: (s, v) => t("it is so in every shape that the region of {region} can take", v),
  two: (s, v) => t("no way to arrange the crops of the regions of {region} and of {other} together allows that", v),
  suppose: (s, v) => t("if it were, it would follow step by step that {clash}", v),
  nested: () => t("if it were, every way to go on would end in a contradiction"),
};
export const TECHNIQUES = Object.keys(OF);

/** Why step k holds. */
export function why(steps, k) {
  const s = steps[k];
  const list = (spaces) => listOf(spaces ?? []);
  const earlier = before(steps, k);
  const v = {
    spaces: list(s.spaces),
    because: list(s.because),
    region: list(s.region),
    other: list(s.other),
    others: list(s.region?.filter((x) => !s.spaces.includes(x))),
    or: eitherOf(s.because ?? []),
    about: list(s.about?.map(String)),
    values: list(s.values.map(String)),
    size: s.size,
    count: s.region?.length,
    steps: earlier.length ? tn("step {list}", "steps {list}", earlier.length, { list: list(earlier.map(String)) }) : "",
  };
  v.clash = clash(s, v);
  return OF[s.technique]?.(s, v) ?? "";
}

/** Step k as a whole sentence. */
export const reason = (steps, k) => t("{what}: {why}.", { what: what(steps[k]), why: why(steps, k) });

/** Spaces that a step speaks of, for drawing: {spaces, because}. */
export const speaksOf = (step) => ({
  spaces: step.spaces,
  because: [...new Set([...(step.because ?? []), ...(step.region ?? []), ...(step.other ?? [])])].filter(
    (s) => !step.spaces.includes(s),
  ),
});
