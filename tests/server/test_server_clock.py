"""Clocks, bots that stand in, and people who leave and come back. Nobody waits ten seconds: the test stops
the server and moves all times in its file back. `test_server_clock.py TAMBO`."""
import sqlite3
import sys
import time

import ws
from server_kit import Player, Server, check, done
from server_play import all_over, finished, pump, seat_all

TAMBO = sys.argv[1]


def age(server, table, seconds):
    """So much time goes by while the server is down."""
    ms = int(seconds * 1000)
    server.kill()
    with sqlite3.connect(server.db) as c:
        c.execute("UPDATE event SET at = at - ? WHERE tbl = (SELECT key FROM tbl WHERE id = ?)", (ms, table))
        c.execute("UPDATE tbl SET due = max(1, due - ?), created = created - ?, changed = changed - ? WHERE id = ? AND due > 0", (ms, ms, ms, table))
    c.close()
    server.start()


def wait(what, p, fits):
    """Reads until the stream of p fits."""
    end = time.monotonic() + ws.PATIENCE
    while time.monotonic() < end:
        p.drain()
        if fits():
            return check(what, True)
        time.sleep(0.02)
    return check(what, False, p.stream[-6:])


def count(p, t):
    return len(p.all(t))


def live(server):
    """Three turns too late: the seat is a bot's until its owner comes back."""
    begin = time.time() * 1000
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2, speed={"kind": "live", "seconds": 60})
    b.close()
    w.drain()
    due = w.dice["due"]
    check("the clock is told with the dice", begin - 1000 < due - 60000 < time.time() * 1000 + 1000, due - begin)
    for k in (1, 2, 3):
        a.finish_turn()
        age(server, a.table, 61)
        a.back()
        w.back()
        wait(f"time is up, {k}: a bot plays the turn", w, lambda k=k: count(w, "round") == k)
        check("it is told who was late", [o["seat"] for o in w.all("late")] == [2] * k, w.all("late"))
        check("the bot takes the seat after three", count(w, "away") == (k == 3), w.all("away"))
    due = w.dice["due"]
    check("the next round has time again", due > time.time() * 1000, due)
    a.finish_turn()
    wait("an empty seat does not wait for its time", w, lambda: count(w, "round") == 4)
    check("and is not late", count(w, "late") == 3)
    b.back()
    check("coming back ends it", [o["seat"] for o in b.all("here")] == [2], b.stream[-4:])
    b.refused("back")  # what the bot may have done for this round already
    a.finish_turn()
    b.drain()
    check("now the seat is waited for", count(b, "round") == 4, b.stream[-2:])
    b.finish_turn()
    w.drain()
    check("its owner plays on", count(w, "round") == 5 and count(w, "late") == 3, w.stream[-3:])
    a.finish_turn()
    age(server, a.table, 61)
    b.back()
    wait("after that one is late three times again", b, lambda: count(b, "late") == 4 and count(b, "round") == 6)
    check("before the bot takes over", count(b, "away") == 1)
    return a, b, w


def half_done(server):
    """A turn that was begun goes on from where it was; one that is finished stays."""
    (a, b), (w,) = seat_all(server, 2, 1, game="valley", seats=2, speed={"kind": "live", "seconds": 900})
    while not (writes := [x for x in a.do("legal")["lines"] if x.startswith("write")]):  # a danger round
        a.finish_turn()
        b.finish_turn()
    line, w_rounds = writes[0], (w.drain(), count(w, "round"))[1]
    a.do("turn", lines=[line])
    b.finish_turn()
    mine = b.all("yours")[-1]["lines"]
    age(server, a.table, 901)
    for p in (a, b, w):
        p.back()
    wait("the round closes when time is up", w, lambda: count(w, "round") == w_rounds + 1)
    lines = w.all("round")[-1]["lines"]
    check("a turn that was begun is not begun anew", f"1 {line}" in lines and sum(x.startswith("1 ") for x in lines) > 1, lines)
    check("a finished one is left alone", [x for x in lines if x.startswith("2 ")] == mine and [o["seat"] for o in w.all("late")] == [1], lines, mine)
    for p in (a, b, w):
        p.close()


