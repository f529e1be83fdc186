"""Cases of a server's life: signals, journals and crashes, full disks, watchers, options, TLS."""
import json
import os
import random
import resource
import signal
import ssl
import subprocess
import time

from arena_client import (Arena, FELT, Line, MOVE_MS, PATIENCE, PONG, QUICK, Table, case, check,
                          frame, passive, quiet_port, run, same, scratch, timid, wild)
from arena_referee import explain, referee


def felt(*words, code=0, **more):
    done = subprocess.run([FELT, *map(str, words)], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, timeout=PATIENCE, check=False, **more)
    same(done.returncode, code, " ".join(map(str, words)) + ": " + done.stderr)
    return done.stdout, done.stderr


def write(name, text):
    path = f"{scratch()}/{name}"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


# ---- records ----

@case("--phh: felt replay reads it clean; --verify-shuffle believes the match")
def records():
    folder = scratch()
    with Arena("--seats", 4, "--min-players", 4, "--stack", 1500, "--max-hands", 40, "--phh",
               folder + "/hands.phhs") as arena:
        lines = [arena.line(f"Team {i}") for i in range(4)]
        Table(*lines).play(wild(random.Random(4)))
        end = lines[0].frames[-1]
        same(end["type"], "match_end")
        hands = sum(one["type"] == "end_hand" for one in lines[0].frames)
        kept = arena.get("/api/arena/matches/" + end["match_id"])[2]
    path = folder + "/hands.phhs"
    same(oct(os.stat(path).st_mode & 0o777), "0o600")
    out, errors = felt("replay", path)
    same(errors, "")
    check(str(hands) in out, out)
    with open(path, encoding="utf-8") as written:
        same(written.read(), json.loads(kept)["phh"], "the file and the kept match")
    match = write("match.json", kept)
    last = write("end.json", json.dumps({key: end[key] for key in end if key != "_at"}))
    if "verify-shuffle" in felt("replay", "--help")[0]:
        for one in (match, last):
            felt("replay", "--verify-shuffle", one)
            felt("replay", "--verify-shuffle", one, path)
        key = end["reveals"][0]["key"]
        changed = ("0" if key[0] != "0" else "1") + key[1:]
        forged = write("forged.json", kept.replace(key, changed))
        done = subprocess.run([FELT, "replay", "--verify-shuffle", forged, path],
                              capture_output=True, check=False, timeout=PATIENCE)
        check(done.returncode != 0, "a changed key must be noticed")
    return f"{hands} hands"


@case("--log: a JSON object for each line, no card and no code in it")
def log():
    path = scratch() + "/log"
    with Arena("--seats", 2, "--max-hands", 3, "--log", path) as arena:
        lines = [arena.line(team, "SeCrEt") for team in "AB"]
        Table(*lines).play(passive)
    with open(path, encoding="utf-8") as out:
        rows = [json.loads(line) for line in out]
    check(len(rows) > 3, "lines")
    check("SeCrEt" not in str(rows) and "hole" not in str(rows), "nothing secret")


@case("/api/arena is made anew at most four times a second, and when a match is over")
def overview():
    with Arena("--seats", 2, "--max-hands", 1) as arena:
        begin, told = time.monotonic(), {arena.get("/api/arena")}
        for number in range(40):  # each time there is something new to tell
            line = arena.line(f"T{number}", table=f"t{number}")
            line.next("lobby")
            told.add(arena.get("/api/arena"))
        most = 2 + 4 * (time.monotonic() - begin)
        check(len(told) <= most, f"made {len(told)} times, not {most}")
        until(lambda: f"T{number}" in arena.get("/api/arena")[2], "it is never made anew")
        Table(line, arena.line("other", table=f"t{number}")).play(passive)
        check(line.frames[-1]["match_id"] in arena.get("/api/arena")[2], "the match that is over")
        return f"41 requests, made {len(told)} times"


# ---- the end ----

