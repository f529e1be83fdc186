// accounts.mjs -- cases of accounts and chips: signing up, standing up, reloading, and a balance that is right everywhere.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PATIENCE, until } from './browser.mjs';
import { playHands, sit, standUp, timid } from './table.mjs';

const PASSWORD = 'eight or more';

/** The bank as the header shows it. */
async function bank(person) {
    const text = await person.page.getByRole('link', { name: /chips in the bank/ }).innerText();
    return Number(text.replace(/\D/g, ''));
}

async function register(person, name) {
    await person.go('#/register');
    await person.page.getByLabel('Username').fill(name);
    await person.page.getByLabel('Password').fill(PASSWORD);
    await person.page.getByLabel(/^Name at the table/).fill(name.toUpperCase());
    await person.button('Create the account').click();
    await person.page.getByRole('heading', { name: new RegExp(name, 'i') }).waitFor();
}

/** What header, /api/me and the ledger say of the chips is the same. */
async function agrees(person) {
    const { user } = await person.api('me');
    let sum = 0;
    for (let page = await person.api('ledger?limit=200'); ; page = await person.api(`ledger?limit=200&before=${page.next}`)) {
        sum += page.lines.reduce((all, line) => all + line.amount, 0);
        if (page.next === undefined) break;
    }
    assert.equal(sum, user.total, 'the lines of the ledger');
    assert.equal(user.chips + user.seated, user.total);
    await until(async () => (await bank(person)) === user.chips, PATIENCE, `bank of ${user.chips} in the header`);
    return user;
}

/** Sits down and pays blinds, until they cost something, or for a while; what is left after standing up. */
async function spend(person) {
    await sit(person, 'Thrifty table');
    await until(async () => (await person.api('me')).user.seated > 0, PATIENCE, 'chips on the table');
    for (let rounds = 0; rounds < 5; rounds++) {
        await playHands([person], 3, timid);
        if ((await person.api('me')).user.total < 400) break;
    }
    await standUp(person);
    return until(async () => {
        const { user } = await person.api('me');
        return user.seated === 0 ? user : undefined;
    }, PATIENCE, 'chips in the bank');
}

async function signUp(scene) {
    const ada = await scene.come();
    const name = `ada${Date.now() % 100000}`;
    await register(ada, name);
    assert.equal((await agrees(ada)).total, 400);
    let after = await spend(ada);
    while (after.total >= 400) after = await spend(ada); // a hand that nobody wanted was won
    assert.deepEqual((await agrees(ada)).total, after.total);

    await ada.go('#/account');
    await ada.button(`Reload ${400 - after.total} chips`).click();
    await until(async () => (await bank(ada)) === 400, PATIENCE, '400 chips');
    assert.equal((await agrees(ada)).total, 400);

    // One reload a day is all there is here: the page says when the next one is.
    let again = await spend(ada);
    while (again.total >= 400) again = await spend(ada);
    ada.allow(/status of 429/);
    await ada.go('#/account');
    await ada.button(`Reload ${400 - again.total} chips`).click();
    await ada.told('The next one is possible on');
    assert.equal((await agrees(ada)).total, again.total);

    // Out and in again, by the name; a wrong password is told.
    ada.allow(/status of 401/);
    await ada.page.getByRole('button', { name: new RegExp(name, 'i') }).first().click();
    await ada.button('Sign out').click();
    const sure = ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
    const out = ada.told('You are signed out.');
    await Promise.race([out, sure.click().catch(() => undefined)]); // who has a seat is asked
    await out;
    await ada.go('#/signin');
    await ada.page.getByLabel('Username').fill(name);
    await ada.page.getByLabel('Password').fill('not the right one');
    await ada.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await ada.page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
    await ada.page.getByLabel('Password').fill(PASSWORD);
    await ada.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await until(async () => (await bank(ada).catch(() => -1)) === again.total, PATIENCE, 'the same chips');
    await agrees(ada);
    return `${after.total} chips after standing up`;
}

async function guestKeeps(scene) {
    const gil = await scene.come();
    await gil.button('Play as guest').click();
    await until(async () => (await bank(gil).catch(() => 0)) === 400, PATIENCE, '400 chips');
    const before = (await gil.api('me')).user;
    await register(gil, `gil${Date.now() % 100000}`);
    const after = await agrees(gil);
    assert.equal(after.id, before.id, 'the same account');
    assert.equal(after.kind, 'human');
}

/** Another browser of the same account is signed out from here; a password can be shown, and is weighed. */
async function otherSession(scene) {
    const [here, there] = [await scene.come(), await scene.come()];
    const name = `eva${Date.now() % 100000}`;
    await register(here, name);
    await there.go('#/signin');
    await there.page.getByLabel('Username').fill(name);
    const typed = there.page.getByLabel('Password');
    await typed.fill(PASSWORD);
    const becomes = (type) => until(async () => (await typed.getAttribute('type')) === type, PATIENCE, `a field of ${type}`);
    await there.button('Show what is typed').click();
    await becomes('text');
    await there.button('Show what is typed').click();
    await becomes('password');
    await there.page.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await until(async () => (await bank(there).catch(() => 0)) === 400, PATIENCE, 'signed in there');
    await here.go('#/account');
    await here.page.getByLabel('New password').fill('violet staple lantern');
    await here.page.getByRole('meter', { name: 'Strength' }).waitFor();
    await here.page.screenshot({ path: join(scene.shots, 'account-sessions.png'), fullPage: true });
    there.allow(/status of 401/);
    await here.page.getByRole('button', { name: /^End the session of/ }).click();
    await here.told('That session has ended.');
    await until(async () => (await there.page.getByRole('link', { name: /chips in the bank/ }).count()) === 0, PATIENCE, 'signed out there');
    await until(async () => (await here.page.getByRole('button', { name: /^End the session of/ }).count()) === 0, PATIENCE, 'no other session');
    assert.equal((await here.api('sessions')).sessions.length, 1);
}

export const cases = [
    ['sign-up, playing, standing up, a reload, signing in again: the balance is right everywhere', signUp],
    ['a guest chooses a name and keeps account and chips', guestKeeps],
    ['another session is ended from the account page; passwords are shown and weighed', otherSession],
];
