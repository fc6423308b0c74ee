"""Bugs at random: places in production code are drawn by a seed, one is changed at a time, and the tests that can see it are run.
Several workers do so at once, each in a worktree of its own, since tests wait more than they work. First each bug is shown to
tests for a while (--budget); what survived then, to all that are left, and what is in the WebAssembly module to those of the page."""
import itertools
import os
import random
import re
import shutil
import subprocess
import threading
import time

import mutants_seen
import mutate
from mutants_tree import HOME, JOBS, NOT_DONE, TREE, Folder, fresh, git, read, say, stop, tree_of, write

PURE = ["core", "puzzle", "games", "bots", "table"]
# Quick to compile and link. Warnings are errors, as in `make check`, but for those that are true with more optimization alone.
QUICK = ["-Doptimization=1", "-Ddebug=false", "-Dwerror=true", "-Dc_args=-Wno-maybe-uninitialized", "-Dc_link_args=-fuse-ld=lld"]
SITE = os.path.join(HOME, "build-mutants", "site")  # a page for all programs, made once
BUDGET = 10  # seconds of tests for a bug, at first
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


def drawn(kind, seed, first=1, tree=TREE):
    """All places in an order by the seed, one change at each; from the one with the number `first`."""
    texts = {file: read(file, tree) for file in git("ls-files", *FILES[kind], where=tree).split()}
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


class Trial:
    """One bug and what is known of it: `found`, by (a test, why), or the tests that are still to be run."""

    def __init__(self, draw):
        self.draw, self.found, self.names, self.ran, self.odd, self.spent = draw, None, [], [], [], 0.0

    def left(self):
        return [n for n in self.names if n not in self.ran]


class Tried:
    """What both kinds share: a few tests at first, then more, until one fails."""

    def __init__(self, tree, seen):
        self.tree, self.seen, self.page, self.proved = tree, seen, None, set()
        self.full = Folder("build", *QUICK, tree=tree)

    def configure(self, folder):
        folder.configure()
        return folder

    def limit(self, name):
        """Seconds of an idle machine: far more than it takes; what goes on then has come to a stop."""
        return 10 + 5 * self.seen.took.get(name, 60)

    def show(self, trial, budget):
        """Shows the bug, which is planted, to some tests: those that have not been run, as long as there is time."""
        end = trial.spent + budget

        def spend(name, took, why):
            trial.ran.append(name)
            trial.spent += took
            if why == NOT_DONE:
                trial.odd.append(name)
            return trial.spent < end

        while (names := trial.left()) and not trial.found and trial.spent < end:
            some = names[: 2 if not trial.ran else 6]
            folder = self.built(some)
            found = folder.first_failure(some, self.limit, spend)
            if found and self.fails_anyway(trial.draw, folder, found[0]):
                trial.names.remove(found[0])
            else:
                trial.found = found

    def fails_anyway(self, draw, folder, name):
        """Does a test fail without the bug? Only of those that took too long where lines were counted nobody knows yet."""
        if name not in self.seen.wide or name in self.proved:
            return False
        write(draw.file, draw.text, self.tree)
        folder.build(folder.needed([name]))
        why, _ = folder.run(name, 10 * self.limit(name))
        write(draw.file, mutate.applied(draw.text, draw.change), self.tree)
        folder.build(folder.needed([name]))
        if why:
            say(f"left out, it fails without any bug: {name}: {why}")
            self.seen.took.pop(name, None)
        else:
            self.proved.add(name)
        return bool(why)


