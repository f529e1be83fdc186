"""Hands of poker: played, refused, copied, imagined, looked at."""

import copy
import os
import pickle
import random
import unittest

import felt

QUICK = bool(os.environ.get("FELT_TEST_QUICK"))
# Everybody sees the cards of these.
OPEN_CARDS = (felt.EventKind.DEAL_UP, felt.EventKind.BOARD, felt.EventKind.SHOW)


def any_hand(rng, number):
    """A hand of any variant and limit with uneven stacks, about to be played."""
    variant = rng.choice(felt.variants())
    limit = rng.choice(["nl", "pl", "fl"])
    most = min(variant.seats_max, 8)
    seats = rng.randint(variant.seats_min, most)
    stacks = [rng.choice([1, 7, 50, 100, 333, 1000, 5000]) for _ in range(seats)]
    rules = felt.Rules(
        variant.name,
        limit,
        rng.choice([2, 10, 100]),
        rake=rng.choice([0, 0, 0.05]),
        may_muck=rng.random() < 0.5,
        run_twice=variant.board_cards > 0 and rng.random() < 0.5,
    )
    bomb = variant.board_cards > 0 and rng.random() < 0.2
    return felt.Hand(rules, stacks, rng.randrange(seats), seed=number, bomb=bomb)


def discarded(event):
    return event.cards if event.action == felt.ActionKind.DISCARD else ()


def play(hand, rng):
    while not hand.over:
        hand.apply(hand.legal().random(rng))
    return hand


