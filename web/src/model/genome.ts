// genome.ts -- event -> Hand for games that are more than betting (PROTOCOL 15.19): where cards go, what is counted.
// Between two questions it is our own count; `act` and `snapshot` bring the server's.
import type { Card, HandEvent, Middle, Seat } from '../protocol';
import type { Hand, HandSeat, Lying, Piles, Tally } from './types';

type Ev<Name> = HandEvent & { ev: Name };

const ranks = '23456789TJQKA';
const suits = 'cdhs';
const order = (card: Card): number => ranks.indexOf(card.charAt(0)) * 4 + suits.indexOf(card.charAt(1));

/** As the server sorts a hand: by rank, then by suit; cards that are not known come last. */
export function sorted(cards: readonly Lying[]): Lying[] {
    const place = ({ card }: Lying): number => (card === null ? 99 : order(card));
    return [...cards].sort((a, b) => place(a) - place(b));
}

/** The hand after an event of a genome; undefined: it is none. */
export function genomeEvent(hand: Hand, event: HandEvent): Hand | undefined {
    if (event.ev === 'HAND') return begin(hand, event);
    if (!hand.piles) return undefined;
    switch (event.ev) {
        case 'DEAL': return event.seat === undefined ? layOut(hand, event) : draw(hand, event.seat, event);
        case 'DRAW': return draw(hand, event.seat, event);
        case 'PLAY': return play(hand, event);
        case 'TAKE': return take(hand, event);
        case 'GIVE': return give(hand, event);
        case 'SAY': return say(hand, event);
        case 'SHOW': return withSeat(hand, event.seat, (seat) => ({ cards: known(seat.cards, event.cards ?? []) }));
        case 'SCORE': return withSeat(hand, event.seat, (seat) => tally(seat, { score: event.score }));
        case 'SHUFFLE': return piles(hand, {
            deck: (hand.piles.deck ?? 0) + event.count, discards: (hand.piles.discards ?? 0) - event.count,
        });
        default: return undefined;
    }
}

