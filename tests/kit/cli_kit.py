"""What test_cli.py and test_play.py share: running the built command and counting checks.

Both are called `test_X.py TAMBO ROOT`: the built command and the source tree. They print TAP, and
exit with status 1 if a check fails. Only the standard library; they work in a folder of their own
and leave nothing behind."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

TAMBO, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
with open(TAMBO, "rb") as binary:
    SANITIZED = b"__asan_init" in binary.read()
FEW = SANITIZED or "few" in sys.argv[3:]  # less of what is random
PATIENCE = 300  # seconds for what takes less than ten: machines may be slow
counts = {"checks": 0, "failed": 0}


def check(name, good, detail=""):
    """Counts one check, as a line of TAP."""
    counts["checks"] += 1
    name = name.encode("ascii", "backslashreplace").decode().replace("\n", " ").replace("#", "=")[:100]
    if good:
        print(f"ok {counts['checks']} - {name}")
    else:
        counts["failed"] += 1
        print(f"not ok {counts['checks']} - {name}: {str(detail)[-600:]!r}", flush=True)
    return good


class Result:
    """What one run of the command did."""

    def __init__(self, status, out, err, memory=0):
        self.status, self.out, self.err, self.memory = status, out, err, memory

    def __repr__(self):
        return f"status {self.status}, stdout {self.out[:300]!r}, stderr {self.err[:300]!r}"


def languages():
    """The codes of po/LINGUAS."""
    with open(os.path.join(ROOT, "po/LINGUAS"), encoding="utf-8") as f:
        return [code for line in f for code in line.split("#")[0].split()]


def to_bytes(text):
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def run(*args, stdin=b"", **options):
    p = subprocess.run(
        [TAMBO, *args],
        input=to_bytes(stdin),
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
        **options,
    )
    return Result(p.returncode, (p.stdout or b"").decode("utf-8", "replace"), p.stderr.decode("utf-8", "replace"))


def write(path, text):
    with open(path, "wb") as f:
        f.write(to_bytes(text))
    return path


def read(path):
    with open(path, "rb") as f:
        return f.read()


def good(name, r, out=None):
    """Exit status 0, nothing on standard error, and the output if one is given."""
    return check(name, r.status == 0 and r.err == "" and (out is None or r.out == out), r)


def misuse(name, r):
    """Exit status 2, one complaint, nothing printed."""
    return check(name, r.status == 2 and r.out == "" and re.fullmatch(r"tambo: [^\n]+\n", r.err), r)


def refused(name, r, path, line, rule):
    """Exit status 1 and exactly `FILE:LINE: message [rule id]`, nothing printed."""
    want = re.escape(f"{path}:{line}: ") + r"[A-Z][^\n]*\. \[" + re.escape(rule) + r"\]\n"
    return check(name, r.status == 1 and r.out == "" and re.fullmatch(want, r.err), r)


MODES = [
    ("temple", "multi", 2),
    ("temple", "solo", 1),
    ("valley", "multi", 3),
    ("valley", "solo", 1),
    ("tiwanaku", "competitive", 2),
    ("tiwanaku", "competitive", 4),
    ("tiwanaku", "solo-easy", 1),
    ("tiwanaku", "solo-hard", 1),
    ("tiwanaku", "coop-easy", 2),
    ("tiwanaku", "coop-normal", 3),
    ("tiwanaku", "coop-expert", 4),
]


def left_out(tests, module):
    """The names of a module's test functions that are not among these; functions it has from elsewhere do not count."""
    return [name for name, f in vars(module).items() if name.startswith("test_") and getattr(f, "__module__", "") == module.__name__ and f not in tests]


def run_all(*tests):
    """Runs the tests in an empty folder; the exit status. It has to be given each test_* function of the program."""
    if missing := left_out(tests, sys.modules["__main__"]):
        raise ValueError(f"run_all was not given {', '.join(missing)}")
    work = tempfile.mkdtemp(prefix="tambo-test-")
    os.chdir(work)
    begun = time.monotonic()
    try:
        for test in tests:
            start = time.monotonic()
            try:
                test()
            except Exception as e:  # a broken answer must not hide the other checks
                check(f"{test.__name__} ran to its end", False, repr(e))
            print(f"# {test.__name__}: {time.monotonic() - start:.1f} s", flush=True)
    finally:
        os.chdir("/")
        shutil.rmtree(work)
    print(f"1..{counts['checks']}")
    print(f"# {counts['checks']} checks, {counts['failed']} failed, {time.monotonic() - begun:.1f} s")
    return 1 if counts["failed"] else 0
