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
        due = self.w.dice["due"] / 1000
        check(f"{self.what}: times that are told are the server's", 8 < due - now < 11, due - now)
        with sqlite3.connect(self.server.db) as c:
            rows = [r[0] for r in c.execute("SELECT at FROM event ORDER BY tbl, seq")]
        c.close()
        check(f"{self.what}: nothing is stored with a strange time", max(rows) - min(rows) < 30000, max(rows) - min(rows))
        for p in (*self.people, self.w, self.other):  # nobody is waited for: the clock stands still
            p.close()
        check(f"{self.what}: it stops in order", self.server.stop() == 0, self.server.read_log()[-1000:])


def shown(server):
    return [t["id"] for t in server.ask("GET", "/api/tables").json()["tables"]]


def lobby():
    """Tables are in the lobby while their people are connected, few of each; and for a while after they left."""
    clock = Clock()
    server = Server(JUMP, CLOCK=clock.name)
    wish = {"game": "temple", "seats": 2, "public": True}
    made = server.ask("POST", "/api/tables", wish)
    check("a table of somebody who is not connected is not in the lobby", made.status == 201 and shown(server) == [], shown(server))
    table = made.json()["table"]
    w = Player(server).open(table)
    w.drain()
    check("nor if a stranger looks at it", shown(server) == [])
    a = Player(server, token=made.headers["set-cookie"].split("=", 1)[1].split(";")[0]).open(table)
    a.drain()
    check("when its owner comes it is", a.seat == 1 and shown(server) == [table], shown(server))
    clock.go(200)
    check("and stays", shown(server) == [table])
    a.close()
    w.do("mine")
    check("when they leave it stays for a while", shown(server) == [table])
    clock.go(30)
    check("a while", shown(server) == [table])
    a = Player(server, token=a.token).open(table)
    a.drain()
    clock.go(200)
    check("who comes back finds it as it was", shown(server) == [table])
    a.close()
    w.do("mine")
    for _ in range(4):
        clock.go(20)
        w.do("mine")
    check("then it is gone from it", shown(server) == [], shown(server))
    w.do("shut")
    w.open(table)
    w.drain()
    check("a stranger does not bring it back", shown(server) == [])
    b = Player(server)
    own = [b.create(**wish) for _ in range(5)]
    check("of one owner three at most", shown(server) == own[:1:-1], shown(server), own)
    clock.go(200)
    check("whoever is connected is there, even elsewhere", shown(server) == own[:1:-1], shown(server))
    a = Player(server, token=a.token).open(table)
    a.drain()
    check("those of others come behind", shown(server) == [*own[:1:-1], table], shown(server))
    server.kill()
    server.start()
    # Where they came from is not known any more, so they are two hosts now, who take turns.
    check("after a crash they are still there", shown(server) == [own[4], table, own[3], own[2]], shown(server), own, table)
    for _ in range(4):
        clock.go(20)
        server.ask("GET", "/api/me")
    check("but not for long", shown(server) == [], shown(server))
    w = Player(server).open(table)
    w.do("sit")
    check("whoever sits down brings it back", shown(server) == [table], shown(server))
    w.close()
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])


def main():
    lobby()
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
