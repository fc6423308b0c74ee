"""The model of how several servers write to one database (docs/commit.pml), checked by spin: nothing that was promised
breaks, and every mistake that the model knows is found. Usage: MODEL."""
import os
import subprocess
import sys
import tempfile

from server_kit import check, done

MODEL = sys.argv[1]
PATIENCE = 1200
SAFETY = ["-DSAFETY", "-DNOCLAIM"]
LIVENESS = ["-DNFAIR=4"]


def run(*command, folder):
    p = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return p.returncode, p.stdout + p.stderr


def explore(kind, *words):
    """(complete, what spin says) of the whole model with these words defined."""
    with tempfile.TemporaryDirectory() as folder:
        for command in (["spin", "-a", *(f"-D{w}" for w in words), os.path.abspath(MODEL)],
                        ["gcc", "-w", "-O2", "-DCOLLAPSE", *kind, "-o", "pan", "pan.c"]):
            status, out = run(*command, folder=folder)
            if status:
                return False, out
        options = ["-a", "-f"] if kind == LIVENESS else []
        status, out = run("./pan", "-m100000", "-w22", "-n", *options, folder=folder)
        complete = status == 0 and "Search not completed" not in out and "truncated" not in out
        return complete, out


def holds(what, kind, *words):
    complete, out = explore(kind, *words)
    check(f"{what}: {' '.join(words)}", complete and "errors: 0" in out, out)


def finds(mistake, kind, sign, *words):
    _, out = explore(kind, mistake, *words)
    check(f"{mistake} is found", "errors: 1" in out and sign in out, out)


holds("nothing is lost, doubled or out of order", SAFETY, "FAULTS=2", "MOVES=1")
holds("nothing is lost, doubled or out of order", SAFETY, "FAULTS=1", "MOVES=2")
holds("everybody is answered, and all nodes have everything", LIVENESS, "FAULTS=1", "MOVES=1")
finds("ACK_EARLY", SAFETY, "assertion violated (found==ok)", "FAULTS=1", "MOVES=1")
finds("NO_LOCK", SAFETY, "assertion violated (stored.n==ses[k].at)", "FAULTS=0", "MOVES=1")
finds("FORGET_ID", SAFETY, "assertion violated", "FAULTS=1", "MOVES=1")
finds("NO_VERSION", SAFETY, "assertion violated (found==ok)", "FAULTS=1", "MOVES=1")
finds("NO_RELOAD", SAFETY, "assertion violated", "FAULTS=1", "MOVES=1")
finds("NO_POLL", LIVENESS, "acceptance cycle", "FAULTS=0", "MOVES=1")
done()
