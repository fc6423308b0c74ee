#!/usr/bin/env python3
"""`tambo play` through pipes and through a terminal: whole games, undo, saving and resuming, wrong
input, several people, and what becomes of files that are there already."""
import errno
import json
import os
import pty
import random
import re
import resource
import select
import signal
import subprocess
import sys
import time

import cli_faults as faults
from cli_kit import MODES, PATIENCE, ROOT, SANITIZED, TAMBO
from cli_kit import check, good, misuse, read, refused, run, run_all, to_bytes, write

STEPS = 4 if SANITIZED else 12  # of a person in each mode


class Player:
    """Talks with `tambo play`, through a pipe or a terminal. Prompts end in `> ` or `] `."""

    def __init__(self, *args, terminal=False, env=None, preexec_fn=None):
        self.seen = ""
        environ = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", **(env or {})}
        if "NO_COLOR" not in (env or {}):
            environ.pop("NO_COLOR", None)
        if terminal:
            self.pid, self.fd = pty.fork()
            if self.pid == 0:
                os.execve(TAMBO, [TAMBO, "play", *args], environ)
            self.to = self.fd
            self.process = None
        else:
            self.process = subprocess.Popen(
                [TAMBO, "play", *args],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environ,
                preexec_fn=preexec_fn,
            )
            self.fd, self.to, self.pid = self.process.stdout.fileno(), self.process.stdin.fileno(), self.process.pid

    def read(self):
        """Up to the next prompt or the end; returns what is new."""
        new, until = b"", time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not select.select([self.fd], [], [], 0.05)[0]:
                continue
            try:
                piece = os.read(self.fd, 65536)
            except OSError as e:
                if e.errno != errno.EIO:
                    raise
                piece = b""
            new += piece
            if not piece or (
                re.search(r"(>|\]) $", plain(new.decode("utf-8", "replace")))
                and not select.select([self.fd], [], [], 0.01)[0]
            ):
                break
        text = new.decode("utf-8", "replace").replace("\r\n", "\n")
        self.seen += text
        return text

    def say(self, line):
        """Types a line and reads the answer."""
        os.write(self.to, to_bytes(line) + b"\n")
        return self.read()

    def end(self):
        """Closes the input (a terminal: types control-D); exit status and complaints."""
        if self.process:
            self.process.stdin.close()
            self.read()
            err = self.process.stderr.read().decode("utf-8", "replace")
            self.process.stdout.close()
            self.process.stderr.close()
            return self.process.wait(PATIENCE), err
        try:
            os.write(self.fd, b"\x04")
        except OSError:
            pass
        self.read()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status), ""

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        if self.process:
            self.process.wait()
            for f in (self.process.stdin, self.process.stdout, self.process.stderr):
                f.close()
        else:
            os.waitpid(self.pid, 0)
            os.close(self.fd)


def plain(text):
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)


def choices(path, seat=1):
    """What the seat may do, without its number."""
    return [line.split(" ", 1)[1] for line in run("legal", path, "--seat", str(seat)).out.split("\n")[:-1]]


def choose(path):
    """One of them: always the same in the same position, but not always the first."""
    options = choices(path)
    number = sum(read(path)) % len(options) if options else 0
    return options[number] if options else None


def over(path):
    return json.loads(run("replay", path).out)["over"]


def play_to_end(player, path, answer="", steps=400):
    """Plays seat 1; answer is what a question for confirmation gets."""
    for _ in range(steps):
        move = choose(path)
        if move is None:
            return
        said = player.say(move)
        if "Enter confirms" in said.split("\n")[-1]:
            player.say(answer)


