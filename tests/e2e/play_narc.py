"""Cases of felt play narc that need a terminal, a second process or a look into records.

usage: play_narc.py FELT GOLDEN SCRATCH; prints "ok - NAME" or "not ok - NAME" for each case.
"""
import codecs
import fcntl
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unicodedata

felt, golden, scratch = sys.argv[1:4]
FIXED = ["--rules", f"{golden}/rules.json", "--cards", f"{golden}/cards.json"]
CLEAR = re.compile(r"\x1b\[H\x1b\[2J(?:\x1b\[3J)?")
slowest = (0.0, "")
cards = json.load(open(f"{golden}/cards.json"))
NAMES = {c["id"]: c["name"] for c in cards["cards"] + cards.get("tier_cards", [])}
OWNED = {owner: [c["name"] for c in cards["cards"] + cards.get("tier_cards", [])
                 if c["owner"] == owner] for owner in ("narc", "customer", "player")}


def case(name):
    def run(body):
        global slowest
        start = time.time()
        try:
            body()
            print(f"ok - {name}")
        except Exception as wrong:  # whatever it is, the other cases go on
            print(f"not ok - {name}")
            for line in f"{type(wrong).__name__}: {wrong}".splitlines()[:30]:
                print(f"# {line}")
        slowest = max(slowest, (time.time() - start, name))
    return run


def environment(**more):
    env = {k: v for k, v in os.environ.items()
           if k not in ("NO_COLOR", "FELT_STATE", "XDG_STATE_HOME")}
    env.update({"TERM": "xterm", "HOME": f"{scratch}/home", "LC_ALL": "C.UTF-8"})
    env.update(more)
    return env


def play(words, lines, code=0, **more):
    """felt play narc in a pipe."""
    text = lines if isinstance(lines, bytes) else "".join(x + "\n" for x in lines).encode()
    done = subprocess.run([felt, "play", "narc", *words], input=text, capture_output=True,
                          timeout=300, env=environment(**more))
    assert done.returncode == code, f"exit code {done.returncode}: {done.stderr.decode()}"
    return done.stdout.decode(), done.stderr.decode()


class Terminal:
    """felt play narc on a terminal of its own."""

    def __init__(self, words, rows=24, columns=80, **more):
        self.out = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.process, self.file = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(felt, [felt, "play", "narc", *words], environment(**more))
        self.read_prompt()

    def read_prompt(self, mark=0):
        """Until the program waits behind a prompt that is new, or has ended.  False: ended."""
        stop = time.time() + 300
        while time.time() < stop:
            ready, _, _ = select.select([self.file], [], [], 0.02)
            if not ready:
                if len(self.out) > mark and self.out.endswith("\n> "):
                    return True
                continue
            try:
                data = os.read(self.file, 65536)
            except OSError:
                return False
            if not data:
                return False
            # a letter, or the end of a line, may come in two parts
            self.out = (self.out + self.decoder.decode(data)).replace("\r\n", "\n")
        raise AssertionError("no prompt within five minutes: " + self.out[-300:])

    def type(self, *lines):
        for line in lines:
            mark = len(self.out)
            try:
                os.write(self.file, (line + "\n").encode())
            except OSError:
                return False
            if not self.read_prompt(mark):
                return False
        return True

    def send(self, data):
        mark = len(self.out)
        os.write(self.file, data)
        return self.read_prompt(mark)

    def kill(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.file)

    def end(self):
        """How it ended, without being told to."""
        stop = time.time() + 300
        while time.time() < stop:
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self.file)
                return status
            time.sleep(0.01)
        self.kill()
        raise AssertionError("it does not end")

    def screens(self):
        return [re.sub(r"\x1b\[[0-9;]*m", "", x) for x in CLEAR.split(self.out)]


LESSON = ["raise shed", "raise records", "check", "go on", "raise dinner", "go on", "check",
          "raise cousin", "go on", "check", "check", "fold", "customer", "2"]
SESSION = ["1", "", "c", "g", "raise 1", "c", "c", "g", "c", "c", "c", "go", "raise 2", "c", "c",
           "g", "c", "c", "f", "c", "g", "c", "c"]


def fixed(*more):
    return [*FIXED, *more]


# ---- a screen ----

def measure(terminal):
    for screen in terminal.screens():
        rows = screen.split("\n")
        assert len(rows) <= 24, f"{len(rows)} rows:\n{screen}"
        for row in rows:
            columns = sum(1 + (unicodedata.east_asian_width(x) in "WF") for x in row)
            assert columns <= 80, f"{columns} columns: {row}"


