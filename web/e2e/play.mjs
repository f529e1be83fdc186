// play.mjs -- cases at the tables: from nothing to a hand, many hands of every kind of game, cards that stay hidden, chat.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PATIENCE, until } from './browser.mjs';
import { QUICK } from './server.mjs';
import { answer, answerByKey, careful, curious, ownCards, pending, playHands, seatOf, sit, untilAsked, untilShown } from './table.mjs';

/** House players have seats when a server has just started, but not in the first moment. */
async function company(person, title, count) {
    const row = person.page.getByRole('listitem').filter({ has: person.page.getByRole('heading', { level: 3, name: title }) });
    await until(async () => {
        const text = (await row.innerText()).replace(/\s+/g, ' ');
        return Number(/(\d+) of \d+ seats taken/.exec(text)?.[1] ?? 0) >= count;
    }, PATIENCE, `house players at ${title}`);
}

/** Where others play already: a hand is under way when the chips are there, or the button passes; the blind need not come round. */
async function firstCards(scene) {
    const server = await scene.another(QUICK);
    const ada = await scene.come({ address: server.address });
    await company(ada, "Quick hold'em", 4);
    const begin = await sit(ada, "Quick hold'em");
    await until(async () => (await ownCards(ada)).length === 2, PATIENCE, 'own cards');
    const taken = Date.now() - begin;
    const seat = seatOf(ada);
    const there = ada.frames.findIndex((frame) => frame.type === 'chair' && frame.seat === seat && frame.state === 'waiting');
    const dealt = ada.frames.findIndex((frame) => frame.ev === 'DEAL' && frame.cards);
    assert.equal(ada.frames[dealt].cards.length, 2);
    const hands = ada.frames.slice(Math.max(there, 0), dealt).filter((frame) => frame.type === 'start_hand').length;
    assert.ok(hands <= 4, `cards in hand ${hands}`);
    return `cards in hand ${hands}, after ${taken} ms`;
}

async function twentyHands(scene) {
    const ada = await scene.come();
    await sit(ada, 'Long evening');
    const asked = await playHands([ada], 20, careful, 350000);
    assert.ok(asked.length >= 5, `${asked.length} answers in 20 hands`);
    assert.equal(ada.count('error'), 0, JSON.stringify(ada.last((frame) => frame.type === 'error')));
    await live(ada);
    return `${asked.length} answers`;
}

/** The live region tells what happens, the log keeps it. */
async function live(person) {
    const said = await person.page.locator('[aria-live=polite]').allInnerTexts();
    assert.ok(said.some((text) => text.trim().length > 0), 'the live region says nothing');
    const log = await person.page.getByRole('list', { name: "Dealer's log" }).innerText();
    assert.ok(/wins/.test(log), `nobody wins in the log: ${log.slice(-300)}`);
}

async function drawHands(scene) {
    const ada = await scene.come();
    await company(ada, 'Five-card draw', 2);
    await sit(ada, 'Five-card draw');
    const asked = await playHands([ada], 6, curious);
    const draws = () => ada.frames.filter((frame) => frame.ev === 'DISCARD' && frame.seat === seatOf(ada) && frame.count > 0).length;
    while (draws() < 2) asked.push(...await playHands([ada], 1, curious)); // hands that everybody else gave up before
    const drawn = ada.frames.filter((frame) => frame.ev === 'DRAW' && frame.seat === seatOf(ada));
    assert.ok(drawn.some((frame) => frame.cards?.length === frame.count), 'new cards are told');
    assert.equal(ada.count('error'), 0, JSON.stringify(ada.last((frame) => frame.type === 'error')));
    return `${draws()} draws, ${asked.length} answers`;
}

