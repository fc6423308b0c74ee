"""Which tests execute which line, measured once for the sources as they are: so a planted bug is shown to those that can see it.
Kept in build-mutants/seen-c.json and seen-js.json."""
import bisect
import concurrent.futures
import hashlib
import json
import os
import shutil
import subprocess

from mutants_tree import HOME, JOBS, NO_END, NOT_DONE, Folder, git, say, stop

WANDER = "browser wander"  # goes everywhere
ROOMS = {"core", "puzzle", "games", "bots", "table", "server", "cli"}
LIMIT = 40  # seconds; a test that takes longer where counts are taken is not waited for, and is taken to execute everything


class Seen:
    """{file: {line: tests that execute it}}, and how long each test takes."""

    def __init__(self, took, lines, wide=()):
        self.wide = {name for name in wide}  # tests that may execute anything
        self.took, self.lines = took, {file: {int(line): of for line, of in all.items()} for file, all in lines.items()}
        self.known = {file: sorted(of) for file, of in self.lines.items()}
        self.files = {}  # {test: {file: how many lines of it the test executes}}
        for file, of in self.lines.items():
            for names in of.values():
                for name in names or ():
                    counts = self.files.setdefault(name, {})
                    counts[file] = counts.get(file, 0) + 1

    def by(self, file, line):
        """The tests that execute this line, first those that are quick, and execute little besides this file. A line without code of
        its own belongs to the statement before it; what stands before all code of its file (a table, a constant) is seen by all that
        execute something there."""
        lines = self.lines.get(file, {})
        at = bisect.bisect_right(self.known.get(file, []), line)
        of = lines[self.known[file][at - 1]] if at else None
        if of is None:
            of = {name for tests in lines.values() for name in tests or ()}
        return sorted((name for name in {*of, *self.wide} if name in self.took), key=lambda name: self.cost(name, file))

    def cost(self, name, file):
        """Seconds for each part of what the test executes that is of this file: the less, the sooner it is run."""
        files = self.files.get(name, {})
        return (0.3 + self.took[name]) * sum(files.values()) / files[file] if file in files else 100 * (0.3 + self.took[name])


def measured(kind, tree, paths, measure):
    """What measure() finds, kept as long as nothing changes under these paths."""
    file = os.path.join(HOME, "build-mutants", f"seen-{kind}.json")
    state = hashlib.sha256(git("ls-files", "-s", *paths, where=tree).encode()).hexdigest()
    if os.path.exists(file):
        with open(file, encoding="utf-8") as f:
            kept = json.load(f)
        if kept["state"] == state:
            return Seen(kept["took"], kept["lines"], kept["wide"])
    say(f"measuring which test executes which line of {kind} ...")
    took, lines, wide = measure()
    with open(file, "w", encoding="utf-8") as f:
        json.dump({"state": state, "took": took, "lines": lines, "wide": wide}, f)
    return Seen(took, lines, wide)


def run_all(folder, names, traces, variable):
    """Runs each test with its own folder for what it leaves: {name: seconds} of those that pass, and those that take too long."""
    shutil.rmtree(traces, ignore_errors=True)
    took, wide = {}, []

    def one(name):
        trace = os.path.join(traces, name)
        os.makedirs(trace)
        why, time = folder.run(name, LIMIT, **{variable: trace})
        if why in (NO_END, NOT_DONE):
            wide.append(name)
            took[name] = LIMIT
        elif why:
            say(f"left out, it fails without any bug: {name}: {why}")
        else:
            took[name] = round(time, 2)

    with concurrent.futures.ThreadPoolExecutor(JOBS + 1) as pool:  # many of them wait more than they work
        for done in [pool.submit(one, name) for name in names]:
            done.result()
    return took, wide


def merged(found):
    """{test: {file: lines}} the other way round."""
    lines = {}
    for name, files in found.items():
        for file, numbers in files.items():
            for line, ran in numbers.items():
                of = lines.setdefault(file, {}).setdefault(line, [] if ran is not None else None)
                if ran:
                    of.append(name)
    return lines


# ---- C, by gcov ----


def of_c(tree, site):
    """Of native tests."""
    return measured("c", tree, ["*.c", "*.h", "*.build", "tests", "data", ":!tests/browser", ":!tests/web"], lambda: measure_c(tree, site))


