// share.test.ts -- hands in addresses, there and back, and addresses that are none.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { readPhh } from '../src/model/phh';
import { fromFragment, toFragment, withoutNames } from '../src/model/share';

const hands = (JSON.parse(readFileSync('tests/vectors/hands.json', 'utf8')) as { phh: string }[]).map(({ phh }) => phh);
const packed = (text: string | Buffer) => deflateSync(text).toString('base64url');

test('every hand comes back as it went', async () => {
    for (const phh of hands) {
        const data = await toFragment(phh);
        assert.match(data ?? '', /^[A-Za-z0-9_-]+$/);
        assert.ok(data!.length < 1500);
        assert.deepEqual(await fromFragment(data!), { phh });
    }
});

test('names of others can be left out', () => {
    for (const phh of hands) {
        const before = readPhh(phh), after = readPhh(withoutNames(phh, 'nobody'));
        assert.ok(!('error' in before) && !('error' in after));
        assert.deepEqual(after.names, before.names.map((_, i) => `Player ${i + 1}`));
        assert.deepEqual({ ...after, names: [] }, { ...before, names: [] });
        assert.ok(!withoutNames(phh, 'nobody').includes('HousePlayer'));
        const own = readPhh(withoutNames(phh, before.names[1]));
        assert.ok(!('error' in own) && own.names[1] === before.names[1] && own.names[0] === 'Player 1');
    }
});

test('what is no hand is not shared', async () => {
    assert.equal(await toFragment('hello'), null);
    assert.equal(await toFragment('#'.repeat(70000)), null);
});

test('broken links say so', async () => {
    const good = (await toFragment(hands[0]!))!;
    const broken = ['', '%', 'a', '!!!!', good.slice(0, 40), good.replace(/.{6}$/, ''), 'x'.repeat(40000),
        packed('hello'), packed('variant = "NT"'), packed(Buffer.from([0xff, 0xfe, 0xfd])),
        packed(hands[0]!.replace('variant', 'v'))];
    for (const link of broken) {
        const read = await fromFragment(link);
        assert.ok('error' in read, link.slice(0, 40));
        assert.match(read.error, /^This link .*\.$/s);
    }
});

test('a small link cannot become a large text', async () => {
    const bomb = packed('#'.repeat(20_000_000));
    assert.ok(bomb.length < 30000);
    const read = await fromFragment(bomb);
    assert.ok('error' in read && /too large/.test(read.error));
});