async function studHands(scene) {
    const ada = await scene.come();
    await company(ada, 'Stud hi-lo', 2);
    await sit(ada, 'Stud hi-lo');
    const asked = await playHands([ada], 6, curious);
    const shown = () => ada.frames.filter((frame) => frame.ev === 'SHOWDOWN').length;
    while (shown() < 2) asked.push(...await playHands([ada], 1, curious)); // hands that everybody else gave up before
    assert.ok(ada.frames.some((frame) => frame.ev === 'DEAL' && frame.up && frame.seat !== seatOf(ada)), 'cards up');
    assert.equal(ada.count('error'), 0, JSON.stringify(ada.last((frame) => frame.type === 'error')));
    return `${shown()} hands shown, ${asked.length} answers`;
}

/** Raises by a preset, the slider's keys and the keyboard: what the button says is what is told. */
async function raises(scene) {
    const ada = await scene.come();
    await sit(ada, 'Brave table');
    for (let tries = 0; tries < 30; tries++) {
        const act = await untilAsked(ada);
        if (!act.legal.includes('RAISE_TO') || act.min_raise_to === act.max_raise_to) {
            await answer(ada, act, careful);
            continue;
        }
        await ada.page.getByRole('group', { name: 'Amounts' }).getByRole('button', { name: 'Min' }).click();
        await ada.page.getByRole('slider').press('ArrowRight');
        await ada.drawn();
        const text = await ada.button(/^(Raise to|Bet|All-in) \d/).innerText();
        const to = Number(/[\d,]+/.exec(text)[0].replace(/,/g, ''));
        await ada.button(/^(Raise to|Bet|All-in) \d/).click();
        ada.answered.add(act.req_id);
        const told = await ada.frame((frame) => frame.ev === 'BET' && frame.seat === seatOf(ada), ada.frames.indexOf(act));
        assert.equal(told.to, to);
        assert.ok(to > act.min_raise_to, `${to} is more than ${act.min_raise_to}`);
        return `raised to ${to}`;
    }
    throw new Error('never a raise in thirty turns');
}

/** Every card that `owner` held in a hand, and was not shown, is in no frame of `other`. */
function leaks(owner, other) {
    const seat = seatOf(owner);
    const held = new Map(); // hand -> cards
    let hand;
    for (const frame of owner.frames) {
        if (frame.type === 'start_hand') held.set(hand = frame.hand_id, []);
        if (frame.ev === 'DEAL' && frame.seat === seat && frame.cards && !frame.up) held.get(hand)?.push(...frame.cards);
    }
    const found = [];
    let shown = false;
    for (const frame of other.frames) {
        if (frame.type === 'start_hand') {
            hand = frame.hand_id;
            shown = false;
        }
        if (frame.ev === 'SHOWDOWN' && frame.seat === seat) shown = true;
        if (shown || !held.has(hand) || frame.type === 'table') continue;
        const text = JSON.stringify(frame);
        for (const card of held.get(hand)) if (text.includes(`"${card}"`)) found.push(`${hand} ${card}: ${text.slice(0, 200)}`);
    }
    return { found, hands: held.size };
}

async function hiddenCards(scene) {
    const [ada, bob, eve] = [await scene.come(), await scene.come(), await scene.come()];
    await eve.page.getByRole('link', { name: /^Watch Duel/ }).click();
    await eve.frame((frame) => frame.type === 'table');
    await sit(ada, 'Duel');
    await sit(bob, 'Duel');
    await until(() => pending(ada) ?? pending(bob), PATIENCE, 'turn');
    for (const [person, other] of [[ada, bob], [bob, ada]]) {
        const backs = person.page.locator(`[data-seat="${seatOf(other)}"]`).getByRole('img', { name: 'face-down card' });
        await until(async () => (await backs.count()) === 2, PATIENCE, "page with the other's two cards face down");
        await until(async () => (await ownCards(person)).length === 2, PATIENCE, 'page with two own cards');
    }
    assert.equal((await ownCards(eve)).length, 0);
    const asked = await playHands([ada, bob], 6, (act) => (asked_twice(act) ? /^Fold$/ : curious(act)));
    await until(() => eve.count('end_hand') >= 6, PATIENCE, 'sixth hand of who watches');
    let hands = 0;
    for (const [owner, other] of [[ada, bob], [bob, ada], [ada, eve], [bob, eve]]) {
        const { found, hands: count } = leaks(owner, other);
        assert.deepEqual(found, []);
        hands = Math.max(hands, count);
    }
    assert.ok(hands >= 6);
    assert.equal(eve.count('act'), 0, 'who watches sees the hands, and is asked nothing');
    return `${hands} hands, ${asked.length} answers, ${ada.frames.length + bob.frames.length + eve.frames.length} frames`;
}

