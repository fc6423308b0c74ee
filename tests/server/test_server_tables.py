"""Around the games: lobby, seats, codes, owners, rematches, talk, who is there, and every request of the
HTTP API. `test_server_tables.py TAMBO`."""
import subprocess
import sys
import time

import ws
from server_kit import Player, Server, check, done
from server_play import Actor, all_over, pump, run_tambo, seat_all

TAMBO = sys.argv[1]


def there(p):
    p.drain()
    return [o for o in p.passing if o["t"] == "there"][-1]


def lobby(server):
    a, b = Player(server, "Ana"), Player(server, "Ben")
    check("an empty lobby", b.do("lobby")["tables"] == [] and a.do("mine")["tables"] == [])
    private = a.create(game="temple", seats=2)
    table = a.do("create", game="valley", seats=3, public=True, bots=["beginner"], board={"name": "b"})
    heard = next(o for o in iter(b.line.get, None) if o.get("t") == "lobby")
    check("who watches the lobby hears of a new table", [t["id"] for t in heard["tables"]] == [table["table"]], heard)
    row = heard["tables"][0]
    check("a list says what is played", (row["game"], row["seats"], row["free"], row["players"], row["status"], row["code"], row["board"]) == ("valley", 3, 1, 2, "open", table["code"], {"name": "b"}), row)
    check("and who sits there", [(w["seat"], w["kind"], w["name"]) for w in row["who"]] == [(1, "human", "Ana"), (3, "bot", "bot beginner")], row["who"])
    check("a private table is not listed", private not in str(heard))
    check("the request gives the same list", server.ask("GET", "/api/tables").json()["tables"] == heard["tables"])
    b.do("lobby", on=False)
    c = Player(server)
    check("`on` is true or false", c.refused("lobby", on=1) == "json")
    b.open(table["code"].upper())
    check("a code opens the table, in capitals too", b.table == table["table"] and b.seat is None)
    b.do("sit")
    a.open(b.table)
    a.do("start")
    check("what has begun is not in the lobby", c.do("lobby")["tables"] == [] and server.ask("GET", "/api/tables").json()["tables"] == [])
    check("mine has it, and the private one", [t["id"] for t in a.do("mine")["tables"]] in ([b.table, private], [private, b.table]) and [t["id"] for t in b.do("mine")["tables"]] == [b.table])
    mine = server.ask("GET", "/api/tables/mine", token=b.token).json()["tables"]
    check("the request for mine is the same", [t["id"] for t in mine] == [b.table] and mine[0]["status"] == "playing", mine)
    b.passing = []
    time.sleep(1.1)
    b.drain()
    check("who does not watch hears nothing", not [o for o in b.passing if o["t"] == "lobby"])
    for code in ("zzzzzz", "abc", "", "abcdefg", "../../", "a'--bc"):
        check(f"no table has the code {code!r}", c.refused("open", code=code) == "code")
    check("nor such an id", c.refused("open", table="aaaaaaaaaaaa") == "table" and c.refused("open", table="x") == "table" and c.refused("open") == "json")
    check("`last` is a number", c.refused("open", table=b.table, last=-1) == "json" and c.refused("open", table=b.table, last="1") == "json")
    check("nothing is open after that", c.refused("view") == "table" and c.refused("sit") == "table")
    c.open(b.table)
    c.drain()
    n = len(c.stream)
    c.do("shut")
    check("a table may be shut", c.refused("view") == "table" and n > 3)
    for p in (a, b, c):
        p.close()


