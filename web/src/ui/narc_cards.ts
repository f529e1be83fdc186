// narc_cards.ts -- rule sets of Narc as the server tells them, each asked for once.
import { useEffect, useState } from 'preact/hooks';
import { api, type NarcRules } from '../api';
import type { Catalogue } from '../model/narc_totals';

/** What a table needs of its rules. */
export interface Deck { cards: Catalogue; pot_per_card: number; cap: number; rounds: number; order: readonly string[] }

const none: Deck = { cards: new Map(), pot_per_card: 0, cap: 0, rounds: 0, order: [] };
const known = new Map<string, Promise<NarcRules>>();

export function fetchRules(game: string): Promise<NarcRules> {
    const asked = known.get(game) ?? api.narc(game);
    known.set(game, asked);
    asked.catch(() => known.delete(game)); // asked for again with the next table
    return asked;
}

export const deckOf = (rules: NarcRules): Deck => ({
    cards: new Map([...rules.cards.cards, ...(rules.cards.tier_cards ?? [])].map((card) => [card.id, card])),
    pot_per_card: rules.rules.pot_per_card ?? 0, cap: rules.rules.cap ?? 0, rounds: rules.rules.rounds ?? 0,
    order: rules.rules.order ?? [],
});

/** The cards of a rule set; none until they are there. */
export function useDeck(game: string | undefined): Deck {
    const [deck, setDeck] = useState(none);
    useEffect(() => {
        if (game === undefined) return undefined;
        let here = true;
        fetchRules(game).then((found) => here && setDeck(deckOf(found)), () => undefined);
        return () => {
            here = false;
        };
    }, [game]);
    return deck;
}
