"""Cases of the room: people and house players at cash tables, over real sockets."""
import json
import os
import time

from arena_client import Line, PATIENCE, QUICK, case, check, run, same, scratch
from room_client import Player, bold, dealer, room
from serve_client import PASSWORD, admin, wait

HANDS = 5 if QUICK else 20


def guest(server):
    client = server.client()
    client.post("guest", 201)
    return Player(server, client)


def user(server, name):
    return Player(server, server.register(name, handle=name.title()))


def sum_is_zero(data):
    check(json.loads(admin(data, "ledger", "check", "--json"))["good"], "the books are wrong")


def stack(player, table, seat):
    """What the others see of a chair."""
    watcher = Player(player.server).connect()
    watcher.good("watch", table=table)
    chairs = watcher.last("table", table=table)["chairs"]
    watcher.drop()
    return {chair["seat"]: chair for chair in chairs}.get(seat)


def drop(player, table, seat):
    """His line is gone, and the server knows."""
    player.drop()
    wait(lambda: not stack(player, table, seat)["connected"])


def adds_up(player, report):
    """What the notes say is what became of the stack; a hand under way has chips of it, and of many
    hands the oldest notes are left out."""
    if "hand_id" not in player.known("table", table=report["table"]) and not report.get("more"):
        same(report["stack_then"] + sum(note.get("won", 0) for note in report["notes"]),
             report["stack"], str(report))


@case("from nothing to a hand: guest, lobby, quick seat, cards at once, twenty hands")
def first():
    with room() as server:
        ada = guest(server).connect()
        same(ada.welcome["user"]["kind"], "guest")
        same(ada.welcome["bank"], 400)
        rows = ada.good("lobby")["tables"]
        check({"holdem", "omaha", "draw", "stud-hilo", "27-triple", "badugi", "choice"} <=
              {row["variant"] for row in rows}, str(rows))
        end = time.monotonic() + PATIENCE  # a server that has just started seats its players
        while any(row["taken"] < min(row["seats"] - 1, 4) for row in ada.good("lobby")["tables"]):
            check(time.monotonic() < end, "house players are missing")
            time.sleep(0.1)
        begin = time.monotonic()
        table, seat = ada.quick(variant="holdem", big_blind_max=2, auto_rebuy=True)
        same(ada.seat_at(table), seat)
        while not ada.hole.get(table):
            ada.pump(begin + PATIENCE, "cards")
            for act in ada.look():
                ada.answer(act)
        dealt = time.monotonic() - begin
        # The chips are there: she waits, or, if nothing is owed just then, plays.
        at = next(at for at, one in enumerate(ada.line.frames) if one["type"] == "chair" and
                  one["seat"] == seat and one["state"] in ("waiting", "playing"))
        waited = sum(one["type"] == "start_hand" for one in ada.line.frames[at:])
        # A hand is under way then, or the button passes; the blind need not come round.
        check(waited <= 4, f"cards in hand {waited}")
        ada.play(HANDS)
        sat = len(ada.line.frames)
        ada.good("stand", table=table)
        end = time.monotonic() + PATIENCE
        while not (ada.last("cashier") and ada.seat_free(table, seat, sat)):
            for act in ada.look():
                ada.answer(act)
            ada.pump(end, "chips")
        rows = ada.good("hands", limit=100)["hands"]
        check(len(rows) >= HANDS, f"{len(rows)} own hands")
        same(400 + sum(row["won"] for row in rows), ada.last("cashier")["bank"], "won and lost")
        text = ada.good("hand", hand_id=rows[0]["hand_id"])["phh"]
        check("variant" in text, text)
        ada.refused("NO_HAND", "hand", hand_id="H-2020-01-01-00001")
        same(ada.client.me()["chips"], ada.last("cashier")["bank"])
        sum_is_zero(server.data)
        return f"cards after {dealt:.1f} s"


@case("a line that drops: the same seat, stack, cards and turn when it is back")
def drops():
    with room() as server:
        ada = guest(server).connect()
        table, seat = ada.quick(variant="holdem", big_blind_max=2)
        for _ in range(3):
            act = ada.own_turn(table)
            hole = act["you"]["hole"]
            drop(ada, table, seat)
            ada.connect()
            again = ada.act()
            same((again["hand_id"], again["req_id"], again["you"]["hole"], again["seat"]),
                 (act["hand_id"], act["req_id"], hole, seat))
            same(again["you"]["stack"], act["you"]["stack"])
            check(again["you"]["time_ms"] < act["you"]["time_ms"],
                  f"{again['you']} after {act['you']}: the clock went on")
            ada.answer(again)
            ada.play(1)
        sum_is_zero(server.data)


