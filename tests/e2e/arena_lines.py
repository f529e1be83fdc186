"""Cases of lines: bytes that no library sends, floods, slow readers, and the web around /ws."""
import json
import re
import socket
import struct
import time

from arena_client import (Arena, PATIENCE, QUICK, Table, case, check, frame, passive, read_all, run, same,
                          scratch, BINARY, CLOSE, PING, PONG)

HELLO = '{"type":"hello","v":1,"team":"%s","join_code":"c"}'


class Witness:
    """A table that plays on whatever happens to others: each call plays a hand of it, while they are
    still there."""

    OPTIONS = ("--seats", 2, "--stack", 1000000)

    def __init__(self, arena):
        self.table = Table(*(arena.line(team, table="witness") for team in ("One", "Two")))

    def plays(self):
        line, act = self.table.act()
        hand = act["hand_id"]
        while act["hand_id"] == hand:
            line.answer(act, *passive(act))
            line, act = self.table.act()
            check(line is not None, "the witness's match is over: give it more chips")
        line.inbox.appendleft(act)


# ---- frames that are none ----

# Where several codes stand libwebsockets is lenient: it reads on, and the line ends with what it
# makes of the rest.  None: without a close frame.
BAD_FRAMES = [
    ("binary", frame("{}", BINARY), 1003),
    ("not UTF-8", frame(b'{"type":"\xff"}'), 1007),
    ("half a character", frame(b'{"type":"\xe2\x99"}'), 1007),
    ("a surrogate", frame(b'{"type":"\xed\xa0\x80"}'), 1007),
    ("half a character at the end of the message", frame(b'"\xe2', final=False) +
     frame(b"", 0, final=True) + frame("x") * 20, (1007, 1008, None)),
    ("4097 bytes", frame('{"x":"' + "y" * 4089 + '"}'), 1009),
    ("fragments of 4097 bytes together", frame("{" + " " * 2000, final=False) +
     frame(" " * 2000, 0, final=False) + frame(" " * 200 + "}", 0), 1009),
    ("the announcement of 2^62 bytes", frame(" " * 4200, length=2 ** 62), 1009),
    ("the announcement of 100 MiB", frame(" " * 4200, length=100 << 20), 1009),
    ("not masked", frame("x", mask=False) * 20, (1002, 1008)),
    ("RSV1", frame("{}", rsv=4) + frame("{}"), 1002),
    ("RSV3", frame("{}", rsv=1) + frame("{}"), 1002),
    ("opcode 3", frame("{}", 3), 1002),
    ("opcode 11", frame("", 11), 1002),
    ("a ping of 126 bytes", frame("p" * 126, PING), (1002, None)),
    ("a ping in fragments", frame("p", PING, final=False), 1002),
    ("a continuation of nothing", frame("{}", 0), 1002),
    ("a text inside a fragmented text", frame("{", final=False) + frame("}"), 1002),
    ("a close of one byte", frame(b"\x03", CLOSE), (1002, 1005)),
    ("a close with code 999", frame(struct.pack(">H", 999), CLOSE), 1002),
    ("a close with code 1005", frame(struct.pack(">H", 1005), CLOSE), 1002),
]


def bad_frames(rows):
    wrong = []
    with Arena(*Witness.OPTIONS) as arena:
        witness = Witness(arena)
        for number, (name, data, code) in enumerate(rows):
            for seated in (False, True):
                line = arena.line(f"T{number}" if seated else None, table=f"t{number}")
                if seated:
                    line.next("lobby")
                line.raw(data)
                try:
                    got = line.closed()
                    check(got == code or isinstance(code, tuple) and got in code,
                          f"closed with {got}, not {code}")
                except AssertionError as text:
                    wrong.append(f"{name}{', seated' if seated else ''}: {text}")
                witness.plays()
    check(not wrong, "\n".join(wrong))


case("frames that are no frames are closed with their codes, and tables play on")(
    lambda: bad_frames(BAD_FRAMES))


