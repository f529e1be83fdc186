// narc_totals.test.ts -- cards of Narc added up: as docs/RULES.md 18.6 says, and nothing is promised where it differs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startHand } from '../src/model/hand';
import { emptyNarc, foldNote, foldPrice, isTrivial } from '../src/model/narc';
import { copiesOf, rulesText } from '../src/model/narc_rules';
import { balance, laidBy, totalsOf, whatIf } from '../src/model/narc_totals';
import type { Asked, Hand, Narc, NarcCard } from '../src/model/types';

const make = (id: string, owner: string, type: string, rest: Partial<NarcCard> = {}): NarcCard => ({ id, name: id, owner, type, ...rest });
const list = [
    make('orchids', 'player', 'product', { price: 100, heat: 30 }), make('records', 'player', 'product', { price: 30, heat: 5 }),
    make('shed', 'player', 'location', { evidence: 10, cover: 30, heat: -5 }),
    make('steps', 'player', 'location', { evidence: 40, cover: 5, price_flat: 60 }),
    make('guests', 'player', 'cover', { cover: 30 }), make('van', 'narc', 'evidence', { evidence: 20, heat: 5 }),
    make('crate', 'customer', 'modifier', { price_pct: 150, evidence: 25 }), make('pair', 'player', 'modifier', { price_pct: 130 }),
    make('bargain', 'customer', 'modifier', { price_flat: -30, evidence: 5 }), make('quiet', 'customer', 'modifier', { evidence: -10 }),
];
const cards = new Map(list.map((card) => [card.id, card]));
const of = (...ids: string[]): NarcCard[] => ids.flatMap((id) => cards.get(id) ?? []);
const none = new Set<string>();

function handWith(narc: Partial<Narc>): Hand {
    const hand = startHand({
        hand_id: 'H', hand_number: 1, game: 'house', button: 0, narc: true, stacks: [0, 1, 2].map((seat) => ({ seat, stack: 1 })),
    });
    return { ...hand, narc: { ...emptyNarc, roles: { 0: 'narc', 1: 'customer', 2: 'player' }, ...narc } };
}

describe('totals of Narc', () => {
    it('add up, and multiply factors before they round down', () => {
        assert.deepEqual(totalsOf(of('shed', 'orchids', 'crate', 'pair'), none, 0), { evidence: 35, cover: 30, heat: 25, profit: 195 });
        assert.deepEqual(totalsOf(of('records', 'bargain', 'quiet'), none, 0), { evidence: 0, cover: 0, heat: 5, profit: 0 });
        assert.equal(totalsOf(of('crate'), none, 0).profit, 0, 'nothing is sold');
        assert.equal(totalsOf(of('records', 'shed'), none, 5).profit, 40);
    });

    it('replace a product and a place by a later one', () => {
        assert.deepEqual(totalsOf(of('steps', 'orchids', 'shed', 'records'), none, 0), { evidence: 10, cover: 30, heat: 30, profit: 30 });
        assert.equal(totalsOf(of('shed', 'shed'), none, 0).cover, 30, 'the same place twice is one place');
    });

    it('leave out whoever has left, but for the heat', () => {
        assert.deepEqual(totalsOf(of('shed', 'van', 'crate'), new Set(['narc']), 0), { evidence: 35, cover: 30, heat: 0, profit: 0 });
    });

    it('hold up with eighteen factors', () => {
        assert.equal(totalsOf([...of('orchids'), ...Array.from({ length: 18 }, () => make('x', 'customer', 'modifier', { price_pct: 300 }))], none, 0).profit,
            1000000000);
    });
});

describe('what if', () => {
    it('adds a card of the hand and those that lie face down', () => {
        const hand = handWith({ up: ['shed'], down: ['guests'], evidence: 10, cover: 30, hole: ['records'] });
        assert.deepEqual(whatIf(hand, cards, 0, 'records'), { evidence: 10, cover: 60, heat: 0, profit: 30 });
    });

    it('promises nothing if the server says something else, or a card is not known', () => {
        assert.equal(whatIf(handWith({ up: ['shed'], evidence: 11, cover: 30 }), cards, 0, 'records'), undefined);
        assert.equal(whatIf(handWith({ up: ['strange'], evidence: 0, cover: 0 }), cards, 0, 'records'), undefined);
        assert.equal(whatIf(handWith({}), new Map(), 0, 'records'), undefined);
    });
});

describe('cards before a seat', () => {
    it('are those of its role, and say which no longer count', () => {
        const { narc } = handWith({ up: ['steps', 'van', 'shed', 'guests'] });
        assert.ok(narc);
        assert.deepEqual(laidBy(narc, 'player', cards, none).map(({ id, counts }) => [id, counts]),
            [['steps', false], ['shed', true], ['guests', true]]);
        assert.deepEqual(laidBy(narc, 'narc', cards, new Set(['narc'])).map(({ counts }) => counts), [false]);
    });

    it('lean a balance', () => {
        assert.deepEqual([balance(0, 0), balance(10, 30), balance(5, 0)], [0.5, 0.75, 0]);
    });
});

describe('turns and prices', () => {
    const asked = (legal: Asked['legal'], what: Asked['what'] = 'bet') => ({ legal, what } as Asked);

    it('are trivial only where one can do nothing but check', () => {
        assert.equal(isTrivial(asked(['FOLD', 'CHECK'])), true);
        assert.equal(isTrivial(asked(['FOLD', 'CHECK', 'COMMIT'])), false);
        assert.equal(isTrivial(asked(['FOLD', 'CONTINUE'], 'decide')), false);
        assert.equal(isTrivial(asked(['FOLD', 'CALL'])), false);
    });

    it('say what a fold costs whom', () => {
        const narc = { ...emptyNarc, fold_price: 1, heat: -5 };
        assert.equal(foldPrice(narc, 'player'), ' (costs 1 card)');
        assert.equal(foldPrice({ ...narc, fold_price: 0 }, 'player'), '');
        assert.equal(foldPrice(narc, 'narc'), '');
        assert.equal(foldNote(narc, 'player'), 'no profit, heat −5 stays');
        assert.equal(foldNote(narc, 'customer'), 'your cards no longer count');
    });

    it('are told for a rule set in sentences', () => {
        const said = rulesText({ rounds: 3, cap: 3, cap_effect: 'end', answers: 'behind', fold_price: 1, session_hands: 12, session_cards: 5 });
        assert.equal(said.length, 5);
        assert.ok(said.every((text) => text.endsWith('.')));
        assert.deepEqual(rulesText({}), []);
        assert.equal(copiesOf(make('van', 'narc', 'evidence', { count: 2 }), [{ swap: [] }, { swap: [['van', 3]] }]), '2, up to 5');
        assert.equal(copiesOf(make('van', 'narc', 'evidence'), []), '0');
    });
});
