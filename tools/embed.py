#!/usr/bin/env python3
"""Turns data/sheets/GAME-NAME.sheet and data/scenarios/NAME.scenario into builtin_data.c.
Scenarios get their titles in all languages from po/.

usage: embed.py OUTPUT FILE... [LANGUAGE.po...]"""
import json
import os
import sys

import po

LANGUAGES = ["fr", "nl"]  # behind English: as enum language in games/builtin.h


def order(row):
    """Sort by kind, game, then name with its number as a number: long-2 before long-10."""
    head, _, tail = row[2].rpartition("-")
    return row[0], row[1], head, int(tail) if tail.isdigit() else 0, row[2]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def titles(path, text, texts):
    """The name: line and its translations; a scenario without them is an error."""
    name = next(l[6:] for l in text.splitlines() if l.startswith("name: "))
    for language in LANGUAGES:
        if ("map", name) not in texts[language]:
            sys.exit(f"{path}: po/{language}.po has no name for the map {json.dumps(name)}")
    return [name] + [texts[language]["map", name] for language in LANGUAGES]


def main():
    rows, texts = [], {}
    for path in sys.argv[2:]:
        if path.endswith(".po"):
            texts[os.path.basename(path)[:-3]] = po.read(path)
    for path in sys.argv[2:]:
        stem, ext = os.path.splitext(os.path.basename(path))
        if ext == ".po":
            continue
        text = open(path, encoding="utf-8").read()
        if not text.endswith("\n"):
            sys.exit(f"{path}: the last line has no line end")
        kind = ext[1:]
        if kind == "sheet":
            game, name = stem.split("-", 1)
            rows.append((kind, game, name, text, []))
        else:
            rows.append((kind, "tiwanaku", stem, text, titles(path, text, texts)))
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write('/* Made by tools/embed.py from data/ and po/. Do not edit. */\n#include "builtin.h"\n\n')
        out.write("const struct builtin builtins[] = {\n")
        for kind, game, name, text, title in sorted(rows, key=order):
            lines = "\n".join("     " + quoted(line + "\n").replace("\n", "\\n") for line in text.splitlines())
            title = ", ".join(map(quoted, title)) or "NULL"
            out.write(f'    {{"{kind}", "{game}", "{name}",\n{lines},\n     {{{title}}}}},\n')
        out.write("    {NULL, NULL, NULL, NULL, {NULL}},\n};\n")


main()
