// setup.jsx -- parts of setting up a game: a number with − and +, the levels of bots.
import { t } from "../words/i18n.js";
import { Icon, Segments } from "./basics.jsx";

export const LEVELS = ["easy", "normal", "strong"];
export const levelLabel = (level) => ({ easy: t("easy"), normal: t("normal"), strong: t("strong"), mixed: t("mixed") })[level];

/** Levels of n bots. Mixed: one is normal, the others strong and easy by turns. */
export const botsOf = (level, n) => Array.from({ length: n }, (_, i) => (level === "mixed" ? (i ? ["strong", "easy"][i % 2] : "normal") : level));

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
