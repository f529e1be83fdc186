// narc.mjs -- Narc: its page, the lesson by keys and by touch, and a session in a seat that a house player had.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PATIENCE, sleep, until } from './browser.mjs';
import { heading, look, shoot } from './pages.mjs';
import { pending, press } from './table.mjs';

const titleOf = (person) => person.page.locator('[data-focus]').first().textContent();

/** The names of cards by id. */
async function namesOf(person) {
    const { cards } = await person.api('narc/house');
    return new Map([...cards.cards, ...cards.tier_cards].map((card) => [card.id, card.name]));
}

/** How far the bar of the lesson is. */
const part = (person) => person.page.getByRole('progressbar').evaluate((bar) => bar.value);

/** Does something, and waits until the lesson has gone on. */
async function onward(person, what, does) {
    const before = await part(person);
    await does();
    await until(async () => (await part(person)) > before, PATIENCE, `step after ${what}`);
}

/** Presses a key until the lesson has gone on. */
async function onwardBy(person, key) {
    const before = await part(person);
    await press(person, key, async () => (await part(person)) > before);
}

/** The right answer to each question. */
const rightOf = (question) => question.answers.findIndex((answer) => answer.wrong === undefined);

async function byKeys(scene) {
    const ada = await scene.come({ width: 1440, height: 900 });
    const names = await namesOf(ada);
    const lesson = await ada.api('narc/lesson');
    await ada.go('#/narc');
    await heading(ada, 'Narc');
    const link = ada.page.getByRole('link', { name: 'Learn it in five minutes' });
    await link.focus();
    await ada.page.keyboard.press('Enter');
    await heading(ada, 'Narc in five minutes');
    const says = (text) => () => ada.page.getByText(text).isVisible();
    for (const { wanted } of lesson.steps) {
        const hand = ada.page.getByRole('list', { name: 'Your hand' }).getByRole('button');
        if (!wanted) await onwardBy(ada, 'Enter');
        else if (wanted.action === 'CHECK') await onwardBy(ada, 'c');
        else if (wanted.action === 'CONTINUE') await onwardBy(ada, 'g');
        else if (wanted.action === 'FOLD') {
            await press(ada, 'f', says('press again'));
            await onwardBy(ada, 'f');
        } else {
            const placeOf = async () => (await hand.allTextContents()).findIndex((text) => text.includes(names.get(wanted.card)));
            await onwardBy(ada, async () => ((await placeOf()) >= 0 ? String(await placeOf() + 1) : '')); // the hand is drawn later than the bar
        }
    }
    for (const question of lesson.questions) {
        const wrong = question.answers.findIndex((answer) => answer.wrong !== undefined);
        await press(ada, String(wrong + 1), says(question.answers[wrong].wrong));
        await onwardBy(ada, String(rightOf(question) + 1));
    }
    await ada.page.getByRole('heading', { name: 'You have done it' }).waitFor();
    await ada.page.reload(); // what was done is kept
    await ada.page.getByRole('heading', { name: 'You have done it' }).waitFor();
}

async function byTouch(scene) {
    const eve = await scene.come({ width: 360, height: 740, touch: true });
    const names = await namesOf(eve);
    const lesson = await eve.api('narc/lesson');
    const wrongs = [];
    await eve.go('#/narc/learn');
    await heading(eve, 'Narc in five minutes');
    const dock = eve.page.getByRole('region', { name: 'My actions' });
    const tap = (name) => dock.getByRole('button', { name }).tap();
    // three wrong moves: two are explained, the third time the lesson goes on
    const other = new RegExp(names.get('dinner_guests'));
    await tap(other);
    await eve.page.getByText('this lesson needs another move').waitFor();
    await tap(other);
    await onward(eve, 'the third time', () => tap(other));
    await eve.page.getByText('It was done for you.').waitFor();
    for (const [at, { wanted }] of lesson.steps.entries()) {
        if (at === 0) continue;
        if (at === 4) await look(scene, eve, 'narc-lesson', wrongs); // cards up, cards down, the initiative
        if (at === 4) {
            await eve.page.setViewportSize({ width: 360, height: 740 });
            await eve.page.screenshot({ path: join(scene.shots, 'narc-lesson-whole-360.png'), fullPage: true });
        }
        if (!wanted) await onward(eve, 'the end of a hand', () => eve.page.getByRole('button', { name: 'Go on', exact: true }).tap());
        else if (wanted.action === 'CHECK') await onward(eve, 'a check', () => tap('Check'));
        else if (wanted.action === 'CONTINUE') await onward(eve, 'going on', () => tap('Go on'));
        else if (wanted.action === 'FOLD') {
            await tap(/^Fold \(costs 1 card\)/);
            await onward(eve, 'a fold', () => tap(/^Fold \(costs 1 card\)\?/));
        } else {
            await onward(eve, wanted.card, () => tap(new RegExp(names.get(wanted.card))));
        }
    }
    wrongs.push(...(await eve.violations()));
    await shoot(scene, eve, 'narc-question', wrongs);
    for (const question of lesson.questions) {
        await onward(eve, 'a question', () => eve.page.getByRole('button', { name: question.answers[rightOf(question)].text }).tap());
    }
    await eve.page.getByText(lesson.end).waitFor();
    assert.equal(await titleOf(eve), 'You have done it');
    assert.deepEqual(wrongs, []);
}

