// api.ts -- requests under /api/ (docs/PROTOCOL.md 14), with types.  Does not know the room.
import type { Lesson } from './model/narc_lesson';
import type { RuleOptions } from './model/narc_rules';
import type { NarcCard } from './model/types';
import type { Chips, Kind } from './protocol';

export interface User {
    id: number;
    kind: Kind;
    username: string;
    handle: string;
    email: string;
    birthday: string;
    chips: Chips;
    seated: Chips;
    total: Chips;
    invested: Chips;
    level: number;
    reg_date: string | null;
    last_visit: string | null;
}

export interface Config { registration: boolean; guests: boolean; facebook: boolean; facebook_app?: string }

export interface LedgerLine {
    transaction: number;
    at: string;
    kind: string;
    account: string;
    amount: Chips;
    after: Chips;
    hand?: string;
}

export interface Session {
    id: string;
    kind: 'cookie' | 'fresh' | 'bearer' | 'link';
    created: string | null;
    last_seen: string | null;
    expires: string | null;
    address: string;
    agent: string;
    current: boolean;
}

/** What the server says when it refuses; status 0: it could not be reached. */
export class ApiError extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
        readonly field?: string,
        readonly retry_s?: number,
        /** When a reload is possible again. */
        readonly next?: string,
    ) {
        super(message);
        this.name = 'ApiError';
    }
}

interface Refusal { error?: { code?: unknown; message?: unknown; field?: unknown; next?: unknown } }

const sentence = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value !== '' ? value : otherwise;

/** The error of an answer that is not 2xx; its body may be anything, a proxy's page too. */
function refused(status: number, body: unknown, retry: string | null): ApiError {
    const told = (body as Refusal | null)?.error;
    const seconds = retry === null ? NaN : Number(retry);
    return new ApiError(
        status,
        sentence(told?.code, 'UNAVAILABLE'),
        sentence(told?.message, `The server answered with ${status}. Please try again.`),
        typeof told?.field === 'string' ? told.field : undefined,
        Number.isFinite(seconds) ? seconds : undefined,
        typeof told?.next === 'string' ? told.next : undefined,
    );
}

const PATIENCE_MS = 30000; // the longest wait that a page asks for is half of it

/** A server that says nothing for too long is told from one that is not there. */
const unreachable = (error: unknown): ApiError => (error instanceof DOMException && error.name === 'TimeoutError'
    ? new ApiError(0, 'SLOW', 'The server takes too long to answer. Please try again in a while.')
    : new ApiError(0, 'UNREACHABLE', 'The server cannot be reached. Please try again.'));

async function ask<T>(path: string, init: RequestInit, patience_ms = PATIENCE_MS): Promise<T> {
    let answer: Response;
    const { timeout } = AbortSignal as { timeout?: (ms: number) => AbortSignal }; // older browsers wait
    const signal = timeout?.call(AbortSignal, patience_ms);
    try {
        answer = await fetch(path, { credentials: 'same-origin', cache: 'no-store', signal, ...init });
    } catch (error) {
        throw unreachable(error);
    }
    let body: unknown = null;
    try {
        body = await answer.json();
    } catch (error) {
        if (signal?.aborted) throw unreachable(error);
        if (answer.ok) throw new ApiError(answer.status, 'BAD_ANSWER', 'The answer of the server cannot be read.');
    }
    if (!answer.ok) throw refused(answer.status, body, answer.headers.get('Retry-After'));
    return body as T;
}

export const get = <T>(path: string, patience_ms?: number): Promise<T> => ask<T>(path, { method: 'GET' }, patience_ms);

/** Fields that are undefined are left out by JSON.stringify: the server takes no unknown ones, and no null. */
export const post = <T>(path: string, body: object = {}): Promise<T> =>
    ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

function query(fields: Record<string, number | undefined>): string {
    const words = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${String(value)}`);
    return words.length ? `?${words.join('&')}` : '';
}

/** A rule set of Narc (PROTOCOL 15.20), as far as pages need it. */
export interface NarcRules {
    name: string; hash: string;
    rules: RuleOptions;
    cards: {
        name: string; cards: NarcCard[]; tier_cards?: NarcCard[];
        narc_tiers?: { name: string; heat_min: number; swap: [string, number][] }[];
    };
}
export interface NarcRow { name: string; title: string; cards: string; hash: string; played: boolean }

type WithUser = { user: User };
type New = { username: string; password: string; handle?: string; email?: string; birthday?: string };
type Reloaded = WithUser & { amount: Chips; transaction: number; replayed: boolean };

export const api = {
    config: () => get<Config>('/api/config'),
    me: async () => (await get<WithUser>('/api/me')).user,
    register: async (fields: New) => (await post<WithUser>('/api/register', fields)).user,
    login: async (username: string, password: string, code?: string) =>
        (await post<WithUser>('/api/login', code ? { username, password, code } : { username, password })).user,
    guest: async () => (await post<WithUser>('/api/guest')).user,
    facebook: async (signedRequest: string) => (await post<WithUser>('/api/facebook', { signedRequest })).user,
    link: async (token: string) => (await post<WithUser>('/api/link', { token })).user,
    logout: async (all?: boolean) => void (await post<object>('/api/logout', all ? { all: true } : {})),
    update: async (change: { handle?: string; email?: string; birthday?: string }) =>
        (await post<WithUser>('/api/me', change)).user,
    password: async (next: string, old?: string) => void (await post<object>('/api/password', { new: next, old })),
    reload: (key?: string) => post<Reloaded>('/api/reload', { key }),
    ledger: (before?: number, limit?: number) =>
        get<{ lines: LedgerLine[]; next?: number }>(`/api/ledger${query({ before, limit })}`),
    narcList: async () => (await get<{ rules: NarcRow[] }>('/api/narc')).rules,
    narcLesson: () => get<Lesson>('/api/narc/lesson'),
    narc: (rules: string) => get<NarcRules>(`/api/narc/${encodeURIComponent(rules)}`),
    sessions: async () => (await get<{ sessions: Session[] }>('/api/sessions')).sessions,
    endSession: async (id: string) => void (await post<object>('/api/sessions/end', { id })),
    remove: async (proof: { password?: string; confirm?: 'delete' }) => void (await post<object>('/api/delete', proof)),
};
