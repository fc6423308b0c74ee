// tell.js -- lines of a decision in words, and what the sheet would look like: by cores that know what the seat knew, so that nothing
// is told of what lay hidden then. story: replay/story.js, with a second core for it, `teller`.
import { t } from "../words/i18n.js";
import { said } from "../words/tale.js";
import { spacesIn as spacesOfTales } from "../pure/advice.js";
import { stepText, viewAfter } from "../replay/story.js";

/** Tales of lines (without the seat) that a seat could have done after n steps.
 * @returns {Tale[]} */
function tales(story, n, seat, lines) {
  viewAfter(story, n, seat);
  const { position, teller } = story,
    head = story.sealed ? story.match.head : position.ask("open head", [], (c) => c.openHead());
  teller.join(head, position.state(seat));
  return lines.flatMap((line) => {
    teller.apply(`${seat} ${line}`);
    return JSON.parse(teller.told()).tales;
  });
}

const listening = (story) => ({ of: story.match.game, name: (s) => story.match.seats[s - 1].name, me: story.own || null });

/** What was done at a decision, with what came of it. */
export function deeds(story, { step, last }, seat) {
  viewAfter(story, last, seat);
  const told = story.position.story();
  const own = Array.from({ length: last - step }, (_, i) => step + i).filter((i) => story.steps[i][0].startsWith(`${seat} `));
  const all = own.map((i) => stepText(told, i + 1, listening(story))).filter(Boolean);
  return all.length ? all : [t("The turn ends there.")];
}

/** They as sentences, to the reader whose seat is story.own. */
export function sentences(story, n, seat, lines) {
  const all = tales(story, n, seat, lines).map((tale) => said(tale, listening(story)));
  return all.length ? all : [t("The turn ends there.")];
}

/** The spaces they speak of. */
export const placesIn = (story, n, seat, lines) => [...new Set(spacesOfTales(tales(story, n, seat, lines)))];

/** The view after them, where nothing hidden follows: in a game of sealed rounds; else as it was. */
export function viewWith(story, n, seat, lines) {
  const view = viewAfter(story, n, seat);
  return story.sealed
    ? story.position.view(
        seat,
        lines.map((line) => `${seat} ${line}`),
      )
    : view;
}
