#!/usr/bin/env python3
"""Checks who includes whom: core < puzzle < games < bots < table; all else is a leaf.

usage: check_includes.py [ROOT]

- A pure room includes itself and the rooms before it, and a few C headers.
- A leaf includes itself and the pure rooms. cli may include every leaf.
- Inside server/: base < net, store < hall < api < server.c; net and store do not know each other.
- tests, bench and sim include what they like; nobody includes them, nor cli.
- A quoted include names an existing file, relative to the file it stands in."""
import os
import re
import subprocess
import sys

PURE = ["core", "puzzle", "games", "bots", "table"]
LEAVES = ["cli", "server", "clients/web"]
# What a part of the server may include besides itself; server.c, which wires them together, all of them.
SERVER = {"base": [], "net": ["base"], "store": ["base"], "hall": ["base", "net", "store"],
          "api": ["base", "net", "store", "hall"], "": ["base", "net", "store", "hall", "api"]}
FREE = ["tests", "bench", "sim"]
HEADERS = {"assert.h", "limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h", "string.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>|(.+))')


def room(path):
    """The room a file lives in, or None."""
    for name in PURE + LEAVES + FREE:
        if path.startswith(name + "/"):
            return name
    return None


def objection(home, target):
    """Why home may not include target (two rooms), or None."""
    if home in FREE or home == target:
        return None
    if home in PURE:
        if target not in PURE:
            return f"{home} is pure and may not include the leaf {target}"
        if PURE.index(target) > PURE.index(home):
            return f"{home} comes before {target} ({' < '.join(PURE)})"
        return None
    if target in PURE:
        return None
    if target in FREE or target == "cli":
        return f"nobody includes {target}"
    return None if home == "cli" else f"the leaves {home} and {target} do not include one another"


def server_part(path):
    """The folder of server/ a file lives in; "": none of them."""
    return os.path.dirname(path)[len("server/"):]


def objection_in_server(path, target):
    """Why a file of the server may not include another one of it, or None."""
    home, other = server_part(path), server_part(target)
    for part in (home, other):
        if part not in SERVER:
            return f"server/{part} is no part of the server that is known here"
    return None if other in (home, *SERVER[home]) else f"server/{home} may not include server/{other}"


def check(root, path):
    """The faults of one file, as (line, message)."""
    home = room(path)
    if home is None:
        yield 1, f"no room of that name: expected one of {', '.join(PURE + LEAVES + FREE)}"
        return
    with open(os.path.join(root, path), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            m = INCLUDE.match(line)
            if not m:
                continue
            quoted, angle, other = m.groups()
            if other:
                yield number, "an include by macro cannot be checked"
            elif angle:
                if home in PURE and angle not in HEADERS:
                    yield number, f"<{angle}> is not for a pure room: only {', '.join(sorted(HEADERS))}"
            else:
                target = os.path.normpath(os.path.join(os.path.dirname(path), quoted))
                if not os.path.isfile(os.path.join(root, target)):
                    yield number, f'"{quoted}" is no file beside {path}; write the path from there'
                elif room(target) is None:
                    yield number, f'"{quoted}" lies in no room'
                else:
                    why = objection(home, room(target))
                    if not why and home == room(target) == "server":
                        why = objection_in_server(path, target)
                    if why:
                        yield number, f'"{quoted}": {why}'


def sources(root):
    """What git knows or would take; without git, all that is no build folder."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.c", "*.h"],
                            capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        yield from (p for p in sorted(listed.stdout.splitlines()) if os.path.exists(os.path.join(root, p)))
        return
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(d for d in folders if not d.startswith((".", "build")) and d != "node_modules")
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    files = faults = 0
    for path in sources(root):
        files += 1
        for line, message in check(root, path):
            print(f"{path}:{line}: {message}")
            faults += 1
    print(f"{files} files, {faults} faults")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
