// shuffle.test.ts -- the committed shuffle done again: vectors of PROTOCOL 8.7, matches of a real server, and forgeries.
import assert from 'node:assert/strict';
import { createHash, createHmac, webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { readMatch, type ArenaMatch } from '../src/model/arena';
import { sha256 } from '../src/model/sha256';
import {
    bothCommits, commitOf, deckOf, freshDeck, fromHex, handKey, hmac, readCommits, splitHands, toHex, verifyMatch, type Digest,
} from '../src/model/shuffle';
import vectors from './vectors/arena.json';

const digest: Digest = (bytes) => Promise.resolve(sha256(bytes));
const copy = (name: keyof typeof vectors): ArenaMatch => readMatch(structuredClone(vectors[name].match))!;
const commits = new Map(vectors.holdem.watched.flatMap((frame): [string, string][] =>
    (frame.type === 'start_hand' ? [[frame.hand_id!, frame.commit!]] : [])));

test('SHA-256 and HMAC are those of others', async () => {
    for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000]) {
        const bytes = Uint8Array.from({ length }, (_, i) => i * 7 + length);
        assert.equal(toHex(sha256(bytes)), createHash('sha256').update(bytes).digest('hex'), `${length} bytes`);
    }
    const key = fromHex('86fd2cfc90cf4fc55579f2232866f7c3a222eea3bba902bdbe00fcd98d0fb206');
    assert.equal(toHex(await hmac(digest, key, 'felt/deck/1|0')), createHmac('sha256', key).update('felt/deck/1|0').digest('hex'));
    const web: Digest = async (bytes) => new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes));
    assert.deepEqual(await web(key), await digest(key), 'and those of browsers');
});

test('the example of PROTOCOL 8.7', async () => {
    const secret = Uint8Array.from({ length: 32 }, (_, i) => i);
    const key = await handKey(digest, secret, 'M-2025-10-17-00001', 1);
    assert.equal(toHex(key), '86fd2cfc90cf4fc55579f2232866f7c3a222eea3bba902bdbe00fcd98d0fb206');
    assert.equal(await commitOf(digest, key), '76e30a6a35cc4ca775262b4c2a6bdce03b6b922ba091a8961577a7eb18adeead');
    assert.equal((await deckOf(digest, key, freshDeck('NT'))).join(' '),
        '3s 9c Qs 8d Qd Qh 7h Td 4s 9h 5d Tc 6d 6c 5c Th 5h 8s 8h 9s 4d As Ac 4h Kc Jd Jh 4c 7c 5s 3c Jc Kh 3d 6s 2s Js Ks Kd '
        + '7d Qc Ts 8c 2d Ah 3h 6h 2c 9d Ad 7s 2h');
});

test('decks have the cards of their games', () => {
    const sizes: [string, number][] = [['NT', 52], ['NS', 36], ['NRT', 20], ['NTJ', 54], ['F5C1DJ', 54], ['FKUHN', 3], ['FLEDUC', 6]];
    for (const [code, size] of sizes) assert.equal(new Set(freshDeck(code)).size, size, code);
    assert.deepEqual(freshDeck('FLEDUC'), ['Jh', 'Js', 'Qh', 'Qs', 'Kh', 'Ks']);
});

test('matches of a real server are right, in every kind of game', async () => {
    for (const name of Object.keys(vectors) as (keyof typeof vectors)[]) {
        const match = copy(name);
        const told: number[] = [];
        const verdict = await verifyMatch(match, new Map(), digest, (done) => void told.push(done));
        const wrong = verdict.hands.flatMap((hand) => hand.points).filter((point) => point.good === false);
        assert.deepEqual(wrong, [], name);
        assert.ok(verdict.good && verdict.hands.length === match.hands && told.length === match.hands, name);
        assert.ok(verdict.cards > 2 * match.hands || name === 'kuhn' || name === 'leduc', `${name}: ${verdict.cards} cards`);
        assert.equal(verdict.commits, 0);
    }
});

test('commitments that were noted before the keys were told are compared', async () => {
    const verdict = await verifyMatch(copy('holdem'), commits, digest);
    assert.ok(verdict.good);
    assert.equal(verdict.commits, 8);
    assert.ok(verdict.hands.every((hand) => hand.points.every((point) => point.good === true)));
});

/** One character of a text, changed to another hexadecimal digit. */
const changed = (hex: string, at: number): string => hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);

async function refuses(match: ArenaMatch, seen: ReadonlyMap<string, string>, nth: number, words: RegExp): Promise<void> {
    const verdict = await verifyMatch(match, seen, digest);
    assert.equal(verdict.good, false);
    assert.deepEqual(verdict.hands.filter((hand) => !hand.good).map((hand) => hand.number), [nth], 'that hand and no other');
    assert.ok(verdict.hands[nth - 1]!.points.some((point) => point.good === false && words.test(point.text)),
        JSON.stringify(verdict.hands[nth - 1]!.points));
}

