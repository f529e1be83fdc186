// tournaments.test.ts -- tournaments: rows and own entries as frames come, tables that belong to one, all of it in words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
    buyInText, clockText, entrantText, entriesText, lastsText, levelRows, levelText, placesText, poolText, rulesText, shelfOf,
    sorted, spanText, standing, stateText,
} from '../src/model/tournament_text';
import { givenBackText, ordinal, outText, ownEntry, tournamentOf } from '../src/model/tournaments';
import { emptyRoom, receive } from '../src/model/room';
import type { Entry, Room } from '../src/model/types';
import type { Frame, Row, TournamentCard, TournamentPageFrame } from '../src/protocol';
import { parse } from '../src/ui/router';

const AT = 1794830400000;
const sng: TournamentCard = {
    event: 'sng-6', number: 3, title: 'Sit-and-go, six players', variant: 'holdem', limit: 'no-limit', format: 'freezeout', state: 'open',
    registering: true, bots_welcome: false, seats: 6, stack: 1500, buy_in: 50, fee: 0, pool: 100, entrants_min: 6, entrants_max: 6,
    entries: 2, house: 0,
};
const evening: TournamentCard = {
    ...sng, event: 'evening', number: 2, title: 'Evening tournament', state: 'running', registering: false, private: true, seats: 9,
    stack: 5000, buy_in: 100, fee: 5, pool: 1500, guarantee: 1500, starts: AT - 3600000, entrants_max: 60, entries: 12, house: 4, left: 5,
    tables: 1, level: 6, now: { sb: 200, bb: 400, ante: 40, ms: 600000 }, next: { sb: 250, bb: 500, ante: 50, ms: 600000 },
    level_ends: AT + 240000, hand_for_hand: true, final: true,
};
const page: TournamentPageFrame = {
    ...evening, type: 'event_page', at: AT, ante_by: 'big', late_levels: 4, reentries: 1, bubble: 1, final_seats: 9, move_ms: 20000,
    bank_ms: 60000, average: 12000, prizes: [{ first: 1, last: 1, chips: 750 }, { first: 4, last: 6, chips: 50 }],
    levels: [{ sb: 30, bb: 60, ms: 600000 }, { break: true, ms: 300000 }, { sb: 60, bb: 120, ante: 12, hands: 20 }, { sb: 90, bb: 180 }],
    at_tables: [{ table: 'evening-1', players: 5 }], leaders: [], entrants: [],
};
const row: Row = {
    table: 'evening-1', title: 'Evening tournament', variant: 'holdem', limit: 'no-limit', sb: 30, bb: 60, buy_in_min: 5000,
    buy_in_max: 5000, bots_welcome: false, seats: 9, taken: 5, people: 1, in_hand: 5, watchers: 0, event: 'evening.2',
};
const told = (...frames: Frame[]): Room => frames.reduce((room, frame) => receive(room, frame, AT + 5000), emptyRoom());
const list: Frame = { type: 'events', at: AT, req: 30, events: [sng, evening] };
const entry = (change: Partial<Entry>): Frame => ({
    type: 'entry', at: AT, event: 'evening', number: 2, title: 'Evening tournament', entries: 12, entry: 7, name: 'Ada', state: 'in', ...change,
});

