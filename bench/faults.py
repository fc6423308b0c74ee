"""Many faults while people play through three servers that share a database (docs/hosting.md, Several machines), or one table
of a hundred seats that all of them write to. By hand; minutes to an hour.

  faults.py TAMBO faults [N [BROWSERS]]   N faults (500), one after the other and some at once; BROWSERS (0): real ones among the players
  faults.py TAMBO table [TURNS]           a table of 100 seats, game after game, through three servers (100,000)

Prints what was acknowledged, lost, doubled; how long until players could move again; what was shown to them."""
import collections
import os
import random
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "kit"))
import ws  # noqa: E402
from cluster_kit import ROOT, Cluster, begin, wait_for  # noqa: E402
from cluster_play import Company, Stubborn, holes, judge, tell  # noqa: E402
from server_play import pump  # noqa: E402

TAMBO, WHAT = sys.argv[1:3]
chance = random.Random(int(os.environ.get("SEED", "1")))
KINDS = {"kill": 40, "pause": 12, "cut": 20, "freeze": 12, "restart": 8, "stop": 12, "promote": 4}  # how often each
LIMIT = float(os.environ.get("SECONDS_AT_MOST", "36000"))
PAUSE = 15  # seconds a server stands still, or its line to the database is frozen


class Faults:
    """Breaks things, and mends them after a while, in threads; at least one server is always left alone."""

    def __init__(self, cluster):
        self.cluster, self.busy, self.log = cluster, set(), []
        self.threads, self.lock = [], threading.Lock()

    def do(self, kind, node, seconds, fault, mend):
        def run():
            fault()
            time.sleep(seconds)
            mend()
            if node is not None:
                wait_for("the server", self.cluster.nodes[node].is_well)
                self.busy.discard(node)

        self.log.append((time.monotonic(), kind))
        if node is None:  # the database: nothing else meanwhile
            run()
            return
        self.busy.add(node)
        t = threading.Thread(target=run, daemon=True)
        self.threads.append(t)
        t.start()

    def wait(self):
        for t in self.threads:
            t.join()

    def promote(self):
        c = self.cluster
        c.promote()
        time.sleep(3)
        self.wait()
        c.replicate()

    def one(self):
        c, kind = self.cluster, chance.choices(list(KINDS), KINDS.values())[0]
        free = [k for k in range(len(c.nodes)) if k not in self.busy]
        if kind in ("restart", "promote"):
            if kind == "restart":
                self.do(kind, None, 0.5, c.master.crash, c.master.start)
            else:
                self.do(kind, None, 0, self.promote, lambda: None)
            time.sleep(2)
            return
        while len(free) < 2:
            time.sleep(0.1)
            free = [k for k in range(len(c.nodes)) if k not in self.busy]
        k = chance.choice(free)
        node, wires = c.nodes[k], c.wires[k]
        if kind == "kill":
            self.do(kind, k, 0.5, node.kill, node.start_again)
        elif kind == "stop":  # an upgrade
            self.do(kind, k, 0.2, node.stop, node.start_again)
        elif kind == "pause":
            self.do(kind, k, PAUSE, node.pause, node.go_on)
        elif kind == "cut":
            self.do(kind, k, 4 * chance.random(), lambda: [w.cut() for w in wires], lambda: [w.mend() for w in wires])
        elif kind == "freeze":
            self.do(kind, k, PAUSE * chance.random(), lambda: [w.freeze() for w in wires], lambda: [w.mend() for w in wires])


def recovered(log, members):
    """For each fault and player how long the first answer behind it took, from the fault or from when it was asked for."""
    took = collections.defaultdict(list)
    for at, kind in log:
        for m in members:
            first = next(((a, b) for a, b in m.done if b > at), None)
            if first:
                took[kind].append(first[1] - max(at, first[0]))
    return took


def percentile(list, p):
    return sorted(list)[min(len(list) - 1, int(len(list) * p))] if list else 0


