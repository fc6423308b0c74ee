"""Twins over real sockets: two servers with different secrets, driven through the same public moves,
send the same bytes to every other seat and to a spectator, by WebSocket and by HTTP.

What may differ, and is replaced by a word before comparing, because chance or the clock made it and it
says nothing of what is hidden: ids of tables and players, codes and tokens (random), times (`at`,
`now`, `due`, `created`, `changed`: the two are not driven at the same moment; Date of HTTP), `commit`
(a hash of the secret), ids of messages that the test itself chose at random. Nothing else: not lengths, not the order, not the numbers. `salt` stands only in `over`,
which is not reached here. How objects are spread over frames depends on the clock, so objects are
compared, each as the bytes it had. Usage: TAMBO TWIN_MAPS."""
import json
import random
import re
import subprocess
import sys

import ws
from server_kit import Player, Refusal, Server, check, done

TAMBO, TWIN_MAPS = sys.argv[1:3]
random.seed(3)


class Ear(ws.Ws):
    """Keeps the text of every frame."""

    def __init__(self, port):
        self.heard = []
        super().__init__(port)

    def next_frame(self):
        opcode, data = super().next_frame()
        if opcode == ws.TEXT:
            self.heard.append(data.decode())
        return opcode, data


class Listener(Player):
    def connect(self):
        saved, ws.Ws = ws.Ws, Ear
        try:
            return super().connect()
        finally:
            ws.Ws = saved

    def bytes(self):
        """All objects it was sent, as text, one after the other; not the frames around them."""
        return ",".join(t[1:-1] for t in self.line.heard)


class Side:
    """One of the twins: a server, its players, a spectator."""

    def __init__(self, seats):
        self.server = Server(TAMBO, ":memory:")
        self.players = [Listener(self.server, f"P{i}") for i in range(seats)]
        self.spectator = Listener(self.server)
        self.all = self.players + [self.spectator]
        self.old = []  # lines not used any more

    def begin(self, **wish):
        p = self.players[0]
        self.table = p.do("create", id="create", **wish)["table"]
        for q in self.all:
            q.open(self.table)
        for q in self.players[1:]:
            q.do("sit", id="sit")
        if not p.all("start"):
            p.do("start", id="start")
        self.settle()

    def settle(self):
        for q in self.all:
            q.do("view", id="settle")

    def normal(self, text):
        """The text without what chance and the clock made."""
        for name, player in [(f"player{i}", q.player) for i, q in enumerate(self.all)]:
            text = text.replace(player, name)
        for q in self.all:
            text = text.replace(q.token, "token")
        text = text.replace(self.table, "table")
        text = re.sub(r'"re":"[a-z]+-\d+-[0-9a-f]+"', '"re":""', text)
        text = re.sub(r'"code":"[a-z0-9]{6}"', '"code":"code"', text)
        text = re.sub(r'"(at|now|due|created|changed)":\d{13}\b', r'"\1":0', text)
        return re.sub(r'"commit":"[0-9a-f]{64}"', '"commit":""', text)

    def heard(self, q):
        return self.normal(q.bytes())

    def asked(self, q):
        """All HTTP can tell this player (None: somebody without a token): bodies and headers."""
        got = []
        for path in ("", "/record", "/view"):
            a = self.server.ask("GET", f"/api/tables/{self.table}{path}", token=q.token if q else None)
            head = {k: v for k, v in a.headers.items() if k not in ("date", "content-length")}
            body = self.normal(a.body.decode())
            got.append((path, a.status, head, body))
        for path in ("/api/tables", "/api/tables/mine") if q else ("/api/tables",):
            tables = self.server.ask("GET", path, token=q.token if q else None).json()["tables"]
            got.append((path, [self.normal(json.dumps(t, separators=(",", ":"))) for t in tables if t["id"] == self.table]))
        for do in ("record", "legal"):
            if q:
                try:
                    got.append((do, self.normal(str(q.do(do, id=do)))))
                except Refusal as r:
                    got.append((do, r.error, r.text))
        return got

    def close(self):
        for line in [*self.old, *self.all]:
            line.close()
        return self.server.stop()


def compare(what, a, b, viewers):
    """The viewers (numbers; -1: the spectator) heard and hear the same."""
    bad = []
    for i in viewers:
        x, y = a.heard(a.all[i]), b.heard(b.all[i])
        if x != y:
            k = next(k for k in range(len(x) + 1) if x[k:k + 1] != y[k:k + 1])
            bad.append((i, x[max(0, k - 100):k + 100], y[max(0, k - 100):k + 100]))
        for p, q in zip(a.asked(a.all[i]), b.asked(b.all[i])):
            if p != q:
                bad.append((i, p, q))
    if a.asked(None) != b.asked(None):
        bad.append(("nobody", a.asked(None), b.asked(None)))
    length = sum(len(a.heard(a.all[i])) for i in viewers)
    return check(f"{what}: {length} bytes", not bad and length > 1000, *bad[:2])


