#!/usr/bin/env python3
"""server/net/net.h by real sockets, WebSocket: handshake, messages, what goes out, slow and fast clients.
`test_net_ws.py NET_ECHO ROOT`."""
import json
import select
import signal
import socket
import sys
import time

import ws
from cli_kit import PATIENCE, check, run_all
from net_kit import SECURITY, Server, gone_with, raw
from ws import BINARY, CLOSE, PING, PONG, TEXT, Gone, Http, Ws, frame


# ---- the handshake ----


def test_handshake():
    with Server() as server:
        port = server.port
        for name, headers, *path in (
            ("its subprotocol", {}),
            ("no subprotocol", {"Sec-WebSocket-Protocol": None}),
            ("one of several subprotocols", {"Sec-WebSocket-Protocol": "other, tambo.1"}),
            ("extensions that are not taken", {"Sec-WebSocket-Extensions": "permessage-deflate"}),
            ("the own origin", {"Origin": "http://localhost"}),
            ("the own origin behind TLS", {"Origin": "https://LOCALHOST"}),
            ("the table that it is for", {}, "/ws?table=0123456789abcdef"),
            ("a query that means nothing", {}, "/ws?" + "a" * 200),
        ):
            try:
                w = Ws(port, headers, path=path[0] if path else "/ws")
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
            ("a key that is none", {"Sec-WebSocket-Key": "x"}, "/ws", 400),
            ("a key of 15 bytes", {"Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2Rl"}, "/ws", 400),
            ("a key that is not base64", {"Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2Rl!!=="}, "/ws", 400),
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
            ("HTTP/1.0", ws.upgrade_bytes().replace(b"HTTP/1.1", b"HTTP/1.0")),
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
        for code, reason, echoed in ((1000, b"", 1000), (3000, b"x", 3000), (4999, "\u00e9".encode(), 4999), (5000, b"", 1002), (65535, b"", 1002),
                                     (999, b"", 1002), (1005, b"", 1002), (1006, b"", 1002), (2999, b"", 1002), (1000, b"\xff", 1002)):
            w = Ws(port)
            w.raw(frame(CLOSE, code.to_bytes(2, "big") + reason))
            gone_with(w, echoed, f"a close with {code} {reason}: {echoed}")
        w = Ws(port)
        w.get()
        w.raw(frame(CLOSE, b"\x03\xe8") + frame(TEXT, b"!all late"))
        gone_with(w, 1000, "a close with something behind it is answered")
        w = Ws(port)
        w.get()
        w.raw(b"".join(frame(PING, b"%d" % i) for i in range(10)) + frame(TEXT, b"1"))
        check("ten pings at once", w.get() == {"echo": 1})
        while not w.pongs:
            w.step()
        check("of which one is answered at least", w.pongs[0].isdigit(), w.pongs)
        w.raw(frame(TEXT, b"2", mask=False) + frame(TEXT, b"3"))
        check("what is not masked does no harm", [w.get(), w.get()] == [{"echo": 2}, {"echo": 3}])
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
        w.raw(frame(TEXT, b"!hold") + frame(TEXT, b"!big 30000") + frame(TEXT, b"!event 4") + frame(TEXT, b"!big 30000") * 2 + frame(TEXT, b"!flush"))
        frames = []
        while sum(len(f) for f in frames) < 7:
            frames.append([o.get("n") for o in json.loads(w.next_frame()[1])])
        check("what has one number is in one frame", frames == [[None, 7, 7, 7, 7], [None, None]] or frames == [[None], [7, 7, 7, 7], [None, None]], frames)
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
        w.send('"this, too"')
        http.sock.sendall(ws.request_bytes("POST", "/api/x", body=b"1"))
        time.sleep(0.2)
        w.send("!drop")
        w.send('"after"')
        other.send('"calm"')
        check("dropped: another answer for each, and no news", w.get() == w.get() == {"dropped": True})
        check("and what comes after", w.get() == {"echo": "after"})
        check("whoever had nothing gets nothing", other.get() == {"echo": "calm"})
        answer = ws.read_answer(http.stream)
        check("a dropped request gets 503 and the text", answer.status == 503 and answer.json() == {"dropped": True}, answer)
        check("and when to come again", answer.headers.get("retry-after") == "1", answer)
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
        start, frames = time.monotonic(), w.frames
        w.raw(frame(TEXT, b"!lazy a") + frame(TEXT, b"!lazy b"))
        check("lazy texts arrive", [w.get(), w.get()] == [{"lazy": "a"}, {"lazy": "b"}])
        took = time.monotonic() - start
        check("after a tenth of a second, together", took > 0.08 and w.frames == frames + 1, took)
        w.raw(frame(TEXT, b"!lazy c") + frame(TEXT, b'"now"') + frame(TEXT, b"!lazy d"))
        got = [w.get(), w.get()]
        check("news takes what waits along, in order", got == [{"lazy": "c"}, {"echo": "now"}] and w.frames == frames + 2, (got, w.frames))
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


