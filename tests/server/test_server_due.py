"""The clock of a server where many tables stay overdue: those that cannot be read, and those whose bots wait
long for a worker. The others must not wait for them. `test_server_due.py TAMBO`."""
import sqlite3
import sys
import time

import ws
from server_kit import Player, Server, check, done
from server_play import seat_all

TAMBO = sys.argv[1]
MANY = 120  # more than twice what the clock looks at in one turn of the loop


def overdue(server, *statements):
    """Stops the server, makes every table overdue, and starts it again."""
    server.kill()
    with sqlite3.connect(server.db) as c:
        c.execute("UPDATE event SET at = at - 61000")
        c.execute("UPDATE tbl SET due = max(1, due - 61000) WHERE due > 0")
        for s in statements:
            c.execute(*s)
    c.close()
    server.start()


def late(what, server, w):
    """Does the clock of the table that w looks at ring?"""
    w.back()
    end = time.monotonic() + ws.PATIENCE
    while not w.all("late") and time.monotonic() < end:
        time.sleep(0.05)
        w.drain()
    check(what, [o["seat"] for o in w.all("late")] == [1, 2], w.stream[-3:])


def dues(server):
    with sqlite3.connect(server.db) as c:
        rows = c.execute("SELECT due FROM tbl WHERE due > 0 ORDER BY due").fetchall()
    c.close()
    return [r[0] for r in rows]


def table_with_clock(server):
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2, speed={"kind": "live", "seconds": 60})
    return a, b, w


def unreadable():
    """Events that do not fit: nobody can play there any more, and nobody else may notice."""
    server = Server(TAMBO)
    p = Player(server)
    for _ in range(MANY):
        p.create(game="temple", seats=1, speed={"kind": "live", "seconds": 60})
    bad = "tbl IN (SELECT key FROM tbl)"
    people = table_with_clock(server)
    overdue(server, (f"UPDATE event SET kind = 99 WHERE {bad} AND kind = 5 AND tbl <> (SELECT key FROM tbl WHERE id = ?)", (people[0].table,)),
            ("UPDATE tbl SET due = 1 WHERE id <> ?", (people[0].table,)))
    late("tables that cannot be read do not hold up the others", server, people[2])
    end = time.monotonic() + ws.PATIENCE
    while [d for d in dues(server) if d == 1] and time.monotonic() < end:
        time.sleep(0.05)
    check("they are looked at again later", not [d for d in dues(server) if d == 1], dues(server)[:5])
    before = server.read_log().count("table unreadable")
    time.sleep(2.5)
    more = server.read_log().count("table unreadable") - before
    check("and are not told of every second", more == 0, more)
    lists = p.connect().do("mine")["tables"]
    check("lists show them as before", len(lists) == 100 and all(t["game"] == "temple" for t in lists), lists[:1])
    for q in (p, *people):
        q.close()
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])


def thinking():
    """Bots that wait for the only worker, each for seconds."""
    server = Server(TAMBO, None, *Server.FAST, "--workers", "1", "--think-ms", "60000")
    p = Player(server)
    people = table_with_clock(server)
    for _ in range(MANY):
        p.create(game="temple", seats=25, bots=["master"] * 24)
    overdue(server, ("UPDATE tbl SET due = 1 WHERE id <> ? AND due > 0", (people[0].table,)))
    late("bots that think for long do not hold up the others", server, people[2])
    check("who still think", "tambo_bots_thinking 0" not in server.ask("GET", "/metrics").body.decode())
    for q in (p, *people):
        q.close()
    server.kill()  # a graceful stop would wait for them


unreadable()
thinking()
done()
