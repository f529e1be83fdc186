// actions.test.ts -- what a page asks for, through the connection to a server that the test plays, and back to the store.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import * as actions from '../src/actions';
import { emptyRoom } from '../src/model/room';
import { store } from '../src/store';
import { FakeClock, FakeSocket } from './clock';

let clock: FakeClock;
const sockets: FakeSocket[] = [];
const server = (): FakeSocket => {
    const newest = sockets[sockets.length - 1];
    assert.ok(newest, 'a connection was opened');
    return newest;
};

const wake: (() => void)[] = [];
const globals = globalThis as unknown as Record<string, unknown>;
globals['location'] = { protocol: 'http:', host: 'room.test' };
globals['window'] = { addEventListener: (_: string, call: () => void) => wake.push(call) };
globals['document'] = { addEventListener: () => undefined, visibilityState: 'visible' };
globals['WebSocket'] = class extends FakeSocket {
    constructor(readonly url: string) {
        super();
        sockets.push(this);
    }
};

const seat = {
    seat: 0, state: 'playing', name: 'Ada', kind: 'human', bot: false, connected: true, in_hand: true, stack: 99,
};
const mine = {
    seat: 0, sitting_out: false, leaving: false, wait_bb: false, auto_rebuy: false, auto_muck: true, run_twice: 'ask',
    auto_action: 'check_fold', preselect: 'none', owes: [],
};
const table = (id: string, seq: number, more: object = {}): object => ({
    type: 'table', table: id, seq, title: id, variant: 'holdem', limit: 'no-limit', sb: 1, bb: 2, buy_in_min: 40,
    buy_in_max: 200, bots_welcome: false, seats: 6, taken: 1, people: 1, in_hand: 0, watchers: 1, move_ms: 20000,
    bank_ms: 0, pause_ms: 0, game: 'NT', chairs: [seat], chat: [], ...more,
});
const act = (id: string, seq: number): object => ({
    type: 'act', table: id, seq, hand_id: 'H-1', seat: 0, phase: 'PRE_FLOP', bank_ms: 0, req_id: 41,
    you: { hole: ['Ah', 'Ad'], stack: 99, committed: 1, to_call: 1, time_ms: 20000 },
    blinds: { sb: 1, bb: 2, seats: 6, button: 0 }, players: [], community: [], pot: 3, current_bet: 2,
    min_raise_increment: 2, legal: ['FOLD', 'CALL'], call_amount: 1,
});
const asks = (type: string): Record<string, unknown>[] => server().sent.filter((want) => want['type'] === type);
const answer = (type: string, more: object = { type: 'ok' }): void =>
    server().say({ req: server().last(type)?.['req'], ...more });
const refuse = { type: 'error', code: 'BUSY', msg: 'wait a moment' };
const texts = (): string[] => store.get().toasts.map((toast) => toast.text);
const asked = (): { sent: boolean } | undefined => store.get().tables[0]?.asked;

beforeEach(() => {
    clock = new FakeClock();
    store.set(emptyRoom());
    actions.reconnect();
    server().welcome({ id: 1, kind: 'human', name: 'Ada' });
});

afterEach(async () => {
    for (const one of store.get().tables) {
        store.set({ ...store.get(), tables: [{ ...one, mine: undefined }] });
        await actions.leaveTable(one.id);
    }
    actions.watchLobby(false);
    clock.restore();
});

