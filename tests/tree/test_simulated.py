#!/usr/bin/env python3
"""What the simulation says and is answered (the rows of sim/sim_reach.c) is all that there is: every action, every request and every
answer that their functions may give, as the code of the server has them, and every member that the documents name.

test_simulated.py TAMBO ROOT"""
import glob
import os
import re

from cli_kit import ROOT, check, run_all
from spec_kit import ASYNC, OPEN

# Members of requests that say nothing by themselves: they go with one that has a row, or every row of the request has them.
PLAIN = {
    "/api/me": {"id"},
    "/api/link": set(),
    "/api/tables": {"id", "game", "mode", "seats", "board", "options", "speed", "public", "hints", "fairness", "bots", "name"},
    "/api/daily": {"day", "at", "claim"},
    "/api/circles": {"as", "circle"},
    "/api/card": set(),
}
SAID = {"version", "rate"}  # of messages; whoever answers them is not in the function of the action
ASKED = {"json", "rate", "store"}  # of requests


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return re.sub(r'("(?:\\.|[^"\\\n])*")|/\*.*?\*/', lambda m: m[1] or "", f.read(), flags=re.S)


def rows_of(text):
    """{row: answers}"""
    macros = {}
    for name, value in re.findall(r"#define (\w+) +(.+)", text):
        macros[name] = value
    table = text[text.index("rows[] = {") : text.index("enum { ROWS")]
    found = {}
    for name, value in re.findall(r'\{"([^"]+)", ([^}]+)\}', table):
        while set(re.findall(r"\b[A-Z]+\b", value)) & set(macros):
            value = re.sub(r"\b[A-Z]+\b", lambda m: macros.get(m[0], m[0]), value)
        found[name] = set(" ".join(re.findall(r'"([^"]*)"', value)).split())
    return found


class Code:
    """Functions of C files, and which words of refusals they may answer with, be it by others that they name."""

    def __init__(self, texts):
        self.body, self.words = {}, {}
        for path, text in texts.items():
            for static, name, body in re.findall(r"^(static )?[\w *]+?\b(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", text, flags=re.S | re.M):
                self.body[(path if static else "", name)] = (path, body)
            for static, name, body in re.findall(r"^(static )?[\w *]+?\b(\w+)\([^;{}\n]*\) \{ (.*) \}$", text, flags=re.M):
                self.body[(path if static else "", name)] = (path, body)
            for static, name, word in re.findall(r'^(static )?const struct outcome[^;]*?(\w+) = \{"(\w+)"', text, flags=re.M):
                self.words[(path if static else "", name)] = word

    def find(self, where, path, name):
        return next((key for key in ((path, name), ("", name)) if key in where), None)

    def answers(self, path, name):
        start = self.find(self.body, path, name)
        seen, todo, found = {start}, [start], set()
        while todo:
            path, body = self.body[todo.pop()]
            found |= set(re.findall(r'\bNO\("(\w+)"', body)) | set(re.findall(r'\(struct outcome\)\{"(\w+)"', body))
            found |= set(re.findall(r'\bapi_refuse(?:_for)?\(\w+, \d+, "(\w+)"', body))
            for word in set(re.findall(r"\b[a-z]\w+\b", body)):
                if key := self.find(self.words, path, word):
                    found.add(self.words[key])
                key = self.find(self.body, path, word)
                if key and key not in seen:
                    seen.add(key)
                    todo.append(key)
        return found


def code():
    paths = [os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, "server", "api", "*.c"))]
    return Code({p: text_of(p) for p in paths})


def actions():
    """[(word, function, flags)]"""
    text = text_of("server/api/actions.c")
    return re.findall(r'\{"(\w+)", (\w+), ([^}]+)\}', text[text.index("list_of_actions[] = {") :])


def requests():
    """[(METHOD path, function)]"""
    text = text_of("server/api/api.c")
    return [(f"{m} {p}", f) for m, p, f in re.findall(r'\{"(GET|POST)", "([^"]+)", (\w+)\}', text[text.index("list_of_requests[] = {") :])]


