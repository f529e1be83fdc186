// actions.ts -- what a page can ask for: sit, act, chat, ...  Wants go to the connection, frames to the store.  None throws:
// what is refused becomes a toast with the server's sentence.
import { Connection, ConnectionLost, type Socket } from './connection';
import { atHome } from './model/tournaments';
import { isPrivateName } from './model/private';
import { addToast, closeTable, dismiss, markSent, receive, setStatus, withoutToast } from './model/room';
import type { Card, HandLine, Mine, Room, Toast } from './model/types';
import type { Frame, Preselect, TournamentPageFrame, Want, Word } from './protocol';
import { store } from './store';

const TOAST_MS = 6000;

/** Tables that a page wants to see, with or without a seat there: watched again on every new connection. */
const wanted = new Set<string>();
/** Tables that were asked for while there was no connection. */
const waiting = new Map<string, ((done: boolean) => void)[]>();
/** Tables whose `watch` is under way, so that a gap is mended once. */
const watching = new Map<string, Promise<boolean>>();
/** Tables whose talk is hidden: the server knows it for a connection only. */
const muted = new Set<string>();
/** What opens private tables: the key of a link, or a password.  Each new connection is asked for it again. */
const keys = new Map<string, { key?: string; password?: string }>();
let lobby_watched = false;
let tournaments_watched = false;
let started = false;

const connection = new Connection(
    {
        frame: onFrame,
        status(status, retry_at) {
            store.set(setStatus(store.get(), status, retry_at));
            if (status === 'offline') void lookForRoom();
        },
    },
    () => {
        const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
        return new WebSocket(`${scheme}//${location.host}/room`) as unknown as Socket;
    },
);

let looked_for_room = false;
/** A server of `felt arena` has no room: what was never there is not tried again and again. */
async function lookForRoom(): Promise<void> {
    if (looked_for_room || store.get().lobby_known || store.get().me) return;
    looked_for_room = true;
    const answer = await fetch('/room').catch(() => undefined);
    if (answer?.status === 404) connection.giveUp();
}

function onFrame(frame: Frame): void {
    const before = store.get();
    store.set(receive(before, frame, Date.now()));
    if (frame.type === 'welcome') return afterWelcome();
    if (store.get().last_toast !== before.last_toast) fadeToast();
    if (frame.type === 'gone') wanted.delete(frame.table);
    if (frame.type === 'chair') afterSeat(before, frame.table);
    for (const table of store.get().tables) if (table.gap) void watch(table.id);
}

/** Who has stood up, and is on another page by now, does not watch any longer. */
function afterSeat(before: Room, id: string): void {
    const seated = (room: Room) => room.tables.find((table) => table.id === id)?.mine !== undefined;
    if (seated(before) && !seated(store.get()) && !wanted.has(id)) void leaveTable(id);
}

function afterWelcome(): void {
    if (lobby_watched) askQuietly({ type: 'lobby', watch: true });
    if (tournaments_watched) askQuietly({ type: 'events', watch: true });
    for (const id of new Set([...wanted, ...store.get().tables.map((table) => table.id)])) {
        watching.delete(id);
        void watch(id);
        if (muted.has(id)) askQuietly(at(id, 'mute', { on: true }));
    }
}

// ---- asking

/** The answer, or null if it was refused: then a toast says why. */
async function ask(want: Want): Promise<Frame | null> {
    try {
        const answer = await connection.ask(want);
        if (answer.type !== 'error') return answer;
        toast('error', capital(answer.msg));
    } catch (error) {
        toast('error', error instanceof ConnectionLost ? error.message : 'Something went wrong. Please try again.');
    }
    return null;
}

const done = async (want: Want): Promise<boolean> => (await ask(want)) !== null;

/** For what the page asks by itself: if the connection is lost, it is asked again on the next one. */
function askQuietly(want: Want): void {
    connection.ask(want).catch(() => undefined);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** JSON leaves out what is undefined, and so does the protocol. */
const at = (table: string, type: string, fields: object = {}): Want => ({ type, table, ...fields });

// ---- the connection, the lobby

/** Opens the connection, once, and keeps it open. */
export function connect(): void {
    if (started) return;
    started = true;
    const wake = () => connection.wake();
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') wake();
    });
    connection.open();
}

