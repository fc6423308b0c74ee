// text64.js -- bytes as base64 text and back: states in the stream.
/** @param {Uint8Array} bytes */
export function toText(bytes) {
  let s = "";
  for (let i = 0; i < bytes.length; i += 0x8000) s += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(s);
}
/** @param {string} text */
export const toBytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
