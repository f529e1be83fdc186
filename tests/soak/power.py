"""A room and an arena whose filesystem is shut down, as by a power failure: what they told holds.

    power.py FELT MOUNT SECONDS

MOUNT is an ext4 filesystem of its own (tools/soak/power makes one in a file).  Three people play
cash games, two play a sit-and-go, one registers for another, and two bots play in an arena that
tells the key of each hand; then EXT4_IOC_SHUTDOWN drops everything that was not synced, without
flushing the filesystem's own journal.  The caller mounts it again and the second half runs:

    power.py FELT MOUNT --after

It compares what was told with what is left: banks and settlements with the ledger, the entry, and
that no hand and no deck comes again in the room, the sit-and-go and the arena.
"""
import fcntl
import json
import os
import pathlib
import sqlite3
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
import arena_client  # noqa: E402

arena_client.FELT = sys.argv[1]
import serve_client  # noqa: E402

serve_client.FELT = sys.argv[1]
import room_client  # noqa: E402

room_client.FELT = sys.argv[1]
from room_client import Player, room, write_conf  # noqa: E402

EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2


CASH, CUP, BOTS = ("ada", "bea", "cyd"), ("dee", "eve"), ("Red", "Blue")
# Long and cheap: its hands run when the power fails, and go on afterwards.
CUP_CONF = """
[tournament pair]
title = For two
game = holdem
start = full
seats = 2
entrants = 2
house = 0
stack = 5000
buy-in = 50
levels = 60m 5/10
clock = 5m
pause = 100ms
"""


def empty():
    return {"hands": {}, "over": [], "moved": [], "bank": {}, "cookies": {},
            "arena": {}, "arena_over": []}


def stacks(one):
    return {row["seat"]: row["stack"] for row in one["stacks"]}


def note(told, player):
    """What this player was told, from the frames so far."""
    for one in player.line.frames[player.noted:]:
        player.noted += 1
        if one["type"] == "start_hand":
            told["hands"][one["hand_id"]] = one["commit"]
            player.began[one["hand_id"]] = stacks(one)
        if one["type"] == "end_hand":
            told["over"].append(one["hand_id"])
            # The ledger settles a hand of cash if chips changed hands.
            if player.name in CASH and player.began.get(one["hand_id"], stacks(one)) != stacks(one):
                told["moved"].append(one["hand_id"])
        if one["type"] in ("cashier", "welcome"):
            told["bank"][player.name] = one["bank"]


def note_bot(told, line):
    for one in line.frames[line.noted:]:
        line.noted += 1
        if one["type"] == "start_hand":
            told["arena"][one["hand_id"]] = one["commit"]
        if one["type"] == "end_hand":
            told["arena_over"].append(one["hand_id"])


def move_bot(told, line):
    line.wait(0)
    while line.inbox:
        one = line.inbox.popleft()
        if one["type"] == "act":
            line.answer(one, *arena_client.passive(one))
    note_bot(told, line)


