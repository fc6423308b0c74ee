#!/usr/bin/env python3
"""Checks that functions carry the name of their file (docs/HACKING.md, habits): whoever reads a call knows where to look.

usage: check_names.py [ROOT]

- A function that is not static begins with the name of its file (`record_line` in record.c), of the header that declares it
  (`game_find` in game.h), with the first words of that name (`room_result` in room_tell.c) or with its last (`deal_draw` in
  tiwanaku_deal.c).
- A prefix belongs to one file, or to the files of one folder that begin with it.
- In clients/web `web_` is for the files among themselves, `tambo_` for JavaScript.
- A tag (`struct room`, `enum place`) is defined once: one name, one thing."""
import os
import re
import subprocess
import sys

ROOMS = ["core", "puzzle", "games", "bots", "table", "cli", "clients/web",
         "server", "server/base", "server/net", "server/store", "server/hall", "server/api"]
# What others define for us: how to die, and a table's memory.
HOOKS = {"game_assert", "memory_take", "memory_raw", "memory_give"}
# The word of the whole command for how it is called; main is C's.
EXEMPT = {"usage", "main"}
TAG = re.compile(r"^[ \t]*(?:static |const |typedef )*(?:struct|enum|union) (\w+)\s*\{", re.M)
FUNCTION = re.compile(r"^(?!static|typedef|extern|#|/|\s|\}|[A-Z]+ )[A-Za-z_][\w \*]*?[\s\*](\w+)\(", re.M)


def functions(text):
    """The names of functions that are not static: (name, is it a definition?)."""
    for m in FUNCTION.finditer(text):
        brace, end = text.find("{", m.end()), text.find(";", m.end())
        yield m[1], brace != -1 and (end == -1 or brace < end)


def prefixes(base):
    """What functions of a file may begin with: its name, the first words of it, the last."""
    words = base.split("_")
    return ["_".join(words[:i]) for i in range(len(words), 0, -1)] + ["_".join(words[i:]) for i in range(1, len(words))]


def carried(name, bases, room):
    """The prefix of these files that a function has, or None."""
    allowed = [p for base in bases for p in prefixes(base)] + (["web", "tambo"] if room == "clients/web" else [])
    return next((p for p in allowed if name == p or name.startswith(p + "_")), None)


def sources(root):
    """Room and path of all C files of the rooms."""
    for room in ROOMS:
        command = ["git", "-C", root, "ls-files", "-co", "--exclude-standard", room + "/*.c", room + "/*.h"]
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
        names = listed.stdout.split() or [f"{room}/{f}" for f in sorted(os.listdir(os.path.join(root, room)))]
        for path in names:
            if path.endswith((".c", ".h")) and os.path.dirname(path) == room and os.path.exists(os.path.join(root, path)):
                yield room, path


def objections(root):
    """One sentence for each function that is called otherwise."""
    declared, defined, tags = {}, [], {}  # name -> header; (room, file, name); tag -> files
    for room, path in sources(root):
        base = os.path.splitext(os.path.basename(path))[0]
        with open(os.path.join(root, path), encoding="utf-8") as f:
            text = f.read()
            for tag in set(TAG.findall(text)):
                tags.setdefault(tag, []).append(path)
            for name, is_definition in functions(text):
                if not is_definition:
                    declared[name] = base
                elif name not in HOOKS | EXEMPT:
                    defined.append((room, base, path, name))
    for tag, files in sorted(tags.items()):
        if len(files) > 1:
            yield f"{tag}: a tag of {', '.join(sorted(files))}"
    owners = {}  # prefix -> {(room, first word of the file)}
    for room, base, path, name in defined:
        bases = [base] + ([declared[name]] if name in declared else [])
        prefix = carried(name, bases, room)
        if not prefix:
            yield f"{path}: {name}() carries the name of no file"
        else:
            own = base if prefix in prefixes(base) else declared.get(name, base)
            family = prefix if own == prefix or own.startswith(prefix + "_") else own
            owners.setdefault(prefix, {}).setdefault((room, family), path)
    for prefix, found in owners.items():
        if len(found) > 1 and prefix not in ("tambo", "web", "cmd"):
            yield f"{prefix}_: a prefix of {', '.join(sorted(found.values()))}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    wrong = list(objections(root))
    for sentence in wrong:
        print(sentence)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
