// reason.jsx -- why something is certain, as the map lab tells it: one step at a time, or all of them.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { say } from "../browser/say.js";
import { said } from "../words/tale.js";
import { Icon, IconButton } from "../parts/basics.jsx";

/** onShow(step): the step to draw on the board. lead: said before the first one.
 * @param {{steps: import("./lab.js").Step[], onShow: (step: import("./lab.js").Step | null) => void, lead?: string}} props */
export function Reason({ steps, onShow, lead = "" }) {
  const [k, setK] = useState(0);
  const text = steps.length ? said(steps[k].tale, { of: "tiwanaku" }) : t("No map that fits has anything else there. There is no short way to see why.");
  useEffect(() => {
    onShow(steps[k] ?? null);
    say(k ? text : `${lead} ${text}`);
  }, [steps, k]);
  return (
    <div class="pz-reason">
      <p>
        {steps.length > 1 && <b>{t("{n} of {m}", { n: k + 1, m: steps.length })} · </b>}
        {text}
      </p>
      {steps.length > 1 && (
        <div class="row">
          <IconButton id="left" class="step-back" label={t("Previous step")} disabled={k === 0} onClick={() => setK(k - 1)} />
          <button type="button" class="btn grow" disabled={k === steps.length - 1} onClick={() => setK(k + 1)}>
            {t("Next step")}
            <Icon id="i-right" size={20} />
          </button>
        </div>
      )}
      {steps.length > 2 && (
        <details class="more pz-steps">
          <summary>{t("All steps")}</summary>
          <ol>
            {steps.map((step, i) => (
              <li key={i} class={i === k ? "now" : ""} aria-current={i === k ? "step" : undefined}>
                {said(step.tale, { of: "tiwanaku" })}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
