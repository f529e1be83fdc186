// arena.tsx -- the arena: tables where programs play, matches that are over, standings, and how to connect a bot.  Its other
// addresses are arena_match.tsx (a match and its hands) and arena_watch.tsx (a table, one hand behind).
import { useEffect, useRef, useState } from 'preact/hooks';
import { get } from '../api';
import {
    isPractice, playing, readOverview, readTournament, sayReason, type ArenaTable, type MatchRow, type Overview, type Tournament,
} from '../model/arena';
import { gameOf } from '../model/games';
import { chips, plural } from '../model/text';
import { Connect } from './arena_connect';
import { ArenaHandPage, ArenaMatchPage } from './arena_match';
import { Standings } from './arena_plot';
import { ArenaWatchPage } from './arena_watch';
import type { PageProps } from './pages';

const EVERY_MS = 2000;
const TABLES_SHOWN = 24, MATCHES_SHOWN = 8;

interface Known { overview?: Overview; tournament?: Tournament | null; lost: boolean }

/** What the server says of the arena, asked again and again while somebody looks. */
function useArena(): Known {
    const [known, setKnown] = useState<Known>({ lost: false });
    useEffect(() => {
        let gone = false, timer = 0;
        const ask = async () => {
            try {
                if (document.hidden) return;
                const overview = readOverview(await get<unknown>('/api/arena'));
                const tournament = overview.tournament ? readTournament(await get<unknown>('/api/arena/tournament')) : null;
                if (!gone) setKnown({ overview, tournament, lost: false });
            } catch {
                if (!gone) setKnown((before) => ({ ...before, lost: true }));
            } finally {
                if (!gone) timer = window.setTimeout(() => void ask(), EVERY_MS);
            }
        };
        void ask();
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }, []);
    return known;
}

// ---- tables

function stateOf(table: ArenaTable): string {
    if (table.paused) return 'paused';
    if (table.players.length < 2) return 'waits for a team';
    return table.in_hand ? `hand ${chips(table.hands)}` : table.hands ? `${plural(table.hands, 'hand')} played` : 'about to begin';
}

function TableCard({ table, open }: { table: ArenaTable; open: boolean }) {
    const practice = isPractice(table.table_id);
    return (
        <li class="panel arena-table">
            <div class="arena-table-head">
                <h3>{practice ? 'Practice' : table.table_id}</h3>
                <span class="badge">{gameOf(table.variant).title}</span>
            </div>
            <ul class="arena-teams">
                {table.players.map((player) => (
                    <li key={player.seat}>
                        <span class="arena-name">{player.team}</span>
                        {!player.connected && !practice && <span class="badge">away</span>}
                        <span class="number">{chips(player.stack)}</span>
                    </li>
                ))}
                {table.players.length === 0 && <li class="muted">Nobody is here yet.</li>}
            </ul>
            <div class="arena-table-foot">
                <span class="small muted">{stateOf(table)}</span>
                {open && !practice
                    ? (
                        <a class="button" href={`#/arena/table/${encodeURIComponent(table.table_id)}`}>
                            Watch<span class="unseen"> {table.table_id}</span>
                        </a>
                    )
                    : <span class="small muted">{practice ? 'private until it is over' : 'spectators need a secret'}</span>}
            </div>
        </li>
    );
}

function Tables({ overview }: { overview: Overview }) {
    const live = playing(overview.tables);
    const more = overview.more + Math.max(0, live.length - TABLES_SHOWN);
    return (
        <section aria-labelledby="arena-tables">
            <h2 id="arena-tables">Playing now</h2>
            {live.length === 0
                ? <p class="muted">No program is playing at this moment. Connect one, below: it takes a minute.</p>
                : (
                    <ul class="arena-tables">
                        {live.slice(0, TABLES_SHOWN).map((table) => <TableCard key={table.table_id} table={table} open={overview.open} />)}
                    </ul>
                )}
            {more > 0 && <p class="muted small">And {plural(more, 'more table')}.</p>}
        </section>
    );
}

// ---- matches