class Play(unittest.TestCase):
    def test_side_pots(self):
        hand = felt.Hand(
            felt.Rules("holdem", "nl", 10),
            [1000, 300, 600],
            holes={0: "KdKh", 1: "AsAh", 2: "QcQd"},
            board="2c 7d 9h Js 3s",
        )
        self.assertEqual((hand.actor, hand.pot, hand.stacks), (0, 15, (1000, 295, 590)))
        hand.raise_to(1000)
        hand.call()
        self.assertEqual(hand.legal().call, 590)
        events = hand.call()
        self.assertTrue(hand.over)
        self.assertEqual(hand.stacks, (1000, 900, 0))
        self.assertEqual(hand.payoff(), (0, 600, -600))
        told = [str(event) for event in events]
        self.assertEqual(told[:2], ["seat 2 calls 590", "400 go back to seat 0"])
        self.assertIn("seat 1 wins 900 from pot 0", told)
        self.assertIn("seat 0 wins 600 from pot 1", told)
        shows = [event for event in events if event.kind == felt.EventKind.SHOW]
        self.assertEqual([event.seat for event in shows], [0, 1, 2])
        self.assertTrue(str(shows[1]).startswith("seat 1 shows As Ah: pair of aces"), str(shows[1]))
        self.assertEqual(told[-1], "the hand is over")
        self.assertEqual(felt.text(hand.board), "2c 7d 9h Js 3s")

    def test_pots_while_the_betting_goes_on(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 10), [1000, 100, 1000], seed=1)
        hand.raise_to(100)
        hand.call()
        hand.call()
        self.assertEqual(hand.pots, (felt.Pot(300, (0, 1, 2)),))
        self.assertEqual((hand.street, hand.actor, len(hand.board)), (1, 2, 3))
        hand.raise_to(200)
        self.assertEqual((hand.staked, hand.to_match), ((0, 0, 200), 200))
        hand.call()
        self.assertEqual(hand.pots, (felt.Pot(300, (0, 1, 2)), felt.Pot(400, (0, 2))))
        self.assertEqual(hand.pot, 700)

    def test_fixed_limit_and_bring_in(self):
        hand = felt.Hand(
            felt.Rules("stud", "fl", 20),
            [1000, 1000, 1000],
            holes={0: "AsKsQs", 1: "AdKd2c", 2: "AhKh9h"},
            seed=3,
        )
        self.assertEqual(hand.phase, felt.Phase.BRING_IN)
        legal = hand.legal()
        self.assertEqual((legal.seat, legal.bring_in, list(legal.raise_to)), (1, 5, [20]))
        self.assertFalse(legal.check or legal.fold or legal.call)
        self.assertEqual(str(hand.bring_in()[0]), "seat 1 brings in 5")
        self.assertEqual(list(hand.legal().raise_to), [20])

    def test_words_and_actions(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [10000, 10000], seed=1)
        hand.apply("raise_to", 300, seat=0)
        hand.apply("raise-to", 900)
        hand.apply(felt.ActionKind.CALL)
        hand.apply(felt.Action(felt.ActionKind.CHECK))
        self.assertEqual((hand.pot, hand.actor), (1800, 0))
        self.assertEqual(str(hand.legal()), "fold, check, raise_to 100 to 9100")

    def test_legal_actions_are_numbered(self):
        legal = felt.Hand(felt.Rules("holdem", "nl", 2), [10, 10], seed=1).legal()
        self.assertEqual((legal.fold, legal.check, legal.call), (True, False, 1))
        self.assertEqual(legal.raise_to, range(4, 11))
        every = [legal.pick(number) for number in range(legal.count)]
        self.assertEqual(len(set(every)), 9)
        self.assertEqual([str(action) for action in every][:3], ["fold", "call", "raise_to 4"])
        self.assertTrue(all(action in legal for action in every))
        self.assertNotIn(felt.Action(felt.ActionKind.RAISE_TO, 11), legal)
        self.assertNotIn(felt.Action(felt.ActionKind.CALL, 1), legal)
        for wrong in (-1, 9):
            with self.assertRaises(IndexError):
                legal.pick(wrong)

    def test_chips_are_conserved_in_random_hands(self):
        rng = random.Random(2024)
        variants = set()
        for number in range(200 if QUICK else 2000):
            hand = any_hand(rng, number)
            variants.add(hand.rules.variant)
            total = sum(hand.start)
            while not hand.over:
                self.assertEqual(sum(hand.stacks) + hand.pot + hand.rake, total)
                hand.apply(hand.legal().random(rng))
            self.assertEqual(sum(hand.stacks) + hand.rake, total)
            self.assertEqual(sum(hand.payoff()), -hand.rake)
            self.assertEqual(hand.pot, 0)
            self.assertEqual(hand.events[-1].kind, felt.EventKind.OVER)
        self.assertEqual(variants, {variant.name for variant in felt.variants()})

    def test_a_draw(self):
        hand = felt.Hand(
            felt.Rules("27-single", "fl", 10),
            [1000, 1000, 1000],
            holes={0: "7c 5d 4h 3s Kd", 1: "As Ah Ad Ac Kc", 2: "2c 2d 2h 2s Ks"},
            stub="9s 8s Ts 6s",
        )
        for _ in range(3):
            hand.check() if hand.legal().check else hand.call()
        self.assertEqual((hand.phase, hand.actor, hand.street), (felt.Phase.DISCARD, 1, 1))
        legal = hand.legal()
        self.assertEqual((legal.discard, str(legal), legal.count), (range(0, 6), "discard 0 to 5", 32))
        self.assertFalse(legal.fold or legal.check or legal.call or legal.raise_to)
        before = hand.copy()
        for wrong, error in (("Qs", felt.IllegalAction), ("As As", felt.CardError)):
            with self.assertRaises(error):
                hand.discard(wrong)
        with self.assertRaisesRegex(felt.IllegalAction, "seat 1 does not hold 2c; it holds As Ah"):
            hand.discard("As 2c")
        with self.assertRaisesRegex(felt.IllegalAction, "discard 0 to 5 cards"):
            hand.check()
        self.assertEqual(hand, before)
        self.assertEqual([str(e) for e in hand.discard("Ac As Kc")], ["seat 1 discards As Ac Kc"])
        self.assertEqual([str(e) for e in hand.apply("discard")], ["seat 2 stands pat"])
        told = hand.apply("discard", cards="Kd")
        self.assertEqual(
            [str(event) for event in told],
            ["seat 0 discards Kd", "seat 1 draws 9s 8s Ts", "seat 0 draws 6s"],
        )
        self.assertEqual(felt.text(hand.hole(1)), "9s Ah Ad 8s Ts")
        self.assertEqual((hand.drew(0), hand.drew(1), hand.drew(2)), ((1,), (3,), (0,)))
        self.assertEqual(felt.text(hand.view(1).discards), "As Ac Kc")
        self.assertEqual(hand.view().discards, ())
        seen = [str(event) for event in hand.events_for(2)]
        self.assertIn("seat 1 discards ?? ?? ??", seen)
        self.assertIn("seat 1 draws ?? ?? ??", seen)
        while not hand.over:
            hand.check()
        self.assertEqual(hand.payoff(), (-10, 20, -10))  # 7-6-5-4-3 is a straight

    def test_pineapple_throws_one_away(self):
        hand = felt.Hand(felt.Rules("pineapple"), [900, 900], holes={0: "AsKsQs"}, seed=1)
        hand.call()
        hand.check()
        self.assertEqual((str(hand.legal()), hand.legal().count), ("discard 1", 3))
        with self.assertRaisesRegex(felt.IllegalAction, "discard exactly 1"):
            hand.discard()
        hand.apply(hand.legal().pick(2))
        hand.discard("Ks")
        self.assertEqual((felt.text(hand.hole(0)), len(hand.hole(1))), ("As Qs", 2))
        self.assertEqual((hand.phase, len(hand.board)), (felt.Phase.BET, 3))

    def test_two_boards(self):
        hand = felt.Hand(
            felt.Rules("holdem", run_twice=True),
            [1000, 1000],
            holes={0: "AsAh", 1: "KsKh"},
            board="2c 7d 9h Js 3s",
            stub="Kd Kc 4c 5c 8d",
        )
        hand.raise_to(1000)
        hand.call()
        self.assertEqual((hand.phase, str(hand.legal())), (felt.Phase.RUNS, "runs 1 to 2"))
        self.assertTrue(hand.legal().runs)
        with self.assertRaises(felt.IllegalAction):
            hand.runs(3)
        self.assertEqual(str(hand.runs(2)[0]), "seat 1 wants two boards")
        told = [str(event) for event in hand.runs(2)]
        self.assertEqual(felt.text(hand.board), "2c 7d 9h Js 3s")
        self.assertEqual(felt.text(hand.second_board), "Kd Kc 4c 5c 8d")
        self.assertIn("second board: Kd Kc 4c", told)
        self.assertIn("seat 1 wins 1,000 from pot 0 on the second board", told)
        self.assertEqual(hand.stacks, (1000, 1000))
        once = felt.Hand(felt.Rules("holdem", run_twice=True), [1000, 1000], seed=3)
        once.raise_to(1000)
        once.call()
        once.runs(1)
        self.assertEqual((once.over, once.second_board), (True, ()))

    def test_losers_may_muck(self):
        def river():
            hand = felt.Hand(
                felt.Rules("holdem", "fl", may_muck=True),
                [1000, 1000],
                holes={0: "2s3h", 1: "KsKh"},
                board="Ac 7d 9h Js 3s",
            )
            hand.call()
            while hand.phase == felt.Phase.BET:
                hand.check()
            return hand

        hand = river()
        self.assertEqual((hand.phase, hand.actor, str(hand.legal())), (felt.Phase.SHOW, 0, "show, muck"))
        self.assertTrue(hand.legal().show and hand.legal().muck)
        told = [str(event) for event in hand.muck()]
        self.assertEqual(told[0], "seat 0 mucks")
        self.assertEqual(felt.text(hand.view(1).hole(0)), "?? ??")
        self.assertEqual(hand.payoff(), (-100, 100))
        hand = river()
        told = [str(event) for event in hand.show()]
        self.assertTrue(told[1].startswith("seat 0 shows 2s 3h: pair of threes"), told)

    def test_bomb_pots(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [5000] * 3, bomb=True, seed=1)
        self.assertEqual((hand.pot, len(hand.board), hand.actor), (300, 3, 1))
        table = felt.Table("omaha", stacks=[5000] * 3, blinds=(50, 100), seed=1)
        self.assertEqual((table.deal(bomb=True).pot, table.hand.staked), (300, (0, 0, 0)))
        with self.assertRaises(felt.DealError):
            felt.Hand(felt.Rules("stud"), [5000] * 3, bomb=True)

    def test_wild_cards(self):
        hand = felt.Hand(
            felt.Rules("follow-queen"),
            [1000] * 2,
            holes={1: "AsAh Qd", 0: "KsKh 7d"},
            seed=1,
        )
        queens, sevens = felt.cards("QcQdQhQs"), felt.cards("7c7d7h7s")
        self.assertEqual(hand.rules.wild, queens)
        self.assertEqual(hand.wild, sevens + queens)
        plain = felt.Rules("draw", wild="2c 2d")
        self.assertEqual(felt.text(plain.wild), "2c 2d")
        self.assertEqual(pickle.loads(pickle.dumps(plain)), plain)
        self.assertEqual(hash(felt.Rules("draw", wild=felt.cards("2c2d"))), hash(plain))

    def test_a_crowded_stud_table(self):
        hand = felt.Hand(felt.Rules("stud"), [1000] * 8, holes={3: "As2s3s4s5s6s"}, stub="Kd", seed=1)
        with self.assertRaisesRegex(felt.DealError, "it gets 6"):
            felt.Hand(felt.Rules("stud"), [1000] * 8, holes={3: "As2s3s4s5s6s7s"})
        while not hand.over:
            legal = hand.legal()
            hand.bring_in() if legal.bring_in else hand.check() if legal.check else hand.call()
        self.assertEqual((felt.text(hand.board), len(hand.hole(3))), ("Kd", 6))

    def test_kuhn_has_five_ends(self):
        def ends(hand):
            if hand.over:
                return 1
            legal = hand.legal()
            count = 0
            for number in range(legal.count):
                action = legal.pick(number)
                if action.kind == felt.ActionKind.FOLD and legal.check:
                    continue
                after = hand.copy(log=False)
                after.apply(action)
                count += ends(after)
            return count

        self.assertEqual(ends(felt.Hand(felt.Rules("kuhn", unit=1), [2, 2], seed=1)), 5)


