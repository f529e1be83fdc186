"""The games of poker, and what a table plays."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple, Type, Union

from . import _native
from ._actions import Limit
from ._cards import Card, encode, from_mask
from ._errors import DealError, RulesError, Status
from ._evaluation import unknown
from ._native import lib

__all__ = ["Rules", "Variant", "variants"]


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
        )
        for row in rows
    )


def chips_of(amount: int, what: str, error: Type[Union[RulesError, DealError]]) -> int:
    number = operator.index(amount)
    if not 0 <= number <= _native.CHIPS_MAX:
        status = Status.BAD_RULES if error is RulesError else Status.BAD_DEAL
        raise error(f"{what} of {number}; chips are 0 to {_native.CHIPS_MAX}", status)
    return number


def _usual_limit(variant: Any) -> Limit:
    """Antes: fixed limit.  A board and four cards or more: pot limit.  Else no limit."""
    if variant.forced not in (_native.FORCED_BLINDS, _native.FORCED_BUTTON_BLIND):
        return Limit.FIXED_LIMIT
    return Limit.POT_LIMIT if variant.hole_cards >= 4 else Limit.NO_LIMIT


class Rules:
    """What a table plays; the same for many hands, and never changing.

    >>> Rules("holdem", "fl", 100).bets
    (100, 200)

    ``unit`` is the big blind or small bet.  Without a limit it is the usual one: fixed in games
    with antes, pot limit in Omaha, no limit in the others.  ``cap`` is the number of bets and
    raises in a round, 0 for no cap; ``rake`` a part of the pot, as in 0.05, at most ``rake_cap``.
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
    ) -> None:
        named = lib.felt_variant_find(encode(variant))
        if not named or "\0" in variant:
            raise unknown("variant", variant, (row.name for row in variants()))
        try:
            chosen = _usual_limit(named.contents) if limit is None else Limit(limit)
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
