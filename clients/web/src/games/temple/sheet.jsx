// sheet.jsx -- the temple drawn: the building with sun, dunes and palms round a grid of spaces; the
// run as an inked path; the small sheet of the gallery. Data in, SVG out.
import { CellGrid, Glyph, StillCells, U } from "../../parts/grid.jsx";
import { box, marksOf, planner } from "../../parts/press.js";
import { place } from "../../pure/space.js";
import { itemsOf, pathOf } from "./count.js";
import { memo } from "../../pure/memo.js";

/** The stepped outline of the building, o units outside the spaces. */
function outline(cells, h, o) {
  const H = Math.max(...cells.map((c) => c.y)) + 1;
  const left = [],
    right = [];
  for (let y = 0; y < H; y++) {
    const xs = cells.filter((c) => c.y === y).map((c) => c.x);
    left.push((xs.length ? Math.min(...xs) : Infinity) * U);
    right.push((xs.length ? Math.max(...xs) + 1 : -Infinity) * U);
  }
  for (let y = H - 2; y >= 0; y--) {
    // a row without spaces is as wide as the one below it
    if (left[y] === Infinity) [left[y], right[y]] = [left[y + 1], right[y + 1]];
  }
  let d = `M${left[0] - o} ${-o}H${right[0] + o}`;
  for (let y = 0; y < H; y++) d += `H${right[y] + o}V${y === H - 1 ? H * h + o : (y + 1) * h - (right[y + 1] >= right[y] ? o : -o)}`;
  d += `H${left[H - 1] - o}`;
  for (let y = H - 1; y > 0; y--) d += `V${y * h - (left[y - 1] >= left[y] ? o : -o)}H${left[y - 1] - o}`;
  return `${d}z`;
}

const Sky = memo(({ W, H, h }) => {
  const mid = (W * U) / 2;
  const rays = Array.from({ length: 13 }, (_, i) => {
    const q = Math.PI * (1 + i / 12),
      l = i % 2 ? 9 : 15;
    const at = (r) => `${(mid + r * Math.cos(q)).toFixed(1)} ${(-26 + r * Math.sin(q)).toFixed(1)}`;
    return `M${at(27)}L${at(27 + l)}`;
  });
  const dunes = (x0, dir) =>
    Array.from({ length: 7 }, (_, i) => {
      const w = 74 - i * 7;
      return `M${x0} ${H * h - 22 - i * 21}q${dir * w * 0.3} -13 ${dir * w * 0.6} -2t${dir * w * 0.5} 3`;
    }).join("");
  const palm = "M0 34C2 20 2 12 1 4M1 4C-5-1-11 0-15 5M1 4C-3-5-9-8-14-6M1 4C3-4 9-8 14-6M1 4C7-1 13 0 17 5";
  return (
    <g class="sky">
      <circle class="sun" cx={mid} cy="-26" r="21" />
      <path class="ray" d={rays.join("")} />
      <path class="dune" d={dunes(2, 1) + dunes(W * U - 2, -1)} />
      <g class="palm" transform={`translate(40 ${h * 1.25})`}>
        <path d={palm} />
      </g>
      <g class="palm" transform={`translate(${W * U - 46} ${h * 1.55}) scale(-.8 .8)`}>
        <path d={palm} />
      </g>
    </g>
  );
});

/** The building; children are drawn over its spaces. grid: what CellGrid takes besides cells and h;
 * without it the sheet is a picture called `label`. sky: sun, dunes and palms are drawn, too.
 * @param {{cells: Cell[], h?: number, pad?: number, sky?: boolean, grid?: Omit<Parameters<typeof CellGrid>[0], "cells" | "label">, label: string, bare?: boolean, children?: Children}} props */
export function Temple({ cells, h = 50, pad = 10, sky = true, grid, label, bare, children }) {
  const W = Math.max(...cells.map((c) => c.x)) + 1,
    H = Math.max(...cells.map((c) => c.y)) + 1,
    above = sky ? 60 : 10;
  /** @type {{role?: "img", "aria-label"?: string}} */
  const picture = grid ? {} : { role: "img", "aria-label": label };
  return (
    <svg class="sheet temple" viewBox={`${-pad} ${-above} ${W * U + 2 * pad} ${H * h + above + 14}`} preserveAspectRatio="xMidYMin" {...picture}>
      {sky && <Sky W={W} H={H} h={h} />}
      <path class="wall2" d={outline(cells, h, 8)} />
      <path class="wall1" d={outline(cells, h, 3.5)} />
      <path class="ground" d={`M${-pad} ${H * h + 9.5}H${W * U + pad}`} />
      {grid ? <CellGrid cells={cells} h={h} label={label} bare={bare} {...grid} /> : <StillCells cells={cells} h={h} bare={bare} />}
      {children}
    </svg>
  );
}

