#!/usr/bin/env python3
"""server/net/net.h by real sockets, HTTP: files, requests, many on one line, their rate, noise.
`test_net_http.py NET_ECHO ROOT`."""
import gzip
import os
import random
import re
import select
import subprocess
import sys
import time

import ws
from cli_kit import ROOT, check, read, run_all, write
from net_kit import SECURITY, Server, behind_body, raw
from ws import BINARY, CLOSE, PING, PONG, TEXT, Gone, Http, Ws, ask, frame


def test_files():
    with Server() as server:
        port = server.port
        page = read(os.path.join(ROOT, "tests/server/net/net_site/index.html"))
        http = Http(port)
        for path in ("/", "/index.html", "/t/abcdef", "/t/abc?x=1", "/lobby"):
            a = http.ask("GET", path)
            check(f"the page at {path}", a.status == 200 and a.body == page, a)
        check("its headers", SECURITY.items() <= a.headers.items() and a.headers["cache-control"] == "no-cache"
              and a.headers["content-type"] == "text/html; charset=utf-8" and a.headers["vary"] == "Accept-Encoding", a)
        check("nothing tells the software", "server" not in a.headers and "strict-transport-security" not in a.headers, a)
        tag = a.headers["etag"]
        for value, status in ((tag, 304), ('"x", ' + tag, 304), ("W/" + tag, 304), ('"x"', 200), ("", 200)):
            a = http.ask("GET", "/", {"If-None-Match": value})
            check(f"If-None-Match {value}: {status}", a.status == status and bool(a.body) == (status == 200), a)
        a = http.ask("HEAD", "/")
        check("HEAD", a.status == 200 and int(a.headers["content-length"]) == len(page), a)
        a = http.ask("HEAD", "/none.txt")
        check("HEAD of nothing", a.status == 404, a)
        js = read(os.path.join(ROOT, "tests/server/net/net_site/app.0123abcd.js"))
        for value, packed in (("gzip", 1), ("br, gzip;q=0.5", 1), ("deflate, gzip ;q=1.0", 1), ("br", 0), ("gzip;q=0", 0),
                              ("gzip;q=0.0, br", 0), ("", 0)):
            a = http.ask("GET", "/app.0123abcd.js", {"Accept-Encoding": value})
            body = gzip.decompress(a.body) if a.headers.get("content-encoding") == "gzip" else a.body
            good = a.status == 200 and body == js and (a.headers.get("content-encoding") == "gzip") == bool(packed)
            check(f"Accept-Encoding {value!r}", good, a)
        check("a name with a hash is kept", a.headers["cache-control"] == "public, max-age=31536000, immutable", a)
        a = http.ask("GET", "/sub/tiny.txt", {"Accept-Encoding": "gzip"})
        check("what gzip makes longer stays", a.body == b"tiny\n" and "content-encoding" not in a.headers, a)
        for path in ("/none.txt", "/sub", "/sub/", "/sub/none.txt", "/tiny.txt", "/<script>.x", "/index.html/", "/.git",
                     "/../index.htm", "/%2e%2e/%2e%2e/etc/passwd.", "/a.b/" + "c" * 3000):
            a = http.ask("GET", path)
            page_like = "." not in path
            good = a.status == (200 if page_like else 404) and b"script" not in a.body.replace(page, b"")
            check(f"GET {path[:30]}", good and SECURITY.items() <= a.headers.items(), a)
        a = http.ask("GET", "/ws")
        check("the endpoint without an upgrade", a.status == 426 and a.headers["upgrade"] == "websocket", a)
        http.close()
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
            a = ask(port, method, "/index.html", body=b"")
            check(f"{method} of a file: 405", a.status == 405 and a.headers["allow"] == "GET, HEAD", a)
        for method in ("PUT", "OPTIONS", "PATCH"):
            a = ask(port, method, "/api/x", body=b"")
            check(f"{method} of the API: 405", a.status == 405 and "POST" in a.headers["allow"], a)
        got, closed = raw(port, b"BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n", 2)
        check("an unknown method is refused and hung up", closed and (not got or b" 403 " in got[:20]), got)
        a, closed = raw(port, b"GET / HTTP/1.0\r\n\r\n")
        check("HTTP/1.0 is closed afterwards", closed and a.startswith(b"HTTP/1.1 200 "), a[:100])
        a, closed = raw(port, ws.request_bytes("GET", "/", {"Connection": "close"}))
        check("so is Connection: close", closed and a.startswith(b"HTTP/1.1 200 "), a[:100])


