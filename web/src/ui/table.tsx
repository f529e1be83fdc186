// table.tsx -- the page of a table: felt, dock with what one can do, log and chat.  It puts parts together; rules are
// in model/, requests in actions.ts.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { dismissReport, openTable, wantsKey, watchTournaments } from '../actions';
import { describe } from '../model/evaluate';
import { outText, tournamentName, tournamentOf } from '../model/tournaments';
import { gameOf } from '../model/games';
import { isPrivateName, optionText } from '../model/private';
import { isScored } from '../model/table';
import { chips, plural, spoken } from '../model/text';
import type { Asked, Card, Hand, Report, Seat, Table } from '../model/types';
import { useRoom } from '../store';
import { ActionBar } from './action_bar';
import { Waiting } from './pre_action';
import { BuyInDialog, TopUpDialog, WhoDialog } from './buy_in';
import { Chat } from './chat';
import { DiscardBar, useDiscard } from './discard';
import { Felt } from './felt';
import { GenomeHand, stepText } from './genome';
import { Cross } from './icons';
import { labTable } from './lab_tables';
import { lazy } from './lazy';
import { Log } from './log';
import { narcTurn, NarcDock } from './narc';
import { NarcBoard } from './narc_board';
import { useSounds } from './sounds';
import { SeatSettings, TableMenu } from './table_menu';
import { rememberKey, tournamentAddress } from './follow_tournament';

const TournamentStrip = lazy(() => import('./tournament_strip'));
const LabStrip = lazy(() => import('./lab_strip'));
const HostMenu = lazy(() => import('./host_menu'));
const PersonDialog = lazy(() => import('./person'));

/** Cards that play in each hand that was shown, on any board, high and low. */
export function playsOf(hand: Hand | undefined): Map<Seat, Card[]> | undefined {
    if (!hand || hand.piles || hand.narc || !hand.seats.some((one) => one.shown)) return undefined;
    const found = new Map<Seat, Card[]>();
    for (const { seat, shown } of hand.seats) {
        const cards = shown?.flatMap((one) => {
            const said = describe(hand.game, one.hand, hand.boards[one.run] ?? []);
            return said ? [...said.plays, ...(said.low?.plays ?? [])] : [];
        }) ?? [];
        if (cards.length > 0) found.set(seat, cards);
    }
    return found.size > 0 ? found : undefined;
}

/** What the own hand is so far, in words. */
export function ownHand(table: Table): string | undefined {
    const { hand, mine } = table;
    const seat = mine && hand?.seats.find((one) => one.seat === mine.seat);
    if (!hand || hand.piles || hand.narc || !seat || seat.folded || seat.cards.some((one) => one.card === null)) return undefined;
    const cards = seat.cards.map((one) => one.card as Card);
    const names = hand.boards.map((board) => describe(hand.game, cards, board)?.name);
    const said = [...new Set(names.filter((name) => name !== undefined))].join(' / ');
    // before the flop everybody has at least a high card: that is no news
    const early = gameOf(hand.game).family === 'board' && hand.boards.every((board) => board.length === 0);
    return said === '' || (early && said.startsWith('high card')) ? undefined : said;
}

/** "Your turn: 4 to call, pot 12." */
export function turnText(asked: Asked, step?: string): string {
    if (asked.what === 'move') return stepText(step);
    if (asked.what === 'choose') return 'Your turn: choose a game.';
    if (asked.legal.includes('DISCARD')) return 'Your turn: choose cards to discard.';
    if (asked.what !== 'bet') return 'Your turn.';
    const price = asked.to_call > 0 ? `${chips(asked.to_call)} to call` : 'nothing to call';
    return `Your turn: ${price}, pot ${chips(asked.pot)}.`;
}

/** Says aloud what happens: the last line of the log, and the own turn with what it costs. */
function Live({ table }: { table: Table }) {
    const { asked } = table;
    const narc = table.hand?.narc;
    const turn = !asked || asked.sent ? '' : narc ? narcTurn(table, narc) : turnText(asked, table.hand?.piles?.step);
    const last = table.log[table.log.length - 1];
    return (
        <>
            <p class="unseen" aria-live="polite" id="live-table">
                {last && last.kind !== 'table' ? spoken(last.text) : ''}
            </p>
            <p class="unseen" aria-live="assertive" id="live-turn">{turn}</p>
        </>
    );
}

