// private.test.ts -- private tables: links, the form, what a host changes.  And clubs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byRank, clubLink, codeIn, deedsFor, membersLike, type Member } from '../src/model/clubs';
import { variants } from '../src/model/games';
import { changeWant, createWant, fromRow, mistakeIn, ownGames, usual } from '../src/model/own_table';
import { changes, isPrivateName, optionText, readInvitation, termsLine } from '../src/model/private';
import { emptyRoom, receive } from '../src/model/room';
import type { Frame, Row, Terms } from '../src/protocol';

const row: Row = {
    table: 'p-x7k3qd-1', title: 'Friday', variant: 'holdem', limit: 'no-limit', sb: 1, bb: 2, buy_in_min: 40, buy_in_max: 200,
    bots_welcome: false, seats: 6, taken: 1, people: 1, in_hand: 0, watchers: 1, private: true, host: 'Ada',
};
const frame: Frame = {
    ...row, type: 'table', at: 0, seq: 10, move_ms: 20000, bank_ms: 0, pause_ms: 0, game: 'NT', chairs: [], chat: [],
};
const terms = (seq: number, when: Terms['when'], change: Partial<Row>): Frame => ({ ...row, ...change, type: 'terms', at: 0, seq, when });

describe('invitations', () => {
    it('to a table, with a key or without, and to a club', () => {
        assert.deepEqual(readInvitation('?table=p-x7k3qd-1&key=h4x9mk2q'), { table: 'p-x7k3qd-1', key: 'h4x9mk2q' });
        assert.deepEqual(readInvitation('?table=p-x7k3qd-1'), { table: 'p-x7k3qd-1', key: undefined });
        assert.deepEqual(readInvitation('?club=a%2Db'), { club: 'a-b' });
    });

    it('that are none are none', () => {
        for (const text of ['', '?', '?x=1', '?table=', '?club=%', `?club=${'x'.repeat(65)}`, '?key=a']) {
            assert.equal(readInvitation(text), null, text);
        }
        assert.deepEqual(readInvitation('?table=a&table=b'), { table: 'a', key: undefined }, 'the first counts');
    });

    it('of a host are his: whoever comes next knows none', () => {
        const ada = { id: 1, kind: 'human', name: 'Ada' } as const;
        const welcome = (user?: typeof ada): Frame => ({ type: 'welcome', v: 1, ...(user ? { user, bank: 400 } : {}) } as Frame);
        const told = { type: 'private', table: 'p-x7k3qd-1', key: 'h4x9mk2q', link: '/?table=p-x7k3qd-1&key=h4x9mk2q' } as Frame;
        const room = receive(receive(emptyRoom(), welcome(ada), 0), told, 0);
        assert.equal(Object.keys(room.invites).length, 1);
        assert.equal(Object.keys(receive(room, welcome(ada), 0).invites).length, 1, 'a new line of the same user');
        assert.deepEqual(receive(room, welcome(), 0).invites, {});
    });

    it('names of private tables are known', () => {
        assert.ok(isPrivateName('p-x7k3qd-1') && isPrivateName('c12-x7k3qd-1'));
        assert.ok(!isPrivateName('nl-2-1') && !isPrivateName('plo-2-1') && !isPrivateName('evening-1'));
    });

    it('of a club are found in what people paste', () => {
        assert.equal(codeIn(' abc '), 'abc');
        assert.equal(codeIn(`http://room.test${clubLink('abc')}`), 'abc');
        assert.equal(codeIn('http://room.test/?x=1&club=abc#/'), 'abc');
    });
});

describe('a table of one\'s own', () => {
    it('as usual asks for nothing', () => {
        assert.equal(mistakeIn(usual), null);
        assert.deepEqual(createWant(usual), { type: 'create' });
        assert.deepEqual(createWant(usual, 12), { type: 'create', club: 12 });
    });

    it('names what is not as usual; what goes in pairs, in pairs', () => {
        const form = { ...usual, title: ' Friday ', bb: 4, seats: 8, seconds: 30, ante: 1, ante_by: 'each' as const, straddle: 'optional' as const, bomb_every: 10 };
        assert.deepEqual(createWant(form), {
            type: 'create', title: 'Friday', straddle: 'optional', sb: 1, bb: 4, bomb_every: 10, bomb_bb: 2, ante: 1, ante_by: 'each',
            move_ms: 30000, seats: 8,
        });
    });

    it('says what is wrong before it is sent', () => {
        const wrong = (change: Partial<typeof usual>) => mistakeIn({ ...usual, ...change })?.field;
        assert.equal(wrong({ title: 'a#b' }), 'title');
        assert.equal(wrong({ title: 'ä'.repeat(32) }), 'title');
        assert.equal(wrong({ sb: 3 }), 'sb');
        assert.equal(wrong({ bb: NaN }), 'bb');
        assert.equal(wrong({ seats: 11 }), 'seats');
        assert.equal(wrong({ buy_in_max: 19 }), 'buy_in_max');
        assert.equal(wrong({ house: 7 }), 'house');
        assert.equal(wrong({ ante_by: 'each' }), 'ante');
        assert.equal(wrong({ seconds: 2 }), 'seconds');
    });

    it('offers games that there are', () => {
        for (const [words] of ownGames) if (words !== 'all') for (const word of words.split(',')) assert.ok(variants.includes(word), word);
    });

    it('is changed by what is different only', () => {
        const was = fromRow({ ...row, ante: 1, ante_by: 'each' });
        assert.equal(was.buy_in_max, 100);
        assert.equal(changeWant('t', was, was), null);
        assert.deepEqual(changeWant('t', { ...was, bb: 4, sb: 2 }, was), { type: 'change', table: 't', sb: 2, bb: 4 });
        assert.deepEqual(changeWant('t', { ...was, ante_by: 'none' }, was), { type: 'change', table: 't', ante_by: 'none' });
        assert.equal(fromRow({ ...row, variant: 'choice' }).game, '');
        assert.equal(changeWant('t', fromRow({ ...row, variant: 'choice' }), fromRow({ ...row, variant: 'choice' })), null);
    });
});

