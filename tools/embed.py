#!/usr/bin/env python3
"""Turns data/sheets/GAME-NAME.sheet and data/scenarios/NAME.scenario into builtin_data.c.

usage: embed.py OUTPUT FILE..."""
import os
import sys


def order(row):
    """Sort by kind, game, then name with its number as a number: long-2 before long-10."""
    head, _, tail = row[2].rpartition("-")
    return row[0], row[1], head, int(tail) if tail.isdigit() else 0, row[2]


def main():
    rows = []
    for path in sys.argv[2:]:
        stem, ext = os.path.splitext(os.path.basename(path))
        text = open(path, encoding="utf-8").read()
        if not text.endswith("\n"):
            sys.exit(f"{path}: the last line has no line end")
        kind = ext[1:]
        game, name = stem.split("-", 1) if kind == "sheet" else ("tiwanaku", stem)
        rows.append((kind, game, name, text))
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed.py from data/. Do not edit. */\n#include "builtin.h"\n\n')
        out.write("const struct builtin builtins[] = {\n")
        for kind, game, name, text in sorted(rows, key=order):
            lines = "\n".join('     "%s\\n"' % l.replace("\\", "\\\\").replace('"', '\\"') for l in text.splitlines())
            out.write(f'    {{"{kind}", "{game}", "{name}",\n{lines}}},\n')
        out.write("    {NULL, NULL, NULL, NULL},\n};\n")


main()