def seats(server):
    a, b, c, d = (Player(server, n) for n in ("Ana", "Ben", "Cem", "Dora"))
    code = a.do("create", game="temple", seats=5)["code"]
    for p in (a, b, c, d):
        p.open(code)
    check("the creator has the first seat", a.seat == 1)
    b.do("sit", seat=4, name="Benno")
    check("a seat is one's own", c.refused("sit", seat=4) == "seat" and c.refused("sit", seat=6) == "seat" and c.refused("sit", seat=0) == "seat")
    check("one sits once", b.refused("sit") == "seat")
    c.do("sit")
    a.drain()
    check("who sits down is seen to be there", there(a) == {"t": "there", "seats": [1, 2, 4], "watching": 1}, there(a))
    check("only the owner gives seats away", c.refused("bot", seat=3, level="beginner") == "owner" and c.refused("free", seat=4) == "owner" and c.refused("start") == "owner")
    check("no such level", a.refused("bot", seat=3, level="genius") == "json" and a.refused("bot", seat=4, level="beginner") == "seat")
    a.do("bot", seat=3, level="casual")
    d.do("sit")
    e = Player(server).open(code)
    check("a full table", e.refused("sit") == "full" and e.refused("sit", seat=2) == "seat")
    a.do("free", seat=3)
    check("an empty seat is not emptied", a.refused("free", seat=3) == "seat")
    check("not before the start", a.refused("turn", lines=["write 1 e1"]) == "waiting" and a.refused("view") == "waiting" and a.refused("legal") == "waiting" and a.refused("record") == "waiting" and a.refused("rematch") == "waiting" and a.refused("replace", seat=2) == "waiting")
    a.do("leave")
    for p in (b, c, d, e):
        p.drain()
    check("the owner left: the next seat has the table", b.all("owner")[-1]["player"] == c.player and d.all("owner") and e.all("owner"))
    check("and sits there no more", there(e) == {"t": "there", "seats": [2, 4, 5], "watching": 2}, there(e))
    check("who left owns nothing", a.refused("start") == "owner" and a.refused("leave") == "seat")
    d.do("leave")
    d.do("sit", seat=5)
    c.do("start")
    for p in (a, b, c, d, e):
        p.drain()
    starts = {p: p.all("start")[0]["seat"] for p in (a, b, c, d, e)}
    check("free seats vanish, the others move up", [starts[p] for p in (a, b, c, d, e)] == [None, 2, 1, 3, None], starts)
    check("with their names", c.all("start")[0]["names"] == ["Cem", "Benno", "Dora"] and "seat 2: Benno" in c.all("start")[0]["head"], c.all("start"))
    check("nobody sits down any more", a.refused("sit") == "started" and c.refused("start") == "started" and c.refused("bot", seat=1, level="beginner") == "started" and c.refused("free", seat=1) == "started")
    check("who is there", there(e) == {"t": "there", "seats": [1, 2, 3], "watching": 2}, there(e))
    b.close()
    end = time.monotonic() + ws.PATIENCE
    while there(e)["seats"] == [1, 2, 3] and time.monotonic() < end:
        time.sleep(0.01)
    check("and who is gone", there(e) == {"t": "there", "seats": [1, 3], "watching": 2}, there(e))
    twice = Player(server, token=c.token).open(code)
    check("two lines of one player are one", there(e)["seats"] == [1, 3], there(e))
    x = Player(server, "Xi")
    t = x.create(game="temple", seats=3)
    x.open(t)
    check("too few to start", x.refused("start") == "setup")
    x.do("bot", level="beginner")
    x.do("leave")
    x.drain()
    check("without people the table is closed", x.stream[-1]["t"] == "closed" and x.do("mine")["tables"] == [], x.stream[-3:])
    check("for good", x.refused("sit") == "started" and x.refused("rematch") == "waiting" and x.refused("chat", text="?") == "seat")
    y = Player(server).open(t)
    y.drain()
    check("it is told to who comes later", [o["t"] for o in y.stream] == [o["t"] for o in x.stream], y.stream)
    for p in (a, c, d, e, x, y, twice):
        p.close()


