// genome.test.ts -- games that are more than betting: where cards go, what is counted, what can be done, in words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moveOf } from '../src/model/genome';
import { applyEvent, areMarkers, startHand } from '../src/model/hand';
import { emptyRoom, receive } from '../src/model/room';
import { isScored } from '../src/model/table';
import type { Hand } from '../src/model/types';
import { moveText, wonGame } from '../src/model/text';
import type { Frame, HandEvent } from '../src/protocol';
import { onlyTable, recording } from './frames';

const begun = startHand({
    hand_id: 'H-1', hand_number: 1, game: 'Crazy Eights', button: 0, stacks: [{ seat: 0, stack: 95 }, { seat: 2, stack: 75 }],
});
const after = (events: readonly HandEvent[], from: Hand = begun): Hand => events.reduce(applyEvent, from);
const cards = (hand: Hand, seat: number): (string | null)[] =>
    hand.seats.find((one) => one.seat === seat)?.cards.map((held) => held.card) ?? [];
const tally = (hand: Hand, seat: number) => hand.seats.find((one) => one.seat === seat)?.tally;

const dealt = after([
    { ev: 'HAND', seat: 2, number: 1, trump: 'h' },
    { ev: 'DEAL', seat: 2, count: 3 },
    { ev: 'DEAL', seat: 0, count: 3, cards: ['8h', '2c', 'Qs'] },
    { ev: 'DEAL', to: 'discards', count: 1, cards: ['9h'], up: true },
]);

describe('cards of a genome', () => {
    it('are dealt, the own ones in order, others face down', () => {
        assert.deepEqual(cards(dealt, 0), ['2c', '8h', 'Qs']);
        assert.deepEqual(cards(dealt, 2), [null, null, null]);
        assert.deepEqual(dealt.piles, { game_hand: 1, trump: 'h', discards: 1, top: ['9h'] });
    });

    it('go from hands to where they are played', () => {
        const played = after([
            { ev: 'PLAY', seat: 2, to: 'discards', count: 1, cards: ['9c'] },
            { ev: 'PLAY', seat: 0, to: 'discards', count: 1, cards: ['8h'] },
            { ev: 'SAY', seat: 0, suit: 's' },
        ], dealt);
        assert.deepEqual(cards(played, 0), ['2c', 'Qs']);
        assert.deepEqual(cards(played, 2), [null, null]);
        assert.deepEqual([played.piles?.discards, played.piles?.top, played.piles?.suit], [3, ['8h'], 's']);
        const next = after([{ ev: 'PLAY', seat: 2, to: 'discards', count: 1, cards: ['Ks'] }], played);
        assert.equal(next.piles?.suit, undefined, 'what was named holds for one card');
    });

    it('lie in a trick until somebody takes it', () => {
        const trick = after([
            { ev: 'PLAY', seat: 2, to: 'trick', count: 1, cards: ['Kh'] },
            { ev: 'PLAY', seat: 0, to: 'trick', count: 1 },
        ], dealt);
        assert.deepEqual([tally(trick, 2)?.laid, tally(trick, 0)?.laid], [['Kh'], []]);
        const taken = after([{ ev: 'TAKE', seat: 2, to: 'pile', count: 2, cards: ['Kh', 'Qs'] }], trick);
        assert.deepEqual([tally(taken, 2)?.laid, tally(taken, 0)?.laid, tally(taken, 2)?.captured], [undefined, undefined, 2]);
    });

    it('are drawn, given and shown; those we may not see stay unknown', () => {
        const moved = after([
            { ev: 'DRAW', seat: 2, count: 2 },
            { ev: 'GIVE', seat: 2, other: 0, count: 1, cards: ['3d'] },
            { ev: 'GIVE', seat: 0, other: 2, count: 1, cards: ['Qs'] },
            { ev: 'SHOW', seat: 2, count: 1, cards: ['Ad'] },
        ], dealt);
        assert.deepEqual(cards(moved, 0), ['2c', '3d', '8h']);
        assert.deepEqual(cards(moved, 2), ['Qs', 'Ad', null, null, null]);
        assert.equal(moved.seats.find((one) => one.seat === 2)?.cards[1]?.up, true);
    });

    it('all go back with the next deal; scores stay', () => {
        const again = after([
            { ev: 'SCORE', seat: 0, points: -13, score: 26 }, { ev: 'HAND', seat: 0, number: 2 },
        ], dealt);
        assert.deepEqual([cards(again, 0), tally(again, 0), again.boards], [[], { score: 26 }, [[]]]);
    });
});

describe('chips of a game of several deals', () => {
    const bets: HandEvent[] = [
        { ev: 'HAND', seat: 2, number: 1 },
        { ev: 'ANTE', seat: 0, amount: 1, all_in: false }, { ev: 'ANTE', seat: 2, amount: 1, all_in: false },
        { ev: 'BET', seat: 2, amount: 10, to: 10, all_in: false }, { ev: 'FOLD', seat: 0 },
        { ev: 'POT_AWARD', seat: 2, amount: 12, pot: 0 },
    ];

    it('are those of one deal: the next one begins with what is left', () => {
        const first = after(bets);
        assert.deepEqual([first.awards.length, first.seats[0]?.folded, first.seats[1]?.won], [1, true, 12]);
        const second = after([{ ev: 'HAND', seat: 0, number: 2 }], first);
        assert.deepEqual([second.awards, second.pots], [[], []]);
        assert.deepEqual(second.seats.map(({ start, staked, won, folded }) => [start, staked, won, folded]), [[94, 0, 0, false], [76, 0, 0, false]]);
        const paid = after([{ ev: 'ANTE', seat: 0, amount: 1, all_in: false }, { ev: 'ANTE', seat: 2, amount: 1, all_in: false }], second);
        assert.deepEqual(paid.pots.map((pot) => pot.amount), [2]);
    });

    it('that are put up for the whole game stay', () => {
        const next = after([
            { ev: 'ANTE', seat: 0, amount: 5, all_in: false }, { ev: 'ANTE', seat: 2, amount: 5, all_in: false },
            { ev: 'HAND', seat: 2, number: 1 }, { ev: 'HAND', seat: 0, number: 2 },
        ]);
        assert.deepEqual([next.pot, next.pots.map((pot) => pot.amount), next.seats[0]?.staked], [10, [10], 5]);
    });
});

