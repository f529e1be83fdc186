// operator.ts -- what an operator's page knows: figures of the server over time, and whether all is well (PROTOCOL 14.7).
//
// Figures come as the text that Prometheus reads (/metrics), or as JSON where that is not served to browsers.  A Reading is one look at
// them; a Track is the last readings, of which plots are made.  Nothing of it is kept but in memory.
import type { Chips } from '../protocol';
import { chips, plural } from './text';

/** Names with their labels, as they stand in the text: `felt_bank_waiting`, `felt_room_house_players{state="broke"}`. */
export type Metrics = ReadonlyMap<string, number>;

const LINES_MAX = 5000; // a text of anybody's size is not read to its end
const metric_line = /^([a-zA-Z_:][a-zA-Z0-9_:]*(?:\{[^}]*\})?)\s+(\S+)/;

/** The text of /metrics.  Lines that are none of ours are passed over. */
export function parseMetrics(text: string): Metrics {
    const found = new Map<string, number>();
    for (const line of text.split('\n', LINES_MAX)) {
        if (line === '' || line.startsWith('#')) continue;
        const parts = metric_line.exec(line);
        const value = parts?.[2] === '+Inf' ? Infinity : Number(parts?.[2]);
        if (parts?.[1] && !Number.isNaN(value)) found.set(parts[1], value);
    }
    return found;
}

/** The answer of /api/operator/metrics: numbers and truths in groups. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number | boolean>> | undefined>>;

const counted = new Set(['hands', 'actions', 'timeouts', 'voids', 'chats', 'orders', 'refused', 'unavailable', 'batches', 'errors']);

/** The same figures by the names that /metrics has.  Of the latency only the mean is known. */
export function metricsOf(figures: Figures): Metrics {
    const found = new Map<string, number>();
    for (const [group, prefix] of [['room', 'felt_room_'], ['bank', 'felt_bank_']] as const) {
        for (const [name, value] of Object.entries(figures[group] ?? {})) {
            const word = group === 'room' && name === 'pending' ? 'orders_pending' : name;
            found.set(prefix + word + (counted.has(word) ? '_total' : ''), Number(value));
        }
    }
    const connections = figures['lines'] ?? {};
    const count = Number(connections['actions'] ?? 0);
    found.set('felt_room_errors_total', Number(connections['errors'] ?? 0));
    found.set('felt_room_action_seconds_count', count);
    found.set('felt_room_action_seconds_sum', (count * Number(connections['action_us'] ?? 0)) / 1e6);
    return found;
}

// ---- latency

interface Bucket { below: number; count: number }

/** Buckets of a histogram, smallest first, each with all that is below it. */
export function bucketsOf(metrics: Metrics, name: string): Bucket[] {
    const head = `${name}_bucket{le="`;
    const found: Bucket[] = [];
    for (const [key, count] of metrics) {
        if (!key.startsWith(head)) continue;
        const word = key.slice(head.length, key.indexOf('"', head.length));
        found.push({ below: word === '+Inf' ? Infinity : Number(word), count });
    }
    return found.sort((a, b) => a.below - b.below);
}

/** Below this were so many of those that came between two looks, evenly spread in each bucket; null: nothing came. */
export function quantile(before: readonly Bucket[], after: readonly Bucket[], share: number): number | null {
    const came = after.map((bucket, n) => ({ below: bucket.below, count: bucket.count - (before[n]?.count ?? 0) }));
    const all = came[came.length - 1]?.count ?? 0;
    if (all <= 0) return null;
    const wanted = share * all;
    let low = 0;
    let under = 0;
    for (const { below, count } of came) {
        if (count >= wanted) {
            if (below === Infinity) return low; // above all bounds: at least this much
            return low + ((below - low) * (wanted - under)) / Math.max(1, count - under);
        }
        low = below;
        under = count;
    }
    return low;
}

// ---- readings

