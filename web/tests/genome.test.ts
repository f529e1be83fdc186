// genome.test.ts -- games that are more than betting: where cards go, what is counted, what can be done, in words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moveOf } from '../src/model/genome';
import { applyEvent, startHand } from '../src/model/hand';
import { emptyRoom, receive } from '../src/model/room';
import type { Hand } from '../src/model/types';
import { moveWords } from '../src/model/words';
import type { HandEvent } from '../src/protocol';
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

describe('moves', () => {
    it('in words have signs and names', () => {
        const name = (seat: number): string => ['Ada', 'Bob'][seat] ?? '?';
        assert.equal(moveWords('play 7h 7s', name), 'Play 7♥ 7♠');
        assert.equal(moveWords('take Td', name), 'Take 10♦');
        assert.equal(moveWords('ask seat 1', name), 'Ask Bob');
        assert.equal(moveWords('pass', name), 'Pass');
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
