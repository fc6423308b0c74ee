#!/usr/bin/env python3
"""The command line of tambo, as a person or a program uses it: results, exit status, every way an
input can be wrong. `tambo play` has test_play.py."""
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import cli_faults as faults
from cli_kit import MODES, ROOT, SANITIZED, TAMBO, Result
from cli_kit import check, good, languages, misuse, read, refused, run, run_all, to_bytes, write


# ---- help and usage ----

COMMANDS = ["play", "puzzle", "serve", "health", "backup", "db", "arena", "analyse", "simulate", "replay", "verify", "legal", "view", "scenario", "sheet"]


def test_help():
    for args in (["--help"], ["help"]):
        r = run(*args)
        good(f"tambo {args[0]}", r)
        check(f"tambo {args[0]} names every command", all(re.search(rf"^  {c} ", r.out, re.M) for c in COMMANDS), r)
    r = run("--version")
    check("--version", r.status == 0 and re.fullmatch(r"tambo \d+\.\d+\.\d+ \(rules: temple \d, valley \d, tiwanaku \d\)\n", r.out), r)
    for game, newest in re.findall(r"(\w+) (\d)", r.out.split("rules: ")[1]):
        r = run("simulate", game, "--players", "2", "--seed", "1", "--record", "rules.rec")
        check(f"--version: {game} has these rules", r.status == 0 and f"\nrules: {newest}\n" in read("rules.rec").decode(), r)
        os.remove("rules.rec")
    for c in COMMANDS:
        r = run(c, "--help")
        check(f"{c} --help", r.status == 0 and r.err == "" and r.out.startswith(f"usage: tambo {c}"), r)
        check(f"help {c} is the same", run("help", c).out == r.out)
        check(f"{c} --help fits a terminal", all(len(line) <= 90 for line in r.out.split("\n")), r)
        misuse(f"{c} with an unknown option", run(c, "--colour", "red"))
    r = run()
    check("no command", r.status == 2 and r.out == "" and "usage: tambo COMMAND" in r.err, r)
    misuse("unknown command", run("dance"))
    misuse("help for an unknown command", run("help", "dance"))
    for c in ("replay", "verify", "legal", "view", "sheet", "scenario", "simulate", "arena", "analyse"):
        misuse(f"{c} without words", run(c))
        misuse(f"{c} with too many words", run(c, "check", "b", "c", "d"))


OPTION = r"--[a-z]+(?:-[a-z]+)*"


