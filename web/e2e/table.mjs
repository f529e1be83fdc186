// table.mjs -- what people do at a table, by the buttons that people press.
import { PATIENCE, sleep, until } from './browser.mjs';

const OVER = new Set(['turn', 'end_hand', 'void', 'start_hand', 'choose', 'game', 'table']);

/** From the lobby to a seat of the table with this title; who is nobody becomes a guest.  Returns when that was pressed. */
export async function sit(person, title) {
    await person.go('#/');
    await person.button(new RegExp(`^Sit (at )?${title}`)).click();
    const down = person.page.getByRole('dialog').getByRole('button', { name: /^Sit down/ });
    await down.waitFor();
    const pressed = Date.now();
    await down.click();
    await person.page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'attached' });
    await person.frame((frame) => frame.type === 'mine' || frame.you?.seat !== undefined);
    return pressed;
}

export function seatOf(person) {
    const mine = person.last((frame) => frame.type === 'mine' || (frame.type === 'table' && frame.you));
    return mine?.type === 'mine' ? mine.seat : mine?.you?.seat;
}

/** The question that waits for an answer of this person, of those that came after `from`. */
export function pending(person, from = 0) {
    for (let at = person.frames.length - 1; at >= from; at--) {
        const frame = person.frames[at];
        if (frame.type === 'act' || (frame.type === 'snapshot' && frame.req_id !== undefined)) {
            return person.answered.has(frame.req_id) ? undefined : frame;
        }
        if (OVER.has(frame.type)) return undefined;
    }
    return undefined;
}

/** Careful people: they check, pay little, and throw the worst cards away. */
export function careful(act) {
    if (act.legal.includes('CHECK')) return /^Check$/;
    if (act.legal.includes('BRING_IN')) return /^Bring in/;
    if (act.legal.includes('CALL') && (act.call_amount ?? 0) <= act.blinds.bb) return /^Call/;
    return act.legal.includes('FOLD') ? /^Fold$/ : /^Call/;
}

/** People who want to see showdowns, and still have chips for the next one. */
export function curious(act) {
    if (act.legal.includes('CHECK')) return /^Check$/;
    if (act.legal.includes('BRING_IN')) return /^Bring in/;
    return act.legal.includes('CALL') && (act.call_amount ?? 0) <= 10 * act.blinds.bb ? /^Call/ : /^Fold$/;
}

/** People who give up whatever costs something. */
export function timid(act) {
    if (act.legal.includes('CHECK')) return /^Check$/;
    return act.legal.includes('FOLD') ? /^Fold$/ : /^Bring in/;
}

/** Clicks when the button is there.  It may go away with the question. */
async function click(person, act, button) {
    const over = () => pending(person)?.req_id !== act.req_id; // a question may be told twice
    await until(async () => over() || button.isVisible(), PATIENCE, 'button to answer with');
    if (over()) return;
    await button.click().catch((error) => { if (!over()) throw error; });
}

/** Touches the first cards, and sends them away; `count` of them. */
async function discard(person, act, count) {
    const most = Math.min(count, act.discard_max ?? 0);
    const least = act.discard_min ?? 0;
    const cards = person.page.locator('.seat-own').getByRole('button', { name: / of / });
    for (let nth = 0; nth < Math.max(most, least); nth++) await cards.nth(nth).click();
    await click(person, act, person.button(most > 0 ? /^Discard .+ of / : /^Stand pat$/));
}

/** Answers what is asked now.  A question that is over before the click is no mistake of anybody. */
export async function answer(person, act, policy = careful, draw = 2) {
    if (act.legal.includes('DISCARD')) await discard(person, act, draw);
    else if (act.legal.includes('MUCK')) await click(person, act, person.button(/^Muck$/));
    else if (act.legal.includes('RUNS')) await click(person, act, person.button(/^Once$/));
    else await click(person, act, person.button(policy(act)));
    person.answered.add(act.req_id);
}

