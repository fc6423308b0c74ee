// whole.jsx -- A whole map: all terrain and the starting crops lie open; pencil marks for what may be, pen for what is. A wrong crop is
// a slip with its reason, never the solution. What is unfinished waits on the device.
import { useEffect, useRef, useState } from "preact/hooks";
import { num, t, tn } from "../words/i18n.js";
import { keep, kept } from "../browser/kept.js";
import { go } from "../browser/router.js";
import { say } from "../browser/say.js";
import { complain } from "../words/problems.js";
import { Icon, IconButton, Segments } from "../parts/basics.jsx";
import { Rubber } from "../parts/score.jsx";
import { gradeName, sizeName } from "../games/tiwanaku/map_words.js";
import { markSaid } from "../games/tiwanaku/words.js";
import { Ask, Pencil } from "./ask.jsx";
import { choiceOf, claimOf, claimSaid, keyed, laid, seenAt, whatSaid } from "./claim.js";
import { Told } from "./claiming.jsx";
import { Coming, Next, PuzzleBar, placeOf, useComing } from "./frame.jsx";
import { certain, judge, puzzleOf, settle, stand, take } from "./lab.js";
import { Reason } from "./reason.jsx";
import { Sheet } from "./sheet.jsx";
import { begin, claims, clear, flip, hinted, isWhole, redo, slip, undo, write } from "./whole.js";

const UNFINISHED = "tambo.whole";
/** The hardest technique of each grade (puzzle/grade.h): it says which one is meant. */
const GRADES = { gentle: "place", fair: "point", tricky: "orders", fiendish: "nested" };

/** Which map? By size, and a grade or the player's rating. */
function Choose({ again, onMake }) {
  const ref = useRef(/** @type {HTMLParagraphElement | null} */ (null));
  useEffect(() => void (again && ref.current?.focus()), []); // the button that brought it is gone
  const [cols, setCols] = useState(5);
  const [grade, setGrade] = useState("gentle");
  const make = async () => onMake({ kind: "whole", cols, technique: GRADES[grade] ?? "", rating: (await stand()).rating });
  return (
    <main class="form paper stack">
      <p class="pz-said" tabIndex={-1} ref={ref}>
        {t("All terrain and a few crops lie open, and everything else follows. Pencil what may be; write in pen what is certain.")}
      </p>
      <Segments
        label={t("Size")}
        value={cols}
        onChange={setCols}
        options={[
          [5, sizeName("tiny")],
          [9, sizeName("long")],
        ]}
      />
      <Segments
        label={t("How hard")}
        value={grade}
        onChange={setGrade}
        options={[...Object.keys(GRADES).map((g) => [g, gradeName(g)]), ["", t("by my rating")]]}
      />
      <button type="button" class="btn main wide" onClick={make}>
        <Icon id="i-play" size={18} />
        {t("Begin")}
      </button>
    </main>
  );
}

const praise = ({ slips, hints }) => {
  if (!slips && !hints) return t("Not one slip and no hint: all of it seen by yourself.");
  if (!slips) return t("Not one slip.");
  return slips < 3 ? t("Nearly all of it at the first go.") : t("Finished. Every slip is a reason you know now.");
};

const slipsSaid = ({ slips }) => tn("{n} slip", "{n} slips", slips);

function Finished({ puzzle, state, onMore }) {
  const slips = slipsSaid(state);
  const hints = state.hints ? ` · ${tn("{n} hint", "{n} hints", state.hints)}` : "";
  useEffect(() => say(`${t("The map is whole.")} ${praise(state)}`), []);
  return (
    <div class="pz-done">
      <Told icon="i-check" class="right-told">
        {t("The map is whole.")}
      </Told>
      <div class="pz-stamp">
        <Rubber top={t("solved").toUpperCase()} middle={num(puzzle.rating)} bottom={slips.toUpperCase()} picture="crop-5" />
      </div>
      <p>{praise(state)}</p>
      <p class="small quiet">{slips + hints}</p>
      <div class="row wrap pz-ways">
        <Next onClick={onMore}>{t("Another map")}</Next>
      </div>
    </div>
  );
}

