// hand.ts -- event -> Hand: cards, stakes, pots, awards with their reasons.  Hands of the room (frames) and recorded
// ones (replay.ts) go through the same functions.  Knows neither tables nor people.
import type { Act, Card, HandEvent, Middle, Seat, Snapshot, What } from '../protocol';
import { whyWon } from './awards';
import { gameOf } from './games';
import { genomeEvent, syncGenome } from './genome';
import { emptyNarc, narcEvent, syncNarc } from './narc';
import { layers, potName } from './pots';
import type { Chips, Hand, HandSeat, Lying } from './types';
import { didText } from './text';

export interface Start {
    hand_id: string;
    hand_number: number;
    game: string;
    button: Seat;
    stacks: readonly { seat: Seat; stack: Chips }[];
    narc?: boolean;         // it is a session of Narc
    markers?: boolean;
}

/** For the score, a game that hands out no chips has two for each seat: one that is put up, and one that stays. */
export function areMarkers(seats: readonly { stack: Chips }[], pot: Chips): boolean {
    return seats.reduce((sum, { stack }) => sum + stack, pot) === 2 * seats.length;
}

/** A hand before its first event. */
export function startHand(start: Start): Hand {
    const seats = start.stacks.map(({ seat, stack }): HandSeat => ({
        seat, stack, start: stack, committed: 0, staked: 0, dead: 0, folded: false, all_in: false,
        cards: [], places: [], won: 0,
    }));
    return {
        id: start.hand_id, number: start.hand_number, game: start.game, button: start.button,
        phase: firstPhase(start.game), seats: seats.sort((a, b) => a.seat - b.seat),
        boards: [[]], common: 0, draws: 0, pot: 0, pots: [], current_bet: 0, awards: [], rake: 0,
        over: false, void_: '', ...(start.narc ? { narc: emptyNarc } : {}), ...(start.markers ? { markers: true } : {}),
    };
}

function firstPhase(code: string): string {
    switch (gameOf(code).family) {
        case 'board': return 'PRE_FLOP';
        case 'draw': return 'PRE_DRAW';
        case 'stud': return 'THIRD';
        default: return 'BET';
    }
}

/** The hand after an event; one that is not known, or is of a seat that was not dealt in, changes nothing. */
export function applyEvent(hand: Hand, event: HandEvent): Hand {
    const told = narcEvent(hand, event) ?? (hand.narc ? undefined : genomeEvent(hand, event));
    if (told) return told;
    switch (event.ev) {
        case 'POST_BLINDS': return postBlinds(hand, event);
        case 'ANTE':
            return repot(put(hand, event.seat, event.amount, { ante: true, last: hand.markers ? undefined : didText(event) }));
        case 'BRING_IN': case 'BET': case 'CALL':
            return put(betting(hand), event.seat, event.amount,
                { to: event.to, last: didText(event, hand.current_bet) });
        case 'CHECK': return withSeat(betting(hand), event.seat, () => ({ last: didText(event) }));
        case 'FOLD': return repot(withSeat(betting(hand), event.seat, () => ({ folded: true, last: didText(event) })));
        case 'DEAL': return deal(hand, event);
        case 'DISCARD': return discard(hand, event);
        case 'DRAW': return draw(hand, event);
        case 'FLOP': return board(hand, event.cards, event.run ?? 0);
        case 'TURN': case 'RIVER': return board(hand, event.cards ?? one(event.card), event.run ?? 0);
        case 'RETURN': return giveBack(hand, event.seat, event.amount);
        case 'REDEAL': return redeal(hand);
        case 'RAKE': return rake(hand, event.amount);
        case 'ACTION': return otherAction(hand, event);
        case 'SHOWDOWN': return showdown(hand, event);
        case 'POT_AWARD': return award(hand, event);
        default: return hand; // SHUFFLE, ELIMINATED, and what later servers may say
    }
}

export function endHand(hand: Hand, stacks: readonly { seat: Seat; stack: Chips }[]): Hand {
    const seats = collect(hand).seats.map((seat) => {
        const told = stacks.find((one_) => one_.seat === seat.seat);
        return { ...seat, stack: told?.stack ?? seat.stack, committed: 0 };
    });
    return { ...hand, seats, pot: 0, pots: [], current_bet: 0, over: true, phase: 'SHOWDOWN' };
}

