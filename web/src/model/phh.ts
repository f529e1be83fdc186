// phh.ts -- a strict reader of recorded hands in the PHH form (a subset of TOML).  Text comes from the server or from
// the address of a shared hand, so nothing in it is believed: whatever is wrong comes back as {error}, never as a
// throw.  Knows the form, not the rules of betting.
import type { Card } from '../protocol';
import { cardNumber, ruleOf } from './evaluate';

/** What happens in a recorded hand.  Players count from 0, left of the button; null is a card that is not known. */
export type Deed =
    | { do: 'deal'; player: number; cards: (Card | null)[] }
    | { do: 'board'; cards: Card[] }
    | { do: 'fold' | 'call' | 'bring_in'; player: number }
    | { do: 'raise'; player: number; to: number }
    | { do: 'discard' | 'show'; player: number; cards: (Card | null)[] };

export interface Recorded {
    id: string;
    code: string;           // "NT"
    table: string;
    names: string[];
    seats: number[];        // of the table, from 0
    stacks: number[];
    antes: number[];
    dead: number[];         // antes that are not matched
    blinds: number[];
    bring_in: number;
    unit: number;           // least bet, or small bet
    two_boards: boolean;
    odd_wild: boolean;      // other cards than usual are wild at that table: its hands cannot be judged
    deeds: Deed[];
    finish: number[] | undefined;
}

export const PHH_MAX = 65536;
const SEATS_MAX = 10, DEEDS_MAX = 1000, DEPTH_MAX = 8;
const CHIPS_MAX = 2 ** 40 * SEATS_MAX;

/** Where reading stops; never leaves this file. */
class Mistake extends Error {}

function refuse(text: string): never {
    throw new Mistake(text);
}

// ---- TOML ----

type Value = string | number | boolean | Value[] | { bare: string };

const ESCAPES = new Map([['b', '\b'], ['t', '\t'], ['n', '\n'], ['f', '\f'], ['r', '\r'], ['"', '"'], ['\\', '\\']]);

class Reader {
    private at = 0;
    constructor(private readonly text: string) {}

    private fail(what: string): never {
        return refuse(`line ${this.text.slice(0, this.at).split('\n').length}: ${what}`);
    }

