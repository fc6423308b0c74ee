#!/usr/bin/env python3
"""Turns data/sheets/GAME-NAME.sheet and data/scenarios/NAME.scenario into builtin_data.c.
Scenarios get their titles in the languages of PO/LINGUAS; a language that has less than 95 % of them is left out.

usage: embed.py [--depfile FILE] OUTPUT PO FILE..."""
import os
import sys

import po

OFFERED = 0.95


def order(row):
    """Sort by kind, game, then name with its number as a number: long-2 before long-10."""
    head, _, tail = row[2].rpartition("-")
    return row[0], row[1], head, int(tail) if tail.isdigit() else 0, row[2]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def title(text):
    return next(line[6:] for line in text.splitlines() if line.startswith("name: "))


def spoken(folder, titles):
    """[(code, {title: translation})] of the languages that are complete enough, and the files read."""
    found, used = [], []
    for code in po.languages(folder):
        used.append(path := os.path.join(folder, f"{code}.po"))
        texts = po.read(path)
        has = {t: texts["map", t] for t in titles if ("map", t) in texts}
        if len(has) >= OFFERED * len(titles):
            found.append((code, has))
    return found, used


def read(paths):
    rows = []
    for path in paths:
        stem, ext = os.path.splitext(os.path.basename(path))
        text = open(path, encoding="utf-8").read()
        if not text.endswith("\n"):
            sys.exit(f"{path}: the last line has no line end")
        if ext == ".sheet":
            game, name = stem.split("-", 1)
            rows.append(("sheet", game, name, text, None))
        else:
            rows.append((ext[1:], "tiwanaku", stem, text, title(text)))
    return sorted(rows, key=order)


def write(out, rows, languages):
    out.write('/* Made by tools/embed.py from data/ and po/. Do not edit. */\n#include "builtin.h"\n\n')
    out.write("const struct builtin builtins[] = {\n")
    for kind, game, name, text, own in rows:
        lines = "\n".join("     " + quoted(line + "\n").replace("\n", "\\n") for line in text.splitlines())
        out.write(f'    {{"{kind}", "{game}", "{name}",\n{lines},\n     {quoted(own) if own else "NULL"}}},\n')
    out.write("    {NULL, NULL, NULL, NULL, NULL},\n};\n")
    for i, (_, has) in enumerate(languages):
        titles = ",\n    ".join(quoted(has[own]) if own in has else "NULL" for _, _, _, _, own in rows)
        out.write(f"\nstatic const char *const titles_{i}[] = {{\n    {titles}}};\n")
    rows_of = "".join(f'    {{"{code}", titles_{i}}},\n' for i, (code, _) in enumerate(languages))
    out.write(f"\nconst struct language languages[] = {{\n{rows_of}    {{NULL, NULL}},\n}};\n")


def main():
    args = sys.argv[1:]
    depfile = None
    if args[0] == "--depfile":
        depfile, args = args[1], args[2:]
    output, folder, *paths = args
    rows = read(paths)
    languages, used = spoken(folder, [own for *_, own in rows if own])
    with open(output, "w", encoding="utf-8") as out:
        write(out, rows, languages)
    if depfile:
        with open(depfile, "w", encoding="utf-8") as out:
            out.write(f"{output}: {' '.join(path.replace(' ', chr(92) + ' ') for path in used)}\n")


main()
