"""docs/asyncapi.yaml, docs/openapi.yaml, docs/protocol.md, docs/view.md and the server say the same: every `do`,
`t`, error, signal, request and member is in all of them; and what goes over the wire when players do all there is to
do fits the schemas (test_traffic.py plays whole games). Usage: TAMBO ROOT."""
import json
import os
import random
import re
import subprocess
import sys
import time

import ws
from server_kit import Player, Refusal, Server, check, done
from spec_kit import ASYNC, OPEN, ROOT, SCHEMAS, Checked, faults, find, read, seen, whole, wrong

TAMBO = sys.argv[1]
random.seed(1)

MD, VIEW = read("docs", "protocol.md"), read("docs", "view.md")
ROOMS = ["table", *(os.path.join("server", part) for part in ("base", "net", "store", "hall", "api")), "server"]
SERVER = {name: read(room, name) for room in ROOMS for name in os.listdir(os.path.join(ROOT, room)) if name.endswith((".c", ".h"))}
ACTIONS = "".join(text for name, text in SERVER.items() if name.startswith("actions"))


def same(what, **sets):
    """All these sets are equal."""
    whole = set().union(*sets.values())
    missing = {k: sorted(whole - set(v)) for k, v in sets.items() if whole - set(v)}
    check(f"{what}: {len(whole)} in {', '.join(sets)}", not missing and whole, missing)


# ---- schemas ----


def refs(node):
    """All references below."""
    if isinstance(node, dict):
        for k, v in node.items():
            yield from [v] if k == "$ref" else refs(v)
    elif isinstance(node, list):
        for v in node:
            yield from refs(v)


def references():
    used = {"asyncapi": set(), "openapi": set()}
    for name, doc in (("asyncapi", ASYNC), ("openapi", OPEN)):
        bad = []
        for ref in refs(doc):
            file, path = ref.split("#")
            used[file.removesuffix(".yaml") or name].add(f"#{path}")
            try:
                find(doc, ref)
            except KeyError:
                bad.append(ref)
        check(f"{name}: all references lead somewhere", not bad, bad)
    for name, doc in (("asyncapi", ASYNC), ("openapi", OPEN)):
        parts = {f"#/components/{kind}/{k}" for kind, all in doc["components"].items() for k in all if kind != "securitySchemes"}
        check(f"{name}: nothing is left over", not parts - used[name], sorted(parts - used[name]))
        loose = []
        for k, schema in doc["components"]["schemas"].items():
            whole(doc, schema)  # no word that is no keyword
            loose += [k] if schema.get("type") == "object" and "additionalProperties" not in schema else []
        check(f"{name}: every object says what else it may have", not loose, loose)
    both = {k: s for k, s in OPEN["components"]["schemas"].items() if k in SCHEMAS and k != "refusal" and "$ref" not in s}
    check("what both have is the same in both", all(SCHEMAS[k] == s for k, s in both.items()), both)


# ---- words ----


def rows(start, end):
    """First and second column of the tables between two headings of protocol.md."""
    part = MD[MD.index(start):MD.index(end)]
    return [line.split("|")[1:3] for line in part.split("\n") if line.startswith("| `")]