/** The hand never was: every chip is back in the stack it came from. */
export function voidHand(hand: Hand, why: string): Hand {
    const seats = hand.seats.map((seat) => ({
        ...seat, stack: seat.start, committed: 0, staked: 0, dead: 0, all_in: false, won: 0, last: undefined,
    }));
    return { ...hand, seats, pot: 0, pots: [], current_bet: 0, awards: [], over: true, void_: why || 'void' };
}

export const seatOf = (hand: Hand, seat: Seat): HandSeat | undefined => hand.seats.find((one_) => one_.seat === seat);

// ---- chips

function withSeat(hand: Hand, seat: Seat, change: (seat: HandSeat) => Partial<HandSeat>): Hand {
    if (!seatOf(hand, seat)) return hand;
    return { ...hand, seats: hand.seats.map((one_) => (one_.seat === seat ? { ...one_, ...change(one_) } : one_)) };
}

const repot = (hand: Hand): Hand => ({ ...hand, pots: layers(hand.seats) });

interface Put { ante?: boolean; to?: Chips; last: string | undefined }

/** Moves chips from a stack to the table: in front of the seat, or to the pot at once if they are an ante. */
function put(hand: Hand, seat: Seat, amount: Chips, how: Put): Hand {
    if (!seatOf(hand, seat)) return hand;
    const next = withSeat(hand, seat, (one_) => ({
        stack: one_.stack - amount,
        staked: one_.staked + amount,
        dead: one_.dead + (how.ante ? amount : 0),
        committed: how.ante ? one_.committed : one_.committed + amount,
        all_in: one_.stack - amount === 0,
        last: how.last,
    }));
    const bet = how.ante ? hand.current_bet : Math.max(hand.current_bet, how.to ?? seatOf(next, seat)?.committed ?? 0);
    return { ...next, pot: hand.pot + amount, current_bet: bet };
}

function postBlinds(hand: Hand, event: HandEvent & { ev: 'POST_BLINDS' }): Hand {
    let next = hand;
    if (event.sb_seat !== undefined && event.sb)
        next = put(next, event.sb_seat, event.sb, { last: `small blind ${event.sb}` });
    const words = event.sb_seat === undefined ? `posts ${event.bb}` : `big blind ${event.bb}`;
    return event.bb ? put(next, event.bb_seat, event.bb, { last: words }) : next;
}

/** What lies in front of seats goes to the pots, and a new street begins. */
function collect(hand: Hand): Hand {
    const done = (seat: HandSeat): boolean => seat.committed === 0 && (seat.folded || seat.last === undefined);
    if (hand.current_bet === 0 && hand.seats.every(done)) return hand;
    const seats = hand.seats.map((seat) => ({ ...seat, committed: 0, last: seat.folded ? seat.last : undefined }));
    return repot({ ...hand, seats, current_bet: 0 });
}

/** A phase without bets begins: what lies in front of seats goes to the pots, once. */
function enter(hand: Hand, phase: string): Hand {
    return hand.phase === phase ? hand : { ...collect(hand), phase };
}

/** Cards are exchanged, or thrown away for good. */
function enterDraw(hand: Hand): Hand {
    if (gameOf(hand.game).draws === 0) return enter(hand, 'DISCARD');
    return hand.phase === 'DRAW' ? hand : { ...enter(hand, 'DRAW'), draws: hand.draws + 1 };
}

/** A round of bets is over when something else is asked for: cards to throw away, how many boards, who shows. */
export function askedFor(hand: Hand, what: What): Hand {
    if (hand.narc) return { ...hand, phase: what === 'decide' ? 'DECIDE' : 'BET' };
    if (hand.piles && (what === 'bet' || what === 'move')) return genomeAsked(hand, what);
    switch (what) {
        case 'bet': return betting(hand);
        case 'draw': return enterDraw(hand);
        case 'runs': return enter(hand, 'RUNS');
        case 'show': return enter(hand, 'SHOWDOWN');
        default: return hand;
    }
}