/** One look at the figures.  Rates are those since the look before; null where nothing was to be measured. */
export interface Reading {
    at: number;
    hands: number; // a minute
    actions: number; // a second
    usual_ms: number | null; // half of all actions were quicker
    slow_ms: number | null; // 99 of a hundred were
    connections: number;
    people: number;
    tables: number;
    in_hand: number;
    waiting: number;
    pending: number;
    voids: number; // since the look before
    errors: number; // a second
    open: boolean;
    lost: boolean;
    broke: number;
}

export interface Track { readings: readonly Reading[]; last?: { at: number; metrics: Metrics }; began: number }

export const emptyTrack = (now: number): Track => ({ readings: [], began: now });

const READINGS_MAX = 300;
const latency = 'felt_room_action_seconds';

/** Counters start again with the server: what went back did not happen. */
const grown = (before: number, after: number): number => (after >= before ? after - before : after);

function latencies(before: Metrics, after: Metrics): { usual_ms: number | null; slow_ms: number | null } {
    const buckets = bucketsOf(after, latency);
    const ms = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);
    if (buckets.length > 0) {
        const old = bucketsOf(before, latency);
        return { usual_ms: ms(quantile(old, buckets, 0.5)), slow_ms: ms(quantile(old, buckets, 0.99)) };
    }
    const of = (name: string): number => grown(before.get(latency + name) ?? 0, after.get(latency + name) ?? 0);
    const count = of('_count');
    return { usual_ms: count > 0 ? ms(of('_sum') / count) : null, slow_ms: null };
}

/** One more look.  The first one measures nothing: a rate needs two. */
export function withMetrics(track: Track, metrics: Metrics, at: number): Track {
    const before = track.last;
    const last = { at, metrics };
    if (!before || at <= before.at) return { ...track, last };
    const seconds = (at - before.at) / 1000;
    const value = (name: string): number => metrics.get(name) ?? 0;
    const more = (name: string): number => grown(before.metrics.get(name) ?? 0, value(name));
    const reading: Reading = {
        at,
        hands: (more('felt_room_hands_total') / seconds) * 60,
        actions: more('felt_room_actions_total') / seconds,
        ...latencies(before.metrics, metrics),
        connections: value('felt_room_lines'),
        people: value('felt_room_seated_people'),
        tables: value('felt_room_tables'),
        in_hand: value('felt_room_tables_in_hand'),
        waiting: value('felt_bank_waiting'),
        pending: value('felt_room_orders_pending'),
        voids: more('felt_room_voids_total'),
        errors: more('felt_room_errors_total') / seconds,
        open: metrics.get('felt_room_open') !== 0,
        lost: value('felt_bank_lost') !== 0,
        broke: value('felt_room_house_players{state="broke"}'),
    };
    return { ...track, last, readings: [...track.readings, reading].slice(-READINGS_MAX) };
}

// ---- plots

export interface Points { line: string; most: number; least: number; now: number | null; scale: number }

