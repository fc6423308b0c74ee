"""kill -9 under load, again and again: every acknowledged action is there afterwards, once, and every
table goes on to its end. `test_server_kill.py TAMBO [few]`: few: 10 kills instead of 100."""
import sys
import time

from server_kit import Player, Server, check, done
from server_play import Actor, all_kept, all_over, db_check, dice, finished, pump, seat_all

TAMBO, FEW = sys.argv[1], "few" in sys.argv[2:]
KILLS = 10 if FEW else 100

TABLES = [
    (4, {"game": "temple", "seats": 4}),
    (3, {"game": "temple", "seats": 5, "bots": ["casual", "beginner"]}),
    (2, {"game": "valley", "seats": 4, "bots": ["beginner", "beginner"]}),
    (2, {"game": "tiwanaku", "seats": 3, "bots": ["casual"], "board": {"size": "tiny"}}),
    (2, {"game": "tiwanaku", "mode": "coop-easy", "seats": 2}),
    (1, {"game": "valley", "seats": 1}),
]


class Maker(Actor):
    """Creates tables one after the other, some with a map that has to be made, and looks at none."""

    def step(self):
        if not self.sent and dice.random() < 0.2:
            wish = dice.choice(({"game": "temple", "seats": 2}, {"game": "tiwanaku", "seats": 2, "board": {"size": "tiny"}}))
            self.act("create", **wish)

    def heard(self, o):
        self.table = o.get("table", self.table)
        super().heard(o)

    def again(self):
        self.table = None
        super().again()


class Load:
    """Tables that are played all the time; a new one for each that is over."""

    def __init__(self, server):
        self.server, self.everybody, self.tables, self.over = server, [], [], []
        self.makers = [Maker(server, "Maker") for _ in range(2)]
        self.everybody += self.makers
        for k in range(len(TABLES)):
            self.begin(k)

    def begin(self, k):
        people, wish = TABLES[k]
        actors, watchers = seat_all(self.server, people, 1, **wish)
        for a in actors:
            a.chats = 0.01 if people > 1 else 0  # alone there is nobody to talk to
        self.everybody += actors + watchers
        self.tables.append((k, actors + watchers))

    def renew(self):
        for t in [t for t in self.tables if all_over(t[1])()]:
            self.tables.remove(t)
            self.over.append(t)
            for a in t[1]:
                a.chats = 0
                a.close()
                self.everybody.remove(a)
            self.begin(t[0])


def sealed_after_kill(server):
    """A sealed turn, seen by nobody, survives; taken back after the kill it is gone."""
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    line = a.do("legal")["lines"][0]
    a.do("turn", lines=[line], id="the-turn", round=1)
    server.kill()
    server.start()
    a.back()
    b.back()
    yours = a.all("yours")
    check("a sealed move survives", yours and yours[-1]["lines"] == [f"{a.seat} {line}"], a.stream)
    check("and is still sealed", not b.all("yours") and b.all("ready") and not b.all("round"), b.stream)
    answer = a.do("turn", lines=[line], id="the-turn", round=1)
    check("the same action is known after a kill", answer.get("again") is True, answer)
    a.do("back")
    server.kill()
    server.start()
    a.back()
    b.back()
    check("a turn that was taken back stays taken back", not a.all("yours") and not b.all("ready"), a.stream, b.stream)
    for p in (a, b):
        p.close()


def made(server, load):
    """Each create gave one table, the same to whoever asked again."""
    for a in load.makers:
        a.step = lambda: None
        pump(load.everybody, lambda a=a: not a.sent)
        load.everybody.remove(a)
        a.lost()
        wanted = {id: table for table, id, _ in a.acked}
        again = Player(server, token=a.token)
        same = all(again.do("create", id=id, **{"game": "valley", "seats": 3})["table"] == table for id, table in wanted.items())
        check(f"{len(wanted)} tables were made, each once", same and len(wanted) == len(set(wanted.values())) == len(a.acked) > 10, len(wanted))
        again.close()


def many_kills(server):
    load, slowest = Load(server), 0
    lost = 0
    for k in range(KILLS):
        at = time.monotonic() + dice.random() * 0.25
        pump(load.everybody, lambda: time.monotonic() > at)
        if dice.random() < 0.5:  # answers that nobody has read yet: neither acknowledged nor lost
            for a in load.everybody:
                if a.line:
                    a.step()
            time.sleep(dice.random() * 0.003)
        server.kill()
        began = time.monotonic()
        server.start()
        slowest = max(slowest, time.monotonic() - began)
        for a in load.everybody:
            lost += len(a.sent)
            a.lost()
        pump(load.everybody, lambda: all(a.line for a in load.everybody))
        load.renew()
    print(f"# {KILLS} kills, slowest start {slowest * 1000:.0f} ms, {lost} actions under way, {len(load.over)} games over meanwhile")
    check("actions were under way when it was killed", lost > KILLS / 4, lost)
    for a in load.everybody:
        a.chats = 0
    made(server, load)
    check("all tables go on to their ends", pump(load.everybody, all_over(load.everybody)), [t[1][0].stream[-2:] for t in load.tables if not t[1][0].over])
    actors = [a for t in load.over + load.tables for a in t[1]] + load.makers
    refused = [r for a in actors for r in a.refusals if r[0]["error"] not in ("turn", "rate")]
    check("nothing legal was refused", not refused, refused[:3])
    for k, (_, people) in enumerate(load.tables):
        if people[0].over:
            finished(f"after the kills, table {k + 1}", server, people)
    return actors


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "30")
    sealed_after_kill(server)
    actors = many_kills(server)
    again = Player(server)
    again.close()
    check("it stops in order", server.stop() == 0, server.read_log()[-2000:])
    all_kept("kill -9", server.db, actors)
    db_check("kill -9", TAMBO, server.db)
    check("no fault was logged", " error " not in server.read_log(), [x for x in server.read_log().splitlines() if " error " in x][:5])
    done()


main()
