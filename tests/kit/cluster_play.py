"""Players who do not give up, each in a thread of its own: they play one game after the other through a proxy in front of several
servers, come back whenever the line is lost, and send again what was not acknowledged. They note what was
acknowledged and when. Used by test_cluster.py and bench/faults.py."""
import random
import select
import threading
import time

import ws
from server_play import Actor, dice

SILENCE = 6  # seconds without an answer after which a client tries another connection


class Company:
    """People who sit at one table together; where, after each game anew."""

    def __init__(self, proxy, people, pace=0, **wish):
        self.wish, self.pace = {"seats": people, **wish}, pace  # seconds between two moves, about
        self.tables, self.lock, self.stop = [], threading.Lock(), threading.Event()
        self.members = [Stubborn(self, proxy, k) for k in range(people)]

    def start(self):
        for m in self.members:
            m.thread.start()

    def end(self):
        self.stop.set()
        for m in self.members:
            m.thread.join()


class Stubborn(Actor):
    def __init__(self, company, proxy, number):
        self.company, self.number, self.game_n = company, number, -1
        self.first, self.done, self.shown, self.answers = {}, [], [], 0
        self.thread, self.asked_at, self.rest = threading.Thread(target=self.live, daemon=True), 0, 0
        super().__init__(proxy, f"P{number + 1}")
        self.chats, self.seat = 0, None

    def act(self, do, **members):
        id = super().act(do, **members)
        self.first[id] = time.monotonic()
        return id

    def heard(self, o):
        if o.get("error") == "store":
            self.shown.append((time.monotonic(), o))
        id = o.get("re")
        if id in self.sent:
            self.answers += 1
            if o["ok"]:
                self.done.append((self.first[id], time.monotonic()))
            elif o.get("error") in ("store", "rate"):  # it was not done: once more, later
                self.wake = time.monotonic() + o.get("wait_ms", 200) / 1000
                self.lost()
                return
            do = self.sent[id]["do"]
            if do == "create" and o["ok"]:
                self.company.tables.append(o["table"])
        elif id and not o.get("ok") and id != self.asked:  # hello or open
            self.lost()
            return
        super().heard(o)
        if id and "seat" in o:
            self.seat = o["seat"]
        if o.get("t") == "start":
            self.seat = o.get("seat", self.seat)

    # ---- what to do next ----

    def go_on(self):
        """Nothing waits for an answer: the next table, a seat, a move."""
        c = self.company
        if self.table is None or self.over:
            n = self.game_n + 1
            if len(c.tables) > n:
                self.forget()
                self.table, self.game_n, self.seat = c.tables[n], n, None
                self.send("open", table=self.table, last=0)
                if self.number:
                    self.act("sit")
            elif self.number == 0 and not c.stop.is_set():
                self.act("create", **c.wish)
            return
        if not self.all("start"):
            if self.number == 0 and time.monotonic() - self.asked_at > 0.2:
                self.asked_at = time.monotonic()
                self.act("start")  # refused until all are there
        elif dice.random() < 0.01:
            self.act("chat", text=f"so {random.random()}")
        elif self.seat and not self.asked and time.monotonic() > self.rest:
            if not self.want and time.monotonic() - self.asked_at > 1:
                self.want = True
            self.asked_at = time.monotonic() if self.want else self.asked_at
            self.rest = time.monotonic() + c.pace * 2 * dice.random()
            self.step()

    def live(self):
        """The thread."""
        while not (self.company.stop.is_set() and not self.sent):
            now = time.monotonic()
            if not self.line:
                time.sleep(max(0, self.wake - now) + dice.random() * 0.2)
                self.again()
                continue
            try:
                waits = min((self.first[i] for i in self.sent), default=now)
                since = max(waits, self.since)
                if self.sent and now - since > SILENCE or self.asked and now - self.asked_at > SILENCE:
                    self.lost()
                    continue
                if not self.sent:
                    self.go_on()
                if self.line and select.select([self.line.sock], [], [], 0.05)[0]:
                    self.read()
            except (OSError, ValueError, ws.Gone):
                self.lost()
        if self.line:
            self.line.close()

    def lost(self):
        super().lost()
        self.want = True

    def connect(self):
        self.since = time.monotonic()
        return super().connect()

    def again(self):
        self.since = time.monotonic()
        super().again()


# ---- afterwards ----


GONE = 18  # enum event_kind: a sealed turn that its player has replaced


def judge(stored, members):
    """What became of all that was acknowledged: (how many, lost, doubled)."""
    ids = {}
    for table, events in stored.items():
        for _, kind, _, actor, action, text in events:
            if action:
                ids.setdefault((table, actor, action), []).append((kind, text))
    n, lost, doubled = 0, [], []
    for m in members:
        for table, id, message in m.acked:
            if message["do"] == "create":
                continue
            n += 1
            found = ids.get((table, m.player, id), [])
            good = [f for f in found if message["do"] != "turn" or f[0] == GONE or f[1] == "\n".join(message["lines"])]
            if not good:
                lost.append((table, m.player, message, found))
            if len(found) > 1:
                doubled.append((table, m.player, message))
    return n, lost, doubled


def tell(stored, members, lost):
    """What the player did at that table, and what is stored of it: to see how it came."""
    lines = []
    for table, player, message, *_ in lost:
        m = next(m for m in members if m.player == player)
        acked = [(id, x.get("lines")) for t, id, x in m.acked if t == table and x["do"] == "turn"]
        at = [id for id, _ in acked].index(message["id"]) if message["do"] == "turn" else 0
        lines += [f"acknowledged: {acked[max(0, at - 3):at + 4]}"]
        mine = [e for e in stored[table] if e[3] == player and e[1] >= 7]
        near = [k for k, e in enumerate(mine) if e[4] in [id for id, _ in acked[max(0, at - 2):at + 3]]]
        lines += [f"stored: {mine[max(0, near[0] - 1):near[-1] + 2]}" if near else "nothing near is stored"]
    return lines


def holes(cluster, stored):
    """Tables whose numbers do not grow, or do not end with their version."""
    bad = []
    for row in cluster.master.sql("SELECT id, version FROM tbl").split("\n"):
        id, _, version = row.partition("|")
        numbers = [e[0] for e in stored.get(id, [])]
        if not numbers or numbers != sorted(set(numbers)) or numbers[-1] != int(version) or numbers[0] != 1:
            bad.append((id, version, numbers[-5:]))
    return bad
