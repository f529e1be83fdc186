// strength.test.ts -- the meter under a new password.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_GUESSES, strength } from '../src/model/strength';

describe('the strength of a password', () => {
    const rows: [password: string, word: string][] = [
        ['', 'too short'], ['Xk7$qZ2', 'too short'], ['abcdefgh', 'weak'], ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
        ['qwertyuiop12', 'weak'], ['abcabcabcabcabc', 'weak'], ['kvxhmbtc', 'weak'], ['kvxhmbtcz', 'fair'],
        ['Xk7$qZ2m', 'fair'], ['kvxhmbtczjrg', 'strong'], ['violet staple lantern', 'strong'], ['ключ от квартиры', 'strong'],
    ];
    for (const [password, word] of rows) {
        it(`${JSON.stringify(password)} is ${word}`, () => assert.equal(strength(password).word, word));
    }

    it('stays on the meter, and looks weak where it is', () => {
        for (const [password, word] of rows) {
            const { value } = strength(password);
            assert.ok(value >= 0 && value <= MOST_GUESSES, password);
            if (word === 'weak' || word === 'too short') assert.ok(value < 8, password);
        }
    });
});
