"""Bad messages to a real server: valid ones with every member of every wrong type, duplicate keys,
deep nesting, huge numbers, cuts and flips. Each gets one answer with its id, or an error without one
if the id could not be read; the server lives, and a good client beside is not disturbed.
Usage: TAMBO [MESSAGES]."""
import json
import random
import sys

import ws
from server_kit import Player, Server, check, done

TAMBO = sys.argv[1]
MESSAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
random.seed(11)

ODD = ["null", "true", "false", "0", "-1", "1", "3", "1.5", "1e400", "-1e-400", "9223372036854775807", "9223372036854775808",
       "1" + "0" * 400, '""', '"a"', '"\\u0000"', '"\\ud83d"', '"\\ud83d\\ude00"', '"' + "x" * 3000 + '"', '"%s%n"', "[]", "{}",
       "[[]]", "[1]", '["a"]', '{"a":1}', "[" * 2000 + "]" * 2000, '{"a":' * 3000 + "1" + "}" * 3000, "nan", "'a'",
       '"\u202e"', '"\\n"', '"2 on"', '{"name":"a"}', '{"text":"tambo-sheet 1\\ngame: temple\\nname: x\\ngrid:\\n#\\n"}']

GOOD = {
    "hello": {"v": 2, "token": "x"}, "name": {"name": "Ana"}, "ping": {}, "lobby": {"on": True}, "mine": {},
    "create": {"game": "temple", "mode": "multi", "seats": 2, "board": {"name": "a"}, "options": {}, "speed": {"kind": "live", "seconds": 60},
               "public": True, "bots": ["beginner"], "name": "Ana"},
    "open": {"table": "TABLE", "code": "abcdef", "last": 0}, "shut": {}, "sit": {"seat": 2, "name": "Ben"}, "leave": {},
    "bot": {"seat": 3, "level": "beginner"}, "free": {"seat": 3}, "start": {}, "turn": {"lines": ["write 3 a1"], "round": 1},
    "back": {"round": 1}, "chat": {"text": "hello"}, "signal": {"signal": "luck"}, "mute": {"seat": 1, "on": True},
    "replace": {"seat": 2}, "rematch": {}, "view": {}, "legal": {}, "record": {},
}


def text_of(members):
    """JSON of a list of (key, JSON text)."""
    return "{" + ",".join(f"{json.dumps(k)}:{v}" for k, v in members) + "}"


def every_wrong_type(table):
    """Each member of each `do` with each odd value; and each left out, and each twice."""
    for do, members in GOOD.items():
        full = [("do", json.dumps(do)), ("id", '"ID"')] + [(k, json.dumps(table if v == "TABLE" else v)) for k, v in members.items()]
        for i in range(len(full)):
            for odd in ODD:
                yield text_of(full[:i] + [(full[i][0], odd)] + full[i + 1:])
            yield text_of(full[:i] + full[i + 1:])
            yield text_of(full + [full[i]])


def mutated(table, n):
    """Bytes changed, cut out, doubled; still UTF-8, as anything else never gets to the server's logic."""
    for _ in range(n):
        do, members = random.choice(list(GOOD.items()))
        b = bytearray(json.dumps({"do": do, "id": "ID", **members}).replace("TABLE", table).encode())
        for _ in range(random.choice((1, 1, 2, 5))):
            i = random.randrange(len(b))
            kind = random.randrange(4)
            if kind == 0:
                b[i] = random.choice(b'{}[]",:\\0129-+.eEtfnu \x7f')
            elif kind == 1:
                del b[i:i + random.randrange(1, 9)]
            elif kind == 2:
                b[i:i] = random.choice(ODD).encode()[:200]
            else:
                b[i:i] = b[i:i + random.randrange(1, 20)]
            b = b or bytearray(b" ")
        yield b.decode(errors="replace")


