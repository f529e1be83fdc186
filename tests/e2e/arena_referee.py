"""A slow, obvious referee: no-limit hold'em written again from the rules, and the shuffle from its
definition (PROTOCOL 8).

referee(frames, seat, config) goes through everything one seat was sent and objects to the first
frame that is not what it must be: order of frames, every field of every `act`, chips, showdowns,
awards, buttons.  explain(frames, reveals) deals each hand again from its key.
"""
import hashlib
import hmac
import itertools

from arena_client import check, same

RANKS, SUITS = "23456789TJQKA", "cdhs"
NAMES = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
         "four_of_a_kind", "straight_flush"]
STREETS = ["PRE_FLOP", "FLOP", "TURN", "RIVER"]


# ---- cards ----

def value_five(cards):
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    counts = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in counts]
    order = [rank for _, rank in counts]
    flush = len({card[1] for card in cards}) == 1
    straight = len(order) == 5 and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        straight, order = True, [3, 2, 1, 0, -1]
    if straight and flush:
        kind = 8
    elif shape[0] == 4:
        kind = 7
    elif shape[:2] == [3, 2]:
        kind = 6
    elif flush:
        kind = 5
    elif straight:
        kind = 4
    elif shape[0] == 3:
        kind = 3
    elif shape[:2] == [2, 2]:
        kind = 2
    else:
        kind = 1 if shape[0] == 2 else 0
    return kind, order


def value(cards):
    return max(value_five(five) for five in itertools.combinations(cards, 5))


def deck_of(key):
    stream, block = b"", 0
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    for k in range(52):
        count = 52 - k
        while True:
            if not stream:
                stream = hmac.new(key, b"felt/deck/1|%d" % block, hashlib.sha256).digest()
                block += 1
            word, stream = int.from_bytes(stream[:4], "big"), stream[4:]
            if word < 2 ** 32 - 2 ** 32 % count:
                break
        deck[k], deck[k + word % count] = deck[k + word % count], deck[k]
    return deck


def clockwise(seats, after):
    """The seats in order, beginning left of `after`."""
    return sorted(seat for seat in seats if seat > after) + \
        sorted(seat for seat in seats if seat <= after)


# ---- one hand ----