@case("a line that stays away: hands go on without him, and he is told what was done for him")
def stays_away():
    with room(clock="1s") as server:
        ada, eve = guest(server).connect(), Player(server).connect()
        table, seat = ada.quick(variant="holdem", big_blind_max=2)
        ada.own_turn(table)
        drop(ada, table, seat)
        eve.good("watch", table=table)
        end = time.monotonic() + PATIENCE
        while sum(one["type"] == "end_hand" for one in eve.line.frames) < 3:
            eve.pump(end, "hands without him")
        ada.connect()
        you = ada.known("table", table=table)
        same(you["you"]["seat"], seat)
        adds_up(ada, ada.known("report", table=table))  # of what was done for him
        ada.play(1)
        sum_is_zero(server.data)


@case("two users at one table, and somebody who watches and sees no card of theirs")
def two():
    with room() as server:
        ada, bob, eve = user(server, "ada").connect(), user(server, "bob").connect(), Player(server)
        table = "nl-2-1"
        ada.sit(table, buy_in=100)
        bob.sit(table, buy_in=100)
        eve.connect()
        check("user" not in eve.welcome, str(eve.welcome))
        eve.good("watch", table=table)
        for want in ("sit", "quick", "stand", "chat", "top_up"):
            eve.refused("NOT_SIGNED_IN", want, table=table, text="hello")
        until, end = ada.hands + HANDS, time.monotonic() + 3 * PATIENCE
        while ada.hands < until:
            for player in (ada, bob):
                for act in player.look():
                    player.answer(act)
            eve.look()
            check(time.monotonic() < end, "no hands")
            for player in (ada, bob, eve):
                player.line.wait(0.01)
        check(len([one for one in eve.line.frames if one["type"] == "event"]) > HANDS)
        check(not [one for one in eve.line.frames if one["type"] == "act"], "a watcher is asked")
        ada.good("chat", table=table, text="good evening <b>")
        same(bob_hears(bob), ("Ada", "good evening <b>"))
        ada.refused("BAD_SCHEMA", "chat", table=table, text="two\nlines")
        many = [ada.send("chat", table=table, text="again") for _ in range(10)]
        check("TOO_MANY" in [ada.told(req, "chat").get("code") for req in many], "all may be said")
        bob.good("block", name="Ada")
        sum_is_zero(server.data)


def bob_hears(bob):
    end = time.monotonic() + PATIENCE
    while not bob.last("chat"):
        for act in bob.look():
            bob.answer(act)
        bob.pump(end, "chat")
    line = bob.last("chat")
    return line["name"], line["text"]


def goes_on(kill):
    data = scratch() + "/data"
    with room(data) as server:
        ada, eve = guest(server).connect(), user(server, "eve").connect()
        table, seat = ada.quick(variant="holdem", big_blind_max=2, buy_in=100)
        eve.sit("plo-2-1", buy_in=100)
        ada.play(2)
        act = ada.own_turn(table)
        if kill:
            server.kill()
        else:
            server.stop()
            ada.line.closed(1001)
            check(any(one["type"] == "notice" for one in ada.line.frames), "nobody was told")
    sum_is_zero(data)
    with room(data) as server:
        ada.server = eve.server = server
        ada.connect()
        you = ada.known("table", table=table)["you"]
        same(you["seat"], seat)
        report = ada.last("report", table=table)
        if report:
            adds_up(ada, report)
        ada.play(2)
        for again in [one for one in ada.line.frames if one["type"] == "act"]:
            if again["hand_id"] == act["hand_id"]:
                same((again["you"]["hole"], again["you"]["stack"]),
                     (act["you"]["hole"], act["you"]["stack"]))
        check(not [one for one in ada.line.frames if one["type"] == "void"], "a hand was lost")
        check(act["hand_id"] in [row["hand_id"] for row in ada.good("hands")["hands"]],
              "the hand did not go on to its end")
        eve.connect()
        check(eve.known("table", table="plo-2-1")["you"]["seat"] is not None, "the seat is gone")
        ada.good("stand", table=table)
        eve.good("stand", table="plo-2-1")
    sum_is_zero(data)


@case("kill -9 within a hand: seats, stacks and cards are there again, the books are right")
def killed():
    goes_on(True)


@case("SIGTERM within a hand: everybody is told, and the hand goes on after the start")
def stopped():
    goes_on(False)


