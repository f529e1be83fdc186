// shuffle.ts -- the committed shuffle of docs/PROTOCOL.md 8 and 17.7, done again by whoever was told the keys.  The only
// thing that is lent from outside is SHA-256; nothing of what a server says is taken on trust.
import type { Card } from '../protocol';
import type { ArenaMatch, Reveal } from './arena';
import { joined } from './bytes';
import { gameOf } from './games';
import { readPhh, type Recorded } from './phh';
import { cardSigns, chips, plural } from './text';

export type Digest = (bytes: Uint8Array) => Promise<Uint8Array>;

// ---- bytes

const BLOCK = 64;

export function fromHex(hex: string): Uint8Array {
    return Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** All labels are ASCII. */
const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** HMAC-SHA256 (RFC 2104) of a key that is no longer than a block: ours have 32 bytes. */
export async function hmac(digest: Digest, key: Uint8Array, text: string): Promise<Uint8Array> {
    const pad = (with_: number) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ with_);
    return digest(joined(pad(0x5c), await digest(joined(pad(0x36), ascii(text)))));
}

// ---- PROTOCOL 8

/** 8.2: the key of a hand, with its fresh bytes if it has some; 17.7: of a deal that is played twice. */
export const handKey = (digest: Digest, secret: Uint8Array, match: string, number: number, fresh?: string): Promise<Uint8Array> =>
    hmac(digest, secret, fresh === undefined ? `felt/hand/1|${match}|${number}` : `felt/hand/2|${fresh}|${match}|${number}`);
export const dealKey = (digest: Digest, secret: Uint8Array, match: string, deal: number): Promise<Uint8Array> =>
    hmac(digest, secret, `felt/deal/1|${match}|${deal}`);

/** 8.3, and 17.7 if there is a blind. */
export async function commitOf(digest: Digest, key: Uint8Array, blind?: Uint8Array): Promise<string> {
    return toHex(await digest(blind ? joined(blind, key) : key));
}

const RANKS = '23456789TJQKA', SUITS = 'cdhs';

/** The cards of a game before they are shuffled: 2c 2d 2h 2s 3c ... As, jokers last. */
export function freshDeck(code: string): Card[] {
    const { variant, wild } = gameOf(code);
    const from = variant === 'short-deck' ? 4 : variant === 'royal' ? 8 : 0;
    const small = variant === 'kuhn' ? 's' : variant === 'leduc' ? 'hs' : '';
    const deck: Card[] = [];
    for (const rank of small ? 'JQK' : RANKS.slice(from))
        for (const suit of small || SUITS) deck.push(rank + suit);
    return wild === 'jokers' ? [...deck, 'Jr', 'Jb'] : deck;
}

/** 8.4: the deck that follows from a key. */
export async function deckOf(digest: Digest, key: Uint8Array, fresh: readonly Card[]): Promise<Card[]> {
    const deck = [...fresh];
    let block = 0, left: number[] = [];
    const word = async (): Promise<number> => {
        if (left.length === 0) {
            const bytes = await hmac(digest, key, `felt/deck/1|${block++}`);
            const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
            left = Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i));
        }
        return left.shift()!;
    };
    for (let k = 0; k < deck.length; k++) {
        const n = deck.length - k;
        let drawn = await word();
        while (drawn >= 2 ** 32 - 2 ** 32 % n) drawn = await word(); // else low cards would be likelier
        const other = k + drawn % n;
        [deck[k], deck[other]] = [deck[other]!, deck[k]!];
    }
    return deck;
}

// ---- from deck to table

export interface Placed { at: number; card: Card; where: string }

