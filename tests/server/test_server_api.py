"""The HTTP API, request by request with its refusals; own boards; what is in the log; a server that stops.
`test_server_api.py TAMBO ROOT`."""
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time

import ws
from server_kit import Player, Server, check, done
from server_play import all_over, finished, pump, seat_all

TAMBO, ROOT = sys.argv[1], sys.argv[2]


def cookie_of(answer):
    return answer.headers["set-cookie"].split(";")[0]


def me(server):
    first = server.ask("GET", "/api/me")
    check("a visitor gets a name and a cookie", first.status == 200 and re.fullmatch("[0-9a-f]{32}", first.json()["player"]) and first.json()["name"] == "" and "set-cookie" in first.headers, first)
    again = server.ask("GET", "/api/me", Cookie=cookie_of(first))
    check("who has the cookie is known, and gets no other", again.json() == first.json() and "set-cookie" not in again.headers, again)
    token = cookie_of(first).split("=", 1)[1]
    check("the token is as good", server.ask("GET", "/api/me", token=token).json() == first.json())
    for bad in ("x", token[:-1], token[:-1] + "!", token + "A", "A" * len(token), "A" * 4000):
        other = server.ask("GET", "/api/me", token=bad)
        check("a false token is a stranger's", other.status in (200, 400, 413, 431) and first.json()["player"] not in str(other), other)
    named = server.ask("POST", "/api/me", {"name": " Ana "}, token)
    check("a name is set", named.status == 200 and named.json()["name"] == "Ana", named)
    check("and known to the other protocol", Player(server, token=token).do("mine")["ok"] and server.ask("GET", "/api/me", token=token).json()["name"] == "Ana")
    new = server.ask("POST", "/api/me", {"name": "Ben"})
    check("a stranger may come with a name", new.status == 200 and "set-cookie" in new.headers and new.json()["name"] == "Ben", new)
    for body in (b"", b"x", b"[]", b"7", b'{"name":"a","name":"b"}', b'{"name":""}', b'{"name":"\xff"}'):
        status = server.ask("POST", "/api/me", body, token).status
        check(f"no good body: {body}", status == (200 if body == b"" else 400), status)
    plain = ws.ask(server.port, "POST", "/api/me", {"Content-Type": "text/plain"}, b"{}")
    check("a form of another site cannot post", plain.status in (400, 415), plain)
    foreign = server.ask("POST", "/api/me", {"name": "Eve"}, token, Origin="https://evil.example")
    check("nor its scripts", foreign.status == 403 and server.ask("GET", "/api/me", token=token).json()["name"] == "Ana", foreign)
    big = server.ask("POST", "/api/me", b'{"name":"' + b"x" * 17000 + b'"}', token)
    check("16 KiB are enough", big.status == 413, big)
    return token


