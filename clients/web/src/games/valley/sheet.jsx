// sheet.jsx -- the valley drawn: clouds round the land, lakes, spaces, discoveries with their borders,
// snakes with what they cost; the small sheet of the gallery. Data in, SVG out.
import { CellGrid, Glyph, StillCells, U, lean } from "../../parts/grid.jsx";
import { box, disc, marksOf, planner } from "../../parts/press.js";
import { useMedia } from "../../browser/hooks.js";
import { place } from "../../pure/space.js";
import { STRUCTURES, lakesOf } from "./count.js";
import { memo } from "../../pure/memo.js";

const at = (names) => names.map((name) => ({ name, ...place(name) }));
const SIDES = [
  [0, -1, 0],
  [1, 0, 90],
  [0, 1, 180],
  [-1, 0, 270],
];

/** Puffs of cloud along every side of the land that is no land, as one path. */
function puffs(land) {
  const has = new Set(land.map((c) => `${c.x} ${c.y}`)),
    seen = new Map();
  for (const c of land)
    for (const [dx, dy] of SIDES) {
      if (has.has(`${c.x + dx} ${c.y + dy}`)) continue;
      for (const k of [0, 0.5, 1]) {
        const gx = dx ? c.x + (dx > 0) : c.x + k,
          gy = dy ? c.y + (dy > 0) : c.y + k,
          i = 2 * (dx ? gy : gx);
        const jut = 7 + lean(i, dx + 3 * dy + 5, 2) * 3;
        seen.set(`${gx} ${gy} ${dx} ${dy}`, [gx * U + dx * jut, gy * U + dy * jut, 13 + ((i + 3 + dx + 2 * dy) % 3) * 2]);
      }
    }
  return [...seen.values()].map(([x, y, r]) => `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`).join("");
}
const LAKE = "c-3-12 8-19 18-18s18 4 17 16-8 19-19 18-14-6-16-16z";

/** What is printed: clouds, land, lakes. It never changes during a game. */
const Ground = memo(({ spaces, lakes }) => {
  const land = at([...spaces.split(","), ...lakes.split(",").filter(Boolean)]);
  const clouds = puffs(land);
  return (
    <g aria-hidden="true">
      <path class="clouds back" d={clouds} />
      <path class="clouds" d={clouds} />
      <path class="land" d={land.map((c) => `M${c.x * U - 5} ${c.y * U - 5}h${U + 10}v${U + 10}h${-U - 10}z`).join("")} />
      {at(lakes.split(",").filter(Boolean)).map((c) => (
        <g class="lake" key={c.name}>
          <path d={`M${c.x * U + 7} ${c.y * U + 25}${LAKE}`} />
          <path d={`M${c.x * U + 7} ${c.y * U + 25}${LAKE}`} fill="url(#tx-lake)" />
        </g>
      ))}
    </g>
  );
});

/** A discovery: a wash, a border inside its spaces, bars where two touch only at a corner. */
const Border = memo(({ kind, names, class: cls = "" }) => {
  const spaces = names.split(" ");
  const cells = at(spaces),
    has = (x, y) => cells.some((c) => c.x === x && c.y === y);
  const piece = (id, c, turn, width, key) => (
    <g key={key} transform={`translate(${c.x * U + U / 2} ${c.y * U + U / 2}) rotate(${turn}) translate(${-U / 2 + 0.5} ${-U / 2 + 0.5})`}>
      <use href={`#${id}`} width={width} height="10" />
    </g>
  );
  const area = cells.map((c) => {
    const l = has(c.x - 1, c.y) ? 0 : 4,
      r = has(c.x + 1, c.y) ? 0 : 4,
      t = has(c.x, c.y - 1) ? 0 : 4,
      b = has(c.x, c.y + 1) ? 0 : 4;
    return `M${c.x * U + l} ${c.y * U + t}h${U - l - r}v${U - t - b}h${-(U - l - r)}z`;
  });
  const links = cells.flatMap((c) =>
    [1, -1]
      .filter((b) => has(c.x + 1, c.y + b) && !has(c.x + 1, c.y) && !has(c.x, c.y + b))
      .map((b) => `M${(c.x + 1) * U - 7} ${(c.y + (b > 0)) * U - 7 * b}l14 ${14 * b}`),
  );
  const edges = cells.flatMap((c) =>
    SIDES.filter(([a, b]) => !has(c.x + a, c.y + b)).map(([, , turn]) => piece(`edge-${kind}`, c, turn, U - 1, `${c.name}${turn}`)),
  );
  const corners = cells.flatMap((c) =>
    [
      [-1, -1, 0],
      [1, -1, 90],
      [1, 1, 180],
      [-1, 1, 270],
    ]
      .filter(([a, b]) => !has(c.x + a, c.y) && !has(c.x, c.y + b) && !has(c.x + a, c.y + b))
      .map(([, , turn]) => piece(`corner-${kind}`, c, turn, 10, `${c.name}c${turn}`)),
  );
  return (
    <g class={`disc disc-${kind} ${cls}`}>
      <path class="area" d={area.join("")} />
      {edges}
      {corners}
      {links.length > 0 && <path class="link" d={links.join("")} />}
    </g>
  );
});
export const Discovery = ({ spaces, ...more }) => <Border names={spaces.join(" ")} {...more} />;