def words():
    said = ASYNC["channels"]["/ws"]["publish"]["message"]["oneOf"]
    messages = {find(ASYNC, m["$ref"])["name"]: find(ASYNC, m["$ref"]) for m in said}
    table = rows("### Tables", "### The stream")
    documented = {re.search(r"`([a-z]+)`", first)[1]: first for first, _ in table}
    listed = re.findall(r'\{"([a-z]+)", (?:actions_)?do_[a-z]+,', ACTIONS)
    same("what clients do", asyncapi=messages, protocol=[*documented, "hello"], server=listed,
         schemas=[find(ASYNC, m["payload"]["$ref"])["properties"]["do"]["const"] for m in messages.values()])
    same("what changes something", asyncapi=[k for k, m in messages.items() if m.get("x-changes")],
         protocol=[k for k, first in documented.items() if "●" in first])
    members = {f"{k}.{m}" for (k, (_, second)) in zip(documented, table) if k != "create"
               for m in re.findall(r"`([a-z]+)`", second)}
    create = set(json.loads(re.search(r"```json\n(.*?)```", MD, re.S)[1]))
    hello = {"v", "token", "build"}
    same("members", protocol=members | {f"create.{m}" for m in create} | {f"hello.{m}" for m in hello},
         asyncapi=[f"{k}.{m}" for k in messages for m in SCHEMAS[f"do_{k}"]["properties"] if m not in ("do", "id")])

    heard = [s["$ref"] for s in ASYNC["components"]["messages"]["frame"]["payload"]["items"]["anyOf"][1:]]
    types = [find(ASYNC, ref)["properties"]["t"]["const"] for ref in heard]
    numbered = [find(ASYNC, ref)["properties"]["t"]["const"] for ref in heard if "n" in find(ASYNC, ref)["properties"]]
    stream = [w for first, _ in rows("### The stream", "### Errors") for w in re.findall(r"`([a-z]+)`", first)]
    passing = re.findall(r'\{"t":"([a-z]+)"', MD)
    tells = SERVER["room_tell.c"]
    told = set(re.findall(r'begin(?:_standing)?\([^;"]*"([a-z]+)"', tells)) | set(re.findall(r'tell_note\(r, "([a-z]+)"', tells))
    told |= {"chat", "signal"} if 'chat ? "chat" : "signal", e->seat' in tells else set()
    told |= {"round", "play"} if 'closes ? "round" : "play"' in tells else set()
    loose = {w for text in SERVER.values() for w in re.findall(r'\{\\"t\\":\\"([a-z]+)\\"', text)} | {"error"}
    standing = set(re.findall(r'begin_standing\([^;"]*"([a-z]+)"', tells))
    part = MD[MD.index("**How things stand.**"):]
    same("what is numbered", asyncapi=numbered, server=told - standing)
    same("how things stand", protocol=re.findall(r"`([a-z]+)`", part[:part.index("have no `n`")]), server=standing)
    same("the stream", asyncapi={*numbered, *standing}, protocol=stream, server=told)
    same("what passes", asyncapi=set(types) - set(numbered) - standing, protocol=passing, server=loose)
    members = {f"{w}.{m}" for first, second in rows("### The stream", "### Errors") for w in re.findall(r"`([a-z]+)`", first)
               for m in re.findall(r"`([a-z]+)`", second)}
    own = {f"{t}.{m}" for t in {*numbered, *standing} for m in SCHEMAS[f"t_{t}"]["properties"] if m not in ("n", "at", "t")}
    same("members of the stream", asyncapi=own, protocol=members - {"chat.signal", "signal.text"})

    part = MD[MD.index("### Errors"):MD.index("Close codes")]
    coded = {w for w in re.findall(r'(?:NO\(|broken_store = \{|\(struct outcome\)\{)"([a-z]+)"', ACTIONS)}
    same("errors", asyncapi=SCHEMAS["error"]["enum"], server=coded,
         protocol=re.findall(r"`([a-z]+)`", re.sub(r"\([^)]*\)", "", part)))
    always, game = next(line.split("|")[3] for line in MD.split("\n") if line.startswith("| `signal`")).split(";", 1)
    everywhere, about = SCHEMAS["signal"]["anyOf"]
    same("signals", asyncapi=everywhere["enum"], protocol=re.findall(r"`([a-z-]+)`", always),
         server=re.findall(r'"([a-z-]+)"', re.search(r"room_signals\[\] = \{(.*?)\}", SERVER["room.c"], re.S)[1]))
    same("signals of a game", asyncapi={w for w in re.findall(r"[a-z]+", about["pattern"]) if len(w) > 1},
         protocol=re.findall(r"`([a-z]+)", re.sub(r"\([^)]*\)", "", game)),
         server=re.findall(r'"([a-z]+)', re.search(r"signals\[\] = \{(.*?)\}", read("games", "tiwanaku.c"))[1]))


def requests():
    ours = {f"{method.upper()} {path}" for path, all in OPEN["paths"].items() for method in all if method != "parameters"}
    named = lambda p: p.replace("ID", "{id}").replace("DAY", "{day}").replace("PART", "{part}")
    starred = lambda p: p.replace("*", "{day}", 1).replace("*", "{part}") if "/daily" in p else p.replace("*", "{id}")
    documented = {f"{m} {named(p)}" for m, p in re.findall(r"^\| `(GET|POST) (/[a-zA-Z/]+)`", MD, re.M)}
    listed = {f"{m} {starred(p)}" for m, p in re.findall(r'\{"(GET|POST)", "(/[^"]+)", [a-z_]+\}', SERVER["api.c"])}
    same("requests", openapi=ours, protocol=documented, server=listed)
    requested = "".join(text for name, text in SERVER.items() if name.startswith("api"))
    coded = set(re.findall(r'refuse(?:_for)?\(&?a, \d+, "([a-z]+)"', requested)) | {"setup", "limit", "space"}
    same("errors of requests", openapi=OPEN["components"]["schemas"]["refusal"]["properties"]["error"]["enum"], server=coded)
    statuses = re.search(r"with status ([^.]*)\.", MD)[1]
    used = {int(s) for ops in OPEN["paths"].values() for k, op in ops.items() if k != "parameters" for s in op["responses"]}
    same("statuses of errors", openapi={s for s in used if s >= 400} | {405}, protocol={int(s) for s in re.findall(r"\d+", statuses)})