/** Bets of a genome lie in front of seats until something else is asked. */
function genomeAsked(hand: Hand, what: 'bet' | 'move'): Hand {
    return what === 'bet' ? { ...hand, phase: 'BET' } : { ...enter(hand, 'MOVE'), phase: 'MOVE' };
}

export function phaseWhat(phase: string): What {
    switch (phase) {
        case 'MOVE': return 'move';
        case 'DECIDE': return 'decide';
        case 'DRAW': case 'DISCARD': return 'draw';
        case 'RUNS': return 'runs';
        case 'SHOWDOWN': return 'show';
        default: return 'bet';
    }
}

function giveBack(hand: Hand, seat: Seat, amount: Chips): Hand {
    if (!seatOf(hand, seat)) return hand;
    const next = withSeat(hand, seat, (one_) => ({
        stack: one_.stack + amount,
        staked: one_.staked - amount,
        dead: Math.min(one_.dead, one_.staked - amount),
        committed: Math.max(0, one_.committed - amount),
        all_in: false,
    }));
    return repot({ ...next, pot: hand.pot - amount });
}

/** After an exchange of cards the first bet begins the next round. */
function betting(hand: Hand): Hand {
    return hand.phase === 'DRAW' ? { ...hand, phase: `POST_DRAW_${hand.draws}` } : hand;
}

// ---- cards

const one = (card: Card | undefined): Card[] => (card === undefined ? [] : [card]);

function lying(count: number, cards: readonly Card[] | undefined, up: boolean): Lying[] {
    return Array.from({ length: Math.max(0, Math.min(count, 52)) }, (_, i) => ({ card: cards?.[i] ?? null, up }));
}

