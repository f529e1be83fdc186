// browser.mjs -- people with browsers: pages that remember every frame and every complaint.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const ARGS = [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--disable-extensions',
    '--disable-default-apps', '--mute-audio',
    // What playwright switches off, of which only the last list counts; and the popups of the address line, two hidden pages for each
    // window, which take a third of all the time.
    `--disable-features=${[
        'AvoidUnnecessaryBeforeUnloadCheckSync', 'BoundaryEventDispatchTracksNodeRemoval', 'DestroyProfileOnBrowserClose',
        'DialMediaRouteProvider', 'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'PaintHolding',
        'ThirdPartyStoragePartitioning', 'Translate', 'AutoDeElevate', 'RenderDocument', 'OptimizationHints',
        'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup',
    ]}`,
];
// What a browser itself writes of a connection that comes late: who signs in does not wait for the connection of nobody, and after ten seconds
// without an answer a page looks whether there is a room at all.
const LATE = [/WebSocket is closed before the connection is established/, /status of 426/];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const PATIENCE = 300000; // ms; a limit that is only reached if something is broken

export function launch() {
    return chromium.launch({ executablePath: process.env.FELT_CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
}

/** In the page: one more connection of this user, which gives up whatever is asked, stands up, and stays until the chips are back, or,
 *  where there are none, until the seat is free. */
function stand({ table, seat, hand_id, req_id, within_ms }) {
    return new Promise((done) => {
        const connection = new WebSocket(`ws://${location.host}/room`);
        connection.onopen = () => {
            connection.send(JSON.stringify({ type: 'hello', v: 1, req: 1 }));
            connection.send(JSON.stringify({ type: 'watch', table, req: 2 }));
            if (req_id) connection.send(JSON.stringify({ type: 'action', table, hand_id, req_id, action: 'FOLD', req: 3 }));
            connection.send(JSON.stringify({ type: 'stand', table, req: 4 }));
        };
        connection.onmessage = ({ data }) => {
            const frame = JSON.parse(data);
            if (frame.type === 'act') connection.send(JSON.stringify({ type: 'action', table, hand_id: frame.hand_id, req_id: frame.req_id, action: 'FOLD' }));
            const free = frame.type === 'gone' || (frame.type === 'chair' && frame.seat === seat && frame.state === 'free');
            if (frame.type === 'cashier' || (frame.table === table && free) || (frame.req === 4 && frame.type !== 'ok')) done();
        };
        connection.onclose = connection.onerror = done;
        setTimeout(done, within_ms); // luck: it ends what hangs
    });
}

/** In every page, from its first moment: keeps what is told in passing, since a slow machine may look when it is gone. */
function remember() {
    globalThis.felt_told = [];
    const known = new WeakMap();
    new MutationObserver(() => {
        for (const one of document.querySelectorAll('.toast p, .banner')) {
            if (known.get(one) === one.textContent) continue;
            known.set(one, one.textContent);
            globalThis.felt_told.push(one.textContent);
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** In the page: whether this was told since it was asked for the last time. */
function recall({ source, flags }) {
    const at = globalThis.felt_told.findIndex((text) => new RegExp(source, flags).test(text));
    if (at >= 0) globalThis.felt_told.splice(0, at + 1);
    return at >= 0;
}

const quoted = (text) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));

/** Somebody with a browser of his own: cookies are not shared.  `complaints` is what its console said. */
export class Person {
    /** `calm`: no motion, for pictures and for speed. */
    static async come(browser, address, { width = 1280, height = 800, dark = true, touch = false } = {}) {
        const person = new Person();
        person.address = address;
        person.frames = [];
        person.complaints = [];
        person.allowed = [...LATE];
        person.answered = new Set();
        person.context = await browser.newContext({
            viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', hasTouch: touch,
        });
        person.context.setDefaultTimeout(PATIENCE);
        await person.context.addInitScript(remember);
        person.page = await person.context.newPage();
        person.listen();
        await person.page.goto(address);
        return person;
    }

    listen() {
        const { page } = this;
        page.on('console', (message) => {
            if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
        });
        page.on('pageerror', (error) => this.complaints.push(`thrown: ${error.message}`));
        page.on('websocket', (socket) => {
            socket.on('framereceived', ({ payload }) => this.frames.push(JSON.parse(String(payload))));
        });
    }

    /** What the console may say: connections that are cut, refusals that a case provokes. */
    allow(...patterns) {
        this.allowed.push(...patterns);
    }

    wrongs() {
        return this.complaints.filter((text) => !this.allowed.some((pattern) => pattern.test(text)));
    }

    go(hash) {
        return this.page.evaluate((to) => { location.hash = to; }, hash);
    }

    button(name) {
        return this.page.getByRole('button', { name, exact: typeof name === 'string' });
    }

    /** The last frame for which this holds. */
    last(holds) {
        return this.frames.findLast(holds);
    }

    count(type, from = 0) {
        return this.frames.slice(from).filter((frame) => frame.type === type).length;
    }

    /** Waits until a frame for which this holds has come after `from`. */
    async frame(holds, from = 0, within_ms = PATIENCE) {
        return until(() => this.frames.slice(from).find(holds), within_ms, 'a frame');
    }

    /** Waits until the page has told this in passing: in a toast, or in the banner. */
    told(words, page = this.page) {
        const { source, flags } = words instanceof RegExp ? words : quoted(words);
        return until(() => page.evaluate(recall, { source, flags }), PATIENCE, `word of ${source}`);
    }

    /** What was told in passing before does not count any more. */
    forget() {
        return this.page.evaluate(() => { globalThis.felt_told.length = 0; });
    }

    /** The answer of a request under /api/, as this person. */
    async api(path) {
        for (;;) {
            const answer = await this.context.request.get(new URL(`/api/${path}`, this.address).href);
            if (answer.status() !== 429) return answer.json();
            await sleep(500); // all people of the cases come from one address
        }
    }

    /** Serious violations that axe finds on the page as it is now.  A page that changes while it is looked at has colours and places of
     *  before and after: what is wrong, is wrong again. */
    async violations() {
        if ((await this.look()).length === 0) return [];
        await this.drawn();
        return this.look();
    }

    async look() {
        if (!await this.page.evaluate(() => 'axe' in globalThis)) await this.page.evaluate(axe);
        return this.page.evaluate(async () => {
            const found = await globalThis.axe.run(document, { resultTypes: ['violations'] });
            return found.violations
                .filter((one) => one.impact === 'serious' || one.impact === 'critical')
                .map((one) => `${one.id}: ${one.nodes.slice(0, 4).map((node) =>
                    `${node.target.join(' ')} (${node.any[0]?.message ?? node.failureSummary})`).join(' | ')}`);
        });
    }

    /** Waits until the page has drawn what it knows. */
    drawn() {
        return this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    }

    /** Nobody leaves a seat behind that others would have to wait for. */
    async leave() {
        const mine = this.last((frame) => frame.type === 'mine');
        const { hand_id, req_id } = this.last((frame) => frame.type === 'act') ?? {};
        if (mine) {
            const { table, seat } = mine;
            await this.page.evaluate(stand, { table, seat, hand_id, req_id, within_ms: PATIENCE }).catch(() => undefined);
        }
        await this.context.close();
    }
}

/** The step of a loop that waits. */
// luck: the pause itself
export const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms));

/** Asks again and again until there is an answer. */
export async function until(ask, within_ms, what) {
    const end = Date.now() + within_ms;
    for (;;) {
        const answer = await ask();
        if (answer) return answer;
        if (Date.now() > end) throw new Error(`no ${what} within ${within_ms} ms`);
        await sleep(20);
    }
}