def together(players, hands, timeout=2 * PATIENCE):
    """So many hands more, all answering."""
    until, end = players[0].hands + hands, time.monotonic() + timeout
    while players[0].hands < until:
        for player in players:
            for act in player.look():
                player.answer(act)
            player.line.wait(0.01)
        check(time.monotonic() < end, f"no hands; had {players[0].line.frames[-1]}")


@case("a private table: key and password, options, new blinds, kill -9 in the middle, kicked, closed")
def hosted():
    data = scratch() + "/data"
    with room(data) as server:
        ada, bob, eve = (user(server, name).connect() for name in ("ada", "bob", "eve"))
        mine = ada.good("create", title="Friday", password="swordfish", ante=1, ante_by="each",
                        straddle="always", bomb_every=4, bomb_bb=1, pause_ms=50)
        table, key = mine["table"], mine["key"]
        same(mine["link"], f"/?table={table}&key={key}")
        eve.refused("NO_TABLE", "watch", table=table)
        eve.refused("FORBIDDEN", "watch", table=table, key="guess")
        eve.refused("FORBIDDEN", "watch", table="p-aaaaaa-1", key="guess")
        check(table not in [row["table"] for row in eve.good("lobby")["tables"]], "it is private")
        ada.good("sit", table=table, buy_in=100)
        bob.good("sit", table=table, buy_in=100, key=key)
        eve.good("sit", table=table, buy_in=100, password="swordfish")
        together((ada, bob, eve), 5)
        bets = [one["ev"] for one in ada.line.frames if one["type"] == "event"]
        check("ANTE" in bets, "no antes")
        bob.refused("FORBIDDEN", "change", table=table, sb=2, bb=4)
        ada.good("change", table=table, sb=2, bb=4)
        same(ada.known("terms", table=table)["bb"], 4)
        server.kill()
    sum_is_zero(data)
    with room(data) as server:
        for player in (ada, bob, eve):
            player.server = server
            player.connect()
        same(ada.known("private", table=table)["key"], key)
        together((ada, bob, eve), 3)
        ada.good("watch", table=table)
        row = ada.last("table", table=table)
        same((row["bb"], row["buy_in_max"], row["host"], row["straddle"]),
             (4, 400, "Ada", "always"))
        ada.good("host", table=table, do="kick", name="Bob")
        together((ada, eve), 1)
        end = time.monotonic() + PATIENCE
        while not bob.last("gone", table=table):
            for act in bob.look():
                bob.answer(act)
            bob.pump(end, "way out")
        bob.refused("FORBIDDEN", "sit", table=table, key=key, buy_in=100)
        ada.good("host", table=table, do="close")
        end = time.monotonic() + PATIENCE
        while not ada.last("gone", table=table):
            for player in (ada, eve):
                for act in player.look():
                    player.answer(act)
                player.line.wait(0.01)
            check(time.monotonic() < end, "the table stays")
        chips = [player.client.get("me", 200)["user"]["chips"] for player in (ada, bob, eve)]
        same(sum(chips), 1200, str(chips))
    sum_is_zero(data)


@case("a genome: a game with house players, moves by text and number, kill -9 in the middle of it")
def genome():
    data = scratch() + "/data"
    with room(data) as server:
        ada = guest(server).connect()
        row = [row for row in ada.good("lobby", variant="genome")["tables"]][0]
        table = row["table"]
        same((row["title"], row["bb"], row["seats"]), ("Crazy Eights for 5", 5, 4))
        ada.sit(table, buy_in=100)
        act = ada.own_turn(table)
        while len(act["moves"]) < 2:  # both ways to name a move
            ada.answer(act)
            act = ada.own_turn(table)
        same(act["choice_max"], len(act["moves"]) - 1)
        same(act["players"][0].keys() >= {"cards", "stack"}, True, str(act))
        ada.refused("INVALID_ACTION", "action", table=table, hand_id=act["hand_id"],
                    req_id=act["req_id"], action="MOVE", move="play the fool")
        ada.refused("INVALID_ACTION", "action", table=table, hand_id=act["hand_id"],
                    req_id=act["req_id"], action="MOVE", choice=len(act["moves"]))
        server.kill()
    with room(data) as server:
        ada.server = server
        ada.connect()
        again = ada.own_turn(table)
        for key in ("hand_id", "you", "players", "moves", "top", "deck"):
            before, now = act.get(key), again.get(key)
            if key == "you":
                before, now = before["hole"], now["hole"]
            same(now, before, key)
        ada.answer(again, "MOVE", choice=1)
        ada.play(2)
        same(ada.good("hands")["hands"], [], "games of genomes are no hands of poker")
        ada.good("stand", table=table)
        server.stop()
    sum_is_zero(data)


