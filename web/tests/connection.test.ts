// connection.test.ts -- a connection that opens, answers, breaks and comes back.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { backOff, Connection, ConnectionLost, PATIENCE_MS, PING_EVERY_MS } from '../src/connection';
import type { Frame } from '../src/protocol';
import { FakeClock, FakeSocket } from './clock';

let clock: FakeClock;
let sockets: FakeSocket[];
let statuses: string[];
let heard: Frame[];
let connection: Connection;

const socket = (): FakeSocket => {
    const newest = sockets[sockets.length - 1];
    assert.ok(newest);
    return newest;
};

/** What became of a promise: the frame's type, or "lost". */
async function fate(promise: Promise<Frame>): Promise<string> {
    try {
        return (await promise).type;
    } catch (error) {
        assert.ok(error instanceof ConnectionLost);
        return 'lost';
    }
}

beforeEach(() => {
    clock = new FakeClock();
    [sockets, statuses, heard] = [[], [], []];
    connection = new Connection({ frame: (frame) => heard.push(frame), status: (status) => statuses.push(status) }, () => {
        sockets.push(new FakeSocket());
        return socket();
    });
    connection.open();
});

afterEach(() => clock.restore());

describe('a connection', () => {
    it('says hello first, and is online when it is greeted', () => {
        socket().open();
        assert.deepEqual(socket().sent.map((want) => [want['type'], want['v']]), [['hello', 1]]);
        assert.deepEqual(statuses, ['connecting']);
        socket().say({ type: 'welcome', v: 1 });
        assert.deepEqual(statuses, ['connecting', 'online']);
    });

    it('keeps what is asked before the welcome', () => {
        void connection.ask({ type: 'lobby' }).catch(() => undefined);
        socket().open();
        assert.equal(socket().last('lobby'), undefined);
        socket().say({ type: 'welcome', v: 1 });
        assert.ok(socket().last('lobby'));
    });

    it('gives each answer to whoever asked', async () => {
        socket().welcome();
        const [first, second] = [connection.ask({ type: 'watch', table: 'a' }), connection.ask({ type: 'watch', table: 'b' })];
        const numbers = socket().sent.filter((want) => want['type'] === 'watch').map((want) => want['req']);
        socket().say({ type: 'error', req: numbers[1], code: 'NO_TABLE', msg: 'no' });
        socket().say({ type: 'ok', req: numbers[0] });
        assert.deepEqual([await fate(first), await fate(second)], ['ok', 'error']);
    });

    it('a long lobby is answered by its last piece', async () => {
        socket().welcome();
        const asked = connection.ask({ type: 'lobby' });
        const req = socket().last('lobby')?.['req'];
        socket().say({ type: 'lobby', req, tables: [], more: true });
        socket().say({ type: 'lobby', req, tables: [] });
        const answer = await asked;
        assert.ok(answer.type === 'lobby' && !answer.more);
    });

    it('passes over what it cannot read', () => {
        socket().welcome();
        const junk = ['', '{', 'null', '[]', '7', '{"type":5}', new Uint8Array(3)];
        for (const data of junk) socket().onmessage?.({ data });
        assert.deepEqual(heard.map((frame) => frame.type), ['welcome']);
    });
});

describe('a connection that is lost', () => {
    it('is not tried again where there is nothing to connect to', () => {
        socket().lose();
        connection.giveUp();
        clock.pass(60000);
        connection.wake();
        connection.reopen();
        assert.equal(sockets.length, 1);
        assert.equal(statuses[statuses.length - 1], 'none');
    });

    it('tells everybody who waits', async () => {
        socket().welcome();
        const asked = connection.ask({ type: 'stand', table: 'a' });
        socket().lose();
        assert.equal(await fate(asked), 'lost');
        assert.equal(await fate(connection.ask({ type: 'ping' })), 'lost', 'without a connection nothing can be asked');
        assert.equal(statuses[statuses.length - 1], 'offline');
    });

    it('is tried again, later and later, and never later than 8 seconds', () => {
        const waits = [0, 1, 2, 3, 4, 5, 20].map((tries) => backOff(tries, 1));
        assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
        assert.equal(backOff(0, 0), 375, 'not all come at the same time');
        for (let tries = 1; tries <= 6; tries++) {
            assert.equal(sockets.length, tries);
            socket().lose();
            clock.pass(300);
            assert.equal(sockets.length, tries, 'not at once');
            clock.pass(8000);
        }
    });

    it('begins with short waits again once it was online', () => {
        for (let i = 0; i < 5; i++) {
            socket().lose();
            clock.pass(8000);
        }
        socket().welcome();
        socket().lose();
        const before = sockets.length;
        clock.pass(500);
        assert.equal(sockets.length, before + 1);
    });

    it('is noticed when nothing is heard after a ping', () => {
        socket().welcome();
        clock.pass(PING_EVERY_MS);
        assert.ok(socket().last('ping'));
        clock.pass(PATIENCE_MS - 1);
        assert.equal(statuses[statuses.length - 1], 'online');
        clock.pass(1);
        assert.equal(statuses[statuses.length - 1], 'offline');
        assert.ok(sockets[0]?.closed);
    });

    it('is noticed sooner by a page that was asleep', () => {
        socket().welcome();
        clock.pass(1000);
        connection.wake();
        assert.ok(socket().last('ping'));
        clock.pass(PATIENCE_MS);
        assert.equal(statuses[statuses.length - 1], 'offline');
        connection.wake();
        assert.equal(sockets.length, 2, 'then it does not wait for its turn');
    });

    it('any frame is a sign of life', () => {
        socket().welcome();
        clock.pass(PING_EVERY_MS + 5000);
        socket().say({ type: 'pong' });
        clock.pass(PATIENCE_MS - 1);
        assert.equal(statuses[statuses.length - 1], 'online');
    });

    it('what an old socket says later is not heard', () => {
        const old = socket();
        old.welcome();
        const say = old.onmessage;
        old.lose();
        clock.pass(500);
        say?.({ data: '{"type":"notice","at":0,"msg":"boo"}' });
        assert.deepEqual(heard.map((frame) => frame.type), ['welcome']);
    });

    it('reopens at once if it is told to', () => {
        socket().welcome();
        connection.reopen();
        assert.equal(sockets.length, 2);
        assert.ok(sockets[0]?.closed);
        socket().lose();
        connection.open();
        assert.equal(sockets.length, 3, 'a connection that waits does not wait any longer');
        clock.pass(8000);
        assert.equal(sockets.length, 3, 'the try that was planned is not made as well');
    });

    it('a hello that is refused is tried again later', () => {
        socket().open();
        socket().say({ type: 'error', code: 'BANK_REFUSED', msg: 'the ledger is away' });
        assert.equal(statuses[statuses.length - 1], 'offline');
        clock.pass(8000);
        assert.equal(sockets.length, 2);
    });
});
