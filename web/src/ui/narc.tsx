// narc.tsx -- tables of Narc, where a raise is a card: totals and flipped cards in the middle, the own cards with what they
// do, and what can be done.  It knows no rules: names and effects are those of the catalogue that the server tells.
import { useEffect, useState } from 'preact/hooks';
import { act } from '../actions';
import { api } from '../api';
import { effectWords, idWords, marginWords, outcomeWords, roleTitle } from '../model/narc';
import { nameAt } from '../model/table';
import { chips, plural } from '../model/words';
import type { Asked, Hand, Narc, NarcCard, Table } from '../model/types';
import { useKeys } from './keys';

type Catalogue = ReadonlyMap<string, NarcCard>;

const known = new Map<string, Promise<Catalogue>>();

function fetchCards(game: string): Promise<Catalogue> {
    const asked = known.get(game)
        ?? api.narc(game).then((rules) => new Map([...rules.cards.cards, ...(rules.cards.tier_cards ?? [])]
            .map((card) => [card.id, card])));
    known.set(game, asked);
    asked.catch(() => known.delete(game)); // asked for again with the next table
    return asked;
}

/** The cards of a rule set; empty until they are there. */
function useCards(game: string | undefined): Catalogue {
    const [cards, setCards] = useState<Catalogue>(new Map());
    useEffect(() => {
        if (game === undefined) return;
        let here = true;
        fetchCards(game).then((found) => here && setCards(found), () => undefined);
        return () => {
            here = false;
        };
    }, [game]);
    return cards;
}

/** "Narc · 1 face down · initiative": what is known of a seat, in a few letters. */
export function narcWords(tally: { role?: string; down?: number; initiative?: boolean } | undefined): string | undefined {
    if (!tally?.role) return undefined;
    const parts = [roleTitle(tally.role), tally.down ? `${tally.down} down` : '', tally.initiative ? '★ initiative' : ''];
    return parts.filter(Boolean).join(' · ');
}

/** Totals, and the cards that were turned up. */
export function NarcMiddle({ hand }: { hand: Hand }) {
    const { narc } = hand;
    const cards = useCards(narc ? hand.game : undefined);
    if (!narc) return null;
    const behind = narc.cover < narc.evidence;
    return (
        <div class="narc-middle">
            <p class="narc-totals">
                <span>Evidence <b class="number">{narc.evidence}</b></span>
                <span>Cover <b class="number">{narc.cover}</b></span>
                <span class={behind ? 'narc-behind' : 'narc-safe'}>{marginWords(narc.evidence, narc.cover)}</span>
            </p>
            {narc.up.length > 0 && (
                <ul class="narc-up" aria-label="Cards that were turned up">
                    {narc.up.map((id, i) => <li key={`${i}${id}`}>{cards.get(id)?.name ?? idWords(id)}</li>)}
                </ul>
            )}
        </div>
    );
}

/** Round, raises, profit, heat: a line of figures. */
function Figures({ narc, table }: { narc: Narc; table: Table }) {
    const holder = narc.initiative === null ? 'nobody yet' : nameAt(table, narc.initiative);
    return (
        <dl class="narc-figures">
            <div><dt>Hand</dt><dd class="number">{narc.hand}</dd></div>
            <div><dt>Round</dt><dd class="number">{narc.round}/{narc.rounds}</dd></div>
            <div><dt>Raises left</dt><dd class="number">{narc.raises_left} of {narc.cap}</dd></div>
            <div><dt>Initiative</dt><dd>{holder}</dd></div>
            <div><dt>Profit</dt><dd class="number">{narc.profit}</dd></div>
            <div><dt>Heat</dt><dd class="number">{narc.heat} (run {narc.run_heat}{narc.tier && `, ${narc.tier}`})</dd></div>
            <div><dt>Score</dt><dd class="number">{chips(narc.score)}</dd></div>
        </dl>
    );
}

interface CardProps { id: string; place: number; cards: Catalogue; word: string; asked?: Asked; onCard: () => void }

/** A card of the own hand: its name, what it does, and a button if it can be committed now. */
function OwnCard({ id, place, cards, word, asked, onCard }: CardProps) {
    const card = cards.get(id);
    const name = card?.name ?? idWords(id);
    const can = asked !== undefined && word !== '';
    return (
        <li>
            <button
                type="button" class="button narc-card" disabled={!can || asked.sent} onClick={onCard} title={card?.text}
            >
                {can && <span class="unseen">{word}</span>}
                <b>{place < 9 && <kbd aria-hidden="true">{place + 1}</kbd>} {name}</b>
                <span>{card ? effectWords(card) : ''}</span>
            </button>
        </li>
    );
}

