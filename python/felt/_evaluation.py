"""How good is a hand: one at a time in every game, or millions of high hands at once."""

from __future__ import annotations

import array
import ctypes
import difflib
import enum
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Tuple, Union

from . import _native
from ._cards import Card, CardsLike, cards, encode, from_mask, to_array, to_mask
from ._errors import CardError, InputError, Status, UnknownName
from ._native import lib

__all__ = [
    "Category",
    "Evaluation",
    "Family",
    "Game",
    "HandValue",
    "badugi_batch",
    "best",
    "evaluate",
    "evaluate_batch",
    "games",
    "omaha_batch",
    "showdown",
    "strengths",
]

# Anything with bytes in it: bytes, bytearray, memoryview, array.array, a NumPy array of bytes.
Buffer = Union[bytes, bytearray, memoryview, "array.array[int]", Any]


class Family(enum.IntEnum):
    """A way to rank hands (RULES 3)."""

    FAMILY_NONE = 0
    HIGH = 1
    HIGH_SHORT = 2
    LOW_27 = 3
    LOW_A5 = 4
    LOW_8 = 5
    BADUGI = 6
    BADUGI_HIGH = 7
    HIGH_THREE = 8
    SPADE = 9

    def __str__(self) -> str:
        return _native.text(lib.felt_family_name(self))


class Category(enum.IntEnum):
    """What kind of hand it is; a later one is not always better (short deck, lows)."""

    NOTHING = 0
    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    TRIPS = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    QUADS = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND = 10
    BADUGI_1 = 11
    BADUGI_2 = 12
    BADUGI_3 = 13
    BADUGI_4 = 14
    ONE_SPADE = 15

    def __str__(self) -> str:
        return _native.text(lib.felt_category_name(self))


@dataclass(frozen=True)
class Game:
    """What a game compares when the cards are turned over."""

    name: str
    title: str
    hole: int
    board: int
    two_three: bool  #: exactly two hole cards and three of the board play
    first: Family
    second: Optional[Family]  #: of the other half of the pot, if there is one
    deck: Tuple[Card, ...]


def _game(row: Any) -> Game:
    return Game(
        name=_native.text(row.name),
        title=_native.text(row.title),
        hole=row.hole,
        board=row.board,
        two_three=row.two_three,
        first=Family(row.first),
        second=Family(row.second) if row.second else None,
        deck=from_mask(lib.felt_deck_cards(row.deck)),
    )


def games() -> Tuple[Game, ...]:
    """All games that hands can be compared in."""
    return tuple(
        _game(lib.felt_showdown_at(index).contents) for index in range(lib.felt_showdown_count())
    )


def unknown(what: str, name: str, names: Iterable[str]) -> UnknownName:
    """There is no such name; perhaps this one was meant?"""
    every = list(names)
    near = difflib.get_close_matches(name, every, 1)
    advice = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(every)}"
    return UnknownName(f"there is no {what} {name!r}; {advice}", Status.BAD_NAME)


def find_game(name: str) -> Any:
    """A pointer to the row of a game."""
    found = lib.felt_showdown_find(encode(name))
    if not found or "\0" in name:
        raise unknown("game", name, (game.name for game in games()))
    return found


def verify_in_deck(row: Any, some: Iterable[Card]) -> None:
    """All these cards are in the game's deck."""
    deck = lib.felt_deck_cards(row.deck)
    for card in some:
        if not deck >> card & 1:
            raise CardError(
                f"{card} is not in the deck of {_native.text(row.title)}; take another card",
                Status.BAD_CARD,
            )


@dataclass(frozen=True)
class HandValue:
    """How good a hand is.  Of two values of one family the larger one wins, equal ones tie."""

    value: int
    family: Family
    category: Category
    name: str  #: "two pair, aces and kings, queen kicker"
    cards: Tuple[Card, ...]  #: that make the hand, own cards first

    def _other(self, other: "HandValue") -> int:
        if self.family != other.family:
            raise TypeError(f"a hand of {self.family} does not compare with one of {other.family}")
        return other.value

    def __lt__(self, other: "HandValue") -> bool:
        return self.value < self._other(other)

    def __le__(self, other: "HandValue") -> bool:
        return self.value <= self._other(other)

    def __gt__(self, other: "HandValue") -> bool:
        return self.value > self._other(other)

    def __ge__(self, other: "HandValue") -> bool:
        return self.value >= self._other(other)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Evaluation:
    """A hand in a game.  ``second`` is its hand for the other half of the pot, if it has one."""

    game: str
    first: HandValue
    second: Optional[HandValue] = None

    @property
    def value(self) -> int:
        return self.first.value

    @property
    def category(self) -> Category:
        return self.first.category

    @property
    def name(self) -> str:
        return self.first.name

    @property
    def cards(self) -> Tuple[Card, ...]:
        return self.first.cards

    def __str__(self) -> str:
        return self.name if self.second is None else f"{self.name}; {self.second}"