/** A badge at the foot of a space: what a snake costs, what a structure brings. */
export function Badge({ space, text, class: cls = "cost" }) {
  const { x, y } = place(space),
    w = 5 + 7 * text.length;
  return (
    <g class={cls}>
      <rect x={x * U + 46 - w} y={y * U + 31} width={w} height="15" rx="7.5" />
      <text x={x * U + 46 - w / 2} y={y * U + 42.5} text-anchor="middle">
        {text}
      </text>
    </g>
  );
}

/** A dotted line from a space to another, which gets a ring. */
export function Thread({ from, to, class: cls = "bite" }) {
  const [a, b] = at([from, to]).map((c) => [c.x * U + U / 2, c.y * U + U / 2]);
  return (
    <>
      <path class={cls} d={`M${a.join(" ")}L${b.join(" ")}`} />
      <circle class={`${cls}-ring`} cx={b[0]} cy={b[1]} r="17" />
    </>
  );
}

/** What stands in a space, drawn again only when it changes. */
const Written = memo((c) => (
  <g class={c.fresh ? "just-inked" : ""}>
    <Glyph c={c} cx={c.x * U + U / 2} cy={c.y * U + U / 2} />
  </g>
));

/** A space that the discovery must contain. */
export function Must({ space }) {
  const { x, y } = place(space);
  return <circle class="must" cx={x * U + U / 2} cy={y * U + U / 2} r="17" />;
}

/** A discovery.
 * @typedef {{kind: string, spaces: string[], class?: string}} Found */

/** view: for spaces and lakes. found: [{kind, spaces, class}]. grid: what CellGrid takes besides cells;
 * without it the sheet is a picture called `label`. under: between discoveries and numbers; children: on top.
 * @param {{view: Pick<View, "spaces" | "edge" | "sheets">, cells: Cell[], found: Found[], grid?: Omit<Parameters<typeof CellGrid>[0], "cells" | "label">, label: string, under?: Children, children?: Children}} props */
export function Valley({ view, cells, found, grid, label, under, children }) {
  const W = Math.max(...cells.map((c) => c.x)) + 1,
    H = Math.max(...cells.map((c) => c.y)) + 1,
    phone = useMedia("(max-width: 639px)"), // spaces stay large enough for a finger
    low = useMedia("(max-height: 759px)"),
    flat = useMedia("(max-height: 600px)"),
    m = !grid ? 22 : flat ? 0 : phone && low ? 3 : 22,
    side = grid && phone ? 6 : m;
  /** @type {{role?: "img", "aria-label"?: string}} */
  const picture = grid ? {} : { role: "img", "aria-label": label };
  return (
    <svg class="sheet valley" viewBox={`${-side} ${-m} ${W * U + 2 * side} ${H * U + 2 * m}`} preserveAspectRatio="xMidYMin" {...picture}>
      <Ground spaces={view.spaces.join()} lakes={lakesOf(view).join()} />
      {grid ? <CellGrid cells={cells} label={label} bare {...grid} /> : <StillCells cells={cells} bare />}
      <g class="over" aria-hidden="true">
        {found.map((d) => (
          <Discovery key={d.kind + d.spaces.join()} {...d} />
        ))}
        {under}
        {cells.map(
          (c) => c.v !== null && <Written key={c.name} x={c.x} y={c.y} v={c.v} crossed={c.crossed} fresh={c.fresh} pencil={c.pencil || c.st === "preview"} />,
        )}
        {children}
      </g>
    </svg>
  );
}

/** What each snake at large costs. */
export const Costs = ({ bites }) => bites.filter((b) => b.number).map((b) => <Badge key={b.at} space={b.at} text={`−${b.number}`} />);

const SPACE = box(0);
const full = (token, edge = token, width = 0.6) => [{ shape: SPACE, fill: token, stroke: edge, width }];
const MARKS = {
  ...marksOf(SPACE),
  lake: [{ shape: disc(4), fill: "pen-wash", stroke: "pen", width: 0.6 }],
  built: full("pen"),
  jungle: full("chilca"),
  town: full("walnut"),
  range: full("slate"),
  pyramid: full("qolle", "qolle-ink", 0.8),
};
const planOf = planner((view) => {
  const cells = at(view.spaces);
  const printed = [...cells.map((c) => ["no", c]), ...at(lakesOf(view)).map((c) => ["lake", c])];
  return { cells, printed, h: 10, marks: MARKS };
});

/** The sheet in small: discoveries dark by kind, a loose snake solid, one escaped only outlined. */
export function mini(view, seat) {
  const plan = planOf(view),
    { cells } = plan;
  const sheet = view.sheets[seat - 1];
  const kind = new Map(sheet.discoveries.flatMap((d) => d.spaces.map((name) => [name, d.kind])));
  const marks = [];
  sheet.numbers.forEach((n, i) => n && marks.push([kind.get(cells[i].name) ?? "yes", cells[i]]));
  for (const name of STRUCTURES.map((s) => sheet[s]).filter(Boolean)) marks.push([kind.get(name) ?? "built", place(name)]);
  for (const name of sheet.snakes) marks.push([sheet.crossed.includes(name) ? "rest" : "bad", place(name)]);
  return { plan, marks };
}