def test_queues():
    """All queues together have a bound: the fullest go first."""
    with Server(queue=1 << 20, queues=2000000, conns=20) as server:
        others = [Ws(server.port) for _ in range(2)]
        slow = [Ws(server.port, receive=4096) for _ in range(6)]
        for w in [*others, *slow]:
            w.get()
        for w in slow:
            for _ in range(12):
                w.send("!big 60000")
        for w in others:
            w.send("1")
        check("who reads stays", all(w.get() == {"echo": 1} for w in others))
        others[0].send("!figures")
        figures = others[0].get()
        check("the bound holds", figures["queued"] <= 2000000, figures)
        for w in slow:
            w.send("!big 900000")
        others[0].send("!figures")
        figures = others[0].get()
        check("some were cut off", figures["cut"] >= 1 and figures["queued"] <= 2000000, figures)


def test_strangers():
    with Server(hello=1, ping=60) as server:
        known, stranger = Ws(server.port), Ws(server.port)
        known.get(), stranger.get()
        known.send("!welcome")
        known.send("!figures")
        check("who is not welcome yet is counted", known.get()["strangers"] == 1)
        stranger.send("1")
        stranger.get()
        gone_with(stranger, 1008, "who says nothing of itself is closed, though it talks")
        check("and told why", stranger.reason == "no hello", stranger.reason)
        known.send("2")
        check("who was welcome stays", known.get() == {"echo": 2})
        known.send("!figures")
        figures = known.get()
        check("nobody is a stranger now", (figures["strangers"], figures["conns"]) == (0, 1), figures)


def is_cut(w, spoken):
    """Is it cut off, although it says this every now and then and reads nothing?"""
    start = time.monotonic()
    try:
        while time.monotonic() < start + PATIENCE:
            w.raw(spoken)
            time.sleep(0.2)
    except ConnectionError:
        return True
    return False


def test_silence():
    with Server(ping=1, queue=1 << 20) as server:
        w = Ws(server.port)
        w.get()
        check("pongs that nobody asked for are no sign of life", is_cut(w, frame(PONG, b".")))
        w = Ws(server.port, receive=4096)
        w.get()
        w.send("!big 900000")
        check("nor is talk of somebody who does not read", is_cut(w, frame(TEXT, b"!nothing")))


def test_flood():
    """The code of the close arrives although there is much behind what was one message too many."""
    with Server(rate=20, burst=30) as server:
        for _ in range(20):
            w = Ws(server.port)
            w.get()
            w.raw(frame(TEXT, b"3") * 3000)
            gone_with(w, 4008, "a flood is told why it ends")
        w = Ws(server.port)
        w.get()
        check("a flood that goes on is cut off", is_cut(w, frame(TEXT, b"4") * 10000))
        server.lives("floods")


def test_rate():
    with Server(rate=20, burst=30) as server:
        w = Ws(server.port)
        w.get()
        w.raw(frame(TEXT, b"1") * 40)
        got = [w.get() for _ in range(40)]
        waits = [o.pop("wait_ms", None) for o in got[30:]]
        check("a burst; what is over goes up as too fast", got == [{"echo": 1}] * 30 + [{"error": "rate"}] * 10, got)
        check("and says when the next is welcome", all(w and 1 <= w <= 51 for w in waits), waits)
        time.sleep(0.6)
        w.raw(frame(TEXT, b"2") * 40)
        got = [w.get() for _ in range(12)]
        check("the rate comes back with time", got == [{"echo": 2}] * 12, got)
        w.raw(frame(TEXT, b"3") * 220)
        gone_with(w, 4008, "two hundred more close it")
        figures = server.figures()
        check("they are counted", figures["limited"] >= 200, figures)


def test_once():
    """Whoever would answer twice is wrong about what it does, and dies at once: the second might be somebody else's."""
    server = Server()
    w = Ws(server.port)
    w.get()
    w.send("!twice")
    _, err = server.p.communicate(timeout=PATIENCE)
    check("a message is answered once", server.p.returncode == -signal.SIGABRT and b"net_ws.c" in err, f"{server.p.returncode} {err}")
    server = Server()
    with socket.create_connection(("127.0.0.1", server.port)) as s:
        s.sendall(b"GET /api/twice HTTP/1.1\r\nHost: x\r\n\r\n")
        _, err = server.p.communicate(timeout=PATIENCE)
    check("a request is answered once", server.p.returncode == -signal.SIGABRT and b"net_http.c" in err, f"{server.p.returncode} {err}")


def test_ping():
    with Server(ping=1) as server:
        good, silent, busy = Ws(server.port), Ws(server.port), Ws(server.port)
        gone = None
        start = time.monotonic()
        while time.monotonic() < start + PATIENCE:
            busy.send("1")
            for s in select.select([good.sock, silent.sock], [], [], 0.25)[0]:
                if s is good.sock:
                    good.step()
                elif not s.recv(4096) and gone is None:
                    gone = time.monotonic() - start
            if gone:
                silent.sock.close()
                break
        check("a silent one is cut off after twice the time", gone and gone > 1.9, gone)
        while time.monotonic() < start + 3.2 or good.pings < 2 and time.monotonic() < start + PATIENCE:
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


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_handshake,
            test_messages,
            test_out,
            test_hold,
            test_lazy,
            test_slow,
            test_queues,
            test_strangers,
            test_silence,
            test_flood,
            test_rate,
            test_once,
            test_ping,
        )
    )
