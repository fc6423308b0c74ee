#!/usr/bin/env python3
"""The map lab of the command line: `tambo scenario new|rate|hint|show|list|solve|id`, rule by rule,
and every way to misuse it. Called as cli_kit.py says."""
import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import cli_faults as faults
from cli_kit import FEW, PATIENCE, ROOT, TAMBO
from cli_kit import check, good, languages, misuse, read, refused, run, run_all, write

GRADES = ["gentle", "fair", "tricky", "fiendish"]
BOARDS = ["tiny", "long"]
SPACE = re.compile(r"[a-i][1-5]")


def env(**more):
    """Without what the person who runs the tests has set."""
    return {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LC_ALL", "LC_MESSAGES", "LANG")} | more


def run_tty(*args, streams=("out", "err"), **more):
    """Runs with these streams on a terminal, the others dropped; what the terminal got."""
    master, slave = pty.openpty()
    out = slave if "out" in streams else subprocess.DEVNULL
    err = slave if "err" in streams else subprocess.DEVNULL
    p = subprocess.Popen([TAMBO, *args], stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env(**{"TERM": "xterm", **more}))
    os.close(slave)
    seen, until = b"", time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not select.select([master], [], [], 0.1)[0]:
            continue
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    return p.wait(), seen.decode().replace("\r\n", "\n")


# ---- new ----


def test_new():
    seeds = range(1, 3) if FEW else range(1, 6)
    for board in BOARDS:
        for grade in GRADES:
            for seed in seeds:
                name = f"{board}-{grade}-{seed}-g1"
                args = ["scenario", "new", "--board", board, "--difficulty", grade, "--seed", str(seed)]
                r = run(*args)
                good(f"new {name}", r)
                check(f"{name} is its name", f"\nboard: {board}\nname: {name}\n" in r.out, r)
                write("new.scenario", r.out)
                good(f"{name} keeps the rules", run("scenario", "check", "new.scenario"), "")
                rated = json.loads(run("scenario", "rate", "new.scenario", "--json").out)
                check(f"{name} is {grade}", rated["difficulty"] == grade, rated)
                first = run("scenario", "rate", "new.scenario").out.split("\n")[0]
                check(f"rate says {grade}", first.startswith(f"{grade}: "), first)
                check(f"{name} has one layout", run("scenario", "solve", "new.scenario").out.startswith("1 layouts\n"))
            check(f"{name} again", run(*args).out == r.out)
            good(f"show {name}", run("scenario", "show", name), r.out)
            good(f"{name}: its whole id", run("scenario", "id", name), run(*args, "--id").out)


def test_count():
    args = ["scenario", "new", "--board", "tiny", "--difficulty", "tricky"]
    many = run(*args, "--seed", "7", "--count", "5")
    single = [run(*args, "--seed", str(s)).out for s in range(7, 12)]
    good("--count 5 are the seeds 7 to 11, an empty line between them", many, "\n".join(single))
    ids = run(*args, "--seed", "7", "--count", "5", "--id")
    good("--short", run(*args, "--seed", "7", "--count", "2", "--short"), "tiny-tricky-7-g1\ntiny-tricky-8-g1\n")
    misuse("--id and --short", run(*args, "--id", "--short"))
    good("--count 5 --id", ids, "".join(run(*args, "--seed", str(s), "--id").out for s in range(7, 12)))
    for line, text in zip(ids.out.split(), single):
        good(f"show {line[:30]}...", run("scenario", "show", line), text)
    last = run(*args, "--seed", str(2**64 - 1))
    check("the largest seed", f"name: tiny-tricky-{2**64 - 1}-g1\n" in last.out, last)
    usual = run("scenario", "new", "--seed", "3")
    check("the usual map is long and fair", "\nname: long-fair-3-g1\n" in usual.out, usual)
    one, two = run("scenario", "new"), run("scenario", "new")
    check("without a seed: any map", one.status == 0 and re.search(r"\nname: long-fair-\d+-g1\n", one.out), one)
    check("without a seed: another one", one.out != two.out, (one, two))
    count = 30 if FEW else 300
    args = ["scenario", "new", "--board", "tiny", "--seed", "1", "--count", str(count), "--id"]
    status, seen = run_tty(*args, streams=["err"])
    lines = seen.split("\r")
    check(
        "progress on a terminal",
        status == 0 and lines[0] == "" and lines[-1] == f"{count} of {count} maps\n"
        and all(re.fullmatch(rf"\d+ of {count} maps\n?", line) for line in lines[1:]),
        seen,
    )
    check("no progress between maps on a terminal", " maps" not in run_tty(*args)[1])
    check("no progress into a file", run(*args).err == "")
    check("no progress for one map", run_tty("scenario", "new", "--seed", "1", streams=["err"]) == (0, ""))


# ---- rate ----


def space_set(text):
    return set(SPACE.findall(text))


def test_rate():
    for name in ["tiny-1", "tiny-10", "long-1", "long-30", "tiny-fair-1-g1", "long-fiendish-2-g1"]:
        text, data = run("scenario", "rate", name), run("scenario", "rate", name, "--json")
        good(f"rate {name}", text)
        rated = json.loads(data.out)
        check(f"rate {name} --json: the keys", list(rated) == ["difficulty", "hardest", "often", "steps"], rated)
        lines = re.findall(r"^ *(\d+)\. (.*)$", text.out, re.M)
        steps = rated["steps"]
        check(f"rate {name}: numbered", [int(n) for n, _ in lines] == list(range(1, len(steps) + 1)), text)
        head = re.match(r"(\w+): the hardest of (\d+) steps is \"([^\"]+)\", needed (\d+) times?\n\n", text.out)
        check(
            f"rate {name}: the first line",
            head and (head[1], int(head[2]), int(head[4])) == (rated["difficulty"], len(steps), rated["often"]),
            text,
        )
        check(f"rate {name}: one time, two times", (" 1 time\n" in text.out) == (rated["often"] == 1), head)
        check(f"rate {name}: often", sum(s["technique"] == rated["hardest"] for s in steps) == rated["often"], rated)
        table = re.findall(r"^ +(\d+)  (\S.*)$", text.out, re.M)
        check(f"rate {name}: the table adds up", sum(int(n) for n, _ in table) == len(steps), table)
        check(f"rate {name}: the hardest stands last", table[-1] == (head[4], head[3]), table)
        known = {}
        for (_, line), step in zip(lines, steps):
            what, why = line.split(": ", 1)
            fine = space_set(what) == set(step["spaces"]) and why.endswith(".") and why[0].islower()
            fine = fine and ("are" if len(step["spaces"]) > 1 else "is") in what.split()
            fine = fine and set(map(str, step["values"])) <= set(re.findall(r"\d", SPACE.sub("", what)))
            if not fine or "{" in line or "()" in line or "  " in line:
                check(f"rate {name}: a sentence", False, (line, step))
            if step["what"] == "crop":
                known[step["spaces"][0]] = step["values"][0]
        shown = run("scenario", "show", name).out
        rows = shown.split("crops:\n")[1].split("\n")[:5]
        crops = {f"{'abcdefghi'[x]}{y + 1}": int(c) for y, row in enumerate(rows) for x, c in enumerate(row)}
        starts = space_set(re.search(r"^start: (.*)$", shown, re.M)[1])
        check(
            f"rate {name}: the steps find all crops, and the right ones",
            known == {s: c for s, c in crops.items() if s not in starts},
            known,
        )
        good(f"rate {name} from a file", run("scenario", "rate", "-", "--json", stdin=shown), data.out)
    write("wrong.scenario", faults.SCENARIOS[0][1])
    r = run("scenario", "rate", "wrong.scenario")
    check("rate of a wrong file", r.status == 1 and r.out == "" and r.err.startswith("wrong.scenario:"), r)


# ---- hint ----

TABLES = [
    ("competitive", 2),
    ("competitive", 4),
    ("solo-easy", 1),
    ("solo-hard", 1),
    ("coop-easy", 2),
    ("coop-normal", 3),
    ("coop-expert", 4),
]


def prefixes(text, parts):
    """The record up to some of its lines."""
    head, events = text.split("--\n", 1)
    lines = events.splitlines(keepends=True)
    for part in parts:
        yield head + "--\n" + "".join(lines[: len(lines) * part // 100])


def check_hint(name, text, seat):
    said = run("scenario", "hint", "-", *seat, stdin=text)
    data = run("scenario", "hint", "-", "--json", *seat, stdin=text)
    if not good(f"hint {name}", said) or not good(f"hint {name} --json", data):
        return
    hint = json.loads(data.out)
    check(
        f"hint {name}: the keys",
        list(hint) == ["steps", "certain", "fair", "plain", "exact", "maps", "fair_maps", "chances", "guesses"],
        hint,
    )
    certain = "Certain:\n" in said.out
    check(f"hint {name}: certain or not", certain == bool(hint["steps"]), (said, hint))
    if not hint["steps"] and not hint["certain"]:
        check(f"hint {name}: nothing", said.out.startswith("Nothing new is certain.\n"), said)
    check(f"hint {name}: no part is missing", not re.search(r"\{|\(\)|  ,|nan|inf", said.out), said)
    chances = [(not g["own"], -g["chance"]) for g in hint["guesses"]]
    check(f"hint {name}: best first", chances == sorted(chances), hint)
    for space, crops in hint["chances"].items():
        check(f"hint {name}: chances of {space} add up", 995 <= sum(c[0] for c in crops) <= 1005, crops)
        check(f"hint {name}: what is likely at {space} pays", all(c[1] > 0 for c in crops if c[0] == 1000), crops)
    told = {g["space"]: g for g in hint["guesses"]}
    check(f"hint {name}: the best guess is the likeliest crop", all(g["chance"] == max(c[0] for c in hint["chances"][s]) for s, g in told.items()), hint)
    check(f"hint {name}: estimates are called so", ("about" in said.out) == bool(not hint["exact"] and hint["guesses"]), said)
    plain = json.loads(run("scenario", "hint", "-", "--json", "--plain", *seat, stdin=text).out)
    check(f"hint {name}: plain concludes nothing from fairness", plain["plain"] and not plain["fair"] and plain["fair_maps"] is None, plain)
    check(f"hint {name}: what lies open is as certain", plain["certain"] == hint["certain"] or hint["maps"] is None, (plain, hint))
    check(f"hint {name}: the same again", run("scenario", "hint", "-", "--json", *seat, stdin=text).out == data.out)


def test_hint():
    for mode, players in TABLES:
        path = "hint.rec"
        args = ["--mode", mode, "--players", str(players), "--board", "tiny", "--seed", "4", "--record", path]
        run("simulate", "tiwanaku", *args, "--bot", "greedy")
        text = read(path).decode()
        for part, short in zip([50, 75], prefixes(text, [50, 75])):
            for seat in range(1, players + 1) if part == 50 and not FEW else [1]:
                check_hint(f"{mode} {players}, {part} %, seat {seat}", short, ["--seat", str(seat)])
            acting = run("legal", "-", stdin=short).out.split(" ")[0] or "1"
            usual = run("scenario", "hint", "-", "--json", stdin=short)
            good(f"{mode} {players}, {part} %: the seat to act", usual,
                 run("scenario", "hint", "-", "--json", "--seat", acting, stdin=short).out)
        good(f"{mode} {players}: over", run("scenario", "hint", path), "The game is over: the whole map is known.\n")
        over = run("scenario", "hint", path, "--json")
        check(f"{mode} {players}: over, as data", json.loads(over.out)["steps"] == [], over)
        for seat in ("0", str(players + 1), "x", "", "spectator"):
            misuse(f"hint --seat {seat!r} of {players}", run("scenario", "hint", path, "--seat", seat))
        write(path, text + "1 dance\n")
        r = run("scenario", "hint", path)
        check("hint of a damaged record", r.status == 1 and r.out == "" and re.match(r"hint.rec:\d+: ", r.err), r)
    head = "tambo-record 1\ngame: tiwanaku\nrules: 1\nmode: competitive\nplayers: 3\nscenario: long-3\n--\n"
    early = head + "* first 2\n2 enter h4\n= terrain h4 desert\n3 enter c2\n"
    said = run("scenario", "hint", "-", "--seat", "1", stdin=early).out
    check("hint: what is hardly known is about so likely, or not said", re.search(r"h4 is .*: about \d+ %|Too little is known", said), said)
    check_hint("early", early, ["--seat", "1"])
    give = [t for t in all_gives() if t][:1]
    check("a record that ends where a tile must be given", give)
    for text in give:
        check_hint("while a give is open", text, ["--seat", "1"])
    write("temple.rec", faults.TEMPLE)
    misuse("hint of another game", run("scenario", "hint", "temple.rec"))
    misuse("hint of nothing", run("scenario", "hint", "nowhere.rec"))
    write("cut.rec", faults.own(faults.COMPETITIVE).split("--\n")[0])
    r = run("scenario", "hint", "cut.rec")
    check("hint of half a header", r.status == 1 and r.out == "" and r.err.startswith("cut.rec:"), r)


def all_gives():
    """Records of cooperative games up to the line before a `give`."""
    for seed in range(1, 30):
        args = ["--mode", "coop-easy", "--players", "3", "--board", "tiny", "--seed", str(seed), "--record", "g.rec"]
        run("simulate", "tiwanaku", *args, "--bot", "random")
        text = read("g.rec").decode()
        at = re.search(r"^\d give .*$", text, re.M)
        yield text[: at.start()] if at else ""


def test_secret():
    """The same seen, another hidden map: the same hint."""
    two = []
    for rows in ("vvvvd ffddd mfffd vvvvv dffff", "vvvvd ffddd dfffd vvvvv mffff"):
        board = TWIN.replace("TERRAIN", rows.replace(" ", "\n")).rstrip("\n").split("\n")
        two.append(
            faults.add(faults.cut(faults.head(faults.COMPETITIVE, 8), 6), 6, "scenario:", *board, "end")
            + "1 enter a2\n2 enter e5\n"
        )
    for seat in "12":
        hints = [run("scenario", "hint", "-", "--json", "--seat", seat, stdin=s) for s in two]
        check(f"seat {seat}: the hidden map does not show", hints[0].out == hints[1].out and hints[0].out, hints)


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


# ---- show, list, solve, ids ----


def plain(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_show():
    text = run("scenario", "show", "tiny-1")
    check("show prints the text into a pipe", text.out.startswith("tambo-scenario 1\nboard: tiny\n"), text)
    good("show --text", run("scenario", "show", "tiny-1", "--text"), text.out)
    picture = run("scenario", "show", "tiny-1", "--picture", env=env())
    check("show --picture: no colour in a pipe", "\x1b" not in picture.out and "condor 1" in picture.out, picture)
    status, seen = run_tty("scenario", "show", "tiny-1")
    check("show draws in colour on a terminal", status == 0 and "\x1b[" in seen, seen)
    check("the picture is the same without colour", plain(seen) == picture.out, (seen, picture))
    check("NO_COLOR", run_tty("scenario", "show", "tiny-1", NO_COLOR="1")[1] == picture.out)
    check("show --text on a terminal", run_tty("scenario", "show", "tiny-1", "--text")[1] == text.out)
    for name in ("tiny-3", "long-7"):
        shown, picture = run("scenario", "show", name).out, run("scenario", "show", name, "--picture").out
        grids = re.search(r"terrain:\n((?:[vdfm]+\n){5})crops:\n((?:\d+\n){5})", shown)
        want = [f"{t}{c}" for t, c in zip(grids[1].replace("\n", ""), grids[2].replace("\n", ""))]
        cells = re.findall(r" ([vdfm][1-5])[ *o]", picture)
        check(f"{name}: terrain and crops of the picture", cells == want, (cells, want))
        check(f"{name}: the Otoma's spaces", len(re.findall(r"[vdfm][1-5]o", picture)) == 5, picture)
        tiles = dict(re.findall(r"(valley|desert|forest|mountain) (\d+)", picture))
        check(
            f"{name}: the tiles",
            all(int(tiles[w]) == grids[1].count(w[0]) for w in ("valley", "desert", "forest", "mountain")),
            tiles,
        )


def test_list():
    lists = {code: run("scenario", "list", "--language", code) for code in ("en", *languages())}
    rows = {}
    for code, r in lists.items():
        good(f"list in {code}", r)
        rows[code] = [line.split(None, 2) for line in r.out.splitlines()]
        check(f"list in {code}: 40 maps", len(rows[code]) == 40 and all(len(x) == 3 for x in rows[code]), r)
        check(f"list in {code}: different titles", len({x[2] for x in rows[code]}) == 40, r)
    check("the lists differ only in titles", [[x[:2] for x in rows[c]] for c in rows] == [[x[:2] for x in rows["en"]]] * len(rows))
    for prefix in ("tiny", "long"):
        grades = [GRADES.index(g) for n, g, _ in rows["en"] if n.startswith(prefix)]
        check(f"{prefix}: easiest first", grades == sorted(grades), grades)
    for name, grade, title in rows["en"][::9]:
        check(f"{name}: title and grade", f"\nname: {title}\n" in run("scenario", "show", name).out)
        check(f"{name} is {grade}", run("scenario", "rate", name).out.startswith(f"{grade}: "))
    for variables, code in (
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl_BE", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "xx_XX.UTF-8"}, "en"),
        ({"LANG": "french"}, "en"),
        ({"LANG": "nl@euro"}, "nl"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "C", "LANG": "fr"}, "en"),
    ):
        good(f"list by the environment {variables}", run("scenario", "list", env=env(**variables)), lists[code].out)


EMPTY = """tambo-scenario 1
board: tiny
name: plain
start: a1 c1 e3
terrain:
vvvvd
ffddd
mfffd
vvvvv
dffff
crops:
43123
52541
14132
35241
14132
"""


def test_solve():
    r = run("scenario", "solve", "-", stdin=EMPTY)
    number = re.match(r"(\d+) layouts\n", r.out)
    check("solve: many layouts, ten shown", number and int(number[1]) > 10 and r.out.count("\n\n") == 10, r)
    grids = [g for g in r.out.split("\n\n")[1:]]
    check("solve: the layouts differ", len(set(grids)) == len(grids), r)
    # a crop of 5 in a region of one: nothing fits
    broken = EMPTY.replace("start: a1 c1 e3", "start: a3 c1 e3").replace("14132\n35241", "54132\n35241")
    good("solve: no layout", run("scenario", "solve", "-", stdin=broken), "0 layouts\n")
    one = run("scenario", "solve", "-", stdin=run("scenario", "show", "tiny-1").out)
    shown = run("scenario", "show", "tiny-1").out.split("crops:\n")[1]
    good("solve: the one layout", one, "1 layouts\n\n" + shown)
    misuse("solve without a file", run("scenario", "solve"))
    misuse("solve of nothing", run("scenario", "solve", "nowhere"))


def test_ids():
    whole = run("scenario", "id", "long-3").out.strip()
    for command in (["show"], ["id"], ["rate"]):
        good(f"{command[0]} takes a whole id", run("scenario", *command, whole), run("scenario", *command, "long-3").out)
    record = ["simulate", "tiwanaku", "--players", "2", "--seed", "1", "--record", "id.rec", "--scenario"]
    good("simulate takes a short id", run(*record, "tiny-gentle-9-g1"))
    check("... and the record holds the map", b"\nname: tiny-gentle-9-g1\n" in read("id.rec"))
    bad = [
        "tiny-gentle-9", "tiny-gentle-9-g", "tiny-gentle-9-g2", "tiny-gentle-9-g01", "tiny-gentle--g1",
        "tiny-gentle-09-g1", "tiny-gentle-x-g1", "tiny-gentle-9-g1x", "tiny-gentle-9-g1 ", "tiny-gentle-+9-g1",
        "tiny-gentle-18446744073709551616-g1", "tiny-gentle-9-G1", "long-hard-1-g1", "Tiny-gentle-1-g1",
        "small-gentle-1-g1", whole[:-1], whole + "A", whole[:40], "tambo1.", "tambo1.tiny", "tambo1.huge.AAAA",
        whole.replace("tambo1", "tambo2"), whole.replace(".long.", ".tiny."), "",
    ]  # fmt: skip
    for word in bad:
        for command in (["show"], ["id"], ["rate"]) if word in bad[:3] else (["show"],):
            misuse(f"{command[0]} {word[:50]!r}", run("scenario", *command, word))
    misuse("play with a bad short id", run("play", "tiwanaku", "--scenario", "tiny-gentle-9-g2"))


# ---- misuse ----


def test_misuse():
    run("simulate", "tiwanaku", "--players", "2", "--seed", "1", "--record", "x.rec")
    new = ["new", "--seed", "1"]
    for args in (
        new + ["--difficulty", "hard"],
        new + ["--difficulty", ""],
        new + ["--difficulty"],
        new + ["--board", "Tiny"],
        new + ["--count", "0"],
        new + ["--count", "-1"],
        new + ["--count", "x"],
        new + ["--count", "4294967296"],
        new + ["--id=1"],
        new + ["word"],
        new + ["--json"],
        new + ["--seat", "1"],
        ["new", "--seed", "x"],
        ["new", "--seed", "18446744073709551616"],
        ["new", "--seed", ""],
        ["list", "--language", "xx"],
        ["list", "--language", "french"],
        ["list", "--language", ""],
        ["list", "--json"],
        ["list", "--seat", "1"],
        ["show", "tiny-1", "--json"],
        ["show", "tiny-1", "--language", "fr"],
        ["show", "tiny-1", "--picture", "--text"],
        ["rate", "tiny-1", "--text"],
        ["rate", "tiny-1", "--seat", "1"],
        ["rate"],
        ["rate", "tiny-1", "tiny-2"],
        ["rate", "zzz"],
        ["hint"],
        ["hint", "x.rec", "x.rec"],
        ["hint", "x.rec", "--picture"],
        ["hint", "x.rec", "--language", "nl"],
        ["solve", "x", "y"],
        ["check", "x", "--json"],
        ["id"],
        ["id", "zzz"],
        ["hints", "x.rec"],
    ):
        misuse("scenario " + " ".join(args), run("scenario", *args))
    for args in (
        ["play", "tiwanaku", "--difficulty", "hard"],
        ["play", "tiwanaku", "--difficulty", "fair", "--scenario", "tiny-1"],
        ["play", "temple", "--difficulty", "fair"],
        ["simulate", "tiwanaku", "--players", "2", "--seed", "1", "--difficulty", "fair"],
    ):
        misuse(" ".join(args), run(*args))
    r = run("scenario", "show", "x.rec")
    check("a record is no map", r.status == 1 and r.out == "" and r.err.startswith("x.rec:1: "), r)


# ---- how the texts in other languages get in ----


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def embed(name, po, want, maps=1):
    """tools/embed.py with this PO file for a language of its own: the titles that come out (None: that language
    is left out), or, if it is a pattern, the one sentence that stops the build."""
    paths, text = [], ""
    os.makedirs("po", exist_ok=True)
    for i in range(maps):
        paths.append(write(f"m-{i}.scenario", re.sub(r"^name: .*$", f"name: Map {i}", run("scenario", "show", "tiny-1").out, flags=re.M)))
        text += f'msgctxt "map"\nmsgid "Map {i}"\nmsgstr "Karta {i}"\n\n' if i or maps == 1 else ""
    write("po/LINGUAS", "# none\nxx # one\n")
    write("po/xx.po", po.replace("ENTRIES", text))
    args = [sys.executable, os.path.join(ROOT, "tools/embed.py"), "out.c", "po", *paths]
    p = subprocess.run(args, capture_output=True, text=True, check=False)
    if isinstance(want, str):
        return check(f"embed: {name}", p.returncode == 1 and p.stderr.count("\n") == 1 and re.match(want, p.stderr), p)
    made = read("out.c").decode() if p.returncode == 0 else ""
    got = re.findall(r'"(Karta[^"]*)"|^    (NULL)\b', made[made.find("titles_0[]") :], re.M) if '{"xx", titles_0}' in made else None
    got = [a or b for a, b in got][:maps] if got is not None else None
    return check(f"embed: {name}", p.returncode == 0 and p.stderr == "" and got == want, (p, got))


def test_embed():
    embed("a good file", HEAD + "ENTRIES", ["Karta 0"])
    embed("comments and empty lines", f"# hello\n\n{HEAD}\n#. a\nENTRIES\n", ["Karta 0"])
    embed("a text in two lines", HEAD + 'msgctxt "map"\nmsgid ""\n"Map 0"\nmsgstr "Kar"\n"ta"\n', ["Karta"])
    embed("one of thirty is missing", HEAD + "ENTRIES", ["NULL", *(f"Karta {i}" for i in range(1, 30))], 30)
    embed("one of ten is missing: the language is not offered", HEAD + "ENTRIES", None, 10)
    embed("not translated", HEAD + 'msgctxt "map"\nmsgid "Map 0"\nmsgstr ""\n', None)
    embed("fuzzy, so not translated", HEAD + '#, fuzzy\nmsgctxt "map"\nmsgid "Map 0"\nmsgstr "Karta"\n', None)
    embed("obsolete", HEAD + '#~ msgctxt "map"\n#~ msgid "Map 0"\n#~ msgstr "Karta"\n', None)
    embed("no quotes", HEAD + 'msgctxt "map"\nmsgid TITLE\nmsgstr "y"\n', r"po/xx\.po:5: ")
    embed("a quote is missing", HEAD + 'msgctxt "map"\nmsgid "TITLE\nmsgstr "y"\n', r"po/xx\.po:[56]:")
    embed("an unknown word", HEAD + 'msgctxt "map"\nmsgwhat "TITLE"\nmsgstr "y"\n', r"po/xx\.po:5:")
    embed("no msgstr", HEAD + 'msgctxt "map"\nmsgid "TITLE"\n', r"po/xx\.po:\d: ")
    embed("no msgid", HEAD + 'msgctxt "map"\nmsgstr "TITLE"\n', r"po/xx\.po:5:")
    embed("a quote inside", HEAD + 'msgid "a"b"\nmsgstr "y"\n', r"po/xx\.po:4:")
    embed("a form too few", HEAD + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', r"po/xx\.po:\d: ")
    embed("twice", HEAD + "ENTRIES\nENTRIES", r"po/xx\.po:\d+: ")
    os.remove("po/xx.po")
    p = subprocess.run([sys.executable, os.path.join(ROOT, "tools/embed.py"), "out.c", "po", "m-0.scenario"], capture_output=True, text=True, check=False)
    check("embed: a language of LINGUAS without a file", p.returncode == 1 and p.stderr == "po/xx.po: not found\n", p)


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_new, test_count, test_rate, test_hint, test_secret, test_show, test_list, test_solve, test_ids,
            test_misuse, test_embed,
        )  # fmt: skip
    )
