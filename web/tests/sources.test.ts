// sources.test.ts -- rules of docs/WEB.md that can be seen in the sources.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(process.env['WEB_DIR'] ?? '.', 'src');

function filesOf(dir: string): string[] {
    return readdirSync(dir).flatMap((name) => {
        const path = join(dir, name);
        return statSync(path).isDirectory() ? filesOf(path) : /\.tsx?$/.test(name) ? [path] : [];
    });
}

/** Sources without their comments: those may speak of what the code may not do. */
const sources = filesOf(root).map((path) => ({
    path: path.slice(root.length + 1),
    text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, ''),
}));

/** Files, of those that `where` picks, in which `pattern` stands. */
const with_ = (pattern: RegExp, where: (path: string) => boolean = () => true): string[] =>
    sources.filter(({ path, text }) => where(path) && pattern.test(text)).map(({ path }) => path);

describe('sources', () => {
    it('are there', () => assert.ok(sources.length > 10));

    it('make no page out of text (W2)', () => {
        assert.deepEqual(with_(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/), []);
    });

    it('run no text as a program', () => {
        assert.deepEqual(with_(/\beval\(|new Function\(|set(?:Timeout|Interval)\(\s*['"`]/), []);
    });

    it('load nothing from elsewhere', () => {
        const fetched = /(?:src|href|import|fetch)\W{1,4}(?:https?:)?\/\/[a-z]/;
        assert.deepEqual(with_(fetched), []);
    });

    it('use no any', () => assert.deepEqual(with_(/(?::|as|<)\s*any\b/), []));

    it('have lines that fit a screen', () => assert.deepEqual(with_(/^.{151}/m), []));
});

describe('the model', () => {
    const model = (path: string): boolean => path.startsWith('model');

    it('knows neither page nor network', () => {
        const outside = /\b(?:window|document|location|localStorage|fetch|WebSocket|Math\.random)\b/;
        assert.deepEqual(with_(outside, model), []);
    });

    it('knows no clock, but for what takes long and rests in between', () => {
        assert.deepEqual(with_(/\b(?:setTimeout|Date\.now)\b/, (path) => model(path) && path !== 'model/equity.ts'), []);
    });

    it('imports nothing but itself and the protocol', () => {
        assert.deepEqual(with_(/from '\.\.\/(?!protocol')/, model), []);
        assert.deepEqual(with_(/from '(?!\.)/, model), []);
    });
});
