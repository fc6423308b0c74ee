#!/usr/bin/env python3
"""Reads PO files: po.read(path) gives {(msgctxt, msgid): msgstr} of what is translated; the msgstr of
an entry with a plural is a list of both forms. A damaged file ends the program with one sentence.

usage: po.py FILE   prints JSON for the web client: {"context\\u0004text": "translation" or [one, many]}"""
import ast
import json
import re
import sys

LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr|msgstr\[[01]\]) )?("(?:[^"\\]|\\[nt"\\])*")')


def keep(found, entry, where):
    """Adds a whole entry; one that is not translated, or the header, is left out."""
    if "msgid_plural" in entry and "msgstr[0]" in entry and "msgstr[1]" in entry:
        forms = [entry["msgstr[0]"], entry["msgstr[1]"]]
        entry["msgstr"] = forms if all(forms) else ""
    if "msgid" not in entry or "msgstr" not in entry:
        raise SystemExit(f"{where}: expected an entry with msgid and msgstr")
    key = entry.get("msgctxt", ""), entry["msgid"]
    if key in found:
        raise SystemExit(f"{where}: the text {entry['msgid']!r} is there twice")
    if entry["msgid"] and entry["msgstr"]:
        found[key] = entry["msgstr"]


def read(path):
    found, entry, key = {}, {}, None
    try:
        text = open(path, encoding="utf-8").read()
    except UnicodeDecodeError:
        raise SystemExit(f"{path}: this is not UTF-8") from None
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.startswith("#"):
            continue
        m = LINE.fullmatch(line)
        if not line.strip():
            if entry:
                keep(found, entry, f"{path}:{number - 1}")
            entry, key = {}, None
        elif not m or not (m[1] or key) or m[1] in entry:
            raise SystemExit(f"{path}:{number}: expected msgctxt, msgid or msgstr with a text in quotes")
        else:
            key = m[1] or key
            entry[key] = entry.get(key, "") + ast.literal_eval(m[2])
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: po.py FILE")
    texts = {(context + "\u0004" if context else "") + text: to for (context, text), to in read(sys.argv[1]).items()}
    json.dump(texts, sys.stdout, ensure_ascii=False, separators=(",", ":"))
