#!/usr/bin/env python3
"""The tools that see to it that nothing is left out: tools/setup says what is missing in the words of
each system, tools/configure makes a build folder fit the machine again, tools/test counts every case
and takes a suite that is not there for a failure, tools/check_games.py finds games where none is to be named,
tools/mutants can plant all that it has.

test_tools.py TAMBO ROOT"""
import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys

from cli_kit import ROOT, TAMBO, check, run_all


def tool(name):
    """A tool written in Python, as a module."""
    path = os.path.join(ROOT, "tools", name)
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    here = os.getcwd()
    loader.exec_module(module)
    os.chdir(here)
    return module


def few_commands(*names):
    """A PATH with the commands of a bare system and these."""
    shutil.rmtree("bin", ignore_errors=True)
    os.makedirs("bin")
    plain = "sh cat cut sed tr sort mktemp rm cp grep dirname id uname env true printf ls touch mkdir".split()
    for name in plain + list(names):
        if where := shutil.which(name):
            os.symlink(where, os.path.join("bin", name))
    return {"PATH": os.path.abspath("bin"), "LC_ALL": "C"}


def setup(level, env, system=""):
    with open("os-release", "w", encoding="utf-8") as f:
        f.write(system)
    r = subprocess.run(
        ["/bin/sh", os.path.join(ROOT, "tools/setup"), "--say", level],
        env={**env, "OS_RELEASE": os.path.abspath("os-release")},
        capture_output=True,
        text=True,
        check=False,
    )
    return r.returncode, r.stderr


def test_setup():
    bare = few_commands()
    for system, words in (
        ("ID=debian\nVERSION_ID=12\n", "apt-get install --no-install-recommends"),
        ("ID=debian\nVERSION_ID=13\n", "apt-get install --no-install-recommends"),
        ("ID=ubuntu\nID_LIKE=debian\nVERSION_ID=24.04\n", "apt-get install --no-install-recommends"),
        ("ID=fedora\n", "dnf install"),
        ("ID=arch\n", "pacman -S --needed"),
    ):
        status, said = setup("build", bare, system)
        check(f"{system.split()[0]}: what is missing stops it", status == 1, said)
        check("it names what is missing", all(w in said for w in ("meson", "ninja", "libwebsockets", "clang for WebAss")), said)
        check("in the words of that system", words in said, said)
        check("no release's number is in them", "-14-" not in said and "libstdc++-" not in said, said)
        check("nothing that only tests need", "cadical" not in said and "chromium" not in said and "check" not in said, said)
        check("one sentence a line, and no more than three", said.count("\n") <= 3, said)
    status, said = setup("build", bare, "ID=plan9\n")
    check("elsewhere it says what Debian calls it", status == 1 and "what Debian calls: " in said, said)
    status, said = setup("test", bare, "ID=debian\n")
    check("tests need more", all(w in said for w in ("libcadical-dev", "chromium", "dpkg-dev")), said)
    status, said = setup("nonsense", bare)
    check("an unknown level is refused", status == 2 and said.startswith("usage: "), said)


def test_count():
    t = tool("test")
    check20 = "TAP version 13\n# Subtest: a\n    # Subtest: b\n    ok 1 - b\n    not ok 2 - c\n    1..2\nnot ok 1 - a\nok 2 - d\n1..2\n"
    check("node's nested cases count, their sum does not", t.cases({"stdout": check20}) == [2, 1, 0], t.cases({"stdout": check20}))
    flat = "ok 1 - x\nok 2 - y # SKIP not here\nnot ok 3 - z\n1..3\n"
    check("so do flat ones", t.cases({"stdout": flat}) == [1, 1, 1], t.cases({"stdout": flat}))
    crashed = {"result": "FAIL", "stdout": "ok 1 - x\n"}
    check("a program that died after its cases is a failure", t.count(crashed, True) == (1, 1, 0), t.count(crashed, True))
    check("a program without cases is one", t.count({"result": "OK"}, False) == (1, 0, 0))
    plan = {"server": {"server kill": True, "kill": True}, "rules": {"laws": False}}
    line = "12/97 tambo:server+long / server kill   OK   3.2s   4 subtests passed"
    check("a line of meson tells which test ended", t.of_line(line, plan) == ("server", "server kill", "OK"), t.of_line(line, plan))
    check("other lines do not", t.of_line("Summary of Failures:", plan) is None)


