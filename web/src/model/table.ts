// table.ts -- frame -> Table: seats, the own seat, the hand, clock and question, log and chat.  Pure: times come as
// arguments, and what is out of order is marked as a gap, for actions.ts to ask again.
import type {
    Act, Choose, EndHand, Frame, HandEvent, MineFrame, Row, SeatFrame, Snapshot, StartHand, TableFrame, TableSeat, Terms, Turn, What,
} from '../protocol';
import { gameOf } from './games';
import { applyEvent, areMarkers, askedFor, endHand, handFromAct, handFromSnapshot, phaseWhat, startHand, voidHand } from './hand';
import { termsLine } from './private';
import type { Clock, Hand, LogLine, Mine, Said, Seat, Table } from './types';
import { cardSigns, plural, sayEvent, sayStart, type Sentence } from './text';

const LOG = 200;
const CHAT = 100;

/** The fields of a row in a frame that has others too. */
export function rowOf(frame: Row): Row {
    const { table, title, variant, limit, sb, bb, buy_in_min, buy_in_max, bots_welcome, seats, taken, people } = frame;
    const { in_hand, watchers, hands_per_hour, average_pot, percent_flop, closing } = frame;
    const { ante, ante_by, straddle, bomb_every, bomb_bb, run_twice, rathole } = frame;
    const { private: closed, host, club, paused, bomb_next, event } = frame;
    return {
        table, title, variant, limit, sb, bb, buy_in_min, buy_in_max, bots_welcome, seats, taken, people,
        in_hand, watchers, hands_per_hour, average_pot, percent_flop, closing,
        ante, ante_by, straddle, bomb_every, bomb_bb, run_twice, rathole, private: closed, host, club, paused, bomb_next, event,
    };
}

/** A table as its `table` frame says.  What `known` has is kept where the frame tells nothing: log and report. */
export function makeTable(frame: TableFrame, row: Row, known: Table | undefined): Table {
    const seats: (TableSeat | null)[] = Array.from({ length: row.seats }, () => null);
    for (const seat of frame.chairs) if (seat.seat >= 0 && seat.seat < seats.length) seats[seat.seat] = seat;
    // a hand that is over may stay on the felt; one that was under way comes anew with its snapshot
    const same = frame.hand_id !== undefined && known?.hand?.id === frame.hand_id;
    const keep = same || (frame.hand_id === undefined && known?.hand?.over === true);
    const same_turn = same && known?.clock !== undefined;
    return {
        id: frame.table, row, move_ms: frame.move_ms, pause_ms: frame.pause_ms, seq: frame.seq ?? 0, game: frame.game,
        seats, mine: frame.you, hand: keep ? known?.hand : undefined,
        asked: undefined, clock: same_turn ? known?.clock : undefined,
        onlookers: Math.max(0, row.watchers - row.people - (frame.you ? 0 : 1)),
        roles: frame.roles, choosing: frame.choosing === true, settling: frame.settling === true,
        log: known?.log ?? [], chat: frame.chat.slice(-CHAT), report: known?.report, gap: false,
        news: known?.news ?? '',
    };
}

/** The table after a frame that is about it. */
export function tableFrame(table: Table, frame: Frame, now: number): Table {
    if (frame.seq === undefined) return apply(table, frame, now);
    if (table.gap) return table; // all of it is asked for again: what comes before is no use
    const again = frame.type === 'snapshot' || frame.type === 'act' || frame.type === 'choose' || frame.type === 'turn';
    if (frame.seq < table.seq || (frame.seq === table.seq && !again)) return table; // told already
    if (frame.seq > table.seq + 1) return { ...table, gap: true };
    return { ...apply(table, frame, now), seq: frame.seq };
}

