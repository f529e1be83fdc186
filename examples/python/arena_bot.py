#!/usr/bin/env python3
"""A bot for the arena, to start your own from.

    python3 arena_bot.py ws://localhost:8080/ws TEAM CODE

Needs python3-websockets.  The server talks in JSON objects, one to a frame (docs/PROTOCOL.md).
A bot says hello, answers each `act` with an `action`, and may ignore everything else.
decide() is the strategy: that is the part to change.
"""
import asyncio
import json
import sys

try:
    import websockets
except ImportError:
    sys.exit("arena_bot.py needs python3-websockets: apt install python3-websockets")

RANKS = "23456789TJQKA"


def strength(hole, board):
    """How good our cards look, from 0 to 1: pairs, high cards, and what the board adds."""
    mine = sorted((RANKS.index(card[0]) for card in hole), reverse=True)
    table = [RANKS.index(card[0]) for card in board]
    high, low = mine[0], mine[-1]
    if not board:
        if high == low:
            return 0.5 + high / 24  # a pair: 22 is 0.5, aces are 1
        suited = hole[0][1] == hole[-1][1]
        return (high + low) / 40 + 0.06 * suited + 0.05 * (high - low == 1)
    # Five of a suit, two of them ours at most: the simplest strong hand to see.
    for suit in "cdhs":
        own = sum(card[1] == suit for card in hole)
        if own and own + sum(card[1] == suit for card in board) >= 5:
            return 0.95
    # How often do our ranks appear, on the board and in our hand?
    counts = [mine.count(rank) + table.count(rank) for rank in set(mine)]
    if max(counts) >= 3:
        return 0.93
    if counts.count(2) == 2:
        return 0.85
    if 2 in counts:
        paired = max(rank for rank in mine if mine.count(rank) + table.count(rank) == 2)
        above = sum(rank > paired for rank in set(table))  # overcards make a pair weaker
        return max(0.75 - 0.12 * above, 0.4)
    return 0.1 + high / 60


def decide(act):
    """Returns the action for an `act`: its name, and an amount if it is RAISE_TO."""
    legal = act["legal"]
    you = act["you"]
    if "DISCARD" in legal:  # games with draws: stand pat, or throw the first cards if we must
        return "DISCARD", None
    good = strength(you["hole"], act.get("community") or [])
    to_call = act.get("call_amount") or 0
    pot = act.get("pot") or 0
    if good > 0.8 and "RAISE_TO" in legal:
        # About the pot, within what is allowed.  RAISE_TO is a total for this street.
        want = (act.get("current_bet") or 0) + pot
        return "RAISE_TO", max(act["min_raise_to"], min(want, act["max_raise_to"]))
    if "CHECK" in legal:
        return "CHECK", None
    # A call of 50 into a pot of 150 needs to win one time in four.
    price = to_call / (pot + to_call) if to_call else 0
    if good > price + 0.15 and "CALL" in legal:
        return "CALL", None
    return ("FOLD" if "FOLD" in legal else legal[0]), None


def answer(act, hand_id):
    """The frame that answers an `act`."""
    name, amount = decide(act)
    frame = {"type": "action", "v": 1, "hand_id": hand_id, "action": name}
    if amount is not None:
        frame["amount"] = amount
    if name == "DISCARD":
        frame["cards"] = act["you"]["hole"][: act.get("discard_min") or 0]
    if "req_id" in act:  # says which question this answers; a late answer is then never misread
        frame["req_id"] = act["req_id"]
    return json.dumps(frame)


async def play(url, team, code):
    """Plays over one connection.  Returns True when the match is over."""
    async with websockets.connect(url) as line:
        await line.send(json.dumps({"type": "hello", "v": 1, "team": team, "join_code": code}))
        answered = None  # the question that a snapshot already asked
        async for text in line:
            frame = json.loads(text)
            kind = frame.get("type")
            if kind == "act" and not (answered and answered == frame.get("req_id")):
                await line.send(answer(frame, frame["hand_id"]))
            elif kind == "snapshot" and frame.get("legal"):
                # We came back in the middle of a hand, and it is our turn.
                await line.send(answer(frame, frame["at_hand_id"]))
                answered = frame.get("req_id")
            elif kind == "end_hand":
                stacks = ", ".join(f"{s['seat']}: {s['stack']}" for s in frame["stacks"])
                print(f"{frame['hand_id']} {stacks}", flush=True)
            elif kind == "error":
                print(f"error {frame.get('code')}: {frame.get('msg')}", file=sys.stderr)
            elif kind == "match_end":
                print("winner:", (frame.get("winner") or {}).get("team"))
                return True
    return False


async def main():
    if len(sys.argv) != 4:
        sys.exit("usage: arena_bot.py URL TEAM CODE")
    # The seat stays ours when the line drops: the same team and code get it back.
    for _ in range(2):
        try:
            if await play(*sys.argv[1:]):
                return
        except (OSError, websockets.WebSocketException) as problem:
            print(f"the line dropped: {problem}", file=sys.stderr)
        await asyncio.sleep(0.5)
    sys.exit(1)


asyncio.run(main())
