// circle.jsx -- a circle of friends who compare their days: joining by its link, who is in it and what they reached today, leaving; whoever made it may
// rename it, take somebody out and give it a new link.
import { useRef, useState } from "preact/hooks";
import { dayText } from "../words/dates.js";
import { loadTexts, t } from "../words/i18n.js";
import { Bar, Dialog, Icon, IconButton, Notice, Waiting } from "../parts/basics.jsx";
import { QrCode, Refused, ShareButtons } from "../parts/link.jsx";
import { useFresh, usePromise, useSetting } from "../browser/hooks.js";
import { go } from "../browser/router.js";
import { toast } from "../browser/say.js";
import { complain, explained, problemText } from "../words/problems.js";
import { circles, dayAt, dayRows, inCircles } from "../table/server_day.js";
import { today } from "../story/keep.js";
import { OwnName } from "./circles.jsx";
import { dayAfter } from "./dates.js";
import { iconOfPart, titleOfPart } from "./part.jsx";
import { pointsText, rowName } from "./ranking.jsx";
import { PUZZLE } from "./run_kept.js";

/** Somebody opened the link of a circle they are not in. */
function Join({ id, onJoined }) {
  const [name, setName] = useSetting("name");
  const [asksName] = useState(!name.trim());
  const [problem, setProblem] = useState(/** @type {string | null} */ (null));
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await inCircles({ join: id, as: name.trim() });
      onJoined();
    } catch (e) {
      setProblem(await explained(/** @type {Error} */ (e)));
    }
  };
  return (
    <Notice
      icon="i-people"
      title={t("You are invited to a circle of friends.")}
      text={t("You compare what you reach in the games of the day. Its members see your name and your results.")}
    >
      <form class="stack-s join-circle" onSubmit={join}>
        {asksName && <OwnName value={name} onChange={setName} />}
        {problem && (
          <p class="wrong" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="btn main wide">
          {asksName ? t("Join") : t("Join as {name}", { name })}
        </button>
        <a class="btn wide" href="/day">
          {t("No")}
        </a>
      </form>
    </Notice>
  );
}

/** [{part, rows}] of what the server has of a day; rows null: one's own game is not over. */
async function resultsOf(day, id) {
  const { parts, closes } = await dayAt(day),
    puzzleFirst = parts.sort((a, b) => Number(b.part === PUZZLE) - Number(a.part === PUZZLE)); // as on the page of the day
  return Promise.all(puzzleFirst.map(async ({ part, mine }) => ({ part, rows: mine || Date.now() >= closes ? (await dayRows(day, part, id)).rows : null })));
}

/** Of one part: what each member reached. */
function PartResults({ day, part, rows }) {
  const reached = rows?.filter((r) => r.points !== null && r.points !== undefined) ?? [];
  return (
    <section class="circle-part" aria-label={titleOfPart(part)}>
      <h3>
        <Icon id={iconOfPart(part)} size={26} class={`of-${part}`} />
        {titleOfPart(part)}
      </h3>
      {rows === null ? (
        <p class="quiet small">
          <Icon id="i-lock" size={16} class="inline" /> {t("Once your own is over.")}
        </p>
      ) : reached.length ? (
        <ol>
          {reached.map((r, i) => (
            <li key={i} class={r.you ? "mine" : ""}>
              <span class="rk">{r.place}</span>
              <span class="grow">{rowName(r)}</span>
              <b class="hand">{pointsText(r)}</b>
            </li>
          ))}
        </ol>
      ) : (
        <p class="quiet small">{t("Nobody has finished yet.")}</p>
      )}
      {rows !== null && (
        <a class="small" href={`/day/${day}/${part}`}>
          {t("Ranking")}
          <span class="vh"> {titleOfPart(part)}</span>
        </a>
      )}
    </section>
  );
}

function Results({ id }) {
  const [day, setDay] = useState(today());
  const found = usePromise(() => resultsOf(day, id), [day]);
  const now = today();
  return (
    <section class="stack-s" aria-labelledby="results-title">
      <div class="day-nav">
        <IconButton id="left" label={t("The day before")} onClick={() => setDay(dayAfter(day, -1))} />
        <h2 id="results-title">
          {day === now && <small>{t("Today")}</small>}
          {dayText(day, { weekday: "long", day: "numeric", month: "long" })}
        </h2>
        <IconButton id="right" label={t("The day after")} disabled={day >= now} onClick={() => setDay(dayAfter(day, 1))} />
      </div>
      {found?.error && <p class="quiet">{problemText({ error: found.error.word, text: found.error.message })}</p>}
      {Array.isArray(found) && (
        <div class="circle-parts" aria-live="polite">
          {found.map(({ part, rows }) => (
            <PartResults key={part} day={day} part={part} rows={rows} />
          ))}
        </div>
      )}
      <a class="btn main wide" href={`/day/${day}`}>
        <Icon id="i-play" size={18} />
        {t("To the games of the day")}
      </a>
    </section>
  );
}

/** One question before something that cannot be taken back. */
const Sure = ({ title, text = "", word, onYes, onClose }) => (
  <Dialog title={title} onClose={onClose}>
    {text && <p>{text}</p>}
    <div class="row wrap under">
      <button type="button" class="btn main grow" onClick={onClose}>
        {t("No")}
      </button>
      <button type="button" class="btn" onClick={onYes}>
        {word}
      </button>
    </div>
  </Dialog>
);

function Rename({ circle, onDone, onFailed }) {
  const [name, setName] = useState(circle.name);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const now = await inCircles({ circle: circle.circle, rename: name.trim() });
      toast(t("The circle is called {name} now.", { name: now.name }), "i-check");
      onDone();
    } catch (e) {
      onFailed(e);
    }
  };
  return (
    <form class="row wrap" onSubmit={send}>
      <label class="vh" for="rename">
        {t("Name of the circle")}
      </label>
      <input class="input grow" id="rename" required maxLength={24} value={name} onInput={(e) => setName(e.currentTarget.value)} />
      <button type="submit" class="btn">
        {t("Rename")}
      </button>
    </form>
  );
}