def test_folder():
    os.makedirs("site/sub")
    write("site/index.html", "<p>dev")
    write("site/a.css", "p {}")
    write("site/big.wasm", "w" * 3000000)
    write("site/sub/index.html", "sub")
    write("secret.txt", "secret")
    write("site-b.txt", "beside")
    os.symlink("../secret.txt", "site/link.txt")
    os.symlink("a.css", "site/inside.css")
    with Server(files="site") as server:
        http = Http(server.port)
        for path, status, kind in (("/", 200, "text/html; charset=utf-8"), ("/a.css", 200, "text/css; charset=utf-8"),
                                   ("/inside.css", 200, "text/css; charset=utf-8"), ("/page", 200, "text/html; charset=utf-8"),
                                   ("/big.wasm", 200, "application/wasm"), ("/none.js", 404, "text/plain; charset=utf-8")):
            a = http.ask("GET", path)
            check(f"{path} of the folder", a.status == status and a.headers["content-type"] == kind, a)
        for path in ("/link.txt", "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/sub/../../secret.txt",
                     "/sub/..%5c../secret.txt", "/.../secret.txt", "/%00/../secret.txt", "//secret.txt", "/../site-b.txt",
                     "/%252e%252e/secret.txt", "/..%c0%afsecret.txt", "/" + "../" * 40 + "etc/hosts.allow.x"):
            try:
                a = ask(server.port, "GET", path)
                check(f"no way out by {path[:40]}", a.status in (400, 403, 404) and b"secret" not in a.body and b"beside" not in a.body, a)
            except Gone:
                check(f"no way out by {path[:40]}", True)
        server.lives("wrong paths")


def test_api():
    with Server(origins="https://friend.example http://b.example:81") as server:
        port = server.port
        http = Http(port)
        a = http.ask("GET", "/api/tables?a=1&b=two%20x&c=%26")
        check("GET", a.json() == {"method": "GET", "path": "/api/tables", "query": "a=1&b=two x&c=&", "n": 0, "json": False, "token": ""}, a)
        check("an answer", a.headers["content-type"] == "application/json" and a.headers["cache-control"] == "no-store"
              and SECURITY.items() <= a.headers.items() and "set-cookie" not in a.headers, a)
        for path in ("/healthz", "/metrics"):
            check(path, http.ask("GET", path).json()["path"] == path)
        a = http.ask("HEAD", "/healthz")
        check("HEAD goes up as GET", a.status == 200 and int(a.headers["content-length"]) > 10, a)
        for kind, good in (("application/json", True), ("Application/JSON; charset=utf-8", True), ("text/plain", False),
                           ("application/jsonx", False), (None, False)):
            a = http.ask("POST", "/api/x", {"Content-Type": kind}, b'{"a":1}')
            check(f"POST of {kind}", a.json()["json"] == good and a.json()["n"] == 7 and a.json()["method"] == "POST", a)
        check("DELETE", http.ask("DELETE", "/api/x").json()["method"] == "DELETE")
        check("DELETE with a body", http.ask("DELETE", "/api/x", {}, b"abc").json()["n"] == 3)
        check("GET with a body", http.ask("GET", "/api/x", {}, b"abc").json()["n"] == 3)
        check("POST of nothing", http.ask("POST", "/api/x", {}, b"").json()["n"] == 0)
        check("POST of 16,384 bytes", http.ask("POST", "/api/x", {}, b"x" * 16384).json()["n"] == 16384)
        a = http.ask("POST", "/api/x", {}, b"x" * 16385)
        check("16,385 bytes: 413", a.status == 413, a)
        a = http.ask("GET", "/api/x")
        check("and the connection goes on", a.status == 200, a)
        for headers, token in (({"Cookie": "tambo=abc"}, "abc"), ({"Cookie": "x=1;tambo=abc; y=2"}, "abc"), ({"Cookie": "xtambo=abc"}, ""),
                               ({"Cookie": "tambo=" + "a" * 127}, "a" * 127), ({"Cookie": "tambo=" + "a" * 128}, ""),
                               ({"Cookie": "__Host-tambo=abc"}, ""), ({"Authorization": "Bearer abc"}, "abc"),
                               ({"Authorization": "Basic abc"}, ""), ({"Authorization": "Bearer b", "Cookie": "tambo=c"}, "b"),
                               ({"Authorization": "Bearer " + "b" * 500}, ""), ({"Cookie": "tambo="}, ""), ({"Cookie": ";;; ;"}, "")):
            a = http.ask("GET", "/api/x", headers)
            check(f"token of {str(headers)[:50]}", a.json()["token"] == token, a)
        a = http.ask("GET", "/api/cookie")
        check("a cookie", a.headers["set-cookie"] == "tambo=secret; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000", a)
        for origin, status in (("http://localhost", 200), ("https://localhost", 200), ("https://friend.example", 200),
                               ("http://b.example:81", 200), ("http://b.example", 403), ("http://friend.example", 403),
                               ("null", 403), ("https://friend.example.evil.example", 403), ("https://friend.exampl", 403)):
            for method in ("POST", "DELETE"):
                a = http.ask(method, "/api/x", {"Origin": origin}, b"1")
                check(f"{method} from {origin}: {status}", a.status == status, a)
            check(f"GET from {origin}", http.ask("GET", "/api/x", {"Origin": origin}).status == 200)
        check("an upgrade from a friend", Ws(port, {"Origin": "https://friend.example"}).get() == {"hello": ""})
        for name, headers, status in (("no length", {}, 411), ("chunks", {"Transfer-Encoding": "chunked"}, 411),
                                      ("a negative length", {"Content-Length": "-1"}, 400),
                                      ("a length of words", {"Content-Length": "12x"}, 400),
                                      ("two lengths", {"Content-Length": "1\r\nContent-Length: 2"}, 400),
                                      ("an endless length", {"Content-Length": "9" * 60}, 400),
                                      ("a huge length", {"Content-Length": str(1 << 40)}, 413)):
            got, closed = raw(port, ws.request_bytes("POST", "/api/x", headers))
            check(f"{name}: {status}", closed and got.startswith(b"HTTP/1.1 %d " % status), got[:100])
        http = Http(port)
        data = ws.request_bytes("POST", "/api/x", {"Content-Type": "application/json"}, b'{"slow":1}')
        for i in range(len(data)):
            http.sock.sendall(data[i : i + 1])
        check("a request byte by byte", ws.read_answer(http.stream).json()["n"] == 10)
        server.lives("requests")
    with Server(proxied=1) as server:
        a = ask(server.port, "GET", "/api/cookie", {"Cookie": "tambo=a; __Host-tambo=b"})
        check("behind a proxy the cookie is secure", a.json()["token"] == "b" and a.headers["set-cookie"] ==
              "__Host-tambo=secret; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure", a)
        check("and HSTS is sent", a.headers["strict-transport-security"] == "max-age=31536000", a)


