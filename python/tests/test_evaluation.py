"""Evaluation against values that are known, and the batches against single hands."""

import array
import random
import unittest

import felt


class Evaluate(unittest.TestCase):
    def test_known_hands(self):
        known = [
            ("As Ks Qs Js Ts", "holdem", "royal flush", "STRAIGHT_FLUSH"),
            ("AsKsQsJsTs2d3c", "holdem", "royal flush", "STRAIGHT_FLUSH"),
            ("As Ah Ad Ac Kd", "holdem", None, "QUADS"),
            ("As Ah Ad Kc Kd", "holdem", "full house, aces full of kings", "FULL_HOUSE"),
            ("5s 4h 3d 2c As", "holdem", None, "STRAIGHT"),
            ("AsAdKhKcQs", "holdem", "two pair, aces and kings, queen kicker", "TWO_PAIR"),
            ("7s 5h 4d 3c 2s", "low-27", None, "HIGH_CARD"),
            ("As 2h 3d 4c", "badugi", None, "BADUGI_4"),
            ("2c2dAhAs9c", "draw-deuces", None, "QUADS"),
            ("Kc", "holdem", None, "HIGH_CARD"),
        ]
        for hand, game, name, category in known:
            found = felt.evaluate(hand, game=game)
            self.assertEqual(found.category, felt.Category[category], hand)
            if name:
                self.assertEqual((found.name, str(found)), (name, name))

    def test_value_of_the_royal_flush(self):
        self.assertEqual(felt.evaluate("As Ks Qs Js Ts").value, 32780)

    def test_order(self):
        ranked = "AsKsQsJsTs KdKcKhKs2c AsAhAdKcKd Ad9d7d5d2d 9c8d7h6s5c 2c2d3h4s5c"
        values = [felt.evaluate(hand).first for hand in ranked.split()]
        self.assertEqual(sorted(values, reverse=True), values)
        self.assertTrue(values[0] > values[1] >= values[1] and values[2] < values[1] <= values[0])
        with self.assertRaises(TypeError):
            values[0] < felt.evaluate("7s5h4d3c2s", game="low-27").first

    def test_board_and_halves(self):
        hand = felt.evaluate("As2d3c4h", board="5c6d8hKhQs", game="omaha-hilo")
        self.assertEqual(hand.second.family, felt.Family.LOW_8)
        self.assertEqual(str(hand.second.family), "low-8")
        self.assertEqual(len(hand.cards), 5)
        none = felt.evaluate("KsKdQhJc", board="5c6dThKhQs", game="omaha-hilo")
        self.assertIsNone(none.second)
        self.assertEqual(felt.text(felt.best("As Kd", board="Ah Kc 7s 7h 2c")), "As Kd Ah Kc 7s")

    def test_showdown(self):
        self.assertEqual(felt.showdown("AsKs", "QhQd", board="2c7dKhQs3s"), (0, 1))
        self.assertEqual(felt.showdown("2c3d", "2h3s", board="AsKsQdJdTc"), (0.5, 0.5))
        shares = felt.showdown("As2d3c4h", "KsKdQhJc", board="5c6d8hKhQd", game="omaha-hilo")
        self.assertEqual(shares, (0.5, 0.5))

    def test_what_is_refused(self):
        refused = [
            (("AsKs", "As7d2c"), {}),
            (("AsKsQs", "7d2c3h"), {}),
            (("AsKs", "7d2c3h4h5h6h"), {}),
            (("",), {}),
            (("As Ks Qs Js Ts 9s 8s 7s",), {}),
            (("AsKsQsJs",), {"game": "omaha"}),
            (("AsKsQsJs", "2c"), {"game": "stud"}),
            (("2c3c",), {"game": "short-deck"}),
            (("JrAs",), {}),
        ]
        for arguments, options in refused:
            with self.assertRaises(felt.InputError, msg=str(arguments)):
                felt.evaluate(*arguments, **options)
        with self.assertRaisesRegex(felt.UnknownName, "did you mean 'holdem'"):
            felt.evaluate("AsKs", game="hodlem")
        with self.assertRaises(felt.UnknownName):
            felt.evaluate("AsKs", game="holdem\0x")
        with self.assertRaises(felt.CardError):
            felt.showdown("AsKs", "AsQs")
        with self.assertRaises(felt.InputError):
            felt.showdown("7s5h4d3c2s", "7d", game="low-27")

    def test_every_game_evaluates_a_full_hand(self):
        rng = random.Random(5)
        games = felt.games()
        self.assertGreaterEqual(len(games), 25)
        for game in games:
            for _ in range(20):
                dealt = rng.sample(game.deck, game.hole + game.board)
                found = felt.evaluate(dealt[: game.hole], dealt[game.hole :], game.name)
                self.assertGreater(found.value, 0)
                self.assertTrue(set(found.cards) <= set(dealt))


class Batch(unittest.TestCase):
    def setUp(self):
        rng = random.Random(11)
        self.hands = [rng.sample(felt.deck(), 7) for _ in range(500)]

    def test_seven_cards_as_one_by_one(self):
        values = felt.evaluate_batch(bytes(card for hand in self.hands for card in hand))
        self.assertEqual(values.tolist(), [felt.evaluate(hand).value for hand in self.hands])

    def test_five_cards_as_one_by_one(self):
        values = felt.evaluate_batch(b"".join(bytes(hand[:5]) for hand in self.hands), size=5)
        self.assertEqual(values.tolist(), [felt.evaluate(hand[:5]).value for hand in self.hands])

    def test_rows_may_be_wider_and_of_any_buffer(self):
        rows = bytearray()
        for hand in self.hands:
            rows += bytes(hand) + b"\xff\xff"
        want = felt.strengths(bytes(card for hand in self.hands for card in hand))
        for some in (rows, memoryview(rows), array.array("B", rows)):
            self.assertEqual(felt.strengths(some, stride=9), want)

    def test_strengths_order_like_values(self):
        rows = bytes(card for hand in self.hands for card in hand)
        pairs = sorted(zip(felt.strengths(rows), felt.evaluate_batch(rows)))
        self.assertEqual([value for _, value in pairs], sorted(value for _, value in pairs))
        self.assertEqual(len(set(pairs)), len({strength for strength, _ in pairs}))

    def test_omaha_and_badugi_as_one_by_one(self):
        rng = random.Random(3)
        deals = [rng.sample(felt.deck(), 9) for _ in range(200)]
        values = felt.omaha_batch(b"".join(map(bytes, deals)))
        want = [felt.evaluate(deal[5:], deal[:5], "omaha").value for deal in deals]
        self.assertEqual(values.tolist(), want)
        values = felt.badugi_batch(b"".join(bytes(deal[:4]) for deal in deals))
        want = [felt.evaluate(deal[:4], game="badugi").value for deal in deals]
        self.assertEqual(values.tolist(), want)

    def test_what_is_refused(self):
        self.assertEqual(len(felt.evaluate_batch(b"")), 0)
        for rows, size, stride in ((b"\0" * 6, 7, 0), (bytes(range(6)), 6, 0), (bytes(7), 7, 6)):
            with self.assertRaises(felt.InputError):
                felt.strengths(rows, size, stride)
        with self.assertRaises(felt.CardError):
            felt.strengths(bytes([0, 1, 2, 3, 4, 5, 52]))
        with self.assertRaises(felt.CardError):
            felt.evaluate_batch(bytes([51] * 7))
        with self.assertRaises(felt.CardError):
            felt.omaha_batch(bytes(9))


if __name__ == "__main__":
    unittest.main()
