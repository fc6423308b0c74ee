"""Every limit of the server hit on purpose, and messages that are not what they should be.
`test_server_limits.py TAMBO`."""
import json
import os
import re
import sqlite3
import sys
import threading
import time

import ws
from server_kit import Player, Refusal, Server, check, done
from server_play import all_over, finished, pump, run_tambo, seat_all, stored

TAMBO = sys.argv[1]
WIDE = ("--rate", "10000", "--burst", "10000")


def errors(p, ids):
    """The words of refusal, or None, one for each answer."""
    got = {}
    while not all(id in got for id in ids):
        o = p.take(p.line.get())
        got[o.get("re")] = o.get("error")
    return [got[id] for id in ids]


def line_rate():
    """Over the rate of the line every message with an id is answered, at once and in order; none is lost."""
    server = Server(TAMBO, None, "--rate", "30", "--burst", "60", "--player-rate", "10000", "--player-burst", "100000")
    p = Player(server)
    ids = [f"m{i}" for i in range(100)]
    p.line.raw(b"".join(ws.frame(ws.TEXT, json.dumps({"do": "mine", "id": id}).encode()) for id in ids))
    got = [p.line.get() for _ in ids]
    check("a hundred at once are all answered, in order", [o.get("re") for o in got] == ids, got)
    good, over = [o for o in got if o["ok"]], [o for o in got if not o["ok"]]
    check("as many as the line may send are carried out", 50 <= len(good) <= 70, len(good))
    check("the others are told how long to wait", over and all(o["error"] == "rate" and 1 <= o["wait_ms"] <= 1000 for o in over), over[:2])
    p.line.raw(ws.frame(ws.TEXT, b"no JSON") * 5)
    got = [p.line.get() for _ in range(5)]
    check("what has no id gets an error without one", all(o["t"] == "error" and "re" not in o for o in got), got)
    time.sleep(over[-1]["wait_ms"] / 1000 + 1)
    check("after the wait it is welcome", p.refused("mine") is None)
    p.close()
    check("the server stops well", server.stop() == 0)


def player_rate():
    """The rate of a player counts over all connections; nobody else suffers."""
    server = Server(TAMBO, None, *WIDE, "--player-rate", "1", "--player-burst", "30")
    a = Player(server, "Ana")
    lines = [a, *(Player(server, token=a.token) for _ in range(4))]
    got = [e for k in range(10) for p in lines for e in errors(p, [p.send("mine")])]
    check("too fast over five lines together", set(got) == {None, "rate"} and 15 <= got.count(None) <= 40, got.count(None))
    b = Player(server, "Ben")
    check("others are not slowed down", errors(b, [b.send("mine") for _ in range(20)]) == [None] * 20)
    http = [server.ask("GET", "/api/me", token=a.token).status for _ in range(20)]
    check("requests count, too", 429 in http, http)
    end = time.monotonic() + ws.PATIENCE
    while (word := a.refused("mine")) and time.monotonic() < end:
        time.sleep(1.1)  # what is refused counts for nothing
    check("after a while it goes on", word is None, word)
    try:
        crowd = [Player(server, token=Player(server).token) for _ in range(40)]
        good = len({p.player for p in crowd}) == 40
    except Refusal as r:
        good, crowd = False, [str(r)]
    check("a crowd that says hello at once is let in", good, crowd[0])
    server.kill()


def tables():
    server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--create-hour", "4", "--max-tables", "3")
    a, b = Player(server, "Ana"), Player(server, "Ben")
    for _ in range(3):
        a.do("create", id=f"t{_}", game="temple", seats=2)
    check("too many tables at once", a.refused("create", game="temple", seats=2) == "limit")
    b.open(b.create(game="temple", seats=2))
    check("too many to join another", a.open(b.table).refused("sit") == "limit")
    check("one that exists is given all the same", a.do("create", id="t0", game="temple", seats=2)["table"])
    a.open(a.do("create", id="t0", game="temple", seats=2)["table"])
    a.do("leave")
    check("one less, one more", a.refused("create", game="temple", seats=2) is None)
    a.open(a.do("create", id="t1", game="temple", seats=2)["table"])
    a.do("leave")
    check("too many in an hour", a.refused("create", game="temple", seats=2) == "limit")
    answer = server.ask("POST", "/api/tables", {"game": "temple", "seats": 2}, a.token)
    check("by request as well", answer.status == 429 and answer.json()["error"] == "limit", answer)
    check("that is nobody else's limit", b.refused("create", game="temple", seats=2) is None)
    bad = [b.refused("create", game="chess") for _ in range(20)]
    check("what was refused does not count", set(bad) == {"setup"} and b.refused("create", game="temple", seats=2) is None, bad)
    server.kill()


