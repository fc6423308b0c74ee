#!/usr/bin/env python3
"""`tambo puzzle`: ids and wishes, claims from the command line, standard input and a terminal, verdicts that a plain reading of
the output confirms, languages, and every way to misuse it. Called as cli_kit.py says; tests/wasm/quiz.test.mjs compares it with
the page's lab."""
import json
import os
import pty
import re
import sys

from cli_kit import TAMBO, check, good, languages, misuse, refused, run, run_all, to_bytes

ENGLISH = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
PAIR = "q1-certain-tiny-pair-5"
LAND = "q1-certain-tiny-supply-7"  # some terrain is hidden
WHOLE = "q1-whole-tiny-gentle-3"


def puzzle(*args, **more):
    return run("puzzle", *args, env=ENGLISH | more.pop("env", {}), **more)


def shown(name):
    """The puzzle as JSON."""
    return json.loads(puzzle(name, "--json").out)


def claims(p):
    for i in range(p["cols"] * p["rows"]):
        space = f"{'abcdefghi'[i % p['cols']]}{i // p['cols'] + 1}"
        yield from ((i, "terrain", v, f"{space} terrain {v}") for v in range(1, 5))
        yield from ((i, "crop", v, f"{space} crop {v}") for v in range(1, 6))


def grids(text):
    """The maps of a text, as rows of terrain and of crops."""
    rows = r"((?:[.a-z0-9]+\n){5})"
    return [(a.split(), b.split()) for a, b in re.findall(rf"^terrain:\n{rows}crops:\n{rows}", text, re.M)]


def rows_of(p, key, letters):
    cells = "".join(letters[v] for v in p[key])
    return [cells[i : i + p["cols"]] for i in range(0, len(cells), p["cols"])]


def test_ids():
    for name in (PAIR, LAND, WHOLE, "q1-certain-long-cut-1", "q1-whole-long-fiendish-zz"):
        r = puzzle(name)
        p = shown(name)
        good(f"{name} is shown", r)
        check("its id comes first", r.out.split("\n")[0] == name == p["id"], r)
        check("its rating", f"(rated {p['rating']})\n" in r.out, r)
        check("the position is what the JSON has", grids(r.out) == [(rows_of(p, "terrain", ".vdfm"), rows_of(p, "crop", ".12345"))], r)
        check("tiles are counted where some are hidden", ("Tiles not seen yet" in r.out) == (0 in p["terrain"]), r)
        check("an address will do", puzzle(f"https://tambo.example/puzzles/certain/{name}").out == r.out)
    left = {int(k): int(n) for k, n in re.findall(r"(\d) \w+ \(.\) (\d+)", puzzle(LAND).out)}
    p = shown(LAND)
    check("so many tiles", left == {t: p["tiles"][t - 1] - p["terrain"].count(t) for t in range(1, 5)}, left)


def test_wishes():
    for words, want in [
        (["--seed", "5", "--technique", "pair"], PAIR),
        (["certain", "--seed", "7", "--technique", "supply", "--board", "tiny"], LAND),
        (["whole", "--seed", "3", "--difficulty", "gentle"], WHOLE),
        (["whole", "--seed", "1295", "--difficulty", "fiendish", "--board", "long"], "q1-whole-long-fiendish-zz"),
    ]:
        good(f"puzzle {' '.join(words)}", r := puzzle(*words))
        check("is the one of that name", r.out == puzzle(want).out, r)
    easy, hard = (json.loads(puzzle("--seed", "1", "--rating", n, "--json").out)["rating"] for n in ("600", "2000"))
    check("as hard as wished", abs(easy - 600) < 200 and abs(hard - 2000) < 250, (easy, hard))
    check("other seeds, other puzzles", puzzle("--seed", "1").out != puzzle("--seed", "2").out)
    first, second = (puzzle().out.split("\n")[0] for _ in range(2))
    check("one after another without a seed", re.fullmatch(r"q1-certain-tiny-[a-z]+-[0-9a-z]+", first) and first != second, (first, second))


def test_claims():
    """Every claim of some puzzles: what is told is what the JSON says, and a counter-map fits and differs."""
    for name in (PAIR, LAND, WHOLE):
        p, verdicts = shown(name), set()
        asked = list(claims(p))
        for i, what, v, claim in asked[:: 7 if name == WHOLE else 5]:
            r = puzzle(name, *claim.split())
            told = json.loads(puzzle(name, claim, "--json").out.split("\n")[1])
            verdicts.add(told["verdict"])
            right = told["verdict"] in ("right", "known")
            opening = {"right": "Right: ", "uncertain": "Not certain", "impossible": "No: not" if name == WHOLE else "That cannot be", "known": claim[:2]}
            verdict = r.out[len(puzzle(name).out) :]
            if not check(f"{name}: {claim}", r.status == (not right) and verdict.startswith(opening[told["verdict"]]), r):
                continue
            steps = re.findall(r"^  (?:\d+\. )?[a-i][1-5]", verdict, re.M)
            check(f"{claim}: as many steps", len(steps) == len(told["steps"]), (verdict, told["steps"]))
            if "counter" not in told:
                check(f"{claim}: no counter-map", right or name == WHOLE, told)
                continue
            counter = told["counter"]
            drawn = {"cols": p["cols"], **counter}
            check(f"{claim}: the counter-map is drawn", grids(verdict) == [(rows_of(drawn, "terrain", ".vdfm"), rows_of(drawn, "crop", ".12345"))], verdict)
            check(f"{claim}: it fits", all(s in (0, c) for k in ("terrain", "crop") for s, c in zip(p[k], counter[k])), counter)
            check(f"{claim}: it differs", counter[what][i] != v and counter[what][i] == told["differs"], counter)
        check(f"{name}: verdicts", verdicts >= ({"right", "impossible"} if name == WHOLE else {"uncertain", "impossible", "known"}), verdicts)


