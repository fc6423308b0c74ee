"""Two servers on one PostgreSQL database: what they have to agree on besides tables. Links work once, tokens end at both (once, also if both are asked),
newcomers and addresses are counted together, and the lobby knows who is connected where. `test_server_together.py TAMBO`."""
import concurrent.futures
import re
import signal
import subprocess
import sys
import time

import ws
from postgres_kit import Postgres, as_nobody
from server_kit import Player, Server, check, done
from server_play import Actor, all_over, pump

TAMBO = sys.argv[1]
WIDE = ("--rate", "10000", "--burst", "10000", "--player-rate", "10000", "--player-burst", "10000")
WISH = {"game": "temple", "seats": 2, "public": True}


class Node(Server):
    """A server that shares a store."""

    def __init__(self, url, *args):
        super().__init__(TAMBO, None, *(args or self.FAST), TAMBO_STORE=url)


def until(fits):
    """Waits for something another server does."""
    end = time.monotonic() + ws.PATIENCE
    while not fits() and time.monotonic() < end:
        time.sleep(0.05)
    return fits()


def token_of(answer):
    return answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]


def tokens(one, two):
    first = one.ask("POST", "/api/me", {"name": "Ana"})
    player, token = first.json()["player"], token_of(first)
    check("a token is good at both", two.ask("GET", "/api/me", token=token).json() == first.json())
    link = one.ask("POST", "/api/link", {}, token).json()["link"]
    used = [n.ask("POST", "/api/me", {"link": link}).status for n in (two, one, two)]
    check("a link works once, wherever", used == [200, 403, 403], used)
    a, b, other = Player(one, token=token), Player(two, token=token), Player(two)
    fresh = one.ask("POST", "/api/me", {"end": True}, token)
    check("tokens end", fresh.json() == first.json())
    codes = [p.line.until_gone() for p in (a, b)]
    check("connections at both are closed", codes == [4001, 4001] and other.do("mine")["ok"], codes)
    check("the old token is nobody's at both", all(n.ask("GET", "/api/me", token=token).json()["player"] != player for n in (one, two)))
    check("the new one is good at both", all(n.ask("GET", "/api/me", token=token_of(fresh)).json() == first.json() for n in (one, two)))
    other.close()


