"""Simultaneous rounds, and actions sent twice: others see only who is ready, a turn may be replaced and
taken back until the round closes, what is refused changes nothing. `test_server_rounds.py TAMBO`."""
import sys
import time

import ws
from server_kit import Player, Server, check, done
from server_play import dice, seat_all, stored

TAMBO = sys.argv[1]


def refusal(p, do, **members):
    """The whole answer, that must be a refusal."""
    a = p.answer(p.send(do, **members))
    return a if not a["ok"] else {"error": None, "text": str(a)}


def drain(*players):
    for p in players:
        p.drain()


def sealed(server):
    (a, b, c), (w,) = seat_all(server, 3, 1, game="temple", seats=3)
    drain(a, b, c, w)
    before = [len(p.stream) for p in (b, c, w)]
    lines = a.do("legal")["lines"]
    a.do("turn", lines=[lines[0]], round=1)
    drain(a, b, c, w)
    news = [p.stream[n:] for p, n in zip((b, c, w), before)]
    for what, seen in zip(("another player", "a third", "a spectator"), news):
        check(f"{what} sees only that the seat is ready", [{k: v for k, v in o.items() if k != "n"} for o in seen] == [{"t": "ready", "seat": 1}], seen)
    for what, p in (("another player", b), ("a spectator", w)):
        view = str(p.do("view")["view"]) + p.do("record")["record"] + str(p.do("mine")) + server.ask("GET", f"/api/tables/{p.table}").body.decode()
        space = lines[0].split()[-1]
        check(f"no answer to {what} has the sealed move", lines[0] not in view and f"{lines[0].split()[1]} {space}" not in view)
    shown = server.ask("GET", f"/api/tables/{a.table}").json()
    a.do("turn", lines=[lines[-1]], round=1)
    a.do("mute", seat=2, on=True)
    drain(a, b)
    check("nor when that was, in lists", server.ask("GET", f"/api/tables/{a.table}").json() == shown, shown)
    check("a turn is replaced", a.all("yours")[-1]["lines"] == [f"1 {lines[-1]}"], a.all("yours"))
    check("others see nothing of that", len(b.stream) == before[0] + 1, b.stream[before[0]:])
    a.do("back", round=1)
    drain(a, b)
    check("and is taken back", a.all("yours")[-1]["lines"] == [] and b.stream[-1]["ready"] is False, b.stream[-1])
    check("what is not there cannot be taken back", a.refused("back") == "turn")
    a.do("turn", lines=[lines[1]], round=1)
    for p, k in ((b, 2), (c, 3)):
        p.do("turn", lines=[lines[k]], round=1)
    drain(a, b, c, w)
    want = {f"1 {lines[1]}", f"2 {lines[2]}", f"3 {lines[3]}"}
    for p in (a, b, c, w):
        check(f"the reveal to seat {p.seat} has all", set(p.all("round")[0]["lines"][:3]) == want, p.all("round"))
        check("then come the next dice", [line[:6] for line in p.all("round")[0]["lines"][3:]] == ["* roll"], p.all("round"))
    check("the round that is closed is closed", refusal(a, "turn", lines=[lines[4]], round=1)["error"] == "turn")
    check("also for taking back", a.refused("back", round=1) == "turn" and a.refused("back") == "turn")
    return (a, b, c), w


def nothing_changes(server, players, w):
    """Each of these is refused, and nobody hears of it."""
    a = players[0]
    drain(*players, w)
    n = [len(p.stream) for p in (*players, w)]
    legal = a.do("legal")["lines"]
    view = a.do("view")["view"]
    cases = [
        ("illegal", {"lines": ["write 9 a1"]}),
        ("illegal", {"lines": ["sing a song"]}),
        ("illegal", {"lines": [legal[0], legal[0]]}),
        ("illegal", {"lines": ["2 " + legal[0]]}),
        ("illegal", {"lines": ["* roll 1 1 1"]}),
        ("illegal", {"lines": ["x" * 9000]}),
        ("turn", {"lines": [legal[0]], "round": 99}),
        ("turn", {"lines": [legal[0]], "round": 0}),
        ("turn", {"lines": [legal[0]], "round": "2"}),
        ("turn", {"lines": [legal[0]], "round": 2.0}),
        ("json", {"lines": []}),
        ("json", {"lines": legal[0]}),
        ("json", {"lines": [7]}),
        ("json", {"lines": [""]}),
        ("json", {"lines": [legal[0] + "\n" + legal[0]]}),
        ("json", {"lines": ["x"] * 65}),
        ("json", {}),
    ]
    for error, members in cases:
        got = refusal(a, "turn", **members)
        check(f"refused: {str(members)[:60]}", got["error"] == error, got)
        if error == "illegal":
            check("the sentence names the rule", got["text"].rstrip().endswith("]") and "[" in got["text"], got)
    check("64 lines are looked at", refusal(a, "turn", lines=["x"] * 64)["error"] == "illegal")
    check("a spectator does not play", w.refused("turn", lines=[legal[0]]) == "seat" and w.refused("back") == "seat")
    check("a spectator may do nothing", w.do("legal")["lines"] == [] and w.refused("chat", text="hi") == "seat")
    drain(*players, w)
    check("nothing of it changed anything", n == [len(p.stream) for p in (*players, w)] and a.do("view")["view"] == view)
    a.do("turn", lines=["1 " + legal[0]])
    check("the own number may stand in front", a.all("yours")[-1]["lines"] == ["1 " + legal[0]], a.all("yours"))
    a.do("back")


