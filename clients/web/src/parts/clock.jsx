// clock.jsx -- how long the round still lasts, where the table has a clock. By the server's time.
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/i18n.js";
import { say } from "../browser/say.js";
import { Icon } from "./basics.jsx";

const text = (s) =>
  s >= 86400
    ? t("{n} d", { n: Math.floor(s / 86400) })
    : s >= 3600
      ? t("{n} h", { n: Math.floor(s / 3600) })
      : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;

/** due: ms of the server's clock; skew: that clock minus ours. */
export function Clock({ due, skew = 0 }) {
  const left = () => Math.max(0, Math.ceil((due - Date.now() - skew) / 1000));
  const [s, set] = useState(left);
  useEffect(() => {
    set(left());
    const timer = setInterval(() => set(left()), 1000);
    return () => clearInterval(timer);
  }, [due, skew]);
  useEffect(() => void (s === 10 && say(t("10 seconds left."))), [s]);
  return (
    <p class={`chip clock ${s <= 10 ? "soon" : ""}`} role="timer" aria-label={t("Time left: {time}", { time: text(s) })}>
      <Icon id="i-clock" size={18} />
      <span class="num">{text(s)}</span>
    </p>
  );
}