def test_play_solo():
    """A whole solo game by script, then the same one with a kill -9 in its middle."""
    args = ["temple", "--players", "1", "--seed", "42", "--record"]
    p = Player(*args, "one.rec")
    p.read()
    check(
        "play: the welcome", "Temple of Apikhabou, solo, sheet a. Seed 42." in p.seen and p.seen.endswith("> "), p.seen
    )
    play_to_end(p, "one.rec")
    status, err = p.end()
    check("play: a whole solo Temple game", status == 0 and err == "" and over("one.rec"), (status, err, p.seen))
    result = json.loads(run("replay", "one.rec").out)
    last = p.seen[-3000:].split("> ")[-1]
    sheet = result["seats"][0]
    check(
        "play: the result in words",
        f"The game is over after {result['rounds']} rounds." in last
        and re.search(rf"^{result['seats'][0]['total']} points?: you are a", last, re.M)
        and result["seats"][0]["level"] in last,
        last,
    )
    counted = [int(x) for x in re.findall(r"^ {8} *([+-]\d+)  [a-z ]+", last, re.M)]
    check("play: what the points are for (TEM-11)", "Your points:" in last and sum(counted) == sheet["total"], last)
    check("play: the place of the record", "The record is in one.rec." in last, last)
    p = Player(*args, "two.rec")
    p.read()
    for step in range(9):
        p.say(choose("two.rec"))
    before = read("two.rec")
    p.kill()
    check(
        "kill -9 loses nothing that was finished",
        read("two.rec") == before and read("one.rec").startswith(before),
        before,
    )
    p = Player("--record", "two.rec", "--seed", "42")
    p.read()
    check("play: resumed", "Taken up again from two.rec." in p.seen and "Seed" not in p.seen, p.seen)
    play_to_end(p, "two.rec")
    p.end()
    check("a resumed game with its seed goes on as it would have", read("two.rec") == read("one.rec"))
    r = run("play", "--record", "two.rec")
    check(
        "play: a finished record shows its result",
        r.status == 0 and "The game is over" in r.out and read("two.rec") == read("one.rec"),
        r,
    )


def test_play_full():
    """Valley alone on two spaces: it goes on when they are full, and snakes find no space (VAL-13)."""
    write("two-spaces.sheet", "tambo-sheet 1\ngame: valley\nname: two\ngrid:\n##\n")
    p = Player("valley", "--mode", "solo", "--sheet", "two-spaces.sheet", "--seed", "12", "--record", "two-spaces.rec")
    p.read()
    check("play: how many rounds there are", "Round 1 of 25 " in plain(p.seen), p.seen)
    while options := choices("two-spaces.rec"):
        p.say("done" if "done" in options else options[0])
    status, err = p.end()
    record = read("two-spaces.rec").decode()
    drawn, rolled = len(re.findall(r"^1 snake", record, re.M)), len(re.findall(r"^\* roll .* snake$", record, re.M))
    check("play: a full valley goes on to the 25th round", status == 0 and "over after 25 rounds" in p.seen, (status, err, p.seen[-800:]))
    check("play: it says that nothing is owed", "The sheet is full: `done` will do." in p.seen, p.seen[-800:])
    check("play: each snake without a space gets a word", drawn == 1 and 0 < rolled - drawn == p.seen.count("The snake finds no space."), (record, p.seen))
    check("play: a new game has the newest rules", "\nrules: 2\n" in record, record)


