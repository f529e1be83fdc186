// evaluate.test.ts -- hands of every game against what `felt eval` said of them (vectors/evaluate.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describe } from '../src/model/evaluate';
import type { Card } from '../src/protocol';

/** "cards of the hand|board|places and name of the first half|... of the second|wild ranks" by code of the game. */
const vectors = JSON.parse(readFileSync(process.env.FELT_VECTORS ?? 'tests/vectors/evaluate.json', 'utf8')) as
    Record<string, string[]>;

const cut = (text: string): Card[] => text.match(/../g) ?? [];
const digits = '0123456789ab';

function halfOf(text: string, cards: Card[]): { name: string; plays: Card[] } | null {
    const at = text.indexOf(' ');
    if (at < 0) return null;
    return { name: text.slice(at + 1), plays: [...text.slice(0, at)].map((c) => cards[digits.indexOf(c)]!) };
}

for (const [code, lines] of Object.entries(vectors)) {
    test(`${code} is judged as the server does`, () => {
        for (const line of lines) {
            const [hole = '', board = '', first = '', second = '', wild = ''] = line.split('|');
            const cards = [...cut(hole), ...cut(board)];
            const said = describe(code, cut(hole), cut(board), wild);
            const wanted = halfOf(first, cards);
            if (!wanted) {
                assert.equal(said, null, line);
                continue;
            }
            const low = halfOf(second, cards);
            assert.equal(said?.name, low ? `${wanted.name}; ${low.name}` : wanted.name, line);
            assert.deepEqual(said?.plays, wanted.plays, line);
            assert.deepEqual(said?.low ?? null, low, line);
        }
    });
}

test('what cannot be judged is null', () => {
    assert.equal(describe('NT', ['Ah', '??'], []), null);
    assert.equal(describe('NT', ['Ah', 'Ah'], []), null);
    assert.equal(describe('NT', [], []), null);
    assert.equal(describe('XYZ', ['Ah', 'Kh'], []), null);
    assert.equal(describe('Nconstructor', ['Ah', 'Kh'], []), null);
    assert.equal(describe('F7SQ', ['Ah', 'Kh', 'Qd'], []), null); // which rank is wild is not known
    assert.equal(describe('PO', ['Ah', 'Kh', 'Qd', 'Jc'], ['2c']), null);
});
