// board.jsx -- the board of Tiwanaku: lying, or upright (animals along the top) on a phone. A grid for
// pointer, keyboard (arrows move the focus, one tab stop) and screen reader; or a picture. Knows no
// rules: a space says itself what it is. A space is {name, terrain, crop, arrow, announced, pawn, marks,
// reach, target, can, sel, lit, because, fogged, refused, reason, last, label}.
import { useEffect, useRef, useState } from "preact/hooks";
import { ANIMALS, ELEMENTS, ROWS, colOf, cropAt, pawnsBySpace, rowOf, spacesOf, terrainAt } from "./model.js";
import { TERRAIN_MARKS } from "./marks.js";
import { ArrowSlip, Crop, Pawn, T, Tile } from "./pieces.jsx";
import { drawn } from "./trails.js";

/** A space as it is drawn: what lies there, and marks of the screen (at the head of this file).
 * @typedef {{name: string, terrain: string | null, crop: number | null, [mark: string]: any}} Space */

/** The spaces of a view as they lie.
 * @param {View} view
 * @returns {Space[]} */
export function spacesFor(view) {
  const pawns = pawnsBySpace(view),
    placed = new Set(view.placed);
  return spacesOf(view).map((name) => {
    const terrain = terrainAt(view, name);
    return {
      name,
      terrain,
      crop: cropAt(view, name),
      arrow: view.arrows?.[name] ?? null,
      announced: Boolean(terrain) && !placed.has(name) && !view.over,
      pawn: pawns.get(name) ?? null,
    };
  });
}

/** Where a space is drawn, in spaces from the top left. */
export const drawnAt = (name, upright) => (upright ? [rowOf(name), colOf(name)] : [colOf(name), rowOf(name)]);

/** One trail, drawn around the edge: out of one space and into another. */
function trailPath([a, b], upright) {
  const OUT = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
  const points = [a, b].map(({ space, way }) => {
    const [x, y] = drawnAt(space, upright).map((n) => n * T + T / 2),
      [ox, oy] = OUT[drawn(way, upright)];
    return { edge: [x + ox * 33, y + oy * 33], out: [x + ox * 44, y + oy * 44], ox, oy };
  });
  const [p, q] = points;
  const corner = p.ox !== q.ox || p.oy !== q.oy ? `L${p.out[0] + q.ox * 44} ${p.out[1] + q.oy * 44}` : "";
  return `M${p.edge.join(" ")}L${p.out.join(" ")}${corner}L${q.out.join(" ")}L${q.edge.join(" ")}`;
}

/** The trails that Otoma follow over the edge (SOL-7). */
const Trails = ({ trails, upright }) => <path class="trails" aria-hidden="true" d={trails.map((pair) => trailPath(pair, upright)).join("")} />;

const Heads = ({ columns, upright, off }) => {
  const one = (id, text, k, along) => {
    const c = k * T + T / 2;
    return along ? (
      <g class="head" transform={`translate(${c} ${-17 - off})`}>
        <use href={`#${id}`} x="-19" y="-11" width="22" height="22" />
        <text x="11" y="5">
          {text}
        </text>
      </g>
    ) : (
      <g class="head" transform={`translate(${-17 - off} ${c})`}>
        <use href={`#${id}`} x="-11" y="-18" width="22" height="22" />
        <text x="0" y="18">
          {text}
        </text>
      </g>
    );
  };
  return (
    <g aria-hidden="true">
      {ELEMENTS.slice(0, columns).map((id, k) => one(id, "abcdefghi"[k], k, !upright))}
      {ANIMALS.map((id, k) => one(id, String(k + 1), k, upright))}
    </g>
  );
};

const SLOT = 11; // of a crop

/** Pencil marks, each in its own place: terrain along the top, crops below; over a pawn that stands there. */
function Marks({ c, x, y }) {
  const { terrain = [], crops = [] } = c.marks ?? {};
  if (c.crop) return null;
  return (
    <g class="marked">
      {!c.terrain && terrain.map((l) => <Tile key={l} class="guess" t={l} x={x + 4 + TERRAIN_MARKS.indexOf(l) * 13.2} y={y + 5} s={12.5} />)}
      {crops.length > 0 && <rect class="note-tag" x={x + 2.5} y={y + 42} width={T - 5} height="15" rx="3" />}
      {crops.map((n) => (
        <text class="note" key={n} x={x + T / 2 + (n - 3) * SLOT} y={y + 55}>
          {n}
        </text>
      ))}
    </g>
  );
}

