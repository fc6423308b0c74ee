"""examples/bot.py plays every game at a real server, as whoever copies it would run it: two of them at a table.
Usage: TAMBO ROOT."""
import os
import subprocess
import sys

from server_kit import Player, Server, check, done

TAMBO, ROOT = sys.argv[1:3]
BOT = os.path.join(ROOT, "examples", "bot.py")
ENV = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}  # the server is on this machine
PATIENCE = 600
TINY = {"size": "tiny", "grade": "gentle"}


def bot(*args):
    return subprocess.Popen([sys.executable, BOT, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV)


def end(process):
    """Waits for it: status, stdout, stderr."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        err += " (no end)"
    return process.returncode, out, err


def refused(what, sentence, *args):
    status, out, err = end(bot(*args))
    check(f"{what}: told in a sentence", (status, out) == (1, "") and sentence in err and "Traceback" not in err, status, out, err)


def seated(server, **wish):
    """A table with its owner and two bots, started; the owner leaves it to a bot of the server, and watches."""
    owner = Player(server, "Olga")
    made = owner.do("create", **wish)
    owner.open(made["table"])
    bots = [bot(f"http://127.0.0.1:{server.port}/", made["code"].upper(), name) for name in ("Ada", "Bob")]
    for name in ("Ada", "Bob"):
        owner.until(lambda o, name=name: o["t"] == "seat" and o.get("name") == name)
    owner.do("start")
    owner.do("leave")
    return owner, bots


def finished(what, owner, bots, says=""):
    result = owner.until(lambda o: o["t"] == "over")["result"]
    told = "".join(f"{r['name']}: {r['total']}{' (winner)' if r['winner'] else ''}\n" for r in result["seats"])
    for process in bots:
        status, out, err = end(process)
        check(f"{what}: played to the end, and says the result", (status, out) == (0, told), status, out, err, told)
        check(f"{what}: complains of nothing else", says in err if says else not err, err)
    owner.close()


def games(server):
    for what, wish in (("temple", {"game": "temple"}), ("valley", {"game": "valley"}), ("tiwanaku", {"game": "tiwanaku", "board": TINY}),
                       ("tiwanaku together", {"game": "tiwanaku", "mode": "coop-normal", "board": TINY})):
        owner, bots = seated(server, seats=3, **wish)
        finished(what, owner, bots)


def too_fast():
    """A server that lets them say little at a time: they wait as they are told."""
    server = Server(TAMBO, ":memory:", "--rate", "4", "--burst", "8", "--think-ms", "20")
    owner, bots = seated(server, game="temple", seats=3, board={"text": "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n###\n#D#\n"})
    result = owner.until(lambda o: o["t"] == "over")["result"]
    ends = [end(b) for b in bots]
    limited = [line for line in server.ask("GET", "/metrics").body.decode().split("\n") if line.startswith("tambo_messages_limited_total")]
    check("too fast: they wait, and play to the end", all(s == 0 and str(result["seats"][0]["total"]) in out for s, out, _ in ends), ends)
    check("too fast: some messages were refused", limited and int(limited[0].split()[1]) > 0, limited)
    check("the server stops in order", server.stop() == 0)


def broken_line(server):
    """The server is killed in the middle, and comes back."""
    owner, bots = seated(server, game="valley", seats=3)
    owner.until(lambda o: o["t"] == "round")
    server.kill()
    server.start()
    owner.back().do("leave")
    finished("the server was killed", owner, bots, "The line broke")


def help_and_errors(server):
    here = f"http://127.0.0.1:{server.port}"
    refused("no arguments", "python3 examples/bot.py http://localhost:8080 CODE [NAME]")
    refused("not an address", "python3 examples/bot.py", "localhost", "aaaaaa")
    refused("no server", "There is no server at http://127.0.0.1:1", "http://127.0.0.1:1", "aaaaaa")
    refused("no such code", "There is no table with that code.", here, "zzzzzz")
    owner = Player(server, "Olga")
    code = owner.do("create", game="temple", seats=3, bots=["beginner"])["code"]
    other = Player(server, "Omar").open(code)
    other.do("sit")
    refused("a full table", "All seats are taken.", here, code)
    owner.open(code).do("start")
    refused("a game that has begun", "The game has begun", here, code)
    refused("a bad name", "name", here, owner.do("create", game="temple", seats=3)["code"], "")
    with open(BOT, encoding="utf-8") as f:
        check("it is short", len(f.readlines()) <= 80)
    for p in (owner, other):
        p.close()


def main():
    server = Server(TAMBO, None, *Server.FAST, "--think-ms", "20")
    help_and_errors(server)
    games(server)
    broken_line(server)
    check("the server stops in order", server.stop() == 0, server.read_log()[-1000:])
    too_fast()
    done()


main()
