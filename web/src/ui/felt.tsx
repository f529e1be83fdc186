// felt.tsx -- a table seen from above: oval, seats around it, board, pots, bets, button.  Shows values and has
// nothing of its own to press, so that the table page and the replayer can both use it.
import type { ComponentChildren } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { chips } from '../model/text';
import type { Card, Clock, Hand, HandSeat, Seat, TableSeat } from '../model/types';
import { CardFace } from './card';
import { laidCard, PilesView } from './genome';
import { place, placeOf, type Place, type Spot } from './places';
import { usePrefs } from './prefs';
import { Chip, Money, SeatView, type Picking } from './seat';

export interface FeltProps {
    hand: Hand | undefined;
    seats: (TableSeat | null)[];
    seat_count: number;
    viewer?: Seat;
    clock?: Clock;
    onSeat?: (seat: Seat) => void;
    center?: ComponentChildren;
    plays?: Map<Seat, Card[]>;
    bb?: number;            // for amounts in big blinds
    score?: boolean;        // played for the score: what lies before the seats means nothing
    note?: string;          // under the viewer's seat: what the own hand is
    picking?: Picking;      // own cards to be touched
    own_name?: string;      // who looks: nothing is to be done about that one
    onPerson?: (name: string) => void;
}

const COLLECT_MS = 320;

const at = (wide: Spot, tall: Spot) => ({ '--wx': wide.x, '--wy': wide.y, '--tx': tall.x, '--ty': tall.y });

/** Amounts in chips, or in big blinds with one place if they are not even. */
export function moneyOf(bb: number | undefined, in_bb: boolean): (amount: number) => string {
    if (!in_bb || !bb) return chips;
    return (amount) => {
        const tenths = Math.floor(((amount % bb) * 10) / bb);
        return `${chips(Math.floor(amount / bb))}${tenths > 0 ? `.${tenths}` : ''} BB`;
    };
}

/** The last bet in front of a seat, kept for the moment in which it goes to the pot. */
function useCollected(amount: number, hand: string | undefined): number {
    const last = useRef({ amount: 0, hand });
    const [going, setGoing] = useState(0);
    useEffect(() => {
        const before = last.current;
        last.current = { amount, hand };
        if (amount !== 0 || before.amount === 0 || before.hand !== hand) {
            setGoing(0);
            return;
        }
        setGoing(before.amount);
        const timer = setTimeout(() => setGoing(0), COLLECT_MS);
        return () => clearTimeout(timer);
    }, [amount, hand]);
    return amount === 0 ? going : 0;
}

/** Chips in front of a seat; a word if it did something that moved none. */
function Bet({ here, in_hand, hand, own }: { here: Place; in_hand?: HandSeat; hand?: Hand; own: boolean }) {
    const money = useContext(Money);
    const amount = in_hand?.committed ?? 0;
    const going = useCollected(amount, hand?.id);
    const quiet = !in_hand || !hand || hand.over || in_hand.folded || in_hand.shown;
    const word = quiet || amount > 0 ? undefined : in_hand.last;
    if (amount === 0 && going === 0 && !word) return null;
    const chip = amount || going;
    return (
        <div
            class={`bet bet-${here.tall_side}${own ? ' bet-own' : ''}${going ? ' bet-going' : chip ? '' : ' bet-word'}`}
            style={{ ...at(here.wide_bet, here.tall), '--sx': here.wide.x, '--sy': here.wide.y }}
            aria-hidden={going > 0}
        >
            {chip > 0 && <Chip amount={chip} />}
            <span class="number">{chip > 0 ? money(chip) : word}</span>
        </div>
    );
}

/** A card in front of a seat: its part of a trick. */
function Laid({ here, in_hand }: { here: Place; in_hand?: HandSeat }) {
    const card = laidCard(in_hand);
    if (!card) return null;
    const above = here.wide.y < 50 && Math.abs(here.wide.x - 50) < 12; // what is counted at the seat stands where its card would lie
    return (
        <div class={`laid laid-${here.tall_side}${above ? ' laid-above' : ''}`} style={{ ...at(here.wide_bet, here.tall), '--sy': here.wide.y }}>
            {card}
        </div>
    );
}

function Button({ here }: { here: Place }) {
    const left = here.wide.x < 50.5;
    return (
        <div
            class={`button-disc button-disc-${left ? 'left' : 'right'} button-disc-${here.tall_side}`}
            style={at(here.wide, here.tall)} title="Dealer button" aria-hidden="true"
        >
            D
        </div>
    );
}

function Board({ cards, plays, slots }: { cards: Card[]; plays: Set<Card> | undefined; slots: number }) {
    const missing = Math.max(0, slots - cards.length);
    return (
        <div class="board" role="group" aria-label={cards.length > 0 ? 'Board' : 'Board, no cards yet'}>
            {cards.map((card, i) => (
                <span class="board-card" key={`${i}${card}`} style={{ '--nth': i < 3 ? i : 0 }}>
                    <CardFace
                        card={card} size="m" plays={plays?.has(card)} dim={plays !== undefined && !plays.has(card)}
                    />
                </span>
            ))}
            {Array.from({ length: missing }, (_, i) => <span class="board-slot" key={`slot${i}`} aria-hidden="true" />)}
        </div>
    );
}

