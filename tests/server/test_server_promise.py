"""Compatibility is a promise from 0.10 on: what that version kept in its database, wrote as records and said to clients is in
tests/fixtures/promise-10 for ever (make_promise_10.py). Today's server reads the file, today's command the records; whoever opens one of those
tables hears every object of then, with every member of then; every message that clients sent then is one that is understood today.
Usage: TAMBO ROOT [few]"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from server_kit import STANDING, Player, Server, check, done

TAMBO, ROOT = sys.argv[1:3]
THEN = os.path.join(ROOT, "tests/fixtures/promise-10")
PRIVATE = ("state",)  # to a build: docs/protocol.md


def has(now, then):
    """Is all of `then` in `now`? More members may be there."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(k in now and has(now[k], v) for k, v in then.items() if k not in PRIVATE)
    if isinstance(then, list) and isinstance(now, list) and len(now) == len(then):
        return all(has(a, b) for a, b in zip(now, then))
    return now == then


def open_lines(o):
    """An object without lines that are private to a build."""
    return {k: [x for x in v if isinstance(x, str)] if k == "lines" else v for k, v in o.items()}


def told(messages):
    return [open_lines(o) for way, objects in messages if way == "<" for o in objects if "n" in o]


def look_back(server, name, was):
    p = Player(server, token=was["tokens"][0]).open(was["table"])
    p.drain()
    check(f"{name}: it is told as it was then", has([open_lines(o) for o in p.stream if o["t"] not in STANDING], told(was["messages"])), p.stream[-2:])
    check(f"{name}: so does the view", has(p.do("view")["view"], was["view"]))
    if name != "open":
        with open(os.path.join(THEN, f"{name}.rec"), encoding="utf-8") as f:
            rec = f.read()
        check(f"{name}: so does the record", Player(server, token=was["tokens"][1]).open(was["table"]).do("record")["record"] == rec)
        r = subprocess.run([TAMBO, "replay", "-"], input=rec, capture_output=True, text=True)
        check(f"{name}: the record is read", r.returncode == 0 and has(json.loads(r.stdout), p.all("over")[0]["result"]), r)
        r = subprocess.run([TAMBO, "verify", "-"], input=rec, capture_output=True, text=True)
        check(f"{name}: and its dice are those that were promised", r.returncode == 0, r)
    p.close()


def say_again(server, name, was):
    """Chance is another now, so a turn may be refused as illegal; nothing may be misunderstood."""
    ids = {o["re"]: o for way, objects in was["messages"] if way == "<" for o in objects if "re" in o}
    p, said, bad = Player(server, name="Cy"), set(), []
    for way, m in was["messages"]:
        if way != ">" or m["do"] == "hello" or (m["do"] in said and m["do"] not in ("turn", "open")):
            continue
        members = {k: v for k, v in m.items() if k not in ("do", "id")}
        if m["do"] == "open":
            members["table"] = p.table or members["table"]
        a = p.answer(p.send(m["do"], **members))
        if m["do"] == "create" and a["ok"]:
            p.table = a["table"]
            q = Player(server, name="Di").open(p.table)
            q.do("sit")
        then = ids[m["id"]]
        fits = a["ok"] and set(then) <= set(a) or m["do"] == "turn" and a.get("error") in ("illegal", "turn")
        bad += [] if fits else [(m, a)]
        said.add(m["do"])
    check(f"{name}: what clients said then is understood", not bad and {"create", "open", "start", "turn", "chat"} <= said, bad[:2], said)


def main():
    with open(os.path.join(THEN, "sessions.json"), encoding="utf-8") as f:
        sessions = json.load(f)
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "tambo.db")
        shutil.copy(os.path.join(THEN, "tambo.db"), db)
        server = Server(TAMBO, db)
        for name, was in sessions.items():
            look_back(server, name, was)
            say_again(server, name, was)
        a, b = (Player(server, token=token).open(sessions["open"]["table"]) for token in sessions["open"]["tokens"])
        while not a.all("over"):
            for p in (a, b):
                legal = p.do("legal")
                if legal["lines"]:
                    p.do("turn", lines=[legal["lines"][0]], round=legal["round"])
            a.drain()
        check("a game of then is played to its end", a.all("over")[0]["salt"])
        check("it stops in order", server.stop() == 0, server.read_log()[-1000:])
    done()


main()