/** Hands that ended, of those this person was dealt into. */
function handsOf(person, from) {
    const seat = seatOf(person);
    let dealt = false;
    let hands = 0;
    for (const frame of person.frames.slice(from)) {
        if (frame.type === 'start_hand') dealt = false;
        if (frame.type === 'event' && frame.ev === 'DEAL' && frame.seat === seat) dealt = true;
        if (frame.type === 'end_hand' && dealt) hands++;
    }
    return hands;
}

/** Plays until so many own hands are over.  Returns the questions that were answered. */
export async function playHands(people, count, policy = careful, within_ms = 250000) {
    const from = people.map((person) => person.frames.length);
    const asked = [];
    const end = Date.now() + within_ms;
    while (people.some((person, nth) => handsOf(person, from[nth]) < count)) {
        if (Date.now() > end) throw new Error(`only ${people.map((person, nth) => handsOf(person, from[nth]))} hands in ${within_ms} ms`);
        let idle = true;
        for (const person of people) {
            const act = pending(person);
            if (!act) continue;
            idle = false;
            asked.push(act);
            await answer(person, act, policy);
        }
        // luck: the step of this loop
        if (idle) await sleep(15);
    }
    return asked;
}

/** Waits until the page shows the own cards of this question: it is drawn later than its frame comes. */
export async function untilShown(person, act, within_ms = PATIENCE) {
    const told = [...act.you.hole].sort().join();
    const cards = person.page.locator(act.moves ? '.own-hand [data-card]' : '.seat-own [data-card]');
    const shown = () => cards.evaluateAll((all) => all.map((one) => one.dataset.card).sort().join());
    await until(async () => (await shown()) === told, within_ms, `page with the cards ${told}`);
}

/** Presses a key; whether the page heard it.  Keys rest for a moment after a new turn (ui/keys.ts). */
async function heard(person, key) {
    await person.page.evaluate(() => {
        globalThis.felt_heard = true; // who keeps it to himself has heard it
        addEventListener('keydown', (event) => {
            const taken = event.key === 'Enter' && event.target instanceof Element && event.target.closest('button, a, summary');
            globalThis.felt_heard = event.defaultPrevented || Boolean(taken);
        }, { once: true });
    });
    await person.page.keyboard.press(key);
    return person.page.evaluate(() => globalThis.felt_heard);
}

/** Presses a key until it is heard, and waits until it has done something: a slow page must not hear it twice. */
export async function press(person, key, done) {
    await until(async () => {
        const now = typeof key === 'string' ? key : await key();
        if (!now || !await heard(person, now)) return done();
        return until(done, PATIENCE, 'deed');
    }, PATIENCE, 'deed of a key');
}

/** Answers by a key: the server tells what this seat did. */
export async function answerByKey(person, act, key) {
    const from = person.frames.indexOf(act);
    await press(person, key, () => person.frames.slice(from + 1).some((frame) => frame.type === 'event' && frame.seat === act.seat));
}

/** Waits until somebody is asked and sees it, and leaves the question open. */
export async function untilAsked(person, within_ms = PATIENCE) {
    const act = await until(() => pending(person), within_ms, 'turn');
    await untilShown(person, act);
    return act;
}

/** The own cards as the page shows them: "ace of hearts". */
export async function ownCards(person) {
    const cards = person.page.locator('.seat-own').getByRole('img', { name: / of |joker/ });
    return cards.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
}

/** Stands up by the table's menu, and waits until the chips are back. */
export async function standUp(person, policy = timid) {
    const from = person.frames.length;
    await person.button('My seat').click();
    await person.button('Stand up').click();
    const end = Date.now() + PATIENCE;
    while (!person.frames.slice(from).some((frame) => frame.type === 'cashier')) {
        if (Date.now() > end) throw new Error('no chips came back');
        const act = pending(person);
        if (act) await answer(person, act, policy);
        await sleep(20);
    }
}