function apply(table: Table, frame: Frame, now: number): Table {
    switch (frame.type) {
        case 'chair': return withSeat(table, frame, now);
        case 'mine': return { ...table, mine: mineOf(frame) };
        case 'start_hand': return begin(table, frame, now);
        case 'event': return event(table, frame, now);
        case 'act': return act(table, frame, now);
        case 'turn': return turn(table, frame, now);
        case 'snapshot': return snapshot(table, frame, now);
        case 'end_hand': return ended(table, frame);
        case 'settling': return { ...table, settling: true, asked: undefined, clock: undefined };
        case 'void': return voided(table, frame.hand_id, frame.msg, now);
        case 'choose': return choose(table, frame, now);
        case 'game': return chosen(table, frame, now);
        case 'chat': return said(table, { at: frame.at, name: frame.name, text: frame.text });
        case 'terms': return terms(table, frame, now);
        case 'notice': return news(table, frame.msg, now);
        case 'report': return frame.notes.length === 0 ? table : { ...table, report: frame }; // nothing was done
        default: return table;
    }
}

// ---- terms

/** What the host changes is said when it is told, and counts from the next hand on; who sits where `chair` says. */
function terms(table: Table, frame: Terms, now: number): Table {
    const row = rowOf(frame);
    const text = termsLine(table.row, frame);
    const next = frame.when === 'now' ? { ...table, row } : { ...table, row: { ...table.row, paused: row.paused, bomb_next: row.bomb_next } };
    return text ? { ...withLines(next, [{ text, kind: 'table' }], undefined, now), news: text } : next;
}

/** What a tournament says at its tables: levels, breaks, who is out. */
function news(table: Table, msg: string, now: number): Table {
    const text = `${msg.charAt(0).toUpperCase()}${msg.slice(1)}.`;
    return { ...withLines(table, [{ text, kind: 'table' }], undefined, now), news: text };
}

// ---- seats

function seatOf(frame: SeatFrame): TableSeat {
    const { seat, state, name, kind, bot, connected, in_hand, stack, bank_ms } = frame;
    return { seat, state, name, kind, bot, connected, in_hand, stack, bank_ms };
}

function mineOf(frame: MineFrame): Mine {
    const { seat, sitting_out, leaving, wait_bb, auto_rebuy, auto_muck, run_twice, auto_action } = frame;
    const { preselect, preselect_amount, owes, top_up, straddle } = frame;
    return {
        seat, sitting_out, leaving, wait_bb, auto_rebuy, auto_muck, run_twice, auto_action,
        preselect, preselect_amount, owes, top_up, straddle,
    };
}

function withSeat(table: Table, frame: SeatFrame, now: number): Table {
    if (frame.seat < 0 || frame.seat >= table.seats.length) return table;
    const was = table.seats[frame.seat];
    const free = frame.state === 'free';
    const seats = table.seats.map((one, seat) => (seat !== frame.seat ? one : free ? null : seatOf(frame)));
    const next = { ...table, seats };
    if (free && table.mine?.seat === frame.seat) {
        next.mine = undefined;
        next.asked = undefined;
    }
    const text = seatNews(was, frame);
    return text ? withLines(next, [{ text, kind: 'table' }], undefined, now) : next;
}

/** What the log says when somebody comes, goes or rests. */
function seatNews(was: TableSeat | null | undefined, seat: TableSeat): string | null {
    if (seat.state === 'free') return was?.name ? `${was.name} stands up.` : null;
    if (!seat.name) return null;
    if (!was || was.name !== seat.name) return `${seat.name} sits down.`;
    if (was.state !== seat.state && seat.state === 'out') return `${seat.name} sits out.`;
    const plays = seat.state === 'playing' || seat.state === 'waiting';
    if (was.state === 'out' && plays) return `${seat.name} is back.`;
    if (was.connected !== false && seat.connected === false) return `${seat.name} has lost the connection.`;
    if (was.connected === false && seat.connected === true) return `${seat.name} is connected again.`;
    return null;
}

export const nameAt = (table: Table, seat: Seat): string => table.seats[seat]?.name ?? `Seat ${seat + 1}`;

/** Chips behind, as the hand says: `chair` comes only when something else has changed. */
function seatsOf(table: Table, hand: Hand): (TableSeat | null)[] {
    let changed = false;
    const seats = table.seats.map((seat) => {
        const in_hand = seat && hand.seats.find((one) => one.seat === seat.seat);
        if (!seat || !in_hand || seat.stack === in_hand.stack) return seat;
        changed = true;
        return { ...seat, stack: in_hand.stack };
    });
    return changed ? seats : table.seats;
}

// ---- the log

