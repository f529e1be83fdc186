// server.mjs -- a real `felt serve` for the browser's tests, with tables that do not dawdle, and a connection that can be cut.
import { spawn } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SEED = 10;

const children = new Set();
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** Where data goes.  Every settlement is synced: in memory a busy disk holds up nobody.  Containers have 64 MB of it, which is too
 *  little for some servers side by side. */
function placeForData() {
    try {
        const { bavail, bsize } = fs.statfsSync('/dev/shm'); // not before Node 18.15
        if (bavail * bsize > 2 ** 30) return '/dev/shm';
    } catch {
        // there is none
    }
    return tmpdir();
}

/** Starts a program; whoever ends us ends it too. */
export function start(program, words, options) {
    const child = spawn(program, words, options);
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
}

/** Every kind of table the cases want; each case has its own, so that they can run side by side.  A pause of nothing would leave
 *  no time to look at a result, and house players would play it all day. */
const TABLES = [
    { id: 'quick', title: "Quick hold'em", house: 4, pause: 100 },
    { id: 'long', title: 'Long evening', house: 4, pause: 100 },
    { id: 'draw', title: 'Five-card draw', game: 'draw', limit: 'fixed-limit', house: 2 },
    { id: 'stud', title: 'Stud hi-lo', game: 'stud-hilo', limit: 'fixed-limit', house: 2 },
    { id: 'raise', title: 'Brave table', house: 2 },
    { id: 'duel', title: 'Duel', seats: 2 },
    { id: 'talk', title: 'Talkative table', seats: 4 },
    { id: 'cut', title: 'Far table', house: 2 },
    { id: 'bank', title: 'Thrifty table', house: 2, pause: 100, more: 'rathole = no' }, // so that a winner may come back with less
    { id: 'replay', title: 'Table to remember', house: 3 },
    { id: 'own', title: 'Table to look at', house: 2 },
    { id: 'share', title: 'Table to share', house: 2 },
    { id: 'eights', title: 'Crazy Eights', game: 'genome:crazy-eights', seats: 3, house: 2 },
    { id: 'narc', title: 'Narc for fun', game: 'narc', seats: 3, house: 2 },
    { id: 'look', title: "No-limit hold'em 1/2", house: 4 },
    { id: 'nine', title: 'Nine at a table', game: 'omaha', limit: 'pot-limit', seats: 9, house: 8, pause: 8000 },
];

/** A felt.conf with these tables. */
const confOf = (tables) => `think = 0ms
reloads-per-day = 1
think-max = 0ms
stay-hands = 0
look = 50ms
grace = 10min
${tables.map(({ id, title, game = 'holdem', limit = 'no-limit', seats = 6, house = 0, pause = 400, more = '' }) => `
[table ${id}]
title = ${title}
game = ${game}
${game === 'narc' ? 'unit = 0' : game.startsWith('genome:') ? 'unit = 2' : `limit = ${limit}\nblinds = 1/2`}
seats = ${seats}
tables = 1
pause = ${pause}ms
clock = 5min
house = ${house}
${more}`).join('\n')}
`;

const CONF = confOf(TABLES);
/** One table alone: those who are timed have the server for themselves. */
export const QUICK = confOf(TABLES.filter(({ id }) => id === 'quick'));

const bound = (port) => new Promise((tell) => {
    const door = createServer().once('error', () => tell(false));
    door.listen(port, '127.0.0.1', () => door.close(() => tell(true)));
});

/** A port that is free, and that the kernel gives to nobody who wants any: for a server that is killed and starts again there. */
export async function quietPort() {
    const [least] = fs.readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/).map(Number);
    for (let tries = 0; tries < 1000 && least > 12000; tries++) {
        const port = 10000 + Math.floor(Math.random() * (least - 10000));
        if (await bound(port)) return port;
    }
    return 0;
}

