// replay.ts -- a recorded hand -> its events, as the server told them -> a Hand and a sentence at each step.  The chips are
// followed here, because a record names what was done and not what it moved; the rest is hand.ts.
import type { Card, HandEvent, Seat } from '../protocol';
import { describe } from './evaluate';
import { gameOf } from './games';
import { applyEvent, endHand, startHand } from './hand';
import { tidy, type Deed, type Recorded } from './phh';
import { awardEvents } from './shares';
import type { Chips, Hand } from './types';
import { cardSigns, chips, sayEvent, sayStart } from './words';

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

/** Seats while the chips are followed. */
interface Place { seat: Seat; stack: Chips; bet: Chips; paid: Chips; dealt: number; thrown: number; folded: boolean }

class Walker {
    readonly events: HandEvent[] = [];
    readonly shown = new Map<Seat, Card[]>();
    private readonly places: Place[];
    private readonly boards: Card[][] = [[]];
    private readonly common: number;
    private high = 0;           // the highest bet of this street
    private acted = false;      // somebody did something on it
    private runs_told = false;
    private queen = false;      // the last card up was a queen: the next one names the wild rank
    wild: string | undefined;
    error = '';                 // what cannot have happened: the record is not of this game

    constructor(private readonly hand: Recorded) {
        this.places = hand.seats.map((seat, i) => ({
            seat, stack: hand.stacks[i]!, bet: 0, paid: 0, dealt: 0, thrown: 0, folded: false,
        }));
        const cards = hand.deeds.reduce((sum, deed) => sum + (deed.do === 'board' ? deed.cards.length : 0), 0);
        this.common = 2 * gameOf(hand.code).board - cards;
        this.wild = gameOf(hand.code).wild === 'follow-queen' && !hand.odd_wild ? '' : undefined;
    }

    walk(): void {
        this.post();
        for (const deed of this.hand.deeds) {
            this.verify(deed);
            if (this.error) return;
            this.take(deed);
        }
        this.closeStreet();
    }

    /** More cards than the game has would be nonsense to show, and endless work to compare. */
    private verify(deed: Deed): void {
        const info = gameOf(this.hand.code);
        const count = 'cards' in deed ? deed.cards.length : 0;
        const most = info.family === 'stud' ? 1 : info.board;
        const place = deed.do === 'board' ? undefined : this.places[deed.player]!;
        const on_board = this.boards.reduce((sum, board) => sum + board.length, 0) - (this.boards[1] ? this.common : 0);
        if (deed.do === 'board' && on_board + count > most * (this.hand.two_boards ? 2 : 1))
            this.error = 'the board has more cards than this game deals';
        if (deed.do === 'deal' && (place!.thrown > 0 ? count !== place!.thrown : place!.dealt + count > info.hole))
            this.error = 'somebody gets more cards than this game deals';
        if ((deed.do === 'show' || deed.do === 'discard') && count > info.hole)
            this.error = 'somebody has more cards than this game deals';
    }

    /** Chips from a stack to the table, as many as there are. */
    private pay(place: Place, wanted: Chips): Chips {
        const amount = tidy(Math.max(0, Math.min(wanted, place.stack)));
        place.stack = tidy(place.stack - amount);
        return amount;
    }

    private ante(place: Place, wanted: Chips, matched: boolean): void {
        const amount = this.pay(place, wanted);
        if (matched) place.paid = tidy(place.paid + amount);
        if (amount) this.events.push({ ev: 'ANTE', seat: place.seat, amount, all_in: place.stack === 0 });
    }

    private post(): void {
        const { antes, dead, blinds } = this.hand;
        this.places.forEach((place, i) => this.ante(place, antes[i]!, true));
        this.places.forEach((place, i) => this.ante(place, dead[i]!, false));
        // Heads-up the button, the second player, has the small blind.
        const order = this.places.length === 2 ? [1, 0] : this.places.map((_, i) => i);
        const posts = order.filter((i) => blinds[i]! > 0).map((i) => {
            const place = this.places[i]!;
            return { seat: place.seat, blind: blinds[i]!, amount: this.bet(place, blinds[i]!) };
        });
        const [small, big] = posts;
        const pair = small && big && small.blind < big.blind;
        if (pair)
            this.events.push({ ev: 'POST_BLINDS', sb_seat: small.seat, bb_seat: big.seat, sb: small.amount, bb: big.amount });
        for (const { seat, amount } of posts.slice(pair ? 2 : 0))
            if (amount) this.events.push({ ev: 'POST_BLINDS', bb_seat: seat, bb: amount });
        this.high = Math.max(0, ...blinds); // a short blind counts in full
    }

