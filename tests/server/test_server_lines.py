"""Lines that break: a thousand reconnects under play, a network that cuts, delays and repeats, another
device by a personal link. `test_server_lines.py TAMBO [few]`: few: less of it."""
import select
import socket
import sys
import threading
import time

import ws
from server_kit import Player, Server, check, done
from server_play import Actor, all_kept, all_over, db_check, dice, finished, pump, seat_all

TAMBO, FEW = sys.argv[1], "few" in sys.argv[2:]


def missing(a):
    """Numbers that this stream lacks. A sealed round is told with the dice that follow, under their number: the one before may be missing."""
    told = {o["n"]: o["t"] for o in a.numbered()}
    return [n for n in range(1, a.last + 1) if n not in told and told.get(n + 1) != "round"]


def reconnects(server):
    """Players who lose the line all the time, and come back with the last number they have."""
    wanted = 100 if FEW else 1000
    made, tables = 0, []
    while made < wanted:
        players = []
        for people, wish in ((4, {"game": "temple", "seats": 4}), (2, {"game": "valley", "seats": 3, "bots": ["beginner"]}), (2, {"game": "tiwanaku", "seats": 2, "board": {"size": "tiny"}})):
            actors, watchers = seat_all(server, people, 1, **wish)
            tables.append(actors + watchers)
            players += actors + watchers

        def cut(_, players=players):
            for a in players:
                if a.line and not a.over and dice.random() < 0.15:
                    a.lost()

        check("games with broken lines are played to the end", pump(players, all_over(players), cut))
        made += sum(a.reconnects for a in players)
        if len(tables) > 30:
            break
    check(f"{wanted} reconnects", made >= wanted, made)
    for i, people in enumerate(tables[-3:]):
        finished(f"after {made} reconnects, table {i + 1}", server, people)
    people = [a for t in tables for a in t]
    gaps = {n for a in people for n in missing(a)}
    check("no stream has a gap", not gaps, gaps)
    wrong = [r for a in people for r in a.refusals if r[0]["error"] != "turn"]
    check("nothing legal was refused", not wrong, wrong[:3])
    for a in people:
        a.close()
    return people


