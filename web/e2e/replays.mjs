// replays.mjs -- cases of own hands: the list, the replayer beside what was played, shared hands.
import assert from 'node:assert/strict';
import { PATIENCE, until } from './browser.mjs';
import { curious, playHands, seatOf, sit } from './table.mjs';

const ACTIONS = { FOLD: / folds/, CHECK: / checks/, CALL: / calls/, BET: / (bets|raises|completes)/ };

/** Every hand that was seen from its first card to its end: stacks before and after, names, what was done. */
function played(person) {
    const hands = [];
    let hand;
    const names = new Map();
    for (const frame of person.frames) {
        for (const seat of frame.chairs ?? (frame.type === 'chair' ? [frame] : [])) if (seat.name) names.set(seat.seat, seat.name);
        if (frame.type === 'start_hand') hand = { id: frame.hand_id, before: frame.stacks, events: [], names: new Map(names) };
        if (frame.type === 'event') hand?.events.push(frame);
        if (frame.type === 'end_hand' && hand?.id === frame.hand_id) hands.push({ ...hand, after: frame.stacks });
    }
    return hands;
}

/** The texts of all steps, from the first to the last, by the button that goes on. */
async function stepTexts(person) {
    const now = person.page.locator('.replay-now [aria-hidden]');
    const texts = [];
    const start = person.button('To the start');
    if (await start.isEnabled()) await start.click();
    await person.drawn();
    const forward = person.button('One step on');
    for (;;) {
        texts.push(await now.innerText());
        if (await forward.isDisabled()) return texts;
        await forward.click();
        await person.drawn();
    }
}

/** "Ada 200 -> 198": the result that the page shows, by names. */
async function results(person) {
    const lines = await person.page.getByRole('region', { name: 'Result' }).getByRole('listitem').allInnerTexts();
    return new Map(lines.map((line) => {
        const [, name, before, after] = /^(.*?)\s+([\d,.]+) → ([\d,.]+)/s.exec(line);
        return [name.trim(), [before, after].map((text) => Number(text.replace(/,/g, '')))];
    }));
}

async function compare(person, hand) {
    const texts = await stepTexts(person);
    for (const [word, pattern] of Object.entries(ACTIONS)) {
        const told = hand.events.filter((event) => event.ev === word).length;
        assert.equal(texts.filter((text) => pattern.test(text)).length, told, `${word} in ${texts.join(' / ')}`);
    }
    const shown = await results(person);
    assert.equal(shown.size, hand.before.length, 'everybody who was dealt in');
    for (const { seat, stack } of hand.after) {
        const name = hand.names.get(seat);
        const before = hand.before.find((one) => one.seat === seat)?.stack;
        assert.deepEqual(shown.get(name), [before, stack], `${name} of ${hand.id}`);
    }
    return texts.length;
}

async function ownHands(scene) {
    const ada = await scene.come();
    await sit(ada, 'Table to remember');
    await playHands([ada], 3, curious);
    const seat = seatOf(ada);
    const whole = played(ada).filter((hand) => hand.events.some((event) => event.ev === 'DEAL' && event.seat === seat));
    assert.ok(whole.length >= 2, `${whole.length} whole hands`);
    await ada.go('#/hands');
    let steps = 0;
    for (const hand of whole.slice(0, 2)) {
        await ada.go('#/hands');
        const row = ada.page.getByRole('main').getByRole('link', { name: hand.id });
        const won = hand.after.find((one) => one.seat === seat).stack - hand.before.find((one) => one.seat === seat).stack;
        const text = (await row.innerText()).replace(/−/g, '-').replace(/,/g, '');
        assert.ok(new RegExp(`(^|\\s)\\+?${won}(\\s|$)`, 'm').test(text.replace(/▸/g, '')), `${won} in ${text}`);
        await row.click();
        await ada.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
        steps += await compare(ada, hand);
    }
    return `${steps} steps of two hands`;
}

/** A link holds the cards that were shown and one's own, and opens for a stranger without asking the server. */
async function shared(scene) {
    const [ada, eve] = [await scene.come(), await scene.come()];
    await sit(ada, 'Table to share');
    await playHands([ada], 1, curious);
    await ada.go('#/hands');
    await ada.page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await ada.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    await ada.button('Share link').click();
    const field = ada.page.getByRole('textbox', { name: 'Link' });
    const link = await until(() => field.inputValue(), PATIENCE, 'link');
    assert.ok(link.includes('#/replay/'), link);
    let asked = 0;
    eve.page.on('request', (request) => { if (request.url().includes('/api/')) asked++; });
    await eve.page.goto(link);
    await eve.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    assert.ok((await stepTexts(eve)).length > 3);
    assert.equal(asked, 0, 'no server was asked for the hand');
    assert.ok(!eve.frames.some((frame) => frame.type === 'hand'), 'not even by the line');
    return `${link.length} characters`;
}

export const cases = [
    ['own hands: the replayer has every step that was played, and the stacks of the end', ownHands],
    ['a shared hand opens from its address alone', shared],
];
