"""Whole games of every mode at a real server, and what everybody hears in them fits docs/asyncapi.yaml and
docs/openapi.yaml: players, partners and spectators, before, during and after the game. And every view that the command
prints of the records in tests/golden. Usage: TAMBO ROOT [few]: few: less of it."""
import json
import os
import random
import subprocess
import sys

import ws
from server_kit import Player, Refusal, Server, check, done
from spec_kit import ASYNC, OPEN, ROOT, SCHEMAS, Checked, faults, find, read, seen, wrong

TAMBO, FEW = sys.argv[1], "few" in sys.argv[3:]
chance = random.Random(5)
TINY = {"size": "tiny", "grade": "gentle"}
GAMES = [
    ("temple alone", 1, {"game": "temple", "mode": "solo"}),
    ("temple, two and a bot", 2, {"game": "temple", "seats": 3, "bots": ["casual"], "board": {"name": "b"}}),
    ("valley alone", 1, {"game": "valley", "mode": "solo"}),
    ("valley, two and a bot", 2, {"game": "valley", "seats": 3, "bots": ["beginner"], "board": {"name": "b"}}),
    ("tiwanaku, two and a bot", 2, {"game": "tiwanaku", "seats": 3, "bots": ["casual"], "board": {"name": "tiny-2"}}),
    ("tiwanaku, four", 4, {"game": "tiwanaku", "seats": 4, "board": {"name": "long-1"}, "options": {"final-level": 3}}),
    ("tiwanaku easy alone", 1, {"game": "tiwanaku", "mode": "solo-easy", "board": TINY}),
    ("tiwanaku hard alone", 1, {"game": "tiwanaku", "mode": "solo-hard", "board": TINY}),
    ("tiwanaku together, easy", 2, {"game": "tiwanaku", "mode": "coop-easy", "seats": 2, "board": TINY}),
    ("tiwanaku together, normal", 2, {"game": "tiwanaku", "mode": "coop-normal", "seats": 3, "bots": ["casual"], "board": TINY}),
    ("tiwanaku together, expert", 4, {"game": "tiwanaku", "mode": "coop-expert", "seats": 4, "board": {"name": "long-2"}}),
]

views = {}  # how many of each kind: schema, viewer


def view_kind(v):
    """The schema that a view must fit."""
    mode = v["mode"].split("-")[0]
    return f"view_{v['game']}" + (f"_{mode}" if v["game"] == "tiwanaku" and mode != "competitive" else "")


def look_at(p):
    """The view by WebSocket (it is compared as it comes) is that of this game and viewer, and that by HTTP is the same."""
    v = p.do("view")["view"]
    kind = view_kind(v)
    bad = faults(ASYNC, SCHEMAS[kind], v)
    wrong.extend((kind, b, v) for b in bad)
    if v["viewer"] != (p.seat or "spectator") or v["over"] != (v["phase"] == "over"):
        wrong.append((kind, "not mine", v))
    views[kind, v["viewer"] == "spectator", v["over"]] = True
    return v


def get(server, p, path, status):
    """A request about the table, compared with openapi.yaml."""
    a = server.ask("GET", f"/api/tables/{p.table}{path}", token=p.token)
    answer = OPEN["paths"]["/api/tables/{id}" + path]["get"]["responses"].get(str(a.status), {})
    answer = find(OPEN, answer["$ref"]) if "$ref" in answer else answer
    kind = a.headers["content-type"].split(";")[0]
    schema = answer.get("content", {}).get(kind, {}).get("schema", {"enum": []})
    value = a.json() if kind == "application/json" else a.body.decode()
    bad = faults(OPEN, schema, value)
    wrong.extend((path, b, value) for b in bad + ([] if a.status == status else [f"status {a.status}"]))
    return value


def requests(server, everybody, begun):
    for p in everybody:
        get(server, p, "", 200)
        get(server, p, "/record", 200 if begun else 409)
        v = get(server, p, "/view", 200 if begun else 409)
        if begun and v != look_at(p) and v["over"]:
            wrong.append(("HTTP", "another view", v))


def step(p):
    """One step of this player, if there is one to do."""
    p.drain()
    legal = p.do("legal")
    if not legal["lines"]:
        return False
    line = chance.choice([m for m in legal["lines"] if not m.startswith("take")] or legal["lines"])
    try:
        p.do("turn", lines=[*legal["yours"], line], round=legal["round"])
    except Refusal as r:
        if r.error != "turn":  # a bot closed the round meanwhile
            wrong.append(("turn", r.text, line))
    return True


