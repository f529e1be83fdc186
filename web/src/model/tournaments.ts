// tournaments.ts -- frame -> what is known of tournaments: their rows and the own entries (PROTOCOL 15.22).  Times of the server become
// times of this machine when a frame comes, so that a clock that is wrong here does not matter.
import type { Chips, Entrant, EntryFrame, Row, TournamentCard } from '../protocol';
import type { Entry, Room } from './types';
import { chips, plural } from './text';

/** Times of a card, for a machine whose clock says `ahead_ms` more than the server's. */
export function atHome<T extends TournamentCard>(card: T, ahead_ms: number): T {
    const shifted = (time: number | undefined) => (time === undefined ? undefined : time + ahead_ms);
    return { ...card, opens: shifted(card.opens), starts: shifted(card.starts), level_ends: shifted(card.level_ends) };
}

export function withTournaments(room: Room, cards: readonly TournamentCard[], ahead_ms: number): Room {
    return { ...room, tournaments_known: true, tournaments: cards.map((card) => atHome(card, ahead_ms)) };
}

/** A row that has changed.  Its number is its own: the same id may be another tournament later. */
export function withTournamentRow(room: Room, card: TournamentCard, ahead_ms: number): Room {
    const fresh = atHome(card, ahead_ms);
    const known = room.tournaments.some((one) => one.number === card.number);
    const tournaments = known ? room.tournaments.map((one) => (one.number === card.number ? fresh : one)) : [fresh, ...room.tournaments];
    return { ...room, tournaments };
}

export function withEntry(room: Room, frame: EntryFrame): Room {
    const { event, number, title, entries, entry, name, state, stack, table, seat, place, tied, prize } = frame;
    const fresh: Entry = { event, number, title, entries, entry, name, state, stack, table, seat, place, tied, prize };
    return { ...room, entries: [...room.entries.filter((one) => one.number !== number), fresh] };
}

/** What the server calls this one and no other: an id is used again by the next of a series. */
export const tournamentName = (card: { event: string; number: number }): string => `${card.event}.${card.number}`;

/** Whether a name means this tournament: its own name, or the id of its series. */
export const isNamed = (card: { event: string; number: number }, name: string): boolean =>
    card.event === name || tournamentName(card) === name;

/** The own entry: what frames told last, else what the page said; one that was given back is none. */
export function ownEntry(told: Entry | undefined, asked: Entrant | undefined): Entrant | undefined {
    if (told?.state === 'unregistered') return undefined;
    return told && told.state !== 'refunded' ? told : asked;
}

/** The tournament of a table, if it belongs to one and that is in the list. */
export const tournamentOf = (tournaments: readonly TournamentCard[], row: Row): TournamentCard | undefined =>
    (row.event === undefined ? undefined : tournaments.find((card) => tournamentName(card) === row.event));

/** "1st", "2nd", "13th". */
export function ordinal(n: number): string {
    const teen = n % 100 >= 11 && n % 100 <= 13;
    return chips(n) + (teen ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
}

const prizeText = (prize: Chips | undefined): string => (prize ? ` and win ${plural(prize, 'chip')}` : '');

/** "Evening tournament: you are not registered any more. 100 chips are back in your bank." */
export function givenBackText(entry: Entry, card: TournamentCard | undefined): string {
    const back = card && card.buy_in > 0 ? ` ${plural(card.buy_in, 'chip')} are back in your bank.` : '';
    return `${entry.title}: you are not registered any more.${back}`;
}

/** "You finished 3rd of 12 and win 300 chips." */
export function outText(entry: Entry): string {
    if (entry.state === 'refunded') return 'It was called off: your buy-in is back in your bank.';
    if (!entry.place) return 'You are out. Your place is told when registration is over.';
    if (entry.place === 1 && !entry.tied) {
        return `You won it, first of ${chips(entry.entries)}!${entry.prize ? ` ${plural(entry.prize, 'chip')} are in your bank.` : ''}`;
    }
    const shared = entry.tied && entry.tied > 1 ? `, together with ${plural(entry.tied - 1, 'other')}` : '';
    return `You finished ${ordinal(entry.place)} of ${chips(entry.entries)}${shared}${prizeText(entry.prize)}.`;
}
