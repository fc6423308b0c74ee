// tell.js -- lines of a decision in words, and what the sheet would look like: by cores that know what the seat knew, so that nothing
// is told of what lay hidden then. story: replay/story.js, with a second core for it, `teller`.
import { t } from "../words/i18n.js";
import { said } from "../words/tale.js";
import { spacesIn as spacesOfTales } from "../pure/advice.js";
import { stepText, viewAfter } from "../replay/story.js";

/** Tales of lines (without the seat) that a seat could have done one after the other after n steps; only those of some of them, if these are named.
 * @returns {Tale[]} */
function tales(story, n, seat, lines, some = lines) {
  viewAfter(story, n, seat);
  const { position, teller } = story,
    head = story.sealed ? story.match.head : position.ask("open head", [], (c) => c.openHead());
  teller.join(head, position.state(seat));
  return lines.flatMap((line) => {
    teller.apply(`${seat} ${line}`);
    return some.includes(line) ? JSON.parse(teller.told()).tales : [];
  });
}

/** What a seat could have done after n steps and lines of its own, without the seat. */
export function legalAfter(story, n, seat, lines) {
  tales(story, n, seat, lines);
  const { teller } = story;
  return teller.acts(seat) ? teller.legal(seat).map((line) => line.slice(`${seat} `.length)) : [];
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
export function sentences(story, n, seat, lines, some = lines) {
  const all = tales(story, n, seat, lines, some).map((tale) => said(tale, listening(story)));
  return all.length ? all : [t("The turn ends there.")];
}

/** The spaces they speak of. */
export const placesIn = (story, n, seat, lines, some = lines) => [...new Set(spacesOfTales(tales(story, n, seat, lines, some)))];

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
