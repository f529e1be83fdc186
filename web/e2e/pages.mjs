// pages.mjs -- every page looked at: accessibility in dark and light, widths, targets for fingers, pictures, weight.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PATIENCE, until } from './browser.mjs';
import { shrink } from './picture.mjs';
import { Wire } from './server.mjs';
import { answer, curious, playHands, sit, untilAsked } from './table.mjs';

const WIDE = { width: 1440, height: 900 };
const WIDTHS = [{ width: 360, height: 740 }, { width: 820, height: 1180 }, WIDE];
const SCRIPTS_MAX = 100 * 1024;
const TAP = 44;

/** How far the page can be moved sideways; what is in the way is named. */
async function sideways(page) {
    return page.evaluate(() => {
        const wide = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= wide) return [];
        return [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > wide + 1)
            .map((one) => `${one.tagName}.${one.className}`).slice(0, 5).concat(`${document.documentElement.scrollWidth} px`);
    });
}

/** Buttons and fields that a finger would miss.  Links in a sentence are text. */
async function small(page) {
    return page.evaluate((tap) => {
        const seen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
        const target = (one) => (one.matches('input[type=checkbox], input[type=radio]') && one.closest('label')) || one;
        return [...document.querySelectorAll('button, select, input, a.button, a.menu-item, a.tab-link')]
            .map(target).filter(seen)
            .map((one) => ({ one, box: one.getBoundingClientRect() }))
            .filter(({ box }) => box.width > 1 && box.height > 1 && (box.height < tap - 0.5 || box.width < 24))
            .map(({ one, box }) => `${one.tagName}.${one.className} ${Math.round(box.width)}x${Math.round(box.height)}`);
    }, TAP);
}

/** Wears a theme, until everything has its colours. */
async function wear(page, colorScheme) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(async ({ theme, within_ms }) => {
        const drawn = () => new Promise((ready) => requestAnimationFrame(() => setTimeout(ready)));
        for (const end = Date.now() + within_ms; document.documentElement.dataset.theme !== theme; await drawn()) {
            if (Date.now() > end) throw new Error(`the page does not become ${theme}`);
        }
        await drawn();
        const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
        while (changes().length > 0) await Promise.allSettled(changes().map((one) => one.finished));
    }, { theme: colorScheme, within_ms: PATIENCE });
}

/** What axe finds in this theme. */
async function inTheme(person, theme) {
    await wear(person.page, theme);
    const found = await person.look();
    if (found.length === 0) return found;
    await wear(person.page, theme); // once more, as in violations()
    return person.look();
}

/** Accessibility in both themes, then pictures at every width. */
export async function look(scene, person, name, wrongs) {
    const { page } = person;
    for (const theme of ['dark', 'light']) {
        for (const violation of await inTheme(person, theme)) wrongs.push(`${name}, ${theme}: ${violation}`);
    }
    await page.setViewportSize(WIDE);
    await page.screenshot({ path: join(scene.shots, `${name}-light.png`) });
    await wear(page, 'dark');
    await shoot(scene, person, name, wrongs);
}

/** What does not fit on a page of this width. */
async function misfits(page, width) {
    await page.evaluate(() => new Promise((ready) => requestAnimationFrame(() => requestAnimationFrame(ready))));
    const found = (await sideways(page)).map((what) => `wider than the screen: ${what}`);
    if (width === 360) for (const what of new Set(await small(page))) found.push(`too small: ${what}`);
    return found;
}

export async function shoot(scene, person, name, wrongs, full = false) {
    const { page } = person;
    for (const { width, height } of WIDTHS) {
        await page.setViewportSize({ width, height });
        let found;
        const fits = async () => (found = await misfits(page, width)).length === 0;
        await until(fits, 60000, 'place for all').catch(() => undefined); // a page that was just made narrow finds its places in steps
        wrongs.push(...found.map((what) => `${name} at ${width}: ${what}`));
        await page.screenshot({ path: join(scene.shots, `${name}-${width}.png`), fullPage: full });
    }
}