/** Now and then somebody folds, so that there are hands without a showdown. */
function asked_twice(act) {
    return act.legal.includes('FOLD') && !act.legal.includes('CHECK') && Number(/\d+$/.exec(act.hand_id)?.[0] ?? 0) % 2 === 0;
}

/** A card game by its cards, buttons and keys, on a phone: what the page offers is what the server lists. */
async function genome(scene) {
    const ada = await scene.come({ width: 360, height: 740, touch: true });
    await company(ada, 'Crazy Eights', 2);
    await sit(ada, 'Crazy Eights');
    const ways = { card: 0, button: 0, key: 0 };
    const over = () => ada.frames.some((frame) => frame.type === 'end_hand' && asked.has(frame.hand_id));
    const asked = new Set();
    const end = Date.now() + 200000;
    while (!over()) {
        assert.ok(Date.now() < end, 'the game comes to no end');
        const act = pending(ada);
        if (!act) {
            await ada.page.waitForTimeout(15);
            continue;
        }
        const buttons = ada.page.getByRole('list', { name: 'Moves' }).getByRole('button');
        await until(async () => (await buttons.count()) === act.moves.length, PATIENCE, 'a button for each move');
        await untilShown(ada, act);
        if (asked.size === 0) {
            await ada.page.screenshot({ path: join(scene.shots, 'genome-phone.png') });
            assert.deepEqual(await ada.violations(), []);
        }
        asked.add(act.hand_id);
        const cards = ada.page.getByRole('list', { name: 'Your hand' }).getByRole('button');
        const way = (await cards.count()) > 0 && ways.card <= ways.button ? 'card' : ways.key < ways.button ? 'key' : 'button';
        ways[way]++;
        if (way === 'card') await cards.first().click();
        else if (way === 'button') await buttons.first().click();
        else await answerByKey(ada, act, '1');
        ada.answered.add(act.req_id);
        await until(() => ada.frames.indexOf(act) < ada.frames.length - 1, PATIENCE, 'an answer');
    }
    assert.equal(ada.count('error'), 0, JSON.stringify(ada.last((frame) => frame.type === 'error')));
    return JSON.stringify(ways);
}

/** A hand of Narc on a phone: cards with names and what they do, by touch and by key; check, go on, fold with its price. */
async function narc(scene) {
    const ada = await scene.come({ width: 360, height: 740, touch: true });
    await company(ada, 'Narc for fun', 2);
    await sit(ada, 'Narc for fun');
    const ways = { card: 0, key: 0, check: 0, on: 0 };
    const end = Date.now() + 200000;
    const hands = () => ada.frames.filter((frame) => frame.type === 'event' && frame.ev === 'OUTCOME').length;
    let looked = false;
    while (hands() < 2 || ways.card + ways.key < 2 || !looked) {
        assert.ok(Date.now() < end, 'no hand comes to its end');
        const act = pending(ada);
        if (!act) {
            await ada.page.waitForTimeout(15);
            continue;
        }
        const cards = ada.page.getByRole('list', { name: 'Your hand' }).getByRole('button');
        await until(async () => (await cards.count()) === act.you.hole.length, PATIENCE, 'a button for each card');
        const first = act.legal.includes('COMMIT') && act.players.find(({ seat }) => seat === act.seat).down === 0;
        if (!looked && act.legal.includes('COMMIT')) {
            looked = true;
            await until(async () => /Raise with.*(price|cover|heat|evidence|profit)/s.test(await cards.first().textContent()), PATIENCE, 'what a card does');
            await ada.page.getByRole('button', { name: 'Fold (costs 1 card)' }).waitFor();
            await ada.page.screenshot({ path: join(scene.shots, 'narc-phone.png') });
            assert.deepEqual(await ada.violations(), []);
            const wide = await ada.page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 360, `the page is ${wide} wide`);
        }
        const way = act.legal.includes('CONTINUE') ? 'on' : !first ? 'check' : ways.card <= ways.key ? 'card' : 'key';
        ways[way]++;
        if (way === 'card') await cards.first().click();
        else if (way === 'key') await answerByKey(ada, act, '1');
        else await ada.page.getByRole('button', { name: way === 'on' ? 'Go on' : 'Check', exact: true }).click();
        ada.answered.add(act.req_id);
        await until(() => ada.frames.indexOf(act) < ada.frames.length - 1, PATIENCE, 'an answer');
    }
    assert.equal(ada.count('error'), 0, JSON.stringify(ada.last((frame) => frame.type === 'error')));
    return JSON.stringify(ways);
}