def newcomers():
    """Players cost nothing: what new ones make is counted for all of them together."""
    server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--newcomers-minute", "20")
    old = Player(server, "Old")
    old.open(old.create(game="temple", mode="solo", seats=1))
    wish = {"game": "temple", "seats": 2}
    made = [server.ask("POST", "/api/tables", wish) for _ in range(40)]
    words = [a.status for a in made]
    check("tables of strangers without a token: a third of a minute's, then no more", words[:6] == [201] * 6 and words.count(201) <= 8 and set(words) == {201, 429}, words)
    refused = [a for a in made if a.status == 429][0]
    check("and how long to wait", refused.json()["error"] == "limit" and int(refused.headers["retry-after"]) <= 61 and "new players" in refused.json()["text"], refused)
    named = [server.ask("POST", "/api/me", {"name": "X"}).status for _ in range(20)]
    check("names count, too", named.count(429) == 20, named)
    words = [Player(server).refused("name", name="Y") for _ in range(20)]
    check("whoever has a token gets what is left to this address", words[0] is None and 1 <= words.count(None) <= 5 and set(words) == {None, "limit"}, words)
    made = [server.ask("POST", "/api/tables", wish, Player(server).token).status for _ in range(5)]
    check("by the other protocol as well", made.count(429) >= 4, made)
    links = [server.ask("POST", "/api/link", {}).json()["link"] for _ in range(15)]
    used = [server.ask("POST", "/api/me", {"link": link}).status for link in links]
    check("links are counted by themselves", used[:8] == [200] * 8 and used[-1] == 429, used)
    check("who has a name may change it", server.ask("POST", "/api/me", {"name": "Older"}, old.token).status == 200 and old.refused("name", name="Oldest") is None)
    check("who has come within the hour is new, even if they play", old.refused("create", **wish) == "limit")
    check("games go on", old.refused("turn", lines=[old.do("legal")["lines"][0]]) is None)
    server.kill()


class Flood(threading.Thread):
    """Somebody who asks for tables without end, 18 a second over one connection; named: each time as somebody new who has a token, so
    that nobody can tell them from people."""

    def __init__(self, server, source, named=False):
        super().__init__(daemon=True)
        self.server, self.named, self.over, self.answers = server, named, threading.Event(), []
        self.http = ws.Http(server.port, source=source)
        self.start()

    def run(self):
        while not self.over.wait(1 / 18):
            headers = {"Content-Type": "application/json"}
            if self.named:
                cookie = self.http.ask("GET", "/api/me").headers["set-cookie"]
                headers["Cookie"] = cookie.split(";")[0]
            self.answers.append(self.http.ask("POST", "/api/tables", headers, b'{"game":"temple","seats":2}').status)

    def end(self):
        self.over.set()
        self.join()
        self.http.close()
        return self.answers


def come_new(server, n, source):
    """So many people come one after the other, as a page does it, and want a table each; the answers."""
    answers = []
    for _ in range(n):
        http = ws.Http(server.port, source=source)
        cookie = http.ask("GET", "/api/me").headers["set-cookie"].split(";")[0]
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        answers.append(http.ask("POST", "/api/tables", headers, b'{"game":"temple","seats":2}').status)
        http.close()
        time.sleep(0.3)
    return answers


def floods():
    """Whoever asks most does not get all: with the options as they are, people from elsewhere get their tables, and a
    flood that says nothing of itself does not even take those of its neighbours."""
    server = Server(TAMBO, None, "--log", "error")
    old = Player(server)
    for source, others in (("127.0.0.2", "127.0.0.1"), ("127.0.1.3", "127.0.1.3")):
        flood = Flood(server, source)
        while 429 not in flood.answers:  # all it can get it has
            time.sleep(0.1)
        made = come_new(server, 15, others)
        check(f"a flood from {source}: all who come from {others} get a table", made == [201] * 15, made)
        link = old.server.ask("POST", "/api/link", {}, old.token).json()["link"]
        check("a second device is no newcomer", server.ask("POST", "/api/me", {"link": link}).status == 200)
        got = flood.end()
        check("the flood does not", got.count(201) <= 45 and set(got[-30:]) == {429}, got.count(201))
    server.kill()
    server = Server(TAMBO, None, "--log", "error")
    flood = Flood(server, "127.0.0.2", named=True)
    while flood.answers.count(429) < 5:
        time.sleep(0.1)
    made = come_new(server, 15, "127.0.0.1")
    check("nor if each of it is somebody else", made == [201] * 15, made)
    flood.end()
    server.kill()


def rows(server):
    """How many rows there are of what is kept for a while."""
    with sqlite3.connect(server.db) as c:
        counts = [c.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("word", "era", "era WHERE request <> ''")]
    c.close()
    return counts


def endings():
    """Tokens end within bounds; and whoever comes with one that has ended, with or without an id, leaves nothing."""
    server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--newcomers-minute", "30")
    tokens = [Player(server).token for _ in range(40)]
    ended = [t for t in tokens if server.ask("POST", "/api/me", {"end": True, "id": "first"}, t).status == 200]
    check("strangers end a minute's share of tokens", 14 <= len(ended) <= 17, len(ended))
    before = rows(server)
    check("each has its row, and one for the answer", before == [0, len(ended), len(ended)], before)
    for body in ({"end": True}, {"end": True, "id": "other"}, {"end": True, "name": "Ana"}):
        said = {server.ask("POST", "/api/me", body, t).status for t in ended for _ in range(5)}
        check(f"{body} with an ended token is refused", said <= {403, 429} and 403 in said, said)
    again = [server.ask("POST", "/api/me", {"end": True, "id": "first"}, t).status for t in ended]
    check("the same again is answered again", set(again) == {200}, again)
    check("and nothing was written", rows(server) == before, rows(server))
    known = Player(server, token=next(t for t in tokens if t not in ended))
    made = [known]
    for _ in range(62):
        answer = server.ask("POST", "/api/me", {"end": True}, made[-1].token)
        if answer.status != 200:
            break
        made.append(Player(server, token=answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]))
    check("nobody ends for ever", answer.status == 429 and len(made) <= 61, len(made), answer)
    server.kill()


