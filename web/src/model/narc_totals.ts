// narc_totals.ts -- what cards of Narc come to (RULES 18.6): for "what if", and for what lies before whom.
//
// The server reckons; this is for a look ahead only.  If what it makes of the flipped cards is not what the server says,
// nothing is promised (T1): rules may have changed, or a catalogue is not the one that is played.
import { isPlace } from './narc';
import type { Hand, Narc, NarcCard } from './types';

export type Catalogue = ReadonlyMap<string, NarcCard>;

export interface Totals { evidence: number; cover: number; heat: number; profit: number }

const CASH_MAX = 1000000000;
const STEP = 5;     // price factors are steps of 5 %
const WHOLE = 20;   // of them once the price

/** The price times all factors, rounded down once at the end. */
function scaled(price: number, factors: readonly number[]): number {
    let product = BigInt(price);
    let parts = BigInt(1);
    for (const pct of factors) {
        product *= BigInt(Math.round(pct / STEP));
        parts *= BigInt(WHOLE);
    }
    return Math.min(CASH_MAX, Number(product / parts));
}

/** `cards` in the order in which they were laid; of those of `withdrawn` roles only the heat counts. */
export function totalsOf(cards: readonly NarcCard[], withdrawn: ReadonlySet<string>, pot_per_card: number): Totals {
    const counted = cards.filter((card) => !withdrawn.has(card.owner));
    const place = counted.map(isPlace).lastIndexOf(true); // by its place: there may be two copies
    const product = counted.filter((card) => card.type === 'product').pop();
    const added = counted.filter((card, at) => !isPlace(card) || at === place);
    const sum = (of: (card: NarcCard) => number | undefined, list: readonly NarcCard[]): number =>
        list.reduce((all, card) => all + (of(card) ?? 0), 0);
    const factors = counted.flatMap(({ price_pct }) => (price_pct === undefined || price_pct === 100 ? [] : [price_pct]));
    const flat = sum((card) => card.price_flat, added) + pot_per_card * cards.length;
    const profit = product ? scaled(product.price ?? 0, factors) + flat : 0;
    return {
        evidence: Math.max(0, sum((card) => card.evidence, added)),
        cover: Math.max(0, sum((card) => card.cover, added)),
        heat: sum((card) => card.heat, cards),
        profit: Math.max(0, Math.min(CASH_MAX, profit)),
    };
}

/** Roles that left the hand; the Player's fold is its end. */
export function withdrawnOf(hand: Hand): ReadonlySet<string> {
    const gone = hand.seats.filter((seat) => seat.folded).map((seat) => hand.narc?.roles[seat.seat] ?? '');
    return new Set(gone.filter((role) => role !== 'player'));
}

function known(ids: readonly string[], cards: Catalogue): NarcCard[] | undefined {
    const found = ids.flatMap((id) => cards.get(id) ?? []);
    return found.length === ids.length ? found : undefined;
}

/** The totals if this card were flipped now, with those of ours that lie face down; undefined: we cannot tell (T1). */
export function whatIf(hand: Hand, cards: Catalogue, pot_per_card: number, id?: string): Totals | undefined {
    const { narc } = hand;
    const up = narc && known(narc.up, cards);
    const more = narc && known(id === undefined ? narc.down : [...narc.down, id], cards);
    if (!narc || !up || !more) return undefined;
    const gone = withdrawnOf(hand);
    const now = totalsOf(up, gone, pot_per_card);
    if (now.evidence !== narc.evidence || now.cover !== narc.cover || now.profit !== narc.profit) return undefined;
    return totalsOf([...up, ...more], gone, pot_per_card);
}

/** A card that lies open before a seat: `counts` is false if a later one replaced it, or its role has left. */
export interface Laid { id: string; card?: NarcCard; counts: boolean }

/** What lies open before a role.  Whose a card is stands in the catalogue; one that is not known is nobody's. */
export function laidBy(narc: Narc, role: string, cards: Catalogue, withdrawn: ReadonlySet<string>): Laid[] {
    const standing = narc.up.map((id) => cards.get(id)).filter((card) => card && !withdrawn.has(card.owner));
    const replaces = (card: NarcCard) => isPlace(card) || card.type === 'product';
    return narc.up.flatMap((id, at): Laid[] => {
        const card = cards.get(id);
        if (card?.owner !== role) return [];
        const later = narc.up.slice(at + 1).some((next) => {
            const other = cards.get(next);
            return other?.type === card.type && standing.includes(other);
        });
        return [{ id, card, counts: !withdrawn.has(card.owner) && !(replaces(card) && later) }];
    });
}

/** How far the balance leans: part of the bar that is Cover, 0 to 1; even is a half. */
export function balance(evidence: number, cover: number): number {
    const all = evidence + cover;
    return all === 0 ? 0.5 : cover / all;
}