def nobody(server):
    """All are gone: bots play the table to its end."""
    (a, b), (w,) = seat_all(server, 2, 1, game="tiwanaku", seats=2, speed={"kind": "days", "days": 1}, board={"size": "tiny"})
    for p in (a, b):
        p.close()
    for _ in range(12):
        age(server, a.table, 86401)
        w.back()
        late = count(w, "late")
        wait("a day is over", w, lambda late=late: count(w, "away") == 2 or count(w, "over") or w.stream[-1]["t"] == "play")
        if count(w, "away") == 2:
            break
    check("both seats are bots' at last", count(w, "away") == 2 and count(w, "late") >= 6, w.all("late"))
    wait("who play to the end", w, lambda: count(w, "over"))
    a.back()
    finished("days", server, [w, a], moved=True)
    for p in (a, b, w):
        p.close()


def leaving(server):
    (a, b, c), (w,) = seat_all(server, 3, 1, game="temple", seats=3)
    check("somebody who is there is not replaced", a.refused("replace", seat=2) == "seat")
    check("only the owner replaces", b.refused("replace", seat=3) == "owner")
    check("nor is nobody", a.refused("replace", seat=4) == "seat" and a.refused("replace") == "seat")
    b.close()
    wait("they see that one is gone", a, lambda: [o for o in a.passing if o["t"] == "there"][-1]["seats"] == [1, 3])
    a.do("replace", seat=2)
    check("a bot's seat is not replaced", a.refused("replace", seat=2) == "seat")
    c.do("leave")
    c.do("leave")
    a.finish_turn()
    wait("bots play for both", w, lambda: count(w, "round") == 1)
    check("it is told", [(o["t"], o["seat"]) for o in w.stream if o["t"] in ("away", "here")] == [("away", 2), ("away", 3)], w.stream)
    wait("and again", w, lambda: w.stream[-1]["t"] == "ready" and w.stream[-2]["t"] == "ready")
    c.do("back")
    w.drain()
    check("who takes the bot's turn back is back", [o["seat"] for o in w.all("here")] == [3], w.all("here"))
    b.back()
    check("so is who opens the table again", [o["seat"] for o in b.all("here")] == [3, 2], b.all("here"))
    a.finish_turn()
    b.do("back")
    b.finish_turn()
    c.finish_turn()
    w.drain()
    check("and they play", count(w, "round") == 2, w.stream[-3:])
    everybody = [a, b, c, w]
    check("to the end", pump(everybody, all_over(everybody)))
    finished("leaving and coming back", server, everybody)
    check("what is over is not left", c.do("leave")["ok"] and not c.all("away")[2:])
    for p in everybody:
        p.close()


def set_back(server):
    """The machine's clock was set back while the server was down: from the next round on its time counts."""
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2, speed={"kind": "live", "seconds": 60})
    age(server, a.table, -3600)
    begin = time.time() * 1000
    for p in (a, b):
        p.back()
        p.finish_turn()
    a.drain()
    left = a.dice["due"] - begin
    check("a clock that was set back counts for the next round", count(a, "round") == 1 and 59000 < left < 61000 + time.time() * 1000 - begin, left)
    for p in (a, b):
        p.close()


def no_clock(server):
    p = Player(server)
    for speed in ({"kind": "live", "seconds": 9}, {"kind": "live", "seconds": 901}, {"kind": "live"}, {"kind": "days", "days": 0}, {"kind": "days", "days": 15}, {"kind": "fast"}, {}):
        check(f"no such speed: {speed}", p.refused("create", game="temple", seats=2, speed=speed) == "setup")
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    a.finish_turn()
    b.close()
    age(server, a.table, 100 * 86400)
    a.back()
    time.sleep(0.2)
    a.drain()
    check("a relaxed table waits", not a.all("late") and not a.all("round") and "due" not in a.all("play")[0])
    for q in (a, p):
        q.close()


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "20")
    people = live(server)
    half_done(server)
    nobody(server)
    leaving(server)
    set_back(server)
    no_clock(server)
    for p in people:
        p.close()
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
