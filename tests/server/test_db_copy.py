"""`tambo db copy` and `check` with PostgreSQL: from a server's file there and back, byte for byte. `test_db_copy.py TAMBO`."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import ws
from postgres_kit import Postgres
from server_kit import Player, Server, check, done
from server_play import all_over, pump, seat_all

TAMBO = sys.argv[1]


def tambo(*words, **env):
    p = subprocess.run([TAMBO, *words], capture_output=True, timeout=10 * ws.PATIENCE, check=False, stdin=subprocess.DEVNULL, env={**os.environ, **env})
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def dump(path):
    with sqlite3.connect(path) as c:
        c.text_factory = bytes
        rows = [(name, c.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()) for name in ("meta", "player", "era", "word", "begun", "result", "answer", "circle", "member", "card", "tbl", "seat",
                                                                                                  "event")]
    c.close()
    return rows


def play(path):
    """A file with two games, names, an ended token; and with what no game would write."""
    server = Server(TAMBO, path)
    (a, b), _ = seat_all(server, 2, 0, game="tiwanaku", seats=2, board={"size": "tiny", "grade": "gentle"})
    a.do("chat", text="back\\slash, tab\\t, \u00e9\U0001f40d")
    check("a game is over", pump([a, b], all_over([a, b])))
    a.do("name", name="Zo\u00eb")
    Player(server, "Ben").create(game="temple", seats=2)
    record = server.ask("GET", f"/api/tables/{a.table}/record", token=a.token)
    check("stopped", server.stop() == 0)
    with sqlite3.connect(path) as c:
        key, last = c.execute("SELECT key, version FROM tbl ORDER BY key LIMIT 1").fetchone()
        for i, text in enumerate((b"\\N", b"a\x00b\r\n\t\\.", bytes(range(256)), b"")):
            c.execute("INSERT INTO event VALUES (?, ?, 0, 12, -1, '', ?, ?)", (key, last + 1 + i, f"x\\{i}\t\n", text))
        c.execute("UPDATE tbl SET version = version + 4, due = 9223372036854775807, summary = '\\.\n\\N\t' WHERE key = ?", (key,))
        c.execute("INSERT INTO word VALUES ('a\\b', 5, 'r\t')")
        c.execute("INSERT INTO era VALUES ('f', 4294967295, '\\N', 9223372036854775807)")
        p, q = 32 * "a", 32 * "b"
        c.execute("INSERT INTO begun VALUES (?, 20773, 'temple', 'abcdefghjkmn', 1)", (p,))
        c.execute("INSERT INTO result VALUES (?, 20773, 'temple', -9223372036854775808, -2147483648, NULL, '', 9223372036854775807)", (p,))
        c.execute("INSERT INTO result VALUES (?, 20773, 'valley', 9223372036854775807, 2147483647, 0, 'Zo\u00eb\n\\.', 1)", (q,))
        c.execute("INSERT INTO answer VALUES (?, 20773, 0, 1, '\\N', 1)", (p,))
        c.execute("INSERT INTO circle VALUES ('a\t', '\\.', 1)")
        c.execute("INSERT INTO member VALUES ('a\t', ?, 0, 'Zo\u00eb', 1, 2)", (p,))
        c.execute("INSERT INTO card VALUES (?, ?, 'x', 1)", (q, p))
    c.close()
    return a, record


def there_and_back(folder, pg, path):
    first, second = pg.fresh("first"), pg.fresh("second")
    back, again = os.path.join(folder, "back.db"), os.path.join(folder, "again.db")
    for source, target in ((path, first), (first, back), (first, second), (second, again)):
        code, out, err = tambo("db", "copy", source, target)
        check("copied", code == 0 and " tables, " in out and err.endswith(out.split(": ")[1]), code, out, err)
    check("byte for byte", dump(path) == dump(back) == dump(again))
    check("for the owner alone", os.stat(back).st_mode & 0o777 == 0o600)
    for source, target in ((path, first), (first, back), (path, back), (path, path)):
        code, out, err = tambo("db", "copy", source, target)
        check("never over something", code == 2 and ("not empty" in err or "exists already" in err) and not out, code, out, err)
    return first, back


def refusals(folder, pg, path):
    missing = os.path.join(folder, "missing.db")
    for words in (("copy", missing, pg.fresh("third")), ("copy", pg.url("nowhere"), missing), ("copy", path), ("copy", path, missing, "more"),
                  ("copy", pg.fresh("fourth"), missing), ("check", "--db", pg.url("nowhere"))):
        code, out, err = tambo("db", *words)
        check(f"refused: {words[0]} {len(words)}", code in (1, 2) and err.startswith("tambo: ") and err.count("\n") == 1 and not out, code, out, err)
    check("nothing is left of it", not os.path.exists(missing))
    empty = pg.fresh("empty")
    for words in (("list",), ("list", "players"), ("delete", "table", "abcdefghjkmn", "--yes"), ("rotate-key", "--yes")):
        code, out, err = tambo("db", *words, "--db", empty)
        check(f"an empty one stays empty: {words[0]}", code == 2 and "is empty" in err and not out and pg.sql("\\dt", "empty") == "", code, out, err)
    url = pg.url("nowhere").replace("postgres:///", "postgres://me:geheim@/")
    code, out, err = tambo("db", "copy", path, url)
    check("no password is told", code == 2 and "geheim" not in err + out, err)
    code, out, err = tambo("backup", missing, "--db", pg.url())
    check("a backup is PostgreSQL's", code == 2 and "pg_dump" in err, err)


# What cannot be of players, and how `db check` says so.
STRANGE = {
    "UPDATE result SET day = -1": "has a game of day -1",
    "UPDATE begun SET part = ''": "has a game of day 20773 ()",
    "UPDATE answer SET seq = -1": "(position -1)",
    "UPDATE answer SET correct = 2": "has an answer of day 20773",
    "UPDATE member SET circle = 'x'": "is in circle x",
    "UPDATE member SET number = -1": "is in circle a",
    "UPDATE card SET sealed = ''": "has a recovery card",
}


def strange_file(folder, path):
    for sql, word in STRANGE.items():
        bad = os.path.join(folder, "bad.db")
        shutil.copy(path, bad)
        with sqlite3.connect(bad) as c:
            c.execute("DELETE FROM event WHERE action LIKE 'x%'")
            c.execute("UPDATE tbl SET version = version - 4 WHERE due > 1e18")
            c.commit()
            before = tambo("db", "check", "--db", bad)
            c.execute(sql)
        c.close()
        code, out, err = tambo("db", "check", "--db", bad)
        check(f"found in a file: {sql}", before[0] == 0 and code == 1 and word in err and not out, before, code, out, err)


def checks(pg, url):
    name = url.split("?")[0].rsplit("/", 1)[1]
    bad = {
        "UPDATE tbl SET version = version + 1": "but",
        "DELETE FROM event WHERE seq = 2": "events",
        "DELETE FROM tbl WHERE version > 5": "belongs to nothing",
        "UPDATE tbl SET status = 7": "facts that cannot be",
        "UPDATE event SET kind = 77 WHERE seq = 1": "cannot be",
        "UPDATE meta SET value = ''": "no server can start",
        **STRANGE,
    }
    code, out, err = tambo("db", "check", "--db", url)
    check("the odd events do not fit", code == 1 and "does not fit" in err, code, out, err)
    pg.sql("DELETE FROM event WHERE action LIKE 'x%'; UPDATE tbl SET version = version - 4 WHERE due > 1e18", db=name)
    code, out, err = tambo("db", "check", TAMBO_STORE=url)
    check("all is well", code == 0 and "all is well: 2 tables" in out and not err, code, out, err)
    for i, (sql, word) in enumerate(bad.items()):
        pg.sql(f"CREATE DATABASE bad{i} TEMPLATE {name}", db="postgres")
        pg.sql(sql, db=f"bad{i}")
        code, out, err = tambo("db", "check", "--db", pg.url(f"bad{i}"))
        check(f"found: {sql}", code == 1 and word in err and not out, code, out, err)
    code, out, err = tambo("db", "list", "--db", url)
    check("listed", code == 0 and out.startswith("2 tables, "), out, err)


def go_on(url, a, record):
    """A server on the copy knows all that the first one knew."""
    server = Server(TAMBO, None, "--store", url.replace("postgres:///", "postgres://me:geheim@/") + "&password=geheim")
    with open(f"/proc/{server.process.pid}/cmdline", encoding="utf-8") as f:
        words = f.read()
    check("nobody sees its password in the command line", "--store" in words and "geheim" not in words, words)
    where = server.process.stdout.readline() + server.process.stdout.readline()
    check("it says where tables are kept", b"PostgreSQL at " in where and b"geheim" not in where, where)
    got = server.ask("GET", f"/api/tables/{a.table}/record", token=a.token)
    check("the same record, to the same player", got.status == 200 and got.body == record.body, got.body, record.body)
    check("stopped", server.stop() == 0)
    check("no secrets in the log", "db=" in server.read_log() and "geheim" not in server.read_log(), server.read_log())


def main():
    with tempfile.TemporaryDirectory() as folder, Postgres() as pg:
        path = os.path.join(folder, "tambo.db")
        a, record = play(path)
        first, _ = there_and_back(folder, pg, path)
        refusals(folder, pg, path)
        strange_file(folder, path)
        checks(pg, first)
        go_on(first, a, record)
    done()


main()