class InC(Tried):
    """C: native tests by the lines they execute, and for what is in the WebAssembly module those of the page, too."""

    def __init__(self, tree, seen):
        super().__init__(tree, seen)
        self.quick = self.configure(Folder("build-quick", *QUICK, f"-Dsite={SITE}", tree=tree))
        if wrong := self.quick.build(["libtambo_pure.a", "libtambo_server.a", "tambo"]):
            stop(f"without any bug it does not build:\n{wrong}")

    def built(self, names):
        folder = self.full if names[0] in (self.page or ()) else self.quick
        if folder.build(folder.needed(names)):
            raise NoProgram
        return folder

    def first(self, trial, budget):
        """Native programs have none of what is in clients/."""
        file = trial.draw.file
        trial.names = [] if file.startswith("clients/") else self.seen.by(file, trial.draw.line)
        if not file.startswith("clients/"):
            if self.quick.build([object_of(file)]):
                raise NoProgram
            self.show(trial, budget)

    def then(self, trial, budget):
        """What is left; then the module is made again, and of the page the tests without a browser are run."""
        self.show(trial, budget)
        if trial.found or trial.draw.file.split("/")[0] not in [*PURE, "clients"]:
            return
        self.prepare_page(trial.draw)
        trial.names += [n for n in self.page if n not in trial.names]
        if self.full.build(["tambo.wasm", "tambo_lab.wasm"]):
            raise NoProgram
        if wrong := self.full.build(self.full.needed(self.page)):  # the page is made of what the module says
            trial.found = "the build of the page", wrong.splitlines()[-1]
            return
        self.show(trial, budget)

    def prepare_page(self, draw):
        if self.page is None:
            write(draw.file, draw.text, self.tree)
            self.configure(self.full)
            tests = self.full.every_day()
            page = [n for n, of in tests.items() if of & {"wasm", "web"}]
            self.full.build(self.full.needed(page))
            took = {n: seconds for n in page for why, seconds in [self.full.run(n, 600)] if not why}
            self.seen.took.update(took)
            self.page = sorted(took, key=took.get)
            write(draw.file, mutate.applied(draw.text, draw.change), self.tree)


class InJs(Tried):
    """JavaScript and tokens of the style: tests of the page by the lines they execute; what nobody executes can still have wrong
    types. Those in a browser come last."""

    def __init__(self, tree, seen):
        super().__init__(tree, seen)
        self.configure(self.full)
        self.full.build(self.full.needed(list(seen.took)))

    def built(self, names):
        """Most tests take the sources as they are, some the page that is made of them."""
        if self.full.build(["web.stamp"]):
            raise NoProgram
        return self.full

    def first(self, trial, budget):
        draw = trial.draw
        if not compiles(draw.file, self.tree):
            raise NoProgram
        names = self.seen.by(draw.file, draw.line)
        trial.names = [n for n in names if not n.startswith("browser ")]
        self.show(trial, budget)
        browser = [n for n in names if n.startswith("browser ")]
        trial.names += ["javascript types"] * (not draw.file.endswith(".css")) + self.named(draw.file) + browser

    def named(self, file):
        """Those in a browser that are not for every day leave no trace, but some have the name of a folder or a file."""
        known = {t["name"] for t in self.full.info("tests")}
        words = re.split(r"[/.]", file[len("clients/web/src/") :])[::-1]
        return [f"browser {word}" for word in words if f"browser {word}" in known]

    def then(self, trial, budget):
        self.show(trial, budget)


def object_of(file):
    """What the compiler makes of a file of C, as ninja calls it."""
    room = file.split("/")[0]
    where = "libtambo_pure.a" if room in PURE else "libtambo_server.a" if room == "server" else "tambo"
    return f"{where}.p/{file.replace('/', '_')}.o"


def compiles(file, tree):
    command = ["clients/web/node_modules/.bin/esbuild", file, "--jsx=automatic", "--log-level=silent", "--outfile=/dev/null"]
    return subprocess.run(command, cwd=tree, check=False, stdout=subprocess.DEVNULL).returncode == 0


