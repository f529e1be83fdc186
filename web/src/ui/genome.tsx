// genome.tsx -- tables of card games that are data (genomes): piles in the middle, the own hand, a button for each
// move.  It knows no game: what can be done is what the server lists.
import { act } from '../actions';
import { moveOf } from '../model/genome';
import { nameAt } from '../model/table';
import { moveText, plural } from '../model/text';
import type { Asked, Card, Hand, HandSeat, Table, Tally } from '../model/types';
import { CardBack, CardFace } from './card';
import { useKeys } from './keys';

const suits: Readonly<Record<string, string>> = { c: '♣ clubs', d: '♦ diamonds', h: '♥ hearts', s: '♠ spades' };

/** Draw pile, discards, trump: what lies in the middle besides open cards. */
export function PilesView({ hand }: { hand: Hand }) {
    const { piles } = hand;
    if (!piles) return null;
    const top = piles.top?.[0];
    const words = [
        piles.trump && `trumps ${suits[piles.trump] ?? piles.trump}`,
        piles.suit && `${suits[piles.suit] ?? piles.suit} is asked for`,
    ].filter(Boolean);
    return (
        <div class="piles">
            {piles.deck !== undefined && piles.deck > 0 && (
                <figure class="pile">
                    <CardBack size="m" /><figcaption>{piles.deck} to draw</figcaption>
                </figure>
            )}
            {(piles.discards ?? 0) > 0 && (
                <figure class="pile">
                    {top ? <CardFace card={top} size="m" /> : <CardBack size="m" />}
                    <figcaption>{plural(piles.discards ?? 0, 'discard')}</figcaption>
                </figure>
            )}
            {words.length > 0 && <p class="pile-words">{words.join(', ')}</p>}
        </div>
    );
}

/** "12 pts · 3 of 4 tricks": what is counted at a seat, in a few letters; undefined if nothing is. */
export function tallyText(tally: Tally | undefined, cards: number): string | undefined {
    if (!tally) return undefined;
    const { score, captured, tricks, bid } = tally;
    const bids = bid === undefined ? plural(tricks ?? 0, 'trick') : `${tricks} of ${plural(bid, 'trick')}`;
    const won = tricks !== undefined && bids;
    const parts = [
        score !== undefined && `${score} pt${score === 1 ? '' : 's'}`, won,
        !won && captured !== undefined && captured > 0 && `${captured} won`,
        !won && score === undefined && cards > 0 && plural(cards, 'card'),
    ];
    return parts.filter(Boolean).join(' · ') || undefined;
}

/** The card that a seat has laid into the trick; undefined if it has laid none. */
export function laidCard(seat: HandSeat | undefined) {
    const laid = seat?.tally?.laid;
    if (!laid) return undefined;
    return laid[0] ? <CardFace card={laid[0]} size="s" /> : <CardBack size="s" />;
}

/** Cards of the own hand; one that is the subject of a single move plays it. */
function OwnHand({ table, cards }: { table: Table; cards: Card[] }) {
    const { asked } = table;
    const moves = (asked && !asked.sent && asked.moves) || [];
    if (cards.length === 0) return null;
    return (
        <ul class="own-hand" aria-label="Your hand">
            {cards.map((card) => {
                const move = moveOf(moves, card);
                const face = <CardFace card={card} size="m" dim={moves.length > 0 && move === undefined} />;
                return (
                    <li key={card}>
                        {move === undefined ? face : (
                            <button
                                type="button" class="own-hand-card"
                                title={moveText(move, (seat) => nameAt(table, seat))}
                                onClick={() => void act(table.id, { action: 'MOVE', move })}
                            >
                                {face}
                            </button>
                        )}
                    </li>
                );
            })}
        </ul>
    );
}

const asks: Readonly<Record<string, string>> = {
    draw: 'draw or take a card', play: 'play', discard: 'throw cards away', 'pass on': 'pass cards on',
    compare: 'turn a card', trick: 'play to the trick', bid: 'bid', claim: 'claim, or believe', ask: 'ask',
    meld: 'knock, or go on',
};

/** "Your turn: play." */
export const stepText = (step: string | undefined): string => `Your turn: ${asks[step ?? ''] ?? 'choose'}.`;

/** A button for each move; the first nine have keys. */
export function MoveBar({ table, asked }: { table: Table; asked: Asked }) {
    const moves = asked.moves ?? [];
    const send = (move: string) => void act(table.id, { action: 'MOVE', move });
    const keys = moves.slice(0, 9).map((move, i) => [String(i + 1), () => send(move)]);
    useKeys(Object.fromEntries(keys), asked.req_id, !asked.sent);
    return (
        <div class="bar moves-bar">
            <p class="bar-text">
                {stepText(table.hand?.piles?.step)}{' '}
                <span class="bar-keys">{moves.length === 1 ? 'Key 1.' : `Keys 1 to ${Math.min(9, moves.length)}.`}</span>
            </p>
            <ul class="moves" aria-label="Moves">
                {moves.map((move, i) => (
                    <li key={move}>
                        <button
                            type="button" class="button move" disabled={asked.sent} onClick={() => send(move)}
                            title={i < 9 ? `Key ${i + 1}` : undefined}
                        >
                            {moveText(move, (seat) => nameAt(table, seat))}
                        </button>
                    </li>
                ))}
            </ul>
        </div>
    );
}

/** The own hand above whatever the dock shows. */
export function GenomeHand({ table }: { table: Table }) {
    const { hand, mine } = table;
    const seat = mine && hand?.seats.find((one) => one.seat === mine.seat);
    if (!hand?.piles || hand.over || !seat) return null;
    const cards = seat.cards.flatMap(({ card }) => (card === null ? [] : [card]));
    const { clock } = table;
    const waits = clock && clock.seat !== mine?.seat ? `${nameAt(table, clock.seat)} is to move.` : '';
    return (
        <div class="genome-hand">
            <OwnHand table={table} cards={cards} />
            {waits && <p class="bar-text">{waits}</p>}
        </div>
    );
}
