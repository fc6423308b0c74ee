#!/usr/bin/env python3
"""Texts in other languages, as gettext has them: msgfmt checks a PO file and makes an MO file of it, which is
read here. So what is fuzzy or obsolete is left out, and a damaged file ends the program with one sentence.

read(path) gives {(msgctxt, msgid): msgstr}, where msgstr is the list of all forms if the text has a plural;
the header is the text of ("", ""). languages() gives the codes in po/LINGUAS.

usage: po.py [--ids] FILE...   prints JSON, an object for each file:
           {"header": {field: value}, "texts": {"context\\u0004text": "translation" or [forms]}}
       --ids   for a POT file: every text stands for itself, [one, many] if it has a plural"""
import json
import os
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def languages(folder=os.path.join(ROOT, "po")):
    with open(os.path.join(folder, "LINGUAS"), encoding="utf-8") as f:
        return [code for line in f for code in line.split("#")[0].split()]


def gettext(command, path, text=None):
    """What a program of gettext makes of a file, or of a text that was made of it."""
    try:
        with open(path, "rb") as f:
            text = f.read() if text is None else text
        env = {**os.environ, "LC_ALL": "C"}
        r = subprocess.run(command, input=text, capture_output=True, check=False, env=env)
    except FileNotFoundError as e:
        raise SystemExit(f"{e.filename}: not found" + ("" if e.filename == path else "; it is part of gettext")) from None
    if r.returncode:
        said = r.stderr.decode("utf-8", "replace").splitlines() or [f"{command[0]} failed"]
        why = next((line for line in said if line.startswith("<stdin>:") and "warning" not in line), said[0])
        raise SystemExit(why.replace("<stdin>", path))
    return r.stdout


def unpack(mo):
    """{key: text} of an MO file: the format is in the manual of gettext."""
    count, ids, texts = struct.unpack_from("<3I", mo, 8)

    def at(table, i):
        size, begin = struct.unpack_from("<2I", mo, table + 8 * i)
        return mo[begin : begin + size].decode("utf-8")

    return {at(ids, i): at(texts, i) for i in range(count)}


def read(path, ids=False):
    text = gettext(["msgen", "--force-po", "-"], path) if ids else None
    how = [] if ids else ["--check"]
    found = {}
    for key, to in unpack(gettext(["msgfmt", *how, "--endianness=little", "-o", "-", "-"], path, text)).items():
        context, _, own = key.rpartition("\4")
        one, *many = own.split("\0")
        found[context, one] = to.split("\0") if many else to
    return found


def main():
    ids = sys.argv[1:2] == ["--ids"]
    paths = sys.argv[2 if ids else 1 :]
    if not paths:
        sys.exit("usage: po.py [--ids] FILE...")
    said = []
    for path in paths:
        texts = read(path, ids)
        head = texts.pop(("", ""), "")
        header = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
        said.append({"header": header, "texts": {(c + "\4" if c else "") + t: to for (c, t), to in texts.items()}})
    json.dump(said, sys.stdout)


if __name__ == "__main__":
    main()