def test_pipeline():
    with Server() as server:
        http = Http(server.port)
        wanted = ["/api/1", "/", "/api/late", "/none.x", "/api/2", "/app.0123abcd.js", "/api/3"] * 3
        http.sock.sendall(b"".join(ws.request_bytes("GET", p) for p in wanted))
        got = [ws.read_answer(http.stream) for _ in wanted]
        good = all(
            (a.json()["path"] == p if p.startswith("/api") else a.status == (404 if p == "/none.x" else 200)) for a, p in zip(got, wanted)
        )
        check("many requests at once are answered in order", good, got)
        http.sock.sendall(ws.request_bytes("GET", "/api/1") + ws.request_bytes("POST", "/api/2", {}, b"x" * 5000) * 3)
        first, second = ws.read_answer(http.stream), ws.read_answer(http.stream)
        check("a body behind another request is refused", first.status == 200 and second.status == 400, second)
        check("and the connection ends", second.headers["connection"] == "close" and not http.sock.recv(1000))
        data = ws.request_bytes("GET", "/api/1") + ws.request_bytes("POST", "/api/2", {}, b"x" * 300) * 3
        for cut in range(50, 110, 3):
            http = Http(server.port)
            http.sock.sendall(data[:cut])
            first = ws.read_answer(http.stream)
            http.sock.sendall(data[cut:])
            second = ws.read_answer(http.stream)
            if first.status != 200 or second.status not in (200, 400) or second.status == 200 and second.json()["n"] != 300:
                break
            http.close()
        check("wherever it is cut", cut == 107, (cut, first, second))
        http = Http(server.port)
        http.sock.sendall(ws.request_bytes("POST", "/api/2", {}, b"x" * 5000) + ws.request_bytes("GET", "/api/3") * 2)
        check("requests behind a body are not", *behind_body(http, ["/api/2", "/api/3", "/api/3"]))
        for cut in range(1, 120, 7):
            http = Http(server.port)
            data = ws.request_bytes("POST", "/api/1", {}, b"12345") + ws.request_bytes("GET", "/api/2") + ws.request_bytes("GET", "/api/3")
            http.sock.sendall(data[:cut])
            time.sleep(0.002)
            http.sock.sendall(data[cut:])
            good, got = behind_body(http, ["/api/1", "/api/2", "/api/3"])
            if not good:
                break
        check("wherever they are cut", good, (cut, got))
        http = Http(server.port)
        # while it waits for a late answer, more input must not keep the server busy
        before, start = server.cpu(), time.monotonic()
        http.sock.sendall(ws.request_bytes("GET", "/api/late") + ws.request_bytes("GET", "/api/4"))
        http.sock.sendall(b"GET /api/5 HTTP/1.1\r\nHost: x\r\n")
        paths = [ws.read_answer(http.stream).json()["path"] for _ in range(2)]
        spent, took = server.cpu() - before, time.monotonic() - start
        check("waiting costs nothing", spent < took / 2 and paths == ["/api/late", "/api/4"], (spent, took, paths))
        http.sock.sendall(b"\r\n")
        check("the rest is answered", ws.read_answer(http.stream).json()["path"] == "/api/5")
        gone = Http(server.port)
        gone.sock.sendall(ws.request_bytes("GET", "/api/late"))
        time.sleep(0.05)
        gone.close()
        time.sleep(0.5)
        server.lives("an answer for nobody")
        before = server.cpu()
        slow = [Http(server.port, receive=16384) for _ in range(2)]
        slow[0].sock.sendall(ws.request_bytes("GET", "/api/big") + ws.request_bytes("GET", "/api/1"))
        slow[1].sock.sendall(ws.request_bytes("GET", "/api/big"))
        time.sleep(0.1)
        slow[1].sock.sendall(ws.request_bytes("GET", "/api/2"))
        got = [ask(server.port, "POST", "/api/x", {}, b"123").status for _ in range(20)]
        check("others are served meanwhile", got == [200] * 20, got)
        time.sleep(1.5)
        check("who asks on without reading costs nothing", server.cpu() - before < 1, server.cpu() - before)
        for http, path in zip(slow, ("/api/1", "/api/2")):
            got = [ws.read_answer(http.stream) for _ in range(2)]
            check("and is answered as it reads", got[0].body == b"y" * (4 << 20) and got[1].json()["path"] == path, got[1])
        gone = Http(server.port, receive=4096)
        gone.sock.sendall(ws.request_bytes("GET", "/api/big") * 2)
        time.sleep(0.05)
        gone.close()
        server.lives("a large answer for nobody")
        big = ask(server.port, "GET", "/api/big")
        check("a large answer", big.body == b"y" * (4 << 20), len(big.body))


