#!/usr/bin/env python3
"""The Debian package (tools/deb): its files and fields, that the same tree gives the same bytes,
that the packaged program runs, the unit, and what installing, upgrading and removing do.

test_deb.py TAMBO ROOT packages the program TAMBO as it is, from its build folder."""
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tarfile

from cli_kit import ROOT, TAMBO, check, read, run_all
from links import dead_links

BUILD = os.path.dirname(TAMBO)
ENV = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
FILES = {
    "etc/tambo/tambo.conf",
    "usr/bin/tambo",
    "usr/lib/systemd/system/tambo.service",
    "usr/share/bash-completion/completions/tambo",
    "usr/share/doc/tambo/NEWS",
    "usr/share/doc/tambo/README.md",
    "usr/share/doc/tambo/changelog.gz",
    "usr/share/doc/tambo/copyright",
    "usr/share/doc/tambo/docs/hosting.md",
    "usr/share/doc/tambo/docs/protocol.md",
    "usr/share/doc/tambo/docs/rulings.md",
    "usr/share/doc/tambo/examples/bot.py",
    "usr/share/doc/tambo/docs/rules/README.md",
    "usr/share/doc/tambo/packaging/haproxy.cfg",
    "usr/share/doc/tambo/packaging/tambo.conf",
    "usr/share/doc/tambo/packaging/tambo.service",
    "usr/share/man/man1/tambo.1.gz",
}


def call(*args, env=None, **options):
    return subprocess.run(
        args, capture_output=True, text=True, timeout=600, check=False, env={**ENV, **(env or {})}, **options
    )


def build(folder, **env):
    r = call(os.path.join(ROOT, "tools/deb"), "--from", BUILD, folder, env=env)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    check("tools/deb builds one package", r.returncode == 0 and len(names) == 1, (r.stdout, r.stderr))
    # Debian 13 keeps the dynamic linker by a diversion; dpkg-shlibdeps warns of each, whatever is packaged.
    warnings = [line for line in r.stderr.splitlines() if "warning" in line and "diversions involved" not in line]
    check("without a warning", not warnings, r.stderr)
    return os.path.join(os.path.abspath(folder), names[0])


def test_build():
    deb = build("a")
    os.umask(0o077)  # neither this nor the time makes a difference
    again = build("b")
    os.umask(0o022)
    check("the same tree gives the same bytes", read(deb) == read(again))
    check("a later date does not", read(build("c", SOURCE_DATE_EPOCH="2000000000")) != read(deb))
    os.makedirs("tree")
    os.makedirs("control")
    check("it can be unpacked", call("dpkg-deb", "-x", deb, "tree").returncode == 0)
    check("and its control files", call("dpkg-deb", "-e", deb, "control").returncode == 0)


def test_fields():
    deb = os.path.join("a", os.listdir("a")[0])
    text = call("dpkg-deb", "-f", deb).stdout
    fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", text, re.M))
    version = call(TAMBO, "--version").stdout.split()[1]
    arch = call("dpkg", "--print-architecture").stdout.strip()
    check("package and version", (fields["Package"], fields["Version"]) == ("tambo", version), fields)
    check("architecture", fields["Architecture"] == arch, fields)
    check("the name of the file", os.path.basename(deb) == f"tambo_{version}_{arch}.deb", deb)
    check("a maintainer", re.fullmatch(r".+ <[^ ]+@[^ ]+>", fields["Maintainer"]), fields)
    check("depends on the C library", re.search(r"\blibc6 \(>= ", fields["Depends"]), fields)
    with open(TAMBO, "rb") as f:
        needed = f.read()
    for so, package in (
        (b"libwebsockets.so", "libwebsockets-evlib-uv"),
        (b"libwebsockets.so", "libwebsockets1"),
        (b"libuv.so", "libuv1"),
        (b"libpq.so", "libpq5"),
        (b"libsqlite3.so", "libsqlite3-0"),
        (b"libsodium.so", "libsodium2"),
    ):
        check(f"{package} is among them if it is used", (so in needed) == (package in fields["Depends"]), fields)
    size = sum(os.path.getsize(os.path.join(d, f)) for d, _, names in os.walk("tree") for f in names) // 1024
    check("the size", size <= int(fields["Installed-Size"]) <= size + 64, (size, fields))
    lines = text[text.index("\nDescription: ") + 1 :].split("\n")
    check("the description", all(len(line) <= 100 for line in lines) and len(lines[0]) < 80, text)