def addresses():
    """Where the operator wants it, what comes from one address is counted; behind a proxy, what that says."""
    server = Server(TAMBO, None, *Server.FAST, "--address-hour", "5")
    wish = {"game": "temple", "seats": 2}
    made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": f"10.0.0.{k}"}).status for k in range(8)]
    check("five an hour, whatever they say of themselves", made == [201] * 5 + [429] * 3, made)
    check("the other protocol counts the same", Player(server).refused("create", **wish) == "limit")
    server.kill()
    server = Server(TAMBO, None, *WIDE, "--address-hour", "5", "--newcomers-minute", "60", "--proxied")
    made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": "10.0.0.1"}).status for _ in range(60)]
    check("what is refused to an address", made == [201] * 5 + [429] * 55, made.count(201))
    made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": f"10.0.{k}.1"}).status for k in range(1, 41)]
    check("costs nobody else", made == [201] * 40, made.count(201))
    server.kill()
    server = Server(TAMBO, None, *Server.FAST, "--address-hour", "5", "--proxied")
    cases = (("1.2.3.4", 5), ("9.9.9.9, 1.2.3.4", 0), ("1.2.3.5", 5), ("1.2.3.5:999", 0), ("1.2.3.4, 2001:db8:1:2::7", 5), ("2001:db8:1:2:ffff::1", 0), ("[2001:db8:1:2::9]:80", 0),
             ("2001:db8:1:3::1", 5), ("::ffff:1.2.3.4", 0), ("nonsense", 5), ("", 0))
    for hop, good in cases:
        made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": hop}).status for _ in range(6)]
        check(f"behind a proxy: {hop}", made == [201] * good + [429] * (6 - good), made)
    server.kill()


def blocks():
    """Whoever has many addresses of one block does not keep others out."""
    wish = {"game": "temple", "seats": 2}
    for many, other in (([f"2001:db8:1:{k:x}::1" for k in range(200)], "2001:db8:2:1::1"), ([f"10.1.1.{k}" for k in range(200)], "10.1.2.1")):
        server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--newcomers-minute", "60", "--proxied")
        made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": one}).status for one in many]
        check(f"{many[0]} and so on: two thirds of a minute's", 40 <= made.count(201) <= 48, made.count(201))
        made = [server.ask("POST", "/api/tables", wish, **{"X-Forwarded-For": other}).status for _ in range(3)]
        check(f"{other}: gets in", made == [201] * 3, made)
        server.kill()


def full_lobby():
    """Many new players with many tables do not hide those of others: the list has room for a hundred."""
    server = Server(TAMBO)
    wish = {"game": "temple", "seats": 2, "public": True}
    old = Player(server, "Old")
    begun = old.create(game="temple", mode="solo", seats=1)
    shown = lambda: [t["id"] for t in server.ask("GET", "/api/tables").json()["tables"]]
    server.kill()
    with sqlite3.connect(server.db) as c:
        c.execute("UPDATE tbl SET created = created - 7200000 WHERE id = ?", (begun,))
    c.close()
    server.start()
    old = Player(server, token=old.token, source="127.0.0.2")
    hosts = [Player(server) for _ in range(2)]
    first, second = old.create(**wish), old.create(**wish)
    few = [h.create(**wish) for h in hosts]
    check("few are told with the newest first, those of newcomers last", shown() == [second, first, *reversed(few)], shown(), second, first, few)
    crowd = [Player(server, source="127.0.0.2") for _ in range(45)]
    many = [[p.create(**wish) for _ in range(3)] for p in crowd]
    got = shown()
    check("a flood fills the list", len(got) == 100 and len(set(got)) == 100, len(got))
    check("who is no newcomer comes first, from the same address too", got[:2] == [second, first], got[:5])
    check("then everybody's newest; a flood from one address is one", set(got[2:4]) == {few[1], many[-1][-1]} and few[0] in got[:6], got[:6])
    for p in (old, *hosts, *crowd):
        p.close()
    hosts = [Player(server, source=f"127.0.1.{k}") for k in range(1, 31)]
    own = [[p.create(**wish) for _ in range(4)] for p in hosts]
    got = [t for t in shown() if any(t in tables for tables in own)]
    check("three of each host", len(got) == 90 and not any(tables[0] in got for tables in own), len(got))
    check("in turn", [next(k for k, tables in enumerate(own) if t in tables) for t in got] == 3 * [*range(29, -1, -1)], got)
    server.kill()


def meet(name):
    """Where a table of memory without a key has its place for a name: FNV-1a."""
    h = 2166136261
    for c in name.encode():
        h = ((h ^ c) * 16777619) & 0xFFFFFFFF
    return (h ^ h >> 16) % 4096


