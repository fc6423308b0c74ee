// page.jsx -- the page of a lesson: the game's real screen with a note above it that says what to do. Only
// what the note asks for goes on; lesson.js says what that is. Fetched when somebody wants to learn.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { loadTexts, t } from "../words/i18n.js";
import { Bar, Icon, IconButton, Notice, Waiting } from "../parts/basics.jsx";
import { canPlay, loadGame, loadLesson, titleOf } from "../games/index.js";
import { Position } from "../pure/position.js";
import { newCore } from "../table/use_table.js";
import { usePromise } from "../browser/hooks.js";
import { keepHere, keptHere } from "../browser/router.js";
import { meet, playNow } from "../games/play_now.js";
import { say } from "../browser/say.js";
import { draftAt, firstOf, fits, matchAt, onTheWay } from "./lesson.js";

/** How far it is: a bead for each step. */
const Beads = ({ at, of }) => (
  <span class="beads" aria-hidden="true">
    {Array.from({ length: of }, (_, i) => (
      <i key={i} class={i < at ? "past" : i === at ? "now" : ""} />
    ))}
  </span>
);

/** The note: what to do and why, how far it is, and the ways on. aside: a friendly word on what was tried. */
function Note({ lesson, k, aside, onGo }) {
  const last = lesson.steps.length;
  const step = lesson.steps[k];
  const over = k === last;
  return (
    <aside class="coach paper" aria-label={t("Lesson")}>
      <p class="coach-head small quiet">{over ? t("Done") : t("Step {n} of {m}", { n: k + 1, m: last })}</p>
      <Beads at={k} of={last} />
      <p class="coach-text">{over ? lesson.end : step.text}</p>
      {aside && <p class="coach-aside small">{aside}</p>}
      <div class="coach-acts">
        <IconButton id="left" label={t("One step back")} disabled={!k} onClick={() => onGo(k - 1)} />
        <IconButton id="undo" label={t("From the beginning")} disabled={!k} onClick={() => onGo(0)} />
        {over ? (
          <>
            <a class="btn" href={`/rules/${lesson.game}`}>
              <Icon id="i-book" size={20} />
              {t("Rules")}
            </a>
            <button type="button" class="btn main" onClick={() => playNow(lesson.game)}>
              <Icon id="i-play" size={18} />
              {t("Play now")}
            </button>
          </>
        ) : (
          <button type="button" class={`btn ${step.turn || step.draft ? "" : "main"}`} onClick={() => onGo(k + 1)}>
            {step.turn || step.draft ? t("Do it for me") : t("Continue")}
            <Icon id="i-right" size={20} />
          </button>
        )}
      </div>
    </aside>
  );
}

const SVG = "http://www.w3.org/2000/svg";

/** A ring with the name of the space, on top of it. */
function spot(el, name) {
  const { x, y, width, height } = el.getBBox();
  const g = document.createElementNS(SVG, "g"),
    rect = document.createElementNS(SVG, "rect"),
    text = document.createElementNS(SVG, "text");
  for (const [key, value] of Object.entries({ x: x + 1.5, y: y + 1.5, width: width - 3, height: height - 3, rx: 5 })) rect.setAttribute(key, String(value));
  text.setAttribute("x", String(x + width * 0.09));
  text.setAttribute("y", String(y + height * 0.28));
  text.setAttribute("font-size", String(height * 0.24));
  text.textContent = name;
  g.setAttribute("class", "spot");
  g.append(rect, text);
  el.append(g);
  return g;
}

/** Rings the spaces that the note speaks of: drawings of our own on the screen of the game, gone with the next render. */
function useSpots(spots) {
  useLayoutEffect(() => {
    const drawn = spots
      .map((s) => [document.querySelector(`main [role=grid] [data-space="${s}"]`), s])
      .filter(([el]) => el)
      .map(([el, s]) => spot(el, s));
    return () => drawn.forEach((g) => g.remove());
  });
}