def test_manual():
    """The man page and the completion know every command and option of the help texts, and no others."""
    with open(os.path.join(ROOT, "docs/tambo.1"), encoding="utf-8") as f:
        page = f.read().replace("\\-", "-")
    with open(os.path.join(ROOT, "tools/completion.bash"), encoding="utf-8") as f:
        completion = f.read()
    options = {"--version", "--help"}
    for c in COMMANDS:
        options |= set(re.findall(OPTION, run(c, "--help").out))
    check(
        "man page: the options",
        set(re.findall(OPTION, page)) == options,
        set(re.findall(OPTION, page)) ^ options,
    )
    check(
        "completion: the options",
        set(re.findall(OPTION, completion)) >= options,
        options - set(re.findall(OPTION, completion)),
    )
    check("man page: the commands", all(f"tambo {c}" in page for c in COMMANDS))
    bash = shutil.which("bash")
    if not bash:
        return
    script = (
        f"PATH={os.path.dirname(TAMBO)}:$PATH; source {ROOT}/tools/completion.bash || exit 1\n"
        'complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tambo; echo "${COMPREPLY[*]}"; }\n'
    )
    cases = [
        (["tambo", "s"], {"simulate", "scenario", "sheet", "serve"}),
        (["tambo", "play", ""], {"temple", "valley", "tiwanaku", "--help", "--record"}),
        (["tambo", "play", "tiwanaku", "--mode", "coop"], {"coop-easy", "coop-normal", "coop-expert"}),
        (["tambo", "play", "temple", "--mode", ""], {"multi", "solo"}),
        (["tambo", "play", "temple", "--seat", ""], {"human", "bot", "casual", "random"}),
        (["tambo", "simulate", "temple", "--bot", ""], {"random", "greedy", "beginner", "learner", "casual", "regular", "skilled", "expert", "master"}),
        (["tambo", "arena", ""], {"temple", "valley", "tiwanaku", "--help"}),
        (["tambo", "arena", "temple", "--bots", "m"], {"master"}),
        (["tambo", "arena", "temple", "--s"], {"--seed", "--sprt", "--sheet"}),
        (["tambo", "arena", "tiwanaku", "--sh"], set()),
        (["tambo", "analyse", "--"], {"--seat", "--playouts", "--seed", "--json", "--help"}),
        (["tambo", "p"], {"play", "puzzle"}),
        (["tambo", "puzzle", ""], {"certain", "whole", "--technique", "--json"}),
        (["tambo", "puzzle", "--technique", "t"], {"twice", "touch", "triple", "two"}),
        (["tambo", "a"], {"arena", "analyse"}),
        (["tambo", "simulate", "temple", "--ga"], {"--games"}),
        (["tambo", "play", "temple", "--ga"], set()),
        (["tambo", "view", "x.rec", "--seat", "s"], {"spectator"}),
        (["tambo", "play", "tiwanaku", "--di"], {"--difficulty"}),
        (["tambo", "play", "tiwanaku", "--difficulty", ""], {"gentle", "fair", "tricky", "fiendish"}),
        (["tambo", "simulate", "tiwanaku", "--di"], {"--difficulty"}),
        (["tambo", "simulate", "temple", "--di"], set()),
        (["tambo", "verify", "--"], {"--commit", "--day", "--help"}),
        (["tambo", "scenario", ""], {"new", "check", "solve", "rate", "hint", "list", "show", "id", "--help"}),
        (["tambo", "scenario", "show", "tiny-"], {f"tiny-{i}" for i in range(1, 11)}),
        (["tambo", "scenario", "rate", "tiny-"], {f"tiny-{i}" for i in range(1, 11)}),
        (["tambo", "scenario", "new", "--"], {"--board", "--difficulty", "--seed", "--count", "--id", "--short", "--help"}),
        (["tambo", "scenario", "hint", "--"], {"--seat", "--json"}),
        (["tambo", "scenario", "list", "--language", ""], {"en", *languages()}),
        (["tambo", "sheet", "show", ""], {"temple", "valley"}),
        (["tambo", "db", ""], {"check", "list", "delete", "rotate-key", "--help"}),
        (["tambo", "db", "delete", ""], {"table", "player", "said"}),
        (["tambo", "backup", "--d"], {"--db"}),
        (["tambo", "sheet", "show", "temple", ""], {"a", "b", "c", "d"}),
        (["tambo", "sheet", "show", "valley", ""], {"a", "b"}),
        (["tambo", "help", "v"], {"view"}),
        (["tambo", "h"], {"health", "help"}),
        (["tambo", "health", "--"], {"--config", "--wait", "--help"}),
        (["tambo", "serve", "--m"], {"--metrics", "--metrics-token", "--max-conns", "--max-tables", "--max-unattended", "--max-db-mib"}),
        (["tambo", "serve", "--log", ""], {"error", "info", "debug"}),
        (["tambo", "serve", "--port", ""], set()),
        (["tambo", "db", "list", "m"], {"months"}),
        (["tambo", "backup", "--"], {"--db", "--help"}),
    ]
    for i, (words, want) in enumerate(cases):
        script += "complete_words " + " ".join(f"'{w}'" for w in words) + "\n"
    r = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=False)
    lines = r.stdout.split("\n")
    for i, (words, want) in enumerate(cases):
        got = set(lines[i].split()) if i < len(lines) else None
        check(
            f"completion of {' '.join(words[1:])!r}",
            got is not None and got >= want and (want or not got),
            (got, r.stderr),
        )


# ---- the options of the server; tests/server/base/test_config.c has the rest ----


def test_serve():
    env = {k: v for k, v in os.environ.items() if not k.startswith("TAMBO_")}
    r = run("serve", "--print-config", "--port", "99", "--no-metrics", env=env)
    good("serve --print-config", r)
    check("it prints the values", "\nport = 99\n" in r.out and "\nmetrics = no\n" in r.out, r)
    path = write("serve.conf", r.out)
    again = run("serve", "--config", path, "--print-config", env=env)
    good("what it prints can be read", again, r.out)
    write(path, "port = 5\ncolour = red\n")
    r = run("serve", "--config", path, env=env)
    with open(os.path.join(ROOT, "packaging/tambo.service"), encoding="utf-8") as f:
        forever = re.search("^RestartPreventExitStatus=(.*)$", f.read(), re.M)[1]
    check("a wrong line", str(r.status) == forever == "2" and r.out == "" and r.err.startswith("serve.conf:2: there is no option"), r)
    misuse("serve with a file that is not there", run("serve", "--config", "nowhere.conf", env=env))
    misuse("serve with a wrong variable", run("serve", env={**env, "TAMBO_PORT": "http"}))
    misuse("serve with a word", run("serve", "now", env=env))
    os.remove(path)


# ---- what is wrong with an input ----


