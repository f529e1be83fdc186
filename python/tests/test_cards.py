"""Cards, lists of cards, ranges."""

import copy
import pickle
import unittest

import felt


class Cards(unittest.TestCase):
    def test_every_card_is_its_name_and_its_number(self):
        for number in range(54):
            card = felt.Card(number)
            self.assertEqual(int(card), number)
            self.assertIs(felt.Card(str(card)), card)
            self.assertEqual(eval(repr(card), {"Card": felt.Card}), card)
        self.assertEqual([str(felt.Card(n)) for n in (0, 3, 51, 52, 53)], "2c 2s As Jr Jb".split())

    def test_rank_and_suit(self):
        self.assertEqual((felt.Card("Td").rank, felt.Card("10D").suit), ("T", "d"))
        self.assertEqual((felt.Card("Jr").rank, felt.Card("Jr").suit), ("", ""))

    def test_lists_in_any_notation(self):
        want = (felt.Card("As"), felt.Card("Kd"))
        texts = ("AsKd", "As Kd", "as,kd", "A♠ K♦")
        for some in (*texts, ["As", "Kd"], [51, 45], want, bytes([51, 45])):
            self.assertEqual(felt.cards(some), want)
        self.assertEqual(felt.cards(""), ())
        self.assertEqual(felt.text(want + (None,)), "As Kd ??")
        self.assertEqual(f"{want[0]:>4}", "  As")

    def test_wrong_cards_say_what_is_wrong(self):
        with self.assertRaises(felt.CardError) as caught:
            felt.cards("As Kx")
        words = '"Kx" is not a card: "x" is not a suit, suits are c d h s'
        self.assertEqual(str(caught.exception), words)
        self.assertEqual(caught.exception.status, felt.Status.BAD_CARD)
        self.assertEqual((caught.exception.at, caught.exception.length), (4, 1))
        self.assertIsInstance(caught.exception, ValueError)
        for wrong in ("", "AsKs", "Zz", 54, -1, 1 << 70):
            with self.assertRaises(felt.CardError):
                felt.Card(wrong)
        for twice in ("AsAs", ["As", "As"], [51, "As"]):
            with self.assertRaises(felt.CardError) as caught:
                felt.cards(twice)
            self.assertEqual(caught.exception.status, felt.Status.DUPLICATE_CARD)
        with self.assertRaises(felt.CardError):
            felt.cards("As\0Ks")
        with self.assertRaises(TypeError):
            felt.Card(1.5)

    def test_cards_survive_pickling_and_copying(self):
        card = felt.Card("Qh")
        self.assertIs(pickle.loads(pickle.dumps(card)), card)
        self.assertIs(copy.deepcopy(card), card)

    def test_decks(self):
        sizes = {"52": 52, "53": 53, "54": 54, "short": 36, "royal": 20}
        for kind, size in sizes.items():
            self.assertEqual(len(felt.deck(kind)), size)
        self.assertEqual(str(felt.deck("short")[0]), "6c")
        with self.assertRaises(felt.CardError):
            felt.deck("pinochle")


class Ranges(unittest.TestCase):
    def test_counts(self):
        for words, count in {"AA": 6, "AKs": 4, "AKo": 12, "QQ+,AKs": 22, "random": 1326}.items():
            self.assertEqual(len(felt.Range(words)), count)
            self.assertEqual(sum(1 for _ in felt.Range(words)), count)

    def test_text_reads_back(self):
        for words in ("QQ+,AKs", "15%", "random,!AA", "76s-54s", "AhKh", "Ah*"):
            range_ = felt.Range(words)
            self.assertEqual(felt.Range(str(range_)), range_)
            self.assertEqual(felt.Range(list(range_)), range_)
            self.assertEqual(pickle.loads(pickle.dumps(range_)), range_)
            self.assertEqual(hash(felt.Range(str(range_))), hash(range_))

    def test_sets(self):
        pairs, aces = felt.Range("22+"), felt.Range("A2+,AA")
        self.assertEqual(pairs & aces, felt.Range("AA"))
        self.assertEqual(len(pairs | aces), len(pairs) + len(aces) - 6)
        self.assertEqual(pairs - felt.Range("AA"), felt.Range("22-KK"))
        self.assertEqual(len(felt.Range("AA").without("As")), 3)
        self.assertEqual(len(pairs), 78)
        self.assertIn("AsAh", pairs)
        self.assertIn(felt.cards("AhAs"), pairs)
        self.assertNotIn("AsKh", pairs)
        self.assertFalse(felt.Range(()))

    def test_wrong_ranges(self):
        with self.assertRaises(felt.RangeError) as caught:
            felt.Range("QQ+,AKx")
        self.assertEqual(caught.exception.at, 6)
        for wrong in ("", "AAA", "200%"):
            with self.assertRaises(felt.InputError):
                felt.Range(wrong)
        for wrong in ("As", "AsKsQs", "JrAs"):
            with self.assertRaises(felt.CardError):
                wrong in felt.Range("AA")


if __name__ == "__main__":
    unittest.main()
