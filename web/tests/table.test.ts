// table.test.ts -- what a table shows as frames come: whose turn it is, what is asked, what the log says.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addToast, closeTable, dismiss, emptyRoom, markSent, receive, setStatus } from '../src/model/room';
import type { Room, Table } from '../src/model/types';
import type { Frame, Row, TableFrame, TableSeat } from '../src/protocol';
import { golden, onlyTable, play } from './frames';

const row: Row = {
    table: 'nl', title: 'No-limit hold\'em 1/2', variant: 'holdem', limit: 'no-limit', sb: 1, bb: 2, buy_in_min: 40,
    buy_in_max: 200, bots_welcome: false, seats: 6, taken: 2, people: 2, in_hand: 0, watchers: 1,
};
const tableSeat = (seat: number, name: string): TableSeat =>
    ({ seat, state: 'playing', name, kind: 'human', bot: false, connected: true, in_hand: false, stack: 100 });
const mine = {
    seat: 0, sitting_out: false, leaving: false, wait_bb: false, auto_rebuy: false, auto_muck: true,
    run_twice: 'ask' as const, auto_action: 'check_fold', preselect: 'none' as const, owes: [],
};
const table_frame: TableFrame = {
    ...row, type: 'table', at: 0, seq: 10, move_ms: 20000, bank_ms: 30000, pause_ms: 2000, game: 'NT',
    chairs: [tableSeat(0, 'Ada'), tableSeat(1, 'Bob')], you: mine, chat: [],
};
const at = { table: 'nl', at: 0 };
const start: Frame = {
    ...at, seq: 11, type: 'start_hand', hand_id: 'H-1', seed: 1, button: 0, hand_number: 7, commit: '', game: 'NT',
    stacks: [{ seat: 0, stack: 100 }, { seat: 1, stack: 100 }],
};
const posted: Frame = { ...at, seq: 12, type: 'event', ev: 'POST_BLINDS', sb_seat: 0, bb_seat: 1, sb: 1, bb: 2 };
const dealt: Frame = { ...at, seq: 13, type: 'event', ev: 'DEAL', seat: 0, count: 2, cards: ['Ah', 'Td'] };
const act = (seq: number, time_ms: number): Frame => ({
    ...at, seq, type: 'act', hand_id: 'H-1', seat: 0, phase: 'PRE_FLOP', bank_ms: 30000, req_id: 41,
    you: { hole: ['Ah', 'Td'], stack: 99, committed: 1, to_call: 1, time_ms },
    blinds: { sb: 1, bb: 2, seats: 6, button: 0 }, community: [], pot: 3, current_bet: 2, min_raise_increment: 2,
    players: [{ seat: 0, stack: 99, has_folded: false, committed: 1 },
        { seat: 1, stack: 98, has_folded: false, committed: 2 }],
    legal: ['FOLD', 'CALL', 'RAISE_TO'], call_amount: 1, min_raise_to: 4, max_raise_to: 100,
});
const asked_room = play([table_frame, start, posted, dealt, act(14, 20000)]);
const texts = (table: Table): string[] => table.log.map((line) => line.text);

describe('the own turn', () => {
    it('brings a question and a clock', () => {
        const { asked, clock } = onlyTable(asked_room);
        assert.equal(asked?.req_id, 41);
        assert.equal(asked?.what, 'bet');
        assert.equal(asked?.pot, 3);
        assert.deepEqual(clock, { seat: 0, what: 'bet', until: 21000, total_ms: 20000, in_bank: false });
    });

    it('goes on in the time bank under the same question', () => {
        const { asked, clock } = onlyTable(receive(asked_room, act(15, 30000), 21000));
        assert.equal(asked?.req_id, 41);
        assert.deepEqual(clock, { seat: 0, what: 'bet', until: 51000, total_ms: 30000, in_bank: true });
    });

    it('told again on a new line, it is the same turn with less time', () => {
        const { clock } = onlyTable(receive(asked_room, act(14, 8000), 13000));
        assert.deepEqual(clock, { seat: 0, what: 'bet', until: 21000, total_ms: 20000, in_bank: false });
    });

    it('an answer is under way until the server tells it', () => {
        const sent = markSent(asked_room, 'nl', 41, true);
        assert.equal(onlyTable(sent).asked?.sent, true);
        assert.equal(onlyTable(receive(sent, act(15, 30000), 0)).asked?.sent, true, 'the bank asks nothing new');
        const done = receive(sent, { ...at, seq: 15, type: 'event', ev: 'FOLD', seat: 0 }, 0);
        assert.equal(onlyTable(done).asked, undefined);
        assert.equal(onlyTable(done).clock, undefined);
        assert.equal(onlyTable(markSent(asked_room, 'nl', 40, true)).asked?.sent, false, 'an old answer marks nothing');
    });

    it('that somebody else played while we were away is reported; nothing to tell is not', () => {
        const report: Frame = {
            ...at, type: 'report', seat: 0, away_ms: 900, stack_then: 100, stack: 98, notes: [{ hand_id: 'H-1', won: -2 }],
        };
        assert.equal(onlyTable(receive(asked_room, { ...report, notes: [] }, 0)).report, undefined);
        const told = receive(asked_room, report, 0);
        assert.equal(onlyTable(told).report?.stack, 98);
        assert.equal(onlyTable(dismiss(told, 'nl')).report, undefined);
    });

    it('is not asked on a line that is lost', () => {
        const online = setStatus(asked_room, 'online', 0);
        assert.equal(onlyTable(setStatus(online, 'offline', 500)).asked, undefined);
    });
});