def crowded_lobby():
    """Whoever takes many tokens may choose those that meet in an open hash, and whose hosts fill the lobby after a start: one who is
    no newcomer is among the first all the same, after a few lists."""
    server = Server(TAMBO, None, *Server.FAST)
    wish = {"game": "temple", "seats": 2, "public": True}
    old = Player(server, "Old")
    begun = old.create(game="temple", mode="solo", seats=1)
    first = old.create(**wish)
    tokens, chosen = {}, []
    while len(chosen) < 40:
        answer = server.ask("GET", "/api/me")
        tokens.setdefault(meet(answer.json()["player"]), []).append(answer.headers["set-cookie"].split("=", 1)[1].split(";")[0])
        chosen = [token for few in tokens.values() if len(few) > 1 for token in few[:2]]
    crowd = [Player(server, token=token) for token in chosen]
    for p in crowd:
        p.create(**wish)
    server.kill()
    with sqlite3.connect(server.db) as c:
        c.execute("UPDATE tbl SET created = created - 7200000 WHERE id = ?", (begun,))
    c.close()
    server.start()
    shown = [[t["id"] for t in server.ask("GET", "/api/tables").json()["tables"]] for _ in range(4)]
    at = [(len(tables), tables.index(first)) for tables in shown]
    check("the store says who they are for the second list at the latest, and it is remembered", at[1:] == [(41, 0)] * 3, at)
    for p in (old, *crowd):
        p.close()
    server.kill()


def unattended():
    """Whoever is not connected has few open tables."""
    server = Server(TAMBO, None, *WIDE, "--max-unattended", "2")
    p, wish = Player(server, "Ana"), {"game": "temple", "seats": 2}
    made = [server.ask("POST", "/api/tables", wish, p.token).status for _ in range(4)]
    check("who is connected may have more", made == [201] * 4, made)
    p.close()
    stranger = server.ask("POST", "/api/tables", wish)
    token = stranger.headers["set-cookie"].split("=", 1)[1].split(";")[0]
    made = [server.ask("POST", "/api/tables", wish, token) for _ in range(2)]
    check("who is not may have two", [a.status for a in made] == [201, 429] and "where you are not" in made[1].json()["text"], made)
    server.kill()


def full():
    """Beyond max-db-mib nothing new is made, and what goes on goes on."""
    server = Server(TAMBO, None, *Server.FAST, "--max-db-mib", "1")
    a, robbed = Player(server, "Ana"), Player(server, "Rob")
    a.open(a.create(game="temple", mode="solo", seats=1))
    board = {"size": "long", "grade": "gentle"}
    end, words = time.monotonic() + ws.PATIENCE, []
    while "space" not in words and time.monotonic() < end:
        words += [a.refused("create", game="tiwanaku", seats=2, board=board) for _ in range(20)]
    check("the database gets full", set(words) == {None, "space"}, words)
    answer = server.ask("POST", "/api/tables", {"game": "temple", "seats": 2})
    check("a request hears of it", answer.status == 507 and answer.json()["error"] == "space", answer)
    check("no new names", server.ask("POST", "/api/me", {"name": "X"}).status == 507 and Player(server).refused("name", name="Y") == "space")
    check("an old one may change", a.refused("name", name="Anna") is None)
    check("games go on", a.refused("turn", lines=[a.do("legal")["lines"][0]]) is None)
    link = server.ask("POST", "/api/link", {}, robbed.token).json()["link"]
    moved = server.ask("POST", "/api/me", {"link": link})
    check("people change to another device", moved.status == 200 and moved.json()["player"] == robbed.player, moved)
    ended = server.ask("POST", "/api/me", {"end": True, "id": "stolen"}, robbed.token)
    check("and end what was stolen", ended.status == 200 and server.ask("GET", "/api/me", token=robbed.token).json()["player"] != robbed.player, ended)
    server.kill()


def link_of_stranger():
    """A personal link is used up by what happens, and by nothing that is refused."""
    server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--newcomers-minute", "6")
    new = Player(server)
    link = server.ask("POST", "/api/link", {}, new.token).json()["link"]
    words = [Player(server).refused("create", game="temple", seats=2) for _ in range(10)] + [new.refused("create", game="temple", seats=2) for _ in range(6)]
    check("newcomers have made what they may", words[-1] == "limit", words)
    named = server.ask("POST", "/api/me", {"link": link, "name": "Quirin"})
    check("with a name a link is refused", named.status == 429 and "set-cookie" not in named.headers, named)
    used = server.ask("POST", "/api/me", {"link": link})
    check("and good for as long as it is not used", used.status == 200 and used.json()["player"] == new.player, used)
    server.kill()


def flood_of_talk():
    """Talk does not fill the disk: it ends where new tables do, at each table after so many bytes, and while nobody hears it."""
    server = Server(TAMBO, None, *Server.FAST, "--max-db-mib", "1")
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    alone = Player(server, "Eve")
    alone.open(alone.create(game="temple", mode="solo", seats=1))
    lonely = [alone.refused(do, **more) for do, more in (("chat", {"text": "hm"}), ("signal", {"signal": "luck"}))]
    check("alone there is nothing to say", lonely == ["seat"] * 2, lonely)
    watcher = Player(server).open(alone.table)
    check("but to somebody who watches", alone.refused("chat", text="hello") is None)
    watcher.close()
    pairs = [(a, b), *(seat_all(server, 2, 0, game="temple", seats=2)[0] for _ in range(9))]
    words, end = [], time.monotonic() + ws.PATIENCE
    while words.count("space") < 200 and time.monotonic() < end:
        for talker, _ in pairs:
            words += errors(talker, [talker.send("chat", text="\U0001f409" * 300) for _ in range(10)])
    check("beyond the bound nobody talks", set(words) == {None, "space"} and words.count(None) < 1500, words.count(None), set(words))
    check("nor signals", b.refused("signal", signal="luck") == "space")
    # Without a bound it was 59 MiB.
    check("the database is about as large as it may be", figure(server, "tambo_db_bytes") < 2 << 20, figure(server, "tambo_db_bytes"))
    check("moves go on, and muting", a.refused("turn", lines=[a.do("legal")["lines"][0]]) is None and a.refused("mute", seat=2, on=True) is None)
    server.kill()
    server = Server(TAMBO)
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    said = errors(a, [a.send("chat", text="\U0001f409" * 300) for _ in range(230)])
    check("219 times 1200 bytes are enough at a table", [said.count(None), said[-1]] == [219, "limit"], said.count(None))
    check("for signals, too", b.refused("signal", signal="luck") == "limit")
    server.kill()
    server.start()
    b.connect().open(b.table)
    check("after a crash as well", b.refused("chat", text="hm") == "limit")
    server.kill()
    server = Server(TAMBO, None, *Server.FAST)
    everybody = [p for _ in range(30) for p in seat_all(server, 2, 0, game="temple", seats=2)[0]]
    said, most = 0, 0
    while said < 50000:
        asked = [(p, [p.send("signal", signal="luck") for _ in range(30)]) for p in everybody]
        said += sum(errors(p, ids).count(None) for p, ids in asked)
        most = max(most, os.path.getsize(server.db + "-wal"))
    check("what is written ahead is bounded", most <= 34 << 20, most)
    server.kill()


