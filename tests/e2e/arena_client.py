"""A server to test, and lines to it that can do everything wrong.

Nothing but the standard library: a line here is a socket and RFC 6455 written out, so that a test
can send what no library would.  `Arena` starts the real program on a free port; `Line` is one
connection; `Table` waits for several lines at once.  A case is a function with a name; run() plays
cases side by side, each with servers of its own, and prints a line for each.
"""
import base64
import collections
import concurrent.futures
import hashlib
import json
import os
import random
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

FELT = os.environ.get("FELT", "felt")
QUICK = bool(os.environ.get("FELT_TEST_QUICK"))
PATIENCE = 300  # seconds; no test waits so long unless something is broken
MOVE_MS = 600000  # no case is so slow that a clock runs out which should not
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Arena:
    """The server, from its banner to its exit code.  `usual`: with the clock that it has of itself;
    `kind`: ("tournament",) for one of bots."""

    def __init__(self, *options, limit=None, fails=False, port=0, usual=False, kind=()):
        if not usual and "--move-ms" not in options:
            options += ("--move-ms", MOVE_MS)
        command = [FELT, "arena", *kind, "--port", str(port), *map(str, options)]
        if limit is not None:  # of the size of any file, in blocks of 1024 bytes
            command = ["bash", "-c", 'ulimit -S -f "$0" && trap "" XFSZ && exec "$@"', str(limit),
                       *command]
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors,
                                        stdin=subprocess.DEVNULL, text=True)
        self.banner, self.url, self.port = "", None, None
        for line in self.process.stdout:
            self.banner += line
            if line.startswith("  play "):
                self.url = line.split()[1]
                self.port = int(self.url.split(":")[2].split("/")[0])
            if line.startswith("  a bot "):
                break
        if not fails and not self.port:
            raise AssertionError("no banner: " + self.complaint())

    def complaint(self):
        self.errors.seek(0)
        return self.errors.read()

    def wait(self):
        return self.process.wait(timeout=PATIENCE)

    def kill(self):
        self.process.kill()
        self.wait()

    def stop(self):
        """Ends it politely; it must say nothing on stderr and end with 0."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.wait()
        check(code == 0, f"exit code {code}: {self.complaint()}")
        check(self.complaint() == "", self.complaint())

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None and self.process.poll() is None:
            self.stop()
        elif self.process.poll() is None:
            self.kill()
        if kind is not None and self.complaint():
            print(f"# stderr: {self.complaint()}", file=sys.stderr)
        self.process.stdout.close()

    def line(self, team=None, code="c", table=None, **more):
        """A line; with a team it says hello."""
        line = Line(self.port, "/ws" + (f"?table={table}" if table is not None else ""), **more)
        if team is not None:
            line.hello(team, code)
        return line

    def get(self, path):
        """Status, type and text of an HTTP answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}",
                                        timeout=PATIENCE) as answer:
                return answer.status, answer.headers["Content-Type"], answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers["Content-Type"], answer.read().decode()

    def metrics(self):
        """Names with their labels -> values."""
        lines = self.get("/metrics")[2].splitlines()
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1])
                for line in lines if not line.startswith("#")}