def test_files():
    deb = os.path.join("a", os.listdir("a")[0])
    archive = call("sh", "-c", f"dpkg-deb --fsys-tarfile {deb} > files.tar")
    check("the files can be listed", archive.returncode == 0, archive.stderr)
    with tarfile.open("files.tar") as tar:
        members = tar.getmembers()
    names = {m.name.removeprefix("./") for m in members if m.isfile()}
    check("everything is there", names >= FILES, FILES - names)
    docs = "usr/share/doc/tambo/docs/"
    check("and nothing else", all(n in FILES or n.startswith(docs) for n in names), names - FILES)
    check("all belongs to root", all(m.uname == m.gname == "root" and m.uid == m.gid == 0 for m in members))
    dates = {m.mtime for m in members}
    check("all has one date", len(dates) == 1, dates)
    modes = {m.name: oct(m.mode) for m in members if m.mode != (0o755 if m.isdir() or "/bin/" in m.name else 0o644)}
    check("modes", not modes, modes)
    check("no links, no devices", all(m.isfile() or m.isdir() for m in members))
    for name in sorted(FILES):
        check(f"{name} is not empty", os.path.getsize(os.path.join("tree", name)) > 100)
    check("the man page", gzip.decompress(read("tree/usr/share/man/man1/tambo.1.gz")).startswith(b".TH TAMBO"))
    log = gzip.decompress(read("tree/usr/share/doc/tambo/changelog.gz")).decode()
    check("the changelog", call("dpkg-parsechangelog", "-l", "-", input=log).returncode == 0, log)
    check("one conffile", read("control/conffiles") == b"/etc/tambo/tambo.conf\n")
    sums = dict(reversed(line.split("  ", 1)) for line in read("control/md5sums").decode().splitlines())
    check("checksums of all but the conffile", set(sums) == {n for n in names if n.startswith("usr/")}, sums)
    wrong = [n for n in sums if hashlib.md5(read(os.path.join("tree", n))).hexdigest() != sums[n]]
    check("which are right", not wrong, wrong)


def test_documents():
    doc = "tree/usr/share/doc/tambo"
    seen, dead = dead_links(doc)
    check("documents have links", seen > 20, seen)
    check("each leads to something that is packaged", not dead, dead)
    named = set(re.findall(r"/usr/share/doc/tambo/[\w./-]*\w", "".join(
        read(os.path.join("tree", f)).decode() for f in ("etc/tambo/tambo.conf", "usr/lib/systemd/system/tambo.service")
    ) + call("dpkg-deb", "-f", os.path.join("a", os.listdir("a")[0])).stdout))
    check("and so does what else names one", named and all(os.path.exists("tree" + n) for n in named), named)
    text = read(os.path.join(doc, "copyright")).decode()
    for what in ("GPL-3+", "OFL-1.1", "Expat"):
        check(f"the licence {what} is told", f"\nLicense: {what}\n" in text, text)


def test_lintian():
    if not shutil.which("lintian"):
        print("# no lintian")
        return
    r = call("lintian", "--allow-root", "--fail-on", "error,warning", os.path.join("a", os.listdir("a")[0]))
    check("lintian finds nothing", r.returncode == 0 and not r.stdout, (r.stdout, r.stderr))


def test_program():
    program = os.path.abspath("tree/usr/bin/tambo")
    check("it is stripped", b".symtab" not in read(program) and b".debug_info" not in read(program))
    r = call(program, "--version")
    check("it runs", r.returncode == 0 and r.stdout == call(TAMBO, "--version").stdout, r)
    r = call(program, "simulate", "temple", "--players", "2", "--seed", "1")
    check("and plays", r.returncode == 0 and r.stdout.startswith('{"game":"temple"'), r)
    r = call(program, "serve", "--config", "tree/etc/tambo/tambo.conf", "--print-config")
    check("the packaged configuration is right", r.returncode == 0 and not r.stderr, r)
    check("its database lies in the state folder", '\ndb = "/var/lib/tambo/tambo.db"\n' in r.stdout, r)


def test_unit():
    unit = "tree/usr/lib/systemd/system/tambo.service"
    text = read(unit).decode()
    command = re.search(r"^ExecStart=(\S+) serve --config (\S+)$", text, re.M)
    check("the unit starts what is packaged", command and all(os.path.exists("tree" + p) for p in command.groups()))
    if not shutil.which("systemd-analyze"):
        return
    local = text.replace("/usr/bin/tambo", os.path.abspath("tree/usr/bin/tambo"))
    os.makedirs("unit")
    with open("unit/tambo.service", "w", encoding="utf-8") as f:
        f.write(local)
    r = call("systemd-analyze", "verify", "--man=no", "unit/tambo.service")
    check("systemd understands the unit", r.returncode == 0 and r.stderr == "", r)
    r = call("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", unit)
    check("and finds little to be exposed", r.returncode == 0, r.stdout[-200:] + r.stderr)


