"""The machine's clock is set forward or back by an hour while people play: nobody's time is up at once, and
nobody waits for an hour. `test_server_jump.py SERVER_JUMP`. Time goes by as the test says (machine_clock.c)."""
import sqlite3
import sys

from server_kit import Clock, Player, Server, check, done
from server_play import seat_all

JUMP = sys.argv[1]


class Table:
    """A table of two with ten seconds a round, on a server whose clock is set now."""

    def __init__(self, what):
        self.what, self.clock = what, Clock()
        self.server = Server(JUMP, CLOCK=self.clock.name)
        self.other = Player(self.server)
        self.other.create(game="temple", seats=1, speed={"kind": "live", "seconds": 10})  # whose time is up sooner

    def start(self, jump):
        self.people, (self.w,) = seat_all(self.server, 2, 1, game="temple", seats=2, speed={"kind": "live", "seconds": 10})
        self.begin, self.jump = self.clock.steady, jump
        self.at = [None] * 2  # when the first and the second round were closed
        self.clock.jump(jump)

    def now(self):
        return self.w.do("hello", v=2)["now"] / 1000

    def go(self, seconds):
        self.clock.go(seconds)
        self.w.drain()
        while len(self.w.all("late")) > 2 * len(self.w.all("round")):  # bots make both turns
            self.w.take(self.w.line.get())
        for k in range(min(2, len(self.w.all("round")))):
            self.at[k] = self.at[k] or self.clock.steady - self.begin

    def end(self):
        first, second = self.at
        check(f"{self.what}: a round takes its ten seconds", first and 8.9 < first < 11.6, first, self.w.stream[-3:])
        check(f"{self.what}: the next one, too", second and 8.9 < second - first < 11.6, self.at)
        now, gone = self.now(), self.clock.steady - self.begin
        bent = now - (self.clock.wall - self.jump)
        check(f"{self.what}: the server's clock comes near slowly", abs(bent - gone * (self.jump > 0) / 10 + gone * (self.jump < 0) / 10) < 0.2, bent, gone)
        due = self.w.all("play")[-1]["due"] / 1000
        check(f"{self.what}: times that are told are the server's", 8 < due - now < 11, due - now)
        with sqlite3.connect(self.server.db) as c:
            rows = [r[0] for r in c.execute("SELECT at FROM event ORDER BY tbl, seq")]
        c.close()
        check(f"{self.what}: nothing is stored with a strange time", max(rows) - min(rows) < 30000, max(rows) - min(rows))
        for p in (*self.people, self.w, self.other):  # nobody is waited for: the clock stands still
            p.close()
        check(f"{self.what}: it stops in order", self.server.stop() == 0, self.server.read_log()[-1000:])


def main():
    jumps = {"forward": 3600, "back": -3600, "not set": 0}
    for what, jump in jumps.items():
        t = Table(what)
        t.clock.go(4)
        t.start(jump)
        for _ in range(160):
            t.go(0.25)
            if t.at[1]:
                break
        t.end()
    done()


main()
