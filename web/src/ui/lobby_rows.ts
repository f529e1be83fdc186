// lobby_rows.ts -- which tables the lobby shows, and in which order: families of games, filters, search.  Plain values
// only.
import type { Row } from '../protocol';
import { variantTitle } from '../model/games';

export type Family = 'holdem' | 'omaha' | 'draw' | 'stud' | 'mixed' | 'cards';

export const families: [Family, string][] = [
    ['holdem', 'Hold\'em'], ['omaha', 'Omaha'], ['draw', 'Draw'], ['stud', 'Stud'], ['mixed', 'Mixed'],
    ['cards', 'Card games'],
];

export interface Filter {
    family: Family | 'all';
    bb_max: number;         // 0: any
    free: boolean;
    bots: boolean;
    text: string;
}

export const noFilter: Filter = { family: 'all', bb_max: 0, free: false, bots: false, text: '' };

const studs = ['stud', 'razz', 'chicago', 'follow-queen', 'the-bitch'];

export function familyOf(variant: string): Family {
    if (variant === 'choice') return 'mixed';
    if (variant === 'genome' || variant === 'narc') return 'cards';
    if (/^(omaha|courchevel)/.test(variant)) return 'omaha';
    if (/^(draw|27-|a5-|bad)/.test(variant)) return 'draw';
    if (studs.some((name) => variant === name || variant.startsWith(name + '-'))) return 'stud';
    return 'holdem'; // a board: pineapple, short deck, Irish, and the small ones
}

const limits: Record<string, string> = {
    'no-limit': 'No-limit', 'pot-limit': 'Pot-limit', 'fixed-limit': 'Fixed-limit', '': '',
};

/** "No-limit hold'em": what is played, without the stakes. */
export function gameName(row: Row): string {
    const title = variantTitle(row.variant);
    const limit = limits[row.limit];
    if (!limit) return title;
    const name = /^(Omaha|Irish|Kuhn|Leduc|Rhode|High)/.test(title); // keeps its capital letter
    return `${limit} ${name ? title : title.charAt(0).toLowerCase() + title.slice(1)}`;
}

/** The number of a table among those of its stake: 2 of "nl-2-2". */
export const numberOf = (table: string): number => Number(/-(\d+)$/.exec(table)?.[1] ?? 1);

/** What a row says under its title: what is played, as far as the title does not say it, and which table it is. */
export function subtitle(row: Row): string {
    const says = (words: string) => row.title.toLowerCase().includes(words.toLowerCase());
    const limit = limits[row.limit] ?? '';
    const game = !says(variantTitle(row.variant)) ? gameName(row) : says(limit) ? '' : limit;
    const number = numberOf(row.table);
    return [game, number > 1 && `Table ${number}`].filter(Boolean).join(' · ');
}

/** Title of a table, with its number if it is not the first of its stake. */
export function tableName(row: Row): string {
    const number = numberOf(row.table);
    return number === 1 ? row.title : `${row.title} #${number}`;
}

/** Blinds; of fixed limit the two sizes of bets; of a card game what is played for. */
export function stakesOf(row: Row): number[] {
    if (row.limit === 'score') return [];
    if (row.variant === 'genome' || row.variant === 'narc') return [row.bb];
    return row.limit === 'fixed-limit' ? [row.bb, row.bb * 2] : [row.sb, row.bb];
}

export const freeSeats = (row: Row): number => (row.closing ? 0 : Math.max(0, row.seats - row.taken));

/** What was typed, each word somewhere in title or game; dots and hyphens are no hindrance. */
function matches(row: Row, text: string): boolean {
    const plain = (words: string) => words.toLowerCase().replace(/['’.\-]/g, '');
    const where = plain(`${row.title} ${gameName(row)} ${row.sb}/${row.bb} ${row.table}`);
    return plain(text).split(/\s+/).every((word) => where.includes(word));
}

export function filtered(rows: readonly Row[], filter: Filter): Row[] {
    return rows.filter((row) =>
        (filter.family === 'all' || familyOf(row.variant) === filter.family) &&
        (filter.bb_max === 0 || row.bb <= filter.bb_max) &&
        (!filter.free || freeSeats(row) > 0) &&
        (!filter.bots || row.bots_welcome) &&
        matches(row, filter.text));
}

export const isFiltered = (filter: Filter): boolean =>
    filter.family !== 'all' || filter.bb_max !== 0 || filter.free || filter.bots || filter.text.trim() !== '';

/** The tables by families, in the order of the families; those without a table are left out. */
export function grouped(rows: readonly Row[]): { family: Family; title: string; rows: Row[] }[] {
    return families
        .map(([family, title]) => ({ family, title, rows: rows.filter((row) => familyOf(row.variant) === family) }))
        .filter((group) => group.rows.length > 0);
}

/** The sizes of games there are, smallest first. */
export function stakes(rows: readonly Row[]): number[] {
    return [...new Set(rows.map((row) => row.bb))].sort((a, b) => a - b);
}

/** Where somebody with so many chips is best off: people first, then company, then small stakes. */
export function best(rows: readonly Row[], bank: number): Row | undefined {
    return rows
        .filter((row) => freeSeats(row) > 0 && row.buy_in_min <= bank)
        .sort((a, b) => a.bb - b.bb || b.people - a.people || b.taken - a.taken)[0];
}
