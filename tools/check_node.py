#!/usr/bin/env python3
"""Checks that what runs under node is content with node 18, which Debian 12 has: looks for names that came later.

usage: check_node.py ROOT

Looked at: tests/, tools/, bench/, clients/web/*.mjs, what their tests import from clients/web/src, and the flags given
to node in build files. The page itself may use what browsers have. Every entry of the list has an example, which must
be found before anything else is looked at. No proof: that is `make test` with node 18."""
import glob
import os
import re
import sys
from itertools import takewhile

FLAGS = "[dgimsuy]*v[dgimsuy]*"
# What it is, since which node, how it is found, an example.
NEWER = [
    ("Array.prototype.with", 20, r"\.with\(", 'list.with(1, "x")'),
    ("Array.prototype.toSorted", 20, r"\.toSorted\(", "list.toSorted()"),
    ("Array.prototype.toReversed", 20, r"\.toReversed\(", "list.toReversed()"),
    ("Array.prototype.toSpliced", 20, r"\.toSpliced\(", "list.toSpliced(0, 1)"),
    ("Array.fromAsync", 22, r"\bArray\.fromAsync\b", "await Array.fromAsync(them)"),
    ("Object.groupBy, Map.groupBy", 21, r"\b(Object|Map)\.groupBy\b", "Object.groupBy(list, (x) => x.kind)"),
    ("Promise.withResolvers", 22, r"\bPromise\.withResolvers\b", "const { promise } = Promise.withResolvers();"),
    ("Promise.try", 24, r"\bPromise\.try\b", "Promise.try(fn)"),
    ("String.prototype.isWellFormed", 20, r"\.(is|to)WellFormed\(", "text.isWellFormed()"),
    ("methods of Set", 22, r"\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
     "seen.union(others)"),
    ("methods of iterators", 22,
     r"\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(",
     "map.values().map((x) => x + 1)"),
    ("Iterator", 22, r"\bIterator\.(from|prototype)\b", "Iterator.from(list)"),
    ("ArrayBuffer.prototype.transfer", 21, r"\.transfer(ToFixedLength)?\(", "buffer.transfer()"),
    ("flag v of a regular expression", 20, r"(?:[=(,:\[!&|?{};]|return)\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[\n])+/"
     + FLAGS + r"(?=[\s.,;)\]}]|$)", "if (/[\\p{L}--[a-z]]/v.test(text)) return;"),
    ("flag v of a regular expression", 20, r"\bRegExp\([^\n]*,\s*[\"']" + FLAGS + r"[\"']\)", 'new RegExp(text, "gv")'),
    ("using", 24, r"^\s*(await )?using \w+ =", "  using file = open();"),
    ("import ... with", 20, r"\bfrom\s+[\"'][^\"']+[\"']\s+with\s*\{", 'import x from "./x.json" with { type: "json" };'),
    ("import.meta.dirname, import.meta.filename", 20, r"\bimport\.meta\.(dirname|filename)\b", "join(import.meta.dirname, name)"),
    ("import.meta.resolve", 20, r"\bimport\.meta\.resolve\b", 'import.meta.resolve("./x.mjs")'),
    ("deflate-raw in CompressionStream", 20, r"[\"']deflate-raw[\"']", 'new CompressionStream("deflate-raw")'),
    ("node:sqlite, node:sea", 20, r"[\"']node:(sqlite|sea)[\"']", 'import { DatabaseSync } from "node:sqlite";'),
    ("util.styleText", 20, r"\bstyleText\b", 'import { styleText } from "node:util";'),
    ("glob of node:fs", 22, r"\b(globSync|matchesGlob)\b|\bglob\b.*from [\"']node:fs", 'import { globSync } from "node:fs";'),
    ("fs.openAsBlob", 19, r"\bopenAsBlob\b", 'await openAsBlob("x")'),
    ("process.loadEnvFile, process.getBuiltinModule", 20, r"\bprocess\.(loadEnvFile|getBuiltinModule)\b", "process.loadEnvFile()"),
    ("hash of node:crypto", 20, r"\bimport\s*\{[^}]*\bhash\b[^}]*\}\s*from [\"']node:crypto", 'import { hash } from "node:crypto";'),
    ("zlib.crc32", 20, r"\bcrc32\b.*from [\"']node:zlib", 'import { crc32 } from "node:zlib";'),
    ("mock.timers, mock.module", 20, r"\bmock\.(timers|module)\b", "t.mock.timers.enable()"),
    ("plan and assert of a test's context", 20, r"\b(t|context)\.(plan\(|assert\.)", "t.plan(2);"),
    ("suite of node:test", 20, r"\bimport\s*\{[^}]*\bsuite\b[^}]*\}\s*from [\"']node:test", 'import { suite, test } from "node:test";'),
]
# Globals that a browser has, too: not looked for where code may be the page's.
GLOBALS = [
    ("global crypto", 19, r"(?<![\w.:])(globalThis\.)?crypto\.(?!js)\w", "crypto.randomUUID()"),
    ("global navigator", 21, r"(?<![\w.])(globalThis\.)?navigator\.\w", "navigator.hardwareConcurrency"),
    ("global WebSocket", 22, r"\bnew WebSocket\(", 'new WebSocket("ws://x")'),
    ("global CustomEvent", 19, r"\bnew CustomEvent\(", 'new CustomEvent("x")'),
    ("global File", 20, r"\bnew File\(", 'new File([], "x")'),
    ("global localStorage", 22, r"\b(local|session)Storage[.\[]", "localStorage.name"),
]
OPTIONS = [
    ("a flag of node", 20, r"--(env-file|run\b|permission|watch-path|test-(concurrency|timeout|force-exit|isolation|coverage)|experimental-(strip|transform)-types)",
     "node --test-concurrency=2 x.mjs"),
]
FINE = ["list.slice().sort()", "text.split(/[a-z]/u)", 'import { createHash } from "node:crypto";', "const url = `/v/${x}`;", "list.findLast((x) => x)",
        "structuredClone(x)", "[...Array(9).keys()].map((i) => i)", 'import "./crypto.js";', "Object.values(x).map((y) => y)", "a / b / v", "webcrypto.subtle"]
