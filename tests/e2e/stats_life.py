"""Cases of figures: what players are told of themselves and of each other, and operators of all."""
import json
import threading

from arena_client import Line, case, check, run, same, scratch
from operator_client import Operator
from room_client import Player, room_of, timid
from serve_client import wait


CONF = """[table nl-2]
title = No-limit hold'em 1/2
game = holdem
blinds = 1/2
tables = 1
seats = 6
house = 3
clock = 1min
time-bank = 1s
pause = 100ms
"""


def lounge(data=None, *options):
    return room_of(CONF, data, *options)


def somebody(server, name, policy=None):
    player = Player(server, server.register(name)).connect()
    if policy:
        player.policy = policy
    player.sit("nl-2-1")
    return player


def curious(act):
    """Calls what is cheap, and is never broke after a few hands."""
    cheap = act.get("call_amount", 999) <= 20 and act.get("phase") == "PRE_FLOP"
    return ("CALL", {}) if cheap else timid(act)


def play(players, condition):
    """Everybody answers until it is true."""
    over = threading.Event()

    def answer(player):
        while not over.is_set():
            for act in player.look():
                player.answer(act)
            player.line.wait(0.1)
    threads = [threading.Thread(target=answer, args=(player,)) for player in players]
    for thread in threads:
        thread.start()
    try:
        wait(condition)
    finally:
        over.set()
        for thread in threads:
            thread.join()


def had(players, hands):
    return lambda: min(player.hands for player in players) >= hands


@case("figures add up, are the own ones, and survive a crash without being counted twice")
def figures():
    data = scratch() + "/data"
    with lounge(data) as server:
        ann, bob = somebody(server, "ann"), somebody(server, "bob", curious)
        play([ann, bob], had([ann, bob], 4))
        operator = Operator(server)
        for player in (ann, bob):
            player.good("stand", table="nl-2-1")

        def up():
            """A chair is theirs until its last hand is counted."""
            users = {player.welcome["user"]["id"] for player in (ann, bob)}
            return not users & {chair["user"] for chair in operator.tables()["nl-2-1"]["chairs"]}
        play([ann, bob], up)

        def settled():
            """No chips are made or lost: what the players won, the house lost."""
            won = [player.client.get("stats")["total"]["won"] for player in (ann, bob)]
            return operator.get("stats/house")["won"] + sum(won) == 0
        wait(settled)
        stats = ann.client.get("stats")
        check(stats["total"]["hands"] >= 4, str(stats))
        same([row["stake"] for row in stats["stakes"]], ["nl-2"])
        same(stats["stakes"][0]["kind"], "cash")
        same(stats["tournaments"]["hands"], 0)
        same(stats["total"]["vpip"], 0.0, "a timid player puts nothing in of his own accord")
        check(bob.client.get("stats")["total"]["vpip"] >= 0, "a curious one may")
        graph = ann.client.get("stats/graph?days=7")
        same(graph["per_day"][-1]["sum"], stats["total"]["won"])
        same(graph["last_hands"][-1]["sum"], stats["total"]["won"])
        same(server.client().get("stats", 401)["error"]["code"], "NOT_SIGNED_IN")
        same(ann.client.get("stats?days=0", 400)["error"]["field"], "days")
        same(ann.client.get("stats/graph?days=7&x=1", 400)["error"]["field"], "query")

        number = ann.welcome["user"]["id"]
        same(operator.get(f"stats/{number}")["total"]["hands"], stats["total"]["hands"])
        pairs = operator.get("fairplay?days=1")["pairs"]
        check(all(pair["score"] < 25 for pair in pairs), str(pairs))
        check("nl-2" in server.admin("stats", "ann"), "a table of figures")
        same(json.loads(server.admin("stats", "ann", "--json"))["user"], number)
        check("together" in server.admin("house", "profit"), "day by day")
        same(json.loads(server.admin("fairplay", "--days", 30, "--json"))["days"], 30)
        server.kill()
    with lounge(data) as server:
        operator = Operator(server, "chief")
        same(operator.get(f"stats/{number}")["total"]["hands"], stats["total"]["hands"])


