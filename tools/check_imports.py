#!/usr/bin/env python3
"""Checks who imports whom in clients/web/src, and who may use what of the browser.

usage: check_imports.py [ROOT]

- A room imports itself and the rooms that MAY lists. What draws never imports what talks to the network.
- Only browser names what keeps something on the device: it may be refused at any time, which is dealt with there.
- Only net and the service worker name the network's globals; pure names nothing of the browser, time or chance.
- A file that draws ends in .jsx: .js imports none, except by import(), when it is wanted.
- Nobody imports in a circle. A path names an existing file; a package is one that the room may have.
Every rule has an example, which must be found before anything else is looked at."""
import os
import re
import subprocess
import sys

SRC = "clients/web/src"
ADDED = ("tests/fixtures/game/web/", "games/jars/")  # a game that a test adds: where it lies, and where it would
DRAW = ["pure", "browser", "words", "table", "look"]
# Room: the rooms it may import besides itself. "." is the top: where the page begins, and the service worker.
MAY = {
    "pure": [],
    "browser": ["pure"],
    "net": ["pure", "browser"],
    "words": ["pure", "browser", "net"],
    "table": ["pure", "browser", "net", "words"],
    "worker": ["pure", "browser", "net"],
    "look": [],
    "parts": DRAW,
    "games": [*DRAW, "parts"],
    "learn": [*DRAW, "parts", "games"],
    "replay": [*DRAW, "parts", "games", "review"],
    "review": [*DRAW, "parts", "games", "replay"],
    "story": [*DRAW, "parts", "games"],
    "puzzles": [*DRAW, "parts", "games", "story"],
    "day": [*DRAW, "parts", "games", "story", "puzzles"],
    "pages": [*DRAW, "parts", "games", "story"],
    ".": [*DRAW, "parts", "games", "learn", "replay", "story", "puzzles", "day", "pages"],
}
HOOKS = {"preact", "preact/hooks"}
PACKAGES = {"pure": set(), "net": set(), "words": set(), "worker": set(), "look": set(), "parts": HOOKS | {"uqr"}}  # others: HOOKS
NETWORK = ["fetch", "WebSocket", "XMLHttpRequest", "EventSource", "sendBeacon", "WebTransport", "RTCPeerConnection", "importScripts"]
STORAGE = ["localStorage", "sessionStorage", "indexedDB"]
BROWSER = ["document", "window", "self", "navigator", "location", "history", "localStorage", "sessionStorage", "indexedDB", "caches", "Worker",
           "postMessage", "addEventListener", "matchMedia", "requestAnimationFrame", "setTimeout", "setInterval", "queueMicrotask",
           "Date", "performance", "crypto", "Math.random", "Intl"]

IMPORT = re.compile(r"""(?m)^\s*(?:import\s*|(?:import|export)\b[\w\s*{},$]*\bfrom\s*)["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']""")
TOKEN = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*[\s\S]*?\*/|(?<!:)//[^\n]*""")


def bare(code):
    """The code without comments and strings, line by line as it was."""
    return TOKEN.sub(lambda m: '""' if m.group(0)[0] in "\"'" else re.sub(r"[^\n]", " ", m.group(0)), code)


def uncommented(code):
    return TOKEN.sub(lambda m: m.group(0) if m.group(0)[0] in "\"'" else re.sub(r"[^\n]", " ", m.group(0)), code)


def named(code, names):
    """[(line, name)] of globals that the code names."""
    word = re.compile(r"(?:(?<![\w.$])|(?<=\bglobalThis\.)|(?<=\bself\.)|(?<=\bwindow\.)|(?<=\bnavigator\.)|(?<=\bglobalThis\?\.))("
                      + "|".join(map(re.escape, names)) + r")\b(?!\s*:[^:])")
    return [(n, m.group(1)) for n, line in enumerate(bare(code).splitlines(), 1) for m in word.finditer(line)]


def imports(code):
    """[(line, specifier, by import())] of a module."""
    text = uncommented(code)
    return [(text.count("\n", 0, m.end()) + 1, m.group(1) or m.group(2), m.group(2) is not None) for m in IMPORT.finditer(text)]


def room(path):
    """The room of a path below src, or None."""
    first = path.split("/")[0] if "/" in path else "."
    return first if first in MAY else None


def objection(path, target, wanted_later):
    """Why path may not import target, both below src; or None."""
    home, there = room(path), room(target)
    if there is None:
        return f"{target} lies in no room"
    if path == "sw.js" or (there == "." and target != path):
        return "the service worker imports nothing" if path == "sw.js" else "nobody imports the top"
    if there != home and there not in MAY[home]:
        return f"{home} may not import {there}, only {', '.join([home, *MAY[home]])}"
    if path.endswith(".js") and target.endswith(".jsx") and not wanted_later:
        return "what does not draw (.js) imports nothing that draws (.jsx)"
    return None


