// lobby.test.ts -- what the shell works out by itself: rows of the lobby, addresses, lines of the ledger.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { variants } from '../src/model/games';
import type { Row } from '../src/protocol';
import { entriesOf } from '../src/ui/ledger_lines';
import {
    best, familyOf, filtered, grouped, isFiltered, noFilter, stakes, stakesOf, subtitle, tableName,
} from '../src/ui/lobby_rows';
import { parse } from '../src/ui/router';
import { windowTitle } from '../src/ui/title';

const row = (table: string, change: Partial<Row> = {}): Row => ({
    table, title: 'No-limit hold\'em 1/2', variant: 'holdem', limit: 'no-limit', sb: 1, bb: 2, buy_in_min: 40,
    buy_in_max: 200, bots_welcome: false, seats: 6, taken: 3, people: 1, in_hand: 3, watchers: 0, ...change,
});
const rows = [
    row('nl-2-1', { taken: 6 }),
    row('nl-2-2'),
    row('nl-50-1', { title: 'No-limit hold\'em 25/50', sb: 25, bb: 50, buy_in_min: 1000 }),
    row('plo-2-1', { title: 'Pot-limit Omaha 1/2', variant: 'omaha', limit: 'pot-limit', people: 0 }),
    row('stud-1', { title: 'Stud eight', variant: 'stud-hilo', limit: 'fixed-limit', bots_welcome: true }),
    row('choice-2-1', { title: 'Dealer\'s choice 1/2', variant: 'choice', limit: '' }),
];
const ids = (some: readonly Row[]): string[] => some.map((one) => one.table);

describe('rows of the lobby', () => {
    it('every game has a family', () => {
        const of = (family: string) => variants.filter((name) => familyOf(name) === family);
        assert.ok(of('omaha').includes('courchevel-hilo'));
        assert.ok(of('draw').includes('badeucy') && of('draw').includes('a5-triple'));
        assert.ok(of('stud').includes('razz') && of('stud').includes('stud-jokers'));
        assert.ok(of('holdem').includes('short-deck') && of('holdem').includes('irish'));
        assert.equal(familyOf('choice'), 'mixed');
        assert.equal(familyOf('genome'), 'cards');
        assert.deepEqual(stakesOf(row('eights-5-1', { variant: 'genome', limit: '', sb: 0, bb: 5 })), [5]);
    });

    it('each filter leaves out what it says, and all of them hold', () => {
        assert.equal(filtered(rows, noFilter).length, rows.length);
        assert.ok(!isFiltered(noFilter) && !isFiltered({ ...noFilter, text: ' ' }));
        assert.ok(isFiltered({ ...noFilter, text: 'x' }));
        assert.deepEqual(ids(filtered(rows, { ...noFilter, family: 'omaha' })), ['plo-2-1']);
        assert.ok(!ids(filtered(rows, { ...noFilter, free: true })).includes('nl-2-1'));
        assert.deepEqual(ids(filtered(rows, { ...noFilter, bots: true })), ['stud-1']);
        assert.ok(!ids(filtered(rows, { ...noFilter, bb_max: 2 })).includes('nl-50-1'));
        assert.deepEqual(ids(filtered(rows, { ...noFilter, family: 'holdem', bb_max: 2, free: true })), ['nl-2-2']);
    });

    it('search minds words, not how they are written', () => {
        assert.deepEqual(ids(filtered(rows, { ...noFilter, text: 'HOLDEM 25/50' })), ['nl-50-1']);
        assert.deepEqual(ids(filtered(rows, { ...noFilter, text: ' hi-lo ' })), ['stud-1']);
        assert.deepEqual(filtered(rows, { ...noFilter, text: 'bridge' }), []);
    });

    it('groups come in order, without empty ones', () => {
        assert.deepEqual(grouped(rows).map((group) => group.family), ['holdem', 'omaha', 'stud', 'mixed']);
        assert.deepEqual(stakes(rows), [2, 50]);
    });

    it('a row says what its title does not', () => {
        assert.equal(subtitle(row('nl-2-1')), '');
        assert.equal(subtitle(row('nl-2-2')), 'Table 2');
        assert.equal(subtitle(row('stud-1', { title: 'Stud eight', variant: 'stud-hilo', limit: 'fixed-limit' })),
            'Fixed-limit seven-card stud hi-lo');
        assert.equal(tableName(row('nl-2-1')), 'No-limit hold\'em 1/2');
        assert.equal(tableName(row('nl-2-12')), 'No-limit hold\'em 1/2 #12');
        assert.deepEqual(stakesOf(row('x', { limit: 'fixed-limit' })), [2, 4]);
    });

    it('the best seat is one that is free and can be paid for', () => {
        assert.equal(best(rows, 400)?.table, 'nl-2-2');
        assert.equal(best([rows[2] as Row], 400), undefined);
        assert.equal(best([rows[0] as Row], 400), undefined);
        assert.equal(best([row('a', { closing: true })], 400), undefined);
    });
});

