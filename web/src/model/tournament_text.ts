// tournament_text.ts -- tournaments in words: when, what for, how long, who is ahead.  Plain values only; `now` is this machine's time.
import type { Entrant, Level, Prize, TournamentCard, TournamentPageFrame } from '../protocol';
import { ordinal } from './tournaments';
import { chips, plural } from './text';

export type Shelf = 'running' | 'open' | 'soon' | 'past';

export function shelfOf(card: TournamentCard): Shelf {
    if (card.state === 'over' || card.state === 'off') return 'past';
    if (card.state === 'announced') return 'soon';
    return card.registering ? 'open' : card.state === 'open' ? 'soon' : 'running';
}

const order: Record<Shelf, number> = { open: 0, running: 1, soon: 2, past: 3 };

/** Those one can join first, then what is played, what is to come, and what was; inside by time. */
export function sorted(cards: readonly TournamentCard[]): TournamentCard[] {
    const time = (card: TournamentCard) => card.starts ?? 0;
    return [...cards].sort((a, b) => order[shelfOf(a)] - order[shelfOf(b)]
        || (shelfOf(a) === 'past' ? b.number - a.number : time(a) - time(b) || a.number - b.number));
}

/** "4:09", "1:02:30". */
export function clockText(ms: number): string {
    const all = Math.max(0, Math.ceil(ms / 1000));
    const two = (n: number) => String(n).padStart(2, '0');
    const hours = Math.floor(all / 3600);
    const minutes = Math.floor((all % 3600) / 60);
    return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/** "3 days", "2 hours", "5 minutes", "40 seconds": as exact as somebody who waits wants it. */
export function spanText(ms: number): string {
    const seconds = Math.max(0, Math.round(ms / 1000));
    if (seconds < 90) return plural(seconds, 'second');
    if (seconds < 90 * 60) return plural(Math.round(seconds / 60), 'minute');
    if (seconds < 36 * 3600) return plural(Math.round(seconds / 3600), 'hour');
    return plural(Math.round(seconds / 86400), 'day');
}

/** When it starts or what it is doing, in a few words. */
export function stateText(card: TournamentCard, now: number): string {
    switch (card.state) {
        case 'over': return 'Over';
        case 'off': return 'Called off';
        case 'paused': return 'Paused by the operator';
        case 'break': return 'On a break';
        case 'running': return card.final ? 'Final table' : card.level ? `Level ${card.level}` : 'Running';
        default: break;
    }
    if (card.starts === undefined) {
        const missing = Math.max(0, card.entrants_max - card.entries);
        return missing === 0 ? 'About to start' : `Starts when ${plural(missing, 'more player')} ${missing === 1 ? 'has' : 'have'} joined`;
    }
    return card.starts <= now ? 'About to start' : `Starts in ${spanText(card.starts - now)}`;
}

/** "12 of at most 60". */
export function entriesText(card: TournamentCard): string {
    if (card.state === 'over' || card.state === 'off') return plural(card.entries, 'player');
    if (card.left !== undefined) return `${chips(card.left)} of ${plural(card.entries, 'player')} left`;
    return `${chips(card.entries)} of ${chips(card.entrants_max)} players`;
}

/** "100 chips, 5 of them a fee"; "free". */
export function buyInText(card: TournamentCard): string {
    if (card.buy_in === 0) return 'free';
    return plural(card.buy_in, 'chip') + (card.fee > 0 ? `, ${chips(card.fee)} of them a fee` : '');
}

/** What there is to win, as things are; a guarantee is paid however few come. */
export function poolText(card: TournamentCard): string {
    if (card.guarantee && card.guarantee >= card.pool) return `${plural(card.guarantee, 'chip')} guaranteed`;
    return card.pool === 0 ? 'none yet' : plural(card.pool, 'chip');
}

/** "200/400, ante 40"; "break". */
export function levelText(level: Level): string {
    if (level.break) return 'Break';
    return `${chips(level.sb ?? 0)}/${chips(level.bb ?? 0)}${level.ante ? `, ante ${chips(level.ante)}` : ''}`;
}

/** How long a level lasts. */
export function lastsText(level: Level): string {
    if (level.hands) return plural(level.hands, 'hand');
    return level.ms ? spanText(level.ms) : 'until the end';
}

export interface LevelRow { number: number | null; level: Level; here: boolean }

/** All levels with their numbers; breaks have none.  `here` is the one that is played. */
export function levelRows(page: Pick<TournamentPageFrame, 'levels' | 'level' | 'now'>): LevelRow[] {
    let number = 0;
    return page.levels.map((level) => {
        if (!level.break) number += 1;
        const here = page.level === number && (page.now?.break === true) === (level.break === true);
        return { number: level.break ? null : number, level, here };
    });
}

/** "1st", "4th to 6th". */
export const placesText = (prize: Prize): string =>
    (prize.first === prize.last ? ordinal(prize.first) : `${ordinal(prize.first)} to ${ordinal(prize.last)}`);

/** Where an entrant is, in a word or two. */
export function entrantText(one: Entrant): string {
    switch (one.state) {
        case 'waits': return 'registered';
        case 'refunded':
        case 'unregistered': return 'refunded';
        case 'in': return one.stack ? `${chips(one.stack)} chips` : 'playing';
        default: {
            const place = one.place ? ordinal(one.place) + (one.tied && one.tied > 1 ? ' (shared)' : '') : 'out';
            return one.prize ? `${place}, won ${chips(one.prize)}` : place;
        }
    }
}

/** The place of an entry among those who are left, by chips; undefined if it is not among the leaders that were told. */
export function standing(leaders: readonly Entrant[], entry: number): number | undefined {
    const own = leaders.find((one) => one.entry === entry);
    if (!own) return undefined;
    return 1 + leaders.filter((one) => (one.stack ?? 0) > (own.stack ?? 0)).length;
}

const formats: Record<string, string> = {
    freezeout: 'Everybody plays until the chips are gone; the last one wins.',
    bracket: 'Duels: the winner of each goes on to the next round.',
    shootout: 'Each table plays to one winner; the winners meet.',
};

/** What kind of tournament it is, for somebody who has never played one. */
export function rulesText(page: TournamentPageFrame): string[] {
    const lines = [formats[page.format] ?? page.format];
    lines.push(`You begin with ${plural(page.stack, 'tournament chip')}. They count here only: your bank pays the buy-in and gets the prize.`);
    if (page.late_levels > 0) lines.push(`Late registration: open until level ${page.late_levels} is over.`);
    const times = page.reentries === 1 ? 'once' : `${page.reentries} times`;
    if (page.reentries > 0) lines.push(`Who is out may come in again, ${times}, for another buy-in.`);
    if (page.ante_by === 'big' && page.levels.some((level) => level.ante)) lines.push('The big blind pays the antes for all.');
    if (page.bubble > 0) lines.push('Shortly before the prizes all tables play hand for hand, so that nobody gains by being slow.');
    lines.push(`${spanText(page.move_ms)} for a turn, and ${spanText(page.bank_ms)} of extra time.`);
    if (!page.starts) lines.push(`It starts as soon as ${plural(page.entrants_max, 'player')} are there. House players help to fill the seats.`);
    else lines.push(`With fewer than ${plural(page.entrants_min, 'player')} it is called off, and every buy-in goes back.`);
    return lines;
}
