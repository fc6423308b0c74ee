// scene.js -- Valley's picture on the first page: letterpress, three inks, 320 x 200, as SVG text. Own drawing.
import { rep } from "../../look/draw.js";

export function scene() {
  const I = "#152b24",
    G = "#2f7f5c",
    B = "#2c5aa0",
    P = "#fbf6e4",
    L = "#a9cfa0",
    K = "#f7dd9c";
  let s = `<rect width="320" height="200" fill="${K}"/><circle cx="248" cy="52" r="26" fill="#e8913a"/>`;
  s += rep(5, (i) => `<path d="M${196 + i * 3} ${30 + i * 11}h${104 - i * 6}" stroke="${K}" stroke-width="2.400"/>`);
  // snow peaks
  s += `<path d="M-4 122L46 48l26 34 30-50 52 82 30-40 46 56 34-38 60 62V200H-4z" fill="${B}"/>`;
  s += `<path d="M46 48L29 73l11-4 7 8 8-9 9 5zM102 32L82 65l13-5 8 9 8-10 12 6zM184 74l-13 17 9-3 5 6 6-7 7 4z" fill="${P}"/>`;
  s +=
    rep(12, (i) => `<path d="M${118 + i * 3.4} ${66 + i * 4.6}l${5 + i * 0.6} ${13 + i * 0.6}" stroke="${I}" stroke-width="1.300" opacity=".5"/>`) +
    rep(5, (i) => `<path d="M${58 + i * 4} ${74 + i * 4}l5 12" stroke="${I}" stroke-width="1.300" opacity=".5"/>`);
  // hills with terraces
  const hill = (d, f) => `<path d="${d}" fill="${f}"/>`;
  s += hill("M-4 128C40 96 96 104 140 136S160 190 150 204H-4z", G) + hill("M324 116C270 92 220 112 190 140S170 190 178 204H324z", L);
  s += rep(
    6,
    (i) =>
      `<path d="M-4 ${140 + i * 11}C44 ${110 + i * 10} 92 ${118 + i * 10} ${128 - i * 1} ${146 + i * 10}" stroke="${P}" stroke-width="1.800" fill="none" opacity=".85"/>`,
  );
  s += rep(
    6,
    (i) =>
      `<path d="M324 ${130 + i * 12}C274 ${106 + i * 11} 232 ${124 + i * 11} ${200 - i * 3} ${150 + i * 10}" stroke="${G}" stroke-width="1.800" fill="none"/>`,
  );
  // river
  s +=
    `<path d="M158 128c14 8-12 16 2 26s-22 20-2 50h50c-34-26 0-38-18-52s-8-20-22-26z" fill="${B}"/>` +
    rep(4, (i) => `<path d="M${164 + i * 3} ${150 + i * 13}q6-4 11 0t11 0" stroke="${P}" stroke-width="1.600" fill="none" stroke-linecap="round"/>`);
  // jungle edge
  s += rep(11, (i) => {
    const x = 226 + i * 9.5,
      y = 176 - (i % 3) * 6;
    return `<path d="M${x} 204V${y}" stroke="${I}" stroke-width="2.400"/><path d="M${x} ${y - 16}c8 6 8 16 0 22-8-6-8-16 0-22z" fill="${I}"/>`;
  });
  // hut
  s += `<path d="M58 172v-20l18-14 18 14v20z" fill="${P}" stroke="${I}" stroke-width="2"/><path d="M50 156l26-24 26 24-5 3-21-18-21 18z" fill="${I}"/><path d="M71 172v-12h10v12z" fill="${I}"/>`;
  // condor
  s += `<g transform="translate(170 20)" fill="${I}"><path d="M0 12C14 2 24 4 34 12c10-8 20-10 34 0-10-2-16 0-20 4-4 3-6 6-14 8-8-2-10-5-14-8-4-4-10-6-20-4z"/><path d="M31 12l3-6 4 3-3 5z"/></g>`;
  // clouds
  const cl = (x, y, k) =>
    `<g transform="translate(${x} ${y}) scale(${k})"><path d="M0 16a8 8 0 0 1 2-15 11 11 0 0 1 20-2 9 9 0 0 1 8 17z" fill="${P}" stroke="${I}" stroke-width="1.800"/></g>`;
  s += cl(8, 22, 1.2) + cl(282, 84, 1) + cl(120, 112, 0.7);
  return s;
}