describe('frames in order', () => {
    it('one that was heard already changes nothing', () => {
        assert.equal(receive(asked_room, posted, 0), asked_room);
        assert.equal(receive(asked_room, start, 0), asked_room);
    });

    it('one that is missing is noticed, and nothing is shown until the table is told anew', () => {
        const gap = receive(asked_room, { ...at, seq: 16, type: 'event', ev: 'FOLD', seat: 0 }, 0);
        assert.equal(onlyTable(gap).gap, true);
        assert.equal(onlyTable(gap).hand?.seats[0]?.folded, false);
        assert.equal(onlyTable(receive(gap, { ...table_frame, seq: 30 }, 0)).gap, false);
    });

    it('frames of a table that is not open are passed over', () => {
        assert.equal(receive(emptyRoom(), posted, 0).tables.length, 0);
    });

    it('frames and events of later servers are passed over', () => {
        const odd = [{ ...at, type: 'weather' }, { ...at, seq: 15, type: 'event', ev: 'RAIN' }] as unknown as Frame[];
        assert.equal(onlyTable(play(odd, asked_room)).gap, false);
    });
});

describe('seats', () => {
    it('show what lies behind during a hand', () => {
        assert.deepEqual(onlyTable(asked_room).seats.slice(0, 2).map((one) => one?.stack), [99, 98]);
        assert.equal(onlyTable(asked_room).seats[2], null);
    });

    it('are no onlookers, and nor are we', () => {
        const seen = (change: object) => onlyTable(play([{ ...table_frame, ...change }])).onlookers;
        assert.equal(seen({ watchers: 5, people: 2 }), 3, 'two of five lines belong to people with seats: we are one of them');
        assert.equal(seen({ watchers: 5, people: 2, you: undefined }), 2);
        assert.equal(seen({ watchers: 1, people: 2 }), 0, 'somebody with a seat has lost the line');
    });

    it('who stands up has no seat any more', () => {
        const room = receive(play([table_frame]), { ...at, seq: 11, type: 'chair', seat: 0, state: 'free' }, 0);
        assert.equal(onlyTable(room).mine, undefined);
        assert.equal(onlyTable(room).seats[0], null);
        assert.deepEqual(texts(onlyTable(room)), ['Ada stands up.']);
    });
});

describe('the log', () => {
    it('tells a hand in sentences', () => {
        assert.deepEqual(texts(onlyTable(asked_room)), [
            'Hand 7: No-limit hold\'em. Ada has the button.',
            'Ada posts the small blind of 1, Bob posts the big blind of 2.',
            'Your cards: A♥ 10♦.',
        ]);
        assert.ok(onlyTable(asked_room).log.every((line) => line.hand === 'H-1'));
    });

    it('is not told twice by a snapshot, and its lines have numbers of their own', () => {
        const again: Frame[] = [{ ...table_frame, seq: 14, hand_id: 'H-1' }, {
            ...at, seq: 14, type: 'snapshot', at_hand_id: 'H-1', game: 'NT', phase: 'PRE_FLOP', next_actor: 0,
            time_ms_remaining: 5000, blinds: { sb: 1, bb: 2, seats: 6, button: 0 }, community: [], pot: 3,
            current_bet: 2, min_raise_increment: 2,
            you: { seat: 0, hole: ['Ah', 'Td'], stack: 99, committed: 1, to_call: 1 },
            players: [{ seat: 0, stack: 99, has_folded: false, committed: 1 },
                { seat: 1, stack: 98, has_folded: false, committed: 2 }],
            history: [{ ev: 'POST_BLINDS', sb_seat: 0, bb_seat: 1, sb: 1, bb: 2 },
                { ev: 'DEAL', seat: 0, count: 2, cards: ['Ah', 'Td'] }],
        }];
        const room = play(again, asked_room);
        assert.deepEqual(texts(onlyTable(room)), texts(onlyTable(asked_room)));
        const ids = onlyTable(room).log.map((line) => line.id);
        assert.equal(new Set(ids).size, ids.length);
        assert.ok(Math.min(...ids) > Math.max(...onlyTable(asked_room).log.map((line) => line.id)));
        assert.deepEqual(onlyTable(room).hand, onlyTable(asked_room).hand);
    });

    it('has at most 200 lines', () => {
        let room: Room = play([table_frame]);
        for (let seq = 11; seq < 400; seq++) {
            const frame = { ...at, seq, type: 'chair' as const, ...tableSeat(2, `P${seq}`) };
            room = receive(room, frame, 0);
        }
        assert.equal(onlyTable(room).log.length, 200);
        assert.equal(onlyTable(room).log[199]?.text, 'P399 sits down.');
    });
});

