// best.js -- the best place, without drawing: a position as a match for the game's screen, and what became of a draft. Pure.
import { begin } from "../pure/match.js";

/** The table at the decision, as a match: what screens take.
 * @param {import("../pure/core.js").Core} core to be used up
 * @param {BestPlace} place
 * @returns {Match} */
export function matchOf(core, place) {
  const at = place.record.indexOf("\n--\n") + 1,
    head = place.record.slice(0, at);
  core.load(`${head}--\n`);
  const said = place.record
    .slice(at + 3)
    .split("\n")
    .filter((line) => line && !line.startsWith("=")); // facts follow by themselves
  const lines = said.flatMap((line) => core.apply(line));
  return {
    ...begin(),
    hints: false,
    id: `best-${place.n}`,
    game: place.game,
    mode: String(/^mode: (.*)$/m.exec(head)?.[1]),
    room: 1,
    seats: [{ seat: 1, kind: "human", name: "", you: true }],
    me: 1,
    started: true,
    head,
    lines,
    round: core.view(1).round,
  };
}

/** What somebody chose: {right, line, lost}; lost: hundredths of a point, or null where it is not among the ways that were looked at.
 * @param {BestPlace} place
 * @param {string[]} draft */
export function judged(place, draft) {
  const [{ line: answer }] = place.answer;
  const way = place.ways.find((w) => draft.includes(`1 ${w.line}`));
  const right = way?.line === answer;
  return { right, answer, line: way?.line ?? null, lost: right ? 0 : way ? Math.max(place.margin, way.lost) : null };
}
