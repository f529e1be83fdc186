"""libfelt as it is: its structures, its constants and its functions, by ctypes.

The structures repeat include/felt/*.h field by field, under the same names; a test compiles a C
program that compares every size and offset, and every number of the enums.  Nothing outside this
package should need this module: there is a safe way to everything in ``felt`` itself.  Here a wrong
argument is a mistake of ours, and the library answers a mistake of ours by ending the process.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
import subprocess
from ctypes import (
    POINTER,
    Structure,
    c_bool,
    c_char,
    c_char_p,
    c_double,
    c_int,
    c_int8,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint16,
    c_uint32,
    c_uint64,
    c_void_p,
    sizeof,
)
from typing import Any, Dict, Iterator, List, Optional, Tuple, Type

from ._errors import error_of

SEATS_MAX = 10
SEAT_NONE = -1
OPTIONS_MAX = 8
EVENT_CARDS = 8
EVENTS_MAX = 512
ZONES_MAX = 32
ZONE_CARDS_MAX = 192
NUMBERS_MAX = 16
VIEW_BYTES_MAX = 2048
STEPS_MAX = 16
DRAWS_MAX = 4
REDEALS_MAX = 8
ROTATION_MAX = 64
CAP_NONE = 255
CARDS = 52
CARDS_MAX = 54
CARD_NONE = 255
CARD_TEXT_BYTES = 3
HOLE_MAX = 7
BOARD_MAX = 5
EVAL_CARDS_MAX = 7
COMBOS = 1326
STARTING_KINDS = 169
RANGE_TEXT_MAX = 4096
COMPLAINT_BYTES = 192
VALUE_NAME_BYTES = 96
EQUITY_PLAYERS_MAX = 10

# Of enums that have no class of their own.
EQUITY_CHOOSE, EQUITY_EXACT, EQUITY_SAMPLE = range(3)
STEP_DEAL, STEP_DISCARD, STEP_BET = range(3)
ZONE_HAND, ZONE_BOARD, ZONE_SECOND_BOARD, ZONE_DISCARDS = range(4)
DECK_52, DECK_53, DECK_54, DECK_SHORT, DECK_ROYAL = range(5)
FORCED_BLINDS, FORCED_BRING_IN, FORCED_BUTTON_BLIND = range(3)
UP_NOTHING, UP_FOLLOW, UP_REDEAL = range(3)
ROTATION_IN_TURN, ROTATION_CHOICE = range(2)
# Places in the numbers of a view.
POKER_DREW, POKER_FOLLOW = 0, 12

card = c_uint8
cards = c_uint64
chips = c_int64
seat = c_int8
seats = c_uint16
value = c_uint16
enum = c_int


class Complaint(Structure):
    _fields_ = [("at", c_size_t), ("length", c_size_t), ("text", c_char * COMPLAINT_BYTES)]


class Rng(Structure):
    _fields_ = [("state", c_uint64 * 2)]


class Showdown(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("title", c_char_p),
        ("hole", c_uint8),
        ("board", c_uint8),
        ("two_three", c_bool),
        ("first", enum),
        ("second", enum),
        ("deck", enum),
        ("wild", cards),
        ("second_of", c_uint8),
        ("second_only", cards),
    ]


class Range(Structure):
    _fields_ = [("combos", c_uint64 * ((COMBOS + 63) // 64))]


class Holding(Structure):
    _fields_ = [
        ("is_range", c_bool),
        ("range", Range),
        ("count", c_uint8),
        ("card", card * HOLE_MAX),
    ]


class EquityQuestion(Structure):
    _fields_ = [
        ("game", POINTER(Showdown)),
        ("players", c_int),
        ("holding", Holding * EQUITY_PLAYERS_MAX),
        ("board_count", c_uint8),
        ("board", card * BOARD_MAX),
        ("dead", cards),
    ]


Progress = ctypes.CFUNCTYPE(c_bool, c_void_p, c_double)


class EquityOptions(Structure):
    _fields_ = [
        ("method", enum),
        ("exact_max", c_uint64),
        ("samples_max", c_uint64),
        ("error_max", c_double),
        ("rng", Rng),
        ("progress", Progress),
        ("self", c_void_p),
    ]


class EquityPlayer(Structure):
    _fields_ = [
        ("wins", c_uint64),
        ("ties", c_uint64),
        ("equity", c_double),
        ("error", c_double),
        ("first", c_double),
        ("second", c_double),
    ]


class EquityAnswer(Structure):
    _fields_ = [
        ("method", enum),
        ("stopped", c_bool),
        ("matchups", c_uint64),
        ("players", c_int),
        ("player", EquityPlayer * EQUITY_PLAYERS_MAX),
    ]


class EquityWork(Structure):
    _fields_ = [("words", c_uint64 * 98304)]


class Action(Structure):
    _fields_ = [("kind", c_uint8), ("choice", c_uint16), ("amount", chips), ("cards", c_uint64)]


class Option(Structure):
    _fields_ = [
        ("kind", c_uint8),
        ("cards_min", c_uint8),
        ("cards_max", c_uint8),
        ("choice_max", c_uint16),
        ("min", chips),
        ("max", chips),
        ("cards", c_uint64),
    ]


class Turn(Structure):
    _fields_ = [
        ("live", seats),
        ("able", seats),
        ("owes", seats),
        ("may_raise", seats),
        ("actor", seat),
        ("holder", seat),
        ("raiser", seat),
        ("first", seat),
        ("raises", c_uint8),
        ("cap", c_uint8),
        ("on_option", c_bool),
    ]


class Betting(Structure):
    _fields_ = [
        ("stack", chips * SEATS_MAX),
        ("staked", chips * SEATS_MAX),
        ("to_match", chips),
        ("raise_from", chips),
        ("raise_min", chips),
        ("pot", chips),
        ("missing", chips),
        ("turn", Turn),
        ("limit", c_uint8),
    ]


class Pot(Structure):
    _fields_ = [("amount", chips), ("eligible", seats)]


class Deal(Structure):
    _fields_ = [
        ("seats", seats),
        ("button", seat),
        ("opener", seat),
        ("stack", chips * SEATS_MAX),
        ("ante", chips * SEATS_MAX),
        ("dead", chips * SEATS_MAX),
        ("blind", chips * SEATS_MAX),
        ("deck", POINTER(card)),
        ("deck_count", c_int),
        ("later", POINTER(Rng)),
        ("bomb", c_bool),
        ("carry", c_void_p),
    ]


class Event(Structure):
    _fields_ = [
        ("kind", c_uint8),
        ("act", c_uint8),
        ("seat", seat),
        ("count", c_uint8),
        ("cards_to", seats),
        ("pot", c_uint8),
        ("board", c_uint8),
        ("cards", card * EVENT_CARDS),
        ("amount", chips),
        ("to", chips),
    ]


class EventLog(Structure):
    _fields_ = [("event", POINTER(Event)), ("count", c_uint32), ("room", c_uint32)]


class Zone(Structure):
    _fields_ = [
        ("kind", c_uint8),
        ("owner", seat),
        ("at", c_uint8),
        ("count", c_uint8),
        ("up", c_uint64),
    ]


class View(Structure):
    _fields_ = [
        ("viewer", seat),
        ("actor", seat),
        ("button", seat),
        ("opener", seat),
        ("phase", c_uint8),
        ("step", c_uint8),
        ("street", c_uint8),
        ("seats", seats),
        ("betting", Betting),
        ("start", chips * SEATS_MAX),
        ("paid", chips * SEATS_MAX),
        ("dead", chips),
        ("rake", chips),
        ("pots", c_uint8),
        ("zones", c_uint8),
        ("options", c_uint8),
        ("pot", Pot * SEATS_MAX),
        ("zone", Zone * ZONES_MAX),
        ("cards", card * ZONE_CARDS_MAX),
        ("number", c_int64 * NUMBERS_MAX),
        ("option", Option * OPTIONS_MAX),
    ]


class Game(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("rules_bytes", c_size_t),
        ("state_bytes", c_size_t),
        ("open", c_void_p),
        ("deal", c_void_p),
        ("actor", c_void_p),
        ("legal", c_void_p),
        ("apply", c_void_p),
        ("view", c_void_p),
        ("imagine", c_void_p),
        ("future", c_void_p),
        ("payoff", c_void_p),
    ]


class Step(Structure):
    _fields_ = [
        ("kind", c_uint8),
        ("down", c_uint8),
        ("up", c_uint8),
        ("board", c_uint8),
        ("discard_min", c_uint8),
        ("discard_max", c_uint8),
        ("replace", c_bool),
        ("big", c_uint8),
    ]


class Variant(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("title", c_char_p),
        ("code", c_char_p),
        ("showdown", c_char_p),
        ("deck", cards),
        ("seats_min", c_uint8),
        ("seats_max", c_uint8),
        ("limit", c_uint8),
        ("opener", c_uint8),
        ("odd_chips", c_uint8),
        ("forced", c_uint8),
        ("cap", c_uint8),
        ("on_up", c_uint8),
        ("shares_last", c_bool),
        ("trigger", cards),
        ("hole_cards", c_uint8),
        ("board_cards", c_uint8),
        ("steps", c_uint8),
        ("step", Step * STEPS_MAX),
    ]


class PokerRules(Structure):
    _fields_ = [
        ("variant", POINTER(Variant)),
        ("showdown", POINTER(Showdown)),
        ("bet", chips * 2),
        ("bring_in", chips),
        ("limit", c_uint8),
        ("cap", c_uint8),
        ("cap_counts_blind", c_bool),
        ("heads_up_uncapped", c_bool),
        ("rake_needs_board", c_bool),
        ("may_muck", c_bool),
        ("run_twice", c_bool),
        ("rake_per_10000", c_uint16),
        ("rake_cap", chips),
        ("wild", cards),
    ]  # more follows


class RotationGame(Structure):
    _fields_ = [("row", c_uint8), ("limit", c_uint8)]


class Rotation(Structure):
    _fields_ = [
        ("title", c_char_p),
        ("order", c_uint8),
        ("count", c_uint8),
        ("game", RotationGame * ROTATION_MAX),
    ]


# For the test that compares them with the headers.  Rules are the beginning of what is there.
STRUCTURES: Dict[str, Type[Structure]] = {
    "felt_action": Action,
    "felt_betting": Betting,
    "felt_complaint": Complaint,
    "felt_deal": Deal,
    "felt_equity_answer": EquityAnswer,
    "felt_equity_options": EquityOptions,
    "felt_equity_player": EquityPlayer,
    "felt_equity_question": EquityQuestion,
    "felt_equity_work": EquityWork,
    "felt_event": Event,
    "felt_event_log": EventLog,
    "felt_game": Game,
    "felt_holding": Holding,
    "felt_option": Option,
    "felt_poker_rules": PokerRules,
    "felt_pot": Pot,
    "felt_range": Range,
    "felt_rng": Rng,
    "felt_rotation": Rotation,
    "felt_rotation_game": RotationGame,
    "felt_showdown": Showdown,
    "felt_step": Step,
    "felt_turn": Turn,
    "felt_variant": Variant,
    "felt_view": View,
    "felt_zone": Zone,
}

_complaint = POINTER(Complaint)
_card = POINTER(card)
_rules = POINTER(PokerRules)
_state = c_void_p
_log = POINTER(EventLog)

# name: (result, arguments)
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "felt_status_text": (c_char_p, [enum]),
    "felt_rng_make": (Rng, [c_uint64]),
    "felt_rng_split": (Rng, [POINTER(Rng), c_uint64]),
    "felt_card_read": (enum, [c_char_p, c_size_t, POINTER(c_size_t), _card, _complaint]),
    "felt_cards_read": (enum, [c_char_p, c_size_t, c_int, _card, POINTER(c_int), _complaint]),
    "felt_deck_cards": (cards, [enum]),
    "felt_combo_cards": (None, [c_int, _card, _card]),
    "felt_range_count": (c_int, [POINTER(Range)]),
    "felt_range_read": (enum, [c_char_p, c_size_t, POINTER(Range), _complaint]),
    "felt_range_write": (c_size_t, [POINTER(Range), c_char_p, c_size_t]),
    "felt_range_remove_cards": (None, [POINTER(Range), cards]),
    "felt_value_category": (enum, [enum, value]),
    "felt_category_name": (c_char_p, [enum]),
    "felt_family_name": (c_char_p, [enum]),
    "felt_showdown_count": (c_int, []),
    "felt_showdown_at": (POINTER(Showdown), [c_int]),
    "felt_showdown_find": (POINTER(Showdown), [c_char_p]),
    "felt_showdown_values": (
        None,
        [POINTER(Showdown), _card, c_int, _card, c_int, POINTER(value)],
    ),
    "felt_showdown_name": (None, [POINTER(Showdown), c_int, value, c_char_p, c_size_t]),
    "felt_showdown_cards": (c_int, [POINTER(Showdown), c_int, _card, c_int, _card, c_int, _card]),
    "felt_high5_ids_batch": (None, [c_void_p, c_void_p, c_size_t]),
    "felt_high7_ids_batch": (None, [c_void_p, c_void_p, c_size_t]),
    "felt_omaha4_batch": (None, [c_void_p, c_void_p, c_size_t]),
    "felt_badugi_batch": (None, [c_void_p, c_void_p, c_size_t]),
    "felt_strength_value": (value, [c_uint32]),
    "felt_equity_defaults": (EquityOptions, []),
    "felt_equity_verify": (enum, [POINTER(EquityQuestion), _complaint]),
    "felt_equity_matchups": (c_uint64, [POINTER(EquityQuestion)]),
    "felt_equity_ask": (
        enum,
        [
            POINTER(EquityQuestion),
            POINTER(EquityOptions),
            POINTER(EquityWork),
            POINTER(EquityAnswer),
            _complaint,
        ],
    ),
    "felt_options_count": (c_int64, [POINTER(Option), c_int]),
    "felt_options_pick": (Action, [POINTER(Option), c_int, c_int64]),
    "felt_option_admits": (c_bool, [POINTER(Option), Action]),
    "felt_event_for": (Event, [POINTER(Event), seat]),
    "felt_view_equal": (c_bool, [POINTER(View), POINTER(View)]),
    "felt_variant_count": (c_int, []),
    "felt_variant_at": (POINTER(Variant), [c_int]),
    "felt_variant_find": (POINTER(Variant), [c_char_p]),
    "felt_poker_rules_make": (enum, [c_char_p, enum, chips, _rules, _complaint]),
    "felt_poker_rules_verify": (enum, [_rules, _complaint]),
    "felt_poker_deal_verify": (enum, [_rules, POINTER(Deal), _complaint]),
    "felt_poker_deal_make": (Deal, [_rules, c_int, POINTER(chips), seat]),
    "felt_poker_open": (enum, [_rules, POINTER(Deal), _state, _log]),
    "felt_poker_deal": (enum, [_rules, POINTER(Deal), POINTER(Rng), _state, _log]),
    "felt_poker_options": (c_int, [_rules, _state, POINTER(Option)]),
    "felt_poker_apply": (enum, [_rules, _state, seat, Action, _log]),
    "felt_poker_explain": (enum, [_rules, _state, seat, Action, _complaint]),
    "felt_poker_view": (None, [_rules, _state, seat, POINTER(View)]),
    "felt_poker_imagine": (None, [_rules, POINTER(View), POINTER(Rng), _state]),
    "felt_poker_payoff": (None, [_state, POINTER(chips)]),
    "felt_poker_hole": (c_int, [_rules, _state, seat, _card]),
    "felt_poker_second_board": (c_int, [_rules, _state, _card]),
    "felt_rotation_make": (enum, [c_char_p, c_size_t, enum, POINTER(Rotation), _complaint]),
    "felt_rotation_next": (c_int, [POINTER(Rotation), c_int, c_int, c_int]),
    "felt_rotation_playable": (c_int, [POINTER(Rotation), c_int, POINTER(c_uint8)]),
    "felt_poker_equal": (c_bool, [_state, _state]),
    "felt_poker_hash": (c_uint64, [_state]),
}

SONAME = "libfelt.so.0"

_ADVICE = (
    "Install it with `pip install ./python` from the Feltworks sources, which builds libfelt and "
    "brings it along; or build it (`./dev build`) and name it: FELT_LIBRARY=build/src/libfelt.so"
)


def _candidates() -> Iterator[str]:
    """Where the library may be, most wanted first.  A file that is named but not there is an
    error, not a reason to take another one."""
    named = os.environ.get("FELT_LIBRARY")
    if named:
        if not os.path.exists(named):
            raise ImportError(f"FELT_LIBRARY names {named}, and there is no such file")
        yield os.path.abspath(named)
        return
    here = pathlib.Path(__file__).resolve().parent
    if (here / SONAME).exists():
        yield str(here / SONAME)
    # The package is used where it stands in the sources.
    if (here.parent / "felt_build.py").exists():
        folders = (here.parent.parent / name / "src" for name in ("build", "build-python"))
        yield from (str(folder / SONAME) for folder in folders if (folder / SONAME).exists())
    yield SONAME
    try:
        found = subprocess.run(
            ["pkg-config", "--variable=libdir", "felt"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return
    path = pathlib.Path(os.fsdecode(found.stdout).strip()) / SONAME
    if path.exists():
        yield str(path)


def _declare(library: ctypes.CDLL, path: str) -> None:
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise ImportError(
                f"{path} has no function {name}: it is a libfelt of another version.  {_ADVICE}"
            ) from None
        function.restype = result
        function.argtypes = arguments


def _verify(library: Any, path: str) -> None:
    """A library of another version would write where nothing is expected.  So the beginning of a
    hand is played, and every structure that comes back must say what it should."""

    def expect(what: str, there: Any, here: Any) -> None:
        if there != here:
            raise ImportError(
                f"{path} does not fit this package: {what} is {there} there and {here} here.  "
                + _ADVICE
            )

    try:
        game = Game.in_dll(library, "felt_poker_game")
    except ValueError:
        raise ImportError(f"{path} knows no poker: it is another version.  {_ADVICE}") from None
    expect("a game", (game.name, 0 < game.state_bytes <= 65536), (b"poker", True))
    expect("room for rules", sizeof(PokerRules) <= game.rules_bytes <= 65536, True)
    showdown = library.felt_showdown_at(0).contents
    expect("the first game", (showdown.name, showdown.hole, showdown.board), (b"holdem", 2, 5))
    expect("the default of equity", library.felt_equity_defaults().exact_max, 10**10)

    rules = PokerRules.from_buffer(ctypes.create_string_buffer(game.rules_bytes))
    expect("a status", library.felt_poker_rules_make(b"holdem", 2, 100, rules, None), 0)
    expect("rules", (list(rules.bet), rules.limit, rules.cap), ([100, 200], 2, 4))
    expect("room for chips", 10**9 <= rules.rake_cap < 1 << 62, True)
    row = rules.variant.contents
    expect("hold'em", (row.title, row.hole_cards, row.board_cards), (b"Hold'em", 2, 5))
    expect("a step", (row.steps, row.step[2].kind, row.step[2].board), (8, STEP_DEAL, 3))
    deal = library.felt_poker_deal_make(rules, 3, (chips * 3)(1000, 2000, 3000), 0)
    expect("a deal", (list(deal.blind[:3]), deal.opener), ([0, 50, 100], 0))
    events = (Event * EVENTS_MAX)()
    log = EventLog(ctypes.cast(events, POINTER(Event)), 0, EVENTS_MAX)
    state = (c_uint8 * game.state_bytes)()
    expect("a status", library.felt_poker_open(rules, deal, state, log), 0)
    rng = library.felt_rng_make(1)
    expect("a status", library.felt_poker_deal(rules, deal, rng, state, log), 0)
    first = [(event.kind, event.seat, event.amount, event.count) for event in events[:3]]
    expect("events", (log.count, first), (5, [(2, 1, 50, 0), (2, 2, 100, 0), (3, 1, 0, 2)]))
    view = View.from_buffer(ctypes.create_string_buffer(VIEW_BYTES_MAX))
    library.felt_poker_view(rules, state, 0, view)
    expect("a view", (view.viewer, view.actor, view.zones, view.options), (0, 0, 4, 3))
    expect("stacks", list(view.betting.stack[:3]), [1000, 1950, 2900])
    expect("a turn", (view.betting.turn.live, view.betting.turn.cap), (7, 4))
    expect("an option", (view.option[1].kind, view.option[1].min), (2, 100))


def _load() -> Tuple[Any, str]:
    problems = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as problem:
            problems.append(str(problem))
            continue
        _declare(library, path)
        _verify(library, path)
        return library, path
    raise ImportError("libfelt is not here (" + "; ".join(problems) + ").  " + _ADVICE)


lib, library_path = _load()

_game = Game.in_dll(lib, "felt_poker_game")
STATE_BYTES: int = _game.state_bytes
# A hand; what is in it is known to the library alone.
State = c_uint8 * STATE_BYTES
actor = ctypes.CFUNCTYPE(seat, c_void_p, c_void_p)(_game.actor)


def rules_room() -> Any:
    """Rules, with room behind them for what is known to the library alone."""
    return PokerRules.from_buffer(ctypes.create_string_buffer(_game.rules_bytes))


def _largest_amount() -> int:
    """The most chips of a stack or bet: the rake cap of rules without one."""
    rules = rules_room()
    lib.felt_poker_rules_make(b"holdem", 0, 100, rules, None)
    largest: int = rules.rake_cap
    return largest


CHIPS_MAX = _largest_amount()


def view_room() -> Any:
    """A view; no view of any version is larger."""
    return View.from_buffer(ctypes.create_string_buffer(VIEW_BYTES_MAX))


def text(raw: Optional[bytes]) -> str:
    """A text of the library."""
    return (raw or b"").decode("utf-8", "replace")


def demand(status: int, complaint: Complaint) -> None:
    """Raises what the library complains about, if it does."""
    if status == 0:
        return
    message = text(complaint.text) or text(lib.felt_status_text(status))
    raise error_of(status, message, complaint.at, complaint.length)