function useNarcKeys(narc: Narc, asked: Asked | undefined, does: Record<string, () => void>, card: (id: string) => void) {
    const numbers = narc.hole.slice(0, 9).map((id, i): [string, () => void] => [String(i + 1), () => card(id)]);
    useKeys({ ...Object.fromEntries(numbers), ...does }, asked?.req_id ?? 0, asked !== undefined && !asked.sent);
}

/** The own hand and the buttons; also while somebody else is to act. */
function OwnHand({ table, narc, asked }: { table: Table; narc: Narc; asked: Asked | undefined }) {
    const cards = useCards(table.hand?.game);
    const [sure, setSure] = useState(false);
    useEffect(() => setSure(false), [asked?.req_id]);
    const legal = (word: Asked['legal'][number]) => asked?.legal.includes(word) === true;
    const word = legal('COMMIT') ? 'Raise with' : legal('CALL') ? 'Stay with' : '';
    const commit = (id: string) => {
        if (word !== '') void act(table.id, { action: legal('COMMIT') ? 'COMMIT' : 'CALL', card: id });
    };
    const calm = legal('CHECK') ? 'CHECK' as const : legal('CONTINUE') ? 'CONTINUE' as const : undefined;
    const stay = () => calm && void act(table.id, { action: calm });
    // leaving costs something: it is asked about in place, and a second press counts
    const fold = () => (sure ? void act(table.id, { action: 'FOLD' }) : setSure(true));
    useNarcKeys(narc, asked, { c: stay, g: stay, f: () => legal('FOLD') && fold() }, commit);
    const own = table.mine && narc.roles[table.mine.seat];
    const price = own === 'player' && narc.fold_price > 0 ? ` (costs ${plural(narc.fold_price, 'card')})` : '';
    return (
        <>
            <ul class="narc-hand" aria-label="Your hand">
                {narc.hole.map((id, i) => (
                    <OwnCard
                        key={`${i}${id}`} id={id} place={i} cards={cards} word={word} asked={asked}
                        onCard={() => commit(id)}
                    />
                ))}
            </ul>
            {asked && (
                <div class="bar-buttons">
                    {legal('FOLD') && (
                        <button
                            type="button" class={`button bar-button${sure ? ' button-bad' : ''}`} disabled={asked.sent}
                            title="Fold (F)" onClick={fold}
                        >
                            {sure ? <b>Fold{price}?</b> : `Fold${price}`}
                        </button>
                    )}
                    {calm && (
                        <button
                            type="button" class="button button-main bar-button" disabled={asked.sent}
                            title={calm === 'CHECK' ? 'Check (C)' : 'Go on (G)'} onClick={stay}
                        >
                            {calm === 'CHECK' ? 'Check' : 'Go on'}
                        </button>
                    )}
                </div>
            )}
        </>
    );
}

/** "You are the Player. Raise with a card, check or fold." */
export function narcTurn(table: Table, narc: Narc): string {
    const role = roleTitle(table.mine && narc.roles[table.mine.seat]);
    const you = role ? `You are the ${role}. ` : '';
    const { asked, clock, hand } = table;
    if (hand?.over) return `${outcomeWords(narc.outcome)}. The score is ${chips(narc.score)}.`;
    if (asked?.what === 'decide') return `${you}Go on to the next round, or leave the hand?`;
    if (asked) return `${you}Your turn: raise with a card, or check.`;
    return `${you}${clock ? `${nameAt(table, clock.seat)} is to act.` : ''}`;
}

/** What the dock shows at a table of Narc. */
export function NarcDock({ table }: { table: Table }) {
    const { hand, mine, asked } = table;
    if (!hand?.narc) return null;
    const dealt = mine && hand.seats.some((one) => one.seat === mine.seat);
    return (
        <div class="bar narc-dock">
            <p class="bar-text">{narcTurn(table, hand.narc)}</p>
            <Figures narc={hand.narc} table={table} />
            {dealt && !hand.over && <OwnHand table={table} narc={hand.narc} asked={asked} />}
        </div>
    );
}