def test_scripts():
    """What the maintainer scripts ask systemd for: nothing is started or enabled by them."""
    os.makedirs("fake")
    os.makedirs("running")
    for name in ("systemctl", "deb-systemd-invoke"):
        with open(os.path.join("fake", name), "w", encoding="utf-8") as f:
            f.write(f'#!/bin/sh\necho {name} "$@" >>calls\n')
        os.chmod(os.path.join("fake", name), 0o755)
    reload = "systemctl --system daemon-reload\n"
    for script, args, want in (
        ("postinst", ["configure", ""], reload),
        ("postinst", ["configure"], reload),
        ("postinst", ["configure", "0.0.9"], reload + "deb-systemd-invoke try-restart tambo.service\n"),
        ("postinst", ["abort-upgrade", "0.0.9"], ""),
        ("prerm", ["remove"], "deb-systemd-invoke stop tambo.service\n"),
        ("prerm", ["upgrade", "0.2.0"], ""),
        ("postrm", ["remove"], reload),
        ("postrm", ["upgrade", "0.2.0"], reload),
    ):
        text = read(os.path.join("control", script)).decode()
        label = f"{script} {' '.join(args)}"
        for systemd in ("running", "absent"):
            open("calls", "w", encoding="utf-8").close()
            local = text.replace("/run/systemd/system", os.path.abspath(systemd))
            r = call("sh", "-c", local, script, *args, env={"PATH": f"{os.path.abspath('fake')}:{ENV['PATH']}"})
            check(f"{label}, systemd {systemd}: quiet", r.returncode == 0 and not r.stdout + r.stderr, r)
            calls = read("calls").decode()
            check(f"{label}, systemd {systemd}", calls == (want if systemd == "running" else ""), calls)


def test_dpkg():
    """Installed, upgraded, removed and purged by dpkg, in a folder instead of the system."""
    if os.geteuid() != 0:
        return
    root = os.path.abspath("root")
    for folder in ("info", "updates", "triggers"):
        os.makedirs(os.path.join(root, "var/lib/dpkg", folder))
    open(os.path.join(root, "var/lib/dpkg/status"), "w", encoding="utf-8").close()
    deb = os.path.join("a", os.listdir("a")[0])
    conf = os.path.join(root, "etc/tambo/tambo.conf")
    table = os.path.join(root, "var/lib/private/tambo/tambo.db")

    def dpkg(label, *args):
        r = call("dpkg", f"--root={root}", "--force-depends", "--force-script-chrootless", "--force-confold",
                 f"--log={root}/log", *args)
        check(f"dpkg: {label}", r.returncode == 0, r)
        return r

    dpkg("install", "-i", deb)
    check("the program is there", os.access(os.path.join(root, "usr/bin/tambo"), os.X_OK))
    check("nothing is enabled", not os.path.exists(os.path.join(root, "etc/systemd")))
    with open(conf, "a", encoding="utf-8") as f:
        f.write("rate = 21\n")
    os.makedirs(os.path.dirname(table))
    open(table, "w", encoding="utf-8").close()
    wants = os.path.join(root, "etc/systemd/system/multi-user.target.wants")
    os.makedirs(wants)
    os.symlink("/usr/lib/systemd/system/tambo.service", os.path.join(wants, "tambo.service"))
    dpkg("upgrade", "-i", os.path.join("c", os.listdir("c")[0]))
    check("the own configuration stays", read(conf).endswith(b"rate = 21\n"))
    dpkg("remove", "-r", "tambo")
    check("the program is gone", not os.path.exists(os.path.join(root, "usr/bin/tambo")))
    check("the configuration is not", os.path.exists(conf))
    check("nor that it was enabled", os.listdir(wants) == ["tambo.service"])
    r = dpkg("purge", "-P", "tambo")
    check("the configuration is gone", not os.path.exists(os.path.dirname(conf)))
    check("it is not enabled any more", os.listdir(wants) == [])
    check("the tables are not gone", os.path.exists(table))
    check("which it says", "the tables in /var/lib/tambo are still there" in r.stderr, r)


if __name__ == "__main__":
    raise SystemExit(run_all(test_build, test_fields, test_files, test_documents, test_lintian, test_program, test_unit, test_scripts, test_dpkg))