def is_http(row):
    return row.startswith(("GET ", "POST "))


ROWS = rows_of(text_of("sim/sim_reach.c"))


def test_actions():
    said = {row.split()[0] for row in ROWS if not is_http(row) and not row.startswith("(")}
    listed = {word for word, _, _ in actions()}
    check("the code has actions", len(listed) > 20, listed)
    check("every action has a row, and every row is one", said == listed, said ^ listed)
    schemas = ASYNC["components"]["schemas"]
    documented = {s["properties"]["do"]["const"] for name, s in schemas.items() if name.startswith("do_")}
    check("the documents have the same", documented == listed, documented ^ listed)
    words = set().union(*(may for row, may in ROWS.items() if not is_http(row))) - {"ok", "again"}
    check("and the same words of refusals", words == set(schemas["error"]["enum"]), words ^ set(schemas["error"]["enum"]))


def test_answers_of_actions():
    server = code()
    for word, function, flags in actions():
        mine = set().union(*(may for row, may in ROWS.items() if row.split()[0] == word))
        told = server.answers("server/api/actions.c", function) | SAID | {"ok"}
        told |= {"table", "store"} if "AT_TABLE" in flags else set()
        told |= {"again"} if "CHANGES" in flags or word == "create" else set()
        check(f"{word}: the answers of its row are those of the code", mine == told, sorted(mine ^ told))


def test_requests():
    said = {" ".join(row.split()[:2]) for row in ROWS if is_http(row)}
    listed = {name for name, _ in requests()}
    check("the code has requests", len(listed) > 15, listed)
    check("every request has a row, and every row is one", said == listed, said ^ listed)
    paths = OPEN["paths"]
    documented = {f"{m.upper()} " + re.sub(r"\{\w+\}", "*", p) for p, ops in paths.items() for m in ops if m in ("get", "post")}
    check("the documents have the same", documented == listed, documented ^ listed)


def test_members():
    for path, ops in OPEN["paths"].items():
        if "post" not in ops:
            continue
        ref = ops["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        members = set(OPEN["components"]["schemas"][ref.rsplit("/", 1)[-1]]["properties"])
        said = {row.split()[2] for row in ROWS if row.startswith(f"POST {path} ")}
        check(f"{path}: every member has a row, or goes with one", said | PLAIN[path] == members, sorted((said | PLAIN[path]) ^ members))


def test_answers_of_requests():
    server = code()
    for name, function in requests():
        mine = set().union(*(may for row, may in ROWS.items() if row.split()[:2] == name.split()))
        told = server.answers("server/api/api.c", function) | {"ok"}
        may = told | ASKED | ({"table"} if name.startswith("GET /api/tables/*") else set())
        check(f"{name}: its rows have the answers of the code", told <= mine <= may, (sorted(told - mine), sorted(mine - may)))


def test_checker():
    """The checker itself: it would notice."""
    small = Code({
        "a.c": 'const struct outcome bad = {"store", 0};\nstatic int help(void)\n{\n    return NO("full", 1);\n}\nint run(void)\n{\n    return bad, help(), other();\n}\n',
        "b.c": 'static int help(void)\n{\n    return NO("seat", 1);\n}\nint other(void) { return NO("json", 1); }\n',
    })
    check("words are found through functions, of the same file first", small.answers("a.c", "run") == {"store", "full", "json"}, small.answers("a.c", "run"))
    rows = rows_of('#define A "x "\n#define B A "y "\nrows[] = {\n    {"one", B "z"},\n    {"two", "w"},\n};\nenum { ROWS')
    check("rows are read with their macros", rows == {"one": {"x", "y", "z"}, "two": {"w"}}, rows)


if __name__ == "__main__":
    raise SystemExit(run_all(test_actions, test_answers_of_actions, test_requests, test_members, test_answers_of_requests, test_checker))