def test_request_rate():
    """Requests of one connection count as messages do; files do not, and a proxy's do not."""
    with Server(rate=1, burst=10) as server:
        http = Http(server.port)
        got = [http.ask("GET", "/api/echo").status for _ in range(20)]
        check("requests over the rate are refused", got[:10] == [200] * 10 and got[12:] == [429] * 8, got)
        got = http.ask("POST", "/api/echo", {"Content-Type": "application/json"}, b'{"long":"' + b"x" * 5000 + b'"}')
        check("one with a body as well", got.status == 429, got)
        check("and told when to come again", got.headers.get("retry-after") == "1", got)
        got = [http.ask("GET", "/").status for _ in range(20)]
        check("files are not counted", 429 not in got, got)
        check("nor others", Http(server.port).ask("GET", "/api/echo").status == 200)
        end = time.monotonic() + ws.PATIENCE
        while (got := http.ask("GET", "/api/echo").status) == 429 and time.monotonic() < end:
            time.sleep(1.1)
        check("after a while it goes on, on the same line", got == 200, got)
    with Server(rate=5, burst=10, proxied=1) as server:
        http = Http(server.port)
        got = [http.ask("GET", "/api/echo").status for _ in range(20)]
        check("a proxy speaks for many", got == [200] * 20, got)