const done: Record<string, string> = {
    FOLD: 'folded', CHECK: 'checked', CALL: 'called', DISCARD: 'discarded', BRING_IN: 'brought in', MUCK: 'mucked',
    SHOW: 'showed', MOVE: 'moved', COMMIT: 'raised', CONTINUE: 'went on',
};

/** Hands of poker can be looked at again; games of genomes and sessions of Narc are not kept (PROTOCOL 15.14). */
const isKept = (table: Table): boolean => table.row.variant !== 'genome' && table.row.variant !== 'narc';

const noteText = (action: string, amount: number | undefined): string =>
    (done[action] ?? action.toLowerCase()) + (amount ? ` ${chips(amount)}` : '');

/** What was done for us while we were away. */
function ReportCard({ report, kept, score, onClose }: { report: Report; kept: boolean; score: boolean; onClose: () => void }) {
    const seconds = Math.round(report.away_ms / 1000);
    const hands = [...new Set(report.notes.map((note) => note.hand_id))];
    return (
        <aside class="report panel" aria-label="While you were away">
            <header class="report-head">
                <h2>While you were away</h2>
                <button type="button" class="icon-button" aria-label="Close" onClick={onClose}><Cross /></button>
            </header>
            <p>
                You were away for {plural(seconds, 'second')}.
                {!score && ` Your stack went from ${chips(report.stack_then)} to ${chips(report.stack)}.`}
            </p>
            {report.more && <p class="muted small">Older hands are left out.</p>}
            <ul class="report-list">
                {hands.map((id) => {
                    const notes = report.notes.filter((note) => note.hand_id === id);
                    const acts = notes.flatMap((note) => (note.action ? [noteText(note.action, note.amount)] : []));
                    const won = notes.find((note) => note.won !== undefined)?.won;
                    return (
                        <li key={id}>
                            {kept ? <a href={`#/hand/${encodeURIComponent(id)}`}>{id}</a> : id}
                            {': '}{acts.join(', ') || 'nothing to do'}
                            {won !== undefined && !score && <strong class="number"> {won > 0 ? '+' : ''}{chips(won)}</strong>}
                        </li>
                    );
                })}
            </ul>
        </aside>
    );
}

type Side = 'log' | 'chat';

/** Log and chat: beside the table where there is room, else a sheet from below. */
function SidePanel({ table, side, onSide }: { table: Table; side: Side | null; onSide: (side: Side | null) => void }) {
    const signed_in = useRoom((room) => room.me !== undefined);
    return (
        <aside class={`side${side ? ' side-open' : ''}`} data-side={side ?? 'log'} aria-label="Log and chat">
            <div class="side-head">
                <button type="button" class="side-tab" aria-pressed={side !== 'chat'} onClick={() => onSide('log')}>
                    Log
                </button>
                <button type="button" class="side-tab" aria-pressed={side === 'chat'} onClick={() => onSide('chat')}>
                    Chat
                </button>
                <button
                    type="button" class="icon-button side-close" aria-label="Close log and chat"
                    onClick={() => onSide(null)}
                >
                    <Cross />
                </button>
            </div>
            <section class="side-log">
                <h2 class="side-title">Dealer</h2><Log lines={table.log} links={signed_in && isKept(table)} />
            </section>
            <section class="side-chat">
                <h2 class="side-title">Chat</h2><Chat table={table.id} lines={table.chat} />
            </section>
        </aside>
    );
}

function Head({ table, children }: { table: Table; children: ComponentChildren }) {
    const { row } = table;
    const options = row.private ? optionText(row) : [];
    const title = row.variant === 'narc' ? `${table.game} rules` : gameOf(table.game).title;
    const game = row.variant === 'choice' || gameOf(table.game).variant !== row.variant ? title : '';
    return (
        <header class="table-head">
            <div class="table-names">
                <h1 class="table-title">{row.title}</h1>
                <p class="table-note muted">
                    {game && game !== row.title && <span>{game}</span>}
                    <span class="table-id">{table.id}</span>
                    {table.onlookers > 0 && <span>{table.onlookers} watching</span>}
                    {row.private && <span>private{row.host && `, host ${row.host}`}</span>}
                    {options.length > 0 && <span class="table-options">{options.join(', ')}</span>}
                    {row.paused && <strong>paused by the host</strong>}
                    {row.bomb_next && <strong>a bomb pot next</strong>}
                    {row.closing && <strong>closes after this hand</strong>}
                </p>
            </div>
            {children}
        </header>
    );
}

