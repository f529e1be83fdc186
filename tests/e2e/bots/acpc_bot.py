#!/usr/bin/env python3
"""A program that speaks the protocol of the computer poker competition, version 2.

usage: acpc_bot.py PORT [MANNER]

It checks and calls.  Of the manners, `leave` goes away after a few hands and comes back, `raise`
raises to all chips, `wrong` answers what nobody asked first.
"""
import socket
import sys
import time

port = int(sys.argv[1])
manner = sys.argv[2] if len(sys.argv) > 2 else "call"


def connect():
    for _ in range(6000):
        try:
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(b"VERSION:2.0.0\r\n")
            return line
        except OSError:
            time.sleep(0.05)
    sys.exit(1)


def is_mine(state):
    """Heads-up: whose turn is it?  Position 1 has the button and acts first before the flop."""
    _, position, _, betting, cards = state.split(":")
    streets = betting.split("/")
    if "f" in betting or all(cards.split("/")[0].split("|")):
        return False
    street = [c for c in streets[-1] if c in "cr"]
    first = 1 if len(streets) == 1 else 0
    return (first + len(street)) % 2 == int(position)


line = connect()
lines = line.makefile("r", newline="\r\n")
turns = 0
while True:
    state = lines.readline().rstrip("\r\n")
    if not state:
        break
    if not is_mine(state):
        continue
    turns += 1
    if manner == "leave" and turns == 8:
        lines.close()
        line.close()
        line = connect()
        lines = line.makefile("r", newline="\r\n")
        continue
    if manner == "wrong":
        line.sendall(b"# a comment\r\nMATCHSTATE:0:0::|:c\r\nfold\r\n")
    word = "r10000" if manner == "raise" and "r10000" not in state else "c"
    line.sendall((state + ":" + word + "\r\n").encode())
