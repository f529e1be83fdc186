// arena.ts -- the arena as pages see it: what /api/arena answers (PROTOCOL 12.5, 17.10), read as if a stranger had
// written it; standings as a plot; the commands that connect a bot.  No DOM, no network.
import type { Chips, Seat } from '../protocol';

export interface Team { seat: Seat; team: string; connected: boolean; stack: Chips }

export interface ArenaTable {
    table_id: string;
    variant: string;
    hands: number;
    in_hand: boolean;
    paused: boolean;
    over: boolean;
    players: Team[];
}

export interface MatchRow { match_id: string; table_id: string; hands: number; winner: string; reason: string }

/** `low` and `high`: 95 %; null until there are 100 hands. */
export interface Standing {
    team: string;
    matches: number;
    wins: number;
    hands: number;
    mean: number;
    low: number | null;
    high: number | null;
}

export interface Overview {
    tables: ArenaTable[];
    more: number;           // tables that are not listed
    matches: MatchRow[];    // the newest first
    standings: Standing[];
    open: boolean;          // everybody may look on
    practice: boolean;      // every bot plays against the house, at a table of its own
    tournament: boolean;
}

export interface Reveal { hand_id: string; key: string; fresh?: string; blind?: string; deal?: number }
export interface Final { seat: Seat; team: string; stack: Chips; forfeited: boolean }

export interface MatchEnd {
    match_id: string;
    secret: string;
    reveals: Reveal[];
    omitted: number;        // hands before the first of `reveals`
    tournament: boolean;    // of several tables: each counts its own hands
    final: Final[];
    tied: Seat[];
}

export interface ArenaMatch extends MatchRow { end: MatchEnd; phh: string | null; cut: boolean }

export interface Tournament {
    format: string;
    state: string;
    paused: boolean;
    left: number;
    tables: number;
    hands: number;
    level: number;
    sb: Chips;
    bb: Chips;
    teams: (Standing & { place: number | null; in: boolean; table: number | null; stack: Chips | null })[];
}

// ---- reading: whatever is not as it should be is missing

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Json : {});
const listOf = (value: unknown, most = 5000): Json[] => (Array.isArray(value) ? value.slice(0, most).map(objectOf) : []);
const textOf = (value: unknown, most = 128): string => (typeof value === 'string' ? value.slice(0, most) : '');
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const countOf = (value: unknown): number => Math.max(0, Math.floor(numberOf(value) ?? 0));
const hexOf = (value: unknown): string => (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : '');

const teamOf = (row: Json): Team =>
    ({ seat: countOf(row.seat), team: textOf(row.team), connected: row.connected === true, stack: countOf(row.stack) });

const rowOf = (row: Json): MatchRow => ({
    match_id: textOf(row.match_id), table_id: textOf(row.table_id), hands: countOf(row.hands), winner: textOf(row.winner),
    reason: textOf(row.reason),
});

function standingOf(row: Json, interval: Json): Standing {
    const low = numberOf(interval.low), high = numberOf(interval.high);
    const bounded = low !== null && high !== null && low <= high;
    return {
        team: textOf(row.team), matches: countOf(row.matches), wins: countOf(row.wins ?? row.won), hands: countOf(row.hands),
        mean: numberOf(interval.mean ?? row.bb_per_100) ?? 0, low: bounded ? low : null, high: bounded ? high : null,
    };
}

/** Best first; of equal ones whoever played more. */
const ranked = <T extends Standing>(rows: T[]): T[] => [...rows].sort((a, b) => b.mean - a.mean || b.hands - a.hands);

export function readOverview(answer: unknown): Overview {
    const all = objectOf(answer);
    return {
        tables: listOf(all.tables).map((row) => ({
            table_id: textOf(row.table_id), variant: textOf(row.variant, 16), hands: countOf(row.hands),
            in_hand: row.in_hand === true, paused: row.paused === true, over: row.over === true,
            players: listOf(row.players, 10).map(teamOf),
        })),
        more: countOf(all.tables_more),
        matches: listOf(all.matches).map(rowOf).filter((row) => row.match_id !== ''),
        standings: ranked(listOf(all.standings).map((row) => standingOf(row, row))),
        open: all.watch === 'open',
        practice: all.practice === true,
        tournament: all.tournament === true,
    };
}

function revealOf(row: Json): Reveal {
    const reveal: Reveal = { hand_id: textOf(row.hand_id, 64), key: hexOf(row.key) };
    if (row.fresh !== undefined) reveal.fresh = hexOf(row.fresh);
    return row.blind === undefined ? reveal : { ...reveal, blind: hexOf(row.blind), deal: countOf(row.deal) };
}

export function readMatch(answer: unknown): ArenaMatch | null {
    const all = objectOf(answer), end = objectOf(all.end), row = rowOf(all);
    if (!row.match_id || end.type !== 'match_end') return null;
    return {
        ...row,
        phh: typeof all.phh === 'string' ? all.phh : null,
        cut: all.phh_omitted === true,
        end: {
            match_id: textOf(end.match_id), secret: hexOf(end.secret), omitted: countOf(end.reveals_omitted),
            tournament: Array.isArray(end.standings),
            reveals: listOf(end.reveals, 100000).map(revealOf),
            final: listOf(end.final_stacks, 10).map((one) => ({ ...teamOf(one), forfeited: one.forfeited === true })),
            tied: Array.isArray(end.tied) ? end.tied.slice(0, 10).map(countOf) : [],
        },
    };
}