@case("SIGTERM: notice, close 1001, exit 0 in the middle of a turn")
def polite_end():
    with Arena() as arena:  # nobody answers: a server that waited for the turn would never end
        lines = [arena.line("A"), arena.line("B"), arena.line()]
        lines[0].next("act")
        begin = time.monotonic()
        arena.process.send_signal(signal.SIGTERM)
        for line in lines[:2]:
            line.next("notice")
            line.closed(1001)
        lines[2].closed(1001)
        same(arena.wait(), 0)
        same(arena.complaint(), "")
        return f"{(time.monotonic() - begin) * 1000:.0f} ms"


@case("SIGINT with a client that never answers the close: exit 0 all the same")
def rude_client():
    with Arena() as arena:
        line = arena.line("A")
        line.next("lobby")
        arena.process.send_signal(signal.SIGINT)
        end = time.monotonic() + PATIENCE
        while arena.process.poll() is None:
            check(time.monotonic() < end, "it waits for the client")
            line.raw(frame("x", PONG))  # it is there; else it were given up for want of a pong
            time.sleep(0.05)
        same(arena.wait(), 0)


@case("--once ends after the match of T-1; --with seats our players")
def once():
    with Arena("--seats", 2, "--max-hands", 3, "--once", "--with", "zoo:tag+house:rock") as arena:
        same(arena.wait(), 0)
        same(arena.complaint(), "")


@case("--once waits for the match of T-1, whatever ends at other tables")
def once_waits():
    with Arena("--seats", 2, "--max-hands", 1, "--once") as arena:
        Table(*[arena.line(team, table="other") for team in "AB"]).play(passive)
        lines = [arena.line(team) for team in "CD"]
        for line in lines:
            line.alive()
        check(arena.process.poll() is None, "it ended with another table")
        Table(*lines).play(passive)
        same(arena.wait(), 0)


# ---- crashes ----

class Keeper:
    """A team that comes back by itself and remembers what it was told."""

    def __init__(self, team):
        self.team, self.line, self.frames = team, None, []

    def connect(self, arena):
        if self.line:
            self.line.drop()
        self.line = arena.line(self.team)
        welcome = self.line.next("welcome")
        return welcome["seat"]


def crash(kills, seats, *options):
    """Kills the server in the middle of hands; what was told before must still be true after."""
    folder = scratch()
    options = ("--data", folder, "--seats", seats, "--min-players", seats, "--stack", 50000,
               "--max-hands", 60, *options)
    rng = random.Random(kills)
    keepers = [Keeper(f"T{i}") for i in range(seats)]
    arena = Arena(*options)
    place = {keeper.team: keeper.connect(arena) for keeper in keepers}
    told = {}  # team -> the last frames of its line before the crash
    streams = {seat: [] for seat in range(seats)}
    play = wild(rng)

    def calm(act):  # nobody may win the match before the last kill
        action, amount = play(act)
        return action, act["min_raise_to"] if amount else None

    match_id = keepers[0].line.frames[0]["match_id"]
    for number in range(kills + 1):
        table = Table(*(keeper.line for keeper in keepers))
        left = rng.randrange(3, 25)
        over = None
        while left or number == kills:
            line, act = table.act()
            if line is None:
                over = act
                break
            line.answer(act, *(play if number == kills else calm)(act))
            left -= 1
        if over:
            break
        line, act = table.act()  # somebody is asked and does not answer
        if line is None:
            over = act
            break
        table.pump(0.05)
        arena.kill()
        for keeper in keepers:
            streams[keeper.line.seat] += keeper.line.frames
            told[keeper.team] = keeper.line.frames
        arena = Arena(*options)
        check("table found in" in arena.banner, arena.banner)
        for keeper in keepers:
            same(keeper.connect(arena), place[keeper.team], "the seat after a crash")
            same(keeper.line.frames[0]["match_id"], match_id)
            compare(keeper, told[keeper.team], act if keeper.line.seat == line.seat else None)
    else:
        over = None
    for keeper in keepers:
        if not any(one["type"] == "match_end" for one in keeper.line.frames):
            keeper.line.next("match_end")
        streams[keeper.line.seat] += keeper.line.frames
    arena.stop()
    arena.process.stdout.close()
    end = next(one for one in streams[0] if one["type"] == "match_end")
    same(number, kills, "kills")
    same(sum(one["stack"] for one in end["final_stacks"]), seats * 50000, "chips")
    same(len({one["hand_id"] for one in end["reveals"]}), len(end["reveals"]), "hands named once")
    cards = explain(streams, end)
    return f"{number} kills, {len(end['reveals'])} hands, {cards} cards dealt again from the keys"


