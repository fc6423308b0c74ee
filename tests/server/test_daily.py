"""Games of the day at a real server: windows, the first try, what nobody may learn before, rankings, circles and recovery
cards. `test_daily.py SERVER_JUMP TAMBO few|all`. Time goes by as the test says (machine_clock.c)."""
import calendar
import datetime
import hashlib
import hmac
import json
import re
import sqlite3
import subprocess
import sys

from server_kit import Clock, Player, Refusal, Server, check, done
from server_play import Actor, all_over, pump, run_tambo

JUMP, TAMBO, MUCH = sys.argv[1], sys.argv[2], sys.argv[3] != "few"
GAMES = ("temple", "valley", "tiwanaku")
HOUR = 3600


def utc(text):
    return calendar.timegm(datetime.datetime.strptime(text, "%Y-%m-%d %H:%M").timetuple())


class World:
    """A server on a machine where it is that time (UTC)."""

    def __init__(self, text, *args, db=None):
        self.clock = Clock()
        self.clock.put(1, utc(text) * 1000000 - self.clock.get(0))
        wide = [x for k in range(0, len(Server.FAST), 2) if Server.FAST[k] not in args for x in Server.FAST[k:k + 2]]
        self.server = Server(JUMP, db, *wide, *args, CLOCK=self.clock.name)
        self.people = []

    def player(self, *args, kind=Player):
        self.people.append(kind(self.server, *args))
        return self.people[-1]

    def go_to(self, text):
        self.clock.go(utc(text) - self.clock.wall)

    def ask(self, method, path, body=None, token=None):
        return self.server.ask(method, path, body, token)

    def day(self, day, token=None):
        return self.ask("GET", f"/api/daily/{day}", token=token).json()

    def part(self, day, part, token):
        return next(p for p in self.day(day, token)["parts"] if p["part"] == part)

    def begin(self, day, game, token):
        return self.ask("POST", "/api/daily", {"day": day, "game": game}, token)

    def stop(self):
        for p in self.people:  # nobody is waited for: the clock stands still
            if p.line:
                p.close()
        check("it stops in order", self.server.stop() == 0, self.server.read_log()[-1000:])


def play(world, actors):
    """They play what they have open to the end."""
    for a in actors:
        a.drain()
    return pump(actors, all_over(actors))


def begin(world, actors, day, games=GAMES):
    """Each plays a game of that day."""
    for i, a in enumerate(actors):
        r = world.begin(day, games[i % len(games)], a.token)
        if r.status != 201:
            return r.body
        a.open(r.json()["table"])
        a.part = games[i % len(games)]
    return None


# ---- windows ----


def windows():
    w = World("2026-11-15 09:59")
    a = w.player("Ana")
    get = lambda: w.ask("GET", "/api/daily", token=a.token).json()
    said = get()
    check("days that are open, and some more", [d["day"] for d in said["days"]][:2] == ["2026-11-14", "2026-11-15"] and len(said["days"]) == 5, said)
    check("a day has its times", said["days"][1]["opens"] == utc("2026-11-14 10:00") * 1000 and said["days"][1]["closes"] == utc("2026-11-16 12:00") * 1000, said["days"][1])
    check("and all games", [p["part"] for p in said["days"][0]["parts"]][:3] == list(GAMES), said["days"][0])
    promises = {d["day"]: d["promise"] for d in said["days"]}
    check("promises are made before, and different", "2026-11-18" in promises and len(set(promises.values())) == 5, promises)
    check("no secret is told", all(d["secret"] is None for d in said["days"]))
    r = w.begin("2026-11-16", "temple", a.token)
    check("not before it is day in UTC+14", r.status == 409 and r.json()["error"] == "waiting", r.status, r.body)
    w.go_to("2026-11-15 10:00")
    r = w.begin("2026-11-16", "temple", a.token)
    check("from then on", r.status == 201, r.status, r.body)
    table = r.json()["table"]
    for zone in range(-12, 15):  # wherever somebody is, their own day is open from its first minute to its last
        local = 1794700800 + 86400 * 3  # 2026-11-18 00:00 there
        here = w.ask("GET", "/api/daily/2026-11-18").json()
        check(f"UTC{zone:+d}: the whole day", here["opens"] <= (local - zone * HOUR) * 1000 and (local + 86400 - 60 - zone * HOUR) * 1000 < here["closes"], zone, here)
    w.go_to("2026-11-17 11:59")
    b = w.player("Ben")
    check("to the last minute in UTC-12", w.begin("2026-11-16", "temple", b.token).status == 201)
    check("the promise was kept", w.day("2026-11-16")["promise"] == promises["2026-11-16"] and w.day("2026-11-16")["secret"] is None)
    w.go_to("2026-11-17 12:00")
    r = w.begin("2026-11-16", "valley", b.token)
    check("and not longer", r.status == 409 and r.json()["error"] == "over", r.status, r.body)
    check("who has begun finds the table", w.begin("2026-11-16", "temple", a.token).json() == {"table": table})
    day = w.day("2026-11-16")
    check("then the secret is told, as promised", hashlib.sha256(bytes.fromhex(day["secret"])).hexdigest() == promises["2026-11-16"], day)
    for path, status in (("2026-11-31", 400), ("1969-12-31", 400), ("x", 400), ("2026-12-24", 404), ("2026-11-16/chess", 404), ("2024-02-29", 200)):
        r = w.ask("GET", f"/api/daily/{path}")
        check(f"{path}: {status}", r.status == status, r.status, r.body)
    r = w.begin("2026-11-17", "chess", a.token)
    check("no such game", r.status == 400 and r.json()["error"] == "setup", r.body)
    w.stop()
    w = World("2026-11-15 09:59", "--no-daily")
    check("it can be off", w.ask("GET", "/api/daily").status == 404 and w.begin("2026-11-15", "temple", None).status == 404)
    w.stop()


