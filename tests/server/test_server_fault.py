"""The server on a store that fails (server_fault.c): the n-th write, a full disk, reads. Whoever
acted is told `store`; nothing is half done; sending the same action again is all it takes;
streams keep their numbers, and the records in the end are good. Usage: SERVER_FAULT TAMBO [STEP]: of the
n-th writes every STEP-th is tried."""
import errno
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import ws
from server_kit import Clock, Player, Refusal, Server, check, done

APPEND, COMMIT, LOAD, FIND, HAS, LIST, DUE, COUNT, KEY, NAME, SWEEP = (1 << i for i in range(11))
PROGRAM, TAMBO = sys.argv[1], sys.argv[2]
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 1
SHEET = {"text": "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n###\n#D#\n"}
PATIENCE = 5 * ws.PATIENCE  # seconds for one game
random.seed(5)


class Faulty(Server):
    """The server with faults; its log says in the end how many there were."""

    def __init__(self, calls, nth, times=1, error=errno.EIO, db=":memory:", **env):
        super().__init__(PROGRAM, db, *self.FAST, FAULT=f"{calls} {nth} {times} {error}", **env)

    def end(self):
        """(exit status, calls, failures)"""
        status = self.stop()
        words = self.read_log().split("\n")[-2].split()
        return (status, int(words[1]), int(words[3])) if words[0] == "calls" else (status, -1, -1)


class Stubborn(Player):
    """Sends the same action again as long as the store fails."""

    failures, wrong, others = 0, [], []

    def do(self, do, id=None, **members):
        id = id or f"{do}-{random.getrandbits(60):x}"
        for _ in range(40):
            before = [p.settle() for p in self.others]
            try:
                return super().do(do, id, **members)
            except Refusal as r:
                if r.error != "store":
                    raise
                Stubborn.failures += 1
                if do in ("sit", "chat", "start", "turn") and [p.settle() for p in self.others] != before:
                    Stubborn.wrong.append(f"{do} was refused, but something happened")
        raise RuntimeError("the store does not come back")

    def settle(self):
        """Takes what there is, by a question that needs no store; how far the stream is. How things stand, which has no number, is
        told again when a table had to be loaded again."""
        ids = [self.send("nothing")]
        while True:
            o = self.take(self.line.get())
            if o.get("re") in ids and o["error"] != "store":
                return self.last, len(self.numbered())
            if o.get("re") in ids:
                ids.append(self.send("nothing"))

    def open(self, table, again=False):
        """Whatever came of a refused attempt, the next one asks for the rest."""
        if not again:
            self.forget()
        self.table = table
        key = "code" if len(table) == 6 else "table"
        for _ in range(40):
            try:
                a = Player.do(self, "open", **{key: table}, last=self.last, at=self.at)
                self.table, self.seat = a["table"], a["seat"]
                return self
            except Refusal as r:
                if r.error != "store":
                    raise
                Stubborn.failures += 1
        raise RuntimeError("the store does not come back")


def ask(server, path, token=None, method="GET", body=None):
    """A request, again as long as it is answered by 503."""
    for _ in range(40):
        a = server.ask(method, path, body, token)
        if a.status != 503:
            return a
        Stubborn.failures += 1
        assert a.json()["error"] == "store", a
    raise RuntimeError("the store does not come back")


