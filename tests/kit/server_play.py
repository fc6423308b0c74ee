"""Scripted players that play on their own, many at a time in one thread: `pump` reads whatever comes on
any of their lines and lets each answer. They lose the line, come back and send again what was not
acknowledged; they remember what was. Used by the tests of the server that play whole games."""
import json
import os
import random
import select
import sqlite3
import struct
import subprocess
import tempfile
import time

import ws
from server_kit import Player, Refusal, check

dice = random.Random(7)


def whole_frame(kept):
    """Does a whole frame lie there?"""
    if len(kept) < 2:
        return False
    n, head = kept[1] & 127, 2
    if n == 126:
        head = 4
        n = struct.unpack(">H", kept[2:4])[0] if len(kept) >= 4 else 1 << 60
    elif n == 127:
        head = 10
        n = struct.unpack(">Q", kept[2:10])[0] if len(kept) >= 10 else 1 << 60
    return len(kept) >= head + n


class Actor(Player):
    """A player who follows one table and makes legal moves at random until the game is over.
    port: where to connect, if not to the server itself (a proxy)."""

    def __init__(self, server, name=None, token=None, port=None):
        self.port = port or (lambda: server.port)
        self.over, self.idle, self.chats, self.fluke = None, False, 0, None
        self.sent, self.acked, self.refusals, self.wake = {}, [], [], 0
        self.want, self.asked, self.turn, self.plays = False, None, [], True
        self.reconnects = 0
        super().__init__(server, name, token)

    def forget(self):
        super().forget()
        self.over, self.turn, self.want = None, [], False

    def take(self, o):
        o = super().take(o)
        if "t" not in o:
            return o
        if o["t"] == "yours":
            self.turn = [line.split(" ", 1)[1] for line in o["lines"]]
        if o["t"] in ("round", "play"):
            self.turn = []
        if o["t"] in ("start", "play", "round", "here", "yours"):
            self.want = True
        if o["t"] == "over":
            self.over = o
        return o

    def open(self, table, again=False):
        super().open(table, again)
        self.want, self.asked = True, None  # an answer of before may have been read by somebody else
        return self

    def opened(self):
        super().opened()
        self.turn = []

    # ---- acting ----

    def act(self, do, **members):
        """An action that will be sent until it is acknowledged."""
        id = self.send(do, **members)
        self.sent[id] = {"do": do, "id": id, **members}
        return id

    def heard(self, o):
        """One object of the server."""
        self.take(o)
        id = o.get("re")
        if id is None:
            return
        if id == self.asked:
            self.asked = None
            self.choose(o)
        elif id in self.sent:
            message = self.sent.pop(id)
            if o["ok"]:
                self.acked.append((self.table, id, message))
            else:
                self.refusals.append((o, message))
            self.want = True

    def choose(self, o):
        if not o["ok"] or not o["lines"] or self.over:
            return
        line = dice.choice(o["lines"])
        if "done" in o["lines"] and dice.random() < 0.3:
            line = "done"
        turn = self.turn if self.game != "tiwanaku" else []
        self.act("turn", lines=[*turn, line])

    @property
    def game(self):
        return self.stream[0]["game"]

    def finish_turn(self):
        """Plays this round, waiting for each answer."""
        self.drain()
        round = len(self.all("round"))
        while lines := self.do("legal")["lines"]:
            if len(self.all("round")) != round:  # it was closed behind the last look
                break
            turn = self.turn if self.game != "tiwanaku" else []
            self.do("turn", lines=[*turn, "done" if "done" in lines else dice.choice(lines)])
            self.drain()
            if self.all("over") or not self.turn:
                break

    def step(self):
        """Whatever comes to mind now."""
        if self.chats and dice.random() < self.chats:
            self.act("chat", text=f"so {dice.random()}")
        if self.want and self.plays and self.seat and not self.asked and not self.sent and not self.over:
            self.want = False
            self.asked = self.send("legal")

    # ---- the line ----

    def lost(self):
        if self.line:
            self.line.close()
        self.line, self.asked = None, None
        self.wake = time.monotonic() + dice.random() * 0.01

    def again(self):
        """Comes back without waiting for an answer: all that matters is sent in one go."""
        self.reconnects += 1
        try:
            self.line = ws.Ws(self.port())
            self.line.events = True
            self.send("hello", v=2, token=self.token)
            if self.table:
                self.send("open", table=self.table, last=self.last, at=self.at)
            for message in self.sent.values():
                self.line.send(message)
            self.want = True
        except (ws.Gone, ws.Refused, OSError):
            self.lost()

    def read(self):
        """Takes what is on the line, without waiting for more."""
        try:
            self.line.stream.more()
            while whole_frame(self.line.stream.kept):
                self.line.step()
            waiting, self.line.waiting = self.line.waiting, []
            for o in waiting:
                self.heard(o)
        except (ws.Gone, OSError):
            for o in self.line.waiting:
                self.heard(o)
            self.lost()


