// equity.test.ts -- shares of the pot against those of `felt equity`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equity, type Spot } from '../src/model/equity';

const cut = (text: string) => text.match(/../g) ?? [];
const spot = (code: string, hands: string, board = '', dead = ''): Spot =>
    ({ code, hands: hands.split(' ').map(cut), board: cut(board), dead: cut(dead) });

/** `felt equity HANDS --game GAME --board BOARD --exact` */
const exact: [Spot, number[]][] = [
    [spot('NT', 'AhKh QsQd', 'Kd7h2c'), [0.92020202, 0.07979798]],
    [spot('NT', 'AhKh QsQd 7c7d', 'Kd7h2h9s'), [0.19047619, 0.023809524, 0.785714286]],
    [spot('PO', 'AsAhKsKh 5d6d7c8c', '9d2c3h'), [0.62195122, 0.37804878]],
    [spot('PO/8', 'As2s3dKd AhAdKcQc', '4c5h9d'), [0.590853659, 0.409146341]],
    [spot('NS', 'AhKh 9s9d', '9c8h7h'), [0.353448276, 0.646551724]],
];

test('few boards are counted', async () => {
    for (const [where, wanted] of exact) {
        const found = await equity(where);
        assert.equal(found?.error, 0);
        found.shares.forEach((share, i) => assert.ok(Math.abs(share - wanted[i]!) < 1e-8, `${where.code} ${share}`));
    }
});

/** `felt equity HANDS --game GAME`, counted or with many samples. */
const sampled: [Spot, number[]][] = [
    [spot('NT', 'AhKh QsQd'), [0.462144572, 0.537855428]],
    [spot('PO', 'AsAdKhKc 2c3c4d5d'), [0.563383, 0.436617]],
    [spot('FR', 'As2d3c KsQdJh'), [0.9224888, 0.0775112]],
    [spot('F7S/8', 'AsAdAc5h KsKdQh2c'), [0.9596463, 0.0403537]],
];

test('many boards are dealt at random, the same way each time', async () => {
    for (const [where, wanted] of sampled) {
        const found = await equity(where);
        const again = await equity(where);
        assert.deepEqual(found, again);
        assert.ok(found && found.error > 0 && found.error < 0.015);
        found.shares.forEach((share, i) => {
            assert.ok(Math.abs(share - wanted[i]!) < 4 * found.error + 0.002, `${where.code} ${share} ${wanted[i]}`);
        });
        assert.ok(Math.abs(found.shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
    }
});

test('with all cards out there is one case', async () => {
    assert.deepEqual(await equity(spot('NT', 'AhKh QsQd', 'Kd7h2c3s4d')), { shares: [1, 0], error: 0, cases: 1 });
});

test('dead cards do not come', async () => {
    const found = await equity(spot('NT', 'AhKh QsQd', 'Kd7h2c9s', 'QhQc'));
    assert.deepEqual(found?.shares, [1, 0]);
});

test('no shares where they make no sense', async () => {
    const none = [spot('NT', 'AhKh'), spot('NT', 'AhKh Ah2c'), spot('NT', 'AhKh ??2c'), spot('NT', 'AhKhQh 2c2d2s'),
        spot('ZZ', 'AhKh 2c2d'), spot('N2L1D', 'AhKhQhJh 2c2d2s3d'), spot('F7SQ', 'AhKhQh 2c2d2s')];
    for (const where of none) assert.equal(await equity(where), null);
});

test('it stops when it is told to', async () => {
    assert.equal(await equity(spot('NT', 'AhKh QsQd'), () => true), null);
});
