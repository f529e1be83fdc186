// awards.ts -- why a pot was won, in words, from the names that SHOWDOWN gave the hands.  Compares nothing but the
// second half of split games, whose names tell their order.
import { gameOf, type Compare } from './games';
import type { Chips, Hand, HandSeat, Seat } from './types';

/** What was to be won: the whole of the pot on this board, and those who can win it. */
export interface Prize { amount: Chips; seats: readonly Seat[] }

/** "flush, ace high", "high: two pair; low: 8-6-4-3-A", "everybody else folded". */
export function whyWon(hand: Hand, won: { seat: Seat; amount: Chips; run: number }, prize: Prize): string {
    const shown = nameOf(hand.seats.find((seat) => seat.seat === won.seat), won.run);
    if (shown === undefined && hand.piles) return othersFolded(hand) ? 'everybody else folded' : 'the game';
    if (shown === undefined) return othersFolded(hand) ? 'everybody else folded' : 'the best hand';
    const second = gameOf(hand.game).second;
    if (second === null) return shown;
    const [high = '', low] = halves(shown);
    const which = low === undefined ? 'first' : halvesWon(hand, won, prize, second);
    const parts = [labelled(firstText(second), high), labelled(secondText(second), low ?? '')];
    return which === 'both' ? parts.join('; ') : parts[which === 'first' ? 0 : 1] ?? shown;
}

/** "low: 8-6-4-3-A": the name says " low" behind it once more. */
const labelled = (label: string, name: string): string =>
    `${label}: ${label === 'low' ? name.replace(/ low$/, '') : name}`;

const nameOf = (seat: HandSeat | undefined, run: number): string | undefined =>
    seat?.shown?.find((shown) => shown.run === run)?.name;

const othersFolded = (hand: Hand): boolean =>
    hand.seats.filter((seat) => !seat.folded).length <= 1;

/** Both halves stand in one name: "straight, seven high; wheel: 5-4-3-2-A low". */
const halves = (name: string): string[] => name.split('; ');

function secondText(second: Compare): string {
    switch (second) {
        case 'spade': return 'spade';
        case 'badugi': case 'badugi-high': return 'badugi';
        default: return 'low';
    }
}

const firstText = (second: Compare): string => (second.startsWith('badugi') ? 'low' : 'high');

/** Which half was won.  Both halves of a pot come as one award, so its amount has to tell. */
function halvesWon(hand: Hand, won: { seat: Seat; amount: Chips; run: number }, prize: Prize, second: Compare):
    'first' | 'second' | 'both' {
    const best = bestSecond(hand, prize.seats, won.run, second);
    if (!best.includes(won.seat)) return 'first';
    const share = Math.ceil(Math.floor(prize.amount / 2) / best.length);
    return won.amount > share + 1 ? 'both' : 'second'; // odd chips go to the first half, or by one to a seat
}

/** Those who showed the best second hand. */
function bestSecond(hand: Hand, able: readonly Seat[], run: number, second: Compare): Seat[] {
    let best: number[] | undefined;
    let seats: Seat[] = [];
    for (const one of hand.seats.filter((seat) => able.includes(seat.seat))) {
        const text = halves(nameOf(one, run) ?? '')[1];
        if (text === undefined) continue;
        const order = orderOf(text, second);
        const by = best === undefined ? -1 : compare(order, best);
        if (by < 0) [best, seats] = [order, []];
        if (by <= 0) seats.push(one.seat);
    }
    return seats;
}

/** Numbers of a second hand; the lower list is the better hand. */
function orderOf(text: string, second: Compare): number[] {
    if (second === 'spade') return [-spadeRank(text)];
    const ace = second === 'badugi-high' ? 14 : 1;
    const found = /(?:^|[\s:,])((?:10|[2-9TJQKA])(?:-(?:10|[2-9TJQKA]))*)(?:\s|$)/.exec(text);
    const ranks = (found?.[1] ?? '').split('-').filter((rank) => rank !== '').map((rank) => rankOf(rank, ace));
    const cards = second === 'low-8' ? 0 : -ranks.length; // a badugi of more cards is better
    return [cards, ...ranks];
}

function rankOf(rank: string, ace: number): number {
    const faces: Record<string, number> = { T: 10, J: 11, Q: 12, K: 13, A: ace };
    return faces[rank] ?? Number(rank);
}

function spadeRank(text: string): number {
    const words = 'deuce three four five six seven eight nine ten jack queen king ace'.split(' ');
    return words.findIndex((word) => text.startsWith(word));
}

function compare(a: readonly number[], b: readonly number[]): number {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
        const by = (a[i] ?? 0) - (b[i] ?? 0);
        if (by !== 0) return by;
    }
    return 0;
}
