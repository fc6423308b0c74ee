// grid.jsx -- a sheet of spaces as SVG: what stands in a space, and a grid that works by pointer,
// keyboard (arrows move the focus, one tab stop) and screen reader. For games with a sheet; knows
// no rules. A space is {x, y, name, door?, v, st, label, crossed?, crossable?, hatch?, dim?, refused?, lit?, hinted?}: v a number,
// "mummy", "snake", "hut", "statue", "mine" or null; st "legal", "sel", "preview" or "".
import { useEffect, useRef, useState } from "preact/hooks";
import { carry } from "./drag.js";
import { neighbour } from "../pure/space.js";
import { memo } from "../pure/memo.js";

export const U = 48; // one space

/** The same space always leans the same way: a steady hand. */
export const lean = (a, b, n) => (((a * 73 + b * 151 + n * 37) % 17) - 8) / 8;

export function Numeral({ v, cx, cy, pencil = false, k = 0, size = 27 }) {
  const f = String(v).length > 1 ? size * 0.86 : size;
  return (
    <text
      class={pencil ? "by-pencil" : "by-pen"}
      x={cx}
      y={cy + f * 0.36}
      text-anchor="middle"
      font-size={f}
      transform={`rotate(${(lean(cx, cy, k) * 4).toFixed(1)} ${cx} ${cy})`}
    >
      {v}
    </text>
  );
}

export function Stamp({ id, cx, cy, class: cls = "", size = 30 }) {
  return (
    <g class={`stamp ${cls}`} transform={`rotate(${(lean(cx, cy, 3) * 6).toFixed(1)} ${cx} ${cy})`}>
      <use href={`#${id}`} x={cx - size / 2} y={cy - size / 2} width={size} height={size} />
    </g>
  );
}

export function Crossing({ cx, cy, r = 17, pencil = false }) {
  const d =
    `M${cx - r} ${cy - r + 3}C${cx - 5} ${cy - 4} ${cx + 6} ${cy + 7} ${cx + r} ${cy + r - 2}` +
    `M${cx + r - 1} ${cy - r + 1}C${cx + 6} ${cy - 4} ${cx - 6} ${cy + 6} ${cx - r + 1} ${cy + r}`;
  return <path class={`crossed ${pencil ? "pencilled" : ""}`} d={d} />;
}

/** What stands in a space, centred at cx, cy. */
export function Glyph({ c, cx, cy }) {
  if (c.v == null) return null;
  const pencil = c.st === "preview" || c.pencil;
  if (typeof c.v === "number") return <Numeral v={c.v} cx={cx} cy={cy + (c.door ? 2 : 0)} pencil={pencil} k={c.x} />;
  if (c.v === "mummy" || c.v === "snake")
    return (
      <>
        <Stamp id={c.v === "snake" ? "danger-snake" : "mummy"} cx={cx} cy={cy} class={`danger ${c.crossed ? "faded" : ""} ${pencil ? "pencilled" : ""}`} />
        {c.crossed && <Crossing cx={cx} cy={cy} pencil={c.crossed === "pencil"} />}
      </>
    );
  return <Stamp id={c.v} cx={cx} cy={cy} class={`built ${pencil ? "pencilled" : ""}`} size={34} />;
}

function Doorway({ x, y, h }) {
  return (
    <>
      <path class="doorway" d={`M${x + 9} ${y + h - 2}L${x + 12.5} ${y + 8}h${U - 25}L${x + U - 9} ${y + h - 2}z`} />
      <path class="lintel" d={`M${x + 7} ${y + 5}h${U - 14}v4h-${U - 14}z`} />
    </>
  );
}

function CellParts({ c, h, bare }) {
  const x = c.x * U,
    y = c.y * h,
    cx = x + U / 2,
    cy = y + h / 2;
  return (
    <>
      <rect class="face" x={x + 1.2} y={y + 1.2} width={U - 2.4} height={h - 2.4} rx="3" />
      {c.hatch && <rect class="hatch" x={x + 2} y={y + 2} width={U - 4} height={h - 4} rx="3" fill={`url(#${c.hatch})`} />}
      {c.door && <Doorway x={x} y={y} h={h} />}
      {c.st === "legal" && <circle class="tick" cx={c.v == null ? cx : x + U - 9} cy={c.v == null ? cy : y + 9} r="3.5" />}
      {c.st === "preview" && <rect x={x + 3} y={y + 3} width={U - 6} height={h - 6} fill="url(#tx-pencil)" opacity=".55" />}
      {!bare && <Glyph c={c} cx={cx} cy={cy} />}
      <rect class="ring" x={x + 2} y={y + 2} width={U - 4} height={h - 4} rx="4" />
    </>
  );
}

