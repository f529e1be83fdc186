// narc.test.ts -- Narc: what is counted from events, what is told beside it, and words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEvent, startHand } from '../src/model/hand';
import {
    effectText, emptyNarc, idText, marginText, outcomeText, raisesLeft, roleAt, roleTitle, whyNot,
} from '../src/model/narc';
import type { Hand, Table } from '../src/model/types';
import { sayEvent } from '../src/model/text';
import type { HandEvent, Word } from '../src/protocol';

const begun = startHand({
    hand_id: 'H-1', hand_number: 1, game: 'house', button: 0, narc: true,
    stacks: [{ seat: 0, stack: 1 }, { seat: 1, stack: 1 }, { seat: 2, stack: 1 }],
});
const after = (events: readonly HandEvent[], from: Hand = begun): Hand => events.reduce(applyEvent, from);
const dealt = after([
    { ev: 'HAND', seat: 0, number: 1 }, { ev: 'ROUND', seat: 0, round: 1 },
    { ev: 'DEAL', seat: 0, count: 3 }, { ev: 'DEAL', seat: 1, count: 3 },
    { ev: 'DEAL', seat: 2, count: 3, cards: ['quiet_favour', 'bootleg_records', 'bootleg_records'] },
]);
const raised = after([
    { ev: 'COMMIT', seat: 0, count: 1 }, { ev: 'INITIATIVE', seat: 0 }, { ev: 'CHECK', seat: 1 },
    { ev: 'COMMIT', seat: 2, count: 1, cards: ['bootleg_records'] },
], dealt);

describe('a session of Narc', () => {
    it('has backs at seats, and the own cards beside them', () => {
        assert.deepEqual(dealt.seats.map((seat) => seat.cards.map((held) => held.card)),
            [[null, null, null], [null, null, null], [null, null, null]]);
        assert.deepEqual(dealt.narc?.hole, ['quiet_favour', 'bootleg_records', 'bootleg_records']);
        assert.deepEqual(dealt.boards, [[]]);
        assert.equal(dealt.piles, undefined);
    });

    it('counts what is committed: one of two that are the same', () => {
        assert.deepEqual(raised.narc?.hole, ['quiet_favour', 'bootleg_records']);
        assert.deepEqual(raised.narc?.down, ['bootleg_records']);
        assert.deepEqual(raised.seats.map((seat) => [seat.cards.length, seat.tally?.down, seat.tally?.initiative]),
            [[2, 1, true], [3, 0, false], [2, 1, false]]);
        assert.equal(raised.narc?.initiative, 0);
        assert.equal(raised.seats[1]?.last, 'checks');
    });

    it('turns cards up, adds up, ends, and begins the next hand', () => {
        const flipped = after([
            { ev: 'FLIP', seat: 0, count: 1, cards: ['parked_van'] },
            { ev: 'FLIP', seat: 2, count: 1, cards: ['bootleg_records'] },
            { ev: 'TALLY', evidence: 20, cover: 0, heat: 10, profit: 30 },
        ], raised);
        assert.deepEqual([flipped.narc?.up, flipped.narc?.down], [['parked_van', 'bootleg_records'], []]);
        assert.deepEqual([flipped.narc?.evidence, flipped.narc?.profit], [20, 30]);
        const next = after([
            { ev: 'FOLD', seat: 2 }, { ev: 'DISCARD', seat: 2, count: 1, cards: ['quiet_favour'] },
            { ev: 'OUTCOME', seat: 2, outcome: 'folded', banked: 0 }, { ev: 'SCORE', seat: 2, points: 5, score: 5 },
            { ev: 'HAND', seat: 0, number: 2 }, { ev: 'ROUND', seat: 0, round: 1 },
        ], flipped);
        assert.deepEqual([next.narc?.hand, next.narc?.up, next.narc?.evidence, next.narc?.score], [2, [], 0, 5]);
        assert.deepEqual(next.narc?.hole, ['bootleg_records']);
        assert.ok(next.seats.every((seat) => !seat.folded), 'everybody is in again');
    });

    it('is followed by who is never asked: raises and roles come from the rules', () => {
        assert.ok(raised.narc);
        assert.equal(raisesLeft(raised.narc, 3), 1);
        assert.equal(raisesLeft({ ...raised.narc, cap: 3, raises_left: 2 }, 5), 2, 'what is told counts');
        const order = ['narc', 'customer', 'player'];
        assert.deepEqual([0, 1, 2].map((seat) => roleAt({ ...emptyNarc, first: 1 }, seat, undefined, order, 3)), ['player', 'narc', 'customer']);
        assert.equal(roleAt(undefined, 1, ['player', 'narc', 'customer'], order, 3), 'narc');
        assert.equal(roleAt(undefined, 1, undefined, order, 3), '');
    });

    it('says why something cannot be done', () => {
        const { narc } = raised;
        assert.ok(narc);
        const at = (change: object) => ({ hand: raised, mine: { seat: 2 }, ...change }) as Table;
        const say = (change: object, word: Word, told = narc) => whyNot(at(change), told, word, (seat) => `Seat ${seat}`);
        const asked = (legal: Word[], what = 'bet', sent = false) => ({ asked: { legal, what, sent } });
        assert.equal(say({ clock: { seat: 1 } }, 'CHECK'), 'Seat 1 is to act.');
        assert.equal(say({}, 'CHECK'), 'Wait for your turn.');
        assert.equal(say(asked(['CHECK']), 'CHECK'), '');
        assert.equal(say(asked(['CHECK'], 'bet', true), 'CHECK'), 'Sent.');
        assert.match(say(asked(['FOLD', 'CHECK']), 'COMMIT', { ...narc, raises_left: 0 }), /All raises/);
        assert.match(say(asked(['FOLD', 'CONTINUE'], 'decide'), 'COMMIT'), /go on to the next round/);
        assert.match(say({ hand: { ...raised, over: true } }, 'FOLD'), /over/);
    });

    it('is not troubled by an event it does not know', () => {
        assert.equal(applyEvent(dealt, { ev: 'NEWER', seat: 9 } as unknown as HandEvent), dealt);
    });
});

