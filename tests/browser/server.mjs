// server.mjs -- for browser tests that need the real server: `tambo serve` on a port of its own with a
// database that lasts as long as the test.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const program = process.env.TAMBO ?? fileURLToPath(new URL("../../build/tambo", import.meta.url));
const LIMITS = ["rate", "burst", "player-rate", "player-burst", "create-hour", "max-tables"].flatMap((name) => [`--${name}`, "10000"]);

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
    this.process = spawn(run, ["serve", "--port", String(this.port), "--db", this.db, ...LIMITS, ...files],
      { env, stdio: ["ignore", "pipe", "ignore"] });
    const [line] = await once(createInterface({ input: this.process.stdout }), "line");
    this.port = Number(line.match(/:(\d+)\/$/)?.[1]);
    assert.ok(this.port, `the server says where it is: ${line}`);
    return this;
  }
  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }
  async stop(signal = "SIGTERM") {
    const gone = once(this.process, "exit");
    this.process.kill(signal);
    await gone;
  }
  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true });
  }
}
