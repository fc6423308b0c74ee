// hint.jsx -- what is certain and why: asks the map lab (in the worker) about the position as the player
// knows it, and says its simplest deduction step by step. Only at tables whose owner allows hints.
import { useEffect, useState } from "preact/hooks";
import { listOf, t, tn } from "../../words/i18n.js";
import { Icon, IconButton } from "../../parts/basics.jsx";
import { ask } from "../../table/table_local.js";
import { say } from "../../browser/say.js";
import { said } from "../../words/tale.js";
import { chain } from "./reason.js";
import { cropName } from "./words.js";

/** @type {Hint} */
const NO_LAB = { steps: [], certain: {}, fair: {}, chances: {}, guesses: [], failed: true };

/** The lab's answer for this position, once wanted; null while it thinks. */
export function useHint(wanted, { match, position, me }) {
  const [kept, set] = useState(/** @type {{at: number, hint: Hint | null}} */ ({ at: -1, hint: null }));
  const at = match.lines.length;
  useEffect(() => {
    if (!wanted || kept.at === at) return;
    let here = true;
    ask("hintOf", { head: match.head, state: position.state(me), seat: me, plain: match.plain }).then(
      ({ answer }) => here && set({ at, hint: answer }),
      () => here && set({ at, hint: NO_LAB }),
    );
    return () => (here = false);
  }, [wanted, at]);
  return kept.at === at ? kept.hint : null;
}

/** A hint on a slip: one step at a time. onShow(step): the step to draw on the board, or null; children: more buttons. */
export function HintSlip({ hint, own, onShow, onClose, onMark, children }) {
  const [step, setStep] = useState(0);
  const steps = hint?.steps ?? [];
  useEffect(() => {
    onShow(steps[step] ?? null);
    if (hint) say(steps.length ? said(steps[step].tale, { of: "tiwanaku" }) : stepless(hint));
  }, [hint, step]);
  useEffect(() => {
    const leave = (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && onClose();
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [onClose]);
  const ready = own.filter((s) => hint?.certain[s]),
    readyIfFair = own.filter((s) => hint?.fair[s]);
  return (
    <section class="picker hint" aria-label={t("Hint")} aria-busy={!hint}>
      <header>
        <Icon id="i-hint" size={24} />
        <h2>{title(hint)}</h2>
        <button type="button" class="btn" onClick={onClose}>
          <Icon id="i-check" size={20} />
          {t("Thanks")}
        </button>
      </header>
      {!hint && <p>{t("Thinking …")}</p>}
      {hint &&
        (steps.length ? (
          <p class="hint-text">
            {steps.length > 1 && <b>{t("{n} of {m}", { n: step + 1, m: steps.length })} · </b>}
            {said(steps[step].tale, { of: "tiwanaku" })}
          </p>
        ) : (
          <p class="hint-text">{stepless(hint)}</p>
        ))}
      {ready.length > 0 && (
        <p class="why">
          {t("Your pawns can divine for certain: {list}.", {
            list: ready.map((s) => `${s} ${cropName(hint.certain[s])}`).join(", "),
          })}
        </p>
      )}
      {readyIfFair.length > 0 && (
        <p class="why">
          {t("Because every map is fair, they can divine: {list}.", {
            list: readyIfFair.map((s) => `${s} ${cropName(hint.fair[s])}`).join(", "),
          })}
        </p>
      )}
      {hint && <p class="why">{left(hint)}</p>}
      <footer>
        {children}
        {steps.length > 1 && <IconButton id="left" class="step-back" label={t("Previous step")} disabled={step === 0} onClick={() => setStep(step - 1)} />}
        {steps.length > 1 && (
          <button type="button" class="btn grow" disabled={step === steps.length - 1} onClick={() => setStep(step + 1)}>
            {t("Next step")}
            <Icon id="i-right" size={20} />
          </button>
        )}
        {steps.length > 0 && (
          <button type="button" class="btn" onClick={() => onMark(steps[step])}>
            <Icon id="i-pencil" size={20} />
            {t("Pencil it in")}
          </button>
        )}
      </footer>
    </section>
  );
}

/** What kind of certainty is told. */
function title(hint) {
  if (hint?.steps[0]?.technique === "fair") return t("Certain, as every map is fair");
  return hint?.steps.length || Object.keys(hint?.certain ?? {}).length ? t("This is certain") : t("Hint");
}

/** A share of a thousand, in percent. */
export const percent = (chance, exact) => {
  const n = Math.min(99, Math.max(1, Math.round(chance / 10)));
  return exact ? t("{n} %", { n }) : t("about {n} %", { n });
};

/** Where there are no steps: what only counting all maps makes certain, else the best guess. */
function stepless(hint) {
  if (hint.failed) return t("The map lab does not answer. Are you offline for the first time?");
  const sure = Object.entries(hint.certain)
    .slice(0, 1) // one at a time, as a step would
    .map(([space, crop]) => `${space} ${cropName(crop)}`);
  if (sure.length) return t("Certain, though there is no short proof: {list}.", { list: listOf(sure) });
  const best = hint.guesses[0];
  if (!best) return t("Nothing is certain yet. Discover more of the land.");
  return t("Nothing is certain. Most likely: {crop} at {space}, {chance}.", {
    crop: cropName(best.crop),
    space: best.space,
    chance: percent(best.chance, hint.exact),
  });
}

/** What a hint says was certain then, in sentences. */
export const known = (hint) => (hint.steps.length ? chain(hint.steps.map(({ tale }) => said(tale, { of: "tiwanaku" }))) : [stepless(hint)]);

/** How many maps still fit, and how many of them are fair. */
function left(hint) {
  if (hint.failed) return "";
  const fit =
    hint.maps === null ? t("A great many maps still fit what lies open.") : tn("{n} map fits what lies open.", "{n} maps fit what lies open.", hint.maps);
  if (hint.maps === 1) return fit;
  if (hint.plain) return `${fit} ${t("All of them count the same.")}`;
  return hint.fair_maps === null || hint.fair_maps === hint.maps ? fit : `${fit} ${tn("{n} of them is fair.", "{n} of them are fair.", hint.fair_maps)}`;
}
