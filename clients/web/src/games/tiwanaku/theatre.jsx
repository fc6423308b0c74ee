// theatre.jsx -- what is shown before it lies on the board: the wheel turns to name a space, a divination is right or
// wrong, an Otoma pawn goes its way over the trails, somebody else's pawn walks; and the points fly. One scene after the
// other; a tap or any key skips all of them. None with reduced motion: then the dock's words have to do (happened.jsx).
// The position is already the new one: a scene only hides and covers. scenes.js says what is worth one.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useCalm } from "../../browser/hooks.js";
import { t } from "../../words/i18n.js";
import { plus } from "../../words/tale.js";
import { sound } from "../../browser/sound.js";
import { drawnAt } from "./board.jsx";
import { ANIMALS, ELEMENTS, colOf, isCoop, pawnsBySpace, rowOf } from "./model.js";
import { Crop, Pawn, T, Tile } from "./pieces.jsx";
import { scenesOf } from "./scenes.js";
import { away } from "./trails.js";

const FLY = 0.55; // when the points fly, as a share of a scene

/** The scene that is on, or null; `queue`: with those still to come; `hidden`, `bare`: spaces that must not show yet, or not their
 * crop; `waiting`: walks that are still to come. */
export function useTheatre(tales, me, view, position) {
  const calm = useCalm();
  const seen = useRef(tales.length);
  const [scenes, setScenes] = useState(/** @type {any[]} */ ([]));
  useLayoutEffect(() => {
    const fresh = scenesOf(tales, seen.current, me, view, (...way) => position.trail(...way));
    seen.current = tales.length;
    if (fresh.some((s) => s.kind === "wheel")) sound("stone");
    if (fresh.length && !calm) setScenes((q) => [...q.filter((s) => s.number < fresh[0].number), ...fresh]);
  }, [tales.length]);
  const queue = scenes.filter((s) => s.number < tales.length); // the server may have gone back to an earlier state
  const scene = queue[0] ?? null;
  useEffect(() => {
    if (!scene) return;
    const skip = () => setScenes([]);
    const timer = setTimeout(() => setScenes((q) => q.filter((s) => s !== scene)), scene.ms);
    addEventListener("pointerdown", skip);
    addEventListener("keydown", skip);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
    };
  }, [scene]);
  const set = (member) => new Set(queue.map((s) => s[member]));
  return { scene, queue, hidden: set("hides"), bare: set("hidesCrop"), waiting: queue.slice(1).filter((s) => s.steps) };
}

const at = (space, upright) => drawnAt(space, upright).map((n) => n * T + T / 2);
const OUT = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const turn = ([x, y], upright) => (upright ? [y, x] : [x, y]);

/** The way as points: over an edge it goes a little out and comes in again. */
export function points(steps, upright) {
  const found = [at(steps[0].space, upright)];
  for (let i = 1; i < steps.length; i++) {
    const [x, y] = at(steps[i].space, upright);
    if (steps[i].out) {
      const [ox, oy] = turn(OUT[steps[i].out], upright),
        [ix, iy] = turn(OUT[steps[i].into], upright),
        [px, py] = found[found.length - 1];
      found.push([px + ox * T * 0.72, py + oy * T * 0.72], [x - ix * T * 0.72, y - iy * T * 0.72]);
    }
    found.push([x, y]);
  }
  return found;
}

/** @param {{steps: any, upright?: boolean}} props */
export const Trail = ({ steps, upright }) => (
  <path
    class="trail"
    d={`M${points(steps, upright)
      .map((p) => p.join(" "))
      .join("L")}`}
  />
);