/** What the pencil and the pen can do. */
const Tools = ({ pencil, setPencil, state, change, onHint }) => (
  <div class="pz-tools row">
    <Segments
      label={t("Write with")}
      value={pencil}
      onChange={setPencil}
      options={[
        [true, t("pencil")],
        [false, t("pen")],
      ]}
    />
    <IconButton id="undo" label={t("Take the last mark back")} disabled={!state.past.length} onClick={() => change(undo(state))} />
    <IconButton id="redo" label={t("Bring it back")} disabled={!state.future.length} onClick={() => change(redo(state))} />
    <IconButton id="hint" label={t("Hint")} onClick={onHint} />
  </div>
);

/** A slip or a hint: a reason to read, then on. */
const Aside = ({ aside, onStep, onClose }) => (
  <section aria-label={aside.title} onKeyDown={(e) => e.key === "Escape" && onClose()}>
    <Told icon={aside.wrong ? "i-close" : "i-hint"} class={aside.wrong ? "wrong-told" : ""}>
      {aside.title}
    </Told>
    {aside.wrong && aside.steps.length > 1 && <h3>{t("If it were so:")}</h3>}
    {aside.steps.length > 0 ? <Reason steps={aside.steps} onShow={onStep} lead={aside.wrong ? `${aside.title}.` : ""} /> : <p>{aside.text}</p>}
    <div class="row wrap pz-ways">
      <Next onClick={onClose}>{t("Go on")}</Next>
    </div>
  </section>
);

const asChoices = (pen) => Object.entries(pen).map(([space, what]) => ({ space, what }));

/** A map on its way: its state, what is chosen, a slip or a hint that is read, and all that can be done. */
function useSolving(puzzle, first, onward) {
  const [state, set] = useState(first);
  const [choice, choose] = useState(/** @type {any} */ (null));
  const [pencil, setPencil] = useState(true);
  const [aside, setAside] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const [focus, setFocus] = useState({ board: 0, ask: 0 });
  const position = laid(puzzle, asChoices(state.pen));
  const still = aside || position.crop.every(Boolean); // nothing can be chosen
  const toBoard = () => setFocus((f) => ({ ...f, board: f.board + 1 })),
    toAsk = () => setFocus((f) => ({ ...f, ask: f.ask + 1 }));
  useEffect(() => {
    if (!onward) return;
    toBoard(); // the button that brought it is gone
    say(t("A new puzzle, rated {n}.", { n: puzzle.rating }));
  }, []);
  const change = (next) => {
    set(next);
    keep(UNFINISHED, laid(puzzle, asChoices(next.pen)).crop.every(Boolean) ? null : next);
  };
  const mark = (space, what) => {
    const next = flip(state, space, what);
    change(next);
    say(markSaid(next.marks, space, what));
  };
  const setChoice = (next) => {
    choose(next);
    if (!next) toBoard();
  };
  const wrote = async () => {
    const next = write(state, choice.space, choice.what);
    change(next);
    say(t("Right: {claim}", { claim: claimSaid(choice) }));
    setChoice(null);
    if (laid(puzzle, asChoices(next.pen)).crop.every(Boolean)) await settle(puzzle, { sort: "whole", right: !next.slips, slips: next.slips });
  };
  const wrong = ({ steps }) => {
    change(slip(state));
    const text = t("With it, the map could not be finished. There is no short way to see why.");
    setAside({ wrong: true, title: t("No: not {what} at {space}", { what: whatSaid(choice.what), space: choice.space }), steps, text });
    choose({ ...choice, what: null });
  };
  return {
    ...{ state, change, position, choice, setChoice, pencil, setPencil, aside, busy, focus, mark },
    pick(space, byKey) {
      if (still) return;
      if (seenAt(position, space).crop) return say(t("{space} lies open.", { space }));
      choose(choice?.space === space ? choice : { space, what: null });
      if (byKey && !pencil) toAsk();
    },
    onKey(event, space) {
      const what = keyed(event);
      if (typeof what !== "number" || still || seenAt(position, space).crop) return;
      event.preventDefault();
      choose({ space, what: pencil ? null : what });
      if (pencil) mark(space, what);
      else toAsk();
    },
    async go() {
      if (busy || choice?.what == null) return;
      setBusy(true);
      try {
        const found = await judge(puzzle.id, claimOf(choice), claims(state));
        if (found.verdict === "right") await wrote();
        else wrong(found);
      } catch (e) {
        complain(e);
      }
      setBusy(false);
    },
    async hint() {
      const found = await certain(puzzle.id, claims(state)).catch(complain);
      if (!found) return;
      change(hinted(state));
      setAside({ title: claimSaid(choiceOf(found.claim)), steps: found.steps, text: "" });
    },
    goOn() {
      setAside(null);
      toBoard();
    },
  };
}