def test_missing():
    t = tool("test")
    t.say = lambda text: None
    os.makedirs("b/meson-logs", exist_ok=True)
    with open("b/meson-logs/testlog.json", "w", encoding="utf-8") as f:
        f.write('{"name": "tambo:rules / laws", "result": "OK", "returncode": 0, "stdout": ""}\n')
    build = t.Build("b", "b", "cc", [], ["rules", "browser", "web"])
    found = t.sums(build, {"rules": {"laws": False, "gone": False}, "browser": {}, "web": {"w": True}})
    check("a test that did not run is a failure", found["rules"] == [1, 1, 0], found)
    check("so is a suite that is not there", found["browser"] == [0, 1, 0], found)
    check("and one of which nothing ran", found["web"] == [0, 1, 0], found)
    r = subprocess.run(
        [os.path.join(ROOT, "tools/test"), "gcc"],
        env={**os.environ, "WITHOUT": "brwoser"},
        capture_output=True,
        text=True,
        check=False,
    )
    check("a suite is left out by its right name only", r.returncode == 1 and "brwoser" in r.stderr, r)


def test_order():
    t = tool("test")
    os.makedirs("o/meson-logs", exist_ok=True)
    os.makedirs("o/meson-info", exist_ok=True)
    with open("o/meson-info/intro-tests.json", "w", encoding="utf-8") as f:
        json.dump([{"name": name, "priority": seconds} for name, seconds in (("laws", 0), ("kill", 30), ("wander", 120), ("new", 60))], f)
    build, names = t.Build("o", "o", "cc", [], []), ["laws", "kill", "wander", "new"]
    check("without a log what is said to take long begins first", t.longest_first(build, names) == ["wander", "new", "kill", "laws"])
    with open("o/meson-logs/testlog.json", "w", encoding="utf-8") as f:
        for name, seconds in (("laws", 70.5), ("kill", 2), ("wander", 50)):
            print(json.dumps({"name": f"tambo:a / {name}", "duration": seconds}), file=f)
    check("else what took long, and a new test as it is said", t.longest_first(build, names) == ["laws", "new", "wander", "kill"])


def test_games():
    games = tool("check_games.py")
    names = ["temple", "valley"]
    for path, text in (
        ("clients/web/src/pages/home.jsx", '<a href="/play/temple">'),
        ("clients/web/src/look/kit.css", "a{b:c}.g-valley{--w1:#000}"),
        ("clients/web/src/games/index.js", "const x = sceneTemple;"),
        ("core/record.c", '#include "../games/temple.h"'),
        ("tools/texts.mjs", "/* a */ const all = [`valley`]; // b"),
    ):
        check(f"a game is found in {path}", games.looked_at(path) and len(list(games.named(path, text, names))) == 1)
    for text in ("/* as in\n temple */ a", "const a = 1; // valley", "<!-- temple -->"):
        check("comments may name one", not list(games.named("clients/web/src/pure/match.js", text, names)), text)
    check("and so may its own folder", not games.looked_at("clients/web/src/games/temple/about.js"))


def test_tags():
    """A struct tag that two files define is named by tools/check_names.py; one that is only declared again is not."""
    names = tool("check_names.py")
    for room in names.ROOMS:
        os.makedirs(os.path.join("tags", room))
    for path, text in (
        ("core/one.h", "struct one {\n    int a;\n};\nstruct two;\n"),
        ("bots/two.c", "struct two {\n    const struct one *a;\n};\nstatic void f(struct one *o) {\n}\n"),
    ):
        with open(os.path.join("tags", path), "w", encoding="utf-8") as f:
            f.write(text)
    check("a tag may be declared and used anywhere", not list(names.objections("tags")), list(names.objections("tags")))
    with open("tags/cli/again.c", "w", encoding="utf-8") as f:
        f.write("    enum one {\n        A,\n    } a;\n")
    found = list(names.objections("tags"))
    check("a tag is defined once", found == ["one: a tag of cli/again.c, core/one.h"], found)


