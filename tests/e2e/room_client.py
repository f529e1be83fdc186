"""Somebody in the room: a line that answers, remembers, and looks for mistakes of the server.

`Player` has an account (a guest, a user, or a token) and a line; it can lose that and come back.
Every frame that comes is looked at: numbers of a table have no gap, and no card is there that is
not the player's own or was not shown.
"""
import os
import subprocess
import time

from arena_client import FELT, Line, PATIENCE, brief, check, same, scratch
from serve_client import Server

ANSWERS = ("ok", "error", "welcome", "pong", "lobby", "hands", "hand", "private")


def write_conf(data, clock="5min", more=""):
    """A felt.conf of the usual room with short pauses, and `more` behind it, if none exists yet."""
    if os.path.exists(data + "/felt.conf"):
        return
    usual = subprocess.run([FELT, "serve", "--print-config"], check=True, capture_output=True,
                           text=True).stdout
    os.makedirs(data, mode=0o700, exist_ok=True)
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        for pause in ("1500ms", "3s", "5s"):
            usual = usual.replace(f"pause = {pause}\n", "pause = 100ms\n")
        usual = usual.replace("\nclock = 20s\n", f"\nclock = {clock}\n")
        usual = usual.replace("\ngrace = 1min\n", "\ngrace = 30min\n")
        out.write(usual + more)


def room(data=None, *options, clock="5min", **more):
    """A server with the usual room, but short pauses, house players who do not pretend to think, and
    time enough for whoever is slow or away.  A felt.conf that is there already counts instead."""
    data = data or scratch() + "/data"
    write_conf(data, clock)
    return Server(data, "--think", 0, *options, room=True, **more)


def room_of(conf, data=None, *options):
    """A server with this felt.conf."""
    path = scratch() + "/felt.conf"
    with open(path, "w", encoding="utf-8") as out:
        out.write(conf)
    return room(data, "--config", path, *options)