describe('terms', () => {
    it('are told twice and count from the next hand on', () => {
        const told = receive(receive(emptyRoom(), frame, 0), terms(11, 'next', { sb: 2, bb: 4, buy_in_min: 80, buy_in_max: 400 }), 0);
        assert.equal(told.tables[0]?.row.bb, 2);
        assert.match(told.tables[0]?.news ?? '', /^From the next hand on: blinds are 2\/4, one sits down with 80 to 400\.$/);
        const now = receive(told, terms(12, 'now', { sb: 2, bb: 4, buy_in_min: 80, buy_in_max: 400 }), 0);
        assert.equal(now.tables[0]?.row.bb, 4);
        assert.equal(now.tables[0]?.seq, 12);
        assert.equal(told.toasts.length, 1);
        assert.equal(now.toasts.length, 1, 'it was told already');
    });

    it('a pause and a bomb pot are known at once', () => {
        const room = receive(receive(emptyRoom(), frame, 0), terms(11, 'next', { paused: true, bomb_next: true }), 0);
        assert.ok(room.tables[0]?.row.paused && room.tables[0].row.bomb_next);
    });

    it('in words', () => {
        assert.deepEqual(changes(row, row), []);
        assert.deepEqual(changes(row, { ...row, host: 'Bob' }), ['Bob is the host']);
        assert.deepEqual(changes({ ...row, paused: true }, row), ['hands begin again']);
        assert.deepEqual(changes({ ...row, straddle: 'always' }, row), ['no more: always a straddle']);
        assert.equal(termsLine(row, terms(1, 'now', { variant: 'omaha' }) as Terms), 'The game is Omaha.');
        assert.equal(termsLine(row, terms(1, 'now', {}) as Terms), null);
        assert.deepEqual(optionText({ ...row, ante: 1, ante_by: 'big', bomb_every: 1, run_twice: 'never' }),
            ['ante 1 by the big blind', 'a bomb pot every 1 hand', 'all-in: one board']);
    });

    it('the host knows how others come in; who is sent away is told why', () => {
        const invite: Frame = { type: 'private', at: 0, table: row.table, key: 'k', link: '/?table=x&key=k', password: true };
        const room = receive(receive(emptyRoom(), invite, 0), frame, 0);
        assert.deepEqual(room.invites[row.table], { key: 'k', link: '/?table=x&key=k', password: true });
        const gone = receive(room, { type: 'gone', at: 0, table: row.table, msg: 'the host has sent you away' }, 0);
        assert.equal(gone.toasts[0]?.text, 'Friday: the host has sent you away.');
    });
});

describe('clubs', () => {
    const member = (handle: string, rank: Member['rank']): Member => ({ handle, rank, joined: null });

    it('owner first', () => {
        const all = [member('cy', 'member'), member('bob', 'manager'), member('ada', 'member'), member('zoe', 'owner')];
        assert.deepEqual(byRank(all).map((one) => one.handle), ['zoe', 'bob', 'ada', 'cy']);
        assert.deepEqual(membersLike(all, ' O').map((one) => one.handle), ['zoe', 'bob']);
        assert.equal(membersLike(all, 'nobody').length, 0);
    });

    it('each rank may do so much', () => {
        assert.deepEqual(deedsFor('owner', member('bob', 'manager'), false), ['member', 'owner', 'remove']);
        assert.deepEqual(deedsFor('manager', member('bob', 'manager'), false), []);
        assert.deepEqual(deedsFor('manager', member('cy', 'member'), false), ['remove']);
        assert.deepEqual(deedsFor('owner', member('zoe', 'owner'), true), []);
    });
});
