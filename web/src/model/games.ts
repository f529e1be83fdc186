// games.ts -- the games of the room by their codes: titles, how many cards, what is compared.  A code is a limit
// (N, P, F) and the code of the game's row in `felt variants`.  Knows no rules of play.
import type { Limit } from '../protocol';

export type Family = 'board' | 'draw' | 'stud' | 'other';

/** What wins a half of the pot; `high` and the others are names of docs/RULES.md. */
export type Compare =
    | 'high' | 'high-short' | 'low-8' | 'low-27' | 'low-a5' | 'spade' | 'badugi' | 'badugi-high' | 'three';

export interface GameInfo {
    code: string;       // as it was asked for
    variant: string;    // name of `felt variants`
    title: string;      // "Pot-limit Omaha hi-lo"
    short: string;      // "PL Omaha hi-lo"
    limit: Limit;
    family: Family;
    hole: number;       // own cards at the end
    board: number;
    two_three: boolean; // exactly two own cards and three of the board
    first: Compare;
    second: Compare | null;
    wild: 'none' | 'jokers' | 'deuces' | 'follow-queen';
    draws: number;      // how often cards are exchanged
    throws: number;     // how many cards are thrown away for good
    blinds: boolean;    // posted by seats; else antes
}

type Row = Omit<GameInfo, 'code' | 'short' | 'limit'> & { suffix: string };

interface Extra {
    second?: Compare; first?: Compare; two_three?: boolean; wild?: GameInfo['wild'];
    draws?: number; throws?: number; blinds?: boolean;
}

const row = (suffix: string, variant: string, title: string, family: Family, hole: number, board: number,
    extra: Extra = {}): Row => ({
    suffix, variant, title, family, hole, board,
    two_three: extra.two_three ?? false, first: extra.first ?? 'high', second: extra.second ?? null,
    wild: extra.wild ?? 'none', draws: extra.draws ?? 0, throws: extra.throws ?? 0,
    blinds: extra.blinds ?? family !== 'stud',
});

const omaha: Extra = { two_three: true };
const omaha8: Extra = { two_three: true, second: 'low-8' };

const rows: readonly Row[] = [
    row('T', 'holdem', 'Hold\'em', 'board', 2, 5),
    row('TJ', 'holdem-jokers', 'Hold\'em, jokers wild', 'board', 2, 5, { wild: 'jokers' }),
    row('S', 'short-deck', 'Short-deck hold\'em', 'board', 2, 5, { first: 'high-short' }),
    row('RT', 'royal', 'Royal hold\'em', 'board', 2, 5),
    row('TP', 'pineapple', 'Pineapple', 'board', 3, 5, { throws: 1 }),
    row('TCP', 'crazy-pineapple', 'Crazy pineapple', 'board', 3, 5, { throws: 1 }),
    row('O', 'omaha', 'Omaha', 'board', 4, 5, omaha),
    row('O/8', 'omaha-hilo', 'Omaha hi-lo', 'board', 4, 5, omaha8),
    row('O5', 'omaha5', 'Five-card Omaha', 'board', 5, 5, omaha),
    row('O5/8', 'omaha5-hilo', 'Five-card Omaha hi-lo', 'board', 5, 5, omaha8),
    row('O6', 'omaha6', 'Six-card Omaha', 'board', 6, 5, omaha),
    row('C', 'courchevel', 'Courchevel', 'board', 5, 5, omaha),
    row('C/8', 'courchevel-hilo', 'Courchevel hi-lo', 'board', 5, 5, omaha8),
    row('5C1D', 'draw', 'Five-card draw', 'draw', 5, 0, { draws: 1 }),
    row('5C1DW', 'draw-deuces', 'Five-card draw, deuces wild', 'draw', 5, 0, { draws: 1, wild: 'deuces' }),
    row('5C1DJ', 'draw-jokers', 'Five-card draw, jokers wild', 'draw', 5, 0, { draws: 1, wild: 'jokers' }),
    row('2L1D', '27-single', 'Deuce-to-seven single draw', 'draw', 5, 0, { draws: 1, first: 'low-27' }),
    row('2L3D', '27-triple', 'Deuce-to-seven triple draw', 'draw', 5, 0, { draws: 3, first: 'low-27' }),
    row('AL1D', 'a5-single', 'Ace-to-five single draw', 'draw', 5, 0, { draws: 1, first: 'low-a5' }),
    row('AL3D', 'a5-triple', 'Ace-to-five triple draw', 'draw', 5, 0, { draws: 3, first: 'low-a5' }),
    row('7S', 'stud', 'Seven-card stud', 'stud', 7, 0),
    row('7SJ', 'stud-jokers', 'Seven-card stud, jokers wild', 'stud', 7, 0, { wild: 'jokers' }),
    row('7S/8', 'stud-hilo', 'Seven-card stud hi-lo', 'stud', 7, 0, { second: 'low-8' }),
    row('RZ', 'razz', 'Razz', 'stud', 7, 0, { first: 'low-a5' }),
    row('7SC', 'chicago', 'High Chicago', 'stud', 7, 0, { second: 'spade' }),
    row('7SQ', 'follow-queen', 'Follow the queen', 'stud', 7, 0, { wild: 'follow-queen' }),
    row('7SB', 'the-bitch', 'The bitch', 'stud', 7, 0, { second: 'spade' }),
    row('B', 'badugi', 'Badugi', 'draw', 4, 0, { draws: 3, first: 'badugi' }),
    row('BA', 'badacey', 'Badacey', 'draw', 5, 0, { draws: 3, first: 'low-a5', second: 'badugi' }),
    row('BD', 'badeucy', 'Badeucy', 'draw', 5, 0, { draws: 3, first: 'low-27', second: 'badugi-high' }),
    row('KUHN', 'kuhn', 'Kuhn poker', 'other', 1, 0, { blinds: false }),
    row('LEDUC', 'leduc', 'Leduc hold\'em', 'board', 1, 1, { blinds: false }),
    row('RI', 'rhode-island', 'Rhode Island hold\'em', 'board', 1, 2, { first: 'three', blinds: false }),
    row('TI', 'irish', 'Irish poker', 'board', 4, 5, { throws: 2 }),
];