# ---- the view ----

PLAIN = {"terrains", "directions", "arrow", "spent", "otoma", "viewer", "space", "spaces", "numbers", "seat"}  # whose parts have no rows


def members(schema, at=""):
    """The members of a schema and of what is in it, as view.md writes them."""
    if "$ref" in schema:
        if schema["$ref"].split("/")[-1] not in PLAIN:
            yield from members(find(ASYNC, schema["$ref"]), at)
        return
    for inner in schema.get("anyOf", []):
        yield from members(inner, at)
    if "items" in schema:
        yield from members(schema["items"], at + "[]")
    for k, inner in schema.get("properties", {}).items():
        yield f"{at}.{k}".lstrip(".")
        yield from members(inner, f"{at}.{k}")


def view():
    part = {name: text for name, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", VIEW, re.M | re.S)}
    listed = {name: re.findall(r"^\| `([^`]+)` \| ([^|]*) \|", text, re.M) for name, text in part.items()}
    common = {k for k, _ in listed["All games"]}
    for game, name, mode in (("temple", "Temple of Apikhabou", ""), ("valley", "Valley of Wiraqocha", ""), ("tiwanaku", "Tiwanaku", "all"),
                             ("tiwanaku_solo", "Tiwanaku", "solo"), ("tiwanaku_coop", "Tiwanaku", "coop")):
        own = {k for k, modes in listed[name] if not mode or modes == "all" or mode in modes.split(", ")}
        same(f"members of the view of {game}", document=common | own, asyncapi=set(members(SCHEMAS[f"view_{game}"])))
    examples = re.findall(r"--seat (\d)`(.*?)```text\n(.*?)```\s*```json\n(.*?)```", VIEW, re.S)
    for seat, _, record, shown in examples:
        out = subprocess.run([TAMBO, "view", "-", "--seat", seat], input=record, capture_output=True, text=True, check=False).stdout
        what = json.loads(shown)
        check(f"view.md: the example of {what['game']} is what the command prints", out and json.loads(out) == what, out)
        check("... and fits its schema", not (bad := faults(ASYNC, SCHEMAS["view"], what)), bad)
    check("view.md: an example of each game", len(examples) == 3)


# ---- traffic ----

def play(players, most=400):
    for _ in range(most):
        for p in players:
            try:
                lines = p.do("legal")["lines"]
                lines = [m for m in lines if not m.startswith("cross")] or lines
                if lines:
                    p.do("turn", lines=[random.choice(lines)], round=0) if one_in(9) else p.do("turn", lines=[random.choice(lines)])
            except Refusal:
                pass
            p.drain()
        if any(p.all("over") for p in players):
            return


def one_in(n):
    return random.randrange(n) == 0


def talk(a, b):
    b.do("chat", text="hello", id="same")
    b.do("chat", text="hello", id="same")
    a.do("signal", signal="luck")
    a.do("mute", seat=2, on=True)
    for do, members in (("back", {}), ("rematch", {}), ("bot", {"seat": 1, "level": "beginner"}), ("free", {"seat": 1}),
                        ("replace", {"seat": 2}), ("start", {}), ("sit", {"seat": 1})):
        b.refused(do, **members)


def dice_game(server, watcher):
    a, b = Player(server, "Ana"), Player(server, "Ben")
    watcher.do("lobby")
    sheet = "tambo-sheet 1\ngame: temple\nname: small\ngrid:\n###\n#D#\n"
    table = a.create(game="temple", seats=4, board={"text": sheet}, public=True, speed={"kind": "live", "seconds": 900}, name="Ana")
    for p in (a, b, watcher):
        p.open(table)
    b.do("sit", name="Ben")
    a.do("bot", seat=3, level="beginner")
    a.do("free", seat=3)
    a.do("bot", level="casual")
    a.refused("view")
    b.do("mine")
    b.do("ping")
    a.do("start")
    talk(a, b)
    lines = [m for m in a.do("legal")["lines"] if not m.startswith("cross")]
    a.do("turn", lines=lines[:1], round=1)
    a.do("back", round=1)
    b.do("leave")
    b.do("shut")
    b.open(table)
    a.do("view")
    a.do("record")
    play([a, b])
    a.until(lambda o: o["t"] == "over")
    a.do("rematch")
    b.do("rematch")
    a.drain()
    lone = Player(server)
    lone.open(lone.create(game="valley", seats=2))
    lone.do("leave")
    lone.drain()
    c = Player(server)
    d = Player(server)
    c.open(c.create(game="valley", seats=2))
    d.open(c.table).do("sit")
    c.do("leave")
    d.drain()
    return a, table


def hidden_game(server):
    a, b = Player(server, "Ana"), Player(server, "Ben")
    table = a.create(game="tiwanaku", mode="coop-easy", seats=2, board={"size": "tiny", "grade": "gentle"}, options={"final-level": 5})
    for p in (a, b):
        p.open(table)
    b.do("sit", seat=2)
    a.do("start")
    play([a, b], 6)


def ask_all(server, player, table):
    """Every request, good and bad: (path, answers that do not fit)."""
    bad, met = [], set()
    today = time.strftime("%Y-%m-%d", time.gmtime())
    asked = [("GET", "/api/me", None), ("POST", "/api/me", {"name": "Ana"}), ("POST", "/api/me", {"name": ""}),
             ("POST", "/api/me", {"link": "x"}), ("POST", "/api/link", {}), ("GET", "/api/tables", None),
             ("GET", "/api/tables/mine", None), ("POST", "/api/tables", {"game": "valley", "seats": 3, "bots": ["beginner"]}),
             ("POST", "/api/tables", {"game": "chess"}), ("GET", f"/api/tables/{table}", None),
             ("GET", f"/api/tables/{table}/record", None), ("GET", f"/api/tables/{table}/view", None),
             ("GET", "/api/daily", None), ("POST", "/api/daily", {"day": today, "game": "temple"}), ("POST", "/api/daily", {"day": today, "game": "chess"}),
             ("POST", "/api/daily", {"day": today, "puzzle": True}), ("POST", "/api/daily", {"day": today, "puzzle": True, "at": 0, "claim": "?"}),
             ("GET", f"/api/daily/{today}", None), ("GET", "/api/daily/2026-13-01", None), ("GET", f"/api/daily/{today}/temple", None),
             ("GET", "/api/daily/2026-11-15/valley", None), ("POST", "/api/circles", {"name": "Friends"}), ("POST", "/api/circles", {"leave": "aaaabbbbccccdddd"}),
             ("GET", "/api/circles", None), ("POST", "/api/card", {}), ("GET", "/api/card", None), ("POST", "/api/card", {"end": True}), ("POST", "/api/me", {"card": 20 * "0"}),
             ("GET", "/api/tables/zzzzzzzzzzzz", None), ("GET", "/healthz", None), ("GET", "/metrics", None)]
    for method, path, body in asked:
        a = server.ask(method, path, body, player.token)
        name = re.sub(r"^(/api/tables/)(?!mine)[a-z0-9]{12}", r"\1{id}", path)
        name = re.sub(r"^/api/daily/[0-9-]+", "/api/daily/{day}", name).replace("{day}/temple", "{day}/{part}").replace("{day}/valley", "{day}/{part}")
        op = OPEN["paths"][name][method.lower()]
        met.add(f"{method} {name}")
        answer = op["responses"].get(str(a.status))
        if answer is None:
            bad.append((method, path, a.status))
            continue
        answer = find(OPEN, answer["$ref"]) if "$ref" in answer else answer
        kind = a.headers["content-type"].split(";")[0]
        value = a.json() if kind == "application/json" else a.body.decode()
        bad += [(path, a.status, f) for f in faults(OPEN, answer["content"][kind]["schema"], value)]
        if body is not None and a.status < 300:
            bad += [(path, "body", f) for f in faults(OPEN, op["requestBody"]["content"]["application/json"]["schema"], body)]
    return bad, met


def traffic():
    server = Server(TAMBO, ":memory:", *Server.FAST, "--think-ms", "20")
    ws.Ws = Checked
    watcher = Player(server)
    player, table = dice_game(server, watcher)
    hidden_game(server)
    watcher.until(lambda o: o["t"] == "over")
    while not any(o["t"] == "lobby" for o in watcher.passing):
        watcher.take(watcher.line.get())
    watcher.do("lobby", on=False)
    bad, met = ask_all(server, player, table)
    late = Player(server, token=player.token)
    late.open(late.create(game="temple", seats=3))
    server.process.terminate()
    try:
        while True:
            late.take(late.line.get())
    except ws.Gone:
        pass
    check(f"every message fits its schema ({len(seen)} kinds)", not wrong, *wrong[:5])
    check("every request fits its schema", not bad, *bad[:5])
    every = {k for k in SCHEMAS if k.startswith(("do_", "ok_", "t_")) or k in ("refusal", "again")}
    rare = {"t_anew", "t_late", "t_error", "ok_replace"}  # need a backup, a clock, a bad message, somebody who is away: other tests have them
    check("and (nearly) every kind was met", not every - seen - rare, sorted(every - seen - rare))
    check("... and request", len(met) == len([1 for ops in OPEN["paths"].values() for k in ops if k != "parameters"]), met)


references()
words()
view()
requests()
traffic()
done()
