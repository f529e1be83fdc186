// watch.ts -- a table of the arena as a spectator hears it (PROTOCOL 11.2): a hand comes when it is over, without cards
// that were not shown.  Frames -> whole hands, and a whole hand -> what the replayer plays.
import type { Card, HandEvent, Seat } from '../protocol';
import { gameOf } from './games';
import { endHand, startHand } from './hand';
import type { Recorded } from './phh';
import { knownHands, stepsOf, type Replay } from './replay';
import type { Chips } from './types';

interface Stack { seat: Seat; stack: Chips }

/** A hand as it was told, from its first frame to its last. */
export interface WatchedHand {
    id: string;
    number: number;
    commit: string;
    button: Seat;
    game: string;
    table: string;
    unit: Chips;
    before: Stack[];
    after: Stack[];
    names: ReadonlyMap<Seat, string>;
    events: HandEvent[];
}

export interface Player { seat: Seat; team: string; connected: boolean; stack: Chips; forfeited?: boolean }

export interface Watch {
    table: string;
    match: string;
    game: string;
    unit: Chips;
    players: Player[];
    hands: number;              // that were heard
    last?: WatchedHand;         // the newest whole one
    telling?: WatchedHand;      // its frames are coming
    over: boolean;
    refused: string;            // why the server will not let us look
}

export const emptyWatch: Watch = { table: '', match: '', game: 'NT', unit: 0, players: [], hands: 0, over: false, refused: '' };

/** Frames that a spectator gets.  Others are passed over (PROTOCOL 2.2). */
export type WatchFrame =
    | { type: 'welcome'; table_id: string; match_id: string; config: { variant: string; bb: Chips } }
    | { type: 'lobby'; players: Player[] }
    | { type: 'start_hand'; hand_id: string; hand_number: number; commit: string; button: Seat; stacks: Stack[] }
    | ({ type: 'event' } & HandEvent)
    | { type: 'end_hand'; hand_id: string; stacks: Stack[] }
    | { type: 'match_end'; match_id: string }
    | { type: 'error'; code: string; msg: string };

const EVENTS_MAX = 4000;

export function heard(watch: Watch, frame: WatchFrame): Watch {
    switch (frame.type) {
        case 'welcome':
            return { ...watch, table: frame.table_id, match: frame.match_id, game: frame.config.variant, unit: frame.config.bb, refused: '' };
        case 'lobby': return { ...watch, players: frame.players };
        case 'start_hand':
            return { ...watch, telling: {
                id: frame.hand_id, number: frame.hand_number, commit: frame.commit, button: frame.button, game: watch.game,
                table: watch.table, unit: watch.unit, before: frame.stacks, after: [], events: [],
                names: new Map(watch.players.map(({ seat, team }) => [seat, team])),
            } };
        case 'event': {
            const { telling } = watch;
            if (!telling || telling.events.length >= EVENTS_MAX) return watch;
            telling.events.push(frame); // nobody has seen this hand yet
            return watch;
        }
        case 'end_hand': {
            const { telling } = watch;
            if (telling?.id !== frame.hand_id) return { ...watch, telling: undefined };
            return { ...watch, telling: undefined, hands: watch.hands + 1, last: { ...telling, after: frame.stacks } };
        }
        case 'match_end': return { ...watch, over: true };
        case 'error': return { ...watch, refused: frame.msg };
        default: return watch;
    }
}

// ---- a whole hand for the replayer

/** Whoever was dealt in: with chips, and heard of, unless he had given up before. */
function dealtIn(hand: WatchedHand): Seat[] {
    const acted = new Set(hand.events.flatMap((event) => ('seat' in event && event.seat !== undefined ? [event.seat] : [])));
    for (const event of hand.events)
        if (event.ev === 'POST_BLINDS') [event.sb_seat, event.bb_seat].forEach((seat) => seat !== undefined && acted.add(seat));
    return hand.before.filter(({ seat, stack }) => stack > 0 && acted.has(seat)).map(({ seat }) => seat);
}

/** Hold'em tells no DEAL (PROTOCOL 6.2): two cards for everybody, after the blinds. */
function withDeals(hand: WatchedHand, seats: readonly Seat[]): HandEvent[] {
    if (hand.events.some((event) => event.ev === 'DEAL')) return hand.events;
    const count = gameOf(hand.game).hole;
    const forced = hand.events.filter((event) => event.ev === 'POST_BLINDS' || event.ev === 'ANTE').length; // they come first
    const deals = seats.map((seat): HandEvent => ({ ev: 'DEAL', seat, count }));
    return [...hand.events.slice(0, forced), ...deals, ...hand.events.slice(forced)];
}

/** Seats without gaps: a replay shows nobody who was not dealt in. */
function seated(event: HandEvent, order: readonly Seat[]): HandEvent {
    const moved: Record<string, unknown> = { ...event };
    for (const field of ['seat', 'sb_seat', 'bb_seat'])
        if (typeof moved[field] === 'number') moved[field] = order.indexOf(moved[field] as number);
    delete moved.type;
    delete moved.v;
    return moved as unknown as HandEvent;
}

const TOLD = new Set(['SHUFFLE', 'ELIMINATED']);

export function playedOf(hand: WatchedHand): Replay | null {
    const order = dealtIn(hand);
    if (order.length < 2) return null;
    const stackOf = (list: readonly Stack[], seat: Seat): Chips => list.find((one) => one.seat === seat)?.stack ?? 0;
    const names = order.map((seat) => hand.names.get(seat) ?? `Seat ${seat + 1}`);
    const stacks = order.map((seat) => stackOf(hand.before, seat)), finish = order.map((seat) => stackOf(hand.after, seat));
    const recorded: Recorded = {
        id: hand.id, code: hand.game === 'HUNL' ? 'NT' : hand.game, table: hand.table, names, seats: order.map((_, i) => i), stacks,
        antes: order.map(() => 0), dead: order.map(() => 0), blinds: order.map(() => 0), bring_in: 0, unit: hand.unit,
        two_boards: false, odd_wild: false, deeds: [], finish,
    };
    const start = startHand({
        hand_id: hand.id, hand_number: hand.number, game: recorded.code, button: order.indexOf(hand.button),
        stacks: stacks.map((stack, seat) => ({ seat, stack })),
    });
    const events = withDeals(hand, order).filter((event) => !TOLD.has(event.ev)).map((event) => seated(event, order));
    const steps = stepsOf(start, events, (seat) => names[seat] ?? `Seat ${seat + 1}`);
    const last = steps[steps.length - 1]!;
    last.hand = endHand(last.hand, finish.map((stack, seat) => ({ seat, stack })));
    const settled = steps.reduce((at, step, i) => (step.betting ? i : at), 0);
    return { recorded, events, steps, own: undefined, settled, known: knownHands(last.hand), wild: undefined };
}

/** Every card that frames of a hand showed: for tests, and for whoever does not believe it. */
export function cardsTold(events: readonly HandEvent[]): Card[] {
    return events.flatMap((event) => [
        ...('cards' in event ? event.cards ?? [] : []), ...('card' in event && event.card ? [event.card] : []),
        ...(event.ev === 'SHOWDOWN' ? event.hand : []),
    ]) as Card[];
}