def play(players):
    """Random legal moves until the end; False if that does not come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for p in players:
            while not p.all("over"):
                lines = p.do("legal")["lines"]
                lines = [m for m in lines if not m.startswith("cross")] or lines
                if not lines:
                    break
                p.do("turn", lines=[random.choice(lines)])
        for p in players:
            p.settle()
        if all(p.all("over") for p in players):
            return True
        if len(players) == 1:
            time.sleep(0.01)  # a bot thinks
    return False


def verified(server, table):
    text = ask(server, f"/api/tables/{table}/record").body
    with tempfile.NamedTemporaryFile(suffix=".rec") as f:
        f.write(text)
        f.flush()
        r = subprocess.run([TAMBO, "verify", f.name], capture_output=True)
    return r.returncode == 0, (text[-300:], r.stderr)


def one_game(server, players, **wish):
    """A whole game; a list of what was wrong."""
    a, b = players
    table = a.create(**{"game": "temple", "seats": 2, "board": SHEET, **wish})
    for p in players:
        p.open(table)
        p.others = players
    if not wish.get("bots") and not any(o["kind"] == "human" and o["seat"] == 2 for o in b.all("seat")):
        b.do("sit")
        b.do("chat", text="hello there")
        a.do("start")
    wrong = []
    seated = [p for p in players if not (wish.get("bots") and p is b)]
    if not play(seated):
        wrong.append("the game does not end")
    good, why = verified(server, table)
    if not good:
        wrong.append(why)
    for p in players:
        p.settle()
        live = p.numbered()
        fresh = Stubborn(server, token=p.token)
        fresh.others = []
        fresh.open(table)
        fresh.settle()
        if fresh.numbered() != live:
            wrong.append(("a stream differs", len(live), len(fresh.stream),
                          [x for x in zip(live, fresh.stream) if x[0] != x[1]][:1]))
        fresh.close()
    return wrong


def run(calls, nth, times=1, error=errno.EIO, db=":memory:", games=0, **wish):
    """Games until the fault has struck, and one more: (what was wrong, failures seen by clients)."""
    Stubborn.failures, Stubborn.wrong = 0, []
    server = Faulty(calls, nth, times, error, db)
    wrong = []
    try:
        players = [Stubborn(server), Stubborn(server)]
        for p, name in zip(players, ("Ana", "Ben")):
            p.others = []
            p.do("name", name=name)
        for _ in range(games or 12):
            struck = Stubborn.failures > 0
            wrong += one_game(server, players, **wish)
            if not games and struck:
                break
        for p in players:
            p.close()
    except (Refusal, RuntimeError, AssertionError, ws.Gone, TimeoutError) as e:
        wrong.append(repr(e))
    if server.process.poll() is not None:
        wrong.append(("the server died", server.process.returncode, server.read_log()[-1500:]))
        return wrong, 0, 0
    status, _, failed = server.end()
    if status or "ERROR: " in server.read_log():
        wrong.append((status, server.read_log()[-1500:]))
    return wrong + Stubborn.wrong, Stubborn.failures, failed


def writes_fail():
    for what, calls, nths in (("append", APPEND, range(1, 61, 4 * STEP)), ("commit", COMMIT, range(1, 61, STEP))):
        bad, told, failed = [], 0, 0
        for n in nths:
            wrong, saw, struck = run(calls, n, error=random.choice((errno.EIO, errno.ENOSPC)))
            bad += [(n, w) for w in wrong]
            told, failed = told + (saw > 0), failed + struck
        check(f"the n-th {what} fails, n = 1 to 60", not bad, *bad[:3])
        check(f"... and each time somebody was told so ({failed} failures)", told == failed == len(nths), told, failed)


def disk_is_full():
    for n in (2, 9, 30):
        wrong, saw, _ = run(APPEND | COMMIT, n, 7, errno.ENOSPC, None, 3)
        check(f"a full disk for a while from write {n} on, SQLite", not wrong and saw >= 1, saw, *wrong[:2])


def health():
    """Who looks after the server is told when nothing can be written, and when it can be again."""
    server = Faulty(COMMIT, 2, 3, errno.ENOSPC)
    a = Player(server)
    well = [server.ask("GET", "/healthz").status]
    for _ in range(5):
        a.refused("name", name="Ana")
        well.append(server.ask("GET", "/healthz").status)
    check("/healthz knows whether the store can be written", well == [200, 200, 503, 503, 503, 200], well)
    check("the log has one line a minute about it", server.read_log().count("not stored") == 1, server.read_log())
    a.close()
    server.end()


def reads_fail():
    for what, calls in (("load", LOAD), ("has", HAS), ("list", LIST), ("find", FIND), ("name", NAME), ("due", DUE)):
        bad, struck = [], 0
        for n in (1, 2, 3, 4, 5, 6, 8, 11, 16, 25)[::STEP]:
            wrong, _, failed = run(calls, n, error=errno.EIO, games=1)
            bad += [(n, w) for w in wrong]
            struck += failed
        check(f"the n-th {what} fails", not bad, *bad[:3])
        print(f"# {struck} struck")


def requests_fail():
    """Each kind of read fails while all requests are made: 503, never a wrong answer."""
    bad = []
    for calls in (LOAD, HAS, LIST, FIND, NAME, COUNT, DUE, APPEND, COMMIT):
        for n in (1, 2, 3, 4, 6, 9):
            Stubborn.failures, Stubborn.wrong = 0, []
            server = Faulty(calls, n)
            try:
                token = ask(server, "/api/link", method="POST", body={}).headers["set-cookie"].split("=", 1)[1].split(";")[0]
                me = ask(server, "/api/me", token, "POST", {"name": "Ana"}).json()
                got = ask(server, "/api/tables", token, "POST",
                          {"game": "temple", "seats": 1, "mode": "solo", "id": "x1", "public": True}).json()
                again = ask(server, "/api/tables", token, "POST", {"game": "temple", "seats": 1, "id": "x1"}).json()
                table = got["table"]
                seen = [ask(server, f"/api/tables/{table}{end}", token) for end in ("", "/record", "/view")]
                mine = ask(server, "/api/tables/mine", token).json()["tables"]
                if me["name"] != "Ana" or ask(server, "/api/me", token).json()["name"] != "Ana":
                    bad.append((calls, n, "the name"))
                if got != again or [a.status for a in seen] != [200] * 3 or [t["id"] for t in mine] != [table]:
                    bad.append((calls, n, got, again, seen, mine))
                p = Stubborn(server, token=token).open(got["code"])
                if p.do("record")["record"].encode() != seen[1].body:
                    bad.append((calls, n, "the record differs"))
                p.close()
            except (Refusal, RuntimeError, AssertionError, KeyError, ws.Gone) as e:
                bad.append((calls, n, repr(e)))
            if server.process.poll() is not None or server.end()[0]:
                bad.append((calls, n, server.read_log()[-800:]))
    check("all requests while reads or writes fail", not bad, *bad[:4])


def bots_go_on():
    """A person waits for a bot whose move could not be stored: it moves again, in a second or so."""
    bad = []
    for n in range(2, 7):
        server = Faulty(COMMIT, n)
        p = Stubborn(server)
        p.open(p.create(game="tiwanaku", seats=2, bots=["beginner"], board={"name": "tiny-1"}))
        end, moves = time.monotonic() + PATIENCE, 0
        while moves < 8 and time.monotonic() < end:
            p.settle()
            lines = p.do("legal")["lines"]
            if lines:
                p.do("turn", lines=[lines[0]])
            moves += bool(lines)
            time.sleep(0.01)
        if moves < 8:
            bad.append((n, moves))
        p.close()
        status, _, failed = server.end()
        if status or failed != 1:
            bad.append((n, status, failed))
    check("bots go on after a commit of theirs has failed", not bad, *bad[:3])


def same_turn():
    """Somebody says hello and opens a table in the very turn that another one's write spoils."""
    bad = []
    for n in range(4, 14):
        server = Faulty(COMMIT, n)
        a, b, listener = Stubborn(server), Stubborn(server), Stubborn(server)
        a.others = b.others = listener.others = []
        b.close()  # other lines of theirs will come
        try:
            table = a.create(game="temple", seats=2, board=SHEET, name="Ana")
            a.open(table)
            listener.open(table)
            for k in range(n):
                line = ws.Ws(server.port)
                b.line, b.waiting = line, []
                os.kill(server.process.pid, signal.SIGSTOP)
                id = a.send("chat", f"c{k}", text=f"line {k}")
                line.send({"do": "hello", "id": "h", "v": 2, "token": b.token})
                line.send({"do": "open", "id": "o", "table": table, "last": b.last, "at": b.at})
                os.kill(server.process.pid, signal.SIGCONT)
                said = a.answer(id)
                if not said["ok"]:
                    a.do("chat", f"c{k}", text=f"line {k}")
                answers = [b.answer("h"), b.answer("o")]
                refused = [o for o in (said, *answers) if not o["ok"]]
                if any(o["error"] != "store" or o["wait_ms"] < 1 for o in refused):
                    bad.append((n, refused))
                if not all(o["ok"] for o in answers):
                    b.do("hello", v=2, token=b.token)
                    b.open(table, again=True)
                b.settle()
                a.do("chat", f"d{k}", text=f"more {k}")
                b.settle()
                line.close()
            said = [o["text"] for o in b.all("chat")]
            if said != [f"{w} {k}" for k in range(n) for w in ("line", "more")] or a.all("chat") != b.all("chat"):
                bad.append((n, said, [o["text"] for o in a.all("chat")]))
        except (Refusal, AssertionError, ws.Gone) as e:
            bad.append((n, repr(e)))
        a.close()
        if server.process.poll() is not None or server.end()[0]:
            bad.append((n, server.read_log()[-800:]))
    check("opening in a turn that fails", not bad, *bad[:3])


