// bad_way.mjs -- the way between clients under node and a real server, as trains and lifts have it: what is sent arrives late, lines
// are cut in the middle of a message, and some fall silent without anybody being told. All from one seed. Not a test by itself.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";

/** Numbers that look random and follow from the seed. */
export class Chance {
  constructor(seed) {
    this.seed = seed >>> 0;
  }
  below(n) {
    this.seed = (this.seed + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), this.seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  }
  in100(percent) {
    return this.below(100) < percent;
  }
  of(list) {
    return list[this.below(list.length)];
  }
}

/** Passes lines on to a server, badly. `calm`: nothing happens to what is said from now on. */
export class BadWay {
  /** @param {import("../browser/server.mjs").Server} server
   * @param {Chance} chance */
  constructor(server, chance) {
    Object.assign(this, { server, chance, calm: false, cuts: 0, silences: 0, lines: new Set() });
    this.door = createServer({ noDelay: true }, (socket) => this.lead(socket));
  }
  async open() {
    this.door.listen(0, "127.0.0.1");
    await once(this.door, "listening");
    this.port = /** @type {import("node:net").AddressInfo} */ (this.door.address()).port;
    return this;
  }
  lead(socket) {
    const onward = connect({ port: this.server.port, host: "127.0.0.1", noDelay: true });
    const line = {
      silent: false,
      cut: () => {
        this.lines.delete(line);
        socket.destroy();
        onward.destroy();
      },
    };
    this.lines.add(line);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ]) {
      let last = Promise.resolve();
      from.on("error", () => {}); // "close" follows
      from.on("close", () => !line.silent && line.cut());
      from.on("data", (bytes) => {
        const late = this.calm ? 0 : this.chance.in100(3) ? this.chance.below(150) : this.chance.below(6);
        last = Promise.all([last, late && new Promise((done) => setTimeout(done, late))]).then(() => this.pass(line, to, bytes));
      });
    }
  }
  pass(line, to, bytes) {
    if (line.silent || to.destroyed) return;
    const fate = this.calm ? 100 : this.chance.below(1000);
    if (fate < 15) {
      line.silent = true; // nothing may come behind the hole
      to.write(bytes.subarray(0, this.chance.below(bytes.length)));
      this.cuts++;
      setImmediate(line.cut);
    } else if (fate < 20) {
      line.silent = true; // neither of them is told
      this.silences++;
    } else to.write(bytes);
  }
  close() {
    for (const line of this.lines) line.cut();
    this.door.close();
  }
}

/** A WebSocket as browsers have it, as far as net/line.js wants one; node 18 has none. */
export class Socket {
  /** @param {number} port
   * @param {string} token
   * @param {(objects: any[]) => void} saw is told of all that comes */
  constructor(port, token, saw) {
    Object.assign(this, { readyState: 0, kept: Buffer.alloc(0), part: "", saw });
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.gone(1006));
    this.socket.on("data", (bytes) => this.came(bytes));
    this.socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Protocol: tambo.1\r\nCookie: tambo=${token}\r\n\r\n`,
    );
  }
  gone(code) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.socket.destroy();
    this.onclose?.({ code });
  }
  came(bytes) {
    this.kept = Buffer.concat([this.kept, bytes]);
    if (this.readyState === 0) {
      const end = this.kept.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!this.kept.subarray(0, end).toString().startsWith("HTTP/1.1 101 ")) return this.gone(1006);
      this.kept = this.kept.subarray(end + 4);
      this.readyState = 1;
      this.onopen?.();
    }
    while (this.readyState === 1 && this.frame());
  }
  /** One frame of what came, if it is there. */
  frame() {
    const b = this.kept;
    if (b.length < 2) return false;
    let n = b[1] & 127,
      from = 2;
    if (n === 126) [n, from] = [b.length < 4 ? Infinity : b.readUInt16BE(2), 4];
    else if (n === 127) [n, from] = [b.length < 10 ? Infinity : Number(b.readBigUInt64BE(2)), 10];
    if (b.length < from + n) return false;
    const data = b.subarray(from, from + n);
    this.kept = b.subarray(from + n);
    const kind = b[0] & 15;
    if (kind === 8) this.gone(data.length >= 2 ? data.readUInt16BE(0) : 1005);
    else if (kind === 9) this.write(10, data);
    else if (kind < 2) {
      this.part = Buffer.concat([Buffer.from(this.part), data]);
      if (!(b[0] & 128)) return true;
      const text = this.part.toString();
      this.part = "";
      this.saw(JSON.parse(text));
      this.onmessage?.({ data: text });
    }
    return true;
  }
  write(kind, data) {
    const mask = randomBytes(4),
      head = data.length < 126 ? Buffer.from([128 | kind, 128 | data.length]) : Buffer.from([128 | kind, 254, data.length >> 8, data.length & 255]);
    this.socket.write(Buffer.concat([head, mask, data.map((byte, i) => byte ^ mask[i & 3])]));
  }
  send(text) {
    if (this.readyState === 1) this.write(1, Buffer.from(text));
  }
  close() {
    this.gone(1000);
  }
}