def check(path, code, exists):
    """The faults of one file as (line, message); path is below src."""
    home = room(path)
    if home is None:
        yield 1, f"no room of that name: expected one of {', '.join(MAY)}"
        return
    for line, spec, later in imports(code):
        if not spec.startswith("."):
            if spec not in PACKAGES.get(home, HOOKS):
                yield line, f'"{spec}": not a package for {home}'
            continue
        target = os.path.normpath(os.path.join(os.path.dirname(path), spec))
        if not exists(target):
            yield line, f'"{spec}" is no file'
            continue
        why = objection(path, target, later)
        if why:
            yield line, f'"{spec}": {why}'
    if home == "pure":
        for line, name in named(code, BROWSER):
            yield line, f"{name} is not pure"
    if home != "net" and path != "sw.js":
        for line, name in named(code, NETWORK):
            yield line, f"{name}: only net talks to the network"
    if home not in ("browser", "pure"):
        for line, name in named(code, STORAGE):
            yield line, f"{name}: only browser keeps something on the device"


def circles(graph):
    """One path through each circle that is found; graph: {file: [file]}."""
    done, way = set(), []

    def walk(at):
        if at in way:
            yield way[way.index(at):] + [at]
        elif at not in done:
            way.append(at)
            for to in graph.get(at, []):
                yield from walk(to)
            way.pop()
            done.add(at)

    for start in sorted(graph):
        yield from walk(start)


def prove():
    """Every rule finds its example, and nothing is found in what is fine."""
    def faults(path, code):
        return [message for _, message in check(path, code, lambda target: not target.endswith("nothing.js"))]
    for path, code in [
        ("pages/x.jsx", 'import { call } from "../net/line.js";'), ("parts/x.jsx", 'const x = () => import("../net/line.js");'),
        ("pure/x.js", 'import {\n  t,\n} from "../words/i18n.js";'), ("pure/x.js", 'export { t } from "../words/i18n.js";'),
        ("pure/x.js", 'import "../words/i18n.js";'), ("pure/x.js", 'import { useState } from "preact/hooks";'), ("pages/x.jsx", 'import "left-pad";'),
        ("pure/x.js", "const at = Date.now();"), ("pure/x.js", "globalThis.document.title"), ("pages/x.jsx", 'await fetch("/api/me")'),
        ("games/x.js", "new globalThis.WebSocket(url)"), ("games/x.js", "const read = (id, storage = localStorage) => storage[id];"), ("pages/x.jsx", 'navigator.sendBeacon("/x")'), ("parts/x.js", 'import { Icon } from "./basics.jsx";'),
        ("parts/x.jsx", 'import "../main.jsx";'), ("sw.js", 'import "./pure/core.js";'), ("cellar/x.js", ""), ("pure/x.js", 'import "./nothing.js";'),
        ("learn/x.jsx", 'import { Home } from "../pages/home.jsx";'), ("games/x.jsx", 'import { Host } from "../worker/host.js";'),
    ]:
        assert faults(path, code), f"{path}: not found in `{code}`"
    for path, code in [
        ("pages/x.jsx", 'import { t } from "../words/i18n.js";\n// never fetch here'), ("net/x.js", "await fetch(url)"), ("games/index.js", 'import("./temple/index.jsx")'),
        ("pure/x.js", 'const text = "the document, by fetch";'), ("pages/x.jsx", "table.fetch(); const a = { fetch: 1 };"), ("sw.js", 'self.addEventListener("fetch", fn)'), ("browser/x.js", "localStorage.length"),
        ("pure/x.js", "/* window */ m.location"),
    ]:
        assert not faults(path, code), f"{path}: `{code}`: {faults(path, code)}"
    assert list(circles({"a": ["b"], "b": ["c"], "c": ["a"]})) and not list(circles({"a": ["b", "c"], "b": ["c"]}))


def listed(root, folder):
    """What git knows or would take; without git, all there is. Paths below the folder."""
    top = os.path.join(root, folder)
    known = subprocess.run(["git", "-C", top, "ls-files", "-co", "--exclude-standard", "*.js", "*.jsx"], capture_output=True, text=True, check=False)
    if known.returncode == 0 and known.stdout:
        return [p for p in sorted(known.stdout.splitlines()) if os.path.exists(os.path.join(top, p))]
    found = (os.path.relpath(os.path.join(at, name), top) for at, _, names in os.walk(top) for name in names)
    return sorted(p.replace(os.sep, "/") for p in found if p.endswith((".js", ".jsx")))


def sources(root):
    """{path below src: the file it is}"""
    lies, would = ADDED
    return {p: f"{SRC}/{p}" for p in listed(root, SRC)} | {would + p: lies + p for p in listed(root, lies)}


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..")
    prove()
    faults, graph = [], {}
    files = sources(root)
    for path, file in files.items():
        with open(os.path.join(root, file), encoding="utf-8") as f:
            code = f.read()
        faults += [f"{file}:{line}: {message}" for line, message in check(path, code, lambda to: to in files)]
        graph[path] = [os.path.normpath(os.path.join(os.path.dirname(path), s)) for _, s, later in imports(code) if s.startswith(".") and not later]
    faults += [f"{files[way[0]]}:1: a circle: {' -> '.join(way)}" for way in circles(graph)]
    for fault in faults:
        print(fault)
    print(f"{len(files)} files, {len(faults)} faults")
    return 1 if faults or len(files) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