class Line:
    """One WebSocket connection.  `frames` is everything that came, `inbox` what nobody took yet."""

    def __init__(self, port, path="/ws", tls=None, head="", shake=True, small=None):
        self.socket = socket.socket()
        if small:  # a receiver that takes little; and by short segments buffers stay small
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, small)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname="localhost")
        self.bytes, self.parts = b"", b""
        self.frames, self.inbox, self.pongs = [], collections.deque(), []
        self.code, self.reason, self.gone, self.seat, self.status = None, "", False, None, None
        self.head = b""
        self.mute = False  # does not answer pings and closes
        if shake:
            self.shake(path, head)

    def shake(self, path, head=""):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                             f"Sec-WebSocket-Version: 13\r\n{head}\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            piece = self.socket.recv(4096)
            if not piece:
                self.gone, self.head = True, answer
                return
            answer += piece
        answer, self.bytes = answer.split(b"\r\n\r\n", 1)
        self.status = int(answer.split()[1])
        want = base64.b64encode(hashlib.sha1(
            (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        self.head = answer.decode("latin-1")
        check(self.status != 101 or want in answer, "Sec-WebSocket-Accept is wrong")

    # ---- sending ----

    def raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.gone = True

    def send(self, message):
        self.raw(frame(message if isinstance(message, (str, bytes)) else json.dumps(message)))

    def hello(self, team, code="c", **more):
        message = {"type": "hello", "v": 1, **more}
        if team is not None:
            message["team"] = team
        if code is not None:
            message["join_code"] = code
        self.send(message)

    def answer(self, act, action, amount=None, **more):
        self.send(answer(act, action, amount, **more))

    # ---- receiving ----

    def feed(self):
        """Takes what the socket has; blocks if it has nothing."""
        try:
            piece = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            piece = b""
        if not piece:
            self.gone = True
            return
        self.bytes += piece
        self.split()

    def split(self):
        while len(self.bytes) >= 2:
            first, length, at = self.bytes[0], self.bytes[1], 2
            check(length < 128, "the server must not mask")
            if length == 126:
                if len(self.bytes) < 4:
                    return
                length, at = struct.unpack(">H", self.bytes[2:4])[0], 4
            elif length == 127:
                if len(self.bytes) < 10:
                    return
                length, at = struct.unpack(">Q", self.bytes[2:10])[0], 10
            if len(self.bytes) < at + length:
                return
            payload, self.bytes = self.bytes[at:at + length], self.bytes[at + length:]
            self.receive(first & 15, bool(first & 128), payload)

    def receive(self, opcode, final, payload):
        if opcode in (0, TEXT):
            self.parts += payload
            if final:
                message = json.loads(self.parts.decode("utf-8"))
                self.parts = b""
                message["_at"] = time.monotonic()
                self.frames.append(message)
                self.inbox.append(message)
                if message["type"] == "welcome":
                    self.seat = message.get("seat")
        elif opcode == CLOSE:
            self.code = struct.unpack(">H", payload[:2])[0] if len(payload) > 1 else 1005
            self.reason = payload[2:].decode()
            if not self.mute:
                self.raw(frame(payload[:2], CLOSE))
        elif opcode == PING and not self.mute:
            self.raw(frame(payload, PONG))
        elif opcode == PONG:
            self.pongs.append(payload)

    def next(self, kind=None, timeout=PATIENCE, **fields):
        """The next frame of that type (and those fields); others are passed over."""
        end = time.monotonic() + timeout
        while True:
            while self.inbox:
                message = self.inbox.popleft()
                if kind in (None, message["type"]) and \
                        all(message.get(key) == value for key, value in fields.items()):
                    return message
            check(not self.gone, f"the line is gone ({self.code} {self.reason}) before {kind} "
                                 f"{fields}; had {brief(self.frames[-4:])}")
            left = end - time.monotonic()
            check(left > 0, f"no {kind} {fields} in {timeout} s; had {brief(self.frames[-4:])}")
            self.wait(left)

    def wait(self, seconds):
        if getattr(self.socket, "pending", lambda: 0)() or \
                select.select([self.socket], [], [], max(seconds, 0))[0]:
            self.feed()

    def error(self, code):
        """The next `error`, which must have that code."""
        message = self.next("error")
        check(message["code"] == code, f"{message['code']} ({message['msg']}), not {code}")
        check(message["msg"] and "\n" not in message["msg"], "an error says something in one line")
        return message

    def closed(self, code=None, timeout=PATIENCE):
        """Until the server says that the line is closed; with that code."""
        end = time.monotonic() + timeout
        while self.code is None and not self.gone and time.monotonic() < end:
            self.wait(end - time.monotonic())
        check(self.gone or self.code, f"the line is still open after {timeout} s; {brief(self.frames[-3:])}")
        if code is not None:
            check(self.code == code, f"closed with {self.code} {self.reason}, not {code}")
        return self.code

    def quiet(self, seconds=0.15):
        """Nothing comes for so long."""
        count = len(self.frames)
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.gone:
            self.wait(end - time.monotonic())
        check(len(self.frames) == count, f"unexpected {brief(self.frames[count:])}")
        check(not self.gone, f"the line was closed with {self.code}")

    def alive(self):
        """The server still reads from this line and answers."""
        token = os.urandom(4)
        self.raw(frame(token, PING))
        end = time.monotonic() + PATIENCE
        while token not in self.pongs:
            check(not self.gone and time.monotonic() < end, f"no pong ({self.code})")
            self.wait(end - time.monotonic())

    def drop(self):
        """Gone without a word."""
        self.socket.close()
        self.gone = True


class Table:
    """Lines of one table; whose turn it is."""

    def __init__(self, *lines):
        self.lines = list(lines)

    def pump(self, seconds):
        live = [line.socket for line in self.lines if not line.gone]
        if not live:
            return
        ready = select.select(live, [], [], max(seconds, 0))[0]
        for line in self.lines:
            if not line.gone and line.socket in ready:
                line.feed()

    def act(self, timeout=PATIENCE):
        """The line that is asked, and its `act`; None, match_end when the match is over."""
        end = time.monotonic() + timeout
        while True:
            for line in self.lines:
                while line.inbox:
                    message = line.inbox.popleft()
                    if message["type"] == "act":
                        return line, message
                    if message["type"] == "match_end":
                        return None, message
                    check(message["type"] != "error", str(message))
            check(time.monotonic() < end and not all(line.gone for line in self.lines),
                  f"nobody is asked: {[brief(line.frames[-3:]) for line in self.lines]}")
            self.pump(end - time.monotonic())

    def play(self, policy, until=None, hands=None):
        """Answers every `act` with policy(act) -> action, amount.  To match_end, or `hands`."""
        while True:
            line, act = self.act()
            if line is None:
                break
            if until and until(line, act):
                return line, act
            if hands is not None and act["hand_id"] > hands:
                return line, act
            line.answer(act, *policy(act))
        for one in self.lines:
            if not any(message["type"] == "match_end" for message in one.frames):
                one.next("match_end")
        return None, act


def frame(payload, opcode=TEXT, final=True, rsv=0, mask=True, length=None):
    """Bytes of a frame, right or wrong."""
    if isinstance(payload, str):
        payload = payload.encode()
    size = len(payload) if length is None else length
    head = bytes([(128 if final else 0) | rsv << 4 | opcode])
    bit = 128 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[i % 4] for i, byte in enumerate(payload))


def answer(act, action, amount=None, req=True, **more):
    message = {"type": "action", "v": 1, "hand_id": act["hand_id"], "action": action}
    if amount is not None:
        message["amount"] = amount
    if req:
        message["req_id"] = act["req_id"]
    message.update(more)
    return message


# ---- policies ----

def passive(act):
    return ("CHECK" if "CHECK" in act["legal"] else "CALL"), None


def timid(act):
    return ("CHECK" if "CHECK" in act["legal"] else "FOLD"), None


def shove(act):
    if "RAISE_TO" in act["legal"]:
        return "RAISE_TO", act["max_raise_to"]
    return passive(act)


def wild(rng):
    """A policy of chances: everything that is legal happens sooner or later."""
    def choose(act):
        dice = rng.random()
        if "RAISE_TO" in act["legal"] and dice < 0.4:
            low, high = act["min_raise_to"], act["max_raise_to"]
            if dice < 0.12:
                return "RAISE_TO", low
            if dice < 0.17:
                return "RAISE_TO", high
            return "RAISE_TO", min(high, low + rng.randrange(0, 3 * act["pot"] + 1))
        if "CALL" in act["legal"] and dice > 0.8:
            return "FOLD", None
        return passive(act)
    return choose


# ---- cases ----

CASES = []


def case(name):
    def keep(function):
        CASES.append((name, function))
        return function
    return keep


def check(condition, text="a condition does not hold"):
    if not condition:
        raise AssertionError(text)


def same(got, want, what=""):
    check(got == want, f"{what}: {got!r}, not {want!r}")


def brief(frames):
    return [{key: value for key, value in one.items()
             if key in ("type", "ev", "code", "msg", "seat", "hand_id")} for one in frames]


def quiet_port():
    """A port that is free, and that the kernel gives to nobody who wants any: for a server that is
    killed and starts again on it."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as text:
        least = int(text.read().split()[0])
    for port in random.sample(range(10000, least), 1000) if least > 12000 else ():
        with socket.socket() as line:
            try:
                line.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass
    return 0


def read_all(line):
    """What comes on a socket until the server closes it."""
    text = b""
    try:
        while piece := line.recv(65536):
            text += piece
    except ConnectionError:
        pass
    line.close()
    return text


def waits_for_nothing(usual, other, seconds):
    """Both functions do the same and return how long it took; beside `other` there is a client that
    would cost this many seconds if the server waited for it.  On a busy machine either may be slow:
    one good try of ten is enough."""
    tries = []
    for _ in range(10):
        tries.append((usual(), other()))
        if tries[-1][1] - tries[-1][0] < seconds:
            return
    raise AssertionError(f"without, and with what must not be waited for: {tries} s")


def scratch():
    return tempfile.mkdtemp(prefix="arena", dir=os.environ.get("FELT_SCRATCH"))


def attempt(name, function):
    begin = time.monotonic()
    try:
        note = function()
        return f"ok - {name}" + (f" ({note})" if note else ""), time.monotonic() - begin
    except BaseException:  # a case must never take the others with it
        trace = traceback.format_exc().rstrip().replace("\n", "\n# ")
        return f"not ok - {name}\n# {trace}", time.monotonic() - begin


def run():
    """Every case whose name has the words of the command line in it."""
    words = sys.argv[1:]
    chosen = [(name, function) for name, function in CASES
              if not words or any(word in name for word in words)]
    os.environ["FELT_SCRATCH"] = folder = tempfile.mkdtemp(prefix="felt_arena")
    slow = []
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for (name, _), (text, seconds) in zip(chosen, pool.map(lambda one: attempt(*one), chosen)):
            print(text, flush=True)
            slow.append((seconds, name))
    slow.sort(reverse=True)
    print("# slowest: " + "; ".join(f"{name} {seconds:.1f} s" for seconds, name in slow[:3]))
    shutil.rmtree(folder, ignore_errors=True)
