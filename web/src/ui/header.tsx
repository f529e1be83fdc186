// header.tsx -- the bar over every page: tabs of open tables, chips in the bank, the user's menu.
import { useEffect, useRef, useState } from 'preact/hooks';
import { leaveTable } from '../actions';
import { chips, plural } from '../model/text';
import type { Me, Table } from '../model/types';
import { useRoom } from '../store';
import { Confirm } from './dialog';
import { NavLinks } from './nav';
import { beSomebody, isMyTurn, signOut, standAndClose } from './enter';
import { Chip, Cross, Gear, Mark } from './icons';
import { tableName } from './lobby_rows';
import { useMenu } from './menu';
import { go, type Route } from './router';

const addressOf = (table: Table): string => '#/table/' + encodeURIComponent(table.id);

/** Chips that lie in front of the own seat, behind included. */
function stackOf(table: Table): number {
    return (table.mine && table.seats[table.mine.seat]?.stack) ?? 0;
}

function Tab({ table, here, onClose }: { table: Table; here: boolean; onClose: () => void }) {
    const held = table.mine !== undefined && table.row.event !== undefined; // nobody leaves a tournament
    const link = useRef<HTMLAnchorElement>(null);
    useEffect(() => {
        if (here) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }, [here]);
    const turn = isMyTurn(table);
    const name = tableName(table.row);
    return (
        <li class={here ? 'tab tab-table tab-here' : 'tab tab-table'}>
            <a
                ref={link} class="tab-link" href={addressOf(table)} aria-current={here ? 'page' : undefined}
                title={name}
            >
                {turn && <span class="tab-dot" />}
                {!turn && table.mine && <span class="tab-seat" />}
                <span class="tab-title">{name}</span>
                {turn && <span class="unseen">: your turn</span>}
            </a>
            {!held && (
                <button type="button" class="icon-button tab-close" aria-label={`Close ${name}`} onClick={onClose}>
                    <Cross />
                </button>
            )}
        </li>
    );
}

function Tabs({ route }: { route: Route }) {
    const tables = useRoom((room) => room.tables);
    const [asking, setAsking] = useState<Table | null>(null);
    const nav = useRef<HTMLElement>(null);
    useEffect(() => {
        if (route.page !== 'table') nav.current?.scrollTo({ left: 0 });
    }, [route.page]);

    const close = (table: Table) => {
        if (table.mine) return setAsking(table);
        if (route.page === 'table' && route.id === table.id) go('#/');
        void leaveTable(table.id);
    };
    const standUp = (table: Table) => {
        setAsking(null);
        void standAndClose(table.id).then(() => {
            if (location.hash === addressOf(table)) go('#/');
        });
    };

    return (
        <nav ref={nav} class={tables.length ? 'tabs tabs-open' : 'tabs'} aria-label="Tables">
            <ul class="tabs-list">
                <li class={route.page === 'lobby' ? 'tab tab-here' : 'tab'}>
                    <a class="tab-link" href="#/" aria-current={route.page === 'lobby' ? 'page' : undefined}>Lobby</a>
                </li>
                {tables.map((table) => (
                    <Tab
                        key={table.id}
                        table={table}
                        here={route.page === 'table' && route.id === table.id}
                        onClose={() => close(table)}
                    />
                ))}
            </ul>
            {asking && (
                <Confirm
                    title="Stand up?" yes="Stand up and close" no="Stay"
                    onYes={() => standUp(asking)} onClose={() => setAsking(null)}
                >
                    <p>
                        You sit at {tableName(asking.row)}
                        {asking.row.limit === 'score' ? '. It is played for the score: no chips move.'
                            : ` with ${plural(stackOf(asking), 'chip')}. They go to your bank as soon as the hand under way is over.`}
                    </p>
                </Confirm>
            )}
        </nav>
    );
}

