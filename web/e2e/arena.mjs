// arena.mjs -- cases of the arena: programs at a real server, watched one hand behind, replayed, their shuffle verified; and a
// server that lies is refused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PATIENCE, until } from './browser.mjs';
import { heading, look, shoot } from './pages.mjs';
import { start } from './server.mjs';

const CONF = `think = 0ms
house-players = 0
[table quiet]
title = Nobody here
game = holdem
limit = no-limit
blinds = 1/2
seats = 2
tables = 1
`;
const ARENA = ['--match', '--watch', 'open', '--seats', '2', '--stack', '1000000', '--move-ms', '600000'];

/** A server for programs; matches last so many hands. */
const arena = (scene, hands = 1000) => scene.another(CONF, [...ARENA, '--max-hands', String(hands)]);
const address = (server, table) => `ws://127.0.0.1:${server.port}/ws${table ? `?table=${table}` : ''}`;

/** A program that is ended with us. */
const run = (program, words) => start(program, words, { stdio: 'ignore' });

/** A `felt bot` that plays there. */
const bot = (server, team, player, table = '') =>
    run(server.felt, ['bot', address(server, table), '--team', team, '--code', team, '--player', player, '--quiet']);

/** A match at the usual table, from its first hand to its last. */
async function playMatch(server) {
    const bots = [bot(server, 'Tight Tina', 'zoo:tag'), bot(server, 'Caller', 'call')];
    await Promise.all(bots.map((one) => once(one, 'exit')));
}

/** In a page: a program that takes its time, folds now and then, and shoves when it is told to end. */
function dawdle({ to, team }) {
    let acts = 0;
    globalThis.arena = { pace: 1000, end: false }; // a match of it is most of an hour: whoever looks on may be slow
    const connection = new WebSocket(to);
    connection.onopen = () => connection.send(JSON.stringify({ type: 'hello', v: 1, team, join_code: 'x' }));
    connection.onmessage = ({ data }) => {
        const act = JSON.parse(data);
        if (act.type !== 'act') return;
        const { end } = globalThis.arena;
        const may = (word) => act.legal.includes(word);
        const action = end && may('RAISE_TO') ? 'RAISE_TO' : !end && ++acts % 3 === 0 ? 'FOLD' : may('CHECK') ? 'CHECK' : 'CALL';
        const answer = { type: 'action', v: 1, hand_id: act.hand_id, req_id: act.req_id, action };
        if (action === 'RAISE_TO') answer.amount = act.max_raise_to;
        // luck: this program takes its time on purpose
        setTimeout(() => connection.send(JSON.stringify(answer)), end ? 0 : globalThis.arena.pace);
    };
}

/** A live table "slow": a program in a page, and one of ours. */
async function liveTable(scene, server) {
    const dan = await scene.come({ address: server.address });
    await dan.page.evaluate(dawdle, { to: address(server, 'slow'), team: 'Dawdler' });
    bot(server, 'Faithful', 'call', 'slow');
    return dan;
}

/** What a spectator must never hear: a question, a hole card, a card of somebody who folded. */
function hearsNothingHidden(person, cards) {
    const heard = person.frames.filter((frame) => !frame.at); // frames of the room have a time
    let hidden = 0;
    for (const frame of heard) assert.ok(!['act', 'snapshot'].includes(frame.type) && !('you' in frame), frame.type);
    for (const [id, held] of cards) {
        const from = heard.findIndex((frame) => frame.type === 'start_hand' && frame.hand_id === id);
        const to = heard.findIndex((frame) => frame.type === 'end_hand' && frame.hand_id === id);
        if (from < 0 || to < 0) continue;
        const hand = heard.slice(from, to);
        if (hand.some((frame) => frame.ev === 'SHOWDOWN')) continue;
        for (const card of held) assert.ok(!JSON.stringify(hand).includes(`"${card}"`), `${card} of ${id} was told`);
        hidden += held.length;
    }
    return hidden;
}