@case("4096 bytes, fragments with a ping between, and empty fragments are fine")
def good_frames():
    with Arena("--seats", 2) as arena:
        line = arena.line()
        text = (HELLO % "A").encode()
        line.raw(frame(text[:5], final=False) + frame("x", PING) + frame(b"", 0, final=False) +
                 frame(text[5:20], 0, final=False) + frame(text[20:], 0))
        line.next("welcome")
        line.alive()
        check(b"x" in line.pongs, "a pong for the ping between the fragments")
        line.send('{"type":"status"' + " " * (4096 - 17) + "}")
        line.error("UNKNOWN_TYPE")
        for byte in frame(HELLO % "B"):  # a byte at a time
            line.raw(bytes([byte]))
        line.error("BAD_SCHEMA")
        line.raw(frame("unasked", PONG))
        line.alive()
        line.raw(frame(struct.pack(">H", 1000) + b"bye", CLOSE))
        line.closed(1000)


BAD_TEXT = [
    "", " ", "x", "null", "7", '"hello"', "[]", "[{}]", "{", "{}x", '{"type":"hello",}',
    "{'type':'hello'}", '{"type":"hello"}{"type":"hello"}', '{"type":hello}',
    '{"type":"action","hand_id":"H","action":"CALL","action":"FOLD"}',
    '{"type":"action","type":"action","hand_id":"H","action":"CALL"}',
    '{"type":"action","hand_id":"H","action":"RAISE_TO","amount":1e3}',
    '{"type":"action","hand_id":"H","action":"RAISE_TO","amount":NaN}',
    '{"type":"action","hand_id":"H","action":"RAISE_TO","amount":01}',
    '{"type":"action","hand_id":"H","action":"RAISE_TO","amount":9007199254740992}',
    '{"type":"action","hand_id":"H","action":"RAISE_TO","amount":' + "9" * 400 + "}",
    '{"type":"action","hand_id":"' + "H" * 3000 + '","action":7}',
    '{"a":' * 9 + "1" + "}" * 9, '{"a":' + "[" * 2000 + "]" * 2000 + "}",
    "{" + ",".join(f'"k{i}":0' for i in range(33)) + "}",
    '{"type":"action\\u0000"}x', '{"type":"hello","v":1,"team":"\\ud800","join_code":"c"}',
    '{"type":"action","hand_id":"H","action":"CALL","v":1.0}', "\ufeff{}", '{"type":"a\tb"}',
    "{/*c*/}", '{"type":tru}',
]


@case("text that is no message is BAD_SCHEMA, one by one, and the line stays")
def bad_text():
    with Arena("--seats", 2) as arena:
        wrong = []
        for begin in range(0, len(BAD_TEXT), 15):
            line = arena.line(f"T{begin}", table=f"t{begin}")
            line.next("lobby")
            for text in BAD_TEXT[begin:begin + 15]:
                line.send(text)
                try:
                    line.error("BAD_SCHEMA")
                except AssertionError as why:
                    wrong.append(f"{text[:60]!r}: {why}")
            line.alive()
        check(not wrong, "\n".join(wrong))


@case("before hello: a bad frame, an action or nothing is the end")
def bad_hello():
    with Arena() as arena:
        begin = time.monotonic()
        silent = arena.line()
        for text, code in (("x", "BAD_SCHEMA"), ('{"type":"action","hand_id":"H","action":"CALL"}',
                                                 "BAD_HELLO"),
                           ('{"type":"hell"}', None), ("{}", "BAD_SCHEMA")):
            line = arena.line()
            line.send(text)
            if code:
                line.error(code)
            else:
                line.next("error")
            line.closed(1008)
        silent.error("BAD_HELLO")
        silent.closed(1008)
        check(time.monotonic() - begin >= 5, "five seconds for a hello")


@case("twenty unreadable frames in a row end the line; a good one between them starts anew")
def too_many_bad():
    with Arena() as arena:
        line = arena.line("A")
        for count in (19, 20):
            line.raw(frame("x") * count)
            if count == 19:
                line.raw(frame('{"type":"action","hand_id":"H","action":"CALL"}'))
        line.closed(1008)
        same(arena.metrics()["felt_lines_bad_total"], 1)


