// page.jsx -- one's own story: days, scores, feats, all games, from the notes of keep.js. Fetched when wanted.
import { useEffect, useState } from "preact/hooks";
import { usePromise } from "../browser/hooks.js";
import { store } from "../browser/store.js";
import { GAMES, loadPast } from "../games/index.js";
import { Bar, NotLoaded, Notice, Waiting } from "../parts/basics.jsx";
import { streaks } from "../pure/days.js";
import { isLocal } from "../table/table.js";
import { loadTexts, t } from "../words/i18n.js";
import { Calendar } from "./calendar.jsx";
import { takeIn } from "./ended.js";
import { Feats } from "./feats.jsx";
import { Games } from "./games.jsx";
import { allNotes, today } from "./keep.js";
import { Puzzles, Scores } from "./scores.jsx";
import { Keeping } from "./keeping.jsx";

/** All that the page shows, read anew. */
async function read() {
  await Promise.all([takeIn(), loadTexts("story")]);
  const [notes, list, pasts] = await Promise.all([allNotes(), store().then((s) => s.all("list")), Promise.all(GAMES.map(loadPast))]);
  const here = new Set(list.map((row) => row.id));
  return {
    notes,
    games: notes.filter((n) => n.kind === "game"),
    begun: list.length > 0, // games that are not over, too, can be taken along
    puzzles: notes.filter((n) => n.kind === "puzzle"),
    pasts: new Map(GAMES.map((name, i) => [name, pasts[i]])),
    /** Is the record of a game still to be had? */
    has: (id) => !isLocal(id) || here.has(id),
  };
}

/** The first numbers: how much, and how many days in a row. */
function Sum({ notes, games, puzzles }) {
  const { now, best } = streaks(
    notes.map((n) => n.day),
    today(),
  );
  const days = new Set(notes.map((n) => n.day)).size;
  const rows = [
    [t("Games"), games.length],
    ...(puzzles.length ? [[t("Puzzles"), puzzles.length]] : []),
    [t("Days played"), days],
    [t("Days in a row"), now],
    [t("Most days in a row"), best],
  ];
  return (
    <dl class="figures">
      {rows.map(([label, n]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{n}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nothing yet. */
const Empty = ({ onChange, begun }) => (
  <>
    <Notice
      icon="i-book"
      title={t("Your story begins with your first game or puzzle.")}
      text={t("What you play and solve is noted here, on this device alone: scores, days, feats.")}
    >
      <a class="btn main" href="/">
        {t("Choose a game")}
      </a>
      <a class="btn" href="/puzzles">
        {t("Puzzles")}
      </a>
    </Notice>
    <div class="story">
      <Keeping onChange={onChange} empty={!begun} />
    </div>
  </>
);

export function StoryPage() {
  const [version, bump] = useState(0);
  const story = usePromise(read, [version]);
  const change = () => bump(version + 1);
  const played = story?.games?.length ? GAMES : []; // who only solves puzzles has no games to look at
  useEffect(() => {
    if (story && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView(); // a link to a part of it
  }, [Boolean(story)]);
  return (
    <>
      <Bar title={t("Your story")} />
      {!story ? (
        <Waiting />
      ) : story.error ? (
        <NotLoaded />
      ) : !story.notes.length ? (
        <Empty onChange={change} begun={story.begun} />
      ) : (
        <main class="story">
          <div class="two">
            <section class="paper" aria-labelledby="days-title">
              <h2 id="days-title">{t("Your days")}</h2>
              <Sum {...story} />
              <Calendar {...story} />
            </section>
            {played.map((name) => (
              <Scores key={name} name={name} past={story.pasts.get(name) ?? null} notes={story.games.filter((n) => n.game === name)} />
            ))}
            <Puzzles notes={story.puzzles} days={story.notes.filter((n) => n.kind === "day" && n.of)} />
          </div>
          <Feats {...story} />
          <Games {...story} />
          <Keeping onChange={change} />
        </main>
      )}
    </>
  );
}
