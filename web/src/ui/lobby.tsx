// lobby.tsx -- the first page: play now, own seats, all tables with filters.  It changes as the room does.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { leaveTable, openTable, sit, watchLobby } from '../actions';
import { optionText } from '../model/private';
import { chips } from '../model/text';
import type { Row, Table } from '../model/types';
import { store, useRoom } from '../store';
import { BuyInDialog } from './buy_in';
import { FULL, ReloadButton, useAccount } from './chips';
import { NavCards, QuietNav } from './nav';
import { beSomebody, isMyTurn, playNow, until } from './enter';
import { Glass } from './icons';
import { lazy } from './lazy';
import {
    best, families, filtered, freeSeats, grouped, isFiltered, noFilter, stakes, stakesOf, subtitle, tableName,
    type Filter,
} from './lobby_rows';
import { go } from './router';

const CreateDialog = lazy(() => import('./own_table'));

const addressOf = (id: string): string => '#/table/' + encodeURIComponent(id);

/** Sits down at once as whoever is there, a guest if nobody is, with as much as table and bank allow. */
async function sitAt(id: string): Promise<boolean> {
    if (!(await beSomebody())) return false;
    await openTable(id);
    const done = await sit(id, {});
    if (done) go(addressOf(id));
    return done;
}

// ---- at the top

function Hero({ filter, rows, onCreate }: { filter: Filter; rows: Row[]; onCreate: () => void }) {
    const me = useRoom((room) => room.me);
    const bank = useRoom((room) => room.bank);
    const { user, set } = useAccount();
    const seats = useRoom((room) => room.tables.filter((table) => table.mine).length);
    const [busy, setBusy] = useState(false);
    const family = families.find(([word]) => word === filter.family)?.[1];
    const target = family ? best(rows, me ? bank : FULL) : undefined;

    const play = async () => {
        setBusy(true);
        await (target ? sitAt(target.table) : playNow());
        setBusy(false);
    };
    const seated = user && user.seated > 0 ? `, ${chips(user.seated)} of them on tables` : '';
    return (
        <section class="hero" aria-labelledby="hero-title">
            <div class="hero-words">
                <h1 id="hero-title">{me ? `Good to see you, ${me.name}` : 'Pull up a chair'}</h1>
                <p>
                    {me && user && <>You have <strong class="number">{chips(user.total)}</strong> chips{seated}.</>}
                    {me && !user && <>You have <strong class="number">{chips(bank)}</strong> chips in the bank.</>}
                    {!me && 'Real poker, play chips. You get 400 of them and a seat with one click, no account needed.'}
                </p>
            </div>
            <div class="hero-buttons">
                <button
                    type="button" class="button button-main button-big hero-play" disabled={busy}
                    onClick={() => void play()}
                >
                    {busy && <span class="spinner" aria-hidden="true" />}
                    {target && family ? `Play ${family} now` : seats > 0 ? 'Play another table' : 'Play now'}
                </button>
                {user && <ReloadButton user={user} onDone={set} />}
                <button type="button" class="button" onClick={onCreate}>Open a table of your own</button>
                {!me && <a class="button hero-second" href="#/signin">Sign in</a>}
            </div>
            {user && user.total < FULL && (
                <p class="hero-note">With fewer than {FULL} in all you can fill up to {FULL}, for free.</p>
            )}
            {me?.kind === 'guest' && (
                <p class="hero-note">
                    You play as a guest in this browser. <a href="#/register">Choose a name and a password</a>
                    {' '}to keep your chips.
                </p>
            )}
        </section>
    );
}

// ---- own seats

function OwnSeat({ table }: { table: Table }) {
    const stack = (table.mine && table.seats[table.mine.seat]?.stack) ?? 0;
    const turn = isMyTurn(table);
    return (
        <li class={turn ? 'own-seat own-seat-turn' : 'own-seat'}>
            <div>
                <h3>{tableName(table.row)}</h3>
                <p class="muted small">
                    <span class="number">{chips(stack)}</span> chips
                    {table.mine?.sitting_out && ', sitting out'}
                    {table.mine?.leaving && ', standing up after this hand'}
                </p>
            </div>
            {turn && <span class="badge badge-turn">Your turn</span>}
            <a class="button button-main button-small" href={addressOf(table.id)}>
                Back<span class="unseen"> to {tableName(table.row)}</span>
            </a>
        </li>
    );
}

function OwnSeats() {
    const tables = useRoom((room) => room.tables);
    const mine = tables.filter((table) => table.mine);
    if (!mine.length) return null;
    return (
        <section aria-labelledby="own-title" class="lobby-own">
            <h2 id="own-title">Your seats</h2>
            <ul>{mine.map((table) => <OwnSeat key={table.id} table={table} />)}</ul>
        </section>
    );
}