describe('tournaments', () => {
    it('have times of this machine, whatever its clock says', () => {
        const room = told(list);
        assert.ok(room.tournaments_known);
        assert.equal(room.tournaments[1]?.level_ends, AT + 245000);
        assert.equal(room.tournaments[1]?.starts, AT - 3595000);
        assert.equal(room.tournaments[0]?.starts, undefined);
    });

    it('change by their numbers: an id is used again', () => {
        const full: Frame = { ...sng, type: 'event_row', at: AT, entries: 6, state: 'running' };
        const next: Frame = { ...sng, type: 'event_row', at: AT, number: 4, entries: 0 };
        const room = told(list, full, next);
        assert.deepEqual(room.tournaments.map((card) => [card.number, card.entries]), [[4, 0], [3, 6], [2, 12]]);
    });

    it('own entries are kept, and forgotten with their user', () => {
        const me: Frame = { type: 'welcome', v: 1, at: AT, user: { id: 1, kind: 'human', name: 'Ada' }, bank: 5 };
        const room = told(me, entry({ table: 'evening-1', seat: 3 }), entry({ table: 'evening-2', seat: 0 }));
        assert.deepEqual(room.entries.map((one) => one.table), ['evening-2']);
        assert.equal(receive(room, me, AT).entries.length, 1);
        assert.equal(receive(room, { ...me, user: { id: 2, kind: 'guest', name: 'Bob' } }, AT).entries.length, 0);
    });

    it('an entry that was given back is none, whatever the page said before', () => {
        const you = { entry: 7, name: 'Ada', state: 'waits' as const };
        const own = (...frames: Frame[]) => ownEntry(told(...frames).entries[0], you)?.state;
        assert.equal(own(), 'waits', 'nothing was told');
        assert.equal(own(entry({ state: 'waits' }), entry({ state: 'unregistered' })), undefined);
        assert.equal(own(entry({ state: 'unregistered' }), entry({ state: 'waits', entry: 8 })), 'waits', 'and again');
        assert.equal(own(entry({ state: 'in' })), 'in');
    });

    it('on a new line, what waited is told again, or was given back meanwhile', () => {
        const me: Frame = { type: 'welcome', v: 1, at: AT, user: { id: 1, kind: 'human', name: 'Ada' }, bank: 5 };
        assert.equal(told(me, entry({ state: 'waits' }), me).entries.length, 0);
        assert.equal(told(me, entry({ state: 'out', place: 3 }), me).entries.length, 1);
    });

    it('the bank after buy-ins and prizes is what the cashier says', () => {
        assert.equal(told({ type: 'cashier', at: AT, bank: 350 }, entry({ state: 'waits' })).bank, 350);
    });

    it('tables say which one they belong to: of several with an id, too', () => {
        const later = { ...evening, number: 9, state: 'open' as const };
        assert.equal(tournamentOf([later, evening], row)?.number, 2);
        assert.equal(tournamentOf([later], row), undefined, 'it is not in the list');
        assert.equal(tournamentOf([later, evening], { ...row, event: undefined }), undefined, 'a table of that name, and no tournament');
    });

    it('tell their tables what happens: in the log, and as the last news', () => {
        const frame: Frame = { ...row, type: 'table', at: AT, seq: 4, move_ms: 20000, bank_ms: 0, pause_ms: 0, game: 'NT', chairs: [], chat: [] };
        const notice: Frame = { type: 'notice', at: AT, table: 'evening-1', msg: 'level 7: 250/500, ante 50' };
        const room = told(list, frame, notice);
        assert.equal(room.tables[0]?.news, 'Level 7: 250/500, ante 50.');
        assert.equal(room.tables[0]?.log[0]?.text, 'Level 7: 250/500, ante 50.');
        assert.equal(room.toasts.length, 0);
        const gone = receive(room, { type: 'gone', at: AT, table: 'evening-1' }, AT);
        assert.equal(gone.toasts.length, 0, 'whoever is moved hears of the new table');
        assert.equal(room.tables[0]?.row.event, 'evening.2');
        assert.equal(told({ type: 'notice', at: AT, msg: 'hello' }).toasts[0]?.text, 'Hello');
    });
});

