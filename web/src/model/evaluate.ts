// evaluate.ts -- hands of every game compared and named, with the cards that play.  Says the same as `felt eval`; knows
// nothing of bets, seats or streets.
//
// A value is a number, the higher the better, 0 is none: category, then five places of four bits with rank + 1 (0: no
// card), from the most to the least important.  Lows are the same upside down.  Names are read back from values.
import type { Card } from '../protocol';
import { gameOf } from './games';
import type { Compare } from './games';

/** What a game compares.  Jokers are wild always. */
interface Rule {
    first: Compare;
    second: Compare | null;
    two_three: boolean;     // exactly two own cards and three of the board play
    wild: string;           // ranks
    follows: boolean;       // the rank that followed the last queen that was dealt up is wild, too
    only: Card | undefined; // the one card that the second half looks at
}

export interface Described {
    name: string;
    plays: Card[];
    low?: { name: string; plays: Card[] }; // the second half of games that have two, if the hand has it
}

export function ruleOf(code: string): Rule | null {
    const game = gameOf(code);
    if (!game.limit) return null;
    return {
        first: game.first, second: game.second, two_three: game.two_three,
        wild: game.wild === 'deuces' ? '2' : game.wild === 'follow-queen' ? 'Q' : '',
        follows: game.wild === 'follow-queen',
        only: game.variant === 'the-bitch' ? 'Qs' : undefined,
    };
}

// ---- cards as numbers ----

const RANKS = '23456789TJQKA';
const JOKER = 52;

/** rank * 4 + suit; 52 and 53 are jokers; -1 is no card. */
export function cardNumber(card: Card): number {
    if (card === 'Jr') return JOKER;
    if (card === 'Jb') return JOKER + 1;
    const rank = RANKS.indexOf(card[0] ?? '?');
    const suit = 'cdhs'.indexOf(card[1] ?? '?');
    return card.length !== 2 || rank < 0 || suit < 0 ? -1 : rank * 4 + suit;
}

const top = (mask: number) => 31 - Math.clz32(mask);

function bits(mask: number): number {
    let n = 0;
    for (; mask; mask &= mask - 1) n++;
    return n;
}

/** Masks of ranks by suit; wild cards are counted apart. */
const suits = [0, 0, 0, 0];
let wilds = 0;

function spread(cards: readonly number[], wild: number, aceLow: boolean): void {
    suits[0] = suits[1] = suits[2] = suits[3] = wilds = 0;
    for (const card of cards) {
        const rank = card >> 2;
        if (card >= JOKER || wild >> rank & 1) wilds++;
        else suits[card & 3]! |= 1 << (aceLow ? (rank + 1) % 13 : rank);
    }
}

// ---- values ----

enum Category { high, pair, twoPair, trips, straight, flush, full, quads, straightFlush, five }

const LOW_TOP = 0xafffff;

function make(category: number, a: number, b: number, kickers: number, room: number): number {
    let value = category;
    let places = 5;
    if (a >= 0) { value = value << 4 | a + 1; places--; }
    if (b >= 0) { value = value << 4 | b + 1; places--; }
    for (; kickers && room > 0; room--, places--) {
        const rank = top(kickers);
        value = value << 4 | rank + 1;
        kickers ^= 1 << rank;
    }
    return value << 4 * places;
}

/** The best five by pairs alone, when wild cards join the ranks that are held. */
function pairs(): number {
    const a = suits[0]! | suits[1]!, b = suits[2]! | suits[3]!, aa = suits[0]! & suits[1]!, bb = suits[2]! & suits[3]!;
    const one = a | b, two = aa | bb | (a & b), three = (aa & b) | (bb & a), four = aa & bb;
    const tallest = four ? 4 : three ? 3 : two ? 2 : one ? 1 : 0;
    const size = Math.min(5, tallest + wilds);
    const piles = [0x1fff, one, two, three, four];
    // Wild cards go to the highest of the tallest piles; with no natural card at all they are aces.
    const rank = top(size - wilds > 0 ? piles[size - wilds]! : 0x1fff);
    const rest = one & ~(1 << rank), second = two & ~(1 << rank);
    if (size === 5) return make(Category.five, rank, -1, 0, 0);
    if (size === 4) return make(Category.quads, rank, -1, rest, 1);
    if (size === 3 && wilds < 2 && second) return make(Category.full, rank, top(second), 0, 0);
    if (size === 3) return make(Category.trips, rank, -1, rest, 2);
    if (size === 2 && !wilds && second) {
        const low = top(second);
        return make(Category.twoPair, rank, low, rest & ~(1 << low), 1);
    }
    return size === 2 ? make(Category.pair, rank, -1, rest, 3) : make(Category.high, -1, -1, one, 5);
}