export class Server {
    /** `conf`: what it says instead of the tables above; `more`: words of its command; `port`: 0 takes a free one. */
    constructor(felt, web, conf = CONF, more = [], port = 0) {
        this.port = port;
        this.more = more;
        this.felt = felt;
        this.web = web;
        this.data = mkdtempSync(join(placeForData(), 'felt_web_'));
        this.errors = '';
        mkdirSync(this.data, { recursive: true, mode: 0o700 });
        writeFileSync(join(this.data, 'felt.conf'), conf);
    }

    /** Starts it, on the port it had before if it had one, and waits for the whole banner. */
    async start() {
        const words = ['serve', '--data', this.data, '--web', this.web, '--port', String(this.port), '--seed', String(SEED), ...this.more];
        const child = start(this.felt, words, { stdio: ['ignore', 'pipe', 'pipe'] });
        this.child = child;
        this.ended = new Promise((tell) => child.once('exit', (code, signal) => tell({ code, signal })));
        child.stderr.on('data', (text) => { this.errors += text; });
        let banner = '';
        await new Promise((good, bad) => {
            child.stdout.on('data', (text) => {
                banner += text;
                if (/^ {2}a bot /m.test(banner)) good();
            });
            void this.ended.then(() => bad(new Error(`felt serve ended: ${this.errors}`)));
        });
        const address = /^ {2}open {3}http:\/\/127\.0\.0\.1:(\d+)\/$/m.exec(banner);
        if (!address) throw new Error(`no address to open in the banner:\n${banner}`);
        this.port = Number(address[1]);
        return this;
    }

    get address() {
        return `http://127.0.0.1:${this.port}/`;
    }

    async kill(signal = 'SIGKILL') {
        this.child.kill(signal);
        return this.ended;
    }

    /** SIGTERM: it must end with 0. */
    async stop() {
        const end = this.child.exitCode === null ? await this.kill('SIGTERM') : await this.ended;
        rmSync(this.data, { recursive: true, force: true });
        return end;
    }

    /** `felt admin WORD...` on its books: what it prints. */
    async admin(...words) {
        const child = spawn(this.felt, ['admin', '--data', this.data, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
        let out = '';
        child.stdout.on('data', (text) => { out += text; });
        child.stderr.on('data', (text) => { out += text; });
        const code = await new Promise((tell) => child.once('close', tell)); // then all of it was read
        if (code !== 0) throw new Error(`felt admin ${words.join(' ')}: ${out}`);
        return out;
    }
}

/** A port that leads to the server's, until it is cut: all connections drop at once, and new ones are refused. */
export class Wire {
    constructor(server) {
        this.server = server;
        this.whole = true;
        this.held = false;
        this.sockets = new Set();
        this.late = new Set(); // who came while it was held
    }

    async open() {
        this.door = createServer((near) => {
            near.on('error', () => near.destroy());
            if (this.held) {
                this.late.add(near);
                return;
            }
            if (!this.whole) {
                near.destroy();
                return;
            }
            const far = connect(this.server.port, '127.0.0.1');
            for (const [one, other] of [[near, far], [far, near]]) {
                this.sockets.add(one);
                one.on('error', () => other.destroy());
                one.on('close', () => {
                    this.sockets.delete(one);
                    other.destroy();
                });
                one.pipe(other);
            }
        });
        await new Promise((good) => this.door.listen(0, '127.0.0.1', good));
        return this;
    }

    get address() {
        return `http://127.0.0.1:${this.door.address().port}/`;
    }

    cut() {
        this.whole = false;
        for (const socket of [...this.sockets, ...this.late]) socket.destroy();
    }

    mend() {
        this.whole = true;
    }

    /** Nothing arrives any more, and nobody notices: what a page shows, stays.  Until it goes on; who came meanwhile has to come again. */
    hold() {
        this.held = true;
        for (const socket of this.sockets) socket.pause();
    }

    goOn() {
        this.held = false;
        for (const socket of this.sockets) socket.resume();
        for (const socket of this.late) socket.destroy();
    }

    close() {
        this.cut();
        this.door.close();
    }
}
