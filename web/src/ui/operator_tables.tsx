// operator_tables.tsx -- the operator's tables: who sits where, how fast hands go, opening and closing.
import { admin } from '../api_operator';
import { type AdminSeat, type AdminTable, sortTables } from '../model/operator';
import { chips, plural } from '../model/text';
import { Row, Section, useDeed, useLoaded, userAddress, Waiting, type Deed } from './operator_parts';

const phases: Readonly<Record<string, string>> = { hand: 'hand under way', choosing: 'choosing a game', settling: 'in the ledger' };

const states: Readonly<Record<string, string>> = {
    out: 'sits out', leaving: 'stands up', waiting: 'waits', buying: 'sits down', broke: 'has no chips',
};

function SeatRow({ seat }: { seat: AdminSeat }) {
    const person = seat.kind !== 'house';
    const facts = [
        !person ? 'house' : seat.bot ? 'bot' : seat.kind === 'guest' && 'guest', states[seat.state], person && !seat.connected && 'line is gone',
    ].filter(Boolean).join(', ');
    return (
        <li class={person ? 'op-chair op-chair-person' : 'op-chair'}>
            <a href={userAddress(seat.user)}>{seat.name}</a> <span class="number">{chips(seat.stack)}</span>
            {facts && <span class="muted small"> {facts}</span>}
            {seat.same_address && (
                <span class="badge op-badge-bad" title="Somebody else at this table came from the same address.">same address</span>
            )}
        </li>
    );
}

const closing = (table: AdminTable): Deed => ({
    title: `Close ${table.title}?`,
    says: <p>Everybody at {table.table} stands up after the hand that is under way, and has the chips in the bank. Then the table is gone.</p>,
    yes: 'Close the table', danger: true, done: `${table.table} closes after its hand.`,
    run: () => admin.closeTable(table.table),
});

/** Between two hands a table waits, too. */
const phaseText = (table: AdminTable): string =>
    phases[table.phase] ?? (table.taken >= 2 ? 'between hands' : 'waits for players');

function Table({ table, ask }: { table: AdminTable; ask: (deed: Deed) => void }) {
    const facts = [
        `${table.taken} of ${table.seats} seats`, plural(table.hands, 'hand'), `${chips(table.hands_per_hour)} an hour`,
        ...(table.average_pot ? [`average pot ${chips(table.average_pot)}`] : []), ...(table.watchers ? [`${chips(table.watchers)} watching`] : []),
    ].join(' · ');
    return (
        <Row
            title={(
                <>
                    <h3>{table.title}</h3> <code class="small muted">{table.table}</code>
                    <span class={table.closing ? 'badge op-badge-bad' : 'badge'}>{table.closing ? 'closing' : phaseText(table)}</span>
                </>
            )}
            facts={facts}
            side={(
                <>
                    <a class="button" href={'#/table/' + encodeURIComponent(table.table)} aria-label={`Watch ${table.table}`}>Watch</a>
                    <button
                        type="button" class="button danger" disabled={table.closing} aria-label={`Close ${table.table} …`}
                        onClick={() => ask(closing(table))}
                    >
                        Close …
                    </button>
                </>
            )}
        >
            {table.chairs.length > 0 && (
                <ul class="op-chairs" aria-label={`At ${table.table}`}>{table.chairs.map((one) => <SeatRow key={one.seat} seat={one} />)}</ul>
            )}
        </Row>
    );
}

export function Tables() {
    const loaded = useLoaded(admin.tables, 'tables', 3000);
    const { ask, dialog } = useDeed(loaded.again);
    const room = loaded.value;
    const opening = (): Deed => ({
        title: 'Open a table', says: <p>One more table of a kind that the server's settings know.</p>, yes: 'Open it', done: 'The table is open.',
        fields: [{
            name: 'stake', label: 'Kind of table', kind: 'choice', value: room?.stakes[0]?.stake ?? '',
            options: (room?.stakes ?? []).map((one) => ({ value: one.stake, title: `${one.title} (${one.stake})` })),
        }],
        run: (values) => admin.openTable(values['stake'] ?? ''),
    });
    return (
        <Section
            title="Tables" says={room && `${plural(room.tables.length, 'table')}${room.open ? ' open' : ''}; those with people first.`}
            side={room && room.stakes.length > 0 && <button type="button" class="button" onClick={() => ask(opening())}>Open a table …</button>}
        >
            <Waiting of={loaded} />
            {room && !room.open && <p class="notice notice-bad" role="alert">No hands are dealt: the ledger is not ready yet.</p>}
            {room && <ul class="op-list">{sortTables(room.tables).map((table) => <Table key={table.table} table={table} ask={ask} />)}</ul>}
            {room?.tables.length === 0 && <p class="muted">There is no table.</p>}
            {dialog}
        </Section>
    );
}