describe('words of Narc', () => {
    const say = (event: HandEvent): string | undefined => sayEvent(event, {
        name: (seat) => ['Bob', 'Cyd', 'Ada'][seat] ?? '', own: 2, before: dealt, after: applyEvent(dealt, event),
    })?.text;

    it('tell events', () => {
        assert.equal(say({ ev: 'COMMIT', seat: 0, count: 1 }), 'Bob raises with a card, face down.');
        assert.equal(say({ ev: 'FLIP', seat: 0, count: 1, cards: ['parked_van'] }), 'Bob turns up Parked van.');
        assert.equal(say({ ev: 'TALLY', evidence: 20, cover: 25, heat: 5, profit: 0 }),
            'Evidence 20, cover 25: safe by 5. Profit 0.');
        assert.equal(say({ ev: 'OUTCOME', seat: 2, outcome: 'busted', banked: 0, session_over: true }),
            'Busted: 0 banked. The session is over.');
        assert.equal(say({ ev: 'DEAL', seat: 0, count: 3 }), undefined);
    });

    it('tell what a card does', () => {
        const card = { id: 'x', name: 'X', owner: 'player', type: 'modifier' };
        assert.equal(effectText(card), 'nothing');
        assert.equal(effectText({ ...card, cover: 25, heat: -5 }), '+25 cover, −5 heat');
        assert.equal(effectText({ ...card, type: 'product', price: 30, heat: 5 }), 'price 30, +5 heat');
        assert.equal(effectText({ ...card, price_pct: 150, evidence: 25 }), 'price ×1.5, +25 evidence');
        assert.equal(effectText({ ...card, type: 'location', evidence: 10, cover: 30 }), 'base 10 evidence, 30 cover');
        assert.equal(effectText({ ...card, type: 'insurance', cover: 20, cost: 100, heat_penalty: 20 }),
            '+20 cover, saves once: 100 cash, +20 heat');
    });

    it('have something to say of anything', () => {
        assert.deepEqual([idText('a_b'), idText(''), marginText(3, 3), roleTitle('x'), outcomeText('x')],
            ['A b', '', 'even, which is safe', '', 'The hand is over']);
    });
});