/** Top rank of the highest run of five of which at most `wilds` ranks are missing, or -1. */
function run(ranks: number, wheelTop: number): number {
    for (let high = 12; high >= wheelTop; high--) {
        const wanted = high === wheelTop ? 15 << (high - 3) | 1 << 12 : 31 << (high - 4);
        if (bits(ranks & wanted) + wilds >= 5) return high;
    }
    return -1;
}

function highOf(wheelTop: number): number {
    let best = pairs();
    const line = run(suits[0]! | suits[1]! | suits[2]! | suits[3]!, wheelTop);
    if (line >= 0) best = Math.max(best, make(Category.straight, line, -1, 0, 0));
    for (let suit = 0; suit < 4; suit++) {
        let ranks = suits[suit]!;
        if (bits(ranks) + wilds < 5) continue;
        const high = run(ranks, wheelTop);
        if (high >= 0) best = Math.max(best, make(Category.straightFlush, high, -1, 0, 0));
        // Wild cards are the highest ranks that the suit lacks.
        for (let left = wilds; left > 0; left--) ranks |= 1 << top(0x1fff & ~ranks);
        best = Math.max(best, make(Category.flush, -1, -1, ranks, 5));
    }
    return best;
}

const PLACES = 0xfffff;
const swapCategory = (value: number, to: number) => to << 20 | (value & PLACES);

function shortOf(cards: readonly number[]): number {
    spread(cards, 0, false);
    const value = highOf(7);
    const category = value >> 20;
    if (category === Category.flush) return swapCategory(value, Category.full);
    return category === Category.full ? swapCategory(value, Category.flush) : value;
}

function low27Of(cards: readonly number[]): number {
    spread(cards, 0, false);
    const high = highOf(3);
    const wheel = make(0, 12, -1, 15, 4); // A-5-4-3-2 is no straight here
    if (high >> 20 === Category.straight && (high >> 16 & 15) === 4) return LOW_TOP - wheel;
    if (high >> 20 === Category.straightFlush && (high >> 16 & 15) === 4)
        return LOW_TOP - swapCategory(wheel, Category.flush);
    return LOW_TOP - high;
}

function pairedLowOf(cards: readonly number[]): number {
    spread(cards, 0, true);
    return LOW_TOP - pairs();
}

function lowA5Of(cards: readonly number[], allowed: number): number {
    spread(cards, 0, true);
    let ranks = (suits[0]! | suits[1]! | suits[2]! | suits[3]!) & allowed;
    if (bits(ranks) < 5) return allowed === 0x1fff ? bestOf(pairedLowOf, 5, cards) : 0;
    while (bits(ranks) > 5) ranks ^= 1 << top(ranks);
    return LOW_TOP - make(Category.high, -1, -1, ranks, 5);
}

/** Place of each category among three cards, and back. */
const THREE: readonly number[] = [Category.high, Category.pair, Category.flush, Category.straight, Category.trips,
    Category.straightFlush];

function threeOf(cards: readonly number[]): number {
    spread(cards, 0, false);
    const plain = pairs();
    const one = suits[0]! | suits[1]! | suits[2]! | suits[3]!;
    if (plain >> 20 === Category.trips) return swapCategory(plain, 4);
    if (cards.length < 3 || bits(one) < 3) return plain;
    const flush = suits.includes(one);
    let line = -1;
    for (let high = 12; high >= 2; high--) if (one === 7 << (high - 2)) line = high;
    if (one === (1 << 12 | 3)) line = 1;
    if (line >= 0) return make(flush ? 5 : 3, line, -1, 0, 0);
    return flush ? swapCategory(plain, 2) : plain;
}

/** The best set of cards that share no rank and no suit: the more the better, then the lower. */
function badugiOf(cards: readonly number[], aceHigh: boolean): number {
    let best = 0;
    for (let choice = 1; choice < 1 << cards.length; choice++) {
        let ranks = 0, colours = 0;
        for (let i = 0; i < cards.length; i++) {
            if (!(choice >> i & 1)) continue;
            ranks |= 1 << (aceHigh ? cards[i]! >> 2 : ((cards[i]! >> 2) + 1) % 13);
            colours |= 1 << (cards[i]! & 3);
        }
        const size = bits(choice);
        if (bits(ranks) !== size || bits(colours) !== size) continue;
        best = Math.max(best, size << 20 | PLACES - make(0, -1, -1, ranks, 4));
    }
    return best;
}

