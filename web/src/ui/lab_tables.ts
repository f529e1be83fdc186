// lab_tables.ts -- tables where somebody tries a game of the lab: which game it is, for as long as this tab is open.
import { create, host, sit, toast } from '../actions';
import { lab } from '../api_lab';
import { store } from '../store';
import { beSomebody, errorText } from './enter';
import { go } from './router';

export interface LabTable { archive: string; game: string; name: string }

const shelf = 'felt-lab-tables';
const here = new Map<string, LabTable>();

const isText = (value: unknown): value is string => typeof value === 'string';

function recall(): void {
    try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(shelf) ?? '{}');
        for (const [table, value] of Object.entries(kept as Record<string, Partial<LabTable> | null>)) {
            const { archive, game, name } = value ?? {};
            if (isText(archive) && isText(game) && isText(name)) here.set(table, { archive, game, name });
        }
    } catch {
        // none, or something else wrote there
    }
}
recall();

function remember(table: string, game: LabTable): void {
    here.set(table, game);
    try {
        sessionStorage.setItem(shelf, JSON.stringify(Object.fromEntries(here)));
    } catch {
        // no storage: it holds until the page is closed
    }
}

/** The game of the lab that is tried at this table; undefined: it is another one's, or none. */
export const labTable = (table: string): LabTable | undefined => here.get(table);

/** Whoever tries another game is done with the last one. */
async function closeOthers(): Promise<void> {
    for (const { id } of store.get().tables.filter((one) => here.has(one.id) && !one.row.closing)) await host(id, 'close');
}

/** A table of one's own with house players, and a seat there.  False: a toast has said why not. */
export async function playLab(game: LabTable): Promise<boolean> {
    if (!(await beSomebody())) return false;
    try {
        const ready = await lab.table(game.archive, game.game);
        await closeOthers();
        const table = await create({ type: 'create', game: ready.create });
        if (table === null) return false;
        remember(table, game);
        await sit(table, {});
        go('#/table/' + encodeURIComponent(table));
        return true;
    } catch (error) {
        toast('error', errorText(error));
        return false;
    }
}