export const heading = (person, name) => person.page.getByRole('heading', { level: 1, name }).waitFor();

async function openPages(scene) {
    const eve = await scene.come({ touch: true });
    const wrongs = [];
    await eve.page.getByRole('heading', { level: 3 }).first().waitFor();
    await look(scene, eve, 'lobby', wrongs);
    await eve.go('#/signin');
    await heading(eve, 'Sign in');
    await look(scene, eve, 'signin', wrongs);
    await eve.go('#/register');
    await heading(eve, 'Create an account');
    await look(scene, eve, 'register', wrongs);
    await eve.go('#/nowhere');
    await heading(eve, 'Nothing is dealt here');
    await look(scene, eve, 'nowhere', wrongs);
    await eve.go('#/');
    await eve.button('Settings').click();
    await eve.page.getByRole('dialog', { name: 'Settings' }).waitFor();
    await look(scene, eve, 'settings', wrongs);
    assert.deepEqual(wrongs, []);
}

/** A turn with cards on the board: there is more to see. */
async function untilBoard(person) {
    for (let turns = 0; turns < 40; turns++) {
        const act = await untilAsked(person);
        if (act.community.length >= 3) return;
        await answer(person, act, curious);
    }
}

async function ownTable(scene) {
    const ada = await scene.come({ touch: true });
    const wrongs = [];
    await sit(ada, "No-limit hold'em 1/2");
    await playHands([ada], 2, curious);
    await untilBoard(ada);
    await ada.page.setViewportSize({ width: 1240, height: 780 });
    await ada.page.screenshot({ path: join(scene.shots, 'readme-large.png') });
    const bytes = shrink(join(scene.shots, 'readme-large.png'), join(scene.shots, 'readme.png')); // docs/table.png is one of these
    await look(scene, ada, 'table', wrongs);
    assert.deepEqual(wrongs, []);
    return `the picture of the table has ${bytes} bytes`;
}

async function ownPages(scene) {
    const ada = await scene.come({ touch: true });
    const wrongs = [];
    await sit(ada, 'Table to look at');
    await playHands([ada], 2, curious);
    await ada.go('#/hands');
    await ada.page.getByRole('main').getByRole('listitem').first().waitFor();
    await look(scene, ada, 'hands', wrongs);
    await ada.page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await ada.page.getByRole('group', { name: 'Steps of the hand' }).waitFor();
    await look(scene, ada, 'replayer', wrongs);
    await ada.go('#/account');
    await ada.page.getByRole('heading', { level: 2, name: 'Chips' }).waitFor();
    await look(scene, ada, 'account', wrongs);
    assert.deepEqual(wrongs, []);
}

/** Nine hands at a table, two or more of them shown: the fullest felt there is. */
async function showdown(scene) {
    const wire = await new Wire(scene.server).open();
    const eve = await scene.come({ address: wire.address, touch: true });
    const wrongs = [];
    await eve.page.getByRole('link', { name: /^Watch Nine at a table/ }).click();
    await eve.frame((frame) => frame.type === 'table');
    const shown = async () => {
        const from = eve.frames.findLastIndex((frame) => frame.type === 'start_hand');
        if (from < 0) return false;
        const now = eve.frames.slice(from);
        return now.some((frame) => frame.type === 'end_hand') && now.filter((frame) => frame.ev === 'SHOWDOWN').length >= 2;
    };
    await until(async () => { // then no further hand begins on this page
        await until(shown, 150000, 'showdown');
        wire.hold();
        await eve.drawn();
        if (await shown()) return true;
        wire.goOn();
        return false;
    }, 200000, 'showdown that lasts');
    await shoot(scene, eve, 'showdown', wrongs);
    assert.ok(await shown(), 'it lasted');
    assert.deepEqual(wrongs, []);
    await eve.leave();
    wire.close();
}