describe('a game for the score', () => {
    const frames = recording('genome-score');

    it('without chips has markers, and nobody speaks of them', () => {
        const table = onlyTable(frames.reduce((room, frame) => receive(room, frame, 0), emptyRoom()));
        assert.ok(isScored(table) && table.hand?.over && table.hand.markers);
        const log = table.log.map((line) => line.text).join('\n');
        assert.match(log, /wins the game\./);
        assert.doesNotMatch(log, /pays|pot|wins 2/);
        assert.ok(table.hand.seats.every((seat) => !seat.last?.startsWith('ante')));
    });

    it('is told by its chips, before and while it is played', () => {
        assert.ok(areMarkers([{ stack: 2 }, { stack: 2 }, { stack: 2 }], 0) && areMarkers([{ stack: 1 }, { stack: 1 }], 2));
        assert.ok(!areMarkers([{ stack: 200 }, { stack: 200 }], 0) && !areMarkers([{ stack: 199 }, { stack: 199 }], 2));
    });

    it('may be shared', () => {
        const hand = startHand({ hand_id: 'H-1', hand_number: 1, game: 'x', button: 0, stacks: [{ seat: 0, stack: 2 }, { seat: 1, stack: 2 }] });
        assert.equal(wonGame(hand, 2), 'wins the game');
        assert.equal(wonGame(hand, 1), 'shares the game');
    });

    it('with chips of its own keeps what it has brought until the next one begins', () => {
        const room = frames.filter((frame) => frame.type === 'welcome' || frame.type === 'table')
            .reduce((known, frame) => receive(known, frame, 0), emptyRoom());
        const { id, seq } = onlyTable(room);
        const about = { table: id, at: 0, hand_id: 'H-9' };
        const stacks = [{ seat: 0, stack: 200 }, { seat: 1, stack: 200 }];
        const more = [
            { ...about, seq: seq + 1, type: 'start_hand', seed: 1, button: 0, stacks, hand_number: 1, commit: '', game: 'Simple Poker' },
            { ...about, seq: seq + 2, type: 'event', ev: 'HAND', seat: 1, number: 1 },
            { ...about, seq: seq + 3, type: 'event', ev: 'ANTE', seat: 0, amount: 1, all_in: false },
            { ...about, seq: seq + 4, type: 'event', ev: 'POT_AWARD', seat: 1, amount: 1, pot: 0 },
            { ...about, seq: seq + 5, type: 'end_hand', stacks },
        ] as unknown as Frame[];
        const { hand, gap } = onlyTable(more.reduce((known, frame) => receive(known, frame, 0), room));
        assert.deepEqual([gap, hand?.markers, hand?.over, hand?.seats.map(({ stack }) => stack)], [false, undefined, true, [199, 201]]);
    });
});

describe('moves', () => {
    it('in words have signs and names', () => {
        const name = (seat: number): string => ['Ada', 'Bob'][seat] ?? '?';
        assert.equal(moveText('play 7h 7s', name), 'Play 7♥ 7♠');
        assert.equal(moveText('take Td', name), 'Take 10♦');
        assert.equal(moveText('ask seat 1', name), 'Ask Bob');
        assert.equal(moveText('pass', name), 'Pass');
    });

    it('of a card are played by touching it, if there is just one', () => {
        const moves = ['play 7h', 'play 7h 7s', 'play 8c', 'discard 8c', 'pass'];
        assert.equal(moveOf(moves, '7h'), 'play 7h');
        assert.equal(moveOf(moves, '7s'), undefined, 'only together with another');
        assert.equal(moveOf(moves, '8c'), undefined, 'two things can be done with it');
        assert.equal(moveOf([], '8c'), undefined);
    });
});

describe('a game of a real server', () => {
    const frames = recording('genome-crazy-eights');

    it('asks with moves, and tells everything in the log', () => {
        let room = emptyRoom();
        let asked = 0;
        for (const frame of frames) {
            room = receive(room, frame, 0);
            if (frame.type !== 'act') continue;
            const table = onlyTable(room);
            assert.equal(table.asked?.what, 'move');
            assert.deepEqual(table.asked?.moves, frame.moves);
            assert.equal(table.hand?.piles?.step, frame.step);
            assert.deepEqual(table.hand?.piles?.top, frame.top);
            asked++;
        }
        assert.ok(asked > 5);
        const log = onlyTable(room).log.map((line) => line.text).join('\n');
        assert.match(log, /Deal 1: .+ begins\./);
        assert.match(log, /plays \S+[♣♦♥♠]\./);
        assert.match(log, /wins 4: the game\./);
        assert.doesNotMatch(log, /undefined|NaN/);
    });
});