def test_faults():
    path = write("good.rec", faults.TEMPLE)
    for name, text in (
        ("temple", faults.TEMPLE),
        ("temple solo", faults.TEMPLE_SOLO),
        ("valley", faults.VALLEY),
        ("competitive", faults.own(faults.COMPETITIVE)),
        ("solo", faults.own(faults.SOLO)),
        ("coop", faults.own(faults.COOP)),
        ("a sheet inside", faults.INLINE),
    ):
        r = run("replay", "-", stdin=text)
        good(f"good record: {name}", r)
        check(f"one line of JSON: {name}", r.out.count("\n") == 1 and isinstance(json.loads(r.out), dict), r)
    step = 4 if SANITIZED else 1  # a sanitized program starts slowly; all cases run without
    for i, (name, text, line, rule) in enumerate(faults.RECORDS[::step]):
        commands = [["replay"], ["legal"], ["view", "--seat", "1"]] if i % 40 == 0 else [["replay"]]
        for command in commands:
            write("wrong.rec", text)
            refused(f"{command[0]}: {name}", run(*command, "wrong.rec"), "wrong.rec", line, rule)
        if i % 40 == 0:
            refused(f"replay from standard input: {name}", run("replay", "-", stdin=text), "-", line, rule)
    for name, text, line in faults.SHEETS[::step]:
        write("wrong.sheet", text)
        refused(f"sheet check: {name}", run("sheet", "check", "wrong.sheet"), "wrong.sheet", line, "notation")
    for name, text, line, rule in faults.SCENARIOS[::step]:
        write("wrong.scenario", text)
        refused(f"scenario check: {name}", run("scenario", "check", "wrong.scenario"), "wrong.scenario", line, rule)
    refused("sheet check -", run("sheet", "check", "-", stdin=""), "-", 1, "notation")
    write("wrong.sheet", faults.SHEETS[0][1])
    refused(
        "simulate with a wrong sheet",
        run("simulate", "temple", "--players", "1", "--seed", "1", "--sheet", "wrong.sheet"),
        "wrong.sheet",
        1,
        "notation",
    )
    refused("play with a wrong sheet", run("play", "temple", "--sheet", "wrong.sheet"), "wrong.sheet", 1, "notation")
    os.remove(path)


def test_over():
    """Nothing can follow the end of a game."""
    for game, mode, players, lines in (
        ("temple", "solo", 1, [("* roll 1 2 3", "PP-3"), ("1 write 1 e1", "TEM-10")]),
        ("valley", "multi", 2, [("* roll 1 2 3", "PP-3"), ("1 done", "VAL-10")]),
        ("tiwanaku", "competitive", 2, [("1 end", "TIW-18"), ("* first 1", "notation")]),
        ("tiwanaku", "solo-easy", 1, [("1 enter a1", "SOL-10")]),
        ("tiwanaku", "coop-normal", 3, [("1 spend valley", "COO-10")]),
    ):
        args = ["--players", str(players), "--mode", mode, "--seed", "5", "--record", "over.rec"]
        run("simulate", game, *args)
        text = read("over.rec").decode()
        for line, rule in lines:
            write("over2.rec", text + line + "\n")
            refused(f"{game} {mode} is over: {line}", run("replay", "over2.rec"), "over2.rec", faults.end(text), rule)
        r = run("legal", "over.rec")
        good(f"{game} {mode}: no legal actions behind the end", r, "")
        view = json.loads(run("view", "over.rec", "--seat", "spectator").out)
        check(f"{game} {mode}: the view of the end", view["over"] is True, view)