def test_play_pipe():
    p = Player("temple", "--players", "1", "--seed", "1", "--record", "p.rec")
    p.read()
    before = read("p.rec")
    move = choose("p.rec")
    for line, want in (
        ("foo", "Expected"),
        ("write", "Expected"),
        ("write 99 e1", "[PP-8]"),
        (move + " x", "too many words"),
        ("undo", "[PP-7]"),
        ("look 9", "number of a seat"),
        ("x" * 100000, "too long"),
        (b"\xff\xfe\x00\x01", "Expected"),
        ("mummy z9", "Expected"),
        ("save", "kept in p.rec"),
        ("? dance", "Nothing like that"),
    ):
        said = p.say(line)
        check(f"play: {line[:20]!r}", want in said and said.endswith("> "), said)
    check("play: wrong input changes nothing", read("p.rec") == before)
    said = p.say("?")
    check(
        "play: ? groups by number", re.search(r"^  (write [\d |]+ : |mummy : )", said, re.M) and len(said) < 800, said
    )
    check("play: ? with a filter", re.search(r"^  \w+.* : e1$", p.say("? e1"), re.M), p.seen[-300:])
    check("play: help", "write 7 e3" in p.say("help") and "undo" in p.seen)
    check("play: score", "total" in p.say("score"))
    check("play: log", "* roll" in p.say("log"))
    check("play: an empty line draws the board", "dice:" in p.say(""))
    check(
        "play: capitals and blanks are forgiven",
        "Round 2" in p.say("  " + move.upper().replace(" ", "   ") + " "),
        p.seen[-500:],
    )
    check("play: a whole line of a record is understood", "Round 3" in p.say("1 " + choose("p.rec")), p.seen[-500:])
    status, err = p.end()
    check(
        "play: the end of the input leaves quietly",
        status == 0 and err == "" and p.seen.endswith("goes on.\n"),
        (status, err, p.seen[-300:]),
    )
    good("play: what it leaves is a record", run("replay", "p.rec"))
    r = run("play", "temple", "--seed", "4", stdin="quit\n")
    check("play: quit", r.status == 0 and r.err == "", r)
    check(
        "play: the same seed, the same dice",
        run("play", "temple", "--seed", "4", stdin="log\n").out
        == run("play", "temple", "--seed", "4", stdin="log\n").out,
    )
    r = run("play", stdin="")
    check("play: without a game it asks", r.status == 0 and r.err == "" and "Which game?" in r.out, r)
    r = run("play", stdin="valley\n1\nscore\n")
    check(
        "play: and takes answers through a pipe",
        r.status == 0 and "Valley of Wiraqocha, solo" in r.out and "total" in r.out,
        r,
    )
    p = Player("valley", "--players", "1", "--seed", "8", "--record", "v.rec")
    p.read()
    sizes = [read("v.rec")]
    for _ in range(2):
        step = next(m for m in choices("v.rec") if not m.startswith("done") and not m.startswith("reveal"))
        p.say(step)
        sizes.append(read("v.rec"))
    check("undo: steps are kept at once", len(sizes[0]) < len(sizes[1]) < len(sizes[2]), sizes)
    p.say("undo")
    check("undo: one step back", read("v.rec") == sizes[1], p.seen[-300:])
    p.say("undo")
    check("undo: two steps back", read("v.rec") == sizes[0])
    check("undo: not into the dice", "[PP-7]" in p.say("undo") and read("v.rec") == sizes[0])
    p.say(next(m for m in choices("v.rec")))
    p.say("done")
    size = len(read("v.rec"))
    check("undo: not when the round is closed", "[PP-7]" in p.say("undo") and len(read("v.rec")) == size, p.seen[-300:])
    p.say("save copy.rec")
    check("save: a copy", read("copy.rec") == read("v.rec"), p.seen[-300:])
    check("save: never over a file", "already" in p.say("save copy.rec"))
    p.end()
    p = Player("tiwanaku", "--players", "1", "--seed", "8", "--board", "tiny", "--record", "t.rec")
    p.read()
    said = p.say(next(m for m in choices("t.rec") if m.startswith("enter")))
    check(
        "tiwanaku: what was revealed is told",
        re.search(r"You bring a pawn to \w\d and find (valley|desert|forest|mountain)\. \(\+\d\)", said.replace("\n   ", "")),
        said,
    )
    check("undo: not behind a revelation", "[PP-7]" in p.say("undo"), p.seen[-300:])
    p.end()
    p = Player("temple", "--seed", "3")
    p.read()
    p.say("save kept.rec")
    move = choose("kept.rec")
    p.say(move)
    p.end()
    check("save: the game is kept there from then on", f"1 {move}\n".encode() in read("kept.rec"), p.seen[-300:])