class Rotations(unittest.TestCase):
    def test_lists(self):
        rotation = felt.Rotation("holdem,omaha:fl,kuhn", "pl")
        self.assertEqual([str(limit) for _, limit in rotation.games], ["pot_limit", "fixed_limit", "pot_limit"])
        self.assertEqual((rotation.playable(2), rotation.playable(6)), ((0, 1, 2), (0, 1)))
        self.assertEqual(rotation.next(1, 6, 6), 0)
        self.assertEqual(felt.Rotation("kuhn").next(None, 0, 6), None)
        choice = felt.Rotation("dealers-choice")
        self.assertTrue(choice.choice)
        self.assertEqual([name for name, _ in choice.games], [row.name for row in felt.variants()])
        self.assertEqual([limit for _, limit in choice.games], [row.limit for row in felt.variants()])
        for wrong in ("bridge", "", "holdem,", "holdem:xl"):
            with self.assertRaises(felt.UnknownName):
                felt.Rotation(wrong)
        with self.assertRaises(IndexError):
            rotation.next(3, 0, 2)


class Refuse(unittest.TestCase):
    def test_an_illegal_action_changes_nothing(self):
        rng = random.Random(99)
        kinds = list(felt.ActionKind)
        refused = 0
        for number in range(50 if QUICK else 300):
            hand = any_hand(rng, number)
            while not hand.over:
                legal, before, told = hand.legal(), hand.copy(), hand.events
                top = legal.raise_to[-1] if legal.raise_to else 5
                low = legal.raise_to[0] if legal.raise_to else 5
                tries = [felt.Action(kind) for kind in kinds]
                tries += [
                    felt.Action(felt.ActionKind.RAISE_TO, amount)
                    for amount in (top + 1, low - 1, -5, 1 << 62, 1 << 64, (1 << 64) + low)
                ]
                tries.append(felt.Action(felt.ActionKind.CALL, 1))
                tries.append(felt.Action(felt.ActionKind.FOLD, cards=1))
                for action in tries:
                    if -(1 << 63) <= action.amount < 1 << 63 and action in legal:
                        continue
                    with self.assertRaises(felt.IllegalAction) as caught:
                        hand.apply(action)
                    self.assertTrue(str(caught.exception))
                    refused += 1
                for seat in range(-1, len(hand.stacks) + 1):
                    if seat != hand.actor:
                        with self.assertRaises(felt.NotYourTurn):
                            hand.apply("fold", seat=seat)
                self.assertEqual(hand, before)
                self.assertEqual(hash(hand), hash(before))
                self.assertEqual(hand.events, told)
                hand.apply(legal.random(rng))
        self.assertGreater(refused, 1000)

    def test_the_reason_is_the_engine_s(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [10000, 10000], seed=1)
        with self.assertRaises(felt.IllegalAction) as caught:
            hand.raise_to(150)
        self.assertEqual(str(caught.exception), "raise to 200 at least, 10000 at most")
        self.assertEqual(caught.exception.status, felt.Status.BAD_AMOUNT)
        with self.assertRaisesRegex(felt.IllegalAction, "there is a bet: call 50") as caught:
            hand.check()
        self.assertEqual(caught.exception.status, felt.Status.NOT_LEGAL)
        with self.assertRaisesRegex(felt.IllegalAction, "no action 'flod'; now: fold, call 50"):
            hand.apply("flod")
        with self.assertRaisesRegex(felt.NotYourTurn, "seat 0 is to act, not seat 1"):
            hand.apply("fold", seat=1)
        with self.assertRaises(TypeError):
            hand.raise_to(300.5)
        hand.fold()
        with self.assertRaisesRegex(felt.NotYourTurn, "over"):
            hand.fold()
        self.assertFalse(hand.legal())
        with self.assertRaises(felt.NotYourTurn):
            hand.legal().random()

    def test_deals_that_cannot_be(self):
        rules = felt.Rules("holdem", "nl", 100)
        refused = [
            (([1000],), {}),
            (([1000, 0],), {}),
            (([1000] * 11,), {}),
            (([1000, -5],), {}),
            (([1000, 1 << 80],), {}),
            (([1000, 1000], 2), {}),
            (([1000, 1000], -1), {}),
            (([1000, 1000],), {"blinds": (1, 2, 3)}),
            (([1000, 1000],), {"blinds": (-1, 2)}),
            (([1000, 1000, 0],), {"antes": [1, 1, 1]}),
            (([1000, 1000],), {"opener": 5}),
            (([1000, 1000],), {"holes": {0: "AsKs", 1: "AsQs"}}),
            (([1000, 1000],), {"holes": {0: "AsKsQs"}}),
            (([1000, 1000],), {"holes": {2: "AsKs"}}),
            (([1000, 1000],), {"board": "2c3c4c5c6c7c"}),
            (([1000, 1000],), {"deck": "AsKs", "board": "2c3c4c"}),
            (([1000, 1000],), {"deck": ["Jr"]}),
        ]
        for arguments, options in refused:
            with self.assertRaises(felt.DealError, msg=f"{arguments} {options}"):
                felt.Hand(rules, *arguments, **options)
        with self.assertRaises(TypeError):
            felt.Hand(rules, [1000.5, 1000])
        with self.assertRaises(felt.DealError):
            felt.Hand(felt.Rules("kuhn"), [10, 10, 10])

    def test_rules_that_cannot_be(self):
        for arguments, options in (
            (("holdem", "nl", 0), {}),
            (("holdem", "nl", 1 << 70), {}),
            (("holdem", "nl", 100), {"bets": (100, 200)}),
            (("holdem", "nl", 100), {"bring_in": 10}),
            (("stud", "fl", 100), {"bring_in": 100}),
            (("holdem", "fl", 100), {"cap": 300}),
            (("holdem", "fl", 100), {"rake": 1.5}),
            (("holdem", "step", 100), {}),
        ):
            with self.assertRaises(felt.RulesError, msg=f"{arguments} {options}"):
                felt.Rules(*arguments, **options)
        with self.assertRaisesRegex(felt.UnknownName, "did you mean 'omaha'"):
            felt.Rules("omahaa")
        with self.assertRaisesRegex(felt.UnknownName, "there is no limit 'sky'"):
            felt.Rules("holdem", "sky")