const centre = (c, h) => [c.x * U + U / 2, c.y * h + h / 2];

/** The run as one inked path with a start ring and an arrow, and discs under its numbers.
 * @param {{cells: Cell[], h?: number, play?: boolean}} props */
export function RunPath({ cells, h = 50, play }) {
  if (!cells.length) return null;
  const p = cells.map((c) => centre(c, h));
  let d = "";
  p.forEach(([x, y], i) => {
    if (!i) return (d = `M${x} ${y}`);
    const [a, b] = p[i - 1];
    d += `Q${((a + x) / 2 + (y - b) * 0.06).toFixed(1)} ${((b + y) / 2 - (x - a) * 0.06).toFixed(1)} ${x} ${y}`;
  });
  const [x, y] = p[p.length - 1],
    [a, b] = p.at(-2) ?? [x - 1, y];
  const angle = (Math.atan2(y - b, x - a) * 180) / Math.PI;
  return (
    <g class={`run ${play ? "play" : ""}`}>
      <path class="run-gap" d={d} />
      <path class="run-line" pathLength="1" d={d} />
      <circle class="run-start" cx={p[0][0]} cy={p[0][1]} r="19" />
      <path class="run-end" transform={`translate(${x} ${y}) rotate(${angle.toFixed(0)})`} d="M16 -8L25 0 16 8z" />
      {p.map(([cx, cy]) => (
        <circle class="run-disc" cx={cx} cy={cy} r="14.5" />
      ))}
    </g>
  );
}

/** The run while one plays: a faint thread from number to number, which leaves the numbers free.
 * @param {{cells: Cell[], h?: number}} props */
export function RunThread({ cells, h = 50 }) {
  const p = cells.map((c) => centre(c, h));
  const d = p.slice(1).map(([x, y], i) => {
    const [a, b] = p[i],
      k = 15 / Math.hypot(x - a, y - b);
    return `M${(a + (x - a) * k).toFixed(1)} ${(b + (y - b) * k).toFixed(1)}L${(x - (x - a) * k).toFixed(1)} ${(y - (y - b) * k).toFixed(1)}`;
  });
  return <path class="run-thread" d={d.join("")} />;
}

/** What stands in the spaces, drawn over a path. */
export const Glyphs = ({ cells, h = 50 }) => (
  <g class="counted">
    {cells.map((c) => (
      <Glyph key={c.name} c={c} cx={centre(c, h)[0]} cy={centre(c, h)[1]} />
    ))}
  </g>
);

const H = 11; // how high a space of the small sheet is, 10 wide
const SPACE = box(1.5);
const MARKS = {
  ...marksOf(SPACE),
  door: [{ shape: SPACE, fill: "paper-3", stroke: "rule", width: 0.7 }],
  group: [{ shape: SPACE, fill: "edge", stroke: "edge", width: 0.6 }],
};
const planOf = planner((view) => {
  const cells = view.spaces.map((name) => ({ name, ...place(name) }));
  const printed = cells.map((c) => [view.doors.includes(c.name) ? "door" : "no", c]);
  return { cells, printed, h: H, marks: MARKS };
});

/** A sheet of the gallery: run as a line, groups dark, a loose mummy solid, one at rest outlined. */
export function mini(view, seat) {
  const plan = planOf(view),
    { cells } = plan;
  const sheet = view.sheets[seat - 1];
  const { run, groups, rest, loose } = itemsOf(view.count(seat));
  const grouped = new Set(groups.flatMap((g) => g.spaces));
  const marks = [];
  sheet.numbers.forEach((n, i) => n && marks.push([grouped.has(cells[i].name) ? "group" : "yes", cells[i]]));
  for (const [mark, mummies] of [
    ["rest", rest],
    ["bad", loose],
  ])
    for (const m of mummies) marks.push([mark, place(m.at)]);
  const path = pathOf(
    run,
    cells.map((c, i) => ({ ...c, v: sheet.numbers[i] })),
  );
  return { plan, marks, line: path.length > 1 && path };
}