@case("who sends too fast is not read from; answers are free; nobody else waits")
def flood():
    with Arena(*Witness.OPTIONS) as arena:
        witness = Witness(arena)
        table = Table(*[arena.line(team, table="g") for team in "AB"])
        for _ in range(200 if QUICK else 500):  # far above 20 a second
            one, act = table.act()
            one.answer(act, *passive(act))
        same(arena.metrics()["felt_lines_paused_total"], 0, "paused for its answers")
        line = arena.line("Flood", table="f")
        line.next("lobby")
        data = frame('{"type":"action","hand_id":"H","action":"CALL"}') * 400
        line.socket.settimeout(0.3)
        begin, before = time.monotonic(), arena.metrics()["felt_messages_total"]
        sent, end = 0, begin + PATIENCE
        for _ in range(100):
            try:
                sent += line.socket.send(data)
            except socket.timeout:
                break
        witness.plays()
        while not (metrics := arena.metrics())["felt_lines_paused_total"]:
            check(time.monotonic() < end, "it is never paused")
            witness.plays()
        read, most = metrics["felt_messages_total"] - before, 100 + 20 * (time.monotonic() - begin)
        check(read < most, f"{read} were read, not {most}")
        check(not line.gone, "the flood is closed")
        line.drop()
        return f"{sent} bytes taken from the flood"


@case("error frames have an allowance")
def error_allowance():
    with Arena("--seats", 2) as arena:
        line = arena.line("A")
        line.next("lobby")
        begin = time.monotonic()
        end = begin + PATIENCE
        line.raw(frame('{"type":"action","hand_id":"H","action":"CALL"}') * 45)

        def errors():
            return sum(one["type"] == "error" for one in line.frames)
        while errors() + arena.metrics()["felt_errors_left_out_total"] < 45:
            check(time.monotonic() < end, f"{errors()} errors, and the rest are not counted")
            line.wait(0.05)
        most = 21 + 10 * (time.monotonic() - begin)
        check(20 <= errors() <= most, f"{errors()} errors, not 20 to {most}")
        line.alive()
        same(arena.metrics()["felt_errors_left_out_total"], 45 - errors(), "the rest are counted")


@case("a slow reader is closed at its limit and costs others nothing")
def slow_reader():
    secret = f"{scratch()}/secret"
    with open(secret, "w", encoding="ascii") as out:
        out.write("sesame\n")
    with Arena(*Witness.OPTIONS, "--watch-secret", secret, "--with",
               "fold+fold") as arena:  # a hand with every answer: they fill buffers soon
        witness, begin = Witness(arena), time.monotonic()
        end = begin + 2 * PATIENCE
        while arena.metrics()["felt_tables_in_hand"] < 2:
            time.sleep(0.02)
        slow = arena.line(small=2048)
        slow.hello(None, None, role="spectator", secret="sesame")
        while not arena.metrics()["felt_connections_slow_total"]:
            check(time.monotonic() < end, "it is never closed")
            slow.raw(frame("x", PONG))  # it is there; else it were given up for want of a pong
            witness.plays()
        check(arena.metrics()["felt_queue_bytes"] < 300000, "the queue is gone")
        slow.drop()
        hands = arena.metrics()["felt_hands_total"]
        return f"after {hands:.0f} hands, {time.monotonic() - begin:.1f} s"


# ---- HTTP ----

@case("/healthz, /metrics, /api/arena and unknown paths")
def http():
    with Arena("--seats", 2, "--max-hands", 2) as arena:
        same(arena.get("/healthz")[0::2], (200, "ok\n"))
        status, kind, text = arena.get("/metrics")
        same(status, 200)
        check(kind.startswith("text/plain; version=0.0.4"), kind)
        prometheus(text)
        pair = [arena.line(team) for team in "AB"]
        pair[0].next("lobby")
        api = json.loads(arena.get("/api/arena")[2])
        same((api["tables"][0]["table_id"], api["matches"]), ("T-1", []))
        Table(*pair).play(passive)
        end = pair[0].frames[-1]
        api = json.loads(arena.get("/api/arena")[2])
        same(api["matches"], [{"match_id": end["match_id"], "table_id": "T-1", "hands": 2,
                               "winner": end["winner"]["team"], "reason": end["reason"]}])
        same(sorted(one["team"] for one in api["standings"]), ["A", "B"])
        same(arena.get("/api/arena/matches/" + end["match_id"])[0], 200)
        kept = json.loads(arena.get("/api/arena/matches/" + end["match_id"])[2])
        same({key: kept["end"][key] for key in end if key != "_at"},
             {key: end[key] for key in end if key != "_at"})
        check(kept["phh"].count('variant = "NT"') == 2, kept["phh"][:200])
        for path in ("/nothing", "/api/arena/matches/M-1", "/../etc/passwd", "/api/arena/x"):
            same(arena.get(path)[0], 404, path)
        same(arena.metrics()["felt_hands_total"], 2)


