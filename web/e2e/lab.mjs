// lab.mjs -- the lab in the browser: known games without a lab; a map that is touched, a game that is played to its end and rated;
// a search whose plot grows while one looks.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE, until } from './browser.mjs';
import { heading, look, shoot } from './pages.mjs';
import { shrink } from './picture.mjs';
import { start } from './server.mjs';
import { answer, pending } from './table.mjs';

const EFFORT = ['--effort', '0.01', '--threads', '1', '--seed', '7'];

const conf = (lab) => `lab-dir = ${lab}
think = 0ms
think-max = 0ms
stay-hands = 0
look = 50ms
house-players = 12

[table nl]
title = A table
game = holdem
blinds = 1/2
seats = 2
tables = 1
house = 0
`;

/** `felt lab evolve`, which is left to itself until somebody stops it. */
function evolve(felt, folder, ...words) {
    const child = start(felt, ['lab', 'evolve', '--out', folder, ...EFFORT, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (text) => { said += text; });
    const ended = new Promise((tell) => child.once('exit', (code) => tell({ code, said })));
    return { child, ended };
}

/** A directory for archives, for as long as the case lasts. */
async function withLab(body) {
    const lab = mkdtempSync(join(tmpdir(), 'felt-web-lab-'));
    try {
        return await body(lab);
    } finally {
        rmSync(lab, { recursive: true, force: true });
    }
}

let found;

async function search(felt) {
    const folder = mkdtempSync(join(tmpdir(), 'felt-web-found-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const made = await evolve(felt, join(folder, 'evening'), '--candidates', '24', '--generations', '5').ended;
    assert.equal(made.code, 0, made.said);
    return join(folder, 'evening');
}

/** Begins the search whose archive the cases share: it takes a while. */
export function prepare(felt) {
    found ??= search(felt);
    found.catch(() => undefined); // a case that wants it says so
}

/** An archive "evening" in this directory, as the search left it. */
async function evening(felt, lab) {
    prepare(felt);
    cpSync(await found, join(lab, 'evening'), { recursive: true });
}

/** Plays until the game is over: any move, checks and folds as they come. */
async function playOut(person, within_ms) {
    const from = person.frames.length;
    const end = Date.now() + within_ms;
    const over = () => person.frames.slice(from).some((frame) => frame.type === 'end_hand');
    let answers = 0;
    while (!over()) {
        assert.ok(Date.now() < end, `the game is not over after ${answers} answers`);
        const act = pending(person);
        if (!act) {
            await new Promise((wake) => setTimeout(wake, 10));
            continue;
        }
        const bets = act.legal.includes('CHECK') ? /^Check/ : act.legal.includes('CALL') ? /^Call/ : /^Fold/;
        if (act.legal.includes('MOVE')) {
            await person.page.locator('.moves-bar .move:enabled').first().click().catch((error) => { if (pending(person) === act) throw error; });
            person.answered.add(act.req_id);
        } else {
            await answer(person, act, () => bets);
        }
        answers++;
    }
    return answers;
}

/** Without a directory of archives there are commands to copy, and games to read and play. */
async function without(scene) {
    const eve = await scene.come({ touch: true });
    const wrongs = [];
    await eve.page.getByRole('link', { name: /^Lab/ }).last().click();
    await heading(eve, 'The lab');
    await eve.page.getByText('felt lab evolve').waitFor();
    await look(scene, eve, 'lab-none', wrongs);
    await eve.page.getByRole('link', { name: /^Crazy Eights/ }).click();
    await heading(eve, 'Crazy Eights');
    await eve.page.getByRole('heading', { level: 3, name: 'The deal' }).waitFor();
    await eve.page.getByRole('link', { name: 'Download the genome' }).waitFor();
    await eve.button('Play it against the house').click();
    await eve.page.locator('.moves-bar .move').first().waitFor();
    await eve.page.setViewportSize({ width: 1280, height: 800 });
    const answers = await playOut(eve, 200000);
    assert.ok(answers > 2, `${answers} answers`);
    const chips = (await eve.api('me')).user;
    assert.equal(chips.total, chips.chips, 'no chips are on the table');
    assert.equal(await eve.button('Rate this game').count(), 0, 'known games are not rated');
    await eve.button('Rules').click();
    await eve.page.locator('.lab-strip').getByRole('heading', { level: 3, name: 'The deal' }).waitFor();
    assert.deepEqual(wrongs, []);
    return `${answers} answers`;
}

async function aMap(scene) {
    return withLab(async (lab) => {
        await evening(scene.server.felt, lab);
        const server = await scene.another(conf(lab));
        const ada = await scene.come({ address: server.address, touch: true });
        const wrongs = [];
        await ada.go('#/lab');
        await heading(ada, 'The lab');
        await ada.page.getByRole('link', { name: /^evening/ }).click();
        await heading(ada, 'evening');
        const squares = ada.page.locator('button.lab-square');
        await squares.first().waitFor();
        await ada.page.setViewportSize({ width: 1240, height: 900 });
        const box = await ada.page.locator('.lab-map').boundingBox();
        const clip = { x: box.x - 16, y: box.y - 16, width: box.width + 32, height: box.height + 32 };
        await ada.page.screenshot({ path: join(scene.shots, 'lab-map-large.png'), fullPage: true, clip });
        const bytes = shrink(join(scene.shots, 'lab-map-large.png'), join(scene.shots, 'lab-map.png')); // docs/lab/map.png is one of these
        // by keyboard: the arrows stay in one map
        await squares.first().focus();
        await ada.page.keyboard.press('Enter');
        await ada.page.locator('.lab-behind').getByRole('link').first().waitFor();
        await look(scene, ada, 'lab-archive', wrongs);
        const link = ada.page.locator('.lab-behind').getByRole('link').first();
        const name = await link.locator('strong').innerText();
        await link.click();
        await heading(ada, name);
        await ada.page.getByRole('table', { name: /^Metrics of/ }).getByRole('row').nth(16).waitFor();
        await ada.page.getByLabel('Beside a known game (dashed line)').selectOption('war');
        await ada.page.locator('.lab-bar-other').first().waitFor({ state: 'attached' });
        await ada.page.getByRole('heading', { level: 3, name: 'The deal' }).waitFor();
        await look(scene, ada, 'lab-game', wrongs);
        assert.deepEqual(wrongs, []);
        return `the picture of the map has ${bytes} bytes`;
    });
}

/** Four stars.  After a game the question comes by itself, and goes when the next one begins, which may be before a slow machine has
 *  clicked: then the button brings it back. */
async function rateIt(person) {
    const rate = person.page.getByRole('region', { name: 'Rate this game' });
    const four = async (timeout) => {
        await rate.getByRole('button', { name: /^4 stars/ }).click({ timeout });
        await rate.getByText('Thank you: 4 of 5.').waitFor({ timeout });
    };
    await rate.waitFor();
    await four(4000).catch(async () => {
        await rate.waitFor({ state: 'hidden' });
        await person.button('Rate this game').click();
        await four(PATIENCE);
    });
}

async function aGame(scene) {
    return withLab(async (lab) => {
        await evening(scene.server.felt, lab);
        const server = await scene.another(conf(lab));
        const ada = await scene.come({ address: server.address, touch: true });
        const wrongs = [];
        const [short] = (await ada.api('lab/evening?sort=-decisions&limit=1')).games;
        await ada.go(`#/lab/evening/${short.game}`);
        await heading(ada, short.name);
        await ada.button('Play it against the house').click();
        await until(() => pending(ada), PATIENCE, 'a question');
        await shoot(scene, ada, 'lab-table', wrongs);
        await ada.page.setViewportSize({ width: 1280, height: 800 });
        const answers = await playOut(ada, 200000);
        await rateIt(ada);
        await shoot(scene, ada, 'lab-rate', wrongs);
        const kept = readFileSync(join(lab, 'evening/ratings.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
        assert.deepEqual([...new Set(kept.map((line) => line.stars))], [4]);
        assert.deepEqual(wrongs, []);
        return `${short.name}, ${answers} answers`;
    });
}

async function grows(scene) {
    return withLab(async (lab) => {
        const { child, ended } = evolve(scene.server.felt, join(lab, 'now'), '--candidates', '8', '--generations', '100000');
        try {
            const server = await scene.another(conf(lab));
            const ada = await scene.come({ address: server.address });
            await until(() => existsSync(join(lab, 'now/archive.json')), 120000, 'an archive');
            await ada.go('#/lab/now');
            await ada.page.getByRole('heading', { level: 2, name: 'The search, while it runs' }).waitFor();
            const said = ada.page.locator('.lab-progress [role=status]');
            const generation = async () => Number(/Generation (\d+)/.exec(await said.innerText())?.[1] ?? NaN);
            const first = await until(generation, PATIENCE, 'a generation');
            const line = () => ada.page.locator('figure .lab-curve-best').first().getAttribute('d');
            const before = await line();
            await until(async () => await generation() > first && await line() !== before, 120000, 'the next generation, and its line');
            return `from generation ${first} to ${await generation()}`;
        } finally {
            child.kill('SIGTERM');
            await ended;
        }
    });
}

export const cases = [
    ['the lab: a map, and a game that was found, are looked at', aMap],
    ['the lab: a game that was found is played to its end and rated', aGame],
    ['the lab: the plot of a search that runs grows', grows],
    ['the lab without archives: known games are read and played', without],
];
