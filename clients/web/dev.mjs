// dev.mjs -- builds the client and serves it on this machine, with the headers the real server
// sends: for work on the client, and for the browser tests. No tables of others: those need
// `tambo serve`.
//
// usage: node dev.mjs [PORT] [FOLDER]   (8080; builds into build/web unless a FOLDER is given)
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};
export const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const zipped = new Map(); // file -> its bytes, compressed; fonts are so already
function zip(file, body) {
  if (!zipped.has(file)) zipped.set(file, gzipSync(body, { level: 9 }));
  return zipped.get(file);
}

/** Serves a built folder; resolves to the server once it listens. Port 0: any. */
export function serve(folder, port = 0) {
  const root = resolve(folder);
  const server = createServer(async (request, answer) => {
    const path = new URL(request.url, "http://x").pathname;
    if (path === "/api/me") return answer.writeHead(200, { "content-type": TYPES[".json"] }).end(`{"player":"p1","name":""}`);
    if (path === "/api/tables/mine") return answer.writeHead(200, { "content-type": TYPES[".json"] }).end('{"tables":[]}');
    if (path.startsWith("/api/") || path === "/ws") return answer.writeHead(404).end();
    const file = resolve(join(root, path));
    const asset = extname(path) && file.startsWith(root);
    try {
      const body = await readFile(asset ? file : join(root, "index.html"));
      const kept = /-[0-9A-Za-z]{8,10}\.\w+$/.test(path);
      const small = !path.endsWith(".woff2") && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
      answer.writeHead(200, {
        "content-type": TYPES[asset ? extname(path) : ".html"] ?? "application/octet-stream",
        "content-security-policy": CSP,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": kept ? "public, max-age=31536000, immutable" : "no-cache",
        ...(small ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
      });
      answer.end(small ? zip(file, body) : body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(port, "127.0.0.1", () => done(server)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const top = fileURLToPath(new URL("../../build/", import.meta.url));
  let folder = process.argv[3];
  if (!folder) {
    const { build } = await import("./build.mjs");
    await build((folder = join(top, "web")), join(top, "tambo.wasm"), join(top, "tambo_lab.wasm"));
  }
  const server = await serve(folder, Number(process.argv[2] ?? 8080));
  console.log(`http://127.0.0.1:${server.address().port}/`);
}