def limited():
    """In the child: no more than 64 MiB of address space (a sanitizer needs more)."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (64 << 20, 64 << 20))


def run_measured(*args, feed):
    """Feeds standard input piece by piece; also tells the memory used, in MiB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        p = subprocess.Popen([TAMBO, *args], stdin=subprocess.PIPE, stdout=out, stderr=err, preexec_fn=limited)
        try:
            for piece in feed:
                p.stdin.write(piece)
            p.stdin.close()
        except BrokenPipeError:
            pass
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        try:
            p.stdin.close()
        except BrokenPipeError:
            pass
        out.seek(0)
        err.seek(0)
        return Result(p.returncode, out.read().decode(), err.read().decode("utf-8", "replace"), usage.ru_maxrss // 1024)


def test_size():
    room = 400 if SANITIZED else 40
    mib = b"x" * (1 << 20)
    r = run_measured("replay", "-", feed=[mib] * 100)
    refused("a line of 100 MB", r, "-", 1, "notation")
    check("a line of 100 MB: memory", r.memory < room, r.memory)
    r = run_measured("replay", "-", feed=[to_bytes(faults.head(faults.TEMPLE, 6)) + b"seat 1: "] + [mib] * 100)
    refused("a name of 100 MB", r, "-", 7, "notation")
    r = run_measured("replay", "-", feed=[to_bytes(faults.TEMPLE) + b"1 write "] + [b"7" * (1 << 20)] * 100)
    refused("an event of 100 MB", r, "-", 17, "notation")
    check("an event of 100 MB: memory", r.memory < room, r.memory)
    for command in (["sheet", "check", "-"], ["scenario", "check", "-"]):
        r = run_measured(*command, feed=[mib] * 100)
        refused(f"{command[0]}: a line of 100 MB", r, "-", 1, "notation")
        check(f"{command[0]}: memory", r.memory < room, r.memory)
    megabytes = 2 if SANITIZED else 16
    r = run_measured("replay", "-", feed=[to_bytes(faults.TEMPLE)] + [b"# " + b"y" * 61 + b"\n"] * (megabytes << 14))
    good("many lines of comment", r)
    check("many lines of comment: memory", r.memory < room, r.memory)
    with open("sparse.rec", "wb") as f:
        f.truncate(100 << 20)
    refused("100 MB of NUL", run("replay", "sparse.rec"), "sparse.rec", 1, "notation")
    os.remove("sparse.rec")
    dice = random.Random(7)
    for i in range(40):
        data = dice.randbytes(dice.choice([1, 10, 1000, 100000]))
        head = dice.choice([b"", to_bytes(faults.head(faults.VALLEY, dice.randint(1, 18)))])
        write("noise.rec", head + data)
        r = run("replay", "noise.rec")
        fine = r.status == 1 and r.out == "" and re.fullmatch(r"noise\.rec:\d+: [^\n]*\n", r.err)
        check(f"random bytes {i}", fine or (r.status == 0 and data[:1] in b"#\n\r \t"), r)
    lines = "".join(f"seat {i}: {'n' * 2000}\n" for i in range(1, 101))
    text = faults.put(faults.TEMPLE, 5, "players: 100").replace("seat 1: Ana\nseat 2: bot master\n", lines)
    r = run("replay", "-", stdin=faults.head(text, 107))
    refused("names of 200 kB", r, "-", 72, "notation")


def test_files():
    for c in (["replay"], ["legal"], ["view", "--seat", "1"]):
        misuse(f"{c[0]}: no such file", run(*c, "nowhere.rec"))
        misuse(f"{c[0]}: a folder", run(*c, "."))
    misuse("sheet check: a folder", run("sheet", "check", "."))
    misuse("scenario check: no such file", run("scenario", "check", "nowhere"))
    misuse("scenario solve: no such file", run("scenario", "solve", "nowhere"))
    if os.path.exists("/proc/self/mem"):
        misuse("a file that fails while it is read", run("replay", "/proc/self/mem"))
    if os.geteuid() != 0:
        os.chmod(write("closed.rec", faults.TEMPLE), 0)
        misuse("a file one may not read", run("replay", "closed.rec"))
        os.remove("closed.rec")
    write("-x.rec", faults.TEMPLE)
    good("a name that begins with a dash", run("replay", "--", "-x.rec"))
    write("a b'\"\u00e9.rec", faults.TEMPLE)
    good("a name with blanks and quotes", run("replay", "a b'\"\u00e9.rec"))
    write("good.rec", faults.TEMPLE)
    write("play.rec", faults.head(faults.TEMPLE, 10))
    if os.path.exists("/dev/full"):
        for args in (
            ["replay", "good.rec"],
            ["legal", "play.rec"],
            ["view", "good.rec", "--seat", "1"],
            ["simulate", "temple", "--players", "1", "--seed", "1"],
            ["scenario", "list"],
            ["sheet", "list"],
        ):
            with open("/dev/full", "wb") as full:
                r = run(*args, stdout=full)
            check(f"{args[0]}: a full disk behind standard output", r.status == 2 and "standard output" in r.err, r)
        simulate = ["simulate", "temple", "--players", "1", "--seed", "1", "--record"]
        misuse("simulate: a record on a full disk", run(*simulate, "/dev/full"))
        misuse("simulate: a record in no folder", run(*simulate, "nowhere/x.rec"))
        misuse("simulate: a record that is a folder", run(*simulate, "."))
    r = run("replay", "good.rec", preexec_fn=lambda: os.close(1), stdout=None)
    check("standard output closed", r.status == 2, r)


# ---- reading and printing ----


def result_of(text):
    return json.loads(run("replay", "-", stdin=text).out)


def test_replay():
    want = {
        "game": "temple",
        "over": False,
        "rounds": 2,
        "seats": [
            {
                "seat": 1,
                "name": "Ana",
                "total": -1,
                "run": 1,
                "groups": 0,
                "mummies": -2,
                "level": None,
                "winner": False,
            },
            {
                "seat": 2,
                "name": "bot master",
                "total": -1,
                "run": 1,
                "groups": 0,
                "mummies": -2,
                "level": None,
                "winner": False,
            },
        ],
    }
    r = run("replay", "-", stdin=faults.TEMPLE)
    got = json.loads(r.out)
    check("the result of a record", {k: v for k, v in got.items() if k != "hash"} == want, got)
    check(
        "the members of a result and their order",
        list(got) == ["game", "over", "rounds", "seats", "hash"]
        and list(got["seats"][0]) == ["seat", "name", "total", "run", "groups", "mummies", "level", "winner"],
        r,
    )
    check("a hash is 16 digits", re.fullmatch("[0-9a-f]{16}", got["hash"]), got["hash"])
    check("no blanks in a result", " " not in r.out.replace("bot master", ""), r)
    same = faults.TEMPLE
    variants = {
        "CRLF": same.replace("\n", "\r\n"),
        "no last line end": same.rstrip("\n"),
        "blanks at line ends": same.replace("\n", " \t \n"),
        "comments and blank lines": "# first\n\n" + same.replace("\n", "\n# c\n\n"),
        "tabs at line ends": same.replace("\n", "\t\n"),
        "headers in another order": faults.head(same, 1)
        + "players: 2\nseat 2: bot master\nsheet: a\nmode: multi\nrules: 1\n"
        "seat 1: Ana\ngame: temple\n" + "".join(line + "\n" for line in same.split("\n")[8:-1]),
        "seats in another order": same.replace("1 write 7 e3\n2 write 5 d4\n", "2 write 5 d4\n1 write 7 e3\n").replace(
            "1 mummy c4\n2 mummy f5\n", "2 mummy f5\n1 mummy c4\n"
        ),
        "scores in between": same.replace("* roll 3", "= score 1 1\n= score 2 1\n* roll 3") + "= score 2 -1\n",
    }
    for name, text in variants.items():
        check(f"the same with {name}", run("replay", "-", stdin=text).out == r.out, run("replay", "-", stdin=text))
    check("names do not count for the hash", result_of(same.replace("Ana", "Bob"))["hash"] == got["hash"])
    hashes = {result_of(faults.head(same, n))["hash"] for n in range(9, 17)}
    check("every event changes the hash", len(hashes) == 8, hashes)
    for name in (
        'quotes " and \\ backslash',
        "caf\u00e9 \U0001f40d\U0001f3db",
        "\x01\x02\x1b[31m\x7f",
        "tab\tinside",
        "\u202eright to left",
        "bot",
        "\u0080\u009f",
        "a: b",
        "# no comment",
        "--",
        "x" * 60000,
        "  two blanks",
        "\u00a0",
        "</script>",
    ):
        seats = result_of(same.replace("Ana", name))["seats"]
        check(f"the name {name[:20]!r}", seats[0]["name"] == name, seats[0]["name"][:80])
        view = json.loads(run("view", "-", "--seat", "2", stdin=same.replace("Ana", name)).out)
        check(f"the name {name[:20]!r} in a view", view["names"][0] == name)
    check("blanks behind a name are dropped", result_of(same.replace("Ana", "Ana \t "))["seats"][0]["name"] == "Ana")
    check("an empty name", result_of(same.replace("seat 1: Ana", "seat 1:"))["seats"][0]["name"] == "")
    check("no name", result_of(same.replace("seat 1: Ana\n", ""))["seats"][0]["name"] == "")
    got = result_of(faults.own(faults.COOP))
    check(
        "coop: the group and the Otoma",
        [(s["seat"], s["name"]) for s in got["seats"]] == [("group", "group"), ("otoma", "otoma")],
        got,
    )
    got = result_of(faults.own(faults.SOLO))
    check("solo: the seat and the Otoma", [s["seat"] for s in got["seats"]] == [1, "otoma"], got)
    for seat in got["seats"]:
        check("tiwanaku: the parts", seat["score"] == seat["total"] and "diversity" in seat, seat)


def test_story():
    """What people are told of whole games: sentence by sentence what tests/golden/NAME.story has."""
    golden = os.path.join(ROOT, "tests/golden")
    names = sorted(f[: -len(".story")] for f in os.listdir(golden) if f.endswith(".story"))
    for name in names:
        with open(os.path.join(golden, name + ".story"), encoding="utf-8") as f:
            want = f.read().split("\n")
        told = run("replay", "--story", os.path.join(golden, name + ".rec"), env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}).out.split("\n")
        line = next((i for i, pair in enumerate(zip(want, told)) if pair[0] != pair[1]), min(len(want), len(told)))
        check(f"{name}: is told as recorded", told == want, f"line {line + 1}: {told[line : line + 1]} for {want[line : line + 1]}; on purpose? tools/golden")
    check("each game has some", all(any(n.startswith(g) for n in names) for g in ("temple", "valley", "solo", "coop", "competitive")), names)