@case("Narc: a session with two house players, a line that drops, kill -9 in the middle of it")
def narc():
    data = scratch() + "/data"
    with room(data) as server:
        ada = guest(server).connect()
        ada.policy = dealer
        row = ada.good("lobby", variant="narc")["tables"][0]
        table = row["table"]
        same((row["limit"], row["seats"], row["buy_in_max"]), ("score", 3, 1))
        seat = ada.sit(table)
        ada.policy = dealer
        act = ada.own_turn(table)
        told = ada.last("table", table=table)
        role = {one["seat"]: one["role"] for one in act["players"]}[seat]
        same(told["roles"][seat], role)
        rules = server.client().get(f"narc/{told['game']}")
        same(rules["hash"], told["rules"])
        cards = {card["id"]: card for card in rules["cards"]["cards"]}
        check(all(cards[card]["owner"] == role for card in act["you"]["hole"]), str(act))
        other = next(card for card in cards if card not in act["you"]["hole"])
        for wrong in ({"action": "COMMIT"}, {"action": "COMMIT", "card": 1}):
            ada.refused("BAD_SCHEMA", "action", table=table, hand_id=act["hand_id"],
                        req_id=act["req_id"], **wrong)
        for wrong in ({"action": "COMMIT", "card": other}, {"action": "COMMIT", "choice": 3},
                      {"action": "RAISE_TO", "amount": 5}, {"action": "CONTINUE"}):
            if wrong["action"] not in act["legal"] or "card" in wrong or "choice" in wrong:
                ada.refused("INVALID_ACTION", "action", table=table, hand_id=act["hand_id"],
                            req_id=act["req_id"], **wrong)
        ada.answer(act)
        act = ada.own_turn(table)
        ada.drop()
        ada.connect()
        again = ada.own_turn(table)  # a guest who is back answers the question that was open
        same_moment(again, act)
        ada.answer(again)
        while act["round"] < 2:  # cards are on the table
            act = ada.own_turn(table)
            ada.answer(act)
        act = ada.own_turn(table)
        server.kill()
    with room(data) as server:
        ada.server = server
        ada.connect()
        again = ada.own_turn(table)
        same_moment(again, act)
        ada.play(1)
        check(not [one for one in ada.line.frames if one["type"] == "void"], "the session was lost")
        said = [one for one in ada.line.frames if one["type"] == "event"]
        last = [one for one in said if one["ev"] == "OUTCOME"][-1]
        same(last.get("session_over"), True)
        said += ada.last("snapshot", table=table)["history"]  # what was said before the server died
        check({"HAND", "ROUND", "COMMIT", "INITIATIVE", "FLIP", "TALLY"} <=
              {one["ev"] for one in said}, "something was not said")
        same(ada.last("end_hand", table=table)["stacks"], [{"seat": i, "stack": 1} for i in range(3)])
        same(ada.good("hands")["hands"], [], "sessions are no hands of poker")
        sat = len(ada.line.frames)
        ada.good("stand", table=table)
        end = time.monotonic() + PATIENCE
        while not ada.seat_free(table, seat, sat):
            for one in ada.look():
                ada.answer(one)
            if not ada.seat_free(table, seat, sat):
                ada.pump(end, "the way out")
        check(not ada.last("cashier"), "no chip moves")
        same(ada.client.me()["chips"], 400)
        server.stop()
    sum_is_zero(data)


@case("Narc: every chair is needed, and a house player gets up for a second person all the same")
def narc_for_two():
    with room() as server:
        ada, bob = guest(server).connect(), guest(server).connect()
        for one in (ada, bob):
            one.policy = dealer
        ada.sit("narc-1")
        ada.own_turn("narc-1")  # with two of the house
        end = time.monotonic() + PATIENCE
        while bob.when_open("sit", table="narc-1").get("code") == "TABLE_FULL":
            check(time.monotonic() < end, "nobody gets up")
            until = time.monotonic() + 1
            while time.monotonic() < until:
                for act in ada.look():
                    ada.answer(act)
                ada.line.wait(0.05)
        end = time.monotonic() + PATIENCE
        while not bob.hands:
            for one in (ada, bob):
                for act in one.look():
                    one.answer(act)
                one.line.wait(0.02)
            check(time.monotonic() < end, "no session of both")
        check(ada.hands >= 1, "both played it")


