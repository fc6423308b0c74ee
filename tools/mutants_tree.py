"""Where tools/mutants plants: git worktrees of the sources as they are now (build-mutants/tree, and more for several workers),
their build folders, and tests that are run one by one."""
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import threading
import time

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TREE = os.path.join(HOME, "build-mutants", "tree")
NO_END = "it does not end"
NOT_DONE = "not done"  # the machine is too busy to tell
WALL = 900  # seconds that a test may take at most, however little of the processor it gets
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


def read(path, tree=TREE):
    with open(os.path.join(tree, path), encoding="utf-8") as f:
        return f.read()


def write(path, text, tree=TREE):
    with open(os.path.join(tree, path), "w", encoding="utf-8") as f:
        f.write(text)


def tree_of(kind, worker):
    """The worktree of a worker. C and JavaScript have their own, so that both can be tried at once."""
    return TREE if (kind, worker) == ("js", 0) else f"{TREE}-{kind}{worker + 1}"


def fresh(trees=(TREE,), commit=None):
    """The worktrees as the sources are at this commit, or now: what is changed but not committed included, new files that git does
    not know of left out. What they have built before is kept."""
    commit = commit or git("stash", "create") or git("rev-parse", "HEAD")
    git("worktree", "prune")
    for tree in trees:
        if os.path.exists(os.path.join(tree, ".git")):
            git("reset", "--hard", "--quiet", where=tree)
            git("checkout", "--detach", "--quiet", commit, where=tree)
        else:
            git("worktree", "add", "--detach", "--quiet", tree, commit)
        modules = os.path.join(tree, "clients", "web", "node_modules")
        if not os.path.exists(modules):
            os.symlink(os.path.realpath(os.path.join(HOME, "clients", "web", "node_modules")), modules)


class Folder:
    """A build folder of a worktree."""

    def __init__(self, name, *options, tree=TREE):
        self.name, self.tree, self.path, self.options = name, tree, os.path.join(tree, name), options
        self.known = {}

    def configure(self):
        command = ["tools/configure", self.name, "-Dtests=true", "-Dwork=least", *self.options]
        if subprocess.run(command, cwd=self.tree, check=False).returncode:
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
        """Runs one test by itself: (why not, seconds); None if it passes, NO_END if it needs more than `limit` seconds of what it would
        need on an idle machine, NOT_DONE if nobody can tell. The first case that fails ends it, and what it has started with it."""
        t = next(t for t in self.info("tests") if t["name"] == name)
        process = subprocess.Popen(
            t["cmd"], cwd=t["workdir"] or self.path, env={**os.environ, **t["env"], **env},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        watch, begin, rest = Watch(process.pid), time.monotonic(), b""
        try:
            with selectors.DefaultSelector() as ready:
                ready.register(process.stdout, selectors.EVENT_READ)
                while True:
                    said = os.read(process.stdout.fileno(), 1 << 16) if ready.select(PERIOD) else None
                    if said == b"" or (said is None and process.poll() is not None):
                        break
                    *lines, rest = (rest + (said or b"")).split(b"\n")
                    if bad := next((m for line in lines if (m := BAD.match(line))), None):
                        return bad[0].decode(errors="replace").strip(), watch.most
                    if watch.seconds() > limit:
                        return NO_END, watch.most
                    if time.monotonic() - begin > WALL:
                        return NOT_DONE, watch.most
            watch.seconds()
            process.wait(WALL)
        except subprocess.TimeoutExpired:
            return NOT_DONE, watch.most
        finally:
            end(process, watch)
        if bad := BAD.match(rest):
            return bad[0].decode(errors="replace").strip(), watch.most
        return (None if process.returncode in (0, 77) else f"exit status {process.returncode}"), watch.most

    def first_failure(self, names, limit, spend):
        """Runs these tests one after the other until one fails: (its name, why), or None. What waits for others (servers, browsers) is
        run again when it fails: what fails only now and then found nothing. limit(name): seconds it may take. spend(name, seconds, why):
        what one took, and whether it passed; if it gives False, there is no time for what is left."""
        suites = self.every_day()
        for name in names:
            why, took = self.run(name, limit(name))
            waits = suites.get(name, set()) & {"server", "browser", "long"}
            if why not in (None, NOT_DONE, NO_END) and waits and not why.startswith("exit status -"):
                again, more = self.run(name, limit(name))
                why, took = again and why, took + more
            go_on = spend(name, took, why)
            if why and why != NOT_DONE:
                return name, why
            if not go_on:
                return None
        return None


# ---- how long a test takes where others use the machine, too ----

PERIOD = 0.3  # seconds between two looks at processes
BAD = re.compile(rb"\s*not ok \d+(?!.*# (?:TODO|SKIP)).*")


class Processes:
    """All processes that there are, looked at now and then, for all who ask."""

    def __init__(self):
        self.lock, self.at, self.known = threading.Lock(), 0, {}

    def now(self):
        """{process: (its parent, its session, when it began)}, not older than half a period."""
        with self.lock:
            if time.monotonic() - self.at > PERIOD / 2:
                self.known = {int(name): of for name in os.listdir("/proc") if name.isdigit() and (of := self.look(name))}
                self.at = time.monotonic()
            return self.known

    def look(self, name):
        try:
            with open(f"/proc/{name}/stat", encoding="latin-1") as f:
                fields = f.read().rpartition(")")[2].split()
            return int(fields[1]), int(fields[3]), int(fields[19])
        except OSError:
            return None


PROCESSES = Processes()


class Watch:
    """Counts the seconds of a test as they would be on an idle machine, so that its limit is the same on a busy one: those that its
    processes ran, and those that they waited for something else than the processor. What ends between two looks is not seen to wait;
    so the more the machine has to do, the less such a second counts. `most` is as if it counted whole: what it takes at most."""

    def __init__(self, leader):
        self.leader, self.of, self.at, self.times = leader, {}, time.monotonic(), {}
        self.total = self.most = 0.0

    def members(self):
        """The processes of its session and all that they have started, also those of a session of their own, and when they began."""
        known = PROCESSES.now()
        found = {p for p, (_, session, _) in known.items() if session == self.leader}
        found |= {p for p, begun in self.of.items() if p in known and known[p][2] == begun}
        more = found
        while more:
            more = {p for p, (parent, _, _) in known.items() if parent in more and p not in found}
            found |= more
        self.of = {p: known[p][2] for p in found}
        return self.of

    def seconds(self):
        now = time.monotonic()
        if now - self.at < PERIOD / 2:
            return self.total
        passed, self.at = now - self.at, now
        ran = waited = 0
        times = {}
        for process in self.members():
            for thread, (mine, other) in scheduled(process):
                before = self.times.get(thread, (0, 0))
                times[thread] = mine, other
                ran, waited = ran + mine - before[0], waited + other - before[1]
        self.times = times
        busy = max(1, os.getloadavg()[0] / JOBS)
        idle = max(passed - waited - ran, 0)
        self.total += min(passed, ran + idle / busy)
        self.most += min(passed, ran + idle)
        return self.total


def scheduled(process):
    """Of each thread the seconds that it had the processor, and those that it was ready and waited for it."""
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as f:
                ran, waited = f.read().split()[:2]
            yield thread, (int(ran) / 1e9, int(waited) / 1e9)
    except (OSError, ValueError):
        return


def end(process, watch):
    """Ends what a test has started and left behind, also what has a session of its own."""
    PROCESSES.at = 0
    for pid, begun in watch.members().items():
        if (of := PROCESSES.look(pid)) and of[2] == begun:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    process.stdout.close()
    process.wait()