/** A new hello, after signing in or out. */
export function reconnect(): void {
    if (!started) return connect();
    connection.reopen();
}

export function watchLobby(on: boolean): void {
    if (lobby_watched === on) return;
    lobby_watched = on;
    // `lobby` without `watch` ends it, and its list is as good as any other
    if (store.get().status === 'online') askQuietly(on ? { type: 'lobby', watch: true } : { type: 'lobby' });
}

// ---- tables

/** One `watch` at a time for each table. */
function watch(id: string): Promise<boolean> {
    const under_way = watching.get(id);
    if (under_way) return under_way;
    const asked = connection.ask(at(id, 'watch', keys.get(id))).then(
        (answer) => {
            if (answer.type !== 'error') return true;
            if (!keys.has(id) && answer.code === 'NO_TABLE' && isPrivateName(id)) quiet.add(id);
            else toast('error', capital(answer.msg));
            forget(id);
            return false;
        },
        () => null, // lost: it is asked again after the next welcome
    ).then((result) => {
        if (watching.get(id) === asked) watching.delete(id);
        if (result === null) return new Promise<boolean>((tell) => later(id, tell));
        for (const tell of waiting.get(id) ?? []) tell(result);
        waiting.delete(id);
        return result;
    });
    watching.set(id, asked);
    return asked;
}

function later(id: string, tell: (done: boolean) => void): void {
    if (!wanted.has(id)) return tell(false);
    waiting.set(id, [...(waiting.get(id) ?? []), tell]);
}

function forget(id: string): void {
    wanted.delete(id);
    store.set(closeTable(store.get(), id));
}

/** Private tables that asked for a key: the page asks for it, and nothing has gone wrong. */
const quiet = new Set<string>();
export const wantsKey = (id: string): boolean => quiet.has(id);

/** A key or a password for a private table, for the next `watch`. */
export function keepKey(id: string, key: { key?: string; password?: string }): void {
    keys.set(id, key);
    quiet.delete(id);
}

/** Whoever comes next in this browser has none of them. */
export function forgetKeys(): void {
    keys.clear();
}

/** Watches a table.  Without a connection the promise waits for one. */
export function openTable(id: string): Promise<boolean> {
    wanted.add(id);
    const known = store.get().tables.find((table) => table.id === id);
    if (known && !known.gap && store.get().status === 'online') return Promise.resolve(true);
    if (store.get().status === 'online') return watch(id);
    return new Promise((tell) => later(id, tell));
}

/** Ends watching, and forgets the table.  Who has a seat keeps it: stand first. */
export async function leaveTable(id: string): Promise<boolean> {
    const seated = store.get().tables.find((table) => table.id === id)?.mine !== undefined;
    wanted.delete(id);
    for (const tell of waiting.get(id) ?? []) tell(false);
    waiting.delete(id);
    if (seated) return true; // its frames come as long as the seat is there
    store.set(closeTable(store.get(), id));
    askQuietly(at(id, 'unwatch'));
    return true;
}

export function sit(table: string, o: { seat?: number; buy_in?: number; wait_bb?: boolean; auto_rebuy?: boolean }):
    Promise<boolean> {
    wanted.add(table);
    return done(at(table, 'sit', o));
}

/** Sits down where it suits best; the table, or null. */
export async function quick(o: { variant?: string; big_blind_max?: number; buy_in?: number } = {}):
    Promise<string | null> {
    const answer = await ask({ type: 'quick', ...o });
    return answer?.type === 'ok' ? answer.table ?? null : null;
}

export const stand = (table: string): Promise<boolean> => done(at(table, 'stand'));

export const sitOut = (table: string, on: boolean): Promise<boolean> => done(at(table, 'sit_out', { on }));

export const topUp = (table: string, amount?: number): Promise<boolean> => done(at(table, 'top_up', { amount }));

export type Settings = Partial<Pick<Mine, 'straddle' | 'wait_bb' | 'auto_rebuy' | 'auto_muck' | 'run_twice' | 'auto_action'>>;

export const settings = (table: string, change: Settings): Promise<boolean> => done(at(table, 'settings', change));

// ---- private tables

/** Opens a table of one's own; its name, or null.  `private` comes with its key, then the table. */
export async function create(want: Want): Promise<string | null> {
    const answer = await ask(want);
    if (answer?.type !== 'private') return null;
    keys.set(answer.table, { key: answer.key });
    wanted.add(answer.table);
    return answer.table;
}

