#!/usr/bin/env python3
"""`tambo health` against real servers, and against everything else that may answer at an address.

test_server_health.py TAMBO ROOT few|all"""
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from server_kit import Server, check, done

TAMBO = os.path.abspath(sys.argv[1])
PLAIN = {k: v for k, v in os.environ.items() if not k.startswith("TAMBO_")}


def health(*args, **env):
    r = subprocess.run([TAMBO, "health", *args], capture_output=True, text=True, timeout=600, check=False, env={**PLAIN, **env})
    return r.returncode, r.stdout, r.stderr


@contextlib.contextmanager
def answering(data):
    """The address of somebody who answers everything with these bytes and hangs up; None: with silence."""
    with socket.create_server(("127.0.0.1", 0)) as door, contextlib.ExitStack() as guests:
        def serve():
            with contextlib.suppress(OSError):
                while True:
                    guest = guests.enter_context(door.accept()[0])
                    guest.recv(4096)
                    if data is not None:
                        guest.sendall(data)
                        guest.close()

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}"


def well():
    server = Server(TAMBO)
    url = f"http://127.0.0.1:{server.port}"
    for name, args, env in (
        ("by its address", [url], {}),
        ("with a slash", [url + "/"], {}),
        ("by a name", [f"http://localhost:{server.port}"], {}),
        ("by the environment", [], {"TAMBO_PORT": str(server.port)}),
        ("listening to everybody", [], {"TAMBO_PORT": str(server.port), "TAMBO_HOST": "0.0.0.0"}),
    ):
        r = health(*args, **env)
        check(f"well: {name}", r[0] == 0 and r[1].startswith("http://") and r[1].endswith(f":{server.port} is well\n") and not r[2], r)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "tambo.conf")
        with open(file, "w", encoding="utf-8") as f:
            f.write(f"port = {server.port}\n")
        check("well: by its file", health("--config", file)[0] == 0)
        check("well: by TAMBO_CONFIG", health(TAMBO_CONFIG=file)[0] == 0)
        r = health("--config", file + "x")
        check("a file that is not there", r[0] == 2 and not r[1] and r[2].count("\n") == 1, r)
    server.stop()
    r = health(url)
    check("stopped", r[0] == 1 and not r[1] and r[2] == f"tambo: no answer from {url}: Connection refused\n", r)


def tls():
    if not shutil.which("openssl"):
        print("# no openssl command: TLS is not tested")
        return
    with tempfile.TemporaryDirectory() as folder:
        cert, key = os.path.join(folder, "a.pem"), os.path.join(folder, "a.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
        server = Server(TAMBO, None, "--cert", cert, "--key", key)
        for name, args, env in (
            ("by its address", [f"https://127.0.0.1:{server.port}"], {}),
            ("by a name", [f"https://localhost:{server.port}"], {}),
            ("by the environment", [], {"TAMBO_PORT": str(server.port), "TAMBO_CERT": cert, "TAMBO_KEY": key}),
        ):
            r = health(*args, **env)
            check(f"TLS: {name}", r[0] == 0 and r[1].startswith("https://"), r)
        r = health(f"http://127.0.0.1:{server.port}")
        check("TLS: asked without it", r[0] == 1 and not r[1] and r[2].startswith("tambo: "), r)
        server.stop()


def strange():
    for name, data, says in (
        ("503", b"HTTP/1.1 503 Service Unavailable\r\n\r\n", "is not well: it answers 503"),
        ("404", b"HTTP/1.1 404 Not Found\r\n\r\n", "is not well: it answers 404"),
        ("no HTTP", b"220 mail.example.org ESMTP\r\n", "no answer"),
        ("less than a line", b"HTTP/1", "no answer"),
        ("nothing", b"", "no answer"),
        ("random bytes", os.urandom(64), "no answer"),
    ):
        with answering(data) as url:
            r = health(url)
            check(f"{name}: not well", r[0] == 1 and not r[1] and r[2].count("\n") == 1 and says in r[2], r)
    for scheme in ("http", "https"):
        r = health(f"{scheme}://nobody.invalid")
        check(f"a name that nobody has, {scheme}", r[0] == 1 and not r[1] and re.search(r"nobody\.invalid:\d+: .*(?i:name)", r[2]), r)
    with answering(None) as url:
        r = health(url, "--wait", "1")
        check("silence", r == (1, "", "tambo: the server did not answer in time\n"), r)


def misuse():
    for args in (["x"], ["127.0.0.1:8080"], ["ftp://localhost"], ["http://"], ["http:///"], ["http://a b"], ["http://localhost/healthz"],
                 ["http://me@localhost"], ["http://localhost:0"], ["http://localhost:65536"], ["http://localhost:75091"], ["http://localhost:8080x"], ["http://localhost:"],
                 ["http://[::1"], ["http://" + "a" * 300], [""], ["http://a", "http://b"],
                 ["http://a", "--config", "b"], ["--wait", "0", "http://a"], ["--wait", "x"], ["--config"]):
        r = health(*args)
        check(f"wrong usage: {' '.join(args)[:40]}", r[0] == 2 and not r[1] and r[2].startswith("tambo: ") and r[2].count("\n") == 1, r)
    r = health(TAMBO_PORT="0")
    check("any free port is none to ask", r[0] == 2 and "which" in r[2], r)
    r = health(TAMBO_PORT="http")
    check("a wrong variable", r[0] == 2 and not r[1], r)


well()
tls()
strange()
misuse()
done()
