#!/usr/bin/env python3
"""The release tarball (tools/dist): the same tree gives the same bytes; it builds without node, npm,
clang and lld; what was built serves the real page and the rules as WebAssembly, and plays a game.

test_dist.py TAMBO ROOT packs the tree as it is, with the web client of the build folder of TAMBO."""
import lzma
import os
import re
import subprocess
import sys
import tarfile
import tempfile

sys.dont_write_bytecode = True
from server_kit import Server, check, done
from server_play import all_over, pump, seat_all

TAMBO, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
BUILD = os.path.dirname(TAMBO)
ABSENT = re.compile(r"node|npm|npx|corepack|clang|.*lld|wasm-ld|llvm|git$")  # what whoever builds a release need not have


def call(*args, **options):
    return subprocess.run(args, capture_output=True, text=True, timeout=1800, check=False, **options)


def pack(folder):
    r = call(os.path.join(ROOT, "tools/dist"), "--from", BUILD, folder)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    check("tools/dist packs one file", r.returncode == 0 and len(names) == 1, r)
    return os.path.join(os.path.abspath(folder), names[0])


def read(path):
    with open(path, "rb") as f:
        return f.read()


def test_tarball():
    """Packs and unpacks it; where it is then."""
    version = call(TAMBO, "--version").stdout.split()[1]
    tarball = pack("a")
    os.umask(0o077)  # makes no difference
    check("the same tree gives the same bytes", read(pack("b")) == read(tarball))
    os.umask(0o022)
    check("its name", os.path.basename(tarball) == f"tambo-{version}.tar.xz", tarball)
    with lzma.open(tarball) as packed, tarfile.open(fileobj=packed) as tar:
        members = tar.getmembers()
        tar.extractall(".")
    names = {m.name.partition("/")[2] for m in members if m.isfile()}
    check("one folder, named as the file", {m.name.split("/")[0] for m in members} == {f"tambo-{version}"})
    check("all belongs to root and has one date", {(m.uid, m.gid) for m in members} == {(0, 0)} and len({m.mtime for m in members}) == 1)
    listed = call("git", "-C", ROOT, "ls-files", "-co", "--exclude-standard").stdout.splitlines()
    want = {f for f in listed if os.path.exists(os.path.join(ROOT, f))}
    built = {n for n in names if n.startswith("clients/web/built/")}
    check("git's files and the web client, nothing else", names - built == want, (names - built) ^ want)
    web = os.path.join(BUILD, "web")
    check("the web client is that of the build", {os.path.basename(n) for n in built} == set(os.listdir(web)), built)
    return os.path.abspath(f"tambo-{version}")


def test_words(tree):
    """What it says of a tree that is not as it should be."""
    r = call("tools/dist", "x", cwd=tree)
    check("without git there is no release", r.returncode == 1 and r.stderr == "tambo: make dist needs a git clone: a release is made of git's files\n", r)
    r = call("git", "clone", "-q", "--no-hardlinks", ROOT, "clone")
    check("a clone", r.returncode == 0, r)
    r = call("tools/dist", "--from", BUILD, "x", cwd="clone")
    check("all of it is committed: not a word", r.returncode == 0 and not r.stderr, r)
    with open("clone/NEWS", "a", encoding="utf-8") as f:
        f.write("more\n")
    with open("clone/new.txt", "w", encoding="utf-8") as f:
        f.write("new\n")
    r = call("tools/dist", "--from", BUILD, "x", cwd="clone")
    check("changes are named", r.returncode == 0 and " M NEWS\n" in r.stderr and "?? new.txt\n" in r.stderr and "not committed" in r.stderr, r)


def test_build(tree):
    """Builds the program where nobody has node or clang; its path."""
    os.mkdir("bin")
    for folder in ("/usr/local/bin", "/usr/bin", "/bin"):
        for name in os.listdir(folder):
            if not ABSENT.match(name) and not os.path.lexists(os.path.join("bin", name)):
                os.symlink(os.path.join(folder, name), os.path.join("bin", name))
    env = {"PATH": os.path.abspath("bin"), "LC_ALL": "C.UTF-8"}
    r = call("sh", "-c", "command -v cc && ! command -v node && ! command -v npm && ! command -v clang && ! command -v wasm-ld", env=env)
    check("there is a compiler, and neither node nor clang", r.returncode == 0, r)
    # Nothing of the compiler's work is looked at here: without its optimizations it is quick.
    r = call("meson", "setup", "-Doptimization=0", "-Ddebug=false", "build", cwd=tree, env=env)
    check("it can be configured", r.returncode == 0, r.stdout[-2000:], r.stderr)
    check("and says where the web client comes from", "built one in clients/web/built" in r.stdout, r.stdout[-2000:])
    r = call("ninja", "-C", "build", "tambo", cwd=tree, env=env)
    check("and built", r.returncode == 0, r.stdout[-2000:], r.stderr)
    return os.path.join(tree, "build", "tambo")


def test_serve(program):
    check("it has the same version", call(program, "--version").stdout == call(TAMBO, "--version").stdout)
    server = Server(program)
    page = server.ask("GET", "/")
    check("the page is the real one", page.status == 200 and page.body == read(os.path.join(BUILD, "web/index.html")), page)
    for name in sorted(os.listdir(os.path.join(BUILD, "web"))):
        a = server.ask("GET", "/" + name)
        good = a.status == 200 and a.body == read(os.path.join(BUILD, "web", name))
        if name.endswith(".wasm"):
            good = good and a.headers["content-type"] == "application/wasm" and a.body.startswith(b"\0asm")
        check(f"it serves /{re.sub('-[0-9a-zA-Z]{8,}', '', name)}", good, a)
    check("the rules and the map lab are among it", len([n for n in os.listdir(os.path.join(BUILD, "web")) if n.endswith(".wasm")]) == 2)
    actors, _ = seat_all(server, 2, 0, game="temple", seats=2)
    check("two people play a game", pump(actors, all_over(actors)))
    for a in actors:
        a.close()
    check("it stops", server.stop() == 0, server.read_log())


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    unpacked = test_tarball()
    test_words(unpacked)
    test_serve(test_build(unpacked))
    os.chdir("/")
done()