def test_configure():
    """A folder that was made without node gets the web client when node is there."""
    os.makedirs("tree/tools")
    for name in ("configure", "setup"):
        shutil.copy(os.path.join(ROOT, "tools", name), "tree/tools")
    with open("tree/meson.build", "w", encoding="utf-8") as f:
        f.write("project('x', meson_version: '>=1.0')\noption = get_option('word')\n"
                "found = find_program('node', required: false).found()\nmessage('node @0@ @1@'.format(found, option))\n")
    with open("tree/meson_options.txt", "w", encoding="utf-8") as f:
        f.write("option('word', type: 'string', value: 'none')\n")
    env = few_commands("meson", "ninja", "python3")

    def configure(*options):
        r = subprocess.run(["tree/tools/configure", "b", *options], env=env, capture_output=True, text=True, check=False)
        with open("tree/b/meson-logs/meson-log.txt", encoding="utf-8") as log:
            text = log.read()
        return r.returncode == 0 and text[text.rindex("Message: ") + 9 :].split("\n")[0], os.stat("tree/b/meson-logs/meson-log.txt").st_mtime_ns

    first, at = configure()
    check("without node", first == "node false none", first)
    same, again = configure()
    check("nothing new: nothing is done", (same, again) == (first, at), (same, again, at))
    with open("bin/node", "w", encoding="utf-8") as f:
        f.write("#!/bin/sh\n")
    os.chmod("bin/node", 0o755)
    found, _ = configure()
    check("node came: it is made again", found == "node true none", found)
    found, at = configure("-Dword=two")
    check("an option is taken", found == "node true two", found)
    found, again = configure()
    check("and stays where none is named", (found, again) == ("node true two", at), found)
    os.remove("bin/meson")
    r = subprocess.run(["tree/tools/configure", "c"], env=env, capture_output=True, text=True, check=False)
    check("without meson it says how to get it", r.returncode == 1 and "tools/setup build" in r.stderr, r)


def test_newer_compiler():
    """A warning of a compiler that is newer than those the tree was checked with fails no build; of a known one it does."""
    clang = shutil.which("clang")
    os.makedirs("wrapped")
    wrapper = os.path.abspath("wrapped/clang")
    env = {**os.environ, "CC": wrapper, "PATH": os.path.dirname(wrapper) + ":" + os.environ["PATH"]}
    for version, good in (("19.1.7", False), ("20.1.0", True), ("99.0.0", True)):
        with open(wrapper, "w", encoding="utf-8") as f:  # as if this clang were another, with a new warning
            f.write(f'#!/bin/sh\n[ "$1" != --version ] || {{ echo "clang version {version}"; exit; }}\n'
                    f'case "$*" in *core/*) set -- "$@" -Wpadded ;; esac\nexec {clang} "$@"\n')
        os.chmod(wrapper, 0o755)
        folder = f"clang-{version}"
        r = subprocess.run(["meson", "setup", folder, ROOT, "-Dwerror=true"], env=env, capture_output=True, text=True, check=False)
        check(f"clang {version}: configured", r.returncode == 0, r.stdout + r.stderr)
        for what in ("libtambo_pure.a.p/core_match.c.o", "match.wasm.o"):
            targets = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], capture_output=True, text=True, check=False).stdout
            if f"{what}:" not in targets:
                check(f"{what} is there", what == "match.wasm.o" and os.path.isdir(os.path.join(ROOT, "clients/web/built")), targets[:500])
                continue
            r = subprocess.run(["ninja", "-C", folder, what], env=env, capture_output=True, text=True, check=False)
            check(f"clang {version}: it warns of {what}", "-Wpadded" in r.stdout, r.stdout[-500:])
            check(f"clang {version}: {'builds' if good else 'refuses'} {what}", (r.returncode == 0) == good, r.stdout[-500:])


def with_tools(name):
    """A tool written in Python that has modules beside it."""
    sys.path.insert(0, os.path.join(ROOT, "tools"))
    return importlib.import_module(name)


C_TEXT = """/* a < b */
#define A(x) \\
    ((x) < 3)
static int f(int a, int b)
{
    char name[64];
    int n = a < 3 && !b ? g(a, b) : 7;
    GAME_ASSERT(a < 4);
    if (n >= 0x10) n += 2;
    for (int i = 0; i < 5; i++) say("a < b", i, 'c');
    return a == b;
}
"""
JS_TEXT = """import { a, b } from "x";
// a && b
const r = /a < b/.test(x) ? `${a < b}` : f(one, two);
export const X = ({ n }) => {
  if (n) return;
  go(n, 300, 1.5);
  return n && <P size={18} n={n + 1} a="b && c" />;
};
"""
CSS_TEXT = ":root{--a:#004080; /* --b:1px */ --c:1.5px;--d:var(--s1);--f:\"Kalam\",x}p{margin:3px}"


