// pots.ts -- what was put in, cut into layers (docs/RULES.md 9).  Knows stakes, no cards.
import type { Chips, HandSeat, Pot, Seat } from './types';

export const potName = (index: number): string => (index === 0 ? 'main pot' : `side pot ${index}`);

/** Whether what was paid as ante is a stake like others: it is if everybody paid one. */
const antesMatch = (seats: readonly HandSeat[]): boolean => seats.every((seat) => seat.dead > 0);

/** What a seat has paid that others must match, before this street. */
function matched(seat: HandSeat, antes_match: boolean): Chips {
    return seat.staked - seat.committed - (antes_match ? 0 : seat.dead);
}

/**
 * The pots of what was collected on former streets.  A layer ends at each different amount that a live seat has paid;
 * what folded seats paid falls into the layers it reaches, and what they paid above every live seat stays in the
 * highest.
 */
export function layers(seats: readonly HandSeat[]): Pot[] {
    const antes_match = antesMatch(seats);
    const live = seats.filter((seat) => !seat.folded);
    const paid = (seat: HandSeat): Chips => matched(seat, antes_match);
    const levels = [...new Set(live.map(paid))].filter((level) => level > 0).sort((a, b) => a - b);
    const dead = antes_match ? 0 : seats.reduce((sum, seat) => sum + seat.dead, 0);
    const pots: Pot[] = [];
    let below = 0;
    for (const level of levels) {
        const top = level === levels[levels.length - 1];
        const amount = seats.reduce((sum, seat) => {
            const reach = top ? paid(seat) : Math.min(paid(seat), level);
            return sum + Math.max(0, reach - below);
        }, 0);
        const able: Seat[] = live.filter((seat) => paid(seat) >= level).map((seat) => seat.seat);
        pots.push({ name: potName(pots.length), amount, seats: able });
        below = level;
    }
    return withDead(pots, dead + (levels.length === 0 ? sumOf(seats, paid) : 0), live);
}

const sumOf = (seats: readonly HandSeat[], of: (seat: HandSeat) => Chips): Chips =>
    seats.reduce((sum, seat) => sum + Math.max(0, of(seat)), 0);

/** Dead money is in the lowest pot; if there is none yet, it is one that everybody plays for. */
function withDead(pots: Pot[], dead: Chips, live: readonly HandSeat[]): Pot[] {
    if (dead === 0) return pots;
    const first = pots[0];
    if (!first) return [{ name: potName(0), amount: dead, seats: live.map((seat) => seat.seat) }];
    return [{ ...first, amount: first.amount + dead, seats: live.map((seat) => seat.seat) }, ...pots.slice(1)];
}
