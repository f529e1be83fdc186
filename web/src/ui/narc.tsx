// narc.tsx -- what one can do at a table of Narc, where a raise is a card: the own cards with what they would make of the
// totals, check, go on, fold with its price.  It knows no rules: what can be done is what the server says.
import { useEffect, useState } from 'preact/hooks';
import { act } from '../actions';
import {
    effectText, foldNote, foldPrice, idText, isTrivial, marginText, outcomeText, roleTitle, whyNot,
} from '../model/narc';
import { whatIf, type Catalogue, type Totals } from '../model/narc_totals';
import { nameAt } from '../model/table';
import { chips } from '../model/text';
import type { Asked, Hand, Narc, Seat, Table } from '../model/types';
import type { Word } from '../protocol';
import { useKeys } from './keys';
import { useDeck } from './narc_cards';
import { usePrefs } from './prefs';

/** How an answer goes to whoever asked; the lesson has its own way. */
export type Answer = (answer: { action: Word; card?: string }) => void;

const PASS_MS = 700; // time to see that it is passed

/** "evidence 15, cover 40: safe by 25" */
const thenText = (then: Totals): string =>
    `evidence ${then.evidence}, cover ${then.cover}: ${marginText(then.evidence, then.cover)}`;

interface CardProps {
    id: string; place: number; cards: Catalogue; word: string; why: string; then?: Totals; marked: boolean; onCard: () => void;
}

/** A card of the own hand: its name, what it does, what it would make of the totals. */
function OwnCard({ id, place, cards, word, why, then, marked, onCard }: CardProps) {
    const card = cards.get(id);
    return (
        <li>
            <button
                type="button" class={marked ? 'button narc-card narc-card-wanted' : 'button narc-card'} disabled={why !== ''}
                onClick={onCard} title={card?.text} aria-describedby={why ? 'narc-why' : undefined}
            >
                {why === '' && <span class="unseen">{word}</span>}
                <b>{place < 9 && <kbd aria-hidden="true">{place + 1}</kbd>} {card?.name ?? idText(id)}</b>
                <span>{card ? effectText(card) : ''}</span>
                {then && <span class="narc-then">{`then ${thenText(then)}`}</span>}
            </button>
        </li>
    );
}

const layText = (cards: number): string => (cards > 1 ? `1 to ${Math.min(9, cards)} lay a card` : '1 lays your card');

function useNarcKeys(narc: Narc, asked: Asked | undefined, does: Record<string, () => void>, card: (id: string) => void) {
    const numbers = narc.hole.slice(0, 9).map((id, i): [string, () => void] => [String(i + 1), () => card(id)]);
    useKeys({ ...Object.fromEntries(numbers), ...does }, asked?.req_id ?? 0, asked !== undefined && !asked.sent);
}

/** Turns in which there is nothing to decide are checked by themselves, for those who want that. */
function usePass(asked: Asked | undefined, answer: Answer): boolean {
    const { narc_pass } = usePrefs();
    const passes = narc_pass && asked !== undefined && !asked.sent && isTrivial(asked);
    useEffect(() => {
        if (!passes) return undefined;
        const timer = setTimeout(() => answer({ action: 'CHECK' }), PASS_MS);
        return () => clearTimeout(timer);
    }, [passes, asked?.req_id]);
    return passes;
}

interface HandProps { table: Table; hand: Hand; narc: Narc; asked: Asked | undefined; answer: Answer; wanted?: string }

