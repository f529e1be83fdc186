// private.ts -- private tables (PROTOCOL 15.21): links that lead to them, what a host changes, in words.  Plain values only.
import type { Row, Terms } from '../protocol';
import { variantTitle } from './games';
import { chips, plural } from './text';

/** What an address with a question mark wants: `/?table=NAME&key=KEY`, `/?club=CODE`. */
export type Invitation = { table: string; key?: string } | { club: string } | null;

export function readInvitation(search: string): Invitation {
    const found = new Map<string, string>();
    for (const part of search.replace(/^\?/, '').split('&')) {
        const [name = '', value = ''] = part.split('=', 2);
        const text = decoded(value);
        if (text !== '' && text.length <= 64 && !found.has(name)) found.set(name, text);
    }
    const table = found.get('table');
    const club = found.get('club');
    if (table !== undefined) return { table, key: found.get('key') };
    return club === undefined ? null : { club };
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return ''; // a lone per cent sign is in no name and no key
    }
}

/** Names of private tables: "p-x7k3qd-1", of a club "c12-x7k3qd-1". */
export const isPrivateName = (table: string): boolean => /^(p|c\d+)-[a-z2-9]+-\d+$/.test(table);

/** What a row says that is not as usual, a few words each: "ante 1 each", "bomb pots". */
export function optionText(row: Row): string[] {
    const words: string[] = [];
    if (row.ante && row.ante_by === 'each') words.push(`ante ${chips(row.ante)} each`);
    if (row.ante && row.ante_by === 'big') words.push(`ante ${chips(row.ante)} by the big blind`);
    if (row.straddle === 'optional') words.push('straddle if you like');
    if (row.straddle === 'always') words.push('always a straddle');
    if (row.bomb_every) words.push(`a bomb pot every ${plural(row.bomb_every, 'hand')}`);
    if (row.run_twice === 'always') words.push('all-in: two boards');
    if (row.run_twice === 'never') words.push('all-in: one board');
    return words;
}

/** What is different in new terms, in sentences; none: nothing that one would notice. */
export function changes(was: Row, row: Row): string[] {
    const said: string[] = [];
    if (was.host !== row.host && row.host) said.push(`${row.host} is the host`);
    if (!was.paused && row.paused) said.push('the host pauses the table after this hand');
    if (was.paused && !row.paused) said.push('hands begin again');
    if (was.variant !== row.variant) said.push(`the game is ${variantTitle(row.variant)}`);
    if (was.sb !== row.sb || was.bb !== row.bb) said.push(`blinds are ${chips(row.sb)}/${chips(row.bb)}`);
    if (was.buy_in_min !== row.buy_in_min || was.buy_in_max !== row.buy_in_max) {
        said.push(`one sits down with ${chips(row.buy_in_min)} to ${chips(row.buy_in_max)}`);
    }
    if (!was.bomb_next && row.bomb_next) said.push('the next hand is a bomb pot');
    if (was.title !== row.title) said.push(`the table is called ${row.title}`);
    const before = optionText(was);
    const after = optionText(row);
    said.push(...after.filter((word) => !before.includes(word)));
    if (before.length > after.length && after.every((word) => before.includes(word))) {
        said.push(`no more: ${before.filter((word) => !after.includes(word)).join(', ')}`);
    }
    return said;
}

/** A line for the log: "From the next hand on: blinds are 2/4." */
export function termsLine(was: Row, terms: Terms): string | null {
    const said = changes(was, terms);
    if (said.length === 0) return null;
    const text = said.join(', ');
    return terms.when === 'next' ? `From the next hand on: ${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
