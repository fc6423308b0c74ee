"""A PostgreSQL server for tests: in a temporary folder, as an unprivileged user, gone afterwards. Not the system's.
Only the standard library; statements go through psql."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

BIN = max(glob.glob("/usr/lib/postgresql/*/bin"), default="", key=lambda p: int(p.split("/")[4]))


def as_nobody():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() == 0:
        who = pwd.getpwnam("nobody")
        os.setgroups([])
        os.setgid(who.pw_gid)
        os.setuid(who.pw_uid)


class Postgres:
    """A server of its own, by a socket in its folder and, with a port, by TCP on this machine. Options: `name=value`."""

    def __init__(self, *options, port=0, copy_of=None):
        if not BIN:
            raise RuntimeError("PostgreSQL is not installed (Debian: postgresql)")
        self.folder = tempfile.mkdtemp(prefix="tambo-pg.")
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam("nobody").pw_uid, -1)
        self.data, self.port, self.options = os.path.join(self.folder, "data"), port or 5432, options
        self.tcp = bool(port)
        if copy_of:  # a streaming replica
            self.call("pg_basebackup", "-D", self.data, "-h", copy_of.folder, "-p", str(copy_of.port), "-U", "tambo", "-R", "-X", "stream",
                      "--checkpoint=fast", "--no-sync")
        else:
            self.call("initdb", "-D", self.data, "-U", "tambo", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        self.start()
        if not copy_of:
            self.sql("CREATE DATABASE tambo", db="postgres")

    def call(self, program, *args):
        r = subprocess.run([os.path.join(BIN, program), *args], preexec_fn=as_nobody, cwd=self.folder, capture_output=True, text=True,
                           env={**os.environ, "LC_ALL": "C"}, check=False)
        if r.returncode:
            raise RuntimeError(f"{program}: {r.stderr}")
        return r.stdout

    def start(self):
        options = ["listen_addresses=" + ("127.0.0.1" if self.tcp else ""), f"port={self.port}", "fsync=off", "shared_buffers=32MB",
                   *self.options]
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(BIN, "postgres"), "-D", self.data, "-k", self.folder, *(w for o in options for w in ("-c", o))],
                preexec_fn=as_nobody, cwd=self.folder, stdout=log, stderr=log, env={**os.environ, "LC_ALL": "C"})
        end = time.monotonic() + 60
        while subprocess.run([os.path.join(BIN, "pg_isready"), "-q", "-h", self.folder, "-p", str(self.port)], check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                with open(os.path.join(self.folder, "log"), encoding="utf-8", errors="replace") as log:
                    raise RuntimeError("PostgreSQL did not start: " + log.read()[-2000:])
            time.sleep(0.05)

    def url(self, db="tambo"):
        return f"postgres://tambo@127.0.0.1:{self.port}/{db}" if self.tcp else f"postgres:///{db}?host={self.folder}&port={self.port}&user=tambo"

    def sql(self, text, db="tambo"):
        """What psql prints, without head and foot."""
        return self.call(*self.psql(db), "-c", text).strip()

    def psql(self, db):
        """The command."""
        return [os.path.join(BIN, "psql"), "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p", str(self.port), "-U", "tambo", "-d", db]

    def fresh(self, name):
        self.sql(f"CREATE DATABASE {name}", db="postgres")
        return self.url(name)

    def all_pids(self):
        """The server's and those of its processes, each of which has a group of its own."""
        pids = [self.process.pid]
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path, encoding="utf-8", errors="replace") as f:
                    pid, _, rest = f.read().partition(" ")
                if int(rest.rpartition(")")[2].split()[1]) == self.process.pid:
                    pids.append(int(pid))
            except (OSError, ValueError, IndexError):
                pass
        return pids

    def send(self, number):
        for pid in self.all_pids():
            try:
                os.kill(pid, number)
            except OSError:
                pass

    def promote(self):
        """A replica becomes the one that is written to."""
        self.sql("SELECT pg_promote()", db="postgres")

    def stop(self, how=signal.SIGINT):
        """SIGINT: in order; SIGQUIT: as if it had crashed."""
        self.send(signal.SIGCONT)
        self.process.send_signal(how)
        self.process.wait(60)

    def close(self):
        if self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
