// narc.ts -- event -> Hand for Narc, in which a raise is a card (PROTOCOL 15.20): roles, totals, cards on the table and in
// the own hand.  Between two questions it is our own count; `act` and `snapshot` bring the server's.
import type { HandEvent, Middle, Seat, Word } from '../protocol';
import type { Asked, Hand, HandSeat, Lying, Narc, NarcCard, Table } from './types';

/** A session before its first hand. */
export const emptyNarc: Narc = {
    hand: 0, round: 0, rounds: 0, cap: 0, raises_left: 0, raises: 0, initiative: null,
    evidence: 0, cover: 0, heat: 0, profit: 0, run_heat: 0, tier: '', score: 0, fold_price: 0,
    up: [], down: [], hole: [], roles: {}, outcome: '',
};

/** The hand after an event of Narc; undefined: the usual way goes. */
export function narcEvent(hand: Hand, event: HandEvent): Hand | undefined {
    const { narc } = hand;
    if (!narc) return undefined;
    switch (event.ev) {
        case 'HAND': return cleared(change(hand, {
            hand: event.number, first: event.seat, up: [], down: [], evidence: 0, cover: 0, heat: 0, profit: 0, outcome: '',
        }), true);
        case 'ROUND': return cleared(change(hand, { round: event.round, raises_left: narc.cap, raises: 0, initiative: null }), false);
        case 'DEAL': return event.seat === undefined ? hand : dealt(hand, event.seat, event.count, event.cards ?? []);
        case 'COMMIT': return committed(hand, event.seat, event.count, event.cards ?? [], true);
        case 'STAY': return committed(hand, event.seat, event.count, event.cards ?? [], false);
        case 'DISCARD': return lost(hand, event.seat, event.count, event.cards ?? []);
        case 'INITIATIVE': return withSeats(change(hand, { initiative: event.seat }), (seat) => ({
            tally: { ...seat.tally, initiative: seat.seat === event.seat },
        }));
        case 'FLIP': return flipped(hand, event.seat, event.cards ?? []);
        case 'TALLY': return change(hand, {
            evidence: event.evidence, cover: event.cover, heat: event.heat, profit: event.profit,
        });
        case 'OUTCOME': return change(hand, { outcome: event.outcome ?? '' });
        case 'SCORE': return change(hand, { score: event.score });
        case 'ACTION': return withSeat(hand, event.seat, () => ({ last: 'goes on' }));
        case 'SHUFFLE': return hand;
        default: return undefined; // CHECK and FOLD, and chips at the end
    }
}

const change = (hand: Hand, to: Partial<Narc>): Hand => ({ ...hand, narc: { ...emptyNarc, ...hand.narc, ...to } });

function withSeats(hand: Hand, to: (seat: HandSeat) => Partial<HandSeat>): Hand {
    return { ...hand, seats: hand.seats.map((seat) => ({ ...seat, ...to(seat) })) };
}

function withSeat(hand: Hand, seat: Seat, to: (seat: HandSeat) => Partial<HandSeat>): Hand {
    return withSeats(hand, (one) => (one.seat === seat ? to(one) : {}));
}

/** A new round, or a new hand, in which everybody is in again. */
function cleared(hand: Hand, anew: boolean): Hand {
    return withSeats(hand, (seat) => ({
        last: undefined, folded: anew ? false : seat.folded, tally: { ...seat.tally, down: 0, initiative: false },
    }));
}

const backs = (count: number): Lying[] =>
    Array.from({ length: Math.max(0, Math.min(count, 12)) }, () => ({ card: null, up: false }));

const drawn = (deck: number | undefined, count: number) => (deck === undefined ? {} : { deck: Math.max(0, deck - count) });

function dealt(hand: Hand, seat: Seat, count: number, cards: readonly string[]): Hand {
    const next = withSeat(hand, seat, (one) => ({
        cards: backs(one.cards.length + count), tally: { ...one.tally, ...drawn(one.tally?.deck, count) },
    }));
    return change(next, { hole: [...(hand.narc?.hole ?? []), ...cards] });
}

