"""What the tests of the server share: a real server on a port of its own, and players who speak
docs/protocol.md. Only the standard library and ws.py."""
import json
import mmap
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

import ws

failed = passed = 0


def check(what, good, *seen):
    """One test, reported as TAP at once."""
    global failed, passed
    passed, failed = passed + bool(good), failed + (not good)
    print(f"{'ok' if good else 'not ok'} {passed + failed} - {what}", flush=True)
    if not good:
        for s in seen:
            print("#", str(s)[:2000].replace("\n", "\n# "), flush=True)
    return good


def done():
    print(f"1..{passed + failed}", flush=True)
    sys.exit(failed > 0)


class Server:
    """`tambo serve` on a free port; its database is a file that stays between starts."""

    FAST = ("--rate", "10000", "--burst", "10000", "--player-rate", "10000", "--player-burst", "100000", "--create-hour", "100000", "--newcomers-minute", "1000000", "--max-unattended", "100000",
            "--max-tables", "10000")

    tls = None  # how to speak to it, where it is not plain

    def __init__(self, tambo, db=None, *args, **env):
        self.tambo, self.args, self.env = tambo, args or self.FAST, env
        self.folder = tempfile.TemporaryDirectory()
        self.db = db or os.path.join(self.folder.name, "tambo.db")
        self.port, self.log = 0, os.path.join(self.folder.name, "log")
        self.start()

    def command(self):
        return [self.tambo, "serve", "--port", str(self.port), "--db", self.db, *self.args]

    def start(self):
        self.errors = open(self.log, "ab")
        self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=self.errors, env={**os.environ, **self.env})
        line = self.process.stdout.readline().decode()
        found = re.search(r":(\d+)/$", line.strip())
        if not found:
            raise RuntimeError(f"the server did not start: {line!r} {self.read_log()}")
        self.port = int(found[1])

    def read_log(self):
        with open(self.log, encoding="utf-8", errors="replace") as f:
            return f.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def stop(self):
        """Graceful; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10 * ws.PATIENCE)
        self.process.stdout.close()
        self.errors.close()
        return status

    def ask(self, method, path, body=None, token=None, **headers):
        h = {k.replace("_", "-"): v for k, v in headers.items()}
        if token:
            h["Authorization"] = f"Bearer {token}"
        if body is not None:
            h["Content-Type"] = "application/json"
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        return ws.ask(self.port, method, path, h, body, self.tls)


class Clock:
    """The clocks of a machine (machine_clock.c), in seconds: they stand still until they are moved."""

    def __init__(self):
        self.file = tempfile.NamedTemporaryFile()
        self.file.write(struct.pack("=qqq", 1000 * 1000000, int(time.time()) * 1000000, 0))
        self.file.flush()
        self.page = mmap.mmap(self.file.fileno(), 24)
        self.name = self.file.name

    def get(self, k):
        return struct.unpack_from("=q", self.page, 8 * k)[0]

    def put(self, k, us):
        struct.pack_into("=q", self.page, 8 * k, us)

    @property
    def steady(self):
        return self.get(0) / 1e6

    @property
    def wall(self):
        return (self.get(0) + self.get(1)) / 1e6

    def jump(self, seconds):
        """Somebody sets the time of the day."""
        self.put(1, self.get(1) + int(seconds * 1000000))

    def go(self, seconds):
        """So much time goes by; returns when all timers of the server have been looked at."""
        self.put(0, self.get(0) + int(seconds * 1000000))
        enough, end = self.get(2) + 16, time.monotonic() + ws.PATIENCE  # it has eight
        while self.get(2) < enough and time.monotonic() < end:
            time.sleep(0.002)


class Refusal(Exception):
    def __init__(self, answer):
        super().__init__(str(answer))
        self.error, self.text = answer.get("error"), answer.get("text")


STANDING = ("yours", "ready", "mute")  # without a number: how something stands now


class Player:
    """Somebody with a token; may connect, follow a table, lose the line and come back."""

    def __init__(self, server, name=None, token=None, source=None):
        self.server, self.token, self.name, self.source = server, token, name, source
        self.line, self.ids = None, 0
        self.forget()
        self.connect()
        if name:
            self.do("name", name=name)

    def forget(self):
        self.stream, self.passing, self.last, self.at, self.table = [], [], 0, 0, None

    def connect(self):
        self.line = ws.Ws(self.server.port, **({"source": self.source} if self.source else {}))
        self.line.events = True
        hello = {"v": 2}
        if self.token:
            hello["token"] = self.token
        me = self.do("hello", **hello)
        self.token, self.player = me.get("token", self.token), me["player"]
        return self

    def take(self, o):
        if "n" in o:
            self.last, self.at = o["n"], o["at"]
            self.stream.append(o)
        elif o.get("t") in STANDING:
            self.stream.append(o)
        elif o.get("t") == "anew":
            self.passing.append(o)
            self.stream, self.last = [], 0
        elif "re" not in o:
            self.passing.append(o)
        elif "seat" in o:
            self.opened()
        return o

    def opened(self):
        """The answer to `open`: how things stand will be told again."""
        self.stream = self.numbered()

    def send(self, do, id=None, **members):
        self.ids += 1
        id = id or f"{do}-{self.ids}-{random.getrandbits(40):x}"
        self.line.send({"do": do, "id": id, **members})
        return id

    def answer(self, id):
        while True:
            o = self.take(self.line.get())
            if o.get("re") == id:
                return o
            if o.get("t") == "error":  # of a message without id
                raise Refusal(o)

    def do(self, do, id=None, **members):
        """Asks and waits; Refusal if it was refused."""
        a = self.answer(self.send(do, id, **members))
        if not a["ok"]:
            raise Refusal(a)
        return a

    def refused(self, do, **members):
        """The word of the refusal, or None."""
        try:
            self.do(do, **members)
        except Refusal as r:
            return r.error
        return None

    def open(self, table, again=False):
        if not again:
            if self.table:
                self.refused("shut")  # what it tells until then is not of the new one
            self.forget()
        self.table = table
        key = "code" if len(table) == 6 else "table"
        a = self.do("open", **{key: table}, last=self.last, at=self.at)
        self.table, self.seat = a["table"], a["seat"]
        return self

    def create(self, **wish):
        return self.do("create", **wish)["table"]

    def lose(self):
        self.line.close()
        return self

    def back(self):
        """Comes back and catches up."""
        self.connect().open(self.table, again=True)
        self.drain()
        return self

    def until(self, fits):
        """Reads until an object of the stream fits: that object. Looks at what came already, too."""
        at = 0
        while True:
            while at < len(self.stream):
                if fits(self.stream[at]):
                    return self.stream[at]
                at += 1
            self.take(self.line.get())

    def drain(self):
        """Takes all that the server has sent so far: a question comes back behind it."""
        try:
            self.do("view")
        except Refusal:
            pass

    def read_up_to(self, n):
        """Reads until the stream has that number: a long one comes in portions."""
        while self.last < n:
            self.take(self.line.get())

    def numbered(self):
        return [o for o in self.stream if "n" in o]

    def all(self, *kinds):
        return [o for o in self.stream if o["t"] in kinds]

    @property
    def dice(self):
        """The last object with dice, and when time is up: they come alone, or behind the round that has closed."""
        return self.all("play", "round")[-1]

    def close(self):
        self.line.close()
