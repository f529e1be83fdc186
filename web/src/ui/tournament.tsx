// tournament.tsx -- one tournament: clock, taking part, tables to watch, leaders, everybody, prizes, levels.
import { useEffect, useRef, useState } from 'preact/hooks';
import { tournamentPage, watchTournaments } from '../actions';
import {
    buyInText, clockText, entrantText, entriesText, lastsText, levelRows, levelText, placesText, poolText, rulesText,
    shelfOf, standing, stateText,
} from '../model/tournament_text';
import { isNamed, ordinal, outText, ownEntry, tournamentName } from '../model/tournaments';
import { variantTitle } from '../model/games';
import type { Entry } from '../model/types';
import { chips, plural } from '../model/text';
import type { Entrant, TournamentCard, TournamentPageFrame } from '../protocol';
import { useRoom } from '../store';
import { dateText, useNow } from './now';
import { RegisterButtons } from './register';
import { useName } from './title';
import { tableAddress, tournamentAddress } from './follow_tournament';

const PAGE = 50;
const OFTEN_MS = 1500;
const SELDOM_MS = 10000;

/** The level that is played, what comes next, and the time until then. */
function Clock({ card }: { card: TournamentCard }) {
    const now = useNow(500);
    if (!card.now) {
        const left = card.starts === undefined ? undefined : card.starts - now;
        return (
            <div class="tournament-clock">
                <p class="tournament-clock-time number">{left !== undefined && left > 0 ? clockText(left) : '–:––'}</p>
                <p>{stateText(card, now)}</p>
                {card.starts !== undefined && <p class="muted small">{dateText(card.starts)}</p>}
            </div>
        );
    }
    const over = shelfOf(card) === 'past';
    const left = card.level_ends === undefined ? undefined : card.level_ends - now;
    const held = card.state === 'paused' ? 'The clock stands still.' : card.now.hands ? `A level lasts ${plural(card.now.hands, 'hand')}.` : '';
    return (
        <div class="tournament-clock">
            <p class="tournament-clock-time number">{over ? 'Over' : left !== undefined ? clockText(left) : '–:––'}</p>
            {!over && (
                <>
                    <p><strong>{card.now.break ? 'A break' : `Level ${card.level}: ${levelText(card.now)}`}</strong></p>
                    <p class="muted">{card.next ? `then ${levelText(card.next)}` : 'the last level'}</p>
                    {held && <p class="muted small">{held}</p>}
                    {card.hand_for_hand && <p class="badge">Hand for hand</p>}
                    {card.final && <p class="badge badge-turn">Final table</p>}
                </>
            )}
        </div>
    );
}

/** Where one stands, in plain words. */
function OwnEntry({ page, you }: { page: TournamentPageFrame; you: Entrant | undefined }) {
    if (!you) return null;
    const entry: Entry = { ...you, event: page.event, number: page.number, title: page.title, entries: page.entries };
    const place = standing(page.leaders, you.entry);
    const text = you.state === 'waits' ? 'You take part. When it starts this page leads you to your table.'
        : you.state === 'in'
            ? `You have ${plural(you.stack ?? 0, 'chip')}${place ? `, ${ordinal(place)} of the ${chips(page.left ?? 0)} who are left` : ''}.`
            : outText(entry);
    return <p class="notice" role="status">{text}</p>;
}

