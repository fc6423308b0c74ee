"""The machine's clock is set forward or back by an hour while people play: nobody's time is up at once, and
nobody waits for an hour. `test_server_jump.py SERVER_JUMP`."""
import signal
import sqlite3
import sys
import time

from server_kit import Player, Server, check, done
from server_play import seat_all

JUMP = sys.argv[1]


class Table:
    """A table of two with ten seconds a round, on a server whose clock is set now."""

    def __init__(self, what):
        self.what, self.server = what, Server(JUMP)
        Player(self.server).create(game="temple", seats=1, speed={"kind": "live", "seconds": 10})  # whose time is up sooner

    def start(self, jump):
        self.people, (self.w,) = seat_all(self.server, 2, 1, game="temple", seats=2, speed={"kind": "live", "seconds": 10})
        self.begin = time.monotonic()
        self.at = [None] * 2  # when the first and the second round were closed
        if jump:
            self.server.process.send_signal(jump)

    def look(self):
        self.w.drain()
        for k in range(min(2, len(self.w.all("round")))):
            self.at[k] = self.at[k] or time.monotonic() - self.begin

    def end(self):
        first, second = self.at
        check(f"{self.what}: a round takes its ten seconds", first and 8.5 < first < 14, first, self.w.stream[-3:])
        check(f"{self.what}: the next one, too", second and 8.5 < second - first < 14, self.at)
        self.w.drain()
        now = self.w.do("hello", v=2)["now"] / 1000
        check(f"{self.what}: the server's clock comes near slowly", abs(now - time.time()) < 30, now - time.time())
        due = self.w.all("play")[-1]["due"] / 1000
        check(f"{self.what}: times that are told are the server's", -2 < due - now < 11, due - now)
        with sqlite3.connect(self.server.db) as c:
            rows = [r[0] for r in c.execute("SELECT at FROM event ORDER BY tbl, seq")]
        c.close()
        check(f"{self.what}: nothing is stored with a strange time", max(rows) - min(rows) < 90000, max(rows) - min(rows))
        for p in (*self.people, self.w):
            p.close()
        check(f"{self.what}: it stops in order", self.server.stop() == 0, self.server.read_log()[-1000:])


def main():
    jumps = {"forward": signal.SIGUSR1, "back": signal.SIGUSR2, "not set": None}
    tables = [Table(what) for what in jumps]
    time.sleep(4)
    for t in tables:
        t.start(jumps[t.what])
    end = time.monotonic() + 40
    while time.monotonic() < end and not all(t.at[1] for t in tables):
        time.sleep(0.1)
        for t in tables:
            t.look()
    for t in tables:
        t.end()
    done()


main()