/** All that is in. */
function Pot({ hand }: { hand: Hand }) {
    const money = useContext(Money);
    if (hand.pot === 0) return null;
    return (
        <span class="pot pot-all">
            <Chip amount={hand.pot} />
            <span>Pot <strong class="number">{money(hand.pot)}</strong></span>
        </span>
    );
}

/** The pots by name, if there are several. */
function SidePots({ hand }: { hand: Hand }) {
    const money = useContext(Money);
    if (hand.pots.length < 2) return null;
    return (
        <div class="pots">
            {hand.pots.map((pot) => (
                <span class="pot pot-side" key={pot.name}>
                    {pot.name} <strong class="number">{money(pot.amount)}</strong>
                </span>
            ))}
        </div>
    );
}

/** Cards of the board that make hands which win. */
function winningCards(hand: Hand | undefined, plays: Map<Seat, Card[]> | undefined): Set<Card> | undefined {
    if (!hand || !plays || plays.size === 0) return undefined;
    const winners = hand.seats.filter((one) => one.won > 0 && plays.has(one.seat));
    const seats = winners.length > 0 ? winners.map((one) => one.seat) : [...plays.keys()];
    return new Set(seats.flatMap((seat) => plays.get(seat) ?? []));
}

/** Chips that go from the pot to a seat. */
function Gain({ here, amount }: { here: Place; amount: number }) {
    return <div class="gain" style={at(here.wide, here.tall)} aria-hidden="true"><Chip amount={amount} /></div>;
}

export function Felt(props: FeltProps) {
    const { hand, seats, seat_count, viewer, clock, onSeat, center, plays, bb, score, note, picking, own_name, onPerson } = props;
    const { bb_amounts } = usePrefs();
    const bottom = viewer ?? 0;
    const rows = Math.floor((seat_count - 1) / 2);
    const boards = hand?.boards.filter((cards) => cards.length > 0) ?? [];
    const raised = winningCards(hand, plays);
    const of = (seat: Seat) => hand?.seats.find((one) => one.seat === seat);
    const order = Array.from({ length: seat_count }, (_, i) => (bottom + i) % seat_count);
    const chips_count = !score || (hand !== undefined && !hand.markers);
    return (
        <Money.Provider value={moneyOf(score ? undefined : bb, bb_amounts)}>
            <div
                class={`felt felt-rows-${Math.min(4, rows)}${boards.length > 1 ? ' felt-twice' : ''}`}
                data-seats={seat_count} data-hand={hand?.id}
            >
                <div class="felt-rail" aria-hidden="true"><div class="felt-cloth" /></div>
                <div class="felt-middle">
                    {hand && chips_count && <Pot hand={hand} />}
                    {boards.map((cards, run) => (
                        <Board key={run} cards={cards} plays={raised} slots={boards.length > 1 ? 5 : 0} />
                    ))}
                    {hand && <PilesView hand={hand} />}
                    {hand && chips_count && <SidePots hand={hand} />}
                    {center}
                </div>
                {order.map((seat) => {
                    const here = place(seat_count, placeOf(seat_count, bottom, seat));
                    const own = seat === viewer;
                    const in_hand = of(seat);
                    const at_table = seats[seat] ?? null;
                    const name = at_table?.kind === 'house' || at_table?.name === own_name ? undefined : at_table?.name;
                    return (
                        <div
                            class={`place place-${here.tall_side}${own ? ' place-own' : ''}`} key={seat}
                            style={at(here.wide, here.tall)}
                        >
                            <SeatView
                                seat={seat} at_table={at_table} own={own} hand={hand} in_hand={in_hand}
                                chips={!chips_count ? 'none' : score ? 'game' : 'table'}
                                clock={clock?.seat === seat ? clock : undefined} plays={plays?.get(seat)}
                                note={own ? note : undefined} picking={own ? picking : undefined}
                                onSit={onSeat && (() => onSeat(seat))}
                                onPerson={onPerson && name ? () => onPerson(name) : undefined}
                            />
                        </div>
                    );
                })}
                {order.map((seat) => (
                    <Bet
                        key={`bet${seat}`} here={place(seat_count, placeOf(seat_count, bottom, seat))} in_hand={of(seat)}
                        hand={hand}
                        own={seat === viewer}
                    />
                ))}
                {order.map((seat) => (
                    <Laid key={`laid${seat}`} here={place(seat_count, placeOf(seat_count, bottom, seat))} in_hand={of(seat)} />
                ))}
                {hand && !hand.narc && hand.button >= 0 && <Button here={place(seat_count, placeOf(seat_count, bottom, hand.button))} />}
                {hand && chips_count && hand.seats.filter((one) => one.won > 0).map((one) => (
                    <Gain
                        key={`gain${hand.id}${one.seat}`} here={place(seat_count, placeOf(seat_count, bottom, one.seat))}
                        amount={one.won}
                    />
                ))}
            </div>
        </Money.Provider>
    );
}
