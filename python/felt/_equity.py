"""What share of the pot each hand wins when all cards come."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Tuple, Union

from . import _native
from ._cards import CardsLike, Range, cards, to_mask
from ._errors import InputError, Status
from ._evaluation import find_game, verify_in_deck
from ._native import lib

__all__ = ["Equity", "Share", "equity"]

Player = Union[str, Range, CardsLike]


@dataclass(frozen=True)
class Share:
    """One player's part of an answer."""

    equity: float  #: 0 to 1
    error: float  #: standard error of ``equity``; 0 if exact
    wins: int  #: match-ups in which the player takes the whole pot alone
    ties: int  #: match-ups in which the player gets a part of it
    first: float  #: hi-lo: the part won with each half; they add up to ``equity``
    second: float

    def __float__(self) -> float:
        return self.equity


@dataclass(frozen=True)
class Equity:
    """An answer; its players are numbered in the order of the question."""

    players: Tuple[Share, ...]
    exact: bool  #: every match-up was counted, none was sampled
    matchups: int
    stopped: bool  #: progress() said so: the numbers are of the part that was done

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, player: int) -> Share:
        return self.players[player]

    def __str__(self) -> str:
        shares = ", ".join(
            f"{100 * share.equity:.2f} %"
            + ("" if self.exact else f" (error {100 * share.error:.2f})")
            for share in self.players
        )
        return f"{shares}; {'exact' if self.exact else 'sampled'}, {self.matchups:,} match-ups"


def _takes_ranges(row: Any) -> bool:
    return row.hole == 2 and row.board > 0 and not row.two_three


def _hold(row: Any, holding: Any, player: Player, number: int) -> None:
    """Fills in what is known of a player's cards."""
    whole = "random"
    if isinstance(player, str) and player.strip().lower() == whole:
        return
    jokers = lib.felt_deck_cards(row.deck) >> _native.CARDS
    if isinstance(player, str) and _takes_ranges(row) and not (jokers and _names_joker(player)):
        player = Range(player)
    if isinstance(player, Range):
        if row.hole != 2:
            raise InputError(
                f"player {number} is a range; in {_native.text(row.title)} name cards, or {whole}",
                Status.BAD_RANGE,
            )
        deck = lib.felt_deck_cards(row.deck)
        left = Range(player)
        lib.felt_range_remove_cards(left._raw, ~deck & (1 << 64) - 1)
        if not left:
            raise InputError(
                f"player {number}: the deck of {_native.text(row.title)} has none of these hands",
                Status.IMPOSSIBLE,
            )
        if len(left) > 1:
            holding.is_range = True
            holding.range = left._raw
            return
        # Two known cards: a complaint can then name the one that is wrong.
        player = next(iter(left))
    known = cards(player)
    if not 0 < len(known) <= row.hole:
        raise InputError(
            f"player {number} has {len(known)} cards; in {_native.text(row.title)} name 1 to "
            f"{row.hole}, or {whole}",
            Status.WRONG_COUNT,
        )
    verify_in_deck(row, known)
    holding.count = len(known)
    for index, card in enumerate(known):
        holding.card[index] = card


def _names_joker(player: str) -> bool:
    try:
        return any(card >= _native.CARDS for card in cards(player))
    except InputError:
        return False


def _question(players: Tuple[Player, ...], board: CardsLike, dead: CardsLike, game: str) -> Any:
    if not 2 <= len(players) <= _native.EQUITY_PLAYERS_MAX:
        raise InputError(
            f"{len(players)} players; name 2 to {_native.EQUITY_PLAYERS_MAX}, as in "
            'equity("AA", "KK")',
            Status.WRONG_COUNT,
        )
    question = _native.EquityQuestion()
    question.game = find_game(game)
    row = question.game.contents
    question.players = len(players)
    for index, player in enumerate(players):
        _hold(row, question.holding[index], player, index + 1)
    common = cards(board)
    if len(common) > row.board:
        raise InputError(
            f"{len(common)} board cards; {_native.text(row.title)} has at most {row.board}",
            Status.WRONG_COUNT,
        )
    question.board_count = len(common)
    for index, card in enumerate(common):
        question.board[index] = card
    question.dead = to_mask(cards(dead))
    return question