/** The own hand and the buttons; also while somebody else is to act. */
function OwnHand({ table, hand, narc, asked, answer, wanted }: HandProps) {
    const { cards, pot_per_card } = useDeck(hand.game);
    const [sure, setSure] = useState(false);
    useEffect(() => setSure(false), [asked?.req_id]);
    const passes = usePass(asked, answer);
    const name = (seat: Seat): string => nameAt(table, seat);
    const why = (word: Word): string => whyNot(table, narc, word, name);
    const stays = asked?.legal.includes('CALL') === true && !asked.legal.includes('COMMIT');
    const lay: Word = stays ? 'CALL' : 'COMMIT';
    const calm: Word = asked?.what === 'decide' ? 'CONTINUE' : 'CHECK';
    const own = table.mine && narc.roles[table.mine.seat];
    const no_card = why(lay);
    const no_calm = why(calm);
    const no_fold = why('FOLD');
    const commit = (id: string) => no_card === '' && answer({ action: lay, card: id });
    const stay = () => no_calm === '' && answer({ action: calm });
    // leaving costs something: it is asked about in place, and a second press counts
    const fold = () => no_fold === '' && (sure ? answer({ action: 'FOLD' }) : setSure(true));
    useNarcKeys(narc, asked, { c: stay, g: stay, f: fold }, commit);
    const label = `Fold${foldPrice(narc, own)}`;
    const said = passes ? 'Nothing to decide: checked for you.' : no_card || (no_calm && !stays ? no_calm : '') || no_fold;
    return (
        <>
            <ul class="narc-hand" aria-label="Your hand">
                {narc.hole.map((id, i) => (
                    <OwnCard
                        key={`${i}${id}`} id={id} place={i} cards={cards} word={stays ? 'Stay with' : 'Raise with'} why={no_card}
                        then={whatIf(hand, cards, pot_per_card, id)} marked={id === wanted} onCard={() => commit(id)}
                    />
                ))}
                {narc.hole.length === 0 && <li class="muted small">No cards in your hand.</li>}
            </ul>
            <div class="bar-buttons">
                <button
                    type="button" class={`button bar-button${sure ? ' button-bad' : ''}`} disabled={no_fold !== ''}
                    title="Fold (F)" onClick={fold} aria-describedby={no_fold ? 'narc-why' : undefined}
                >
                    {sure ? <b>{label}?</b> : label}
                    <span class="bar-note">{sure ? 'press again' : foldNote(narc, own)}</span>
                </button>
                <button
                    type="button" class="button button-main bar-button" disabled={no_calm !== ''}
                    title={calm === 'CHECK' ? 'Check (C)' : 'Go on (G)'} onClick={stay}
                    aria-describedby={no_calm ? 'narc-why' : undefined}
                >
                    {calm === 'CHECK' ? 'Check' : 'Go on'}
                </button>
            </div>
            <p class={said ? 'narc-why muted' : 'narc-why narc-keys muted'} id="narc-why">
                {said || `Keys: ${layText(narc.hole.length)}, C checks, G goes on, F folds.`}
            </p>
        </>
    );
}

/** "You are the Player. Raise with a card, check or fold." */
export function narcTurn(table: Table, narc: Narc): string {
    const role = roleTitle(table.mine && narc.roles[table.mine.seat]);
    const you = role ? `You are the ${role}. ` : '';
    const { asked, clock, hand } = table;
    if (hand?.over) return `${outcomeText(narc.outcome)}. The score is ${chips(narc.score)}.`;
    if (asked?.what === 'decide') return `${you}Go on to the next round, or leave the hand?`;
    if (asked) return `${you}Your turn: raise with a card, or check.`;
    return `${you}${clock ? `${nameAt(table, clock.seat)} is to act.` : ''}`;
}

interface DockProps { table: Table; onAnswer?: Answer; wanted?: string }

/** What the dock shows at a table of Narc.  `wanted`: a card that a lesson points at. */
export function NarcDock({ table, onAnswer, wanted }: DockProps) {
    const { hand, mine, asked } = table;
    if (!hand?.narc) return null;
    const dealt = mine && hand.seats.some((one) => one.seat === mine.seat);
    const answer: Answer = onAnswer ?? ((what) => void act(table.id, what));
    return (
        <div class="bar narc-dock">
            <p class="bar-text">{narcTurn(table, hand.narc)}</p>
            {dealt && !hand.over && (
                <OwnHand table={table} hand={hand} narc={hand.narc} asked={asked} answer={answer} wanted={wanted} />
            )}
        </div>
    );
}
