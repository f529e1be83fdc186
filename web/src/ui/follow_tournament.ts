// follow_tournament.ts -- leads people to their tables: when a tournament seats or moves somebody, and when somebody came by a link.
import { forgetKeys, keepKey, toast } from '../actions';
import { givenBackText, isNamed, outText, tournamentName } from '../model/tournaments';
import { readInvitation } from '../model/private';
import type { Entry } from '../model/types';
import { store } from '../store';
import { go, parse } from './router';

export const tableAddress = (id: string): string => '#/table/' + encodeURIComponent(id);
export const tournamentAddress = (card: { event: string; number: number }): string => '#/tournament/' + encodeURIComponent(tournamentName(card));

/** Whoever looks at the tournament, or at the table that he sat at until now, goes along; others get a link. */
function seated(was: Entry | undefined, entry: Entry, table: string): void {
    const to = tableAddress(table);
    const { page, id } = parse(location.hash);
    const here = page === 'table' && id === table;
    const follows = (page === 'tournament' && id !== undefined && isNamed(entry, id)) || (page === 'table' && id === was?.table);
    if (here && !was) return; // the page was loaded anew
    if (follows && !here) go(to);
    const text = was?.table ? `You were moved to another table of ${entry.title}.` : `${entry.title}: you are seated.`;
    toast('good', text, follows || here ? undefined : { href: to, link: 'To my table' });
}

/** An entry that is told of for the first time when it has ended did so while nobody was here (PROTOCOL 15.22). */
function tell(was: Entry | undefined, entry: Entry): void {
    if (entry.state === 'in' && entry.table && entry.table !== was?.table) return seated(was, entry, entry.table);
    if (entry.state === 'unregistered' && (!was || was.state === 'waits')) {
        return toast('good', givenBackText(entry, store.get().tournaments.find((card) => card.number === entry.number)));
    }
    const ended = entry.state === 'out' || entry.state === 'refunded';
    const news = !was || entry.state !== was.state || entry.place !== was.place || entry.prize !== was.prize;
    if (ended && news) {
        toast('good', `${entry.title}: ${outText(entry)}`, { href: tournamentAddress(entry), link: 'All places' });
    }
}

function followTournament(): void {
    let seen = store.get().entries;
    store.subscribe(() => {
        const { entries } = store.get();
        if (entries === seen) return;
        const before = seen;
        seen = entries;
        for (const entry of entries) {
            const was = before.find((one) => one.number === entry.number);
            if (was !== entry) tell(was, entry);
        }
    });
}

/** `/?table=NAME&key=KEY` and `/?club=CODE` become addresses of pages; the key stays out of the history. */
function takeInvitation(): void {
    const invitation = readInvitation(location.search);
    if (!invitation) return;
    const to = 'club' in invitation ? '#/clubs/' + encodeURIComponent(invitation.club) : tableAddress(invitation.table);
    if ('table' in invitation && invitation.key) rememberKey(invitation.table, { key: invitation.key });
    history.replaceState(null, '', location.pathname + to);
}

const shelf = 'felt-keys';

/** For as long as this tab is open: whoever loads the page again need not look for the link again. */
export function rememberKey(table: string, key: { key?: string; password?: string }): void {
    keepKey(table, key);
    try {
        const kept = JSON.parse(sessionStorage.getItem(shelf) ?? '{}') as Record<string, unknown>;
        sessionStorage.setItem(shelf, JSON.stringify({ ...kept, [table]: key }));
    } catch {
        // no storage: the key holds until the page is closed
    }
}

/** Keys are those of whoever signs out. */
export function dropKeys(): void {
    forgetKeys();
    try {
        sessionStorage.removeItem(shelf);
    } catch {
        // no storage: nothing is kept there
    }
}

function recallKeys(): void {
    try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(shelf) ?? '{}');
        for (const [table, held] of Object.entries(kept as Record<string, { key?: unknown; password?: unknown }>)) {
            const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
            keepKey(table, { key: text(held.key), password: text(held.password) });
        }
    } catch {
        // none, or something else wrote there
    }
}

/** Once, before the first view. */
export function startNavigation(): void {
    recallKeys();
    takeInvitation();
    followTournament();
}
