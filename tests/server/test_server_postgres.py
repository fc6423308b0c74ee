"""A server on one PostgreSQL database that does not answer, answers slowly or in pieces, closes the line in the middle of an answer,
refuses, is not there, starts again. What the server does is lost at no time and done once, and whoever asks for something else (here
/healthz) is answered at once, whatever the connection to the database waits for. Usage: TAMBO."""
import os
import re
import sys
import threading
import time

import ws
from cluster_kit import Database, Node, Wire, wait_for
from server_kit import Player, Refusal, Server, check, done

TAMBO = os.path.abspath(sys.argv[1])
SOON = 1.0  # seconds; what holds up the loop does so for two at least: see PLACE_MS and JOB_MS in server/store


class Pulse:
    """Asks /healthz all the time."""

    def __init__(self, server):
        self.server, self.slowest, self.n, self.stop = server, 0, 0, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while not self.stop.wait(0.02):
            since = time.monotonic()
            status = self.server.ask("GET", "/healthz").status
            if status in (200, 503):
                self.n += 1
            self.slowest = max(self.slowest, time.monotonic() - since)

    def reset(self):
        self.slowest = self.n = 0


class Place:
    """The database, a wire to it, a server, and somebody at a table who says something now and then."""

    def __init__(self):
        self.database = Database()
        self.wire = Wire(self.database.port)
        self.server = Node(TAMBO, f"postgres://tambo:hidden@localhost:{self.wire.port}/tambo", *Server.FAST)
        self.player = Player(self.server)
        self.table = self.player.create(game="temple", seats=2)
        self.player.open(self.table)
        Player(self.server).open(self.table).do("sit")  # so that somebody hears it
        self.pulse, self.said = Pulse(self.server), 0

    def say(self):
        """Says something once, if it takes many tries; the seconds it took."""
        self.said += 1
        since, id = time.monotonic(), f"say-{self.said}"
        wait_for("something said", lambda: self.try_to_say(id))
        return time.monotonic() - since

    def try_to_say(self, id):
        try:
            self.player.do("chat", id=id, text=id)
            return True
        except Refusal as r:
            if r.error != "store":
                raise
            return False

    def say_meanwhile(self):
        thread = threading.Thread(target=self.say, daemon=True)
        thread.start()
        return thread

    def log(self):
        """How often the database was lost, and came back."""
        log = self.server.read_log()
        return len(re.findall("database is away", log)), len(re.findall("database is back", log))

    def is_well(self):
        return self.server.ask("GET", "/healthz").status == 200

    def is_ill(self):
        return self.server.ask("GET", "/healthz").status == 503

    def judge(self, what):
        """All that was said is stored, each once, and nobody else had to wait."""
        wait_for("the server", self.is_well)
        wait_for("some answers", lambda: self.pulse.n)
        stored = self.database.sql("SELECT action FROM event WHERE action LIKE 'say-%' ORDER BY tbl, seq").split()
        check(f"{what}: all is stored, once, in order", stored == [f"say-{i + 1}" for i in range(self.said)], stored)
        check(f"{what}: others are answered at once", self.pulse.slowest < SOON, self.pulse.slowest)
        self.pulse.reset()


def slow(p):
    """Byte by byte, but in time."""
    lost = p.log()
    p.wire.say("drip")
    for _ in range(3):
        p.say()
    p.wire.mend()
    check("byte by byte: the connection stays", p.log() == lost, p.log())
    p.judge("byte by byte")


def short_silence(p):
    lost = p.log()
    p.database.send(19)  # SIGSTOP
    said = p.say_meanwhile()
    time.sleep(1)
    p.database.send(18)  # SIGCONT
    said.join()
    check("a short silence: the connection stays", p.log() == lost, p.log())
    p.judge("a short silence")


def long_silence(p):
    lost, _ = p.log()
    p.database.send(19)
    said = p.say_meanwhile()
    wait_for("a complaint", p.is_ill)
    time.sleep(3)  # it tries to connect meanwhile
    p.database.send(18)
    said.join()
    check("a long silence: the connection is given up", p.log()[0] > lost, p.log())
    p.judge("a long silence")


def frozen(p):
    """Somebody listens and nobody answers."""
    p.wire.freeze()
    said = p.say_meanwhile()
    wait_for("a complaint", p.is_ill)
    time.sleep(3)
    p.wire.mend()
    said.join()
    p.judge("a line that is frozen")


def refused(p):
    p.wire.cut()
    said = p.say_meanwhile()
    wait_for("a complaint", p.is_ill)
    time.sleep(1)
    p.wire.mend()
    said.join()
    p.judge("a line that is cut")


def halves(p):
    """The line is closed after some bytes of an answer, in both connections and at many places."""
    before = p.log()[0]
    cuts = 0
    for n in (0, 1, 4, 5, 9, 30, 77, 120, 200, 333, 700):
        p.wire.say(f"half {n}")
        p.say()
        wait_for("the cut", lambda: p.log()[0] > before + cuts)
        cuts = p.log()[0] - before
        wait_for("the server", p.is_well)
    check("closed in the middle of an answer: each time it is noticed", cuts >= 11, cuts)
    p.judge("closed in the middle of an answer")


def restarted(p):
    for how, name in ((2, "in order"), (3, "at once")):  # SIGINT, SIGQUIT
        p.database.stop(how)
        said = p.say_meanwhile()
        wait_for("a complaint", p.is_ill)
        time.sleep(1)
        p.database.start()
        said.join()
        p.judge(f"a database that ended {name} and starts again")


def stopped_server(p):
    """A server that stood still for long reads what had come by then."""
    lost = p.log()
    p.pulse.stop.set()
    p.pulse.thread.join()
    p.server.pause()
    time.sleep(5)
    p.server.go_on()
    p.say()
    check("a server that stood still: the connection stays", p.log() == lost, p.log())
    p.pulse = Pulse(p.server)
    p.judge("a server that stood still")


def ends(p):
    """A server ends while its database does not answer."""
    p.pulse.stop.set()
    p.pulse.thread.join()
    p.wire.freeze()
    since = time.monotonic()
    status = p.server.stop()
    check("a server whose database is silent ends in order", status == 0, status)
    check("... and soon", time.monotonic() - since < 30, time.monotonic() - since)
    check("... and leaves nothing open", "left open" not in p.server.read_log(), p.server.read_log())
    check("the password is never logged", "hidden" not in p.server.read_log(), p.server.read_log())


def main():
    p = Place()
    try:
        p.say()
        p.judge("well")
        for fault in (slow, short_silence, long_silence, frozen, refused, halves, restarted, stopped_server, ends):
            fault(p)
    finally:
        if p.server.process.poll() is None:
            p.server.kill()
        p.wire.close()
        p.database.close()
    ws.close_all()
    done()


main()
