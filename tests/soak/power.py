"""A server whose filesystem is shut down under it, as by a power failure: what it told still holds.

    power.py FELT MOUNT SECONDS

MOUNT is an ext4 filesystem of its own (tools/soak/power makes one in a file).  People play cash
games and register for a sit-and-go; then EXT4_IOC_SHUTDOWN drops everything that was not synced,
without flushing the filesystem's own journal.  The caller mounts it again and the second half runs:

    power.py FELT MOUNT --after
"""
import fcntl
import json
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
import arena_client  # noqa: E402

arena_client.FELT = sys.argv[1]
import serve_client  # noqa: E402

serve_client.FELT = sys.argv[1]
import room_client  # noqa: E402

room_client.FELT = sys.argv[1]
from room_client import Player, room  # noqa: E402

EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH = 0x8004587D, 2


def note(told, player):
    """What this player was told, from the frames so far."""
    for one in player.line.frames[player.noted:]:
        player.noted += 1
        if one["type"] == "start_hand":
            told["hands"][one["hand_id"]] = one["commit"]
        if one["type"] == "cashier":
            told["bank"][player.name] = one["bank"]
    return told


def play(players, told, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for player in players:
            player.line.wait(0.02)
            for act in player.look():
                player.answer(act)
            note(told, player)


def before(mount, seconds):
    told = {"hands": {}, "bank": {}, "cookies": {}, "entries": []}
    server = room(mount + "/data")
    players = []
    for name in ("ada", "bea", "cyd"):
        player = Player(server, server.register(name)).connect()
        player.name, player.noted = name, 0
        player.quick()
        players.append(player)
        told["cookies"][name] = player.client.cookies
    play(players, told, seconds)
    players[0].good("register", event="sng-6")  # the answer: it is on the disk
    told["entries"].append("ada")
    note(told, players[0])
    directory = os.open(mount, os.O_RDONLY)
    fcntl.ioctl(directory, EXT4_IOC_SHUTDOWN, NO_LOG_FLUSH.to_bytes(4, sys.byteorder))
    os.close(directory)
    server.kill()
    return told


def after(mount, told):
    with room(mount + "/data") as server:
        serve_client.wait(lambda: server.client().send("GET", "/healthz")[0] == 200)
        players, wrong, again = [], [], {"hands": {}, "bank": {}}
        for name, cookies in told["cookies"].items():
            client = server.client()
            client.cookies = cookies
            player = Player(server, client).connect()
            player.name, player.noted = name, 0
            players.append(player)
        entry = players[0].known("entry")
        arena_client.check(entry["event"].startswith("sng-6"), str(entry))
        play(players, again, 15)
        for hand, commit in again["hands"].items():
            if told["hands"].get(hand, commit) != commit:
                wrong.append(f"hand {hand} came again with other cards")
            if hand not in told["hands"] and commit in told["hands"].values():
                wrong.append(f"the deck of hand {hand} came again")
        arena_client.check(again["hands"], "no hand was dealt after the power failure")
        arena_client.check(not wrong, "; ".join(wrong))
        server.stop(quiet=False)
        complaint = server.complaint()
        arena_client.check("KEY_REUSED" not in complaint and "alarm" not in complaint, complaint)
    serve_client.admin(mount + "/data", "ledger", "check")
    print(f"# {len(told['hands'])} hands told before, {len(again['hands'])} after; no deck, no id twice")


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
