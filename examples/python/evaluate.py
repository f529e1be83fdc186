#!/usr/bin/env python3
"""Names a hand, or shares a pot out between several.

python3 evaluate.py "As Ks Qs Js Ts"
python3 evaluate.py AsKs QhQd --board "2c 7d Kh Qs 3s"
python3 evaluate.py As2d3c4h KsKdQhJc --board 5c6d8hKhQs --game omaha-hilo
"""
import argparse
import sys

import felt

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("hands", nargs="*", default=["As Ks Qs Js Ts 2d 3c"])
parser.add_argument("--board", default="")
parser.add_argument("--game", default="holdem")
arguments = parser.parse_args()

try:
    for hand in arguments.hands:
        found = felt.evaluate(hand, arguments.board, arguments.game)
        print(f"{felt.text(felt.cards(hand))}: {found}")
    if len(arguments.hands) > 1:
        shares = felt.showdown(*arguments.hands, board=arguments.board, game=arguments.game)
        print("the pot: " + ", ".join(f"{100 * share:g} %" for share in shares))
except felt.FeltError as problem:
    sys.exit(f"evaluate.py: {problem}")