def by_seat(line):
    seat, rest = line.split(" ", 1)
    return int(seat), rest.encode()


def test_legal():
    text = faults.head(faults.TEMPLE, 10)
    r = run("legal", "-", stdin=text)
    lines = r.out.split("\n")[:-1]
    want = [f"{s} write {n} {d}" for s in (1, 2) for n in (2, 5, 7) for d in ("c5", "d4", "e3", "g4", "h5")]
    check("legal: the doors and the numbers", sorted(lines) == sorted(want), r)
    check("legal: sorted by seat, then bytewise", lines == sorted(lines, key=by_seat), r)
    check(
        "legal --seat",
        run("legal", "-", "--seat", "2", stdin=text).out == "".join(s + "\n" for s in lines if s[0] == "2"),
    )
    good("legal: nothing while chance is next", run("legal", "-", stdin=faults.head(faults.TEMPLE, 9)), "")
    good(
        "legal: nothing for a seat that has acted",
        run("legal", "-", "--seat", "1", stdin=faults.head(faults.TEMPLE, 11)),
        "",
    )
    for seat in ("0", "3", "x", "", "spectator", "1.5"):
        misuse(f"legal --seat {seat!r}", run("legal", "-", "--seat", seat, stdin=text))
    for name, base, at in (
        ("temple", faults.TEMPLE, 11),
        ("valley", faults.VALLEY, 14),
        ("tiwanaku", faults.COMPETITIVE, 12),
    ):
        start = faults.own(faults.head(base, at))
        lines = run("legal", "-", stdin=start).out.split("\n")[:-1]
        check(f"legal: {name} is sorted, each once", lines == sorted(set(lines), key=by_seat) and len(lines) > 3, lines)
        for line in random.Random(1).sample(lines, 8):
            good(f"legal: {name}: {line}", run("replay", "-", stdin=start + line + "\n"))
    crowd = ["simulate", "temple", "--players", "100", "--seed", "3", "--record", "crowd.rec"]
    good("100 players", run(*crowd))
    text = read("crowd.rec").decode().split("\n")
    at = next(i for i, line in enumerate(text) if line.startswith("* roll"))
    lines = run("legal", "-", stdin="\n".join(text[: at + 1]) + "\n").out.split("\n")[:-1]
    check(
        "100 players: legal, sorted by seat as a number",
        lines == sorted(lines, key=by_seat) and by_seat(lines[-1])[0] == 100,
        len(lines),
    )
    good("100 players: the view of seat 100", run("view", "crowd.rec", "--seat", "100"))
    misuse("100 players: no seat 101", run("view", "crowd.rec", "--seat", "101"))