/** Where the cards of a recorded hand must lie in its deck (8.5); null: this game lays them out otherwise. */
export function placesOf(hand: Recorded, deck_count: number): Placed[] | null {
    const { hole, board, variant } = gameOf(hand.code);
    const seats = hand.names.length;
    if (seats * hole + board > deck_count) return null; // a crowded stud table (RULES 2.4)
    const dealt = Array<number>(seats).fill(0);
    let on_board = 0, stub = seats * hole + board, redealt = false;
    const places: Placed[] = [];
    const put = (at: number, card: Card | null, where: string) => {
        if (card !== null && at < deck_count && !redealt) places.push({ at, card, where });
    };
    for (const deed of hand.deeds) {
        if (deed.do === 'board')
            for (const card of deed.cards) {
                if (on_board < board) put(seats * hole + on_board++, card, 'on the board');
                else put(stub++, card, 'on the board'); // a second board, or a card that a stud table shares
            }
        if (deed.do !== 'deal') continue;
        for (const card of deed.cards) {
            const name = hand.names[deed.player]!, nth = dealt[deed.player]!++;
            if (nth < hole) put(nth * seats + deed.player, card, `of ${name}`);
            else put(stub++, card, `that ${name} drew`);
            // The queen of spades, face up: all cards go back, and where they lie then the key alone does not tell.
            redealt ||= variant === 'the-bitch' && card === 'Qs' && nth >= 2 && nth < 6;
        }
    }
    return places;
}

// ---- a whole match

export interface Point { good: boolean | null; text: string } // null: it cannot be told here

export interface HandVerdict {
    id: string;
    number: number;
    good: boolean;
    key: string;
    blind: string;          // of a deal that is played twice, else ''
    commit: string;         // as it follows from the key
    seen: string;           // as it was noted before the key was told, '' if nobody here did
    deck: Card[];           // empty: no recorded hand says which game it was
    cards: number;          // that were compared
    points: Point[];
}

/** `unseen`: hands of which neither key nor record is there. */
export interface Verdict { good: boolean; hands: HandVerdict[]; commits: number; cards: number; unseen: number; remarks: string[] }

/** The hands of `phh`, which is one text: a line "[7]" is above hand number 7. */
export function splitHands(phh: string): { number: number; text: string }[] {
    const parts = phh.split(/^\[[ \t]*(\d{1,9})[ \t]*\][ \t]*$/m);
    const hands: { number: number; text: string }[] = [];
    for (let i = 1; i + 1 < parts.length; i += 2) hands.push({ number: Number(parts[i]), text: parts[i + 1]! });
    return hands;
}

/** `lost`: its key was left out, and cannot be made again; `strange`: something that no honest server says. */
interface Task { reveal: Reveal; number: number; told: boolean; lost?: boolean; hand?: Recorded; unread?: string; strange?: string }

/** The task of a record whose key is not in the list: in a long match it was left out.  Without fresh bytes it follows from the
 *  secret and the number; with them only a bot that noted them can make it.  In a tournament records have the numbers of their
 *  table, which are others. */
async function taskOf(match: ArenaMatch, id: string, number: number, digest: Digest): Promise<Task> {
    const { omitted, secret, tournament, match_id } = match.end;
    const fresh = match.end.reveals.some((reveal) => reveal.fresh !== undefined);
    if (tournament || fresh) return { reveal: { hand_id: id, key: '' }, number, told: false, lost: omitted > 0 };
    const key = number <= omitted && secret ? toHex(await handKey(digest, fromHex(secret), match_id, number)) : '';
    return { reveal: { hand_id: id, key }, number, told: false };
}

/** Every hand that has a key, or could have one: those of the frame, and recorded ones whose keys were left out there. */
async function tasksOf(match: ArenaMatch, digest: Digest): Promise<Task[]> {
    const { reveals, omitted, tournament } = match.end;
    const tasks = new Map<string, Task>(), numbers = new Map<number, Task>();
    reveals.forEach((reveal, i) => {
        const twin = tasks.get(reveal.hand_id);
        if (twin) twin.strange = 'The server tells two keys for this hand.';
        else tasks.set(reveal.hand_id, { reveal, number: omitted + i + 1, told: true });
    });
    for (const { number, text } of splitHands(match.phh ?? '')) {
        const hand = readPhh(text);
        const id = /^_id = "([^"\n]*)"$/m.exec(text)?.[1] ?? `hand ${number}`;
        const task = tasks.get(id) ?? await taskOf(match, id, number, digest);
        tasks.set(id, task);
        // A page shows the record of a number: it has to be the one that is compared here, and the only one.
        const twin = numbers.get(number);
        if (task.hand || task.unread) task.strange = 'The server tells two records of this hand.';
        else if (twin) task.strange = twin.strange = `Two hands have the number ${number}.`;
        else if (task.number !== number && !tournament) task.strange = `Its record is said to be that of hand ${number}.`;
        numbers.set(number, task);
        if ('error' in hand) task.unread ??= hand.error;
        else task.hand ??= hand;
    }
    return [...tasks.values()].sort((a, b) => a.number - b.number);
}