# ---- one try ----


def salt_of(secret, part, day, rules, maker):
    return hmac.new(bytes.fromhex(secret), f"tambo daily {part} {day} r{rules} g{maker}".encode(), "sha256").hexdigest()


def one_try():
    w = World("2026-11-16 12:00")
    day = "2026-11-16"
    people = [w.player(f"P{i}", kind=Actor) for i in range(6)]
    check("begun", begin(w, people, day) is None)
    a, b = people[0], people[3]
    check("both play the same", w.part(day, "temple", a.token)["state"] == "begun" and a.until(lambda o: o["t"] == "play")["lines"] == b.until(lambda o: o["t"] == "play")["lines"])
    check("a table says that it is one", a.stream[0]["daily"] == day and not a.stream[0]["public"] and not a.stream[0]["hints"], a.stream[0])
    again = w.begin(day, "temple", a.token).json()["table"]
    check("once more is the same table", again == a.table)
    for do, members in (("leave", {}), ("rematch", {}), ("replace", {"seat": 1})):
        check(f"no {do}", a.refused(do, **members) in ("setup", "waiting"))
    r = w.ask("GET", f"/api/daily/{day}/temple", token=a.token)
    check("no ranking before one's own end", r.status == 409 and r.json()["error"] == "waiting", r.body)
    check("all play to the end", play(w, people), [p.refusals[:2] for p in people])
    check("no salt is told", all(p.over["salt"] is None for p in people), a.over)
    check("no rematch", a.refused("rematch") == "setup")
    records = [p.do("record")["record"] for p in people]
    check("nor does a record tell it", not any("fair-salt" in r or "fair-commit" in r for r in records), records[0][-300:])
    for p in people:
        part = w.part(day, p.part, p.token)
        mine = p.over["result"]["seats"]
        check(f"{p.part}: one's own result", part["state"] == "over" and part["mine"]["points"] == mine[0]["total"] and part["players"] == 2 and part["mine"]["place"] is None
              and part["mine"]["of"] == 2, part, mine)
        check("and what the other side has", part["mine"]["against"] == (mine[1]["total"] if len(mine) > 1 else None), part, mine)
    ranking(w, day, people)
    check("nothing happens after the end", all(p.refused(do, **more) for p in people for do, more in (("mute", {"seat": 1, "on": True}), ("chat", {"text": "hm"}), ("turn", {"lines": []}))))
    closing(w, day, people)
    w.stop()


def ranking(w, day, people):
    for game in GAMES:
        two = [p for p in people if p.part == game]
        rows = w.ask("GET", f"/api/daily/{day}/{game}", token=two[1].token).json()["rows"]
        lead = lambda p: [s["total"] for s in p.over["result"]["seats"]]
        better = sorted(two, key=lambda p: (lead(p)[1] - lead(p)[0], -lead(p)[0]) if len(lead(p)) > 1 else (-lead(p)[0], 0))
        check(f"{game}: the better one first", [r["points"] for r in rows] == [p.over["result"]["seats"][0]["total"] for p in better], rows)
        check(f"{game}: it is told who one is", [r["you"] for r in rows] == [r["name"] == two[1].name for r in rows], rows)
        others = w.ask("GET", f"/api/daily/{day}/{game}", token=next(p for p in people if p.part != game).token)
        check(f"{game}: not to who has not played it", others.status == 409, others.body)


