// replay.ts -- a recorded hand -> a Hand and a sentence at each step, from the events of walk.ts and the awards of
// shares.ts.  Knows no page.
import type { Card, HandEvent, Seat } from '../protocol';
import { gameOf } from './games';
import { applyEvent, endHand, startHand } from './hand';
import { tidy, type Recorded } from './phh';
import { awardEvents } from './shares';
import type { Chips, Hand } from './types';
import { Walker } from './walk';
import { cardSigns, chips, sayEvent, sayStart } from './text';

export interface Step { hand: Hand; text: string; street: string; betting: boolean }

export interface Replay {
    recorded: Recorded;
    events: HandEvent[];
    steps: Step[];
    own: Seat | undefined;              // whose cards were known from the start, if of one
    settled: number;                    // the first step after which nobody bets any more
    known: ReadonlyMap<Seat, Card[]>;   // hands that were shown, or known anyway, as they were at the end
    wild: string | undefined;           // ranks that became wild (follow the queen), at the end
}

// ---- steps

const STREETS: Record<string, string> = {
    PRE_FLOP: 'Before the flop', FLOP: 'Flop', TURN: 'Turn', RIVER: 'River', RUNS: 'Two boards', BET: 'Betting',
    THIRD: 'Third street', FOURTH: 'Fourth street', FIFTH: 'Fifth street', SIXTH: 'Sixth street',
    SEVENTH: 'Seventh street', PRE_DRAW: 'Before the draw', DRAW: 'Draw', DISCARD: 'Discards',
    POST_DRAW_1: 'After the first draw', POST_DRAW_2: 'After the second draw', POST_DRAW_3: 'After the third draw',
    SHOWDOWN: 'Showdown',
};

type Name = (seat: Seat) => string;

/** Events that are told in one step: all forced bets, all cards of a street, both halves of an exchange. */
function together(a: HandEvent, b: HandEvent): boolean {
    const forced = (event: HandEvent) => event.ev === 'ANTE' || event.ev === 'POST_BLINDS';
    if (forced(a) && forced(b)) return true;
    if (a.ev === 'DEAL' && b.ev === 'DEAL') return a.seat !== undefined && b.seat !== undefined;
    return a.ev === 'SHOWDOWN' && b.ev === 'SHOWDOWN' && a.seat === b.seat;
}

function sayDeals(deals: (HandEvent & { ev: 'DEAL' })[], name: Name): string {
    const lines: string[] = [];
    for (const seat of new Set(deals.map((deal) => deal.seat))) {
        const cards = deals.filter((deal) => deal.seat === seat).flatMap((deal) => deal.cards ?? []);
        if (seat !== undefined && cards.length) lines.push(`${name(seat)} gets ${cardSigns(cards)}`);
    }
    return lines.length ? `${lines.join(', ')}.` : 'Cards are dealt.';
}

/** Antes of the same size are one sentence. */
function sayForced(events: HandEvent[], before: Hand, after: Hand, name: Name): string {
    const antes = events.filter((event): event is HandEvent & { ev: 'ANTE' } => event.ev === 'ANTE');
    const even = antes.length > 1 && antes.every((ante) => ante.amount === antes[0]!.amount);
    const who = antes.map((ante) => name(ante.seat)).join(', ');
    const said = even ? [`${who} ante ${chips(antes[0]!.amount)} each.`] : [];
    for (const event of events)
        if (!even || event.ev !== 'ANTE') said.push(sayEvent(event, { name, before, after })?.text ?? '');
    return said.join(' ');
}

function sayStep(events: HandEvent[], before: Hand, after: Hand, name: Name): string {
    const first = events[0]!;
    if (first.ev === 'DEAL' && first.seat !== undefined)
        return sayDeals(events.filter((event): event is HandEvent & { ev: 'DEAL' } => event.ev === 'DEAL'), name);
    if (first.ev === 'ANTE' || first.ev === 'POST_BLINDS') return sayForced(events, before, after, name);
    if (first.ev === 'DRAW')
        return `${name(first.seat)} gets ${first.cards ? cardSigns(first.cards) : chips(first.count)}.`;
    const own = 'seat' in first ? { own: first.seat } : {}; // whoever's cards are recorded may be told
    return events.map((event) => sayEvent(event, { name, before, after, ...own })?.text).filter(Boolean).join(' ');
}

/** Hands of others may have cents; sums of them are rounded. */
function apply(hand: Hand, event: HandEvent): Hand {
    const next = applyEvent(hand, event);
    if (Number.isInteger(next.pot) && next.seats.every((seat) => Number.isInteger(seat.stack))) return next;
    return {
        ...next, pot: tidy(next.pot),
        pots: next.pots.map((pot) => ({ ...pot, amount: tidy(pot.amount) })),
        seats: next.seats.map((seat) => ({
            ...seat, stack: tidy(seat.stack), committed: tidy(seat.committed), staked: tidy(seat.staked),
            won: tidy(seat.won), dead: tidy(seat.dead), all_in: seat.all_in || (!seat.folded && tidy(seat.stack) === 0),
        })),
    };
}

const BETTING = new Set(['BET', 'CALL', 'CHECK', 'FOLD', 'BRING_IN', 'DISCARD']);

