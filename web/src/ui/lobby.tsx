// lobby.tsx -- the first page: play now, own seats, all tables with filters.  It changes as the room does.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { openTable, sit, watchLobby } from '../actions';
import { chips } from '../model/words';
import type { Row, Table } from '../model/types';
import { useRoom } from '../store';
import { ReloadButton, ReloadWords, useAccount } from './chips';
import { beSomebody, isMyTurn, playNow } from './enter';
import { Glass } from './icons';
import { best, families, filtered, freeSeats, gameName, grouped, isFiltered, noFilter, stakes, type Filter } from './lobby_rows';
import { go } from './router';

const addressOf = (id: string): string => '#/table/' + encodeURIComponent(id);

/** Sits down as whoever is there, a guest if nobody is, with as much as table and bank allow. */
async function sitAt(id: string): Promise<boolean> {
    if (!(await beSomebody())) return false;
    await openTable(id);
    const done = await sit(id, {});
    if (done) go(addressOf(id));
    return done;
}

// ---- at the top

function Hero({ filter, rows }: { filter: Filter; rows: Row[] }) {
    const me = useRoom((room) => room.me);
    const bank = useRoom((room) => room.bank);
    const { user, set } = useAccount();
    const [busy, setBusy] = useState(false);
    const family = families.find(([word]) => word === filter.family)?.[1];
    const target = family ? best(rows, me ? bank : 400) : undefined;

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
                    {!me && 'Real poker, play chips. You get 400 of them and a seat with one click, without an account.'}
                </p>
            </div>
            <div class="hero-buttons">
                <button type="button" class="button button-main button-big hero-play" disabled={busy} onClick={() => void play()}>
                    {busy && <span class="spinner" aria-hidden="true" />}
                    {target && family ? `Play ${family} now` : 'Play now'}
                </button>
                {user && <ReloadButton user={user} onDone={set} />}
                {!me && <a class="button hero-second" href="#/signin">Sign in</a>}
            </div>
            {user && user.total < 400 && <p class="hero-note"><ReloadWords /></p>}
            {me?.kind === 'guest' && (
                <p class="hero-note">
                    You play as a guest in this browser. <a href="#/register">Choose a name and a password</a> to keep your chips.
                </p>
            )}
        </section>
    );
}

// ---- own seats

function OwnSeat({ table }: { table: Table }) {
    const stack = (table.mine && table.chairs[table.mine.seat]?.stack) ?? 0;
    const turn = isMyTurn(table);
    return (
        <li class={turn ? 'own-seat own-seat-turn' : 'own-seat'}>
            <div>
                <h3>{table.row.title}</h3>
                <p class="muted small">
                    <span class="number">{chips(stack)}</span> chips
                    {table.mine?.sitting_out && ', sitting out'}
                    {table.mine?.leaving && ', standing up after this hand'}
                </p>
            </div>
            {turn && <span class="badge badge-turn">Your turn</span>}
            <a class="button button-main button-small" href={addressOf(table.id)}>
                Back<span class="unseen"> to {table.row.title}</span>
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
                    class="input" type="search" aria-label="Search tables" placeholder="Search tables" value={filter.text}
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
                <input type="checkbox" checked={filter.free} onChange={(event) => change({ free: event.currentTarget.checked })} />
                Free seat
            </label>
            <label class="check">
                <input type="checkbox" checked={filter.bots} onChange={(event) => change({ bots: event.currentTarget.checked })} />
                Bots welcome
            </label>
        </div>
    );
}

// ---- rows

/** A dot for each chair: people, house players, free ones; the numbers beside it say the same. */
function Seats({ row }: { row: Row }) {
    const dots: JSX.Element[] = [];
    for (let n = 0; n < row.seats; n++) {
        const kind = n < row.people ? 'people' : n < row.taken ? 'house' : 'free';
        dots.push(<span key={n} class={`seat-dot seat-dot-${kind}`} />);
    }
    const people = row.people === 1 ? '1 person' : `${row.people} people`;
    return (
        <div class="lobby-seats" title={`${people}, ${row.taken - row.people} of the house, ${row.seats - row.taken} free`}>
            <span class="seat-dots" aria-hidden="true">{dots}</span>
            <span class="number" aria-hidden="true">{row.taken}/{row.seats}</span>
            <span class="unseen">{row.taken} of {row.seats} seats taken, {people}</span>
        </div>
    );
}