test('one digit of a key is refused, wherever it is', async () => {
    for (const at of [0, 31, 63]) {
        const match = copy('holdem');
        match.end.reveals[2]!.key = changed(match.end.reveals[2]!.key, at);
        await refuses(match, new Map(), 3, /does not follow from the secret/);
        await refuses(match, commits, 3, /another commitment was noted/);
    }
});

test('a card that is changed or swapped is refused', async () => {
    const match = copy('holdem');
    const [first] = /d dh p1 (....)/.exec(match.phh!)!.slice(1);
    const turned = first!.slice(2) + first!.slice(0, 2);
    await refuses({ ...match, phh: match.phh!.replace(`d dh p1 ${first}`, `d dh p1 ${turned}`) }, commits, 1, /not the deck of the key/);
    const [, board] = /d db (......)/.exec(match.phh!)!;
    await refuses({ ...match, phh: match.phh!.replace(board!, board!.slice(2) + board!.slice(0, 2)) }, commits, 1, /on the board/);
});

test('a commitment that was another is refused, and so is one of a hand that is not there', async () => {
    const seen = new Map(commits), id = [...seen.keys()][4]!;
    seen.set(id, changed(seen.get(id)!, 10));
    await refuses(copy('holdem'), seen, 5, /another commitment was noted/);
    const more = new Map(commits).set('H-2026-11-17-00099', seen.get(id)!);
    const verdict = await verifyMatch(copy('holdem'), more, digest);
    assert.ok(!verdict.good && verdict.remarks[0]!.includes('H-2026-11-17-00099'));
});

test('another secret, another match, and no keys at all are refused', async () => {
    const secret = copy('holdem');
    secret.end.secret = changed(secret.end.secret, 5);
    const verdict = await verifyMatch(secret, commits, digest);
    assert.equal(verdict.hands.filter((hand) => hand.good).length, 0);
    const other = copy('holdem');
    other.match_id = 'M-2026-11-17-00002';
    assert.equal((await verifyMatch(other, commits, digest)).good, false);
    const bare = copy('holdem');
    bare.end.reveals = [];
    bare.phh = null;
    assert.equal((await verifyMatch(bare, new Map(), digest)).good, false);
    bare.phh = copy('holdem').phh;
    assert.equal((await verifyMatch(bare, new Map(), digest)).hands.filter((hand) => hand.good).length, 0, 'hands without keys');
});

test('keys that a long match leaves out follow from the secret', async () => {
    const match = copy('holdem');
    match.end.reveals.splice(0, 5);
    match.end.omitted = 5;
    const verdict = await verifyMatch(match, commits, digest);
    assert.ok(verdict.good);
    assert.equal(verdict.hands.length, 8);
    const phh = match.phh!.replace(/d db (..)(..)/, 'd db $2$1');
    assert.equal((await verifyMatch({ ...match, phh }, commits, digest)).good, false);
});

test('deals that are played twice have two keys (17.7)', async () => {
    const secret = fromHex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f');
    const blind = toHex(await handKey(digest, secret, 'M-1', 1));
    const key = toHex(await hmac(digest, secret, 'felt/deal/1|M-1|317'));
    const commit = createHash('sha256').update(blind + key, 'hex').digest('hex');
    const match: ArenaMatch = {
        match_id: 'M-1', table_id: 'T-1', hands: 1, winner: '', reason: '', phh: null, cut: false,
        end: { match_id: 'M-1', secret: toHex(secret), omitted: 0, tournament: false, final: [], tied: [], reveals: [{ hand_id: 'H-1', key, blind, deal: 317 }] },
    };
    assert.ok((await verifyMatch(match, new Map([['H-1', commit]]), digest)).good);
    match.end.reveals[0]!.deal = 318;
    assert.equal((await verifyMatch(match, new Map([['H-1', commit]]), digest)).good, false);
});

test('keys that are missing are missed: the last ones, all of them, and the secret', async () => {
    const short = copy('holdem');
    short.end.reveals.pop();
    short.phh = short.phh!.slice(0, short.phh!.indexOf('[8]'));
    let verdict = await verifyMatch(short, new Map(), digest);
    assert.ok(!verdict.good && /8 hands, but there are keys for 7/.test(verdict.remarks[0]!));
    assert.equal(verdict.unseen, 1);
    // Keys that follow from a secret of no bytes would prove nothing: everybody knows it.
    const open = copy('holdem');
    open.end.secret = '';
    for (const [i, reveal] of open.end.reveals.entries()) reveal.key = toHex(await handKey(digest, fromHex(''), open.match_id, i + 1));
    open.phh = null;
    verdict = await verifyMatch(open, new Map(), digest);
    assert.ok(!verdict.good && verdict.hands.every((hand) => !hand.good));
    assert.deepEqual(readMatch({ ...vectors.holdem.match, end: { ...vectors.holdem.match.end, secret: 'no key at all' } })!.end.secret, '');
});