def closing(w, day, people):
    """The day is over everywhere."""
    w.go_to("2026-11-17 12:00")
    secret = w.day(day)["secret"]
    told = json.dumps(w.day(day))
    for p in people:
        record = w.ask("GET", f"/api/tables/{p.table}/record").body.decode()
        status, out, err = run_tambo(TAMBO, "verify", record)
        check(f"{p.part}: everybody can check it", status == 0, out, err, record[-300:])
        status, out, err = run_tambo(TAMBO, "verify", record, "--day", "-", given=told)
        check(f"{p.part}: and that it was of this day", status == 0 and f"day       {day}, the salt follows from its secret" in out, out, err)
        salt = re.search("# fair-salt ([0-9a-f]{64})", record)[1]
        rules = re.search(r"^rules: (\d+)$", record, re.M)
        maker = re.search(r"# fair-map \S+ \S+ g(\d+)", record)
        check(f"{p.part}: its salt follows from the secret", salt == salt_of(secret, p.part, day, rules[1] if rules else 1, maker[1] if maker else 0), record[:200])
    stranger = w.player().open(people[0].table)
    stranger.drain()
    check("everybody may look", stranger.all("over")[0]["salt"] is not None)
    rows = w.ask("GET", f"/api/daily/{day}/temple").json()["rows"]
    check("everybody sees who did how", len(rows) == 2 and not any(r["you"] for r in rows), rows)


def swept():
    """Hosts who keep nothing for long: a day's tables outlast the day."""
    w = World("2026-11-15 10:30", "--keep-days", "1")
    ana = w.player("Ana", kind=Actor)
    check("played at once", begin(w, [ana], "2026-11-16", ("temple",)) is None and play(w, [ana]))
    kept = lambda: w.ask("GET", f"/api/tables/{ana.table}", token=ana.token).status == 200
    nobody = w.ask("GET", "/api/me").headers["set-cookie"].split("=")[1].split(";")[0]
    cards = [w.ask("POST", "/api/card", {}, token).json()["card"] for token in (ana.token, nobody)]
    hold = lambda: [w.ask("POST", "/api/me", {"card": card}).status == 200 for card in cards]

    def look(text):
        w.go_to(text)
        w.server.kill()
        w.server.start()  # what is old goes then
        w.ask("GET", "/api/me")

    look("2026-11-17 11:59")
    check("it is there until the day is over everywhere", kept())
    look("2026-11-18 10:00")
    check("and a while longer", kept() and hold() == [True, True])
    look("2026-11-18 11:30")
    check("then it goes", not kept())
    check("a card goes with the last that it could bring back", hold() == [True, False])
    check("and its result stays", w.part("2026-11-16", "temple", ana.token)["state"] == "over")
    w.stop()


def left_over():
    """Whoever does not play a game to its end can be rid of it, when its day is over."""
    w = World("2026-11-16 12:00", "--max-tables", "1")
    a = w.player("Ana", kind=Actor)
    check("begun", begin(w, [a], "2026-11-16") is None)
    a.drain()
    check("not before", a.refused("leave") == "setup")
    r = w.begin("2026-11-16", "valley", a.token)
    check("it counts as one that goes on", r.status == 429 and r.json()["error"] == "limit", r.body)
    w.go_to("2026-11-17 12:00")
    check("then one may leave", a.do("leave")["ok"])
    w.clock.go(60)
    a.until(lambda o: o["t"] == "over")
    check("a bot played on, and it is nobody's result", w.part("2026-11-16", "temple", a.token)["players"] == 0)
    check("something else can begin", w.begin("2026-11-17", "valley", a.token).status == 201)
    w.stop()


# ---- twins ----

PROMISE = re.compile(rb'"promise":"[0-9a-f]{64}"')


def twin_worlds(n):
    """Two servers with the same players, and different secrets."""
    w = World("2026-11-16 12:00")
    for i in range(n):
        w.player(f"P{i}")
    fresh, middle = w.player("Fresh"), w.player("Middle")
    circle = w.ask("POST", "/api/circles", {"name": "Friends"}, middle.token).json()["circle"]
    for p in (fresh, *w.people[:5]):
        check("joined", w.ask("POST", "/api/circles", {"join": circle}, p.token).status == 200)
    tokens = [p.token for p in w.people]
    w.stop()
    other = World("2026-11-16 12:00")
    other.stop()
    with sqlite3.connect(w.server.db) as c:
        rows = {t: c.execute(f"SELECT * FROM {t}").fetchall() for t in ("meta", "player", "circle", "member")}
    c.close()
    with sqlite3.connect(other.server.db) as c:
        secret = c.execute("SELECT value FROM meta WHERE key = 'daily'").fetchone()[0]
        for t, all in rows.items():
            c.execute(f"DELETE FROM {t}")
            c.executemany(f"INSERT INTO {t} VALUES ({','.join('?' * len(all[0]))})", all)
        c.execute("UPDATE meta SET value = ? WHERE key = 'daily'", (secret,))
    c.close()
    for x in (w, other):
        x.people = []
        x.server.start()
    return w, other, tokens, circle