def talk(server):
    (a, b, c), (w,) = seat_all(server, 3, 1, game="temple", seats=3)
    b.do("mute", seat=1, on=True)
    a.do("chat", text="Grüße, \"все\" 你好 👍 <b>")
    a.do("signal", signal="well-played")
    c.do("chat", text="yes")
    for p in (a, b, c, w):
        p.drain()
    heard = lambda p: [o.get("text") or o.get("signal") for o in p.stream if o["t"] in ("chat", "signal")]
    check("what is said is heard by all, spectators too", heard(w) == heard(c) == heard(a) == ["Grüße, \"все\" 你好 👍 <b>", "well-played", "yes"], heard(w))
    check("but by nobody who does not want to", heard(b) == ["yes"] and b.all("mute") == [{"t": "mute", "seat": 1, "on": True}], b.stream)
    check("others do not hear who is muted", not a.all("mute") and not w.all("mute"))
    for signal in ("look c4", "divine", "nonsense", "", "hello "):
        check("signals about a game are for that game", a.refused("signal", signal=signal) == "json", signal)
    b.do("mute", seat=1, on=False)
    a.do("signal", signal="yes")
    b.drain()
    check("and later again", heard(b) == ["yes", "yes"])
    check("only ready-made signals", a.refused("signal", signal="rude") == "json" and a.refused("signal") == "json")
    check("nobody mutes themselves", a.refused("mute", seat=1, on=True) == "seat")
    check("a mute needs a seat and a wish", a.refused("mute", seat=9, on=True) == "seat" and a.refused("mute", seat=2) == "json")
    check("a spectator is quiet", w.refused("chat", text="hi") == "seat" and w.refused("signal", signal="yes") == "seat" and w.refused("mute", seat=1, on=True) == "seat")
    again = Player(server, token=b.token).open(b.table)
    again.drain()
    check("all of it is the same when read again", again.numbered() == b.numbered() and not again.all("mute"), again.stream, b.stream)
    for p in (a, b, c, w, again):
        p.close()


def game_talk(server):
    """COO-3: together one talks about everything, by signals of the game too."""
    (a, b), _ = seat_all(server, 2, 0, game="tiwanaku", mode="coop-easy", seats=2, board={"name": "tiny-1"})
    said = ["look c4", "reach a1", "arrow valley condor", "divine", "explore"]
    for signal in said:
        a.do("signal", signal=signal)
    b.drain()
    check("signals about the game are heard", [o["signal"] for o in b.all("signal")] == said, b.stream)
    wrong = ("look", "look ", "look  c4", "look C4", "look c4 d5", "reach abcdefghi", "arrow valley", "arrow valley \u00fc", "divine!", "xlook c4", "look *")
    check("and nothing that only looks like it", all(a.refused("signal", signal=s) == "json" for s in wrong))
    for p in (a, b):
        p.close()


def early_talk(server):
    """Who is muted before the start is a person, not a seat."""
    a, b, c, d = (Player(server, n) for n in ("Ana", "Ben", "Cem", "Dora"))
    table = a.create(game="temple", seats=4)
    for p in (a, b, c, d):
        p.open(table)
    b.do("sit", seat=3)
    c.do("sit", seat=4)
    a.do("mute", seat=4, on=True)
    c.do("chat", text="Cem at 4")
    c.do("leave")
    d.do("sit", seat=4)
    d.do("chat", text="Dora at 4")
    a.do("mute", seat=4, on=True)
    a.do("mute", seat=2, on=True)  # nobody sits there
    a.do("start")
    d.do("chat", text="Dora at 3")
    b.do("chat", text="Ben at 2")
    a.drain()
    heard = [(o["seat"], o["text"]) for o in a.all("chat")]
    check("a mute stays with the person", heard == [(4, "Dora at 4"), (2, "Ben at 2")], heard)
    for p in (a, b, c, d):
        p.close()


