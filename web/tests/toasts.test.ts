// toasts.test.ts -- short messages: few at a time, and what went wrong first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownToasts } from '../src/model/toasts';
import type { Toast } from '../src/model/types';

const toasts = (kinds: string): Toast[] => [...kinds].map((letter, id) => ({ id, text: String(id), kind: letter === 'e' ? 'error' : 'notice' }));
const shown = (kinds: string): string => shownToasts(toasts(kinds)).map((one) => one.id).join('');

test('at most three toasts, the newest, errors before the rest, in the order they came', () => {
    const cases: [string, string][] = [['', ''], ['n', '0'], ['nen', '012'], ['nnnn', '123'], ['ennnn', '034'], ['eennn', '014'], ['eeeen', '123'], ['neeee', '234']];
    for (const [kinds, ids] of cases) assert.equal(shown(kinds), ids, kinds);
});
