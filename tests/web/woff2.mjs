// woff2.mjs -- which characters a font has. Reads the table cmap of a WOFF2 file, no other.
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const CMAP = 0,
  GLYF = 10,
  LOCA = 11,
  OTHER = 63; // numbers of known tables in the directory

/** The bytes of the table cmap. */
function cmapOf(file) {
  let at = 48,
    begin = 0,
    found = null;
  const number = () => {
    let n = 0,
      byte;
    do n = n * 128 + ((byte = file[at++]) & 127);
    while (byte & 128);
    return n;
  };
  for (let k = file.readUInt16BE(12); k > 0; k--) {
    const flags = file[at++],
      tag = flags & 63,
      transform = flags >> 6;
    if (tag === OTHER) at += 4;
    const whole = number();
    const size = (tag === GLYF || tag === LOCA ? transform !== 3 : transform !== 0) ? number() : whole;
    if (tag === CMAP) found = [begin, begin + size];
    begin += size;
  }
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...found);
}

/** The code points of a WOFF2 font, as a Set: of its subtable of format 4, which all have. */
export function characters(path) {
  const cmap = cmapOf(readFileSync(path));
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, k) => cmap.subarray(cmap.readUInt32BE(8 + 8 * k)));
  const table = subtables.find((s) => s.readUInt16BE(0) === 4);
  const count = table.readUInt16BE(6) / 2,
    at = (part, k) => table.readUInt16BE(14 + 2 * (part * count + k) + (part ? 2 : 0));
  const found = new Set();
  for (let k = 0; k < count; k++)
    for (let c = at(1, k); c <= at(0, k) && c < 0xffff; c++) {
      const offset = at(3, k);
      const glyph = offset ? table.readUInt16BE(16 + 2 * (3 * count + k) + offset + 2 * (c - at(1, k))) : (c + at(2, k)) & 0xffff;
      if (glyph) found.add(c);
    }
  return found;
}
