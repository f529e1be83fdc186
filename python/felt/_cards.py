"""Cards, lists of cards, and ranges of starting hands."""

from __future__ import annotations

import ctypes
import operator
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native
from ._errors import CardError, Status
from ._native import lib

__all__ = ["Card", "CardLike", "CardsLike", "Range", "cards", "deck", "text"]

CardLike = Union["Card", int, str]
CardsLike = Union[str, Iterable[CardLike]]

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_JOKERS = ("Jr", "Jb")
_DECKS = {
    "52": _native.DECK_52,
    "53": _native.DECK_53,
    "54": _native.DECK_54,
    "short": _native.DECK_SHORT,
    "royal": _native.DECK_ROYAL,
}


def encode(words: str) -> bytes:
    """A text on its way to the library."""
    return words.encode("utf-8", "replace")


class Card(int):
    """A card: its number, 4 * rank + suit from the deuce of clubs up, with a name.

    >>> Card("As"), Card(51) is Card("As"), Card("10d").rank, Card("Td").suit
    (Card('As'), True, 'T', 'd')

    Jokers are ``Jr`` and ``Jb``, 52 and 53; they have neither rank nor suit.
    """

    __slots__ = ()
    _all: Dict[int, "Card"] = {}

    def __new__(cls, card: CardLike) -> "Card":
        if isinstance(card, str):
            return _read(card, 1, "a card")[0]
        number = operator.index(card)
        if not 0 <= number < _native.CARDS_MAX:
            raise CardError(f"{number} is not a card: cards are 0 to 53", Status.BAD_CARD)
        known = cls._all.get(number)
        if known is None:
            known = cls._all[number] = super().__new__(cls, number)
        return known

    @property
    def rank(self) -> str:
        """``"2"`` to ``"A"``; empty for a joker."""
        return _RANKS[self >> 2] if self < _native.CARDS else ""

    @property
    def suit(self) -> str:
        """``c``, ``d``, ``h`` or ``s``; empty for a joker."""
        return _SUITS[self & 3] if self < _native.CARDS else ""

    def __str__(self) -> str:
        number = int(self)
        return self.rank + self.suit if number < _native.CARDS else _JOKERS[number - _native.CARDS]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _read(words: str, least: int, what: str) -> Tuple[Card, ...]:
    raw = encode(words)
    out = (_native.card * _native.CARDS_MAX)()
    count = ctypes.c_int(0)
    complaint = _native.Complaint()
    _native.demand(
        lib.felt_cards_read(raw, len(raw), _native.CARDS_MAX, out, count, complaint), complaint
    )
    if least == 1 and count.value != 1:
        raise CardError(f"{words!r} is not {what}, but {count.value} of them", Status.WRONG_COUNT)
    return tuple(map(Card, out[: count.value]))


def cards(some: CardsLike) -> Tuple[Card, ...]:
    """A list of cards, no card twice, from a text or from anything with cards in it.

    >>> cards("As Kd"), cards(["As", 47]), text(cards("10h9h"))
    ((Card('As'), Card('Kd')), (Card('As'), Card('Ks')), 'Th 9h')
    """
    if isinstance(some, str):
        return _read(some, 0, "cards")
    found = tuple(card if isinstance(card, Card) else Card(card) for card in some)
    if len(set(found)) < len(found):
        twice = next(card for card in found if found.count(card) > 1)
        raise CardError(f"{twice} is there twice", Status.DUPLICATE_CARD)
    return found


def text(some: Iterable[Optional[CardLike]]) -> str:
    """The names of cards with spaces between them; ``None``, a card one may not see, is ``??``."""
    return " ".join("??" if card is None else str(Card(card)) for card in some)


def deck(kind: str = "52") -> Tuple[Card, ...]:
    """A fresh deck in order: ``"52"``, with jokers ``"53"`` and ``"54"``, ``"short"``, ``"royal"``.

    >>> len(deck()), text(deck("royal")[:4])
    (52, 'Tc Td Th Ts')
    """
    if kind not in _DECKS:
        raise CardError(
            f"there is no deck {kind!r}; decks are {', '.join(_DECKS)}", Status.BAD_NAME
        )
    return from_mask(lib.felt_deck_cards(_DECKS[kind]))


