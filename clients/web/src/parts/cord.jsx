// cord.jsx -- who is ready: one hanging cord per traveller, a knot once done; and the bar that says
// it in words. Readable from 1 to 100 seats. The dyes are ornament, the knot is the message.
import { t, tc } from "../i18n.js";
import { Icon } from "./basics.jsx";
import { Dot, presence, presenceText } from "./people.jsx";

const DYES = ["walnut", "slate", "chilca", "violet", "cochineal", "qolle"];

function Strand({ p, i, gap, width, height }) {
  const x = 14 + gap * (i + 0.5), y0 = 7 + 7 * Math.sin((Math.PI * x) / width), fat = gap > 14;
  const len = p.me ? height - y0 - 3 : height - y0 - 10 - ((i * 7) % 5), y1 = y0 + len;
  const my = y0 + len * (gap < 5 ? [0.3, 0.52, 0.74][i % 3] : 0.55); // knots of close strands hang at three heights
  const w = gap < 7 ? 1.6 : 2.4, k = Math.max(2, Math.min(5.5, gap * 0.42)), tip = fat ? 2.5 : 1.2;
  return (
    <g class={`${p.ready ? "tied" : "loose"} dye-${p.me ? "pen" : DYES[i % DYES.length]}`}>
      <path d={`M${x.toFixed(1)} ${y0.toFixed(1)}V${(y1 - 4).toFixed(1)}`} stroke-width={w} />
      {p.ready && <path class="knot" d={`M${x - k} ${my - k}h${2 * k}v${2 * k}h${-2 * k}z`} transform={`rotate(45 ${x} ${my})`} />}
      {p.ready && fat && <circle class="bead" cx={x} cy={my + k * 1.9} r="2.2" />}
      <path d={`M${x} ${y1 - 4}l${-tip} 4M${x} ${y1 - 4}l${tip} 4M${x} ${y1 - 4}v4`} stroke-width="1" />
    </g>
  );
}

/** seats: [{ready, me}] */
export function Cord({ seats, width = 360, height = 58, label }) {
  const gap = (width - 28) / Math.max(seats.length, 1);
  return (
    <svg class={`cord ${gap < 7 ? "many" : ""}`} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path class="main" d={`M2 7Q${width / 2} 21 ${width - 2} 7`} />
      <circle class="peg" cx="4" cy="7" r="4" /><circle class="peg" cx={width - 4} cy="7" r="4" />
      {seats.map((p, i) => <Strand key={i} p={p} i={i} gap={gap} width={width} height={height} />)}
    </svg>
  );
}

/** "5 of 12 ready" and the cord. match as match.js has it. */
export function ReadyBar({ match, width = 420 }) {
  const seats = match.seats.map((s) => ({ ready: match.ready.includes(s.seat), me: s.seat === match.me }));
  const n = seats.filter((s) => s.ready).length, m = seats.length;
  return (
    <div class="ready">
      <p><b class="num">{t("{n} of {m}", { n, m })}</b><span class="quiet small">{tc("travellers", "ready")}</span></p>
      <Cord seats={seats} width={width} label={t("{n} of {m} travellers are ready", { n, m })} />
    </div>
  );
}

/** Names with what each does, for tables of up to 12. */
export function NameChips({ match }) {
  return (
    <ul class="names">
      {match.seats.map((s) => {
        const ready = match.ready.includes(s.seat), me = s.seat === match.me;
        const state = presence(match, s), away = state === "away", gone = state === "gone";
        return (
          <li key={s.seat} class={`chip ${me ? "me" : ready ? "ready" : ""}`}>
            <Icon id={ready ? "knot" : away ? "i-bot" : me ? "i-pencil" : "i-clock"} size={16} />
            {!me && <Dot state={state} />}
            {me ? t("You") : s.name}
            {(away || gone) && <span class="quiet small">{presenceText(state)}</span>}
            <span class="vh">{ready ? t("ready") : away ? "" : t("writing")}</span>
          </li>
        );
      })}
    </ul>
  );
}