def each_is_answered():
    """Many messages of two people in a turn that fails: each id gets its own answer, with how long to wait; what only reads
    has nothing to do with it."""
    server = Faulty(COMMIT, 4)
    a, b = Stubborn(server), Stubborn(server)
    a.others = b.others = []
    table = a.create(game="temple", seats=2, board=SHEET, name="Ana")  # the second commit; the first were names of nobody
    b.open(table)
    a.open(table)
    answers, strays, rounds = {}, [], 0
    while not any(not o["ok"] for o in answers.values()) and rounds < 8:
        os.kill(server.process.pid, signal.SIGSTOP)
        ids = [(p, p.send(do, **more)) for k in range(10) for p, do, more in ((a, "chat", {"text": f"{rounds} {k}"}), (b, "mine", {}))]
        os.kill(server.process.pid, signal.SIGCONT)
        answers = {id: p.answer(id) for p, id in ids}
        rounds += 1
    refused = [o for o in answers.values() if not o["ok"]]
    check("a failed commit answers every message of its turn", len(refused) == 10, rounds, answers)
    check("... but not those that only read", all(answers[id]["ok"] for p, id in ids if p is b), answers)
    check("... with `store`, and how long to wait", all(o["error"] == "store" and o["wait_ms"] >= 1 for o in refused), refused)
    strays = [o for p in (a, b) for o in p.passing if o.get("t") == "error"]
    check("... and nobody gets an error without an id", not strays, strays)
    for p in (a, b):
        p.settle()
        p.close()
    check("the server stops well", server.end()[0] == 0)