function UserMenu({ me, bank, onSettings }: { me: Me; bank: number; onSettings: () => void }) {
    const { open, setOpen, box, button, escape, done } = useMenu();
    const [asking, setAsking] = useState(false);
    const seats = useRoom((room) => room.tables.filter((table) => table.mine).length);

    const leave = () => {
        done();
        if (seats > 0 || me.kind === 'guest') setAsking(true);
        else void signOut();
    };

    return (
        <div class="menu" ref={box} onKeyDown={escape}>
            <button
                ref={button} type="button" class="menu-button" aria-expanded={open} aria-controls="user-menu"
                onClick={() => setOpen(!open)}
            >
                <span class="avatar" aria-hidden="true">{[...me.name][0]?.toUpperCase()}</span>
                <span class="unseen">Menu of</span>
                <span class="menu-name">{me.name}</span>
            </button>
            {open && (
                <div class="menu-list" id="user-menu">
                    <div class="menu-who">
                        <strong>{me.name}</strong>
                        <span class="number muted">{chips(bank)} in the bank</span>
                    </div>
                    {me.kind === 'guest' && <a class="menu-item" href="#/register" onClick={done}>Keep this account</a>}
                    {me.kind === 'admin' && <a class="menu-item" href="#/operator" onClick={done}>Operator</a>}
                    <a class="menu-item" href="#/account" onClick={done}>Account and chips</a>
                    <a class="menu-item" href="#/hands" onClick={done}>My hands</a>
                    <button type="button" class="menu-item" onClick={() => { done(); onSettings(); }}>Settings</button>
                    <button type="button" class="menu-item" onClick={leave}>Sign out</button>
                </div>
            )}
            {asking && (
                <Confirm
                    title="Sign out?" yes="Sign out" danger={me.kind === 'guest'}
                    onYes={() => { setAsking(false); void signOut(); }} onClose={() => setAsking(false)}
                >
                    {seats > 0 && (
                        <p>You still have a seat. It is kept for a minute, then your chips go to the bank.</p>
                    )}
                    {me.kind === 'guest' && (
                        <p>
                            A guest cannot sign in again: chips and hands of {me.name} are lost when you sign out. To
                            keep them, <a href="#/register" onClick={() => setAsking(false)}>choose a name and a
                            password</a> first.
                        </p>
                    )}
                </Confirm>
            )}
        </div>
    );
}

function Stranger({ roomless, onSettings }: { roomless: boolean; onSettings: () => void }) {
    const [busy, setBusy] = useState(false);
    const guest = () => {
        setBusy(true);
        void beSomebody().then(() => setBusy(false));
    };
    return (
        <>
            {!roomless && (
                <>
                    <button type="button" class="button button-small header-guest" disabled={busy} onClick={guest}>
                        Play as guest
                    </button>
                    <a class="button button-small" href="#/signin">Sign in</a>
                </>
            )}
            <button type="button" class="icon-button" aria-label="Settings" onClick={onSettings}><Gear /></button>
        </>
    );
}

export function Header({ route, onSettings }: { route: Route; onSettings: () => void }) {
    const me = useRoom((room) => room.me);
    const bank = useRoom((room) => room.bank);
    const roomless = useRoom((room) => room.status === 'none');
    return (
        <header class="header">
            <a class="header-mark" href="#/" aria-label="Feltworks, to the lobby">
                <Mark />
                <span class="header-name">Feltworks</span>
            </a>
            {roomless ? <a class="nav-link" href="#/arena">Arena</a> : <><Tabs route={route} /><NavLinks route={route} /></>}
            <div class="header-side">
                {me && (
                    <a class="bank number" href="#/account" aria-label={`${chips(bank)} chips in the bank`}>
                        <Chip />
                        {chips(bank)}
                    </a>
                )}
                {me ? <UserMenu me={me} bank={bank} onSettings={onSettings} /> : <Stranger roomless={roomless} onSettings={onSettings} />}
            </div>
        </header>
    );
}
