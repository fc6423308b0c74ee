#!/usr/bin/env python3
"""A game is a folder: the rooms that serve all games alike name none. Says where one does.

usage: check_games.py [ROOT]

The names are those of games/games.c. Looked at is code; comments may give examples."""
import os
import re
import subprocess
import sys

ROOMS = ["core/", "table/", "server/", "clients/web/wasm.c", "clients/web/wasm_table.c", "clients/web/src/", "clients/web/build.mjs", "clients/web/dev.mjs",
         "tools/texts.mjs", "tools/po.py"]
OWN = "clients/web/src/games/"  # the games' own folders
LIST = OWN + "list.js"
ABOUT_ONE = ("clients/web/src/puzzles/",)  # rooms that are about one game: they use its folder
KINDS = (".c", ".h", ".js", ".jsx", ".mjs", ".py", ".css", ".svg", ".html", ".json")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`])//[^\n]*", re.S)
PYTHON = re.compile(r"#[^\n]*")


def looked_at(path):
    if not path.endswith(KINDS) or not path.startswith(tuple(ROOMS)) or path.startswith(ABOUT_ONE):
        return False
    return not path.startswith(OWN) or ("/" not in path[len(OWN):] and path != LIST)


def named(path, text, names):
    """The games that the code of a file names, as (line, name)."""
    comment = PYTHON if path.endswith(".py") else COMMENT
    code = comment.sub(lambda m: "\n" * m.group().count("\n"), text)
    for number, line in enumerate(code.split("\n"), 1):
        for name in re.findall("|".join(names), line, re.I):
            yield number, name


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read()


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    names = re.findall(r"&(\w+)_game\b", read(root, "games/games.c"))
    git = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False)
    walked = (os.path.relpath(os.path.join(at, name), root) for at, _, found in os.walk(root) for name in found)
    files = set(git.stdout.split("\n") if git.returncode == 0 else walked)
    here = [path for path in sorted(files) if looked_at(path) and os.path.exists(os.path.join(root, path))]
    faults = [(path, *fault) for path in here for fault in named(path, read(root, path), names)]
    for path, number, name in faults:
        print(f"{path}:{number}: names the game {name}; that belongs into the game's own folder")
    print(f"{len(here)} files looked at, {len(names)} games")
    sys.exit(1 if faults or len(here) < 100 or len(names) < 3 else 0)


if __name__ == "__main__":
    main()
