"""The games of poker, and what a table plays."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Type, Union

from . import _native
from ._actions import Limit
from ._cards import Card, CardsLike, cards, encode, from_mask, to_mask
from ._errors import DealError, RulesError, Status
from ._evaluation import unknown
from ._native import lib

__all__ = ["Rotation", "Rules", "Variant", "variants"]


@dataclass(frozen=True)
class Variant:
    """A game of poker that can be played."""

    name: str
    title: str
    showdown: str  #: what is compared in the end
    deck: Tuple[Card, ...]
    seats_min: int
    seats_max: int
    hole_cards: int
    board_cards: int
    rounds: int  #: of betting
    draws: int  #: how often cards are thrown away
    limit: Limit  #: what it is usually played with


def variants() -> Tuple[Variant, ...]:
    """All games of poker that can be played."""
    rows = (lib.felt_variant_at(index).contents for index in range(lib.felt_variant_count()))
    return tuple(
        Variant(
            name=_native.text(row.name),
            title=_native.text(row.title),
            showdown=_native.text(row.showdown),
            deck=from_mask(row.deck),
            seats_min=row.seats_min,
            seats_max=row.seats_max,
            hole_cards=row.hole_cards,
            board_cards=row.board_cards,
            rounds=sum(step.kind == _native.STEP_BET for step in row.step[: row.steps]),
            draws=sum(step.kind == _native.STEP_DISCARD for step in row.step[: row.steps]),
            limit=Limit(row.limit),
        )
        for row in rows
    )


def chips_of(amount: int, what: str, error: Type[Union[RulesError, DealError]]) -> int:
    number = operator.index(amount)
    if not 0 <= number <= _native.CHIPS_MAX:
        status = Status.BAD_RULES if error is RulesError else Status.BAD_DEAL
        raise error(f"{what} of {number}; chips are 0 to {_native.CHIPS_MAX}", status)
    return number


class Rules:
    """What a table plays; the same for many hands, and never changing.

    >>> Rules("holdem", "fl", 100).bets
    (100, 200)

    ``unit`` is the big blind or small bet.  Without a limit it is the usual one of the variant.
    ``cap`` is the number of bets and raises in a round, 0 for no cap; ``rake`` a part of the pot,
    as in 0.05, at most ``rake_cap``.  With ``may_muck`` losing hands need not be shown; with
    ``run_twice`` seats that are all-in may agree on two boards; ``wild`` are the cards that are
    wild besides jokers.
    """

    __slots__ = ("_raw", "_arguments")

    def __init__(
        self,
        variant: str = "holdem",
        limit: Optional[Union[str, Limit]] = None,
        unit: int = 100,
        *,
        bets: Optional[Tuple[int, int]] = None,
        bring_in: Optional[int] = None,
        cap: Optional[int] = None,
        cap_counts_blind: Optional[bool] = None,
        heads_up_uncapped: Optional[bool] = None,
        rake: float = 0,
        rake_cap: Optional[int] = None,
        rake_needs_board: Optional[bool] = None,
        may_muck: bool = False,
        run_twice: bool = False,
        wild: Optional[CardsLike] = None,
    ) -> None:
        named = lib.felt_variant_find(encode(variant))
        if not named or "\0" in variant:
            raise unknown("variant", variant, (row.name for row in variants()))
        try:
            chosen = Limit(named.contents.limit if limit is None else limit)
        except ValueError:
            raise unknown("limit", str(limit), ("nl", "pl", "fl", "step")) from None
        self._raw = _native.rules_room()
        complaint = _native.Complaint()
        chips = chips_of(unit, "a unit", RulesError)
        _native.demand(
            lib.felt_poker_rules_make(encode(variant), chosen, chips, self._raw, complaint),
            complaint,
        )
        if bets is not None:
            small, big = bets
            self._raw.bet[0] = chips_of(small, "a bet", RulesError)
            self._raw.bet[1] = chips_of(big, "a bet", RulesError)
        if bring_in is not None:
            self._raw.bring_in = chips_of(bring_in, "a bring-in", RulesError)
        if cap is not None:
            if not 0 <= operator.index(cap) < _native.CAP_NONE:
                raise RulesError(f"a cap of {cap}; it is 1 to 254, or 0: none", Status.BAD_RULES)
            self._raw.cap = cap or _native.CAP_NONE
        if cap_counts_blind is not None:
            self._raw.cap_counts_blind = cap_counts_blind
        if heads_up_uncapped is not None:
            self._raw.heads_up_uncapped = heads_up_uncapped
        if not 0 <= rake < 1:
            raise RulesError(f"a rake of {rake}; it is a part of the pot", Status.BAD_RULES)
        self._raw.rake_per_10000 = round(rake * 10000)
        if rake:
            most = _native.CHIPS_MAX if rake_cap is None else rake_cap
            self._raw.rake_cap = chips_of(most, "a rake cap", RulesError)
        if rake_needs_board is not None:
            self._raw.rake_needs_board = rake_needs_board
        self._raw.may_muck = may_muck
        self._raw.run_twice = run_twice
        if wild is not None:
            wild = cards(wild)
            self._raw.wild = to_mask(wild)
        _native.demand(lib.felt_poker_rules_verify(self._raw, complaint), complaint)
        options = {
            "bets": bets,
            "bring_in": bring_in,
            "cap": cap,
            "cap_counts_blind": cap_counts_blind,
            "heads_up_uncapped": heads_up_uncapped,
            "rake": rake,
            "rake_cap": rake_cap,
            "rake_needs_board": rake_needs_board,
            "may_muck": may_muck,
            "run_twice": run_twice,
            "wild": wild,
        }
        self._arguments: Tuple[str, Limit, int, Dict[str, Any]] = (variant, chosen, chips, options)

    @property
    def variant(self) -> str:
        return self._arguments[0]

    @property
    def limit(self) -> Limit:
        return self._arguments[1]

    @property
    def unit(self) -> int:
        return self._arguments[2]

    @property
    def bets(self) -> Tuple[int, int]:
        """The smallest bets of earlier and later streets."""
        return self._raw.bet[0], self._raw.bet[1]

    @property
    def bring_in(self) -> int:
        bring_in: int = self._raw.bring_in
        return bring_in

    @property
    def cap(self) -> Optional[int]:
        """Bets and raises in a round; None: as many as there are chips for."""
        return None if self._raw.cap == _native.CAP_NONE else self._raw.cap

    @property
    def wild(self) -> Tuple[Card, ...]:
        """The cards that are wild besides jokers."""
        return from_mask(self._raw.wild)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return self._arguments == other._arguments

    def __hash__(self) -> int:
        variant, limit, unit, options = self._arguments
        return hash((variant, limit, unit, tuple(options.values())))

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        return _rules_of, self._arguments

    def __repr__(self) -> str:
        variant, limit, unit, options = self._arguments
        given = "".join(f", {name}={value!r}" for name, value in options.items() if value)
        return f"Rules({variant!r}, {str(limit)!r}, {unit}{given})"


def _rules_of(variant: str, limit: Limit, unit: int, options: Dict[str, Any]) -> Rules:
    return Rules(variant, limit, unit, **options)


class Rotation:
    """Several games at one table: a round of the button each, or what the dealer chooses.

    >>> horse = Rotation("horse")
    >>> horse.games[0], len(horse), horse.choice
    (('holdem', <Limit.FIXED_LIMIT: 2>), 5, False)
    >>> horse.next(None, 0, 6), horse.next(0, 5, 6), horse.next(0, 6, 6)
    (0, 0, 1)
    >>> horse.rules(4, 100)
    Rules('stud-hilo', 'fixed_limit', 100)

    The text is ``dealers-choice``, ``horse``, ``eight-game`` or a list: ``holdem,omaha:pl,razz``.
    ``limit`` is one for all games that name none, else it is the usual one.
    """

    __slots__ = ("_raw", "games")

    def __init__(self, games: str, limit: Optional[Union[str, Limit]] = None) -> None:
        self._raw = _native.Rotation()
        complaint = _native.Complaint()
        words = encode(games)
        chosen = len(Limit) if limit is None else Limit(limit)
        _native.demand(
            lib.felt_rotation_make(words, len(words), chosen, self._raw, complaint), complaint
        )
        #: name and limit of each
        self.games: Tuple[Tuple[str, Limit], ...] = tuple(
            (_native.text(lib.felt_variant_at(game.row).contents.name), Limit(game.limit))
            for game in self._raw.game[: self._raw.count]
        )

    @property
    def choice(self) -> bool:
        """Does the button choose?  Else the games are taken in turn."""
        return bool(self._raw.order == _native.ROTATION_CHOICE)

    def playable(self, seats: int) -> Tuple[int, ...]:
        """The games that so many seats may play, as places in ``games``."""
        found = (_native.card * _native.ROTATION_MAX)()
        return tuple(found[: lib.felt_rotation_playable(self._raw, seats, found)])

    def next(self, last: Optional[int], played: int, seats: int) -> Optional[int]:
        """The game of the next hand, if ``played`` hands in a row were of the ``last`` one."""
        if last is not None and not 0 <= last < len(self):
            raise IndexError(f"there are {len(self)} games, and {last} is none of them")
        found: int = lib.felt_rotation_next(
            self._raw, -1 if last is None else last, max(played, 0), seats
        )
        return None if found < 0 else found

    def rules(self, index: int, unit: int = 100, **options: Any) -> Rules:
        """The rules of a game of the list, for a big blind."""
        variant, limit = self.games[index]
        return Rules(variant, limit, unit, **options)

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<Rotation of {len(self)} games, {'chosen' if self.choice else 'in turn'}>"