def from_mask(mask: int) -> Tuple[Card, ...]:
    """The cards of a set of the library, in order."""
    return tuple(Card(number) for number in range(_native.CARDS_MAX) if mask >> number & 1)


def to_mask(some: Iterable[Card]) -> int:
    """A set of cards of the library."""
    mask = 0
    for card in some:
        mask |= 1 << card
    return mask


def to_array(some: Sequence[int], room: int = 0) -> Any:
    """Cards for the library; at least one place, so that there is always an address."""
    return (_native.card * max(len(some), room, 1))(*some)


def from_bytes(some: Sequence[int]) -> Tuple[Optional[Card], ...]:
    """Cards of the library; the unknown card is None."""
    return tuple(None if card == _native.CARD_NONE else Card(card) for card in some)


class Range:
    """A set of hold'em starting hands, as players write them.

    >>> tight = Range("QQ+,AKs")
    >>> len(tight), "AsKs" in tight, "AsKd" in tight, str(tight | Range("JJ"))
    (22, True, False, 'JJ+,AKs')

    ``QQ+``, ``TT-77``, ``AKs``, ``AKo``, ``A2s+``, ``76s-54s``, ``AhKh``, ``Ah*``, ``15%``,
    ``random`` and, to take hands away, ``!AA``.  Ranges never change.
    """

    __slots__ = ("_raw",)
    _raw: Any

    def __init__(self, words: Union[str, "Range", Iterable[CardsLike]]) -> None:
        self._raw = _native.Range()
        if isinstance(words, Range):
            ctypes.pointer(self._raw)[0] = words._raw
        elif isinstance(words, str):
            raw = encode(words)
            complaint = _native.Complaint()
            _native.demand(lib.felt_range_read(raw, len(raw), self._raw, complaint), complaint)
        else:
            for combo in words:
                index = _combo(combo)
                self._raw.combos[index // 64] |= 1 << (index % 64)

    @classmethod
    def _of(cls, words: Iterable[int]) -> "Range":
        range_ = cls(())
        for index, word in enumerate(words):
            range_._raw.combos[index] = word
        return range_

    def without(self, dead: CardsLike) -> "Range":
        """The hands that hold none of these cards."""
        left = Range(self)
        lib.felt_range_remove_cards(left._raw, to_mask(cards(dead)))
        return left

    def __len__(self) -> int:
        count: int = lib.felt_range_count(self._raw)
        return count

    def __contains__(self, combo: CardsLike) -> bool:
        index = _combo(combo)
        return bool(self._raw.combos[index // 64] >> (index % 64) & 1)

    def __iter__(self) -> Iterator[Tuple[Card, Card]]:
        high, low = _native.card(), _native.card()
        for index in range(_native.COMBOS):
            if self._raw.combos[index // 64] >> (index % 64) & 1:
                lib.felt_combo_cards(index, high, low)
                yield Card(high.value), Card(low.value)

    def _words(self) -> List[int]:
        return list(self._raw.combos)

    def __or__(self, other: "Range") -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(a | b for a, b in zip(self._words(), other._words()))

    def __and__(self, other: "Range") -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(a & b for a, b in zip(self._words(), other._words()))

    def __sub__(self, other: "Range") -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return Range._of(a & ~b for a, b in zip(self._words(), other._words()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return self._words() == other._words()

    def __hash__(self) -> int:
        return hash(tuple(self._words()))

    def __str__(self) -> str:
        out = ctypes.create_string_buffer(_native.RANGE_TEXT_MAX)
        lib.felt_range_write(self._raw, out, len(out))
        return _native.text(out.value)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})" if len(self) else "Range(())"

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        return Range._of, (tuple(self._words()),)


def _combo(combo: CardsLike) -> int:
    pair = cards(combo)
    if len(pair) != 2 or max(pair) >= _native.CARDS:
        raise CardError(
            f"a starting hand is two of the 52 cards; {text(pair)!r} is not", Status.WRONG_COUNT
        )
    high, low = max(pair), min(pair)
    return high * (high - 1) // 2 + low
