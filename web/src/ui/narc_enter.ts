// narc_enter.ts -- the way from the page of Narc to a seat of a role.  House players make room for people.
import { dropToast, leaveTable, openTable, sit, toast } from '../actions';
import { roleTitle } from '../model/narc';
import type { Room, Row, Seat, Table } from '../model/types';
import { store } from '../store';
import { beSomebody, until } from './enter';
import { go } from './router';

const MOVE_MS = 12000; // a house player that has nothing to finish is gone by then

export const narcRows = (room: Room): Row[] => room.lobby.filter((row) => row.variant === 'narc' && !row.closing && !row.private);

const tableOf = (id: string): Table | undefined => store.get().tables.find((table) => table.id === id);

/** The seat of a role; undefined where roles move on from session to session. */
export const seatOfRole = (table: Table, role: string): Seat | undefined => {
    const seat = table.roles?.indexOf(role) ?? -1;
    return seat < 0 ? undefined : seat;
};

/** Who has that seat: nobody, the house, which makes room, or a person. */
function holder(table: Table, seat: Seat): 'nobody' | 'house' | 'person' {
    const at_table = table.seats[seat];
    if (!at_table) return 'nobody';
    return at_table.kind === 'house' ? 'house' : 'person';
}

function takeSeat(table: Table, seat?: Seat): Promise<boolean> {
    return sit(table.id, { seat, buy_in: Math.min(table.row.buy_in_max, store.get().bank) });
}

/** Asks for a seat of the house; its player gets up when nothing is under way. */
async function moveHouse(table: Table, seat: Seat): Promise<boolean> {
    if (await takeSeat(table, seat)) return true; // it got up in the meantime
    const refused = store.get().toasts[store.get().toasts.length - 1];
    if (refused) dropToast(refused.id); // heard all the same: no news for whoever waits for it
    const free = await until((room) => {
        const now = room.tables.find((one) => one.id === table.id);
        return now !== undefined && !now.seats[seat];
    }, MOVE_MS);
    return free && takeSeat(table, seat);
}

/** Goes to a seat of that role.  '' or a sentence that says why there is none. */
export async function playAs(role: string): Promise<string> {
    if (!(await beSomebody())) return 'Nobody can sit down without a name: sign in, or try again.';
    await until((room) => room.lobby_known);
    const rows = narcRows(store.get());
    if (rows.length === 0) return 'No table of Narc is open here now.';
    const before = new Set(store.get().tables.map((table) => table.id));
    const tables: Table[] = [];
    for (const row of rows) {
        const table = (await openTable(row.table)) ? tableOf(row.table) : undefined;
        if (table) tables.push(table);
    }
    const found = tables.find((table) => table.mine) ?? await seated(tables, role);
    for (const table of tables) if (table !== found && !before.has(table.id)) void leaveTable(table.id);
    if (found) go('#/table/' + encodeURIComponent(found.id));
    return found ? '' : `The chair of the ${roleTitle(role)} is taken while the session under way lasts. Try again in a moment, or take another one.`;
}

/** The table at which that seat was to be had: a free one, else one of the house. */
async function seated(tables: readonly Table[], role: string): Promise<Table | undefined> {
    for (const wanted of ['nobody', 'house'] as const) {
        for (const table of tables) {
            const seat = seatOfRole(table, role);
            if (seat === undefined || holder(table, seat) !== wanted) continue;
            if (await (wanted === 'nobody' ? takeSeat(table, seat) : moveHouse(table, seat))) return table;
        }
    }
    const turning = tables.find((table) => !table.roles && table.seats.some((seat) => !seat));
    if (!turning || !(await takeSeat(turning))) return undefined;
    toast('notice', 'Roles move on by one chair with each session here: yours comes round.');
    return turning;
}