def _verify_hand(row: Any, hole: Tuple[Card, ...], board: Tuple[Card, ...]) -> None:
    title = _native.text(row.title)
    both = hole + board
    if len(set(both)) < len(both):
        twice = next(card for card in both if both.count(card) > 1)
        raise CardError(f"{twice} is in the hand and on the board", Status.DUPLICATE_CARD)
    verify_in_deck(row, both)
    if len(board) > row.board:
        raise InputError(
            f"{len(board)} board cards; {title} has {'at most ' if row.board else ''}{row.board}",
            Status.WRONG_COUNT,
        )
    if row.two_three and len(board) < 3:
        raise InputError(
            f"{title} uses three cards of the board; give 3 to {row.board}", Status.WRONG_COUNT
        )
    least = 2 if row.two_three else 1
    # Without a board a hand of a board game is the best of up to seven cards.
    most = row.hole if board or not row.board else _native.EVAL_CARDS_MAX
    if not least <= len(hole) <= most:
        raise InputError(
            f"a hand of {len(hole)} cards; in {title} it has {least} to {most}",
            Status.WRONG_COUNT,
        )


def _half(row: Any, half: int, value: int, hole: Tuple[Card, ...], board: Tuple[Card, ...]) -> Any:
    family = row.second if half else row.first
    name = ctypes.create_string_buffer(_native.VALUE_NAME_BYTES)
    lib.felt_showdown_name(row, half, value, name, len(name))
    plays = (_native.card * 5)()
    count = lib.felt_showdown_cards(
        row, half, to_array(hole), len(hole), to_array(board), len(board), plays
    )
    return HandValue(
        value=value,
        family=Family(family),
        category=Category(lib.felt_value_category(family, value)),
        name=_native.text(name.value),
        cards=tuple(map(Card, plays[:count])),
    )


def _values(row: Any, hole: Tuple[Card, ...], board: Tuple[Card, ...]) -> List[int]:
    out = (_native.value * 2)()
    lib.felt_showdown_values(row, to_array(hole), len(hole), to_array(board), len(board), out)
    return list(out)


def evaluate(hand: CardsLike, board: CardsLike = (), game: str = "holdem") -> Evaluation:
    """What a hand is worth in a game, alone or with a board.

    >>> hand = evaluate("As Ks Qs Js Ts")
    >>> hand.name, hand.category, hand.value
    ('royal flush', <Category.STRAIGHT_FLUSH: 9>, 32780)
    >>> print(evaluate("As2d3c4h", board="5c6d8hKhQs", game="omaha-hilo").second)
    8-6-5-2-A low

    Without a board a hand is the best of up to seven cards.
    """
    hole, common = cards(hand), cards(board)
    row = find_game(game).contents
    _verify_hand(row, hole, common)
    first, second = _values(row, hole, common)
    return Evaluation(
        game=game,
        first=_half(row, 0, first, hole, common),
        second=_half(row, 1, second, hole, common) if second else None,
    )


def best(hand: CardsLike, board: CardsLike = (), game: str = "holdem") -> Tuple[Card, ...]:
    """The cards that make the hand, own cards first.

    >>> [str(card) for card in best("As Kd", board="Ah Kc 7s 7h 2c")]
    ['As', 'Kd', 'Ah', 'Kc', '7s']
    """
    return evaluate(hand, board, game).cards


def showdown(*hands: CardsLike, board: CardsLike = (), game: str = "holdem") -> Tuple[float, ...]:
    """The share of the pot that each hand gets: all of it, a part, or nothing.

    >>> showdown("AsKs", "QhQd", "AdKd", board="2c7dKhQs3s")
    (0.0, 1.0, 0.0)
    """
    common = cards(board)
    row = find_game(game).contents
    holes = [cards(hand) for hand in hands]
    seen = to_mask(common)
    for hole in holes:
        _verify_hand(row, hole, common)
        for card in hole:
            if seen >> card & 1:
                raise CardError(f"{card} is in two places", Status.DUPLICATE_CARD)
        seen |= to_mask(hole)
    if row.first in (Family.LOW_27, Family.LOW_A5) and len({min(len(h), 5) for h in holes}) > 1:
        raise InputError("give lows as many cards each", Status.WRONG_COUNT)
    values = [_values(row, hole, common) for hole in holes]
    shares = [0.0] * len(hands)
    halves = [half for half in (0, 1) if any(pair[half] for pair in values)]
    for half in halves:
        top = max(pair[half] for pair in values)
        winning = [index for index, pair in enumerate(values) if pair[half] == top]
        for index in winning:
            shares[index] += 1 / (len(winning) * len(halves))
    return tuple(shares)