def at_once(pg, asks):
    """The answers to endings that have all begun, each by its server, before one of them is done."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        held = subprocess.Popen(pg.psql("tambo"), preexec_fn=as_nobody, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        held.stdin.write("BEGIN; LOCK TABLE era IN SHARE MODE;\n")
        held.stdin.flush()
        locks = "SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation WHERE c.relname = 'era' AND "
        check("it is held", until(lambda: pg.sql(locks + "l.mode = 'ShareLock' AND l.granted") == "1"))
        answers = [pool.submit(ask) for ask in asks]
        check("all wait", until(lambda: int(pg.sql(locks + "NOT l.granted")) == len(asks)))
        held.communicate("COMMIT;\n")
        return [a.result() for a in answers]


def endings(pg, one, two):
    """Tokens that are ended through two servers at once."""
    for ids in (("a", "b"), (None, None), ("a", "a")):
        first = one.ask("POST", "/api/me", {"name": "Ana"})
        token = token_of(first)
        wishes = [{"end": True} | ({"id": id} if id else {}) for id in ids]
        answers = at_once(pg, [lambda n=n, w=w: n.ask("POST", "/api/me", w, token) for n, w in zip((one, two), wishes)])
        good = [a for a in answers if a.status == 200]
        check(f"{ids}: one of them counts, or they are the same", len(good) == (2 if ids[0] == ids[1] == "a" else 1), *answers)
        check(f"{ids}: whoever is told so has a token that works", all(n.ask("GET", "/api/me", token=token_of(a)).json() == first.json() for a in good for n in (one, two)))
        check(f"{ids}: the other is refused, and gets none", all(a.status == 403 and a.json()["error"] == "link" and "set-cookie" not in a.headers
                                                               for a in answers if a not in good), *answers)


def shown(node):
    return [t["id"] for t in node.ask("GET", "/api/tables").json()["tables"]]


def lobby(one, two):
    made = one.ask("POST", "/api/tables", WISH)
    table, token = made.json()["table"], token_of(made)
    check("nobody is there yet", made.status == 201 and shown(one) == shown(two) == [], shown(one), shown(two))
    owner = Player(two, token=token).open(table)
    check("its owner came by the other server", until(lambda: shown(one) == shown(two) == [table]), shown(one), shown(two))
    watcher = Player(one).open(table)
    watcher.drain()
    check("a stranger here does not send it away", until(lambda: [o for o in watcher.passing if o["t"] == "there"][-1:] and shown(one) == [table]), shown(one))
    watcher.close()
    owner.do("mine")
    check("nor when they leave", shown(one) == shown(two) == [table])
    owner.close()


def together(pg):
    url = pg.fresh("bounds")
    nodes = [Node(url, *WIDE, "--newcomers-minute", "20") for _ in range(2)]
    statuses = [nodes[k % 2].ask("POST", "/api/tables", WISH).status for k in range(60)]
    check("newcomers are counted together, in fair shares", 6 <= statuses.count(201) <= 10 and set(statuses) == {201, 429}, statuses.count(201))
    others = [nodes[k % 2].ask("POST", "/api/tables", WISH, Player(nodes[0]).token).status for k in range(2)]
    check("whoever asked for nothing yet is served", others == [201] * 2, others)
    for n in nodes:
        n.kill()
    url = pg.fresh("addresses")
    nodes = [Node(url, *Server.FAST, "--address-hour", "6") for _ in range(2)]
    statuses = [nodes[k % 2].ask("POST", "/api/tables", WISH).status for k in range(10)]
    check("so are addresses", statuses == [201] * 6 + [429] * 4, statuses)
    for n in nodes:
        n.kill()


SLOW = """CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow()"""


def stop_in_commit(pg):
    """A server is told to stop while a commit hangs: nobody hears that it is done."""
    node = Node(pg.fresh("hangs"))
    ana = Player(node, "Ana")
    ana.open(ana.create(game="temple", seats=2))
    Player(node).open(ana.table)  # somebody who hears her
    ana.drain()
    pg.sql(SLOW, "hangs")
    said = ana.send("chat", text="not stored")
    time.sleep(1)  # until the commit is under way
    node.process.terminate()
    try:
        answer = ana.answer(said)
    except ws.Gone:
        answer = None
    check("no answer before its commit, not even at the end", answer is None, answer)
    check("nor the news", not [o for o in ana.stream if o.get("text") == "not stored"], ana.stream[-3:])
    check("it stops all the same", node.process.wait(ws.PATIENCE) == 0)
    check("and the database has nothing of it", "0" in pg.sql(f"SELECT count(*) FROM event WHERE action = '{said}'", "hangs"))


def figure(node, name):
    return float(re.search(rf"^{name} (\S+)$", node.ask("GET", "/metrics").body.decode(), re.M)[1])


def answers_of(p, ids):
    """To these messages, as they come."""
    while ids:
        o = p.take(p.line.get())
        if o.get("re") in ids:
            ids.remove(o["re"])
            yield o


def flood(pg):
    """The database hangs, and some send what they can: what waits is bounded, whoever runs it can look, and all is answered."""
    node = Node(pg.fresh("flood"), *WIDE)
    check("what the database has was counted", until(lambda: "tambo_tables" in node.ask("GET", "/metrics").body.decode()))
    people = [Player(node) for _ in range(4)]
    for p in people:
        p.open(p.create(game="temple", seats=2))
        p.drain()
    pg.send(signal.SIGSTOP)
    sent = [(p, p.send("chat", text="x" * 15000)) for _ in range(30) for p in people]
    check("it still tells how it is", until(lambda: node.ask("GET", "/healthz").status in (200, 503) and figure(node, "tambo_work_waiting") > 0))
    taken = 128 * 1024 * len(people)
    check("what waits is bounded", until(lambda: figure(node, "tambo_messages_total") >= len(sent)) and 0 < figure(node, "tambo_work_bytes") <= taken,
          figure(node, "tambo_work_bytes"))
    pg.send(signal.SIGCONT)
    answers = [o["error"] for p in people for o in answers_of(p, {id for q, id in sent if q is p})]
    check("each is answered", set(answers) >= {"rate"} and set(answers) <= {"rate", "seat", "store"}, answers)
    check("most of them are too many", answers.count("rate") >= len(sent) - 8 * len(people) - 4, answers.count("rate"))
    check("nothing is left", until(lambda: figure(node, "tambo_work_bytes") == 0), figure(node, "tambo_work_bytes"))
    check("what has too many parts is not even read", people[0].refused("chat", text=[{}] * 1000) == "json" and node.ask(
        "POST", "/api/me", {"name": [{}] * 1000}).json() == {"error": "json", "text": "This has too many parts."})
    node.kill()


def days(pg, one, two):
    """Games of the day through both: one table, one result, one circle, one card."""
    today = time.strftime("%Y-%m-%d", time.gmtime())
    people = [Actor(node, f"P{i}") for i, node in enumerate((one, two, one, two))]
    tables = [[node.ask("POST", "/api/daily", {"day": today, "game": "temple"}, p.token).json().get("table") for node in (one, two)] for p in people]
    check("one table each, wherever they ask", all(a == b for a, b in tables) and len({a for a, _ in tables}) == 4, tables)
    check("one secret", one.ask("GET", f"/api/daily/{today}").json()["promise"] == two.ask("GET", f"/api/daily/{today}").json()["promise"])
    for p, (table, _) in zip(people, tables):
        p.open(table)
        p.drain()
    check("they play to the end", pump(people, all_over(people)))
    rows = [node.ask("GET", f"/api/daily/{today}/temple", token=people[0].token).json()["rows"] for node in (one, two)]
    check("one ranking, each once", rows[0] == rows[1] and sorted(r["name"] for r in rows[0]) == ["P0", "P1", "P2", "P3"], rows)
    circle = one.ask("POST", "/api/circles", {"name": "Friends"}, people[0].token).json()["circle"]
    check("a circle is joined at the other", two.ask("POST", "/api/circles", {"join": circle}, people[1].token).status == 200 and
          one.ask("GET", "/api/circles", token=people[1].token).json()["circles"][0]["members"][1]["name"] == "P1")
    card = one.ask("POST", "/api/card", {}, people[0].token).json()["card"]
    check("a card is good at the other", two.ask("POST", "/api/me", {"card": card}).json()["player"] == people[0].player)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        made = [r.json()["card"] for r in pool.map(lambda node: node.ask("POST", "/api/card", {}, people[0].token), 3 * (one, two))]
    one.ask("POST", "/api/card", {"end": True}, people[0].token)
    good = [two.ask("POST", "/api/me", {"card": c}).status for c in (card, made[0], made[-1])]
    left = pg.sql(f"SELECT count(*) FROM card WHERE player = '{people[0].player}'")
    check("all cards end, also those made at the same time", good == [403] * 3 and left == "0", good, left)
    said = [node.ask("POST", "/api/daily", {"day": today, "puzzle": True, "at": 0, "claim": claim}, people[0].token).json()
            for node, claim in ((one, "b2 crop 1"), (two, "b2 crop 2"), (one, "b3 crop 1"), (two, "b3 crop 2"))]
    answers = [s["answers"] for s in said if "answers" in s]
    check("of answers the first counts", all(a == answers[0] and len(a) == 1 for a in answers), said)
    for p in people:
        p.close()


def main():
    with Postgres() as pg:
        url = pg.url()
        one, two = Node(url), Node(url)
        tokens(one, two)
        endings(pg, one, two)
        lobby(one, two)
        days(pg, one, two)
        key = subprocess.run([TAMBO, "db", "rotate-key", "--yes", "--db", url], capture_output=True, text=True, check=False)
        check("no other key while they run", key.returncode == 2 and "stop all of them first" in key.stderr, key)
        check("both stop in order", [n.stop() for n in (one, two)] == [0, 0], one.read_log()[-500:], two.read_log()[-500:])
        key = subprocess.run([TAMBO, "db", "rotate-key", "--yes", "--db", url], capture_output=True, text=True, check=False)
        check("another key when they are gone", key.returncode == 0, key)
        together(pg)
        flood(pg)
        stop_in_commit(pg)
    done()


main()