/** The cards of each hand that the program in the page was dealt. */
const cardsOf = (person) => new Map(person.frames.filter((frame) => frame.type === 'act').map((act) => [act.hand_id, act.you.hole]));

async function watchAndVerify(scene) {
    const server = await arena(scene);
    const dan = await liveTable(scene, server);
    const ada = await scene.come({ address: server.address });
    await ada.page.getByRole('link', { name: /^Arena/ }).first().click();
    await heading(ada, 'The arena');
    await ada.page.getByRole('link', { name: 'Watch slow' }).click();
    await ada.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    await dan.page.evaluate(() => { globalThis.arena.pace = 120; });
    await ada.frame((frame) => frame.ev === 'FOLD');
    const seen = ada.count('end_hand');
    await until(() => ada.count('end_hand') > seen + 2, PATIENCE, 'hand after the next');
    const hidden = hearsNothingHidden(ada, cardsOf(dan));
    assert.ok(hidden >= 2, `${hidden} cards stayed hidden`);
    await dan.page.evaluate(() => { globalThis.arena.end = true; });
    await ada.page.getByRole('link', { name: 'Its hands, and verify the shuffle' }).click();
    await ada.page.getByRole('heading', { level: 1, name: /^Match at slow/ }).waitFor();
    await ada.page.getByText(/This browser watched: it noted the commitments of \d+ hands/).waitFor();
    await ada.button('Verify the shuffle').click();
    const said = await ada.page.locator('.arena-verdict-good').innerText();
    assert.match(said, /The shuffle is right: \d+ keys follow from the secret, \d+ cards lie .*commitment/s);
    await ada.page.getByRole('link', { name: /^Hand 1:/ }).click();
    await ada.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    await ada.page.getByText(/hand 1 of \d+/).waitFor();
    return said;
}

/** Forgeries of an answer, each of one byte or two. */
const forgeries = {
    'one byte of a key': (match) => { match.end.reveals[1].key = turned(match.end.reveals[1].key); },
    'one byte of the secret': (match) => { match.end.secret = turned(match.end.secret); },
    'two cards that changed places': (match) => { match.phh = match.phh.replace(/d dh p1 (..)(..)/, 'd dh p1 $2$1'); },
};
const turned = (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);

async function verdictOf(person) {
    await person.button('Verify the shuffle').click();
    return person.page.locator('.arena-verdict').innerText();
}

async function forged(scene) {
    const server = await arena(scene, 120);
    const wrongs = [];
    const ada = await scene.come({ address: server.address, touch: true });
    await ada.go('#/arena/table/T-1'); // whoever watches from the first hand on knows every commitment
    await heading(ada, 'Table T-1');
    await ada.frame((frame) => frame.type === 'welcome' && frame.table_id === 'T-1');
    await playMatch(server);
    await ada.frame((frame) => frame.type === 'match_end');
    const { match_id } = await until(async () => (await ada.api('arena')).matches[0], PATIENCE, 'match in the list');
    await ada.go(`#/arena/match/${match_id}`);
    await ada.page.getByRole('heading', { level: 1, name: /^Match/ }).waitFor();
    const honest = await verdictOf(ada);
    assert.match(honest, /The shuffle is right: 120 keys .* every commitment is the one that was noted before/s);
    await look(scene, ada, 'arena-match', wrongs);
    for (const [name, forge] of Object.entries(forgeries)) {
        await ada.page.route('**/api/arena/matches/*', async (route) => {
            const answer = await route.fetch();
            const match = await answer.json();
            forge(match);
            await route.fulfill({ response: answer, json: match });
        });
        await ada.page.reload();
        const said = await verdictOf(ada);
        assert.match(said, /Refused: /, `${name}: ${said}`);
        await ada.page.unroute('**/api/arena/matches/*');
    }
    wrongs.push(...await ada.violations());
    await shoot(scene, ada, 'arena-refused', wrongs);
    // What the browser noted is not what the server says now: one of them has changed.
    await ada.page.evaluate(() => {
        const kept = sessionStorage.getItem('felt-arena-commits');
        sessionStorage.setItem('felt-arena-commits', kept.replace(/[0-9a-f]{64}/, (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1)));
    });
    await ada.page.reload();
    assert.match(await verdictOf(ada), /Refused: hand 1 is not/);
    await ada.page.getByText('another commitment was noted').first().waitFor();
    assert.deepEqual(wrongs, []);
    return `${Object.keys(forgeries).length + 1} forgeries refused`;
}