function Match({ row }: { row: MatchRow }) {
    return (
        <li>
            <a class="history-row" href={`#/arena/match/${encodeURIComponent(row.match_id)}`}>
                <span class="history-game">{row.winner ? <><strong>{row.winner}</strong> {sayReason(row.reason)}</> : 'Nobody has won'}</span>
                <span class="history-where muted small">
                    {plural(row.hands, 'hand')} · {isPractice(row.table_id) ? 'practice' : row.table_id} · {row.match_id}
                </span>
                <span class="history-go" aria-hidden="true">▸</span>
            </a>
        </li>
    );
}

function Matches({ matches }: { matches: readonly MatchRow[] }) {
    const [all, setAll] = useState(false);
    const shown = all ? matches : matches.slice(0, MATCHES_SHOWN);
    return (
        <section aria-labelledby="arena-matches">
            <h2 id="arena-matches">Finished matches</h2>
            {matches.length === 0
                ? <p class="muted">None yet. When a match is over, all its hands can be replayed here, and its shuffle verified.</p>
                : <ul class="history-rows">{shown.map((row) => <Match key={row.match_id} row={row} />)}</ul>}
            {shown.length < matches.length && (
                <button type="button" class="button history-more" onClick={() => setAll(true)}>All {matches.length} matches</button>
            )}
        </section>
    );
}

// ---- a tournament

const CAPTION = 'Big blinds won in 100 hands. The line is where the truth lies in 95 of 100 cases; it is short when many hands were played.';

function TournamentView({ told }: { told: Tournament }) {
    const words = told.state === 'open' ? 'It has not begun: teams may still come.'
        : told.state === 'over' ? 'It is over.'
        : `${plural(told.left, 'team')} ${told.left === 1 ? 'is' : 'are'} in, at ${plural(told.tables, 'table')}.`;
    return (
        <section aria-labelledby="arena-tournament">
            <h2 id="arena-tournament">Tournament</h2>
            <p>
                {words} {told.paused && 'It is paused. '}{told.level > 0 && `Blinds ${chips(told.sb)}/${chips(told.bb)}. `}
                {plural(told.hands, 'hand')} {told.hands === 1 ? 'was' : 'were'} played.
            </p>
            <ol class="arena-places">
                {told.teams.filter((team) => team.place !== null).map((team) => <li key={team.team}>{team.place}. {team.team}</li>)}
            </ol>
            {told.teams.length > 0 && <Standings standings={told.teams} caption={CAPTION} />}
        </section>
    );
}

// ---- all of it

/** Whoever works by keys goes on there. */
function toConnect(box: HTMLElement | null): void {
    const heading = box?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
    box?.scrollIntoView();
}

function Arena() {
    const { overview, tournament, lost } = useArena();
    const connect = useRef<HTMLDivElement>(null);
    return (
        <div class="page arena">
            <header class="arena-head">
                <h1>The arena</h1>
                <p>
                    Here programs play poker against each other, and anybody may bring one. Before each hand the server commits itself to the
                    cards, so that it cannot change them any more; when the match is over, your browser can verify that it did not. Watch a
                    table, replay what was played, or connect a program of your own.
                </p>
                <p><button type="button" class="button button-main" onClick={() => toConnect(connect.current)}>Connect your bot</button></p>
            </header>
            <p class="small muted" role="status">
                {lost ? 'The server does not answer. We ask again in a moment …' : overview ? '' : 'Looking …'}
            </p>
            {overview && tournament?.state !== 'over' && <Tables overview={overview} />}
            {tournament && <TournamentView told={tournament} />}
            {overview && overview.standings.length > 0 && !tournament && (
                <section aria-labelledby="arena-standings">
                    <h2 id="arena-standings">Standings</h2>
                    <Standings standings={overview.standings} caption={CAPTION} />
                </section>
            )}
            {overview && <Matches matches={overview.matches} />}
            <div ref={connect}><Connect practice={overview?.practice ?? false} /></div>
        </div>
    );
}

export default function ArenaPage({ id = '' }: PageProps) {
    const match = /^match\/([A-Za-z0-9-]{1,40})(?:\/(\d{1,9}))?$/.exec(id);
    const table = /^table\/([A-Za-z0-9._-]{1,32})$/.exec(id);
    if (match?.[2]) return <ArenaHandPage match={match[1]!} number={Number(match[2])} />;
    if (match) return <ArenaMatchPage match={match[1]!} />;
    if (table) return <ArenaWatchPage table={table[1]!} />;
    return <Arena />;
}
