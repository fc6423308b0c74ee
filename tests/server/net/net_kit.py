"""What the tests of server/net/net.h share: its server with nothing behind it (net_echo.c), and clients
that do as they like."""
import os
import resource
import signal
import socket
import subprocess
import time

import ws
from cli_kit import PATIENCE, TAMBO, check, read
from ws import Gone, Ws

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


def behind_body(http, paths):
    """Is a request with a body answered, and all that were sent behind it? Since libwebsockets 4.2 the first answer may
    say instead that the connection ends with it. (bool, what came)"""
    got = []
    for path in paths:
        got.append(ws.read_answer(http.stream))
        if got[-1].status != 200 or got[-1].json()["path"] != path:
            return False, got
        if got[-1].headers.get("connection") == "close":
            return len(got) == 1 and not http.sock.recv(1000), got
    return True, got


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
