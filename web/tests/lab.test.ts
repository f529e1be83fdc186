// lab.test.ts -- archives of the lab as values: the map, profiles, curves, and rulebooks as blocks.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import {
    archiveName, bornText, curvesOf, fitBounds, fitLegend, fitStep, labAddress, mapOf, metrics, minutesText, nameOf, playersText, profileOf, quantile, readPlace,
    squareText, standsOut, starsText, withPoints, type Game, type GameLine, type Point,
} from '../src/model/lab';
import { markdown, spansOf, type Block } from '../src/model/markdown';
import { parse } from '../src/ui/router';

const line = (game: string, fitness: number, cell: Partial<GameLine['cell']> = {}, good = false): GameLine => ({
    game, name: nameOf(game), genre: cell.genre ?? 'trick', seats: 2, players: [2, 4], fitness, low: fitness - 0.03, high: fitness + 0.03, good,
    facts: { minutes: 11.4 }, stars: { count: 0, mean: null, broken: 0 },
    cell: { genre: 'trick', seats: 0, length: 2, skill: 1, betting: 0, interaction: 1, ...cell },
});

test('addresses of the lab lead where they say', () => {
    assert.equal(labAddress(), '#/lab');
    assert.equal(labAddress('evening', 'copper-heron-17'), '#/lab/evening/copper-heron-17');
    assert.deepEqual(parse('#/lab'), { page: 'lab' });
    const there = parse(labAddress('evening', 'copper-heron-17'));
    assert.deepEqual(readPlace(there.id), { archive: 'evening', game: 'copper-heron-17' });
    assert.deepEqual(readPlace(parse('#/lab/-').id), { archive: '-', game: undefined });
    assert.deepEqual(readPlace(undefined), { archive: undefined, game: undefined });
    // no name leads out of the lab
    for (const id of ['..', '.', '../..', '../x', '//x', '%']) assert.equal(readPlace(id).archive?.startsWith('.') ?? false, false, id);
    assert.deepEqual(readPlace('evening/..'), { archive: 'evening', game: undefined });
    assert.equal(readPlace('../evil').game, undefined);
    assert.deepEqual(['-', 'known', 'evening'].map(archiveName), ['The archive', 'Known games', 'evening']);
});

test('every game is in one square of its genre, the fittest first', () => {
    const games = [
        line('a', 0.5), line('b', 0.7, { seats: 2 }), line('c', 0.6, { length: 4, skill: 3 }), line('d', 0.4, { genre: 'poker', betting: 2 }, true),
    ];
    const maps = mapOf(games, { good: false });
    assert.equal(maps.length, 6);
    assert.deepEqual(maps.map((map) => map.games), [0, 3, 0, 1, 0, 0]);
    for (const map of maps) assert.equal(map.squares.length, 20);
    const trick = maps[1]!;
    const full = trick.squares.filter((square) => square.games.length > 0);
    assert.deepEqual(full.map(({ length, skill, games: here }) => [skill, length, here.map((one) => one.game)]), [[3, 4, ['c']], [1, 2, ['b', 'a']]]);
    // the most skilful row is on top, short games on the left
    assert.deepEqual([trick.squares[0]!.skill, trick.squares[0]!.length, trick.squares[19]!.skill, trick.squares[19]!.length], [3, 0, 0, 4]);
    assert.match(squareText(full[1]!), /^some skill, up to 75 decisions: 2 games, the best B with 0\.70$/);
    assert.match(squareText(trick.squares[0]!), /no game$/);
});

test('filters leave out what they say', () => {
    const games = [line('a', 0.5), line('b', 0.7, { seats: 2 }), line('d', 0.4, { genre: 'poker', betting: 2, interaction: 2 }, true)];
    const count = (filter: Parameters<typeof mapOf>[1]) => mapOf(games, filter).reduce((sum, map) => sum + map.games, 0);
    assert.equal(count({ good: false }), 3);
    assert.equal(count({ good: true }), 1);
    assert.equal(count({ good: false, seats: 2 }), 1);
    assert.equal(count({ good: false, betting: 2 }), 1);
    assert.equal(count({ good: false, interaction: 1 }), 2);
    assert.equal(count({ good: true, interaction: 1 }), 0);
});

test('five colours from the least to the most fitness', () => {
    const { least, most } = fitBounds([line('a', 0.3), line('b', 0.8)]);
    assert.deepEqual([least, most], [0.3, 0.8]);
    assert.deepEqual([0.3, 0.39, 0.41, 0.55, 0.65, 0.75, 0.8, 2, -1].map((fitness) => fitStep(fitness, least, most)), [1, 1, 2, 3, 4, 5, 5, 5, 1]);
    assert.equal(fitStep(0.5, 0.5, 0.5), 5);
    assert.deepEqual(fitBounds([]), { least: 0, most: 1 });
    assert.deepEqual(fitBounds(Array.from({ length: 200000 }, (_, i) => line('x', i / 200000))).least, 0, 'however many there are');
    assert.deepEqual(fitLegend(0.3, 0.8)[4], '0.70 to 0.80');
});

const game: Game = {
    archive: 'evening', game: 'copper-heron-17', name: 'Copper Heron', genre: 'trick', players: [2, 4],
    metrics: { skill: { mean: 0.8, low: 0.75, high: 0.85 }, bluff: { mean: 0, low: 0, high: 0.02 }, drama: { mean: 0.5, low: 0.4, high: 0.6 } },
};