def play(players, bots, told, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for player in players:
            player.line.wait(0.01)
            for act in player.look():
                player.answer(act)
            note(told, player)
        for line in bots:
            move_bot(told, line)


def enter(server, name, client):
    player = Player(server, client)
    player.name, player.noted, player.began = name, 0, {}
    return player.connect()


def open_arena(mount):
    """An arena and its two bots."""
    arena = arena_client.Arena("--data", mount + "/arena", "--reveal", "hand", "--seats", 2,
                               "--stack", 1000000)
    lines = [arena.line(team, team) for team in BOTS]
    for line in lines:
        line.noted = 0
    return arena, lines


def shut_down(mount):
    directory = os.open(mount, os.O_RDONLY)
    fcntl.ioctl(directory, EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH.to_bytes(4, sys.byteorder))
    os.close(directory)


def before(mount, seconds):
    told = empty()
    write_conf(mount + "/data", more=CUP_CONF)
    server = room(mount + "/data")
    arena, bots = open_arena(mount)
    players = {}
    for name in CASH + CUP:
        players[name] = enter(server, name, server.register(name))
        told["cookies"][name] = players[name].client.cookies
    for name in CASH:
        players[name].quick()
    for name in CUP:
        players[name].good("register", event="pair")
    play(players.values(), bots, told, seconds)
    players["ada"].good("register", event="sng-6")  # the answer: it is on the disk
    play(players.values(), bots, told, 0.5)
    shut_down(mount)
    server.kill()
    arena.kill()
    for player in players.values():  # what had arrived was told, too
        note(told, player)
    cup = sum(len(players[name].began) for name in CUP)
    arena_client.check(cup > 0, "the sit-and-go has not begun")
    arena_client.check(told["arena_over"], "the arena has told no key")
    arena_client.check(told["moved"], "no hand of cash was settled")
    return told


def hands_again(told, again, hands, over):
    """No hand that was over begins again, none has other cards, and no deck is another hand's."""
    wrong = []
    for hand, commit in again[hands].items():
        if hand in told[over]:
            wrong.append(f"hand {hand} was over and came again")
        if told[hands].get(hand, commit) != commit:
            wrong.append(f"hand {hand} came again with other cards")
        if hand not in told[hands] and commit in told[hands].values():
            wrong.append(f"the deck of hand {hand} came again")
    arena_client.check(again[hands], f"no hand of the {hands} was dealt after the power failure")
    arena_client.check(not wrong, "; ".join(wrong))


def ledger_hands(mount):
    """Ids of the hands that the ledger has settled."""
    books = sqlite3.connect(f"file:{mount}/data/felt.db?mode=ro", uri=True)
    rows = books.execute("SELECT hand FROM ledger_tx WHERE kind = 'settle'").fetchall()
    books.close()
    return {row[0] for row in rows}


def room_after(mount, told, again):
    with room(mount + "/data") as server:
        serve_client.wait(lambda: server.client().send("GET", "/healthz")[0] == 200)
        players = {}
        for name, cookies in told["cookies"].items():
            client = server.client()
            client.cookies = cookies
            players[name] = enter(server, name, client)
        for name, player in players.items():
            arena_client.same(player.welcome["bank"], told["bank"][name], f"the bank of {name}")
        entry = players["ada"].known("entry")
        arena_client.check(entry["event"].startswith("sng-6"), str(entry))
        play(players.values(), [], again, 15)
        cup = sum(len(players[name].began) for name in CUP)
        arena_client.check(cup > 0, "the sit-and-go does not go on")
        server.stop(quiet=False)
        complaint = server.complaint()
        arena_client.check("KEY_REUSED" not in complaint and "alarm" not in complaint, complaint)


def arena_after(mount, again):
    arena, bots = open_arena(mount)
    with arena:
        play([], bots, again, 5)


def after(mount, told):
    again = empty()
    room_after(mount, told, again)
    arena_after(mount, again)
    hands_again(told, again, "hands", "over")
    hands_again(told, again, "arena", "arena_over")
    missing = set(told["moved"]) - ledger_hands(mount)
    arena_client.check(not missing, f"told, but not in the ledger: {sorted(missing)}")
    serve_client.admin(mount + "/data", "ledger", "check")
    print(f"# room: {len(told['hands'])} hands told before, {len(again['hands'])} after, "
          f"{len(set(told['moved']))} in the ledger, {len(told['bank'])} banks; arena: "
          f"{len(told['arena'])} before, {len(again['arena'])} after; no deck, no id twice")


def main():
    mount = sys.argv[2]
    notes = mount.rstrip("/") + ".told.json"
    if sys.argv[3] != "--after":
        told = before(mount, float(sys.argv[3]))
        with open(notes, "w", encoding="utf-8") as out:
            json.dump(told, out)
        return
    with open(notes, encoding="utf-8") as text:
        after(mount, json.load(text))


main()