def rematches():
    """A rematch is one more table, whoever asked for it first."""
    server = Server(TAMBO, None, *WIDE, "--player-rate", "10000", "--player-burst", "10000", "--max-tables", "2")
    (a, b), _ = seat_all(server, 2, 0, game="tiwanaku", seats=2, board={"size": "tiny", "grade": "gentle"})
    check("a game is over", pump([a, b], all_over([a, b])))
    mine = [a.create(game="temple", seats=2) for _ in range(2)]
    check("too many tables for a rematch", a.refused("rematch") == "limit")
    table = b.do("rematch")["table"]
    check("or to join one", a.refused("rematch") == "limit" and b.do("mine")["tables"][0]["id"] == table)
    check("it was not joined", server.ask("GET", f"/api/tables/{table}").json()["free"] == 1)
    old = a.table
    a.open(mine[0]).do("leave")
    check("one less, and it is", a.open(old).do("rematch")["table"] == table and server.ask("GET", f"/api/tables/{table}").json()["free"] == 0)
    server.kill()


def maps():
    server = Server(TAMBO, None, *Server.FAST, "--workers", "1")
    wanted = {"do": "create", "game": "tiwanaku", "seats": 2, "board": {"size": "long", "grade": "fiendish"}}
    for k in range(20):  # at once; should the worker keep up, as on a busy machine, again: by somebody without tables, as counting them takes time
        a = Player(server, "Ana")
        ids = [f"map-{k}-{i}" for i in range(150)]
        a.line.raw(b"".join(ws.frame(ws.TEXT, json.dumps({**wanted, "id": id}).encode()) for id in ids))
        got = errors(a, ids)
        if "limit" in got:
            break
    check("maps that wait to be made are limited", set(got) == {None, "limit"} and got.count(None) >= 64, got.count(None))
    b = Player(server, "Ben")
    for k in range(20):
        b.send("create", game="tiwanaku", seats=2)
    b.close()
    ask = ws.Http(server.port)
    ask.sock.sendall(ws.request_bytes("POST", "/api/tables", {"Content-Type": "application/json"}, b'{"game":"tiwanaku"}'))
    ask.close()
    time.sleep(0.5)
    check("who asked may be gone when they are made", a.refused("mine") is None and server.ask("GET", "/healthz").status == 200)
    for k in range(10):
        a.send("create", game="tiwanaku", seats=2, board={"size": "long", "grade": "fiendish"})
    asks = [ws.Http(server.port) for _ in range(5)]
    for ask in asks:
        ask.sock.sendall(ws.request_bytes("POST", "/api/tables", {"Content-Type": "application/json"}, b'{"game":"tiwanaku"}'))
    a.close()
    time.sleep(0.02)
    check("the server may stop while they are made", server.stop() == 0, server.read_log()[-500:])
    answers = [ws.read_answer(ask.stream) for ask in asks]
    check("requests for them are answered, either way", all(x.status in (201, 503) for x in answers), answers)


def figure(server, name):
    text = server.ask("GET", "/metrics").body.decode()
    return int(re.search(rf"^{name} (\d+)$", text, re.M)[1])


def crowd_of_bots():
    """Many bots of others that search do not hold up somebody's bot, nor the other way round: they think less (how
    they take turns: test_hall_bots.c)."""
    server = Server(TAMBO, None, *Server.FAST, "--workers", "1", "--think-ms", "4000")
    a, b = Player(server, "Ana"), Player(server, "Ben")
    a.open(a.create(game="temple", seats=2, bots=["master"]))
    for _ in range(30):
        b.open(b.create(game="tiwanaku", seats=4, board={"name": "long-3"}, bots=["master"] * 3))
        b.do("leave")
    b.close()
    before = figure(server, "tambo_moves_total")
    for k in range(10):
        a.do("turn", lines=a.do("legal")["lines"][:1])
        while len(a.all("round")) <= k:
            a.take(a.line.get())
    while figure(server, "tambo_moves_total") < before + 100:
        a.drain()
    check("where many wait all get on", len(a.all("round")) >= 10)
    check("since they think less", figure(server, "tambo_bots_short_total") > 10)
    check("it stops without letting all of them think", server.stop() == 0, server.read_log()[-500:])


