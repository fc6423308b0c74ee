// cord.jsx -- who is ready: one hanging cord per traveller, a knot once done; and the bar that says
// it in words. Readable from 1 to 100 seats. The dyes are ornament, the knot is the message.
import { num, t, tc } from "../words/i18n.js";
import { Icon } from "./basics.jsx";
import { Dot, presence, presenceText } from "./people.jsx";

const DYES = ["walnut", "slate", "chilca", "violet", "cochineal", "qolle"];

/** One strand as the paths it adds to. */
function strand(p, i, { gap, width, height }) {
  const x = 14 + gap * (i + 0.5),
    y0 = 7 + 7 * Math.sin((Math.PI * x) / width),
    fat = gap > 14;
  const y1 = p.me ? height - 3 : height - 10 - ((i * 7) % 5);
  const my = y0 + (y1 - y0) * (gap < 5 ? [0.3, 0.52, 0.74][i % 3] : 0.55); // knots of close strands hang at three heights
  const k = Math.max(2, Math.min(5.5, gap * 0.42)) * Math.SQRT2,
    tip = fat ? 2.5 : 1.2;
  const n = (v) => v.toFixed(1);
  return {
    cord: `M${n(x)} ${n(y0)}V${n(y1 - 4)}`,
    tips: `M${n(x - tip)} ${n(y1)}L${n(x)} ${n(y1 - 4)}L${n(x + tip)} ${n(y1)}M${n(x)} ${n(y1 - 4)}V${n(y1)}`,
    knot: p.ready ? `M${n(x)} ${n(my - k)}l${n(k)} ${n(k)} ${n(-k)} ${n(k)} ${n(-k)} ${n(-k)}z` : "",
    bead: p.ready && fat ? `M${n(x - 2.2)} ${n(my + k * 1.34)}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0z` : "",
  };
}

/** Strands alike are one drawing: a hundred change at once when a round closes. */
const Strands = ({ of, gap, class: cls }) => {
  const all = (part) => of.map((s) => s[part]).join("");
  return (
    <g class={cls}>
      <path d={all("cord")} stroke-width={gap < 7 ? 1.6 : 2.4} />
      <path d={all("tips")} stroke-width="1" />
      <path class="knot" d={all("knot") + all("bead")} />
    </g>
  );
};

/** seats: [{ready, me}] */
export function Cord({ seats, width = 360, height = 58, label }) {
  const gap = (width - 28) / Math.max(seats.length, 1);
  const alike = new Map();
  seats.forEach((p, i) => {
    const key = `${p.ready ? "tied" : "loose"} dye-${p.me ? "pen" : DYES[i % DYES.length]}`;
    alike.set(key, [...(alike.get(key) ?? []), strand(p, i, { gap, width, height })]);
  });
  return (
    <svg class={`cord ${gap < 7 ? "many" : ""}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path class="main" d={`M2 7Q${width / 2} 21 ${width - 2} 7`} />
      <circle class="peg" cx="4" cy="7" r="4" />
      <circle class="peg" cx={width - 4} cy="7" r="4" />
      {[...alike].map(([key, of]) => (
        <Strands key={key} class={key} of={of} gap={gap} />
      ))}
    </svg>
  );
}

/** "5 of 12 ready" and the cord. match as match.js has it. */
export function ReadyBar({ match, width = 420 }) {
  const seats = match.seats.map((s) => ({ ready: match.ready.includes(s.seat), me: s.seat === match.me }));
  const n = seats.filter((s) => s.ready).length,
    m = seats.length;
  return (
    <div class="ready">
      <p>
        <b class="num">{t("{n} of {m}", { n, m })}</b>
        <span class="quiet small">{tc("travellers", "ready")}</span>
      </p>
      <Cord seats={seats} width={width} label={t("{n} of {m} travellers are ready", { n, m })} />
    </div>
  );
}

/** Names with what each does, for tables of up to 12. points: of each seat, if they are shown.
 * @param {{match: Match, points?: number[]}} props */
export function NameChips({ match, points = [] }) {
  return (
    <ul class="names">
      {match.seats.map((s) => {
        const ready = match.ready.includes(s.seat),
          me = s.seat === match.me;
        const state = presence(match, s),
          away = state === "away",
          gone = state === "gone";
        return (
          <li key={s.seat} class={`chip ${me ? "me" : ready ? "ready" : ""}`}>
            <Icon id={ready ? "knot" : away ? "i-bot" : me ? "i-pencil" : "i-clock"} size={16} />
            {!me && <Dot state={state} />}
            {me ? t("You") : s.name}
            {points[s.seat - 1] !== undefined && <b class="hand">{num(points[s.seat - 1])}</b>}
            {(away || gone) && <span class="quiet small">{presenceText(state)}</span>}
            <span class="vh">{ready ? t("ready") : away ? "" : t("writing")}</span>
          </li>
        );
      })}
    </ul>
  );
}
