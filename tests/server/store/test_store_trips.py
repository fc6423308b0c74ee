"""How often each action and request asks a database that is somewhere else: each of these is a time to wait, in which everything else
at that server waits, too. It prints them all, and none may take more than MOST. `test_store_trips.py TAMBO`."""
import itertools
import re
import sys
import time

from postgres_kit import Postgres
from server_kit import Player, Server, check, done
from server_play import Actor

TAMBO = sys.argv[1]
MOST, TRIES = 4, 3
QUIET = 0.04  # seconds in which whatever an answer leaves to be done asks again


class Node(Server):
    def __init__(self, url):
        super().__init__(TAMBO, None, *self.FAST, TAMBO_STORE=url)
        self.looks, self.own = 0, 0
        self.own = min(-self.look() + self.look() for _ in range(5))

    def look(self):
        """All so far, with those of looking: after each answer of /metrics the tables are counted."""
        time.sleep(QUIET)
        self.looks += 1
        return int(re.search(rb"^tambo_store_requests_total (\d+)$", self.ask("GET", "/metrics").body, re.M).group(1))

    def trips(self):
        """All so far without those of looking, once the database is quiet: between two looks there is nothing else."""
        before, n = self.look(), self.look()
        while n - before != self.own:
            before, n = n, self.look()
        return n - self.own * self.looks


def token_of(answer):
    return answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]


def measured(node, do):
    """The fewest of some tries, each by somebody else: now and then something else is asked meanwhile."""
    fewest, before = None, node.trips()
    for k in range(TRIES):
        do(k)
        now = node.trips()
        n, before = now - before, now
        fewest = n if fewest is None else min(fewest, n)
    return fewest


def routes(node, today):
    """Each request with what it needs, made before."""
    people = [Player(node, f"P{k}") for k in range(TRIES + 1)]
    tokens = [p.token for p in people]
    post = lambda path, body, k=0: node.ask("POST", path, body, tokens[k])
    get = lambda path: lambda k: node.ask("GET", path, token=tokens[k])
    table = people[0].create(game="temple", mode="solo", seats=1)
    circle = post("/api/circles", {"name": "Friends"}).json()["circle"]
    others = [post("/api/circles", {"name": f"More {k}"}, k).json()["circle"] for k in range(TRIES)]
    for k in range(1, TRIES + 1):
        for c in (circle, *others):
            post("/api/circles", {"join": c}, k)
    claims = [f"{x}{y} crop {v}" for x in "abcdef" for y in range(1, 7) for v in range(1, 6)]
    answer = lambda k, at: next(c for c in claims if post("/api/daily", {"day": today, "puzzle": True, "at": at, "claim": c}, k).status == 200)
    first = [answer(k, at) for k in range(TRIES) for at in range(8)][0]
    links = [post("/api/link", {}, k).json()["link"] for k in range(TRIES)]
    cards = [post("/api/card", {}, k).json()["card"] for k in range(TRIES)]
    fresh = [token_of(node.ask("GET", "/api/me")) for _ in range(2 * TRIES)]
    yield from {
        "GET /api/me": get("/api/me"),
        "POST /api/me name": lambda k: post("/api/me", {"name": f"Q{k}"}, k),
        "POST /api/me link": lambda k: node.ask("POST", "/api/me", {"link": links[k]}),
        "POST /api/me card": lambda k: node.ask("POST", "/api/me", {"card": cards[k]}),
        "POST /api/link": lambda k: post("/api/link", {}, k),
        "GET /api/tables": get("/api/tables"),
        "POST /api/tables": lambda k: post("/api/tables", {"game": "temple", "seats": 2}, k),
        "GET /api/tables/mine": get("/api/tables/mine"),
        "GET /api/tables/ID": get(f"/api/tables/{table}"),
        "GET /api/tables/ID/record": get(f"/api/tables/{table}/record"),
        "GET /api/tables/ID/view": get(f"/api/tables/{table}/view"),
        "GET /api/daily": get("/api/daily"),
        "GET /api/daily/DAY": get(f"/api/daily/{today}"),
        "GET /api/daily/DAY/PART": get(f"/api/daily/{today}/puzzle"),
        "GET /api/daily/DAY/PART?circle": get(f"/api/daily/{today}/puzzle?circle={circle}"),
        "POST /api/daily game": lambda k: post("/api/daily", {"day": today, "game": "temple"}, k),
        "POST /api/daily game again": lambda k: post("/api/daily", {"day": today, "game": "temple"}, k),
        "POST /api/daily puzzle": lambda k: node.ask("POST", "/api/daily", {"day": today, "puzzle": True}, fresh[k]),
        "POST /api/daily claim": lambda k: node.ask("POST", "/api/daily", {"day": today, "puzzle": True, "at": 0, "claim": first}, fresh[k]),
        "GET /api/circles": get("/api/circles"),
        "POST /api/circles name": lambda k: node.ask("POST", "/api/circles", {"name": "New"}, fresh[k]),
        "POST /api/circles join": lambda k: node.ask("POST", "/api/circles", {"join": circle}, fresh[k]),
        "POST /api/circles rename": lambda k: post("/api/circles", {"circle": others[k], "rename": "Other"}, k),
        "POST /api/circles leave": lambda k: node.ask("POST", "/api/circles", {"leave": circle}, fresh[k]),
        "POST /api/circles renew": lambda k: post("/api/circles", {"circle": others[k], "renew": True}, k),
        "GET /api/card": get("/api/card"),
        "POST /api/card": lambda k: post("/api/card", {}, k),
        "POST /api/card end": lambda k: post("/api/card", {"end": True}, k),
        "POST /api/me end": lambda k: node.ask("POST", "/api/me", {"end": True, "id": "x"}, fresh[TRIES + k]),
    }.items()
    for p in people:
        p.close()


def actions(node):
    """The same for what goes over a connection, at a table of two."""
    host, guests = Actor(node, "Host"), [Actor(node, f"Guest {k}") for k in range(TRIES)]
    wish = {"game": "temple", "seats": 2}
    tables = [host.create(**wish) for _ in range(TRIES)]
    both = (host, guests[0])

    def turn(k):
        a = next(p for p in both if p.do("legal")["lines"])
        a.finish_turn()

    yield from {
        "name": lambda k: host.do("name", name=f"Host {k}"),
        "lobby": lambda k: host.do("lobby"),
        "mine": lambda k: host.do("mine"),
        "create": lambda k: host.do("create", **wish),
        "open": lambda k: guests[k].open(tables[k]),
        "sit": lambda k: guests[k].do("sit"),
        "chat": lambda k: guests[k].do("chat", text=f"hello {k}"),
        "signal": lambda k: guests[k].do("signal", signal="thanks"),
    }.items()
    host.open(tables[0])
    host.do("start")
    for p in both:
        p.drain()
    yield "view", lambda k: host.do("view")
    yield "legal", lambda k: host.do("legal")
    yield "turn", turn
    for p in (host, *guests):
        p.close()


def main():
    pg = Postgres()
    try:
        node = Node(pg.url())
        today = node.ask("GET", "/api/daily").json()["days"][0]["day"]
        rows = []
        for name, do in itertools.chain(routes(node, today), actions(node)):
            rows.append((name, measured(node, do)))
        for name, n in rows:
            print(f"# {name:32} {n}")
        for name, n in rows:
            check(f"{name}: at most {MOST}", 0 <= n <= MOST, n)
        check("it stops in order", node.stop() == 0, node.read_log()[-1000:])
    finally:
        pg.close()


main()
done()