def test_view():
    text = faults.TEMPLE
    for seat in ("0", "3", "x", "", "Spectator"):
        misuse(f"view --seat {seat!r}", run("view", "-", "--seat", seat, stdin=text))
    misuse("view without --seat", run("view", "-", stdin=text))
    view = json.loads(run("view", "-", "--seat", "1", stdin=text).out)
    check(
        "a view names the game and who acts",
        (view["game"], view["mode"], view["players"], view["viewer"]) == ("temple", "multi", 2, 1),
        view,
    )
    check("a view holds no hash or seed", not {"hash", "seed", "id"} & set(view), list(view))
    # what is sealed (PP-6) shows in no other view
    sealed = [faults.head(text, 10) + line for line in ("", "1 write 7 e3\n", "1 write 2 d4\n")]
    for seat in ("2", "spectator"):
        views = [json.loads(run("view", "-", "--seat", seat, stdin=s).out) for s in sealed]
        for v in views:
            v.pop("acting")
        check(f"a sealed move is hidden from {seat}", views[0] == views[1] == views[2], views)
    one, two = (run("view", "-", "--seat", "2", stdin=s).out for s in sealed[1:])
    check("which sealed move it was changes not a byte", one == two, (one, two))
    # the same public history over different secrets (map, stacks) gives the same bytes
    histories = []
    for rows in ("vvvvd ffddd mfffd vvvvv dffff", "vvvvd ffddd dfffd vvvvv mffff"):
        board = TWIN.replace("TERRAIN", rows.replace(" ", "\n")).rstrip("\n").split("\n")
        histories.append(
            faults.add(faults.cut(faults.head(faults.COMPETITIVE, 8), 6), 6, "scenario:", *board, "end")
            + "1 enter a2\n2 enter e5\n"
        )
    for seat in ("1", "2", "spectator"):
        views = [run("view", "-", "--seat", seat, stdin=s).out for s in histories]
        check(f"the map is hidden from {seat}", views[0] == views[1] and views[0], views)
    shuffled = faults.SOLO.replace("* stack desert 15 16 17 18 19 20", "* stack desert 31 30 29 28 27 26")
    for seat in ("1", "spectator"):
        views = [run("view", "-", "--seat", seat, stdin=faults.own(s)).out for s in (faults.SOLO, shuffled)]
        check(f"stacks are hidden from {seat}", views[0] == views[1] and views[0], views)
    dealt = faults.COOP.replace("* deal 1 valley 0 1 2", "* deal 1 valley 0 2 1"), faults.COOP
    dealt = [faults.head(s, 16) for s in dealt]
    for seat in ("1", "2", "spectator"):
        views = [run("view", "-", "--seat", seat, stdin=faults.own(s)).out for s in dealt]
        check(f"the order below the top is hidden from {seat}", views[0] == views[1] and views[0], views)
    tops = [faults.head(faults.COOP.replace("* deal 1 valley 0 1 2", "* deal 1 valley 7 1 2"), 16), dealt[1]]
    views = {seat: [run("view", "-", "--seat", seat, stdin=faults.own(s)).out for s in tops] for seat in ("1", "2", "spectator")}
    check(
        "a top arrow shows to its owner only",
        views["1"][0] != views["1"][1]
        and views["2"][0] == views["2"][1]
        and views["spectator"][0] == views["spectator"][1],
    )
    check("the map shows at the end", "." not in "".join(json.loads(end_of_tiwanaku())["terrain"]))


TWIN = """tambo-scenario 1
board: tiny
name: twin
start: a1 c1 d3 b4 d5
otoma: c1 d5 b4 a1 d3
terrain:
TERRAIN
crops:
43123
52541
14132
35241
14132
"""