function Glyph({ path }: { path: string }) {
    return (
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
                d={path} fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"
                stroke-linecap="round"
            />
        </svg>
    );
}

/** What the cloth says before the first hand. */
function Print({ table }: { table: Table }) {
    const { buy_in_min, buy_in_max, limit } = table.row;
    const brings = buy_in_min === buy_in_max ? plural(buy_in_max, 'chip') : `${chips(buy_in_min)} to ${chips(buy_in_max)} chips`;
    return (
        <p class="felt-print">
            {table.row.title}
            <small>{limit === 'score' ? 'for the score' : brings}</small>
        </p>
    );
}

type Open = { what: 'sit' | 'who'; seat?: Seat } | { what: 'top_up' | 'settings' } | { what: 'person'; name: string } | null;

/** Lines that came while the sheet was closed. */
function useUnread(table: Table, open: boolean): number {
    const [read, setRead] = useState(table.chat.length);
    useEffect(() => {
        if (open || table.chat.length < read) setRead(table.chat.length);
    }, [open, table.chat.length]);
    return open ? 0 : Math.max(0, table.chat.length - read);
}

export function TableView({ table }: { table: Table }) {
    const signed_in = useRoom((room) => room.me !== undefined);
    const [open, setOpen] = useState<Open>(null);
    const [side, setSide] = useState<Side | null>(null);
    const discard = useDiscard(table);
    const plays = useMemo(() => playsOf(table.hand), [table.hand]);
    const note = useMemo(() => ownHand(table), [table.hand, table.mine?.seat]);
    const unread = useUnread(table, side === 'chat');
    useSounds(table);
    const own_way = table.row.event === undefined; // one sits down and stands up as one likes; else a tournament does that
    const level = useRoom((room) => tournamentOf(room.tournaments, table.row)?.now);
    const is_host = useRoom((room) => table.row.private === true && room.me !== undefined && room.me.name === table.row.host);
    const own_name = useRoom((room) => room.me?.name);
    useEffect(() => {
        if (!own_way) watchTournaments();
    }, [own_way]);
    const close = () => setOpen(null);
    const sitAt = (seat?: Seat) => setOpen({ what: signed_in ? 'sit' : 'who', seat });
    const onTopUp = () => setOpen({ what: 'top_up' });
    const { mine, asked } = table;
    const tried = labTable(table.id);
    return (
        <div class={asked && !asked.sent ? 'table table-turn' : 'table'} data-table={table.id}>
            <Head table={table}>
                <button
                    type="button" class="icon-button side-button" aria-label="Dealer's log"
                    aria-expanded={side === 'log'} onClick={() => setSide(side === 'log' ? null : 'log')}
                >
                    <Glyph path="M4 4h12M4 8h12M4 12h8M4 16h6" />
                </button>
                <button
                    type="button" class="icon-button side-button" aria-expanded={side === 'chat'}
                    onClick={() => setSide(side === 'chat' ? null : 'chat')}
                    aria-label={unread > 0 ? `Chat, ${unread} new` : 'Chat'}
                >
                    <Glyph path="M3 4h14v9H9l-4 3v-3H3z" />
                    {unread > 0 && <span class="side-unread number" aria-hidden="true">{unread}</span>}
                </button>
                {is_host && <HostMenu table={table} />}
                <TableMenu
                    table={table} own_way={own_way} onSit={() => sitAt()} onTopUp={onTopUp}
                    onSettings={() => setOpen({ what: 'settings' })}
                />
            </Head>
            <div class="table-felt">
                {!own_way && <TournamentStrip table={table} />}
                {tried && <LabStrip table={table} game={tried} />}
                {table.row.variant === 'narc' ? (
                    <NarcBoard
                        hand={table.hand} game={table.game} seats={table.seats} roles={table.roles} viewer={mine?.seat}
                        clock={table.clock} asked={asked !== undefined} onSeat={mine || !own_way ? undefined : sitAt}
                    />
                ) : (
                    <Felt
                        hand={table.hand} seats={table.seats} seat_count={table.row.seats} viewer={mine?.seat}
                        clock={table.clock} plays={plays} score={isScored(table)}
                        bb={level?.bb ?? table.row.bb} note={note} picking={discard} onSeat={mine || !own_way ? undefined : sitAt}
                        own_name={own_name} onPerson={(name) => setOpen({ what: 'person', name })}
                        center={table.hand ? undefined : <Print table={table} />}
                    />
                )}
                {table.report && (
                    <ReportCard
                        report={table.report} kept={isKept(table)} score={table.row.limit === 'score'}
                        onClose={() => dismissReport(table.id)}
                    />
                )}
            </div>
            <div class="dock" role="region" aria-label="My actions">
                <GenomeHand table={table} />
                <NarcDock table={table} />
                {asked && discard && <DiscardBar table={table} discard={discard} />}
                {asked && !discard && !table.hand?.narc && <ActionBar table={table} asked={asked} />}
                {!asked && <Waiting table={table} own_way={own_way} onSit={() => sitAt()} onTopUp={onTopUp} />}
            </div>
            <SidePanel table={table} side={side} onSide={setSide} />
            <Live table={table} />
            {open?.what === 'who' && (
                <WhoDialog onClose={close} onDone={() => setOpen({ what: 'sit', seat: open.seat })} />
            )}
            {open?.what === 'sit' && !mine && <BuyInDialog table={table} seat={open.seat} onClose={close} />}
            {open?.what === 'top_up' && mine && <TopUpDialog table={table} onClose={close} />}
            {open?.what === 'settings' && mine && <SeatSettings table={table} mine={mine} own_way={own_way} onClose={close} />}
            {open?.what === 'person' && <PersonDialog name={open.name} table={table} onClose={close} />}
        </div>
    );
}

