#!/usr/bin/env python3
"""Documents of the source tree: no link leads nowhere, NEWS tells of this version, and the glossary is short and about words that are
used.

test_documents.py TAMBO ROOT"""
import os
import re

from cli_kit import ROOT, check, read, run, run_all
from links import dead_links


def test_links():
    seen, dead = dead_links(ROOT, ["packaging/README.md"])  # its place is another: test_deb.py
    check("documents have links", seen > 50, seen)
    check("each leads somewhere", not dead, dead)


def test_checker():
    """The checker itself: it would notice."""
    os.makedirs("docs")
    for path, text in (
        ("README.md", "# A title\n[a](docs/b.md) [c](docs/c.md) ![d](d.png) [e](#a-title) [f](#f) `[g](g)`\n\n    [h](h)\n"),
        ("docs/b.md", "## Up\n[up](../README.md#a-title) [out](../../x) [n](../README.md#no) <img src=\"q.png\">\n[web](https://example.org/)\n"),
    ):
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    seen, dead = dead_links(".")
    want = ["README.md: docs/c.md", "README.md: d.png", "README.md: #f", "docs/b.md: ../../x", "docs/b.md: ../README.md#no", "docs/b.md: q.png"]
    check("what leads nowhere is found", sorted(dead) == sorted(want) and seen == 9, (seen, dead))


def test_news():
    version = run("--version").out.split()[1]
    top = read(os.path.join(ROOT, "NEWS")).decode().split("\n")[0]
    check("NEWS begins with this version", re.fullmatch(rf"Tambo {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", top), top)


def test_glossary():
    text = read(os.path.join(ROOT, "docs/glossary.md")).decode()
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", text, re.M)[1:]
    words = [w.strip().strip('"') for row, _ in rows for w in re.sub(r"\(.*?\)", "", row).split(",")]
    check("the glossary has at most 45 lines", 30 <= len(text.splitlines()) <= 45, len(text.splitlines()))
    check("each word stands there once", len(words) > 30 and len(set(words)) == len(words), words)
    source = ""
    for room in ("core", "puzzle", "games", "bots", "table", "server", "tests"):
        for folder, _, files in os.walk(os.path.join(ROOT, room)):
            for name in files:
                if name.endswith((".c", ".h")):
                    source += read(os.path.join(folder, name)).decode("utf-8", "replace")
    unused = [w for w in words if not re.search(rf"(?<![A-Za-z]){re.escape(w)}(?![a-z])", source)]
    check("each is used in the code", not unused, unused)
    for path in ("README.md", "docs/HACKING.md"):
        check(f"{path} leads to it", "glossary.md" in read(os.path.join(ROOT, path)).decode())


if __name__ == "__main__":
    raise SystemExit(run_all(test_links, test_checker, test_news, test_glossary))
