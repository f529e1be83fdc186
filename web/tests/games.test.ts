// games.test.ts -- the table of games beside the engine's own (`felt variants --json`, kept in vectors/variants.json).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { everyCode, gameOf, variants, variantTitle } from '../src/model/games';

interface Variant {
    name: string; title: string; hole: number; board: number; first: string; second: string | null; two_three: boolean;
    forced: string; draws: number; throws: number;
}

const path = join(process.env['WEB_DIR'] ?? '.', 'tests', 'vectors', 'variants.json');
const engine = JSON.parse(readFileSync(path, 'utf8')) as Variant[];

describe('games', () => {
    it('are those of the engine, in its order', () => {
        assert.deepEqual([...variants], engine.map((one) => one.name));
    });

    for (const one of engine) {
        it(`${one.name} is dealt and compared as there`, () => {
            const code = everyCode().find((code_) => gameOf(code_).variant === one.name);
            assert.ok(code);
            const { hole, board, first, second, two_three, blinds, draws, throws } = gameOf(code);
            assert.deepEqual({ hole, board, first, second, two_three, blinds, draws, throws }, {
                hole: one.hole, board: one.board, first: one.first, second: one.second, two_three: one.two_three,
                blinds: one.forced === 'blinds' || one.forced === 'antes+button', draws: one.draws, throws: one.throws,
            });
            assert.equal(variantTitle(one.name), one.title);
        });
    }
});

describe('codes', () => {
    it('are a limit and a game', () => {
        assert.equal(gameOf('NT').title, 'No-limit hold\'em');
        assert.equal(gameOf('PO/8').title, 'Pot-limit Omaha hi-lo');
        assert.equal(gameOf('F7S/8').short, 'FL seven-card stud hi-lo');
        assert.equal(gameOf('F2L3D').family, 'draw');
    });

    it('FR is razz, NR and PR are royal', () => {
        assert.deepEqual(['FR', 'NR', 'PR'].map((code) => gameOf(code).variant), ['razz', 'royal', 'royal']);
        assert.ok(everyCode().includes('FR') && !everyCode().includes('FRZ'));
    });

    it('that are not known are called as they are', () => {
        const odd = gameOf('X9');
        assert.deepEqual([odd.title, odd.family, odd.limit], ['X9', 'other', '']);
    });

    it('there are three for each game, none twice', () => {
        assert.equal(new Set(everyCode()).size, variants.length * 3);
    });
});
