// run.mjs -- the web client in chromium against a real server: node e2e/run.mjs FELT_BINARY WEB_DIRECTORY [WORD...]
//
// Prints TAP and a last line with the counts; WORDs choose cases by their names.  Cases run side by side in a few lanes at one
// server, each at a table of its own; whoever wants to kill a server has another one.  After the last case no page may have complained: no error, no refusal of the
// Content-Security-Policy.  FELT_WEB_SHOTS is where pictures go.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Person, launch, sleep } from './browser.mjs';
import { Server } from './server.mjs';
import { cases as accounts } from './accounts.mjs';
import { cases as arena } from './arena.mjs';
import { cases as tournaments } from './tournaments.mjs';
import { cases as lab, prepare } from './lab.mjs';
import { cases as connections } from './connections.mjs';
import { cases as narc } from './narc.mjs';
import { cases as admin } from './operator.mjs';
import { cases as pages } from './pages.mjs';
import { cases as play, first } from './play.mjs';
import { cases as replays } from './replays.mjs';

const CASE_MS = 900000; // only what hangs takes so long
/** What takes longest, by its name. */
const LONG = ['at every width', 'are looked at', "a table of one's own", 'a club of two', 'played to its end', 'sit-and-go', 'by the buttons', 'stud', 'two browsers'];
const LANES = Number(process.env.FELT_WEB_LANES ?? 3);
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const [felt, web, ...words] = process.argv.slice(2);
if (!felt || !web) {
    console.error('usage: node e2e/run.mjs FELT_BINARY WEB_DIRECTORY [WORD...]');
    process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const shots = resolve(process.env.FELT_WEB_SHOTS ?? join(root, '.dev/web-shots'));
mkdirSync(shots, { recursive: true });

let done = 0;
let failed = 0;
function report(good, name, remark = '') {
    done++;
    if (!good) failed++;
    console.log(`${good ? 'ok' : 'not ok'} ${done} - ${name}${remark ? `: ${remark.replace(/\s+/g, ' ')}` : ''}`); // a line is a case
}

/** What a case has: the server, and people who come and who leave with it. */
class Scene {
    constructor(server, browser) {
        this.server = server;
        this.browser = browser;
        this.shots = shots;
        this.web = resolve(web);
        this.people = [];
    }

    async come(options = {}) {
        const person = await Person.come(this.browser, options.address ?? this.server.address, options);
        this.people.push(person);
        return person;
    }

    /** A server that can be killed, or one with another felt.conf and more words; `port`: if it is to start again there. */
    async another(conf, more, port) {
        this.extra = await new Server(resolve(felt), resolve(web), conf, more, port).start();
        return this.extra;
    }

    /** The pages as they are, for whoever looks into a failure. */
    async keep(name) {
        const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60);
        for (const [nth, person] of this.people.entries()) {
            await person.page.screenshot({ path: join(shots, `failed-${file}-${nth}.png`) }).catch(() => undefined);
        }
    }

    async leave() {
        const wrongs = this.people.flatMap((person) => person.wrongs());
        for (const person of this.people) await person.leave().catch(() => undefined);
        await this.extra?.stop();
        return wrongs;
    }
}

async function run(scene, name, body) {
    const started = Date.now();
    // luck: it ends what hangs
    const limit = sleep(CASE_MS).then(() => { throw new Error(`longer than ${CASE_MS / 1000} s`); });
    limit.catch(() => undefined);
    let remark = '';
    let wrong = '';
    try {
        remark = (await Promise.race([body(scene), limit])) ?? '';
    } catch (error) {
        wrong = error instanceof Error ? error.stack ?? error.message : String(error);
        await scene.keep(name);
    }
    const complaints = await scene.leave();
    report(!wrong, name, remark);
    if (wrong) console.log(wrong.split('\n').map((line) => `# ${line}`).join('\n'));
    for (const text of complaints) console.log(`# console of "${name}": ${text}`);
    console.log(`# ${((Date.now() - started) / 1000).toFixed(1)} s`);
    return complaints.length;
}

const wanted = ([name]) => words.length === 0 || words.some((word) => name.includes(word));
const server = await new Server(resolve(felt), resolve(web)).start();
const browser = await launch();
let complaints = 0;
// What tells a time has the machine for itself; then the long ones first, so that no lane ends long after the others.
for (const one of first.filter(wanted)) complaints += await run(new Scene(server, browser), ...one);
const long = (name) => LONG.findIndex((words) => name.includes(words)) + 1 || Infinity;
const rest = [...lab, ...arena, ...play, ...narc, ...tournaments, ...admin, ...pages, ...accounts, ...replays, ...connections].filter(wanted)
    .sort(([one], [other]) => Math.sign(long(one) - long(other)) || 0);
if (rest.some(([name]) => lab.some(([one]) => one === name))) prepare(server.felt);
async function lane() {
    for (let next = rest.shift(); next; next = rest.shift()) complaints += await run(new Scene(server, browser), ...next);
}
await Promise.all(Array.from({ length: LANES }, lane));
report(complaints === 0, 'no page complained of anything, under a strict Content-Security-Policy');
await browser.close();
const books = await server.admin('ledger', 'check').catch((error) => String(error));
report(books.includes('the books are right'), 'the books are right after all of it');
const end = await server.stop();
report(end.code === 0, 'the server ends politely', `exit code ${end.code}`);
const strange = server.errors.split('\n').filter((line) => line && !line.includes('--seed'));
report(strange.length === 0, 'the server complained of nothing', strange.slice(0, 3).join(' | '));
console.log(`1..${done}`);
console.log(`# ${done - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
