"""What seats do, what they may do, and what happened."""

from __future__ import annotations

import ctypes
import enum
import operator
import random as random_module
import secrets
from dataclasses import dataclass
from typing import Any, Optional, Tuple, Type, TypeVar

from . import _native
from ._cards import Card, text
from ._errors import IllegalAction, NotYourTurn, Status
from ._native import lib

__all__ = ["Action", "ActionKind", "Event", "EventKind", "Legal", "Limit", "Option", "Phase", "Pot"]

_Word = TypeVar("_Word", bound="Word")


class Word(enum.IntEnum):
    """An enum whose members are also found by their names in lower case."""

    @classmethod
    def _missing_(cls: Type[_Word], value: object) -> Optional[_Word]:
        if isinstance(value, str):
            return cls.__members__.get(value.upper().replace("-", "_"))
        return None

    def __str__(self) -> str:
        return self.name.lower()


class ActionKind(Word):
    """What a seat does."""

    FOLD = 0
    CHECK = 1
    CALL = 2
    RAISE_TO = 3
    BRING_IN = 4
    DISCARD = 5
    CHOOSE = 6
    SHOW = 7
    MUCK = 8
    RUNS = 9
    COMMIT = 10
    CONTINUE = 11
    MOVE = 12


class EventKind(Word):
    """What happened."""

    ANTE = 0
    DEAD = 1
    BLIND = 2
    DEAL = 3
    DEAL_UP = 4
    BOARD = 5
    ACT = 6
    DRAW = 7
    RETURN = 8
    SHOW = 9
    RAKE = 10
    WIN = 11
    OVER = 12
    SHUFFLE = 13
    REDEAL = 14
    # Of games that are more than betting: genomes.
    HAND = 15
    PLAY = 16
    TAKE = 17
    GIVE = 18
    SAY = 19
    SCORE = 20
    EFFECT = 21
    OUT = 22
    ROUND = 23
    INITIATIVE = 24
    FLIP = 25
    TALLY = 26
    OUTCOME = 27


class Phase(Word):
    """What the hand waits for."""

    DEAL = 0
    BET = 1
    BRING_IN = 2
    DISCARD = 3
    RUNS = 4
    SHOW = 5
    OVER = 6
    DECIDE = 7


class Limit(Word):
    """How much may be bet: ``nl``, ``pl`` and ``fl`` for short."""

    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    STEP_LIMIT = 3

    @classmethod
    def _missing_(cls, value: object) -> Optional["Limit"]:
        short = {"nl": 0, "pl": 1, "fl": 2, "no": 0, "pot": 1, "fixed": 2, "limit": 2, "step": 3}
        if isinstance(value, str) and value.lower() in short:
            return cls(short[value.lower()])
        return super()._missing_(value)


@dataclass(frozen=True)
class Action:
    """What a seat does.  ``amount`` belongs to ``raise_to`` alone: the seat's whole stake of the
    street.  ``cards`` has bit i set for the i-th own card, where cards are named."""

    kind: ActionKind
    amount: int = 0
    cards: int = 0
    choice: int = 0

    def __str__(self) -> str:
        if self.kind == ActionKind.DISCARD:
            places = [str(place) for place in range(64) if self.cards >> place & 1]
            return f"discard of {', '.join(places)}" if places else "discard of nothing"
        if self.kind == ActionKind.RUNS:
            return f"runs {self.choice + 1}"
        return f"{self.kind} {self.amount}" if self.amount else str(self.kind)


@dataclass(frozen=True)
class Option:
    """A kind of action that is legal now, with everything it may name."""

    kind: ActionKind
    min: int  #: raise_to: the range of amounts; call, bring_in: the chips that move
    max: int
    cards: int = 0
    cards_min: int = 0
    cards_max: int = 0
    choice_max: int = 0