class Hand:
    """The state of a hand as the rules say it is."""

    def __init__(self, start, config):
        self.config, self.id, self.button = config, start["hand_id"], start["button"]
        self.taken = [one["seat"] for one in start["stacks"]]
        self.begin = {one["seat"]: one["stack"] for one in start["stacks"]}
        self.stack = dict(self.begin)
        self.dealt = [seat for seat in self.taken if self.stack[seat] > 0]
        self.live = set(self.dealt)
        self.put = dict.fromkeys(self.taken, 0)
        self.street, self.board = 0, []
        order = clockwise(self.dealt, self.button)
        self.small, self.big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
        if len(order) == 2:
            self.small, self.big = self.button, order[0]
        self.open_street(config["bb"])
        self.posted = (self.pay(self.small, config["sb"]), self.pay(self.big, config["bb"]))
        self.bet = config["bb"]
        self.actor = self.seek(self.big)

    def open_street(self, step):
        self.committed = dict.fromkeys(self.taken, 0)
        self.bet, self.step, self.acted = 0, step, set()
        self.owes = {seat for seat in self.live if self.stack[seat] > 0}
        self.raiser = None

    def pay(self, seat, chips):
        chips = min(chips, self.stack[seat])
        self.stack[seat] -= chips
        self.committed[seat] += chips
        self.put[seat] += chips
        return chips

    def seek(self, after):
        """Who is to act: the next that owes an answer, unless nobody could answer it."""
        if len(self.live) == 1:
            return None
        for seat in clockwise(self.owes, after):
            if self.stack[seat] == 0:
                continue
            others = self.live - {seat}
            if all(self.stack[one] == 0 for one in others) and \
                    max(self.committed[one] for one in others) <= self.committed[seat]:
                return None
            return seat
        return None

    def legal(self):
        seat = self.actor
        stack, mine = self.stack[seat], self.committed[seat]
        to_call = self.bet - mine
        out = {"legal": ["FOLD", "CALL" if to_call else "CHECK"]}
        if to_call:
            out["call_amount"] = min(to_call, stack)
        may = seat not in self.acted or to_call >= self.step
        callable_ = any(self.stack[one] + self.committed[one] > self.bet
                        for one in self.live - {seat})
        if stack > to_call and may and callable_:
            out["legal"].append("RAISE_TO")
            out["max_raise_to"] = stack + mine
            out["min_raise_to"] = min(self.bet + self.step, stack + mine)
        return out

    def view(self, seat):
        """What everybody may know, as `act` and `snapshot` show it."""
        return {"table": {"sb": self.config["sb"], "bb": self.config["bb"],
                          "seats": self.config["seats"], "button": self.button},
                "phase": STREETS[self.street], "community": self.board,
                "players": [{"seat": one, "stack": self.stack[one],
                             "has_folded": one not in self.live,
                             "committed": self.committed[one]} for one in self.taken],
                "pot": sum(self.put.values()), "current_bet": self.bet,
                "min_raise_increment": self.step}

    def take(self, event):
        """An action, which must be one of the seat that is asked."""
        seat, kind = event["seat"], event["ev"]
        same(seat, self.actor, f"the seat that acts ({kind})")
        legal = self.legal()
        if kind == "FOLD":
            self.live.discard(seat)
        elif kind == "CHECK":
            check("CHECK" in legal["legal"], "a check that is not legal")
        elif kind == "CALL":
            same(event["amount"], legal["call_amount"], "CALL.amount")
            self.pay(seat, event["amount"])
        else:
            before = self.committed[seat]
            check(legal["min_raise_to"] <= event["to"] <= legal["max_raise_to"],
                  "a raise out of bounds")
            self.pay(seat, event["to"] - before)
            same(event["amount"], event["to"] - before, "BET.amount")
            self.step = max(self.step, event["to"] - self.bet)
            self.bet, self.raiser = event["to"], seat
            self.owes = {one for one in self.live if self.stack[one] > 0}
        if kind in ("CALL", "BET"):
            same(event["to"], self.committed[seat], kind + ".to")
            same(event["all_in"], self.stack[seat] == 0, kind + ".all_in")
        self.owes.discard(seat)
        self.acted.add(seat)
        self.actor = self.seek(seat)

    def deal(self, event):
        check(self.actor is None and len(self.live) > 1, "cards come while somebody is to act")
        self.street += 1
        same(event["ev"], STREETS[self.street], "the street that is dealt")
        self.board = self.board + event.get("cards", [event.get("card")])
        same(len(self.board), self.street + 2, "cards on the board")
        self.open_street(self.config["bb"])
        able = [seat for seat in self.live if self.stack[seat] > 0]
        self.actor = self.seek(self.button) if len(able) > 1 else None

    def over(self):
        return self.actor is None and (len(self.live) == 1 or self.street == 3)

    def awards(self, hole):
        """What each seat gets: layer by layer, the odd chips left of the button first."""
        gets = dict.fromkeys(self.taken, 0)
        if len(self.live) == 1:
            gets[next(iter(self.live))] = sum(self.put.values())
            return gets
        put = dict(self.put)
        levels = sorted({put[seat] for seat in self.live})
        floor, pots = 0, []
        for level in levels + [max(put.values())]:
            chips = sum(min(put[seat], level) - min(put[seat], floor) for seat in self.taken)
            able = [seat for seat in self.live if put[seat] >= level]
            if chips:
                pots.append((chips, able or pots[-1][1]))
            floor = level
        for chips, able in pots:
            best = max(value(hole[seat] + self.board) for seat in able)
            winners = [seat for seat in clockwise(able, self.button)
                       if value(hole[seat] + self.board) == best]
            for index, seat in enumerate(winners):
                gets[seat] += chips // len(winners) + (index < chips % len(winners))
        return gets


# ---- everything that one seat saw ----