def same_moment(now, before):
    """Of a session: the same cards, and everything that is counted."""
    for key in ("hand_id", "players", "community", "down", "hand", "round", "raises_left", "evidence",
                "cover", "profit", "score", "legal"):
        same(now[key], before[key], key)
    same(now["you"]["hole"], before["you"]["hole"])


@case("kill -9 at any time: no chip is lost")
def crashes():
    data = scratch() + "/data"
    with room(data) as server:
        ada = user(server, "ada")
        server.kill()
    for round_ in range(2 if QUICK else 6):
        with room(data) as server:
            ada.server = server
            ada.connect()
            if not any(one["type"] == "table" for one in ada.line.frames):
                answer = ada.when_open("quick", variant="holdem", big_blind_max=2, buy_in=40)
                check(answer["type"] == "ok" or answer["code"] in ("CLOSED", "RATHOLE", "BANK_REFUSED"),
                      str(answer))
            end = time.monotonic() + 0.3 + 0.37 * round_
            while time.monotonic() < end:
                for act in ada.look():
                    ada.answer(act)
                ada.line.wait(0.02)
            server.kill()
        sum_is_zero(data)


@case("wrong frames are refused with their number, and change nothing")
def wrong():
    with room() as server:
        ada = guest(server).connect()
        table = "nl-2-1"
        for code, fields in [("UNKNOWN_TYPE", {"type": "dance"}),
                             ("NO_TABLE", {"type": "sit", "table": "nl-2-99"}),
                             ("BAD_AMOUNT", {"type": "sit", "table": table, "buy_in": 39}),
                             ("BAD_AMOUNT", {"type": "sit", "table": table, "buy_in": 201}),
                             ("BAD_SCHEMA", {"type": "sit", "table": table, "buy_in": -1}),
                             ("BAD_SCHEMA", {"type": "sit"}),
                             ("SEAT_TAKEN", {"type": "sit", "table": table, "seat": 9}),
                             ("INSUFFICIENT_CHIPS", {"type": "sit", "table": "nl-50-1",
                                                     "buy_in": 1000}),
                             ("NOT_SEATED", {"type": "stand", "table": table}),
                             ("NOT_SEATED", {"type": "top_up", "table": table}),
                             ("NOT_SEATED", {"type": "action", "table": table, "action": "FOLD",
                                             "hand_id": "H-2020-01-01-00001"}),
                             ("BAD_HELLO", {"type": "hello", "v": 1})]:
            ada.refused(code, **fields)
        same(ada.client.me()["chips"], 400)
        ada.line.inbox.clear()
        for text in ("", "[]", "{", '{"type":7}', "\u0001"):
            ada.line.send(text)
            same(ada.line.next("error")["code"], "BAD_SCHEMA", text)
        ada.good("ping")
        rude = Line(server.port, "/room")
        rude.send({"type": "lobby"})
        same(rude.next("error")["code"], "BAD_HELLO")
        stranger = Player(server, token="x" * 43)
        stranger.connect(welcome=False)
        same(stranger.line.next("error")["code"], "BAD_HELLO")
        check(Line(server.port, "/rooms").status == 404, "another path is not the room")
        foreign = Line(server.port, "/room", head="Origin: http://evil.example\r\n")
        same(foreign.status, 403, "a page of somebody else")


@case("a sign-out ends the lines of its session, and no others")
def signed_out():
    with room() as server:
        ada = user(server, "ada").connect()
        again = Player(server, ada.client).connect()
        other = Player(server, server.client())
        other.client.post("login", username="ada", password=PASSWORD)
        other.connect()
        watcher = Player(server).connect()
        ada.client.post("logout")
        ada.line.closed(1008)
        again.line.closed(1008)
        other.good("ping")
        watcher.good("ping")
        # Another user signs in with the same browser.
        server.register("bob")
        other.client.post("login", username="bob", password=PASSWORD)
        other.line.closed(1008)
        # A guest who registers stays at the table.
        eve = guest(server).connect()
        eve.client.post("register", 201, username="eve", password=PASSWORD)
        eve.good("ping")
        # Everywhere: also those of other sessions.
        eve.client.post("logout", all=True)
        eve.line.closed(1008)
        watcher.good("ping")


