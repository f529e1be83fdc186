"""Cases of play: who may sit down, what is sent in which order, what counts as an answer."""
import json
import random
import re
import time

from arena_client import (Arena, PATIENCE, Table, answer, case, check, frame, passive, run, same,
                          scratch, shove, timid, wild, QUICK)
from arena_referee import explain, public, referee


def write(name, text):
    path = f"{scratch()}/{name}"
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def config_of(line):
    return next(one for one in line.frames if one["type"] == "welcome")["config"]


def judge(*lines):
    """Every frame of a whole match, of every line; returns hands and cards compared."""
    hands = 0
    for line in lines:
        hands = referee(line.frames, line.seat, config_of(line))
        same(public(line.frames), public(lines[0].frames), "what all are sent alike")
    end = next(one for one in lines[0].frames if one["type"] == "match_end")
    return hands, explain({line.seat: line.frames for line in lines}, end)


CARD = re.compile(r"\"[2-9TJQKA][cdhs]\"")


def no_leak(*lines):
    """Cards of a hand stand in act.you, snapshot.you and SHOWDOWN only, those of the board apart."""
    for line in lines:
        for one in line.frames:
            rest = {key: value for key, value in one.items() if key not in ("_at", "community")}
            if one["type"] in ("act", "snapshot"):
                rest["you"] = {key: rest["you"][key] for key in rest["you"] if key != "hole"}
                rest["history"] = [event for event in rest.get("history", [])
                                   if event["ev"] not in ("FLOP", "TURN", "RIVER")]
            if one.get("ev") not in ("FLOP", "TURN", "RIVER", "SHOWDOWN"):
                check(not CARD.search(json.dumps(rest)), f"cards in {rest}")


# ---- sitting down ----

@case("hello, welcome, lobby, start_hand, blinds, act: in this order")
def order():
    with Arena() as arena:
        one = arena.line("Alpha", "KF7Q9C")
        same(one.next()["type"], "welcome")
        lobby = one.next()
        same(lobby["type"], "lobby")
        one.quiet()
        two = arena.line("Beta", "x")
        one.next("act")
        kinds = [message["type"] for message in one.frames]
        same(kinds[:6], ["welcome", "lobby", "lobby", "start_hand", "event", "act"])
        two.next("event")
        same([message["type"] for message in two.frames][:4],
             ["welcome", "lobby", "start_hand", "event"])
        check(all(message["v"] == 1 for message in one.frames + two.frames), "v is 1")


@case("welcome and lobby have the fields and defaults of the protocol")
def fields():
    with Arena(usual=True) as arena:
        one, two = arena.line("Alpha"), None
        welcome = one.next("welcome")
        same((welcome["table_id"], welcome["seat"]), ("T-1", 0))
        same(welcome["config"], {"variant": "HUNL", "seats": 6, "starting_stack": 10000, "sb": 50,
                                 "bb": 100, "move_time_ms": 15000, "absent_time_ms": 15000,
                                 "min_players": 2, "join": "claim", "pace": "auto",
                                 "reveal": "match"})
        two = arena.line("Beta")
        one.next("lobby")
        same(one.next("lobby")["players"],
             [{"seat": 0, "team": "Alpha", "connected": True, "stack": 10000},
              {"seat": 1, "team": "Beta", "connected": True, "stack": 10000}])
        two.drop()
        gone = one.next("lobby")["players"][1]
        same((gone["connected"], gone["team"]), (False, "Beta"))


