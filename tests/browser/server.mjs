// server.mjs -- for browser tests that need the real server: `tambo serve` on a port of its own with a
// database that lasts as long as the test.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const program = process.env.TAMBO ?? fileURLToPath(new URL("../../build/tambo", import.meta.url));
const LIMITS = ["rate", "burst", "player-rate", "player-burst", "create-hour", "newcomers-minute", "max-unattended", "max-tables"].flatMap((name) => [
  `--${name}`,
  "10000",
]);

export class Server {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "tambo-server-"));
    this.port = 0; // any, at first; then the same again
  }
  get db() {
    return join(this.folder, "tambo.db");
  }
  /** run: another program; web: the folder it serves. */
  async start({ run = program, web = process.env.TAMBO_WEB } = {}) {
    const files = web ? ["--files", web] : [];
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TAMBO_")));
    this.process = spawn(run, ["serve", "--port", String(this.port), "--db", this.db, ...LIMITS, ...files], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.said = ""; // what a sanitizer has to say, among others
    this.process.stderr.setEncoding("utf8").on("data", (text) => (this.said = (this.said + text).slice(-20000)));
    const [line] = await once(createInterface({ input: this.process.stdout }), "line");
    this.port = Number(line.match(/:(\d+)\/$/)?.[1]);
    assert.ok(this.port, `the server says where it is: ${line}`);
    return this;
  }
  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }
  get runs() {
    return this.process.exitCode === null && this.process.signalCode === null;
  }
  async stop(signal = "SIGTERM") {
    const gone = once(this.process, "exit");
    assert.ok(this.runs, `the server has died: ${this.said}`);
    this.process.kill(signal);
    const [status] = await gone;
    if (signal === "SIGTERM") assert.equal(status, 0, `the server stops in order: ${this.said}`);
  }
  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** A way to the server that can be broken: all lines over it end, and no new one comes about until it is mended. */
export class Way {
  /** @param {Server} server */
  constructor(server) {
    this.lines = new Set();
    this.broken = false;
    this.door = createServer((socket) => {
      if (this.broken) return void socket.destroy();
      const onward = connect(server.port, "127.0.0.1");
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ]) {
        this.lines.add(one);
        one.pipe(other);
        one.on("error", () => {}); // "close" follows
        one.on("close", () => (this.lines.delete(one), other.destroy()));
      }
    });
  }
  async open() {
    this.door.listen(0, "127.0.0.1");
    await once(this.door, "listening");
    this.origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (this.door.address()).port}`;
    return this;
  }
  break() {
    this.broken = true;
    for (const socket of this.lines) socket.destroy();
  }
  mend() {
    this.broken = false;
  }
  close() {
    this.break();
    this.door.close();
  }
}