@case("a bot with a token sits where bots are welcome, and nowhere else")
def bots():
    with room() as server:
        server.register("ada")
        token = server.admin("token", "issue", "ada").split()[-1]
        bot = Player(server, token=token).connect()
        bot.refused("NO_BOTS", "sit", table="nl-2-1", buy_in=40)
        bot.sit("bots-2-1", buy_in=100)
        bot.play(3)
        chair = stack(bot, "bots-2-1", bot.seat_at("bots-2-1"))
        check(chair["bot"], str(chair))
        sum_is_zero(server.data)


@case("every kind of game: one player at seven tables, where one is dealer's choice")
def games():
    with room() as server:
        ada = user(server, "ada").connect()
        ada.policy = bold
        for table in ("plo-2-1", "draw-2-1", "stud-hilo-2-1", "27-triple-2-1", "badugi-2-1",
                      "choice-2-1", "duel-2-1"):
            ada.sit(table, buy_in=40, auto_muck=False)
        tables, at, end = {}, 0, time.monotonic() + 3 * PATIENCE
        while len(tables) < 7:  # chips may be gone after one hand
            for act in ada.look():
                ada.answer(act)
            for one in ada.line.frames[at:]:
                at += 1
                if one["type"] == "end_hand" and ada.hole.get(one["table"]):
                    tables[one["table"]] = tables.get(one["table"], 0) + 1
            ada.pump(end, f"a hand everywhere: {tables}")
        wrong = [one for one in ada.line.frames if one["type"] == "error" and
                 one["code"] not in ("ACTION_TOO_LATE", "OUT_OF_TURN")]
        same(wrong, [])
        check(any(one["type"] == "game" for one in ada.line.frames), "nobody chose a game")
        sum_is_zero(server.data)


@case("the journal is synced before people are told: each hand waits for syncs of its own")
def synced():
    with room() as server:
        player = user(server, "ada").connect()
        player.quick()
        player.play(HANDS)
        rows = server.client().send("GET", "/metrics")[1].splitlines()
        syncs = [float(row.split()[1]) for row in rows
                 if row.startswith("felt_room_journal_syncs_total ")]
        check(syncs and syncs[0] > HANDS, f"{syncs} syncs, {HANDS} hands")
        server.stop(quiet=False)


@case("another lobby: whoever sat at a table that is gone has his chips back")
def other_lobby():
    data = scratch() + "/data"
    with room(data) as server:
        ada = user(server, "ada").connect()
        ada.sit("nl-2-1", buy_in=100)
        server.kill()
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        out.write("[table only]\ngame = razz\nblinds = 1/2\n")
    with room(data) as server:
        ada.server = server
        ada.connect()
        same([row["table"] for row in ada.good("lobby")["tables"]], ["only-1"])
        end = time.monotonic() + PATIENCE
        while ada.client.me()["chips"] != 400:
            check(time.monotonic() < end, str(ada.client.me()))
            time.sleep(0.05)
        sum_is_zero(data)
        check("gets his chips back" in server.complaint(), server.complaint())
        server.process.terminate()
        same(server.wait(), 0)


@case("felt.conf: options of the file count, those that are typed win, mistakes have a line")
def conf():
    data = scratch() + "/data"
    os.makedirs(data)
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        out.write("closed = yes\nhouse-players = 3\n[table a]\nblinds = 5/10\nhouse = 2\n")
    with room(data, "--house-players", 2) as server:
        check("2 house players" in server.banner, server.banner)
        check("nobody may register" in server.banner, server.banner)
    with open(data + "/felt.conf", "a", encoding="utf-8") as out:
        out.write("prot = 1\n")
    broken = room(data, fails=True)
    same(broken.wait(), 2)
    check("felt.conf: line 6: there is no setting \"prot\"" in broken.complaint(),
          broken.complaint())


@case("--seed: the same cards each time, and the server says so")
def seeded():
    def first_hand(seed):
        with room(None, "--house-players", 0, "--seed", seed) as server:
            ada, bob = guest(server).connect(), guest(server).connect()
            for player in (ada, bob):
                player.good("watch", table="nl-2-1")
                player.sit("nl-2-1", buy_in=100)
            end = time.monotonic() + PATIENCE
            while not ada.last("start_hand"):
                ada.pump(end, "a hand")
            start = ada.last("start_hand")
            server.stop(quiet=False)
            check("for tests only" in server.complaint(), server.complaint())
            return start["hand_id"], start["commit"]

    one = first_hand(7)
    same(one, first_hand(7))
    check(one[1] != first_hand(8)[1], "another seed, other cards")


if __name__ == "__main__":
    run()