def test_mutate():
    """What is changed in a text, and what is left alone."""
    mutate = with_tools("mutate")

    def lines(path, text):
        return {(c.what, mutate.applied(text, c).split("\n")[mutate.line_of(text, c) - 1].strip()) for c in mutate.changes(path, text)}

    for path, text, wanted in (
        ("x.c", C_TEXT, C_CHANGES),
        ("x.jsx", JS_TEXT, JS_CHANGES),
        ("x.css", CSS_TEXT, CSS_CHANGES),
    ):
        found = lines(path, text)
        missing = [w for w in wanted if w not in found]
        check(f"{path}: conditions, bounds, statements, arguments, values", not missing, missing)
        check(f"{path}: nothing else", len(found) == len(wanted), [f for f in found if f not in wanted])
    check("a template that holds another is one text", len(mutate.tokens("x.js", "a(`1${b(`2${3}`)}4`, 5)")) == 6)
    check("a division is no expression between slashes", [t.text for t in mutate.tokens("x.js", "a / b / c")] == list("a/b/c"))


C_CHANGES = [
    ("`a < 3 && !b` negated", "int n = !(a < 3 && !b) ? g(a, b) : 7;"),
    ("<= for <", "int n = a <= 3 && !b ? g(a, b) : 7;"),
    ("4 for 3", "int n = a < 4 && !b ? g(a, b) : 7;"),
    ("|| for &&", "int n = a < 3 || !b ? g(a, b) : 7;"),
    ("a ! less", "int n = a < 3 && b ? g(a, b) : 7;"),
    ("g: `a` and `b` exchanged", "int n = a < 3 && !b ? g(b, a) : 7;"),
    ("8 for 7", "int n = a < 3 && !b ? g(a, b) : 8;"),
    ("`n >= 0x10` negated", "if (!(n >= 0x10)) n += 2;"),
    ("> for >=", "if (n > 0x10) n += 2;"),
    ("0x11 for 0x10", "if (n >= 0x11) n += 2;"),
    ("without `n += 2;`", "if (n >= 0x10) {}"),
    ("-= for +=", "if (n >= 0x10) n -= 2;"),
    ("3 for 2", "if (n >= 0x10) n += 3;"),
    ("1 for 0", "for (int i = 1; i < 5; i++) say(\"a < b\", i, 'c');"),
    ("<= for <", "for (int i = 0; i <= 5; i++) say(\"a < b\", i, 'c');"),
    ("6 for 5", "for (int i = 0; i < 6; i++) say(\"a < b\", i, 'c');"),
    ("without `say(\"a < b\", i, 'c');`", "for (int i = 0; i < 5; i++) {}"),
    ("return !(...) for `a == b`", "return !(a == b);"),
    ("!= for ==", "return a != b;"),
]
JS_CHANGES = [
    ("`/a < b/.test(x)` negated", "const r = !(/a < b/.test(x)) ? `${a < b}` : f(one, two);"),
    ("f: `one` and `two` exchanged", "const r = /a < b/.test(x) ? `${a < b}` : f(two, one);"),
    ("`n` negated", "if (!(n)) return;"),
    ("without `return;`", "if (n) {}"),
    ("without `go(n, 300, 1.5);`", "{}"),
    ("go: `n` and `300` exchanged", "go(300, n, 1.5);"),
    ("go: `300` and `1.5` exchanged", "go(n, 1.5, 300);"),
    ("600 for 300", "go(n, 600, 1.5);"),
    ("2.25 for 1.5", "go(n, 300, 2.25);"),
    ("return !(...) for `n && <P size={18} n={n + 1} a=\"b && c\" />`", 'return !(n && <P size={18} n={n + 1} a="b && c" />);'),
    ("|| for &&", 'return n || <P size={18} n={n + 1} a="b && c" />;'),
    ("- for +", 'return n && <P size={18} n={n - 1} a="b && c" />;'),
    ("2 for 1", 'return n && <P size={18} n={n + 2} a="b && c" />;'),
]
CSS_CHANGES = [
    ("--a: #406080 for #004080", CSS_TEXT.replace("#004080", "#406080")),
    ("--c: 2.25 for 1.5", CSS_TEXT.replace("1.5", "2.25")),
]


