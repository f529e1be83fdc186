// phh.test.ts -- recorded hands read and replayed: hands of a real server (vectors/hands.json, with what it told of
// them), hands of other people, and rubbish.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { everyCode, gameOf } from '../src/model/games';
import { readPhh, type Recorded } from '../src/model/phh';
import { asText, compact, replay, revealed, type Replay } from '../src/model/replay';

interface Told { phh: string; won: string[]; shown: string[]; moved: string[] }

const told = JSON.parse(readFileSync('tests/vectors/hands.json', 'utf8')) as Told[];
const golden = (name: string) => readFileSync(`../tests/golden/formats/${name}`, 'utf8');

function read(text: string): Recorded {
    const recorded = readPhh(text);
    assert.ok(!('error' in recorded), 'error' in recorded ? recorded.error : '');
    return recorded;
}

function played(text: string): Replay {
    const done = replay(read(text));
    assert.ok(!('error' in done), 'error' in done ? done.error : '');
    return done;
}

const moves = ['BET', 'CALL', 'RETURN', 'ANTE', 'BRING_IN'];

const sum = (list: readonly number[]) => list.reduce((total, n) => total + n, 0);

/** Chips are neither made nor lost at any step, and pots and stakes are what is in. */
function verifyChips(done: Replay, text: string): void {
    const total = sum(done.recorded.stacks);
    for (const { hand } of done.steps.slice(0, -1)) {
        assert.equal(sum(hand.seats.map((seat) => seat.stack)) + hand.pot + hand.rake, total, text);
        const pots = sum(hand.pots.map((pot) => pot.amount));
        assert.equal(pots + sum(hand.seats.map((seat) => seat.committed)), hand.pot, text);
    }
    const last = done.steps[done.steps.length - 1]!.hand;
    const stacks = done.recorded.seats.map((seat) => last.seats.find((one) => one.seat === seat)!.stack);
    assert.deepEqual(stacks, done.recorded.finish, text);
    assert.ok(last.over);
}

test('hands of the server are replayed as it told them', () => {
    for (const { phh, won, shown, moved } of told) {
        const done = played(phh);
        verifyChips(done, phh);
        const mine = { won: [] as string[], shown: [] as string[], moved: [] as string[] };
        for (const event of done.events) {
            if (event.ev === 'POT_AWARD') mine.won.push(`${event.seat} ${event.amount} ${event.pot} ${event.run ?? 0}`);
            if (event.ev === 'SHOWDOWN') mine.shown.push(`${event.seat} ${event.run ?? 0} ${event.name}`);
            if (moves.includes(event.ev) && 'amount' in event && 'seat' in event)
                mine.moved.push(`${event.ev} ${event.seat} ${event.amount}`);
        }
        assert.deepEqual(mine.moved.sort(), [...moved].sort(), phh);
        assert.deepEqual(mine.won.sort(), [...won].sort(), phh);
        assert.deepEqual(mine.shown.sort(), [...shown].sort(), phh);
    }
});

test('every game is among them', () => {
    const variants = new Set(told.map(({ phh }) => gameOf(read(phh).code).variant));
    for (const code of everyCode()) assert.ok(variants.has(gameOf(code).variant), code);
});

test('each step has a sentence and a street', () => {
    for (const { phh } of told) {
        const done = played(phh);
        for (const step of done.steps) {
            assert.match(step.text, /\.$/, phh);
            assert.ok(/^[A-Z][a-z]+( [a-z]+)*$/.test(step.street), step.street);
        }
        assert.ok(done.settled < done.steps.length);
        assert.ok(asText(done).includes(done.steps[1]!.text));
    }
});

test('seats without gaps change nothing else', () => {
    for (const { phh } of told) {
        const recorded = compact(read(phh));
        assert.deepEqual([...recorded.seats].sort((a, b) => a - b), recorded.stacks.map((_, i) => i));
        const done = replay(recorded);
        assert.ok(!('error' in done));
        verifyChips(done, phh);
        assert.deepEqual(done.steps.map((step) => step.text), played(phh).steps.map((step) => step.text));
    }
});

test('two boards have their own cards', () => {
    const twice = told.map(({ phh }) => played(phh)).filter((done) => done.recorded.two_boards);
    assert.ok(twice.length > 3);
    for (const done of twice) {
        const { boards, common } = done.steps[done.steps.length - 1]!.hand;
        assert.deepEqual(boards.map((board) => board.length), [5, 5]);
        assert.deepEqual(boards[0]!.slice(0, common), boards[1]!.slice(0, common));
        assert.equal(new Set(boards.flat()).size, 10 - common);
    }
});

