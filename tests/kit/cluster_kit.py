"""Several servers that share a database, with all that can go wrong around them: PostgreSQL (with a replica, if wanted) as an
unprivileged user in a temporary folder, `tambo serve --store`, haproxy with packaging/haproxy.cfg in front, and a wire between each
server and the database that can be cut or frozen. Used by test_cluster.py and bench/faults.py. Run as a program it is
such a wire: LISTEN-PORT TARGET-PORT."""
import asyncio
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import ws
from postgres_kit import Postgres
from server_kit import Server

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WAIT = 5 * ws.PATIENCE


def free_ports(n):
    """Ports that nobody has now."""
    socks = [socket.socket() for _ in range(n)]
    for s in socks:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in socks]
    for s in socks:
        s.close()
    return ports


def begin(command, **options):
    """A process that does not outlive this one."""
    libc = ctypes.CDLL(None)
    return subprocess.Popen(command, preexec_fn=lambda: libc.prctl(1, signal.SIGKILL), **options)


def wait_for(what, fits):
    end = time.monotonic() + WAIT
    while not fits():
        if time.monotonic() > end:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(0.05)


# ---- the wire ----


class Wire:
    """TCP to a port that can be cut (closed, and refused) or frozen (nothing goes through, either way) and mended. Also, by say():
    `drip`, what comes back goes byte by byte; `half N`, the line through which N bytes more came back is closed, once."""

    def __init__(self, target):
        (self.port,) = free_ports(1)
        command = [sys.executable, os.path.abspath(__file__), str(self.port), str(target)]
        self.process = begin(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def say(self, word):
        self.process.stdin.write(word.encode() + b"\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def cut(self):
        self.say("cut")

    def freeze(self):
        self.say("freeze")

    def mend(self):
        self.say("mend")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class WireEnd:
    """The wire itself, in a process of its own."""

    def __init__(self, target):
        self.target, self.mode, self.lines = target, "mend", set()
        self.left = None  # bytes until a line is closed
        self.flows, self.deaf = asyncio.Event(), asyncio.Event()
        self.flows.set()

    async def pump(self, reader, writer, back=False):
        while data := await reader.read(65536):
            await self.flows.wait()
            ends = back and self.left is not None and self.left <= len(data)
            if back and self.left is not None:
                data, self.left = data[:self.left], None if ends else self.left - len(data)
            step = 1 if back and self.mode == "drip" else len(data)
            for i in range(0, len(data), step or 1):
                writer.write(data[i:i + step])
                await writer.drain()
                await asyncio.sleep(0 if step == len(data) else 0.0005)
            if ends:
                break
        writer.close()

    async def line(self, reader, writer):
        if self.mode == "cut":
            writer.transport.abort()
            return
        other = None
        try:
            away, other = await asyncio.open_connection("127.0.0.1", self.target)
            self.lines |= {writer, other}
            await asyncio.gather(self.pump(reader, other), self.pump(away, writer, back=True))
        except OSError:
            if not other:  # nobody is there
                self.deaf.set()
        for w in (writer, other):
            if w:
                self.lines.discard(w)
                w.transport.abort()

    def say(self, word):
        if word.startswith("half"):
            self.left = int(word.split()[1])
            return
        self.mode = word
        if word == "freeze":
            self.flows.clear()
        else:
            self.flows.set()
        if word == "cut":
            for w in list(self.lines):
                w.transport.abort()

    async def listen(self, port):
        """Where nobody listens at the other end, nobody does here."""
        while True:
            server = await asyncio.start_server(self.line, "127.0.0.1", port)
            await self.deaf.wait()
            server.close()
            await server.wait_closed()
            while self.deaf.is_set():
                await asyncio.sleep(0.05)
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.target)
                    writer.transport.abort()
                    self.deaf.clear()
                except OSError:
                    pass

    async def run(self, port):
        listens = asyncio.create_task(self.listen(port))
        await asyncio.sleep(0)
        print("ready", flush=True)
        loop = asyncio.get_running_loop()
        while word := await loop.run_in_executor(None, sys.stdin.readline):
            self.say(word.strip())
            print("done", flush=True)
        listens.cancel()
        os._exit(0)


# ---- the database ----


class Database(Postgres):
    """of: the one it replicates. From then on nothing is committed that only one of them has."""

    def __init__(self, of=None, port=None):
        if of:
            of.wait_for_replica("")
        super().__init__("max_connections=100", "wal_keep_size=256MB", port=port or free_ports(1)[0], copy_of=of)
        if of:
            of.wait_for_replica("*")
            wait_for("the replica", lambda: of.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1")

    def wait_for_replica(self, names):
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.sql("SELECT pg_reload_conf()")

    def crash(self):
        self.stop(signal.SIGQUIT)


# ---- servers and the proxy ----


class Node(Server):
    """`tambo serve` on a database that others share."""

    def __init__(self, tambo, store, *args):
        self.store, self.paused = store, False
        super().__init__(tambo, None, *args)

    def command(self):
        return [self.tambo, "serve", "--port", str(self.port), "--store", self.store, *self.args]

    def start_again(self):
        """A server does not start without its database: as often as it takes."""
        end = time.monotonic() + WAIT
        while True:
            try:
                self.start()
                return
            except RuntimeError:
                self.kill()
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def is_well(self):
        try:
            return self.ask("GET", "/healthz").status == 200
        except (OSError, ws.Gone):
            return False


class Proxy:
    """haproxy in front of up to three servers. It has .port and .ask, as players want them of a server. cert: a file with
    certificate and key, for TLS."""

    def __init__(self, nodes, cert=None):
        (self.port,) = free_ports(1)
        self.tambo = nodes[0].tambo
        some = [nodes[i % len(nodes)].port for i in range(3)]
        env = {**os.environ, "TAMBO_LISTEN": f"127.0.0.1:{self.port}", **{f"TAMBO_NODE{i + 1}": f"127.0.0.1:{p}" for i, p in enumerate(some)}}
        env |= {"TAMBO_CERT": cert} if cert else {}
        self.tls = ws.no_checks() if cert else None
        self.log = tempfile.TemporaryFile()
        haproxy = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        self.process = begin([haproxy, "-db", "-f", os.path.join(ROOT, "packaging", "haproxy.cfg")], env=env, stdout=self.log, stderr=self.log)
        wait_for("haproxy", self.is_up)

    ask = Server.ask

    def is_up(self):
        if self.process.poll() is not None:
            self.log.seek(0)
            raise RuntimeError(f"haproxy: {self.log.read().decode()}")
        try:
            return self.ask("GET", "/healthz").status == 200
        except (OSError, ws.Gone):
            return False

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


class Cluster:
    """n servers behind a proxy. replica: the database has one, too. wires: they may be cut."""

    def __init__(self, tambo, n=3, replica=False, wires=True, args=Server.FAST):
        self.databases = [Database()]
        self.master = self.databases[0]
        if replica:
            self.databases.append(Database(self.master))
        self.wires, self.nodes = [], []
        for _ in range(n):
            ports = [d.port for d in self.databases]
            if wires:
                self.wires.append([Wire(p) for p in ports])
                ports = [w.port for w in self.wires[-1]]
            hosts = ",".join(f"127.0.0.1:{p}" for p in ports)
            store = f"postgres://tambo@{hosts}/tambo?target_session_attrs=read-write"
            self.nodes.append(Node(tambo, store, *args))
        self.proxy = Proxy(self.nodes)

    def promote(self):
        """The database dies, and its replica takes over."""
        old, self.master = self.databases
        old.crash()
        self.master.promote()
        self.databases = [self.master]
        self.dead = old

    def replicate(self):
        """In place of the one that died there is a new replica."""
        self.databases.append(Database(self.master, self.dead.port))
        self.dead.close()

    def stored(self):
        """All events: {table: [(seq, kind, seat, actor, action, text)]}, in order."""
        tables = {}
        rows = self.master.sql("SELECT json_build_array(t.id, e.seq, e.kind, e.seat, e.actor, e.action, convert_from(e.text, 'UTF8'))"
                               " FROM event e JOIN tbl t ON t.key = e.tbl ORDER BY t.key, e.seq")
        for row in rows.split("\n"):
            if row:
                table, *event = json.loads(row)
                tables.setdefault(table, []).append(tuple(event))
        return tables

    def close(self):
        """What the servers said in the end: their exit statuses."""
        self.proxy.close()
        states = [node.stop() if node.process.poll() is None else None for node in self.nodes]
        for wires in self.wires:
            for w in wires:
                w.close()
        for d in self.databases:
            d.close()
        return states


if __name__ == "__main__":
    asyncio.run(WireEnd(int(sys.argv[2])).run(int(sys.argv[1])))