class Referee:
    def __init__(self, seat, config, whole=True):
        self.seat, self.config, self.whole = seat, config, whole
        self.hand, self.asked, self.last, self.req = None, False, None, -1
        self.tail, self.hands, self.hole = [], 0, {}

    def start_hand(self, one):
        check(self.hand is None, "a hand begins inside another")
        for stack in one["stacks"]:
            if self.last and stack["seat"] in self.last["stack"]:
                same(stack["stack"], self.last["stack"][stack["seat"]], "stacks between hands")
        if self.last and self.whole:
            check(one["hand_id"] > self.last["id"], "hand_id rises")
            same(one["hand_number"], self.last["number"] + 1, "hand_number")
            able = [stack["seat"] for stack in one["stacks"] if stack["stack"] > 0]
            same(one["button"], clockwise(able, self.last["button"])[0], "the next button")
        same(one["seed"], int(one["commit"][-8:], 16), "seed")
        self.hand, self.tail, self.hole = Hand(one, self.config), [], {}
        self.number, self.posted, self.asked = one["hand_number"], False, False

    def act(self, one):
        hand = self.hand
        check(hand and self.posted, "act outside a hand")
        same(one["seat"], self.seat, "act.seat")
        same(hand.actor, self.seat, "whose turn it is")
        you = one["you"]
        want = {**hand.view(self.seat), **hand.legal(), "hand_id": hand.id}
        for key, wanted in want.items():
            same(one.get(key), wanted, "act." + key)
        for key in ("call_amount", "min_raise_to", "max_raise_to"):
            check((key in one) == (key in want), f"act.{key} is there only if it applies")
        same((you["stack"], you["committed"], you["to_call"]),
             (hand.stack[self.seat], hand.committed[self.seat],
              hand.bet - hand.committed[self.seat]), "act.you")
        check(0 <= you["time_ms"] <= self.config["move_time_ms"], "act.you.time_ms")
        same(self.hole.setdefault("mine", you["hole"]), you["hole"], "own cards stay")
        check(one["req_id"] > self.req or not self.whole, "req_id rises")
        self.req, self.asked = one["req_id"], True

    def event(self, one):
        hand, kind = self.hand, one["ev"]
        check(hand, "an event outside a hand")
        if kind == "POST_BLINDS":
            check(not self.posted, "blinds once")
            self.posted = True
            same((one["sb_seat"], one["bb_seat"]), (hand.small, hand.big), "blind seats")
            same((one["sb"], one["bb"]), hand.posted, "chips really posted")
        elif kind in ("BET", "CALL", "CHECK", "FOLD"):
            if one["seat"] == self.seat and self.whole:
                check(self.asked, "acted without being asked")
            hand.take(one)
            self.asked = False
        elif kind in ("FLOP", "TURN", "RIVER"):
            hand.deal(one)
        else:
            check(hand.over(), f"{kind} before the hand is over")
            check(not one.get("run"), "one board")
            self.tail.append(one)

    def end_hand(self, one):
        hand = self.hand
        check(hand and hand.over(), "the hand is not over")
        same(one["hand_id"], hand.id, "end_hand.hand_id")
        kinds = [event["ev"] for event in self.tail]
        order = ["SHOWDOWN", "POT_AWARD", "ELIMINATED"]
        same(kinds, sorted(kinds, key=order.index), "order of the end")
        self.showdown([event for event in self.tail if event["ev"] == "SHOWDOWN"])
        self.paid([event for event in self.tail if event["ev"] == "POT_AWARD"])
        out = [event["seat"] for event in self.tail if event["ev"] == "ELIMINATED"]
        same(sorted(out), [seat for seat in hand.dealt if hand.stack[seat] == 0], "eliminated")
        same([hand.begin[seat] for seat in out], sorted(hand.begin[seat] for seat in out),
             "order of elimination")
        same(one["stacks"], [{"seat": seat, "stack": hand.stack[seat]} for seat in hand.taken],
             "end_hand.stacks")
        self.last = {"stack": hand.stack, "id": hand.id, "number": self.number,
                     "button": hand.button}
        self.hand, self.hands = None, self.hands + 1

    def match_end(self, one):
        check(self.hand is None, "the match ends inside a hand")
        same([stack["stack"] for stack in one["final_stacks"]],
             [self.last["stack"][stack["seat"]] for stack in one["final_stacks"]], "final_stacks")

    def showdown(self, shown):
        hand = self.hand
        if len(hand.live) == 1:
            same(shown, [], "no showdown after folds")
            return
        first = hand.raiser if hand.raiser in hand.live else clockwise(hand.live, hand.button)[0]
        order = [first] + [seat for seat in clockwise(hand.live, first) if seat != first]
        seats = [one["seat"] for one in shown]
        same(sorted(seats), sorted(hand.live), "everybody who is left shows")
        same(seats, seats[:1] + [seat for seat in clockwise(hand.live, seats[0])
                                 if seat != seats[0]], "clockwise")
        if hand.acted:
            same(seats, order, "who shows first")
        for one in shown:
            same(one["board"], hand.board, "SHOWDOWN.board")
            self.hole[one["seat"]] = one["hand"]
            kind, _ = value(one["hand"] + hand.board)
            same(one["rank"], NAMES[kind], "SHOWDOWN.rank")
            check(one["name"], "SHOWDOWN.name")
            if one["seat"] == self.seat and "mine" in self.hole:
                same(sorted(one["hand"]), sorted(self.hole["mine"]), "own cards at the showdown")

    def paid(self, awards):
        hand = self.hand
        gets = hand.awards(self.hole)
        got = dict.fromkeys(hand.taken, 0)
        for one in awards:
            check(one["amount"] > 0, "an award of nothing")
            got[one["seat"]] += one["amount"]
        same(got, gets, "awards")
        pots = [one["pot"] for one in awards]
        same(pots, sorted(pots), "main pot first")
        if len(hand.live) == 1:
            same(len(awards), 1, "awards after folds")
        else:
            highest, second = sorted(hand.put.values(), reverse=True)[:2]
            if highest > second:
                owner = next(seat for seat in hand.taken if hand.put[seat] == highest)
                same((awards[-1]["seat"], awards[-1]["amount"]), (owner, highest - second),
                     "uncalled chips come last")
        for seat in hand.taken:
            hand.stack[seat] += gets[seat]
        same(sum(hand.stack.values()), sum(hand.begin.values()), "chips")


