// equity.ts -- shares of the pot when the cards of everybody who is left lie open and nothing can be bet any more.
// Counts all boards if there are few, else deals at random with a fixed seed, in slices so that a page stays alive.
import type { Card } from '../protocol';
import { cardNumber, Evaluator, ruleOf } from './evaluate';
import { gameOf } from './games';

/** Shares add up to 1.  `error`: the standard error of the least certain one; 0 if all cases were counted. */
export interface Equity { shares: number[]; error: number; cases: number }

export interface Spot {
    code: string;
    hands: Card[][];        // as far as they are dealt
    board: Card[];
    dead?: Card[];          // known cards that nobody can get any more
    wild?: string;          // ranks that became wild in this hand
}

/** So many hands are evaluated when all cases are counted; an Omaha hand takes as long as sixty others. */
const EXACT_MAX = 50000;
const SAMPLES = 40000, OMAHA_SAMPLES = 8000;
const SLICE_MS = 12;

/** Cards of the deck that nobody has. */
function stub(variant: string, gone: ReadonlySet<number>, jokers: boolean): number[] {
    const lowest = variant === 'short-deck' ? 4 : variant === 'royal' ? 8 : 0;
    const deck: number[] = [];
    for (let card = lowest * 4; card < (jokers ? 54 : 52); card++) if (!gone.has(card)) deck.push(card);
    return deck;
}

/** The same series for the same seed (mulberry32). */
function series(seed: number): () => number {
    return () => {
        seed = seed + 0x6d2b79f5 | 0;
        let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return (mixed ^ mixed >>> 14) >>> 0;
    };
}

function binomial(n: number, k: number): number {
    let sets = 1;
    for (let i = 0; i < k; i++) sets = sets * (n - i) / (i + 1);
    return sets;
}

class Counter {
    readonly shares: number[];
    private readonly squares: number[];
    cases = 0;

    constructor(private readonly game: Evaluator, players: number) {
        this.shares = Array<number>(players).fill(0);
        this.squares = Array<number>(players).fill(0);
    }

    private won = [0, 0, 0];

    /** Splits one pot: each half to its best hands; a half that nobody has goes to the other. */
    add(hands: readonly (readonly number[])[], board: readonly number[]): void {
        const halves = ([0, 1] as const).map((half) => hands.map((hand) => this.game.value(half, hand, board)));
        const best = halves.map((values) => Math.max(...values));
        const parts = best.filter((value) => value > 0).length;
        this.won = hands.map(() => 0);
        halves.forEach((values, half) => {
            if (!best[half]) return;
            const winners = values.filter((value) => value === best[half]).length;
            values.forEach((value, i) => { if (value === best[half]) this.won[i]! += 1 / parts / winners; });
        });
        this.won.forEach((share, i) => {
            this.shares[i]! += share;
            this.squares[i]! += share * share;
        });
        this.cases++;
    }

    result(exact: boolean): Equity {
        const n = Math.max(1, this.cases);
        const error = this.shares.map((sum, i) => Math.sqrt(Math.max(0, this.squares[i]! / n - (sum / n) ** 2) / n));
        return { shares: this.shares.map((sum) => sum / n), error: exact ? 0 : Math.max(...error), cases: this.cases };
    }
}

/** All choices of `count` of the cards, one after the other. */
function* choices(cards: readonly number[], count: number): Generator<number[]> {
    const at = Array.from({ length: count }, (_, i) => i);
    for (;;) {
        yield at.map((i) => cards[i]!);
        let last = count - 1;
        while (last >= 0 && at[last] === cards.length - count + last) last--;
        if (last < 0) return;
        at[last]!++;
        for (let i = last + 1; i < count; i++) at[i] = at[i - 1]! + 1;
    }
}

/** The next `count` cards of a shuffled deck come to its front. */
function draw(deck: number[], count: number, random: () => number): void {
    for (let i = 0; i < count; i++) {
        const other = i + random() % (deck.length - i);
        const card = deck[i]!;
        deck[i] = deck[other]!;
        deck[other] = card;
    }
}

interface Task { counter: Counter; exact: boolean; steps: Iterator<void> }

/** What is missing, and how it is to be counted; null where shares make no sense. */
function taskOf(spot: Spot): Task | null {
    const rule = ruleOf(spot.code);
    const info = gameOf(spot.code);
    const hands = spot.hands.map((hand) => hand.map(cardNumber));
    const board = spot.board.map(cardNumber);
    const known = [...hands.flat(), ...board, ...(spot.dead ?? []).map(cardNumber)];
    // Whose cards are still to be exchanged or thrown away decides himself: no share is to be had of that.
    const stud = info.family === 'stud';
    const full = info.hole - info.throws;
    if (!rule || hands.length < 2 || known.includes(-1) || new Set(known).size !== known.length) return null;
    if (rule.follows && (spot.wild === undefined || hands.some((hand) => hand.length < full))) return null;
    if (hands.some((hand) => (stud ? hand.length < 3 || hand.length > 7 : hand.length !== full))) return null;
    const missing = Math.max(0, info.board - board.length);
    const lacking = hands.map((hand) => (stud ? Math.max(0, full - board.length - hand.length) : 0));
    const wanted = lacking.reduce((sum, n) => sum + n, missing);
    const deck = stub(info.variant, new Set(known), info.wild === 'jokers');
    if (wanted > deck.length || info.family === 'other' || info.variant === 'leduc') return null; // small decks
    const counter = new Counter(new Evaluator(rule, spot.wild), hands.length);
    const cost = hands.length * (info.two_three ? 60 : 1);
    const exact = wanted === missing && binomial(deck.length, missing) * cost <= EXACT_MAX * (info.two_three ? 10 : 1);
    if (exact) return { counter, exact, steps: count(counter, hands, board, deck, missing) };
    return { counter, exact, steps: deal(counter, hands, board, deck, lacking, missing, info.two_three) };
}

function* count(counter: Counter, hands: number[][], board: number[], deck: number[], missing: number):
    Generator<void> {
    for (const cards of choices(deck, missing)) {
        counter.add(hands, [...board, ...cards]);
        yield;
    }
}

function* deal(counter: Counter, hands: number[][], board: number[], deck: number[], lacking: number[], missing: number,
    slow: boolean): Generator<void> {
    const random = series(1);
    const wanted = lacking.reduce((sum, n) => sum + n, missing);
    for (let i = slow ? OMAHA_SAMPLES : SAMPLES; i > 0; i--) {
        draw(deck, wanted, random);
        let at = missing;
        const dealt = hands.map((hand, player) => {
            const from = at;
            at += lacking[player]!;
            return at === from ? hand : [...hand, ...deck.slice(from, at)];
        });
        counter.add(dealt, [...board, ...deck.slice(0, missing)]);
        yield;
    }
}

/** Shares of a spot; null where they make no sense.  `stop` is asked now and then: true ends the work with null. */
export async function equity(spot: Spot, stop: () => boolean = () => false): Promise<Equity | null> {
    const task = taskOf(spot);
    if (!task) return null;
    for (let slice = Date.now();;) {
        if (task.steps.next().done) return task.counter.result(task.exact);
        if (task.counter.cases % 16 || Date.now() - slice < SLICE_MS) continue;
        await new Promise((resume) => setTimeout(resume, 0));
        if (stop()) return null;
        slice = Date.now();
    }
}
