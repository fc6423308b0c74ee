// scene.js -- Temple's picture on the first page: letterpress, three inks, 320 x 200, as SVG text. Own drawing.
import { rep } from "../../look/draw.js";

export function scene() {
  const I = "#2a1710",
    R = "#9c2740",
    Y = "#edc04d",
    P = "#fbf1d8";
  let s = `<rect width="320" height="200" fill="${P}"/>`;
  // sun with engraved lines
  s +=
    `<circle cx="160" cy="74" r="42" fill="${Y}"/>` +
    rep(25, (i) => {
      const a = Math.PI * (1 + i / 24),
        l = i % 2 ? 9 : 18;
      return `<path d="M${(160 + 49 * Math.cos(a)).toFixed(1)} ${(74 + 49 * Math.sin(a)).toFixed(1)}L${(160 + (49 + l) * Math.cos(a)).toFixed(1)} ${(74 + (49 + l) * Math.sin(a)).toFixed(1)}" stroke="${Y}" stroke-width="5" stroke-linecap="round"/>`;
    });
  // far dunes
  s += `<path d="M0 132C50 104 96 112 130 128S250 106 320 128V200H0z" fill="${Y}" opacity=".55"/>`;
  // temple
  const st = [
    [136, 62, 48],
    [116, 84, 88],
    [92, 106, 136],
    [66, 128, 188],
    [38, 150, 244],
  ];
  st.forEach(([x, y, w], k) => {
    s += `<rect x="${x}" y="${y}" width="${w}" height="23" fill="${R}"/><rect x="${x - 3}" y="${y - 3}" width="${w + 6}" height="5" fill="${I}"/>`;
    const n = Math.round(w / 22);
    s += rep(n - 1, (i) => `<path d="M${x + ((i + 1) * w) / n + (k % 2 ? 4 : -4)} ${y + 3}v19" stroke="${P}" stroke-opacity=".55" stroke-width="1.4"/>`);
    s += rep(5, (i) => `<path d="M${x + w - 4 - i * 4} ${y + 4}v18" stroke="${I}" stroke-width="1.5" opacity="${0.75 - i * 0.12}"/>`);
  });
  // stair and door
  s +=
    `<path d="M148 64h24l12 109h-48z" fill="${P}"/>` +
    rep(12, (i) => {
      const y = 70 + i * 9,
        w = 24 + (y - 64) * 0.22;
      return `<path d="M${160 - w / 2} ${y}h${w}" stroke="${I}" stroke-width="1.5"/>`;
    }) +
    `<path d="M147 62l3-20h20l3 20z" fill="${I}"/><path d="M152.500 62l2-13h11l2 13z" fill="${Y}"/><path d="M144 38h32v6h-32z" fill="${I}"/>`;
  [
    [100, 173],
    [206, 173],
    [120, 129],
    [190, 129],
  ].forEach(([x, y]) => (s += `<path d="M${x - 2} ${y}l2-17h12l2 17z" fill="${I}"/>`));
  // sand with hatching
  s +=
    `<path d="M0 172C40 164 80 176 140 173S270 166 320 174V200H0z" fill="${Y}"/>` +
    rep(
      9,
      (i) => `<path d="M${6 + i * 36} ${186 + (i % 3) * 4}q10-7 22-1" stroke="${I}" stroke-width="1.6" fill="none" stroke-linecap="round" opacity=".65"/>`,
    );
  // palms
  const palm = (x, y, k) =>
    `<g transform="translate(${x} ${y}) scale(${k})" fill="none" stroke="${I}" stroke-linecap="round"><path d="M0 0C4-16 3-30 0-42" stroke-width="4.500"/>${[
      [-24, -34],
      [-20, -52],
      [2, -64],
      [22, -52],
      [26, -34],
    ]
      .map(([a, b]) => `<path d="M0-42Q${a * 0.6} ${b - 8} ${a} ${b + 6}" stroke-width="4"/>`)
      .join("")}</g>`;
  s += palm(22, 178, 0.95) + palm(300, 180, 0.8);
  // the traveller
  s += `<g transform="translate(58 158)"><path d="M0 36l4-20h10l4 20z" fill="${I}"/><circle cx="9" cy="12" r="5.500" fill="${P}" stroke="${I}" stroke-width="1.500"/><path d="M-2 9.500c6-3.500 16-3.500 22 0-5 3-17 3-22 0zM4 8c0-6 2-8 5-8s5 2 5 8z" fill="${I}"/><path d="M20 38L24 14" stroke="${I}" stroke-width="2"/></g>`;
  return s;
}
