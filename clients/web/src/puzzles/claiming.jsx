// claiming.jsx -- one puzzle of the kind "certain": say where something is certain, and what; the map lab judges. Right: why it is so.
// Else another map that fits, and on demand what was certain. What comes before and after is the caller's.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { useMedia } from "../browser/hooks.js";
import { say } from "../browser/say.js";
import { complain } from "../words/problems.js";
import { Icon } from "../parts/basics.jsx";
import { toggle } from "../games/tiwanaku/marks.js";
import { markSaid } from "../games/tiwanaku/words.js";
import { Ask, Pencil } from "./ask.jsx";
import { choiceOf, claimOf, claimSaid, isOpen, keyed, laid, seenAt, whatSaid } from "./claim.js";
import { certain, judge } from "./lab.js";
import { Reason } from "./reason.jsx";
import { CounterMap, Sheet } from "./sheet.jsx";

/** Pencil marks of one puzzle, and the way back. */
export function useMarksHere(first = {}) {
  const [{ marks, past, future }, set] = useState({ marks: first, past: /** @type {any[]} */ ([]), future: /** @type {any[]} */ ([]) });
  const put = (next) => set({ marks: next, past: [...past, marks].slice(-100), future: [] });
  return {
    marks,
    put,
    flip(space, what) {
      const next = toggle(marks, space, what);
      put(next);
      say(markSaid(next, space, what));
    },
    undo: past.length ? () => set({ marks: past.at(-1), past: past.slice(0, -1), future: [marks, ...future] }) : null,
    redo: future.length ? () => set({ marks: future[0], past: [...past, marks], future: future.slice(1) }) : null,
  };
}

/** A heading that has the focus as soon as it is there.
 * @param {{class?: string, icon?: string, level?: "h2" | "h3", children?: Children}} props */
export function Told({ class: cls = "", icon, level: Level = "h2", children }) {
  const ref = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => ref.current?.focus({ preventScroll: false }), []);
  return (
    <Level class={`pz-told ${cls}`} tabIndex={-1} ref={ref}>
      {icon && <Icon id={icon} size={26} />}
      {children}
    </Level>
  );
}

const wrongText = ({ verdict, differs }, { space, what }) => {
  const other = typeof what === "number" ? differs : "vdfm"[differs - 1];
  return verdict === "impossible"
    ? t("No map that fits has {what} at {space}. On this one {space} is {other}.", { space, what: whatSaid(what), other: whatSaid(other) })
    : t("All you see fits this map, too, and here {space} is {other}.", { space, other: whatSaid(other) });
};

/** What was certain instead. The button that asked for it is gone: this has the focus. */
function Answer({ answer, onStep }) {
  const text = t("This was certain: {claim}", { claim: claimSaid(choiceOf(answer.claim)) });
  return (
    <>
      <Told level="h3">{text}</Told>
      <Reason steps={answer.steps} onShow={onStep} lead={`${text}.`} />
    </>
  );
}

/** A slip: the other map, and what was certain if somebody wants to know. counter: that map, if it is drawn here. after: what it means for the player. */
function Refuted({ puzzle, choice, verdict, answer, counter, after, onAnswer, onStep }) {
  const text = wrongText(verdict, choice),
    supposed = verdict.steps.length > 1 ? t("If it were so:") : ""; // one step says so itself
  useEffect(() => {
    if (!verdict.steps.length) say(`${text} ${after}`); // else with the first step
  }, []);
  return (
    <>
      <Told class="wrong-told" icon="i-close">
        {verdict.verdict === "impossible" ? t("That cannot be") : t("Not certain")}
      </Told>
      {!answer && <p>{text}</p>}
      {!answer && verdict.steps.length > 0 && (
        <>
          {supposed && <h3>{supposed}</h3>}
          <Reason steps={verdict.steps} onShow={onStep} lead={`${text} ${after} ${supposed}`} />
        </>
      )}
      {counter}
      {answer ? (
        <Answer answer={answer} onStep={onStep} />
      ) : (
        puzzle.id && (
          <button type="button" class="btn wide" onClick={onAnswer}>
            <Icon id="i-hint" size={20} />
            {t("Show what was certain")}
          </button>
        )
      )}
    </>
  );
}