describe('between hands', () => {
    it('a hand stays on the felt until the next one', () => {
        const done = play([{ ...at, seq: 15, type: 'event', ev: 'FOLD', seat: 0 },
            { ...at, seq: 16, type: 'settling', hand_id: 'H-1' }], asked_room);
        assert.equal(onlyTable(done).settling, true);
        const over = receive(done, { ...at, seq: 17, type: 'end_hand', hand_id: 'H-1',
            stacks: [{ seat: 0, stack: 99 }, { seat: 1, stack: 101 }] }, 0);
        assert.equal(onlyTable(over).settling, false);
        assert.equal(onlyTable(over).hand?.over, true);
        assert.equal(onlyTable(over).seats[1]?.stack, 101);
        assert.equal(onlyTable(receive(over, { ...start, seq: 18, hand_id: 'H-2' }, 0)).hand?.id, 'H-2');
    });

    it('a hand that does not count gives the chips back', () => {
        const frame: Frame = { ...at, seq: 15, type: 'void', hand_id: 'H-1', msg: 'the server was restarted' };
        const room = receive(asked_room, frame, 0);
        assert.deepEqual(onlyTable(room).seats.slice(0, 2).map((one) => one?.stack), [100, 100]);
        assert.equal(onlyTable(room).hand?.void_, 'the server was restarted');
    });

    it('after a new line a hand that ended meanwhile is not shown as if it went on', () => {
        assert.equal(onlyTable(receive(asked_room, { ...table_frame, seq: 40 }, 0)).hand, undefined);
    });

    it('the dealer chooses a game', () => {
        const frames = golden().find((one) => one.name === 'choice.txt line 0')?.frames ?? [];
        const upto = frames.findIndex((frame) => frame.type === 'choose');
        const asked = onlyTable(play(frames.slice(0, upto + 1))).asked;
        assert.deepEqual(asked?.games, ['NT', 'P5C1D', 'F7S']);
        assert.equal(asked?.what, 'choose');
        assert.equal(asked?.hand_id, '');
        const next = onlyTable(play(frames.slice(0, upto + 3)));
        assert.equal(next.game, 'P5C1D');
        assert.equal(next.asked, undefined);
        assert.ok(texts(next).includes('Player1 chooses Pot-limit five-card draw.'));
    });
});

describe('the room', () => {
    it('knows who we are, and what is in the bank', () => {
        const room = play([{ type: 'welcome', v: 1, at: 0, user: { id: 3, kind: 'human', name: 'Ada' }, bank: 400 },
            { type: 'cashier', at: 0, bank: 200 }]);
        assert.equal(room.me?.name, 'Ada');
        assert.equal(room.bank, 200);
        assert.equal(play([{ type: 'welcome', v: 1, at: 0 }], room).me, undefined, 'signed out');
    });

    it('a long lobby comes in pieces, then row by row', () => {
        const other = { ...row, table: 'plo' };
        const room = play([{ type: 'lobby', at: 0, tables: [row], more: true },
            { type: 'lobby', at: 0, tables: [other] }]);
        assert.deepEqual(room.lobby.map((one) => one.table), ['nl', 'plo']);
        const next = play([{ ...row, at: 0, type: 'lobby_row', taken: 6 }], room);
        assert.deepEqual(next.lobby.map((one) => one.taken), [6, 2]);
        assert.equal(play([{ type: 'lobby', at: 0, tables: [other] }], next).lobby.length, 1, 'a new list begins anew');
    });

    it('a table that is closed is gone, and we are told', () => {
        const room = play([{ type: 'lobby', at: 0, tables: [row] }, table_frame, { ...at, type: 'gone' }]);
        assert.deepEqual([room.lobby.length, room.tables.length], [0, 0]);
        assert.equal(room.toasts[0]?.text, 'No-limit hold\'em 1/2 is closed.');
        assert.equal(closeTable(room, 'nl').tables.length, 0);
    });

    it('the same sentence is one toast, and a few are enough', () => {
        let room = emptyRoom();
        for (const text of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) room = addToast(room, 'error', text);
        assert.deepEqual(room.toasts.map((one) => one.text), ['c', 'd', 'e', 'f', 'g']);
        assert.equal(new Set(room.toasts.map((one) => one.id)).size, 5);
    });
});