class Run:
    """All bugs of one kind, by several workers: each takes the next one that is drawn, so many as are wanted."""

    def __init__(self, kind, many, draws, budgets, trees):
        self.kind, self.many, self.draws, self.budgets, self.trees = kind, many, draws, budgets, trees
        self.turn = threading.Condition()
        self.busy, self.planted, self.none = 0, [], 0
        self.begin = time.monotonic()

    def next(self):
        """The next one; None if there are enough. While others may yet turn out not to compile, it waits."""
        with self.turn:
            while len(self.planted) + self.busy >= self.many and self.busy:
                self.turn.wait()
            draw = next(self.draws, None) if len(self.planted) + self.busy < self.many else None
            self.busy += draw is not None
            return draw

    def done(self, trial, compiled, start):
        with self.turn:
            self.busy -= 1
            self.none += not compiled
            if compiled:
                self.planted.append(trial)
                self.tell(trial, start)
            self.turn.notify_all()

    def tell(self, trial, start):
        state = f"found by {trial.found[0]}: {mutate.short(trial.found[1])}" if trial.found else "SURVIVED"
        if not trial.found:
            state += f" {len(trial.ran)} tests" + (f", not run yet: {', '.join(trial.left())}" if trial.left() else "")
        if trial.odd:
            state += f", nobody can tell of: {', '.join(trial.odd)}"
        say(f"{trial.draw.name:<8} {trial.draw.title}: {state} ({trial.spent:.0f} s of tests, {time.monotonic() - start:.0f} s)")

    def plant(self, tried, trial, act):
        """Does something while the bug is there. False if it is none."""
        draw = trial.draw
        try:
            write(draw.file, mutate.applied(draw.text, draw.change), tried.tree)
            act()
            return True
        except NoProgram:
            return False
        finally:
            write(draw.file, draw.text, tried.tree)

    def first(self, tried):
        while draw := self.next():
            start, trial = time.monotonic(), Trial(draw)
            self.done(trial, self.plant(tried, trial, lambda trial=trial: tried.first(trial, self.budgets[0])), start)

    def then(self, tried):
        """Those that survived once more, with all that is left."""
        while True:
            with self.turn:
                trial = next(self.survivors, None)
            if not trial:
                return
            start = time.monotonic()
            compiled = self.plant(tried, trial, lambda trial=trial: tried.then(trial, self.budgets[1]))
            with self.turn:
                if compiled:
                    self.tell(trial, start)
                else:
                    self.none += 1
                    self.planted.remove(trial)

    def all(self, seen):
        made = []
        for tree in self.trees:
            made.append({"c": InC, "js": InJs}[self.kind](tree, seen))
        for step in (self.first, self.then):
            self.survivors = iter([t for t in self.planted if not t.found])
            workers = [threading.Thread(target=step, args=[tried]) for tried in made]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            self.sum_up()
        return sum(not t.found for t in self.planted)

    def sum_up(self):
        found = sum(bool(t.found) for t in self.planted)
        minutes = (time.monotonic() - self.begin) / 60
        say(f"{self.kind}: {len(self.planted)} planted, {found} found, {len(self.planted) - found} survived; {self.none} more did not compile; {minutes:.0f} minutes")
        for trial in self.planted:
            if not trial.found:
                say(f"  survived: {trial.draw.name} {trial.draw.title}" + (f" (not run: {', '.join(trial.left())})" if trial.left() else ""))


def tried(kind, many, seed, first, budgets, trees):
    """Plants so many, and says of each who found it; how many survived."""
    folder = Folder("build", *QUICK)
    folder.configure()
    if kind == "c" and not os.path.exists(SITE):
        if wrong := folder.build(["web.stamp"]):
            stop(f"without any bug it does not build:\n{wrong}")
        shutil.copytree(os.path.join(folder.path, "web"), SITE)
    seen = mutants_seen.of_c(TREE, SITE) if kind == "c" else mutants_seen.of_js(folder)
    return Run(kind, many, drawn(kind, seed, first, trees[0]), budgets, trees).all(seen)


def main(args):
    """--random N SEED[.NUMBER] [--c|--js] [--list] [--workers=W] [--budget=SECONDS[,SECONDS]] [--at=COMMIT]"""
    given = dict(a[2:].split("=", 1) for a in args if a.startswith("--") and "=" in a)
    if not {*given} <= {"workers", "budget", "at"}:
        return None
    workers = int(given.get("workers", JOBS + 1))
    budgets = [float(b) for b in given.get("budget", str(BUDGET)).split(",")] + [1e9]
    kinds = [k for k in FILES if f"--{k}" in args] or list(FILES)
    words = [a for a in args if not a.startswith("--")]
    if len(words) != 2 or not words[0].isdigit() or not (m := re.fullmatch(r"(\w+)(?:\.(\d+))?", words[1])):
        return None
    many, survived = int(words[0]), 0
    for kind in kinds:
        trees = [tree_of(kind, i) for i in range(min(workers, many) or 1)]
        fresh([TREE, *trees], given.get("at"))
        if "--list" in args:
            for draw in itertools.islice(drawn(kind, m[1], int(m[2] or 1), trees[0]), many):
                say(f"{draw.name:<7} {draw.title}")
        else:
            survived += tried(kind, many, m[1], int(m[2] or 1), budgets, trees)
    return survived
