// setup.jsx -- parts of setting up a game: a number with − and +, the levels of bots.
import { capital, t } from "../words/i18n.js";
import { LEVELS } from "../pure/levels.js";
import { Icon, Segments } from "./basics.jsx";

/** @type {Record<string, () => [string, string]>} what a level is called, and what it does */
const WORDS = {
  beginner: () => [t("Beginner"), t("Takes the points in sight, and overlooks much.")],
  learner: () => [t("Learner"), t("Knows what counts, and still overlooks some of it.")],
  casual: () => [t("Casual"), t("Sees all that counts now, and has no plan.")],
  regular: () => [t("Regular"), t("Keeps an eye on what may come, and misses little.")],
  skilled: () => [t("Skilled"), t("Weighs everything on the table, with a glance ahead.")],
  expert: () => [t("Expert"), t("Plays its best ideas through in thought.")],
  master: () => [t("Master"), t("Thinks ahead as far as time allows.")],
  mixed: () => [capital(t("mixed")), t("Weak and strong ones at one table.")],
};
export const levelName = (level) => WORDS[level]?.()[0] ?? "";
/** With its number: 1 is the weakest. */
export const levelLabel = (level) => (LEVELS.includes(level) ? `${LEVELS.indexOf(level) + 1} ${levelName(level)}` : levelName(level));

/** The level of bots, with a line about it. */
export const LevelChoice = ({ id, label, value, onChange, levels = LEVELS }) => (
  <div>
    <label class="label" for={id}>
      {label}
    </label>
    <select class="input" id={id} value={value} aria-describedby={`${id}-about`} onChange={(e) => onChange(e.currentTarget.value)}>
      {levels.map((level) => (
        <option key={level} value={level}>
          {levelLabel(level)}
        </option>
      ))}
    </select>
    <p class="quiet small under" id={`${id}-about`}>
      {WORDS[value]?.()[1]}
    </p>
  </div>
);

/** Buttons of which one is chosen, below their name.
 * @param {import("./basics.jsx").Choosing} props */
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
      <label class="label" for={id}>
        {label}
      </label>
      <div class="stepper">
        <button type="button" class="btn" aria-label={t("Fewer")} disabled={value <= min} onClick={() => onChange(fit(value - 1))}>
          <Icon id="i-minus" size={20} />
        </button>
        <input class="input num" id={id} type="number" inputMode="numeric" min={min} max={max} value={value} onChange={typed} />
        <button type="button" class="btn" aria-label={t("More")} disabled={value >= max} onClick={() => onChange(fit(value + 1))}>
          <Icon id="i-plus" size={20} />
        </button>
      </div>
    </div>
  );
}
