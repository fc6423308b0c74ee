"""Three servers that share a PostgreSQL database behind haproxy, and players who go on through everything: servers that are killed,
stand still, lose the database or are replaced, and a database that starts again or gives way to its replica. Nothing
acknowledged is lost or doubled, and no fault of the store is shown. (Many more faults: bench/faults.py.) And the proxy with TLS.
Usage: TAMBO."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import ws
from cluster_kit import Cluster, Proxy, wait_for
from cluster_play import Company, holes, judge, tell
from server_kit import Player, Server, check, done
from server_play import run_tambo

TAMBO = sys.argv[1]
PEOPLE = 3  # tables of two, and one of three with a bot
PATIENT = 8  # seconds a server waits for a store that is away before it says so (GIVE_UP_MS)
away = []  # (from, until) of faults that took longer than that on a slow machine


def moved(members):
    """All get an answer to something they begin to do from now on."""
    before = {m: m.answers for m in members}
    wait_for("everybody's next move", lambda: all(m.answers > before[m] + 1 for m in members))


def one_fault(cluster, members, what, fault, mend):
    since = time.monotonic()
    fault()
    time.sleep(1)
    mend()
    moved(members)
    wait_for("all servers", lambda: all(n.is_well() for n in cluster.nodes))
    if time.monotonic() - since >= PATIENT:
        away.append((since, time.monotonic()))
    check(f"{what}: everybody goes on", True)


def meeting(cluster):
    """The proxy brings all lines that name a table to one server, and different tables to different ones."""
    used = set()
    for k in range(12):
        before = [connections(node) for node in cluster.nodes]
        lines = [ws.Ws(cluster.proxy.port, path=f"/ws?table={k:016x}") for _ in range(4)]
        for line in lines:
            line.send({"id": "1", "do": "hello", "v": 2})
        told = all(line.get()["ok"] for line in lines)
        more = [connections(node) - b for node, b in zip(cluster.nodes, before)]
        check(f"who names the table {k} meets at one server", told and sorted(more) == [0, 0, 4], more)
        used.add(more.index(max(more)))
        for line in lines:
            line.close()
        wait_for("their end", lambda before=before: [connections(node) for node in cluster.nodes] == before)
    check("tables are spread over the servers", len(used) > 1, used)


def connections(node):
    return int(re.search(r"^tambo_connections(?:{[^}]*})? (\d+)", node.ask("GET", "/metrics").body.decode(), re.M)[1])


def rolling(cluster, members):
    """One server after the other is replaced."""
    states = []
    for node in cluster.nodes:
        states.append(node.stop())
        node.start()
        wait_for("it", node.is_well)
        moved(members)
    check("servers stop in order, one after the other, while people play", states == [0, 0, 0], states)


def records(cluster, companies):
    """Tables that are over: any server gives the same record, and it replays."""
    good, n = [], 0
    for c in companies:
        for table in c.tables[:-1][-2:]:
            texts = [Player(node, token=c.members[0].token).open(table).do("record")["record"] for node in cluster.nodes]
            good.append(len(set(texts)) == 1 and run_tambo(TAMBO, "replay", texts[0])[0] == 0)
            n += 1
    check(f"{n} tables that are over are the same at every server, and replay", n and all(good), good)


def tls():
    """The proxy speaks TLS, for a server that is told so; who comes is known by the address that the proxy saw."""
    if not shutil.which("openssl"):
        print("# no openssl command: TLS is not tested")
        return
    with tempfile.TemporaryDirectory() as folder:
        base = os.path.join(folder, "own")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", base + ".key", "-out", base + ".crt"], check=True, capture_output=True)
        with open(base + ".pem", "w", encoding="ascii") as both:
            for end in (".crt", ".key"):
                with open(base + end, encoding="ascii") as f:
                    both.write(f.read())
        server = Server(TAMBO, None, *Server.FAST, "--proxied", "--address-hour", "5")
        proxy = Proxy([server], base + ".pem")
        page = proxy.ask("GET", "/")
        check("TLS: the page comes, for good", page.status == 200 and "strict-transport-security" in page.headers, page)
        check("TLS: no figures for strangers", proxy.ask("GET", "/%6Detrics").status == 403)
        me = proxy.ask("POST", "/api/me", {"name": "Ana"})
        check("TLS: tokens stay in it", "; Secure" in me.headers["set-cookie"], me.headers)
        made = [proxy.ask("POST", "/api/tables", {"game": "temple", "seats": 2}, **{"X-Forwarded-For": f"10.0.0.{k}"}).status for k in range(8)]
        check("TLS: five an hour with her, whatever they say of themselves", made == [201] * 4 + [429] * 4, made)
        own = {"Host": f"localhost:{proxy.port}", "Origin": f"https://localhost:{proxy.port}"}
        line = ws.Ws(proxy.port, own, proxy.tls)
        line.send({"id": "1", "do": "hello", "v": 2})
        check("TLS: so do WebSockets", line.get()["ok"])
        proxy.close()
        server.kill()


def main():
    cluster = Cluster(TAMBO, 3, replica=True)
    meeting(cluster)
    companies = [Company(cluster.proxy, 2, 0.05, game="temple") for _ in range(PEOPLE)]
    companies.append(Company(cluster.proxy, 3, 0.05, game="valley", bots=["casual"], **{"seats": 4}))
    members = [m for c in companies for m in c.members]
    for c in companies:
        c.start()
    moved(members)
    a, b, c = cluster.nodes
    one_fault(cluster, members, "a server is killed", a.kill, a.start)
    one_fault(cluster, members, "a server stands still", b.pause, b.go_on)
    for wires in cluster.wires:
        one_fault(cluster, members, "the line to the database is cut", lambda w=wires: [x.cut() for x in w], lambda w=wires: [x.mend() for x in w])
        one_fault(cluster, members, "and frozen", lambda w=wires: [x.freeze() for x in w], lambda w=wires: [x.mend() for x in w])
    one_fault(cluster, members, "the database starts again", cluster.master.crash, cluster.master.start)
    rolling(cluster, members)
    one_fault(cluster, members, "the database dies, its replica takes over", cluster.promote, lambda: None)
    wait_for("the end of a game", lambda: all(len(c.tables) > 1 for c in companies))
    for x in companies:
        x.end()
    records(cluster, companies)
    stored = cluster.stored()
    n, lost, doubled = judge(stored, members)
    check(f"each of {n} acknowledged actions is stored", n and not lost, lost[:5], *tell(stored, members, lost[:5]))
    check("none twice", not doubled, doubled[:5])
    check("numbers have no holes", not holes(cluster, stored), holes(cluster, stored))
    shown = [o for m in members for at, o in m.shown if not any(since <= at <= until for since, until in away)]
    check("nobody was told of a fault of the store", not shown, shown[:5])
    logs = [node.read_log()[-1500:] for node in cluster.nodes]
    states = cluster.close()
    check("the servers stop in order", states == [0, 0, 0], states, *logs)


ws.PATIENCE = 20  # a line that is silent for longer is given up
tls()
main()
done()