def links(server):
    """A personal link works once; tokens can be ended everywhere."""
    first = server.ask("POST", "/api/me", {"name": "Ana"})
    player, token = first.json()["player"], cookie_of(first).split("=", 1)[1]
    link, other = (server.ask("POST", "/api/link", {}, token).json()["link"] for _ in range(2))
    check("two links are not the same", link != other, link)
    used = server.ask("POST", "/api/me", {"link": link})
    check("a link leads to the same player", used.status == 200 and used.json() == first.json(), used)
    again = server.ask("POST", "/api/me", {"link": link})
    check("once", again.status == 403 and again.json()["error"] == "link" and "used" in again.json()["text"] and "set-cookie" not in again.headers, again)
    check("by a known visitor, too", server.ask("POST", "/api/me", {"link": link}, token).status == 403)
    second = cookie_of(used).split("=", 1)[1]
    a, b, c = Player(server, token=token), Player(server, token=second), Player(server, "Cas")
    ended = server.ask("POST", "/api/me", {"end": True}, token)
    fresh = cookie_of(ended).split("=", 1)[1]
    check("ending gives a new token", ended.status == 200 and ended.json() == first.json() and fresh not in (token, second), ended)
    codes = [p.line.until_gone() for p in (a, b)]
    check("open connections are closed with a code of their own", codes == [4001, 4001] and c.do("mine")["ok"], codes)
    for old in (token, second):
        who = server.ask("GET", "/api/me", token=old)
        check("an old token is a stranger's", who.json()["player"] != player and "set-cookie" in who.headers, who)
        line = ws.Ws(server.port)
        line.send({"do": "hello", "id": "h", "v": 2, "token": old})
        check("also in hello", line.get()["error"] == "json")
        stranger = ws.Ws(server.port, {"Cookie": f"tambo={old}"})
        stranger.send({"do": "hello", "id": "h", "v": 2})
        hello = stranger.get()
        check("with an old cookie hello makes a stranger", hello["ok"] and hello["player"] != player and "token" in hello, hello)
        line.close(), stranger.close()
    check("an old link is none", server.ask("POST", "/api/me", {"link": other}).status == 403)
    check("the new token is good", server.ask("GET", "/api/me", token=fresh).json() == first.json())
    nobody = server.ask("POST", "/api/me", {"end": True})
    check("a stranger has nothing to end", nobody.status == 200 and nobody.json()["player"] != player, nobody)
    check("no good wish", server.ask("POST", "/api/me", {"end": 1}, fresh).status == 400 and server.ask("POST", "/api/me", {"end": True, "id": ""}, fresh).status == 400)
    unfit = server.ask("POST", "/api/me", {"end": True, "name": "a\nb"}, fresh)
    check("a name that is none ends nothing", unfit.status == 400 and server.ask("GET", "/api/me", token=fresh).json() == first.json(), unfit)
    for more in ({"id": 7}, {"name": 5}, {"name": None}, {"link": 5}, {"card": ["x"]}):
        unfit = server.ask("POST", "/api/me", {"end": True, **more}, fresh)
        check(f"nor does what has {more}", unfit.status == 400 and unfit.json()["error"] == "json" and server.ask("GET", "/api/me", token=fresh).json() == first.json(), unfit)
    for path, body in (("/api/tables", {"id": 7, "game": "temple", "seats": 1, "mode": "solo"}), ("/api/circles", {"join": 1, "name": "C", "as": "A"}),
                       ("/api/circles", {"name": "C", "as": 1}), ("/api/daily", {"day": time.strftime("%Y-%m-%d", time.gmtime()), "puzzle": True, "game": 5})):
        unfit = server.ask("POST", path, body, fresh)
        check(f"a text that is none: {path} {body}", unfit.status == 400 and unfit.json()["error"] == "json", unfit)
    check("and nothing was made", server.ask("GET", "/api/circles", token=fresh).json()["circles"] == [] and server.ask("GET", "/api/tables/mine", token=fresh).json()["tables"] == [])
    link = server.ask("POST", "/api/link", {}, fresh).json()["link"]
    unfit = server.ask("POST", "/api/me", {"link": link, "name": "a\nb"})
    check("nor does it use up a link", unfit.status == 400 and server.ask("POST", "/api/me", {"link": link}).json() == first.json(), unfit)
    wish = {"end": True, "id": "lost-answer"}
    once = server.ask("POST", "/api/me", wish, fresh)
    twice = server.ask("POST", "/api/me", wish, fresh)
    check("an ending whose answer got lost is answered again", once.json() == twice.json() == first.json() and "set-cookie" in twice.headers, once, twice)
    for what, token_, id in (("by another id it is not", fresh, "guess"), ("nor with a token of before", token, "lost-answer")):
        other = server.ask("POST", "/api/me", {"end": True, "id": id}, token_)
        check(what, other.status == 403 and other.json()["error"] == "link" and "set-cookie" not in other.headers, other)
    fresh = cookie_of(twice).split("=", 1)[1]
    check("both new tokens are good", all(server.ask("GET", "/api/me", Cookie=cookie_of(x)).json() == first.json() for x in (once, twice)))
    server.kill()
    server.start()
    check("after a crash it is so, too", server.ask("GET", "/api/me", token=token).json()["player"] != player and server.ask("GET", "/api/me", token=fresh).json() == first.json()
          and server.ask("POST", "/api/me", {"link": link}).status == 403)
    c.close()