def measure_c(tree, site):
    options = ["-Db_coverage=true", "-Doptimization=1", "-Ddebug=false", "-Dc_link_args=-fuse-ld=lld", f"-Dsite={site}"]
    folder = Folder("build-seen", *options, tree=tree)
    folder.configure()
    if wrong := folder.build():
        stop(f"the build that counts went wrong:\n{wrong}")
    names = [name for name, of in folder.every_day().items() if of & {"rules", "server", "fuzz"}]
    traces = os.path.join(HOME, "build-mutants", "traces-c")
    took, wide = run_all(folder, names, traces, "GCOV_PREFIX")
    found = {}
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for name, files in zip(took, pool.map(lambda name: gcov(tree, os.path.join(traces, name)), took)):
            found[name] = files
    shutil.rmtree(traces)
    return took, merged(found), wide


def gcov(tree, trace):
    """{file: {line: was it executed?}} of production code, of what one test has left under this folder. Behind a function
    stands None: from there on no code."""
    counts = []
    for where, _, files in os.walk(trace):
        for file in files:
            made = os.path.join(where, file)[len(trace) :]
            if file.endswith(".gcda"):  # some tests compile a file of the server for themselves
                notes = made[:-4] + "gcno"
                os.symlink(notes, trace + notes)
                counts.append(trace + made)
    if not counts:
        return {}
    command = ["gcov", "--json-format", "--stdout", *counts]
    said = subprocess.run(command, cwd=os.path.join(tree, "build-seen"), capture_output=True, text=True, check=False).stdout
    lines = {}
    for text in said.splitlines():
        for file in json.loads(text)["files"] if text.startswith("{") else []:
            path = os.path.relpath(os.path.join(tree, "build-seen", file["file"]), tree)
            if path.endswith(".c") and path.split("/")[0] in ROOMS:
                of = lines.setdefault(path, {})
                for line in file["lines"]:
                    of[line["line_number"]] = bool(of.get(line["line_number"])) or line["count"] > 0
                for function in file["functions"]:
                    of.setdefault(function["end_line"] + 1, None)
    return lines


# ---- JavaScript, by V8 ----


def of_js(folder):
    return measured("js", folder.tree, ["clients", "tests/browser", "tests/web", "*.build"], lambda: measure_js(folder))


def measure_js(folder):
    names = folder.every_day()
    alone = [n for n, of in names.items() if "web" in of or n.startswith("web ")]
    browser = [n for n, of in names.items() if "browser" in of and n != WANDER]
    if wrong := folder.build(folder.needed([*alone, *browser])):
        stop(f"without any bug it does not build:\n{wrong}")
    traces, site = (os.path.join(HOME, "build-mutants", name) for name in ("traces-js", "web"))
    took, wide = run_all(folder, alone, traces, "NODE_V8_COVERAGE")
    command = ["node", "clients/web/build.mjs", site, *(os.path.join(folder.path, name) for name in ("tambo.wasm", "tambo_lab.wasm"))]
    if subprocess.run(command, cwd=folder.tree, check=False, env={**os.environ, "TAMBO_SOURCEMAP": "1"}).returncode:
        stop("the page that counts could not be built")
    for name in browser:
        why, took[name] = folder.run(name, 10 * LIMIT, TAMBO_WEB=site, TAMBO_COVERAGE=os.path.join(traces, name), TAMBO_LOOKS="none")
        if why:
            say(f"left out, it fails without any bug: {name}: {why}")
            del took[name]
    found = {}
    for name in sorted({*took} - {*wide}):
        command = ["node", "--expose-internals", "tools/web_coverage.mjs", "--lines", os.path.join(traces, name)]
        r = subprocess.run(command, cwd=folder.tree, capture_output=True, text=True, check=False)
        found[name] = json.loads(r.stdout) if r.returncode == 0 else stop(r.stderr)
        for file in styles_of(folder.tree, name):
            found[name][file] = {1: True}
    shutil.rmtree(traces)
    took[WANDER] = 10 * LIMIT
    return took, merged(found), [*wide, WANDER]


def styles_of(tree, name):
    """The style sheets that a test reads: no trace tells, but it names them; and a browser has all."""
    styles = git("ls-files", "clients/web/src/*.css", where=tree).split()
    if name.startswith("browser "):
        return styles
    with open(os.path.join(tree, "tests", f"{name.replace(' ', '/', 1)}.test.mjs"), encoding="utf-8") as f:
        said = f.read()
    return [f for f in styles if os.path.basename(f) in said]