def play_out(w, tokens, day):
    """All play one game each, some at a time: the ids of their tables."""
    tables = []
    for at in range(0, len(tokens), 50):
        some = [Actor(w.server, token=t) for t in tokens[at:at + 50]]
        problem = begin(w, some, day)
        check(f"{at}: all played to the end", problem is None and play(w, some), problem)
        tables += [a.table for a in some]
        for a in some:
            a.close()
    return tables


def told(w, p, tables, codes, circle, day):
    """All that an observer gets whatever is asked: a list of bytes."""
    seen = []
    for path in ("/api/daily", f"/api/daily/{day}", "/api/daily/2026-11-17", "/api/daily/2026-11-18", "/api/tables", "/api/circles", "/api/card",
                 *(f"/api/daily/{day}/{g}{q}" for g in (*GAMES, "puzzle") for q in ("", f"?circle={circle}", "?circle=aaaabbbbccccdddd")),
                 *(f"/api/tables/{t}{q}" for t in tables for q in ("", "/record", "/view"))):
        for token in (p.token, None):
            r = w.ask("GET", path, token=token)
            seen.append((path, r.status, PROMISE.sub(b"", r.body)))
    figures = w.ask("GET", "/metrics").body.decode()
    seen.append(("/metrics", sorted({line.split()[0] for line in figures.split("\n") if line and not line.startswith("#")})))
    for t in tables:
        seen.append(("open", refusal(p, table=t)))
    for c in codes:
        seen.append(("code", refusal(p, code=c)))
    seen += [("lobby", p.do("lobby")["tables"]), ("again", w.begin("2026-11-19", "temple", p.token).body)]
    return seen


def refusal(p, **members):
    try:
        p.do("open", **members)
    except Refusal as r:
        return r.error, r.text
    return None


def codes_of(w, tables):
    with sqlite3.connect(w.server.db) as c:
        codes = dict(c.execute("SELECT id, code FROM tbl").fetchall())
    c.close()
    return [codes[t] for t in tables]


def middle_game(w, p, day):
    """Somebody is in the middle of a game: what is told of it, without what lies on the table."""
    p.open(w.begin(day, "temple", p.token).json()["table"])
    for _ in range(3):
        p.finish_turn()
    p.drain()
    return [o["t"] for o in p.stream][:4], w.part(day, "temple", p.token)


def twins(n):
    day = "2026-11-16"
    one, two, tokens, circle = twin_worlds(n)
    check("their secrets differ", one.day(day)["promise"] != two.day(day)["promise"])
    seen, middles = [], []
    for w in (one, two):
        tables = play_out(w, tokens[:n], day)
        codes = codes_of(w, tables)
        fresh, middle = w.player(None, tokens[n]), w.player(None, tokens[n + 1], kind=Actor)
        middles.append(middle_game(w, middle, day))
        seen.append([told(w, p, tables, codes, circle, day) for p in (fresh, middle)])
    check("who has not begun, and who is in the middle, hear of nobody's table", all(x[1] == 404 for p in seen[0] for x in p if str(x[0]).startswith("/api/tables/")))
    check("nor by id or code", all(x[1] == (("table", "There is no such table.") if x[0] == "open" else ("code", "There is no table with that code."))
                                   for p in seen[0] for x in p if x[0] in ("open", "code")))
    check("they see that many are done", sum(p["players"] for p in one.day(day, tokens[n])["parts"] if p["part"] in GAMES) == n)
    for k, who in enumerate(("who has not begun", "who is in the middle")):
        a, b = seen[0][k], seen[1][k]
        differ = [(x, y) for x, y in zip(a, b) if x != y]
        check(f"{who}: {len(a)} answers are the same, byte for byte", len(a) == len(b) and not differ, *differ[:3])
    check("the middle of a game is told as such", middles[0] == (middles[0][0], middles[1][1]) and middles[0][1]["mine"] is None, middles)
    crowd(one, day, tokens)
    for w in (one, two):
        w.stop()


