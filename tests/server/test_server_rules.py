"""A database of the last program that knew only rules 1 (tests/fixtures): whoever sat there goes on, and every game is judged
by the rules it began with. What begins now has the newest. `test_server_rules.py TAMBO ROOT`."""
import json
import os
import re
import shutil
import sys
import tempfile

from server_kit import Server, check, done
from server_play import Actor, all_over, db_check, finished, pump, run_tambo, seat_all

TAMBO, ROOT = sys.argv[1:3]
FIXTURES = os.path.join(ROOT, "tests/fixtures")


def come_back(server, kept):
    return [Actor(server, token=token).open(kept["table"]) for token in kept["tokens"]]


def rules_of(text):
    return re.findall(r"^rules: (\d+)$", text, re.M)


def judged_by(what, p, version):
    """The record says the version, and so did the head when the game began."""
    head = next(o for o in p.stream if o["t"] == "start")["head"]
    record = p.do("record")["record"]
    check(f"{what}: it has rules {version}", rules_of(head) == rules_of(record) == [str(version)], head, record)
    return record


def almost_full(server, kept):
    """By rules 1 the full sheet is the end; by rules 2 the range could still be revealed."""
    what = "a valley that is almost full"
    (p,) = come_back(server, kept)
    p.drain()
    lines = p.do("legal")["lines"]
    step = next(line for line in lines if line.startswith(("snake", "write")))
    check(f"{what}: one space is empty", len({line.split()[-1] for line in lines if line.startswith(("snake", "write"))}) == 1, lines)
    p.do("turn", lines=[step] if step.startswith("snake") else [step, "done"])
    p.until(lambda o: o["t"] == "over")
    check(f"{what}: the round that fills it is the last", p.over["result"]["seats"][0]["full"] == 7, p.over)
    record = judged_by(what, p, 1)
    finished(what, server, [p])
    body = record.replace("rules: 1", "rules: 2", 1)
    status, out, err = run_tambo(TAMBO, "replay", body)
    check(f"{what}: by rules 2 it would go on", status == 0 and json.loads(out)["over"] is False, out, err)
    p.close()


def play_on(server, what, kept):
    people = come_back(server, kept)
    for p in people:
        p.drain()
    before = len(people[0].stream)
    check(f"{what}: it is under way", not people[0].over and people[0].all("start"), people[0].stream[-1:])
    good = pump(people, all_over(people))
    check(f"{what}: played to its end", good and len(people[0].stream) > before, people[0].stream[-1:])
    if good:
        judged_by(what, people[0], 1)
        finished(what, server, people)
    for p in people:
        p.close()


def begin_now(server, kept):
    """Created then, begun now."""
    what = "a table that waited"
    (p,) = come_back(server, kept)
    other = Actor(server, "New").open(kept["table"])
    other.do("sit")
    p.drain()
    if not p.all("start"):
        p.do("start")
    for a in (p, other):
        a.seat = a.until(lambda o: o["t"] == "start")["seat"]
    judged_by(what, p, 2)
    check(f"{what}: played to its end", pump([p, other], all_over([p, other])))
    finished(what, server, [p, other])
    p.close()
    other.close()


def over_then(server, kept):
    what = "a game that was over"
    (p,) = come_back(server, kept)
    p.drain()
    check(f"{what}: it still is", p.over is not None, p.stream[-1:])
    judged_by(what, p, 1)
    finished(what, server, [p])
    table = p.do("rematch")["table"]
    p.open(table)
    p.drain()
    judged_by("a rematch of it", p, 2)
    p.close()


def goes_on(server):
    """A new valley alone, full, with a snake that nobody crosses out: 25 rounds, and snakes find no space."""
    what = "a full valley of now"
    sheet = "tambo-sheet 1\ngame: valley\nname: small\ngrid:\n##\n"
    for _ in range(500):  # until a snake came in time, and others passed by later
        (p,), _ = seat_all(server, 1, game="valley", mode="solo", board={"text": sheet})
        while not p.over:
            lines = p.do("legal")["lines"]
            p.do("turn", lines=lines[:1] if lines[0].startswith("snake") or lines == ["done"] else ["done"] if "done" in lines else [lines[0], "done"])
            p.drain()
        record = p.do("record")["record"]
        lost = len(re.findall(r"snake$", record, re.M)) - len(re.findall(r"^1 snake", record, re.M))
        if lost and p.over["result"]["rounds"] == 25:
            break
        p.close()
    check(f"{what}: 25 rounds, {lost} snakes without a space", lost > 0 and p.over["result"]["rounds"] == 25, record)
    judged_by(what, p, 2)
    finished(what, server, [p])
    p.close()


def main():
    with open(os.path.join(FIXTURES, "rules-1.json"), encoding="utf-8") as f:
        kept = json.load(f)
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "old.db")
        shutil.copy(os.path.join(FIXTURES, "rules-1.db"), db)
        server = Server(TAMBO, db)
        almost_full(server, kept["almost full"])
        play_on(server, "tiwanaku alone", kept["solo"])
        play_on(server, "tiwanaku together", kept["together"])
        play_on(server, "a temple of two", kept["temple"])
        begin_now(server, kept["waiting"])
        over_then(server, kept["over"])
        goes_on(server)
        check("the server stops in order", server.stop() == 0, server.read_log()[-1000:])
        db_check("afterwards", TAMBO, db)
    done()


main()