def pump(actors, until, tick=None):
    """Lets them play until until() is true; tick: called now and then. False: out of patience."""
    end = time.monotonic() + 10 * ws.PATIENCE
    while not until():
        now = time.monotonic()
        if now > end:
            return False
        if tick:
            tick(now)
        for a in actors:
            if not a.line and now >= a.wake:
                a.again()
            if a.line:
                try:
                    a.step()
                except OSError:
                    a.lost()
        lines = {a.line.sock.fileno(): a for a in actors if a.line}
        poll = select.poll()
        for fd in lines:
            poll.register(fd, select.POLLIN)
        for fd, _ in poll.poll(5):
            lines[fd].read()
    return True


def all_over(actors):
    return lambda: all(a.over and not a.sent for a in actors)


def seat_all(server, people, watchers=0, **wish):
    """A table with so many people seated and connected, started; and spectators: two lists."""
    players = [Actor(server, f"P{i + 1}") for i in range(people)]
    owner = players[0]
    table = owner.create(**wish)
    for p in players:
        p.open(table)
        if p is not owner:
            p.do("sit")
    owner.drain()
    if not owner.all("start"):
        owner.do("start")
    for p in players:
        p.seat = p.until(lambda o: o["t"] == "start")["seat"]
    return players, [Actor(server).open(table) for _ in range(watchers)]


# ---- afterwards ----


def run_tambo(tambo, word, text, *more, given=""):
    """`tambo WORD RECORD MORE`, with what it is given on standard input: status, stdout, stderr."""
    with tempfile.NamedTemporaryFile("w", suffix=".rec", encoding="utf-8", delete=False) as f:
        f.write(text)
    p = subprocess.run([tambo, word, f.name, *more], input=given.encode(), capture_output=True, timeout=10 * ws.PATIENCE, check=False)
    os.unlink(f.name)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def finished(what, server, actors, moved=False):
    """All that must be true of a table that is over, for each of these who followed it. moved: its
    times were changed meanwhile."""
    a = actors[0]
    fresh, same = None, True
    for p in actors:
        if p.line:
            p.lost()
        p.back()
        again = Player(server, token=p.token).open(p.table)
        again.read_up_to(p.last)
        again.drain()
        times = ("due", "at") if moved else ()
        plain = lambda stream: [{k: v for k, v in o.items() if k not in times} for o in stream]
        if plain(again.numbered()) != plain(p.numbered()):
            same, fresh = False, (p.stream, again.stream)
        again.close()
    check(f"{what}: every stream is the same when read again", same, fresh)
    record = a.do("record")["record"]
    status, out, err = run_tambo(server.tambo, "replay", record)
    check(f"{what}: the record replays", status == 0, err, record)
    check(f"{what}: to the result that was told", status == 0 and json.loads(out) == a.over["result"], out, a.over)
    status, out, err = run_tambo(server.tambo, "verify", record)
    check(f"{what}: and is fair", status == 0, out, err)
    commit = next(o for o in a.stream if o["t"] == "start")["commit"]
    check(f"{what}: as was promised", f"{commit}" in record and a.over["salt"] in record, record[-400:])


def stored(db):
    """All events of a database that no server uses: {table: [(kind, seat, actor, action, text)]}."""
    tables = {}
    with sqlite3.connect(db) as c:
        rows = c.execute("SELECT t.id, e.kind, e.seat, e.actor, e.action, e.text FROM event e JOIN tbl t ON t.key = e.tbl ORDER BY t.key, e.seq")
        for table, kind, seat, actor, action, text in rows:
            text = text.decode() if isinstance(text, bytes) else text
            tables.setdefault(table, []).append((kind, seat, actor, action, text))
    c.close()
    return tables


def all_kept(what, db, actors):
    """Every acknowledged action is in the file once, with what it said (18: or it was a sealed turn that was replaced)."""
    tables, lost, twice, other = stored(db), [], [], []
    ids = {}
    for table, events in tables.items():
        for kind, _, actor, action, text in events:
            if action:
                ids.setdefault((table, actor, action), []).append((kind, text))
    for a in actors:
        for k, (table, id, message) in enumerate(a.acked):
            found = ids.get((table, a.player, id), [])
            lost += [message] if not found else []
            twice += [message] if len(found) > 1 else []
            gone = found and found[0][0] == 18 and any(t == table and m["do"] in ("turn", "back") for t, _, m in a.acked[k + 1:])
            if message["do"] == "turn" and found and not gone and found[0][1] != "\n".join(message["lines"]):
                other.append((message, found))
    n = sum(len(a.acked) for a in actors)
    check(f"{what}: each of {n} acknowledged actions is stored", n and not lost, lost[:5])
    check(f"{what}: none twice, each as it was sent", not twice and not other, twice[:5], other[:5])


def db_check(what, tambo, db):
    p = subprocess.run([tambo, "db", "check", "--db", db], capture_output=True, timeout=10 * ws.PATIENCE, check=False)
    check(f"{what}: `tambo db check` is content", p.returncode == 0, p.stdout, p.stderr)


__all__ = ["Actor", "Player", "Refusal", "all_kept", "all_over", "check", "db_check", "dice", "finished", "pump", "run_tambo",
           "seat_all", "stored"]
