"""`tambo db` on databases of a real server: check, list, delete, rotate-key. `test_db.py TAMBO`."""
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile

import ws
from server_kit import Player, Server, check, done
from server_play import all_over, pump, seat_all

TAMBO = sys.argv[1]


def db(path, *words, **options):
    p = subprocess.run([TAMBO, "db", *words, "--db", path], capture_output=True, timeout=10 * ws.PATIENCE, check=False, stdin=subprocess.DEVNULL, **options)
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def sql(path, text, *values):
    with sqlite3.connect(path) as c:
        got = c.execute(text, values).fetchall()
    c.close()
    return got


def fill(server):
    """A game of two that is over, where both talked; an open table of Ana's; a sealed game whose turns were replaced."""
    (a, b), _ = seat_all(server, 2, 0, game="tiwanaku", seats=2, board={"size": "tiny", "grade": "gentle"})
    a.do("chat", text="secret of a")
    b.do("chat", text="secret of b")
    check("a game is over", pump([a, b], all_over([a, b])))
    a.do("name", name="Ana")
    b.do("name", name="Ben")
    alone = a.create(game="temple", seats=2)
    c = Player(server, "Ana")  # another of the same name
    return a, b, c, a.table, alone


def looks(path, table):
    code, out, err = db(path, "list")
    check("tables, the largest first", code == 0 and out.startswith("2 tables, 3 names; events ") and out.split("\n")[2].startswith(table) and not err, out, err)
    sizes = [int(line.split()[4]) for line in out.split("\n")[2:] if line]
    check("sorted", sizes == sorted(sizes, reverse=True) and len(sizes) == 2, sizes)
    people = {line.split()[0]: line.split()[-1] for line in out.split("\n")[2:] if line}
    check("how many people sit there", people.pop(table) == "2" and [*people.values()] == ["1"], out)
    check("as many as wanted", len(db(path, "list", "--top", "1")[1].split("\n")) == 4 and len(db(path, "list", "--top", "0")[1].split("\n")) == 5)
    code, out, err = db(path, "list", "players")
    check("players", code == 0 and re.search(r"^[0-9a-f]{32} +2 .* Ana$", out, re.M) and re.search(r"^[0-9a-f]{32} +1 .* Ben$", out, re.M), out, err)
    code, out, err = db(path, "list", "months")
    check("months", code == 0 and re.search(r"^\d{4}-\d\d +2 ", out, re.M), out, err)
    for words in (["list", "cats"], ["list", "tables", "more"], ["list", "--top", "x"], ["delete", "table"], ["delete", "cat", "x", "--yes"], ["delete", "table", table], ["rotate-key"], ["list", "--yes"]):
        code, out, err = db(path, *words)
        check(f"refused: {words}", code == 2 and err.startswith("tambo: ") and err.count("\n") == 1 and not out, code, out, err)
    check("a question without a terminal is no yes", "Say --yes" in db(path, "delete", "table", table)[2])


def in_use(server, table):
    for words in (["list"], ["delete", "table", table, "--yes"], ["rotate-key", "--yes"]):
        code, out, err = db(server.db, *words)
        check(f"while the server runs: {words}", code == 2 and err == f"tambo: {server.db} is in use by another server: stop it first\n", err)
    check("check goes on meanwhile", db(server.db, "check")[0] == 0)


def record(server, table, token):
    return server.ask("GET", f"/api/tables/{table}/record", token=token).body


