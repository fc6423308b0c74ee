// curve.jsx -- the expected result over the game, drawn: slopes are luck, falls are play. A picture with one sentence; the list of
// decisions beside it says the same number by number.
import { t } from "../words/i18n.js";
import { boundsOf, curveOf } from "./read.js";
import { points } from "./words.js";

const W = 340,
  H = 150,
  LEFT = 34,
  RIGHT = 10,
  TOP = 10,
  BOTTOM = 12;

/** The shape of a mark, around 0 0: a ring, a triangle, a square on its point. */
const SHAPES = { inaccuracy: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", mistake: "M0 -6L6 5H-6Z", blunder: "M0 -7L7 0L0 7L-7 0Z" };

/** A mark as a shape of its own and, beside words, nothing to read. */
export const Shape = ({ mark, size = 20 }) => (
  <svg class={`mark ${mark || "fine"}`} width={size} height={size} viewBox="-9 -9 18 18" aria-hidden="true">
    {mark ? <path d={SHAPES[mark]} /> : <path class="tick" d="M-5 0L-1 4L6 -5" />}
  </svg>
);

/** @param {{decisions: Decision[], head: ReviewHead, end: ReviewEnd | null, at: number | null, onPick: (at: number) => void}} props */
export function Curve({ decisions, head, end, at, onPick }) {
  const line = curveOf(decisions, head.seat, end);
  if (!line.length) return null;
  const { from, to, step } = boundsOf(line.map(({ value }) => value));
  const x = (n) => LEFT + (n / Math.max(1, head.of)) * (W - LEFT - RIGHT),
    y = (value) => TOP + ((to - value) / (to - from)) * (H - TOP - BOTTOM);
  const levels = Array.from({ length: (to - from) / step + 1 }, (_, i) => from + i * step);
  const label = end
    ? t("The expected result over the game: from {from} to {to}.", { from: points(end.expectation), to: points(end.result) })
    : t("The expected result over the game.");
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const n = Math.round((((event.clientX - box.left) / box.width) * W - LEFT) / ((W - LEFT - RIGHT) / Math.max(1, head.of)));
    if (decisions.length) onPick(Math.max(0, Math.min(decisions.length - 1, n)));
  };
  return (
    <svg class="curve" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={label} onClick={pick}>
      {levels.map((value) => (
        <g key={value}>
          <line class="level" x1={LEFT} x2={W - RIGHT} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 5} y={y(value) + 4} text-anchor="end">
            {points(value)}
          </text>
        </g>
      ))}
      {at !== null && <line class="here" x1={x(at)} x2={x(at)} y1={TOP} y2={H - BOTTOM} />}
      <path class="way" d={line.map(({ at: n, value }, i) => `${i ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("")} />
      {decisions.map((d, n) =>
        d.mark ? (
          <g key={n} class={`mark ${d.mark}`} transform={`translate(${x(n).toFixed(1)} ${y(d.value).toFixed(1)})`}>
            <path d={SHAPES[d.mark]} />
          </g>
        ) : null,
      )}
      {end && <circle class="end" cx={x(decisions.length)} cy={y(end.result)} r="4" />}
    </svg>
  );
}