    /** Chips in front of a seat; returns how many. */
    private bet(place: Place, wanted: Chips): Chips {
        const amount = this.pay(place, wanted);
        place.bet = tidy(place.bet + amount);
        place.paid = tidy(place.paid + amount);
        return amount;
    }

    /** What nobody has matched goes back, and a new street begins. */
    private closeStreet(): void {
        const order = [...this.places].sort((a, b) => b.paid - a.paid);
        const [first, second] = order;
        const amount = tidy(first!.paid - second!.paid);
        if (amount > 0) {
            first!.stack = tidy(first!.stack + amount);
            first!.paid = second!.paid;
            this.events.push({ ev: 'RETURN', seat: first!.seat, amount });
        }
        for (const place of this.places) place.bet = 0;
        this.high = 0;
        this.acted = false;
    }

    private take(deed: Deed): void {
        if (deed.do === 'board') return this.board(deed.cards);
        const place = this.places[deed.player]!;
        switch (deed.do) {
        case 'deal': return this.deal(place, deed.cards);
        case 'discard': return this.discard(place, deed.cards);
        case 'show': return this.show(place, deed.cards);
        case 'raise': return this.move('BET', place, tidy(deed.to - place.bet));
        case 'bring_in': return this.move('BRING_IN', place, this.hand.bring_in);
        case 'call': return this.move('CALL', place, tidy(this.high - place.bet));
        case 'fold':
            place.folded = this.acted = true;
            this.events.push({ ev: 'FOLD', seat: place.seat });
        }
    }

    private move(ev: 'BET' | 'CALL' | 'BRING_IN', place: Place, wanted: Chips): void {
        const amount = this.bet(place, wanted);
        this.acted = true;
        this.high = Math.max(this.high, place.bet, ev === 'BRING_IN' ? this.hand.bring_in : 0);
        if (ev === 'CALL' && !amount) this.events.push({ ev: 'CHECK', seat: place.seat });
        else this.events.push({ ev, seat: place.seat, amount, to: place.bet, all_in: place.stack === 0 });
    }

    // ---- cards

    private deal(place: Place, cards: (Card | null)[]): void {
        const { family } = gameOf(this.hand.code);
        const known = cards.filter((card): card is Card => card !== null);
        const told = known.length ? { cards: known } : {};
        if (place.thrown > 0) {
            place.thrown = 0;
            this.events.push({ ev: 'DRAW', seat: place.seat, count: cards.length, ...told });
            return;
        }
        if (this.acted || (family === 'stud' && place.dealt >= 3)) this.closeStreet();
        if (family !== 'stud') {
            place.dealt += cards.length;
            this.events.push({ ev: 'DEAL', seat: place.seat, count: cards.length, ...told });
            return;
        }
        // Stud deals two down, four up, one down; a record may have several of them in one line.
        const split = Math.max(0, Math.min(cards.length, place.dealt < 2 ? 2 - place.dealt : place.dealt >= 6 ? 1 : 0));
        this.dealStud(place, cards.slice(0, split), false);
        this.dealStud(place, cards.slice(split), true);
    }

    private dealStud(place: Place, cards: (Card | null)[], up: boolean): void {
        if (!cards.length) return;
        const known = cards.filter((card): card is Card => card !== null);
        place.dealt += cards.length;
        this.events.push({
            ev: 'DEAL', seat: place.seat, count: cards.length, ...(known.length ? { cards: known } : {}), ...(up ? { up } : {}),
        });
        if (up) known.forEach((card) => this.follow(card));
    }

    /** The card that is dealt up next after a queen makes its rank wild; a later queen cancels that. */
    private follow(card: Card): void {
        if (this.wild === undefined) return;
        if (this.queen) this.wild = card[0] === 'Q' ? '' : card[0]!;
        else if (card[0] === 'Q') this.wild = '';
        this.queen = card[0] === 'Q';
    }

    private board(cards: Card[]): void {
        // The first card of Courchevel is dealt while the blinds lie there.
        if (this.acted || this.boards[0]!.length || gameOf(this.hand.code).variant.slice(0, 10) !== 'courchevel')
            this.closeStreet();
        if (gameOf(this.hand.code).family === 'stud') {
            this.boards[0]!.push(...cards);
            this.events.push({ ev: 'DEAL', count: cards.length, cards, up: true });
            cards.forEach((card) => this.follow(card));
            return;
        }
        if (this.hand.two_boards && !this.runs_told && this.boards[0]!.length === this.common) this.tellRuns();
        const second = this.runs_told && this.boards[0]!.length >= gameOf(this.hand.code).board;
        if (second && !this.boards[1]) this.boards.push(this.boards[0]!.slice(0, this.common));
        const board = this.boards[second ? 1 : 0]!;
        board.push(...cards);
        const ev = board.length <= 3 ? 'FLOP' : board.length === 4 ? 'TURN' : 'RIVER';
        this.events.push({ ev, cards, ...(second ? { run: 1 } : {}) });
    }