describe('tables', () => {
    it('are watched when they are opened, and left', async () => {
        const opened = actions.openTable('a');
        server().say(table('a', 5));
        answer('watch');
        assert.equal(await opened, true);
        assert.deepEqual(store.get().tables.map((one) => one.id), ['a']);
        await actions.leaveTable('a');
        assert.equal(store.get().tables.length, 0);
        assert.equal(asks('unwatch').length, 1);
    });

    it('one that is not there is refused with the server\'s sentence', async () => {
        const opened = actions.openTable('zz');
        answer('watch', { type: 'error', code: 'NO_TABLE', msg: 'there is no such table' });
        assert.equal(await opened, false);
        assert.deepEqual(texts(), ['There is no such table']);
    });

    it('are watched again on a new connection, also those opened without one', async () => {
        void actions.openTable('a');
        server().say(table('a', 5));
        answer('watch');
        server().lose();
        const later = actions.openTable('b');
        clock.pass(8000);
        server().welcome();
        assert.deepEqual(asks('watch').map((want) => want['table']).sort(), ['a', 'b']);
        for (const want of asks('watch')) {
            server().say(table(String(want['table']), 9));
            server().say({ type: 'ok', req: want['req'] });
        }
        assert.equal(await later, true);
    });

    it('whose talk is hidden stay so on a new connection', async () => {
        void actions.openTable('a');
        server().say(table('a', 5));
        answer('watch');
        const hidden = actions.mute('a', true);
        answer('mute');
        assert.equal(await hidden, true);
        server().lose();
        clock.pass(8000);
        server().welcome();
        assert.equal(server().last('mute')?.['on'], true);
        const heard = actions.mute('a', false);
        answer('mute');
        await heard;
    });

    it('a gap is mended by one watch', () => {
        void actions.openTable('a');
        server().say(table('a', 5));
        answer('watch');
        return Promise.resolve().then(() => Promise.resolve()).then(() => {
            server().say({ type: 'chair', table: 'a', seq: 9, ...seat });
            server().say({ type: 'chair', table: 'a', seq: 10, ...seat });
            assert.equal(asks('watch').length, 2);
            server().say(table('a', 10));
            assert.equal(store.get().tables[0]?.gap, false);
        });
    });

    it('a seat keeps its table until one has stood up', async () => {
        void actions.openTable('a');
        server().say(table('a', 5, { you: mine }));
        answer('watch');
        await actions.leaveTable('a');
        assert.equal(store.get().tables.length, 1);
        server().say({ type: 'chair', table: 'a', seq: 6, seat: 0, state: 'free' });
        assert.equal(store.get().tables.length, 0);
    });
});

describe('an answer', () => {
    beforeEach(() => {
        void actions.openTable('a');
        server().say(table('a', 5, { you: mine, hand_id: 'H-1' }));
        server().say(act('a', 5));
        answer('watch');
    });

    it('names the question, and is sent once', async () => {
        const done = actions.act('a', { action: 'CALL' });
        assert.equal(asked()?.sent, true);
        assert.equal(await actions.act('a', { action: 'FOLD' }), false, 'a second click does nothing');
        assert.equal(asks('action').length, 1);
        const want = server().last('action');
        assert.deepEqual([want?.['hand_id'], want?.['req_id'], want?.['action']], ['H-1', 41, 'CALL']);
        answer('action');
        assert.equal(await done, true);
    });

    it('that is refused may be given again', async () => {
        const done = actions.act('a', { action: 'CALL' });
        answer('action', refuse);
        assert.equal(await done, false);
        assert.equal(asked()?.sent, false);
        assert.deepEqual(texts(), ['Wait a moment']);
    });

    it('that is lost with the connection is said to be', async () => {
        const done = actions.act('a', { action: 'CALL' });
        server().lose();
        assert.equal(await done, false);
        assert.match(texts()[0] ?? '', /connection was lost/);
    });

    it('nobody has asked for is not sent', async () => {
        server().say({ type: 'event', table: 'a', seq: 6, ev: 'FOLD', seat: 0 });
        server().say({ type: 'turn', table: 'a', seq: 6, seat: 1, what: 'bet', time_ms: 1, bank_ms: 0 });
        assert.equal(await actions.act('a', { action: 'CALL' }), false);
        assert.equal(asks('action').length, 0);
    });
});

describe('the lobby', () => {
    it('is watched, also on the next connection, until nobody looks', () => {
        actions.watchLobby(true);
        assert.equal(server().last('lobby')?.['watch'], true);
        server().lose();
        clock.pass(8000);
        server().welcome();
        assert.equal(server().last('lobby')?.['watch'], true);
        actions.watchLobby(false);
        assert.equal(server().last('lobby')?.['watch'], undefined);
    });
});