/** Where Otoma pawns would go if the player went to `landed`: their ways, and ghosts at the ends. walks: [{from, to}] */
export function Foresight({ walks, landed, view, position, upright }) {
  const pawns = pawnsBySpace(view);
  return (
    <g class="foresight" pointer-events="none" aria-hidden="true">
      {walks.map(({ from, to }) => {
        const way = isCoop(view) ? away(landed, from) : view.arrows[landed]?.direction,
          steps = way && position.trail(view.columns, from, to, way),
          [x, y] = at(to, upright);
        return (
          <g key={from}>
            {steps && <Trail steps={steps} upright={upright} />}
            <g class="ghost">
              <Pawn colour={pawns.get(from)?.colour ?? "purple"} x={x - 20} y={y - 22} s={42} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** A pawn on its way. */
function Walk({ scene, upright, colour }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const way = points(scene.steps, upright),
      begin = performance.now(),
      ms = scene.ms * FLY;
    let frame;
    const draw = (now) => {
      const k = Math.min(1, Math.max(0, (now - begin) / ms)) * (way.length - 1),
        i = Math.min(way.length - 2, Math.floor(k)),
        f = k - i;
      const [x, y] = [0, 1].map((d) => way[i][d] + (way[i + 1][d] - way[i][d]) * f);
      ref.current?.setAttribute("transform", `translate(${x - 21} ${y - 22})`);
      if (k < way.length - 1) frame = requestAnimationFrame(draw);
    };
    draw(begin);
    return () => cancelAnimationFrame(frame);
  }, [scene]);
  return (
    <g class="walk" pointer-events="none">
      {scene.kind === "walk" && <Trail steps={scene.steps} upright={upright} />}
      <g ref={ref}>
        <Pawn colour={colour} x={0} y={0} s={42} />
      </g>
    </g>
  );
}

/** The wheel: row and column symbols all round, the tile in the middle. */
function Wheel({ scene, columns, upright }) {
  const [x, y] = at(scene.space, upright),
    size = 150;
  const across = (upright ? 5 : columns) * T,
    down = (upright ? columns : 5) * T;
  const left = Math.min(Math.max(x - size / 2, 0), across - size),
    top = Math.min(Math.max(y - size / 2, 0), down - size);
  const ring = [ELEMENTS[colOf(scene.space)], ...ELEMENTS.filter((e) => e !== ELEMENTS[colOf(scene.space)]).slice(0, 3)];
  const beasts = [ANIMALS[rowOf(scene.space)], ...ANIMALS.filter((a) => a !== ANIMALS[rowOf(scene.space)]).slice(0, 3)];
  const marks = ring.flatMap((id, i) => [
    [beasts[i], 90 * i - 22],
    [id, 90 * i + 22],
  ]);
  return (
    <g class="wheel-scene" pointer-events="none" transform={`translate(${left} ${top}) scale(${size / 200})`} aria-hidden="true">
      <g class="turning wheel-disc">
        <circle class="wh0" cx="100" cy="100" r="96" />
        <circle class="wh1" cx="100" cy="100" r="84" />
        {Array.from({ length: 24 }, (_, i) => (
          <path key={i} class="wh2" d={`M100 8v${i % 6 ? 6 : 12}`} transform={`rotate(${i * 15} 100 100)`} />
        ))}
        {marks.map(([id, angle]) => (
          <g key={id} class="whs" transform={`rotate(${angle} 100 100)`}>
            <use href={`#${id}`} x="88" y="22" width="24" height="24" />
          </g>
        ))}
      </g>
      <path class="wheel-tip" d="M100 -4l9 15h-18z" />
      <g class="wheel-tile">
        <Tile t={scene.terrain} x={62} y={62} s={76} />
      </g>
    </g>
  );
}

/** A divination: a breath with what was said, the token turns, right or wrong. */
function Divination({ scene, upright }) {
  const [x, y] = at(scene.space, upright),
    right = scene.said === scene.level;
  return (
    <g class="divination" pointer-events="none" aria-hidden="true" style={{ "--ms": `${scene.ms}ms` }}>
      <circle class="breath" cx={x} cy={y} r={T * 0.62} />
      <g class="said-crop">
        <Crop n={scene.said} cx={x} cy={y} r={25} />
      </g>
      <g class="true-crop">
        <Crop n={scene.level} cx={x} cy={y} r={25} />
        <g class={right ? "right-word" : "wrong-word"}>
          <circle cx={x - 19} cy={y - 19} r="11" />
          <use href={`#i-${right ? "check" : "cross"}`} x={x - 27} y={y - 27} width="16" height="16" />
        </g>
      </g>
    </g>
  );
}

/** Points that fly up from where they were made. */
function Flying({ scene, upright }) {
  const [x, y] = at(scene.space ?? scene.to, upright),
    { points } = scene.tale;
  if (!points) return null;
  return (
    <text class={`fly ${points < 0 ? "bad" : ""}`} x={x} y={Math.max(y - 14, 26)} style={{ "--wait": `${scene.ms * FLY}ms` }} aria-hidden="true">
      {plus(points)}
    </text>
  );
}

const PLAY = { wheel: Wheel, crop: Divination, walk: Walk, arrive: Walk };

/** The scene, drawn over the board. colour: of the pawn that walks. */
export function Scene({ scene, columns, upright, colour }) {
  if (!scene) return null;
  const Play = PLAY[scene.kind],
    key = scene.number;
  return (
    <g key={key}>
      <Play {...{ scene, columns, upright, colour }} />
      <Flying scene={scene} upright={upright} />
    </g>
  );
}

export const SkipNote = ({ scene }) =>
  scene ? (
    <p class="skip-note small" aria-hidden="true">
      {t("Tap to skip")}
    </p>
  ) : null;