def tables(server, token):
    made = server.ask("POST", "/api/tables", {"game": "temple", "seats": 2, "public": True, "id": "one"}, token)
    check("a table is created", made.status == 201 and re.fullmatch("[a-z2-9]{12}", made.json()["table"]) and re.fullmatch("[a-z2-9]{6}", made.json()["code"]), made)
    table = made.json()["table"]
    check("once", server.ask("POST", "/api/tables", {"game": "valley", "id": "one"}, token).json() == made.json())
    two = [server.ask("POST", "/api/tables", {"game": "temple", "seats": 2}, token).json()["table"] for _ in range(2)]
    check("without an id each is new", len({table, *two}) == 3, two)
    for body, status, word in (({"game": "chess"}, 400, "setup"), ({"game": "temple", "id": "x" * 33}, 400, "json"), ({"game": "temple", "id": ""}, 400, "json"), ({"game": "temple", "name": "\n"}, 400, "json")):
        a = server.ask("POST", "/api/tables", body, token)
        check(f"refused: {body}", a.status == status and a.json()["error"] == word and a.json()["text"].endswith("."), a)
    new = server.ask("POST", "/api/tables", {"game": "tiwanaku", "seats": 1, "mode": "solo-easy", "name": "Zoe"})
    check("a stranger may create, with a map to be made", new.status == 201 and "set-cookie" in new.headers, new)
    z = cookie_of(new).split("=", 1)[1]
    row = server.ask("GET", f"/api/tables/{new.json()['table']}").json()
    check("alone it begins at once", row["status"] == "playing" and row["who"][0]["name"] == "Zoe", row)
    check("a map is in no list", "terrain" not in str(row) and "salt" not in str(row))
    check("mine", [t["id"] for t in server.ask("GET", "/api/tables/mine", token=z).json()["tables"]] == [new.json()["table"]])
    check("a stranger has none", server.ask("GET", "/api/tables/mine").json()["tables"] == [])
    row = server.ask("GET", f"/api/tables/{table}").json()
    check("one table", row["id"] == table and row["status"] == "open" and row["free"] == 1, row)
    for what in ("record", "view"):
        a = server.ask("GET", f"/api/tables/{table}/{what}", token=token)
        check(f"no {what} before the start", a.status == 409 and a.json()["error"] == "waiting", a)
    for path in ("/api/tables/aaaaaaaaaaaa", "/api/tables/aaaaaaaaaaaa/record", "/api/tables/x", "/api/tables/aaaaaaaaaaaa/", "/api/tables/aaaaaaaaaaaa/events", "/api/x", "/api/tables/%2e%2e%2f", "/api/me/"):
        a = server.ask("GET", path)
        check(f"nothing at {path}", a.status == 404 and "error" in a.json(), a)
    for method, path in (("POST", "/api/tables/mine"), ("GET", "/api/link"), ("DELETE", "/api/me"), ("POST", "/healthz"), ("PUT", "/api/me")):
        a = server.ask(method, path, {} if method != "GET" else None)
        check(f"no {method} {path}", a.status == 405, a)
    return table


def run(server):
    health = server.ask("GET", "/healthz")
    check("health", health.status == 200 and health.json() == {"ok": True}, health)
    text = server.ask("GET", "/metrics").body.decode()
    for name in ("tambo_tables{status=\"open\"}", "tambo_connections ", "tambo_moves_total", "tambo_commit_seconds_bucket", "tambo_ack_seconds_count", "tambo_queue_bytes", "tambo_bots_thinking", "tambo_bots_waiting ", "tambo_bots_waiting_ms", "tambo_bots_short_total", "tambo_bots_seconds_count",
                 "tambo_db_bytes ", "tambo_db_file_bytes ", "tambo_disk_free_bytes ", "tambo_refusals_total{error=\"json\"}", "tambo_connections_silent ", "tambo_work_waiting ", "tambo_loop_busy_seconds_total ",
                 "tambo_turn_seconds_bucket", "tambo_turn_seconds_max "):
        check(f"metrics have {name}", name in text)
    bad = [line for line in text.splitlines() if not re.fullmatch(r"# (HELP|TYPE) \S+ .+|[a-z_]+(\{[^}]*\})? [0-9.e+-]+", line)]
    check("and are as Prometheus reads them", not bad, bad[:3])


def own_boards(server):
    """A sheet and a map that somebody brings along."""
    sheet = "tambo-sheet 1\ngame: temple\nname: mine\ngrid:\n.###.\n##D##\n#####\n"
    ids = subprocess.run([TAMBO, "scenario", "new", "--board", "tiny", "--difficulty", "gentle", "--seed", "7"], capture_output=True, check=True).stdout.decode()
    for what, wish in (("a sheet", {"game": "temple", "seats": 2, "board": {"text": sheet}}), ("a map", {"game": "tiwanaku", "seats": 2, "board": {"text": ids}})):
        actors, watchers = seat_all(server, 2, 1, **wish)
        everybody = actors + watchers
        check(f"{what} of one's own: it is said", everybody[0].stream[0]["board"] == {"own": True})
        check(f"{what} of one's own is played", pump(everybody, all_over(everybody)))
        finished(f"{what} of one's own", server, everybody)
        hidden = [o["head"] for a in everybody for o in a.all("start")]
        check(f"{what}: hidden if it must be", all(("grid:" in h) == (what == "a sheet") and "terrain:" not in h for h in hidden), hidden)
        a, b = actors
        table = a.do("rematch")["table"]
        again = Player(server).open(table)
        again.drain()
        check(f"{what}: a rematch has a board that nobody knows better", "own" not in again.stream[0]["board"], again.stream[0])
        for p in (*everybody, again):
            p.close()


def goodbye(server):
    """A graceful stop: everybody is told, and what was sealed is there afterwards."""
    (a, b), (w,) = seat_all(server, 2, 1, game="temple", seats=2)
    a.do("turn", lines=[a.do("legal")["lines"][0]])
    (c,), _ = seat_all(server, 1, 0, game="tiwanaku", seats=2, bots=["master"])
    for p in (a, b, c, w):
        p.drain()
    server.process.send_signal(15)
    codes = [p.line.until_gone() for p in (a, b, c, w)]
    told = [[o["t"] for o in p.line.waiting] for p in (a, b, c, w)]
    check("all are told that it stops", all("stop" in t for t in told) and codes == [1001] * 4, told, codes)
    check("it stops at once, without an error", server.process.wait(10) == 0)
    server.process.stdout.close()
    server.start()
    a.back()
    b.back()
    check("everything is there again", a.all("yours") and b.stream[-1]["t"] == "ready" and not b.all("round"), b.stream[-2:])
    for p in (a, b):
        p.close()