def rematch(server):
    for game, wish in (("temple", {"seats": 3, "bots": ["beginner"]}), ("tiwanaku", {"seats": 2, "board": {"size": "tiny", "grade": "gentle"}, "speed": {"kind": "days", "days": 2}})):
        (a, b), (w,) = seat_all(server, 2, 1, game=game, **wish)
        check(f"{game}: no rematch before the end", a.refused("rematch") == "waiting")
        check(f"{game}: played", pump([a, b, w], all_over([a, b, w])))
        ids = [(p, p.send("rematch", id=f"re-{p.seat}")) for p in (a, b)]  # both at the same time
        tables = [p.answer(id)["table"] for p, id in ids]
        check(f"{game}: one rematch for both", tables[0] == tables[1], tables)
        w.drain()
        check(f"{game}: it is told at the old table", w.stream[-1] == {"n": w.last, "t": "next", "at": w.at, "table": tables[0]} and len(w.all("next")) == 1, w.stream[-2:])
        check(f"{game}: a spectator has none", w.refused("rematch") == "seat")
        check(f"{game}: asking again is no error", "again" not in a.do("rematch", id="re-1"))
        check(f"{game}: asking again changes nothing", a.do("rematch", id="re-1")["table"] == tables[0] and a.do("rematch")["table"] == tables[0])
        n = Actor(server).open(tables[0])
        n.drain()
        old, new = a.stream[0], n.stream[0]
        check(f"{game}: with the same settings", all(old[k] == new[k] for k in ("game", "mode", "seats", "board", "options", "speed", "public", "hints")), old, new)
        people = [o for o in n.stream if o["t"] == "seat" and o["kind"] == "human"]
        check(f"{game}: both sit there", {o["player"] for o in people} == {a.player, b.player} and {o["name"] for o in people} == {"P1", "P2"}, people)
        owner, other = (a, b) if new["owner"] == a.player else (b, a)
        for p in (owner, other):
            p.open(tables[0])
        owner.do("start")
        for p in (owner, other):
            p.seat = p.until(lambda o: o["t"] == "start")["seat"]
        check(f"{game}: and can be played", pump([a, b], all_over([a, b])))
        if game == "tiwanaku":
            maps = []
            for t in (w.table, a.table):
                record = server.ask("GET", f"/api/tables/{t}/record").body.decode()
                maps.append(record.split("terrain:")[1].split("end")[0])
            check("a made map is another the next time", maps[0] != maps[1], maps)
        for p in (a, b, w, n):
            p.close()


def rematch_again(server):
    """An id that was used for something else, and a rematch that everybody left."""
    a = Player(server, "Ana")
    a.open(a.create(game="temple", seats=2, bots=["beginner"]))
    a.do("mute", id="used", seat=2, on=True)
    a.do("leave")
    a.until(lambda o: o["t"] == "over")
    # It would fail the whole turn of the loop, whoever else did something in it.
    check("an id that was used before spoils no rematch", a.refused("rematch", id="used") is None, server.read_log()[-500:])
    (c, d), _ = seat_all(server, 2, 0, game="temple", seats=2)
    check("played", pump([c, d], all_over([c, d])))
    old = c.table
    empty = c.do("rematch")["table"]
    c.open(empty)
    c.do("leave")
    c.until(lambda o: o["t"] == "closed")
    again = d.do("rematch")["table"]
    check("a rematch that everybody left is not the last one", again != empty, again)
    d.drain()
    check("the new one is told, too", d.all("next")[-1]["table"] == again, d.all("next"))
    c.open(old)
    check("and it is one for both", c.do("rematch")["table"] == again and d.do("rematch")["table"] == again)
    for p in (a, c, d):
        p.close()


def rights(server):
    """The record as different people may have it."""
    for game in ("temple", "tiwanaku"):
        (a, b), (w,) = seat_all(server, 2, 1, game=game, seats=2)
        url = f"/api/tables/{a.table}/record"
        for _ in range(3):
            for p in (a, b):
                p.finish_turn()
        first = next(p for p in (a, b) if p.do("legal")["lines"])
        line = first.do("legal")["lines"][0]
        first.do("turn", lines=[line])
        other = b if first is a else a
        texts = {who: server.ask("GET", url, token=t).body.decode() for who, t in (("own", first.token), ("other", other.token), ("spectator", w.token), ("stranger", None), ("wrong", "x" * 60))}
        check(f"{game}: others all get the same", texts["other"] == texts["spectator"] == texts["stranger"] == texts["wrong"], texts)
        check(f"{game}: by either protocol", first.do("record")["record"] == texts["own"] and w.do("record")["record"] == texts["spectator"])
        if game == "temple":
            check("the own sealed move is in one's own record only", texts["own"] == texts["other"] + f"{first.seat} {line}\n", texts)
            for who, text in texts.items():
                check(f"{who}: it replays", run_tambo(TAMBO, "replay", text)[0] == 0)
        else:
            check("the map is in nobody's", all("terrain:" not in t and "crops:" not in t and "salt" not in t for t in texts.values()), texts["own"])
        views = [server.ask("GET", f"/api/tables/{a.table}/view", token=p.token).json() for p in (a, b, w)]
        check(f"{game}: each has a view of one's own", [v["viewer"] for v in views[:2]] == [1, 2] and views[2] == w.do("view")["view"], views[2]["viewer"])
        for p in (a, b, w):
            p.close()