/** The page as somebody finds it who has read nothing, and a command of it that really connects. */
async function pages(scene) {
    const server = await arena(scene);
    const wrongs = [];
    const eve = await scene.come({ address: server.address, touch: true });
    await eve.go('#/arena');
    await heading(eve, 'The arena');
    await eve.page.getByText('No program is playing').waitFor();
    await playMatch(server);
    await liveTable(scene, server);
    await eve.page.getByRole('link', { name: 'Watch slow' }).waitFor();
    await eve.page.getByRole('row', { name: /Tight Tina/ }).waitFor();
    await look(scene, eve, 'arena', wrongs);
    await eve.page.getByRole('textbox', { name: 'Name of your team' }).fill("Eve's bot");
    await eve.page.getByRole('textbox', { name: /^Table/ }).fill('proof');
    await eve.page.getByText('felt bot', { exact: true }).click();
    const command = await eve.page.getByRole('region', { name: 'Command for felt bot' }).innerText();
    assert.ok(command.includes(`ws://127.0.0.1:${server.port}/ws?table=proof`), command);
    const child = run('sh', ['-c', `exec ${command.trim().replace(/^felt /, `'${server.felt}' `)}`]);
    await eve.page.getByText("Eve's bot").first().waitFor();
    child.kill();
    await eve.page.getByRole('link', { name: 'Watch slow' }).click();
    await eve.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    wrongs.push(...await eve.violations());
    await shoot(scene, eve, 'arena-watch', wrongs);
    assert.deepEqual(wrongs, []);
}

/** A `felt arena tournament` with players of its own, which begins at once; where its pages are. */
async function tournament(scene) {
    const words = ['arena', 'tournament', '--with', 'zoo:tag+zoo:call+zoo:random', '--teams-wanted', '3', '--seats', '3', '--stack', '2000'];
    const child = start(scene.server.felt, [...words, '--watch', 'open', '--web', scene.web, '--port', '0'], { stdio: ['pipe', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (text) => { said += text; });
    return { child, address: await until(() => /^ {2}open {3}(\S+)\n/m.exec(said)?.[1], PATIENCE, 'an address to open') };
}

/** A server without a room: its start page is the arena, and says how a tournament of programs went. */
async function arenaAlone(scene) {
    const { child, address: at } = await tournament(scene);
    const wrongs = [];
    const ada = await scene.come({ address: at });
    ada.allow(/\/room/, /404/);
    await heading(ada, 'The arena');
    await ada.page.getByText('It is over.').waitFor();
    await ada.page.getByRole('row', { name: /zoo:tag-1/ }).waitFor();
    await until(async () => (await ada.page.getByRole('listitem').filter({ hasText: /^[123]\. / }).count()) === 3, PATIENCE, 'three places');
    assert.equal(await ada.page.getByText(/card room does not answer|Sign in|Play as guest|Lobby/).count(), 0, 'nothing leads to a room');
    await look(scene, ada, 'arena-tournament', wrongs);
    child.kill();
    assert.deepEqual(wrongs, []);
}

export const cases = [
    ['the arena: a forged key, card or commitment is refused by the browser', forged],
    ['the arena: found, understood, and a bot connected by its own command', pages],
    ['the arena: a match watched one hand behind, then verified and replayed', watchAndVerify],
    ['the arena alone: a server without a room, and a tournament of programs', arenaAlone],
];