def test_play_seats():
    """Several people in sealed rounds, and bots."""
    p = Player("temple", "--seat", "human:Ana,human:B\u00f6rje,random", "--seed", "6", "--record", "s.rec")
    p.read()
    header = read("s.rec").decode().split("--\n")[0]
    check(
        "seats: the names",
        "players: 3\n" in header and "seat 1: Ana\nseat 2: B\u00f6rje\nseat 3: bot random\n" in header,
        header,
    )
    move = next(m for m in choices("s.rec") if m.startswith("write"))
    said = p.say(move)
    check(
        "seats: the keyboard is passed",
        "Pass the keyboard to B\u00f6rje, press Enter (undo takes your turn back)>" in said,
        said,
    )
    p.say("undo")
    check(
        "seats: a turn is taken back until the round closes",
        f"1 {move}".encode() not in read("s.rec") and p.seen.endswith("Ana> "),
        p.seen[-300:],
    )
    p.say(move)
    said = p.say("") + p.say("log") + p.say("score") + p.say("look 1")
    cells = "".join(row[2:] for row in re.findall(r"^ \d .*$", said, re.M))
    check(
        "seats: the next person does not see what is sealed",
        move not in said and cells and not re.search(r"\d", cells),
        said,
    )
    check("seats: nor may take it back", "[PP-7]" in p.say("undo"))
    said = p.say(choices("s.rec", 2)[0])
    check("seats: then all is told", "B\u00f6rje writes" in said and "seat 3 (random)" in said, said)
    p.end()
    check(
        "seats: three acted",
        read("s.rec").count(b"\n2 write") == 1 and read("s.rec").count(b"\n3 write") == 1,
        read("s.rec"),
    )
    p = Player("--record", "s.rec", "--seat", "human,greedy", "--seed", "6")
    p.read()
    p.say(choose("s.rec"))
    status, _ = p.end()
    check("seats: others when resumed", status == 0 and "seat 2 (greedy)" in p.seen, p.seen[-500:])
    r = run("play", "valley", "--seat", "human,human", "--seed", "2", "--record", "w.rec", stdin="")
    where = choices("w.rec")[0].split()
    script = "\n".join([" ".join(where), "done", " ".join(where), "done"]) + "\n"
    r = run("play", "--record", "w.rec", "--seed", "2", stdin=script)
    check("seats: a script needs no Enter between people", read("w.rec").count(b"done") == 2, (r, read("w.rec")))
    for game, mode, players in MODES:
        name = f"{game} {mode} {players}"
        path = f"{game}-{mode}-{players}.rec"
        r = run(
            "play", game, "--mode", mode, "--players", str(players), "--seat", "bot", "--seed", "3", "--record", path
        )
        check(
            f"play: bots alone, {name}", r.status == 0 and r.err == "" and "The game is over" in r.out and over(path), r
        )
        if game == "tiwanaku":
            check(f"play: a new map, {name}", b"\nname: long-fair-3-g1\n" in read(path))
            before, after = r.out.split("The game is over")
            check(f"play: what gives the map away is told at the end, {name}", "Seed" not in before
                  and "fair-3" not in before and "\nThe map was long-fair-3-g1:" in after, r)  # fmt: skip
        else:
            check(f"play: the seed, {name}", " Seed 3.\n" in r.out and "The map was" not in r.out, r)
    for game, mode, players in MODES:
        path = f"human-{game}-{mode}-{players}.rec"
        p = Player(game, "--mode", mode, "--players", str(players), "--seed", "3", "--record", path)
        p.read()
        play_to_end(p, path, steps=STEPS)
        status, err = p.end()
        check(
            f"play: a person among bots, {game} {mode} {players}",
            status == 0 and err == "" and read(path).count(b"\n1 ") >= STEPS,
            (err, p.seen[-500:]),
        )
        good(f"play: a good record, {game} {mode} {players}", run("replay", path))


def test_play_hint():
    """`hint` says what `tambo scenario hint` says of the same record; it is no action."""
    for mode, players in (("competitive", 2), ("solo-easy", 1), ("coop-easy", 3)):
        path = f"hint-{mode}.rec"
        args = ["--board", "tiny", "--difficulty", "gentle", "--seed", "8", "--record", path]
        p = Player("tiwanaku", "--mode", mode, "--players", str(players), *args)
        p.read()
        play_to_end(p, path, steps=6)
        before, said = read(path), plain(p.say("Hint"))
        want = run("scenario", "hint", path, "--seat", "1").out
        check(f"play: hint, {mode}", want in said and len(want) > 20, (said, want))
        check(f"play: a hint changes nothing, {mode}", read(path) == before)
        check(f"play: --difficulty, {mode}", b"\nname: tiny-gentle-8-g1\n" in before)
        check(f"play: after a hint it goes on, {mode}", p.end() == (0, ""))
    p = Player("temple", "--players", "1", "--seed", "1")
    p.read()
    p.say("hint")
    check("play: no hints in the Temple", "Hints are about" in p.seen, p.seen[-300:])
    p.end()


def random_line(dice):
    """Something like what people type."""
    spaces = [f"{c}{r}" for c in "abcdefghij" for r in range(1, 8)]
    space, other, number = dice.choice(spaces), dice.choice(spaces), dice.randint(1, 15)
    terrain = dice.choice(["valley", "desert", "forest", "mountain"])
    return dice.choice(
        [
            f"write {number} {space}",
            f"mummy {space}",
            f"cross {space}",
            f"write {dice.choice(['p', 'g', 'r', 'pg', 'gr', 'pgr'])} {number} {space}",
            f"write penny {number} {space}",
            f"draw {dice.choice(['hut', 'statue', 'mine'])} {space}",
            f"snake {space}",
            "done",
            "done",
            f"enter {space}",
            f"enter {space}",
            f"move {space} {other}",
            f"divine {space} {number % 5 + 1}",
            f"take {space}",
            "end",
            "pass",
            "offer 1",
            f"choose {dice.choice(['green', 'blue', 'brown', 'purple', 'yellow'])}",
            f"spend {terrain}",
            f"give {number % 4 + 1}",
            f"next {space}",
            "?",
            f"? {space}",
            "? write",
            "undo",
            "score",
            "log",
            "log all",
            f"look {number}",
            "help",
            "",
            "board",
            "confirm off",
            "\u00e9\U0001f40d",
            "".join(chr(dice.randint(32, 126)) for _ in range(dice.randint(1, 40))),
        ]
    )