def play(what, server, people, wish):
    players = [Player(server, f"P{i + 1}") for i in range(people)]
    watcher, owner = Player(server), players[0]
    everybody = [*players, watcher]
    table = owner.create(**wish)
    for p in everybody:
        p.open(table)
        if p not in (owner, watcher):
            p.do("sit")
    owner.drain()
    if people > 1:
        if owner.refused("view") != "waiting" or owner.refused("legal") != "waiting":
            wrong.append((what, "a view before the game"))
        requests(server, everybody, False)
        owner.do("start")
    for p in everybody:
        p.seat = p.until(lambda o: o["t"] == "start")["seat"]
    steps = 0
    while not owner.all("over"):
        steps += 1
        acted = [step(p) for p in players]
        if not any(acted) and not owner.all("over"):
            owner.take(owner.line.get())  # bots think
        for p in everybody if steps % (5 if FEW else 2) == 0 else []:
            look_at(p)
        if steps % 40 == 0:
            requests(server, everybody, True)
    for p in everybody:
        p.drain()
        p.do("legal")
        p.do("record")
        look_at(p)
    requests(server, everybody, True)
    check(f"{what}: played to the end, everybody heard it", all(p.all("over") for p in everybody), steps)
    for p in everybody:
        p.close()


def command():
    """`tambo view` of the golden records, whole and cut off anywhere: set-up and chance are seen only here."""
    names = sorted(n for n in os.listdir(os.path.join(ROOT, "tests/golden")) if n.endswith(".rec"))
    bad, phases, n = [], set(), 0
    for name in names[:: 4 if FEW else 1]:
        lines = read("tests/golden", name).split("\n")
        head = lines.index("--") + 1
        for at in (head, head + 1, *sorted(chance.sample(range(head + 1, len(lines)), 3)), len(lines)):
            record = "\n".join(lines[:at]) + "\n"
            viewer = chance.choice(["1", "spectator"])
            p = subprocess.run([TAMBO, "view", "-", "--seat", viewer], input=record, capture_output=True, text=True, check=False)
            v = json.loads(p.stdout) if p.returncode == 0 else {"game": "?", "mode": p.stderr}
            fault = faults(ASYNC, SCHEMAS[view_kind(v)], v) if p.returncode == 0 else [p.stderr]
            phases.add((v["game"], v.get("phase")))
            n += 1
            bad += [(name, at, f) for f in fault]
    check(f"{n} views of {len(names)} records fit their schemas", not bad, *bad[:5])
    check("among them games that wait for chance, for somebody, and none", len(phases) == 9, phases)


def order(server):
    """What an action causes comes before its answer; a question behind `open` is answered behind the stream."""
    for game, told in (("temple", "yours"), ("tiwanaku", "play")):
        a, b = Player(server), Player(server)
        a.open(a.create(game=game, seats=2, board={"name": "b"} if game == "temple" else TINY))
        b.open(a.table).do("sit")
        a.do("start")
        b.drain()
        p = next(p for p in (a, b) if p.do("legal")["lines"])
        before = len(p.all(told))
        p.do("turn", lines=p.do("legal")["lines"][:1])
        check(f"{game}: what a turn causes comes before its answer", len(p.all(told)) > before, p.stream[-3:])
        late = Player(server)
        open_id, view_id = late.send("open", table=a.table), late.send("view")
        heard = [late.line.get()]
        while heard[-1].get("re") != view_id:
            heard.append(late.line.get())
        named = [o.get("t") for o in heard]
        check(f"{game}: `open` is answered first, `view` behind the stream", heard[0]["re"] == open_id and "table" in named and "start" in named, named)
        for x in (a, b, late):
            x.close()


def main():
    server = Server(TAMBO, ":memory:", *Server.FAST, "--think-ms", "20")
    ws.Ws = Checked
    for what, people, wish in GAMES:
        play(what, server, people, wish)
    order(server)
    check(f"every message and answer fits its schema ({len(seen)} kinds)", not wrong, *sorted(wrong, key=lambda w: "none of them" in w[1])[:5])
    kinds = {k for k in SCHEMAS if k.startswith("view_")}
    missing = [(k, s, o) for k in kinds for s in (False, True) for o in (False, True) if (k, s, o) not in views]
    check("views of every game, of players and spectators, before and after the end", not missing, missing)
    check("the server stops in order", server.stop() == 0, server.read_log()[-1000:])
    command()
    done()


main()