def talk(server):
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    for text, good in (("x" * 300, True), ("x" * 301, False), ("ä" * 300, True), ("👍" * 300, True), ("👍" * 301, False), ("", False), (7, False), ("a\nb", False), ("a\tb", False), ("\x7f", False), ("\u0085", False), ("a\u202eb", False), ("Ça va\u202f?", True), ("a\u2066b", False)):
        check(f"said: {len(str(text))} of {ascii(str(text)[:4])}", (a.refused("chat", text=text) is None) == good)
    b.drain()
    got = [o["text"] for o in b.all("chat")]
    check("and heard as it was said", got == ["x" * 300, "ä" * 300, "👍" * 300, "Ça va\u202f?"])
    said = errors(a, [a.send("signal", signal="luck") for _ in range(2995)] + [a.send("chat", text="more") for _ in range(10)])
    check("3000 things may be said at a table", said == [None] * 2995 + [None] + ["limit"] * 9, said.count(None))
    check("or less muting", b.refused("mute", seat=1, on=True) == "limit" and b.refused("chat", text="hm") == "limit")
    check("the game goes on", a.refused("turn", lines=[a.do("legal")["lines"][0]]) is None)
    fresh = Player(server, token=b.token).open(b.table)
    fresh.drain()
    b.drain()
    check("a long stream is read again", fresh.stream == b.stream and len(b.all("signal")) + len(b.all("chat")) == 3000, len(fresh.stream), len(b.stream))
    (c, d), _ = seat_all(server, 2, 0, game="temple", seats=2)
    muted = errors(c, [c.send("mute", seat=2, on=bool(k % 2)) for k in range(3100)])
    check("a mute is something said", muted == [None] * 3000 + ["limit"] * 100, muted.count(None))
    for p in (a, b, c, d, fresh):
        p.close()


def long_stream():
    """A table with more to tell than a queue holds can still be opened, by slow readers too."""
    server = Server(TAMBO, None, *Server.FAST, "--queue-kib", "128")
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2)
    b.close()
    for k in range(20):
        errors(a, [a.send("chat", text="👍" * 300) for _ in range(11)])
        errors(a, [a.send("signal", signal="luck") for _ in range(100)])
        w.drain()
    size = sum(len(json.dumps(o, ensure_ascii=False).encode()) for o in w.stream)
    check("a stream of more than two queues", size > 2 * 128 << 10, size)
    fresh = Player(server, token=w.token).open(w.table)
    time.sleep(0.1)
    a.do("turn", lines=[a.do("legal")["lines"][0]])  # while fresh is behind
    w.drain()
    fresh.read_up_to(w.last)
    fresh.drain()
    check("is read from its beginning", fresh.stream == w.stream, len(fresh.stream), len(w.stream))
    b.back()
    b.do("turn", lines=[b.do("legal")["lines"][0]])
    for p in (w, fresh):
        p.drain()
    check("and goes on", fresh.stream == w.stream and fresh.all("round"))
    slow = Player(server, token=w.token)
    slow.close()
    slow.line = ws.Ws(server.port, receive=4096)
    slow.do("hello", v=2, token=w.token)
    slow.open(w.table)
    for _ in range(40):
        slow.take(slow.line.get())
        time.sleep(0.005)
    other = seat_all(server, 1, 0, game="temple", seats=1)[0][0]
    slow.line.send({"do": "open", "id": "away", "table": other.table})
    while slow.line.get().get("re") != "away":
        pass
    slow.forget()
    slow.drain()
    check("or left in the middle", slow.stream[0]["id"] == other.table and slow.all("start"), slow.stream)
    server.kill()


def records(server, p):
    """Long records that somebody asks for again and again do not hold up who plays: those who do something come
    first, and those who read take turns."""
    lines = [ws.Http(server.port) for _ in range(20)]
    for h in lines:
        h.sock.sendall(ws.request_bytes("GET", f"/api/tables/{p.table}/record"))
    greedy = Player(server, token=p.token).open(p.table)
    many = [greedy.send("record") for _ in range(40)]
    check("who plays is answered", p.refused("chat", text="meanwhile") is None)
    other = Player(server)
    check("and who wants little", other.refused("mine") is None)
    check("records come in the end", [greedy.answer(i)["ok"] for i in many] == [True] * 40)
    check("all of them", [ws.read_answer(h.stream).status for h in lines] == [200] * 20)
    greedy.close()
    other.close()


def changes(server):
    """Nobody makes a table's file grow for ever."""
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    b.close()
    line = a.do("legal")["lines"][0]
    got = []
    for k in range(55):
        wishes = [("turn", {"lines": [line]}), ("back", {})] * 50
        got += errors(a, [a.send(do, **members) for do, members in wishes])
    check("5000 changes of mind are enough", got == [None] * 5000 + ["limit"] * 500, got.count(None))
    check("for leaving, too", a.refused("leave") == "limit")
    b.back()
    check("others play on, and come back", b.refused("turn", lines=[line]) is None)
    records(server, a)
    c, d = Player(server, "Cem"), Player(server, "Dora")
    table = c.create(game="temple", seats=3)
    c.open(table)
    d.open(table)
    got = []
    for k in range(25):
        got += errors(d, [d.send(do) for do in ("sit", "leave") * 50])
    check("and 2000 before the start", got[:1990] == [None] * 1990 and got[-2:] == ["limit", "seat"] and c.refused("bot", level="beginner") == "limit", got.count(None))
    for p in (a, b, c, d):
        p.close()