def test_play_noise():
    """Whatever is typed, the program goes on and the record stays good."""
    dice = random.Random(5)
    for game, mode, players in MODES:
        script = "".join(random_line(dice) + "\n" for _ in range(600))
        path = f"noise-{game}-{mode}-{players}.rec"
        r = run(
            "play",
            game,
            "--mode",
            mode,
            "--players",
            str(players),
            "--seed",
            "1",
            "--record",
            path,
            *(["--seat=human,human"] if players > 2 else []),
            stdin=script,
        )
        check(f"play: noise, {game} {mode} {players}", r.status == 0 and r.err == "", r)
        good(f"play: noise leaves a good record, {game} {mode} {players}", run("replay", path))



sys.path.insert(0, os.path.join(ROOT, "tools"))

# What `tambo play` says: the games are played in English and in each language, and a line that is
# the same in both, and has words, was not translated.
COMMANDS = ["help", "?", "? e1 e2", "log", "log all", "score", "look 9", "look 2", "confirm off", "confirm on", "save", "undo", "hint", "write 99 z9", "divine a1 9", "nonsense"]


def told_in(language, *args):
    """What is said in a game of bots and one person who only asks, then leaves; and at its end, by bots alone."""
    lines = "\n".join([*COMMANDS, "quit", ""])
    out = ""
    for more in ([], ["--seat", "beginner,beginner"]):
        r = subprocess.run([TAMBO, "play", *args, "--seed", "5", "--language", language, *more], input=lines, capture_output=True, text=True, check=False, timeout=PATIENCE)
        out += r.stdout
    return [line for line in out.splitlines() if not line.startswith("> ") and " | " not in line]  # `?` shows what to type: draw hut | statue


def test_play_languages():
    """The terminal in other languages, by LANG and by --language."""
    import po

    for code in po.languages():
        for args in (["temple", "--players", "2"], ["valley", "--players", "2"], ["tiwanaku", "--players", "2", "--board", "tiny"]):
            english, own = told_in("en", *args), told_in(code, *args)
            words = [line for line in own if line in set(english) and len(re.findall(r"[a-z]{3,}", re.sub(r"^  ?\w+ :? .*|\d+ \w+ [\w ]+$", "", line))) > 2]
            check(f"{code}: {args[0]} is told in it", len(own) == len(english) or len(own) > 20, (len(own), len(english)))
            check(f"{code}: nothing is left in English in {args[0]}", not words, words[:5])
    env = {**os.environ, "LC_ALL": "", "LC_MESSAGES": ""}
    said = {}
    for lang in ("fr_FR.UTF-8", "fr", "nl_BE.UTF-8", "de_AT@euro", "C.UTF-8", "xx_YY.UTF-8", ""):
        r = subprocess.run([TAMBO, "play", "temple", "--seed", "3"], input="write 99 z9\nquit\n", capture_output=True, text=True, check=False, env={**env, "LANG": lang})
        said[lang] = r.stdout
    check("LANG: French, of any country", "Le nombre à inscrire va de 1 à 15. [PP-8]" in said["fr"] and said["fr"] == said["fr_FR.UTF-8"], said["fr"])
    check("LANG: Dutch", "Typ ? voor wat je mag doen" in said["nl_BE.UTF-8"], said["nl_BE.UTF-8"])
    check("LANG: German", "Tipp ? für das, was du tun darfst" in said["de_AT@euro"], said["de_AT@euro"])
    check("LANG: one that is not there is English", said["xx_YY.UTF-8"] == said["C.UTF-8"] == said[""] and "Type ? for what you may do" in said[""], said["xx_YY.UTF-8"])
    r = subprocess.run([TAMBO, "play", "temple", "--seed", "3"], input="quit\n", capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "nl", "LANG": "fr"})
    check("LC_ALL goes before LANG", "Typ ? voor" in r.stdout, r.stdout)
    r = subprocess.run([TAMBO, "play", "--language", "fr"], input="x\n1\n2\n1\n\nquit\n", capture_output=True, text=True, check=False)
    check("the set-up asks in it", all(q in r.stdout for q in ("Bienvenue dans Tambo", "Quel jeu", "Combien de joueurs", "À quel niveau", "Tapez un nombre de 1 à 3")), r.stdout)