def end_of_tiwanaku():
    run("simulate", "tiwanaku", "--players", "2", "--board", "tiny", "--seed", "1", "--record", "end.rec")
    return run("view", "end.rec", "--seat", "2").out


# ---- simulate ----


def test_rules():
    """Games of an older version, and of none."""
    args = ["simulate", "tiwanaku", "--players", "1", "--seed", "3", "--record", "rules.rec"]
    told = {}
    for version in ("1", "2", None):
        r = run(*args, *(["--rules", version] if version else []))
        good(f"simulate --rules {version}", r)
        told[version] = (r.out, read("rules.rec"))
        check(f"simulate --rules {version}: the record has it", f"\nrules: {version or 2}\n".encode() in read("rules.rec"))
        check(f"simulate --rules {version}: it replays", run("replay", "rules.rec").out == r.out)
    check("the newest rules are the usual ones", told[None] == told["2"] and told["1"] != told["2"])
    for wrong in ("0", "3", "", "two"):
        misuse(f"simulate --rules {wrong!r}", run(*args, "--rules", wrong))
        misuse(f"arena --rules {wrong!r}", run("arena", "valley", "--bots", "random", "--games", "1", "--rules", wrong))
    r = run("arena", "valley", "--bots", "random", "--games", "2", "--seed", "1", "--rules", "1", "--record", "old")
    check("arena --rules 1: the records have it", r.status == 0 and b"\nrules: 1\n" in read("old/000001.rec"), r)
    write("new.rec", told["2"][1].replace(b"rules: 2", b"rules: 3"))
    refused("a record of rules to come", run("replay", "new.rec"), "new.rec", 3, "notation")


def test_simulate():
    for game, mode, players in MODES:
        name = f"{game} {mode} {players}"
        args = [
            "simulate",
            game,
            "--players",
            str(players),
            "--mode",
            mode,
            "--bot",
            "greedy,random",
            "--record",
            "sim.rec",
        ]
        first = run(*args, "--seed", "11")
        record = read("sim.rec")
        good(f"simulate {name}", first)
        check(
            f"simulate {name}: the same again",
            run(*args, "--seed", "11").out == first.out and read("sim.rec") == record,
        )
        check(f"simulate {name}: another seed", run(*args, "--seed", "12").out != first.out)
        write("sim.rec", record)
        check(
            f"simulate {name}: its record replays to the same result",
            run("replay", "sim.rec").out == first.out,
            (first, run("replay", "sim.rec")),
        )
        result = json.loads(first.out)
        check(
            f"simulate {name}: over, somebody won", result["over"] and any(s["winner"] for s in result["seats"]), result
        )
        levels = {s["level"] for s in result["seats"]}
        solo = mode == "solo"
        check(
            f"simulate {name}: the level",
            levels <= {"tourist", "pathfinder", "voyager", "explorer"} if solo else levels == {None},
            levels,
        )
    for game, players, mode in (
        ("temple", 1, "solo"),
        ("temple", 2, "multi"),
        ("valley", 1, "solo"),
        ("tiwanaku", 1, "solo-easy"),
        ("tiwanaku", 3, "competitive"),
    ):
        run("simulate", game, "--players", str(players), "--seed", "1", "--record", "sim.rec")
        check(f"the usual mode of {game} for {players}", f"\nmode: {mode}\n".encode() in read("sim.rec"))
    many = run("simulate", "temple", "--players", "2", "--seed", "9", "--games", "3", "--record", "folder")
    check("simulate --games 3 prints three lines", many.status == 0 and many.out.count("\n") == 3, many)
    check(
        "simulate --games 3 makes a folder", sorted(os.listdir("folder")) == ["000001.rec", "000002.rec", "000003.rec"]
    )
    replays = "".join(run("replay", f"folder/{i:06}.rec").out for i in (1, 2, 3))
    check("the records in the folder are the games", replays == many.out, (replays, many))
    good(
        "simulate into a folder that is there",
        run("simulate", "temple", "--players", "2", "--seed", "9", "--games", "2", "--record", "folder"),
    )
    shutil.rmtree("folder")
    write("plain", "x")
    misuse(
        "simulate: the folder is a file",
        run("simulate", "temple", "--players", "1", "--seed", "1", "--games", "2", "--record", "plain"),
    )
    base = ["simulate", "temple", "--players", "2", "--seed", "1"]
    good("simulate: an option with =", run("simulate", "temple", "--players=2", "--seed=1"), run(*base).out)
    write("my.sheet", faults.SHEET)
    good("simulate: a sheet of one's own", run(*base, "--sheet", "my.sheet", "--record", "sim.rec"))
    good("simulate: its record is complete", run("replay", "sim.rec"))
    write("my.scenario", faults.TINY)
    good(
        "simulate: a scenario of one's own",
        run("simulate", "tiwanaku", "--players", "2", "--seed", "1", "--scenario", "my.scenario"),
    )
    good(
        "simulate: a scenario from standard input",
        run("simulate", "tiwanaku", "--players", "2", "--seed", "1", "--scenario", "-", stdin=faults.TINY),
    )
    for args in (
        ["simulate", "chess", "--players", "2", "--seed", "1"],
        base[:-2],
        ["simulate", "temple", "--seed", "1"],
        base[:-1],
        base + ["--players", "3"],
        base + ["--mode", "solo"],
        base + ["--mode", "fun"],
        base + ["--sheet", "zzz"],
        base + ["--scenario", "long-1"],
        base + ["--board", "tiny"],
        base + ["--bot", "deepmind"],
        base + ["--bot", ""],
        base + ["--games", "0"],
        base + ["--games", "x"],
        ["simulate", "temple", "--players", "0", "--seed", "1"],
        ["simulate", "temple", "--players", "101", "--seed", "1"],
        ["simulate", "tiwanaku", "--players", "5", "--seed", "1"],
        ["simulate", "tiwanaku", "--players", "2", "--seed", "1", "--sheet", "a"],
        ["simulate", "tiwanaku", "--players", "2", "--seed", "1", "--board", "huge"],
        ["simulate", "tiwanaku", "--players", "2", "--seed", "1", "--scenario", "zzz"],
        ["simulate", "temple", "--players", "2", "--seed", "-1"],
        ["simulate", "temple", "--players", "2", "--seed", "1x"],
        ["simulate", "temple", "--players", "2", "--seed", "99999999999999999999999"],
    ):
        misuse(" ".join(args)[:60], run(*args))


