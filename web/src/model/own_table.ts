// own_table.ts -- the form for a table of one's own: what it asks, what is wrong with it, and the `create` it becomes (PROTOCOL 15.21).
// What is as usual is left out.  Plain values only.
import type { AnteBy, Row, RunTwice, Straddle, Want } from '../protocol';

export interface OwnTable {
    title: string;
    game: string;
    sb: number;
    bb: number;
    seats: number;
    buy_in_min: number;     // in big blinds
    buy_in_max: number;
    seconds: number;        // of a turn
    house: number;
    bots: boolean;
    password: string;
    ante: number;
    ante_by: AnteBy;
    straddle: Straddle;
    bomb_every: number;
    bomb_bb: number;
    run_twice: RunTwice;
    rathole: boolean;
}

export const usual: OwnTable = {
    title: '', game: 'holdem', sb: 1, bb: 2, seats: 6, buy_in_min: 20, buy_in_max: 100, seconds: 20, house: 0, bots: false,
    password: '', ante: 0, ante_by: 'none', straddle: 'none', bomb_every: 0, bomb_bb: 2, run_twice: 'ask', rathole: true,
};

/** Games that friends ask for; `all` is dealer's choice of everything. */
export const ownGames: [string, string][] = [
    ['holdem', 'Hold\'em'], ['omaha', 'Omaha'], ['omaha-hilo', 'Omaha hi-lo'], ['short-deck', 'Short deck'],
    ['pineapple', 'Pineapple'], ['draw', 'Five-card draw'], ['27-triple', 'Deuce-to-seven triple draw'], ['badugi', 'Badugi'],
    ['stud', 'Seven-card stud'], ['stud-hilo', 'Seven-card stud hi-lo'], ['razz', 'Razz'],
    ['holdem,omaha,stud,draw', 'Dealer\'s choice of four'], ['all', 'Dealer\'s choice of everything'],
];

/** The game of a table that is there: a list of games is not told, only that the dealer chooses. */
export const gameOfRow = (row: Row): string => (ownGames.some(([word]) => word === row.variant) ? row.variant : '');

/** A table as it is, for the form that changes it. */
export function fromRow(row: Row): OwnTable {
    return {
        ...usual, title: row.title, game: gameOfRow(row), sb: row.sb, bb: row.bb, seats: row.seats,
        buy_in_min: Math.round(row.buy_in_min / row.bb), buy_in_max: Math.round(row.buy_in_max / row.bb),
        bots: row.bots_welcome, ante: row.ante ?? 0, ante_by: row.ante_by ?? 'none', straddle: row.straddle ?? 'none',
        bomb_every: row.bomb_every ?? 0, bomb_bb: row.bomb_bb ?? 2, run_twice: row.run_twice ?? 'ask', rathole: row.rathole ?? true,
    };
}

export interface Mistake { field: keyof OwnTable; text: string }

const bytes = (text: string): number => new TextEncoder().encode(text).length;

/** The first mistake, as far as a page can see it: the server looks at all of it again. */
export function mistakeIn(form: OwnTable): Mistake | null {
    const whole = (n: number, least: number, most: number) => Number.isInteger(n) && n >= least && n <= most;
    if (bytes(form.title) > 63 || form.title.includes('#')) return { field: 'title', text: 'At most 63 letters, and no #.' };
    if (!whole(form.bb, 1, 1000000)) return { field: 'bb', text: 'A whole number, at least 1.' };
    if (!whole(form.sb, 1, form.bb)) return { field: 'sb', text: 'At least 1, and not more than the big blind.' };
    if (!whole(form.seats, 2, 10)) return { field: 'seats', text: '2 to 10.' };
    if (!whole(form.buy_in_min, 1, 10000)) return { field: 'buy_in_min', text: 'A whole number of big blinds.' };
    if (!whole(form.buy_in_max, form.buy_in_min, 10000)) return { field: 'buy_in_max', text: 'Not less than the least.' };
    if (!whole(form.seconds, 5, 3600)) return { field: 'seconds', text: '5 to 3600 seconds.' };
    if (!whole(form.house, 0, form.seats)) return { field: 'house', text: 'Not more than there are seats.' };
    if (bytes(form.password) > 64) return { field: 'password', text: 'At most 64 letters.' };
    if (form.ante_by !== 'none' && !whole(form.ante, 1, form.bb)) return { field: 'ante', text: 'At least 1, at most a big blind.' };
    if (!whole(form.bomb_every, 0, 1000)) return { field: 'bomb_every', text: '0 is never; else every so many hands.' };
    return null;
}

/** The fields that are not what they were; blinds, buy-ins, antes and bomb pots go in pairs. */
function different(form: OwnTable, was: OwnTable): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    const pair = (a: keyof OwnTable, b: keyof OwnTable) => {
        if (form[a] === was[a] && form[b] === was[b]) return;
        fields[a] = form[a];
        fields[b] = form[b];
    };
    const one = (name: keyof OwnTable) => {
        if (form[name] !== was[name] && form[name] !== '') fields[name] = form[name];
    };
    (['title', 'game', 'house', 'bots', 'password', 'straddle', 'run_twice', 'rathole'] as const).forEach(one);
    pair('sb', 'bb');
    pair('buy_in_min', 'buy_in_max');
    pair('bomb_every', 'bomb_bb');
    if (form.ante_by === 'none' && was.ante_by !== 'none') fields['ante_by'] = 'none';
    else if (form.ante_by !== 'none') pair('ante', 'ante_by');
    if (form.seconds !== was.seconds) fields['move_ms'] = form.seconds * 1000;
    return fields;
}

export function createWant(form: OwnTable, club?: number): Want {
    const fields = different({ ...form, title: form.title.trim() }, usual);
    if (form.seats !== usual.seats) fields['seats'] = form.seats;
    return { type: 'create', ...fields, ...(club === undefined ? {} : { club }) };
}

/** null: nothing is different. */
export function changeWant(table: string, form: OwnTable, was: OwnTable): Want | null {
    const fields = different({ ...form, title: form.title.trim() }, was);
    return Object.keys(fields).length === 0 ? null : { type: 'change', table, ...fields };
}
