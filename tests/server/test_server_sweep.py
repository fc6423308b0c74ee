"""Old tables are removed while the server runs, however many there are, and nobody else notices.
`test_server_sweep.py TAMBO`."""
import sqlite3
import sys
import time

import ws
from server_kit import Player, Server, check, done
from server_play import seat_all

TAMBO = sys.argv[1]
MANY, DAY = 340, 86400 * 1000


def tables(server):
    with sqlite3.connect(server.db) as c:
        n = c.execute("SELECT count(*) FROM tbl").fetchone()[0]
    c.close()
    return n


def age(server, where="1"):
    server.kill()
    with sqlite3.connect(server.db) as c:
        c.execute(f"UPDATE tbl SET changed = changed - ?, created = created - ? WHERE {where}", (3 * DAY, 3 * DAY))
        c.execute(f"UPDATE event SET at = at - ? WHERE tbl IN (SELECT key FROM tbl WHERE {where})", (3 * DAY,))
    c.close()
    server.start()


def main():
    server = Server(TAMBO, None, *Server.FAST, "--keep-days", "2")
    p = Player(server, "Ana")
    for _ in range(MANY):
        last = p.create(game="temple", seats=2)  # never begun
    people, _ = seat_all(server, 2, 0, game="temple", seats=2)
    check("nothing young is removed", tables(server) == MANY + 1)
    age(server)
    w = Player(server)  # may come in time to see the last of them
    try:
        w.open(last)
    except Exception as e:  # it may be gone already
        check("it is gone", getattr(e, "error", None) == "table", e)
    end = time.monotonic() + ws.PATIENCE
    while tables(server) > 1 and time.monotonic() < end:
        time.sleep(0.1)
    check("all that are old go, without another start", tables(server) == 1, tables(server))
    closed = False
    try:
        w.refused("view")
        w.refused("view")
    except ws.Gone:
        closed = True
    check("nobody looks at what is gone", closed or w.refused("open", table=last) == "table")
    for q in people:
        q.back().finish_turn()
    people[0].drain()
    check("a game that goes on is kept", len(people[0].all("round")) == 1, people[0].stream[-2:])
    check("nothing else was disturbed", "not stored" not in server.read_log() and "unreadable" not in server.read_log(), server.read_log()[-1000:])
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