# Positions of golden records, by the number of lines played: between them they show all that boards are drawn with,
# and what the points are for at the end of each game.
SCREENS = [("temple-b-2", 42), ("rules-2-temple-a-2", 3), ("rules-2-valley-a-1-ends-early", 3), ("rules-2-valley-a-1-ends-early", 91),
           ("competitive-tiny-3", 13), ("competitive-tiny-4", 91), ("rules-2-solo-hard-tiny", 7), ("coop-easy-long-2", 3), ("coop-easy-long-4", 18),
           ("coop-expert-tiny-2", 18), ("rules-2-coop-expert-tiny-2", 16), ("temple-a-2", 99), ("valley-a-1", 91), ("competitive-tiny-2", 116)]  # fmt: skip


def screens(language):
    """What people see in these positions."""
    shown = []
    for name, count in SCREENS:
        lines = read(os.path.join(ROOT, f"tests/golden/{name}.rec")).decode().splitlines()
        begin = lines.index("--") + 1
        head = [line for line in lines[:begin] if not line.startswith("seat ")]
        players = next(int(line.split()[1]) for line in head if line.startswith("players:"))
        people = 1 if begin + count == len(lines) else players  # who sits there alone is told more at the end
        seats = ",".join(["human"] * people + ["bot"] * (players - people))
        write("screen.rec", "\n".join(head + lines[begin : begin + count]) + "\n")
        r = run("play", "--record", "screen.rec", "--seed", "7", "--seat", seats, "--language", language)
        good(f"{language}: the screen of {name}", r)
        shown.append(r.out)
    return shown


def texts_in_games():
    """The texts in N_() of what draws, but for the help; and those that boards are drawn with."""
    marked, drawn = set(), set()
    for name in ("papers", "temple", "valley", "tiwanaku_words"):
        code = read(os.path.join(ROOT, f"games/{name}.c")).decode()
        find = re.compile(r'\bN_\(\s*"((?:[^"\\]|\\[^n])*)"\s*\)').findall
        _, own, body = code.partition("static void print(")
        marked |= set(find(code))
        drawn |= set(find(body.split("\n}\n")[0] if own else code))
    return marked, drawn


def catalogue(code):
    """{text: translation} of all files of a language."""
    import po

    found = {}
    for domain in os.listdir(os.path.join(ROOT, "po")):
        path = os.path.join(ROOT, "po", domain, f"{code}.po")
        found.update({text: to for (context, text), to in po.read(path).items() if not context} if os.path.exists(path) else {})
    return found


def is_on(text, screen):
    """Does it stand there, whatever its places hold? A word in parentheses is one that people type."""
    words = re.sub(r"\\\{\w+\\\}", r"[^\\n]+?", re.escape(text))
    return re.search(rf"(?<!\w){words}(?!\w)", screen if "(" in text else re.sub(r"\([a-z]+\)", "", screen))


def is_straight(screen):
    """Are the spaces of the valley below each other and below their letters, and the points of all sides, too?"""
    rows = {tuple(m.start() for m in re.finditer(r"\|", line)) for line in screen.splitlines() if "|" in line}
    letters = {line.index("a") - 2 for line in screen.splitlines() if re.fullmatch(r" +a( +[b-i])+ *", line)}
    points = {len(m[0]) for m in re.finditer(r"(?m)^\S+ .*?\d(?= \S+  \S+ v\d)", screen)}
    return not rows or (len(rows) == len(points) == 1 and letters == {min(rows)[0]})


def test_play_screens():
    """The board in English, byte by byte; and in other languages, with nothing left in English."""
    import po

    english = screens("en")
    check("en: the screens are those of tests/fixtures/screens.txt", "".join(english) == read(os.path.join(ROOT, "tests/fixtures/screens.txt")).decode(), english)
    marked, drawn = texts_in_games()
    unseen = {text for text in drawn if not any(is_on(text, screen) for screen in english)}
    check("the screens show all that is drawn", len(drawn) > 60 and unseen == {"yellow"}, (len(drawn), unseen))  # yellow is a word of moves
    for code in po.languages():
        texts = catalogue(code)
        check(f"{code}: all that is drawn has a translation", marked <= set(texts), marked - set(texts))
        for (name, _), screen in zip(SCREENS, screens(code)):
            left = [text for text in marked if text not in texts[text] and is_on(text, screen)]
            check(f"{code}: nothing is left in English, {name}", not left, (left, screen))
            check(f"{code}: straight columns, {name}", is_straight(screen), screen)
        p = Player("temple", "--seat", "human,master,greedy", "--seed", "3", terminal=True, env={"LC_ALL": code})
        p.read()
        colours = re.findall(r"\x1b\[1m\x1b\[\d+m(\w+) ", p.seen)
        check(f"{code}: dice in their colours", colours == [texts[word] for word in ("purple", "green", "red")], p.seen)
        check(f"{code}: what bots are called", all(f"({texts[word]})" in p.seen for word in ("master", "greedy")), p.seen)
        p.end()