function Members({ circle, onDone, onFailed }) {
  const [asked, ask] = useState(/** @type {{member: string, name: string} | null} */ (null)); // whom to take out
  const [leaving, setLeaving] = useState(false);
  const [renewing, setRenewing] = useState(false);
  const title = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const remove = async (/** @type {{member: string, name: string}} */ { member, name }) => {
    try {
      await inCircles({ circle: circle.circle, remove: member });
      toast(t("{name} is no longer in the circle.", { name: name || t("Somebody") }), "i-check");
      title.current?.focus(); // the button is about to go
      onDone();
    } catch (e) {
      onFailed(e);
    }
  };
  const renew = async () => {
    try {
      const now = await inCircles({ circle: circle.circle, renew: true });
      toast(t("The circle has a new link."), "i-check");
      go(`/circle/${now.circle}`, { replace: true });
    } catch (e) {
      onFailed(e);
    }
  };
  const leave = async () => {
    try {
      await inCircles({ leave: circle.circle });
      toast(t("You have left {name}.", { name: circle.name }), "i-check");
      go("/day", { replace: true });
    } catch (e) {
      onFailed(e);
    }
  };
  return (
    <section class="stack-s" aria-labelledby="members-title">
      <h2 id="members-title" tabIndex={-1} ref={title}>
        {t("Members")}
      </h2>
      <ul class="seats">
        {circle.members.map((m, n) => (
          <li key={m.member}>
            <Icon id="i-person" size={24} />
            <span class="grow">{m.name || t("Somebody")}</span>
            {circle.mine && n > 0 && <IconButton id="close" label={t("Take {name} out", { name: m.name || t("Somebody") })} onClick={() => ask(m)} />}
          </li>
        ))}
      </ul>
      {circle.mine && <Rename {...{ circle, onDone, onFailed }} />}
      {circle.mine && (
        <button type="button" class="btn wide" onClick={() => setRenewing(true)}>
          {t("Make a new link")}
        </button>
      )}
      <button type="button" class="btn wide" onClick={() => setLeaving(true)}>
        {t("Leave the circle")}
      </button>
      {leaving && <Sure title={t("Leave {name}?", { name: circle.name })} word={t("Leave")} onYes={leave} onClose={() => setLeaving(false)} />}
      {renewing && (
        <Sure
          title={t("Make a new link for {name}?", { name: circle.name })}
          text={t("The old link then lets nobody in any more. Members stay.")}
          word={t("Make it")}
          onYes={() => (setRenewing(false), renew())}
          onClose={() => setRenewing(false)}
        />
      )}
      {asked && (
        <Sure
          title={t("Take {name} out of the circle?", { name: asked.name || t("Somebody") })}
          text={t("Whoever has the link can come back, until you make a new one.")}
          word={t("Take out")}
          onYes={() => (ask(null), remove(asked))}
          onClose={() => ask(null)}
        />
      )}
    </section>
  );
}

/** Something about a circle failed. If nobody knows it any more it may have a new link, and only the answer that told it got lost: then one
 * goes there, which is a circle of that name that the page did not know. Else to the day.
 * @param {Error & {word?: string}} e
 * @param {{circle: string, name: string}} circle
 * @param {{circle: string}[]} known */
async function failed(e, circle, known) {
  if (e.word !== "unknown") return complain(e);
  try {
    const now = (await circles()).find(({ name, circle: id }) => name === circle.name && !known.some((c) => c.circle === id));
    if (now) toast(t("The circle has a new link."), "i-check");
    else complain(e);
    go(now ? `/circle/${now.circle}` : "/day", { replace: true });
  } catch (offline) {
    complain(/** @type {Error} */ (offline));
  }
}

/** @param {{id: string}} props */
export function CirclePage({ id }) {
  const [version, bump] = useState(0);
  const again = () => bump((n) => n + 1);
  const found = useFresh(async () => (await loadTexts("day"), circles()), [version]);
  if (found?.error) return <Refused problem={{ error: found.error.word, text: found.error.message }} title={t("Circle")} />;
  const circle = Array.isArray(found) ? found.find((c) => c.circle === id) : null,
    url = `${location.origin}/circle/${id}`;
  const onFailed = (/** @type {any} */ e) => failed(e, circle, found);
  return (
    <>
      <Bar title={circle?.name ?? t("Circle")} sub={circle ? t("a circle of friends") : undefined} back="/day" />
      {!found ? (
        <Waiting />
      ) : !circle ? (
        <Join id={id} onJoined={again} />
      ) : (
        <main class="book circle">
          <section class="page dots">
            <Results id={id} />
          </section>
          <section class="page right stack">
            <div class="card inv">
              <QrCode text={url} label={t("QR code of this circle")} />
              <div class="grow stack-s">
                <p class="small">{t("Send the link to your friends. Whoever has it can join.")}</p>
                <ShareButtons url={url} />
              </div>
            </div>
            <Members {...{ circle, onFailed }} onDone={again} />
          </section>
        </main>
      )}
    </>
  );
}
