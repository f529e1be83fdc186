// discard.tsx -- drawing and throwing away: cards are chosen by touching them on the felt or by their number, a
// button sends them.  Which cards are chosen is kept here until the draw is over.
import { useEffect, useState } from 'preact/hooks';
import { act } from '../actions';
import { gameOf } from '../model/games';
import { cardText } from '../model/text';
import type { Asked, Card, Table } from '../model/types';
import { useKeys } from './keys';
import type { Picking } from './seat';

export interface Discard extends Picking { asked: Asked; cards: Card[] }

/** The draw that is asked for, or undefined. */
export function useDiscard(table: Table | undefined): Discard | undefined {
    const asked = table?.asked;
    const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
    useEffect(() => {
        setPicked(new Set());
    }, [asked?.req_id, table?.id]);
    if (!table?.mine || !asked?.legal.includes('DISCARD')) return undefined;
    const seat = table.hand?.seats.find((one) => one.seat === table.mine?.seat);
    const cards = seat?.cards.flatMap((one) => (one.card === null ? [] : [one.card])) ?? [];
    const most = asked.discard_max ?? cards.length;
    const onPick = (index: number) => {
        if (asked.sent || index >= cards.length) return;
        const next = new Set(picked);
        if (next.has(index)) next.delete(index);
        else if (next.size < most) next.add(index);
        else if (most === 1) return setPicked(new Set([index]));
        setPicked(next);
    };
    return { asked, cards, picked, onPick };
}

function hint(asked: Asked, exchange: boolean): string {
    const least = asked.discard_min ?? 0;
    const most = asked.discard_max ?? 0;
    const count = least === most ? `${most}` : least === 0 ? `up to ${most}` : `${least} to ${most}`;
    return `Touch the cards you do not want: ${count} ${exchange ? 'can be exchanged' : 'must go'}.`;
}

export function DiscardBar({ table, discard }: { table: Table; discard: Discard }) {
    const { asked, cards, picked, onPick } = discard;
    const count = picked.size;
    const good = count >= (asked.discard_min ?? 0) && count <= (asked.discard_max ?? cards.length);
    const exchange = gameOf(table.game).draws > 0;
    const chosen = cards.filter((_, i) => picked.has(i));
    const send = () => {
        if (good) void act(table.id, { action: 'DISCARD', cards: chosen });
    };
    const stand = () => void act(table.id, { action: 'DISCARD', cards: [] });
    useKeys({
        ...Object.fromEntries(cards.map((_, i) => [String(i + 1), () => onPick(i)])),
        Enter: send,
    }, asked.req_id, !asked.sent);
    return (
        <div class="bar">
            <p class="bar-text">{hint(asked, exchange)} <span class="bar-keys">Keys 1-{cards.length}, Enter.</span></p>
            <div class="bar-buttons">
                {(asked.discard_min ?? 0) === 0 && (
                    <button
                        type="button" class={`button bar-button${count === 0 ? ' button-main' : ''}`}
                        disabled={asked.sent}
                        title={count === 0 ? 'Stand pat (Enter)' : 'Stand pat'} onClick={stand}
                    >
                        Stand pat
                    </button>
                )}
                <button
                    type="button" class={`button bar-button${count > 0 ? ' button-main' : ''}`} onClick={send}
                    disabled={asked.sent || !good || count === 0} title="Discard (Enter)"
                    aria-label={count > 0 ? `Discard ${chosen.map(cardText).join(', ')}` : 'Discard'}
                >
                    {count === 0 ? 'Discard' : `Discard ${count}`}
                </button>
            </div>
        </div>
    );
}
