#!/usr/bin/env python3
"""server/net/net.h by real sockets, the world around it: TLS, ports, the limit of files, crowds that come and go,
the stop, clients without end. `test_net_world.py NET_ECHO ROOT`."""
import json
import os
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
from cli_kit import PATIENCE, check, run_all, write
from net_kit import NET_ECHO, Server, behind_body, gone_with, raw
from ws import CLOSE, TEXT, Http, Ws, frame


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
        check("requests behind a body by TLS", *behind_body(http, ["/api/x"] * 10))
        http = Http(server.port, tls)
        http.sock.sendall(ws.request_bytes("GET", "/api/x?a") * 20)
        check("requests at once by TLS", [ws.read_answer(http.stream).json()["query"] for _ in range(20)] == ["a"] * 20)
        check("a body by TLS", http.ask("POST", "/api/x", {}, b"x" * 16000).json()["n"] == 16000)
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
            p = subprocess.run([NET_ECHO, *args], capture_output=True, text=True, timeout=PATIENCE, check=False)
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
    check("someone who does not answer is not waited for", time.monotonic() - start < 60)
    try:
        ws.connect(server.port)
        refused = False
    except ConnectionRefusedError:
        refused = True
    check("nobody listens any more", refused)
    mute.close()
    took = []
    for _ in range(5):
        server = Server()
        start = time.monotonic()
        server.stop()
        took.append(time.monotonic() - start)
    check("an idle server stops at once", min(took) < 1.9, took)  # a goodbye takes two seconds
    server = Server()
    some = [Ws(server.port) for _ in range(50)]
    server.p.send_signal(signal.SIGTERM)
    check("all get a goodbye", [w.until_gone() for w in some] == [1001] * 50)
    server.stop()


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
        end = time.monotonic() + PATIENCE
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
            test_tls,
            test_listen,
            test_most,
            test_churn,
            test_stop,
            loris.test_loris,
        )
    )
