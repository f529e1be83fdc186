// bets.test.ts -- buttons and bounds of a bet.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { betWord, clampBet, potBet, presets, stepOf } from '../src/model/bets';
import type { Asked } from '../src/model/types';

/** Blinds 1/2, a pot of 12, 6 to call, 200 behind. */
const facing: Asked = {
    legal: ['FOLD', 'CALL', 'RAISE_TO'], req_id: 1, hand_id: 'H-1', what: 'bet', sent: false,
    to_call: 6, stack: 200, committed: 0, pot: 12, call_amount: 6, min_raise_to: 12, max_raise_to: 200,
};
const labels = (asked: Asked, limit: 'no-limit' | 'pot-limit' | 'fixed-limit'): [string, number][] =>
    presets(asked, limit).map(({ label, to }) => [label, to]);

describe('presets', () => {
    it('a pot-sized raise is the call, then the pot that lies there', () => {
        assert.equal(potBet(facing, 1), 6 + 18);
        assert.equal(potBet({ ...facing, committed: 2, to_call: 4, pot: 12 }, 1), 6 + 16);
    });

    it('of no limit', () => {
        assert.deepEqual(labels(facing, 'no-limit'),
            [['Min', 12], ['1/2', 15], ['2/3', 18], ['Pot', 24], ['All-in', 200]]);
    });

    it('of pot limit: the most is the pot', () => {
        assert.deepEqual(labels({ ...facing, max_raise_to: 24 }, 'pot-limit'),
            [['Min', 12], ['1/2', 15], ['2/3', 18], ['Pot', 24]]);
    });

    it('of fixed limit there is one amount', () => {
        assert.deepEqual(labels({ ...facing, max_raise_to: 12 }, 'fixed-limit'), [['Max', 12]]);
    });

    it('a short stack has all-in and nothing beside it', () => {
        const short = { ...facing, stack: 9, min_raise_to: 9, max_raise_to: 9 };
        assert.deepEqual(labels(short, 'no-limit'), [['All-in', 9]]);
    });

    it('none are outside the bounds, none come twice', () => {
        const tiny = { ...facing, pot: 3, to_call: 2, min_raise_to: 4, max_raise_to: 6, stack: 6 };
        const amounts = presets(tiny, 'no-limit').map(({ to }) => to);
        assert.deepEqual(amounts, [...new Set(amounts)]);
        assert.ok(amounts.every((to) => to >= 4 && to <= 6));
    });

    it('where one cannot raise there are none', () => {
        const { min_raise_to: _, max_raise_to: __, ...rest } = facing;
        const no_raise: Asked = { ...rest, legal: ['FOLD', 'CALL'] };
        assert.deepEqual(presets(no_raise, 'no-limit'), []);
    });
});

describe('amounts', () => {
    it('are kept within the bounds, and whole', () => {
        assert.deepEqual([0, 12, 33.4, 5000, NaN].map((to) => clampBet(facing, to)), [12, 12, 33, 200, 12]);
    });

    it('change by a big blind, or by a chip where there is little room', () => {
        assert.equal(stepOf(facing, 2), 2);
        assert.equal(stepOf({ ...facing, max_raise_to: 15 }, 2), 1);
    });

    it('are a bet if nobody has bet, else a raise', () => {
        assert.equal(betWord({ ...facing, to_call: 0 }), 'Bet');
        assert.equal(betWord(facing), 'Raise to');
        assert.equal(betWord({ ...facing, to_call: 0, committed: 2 }), 'Raise to', 'the big blind raises itself');
    });
});
