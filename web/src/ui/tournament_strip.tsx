// tournament_strip.tsx -- over the felt of a tournament table: level, blinds, time left, who is left, the own place, what was told last.
import { useEffect, useState } from 'preact/hooks';
import { tournamentPage } from '../actions';
import { clockText, levelText, standing } from '../model/tournament_text';
import { ordinal, outText, tournamentName, tournamentOf } from '../model/tournaments';
import type { Table } from '../model/types';
import { chips } from '../model/text';
import type { TournamentCard } from '../protocol';
import { useRoom } from '../store';
import { useNow } from './now';
import { tournamentAddress } from './follow_tournament';

/** The place of the own stack, asked for after each hand. */
function usePlace(table: Table, card: TournamentCard, entry: number | undefined): number | undefined {
    const [place, setPlace] = useState<number>();
    const over = table.hand?.over === true ? table.hand.id : '';
    useEffect(() => {
        if (entry === undefined) return undefined;
        let here = true;
        void tournamentPage(tournamentName(card), 0, 1, true).then((page) => {
            if (here && page) setPlace(standing(page.leaders, entry));
        });
        return () => { here = false; };
    }, [entry, over, card.left]);
    return place;
}

function Strip({ table, card }: { table: Table; card: TournamentCard }) {
    const now = useNow(500);
    const entry = useRoom((room) => room.entries.find((one) => one.number === card.number));
    const seated = table.mine ? entry?.entry : undefined;
    const place = usePlace(table, card, seated);
    const left = card.level_ends === undefined ? undefined : card.level_ends - now;
    const out = entry && (entry.state === 'out' || entry.state === 'refunded');
    return (
        <aside class="tournament-strip" aria-label="Tournament">
            <dl class="tournament-strip-figures">
                {card.now && (
                    <div>
                        <dt>{card.now.break ? 'Break' : `Level ${card.level}`}</dt>
                        <dd class="number">{card.now.break ? '' : levelText(card.now)}</dd>
                    </div>
                )}
                {card.next && (
                    <div>
                        <dt>Next{left !== undefined && <> in <span class="number tournament-strip-time">{clockText(left)}</span></>}</dt>
                        <dd class="number">{levelText(card.next)}</dd>
                    </div>
                )}
                {card.left !== undefined && <div><dt>Left</dt><dd class="number">{chips(card.left)} of {chips(card.entries)}</dd></div>}
                {place !== undefined && <div><dt>Your place</dt><dd class="number">{ordinal(place)}</dd></div>}
            </dl>
            <p class="tournament-strip-news" role="status">
                {out ? <strong>{outText(entry)}</strong> : card.state === 'paused' ? 'The tournament is paused.' : table.news}
            </p>
            <a class="button button-small" href={tournamentAddress(card)}>Tournament</a>
        </aside>
    );
}

export default function TournamentStrip({ table }: { table: Table }) {
    const card = useRoom((room) => tournamentOf(room.tournaments, table.row));
    return card ? <Strip table={table} card={card} /> : null;
}