/** What is chosen, pencilled, and judged so far; where the focus goes. */
function useClaim(puzzle, onward, judging, onJudged) {
  const [choice, setChoice] = useState(/** @type {any} */ (null));
  const [verdict, setVerdict] = useState(/** @type {QuizVerdict | null} */ (null));
  const [after, setAfter] = useState("");
  const [busy, setBusy] = useState(false);
  const [pencil, setPencil] = useState(false);
  const [focus, setFocus] = useState({ board: 0, ask: 0 });
  const pad = useMarksHere();
  const toAsk = () => setFocus((f) => ({ ...f, ask: f.ask + 1 })),
    toBoard = () => setFocus((f) => ({ ...f, board: f.board + 1 }));
  useEffect(() => {
    if (!onward) return;
    setFocus({ board: 1, ask: 0 }); // the button that brought it is gone
    say(t("A new puzzle, rated {n}.", { n: puzzle.rating }));
  }, []);
  return {
    ...{ choice, verdict, after, busy, pencil, focus, pad },
    setPencil(on) {
      setPencil(on);
      toBoard(); // the button is gone; keys mark or choose there
    },
    setChoice(next) {
      setChoice(next);
      if (!next) toBoard();
    },
    pick(space, byKey) {
      if (verdict) return;
      const { terrain, crop } = seenAt(puzzle, space);
      if (terrain && crop) return say(t("{space} lies open.", { space }));
      setChoice(choice?.space === space ? choice : { space, what: null });
      if (byKey) toAsk();
    },
    onKey(event, space) {
      const what = keyed(event);
      if (what === null || verdict || !isOpen(puzzle, { space, what })) return;
      event.preventDefault();
      if (pencil) return pad.flip(space, what);
      setChoice({ space, what });
      say(claimSaid({ space, what }));
      toAsk();
    },
    async go() {
      if (busy || choice?.what == null) return;
      setBusy(true);
      try {
        const claim = claimOf(choice),
          found = await judging(claim);
        setAfter((await onJudged(found.verdict === "right", claim).catch(complain)) ?? ""); // first: it is read aloud with the verdict
        setVerdict(found);
      } catch (e) {
        complain(e);
      }
      setBusy(false);
    },
  };
}

/** Before the answer: what it is about, the pencil, or what is at the space that was chosen. */
function Before({ puzzle, now, children }) {
  const { choice, pencil, setPencil, pad } = now;
  if (pencil)
    return (
      <Pencil
        position={puzzle}
        space={choice?.space ?? null}
        marks={pad.marks}
        onToggle={pad.flip}
        undo={pad.undo}
        onClear={() => pad.put({})}
        onClose={() => setPencil(false)}
      />
    );
  if (choice)
    return (
      <Ask
        {...{ position: puzzle, choice, busy: now.busy, setChoice: now.setChoice, onGo: now.go }}
        focus={now.focus.ask}
        onPencil={() => setPencil(true)}
        done={(claim) => t("{claim}: this is certain", { claim })}
      />
    );
  return (
    <div class="pz-task">
      {children}
      <button type="button" class="btn" onClick={() => setPencil(true)}>
        <Icon id="i-pencil" size={20} />
        {t("Pencil marks")}
      </button>
    </div>
  );
}

const Proved = ({ choice, steps, after, onStep }) => (
  <>
    <Told class="right-told" icon="i-check">
      {t("Right: {claim}", { claim: claimSaid(choice) })}
    </Told>
    <Reason steps={steps} onShow={onStep} lead={`${t("Right: {claim}", { claim: `${claimSaid(choice)}.` })} ${after}`} />
  </>
);

/** onJudged(right, claim): called once; resolves to a sentence about it, or nothing. ways(right): the buttons at the end. onward: another one was
 * here before. children: said before anything is chosen.
 * @param {{puzzle: Quiz, onward?: boolean, onJudged: (right: boolean, claim: string) => Promise<string>, ways: (right: boolean) => Children, children?: Children,
 *   judging?: (claim: string) => Promise<QuizVerdict>}} props judging: by somebody else than the lab here */
export function Claiming({ puzzle, onward = false, onJudged, ways, children, judging = (claim) => judge(puzzle.id, claim) }) {
  const now = useClaim(puzzle, onward, judging, onJudged);
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const [step, setStep] = useState(/** @type {any} */ (null));
  const { choice, verdict, pad } = now,
    right = verdict?.verdict === "right";
  const narrow = useMedia("(max-width: 759px)"), // the other map comes beside the board: below, one would not see both
    counter = verdict?.counter && !right && !answer && <CounterMap position={puzzle} counter={verdict.counter} at={choice.space} />;
  const on = [...(right ? [choice] : []), ...(answer ? [choiceOf(answer.claim)] : [])];
  return (
    <Sheet
      position={laid(puzzle, on)}
      tiles={puzzle}
      marks={pad.marks}
      choice={verdict ? null : choice}
      wrong={verdict && !right ? choice.space : null}
      step={step}
      onPick={verdict ? undefined : now.pick}
      onKey={now.onKey}
      focus={now.focus.board}
      beside={narrow && counter}
    >
      {!verdict && (
        <Before puzzle={puzzle} now={now}>
          {children}
        </Before>
      )}
      {right && <Proved choice={choice} steps={verdict.steps} after={now.after} onStep={setStep} />}
      {verdict && !right && (
        <Refuted
          {...{ puzzle, choice, verdict, answer }}
          counter={!narrow && counter}
          after={now.after}
          onAnswer={async () => setAnswer(await certain(puzzle.id).catch(complain))}
          onStep={setStep}
        />
      )}
      {verdict && (
        <div class="pz-ways">
          {now.after && <p class="small quiet">{now.after}</p>}
          <div class="row wrap">{ways(right)}</div>
        </div>
      )}
    </Sheet>
  );
}