def test_assets():
    """tools/assets.py: the same bytes each time, and a sentence for what it cannot take."""
    tool = os.path.join(ROOT, "tools/assets.py")
    os.makedirs("web/deep/.hidden")
    for name in ("index.html", "deep/a.wasm", "deep/b-0123456789abcdef.svg", ".secret", "deep/.hidden/c.txt", "empty.txt"):
        write("web/" + name, "" if name == "empty.txt" else name * 50)

    def make(out, *more):
        return subprocess.run([sys.executable, tool, out, "net.h", "web", *more], capture_output=True, text=True, check=False)

    check("assets.c is made", make("1.c").returncode == 0 and make("2.c", "/x.js=web/deep/a.wasm").returncode == 0)
    urls = re.findall(r'{"(/[^"]*)"', read("1.c").decode())
    check("of every file that is not hidden, sorted", urls == ["/deep/a.wasm", "/deep/b-0123456789abcdef.svg", "/empty.txt", "/index.html"], urls)
    check("and of those that are named", b'{"/x.js", "text/javascript' in read("2.c"))
    check("with a hash: for a year", re.findall(r'{"([^"]*)".*true}', read("1.c").decode()) == ["/deep/b-0123456789abcdef.svg"])
    os.utime("web/index.html", (1, 1))
    make("3.c")
    check("twice the same", read("1.c") == read("3.c"))
    r = make("4.c", "/index.html=web/empty.txt")
    check("a name that is there twice", r.returncode == 1 and "/index.html is there twice" in r.stderr, r.stderr)
    write("web/odd.xyz", "x")
    r = make("4.c")
    check("an unknown kind", r.returncode == 1 and "web/odd.xyz: a name of" in r.stderr, r.stderr)


def test_noise():
    """Requests and frames, put together, damaged and cut at random: nothing of it may harm the server."""
    dice = random.Random(int(os.environ.get("SEED", "1")))
    post = ws.request_bytes("POST", "/api/x", {"Content-Type": "application/json"}, b'{"a":1}' * 9)
    pieces = [
        ws.request_bytes("GET", "/"), ws.request_bytes("GET", "/api/x?a=b&c"), ws.request_bytes("HEAD", "/none.x"), post,
        ws.request_bytes("DELETE", "/api/x", {"Origin": "http://localhost"}), ws.request_bytes("POST", "/api/x", {}, b"x" * 20000),
        ws.request_bytes("POST", "/api/x", {}, b""), ws.request_bytes("PUT", "/api/x", {}, b"x" * 100), ws.upgrade_bytes(),
        ws.request_bytes("GET", "/api/late"), ws.request_bytes("POST", "/api/late", {}, b"y" * 3000),
        ws.request_bytes("POST", "/api/x", {"Transfer-Encoding": "chunked"}, b"5\r\nhello\r\n0\r\n\r\n"),
        ws.request_bytes("GET", "/", {"Upgrade": "h2c", "Connection": "Upgrade", "HTTP2-Settings": "AAMAAABkAAQAAP__"}),
    ]
    frames = [frame(TEXT, b'{"a":1}'), frame(PING, b"p"), frame(TEXT, b"x" * 3000, final=False), frame(0, b"y"), frame(CLOSE, b"\x03\xe8"),
              frame(TEXT, b"!big 100000"), frame(TEXT, b"!lazy a"), frame(BINARY, b"\0"), frame(TEXT, b"!close 4000 x"), frame(PONG)]
    # libwebsockets 4.3 keeps who hung up in the midst of requests for 3 s
    with Server(conns=4000) as server:
        for _ in range(int(os.environ.get("ROUNDS", "250"))):
            data = ws.upgrade_bytes() if dice.random() < 0.4 else b""
            data += b"".join(dice.choice(frames if data else pieces) for _ in range(dice.randrange(1, 9)))
            if dice.random() < 0.5:
                data = bytearray(data)
                for _ in range(dice.randrange(1, 4)):
                    data[dice.randrange(len(data))] = dice.randrange(256)
            s = ws.connect(server.port)
            try:
                while data:
                    n = dice.choice((1, 7, 60, 500, 5000, 100000))
                    s.sendall(data[:n])
                    data = data[n:]
                    if dice.random() < 0.3:
                        select.select([s], [], [], 0.002)
                if dice.random() < 0.5:
                    s.settimeout(0.02)
                    s.recv(100000)
            except OSError:
                pass
            s.close()
            ws.opened.clear()
        server.lives("noise")
        end = time.monotonic() + ws.PATIENCE
        while (figures := server.figures())["conns"] > 1 and time.monotonic() < end:
            time.sleep(0.1)
        check("nobody is left", figures["conns"] == 1 and figures["queued"] < 300, figures)


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_files,
            test_folder,
            test_api,
            test_pipeline,
            test_request_rate,
            test_assets,
            test_noise,
        )
    )