    private tellRuns(): void {
        this.runs_told = true;
        for (const place of this.places)
            if (!place.folded) this.events.push({ ev: 'ACTION', seat: place.seat, action: 'RUNS', choice: 1 });
    }

    private discard(place: Place, cards: (Card | null)[]): void {
        if (this.acted) this.closeStreet();
        const known = cards.filter((card): card is Card => card !== null);
        place.thrown = gameOf(this.hand.code).draws > 0 ? cards.length : 0;
        const told = known.length ? { cards: known } : {};
        this.events.push({ ev: 'DISCARD', seat: place.seat, count: cards.length, ...told });
    }

    private show(place: Place, cards: (Card | null)[]): void {
        this.closeStreet();
        const hand = cards.filter((card): card is Card => card !== null);
        if (!hand.length || hand.length < cards.length) {
            this.events.push({ ev: 'ACTION', seat: place.seat, action: 'MUCK', choice: 0 });
            return;
        }
        this.shown.set(place.seat, hand);
        this.boards.forEach((board, run) => {
            const name = (!this.hand.odd_wild && describe(this.hand.code, hand, board, this.wild)?.name) || 'as it lies';
            this.events.push({ ev: 'SHOWDOWN', seat: place.seat, hand, board, rank: '', name, ...(run ? { run } : {}) });
        });
    }
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
        const own = deals.filter((deal) => deal.seat === seat && deal.cards);
        if (seat !== undefined && own.length) lines.push(`${name(seat)} gets ${cardSigns(own.flatMap((deal) => deal.cards!))}`);
    }
    return lines.length ? `${lines.join(', ')}.` : 'Cards are dealt.';
}

/** Antes of the same size are one sentence. */
function sayForced(events: HandEvent[], before: Hand, after: Hand, name: Name): string {
    const antes = events.filter((event): event is HandEvent & { ev: 'ANTE' } => event.ev === 'ANTE');
    const even = antes.length > 1 && antes.every((ante) => ante.amount === antes[0]!.amount);
    const said = even ? [`${antes.map((ante) => name(ante.seat)).join(', ')} ante ${chips(antes[0]!.amount)} each.`] : [];
    for (const event of events)
        if (!even || event.ev !== 'ANTE') said.push(sayEvent(event, { name, before, after })?.text ?? '');
    return said.join(' ');
}

function sayStep(events: HandEvent[], before: Hand, after: Hand, name: Name): string {
    const first = events[0]!;
    if (first.ev === 'DEAL' && first.seat !== undefined) return sayDeals(events as (HandEvent & { ev: 'DEAL' })[], name);
    if (first.ev === 'ANTE' || first.ev === 'POST_BLINDS') return sayForced(events, before, after, name);
    if (first.ev === 'DRAW')
        return `${name(first.seat)} gets ${first.cards ? cardSigns(first.cards) : chips(first.count)}.`;
    const own = 'seat' in first ? { own: first.seat } : {}; // whoever's cards are recorded may be told
    return events.map((event) => sayEvent(event, { name, before, after, ...own })?.text).filter(Boolean).join(' ');
}

const BETTING = new Set(['BET', 'CALL', 'CHECK', 'FOLD', 'BRING_IN', 'DISCARD']);

function stepsOf(hand: Hand, events: readonly HandEvent[], name: Name): Step[] {
    const steps: Step[] = [{ hand, text: sayStart(hand, name), street: 'Start', betting: false }];
    for (let at = 0; at < events.length;) {
        let end = at + 1;
        while (end < events.length && together(events[end - 1]!, events[end]!)) end++;
        const group = events.slice(at, end);
        const after = group.reduce(applyEvent, hand);
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
    const hand = rakes.reduce(applyEvent, last);
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
function knownHands(hand: Hand): Map<Seat, Card[]> {
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
    const awards = ending(recorded, walker, walker.events.reduce(applyEvent, start));
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
    const lines = [`${gameOf(recorded.code).title}${recorded.table && `, table ${recorded.table}`}${recorded.id && `, ${recorded.id}`}`];
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
