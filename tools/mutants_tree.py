"""Where tools/mutants plants: a git worktree of the sources as they are now (build-mutants/tree), its build folders and tests."""
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import time

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(HOME, "build-mutants", "tree")
NO_END = "it does not end"
JOBS = os.cpu_count() or 2


def say(text):
    print(text, flush=True)


def stop(text):
    sys.exit(f"mutants: {text}")


def git(*args, where=HOME):
    r = subprocess.run(["git", "-C", where, *args], capture_output=True, text=True, check=False)
    if r.returncode:
        stop(f"git {' '.join(args)}: {r.stderr.strip()}")
    return r.stdout.strip()


def read(path):
    with open(os.path.join(TREE, path), encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(os.path.join(TREE, path), "w", encoding="utf-8") as f:
        f.write(text)


def fresh():
    """The worktree as the sources are now: what is changed but not committed included, new files that git does not know of left
    out. What it has built before is kept."""
    commit = git("stash", "create") or git("rev-parse", "HEAD")
    if os.path.exists(os.path.join(TREE, ".git")):
        git("reset", "--hard", "--quiet", where=TREE)
        git("checkout", "--detach", "--quiet", commit, where=TREE)
    else:
        git("worktree", "prune")
        git("worktree", "add", "--detach", "--quiet", TREE, commit)
    modules = os.path.join(TREE, "clients", "web", "node_modules")
    if not os.path.exists(modules):
        os.symlink(os.path.join(HOME, "clients", "web", "node_modules"), modules)


class Folder:
    """A build folder of the worktree."""

    def __init__(self, name, *options, env=None):
        self.name, self.path, self.options, self.env = name, os.path.join(TREE, name), options, env or {}
        self.known = {}

    def configure(self):
        command = ["tools/configure", self.name, "-Dtests=true", "-Dwork=few", *self.options]
        if subprocess.run(command, cwd=TREE, check=False, env={**os.environ, **self.env}).returncode:
            stop(f"{self.name} could not be configured")
        self.known = {}

    def info(self, name):
        """What meson knows of the folder."""
        if name not in self.known:
            with open(os.path.join(self.path, "meson-info", f"intro-{name}.json"), encoding="utf-8") as f:
                self.known[name] = json.load(f)
        return self.known[name]

    def needed(self, names):
        """The files that these tests need, as ninja calls them."""
        ids = {i for t in self.info("tests") if t["name"] in names for i in t["depends"]}
        return [os.path.relpath(f, self.path) for t in self.info("targets") if t["id"] in ids for f in t["filename"]]

    def build(self, targets=()):
        """All, or these files. None, or the end of what went wrong."""
        command = ["ninja", "-C", self.path, "-j", str(JOBS), *targets]
        r = subprocess.run(command, capture_output=True, text=True, check=False)
        return None if r.returncode == 0 else "\n".join(r.stdout.splitlines()[-12:])

    def every_day(self):
        """The names of the tests of `make check`, with their suites."""
        suites = {t["name"]: {s.split(":")[-1] for s in t["suite"]} for t in self.info("tests")}
        return {name: of for name, of in suites.items() if "long" not in of}

    def run(self, name, limit, **env):
        """Runs one test by itself: None if it passes, otherwise why not. What it has started ends with it."""
        t = next(t for t in self.info("tests") if t["name"] == name)
        process = subprocess.Popen(
            t["cmd"], cwd=t["workdir"] or self.path, env={**os.environ, **t["env"], **env}, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return NO_END
        finally:
            end_group(process)
        bad = re.search(r"^\s*not ok \d+(?!.*# (?:TODO|SKIP)).*", said, re.M)
        if process.returncode in (0, 77) and not bad:
            return None
        return bad[0].strip() if bad else f"exit status {process.returncode}"

    def first_failure(self, names, limit):
        """Runs these tests, so many at once as there are processors, until one fails: (its name, why), or None. One that fails is
        run again: what fails only now and then found nothing. limit(name): seconds it may take."""
        names, found = iter(list(names)), []

        def work():
            for name in names:
                if found:
                    return
                why = self.run(name, limit(name))
                if why == NO_END or (why and self.run(name, limit(name))):
                    found.append((name, why))

        lock_free = concurrent.futures.ThreadPoolExecutor(JOBS)
        with lock_free as pool:
            for done in [pool.submit(work) for _ in range(JOBS)]:
                done.result()
        return found[0] if found else None


def end_group(process):
    """Ends what a test has started and left behind."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.stdout.close()
    process.wait()


def seconds(function, *args):
    """(what it gives, how long it took)."""
    begin = time.monotonic()
    return function(*args), time.monotonic() - begin