const streets = ['THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'SEVENTH'];

function deal(hand: Hand, event: HandEvent & { ev: 'DEAL' }): Hand {
    const stud = gameOf(hand.game).family === 'stud';
    const next = stud ? collect(hand) : hand; // elsewhere cards are dealt while blinds lie there
    const seat = event.seat;
    if (seat === undefined) { // one card that the whole stud table shares
        const shared = board(next, event.cards ?? [], event.run ?? 0);
        return { ...shared, phase: 'SEVENTH' };
    }
    const cards = lying(event.count, event.cards, event.up === true);
    const dealt = withSeat(next, seat, (one_) => ({ cards: [...one_.cards, ...cards] }));
    const most = Math.max(...dealt.seats.map((one_) => one_.cards.length), 0);
    return stud ? { ...dealt, phase: streets[Math.max(0, Math.min(most, 7) - 3)] ?? 'THIRD' } : dealt;
}

/** Cards leave a hand; known ones from their places, of others the last ones. */
function discard(hand: Hand, event: HandEvent & { ev: 'DISCARD' }): Hand {
    const exchanges = gameOf(hand.game).draws > 0;
    return withSeat(enterDraw(hand), event.seat, (seat) => {
        const gone = new Set<number>();
        for (const card of event.cards ?? []) {
            const place = seat.cards.findIndex((held, i) => held.card === card && !gone.has(i));
            if (place >= 0) gone.add(place);
        }
        for (let i = seat.cards.length - 1; i >= 0 && gone.size < event.count; i--) gone.add(i);
        const places = exchanges ? [...gone].sort((a, b) => a - b) : [];
        return { cards: seat.cards.filter((_, i) => !gone.has(i)), places, last: didText(event) };
    });
}

/** New cards in the places of those thrown away, in order. */
function draw(hand: Hand, event: HandEvent & { ev: 'DRAW' }): Hand {
    return withSeat(hand, event.seat, (seat) => {
        const fresh = lying(event.count, event.cards, false);
        const cards = [...seat.cards];
        fresh.forEach((card, i) => cards.splice(Math.min(seat.places[i] ?? cards.length, cards.length), 0, card));
        return { cards, places: seat.places.slice(fresh.length) };
    });
}

function board(hand: Hand, cards: readonly Card[], run: number): Hand {
    const first = hand.boards[0] ?? [];
    const early = gameOf(hand.game).variant.startsWith('courchevel') && first.length === 0;
    const next = early ? hand : collect(hand); // Courchevel's first card lies there before the blinds have acted
    if (run > 0) {
        const second = hand.boards[1] ?? first.slice(0, hand.common);
        return { ...next, boards: [first, [...second, ...cards].slice(0, 5)] };
    }
    const all = [...first, ...cards].slice(0, 5);
    const phase = early ? hand.phase : boardPhase(hand.game, all.length);
    return { ...next, boards: [all, ...hand.boards.slice(1)], phase };
}

function boardPhase(code: string, count: number): string {
    if (gameOf(code).board === 2) return count === 1 ? 'FLOP' : 'TURN'; // Rhode Island: one card, then one more
    return count <= 3 ? 'FLOP' : count === 4 ? 'TURN' : 'RIVER';
}

function redeal(hand: Hand): Hand {
    const next = collect(hand);
    return {
        ...next, boards: [[]], common: 0, phase: firstPhase(hand.game),
        seats: next.seats.map((seat) => ({ ...seat, cards: [], places: [], last: undefined })),
    };
}

// ---- the end

function otherAction(hand: Hand, event: HandEvent & { ev: 'ACTION' }): Hand {
    const runs = event.action === 'RUNS';
    const next = enter(hand, runs ? 'RUNS' : 'SHOWDOWN');
    const common = runs ? hand.boards[0]?.length ?? 0 : hand.common;
    return withSeat({ ...next, common }, event.seat, () => ({ last: didText(event) }));
}

/** The hand of a seat is open; cards that lay face up stay marked as such. */
function showdown(hand: Hand, event: HandEvent & { ev: 'SHOWDOWN' }): Hand {
    const next = enter(hand, 'SHOWDOWN');
    const run = event.run ?? 0;
    return withSeat(next, event.seat, (seat) => ({
        cards: event.hand.map((card) => ({ card, up: seat.cards.some((held) => held.up && held.card === card) })),
        shown: [...(seat.shown ?? []).filter((shown) => shown.run !== run),
            { hand: event.hand, rank: event.rank, name: event.name, run }],
    }));
}

function award(hand: Hand, event: HandEvent & { ev: 'POT_AWARD' }): Hand {
    const next = enter(hand, 'SHOWDOWN');
    if (!seatOf(next, event.seat)) return next;
    const won = withSeat(next, event.seat, (seat) => ({
        stack: seat.stack + event.amount, won: seat.won + event.amount,
    }));
    const pots = next.pots.map((pot, i) =>
        i === event.pot ? { ...pot, amount: Math.max(0, pot.amount - event.amount) } : pot);
    const { seat, amount, run = 0 } = event;
    const why = whyWon(next, { seat, amount, run }, prize(next, event.pot, amount, run));
    const awards = [...hand.awards, { seat, amount, pot: potName(event.pot), run, why }];
    return { ...won, pots, awards, pot: next.pot - amount };
}

/** The whole pot on one board: what is left of it, and what was given already. */
function prize(hand: Hand, index: number, least: Chips, run: number): { amount: Chips; seats: readonly Seat[] } {
    const pot = hand.pots[index];
    const given = hand.awards.filter((one_) => one_.pot === potName(index)).reduce((sum, one_) => sum + one_.amount, 0);
    const whole = Math.max(least, (pot?.amount ?? 0) + given);
    const half = Math.floor(whole / 2);
    const amount = hand.boards.length < 2 ? whole : run > 0 ? half : whole - half;
    return { amount, seats: pot?.seats ?? hand.seats.map((one_) => one_.seat) };
}

function rake(hand: Hand, amount: Chips): Hand {
    const next = enter(hand, 'SHOWDOWN');
    let left = amount; // the house takes from the main pot first
    const pots = next.pots.map((pot) => {
        const taken = Math.min(left, pot.amount);
        left -= taken;
        return { ...pot, amount: pot.amount - taken };
    });
    return { ...next, pots, pot: next.pot - amount, rake: next.rake + amount };
}

// ---- what the server says of the whole hand

type Own = { seat: Seat; hole: readonly Card[]; up?: readonly Card[] };

/** Corrects a hand by the state that `act` and `snapshot` bring: it is the server's word against our sums. */
export function syncHand(hand: Hand, told: Middle, own?: Own): Hand {
    const seats = hand.seats.map((seat): HandSeat => {
        const player = told.players.find((one_) => one_.seat === seat.seat);
        if (!player) return seat;
        const differs = player.stack !== seat.stack || player.committed !== seat.committed;
        const staked = differs ? Math.max(player.committed, seat.start - player.stack) : seat.staked;
        return {
            ...seat, staked, stack: player.stack, committed: player.committed, folded: player.has_folded,
            all_in: !player.has_folded && player.stack === 0,
            cards: cardsTold(seat, player.up, told.phase, own),
        };
    });
    const boards = told.second_community ? [told.community, told.second_community] : [told.community];
    const next = {
        ...hand, seats, boards, button: told.blinds.button, phase: told.phase, pot: told.pot,
        current_bet: told.current_bet,
    };
    return syncNarc(syncGenome(balanced(repot(next)), told, own), told, own);
}

/** Pots and stakes always add up to the pot, also where events are missing. */
function balanced(hand: Hand): Hand {
    const stakes = hand.seats.reduce((sum, seat) => sum + seat.committed, 0);
    const sum = hand.pots.reduce((total, pot) => total + pot.amount, stakes);
    if (sum === hand.pot) return hand;
    const live = hand.seats.filter((seat) => !seat.folded).map((seat) => seat.seat);
    const amount = Math.max(0, hand.pot - stakes);
    return { ...hand, pots: amount > 0 ? [{ name: potName(0), amount, seats: live }] : [] };
}

function cardsTold(seat: HandSeat, up: readonly Card[] | undefined, phase: string, own: Own | undefined): Lying[] {
    if (seat.seat !== own?.seat) return withUp(seat.cards, up);
    // between throwing away and drawing the server still counts what was thrown away
    return phase === 'DRAW' && seat.places.length > 0 ? seat.cards : ownCards(own, seat.cards, phase);
}

/** Own cards as they are told.  At the end what was shown is `up` too: that is no card that lay open before. */
function ownCards(own: Own, had: readonly Lying[], phase: string): Lying[] {
    const lay_open = (card: Card): boolean => had.some((held) => held.up && held.card === card);
    const open = (card: Card): boolean => own.up?.includes(card) ?? false;
    return own.hole.map((card) => ({ card, up: phase === 'SHOWDOWN' ? lay_open(card) : open(card) }));
}

/** Open cards of another seat: those we missed are added. */
function withUp(cards: Lying[], up: readonly Card[] | undefined): Lying[] {
    const missing = (up ?? []).filter((card) => !cards.some((held) => held.card === card));
    return missing.length ? [...cards, ...missing.map((card) => ({ card, up: true }))] : cards;
}

/** The hand of a snapshot.  `known` is what we had of the same hand before, if anything. */
export function handFromSnapshot(frame: Snapshot, known?: Hand, score = false): Hand {
    const same = known?.id === frame.at_hand_id ? known : undefined;
    const stacks = frame.players.map(({ seat }) => ({ seat, stack: 0 }));
    const begun = startHand({
        hand_id: frame.at_hand_id, hand_number: same?.number ?? 0, game: frame.game,
        button: frame.blinds.button, stacks, narc: frame.margin !== undefined, markers: score && areMarkers(frame.players, frame.pot),
    });
    // the stacks before the hand are not told: replayed from nothing, they are what is missing at the end
    const replayed = frame.history.reduce(applyEvent, begun);
    const seats = replayed.seats.map((seat) => {
        const stack = frame.players.find((one_) => one_.seat === seat.seat)?.stack ?? 0;
        return { ...seat, stack, start: stack - (seat.stack - seat.start), all_in: !seat.folded && stack === 0 };
    });
    return syncHand(askedFor({ ...replayed, seats }, phaseWhat(frame.phase)), frame, frame.you);
}

export function handFromAct(hand: Hand, frame: Act): Hand {
    const own = { seat: frame.seat, hole: frame.you.hole, up: frame.you.up };
    return syncHand(askedFor(hand, phaseWhat(frame.phase)), frame, own);
}
