// clock.ts -- a clock and sockets for tests: time passes when the test says so.
import type { Socket } from '../src/connection';

interface Timer { at: number; call: () => void }

/** Takes the place of setTimeout and Date.now until `restore`. */
export class FakeClock {
    now = 1_000_000;
    private next = 1;
    private timers = new Map<number, Timer>();
    private readonly real = { set: globalThis.setTimeout, clear: globalThis.clearTimeout, now: Date.now };

    constructor() {
        const set = (call: () => void, wait = 0): number => {
            this.timers.set(this.next, { at: this.now + wait, call });
            return this.next++;
        };
        globalThis.setTimeout = set as unknown as typeof setTimeout;
        globalThis.clearTimeout = ((id: number) => void this.timers.delete(id)) as unknown as typeof clearTimeout;
        Date.now = () => this.now;
    }

    /** Lets so many milliseconds pass, and everything happen that was due. */
    pass(ms: number): void {
        const end = this.now + ms;
        for (;;) {
            const due = [...this.timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
            if (!due) break;
            this.timers.delete(due[0]);
            this.now = Math.max(this.now, due[1].at);
            due[1].call();
        }
        this.now = end;
    }

    restore(): void {
        globalThis.setTimeout = this.real.set;
        globalThis.clearTimeout = this.real.clear;
        Date.now = this.real.now;
    }
}

/** The server's end of a connection. */
export class FakeSocket implements Socket {
    onopen: ((event: never) => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: ((event: never) => void) | null = null;
    onerror: ((event: never) => void) | null = null;
    sent: Record<string, unknown>[] = [];
    closed = false;

    send(text: string): void {
        this.sent.push(JSON.parse(text) as Record<string, unknown>);
    }

    close(): void {
        this.closed = true;
    }

    open(): void {
        this.onopen?.({} as never);
    }

    say(frame: object): void {
        this.onmessage?.({ data: JSON.stringify({ at: 0, ...frame }) });
    }

    lose(): void {
        this.onclose?.({} as never);
    }

    /** Opens, and is greeted. */
    welcome(user?: object): void {
        this.open();
        this.say({ type: 'welcome', v: 1, ...(user ? { user, bank: 400 } : {}) });
    }

    last(type: string): Record<string, unknown> | undefined {
        return [...this.sent].reverse().find((want) => want['type'] === type);
    }
}
