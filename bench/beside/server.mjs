// server.mjs -- the yardstick of `make load ARGS=beside`: the least that keeps turns of two players. ws, better-sqlite3,
// one commit for all messages of a turn of the loop, durable as ours are. It speaks as much of docs/protocol.md as
// bench/load needs, knows no rules, no secrets and no limits, and forgets who came. Not for anything else.
//
// usage: node server.mjs FILE
import Database from "better-sqlite3";
import { WebSocketServer } from "ws";

const db = new Database(process.argv[2]);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.pragma("wal_autocheckpoint = 4000");
db.exec("CREATE TABLE event(tbl TEXT, seq INTEGER, actor INTEGER, action TEXT, text TEXT, PRIMARY KEY(tbl, seq)) STRICT, WITHOUT ROWID");
const add = db.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?)");
const [begin, commit] = ["BEGIN IMMEDIATE", "COMMIT"].map((sql) => db.prepare(sql));

const HEAD = "tambo-record 1\ngame: temple\nrules: 2\nmode: multi\nplayers: 2\nsheet: a\nseat 1: A\nseat 2: B\n";
const tables = new Map();
let batch = []; // [table, seq, actor, action, text]
let out = new Map(); // what leaves after the commit: line -> objects

const send = (line, o) => out.get(line)?.push(o) ?? out.set(line, [o]);
const die = () => 1 + Math.floor(Math.random() * 5);

function store(t, line, id, text) {
  batch.push([t.id, ++t.seq, line.number, id, text]);
}

function tell(t, o) {
  const text = JSON.stringify({ n: ++t.n, ...o, at: Date.now() });
  for (const line of t.lines) send(line, text);
}

function roll(t) {
  const dice = `* roll ${die()} ${t.n % 4 < 2 ? die() : "lock"} ${die()}`;
  store(t, { number: 0 }, "", dice);
  tell(t, { t: "play", lines: [dice] });
}

const actions = {
  hello: () => ({ token: "none" }),
  create(line) {
    const id = (tables.size + 1).toString(36).padStart(12, "0");
    tables.set(id, { id, seq: 0, n: 0, lines: [], turn: [] });
    store(tables.get(id), line, "create", "");
    return { table: id };
  },
  open(line, { table }) {
    line.table = tables.get(table);
    line.table.lines.push(line);
    line.seat = line.table.lines.length;
    return { table, seat: line.seat };
  },
  sit: () => ({}),
  start(line) {
    tell(line.table, { t: "start", head: HEAD, seat: 1 });
    roll(line.table);
    return {};
  },
  turn(line, { id, lines }) {
    const t = line.table;
    store(t, line, id, lines.join("\n"));
    t.turn[line.seat - 1] = lines.map((l) => `${line.seat} ${l}`);
    if (t.turn[0] && t.turn[1]) {
      tell(t, { t: "round", lines: t.turn.flat() });
      t.turn = [];
      roll(t);
    }
    return {};
  },
};

function flush() {
  const [rows, objects] = [batch, out];
  [batch, out] = [[], new Map()];
  begin.run();
  for (const row of rows) add.run(row);
  commit.run();
  for (const [line, list] of objects) line.send(`[${list.join(",")}]`);
}

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false, handleProtocols: () => "tambo.1" });
let numbers = 0;
server.on("connection", (line) => {
  line.number = ++numbers;
  line.on("message", (data) => {
    const m = JSON.parse(data);
    if (out.size === 0) setImmediate(flush);
    send(line, JSON.stringify({ re: m.id, ok: true, ...actions[m.do](line, m) }));
  });
});
server.on("listening", () => console.log(`http://localhost:${server.address().port}/`));
process.on("SIGTERM", () => process.exit(0));