def compare(keeper, before, act):
    """What the server says after the crash against what it had said before."""
    snapshot = keeper.line.next("snapshot")
    start = [one for one in before if one["type"] == "start_hand"]
    if start:
        same(snapshot["at_hand_id"], start[-1]["hand_id"], "the hand")
        last = before.index(start[-1])
        events = [{key: one[key] for key in one if key not in ("type", "v", "_at")}
                  for one in before[last:] if one["type"] == "event"]
        same(snapshot["history"][:len(events)], events, "what was told of the hand")
    holes = [one["you"]["hole"] for one in before
             if one["type"] == "act" and one["hand_id"] == snapshot["at_hand_id"]]
    for hole in holes:
        same(snapshot["you"]["hole"], hole, "hole cards")
    if act:
        again = keeper.line.next("act")
        for key in ("hand_id", "req_id", "legal", "players", "pot", "community", "phase"):
            same(again[key], act[key], "act." + key)
        same(again["you"]["hole"], act["you"]["hole"])
        keeper.line.inbox.appendleft(again)


case("kill -9 in the middle of hands, again and again: the match goes on to its end")(
    lambda: crash(3 if QUICK else 6, 2))
case("kill -9 with four seats")(lambda: crash(2 if QUICK else 4, 4))


def journal_syncs(*options, kind=()):
    """Syncs and hands while two bots play."""
    with Arena("--data", scratch(), "--seats", 2, "--stack", 1000000, *options, kind=kind) as arena:
        table = Table(*[arena.line(team) for team in "AB"])
        while (told := arena.metrics())["felt_hands_total"] < 40:
            for _ in range(20):
                line, act = table.act()
                line.answer(act, *timid(act))
        for line in table.lines:
            line.drop()
        return told["felt_journal_syncs_total"], told["felt_hands_total"]


@case("the journal is synced before bots are told, also in tournaments; --journal-sync off: it is not")
def synced():
    tournament = ("--teams-wanted", 2, "--level-hands", 100000)
    for kind, options in (((), ()), (("tournament",), tournament)):
        # A hand is told in turns, of which each waits for a sync of its own.
        syncs, hands = journal_syncs(*options, kind=kind)
        check(syncs > hands, f"{kind}: {syncs} syncs, {hands} hands")
        syncs, hands = journal_syncs(*options, "--journal-sync", "on", kind=kind)
        check(syncs > hands, f"{kind} on: {syncs} syncs, {hands} hands")
        # What is written is synced once a second, whatever is played.
        syncs, hands = journal_syncs(*options, "--journal-sync", "off", kind=kind)
        check(syncs < hands / 2, f"{kind} off: {syncs} syncs, {hands} hands")


