// pieces.jsx -- the pieces of Tiwanaku as SVG: tiles (four outlines and textures), crops with their
// level, pawns (a hat for each colour), arrows, offerings. Data in, drawing out.
import { LEVELS } from "./model.js";
import { drawn } from "./trails.js";

export const T = 60; // one space
const TEXTURE = { v: "valley", d: "desert", f: "forest", m: "mountain" };
// valley soft, desert hollow corners, forest scalloped, mountain cut corners
const OUTLINE = {
  v: "M19 2.5h22A16.5 16.5 0 0 1 57.5 19v22A16.5 16.5 0 0 1 41 57.5H19A16.5 16.5 0 0 1 2.5 41V19A16.5 16.5 0 0 1 19 2.5z",
  d: "M13 2.5h34c0 6 4.5 10.5 10.5 10.5v34c-6 0-10.5 4.5-10.5 10.5H13c0-6-4.5-10.5-10.5-10.5V13C8.5 13 13 8.5 13 2.5z",
  f: "M8 8c-1-7 9-7 11-2 3-5 9-4 11 0 2-4 8-5 11 0 2-5 12-5 11 2 7-1 7 9 2 11 5 3 4 9 0 11 4 2 5 8 0 11 5 2 5 12-2 11 1 7-9 7-11 2-3 5-9 4-11 0-2 4-8 5-11 0-2 5-12 5-11-2-7 1-7-9-2-11-5-3-4-9 0-11-4-2-5-8 0-11-5-2-5-12 2-11z",
  m: "M14 2.5h32L57.5 14v32L46 57.5H14L2.5 46V14z",
};

/** t: v, d, f or m. */
export const Tile = ({ t, x = 0, y = 0, s = T, class: cls = "" }) => (
  <g class={`tile t-${t} ${cls}`} transform={`translate(${x} ${y}) scale(${s / T})`}>
    <path class="base" d={OUTLINE[t]} />
    <path class="tx" d={OUTLINE[t]} fill={`url(#tx-${TEXTURE[t]})`} />
    <path class="line" d={OUTLINE[t]} />
  </g>
);

/** A crop on its token: the picture grows with the level. */
export function Crop({ n, cx, cy, r = 19, class: cls = "" }) {
  const k = r * (1.02 + n * 0.1);
  return (
    <g class={`crop ${cls}`}>
      <circle class="tok" cx={cx} cy={cy} r={r} />
      <g class={`c${n}`}>
        <use href={`#crop-${n}`} x={cx - k / 2 - r * 0.08} y={cy - k / 2 - r * 0.06} width={k} height={k} />
      </g>
      <circle class="lvl" cx={cx + r * 0.72} cy={cy + r * 0.7} r={r * 0.43} />
      <text class="lvl-n" x={cx + r * 0.72} y={cy + r * 0.92} text-anchor="middle" font-size={r * 0.62}>
        {n}
      </text>
    </g>
  );
}

export const Pawn = ({ colour, x, y, s = 40 }) => (
  <g class={`pawn pw-${colour}`}>
    <use href={`#pawn-${colour}`} x={x} y={y} width={s} height={s} />
  </g>
);

/** A tile or crop alone, outside the board. */
export const TileIcon = ({ t, size = 34 }) => (
  <svg class="tile-ic" width={size} height={size} viewBox="0 0 60 60" aria-hidden="true">
    <Tile t={t} />
  </svg>
);
export const CropIcon = ({ n, size = 40 }) => (
  <svg class="crop-ic" width={size} height={size} viewBox="0 0 44 44" aria-hidden="true">
    <Crop n={n} cx={21} cy={21} r={19} />
  </svg>
);
export const PawnIcon = ({ colour, size = 28 }) => (
  <svg class={`pawn-ic pw-${colour}`} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <use href={`#pawn-${colour}`} />
  </svg>
);

/** The arrow of a tile on a slip of paper: whose pawn, and where it goes as the board is drawn. */
export function ArrowSlip({ arrow, x, y, upright }) {
  return (
    <g class="arrow-slip">
      <rect x={x} y={y} width="36" height="19" rx="5" />
      <g class={`pw-${arrow.colour}`}>
        <use href={`#pawn-${arrow.colour}`} x={x + 2} y={y + 1} width="17" height="17" />
      </g>
      <use href={`#i-arrow-${drawn(arrow.direction, upright)}`} x={x + 19} y={y + 2.5} width="14" height="14" />
    </g>
  );
}

/** Five offerings in level order; an empty slot shows its level. */
export const Offerings = ({ have, size = 28 }) => (
  <span class="offs" aria-hidden="true">
    {LEVELS.map((n) => (
      <svg key={n} class="offer" width={size} height={size} viewBox="0 0 28 28">
        {have.includes(n) ? (
          <>
            <circle class="tok" cx="14" cy="14" r="13" />
            <g class={`crop c${n}`}>
              <use href={`#crop-${n}`} x="4.5" y="4.5" width="19" height="19" />
            </g>
          </>
        ) : (
          <>
            <circle class="slot" cx="14" cy="14" r="12" />
            <text class="slot-n" x="14" y="19" text-anchor="middle">
              {n}
            </text>
          </>
        )}
      </svg>
    ))}
  </span>
);
