// page.jsx -- the page of replays: a finished table (by its id), a record in the link, a file, or pasted text.
// The core checks every line; a damaged record gets its sentence and line. Fetched when somebody goes there.
import { useEffect, useState } from "preact/hooks";
import { loadTexts, t } from "../i18n.js";
import { Bar, Icon, Notice, Waiting } from "../parts/basics.jsx";
import { canPlay, loadGame, titleOf } from "../games/index.js";
import { newCore } from "../use_table.js";
import { faultText } from "../refusals.js";
import { openText } from "../files.js";
import { store } from "../store.js";
import { isLocal } from "../table.js";
import { recordIn } from "./link.js";
import { Dice, Paste, Share } from "./panels.jsx";
import { Player } from "./player.jsx";
import { readStory } from "./story.js";

const MOST = 4 << 20; // characters of a record that is not even looked at

/** The record of a table and what was promised: {text, promised}; null if there is none. */
async function recordOf(id) {
  if (isLocal(id)) {
    const game = await (await store()).get("games", id);
    return game && { text: game.record, local: true, promised: game.stream.find((o) => o.t === "start")?.commit ?? null };
  }
  const answer = await fetch(`/api/tables/${encodeURIComponent(id)}/record`, { credentials: "same-origin" });
  return answer.ok ? { text: await answer.text(), promised: promiseOf(id) } : null;
}

function promiseOf(id) {
  try {
    return localStorage.getItem(`tambo.promise ${id}`);
  } catch {
    return null; // this browser keeps nothing
  }
}

async function fromLink() {
  try {
    const text = await recordIn(location.hash);
    return text === null ? null : { text, promised: null };
  } catch {
    throw new Error(t("The link is damaged: a part of it is missing."));
  }
}

/** A record as something to show: {story, game, promised, local}. Throws an Error with a sentence. */
async function open({ text, promised = null, local = false }) {
  if (text.length > MOST) throw new Error(t("This file is too long for a record."));
  let story;
  try {
    story = readStory(await newCore(), text);
  } catch (e) {
    throw new Error(await faultText(e));
  }
  if (!canPlay(story.match.game)) throw new Error(t("This game cannot be shown here."));
  return { story, promised, local, game: await loadGame(story.match.game) };
}

/** Opening a file, or pasting. */
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

/** id: of a table; without it what the link holds, else a record is asked for. */
export function ReplayPage({ id }) {
  const [shown, setShown] = useState(null); // {story, game, promised}, {problem}, or null: nothing yet
  const [waiting, setWaiting] = useState(true);
  const show = async (record) => {
    try {
      if (!record) throw new Error(t("There is no such table, or its game is not over."));
      setShown(await open(record));
    } catch (e) {
      setShown({ problem: e.message });
    }
    setWaiting(false);
  };
  useEffect(() => {
    const begin = async () => {
      await loadTexts("replay");
      if (id) return show(await recordOf(id).catch(() => null));
      const linked = await fromLink().catch((e) => ({ problem: e.message }));
      if (linked?.problem) setShown(linked);
      else if (linked) return show(linked);
      setWaiting(false);
    };
    begin();
    addEventListener("hashchange", begin); // another link in the same window
    return () => removeEventListener("hashchange", begin);
  }, [id]);
  const { story, game, promised, local, problem } = shown ?? {};
  return (
    <>
      <Bar title={t("Replay")} game={game?.name} sub={game && titleOf(game.name)} />
      {waiting ? (
        <Waiting />
      ) : story ? (
        <Player key={story.text} story={story} game={game}>
          <Dice text={story.text} promised={promised} local={local} />
          <Share story={story} link={id && !isLocal(id) ? `${location.origin}/replay/t/${id}` : null} />
          <section class="paper" aria-labelledby="other-title">
            <h2 id="other-title">{t("Another record")}</h2>
            <div class="row wrap"><Ways onRecord={show} /></div>
          </section>
        </Player>
      ) : (
        <Notice
          icon={problem ? "i-warn" : "i-play"}
          title={problem ? t("This record cannot be replayed.") : t("Replay a record")}
          text={problem ?? t("A record is a small text file. Save one at the end of a game, or let the command line make one.")}
        >
          <Ways onRecord={show} main />
        </Notice>
      )}
    </>
  );
}
