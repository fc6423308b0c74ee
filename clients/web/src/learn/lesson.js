// lesson.js -- a lesson as data, played on the real core: what the table looks like before each step, and
// whether what a player did is what the step asks for. Pure; page.jsx shows it, tests play it under node.
//
// A lesson is {game, head, begin, steps, end}: the head of a record without its `rules` line, the lines before the first step, the
// steps, and the sentence after the last. A step is {text, spots, draft or turn, then}: the sentence; the
// spaces to look at; the lines wanted, in pencil (draft) or for good (turn); and what happens after a
// turn: what the other player does, the next roll. A step with neither is only read. A step with `anew: {head, begin}` is the
// first of another game.
import { OVER } from "../pure/core.js";
import { begin } from "../pure/match.js";
import { toText } from "../pure/text64.js";
import { FRIEND } from "../words/names.js";

/** The head, with the newest rules. */
const headOf = (core, game, head) => head.replace("\nmode:", `\nrules: ${core.rules(game)}\nmode:`);

/** The step that begins the game of step k: 0, or one with `anew`. */
export const firstOf = (lesson, k) => lesson.steps.reduce((from, step, i) => (step.anew && i <= k ? i : from), 0);

/** The table before step k (from 0), as a match: what the screens take. core: a fresh one, or any to be used up.
 * @returns {Match} */
export function matchAt(core, lesson, k) {
  const from = firstOf(lesson, k),
    game = lesson.steps[from].anew ?? lesson,
    head = headOf(core, lesson.game, game.head);
  core.load(`${head}--\n`);
  const done = lesson.steps.slice(from, k);
  const lines = [...game.begin, ...done.flatMap((s) => [...(s.turn ?? []), ...(s.then ?? [])])].flatMap((line) => core.apply(line));
  const seats = ["", FRIEND]
    .slice(0, Number(/^players: (.*)$/m.exec(head)?.[1]))
    .map((name, i) => /** @type {Seat} */ ({ seat: i + 1, kind: i ? "bot" : "human", name, you: !i }));
  const round = done.filter((s) => s.turn).length;
  const { sealed } = core.game(lesson.game);
  const hidden = sealed ? {} : { head: core.openHead(), state: toText(core.state(1)), from: lines.length };
  const result = core.phase() === OVER ? core.result() : null;
  return {
    ...begin(),
    hints: false, // the lesson says what to do
    id: `learn-${lesson.game}`,
    game: lesson.game,
    mode: String(/^mode: (.*)$/m.exec(head)?.[1]),
    board: { own: true },
    room: seats.length,
    seats,
    me: 1,
    started: true,
    head,
    lines,
    round,
    result,
    ...hidden,
  };
}

/** The pencil a step begins with: that of the step before, if it is the same turn. */
export const draftAt = (lesson, k) => lesson.steps[k - 1]?.draft ?? [];

const sorted = (lines) => [...lines].sort().join("\n");

/** Did the player do just what is asked for? In which order does not matter. */
export const fits = (wanted, lines) => sorted(wanted) === sorted(lines);

/** Is this pencil on the way to what is asked for? */
export const onTheWay = (wanted, lines) => lines.every((line) => wanted.includes(line));
