// player.jsx -- a story on the page: the buttons, the slider, whose eyes one looks through, the log in words.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { Icon, IconButton } from "../parts/basics.jsx";
import { Looking, Rolled } from "../parts/gallery.jsx";
import { Log } from "../parts/log.jsx";
import { lastSpaces, matchAfter, stepText, viewAfter } from "./story.js";

const PACE = 900; // ms a step is shown while it plays
const ownKeys = "input, textarea, select, [role=gridcell], dialog *";

/** The step that is shown, and ways to another. Arrows, Home, End and the space bar work everywhere on the page. */
function useSteps(last) {
  const first = Math.min(1, last);
  const [step, set] = useState(first);
  const at = useRef(first); // the same, at once: keys may come faster than renders
  const [playing, setPlaying] = useState(false);
  const go = (n) => set((at.current = Math.max(0, Math.min(last, n))));
  const to = (n) => {
    setPlaying(false);
    go(n);
  };
  const play = () => {
    if (at.current === last) go(0);
    setPlaying((on) => !on);
  };
  useEffect(() => {
    if (!playing) return;
    if (step === last) return setPlaying(false);
    const timer = setTimeout(() => go(step + 1), PACE);
    return () => clearTimeout(timer);
  }, [playing, step]);
  useEffect(() => {
    const key = (event) => {
      if (event.target.closest?.(ownKeys) || event.ctrlKey || event.metaKey || event.altKey) return;
      const where = { ArrowLeft: at.current - 1, ArrowRight: at.current + 1, Home: 0, End: last }[event.key];
      if (where !== undefined) to(where);
      else if (event.key === " " && !event.target.closest?.("button, a")) play();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [last]);
  return { step, to, play, playing };
}

function Controls({ steps: { step, to, play, playing }, last, text }) {
  const place = t("{n} of {m}", { n: step, m: last });
  return (
    <>
      <div class="player-keys" role="group" aria-label={t("Steps")}>
        <IconButton id="first" label={t("To the beginning")} disabled={!step} onClick={() => to(0)} />
        <IconButton id="left" label={t("One step back")} disabled={!step} onClick={() => to(step - 1)} />
        <IconButton id={playing ? "pause" : "play"} label={playing ? t("Stop") : t("Play")} disabled={!last} onClick={play} />
        <IconButton id="right" label={t("One step forward")} disabled={step === last} onClick={() => to(step + 1)} />
        <IconButton id="last" label={t("To the end")} disabled={step === last} onClick={() => to(last)} />
      </div>
      <input
        type="range"
        aria-label={t("Step")}
        aria-valuetext={`${place}. ${text}`}
        min="0"
        max={last}
        value={step}
        onInput={(e) => to(Number(e.currentTarget.value))}
      />
      <p class="num small">{place}</p>
    </>
  );
}

/** Whose eyes: everybody's, or those of one seat; own: the reader's. */
const Eyes = ({ names, own, value, onChange }) => (
  <label class="eyes">
    <Icon id="i-eye" size={22} />
    <span class="vh">{t("Whose view")}</span>
    <select class="input" value={value} onChange={(e) => onChange(Number(e.currentTarget.value))}>
      <option value={0}>{t("What everybody sees")}</option>
      {names.map((name, i) => (
        <option key={i} value={i + 1}>
          {i + 1 === own ? t("As you see it") : t("As {who} sees it", { who: name })}
        </option>
      ))}
    </select>
  </label>
);

/** Rings the spaces of the last move: on the sheet that the game draws. */
function useRings(sheet, spaces) {
  useLayoutEffect(() => {
    const ringed = spaces.map((s) => sheet.current?.querySelector(`[data-at="${s}"]`)).filter(Boolean);
    for (const el of ringed) el.classList.add("last");
    return () => ringed.forEach((el) => el.classList.remove("last"));
  });
}

/** One sheet, where the game has sheets; else the table as that seat knows it. */
function Table({ game, match, view, tales, seat, name, own }) {
  const sheet = useRef(/** @type {HTMLElement | null} */ (null));
  useRings(sheet, seat ? lastSpaces(tales, seat) : []);
  if (!seat || !game.mini) return <Looking game={game} match={match} view={view} tales={tales} still />;
  const total = view.points().find((s) => s.seat === seat)?.total;
  return (
    <main class="one-sheet paper dots" ref={sheet}>
      <div class="head-row">
        <h2>{name(seat)}</h2>
        {total !== undefined && <p class="hand num">{total}</p>}
      </div>
      {game.sixth && <Rolled {...{ game, match, view }} />}
      <game.Sheet view={view} seat={seat} label={seat === own ? t("Your sheet") : t("{who}'s sheet", { who: name(seat) })} />
    </main>
  );
}

/** children: what stands below: the check of the dice, sharing; review: the address of its review. */
export function Player({ story, game, review, children }) {
  const last = story.steps.length;
  const steps = useSteps(last);
  const [seat, setSeat] = useState(last && story.match.seats.length === 1 ? 1 : story.own);
  const name = (s) => story.match.seats[s - 1].name;
  const match = matchAfter(story, steps.step);
  const view = viewAfter(story, steps.step, seat);
  const tales = story.position.story();
  const text = steps.step ? stepText(tales, steps.step, { of: story.match.game, name, me: story.own || null }) : t("The beginning.");
  return (
    <>
      <section class="player paper" aria-label={t("Replay")}>
        <Controls steps={steps} last={last} text={text} />
        <p class="grow" aria-live={steps.playing ? "off" : "polite"}>
          {text}
        </p>
        <a class="btn" href={review}>
          <Icon id="i-hint" size={20} />
          {t("Review")}
        </a>
        <Eyes names={match.seats.map((s) => s.name)} own={story.own} value={seat} onChange={setSeat} />
      </section>
      <Table {...{ game, match, view, tales, seat, name }} own={story.own} />
      <div class={`replay-more ${game.Watch ? "" : "with-log"}`}>
        {!game.Watch && (
          <section class="paper" aria-labelledby="log-title">
            <h2 id="log-title">{t("What happened")}</h2>
            <div class="log-box" tabIndex={0} role="group" aria-labelledby="log-title">
              <Log match={{ ...match, me: story.own || null }} tales={tales} />
            </div>
          </section>
        )}
        {children}
      </div>
    </>
  );
}