async function page(scene) {
    const eve = await scene.come({ touch: true });
    const wrongs = [];
    await eve.go('#/');
    await eve.page.getByRole('main').getByRole('link', { name: /Three seats/ }).click(); // from the start page
    await heading(eve, 'Narc');
    await eve.page.getByRole('table', { name: /Player's cards/ }).waitFor();
    await look(scene, eve, 'narc-page', wrongs);
    for (const width of [360, 1440]) {
        await eve.page.setViewportSize({ width, height: 900 });
        await eve.page.screenshot({ path: join(scene.shots, `narc-page-whole-${width}.png`), fullPage: true });
    }
    await eve.page.getByRole('button', { name: /^open/ }).click();
    await eve.page.getByText('Cards are laid face up.').waitFor();
    assert.deepEqual(wrongs, []);
}

/** A seat that a house player has: it gets up, and two hands are played from there. */
async function asNarc(scene) {
    const server = await scene.another(); // nobody else's table
    const ada = await scene.come({ address: server.address, width: 1440, height: 900, touch: true });
    const wrongs = [];
    ada.allow(/a house player sits there/);
    await until(async () => ada.frames.some((frame) => frame.type === 'lobby'), PATIENCE, 'lobby');
    await ada.go('#/narc');
    await heading(ada, 'Narc');
    await ada.button('Play as the Narc').click();
    await ada.page.getByRole('heading', { level: 1, name: 'Narc for fun' }).waitFor({ state: 'attached' });
    await ada.frame((frame) => (frame.type === 'mine' && frame.seat === 0) || frame.you?.seat === 0);
    const hands = () => ada.frames.filter((frame) => frame.ev === 'OUTCOME').length;
    let looked = false;
    let raises = 0;
    for (const end = Date.now() + 200000; hands() < 2;) {
        assert.ok(Date.now() < end, 'no hand comes to its end');
        const act = pending(ada);
        if (!act) {
            await sleep(15);
            continue;
        }
        const cards = ada.page.getByRole('list', { name: 'Your hand' }).getByRole('button');
        await until(async () => (await cards.count()) === act.you.hole.length, PATIENCE, 'a button for each card');
        await ada.page.getByText('You are the Narc. Your turn').first().waitFor();
        if (!looked && act.round > 1) {
            looked = true;
            await look(scene, ada, 'narc-table', wrongs);
            await ada.page.setViewportSize({ width: 1440, height: 900 });
        }
        const raise = act.legal.includes('COMMIT') && act.players[0].down === 0;
        if (raise) raises++;
        if (raise) await cards.first().click();
        else await ada.button('Check').click();
        ada.answered.add(act.req_id);
        await until(() => ada.frames.indexOf(act) < ada.frames.length - 1, PATIENCE, 'an answer');
    }
    assert.ok(raises > 0);
    const told = ada.frames.filter((frame) => ['DEAL', 'COMMIT'].includes(frame.ev) && frame.seat !== 0 && frame.cards);
    assert.deepEqual(told, [], 'cards of others are in no frame');
    const errors = ada.frames.filter((frame) => frame.type === 'error' && !/gets up for you/.test(frame.msg));
    assert.deepEqual(errors, []);
    assert.deepEqual(wrongs, []);
    return `${raises} raises as the Narc`;
}

export const cases = [
    ['the lesson of Narc by keys, with wrong answers explained', byKeys],
    ['the lesson of Narc by touch on a phone, with wrong moves explained', byTouch],
    ['a session as the Narc, in a chair that a house player had', asNarc],
    ['the page of Narc: accessible, at every width, with all cards', page],
];