function withLines(table: Table, lines: readonly (Sentence | null)[], hand: string | undefined, now: number,
    last_id = table.log[table.log.length - 1]?.id ?? 0): Table {
    let id = last_id;
    const fresh: LogLine[] = [];
    for (const line of lines) if (line) fresh.push({ id: ++id, at: now, text: line.text, kind: line.kind, hand });
    return fresh.length ? { ...table, log: [...table.log, ...fresh].slice(-LOG) } : table;
}

function said(table: Table, line: Said): Table {
    return { ...table, chat: [...table.chat, line].slice(-CHAT) };
}

// ---- a hand

/** A game of cards that is played for the score: its chips are its own, or mark who plays (PROTOCOL 16.8). */
export const isScored = ({ row }: Table): boolean => row.variant === 'genome' && row.limit === 'score';

function begin(table: Table, frame: StartHand, now: number): Table {
    const markers = isScored(table) && areMarkers(frame.stacks, 0);
    const hand = startHand({ ...frame, narc: table.row.variant === 'narc', markers });
    const next: Table = {
        ...table, hand, game: frame.game, seats: seatsOf(table, hand),
        asked: undefined, clock: undefined, choosing: false, settling: false,
    };
    return withLines(next, [{ text: sayStart(hand, (seat) => nameAt(table, seat)), kind: 'hand' }], hand.id, now);
}

function event(table: Table, told: HandEvent, now: number): Table {
    const before = table.hand;
    if (!before || before.over) return table;
    const after = applyEvent(before, told);
    const line = sayEvent(told, { name: (seat) => nameAt(table, seat), own: table.mine?.seat, before, after });
    // whoever was asked has answered, or time has: one seat is asked at a time
    const next = { ...table, hand: after, seats: seatsOf(table, after), asked: undefined, clock: undefined };
    return withLines(next, [line], after.id, now);
}

function finish(table: Table, hand_id: string, end: (hand: Hand) => Hand): Table {
    const next = { ...table, asked: undefined, clock: undefined, settling: false };
    if (table.hand?.id !== hand_id || table.hand.over) return next;
    const hand = end(table.hand);
    return { ...next, hand, seats: seatsOf(table, hand) };
}

/** For the score the seats of the table have what they had; the seats of the hand keep what the game has brought, to be looked at. */
function ended(table: Table, frame: EndHand): Table {
    const next = finish(table, frame.hand_id, (hand) => endHand(hand, frame.stacks));
    if (!isScored(table) || next.hand === table.hand || !table.hand) return next;
    return { ...next, hand: endHand(table.hand, []) };
}

function voided(table: Table, hand_id: string, msg: string, now: number): Table {
    const next = finish(table, hand_id, (hand) => voidHand(hand, msg));
    return withLines(next, [{ text: `This hand does not count: ${msg}.`, kind: 'hand' }], hand_id, now);
}

/** A snapshot tells the whole hand: the log of it is written anew. */
function snapshot(table: Table, frame: Snapshot, now: number): Table {
    const hand = handFromSnapshot(frame, table.hand, isScored(table));
    const name = (seat: Seat): string => nameAt(table, seat);
    const lines: (Sentence | null)[] = [{ text: sayStart(hand, name), kind: 'hand' }];
    let before = startHand({
        hand_id: hand.id, hand_number: hand.number, game: hand.game, button: hand.button,
        stacks: hand.seats.map(({ seat, start }) => ({ seat, stack: start })), narc: hand.narc !== undefined, markers: hand.markers,
    });
    for (const told of frame.history) {
        const after = applyEvent(before, told);
        lines.push(sayEvent(told, { name, own: frame.you?.seat, before, after }));
        before = after;
    }
    const others = { ...table, log: table.log.filter((line) => line.hand !== hand.id) };
    const last_id = table.log[table.log.length - 1]?.id ?? 0;
    const next = withLines(others, lines, hand.id, now, last_id);
    return { ...next, hand, game: frame.game, seats: seatsOf(table, hand), clock: snapshotClock(table, frame, now) };
}