describe('toasts', () => {
    it('that the room makes go by themselves too', () => {
        void actions.openTable('a');
        server().say(table('a', 5));
        answer('watch');
        server().say({ type: 'gone', table: 'a' });
        assert.deepEqual(texts(), ['a is closed.']);
        clock.pass(7000);
        assert.deepEqual(texts(), []);
    });

    it('go by themselves', () => {
        actions.toast('good', 'Saved.');
        assert.deepEqual(texts(), ['Saved.']);
        clock.pass(7000);
        assert.deepEqual(texts(), []);
    });
});

describe('own hands', () => {
    it('are listed, and read', async () => {
        const list = actions.hands(undefined, 5);
        const hands = [{ hand_id: 'H-1', table: 'a', game: 'NT', at: 0, won: 2 }];
        answer('hands', { type: 'hands', hands, more: true });
        assert.equal((await list)?.more, true);
        const one = actions.hand('H-1');
        answer('hand', { type: 'hand', hand_id: 'H-1', phh: 'variant = "NT"' });
        assert.equal(await one, 'variant = "NT"');
    });

    it('that are not ours are refused', async () => {
        const one = actions.hand('H-7');
        answer('hand', { type: 'error', code: 'NO_HAND', msg: 'there is no such hand' });
        assert.equal(await one, null);
        assert.deepEqual(texts(), ['There is no such hand']);
    });
});

describe('private tables', () => {
    const closed = { type: 'error', code: 'NO_TABLE', msg: 'there is no table of that name' };

    it('without a key nothing has gone wrong: the page asks for one', async () => {
        const opened = actions.openTable('p-abcdef-1');
        answer('watch', closed);
        assert.equal(await opened, false);
        assert.deepEqual(texts(), []);
        assert.ok(actions.wantsKey('p-abcdef-1'));
        const other = actions.openTable('nl-9');
        answer('watch', closed);
        assert.equal(await other, false);
        assert.deepEqual(texts(), ['There is no table of that name']);
    });

    it('the key goes with each watch, on a new connection too', () => {
        actions.keepKey('p-ghijkm-1', { key: 'k' });
        void actions.openTable('p-ghijkm-1');
        assert.equal(asks('watch')[0]?.['key'], 'k');
        server().say({ ...table('p-ghijkm-1', 1), at: 0 });
        answer('watch');
        actions.reconnect();
        server().welcome({ id: 1, kind: 'human', name: 'Ada' });
        assert.equal(asks('watch').find((want) => want['table'] === 'p-ghijkm-1')?.['key'], 'k');
        void actions.leaveTable('p-ghijkm-1');
    });

    it('a table of one\'s own is known by its name, and its link is kept', async () => {
        const made = actions.create({ type: 'create', title: 'Friday' });
        answer('create', { type: 'private', table: 'p-npqrst-1', at: 0, key: 'k', link: '/?table=p-npqrst-1&key=k' });
        assert.equal(await made, 'p-npqrst-1');
        assert.equal(store.get().invites['p-npqrst-1']?.link, '/?table=p-npqrst-1&key=k');
        const refused = actions.create({ type: 'create' });
        answer('create', { type: 'error', code: 'TOO_MANY', msg: 'close one' });
        assert.equal(await refused, null);
        void actions.leaveTable('p-npqrst-1');
    });
});

describe('tournaments', () => {
    it('are watched from the first time on, again on each new connection', () => {
        actions.watchTournaments();
        actions.watchTournaments();
        assert.equal(asks('events').length, 1);
        actions.reconnect();
        server().welcome({ id: 1, kind: 'human', name: 'Ada' });
        assert.equal(asks('events')[0]?.['watch'], true);
    });

    it('one is asked for; that there is none is no toast if it was asked quietly', async () => {
        const page = actions.tournamentPage('sng-3.1', 0, 50, true);
        answer('event', { type: 'error', code: 'NO_TABLE', msg: 'there is no tournament of that id' });
        assert.equal(await page, null);
        assert.deepEqual(texts(), []);
    });
});

describe('coming back to the net', () => {
    it('tries at once', () => {
        server().lose();
        const before = sockets.length;
        for (const call of wake) call();
        assert.equal(sockets.length, before + 1);
    });
});