test('what came to light later can be shown before', () => {
    const shown = told.map(({ phh }) => phh).find((phh) => /variant = "NT"/.test(phh) && /sm .*\n.*sm /.test(phh));
    const done = played(shown!);
    const before = done.steps.find((step) => step.hand.seats.every((seat) => seat.cards.length))!.hand;
    const after = revealed(before, done.known);
    for (const seat of after.seats)
        assert.deepEqual(seat.cards.map(({ card }) => card), done.known.get(seat.seat) ?? [null, null]);
});

test('hands of others are read', () => {
    for (const text of [golden('foreign.phh'), golden('written.phh')]) {
        const done = played(text);
        assert.equal(done.recorded.stacks[1], 100);
        assert.match(done.steps[done.steps.length - 1]!.text, /^Player 2 wins 4: pair of queens/);
    }
    const many = golden('pokerstars.phhs').split(/^(?=\[\d+\]$)/m).filter((text) => text.trim());
    assert.ok(many.length > 5);
    for (const text of many) {
        const recorded = read(text);
        const done = replay(recorded);
        assert.ok(!('error' in done), 'error' in done ? `${done.error}\n${text}` : '');
    }
});

test('heads-up the second player has the button and the small blind', () => {
    const text = 'variant = "NT"\nstarting_stacks = [100, 100]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        + 'actions = ["p2 f"]\nfinishing_stacks = [101, 99]\n';
    const { events, steps } = played(text);
    assert.deepEqual(events[0], { ev: 'POST_BLINDS', sb_seat: 1, bb_seat: 0, sb: 1, bb: 2 });
    assert.equal(steps[0]!.hand.button, 1);
});

test('mistakes are told in a sentence', () => {
    const head = 'variant = "NT"\nstarting_stacks = [100, 100]\n';
    const wrong: [string, RegExp][] = [
        ['', /no field variant/], ['variant = "ZZ"\n', /not known/], ['variant = 1\nvariant = 2', /twice/],
        ['variant = "NT"\nstarting_stacks = [1]\nactions = []', /1 seats/],
        [`${head}actions = 3`, /list of actions/], [`${head}actions = ["p3 f"]`, /no player/],
        [`${head}actions = ["d dh p1 AhZz"]`, /no card/], [`${head}actions = ["p1 cbr -4"]`, /no action/],
        [`${head}actions = ["p1 cbr 1e9"]`, /no action/], [`${head}actions = ["p1 constructor"]`, /no action/],
        [`${head}antes = [1]\nactions = []`, /antes/], [`${head}actions = [`, /no end|missing/],
        [`${head}actions = ["`, /no end/], [`${head}blinds_or_straddles = [inf, 1]\nactions = []`, /no amount/],
        ['x'.repeat(70000), /64 KB/], [`a = ${'['.repeat(5000)}`, /deep/],
    ];
    for (const [text, words] of wrong) {
        const read_ = readPhh(text);
        assert.ok('error' in read_, text.slice(0, 200));
        assert.match(read_.error, words);
    }
    const odd = replay(read(`${head}actions = ["p1 cbr 10", "p2 f"]\nfinishing_stacks = [900, 0]`));
    assert.ok('error' in odd);
    const cards = replay(read(`${head}actions = ["d db AhKhQhJhTh9h"]`));
    assert.ok('error' in cards && /board/.test(cards.error));
});

/** The same numbers each time (xorshift). */
function series(): (below: number) => number {
    let state = 2463534242;
    return (below) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % below;
    };
}

test('rubbish never throws, and what is replayed ends with the recorded stacks', () => {
    const random = series();
    const letters = '[]{}"\'\\#=,.? \n0123456789pdfsmcbrAhKsuxU_-';
    let good = 0;
    for (let round = 0; round < 3000; round++) {
        let text = told[random(told.length)]!.phh;
        for (let n = 1 + random(3); n > 0; n--) {
            const at = random(text.length), cut = random(4) ? random(3) : random(80);
            text = text.slice(0, at) + (random(3) ? letters[random(letters.length)] : '') + text.slice(at + cut);
        }
        const recorded = readPhh(text);
        if ('error' in recorded) continue;
        const done = replay(recorded);
        if ('error' in done || !recorded.finish) continue;
        good++;
        const last = done.steps[done.steps.length - 1]!.hand;
        for (const [i, seat] of recorded.seats.entries())
            assert.equal(last.seats.find((one) => one.seat === seat)!.stack, recorded.finish[i], text);
    }
    assert.ok(good > 100);
});