def test_boards():
    for game in ("temple", "valley"):
        for side in "abcd" if game == "temple" else "ab":
            r = run("sheet", "show", game, side)
            check(
                f"sheet show {game} {side}", r.out.startswith(f"tambo-sheet 1\ngame: {game}\nname: {side}\ngrid:\n"), r
            )
            good(f"sheet {game} {side} is good", run("sheet", "check", "-", stdin=r.out), "")
    check(
        "sheet list",
        run("sheet", "list").out.split() == "temple a temple b temple c temple d valley a valley b".split(),
        run("sheet", "list"),
    )
    whole = run("scenario", "id", "tiny-2")
    check("a map id is one line", whole.out.startswith("tambo1.tiny.") and whole.out.count("\n") == 1, whole)
    r = run("scenario", "show", whole.out.strip())
    check("a map id shows the map", r.out == run("scenario", "show", "tiny-2").out and r.status == 0, r)
    r = run("scenario", "show", whole.out.strip()[:-2])
    check("a damaged map id is refused", r.status == 2 and r.out == "" and "damaged" in r.err, r)
    r = run("simulate", "tiwanaku", "--players", "1", "--seed", "1", "--scenario", whole.out.strip())
    check("simulate takes a map id", r.status == 0 and '"over":true' in r.out, r)
    for args in (["show", "temple", "z"], ["show", "tiwanaku", "a"], ["show", "temple"], ["dance"], ["check"]):
        misuse("sheet " + " ".join(args), run("sheet", *args))
    names = [line.split()[0] for line in run("scenario", "list").out.split("\n")[:-1]]
    check(
        "10 tiny and 30 long scenarios",
        sorted(names) == sorted([f"tiny-{i}" for i in range(1, 11)] + [f"long-{i}" for i in range(1, 31)]),
        names,
    )
    for name in names[:3] + names[-2:]:
        r = run("scenario", "show", name)
        good(f"scenario {name} is good", run("scenario", "check", "-", stdin=r.out), "")
        check(
            f"scenario {name} has one layout", run("scenario", "solve", "-", stdin=r.out).out.startswith("1 layouts\n")
        )
    args = ["scenario", "new", "--board", "tiny", "--seed", "5"]
    r = run(*args)
    check(
        "scenario new is the same for the same seed",
        r.status == 0 and run(*args).out == r.out and r.out.startswith("tambo-scenario 1\n"),
        r,
    )
    good("scenario new is good", run("scenario", "check", "-", stdin=r.out), "")
    check("scenario new --count 3", run(*args, "--count", "3").out.count("tambo-scenario 1\n") == 3)
    loose = faults.cut(faults.put(faults.TINY, 4, "start: b4 c4 d4"), 5)
    r = run("scenario", "solve", "-", stdin=loose)
    number = re.match(r"(\d+) layouts\n", r.out)
    check(
        "scenario solve counts several layouts",
        number and int(number[1]) > 1 and r.out.count("\n\n") == min(10, int(number[1])),
        r,
    )
    for args in (
        ["new", "--board", "huge", "--seed", "1"],
        ["new", "--board", "tiny", "--seed", "x"],
        ["new", "--board", "tiny", "--seed", "1", "--count", "0"],
        ["show", "zzz"],
        ["dance"],
        ["check"],
        ["list", "x"],
    ):
        misuse("scenario " + " ".join(args), run("scenario", *args))


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_help,
            test_manual,
            test_serve,
            test_faults,
            test_over,
            test_size,
            test_files,
            test_replay,
        test_story,
            test_legal,
            test_view,
            test_rules,
            test_simulate,
            test_boards,
        )
    )