def test_random():
    """What is drawn is the same by the same seed, and each place but once."""
    drawn = with_tools("mutants_random")
    drawn.read = {"core/x.c": C_TEXT, "core/y.c": C_TEXT.replace("7", "9")}.get
    drawn.git = lambda *args, **more: "core/x.c core/y.c"
    titles = [(d.name, d.title) for d in drawn.drawn("c", "5")]
    check("the same seed draws the same", titles == [(d.name, d.title) for d in drawn.drawn("c", "5")], titles)
    check("another seed draws others", titles != [(d.name, d.title) for d in drawn.drawn("c", "6")], titles)
    check("a name is enough to go on from there", titles[3:] == [(d.name, d.title) for d in drawn.drawn("c", "5", 4)], titles)
    places = [t.split(" ")[0] for _, t in titles]
    check("each place once", len(places) == len(set(places)) == 8, places)
    seen = with_tools("mutants_seen").Seen({"slow": 9, "quick": 1, "any": 20}, {"a.c": {"3": ["slow", "quick"], "5": [], "8": None}}, ["any"])
    check("the quickest first, and those that may execute anything", seen.by("a.c", 4) == ["quick", "slow", "any"], seen.by("a.c", 4))
    check("what nobody executes", seen.by("a.c", 6) == ["any"], seen.by("a.c", 6))
    check("between functions all of the file", seen.by("a.c", 9) == seen.by("a.c", 1) == ["quick", "slow", "any"], seen.by("a.c", 9))
    wide = {"a.c": {"1": ["all", "own"]}, "b.c": {str(line): ["all"] for line in range(90)}}
    seen = with_tools("mutants_seen").Seen({"all": 1, "own": 2}, wide)
    check("what is of this file before what passes through", seen.by("a.c", 1) == ["own", "all"], seen.by("a.c", 1))


def test_mutant_runs():
    """How tools/mutants runs a test: the first case that fails ends it, and a test that goes on for ever ends, with all it started."""
    tree = with_tools("mutants_tree")
    folder = tree.Folder("none")
    ways = {"well": "echo ok 1", "bad": "echo ok 1; echo not ok 2 - b; sleep 600", "todo": "echo not ok 1 - c '# TODO'", "status": "exit 3",
            "ever": "setsid sleep 600 & sleep 600", "turns": "while :; do :; done"}  # fmt: skip
    folder.known["tests"] = [{"name": name, "cmd": ["sh", "-c", text], "workdir": ROOT, "env": {}, "suite": []} for name, text in ways.items()]
    found = {name: folder.run(name, 0.5)[0] for name in ways}
    expected = {"well": None, "bad": "not ok 2 - b", "todo": None, "status": "exit status 3", "ever": tree.NO_END, "turns": tree.NO_END}
    check("each way to end is told", found == expected, found)
    ran = []
    check("the first that fails is told", folder.first_failure(["well", "bad", "status"], lambda _: 60, lambda name, *_: ran.append(name) or True) == ("bad", "not ok 2 - b"))
    check("and none is run after it", ran == ["well", "bad"], ran)
    check("when the time is over, none is run", folder.first_failure(["well", "bad"], lambda _: 60, lambda *_: False) is None)


def test_mutant_workers():
    """Several workers plant as many bugs as are wanted, those first that are drawn first; what is no program does not count."""
    random = with_tools("mutants_random")
    random.write = lambda *_: None
    random.say = lambda _: None
    said = []

    class Made:
        def __init__(self, tree, seen):
            self.tree, self.seen = tree, seen

        def first(self, trial, budget):
            if trial.draw.line in self.seen:
                raise random.NoProgram
            trial.found = ("a test", "why") if trial.draw.line % 3 else None

        def then(self, trial, budget):
            said.append(trial.draw.line)

    random.InC = Made
    text = "\n" * 30
    draws = iter([random.Draw(str(i), "a.c", text, random.mutate.Change(i, i, "", "nothing")) for i in range(25)])
    run = random.Run("c", 10, draws, [1, 2], ["a", "b", "c"])
    survived = run.all({2, 3, 5})
    check("ten are planted", sorted(t.draw.line for t in run.planted) == [1, 4, 6, 7, 8, 9, 10, 11, 12, 13], [t.draw.line for t in run.planted])
    check("survivors are shown to what is left", sorted(said) == [6, 9, 12] and survived == 3 and run.none == 3, (said, survived, run.none))


