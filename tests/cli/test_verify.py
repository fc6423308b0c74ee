#!/usr/bin/env python3
"""Fair dice: `tambo simulate --fair` and `tambo verify`. Promise, dice and hand-outs are computed once
more by hashlib; records of every mode are good; every way to tamper with one is found. Called as
cli_kit.py says."""
import hashlib
import hmac
import json
import random
import re
import sys

from cli_kit import MODES, SANITIZED
from cli_kit import check, good, misuse, read, refused, run, run_all, write

SALT = "c0ffee00112233445566778899aabbccddeeff0123456789fedcba9876543210"
GRADES = ["gentle", "fair", "tricky", "fiendish"]


def record(game, mode, players, *more, salt=SALT, seed="7"):
    """The record of a simulated game."""
    r = run(
        "simulate",
        game,
        "--mode",
        mode,
        "--players",
        str(players),
        "--seed",
        seed,
        "--fair",
        salt,
        "--record",
        "made.rec",
        *more,
    )
    good(f"simulate --fair {game} {mode} {players} {' '.join(more)}", r)
    return read("made.rec").decode()


def verify(text, *more):
    return run("verify", write("x.rec", text), *more)


def denied(name, text, line, rule="fair", *more):
    """verify refuses the text at that line (or the line of that text)."""
    if isinstance(line, str):
        line = [i for i, t in enumerate(text.split("\n"), 1) if t.startswith(line)][0]
    return refused(name, verify(text, *more), "x.rec", line, rule)


# ---- a second implementation ----


def own_commit(text):
    """The promise that a record should name, from its header as written and its salt."""
    head = "".join(t + "\n" for t in text.split("--\n")[0].split("\n")[:-1] if not t.startswith("seat ")) + "--\n"
    salt = bytes.fromhex(re.search(r"^# fair-salt (\S+)$", text, re.M).group(1))
    made = re.search(r"^# fair-map (.*)$", text, re.M)
    fixed = "fair 1\n" + (f"map {made.group(1)}\n" if made else "") + head
    return hashlib.sha256(salt + fixed.encode()).hexdigest()


def promised(text):
    """The text with the promise that fits it: what a cheat would write afterwards."""
    return re.sub(r"^# fair-commit .*$", f"# fair-commit {own_commit(text)}", text, flags=re.M)


class Rng:
    """core/rng.h, seeded as core/fair.h says."""

    def __init__(self, salt, what):
        self.x = int.from_bytes(hmac.new(bytes.fromhex(salt), what.encode(), "sha256").digest()[:8], "big")

    def next(self):
        mask = (1 << 64) - 1
        self.x = (self.x + 0x9E3779B97F4A7C15) & mask
        z = self.x
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return z ^ z >> 31

    def below(self, n):
        while True:
            p = (self.next() >> 32) * n
            if p & 0xFFFFFFFF >= (1 << 32) % n:
                return p >> 32