async function keyPoint(task: Task, match: ArenaMatch, digest: Digest): Promise<Point> {
    const { reveal, number } = task;
    if (task.lost) return { good: null, text: 'The key was left out of the list, which is long.' };
    if (!reveal.key) return { good: false, text: 'The server tells no key for this hand.' };
    if (!match.end.secret) return { good: false, text: 'The server does not tell the secret that the key would have to follow from.' };
    if (!task.told) return { good: null, text: 'The key was left out of the list, which is long: it was made from the secret.' };
    const secret = fromHex(match.end.secret), id = match.end.match_id;
    const fresh = reveal.fresh === undefined ? '' : 'the fresh bytes of the hand, ';
    const of_deal = reveal.blind === undefined ? '' : `, and that of deal ${reveal.deal ?? 0}`;
    const first = toHex(await handKey(digest, secret, id, number, reveal.fresh));
    const key = reveal.blind === undefined ? first : toHex(await dealKey(digest, secret, id, reveal.deal ?? 0));
    if (key === reveal.key && (reveal.blind === undefined || reveal.blind === first))
        return { good: true, text: `The key follows from the secret of the match, its name, ${fresh}and the number ${number}${of_deal}.` };
    return { good: false, text: `The key does not follow from the secret of the match: it would be ${key}.` };
}

function commitPoint(commit: string, seen: string): Point {
    if (seen === '')
        return { good: null, text: 'The commitment follows from the key. Nobody here noted it while the match was played: compare it '
            + 'with the "commit" that your bot was sent.' };
    if (seen === commit) return { good: true, text: 'The commitment is the one that was noted before the key was told.' };
    return { good: false, text: `Before the key was told, another commitment was noted: ${seen}.` };
}

function cardsPoint(task: Task, deck: readonly Card[]): Point & { cards: number } {
    const { hand } = task;
    if (!hand) {
        const why = task.unread ? `The recorded hand cannot be read: ${task.unread}.` : 'The server kept no record of this hand.';
        return { good: task.unread ? false : null, cards: 0, text: `${why} Its cards were not compared.` };
    }
    const places = placesOf(hand, deck.length);
    if (places?.length === 0) return { good: false, cards: 0, text: 'The recorded hand names no cards: there is nothing to compare.' };
    if (!places) return { good: null, cards: 0, text: 'So many seats share their last cards: this layout is not compared.' };
    const wrong = places.find(({ at, card }) => deck[at] !== card);
    if (wrong)
        return { good: false, cards: places.length, text: `The card ${wrong.where} is ${cardSigns([wrong.card])}, but card ${wrong.at + 1} of `
            + `the deck is ${cardSigns([deck[wrong.at]!])}: this is not the deck of the key.` };
    const words = places.length === 1 ? 'The one card that the record names lies' : `All ${places.length} cards that the record names lie`;
    return { good: true, cards: places.length, text: `${words} where the deck of the key has them.` };
}

async function verifyHand(task: Task, match: ArenaMatch, seen: string, digest: Digest): Promise<HandVerdict> {
    const { reveal, number, hand } = task;
    const points = [await keyPoint(task, match, digest)];
    if (task.strange) points.push({ good: false, text: task.strange });
    let commit = '', deck: Card[] = [], cards = 0;
    if (reveal.key) {
        const key = fromHex(reveal.key);
        commit = await commitOf(digest, key, reveal.blind === undefined ? undefined : fromHex(reveal.blind));
        points.push(commitPoint(commit, seen));
        if (hand) deck = await deckOf(digest, key, freshDeck(hand.code));
        const found = cardsPoint(task, deck);
        cards = found.cards;
        points.push({ good: found.good, text: found.text });
    }
    const good = points.every((point) => point.good !== false);
    return { id: reveal.hand_id, number, good, key: reveal.key, blind: reveal.blind ?? '', commit, seen, deck, cards, points };
}

