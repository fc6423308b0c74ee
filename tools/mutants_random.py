"""Bugs at random: places in production code are drawn by a seed, one is changed at a time, and the tests that can see it are run."""
import os
import random
import re
import subprocess
import time

import mutants_seen
import mutate
from mutants_tree import JOBS, TREE, Folder, fresh, git, read, say, stop, write

PURE = ["core", "puzzle", "games", "bots", "table"]
# Quick to compile. Warnings are errors, as in `make check`, but for those that are true with more optimization alone.
QUICK = ["-Doptimization=1", "-Ddebug=false", "-Dwerror=true", "-Dc_args=-Wno-maybe-uninitialized"]
FILES = {
    "c": [f"{room}/*.c" for room in [*PURE, "server", "cli", "clients/web"]],
    "js": [f"clients/web/src/{name}" for name in ("*.js", "*.jsx", "*.css")],
}


class Draw:
    """One change at one place. Its name, SEED.NUMBER, is enough to plant it again in the same sources."""

    def __init__(self, name, file, text, change):
        self.name, self.file, self.text, self.change = name, file, text, change
        self.line = mutate.line_of(text, change)
        self.title = f"{file}:{self.line} {change.what}"


def drawn(kind, seed, first=1):
    """All places in an order by the seed, one change at each; from the one with the number `first`."""
    texts = {file: read(file) for file in git("ls-files", *FILES[kind], where=TREE).split()}
    places = {}  # (file, line): changes
    for file, text in texts.items():
        for change in mutate.changes(file, text):
            places.setdefault((file, mutate.line_of(text, change)), []).append(change)
    order = sorted(places)
    random.Random(f"{kind} {seed}").shuffle(order)
    for number, place in enumerate(order, 1):
        if number >= first:
            change = random.Random(f"{kind} {seed} {number}").choice(places[place])
            yield Draw(f"{seed}.{number}", place[0], texts[place[0]], change)


class NoProgram(Exception):
    """The compiler refuses it: that is no bug."""


class Tried:
    """What both kinds share: a few tests at first, then more, until one fails."""

    def rounds(self, names):
        """Two tests, four, and then all that are left: what is quick is built and run before the rest is."""
        for begin, end in ((0, 2), (2, 6), (6, len(names))):
            if names[begin:end]:
                yield names[begin:end]

    def limit(self, name):
        """Seconds: far more than it takes, and more yet where others use the machine; what goes on then has come to a stop."""
        busy = max(1, os.getloadavg()[0] / JOBS)
        return busy * (60 + 10 * self.seen.took.get(name, 60))


class InC(Tried):
    """C: native tests by the lines they execute, and for what is in the WebAssembly module those of the page, too."""

    def __init__(self):
        self.full = Folder("build")
        self.full.configure()
        if wrong := self.full.build():
            stop(f"without any bug it does not build:\n{wrong}")
        self.quick = Folder("build-quick", *QUICK, f"-Dsite={TREE}/build/web")
        self.quick.configure()
        if wrong := self.quick.build():
            stop(f"without any bug it does not build:\n{wrong}")
        self.seen = mutants_seen.of_c(self.quick)
        self.page = None

    def found_by(self, draw):
        if draw.file.startswith("clients/"):
            return self.in_page(draw)  # native programs have none of it
        if self.quick.build([object_of(draw.file)]):
            raise NoProgram
        for names in self.rounds(self.seen.by(draw.file, draw.line)):
            if self.quick.build(self.quick.needed(names)):
                raise NoProgram
            if found := self.quick.first_failure(names, self.limit):
                return found
        return self.in_page(draw) if draw.file.split("/")[0] in PURE else None

    def in_page(self, draw):
        """The module is made again; of the page the tests without a browser are run."""
        if self.page is None:
            write(draw.file, draw.text)
            tests = self.full.every_day()
            self.page = [n for n, of in tests.items() if of & {"wasm", "web"}]
            self.full.build(self.full.needed(self.page))
            self.page = [n for n in self.page if not self.full.run(n, 600)]
            write(draw.file, mutate.applied(draw.text, draw.change))
        if self.full.build(self.full.needed(self.page)):
            raise NoProgram
        return self.full.first_failure(self.page, self.limit)


class InJs(Tried):
    """JavaScript and tokens of the style: tests of the page by the lines they execute; what nobody executes can still have wrong
    types."""

    def __init__(self):
        self.full = Folder("build")
        self.full.configure()
        if wrong := self.full.build():
            stop(f"without any bug it does not build:\n{wrong}")
        self.seen = mutants_seen.of_js(self.full)

    def found_by(self, draw):
        if not compiles(draw.file):
            raise NoProgram
        names = self.seen.by(draw.file, draw.line)
        alone = [n for n in names if not n.startswith("browser ")]
        browser = [n for n in names if n.startswith("browser ")]
        for some in self.rounds(alone):
            if found := self.full.first_failure(some, self.limit):
                return found
        if not draw.file.endswith(".css") and (found := self.full.first_failure(["javascript types"], self.limit)):
            return found
        if browser and not self.full.build(["web.stamp"]):  # that is where they have the page from
            return self.full.first_failure(browser, self.limit)
        return None


def object_of(file):
    """What the compiler makes of a file of C, as ninja calls it."""
    room = file.split("/")[0]
    where = "libtambo_pure.a" if room in PURE else "libtambo_server.a" if room == "server" else "tambo"
    return f"{where}.p/{file.replace('/', '_')}.o"


def compiles(file):
    command = ["clients/web/node_modules/.bin/esbuild", file, "--jsx=automatic", "--log-level=silent", "--outfile=/dev/null"]
    return subprocess.run(command, cwd=TREE, check=False, stdout=subprocess.DEVNULL).returncode == 0


def tried(kind, many, seed, first):
    """Plants so many, and says of each who found it: (found, survived)."""
    trial = {"c": InC, "js": InJs}[kind]()
    found, survived, none = [], [], 0
    begin = time.monotonic()
    for draw in drawn(kind, seed, first):
        if len(found) + len(survived) == many:
            break
        start = time.monotonic()
        try:
            write(draw.file, mutate.applied(draw.text, draw.change))
            by = trial.found_by(draw)
        except NoProgram:
            none += 1
            continue
        finally:
            write(draw.file, draw.text)
        (found if by else survived).append(draw)
        state = f"found by {by[0]}: {mutate.short(by[1])}" if by else "SURVIVED"
        say(f"{draw.name:<7} {draw.title}: {state} ({time.monotonic() - start:.0f} s)")
    minutes = (time.monotonic() - begin) / 60
    say(f"{kind}: {len(found) + len(survived)} planted, {len(found)} found, {len(survived)} survived; {none} more did not compile; {minutes:.0f} minutes")
    for draw in survived:
        say(f"  survived: {draw.name} {draw.title}")
    return len(survived)


def main(args):
    """--random N SEED[.NUMBER] [--c|--js] [--list]"""
    kinds = [k for k in FILES if f"--{k}" in args] or list(FILES)
    words = [a for a in args if not a.startswith("--")]
    if len(words) != 2 or not words[0].isdigit() or not (m := re.fullmatch(r"(\w+)(?:\.(\d+))?", words[1])):
        return None
    fresh()
    survived = 0
    for kind in kinds:
        if "--list" in args:
            for draw, _ in zip(drawn(kind, m[1], int(m[2] or 1)), range(int(words[0]))):
                say(f"{draw.name:<7} {draw.title}")
        else:
            survived += tried(kind, int(words[0]), m[1], int(m[2] or 1))
    return survived