def own_roll(rng, specials):
    k = rng.below(216)
    return "* roll " + " ".join(
        special if v == 5 else str(v + 1) for v, special in zip((k // 36, k // 6 % 6, k % 6), specials)
    )


def own_pass(rng, players):
    while True:
        sheet = list(range(players))
        for i in range(players - 1, 0, -1):
            j = rng.below(i + 1)
            sheet[i], sheet[j] = sheet[j], sheet[i]
            if sheet[i] == i:
                break
        else:
            if sheet[0] != 0:
                return "* pass " + " ".join(str(s + 1) for s in sheet)


def test_second_implementation():
    for game, specials, players in (
        ("temple", ("penny", "lock", "mummy"), 5),
        ("valley", ("penny", "dakota", "snake"), 2),
        ("temple", ("penny", "lock", "mummy"), 100),
    ):
        passes = 0
        for i in range(2 if SANITIZED else 6):
            salt = hashlib.sha256(f"{game} {i}".encode()).hexdigest()
            text = record(game, "multi", players, salt=salt, seed=str(i))
            check("the promise is hashlib's", f"# fair-commit {own_commit(text)}\n" in text, text[-200:])
            lines = [t for t in text.split("\n") if t.startswith("*")]
            passes += sum(t.startswith("* pass") for t in lines)
            own = []
            for k, t in enumerate(lines):
                rng = Rng(salt, f"tambo chance {k}")
                own.append(own_pass(rng, players) if t.startswith("* pass") else own_roll(rng, specials))
            check(f"{game} {players} {i}: every line of chance", own == lines and len(lines) > 20, (own, lines))
            if players == 100:
                break
        check(f"{game} {players}: sheets were handed out", passes > 0)
    firsts = set()
    for i in range(8):
        salt = hashlib.sha256(f"first {i}".encode()).hexdigest()
        text = record("tiwanaku", "competitive", 3, "--board", "tiny", "--difficulty", "gentle", salt=salt)
        first = Rng(salt, "tambo chance 0").below(3) + 1
        firsts.add(first)
        check("who begins", f"\n* first {first}\n" in text, text)
        check("the promise is hashlib's", f"# fair-commit {own_commit(text)}\n" in text, text[-200:])
        seed = Rng(salt, "tambo map").x
        made = run("scenario", "new", "--board", "tiny", "--difficulty", "gentle", "--seed", str(seed)).out
        check("the map is that of the salt's seed", f"scenario:\n{made}end\n" in text, (made, text))
    check("not always the same seat", len(firsts) > 1)


# ---- good records ----


def test_good():
    for game, mode, players in MODES + [("temple", "multi", 100), ("valley", "multi", 100)]:
        text = record(game, mode, players)
        chances = sum(t.startswith("*") for t in text.split("\n"))
        r = verify(text)
        good(f"verify {game} {mode} {players}", r)
        check("... counts the lines of chance", re.search(rf"^chance +{chances} lines?,", r.out, re.M), r)
        check("... shows the promise", own_commit(text) in r.out and "--commit" in r.out, r)
        good("... as before for replay", run("replay", "x.rec"))
        good("... from standard input", run("verify", "-", stdin=text), r.out)
        good("... with the promise written down", verify(text, "--commit", own_commit(text)))
    for board in ("tiny", "long"):
        for grade in GRADES:
            for mode, players in (("competitive", 2), ("solo-hard", 1), ("coop-easy", 3)):
                text = record("tiwanaku", mode, players, "--board", board, "--difficulty", grade)
                r = verify(text)
                good(f"verify {mode} on a {board} {grade} map", r)
                check("... says so", f"{board} {grade} g1" in r.out, r)
                if SANITIZED:
                    break


def test_set_ups():
    write("own.sheet", "tambo-sheet 1\ngame: temple\nname: mine\ngrid:\n####\n##D#\n####\n")
    for more in (["--sheet", "b"], ["--sheet", "own.sheet"]):
        good(f"verify {' '.join(more)}", verify(record("temple", "multi", 2, *more)))
    for more in (["--scenario", "tiny-3"], ["--scenario", "tiny-fair-5-g1"], ["--option", "final-level=4"], []):
        text = record("tiwanaku", "competitive", 2, *more)
        r = verify(text)
        good(f"verify {' '.join(more)}", r)
        check("... the map was not made from the salt", "follows from" not in r.out and "# fair-map" not in text, r)
    text = record("tiwanaku", "competitive", 2, "--scenario", "tiny-3")
    named = promised(re.sub(r"^scenario:\n.*?^end\n", "scenario: tiny-3\n", text, flags=re.M | re.S))
    r = verify(named)
    good("a map by its name", r)
    check("... is named", "tiny-3" in r.out, r)
    denied(
        "a name instead of the map is another promise",
        re.sub("(?<=# fair-commit ).*", own_commit(text), named),
        "# fair-commit",
    )


def test_what_is_not_promised():
    text = record("temple", "multi", 3)
    first = text.split("\n")
    good("other names", verify(re.sub(r"^seat 2: .*$", "seat 2: Zoë", text, flags=re.M)))
    good("no names", verify(re.sub(r"^seat .*\n", "", text, flags=re.M)))
    good("comments", verify(text.replace("--\n", "--\n# fair dice\n#\n# fair-\n")))
    good("CR at line ends", verify(text.replace("\n", "\r\n")))
    good("no last line end", verify(text.rstrip("\n")))
    good("the header in another order", verify("\n".join(first[:1] + first[5:0:-1] + first[6:])))
    lines = [t for t in first if t.startswith("# fair")]
    rest = "\n".join(t for t in first if not t.startswith("# fair"))
    good("the lines before the first roll", verify(rest.replace("--\n", "--\n" + "\n".join(lines) + "\n")))
    good("the lines the other way round", verify(rest + "\n".join(lines[::-1]) + "\n"))
    start = text.index("\n* ", text.index("\n* ") + 1) + 1
    cut = text[:start] + "\n".join(lines) + "\n"
    r = verify(cut)
    good("a game that was left", r)
    check("... is said to be one", "ends before the game does" in r.out and "1 line," in r.out, r)


# ---- tampering ----


def other_rolls(text, number, count):
    """The text with chance line `number` (of rolls) as other rolls that are legal in this game."""
    lines = text.split("\n")
    at = [i for i, t in enumerate(lines) if t.startswith("* roll")][number]
    _, _, *dice = lines[at].split()
    found = 0
    for die in range(3):
        for face in "12345":
            new = dice[:die] + [face] + dice[die + 1 :]
            changed = "\n".join(lines[:at] + ["* roll " + " ".join(new)] + lines[at + 1 :])
            if new == dice or run("replay", "-", stdin=changed).status:
                continue
            found += 1
            yield at + 1, changed
            if found == count:
                return


def test_other_rolls():
    for game, mode, players in (("temple", "solo", 1), ("temple", "multi", 2), ("valley", "solo", 1)):
        text = record(game, mode, players)
        found = 0
        for number in (0, 1, 2, 9, -1):
            for line, changed in other_rolls(text, number, 2):
                found += 1
                denied(f"{game} {mode}: another legal roll in line {line}", changed, line)
                denied("... with a promise made afterwards", promised(changed), line)
        check(f"{game} {mode}: some rolls could be changed", found >= 2, found)


def test_other_hand_outs():
    text = record("temple", "multi", 4)
    lines = text.split("\n")
    at = [i for i, t in enumerate(lines) if t.startswith("* pass")][-1]
    lines = lines[: at + 1] + [t for t in lines if t.startswith("# fair")]  # what follows may not fit any more
    good("up to a hand-out", verify("\n".join(lines)))
    ways = ["2 1 4 3", "2 3 4 1", "2 4 1 3", "3 1 4 2", "3 4 1 2", "3 4 2 1", "4 1 2 3", "4 3 1 2", "4 3 2 1"]
    for way in ways:
        changed = "\n".join(lines[:at] + [f"* pass {way}"] + lines[at + 1 :])
        if lines[at] == f"* pass {way}":
            good("the right hand-out", verify(changed))
        else:
            denied(f"another hand-out: {way}", changed, at + 1)


def test_other_stacks():
    for mode, players in (("solo-easy", 1), ("coop-normal", 2)):
        text = record("tiwanaku", mode, players)
        lines = text.split("\n")
        start = lines.index("--") + 1
        chances = [i for i, t in enumerate(lines) if t.startswith("*")]
        bare = lines[: chances[-1] + 1] + [t for t in lines if t.startswith("# fair")]
        good(f"{mode}: the stacks alone", verify("\n".join(bare)))
        for a, b in zip(chances, chances[1:]):
            swapped = lines[:]
            swapped[a], swapped[b] = lines[b], lines[a]
            good(
                f"{mode}: lines {a + 1} and {b + 1} change places: legal", run("replay", "-", stdin="\n".join(swapped))
            )
            denied("... but not as promised", "\n".join(swapped), a + 1)
        for i in chances:
            words = lines[i].split()
            if len(words) < 6:
                continue
            words[-1], words[-2] = words[-2], words[-1]
            denied(
                f"{mode}: two tiles of line {i + 1} change places",
                "\n".join(bare[:i] + [" ".join(words)] + bare[i + 1 :]),
                i + 1,
            )
        check(f"{mode}: there are stacks", len(chances) >= 4 and chances[0] == start, chances)
    text = record("tiwanaku", "competitive", 4)
    first = re.search(r"\* first (\d)", text).group(1)
    bare = "".join(t + "\n" for t in text.split("\n") if not re.match(r"\d |=", t))
    good("who begins, alone", verify(bare))
    for seat in set("1234") - {first}:
        denied(f"seat {seat} begins", bare.replace(f"* first {first}", f"* first {seat}"), "* first")


def test_salt_and_promise():
    for text in (record("temple", "multi", 2), record("tiwanaku", "competitive", 2, "--difficulty", "fair")):
        for i in random.Random(5).sample(range(64), 8):
            digit = "0" if SALT[i] != "0" else "1"
            salted = text.replace(SALT, SALT[:i] + digit + SALT[i + 1 :])
            denied(f"digit {i} of the salt", salted, "# fair-commit")
            where = "scenario:" if "tiwanaku" in text else "* "
            if i == 63 or "temple" in text:
                r = verify(promised(salted))
                line = int((re.match(r"x\.rec:(\d+): ", r.err) or [0, "0"])[1])
                found = promised(salted).split("\n")[line - 1]
                check("... with another promise", r.status == 1 and found.startswith(where) and "[fair]" in r.err, r)
            commit = own_commit(text)
            digit = "0" if commit[i] != "0" else "1"
            denied(
                f"digit {i} of the promise", text.replace(commit, commit[:i] + digit + commit[i + 1 :]), "# fair-commit"
            )
            denied("... by --commit", text, "# fair-commit", "fair", "--commit", commit[:i] + digit + commit[i + 1 :])
        good("capitals in --commit", verify(text, "--commit", commit.upper()))
    text = record("tiwanaku", "competitive", 2, "--scenario", "tiny-3", "--option", "final-level=5")
    bare = "".join(t + "\n" for t in text.split("\n") if not re.match(r"\d |=", t))
    good("without moves", verify(bare))
    for old, new in (
        ("players: 2", "players: 3"),
        ("rules: 2", "rules: 1"),
        ("final-level: 5", "final-level: 4"),
        ("mode: competitive", "mode: coop-easy"),
    ):
        changed = bare.replace(old, new)
        if "coop" in new:
            changed = re.sub(r"^\* .*\n", "", changed, flags=re.M)
        denied(f"{new} was not promised", changed, "# fair-commit")


def test_versions():
    """Records of both versions of the rules are fair, and the version is promised."""
    for version in ("1", "2"):
        for game, mode, players in (("valley", "solo", 1), ("tiwanaku", "solo-hard", 1), ("tiwanaku", "coop-normal", 3)):
            text = record(game, mode, players, "--rules", version)
            check(f"{mode} by rules {version}", f"\nrules: {version}\n" in text, text[:200])
            good(f"{mode} by rules {version} is fair", verify(text))
            other = text.replace(f"\nrules: {version}\n", f"\nrules: {3 - int(version)}\n")
            bare = "".join(t + "\n" for t in other.split("\n") if not re.match(r"\d |=|\* roll", t))
            denied(f"{mode} by other rules was not promised", bare, "# fair-commit")


def test_other_maps():
    text = record("tiwanaku", "competitive", 2, "--board", "tiny", "--difficulty", "tricky")
    bare = "".join(t + "\n" for t in text.split("\n") if not re.match(r"\d |=", t))
    good("a made map without moves", verify(bare))
    maps = run("scenario", "new", "--board", "tiny", "--difficulty", "tricky", "--seed", "1", "--count", "3").out
    for other in maps.split("\n\n"):
        changed = re.sub(r"(?<=^scenario:\n).*?(?=^end\n)", other.rstrip("\n") + "\n", bare, flags=re.M | re.S)
        denied("another map", changed, "# fair-commit")
        denied("... with a promise made afterwards", promised(changed), "scenario:")
    start = re.search(r"^start: (.*)$", bare, re.M).group(1).split()
    changed = promised(bare.replace(f"start: {' '.join(start)}", f"start: {' '.join(start[::-1])}"))
    denied("starting spaces in another order", changed, "scenario:")
    named = re.sub(r"^name: .*$", "name: some valley", bare, flags=re.M)
    denied("another name of the map", named, "# fair-commit")
    good("... that was promised", verify(promised(named)))
    denied(
        "by the name of a built-in one",
        promised(re.sub(r"^scenario:\n.*?^end\n", "scenario: tiny-3\n", bare, flags=re.M | re.S)),
        "scenario:",
    )
    for new, rule, line in (
        ("tiny fair g1", "fair", "scenario:"),
        ("long tricky g1", "fair", "scenario:"),
        ("tiny tricky g2", "fair", "# fair-map"),
        ("tiny tricky g0", "fair", "# fair-map"),
        ("tiny tricky 1", "notation", "# fair-map"),
        ("tiny hard g1", "notation", "# fair-map"),
        ("huge tricky g1", "notation", "# fair-map"),
        ("tricky tiny g1", "notation", "# fair-map"),
    ):
        changed = bare.replace("# fair-map tiny tricky g1", f"# fair-map {new}")
        denied(f"# fair-map {new} was not promised", changed, "# fair-commit")
        denied(f"# fair-map {new}", promised(changed), line, rule)
    r = verify(promised(bare.replace("tricky g1\n", "tricky g2\n")))
    check("another generator cannot be checked", "cannot be checked here" in r.err, r)
    denied("no # fair-map", re.sub("# fair-map.*\n", "", bare), "# fair-commit")
    good("... nor promised", verify(promised(re.sub("# fair-map.*\n", "", bare))))
    denied("a made map for a sheet", promised(record("temple", "solo", 1) + "# fair-map tiny fair g1\n"), "# fair-map")


def test_lines():
    text = record("temple", "solo", 1)
    last = text.count("\n")
    commit, salt = text.split("\n")[-3:-1]
    bare = text.replace(commit + "\n", "").replace(salt + "\n", "")
    denied("no salt, no promise", bare, last - 2)
    denied("no salt", bare + commit + "\n", last - 1)
    denied("no promise", bare + salt + "\n", last - 1)
    for bad in (
        "# fair-salt",
        "# fair-salt 00",
        salt + "0",
        salt[:-1],
        salt[:-1] + "g",
        salt.upper().replace("# FAIR-SALT", "# fair-salt"),
        salt + " x",
        salt.replace("salt ", "salt  "),
        "# fair-commit",
        commit + "0",
        commit[:-1],
        commit + " #",
        "# fair-map",
        "# fair-map tiny",
        "# fair-map tiny fair g1 again",
        "# fair-map Tiny fair g1",
    ):
        rest = [t for t in (commit, salt) if t.split()[1] != bad.split()[1]]
        denied(f"malformed: {bad}", bare + "\n".join([bad] + rest) + "\n", last - 1, "notation")
        good("... is a comment for replay", run("replay", "x.rec"))
    for twice in (commit, salt):
        denied(f"twice: {twice}", text + twice + "\n", last + 1, "notation")
    denied(
        "in a grid",
        bare.replace("sheet: a\n", f"sheet:\ntambo-sheet 1\ngame: temple\nname: x\ngrid:\n###\n{salt}\nend\n"),
        12,
        "notation",
    )
    denied("an illegal record", text.replace("--\n", "--\n1 write 1 e1\n"), "1 write 1 e1", "PP-3")
    denied("an empty file", "", 1, "notation")
    denied("no record", "hello\n", 1, "notation")
    denied("a header alone", text.split("--\n")[0], text.split("--\n")[0].count("\n"), "notation")
    garbage = random.Random(1).randbytes(4000)
    r = run("verify", write("x.rec", garbage))
    check("random bytes", r.status == 1 and r.out == "" and re.fullmatch(r"x\.rec:\d+: [^\n]+\]\n", r.err), r)
    denied("a line that is too long", text + "# " + "x" * 70000, last + 1, "notation")


# ---- games of the day ----

SECRET = "0123456789abcdeffedcba98765432100123456789abcdef0011223344556677"
DAY = "2026-11-16"


def day_of(**more):
    """A day as a server tells it."""
    promise = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    return json.dumps({"day": DAY, "opens": 1, "closes": 2, "promise": promise, "secret": SECRET, "parts": []} | more)


def day_salt(part, maker=0, day=DAY, rules=2):
    return hmac.new(bytes.fromhex(SECRET), f"tambo daily {part} {day} r{rules} g{maker}".encode(), "sha256").hexdigest()


def test_days():
    write("day.json", day_of())
    made = {
        "temple": record("temple", "solo", 1, salt=day_salt("temple")),
        "valley": record("valley", "solo", 1, salt=day_salt("valley")),
        "tiwanaku": record("tiwanaku", "solo-easy", 1, "--difficulty", "fair", salt=day_salt("tiwanaku", 1)),
    }
    for part, text in made.items():
        r = verify(text, "--day", "day.json")
        good(f"day: {part}", r)
        check(f"day: {part} says so", f"day       {DAY}, the salt follows" in r.out and json.loads(day_of())["promise"] in r.out, r)
    text = made["temple"]
    wrong = [
        ("another day", {"day": "2026-11-17"}), ("no day", {"day": "2026-11-31"}), ("another promise", {"promise": SECRET}), ("no promise", {"promise": None}),
        ("a secret that was not promised", {"secret": SALT}), ("not told yet", {"secret": None}), ("a short secret", {"secret": SECRET[:-1]}), ("a number", {"secret": 5}),
    ]  # fmt: skip
    for name, members in wrong:
        write("wrong.json", day_of(**members))
        refused(f"day: {name}", verify(text, "--day", "wrong.json"), "wrong.json", 1, "fair")
    other = SALT[::-1]
    write("wrong.json", day_of(secret=other, promise=hashlib.sha256(bytes.fromhex(other)).hexdigest()))
    refused("day: the secret of another server", verify(text, "--day", "wrong.json"), "wrong.json", 1, "fair")
    for name, salt in (("another game", day_salt("valley")), ("other rules", day_salt("temple", rules=1)), ("with a map", day_salt("temple", 1)), ("its own", SALT)):
        refused(f"day: the salt of {name}", verify(record("temple", "solo", 1, salt=salt), "--day", "day.json"), "day.json", 1, "fair")
    write("wrong.json", "{\n\n,")
    refused("day: no JSON", verify(text, "--day", "wrong.json"), "wrong.json", 3, "fair")
    write("wrong.json", "[]")
    refused("day: a list", verify(text, "--day", "wrong.json"), "wrong.json", 1, "fair")
    refused("day: the record comes first", verify(text.replace("write", "wrote"), "--day", "missing.json"), "x.rec", 10, "notation")
    misuse("day: no such file", verify(text, "--day", "missing.json"))
    misuse("day: all from standard input", run("verify", "-", "--day", "-"))
    good("day: from standard input", run("verify", write("x.rec", text), "--day", "-", stdin=day_of()))


def test_misuse():
    text = record("temple", "solo", 1)
    write("x.rec", text)
    misuse("a file that is not there", run("verify", "nowhere.rec"))
    misuse("a folder", run("verify", "."))
    misuse("two files", run("verify", "x.rec", "x.rec"))
    for commit in ("", "12", own_commit(text)[:-1], own_commit(text) + "0", own_commit(text)[:-1] + "x", "é" * 32):
        misuse(f"--commit {commit}", run("verify", "x.rec", "--commit", commit))
    dice = ["simulate", "temple", "--players", "2", "--seed", "1"]
    map_ = ["simulate", "tiwanaku", "--players", "2", "--seed", "1"]
    for args in (
        dice + ["--fair", "12"],
        dice + ["--fair", SALT + "0"],
        dice + ["--fair", SALT[:-1] + "-"],
        dice + ["--fair", SALT, "--games", "2"],
        dice + ["--fair", SALT, "--difficulty", "fair"],
        map_ + ["--difficulty", "fair"],
        map_ + ["--fair", SALT, "--difficulty", "hard"],
        map_ + ["--fair", SALT, "--difficulty", "fair", "--scenario", "tiny-1"],
        map_ + ["--fair", SALT, "--difficulty", "fair", "--board", "huge"],
    ):
        misuse(" ".join(args), run(*args))
    good("capitals in --fair", run(*dice, "--fair", SALT.upper(), "--record", "capitals.rec"))
    good("... mean the same", run(*dice, "--fair", SALT, "--record", "small.rec"))
    check("... record", read("capitals.rec") == read("small.rec"))
    good("without a record", run(*dice, "--fair", SALT, "--games", "1"), run(*dice, "--fair", SALT).out)
    one, two = (read_of(dice[:-1] + [seed]) for seed in ("1", "2"))
    rolls = [[t for t in r.split("\n") if t.startswith("* roll")] for r in (one, two)]
    check("the seed does not move the dice: they do", rolls[0][:5] == rolls[1][:5] and one != two, rolls)


def read_of(args):
    run(*args, "--bot", "random", "--fair", SALT, "--record", "r.rec")
    return read("r.rec").decode()


if __name__ == "__main__":
    sys.exit(
        run_all(
            test_second_implementation,
            test_good,
            test_set_ups,
            test_what_is_not_promised,
            test_other_rolls,
            test_other_hand_outs,
            test_other_stacks,
            test_salt_and_promise,
            test_versions,
            test_other_maps,
            test_lines,
            test_days,
            test_misuse,
        )
    )