function Figure({ label, value, part }: { label: string; value: number | undefined; part: string }) {
    return (
        <div class={`lobby-figure ${part}`}>
            <span class="lobby-label">{label}</span>
            <span class="number">{value === undefined ? <span class="muted">–</span> : chips(value)}</span>
        </div>
    );
}

function TableRow({ row, seated }: { row: Row; seated: boolean }) {
    const [busy, setBusy] = useState(false);
    const press = () => {
        setBusy(true);
        void sitAt(row.table).then(() => setBusy(false));
    };
    const full = freeSeats(row) === 0;
    return (
        <li class="lobby-row">
            <div class="lobby-title">
                <h3><a href={addressOf(row.table)}>{row.title}</a></h3>
                <p class="muted small">
                    {gameName(row)}
                    {row.bots_welcome && <span class="badge">Bots welcome</span>}
                    {row.closing && <span class="badge">Closes after this hand</span>}
                </p>
            </div>
            <div class="lobby-figure lobby-stakes">
                <span class="lobby-label">Stakes</span>
                <span class="number">{chips(row.sb)}/{chips(row.bb)}</span>
                <span class="muted small number">{chips(row.buy_in_min)}–{chips(row.buy_in_max)}<span class="unseen"> to sit down</span></span>
            </div>
            <Seats row={row} />
            <Figure label="Hands an hour" value={row.hands_per_hour} part="lobby-pace" />
            <Figure label="Average pot" value={row.average_pot} part="lobby-pot" />
            <div class="lobby-buttons">
                {seated ? (
                    <a class="button button-small" href={addressOf(row.table)}>Back<span class="unseen"> to {row.title}</span></a>
                ) : (
                    <>
                        <a class="button button-small" href={addressOf(row.table)}>Watch<span class="unseen"> {row.title}</span></a>
                        <button type="button" class="button button-small lobby-sit" disabled={full || busy} onClick={press}>
                            {full ? 'Full' : 'Sit'}<span class="unseen"> at {row.title}</span>
                        </button>
                    </>
                )}
            </div>
        </li>
    );
}

function Heads() {
    return (
        <div class="lobby-heads" aria-hidden="true">
            <span>Table</span><span>Stakes and buy-in</span><span>Seats</span><span>Hands/h</span><span>Avg. pot</span><span />
        </div>
    );
}

function Groups({ rows, seats }: { rows: Row[]; seats: ReadonlySet<string> }) {
    return (
        <>
            {grouped(rows).map((group) => (
                <section key={group.family} class="lobby-group" aria-labelledby={`group-${group.family}`}>
                    <h2 id={`group-${group.family}`}>{group.title}</h2>
                    <ul class="lobby-rows">
                        {group.rows.map((row) => <TableRow key={row.table} row={row} seated={seats.has(row.table)} />)}
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

export function LobbyPage() {
    const rows = useRoom((room) => room.lobby);
    const known = useRoom((room) => room.lobby_known);
    const tables = useRoom((room) => room.tables);
    const [filter, setFilter] = useState<Filter>(noFilter);
    useEffect(() => {
        watchLobby(true);
        return () => watchLobby(false);
    }, []);
    const shown = filtered(rows, filter);
    const seats = new Set(tables.filter((table) => table.mine).map((table) => table.id));
    return (
        <div class="page lobby">
            <Hero filter={filter} rows={shown} />
            <OwnSeats />
            <div class="lobby-tables">
                <Filters filter={filter} set={setFilter} rows={rows} />
                <p class="unseen" role="status">{known && isFiltered(filter) ? `${shown.length} tables` : ''}</p>
                {!known && <Waiting />}
                {known && shown.length > 0 && <><Heads /><Groups rows={shown} seats={seats} /></>}
                {known && shown.length === 0 && (
                    <div class="empty">
                        <p>{rows.length ? 'No table is like that at the moment.' : 'No table is open at the moment.'}</p>
                        {isFiltered(filter) && (
                            <button type="button" class="button" onClick={() => setFilter(noFilter)}>Show all tables</button>
                        )}
                    </div>
                )}
            </div>
        </div>
    );
}