describe('addresses', () => {
    it('lead to pages', () => {
        assert.deepEqual(parse(''), { page: 'lobby' });
        assert.deepEqual(parse('#/'), { page: 'lobby' });
        assert.deepEqual(parse('#/table/nl-2-1'), { page: 'table', id: 'nl-2-1' });
        assert.deepEqual(parse('#/replay/a/b%2Fc'), { page: 'replay', id: 'a/b/c' });
        assert.deepEqual(parse('#/hand/%'), { page: 'hand', id: '%' });
        assert.deepEqual(parse('#/account'), { page: 'account' });
    });

    it('that are none lead nowhere', () => {
        const wrongs = ['#/table', '#/table/', '#/account/1', '#/constructor', '#/lobby', '#account', '#/facebook/x'];
        for (const wrong of wrongs) {
            assert.deepEqual(parse(wrong), { page: 'missing' }, wrong);
        }
    });

    it('of Facebook is kept whole', () => {
        const text = 'access_token=a&signed_request=b.c&state=d';
        assert.deepEqual(parse('#' + text), { page: 'facebook', id: text });
    });
});

describe('lines of the ledger', () => {
    it('are one entry for each transaction, with what there was after it', () => {
        const at = '2026-01-02T03:04:05Z';
        const entries = entriesOf([
            { transaction: 9, at, kind: 'cash_out', account: 'bank:7', amount: 190, after: 390 },
            { transaction: 9, at, kind: 'cash_out', account: 'seat:nl-2-1:7', amount: -190, after: 0 },
            { transaction: 8, at, kind: 'settle', account: 'seat:nl-2-1:7', amount: -10, after: 190, hand: 'H-1' },
            { transaction: 5, at, kind: 'buy_in', account: 'seat:nl-2-1:7', amount: 200, after: 200 },
            { transaction: 5, at, kind: 'buy_in', account: 'bank:7', amount: -200, after: 200 },
            { transaction: 1, at, kind: 'sign_up', account: 'bank:7', amount: 400, after: 400 },
        ], 390);
        assert.deepEqual(entries.map(({ id, bank, seat, total }) => [id, bank, seat, total]),
            [[9, 190, -190, 390], [8, 0, -10, 390], [5, -200, 200, 400], [1, 400, 0, 400]]);
        assert.deepEqual([entries[1]?.hand, entries[0]?.table, entries[3]?.table], ['H-1', 'nl-2-1', '']);
    });
});

describe('the title of the window', () => {
    it('begins with what tells it from the next one', () => {
        assert.equal(windowTitle(['Lobby'], false), 'Lobby · Feltworks');
        assert.equal(windowTitle(['Crazy Eights', 'The lab'], false), 'Crazy Eights · The lab · Feltworks');
        assert.equal(windowTitle(['Duel'], true), '● Your turn · Duel · Feltworks');
    });
});