function Entrants({ title, list, own, standings }: { title: string; list: readonly Entrant[]; own?: number; standings?: boolean }) {
    return (
        <table class="ledger tournament-people">
            <caption class="unseen">{title}</caption>
            <thead>
                <tr>
                    <th scope="col">{standings ? 'Place' : 'Entry'}</th><th scope="col">Player</th>
                    <th scope="col" class="ledger-amount">{standings ? 'Chips' : 'How it goes'}</th>
                </tr>
            </thead>
            <tbody>
                {list.map((one, i) => (
                    <tr key={one.entry} class={one.entry === own ? 'tournament-own' : undefined}>
                        <td class="number">{standings ? i + 1 : one.entry}</td>
                        <td>
                            {one.name}{one.house && <span class="muted small"> · house</span>}
                            {one.entry === own && <span class="muted small"> · you</span>}
                        </td>
                        <td class="number ledger-amount">{entrantText(one)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function People({ page, from, onFrom }: { page: TournamentPageFrame; from: number; onFrom: (from: number) => void }) {
    if (page.entries === 0) return null;
    const last = from + page.entrants.length;
    return (
        <section class="panel" aria-labelledby="tournament-people">
            <h2 id="tournament-people">Players</h2>
            <div class="table-scroll" tabIndex={0} role="region" aria-label="Players of the tournament">
                <Entrants title="Players" list={page.entrants} own={page.you?.entry} />
            </div>
            {(from > 0 || page.more_from !== undefined) && (
                <div class="row-buttons">
                    <button type="button" class="button" disabled={from === 0} onClick={() => onFrom(Math.max(0, from - PAGE))}>Before</button>
                    <span class="muted small tournament-page-of">{from + 1} to {last} of {page.entries}</span>
                    <button type="button" class="button" disabled={page.more_from === undefined} onClick={() => onFrom(page.more_from ?? from)}>
                        Next
                    </button>
                </div>
            )}
        </section>
    );
}

function Tables({ page }: { page: TournamentPageFrame }) {
    if (page.at_tables.length === 0) return null;
    return (
        <section class="panel" aria-labelledby="tournament-tables">
            <h2 id="tournament-tables">Tables</h2>
            <ul class="tournament-tables">
                {page.at_tables.map(({ table, players }, i) => (
                    <li key={table}>
                        <a class="button" href={tableAddress(table)}>
                            {table === page.you?.table ? 'My table' : `Watch table ${i + 1}`}
                            <span class="muted small">{plural(players, 'player')}</span>
                        </a>
                    </li>
                ))}
            </ul>
        </section>
    );
}

function Prizes({ page }: { page: TournamentPageFrame }) {
    return (
        <section class="panel" aria-labelledby="tournament-prizes">
            <h2 id="tournament-prizes">Prizes</h2>
            {page.prizes.length === 0 && <p class="muted">How they are shared is told as soon as enough players are there.</p>}
            {page.prizes.length > 0 && (
                <table class="ledger">
                    <caption class="unseen">Prizes, as things are</caption>
                    <thead><tr><th scope="col">Place</th><th scope="col" class="ledger-amount">Chips for your bank</th></tr></thead>
                    <tbody>
                        {page.prizes.map((prize) => (
                            <tr key={prize.first}><td>{placesText(prize)}</td><td class="number ledger-amount">{chips(prize.chips)}</td></tr>
                        ))}
                    </tbody>
                </table>
            )}
            {page.registering && page.prizes.length > 0 && <p class="muted small">They grow with every player who registers.</p>}
        </section>
    );
}

function Levels({ page }: { page: TournamentPageFrame }) {
    return (
        <section class="panel" aria-labelledby="tournament-levels">
            <h2 id="tournament-levels">Levels</h2>
            <div class="table-scroll tournament-levels" tabIndex={0} role="region" aria-label="Levels">
                <table class="ledger">
                    <caption class="unseen">Blinds of each level, and how long it lasts</caption>
                    <thead>
                        <tr><th scope="col">Level</th><th scope="col">Blinds</th><th scope="col" class="ledger-amount">Lasts</th></tr>
                    </thead>
                    <tbody>
                        {levelRows(page).map(({ number, level, here }, i) => (
                            <tr key={i} class={here ? 'tournament-own' : undefined} aria-current={here ? 'true' : undefined}>
                                <td class="number">{number ?? ''}{here && <span class="muted small"> · now</span>}</td>
                                <td class="number">{levelText(level)}</td>
                                <td class="number ledger-amount">{lastsText(level)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

/** The page of a tournament, asked for again when its row or the own entry changes, and now and then while it is played. */
function usePage(id: string, from: number) {
    const [page, setPage] = useState<TournamentPageFrame | null>();
    const online = useRoom((room) => room.status === 'online');
    const me = useRoom((room) => room.me?.id);
    const name = page ? tournamentName(page) : id; // the page of a series stays with the one that it has shown
    const row = useRoom((room) => room.tournaments.find((card) => isNamed(card, name)));
    const entry = useRoom((room) => room.entries.find((one) => isNamed(one, name)));
    const asked_at = useRef(0);
    const load = async () => {
        asked_at.current = Date.now();
        const fresh = await tournamentPage(name, from, PAGE, true);
        setPage((known) => fresh ?? known ?? null);
    };
    useEffect(() => {
        if (!online) return undefined;
        const wait = Math.max(0, asked_at.current + OFTEN_MS - Date.now());
        const timer = setTimeout(() => void load(), wait);
        return () => clearTimeout(timer);
    }, [online, me, row, entry]);
    useEffect(() => {
        if (asked_at.current > 0) void load();
    }, [from]);
    useEffect(() => {
        const timer = setInterval(() => void load(), SELDOM_MS); // stacks change with every hand
        return () => clearInterval(timer);
    }, [name, from, online]);
    return { page, row: row ?? page ?? undefined, entry, load };
}

export default function TournamentPage({ id = '' }: { id?: string }) {
    const [from, setFrom] = useState(0);
    const { page, row, entry, load } = usePage(id, from);
    const next = useRoom((room) => room.tournaments.find((card) => row && card.event === row.event && card.number > row.number && card.registering));
    useEffect(watchTournaments, []);
    useName(page?.title);
    if (page === null) {
        return (
            <div class="page page-narrow">
                <h1>No such tournament</h1>
                <p class="muted">It may have been over for long, or the link has a slip in it.</p>
                <p><a class="button button-main" href="#/tournaments">All tournaments</a></p>
            </div>
        );
    }
    if (!page || !row) return <div class="page page-narrow"><h1>Tournament</h1><p class="muted" role="status">Loading …</p></div>;
    const you = ownEntry(entry, page.you);
    return (
        <div class="page tournament">
            <header class="page-head">
                <p><a href="#/tournaments">All tournaments</a></p>
                <h1>{page.title}</h1>
                <p class="muted">
                    {variantTitle(page.variant)} · {entriesText(row)}
                    {page.house > 0 && `, ${chips(page.house)} of the house`}
                    {page.private && ' · private'}
                </p>
            </header>
            {!row.registering && next && (
                <p class="notice">The next one of its kind is open. <a href={tournamentAddress(next)}>Go there</a></p>
            )}
            <section class="panel tournament-top" aria-label="Clock and registration">
                <Clock card={row} />
                <div class="tournament-enter">
                    <OwnEntry page={page} you={you} />
                    <dl class="figures">
                        <div><dt>Buy-in</dt><dd class="number">{buyInText(row)}</dd></div>
                        <div><dt>Prizes</dt><dd class="number">{poolText(row)}</dd></div>
                        <div><dt>Begin with</dt><dd class="number">{chips(row.stack)}</dd></div>
                        <div><dt>Average stack</dt><dd class="number">{page.average ? chips(page.average) : '–'}</dd></div>
                    </dl>
                    <div class="row-buttons"><RegisterButtons card={row} you={you} onDone={() => void load()} /></div>
                </div>
            </section>
            <div class="tournament-parts">
                <div class="tournament-side">
                    <Tables page={page} />
                    {page.leaders.length > 0 && (
                        <section class="panel" aria-labelledby="tournament-leaders">
                            <h2 id="tournament-leaders">Most chips</h2>
                            <Entrants title="Most chips" list={page.leaders} own={page.you?.entry} standings />
                        </section>
                    )}
                    <People page={page} from={from} onFrom={setFrom} />
                </div>
                <div class="tournament-side">
                    <Prizes page={page} />
                    <section class="panel" aria-labelledby="tournament-rules">
                        <h2 id="tournament-rules">How it is played</h2>
                        <ul class="tournament-rules">{rulesText(page).map((line) => <li key={line}>{line}</li>)}</ul>
                    </section>
                    <Levels page={page} />
                </div>
            </div>
        </div>
    );
}