/** A round number that is at least this: 1, 2, 5, 10, 20 ... */
export function roundUp(most: number): number {
    if (!(most > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(most));
    return ([1, 2, 5, 10].find((step) => step * power >= most * (1 - 1e-9)) ?? 10) * power;
}

/** A path in a box, from the oldest to the newest; where nothing was measured there is a gap. */
export function pointsOf(values: readonly (number | null)[], width: number, height: number, scale?: number): Points {
    const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
    const most = known.length ? Math.max(...known) : 0;
    const top = scale ?? roundUp(most);
    let line = '';
    let drawing = false;
    values.forEach((value, n) => {
        if (value === null) {
            drawing = false;
            return;
        }
        const x = values.length > 1 ? (n * width) / (values.length - 1) : width;
        const y = height - (Math.min(value, top) * height) / top;
        line += `${drawing ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
        drawing = true;
    });
    return { line, most, least: known.length ? Math.min(...known) : 0, now: known[known.length - 1] ?? null, scale: top };
}

/** 0.4, 12, 1,240: as many digits as one can use. */
export function brief(value: number | null): string {
    if (value === null) return '–';
    return value < 10 ? String(Math.round(value * 10) / 10) : chips(Math.round(value));
}

// ---- is all well?

export interface Proof { what: string; looked_at: number; wrong: number; first: string }
export interface Books { good: boolean; proofs: Proof[] }

/** `bad`: people cannot play, or chips are at stake.  `look`: somebody should look at it. */
export interface Trouble { grade: 'bad' | 'look'; text: string; section?: string }

export interface Known {
    track: Track;
    /** The last look failed, with these words. */
    unreachable?: string;
    books?: Books;
    reports?: number;
    more_reports?: boolean;
    suspects?: number;
}

const MINUTE = 60000;
const WAITING_MANY = 50;
const SLOW_MS = 250;

/** What has lasted is told, what comes and goes is not: each of the last readings has to say so. */
const lasts = (readings: readonly Reading[], so: (reading: Reading) => boolean): boolean =>
    readings.length >= 3 && readings.slice(-3).every(so);

function ofServer(track: Track): Trouble[] {
    const now = track.readings[track.readings.length - 1];
    if (!now) return [];
    const found: Trouble[] = [];
    const tell = (grade: Trouble['grade'], text: string, section?: string) => found.push({ grade, text, section });
    if (now.lost) tell('bad', 'The books cannot be written: the store does not answer. Look at its disk or database.', 'books');
    if (!now.open) tell('bad', 'No hands are dealt: the ledger is not ready yet.', 'tables');
    if (lasts(track.readings, (one) => one.waiting >= WAITING_MANY)) {
        tell('look', `${chips(now.waiting)} orders wait for the bank: the store is slow.`);
    }
    if (lasts(track.readings, (one) => one.slow_ms !== null && one.slow_ms > SLOW_MS)) {
        tell('look', `Actions are slow: one of a hundred takes more than ${brief(now.slow_ms)} ms.`);
    }
    const voids = track.readings.filter((one) => one.at > now.at - 10 * MINUTE).reduce((sum, one) => sum + one.voids, 0);
    if (voids > 0) tell('look', `${plural(voids, 'hand')} ${voids === 1 ? 'was' : 'were'} called off in the last minutes.`, 'tables');
    if (lasts(track.readings, (one) => one.broke > 0)) {
        tell('look', `${plural(now.broke, 'house player')} ${now.broke === 1 ? 'has' : 'have'} no chips left.`, 'house');
    }
    return found;
}

/** Everything that is wrong, the worst first. */
export function troublesOf({ track, unreachable, books, reports = 0, more_reports, suspects = 0 }: Known): Trouble[] {
    const found: Trouble[] = [];
    if (unreachable) found.push({ grade: 'bad', text: `The server does not answer. ${unreachable}` });
    else found.push(...ofServer(track));
    const wrong = books?.proofs.find((proof) => proof.wrong > 0);
    if (books && !books.good) found.push({ grade: 'bad', text: `The books are wrong: ${wrong?.what ?? 'a proof failed'}.`, section: 'books' });
    if (reports > 0) {
        const text = `${chips(reports)}${more_reports ? ' or more' : ''} ${reports === 1 ? 'report waits' : 'reports wait'} for an answer.`;
        found.push({ grade: 'look', text, section: 'fair' });
    }
    if (suspects > 0) found.push({ grade: 'look', text: `${plural(suspects, 'pair')} of players may play together.`, section: 'fair' });
    return [...found.filter((one) => one.grade === 'bad'), ...found.filter((one) => one.grade === 'look')];
}

/** One sentence over everything. */
export function verdict(known: Known): { grade: 'good' | 'look' | 'bad' | 'unknown'; text: string } {
    const troubles = troublesOf(known);
    const bad = troubles.filter((one) => one.grade === 'bad').length;
    if (bad > 0) return { grade: 'bad', text: bad === 1 ? 'Something is wrong' : `${chips(bad)} things are wrong` };
    if (troubles.length > 0) {
        return { grade: 'look', text: troubles.length === 1 ? 'One thing to look at' : `${chips(troubles.length)} things to look at` };
    }
    if (known.track.readings.length === 0) return { grade: 'unknown', text: 'Looking …' };
    return { grade: 'good', text: 'All is well' };
}

// ---- rows

export interface AdminSeat {
    seat: number; state: string; user: number; name: string; kind: string; bot: boolean;
    connected: boolean; in_hand: boolean; stack: Chips; bank_ms: number; same_address?: boolean;
}
export interface AdminTable {
    table: string; stake: string; title: string; phase: string; closing: boolean; hands: number; hands_per_hour: number;
    average_pot: Chips; seats: number; taken: number; people: number; watchers: number; move_ms: number; chairs: AdminSeat[];
}
export interface AdminRoom { open: boolean; stakes: { stake: string; title: string; tables: number }[]; tables: AdminTable[] }

/** Tables where two came from one address first, then those with people, then those where something goes on; else as they came. */
export function sortTables(tables: readonly AdminTable[]): AdminTable[] {
    const marked = (table: AdminTable): number => Number(table.chairs.some((seat) => seat.same_address));
    return [...tables].sort((a, b) => marked(b) - marked(a) || b.people - a.people || b.taken - a.taken
        || a.table.localeCompare(b.table, 'en', { numeric: true }));
}

export interface Member { name: string; user: number; state: string; table: string; persona: string; bank: Chips; seated: Chips }
export interface HouseTotals { account: Chips; bank: Chips; seated: Chips; hands?: number; won?: Chips; lost?: Chips }
export interface HouseSettings { look_ms: number; think_ms: number; think_max_ms: number; stay_hands: number }
export interface House { members: Member[]; totals: HouseTotals; settings: HouseSettings }

export const memberText: Readonly<Record<string, string>> = {
    absent: 'not here', free: 'free', going: 'on the way', seated: 'seated', broke: 'out of chips',
};

const order = ['broke', 'seated', 'going', 'free', 'absent'];

/** Those that one looks for first: in need, then at tables; HousePlayer2 before HousePlayer10. */
export function sortMembers(members: readonly Member[]): Member[] {
    const place = (member: Member): number => (order.indexOf(member.state) + order.length + 1) % (order.length + 1);
    return [...members].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Members whose name, table or persona has this in it. */
export function findMembers(members: readonly Member[], text: string): Member[] {
    const word = text.trim().toLowerCase();
    return word === '' ? [...members]
        : members.filter((one) => [one.name, one.table, one.persona, one.state].some((field) => field.toLowerCase().includes(word)));
}

/** "an hour", "30 minutes", "2 days": times that a dialog offers. */
export function minutesText(minutes: number): string {
    if (minutes % 1440 === 0) return plural(minutes / 1440, 'day');
    if (minutes % 60 === 0) return plural(minutes / 60, 'hour');
    return plural(minutes, 'minute');
}

export interface AuditLine {
    id: number; at: string; actor: string; kind: string; action?: string; about?: string;
    user?: number; username?: string; amount?: Chips; reason?: string;
}

const moves = new Set([
    'sign_up', 'reload', 'credit', 'debit', 'reset', 'enter', 'prize', 'stake', 'unstake', 'facebook', 'fund', 'refund', 'fee', 'overlay',
]);

/** Numbers of some kinds are no chips: they say which way it went. */
function kindText({ kind, amount }: AuditLine): string {
    if (kind === 'disable') return amount ? 'disable' : 'enable';
    if (kind === 'issue') return amount === 2 ? 'issue a one-time link' : amount === 1 ? 'issue a token' : 'issue';
    return kind.replace(/_/g, ' ') + (amount !== undefined && moves.has(kind) ? ` ${chips(amount)}` : '');
}

/** "tables close · nl-2-1", "credit 100": what somebody did. */
export function deedText(line: AuditLine): string {
    return (line.action ? line.action.replace(/_/g, ' ') : kindText(line)) + (line.about ? ` · ${line.about}` : '');
}

/** Settings as they stand in felt.conf, one on a line; null: a line is none. */
export function parseSettings(text: string): Record<string, string> | null {
    const found: Record<string, string> = {};
    for (const line of text.split('\n').map((one) => one.trim())) {
        if (line === '' || line.startsWith('#')) continue;
        const at = line.indexOf('=');
        if (at < 1) return null;
        found[line.slice(0, at).trim()] = line.slice(at + 1).trim();
    }
    return found;
}
