// tournaments.tsx -- all tournaments: what can be joined, what is played, what is to come, what was.  Rows change as the server tells.
import { useEffect, useState } from 'preact/hooks';
import { tournamentPage, watchTournaments } from '../actions';
import { buyInText, entriesText, poolText, type Shelf, shelfOf, sorted, stateText } from '../model/tournament_text';
import { ownEntry, tournamentName } from '../model/tournaments';
import { variantTitle } from '../model/games';
import { chips } from '../model/text';
import type { Entrant, TournamentCard } from '../protocol';
import { useRoom } from '../store';
import { dateText, useNow } from './now';
import { RegisterButtons } from './register';
import { tournamentAddress } from './follow_tournament';

const shelves: [Shelf, string, string][] = [
    ['open', 'Join now', ''],
    ['running', 'Being played', 'Open one to see the clock and to watch its tables.'],
    ['soon', 'Later', ''],
    ['past', 'Over', ''],
];

/** How full it is, for eyes; the words beside it say the same. */
function Fill({ card }: { card: TournamentCard }) {
    const part = Math.min(1, card.entries / Math.max(1, card.entrants_max));
    return (
        <svg class="tournament-fill" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
            <rect class="tournament-fill-all" width="100" height="6" rx="3" />
            <rect class="tournament-fill-part" width={String(part * 100)} height="6" rx="3" />
        </svg>
    );
}

function Row({ card, you, now }: { card: TournamentCard; you?: Entrant; now: number }) {
    const past = shelfOf(card) === 'past';
    return (
        <li class={you && !past ? 'tournament-row tournament-row-own' : 'tournament-row'}>
            <div class="tournament-row-title">
                <h3><a href={tournamentAddress(card)}>{card.title}</a></h3>
                <p class="muted small">
                    {variantTitle(card.variant)}
                    {card.private && <> <span class="badge">Private</span></>}
                    {card.bots_welcome && <> <span class="badge">Bots welcome</span></>}
                    {you && !past && <> <span class="badge badge-turn">You take part</span></>}
                </p>
            </div>
            <div class="tournament-row-when">
                <strong>{stateText(card, now)}</strong>
                {card.starts !== undefined && shelfOf(card) !== 'running' && <span class="muted small">{dateText(card.starts)}</span>}
            </div>
            <dl class="tournament-row-figures">
                <div><dt>Buy-in</dt><dd class="number">{buyInText(card)}</dd></div>
                <div><dt>Prizes</dt><dd class="number">{poolText(card)}</dd></div>
                <div><dt>Players</dt><dd class="number">{entriesText(card)}{!past && <Fill card={card} />}</dd></div>
            </dl>
            <div class="tournament-row-buttons">
                <a class="button button-small" href={tournamentAddress(card)}>Details<span class="unseen"> of {card.title}</span></a>
                {!past && <RegisterButtons card={card} you={you} small />}
            </div>
        </li>
    );
}

/** Own entries of those that are not over: frames tell what changes, after a new start of the page one has to ask. */
function useEntries(tournaments: readonly TournamentCard[]): Map<number, Entrant> {
    const told = useRoom((room) => room.entries);
    const me = useRoom((room) => room.me?.id);
    const [asked, setAsked] = useState<ReadonlyMap<number, Entrant>>(new Map());
    const open = tournaments.filter((card) => shelfOf(card) !== 'past' && card.entries > 0).slice(0, 8);
    useEffect(() => {
        if (me === undefined) return undefined;
        let here = true;
        void Promise.all(open.map((card) => tournamentPage(tournamentName(card), 0, 1, true))).then((pages) => {
            if (here) setAsked(new Map(pages.flatMap((page) => (page?.you ? [[page.number, page.you] as const] : []))));
        });
        return () => { here = false; };
    }, [me, open.map((card) => card.number).join()]);
    const own = tournaments.map((card) => [card.number, ownEntry(told.find((one) => one.number === card.number), asked.get(card.number))] as const);
    return new Map(own.flatMap(([number, one]) => (one ? [[number, one] as const] : [])));
}

export default function TournamentsPage() {
    const tournaments = useRoom((room) => room.tournaments);
    const known = useRoom((room) => room.tournaments_known);
    const bank = useRoom((room) => (room.me ? room.bank : undefined));
    const now = useNow();
    const own = useEntries(tournaments);
    useEffect(watchTournaments, []);
    const all = sorted(tournaments);
    return (
        <div class="page tournaments">
            <header class="page-head">
                <h1>Tournaments</h1>
                <p class="muted">
                    Everybody pays the same buy-in and gets the same stack. Blinds rise, whoever has no chips left is out, and the last
                    ones share the prizes. Register, and you are led to your table when it starts.
                    {bank !== undefined && <> You have {chips(bank)} chips in the bank.</>}
                </p>
            </header>
            {!known && <p class="muted" role="status">Loading tournaments …</p>}
            {known && all.length === 0 && (
                <div class="empty"><p>No tournament is announced right now.</p><a class="button" href="#/">To the lobby</a></div>
            )}
            {shelves.map(([shelf, title, line]) => {
                const cards = all.filter((card) => shelfOf(card) === shelf).slice(0, shelf === 'past' ? 10 : undefined);
                if (cards.length === 0) return null;
                return (
                    <section key={shelf} class="tournament-shelf" aria-labelledby={`shelf-${shelf}`}>
                        <h2 id={`shelf-${shelf}`}>{title}</h2>
                        {line && <p class="muted small">{line}</p>}
                        <ul class="tournament-rows">
                            {cards.map((card) => <Row key={card.number} card={card} you={own.get(card.number)} now={now} />)}
                        </ul>
                    </section>
                );
            })}
        </div>
    );
}
