// arena_connection.ts -- the arena from a browser: a spectator's connection to a table (PROTOCOL 11), and what it heard of commitments.
// Browser only.
import { sha256 } from './model/sha256';
import type { Digest } from './model/shuffle';
import type { WatchFrame } from './model/watch';

/** Browsers lend theirs where the page came over TLS, or from this machine. */
export const digest: Digest = async (bytes) => {
    const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
    return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource)) : sha256(bytes);
};

// ---- looking on

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'closed';

const AGAIN_MS = 2000;
const GONE = new Set([1000, 1008]); // the table is closed; we are not wanted

/** Opens a connection to a table and keeps it open; returns how to end it. */
export function lookOn(table: string, hear: (frame: WatchFrame) => void, tell: (state: ConnectionState) => void): () => void {
    let connection: WebSocket | undefined, timer = 0, ended = false;
    const open = (): void => {
        tell('connecting');
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        connection = new WebSocket(`${scheme}://${location.host}/ws?table=${encodeURIComponent(table)}`);
        connection.onopen = () => connection?.send(JSON.stringify({ type: 'hello', v: 1, role: 'spectator' }));
        connection.onmessage = ({ data }: MessageEvent) => {
            let frame: WatchFrame;
            try {
                frame = JSON.parse(String(data)) as WatchFrame;
            } catch {
                return;
            }
            if (typeof frame !== 'object' || frame === null) return;
            if (frame.type === 'welcome') tell('open');
            hear(frame);
        };
        connection.onclose = ({ code }) => {
            if (ended) return;
            tell(GONE.has(code) ? 'closed' : 'lost');
            if (!GONE.has(code)) timer = window.setTimeout(open, AGAIN_MS);
        };
    };
    open();
    return () => {
        ended = true;
        clearTimeout(timer);
        connection?.close();
    };
}

// ---- commitments that were heard, by match: kept as long as this tab

const NAME = 'felt-arena-commits', MATCHES_MAX = 8, HANDS_MAX = 5000;
const isCommit = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function stored(): Map<string, Map<string, string>> {
    try {
        const read = JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as [string, [string, string][]][];
        return new Map(read.map(([match, hands]) => [match, new Map(hands.filter(([, commit]) => isCommit(commit)))]));
    } catch {
        return new Map(); // not ours, or not allowed
    }
}

const noted = stored();
let saving = 0;

function save(): void {
    saving = 0;
    try {
        sessionStorage.setItem(NAME, JSON.stringify([...noted].map(([match, hands]) => [match, [...hands]])));
    } catch {
        // no room, or not allowed: then it is remembered until the page is loaded again
    }
}

/** What was heard first counts: a server that says something else later shall not get away with it. */
export function noteCommit(match: string, hand: string, commit: string): void {
    if (!match || !isCommit(commit)) return;
    const hands = noted.get(match) ?? new Map<string, string>();
    if (hands.has(hand) || hands.size >= HANDS_MAX) return;
    hands.set(hand, commit);
    noted.set(match, hands);
    for (const oldest of noted.keys()) {
        if (noted.size <= MATCHES_MAX) break;
        noted.delete(oldest);
    }
    saving ||= window.setTimeout(save, 500);
}

export const commitsOf = (match: string): ReadonlyMap<string, string> => noted.get(match) ?? new Map<string, string>();
