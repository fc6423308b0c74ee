#!/usr/bin/env python3
"""server/net.h by real sockets: good clients, bad ones, every limit. `test_net.py NET_ECHO ROOT`;
net_echo.c says what its server does."""
import gzip
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import warnings

import ws
from cli_kit import PATIENCE, ROOT, SANITIZED, TAMBO, check, read, run_all, write
from ws import BINARY, CLOSE, PING, PONG, TEXT, Gone, Http, Ws, ask, frame

NET_ECHO = TAMBO
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Server:
    """A net_echo, for a `with`; at the end it must stop well."""

    def __init__(self, files_open=0, **options):
        args = [f"{k}={v}" for k, v in options.items()]
        limit = (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files_open, files_open))) if files_open else None
        self.p = subprocess.Popen([NET_ECHO, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit)
        line = self.p.stdout.readline()
        self.port = int(line.split()[1]) if line else 0
        self.err = ""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        ws.close_all()
        self.stop()

    def stop(self):
        if self.p.poll() is None:
            self.p.send_signal(signal.SIGTERM)
        try:
            self.err += self.p.communicate(timeout=PATIENCE)[1].decode()
        except subprocess.TimeoutExpired:
            self.p.kill()
            self.err += self.p.communicate()[1].decode() + "(it did not stop)"
        check("the server stops well", self.p.returncode == 0, f"status {self.p.returncode} {self.err[-3000:]}")

    def lives(self, what):
        """Does it still serve?"""
        try:
            w = Ws(self.port)
            hello = w.get()
            w.send({"what": what})
            good = hello == {"hello": ""} and w.get() == {"echo": {"what": what}}
            w.close()
        except (OSError, Gone, ws.Refused) as e:
            good = e
        check(f"it still serves after {what}", good is True, good)

    def figures(self):
        w = Ws(self.port)
        w.get()
        w.send("!figures")
        figures = w.get()
        w.close()
        return figures

    def cpu(self):
        """Seconds of processor time so far."""
        parts = read(f"/proc/{self.p.pid}/stat").decode().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def raw(port, data, wait=5.0):
    """Sends bytes; everything that comes back until the server hangs up, and whether it did."""
    s = ws.connect(port)
    got, end = b"", time.monotonic() + wait
    try:
        s.sendall(data)
        while time.monotonic() < end:
            s.settimeout(max(0.01, end - time.monotonic()))
            part = s.recv(65536)
            if not part:
                return got, True
            got += part
    except socket.timeout:
        return got, False
    except ConnectionError:
        return got, True
    finally:
        s.close()
    return got, False


def gone_with(w, code, name):
    got = w.until_gone()
    check(name, got == code, f"{got} {w.reason}")
    w.close()


# ---- the handshake ----


def test_handshake():
    with Server() as server:
        port = server.port
        for name, headers in (
            ("its subprotocol", {}),
            ("no subprotocol", {"Sec-WebSocket-Protocol": None}),
            ("one of several subprotocols", {"Sec-WebSocket-Protocol": "other, tambo.1"}),
            ("extensions that are not taken", {"Sec-WebSocket-Extensions": "permessage-deflate"}),
            ("the own origin", {"Origin": "http://localhost"}),
            ("the own origin behind TLS", {"Origin": "https://LOCALHOST"}),
        ):
            try:
                w = Ws(port, headers)
                good = w.get() == {"hello": ""} and "sec-websocket-extensions" not in w.answer.headers
                expected = "tambo.1" if headers.get("Sec-WebSocket-Protocol", "") is not None else None
                good = good and w.answer.headers.get("sec-websocket-protocol") == expected
                w.close()
            except (Gone, ws.Refused) as e:
                good = e
            check(f"upgrade with {name}", good is True, good)
        for name, headers, path, status in (
            ("another origin", {"Origin": "http://evil.example"}, "/ws", 403),
            ("an origin that begins like ours", {"Origin": "http://localhost.evil.example"}, "/ws", 403),
            ("origin null", {"Origin": "null"}, "/ws", 403),
            ("another port", {"Origin": "http://localhost:81"}, "/ws", 403),
            ("another scheme", {"Origin": "ftp://localhost"}, "/ws", 403),
            ("an endless origin", {"Origin": "http://" + "a" * 400}, "/ws", 403),
            ("another path", {}, "/wss", 404),
            ("the path of a file", {}, "/index.html", 404),
            ("an old version", {"Sec-WebSocket-Version": "8"}, "/ws", 400),
            ("no version", {"Sec-WebSocket-Version": None}, "/ws", 400),
        ):
            try:
                Ws(port, headers, path=path)
                answer = None
            except ws.Refused as e:
                answer = e.answer
            good = answer and answer.status == status and SECURITY.items() <= answer.headers.items()
            check(f"upgrade with {name}: {status}", good, answer)
        check("a refused token closes with 1008", Ws(port, {"Cookie": "tambo=nobody"}).until_gone() == 1008)
        for name, data in (
            ("an unknown subprotocol", ws.upgrade_bytes({"Sec-WebSocket-Protocol": "other"})),
            ("no key", ws.upgrade_bytes({"Sec-WebSocket-Key": None})),
            ("no Connection", ws.upgrade_bytes({"Connection": None})),
            ("no Host", ws.upgrade_bytes({"Host": None})),
            ("POST", ws.upgrade_bytes().replace(b"GET", b"POST")),
            ("HTTP/2 in plain text", ws.request_bytes("GET", "/", {
                "Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__"})),
            ("the preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
            ("an unknown upgrade", ws.request_bytes("GET", "/", {"Upgrade": "tea", "Connection": "Upgrade"})),
            ("an unknown upgrade, second",
             ws.request_bytes("GET", "/") + ws.request_bytes("GET", "/", {"Upgrade": "tea", "Connection": "Upgrade"})),
            ("CONNECT", b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\nhello"),
            ("garbage", bytes(range(256)) * 64),
            ("a TLS hello", bytes.fromhex("16030100c5010000c10303") + bytes(200)),
            ("line ends only", b"\r\n" * 5000),
            ("an endless line", b"GET /" + b"a" * 100000),
            ("an endless header", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100000),
            ("endless headers", b"GET / HTTP/1.1\r\n" + b"X-Y: zzzzzzzz\r\n" * 9000),
            ("no slash", b"GET index.html HTTP/1.1\r\nHost: x\r\n\r\n"),
        ):
            got, closed = raw(port, data, 3)
            good = closed and b" 101 " not in got.split(b"\r\n")[0]
            check(f"{name}: refused and hung up", good, (got[:200], closed))
        server.lives("bad handshakes")


def test_messages():
    with Server() as server:
        port = server.port
        w = Ws(port, {"Cookie": "a=1; tambo=token-1; b=2"})
        check("the token of the cookie", w.get() == {"hello": "token-1"})
        for name, text in (
            ("a short message", '"a"'),
            ("UTF-8", '"h\u00e9 \u20ac \U0001f3b2 \u07ff \u0800 \uffff \U0010ffff"'),
            ("125 bytes", '"' + "x" * 123 + '"'),
            ("126 bytes", '"' + "x" * 124 + '"'),
            ("2,048 bytes", '"' + "x" * 2046 + '"'),
            ("2,049 bytes", '"' + "x" * 2047 + '"'),
            ("16,384 bytes", '"' + "x" * 16382 + '"'),
        ):
            w.send(text)
            check(f"echo of {name}", w.get() == {"echo": json.loads(text)})
        w.raw(frame(TEXT, b'[1,2]') + frame(TEXT, b'[3,4]') + frame(PING, b"p") + frame(TEXT, b'[5,6]'))
        check("several in one piece", [w.get() for _ in range(3)] == [{"echo": [1, 2]}, {"echo": [3, 4]}, {"echo": [5, 6]}])
        text = '["fragments","\u20ac\U0001f3b2",' + '"' + "y" * 5000 + '"]'
        data = text.encode()
        cuts = [0, 1, 15, 16, 17, 18, 19, 20, 21, 22, 2000, 4100, len(data), len(data)]
        parts = b""
        for i in range(len(cuts) - 1):
            last = i == len(cuts) - 2
            parts += frame(TEXT if i == 0 else 0, data[cuts[i] : cuts[i + 1]], final=last) + frame(PING, b"between %d" % i)
        w.raw(parts)
        check("fragments with pings between, letters cut", w.get() == {"echo": json.loads(text)})
        data = frame(TEXT, b'"by', final=False) + frame(PONG, b"\xff\xfe") + frame(0, b'te"')
        for i in range(len(data)):
            w.raw(data[i : i + 1])
        check("byte by byte, a pong inside", w.get() == {"echo": "byte"})
        w.raw(frame(TEXT, b"", final=False) + frame(0, b"7") + frame(PING, b"last"))
        check("an empty first fragment", w.get() == {"echo": 7})
        while b"last" not in w.pongs:
            w.step()
        check("pings are answered", len(w.pongs) >= 2, w.pongs)
        w.raw(frame(TEXT, b""))
        op, data = w.next_frame()
        check("an empty message", (op, data) == (TEXT, b'[{"echo":}]'), data)
        w.raw(frame(CLOSE, b"\x03\xe8bye"))
        gone_with(w, 1000, "a close is answered")
        bad = [b"\xff", b"\xc0\x80", b"\xc3", b"a\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80",
               b"\xe2\x82", b"\xf0\x8f\xbf\xbf", b"\xe0\x9f\xbf", b"\xc3(", b"\xe2(\xa1", b"\xf0\x9f\x8e("]
        for data in bad:
            w = Ws(port)
            w.raw(frame(TEXT, data))
            gone_with(w, 1007, f"not UTF-8: {data.hex()}")
        for name, code, data in (
            ("binary", 1003, frame(BINARY, b"\x01")),
            ("a binary fragment", 1003, frame(BINARY, b"\x01", final=False)),
            ("16,385 bytes", 1009, frame(TEXT, b"x" * 16385)),
            ("a claim of 2^62 bytes", 1009, frame(TEXT, b"x" * 4096, length=1 << 62)),
            ("16,385 bytes in fragments", 1009, frame(TEXT, b"x" * 16384, final=False) + frame(0, b"x")),
            ("fragments without end", 1009, frame(TEXT, b"x", final=False) + frame(0, b"x" * 999, final=False) * 30),
            ("an unknown opcode", 1002, frame(3, b"")),
            ("an unknown control opcode", 1002, frame(11, b"")),
            ("reserved bits", 1002, frame(TEXT, b"1", reserved=4)),
            ("a continuation of nothing", 1002, frame(0, b"1")),
            ("a message inside a message", 1002, frame(TEXT, b"1", final=False) + frame(TEXT, b"1")),
            ("a ping in fragments", 1002, frame(PING, b"1", final=False)),
            ("a long ping", None, frame(PING, b"x" * 126)),
            ("a length with the top bit", None, frame(TEXT, b"x", length=1 << 63)),
        ):
            w = Ws(port)
            w.raw(data)
            gone_with(w, code, f"{name}: {code}")
        server.lives("bad messages")


# ---- what goes out ----


def test_out():
    with Server(queue=8 << 20) as server:
        w, other = Ws(server.port), Ws(server.port)
        w.get(), other.get()
        w.send("!number 5")
        w.send("!empty 18446744073709551615")
        w.send("!number 0")
        got = [w.get() for _ in range(3)]
        check("numbers come first", got == [{"n": 5, "a": 1}, {"n": 18446744073709551615}, {"a": 1}] and list(got[0]) == ["n", "a"], got)
        frames = w.frames
        w.raw(b"".join(frame(TEXT, b"!hold") if i == 0 else frame(TEXT, b'"%d"' % i) for i in range(2001)))
        w.send("!flush")
        got = [w.get() for _ in range(2000)]
        check("two thousand texts in order", got == [{"echo": str(i)} for i in range(1, 2001)])
        check("and few frames", w.frames - frames <= 3, w.frames - frames)
        w.raw(frame(TEXT, b"!hold") + frame(TEXT, b"!big 30000") * 9 + frame(TEXT, b"!flush"))
        sizes = []
        while sum(sizes) < 9 * 30000:
            op, data = w.next_frame()
            sizes.append(len(data))
        check("frames of at most 64 KiB", max(sizes) <= 65536 and len(sizes) == 5, sizes)
        w.send("!big 1000000")
        check("a text longer than a frame", len(w.get()["big"]) == 1000000)
        w.send("!all x")
        check("one text for two", w.get() == other.get() == {"all": "x"})
        w.send("!close 4001 " + "r" * 200)
        w.send('"late"')
        gone_with(w, 4001, "closed by the server")
        check("a reason is cut to fit", w.reason == "r" * 123, w.reason)


def test_hold():
    with Server() as server:
        w, other = Ws(server.port), Ws(server.port)
        w.get(), other.get()
        w.send("!hold")
        w.send('"held"')
        other.send('"too"')
        http = Http(server.port)
        http.sock.sendall(ws.request_bytes("GET", "/api/x"))
        ready = select.select([w.sock, other.sock, http.sock], [], [], 0.4)[0]
        check("nothing leaves before the flush", not ready)
        w.send("!flush")
        check("then all does", w.get() == {"echo": "held"} and other.get() == {"echo": "too"})
        check("the answer, too", ws.read_answer(http.stream).status == 200)
        w.send("!hold")
        w.send('"forgotten"')
        w.send("!number 3")
        http.sock.sendall(ws.request_bytes("POST", "/api/x", body=b"1"))
        time.sleep(0.2)
        w.send("!drop")
        w.send('"after"')
        other.send('"calm"')
        check("dropped: one text instead", w.get() == {"dropped": True})
        check("and what comes after", w.get() == {"echo": "after"})
        check("whoever had nothing gets nothing", other.get() == {"echo": "calm"})
        answer = ws.read_answer(http.stream)
        check("a dropped request gets 503 and the text", answer.status == 503 and answer.json() == {"dropped": True}, answer)
        answer = http.ask("GET", "/api/drop")
        check("or a sentence", answer.status == 503 and "try again" in answer.json()["text"], answer)
        answer = http.ask("GET", "/api/cookie")
        check("and the connection goes on", answer.status == 200, answer)
        w.send("!hold")
        w.send('"gone"')
        http.sock.sendall(ws.request_bytes("GET", "/api/x"))
        time.sleep(0.2)
        w.close()
        http.close()
        time.sleep(0.2)
        other.send("!flush")
        other.send('"still here"')
        check("those who left before the flush do no harm", other.get() == {"echo": "still here"})


def test_lazy():
    with Server() as server:
        w = Ws(server.port)
        w.get()
        start = time.monotonic()
        w.send("!lazy a")
        w.send("!lazy b")
        frames = w.frames
        check("lazy texts arrive", [w.get(), w.get()] == [{"lazy": "a"}, {"lazy": "b"}])
        took = time.monotonic() - start
        check("after a tenth of a second, together", 0.08 < took < (2 if SANITIZED else 0.6) and w.frames == frames + 1, took)
        start = time.monotonic()
        w.raw(frame(TEXT, b"!lazy c") + frame(TEXT, b'"now"') + frame(TEXT, b"!lazy d"))
        got = [w.get(), w.get()]
        took = time.monotonic() - start
        check("news takes what waits along, in order", got == [{"lazy": "c"}, {"echo": "now"}] and took < 0.08, (got, took))
        check("the rest follows", w.get() == {"lazy": "d"})
        w.send("!lazy e")
        time.sleep(0.02)
        w.close()
        server.lives("a lazy text for nobody")


def test_slow():
    with Server(queue=300000) as server:
        w = Ws(server.port, receive=4096)
        w.get()
        try:
            for _ in range(200):
                w.send("!big 50000")
            w.sock.settimeout(PATIENCE)
            while w.sock.recv(4096):
                pass
            ended = True
        except ConnectionError:
            ended = True
        except socket.timeout:
            ended = False
        figures = server.figures()
        check("a slow reader is cut off", ended and figures["cut"] == 1, figures)
        check("and its queue is gone", figures["queued"] < 300, figures)
        w = Ws(server.port)
        w.get()
        w.send("!big 299900")
        check("a text as long as the queue passes", len(w.get()["big"]) == 299900)
        w.send("!big 300000")
        check("a longer one does not", w.until_gone() is None)


def test_request_rate():
    """Requests of one connection count as messages do; files do not, and a proxy's do not."""
    with Server(rate=5, burst=10) as server:
        http = Http(server.port)
        got = [http.ask("GET", "/api/echo").status for _ in range(20)]
        check("requests over the rate are refused", got[:10] == [200] * 10 and got[12:] == [429] * 8, got)
        got = http.ask("POST", "/api/echo", {"Content-Type": "application/json"}, b'{"long":"' + b"x" * 5000 + b'"}').status
        check("one with a body as well", got == 429, got)
        got = [http.ask("GET", "/").status for _ in range(20)]
        check("files are not counted", 429 not in got, got)
        check("nor others", Http(server.port).ask("GET", "/api/echo").status == 200)
        time.sleep(0.5)
        got = http.ask("GET", "/api/echo").status
        check("after a while it goes on, on the same line", got == 200, got)
    with Server(rate=5, burst=10, proxied=1) as server:
        http = Http(server.port)
        got = [http.ask("GET", "/api/echo").status for _ in range(20)]
        check("a proxy speaks for many", got == [200] * 20, got)


def test_rate():
    with Server(rate=20, burst=30) as server:
        w = Ws(server.port)
        w.get()
        w.raw(frame(TEXT, b"1") * 40)
        got = [w.get() for _ in range(31)]
        rate = {"t": "error", "error": "rate", "text": "Too many messages: slow down."}
        check("a burst, then a warning", got == [{"echo": 1}] * 30 + [rate], got)
        time.sleep(0.6)
        w.raw(frame(TEXT, b"2") * 40)
        got = [w.get() for _ in range(12)]
        check("the rate comes back with time", got == [{"echo": 2}] * 12, got)
        w.raw(frame(TEXT, b"3") * 220)
        gone_with(w, 4008, "two hundred more close it")
        check("one warning a second", [o for o in w.waiting if o == rate][1:] == [], w.waiting)
        figures = server.figures()
        check("they are counted", figures["limited"] >= 200, figures)


def test_ping():
    with Server(ping=1) as server:
        good, silent, busy = Ws(server.port), Ws(server.port), Ws(server.port)
        busy_until = time.monotonic() + 3.2
        gone = None
        start = time.monotonic()
        while time.monotonic() < busy_until:
            busy.send("1")
            for s in select.select([good.sock, silent.sock], [], [], 0.25)[0]:
                if s is good.sock:
                    good.step()
                elif not s.recv(4096) and gone is None:
                    gone = time.monotonic() - start
            if gone:
                silent.sock.close()
                break
        check("a silent one is cut off after twice the time", gone and 1.9 < gone < 3.2, gone)
        while time.monotonic() < start + 3.2:
            busy.send("1")
            if select.select([good.sock], [], [], 0.25)[0]:
                good.step()
        check("one that answers pings stays", good.pings >= 2, good.pings)
        while True:
            busy.step()
            if not select.select([busy.sock], [], [], 0.1)[0]:
                break
        check("one that talks is not pinged", busy.pings == 0, busy.pings)
        good.send("2")
        check("and all goes on", [o for o in (good.get(), good.get()) if "echo" in o] == [{"echo": 2}])


# ---- HTTP ----


def test_files():
    with Server() as server:
        port = server.port
        page = read(os.path.join(ROOT, "tests/net_site/index.html"))
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
        js = read(os.path.join(ROOT, "tests/net_site/app.0123abcd.js"))
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
        got = [ws.read_answer(http.stream).json()["path"] for _ in range(3)]
        check("requests behind a body are not", got == ["/api/2", "/api/3", "/api/3"], got)
        for cut in range(1, 120, 7):
            data = ws.request_bytes("POST", "/api/1", {}, b"12345") + ws.request_bytes("GET", "/api/2") + ws.request_bytes("GET", "/api/3")
            http.sock.sendall(data[:cut])
            time.sleep(0.002)
            http.sock.sendall(data[cut:])
            got = [ws.read_answer(http.stream).json()["path"] for _ in range(3)]
            if got != ["/api/1", "/api/2", "/api/3"]:
                break
        check("wherever they are cut", got == ["/api/1", "/api/2", "/api/3"], got)
        # while it waits for a late answer, more input must not keep the server busy
        before = server.cpu()
        http.sock.sendall(ws.request_bytes("GET", "/api/late") + ws.request_bytes("GET", "/api/4"))
        http.sock.sendall(b"GET /api/5 HTTP/1.1\r\nHost: x\r\n")
        paths = [ws.read_answer(http.stream).json()["path"] for _ in range(2)]
        check("waiting costs nothing", server.cpu() - before < 0.15 and paths == ["/api/late", "/api/4"], (server.cpu() - before, paths))
        http.sock.sendall(b"\r\n")
        check("the rest is answered", ws.read_answer(http.stream).json()["path"] == "/api/5")
        gone = Http(server.port)
        gone.sock.sendall(ws.request_bytes("GET", "/api/late"))
        time.sleep(0.05)
        gone.close()
        time.sleep(0.5)
        server.lives("an answer for nobody")
        before = server.cpu()
        slow = [Http(server.port, receive=4096) for _ in range(2)]
        slow[0].sock.sendall(ws.request_bytes("GET", "/api/big") + ws.request_bytes("GET", "/api/1"))
        slow[1].sock.sendall(ws.request_bytes("GET", "/api/big"))
        time.sleep(0.1)
        slow[1].sock.sendall(ws.request_bytes("GET", "/api/2"))
        got = [ask(server.port, "POST", "/api/x", {}, b"123").status for _ in range(20)]
        check("others are served meanwhile", got == [200] * 20, got)
        time.sleep(1.5)
        for http in slow:
            got = 0
            try:
                while part := http.sock.recv(65536):
                    got += len(part)
            except ConnectionError:
                pass
            check("who asks on without reading is hung up", got < 4 << 20, got)
        check("at little cost", server.cpu() - before < 1.8, server.cpu() - before)
        big = ask(server.port, "GET", "/api/big")
        check("a large answer", big.body == b"y" * (4 << 20), len(big.body))


# ---- the world ----


def make_certificate(name):
    if not shutil.which("openssl"):
        return False
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-keyout", name + ".key", "-out", name + ".pem"], check=True, stderr=subprocess.DEVNULL)
    return True


def test_tls():
    if not make_certificate("a") or not make_certificate("b"):
        print("# no openssl command: TLS is not tested")
        return
    tls = ws.no_checks()
    with Server(cert="a.pem", key="a.key") as server:
        http = Http(server.port, tls)
        a = http.ask("GET", "/", {"Accept-Encoding": "gzip"})
        check("a page by TLS", a.status == 200 and a.headers["strict-transport-security"] == "max-age=31536000", a)
        a = http.ask("GET", "/api/cookie", {"Cookie": "__Host-tambo=t"})
        check("a secure cookie", a.json()["token"] == "t" and a.headers["set-cookie"].endswith("; Secure"), a)
        check("TLS 1.2 or later", http.sock.version() in ("TLSv1.2", "TLSv1.3"), http.sock.version())
        http.sock.sendall(ws.request_bytes("POST", "/api/x", {}, b"x" * 16000) + ws.request_bytes("GET", "/api/x") * 9)
        check("requests at once by TLS", [ws.read_answer(http.stream).json()["n"] for _ in range(10)] == [16000] + [0] * 9)
        check("a large answer by TLS", len(http.ask("GET", "/api/big").body) == 4 << 20)
        w = Ws(server.port, {"Origin": "https://localhost"}, tls)
        w.get()
        text = "z" * 16000
        for _ in range(20):
            w.send(json.dumps(text))
        check("messages by TLS", [w.get() for _ in range(20)] == [{"echo": text}] * 20)
        w.send("!big 900000")
        check("a long text by TLS", len(w.get()["big"]) == 900000)
        old = ws.no_checks()
        old.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        try:
            ws.connect(server.port, old).close()
            refused = False
        except (ssl.SSLError, ConnectionError):
            refused = True
        check("TLS 1.1 is refused", refused)
        h2 = ws.no_checks()
        h2.set_alpn_protocols(["h2", "http/1.1"])
        check("HTTP/2 is not offered", ws.connect(server.port, h2).selected_alpn_protocol() == "http/1.1")
        got, closed = raw(server.port, ws.request_bytes("GET", "/"), 3)
        check("plain HTTP is hung up there", closed and b"200" not in got, got)
        w.send("!close 4002 bye")
        gone_with(w, 4002, "a close by TLS")
        idle = Ws(server.port, None, tls)
        http.close()
        server.p.send_signal(signal.SIGTERM)
        idle.get()
        check("a stop by TLS", idle.until_gone() == 1001)
    write("junk.pem", "-----BEGIN JUNK-----\n")
    for args, sentence in (
        (["cert=a.pem"], "TLS needs both a certificate and a key"),
        (["files=nowhere"], "cannot serve files of nowhere: No such file or directory"),
        (["files=junk.pem"], "cannot serve files of junk.pem: Not a directory"),
        (["cert=none.pem", "key=a.key"], "cannot read none.pem: No such file or directory"),
        (["cert=a.pem", "key=none.key"], "cannot read none.key: No such file or directory"),
        (["cert=junk.pem", "key=a.key"], "junk.pem is not a certificate in PEM"),
        (["cert=a.pem", "key=junk.pem"], "junk.pem is not a private key in PEM, or not that of a.pem"),
        (["cert=a.pem", "key=b.key"], "b.key is not a private key in PEM, or not that of a.pem"),
    ):
        p = subprocess.run([NET_ECHO, *args], capture_output=True, text=True, timeout=PATIENCE, check=False)
        check(f"{' '.join(args)}: {sentence}", p.returncode == 1 and p.stderr == f"net_echo: {sentence}\n", p.stderr)


def test_listen():
    with Server() as server:
        for args, sentence in (
            ([f"port={server.port}"], f"cannot listen on 127.0.0.1 port {server.port}: Address already in use"),
            (["host=no.such.host.invalid"], "cannot listen on no.such.host.invalid: "),
            (["host=192.0.2.1"], "cannot listen on 192.0.2.1 port 0: Cannot assign requested address"),
        ):
            p = subprocess.run([NET_ECHO, *args], capture_output=True, text=True, timeout=60, check=False)
            check(f"{args[0]}: a sentence", p.returncode == 1 and p.stderr.startswith(f"net_echo: {sentence}"), p.stderr)
        server.lives("others who want its port")


def test_most():
    with Server(conns=10) as server:
        some = [Ws(server.port) for _ in range(9)] + [Http(server.port)]
        got, closed = raw(server.port, b"", 3)
        check("one too many gets 503", closed and got.startswith(b"HTTP/1.1 503 "), got[:60])
        some[0].send("1")
        check("the others are served", [some[0].get(), some[0].get()] == [{"hello": ""}, {"echo": 1}])
        some[3].close()
        time.sleep(0.2)
        server.lives("a refusal")
    with Server(conns=5000, files_open=200) as server:
        some = [Http(server.port) for _ in range(100)]
        got, closed = raw(server.port, b"", 3)
        check("fewer where the limit of files is low", closed and got.startswith(b"HTTP/1.1 503 "), got[:60])
        check("they are served", all(h.ask("GET", "/").status == 200 for h in some))
    check("and that is told", "connections=100" in server.err, server.err)
    with Server(conns=1500, files_open=1500) as server:
        server.lives("a start with few files to spare")
    check("a few connections less are not worth a word", "fewer" not in server.err, server.err)


def test_churn():
    with Server(conns=3000) as server:
        folder = f"/proc/{server.p.pid}/fd"
        before = len(os.listdir(folder))
        for i in range(1000):
            kind = i % 5
            if kind < 3:
                w = Ws(server.port)
                if kind == 0:
                    w.send("1")
                if kind == 1:
                    w.raw(frame(CLOSE, b"\x03\xe8"))
                if kind == 2:
                    w.raw(frame(TEXT, b"half", length=100))
                w.close()
            else:
                s = ws.connect(server.port)
                s.sendall(ws.request_bytes("GET", "/api/x")[: 30 if kind == 3 else 9999])
                if kind == 4:
                    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                s.close()
        some = [Ws(server.port) for _ in range(300)]
        some[7].get()
        some[7].send("!all here")
        good = some[7].get() == {"all": "here"} and all([w.get(), w.get()][1] == {"all": "here"} for w in some if w is not some[7])
        check("three hundred hear one", good)
        for w in some:
            w.close()
        time.sleep(0.5)
        figures, after = server.figures(), len(os.listdir(folder))
        check("a thousand come and go", figures["conns"] == 1 and figures["opened"] >= 900, figures)
        check("and leave no file open", after <= before + 2, (before, after))


def test_stop():
    server = Server()
    w, mute, http = Ws(server.port), Ws(server.port, receive=4096), Http(server.port)
    w.get(), mute.get()
    check("an idle page", http.ask("GET", "/").status == 200)
    late = Http(server.port)
    late.sock.sendall(ws.request_bytes("GET", "/api/late"))
    w.send("!hold")
    w.send("!big 700000")
    w.send("!stop")
    check("what was queued still comes", len(w.get()["big"]) == 700000)
    gone_with(w, 1001, "then a goodbye")
    check("and its reason", w.reason == "the server stops", w.reason)
    check("a request under way is answered", ws.read_answer(late.stream).status == 200)
    start = time.monotonic()
    server.stop()
    check("someone who does not answer is not waited for", time.monotonic() - start < 5)
    try:
        ws.connect(server.port)
        refused = False
    except ConnectionRefusedError:
        refused = True
    check("nobody listens any more", refused)
    mute.close()
    server = Server()
    start = time.monotonic()
    server.stop()
    check("an idle server stops at once", time.monotonic() - start < (2 if SANITIZED else 0.5))
    server = Server()
    some = [Ws(server.port) for _ in range(50)]
    server.p.send_signal(signal.SIGTERM)
    check("all get a goodbye", [w.until_gone() for w in some] == [1001] * 50)
    server.stop()


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
    with Server() as server:
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
        time.sleep(0.5)
        server.lives("noise")
        figures = server.figures()
        check("nobody is left", figures["conns"] == 1 and figures["queued"] < 300, figures)


# ---- patience ----


class Loris:
    """Clients that take their time; begun first, looked at last."""

    def __init__(self):
        self.server = Server()
        self.start = time.monotonic()
        self.socks = {}
        for name, data in (("says nothing", b""), ("stops in the headers", b"GET / HTTP/1.1\r\nHost: x\r\n"),
                           ("sends headers by drops", b"GET / HTTP/1.1\r\n")):
            self.socks[name] = socket.create_connection(("127.0.0.1", self.server.port))
            self.socks[name].sendall(data)

    def test_loris(self):
        closed = {}
        end = max(self.start + 25, time.monotonic() + 2)
        while len(closed) < 3 and time.monotonic() < end:
            for name, s in self.socks.items():
                if name in closed:
                    continue
                try:
                    if "drops" in name:
                        s.sendall(b"X: y\r\n")
                    if select.select([s], [], [], 0)[0] and not s.recv(1000):
                        closed[name] = time.monotonic() - self.start
                except ConnectionError:
                    closed[name] = time.monotonic() - self.start
            time.sleep(0.2)
        for name in self.socks:
            check(f"a client that {name} is hung up", name in closed, closed)
        self.server.lives("slow clients")
        self.server.stop()


if __name__ == "__main__":
    loris = Loris()
    sys.exit(
        run_all(
            test_handshake,
            test_messages,
            test_out,
            test_hold,
            test_lazy,
            test_slow,
            test_rate,
            test_request_rate,
            test_ping,
            test_files,
            test_folder,
            test_api,
            test_pipeline,
            test_tls,
            test_listen,
            test_most,
            test_churn,
            test_stop,
            test_assets,
            test_noise,
            loris.test_loris,
        )
    )
