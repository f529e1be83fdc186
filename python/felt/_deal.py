"""Who is dealt in, what each puts in before the cards, and which cards are known beforehand."""

from __future__ import annotations

import operator
import secrets
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from . import _native
from ._actions import seats_of
from ._cards import Card, CardLike, CardsLike, cards, from_mask
from ._errors import DealError, Status
from ._native import lib
from ._rules import Rules, chips_of


def rng_of(seed: Optional[int]) -> Any:
    """Without a seed, one that nobody can guess by looking at the clock."""
    number = secrets.randbits(64) if seed is None else operator.index(seed) & (1 << 64) - 1
    return lib.felt_rng_make(number)


Amounts = Union[int, Sequence[int], Mapping[int, int]]
Blinds = Union[Sequence[int], Mapping[int, int]]


def _each(amounts: Amounts, dealt: Sequence[int], what: str) -> Dict[int, int]:
    """Chips by seat: one amount for all, a list by seat, or a mapping."""
    if isinstance(amounts, Mapping):
        found = dict(amounts)
    elif isinstance(amounts, Sequence):
        found = dict(enumerate(amounts))
    else:
        found = {seat: amounts for seat in dealt}
    for seat, amount in found.items():
        chips_of(amount, what, DealError)
        if amount and seat not in dealt:
            raise DealError(f"{what} of seat {seat}, which has no chips", Status.BAD_DEAL)
    return {seat: amount for seat, amount in found.items() if amount}


def around(dealt: Sequence[int], button: int) -> List[int]:
    """The seats dealt in, clockwise from left of the button."""
    return [seat for seat in dealt if seat > button] + [seat for seat in dealt if seat <= button]


def _post(raw: Any, blinds: Blinds, dealt: Sequence[int]) -> None:
    """Blinds in a row: from left of the button, heads-up from the button (RULES 5.2, 5.3)."""
    for seat in range(_native.SEATS_MAX):
        raw.blind[seat] = 0
    if isinstance(blinds, Mapping):
        for seat, amount in _each(blinds, dealt, "a blind").items():
            raw.blind[seat] = amount
        return
    order = around(dealt, raw.button)
    if len(dealt) == 2:
        order = order[::-1]
    if len(blinds) > len(order):
        raise DealError(
            f"{len(blinds)} blinds for {len(order)} seats; give fewer", Status.BAD_DEAL
        )
    for seat, amount in zip(order, blinds):
        raw.blind[seat] = chips_of(amount, "a blind", DealError)
    raw.opener = order[len(blinds) % len(order)] if blinds else _native.SEAT_NONE


def plan(
    rules: Rules,
    stacks: Sequence[int],
    button: int,
    blinds: Optional[Blinds],
    antes: Optional[Amounts],
    dead: Optional[Amounts],
    opener: Optional[int],
    bomb: bool = False,
) -> Any:
    """Who is dealt in and what each puts in before the cards."""
    count = len(stacks)
    if not 0 < count <= _native.SEATS_MAX:
        raise DealError(f"{count} seats; there are 2 to {_native.SEATS_MAX}", Status.BAD_DEAL)
    if not 0 <= operator.index(button) < count:
        raise DealError(f"the button at seat {button}; seats are 0 to {count - 1}", Status.BAD_DEAL)
    have = [chips_of(stack, "a stack", DealError) for stack in stacks]
    dealt = [seat for seat in range(count) if have[seat]]
    variant = rules._raw.variant.contents
    if not variant.seats_min <= len(dealt) <= variant.seats_max:
        few = f"{variant.seats_min} to {variant.seats_max}"
        raise DealError(
            f"{len(dealt)} seats have chips; {_native.text(variant.title)} has {few}",
            Status.BAD_DEAL,
        )
    # The usual forced bets are made for seats without gaps, then moved to where people sit.
    near = len([seat for seat in dealt if seat <= button]) - 1
    packed = (_native.chips * len(dealt))(*(have[seat] for seat in dealt))
    usual = lib.felt_poker_deal_make(rules._raw, len(dealt), packed, near % len(dealt))
    raw = _native.Deal(button=button, opener=_native.SEAT_NONE)
    for place, seat in enumerate(dealt):
        raw.seats |= 1 << seat
        raw.stack[seat] = have[seat]
        raw.ante[seat] = usual.ante[place]
        raw.dead[seat] = usual.dead[place]
        raw.blind[seat] = usual.blind[place]
    if usual.opener >= 0:
        raw.opener = dealt[usual.opener]
    if bomb:
        raw.bomb = True
        _post(raw, (), dealt)
        if antes is None:
            antes = rules.unit
    elif blinds is not None:
        _post(raw, blinds, dealt)
    for chosen, field, what in ((antes, raw.ante, "an ante"), (dead, raw.dead, "dead money")):
        if chosen is not None:
            given = _each(chosen, dealt, what)
            for seat in dealt:
                field[seat] = given.get(seat, 0)
    if opener is not None:
        if opener not in dealt:
            raise DealError(f"seat {opener} cannot open: it has no chips", Status.BAD_DEAL)
        raw.opener = opener
    return raw


def deck_of(
    rules: Rules,
    raw: Any,
    deck: Optional[Iterable[Optional[CardLike]]],
    holes: Optional[Mapping[int, CardsLike]],
    board: CardsLike,
    stub: CardsLike,
) -> List[int]:
    """The deck from the top (RULES 2.4); unknown cards are CARD_NONE."""
    if deck is not None:
        if holes or board or stub:
            raise DealError("give a deck, or holes, board and stub, not both", Status.BAD_DEAL)
        every = cards(deck) if isinstance(deck, str) else deck
        return [_native.CARD_NONE if card is None else int(Card(card)) for card in every]
    order = around(seats_of(raw.seats), raw.button)
    variant = rules._raw.variant.contents
    size = len(from_mask(variant.deck))
    # Too few cards for everybody's last one: it is no part of the rows (RULES 2.4).
    crowded = variant.shares_last and variant.hole_cards * len(order) > size
    own_cards = variant.hole_cards - crowded
    places = [_native.CARD_NONE] * (own_cards * len(order) + variant.board_cards)
    for seat, hand in (holes or {}).items():
        own = cards(hand)
        if seat not in order:
            raise DealError(f"cards for seat {seat}, which is not dealt in", Status.BAD_DEAL)
        if len(own) > own_cards:
            raise DealError(
                f"{len(own)} cards for seat {seat}; it gets {own_cards}", Status.BAD_DEAL
            )
        for index, card in enumerate(own):
            places[index * len(order) + order.index(seat)] = card
    common = cards(board)
    if len(common) > variant.board_cards:
        raise DealError(
            f"{len(common)} board cards; there are {variant.board_cards}", Status.BAD_DEAL
        )
    at = own_cards * len(order)
    places[at : at + len(common)] = common
    return places + list(cards(stub))
