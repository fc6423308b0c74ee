// postcard.jsx -- a result as a picture on a canvas, in the colours and letters of the page: the band of the game, its name, a line, the
// points and what for, the sheet in small where the game has one.
import { num } from "../words/i18n.js";
import { inksOf } from "./mini.jsx";
import { Press } from "./press.js";

const EDGE = 72; // px of the border; the picture is a square

/** Words in lines that fit; gives where the next line would stand. */
function lines(ctx, text, x, y, width, high) {
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && ctx.measureText(longer).width > width) {
      ctx.fillText(line, x, y);
      y += high;
      line = word;
    } else line = longer;
  }
  ctx.fillText(line, x, y);
  return y + high;
}

/** Steps, as the bands have them. */
function band(ctx, size, y, colours) {
  const [ground, step, heart] = colours;
  ctx.fillStyle = ground;
  ctx.fillRect(0, y, size, 36);
  for (let x = 0; x < size; x += 60) {
    ctx.fillStyle = step;
    for (const [from, wide, top] of [
      [0, 60, 24],
      [12, 36, 12],
      [24, 12, 0],
    ])
      ctx.fillRect(x + from, y + top, wide, 12);
    ctx.fillStyle = heart;
    ctx.fillRect(x + 24, y + 24, 12, 12);
  }
}

/** The stamp: two rings, a number. */
function stamp(ctx, x, y, text, style) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(-0.15);
  ctx.strokeStyle = ctx.fillStyle = style("cochineal");
  for (const [radius, width] of [
    [112, 8],
    [96, 3],
  ]) {
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 7);
    ctx.stroke();
  }
  ctx.font = `600 ${text.length > 3 ? 72 : 92}px ${style("f-head")}`;
  ctx.textAlign = "center";
  ctx.fillText(text, 0, 30);
  ctx.restore();
}

/** The sheet in small, in the middle of a place. */
function sheetOn(ctx, canvas, { plan, marks, line }, top, high) {
  const width = canvas.width - 2 * EDGE,
    press = new Press(plan, width, high, inksOf(canvas));
  press.draw({ marks, line });
  ctx.putImageData(new ImageData(new Uint8ClampedArray(press.pixels.buffer), width, high), EDGE, top);
}

/** Points and what for, side by side. */
function ledger(ctx, size, y, parts, style) {
  const wide = (size - 2 * EDGE) / parts.length;
  parts.forEach(([label, points], i) => {
    const x = EDGE + wide * i + wide / 2;
    ctx.textAlign = "center";
    ctx.fillStyle = style("ink-2");
    let px = 30;
    do ctx.font = `400 ${px}px ${style("f-text")}`;
    while (ctx.measureText(label).width > wide - 12 && px-- > 16);
    ctx.fillText(label, x, y);
    ctx.fillStyle = style("pen");
    ctx.font = `700 56px ${style("f-hand")}`;
    ctx.fillText(num(points), x, y + 66);
  });
  ctx.textAlign = "left";
}

/** What was reached, line by line: a label, marks, a number. */
function list(ctx, size, top, rows, style) {
  let y = (top + size - 100 - 150 * rows.length) / 2 + 60; // in the middle of what is left
  for (const [label, marks, number] of rows) {
    ctx.fillStyle = style("ink");
    ctx.font = `400 40px ${style("f-text")}`;
    ctx.fillText(label, EDGE, y);
    ctx.fillStyle = style("pen");
    ctx.font = `700 52px ${style("f-hand")}`;
    ctx.textAlign = "right";
    ctx.fillText(number, size - EDGE, y + 64);
    ctx.textAlign = "left";
    ctx.font = `400 52px ${style("f-text")}`;
    ctx.fillText(marks, EDGE, y + 64);
    y += 150;
  }
}

/** card: {title, what: a line, total, parts: [[label, points]], sheet: as Mini has it, or null, where}; or instead of what stands between `what` and
 * `where`: rows: [[label, marks, number]]. */
export async function drawPostcard(canvas, card) {
  await document.fonts.ready;
  const ctx = canvas.getContext("2d"),
    computed = getComputedStyle(canvas),
    size = canvas.width;
  const style = (token) => computed.getPropertyValue(`--${token}`).trim();
  ctx.fillStyle = style("paper");
  ctx.fillRect(0, 0, size, size);
  const colours = ["w1", "w2", "w3"].map(style);
  band(ctx, size, 0, colours);
  band(ctx, size, size - 36, colours);
  if (!card.rows) stamp(ctx, size - EDGE - 112, 180, num(card.total), style);
  ctx.fillStyle = style("ink");
  ctx.font = `600 68px ${style("f-head")}`;
  let y = lines(ctx, card.title, EDGE, 130, size - 2 * EDGE - 260, 72);
  ctx.font = `400 36px ${style("f-text")}`;
  y = lines(ctx, card.what, EDGE, y, size - 2 * EDGE - 260, 44);
  const foot = size - 90;
  if (card.rows) list(ctx, size, y, card.rows, style);
  else ledger(ctx, size, foot - 150, card.parts, style);
  if (card.sheet) sheetOn(ctx, canvas, card.sheet, Math.max(y, 310), foot - 210 - Math.max(y, 310));
  ctx.fillStyle = style("ink-2");
  ctx.font = `400 32px ${style("f-text")}`;
  ctx.fillText("Tambo", EDGE, foot + 20);
  ctx.textAlign = "right";
  ctx.fillText(card.where, size - EDGE, foot + 20);
}
