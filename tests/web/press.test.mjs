// press.test.mjs -- small sheets as pixels: marks stay in their spaces, lines join their middles, whatever the size.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Press, box, disc, marksOf, planner } from "../../clients/web/src/parts/press.js";

const tokens = ["paper", "rule", "pen-wash", "edge", "cochineal", "on-cochineal", "pen"];
const ink = (token) => (0xff000000 | (0x112233 * (1 + tokens.indexOf(token)))) >>> 0;
const COLUMNS = 7,
  ROWS = 5;
const spaces = Array.from({ length: COLUMNS * ROWS }, (_, i) => ({ x: i % COLUMNS, y: Math.floor(i / COLUMNS) }));
const planOf = (h) =>
  planner(() => ({
    cells: spaces,
    printed: spaces.map((c) => ["no", c]),
    h,
    marks: { ...marksOf(box(1)), lake: [{ shape: disc(4), fill: "pen-wash", stroke: "pen", width: 0.6 }] },
  }))({ spaces: [] });
const middle = (press, { x, y }) => press.pixels[press.at({ x, y }) + (press.h >> 1) * press.width + (press.w >> 1)];
const sizes = [...Array(60).keys()].map((i) => 12 + i * 5);
const pressesOf = (h) => sizes.map((width) => new Press(planOf(h), width, Math.round((width * (ROWS * h + 2)) / (COLUMNS * 10 + 2)), ink));

test("a sheet fills its bitmap and no more", () => {
  for (const h of [10, 11])
    for (const press of pressesOf(h)) {
      press.draw({ marks: spaces.map((c) => ["bad", c]), line: spaces.slice(0, COLUMNS) });
      const { width, pixels } = press,
        height = pixels.length / width;
      assert.ok(press.w * COLUMNS < width && press.h * ROWS <= height, `${width} px: ${press.w} x ${press.h}`);
      assert.ok(press.w * (COLUMNS + 1) + 1 >= width - 1 || press.h * ROWS * 1.3 + ROWS + 2 >= height, `${width} px: room is used`);
      assert.ok(
        pixels.every((p) => p >>> 24 === 255),
        "nothing to see through",
      );
      for (let y = 0; y < height; y++) assert.equal(pixels[y * width + width - 1], ink("paper"), `${width} px: the right edge of row ${y}`);
    }
});

test("a mark stays in its space", () => {
  for (const press of pressesOf(11)) {
    press.draw({ marks: [] });
    const before = press.pixels.slice(),
      c = { x: 3, y: 2 };
    press.draw({ marks: [["bad", c]] });
    const at = press.at(c);
    press.pixels.forEach((p, i) => {
      const x = (((i - at) % press.width) + press.width) % press.width,
        y = Math.floor((i - at) / press.width);
      if (x >= press.w || y < 0 || y >= press.h) assert.equal(p, before[i]);
    });
    assert.notDeepEqual(press.pixels, before);
    press.draw({ marks: [] });
    assert.deepEqual(press.pixels, before, "the next sheet begins with what is printed");
  }
});

test("marks have their colours", () => {
  const press = new Press(planOf(10), 144, 104, ink);
  press.draw({
    marks: [
      ["yes", { x: 1, y: 1 }],
      ["lake", { x: 2, y: 1 }],
      ["bad", { x: 3, y: 1 }],
      ["rest", { x: 4, y: 1 }],
    ],
  });
  const colours = [0, 1, 2, 3, 4].map((x) => middle(press, { x, y: 1 }));
  assert.deepEqual(colours, ["paper", "pen-wash", "pen-wash", "on-cochineal", "cochineal"].map(ink));
});

test("a line joins its spaces in all eight directions, from either end", () => {
  const way = [
    [1, 1],
    [2, 1],
    [3, 2],
    [3, 3],
    [2, 4],
    [1, 4],
    [0, 3],
    [0, 2],
    [1, 1],
  ].map(([x, y]) => ({ x, y }));
  for (const press of pressesOf(11).filter(({ w }) => w > 15)) {
    const seen = [way, [...way].reverse()].map((line) => {
      press.draw({ marks: [], line });
      for (const c of line) assert.equal(middle(press, c), ink("pen"), `${press.width} px: ${c.x} ${c.y}`);
      for (let i = 1; i < line.length; i++) {
        const [a, b] = [press.at(line[i - 1]), press.at(line[i])],
          half = (press.h >> 1) * press.width + (press.w >> 1);
        const dx = ((line[i].x - line[i - 1].x) * press.w) >> 1,
          dy = ((line[i].y - line[i - 1].y) * press.h) >> 1;
        const blue = press.pixels[a + half + dy * press.width + dx];
        assert.notEqual(blue, ink("rule"), `${press.width} px: between ${i - 1} and ${i}, ${a} ${b}`);
      }
      return press.pixels.map((p) => p === ink("pen"));
    });
    assert.deepEqual(seen[0], seen[1], "a ring: it begins where it ends");
  }
});