const limits: Readonly<Record<string, { limit: Limit; long: string; short: string }>> = {
    N: { limit: 'no-limit', long: 'No-limit', short: 'NL' },
    P: { limit: 'pot-limit', long: 'Pot-limit', short: 'PL' },
    F: { limit: 'fixed-limit', long: 'Fixed-limit', short: 'FL' },
};

/** R alone was given away twice before there were rows: FR is razz, NR and PR are royal. */
const older: Readonly<Record<string, string>> = { FR: 'FRZ', NR: 'NRT', PR: 'PRT', HUNL: 'NT' };

/** "Hold'em" inside a title: names keep their capital letter, other titles lose it. */
const names = ['Omaha', 'Irish', 'Rhode', 'Kuhn', 'Leduc', 'Courchevel', 'Razz', 'Badugi', 'Badacey', 'Badeucy',
    'High'];
const inside = (title: string): string =>
    names.some((name) => title.startsWith(name)) ? title : title.charAt(0).toLowerCase() + title.slice(1);

const seen = new Map<string, GameInfo>(); // a code is the same object each time

/** The game of a code; one that is not known is something without a board, called by its code. */
export function gameOf(code: string): GameInfo {
    const known = seen.get(code);
    if (known) return known;
    const game = readCode(code);
    if (game.limit !== '') seen.set(code, game);
    return game;
}

function readCode(code: string): GameInfo {
    const full = older[code] ?? code;
    const limit = limits[full.charAt(0)];
    const found = limit ? rows.find((one) => one.suffix === full.slice(1)) : undefined;
    if (!limit || !found) {
        const { suffix: _, ...plain } = row('', code, code, 'other', 0, 0);
        return { ...plain, code, short: code, limit: '' };
    }
    const { suffix: _, ...info } = found;
    const title = inside(found.title);
    return { ...info, code, title: `${limit.long} ${title}`, short: `${limit.short} ${title}`, limit: limit.limit };
}

/** "Omaha hi-lo" of "omaha-hilo"; "Dealer's choice" of "choice". */
export function variantTitle(variant: string): string {
    if (variant === 'choice') return 'Dealer\'s choice';
    if (variant === 'genome') return 'Card game';
    if (variant === 'narc') return 'Narc';
    return rows.find((one) => one.variant === variant)?.title ?? variant;
}

/** The names of all games, for filters. */
export const variants: readonly string[] = rows.map((one) => one.variant);

/** Every code that the server may write, for tests. */
export function everyCode(): string[] {
    const back = Object.fromEntries(Object.entries(older).map(([short, full]) => [full, short]));
    return rows.flatMap((one) => ['N', 'P', 'F'].map((letter) => letter + one.suffix))
        .map((code) => (code === 'NT' ? code : back[code] ?? code));
}
