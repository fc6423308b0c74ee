// setup.jsx -- parts of setting up a game: a number with − and +, the levels of bots, the sheets of
// the two dice games as small drawings.
import { useState } from "preact/hooks";
import { t } from "../i18n.js";
import { openText } from "../files.js";
import { usePromise } from "../hooks.js";
import { ownSheet } from "../own_sheet.js";
import { faultText } from "../refusals.js";
import { newCore } from "../use_table.js";
import { Icon, Segments } from "./basics.jsx";
import { Ruling } from "./ruling.jsx";

export const LEVELS = ["easy", "normal", "strong"];
export const levelLabel = (level) => ({ easy: t("easy"), normal: t("normal"), strong: t("strong"), mixed: t("mixed") })[level];

/** Levels of n bots. Mixed: one is normal, the others strong and easy by turns. */
export const botsOf = (level, n) => Array.from({ length: n }, (_, i) => (level === "mixed" ? (i ? ["strong", "easy"][i % 2] : "normal") : level));

/** Buttons of which one is chosen, below their name. */
export const Choice = ({ label, ...more }) => (
  <div>
    <span class="label">{label}</span>
    <Segments label={label} {...more} />
  </div>
);

export function Stepper({ id, label, value, min, max, onChange }) {
  const fit = (v) => Math.min(max, Math.max(min, Math.round(v) || min));
  const typed = ({ currentTarget: field }) => onChange((field.value = fit(field.valueAsNumber))); // also where that is what it was
  return (
    <div>
      <label class="label" for={id}>{label}</label>
      <div class="stepper">
        <button type="button" class="btn" aria-label={t("Fewer")} disabled={value <= min} onClick={() => onChange(fit(value - 1))}><Icon id="i-minus" size={20} /></button>
        <input class="input num" id={id} type="number" inputMode="numeric" min={min} max={max} value={value} onChange={typed} />
        <button type="button" class="btn" aria-label={t("More")} disabled={value >= max} onClick={() => onChange(fit(value + 1))}><Icon id="i-plus" size={20} /></button>
      </div>
    </div>
  );
}

/** The grid of a sheet's text as a small drawing. */
function Drawing({ text }) {
  const rows = text.split("grid:\n")[1].trimEnd().split("\n");
  const kind = { "#": "no", D: "no dr", o: "lake" };
  return (
    <svg class="mini" viewBox={`-1 -1 ${rows[0].length * 10 + 2} ${rows.length * 10 + 2}`} aria-hidden="true">
      {rows.flatMap((row, y) => [...row].map((c, x) => kind[c] && <rect class={`m ${kind[c]}`} x={x * 10 + 0.6} y={y * 10 + 0.6} width="8.8" height="8.8" rx="1.5" />))}
    </svg>
  );
}

/** A file with a sheet of one's own, below the sides. */
function OwnSheet({ game, value, onChange }) {
  const [problem, setProblem] = useState(null);
  const choose = async () => {
    const text = await openText(".sheet,.txt,text/plain");
    if (text === null) return;
    try {
      onChange({ text: ownSheet(await newCore(), game, text) });
      setProblem(null);
    } catch (e) {
      setProblem(await faultText(e));
    }
  };
  return (
    <div class="own-sheet stack-s">
      {value.text && <div class="side-choice chosen"><Drawing text={value.text} /><span>{t("A sheet of your own")}</span></div>}
      <button type="button" class="btn" onClick={choose}><Icon id="i-upload" size={20} />{value.text ? t("Another file") : t("A sheet of your own")}</button>
      {problem && <p class="small" role="alert">{t("This sheet cannot be used.")} {problem}</p>}
    </div>
  );
}

const SIDES = { temple: ["a", "b", "c", "d"], valley: ["a", "b"] };
const sideName = (name) =>
  ({ a: t("Side A, the gentle one"), b: t("Side B, the tight one"), c: t("Side C, a small pyramid"), d: t("Side D, a ruin") })[name];

/** A side of a dice game, or a file. value: {name} or {text}. */
export function SheetChoice({ game, value, onChange }) {
  const sides = SIDES[game];
  const texts = usePromise(async () => {
    const core = await newCore();
    return Object.fromEntries(sides.map((name) => [name, core.board(game, name)]));
  }, [game]);
  return (
    <fieldset class="sides">
      <legend class="label">{t("Sheet")}</legend>
      {sides.map((name) => (
        <label class="side-choice" key={name}>
          <input type="radio" name="sheet" checked={value.name === name} onChange={() => onChange({ name })} />
          {texts?.[name] ? <Drawing text={texts[name]} /> : <span class="mini" />}
          <span>{sideName(name)}</span>
        </label>
      ))}
      <OwnSheet game={game} value={value} onChange={onChange} />
      <p class="quiet small">
        {t("The sheets are our own drawings, and the faces of the dice our own choice.")} <Ruling game={game} id="PP-2" />
      </p>
    </fieldset>
  );
}
