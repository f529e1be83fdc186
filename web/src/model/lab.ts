// lab.ts -- archives of the lab as values: what the map shows, what a game's profile is beside known games, how an evolution
// went.  Pure: answers of PROTOCOL 16 in, plain values and words out.

import { plural } from './text';

export interface Stars { count: number; mean: number | null; broken: number }
export interface Cell { genre: string; seats: number; length: number; skill: number; betting: number; interaction: number }
export interface Interval { mean: number; low: number; high: number }

export interface ArchiveLine {
    archive: string;
    state: 'done' | 'running' | 'stopped' | 'damaged' | 'unread';
    written?: string;
    preset?: string;
    generation?: number;
    elites?: number;
    good?: number;
    best?: number;
    message?: string;
}

/** A row of an archive. */
export interface GameLine {
    game: string;
    name: string;
    genre: string;
    seats: number;
    players: [number, number];
    fitness: number;
    low: number;
    high: number;
    good: boolean;
    facts: Readonly<Record<string, number>>;
    stars: Stars;
    cell: Cell;
}

export interface KnownGame { name: string; fitness: number; metrics: Readonly<Record<string, number>> }

export interface Archive extends ArchiveLine {
    mean: number;
    coverage: number;
    floor: number;
    known: KnownGame[];
    count: number;
    next?: number;
    games: GameLine[];
}

/** One game, with all that is known of it.  A game that the program itself knows was not measured. */
export interface Game extends Partial<Omit<GameLine, 'game' | 'name' | 'genre' | 'players'>> {
    archive: string;
    game: string;
    name: string;
    genre: string;
    players: [number, number];
    born?: number;
    emitter?: string;
    measured?: number;
    metrics?: Readonly<Record<string, Interval>>;
    parents?: { id: number; game?: string }[];
}

/** A game that the program knows without having measured it. */
export interface KnownLine { game: string; name: string; genre: string; players: [number, number] }

export interface Point {
    generation: number;
    elites: number;
    good: number;
    best: number;
    mean: number;
    coverage: number;
}
export interface Progress { state: ArchiveLine['state']; points: Point[]; more: boolean; after: number; retry_ms?: number }

// ---- addresses

/** '#/lab', '#/lab/evening', '#/lab/evening/copper-heron-17'. */
export function labAddress(archive?: string, game?: string): string {
    return ['#/lab', archive, game].filter((part) => part !== undefined).map((part, i) => (i ? encodeURIComponent(part) : part)).join('/');
}

/** What follows `#/lab/`.  Two dots are no name: in a path they would lead elsewhere. */
export function readPlace(id: string | undefined): { archive?: string; game?: string } {
    const [archive, game] = (id ?? '').split('/').map((name) => (/^\.{0,2}$/.test(name) ? undefined : name));
    return { archive, game: archive && game };
}

/** A server with one archive calls it "-". */
export const archiveName = (archive: string): string => (archive === '-' ? 'The archive' : archive === 'known' ? 'Known games' : archive);

// ---- words

export const genres: readonly [string, string][] = [
    ['shedding', 'Shedding: get rid of your cards'],
    ['trick', 'Tricks: the highest card takes them all'],
    ['capture', 'Capture: win cards from the table'],
    ['poker', 'Poker: bet on your hand'],
    ['bluff', 'Bluff: say what is not so'],
    ['other', 'Other games'],
];

export const lengths = ['to 12', 'to 30', 'to 75', 'to 190', 'more'];
const lengthText = ['up to 12', 'up to 30', 'up to 75', 'up to 190', 'more than 190'];
export const skills = ['luck', 'some', 'much', 'most'];
const skillText = ['mostly luck', 'some skill', 'much skill', 'mostly skill'];
export const seatText = ['two players', 'three players', 'four or more'];
export const bettingText = ['little or no betting', 'some betting', 'much betting'];
export const interactionText = ['little interaction', 'some interaction', 'much interaction'];