class _Interrupt:
    """Control-C while the library works.

    Python would raise KeyboardInterrupt in whatever runs at that moment, and if that is the first
    line of a function the library has called, the exception is lost.  So it is noted here, and
    handled as it would have been once the library is done.
    """

    def __init__(self) -> None:
        self.came = False
        self._before: Any = None

    def __enter__(self) -> "_Interrupt":
        before = signal.getsignal(signal.SIGINT)
        if callable(before) and threading.current_thread() is threading.main_thread():
            self._before = before
            signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: Any) -> None:
        self.came = True

    def __exit__(self, *_problem: Any) -> None:
        if self._before is None:
            return
        signal.signal(signal.SIGINT, self._before)
        if self.came:
            self._before(signal.SIGINT, None)


def equity(
    *players: Player,
    board: CardsLike = (),
    dead: CardsLike = (),
    game: str = "holdem",
    exact: Optional[bool] = None,
    trials: Optional[int] = None,
    error: Optional[float] = None,
    seed: Optional[int] = None,
    progress: Optional[Callable[[float], Optional[bool]]] = None,
) -> Equity:
    """The share of the pot that each of two to ten players wins.

    >>> answer = equity("AA", "KK")
    >>> print(answer)
    81.95 %, 18.05 %; exact, 61,642,944 match-ups

    In hold'em a player is a range or two cards, in other games the cards that are known (the rest
    is dealt); ``"random"`` is any hand.  Every match-up is counted if that is quick enough, else
    hands are dealt at random.  ``exact=True`` counts them however long it takes.  ``trials`` deals
    so many times; ``error`` stops dealing when every standard error is as small as that; ``seed``
    gives another series of deals.  ``progress`` is called now and then with the part that is done,
    and stops the work by returning False.  Control-C stops it too.
    """
    if exact and (trials is not None or error is not None):
        raise InputError("exact does not go with trials or error; leave one out", Status.BAD_NUMBER)
    question = _question(players, board, dead, game)
    options = lib.felt_equity_defaults()
    if exact:
        options.method = _native.EQUITY_EXACT
    elif trials is not None or error is not None or exact is False:
        options.method = _native.EQUITY_SAMPLE
    if trials is not None:
        if not 1 <= trials <= 10**12:
            raise InputError("trials are 1 to 10^12", Status.BAD_NUMBER)
        options.samples_max = trials
        options.error_max = 0
    if error is not None:
        if not 0 < error < 1:
            raise InputError("error is between 0 and 1, as in 0.001", Status.BAD_NUMBER)
        options.error_max = error
    if seed is not None:
        options.rng = lib.felt_rng_make(seed & (1 << 64) - 1)

    raised: List[BaseException] = []
    work, answer, complaint = _native.EquityWork(), _native.EquityAnswer(), _native.Complaint()
    with _Interrupt() as interrupt:

        def ask(_self: Any, done: float) -> bool:
            if interrupt.came:
                return False
            try:
                return progress is None or progress(done) is not False
            except BaseException as problem:  # an exception cannot pass through the library
                raised.append(problem)
                return False

        options.progress = _native.Progress(ask)
        status = lib.felt_equity_ask(question, options, work, answer, complaint)
    if raised:
        raise raised[0]
    _native.demand(status, complaint)
    return Equity(
        players=tuple(
            Share(one.equity, one.error, one.wins, one.ties, one.first, one.second)
            for one in answer.player[: answer.players]
        ),
        exact=answer.method == _native.EQUITY_EXACT,
        matchups=answer.matchups,
        stopped=answer.stopped,
    )
