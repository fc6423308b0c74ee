"""Reads PO files: po.read(path) gives {(msgctxt, msgid): msgstr} of what is translated. A damaged
file ends the program with one sentence."""
import ast
import re

LINE = re.compile(r'(?:(msgctxt|msgid|msgstr) )?("(?:[^"\\]|\\[nt"\\])*")')


def keep(found, entry, where):
    """Adds a whole entry; one that is not translated, or the header, is left out."""
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