@case("a session fits 80 columns and 24 rows")
def _():
    terminal = Terminal(fixed("--fast", "--seed", "3"))
    terminal.type("", *SESSION, "?", "", "rules", "", "", "", "l", "", "", "t", "", "q")
    measure(terminal)
    assert len(terminal.screens()) > 20
    assert "INITIATIVE *" in terminal.out and "Raises left [" in terminal.out
    assert "f)old: lose 1 card at random" in terminal.out
    assert "\x1b[33m" in terminal.out, "no colour"
    assert terminal.end() == 0


@case("six cards in a hand and a long table fit, too")
def _():
    rules = json.load(open(f"{golden}/rules.json"))
    rules.update(hand_size=6, cap=6, name="large", open=True)
    with open(f"{scratch}/large.json", "w", encoding="utf-8") as out:
        json.dump(rules, out)
    named = json.loads(json.dumps(cards))
    for i, card in enumerate(named["cards"] + named["tier_cards"]):
        card["name"] = f"{i} " + ("caf\u00e9 \u00e0 la carte du jour, au c", "\u8336" * 12)[i % 2]
    with open(f"{scratch}/named.json", "w", encoding="utf-8") as out:
        json.dump(named, out)
    terminal = Terminal(["--rules", f"{scratch}/large.json", "--cards", f"{scratch}/named.json",
                         "--fast", "--seed", "4"])
    terminal.type("", "1", "1", "1", "1", "1", "1", "c", "c", "g", "2", "2", "2", "2", "c", "c",
                  "g", "1", "1", "1", "q")
    measure(terminal)
    assert terminal.end() == 0


@case("without colour only the cursor is moved")
def _():
    terminal = Terminal(fixed("--fast", "--seed", "3"), NO_COLOR="1")
    terminal.type("", *SESSION[:9], "q")
    left = CLEAR.sub("", terminal.out)
    assert "\x1b" not in left, repr(left[max(0, left.index("\x1b") - 40):][:80])
    assert terminal.end() == 0


@case("a small terminal and a dumb one get lines")
def _():
    for words in ({"rows": 20}, {"columns": 70}, {"TERM": "dumb"}):
        terminal = Terminal(fixed("--fast", "--seed", "3"), **words)
        terminal.type("c", "q")
        assert "\x1b[H" not in terminal.out
        assert "Raises left for all together" in terminal.out
        assert terminal.end() == 0


@case("the tutorial on a terminal, to its end")
def _():
    terminal = Terminal(["--tutorial", "--fast"])
    for _ in range(80):
        screen = terminal.screens()[-1]
        if "Type the number of your answer" in screen:
            break
        wanted = re.findall(r"LESSON: Type ([a-z ]+\d?)", screen)
        if not terminal.type(wanted[-1].strip() if wanted else ""):
            break
    terminal.type("1", "2", "3", "2")
    measure(terminal)
    assert "only a raise can take the" in terminal.out
    assert "You know who holds the initiative" in terminal.out
    terminal.type("")
    assert terminal.end() == 0


@case("the tutorial can be left at every prompt, by q, Ctrl-D and Ctrl-C")
def _():
    for i in (0, 5, 11):
        for way in (b"q\n", b"\x04", b"\x03"):
            terminal = Terminal(["--tutorial", "--fast", "--plain"])
            terminal.type(*LESSON[:i])
            assert not terminal.send(way)
            status = terminal.end()
            assert status == (signal.SIGINT if way == b"\x03" else 0), (i, way, status)


# ---- a run that is kept ----

def saved(folder):
    return f"{scratch}/{folder}/narc.json", f"{scratch}/{folder}/narc-profile.json"


@case("the first start offers the tutorial, the second one does not")
def _():
    state = f"{scratch}/first"
    terminal = Terminal(["--fast"], XDG_STATE_HOME=state)
    assert "A tutorial of two hands" in terminal.out
    terminal.type("n", "", "c", "q")
    assert terminal.end() == 0
    assert os.path.exists(f"{state}/felt/narc.json")
    terminal = Terminal(["--fast"], XDG_STATE_HOME=state)
    assert "tutorial" not in terminal.out
    assert "You go on" in terminal.out
    terminal.type("q")
    assert terminal.end() == 0


