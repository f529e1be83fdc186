// narc_rules.ts -- a rule set of Narc in sentences, and how many copies of a card there are.
import type { NarcCard } from './types';

export interface RuleOptions {
    rounds?: number; cap?: number; cap_effect?: string; answers?: string; initiative?: boolean; order?: string[];
    rotates?: boolean; fold_price?: number; pays_to_stay?: boolean; insurance?: boolean; conviction?: boolean; tiers?: boolean;
    open?: boolean; pot_per_card?: number; session_hands?: number; session_cards?: number;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

const answers: Readonly<Record<string, string>> = {
    behind: 'After a raise the seats behind it answer.',
    others: 'After a raise of the initiative all others answer.',
    poker: 'After each raise all others answer, as in poker.',
};

/** What is to be known of a rule set, a sentence each; what it does not say is left out. */
export function rulesText(rules: RuleOptions): string[] {
    const { rounds, cap, fold_price, session_hands, session_cards, pot_per_card } = rules;
    const ends = rules.cap_effect === 'mute' ? 'then nobody can raise, but all answer' : 'the last one ends the betting';
    return [
        rounds === undefined ? '' : `A hand has ${count(rounds, 'round')} of draw, bet, flip, decide.`,
        cap === undefined ? '' : `All seats together have ${count(cap, 'raise')} in a round; ${ends}.`,
        rules.initiative === false ? 'There is no initiative: nobody may raise again.' : '',
        rules.initiative !== false && rules.answers ? answers[rules.answers] ?? '' : '',
        rules.rotates ? 'Each round begins one seat later.' : '',
        fold_price === undefined ? '' : fold_price > 0
            ? `Leaving a hand costs the Player ${count(fold_price, 'card')}, picked by chance.` : 'Leaving a hand costs no card.',
        rules.pays_to_stay ? 'Whoever stays after a raise pays a card.' : '',
        rules.open ? 'Cards are laid face up.' : '',
        pot_per_card ? `Each card on the table adds ${pot_per_card} to the profit.` : '',
        rules.insurance === false ? 'An insurance saves nobody: it only counts for what it adds.' : '',
        session_hands === undefined ? '' : `A session has at most ${count(session_hands, 'hand')}`
            + `${session_cards ? `, and ends when the Player has fewer than ${count(session_cards, 'card')}` : ''}.`,
    ].filter(Boolean);
}

/** "2", or "2, up to 6" where the heat changes the deck. */
export function copiesOf(card: NarcCard, tiers: readonly { swap: [string, number][] }[]): string {
    const base = card.count ?? 0;
    const most = Math.max(base, ...tiers.map(({ swap }) =>
        base + swap.filter(([id]) => id === card.id).reduce((sum, [, change]) => sum + change, 0)));
    return most > base ? `${base}, up to ${most}` : String(base);
}