// ---- filters

function Filters({ filter, set, rows }: { filter: Filter; set: (filter: Filter) => void; rows: readonly Row[] }) {
    const change = (part: Partial<Filter>) => set({ ...filter, ...part });
    const options: [Filter['family'], string][] = [['all', 'All'], ...families];
    return (
        <div class="filters" role="search" aria-label="Tables">
            <fieldset class="filters-family">
                <legend class="unseen">Game</legend>
                <div class="choice">
                    {options.map(([word, text]) => (
                        <label key={word}>
                            <input
                                type="radio" name="family" checked={filter.family === word}
                                onChange={() => change({ family: word })}
                            />
                            {text}
                        </label>
                    ))}
                </div>
            </fieldset>
            <div class="filters-search">
                <Glass />
                <input
                    class="input" type="search" aria-label="Search tables" placeholder="Search" value={filter.text}
                    onInput={(event) => change({ text: event.currentTarget.value })}
                />
            </div>
            <select
                class="input filters-stakes" aria-label="Stakes" value={String(filter.bb_max)}
                onChange={(event) => change({ bb_max: Number(event.currentTarget.value) })}
            >
                <option value="0">Any stakes</option>
                {stakes(rows).map((bb) => <option key={bb} value={String(bb)}>Big blind up to {chips(bb)}</option>)}
            </select>
            <label class="check">
                <input
                    type="checkbox" checked={filter.free}
                    onChange={(event) => change({ free: event.currentTarget.checked })}
                />
                Free seat
            </label>
            <label class="check">
                <input
                    type="checkbox" checked={filter.bots}
                    onChange={(event) => change({ bots: event.currentTarget.checked })}
                />
                Bots welcome
            </label>
        </div>
    );
}

// ---- rows

/** A dot for each seat: people, house players, free ones; the numbers beside it say the same. */
function Seats({ row }: { row: Row }) {
    const dots: JSX.Element[] = [];
    for (let n = 0; n < row.seats; n++) {
        const kind = n < row.people ? 'people' : n < row.taken ? 'house' : 'free';
        dots.push(<span key={n} class={`seat-dot seat-dot-${kind}`} />);
    }
    const people = row.people === 1 ? '1 person' : `${row.people} people`;
    const all = `${people}, ${row.taken - row.people} of the house, ${row.seats - row.taken} free`;
    return (
        <div class="lobby-seats" title={all}>
            <span class="seat-dots" aria-hidden="true">{dots}</span>
            <span class="number" aria-hidden="true">{row.taken}/{row.seats}</span>
            <span class="unseen">{row.taken} of {row.seats} seats taken, {people}</span>
        </div>
    );
}

interface FigureProps { label: string; short: string; value: number | undefined; part: string }

function Figure({ label, short, value, part }: FigureProps) {
    return (
        <div class={value === undefined ? `lobby-figure lobby-unknown ${part}` : `lobby-figure ${part}`}>
            <span class="unseen">{label}: </span>
            <span class="number">{value === undefined ? '–' : chips(value)}</span>
            <span class="lobby-label" aria-hidden="true">{short}</span>
        </div>
    );
}

type OnSit = (row: Row) => Promise<void>;

function RowButtons({ row, seated, onSit }: { row: Row; seated: boolean; onSit: OnSit }) {
    const [busy, setBusy] = useState(false);
    const press = () => {
        setBusy(true);
        void onSit(row).then(() => setBusy(false));
    };
    const full = freeSeats(row) === 0;
    const name = <span class="unseen"> {tableName(row)}</span>;
    if (seated) {
        return (
            <div class="lobby-buttons">
                <a class="button button-small" href={addressOf(row.table)}>Back<span class="unseen"> to</span>{name}</a>
            </div>
        );
    }
    return (
        <div class="lobby-buttons">
            <a class="button button-small" href={addressOf(row.table)}>Watch{name}</a>
            <button type="button" class="button button-small lobby-sit" disabled={full || busy} onClick={press}>
                {full ? 'Full' : 'Sit'}{name}
            </button>
        </div>
    );
}