def report(cluster, faults, members):
    stored = cluster.stored()
    n, lost, doubled = judge(stored, members)
    print(f"{len(faults.log)} faults: {dict(collections.Counter(k for _, k in faults.log))}")
    print(f"{n} acknowledged actions of {len(members)} players at {len(stored)} tables: {len(lost)} lost, {len(doubled)} doubled")
    for l in lost[:5]:
        print("lost:", l, *tell(stored, members, [l]), sep="\n  ")
    print(f"tables with holes: {len(holes(cluster, stored))}; faults of the store shown: {sum(len(m.shown) for m in members)}")
    took = recovered(faults.log, members)
    every = [t for list in took.values() for t in list]
    for kind, list in sorted(took.items()):
        print(f"  {kind}: median {percentile(list, 0.5):.2f} s, 99 % {percentile(list, 0.99):.2f} s, longest {max(list):.2f} s")
    within = sum(t <= 10 for t in every) / len(every) if every else 0
    print(f"can move again: {100 * within:.2f} % within 10 s, 99 % within {percentile(every, 0.99):.2f} s, longest {max(every, default=0):.2f} s")
    answers = [b - a for m in members for a, b in m.done]
    print(f"all answers: median {1000 * percentile(answers, 0.5):.0f} ms, 99 % {percentile(answers, 0.99):.2f} s, longest {max(answers):.2f} s")
    print(f"lines lost and made again: {sum(m.reconnects for m in members)}")
    return not lost and not doubled


def many_faults(n, browsers):
    cluster = Cluster(TAMBO, 3, replica=True)
    companies = [Company(cluster.proxy, 2, 0.3, game=g) for g in ("temple", "valley", "temple", "valley", "temple")]
    companies.append(Company(cluster.proxy, 3, 0.3, game="valley", bots=["casual"], **{"seats": 4}))
    members = [m for c in companies for m in c.members]
    for c in companies:
        c.start()
    command = ["node", os.path.join(ROOT, "bench", "faults_browser.mjs"), str(cluster.proxy.port), str(browsers)]
    pages = begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) if browsers else None
    time.sleep(3)
    faults, begun = Faults(cluster), time.monotonic()
    while len(faults.log) < n and time.monotonic() - begun < LIMIT:
        faults.one()
        time.sleep(1.5 * chance.random())
        if len(faults.log) % 25 == 0:
            print(f"# {len(faults.log)} faults, {sum(len(m.acked) for m in members)} acknowledged, {time.monotonic() - begun:.0f} s", flush=True)
    faults.wait()
    time.sleep(10)
    if pages:
        print(pages.communicate(b"end\n")[0].decode(), flush=True)
    for c in companies:
        c.end()
    good = report(cluster, faults, members)
    print("exit statuses:", cluster.close())
    return good


class Crowded(Stubborn):
    """One of a hundred, in the one thread of pump(): after each game a rematch."""

    def heard(self, o):
        super().heard(o)
        if o.get("t") == "next":
            self.next = o["table"]


def one_table(turns):
    """Everybody plays as fast as they can at one table; when it is over, at the next."""
    cluster = Cluster(TAMBO, 3, wires=False)
    company = Company(cluster.proxy, 100, game="temple")
    members, begun, done = company.members, time.monotonic(), 0
    while done < turns:
        table = members[0].create(**company.wish)
        for m in members:
            m.open(table)
            if m.number:
                m.do("sit")
        members[0].do("start")
        for m in members:
            m.seat = m.until(lambda o: o["t"] == "start")["seat"]
            m.want = True
        if not pump(members, lambda: all(m.over and not m.sent for m in members)):
            print("it stands still")
            break
        done = sum(1 for m in members for a in m.acked if a[2]["do"] == "turn")
        print(f"# {done} turns, {time.monotonic() - begun:.0f} s", flush=True)
    stored = cluster.stored()
    n, lost, doubled = judge(stored, members)
    refused = collections.Counter(r[0]["error"] for m in members for r in m.refusals)
    answers = [b - a for m in members for a, b in m.done]
    print(f"{done} turns of 100 seats through 3 servers in {time.monotonic() - begun:.0f} s; {n} acknowledged: {len(lost)} lost, {len(doubled)} doubled")
    print(f"tables with holes: {len(holes(cluster, stored))}; faults of the store shown: {sum(len(m.shown) for m in members)}; refused: {dict(refused)}")
    print(f"answers: median {1000 * percentile(answers, 0.5):.0f} ms, 99 % {1000 * percentile(answers, 0.99):.0f} ms, longest {1000 * max(answers):.0f} ms")
    print("exit statuses:", cluster.close())
    return not lost and not doubled and not any(m.shown for m in members)


ws.PATIENCE = 8
if WHAT == "table":
    good = one_table(int(sys.argv[3]) if len(sys.argv) > 3 else 100000)
else:
    good = many_faults(int(sys.argv[3]) if len(sys.argv) > 3 else 500, int(sys.argv[4]) if len(sys.argv) > 4 else 0)
sys.exit(not good)
