// tournaments.mjs -- tournaments, tables of one's own, clubs, figures: from the start page to the end, by the buttons that people press.
import assert from 'node:assert/strict';
import { PATIENCE, sleep, until } from './browser.mjs';
import { heading, look, shoot } from './pages.mjs';
import { answer, pending, playHands } from './table.mjs';

const CONF = `think = 0ms
think-max = 0ms
stay-hands = 0
look = 50ms
lobby-news = 100ms
tournament-chair = 100ms
tournament-house = 12

[table nl-2]
title = Quick hold'em
game = holdem
blinds = 1/2
seats = 4
tables = 1
pause = 400ms
clock = 5min
house = 3

[tournament sng-3]
title = Sit-and-go of three
entrants = 3
seats = 3
house = 67
stack = 1000
buy-in = 50
fee = 5
prizes = 65 35
levels = 4s 50/100 100/200 200/400 400/800 800/1600
pause = 100ms
clock = 5min
every = 1m

[tournament friends]
title = Friends on Friday
start = +2h
entrants = 2-20
buy-in = 20
key = sesame

[tournament evening]
title = Evening tournament
start = +5h
entrants = 6-60
seats = 9
buy-in = 100
fee = 5
guarantee = 1500
late = 4
reentries = 1
bubble = 1
levels = regular
`;

/** Pictures at every width, and whether something does not fit; then the page is as wide as it was. */
async function picture(scene, person, name, wrongs) {
    const before = person.page.viewportSize();
    await shoot(scene, person, name, wrongs);
    await person.page.setViewportSize(before);
}

/** Answers for all of them until it is so. */
async function playUntil(people, holds, within_ms, what, policy) {
    const end = Date.now() + within_ms;
    while (!holds()) {
        assert.ok(Date.now() < end, `no ${what} within ${within_ms} ms`);
        let idle = true;
        for (const person of people) {
            const act = pending(person);
            if (!act) continue;
            idle = false;
            await answer(person, act, policy).catch((error) => { if (!holds()) throw error; });
        }
        if (idle) await sleep(15);
    }
}

/** People who want to see the end of it. */
const brave = (act) => (act.legal.includes('CHECK') ? /^Check$/ : act.legal.includes('CALL') ? /^Call/ : /^Fold$/);

const status = (person, words) => person.page.getByText(words).first().waitFor();

async function sitAndGo(scene) {
    const server = await scene.another(CONF);
    const ada = await scene.come({ address: server.address, touch: true });
    const { page } = ada;
    await page.getByRole('link', { name: /^Tournaments/ }).first().click();
    await heading(ada, 'Tournaments');
    await page.getByRole('link', { name: 'Details of Sit-and-go of three' }).click();
    await heading(ada, 'Sit-and-go of three');
    await ada.button(/^Register for 50 chips/).click();
    const seated = await ada.frame((frame) => frame.type === 'entry' && frame.table !== undefined, 0, PATIENCE);
    await until(() => page.evaluate((to) => location.hash === to, `#/table/${seated.table}`), PATIENCE, 'way to the table');
    await page.getByRole('complementary', { name: 'Tournament' }).waitFor();
    await page.getByText(/^Level \d/).first().waitFor();
    await ada.button('My seat').click();
    assert.equal(await ada.button('Stand up').count(), 0, 'nobody stands up from a tournament');
    assert.equal(await ada.button('More chips').count(), 0);
    await page.keyboard.press('Escape');
    const bank = ada.page.getByRole('link', { name: '350 chips in the bank' });
    await bank.waitFor();
    const wrongs = [];
    await picture(scene, ada, 'tournament-table', wrongs);
    assert.deepEqual(wrongs, []);
    const placed = () => ada.last((frame) => frame.type === 'entry' && frame.place !== undefined);
    await playUntil([ada], placed, 200000, 'end', brave);
    const told = placed();
    await status(ada, told.place === 1 ? /You won it, first of 3!/ : new RegExp(`You finished ${told.place === 2 ? '2nd' : '3rd'} of 3`));
    await page.getByRole('link', { name: `${350 + (told.prize ?? 0)} chips in the bank` }).waitFor();
    await picture(scene, ada, 'tournament-end', wrongs);
    assert.deepEqual(wrongs, []);
    assert.match(await server.admin('ledger', 'check'), /the books are right/);
    return `place ${told.place}${told.prize ? `, won ${told.prize}` : ''}`;
}

async function register(person, name) {
    const answered = await person.context.request.post(new URL('/api/register', person.address).href, {
        data: { username: name, password: 'eight or more', handle: name.charAt(0).toUpperCase() + name.slice(1) },
    });
    assert.equal(answered.status(), 201);
    await person.page.reload();
    await person.frame((frame) => frame.type === 'welcome' && frame.user?.name.toLowerCase() === name);
}

async function sitDown(person) {
    await person.button('Take a seat').first().click();
    await person.page.getByRole('dialog').getByRole('button', { name: /^Sit down with/ }).click();
    await person.frame((frame) => frame.type === 'mine' || frame.you?.seat !== undefined);
}