export function readTournament(answer: unknown): Tournament | null {
    const all = objectOf(answer);
    if (textOf(all.state) === '') return null;
    return {
        format: textOf(all.format), state: textOf(all.state), paused: all.paused === true, left: countOf(all.left),
        tables: countOf(all.tables), hands: countOf(all.hands), level: countOf(all.level), sb: countOf(all.sb), bb: countOf(all.bb),
        teams: listOf(all.teams).map((row) => ({
            ...standingOf(row, objectOf(row.bb_per_100)), in: row.in === true, place: numberOf(row.place),
            table: numberOf(row.table), stack: numberOf(row.stack),
        })),
    };
}

// ---- words

/** Tables where somebody is: a tournament has seats for all teams that may come, and most tables stay empty. */
export const playing = (tables: readonly ArenaTable[]): ArenaTable[] => tables.filter((table) => !table.over && table.players.length > 0);

/** A practice table belongs to the bot that plays there: nobody else may look. */
export const isPractice = (table: string): boolean => /^P-\d{4}-\d\d-\d\d-\d+$/.test(table);

/** What a match is called: the heading of its page, and its window. */
export const matchName = ({ table_id }: { table_id: string }): string =>
    (isPractice(table_id) ? 'A practice match' : `Match at ${table_id}`);

export function sayReason(reason: string): string {
    switch (reason) {
        case 'winner': return 'won all the chips';
        case 'hand_limit': return 'had the most chips after the last hand';
        case 'abandoned': return 'was ahead when the others had left';
        default: return reason;
    }
}

/** "Alpha had the most chips after the last hand." */
export function sayResult(row: MatchRow): string {
    return row.winner ? `${row.winner} ${sayReason(row.reason)}.` : 'Nobody has won.';
}

// ---- the plot: a dot and a whisker for each team

export interface Mark { at: number; from: number | null; to: number | null } // 0 to 1, from left to right
export interface Plot { low: number; high: number; zero: number; marks: Mark[] }

const STEPS = [1, 2, 5];

/** The smallest of 1, 2, 5, 10, 20, ... that is not below. */
function roundUp(value: number): number {
    for (let ten = 1; ten < 1e12; ten *= 10)
        for (const step of STEPS) if (step * ten >= value) return step * ten;
    return value;
}

/** One scale for all teams, the same on both sides of 0.  A whisker that is much longer than the dots are apart would
 *  hide them: the scale goes as far as four times the farthest dot, and whiskers are cut there.  A team that played a few
 *  hands only may be anywhere: it has no say if others have, and then its dot may lie at the edge. */
export function plotOf(standings: readonly Standing[]): Plot {
    const sure = standings.filter((team) => team.low !== null);
    const dots = Math.max(1, ...(sure.length ? sure : standings).map((team) => Math.abs(team.mean)));
    const ends = standings.flatMap(({ low, high }) => (low === null || high === null ? [] : [-low, high]));
    const reach = roundUp(Math.max(dots, Math.min(4 * dots, Math.max(0, ...ends))));
    const place = (value: number): number => Math.max(0, Math.min(1, (value + reach) / (2 * reach)));
    return {
        low: -reach, high: reach, zero: 0.5,
        marks: standings.map(({ mean, low, high }) => ({
            at: place(mean), from: low === null ? null : place(low), to: high === null ? null : place(high),
        })),
    };
}

/** "+12.5", "−3.0", "+417", "−13k": as exact as it is of use. */
export function signedRate(value: number): string {
    const size = Math.abs(value);
    const text = size >= 10000 ? `${Math.round(size / 1000)}k` : size.toFixed(size >= 100 ? 0 : 1);
    return text === '0.0' ? text : value > 0 ? `+${text}` : `−${text}`;
}

// ---- connecting a bot

export type Tongue = 'Python' | 'JavaScript' | 'C' | 'felt bot' | 'ACPC';
export interface Recipe { tongue: Tongue; needs: string; command: string; file: string; then: string }

/** A word of a shell's line: in quotes unless it needs none. */
export const quoted = (word: string): string => (/^[A-Za-z0-9_./:@%+,=-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`);

/** Where bots of this page's server connect; `table` '' is the usual one. */
export function botAddress(host: string, secure: boolean, table: string): string {
    return `${secure ? 'wss' : 'ws'}://${host}/ws${table ? `?table=${encodeURIComponent(table)}` : ''}`;
}

export function recipes(address: string, team: string, code: string): Recipe[] {
    const url = quoted(address), who = `${quoted(team)} ${quoted(code)}`;
    const felt = `felt bot ${url} --team ${quoted(team)} --code ${quoted(code)}`;
    return [
        { tongue: 'Python', file: 'examples/python/arena_bot.py', needs: 'apt install python3-websockets',
            command: `python3 examples/python/arena_bot.py ${url} ${who}`, then: 'Change decide(): it is the strategy.' },
        { tongue: 'JavaScript', file: 'examples/js/arena_bot.js', needs: 'apt install node-ws',
            command: `node examples/js/arena_bot.js ${url} ${who}`, then: 'Change decide(): it is the strategy.' },
        { tongue: 'C', file: 'examples/c/arena_bot.c', needs: 'apt install libwebsockets-dev libjansson-dev',
            command: `cc examples/c/arena_bot.c -o arena_bot -lwebsockets -ljansson && ./arena_bot ${url} ${who}`,
            then: 'Change decide(): it is the strategy.' },
        { tongue: 'felt bot', file: 'felt match --list', needs: '', command: `${felt} --player house`,
            then: 'Seats one of our players. felt match --list names them all.' },
        { tongue: 'ACPC', file: 'docs/MATCHES.md', needs: '', command: `${felt} --player acpc:7001`,
            then: 'Then start your program for the Annual Computer Poker Competition with the address 127.0.0.1 and the port 7001.' },
    ];
}