function bestOf(value: (cards: readonly number[]) => number, size: number, cards: readonly number[]): number {
    if (cards.length <= size) return value(cards);
    let best = 0;
    for (let choice = 0; choice < 1 << cards.length; choice++)
        if (bits(choice) === size) best = Math.max(best, value(cards.filter((_, i) => choice >> i & 1)));
    return best;
}

function valueOf(family: Compare, cards: readonly number[], wild: number): number {
    if (!cards.length) return 0;
    switch (family) {
    case 'high': spread(cards, wild, false); return highOf(3);
    case 'high-short': return shortOf(cards);
    case 'three': return bestOf(threeOf, 3, cards);
    case 'low-27': return bestOf(low27Of, 5, cards);
    case 'low-a5': return lowA5Of(cards, 0x1fff);
    case 'low-8': return lowA5Of(cards, 0xff);
    case 'badugi': return badugiOf(cards, false);
    case 'badugi-high': return badugiOf(cards, true);
    case 'spade': return Math.max(0, ...cards.map((card) => ((card & 3) === 3 && card < JOKER ? (card >> 2) + 1 : 0)));
    }
}

// ---- halves of a game ----

export class Evaluator {
    private readonly wild: number;

    /** `wild`: ranks that are wild besides those of the game, "7". */
    constructor(readonly rule: Rule, wild = '') {
        this.wild = [...rule.wild + wild].reduce((mask, rank) => mask | 1 << RANKS.indexOf(rank), 0);
    }

    private readonly five = [0, 0, 0, 0, 0];

    /** The best of two own cards and three of the board. */
    private twoThree(family: Compare, hole: readonly number[], board: readonly number[]): number {
        const five = this.five;
        let best = 0;
        for (let a = 0; a < hole.length; a++) for (let b = a + 1; b < hole.length; b++) {
            five[0] = hole[a]!;
            five[1] = hole[b]!;
            for (let i = 0; i < board.length; i++) for (let j = i + 1; j < board.length; j++)
                for (let k = j + 1; k < board.length; k++) {
                    five[2] = board[i]!;
                    five[3] = board[j]!;
                    five[4] = board[k]!;
                    best = Math.max(best, valueOf(family, five, this.wild));
                }
        }
        return best;
    }

    private half(family: Compare, hole: readonly number[], board: readonly number[]): number {
        if (this.rule.two_three) return this.twoThree(family, hole, board);
        return valueOf(family, [...hole, ...board], this.wild);
    }

    family(half: 0 | 1): Compare | null {
        return half ? this.rule.second : this.rule.first;
    }

    /** The cards that count for a half: for a spade only own ones that were dealt face down. */
    private counting(half: 0 | 1, hole: readonly number[], board: readonly number[]): [number[], readonly number[]] {
        if (!half || this.rule.second !== 'spade') return [[...hole], board];
        const only = this.rule.only ? cardNumber(this.rule.only) : -1;
        return [hole.filter((card, i) => (i < 2 || i === 6) && (only < 0 || card === only)), []];
    }

    value(half: 0 | 1, hole: readonly number[], board: readonly number[]): number {
        const family = this.family(half);
        if (!family) return 0;
        if (!half || this.rule.second !== 'spade') return this.half(family, hole, board);
        return this.half(family, ...this.counting(half, hole, board));
    }

    /** The fewest cards that have the value, own ones and early ones first. */
    plays(half: 0 | 1, hole: readonly number[], board: readonly number[]): number[] {
        const family = this.family(half)!;
        const goal = this.value(half, hole, board);
        const [own, common] = this.counting(half, hole, board);
        const all = [...own, ...common];
        let best = 0, fewest = 5;
        if (!goal) return [];
        for (let choice = 1; choice < 1 << all.length; choice++) {
            const size = bits(choice), differ = choice ^ best;
            // Of choices of one size, the one with the earliest cards: the lowest bit in which they differ is its own.
            if (size > fewest || (best && size === fewest && !(choice & differ & -differ))) continue;
            const mine = own.filter((_, i) => choice >> i & 1);
            const theirs = common.filter((_, i) => choice >> (own.length + i) & 1);
            if (this.rule.two_three && (mine.length !== 2 || theirs.length !== 3)) continue;
            if (this.half(family, mine, theirs) !== goal) continue;
            best = choice;
            fewest = size;
        }
        return all.filter((_, i) => best >> i & 1);
    }
}

// ---- names ----

const NAMES = ['deuce', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'jack', 'queen', 'king',
    'ace'];
const CATEGORIES = ['high card', 'pair', 'two pair', 'three of a kind', 'straight', 'flush', 'full house',
    'four of a kind', 'straight flush', 'five of a kind'];