/** What one of them does, the other one shows: the entry, and the bank. */
async function twoTabs(scene) {
    const server = await scene.another(CONF);
    const ada = await scene.come({ address: server.address });
    await register(ada, 'ada');
    const { bank } = ada.last((frame) => frame.type === 'welcome');
    const tabs = [ada.page, await ada.context.newPage()];
    await tabs[1].goto(`${server.address}#/tournament/evening`);
    await ada.go('#/tournament/evening');
    const both = (what) => Promise.all(tabs.map((page) => what(page).first().waitFor()));
    await both((page) => page.getByRole('button', { name: /^Register for 100 chips/ }));
    await ada.button(/^Register for 100 chips/).click();
    await both((page) => page.getByText('You take part. When it starts'));
    await both((page) => page.getByRole('link', { name: `${bank - 100} chips in the bank` }));
    await tabs[1].getByRole('button', { name: /^Unregister/ }).click();
    await Promise.all(tabs.map((page) => ada.told('Evening tournament: you are not registered any more. 100 chips are back in your bank.', page)));
    await both((page) => page.getByRole('button', { name: /^Register for 100 chips/ }));
    await both((page) => page.getByRole('link', { name: `${bank} chips in the bank` }));
}

/** Ada opens a table, Bob finds it by its link. */
async function friday(scene) {
    const server = await scene.another(CONF);
    const [ada, bob] = await Promise.all([scene.come({ address: server.address }), scene.come({ address: server.address })]);
    await ada.button('Open a table of your own').click();
    const form = ada.page.getByRole('dialog', { name: 'Open a table of your own' });
    await form.getByLabel('Name of the table').fill('Friday night');
    await form.getByLabel('Big blind', { exact: true }).fill('0');
    await form.getByRole('button', { name: 'Open the table' }).click();
    await form.getByText('A whole number, at least 1.').waitFor();
    await form.getByLabel('Big blind', { exact: true }).fill('2');
    await form.getByLabel(/^Password/).fill('swordfish');
    await form.getByText('More options').click();
    await form.getByLabel('Straddle').selectOption('optional');
    await form.getByRole('button', { name: 'Open the table' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Friday night' }).waitFor({ state: 'attached' });
    await ada.button('Host').click();
    await ada.button('Invite friends').click();
    await ada.page.getByRole('dialog', { name: 'Invite friends' }).waitFor();
    const link = await ada.page.getByLabel('Link to this table').inputValue();
    await ada.page.keyboard.press('Escape');

    await bob.page.goto(link);
    await bob.page.getByRole('heading', { level: 1, name: 'Friday night' }).waitFor({ state: 'attached' });
    assert.doesNotMatch(bob.page.url(), /key=/, 'the key is not in the address');
    return { ada, bob, link };
}

/** Both sit down and play a hand; then Bob straddles. */
async function fridayHand(ada, bob) {
    await sitDown(ada);
    await bob.button('Take a seat').first().click();
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Play as guest' }).click();
    await bob.page.getByRole('dialog').getByRole('button', { name: /^Sit down with/ }).click();
    await bob.frame((frame) => frame.type === 'mine');
    await playHands([ada, bob], 1);
    await bob.button('My seat').click();
    await bob.button('Settings of my seat').click();
    await bob.page.getByRole('switch', { name: /^Straddle/ }).click();
    await bob.frame((frame) => frame.type === 'mine' && frame.straddle === true);
    await bob.page.keyboard.press('Escape');
}

async function ownTable(scene) {
    const { ada, bob, link } = await friday(scene);
    const eve = await scene.come({ address: link.replace(/&key=.*/, '') });
    await eve.page.getByLabel('Password of the table').fill('swordfish');
    await eve.button('Come in').click();
    await eve.page.getByRole('heading', { level: 1, name: 'Friday night' }).waitFor({ state: 'attached' });
    await fridayHand(ada, bob);
    await playHands([ada, bob], 1);
}

async function hostOfTable(scene) {
    const { ada, bob } = await friday(scene);
    await fridayHand(ada, bob);
    await ada.button('Host').click();
    await ada.button('Stakes and options').click();
    const change = ada.page.getByRole('dialog', { name: 'Change the table' });
    await change.getByLabel('Small blind').fill('2');
    await change.getByLabel('Big blind', { exact: true }).fill('4');
    await change.getByRole('button', { name: 'Change it' }).click();
    await bob.frame((frame) => frame.type === 'terms' && frame.bb === 4);
    await playHands([ada, bob], 1);
    await ada.button('Host').click();
    const wrongs = [];
    await picture(scene, ada, 'host-table', wrongs);
    assert.deepEqual(wrongs, []);
    await ada.button('Pause after this hand').click();
    const name = bob.last((frame) => frame.type === 'welcome' && frame.user).user.name;
    await ada.button('Host').click();
    await ada.button('Send somebody away').click();
    await ada.page.getByRole('dialog').getByRole('button', { name }).click();
    const gone = () => bob.last((frame) => frame.type === 'gone' && frame.msg !== undefined);
    await playUntil([ada, bob], gone, 120000, 'way out'); // it waits for the hand to end
    await bob.told('Friday night: the host has sent you away');
}

async function club(scene) {
    const server = await scene.another(CONF);
    const [ada, bob] = await Promise.all([scene.come({ address: server.address }), scene.come({ address: server.address })]);
    await register(ada, 'ada');
    await register(bob, 'bob');
    await ada.go('#/clubs');
    await ada.page.getByLabel('Name of the club').fill('Tuesdays');
    await ada.button('Open the club').click();
    await heading(ada, 'Tuesdays');
    const link = await ada.page.getByLabel('Invitation', { exact: true }).inputValue();
    await bob.page.goto(link);
    await bob.button('Join the club').click();
    await heading(bob, 'Tuesdays');
    assert.equal(new URL(bob.page.url()).search, '');
    await ada.button('Open a table').click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Open the table' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'A private table' }).waitFor({ state: 'attached' });
    await bob.page.reload();
    await bob.page.getByRole('link', { name: /^Go there/ }).click();
    await bob.page.getByRole('heading', { level: 1, name: 'A private table' }).waitFor({ state: 'attached' });
    await sitDown(ada);
    await sitDown(bob);
    await playHands([ada, bob], 1);
    await ada.page.locator('.seat-person').first().click();
    await ada.button('Report Bob to an operator').click();
    await ada.page.getByLabel('What happened?').fill('He is slow.');
    await ada.button('Send the report').click();
    await ada.told('An operator will read it');
    await ada.go('#/clubs');
    await ada.page.getByRole('link', { name: /Tuesdays/ }).click();
    await ada.button(/^Make a manager.*Bob/).click();
    await ada.told('Bob is a manager now.');
    const { club: told } = await bob.api('clubs/1');
    assert.equal(told.rank, 'manager');
}

/** Pages of tournaments and figures with something on them, in both themes and at every width. */
async function pagesOfEvents(scene) {
    const server = await scene.another(CONF);
    const ada = await scene.come({ address: server.address, touch: true });
    const wrongs = [];
    await register(ada, 'ada');
    await ada.go('#/table/nl-2-1');
    await sitDown(ada);
    await playHands([ada], 4);
    await ada.go('#/tournaments');
    await ada.page.getByRole('heading', { level: 2, name: 'Join now' }).waitFor();
    await look(scene, ada, 'tournaments', wrongs);
    await ada.go('#/tournament/friends');
    await ada.button(/^Register for 20 chips/).click();
    const door = ada.page.getByRole('dialog', { name: 'A private tournament' });
    await door.getByLabel('The word').fill('wrong');
    await door.getByRole('button', { name: 'Register' }).click();
    await door.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
    await door.getByLabel('The word').fill('sesame');
    await door.getByRole('button', { name: 'Register' }).click();
    await ada.page.getByText('You take part. When it starts').waitFor();
    await ada.button(/^Unregister/).click();
    await ada.button(/^Register for 20 chips/).waitFor();
    await ada.go('#/tournament/evening');
    await heading(ada, 'Evening tournament');
    await ada.button(/^Register for 100 chips/).click();
    await ada.page.getByText('You take part. When it starts').waitFor();
    await look(scene, ada, 'tournament', wrongs);
    await ada.go('#/stats');
    await ada.page.getByRole('heading', { level: 2, name: 'How you play' }).waitFor();
    assert.match(await ada.page.getByRole('main').innerText(), /in \d+ hands/);
    await look(scene, ada, 'stats', wrongs);
    await ada.go('#/leaders');
    await ada.page.getByRole('table').waitFor();
    await look(scene, ada, 'leaders', wrongs);
    assert.deepEqual(wrongs, []);
}

/** Pages of clubs, and the dialog for a table of one's own. */
async function pagesOfClubs(scene) {
    const server = await scene.another(CONF);
    const ada = await scene.come({ address: server.address, touch: true });
    const wrongs = [];
    await register(ada, 'ada');
    await ada.go('#/clubs');
    await ada.page.getByLabel('Name of the club').fill('Tuesdays');
    await look(scene, ada, 'clubs', wrongs);
    await ada.button('Open the club').click();
    await heading(ada, 'Tuesdays');
    await look(scene, ada, 'club', wrongs);
    await ada.button('Open a table').click();
    await ada.page.getByRole('dialog').getByText('More options').click();
    await look(scene, ada, 'own-table', wrongs);
    assert.deepEqual(wrongs, []);
}

export const cases = [
    ['a sit-and-go: registered, led to the table, played to the end', sitAndGo],
    ['an entry in two tabs: registered in one, given back in the other', twoTabs],
    ['a table of one\'s own: opened, found by link and by password, a straddle', ownTable],
    ['a table of one\'s own: changed, paused and emptied by its host', hostOfTable],
    ['a club of two: invited, a table, a report, a manager', club],
    ['pages of tournaments and figures: accessible, at every width', pagesOfEvents],
    ['pages of clubs and of a new table: accessible, at every width', pagesOfClubs],
];