/** Metrics in the order in which they are told, with what they mean. */
export const metrics: readonly [string, string][] = [
    ['skill', 'better players win'],
    ['decision', 'it matters which move is made'],
    ['interaction', 'moves matter to the others'],
    ['drama', 'winners were far behind'],
    ['comeback', 'who trails at half-time may still win'],
    ['lead', 'the lead changes often'],
    ['uncertainty', 'it stays open for long'],
    ['decisiveness', 'it is over soon after it is decided'],
    ['bluff', 'who never bluffs loses by it'],
    ['fold', 'who never gives up loses by it'],
    ['balance', 'every seat wins equally often'],
    ['simplicity', 'the rules are soon told'],
    ['length', 'a quarter of an hour or so'],
    ['novelty', 'unlike the known games'],
    ['completion', 'games come to an end by themselves'],
    ['decided', 'games have a winner'],
];

export const two = (value: number): string => value.toFixed(2);

/** "2 to 4 players", "2 players". */
export function playersText([least, most]: readonly [number, number]): string {
    return least === most ? `${least} players` : `${least} to ${most} players`;
}

export function minutesText(minutes: number | undefined): string {
    if (minutes === undefined || !Number.isFinite(minutes)) return '';
    return minutes < 1.5 ? 'about a minute' : `about ${Math.round(minutes)} minutes`;
}

export const stateText: Readonly<Record<ArchiveLine['state'], string>> = {
    done: 'finished', running: 'running now', stopped: 'stopped', damaged: 'damaged', unread: 'not read yet',
};

const emitters: Readonly<Record<string, string>> = {
    mutate: 'by small changes of another game', cross: 'of two games crossed', novel: 'in search of something new', known: 'of a known game',
    invent: 'out of nothing', guest: 'from another search',
};

/** "in generation 4, out of nothing". */
export const bornText = (born: number, emitter: string | undefined): string =>
    `in generation ${born}${emitter !== undefined && emitters[emitter] ? `, ${emitters[emitter]}` : ''}`;

/** "4.3 of 5 stars by 3 people". */
export function starsText({ count, mean, broken }: Stars): string {
    if (count === 0 || mean === null) return 'Nobody has rated it yet.';
    const people = count === 1 ? '1 person' : `${count} people`;
    const wrong = broken === 0 ? '' : broken === 1 ? ' One met something that did not work.' : ` ${broken} met something that did not work.`;
    return `${mean.toFixed(1)} of 5 stars by ${people}.${wrong}`;
}

// ---- the map

export interface Filter { seats?: number; betting?: number; interaction?: number; good: boolean }

/** One square: a length and a skill, and every game there, the fittest first. */
export interface Square { length: number; skill: number; games: GameLine[] }
export interface GenreMap { genre: string; title: string; games: number; squares: Square[] }

function passes(game: GameLine, filter: Filter): boolean {
    const { cell } = game;
    return (filter.seats === undefined || cell.seats === filter.seats)
        && (filter.betting === undefined || cell.betting === filter.betting)
        && (filter.interaction === undefined || cell.interaction === filter.interaction)
        && (!filter.good || game.good);
}

/** A map for each genre, with the most skilful row on top, short games on the left; empty squares too. */
export function mapOf(games: readonly GameLine[], filter: Filter): GenreMap[] {
    const shown = games.filter((game) => passes(game, filter));
    return genres.map(([genre, title]) => {
        const here = shown.filter((game) => game.cell.genre === genre);
        const squares: Square[] = [];
        for (let skill = skills.length - 1; skill >= 0; skill--) {
            for (let length = 0; length < lengths.length; length++) {
                const there = here.filter(({ cell }) => cell.length === length && cell.skill === skill);
                squares.push({ length, skill, games: there.sort((a, b) => b.fitness - a.fitness) });
            }
        }
        return { genre, title, games: here.length, squares };
    });
}

export const FIT_STEPS = 5;

/** Which of the five colours, 1 to 5, between the least and the most that the archive has. */
export function fitStep(fitness: number, least: number, most: number): number {
    if (!(most > least)) return FIT_STEPS;
    const step = Math.floor((fitness - least) / (most - least) * FIT_STEPS);
    return 1 + Math.max(0, Math.min(FIT_STEPS - 1, step));
}