SUPPLIES = "tests/web/browser_has.mjs"  # what node 18 lacks


def newer(text, rules):
    """[(line, what, node)] of what is found outside of comments."""
    found, lines = [], text.splitlines()
    for number, line in enumerate(lines, 1):
        if not re.match(r"\s*(//|/\*|\*)", line):
            line = re.sub(r"\s//\s.*", "", line)
            on = "".join(more.strip() for more in takewhile(lambda more: more.lstrip().startswith("."), lines[number:]))
            hits = ((what, node, re.search(pattern, line + on)) for what, node, pattern, _ in rules)
            found += [(number, what, node) for what, node, hit in hits if hit and hit.start() < len(line)]
    return found


def prove():
    """Every rule finds its example, and nothing is found in what is fine."""
    for rules in (NEWER, GLOBALS, OPTIONS):
        for what, _, pattern, example in rules:
            assert any(name == what for _, name, _ in newer(example, rules)), f"{what}: not found in `{example}`"
            assert re.search(pattern, example), f"{what}: found, but not by {pattern}"
            assert not newer(f"// {example}", rules), f"{what}: found in a comment"
    assert [number for number, *_ in newer("map\n  .values()\n  .map(f)", NEWER)] == [2], "a chain over several lines"
    for text in FINE:
        assert not newer(text, NEWER + GLOBALS + OPTIONS), f"{text}: {newer(text, NEWER + GLOBALS + OPTIONS)}"


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def imported(paths):
    """These modules and what they import, by relative names."""
    seen, todo = set(), list(paths)
    while todo:
        path = todo.pop()
        if path in seen or not os.path.isfile(path):
            continue
        seen.add(path)
        for name in re.findall(r"(?:\bfrom|\bimport)\s*\(?\s*[\"'](\.[^\"']+)[\"']", read(path)):
            todo.append(os.path.normpath(os.path.join(os.path.dirname(path), name)))
    return seen


def modules(root):
    """All that node runs itself, by name."""
    found = []
    for folder in ("tests", "tools", "bench"):
        for at, below, names in os.walk(os.path.join(root, folder)):
            below[:] = [d for d in below if d != "node_modules"]
            found += [os.path.join(at, n) for n in names if n.endswith((".mjs", ".cjs", ".js"))]
    web = os.path.join(root, "clients/web")
    return found + [os.path.join(web, n) for n in os.listdir(web) if n.endswith((".mjs", ".cjs"))]


def rules_of(name, text, own):
    """Which rules are for this module: the page's own code runs under node in tests, with what SUPPLIES has."""
    if not own:
        return [rule for rule in NEWER if "deflate-raw" not in rule[0]]
    drives = re.search(r"playwright|[\"']\./(kit|hands|\w+_kit|page_checks)\.mjs[\"']", text)
    return NEWER if drives and not name.startswith("tests/web/") else NEWER + GLOBALS


def main():
    root = os.path.normpath(sys.argv[1])
    prove()
    wrong, looked, own = [], 0, set(modules(root))
    for path in sorted(imported(own)):
        name, text = os.path.relpath(path, root), read(path)
        if name != SUPPLIES:
            looked += 1
            wrong += [(name, *w) for w in newer(text, rules_of(name, text, path in own))]
    builds = glob.glob("**/meson.build", root_dir=os.path.join(root, "tests"), recursive=True)
    for name in ("Makefile", "meson.build", "bench/meson.build", "clients/web/package.json", "tools/test", "tools/setup", *(f"tests/{b}" for b in builds)):
        path = os.path.join(root, name)
        if os.path.exists(path):
            wrong += [(name, *w) for w in newer(read(path), OPTIONS)]
    assert looked > 60, f"only {looked} modules were found"
    for name, line, what, node in wrong:
        print(f"{name}:{line}: {what} needs node {node}; Debian 12 has 18")
    print(f"{looked} modules, {len(NEWER) + len(GLOBALS) + len(OPTIONS)} names")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
