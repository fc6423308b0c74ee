"""A small WebSocket and HTTP client on plain sockets, for tests: it can do all that a good client
does, and everything a bad one might. Only the standard library."""
import base64
import hashlib
import json
import os
import socket
import ssl
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 120  # seconds for an answer that comes at once: machines may be slow
opened = []  # sockets, for close_all


def connect(port, tls=None, host="127.0.0.1", receive=0, source=None):
    """A connected socket; receive: bytes of its buffer, for slow readers; source: the address it comes from."""
    s = socket.socket()
    opened.append(s)
    if receive:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    s.settimeout(PATIENCE)
    if source:
        s.bind((source, 0))
    s.connect((host, port))
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if tls:
        s = tls.wrap_socket(s, server_hostname="localhost")
        opened[-1] = s
    return s


def close_all():
    while opened:
        opened.pop().close()


def no_checks():
    """TLS that believes everybody."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Gone(Exception):
    """The other side has hung up."""


class Stream:
    """Reads from a socket what was asked for, and keeps the rest."""

    def __init__(self, sock):
        self.sock, self.kept = sock, b""

    def more(self):
        try:
            got = self.sock.recv(65536)
        except (ConnectionError, ssl.SSLError) as e:
            raise Gone(str(e)) from e
        if not got:
            raise Gone("closed")
        self.kept += got

    def take(self, n):
        while len(self.kept) < n:
            self.more()
        got, self.kept = self.kept[:n], self.kept[n:]
        return got

    def until(self, mark):
        while mark not in self.kept:
            self.more()
        n = self.kept.index(mark) + len(mark)
        got, self.kept = self.kept[:n], self.kept[n:]
        return got


class Answer:
    """An HTTP answer: status, headers (names in lower case), body."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:200]!r}"

    def json(self):
        return json.loads(self.body)


def read_answer(stream, head=False):
    top = stream.until(b"\r\n\r\n").decode("latin-1").split("\r\n")
    headers = {}
    for line in top[1:-2]:
        name, _, value = line.partition(":")
        name = name.lower()
        headers[name] = headers[name] + ", " + value.strip() if name in headers else value.strip()
    status = int(top[0].split()[1])
    n = 0 if head or status in (101, 204, 304) else int(headers.get("content-length", 0))
    return Answer(status, headers, stream.take(n))


def request_bytes(method, path, headers=None, body=None):
    lines = [f"{method} {path} HTTP/1.1"]
    headers = {"Host": "localhost", **(headers or {})}
    if body is not None and "Content-Length" not in headers:
        headers["Content-Length"] = str(len(body))
    lines += [f"{k}: {v}" for k, v in headers.items() if v is not None]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (body or b"")


class Http:
    """A connection that asks one thing after the other."""

    def __init__(self, port, tls=None, **options):
        self.sock = connect(port, tls, **options)
        self.stream = Stream(self.sock)

    def ask(self, method, path, headers=None, body=None):
        self.sock.sendall(request_bytes(method, path, headers, body))
        return read_answer(self.stream, method == "HEAD")

    def close(self):
        self.sock.close()


def ask(port, method, path, headers=None, body=None, tls=None):
    """One request on a connection of its own."""
    http = Http(port, tls)
    try:
        return http.ask(method, path, headers, body)
    finally:
        http.close()


def frame(opcode, data=b"", final=True, mask=True, reserved=0, length=None):
    """The bytes of a frame; length: what it claims to be."""
    n = len(data) if length is None else length
    top = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    bit = 0x80 if mask else 0
    if n < 126:
        top += bytes([bit | n])
    elif n < 65536:
        top += bytes([bit | 126]) + struct.pack(">H", n)
    else:
        top += bytes([bit | 127]) + struct.pack(">Q", n)
    if not mask:
        return top + data
    key = os.urandom(4)
    whole = int.from_bytes(data, "big") ^ int.from_bytes((key * (len(data) // 4 + 1))[: len(data)], "big")
    return top + key + whole.to_bytes(len(data), "big")


def upgrade_bytes(headers=None, path="/ws", key=b"0123456789abcdef"):
    return request_bytes(
        "GET",
        path,
        {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Protocol": "tambo.1",
            "Sec-WebSocket-Key": base64.b64encode(key).decode(),
            **(headers or {}),
        },
    )


class Refused(Exception):
    """The upgrade was answered by something else; .answer tells."""

    def __init__(self, answer):
        super().__init__(repr(answer))
        self.answer = answer


class Ws:
    """A WebSocket. objects() gives what the server sent, object by object."""

    def __init__(self, port, headers=None, tls=None, path="/ws", **options):
        self.sock = connect(port, tls, **options)
        self.stream = Stream(self.sock)
        self.waiting, self.code, self.reason, self.pongs, self.pings = [], None, "", [], 0
        self.frames = self.bytes = 0  # that came
        self.events, self.top = False, 0  # check that each event is in one frame; the last number
        key = os.urandom(16)
        self.sock.sendall(upgrade_bytes(headers, path, key))
        self.answer = read_answer(self.stream)
        if self.answer.status != 101:
            raise Refused(self.answer)
        digest = hashlib.sha1(base64.b64encode(key) + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        assert self.answer.headers["sec-websocket-accept"] == base64.b64encode(digest).decode()

    def send(self, text):
        data = text if isinstance(text, bytes) else text.encode() if isinstance(text, str) else json.dumps(text).encode()
        self.sock.sendall(frame(TEXT, data))

    def raw(self, data):
        self.sock.sendall(data)

    def next_frame(self):
        """(opcode, data) of the next frame, whatever it is."""
        a, b = self.stream.take(2)
        assert not a & 0x70 and not b & 0x80, "reserved bits or a mask from the server"
        n = b & 0x7F
        if n == 126:
            n = struct.unpack(">H", self.stream.take(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self.stream.take(8))[0]
        assert a & 0x80, "the server does not send fragments"
        self.bytes += n + (2 if n < 126 else 4 if n < 65536 else 10)
        return a & 0xF, self.stream.take(n)

    def step(self):
        """Deals with one frame. Gone after a close."""
        opcode, data = self.next_frame()
        if opcode == TEXT:
            self.frames += 1
            objects = json.loads(data)
            assert isinstance(objects, list)
            if self.events:
                self.check_events(objects)
            self.waiting += objects
        elif opcode == PING:
            self.pings += 1
            self.sock.sendall(frame(PONG, data))
        elif opcode == PONG:
            self.pongs.append(data)
        elif opcode == CLOSE:
            self.code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 1005
            self.reason = data[2:].decode()
            try:
                self.sock.sendall(frame(CLOSE, data[:2]))
            except (ConnectionError, ssl.SSLError):
                pass
            raise Gone(f"close {self.code} {self.reason}")
        else:
            raise AssertionError(f"opcode {opcode}")

    def check_events(self, objects):
        """Numbers grow, and those of one event are not parted (docs/protocol.md, The stream)."""
        top = self.top
        for o in objects:
            if o.get("t") == "anew" or "re" in o and "seat" in o:  # `open`: from another number on
                top = self.top = 0
            if "n" in o:
                assert o["n"] > top and o["n"] >= self.top and o["at"] > 0, (o, top)
                self.top = o["n"]

    def get(self):
        """The next object."""
        while not self.waiting:
            self.step()
        return self.waiting.pop(0)

    def until_gone(self):
        """Reads to the end: the close code, or None if it was cut off."""
        try:
            while True:
                self.step()
        except Gone:
            return self.code

    def close(self):
        self.sock.close()
