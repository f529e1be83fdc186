// enter.ts -- coming in and going out: what follows when somebody has signed in or out, and the shortest way from
// nobody to a seat.
import { leaveTable, quick, reconnect, stand, toast } from '../actions';
import { api, ApiError, type User } from '../api';
import type { Room, Table } from '../model/types';
import { store } from '../store';
import { go } from './router';
import { dropKeys } from './follow_tournament';

/** Waits until the room is so; false if it is not in time. */
export function until(good: (room: Room) => boolean, within_ms = 8000): Promise<boolean> {
    if (good(store.get())) return Promise.resolve(true);
    return new Promise((tell) => {
        const end = (result: boolean) => {
            clearTimeout(timer);
            stop();
            tell(result);
        };
        const timer = setTimeout(() => end(false), within_ms);
        const stop = store.subscribe(() => {
            if (good(store.get())) end(true);
        });
    });
}

/** The sentence of a refusal, with a capital letter and a full stop. */
export function errorText(error: unknown): string {
    if (!(error instanceof ApiError)) return 'That did not work. Please try again.';
    const text = error.message.charAt(0).toUpperCase() + error.message.slice(1);
    return /[.!?]$/.test(text) ? text : text + '.';
}

/** The cookie is another one: the connection says hello again, and we wait until the room knows this user. */
export async function signedIn(user: User): Promise<void> {
    reconnect();
    await until((room) => room.status === 'online' && room.me?.id === user.id);
}

export async function signOut(all = false): Promise<boolean> {
    try {
        await api.logout(all);
    } catch (error) {
        toast('error', errorText(error));
        return false;
    }
    dropKeys();
    reconnect();
    await until((room) => room.status === 'online' && !room.me);
    go('#/');
    toast('good', all ? 'You are signed out everywhere.' : 'You are signed out.');
    return true;
}

/** A guest if nobody is signed in.  False if that was refused, which a toast has said. */
export async function beSomebody(): Promise<boolean> {
    if (store.get().me) return true;
    try {
        await signedIn(await api.guest());
        return store.get().me !== undefined;
    } catch (error) {
        toast('error', errorText(error));
        return false;
    }
}

/** One click from zero to a seat: a size of game that leaves the bank enough for another one. */
export async function playNow(): Promise<boolean> {
    if (!(await beSomebody())) return false;
    const { bank, lobby } = store.get();
    const smallest = Math.min(...lobby.filter((row) => !row.closing).map((row) => row.bb));
    const big_blind_max = Math.max(Number.isFinite(smallest) ? smallest : 2, Math.floor(bank / 100));
    const table = await quick({ big_blind_max });
    if (table) go('#/table/' + encodeURIComponent(table));
    return table !== null;
}

/** Stands up, and closes the table when the hand is over. */
export async function standAndClose(id: string): Promise<void> {
    if (!(await stand(id))) return;
    const seat = (room: Room) => room.tables.find((table) => table.id === id)?.mine;
    const at_once = await until((room) => !seat(room), 400);
    if (!at_once) toast('notice', 'You stand up after this hand.');
    await until((room) => !seat(room), 600000);
    if (!seat(store.get())) await leaveTable(id);
}

/** Own turns that wait for an answer. */
export function isMyTurn(table: Table): boolean {
    if (!table.mine) return false;
    return (table.asked !== undefined && !table.asked.sent) || table.clock?.seat === table.mine.seat;
}