def test_list():
    """Each bug of tools/mutants.list can be planted as the sources are, is no other's, and names tests that there are."""
    with_tools("mutants_tree")  # so that what it imports is found
    with open(os.path.join(os.path.dirname(TAMBO), "meson-info/intro-tests.json"), encoding="utf-8") as f:
        known = {t["name"] for t in json.load(f)}
    client = any(name.startswith("web ") for name in known)  # a build without it knows none of its tests
    planted = {}
    for m in tool("mutants").read_list():
        try:
            with open(os.path.join(ROOT, m.value["file"]), encoding="utf-8") as f:
                bad = m.planted(f.read())
        except (OSError, ValueError) as e:
            check(f"[{m.name}] applies", False, e)
            continue
        check(f"[{m.name}] applies, and is no other's", planted.setdefault((m.value["file"], bad), m.name) == m.name, planted[m.value["file"], bad])
        unknown = [t for t in m.value["tests"] if t not in known and (client or not t.startswith(("web ", "wasm ", "browser ")))]
        check(f"[{m.name}] names tests", m.value["tests"] and not unknown, unknown)
    check("there are some", len(planted) > 100, len(planted))


def test_run_all():
    """A test that nobody runs passes whatever happens: the kit refuses a program that leaves one out."""
    with open("own.py", "w", encoding="utf-8") as f:
        f.write("from cli_kit import run_all\n\n\ndef test_one():\n    pass\n\n\ndef test_two():\n    pass\n\n\nrun_all(test_one)\n")
    env = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "tests/kit"), "PYTHONDONTWRITEBYTECODE": "1"}
    r = subprocess.run([sys.executable, "own.py", TAMBO, ROOT], env=env, capture_output=True, text=True, check=False)
    check("a test that is left out is named, and nothing is run", r.returncode and "run_all was not given test_two\n" in r.stderr and not r.stdout, r)


def test_tracked():
    """A link in git points into the machine of whoever made it, and what a build makes does not belong there."""
    if not os.path.exists(os.path.join(ROOT, ".git")):
        return
    lines = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    odd = [line for line in lines if not line.startswith("100")]
    check("git has plain files only: no links, no other repositories", lines and not odd, odd)
    made = [line for line in lines if "node_modules" in line or "__pycache__" in line or "\tbuild" in line]
    check("git has nothing that a build or npm makes", not made, made)


def test_places():
    """A bug of tools/mutants.list may need more than one place of its file."""
    with_tools("mutants_tree")  # so that what it imports is found
    mutants = tool("mutants")
    m = mutants.Mutant("X", "two places")
    for key, value in (("file", "x.c"), ("was", "a;"), ("now", "b;"), ("in", "two"), ("was", "c;"), ("now", ""), ("tests", "t")):
        m.note(key, value)
    check("each place has its own lines", m.places() == [{"file": "x.c", "was": "a;", "now": "b;", "tests": "t"}, {"in": "two", "was": "c;", "now": ""}], m.places())
    check("all are planted", m.planted("  a;\none\n  c;\ntwo\n  c;\n") == "  b;\none\n  c;\ntwo\n  \n", m.planted("  a;\none\n  c;\ntwo\n  c;\n"))
    for wrong in ("  a;\n", "two\n  c;\n", "a;\na;\ntwo\nc;\n"):
        try:
            check("all or none", False, m.planted(wrong))
        except ValueError as e:
            check("all or none", "line" in str(e), e)


sys.exit(
    run_all(
        test_setup,
        test_count,
        test_missing,
        test_order,
        test_games,
        test_tags,
        test_configure,
        test_newer_compiler,
        test_mutate,
        test_random,
        test_mutant_runs,
        test_mutant_workers,
        test_list,
        test_places,
        test_run_all,
        test_tracked,
    )
)