const classOf = (c) =>
  `cell ${c.st || ""} ${c.door ? "door" : ""} ${c.dim ? "dim" : ""} ${c.crossable ? "crossable" : ""} ${c.fresh ? "just-inked" : ""} ${c.refused ? "refused" : ""} ${c.lit ? "lit" : ""} ${c.hinted ? "hinted" : ""}`;

/** Spaces to look at. `bare`: without what stands in them (something is drawn between).
 * @param {{cells: Cell[], h?: number, bare?: boolean}} props */
export function StillCells({ cells, h = U, bare }) {
  return cells.map((c) => <StillCell key={c.name} c={c} h={h} bare={bare} />);
}
const alike = (a, b) => a.h === b.h && a.bare === b.bare && Object.keys({ ...a.c, ...b.c }).every((k) => a.c[k] === b.c[k]);
const StillCell = memo(
  ({ c, h, bare }) => (
    <g class={classOf(c)} data-at={c.name}>
      <CellParts c={c} h={h} bare={bare} />
    </g>
  ),
  alike,
);

/** A space as a picture of its own, to be carried.
 * @param {SVGGElement} g */
function pictureOf(g) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const box = g.getBBox();
  svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  svg.setAttribute("class", "sheet");
  svg.append(...[...g.children].map((el) => el.cloneNode(true)));
  return svg;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Spaces to choose. onPick(cell): tapped, Enter or Space. onKey(event, cell): other keys. onCarry(from,
 * to): what is in pencil was dragged to another space. `at`: the
 * name of the space that has the tab stop first; `focus`: a number that, when it changes, puts the
 * focus there.
 * @param {{cells: Cell[], h?: number, label: string, onPick: (c: Cell, byKey?: boolean) => void, onKey?: (event: KeyboardEvent, c: Cell) => void,
 *   onCarry?: (from: string, to: string) => void, at?: string, focus?: number, bare?: boolean}} props */
export function CellGrid({ cells, h = U, label, onPick, onKey, onCarry, at, focus, bare }) {
  const [name, setName] = useState(at ?? cells[0].name);
  const refs = useRef(/** @type {Record<string, SVGGElement | null>} */ ({}));
  const here = cells.some((c) => c.name === name) ? name : cells[0].name;
  useEffect(() => void (at && setName(at)), [at]);
  useEffect(() => void (focus && refs.current[at ?? here]?.focus()), [focus]);
  const move = (c) => {
    setName(c.name);
    refs.current[c.name]?.focus();
  };
  const key = (event, c) => {
    const arrow = ARROWS[event.key];
    if (arrow) move(neighbour(cells, c, ...arrow));
    else if (event.key === "Home") move(cells.filter((o) => o.y === c.y)[0]);
    else if (event.key === "End") move(cells.filter((o) => o.y === c.y).at(-1));
    else if (event.key === "Enter" || event.key === " ") onPick?.(c, true);
    else return onKey?.(event, c);
    event.preventDefault();
  };
  const rows = [...new Set(cells.map((c) => c.y))];
  return (
    <g role="grid" aria-label={label}>
      {rows.map((y) => (
        <g role="row" key={y}>
          {cells
            .filter((c) => c.y === y)
            .map((c) => (
              <g
                key={c.name}
                role="gridcell"
                tabindex={c.name === here ? 0 : -1}
                aria-label={c.label}
                class={classOf(c)}
                aria-selected={c.st === "sel" || c.st === "preview"}
                ref={(el) => void (refs.current[c.name] = el)}
                data-space={c.name}
                onClick={() => {
                  setName(c.name);
                  onPick?.(c, false);
                }}
                onKeyDown={(e) => key(e, c)}
                onPointerDown={
                  onCarry && c.st === "preview" ? (e) => carry(e, pictureOf(e.currentTarget), (to) => to !== c.name && onCarry(c.name, to)) : undefined
                }
              >
                <rect class="hit" x={c.x * U} y={c.y * h} width={U} height={h} />
                <CellParts c={c} h={h} bare={bare} />
              </g>
            ))}
        </g>
      ))}
    </g>
  );
}