/** How many cards each rank of a made hand stands for; 0 where the ranks are kickers or a top. */
const PILES: readonly (readonly number[])[] = [[], [2], [2, 2], [3], [], [], [3, 2], [4], [], [5]];

const plural = (rank: number) => NAMES[rank]! + (NAMES[rank] === 'six' ? 'es' : 's');
const letters = (ranks: readonly number[]) => ranks.map((rank) => RANKS[rank]).join('-');

function placesOf(value: number, aceLow: boolean): number[] {
    const ranks: number[] = [];
    for (let shift = 16; shift >= 0; shift -= 4) {
        const place = value >> shift & 15;
        if (place) ranks.push(aceLow ? (place + 11) % 13 : place - 1);
    }
    return ranks;
}

function madeName(category: number, ranks: readonly number[]): string {
    const joint = category === Category.pair ? ' of ' : ', ';
    const both = category === Category.full ? ' full of ' : ' and ';
    return CATEGORIES[category] + joint + ranks.slice(0, PILES[category]!.length).map(plural).join(both);
}

function kickerName(kickers: readonly number[]): string {
    const words = kickers.map((rank) => NAMES[rank]!);
    const last = words.pop();
    if (last === undefined) return '';
    return words.length ? `, ${words.join(', ')} and ${last} kickers` : `, ${last} kicker`;
}

function highName(category: number, ranks: readonly number[], three: boolean): string {
    const first = NAMES[ranks[0]!];
    if (category === Category.straight || category === Category.straightFlush)
        return category === Category.straightFlush && ranks[0] === 12 && !three ? 'royal flush'
            : `${CATEGORIES[category]}, ${first} high`;
    const made = PILES[category]!.length;
    if (made) return madeName(category, ranks) + kickerName(ranks.slice(made));
    const name = `${CATEGORIES[category]}, ${first}${category === Category.flush ? ' high' : ''}`;
    return ranks.length > 1 ? `${name}: ${letters(ranks)}` : name;
}

function lowName(category: number, ranks: readonly number[], wheel: boolean): string {
    const piles = PILES[category]!;
    let all = ranks.flatMap((rank, i) => Array<number>(piles[i] ?? 1).fill(rank));
    if (category === Category.high)
        return `${wheel && all.length === 5 && all[0] === 3 ? 'wheel: ' : ''}${letters(all)} low`;
    if (category === Category.straight || category === Category.straightFlush)
        all = [0, 1, 2, 3, 4].map((i) => ranks[0]! - i);
    const name = piles.length ? madeName(category, ranks) : CATEGORIES[category]!;
    return category === Category.full ? name : `${name}: ${letters(all)}`;
}

function nameOf(family: Compare, value: number): string {
    const aceLow = family === 'low-a5' || family === 'low-8' || family === 'badugi';
    let category = value >> 20;
    switch (family) {
    case 'spade': return `${NAMES[value - 1]} of spades`;
    case 'badugi':
    case 'badugi-high':
        return `${['one', 'two', 'three', 'four'][category - 1]}-card badugi, `
            + letters(placesOf(PLACES - (value & PLACES), aceLow));
    case 'low-27':
    case 'low-a5':
    case 'low-8': {
        const high = LOW_TOP - value;
        return lowName(high >> 20, placesOf(high, aceLow), aceLow);
    }
    case 'high-short':
        if (category === Category.flush) category = Category.full;
        else if (category === Category.full) category = Category.flush;
        return highName(category, placesOf(value, false), false);
    case 'three': return highName(THREE[category]!, placesOf(value, false), true);
    case 'high': return highName(category, placesOf(value, false), false);
    }
}

/** Name and cards of both halves; null if the hand is nothing yet, or something of it is not known.  `wild`: the ranks
 *  that became wild during the hand (follow the queen); without it such a game cannot be judged. */
export function describe(code: string, hole: Card[], board: Card[], wild?: string): Described | null {
    const rule = ruleOf(code);
    if (!rule || (rule.follows && wild === undefined)) return null;
    const own = hole.map(cardNumber), common = board.map(cardNumber);
    const all = [...own, ...common];
    if (all.includes(-1) || all.length > 11 || new Set(all).size !== all.length) return null;
    const game = new Evaluator(rule, wild);
    const cardOf = (n: number) => [...hole, ...board][all.indexOf(n)]!;
    const said = (half: 0 | 1) => {
        const value = game.value(half, own, common);
        if (!value) return null;
        return { name: nameOf(game.family(half)!, value), plays: game.plays(half, own, common).map(cardOf) };
    };
    const first = said(0), second = said(1);
    if (!first) return null;
    return second ? { name: `${first.name}; ${second.name}`, plays: first.plays, low: second } : first;
}
