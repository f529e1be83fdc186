// shares.ts -- who got what of which pot at the end of a recorded hand.  A record has the stacks before and after, not
// the awards: they are worked out from the hands that were shown, and must agree with the stacks.  Knows no betting.
import type { Card, HandEvent, Seat } from '../protocol';
import { cardNumber, Evaluator, ruleOf } from './evaluate';
import { tidy } from './phh';
import type { Chips, Hand, Pot } from './types';

export interface Award { seat: Seat; amount: Chips; pot: number; run: number }

export interface Ending {
    hand: Hand;                         // when all betting is over and uncalled chips are back
    shown: ReadonlyMap<Seat, Card[]>;
    won: ReadonlyMap<Seat, Chips>;      // by the stacks; more than nothing
    wild: string | undefined;
}

/** Cuts an amount into `parts`, odd chips to the first. */
function cut(amount: Chips, parts: number): Chips[] {
    const each = Math.floor(amount / parts);
    const odd = amount - each * parts;
    return Array.from({ length: parts }, (_, i) => tidy(each + Math.min(1, Math.max(0, odd - i))));
}

/** Seats in the order in which odd chips are given: from the left of the button. */
function clockwise(hand: Hand, seats: readonly Seat[]): Seat[] {
    return [...seats].sort((a, b) => Number(a <= hand.button) - Number(b <= hand.button) || a - b);
}

/** Who wins one half of a pot on one board. */
function winners(game: Evaluator, half: 0 | 1, seats: readonly Seat[], ending: Ending, board: readonly number[]):
    Seat[] {
    const values = seats.map((seat) => game.value(half, ending.shown.get(seat)!.map(cardNumber), board));
    const best = Math.max(...values);
    return best > 0 ? seats.filter((_, i) => values[i] === best) : [];
}

function sharePot(game: Evaluator, pot: Pot, index: number, ending: Ending): Award[] {
    const seats = clockwise(ending.hand, pot.seats.filter((seat) => ending.shown.has(seat)));
    const boards = ending.hand.boards;
    const awards: Award[] = [];
    cut(pot.amount, boards.length).forEach((part, run) => {
        const board = boards[run]!.map(cardNumber);
        const halves = ([0, 1] as const).map((half) => winners(game, half, seats, ending, board))
            .filter((best) => best.length);
        cut(part, halves.length || 1).forEach((amount, half) => {
            cut(amount, halves[half]?.length ?? 1).forEach((share, i) => {
                const seat = halves[half]?.[i];
                const same = awards.find((award) => award.seat === seat && award.run === run);
                if (same) same.amount = tidy(same.amount + share);
                else if (seat !== undefined && share > 0) awards.push({ seat, amount: share, pot: index, run });
            });
        });
    });
    return awards;
}

/** Odd chips may lie otherwise than we think (by cards, in stud): a few are moved so that the stacks are right. */
function agree(awards: Award[], won: ReadonlyMap<Seat, Chips>): boolean {
    for (const seat of new Set([...won.keys(), ...awards.map((award) => award.seat)])) {
        const own = awards.filter((award) => award.seat === seat);
        const off = tidy((won.get(seat) ?? 0) - own.reduce((sum, award) => sum + award.amount, 0));
        if (off === 0) continue;
        const largest = own.sort((a, b) => b.amount - a.amount)[0];
        if (!largest || Math.abs(off) > 8 || largest.amount + off <= 0) return false;
        largest.amount = tidy(largest.amount + off);
    }
    return true;
}

/** What each seat won, from the pots it could win, without asking why. */
function byStacks(ending: Ending): Award[] {
    const left = ending.hand.pots.map((pot) => pot.amount);
    const awards: Award[] = [];
    for (const [seat, won] of ending.won) {
        let amount = won;
        ending.hand.pots.forEach((pot, i) => {
            const share = Math.min(amount, left[i]!);
            if (share <= 0 || !pot.seats.includes(seat)) return;
            left[i] = tidy(left[i]! - share);
            amount = tidy(amount - share);
            awards.push({ seat, amount: share, pot: i, run: 0 });
        });
        if (amount > 0) awards.push({ seat, amount, pot: 0, run: 0 });
    }
    return awards.sort((a, b) => a.pot - b.pot);
}

function judged(ending: Ending): Award[] | null {
    const rule = ruleOf(ending.hand.game);
    const live = ending.hand.seats.filter((seat) => !seat.folded);
    if (!rule || ending.shown.size === 0 || live.length < 2 || (rule.follows && ending.wild === undefined)) return null;
    const game = new Evaluator(rule, ending.wild);
    const awards = ending.hand.pots.flatMap((pot, i) => sharePot(game, pot, i, ending));
    return agree(awards, ending.won) ? awards : null;
}

export function awardEvents(ending: Ending): HandEvent[] {
    const live = ending.hand.seats.filter((seat) => !seat.folded);
    const [seat, amount] = [...ending.won][0] ?? [];
    const alone = live.length === 1 && ending.won.size === 1;
    const awards = alone ? [{ seat: seat!, amount: amount!, pot: 0, run: 0 }] : judged(ending) ?? byStacks(ending);
    return awards.map(({ run, ...award }): HandEvent => ({ ev: 'POT_AWARD', ...award, ...(run ? { run } : {}) }));
}