_NUMBERS = bytes(range(_native.CARDS))


def _rows(hands: Buffer, stride: int, used: int, wanted: int) -> Tuple[bytearray, int]:
    """Copies rows of `stride` bytes, of which `used` are cards, into rows of `wanted` bytes."""
    raw = memoryview(hands).cast("B") if not isinstance(hands, (bytes, bytearray)) else hands
    if stride < used or len(raw) % stride:
        raise InputError(
            f"{len(raw)} bytes are no rows of {stride}: give whole hands, one byte a card",
            Status.WRONG_COUNT,
        )
    count = len(raw) // stride
    rows = bytearray(count * wanted)
    for column in range(used):
        numbers = bytes(raw[column::stride])
        if numbers.translate(None, _NUMBERS):
            raise CardError("a byte that is no card: cards are 0 to 51", Status.BAD_CARD)
        rows[column::wanted] = numbers
    return rows, count


def _address(rows: bytearray) -> Any:
    return (ctypes.c_uint8 * len(rows)).from_buffer(rows) if rows else None


def _output(code: str, count: int) -> "array.array[int]":
    return array.array(code, bytes(array.array(code).itemsize * count))


def strengths(hands: Buffer, size: int = 7, stride: int = 0) -> "array.array[int]":
    """Strengths of many high hands of five or seven cards: the larger one wins, equal ones tie.

    ``hands`` are bytes, one for each card, ``size`` of them for each hand; with ``stride``, each
    hand begins so many bytes after the one before.  No card may be twice in a hand: that is not
    looked at, and gives numbers that mean nothing.
    """
    if size not in (5, 7):
        raise InputError("hands of five or of seven cards", Status.WRONG_COUNT)
    rows, count = _rows(hands, stride or size, size, 8)
    out = _output("I", count)
    batch = lib.felt_high5_ids_batch if size == 5 else lib.felt_high7_ids_batch
    if count:
        batch(_address(rows), out.buffer_info()[0], count)
    return out


_known: Dict[int, int] = {}  # value of a strength; there are 7,462 of them


def evaluate_batch(hands: Buffer, size: int = 7, stride: int = 0) -> "array.array[int]":
    """Values of many high hands, as :func:`evaluate` gives; arguments of :func:`strengths`.

    >>> evaluate_batch(bytes(cards("AsKsQsJsTs2d3c") + cards("AsAdKhKc9s2d3c"))).tolist()
    [32780, 9278]
    """
    found = strengths(hands, size, stride)
    new = set(found) - _known.keys()
    if new:
        raw = memoryview(hands).cast("B")
        step = stride or size
        for index, strength in enumerate(found):
            if strength not in new:
                continue
            row = raw[index * step : index * step + size]
            if len(set(row)) < size:
                raise CardError(f"hand {index}: a card is there twice", Status.DUPLICATE_CARD)
            _known[strength] = lib.felt_strength_value(strength)
            new.remove(strength)
    return array.array("H", map(_known.__getitem__, found))


def _whole_batch(function: Any, hands: Buffer, layout: Tuple[int, ...], row: int) -> Any:
    """Rows whose every card is looked at by the library, in pieces of `layout` at `row` bytes."""
    size = sum(layout)
    rows, count = _rows(hands, size, size, row)
    for index in range(count):
        if len(set(rows[index * row : index * row + size])) < size:
            raise CardError(f"deal {index}: a card is there twice", Status.DUPLICATE_CARD)
    out = _output("H", count)
    if count:
        function(_address(rows), out.buffer_info()[0], count)
    return out


def omaha_batch(deals: Buffer) -> "array.array[int]":
    """High values of many Omaha hands: nine bytes each, five of the board and four of the hand."""
    values: "array.array[int]" = _whole_batch(lib.felt_omaha4_batch, deals, (5, 4), 16)
    return values


def badugi_batch(hands: Buffer) -> "array.array[int]":
    """Values of many badugi hands of four cards, one byte each."""
    values: "array.array[int]" = _whole_batch(lib.felt_badugi_batch, hands, (4,), 4)
    return values