MOST = 170  # bytes to clients that a sealed turn of two takes on average: moves and dice differ in length


def next_of(p, t):
    """Reads up to the next object of that kind."""
    while p.take(p.line.get()).get("t") != t:
        pass


def bytes_of_turns(server):
    """Of Temple at people's own pace, with ids of three letters; without rounds in which sheets are handed on."""
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    took = []
    for k in range(10, 30):
        turns = [p.do("legal")["lines"][0] for p in (a, b)]
        drain(a, b)
        before, handed = a.line.bytes + b.line.bytes, len(a.all("play"))
        a.do("turn", id=f"a{k}", lines=[turns[0]])
        next_of(b, "ready")
        b.do("turn", id=f"b{k}", lines=[turns[1]])
        next_of(a, "round")
        after = a.line.bytes + b.line.bytes
        drain(a, b)
        if a.all("over"):
            break
        if len(a.all("play")) == handed:
            took.append((after - before) / 2)
    print(f"# {min(took)} to {max(took)} bytes to clients for a sealed turn of two players, {sum(took) / len(took)} on average")
    check("a sealed turn takes few bytes", sum(took) / len(took) <= MOST, took)
    for p in (a, b):
        p.close()


def danger(server):
    """In a danger round everybody gets a sheet, and writes on it in secret."""
    for game, verb in (("temple", "mummy"), ("valley", "snake")):
        for _ in range(20):  # one game in a hundred has no such roll
            (a, b), (w,) = seat_all(server, 2, 1, game=game, seats=2)
            came = lambda: w.all("play") and any("* pass" in line for line in w.dice["lines"])
            w.drain()
            while not came() and not w.all("over"):
                for p in (a, b):
                    p.finish_turn()
                w.drain()
            if came():
                break
        lines = a.do("legal")["lines"]
        check(f"{game}: a danger round begins", came() and lines and all(line.startswith(verb) for line in lines), lines)
        a.do("turn", lines=[lines[0]])
        drain(a, b, w)
        check(f"{game}: what is written on another's sheet is sealed, too", not any(f"1 {verb}" in str(o) for p in (b, w) for o in p.stream[-2:]))
        a.do("turn", lines=[lines[-1]])
        b.do("turn", lines=[b.do("legal")["lines"][0]])
        drain(a, b, w)
        shown = w.all("round")[-1]["lines"]
        check(f"{game}: then it is shown", f"1 {lines[-1]}" in shown and len(shown) == 3 and shown[2].startswith("* "), shown)
        for p in (a, b, w):
            p.close()


def where(server):
    """`legal` says to which position it belongs: the round, and one's own lines that come first."""
    (a, b), (w,) = seat_all(server, 2, 1, game="valley", seats=2)
    while not any(line.startswith("write") for line in a.do("legal")["lines"]):  # a snake round
        for p in (a, b):
            p.finish_turn()
    first = a.do("legal")
    now = a.do("view")["view"]["round"]
    check("legal: the round is that of the view, and nothing was done", (first["round"], first["yours"]) == (now, []), first)
    line = next(line for line in first["lines"] if line.startswith("write"))
    a.do("turn", lines=first["yours"] + [line], round=first["round"])
    then = a.do("legal")
    check("legal: what I did in this round is there, as `yours` has it", then["yours"] == [f"1 {line}"] and a.all("yours")[-1]["lines"] == then["yours"], then)
    check("legal: and its lines go on from there", "done" in then["lines"] and "done" not in first["lines"], then)
    others = [p.do("legal") for p in (b, w)]
    check("legal: others see none of it", all(o["yours"] == [] and o["round"] == now for o in others) and others[1]["lines"] == [], others)
    a.do("turn", lines=then["yours"] + ["done"], round=then["round"])
    check("legal: who is ready has nothing to do, but may change it", (a.do("legal")["lines"], len(a.do("legal")["yours"])) == ([], 2))
    b.finish_turn()
    a.drain()
    then = a.do("legal")
    check("legal: the next round begins with nothing", (then["yours"], then["round"]) == ([], now + 1), then)
    check("a turn of the round before is refused", refusal(a, "turn", lines=[line], round=now)["error"] == "turn")
    for p in (a, b, w):
        p.close()
    (a,), _ = seat_all(server, 1, 0, game="tiwanaku", mode="solo-easy", board={"size": "tiny", "grade": "gentle"})
    first = a.do("legal")
    a.do("turn", lines=[first["lines"][0]], round=first["round"])
    check("legal: in an open game what was done is done", a.do("legal")["yours"] == [])
    a.close()