export function stepsOf(hand: Hand, events: readonly HandEvent[], name: Name): Step[] {
    const steps: Step[] = [{ hand, text: sayStart(hand, name), street: 'Start', betting: false }];
    for (let at = 0; at < events.length;) {
        let end = at + 1;
        while (end < events.length && together(events[end - 1]!, events[end]!)) end++;
        const group = events.slice(at, end);
        const after = group.reduce(apply, hand);
        const awarded = after.awards.length > 0 || group[0]!.ev === 'RAKE';
        const text = sayStep(group, hand, after, name);
        const street = awarded ? 'Result' : STREETS[after.phase] ?? after.phase;
        steps.push({ hand: after, text, street, betting: BETTING.has(group[0]!.ev) });
        hand = after;
        at = end;
    }
    return steps;
}

// ---- the end

/** What each seat won by the stacks that were recorded; an error if they cannot be. */
function wonBy(recorded: Recorded, hand: Hand): Map<Seat, Chips> | null {
    const won = new Map<Seat, Chips>();
    for (const [i, seat] of recorded.seats.entries()) {
        const stack = hand.seats.find((one) => one.seat === seat)!.stack;
        const amount = tidy(recorded.finish![i]! - stack);
        if (amount < 0) return null;
        if (amount > 0) won.set(seat, amount);
    }
    return won;
}

function ending(recorded: Recorded, walker: Walker, last: Hand): HandEvent[] | null {
    const live = last.seats.filter((seat) => !seat.folded);
    // A record without its end: only where one seat is left it is clear who has the pot.
    if (!recorded.finish)
        return live.length === 1 ? [{ ev: 'POT_AWARD', seat: live[0]!.seat, amount: last.pot, pot: 0 }] : [];
    const won = wonBy(recorded, last);
    const total = [...won?.values() ?? []].reduce((sum, amount) => sum + amount, 0);
    const rake = tidy(last.pot - total);
    if (!won || rake < 0) return null;
    const rakes: HandEvent[] = rake > 0 ? [{ ev: 'RAKE', amount: rake }] : [];
    const hand = rakes.reduce(apply, last);
    return [...rakes, ...awardEvents({ hand, shown: walker.shown, won, wild: walker.wild })];
}

/** The only player whose cards were known when they were dealt. */
function ownOf(recorded: Recorded): Seat | undefined {
    const known = new Set<number>(), all = new Set<number>();
    for (const deed of recorded.deeds) {
        if (deed.do !== 'deal' || all.has(deed.player)) continue;
        all.add(deed.player);
        if (deed.cards.every((card) => card !== null)) known.add(deed.player);
    }
    return known.size === 1 ? recorded.seats[[...known][0]!] : undefined;
}

/** Hands as they are at the end, as far as they are known. */
export function knownHands(hand: Hand): Map<Seat, Card[]> {
    const known = new Map<Seat, Card[]>();
    for (const { seat, cards } of hand.seats) {
        const list = cards.map(({ card }) => card).filter((card): card is Card => card !== null);
        if (list.length && list.length === cards.length) known.set(seat, list);
    }
    return known;
}

export function replay(recorded: Recorded): Replay | { error: string } {
    const walker = new Walker(recorded);
    walker.walk();
    if (walker.error) return { error: walker.error };
    const start = startHand({
        hand_id: recorded.id, hand_number: 0, game: recorded.code, button: recorded.seats[recorded.seats.length - 1]!,
        stacks: recorded.seats.map((seat, i) => ({ seat, stack: recorded.stacks[i]! })),
    });
    const name: Name = (seat) => recorded.names[recorded.seats.indexOf(seat)] ?? `Seat ${seat + 1}`;
    const awards = ending(recorded, walker, walker.events.reduce(apply, start));
    if (!awards) return { error: 'the stacks at the end do not follow from what was done' };
    const events = [...walker.events, ...awards];
    const steps = stepsOf(start, events, name);
    const last = steps[steps.length - 1]!;
    const stacks = recorded.finish?.map((stack, i) => ({ seat: recorded.seats[i]!, stack }));
    if (stacks || awards.length) last.hand = endHand(last.hand, stacks ?? []);
    return {
        recorded, events, steps, own: ownOf(recorded), known: knownHands(last.hand), wild: walker.wild,
        settled: steps.reduce((at, step, i) => (step.betting ? i : at), 0),
    };
}

/** The hand of a step with the cards that came to light later. */
export function revealed(hand: Hand, known: ReadonlyMap<Seat, Card[]>): Hand {
    const stud = gameOf(hand.game).family === 'stud';
    return { ...hand, seats: hand.seats.map((seat) => {
        const cards = known.get(seat.seat);
        if (!cards || (!stud && (cards.length !== seat.cards.length || gameOf(hand.game).draws > 0))) return seat;
        return { ...seat, cards: seat.cards.map((lying, i) => ({ ...lying, card: lying.card ?? cards[i] ?? null })) };
    }) };
}

/** The whole hand as plain text, street by street. */
export function asText(played: Replay): string {
    const { recorded, steps } = played;
    const { code, table, id } = recorded;
    const lines = [[gameOf(code).title, table && `table ${table}`, id].filter(Boolean).join(', ')];
    recorded.names.forEach((name, i) => lines.push(`  ${name}: ${chips(recorded.stacks[i]!)}`));
    steps.forEach((step, i) => {
        if (step.street !== steps[i - 1]?.street) lines.push('', step.street);
        lines.push(`  ${step.text}`);
    });
    return `${lines.join('\n')}\n`;
}

/** Seats without gaps, in the order of the table: a replay shows nobody who was not dealt in. */
export function compact(recorded: Recorded): Recorded {
    const order = [...recorded.seats].sort((a, b) => a - b);
    return { ...recorded, seats: recorded.seats.map((seat) => order.indexOf(seat)) };
}
