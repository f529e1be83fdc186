#!/usr/bin/env python3
"""The share of the pot that each player wins.

python3 equity.py AA KK
python3 equity.py QQ+,AKs 15% --board Kh7d2c
python3 equity.py AsAhKsKh 9c8c7d6d --game omaha-hilo --trials 100000
"""
import argparse
import sys

import felt

parser = argparse.ArgumentParser(
    description=__doc__.replace("%", "%%"), formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("players", nargs="*", default=["AA", "KK"])
parser.add_argument("--board", default="")
parser.add_argument("--game", default="holdem")
parser.add_argument("--trials", type=int)
arguments = parser.parse_args()

try:
    answer = felt.equity(
        *arguments.players, board=arguments.board, game=arguments.game, trials=arguments.trials
    )
except felt.FeltError as problem:
    sys.exit(f"equity.py: {problem}")

for player, share in zip(arguments.players, answer):
    bars = "" if answer.exact else f" +- {200 * share.error:.2f}"
    print(f"{player:16} {100 * share.equity:6.2f} %{bars}")
print(f"{'exact' if answer.exact else 'sampled'}, {answer.matchups} match-ups")