def test_play_files():
    write("other.txt", "my diary\n")
    refused(
        "play: a file that is no record", run("play", "temple", "--record", "other.txt"), "other.txt", 1, "notation"
    )
    check("... stays as it was", read("other.txt") == b"my diary\n")
    text = faults.put(faults.TEMPLE, 12, "2 write 9 d4")
    write("damaged.rec", text)
    refused("play: a damaged record", run("play", "--record", "damaged.rec"), "damaged.rec", 12, "PP-8")
    check("... stays as it was", read("damaged.rec") == to_bytes(text))
    write("good.rec", faults.TEMPLE)
    for args in (["valley"], ["temple", "--players", "3"], ["temple", "--mode", "solo"], ["temple", "--sheet", "b"]):
        misuse(f"play: another game is there: {' '.join(args)}", run("play", *args, "--record", "good.rec"))
    check("... stays as it was", read("good.rec") == to_bytes(faults.TEMPLE))
    good(
        "play: the same game is there", run("play", "temple", "--players", "2", "--sheet", "a", "--record", "good.rec")
    )
    write("good.rec", faults.head(faults.TEMPLE, 12).rstrip("\n").replace("\n", "\r\n"))
    r = run("play", "--record", "good.rec", "--seed", "1", stdin="")
    good("play: CRLF and no last line end", r)
    good("... and the record goes on", run("replay", "good.rec"))
    check("... with a roll", read("good.rec").count(b"* roll") == 2, read("good.rec"))
    write("empty.rec", "")
    good("play: an empty file gets the game", run("play", "temple", "--record", "empty.rec", stdin=""))
    write("empty.rec", "")
    misuse("play: an empty file and no game", run("play", "--record", "empty.rec"))
    misuse("play: no such file and no game", run("play", "--record", "nowhere.rec"))
    check("... and none is made", not os.path.exists("nowhere.rec"))
    for name, path in (
        ("a folder", "."),
        ("no folder", "nowhere/x.rec"),
        ("a device", "/dev/null"),
        ("standard input", "-"),
    ):
        misuse(f"play: --record is {name}", run("play", "temple", "--record", path))
    for args in (
        ["chess"],
        ["temple", "valley"],
        ["temple", "--players", "0"],
        ["temple", "--players", "101"],
        ["tiwanaku", "--players", "5"],
        ["temple", "--mode", "fun"],
        ["temple", "--mode", "solo", "--players", "2"],
        ["temple", "--sheet", "zzz"],
        ["temple", "--sheet", "-"],
        ["temple", "--scenario", "long-1"],
        ["tiwanaku", "--sheet", "a"],
        ["tiwanaku", "--board", "huge"],
        ["tiwanaku", "--scenario", "zzz"],
        ["temple", "--seat", "human,human,human", "--players", "2"],
        ["temple", "--seat", "dog"],
        ["temple", "--seat", ""],
        ["temple", "--seat", "human:bot x"],
        ["temple", "--seat", "human:a\nb"],
        ["temple", "--bot", "dog"],
        ["temple", "--seed", "x"],
        ["temple", "--seat", "human,"],
    ):
        misuse(f"play {' '.join(args)!r}", run("play", *args))
    p = Player("temple", "--record", "locked.rec", "--seed", "1")
    p.read()
    misuse("play: two at one record", run("play", "--record", "locked.rec"))
    p.end()

    args = ["temple", "--players", "1", "--seed", "1", "--record", "full.rec"]
    good("play: a game to be cut short", run("play", *args))
    room = len(read("full.rec")) + 5  # the header, a roll, and half an action

    def small_files():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    p = Player("--record", "full.rec", preexec_fn=small_files)
    p.read()
    p.say(choose("full.rec"))
    said = p.say("score")
    status, err = p.end()
    check(
        "play: a disk that is full",
        status == 2 and "cannot write full.rec" in err and "total" in said,
        (status, err, p.seen[-300:]),
    )
    check(
        "play: no half line on a full disk",
        len(read("full.rec")) == room - 5 and run("replay", "full.rec").status == 0,
        read("full.rec"),
    )
    r = run(
        "play",
        "temple",
        "--players",
        "1",
        "--record",
        "closed.rec",
        "--seed",
        "1",
        preexec_fn=lambda: os.close(1),
        stdout=None,
    )
    check(
        "play: standard output closed",
        r.status == 2 and not (os.path.exists("closed.rec") and b"Temple" in read("closed.rec")),
        r,
    )