def reload_fails():
    """A commit fails, and then the table cannot be read again either: whoever follows it is sent away
    with 1011, comes back, and misses nothing. A bot thinks all the while."""
    bad, away = [], 0
    for n in range(4, 16):
        server = Faulty(COMMIT | LOAD, n, 2)
        p = Stubborn(server)
        table = p.create(game="tiwanaku", seats=2, bots=["beginner"], board={"name": "tiny-1"})
        p.open(table)
        moves, end = 0, time.monotonic() + PATIENCE
        while moves < 6 and time.monotonic() < end:
            try:
                ask(server, f"/api/tables/{table}")
                p.settle()
                lines = p.do("legal")["lines"]
                if lines:
                    p.do("turn", lines=[lines[0]])
                moves += bool(lines)
                time.sleep(0.01)
            except ws.Gone:
                away += 1
                if p.line.code != 1011:
                    bad.append((n, p.line.code, server.read_log()[-800:]))
                if server.process.poll() is not None:
                    break
                p.back()
            except Refusal as r:
                if r.error != "table":  # it was away for a moment
                    bad.append((n, r))
                p.open(table, again=True)
        fresh = Stubborn(server, token=p.token).open(table)
        fresh.settle()
        p.settle()
        fresh.settle()
        if moves < 6 or fresh.stream[:len(p.stream)] != p.stream:
            bad.append((n, moves, len(p.stream), len(fresh.stream)))
        p.close()
        fresh.close()
        if server.end()[0]:
            bad.append((n, server.read_log()[-800:]))
    check(f"a table that cannot be read after a failed commit ({away} were sent away)", not bad and away, *bad[:3])


def name_is_stored():
    """A name that could not be stored is nobody's name."""
    bad = []
    for calls, nths in ((NAME, range(3, 8)), (COMMIT, range(2, 8))):
        for n in nths:
            server = Faulty(calls, n)
            owner, p, name = Stubborn(server), Stubborn(server), "?"
            p.open(owner.create(game="temple", seats=2))
            for want in ("Ana", "Ben", "Cem"):
                try:
                    Player.do(p, "name", name=want)
                    name = want
                except Refusal:
                    pass
                p.do("sit")
                p.do("leave")
                p.settle()
                seen = [o["name"] for o in p.all("seat") if o["seat"] == 2 and o["kind"] == "human"][-1]
                if seen != name:
                    bad.append((calls, n, want, name, seen))
            p.close()
            owner.close()
            server.end()
    check("a name that was not stored is not used", not bad, *bad[:3])


def clock_goes_on():
    """A live table whose time runs out while the reads of the clock fail."""
    clock = Clock()
    server = Faulty(LIST | DUE, 6, 4, CLOCK=clock.name)
    player = Player(server)
    player.open(player.create(game="temple", mode="solo", seats=1, speed={"kind": "live", "seconds": 10}))
    began = clock.steady
    while not player.all("late") and clock.steady < began + 30:
        clock.go(0.25)
        player.drain()
    took = clock.steady - began
    player.close()
    ended = server.end()
    check("the clock goes on after its reads have failed", 9.9 < took < 18 and ended[0] == 0 and ended[2] > 0, took, ended)


def timed(part):
    began = time.time()
    part()
    print(f"# {part.__name__}: {time.time() - began:.1f} s", flush=True)


for part in (clock_goes_on, writes_fail, disk_is_full, health, bots_go_on, same_turn, each_is_answered, reads_fail, requests_fail, reload_fails, name_is_stored):
    timed(part)
done()
