"""Feltworks in Python: cards, evaluation, equity, and hands of poker played by exact rules.

>>> import felt
>>> felt.evaluate("As Ks Qs Js Ts").name
'royal flush'
>>> print(felt.equity("AA", "KK"))
81.95 %, 18.05 %; exact, 61,642,944 match-ups
>>> hand = felt.Table("holdem", "nl", 100, stacks=[10000, 10000], seed=1).deal()
>>> print(hand.legal())
fold, call 50, raise_to 200 to 10000

A thin layer of Python over libfelt, the C library.  docs/PYTHON.md is the tour.
"""

from ._actions import Action, ActionKind, Event, EventKind, Legal, Limit, Option, Phase, Pot
from ._cards import Card, CardLike, CardsLike, Range, cards, deck, text
from ._equity import Equity, Share, equity
from ._errors import (
    CardError,
    DealError,
    FeltError,
    IllegalAction,
    InputError,
    NotYourTurn,
    RangeError,
    RulesError,
    Status,
    UnknownName,
)
from ._evaluation import (
    Category,
    Evaluation,
    Family,
    Game,
    HandValue,
    badugi_batch,
    best,
    evaluate,
    evaluate_batch,
    games,
    omaha_batch,
    showdown,
    strengths,
)
from ._hand import Hand, Table, View
from ._native import library_path
from ._rules import Rotation, Rules, Variant, variants
from ._version import __version__

__all__ = [
    "Action",
    "ActionKind",
    "Card",
    "CardError",
    "CardLike",
    "CardsLike",
    "Category",
    "DealError",
    "Equity",
    "Evaluation",
    "Event",
    "EventKind",
    "Family",
    "FeltError",
    "Game",
    "Hand",
    "HandValue",
    "IllegalAction",
    "InputError",
    "Legal",
    "Limit",
    "NotYourTurn",
    "Option",
    "Phase",
    "Pot",
    "Range",
    "RangeError",
    "Rotation",
    "Rules",
    "RulesError",
    "Share",
    "Status",
    "Table",
    "UnknownName",
    "Variant",
    "View",
    "__version__",
    "badugi_batch",
    "best",
    "cards",
    "deck",
    "equity",
    "evaluate",
    "evaluate_batch",
    "games",
    "library_path",
    "omaha_batch",
    "showdown",
    "strengths",
    "text",
    "variants",
]
