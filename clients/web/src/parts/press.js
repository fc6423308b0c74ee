// press.js -- small sheets as pixels: marks are cut once, as stamps, and copied. For mini.jsx; knows no page. A space is 10 units wide.
// Stamps are cut from distances, not read back from a canvas: browsers that guard against tracking give noise for that.

/** How far a point (x, y) is outside a shape; (0, 0) is the middle of a space, its sides are at -w, w and -h, h. */
export const box = (round) => (x, y, w, h) => {
  const a = Math.abs(x) - w + 0.6 + round,
    b = Math.abs(y) - h + 0.6 + round;
  return Math.hypot(Math.max(a, 0), Math.max(b, 0)) + Math.min(Math.max(a, b), 0) - round;
};
export const disc = (radius) => (x, y) => Math.hypot(x, y) - radius;
/** From 0, 0 to a, b. */
const segment = (a, b) => (x, y) => {
  const t = Math.max(0, Math.min(1, (x * a + y * b) / (a * a + b * b)));
  return Math.hypot(x - t * a, y - t * b);
};
const cross = (x, y) => segment(2.2, 2.2)(Math.abs(x), Math.abs(y));

/** Marks that all sheets have: layers {shape, fill, stroke, width}. */
export const marksOf = (shape) => ({
  no: [{ shape, fill: "paper", stroke: "rule", width: 0.7 }],
  yes: [{ shape, fill: "pen-wash", stroke: "edge", width: 0.6 }],
  rest: [
    { shape, fill: "paper", stroke: "cochineal", width: 0.8 },
    { shape: cross, stroke: "cochineal", width: 1 },
  ],
  bad: [
    { shape, fill: "cochineal", stroke: "cochineal", width: 0.8 },
    { shape: cross, stroke: "on-cochineal", width: 1.6 },
  ],
});

/** Makes a plan once for all sheets of a table. make(view): {cells: [{x, y}], printed: [[mark, {x, y}], ...], h: how high a space is, marks}. */
export function planner(make) {
  const kept = new WeakMap(),
    made = new Map(); // by the array of spaces, else by its names
  return (view) => {
    const { spaces } = view;
    if (kept.has(spaces)) return kept.get(spaces);
    const key = `${spaces} ${view.doors} ${view.edge}`;
    if (!made.has(key)) {
      const plan = make(view),
        size = (axis) => Math.max(...plan.cells.map((c) => c[axis])) + 1;
      made.set(key, { ...plan, columns: size("x"), rows: size("y") });
    }
    kept.set(spaces, made.get(key));
    return made.get(key);
  };
}

/** A part of `ink` (0 to 256) on a pixel. */
function mix(under, ink, part) {
  const of = (shift) => {
    const a = (under >> shift) & 255;
    return (a + (((((ink >> shift) & 255) - a) * part) >> 8)) << shift;
  };
  return (0xff000000 | of(16) | of(8) | of(0)) >>> 0;
}
const part = (outside) => Math.round(256 * Math.max(0, Math.min(1, 0.5 - outside)));

/** Where a line may go, from the upper space on.
 * @type {[number, number][]} */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];

/** What is ready for bitmaps of a size: the printed sheet, a stamp for each mark, strokes of a line. */
export class Press {
  /** Strokes of lines, and of where one begins; made when the first line is drawn.
   * @type {Map<string, any>[] | undefined} */
  lines;
  /** @type {any[] | undefined} */
  start;