describe('tournaments in words', () => {
    it('places', () => {
        assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 112, 1002].map(ordinal),
            ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th', '1,002nd']);
        assert.equal(placesText({ first: 4, last: 6, chips: 1 }), '4th to 6th');
        assert.equal(placesText({ first: 1, last: 1, chips: 1 }), '1st');
    });

    it('how it ended', () => {
        const of = (change: Partial<Entry>) => outText({
            event: 'e', number: 1, title: 'E', entries: 12, entry: 1, name: 'Ada', state: 'out', ...change,
        });
        assert.equal(of({ place: 3, prize: 300 }), 'You finished 3rd of 12 and win 300 chips.');
        assert.equal(of({ place: 1, prize: 750 }), 'You won it, first of 12! 750 chips are in your bank.');
        assert.equal(of({ place: 6, tied: 2 }), 'You finished 6th of 12, together with 1 other.');
        assert.match(of({}), /registration is over/);
        assert.match(of({ state: 'refunded' }), /buy-in is back/);
        const back: Entry = { event: 'e', number: 1, title: 'E', entries: 0, entry: 1, name: 'Ada', state: 'unregistered' };
        assert.equal(givenBackText(back, sng), 'E: you are not registered any more. 50 chips are back in your bank.');
        assert.equal(givenBackText(back, { ...sng, buy_in: 0 }), 'E: you are not registered any more.');
    });

    it('when it starts', () => {
        assert.equal(stateText(sng, AT), 'Starts when 4 more players have joined');
        assert.equal(stateText({ ...sng, entries: 5 }, AT), 'Starts when 1 more player has joined');
        assert.equal(stateText({ ...sng, starts: AT + 300000 }, AT), 'Starts in 5 minutes');
        assert.equal(stateText({ ...sng, starts: AT - 1 }, AT), 'About to start');
        assert.equal(stateText({ ...evening, final: undefined }, AT), 'Level 6');
        assert.equal(stateText(evening, AT), 'Final table');
        assert.equal(stateText({ ...evening, state: 'off' }, AT), 'Called off');
    });

    it('times', () => {
        assert.deepEqual([0, 900, 61000, 3723000, -5].map(clockText), ['0:00', '0:01', '1:01', '1:02:03', '0:00']);
        assert.deepEqual([1000, 80000, 300000, 7200000, 200000000].map(spanText),
            ['1 second', '80 seconds', '5 minutes', '2 hours', '2 days']);
    });

    it('chips and players', () => {
        assert.equal(buyInText(evening), '100 chips, 5 of them a fee');
        assert.equal(buyInText({ ...sng, buy_in: 0 }), 'free');
        assert.equal(poolText({ ...evening, pool: 400 }), '1,500 chips guaranteed');
        assert.equal(poolText({ ...sng, pool: 0 }), 'none yet');
        assert.equal(entriesText(sng), '2 of 6 players');
        assert.equal(entriesText(evening), '5 of 12 players left');
        assert.equal(entriesText({ ...evening, state: 'over' }), '12 players');
        assert.equal(entrantText({ entry: 1, name: 'A', state: 'out', place: 2, prize: 450 }), '2nd, won 450');
        assert.equal(entrantText({ entry: 1, name: 'A', state: 'in', stack: 9100 }), '9,100 chips');
        assert.equal(entrantText({ entry: 1, name: 'A', state: 'waits' }), 'registered');
    });

    it('levels: breaks have no number, and one row is played', () => {
        assert.equal(levelText({ sb: 200, bb: 400, ante: 40 }), '200/400, ante 40');
        assert.equal(levelText({ break: true, ms: 1 }), 'Break');
        assert.deepEqual(page.levels.map(lastsText), ['10 minutes', '5 minutes', '20 hands', 'until the end']);
        const rows = levelRows({ levels: page.levels, level: 1, now: { break: true } });
        assert.deepEqual(rows.map((one) => one.number), [1, null, 2, 3]);
        assert.deepEqual(rows.map((one) => one.here), [false, true, false, false]);
        assert.equal(levelRows({ levels: page.levels, level: 2, now: page.levels[2] }).findIndex((one) => one.here), 2);
    });

    it('rules say what a newcomer asks', () => {
        const text = rulesText(page).join(' ');
        for (const word of ['5,000 tournament chips', 'level 4', 'once', 'big blind pays', 'hand for hand', 'fewer than 6 players']) {
            assert.ok(text.includes(word), word);
        }
    });

    it('the own place is by chips; ties share the better one', () => {
        const at = (n: number, stack: number) => ({ entry: n, name: String(n), state: 'in' as const, stack });
        const leaders = [at(1, 500), at(2, 300), at(3, 300), at(4, 100)];
        assert.deepEqual([1, 3, 4, 9].map((n) => standing(leaders, n)), [1, 2, 4, undefined]);
    });

    it('what can be joined is first, what is over last', () => {
        const over = { ...sng, number: 1, state: 'over' as const, registering: false };
        const soon = { ...sng, number: 5, state: 'announced' as const, registering: false, starts: AT };
        assert.deepEqual(sorted([over, soon, evening, sng]).map((card) => card.number), [3, 2, 5, 1]);
        assert.equal(shelfOf({ ...evening, registering: true }), 'open', 'late registration');
    });
});

describe('addresses of tournaments and clubs', () => {
    it('lead to pages', () => {
        assert.deepEqual(parse('#/tournaments'), { page: 'tournaments' });
        assert.deepEqual(parse('#/tournament/sng-6'), { page: 'tournament', id: 'sng-6' });
        assert.deepEqual(parse('#/tournament'), { page: 'missing' });
        assert.deepEqual(parse('#/clubs'), { page: 'clubs' });
        assert.deepEqual(parse('#/clubs/abc'), { page: 'clubs', id: 'abc' });
        assert.deepEqual(parse('#/club/3'), { page: 'club', id: '3' });
        assert.deepEqual(parse('#/stats'), { page: 'stats' });
        assert.deepEqual(parse('#/leaders/x'), { page: 'missing' });
    });
});
