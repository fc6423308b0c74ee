// scene.js -- Tiwanaku's picture on the first page: letterpress, three inks, 320 x 200, as SVG text. Own drawing.
import { rep } from "../../look/draw.js";

export function scene() {
  const I = "#171c3a",
    B = "#3a4d9c",
    R = "#bb4a35",
    Y = "#f0c95a",
    P = "#f7efdb",
    S = "#c9b58d";
  let s = `<rect width="320" height="200" fill="${B}"/>`;
  // night stars to dawn: stripes
  s += rep(9, (i) => `<path d="M0 ${60 + i * 9}h320" stroke="${P}" stroke-width="${0.6 + i * 0.5}" opacity="${0.1 + i * 0.06}"/>`);
  [
    [28, 24],
    [66, 50],
    [104, 20],
    [232, 34],
    [290, 22],
    [262, 62],
    [18, 74],
    [300, 82],
  ].forEach(
    ([x, y], k) =>
      (s += `<path d="M${x} ${y - 6}l1.800 4.200 4.200 1.800-4.200 1.800-1.800 4.200-1.800-4.200-4.200-1.800 4.200-1.800z" fill="${k % 3 ? P : Y}"/>`),
  );
  // hills
  s += `<path d="M0 128L50 104l44 20 60-28 66 26 44-18 56 26v70H0z" fill="${I}"/>`;
  // gate
  s += `<path d="M88 48h144v100h-46v-58h-52v58H88z" fill="${S}"/><path d="M80 40h160v14H80z" fill="${P}"/><path d="M80 40h160v14H80z" fill="none" stroke="${I}" stroke-width="2.500"/><path d="M88 54h144v94h-46v-58h-52v58H88z" fill="none" stroke="${I}" stroke-width="2.500"/><path d="M128 84h64v10h-64z" fill="${P}" stroke="${I}" stroke-width="2"/>`;
  s += rep(9, (i) => `<path d="M${92.5 + i * 15} 74v-4h3v-4h3v-4h5v4h3v4h3v4z" fill="${R}"/>`);
  // sun figure above the door, abstract: a stepped disc with rays
  s +=
    `<circle cx="160" cy="69" r="0" fill="${Y}"/>` +
    rep(12, (i) => `<path d="M230 ${82 + i * 5.4}h-${13 - i * 0.7}" stroke="${I}" stroke-width="1.300" opacity=".6"/>`) +
    rep(8, (i) => `<path d="M188 ${98 + i * 6}h7" stroke="${I}" stroke-width="1.300" opacity=".6"/>`);
  s +=
    `<path d="M134 92h52v56h-52z" fill="${Y}"/>` +
    rep(7, (i) => `<path d="M134 ${100 + i * 7}h52" stroke="${R}" stroke-width="${0.8 + i * 0.35}" opacity=".8"/>`);
  // field of tiles in perspective
  const rows = [
      [148, 160],
      [160, 176],
      [176, 200],
    ],
    cols = 8,
    fill = ["#dfe3a0", "#f5cf86", "#8cc3a3", "#bcc6d9"];
  const px = (k, y) => {
    const t = (y - 148) / 52;
    return 160 + (k - cols / 2) * (34 + t * 26);
  };
  const map = ["01223310", "33011220", "12330021"];
  rows.forEach(([a, b], r) => {
    for (let k = 0; k < cols; k++)
      s += `<path d="M${px(k, a)} ${a}H${px(k + 1, a)}L${px(k + 1, b)} ${b}H${px(k, b)}z" fill="${fill[+map[r][k]]}" stroke="${I}" stroke-width="2"/>`;
  });
  // llama, big and proud
  s += `<g transform="translate(8 84) scale(1)" class="scene-llama"><use href="#llama" width="96" height="96"/></g>`;
  s += `<g transform="translate(238 112) scale(1)" class="scene-pawn"><use href="#pawn-brown" width="62" height="62"/></g>`;
  return s;
}
