#!/usr/bin/env python3
"""Names a build: build_id.c holds a hash over everything that decides what a state or a move number means:
the sources of the pure rooms and of the WebAssembly interface, and the boards that are compiled in. Titles in other
languages do not. A page and a server of the same name understand one another's states (core/build.h). Only contents
count, so a clone and a tarball give the same.

usage: build_id.py OUTPUT DEPFILE ROOT [WORD...]     WORD: what else makes this build another, a define"""
import glob
import hashlib
import os
import sys

PARTS = ["core/*.[ch]", "puzzle/*.[ch]", "games/*.[ch]", "bots/*.[ch]", "clients/web/*.[ch]", "data/sheets/*.sheet",
         "data/scenarios/*.scenario", "tools/embed.py"]
LISTS = ["core/meson.build", "puzzle/meson.build", "games/meson.build", "bots/meson.build", "data/meson.build"]  # a new file stands there


def main():
    output, depfile, root, *words = sys.argv[1:]
    files = sorted(os.path.relpath(path, root) for part in PARTS + LISTS for path in glob.glob(os.path.join(root, part)))
    whole = hashlib.sha256()
    for name in files:
        with open(os.path.join(root, name), "rb") as f:
            text = f.read()
        whole.update(f"{name.replace(os.sep, '/')} {len(text)}\n".encode() + text)
    for word in words:
        whole.update(f"{word}\n".encode())
    with open(output, "w", encoding="utf-8") as f:
        f.write("/* Made by tools/build_id.py. */\nextern const char build_id[17];\n"
                f'const char build_id[17] = "{whole.hexdigest()[:16]}";\n')
    with open(depfile, "w", encoding="utf-8") as f:
        f.write(f"{output}: " + " ".join(os.path.join(root, name).replace(" ", "\\ ") for name in files) + "\n")


main()