def sent_again(server):
    """Actions of no table: a new one is made once; a name is what was said last."""
    a, b = Player(server), Player(server)
    for what, wish in (("temple", {"seats": 2}), ("tiwanaku", {"seats": 2, "board": {"size": "tiny"}})):  # a map is made, or not
        first = a.do("create", id=what, game=what, **wish)
        again = a.do("create", id=what, game="valley", seats=1)
        check(f"{what}: a table that was made is told again", "again" not in first and {k: again.get(k) for k in ("table", "code", "again")} == {"table": first["table"], "code": first["code"], "again": True}, first, again)
        other = b.do("create", id=what, game=what, **wish)
        check(f"{what}: somebody else's same id is another table", "again" not in other and other["table"] != first["table"], other)
    ids = [a.send("create", id="twice", game="tiwanaku", seats=2) for _ in range(2)]  # both before the map is there
    both = [a.answer(i) for i in ids]
    check("twice at once is one table", both[0]["table"] == both[1]["table"] and [x.get("again") for x in both] == [None, True], both)
    check("each is listed once", len(a.do("mine")["tables"]) == 3)
    names = [a.do("name", id=id, name=name) for id, name in (("n1", "Ana"), ("n1", "Ana"), ("n2", "Bea"), ("n1", "Ana"))]
    check("a name is what was said last", a.do("hello", v=2)["name"] == "Ana" and not [x for x in names if "again" in x], names)
    for p in (a, b):
        p.close()


def back_in_time(server):
    """A server set back to a backup: whoever has more than it has, or something else, begins anew."""
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2)
    b.do("chat", text="before")
    for p in (a, b, w):
        p.drain()
    copy = server.db + ".copy"
    made = subprocess.run([TAMBO, "backup", "--db", server.db, copy], capture_output=True, check=False)
    check("a backup is made", made.returncode == 0, made.stderr)
    kept = w.numbered()
    for k in range(4):
        a.do("chat", text=f"after {k}")
        w.drain()
    far = (w.last, w.at)
    again = Server(TAMBO, copy, *Server.FAST, "--think-ms", "30")
    for p in (a, b, w):
        p.lose()
        p.server = again
    w.back()
    check("who is ahead of the server begins anew", {"t": "anew"} in w.passing, w.passing)
    check("and has what the server has", w.numbered() == kept, w.numbered(), kept)
    b.last, b.at = far
    b.back()
    for k in range(6):
        b.do("chat", text=f"another way {k}")
    w.drain()
    good, w.passing = w.numbered(), []
    w.lose().back()
    check("who has what the server has does not", {"t": "anew"} not in w.passing and w.numbered() == good, w.passing)
    w.lose()
    w.last, w.at = far  # that number is another event by now
    w.back()
    check("who has another event of that number begins anew", {"t": "anew"} in w.passing and w.numbered() == good, w.passing, w.numbered())
    w.lose()
    w.last, w.at, w.passing = far[0], 0, []
    w.back()
    check("who does not say when it was is believed", {"t": "anew"} not in w.passing, w.passing)
    check("`at` is a number, too", w.refused("open", table=w.table, last=1, at="x") == "json" and w.refused("open", table=w.table, last=1, at=-1) == "json")
    check("the other server stops well", again.stop() == 0)


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "30")
    lobby(server)
    seats(server)
    talk(server)
    early_talk(server)
    game_talk(server)
    rematch(server)
    rematch_again(server)
    sent_again(server)
    rights(server)
    back_in_time(server)
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