def test_play_terminal():
    p = Player("temple", "--players", "1", "--seed", "42", "--record", "tty.rec", terminal=True)
    p.read()
    check("terminal: colour", "\x1b[" in p.seen, p.seen)
    before = read("tty.rec")
    move = choose("tty.rec")
    said = p.say(move)
    check(
        "terminal: a turn waits for Enter",
        f"{move}. Enter confirms, undo takes it back>" in said and "Round 2" not in said,
        said,
    )
    check("terminal: it is written already", len(read("tty.rec")) > len(before))
    p.say("what?")
    p.say("undo")
    check("terminal: undo takes it back", read("tty.rec") == before and "Taken back." in p.seen, p.seen[-300:])
    p.say(move)
    check("terminal: Enter confirms", "Round 2" in p.say(""), p.seen[-300:])
    check("terminal: wrong input", "Expected" in p.say("dance"))
    p.say(choose("tty.rec"))
    p.kill()
    p = Player("--record", "tty.rec", "--seed", "42", terminal=True)
    p.read()
    check("terminal: a turn that waited is not lost by kill -9", "Round 3" in p.seen, p.seen[-600:])
    play_to_end(p, "tty.rec")
    status, _ = p.end()
    check(
        "terminal: a whole game",
        status == 0 and over("tty.rec") and "The record is in tty.rec." in p.seen,
        p.seen[-600:],
    )
    check("terminal: the same game as through a pipe", read("tty.rec") == read("one.rec"))
    p = Player("temple", "--players", "1", "--seed", "42", terminal=True, env={"NO_COLOR": "1"})
    p.read()
    check("terminal: NO_COLOR", "\x1b" not in p.seen and p.seen.endswith("> "), p.seen)
    check("terminal: confirm off", "Round 2" in (p.say("confirm off"), p.say(move))[1], p.seen[-300:])
    p.say("quit")
    check("terminal: leaving unsaved warns once", "not saved" in p.seen, p.seen[-300:])
    os.write(p.to, b"quit\n")
    status, _ = p.end()
    check("terminal: and then leaves", status == 0, status)
    p = Player(terminal=True)
    p.read()
    check("terminal: asks for the game", "Which game? [1] " in p.seen, p.seen)
    p.say("chess")
    p.say("3")
    check("terminal: asks for the players", re.search(r"How many players\? \(1 to 4\) \[2\] $", p.seen), p.seen[-200:])
    p.say("17")
    p.say("1")
    check("terminal: asks for the mode", "solo-easy" in p.seen and p.seen.endswith("Which mode? [1] "), p.seen[-300:])
    p.say("")
    check("terminal: begins", "Tiwanaku, solo-easy" in plain(p.seen) and "now: explore" in p.seen, p.seen[-300:])
    status, _ = p.end()
    check("terminal: control-D leaves", status == 0, status)
    p = Player(terminal=True)
    p.read()
    for _ in range(4):
        p.say("")
    check("terminal: Enter takes the usual", "Temple of Apikhabou, multi, 2 players" in plain(p.seen), p.seen[-600:])
    check("terminal: asks about the bots", "How well do the bots play? [3] " in p.seen, p.seen[-600:])
    check("terminal: casual is the usual bot", "casual" in plain(p.seen).split("2 players")[-1], p.seen[-600:])
    p.end()
    p = Player("temple", "--seat", "human,human", "--seed", "6", terminal=True)
    p.read()
    p.say("write 1 d5")
    moves = [f"write {n} {s}" for n in range(1, 16) for s in ("a5", "e3")] + ["mummy a5"]
    for move in moves:
        if "Pass the keyboard" in p.say(move):
            break
    seen = len(p.seen)
    p.say("hello")
    check("terminal: the keyboard is passed by Enter alone", "Just Enter" in p.seen[seen:], p.seen[seen:])
    p.say("")
    check("terminal: the screen is emptied", "\x1b[2J" in p.seen[seen:] and "seat 2" in p.seen[seen:], p.seen[seen:])
    p.end()


if __name__ == "__main__":
    sys.exit(
        run_all(test_play_solo, test_play_full, test_play_pipe, test_play_seats, test_play_hint, test_play_noise, test_play_files, test_play_terminal, test_play_languages, test_play_screens)
    )