def deletes(server, path, everybody):
    a, b, c, table, alone = everybody
    server.start()
    before = record(server, table, a.token)
    server.stop()
    code, out, err = db(path, "delete", "said", table, "--yes")
    check("what was said goes", code == 0 and out == f"table {table}: 2 times\n", out, err)
    check("nothing of it is left", not sql(path, "SELECT 1 FROM event WHERE instr(text, 'secret')") and db(path, "check")[0] == 0)
    server.start()
    check("the game stays", record(server, table, a.token) == before)
    stream = Player(server, token=a.token).open(table)
    stream.drain()
    check("and is told, without the words", [o["text"] for o in stream.all("chat")] == ["…", "…"], stream.all("chat"))
    server.stop()
    code, out, err = db(path, "delete", "player", "Ana", "--yes")
    check("a name that two have says nothing", code == 1 and a.player in err and c.player in err, err)
    check("nor one that nobody has", db(path, "delete", "player", "Zoe", "--yes")[0] == 1)
    code, out, err = db(path, "delete", "player", a.player, "--yes")
    check("a player goes", code == 0 and out == f"{a.player}: 1 of 2 tables deleted, said 0 times\n", out, err)
    check("with the tables of nobody else", [r[0] for r in sql(path, "SELECT id FROM tbl")] == [table] and db(path, "check")[0] == 0)
    server.start()
    check("the tokens are ended", server.ask("GET", "/api/me", token=a.token).json()["player"] != a.player)
    check("the others play on", server.ask("GET", "/api/me", token=b.token).json() == {"player": b.player, "name": "Ben"} and record(server, table, b.token) == before)
    server.stop()
    check("by name, where one has it", db(path, "delete", "player", "Ben", "--yes")[0] == 0)
    code, out, err = db(path, "rotate-key", "--yes")
    check("another key", code == 0, err)
    server.start()
    check("then all are strangers", server.ask("GET", "/api/me", token=c.token).json()["player"] != c.player)
    server.stop()
    check("a table goes", db(path, "delete", "table", table, "--yes")[:2] == (0, f"table {table} deleted\n"))
    check("once", db(path, "delete", "table", table, "--yes")[0] == 1 and db(path, "delete", "said", table, "--yes")[0] == 1)
    check("nothing is left", db(path, "check")[1] == f"{path}: all is well: 0 tables, 0 events\n")


def faults(path, table):
    """What the server could not use is no good database."""
    for text, fault in (("UPDATE event SET text = CAST('write 99 z9' AS BLOB) WHERE kind IN (7, 16) AND seq = (SELECT max(seq) FROM event WHERE kind IN (7, 16))", f"table {table}: event \\d+ does not fit"),
                        ("UPDATE meta SET value = x'00'", "the secret 'tokens' has 1 bytes"),
                        (f"UPDATE tbl SET status = 1 WHERE id = '{table}'", f"table {table} has another status than its events say")):
        copy = path + ".bad"
        shutil.copy(path, copy)
        sql(copy, text)
        code, out, err = db(copy, "check")
        check(f"a fault is told: {fault}", code == 1 and re.search(fault, err) and not out, err)
        os.unlink(copy)


def frozen(path):
    """A copy on a medium that nobody can write to."""
    with tempfile.TemporaryDirectory(prefix="tambo 100% #1?") as folder:
        copy = os.path.join(folder, "a?b%41#.db")
        shutil.copy(path, copy)
        os.chmod(copy, 0o444)
        os.chmod(folder, 0o555)
        options = {"user": 65534} if os.geteuid() == 0 else {}
        code, out, err = db(copy, "check", **options)
        check("check reads it", code == 0 and "all is well" in out, err)
        with tempfile.TemporaryDirectory() as other:
            os.chmod(other, 0o777)
            p = subprocess.run([TAMBO, "backup", os.path.join(other, "b.db"), "--db", copy], capture_output=True, check=False, **options)
            check("and so does backup", p.returncode == 0 and db(os.path.join(other, "b.db"), "check")[0] == 0, p)
        os.chmod(folder, stat.S_IRWXU)
        ahead(path, copy)
        os.chmod(folder, 0o555)
        code, out, err = db(copy, "check", **options)
        check("not without the write-ahead file beside it", code != 0 and not out and copy in err, out, err)
        os.chmod(folder, stat.S_IRWXU)


def ahead(path, copy):
    """Makes the copy anew, of a database whose last commit is in the write-ahead file alone; both are read-only."""
    os.unlink(copy)
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "t.db")
        shutil.copy(path, source)
        con = sqlite3.connect(source)
        con.execute("PRAGMA journal_mode = WAL")
        con.execute("UPDATE tbl SET changed = changed + 1")
        con.commit()
        for end in ("", "-wal"):
            shutil.copy(source + end, copy + end)
            os.chmod(copy + end, 0o444)
        con.close()


def main():
    server = Server(TAMBO, None, *Server.FAST)
    everybody = fill(server)
    table = everybody[3]
    in_use(server, table)
    check("it stops in order", server.stop() == 0)
    check("check is content", db(server.db, "check")[0] == 0, db(server.db, "check"))
    looks(server.db, table)
    faults(server.db, table)
    frozen(server.db)
    deletes(server, server.db, everybody)
    done()


main()
