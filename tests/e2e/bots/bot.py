#!/usr/bin/env python3
"""A program that plays: one frame a line on stdin, one action a line on stdout.

usage: bot.py [MANNER] [FILE]

Without a manner it checks and calls, stands pat and brings in.  Manners are ways to misbehave, one
for each test; FILE gets a line for what the test wants to know.
"""
import json
import os
import subprocess
import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else "call"
note = sys.argv[2] if len(sys.argv) > 2 else None
hands = 0
seat = None
seen = []


def tell(text):
    if note:
        with open(note, "a", encoding="ascii") as out:
            out.write(text + "\n")


def answer(act, **action):
    print(json.dumps({"type": "action", "v": 1, "hand_id": act["hand_id"],
                      "req_id": act["req_id"], **action}), flush=True)


def play(act):
    for word in ("CHECK", "CALL", "BRING_IN"):
        if word in act["legal"]:
            return answer(act, action=word)
    if "DISCARD" in act["legal"]:
        least = act.get("discard_min", 0)
        count = max(least, 1) if manner == "draw" else least
        return answer(act, action="DISCARD", cards=act["you"]["hole"][:count])
    return answer(act, action=act["legal"][0])


def verify(frame):
    """What a well-behaved match tells."""
    global seat
    seen.append(frame["type"])
    assert frame["v"] == 1
    if frame["type"] == "welcome":
        seat = frame["seat"]
    elif frame["type"] == "start_hand":
        assert seat is not None
    elif frame["type"] == "act":
        assert frame["seat"] == seat
        assert frame["you"]["hole"]
    elif frame["type"] == "end_hand":
        assert sum(s["stack"] for s in frame["stacks"]) == 20000, frame
    elif frame["type"] == "error":
        tell("error " + frame["code"])


if manner == "children":
    child = subprocess.Popen(["sleep", "1000"])
    tell(str(child.pid))
if manner == "stubborn":
    tell(str(os.getpid()))

for line in sys.stdin:
    frame = json.loads(line)
    verify(frame)
    if frame["type"] == "start_hand":
        hands += 1
    if frame["type"] != "act":
        continue
    if manner == "crash" and hands == 3:
        sys.exit(3)
    if manner == "sleep":
        time.sleep(1000)  # luck: this bot hangs on purpose
    if manner == "slow":
        time.sleep(0.25)  # luck: this bot is slow on purpose
    if manner == "flood":
        while True:
            print("x" * 100, flush=True)
    if manner == "longline":
        sys.stdout.write("x" * 200000)
        sys.stdout.flush()
    if manner == "garbage":
        for _ in range(10 if seen.count("act") == 1 else 1):
            print("I fold\n{}\n[]\n{\"type\":\"action\"}", flush=True)
    if manner == "corrected":
        print("nonsense", flush=True)
        answer(frame, action="DANCE")
    if manner == "illegal":
        answer(frame, action="RAISE_TO", amount=1)
        continue
    if manner == "closed":
        os.close(1)
        time.sleep(1000)  # luck: this bot hangs on purpose
    if manner != "garbage":
        play(frame)

tell("end " + " ".join(sorted(set(seen))))
if manner == "stubborn":
    while True:
        time.sleep(1000)
