// story.js -- a record as something to step through: its head, its steps, what each seat may see after any
// of them. Pure but for the core it is given; page.jsx and player.jsx show it, tests read it under node.
import { Position } from "../pure/position.js";
import { begin } from "../pure/match.js";
import { t } from "../words/i18n.js";
import { called } from "../words/names.js";
import { plus, said } from "../words/tale.js";

/** Is it meant to be a record? What is not has no line that could be mended: an image, a sheet, any other text. */
export const isRecord = (text) =>
  Boolean(
    text
      .split("\n")
      .find((line) => line.trim() && !line.startsWith("#"))
      ?.trim()
      .startsWith("tambo-record"),
  );

/** Reads a record into a story. core: a fresh Core, which the story keeps; own: the reader's seat, or 0. Throws a Refused with the line. */
export function readStory(core, text, own = 0) {
  core.load(text);
  const { game, mode, names } = core.view(0),
    { sealed } = core.game(game);
  const whole = core.record();
  const at = whole.indexOf("\n--\n");
  const head = whole.slice(0, at + 1);
  const steps = []; // each: the line of somebody or of chance, then what followed from it
  for (const line of whole
    .slice(at + 4)
    .split("\n")
    .filter(Boolean))
    if (line.startsWith("=") && steps.length) steps.at(-1).push(line);
    else if (!line.startsWith("=")) steps.push([line]);
  const seats = names.map((name, i) => ({ seat: i + 1, kind: "human", name: i + 1 === own ? t("You") : called({ seat: i + 1, name }) }));
  const match = { ...begin(), id: "replay", game, mode, started: true, head, seats, room: seats.length };
  return { text, match, sealed, steps, own: own <= seats.length ? own : 0, position: new Position(core) };
}

/** The match after n steps, as its viewer has it: lines with all that followed. */
export const matchAfter = (story, n) => ({ ...story.match, lines: story.steps.slice(0, n).flat() });

/** What a seat may know after n steps; 0: what everybody may know. */
export function viewAfter(story, n, seat) {
  const lines = story.steps.slice(0, n).map(([line]) => line); // facts follow by themselves
  story.position.sync({ ...story.match, lines });
  return story.position.view(seat);
}

/** What step n did, in words, to a listener (words/tale.js); tales: what the story's position told, n steps on or more. */
export const stepText = (tales, n, listener) =>
  tales
    .filter(({ at }) => at === n - 1)
    .map((tale) => [said(tale, listener), plus(tale.points)].filter(Boolean).join(" "))
    .join(" ");

/** The spaces of what was done last on the sheet of a seat. */
export function lastSpaces(tales, seat) {
  const on = ({ who, whose }) => (whose ?? who)?.seat === seat;
  const last = tales.filter(({ values }) => on(values)).at(-1);
  return Object.values(last?.values ?? {}).flatMap((value) => value?.spaces ?? []);
}

/** What became of the check of a record's dice (Core.verify): "good", "bad", or "none" where it has no salt. */
export function verdictOf(answer, text) {
  if (answer.good) return "good";
  return /^# fair-salt /m.test(text) ? "bad" : "none";
}
