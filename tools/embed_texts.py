#!/usr/bin/env python3
"""Turns the PO files into texts_data.c, the tables of cli/language.h: of every language in PO/LINGUAS that has
at least 95 % of what the C sources say to people, those texts and the rule of its plurals.

usage: embed_texts.py [--depfile FILE] OUTPUT ROOT"""
import os
import re
import sys

import po

OFFERED = 0.95
ROOMS = ("core", "puzzle", "games", "bots", "cli")  # what the terminal says comes from there
QUOTED = r'"((?:[^"\\]|\\.)*)"'
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|' + r"'(?:[^'\\]|\\.)*'|" + rf'{QUOTED}(?:\s*{QUOTED})*', re.S)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def literals(root):
    """All texts between quotes in the sources, with the pieces of one put together; and the files."""
    found, used = set(), []
    for room in ROOMS:
        for name in sorted(os.listdir(os.path.join(root, room))):
            if not name.endswith((".c", ".h")):
                continue
            used.append(path := os.path.join(root, room, name))
            with open(path, encoding="utf-8") as f:
                for token in TOKEN.finditer(f.read()):
                    if token[0].startswith('"'):
                        text = "".join(re.findall(QUOTED, token[0])).replace('\\"', '"').replace("\\n", "\n")
                        found |= {text, re.sub(r" \[[\w-]+\]$", "", text)}  # a refusal: its rule is no part of it
    return found, used


def french(text):
    """Spaces that do not break where the print has them, as clients/web/build.mjs makes them."""
    return re.sub(r" (?=[:;?!»%])", "\u00a0", text).replace("« ", "«\u00a0")


def catalogue(folder, code):
    """({text: [forms]}, header) of a language, from all its files but the titles of maps; and the files."""
    texts, header, used = {}, "", []
    for domain in sorted(os.listdir(folder)):
        path = os.path.join(folder, domain, f"{code}.po")
        if not os.path.exists(path):
            continue
        used.append(path)
        for (context, text), to in po.read(path).items():
            if text == "":
                header = to
            elif not context:
                texts.setdefault(text, to if isinstance(to, list) else [to])
    return texts, header, used


def rule(code, header):
    """The expression of Plural-Forms, which is C."""
    found = re.search(r"nplurals *= *\d+ *; *plural *= *([^;]+)", header)
    if not found or not re.fullmatch(r"[n\d\s?:|&=!<>+*%()-]+", found[1].strip()):
        sys.exit(f"{code}: Plural-Forms is not understood")
    return found[1].strip()


def speeches(folder, said):
    """[(code, plural rule, [(text, [forms])])] of the languages that are complete enough, and the files read."""
    all_texts, used = {}, []
    for code in po.languages(folder):
        texts, header, read = catalogue(folder, code)
        used += read
        if read:
            all_texts[code] = ({t: f for t, f in texts.items() if t in said}, header)
    wanted = set().union(*(texts for texts, _ in all_texts.values()))
    found = []
    for code, (texts, header) in all_texts.items():
        if len(texts) >= OFFERED * len(wanted):
            rows = sorted(texts.items(), key=lambda row: row[0].encode())
            found.append((code, rule(code, header), [(t, [french(x) for x in f] if code == "fr" else f) for t, f in rows]))
    return found, used


def write(out, found):
    out.write('/* Made by tools/embed_texts.py from po/. Do not edit. */\n#include "language.h"\n')
    for code, plural, rows in found:
        out.write(f"\nstatic unsigned form_{code}(unsigned long n) {{ (void)n; return (unsigned)({plural}); }}\n")
        out.write(f"static const struct translation texts_{code}[] = {{\n")
        for text, forms in rows:
            out.write(f"    {{{quoted(text)},\n     (const char *const[]){{{', '.join(quoted(f) for f in forms)}}}}},\n")
        out.write("};\n")
    rows = "".join(f'    {{"{code}", form_{code}, texts_{code}, sizeof texts_{code} / sizeof *texts_{code}}},\n' for code, *_ in found)
    out.write(f"\nconst struct speech speeches[] = {{\n{rows}    {{NULL, NULL, NULL, 0}},\n}};\n")


def main():
    args = sys.argv[1:]
    depfile = None
    if args[0] == "--depfile":
        depfile, args = args[1], args[2:]
    output, root = args
    said, sources = literals(root)
    found, used = speeches(os.path.join(root, "po"), said)
    with open(output, "w", encoding="utf-8") as out:
        write(out, found)
    if depfile:
        with open(depfile, "w", encoding="utf-8") as out:
            out.write(f"{output}: {' '.join(path.replace(' ', chr(92) + ' ') for path in sources + used)}\n")


main()
