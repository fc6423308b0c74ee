"""Databases of the last program that kept days, circles and cards in one generic list (tests/fixtures/make_lists_5.py): a server of today
tells the same of them, whether SQLite or PostgreSQL brought them up to date. `test_migrate.py SERVER_JUMP TAMBO ROOT`."""
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from postgres_kit import Postgres
from server_kit import Clock, Server, check, done

JUMP, TAMBO, ROOT = sys.argv[1:4]
FIXTURES = os.path.join(ROOT, "tests/fixtures")
TABLES = ("meta", "player", "era", "word", "begun", "result", "answer", "circle", "member", "card", "tbl", "seat", "event")


def fixture(name):
    with open(os.path.join(FIXTURES, name), encoding="utf-8") as f:
        return f.read()


def tambo(*words):
    p = subprocess.run([TAMBO, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return p.returncode, p.stdout, p.stderr


def dump(path):
    with sqlite3.connect(path) as c:
        rows = {t: sorted(c.execute(f"SELECT * FROM {t}").fetchall(), key=repr) for t in TABLES}
    c.close()
    return rows


def same_told(what, server, was, wanted=""):
    differ = []
    for token, path, status, body in was["told"]:
        if wanted not in path:
            continue
        r = server.ask("GET", path, token=token)
        if (r.status, r.json()) != (status, body):
            differ.append((path, status, body, r.status, r.json()))
    check(f"{what}: answers are those of before", not differ, *differ[:2])


def goes_on(what, server, was):
    """Cards, endings and links as they were."""
    ask = lambda body, token=None: server.ask("POST", "/api/me", body, token)
    r = ask({"card": was["card"]})
    check(f"{what}: the card is good", r.status == 200 and r.json()["player"] == was["players"][0], r.body)
    check(f"{what}: the link is used", ask({"link": was["link"]}).status == 403)
    check(f"{what}: the token has ended", server.ask("GET", "/api/me", token=was["ended"]).json()["player"] != was["players"][2])
    check(f"{what}: another request ends nothing again", ask({"end": True, "id": "another"}, was["ended"]).status == 403)
    r = ask({"end": True, "id": "the-request"}, was["ended"])
    check(f"{what}: who ended it gets the new token again", r.status == 200 and r.json()["player"] == was["players"][2], r.body)


def file(path, was):
    clock = Clock()
    clock.put(1, was["now"] * 1000000 - clock.get(0))
    server = Server(JUMP, path, *Server.FAST, CLOCK=clock.name)
    same_told("SQLite", server, was)
    goes_on("SQLite", server, was)
    check("SQLite: it stops in order", server.stop() == 0, server.read_log()[-1000:])


def database(url, was):
    """The time is the database's: of days it tells what they are now."""
    server = Server(TAMBO, None, *Server.FAST, "--store", url)
    for path in ("/api/circles", "/api/card"):
        same_told(f"PostgreSQL: {path}", server, was, path)
    check("PostgreSQL: it stops in order", server.stop() == 0, server.read_log()[-1000:])


def main():
    was = json.loads(fixture("lists-5.json"))
    folder, pg = tempfile.mkdtemp(prefix="tambo-migrate."), Postgres()
    try:
        path, copy = os.path.join(folder, "lists.db"), os.path.join(folder, "copy.db")
        shutil.copy(os.path.join(FIXTURES, "lists-5.db"), path)
        code, out, err = tambo("db", "check", "--db", path)
        check("the old file is sound", code == 0, out, err)
        file(path, was)
        with sqlite3.connect(path) as c:
            left = c.execute("SELECT name FROM sqlite_schema WHERE tbl_name = 'entry'").fetchall()
            kept = {t: c.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("begun", "result", "answer", "circle", "member", "card")}
            good = c.execute("SELECT points, against, name FROM result WHERE player = ? AND part = 'valley'", (was["players"][1],)).fetchall()
        c.close()
        check("the list is gone, and its rows have tables", not left and kept["result"] == 5 and kept["circle"] == 2 and kept["member"] == 5 and kept["card"] == 1, left, kept)
        check("names may look like numbers", len(good) == 1 and good[0][1:] == (None, "7 - 5 of us"), good)
        # A word whose time is over by the database's clock would go at once.
        pg.sql(re.sub(r"(INTO public\.word VALUES \('\w+', )\d+", r"\g<1>9000000000000", fixture("lists-5.sql")))
        database(pg.url(), was)
        for name in (path, pg.url()):
            code, out, err = tambo("db", "check", "--db", name)
            check("what was brought up to date is sound", code == 0, out, err)
        code, out, err = tambo("db", "copy", pg.url(), copy)
        check("copied", code == 0, out, err)
        one, two = dump(path), dump(copy)
        for rows in (one, two):
            rows["word"] = [(word, request) for word, _, request in rows["word"]]
        check("both come to the same rows", one == two,
              *[(t, one[t], two[t]) for t in TABLES if one[t] != two[t]][:2])
    finally:
        pg.close()
        shutil.rmtree(folder)


main()
done()