def readable_id(text):
    """The id a strict reader finds, or None."""
    try:
        j = json.loads(text, parse_constant=lambda c: None)
    except (ValueError, RecursionError):
        return None
    return j.get("id") if isinstance(j, dict) else None


def run(server, messages, table):
    """Sends them on lines that are made anew now and then: (sent, answers wrong)."""
    wrong, sent, p = [], 0, None
    for text in messages:
        if not p or sent % 97 == 0:
            if p:
                p.close()
            p = Player(server)
            if sent % 2:
                p.open(table)
        sent += 1
        id = f"q{sent}"
        text = text.replace('"ID"', f'"{id}"')
        if len(text.encode()) > 16384:
            continue
        p.line.send(text)
        p.line.send({"do": "nothing", "id": "end"})
        answers = []
        while True:
            o = p.line.get()
            if o.get("re") == "end":
                break
            if "re" in o or o.get("t") == "error":
                answers.append(o)
        late = '"create"' in text or '"rematch"' in text  # may come behind: a map is made
        mine = readable_id(text)
        if len(answers) > 1 or (not answers and not late):
            wrong.append((text[:300], answers))
        elif answers and mine == id and answers[0].get("re") not in (id, None) and not late:
            wrong.append((text[:300], answers))
        if answers and not answers[0].get("ok") and not (answers[0].get("error") and answers[0].get("text")):
            wrong.append((text[:300], answers))
    p.close()
    return sent, wrong


def bad_requests(server, token):
    """The same by HTTP: (asked, answers that are wrong)."""
    wrong, asked = [], 0
    for path, members in (("/api/tables", {"id": "x", **GOOD["create"]}), ("/api/me", {"name": "Ana", "link": "me=x"}), ("/api/link", {})):
        full = [(k, json.dumps(v)) for k, v in members.items()]
        bodies = [text_of(full[:i] + [(full[i][0], odd)] + full[i + 1:]) for i in range(len(full)) for odd in ODD]
        for body in bodies + ODD + ["", "{", text_of(full + full)]:
            body = body.encode()
            if len(body) > 16384:
                continue
            a = server.ask("POST", path, body, token)
            asked += 1
            good = a.status in (200, 201) or (a.status in (400, 403) and set(a.json()) == {"error", "text"})
            if not good:
                wrong.append((path, body[:200], a))
    for path in ("/api/tables/" + "a" * 12, "/api/tables/" + "a" * 900, "/api/tables//record", "/api/tables/%20%7f%25", "/api/", "/apix",
                 "/api/tables/aaaaaaaaaaaa/record/x", "/api/tables?x=1&y=%zz"):
        a = server.ask("GET", path, token=token)
        asked += 1
        if a.status not in (200, 400, 403, 404, 414, 431):
            wrong.append((path[:100], a))
    return asked, wrong


def main():
    server = Server(TAMBO, ":memory:", *Server.FAST, "--think-ms", "5")
    good = Player(server, "Ana")
    table = good.create(game="temple", seats=4, public=True)
    good.open(table)
    try:
        sent, wrong = run(server, every_wrong_type(table), table)
        check(f"wrong types: each of {sent} messages gets one answer", not wrong, *wrong[:4])
        sent, wrong = run(server, mutated(table, MESSAGES), table)
        check(f"mutations: each of {sent} messages gets one answer", not wrong, *wrong[:4])
        asked, wrong = bad_requests(server, good.token)
        check(f"{asked} bad requests are answered", not wrong, *wrong[:4])
    except (ws.Gone, TimeoutError) as e:
        check("the server answers", False, repr(e), server.read_log()[-3000:])
    check("the server lives", server.process.poll() is None, server.read_log()[-3000:])
    good.do("chat", text="still here")
    good.drain()
    check("a good client is not disturbed", good.all("chat")[-1]["text"] == "still here")
    good.close()
    status = server.stop()
    check("it stops well", status == 0 and "ERROR:" not in server.read_log(), status, server.read_log()[-3000:])
    done()


main()
