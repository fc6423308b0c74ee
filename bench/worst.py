#!/usr/bin/env python3
"""How long others wait while 200 connections ask for the most expensive things they may, within all limits.

usage: bench/worst.py TAMBO [SECONDS]

First a few tables are made as long as tables get: changes of mind until the limit, everything said that may be said,
100 seats. Then the server is started anew with its usual limits, and 200 connections of strangers open these tables from the
beginning, ask for records, views, what is legal, lists, and by HTTP, each as fast as its rate allows. Meanwhile ten tables of
two are played. For each turn it is measured how long its answer took, and how much processor time the server's loop used
meanwhile: that does not depend on who else uses the machine."""
import json
import os
import random
import select
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "kit"))
import ws  # noqa: E402
from server_kit import Player, Refusal, Server  # noqa: E402
from server_play import seat_all  # noqa: E402

CONNS, RATE, TABLES = 200, 20, 10
WIDE = ("--newcomers-minute", "1000000", "--max-unattended", "1000", "--log", "error")


def grow(server):
    """Long tables: their ids."""
    players, _ = seat_all(server, 4, 0, game="valley", seats=4)
    lines = players[0].do("legal")["lines"]
    for p in players[:3]:
        while True:
            ids = []
            for k in range(200):
                ids.append(p.send("turn", lines=[lines[k % len(lines)]]) if k % 2 == 0 else p.send("back"))
            if not all(p.answer(i)["ok"] for i in ids[-2:]):
                break
    long = players[0].table
    talkers, _ = seat_all(server, 2, 0, game="temple", seats=2)
    for k in range(3000):
        if not talkers[k % 2].answer(talkers[k % 2].send("chat", text="\U0001f44d" * 300))["ok"]:
            break
    hundred, _ = seat_all(server, 100, 0, game="temple", seats=100)
    for _ in range(6):
        for p in hundred:
            legal = p.do("legal")["lines"]
            if legal:
                p.do("turn", lines=[random.choice(legal)])
    for p in players + talkers + hundred:
        p.close()
    return [long, talkers[0].table, hundred[0].table]


def attack(server, tables, stop, sent):
    """All the connections of strangers, in one thread: asks at the rate, reads and forgets."""
    lines, https = [], []
    for _ in range(CONNS):
        lines.append(Player(server).line)
    for _ in range(20):
        https.append(ws.connect(server.port))
    socks = [x.sock for x in lines] + https
    for s in socks:
        s.setblocking(False)
    n = 0
    begin = time.monotonic()
    while not stop.is_set():
        due = int((time.monotonic() - begin) * RATE * CONNS)
        while n < due and not stop.is_set():
            line, table = lines[n % CONNS], tables[(n // CONNS) % len(tables)]
            kind = ("open", "record", "view", "legal", "open", "lobby", "mine", "open")[(n // CONNS + n) % 8]
            what = {"do": kind, "id": f"a{n}"}
            if kind == "open":
                what["table"] = table
            try:
                line.send(what)
                if n % 10 == 0:
                    https[n // 10 % len(https)].send(ws.request_bytes("GET", f"/api/tables/{table}/record"))
            except (BlockingIOError, OSError, ws.Gone):
                pass
            n += 1
            if n % 50 == 0:
                break
        for s in select.select(socks, [], [], 0.001)[0]:
            try:
                while len(s.recv(1 << 20)) == 1 << 20:
                    pass
            except (BlockingIOError, OSError):
                pass
    sent.append(n)


def loop_ns(pid):
    """Processor time of the thread with the loop."""
    with open(f"/proc/{pid}/task/{pid}/schedstat", encoding="ascii") as f:
        return int(f.read().split()[0])


def play(server, tables, seconds):
    """Turns at tables of two, one after the other: (seconds, ns of the loop) for each."""
    took, pid = [], server.process.pid
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.15)  # within their rates
        for k, pair in enumerate(tables):
            if pair[0].all("over"):
                for p in pair:
                    p.close()
                pair = tables[k] = seat_all(server, 2, 0, game="temple", seats=2)[0]
            for p in pair:
                try:
                    lines = p.do("legal")["lines"]
                    if not lines:
                        continue
                    cpu, then = loop_ns(pid), time.monotonic()
                    p.do("turn", lines=[random.choice(lines)])
                except Refusal:
                    continue
                took.append((time.monotonic() - then, loop_ns(pid) - cpu))
    return took


def tell(name, took):
    for k, unit in ((0, 1000), (1, 1e-6)):
        ms = sorted(x[k] * unit for x in took)
        if ms:
            print(f"{name}: {'answered after' if k == 0 else 'the loop used'} {ms[len(ms) // 2]:.1f} ms (median), "
                  f"{ms[int(len(ms) * 0.99)]:.1f} ms (99 %), {ms[-1]:.1f} ms (longest), {len(ms)} turns", flush=True)


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    ws.PATIENCE = 300
    server = Server(sys.argv[1], None, *Server.FAST)
    tables = grow(server)
    for t in tables:
        begin = time.monotonic()
        Player(server).open(t)
        record = server.ask("GET", f"/api/tables/{t}/record")
        print(f"table {t}: record of {len(record.body)} bytes; opened and told in {(time.monotonic() - begin) * 1000:.0f} ms")
    server.stop()
    server.args = WIDE
    server.start()
    games = [seat_all(server, 2, 0, game="temple", seats=2)[0] for _ in range(TABLES)]
    tell("alone", play(server, games, seconds / 2))
    games = [seat_all(server, 2, 0, game="temple", seats=2)[0] for _ in range(TABLES)]
    stop, sent = threading.Event(), []
    thread = threading.Thread(target=attack, args=(server, tables, stop, sent))
    thread.start()
    time.sleep(3)
    tell(f"beside {CONNS} connections", play(server, games, seconds))
    stop.set()
    thread.join()
    print(f"{sent[0]} messages of theirs")
    server.kill()


main()