def small_queue():
    """Portions that leave in one write, while nothing else happens."""
    server = Server(TAMBO, None, *Server.FAST, "--queue-kib", "64")
    (a, _), _ = seat_all(server, 2, 0, game="temple", seats=2)
    for _ in range(300):
        a.do("chat", text="x" * 300)
    a.drain()
    fresh = Player(server, token=a.token)
    fresh.open(a.table)
    try:
        fresh.read_up_to(a.last)
    except TimeoutError:
        pass
    check("a small queue feeds a long stream by itself", fresh.stream == a.stream, len(fresh.stream), len(a.stream))
    server.kill()


def slow_talk():
    server = Server(TAMBO, None, *WIDE)
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    said = errors(a, [a.send("chat", text="more") for _ in range(40)])
    check("talk counts six times", set(said) == {None, "rate"} and 8 <= said.count(None) <= 30, said.count(None))
    codes = errors(b, [b.send("open", code="zzzzzz") for _ in range(60)])
    check("guessing codes counts as well", set(codes) == {"code", "rate"} and codes.count("code") <= 45, codes.count("code"))
    server.kill()


GOOD_NAMES = ("A", "x" * 24, "é" * 24, "👍" * 24, "Ana María", "李 小龍", '"quoted" \\ back', "--", "# not a comment", "seat 2: Eve", "<script>", "a  b", "= score 1 99", "ليلى", "👨\u200d👩\u200d👧", "❤\ufe0f")
BAD_NAMES = ("", " ", "   ", "x" * 25, "👍" * 25, "a\nb", "a\tb", "a\x00b", "a\x1bb", "a\x7fb", "a\u0085b", "a\u009bb", "a\u2028b", "a\u202eb", "a\u202ab", "a\u2066b", "a\u2069b", 7, None, ["A"],
             "\u00a0", "\u00ad", "\u200b", " \u200d ", "\u2800", "\u3000\u3000", "\u3164", "\ufe0f", "\ufeff", "\u200eA", "Ana\u200b", "A\u00adna", "Ana\u00a0", "\U000e0041\U000e007f",
             "e" + "\u0301" * 23, "\ufdfd" * 24, "Ana\u0335\u0336\u0337\u0338")


def names(server):
    p = Player(server)
    for name in GOOD_NAMES:
        check(f"a name: {ascii(name)}", p.refused("name", name=name) is None)
        check("it is kept", server.ask("GET", "/api/me", token=p.token).json()["name"] == name)
    p.do("name", name="  Ana  ")
    check("blanks around it go", server.ask("GET", "/api/me", token=p.token).json()["name"] == "Ana")
    for name in BAD_NAMES:
        check(f"no name: {ascii(name)}", p.refused("name", name=name) == "json")
    for name in BAD_NAMES[:20]:
        if isinstance(name, str):
            check("nor at a table", p.refused("create", game="temple", seats=2, name=name) == "json", ascii(name))
    check("nor by request", server.ask("POST", "/api/me", {"name": "a\nb"}, p.token).status == 400)
    owner = Player(server, GOOD_NAMES[0])
    table = owner.create(game="temple", seats=len(GOOD_NAMES))
    owner.open(table)
    rest = [Player(server, n).open(table) for n in GOOD_NAMES[1:]]
    for q in rest:
        q.do("sit")
    owner.do("start")
    owner.drain()
    record = owner.do("record")["record"]
    status, out, err = run_tambo(TAMBO, "replay", record)
    check("a record with all these names replays", status == 0 and [s["name"] for s in json.loads(out)["seats"]] == list(GOOD_NAMES), out, err, record[:800])
    for q in (p, owner, *rest):
        q.close()


def raw(server, *messages):
    """Answers to what is sent just so, after a hello."""
    p = Player(server)
    out = []
    for m in messages:
        p.line.send(m)
        out.append(p.take(p.line.get()))
    p.close()
    return out


def messages(server):
    for text in ("", "x", "{", "[]", "7", "null", '"do"', '{"do":"mine"}', '{"do":"mine","id":""}', '{"do":"mine","id":7}', '{"do":"mine","id":"' + "x" * 33 + '"}',
                 '{"do":"mine","id":"a","id":"b"}', '{"do":"mine","id":"a\\u0000b"}', "[" * 8000, '{"a":' * 2500):
        got = raw(server, text)[0] if text else {"t": "error", "error": "json"}
        check(f"not a message: {text[:40]}", got.get("t") == "error" and got.get("error") == "json" and "re" not in got, got)
    got = raw(server, '{"do":"mine","id":"' + "x" * 32 + '"}', '{"do":"nothing","id":"1"}', '{"id":"2"}', '{"do":7,"id":"3"}', '{"do":"hello","id":"4","v":2}', '{"do":"view","id":"5"}')
    unknown = lambda: [line for line in server.ask("GET", "/metrics").body.decode().split("\n") if "refused" in line and "unknown" in line]
    before, p = unknown(), Player(server)
    check("whoever asks whether the line lives is answered, and that is no refusal", p.do("ping") and unknown() == before, before, unknown())
    p.close()
    check("an id of 32", got[0]["ok"] and got[0]["re"] == "x" * 32, got[0])
    check("unknown things; hello again, as the same, is none", [g.get("error") for g in got[1:]] == ["unknown", "unknown", "unknown", None, "table"], got)
    for hello, error in (({"v": 2}, None), ({"v": 0}, "version"), ({"v": 1}, "version"), ({"v": 3}, "version"), ({}, "version"), ({"v": "1"}, "version"), ({"v": 2, "token": "abc"}, "json"), ({"v": 2, "token": "A" * 54}, "json"), ({"v": 2, "token": 7}, "json"), ({"v": 2, "token": None}, "json"), ({"v": 2, "build": 7}, "json")):
        line = ws.Ws(server.port)
        line.send({"do": "mine", "id": "0"})
        first = line.get()
        line.send({"do": "hello", "id": "1", **hello})
        got = line.get()
        check(f"hello: {hello}", got.get("error") == error and first["error"] == "version", first, got)
        line.close()
    p = Player(server)
    body = {"do": "mine", "id": "long", "x": ""}
    body["x"] = "y" * (16384 - len(json.dumps(body)))
    p.line.send(json.dumps(body))
    check("16 KiB are read", p.answer("long")["ok"])
    body["x"] += "y"
    p.line.send(json.dumps(body))
    check("one byte more is not", p.line.until_gone() == 1009, p.line.code)
    p.close()