@case("kill -9 in the middle of a hand loses nothing")
def _():
    run, _ = saved("killed")
    words = fixed("--fast", "--plain", "--save", run)
    terminal = Terminal([*words, "--seed", "8"])
    lines = ["1", "", "c", "g", "c", "f", "raise 1", "c", "g", "c", "f", "c", "c", "g", "c"]
    play([*fixed(), "--seed", "8", "--record", f"{scratch}/whole.json"], lines)
    for i, line in enumerate(lines):
        terminal.type(line)
        if i % 3 == 2:
            terminal.kill()
            terminal = Terminal(words)
            assert "You go on" in terminal.out, terminal.out
    terminal.kill()
    # a run that was gone on with four times is the one that was played at once
    with open(run, encoding="utf-8") as a, open(f"{scratch}/whole.json", encoding="utf-8") as b:
        one, other = json.load(a), json.load(b)
    hands = [x["sessions"][0]["hands"] for x in (one, other)]
    assert hands[0][:-1] == hands[1][:-1] and len(hands[0]) >= 3, hands
    assert hands[1][-1].startswith(hands[0][-1]), hands  # what bots did behind it is not saved yet


@case("one run is played by one program at a time")
def _():
    run, _ = saved("locked")
    terminal = Terminal(fixed("--fast", "--save", run))
    _, error = play(fixed("--save", run), ["c"], code=2)
    assert "is being played already" in error
    terminal.kill()
    play(fixed("--save", run), ["c"])


@case("Ctrl-C keeps the run")
def _():
    run, _ = saved("interrupted")
    terminal = Terminal(fixed("--fast", "--save", run))
    terminal.type("", "c")
    assert not terminal.send(b"\x03")
    assert terminal.end() == signal.SIGINT
    out, _ = play(fixed("--save", run), [])
    assert "You go on: session 1, hand 1" in out


@case("a damaged or foreign file is refused and left as it is")
def _():
    run, profile = saved("damaged")
    play(fixed("--save", run, "--seed", "8"), SESSION[:4])
    good = open(run, "rb").read()
    for bad in (b"", b"hello\n", good[:-20], good.replace(b'"version": 1', b'"version": 9'),
                good.replace(b'"N', b'"X', 1), b"{}", b"\x00" * 600000,
                good.replace(b'"hash": "', b'"hash": "f', 1)):
        with open(run, "wb") as out:
            out.write(bad)
        text, error = play(fixed("--save", run), ["c"], code=2)
        assert "--new" in error and len(error.splitlines()) == 1, error
        assert text == "", text
        assert open(run, "rb").read() == bad
    out, _ = play(fixed("--save", run, "--new"), ["c", "q"])
    assert f"The old run is kept as {run}.old" in out.replace("\n", "")
    assert json.load(open(run, encoding="utf-8"))["format"] == "felt.narc.run"
    with open(profile, "w", encoding="utf-8") as out:
        out.write("{")
    _, error = play(fixed("--save", run), ["c"], code=2)
    assert "--new" in error and profile in error
    out, _ = play(fixed("--save", run, "--new"), ["c", "q"])
    assert "The old profile is kept" in out


@case("a file that cannot be written is said once, and the game goes on")
def _():
    out, _ = play(fixed("--save", "/proc/nowhere/narc.json", "--hands", "1"), ["c", "g", "f"])
    assert out.count("cannot be saved") == 1 and "Folded" in out, out


@case("devices, folders and silly profiles are refused")
def _():
    folder = f"{scratch}/folder.json"
    os.makedirs(folder, exist_ok=True)
    for words in (["--save", folder], ["--save", folder, "--new"], ["--save", ""]):
        _, error = play(fixed(*words), ["c"], code=2)
        assert len(error.splitlines()) == 1, error
    assert os.path.isdir(folder)
    device = f"{scratch}/pipe"
    os.mkfifo(device)
    _, error = play(fixed("--seed", "1", "--record", device), ["c"], code=1)
    assert "no regular file" in error
    run, profile = saved("silly")
    play(fixed("--save", run, "--seed", "8"), ["c"])
    good = open(profile, encoding="utf-8").read()
    for name, value in (("hands", '9223372036854775807'), ("hands", "-1"), ("at", '"x"'),
                        ("seat", "7"), ("with", '"' + "x" * 500 + '"'), ("hands", "1.5")):
        bad = re.sub(f'"{name}":("[^"]*"|[0-9]+)', f'"{name}":{value}', good)
        assert bad != good
        with open(profile, "w", encoding="utf-8") as file:
            file.write(bad)
        _, error = play(fixed("--save", run), ["c"], code=2)
        assert "damaged" in error and "--new" in error, error
        assert open(profile, encoding="utf-8").read() == bad


@case("nothing is saved in a pipe, or with a seed")
def _():
    state = f"{scratch}/nothing"
    play(fixed(), ["c", "q"], XDG_STATE_HOME=state)
    terminal = Terminal(fixed("--fast", "--seed", "1"), XDG_STATE_HOME=state)
    terminal.type("", "c", "q")
    assert terminal.end() == 0
    assert not os.path.exists(state)


