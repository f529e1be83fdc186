// connection.ts -- the WebSocket at /room: hello, request numbers, pings, reconnects.  Knows envelopes of frames, not what
// they mean to a table.
import type { Frame, Want } from './protocol';
import type { Status } from './model/types';

/** Why a want has no answer: it may or may not have been done. */
export class ConnectionLost extends Error {
    constructor() {
        super('The connection was lost. It is being opened again.');
        this.name = 'ConnectionLost';
    }
}

/** What is used of a WebSocket; tests bring another one. */
export interface Socket {
    send(text: string): void;
    close(): void;
    onopen: ((event: never) => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: ((event: never) => void) | null;
    onerror: ((event: never) => void) | null;
}

export interface ConnectionEvents {
    frame(frame: Frame): void;
    status(status: Status, retry_at: number): void;
}

export const FIRST_WAIT_MS = 500;
export const LONGEST_WAIT_MS = 8000;
export const PING_EVERY_MS = 20000;
export const PATIENCE_MS = 10000; // no frame for so long after a ping, or after connecting: the connection is dead

interface Waiting { done: (frame: Frame) => void; lost: (error: ConnectionLost) => void }

/** The wait before try number `tries` (from 0): doubles, with a quarter of jitter, so that not all come at once. */
export function backOff(tries: number, random: number): number {
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
    return Math.round(most * (0.75 + 0.25 * random));
}

export class Connection {
    private socket: Socket | null = null;
    private welcomed = false;
    private given_up = false;
    private tries = 0;
    private next_req = 1;
    private waiting = new Map<number, Waiting>();
    private queue: string[] = []; // wants that came before `welcome`
    private retry: ReturnType<typeof setTimeout> | undefined;
    private ping: ReturnType<typeof setTimeout> | undefined;
    private patience: ReturnType<typeof setTimeout> | undefined;

    constructor(private readonly on: ConnectionEvents, private readonly dial: () => Socket) {}

    /** Opens the connection if it is not open; one that waits for its next try, tries at once. */
    open(): void {
        if (this.socket || this.given_up) return;
        clearTimeout(this.retry);
        this.on.status('connecting', 0);
        let socket: Socket;
        try {
            socket = this.dial();
        } catch {
            this.later();
            return;
        }
        this.socket = socket;
        socket.onopen = () => {
            socket.send(JSON.stringify({ req: this.next_req++, type: 'hello', v: 1 }));
        };
        socket.onmessage = (event) => {
            if (this.socket === socket) this.heard(event.data);
        };
        socket.onclose = () => {
            if (this.socket === socket) this.gone();
        };
        socket.onerror = socket.onclose;
        this.expect();
    }

    /** There is nothing to connect to: no more tries. */
    giveUp(): void {
        this.given_up = true;
        this.drop();
        this.on.status('none', 0);
    }

    /** The page was asleep, or the net was gone: a connection that waits tries at once, an open one shows that it lives. */
    wake(): void {
        if (!this.socket) return this.open();
        if (this.welcomed) this.pingNow();
    }

    /** Closes and opens at once: a new hello, with the cookie that is there now. */
    reopen(): void {
        this.tries = 0;
        if (this.socket) this.drop();
        this.open();
    }

    /** Sends a want.  The promise is the frame that answers it, `error` too; it rejects with LineLost only. */
    ask(want: Want): Promise<Frame> {
        if (!this.socket) return Promise.reject(new ConnectionLost());
        const req = this.next_req++;
        const text = JSON.stringify({ req, ...want });
        return new Promise((done, lost) => {
            this.waiting.set(req, { done, lost });
            if (this.welcomed) this.socket?.send(text);
            else this.queue.push(text);
        });
    }

    private heard(data: unknown): void {
        const frame = read(data);
        if (!frame) return;
        clearTimeout(this.patience);
        if (frame.type === 'error' && !this.welcomed) return this.gone(); // hello is refused: the ledger is away
        if (frame.type === 'welcome') this.greeted();
        this.on.frame(frame);
        if (frame.req === undefined) return;
        const waiting = this.waiting.get(frame.req);
        if (!waiting || !isAnswer(frame)) return;
        this.waiting.delete(frame.req);
        waiting.done(frame);
    }

    private greeted(): void {
        this.welcomed = true;
        this.tries = 0;
        this.on.status('online', 0);
        for (const text of this.queue.splice(0)) this.socket?.send(text);
        this.pingLater();
    }

    private pingLater(): void {
        clearTimeout(this.ping);
        this.ping = setTimeout(() => this.pingNow(), PING_EVERY_MS);
    }

    private pingNow(): void {
        this.socket?.send(JSON.stringify({ type: 'ping' }));
        this.expect();
        this.pingLater();
    }

    /** Something must be heard within PATIENCE_MS. */
    private expect(): void {
        clearTimeout(this.patience);
        this.patience = setTimeout(() => this.gone(), PATIENCE_MS);
    }

    /** The connection is lost: everybody who waits is told, and the next try is made later. */
    private gone(): void {
        this.drop();
        this.later();
    }

    private later(): void {
        const wait = backOff(this.tries++, Math.random());
        this.on.status('offline', Date.now() + wait);
        clearTimeout(this.retry);
        this.retry = setTimeout(() => this.open(), wait);
    }

    private drop(): void {
        const socket = this.socket;
        this.socket = null;
        this.welcomed = false;
        this.queue = [];
        clearTimeout(this.ping);
        clearTimeout(this.patience);
        clearTimeout(this.retry);
        if (socket) {
            socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
            try {
                socket.close();
            } catch {
                // it was closed already
            }
        }
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        for (const one of waiting) one.lost(new ConnectionLost());
    }
}

/** A long lobby comes in several frames with the same `req`: the last one is the answer. */
function isAnswer(frame: Frame): boolean {
    switch (frame.type) {
        case 'ok': case 'error': case 'welcome': case 'pong': case 'hands': case 'hand': return true;
        case 'events': case 'event_page': case 'private': return true;
        case 'lobby': return !frame.more;
        default: return false;
    }
}

function read(data: unknown): Frame | null {
    if (typeof data !== 'string') return null;
    try {
        const value: unknown = JSON.parse(data);
        const good = typeof value === 'object' && value !== null && typeof (value as Frame).type === 'string';
        return good ? (value as Frame) : null;
    } catch {
        return null;
    }
}