/** The height of the note as --note of the lesson: a screen that fills the window leaves it room, however long its words are. */
function useNoteHeight() {
  const lesson = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    const at = lesson.current,
      note = at?.querySelector(".coach");
    if (!at || !note) return;
    const watch = new ResizeObserver(() => at.style.setProperty("--note", `${note.getBoundingClientRect().height}px`));
    watch.observe(note);
    return () => watch.disconnect();
  }, []);
  return lesson;
}

function Lesson({ name, game, lesson, cores }) {
  const [at, setAt] = useState(() => ({ k: Math.min(keptHere("step") ?? 0, lesson.steps.length), life: 0 })); // the step; and how often somebody went where they had not played
  const [draft, setPencil] = useState(() => draftAt(lesson, at.k));
  const [aside, setAside] = useState(/** @type {string | null} */ (null));
  const { k, life } = at;
  const step = lesson.steps[k];
  const match = useMemo(() => matchAt(cores.judge, lesson, k), [lesson, k]);
  const shown = useRef(/** @type {Match | null} */ (null));
  if (shown.current !== match) cores.position.sync((shown.current = match));
  const view = cores.position.view(1);
  const lessonAt = useNoteHeight();
  useSpots(step?.spots ?? []);
  useEffect(() => say(step ? `${t("Step {n} of {m}", { n: k + 1, m: lesson.steps.length })}. ${step.text}` : lesson.end), [k]);
  useEffect(() => void (aside && say(aside)), [aside]);
  useEffect(() => keepHere("step", k), [k]);

  const next = (pencil) => {
    setPencil(pencil);
    setAside(null);
    setAt({ k: k + 1, life });
  };
  const onGo = (to) => {
    setPencil(draftAt(lesson, to));
    setAside(null);
    setAt({ k: to, life: life + 1 });
    scrollTo(0, 0);
  };
  const other = () => setAside(t("That would be allowed, too. Let us do what the note says this time."));
  const setDraft = (lines) => {
    if (step?.draft && fits(step.draft, lines)) return next(lines);
    setPencil(lines);
    if (onTheWay(step?.draft ?? step?.turn ?? [], lines)) setAside(null);
    else other();
  };
  const act = async (what, members) => {
    if (what === "turn" && step?.turn && fits(step.turn, members.lines)) {
      next([]);
      return true;
    }
    if (what === "turn" && step?.draft) setAside(t("One moment: first do what the note says."));
    else other();
    return false;
  };
  const screen = {
    table: null,
    match,
    position: cores.position,
    me: 1,
    view,
    draft,
    setDraft,
    inked: false,
    busy: false,
    act,
    onReady: () => act("turn", { lines: draft }),
    onBack: () => onGo(k),
  };
  return (
    <>
      <Bar game={name} title={titleOf(name)} sub={t("a first game")} />
      <div class="lesson" ref={lessonAt}>
        <Note {...{ lesson, k, aside, onGo }} />
        {match.result ? (
          <game.Counting view={view} match={match} seat={1} title={t("your first game")} />
        ) : (
          <game.Screen key={`${life} ${firstOf(lesson, k)}`} {...screen} />
        )}
      </div>
    </>
  );
}

export function LearnPage({ name }) {
  const known = canPlay(name);
  useEffect(() => void (known && meet(name)), [name]);
  const it = usePromise(async () => {
    if (!known) return (await loadTexts("learn"), null);
    const [game, lesson, judge, core] = await Promise.all([loadGame(name), loadLesson(name), newCore(), newCore()]);
    return { game, lesson, cores: { judge, position: new Position(core) } };
  }, [name]);
  if (it === undefined)
    return (
      <>
        <Bar game={known ? name : undefined} title={titleOf(name) ?? t("Learn")} />
        <Waiting />
      </>
    );
  if (!it || it.error)
    return (
      <>
        <Bar title={t("Learn")} />
        <Notice title={t("There is no lesson here.")}>
          <a class="btn main" href="/">
            {t("To the home page")}
          </a>
        </Notice>
      </>
    );
  return <Lesson key={name} name={name} {...it} />;
}