def tiwanaku(mode, seats):
    """Two maps (twin_maps.c) that differ in a few spaces, which the moves keep away from. No dice in competitive play but who begins: tried until it is the same."""
    made = subprocess.run([TWIN_MAPS, str(seats)], capture_output=True, text=True, check=True).stdout
    one, two = made.split("map\n")[1:]
    for _ in range(60):
        a, b = Side(seats), Side(seats)
        a.begin(game="tiwanaku", mode=mode, seats=seats, board={"text": one}, public=True)
        b.begin(game="tiwanaku", mode=mode, seats=seats, board={"text": two}, public=True)
        if [o["lines"] for o in a.players[0].all("play")] == [o["lines"] for o in b.players[0].all("play")]:
            break
        a.close()
        b.close()
    hidden = [space for space, x, y in differences(one, two)]
    moves = 0
    while moves < 12:
        lines = [p.do("legal", id="l")["lines"] for p in a.players]
        same = [p.do("legal", id="l")["lines"] for p in b.players]
        if lines != same:
            check("what is legal is the same", False, lines, same)
            break
        i = next(i for i in range(seats) if lines[i])
        # not where the maps differ: that would be announced
        safe = [m for m in lines[i] if not any(s in m.split() for s in hidden) and not m.startswith(("offer", "divine"))]
        if not safe:
            break
        m = random.choice(safe)
        wishes = [[m], [m, "end"], ["divine zz 9"], [m, m], []]
        for w in random.sample(wishes, len(wishes)):
            answers = []
            for side in (a, b):
                try:
                    side.players[i].do("turn", id=f"t{moves}{len(w)}{w[-1:] == ['end']}", lines=w)
                    answers.append("ok")
                except Refusal as r:
                    answers.append((r.error, r.text))
            if answers[0] != answers[1]:
                check("refusals are the same", False, w, answers)
            if answers[0] == "ok":
                break
        moves += 1
        a.settle()
        b.settle()
    good = compare(f"tiwanaku {mode}, {seats} seats, {len(hidden)} spaces differ, {moves} moves", a, b, [*range(seats), -1])
    check("... something was played, and the secrets differ", good and moves > 3 and hidden and one != two, moves, hidden)
    check("the servers stop well", a.close() == 0 and b.close() == 0)


def grid(text, name):
    lines = text.split("\n")
    at = lines.index(name + ":") + 1
    return lines, at


def differences(one, two):
    """Spaces that differ: (space, what, what)."""
    found = []
    for name in ("terrain", "crops"):
        (x, at), (y, _) = grid(one, name), grid(two, name)
        for row in range(5):
            for col in range(len(x[at])):
                if x[at + row][col] != y[at + row][col]:
                    found.append(("abcdefghi"[col] + str(row + 1), x[at + row][col], y[at + row][col]))
    return found


def sealed(game, seats):
    """Two tables of one pair of servers after the other, until the first dice are the same; then everybody but
    the first seat seals another turn at each."""
    a, b = Side(seats), Side(seats)
    rolls = {}
    for k in range(400):
        side = (a, b)[k % 2]
        for q in side.all:
            q.line.heard.clear()
            q.forget()
        p = side.players[0]
        side.table = p.do("create", id=f"create{k // 2 % 10}{k}", game=game, seats=seats, public=False)["table"]
        for q in side.all:
            q.open(side.table)
        for q in side.players[1:]:
            q.do("sit", id="sit")
        p.do("start", id="start")
        side.settle()
        roll = str([o["lines"] for o in p.all("play")])
        other = rolls.get((roll, 1 - k % 2))
        if other:
            break
        rolls[roll, k % 2] = side.table
    else:
        return check(f"{game}: the same dice", False)
    # fresh lines at the two tables, so that both hear the same from the beginning
    (a, b)[1 - k % 2].table = other
    for side in (a, b):
        for q in side.all:
            q.do("shut")
        for q in side.all:
            side.old.append(q.line)
            q.forget()
            q.connect()
            q.open(side.table)
        side.settle()
    differ = 0
    for i in range(1, seats):
        for again in range(2):
            sent = []
            for side in (a, b):
                q = side.players[i]
                if again:
                    q.do("back", id=f"back{i}")
                lines = [m for m in q.do("legal", id="l")["lines"] if not m.startswith(("cross", "draw", "reveal"))]
                if game == "valley":
                    lines = [m for m in lines if m != "done"]
                line = random.choice(lines)
                rest = ["done"] if game == "valley" and not line.startswith("snake") else []
                try:
                    q.do("turn", id=f"turn{i}{again}", lines=[line, *rest])
                except Refusal:
                    q.do("turn", id=f"turn{i}{again}x", lines=[line])
                sent.append(line)
                if side is a:  # one of them thinks again and again, and mutes others: nobody can count that
                    for k in range(3):
                        q.do("turn", id=f"turn{i}{again}k{k}", lines=[t.split(" ", 1)[1] for t in q.all("yours")[-1]["lines"]])
                        q.do("mute", id=f"mute{i}{again}k{k}", seat=1, on=k % 2 == 0)
            differ += sent[0] != sent[1]
            a.settle()
            b.settle()
    good = compare(f"{game}, {seats} seats, {differ} sealed turns differ", a, b, [0, -1])
    check("... and they do differ", good and differ > 0)
    x, y = a.heard(a.players[1]), b.heard(b.players[1])
    check("... their own player sees it", x != y)
    check("the servers stop well", a.close() == 0 and b.close() == 0)


tiwanaku("competitive", 2)
tiwanaku("competitive", 3)
sealed("temple", 3)
sealed("valley", 3)
done()
