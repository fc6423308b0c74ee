"""How long one waits for a bot while many others keep the bots busy: 60 throw-away players, each with a temple table
of 29 master bots and a Tiwanaku table of four, who play as fast as they can; and somebody with one master bot, who
takes half a second for a turn. Usage: TAMBO [SECONDS [PLAYERS]]. Prints the waits in ms, before the crowd comes and
beside it. By hand; the crowd is a process of its own."""
import multiprocessing
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "kit"))
from server_kit import Player, Server  # noqa: E402
from server_play import Actor, pump  # noqa: E402

TAMBO = sys.argv[1]
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 20
PLAYERS = int(sys.argv[3]) if len(sys.argv) > 3 else 60


def told(what, waits):
    w = sorted(waits)
    print(f"{what}: {len(w)} answers, median {w[len(w) // 2]:.0f} ms, longest {w[-1]:.0f} ms", flush=True)


def play(ana, seconds):
    """One game after the other: how long each answer of the bot took, in ms."""
    waits, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        ana.open(ana.create(game="temple", seats=2, bots=["master"]))
        ana.drain()
        while time.monotonic() < end and not ana.all("over"):
            rounds, lines = len(ana.all("round")), ana.do("legal")["lines"]
            time.sleep(0.5)
            since = time.monotonic()
            ana.do("turn", lines=lines[:1])
            while len(ana.all("round")) == rounds and not ana.all("over"):
                ana.take(ana.line.get())
            waits.append(1000 * (time.monotonic() - since))
    return waits


def crowd(server, ready):
    os.nice(5)
    all = []
    for i in range(PLAYERS):
        for wish in ({"game": "temple", "seats": 30, "bots": ["master"] * 29},
                     {"game": "tiwanaku", "seats": 4, "board": {"name": "long-3"}, "bots": ["master"] * 3}):
            a = Actor(server, f"C{i}") if len(all) % 2 == 0 else Actor(server, None, all[-1].token)
            all.append(a.open(a.create(**wish)))
    ready.set()
    pump(all, lambda: False)


def main():
    server = Server(TAMBO)
    ana = Player(server, "Ana")
    told("alone", play(ana, 5))
    ready = multiprocessing.Event()
    other = multiprocessing.Process(target=crowd, args=(server, ready), daemon=True)
    other.start()
    ready.wait()
    told(f"beside {PLAYERS} others", play(ana, SECONDS))
    for line in server.ask("GET", "/metrics").body.decode().split("\n"):
        if line.startswith("tambo_bots") and "bucket" not in line:
            print(line)
    other.terminate()
    server.kill()


main()
