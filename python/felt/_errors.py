"""Why something was refused, as exceptions.

The library answers with a status and a line of text that says what to do; each status has a class
here.  All are FeltError.  Errors about texts and arguments are ValueErrors too.
"""

from __future__ import annotations

import enum
from typing import Dict, Optional, Type

__all__ = [
    "CardError",
    "DealError",
    "FeltError",
    "IllegalAction",
    "InputError",
    "NotYourTurn",
    "RangeError",
    "RulesError",
    "Status",
    "UnknownName",
]


class Status(enum.IntEnum):
    """The library's reasons (status.h)."""

    OK = 0
    BAD_CARD = 1
    BAD_NUMBER = 2
    BAD_RANGE = 3
    BAD_NAME = 4
    DUPLICATE_CARD = 5
    WRONG_COUNT = 6
    IMPOSSIBLE = 7
    BAD_RULES = 8
    BAD_DEAL = 9
    NOT_YOUR_TURN = 10
    NOT_LEGAL = 11
    BAD_AMOUNT = 12
    BAD_DISCARD = 13
    BAD_FORMAT = 14
    UNSUPPORTED = 15
    FULL = 16


class FeltError(Exception):
    """Something was refused.

    ``status`` names the reason; for a text, ``at`` and ``length`` say which bytes of it (as UTF-8)
    are wrong.
    """

    def __init__(
        self, message: str, status: Optional[Status] = None, at: int = 0, length: int = 0
    ) -> None:
        super().__init__(message)
        self.status = status
        self.at = at
        self.length = length


class InputError(FeltError, ValueError):
    """A text or an argument is wrong."""


class CardError(InputError):
    """No such card, not in this deck, or one card in two places."""


class RangeError(InputError):
    """Not a range of starting hands."""


class UnknownName(InputError):
    """There is no game, variant or limit of that name."""


class RulesError(FeltError, ValueError):
    """No game can be played by these rules."""


class DealError(FeltError, ValueError):
    """These seats, stacks or cards cannot be dealt."""


class IllegalAction(FeltError):
    """The action is not legal now; the hand is as it was."""


class NotYourTurn(IllegalAction):
    """Another seat acts, or the hand is over."""


_CLASSES: Dict[Status, Type[FeltError]] = {
    Status.BAD_CARD: CardError,
    Status.BAD_NUMBER: InputError,
    Status.BAD_RANGE: RangeError,
    Status.BAD_NAME: UnknownName,
    Status.DUPLICATE_CARD: CardError,
    Status.WRONG_COUNT: InputError,
    Status.IMPOSSIBLE: InputError,
    Status.BAD_RULES: RulesError,
    Status.BAD_DEAL: DealError,
    Status.NOT_YOUR_TURN: NotYourTurn,
    Status.NOT_LEGAL: IllegalAction,
    Status.BAD_AMOUNT: IllegalAction,
    Status.BAD_DISCARD: IllegalAction,
}


def error_of(status: int, message: str, at: int = 0, length: int = 0) -> FeltError:
    """The exception for a status of the library."""
    known = Status(status)
    return _CLASSES.get(known, FeltError)(message, known, at, length)
