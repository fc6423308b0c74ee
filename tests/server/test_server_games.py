"""Complete games of all kinds, played by scripted clients on a real server: every stream can be read
again, every record replays and is fair. `test_server_games.py TAMBO [few]`: few: less of it."""
import sys

from server_kit import Server, check, done
from server_play import Actor, all_over, finished, pump, run_tambo, seat_all

TAMBO, FEW = sys.argv[1], "few" in sys.argv[2:]

GAMES = [
    ("temple alone", 1, {"game": "temple", "mode": "solo"}),
    ("valley alone", 1, {"game": "valley", "seats": 1, "board": {"name": "b"}}),
    ("temple, two", 2, {"game": "temple", "seats": 2}),
    ("temple, three and a bot", 3, {"game": "temple", "seats": 4, "bots": ["beginner"]}),
    ("valley, two and two bots", 2, {"game": "valley", "seats": 4, "bots": ["casual", "beginner"]}),
    ("valley, four and a free seat", 4, {"game": "valley", "seats": 5, "public": True}),
    ("tiwanaku, two", 2, {"game": "tiwanaku", "seats": 2, "board": {"name": "tiny-1"}}),
    ("tiwanaku, two and two bots", 2, {"game": "tiwanaku", "seats": 4, "bots": ["beginner", "casual"], "options": {"final-level": 4}}),
    ("tiwanaku easy alone", 1, {"game": "tiwanaku", "mode": "solo-easy", "board": {"size": "tiny", "grade": "gentle"}}),
    ("tiwanaku hard alone", 1, {"game": "tiwanaku", "mode": "solo-hard", "board": {"size": "long", "grade": "tricky"}}),
    ("tiwanaku together, easy", 3, {"game": "tiwanaku", "mode": "coop-easy", "seats": 3}),
    ("tiwanaku together, normal", 2, {"game": "tiwanaku", "mode": "coop-normal", "seats": 3, "bots": ["casual"]}),
    ("tiwanaku together, expert", 4, {"game": "tiwanaku", "mode": "coop-expert", "seats": 4, "board": {"size": "long", "grade": "fiendish"}}),
]


def secrets_kept(what, actors, watchers):
    """Nothing in a stream before its end is what only its end may tell."""
    salt = actors[0].over["salt"]
    early = [o for a in actors + watchers for o in a.stream if o["t"] != "over" and salt in str(o)]
    head = [o["head"] for a in actors + watchers for o in a.stream if o["t"] == "start"]
    check(f"{what}: no salt and no map before the end", not early and not any("terrain:" in h or "crops:" in h for h in head), early, head)
    for w in watchers:
        check(f"{what}: a spectator saw no own turn", not w.all("yours"))


def play_all(server):
    everybody, tables = [], []
    for what, people, wish in GAMES:
        actors, watchers = seat_all(server, people, 1, **wish)
        everybody += actors + watchers
        tables.append((what, actors, watchers))
    good = pump(everybody, all_over(everybody))
    check(f"{len(tables)} tables play to their ends", good, [w for w, a, _ in tables if not a[0].over])
    for what, actors, watchers in tables:
        if not actors[0].over:
            continue
        bad = [r for a in actors for r in a.refusals if r[0]["error"] != "turn"]
        check(f"{what}: nothing legal was refused", not bad, bad[:3])
        finished(what, server, actors + watchers)
        secrets_kept(what, actors, watchers)
        summary = server.ask("GET", f"/api/tables/{actors[0].table}").json()
        check(f"{what}: lists say that it is over", summary["status"] == "over" and "due" not in summary, summary)
    for a in everybody:
        a.close()


def hundred(server, game):
    """A full table, everybody connected, two spectators; records in the middle."""
    what = f"{game}, 100 seats"
    n = 30 if FEW else 100
    actors, watchers = seat_all(server, n, 2, game=game, seats=n)
    everybody = actors + watchers
    there = Actor(server).open(actors[0].table)
    there.drain()
    seen = [o for o in there.passing if o["t"] == "there"]
    check(f"{what}: all are there", seen and len(seen[-1]["seats"]) == n and seen[-1]["watching"] == 3, seen)
    there.close()
    closed = lambda k: lambda: len(watchers[0].all("round")) >= k
    check(f"{what}: four rounds", pump(everybody, closed(4)))
    for p in (actors[3], actors[-1], watchers[0]):
        answer = server.ask("GET", f"/api/tables/{p.table}/record", token=p.token)
        status, out, err = run_tambo(server.tambo, "replay", answer.body.decode())
        check(f"{what}: the record of seat {p.seat} replays before the end", status == 0 and '"over":false' in out, err)
    check(f"{what}: played to the end", pump(everybody, all_over(everybody)), watchers[0].stream[-1:])
    finished(what, server, [actors[0], actors[1], actors[-1], *watchers])
    same = [[o["lines"] for o in a.all("round")] for a in everybody]
    check(f"{what}: everybody saw the same rounds", all(s == same[0] for s in same))
    for a in everybody:
        a.close()


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "50")
    play_all(server)
    hundred(server, "temple")
    hundred(server, "valley")
    check("the server stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