export const change = (want: Want): Promise<boolean> => done(want);

export type HostDeed = 'pause' | 'resume' | 'kick' | 'allow' | 'bomb' | 'new_key' | 'hand_over' | 'close';

export const host = (table: string, deed: HostDeed, name?: string): Promise<boolean> =>
    done(at(table, 'host', { do: deed, name }));

// ---- tournaments

/** Rows of tournaments, and every change of them from now on: there is no end to that but the end of the connection. */
export function watchTournaments(): void {
    if (tournaments_watched) return;
    tournaments_watched = true;
    if (store.get().status === 'online') askQuietly({ type: 'events', watch: true });
}

/** Everything about a tournament, with times of this machine; null if it is not there, which a toast says unless `quietly`. */
export async function tournamentPage(tournament: string, from: number, limit: number, quietly = false): Promise<TournamentPageFrame | null> {
    const want = { type: 'event', event: tournament, from, limit };
    const answer = quietly ? await connection.ask(want).catch(() => null) : await ask(want);
    return answer?.type === 'event_page' ? atHome(answer, Date.now() - answer.at) : null;
}

export const register = (tournament: string, key?: string): Promise<boolean> => done({ type: 'register', event: tournament, key });

/** Gives the entry back, before it starts: `entry` tells every page of the person. */
export const unregister = (tournament: string): Promise<boolean> => done({ type: 'unregister', event: tournament });

// ---- a hand

/** Answers the `act` or `choose` that is open, once. */
export async function act(
    table: string, answer: { action: Word; amount?: number; cards?: Card[]; choice?: number; move?: string; card?: string },
): Promise<boolean> {
    const asked = store.get().tables.find((one) => one.id === table)?.asked;
    if (!asked || asked.sent) return false;
    store.set(markSent(store.get(), table, asked.req_id, true));
    const hand_id = asked.hand_id === '' ? undefined : asked.hand_id;
    const good = await done(at(table, 'action', { hand_id, req_id: asked.req_id, ...answer }));
    if (!good) store.set(markSent(store.get(), table, asked.req_id, false));
    return good;
}

/** Says ahead what to do; `mine` tells what the server holds. */
export function preselect(table: string, what: Preselect, amount?: number): Promise<boolean> {
    const hand_id = store.get().tables.find((one) => one.id === table)?.hand?.id;
    if (hand_id === undefined) return Promise.resolve(false);
    return done(at(table, 'preselect', { hand_id, what, amount: what === 'call' ? amount : undefined }));
}

// ---- talk

export const chat = (table: string, text: string): Promise<boolean> => done(at(table, 'chat', { text }));

export const block = (name: string, on: boolean): Promise<boolean> => done({ type: 'block', name, on });

export async function mute(table: string, on: boolean): Promise<boolean> {
    const good = await done(at(table, 'mute', { on }));
    if (good && on) muted.add(table);
    else if (good) muted.delete(table);
    return good;
}

// ---- own hands

export async function hands(before?: string, limit?: number): Promise<{ hands: HandLine[]; more: boolean } | null> {
    const answer = await ask({ type: 'hands', before, limit });
    return answer?.type === 'hands' ? { hands: answer.hands, more: answer.more === true } : null;
}

/** A hand in PHH, as the user may know it. */
export async function hand(id: string): Promise<string | null> {
    const answer = await ask({ type: 'hand', hand_id: id });
    return answer?.type === 'hand' ? answer.phh : null;
}

// ---- what is only shown

export function dismissReport(table: string): void {
    store.set(dismiss(store.get(), table));
}

export function toast(kind: Toast['kind'], text: string, to?: { href: string; link: string }): void {
    store.set(addToast(store.get(), kind, text, to));
    fadeToast();
}

/** The newest toast goes by itself after a while; what went wrong may be read for longer. */
function fadeToast(): void {
    const newest = store.get().toasts[store.get().toasts.length - 1];
    if (newest) setTimeout(() => dropToast(newest.id), newest.kind === 'error' || newest.href ? 2 * TOAST_MS : TOAST_MS);
}

export function dropToast(id: number): void {
    store.set(withoutToast(store.get(), id));
}
