// connections.mjs -- cases of connections that drop: in the middle of a turn, and with the server gone.
import assert from 'node:assert/strict';
import { PATIENCE, until } from './browser.mjs';
import { Wire, quietPort } from './server.mjs';
import { answer, careful, ownCards, pending, playHands, sit, untilAsked } from './table.mjs';

// What a browser itself writes about connections that are gone.
const CUT = [/WebSocket connection to .* failed/, /net::ERR_/, /status of 50\d/];

/** The page as it was before the connection was gone: same hand, same cards, same question. */
async function same(person, from, before, act) {
    const again = await until(() => pending(person, from), PATIENCE, 'question after the return');
    assert.equal(again.at_hand_id ?? again.hand_id, act.hand_id, 'the hand of before');
    await until(async () => (await ownCards(person)).join() === before, PATIENCE, 'cards of before');
    return again;
}

async function cutInTurn(scene) {
    const wire = await new Wire(scene.server).open();
    const ada = await scene.come({ address: wire.address });
    ada.allow(...CUT);
    await sit(ada, 'Far table');
    const act = await untilAsked(ada);
    const cards = (await ownCards(ada)).join();
    wire.cut();
    await ada.page.getByText('The connection is gone.').waitFor();
    const from = ada.frames.length;
    await ada.forget();
    wire.mend();
    const begin = Date.now();
    const told = ada.told('You are back.');
    const tried = ada.button('Try now').click({ timeout: 2000 }).catch(() => undefined); // it may be back by itself before
    await Promise.all([told, Promise.race([told, tried])]);
    const again = await same(ada, from, cards, act);
    const back = Date.now() - begin;
    await answer(ada, again, careful);
    await playHands([ada], 2);
    // Once more, and nobody presses anything.
    await untilAsked(ada);
    wire.cut();
    await ada.page.getByText('The connection is gone.').waitFor();
    const gone = ada.frames.length;
    wire.mend();
    await until(() => pending(ada, gone), PATIENCE, 'turn');
    await ada.page.getByText('The connection is gone.').waitFor({ state: 'hidden' });
    await playHands([ada], 1);
    wire.close();
    return `back after ${back} ms`;
}

async function killed(scene) {
    const server = await scene.another(undefined, undefined, await quietPort());
    const ada = await scene.come({ address: server.address });
    ada.allow(...CUT);
    await sit(ada, 'Far table');
    await playHands([ada], 1);
    const act = await untilAsked(ada);
    const cards = (await ownCards(ada)).join();
    await server.kill();
    await ada.page.getByText('The connection is gone.').waitFor();
    const from = ada.frames.length;
    await server.start();
    const begin = Date.now();
    await ada.button('Try now').click({ timeout: 2000 }).catch(() => undefined); // it may be back by itself before
    await ada.frame((frame) => frame.type === 'welcome', from, PATIENCE);
    const again = await same(ada, from, cards, act);
    const back = Date.now() - begin;
    await answer(ada, again, careful);
    await playHands([ada], 2);
    return `the hand went on ${back} ms after the server was there`;
}

export const cases = [
    ['the line is cut in the middle of a turn, and comes back to the same question', cutInTurn],
    ['kill -9 of the server in the middle of a turn: the same hand goes on', killed],
];
