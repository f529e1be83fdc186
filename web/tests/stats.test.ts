// stats.test.ts -- figures in words, and the line of the graph.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { curveOf, type Figures, type Graph, habits, pointsOf, resultText, scoreText, signed, signedTenths } from '../src/model/stats';

const figures: Figures = {
    hands: 210, vpip: 25, pfr: 20, three_bet: 12.5, three_bet_chances: 16, aggression: 2.5, went_to_showdown: 25, won_at_showdown: 55,
    showdowns: 20, won: -42, won_bb: -21, bb_per_100: -10, minutes: 120, won_per_hour: -21, hands_per_hour: 105,
};
const graph: Graph = {
    per_day: [{ day: '2026-11-16', hands: 5, won: 30, won_bb: 15, sum: 30, sum_hands: 5 }, { day: '2026-11-17', hands: 5, won: -50, won_bb: -25, sum: -20, sum_hands: 10 }],
    last_hands: [{ hand_id: 'H-1', won: 10, sum: 10 }],
};

describe('figures', () => {
    it('are explained, each of them', () => {
        const told = habits(figures);
        assert.deepEqual(told.map((one) => one.value), ['25 %', '20 %', '12.5 %', '2.5', '25 %', '55 %']);
        for (const one of told) assert.ok(one.says.length > 20 && one.title !== one.short, one.short);
    });

    it('without a base are a dash', () => {
        assert.equal(habits({ ...figures, vpip: null, aggression: null })[0]?.value, '–');
        assert.equal(habits({ ...figures, aggression: null })[3]?.value, '–');
    });

    it('have a sign that is no hyphen', () => {
        assert.deepEqual([5, 0, -1200].map(signed), ['+5', '0', '−1,200']);
        assert.deepEqual([5.25, 0, -0.55].map(signedTenths), ['+5.3', '0', '−0.6']);
        assert.equal(resultText(figures), 'You lost 42 chips in 210 hands.');
        assert.equal(resultText({ ...figures, won: 1, hands: 1 }), 'You won 1 chip in 1 hand.');
        assert.equal(resultText({ ...figures, won: 0 }), 'You are even after 210 hands.');
    });

    it('on a leaderboard', () => {
        const one = { rank: 1, name: 'Ada', hands: 1200, bb_per_100: 10, won: -3, profit: 70 };
        assert.deepEqual((['hands', 'bb', 'won', 'profit'] as const).map((by) => scoreText(one, by)), ['1,200', '+10', '−3', '+70']);
    });
});

describe('the graph', () => {
    it('has a point for each day or hand', () => {
        assert.deepEqual(pointsOf(graph, 'days').map((point) => point.value), [30, -20]);
        assert.deepEqual(pointsOf(graph, 'hands'), [{ label: 'H-1', value: 10 }]);
    });

    it('begins at nothing, and most is up', () => {
        const curve = curveOf(pointsOf(graph, 'days'), 100, 100, 0);
        assert.deepEqual(curve, { line: 'M0 60L50 0L100 100', zero: 60, least: -20, most: 30, last: -20 });
    });

    it('of nothing is a line', () => {
        assert.deepEqual(curveOf([], 100, 100), { line: 'M0 92', zero: 92, least: 0, most: 0, last: 0 });
        assert.equal(curveOf([{ label: 'a', value: 0 }], 100, 100).line, 'M0 92L100 92');
    });
});