async function chatIsText(scene) {
    const [ada, bob] = [await scene.come(), await scene.come()];
    const evil = '<img src=x onerror=alert(1)><b>bold</b> & "quotes"';
    let alarms = 0;
    for (const person of [ada, bob]) person.page.on('dialog', (dialog) => { alarms++; void dialog.dismiss(); });
    await sit(ada, 'Talkative table');
    await bob.page.getByRole('link', { name: /^Watch Talkative table/ }).click();
    await bob.frame((frame) => frame.type === 'table');
    const field = ada.page.getByRole('textbox', { name: 'Say something' });
    await field.fill(evil);
    await field.press('Enter');
    await bob.page.getByText(evil, { exact: true }).first().waitFor();
    for (const person of [ada, bob]) {
        assert.equal(await person.page.locator('img[src="x"]').count(), 0);
        assert.equal(await person.page.locator('b', { hasText: 'bold' }).count(), 0);
    }
    assert.equal(alarms, 0);
}

/** A table that somebody has opened: by its link one is there, without it there is no such table. */
async function invitation(scene) {
    const [ada, bob] = [await scene.come(), await scene.come()];
    await ada.button('Play as guest').click();
    await ada.button(/^Menu of/).waitFor();
    await ada.page.evaluate(() => {
        const connection = new WebSocket(new URL('/room', location.href.replace(/^http/, 'ws')));
        connection.onopen = () => {
            connection.send('{"type":"hello","v":1}');
            connection.send('{"type":"create","req":7,"title":"Friday night","game":"omaha","bb":4,"sb":2}');
        };
    });
    const opened = await ada.frame((frame) => frame.type === 'private');
    await bob.page.goto(new URL(opened.link, scene.server.address).href);
    const table = await bob.frame((frame) => frame.type === 'table' && frame.table === opened.table);
    assert.equal(table.title, 'Friday night');
    await bob.page.getByRole('heading', { name: /Friday night/ }).first().waitFor({ state: 'attached' });
    assert.doesNotMatch(bob.page.url(), new RegExp(opened.key), 'the key is not left in the address');
    const from = bob.frames.length;
    await bob.page.goto(new URL(`/?table=${opened.table}&key=${'z'.repeat(opened.key.length)}`, scene.server.address).href);
    const refused = await bob.frame((frame) => frame.type === 'error', from);
    assert.equal(refused.code, 'FORBIDDEN');
}

export const first = [['a guest has cards in one of the first hands after sitting down', firstCards]];

export const cases = [
    ["20 hands of hold'em by the buttons", twentyHands],
    ['a draw game: cards are touched, sent away, and replaced', drawHands],
    ['stud hi-lo: six hands to the end', studHands],
    ['a raise by preset, slider and button is what the server tells', raises],
    ['two browsers at a table, and one that watches: hidden cards are in no frame', hiddenCards],
    ['a card game on a phone: its cards, its buttons and its keys play it', genome],
    ['Narc on a phone: cards by touch and key, check, go on', narc],
    ['chat with HTML in it is text', chatIsText],
    ['a private table: its link opens it, a wrong key does not', invitation],
];
