// part.jsx -- one part of a day, a game or the puzzle, as a card: how it stands, ranked and as practice, and ways on. Nothing of others is told before
// one's own end but how many have played.
import { num, ordinal, t, tn } from "../words/i18n.js";
import { Icon } from "../parts/basics.jsx";
import { aboutGame, titleOf } from "../games/index.js";
import { go } from "../browser/router.js";
import { RUN } from "./practice.js";
import { PUZZLE } from "./run_kept.js";
import { playRanked, practise } from "./use_day.js";

export const titleOfPart = (part) => (part === PUZZLE ? t("Puzzle") : titleOf(part));
export const iconOfPart = (part) => (part === PUZZLE ? "i-hint" : aboutGame(part).icon);

/** What was reached, in words. */
export function reached(part, { points, against = null }) {
  if (part === PUZZLE) return t("{n} of {m} solved", { n: points, m: RUN });
  return against === null ? tn("{n} point", "{n} points", points, { n: num(points) }) : t("{n} points against {m}", { n: num(points), m: num(against) });
}

const finishedText = (/** @type {number} */ n) => tn("{n} player has finished.", "{n} players have finished.", n);

/** How one compares with the others. The ranking has places from the first on; of few a percentage would say little. */
function placeText({ place, of, percent }, players) {
  if (place) return t("{place} of {n}, as good as {percent} % of the others or better", { place: ordinal(place), n: of ?? players, percent });
  return `${finishedText(of ?? players)} ${t("From 20 on you also learn how you compare.")}`;
}

function RankedState({ part, ranked, open }) {
  const { state, players, mine } = ranked;
  if (mine)
    return (
      <p>
        <b>{reached(part, mine)}</b>
        <span class="quiet small">{placeText(mine, players)}</span>
      </p>
    );
  return (
    <p>
      <b>{state === "begun" ? t("Begun") : open ? t("Not played yet") : t("Not played")}</b>
      <span class="quiet small">{players ? finishedText(players) : open ? t("Nobody has finished yet.") : t("Nobody has finished it.")}</span>
    </p>
  );
}

/** What the first practice brought, or that there was none yet; a game of another version says so. */
function PracticeState({ part, practice }) {
  const { first, old, note, answers = [] } = practice,
    begun = (first && !first.over) || answers.length > 0;
  return (
    <p>
      <b>{note ? reached(part, note) : begun ? t("Begun") : t("Not played yet")}</b>
      {old && !first && (
        <span class="quiet small">
          {t("You began this day with another version of Tambo. That game goes on as it was; a new one is a different game.")}{" "}
          <a href={`/t/${old.id}`}>{t("To the old one")}</a>
        </span>
      )}
    </p>
  );
}

/** Continue where something was begun, else begin. */
function PracticeButton({ day, part, practice, main, busy, act }) {
  const { first, again, note, answers = [] } = practice,
    title = titleOfPart(part),
    running = first && !first.over ? first : again,
    cls = `btn ${main ? "main" : ""}`;
  const word = running || (answers.length > 0 && !note) ? t("Continue practising") : note ? t("Practise again") : t("Practise");
  const begin = () => act(() => practise(day, part, Boolean(note || first)));
  const way = part === PUZZLE ? () => go(`/day/${day}/practice`) : running ? () => go(`/t/${running.id}`) : begin;
  return (
    <button type="button" class={cls} disabled={busy} onClick={way}>
      {main && <Icon id="i-play" size={18} />}
      {word}
      <span class="vh"> {title}</span>
    </button>
  );
}

function RankedButton({ day, part, ranked, busy, act }) {
  const title = titleOfPart(part);
  if (ranked.state === "over")
    return (
      <a class="btn" href={`/day/${day}/${part}`}>
        <Icon id="i-trophy" size={20} />
        {t("Ranking")}
        <span class="vh"> {title}</span>
      </a>
    );
  const way = part === PUZZLE ? () => go(`/day/${day}/run`) : () => act(() => playRanked(day, part));
  return (
    <button type="button" class="btn main" disabled={busy} onClick={way}>
      <Icon id="i-play" size={18} />
      {ranked.state === "begun" ? t("Continue") : t("Play")}
      <span class="vh"> {title}</span>
    </button>
  );
}

/** server: what it says of the day, or null; ranked: of this part. */
export function DayPart({ day, part, practice, server, ranked, busy, act }) {
  const now = Date.now(),
    open = Boolean(server && server.opens <= now && now < server.closes),
    way = ranked && (open || ranked.state === "over" || ranked.players > 0);
  return (
    <article class={`card day-part g-${part}`} aria-labelledby={`part-${part}`}>
      <h3 id={`part-${part}`}>
        <Icon id={iconOfPart(part)} size={36} class={`of-${part}`} />
        {titleOfPart(part)}
      </h3>
      {ranked && (
        <div class="day-row">
          <span class="label">{t("Ranked")}</span>
          <RankedState {...{ part, ranked, open }} />
          {way && <RankedButton {...{ day, part, busy, act }} ranked={open ? ranked : { ...ranked, state: "over" }} />}
        </div>
      )}
      <div class="day-row">
        <span class="label">{t("Practice")}</span>
        <PracticeState {...{ part, practice }} />
        <PracticeButton {...{ day, part, practice, busy, act }} main={!ranked && !practice.note} />
      </div>
      {ranked?.mine && ranked.table && (
        <a class="small" href={`/t/${ranked.table}`}>
          {t("See your game again")}
          <span class="vh"> {titleOfPart(part)}</span>
        </a>
      )}
    </article>
  );
}