REFUSALS = [
    # mode, hello, error
    ("claim", {"team": "Alpha", "join_code": "other"}, "TEAM_TAKEN"),
    ("claim", {"team": " aLPHA ", "join_code": "other"}, "TEAM_TAKEN"),
    ("claim", {"team": "Beta"}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": ""}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": 7}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": None}, "BAD_SCHEMA"),
    ("claim", {"join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "", "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "   ", "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "x" * 65, "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "a\nb", "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "a\u200bb", "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": ["Beta"], "join_code": "c"}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": "c", "v": 2}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": "c", "v": "1"}, "BAD_SCHEMA"),
    ("claim", {"team": "Beta", "join_code": "c", "role": "king"}, "BAD_SCHEMA"),
    ("claim", {"role": "spectator", "secret": "x"}, "FORBIDDEN"),
    ("claim", {"role": "operator"}, "FORBIDDEN"),
    ("open", {"team": "Alpha", "join_code": "other"}, "TEAM_TAKEN"),
    ("open", {"team": "Alpha"}, "TEAM_TAKEN"),
    ("registered", {"team": "Nobody", "join_code": "c"}, "TEAM_UNKNOWN"),
    ("registered", {"team": "alpha", "join_code": "other"}, "TEAM_TAKEN"),
    ("registered", {"team": "Alpha"}, "BAD_SCHEMA"),
]


def refuse_all(mode):
    options = ["--join", mode]
    if mode == "registered":
        options += ["--teams", write("teams", "# teams\nAlpha c\nLong Name  word\n")]
    with Arena(*options) as arena:
        first = arena.line("Alpha", "c")
        first.next("welcome")
        for _, hello, code in (row for row in REFUSALS if row[0] == mode):
            line = arena.line()
            line.send({"type": "hello", "v": 1, **hello})
            try:
                line.error(code)
                line.closed(1008)
                same([message["type"] for message in line.frames], ["error"])
            except AssertionError as wrong:
                raise AssertionError(f"{hello}: {wrong}") from None
        first.next("lobby")
        first.quiet(0.05)  # nobody was told about them


for each in ("claim", "open", "registered"):
    case(f"join {each}: refused with its code, then closed with 1008")(
        lambda mode=each: refuse_all(mode))


@case("v may be absent, ts and unknown fields are passed over, names keep their spelling")
def lenient():
    with Arena() as arena:
        line = arena.line()
        line.send({"type": "hello", "team": "  Ünï ♠ Team ", "join_code": "c", "ts": "now",
                   "bot": {"a": [1, 2]}, "role": "player"})
        line.next("welcome")
        same(line.next("lobby")["players"][0]["team"], "Ünï ♠ Team")


@case("join open: no code, or a code that stays; join registered: names with blanks")
def modes():
    with Arena("--join", "open") as arena:
        arena.line("Alpha", None).next("welcome")
        same(arena.line("Beta", "b").next("welcome")["config"]["join"], "open")
    teams = write("teams", "Long Name  word\nOther sha256:" + "2d711642b726b04401627ca9fbac32f5"
                  "c8530fb1903cc4db02258717921a4881\n")  # of the letter x
    with Arena("--join", "registered", "--teams", teams) as arena:
        same(arena.line("long name", "word").next("welcome")["seat"], 0)
        same(arena.line("Other", "x").next("welcome")["seat"], 1)


@case("a second hello is BAD_SCHEMA and the line stays")
def second_hello():
    with Arena() as arena:
        one, two = arena.line("Alpha"), arena.line("Beta")
        table = Table(one, two)
        line, act = table.act()
        line.hello("Gamma")
        line.error("BAD_SCHEMA")
        line.answer(act, *passive(act))
        line.next("event", ev="CALL")


@case("TABLE_FULL: no seat, a match that is over; another table is free")
def full():
    with Arena("--seats", 2, "--max-hands", 1) as arena:
        one, two = arena.line("Alpha"), arena.line("Beta")
        three = arena.line("Gamma")
        three.error("TABLE_FULL")
        three.closed(1008)
        same(arena.line("Gamma", table="other").next("welcome")["table_id"], "other")
        Table(one, two).play(passive)
        four = arena.line("Delta")
        four.error("TABLE_FULL")
        four.closed(1008)
        again = arena.line("Alpha")  # who played may read the result
        same([again.next()["type"] for _ in range(3)], ["welcome", "lobby", "match_end"])


@case("named tables are matches of their own; a bad name is refused")
def tables():
    with Arena("--seats", 2) as arena:
        lines = {name: [arena.line("Alpha", table=name), arena.line("Beta", table=name)]
                 for name in ("a", "B-2", "c.d_e")}
        ids, hands = set(), set()
        for name, pair in lines.items():
            same(pair[0].next("welcome")["table_id"], name)
            ids.add(pair[0].frames[0]["match_id"])
            hands.add(pair[0].next("start_hand")["hand_id"])
        same((len(ids), len(hands)), (3, 3))
        for name in ("x" * 33, "a/b", "%C3%A4", "a%00b"):
            line = arena.line(table=name)
            if line.status == 101:
                line.hello("Alpha")
                line.error("BAD_SCHEMA")
                line.closed(1008)
            else:
                check(400 <= (line.status or 400) < 500, f"{name}: {line.status}")


# ---- whole matches under the referee ----

def whole_match(seats, stack, seed, hands, *options):
    rng = random.Random(seed)
    with Arena("--seats", seats, "--stack", stack, "--min-players", seats, "--max-hands", hands,
               *options) as arena:
        lines = [arena.line(f"Team {i}") for i in range(seats)]
        Table(*lines).play(wild(rng))
        same(sorted(line.seat for line in lines), list(range(seats)))
        no_leak(*lines)
        played, cards = judge(*lines)
        end = next(one for one in lines[0].frames if one["type"] == "match_end")
        same(sum(one["stack"] for one in end["final_stacks"]), seats * stack)
        best = max(one["stack"] for one in end["final_stacks"])
        winner = next(one for one in end["final_stacks"] if one["stack"] == best)
        same(end["winner"], {"seat": winner["seat"], "team": winner["team"]})
        ties = [one["seat"] for one in end["final_stacks"] if one["stack"] == best]
        same(end.get("tied", ties[:1]), ties)
        alone = sum(one["stack"] > 0 for one in end["final_stacks"]) == 1
        same(end["reason"], "winner" if alone else "hand_limit")
        same(len(end["reveals"]) + end.get("reveals_omitted", 0), played)
        return f"{played} hands, {cards} cards dealt again from the keys"


MATCHES = [(2, 10000, 300), (2, 150, 300), (3, 1000, 300), (6, 2000, 300), (10, 999, 300),
           (4, 101, 300)]
for each in MATCHES:
    case(f"a match of {each[0]} with {each[1]} chips, every frame judged")(
        lambda row=each: whole_match(row[0], row[1], row[0] * 7 + row[1],
                                     row[2] // (6 if QUICK else 3)))


@case("blinds of one chip, odd chips, reveal each hand")
def odd_chips():
    return whole_match(5, 37, 5, 60, "--sb", 1, "--bb", 1, "--reveal", "hand")


def change(frames, kind, ev, edit):
    """A copy of the frames in which the last one of that kind is edited."""
    copy = json.loads(json.dumps(frames))
    last = [one for one in copy if one["type"] == kind and one.get("ev") == ev][-1]
    edit(last, copy)
    return copy


def add(key, amount=1):
    def edit(one, _):
        one[key] += amount
    return edit


EDITS = [
    # what is edited, and what the referee must object to
    ("start_hand", None, add("button")), ("start_hand", None, add("seed")),
    ("start_hand", None, add("hand_number")),
    ("start_hand", None, lambda one, _: one["stacks"][0].update(stack=1)),
    ("event", "POST_BLINDS", add("sb")), ("event", "POST_BLINDS", add("bb_seat")),
    ("event", "CALL", add("amount")), ("event", "CALL", add("to")),
    ("event", "CALL", lambda one, _: one.update(all_in=not one["all_in"])),
    ("event", "BET", add("amount")), ("event", "BET", add("to", -1)),
    ("event", "CHECK", lambda one, _: one.update(ev="FOLD")),
    ("event", "FOLD", lambda one, _: one.update(ev="CHECK")),
    ("event", "FLOP", lambda one, _: one["cards"].pop()),
    ("event", "TURN", lambda one, copy: copy.remove(one)),
    ("event", "SHOWDOWN", lambda one, _: one.update(rank="nothing")),
    ("event", "SHOWDOWN", lambda one, copy: copy.remove(one)),
    ("event", "POT_AWARD", add("amount")), ("event", "POT_AWARD", lambda one, c: c.remove(one)),
    ("end_hand", None, lambda one, _: one["stacks"][0].update(stack=1)),
    ("end_hand", None, lambda one, copy: copy.remove(one)),
    ("act", None, add("pot")), ("act", None, add("current_bet")), ("act", None, add("seat")),
    ("act", None, add("min_raise_increment")), ("act", None, lambda one, _: one["legal"].pop()),
    ("act", None, lambda one, _: one["legal"].reverse()),
    ("act", None, lambda one, _: one.update(call_amount=None if one.get("call_amount") else 0)),
    ("act", None, lambda one, _: one["you"].update(to_call=one["you"]["to_call"] + 1)),
    ("act", None, lambda one, _: one["players"][0].update(has_folded=True, committed=7)),
    ("act", None, lambda one, _: one.update(req_id=0)),
    ("act", None, lambda one, copy: copy.insert(copy.index(one) + 1, dict(one))),
]


@case("the referee objects to every frame that is not as it must be")
def referee_objects():
    with Arena("--seats", 3, "--min-players", 3, "--max-hands", 30) as arena:
        lines = [arena.line(f"T{i}") for i in range(3)]
        Table(*lines).play(wild(random.Random(3)))
        frames, seat, config = lines[0].frames, lines[0].seat, config_of(lines[0])
        referee(frames, seat, config)
        end = frames[-1]
        explain({seat: frames}, end)
        for number, (kind, ev, edit) in enumerate(EDITS):
            try:
                referee(change(frames, kind, ev, edit), seat, config)
            except AssertionError:
                continue
            raise AssertionError(f"edit {number} of {kind} {ev} was not noticed")
        reveals = json.loads(json.dumps(end["reveals"]))
        reveals[-1]["key"] = reveals[0]["key"]
        try:
            explain({seat: frames}, {**end, "reveals": reveals})
        except AssertionError:
            return
        raise AssertionError("the key of another hand was not noticed")


@case("everybody all-in: run-outs, side pots, eliminations to one winner")
def side_pots():
    notes = []
    with Arena("--seats", 5, "--min-players", 5, "--stack", 1000) as arena:
        for number in range(2 if QUICK else 4):
            name = f"t{number}"
            lines = [arena.line(f"T{i}", table=name) for i in range(5)]
            rng = random.Random(number)

            def policy(act, rng=rng):  # uneven stacks first, then everything
                if int(act["hand_id"][-5:]) % 3:
                    return wild(rng)(act)
                return shove(act)
            Table(*lines).play(policy)
            hands, _ = judge(*lines)
            frames = lines[0].frames
            same(next(one for one in frames if one["type"] == "match_end")["reason"], "winner")
            same(sum(one.get("ev") == "ELIMINATED" for one in frames), 4)
            pots = max(one["pot"] for one in frames if one.get("ev") == "POT_AWARD")
            notes.append(f"{hands} hands, up to {pots + 1} pots")
    return "; ".join(notes)


@case("fold-out: one award of everything, no cards, next button")
def fold_out():
    with Arena("--seats", 3, "--min-players", 3, "--max-hands", 4) as arena:
        lines = [arena.line(f"T{i}") for i in range(3)]
        Table(*lines).play(timid)
        judge(*lines)
        frames = lines[0].frames
        kinds = {one["ev"] for one in frames if one["type"] == "event"}
        same(kinds, {"POST_BLINDS", "FOLD", "POT_AWARD"})
        same([one["button"] for one in frames if one["type"] == "start_hand"], [0, 1, 2, 0])


@case("hand limit with a tie: the lowest seat wins, all are listed")
def tie():
    with Arena("--seats", 2, "--max-hands", 2) as arena:
        lines = [arena.line("A"), arena.line("B")]
        Table(*lines).play(lambda act: ("FOLD", None) if act["you"]["to_call"] else ("CHECK", None))
        end = next(one for one in lines[1].frames if one["type"] == "match_end")
        same((end["winner"], end["tied"], end["reason"]),
             ({"seat": 0, "team": "A"}, [0, 1], "hand_limit"))


@case("min_players: the first hand waits")
def wait_for_players():
    with Arena("--min-players", 3) as arena:
        _, two = arena.line("A"), arena.line("B")
        two.next("lobby")
        two.quiet()
        arena.line("C")
        same(len(two.next("start_hand")["stacks"]), 3)


@case("other games speak the same frames")
def other_games():
    for options in (["--variant", "omaha", "--limit", "pl"], ["--variant", "stud"],
                    ["--variant", "27-triple"]):
        with Arena("--seats", 3, "--max-hands", 4, *options) as arena:
            lines = [arena.line(f"T{i}") for i in range(3)]

            def policy(act):
                for word in ("CHECK", "CALL", "BRING_IN"):
                    if word in act["legal"]:
                        return word, None
                return "DISCARD", None
            table = Table(*lines)
            while True:
                line, act = table.act()
                if line is None:
                    break
                word, _ = policy(act)
                more = {"cards": act["you"]["hole"][:1]} if word == "DISCARD" else {}
                line.answer(act, word, **more)
            same(act["reason"], "hand_limit", str(options))


# ---- what counts as an answer ----

class Pair:
    """Two lines at a table, and whoever is asked first."""

    def __init__(self, *options):
        self.arena = Arena("--seats", 2, *options)
        self.lines = [self.arena.line("Alpha", "a"), self.arena.line("Beta", "b")]
        self.table = Table(*self.lines)

    def __enter__(self):
        self.arena.__enter__()
        self.line, self.act = self.table.act()
        self.other = self.lines[1 - self.line.seat]
        return self

    def __exit__(self, *what):
        return self.arena.__exit__(*what)

    def go_on(self):
        """The pending act is still good: the table was not stopped by anything."""
        self.line.answer(self.act, *passive(self.act))
        self.line.next("event", seat=self.line.seat)


WRONG = [
    # fields over a good answer, error
    ({"action": "RAISE_TO"}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": "400"}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": 400.5}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": True}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": -1}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": None}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": 2 ** 53}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": 2 ** 53 - 1}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 0}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 100}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 199}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 10001}, "INVALID_ACTION"),
    ({"action": "CHECK"}, "INVALID_ACTION"),
    ({"action": "BET"}, "INVALID_ACTION"),
    ({"action": "call"}, "INVALID_ACTION"),
    ({"action": 7}, "BAD_SCHEMA"),
    ({"action": None}, "BAD_SCHEMA"),
    ({"hand_id": "H-2020-01-01-00001"}, "ACTION_TOO_LATE"),
    ({"hand_id": 7}, "BAD_SCHEMA"),
    ({"req_id": 999999}, "ACTION_TOO_LATE"),
    ({"req_id": "1"}, "BAD_SCHEMA"),
    ({"v": 2}, "BAD_SCHEMA"),
    ({"type": "acton"}, "UNKNOWN_TYPE"),
    ({"type": "ACTION"}, "UNKNOWN_TYPE"),
    ({"type": 3}, "BAD_SCHEMA"),
    ({"type": "control", "command": "STATUS"}, "FORBIDDEN"),
]


@case("every wrong action has its error, keeps the turn, and changes nothing")
def wrong_actions():
    for begin in range(0, len(WRONG), 9):  # error frames have an allowance of twenty
        with Pair() as pair:
            for change, code in WRONG[begin:begin + 9]:
                pair.line.send({**answer(pair.act, "CALL"), **change})
                try:
                    pair.line.error(code)
                except AssertionError as wrong:
                    raise AssertionError(f"{change}: {wrong}") from None
            for key in ("hand_id", "action", "type"):
                message = answer(pair.act, "CALL")
                del message[key]
                pair.line.send(message)
                pair.line.error("BAD_SCHEMA")
            if not any(one["type"] == "event" for one in pair.other.frames):
                pair.other.next("event")  # it may not have been read yet
            same([one["type"] for one in pair.other.frames[-2:]], ["start_hand", "event"])
            pair.other.quiet(0.02)
            pair.go_on()


@case("a call with an amount is a call; FOLD is legal when a check is free")
def tolerant_actions():
    with Pair() as pair:
        pair.line.answer(pair.act, "CALL", 7, cards=["As"], ts="x")
        same(pair.other.next("event", ev="CALL")["amount"], 50)
        act = pair.other.next("act")
        same(act["legal"], ["FOLD", "CHECK", "RAISE_TO"])
        check("call_amount" not in act, "nothing to call")
        pair.other.answer(act, "FOLD")
        same(pair.line.next("event", ev="POT_AWARD")["amount"], 200)


@case("out of turn, late, twice, of the hand before: told, never applied")
def bad_times():
    with Pair() as pair:
        other = answer(pair.act, "CALL", req=False)
        pair.other.send(other)
        pair.other.error("OUT_OF_TURN")
        pair.line.answer(pair.act, "CALL")
        pair.line.answer(pair.act, "CALL")
        pair.line.error("ACTION_TOO_LATE")
        pair.line.send(answer(pair.act, "CALL", req=False))
        pair.line.error("OUT_OF_TURN")
        act = pair.other.next("act")
        pair.other.answer(act, "FOLD")
        pair.other.next("end_hand")
        pair.other.answer(act, "FOLD")
        again = pair.other.next("act")
        check(again["hand_id"] > act["hand_id"], "the next hand")
        pair.other.error("ACTION_TOO_LATE")


def double_check(between):
    with Pair() as pair:
        pair.line.answer(pair.act, "CALL")
        act = pair.other.next("act")
        double = frame(json.dumps(answer(act, "CHECK", req=False)))
        pair.other.raw(double + between + double)
        # Heads-up the big blind closes the first round and opens the flop.
        flop = pair.other.next("act", phase="FLOP")
        if between:
            for _ in range(4):
                pair.other.error("UNKNOWN_TYPE")
        pair.other.error("ACTION_TOO_LATE")
        pair.other.quiet()
        pair.other.answer(flop, "RAISE_TO", 300)
        same(pair.line.next("event", ev="BET")["amount"], 300)


case("two CHECKs in one segment: the second never counts for the flop")(
    lambda: double_check(b""))
case("a second CHECK that waits in the socket while the first is read: the same")(
    lambda: double_check(frame('{"type":"x","pad":"' + "y" * 4000 + '"}') * 4))


# ---- clocks ----

@case("a clock that runs out: CALL before the flop, CHECK after it")
def timeouts():
    begin = time.monotonic()  # nobody has been asked yet
    with Pair("--move-ms", 150, "--max-hands", 1) as pair:
        late, limit = [], time.monotonic() + PATIENCE
        while any(line.frames[-1]["type"] != "match_end" for line in pair.lines):
            check(time.monotonic() < limit, "a clock does not run out")
            pair.table.pump(1)
        end = pair.line.frames[-1]
        events = [one for one in pair.line.frames if one["type"] == "event"]
        kinds = [one["ev"] for one in events if one["ev"] in ("CALL", "CHECK", "FOLD")]
        same(kinds, ["CALL"] + ["CHECK"] * 7)
        for line in pair.lines:  # what a line sees of its own turns
            asked = [one["_at"] for one in line.frames if one["type"] == "act"]
            done = [one["_at"] for one in line.frames if one.get("seat") == line.seat
                    and one.get("ev") in ("CALL", "CHECK")]
            same((len(asked), len(done)), (4, 4))
            late += [(after - before) * 1000 - 150 for before, after in zip(asked, done)]
        late.sort()
        # A test that is slow to read its `act` sees too short a turn: only all of them together tell.
        check(end["_at"] - begin >= 8 * 0.15, f"{end['_at'] - begin} s are too short for eight turns")
        return f"late by {late[4]:.1f} ms, {late[-1]:.1f} ms at most of {len(late)}"


def by_clock(body, *clocks):
    """body(ms) with the first clock that is long enough for this machine."""
    for ms in clocks[:-1]:
        try:
            return body(ms)
        except AssertionError:
            pass
    return body(clocks[-1])


def wrong_and_late(ms):
    begin = time.monotonic()  # nobody has been asked yet
    with Pair("--move-ms", ms) as pair:
        pair.line.answer(pair.act, "RAISE_TO", 150)
        pair.line.error("INVALID_ACTION")
        event = pair.line.next("event", ev="CALL")
        check(event["_at"] - begin >= ms / 1000, f"{event['_at'] - begin}")
        pair.line.send(answer(pair.act, "FOLD", req=False))
        pair.line.error("OUT_OF_TURN")
        pair.line.answer(pair.act, "FOLD")
        pair.line.error("ACTION_TOO_LATE")
        check(pair.arena.metrics()["felt_timeouts_total"] >= 1, "it is counted")


case("a wrong action does not stop the clock; late ones are refused")(
    lambda: by_clock(wrong_and_late, 3000, 30000, 100000))


def absent(ms):
    with Pair("--move-ms", ms, "--absent-ms", 60) as pair:
        begin = time.monotonic()
        pair.go_on()
        pair.other.drop()
        act = pair.line.next("act", phase="FLOP")  # the clock of a seat that was there runs on
        check(time.monotonic() - begin >= ms / 1000, f"{ms} ms for a turn that began with a line")
        turns = 0
        for _ in range(5):
            first = len(pair.line.frames)
            pair.line.answer(act, *passive(act))
            act = pair.line.next("act")
            turns += any(one.get("ev") == "CHECK" and one["seat"] == pair.other.seat
                         for one in pair.line.frames[first:])
        check(turns > 0, "it is played")


@case("a team that has been away for the time of a move has the clock of an absent one")
def absent_clock():
    secret = write("secret", "operator sesame\n")
    with Pair("--move-ms", 2000, "--absent-ms", 600000, "--watch-secret", secret) as pair:
        boss = pair.arena.line()
        boss.hello(None, None, role="operator", secret="sesame")
        pair.other.drop()
        end = time.monotonic() + PATIENCE
        while True:
            boss.send({"type": "control", "v": 1, "command": "STATUS"})
            status = boss.next("status")
            if status.get("next_actor") == pair.other.seat and status["time_ms_remaining"] > 2000:
                break  # of a turn that began without a line
            check(time.monotonic() < end, str(status))
            pair.line.wait(0.1)
            while pair.line.inbox:
                one = pair.line.inbox.popleft()
                if one["type"] == "act":
                    pair.line.answer(one, *passive(one))
        again = pair.arena.line(*(("Alpha", "a") if pair.other.seat == 0 else ("Beta", "b")))
        act = again.next("act")
        check(act["you"]["time_ms"] > 2000, f"{act['you']['time_ms']} ms")
        again.answer(act, *passive(act))
        again.next("event", seat=again.seat)


case("an absent team is played by its own clock and stays in")(
    lambda: by_clock(absent, 2000, 20000, 60000))


# ---- coming back ----

@case("back with the same code: 4000 to the old line, snapshot, act with the time that is left")
def reconnect():
    with Pair("--move-ms", 600000) as pair:
        pair.line.quiet(0.2)  # its clock runs
        team, code = ("Alpha", "a") if pair.line.seat == 0 else ("Beta", "b")
        begin = time.monotonic()
        again = pair.arena.line(team, code)
        pair.line.closed(4000)
        same([again.next()["type"] for _ in range(4)], ["welcome", "lobby", "snapshot", "act"])
        taken = time.monotonic() - begin
        snapshot, act = again.frames[2], again.frames[3]
        same(act["req_id"], pair.act["req_id"])
        left = 600001 - 1000 * (begin - pair.act["_at"])  # at most, and whole milliseconds
        check(0 < act["you"]["time_ms"] <= left, f"{act['you']['time_ms']} ms are left, not {left}")
        for key in pair.act:
            if key not in ("_at", "you", "type", "hand_id", "seat"):
                same(act[key], pair.act[key], key)
                same(snapshot[key], pair.act[key], "snapshot." + key)
        same(snapshot["at_hand_id"], act["hand_id"])
        same(snapshot["next_actor"], again.seat)
        check(0 < snapshot["time_ms_remaining"] <= left, "snapshot.time_ms_remaining")
        same((snapshot["you"]["hole"], snapshot["you"]["seat"]), (act["you"]["hole"], again.seat))
        same([one["ev"] for one in snapshot["history"]], ["POST_BLINDS"])
        again.answer(act, "RAISE_TO", 300)
        pair.other.next("event", ev="BET")
        back = pair.arena.line("Beta" if team == "Alpha" else "Alpha",
                               "b" if team == "Alpha" else "a")
        snapshot = back.next("snapshot")
        same((snapshot["next_actor"], snapshot["you"]["to_call"]), (back.seat, 200))
        same([one["ev"] for one in snapshot["history"]], ["POST_BLINDS", "BET"])
        same(back.next("act")["call_amount"], 200)
        pair.other.closed(4000)
        return f"snapshot after {taken * 1000:.1f} ms"


@case("a snapshot for the one who waits has no legal; a second replacement is TOO_MANY")
def reconnect_waiting():
    for _ in range(20):
        with Pair() as pair:
            team, code = ("Beta", "b") if pair.line.seat == 0 else ("Alpha", "a")
            again, third = pair.arena.line(), pair.arena.line()
            for line in (again, third):  # one behind the other: a second is between them at most
                line.hello(team, code)
            for line in (again, third):
                line.next()
            if again.frames[0]["type"] == "error":
                again, third = third, again
            if third.frames[0]["type"] != "error":
                continue  # on this machine it was more
            same(third.frames[0]["code"], "TOO_MANY", str(third.frames[0]))
            third.closed(1008)
            snapshot = again.next("snapshot")
            for key in ("legal", "call_amount", "min_raise_to", "max_raise_to", "req_id"):
                check(key not in snapshot, key)
            same(snapshot["next_actor"], pair.line.seat)
            same(len(snapshot["you"]["hole"]), 2)
            again.quiet(0.05)
            pair.go_on()
            again.next("act")
            return
    raise AssertionError("a second replacement is never refused")


@case("a folded team comes back: its own cards, nothing to call")
def reconnect_folded():
    with Arena("--seats", 3, "--min-players", 3) as arena:
        lines = [arena.line(f"T{i}") for i in range(3)]
        line, act = Table(*lines).act()
        line.answer(act, "FOLD")
        line.next("event", ev="FOLD")
        line.drop()
        again = arena.line(f"T{line.seat}")
        snapshot = again.next("snapshot")
        same(snapshot["you"]["hole"], act["you"]["hole"])
        same(snapshot["you"]["to_call"], 0)
        check(snapshot["players"][line.seat]["has_folded"], "folded")


@case("who comes in mid-hand waits for the next, and is dealt in then")
def newcomer():
    with Arena("--seats", 3) as arena:
        one, two = arena.line("A"), arena.line("B")
        table = Table(one, two)
        line, act = table.act()
        three = arena.line("C")
        snapshot = three.next("snapshot")
        same((snapshot["you"]["hole"], snapshot["you"]["to_call"], snapshot["you"]["seat"]),
             ([], 0, 2))
        same(snapshot["players"][2], {"seat": 2, "stack": 10000, "has_folded": True,
                                      "committed": 0})
        line.answer(act, "FOLD")
        end = three.next("end_hand")
        same(end["stacks"][2]["stack"], 10000)
        start = three.next("start_hand")
        same(len(start["stacks"]), 3)
        table.lines.append(three)
        for _ in range(2):
            line, act = table.act()
            line.answer(act, "FOLD")
        _, act = table.act()
        same(len(act["players"]), 3)


@case("a busted seat is out for good and not given away")
def busted():
    with Arena("--seats", 3, "--min-players", 3, "--stack", 200) as arena:
        lines = [arena.line(f"T{i}") for i in range(3)]
        table = Table(*lines)
        line, act = table.play(shove, until=lambda line, act: any(
            one["stack"] == 0 and one["committed"] == 0 and one["has_folded"]
            for one in act["players"]))
        if line is None:
            return "both went at once"
        out = next(one["seat"] for one in act["players"] if one["stack"] == 0)
        newcomer_ = arena.line("New")
        newcomer_.error("TABLE_FULL")
        again = arena.line(f"T{out}")
        same(again.next("welcome")["seat"], out)
        same(again.next("snapshot")["you"]["hole"], [])
        return None


# ---- practice ----

@case("practice: a table for each hello, without a code, against the house")
def practice():
    with Arena("--practice", "--house", "zoo:tag", "--max-hands", 3, "--stack", 1000) as arena:
        lines = [arena.line("Same", None), arena.line("Same", None)]
        ids = {line.next("welcome")["table_id"] for line in lines}
        same(len(ids), 2)
        for line in lines:
            same(len(line.next("lobby")["players"]), 2)
            Table(line).play(passive)
            referee(line.frames, line.seat, config_of(line))
            end = next(one for one in line.frames if one["type"] == "match_end")
            explain({line.seat: line.frames}, end)


run()