/** With pencil or pen, at the space that is chosen. */
function Writing({ now }) {
  const { state, change, position, choice, pencil, setPencil } = now;
  return (
    <>
      <Tools {...{ pencil, setPencil, state, change }} onHint={now.hint} />
      {pencil ? (
        <div class="pz-crops-only">
          <Pencil
            {...{ position, marks: state.marks }}
            space={choice?.space ?? null}
            onToggle={now.mark}
            undo={null}
            onClear={() => change(clear(state))}
            onClose={() => setPencil(false)}
          />
        </div>
      ) : choice ? (
        <Ask
          {...{ position, choice, busy: now.busy, setChoice: now.setChoice, onGo: now.go }}
          focus={now.focus.ask}
          onPencil={() => setPencil(true)}
          done={(claim) => t("{claim}: write it", { claim })}
        />
      ) : (
        <p class="pz-task">{t("Tap a space whose crop you are certain of.")}</p>
      )}
    </>
  );
}

function Solving({ puzzle, first, onward, onMore }) {
  const now = useSolving(puzzle, first, onward);
  const [step, setStep] = useState(/** @type {any} */ (null));
  const { state, position, choice, aside } = now,
    done = position.crop.every(Boolean);
  const close = () => {
    now.goOn();
    setStep(null);
  };
  const sub = [t("rated {n}", { n: puzzle.rating }), slipsSaid(state)].join(" · ");
  return (
    <>
      <PuzzleBar title={t("A whole map")} sub={sub} id={puzzle.id} />
      <Sheet position={position} marks={state.marks} choice={choice} step={step} onPick={now.pick} onKey={now.onKey} focus={now.focus.board} tall={done}>
        {done ? <Finished {...{ puzzle, state, onMore }} /> : aside ? <Aside aside={aside} onStep={setStep} onClose={close} /> : <Writing now={now} />}
      </Sheet>
    </>
  );
}

/** The map of an address, or what is unfinished. */
async function coming(id) {
  const was = kept(UNFINISHED);
  if (id && was?.id !== id) {
    const puzzle = await puzzleOf(id);
    if (puzzle.kind === "whole") return { puzzle, first: begin(id) };
    go(placeOf(id), { replace: true });
  }
  if (!isWhole(was)) return { puzzle: null };
  return puzzleOf(was.id).then(
    (puzzle) => ({ puzzle, first: was }),
    () => ({ puzzle: null }), // of an older generator
  );
}

export function WholePage({ id }) {
  const { it, problem, onward, more, set } = useComing(() => coming(id), [id]);
  const make = (wish) =>
    more(async () => {
      const puzzle = await take("whole", wish);
      const first = begin(puzzle.id);
      keep(UNFINISHED, first);
      return { puzzle, first };
    });
  const [again, setAgain] = useState(false);
  const stop = () => {
    setAgain(true);
    keep(UNFINISHED, null);
    set({ puzzle: null });
    if (id) go("/puzzles/whole", { replace: true });
  };
  if (it?.puzzle) return <Solving key={it.puzzle.id} {...it} onward={onward} onMore={stop} />;
  return (
    <>
      <PuzzleBar title={t("A whole map")} />
      {it ? <Choose again={again} onMake={make} /> : <Coming problem={problem} />}
    </>
  );
}