@case("heat lasts from session to session and cools by the hour")
def _():
    rules = json.load(open(f"{golden}/rules.json"))
    rules.update(session_hands=1, name="short")
    with open(f"{scratch}/short.json", "w", encoding="utf-8") as out:
        json.dump(rules, out)
    run, profile = saved("heat")
    words = ["--rules", f"{scratch}/short.json", "--cards", f"{golden}/cards.json", "--save", run]
    heats = lambda: [x["heat"] for x in json.load(open(run, encoding="utf-8"))["sessions"]]
    for seed in range(1, 30):  # one in which a hand is folded with some heat
        subprocess.run(["rm", "-rf", os.path.dirname(run)], check=True)
        out, _ = play([*words, "--seed", str(seed)], ["raise 1", "c", "fold", "n"])
        heat = re.search(r"Run heat is (\d+)", out)
        if heat and int(heat[1]) >= 10:
            break
    heat = int(heat[1])
    for ago, cooled in ((3 * 3600 + 60, 3), (-7200, 0), (3600 * 24 * 365, heat)):
        with open(profile, encoding="utf-8") as file:
            data = json.load(file)
        data["at"] = int(time.time()) - ago
        with open(profile, "w", encoding="utf-8") as file:
            json.dump(data, file)
        before = open(run, "rb").read()
        play(words, [])
        assert heats()[-1] == heat - cooled, (ago, heats(), heat)
        with open(run, "wb") as file:
            file.write(before)


@case("a bust ends the run, and the profile survives")
def _():
    run, profile = saved("bust")
    for seed in range(1, 40):
        subprocess.run(["rm", "-rf", os.path.dirname(run)], check=True)
        out, _ = play(fixed("--save", run, "--seed", str(seed)), ["c", "c", "g"] * 9)
        if "Busted" in out:
            break
    assert "Busted" in out
    hands = json.load(open(profile, encoding="utf-8"))["hands"]
    assert hands >= 1 and json.load(open(profile, encoding="utf-8"))["runs"] >= 1
    out, _ = play(fixed("--save", run), [])
    if "busted" in out:  # else the new run had begun already
        assert "a new one begins" in out
    assert json.load(open(profile, encoding="utf-8"))["hands"] == hands


# ---- what nobody may see ----

def strip_wraps(text):
    return re.sub(r"\n    +", " ", text)


def is_told(line, owner, name):
    """May this line name a card of somebody else?"""
    flips = f"The {owner.capitalize()}'s card is {name}:"
    table = f"The {owner.capitalize()}: {name}, "
    return flips in line or table in line or "replaces " + name in line


@case("cards of others are named when they are flipped, and in the order of the record")
def _():
    chance = random.Random(5)
    words = ["c", "c", "g", "1", "", "raise 1", "l", "t", "what 1", "go on", "raise 2"]
    for seed in range(1, 9):
        record = f"{scratch}/record.json"
        lines = [chance.choice(words) for _ in range(120)]
        out, _ = play(fixed("--seed", str(seed), "--record", record), lines)
        out = strip_wraps(out)
        for line in out.splitlines():
            for owner in ("narc", "customer"):
                for name in OWNED[owner]:
                    if name in line and not line.startswith(">"):
                        assert is_told(line, owner, name), line
        # logs repeat what was told, indented: only what is told as it happens is compared
        flips = re.findall(r"(?m)^(?:Your|The \w+'s) card is (.*?):", out)
        with open(record, encoding="utf-8") as file:
            run = json.load(file)
        want = []
        for session in run["sessions"]:
            for hand in session["hands"]:
                for part in hand.split("|")[:-1]:
                    want += [NAMES[x] for x in re.findall(r"[rs]:(\w+)", part)]
        if "A new run" not in out:  # the record is that of the last run
            assert flips == want, (seed, flips, want)


@case("people who share a terminal see their own cards only")
def _():
    chance = random.Random(6)
    for seed in range(1, 7):
        lines = [chance.choice(["c", "raise 1", "g", "", "l", "c", ""]) for _ in range(120)]
        out, _ = play(fixed("--seat", "all", "--seed", str(seed)), lines)
        turns = re.split(r"Pass the terminal to the (\w+), then press Enter.", strip_wraps(out))
        assert len(turns) > 6
        for who, text in zip(turns[1::2], turns[2::2]):
            for owner in ("narc", "customer", "player"):
                if owner == who.lower():
                    continue
                for line in text.splitlines():
                    for name in OWNED[owner]:
                        if name in line and not line.startswith(">"):
                            assert is_told(line, owner, name), (who, line)


