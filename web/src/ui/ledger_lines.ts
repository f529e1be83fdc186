// ledger_lines.ts -- lines of the ledger put together by transactions.  Plain values only.
import type { LedgerLine } from '../api';

/** The lines of one transaction: what it did to the bank, to the chips on tables, and what there was after it. */
export interface Entry {
    id: number;
    at: string;
    kind: string;
    hand?: string;
    table: string;
    bank: number;
    seat: number;
    total: number;
}

/** Lines as entries, newest first.  Totals are counted back from what there is now. */
export function entriesOf(lines: readonly LedgerLine[], total: number): Entry[] {
    const entries: Entry[] = [];
    for (const line of lines) {
        const [kind, table] = line.account.split(':');
        let entry = entries[entries.length - 1];
        if (!entry || entry.id !== line.transaction) {
            entry = { id: line.transaction, at: line.at, kind: line.kind, table: '', bank: 0, seat: 0, total: 0 };
            entries.push(entry);
        }
        if (line.hand !== undefined) entry.hand = line.hand;
        if (kind === 'bank') entry.bank += line.amount;
        else entry.seat += line.amount;
        if (kind === 'seat') entry.table = table ?? '';
    }
    let after = total;
    for (const entry of entries) {
        entry.total = after;
        after -= entry.bank + entry.seat;
    }
    return entries;
}