function withSeat(hand: Hand, seat: Seat, change: (seat: HandSeat) => Partial<HandSeat>): Hand {
    return { ...hand, seats: hand.seats.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

const piles = (hand: Hand, change: Piles): Hand => ({ ...hand, piles: { ...hand.piles, ...change } });

const tally = (seat: HandSeat, change: Tally): Partial<HandSeat> => ({ tally: { ...seat.tally, ...change } });

/** All cards go back to the deck, and nobody has folded; scores stay, and what is put up for the whole game. */
function begin(hand: Hand, event: Ev<'HAND'>): Hand {
    const seats = hand.seats.map((seat): HandSeat => ({
        ...seat, ...(hand.pot === 0 ? unstaked(seat) : {}), cards: [], last: undefined, shown: undefined, folded: false,
        tally: seat.tally?.score === undefined ? {} : { score: seat.tally.score },
    }));
    const chips = hand.pot === 0 ? { awards: [], pots: [], current_bet: 0 } : {};
    return { ...hand, ...chips, seats, boards: [[]], piles: { game_hand: event.number, trump: event.trump, discards: 0 } };
}

const unstaked = ({ stack }: HandSeat): Partial<HandSeat> =>
    ({ start: stack, committed: 0, staked: 0, dead: 0, all_in: false, won: 0 });

// ---- cards that come and go

const lying = (count: number, cards: readonly Card[] | undefined): Lying[] =>
    Array.from({ length: Math.max(0, Math.min(count, 52)) }, (_, i) => ({ card: cards?.[i] ?? null, up: false }));

/** Without those that are named, and of the others as many as are missing. */
function without(held: readonly Lying[], count: number, cards: readonly Card[] | undefined): Lying[] {
    let left = held.filter(({ card }) => card === null || !cards?.includes(card));
    let more = count - (held.length - left.length);
    left = left.filter(({ card }) => !(card === null && more-- > 0));
    return left;
}

/** Cards of the hand that have become known to everybody. */
function known(held: readonly Lying[], cards: readonly Card[]): Lying[] {
    const fresh = cards.filter((card) => !held.some((one) => one.card === card));
    const rest = without(held, fresh.length, fresh);
    return sorted([
        ...rest.map((one) => (one.card !== null && cards.includes(one.card) ? { ...one, up: true } : one)),
        ...fresh.map((card) => ({ card, up: true })),
    ]);
}

function layOut(hand: Hand, event: Ev<'DEAL'>): Hand {
    const deck = hand.piles?.deck === undefined ? {} : { deck: hand.piles.deck - event.count };
    if (event.to === 'discards') return discard(piles(hand, deck), event.count, event.cards);
    return { ...piles(hand, deck), boards: [sortedCards([...(hand.boards[0] ?? []), ...(event.cards ?? [])])] };
}

function discard(hand: Hand, count: number, cards: readonly Card[] | undefined): Hand {
    const top = cards?.[cards.length - 1];
    return piles(hand, { discards: (hand.piles?.discards ?? 0) + count, top: top === undefined ? undefined : [top] });
}

function draw(hand: Hand, seat: Seat, event: { count: number; cards?: Card[]; ev: 'DEAL' | 'DRAW' }): Hand {
    const deck = hand.piles?.deck === undefined ? {} : { deck: hand.piles.deck - event.count };
    const said = event.ev === 'DRAW' ? { last: `draws ${event.count}` } : {};
    return withSeat(piles(hand, deck), seat, (one) => ({
        ...said, cards: sorted([...one.cards, ...lying(event.count, event.cards)]),
    }));
}

function play(hand: Hand, event: Ev<'PLAY'>): Hand {
    const { seat, count, cards } = event;
    const next = withSeat(hand, seat, (one) => ({
        last: undefined,
        cards: without(one.cards, count, cards),
        ...(event.to === 'trick' ? tally(one, { laid: cards ?? [] }) : {}),
        ...(event.to === 'pile' ? tally(one, { captured: (one.tally?.captured ?? 0) + count }) : {}),
    }));
    if (event.to === 'discards') return discard(piles(next, { suit: undefined }), count, cards);
    if (event.to !== 'table') return next;
    return { ...next, boards: [sortedCards([...(hand.boards[0] ?? []), ...(cards ?? [])])] };
}

const sortedCards = (cards: readonly Card[]): Card[] => [...cards].sort((a, b) => order(a) - order(b));

/** Into the hand or the pile; what lay in the trick or on the table is not there any more. */
function take(hand: Hand, event: Ev<'TAKE'>): Hand {
    const { seat, count, cards } = event;
    const boards = [(hand.boards[0] ?? []).filter((card) => !cards?.includes(card))];
    const swept = event.to === 'pile' || hand.seats.some((one) => one.tally?.laid);
    const seats = hand.seats.map((one) =>
        (swept && one.tally?.laid ? { ...one, ...tally(one, { laid: undefined }) } : one));
    const pile = (one: HandSeat): boolean => one.cards.length > 0 && one.cards.every(({ card }) => card === null);
    return withSeat({ ...hand, boards, seats }, seat, (one) => (event.to === 'hand'
        ? { cards: sorted([...one.cards, ...lying(count, pile(one) ? undefined : cards)]) } // face down under a pile
        : tally(one, { captured: (one.tally?.captured ?? 0) + count })));
}

function give(hand: Hand, event: Ev<'GIVE'>): Hand {
    const { seat, other, count, cards } = event;
    const gone = withSeat(hand, seat, (one) => ({ cards: without(one.cards, count, cards) }));
    return withSeat(gone, other, (one) => ({ cards: sorted([...one.cards, ...lying(count, cards)]) }));
}

function say(hand: Hand, event: Ev<'SAY'>): Hand {
    const words = event.word ?? (event.number === undefined ? undefined : `bids ${event.number}`);
    const said = withSeat(hand, event.seat, (seat) => ({
        last: words, ...(event.number === undefined ? {} : tally(seat, { bid: event.number })),
    }));
    if (event.suit !== undefined) return piles(said, { suit: event.suit });
    return event.rank === undefined ? said : piles(said, { rank: event.rank });
}

// ---- what the server says

/** Piles and tallies as `act` and `snapshot` tell them; a hand of poker stays as it is. */
export function syncGenome(hand: Hand, told: Middle, own?: { seat: Seat; hole: readonly Card[] }): Hand {
    if (told.deck === undefined) return hand;
    const { step, game_hand, deck, discards, top, trump, suit, rank } = told;
    const seats = hand.seats.map((seat): HandSeat => {
        const player = told.players.find((one) => one.seat === seat.seat);
        if (!player) return seat;
        const { score, captured, tricks, bid, laid } = player;
        const cards = seat.seat === own?.seat
            ? own.hole.map((card) => ({ card, up: player.up?.includes(card) ?? false }))
            : sorted([...(player.up ?? []).map((card) => ({ card, up: true }))]);
        const hidden = lying((player.cards ?? 0) - cards.length, undefined);
        return { ...seat, cards: [...cards, ...hidden], tally: { score, captured, tricks, bid, laid } };
    });
    return { ...hand, seats, piles: { step, game_hand, deck, discards, top, trump, suit, rank } };
}

/** The one move that plays this card and no other; undefined: there is none, or there are several. */
export function moveOf(moves: readonly string[], card: Card): string | undefined {
    const named = (move: string): string[] => move.match(/\b[2-9TJQKA][cdhs]\b/g) ?? [];
    const found = moves.filter((move) => named(move).length === 1 && named(move)[0] === card);
    return found.length === 1 ? found[0] : undefined;
}