class Begin(unittest.TestCase):
    def test_forced_bets(self):
        rules = felt.Rules("holdem", "nl", 100)
        stacks = [5000] * 4
        self.assertEqual(felt.Hand(rules, stacks, 3).staked, (50, 100, 0, 0))
        straddle = felt.Hand(rules, stacks, 3, blinds=(50, 100, 200))
        self.assertEqual((straddle.staked, straddle.actor), ((50, 100, 200, 0), 3))
        self.assertEqual(straddle.legal().raise_to[0], 400)
        posted = felt.Hand(rules, stacks, 3, blinds={0: 50, 1: 100, 3: 100}, dead={3: 50}, opener=2)
        self.assertEqual((posted.staked, posted.pot, posted.actor), ((50, 100, 0, 100), 300, 2))
        antes = felt.Hand(rules, stacks, 3, antes=10)
        self.assertEqual((antes.pot, antes.staked), (190, (50, 100, 0, 0)))
        self.assertEqual(antes.pots[0].amount, 40)
        none = felt.Hand(rules, stacks, 3, blinds=())
        self.assertEqual((none.pot, none.actor, none.legal().check), (0, 0, True))
        heads_up = felt.Hand(rules, [5000, 5000], 1)
        self.assertEqual((heads_up.staked, heads_up.actor), ((100, 50), 1))
        self.assertEqual(felt.Hand(rules, [5000, 5000], 1, blinds=(50, 100)).staked, (100, 50))

    def test_empty_seats_and_a_dead_button(self):
        rules = felt.Rules("holdem", "nl", 100)
        hand = felt.Hand(rules, [0, 5000, 0, 5000, 5000, 0], 2)
        self.assertEqual((hand.seats, hand.button), ((1, 3, 4), 2))
        self.assertEqual((hand.staked, hand.actor), ((0, 0, 0, 50, 100, 0), 1))
        self.assertEqual(len(hand.stacks), 6)
        with self.assertRaises(IndexError):
            hand.hole(0)
        with self.assertRaises(IndexError):
            hand.view(2)

    def test_the_deck_is_read_from_the_top(self):
        deck = felt.cards("As Ks Ah Kh 2c 3c 4c 5d 6d")
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [500, 500], 0, deck=deck)
        self.assertEqual(felt.text(hand.hole(1)), "As Ah")
        self.assertEqual(felt.text(hand.hole(0)), "Ks Kh")
        hand.raise_to(500)
        hand.call()
        self.assertEqual(felt.text(hand.board), "2c 3c 4c 5d 6d")
        some = felt.Hand(felt.Rules("holdem"), [500, 500], deck=[None, "Ks", None, "Kh"], seed=1)
        self.assertEqual(felt.text(some.hole(0)), "Ks Kh")

    def test_a_seed_repeats_the_hand(self):
        rules = felt.Rules("omaha")
        hands = [felt.Hand(rules, [1000] * 3, seed=seed) for seed in (5, 5, 6)]
        self.assertEqual(hands[0], hands[1])
        self.assertNotEqual(hands[0], hands[2])
        self.assertNotEqual(felt.Hand(rules, [1000] * 3), felt.Hand(rules, [1000] * 3))

    def test_rules(self):
        self.assertEqual(felt.Rules("holdem").limit, felt.Limit.NO_LIMIT)
        self.assertEqual(felt.Rules("omaha").limit, felt.Limit.POT_LIMIT)
        self.assertEqual(felt.Rules("razz").limit, felt.Limit.FIXED_LIMIT)
        rules = felt.Rules("stud", "fl", 100, bring_in=10, cap=0, bets=(100, 300))
        self.assertEqual((rules.bring_in, rules.cap, rules.bets), (10, None, (100, 300)))
        self.assertEqual(felt.Rules("stud", "fl", 100).cap, 4)
        self.assertEqual(pickle.loads(pickle.dumps(rules)), rules)
        self.assertEqual(eval(repr(rules), {"Rules": felt.Rules}).bets, rules.bets)
        names = [variant.name for variant in felt.variants()]
        self.assertLessEqual({"holdem", "omaha", "omaha-hilo", "stud", "razz", "kuhn"}, set(names))
        holdem = felt.variants()[names.index("holdem")]
        self.assertEqual((holdem.hole_cards, holdem.board_cards, holdem.rounds), (2, 5, 4))