  /** plan: of a planner; width and height of the bitmap; ink: token -> pixel. */
  constructor(plan, width, height, ink) {
    const paper = ink("paper");
    this.width = width;
    this.w = Math.max(1, Math.floor(Math.min((width - 1) / plan.columns, ((height - 1) * 10) / plan.rows / plan.h))); // a space, in pixels
    this.h = Math.max(1, Math.floor((this.w * plan.h) / 10));
    this.inkOf = ink;
    this.pixels = new Uint32Array(width * height);
    this.corner = ((height - this.h * plan.rows) >> 1) * width + ((width - this.w * plan.columns) >> 1);
    this.stamps = Object.fromEntries(Object.entries(plan.marks).map(([name, layers]) => [name, this.cut(layers, ink, paper)]));
    this.pixels.fill(paper);
    for (const [mark, c] of plan.printed) this.stamp(mark, c);
    this.sheet = this.pixels.slice();
  }
  /** A mark as the pixels of a space. */
  cut(layers, ink, paper) {
    const { w, h } = this,
      unit = w / 10,
      pixels = new Uint32Array(w * h).fill(paper);
    for (const { shape, fill, stroke, width } of layers) {
      const inside = fill && ink(fill),
        edge = ink(stroke);
      pixels.forEach((_, i) => {
        const out = shape(((i % w) + 0.5 - w / 2) / unit, (Math.floor(i / w) + 0.5 - h / 2) / unit, 5, (h / w) * 5);
        if (fill) pixels[i] = mix(pixels[i], inside, part(out * unit));
        pixels[i] = mix(pixels[i], edge, part((Math.abs(out) - width / 2) * unit));
      });
    }
    return pixels;
  }
  /** What lies round the middle of a space, and on the way to the one at dx, dy: [{at: pixels away, part}], and its ink. */
  stroke(shape, ink, [dx, dy] = [0, 0]) {
    const { w, h, width } = this,
      unit = w / 10,
      dots = [],
      from = (d, n) => Math.min(d, 0) * n - (n >> 1),
      to = (d, n) => Math.max(d, 0) * n + (n >> 1) + 1;
    for (let y = from(dy, h); y < to(dy, h); y++)
      for (let x = from(dx, w); x < to(dx, w); x++) {
        const much = part(shape((x + 0.5 - (w % 2) / 2) / unit, (y + 0.5 - (h % 2) / 2) / unit) * unit);
        if (much) dots.push({ at: y * width + x, part: much });
      }
    return { dots, ink };
  }
  /** Strokes of a line from the middle of a space to the next, by direction: paper, then pen. */
  strokes() {
    const to = ([dx, dy], half) => {
      const line = segment(dx * 10, (dy * 10 * this.h) / this.w);
      return (x, y) => line(x, y) - half;
    };
    const all = (half, token) => new Map(DIRECTIONS.map((d) => [String(d), this.stroke(to(d, half), this.inkOf(token), d)]));
    return [all(2, "paper"), all(1, "pen")];
  }
  at({ x, y }) {
    return this.corner + y * this.h * this.width + x * this.w;
  }
  stamp(mark, c) {
    const { w, h, width, pixels } = this,
      from = this.stamps[mark];
    for (let y = 0, i = 0, to = this.at(c); y < h; y++, to += width) for (let x = 0; x < w; x++) pixels[to + x] = from[i++];
  }
  ink({ dots, ink }, c) {
    const { pixels } = this,
      middle = this.at(c) + (this.h >> 1) * this.width + (this.w >> 1);
    for (const { at, part: much } of dots) pixels[middle + at] = mix(pixels[middle + at], ink, much);
  }
  /** A run: a line with paper round it, a ring where it begins. */
  line(line) {
    this.lines ??= this.strokes();
    this.start ??= [this.stroke(disc(2.9), this.inkOf("paper")), this.stroke(disc(2.1), this.inkOf("pen"))];
    for (const strokes of this.lines)
      for (let i = 1; i < line.length; i++) {
        const [a, b] = [line[i - 1], line[i]].sort((p, q) => p.y - q.y || p.x - q.x);
        this.ink(strokes.get(`${b.x - a.x},${b.y - a.y}`), a);
      }
    for (const stroke of this.start) this.ink(stroke, line[0]);
  }
  /** The sheet in `pixels`. marks: [[mark, {x, y}], ...]; line: spaces side by side, or nothing. */
  draw({ marks, line }) {
    this.pixels.set(this.sheet);
    for (const [mark, c] of marks) this.stamp(mark, c);
    if (line) this.line(line);
  }
}