function TableRow({ row, seated, onSit }: { row: Row; seated: boolean; onSit: OnSit }) {
    const under = subtitle(row);
    const options = optionText(row);
    const forChips = stakesOf(row).length > 0;
    return (
        <li class={seated ? 'lobby-row lobby-row-own' : 'lobby-row'}>
            <div class="lobby-title">
                <h3><a href={addressOf(row.table)}>{row.title}</a></h3>
                {(under || row.bots_welcome || row.closing || row.private || options.length > 0) && (
                    <p class="muted small">
                        {under}
                        {row.bots_welcome && <span class="badge">Bots welcome</span>}
                        {row.private && <span class="badge">Private{row.host && `, host ${row.host}`}</span>}
                        {options.map((word) => <span key={word} class="badge">{word}</span>)}
                        {row.closing && <span class="badge">Closes after this hand</span>}
                    </p>
                )}
            </div>
            <Seats row={row} />
            <div class="lobby-figures">
                <div class="lobby-figure lobby-stakes">
                    <span class="number"><span class="unseen">Stakes </span>{forChips ? stakesOf(row).map(chips).join('/') : 'score'}</span>
                    {forChips && (
                        <span class="muted number">
                            <span class="lobby-label">buy-in </span>{chips(row.buy_in_min)}–{chips(row.buy_in_max)}
                        </span>
                    )}
                </div>
                <Figure label="Hands an hour" short="hands/h" value={row.hands_per_hour} part="lobby-pace" />
                <Figure label="Average pot" short="avg. pot" value={row.average_pot} part="lobby-pot" />
            </div>
            <RowButtons row={row} seated={seated} onSit={onSit} />
        </li>
    );
}

function Heads() {
    return (
        <div class="lobby-heads" aria-hidden="true">
            <span>Table</span><span>Seats</span><span>Stakes</span><span>Hands/h</span><span>Avg. pot</span><span />
        </div>
    );
}

function Groups({ rows, seats, onSit }: { rows: Row[]; seats: ReadonlySet<string>; onSit: OnSit }) {
    return (
        <>
            {grouped(rows).map((group) => (
                <section key={group.family} class="lobby-group" aria-labelledby={`group-${group.family}`}>
                    <h2 id={`group-${group.family}`}>{group.title}</h2>
                    <ul class="lobby-rows">
                        {group.rows.map((row) => (
                            <TableRow key={row.table} row={row} seated={seats.has(row.table)} onSit={onSit} />
                        ))}
                    </ul>
                </section>
            ))}
        </>
    );
}

function Waiting() {
    return (
        <div class="lobby-rows lobby-waiting" aria-busy="true">
            <p class="unseen" role="status">Loading tables</p>
            {[0, 1, 2, 3, 4, 5].map((n) => <div key={n} class="lobby-ghost" />)}
        </div>
    );
}

/** Asks with how many chips to sit down; then goes there, or forgets the table again. */
function useSitting(tables: Table[]) {
    const [asked, setAsked] = useState<{ id: string; watched: boolean }>();
    const ask: OnSit = async (row) => {
        const watched = store.get().tables.some((table) => table.id === row.table);
        if ((await beSomebody()) && (await openTable(row.table))) setAsked({ id: row.table, watched });
    };
    const close = async () => {
        if (!asked) return;
        setAsked(undefined);
        const seated = await until((room) => room.tables.some((table) => table.id === asked.id && table.mine), 250);
        if (seated) go(addressOf(asked.id));
        else if (!asked.watched) await leaveTable(asked.id);
    };
    return { ask, close: () => void close(), table: tables.find((table) => table.id === asked?.id) };
}

export function LobbyPage() {
    const rows = useRoom((room) => room.lobby);
    const known = useRoom((room) => room.lobby_known);
    const tables = useRoom((room) => room.tables);
    const [filter, setFilter] = useState<Filter>(noFilter);
    const [creating, setCreating] = useState(false);
    useEffect(() => {
        watchLobby(true);
        return () => watchLobby(false);
    }, []);
    const shown = filtered(rows, filter);
    const sitting = useSitting(tables);
    const seats = new Set(tables.filter((table) => table.mine).map((table) => table.id));
    return (
        <div class="page lobby">
            <Hero filter={filter} rows={shown} onCreate={() => setCreating(true)} />
            <OwnSeats />
            <NavCards />
            <div class="lobby-tables">
                <Filters filter={filter} set={setFilter} rows={rows} />
                <p class="unseen" role="status">{known && isFiltered(filter) ? `${shown.length} tables` : ''}</p>
                {!known && <Waiting />}
                {known && shown.length > 0 && <><Heads /><Groups rows={shown} seats={seats} onSit={sitting.ask} /></>}
                {known && shown.length === 0 && (
                    <div class="empty">
                        <p>{rows.length ? 'No table is like that right now.' : 'No table is open right now.'}</p>
                        {isFiltered(filter) && (
                            <button type="button" class="button" onClick={() => setFilter(noFilter)}>
                                Show all tables
                            </button>
                        )}
                    </div>
                )}
            </div>
            <QuietNav />
            {creating && <CreateDialog onClose={() => setCreating(false)} />}
            {sitting.table && <BuyInDialog table={sitting.table} onClose={sitting.close} />}
        </div>
    );
}