def twice(server):
    """One id, one effect: on the same line, on another, after a restart."""
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2)
    legal = a.do("legal")["lines"]
    n = lambda: (w.drain(), len(w.stream))[1]
    for do, members in (("chat", {"text": "once"}), ("signal", {"signal": "luck"}), ("turn", {"lines": [legal[0]]}), ("back", {}), ("mute", {"seat": 2, "on": True})):
        first = a.do(do, id=f"id-{do}", **members)
        at, mine = n(), (a.drain(), len(a.stream))[1]
        again = a.do(do, id=f"id-{do}", **members)
        other = Player(server, token=a.token).open(a.table)
        third = other.do(do, id=f"id-{do}", **members)
        a.drain()
        check(f"{do} twice does nothing the second time", "again" not in first and again.get("again") and third.get("again") and n() == at and len(a.stream) == mine, first, again, third)
        other.close()
    a.do("turn", id="of-a", lines=[legal[0]])
    check("somebody else's same id is another action", "again" not in b.do("chat", id="id-chat", text="mine"))
    check("an id that was refused may be used again", b.refused("turn", id="bad", lines=["no"]) == "illegal" and "again" not in b.do("turn", id="bad", lines=[legal[1]]))
    w.drain()
    check("the round is closed", len(w.all("round")) == 1)
    check("an old turn's id still does nothing in the next round", a.do("turn", id="of-a", lines=[legal[0]]).get("again"))
    check("nor do those of turns that were replaced", all(a.do(do, id=f"id-{do}", **members).get("again") for do, members in (("turn", {"lines": [legal[0]]}), ("back", {}))))
    t1, t2 = (a.do("create", id="make-1", game="temple", seats=3) for _ in range(2))
    other = Player(server, token=a.token)
    t3 = other.do("create", id="make-1", game="valley", seats=2)
    t4 = server.ask("POST", "/api/tables", {"id": "make-1", "game": "temple"}, a.token).json()
    made = [t["table"] for t in (t1, t2, t3, t4)]
    check("create twice with one id gives one table", len(set(made)) == 1 and t1["code"] == t3["code"], made)
    check("another player's same id gives another", b.do("create", id="make-1", game="temple", seats=3)["table"] != made[0])
    maps = [a.send("create", id="make-2", game="tiwanaku", seats=2) for _ in range(2)] + [other.send("create", id="make-2", game="tiwanaku", seats=2)]
    made = [a.answer(maps[0])["table"], a.answer(maps[1])["table"], other.answer(maps[2])["table"]]
    check("also while its map is being made", len(set(made)) == 1, made)
    check("mine has each once", sorted(t["id"] for t in a.do("mine")["tables"]) == sorted({a.table, t1["table"], made[0]}))
    server.stop()
    server.start()
    for p in (a, b, w):
        p.back()
    check("after a restart, too", a.do("chat", id="id-chat", text="once").get("again") and a.do("create", id="make-1", game="temple")["table"] == t1["table"])
    for p in (a, b, w, other):
        p.close()


def guessing(server):
    """Several lines at once must not be a way to ask about the hidden map and take the question back."""
    (a, b), _ = seat_all(server, 2, 0, game="tiwanaku", seats=2, board={"size": "tiny", "grade": "fair"})
    told = None
    while not a.over:
        p = next((p for p in (a, b) if p.do("legal")["lines"]), None)
        if not p:
            break
        legal = p.do("legal")["lines"]
        guesses = [line for line in legal if line.startswith("divine")]
        if len(guesses) > 1:
            told = {follow: {refusal(p, "turn", lines=[g, follow])["text"] for g in guesses} for follow in ("offer 1", "end", "enter a1")}
            break
        p.do("turn", lines=[dice.choice(legal)])
        drain(a, b)
    check("a guess of a crop with more lines behind it tells nothing", told and all(len(texts) == 1 for texts in told.values()), told)
    check("the guess alone is as good as before", p.do("turn", lines=[guesses[0]])["ok"])
    for p in (a, b):
        p.close()


def breaks(server):
    """A line that breaks again and again while others talk: each time exactly what was missed, with its times."""
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2)
    drain(a, w)
    for k in range(3):
        a.lose()
        time.sleep(1.2)  # longer than any time in which events might count as simultaneous
        b.do("chat", text=f"missed {k}")
        n, a.passing = len(a.stream), []
        a.back()
        missed = [o for o in a.stream[n:] if "n" in o]
        check("after a break: what was missed, and nothing anew", [o.get("text") for o in missed] == [f"missed {k}"] and {"t": "anew"} not in a.passing, a.stream[n:], a.passing)
    w.drain()
    check("after breaks: the same numbers and times as whoever stayed", [(o["n"], o["at"]) for o in a.numbered()] == [(o["n"], o["at"]) for o in w.numbered()], a.numbered())
    for p in (a, b, w):
        p.close()


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "30")
    players, w = sealed(server)
    nothing_changes(server, players, w)
    bytes_of_turns(server)
    danger(server)
    where(server)
    twice(server)
    guessing(server)
    breaks(server)
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    events = [e for list_ in stored(server.db).values() for e in list_]
    check("what was sent again and again is stored once", [e[4] for e in events].count("once") == 1 and [e[3] for e in events].count("of-a") == 1, len(events))
    done()


main()