def test_input():
    p = shown(WHOLE)
    solution = []
    for _, _, v, claim in claims(p):
        if " crop " in claim and puzzle(WHOLE, claim).status == 0:
            solution.append(claim)
    r = puzzle(WHOLE, "-", stdin="\n".join(solution) + "\n\n")
    good("a whole map from standard input", r)
    check("each claim is right or lies open", r.out.count("Right: ") == p["open"] and r.out.count(" lies open.") == 25 - p["open"], r)
    check("it is whole in the end, and only then", r.out.count("The map is whole.") == 1, r)
    piped = puzzle(WHOLE, "-", "--json", stdin="\n".join(solution))
    lines = piped.out.split("\n")[1:-1]
    check("as JSON, a line each", piped.status == 0 and len(lines) == 25, piped)
    check("what was found is known then", puzzle(WHOLE, solution[0], solution[0]).out.count("Right: ") == 1)
    first = next(c for c in solution if puzzle(WHOLE, c).out.count("Right: "))
    check("words in quotes or not", puzzle(WHOLE, *first.split(), first.upper()).out == puzzle(WHOLE, first, first).out)
    r = puzzle(PAIR, "-", stdin="c3 crop 4\nc3\n")
    check("a line that is no claim", r.status == 1 and re.fullmatch(r"-:2: Expected a claim .* \[notation\]\n", r.err), r)
    check("standard input is left alone else", puzzle(PAIR, stdin="nonsense\n").status == 0)


def talk(*args, said):
    """What a terminal sees while somebody types this; the exit status."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execve(TAMBO, [TAMBO, "puzzle", *args], ENGLISH | {"NO_COLOR": "1", "TERM": "dumb"})
    os.write(fd, to_bytes(said))
    seen = b""
    try:
        while piece := os.read(fd, 65536):
            seen += piece
    except OSError:  # the other end is closed
        pass
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.decode().replace("\r\n", "\n")


def test_terminal():
    p = shown(PAIR)
    right = next(c for *_, c in claims(p) if json.loads(puzzle(PAIR, c, "--json").out.split("\n")[1])["verdict"] == "right")
    status, seen = talk(PAIR, said=f"hm\nc3 crop 4\n{right.upper()}\n")
    check("a terminal is asked, until something is right", status == 1 and "Expected a claim" in seen and "That cannot be" in seen and "Right: " in seen, seen)
    check("a picture there, and the space marked", "\n    a   b   c   d   e \n" in seen and re.search(r" d\d\*", seen), seen)
    check("nothing wrong", talk(PAIR, said=f"{right}\n")[0] == 0)
    status, seen = talk(PAIR, said="\n")
    check("an empty line ends", status == 0 and "Right" not in seen, seen)


def test_languages():
    told = puzzle(LAND, "a1", "crop", "5").out
    for code in languages():
        r = puzzle(LAND, "a1", "crop", "5", env={"LANG": f"{code}.UTF-8"})
        check(f"{code}: everything is said in it", not set(sentences(r.out)) & set(sentences(told)), r)
        check(f"{code}: --language goes before", puzzle(LAND, "a1", "crop", "5", "--language", "en", env={"LANG": code}).out == told)
        check(f"{code}: the maps are the same", grids(r.out) == grids(told), r)
        check(f"{code}: JSON is not", puzzle(LAND, "--json", env={"LANG": code}).out == puzzle(LAND, "--json").out)


def sentences(text):
    return [line for line in text.split("\n") if " " in line]


def test_misuse():
    for words in (
        ["q2-certain-tiny-pair-5"], ["q1-certain-tiny-left-5"], ["nonsense"], ["/puzzles/certain/"], [PAIR, "--seed", "1"], [PAIR, "--board", "tiny"],
        ["--technique", "left"], ["--technique", "x y"], ["--technique", "p" * 300], ["--board", "wide"], ["--rating", "399"], ["--rating", "2801"],
        ["--difficulty", "fair"], ["whole", "--technique", "pair"], ["whole", "--difficulty", "easy"], ["--seed", "-1"], [PAIR, "c3"], [PAIR, "c3 crop"],
        [PAIR, "c3", "crop", "6"], [PAIR, "f1", "crop", "1"], [PAIR, "c3", "crop", "4", "c3"], [PAIR, *["c3 crop 4"] * 1000],
    ):  # fmt: skip
        misuse(f"puzzle {' '.join(words)[:60]}", puzzle(*words))
    refused("a claim that is none", Nothing(puzzle(PAIR, "-", stdin="c3 crop\n")), "-", 1, "notation")


class Nothing:
    """A result whose output is not looked at: the puzzle was shown before the claim came."""

    def __init__(self, r):
        self.status, self.out, self.err = r.status, "", r.err


if __name__ == "__main__":
    sys.exit(run_all(test_ids, test_wishes, test_claims, test_input, test_terminal, test_languages, test_misuse))