test('a profile stands before the middle half of the known games', () => {
    const known = [0.1, 0.2, 0.3, 0.4, 0.5].map((value, i) => ({ name: `known-${i}`, fitness: value, metrics: { skill: value, bluff: value } }));
    const rows = profileOf(game, known, 'known-4');
    assert.deepEqual(rows.map((row) => row.name), ['skill', 'drama', 'bluff']);
    assert.deepEqual(rows[0]!.known, { low: 0.2, median: 0.3, high: 0.4 });
    assert.equal(rows[0]!.other, 0.5);
    assert.equal(rows[1]!.known, undefined);
    assert.deepEqual(standsOut(rows), { more: ['skill'], less: ['bluff'] });
    assert.deepEqual(profileOf({ ...game, metrics: undefined }, known), []);
    assert.equal(quantile([1], 0.25), 1);
    assert.equal(quantile([], 0.5), 0);
    assert.equal(new Set(metrics.map(([name]) => name)).size, 16);
});

test('points are added once, and become lines between 0 and 1', () => {
    const at = (generation: number, best: number): Point => ({ generation, best, mean: best / 2, coverage: 0.01, elites: 3, good: 1 });
    const points = withPoints(withPoints([], [at(0, 0.2), at(1, 0.4)]), [at(1, 0.9), at(2, 0.6)]);
    assert.deepEqual(points.map((point) => [point.generation, point.best]), [[0, 0.2], [1, 0.4], [2, 0.6]]);
    const curves = curvesOf(points, 100, 10);
    assert.deepEqual(curves.map((one) => one.name), ['best', 'mean', 'coverage']);
    assert.equal(curves[0]!.path, 'M0.0 8.0L50.0 6.0L100.0 4.0');
    assert.deepEqual(curvesOf([], 100, 10), []);
    assert.equal(curvesOf([at(5, 7)], 100, 10)[0]!.path, 'M0.0 0.0');
});

test('words', () => {
    assert.equal(playersText([2, 2]), '2 players');
    assert.equal(playersText([3, 6]), '3 to 6 players');
    assert.equal(minutesText(11.5), 'about 12 minutes');
    assert.equal(minutesText(0.4), 'about a minute');
    assert.equal(minutesText(undefined), '');
    assert.equal(bornText(4, 'invent'), 'in generation 4, out of nothing');
    assert.equal(bornText(4, 'else'), 'in generation 4');
    assert.equal(starsText({ count: 0, mean: null, broken: 0 }), 'Nobody has rated it yet.');
    assert.equal(starsText({ count: 3, mean: 4.3333, broken: 1 }), '4.3 of 5 stars by 3 people. One met something that did not work.');
});

test('rulebooks are read as they are meant', () => {
    const blocks = markdown('# Name\n\n*Slanted.*\n\n1. First\n   - **bold** inner\n   - other\n2. Second\n   goes on\n\n```\nas it was\n\n*played*\n```\n\nText\nof two lines\n- a\n- b');
    assert.deepEqual(blocks.map((block) => block.kind), ['heading', 'text', 'list', 'code', 'text', 'list']);
    assert.deepEqual(blocks[2], { kind: 'list', ordered: true, items: [
        { spans: ['First'], items: { ordered: false, items: [{ spans: [{ bold: 'bold' }, ' inner'] }, { spans: ['other'] }] } },
        { spans: ['Second goes on'] },
    ] });
    assert.deepEqual(blocks[3], { kind: 'code', text: 'as it was\n\n*played*' });
    assert.deepEqual(spansOf('a **b** c `d` *e'), ['a ', { bold: 'b' }, ' c ', { code: 'd' }, ' *e']);
    assert.deepEqual(markdown('| a | b |\n|---|---|\n| 1 | 2 |'), [{ kind: 'table', rows: [[['a'], ['b']], [['1'], ['2']]] }]);
    assert.deepEqual(markdown(''), []);
    assert.deepEqual(markdown('```\nnever closed'), [{ kind: 'code', text: 'never closed' }]);
    assert.deepEqual(markdown('<b>no</b> [link](javascript:x)'), [{ kind: 'text', spans: ['<b>no</b> [link](javascript:x)'] }]);
});

/** Every letter of a rulebook is in its blocks. */
function lettersOf(blocks: readonly Block[]): string {
    const texts: string[] = [];
    const look = (value: unknown): void => {
        if (typeof value === 'string') texts.push(value);
        else if (typeof value === 'object' && value !== null) {
            for (const [key, inner] of Object.entries(value)) if (key !== 'kind') look(inner);
        }
    };
    look(blocks);
    return texts.join('').replace(/[^A-Za-z]/g, '');
}

test('nothing of the rulebooks of the documentation is lost', () => {
    const folder = '../docs/lab';
    const books = readdirSync(folder).filter((name) => name.endsWith('.md'));
    assert.ok(books.length >= 3);
    for (const book of books) {
        const text = readFileSync(`${folder}/${book}`, 'utf8');
        assert.equal(lettersOf(markdown(text)), text.replace(/[^A-Za-z]/g, ''), book);
    }
});