const KEYS_MAX = 100000;

/** A commitment that was noted for a hand that is not there; '' if there is none.  Where keys were left out, it may be of one of those. */
async function strayCommit(match: ArenaMatch, hands: readonly HandVerdict[], seen: ReadonlyMap<string, string>, digest: Digest): Promise<string> {
    const { omitted, secret, reveals, match_id } = match.end;
    const ids = new Set(hands.map((hand) => hand.id));
    const stray = [...seen.keys()].filter((id) => !ids.has(id));
    if (stray.length === 0 || omitted === 0) return stray[0] ?? '';
    if (reveals.some((reveal) => reveal.blind !== undefined)) return ''; // which deal it was is not told
    const left_out = new Set<string>();
    for (let number = 1; number <= Math.min(omitted, KEYS_MAX); number++)
        left_out.add(await commitOf(digest, await handKey(digest, fromHex(secret), match_id, number)));
    return stray.find((id) => !left_out.has(seen.get(id)!)) ?? '';
}

/** What is wrong with the match as a whole, whatever its hands are like. */
async function remarksOn(match: ArenaMatch, hands: readonly HandVerdict[], seen: ReadonlyMap<string, string>, digest: Digest): Promise<string[]> {
    const { end } = match, told = end.reveals.length + end.omitted;
    const stray = await strayCommit(match, hands, seen, digest);
    return [
        match.match_id !== end.match_id && 'The keys are of another match.',
        hands.length === 0 && 'The match tells no keys: there is nothing to verify.',
        !end.secret && 'The server does not tell the secret of the match.',
        told !== match.hands && `The match has ${plural(match.hands, 'hand')}, but there are keys for ${chips(told)}.`,
        stray && `A commitment was noted for a hand that the match does not have: ${stray}.`,
    ].filter((remark): remark is string => Boolean(remark));
}

/** Every hand of a match that is over.  `seen`: commitments that were noted before the keys were told, by hand.  `tell` hears of
 *  each hand that is done, and is waited for: many hands take their time. */
export async function verifyMatch(
    match: ArenaMatch, seen: ReadonlyMap<string, string>, digest: Digest, tell?: (done: number, all: number) => Promise<void> | void,
): Promise<Verdict> {
    const tasks = await tasksOf(match, digest);
    const hands: HandVerdict[] = [];
    for (const task of tasks) {
        hands.push(await verifyHand(task, match, seen.get(task.reveal.hand_id) ?? '', digest));
        await tell?.(hands.length, tasks.length);
    }
    const remarks = await remarksOn(match, hands, seen, digest);
    return {
        good: hands.every((hand) => hand.good) && remarks.length === 0, hands, remarks,
        commits: hands.filter((hand) => hand.seen !== '' && hand.key !== '').length,
        cards: hands.reduce((sum, hand) => sum + hand.cards, 0), unseen: Math.max(0, match.hands - hands.length),
    };
}

/** Whoever was told two commitments for one hand has been lied to: then neither is right. */
function note(found: Map<string, string>, id: string, commit: string): void {
    const known = found.get(id);
    found.set(id, known === undefined || known === commit ? commit : `${known} and ${commit}`);
}

/** What was heard, and what somebody brings: both count. */
export function bothCommits(heard: ReadonlyMap<string, string>, brought: ReadonlyMap<string, string>): Map<string, string> {
    const all = new Map(heard);
    for (const [id, commit] of brought) note(all, id, commit);
    return all;
}

/** Commitments in a text that somebody pastes: start_hand frames as a bot was sent them, or "H-... commit" in lines. */
export function readCommits(text: string): Map<string, string> {
    const found = new Map<string, string>();
    for (const line of text.split(/\r?\n/)) {
        const ids = new Set(line.match(/\bH-\d{4}-\d\d-\d\d-\d{5,12}\b/g)), commits = new Set(line.match(/\b[0-9a-f]{64}\b/g));
        if (ids.size === 1 && commits.size === 1) note(found, [...ids][0]!, [...commits][0]!);
    }
    return found;
}
