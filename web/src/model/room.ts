// room.ts -- frame -> Room: who we are, the lobby, the open tables, toasts.  Pure: times come as arguments.
import type { Frame, Row, Terms, Welcome } from '../protocol';
import { withEntry, withTournamentRow, withTournaments } from './tournaments';
import { makeTable, rowOf, tableFrame } from './table';
import type { Room, Status, Table, Toast } from './types';

const TOASTS = 5;

export function emptyRoom(): Room {
    return {
        status: 'connecting', retry_at: 0, bank: 0, lobby: [], lobby_known: false, tables: [],
        tournaments: [], tournaments_known: false, entries: [], invites: {}, toasts: [], last_toast: 0,
    };
}

/** The Room after a frame that came at `now` (Date.now()).  A frame that is not known changes nothing. */
export function receive(room: Room, frame: Frame, now: number): Room {
    switch (frame.type) {
        case 'welcome': return welcome(room, frame);
        case 'cashier': return { ...room, bank: frame.bank };
        case 'lobby': return lobby(room, frame.tables, frame.more === true);
        case 'lobby_row': return { ...room, lobby: withRow(room.lobby, rowOf(frame)) };
        case 'gone': return gone(room, frame.table, frame.msg);
        case 'events': return withTournaments(room, frame.events, now - frame.at);
        case 'event_row': return withTournamentRow(room, frame, now - frame.at);
        case 'entry': return withEntry(room, frame);
        case 'private': { // the answer to `create` comes before its table
            const { table, key, link, password } = frame;
            return { ...room, invites: { ...room.invites, [table]: { key, link, password: password === true } } };
        }
        case 'terms': return terms(room, frame, now);
        case 'notice': {
            const table = room.tables.find((one) => one.id === frame.table);
            // what is said at a table is read there; else it is for everybody
            return table ? withTable(room, tableFrame(table, frame, now)) : addToast(room, 'notice', capital(frame.msg));
        }
        case 'table': {
            const known = room.tables.find((table) => table.id === frame.table);
            return withTable(room, makeTable(frame, rowOf(frame), known));
        }
        default: {
            if (!('table' in frame) || frame.table === undefined) return room;
            const table = room.tables.find((one) => one.id === frame.table);
            return table ? withTable(room, tableFrame(table, frame, now)) : room;
        }
    }
}

export function setStatus(room: Room, status: Status, retry_at: number): Room {
    const lost = status !== 'online' && room.status === 'online';
    if (room.status === status && room.retry_at === retry_at) return room;
    // the clocks of tables go on at the server, but nobody here knows whether somebody acted meanwhile
    const tables = lost ? room.tables.map((table) => ({ ...table, asked: undefined })) : room.tables;
    return { ...room, status, retry_at, tables };
}

/** A long lobby comes in several frames: until the last of them the list is not `lobby_known`, and grows. */
function lobby(room: Room, rows: Row[], more: boolean): Room {
    const list = room.lobby_known ? rows : rows.reduce(withRow, room.lobby);
    return { ...room, lobby: list, lobby_known: !more };
}

function withRow(rows: Row[], row: Row): Row[] {
    const known = rows.some((one) => one.table === row.table);
    return known ? rows.map((one) => (one.table === row.table ? row : one)) : [...rows, row];
}

/** What the host changes is told once: when it is said, not again when it begins to count. */
function terms(room: Room, frame: Terms, now: number): Room {
    const was = room.tables.find((one) => one.id === frame.table);
    if (!was) return room;
    const table = tableFrame(was, frame, now);
    const next = withTable(room, table);
    const fresh = frame.when === 'next' || was.row.paused !== frame.paused || was.row.host !== frame.host;
    return fresh && table.news !== was.news ? addToast(next, 'notice', table.news) : next;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Somebody else's entries are none of ours; own ones that wait are told again, unless they were given back meanwhile. */
function welcome(room: Room, frame: Welcome): Room {
    const same = room.me !== undefined && room.me.id === frame.user?.id;
    const entries = same ? room.entries.filter((one) => one.state !== 'waits') : [];
    return { ...room, me: frame.user, bank: frame.bank ?? 0, entries, invites: same ? room.invites : {} };
}

/** A table that is closed, or that one may not be at any more: `msg` says so.  Who is moved to another table of his tournament
 *  hears of that one. */
function gone(room: Room, id: string, msg: string | undefined): Room {
    const lobby = room.lobby.filter((row) => row.table !== id);
    const table = room.tables.find((one) => one.id === id);
    const next = closeTable({ ...room, lobby }, id);
    if (!table || table.row.event !== undefined) return next;
    return addToast(next, 'notice', msg ? `${table.row.title}: ${msg}.` : `${table.row.title} is closed.`);
}

// ---- open tables

function withTable(room: Room, table: Table): Room {
    const known = room.tables.find((one) => one.id === table.id);
    if (known === table) return room;
    const tables = known ? room.tables.map((one) => (one === known ? table : one)) : [...room.tables, table];
    return { ...room, tables };
}

const change = (room: Room, id: string, with_: (table: Table) => Table): Room => {
    const table = room.tables.find((one) => one.id === id);
    return table ? withTable(room, with_(table)) : room;
};

export function closeTable(room: Room, id: string): Room {
    return { ...room, tables: room.tables.filter((table) => table.id !== id) };
}

/** Whether an answer to `req_id` is under way: buttons are shown, and do nothing. */
export function markSent(room: Room, id: string, req_id: number, sent: boolean): Room {
    return change(room, id, (table) =>
        table.asked?.req_id === req_id ? { ...table, asked: { ...table.asked, sent } } : table);
}

/** Takes away what was done while we were away: it has been read. */
export function dismiss(room: Room, id: string): Room {
    return change(room, id, (table) => (table.report ? { ...table, report: undefined } : table));
}

// ---- toasts

/** The same sentence twice is one toast, the newest. */
export function addToast(room: Room, kind: Toast['kind'], text: string, to?: { href: string; link: string }): Room {
    const id = 1 + room.last_toast;
    const others = room.toasts.filter((one) => one.text !== text);
    return { ...room, last_toast: id, toasts: [...others, { id, kind, text, ...to }].slice(-TOASTS) };
}

export function withoutToast(room: Room, id: number): Room {
    const toasts = room.toasts.filter((one) => one.id !== id);
    return toasts.length === room.toasts.length ? room : { ...room, toasts };
}