export function fitBounds(games: readonly GameLine[]): { least: number; most: number } {
    if (games.length === 0) return { least: 0, most: 1 };
    return games.reduce(({ least, most }, { fitness }) => ({ least: Math.min(least, fitness), most: Math.max(most, fitness) }),
        { least: Infinity, most: -Infinity });
}

/** Where each colour begins and ends: "0.40 to 0.45". */
export function fitLegend(least: number, most: number): string[] {
    const step = (most - least) / FIT_STEPS;
    return Array.from({ length: FIT_STEPS }, (_, i) => `${two(least + i * step)} to ${two(least + (i + 1) * step)}`);
}

/** What a screen reader says of a square. */
export function squareText(square: Square): string {
    const best = square.games[0];
    const where = `${skillText[square.skill]}, ${lengthText[square.length]} decisions`;
    if (!best) return `${where}: no game`;
    return `${where}: ${plural(square.games.length, 'game')}, the best ${best.name} with ${two(best.fitness)}`;
}

export const skillOf = (cell: Cell): string => skillText[cell.skill] ?? '';

// ---- the profile

export interface ProfileRow {
    name: string;
    says: string;
    own: Interval;
    /** The middle half of the known games, and their median; undefined: none was measured. */
    known?: { low: number; median: number; high: number };
    other?: number;
}

/** The value below which a share of the sorted ones lie, in between where that falls between two. */
export function quantile(sorted: readonly number[], share: number): number {
    const at = (sorted.length - 1) * share;
    const below = sorted[Math.floor(at)] ?? 0;
    const above = sorted[Math.ceil(at)] ?? below;
    return below + (above - below) * (at - Math.floor(at));
}

/** A game beside the known ones, and beside one of them. */
export function profileOf(game: Game, known: readonly KnownGame[], other?: string): ProfileRow[] {
    const beside = known.find((one) => one.name === other);
    return metrics.flatMap(([name, says]) => {
        const own = game.metrics?.[name];
        if (!own) return [];
        const values = known.map((one) => one.metrics[name]).filter((value) => value !== undefined).sort((a, b) => a - b);
        const middle = values.length === 0 ? undefined
            : { low: quantile(values, 0.25), median: quantile(values, 0.5), high: quantile(values, 0.75) };
        return [{ name, says, own, known: middle, other: beside?.metrics[name] }];
    });
}

/** What stands out: metrics whose interval is clear of the middle half of the known games. */
export function standsOut(rows: readonly ProfileRow[]): { more: string[]; less: string[] } {
    return {
        more: rows.filter(({ own, known }) => known && own.low > known.high).map((row) => row.name),
        less: rows.filter(({ own, known }) => known && own.high < known.low).map((row) => row.name),
    };
}

/** "copper-heron" and "crazy-eights" as names. */
export const nameOf = (slug: string): string => slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');

// ---- an evolution

/** Points with those that came, each generation once, in order. */
export function withPoints(known: readonly Point[], more: readonly Point[]): Point[] {
    const last = known[known.length - 1]?.generation ?? -1;
    return [...known, ...more.filter((point) => point.generation > last)];
}

export interface Curve { name: 'best' | 'mean' | 'coverage'; title: string; path: string; last: number }

const shares: readonly [Curve['name'], string][] = [
    ['best', 'best fitness'], ['mean', 'mean fitness'], ['coverage', 'share of the map that has a game'],
];

/** Lines from left to right over all generations, 0 at the bottom, 1 at the top. */
export function curvesOf(points: readonly Point[], wide: number, high: number): Curve[] {
    const first = points[0], last = points[points.length - 1];
    if (!first || !last) return [];
    const across = (generation: number) => (generation - first.generation) / Math.max(1, last.generation - first.generation) * wide;
    const up = (value: number) => (1 - Math.max(0, Math.min(1, value))) * high;
    return shares.map(([name, title]) => ({
        name, title, last: last[name],
        path: points.map((point, i) => `${i ? 'L' : 'M'}${across(point.generation).toFixed(1)} ${up(point[name]).toFixed(1)}`).join(''),
    }));
}