def prometheus(text):
    """Text format 0.0.4: names, types before samples, buckets that rise."""
    types, buckets = {}, []
    check(text.endswith("\n"), "the last line ends")
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            check(name not in types and kind in ("counter", "gauge", "histogram"), line)
            types[name] = kind
        elif line.startswith("#"):
            check(line.startswith("# HELP "), line)
        else:
            match = re.fullmatch(r'([a-z_]+)(\{[a-z]+="[^"]*"\})? ([0-9.]+|[+]Inf)', line)
            check(match, line)
            base = re.sub("_(bucket|sum|count)$", "", match[1])
            check(match[1] in types or types.get(base) == "histogram", f"no type: {line}")
            if match[1].endswith("_bucket"):
                buckets.append(float(match[3]))
    same(buckets, sorted(buckets), "buckets rise")
    check(len(buckets) > 4, "a histogram of latencies")


@case("HTTP heads that are too long, too slow or wrong")
def bad_heads():
    with Arena() as arena:
        slow = socket.create_connection(("127.0.0.1", arena.port), timeout=PATIENCE)
        slow.sendall(b"GET /ws HTTP/1.1\r\nHost:")
        for data in (b"GET /ws HTTP/1.1\r\nX: " + b"y" * 20000 + b"\r\n\r\n",
                     b"\x00\xff\x00\xff\r\n\r\n", b"GET\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100)):
            line = socket.create_connection(("127.0.0.1", arena.port), timeout=PATIENCE)
            line.sendall(data)
            try:
                got = line.recv(65536)
            except ConnectionError:
                got = b""
            check(got == b"" or got.startswith(b"HTTP/1.") and b" 101 " not in got, repr(got[:80]))
            line.close()
        for head, want in (("Origin: http://evil.example\r\n", 403),
                           (f"Origin: http://127.0.0.1:{arena.port}\r\n", None)):
            line = arena.line(head=head)
            if want:
                same(line.status, want, head)
        nothing = arena.line(shake=False)
        nothing.shake("/other")
        check(nothing.status in (None, 404, 403), f"{nothing.status}")
        read_all(slow)  # it was never whole
        same(arena.get("/healthz")[0], 200)


@case("no compression is offered; --connections is a limit")
def limits():
    with Arena("--connections", 3) as arena:
        lines = [arena.line("A", head="Sec-WebSocket-Extensions: permessage-deflate\r\n")]
        check("xtensions" not in lines[0].head, lines[0].head)
        lines += [arena.line(team) for team in "CD"]
        for line in lines:
            line.next("lobby")
        more = arena.line()
        if more.status == 101:
            more.closed(1013)
        else:
            check(more.status in (None, 503), f"{more.status}")
        lines[1].drop()
        end = time.monotonic() + PATIENCE
        while True:  # until the server has seen that it is gone
            again = arena.line()
            again.hello("B")
            again.wait(PATIENCE)
            if again.frames:
                break
            check(time.monotonic() < end, "nobody is let in")
        same(again.next("welcome")["seat"], 3)


@case("a line that is stopped (no FIN, no reading) holds up nobody")
def half_open():
    with Arena("--seats", 2, "--move-ms", 100, "--max-hands", 2) as arena:
        dead = arena.line("Dead")
        dead.mute = True
        live = arena.line("Live")
        while True:  # never reads from the other socket
            one = live.next()
            if one["type"] == "act":
                live.answer(one, *passive(one))
            if one["type"] == "match_end":
                break


@case("500 lines at once, each with a hello, half of them dropped")
def crowd():
    count = 200 if QUICK else 500
    with Arena("--seats", 2, "--tables", 1000) as arena:
        lines = []

        def listen(number):
            """Now and then to all of them: who does not answer a ping is gone."""
            for line in lines if number % 20 == 0 else ():
                if not line.gone:
                    line.wait(0)
        for number in range(count):
            lines.append(arena.line(f"T{number}", table=f"t{number // 2}"))
            listen(number)
        for number, line in enumerate(lines):
            line.next("start_hand")
            listen(number)
        same(arena.metrics()["felt_tables_in_hand"], count // 2)
        for line in lines[::2]:
            line.drop()
        for number, line in enumerate(lines[1::2]):
            line.next("lobby")
            listen(number)
        lines[1].alive()
        end = time.monotonic() + PATIENCE
        while arena.metrics()["felt_connections"] != count // 2:
            check(time.monotonic() < end, f"{arena.metrics()['felt_connections']} connections")
            time.sleep(0.05)
            listen(0)


run()