WISHES = [
    {}, {"game": "chess"}, {"game": "null"}, {"game": "temple", "mode": "coop-easy"}, {"game": "temple", "seats": 0}, {"game": "temple", "seats": 101}, {"game": "temple", "seats": "2"},
    {"game": "temple", "seats": 1.5}, {"game": "temple", "mode": "solo", "seats": 2}, {"game": "temple", "mode": "multi", "seats": 1}, {"game": "tiwanaku", "seats": 5},
    {"game": "temple", "seats": 2, "bots": ["beginner", "beginner"]}, {"game": "temple", "seats": 2, "bots": "beginner"}, {"game": "temple", "seats": 2, "bots": ["genius"]}, {"game": "temple", "seats": 2, "bots": [1]},
    {"game": "temple", "board": {"name": "nowhere"}}, {"game": "temple", "board": {"name": "x" * 500}}, {"game": "temple", "board": "a"}, {"game": "temple", "board": {"name": "a", "text": "b"}}, {"game": "temple", "board": {"size": "tiny"}},
    {"game": "temple", "board": {"id": "abc"}}, {"game": "temple", "board": {"own": True}}, {"game": "temple", "board": {"text": "no sheet"}}, {"game": "tiwanaku", "board": {"size": "huge"}}, {"game": "tiwanaku", "board": {"grade": "mad"}},
    {"game": "tiwanaku", "board": {"size": "tiny", "grade": 5}}, {"game": "tiwanaku", "board": {"size": None, "grade": "fair"}}, {"game": "temple", "board": {"name": "a", "id": 5}}, {"game": "temple", "speed": {"kind": 5}},
    {"game": "tiwanaku", "board": {"id": "nonsense"}}, {"game": "tiwanaku", "board": {"name": "a"}}, {"game": "tiwanaku", "board": {"text": "tambo-scenario 1\n"}}, {"game": "tiwanaku", "options": {"final-level": 2}},
    {"game": "tiwanaku", "options": {"final-level": "6"}}, {"game": "tiwanaku", "options": {"x": 1}}, {"game": "tiwanaku", "options": []}, {"game": "temple", "public": 1}, {"game": "temple", "speed": "live"},
]


def wishes(server):
    p = Player(server)
    for wish in WISHES:
        check(f"refused: {str(wish)[:70]}", p.refused("create", **wish) == "setup" and p.do("mine")["tables"] == [])
    p.close()


def texts(server):
    """A text that is none is not taken for one that is not there."""
    a, b = Player(server), Player(server)
    for wish in ({"game": 7}, {"game": "temple", "mode": 1}, {"game": "temple", "seats": 2, "name": 5}, {"game": "temple", "seats": 2, "name": None}):
        check(f"no table of {wish}", a.refused("create", **wish) == "json" and a.do("mine")["tables"] == [])
    made = a.do("create", game="temple", seats=3)
    table, code = made["table"], made["code"]
    a.open(table)
    for wish in ({"table": 5, "code": code}, {"table": table, "code": 5}, {"table": None, "code": code}):
        check(f"nothing is opened by {wish}", b.refused("open", **wish) == "json")
    b.open(table)
    check("nobody sits there by another name", b.refused("sit", name=5) == "json" and b.refused("sit", name=["Bo"]) == "json")
    b.do("sit", name="Bo")
    check("no bot of no level", a.refused("bot", level=5) == "json")
    check("nothing is said", a.refused("chat", text=5) == "json" and a.refused("signal", signal=5) == "json")
    check("what is meant is named", b.answer(b.send("name", name={}))["text"] == "`name` is a text.")
    a.close(), b.close()


def main():
    line_rate()
    player_rate()
    tables()
    newcomers()
    floods()
    endings()
    addresses()
    blocks()
    full_lobby()
    crowded_lobby()
    unattended()
    full()
    link_of_stranger()
    flood_of_talk()
    rematches()
    maps()
    crowd_of_bots()
    slow_talk()
    small_queue()
    server = Server(TAMBO, None, *Server.FAST)
    names(server)
    messages(server)
    wishes(server)
    texts(server)
    talk(server)
    long_stream()
    changes(server)
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
