// mini.jsx -- a sheet in small, for the gallery and rankings: a bitmap of press.js on a canvas. When a round closes a hundred of
// them change in one frame: as elements of an SVG they took half of it, drawn by a canvas as much; copied as pixels a tenth.
import { useLayoutEffect, useRef } from "preact/hooks";
import { settings } from "../browser/settings.js";
import { Press } from "./press.js";

/** Token -> pixel, as a Uint32Array over an ImageData has it. */
export function inksOf(el) {
  const style = getComputedStyle(el);
  return (token) => {
    const rgb = parseInt(style.getPropertyValue(`--${token}`).trim().slice(1), 16);
    return (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
  };
}

const shown = new WeakMap(); // canvas -> the sheet on it
let presses = new WeakMap(); // plan -> Map(size -> {press, image: over its pixels})
function pressOf(plan, el) {
  if (!presses.has(plan)) presses.set(plan, new Map());
  const { width, height } = el,
    kept = presses.get(plan),
    size = `${width} ${height}`;
  if (!kept.has(size)) {
    if (kept.size > 3) kept.clear(); // a window that is drawn larger and larger
    const press = new Press(plan, width, height, inksOf(el));
    kept.set(size, { press, image: new ImageData(new Uint8ClampedArray(press.pixels.buffer), width, height) });
  }
  return kept.get(size);
}
function draw(el) {
  const sheet = shown.get(el),
    { press, image } = pressOf(sheet.plan, el);
  press.draw(sheet);
  el.getContext("2d", { alpha: false }).putImageData(image, 0, 0);
}

/** The bitmap is as large as its place on the screen, to the pixel. */
function measure(entries) {
  const of = (n) => Math.max(1, Math.round(n * devicePixelRatio));
  for (const { target, contentRect } of entries) {
    if (!contentRect.width) continue;
    target.width = of(contentRect.width);
    target.height = of(contentRect.height);
    target.dataset.drawn = "";
    draw(target);
  }
}
/** Another light: all again in its colours. */
function again() {
  presses = new WeakMap();
  document.querySelectorAll("canvas.mini[data-drawn]").forEach(draw);
}
let sizes;
function watch() {
  sizes = new ResizeObserver(measure);
  settings.listen(() => requestAnimationFrame(again)); // when the page has it
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

/** Draws a sheet on a canvas of class `mini`. sheet: {plan, marks, line}, as press.js has it. */
export function drawMini(el, sheet) {
  if (!sizes) watch();
  const was = shown.get(el);
  shown.set(el, sheet);
  if (was?.plan !== sheet.plan) el.style.aspectRatio = `${sheet.plan.columns * 10 + 2} / ${sheet.plan.rows * sheet.plan.h + 2}`;
  if (!was)
    sizes.observe(el); // and draws
  else if ("drawn" in el.dataset) draw(el);
}

/** The canvas leaves the page: whoever watches it would keep it. */
export const dropMini = (el) => sizes.unobserve(el);

export function Mini({ game, view, seat }) {
  const ref = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => () => dropMini(ref.current), []);
  useLayoutEffect(() => void drawMini(ref.current, game.mini(view, seat)));
  return <canvas ref={ref} class="mini" aria-hidden="true" />;
}
