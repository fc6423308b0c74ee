#!/usr/bin/env python3
"""Turns the files of the web client into assets.c (struct asset in server/net/net.h): bytes, gzip, a hash.

usage: assets.py OUTPUT HEADER [--depfile FILE] FOLDER [/URL=FILE]...

HEADER is how assets.c includes server/net/net.h. Every file of FOLDER that does not begin with a dot
becomes the URL of its path; then come single files with their URL. The same files give the same bytes.
A file whose name has a hash in it (app.0123abcd.js) may be kept by browsers for a year."""
import gzip
import hashlib
import os
import re
import sys

TYPES = {  # as in server/net/net_file.c
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


def files_of(folder):
    """(URL, path) of all files below the folder."""
    for root, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".")]
        for name in names:
            if not name.startswith("."):
                path = os.path.join(root, name)
                yield "/" + os.path.relpath(path, folder).replace(os.sep, "/"), path


def array(name, data):
    rows = (data[i : i + 32] for i in range(0, len(data), 32))
    return f"static const unsigned char {name}[] = {{\n" + "\n".join(",".join(map(str, r)) + "," for r in rows) + "\n};\n"


def main():
    output, header, *args = sys.argv[1:]
    depfile = None
    if args[0] == "--depfile":
        depfile, args = args[1], args[2:]
    found = dict(files_of(args[0]))
    for pair in args[1:]:
        url, path = pair.split("=", 1)
        if url in found:
            sys.exit(f"assets.py: {url} is there twice: {found[url]}, {path}")
        found[url] = path
    if "/index.html" not in found:
        sys.exit(f"assets.py: {args[0]} has no index.html")
    arrays, rows = [], []
    for number, (url, path) in enumerate(sorted(found.items(), key=lambda pair: pair[0].encode())):
        ending = os.path.splitext(url)[1]
        if not re.fullmatch(r"(/[A-Za-z0-9_.-]+)+", url) or ending not in TYPES:
            sys.exit(f"assets.py: {path}: a name of letters, digits, `_.-` and one of {' '.join(TYPES)} is needed")
        with open(path, "rb") as f:
            data = f.read()
        small = gzip.compress(data, 9, mtime=0)
        arrays.append(array(f"bytes_{number}", data or b"\0"))
        packed = len(small) < len(data)
        if packed:
            arrays.append(array(f"gzip_{number}", small))
        etag = hashlib.sha256(data).hexdigest()[:32]
        immutable = "true" if re.search(r"[.-]([0-9a-f]{8,}|[0-9A-Z]{8})\.", os.path.basename(url)) else "false"
        rows.append(
            f'    {{"{url}", "{TYPES[ending]}", "\\"{etag}\\"", bytes_{number}, {f"gzip_{number}" if packed else "NULL"}, '
            f"{len(data)}, {len(small) if packed else 0}, {immutable}}},\n"
        )
    with open(output, "w", encoding="ascii") as out:
        out.write(f'/* Made by tools/assets.py. Do not edit. */\n#include "{header}"\n\n')
        out.writelines(arrays)
        out.write("\nconst struct asset assets[] = {\n")
        out.writelines(rows)
        out.write("    {NULL, NULL, NULL, NULL, NULL, 0, 0, false},\n};\n")
    if depfile:
        folders = [root for root, _, _ in os.walk(args[0])]  # a new file changes its folder
        with open(depfile, "w", encoding="utf-8") as out:
            out.write(f"{output}: " + " ".join(p.replace(" ", "\\ ") for p in sorted(found.values()) + folders) + "\n")


main()