/** What a browser loads: little, packed, to be kept for ever or asked for each time. */
async function weight(scene) {
    const eve = await scene.come();
    const names = readdirSync(scene.web);
    const scripts = names.filter((name) => name.endsWith('.js'));
    assert.ok(scripts.length > 0 && scripts.every((name) => /-[A-Z0-9]{8}\.js$/.test(name)), scripts.join());
    const came = (await eve.page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name)))
        .map((address) => new URL(address).pathname.slice(1)).filter((name) => scripts.includes(name));
    assert.ok(came.length > 0 && came.length < scripts.length, 'pages that nobody went to are not loaded');
    const bytes = [...new Set(came)].reduce((all, name) => all + gzipSync(readFileSync(join(scene.web, name)), { level: 9 }).length, 0);
    assert.ok(bytes <= SCRIPTS_MAX, `${bytes} bytes of script`);
    for (const name of names.filter((one) => !one.endsWith('.gz'))) assert.ok(names.includes(`${name}.gz`), `${name}.gz`);
    const ask = (path) => eve.context.request.get(new URL(path, scene.server.address).href, { headers: { 'Accept-Encoding': 'gzip' } });
    const script = (await ask(scripts[0])).headers();
    assert.equal(script['content-encoding'], 'gzip');
    assert.match(script['cache-control'], /immutable/);
    const first = await ask('/');
    assert.equal(first.headers()['cache-control'], 'no-cache');
    assert.match(first.headers()['content-security-policy'], /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(await first.text(), /<script(?![^>]*\ssrc=)|<style|\sstyle=/);
    const foreign = await eve.page.evaluate(() => performance.getEntriesByType('resource').map((one) => one.name));
    for (const address of foreign) assert.ok(address.startsWith(scene.server.address), `not from here: ${address}`);
    return `${bytes} bytes of script`;
}

/** In the page, before its scripts: frames that come are changed on their way while `felt_spoils` says so. */
function spoiler() {
    const Real = WebSocket;
    const spoilt = (text) => {
        const frame = JSON.parse(text);
        for (const row of frame.type === 'lobby' ? frame.tables : []) delete row.title;
        return JSON.stringify(frame);
    };
    globalThis.WebSocket = class extends Real {
        set onmessage(hear) {
            super.onmessage = (event) => hear(globalThis.felt_spoils ? { data: spoilt(event.data) } : event);
        }
    };
}

async function throwing(scene) {
    const eve = await scene.come();
    eve.allow(/TypeError/);
    const listed = (from) => eve.frame((frame) => frame.type === 'lobby', from);
    await listed(0);
    await eve.page.addInitScript(spoiler);
    const from = eve.frames.length;
    await eve.page.reload();
    await listed(from);
    await eve.go('#/narc');
    await eve.page.getByRole('heading', { level: 1, name: 'Narc' }).waitFor();
    await eve.page.evaluate(() => { globalThis.felt_spoils = true; });
    const connections = eve.count('welcome');
    await eve.go('#/');
    await eve.page.getByRole('heading', { level: 1, name: 'This page went wrong' }).waitFor();
    await eve.go('#/narc');
    await eve.page.getByRole('heading', { level: 1, name: 'Narc' }).waitFor();
    assert.equal(eve.count('welcome'), connections, 'the connection stays');
    await eve.go('#/');
    await eve.button('Load again').click();
    await eve.page.getByRole('link', { name: /^Lab/ }).first().waitFor();
    assert.equal(await eve.page.getByRole('heading', { name: 'This page went wrong' }).count(), 0);
}

export const cases = [
    ['pages for everybody: accessible, at every width, with targets for fingers', openPages],
    ['the own table: accessible, at every width, with targets for fingers', ownTable],
    ['own pages: accessible, at every width, with targets for fingers', ownPages],
    ['nine seats at a showdown fit at every width', showdown],
    ['little is loaded, packed, and kept by browsers', weight],
    ['a page that throws says so, and the others go on', throwing],
];