function Ground({ c, x, y }) {
  if (!c.terrain || c.fogged) return <rect class="fog" x={x + 3} y={y + 3} width={T - 6} height={T - 6} rx="4" />;
  return <Tile t={c.terrain} x={x} y={y} class={`${c.announced ? "announced" : ""} ${c.fresh ? "just-stamped" : ""}`} />;
}

function Stand({ c, x, y, upright }) {
  const bare = c.terrain && !c.crop && !c.fogged;
  const pawn = c.pawn && !c.pawn.gone ? c.pawn : null;
  const low = bare && c.arrow;
  return (
    <>
      {c.sel && <rect class="halo" x={x + 2} y={y + 2} width={T - 4} height={T - 4} rx="12" />}
      {low && <ArrowSlip arrow={c.arrow} x={x + 20} y={y + 5} upright={upright} />}
      {c.crop &&
        !c.fogged &&
        (pawn ? (
          <Crop n={c.crop} cx={x + 37} cy={y + 37} r={16.5} class={c.fresh ? "just-stamped" : ""} />
        ) : (
          <Crop n={c.crop} cx={x + T / 2} cy={y + T / 2} class={c.fresh ? "just-stamped" : ""} />
        ))}
      {pawn &&
        (c.crop && !c.fogged ? (
          <Pawn colour={pawn.colour} x={x + 1} y={y + 1} s={33} />
        ) : low ? (
          <Pawn colour={pawn.colour} x={x + 2} y={y + 17} s={38} />
        ) : (
          <Pawn colour={pawn.colour} x={x + 10} y={y + (c.marks?.crops?.length ? 3 : 8)} s={c.marks?.crops?.length ? 38 : 42} />
        ))}
    </>
  );
}

/** The four corners of a space: where something happened last. */
const CORNERS = "M3 15V7Q3 3 7 3H15M45 3H53Q57 3 57 7V15M57 45V53Q57 57 53 57H45M15 57H7Q3 57 3 53V45";

/** One space, drawn where its name says.
 * @param {{c: Space, upright?: boolean}} props */