def referee(frames, seat, config, whole=True):
    """Goes through them all; returns how many hands were complete."""
    judge = Referee(seat, config, whole)
    for one in frames:
        handler = getattr(judge, one["type"], None)
        if handler:
            try:
                handler(one)
            except AssertionError as wrong:
                raise AssertionError(f"{wrong}\nin {one}") from None
    return judge.hands


def public(frames):
    """What everybody at the table must have been sent alike."""
    return [{key: one[key] for key in one if key != "_at"} for one in frames
            if one["type"] in ("start_hand", "event", "end_hand", "match_end")]


def explain(streams, end):
    """Deals every hand again from its key; streams: seat -> frames.  Returns the cards compared."""
    keys = {one["hand_id"]: bytes.fromhex(one["key"]) for one in end["reveals"]}
    compared = 0
    for seat, frames in streams.items():
        places, deck, board = {}, [], 0
        for one in frames:
            if one["type"] == "start_hand" and one["hand_id"] in keys:
                key = keys[one["hand_id"]]
                text = f"felt/hand/2|{one['fresh']}|{end['match_id']}|{one['hand_number']}"
                same(key, hmac.new(bytes.fromhex(end["secret"]), text.encode(),
                                   hashlib.sha256).digest(), "key from secret")
                same(one["commit"], hashlib.sha256(key).hexdigest(), "commit")
                deck = deck_of(key)
                dealt = clockwise([stack["seat"] for stack in one["stacks"] if stack["stack"]],
                                  one["button"])
                places = {who: [deck[k], deck[k + len(dealt)]] for k, who in enumerate(dealt)}
                board = 2 * len(dealt)
            elif one["type"] == "act":
                same(one["you"]["hole"], places[seat], "hole cards from the key")
                same(one["community"], deck[board:board + len(one["community"])], "board")
                compared += 2 + len(one["community"])
            elif one["type"] == "event" and one["ev"] == "SHOWDOWN":
                same(one["hand"], places[one["seat"]], "cards at the showdown")
                same(one["board"], deck[board:board + 5], "board at the showdown")
                compared += 7
    return compared