/** Raises of the round that are left; `cap` is that of the rules, for whoever was not told. */
export const raisesLeft = (narc: Narc, cap: number): number => (narc.cap > 0 ? narc.raises_left : Math.max(0, cap - narc.raises));

/** The role of a seat: told for the hand, told for the table, or by the order in which a round goes. */
export function roleAt(narc: Narc | undefined, seat: Seat, roles: readonly string[] | undefined, order: readonly string[], seats: number): string {
    const told = narc?.roles[seat] ?? roles?.[seat];
    if (told) return told;
    return narc?.first === undefined ? '' : order[(seat - narc.first + seats) % seats] ?? '';
}

/** Without one of each that is named. */
function without(held: readonly string[], cards: readonly string[]): string[] {
    const left = [...held];
    for (const card of cards) {
        const at = left.indexOf(card);
        if (at >= 0) left.splice(at, 1);
    }
    return left;
}

function committed(hand: Hand, seat: Seat, count: number, cards: readonly string[], raises: boolean): Hand {
    const narc = hand.narc ?? emptyNarc;
    const next = withSeat(hand, seat, (one) => ({
        cards: backs(one.cards.length - count), last: raises ? 'raises' : 'stays',
        tally: { ...one.tally, down: (one.tally?.down ?? 0) + count },
    }));
    return change(next, {
        hole: without(narc.hole, cards), down: [...narc.down, ...cards],
        raises_left: Math.max(0, narc.raises_left - (raises ? 1 : 0)), raises: narc.raises + (raises ? 1 : 0),
    });
}

function lost(hand: Hand, seat: Seat, count: number, cards: readonly string[]): Hand {
    const next = withSeat(hand, seat, (one) => ({ cards: backs(one.cards.length - count) }));
    return change(next, { hole: without(hand.narc?.hole ?? [], cards) });
}

function flipped(hand: Hand, seat: Seat, cards: readonly string[]): Hand {
    const narc = hand.narc ?? emptyNarc;
    const next = withSeat(hand, seat, (one) => ({
        tally: { ...one.tally, down: Math.max(0, (one.tally?.down ?? 0) - cards.length) },
    }));
    return change(next, { up: [...narc.up, ...cards], down: without(narc.down, cards) });
}

/** What `act` and `snapshot` tell; another game stays as it is. */
export function syncNarc(hand: Hand, told: Middle, own?: { hole: readonly string[] }): Hand {
    if (told.margin === undefined) return hand;
    const initiative = told.initiative ?? null;
    const roles: Record<Seat, string> = {};
    for (const { seat, role } of told.players) if (role !== undefined) roles[seat] = role;
    const next = withSeats({ ...hand, boards: [[]] }, (seat) => {
        const player = told.players.find((one) => one.seat === seat.seat);
        return {
            cards: backs(player?.cards ?? 0),
            tally: {
                role: roles[seat.seat], down: player?.down ?? 0, deck: player?.deck, initiative: seat.seat === initiative,
            },
        };
    });
    return change(next, {
        hand: told.hand ?? 0, round: told.round ?? 0, rounds: told.rounds ?? 0, cap: told.cap ?? 0,
        raises_left: told.raises_left ?? 0,
        raises: told.phase === 'BET' ? (told.cap ?? 0) - (told.raises_left ?? 0) : hand.narc?.raises ?? 0,
        initiative, evidence: told.evidence ?? 0, cover: told.cover ?? 0,
        heat: told.heat ?? 0, profit: told.profit ?? 0, run_heat: told.run_heat ?? 0, tier: told.tier ?? '',
        score: told.score ?? 0, fold_price: told.fold_price ?? 0, up: [...told.community], down: [...(told.down ?? [])],
        hole: [...(own?.hole ?? [])], roles,
    });
}

// ---- turns

/** A turn in which nothing is to be decided: one can check, and there is no card to lay. */
export const isTrivial = (asked: Asked): boolean =>
    asked.what === 'bet' && asked.legal.includes('CHECK') && asked.legal.every((word) => word === 'CHECK' || word === 'FOLD');