export function SpaceParts({ c, upright }) {
  const [dx, dy] = drawnAt(c.name, upright),
    x = dx * T,
    y = dy * T;
  const corner = c.terrain && !c.fogged;
  return (
    <>
      <Ground c={c} x={x} y={y} />
      {(c.lit || c.because) && <rect class={c.lit ? "lit" : "because"} x={x + 2.5} y={y + 2.5} width={T - 5} height={T - 5} rx="8" />}
      <Stand c={c} x={x} y={y} upright={upright} />
      {!c.fogged && <Marks c={c} x={x} y={y} />}
      {c.last && <path class={`last ${c.last}`} d={CORNERS} transform={`translate(${x} ${y})`} />}
      {c.can && !c.sel && <rect class="may" x={x + 4.5} y={y + 4.5} width={T - 9} height={T - 9} rx="9" />}
      {c.reach && <rect class={`reach ${c.target ? "target" : ""}`} x={x + 4.5} y={y + 4.5} width={T - 9} height={T - 9} rx="9" />}
      {c.reach && !c.target && <circle class="step" cx={corner ? x + 12 : x + T / 2} cy={corner ? y + 12 : y + T / 2} r={corner ? 5.5 : 6.5} />}
      {c.target && c.ghost && (
        <g class="ghost">
          <Pawn colour={c.ghost} x={x + 10} y={y + 8} s={42} />
        </g>
      )}
      <rect class="ring" x={x + 3} y={y + 3} width={T - 6} height={T - 6} rx="6" />
    </>
  );
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Spaces to choose: onPick(space), onKey(event, space) for keys of one's own. at: where the tab stop is.
 * @param {{spaces: Space[], upright: boolean, label: string, onPick?: (c: Space, byKey: boolean) => void, onKey?: (event: KeyboardEvent, c: Space) => void,
 *   at?: string, focus?: number}} props */
function Grid({ spaces, upright, label, onPick, onKey, at, focus }) {
  const [name, setName] = useState(at ?? spaces[0].name);
  const refs = useRef(/** @type {Record<string, SVGGElement | null>} */ ({}));
  const rows = [...new Set(spaces.map((c) => drawnAt(c.name, upright)[1]))].sort((a, b) => a - b);
  useEffect(() => void (at && setName(at)), [at]);
  useEffect(() => void (focus && refs.current[at ?? name]?.focus()), [focus]);
  const move = (c) => {
    setName(c.name);
    refs.current[c.name]?.focus();
  };
  const key = (event, c) => {
    const [x, y] = drawnAt(c.name, upright),
      arrow = ARROWS[event.key];
    const row = spaces.filter((o) => drawnAt(o.name, upright)[1] === y);
    if (arrow) {
      const to = spaces.find((o) => drawnAt(o.name, upright).join() === [x + arrow[0], y + arrow[1]].join());
      if (to) move(to);
    } else if (event.key === "Home") move(row[0]);
    else if (event.key === "End") move(row.at(-1));
    else if (event.key === "Enter" || event.key === " ") onPick?.(c, true);
    else return onKey?.(event, c);
    event.preventDefault();
  };
  return (
    <g role="grid" aria-label={label}>
      {rows.map((y) => (
        <g role="row" key={y}>
          {spaces
            .filter((c) => drawnAt(c.name, upright)[1] === y)
            .map((c) => (
              <g
                key={c.name}
                role="gridcell"
                tabindex={c.name === name ? 0 : -1}
                aria-label={c.label}
                aria-selected={Boolean(c.sel || c.target)}
                class={`space ${c.reach ? "can" : ""} ${c.can || c.editable ? "pickable" : ""} ${c.refused ? "refused" : ""} ${c.reason ? "reason" : ""}`}
                data-space={c.name}
                ref={(el) => void (refs.current[c.name] = el)}
                onClick={() => {
                  setName(c.name);
                  onPick?.(c, false);
                }}
                onKeyDown={(e) => key(e, c)}
              >
                <SpaceParts c={c} upright={upright} />
              </g>
            ))}
        </g>
      ))}
    </g>
  );
}

/** grid: what Grid takes besides spaces; without it the board is a picture called `label`. children: drawn on top.
 * @param {{spaces: Space[], upright?: boolean, label: string, grid?: Omit<Parameters<typeof Grid>[0], "spaces" | "upright" | "label">, heads?: boolean, trails?: any[] | null, children?: Children}} props */
export function Board({ spaces, upright = false, label, grid, heads = true, trails = null, children }) {
  const columns = Math.max(...spaces.map((c) => colOf(c.name))) + 1;
  const off = trails ? 14 : 0, // trails run between the board and the names of its rows
    m = (heads ? 34 : 6) + off,
    w = (upright ? ROWS : columns) * T,
    h = (upright ? columns : ROWS) * T;
  /** @type {{role?: "img", "aria-label"?: string}} */
  const picture = grid ? {} : { role: "img", "aria-label": label };
  return (
    <svg
      class={`board ${upright ? "upright" : ""} ${columns === 5 ? "tiny-board" : ""}`}
      viewBox={`${-m} ${-m} ${w + m + 6 + off} ${h + m + 6 + off}`}
      {...picture}
    >
      <rect class="mat" x="-4" y="-4" width={w + 8} height={h + 8} rx="6" />
      {trails && <Trails trails={trails} upright={upright} />}
      {heads && <Heads columns={columns} upright={upright} off={off} />}
      {grid ? (
        <Grid spaces={spaces} upright={upright} label={label} {...grid} />
      ) : (
        spaces.map((c) => (
          <g key={c.name} class="space" data-at={c.name}>
            <SpaceParts c={c} upright={upright} />
          </g>
        ))
      )}
      {children}
    </svg>
  );
}
