// picker.jsx -- the numbers that may be written in a space, each with the dice it uses and what it
// gains. A radio group: arrows choose, Enter goes on to the main action. It never covers the sheet.
import { useEffect, useRef, useState } from "preact/hooks";
import { num, t } from "../words/i18n.js";
import { KINDS } from "../words/dice.js";
import { Die } from "./dice.jsx";
import { Icon, IconButton } from "./basics.jsx";

/** @returns {[icon: string, dx: number, dy: number, label: string][]} */
const NUDGES = () => [
  ["left", -1, 0, t("Move to the space on the left")],
  ["up", 0, -1, t("Move to the space above")],
  ["down", 0, 1, t("Move to the space below")],
  ["right", 1, 0, t("Move to the space on the right")],
];

const PAUSE = 300; // ms before a second tap counts: a double tap is one

/** Is the chosen number ready for a second tap? */
function useAgain(key) {
  const [again, set] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const timer = setTimeout(() => set(key), PAUSE);
    return () => clearTimeout(timer);
  }, [key]);
  return again === key;
}

/** options: [{v, dice: "pg" or "", gain, label}]; chosen: a v or null. focus: when it changes, the
 * focus goes to the chosen option. onDone: Enter on an option. onAgain: the chosen one was tapped once more, by
 * pointer: on keys and screen readers a choice is no more than that. */
export function Picker({ title, options, chosen, onChoose, onAgain, onNudge, onDone, onCancel, faces, why, focus, children }) {
  const again = useAgain(`${title} ${chosen}`) && Boolean(onAgain);
  const ref = useRef(/** @type {any} */ (null));
  const stop = options.some((o) => o.v === chosen) ? chosen : options[0]?.v;
  useEffect(() => void (focus && ref.current.querySelector("[role=radio][tabindex='0']")?.focus()), [focus]);
  const step = (event, i) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by) {
      const next = (i + by + options.length) % options.length;
      onChoose(options[next].v);
      ref.current.querySelectorAll("[role=radio]")[next].focus();
    } else if (event.key === "Enter") {
      onChoose(options[i].v);
      onDone?.();
    } else if (event.key === "Escape") onCancel?.();
    else return;
    event.preventDefault();
  };
  return (
    <section class="picker" aria-label={title} ref={ref}>
      <header>
        <h2>{title}</h2>
        {onNudge && (
          <div class="nudge">
            {NUDGES().map(([id, dx, dy, label]) => (
              <IconButton key={id} id={id} label={label} onClick={() => onNudge(dx, dy)} />
            ))}
          </div>
        )}
      </header>
      <div class={`opts of-${options.length}`} role="radiogroup" aria-label={t("Number to write")}>
        {options.map((o, i) => (
          <button
            type="button"
            key={o.v}
            class={`opt ${again && o.v === chosen ? "again" : ""}`}
            role="radio"
            aria-checked={o.v === chosen}
            tabIndex={o.v === stop ? 0 : -1}
            aria-label={o.label}
            onClick={(e) => (o.v !== chosen ? onChoose(o.v) : again && e.detail > 0 && onAgain())} // by keys there is Enter
            onKeyDown={(e) => step(e, i)}
          >
            <b>{o.v}</b>
            <span class="ds">
              {again && o.v === chosen ? (
                <Icon id="i-pen" size={18} />
              ) : (
                [...o.dice].map((k) => <Die key={k} kind={k} face={faces[KINDS.indexOf(k)]} size={18} />)
              )}
            </span>
            {o.gain > 0 && <span class="gain">{`+${num(o.gain)}`}</span>}
          </button>
        ))}
      </div>
      <p class="why">{why}</p>
      {children && <footer>{children}</footer>}
    </section>
  );
}
