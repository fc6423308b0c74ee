// hub.jsx -- all that brings one back, behind one word of the first page: the day, four kinds of puzzles, slips to repeat, one's story.
import { t, tn } from "../words/i18n.js";
import { usePromise } from "../browser/hooks.js";
import { Bar, Icon } from "../parts/basics.jsx";
import { streaks } from "../pure/days.js";
import { allNotes, today } from "../story/keep.js";
import { stand } from "./lab.js";

/** Days in a row with anything finished. */
const row = async () =>
  streaks(
    (await allNotes()).map((n) => n.day),
    today(),
  ).now;

const Way = ({ href, icon, title, text }) => (
  <li>
    <a class="pz-way" href={href}>
      <Icon id={icon} size={30} />
      <span class="grow">
        <b>{title}</b>
        <span class="small">{text}</span>
      </span>
      <Icon id="i-right" size={20} />
    </a>
  </li>
);

export function Hub() {
  const now = usePromise(stand, []);
  const rating = now?.games ? t("Your rating: {n}", { n: now.rating }) : "";
  const best = now?.best ? t("Longest run: {n}", { n: now.best }) : "";
  const days = usePromise(async () => ({ row: await row() }), [])?.row ?? 0;
  const slips = now?.slips?.length ?? 0;
  return (
    <>
      <Bar title={t("Puzzles")} />
      <main class="pz-hub">
        <section class="paper" aria-labelledby="pz-day">
          <h2 id="pz-day">{t("Today")}</h2>
          <ul>
            <Way href="/day" icon="i-flag" title={t("The day")} text={t("The same puzzle and the same games for everybody, today only.")} />
          </ul>
        </section>
        <section class="paper" aria-labelledby="pz-kinds">
          <h2 id="pz-kinds">{t("Puzzles without end")}</h2>
          <p class="quiet small">{[t("The land of Tiwanaku: what follows from what you see?"), rating, best].filter(Boolean).join(" · ")}</p>
          <ul>
            <Way href="/puzzles/certain" icon="i-hint" title={t("What is certain?")} text={t("Find a crop or a terrain that follows, and say it.")} />
            <Way href="/puzzles/skill" icon="i-book" title={t("Train a technique")} text={t("From the simplest to the hardest, each explained first.")} />
            <Way href="/puzzles/whole" icon="i-grid" title={t("A whole map")} text={t("All terrain lies open: find every crop, with pencil and pen.")} />
            <Way href="/puzzles/streak" icon="i-trophy" title={t("Streak")} text={t("Harder and harder, until the first slip.")} />
            {slips > 0 && (
              <Way
                href="/puzzles/again"
                icon="i-redo"
                title={t("Slips to repeat")}
                text={tn("{n} puzzle waits for you.", "{n} puzzles wait for you.", slips)}
              />
            )}
          </ul>
        </section>
        <section class="paper" aria-labelledby="pz-dice">
          <h2 id="pz-dice">{t("With dice")}</h2>
          <ul>
            <Way href="/puzzles/best" icon="die" title={t("The best place")} text={t("A sheet and a roll: what is worth the most, and where?")} />
          </ul>
        </section>
        <section class="paper" aria-labelledby="pz-story">
          <h2 id="pz-story" class="vh">
            {t("Your story")}
          </h2>
          <ul>
            <Way
              href="/story"
              icon="i-person"
              title={t("Your story")}
              text={days > 1 ? t("{n} days in a row", { n: days }) : t("Scores, techniques and days, kept on this device.")}
            />
          </ul>
        </section>
      </main>
    </>
  );
}
