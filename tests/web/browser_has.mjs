// browser_has.mjs -- what every browser has and node 18 has not, for the client's code in tests. Not a test by itself.
import { webcrypto } from "node:crypto";
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

globalThis.crypto ??= webcrypto;

/** A class that makes zlib's streams into those of the web. */
function raw(make) {
  function Stream(format) {
    if (format !== "deflate-raw") throw new TypeError(`only deflate-raw, not ${format}`);
    return Duplex.toWeb(make());
  }
  return Stream;
}

try {
  new CompressionStream("deflate-raw");
} catch {
  globalThis.CompressionStream = raw(createDeflateRaw);
  globalThis.DecompressionStream = raw(createInflateRaw);
}
