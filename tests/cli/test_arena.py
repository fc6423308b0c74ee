#!/usr/bin/env python3
"""test_arena.py -- bots compete and games are analysed: `tambo arena`, `tambo analyse`, and the
levels of bots on the command line. How good the bots are is not tested here (bench/strength), only
that the figures are right. Called as cli_kit.py says."""
import json
import os
import re
import sys
import threading

from cli_kit import FEW, MODES, check, good, misuse, read, refused, run, run_all, write

FEW = ["--playouts", "10"]
PLAYERS = {"temple": 100, "valley": 100, "tiwanaku": 4}


def arena(*args):
    return run("arena", *args)


def rows(r):
    """name -> (score, half, wins, low, high), None where nothing was said."""
    found = re.findall(
        r"^(\w+) +score +(-?[\d.]+)(?: \+- ([\d.]+))?(?:   wins +([\d.]+) % \(([\d.]+) to ([\d.]+)\))?$", r.out, re.M
    )
    return {name: tuple(float(x) if x else None for x in numbers) for name, *numbers in found}


def records(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


def names(path):
    return re.findall(r"^seat \d+: bot (\w+)$", read(path).decode(), re.M)


# ---- arena ----


def test_modes():
    """Every game and mode plays, and says what it should."""
    for game, mode, players in MODES:
        solo = mode.startswith("solo")
        alone = solo or mode.startswith("coop")
        board = ["--board", "tiny"] if game == "tiwanaku" else []
        args = ["--mode", mode, "--players", str(players), "--games", "5", *board, *FEW]
        r = arena(game, "--bots", "random,greedy", *args)
        got = rows(r)
        good(f"{game} {mode} {players}", r)
        check(f"{game} {mode}: games are rounded up", r.out.startswith("6 games of "), r)
        check(f"{game} {mode}: a row for each", list(got) == ["random", "greedy"], r)
        wins = game == "tiwanaku" or not alone
        check(f"{game} {mode}: wins or not", all((v[2] is not None) == wins for v in got.values()), r)
        if not alone:
            check(f"{game} {mode}: all victories are there", abs(sum(v[2] for v in got.values()) - 100) < 0.2, r)
        check(f"{game} {mode}: levels", ("levels: " in r.out) == (solo and game != "tiwanaku"), r)
    r = arena("temple", "--bots", "greedy", "--games", "3")
    check("one bot plays solo", "3 games of Temple of Apikhabou, solo, 1 player\n" in r.out, r)
    r = arena("tiwanaku", "--bots", "casual", "--games", "1", "--mode", "coop-easy", "--board", "tiny")
    check("one bot plays together with itself", r.out.startswith("1 game of Tiwanaku, coop-easy, 2 players\n"), r)
    check("one game has no interval", "score" in r.out and not re.search(r"score +[-\d.]+ \+-|inf|nan", r.out), r)
    r = arena("temple", "--bots", "random,greedy,beginner", "--games", "4")
    check("three bots are three players", r.out.startswith("6 games of Temple of Apikhabou, multi, 3 players\n"), r)
    r = arena("temple", "--bots", "random,greedy,beginner", "--games", "3", "--players", "2", "--record", "pairs")
    good("more bots than seats", r)
    check("... take turns", [names(p) for p in records("pairs")] == [["random", "greedy"], ["greedy", "beginner"],
                                                                    ["beginner", "random"]])  # fmt: skip
    good("more seats than bots", arena("valley", "--bots", "random,beginner", "--games", "2", "--players", "5"))


def test_same():
    """The same for the same seed, whatever the threads; another for another."""
    for args in (
        ["temple", "--bots", "random,greedy", "--games", "60"],
        ["tiwanaku", "--bots", "beginner,casual", "--games", "12", "--board", "tiny"],
        ["tiwanaku", "--bots", "beginner,master", "--games", "4", "--board", "tiny", *FEW],
        ["temple", "--bots", "greedy,random", "--games", "500", "--sprt", "0", "50"],
        ["valley", "--bots", "random,greedy", "--games", "6", "--mode", "solo"],
    ):
        one = arena(*args, "--seed", "3", "--threads", "1")
        good(f"{args[0]} {args[2]}", one)
        for threads in ("2", "7"):
            good(f"{args[0]} {args[2]}: {threads} threads", arena(*args, "--seed", "3", "--threads", threads), one.out)
        check(f"{args[0]} {args[2]}: another seed", arena(*args, "--seed", "4").out != one.out)
    args = ["temple", "--bots", "random,greedy", "--games", "10"]
    good("the usual seed is 1", arena(*args), arena(*args, "--seed", "1").out)


def test_records():
    """Records are kept on request, replay, and seats are rotated over the same dice and map."""
    for game, players, extra in (("temple", 3, []), ("tiwanaku", 2, ["--board", "tiny"])):
        folder = game
        bots = ["random", "greedy", "learner"][:players]
        r = arena(game, "--bots", ",".join(bots), "--games", "6", "--record", folder, *extra)
        good(f"{game}: records", r)
        paths = records(folder)
        check(f"{game}: six of them", [os.path.basename(p) for p in paths] == [f"{i:06}.rec" for i in range(1, 7)])
        seats = [names(p) for p in paths]
        for first in range(0, 6, players):
            turns = seats[first : first + players]
            want = [bots[k:] + bots[:k] for k in range(players)]
            check(f"{game}: every bot in every seat", turns == want, turns)
            boards = {re.search(r"^scenario:\n.*?^end$|^sheet: .*?$", read(p).decode(), re.M | re.S)[0] for p in
                      paths[first : first + players]}  # fmt: skip
            check(f"{game}: the same board", len(boards) == 1, boards)
            starts = {re.search(r"^\*.*$", read(p).decode(), re.M)[0] for p in paths[first : first + players]}
            check(f"{game}: the same chance", len(starts) == 1, starts)
        totals = {b: [] for b in bots}
        for path, who in zip(paths, seats):
            replay = run("replay", path)
            good(f"{path} replays", replay)
            for seat, bot in zip(json.loads(replay.out)["seats"], who):
                totals[bot].append(seat["total"])
        for bot, (score, *_) in rows(r).items():
            check(f"{game}: the mean of {bot}", abs(score - sum(totals[bot]) / 6) < 0.006, (score, totals[bot]))
    maps = {re.search(r"^name: (.*)$", read(p).decode(), re.M)[1].split("-")[1] for p in records("tiwanaku")}
    check("maps of all grades in turn", len(maps) == 3, maps)
    misuse("a folder that is a file", arena("temple", "--bots", "random", "--games", "2", "--record", __file__))
    misuse("a folder nowhere", arena("temple", "--bots", "random", "--games", "2", "--record", "no/such/folder"))
    os.makedirs("full/000001.rec")
    args = ["temple", "--bots", "random,greedy", "--games", "40", "--record", "full", "--threads", "4"]
    misuse("a record that cannot be written", arena(*args))


def test_fair():
    """Who is named first has no advantage, and nobody plays against himself."""
    r = arena("temple", "--bots", "random,greedy", "--games", "100")
    score = rows(r)
    check("greedy beats random", score["greedy"][2] > 95, r)
    check("an interval even if all are alike", score["greedy"][3] < 99 and score["random"][4] > 1, r)
    for name, (_, _, wins, low, high) in score.items():
        check(f"{name}: bounds that can be", 0 <= low <= wins <= high <= 100, r)
    a = arena("temple", "--bots", "random,greedy", "--games", "100", "--seed", "8")
    b = arena("temple", "--bots", "greedy,random", "--games", "100", "--seed", "8")
    apart = abs(rows(a)["greedy"][0] - rows(b)["greedy"][0])
    check("the order of the bots does not matter", apart < 3, (a, b))
    misuse("a bot against itself", arena("temple", "--bots", "greedy,greedy", "--games", "2"))


def sprt(*args, bots="greedy,random", game="temple", games="1000"):
    return arena(game, "--bots", bots, "--games", games, "--sprt", *args)


def test_sprt():
    r = sprt("0", "50")
    good("sprt: H1", r)
    check("... at once", r.out.startswith("100 games ") and "\nSPRT     H1: greedy is better than random by 50" in r.out, r)
    r = sprt("0", "50", bots="random,greedy")
    check("sprt: H0", r.out.startswith("100 games ") and "\nSPRT     H0: random is not better than greedy" in r.out, r)
    r = sprt("-20", "-10", bots="random,greedy")
    check("sprt: two negative numbers", "H0: random is not better than greedy by more than -20 Elo" in r.out, r)
    r = sprt("-5", "5")
    check("sprt: a negative number", "H1: greedy is better than random by 5 Elo or more" in r.out, r)
    good("sprt: in one word", sprt("-5,5"), r.out)
    good("sprt: by =", arena("temple", "--bots", "greedy,random", "--games", "1000", "--sprt=-5,5"), r.out)
    good("sprt: before the game", arena("--sprt", "-5", "5", "temple", "--bots", "greedy,random", "--games", "1000"),
         r.out)  # fmt: skip
    r = sprt("0", "5", games="4")
    check("sprt: too few games", r.out.startswith("4 games ") and "\nSPRT     undecided between 0 and 5 Elo" in r.out, r)
    r = arena("temple", "--bots", "greedy,random", "--games", "200", "--mode", "solo", "--sprt", "0", "50")
    check("sprt: each by itself", "H1: greedy is better than random" in r.out, r)
    for words in (
        ["50", "0"], ["0", "0"], ["0"], ["0", "x"], ["x", "5"], ["0,"], ["nan", "5"], ["0", "inf"], ["0", "5000"],
        ["0", "5", "6"], ["0", "--seed"], ["0,5,6"], ["", ""], ["0" * 80, "1"],
    ):  # fmt: skip
        misuse(f"--sprt {words}", sprt(*words))
    misuse("--sprt for three", sprt("0", "5", bots="random,greedy,beginner"))
    misuse("--sprt for one", sprt("0", "5", bots="random"))


def test_arena_misuse():
    ok = ["--bots", "random,greedy", "--games", "2"]
    for args in (
        ["temple"],
        ["temple", "--bots", "random,greedy"],
        ["temple", "--games", "2"],
        ["chess", *ok],
        ["temple", "valley", *ok],
        ["temple", "--bots", "", "--games", "2"],
        ["temple", "--bots", "random,", "--games", "2"],
        ["temple", "--bots", "random,nobody", "--games", "2"],
        ["temple", "--bots", "random", "--games", "0"],
        ["temple", "--bots", "random", "--games", "-1"],
        ["temple", "--bots", "random", "--games", "99999999999"],
        ["temple", *ok, "--seed", "x"],
        ["temple", *ok, "--threads", "0"],
        ["temple", *ok, "--threads", "10000"],
        ["temple", *ok, "--playouts", "0"],
        ["temple", *ok, "--playouts", "few"],
        ["temple", *ok, "--mode", "coop-easy"],
        ["temple", *ok, "--mode", "solo", "--players", "2"],
        ["temple", *ok, "--players", "101"],
        ["temple", *ok, "--board", "tiny"],
        ["temple", *ok, "--difficulty", "fair"],
        ["temple", *ok, "--sheet", "zzz"],
        ["temple", *ok, "--option", "final-level=3"],
        ["tiwanaku", *ok, "--sheet", "a"],
        ["tiwanaku", *ok, "--board", "huge"],
        ["tiwanaku", *ok, "--difficulty", "hard"],
        ["tiwanaku", *ok, "--difficulty", "fair", "--scenario", "tiny-1"],
        ["tiwanaku", *ok, "--scenario", "nowhere"],
        ["tiwanaku", *ok, "--option", "final-level=2"],
        ["tiwanaku", *ok, "--players", "5"],
    ):
        misuse("arena " + " ".join(args), arena(*args))
    r = arena("tiwanaku", "--scenario", "tiny-1", *ok)
    good("arena on a built-in map", r)
    good("arena on a map from standard input", run("arena", "tiwanaku", "--scenario", "-", *ok,
         stdin=run("scenario", "show", "tiny-1").out), r.out)  # fmt: skip


# ---- analyse ----

WHYS = {"none", "only", "certain", "likely", "stone", "claim", "offer", "keep", "wait", "quiet"}
BY_WHY = {"certain": "certain", "likely": "probably right", "stone": "diversity board", "claim": "to divine on"}


def check_text(name, text, data):
    lines = [x for x in text.splitlines()[1:-2] if not x.startswith("        ")]
    check(f"{name}: a line for each", len(lines) == data["count"], (len(lines), data["count"]))
    check(f"{name}: no part is missing", not re.search(r"\{|\}|\(\)|nan|inf|  $|[ (]1 points|-\d+\.\d lost", text), text)
    for line, d in zip(lines, data["decisions"]):
        made, strong = ", ".join(d["made"]), ", ".join(d["strong"])
        fine = re.match(rf"(round|turn) {d['round']}: {re.escape(made)}  *(as master|as good; |\d+\.\d lost, an? {d['mark']}; )", line)
        fine = fine and (fine[2] == "as master") == d["same"] and (fine[2] == "as good; ") == (not d["same"] and not d["mark"])
        fine = fine and (d["same"] or f"; master: {strong}" in line)
        fine = fine and BY_WHY.get(d["why"], "") in line
        if not fine:
            check(f"{name}: the same as data", False, (line, d))
            return
    last = rf"{data['count']} decisions?, {data['same']} as master; [\d.]+ points lost"
    check(f"{name}: the sum", re.fullmatch(last, text.splitlines()[-2]), text[-200:])
    last = r"result.* (-?[\d.]+)( ahead)?, expected at the start (-?[\d.]+): luck (-?[\d.]+), play (-?[\d.]+)"
    found = re.fullmatch(last, text.splitlines()[-1])
    check(f"{name}: luck and play", found and all(
        abs(float(found[k]) * 100 - data[key]) <= 5.1 for k, key in [(1, "result"), (3, "expectation"), (4, "luck"), (5, "play")]
    ), text[-200:])  # fmt: skip


def check_analysis(name, path, seat, game):
    args = ["--seat", str(seat), "--playouts", "2"]
    text, data = run("analyse", path, *args), run("analyse", path, *args, "--json")
    if not good(f"analyse {name}", text) or not good(f"analyse {name} --json", data):
        return None
    a = json.loads(data.out)
    check(f"{name}: the head", a["game"] == game and a["seat"] == seat and len(a["decisions"]) == a["count"], a)
    keys = ["step", "last", "round", "made", "strong", "same", "whose", "value", "lost", "noise", "mark", "why", "number", "spaces", "reason", "items"]
    keys += ["hint"] * (game == "tiwanaku")
    check(f"{name}: the keys", all(list(d) == keys for d in a["decisions"]), data)
    check(f"{name}: sums", a["same"] == sum(d["same"] for d in a["decisions"])
          and a["lost"] == sum(d["lost"] for d in a["decisions"] if d["mark"])
          and all(a[m] == sum(d["mark"] == m for d in a["decisions"]) for m in ("inaccuracy", "mistake", "blunder")), a)  # fmt: skip
    check(f"{name}: luck and play are exact", a["luck"] + a["play"] == a["result"] - a["expectation"]
          and a["play"] == -sum(d["lost"] for d in a["decisions"] if d["whose"] == seat), a)  # fmt: skip
    parts = {k: v for k, v in a["counted"].items() if k not in ("total", "items")}
    items = a["counted"]["items"]
    result = json.loads(run("replay", path).out)
    row = next((r for r in result["seats"] if r["seat"] == seat), result["seats"][0])
    check(f"{name}: what is counted", all(v == sum(i["points"] for i in items if i["part"] == k) for k, v in parts.items())
          and (not result["over"] or (a["counted"]["total"] == row["total"] and all(row[k] == v for k, v in parts.items()))),
          (a["counted"], row))  # fmt: skip
    listed = [x for x in text.out.splitlines() if re.match(r" {8} *[+-]\d+  [a-z]", x)]
    check(f"{name}: the same in words", len(listed) == sum(bool(i["spaces"] or "at" in i) for i in items), listed)
    for d in a["decisions"]:
        fine = d["why"] in WHYS or game != "tiwanaku"
        fine = fine and (d["lost"] == 0 or not d["same"]) and (not d["mark"] or d["lost"] > d["noise"])
        fine = fine and d["step"] < d["last"] and d["noise"] >= 0
        fine = fine and all(re.fullmatch(r"[a-p]\d+", s) for s in d["spaces"])
        if d["why"] == "certain":
            _, space, crop = d["strong"][0].split()
            fine = fine and d["spaces"] == [space] and d["number"] == int(crop)
            fine = fine and (d["hint"]["certain"].get(space) == int(crop))
        if d["why"] == "likely":
            fine = fine and 0 <= d["number"] <= 100
        if not fine:
            check(f"{name}: a good decision", False, d)
            break
    check_text(name, text.out, a)
    return text.out


def with_fifo(name, path, said, *args):
    """What can be opened and read only once gives the same."""
    os.mkfifo("fifo")
    writer = threading.Thread(target=write, args=("fifo", read(path)), daemon=True)
    writer.start()
    good(name, run("analyse", "fifo", *args), said)
    writer.join(5)
    check(f"{name}: once", not writer.is_alive())
    os.remove("fifo")


def test_noise():
    """Two actions that are worth the same lose nothing, though their playouts differ: on a sheet of
    two apart, identical halves the first number may go into either."""
    sheet = "sheet:\ntambo-sheet 1\ngame: temple\nname: twins\ngrid:\n###.###\n###.###\n###.###\nend\n"
    head = "tambo-record 1\ngame: temple\nrules: 1\nmode: solo\nplayers: 1\n" + sheet + "--\n* roll 1 1 1\n"
    for space in ("b2", "f2"):
        r = run("analyse", "-", "--json", stdin=head + f"1 write 1 {space}\n")
        if good(f"twins, {space}", r):
            check(f"twins, {space}: nothing is lost", json.loads(r.out)["lost"] == 0, r)
    r = run("analyse", "-", "--json", stdin=head + "1 write 1 b2\n* roll 2 2 2\n1 write 4 f2\n")
    if good("next to a 1 a 2 is better than a 4 elsewhere", r):
        check("... and that is seen", json.loads(r.out)["decisions"][1]["lost"] > 0, r)


def test_analyse():
    for game, mode, players in MODES:
        path = f"{mode}{players}.rec"
        board = ["--board", "tiny"] if game == "tiwanaku" else []
        args = ["--mode", mode, "--players", str(players), *board, "--seed", "5", "--record", path]
        run("simulate", game, *args, "--bot", "beginner,casual")
        text = read(path).decode()
        head, lines = text.split("--\n", 1)
        if game != "tiwanaku":  # rounds of a dice game take longer
            lines = "".join(lines.splitlines(keepends=True)[: 25 if FEW else 60])
            write(path, head + "--\n" + lines)
        said = check_analysis(f"{game} {mode} {players}", path, players, game)
        if said is None or game != "tiwanaku":
            continue
        stdin = run("analyse", "-", "--seat", str(players), "--playouts", "2", stdin=read(path))
        good(f"{mode}: from standard input", stdin, said)
        with_fifo(f"{mode}: from a pipe with a name", path, said, "--seat", str(players), "--playouts", "2")
        half = "".join(lines.splitlines(keepends=True)[: lines.count("\n") // 2])
        part = run("analyse", "-", "--seat", str(players), "--playouts", "2", stdin=head + "--\n" + half)
        good(f"{mode}: a game that is not over", part)
        begin = re.split(r" *what the sheet is worth|\d+ decisions?,", part.out)[0]
        check(f"{mode}: begins alike", begin and said.startswith(begin), part)


def test_analyse_misuse():
    run("simulate", "tiwanaku", "--players", "2", "--board", "tiny", "--seed", "1", "--record", "x.rec")
    run("simulate", "temple", "--players", "1", "--seed", "1", "--record", "one.rec")
    text = read("x.rec").decode()
    for args in (
        ["x.rec", "x.rec"], ["nowhere.rec"], ["x.rec", "--seat", "0"], ["x.rec", "--seat", "3"],
        ["x.rec", "--seat", "spectator"], ["one.rec", "--seat", "2"], ["x.rec", "--playouts", "0"],
        ["x.rec", "--json=1"], ["x.rec", "--playouts", "1e3"],
    ):  # fmt: skip
        misuse("analyse " + " ".join(args), run("analyse", *args))
    lines = text.count("\n")
    write("bad.rec", text + "1 dance\n")
    for extra in ([], ["--json"]):
        r = run("analyse", "bad.rec", *extra)
        check("damaged at the end", r.status == 1 and r.out == "" and r.err.startswith(f"bad.rec:{lines + 1}: "), r)
        r = run("analyse", "-", *extra, stdin=text + "1 dance\n")
        check("... from standard input", r.status == 1 and r.out == "" and r.err.startswith(f"-:{lines + 1}: "), r)
        r = run("analyse", "-", *extra, stdin="")
        check("nothing at all", r.status == 1 and r.out == "" and r.err.startswith("-:"), r)
    head = text.split("--\n")[0]
    r = run("analyse", "-", stdin=head + "--\n")
    want = r"Tiwanaku, seat 1, bot greedy\n0 decisions, 0 as master; 0\.0 points lost\nresult so far.*\n"
    check("only a header", good("only a header is no fault", r) and re.fullmatch(want, r.out), r)
    nobody = re.sub(r"^seat \d+: .*\n", "", head, flags=re.M)
    r = run("analyse", "-", "--json", stdin=nobody + "--\n")
    if good("nobody has a name", r):
        a = json.loads(r.out)
        check("... and nothing was decided", a["name"] is None and a["decisions"] == [] and a["count"] == a["play"] == 0 and not a["over"], a)


# ---- levels elsewhere ----


def test_levels():
    args = ["simulate", "tiwanaku", "--players", "3", "--board", "tiny", "--seed", "2", "--bot", "beginner,regular,master"]
    few = run(*args, "--playouts", "10", "--record", "levels.rec")
    good("simulate with all levels", few)
    check("... in their seats", names("levels.rec") == ["beginner", "regular", "master"])
    good("... the same again", run(*args, "--playouts", "10"), few.out)
    misuse("simulate --playouts 0", run(*args, "--playouts", "0"))
    r = run("simulate", "temple", "--players", "2", "--seed", "1", "--bot", "clever")
    misuse("an unknown bot", r)
    check("... names the others", all(b in r.err for b in ("random", "greedy", "beginner", "expert", "master")), r)
    run("play", "temple", "--players", "2", "--seed", "1", "--record", "play.rec", stdin="quit\n")
    check("play: casual is the usual bot", names("play.rec") == ["casual"], read("play.rec"))


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_modes, test_same, test_records, test_fair, test_sprt, test_arena_misuse, test_noise, test_analyse,
            test_analyse_misuse, test_levels,
        )  # fmt: skip
    )
