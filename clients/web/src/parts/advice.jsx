// advice.jsx -- the hint about what is good now, in three steps: where to look, what to think of, the answer, which may be
// taken into the pencil. The worker's master thinks on what the seat knows (pure/advice.js); nobody else hears of it. For
// whoever may act, at tables whose owner allows it.
import { useEffect, useRef, useState } from "preact/hooks";
import { capital, colon, listOf, loadTexts, t } from "../words/i18n.js";
import { Icon, IconButton } from "./basics.jsx";
import { ask } from "../table/table_local.js";
import { placesOf } from "../pure/advice.js";
import { said } from "../words/tale.js";
import { say } from "../browser/say.js";

/** May the player ask now what is good? inked: their turn is done already.
 * @param {{match: Match, position: any, me: number, inked?: boolean}} props */
export const mayAdvise = ({ match, position, me, inked }) => match.hints && !inked && position.acts(me);

/** The hint of this position: {of: its game, may, open, toggle, close, steps, grade, more, lit}; steps: null while it is thought of, [] where
 * there is none. */
export function useAdvice(props) {
  const { match, position, me } = props,
    key = `${match.id} ${match.life} ${match.lines.length} ${me}`;
  const [now, set] = useState(/** @type {{key: string, open?: boolean, grade: number, steps: Advice[] | null}} */ ({ key, grade: 0, steps: null })),
    may = mayAdvise(props);
  const it = now.key === key ? now : { key, open: false, grade: 0, steps: null };
  const open = Boolean(it.open && may);
  const change = (to) => set((is) => ({ ...(is.key === key ? is : it), ...to }));
  useEffect(() => {
    if (!open || it.steps) return;
    const think = async () => (await ask("adviceOf", { head: match.head, state: position.state(me), seat: me, plain: match.plain })).answer;
    Promise.all([think(), loadTexts("review")]).then(
      ([steps]) => change({ steps }),
      () => change({ steps: [] }),
    );
  }, [open, key]);
  return {
    of: match.game,
    may,
    open,
    steps: it.steps,
    grade: it.grade,
    toggle: () => change({ open: !open }),
    close: () => change({ open: false }),
    more: () => change({ grade: it.grade + 1 }),
    lit: open && it.steps ? placesOf(it.steps) : [],
  };
}

/** What a step of the hint says: [title, sentences].
 * @param {{of: string, steps: Advice[] | null, grade: number}} advice
 * @param {{name?: NameOf, me: number}} reader
 * @returns {[string, string[]]} */
export function adviceText({ of, steps, grade }, reader) {
  if (!steps) return [t("Hint"), [t("Thinking …")]];
  if (!steps.length) return [t("Hint"), [t("Master does not answer. Are you offline for the first time?")]];
  if (grade === 0) {
    const places = placesOf(steps);
    return [t("Where to look"), [places.length ? colon(t("Look here"), listOf(places)) : t("It is not about a space this time.")]];
  }
  if (grade === 1) {
    const whys = [...new Set(steps.flatMap(({ why }) => (why ? [said(why, { of: "review" })] : [])))];
    return [t("What to think of"), whys.length ? whys.map((why) => `${capital(why)}.`) : [t("There is no short reason: it does best in the long run.")]];
  }
  return [
    t("What Master would do"),
    steps.flatMap(({ tales, stops }) => (stops ? [t("And leave it at that.")] : tales.map((tale) => said(tale, { of, ...reader })))),
  ];
}

/** The button that opens it. */
export const AdviceButton = ({ advice }) =>
  advice.may ? <IconButton id="hint" class="advice-btn" label={t("Hint")} aria-expanded={advice.open} onClick={advice.toggle} /> : null;

/** The focus goes along by keys: from what vanished to the next button of the slip, and back to what opened it.
 * @param {any} changed */
function useFocusAlong(changed) {
  const slip = useRef(/** @type {HTMLElement | null} */ (null));
  const lost = () => document.activeElement === document.body;
  const go = (/** @type {string} */ where, from = /** @type {ParentNode} */ (document)) =>
    /** @type {HTMLElement | null} */ (from.querySelector(where))?.focus({ preventScroll: true });
  useEffect(() => {
    if (!slip.current || !(lost() || document.activeElement === slip.current)) return;
    slip.current.focus({ preventScroll: true });
    go("footer .grow", slip.current);
  }, [changed]);
  useEffect(() => () => void setTimeout(() => lost() && go(".advice-btn, .hint-btn"), 0), []);
  return slip;
}

/** The hint on a slip. onTake(lines): takes the answer into the pencil, null: it cannot be pencilled; children: more buttons.
 * @param {{advice: any, me: number, name: NameOf, onTake: ((lines: string[]) => void) | null, children?: Children}} props */
export function AdviceSlip({ advice, me, name, onTake, children }) {
  const [title, lines] = adviceText(advice, { me, name });
  const text = lines.join(" ");
  useEffect(() => say(colon(title, text)), [text]);
  useEffect(() => {
    const leave = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && advice.close();
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [advice.close]);
  const { steps, grade } = advice,
    told = steps?.length > 0,
    end = grade > 1;
  const slip = useFocusAlong(text);
  const take = () => {
    advice.close();
    onTake?.(steps.map(({ line }) => line));
    say(t("Pencilled in."));
  };
  return (
    <section ref={slip} tabIndex={-1} class="picker hint advice" aria-label={t("Hint")} aria-busy={!steps}>
      <header>
        <Icon id="i-hint" size={24} />
        <h2>{title}</h2>
        <IconButton id="close" label={t("Close")} onClick={advice.close} />
      </header>
      {lines.map((line) => (
        <p class="hint-text" key={line}>
          {line}
        </p>
      ))}
      <footer>
        {children}
        {told && !end && (
          <button type="button" class="btn grow" onClick={advice.more}>
            {grade ? t("Show the answer") : t("What to think of")}
            <Icon id="i-right" size={20} />
          </button>
        )}
        {told && end && onTake && (
          <button type="button" class="btn main grow" onClick={take}>
            <Icon id="i-pencil" size={20} />
            {t("Pencil it in")}
          </button>
        )}
      </footer>
    </section>
  );
}
