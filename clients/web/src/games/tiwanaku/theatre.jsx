// theatre.jsx -- what is shown before it lies on the board: the wheel turns to name a space, an Otoma
// pawn goes its way over the trails. One scene after the other; a tap or any key skips all of them.
// None with reduced motion. The position is already the new one: a scene only hides and covers.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useCalm } from "../../browser/hooks.js";
import { t } from "../../words/i18n.js";
import { sound } from "../../browser/sound.js";
import { drawnAt } from "./board.jsx";
import { ANIMALS, ELEMENTS, colOf, rowOf } from "./model.js";
import { Pawn, T, Tile } from "./pieces.jsx";
import { away } from "./trails.js";

const WHEEL = 1500,
  STEP = 170; // ms: a turn of the wheel with a rest; one space of a walk
const LETTER = { valley: "v", desert: "d", forest: "f", mountain: "m" };

/** The only space of a value of a tale, or undefined. */
const spaceOf = (tale, name) => tale.values[name]?.spaces[0];

/** Scenes of the tales from a number on. trail: of the position. */
function scenesOf(tales, number, me, view, trail) {
  return tales.slice(number).flatMap((tale, i) => {
    const from = spaceOf(tale, "from"),
      to = spaceOf(tale, "to");
    if (tale.seat === me && to && tale.values.terrain) return [{ kind: "wheel", space: to, terrain: LETTER[tale.values.terrain.text], ms: WHEEL, hides: to }];
    if (tale.seat !== "otoma" || !from) return [];
    const mover = tales.slice(0, number + i).findLast((o) => o.seat !== "otoma" && spaceOf(o, "to"));
    const landed = mover && spaceOf(mover, "to");
    const way = view.arrows?.[landed]?.direction ?? (landed && away(landed, from));
    const steps = way && trail(view.columns, from, to, way);
    return steps ? [{ kind: "walk", steps, from, to, ms: STEP * (steps.length + 1), hides: to }] : [];
  });
}

/** The scene that is on, or null; `hidden`: spaces that must not show yet; `waiting`: walks that are still to come. */
export function useTheatre(tales, me, view, position) {
  const calm = useCalm();
  const seen = useRef(tales.length);
  const [queue, setQueue] = useState(/** @type {any[]} */ ([]));
  useLayoutEffect(() => {
    const scenes = scenesOf(tales, seen.current, me, view, (...way) => position.trail(...way));
    seen.current = tales.length;
    if (scenes.some((s) => s.kind === "wheel")) sound("stone");
    if (scenes.length && !calm) setQueue((q) => [...q, ...scenes]);
  }, [tales.length]);
  const scene = queue[0] ?? null;
  useEffect(() => {
    if (!scene) return;
    const skip = () => setQueue([]);
    const timer = setTimeout(() => setQueue((q) => q.slice(1)), scene.ms);
    addEventListener("pointerdown", skip);
    addEventListener("keydown", skip);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", skip);
      removeEventListener("keydown", skip);
    };
  }, [scene]);
  return { scene, hidden: new Set(queue.map((s) => s.hides)), waiting: queue.slice(1).filter((s) => s.kind === "walk") };
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

/** An Otoma pawn on its way. */
function Walk({ scene, upright, colour }) {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => {
    const way = points(scene.steps, upright),
      begin = performance.now(),
      ms = scene.ms - STEP;
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
      <Trail steps={scene.steps} upright={upright} />
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

/** The scene, drawn over the board. colour: of the pawn that walks. */
export function Scene({ scene, columns, upright, colour }) {
  if (!scene) return null;
  return scene.kind === "wheel" ? (
    <Wheel key={scene.space} scene={scene} columns={columns} upright={upright} />
  ) : (
    <Walk key={scene.to} scene={scene} upright={upright} colour={colour} />
  );
}

export const SkipNote = ({ scene }) =>
  scene ? (
    <p class="skip-note small" aria-hidden="true">
      {t("Tap to skip")}
    </p>
  ) : null;
