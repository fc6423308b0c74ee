// online.jsx -- parts of setting up a table online, and of saying how one is set up: its speed, who
// may see it; hints, on this device, too.
import { t, tn } from "../words/i18n.js";
import { Segments } from "./basics.jsx";
import { Stepper } from "./setup.jsx";

const LIVE = [30, 60, 120, 300]; // seconds a round; the server takes 10 to 900

/** value: {kind: "relaxed"}, {kind: "live", seconds} or {kind: "days", days}. */
export function Speed({ value, onChange }) {
  const kinds = { relaxed: { kind: "relaxed" }, live: { kind: "live", seconds: 60 }, days: { kind: "days", days: 3 } };
  const about = {
    relaxed: t("No clock. Everybody takes the time they need."),
    live: t("When time is up a bot makes that turn."),
    days: t("For a game on the side: look in once in a while."),
  };
  return (
    <div class="stack-s">
      <span class="label">{t("Speed")}</span>
      <Segments
        label={t("Speed")}
        value={value.kind}
        onChange={(kind) => onChange(kinds[kind])}
        options={[
          ["relaxed", t("Relaxed")],
          ["live", t("Live")],
          ["days", t("Days")],
        ]}
      />
      {value.kind === "live" && (
        <Segments
          label={t("Time for a round")}
          value={value.seconds}
          onChange={(seconds) => onChange({ kind: "live", seconds })}
          options={LIVE.map((s) => [s, s < 60 ? t("{n} s", { n: s }) : t("{n} min", { n: s / 60 })])}
        />
      )}
      {value.kind === "days" && (
        <Stepper id="days" label={t("Days for a round")} value={value.days} min={1} max={14} onChange={(days) => onChange({ kind: "days", days })} />
      )}
      <p class="quiet small">{about[value.kind]}</p>
    </div>
  );
}

export function Audience({ value, onChange }) {
  return (
    <div class="stack-s">
      <span class="label">{t("Who may join")}</span>
      <Segments
        label={t("Who may join")}
        value={value}
        onChange={onChange}
        options={[
          [false, t("By invitation")],
          [true, t("Anybody")],
        ]}
      />
      <p class="quiet small">{value ? t("The table is on the list of open tables until the game begins.") : t("Only those who have the code or the link.")}</p>
    </div>
  );
}

export function Hints({ value, onChange }) {
  return (
    <div class="stack-s">
      <span class="label">{t("Hints")}</span>
      <Segments
        label={t("Hints")}
        value={value}
        onChange={onChange}
        options={[
          [true, t("Allowed")],
          [false, t("None")],
        ]}
      />
      <p class="quiet small">{value ? t("Whoever has to decide may ask what is good.") : t("Everybody thinks for themselves.")}</p>
    </div>
  );
}

export const speedText = (speed) =>
  speed?.kind === "live"
    ? speed.seconds % 60
      ? tn("{n} second a round", "{n} seconds a round", speed.seconds)
      : tn("{n} minute a round", "{n} minutes a round", speed.seconds / 60)
    : speed?.kind === "days"
      ? tn("{n} day a round", "{n} days a round", speed.days)
      : t("no clock");
