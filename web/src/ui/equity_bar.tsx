// equity_bar.tsx -- the shares of the pot of those who are left, while cards are still to come.
import { useEffect, useState } from 'preact/hooks';
import { equity, type Equity, type Spot } from '../model/equity';
import type { Replay } from '../model/replay';
import type { Card, Hand } from '../model/types';
import { chips } from '../model/text';

const openCards = (cards: readonly { card: Card | null }[]): Card[] =>
    cards.map(({ card }) => card).filter((card): card is Card => card !== null);

/** What is known of the hand; null while a card of somebody who is left is not. */
function spotOf(hand: Hand, played: Replay): Spot | null {
    const live = hand.seats.filter((seat) => !seat.folded);
    if (live.length < 2 || live.some((seat) => seat.cards.some(({ card }) => card === null))) return null;
    const board = hand.boards[hand.boards.length - 1] ?? [];
    const other = hand.boards.length > 1 ? hand.boards[0]!.slice(hand.common) : [];
    const folded = hand.seats.filter((seat) => seat.folded).flatMap((seat) => openCards(seat.cards));
    return {
        code: hand.game, hands: live.map((seat) => openCards(seat.cards)), board, dead: [...folded, ...other],
        ...(played.wild === undefined ? {} : { wild: played.wild }),
    };
}

/** 45.5 %; the last few are not rounded up to certainty. */
function percent(share: number): string {
    return `${share > 0.999 && share < 1 ? '> 99.9' : (share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)} %`;
}

export function EquityBar({ hand, played }: { hand: Hand; played: Replay }) {
    const [shares, setShares] = useState<Equity | null>(null);
    const live = hand.seats.filter((seat) => !seat.folded);
    const spot = spotOf(hand, played);
    const key = JSON.stringify(spot);
    useEffect(() => {
        let gone = false;
        setShares(null);
        if (spot) void equity(spot, () => gone).then((found) => { if (!gone) setShares(found); });
        return () => { gone = true; };
    }, [key]);
    // With all cards out there is nothing to reckon: the showdown says it.
    if (!shares || shares.cases < 2 || shares.shares.length !== live.length) return null;
    const { names, seats } = played.recorded;
    return (
        <section class="equity" aria-label="Shares of the pot">
            <div class="equity-bar" aria-hidden="true">
                {live.map(({ seat }, i) => (
                    <span key={seat} class={`equity-part equity-${i % 4}`} style={{ '--share': shares.shares[i]! }} />
                ))}
            </div>
            <ul class="equity-list small">
                {live.map(({ seat }, i) => (
                    <li key={seat}>
                        <span class={`equity-key equity-${i % 4}`} aria-hidden="true" />
                        {names[seats.indexOf(seat)]} <strong class="number">{percent(shares.shares[i]!)}</strong>
                    </li>
                ))}
            </ul>
            {shares.error > 0 && (
                <p class="small muted">
                    Dealt {chips(shares.cases)} times at random, ± {percent(2 * shares.error)}.
                </p>
            )}
        </section>
    );
}
