#!/usr/bin/env python3
"""A table of bots: one that guesses what the others hold, and others that act at random.

python3 play_hand.py [HANDS] [SEED]

The thinking bot sees only its view.  It imagines the hidden cards many times, and calls or bets if
its cards win often enough.
"""
import random
import sys

import felt

hands = int(sys.argv[1]) if len(sys.argv) > 1 else 1
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
rng = random.Random(seed)


def chance(view, dreams=50):
    """How often the viewer's cards are the best if everybody stays in."""
    won = 0.0
    for number in range(dreams):
        hand = view.imagine(rng.getrandbits(64))
        while not hand.over:  # checked and called to the end
            legal = hand.legal()
            hand.check() if legal.check else hand.call()
        won += hand.payoff()[view.viewer] > 0
    return won / dreams


def think(view):
    legal = view.legal()
    good = chance(view) * len(view.live)  # 1 is what everybody has
    if good > 1.5 and legal.raise_to:
        return felt.Action(felt.ActionKind.RAISE_TO, legal.raise_to[0])
    if legal.check:
        return felt.Action(felt.ActionKind.CHECK)
    return felt.Action(felt.ActionKind.CALL if good > 0.9 else felt.ActionKind.FOLD)


total = 0
for number in range(hands):
    table = felt.Table("holdem", "nl", 100, stacks=[10000] * 3, seed=seed + number)
    hand = table.deal()
    while not hand.over:
        actor = hand.actor
        hand.apply(think(hand.view(0)) if actor == 0 else hand.legal().random(rng))
    if hands == 1:
        print("\n".join(str(event) for event in hand.events))
    total += hand.payoff()[0]
print(f"the thinking bot: {total:+} chips in {hands} hand{'s' * (hands > 1)}")