/** A private table, and no key for it: whoever was told the password comes in with that. */
function KeyForm({ onKey }: { onKey: (password: string) => void }) {
    const [text, setText] = useState('');
    return (
        <form class="form" onSubmit={(event) => { event.preventDefault(); onKey(text); }}>
            <p class="muted">
                Its host lets people in by a link or a password. Open the link that you were given, or write the password here. If you had
                come in before, the host may have closed the table or made a new link.
            </p>
            <div class="field">
                <label for="table-password">Password of the table</label>
                <input
                    id="table-password" class="input" type="password" required maxLength={64} autocomplete="off" value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
            </div>
            <button type="submit" class="button button-main">Come in</button>
        </form>
    );
}

/** A table that was here and is closed; of a tournament: how it went. */
function Closed({ tournament }: { tournament?: string }) {
    const entry = useRoom((room) => room.entries.find((one) => tournamentName(one) === tournament));
    const ended = entry && entry.state !== 'in' && entry.state !== 'waits';
    return (
        <div class="page page-narrow">
            <h1>{ended ? entry.title : 'This table is closed'}</h1>
            <p role="status">{ended ? outText(entry) : 'Your chips are safe: what was on the table is in your bank.'}</p>
            <p class="row-buttons">
                {entry && <a class="button button-main" href={tournamentAddress(entry)}>To the tournament</a>}
                <a class={entry ? 'button' : 'button button-main'} href="#/">To the lobby</a>
            </p>
        </div>
    );
}

export function TablePage({ id }: { id: string }) {
    const table = useRoom((room) => room.tables.find((one) => one.id === id));
    const [missing, setMissing] = useState(false);
    const [tries, setTries] = useState(0);
    const was_here = useRef<{ event?: string } | null>(null);
    if (table) was_here.current = table.row;
    useEffect(() => {
        setMissing(false);
        let here = true;
        void openTable(id).then((found) => here && setMissing(!found));
        return () => {
            here = false;
        };
    }, [id, tries]);
    const enter = (password: string) => {
        rememberKey(id, { password });
        setTries(tries + 1);
    };
    if (table) return <TableView table={table} />;
    if (was_here.current) return <Closed tournament={was_here.current.event} />;
    if (missing && (wantsKey(id) || isPrivateName(id))) {
        return (
            <div class="page page-narrow">
                <h1>This table is private</h1>
                <KeyForm onKey={enter} />
                <p><a href="#/">To the lobby</a></p>
            </div>
        );
    }
    return (
        <div class="page page-narrow">
            <h1>{missing ? 'This table is not here' : 'One moment'}</h1>
            <p class="muted">
                {missing ? 'It may have been closed. There are others in the lobby.' : 'The table is being fetched.'}
            </p>
            {missing && <p><a class="button button-main" href="#/">To the lobby</a></p>}
        </div>
    );
}