@case("a terminal that is passed on is cleared, with what it keeps")
def _():
    terminal = Terminal(fixed("--seat", "player,narc", "--fast", "--seed", "5"))
    terminal.type("", "", "raise 1")
    passed = terminal.out.rindex("Pass the terminal to the Player")
    assert "\x1b[2J\x1b[3J" in terminal.out[:passed]
    before = terminal.out[:passed]
    last = before[before.rindex("\x1b[H\x1b[2J"):]
    assert not any(name in last for name in OWNED["narc"]), last
    terminal.type("", "q")
    assert terminal.end() == 0


# ---- records, other ways to play ----

@case("a record is shown by felt narc replay, and is the run that was played")
def _():
    record = f"{scratch}/shown.json"
    out, _ = play(fixed("--seed", "11", "--record", record), ["c", "g", "c"])
    shown = subprocess.run([felt, "narc", "replay", record, *FIXED], capture_output=True,
                           timeout=300, env=environment(), check=True).stdout.decode()
    for name in re.findall(r"(?m)^The Narc's card is (.*?):", strip_wraps(out)):
        assert name in shown, shown
    again = f"{scratch}/again.json"
    with open(record, "rb") as file:
        text = file.read()
    with open(again, "wb") as file:
        file.write(text)
    play(fixed("--save", again), [])
    assert open(again, "rb").read() == text


@case("bots at all seats play the same session twice")
def _():
    one, _ = play(fixed("--watch", "--seed", "2"), [])
    other, _ = play(fixed("--watch", "--seed", "2"), [])
    assert one == other and "Session 1 is over" in one
    many, _ = play(fixed("--watch", "--seed", "2", "--hands", "30"), [])
    assert "Over after 30 hands" in many
    terminal = Terminal(fixed("--watch", "--seed", "2", "--fast"))
    for _ in range(40):
        if not terminal.type(""):
            break
    measure(terminal)
    assert terminal.end() == 0


@case("the session of today ends with a line to compare")
def _():
    lines = ["c", "c", "g"] * 60
    today = None
    while today != time.gmtime().tm_yday:  # a new day has another session
        today = time.gmtime().tm_yday
        one, _ = play(["--daily"], lines)
        other, _ = play(["--daily"], lines)
    assert one == other
    assert re.search(r"felt narc daily \d{4}-\d\d-\d\d: banked \d+, heat \d+, \d+ hands?: ",
                     one), one[-400:]


@case("every rule set can be played, by each seat and level")
def _():
    names = ["house", "seed", "full-answers", "quick", "rotation", "open", "pot"]
    for i, name in enumerate(names):
        seat = ("narc", "customer", "player")[i % 3]
        out, _ = play(["--rules", name, "--seat", seat, "--level", str(i % 3 + 1), "--seed", "1",
                       "--hands", "1"], ["raise 1", "c", "g", "c", "s 1"] * 20)
        assert "after 1 hand," in out, (name, out[-300:])


# ---- what people type ----

@case("nonsense is answered, and changes nothing")
def _():
    chance = random.Random(7)
    junk = b"".join(bytes(chance.randrange(1, 256) for _ in range(chance.randrange(40))) + b"\n"
                    for _ in range(300))
    long = b"x" * 100000 + b"\n" + b"raise " + b"1" * 500 + b"\n" + b"\x00\x00\n"
    play(fixed("--seed", "1"), junk + long)
    out, _ = play(fixed("--seed", "1"), ["raise", "raise 0", "raise 7", "raise xyzzy", "what 9",
                                         "check twice", "99999999999", "stay 1", "go on", "-1"])
    assert out.count("You raise") == 0 and out.count("You check") == 0
    assert "none of your cards" in out and "You hold no card 7" in out
    assert "Betting is not over yet" in out


@case("the input may end at every prompt")
def _():
    for i in range(len(SESSION)):
        out, _ = play(fixed("--seed", "8"), SESSION[:i])
        assert "You leave after" in out
    for i in range(len(LESSON)):
        out, _ = play(["--tutorial"], LESSON[:i])
        assert "You leave the tutorial" in out
    out, _ = play(["--tutorial"], LESSON)
    assert "You know who holds the initiative" in out


@case("whoever does something else in the tutorial is not stuck")
def _():
    out, _ = play(["--tutorial"], ["c"] * 200)
    assert out.count("It is done for you") > 3
    assert "QUESTION 1" in out, out[-500:]


print(f"# slowest case: {slowest[1]}, {slowest[0] * 1000:.0f} ms")