/** Why something cannot be done now; '' if it can.  `name` says who sits at a seat. */
export function whyNot(table: Table, narc: Narc, word: Word, name: (seat: Seat) => string): string {
    const { asked, clock, hand } = table;
    if (hand?.over) return 'The session is over. The next one begins by itself.';
    const own = table.mine && hand?.seats.find((one) => one.seat === table.mine?.seat);
    if (!asked && own?.folded) return 'You have left this hand.';
    if (!asked) return clock && clock.seat !== table.mine?.seat ? `${name(clock.seat)} is to act.` : 'Wait for your turn.';
    if (asked.sent) return 'Sent.';
    if (asked.legal.includes(word)) return '';
    if (word === 'COMMIT' && asked.what === 'decide') return 'No cards are laid now: go on to the next round, or fold.';
    if (word === 'COMMIT' && narc.raises_left === 0) return 'All raises of this round are used.';
    if (word === 'COMMIT') return 'You cannot raise now.';
    return 'This cannot be done now.';
}

// ---- words

/** "Parked van" of "parked_van": what a card is called as long as its catalogue is not there. */
export function idText(id: string): string {
    const words = id.replace(/_/g, ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
}

const signed = (number: number): string => (number > 0 ? `+${number}` : `−${-number}`);

/** Where it happens: the base of Evidence and Cover. */
export const isPlace = (card: NarcCard): boolean => card.type.startsWith('loc');

/** "+25 cover, +10 heat", "price 30, +5 heat", "nothing". */
export function effectText(card: NarcCard): string {
    const factor = card.price_pct === undefined || card.price_pct === 100 ? '' : `price ×${card.price_pct / 100}`;
    const base = isPlace(card); // what it says replaces what the last one said
    const add = (number: number | undefined, word: string): string =>
        (number ? `${base ? number : signed(number)} ${word}` : '');
    const sums = [add(card.evidence, 'evidence'), add(card.cover, 'cover')].filter(Boolean).join(', ');
    const parts = [
        card.price ? `price ${card.price}` : '', factor,
        sums && base ? `base ${sums}` : sums,
        card.price_flat ? `${signed(card.price_flat)} profit` : '',
        card.heat ? `${signed(card.heat)} heat` : '',
        card.type === 'insurance' ? `saves once: ${card.cost ?? 0} cash, +${card.heat_penalty ?? 0} heat` : '',
        card.threshold ? `no insurance from ${card.threshold} heat on` : '',
    ];
    return parts.filter(Boolean).join(', ') || 'nothing';
}

/** "Product" of "product". */
export const typeTitle = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1);

/** " (costs 1 card)": what stands behind Fold. */
export const foldPrice = (narc: Narc, role: string | undefined): string =>
    (role === 'player' && narc.fold_price > 0 ? ` (costs ${narc.fold_price} ${narc.fold_price === 1 ? 'card' : 'cards'})` : '');

/** "no profit, heat +5 stays": what else leaving the hand does. */
export function foldNote(narc: Narc, role: string | undefined): string {
    if (role === 'player') return `no profit, heat ${narc.heat < 0 ? `−${-narc.heat}` : `+${narc.heat}`} stays`;
    return role ? 'your cards no longer count' : '';
}

/** "safe by 5", "even, which is safe", "5 behind". */
export function marginText(evidence: number, cover: number): string {
    if (cover === evidence) return 'even, which is safe';
    return cover > evidence ? `safe by ${cover - evidence}` : `${evidence - cover} behind`;
}

const titles: Readonly<Record<string, string>> = { narc: 'Narc', customer: 'Customer', player: 'Player' };

/** "Narc" of "narc". */
export const roleTitle = (role: string | undefined): string => titles[role ?? ''] ?? '';

const outcomes: Readonly<Record<string, string>> = {
    safe: 'Safe: the deal is done', saved: 'Saved by an insurance', busted: 'Busted', folded: 'The Player left the hand',
};

/** "Safe: the deal is done" of "safe". */
export const outcomeText = (outcome: string | undefined): string => outcomes[outcome ?? ''] ?? 'The hand is over';