@case("leaderboards have handles and figures of people, and nothing else")
def leaders():
    with lounge() as server:
        ann, bob = somebody(server, "ann"), somebody(server, "bob", curious)
        play([ann, bob], had([ann, bob], 2))
        client = server.client()
        for player in (ann, bob):
            wait(lambda: player.client.get("stats")["total"]["hands"] >= 2)
        board = client.get("leaderboard?by=hands&days=1")
        names = {row["name"] for row in board["leaders"]}
        handles = {player.welcome["user"]["name"] for player in (ann, bob)}
        same(names, handles)
        same(sorted(board["leaders"][0]), ["hands", "name", "rank"])
        profit = client.get("leaderboard?by=profit")
        check(handles <= {row["name"] for row in profit["leaders"]}, str(profit))
        same(sorted(profit["leaders"][0]), ["name", "profit", "rank"])
        figures = [row["profit"] for row in profit["leaders"]]
        same(figures, sorted(figures, reverse=True))
        same(client.get("leaderboard?by=bb")["leaders"], [], "a hundred hands are the least")
        same(client.get("leaderboard?by=luck", 400)["error"]["field"], "by")
        same(client.get("leaderboard?by=profit&days=3", 400)["error"]["field"], "days")


@case("two from one address at a table are marked as they sit down, and in the report once they played; a third is not")
def neighbours():
    with lounge(None, "--behind-proxy") as server:
        players = []
        for name, address in (("ann", "203.0.113.5"), ("bob", "203.0.113.5"), ("cat", "203.0.113.6")):
            player = Player(server, server.register(name))
            cookies = "; ".join(f"{key}={value}" for key, value in player.client.cookies.items())
            player.line = Line(server.port, "/room",
                               head=f"Cookie: {cookies}\r\nX-Forwarded-For: {address}\r\n")
            player.welcome = player.ask("hello", v=1)
            players.append(player)
        operator = Operator(server)
        for player in players:
            player.sit("nl-2-1")
        ann, bob, cat = (player.welcome["user"]["id"] for player in players)
        wait(lambda: operator.neighbours("nl-2-1") == {ann, bob})

        def pairs():
            return [{pair["first"], pair["second"]} for pair in operator.get("fairplay")["pairs"]
                    if "same-address" in pair["reasons"]]
        play(players, lambda: {ann, bob} in pairs() and had(players, 1)())
        check(not any(cat in pair for pair in pairs()), str(pairs()))
        check("same-address" in server.admin("fairplay"), "and felt admin says it")


def gives(act):
    """Nine tenths of the stack, and then nothing more."""
    if "RAISE_TO" in act["legal"] and act["you"]["committed"] < 100:
        return "RAISE_TO", {"amount": min(180, act["max_raise_to"])}
    return ("FOLD", {}) if "FOLD" in act["legal"] else ("CHECK", {})


def takes(act):
    """Everything, once the other has put much in."""
    if act.get("call_amount", 0) > 50 and "RAISE_TO" in act["legal"]:
        return "RAISE_TO", {"amount": act["max_raise_to"]}
    return ("CHECK", {}) if "CHECK" in act["legal"] else ("CALL", {})


@case("a stack that goes over in one hand at a private table is marked, and is no profit")
def dump():
    with lounge() as server:
        ann, bob = (Player(server, server.register(name)).connect() for name in ("ann", "bob"))
        ann.policy, bob.policy = gives, takes
        mine = ann.good("create", title="Ours", seats=2)
        for player in (ann, bob):
            player.good("sit", table=mine["table"], key=mine["key"], buy_in=200)
        play([ann, bob], had([ann, bob], 1))
        operator = Operator(server)
        wait(lambda: operator.get("fairplay")["pairs"])
        pair = operator.get("fairplay")["pairs"][0]
        same((pair["first"], pair["second"], pair["suspect"], pair["clues"][0]["dumped"]),
             (ann.welcome["user"]["id"], bob.welcome["user"]["id"], True, True))
        check("dump" in pair["reasons"] and pair["there"]["gave_bb"] >= 50, str(pair))
        check("a stack for nothing" in server.admin("fairplay"), "and felt admin says it")
        leaders = server.client().get("leaderboard?by=profit")["leaders"]
        same([row["profit"] for row in leaders], [0, 0])


if __name__ == "__main__":
    run()