class Legal:
    """What the actor may do.

    ``fold`` and ``check`` are true or false; ``call`` and ``bring_in`` are the chips that move, or
    None; ``raise_to`` is the range of amounts, which is empty, and false, if no raise is legal.
    ``discard`` is the range of how many cards may be thrown away; ``show``, ``muck`` and ``runs``
    are true or false.
    """

    __slots__ = ("seat", "options", "_raw")

    def __init__(self, seat: Optional[int], raw: Any, count: int) -> None:
        self.seat = seat
        self._raw = raw
        self.options: Tuple[Option, ...] = tuple(
            Option(
                kind=ActionKind(option.kind),
                min=option.min,
                max=option.max,
                cards=option.cards,
                cards_min=option.cards_min,
                cards_max=option.cards_max,
                choice_max=option.choice_max,
            )
            for option in raw[:count]
        )

    def _option(self, kind: ActionKind) -> Optional[Option]:
        return next((option for option in self.options if option.kind == kind), None)

    @property
    def fold(self) -> bool:
        return self._option(ActionKind.FOLD) is not None

    @property
    def check(self) -> bool:
        return self._option(ActionKind.CHECK) is not None

    @property
    def call(self) -> Optional[int]:
        option = self._option(ActionKind.CALL)
        return None if option is None else option.min

    @property
    def bring_in(self) -> Optional[int]:
        option = self._option(ActionKind.BRING_IN)
        return None if option is None else option.min

    @property
    def raise_to(self) -> range:
        option = self._option(ActionKind.RAISE_TO)
        return range(0) if option is None else range(option.min, option.max + 1)

    @property
    def discard(self) -> range:
        option = self._option(ActionKind.DISCARD)
        return range(0) if option is None else range(option.cards_min, option.cards_max + 1)

    @property
    def show(self) -> bool:
        return self._option(ActionKind.SHOW) is not None

    @property
    def muck(self) -> bool:
        return self._option(ActionKind.MUCK) is not None

    @property
    def runs(self) -> bool:
        return self._option(ActionKind.RUNS) is not None

    @property
    def count(self) -> int:
        """How many different actions are legal, each amount of a raise counted."""
        count: int = lib.felt_options_count(self._raw, len(self.options))
        return count

    def pick(self, number: int) -> Action:
        """The legal action of this number, 0 to ``count`` - 1."""
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} legal actions, and {number} is none of them")
        return action_of(lib.felt_options_pick(self._raw, len(self.options), number))

    def random(self, rng: Optional[random_module.Random] = None) -> Action:
        """Any legal action: each kind as likely, then each amount as likely."""
        source = rng or random_module.Random(secrets.randbits(64))
        if not self.options:
            raise NotYourTurn("nobody acts: the hand is over", Status.NOT_YOUR_TURN)
        place = source.randrange(len(self.options))
        one = ctypes.pointer(self._raw[place])
        return action_of(
            lib.felt_options_pick(one, 1, source.randrange(lib.felt_options_count(one, 1)))
        )

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        raw = raw_action(action)
        return any(
            lib.felt_option_admits(self._raw[place], raw) for place in range(len(self.options))
        )

    def __bool__(self) -> bool:
        return bool(self.options)

    def __repr__(self) -> str:
        return f"<Legal: {self}>"

    def __str__(self) -> str:
        words = []
        for option in self.options:
            if option.kind == ActionKind.RAISE_TO and option.min < option.max:
                words.append(f"{option.kind} {option.min} to {option.max}")
            elif option.kind == ActionKind.DISCARD:
                least, most = option.cards_min, option.cards_max
                words.append(f"discard {most}" if least == most else f"discard {least} to {most}")
            elif option.kind == ActionKind.RUNS:
                words.append(f"runs 1 to {option.choice_max + 1}")
            else:
                words.append(f"{option.kind} {option.min}" if option.min else str(option.kind))
        return ", ".join(words)


def action_of(raw: Any) -> Action:
    return Action(ActionKind(raw.kind), raw.amount, raw.cards, raw.choice)


def raw_action(action: Action) -> Any:
    index = operator.index
    amount, mask, choice = index(action.amount), index(action.cards), index(action.choice)
    # ctypes would cut a number that does not fit, and an absurd amount become a legal one.
    if not (-(1 << 63) <= amount < 1 << 63 and 0 <= mask < 1 << 64 and 0 <= choice < 1 << 16):
        raise IllegalAction(f"{action} is out of all bounds", Status.BAD_AMOUNT)
    return _native.Action(action.kind, choice, amount, mask)


@dataclass(frozen=True)
class Pot:
    """A layer of the pot and the seats that can win it."""

    amount: int
    seats: Tuple[int, ...]


def seats_of(mask: int) -> Tuple[int, ...]:
    return tuple(seat for seat in range(_native.SEATS_MAX) if mask >> seat & 1)


def seat_of(number: int) -> Optional[int]:
    return None if number < 0 else number


@dataclass(frozen=True)
class Event:
    """One thing that happened.  Cards one may not see are None.

    ``amount`` are the chips that moved and ``to`` the seat's stake after that; of a ``show`` they
    are the values of the two halves, and ``name`` says what the hand is; of ``runs`` ``to`` is 1
    for two boards.
    """

    kind: EventKind
    seat: Optional[int]
    action: Optional[ActionKind]
    amount: int
    to: int
    cards: Tuple[Optional[Card], ...]
    cards_to: Tuple[int, ...]
    pot: int
    board: int
    name: str = ""

    def __str__(self) -> str:
        chips = f"{self.amount:,}"
        second = " on the second board" * self.board
        if self.kind == EventKind.ACT:
            return f"seat {self.seat} {self._act(chips)}"
        return {
            EventKind.ANTE: f"seat {self.seat} antes {chips}",
            EventKind.DEAD: f"seat {self.seat} pays {chips} dead",
            EventKind.BLIND: f"seat {self.seat} posts {chips}",
            EventKind.DEAL: f"seat {self.seat} gets {text(self.cards)}",
            EventKind.DEAL_UP: f"seat {self.seat} gets {text(self.cards)}, face up",
            EventKind.BOARD: f"{'second ' * self.board}board: {text(self.cards)}",
            EventKind.DRAW: f"seat {self.seat} draws {text(self.cards)}",
            EventKind.RETURN: f"{chips} go back to seat {self.seat}",
            EventKind.SHOW: f"seat {self.seat} shows {text(self.cards)}{second}: {self.name}",
            EventKind.RAKE: f"rake: {chips}",
            EventKind.WIN: f"seat {self.seat} wins {chips} from pot {self.pot}{second}",
            EventKind.OVER: "the hand is over",
            EventKind.SHUFFLE: f"{chips} cards go back into the deck",
            EventKind.REDEAL: "all cards are shuffled and dealt anew",
        }.get(self.kind, f"seat {self.seat}: {self.kind}")

    def _act(self, chips: str) -> str:
        return {
            ActionKind.FOLD: "folds",
            ActionKind.CHECK: "checks",
            ActionKind.CALL: f"calls {chips}",
            ActionKind.RAISE_TO: f"raises to {self.to:,}",
            ActionKind.BRING_IN: f"brings in {chips}",
            ActionKind.DISCARD: f"discards {text(self.cards)}" if self.cards else "stands pat",
            ActionKind.SHOW: "shows",
            ActionKind.MUCK: "mucks",
            ActionKind.RUNS: f"wants {'two boards' if self.to else 'one board'}",
        }.get(self.action or ActionKind.FOLD, str(self.action))
