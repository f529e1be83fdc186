// operator.mjs -- the operator's page: who comes in and who does not, dials that count from the next hand, tournaments, users, the books.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { PATIENCE, until } from './browser.mjs';
import { heading, look, shoot } from './pages.mjs';

const CONF = `think = 0ms
think-max = 0ms
stay-hands = 0
look = 50ms
lobby-news = 100ms
tournament-chair = 100ms

[table nl-2]
title = Quick hold'em
game = holdem
blinds = 1/2
seats = 4
tables = 1
pause = 300ms
clock = 60s
house = 3

[table plo-10]
title = Pot-limit Omaha 5/10
game = omaha
limit = pot-limit
blinds = 5/10
seats = 6
tables = 1
pause = 400ms
clock = 60s
house = 2

[tournament evening]
title = Evening tournament
start = +5h
entrants = 6-60
seats = 9
buy-in = 100
guarantee = 1500
every = 1d

[tournament sng-3]
title = Sit-and-go of three
entrants = 3
seats = 3
house = 67
stack = 100000
buy-in = 50
levels = 10m 50/100 100/200 200/400
clock = 60s
`;

/** felt admin, with a line for its stdin. */
function admin(server, typed, ...words) {
    const child = spawn(server.felt, ['admin', '--data', server.data, ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    child.stdout.on('data', (text) => { out += text; });
    child.stderr.on('data', (text) => { out += text; });
    child.stdin.on('error', () => {}); // it may be gone before it has read anything
    child.stdin.end(typed);
    return new Promise((good, bad) => {
        child.once('close', (code) => (code === 0 ? good(out) : bad(new Error(`felt admin ${words.join(' ')}: ${out}`))));
    });
}

/** A server with an operator, and the token of a link that signs in once. */
async function house(scene) {
    const server = await scene.another(CONF);
    await admin(server, 'a secret of many words\n', 'users', 'create', 'boss', '--admin');
    const token = (await admin(server, '', 'token', 'issue', 'boss', '--link')).split('\n')[0];
    return { server, token };
}

async function comeIn(scene, { server, token }, options = {}) {
    const boss = await scene.come({ address: server.address, ...options });
    await boss.go(`#/link/${token}`);
    await boss.page.getByRole('link', { name: "To the operator's page" }).click();
    await heading(boss, 'Operator');
    return boss;
}

/** Goes to a section, and waits for its heading. */
async function section(boss, name, title) {
    await boss.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
    await boss.page.getByRole('heading', { level: 2, name: title ?? name, exact: true }).waitFor();
}

const row = (boss, text) => boss.page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const dialog = (boss) => boss.page.getByRole('dialog');
const told = (boss, text) => boss.told(text);

// ---- the second factor

/** A code of RFC 6238 for the step of now. */
function totp(secret) {
    const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
    const step = Buffer.alloc(8);
    step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
    const digest = createHmac('sha1', key).update(step).digest();
    return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

/** The form asks for a code when the password is right, and a recovery code opens the operator's page. */
async function secondFactor(scene) {
    const { server } = await house(scene);
    const said = await admin(server, '', 'factor', 'begin', 'boss');
    await admin(server, '', 'factor', 'confirm', 'boss', totp(said.split(/\s+/)[1]));
    const [code] = said.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/);
    const boss = await scene.come({ address: server.address });
    boss.allow(/status of 40[13]/);
    await boss.go('#/signin');
    const enter = () => boss.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await boss.page.getByLabel('Username').fill('boss');
    await boss.page.getByLabel('Password').fill('a secret of many words');
    assert.equal(await boss.page.getByLabel('Code of your second factor').count(), 0);
    await enter();
    await boss.page.getByLabel('Code of your second factor').fill('000000');
    await enter();
    await boss.page.getByRole('alert').filter({ hasText: 'not the code' }).first().waitFor();
    await boss.page.getByLabel('Code of your second factor').fill(code);
    await enter();
    await until(async () => (await boss.api('me').catch(() => ({}))).user?.kind === 'admin', PATIENCE, 'the operator');
    // The form leads to the lobby when it is done, which is later than the answer: before that it would take us away again.
    await boss.page.waitForFunction(() => location.hash === '#/');
    await boss.go('#/operator');
    await heading(boss, 'Operator');
}

// ---- dials

/** What a seat did in the hands that began after `from`: a list for each hand that is over.  The first one may have begun before what
 *  was told by then: connections and answers come on different ways. */
function deedsOf(boss, table, seat, from) {
    const hands = [];
    let hand;
    for (const frame of boss.frames.slice(from).filter((one) => one.table === table)) {
        if (frame.type === 'start_hand') hand = [];
        if (frame.type === 'event' && frame.seat === seat && ['BET', 'CALL', 'CHECK', 'FOLD'].includes(frame.ev)) hand?.push(frame);
        if (frame.type === 'end_hand' && hand) {
            hands.push(hand);
            hand = undefined;
        }
    }
    return hands.slice(1);
}

async function dial(boss, member, choose) {
    await boss.go('#/operator/house');
    await boss.button(`Dials of ${member.name} …`).click();
    await choose();
    await dialog(boss).getByRole('button', { name: 'Play like this' }).click();
    await told(boss, 'from the next hand on');
}

async function dials(scene) {
    const boss = await comeIn(scene, await house(scene));
    const seated = await until(async () => (await boss.api('operator/house')).members.find((one) => one.table === 'nl-2-1' && one.state === 'seated'), PATIENCE, 'house player');
    await boss.go('#/table/nl-2-1');
    const shown = await boss.frame((frame) => frame.type === 'table' && frame.table === 'nl-2-1');
    const { seat } = shown.chairs.find((one) => one.name === seated.name);
    const choose = (value) => dialog(boss).getByLabel('Plays like').selectOption(value);

    await dial(boss, seated, () => choose('zoo:fold'));
    await row(boss, seated.name).getByText('zoo:fold').waitFor();
    let from = boss.frames.length;
    const folded = await until(() => {
        const hands = deedsOf(boss, 'nl-2-1', seat, from).filter((hand) => hand.length > 0);
        return hands.length >= 3 && hands;
    }, PATIENCE, 'hands of somebody who folds');
    for (const hand of folded) for (const deed of hand) assert.ok(deed.ev === 'FOLD' || deed.ev === 'CHECK', JSON.stringify(deed));

    await dial(boss, seated, () => choose('zoo:shove'));
    from = boss.frames.length;
    const shoved = await until(() => deedsOf(boss, 'nl-2-1', seat, from).find((hand) => hand.length > 0), PATIENCE, 'hand of somebody who shoves');
    const [first] = shoved;
    assert.ok((first.ev === 'BET' && first.all_in) || first.ev === 'CALL', `the first thing he does: ${JSON.stringify(first)}`);

    await dial(boss, seated, async () => {
        await choose('house:rock');
        await dialog(boss).getByLabel('Aggression').fill('4');
        await dialog(boss).getByText('house:rock,aggr=4').waitFor();
    });
    await row(boss, seated.name).getByText('Rock, aggression 4').waitFor();
    assert.equal((await boss.api('operator/house')).members.find((one) => one.name === seated.name).persona, 'house:rock,aggr=4');

    await boss.button(`Dials of ${seated.name} …`).click();
    await choose('other');
    await dialog(boss).getByLabel('As felt match names players').fill('house:wolf');
    boss.allow(/400/);
    await dialog(boss).getByRole('button', { name: 'Play like this' }).click();
    await dialog(boss).getByRole('alert').filter({ hasText: 'wolf' }).waitFor(); // refused, in the server's words
    return `${folded.length} hands with folds, then ${first.ev.toLowerCase()} ${first.to ?? first.amount}${first.all_in ? ', all in' : ''}`;
}

// ---- whoever is none

const ROUTES = ['tables', 'house', 'users', 'users/1', 'audit', 'reports', 'clubs', 'ledger/check', 'metrics', 'events', 'fairplay', 'stats/house'];

async function strangers(scene) {
    const { server, token } = await house(scene);
    const eve = await scene.come({ address: server.address, touch: true });
    const asked = [];
    eve.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const nothing = async () => {
        for (const part of ['', '/users', '/users/1', '/audit', '/books', '/house']) {
            await eve.go('#/operator' + part);
            await heading(eve, 'Operator');
            await eve.page.getByText('felt admin token issue').waitFor();
            assert.doesNotMatch(await eve.page.getByRole('main').innerText(), /HousePlayer|All is well|Ledger/);
        }
        assert.deepEqual(asked.filter((path) => /^\/(api\/operator|metrics)/.test(path)), []);
        for (const route of ROUTES) {
            const answer = await eve.context.request.get(new URL(`/api/operator/${route}`, server.address).href);
            assert.equal(answer.status(), 403, route);
            assert.deepEqual(Object.keys(await answer.json()), ['error']);
        }
        const change = await eve.context.request.post(new URL('/api/operator/house/dials', server.address).href, { data: { who: '*', persona: 'zoo:fold' } });
        assert.equal(change.status(), 403);
    };
    await nothing();
    const wrongs = [];
    await look(scene, eve, 'operator-stranger', wrongs);
    assert.deepEqual(wrongs, []);
    await eve.page.setViewportSize({ width: 1280, height: 800 });
    await eve.button('Play as guest').click();
    await eve.button(/^Menu of/).waitFor();
    await eve.button(/^Menu of/).click();
    assert.equal(await eve.page.getByRole('link', { name: 'Operator', exact: true }).count(), 0);
    await eve.page.keyboard.press('Escape');
    await nothing();

    const boss = await comeIn(scene, { server, token });
    await boss.page.getByText('All is well').waitFor();
    eve.allow(/401/);
    await eve.go(`#/link/${token}`); // it was used
    await heading(eve, 'This link does not work');
    await nothing();

    // an operator who is signed out elsewhere sees nothing any more
    boss.allow(/403/);
    await admin(server, '', 'token', 'revoke', 'boss');
    await boss.go('#/operator/users');
    await boss.page.getByText('felt admin token issue').waitFor();
    assert.doesNotMatch(await boss.page.getByRole('main').innerText(), /HousePlayer/);
}

// ---- the work of an evening

async function createAndCallOff(boss) {
    await section(boss, 'Tournaments');
    await boss.button('New tournament …').click();
    await dialog(boss).getByLabel('Short name').fill('Friday!');
    await dialog(boss).getByLabel('Title').fill('Friday night');
    await dialog(boss).getByLabel('Starts').fill('+2h');
    await dialog(boss).getByLabel('Entrants').fill('4-40');
    await dialog(boss).getByLabel('Other settings').fill('late = 4');
    await dialog(boss).getByLabel('Reason').fill('for the regulars');
    boss.allow(/400/);
    await boss.button('Create it').click();
    await dialog(boss).getByRole('alert').filter({ hasText: /\S/ }).waitFor(); // no name for a table
    await dialog(boss).getByLabel('Short name').fill('friday');
    await boss.button('Create it').click();
    await told(boss, 'announced');
    await row(boss, 'Friday night').getByText('registering').waitFor();
    await row(boss, 'Friday night').getByRole('link', { name: 'Friday night' }).click();
    await boss.page.getByText('Nobody has registered yet.').waitFor();
    assert.equal((await boss.api('operator/events')).events.find((one) => one.event === 'friday').entrants_max, 40);
    await boss.button('Call off Friday night …').click();
    await dialog(boss).getByLabel('Reason').fill('nobody has time');
    await boss.button('Call it off').click();
    await told(boss, 'called off');
    await boss.page.getByRole('main').getByText('called off').first().waitFor();
}

async function givesChips(boss, server) {
    await section(boss, 'Users');
    await boss.page.getByLabel('Part of a username or handle').fill('bos');
    await row(boss, 'boss').getByRole('link').click();
    await boss.button('Give chips …').click();
    await dialog(boss).getByLabel('Chips').fill('a lot');
    await dialog(boss).getByLabel('Reason').fill('won the raffle');
    await boss.button('Give them').click();
    await dialog(boss).getByText('Write a whole number').waitFor();
    await dialog(boss).getByLabel('Chips').fill('1,000');
    await boss.button('Give them').click();
    await told(boss, 'in the bank');
    await boss.page.getByText('1,400').first().waitFor();
    assert.match(await server.admin('users', 'show', 'boss'), /1400/);
}

async function evening(scene) {
    const hall = await house(scene);
    const boss = await comeIn(scene, hall);
    await boss.page.getByText('All is well').waitFor();
    await boss.page.getByRole('img', { name: /^Hands: now [1-9]/ }).waitFor(); // hands are dealt, and the plot knows
    await createAndCallOff(boss);
    await givesChips(boss, hall.server);

    await section(boss, 'Ledger', 'Ledger check');
    await boss.button('Prove the books now').click();
    await boss.page.getByText('The books are right.').waitFor();
    assert.ok(await boss.page.getByRole('region', { name: 'Proofs' }).getByRole('row').count() > 5);

    await section(boss, 'Tables');
    await boss.button('Open a table …').click();
    await dialog(boss).getByLabel('Kind of table').selectOption('nl-2');
    await boss.button('Open it').click();
    await row(boss, 'nl-2-2').first().waitFor();
    await boss.button('Close nl-2-2 …').click();
    await boss.button('Close the table').click();
    await until(async () => !(await boss.api('operator/tables')).tables.some((one) => one.table === 'nl-2-2' && !one.closing), PATIENCE, 'closed table');

    await section(boss, 'Audit', 'Audit log');
    for (const text of ['event create · friday', 'event cancel · friday', 'credit 1,000', 'tables close · nl-2-2', 'won the raffle', 'nobody has time']) {
        await row(boss, text).first().waitFor();
    }
    await boss.page.getByLabel('Only this kind, action or operator').fill('credit');
    await boss.button('Show').click();
    await until(async () => (await row(boss, 'operator:boss').count()) === 1, PATIENCE, 'one row');

    const eve = await scene.come({ address: hall.server.address });
    await boss.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await boss.page.getByLabel('Notice', { exact: true }).fill('We stop at six');
    await boss.button('Tell everybody').click();
    await eve.page.getByText('We stop at six').waitFor();
}

// ---- a director's work

/** In the page: one more connection of this user, which registers. */
function register(tournament) {
    return new Promise((done, failed) => {
        const connection = new WebSocket(`ws://${location.host}/room`);
        connection.onopen = () => {
            connection.send(JSON.stringify({ type: 'hello', v: 1, req: 1 }));
            connection.send(JSON.stringify({ type: 'register', event: tournament, req: 2 }));
        };
        connection.onmessage = ({ data }) => {
            const frame = JSON.parse(data);
            if (frame.req === 2) (frame.type === 'ok' ? done : failed)(data);
        };
        connection.onerror = failed;
    });
}

async function director(scene) {
    const hall = await house(scene);
    const ada = await scene.come({ address: hall.server.address });
    await ada.button('Play as guest').first().click();
    const { user } = await ada.frame((frame) => frame.type === 'welcome' && frame.user);
    await ada.page.evaluate(register, 'sng-3');
    const boss = await comeIn(scene, hall);
    const tournament = async () => (await boss.api('operator/events')).events.find((one) => one.event === 'sng-3');
    await section(boss, 'Tournaments');
    const one = row(boss, 'Sit-and-go of three');
    const deed = async (name, yes, fill) => {
        await boss.page.getByRole('main').getByRole('button', { name: new RegExp(`^${name} Sit-and-go`) }).click();
        await fill?.();
        await dialog(boss).getByLabel('Reason').fill('the lamp is out');
        await dialog(boss).getByRole('button', { name: yes, exact: true }).click();
        await dialog(boss).waitFor({ state: 'detached' });
    };
    await one.getByText('running').waitFor();
    await deed('Pause', 'Pause');
    await until(async () => (await tournament()).state === 'paused', PATIENCE, 'pause');
    await one.getByText('paused').waitFor();
    await deed('Resume', 'Resume');
    await until(async () => (await tournament()).state === 'running', PATIENCE, 'end of the pause');
    await one.getByRole('link', { name: 'Sit-and-go of three' }).click();
    const before = (await tournament()).level_ends;
    await deed('Add time', 'Add it', () => dialog(boss).getByLabel('Minutes').fill('7'));
    assert.equal((await tournament()).level_ends - before, 7 * 60000);
    await boss.button(`Remove ${user.name} …`).click();
    await dialog(boss).getByLabel('Reason').fill('asked for it');
    await boss.button('Remove').click();
    await told(boss, 'is removed');
    const words = (await boss.api('operator/audit?limit=10')).audit.map((line) => `${line.action} ${line.reason}`);
    for (const word of ['event_pause the lamp is out', 'event_resume the lamp is out', 'event_add_time the lamp is out', 'event_remove asked for it']) {
        assert.ok(words.includes(word), `${word}: ${words.join('; ')}`);
    }
}

// ---- how it looks

/** Something in every section: a person at a table, a club, a report. */
async function fill(scene, server) {
    const post = (person, path, data) => person.context.request.post(new URL(`/api/${path}`, server.address).href, { data });
    const ada = await scene.come({ address: server.address });
    const bea = await scene.come({ address: server.address });
    await post(ada, 'register', { username: 'ada', password: 'a secret of many', handle: 'Ada' });
    await post(bea, 'register', { username: 'bea', password: 'a secret of more', handle: 'Beatrix of the long name' });
    await post(ada, 'clubs', { name: 'Tuesdays' });
    await post(ada, 'reports', { handle: 'Beatrix of the long name', text: 'Tells others what I folded, in the chat and by name', table: 'nl-2-1' });
}

/** One more look: what axe finds, and a picture at every width. */
async function glance(scene, boss, name, wrongs, full = false) {
    for (const violation of await boss.violations()) wrongs.push(`${name}: ${violation}`);
    await shoot(scene, boss, name, wrongs, full);
}

/** A house with something in it; an operator who looks at it, and what is wrong. */
async function inspection(scene) {
    const hall = await house(scene);
    await fill(scene, hall.server);
    const boss = await comeIn(scene, hall, { touch: true });
    const wrongs = [];
    await boss.page.getByText(/things? to look at/).waitFor();
    return { boss, wrongs, show: (name, full) => glance(scene, boss, `operator-${name}`, wrongs, full) };
}

async function picturesOfPeople(scene) {
    const { boss, wrongs, show } = await inspection(scene);
    await section(boss, 'Users');
    await row(boss, 'Ada').first().waitFor();
    await show('users');
    await row(boss, 'Ada').getByRole('link').first().click();
    await boss.button('Disable …').waitFor();
    await show('user', true);
    await boss.button('Disable …').click();
    await show('disable');
    await boss.button('Cancel').click();
    await section(boss, 'Ledger', 'Ledger check');
    await boss.button('Prove the books now').click();
    await boss.page.getByText('The books are right.').waitFor();
    await show('ledger');
    await section(boss, 'Clubs');
    await row(boss, 'Tuesdays').first().waitFor();
    await show('clubs');
    await section(boss, 'Fair play', 'Reports');
    await row(boss, 'Tells others').first().waitFor();
    await show('fair', true);
    await section(boss, 'Audit', 'Audit log');
    await row(boss, 'issue a one-time link').first().waitFor();
    await show('audit');
    assert.deepEqual(wrongs, []);
}

async function picturesOfPlay(scene) {
    const { boss, wrongs, show } = await inspection(scene);
    await section(boss, 'Tournaments');
    await boss.button('New tournament …').click();
    await show('new-tournament');
    await boss.button('Cancel').click();
    await row(boss, 'Evening tournament').getByRole('link').click();
    await boss.page.getByText('Nobody has registered yet.').waitFor();
    await show('tournament');
    await section(boss, 'Tables');
    await row(boss, 'nl-2-1').first().waitFor();
    await show('tables');
    await section(boss, 'House', 'House players');
    await boss.button(/^Dials of HousePlayer/).first().click();
    await show('dials');
    await boss.button('Cancel').click();
    await show('house', true);
    await boss.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await boss.page.getByRole('img', { name: /^Hands: now/ }).waitFor();
    await look(scene, boss, 'operator', wrongs);
    assert.deepEqual(wrongs, []);
}

export const cases = [
    ['operator: a dial counts from the next hand', dials],
    ['operator: without the link one gets nothing', strangers],
    ['operator: the form asks for the code of a second factor', secondFactor],
    ['operator: a tournament, chips, tables, the books, the audit', evening],
    ['operator: a tournament is paused, goes on, lasts longer, loses somebody', director],
    ['operator: users, books, clubs, reports, audit are accessible, at every width', picturesOfPeople],
    ['operator: overview, tournaments, tables, house are accessible, at every width', picturesOfPlay],
];
