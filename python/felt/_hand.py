"""One hand of poker from its forced bets to the last chip, and a table for many of them."""

from __future__ import annotations

import ctypes
import operator
import threading
from typing import Any, Iterable, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._actions import Action, ActionKind, Event, EventKind, Legal, Limit, Phase, Pot
from ._actions import raw_action, seat_of, seats_of
from ._cards import Card, CardLike, CardsLike, from_bytes, from_mask, text
from ._cards import cards as read_cards
from ._deal import Amounts, Blinds, around, deck_of, plan, rng_of
from ._errors import DealError, IllegalAction, NotYourTurn, Status, error_of
from ._native import lib
from ._rules import Rules

__all__ = ["Hand", "Table", "View"]


class _Scratch(threading.local):
    """Where the library writes events; each thread has its own."""

    def __init__(self) -> None:
        self.events = (_native.Event * _native.EVENTS_MAX)()
        self.log = _native.EventLog(
            ctypes.cast(self.events, ctypes.POINTER(_native.Event)), 0, _native.EVENTS_MAX
        )


_scratch = _Scratch()
_EVENT_BYTES = ctypes.sizeof(_native.Event)


class Hand:
    """One hand of poker.

    Seats are numbered from 0, clockwise; a seat whose stack is 0 is empty.  Without ``blinds``,
    ``antes`` and ``dead`` the forced bets are those that are usual for the game.  ``blinds`` are
    posted in a row from left of the button (heads-up from the button), as in ``(50, 100)`` or, with
    a straddle, ``(50, 100, 200)``; or by seat, as in ``{3: 100}``.  ``antes`` and ``dead`` are one
    amount for all, a list, or a mapping by seat.

    ``bomb`` is a bomb pot: everybody antes (a unit, if ``antes`` says nothing else), and betting
    begins with the flop.

    Cards are shuffled with ``seed``, without one differently each time.  ``deck`` gives them from
    the top (None for a card that is to be drawn), ``holes``, ``board`` and ``stub`` some of them by
    place; draws take from the stub.

    >>> hand = Hand(Rules("holdem", "nl", 100), [10000, 10000], holes={0: "AsAh", 1: "KdKc"})
    >>> hand.actor, hand.stacks, str(hand.legal())
    (0, (9950, 9900), 'fold, call 50, raise_to 200 to 10000')
    """

    __slots__ = ("rules", "_state", "_log", "_count", "_seen")

    rules: Rules

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        button: int = 0,
        *,
        blinds: Optional[Blinds] = None,
        antes: Optional[Amounts] = None,
        dead: Optional[Amounts] = None,
        opener: Optional[int] = None,
        deck: Optional[Iterable[Optional[CardLike]]] = None,
        holes: Optional[Mapping[int, CardsLike]] = None,
        board: CardsLike = (),
        stub: CardsLike = (),
        bomb: bool = False,
        seed: Optional[int] = None,
    ) -> None:
        raw = plan(rules, stacks, button, blinds, antes, dead, opener, bomb)
        if deck is not None or holes or board or stub:
            places = deck_of(rules, raw, deck, holes, board, stub)
            known = (_native.card * max(len(places), 1))(*places)
            raw.deck = ctypes.cast(known, ctypes.POINTER(_native.card))
            raw.deck_count = len(places)
        complaint = _native.Complaint()
        _native.demand(lib.felt_poker_deal_verify(rules._raw, raw, complaint), complaint)
        self.rules = rules
        self._state = _native.State()
        self._seen: Optional[View] = None
        self._log: Optional[bytearray] = bytearray()
        self._count = len(stacks)
        log = _scratch.log
        log.count = 0
        status = lib.felt_poker_open(rules._raw, raw, self._state, log)
        if status == 0:
            status = lib.felt_poker_deal(rules._raw, raw, rng_of(seed), self._state, log)
        if status:
            raise error_of(status, _native.text(lib.felt_status_text(status)))
        self._log += self._written()

    @staticmethod
    def _written() -> bytes:
        log = _scratch.log
        return ctypes.string_at(log.event, log.count * _EVENT_BYTES)

    @classmethod
    def _of(cls, rules: Rules, state: Any, count: int, log: Optional[bytearray]) -> "Hand":
        hand = cls.__new__(cls)
        hand.rules, hand._state, hand._count, hand._log = rules, state, count, log
        hand._seen = None
        return hand

    @property
    def _public(self) -> "View":
        """What everybody sees, looked at once after each action."""
        if self._seen is None:
            self._seen = self.view(None)
        return self._seen

    @property
    def _actor(self) -> int:
        actor: int = _native.actor(ctypes.addressof(self.rules._raw), self._state)
        return actor

    # Whose turn, and what may be done.

    @property
    def actor(self) -> Optional[int]:
        """The seat that acts; None: the hand is over."""
        return seat_of(self._actor)

    @property
    def over(self) -> bool:
        return self._actor < 0

    @property
    def phase(self) -> Phase:
        return self._public.phase

    @property
    def street(self) -> int:
        """Betting rounds begun before this one."""
        return self._public.street

    def legal(self) -> Legal:
        """What the actor may do; nothing if the hand is over."""
        options = (_native.Option * _native.OPTIONS_MAX)()
        count = lib.felt_poker_options(self.rules._raw, self._state, options)
        return Legal(self.actor, options, count)

    def apply(
        self,
        action: Union[Action, ActionKind, str],
        amount: int = 0,
        *,
        cards: CardsLike = (),
        seat: Optional[int] = None,
    ) -> Tuple[Event, ...]:
        """The actor acts; returns what happened because of it.

        An action is a word and, for ``raise_to``, the total of the street: ``apply("call")``,
        ``apply("raise_to", 300)``; ``cards`` are those of a ``discard``.  With ``seat`` it must be
        that seat's turn.  IllegalAction says what would be accepted, and the hand is as it was.
        """
        if not isinstance(action, Action):
            try:
                action = Action(ActionKind(action), amount, self._places(cards))
            except ValueError:
                raise IllegalAction(
                    f"there is no action {action!r}; now: {self.legal()}", Status.NOT_LEGAL
                ) from None
        raw = raw_action(action)
        actor = self._actor
        who = actor if seat is None else operator.index(seat)
        if actor < 0:
            raise NotYourTurn("nobody acts: the hand is over", Status.NOT_YOUR_TURN)
        if not 0 <= who < self._count:
            raise NotYourTurn(f"there is no seat {who}", Status.NOT_YOUR_TURN)
        log = None
        if self._log is not None:
            log = _scratch.log
            log.count = 0
        status = lib.felt_poker_apply(self.rules._raw, self._state, who, raw, log)
        if status:
            complaint = _native.Complaint()
            _native.demand(
                lib.felt_poker_explain(self.rules._raw, self._state, who, raw, complaint),
                complaint,
            )
        self._seen = None
        if self._log is None:
            return ()
        written = self._written()
        self._log += written
        return self._decode(written)

    def fold(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.FOLD))

    def check(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.CHECK))

    def call(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.CALL))

    def raise_to(self, amount: int) -> Tuple[Event, ...]:
        """Bets or raises; ``amount`` is the seat's stake of this street after that."""
        return self.apply(Action(ActionKind.RAISE_TO, amount))

    def bring_in(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.BRING_IN))

    def discard(self, cards: CardsLike = ()) -> Tuple[Event, ...]:
        """Throws cards of the actor's hand away, in games with draws for new ones.

        >>> draw = Hand(Rules("draw"), [900, 900], holes={1: "As Ah Kd 7h 2c"}, stub="Ac Ad 2h")
        >>> _ = draw.call(), draw.check()
        >>> [str(event) for event in draw.discard("7h 2c Kd")]
        ['seat 1 discards Kd 7h 2c']
        >>> _ = draw.discard()
        >>> text(draw.hole(1))
        'As Ah Ac Ad 2h'
        """
        return self.apply(Action(ActionKind.DISCARD, cards=self._places(cards)))

    def show(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.SHOW))

    def muck(self) -> Tuple[Event, ...]:
        return self.apply(Action(ActionKind.MUCK))

    def runs(self, boards: int) -> Tuple[Event, ...]:
        """All-in: is the rest of the board dealt once or twice?"""
        if boards not in (1, 2):
            raise IllegalAction(f"{boards} boards; there are one or two", Status.NOT_LEGAL)
        return self.apply(Action(ActionKind.RUNS, choice=boards - 1))

    def _places(self, some: CardsLike) -> int:
        """Cards of the actor's hand as a mask."""
        named = read_cards(some)
        actor = self.actor
        own = () if actor is None or not named else self.hole(actor)
        for card in named:
            if card not in own:
                raise IllegalAction(
                    f"seat {actor} does not hold {card}; it holds {text(own)}", Status.BAD_DISCARD
                )
        return sum(1 << own.index(card) for card in named)

    # Chips.

    @property
    def stacks(self) -> Tuple[int, ...]:
        """Chips behind, by seat."""
        return self._public.stacks

    @property
    def staked(self) -> Tuple[int, ...]:
        """Chips put in on this street, by seat."""
        return self._public.staked

    @property
    def start(self) -> Tuple[int, ...]:
        """Stacks before the forced bets, by seat."""
        return self._public.start

    @property
    def pot(self) -> int:
        """Everything put in, stakes of this street included; 0 once the hand is over."""
        return self._public.pot

    @property
    def pots(self) -> Tuple[Pot, ...]:
        """The layers of the pot, without the stakes of this street."""
        return self._public.pots

    @property
    def to_match(self) -> int:
        """The price: what a seat's stake must be to stay in."""
        return self._public.to_match

    @property
    def rake(self) -> int:
        return self._public.rake

    def payoff(self) -> Tuple[int, ...]:
        """Won or lost so far, by seat; once the hand is over, the result."""
        out = (_native.chips * _native.SEATS_MAX)()
        lib.felt_poker_payoff(self._state, out)
        return tuple(out[: self._count])

    # Seats and cards.

    @property
    def button(self) -> int:
        return self._public.button

    @property
    def seats(self) -> Tuple[int, ...]:
        """Seats that were dealt in."""
        return self._public.seats

    @property
    def live(self) -> Tuple[int, ...]:
        """Seats that have not folded."""
        return self._public.live

    @property
    def board(self) -> Tuple[Card, ...]:
        return tuple(card for card in self._public.board if card is not None)

    @property
    def second_board(self) -> Tuple[Card, ...]:
        """The other board of a hand that is run twice."""
        return tuple(card for card in self._public.second_board if card is not None)

    @property
    def wild(self) -> Tuple[Card, ...]:
        """What is wild as the hand stands, jokers apart."""
        return self._public.wild

    def drew(self, seat: int) -> Tuple[int, ...]:
        """How many cards a seat threw away in each draw."""
        return self._public.drew(seat)

    def hole(self, seat: int) -> Tuple[Card, ...]:
        """The cards a seat holds, in the order they were dealt."""
        self._verify_seat(seat)
        out = (_native.card * _native.HOLE_MAX)()
        count = lib.felt_poker_hole(self.rules._raw, self._state, seat, out)
        return tuple(map(Card, out[:count]))

    # What happened, and who may know it.

    def _decode(self, raw: bytes, seat: Optional[int] = None, everything: bool = True) -> Any:
        events = (_native.Event * (len(raw) // _EVENT_BYTES)).from_buffer_copy(raw)
        return tuple(
            self._event(
                event
                if everything
                else lib.felt_event_for(event, _native.SEAT_NONE if seat is None else seat)
            )
            for event in events
        )

    def _event(self, event: Any) -> Event:
        kind = EventKind(event.kind)
        name = ""
        if kind == EventKind.SHOW:
            out = ctypes.create_string_buffer(_native.VALUE_NAME_BYTES)
            lib.felt_showdown_name(self.rules._raw.showdown, 0, event.amount, out, len(out))
            name = _native.text(out.value)
        return Event(
            kind=kind,
            seat=seat_of(event.seat),
            action=ActionKind(event.act) if kind == EventKind.ACT else None,
            amount=event.amount,
            to=event.to,
            cards=from_bytes(event.cards[: event.count]),
            cards_to=tuple(seat for seat in seats_of(event.cards_to) if seat < self._count),
            pot=event.pot,
            board=event.board,
            name=name,
        )

    @property
    def events(self) -> Tuple[Event, ...]:
        """Everything that happened, all cards included."""
        events: Tuple[Event, ...] = self._decode(bytes(self._log or b""))
        return events

    def events_for(self, seat: Optional[int]) -> Tuple[Event, ...]:
        """Everything that happened as a seat may know it; None: a spectator."""
        if seat is not None:
            self._verify_seat(seat)
        events: Tuple[Event, ...] = self._decode(bytes(self._log or b""), seat, False)
        return events

    def _verify_seat(self, seat: int) -> None:
        if seat not in self.seats:
            raise IndexError(f"seat {seat} was not dealt in; seats are {self.seats}")

    def view(self, seat: Optional[int] = None) -> "View":
        """The hand as a seat may know it; None: a spectator."""
        if seat is not None:
            self._verify_seat(seat)
        raw = _native.view_room()
        who = _native.SEAT_NONE if seat is None else seat
        lib.felt_poker_view(self.rules._raw, self._state, who, raw)
        return View(self.rules, raw, self._count)

    # For search.

    def copy(self, log: bool = True) -> "Hand":
        """The same hand once more.  Without a log it remembers no events, and is faster."""
        kept = bytearray(self._log) if log and self._log is not None else None
        again = Hand._of(
            self.rules, _native.State.from_buffer_copy(self._state), self._count, kept
        )
        again._seen = self._seen
        return again

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Hand":
        return self.copy()

    def imagine(self, seat: Optional[int], seed: Optional[int] = None) -> "Hand":
        """A hand that looks the same to a seat, everything hidden drawn anew; it has no log."""
        return self.view(seat).imagine(seed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self.rules == other.rules and bool(lib.felt_poker_equal(self._state, other._state))

    def __hash__(self) -> int:
        """Of the state as it is now: an action changes it, so keep copies in sets and dicts."""
        return hash((self.rules, lib.felt_poker_hash(self._state)))

    def __reduce__(self) -> Tuple[Any, Tuple[Any, ...]]:
        log = None if self._log is None else bytes(self._log)
        return _hand_of, (self.rules, bytes(self._state), self._count, log)

    def __repr__(self) -> str:
        acts = "over" if self.over else f"seat {self.actor} acts"
        common = f", board {text(self.board)}" if self.board else ""
        return f"<Hand of {self.rules.variant}: {acts}{common}, pot {self.pot}>"


def _hand_of(rules: Rules, state: bytes, count: int, log: Optional[bytes]) -> Hand:
    if len(state) != _native.STATE_BYTES:
        raise ValueError("a hand of another version of felt")
    raw = _native.State.from_buffer_copy(state)
    return Hand._of(rules, raw, count, None if log is None else bytearray(log))


class View:
    """A hand as one seat may know it.  There is no hidden card in it."""

    __slots__ = ("rules", "_raw", "_count")

    def __init__(self, rules: Rules, raw: Any, count: int) -> None:
        self.rules = rules
        self._raw = raw
        self._count = count

    @property
    def viewer(self) -> Optional[int]:
        return seat_of(self._raw.viewer)

    @property
    def actor(self) -> Optional[int]:
        return seat_of(self._raw.actor)

    @property
    def over(self) -> bool:
        return self.phase == Phase.OVER

    @property
    def button(self) -> int:
        button: int = self._raw.button
        return button

    @property
    def phase(self) -> Phase:
        return Phase(self._raw.phase)

    @property
    def street(self) -> int:
        street: int = self._raw.street
        return street

    @property
    def seats(self) -> Tuple[int, ...]:
        return seats_of(self._raw.seats)

    @property
    def live(self) -> Tuple[int, ...]:
        return seats_of(self._raw.betting.turn.live)

    @property
    def stacks(self) -> Tuple[int, ...]:
        return tuple(self._raw.betting.stack[: self._count])

    @property
    def staked(self) -> Tuple[int, ...]:
        return tuple(self._raw.betting.staked[: self._count])

    @property
    def start(self) -> Tuple[int, ...]:
        return tuple(self._raw.start[: self._count])

    @property
    def to_match(self) -> int:
        price: int = self._raw.betting.to_match
        return price

    @property
    def pot(self) -> int:
        pot: int = self._raw.betting.pot
        return pot

    @property
    def rake(self) -> int:
        rake: int = self._raw.rake
        return rake

    @property
    def pots(self) -> Tuple[Pot, ...]:
        return tuple(
            Pot(pot.amount, seats_of(pot.eligible)) for pot in self._raw.pot[: self._raw.pots]
        )

    def _zone(self, kind: int, owner: int) -> Tuple[Optional[Card], ...]:
        for zone in self._raw.zone[: self._raw.zones]:
            if zone.kind == kind and zone.owner == owner:
                return from_bytes(self._raw.cards[zone.at : zone.at + zone.count])
        return ()

    @property
    def board(self) -> Tuple[Optional[Card], ...]:
        return self._zone(_native.ZONE_BOARD, _native.SEAT_NONE)

    @property
    def second_board(self) -> Tuple[Optional[Card], ...]:
        return self._zone(_native.ZONE_SECOND_BOARD, _native.SEAT_NONE)

    @property
    def discards(self) -> Tuple[Optional[Card], ...]:
        """What the viewer threw away, as far as it did not go back into the deck."""
        owner = _native.SEAT_NONE if self.viewer is None else self.viewer
        return self._zone(_native.ZONE_DISCARDS, owner)

    @property
    def wild(self) -> Tuple[Card, ...]:
        """What is wild as the hand stands, jokers apart."""
        follow: int = self._raw.number[_native.POKER_FOLLOW]
        followers = 15 << 4 * (follow - 2) if follow > 1 else 0
        return from_mask(self.rules._raw.wild | followers)

    def drew(self, seat: int) -> Tuple[int, ...]:
        """How many cards a seat threw away in each draw."""
        bits: int = self._raw.number[_native.POKER_DREW + seat] if 0 <= seat < self._count else 0
        each = (bits >> 4 * draw & 15 for draw in range(_native.DRAWS_MAX))
        return tuple(cards - 1 for cards in each if cards)

    def hole(self, seat: int) -> Tuple[Optional[Card], ...]:
        """The cards of a seat; None for each one the viewer may not see."""
        return self._zone(_native.ZONE_HAND, seat)

    def legal(self) -> Legal:
        """What the viewer may do now; nothing if it is not the viewer's turn."""
        options = (_native.Option * _native.OPTIONS_MAX)(*self._raw.option)
        return Legal(self.actor, options, self._raw.options)

    def imagine(self, seed: Optional[int] = None) -> Hand:
        """A hand that looks like this, everything hidden drawn anew; it has no log."""
        state = _native.State()
        lib.felt_poker_imagine(self.rules._raw, self._raw, rng_of(seed), state)
        return Hand._of(self.rules, state, self._count, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.rules == other.rules and bool(lib.felt_view_equal(self._raw, other._raw))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        own = "" if self.viewer is None else f", holding {text(self.hole(self.viewer))}"
        common = f", board {text(self.board)}" if self.board else ""
        return f"<View of {who}{own}{common}, pot {self.pot}>"


class Table:
    """A table at which hands are played one after the other.

    >>> table = Table("holdem", unit=100, stacks=[5000, 5000, 5000], seed=7)
    >>> hand = table.deal()
    >>> while not hand.over:
    ...     _ = hand.fold()
    >>> table.stacks, table.deal().button
    ((5000, 4950, 5050), 1)

    Chips stay where a hand leaves them and the button moves to the next seat that has some.
    Arguments are those of :class:`Rules` and :class:`Hand`; with a seed every hand is the same
    each time.
    """

    def __init__(
        self,
        variant: str = "holdem",
        limit: Optional[Union[str, Limit]] = None,
        unit: int = 100,
        *,
        stacks: Sequence[int],
        button: int = 0,
        blinds: Optional[Sequence[int]] = None,
        antes: Optional[int] = None,
        seed: Optional[int] = None,
        **rules: Any,
    ) -> None:
        self.rules = Rules(variant, limit, unit, **rules)
        self.hand: Optional[Hand] = None  #: the last one dealt
        self._stacks = tuple(stacks)
        self._button = button
        self._blinds = blinds
        self._antes = antes
        self._rng = rng_of(seed)
        self._dealt = 0
        plan(self.rules, self._stacks, button, blinds, antes, None, None)  # complain at once

    @property
    def stacks(self) -> Tuple[int, ...]:
        """Chips behind: of the hand that is played, or of the last one."""
        return self._stacks if self.hand is None else self.hand.stacks

    @property
    def button(self) -> int:
        return self._button

    def deal(
        self,
        *,
        dead: Optional[Amounts] = None,
        deck: Optional[Iterable[Optional[CardLike]]] = None,
        holes: Optional[Mapping[int, CardsLike]] = None,
        board: CardsLike = (),
        stub: CardsLike = (),
        bomb: bool = False,
        seed: Optional[int] = None,
    ) -> Hand:
        """The next hand.  The one before must be over."""
        stacks, button = self.stacks, self._button
        if self.hand is not None:
            if not self.hand.over:
                raise DealError("the hand before is not over", Status.BAD_DEAL)
            with_chips = [seat for seat, stack in enumerate(stacks) if stack]
            button = around(with_chips, button)[0] if with_chips else button
        if seed is None:
            seed = lib.felt_rng_split(self._rng, self._dealt).state[0]
        hand = Hand(
            self.rules,
            stacks,
            button,
            blinds=self._blinds,
            antes=self._antes,
            dead=dead,
            deck=deck,
            holes=holes,
            board=board,
            stub=stub,
            bomb=bomb,
            seed=seed,
        )
        self.hand, self._stacks, self._button = hand, stacks, button
        self._dealt += 1
        return hand

    def __repr__(self) -> str:
        return f"<Table of {self.rules.variant}: stacks {self.stacks}, button {self.button}>"
