// api_operator.ts -- requests of an operator (PROTOCOL 14.7), with types.  A part of its own: only the operator's page loads it.
import { ApiError, get, post, type LedgerLine } from './api';
import {
    metricsOf, parseMetrics, type AuditLine, type Books, type Figures, type AdminRoom, type House, type HouseSettings, type Metrics,
} from './model/operator';
import type { Stats } from './model/stats';
import type { Chips, Kind, TournamentCard, TournamentPageFrame } from './protocol';

export interface AdminUser {
    id: number; kind: Kind; username: string; handle: string; email: string; chips: Chips; invested: Chips; level: number;
    reg_date: string | null; last_visit: string | null; remote_address: string; disabled: boolean; deleted: boolean;
    disabled_until?: string; silenced_until?: string;
}
export interface Page<T> { rows: T[]; next?: number }
export interface OneUser {
    user: AdminUser; total: Chips; accounts: { account: string; balance: Chips }[];
    seats: { table: string; seat: number; state: string; stack: Chips; connected: boolean }[]; lines: LedgerLine[];
}
export interface Report {
    id: number; at: string; by: number; by_username: string; user: number; username: string; handle: string; table?: string; hand?: string;
    text: string; open: boolean; done_at?: string; done_by?: string; remark?: string;
}
export interface AdminClub { id: number; name: string; owner: number; members: number; created: string; closed_at?: string; owner_handle?: string }
export interface OneClub { club: AdminClub; members: { user: number; handle: string; rank: string; joined: string }[] }
export interface Dealings { gave_bb: number; gave_up: number; chances: number; bets: number }
export interface Pair {
    first: number; second: number; score: number; suspect: boolean; reasons: string[]; dump: number; hands: number;
    deviations: { chips: number; gives_up: number; soft_play: number }; there: Dealings; back: Dealings;
    clues: { hand_id: string; gave_bb: number; gave_up: boolean; checked: boolean }[];
}
export interface Profit { days: { day: string; hands: number; won: Chips }[]; hands: number; won: Chips }
export type OneTournament = TournamentPageFrame & { settled: boolean; fees: Chips; overlay: Chips; settings: Record<string, string> };
export type Settings = Record<string, string | number | boolean>;

const at = (path: string): string => '/api/operator/' + path;

function words(fields: Record<string, string | number | undefined>): string {
    const given = Object.entries(fields)
        .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]));
    return given.length ? `?${given.join('&')}` : '';
}

const page = async <T>(path: string, name: string, fields: Record<string, string | number | undefined>): Promise<Page<T>> => {
    const answer = await get<Record<string, unknown>>(at(path) + words(fields));
    return { rows: answer[name] as T[], next: answer['next'] as number | undefined };
};

const PEOPLE = 25; // rows that one can look through
const LOOKS_MAX = 10; // requests for them

/** Users without those of the house, of which there may be hundreds before the first person. */
async function people(query: string, behind?: number): Promise<Page<AdminUser>> {
    const rows: AdminUser[] = [];
    let next = behind;
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
        const found = await page<AdminUser>('users', 'users', { query, behind: next, limit: 200 });
        rows.push(...found.rows.filter((user) => user.kind !== 'house'));
        next = found.next;
        if (next === undefined || rows.length >= PEOPLE) break;
    }
    return { rows, next };
}

/** The text for Prometheus; where a proxy keeps it from browsers, the figures that only operators get. */
async function metrics(): Promise<Metrics> {
    let answer: Response;
    try {
        answer = await fetch('/metrics', { credentials: 'omit', cache: 'no-store' });
    } catch {
        throw new ApiError(0, 'UNREACHABLE', 'the line is down, or it is stopped');
    }
    const text = answer.ok ? await answer.text() : '';
    return text.includes('felt_') ? parseMetrics(text) : metricsOf(await get<Figures>(at('metrics')));
}

type Reason = { reason: string };
type Directing = 'pause' | 'resume' | 'cancel' | 'retire' | 'add-time' | 'move' | 'remove';
type Move = Reason & { user: number; amount: number; key: string };

export const admin = {
    metrics,
    tables: () => get<AdminRoom>(at('tables')),
    openTable: (stake: string) => post<{ table: string }>(at('tables/open'), { stake }),
    closeTable: (table: string) => post<object>(at('tables/close'), { table }),
    house: () => get<House>(at('house')),
    dials: (who: string, persona: string) => post<object>(at('house/dials'), { who, persona }),
    houseSettings: (settings: Partial<HouseSettings>) => post<{ settings: HouseSettings }>(at('house/settings'), settings),
    profit: (days: number) => get<Profit>(at(`stats/house?days=${days}`)),
    users: (query: string, behind?: number) => page<AdminUser>('users', 'users', { query, behind, limit: 25 }),
    people,
    user: (id: number) => get<OneUser>(at(`users/${id}`)),
    stats: (id: number) => get<Stats>(at(`stats/${id}`)),
    disable: (id: number, body: Reason & { minutes?: number }) => post<object>(at(`users/${id}/disable`), body),
    enable: (id: number, body: Reason) => post<object>(at(`users/${id}/enable`), body),
    signOut: (id: number, body: Reason) => post<object>(at(`users/${id}/signout`), body),
    silence: (id: number, body: Reason & { minutes: number }) => post<object>(at(`users/${id}/silence`), body),
    stand: (id: number) => post<object>(at(`users/${id}/stand`)),
    credit: (body: Move) => post<object>(at('chips/credit'), body),
    debit: (body: Move) => post<object>(at('chips/debit'), body),
    notice: (text: string) => post<object>(at('notice'), { text }),
    audit: (query: string, behind?: number) => page<AuditLine>('audit', 'audit', { query, behind, limit: 50 }),
    reports: (open: boolean, behind?: number) => page<Report>('reports', 'reports', { query: open ? 'open' : '', behind, limit: 25 }),
    closeReport: (id: number, body: Reason) => post<object>(at(`reports/${id}/close`), body),
    clubs: (behind?: number) => page<AdminClub>('clubs', 'clubs', { behind, limit: 50 }),
    club: (id: number) => get<OneClub>(at(`clubs/${id}`)),
    closeClub: (id: number, body: Reason) => post<object>(at(`clubs/${id}/close`), body),
    check: () => get<Books>(at('ledger/check'), 600000), // large books take a while
    pairs: async (days: number) => (await get<{ pairs: Pair[] }>(at(`fairplay?days=${days}`))).pairs,
    tournaments: async () => (await get<{ events: TournamentCard[] }>(at('events'))).events,
    tournament: (number: number) => get<OneTournament>(at(`events/${number}?limit=200`)),
    createTournament: (settings: Settings, reason: string) => post<TournamentCard>(at('events/create'), { settings, reason }),
    direct: (deed: Directing, body: Reason & { event: string } & Record<string, unknown>) =>
        post<object>(at(`events/${deed}`), body),
};

/** For requests that move chips: the same however often one is sent. */
export function newKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return 'page-' + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
