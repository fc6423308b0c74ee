// page.jsx -- the page of replays: a finished table (by its id), a record in the link, a file, or pasted text.
// Shown step by step, or as a review (review/). The core checks every line; a damaged record gets its sentence and line; what is no record, and a game that still
// runs, get theirs. Fetched when somebody goes there.
import { useEffect, useState } from "preact/hooks";
import { loadTexts, t } from "../words/i18n.js";
import { Bar, Icon, NotLoaded, Notice, Waiting } from "../parts/basics.jsx";
import { canPlay, loadGame, titleOf } from "../games/index.js";
import { usePromise } from "../browser/hooks.js";
import { newCore } from "../table/use_table.js";
import { problemText } from "../words/problems.js";
import { faultText } from "../words/refusals.js";
import { openText } from "../browser/files.js";
import { isLocal } from "../table/table.js";
import { Dice, Paste, Share } from "./panels.jsx";
import { Player } from "./player.jsx";
import { fromLink, recordOf } from "./source.js";
import { isRecord, readStory } from "./story.js";

const MOST = 4 << 20; // characters of a record that is not even looked at

/** What the page shows: a story, or what is wrong.
 * @typedef {{story?: any, game?: Game, promised?: string | null, local?: boolean, problem?: {title?: string, text: string, table?: string}}} Shown */

/** A record as something to show.
 * @returns {Promise<Shown>} */
async function open({ text, promised = null, local = false, own = 0, table = null }) {
  if (!isRecord(text.slice(0, MOST)))
    return {
      problem: {
        title: t("This is not the record of a game."),
        text: t("A record is a file that Tambo saved: its name ends in .rec, its first line is “tambo-record 1”."),
      },
    };
  if (text.length > MOST) return { problem: { text: t("This file is too long for a record.") } };
  const core = await newCore();
  let story;
  try {
    story = { ...readStory(core, text, own), table };
  } catch (e) {
    return { problem: { text: await faultText(e) } };
  }
  if (!canPlay(story.match.game)) return { problem: { text: t("This game cannot be shown here.") } };
  return { story: { ...story, teller: await newCore() }, promised, local, game: await loadGame(story.match.game) };
}

/** The seat the reader had: the result page says it; on this device it is the first. 0: not known. */
const ownSeat = (id) => Number(new URLSearchParams(location.search).get("as")) || (isLocal(id) ? 1 : 0);

/** The rules or the game could not be fetched. */
const broken = (e) => ({ problem: { text: problemText({ error: e.word, text: e.message }) } });

/** Opening a file, or pasting.
 * @param {{onRecord: (record: {text: string}) => void, main?: boolean}} props */
function Ways({ onRecord, main }) {
  const [paste, setPaste] = useState(false);
  const choose = async () => {
    const text = await openText();
    if (text !== null) onRecord({ text });
  };
  return (
    <>
      <button type="button" class={`btn ${main ? "main" : ""}`} onClick={choose}>
        <Icon id="i-upload" size={20} />
        {t("Open a record")}
      </button>
      <button type="button" class="btn" onClick={() => setPaste(true)}>
        <Icon id="i-note" size={20} />
        {t("Paste a record")}
      </button>
      {paste && (
        <Paste
          onClose={() => setPaste(false)}
          onText={(text) => {
            setPaste(false);
            onRecord({ text });
          }}
        />
      )}
    </>
  );
}

const fetchReview = async () => {
  const [{ Review }] = await Promise.all([import("../review/review.jsx"), loadTexts("review")]);
  return Review;
};

/** The same record, step by step or reviewed. */
const beside = (page) => `${location.pathname.replace(/^\/[^/]*/, page)}${location.search}${location.hash}`;

/** The review, once it is fetched. */
function Reviewed(props) {
  const found = usePromise(async () => ({ Review: await fetchReview() }), []);
  if (found?.error) return <NotLoaded />;
  return found ? <found.Review {...props} replay={beside("/replay")} /> : <Waiting />;
}

/** id: of a table; without it what the link holds, else a record is asked for. review: what master thinks of it. */
export function ReplayPage({ id, review = false }) {
  const [shown, setShown] = useState(/** @type {Shown | null} */ (null)); // null: nothing yet
  const [waiting, setWaiting] = useState(true);
  const show = async (record) => {
    setShown(record.problem ? record : await open(record).catch(broken));
    setWaiting(false);
  };
  useEffect(() => {
    const begin = async () => {
      await loadTexts("replay");
      const found = await (id ? recordOf(id) : fromLink());
      if (found) show({ ...found, own: id ? ownSeat(id) : 0, table: found.local ? id : null });
      else setWaiting(false);
    };
    begin();
    addEventListener("hashchange", begin); // another link in the same window
    return () => removeEventListener("hashchange", begin);
  }, [id]);
  const { story, game, promised, local, problem } = shown ?? {};
  return (
    <>
      <Bar title={review ? t("Review") : t("Replay")} game={game?.name} sub={game && titleOf(game.name)} />
      {waiting ? (
        <Waiting />
      ) : story && review ? (
        <Reviewed key={story.text} story={story} game={game} />
      ) : story ? (
        <Player key={story.text} story={story} game={game} review={beside("/review")}>
          <Dice text={story.text} dice={Boolean(game?.sixth)} promised={promised} local={local} />
          <Share story={story} link={id && !isLocal(id) ? `${location.origin}/replay/t/${id}` : null} />
          <section class="paper" aria-labelledby="other-title">
            <h2 id="other-title">{t("Another record")}</h2>
            <div class="row wrap">
              <Ways onRecord={show} />
            </div>
          </section>
        </Player>
      ) : (
        <Notice
          icon={problem?.table ? "i-clock" : problem ? "i-warn" : "i-play"}
          title={problem ? (problem.title ?? t("This record cannot be replayed.")) : t("Replay a record")}
          text={problem?.text ?? t("A record is a small text file. Save one at the end of a game, or let the command line make one.")}
        >
          {problem?.table && (
            <a class="btn main" href={`/t/${problem.table}`}>
              {t("To the table")}
            </a>
          )}
          <Ways onRecord={show} main={!problem?.table} />
        </Notice>
      )}
    </>
  );
}
