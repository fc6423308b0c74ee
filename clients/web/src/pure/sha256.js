// sha256.js -- SHA-256 (FIPS 180-4): what a day's practice is made from, and a check of what a server promised of one. Browsers have it only on
// pages that came over https, and this one works on any.

/** The first 32 bits behind the point of the roots of the first primes; `power`: 2 or 3.
 * @param {number} count
 * @param {number} power */
function roots(count, power) {
  const found = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d > 0;
    const root = n ** (1 / power);
    if (prime) found.push(((root - Math.floor(root)) * 2 ** 32) >>> 0);
  }
  return found;
}
const START = roots(8, 2),
  ROUND = roots(64, 3);

/** @param {number} x
 * @param {number} n */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/** The state after one block of 64 bytes.
 * @param {number[]} state
 * @param {DataView} view
 * @param {number} from */
function block(state, view, from) {
  const w = Array.from({ length: 16 }, (_, i) => view.getInt32(from + 4 * i));
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15],
      b = w[i - 2];
    w[i] = (w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10))) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0,
      two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) | 0);
}

/** Of bytes, or of a text as UTF-8; as 64 hexadecimal digits.
 * @param {string | Uint8Array} what */
export function sha256(what) {
  const data = typeof what === "string" ? new TextEncoder().encode(what) : what,
    padded = new Uint8Array(((data.length + 72) >> 6) << 6),
    view = new DataView(padded.buffer);
  padded.set(data);
  padded[data.length] = 128;
  view.setUint32(padded.length - 4, data.length * 8);
  let state = START;
  for (let from = 0; from < padded.length; from += 64) state = block(state, view, from);
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Bytes of hexadecimal digits.
 * @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