class Player:
    def __init__(self, server, client=None, token=None, bot=None):
        self.server, self.client, self.token, self.bot = server, client, token, bot
        self.line, self.welcome, self.req, self.at = None, None, 0, 0
        self.seq, self.hole, self.hand, self.hands = {}, {}, {}, 0
        self.policy, self.pending = timid, {}

    # ---- lines ----

    def connect(self, welcome=True):
        head = ""
        if self.client and not self.token:
            self.client.port = self.server.port
            cookies = "; ".join(f"{key}={value}" for key, value in self.client.cookies.items())
            head = f"Cookie: {cookies}\r\n"
        self.line = Line(self.server.port, "/room", head=head)
        self.at, self.seq, self.pending = 0, {}, {}
        hello = {"type": "hello", "v": 1}
        if self.token:
            hello["token"] = self.token
        if self.bot is not None:
            hello["bot"] = self.bot
        if welcome:
            self.welcome = self.ask(**hello)
            same(self.welcome["type"], "welcome", str(self.welcome))
        else:
            self.send(**hello)
        return self

    def drop(self):
        self.line.drop()

    def send(self, type, **fields):
        self.req += 1
        self.line.send({"req": self.req, "type": type, **fields})
        return self.req

    def ask(self, type, **fields):
        """The answer; what comes besides is looked at, and kept in line.frames."""
        first = len(self.line.frames)
        return self.told(self.send(type, **fields), type, first)

    def told(self, req, type, first=0):
        """The answer to what was sent with this number."""
        end = time.monotonic() + PATIENCE
        while True:
            for one in self.line.frames[first:]:
                if one.get("req") == req and one["type"] in ANSWERS:
                    self.look()
                    return one
            self.pump(end, f"an answer to {type}")

    def good(self, type, **fields):
        answer = self.when_open(type, **fields)
        check(answer["type"] != "error", f"{type} {fields}: {answer}")
        return answer

    def refused(self, code, type, **fields):
        answer = self.ask(type, **fields)
        same(answer.get("code"), code, f"{type} {fields}: {answer}")
        check(answer["msg"], "an error says something")
        return answer

    def pump(self, end, what):
        check(not self.line.gone, f"the line is gone ({self.line.code}) before {what}")
        check(time.monotonic() < end, f"no {what}; had {brief(self.line.frames[-6:])}")
        self.line.wait(min(0.5, end - time.monotonic()))

    # ---- looking ----

    def look(self):
        """Everything that came and was not looked at yet; questions that are open are returned."""
        for one in self.line.frames[self.at:]:
            self.at += 1
            self.count(one)
            self.scan(one)
            if one["type"] == "event" and one["ev"] == "DEAL" and "cards" in one:
                self.hole.setdefault(one["table"], []).extend(one["cards"])
            if one["type"] == "start_hand":
                self.hole[one["table"]], self.hand[one["table"]] = [], one["hand_id"]
            if one["type"] == "end_hand" and self.hole.get(one["table"]):
                self.hands += 1
            if one["type"] in ("act", "choose"):
                self.pending[one["table"]] = one
            if one["type"] in ("turn", "end_hand", "void", "game"):
                self.pending.pop(one["table"], None)
        return list(self.pending.values())

    def count(self, one):
        """No number of a table is left out."""
        if "seq" not in one:
            return
        table, last = one["table"], self.seq.get(one["table"])
        if one["type"] != "table":
            check(last is not None, f"{one['type']} before the table of it")
            check(one["seq"] in (last, last + 1), f"after {last}: {brief([one])} {one['seq']}")
        self.seq[table] = one["seq"]

    def scan(self, one):
        """Cards that lie face down are told to nobody but their owner."""
        mine = [seat["seat"] for seat in [one.get("you") or {}] if "seat" in seat]
        for event in [one, *one.get("history", [])]:
            if event.get("ev") in ("DEAL", "COMMIT", "STAY") and event.get("cards"):
                seat, whose = self.seat_at(one["table"]), event.get("seat")
                check(whose == seat or whose in mine or event.get("up"),
                      f"cards of seat {whose} at {seat}: {event}")
        for player in one.get("players", []):
            check("hole" not in player, str(one))

    def seat_at(self, table):
        for one in reversed(self.line.frames):
            if one.get("table") != table:
                continue
            if one["type"] in ("ok", "mine") and one.get("seat") is not None:
                return one["seat"]
            if one["type"] == "table":
                return (one.get("you") or {}).get("seat")
        return None

    def seat_free(self, table, seat, first=0):
        """It became free since so many frames had come; somebody else may have it by now."""
        return any(one["type"] == "chair" and one["table"] == table and one["seat"] == seat and
                   one["state"] == "free" for one in self.line.frames[first:])

    def last(self, type, **fields):
        for one in reversed(self.line.frames):
            if one["type"] == type and all(one.get(key) == value for key, value in fields.items()):
                return one
        return None

    def known(self, type, **fields):
        """The last one of these, which may not be here yet: frames come one by one."""
        end = time.monotonic() + PATIENCE
        while not self.last(type, **fields):
            self.pump(end, f"{type} {fields}")
        return self.last(type, **fields)

    # ---- playing ----

    def quick(self, **fields):
        """Sits down somewhere; the table and the seat."""
        answer = self.good("quick", **fields)
        return answer["table"], answer["seat"]

    def when_open(self, type, **fields):
        """A room that has just started opens when the ledger has told which seats hold chips."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.ask(type, **fields)
            if answer.get("code") != "CLOSED" or time.monotonic() > end:
                return answer
            time.sleep(0.05)

    def sit(self, table, **fields):
        """At this table; a house player gets up for him if it is full."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.when_open("sit", table=table, **fields)
            if answer.get("code") != "TABLE_FULL" or time.monotonic() > end:
                same(answer["type"], "ok", str(answer))
                return answer["seat"]
            time.sleep(0.2)

    def act(self, timeout=PATIENCE):
        """The next question."""
        end = time.monotonic() + timeout
        while True:
            acts = self.look()
            if acts:
                return acts[-1]
            self.pump(end, "question")

    def answer(self, act, action=None, **more):
        if action is None:
            action, more = self.policy(act)
        self.pending.pop(act["table"], None)
        fields = {"table": act["table"], "action": action, "req_id": act["req_id"], **more}
        if "hand_id" in act:
            fields["hand_id"] = act["hand_id"]
        return self.send("action", **fields)

    def play(self, hands, timeout=2 * PATIENCE):
        """So many hands more that he is dealt in, at whatever tables he sits."""
        until, end = self.hands + hands, time.monotonic() + timeout
        while self.hands < until:
            for act in self.look():
                self.answer(act)
            if self.hands < until:
                self.pump(end, f"end of {hands} hands (had {self.hands - until + hands})")

    def own_turn(self, table, timeout=PATIENCE):
        """Plays until it is his turn in a hand of this table."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            act = self.act(end - time.monotonic())
            if act["type"] == "act" and act["table"] == table:
                return act
            self.answer(act)
        raise AssertionError("no turn came")


def timid(act):
    """Puts in no chip that it can keep, and keeps all cards that it may."""
    if act["type"] == "choose":
        return "CHOOSE", {"choice": act["req_id"] % len(act["games"])}
    legal = act["legal"]
    for action in ("CHECK", "CONTINUE", "BRING_IN", "MUCK"):
        if action in legal:
            return action, {}
    if "RUNS" in legal:  # how many boards
        return "RUNS", {"choice": act["req_id"] % 2}
    if "MOVE" in legal:
        return "MOVE", {"move": act["moves"][0]}
    if "DISCARD" in legal:
        return "DISCARD", {"cards": act["you"]["hole"][:act.get("discard_min", 0)]}
    return ("FOLD" if "FOLD" in legal else legal[0]), {}


def dealer(act):
    """Narc: raises once in a round, then stays."""
    own = [one for one in act.get("players", ()) if one["seat"] == act["seat"]]
    if "COMMIT" in act.get("legal", ()) and own[0]["down"] == 0:
        return "COMMIT", {"card": act["you"]["hole"][0]}
    return timid(act)


def bold(act):
    """Calls whatever it costs."""
    return ("CALL", {}) if "CALL" in act.get("legal", ()) else timid(act)