@case("two felt bots come back by themselves after kill -9")
def bots_come_back():
    folder = scratch()
    options = ("--data", folder, "--seats", 2, "--stack", 1000000, "--max-hands", 400)
    port = quiet_port()
    arena = Arena(*options, port=port)
    bots = [subprocess.Popen([FELT, "bot", arena.url, "--team", team, "--code", "c", "--player",
                              "zoo:call", "--json", "--tries", "30"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True) for team in "AB"]
    try:
        for _ in range(2):
            until(lambda: arena.metrics()["felt_hands_total"] >= 5, "the bots do not play")
            arena.kill()
            arena.process.stdout.close()
            arena = Arena(*options, port=port)
        results = [json.loads(bot.communicate(timeout=2 * PATIENCE)[0]) for bot in bots]
        same([bot.returncode for bot in bots], [0, 0])
        for result in results:
            check(result["over"] and result["reconnects"] >= 2, str(result))
        same(sum(result["stack"] for result in results), 2000000)
        arena.stop()
        return f"reconnects {[result['reconnects'] for result in results]}"
    finally:
        for bot in bots:
            if bot.poll() is None:
                bot.kill()
        if arena.process.poll() is None:
            arena.kill()


@case("a hand of another build is void after a restart: chips back, and the match goes on")
def other_build():
    folder = scratch()
    other = folder + "/felt"
    # Builds are told apart by a hash of the program.  What other cases start at this moment inherits
    # the files that are open here, and a program that is open for writing does not start.
    subprocess.run(["bash", "-c", 'cp "$0" "$1" && printf "another build" >>"$1"', FELT, other],
                   check=True, timeout=PATIENCE)
    options = ("--data", folder + "/data", "--seats", 2, "--max-hands", 3, "--move-ms", MOVE_MS)
    with subprocess.Popen([other, "arena", "--port", "0", *map(str, options)], text=True,
                          stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as old:
        url = next(row.split()[1] for row in old.stdout if row.startswith("  play "))
        lines = [Line(int(url.split(":")[2].split("/")[0])) for _ in "AB"]
        for line, team in zip(lines, "AB"):
            line.hello(team)
        table = Table(*lines)
        line, act = table.act()
        line.answer(act, "RAISE_TO", 5000)
        table.act()  # the raise was heard
        old.kill()
    with Arena(*options) as arena:
        check("1 table found in" in arena.banner, arena.banner)
        lines = [arena.line(team) for team in "AB"]
        start = lines[0].next("start_hand")
        same([one["stack"] for one in start["stacks"]], [10000, 10000], "chips are back")
        check(start["hand_id"] > act["hand_id"], "a hand of its own")
        Table(*lines).play(passive)
        end = lines[0].frames[-1]
        same(sum(one["stack"] for one in end["final_stacks"]), 20000)
    with Arena(*options) as arena:  # and what it wrote can be read
        same(arena.line("A").next("match_end")["final_stacks"], end["final_stacks"])


def children(process):
    """Process numbers and words of the programs that a server started."""
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
            if parent == process.pid:
                with open(f"/proc/{entry}/cmdline", "rb") as words:
                    found[int(entry)] = words.read().split(b"\0")
        except OSError:
            pass  # it ended meanwhile
    return found


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, what)
        time.sleep(0.02)


@case("--with and --data: after kill -9 our players have their seats again; no code is in sight")
def company_comes_back():
    options = ("--data", scratch(), "--seats", 2, "--stack", 10 ** 9, "--with", "zoo:tag+call")
    arena = Arena(*options)
    try:
        for _ in range(2):
            until(lambda: arena.metrics()["felt_hands_total"] >= 3, "our players do not play")
            bots = children(arena.process)
            same(len(bots), 2)
            for words in bots.values():
                check(b"--team" in words and b"--code" not in words, str(words))
                check(not any(len(word) >= 16 and word.isalnum() for word in words), str(words))
            arena.kill()
            arena.process.stdout.close()
            until(lambda: not any(os.path.exists(f"/proc/{pid}/exe") for pid in bots),
                  "our players outlive the server")
            arena = Arena(*options)
            check("1 table found in" in arena.banner, arena.banner)
        until(lambda: arena.metrics()["felt_hands_total"] >= 3, "our players are not back")
        players = json.loads(arena.get("/api/arena")[2])["tables"][0]["players"]
        same([one["connected"] for one in players], [True, True])
        arena.stop()
        arena.process.stdout.close()
    finally:
        if arena.process.poll() is None:
            arena.kill()


@case("a stop and a start in between hands; match_end is still there after a restart")
def gentle_restart():
    folder = scratch()
    options = ("--data", folder, "--seats", 2, "--max-hands", 2)
    with Arena(*options) as arena:
        lines = [arena.line(team) for team in "AB"]
        Table(*lines).play(passive)
        end = lines[0].frames[-1]
    with Arena(*options) as arena:
        again = arena.line("A").next("match_end")
        for key in ("winner", "final_stacks", "secret", "reveals", "match_id"):
            same(again[key], end[key], key)


def overall(arena):
    return json.loads(arena.get("/api/arena")[2])


@case("standings and matches survive: kill -9 in mid match, its end, and restarts after it")
def standings_survive():
    folder = scratch()
    options = ("--data", folder, "--seats", 2, "--max-hands", 12, "--stack", 100000)
    arena = Arena(*options)
    table = Table(*[arena.line(team) for team in "AB"])
    while not sum(one["type"] == "end_hand" for one in table.lines[0].frames) == 5:
        line, act = table.act()
        line.answer(act, *passive(act))
    table.act()
    before = overall(arena)["standings"]
    same([one["hands"] for one in before], [5, 5])
    arena.kill()
    arena.process.stdout.close()
    with Arena(*options) as arena:
        same(overall(arena)["standings"], before, "after kill -9")
        lines = [arena.line(team) for team in "AB"]
        Table(*lines).play(passive)
        end = lines[0].frames[-1]
        same(end["type"], "match_end")
        path = "/api/arena/matches/" + end["match_id"]
        whole = overall(arena)
        kept = arena.get(path)
    same([(one["hands"], one["matches"]) for one in whole["standings"]], [(12, 1), (12, 1)])
    same(sum(one["wins"] for one in whole["standings"]), 1)
    same(whole["matches"], [{"match_id": end["match_id"], "table_id": "T-1", "hands": 12,
                             "winner": end["winner"]["team"], "reason": "hand_limit"}])
    name = f"{folder}/matches/{end['match_id']}.json"
    same([oct(os.stat(one).st_mode & 0o777) for one in (name, folder + "/matches")],
         ["0o600", "0o700"])
    for _ in range(2):
        with Arena(*options) as arena:
            again = overall(arena)
            same((again["matches"], again["standings"]), (whole["matches"], whole["standings"]))
            same(arena.get(path)[2], kept[2])
            for wrong in (end["match_id"] + ".json", "../journal.000001", "%2e%2e%2fjournal.000001", "M-1", ""):
                same(arena.get("/api/arena/matches/" + wrong)[0], 404, wrong)
    for number in range(70):  # older ones, and rubbish
        other = f"M-2001-01-01-{number:05}"
        with open(f"{folder}/matches/{other}.json", "w", encoding="utf-8") as out:
            out.write(kept[2].replace(end["match_id"], other))
    for other, text in (("M-2002-01-01-00001", "{"), ("M-2002-01-01-00002", "")):
        with open(f"{folder}/matches/{other}.json", "w", encoding="utf-8") as out:
            out.write(text)
    with Arena(*options) as arena:
        listed = [one["match_id"] for one in overall(arena)["matches"]]
        same(listed, [end["match_id"]] + [f"M-2001-01-01-{69 - i:05}" for i in range(61)])
        same(arena.get("/api/arena/matches/M-2001-01-01-00000")[0], 200, "not listed, but there")
    os.remove(name)  # the journal has its end no more: it was in an older segment
    with Arena(*options) as arena:
        same(arena.get(path)[0], 404)
        same(overall(arena)["standings"], whole["standings"])


@case("a match that cannot be kept is a complaint, and the server goes on")
def unkept():
    folder = scratch()
    with open(folder + "/matches", "w", encoding="utf-8"):
        pass
    with Arena("--data", folder, "--seats", 2, "--max-hands", 1) as arena:
        lines = [arena.line(team) for team in "AB"]
        Table(*lines).play(passive)
        end = lines[0].frames[-1]
        same(arena.get("/api/arena/matches/" + end["match_id"])[0], 200, "from memory")
        arena.line("C", table="next").next("lobby")
        arena.process.send_signal(signal.SIGTERM)
        same(arena.wait(), 0)
        check("cannot keep match " + end["match_id"] in arena.complaint(), arena.complaint())


@case("restart with other options, or a second server on the same --data: refused")
def refused_data():
    folder = scratch()
    with Arena("--data", folder, "--seats", 2) as arena:
        arena.line("A").next("lobby")
        second = Arena("--data", folder, "--seats", 2, fails=True)
        check(second.wait() != 0 and second.port is None, "a second server on one journal")
        check(folder in second.complaint(), second.complaint())
        second.process.stdout.close()
    for other in (("--seats", 3), ("--seats", 2, "--stack", 777), ("--seats", 2, "--bb", 120),
                  ("--seats", 2, "--variant", "omaha", "--limit", "pl")):
        wrong = Arena("--data", folder, *other, fails=True)
        check(wrong.wait() != 0 and wrong.port is None, f"{other} must be refused")
        check("other options" in wrong.complaint(), wrong.complaint())
        wrong.process.stdout.close()
    with Arena("--data", folder, "--seats", 2) as arena:
        same(arena.line("A").next("welcome")["seat"], 0)


def until_it_waits(arena, table):
    """Plays until the server says that it waits for its disk."""
    end = time.monotonic() + 2 * PATIENCE
    while arena.get("/healthz")[0] == 200:
        check(time.monotonic() < end, "the disk never fills")
        while True:
            try:
                line, act = table.act(timeout=0.5)
            except AssertionError:  # nobody is asked
                break
            line.answer(act, *passive(act))


@case("a full disk makes the tables wait; they go on by themselves when there is room")
def full_disk():
    folder = scratch()
    options = ("--data", folder, "--seats", 2, "--stack", 100000)
    arena = Arena(*options, limit=24)
    lines = [arena.line(team) for team in "AB"]
    table = Table(*lines)
    until_it_waits(arena, table)
    told = [len(line.frames) for line in lines]
    until(lambda: "the tables wait" in arena.complaint(), "nothing is said")
    check("wait for the disk" in arena.get("/healthz")[2], "the reason is told")
    time.sleep(1)
    table.pump(0)
    same([len(line.frames) for line in lines], told, "nothing is told while the disk is full")
    _, hard = resource.prlimit(arena.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(arena.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    for _ in range(20):
        line, act = table.act()
        line.answer(act, *passive(act))
    same(arena.get("/healthz")[0], 200, "all is well again")
    until(lambda: "goes on" in arena.complaint(), "nothing is said of the end")
    arena.kill()
    arena.process.stdout.close()
    for line in lines:  # whatever came before the end
        while not line.gone:
            line.feed()
    ends = [one for one in lines[0].frames if one["type"] == "end_hand"]
    config = lines[0].frames[0]["config"]
    check(ends, "hands were played")
    with Arena(*options) as again:
        line = again.line("A")
        snapshot = line.next("snapshot") if line.next("lobby") else None
        started = [one for one in lines[0].frames if one["type"] == "start_hand"][-1]
        check(snapshot["at_hand_id"] >= started["hand_id"], "a hand that was told is known")
        if snapshot["at_hand_id"] == started["hand_id"]:
            last = lines[0].frames.index(started)
            events = [{key: one[key] for key in one if key not in ("type", "v", "_at")}
                      for one in lines[0].frames[last:] if one["type"] == "event"]
            same(snapshot["history"][:len(events)], events, "everything that was told")
    referee(lines[0].frames, lines[0].seat, config)
    return f"{len(ends)} hands"


# ---- watchers ----

def watch(arena, role, table=None):
    line = arena.line(table=table)
    line.hello(None, None, role=role, secret="sesame")
    return line


@case("spectators: the secret, one hand behind, no hidden cards")
def spectators():
    secret = write("secret", "sesame\n")
    with Arena("--seats", 2, "--max-hands", 6, "--watch-secret", secret) as arena:
        early = watch(arena, "spectator", table="unknown")
        early.error("TABLE_FULL")
        first = watch(arena, "spectator")  # the usual table may be opened by whoever has the secret
        first.next("welcome")
        lines = [arena.line(team) for team in "AB"]
        wrong = arena.line()
        wrong.hello(None, None, role="spectator", secret="Sesame")
        wrong.error("FORBIDDEN")
        wrong.closed(1008)
        eye = watch(arena, "spectator")
        welcome = eye.next("welcome")
        check("seat" not in welcome, "no seat")
        eye.next("lobby")
        table = Table(*lines)
        line, act = table.act()
        line.answer(act, *passive(act))
        line, second = table.act()
        eye.quiet(0.1)  # the hand is under way
        line.answer(second, "FOLD")
        first = eye.next("start_hand")
        same(first["hand_id"], act["hand_id"])
        same([eye.next()["type"] for _ in range(4)], ["event"] * 4)
        same(eye.next()["type"], "end_hand")
        table.play(passive)
        eye.next("match_end")
        check(not any(one["type"] in ("act", "snapshot") for one in eye.frames), "no acts")
        shown = [one for one in eye.frames if one.get("ev") == "SHOWDOWN"]
        same(len(shown), 10)
        eye.send({"type": "control", "v": 1, "command": "PAUSE"})
        eye.error("FORBIDDEN")


@case("spectators: --watch open lets everybody look on, one hand behind; nobody operates")
def open_watch():
    with Arena("--seats", 2, "--max-hands", 2, "--watch", "open") as arena:
        eye = arena.line()
        eye.hello(None, None, role="spectator")
        eye.next("welcome")
        boss = arena.line()
        boss.hello(None, None, role="operator", secret="sesame")
        boss.error("FORBIDDEN")
        boss.closed(1008)
        table = Table(*[arena.line(team) for team in "AB"])
        line, act = table.act()
        eye.next("lobby")
        line.answer(act, "FOLD")
        same(eye.next("start_hand")["hand_id"], act["hand_id"])
        table.play(passive)
        eye.next("match_end")
        told = [one for one in eye.frames if one["type"] in ("event", "start_hand", "end_hand")]
        last = next(nth for nth, one in enumerate(told) if one["type"] == "end_hand")
        check(not any(repr(card) in str(told[:last]) for card in act["you"]["hole"]), "nothing of a hand that was folded")
        check('"watch":"open"' in arena.get("/api/arena")[2], "the answer says so")


@case("operators: pause, resume, skip, status; a pause stops the clock")
def operators():
    secret = write("secret", "spectator look\noperator sesame\n")
    with Arena("--seats", 2, "--watch-secret", secret) as arena:
        lines = [arena.line(team) for team in "AB"]
        table = Table(*lines)
        line, act = table.act()
        boss = watch(arena, "operator")
        boss.next("lobby")
        left = command(boss, "PAUSE", paused=True, in_hand=True,
                       next_actor=line.seat)["time_ms_remaining"]
        for _ in range(8):
            line.quiet(0.1)
            status = command(boss, "STATUS", paused=True)
            check("hand_id" in status, "hand_id")
            same(status["time_ms_remaining"], left, "the clock is stopped")
        for one in lines:
            check(not one.gone, "open")
        command(boss, "RESUME", paused=False)
        until(lambda: command(boss, "STATUS")["time_ms_remaining"] < left, "the clock stays")
        command(boss, "SKIP_ACTION")
        same(line.next("event", ev="CALL")["seat"], line.seat)
        boss.send({"type": "control", "v": 1, "command": "START_HAND"})
        boss.next()
        boss.send({"type": "control", "v": 1, "command": "DANCE"})
        boss.next("error")
        boss.send({"type": "control", "v": 1, "command": "FORFEIT_SEAT"})
        boss.error("BAD_SCHEMA")
        boss.send({"type": "control", "v": 1, "command": "FORFEIT_SEAT", "seat": 5})
        boss.next("error")


def command(boss, word, **want):
    more = {"seat": want.pop("of")} if "of" in want else {}
    boss.send({"type": "control", "v": 1, "command": word, **more})
    status = boss.next("status")
    for key, value in want.items():
        same(status.get(key), value, f"status.{key} after {word}")
    return status


@case("--pace operator: each hand waits for START_HAND; FORFEIT_SEAT closes with 4401")
def operator_pace():
    secret = write("secret", "sesame\n")
    with Arena("--seats", 3, "--min-players", 3, "--pace", "operator", "--watch-secret",
               secret) as arena:
        lines = [arena.line(f"T{i}") for i in range(3)]
        boss = watch(arena, "operator")
        boss.next("lobby")
        lines[2].next("lobby")
        lines[2].quiet(0.1)
        command(boss, "START_HAND", in_hand=True)
        table = Table(*lines)
        for _ in range(2):
            line, act = table.act()
            line.answer(act, "FOLD")
        lines[0].next("end_hand")
        lines[0].quiet(0.1)
        command(boss, "STATUS", in_hand=False, hands=1)
        command(boss, "START_HAND", in_hand=True, hands=2)
        line, act = table.act()
        out = line.seat
        command(boss, "FORFEIT_SEAT", of=out)
        line.closed(4401)
        rest = [one for one in lines if one.seat != out]
        check(rest[0].next("lobby")["players"][out]["forfeited"], "forfeited in the lobby")
        rest[0].next("event", ev="FOLD", seat=out)
        again = arena.line(f"T{out}")
        again.error("TABLE_FULL")
        again.closed(1008)
        command(boss, "FORFEIT_SEAT", of=rest[0].seat)  # folds when its turn comes
        line, act = Table(*rest).act()
        if line is rest[1]:
            line.answer(act, *passive(act))
        end = rest[1].next("match_end")
        same((end["reason"], end["winner"]["seat"]), ("winner", rest[1].seat))


# ---- options ----

BAD_OPTIONS = [  # luck: the first one is no port
    ["--port", "65536"], ["--port", "x"], ["--seats", "1"], ["--seats", "11"], ["--stack", "0"],
    ["--bb", "0"], ["--sb", "200"], ["--move-ms", "0"], ["--join", "maybe"],
    ["--join", "registered"], ["--teams", "/dev/null"], ["--min-players", "7"], ["--pace", "slow"],
    ["--pace", "operator"], ["--reveal", "never"], ["--house", "house"],
    ["--practice", "--house", "nobody"], ["--variant", "chess"], ["--cert", "x"],
    ["--practice", "--data", "x"], ["--with", "house++call"], ["--with", ""], ["--with", "zoo:nobody"],
    ["--watch", "all"], ["--max-hands", "0"], ["--tables", "0"], ["--nonsense"], ["word"],
    ["--seats", "10", "--variant", "stud"],
]


@case("bad options: exit code 2, one line that says what to do")
def bad_options():
    for words in BAD_OPTIONS:
        out, errors = felt("arena", *words, code=2)
        same(out, "", str(words))
        same(errors.count("\n"), 1, f"{words}: {errors}")
        check(errors.startswith("felt arena: "), errors)


@case("files that are missing or wrong, a port that is taken: refused with the name")
def bad_files():
    with Arena() as arena:
        rows = [(["--port", arena.port], str(arena.port)),
                (["--port", 0, "--bind", "192.0.2.1"], "192.0.2.1"),
                (["--port", 0, "--join", "registered", "--teams", "/no/teams"], "/no/teams"),
                (["--port", 0, "--join", "registered", "--teams", write("t", "Alone\n")], "line 1"),
                (["--port", 0, "--watch-secret", "/no/secret"], "/no/secret"),
                (["--port", 0, "--phh", "/no/phh"], "/no/phh"),
                (["--port", 0, "--log", "/no/log"], "/no/log"),
                (["--port", 0, "--data", "/proc/no"], "/proc/no"),
                (["--port", 0, "--cert", "/no/cert", "--key", "/no/key"], "/no/")]
        for words, name in rows:
            done = subprocess.run([FELT, "arena", *map(str, words)], capture_output=True,
                                  text=True, timeout=PATIENCE, check=False)
            check(done.returncode in (1, 2), f"{words}: {done.returncode}")
            check(name in done.stderr, f"{words}: {done.stderr}")
            same(done.stdout, "", str(words))


@case("--cert and --key: a match over wss, and felt bot does not trust a stranger")
def tls():
    folder = scratch()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-keyout", folder + "/key", "-out", folder + "/cert"], check=True,
                   capture_output=True, timeout=PATIENCE)
    with Arena("--seats", 2, "--max-hands", 3, "--cert", folder + "/cert", "--key",
               folder + "/key") as arena:
        check(arena.url.startswith("wss://"), arena.url)
        context = ssl.create_default_context(cafile=folder + "/cert")
        lines = [arena.line(team, tls=context) for team in "AB"]
        while not any(one["type"] == "match_end" for line in lines for one in line.frames):
            for line in lines:
                while line.inbox:
                    one = line.inbox.popleft()
                    if one["type"] == "act":
                        line.answer(one, *passive(one))
            for line in lines:
                line.wait(0.01)
        explain({line.seat: line.frames for line in lines},
                next(one for line in lines for one in line.frames if one["type"] == "match_end"))
        bot = subprocess.run([FELT, "bot", arena.url, "--team", "C", "--once"], text=True,
                             capture_output=True, timeout=PATIENCE, check=False)
        same(bot.returncode, 1, bot.stdout + bot.stderr)


run()