    private match(pattern: RegExp): string {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text)?.[0] ?? '';
        this.at += found.length;
        return found;
    }

    private take(text: string): boolean {
        if (!this.text.startsWith(text, this.at)) return false;
        this.at += text.length;
        return true;
    }

    private blanks(): void {
        this.match(/[ \t]*/y);
    }

    private lines(): void {
        this.match(/(?:[ \t\r\n]|#[^\n]*)*/y);
    }

    private endLine(): void {
        this.blanks();
        this.match(/#[^\n]*/y);
        if (this.at < this.text.length && !this.take('\n') && !this.take('\r\n'))
            this.fail('something stands behind a value');
    }

    /** Key and value, or null at the end of the hand. */
    field(): { key: string; value: Value } | null {
        this.lines();
        if (this.at >= this.text.length) return null;
        const key = this.key();
        this.blanks();
        if (!this.take('=')) this.fail(`after the name ${key} comes =`);
        this.blanks();
        const value = this.value(0);
        this.endLine();
        return { key, value };
    }

    /** [1] above a hand. */
    header(): void {
        this.lines();
        if (this.match(/\[[ \t]*[A-Za-z0-9_-]+[ \t]*\]/y)) this.endLine();
    }

    private key(): string {
        const quoted = this.string();
        const key = quoted ?? this.match(/[A-Za-z0-9_-]+/y);
        return key || this.fail('there is no name of a field');
    }

    private string(): string | null {
        for (const quote of ['"""', "'''", '"', "'"]) {
            if (!this.take(quote)) continue;
            if (quote.length === 3 && !this.take('\r\n')) this.take('\n');
            return this.rest(quote, quote[0] === '"');
        }
        return null;
    }

    /** The rest of a string up to its closing quote. */
    private rest(quote: string, escapes: boolean): string {
        let out = '';
        while (!this.take(quote)) {
            const c = this.text[this.at++];
            if (c === undefined || (quote.length === 1 && c === '\n')) this.fail('a text has no end');
            out += escapes && c === '\\' ? this.escape() : c;
        }
        return out;
    }

    private escape(): string {
        if (this.match(/[ \t]*\r?\n[ \t\r\n]*/y)) return '';
        const c = this.text[this.at++] ?? '';
        const digits = c === 'u' ? this.match(/[0-9a-fA-F]{4}/y) : c === 'U' ? this.match(/[0-9a-fA-F]{8}/y) : '';
        const point = digits ? parseInt(digits, 16) : -1;
        if (point >= 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) return String.fromCodePoint(point);
        return ESCAPES.get(c) ?? this.fail(`\\${c} is not known`);
    }

    private value(depth: number): Value {
        if (depth > DEPTH_MAX) this.fail('lists are too deep');
        const text = this.string();
        if (text !== null) return text;
        if (this.take('[')) return this.list(depth);
        if (this.take('{')) return this.table(depth);
        const word = this.match(/[0-9A-Za-z_.:+-]+(?: \d\d:[0-9:.Z+-]+)?/y);
        if (word === 'true' || word === 'false') return word === 'true';
        if (/^[+-]?\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?$/.test(word)) return Number(word.replace(/_/g, ''));
        return word ? { bare: word } : this.fail('a value is missing');
    }

    private list(depth: number): Value[] {
        const list: Value[] = [];
        for (;;) {
            this.lines();
            if (this.take(']')) return list;
            if (list.length > DEEDS_MAX) this.fail('a list is too long');
            list.push(this.value(depth + 1));
            this.lines();
            if (this.take(',')) continue;
            return this.take(']') ? list : this.fail('a list has no end');
        }
    }

    /** { a = 1 }: passed over, none of our fields has one. */
    private table(depth: number): Value {
        for (this.blanks(); !this.take('}');) {
            this.key();
            this.blanks();
            if (!this.take('=')) this.fail('after a name comes =');
            this.blanks();
            this.value(depth + 1);
            this.blanks();
            if (this.take(',')) this.blanks();
            else if (this.text[this.at] !== '}') this.fail('a table has no end');
        }
        return { bare: '{}' };
    }
}

// ---- fields ----

type Fields = Map<string, Value>;

/** Amounts have at most four decimal places; sums of them are rounded to as many. */
export function tidy(amount: number): number {
    return Math.round(amount * 10000) / 10000;
}

function amountOf(name: string, value: Value | undefined, least = 0): number {
    if (typeof value !== 'number' || !(value >= least && value <= CHIPS_MAX))
        return refuse(`${name} is no amount of chips`);
    return tidy(value);
}

function textOf(fields: Fields, name: string, most: number): string {
    const value = fields.get(name);
    const text = typeof value === 'number' ? String(value) : value ?? '';
    if (typeof text !== 'string' || text.length > most) return refuse(`${name} is no short text`);
    return text;
}

function amountsOf(fields: Fields, name: string, seats: number, least = 0): number[] {
    const value = fields.get(name);
    if (value === undefined) return Array<number>(seats).fill(0);
    if (!Array.isArray(value) || value.length !== seats)
        return refuse(`${name} needs a number for each of ${seats} seats`);
    return value.map((amount) => amountOf(name, amount, least));
}

function namesOf(fields: Fields, seats: number): string[] {
    const value = fields.get('players');
    const list = Array.isArray(value) && value.length === seats ? value : [];
    return Array.from({ length: seats }, (_, i) => {
        const name = list[i];
        return typeof name === 'string' && name && name.length <= 64 ? name : `Player ${i + 1}`;
    });
}

/** Seats of the table: 1, 2, 3 ... unless they are told. */
function seatsOf(fields: Fields, seats: number): number[] {
    const value = fields.get('seats');
    const usual = Array.from({ length: seats }, (_, i) => i);
    if (value === undefined) return usual;
    const good = Array.isArray(value) && value.length === seats && new Set(value).size === seats
        && value.every((seat) => Number.isInteger(seat) && (seat as number) >= 1 && (seat as number) <= SEATS_MAX);
    return good ? (value as number[]).map((seat) => seat - 1) : usual;
}

// ---- actions ----

function cardsOf(text: string, unknown: boolean): (Card | null)[] {
    const cards = text.replace(/10/g, 'T').match(/../gs) ?? [];
    if (cards.join('').length !== text.replace(/10/g, 'T').length || cards.length > SEATS_MAX)
        return refuse(`"${text.slice(0, 30)}" is no list of cards`);
    return cards.map((card) => {
        if (card === '??' && unknown) return null;
        return cardNumber(card) < 0 ? refuse(`"${card}" is no card`) : card;
    });
}

function playerOf(word: string | undefined, seats: number): number {
    const number = /^p([1-9]\d?)$/.exec(word ?? '')?.[1];
    return number && Number(number) <= seats ? Number(number) - 1 : refuse(`"${word}" is no player of this hand`);
}

const PLAIN = new Map<string, 'fold' | 'call' | 'bring_in'>([['f', 'fold'], ['cc', 'call'], ['pb', 'bring_in']]);
const WITH_CARDS = new Map<string, 'discard' | 'show'>([['sd', 'discard'], ['sm', 'show']]);

/** One action; null if there is only a remark. */
function deedOf(value: Value, seats: number): Deed | null {
    if (typeof value !== 'string' || value.length > 400) return refuse('an action is no text');
    const words = value.replace(/#.*$/s, '').split(/\s+/).filter(Boolean);
    const [who, what = '', third, fourth] = words;
    if (!who) return null;
    if (who === 'd' && what === 'db' && words.length === 3)
        return { do: 'board', cards: cardsOf(third!, false) as Card[] };
    if (who === 'd' && what === 'dh' && words.length === 4)
        return { do: 'deal', player: playerOf(third, seats), cards: cardsOf(fourth!, true) };
    const player = playerOf(who, seats);
    const plain = PLAIN.get(what), with_cards = WITH_CARDS.get(what);
    if (words.length === 2 && plain) return { do: plain, player };
    if (words.length === 3 && what === 'cbr' && /^\d+(?:\.\d+)?$/.test(third!))
        return { do: 'raise', player, to: amountOf('a bet', Number(third)) };
    if (words.length <= 3 && with_cards)
        return { do: with_cards, player, cards: cardsOf(third ?? '', true) };
    return refuse(`"${value.slice(0, 40)}" is no action`);
}

function deedsOf(fields: Fields, seats: number): Deed[] {
    const list = fields.get('actions');
    if (!Array.isArray(list) || list.length > DEEDS_MAX) return refuse('there is no list of actions');
    return list.map((value) => deedOf(value, seats)).filter((deed): deed is Deed => deed !== null);
}

// ---- hands ----

/** Lists of two seats stand small blind first: the button, which is the second player. */
function turned(list: number[]): number[] {
    return list.length === 2 ? [list[1]!, list[0]!] : list;
}

function handOf(fields: Fields): Recorded {
    const code = textOf(fields, 'variant', 16);
    if (!ruleOf(code)) refuse(code ? `the game "${code}" is not known` : 'there is no field variant');
    const list = fields.get('starting_stacks');
    const seats = Array.isArray(list) ? list.length : 0;
    if (seats < 2 || seats > SEATS_MAX) refuse(`starting_stacks has ${seats} seats; a hand has 2 to ${SEATS_MAX}`);
    const antes = turned(amountsOf(fields, 'antes', seats));
    const trimmed = fields.get('ante_trimming_status') === true;
    return {
        id: textOf(fields, '_id', 200) || textOf(fields, 'hand', 200),
        code,
        table: textOf(fields, 'table', 200),
        names: namesOf(fields, seats),
        seats: seatsOf(fields, seats),
        stacks: amountsOf(fields, 'starting_stacks', seats),
        // Without trimming an ante is dead money: nobody gets back what others have not matched.
        antes: antes.map((ante) => (trimmed ? ante : 0)),
        dead: turned(amountsOf(fields, '_dead', seats)).map((dead, i) => tidy(dead + (trimmed ? 0 : antes[i]!))),
        // A blind below zero was posted out of turn.
        blinds: turned(amountsOf(fields, 'blinds_or_straddles', seats, -CHIPS_MAX)).map(Math.abs),
        bring_in: fields.has('bring_in') ? amountOf('bring_in', fields.get('bring_in')) : 0,
        unit: amountOf('the least bet', fields.get('min_bet') ?? fields.get('small_bet') ?? 0),
        two_boards: fields.get('_runs') === 2,
        odd_wild: fields.has('_wild'),
        deeds: deedsOf(fields, seats),
        finish: fields.has('finishing_stacks') ? amountsOf(fields, 'finishing_stacks', seats) : undefined,
    };
}

function fieldsOf(text: string): Fields {
    if (text.length > PHH_MAX) refuse('a hand is at most 64 KB long');
    const reader = new Reader(text);
    const fields: Fields = new Map();
    reader.header();
    for (let field = reader.field(); field; field = reader.field()) {
        if (fields.has(field.key)) refuse(`the field ${field.key} is there twice`);
        if (fields.size > 100) refuse('there are too many fields');
        fields.set(field.key, field.value);
    }
    return fields;
}

export function readPhh(text: string): Recorded | { error: string } {
    try {
        return handOf(fieldsOf(text));
    } catch (mistake) {
        return { error: mistake instanceof Mistake ? mistake.message : 'this is no recorded hand' };
    }
}
