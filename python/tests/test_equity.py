"""Equity: numbers that are known, error bars, what is refused, and how it is stopped."""

import os
import signal
import threading
import unittest

import felt


class Equity(unittest.TestCase):
    def test_aces_against_kings(self):
        answer = felt.equity("AA", "KK")
        self.assertTrue(answer.exact)
        self.assertFalse(answer.stopped)
        self.assertEqual(answer.matchups, 61642944)
        self.assertEqual([f"{100 * share.equity:.2f}" for share in answer], ["81.95", "18.05"])
        self.assertAlmostEqual(sum(map(float, answer)), 1)
        self.assertEqual((answer[0].error, len(answer)), (0, 2))

    def test_known_cards_on_a_board(self):
        # Nine hearts and no other way: 9 of 44 rivers.
        answer = felt.equity("AsAd", "KhQh", board="Jc 7h 2h 3s")
        self.assertEqual((answer.matchups, answer[1].wins), (44, 9))

    def test_sampling_has_honest_error_bars(self):
        exact = felt.equity("AKs", "QQ", board="Kh7d2c")
        for seed in range(5):
            answer = felt.equity("AKs", "QQ", board="Kh7d2c", trials=20000, seed=seed)
            self.assertFalse(answer.exact)
            self.assertEqual(answer.matchups, 20000)
            self.assertGreater(answer[0].error, 0)
            self.assertLess(abs(answer[0].equity - exact[0].equity), 5 * answer[0].error)
        again = felt.equity("AKs", "QQ", board="Kh7d2c", trials=20000, seed=4)
        self.assertEqual(again, answer)

    def test_error_stops_sampling(self):
        answer = felt.equity("22+", "A2+", "random", error=0.01, exact=False)
        self.assertLessEqual(max(share.error for share in answer), 0.01)

    def test_other_games(self):
        answer = felt.equity("AsAhKsKh", "9c8c7d6d", game="omaha-hilo", board="2c3c4d")
        self.assertTrue(answer.exact)
        self.assertAlmostEqual(sum(share.first + share.second for share in answer), 1)
        self.assertGreater(answer[1].second, 0)
        answer = felt.equity("As2d3c", "random", game="razz", trials=2000)
        self.assertGreater(answer[0].equity, 0.6)
        self.assertEqual(len(felt.equity("Jr", "random", game="holdem-jokers", trials=100)), 2)

    def test_players_of_every_kind(self):
        words = felt.equity("AsKs", "QQ")
        for player in (felt.Range("AsKs"), felt.cards("AsKs"), ["As", "Ks"]):
            self.assertEqual(felt.equity(player, felt.Range("QQ")), words)

    def test_what_is_refused(self):
        refused = [
            (("AA",), {}, "2 to 10"),
            (("AA", "AsKx"), {}, ""),
            (("AsKs", "AsQs"), {}, "As is there twice"),
            (("AA", "KK"), {"board": "AsAdAhKs"}, "impossible"),
            (("AA", "KK"), {"board": "2c3c4c5c6c7c"}, "at most 5"),
            (("AsAhKsKh", felt.Range("AA")), {"game": "omaha"}, "range"),
            (("AA", "KK"), {"game": "nosuch"}, "no game"),
            (("AA", "KK"), {"trials": 0}, "trials"),
            (("AA", "KK"), {"error": 2}, "error"),
            (("AA", "KK"), {"exact": True, "trials": 5}, "leave one out"),
            (("22", "33"), {"game": "short-deck"}, "none of these"),
        ]
        for players, options, words in refused:
            with self.assertRaisesRegex(felt.FeltError, words, msg=f"{players} {options}"):
                felt.equity(*players, **options)

    def test_progress_stops_the_work(self):
        parts = []

        def stop(done):
            parts.append(done)
            return len(parts) < 3

        answer = felt.equity("random", "random", "random", trials=10**9, progress=stop)
        self.assertTrue(answer.stopped)
        self.assertEqual(parts, sorted(parts))
        self.assertLess(answer.matchups, 10**9)

    def test_an_exception_in_progress_arrives(self):
        def fail(done):
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            felt.equity("random", "random", "random", trials=10**9, progress=fail)

    def test_an_interrupt_stops_the_work(self):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        try:
            with self.assertRaises(KeyboardInterrupt):
                felt.equity("random", "random", "random", trials=10**12)
        finally:
            timer.join()


if __name__ == "__main__":
    unittest.main()