def crowd(w, day, tokens):
    """With so many there are places."""
    at = w.part(day, "temple", tokens[0])["mine"]
    rows = w.ask("GET", f"/api/daily/{day}/temple", token=tokens[0]).json()["rows"]
    with sqlite3.connect(w.server.db) as c:
        kept = c.execute("SELECT rank, points FROM result WHERE day = julianday(?) - 2440587.5 AND part = 'temple' ORDER BY rank", (day,)).fetchall()
    c.close()
    ranks, points = [r for r, _ in kept], [p for _, p in kept]
    own = next(r for r in rows if r["you"])
    before = own["place"] - 1
    check("a place among all", at["place"] == own["place"] and at["of"] == len(kept) and at["percent"] == 100 * (len(kept) - 1 - before) // (len(kept) - 1), at, own)
    check("more points are better", points == sorted(points, reverse=True), points)
    check("the first fifty, and oneself", sum(r["you"] for r in rows) == 1 and len(rows) in (50, 51) and [r["points"] for r in rows[:50]] == points[:50], rows)
    check("equals share a place", [r["place"] for r in rows[:50]] == [1 + sum(x < r for x in ranks) for r in ranks[:50]], rows)


# ---- kill -9 ----


def kills(n, times):
    day = "2026-11-16"
    w = World("2026-11-16 12:00")
    people = [w.player(f"P{i}", kind=Actor) for i in range(n)]
    check("begun", begin(w, people, day) is None)
    for a in people:
        a.drain()
    marks = [n * (k + 1) // (times + 1) for k in range(times)]
    for mark in marks:
        pump(people, lambda mark=mark: sum(bool(a.over) for a in people) >= mark)
        heard = {a.player: a.over["result"]["seats"][0]["total"] for a in people if a.over}
        w.server.kill()
        with sqlite3.connect(w.server.db) as c:
            kept = dict(c.execute("SELECT player, points FROM result"))
            over = c.execute("SELECT count(*) FROM tbl WHERE status = 2").fetchone()[0]
        c.close()
        check(f"killed: all {len(heard)} who heard of their end are in the list", all(kept.get(p) == t for p, t in heard.items()), heard, kept)
        check("and every game that is over, once", len(kept) == over, len(kept), over)
        w.server.start()
    check("all play to the end", pump(people, all_over(people)))
    counts = [w.part(day, g, people[0].token)["players"] for g in GAMES]
    check("each is there once", sum(counts) == n, counts)
    w.stop()


# ---- circles ----


def beyond(w, id, token, second, do, ana):
    """Two servers let somebody in at the same moment: the circle is its first 50."""
    player = w.ask("GET", "/api/me", token=token).json()["player"]
    w.server.kill()
    with sqlite3.connect(w.server.db) as c:
        c.execute("INSERT INTO member SELECT circle, ?, number, 'Late', at + 1, until FROM member WHERE circle = ? ORDER BY number DESC LIMIT 1", (player, id))
    c.close()
    w.server.start()
    late = lambda: [c["circle"] for c in w.ask("GET", "/api/circles", token=token).json()["circles"]]
    first = lambda: next(c for c in w.ask("GET", "/api/circles", token=ana.token).json()["circles"] if c["circle"] == id)
    join = lambda: w.ask("POST", "/api/circles", {"join": id}, token).status
    check("behind 50 nobody is in it", late() == [] and len(first()["members"]) == 50 and join() == 409, late())
    check("but can leave", w.ask("POST", "/api/circles", {"leave": id}, token).status == 200 and w.ask("POST", "/api/circles", {"leave": id}, token).status == 404)
    check("with room there is", do(ana, {"circle": id, "remove": second}).status == 200 and join() == 200 and late() == [id] and len(first()["members"]) == 50)


def circles():
    day = "2026-11-16"
    w = World("2026-11-16 12:00")
    ana, ben, cleo = (w.player(name, kind=Actor) for name in ("Ana", "Ben", "Cleo"))
    do = lambda p, body: w.ask("POST", "/api/circles", body, p.token)
    mine = lambda p: w.ask("GET", "/api/circles", token=p.token).json()["circles"]
    names = lambda c: [m["name"] for m in c["members"]]
    who = lambda c, name: next(m["member"] for m in c["members"] if m["name"] == name)
    made = do(ana, {"name": "  Friends "}).json()
    id = made["circle"]
    check("made", made["name"] == "Friends" and re.fullmatch("[a-z2-9]{16}", id), made)
    check("joined, by another name", do(ben, {"join": id, "as": "Benno"}).json() == made)
    check("joining again changes nothing", do(ben, {"join": id, "as": "B"}).json() == made)
    here = mine(ben)[0]
    check("who is in it", names(here) == ["Ana", "Benno"] and {**here, "members": 0} == {"circle": id, "members": 0, "name": "Friends", "mine": False} and mine(ana)[0]["mine"] and not mine(cleo), mine(ben))
    for body, status, error in (({"join": "aaaabbbbccccdddd"}, 404, "unknown"), ({"leave": id}, 404, "unknown"), ({"circle": id, "rename": "X"}, 404, "unknown"), ({"name": ""}, 400, "json"), ({}, 400, "json"),
                                ({"join": "x"}, 404, "unknown")):
        r = do(cleo, body)
        check(f"a stranger: {body}", r.status == status and r.json()["error"] == error, r.status, r.body)
    check("only the first may", do(ben, {"circle": id, "rename": "X"}).status == 403 and do(ben, {"circle": id, "remove": who(here, "Ana")}).status == 403)
    check("renamed", do(ana, {"circle": id, "rename": "Old friends"}).json()["name"] == "Old friends" and mine(ben)[0]["name"] == "Old friends")
    do(cleo, {"join": id})
    check("all play", begin(w, [ana, ben], day, ("temple",)) is None and play(w, [ana, ben]))
    rows = w.ask("GET", f"/api/daily/{day}/temple?circle={id}", token=ana.token).json()["rows"]
    check("results among friends, by their names", sorted(r["name"] for r in rows) == ["Ana", "Benno", "Cleo"] and rows[2] == {"place": None, "name": "Cleo", "points": None, "against": None, "you": False}
          and [r["you"] for r in rows if r["name"] == "Ana"] == [True], rows)
    for query in (f"x=1&circle={id}", f"circle={id}&x=1", f"xcircle=1&circle={id}"):
        check(f"wherever the query has it: {query}", w.ask("GET", f"/api/daily/{day}/temple?{query}", token=ana.token).json()["rows"] == rows)
    check("another query names none", len(w.ask("GET", f"/api/daily/{day}/temple?xcircle={id}", token=ana.token).json()["rows"]) == 2)
    check("not to who has not played", w.ask("GET", f"/api/daily/{day}/temple?circle={id}", token=cleo.token).status == 409)
    benno = who(here, "Benno")
    check("removed", do(ana, {"circle": id, "remove": benno}).status == 200 and names(mine(ana)[0]) == ["Ana", "Cleo"] and not mine(ben))
    for other in (benno, 1, "", "0" * 16):  # twice at once hits nobody else
        check(f"there is no such member: {other}", do(ana, {"circle": id, "remove": other}).status == 400 and names(mine(ana)[0]) == ["Ana", "Cleo"])
    check("not for who is not in it", w.ask("GET", f"/api/daily/{day}/temple?circle={id}", token=ben.token).status == 404)
    check("the link still lets in who was removed", do(ben, {"join": id, "as": "Benno"}).status == 200)
    check("only the first gives it a new one", do(cleo, {"circle": id, "renew": True}).status == 403 and do(ana, {"circle": id, "renew": False}).status == 400)
    do(ana, {"circle": id, "remove": who(mine(ana)[0], "Benno")})
    renewed = do(ana, {"circle": id, "renew": True})
    link, id = id, renewed.json()["circle"]
    check("the circle has a new link", renewed.status == 200 and id != link and renewed.json()["name"] == "Old friends", renewed.body)
    check("its members stay in it, in order", [c["circle"] for c in mine(ana)] == [c["circle"] for c in mine(cleo)] == [id] and names(mine(cleo)[0]) == ["Ana", "Cleo"] and mine(ana)[0]["mine"], mine(ana))
    check("the old link lets nobody in", do(ben, {"join": link}).status == do(ana, {"circle": link, "rename": "X"}).status == do(ana, {"leave": link}).status == 404 and not mine(ben))
    check("not to its results either", w.ask("GET", f"/api/daily/{day}/temple?circle={link}", token=ana.token).status == 404
          and w.ask("GET", f"/api/daily/{day}/temple?circle={id}", token=ana.token).status == 200)
    check("the new one does", do(ben, {"join": id, "as": "Benno"}).status == 200 and names(mine(ben)[0]) == ["Ana", "Cleo", "Benno"] and do(ben, {"leave": id}).status == 200)
    check("who leaves hands it on", do(ana, {"leave": id}).status == 200 and mine(cleo)[0]["mine"])
    check("the last one ends it", do(cleo, {"leave": id}).status == 200 and do(ana, {"join": id}).status == 404)
    for k in range(20):
        check(f"circle {k + 1}", do(ana, {"name": f"C{k}"}).status == 200)
    r = do(ana, {"name": "One more"})
    check("20 are enough", r.status == 429 and r.json()["error"] == "limit", r.body)
    id = mine(ana)[0]["circle"]
    people = [w.ask("GET", "/api/me").headers["set-cookie"].split("=")[1].split(";")[0] for _ in range(50)]
    said = [w.ask("POST", "/api/circles", {"join": id}, t).status for t in people]
    check("50 in a circle", said == [200] * 49 + [409], said)
    id = do(ana, {"circle": id, "renew": True}).json()["circle"]
    check("also with all of them, in 20 circles", len(next(c for c in mine(ana) if c["circle"] == id)["members"]) == 50 and len(mine(ana)) == 20)
    beyond(w, id, people[49], next(c for c in mine(ana) if c["circle"] == id)["members"][1]["member"], do, ana)
    w.clock.go(300 * 86400)  # they stay while somebody plays
    check("begun", w.begin("2027-09-12", "temple", ana.token).status == 201)
    w.clock.go(200 * 86400)
    check("who plays stays, and the circle with them", any(c["circle"] == id and names(c) == ["Ana"] for c in mine(ana)) and len(mine(ana)) == 20, mine(ana)[:2])
    w.stop()


# ---- the puzzle ----


def run(w, day, token, **answer):
    return w.ask("POST", "/api/daily", {"day": day, "puzzle": True, **answer}, token)


def claims(position):
    """All there is to claim of a position."""
    cols = position["cols"]
    for i, (terrain, crop) in enumerate(zip(position["terrain"], position["crop"])):
        space = f"{'abcdefghi'[i % cols]}{i // cols + 1}"
        yield from (f"{space} crop {v}" for v in range(1, 6) if not crop)
        yield from (f"{space} terrain {v}" for v in range(1, 5) if not terrain)


def puzzle():
    day = "2026-11-16"
    w = World("2026-11-16 12:00")
    ana = w.player("Ana")
    state = lambda: w.part(day, "puzzle", ana.token)
    check("new", state()["state"] == "new" and state()["table"] is None, state())
    first = run(w, day, ana.token).json()
    check("begun", state()["state"] == "begun" and first["at"] == 0 and first["of"] == 8 and first["answers"] == [] and "id" not in first["position"], first)
    right = wrong = None
    for claim in claims(first["position"]):  # each by somebody else
        token = w.ask("GET", "/api/me").headers["set-cookie"].split("=")[1].split(";")[0]
        said = run(w, day, token, at=0, claim=claim).json()
        wrong = wrong or said["verdict"]["verdict"] in ("uncertain", "impossible") and said["verdict"].get("counter")
        if said["verdict"]["verdict"] == "right" and said["verdict"]["steps"]:  # now and then there is no short reason
            right = claim
            break
    check("something is certain", right, first)
    # What is asked is the server's own choice: the first claim may be right.
    check("a wrong one is refuted", wrong or right == next(claims(first["position"])), right)
    for body, status, error in (({"at": 1, "claim": right}, 409, "waiting"), ({"at": 0, "claim": "x"}, 400, "illegal"), ({"at": 0, "claim": 40 * "c"}, 400, "illegal"), ({"claim": right}, 400, "json"),
                                ({"at": -1, "claim": right}, 409, "waiting")):
        r = run(w, day, ana.token, **body)
        check(f"refused: {body}", r.status == status and r.json()["error"] == error, r.status, r.body)
    a = run(w, day, ana.token, at=0, claim=right)
    check("right, with a reason", a.json()["verdict"]["verdict"] == "right" and a.json()["verdict"]["steps"] and a.json()["at"] == 1 and a.json()["answers"] == [{"claim": right, "right": True}], a.body)
    check("the same again is the same", run(w, day, ana.token, at=0, claim=right).body == a.body)
    check("another answer does not count", run(w, day, ana.token, at=0, claim="a1 crop 1").body == a.body)
    w.server.kill()
    w.server.start()
    check("nor after kill -9", run(w, day, ana.token, at=0, claim="a1 crop 1").body == a.body)
    ratings, at = [first["position"]["rating"]], a.json()
    for k in range(1, 8):
        ratings.append(at["position"]["rating"])
        check("no result yet", w.ask("GET", f"/api/daily/{day}/puzzle", token=ana.token).status == 409)
        at = run(w, day, ana.token, at=k, claim=next(claims(at["position"]))).json()
    good = sum(x["right"] for x in at["answers"])
    check("over", at["at"] == 8 and at["position"] is None and state()["state"] == "over" and state()["mine"]["points"] == good >= 1 and state()["players"] == 1, at["answers"], state())
    check("they grow harder", ratings[0] < ratings[-1] and ratings == sorted(ratings) or sum(x > y for x, y in zip(ratings, ratings[1:])) <= 2, ratings)
    check("in the ranking", w.ask("GET", f"/api/daily/{day}/puzzle", token=ana.token).json()["rows"] == [{"place": 1, "name": "Ana", "points": good, "against": None, "you": True}])
    w.clock.go(2 * 86400)
    check("over is over", run(w, day, ana.token).json()["error"] == "over")
    w.stop()


def bounds():
    """Whoever begins with an answer is counted like others; who comes again has nothing new."""
    day = "2026-11-16"
    w = World("2026-11-16 12:00", "--newcomers-minute", "13", "--create-hour", "3")
    ana = w.player()
    said = [run(w, day, ana.token).status for _ in range(6)]
    check("looking at the first position again makes nothing new", said == 6 * [200], said)
    said = [run(w, day, None, at=0, claim="a1 crop 1").status for _ in range(8)]
    check("strangers who answer are counted", 429 not in said[:4] and said[4:] == 4 * [429], said)
    with sqlite3.connect(w.server.db) as c:
        kept = c.execute("SELECT count(*) FROM (SELECT player FROM begun UNION SELECT player FROM answer)").fetchone()[0]
    c.close()
    check("and leave nothing", kept == 5, kept)
    w.stop()


# ---- recovery cards ----


def cards():
    w = World("2026-11-16 12:00")
    ana = w.player("Ana")
    post = lambda body, token=ana.token: w.ask("POST", "/api/card", body, token)
    be = lambda card: w.ask("POST", "/api/me", {"card": card})
    made = lambda: w.ask("GET", "/api/card", token=ana.token).json()["made"]
    token = lambda r: r.headers["set-cookie"].split("=")[1].split(";")[0]
    check("none yet", made() is None)
    first = post({}).json()["card"]
    check("a card", re.fullmatch("[0-9a-f]{20}", first) and made() == int(w.clock.wall * 1000), first)
    r = be(first)
    check("who has it is that player", r.status == 200 and r.json()["player"] == ana.player and r.json()["name"] == "Ana", r.body)
    check("with a token that counts, again and again", w.ask("GET", "/api/me", token=token(be(first))).json()["player"] == ana.player)
    with sqlite3.connect(w.server.db) as c:
        kept = [repr(row) for row in c.execute("SELECT * FROM card")]
        who = [repr(row) for row in c.execute("SELECT * FROM player")]
    c.close()
    check("the file has neither the card nor a token", kept and not any(first in row for row in kept + who), kept)
    second = post({}).json()["card"]
    check("a new one ends the old one", be(first).status == 403 and be(second).json()["player"] == ana.player)
    ended = w.ask("POST", "/api/me", {"end": True}, ana.token)
    check("all tokens end", w.ask("GET", "/api/me", token=ana.token).json()["player"] != ana.player and ended.status == 200)
    lost = w.ask("POST", "/api/me", {"card": second, "end": True}, ana.token)
    check("who comes with it and a token that has ended may end all others", lost.status == 200 and lost.json()["player"] == ana.player, lost.body)
    r = be(second)
    check("the card works still", r.status == 200 and w.ask("GET", "/api/me", token=token(r)).json()["player"] == ana.player, r.body)
    w.server.kill()
    run = subprocess.run([TAMBO, "db", "rotate-key", "--yes", "--db", w.server.db], capture_output=True, check=False)
    w.server.start()
    r = be(second)
    check("another key for tokens leaves cards as they are", run.returncode == 0 and r.status == 200 and w.ask("GET", "/api/me", token=token(r)).json()["player"] == ana.player, run.stderr, r.body)
    new = token(r)
    check("it can be ended", post({"end": True}, new).json() == {"made": None} and be(second).status == 403)
    for card in ("", "x", 20 * "0", 20 * "g", 21 * "0", second.upper()):
        r = be(card)
        if r.status == 429:
            break
        check(f"no card: {card[:8]!r}", r.status == 403 and r.json()["error"] == "link", r.status, r.body)
    said = [be(f"{k:020x}") for k in range(20)]
    check("nobody guesses for long", said[-1].status == 429 and said[-1].json()["error"] == "limit" and int(said[-1].headers["retry-after"]) > 60, said[-1].body)
    w.stop()


windows()
one_try()
left_over()
circles()
swept()
puzzle()
bounds()
cards()
twins(1000 if MUCH else 200)
kills(60 if MUCH else 30, 6 if MUCH else 3)
done()