class Chaos(threading.Thread):
    """A proxy before the server: waits, cuts in the middle of whatever passes, and now and then sends only
    a part of it before it cuts."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.ears, self.cuts, self.running, self.harm = server, socket.create_server(("127.0.0.1", 0)), 0, True, True
        self.port = self.ears.getsockname()[1]
        self.start()

    def run(self):
        while self.running:
            try:
                near, _ = self.ears.accept()
                far = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                continue
            threading.Thread(target=self.carry, args=(near, far), daemon=True).start()

    def carry(self, near, far):
        for s in (near, far):
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        left = dice.randrange(1000, 16000)
        try:
            while True:
                for s in select.select([near, far], [], [], 5)[0]:
                    data = s.recv(dice.choice((7, 100, 4096)))
                    if not data:
                        return
                    if self.harm and dice.random() < 0.1:
                        time.sleep(dice.random() * 0.02)
                    left -= len(data)
                    other = far if s is near else near
                    if self.harm and left < 0:
                        self.cuts += 1
                        other.sendall(data[: len(data) // 2])
                        return
                    other.sendall(data)
        except OSError:
            pass
        finally:
            near.close()
            far.close()

    def close(self):
        self.running = False
        self.ears.close()


class Unsure(Actor):
    """Sends everything that was acknowledged lately again after each reconnect, as if it did not know."""

    def again(self):
        super().again()
        for _, _, message in self.acked[-3:]:
            try:
                if self.line:
                    self.line.send(message)
            except OSError:
                self.lost()

    def step(self):
        super().step()
        if self.acked and dice.random() < 0.03:
            self.line.send(self.acked[-1][2])


def chaos(server):
    proxy = Chaos(server)
    tables, everybody = [], []
    for people, wish in ((3, {"game": "temple", "seats": 3}), (2, {"game": "valley", "seats": 3, "bots": ["casual"]}), (2, {"game": "tiwanaku", "seats": 2, "board": {"size": "tiny"}})):
        actors, watchers = seat_all(server, people, 1, **wish)
        bad = []
        for a in actors + watchers:
            u = Unsure(server, token=a.token)
            u.port = lambda: proxy.port
            u.table, u.seat, u.chats = a.table, a.seat, 0.02 if a.seat else 0
            a.close()
            u.lost()
            bad.append(u)
        tables.append(bad)
        everybody += bad
    good = pump(everybody, lambda: all(a.over for a in everybody))
    for a in everybody:
        a.chats = 0
    proxy.harm = False
    good = good and pump(everybody, all_over(everybody))
    check(f"games over a bad network finish, {proxy.cuts} cuts", good and proxy.cuts > 10, proxy.cuts)
    for i, people in enumerate(tables):
        if people[0].over:
            finished(f"a bad network, table {i + 1}", server, people)
    wrong = [r for a in everybody for r in a.refusals if r[0]["error"] not in ("turn", "over")]
    check("nothing legal was refused", not wrong, wrong[:3])
    for a in everybody:
        a.lost()
    proxy.close()
    return everybody


def devices(server):
    """A personal link makes another device the same player."""
    (a, b), _ = seat_all(server, 2, 0, game="temple", seats=2)
    link = server.ask("POST", "/api/link", {}, a.token)
    check("a personal link", link.status == 200 and link.json()["link"].startswith("me="), link)
    me = server.ask("POST", "/api/me", {"link": link.json()["link"]})
    check("who opens it is that player", me.status == 200 and me.json() == {"player": a.player, "name": "P1"}, me)
    token = me.headers["set-cookie"].split("=", 1)[1].split(";")[0]
    check("the cookie is for the server alone", "HttpOnly" in me.headers["set-cookie"] and "SameSite" in me.headers["set-cookie"], me)
    phone = Player(server, token=token).open(a.table)
    phone.drain()
    a.drain()
    check("the same stream on both", phone.stream == a.stream and phone.seat == 1, phone.stream)
    phone.do("turn", lines=[phone.do("legal")["lines"][0]])
    a.drain()
    phone.drain()
    check("what one does the other sees", a.stream == phone.stream and a.all("yours"), a.stream[-2:])
    bare = server.ask("POST", "/api/me", {"link": server.ask("POST", "/api/link", {}, a.token).json()["link"][3:]})
    check("without `me=` it is good, too", bare.status == 200 and bare.json()["player"] == a.player, bare)
    wrong = link.json()["link"][:-2] + ("AA" if link.json()["link"][-2:] != "AA" else "BB")
    check("a damaged link is refused", server.ask("POST", "/api/me", {"link": wrong}).status == 403)
    check("a token is no link for ever", server.ask("POST", "/api/me", {"link": a.token}).status == 403)
    stranger = Player(server)
    line = Player.__new__(Player)
    line.server, line.token, line.line, line.ids = server, None, None, 0
    line.forget()
    line.line = ws.Ws(server.port, {"Cookie": me.headers["set-cookie"].split("=")[0] + "=" + stranger.token})
    error = line.refused("hello", v=2, token=link.json()["link"][3:])
    again = line.do("hello", v=2)
    check("a link is no token, and leaves nothing behind", error == "json" and again["player"] == stranger.player, error, again)
    for p in (a, b, phone, stranger, line):
        p.close()


def narrow():
    """A long stream in portions so small that one write takes each of them."""
    server = Server(TAMBO, None, *Server.FAST, "--queue-kib", "64")
    a = Player(server, "Ana")
    a.open(a.create(game="temple", seats=2, bots=["beginner"]))
    listener = Player(server).open(a.table)
    for _ in range(400):
        a.do("chat", text="x" * 300)
    a.drain()
    listener.close()
    late = Player(server)
    late.open(a.table)
    try:
        late.read_up_to(a.last)
    except TimeoutError:
        pass
    check("a long stream does not stop between two portions", late.last == a.last, late.last, a.last)
    server.kill()


def main():
    narrow()
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "30")
    devices(server)
    people = reconnects(server) + chaos(server)
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    all_kept("broken lines", server.db, people)
    db_check("broken lines", TAMBO, server.db)
    done()


main()
