// link.js -- a record inside an address: what stands behind the `#` never leaves the browser that opens the
// link. Compressed where the browser can (`z=`), else as it is (`t=`). Only short ones: long links get
// broken on their way.

const LONGEST = 6000; // characters behind the `#`

const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The part of an address behind `#` that holds the record, or null if it would be too long. */
export async function fragmentOf(record) {
  const bytes = new TextEncoder().encode(record);
  if (bytes.length > 10 * LONGEST) return null;
  const small = globalThis.CompressionStream && (await through(bytes, new CompressionStream("deflate-raw")));
  const text = small ? `z=${toText(small)}` : bytes.length < LONGEST ? `t=${toText(bytes)}` : null;
  return text && text.length <= LONGEST ? text : null;
}

/** The record in such a part; null if there is none. Throws if it is damaged. */
export async function recordIn(fragment) {
  const [, kind, text] = fragment.match(/^#?([zt])=([\w-]+)$/) ?? [];
  if (!kind) return null;
  if (text.length > 4 * LONGEST) throw new Error("no link of ours is so long"); // it may unfold to anything
  const bytes = toBytes(text);
  return new TextDecoder().decode(kind === "z" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes);
}
