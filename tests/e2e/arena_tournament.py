#!/usr/bin/env python3
"""What a tournament leaves, looked at without any of our code (arena_tournament.sh).

    report FILE TEAMS      JSON: chips add up to nothing, places are whole
    freezeout FILE SEATS   PHH: nobody plays at two tables at once, stacks follow from the hand before,
                           tables differ by one player when both play on
    deals FILE DEALS       PHH: every deal twice, cards changed hands, and not in a row
    look URL               seats, stacks and level, in a form that can be compared
    level URL LEVEL        waits until that level has come
    calm URL               waits until no hand is under way
    order URL SECRET CODE [TEAM]   a request of the operator is answered with CODE
"""
import ast
import collections
import http.client
import json
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def hands(file):
    """The hands of a file: dictionaries of what they say."""
    found, key = [], None
    for line in open(file, encoding="utf-8"):
        if line.startswith("["):
            found.append(collections.defaultdict(str))
        elif line[0] in " ]":
            found[-1][key] += line
        else:
            key, value = line.split(" = ", 1)
            found[-1][key] += value.replace("true", "True").replace("false", "False")
    return [{key: ast.literal_eval(value) for key, value in hand.items()} for hand in found]


def cards(hand):
    """Hole cards by player, and the board."""
    hole, board = {}, ""
    for action in hand["actions"]:
        word = action.split()
        if word[:2] == ["d", "dh"]:
            hole[hand["players"][int(word[2][1:]) - 1]] = word[3]
        elif word[:2] == ["d", "db"]:
            board += word[2]
    return hole, board


def report(file, teams):
    told = json.load(open(file, encoding="utf-8"))
    rows = told["teams"]
    assert told["state"] == "over" and len(rows) == int(teams), told
    assert sum(row["chips"] for row in rows) == 0, rows
    places = sorted(row["place"] for row in rows)
    shared = collections.Counter(places)
    at = 1
    while at <= len(rows):
        assert shared[at], places
        at += shared[at]
    assert shared[1] == 1
    for match in told["matches"]:
        assert match["chips"] != 0 or match["by"] != "chips", match


def freezeout(file, seats):
    stack = {}
    tables = collections.defaultdict(set)
    for hand in hands(file):
        players = hand["players"]
        assert 2 <= len(players) <= int(seats), hand
        assert len(set(players)) == len(players), hand
        for player, chips in zip(players, hand["starting_stacks"]):
            assert stack.get(player, chips) == chips, (player, hand)  # wherever he played before
        for player, chips in zip(players, hand["finishing_stacks"]):
            stack[player] = chips
        tables[hand["table"]] |= set(players)
    assert len(tables) == 2 and sum(stack.values()) == 6 * 10000, (tables, stack)
    assert sorted(stack.values())[:-1] == [0] * 5, stack


def deals(file, count):
    """Which two hands are the same deal is found by the cards, as a cheat would have to."""
    matches = collections.defaultdict(list)
    for hand in hands(file):
        matches[(hand["table"], frozenset(hand["players"]))].append(cards(hand))
        assert len(set(hand["starting_stacks"])) == 1, hand  # full stacks each time
    assert len(matches) == 3, matches.keys()
    for plays in matches.values():
        assert len(plays) % 2 == 0 and len(plays) >= 2 * int(count)
        left = list(enumerate(plays))
        rows = 0
        while left:
            at, (hole, board) = left.pop(0)
            one, other = hole
            swapped = {one: hole[other], other: hole[one]}
            twins = [(i, play) for i, play in left if play[0] == swapped]
            assert twins, hole
            twin = twins[0]
            shared = min(len(board), len(twin[1][1]))
            assert board[:shared] == twin[1][1][:shared], (board, twin)
            rows += twin[0] == at + 1
            left.remove(twin)
        assert rows < len(plays) / 4, "second plays follow the first ones"


def look(url):
    told = json.load(urllib.request.urlopen(url))
    print(told["match_id"], told["level"], told["paused"], told["left"])
    for row in sorted(told["teams"], key=lambda row: row["team"]):
        print(row["team"], row.get("table"), row.get("seat"), row["stack"], row["hands"], row["chips"])


def until(holds):
    end = time.monotonic() + 300
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def level(url, wanted):
    until(lambda: json.load(urllib.request.urlopen(url)).get("level", 0) >= int(wanted))


def calm(url):
    until(lambda: not any(table["in_hand"] for table in json.load(urllib.request.urlopen(url))["tables"]))


def order(url, secret, code, team=None):
    body = json.dumps({"team": team} if team else {}).encode()
    request = urllib.request.Request(url, data=body, method="POST",
                                     headers={"Authorization": "Bearer " + secret,
                                              "Content-Type": "application/json"})
    try:
        status = urllib.request.urlopen(request).status
    except urllib.error.HTTPError as refused:
        status = refused.code
    assert status == int(code), status


def ask_from(address, port, path, secret):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))
    line.request("POST", path, "{}", {"Authorization": "Bearer " + secret, "Content-Type": "application/json"})
    status = line.getresponse().status
    line.close()
    return status


def guess(url, secret):
    """Wrong secrets from one address keep out who asks from there, and nobody at another one."""
    place = urllib.parse.urlparse(url)
    for _ in range(25):
        assert ask_from("127.0.9.1", place.port, place.path, "wrong") == 403
    assert ask_from("127.0.9.1", place.port, place.path, secret) == 403
    assert ask_from("127.0.8.1", place.port, place.path, secret) == 200


{"report": report, "freezeout": freezeout, "deals": deals, "look": look, "level": level, "calm": calm,
 "order": order, "guess": guess}[sys.argv[1]](*sys.argv[2:])