class Know(unittest.TestCase):
    def test_views_hold_no_hidden_card(self):
        rng = random.Random(8)
        looked = 0
        for number in range(50 if QUICK else 300):
            hand = any_hand(rng, number)
            while True:
                events = hand.events
                shown = {e.seat for e in events if e.kind == felt.EventKind.SHOW}
                # Cards that lie up: those of before a redeal do not any more.
                redeals = [at for at, e in enumerate(events) if e.kind == felt.EventKind.REDEAL]
                since = events[redeals[-1] :] if redeals else events
                up = {card for e in since if e.kind == felt.EventKind.DEAL_UP for card in e.cards}
                for viewer in (None, *hand.seats):
                    view = hand.view(viewer)
                    for seat in hand.seats:
                        own, seen = hand.hole(seat), view.hole(seat)
                        self.assertEqual(len(own), len(seen))
                        for card, sight in zip(own, seen):
                            known = seat == viewer or seat in shown or card in up
                            self.assertEqual(sight, card if known else None)
                            looked += not known
                    for event, told in zip(events, hand.events_for(viewer) if hand.over else ()):
                        open_to_all = event.kind in OPEN_CARDS or event.seat == viewer
                        hidden = (None,) * len(event.cards)
                        self.assertEqual(told.cards, event.cards if open_to_all else hidden)
                    self.assertEqual(view.board, hand.board)
                    self.assertEqual(view.second_board, hand.second_board)
                    thrown = {c for e in events if e.seat == viewer for c in discarded(e)}
                    self.assertLessEqual(set(view.discards), thrown)
                    self.assertEqual((view.stacks, view.pots), (hand.stacks, hand.pots))
                    self.assertEqual(view.actor, hand.actor)
                    acts = viewer is not None and viewer == hand.actor
                    self.assertEqual(str(view.legal()), str(hand.legal()) if acts else "")
                if hand.over:
                    break
                hand.apply(hand.legal().random(rng))
        self.assertGreater(looked, 1000)

    def test_an_imagined_hand_looks_the_same(self):
        rng = random.Random(77)
        different = 0
        for number in range(50 if QUICK else 300):
            hand = any_hand(rng, number)
            while not hand.over:
                seat = rng.choice((None, *hand.seats))
                dream = hand.imagine(seat, seed=number)
                self.assertEqual(dream.view(seat), hand.view(seat))
                self.assertEqual(dream.actor, hand.actor)
                self.assertEqual(str(dream.legal()), str(hand.legal()))
                different += dream != hand
                play(dream, rng)
                self.assertEqual(sum(dream.stacks) + dream.rake, sum(hand.start))
                hand.apply(hand.legal().random(rng))
        self.assertGreater(different, 100)

    def test_a_copy_goes_its_own_way(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [10000, 10000], seed=1)
        pickled = pickle.loads(pickle.dumps(hand))
        for again in (hand.copy(), copy.copy(hand), copy.deepcopy(hand), pickled):
            self.assertEqual(again, hand)
            self.assertEqual(hash(again), hash(hand))
            self.assertEqual(again.events, hand.events)
            again.raise_to(300)
            self.assertNotEqual(again, hand)
            self.assertEqual((hand.actor, hand.pot), (0, 150))
            self.assertEqual(len(again.events), len(hand.events) + 1)
        quiet = hand.copy(log=False)
        self.assertEqual((quiet.raise_to(300), quiet.events), ((), ()))

    def test_views_and_hands_say_what_they_are(self):
        hand = felt.Hand(felt.Rules("holdem", "nl", 100), [900, 900], holes={0: "AsKs"}, seed=1)
        self.assertEqual(repr(hand), "<Hand of holdem: seat 0 acts, pot 150>")
        self.assertEqual(repr(hand.view(0)), "<View of seat 0, holding As Ks, pot 150>")
        self.assertEqual(repr(hand.view()), "<View of a spectator, pot 150>")
        self.assertEqual([str(event) for event in hand.events_for(0)][-1:], ["seat 0 gets As Ks"])
        self.assertEqual([str(event) for event in hand.events_for(1)][-1:], ["seat 0 gets ?? ??"])
        with self.assertRaises(TypeError):
            hash(hand.view(0))