test('a hand that is told twice is refused: what a page shows is what was compared', async () => {
    const match = copy('holdem'), first = match.phh!.slice(0, match.phh!.indexOf('[2]'));
    const forged = first.replace(/d db (..)(..)/, 'd db $2$1');
    await refuses({ ...match, phh: forged + match.phh! }, commits, 1, /two records|not the deck/);
    await refuses({ ...match, phh: first + match.phh! }, commits, 1, /two records/);
    await refuses({ ...match, phh: match.phh!.replace('[3]', '[30]') }, commits, 3, /that of hand 30/);
    const twice = copy('holdem');
    twice.end.reveals[1] = { ...twice.end.reveals[0]! };
    assert.equal((await verifyMatch(twice, commits, digest)).good, false);
});

test('a record without cards compares nothing, and is refused', async () => {
    const match = copy('holdem');
    const bare = match.phh!.replace(/actions = \[[^\]]*\]/, (text) => text.replace(/'d d[hb] [^']*',? ?/g, '').replace(/"d d[hb] [^"]*",? ?/g, ''));
    assert.notEqual(bare, match.phh);
    const verdict = await verifyMatch({ ...match, phh: bare }, commits, digest);
    assert.ok(!verdict.good);
    assert.deepEqual(verdict.hands.filter((hand) => !hand.good).map((hand) => hand.number), [1]);
});

test('of a long match whose hands are not kept, commitments are compared all the same', async () => {
    const match = { ...copy('holdem'), phh: null };
    match.end.reveals.splice(0, 5);
    match.end.omitted = 5;
    const verdict = await verifyMatch(match, commits, digest);
    assert.ok(verdict.good, verdict.remarks.join());
    assert.deepEqual([verdict.hands.length, verdict.unseen], [3, 5]);
    const [id] = [...commits.keys()];
    const forged = new Map(commits).set(id!, changed(commits.get(id!)!, 3));
    assert.equal((await verifyMatch(match, forged, digest)).good, false);
});

test('records of a tournament have the numbers of their tables', async () => {
    const match = copy('holdem');
    match.end.tournament = true;
    match.phh = match.phh!.replace(/^\[(\d)\]$/gm, (_, number) => `[${Number(number) + 20}]`);
    assert.ok((await verifyMatch(match, commits, digest)).good);
    match.end.reveals.splice(0, 5);
    match.end.omitted = 5;
    const verdict = await verifyMatch(match, new Map(), digest);
    assert.ok(verdict.good, 'keys that were left out are not known');
    assert.equal(verdict.hands.filter((hand) => hand.points[0]!.good === null).length, 5);
});

test('two commitments for one hand: somebody was lied to', async () => {
    const [[id, commit]] = [...commits] as [[string, string]], other = changed(commit, 7);
    for (const both of [bothCommits(commits, new Map([[id, other]])), bothCommits(new Map([[id, other]]), commits)])
        await refuses(copy('holdem'), both, 1, /another commitment was noted/);
    assert.equal(readCommits(`${id} ${commit}\n${id} ${other}`).get(id), `${commit} and ${other}`);
    assert.deepEqual(bothCommits(commits, commits), commits);
});

test('whoever is told of the hands is waited for', async () => {
    let now = 0, most = 0;
    await verifyMatch(copy('kuhn'), new Map(), digest, async () => {
        most = Math.max(most, ++now);
        await new Promise((wake) => { setTimeout(wake, 1); });
        now--;
    });
    assert.equal(most, 1);
});

test('hands of one text are cut where they begin; rubbish is no hand, and is said', async () => {
    assert.deepEqual(splitHands(copy('holdem').phh!).map((hand) => hand.number), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert.deepEqual(splitHands(''), []);
    assert.deepEqual(splitHands('no hand'), []);
    const match = copy('holdem');
    const verdict = await verifyMatch({ ...match, phh: match.phh!.replace('variant = "NT"', 'variant = 7') }, commits, digest);
    assert.ok(!verdict.good && verdict.hands[0]!.points.some((point) => /cannot be read/.test(point.text)));
});

test('commitments are found in what a bot wrote down', () => {
    const [[id, commit]] = [...commits] as [[string, string]];
    const frame = JSON.stringify({ type: 'start_hand', hand_id: id, commit });
    assert.deepEqual([...readCommits(`12:00 got ${frame}\nnothing here\n${id} ${commit}\n`)], [[id, commit]]);
    assert.equal(readCommits(`${id}\n${commit}\n`).size, 0, 'not on one line');
    assert.equal(readCommits(`${id} ${commit.slice(1)}`).size, 0, 'too short');
});
