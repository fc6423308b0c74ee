// page.jsx -- the game of the day: practice on this device, and ranked on a server. /day is today by the person's own calendar, /day/DAY
// another one, /day/DAY/PART the ranking of a part, /day/DAY/practice and /day/DAY/run its puzzle.
import { useState } from "preact/hooks";
import { dayText } from "../words/dates.js";
import { t } from "../words/i18n.js";
import { Bar, Icon, Notice, Waiting } from "../parts/basics.jsx";
import { GAMES } from "../games/index.js";
import { complain, problemText } from "../words/problems.js";
import { Circles } from "./circles.jsx";
import { isDay } from "../pure/days.js";
import { dayAfter } from "./dates.js";
import { Fair } from "./fair.jsx";
import { DayPart } from "./part.jsx";
import { Ranking } from "./ranking.jsx";
import { RunPage } from "./run.jsx";
import { PUZZLE } from "./run_kept.js";
import { ShareDay } from "./share_day.jsx";
import { useDay, useToday } from "./use_day.js";

const PARTS = [PUZZLE, ...GAMES];

/** From day to day. Tomorrow has not come yet. */
function Days({ day, now }) {
  const next = dayAfter(day, 1);
  return (
    <nav class="day-nav" aria-label={t("Days")}>
      <a class="btn plain" href={`/day/${dayAfter(day, -1)}`} aria-label={t("The day before")} title={t("The day before")}>
        <Icon id="i-left" />
      </a>
      <h2>
        {day === now && <small>{t("Today")}</small>}
        {dayText(day)}
      </h2>
      {day < now ? (
        <a class="btn plain" href={next === now ? "/day" : `/day/${next}`} aria-label={t("The day after")} title={t("The day after")}>
          <Icon id="i-right" />
        </a>
      ) : (
        <span class="btn plain none" aria-hidden="true" />
      )}
    </nav>
  );
}

/** How ranked games stand, where they are not to be had. */
function Ranked({ there }) {
  if (there === undefined) return null;
  const text = there.error
    ? there.error.word === "offline"
      ? t("No server answers, so there is no ranking just now. You can practise all the same.")
      : problemText({ error: there.error.word, text: there.error.message })
    : Date.now() >= there.closes
      ? t("This day has ended everywhere: its ranking stands. You can still practise.")
      : null;
  return (
    text && (
      <p class="banner" role="status">
        <Icon id={there.error ? "i-offline" : "i-clock"} size={24} />
        <span>{text}</span>
      </p>
    )
  );
}

/** @param {{day: string, now: string}} props */
function Day({ day, now }) {
  const [busy, setBusy] = useState(false);
  const { here, there, friends } = useDay(day);
  const act = async (/** @type {() => Promise<any>} */ what) => {
    if (busy) return;
    setBusy(true);
    await what().catch(complain);
    setBusy(false);
  };
  if (!here || there === undefined) return <Waiting />;
  if (here.error) return <Notice icon="i-warn" title={problemText({ error: here.error.word, text: here.error.message })} />;
  const server = there.error ? null : there,
    parts = PARTS.filter((part) => here[part]);
  return (
    <main class="day">
      <Days day={day} now={now} />
      <p class="quiet">{t("A puzzle and three games for one, the same for everybody. Each day brings new ones.")}</p>
      <Ranked there={there} />
      <div class="day-parts">
        {parts.map((part) => (
          <DayPart key={part} {...{ day, part, busy, act }} practice={here[part]} server={server} ranked={server?.parts.find((p) => p.part === part) ?? null} />
        ))}
      </div>
      <ShareDay {...{ day, here, server }} parts={parts} />
      <div class="day-side">
        {server && <Circles friends={friends} />}
        <Fair {...{ day, server }} />
      </div>
    </main>
  );
}

/** @param {{id?: string, part?: string}} props id: a date */
export function DayPage({ id, part }) {
  const now = useToday(),
    day = id ?? now;
  if (!isDay(day) || day > dayAfter(now, 1))
    return (
      <>
        <Bar title={t("The day")} />
        <Notice icon="i-clock" title={isDay(day) ? t("This day has not come yet.") : t("There is no such day.")}>
          <a class="btn main" href="/day">
            {t("Today")}
          </a>
        </Notice>
      </>
    );
  if (part === "run" || part === "practice") return <RunPage key={`${day} ${part}`} day={day} ranked={part === "run"} />;
  if (part && PARTS.includes(part)) return <Ranking key={`${day} ${part}`} day={day} part={part} />;
  return (
    <>
      <Bar title={t("The day")} />
      <Day key={day} day={day} now={now} />
    </>
  );
}