class Tables(unittest.TestCase):
    def test_hands_in_a_row(self):
        rng = random.Random(4)
        table = felt.Table("holdem", "nl", 100, stacks=[3000, 3000, 3000, 3000], seed=9)
        buttons = []
        while sum(1 for stack in table.stacks if stack) > 1 and len(buttons) < 500:
            stacks = table.stacks
            hand = table.deal()
            buttons.append(hand.button)
            self.assertEqual(hand.start, stacks)
            self.assertTrue(stacks[hand.button])
            with self.assertRaises(felt.DealError):
                table.deal()
            play(hand, rng)
            self.assertEqual(sum(table.stacks), 12000)
        self.assertEqual(buttons[:2], [0, 1])
        if sum(1 for stack in table.stacks if stack) == 1:
            with self.assertRaises(felt.DealError):
                table.deal()

    def test_a_seed_repeats_the_table(self):
        tables = [felt.Table("omaha", stacks=[900, 900], seed=seed) for seed in (1, 1, 2)]
        hands = [[play(table.deal(), random.Random(5)) for _ in range(3)] for table in tables]
        self.assertEqual(hands[0], hands[1])
        self.assertNotEqual(hands[0], hands[2])
        self.assertNotEqual(hands[0][0].hole(0), hands[0][1].hole(0))

    def test_a_wrong_table_is_refused_at_once(self):
        with self.assertRaises(felt.DealError):
            felt.Table("holdem", stacks=[100])
        with self.assertRaises(felt.UnknownName):
            felt.Table("bridge", stacks=[100, 100])
        with self.assertRaises(TypeError):
            felt.Table("holdem", stacks=[100, 100], nonsense=1)


if __name__ == "__main__":
    unittest.main()