def certificate(folder, name):
    base = os.path.join(folder, name)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", f"/CN={name}", "-keyout", base + ".key", "-out", base + ".pem"],
                   check=True, stderr=subprocess.DEVNULL)
    return base


def tls():
    """TLS by itself: a new certificate on SIGHUP, ciphers with forward secrecy, /metrics not for everybody."""
    if not shutil.which("openssl"):
        print("# no openssl command: TLS is not tested")
        return
    with tempfile.TemporaryDirectory() as folder:
        first, second = certificate(folder, "first"), certificate(folder, "second")
        used = os.path.join(folder, "used")

        def use(base):
            for end in (".pem", ".key"):
                shutil.copy(base + end, used + end)

        use(first)
        server = Server(TAMBO, None, *Server.FAST, "--cert", used + ".pem", "--key", used + ".key", TAMBO_METRICS_TOKEN="open sesame")

        def name():
            with ws.connect(server.port, ws.no_checks()) as s:
                return "second" if b"second" in s.getpeercert(True) else "first"

        old = ws.Ws(server.port, tls=ws.no_checks())
        check("the certificate of the start", name() == "first")
        use(second)
        check("a new one is not read by itself", name() == "first")
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + ws.PATIENCE
        while name() == "first" and time.monotonic() < end:
            time.sleep(0.05)
        check("but on SIGHUP", name() == "second", server.read_log()[-500:])
        with open(used + ".pem", "w", encoding="ascii") as f:
            f.write("no certificate")
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + ws.PATIENCE
        while "not renewed" not in server.read_log() and time.monotonic() < end:
            time.sleep(0.05)
        check("one that is no good leaves the other", name() == "second" and "is not a certificate" in server.read_log(), server.read_log()[-500:])
        old.send({"do": "hello", "id": "h", "v": 2})
        check("who was there stays", old.get()["ok"])
        for cipher, good in (("ECDHE-ECDSA-AES128-GCM-SHA256", True), ("ECDHE-ECDSA-CHACHA20-POLY1305", True), ("ECDHE-ECDSA-AES128-SHA256", False), ("AES128-GCM-SHA256", False), ("AES128-SHA", False)):
            context = ws.no_checks()
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            context.set_ciphers(cipher)
            try:
                ws.connect(server.port, context).close()
                taken = True
            except (ssl.SSLError, OSError):
                taken = False
            check(f"{cipher}: {'yes' if good else 'no'}", taken == good)

        def figures(**headers):
            return ws.ask(server.port, "GET", "/metrics", headers, tls=ws.no_checks()).status

        check("figures for who has the token", [figures(), figures(Authorization="Bearer open"), figures(Authorization="Bearer open sesame")] == [404, 404, 200])
        check("it stops in order", server.stop() == 0)
        use(second)
        server = Server(TAMBO, None, *Server.FAST, "--host", "0.0.0.0", "--cert", used + ".pem", "--key", used + ".key")
        own = [a for a in subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False).stdout.split() if "." in a]
        check("without one for this machine alone", figures() == 200)
        if own:
            with ws.connect(server.port, ws.no_checks(), own[0]) as s:
                s.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                check("not for others", b" 404 " in s.recv(100))
        server.kill()


def logs(server, tokens):
    log = server.read_log()
    check("the log tells of the start and no secret", "listening" in log and not any(t in log for t in tokens), [t for t in tokens if t in log])


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "200", "--log", "debug")
    token = me(server)
    links(server)
    tables(server, token)
    run(server)
    own_boards(server)
    goodbye(server)
    link = server.ask("POST", "/api/link", {}, token).json()["link"]
    server.ask("POST", "/api/me", {"link": link})
    time.sleep(0.05)
    check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    logs(server, [token, link, link[3:]])
    tls()
    quiet = Server(TAMBO, None, "--no-metrics")
    check("no metrics where they are not wanted", quiet.ask("GET", "/metrics").status == 404 and quiet.ask("GET", "/healthz").status == 200)
    quiet.stop()
    twice = subprocess.run([TAMBO, "serve", "--port", "0", "--db", os.path.join(ROOT, "nowhere", "x.db")], capture_output=True, timeout=ws.PATIENCE, check=False)
    check("a file that cannot be: one sentence", twice.returncode == 1 and twice.stderr.decode().count("\n") == 1, twice)
    done()


main()