function snapshotClock(table: Table, frame: Snapshot, now: number): Clock | undefined {
    const { next_actor: seat, time_ms_remaining: left } = frame;
    if (seat === null || seat === undefined || left === undefined) return undefined;
    const what = phaseWhat(frame.phase);
    const known = table.clock?.seat === seat && table.clock.what === what ? table.clock : undefined;
    const total_ms = Math.max(left, known?.total_ms ?? table.move_ms);
    return { seat, what, until: now + left, total_ms, in_bank: known?.in_bank ?? false };
}

// ---- turns

export function whatOf(frame: Act): What {
    if (frame.legal.includes('MOVE')) return 'move';
    if (frame.legal.includes('CONTINUE')) return 'decide';
    if (frame.legal.includes('DISCARD')) return 'draw';
    if (frame.legal.includes('RUNS')) return 'runs';
    if (frame.legal.includes('SHOW') || frame.legal.includes('MUCK')) return 'show';
    return frame.legal.includes('CHOOSE') ? 'choose' : 'bet';
}

/** The clock of a turn.  Told again under a new number, the time bank runs; under the old one it is only repeated. */
function clockOf(table: Table, seq: number | undefined, seat: Seat, what: What, time_ms: number, now: number): Clock {
    const known = table.clock?.seat === seat && table.clock.what === what ? table.clock : undefined;
    const repeated = seq === undefined || seq === table.seq;
    const in_bank = known !== undefined && (known.in_bank || !repeated);
    const total_ms = repeated ? Math.max(time_ms, known?.total_ms ?? table.move_ms) : time_ms;
    return { seat, what, until: now + time_ms, total_ms, in_bank };
}

function act(table: Table, frame: Act, now: number): Table {
    const what = whatOf(frame);
    const clock = clockOf(table, frame.seq, frame.seat, what, frame.you.time_ms, now);
    const same = table.asked?.req_id === frame.req_id;
    const asked = {
        legal: frame.legal, call_amount: frame.call_amount, min_raise_to: frame.min_raise_to,
        max_raise_to: frame.max_raise_to, bring_in: frame.bring_in, discard_min: frame.discard_min,
        discard_max: frame.discard_max, choice_max: frame.choice_max, moves: frame.moves, req_id: frame.req_id,
        hand_id: frame.hand_id, what, to_call: frame.you.to_call, stack: frame.you.stack,
        committed: frame.you.committed, pot: frame.pot, sent: same && table.asked?.sent === true,
    };
    const hand = table.hand?.id === frame.hand_id ? handFromAct(table.hand, frame) : table.hand;
    return { ...table, hand, asked, clock };
}

function turn(table: Table, frame: Turn, now: number): Table {
    const clock = clockOf(table, frame.seq, frame.seat, frame.what, frame.time_ms, now);
    const hand = table.hand && !table.hand.over ? askedFor(table.hand, frame.what) : table.hand;
    return { ...table, hand, clock, asked: undefined, choosing: frame.what === 'choose' };
}

function choose(table: Table, frame: Choose, now: number): Table {
    const clock = clockOf(table, frame.seq, frame.seat, 'choose', frame.time_ms, now);
    const same = table.asked?.req_id === frame.req_id;
    const asked = {
        legal: ['CHOOSE' as const], choice_max: frame.games.length - 1, req_id: frame.req_id, hand_id: '',
        what: 'choose' as const, to_call: 0, stack: 0, committed: 0, pot: 0, games: frame.games,
        sent: same && table.asked?.sent === true,
    };
    return { ...table, asked, clock, choosing: true };
}

function chosen(table: Table, frame: Frame & { type: 'game' }, now: number): Table {
    const next = { ...table, game: frame.game, choosing: false, asked: undefined, clock: undefined };
    const text = `${nameAt(table, frame.seat)} chooses ${gameOf(frame.game).title}.`;
    return withLines(next, [{ text, kind: 'table' }], undefined, now);
}

/** A sentence for what was dealt to the own seat, for the live region: "Your cards: ...". */
export function ownCards(table: Table): string {
    const seat = table.hand?.seats.find((one) => one.seat === table.mine?.seat);
    const cards = (seat?.cards ?? []).flatMap((held) => (held.card === null ? [] : [held.card]));
    return cards.length ? `${plural(cards.length, 'card')}: ${cardSigns(cards)}` : '';
}
