// narc_rules.tsx -- the rule sets of Narc that this server knows, and all their cards with what they do.
import { useState } from 'preact/hooks';
import { api, type NarcRules } from '../api';
import { effectText, roleTitle, typeTitle } from '../model/narc';
import { copiesOf, rulesText } from '../model/narc_rules';
import type { NarcCard } from '../model/types';
import { useLoaded, Waiting } from './loaded';
import { fetchRules } from './narc_cards';

function CardRows({ cards, rules }: { cards: readonly NarcCard[]; rules: NarcRules }) {
    return (
        <>
            {cards.map((card) => (
                <tr key={card.id}>
                    <th scope="row">
                        {card.name}
                        <small class="muted">{typeTitle(card.type)}. {card.text}</small>
                    </th>
                    <td>{effectText(card)}</td>
                    <td class="number narc-copies">{copiesOf(card, rules.cards.narc_tiers ?? [])}</td>
                </tr>
            ))}
        </>
    );
}

/** The deck of a role. */
function Deck({ role, rules }: { role: string; rules: NarcRules }) {
    const cards = [...rules.cards.cards, ...(rules.cards.tier_cards ?? [])].filter((card) => card.owner === role);
    const kinds = ['product', 'location', 'cover', 'evidence', 'modifier', 'insurance', 'conviction'];
    const sorted = [...cards].sort((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type));
    return (
        <div class="narc-deck" role="region" aria-label={`Cards of the ${roleTitle(role)}`} tabIndex={0}>
            <table>
                <caption>The {roleTitle(role)}'s cards</caption>
                <thead><tr><th scope="col">Card</th><th scope="col">What it does</th><th scope="col">Copies</th></tr></thead>
                <tbody><CardRows cards={sorted} rules={rules} /></tbody>
            </table>
        </div>
    );
}

function RuleSet({ name }: { name: string }) {
    const loaded = useLoaded(() => fetchRules(name), name);
    const rules = loaded.value;
    if (!rules) return <Waiting of={loaded} says="The cards are being fetched …" />;
    return (
        <div class="narc-set">
            <ul class="narc-set-words">{rulesText(rules.rules).map((text) => <li key={text}>{text}</li>)}</ul>
            {['player', 'customer', 'narc'].map((role) => <Deck key={role} role={role} rules={rules} />)}
            {(rules.cards.narc_tiers?.length ?? 0) > 1 && rules.rules.tiers !== false && (
                <p class="muted small">
                    The Narc's deck gets better with the heat a session begins with: {rules.cards.narc_tiers?.map((tier) =>
                        `${tier.name} from ${tier.heat_min}`).join(', ')}. Copies are told for the first tier, and how many there can be.
                </p>
            )}
        </div>
    );
}

export function RuleSets() {
    const loaded = useLoaded(api.narcList, 'all');
    const [picked, setName] = useState('');
    const list = loaded.value;
    const name = picked || (list?.[0]?.name ?? '');
    if (!list) return <Waiting of={loaded} says="The rule sets are being fetched …" />;
    if (list.length === 0) return <p class="muted">This server has no rule sets of Narc.</p>;
    return (
        <>
            <div class="narc-sets" role="group" aria-label="Rule sets">
                {list.map((row) => (
                    <button
                        type="button" key={row.name} class="button narc-set-pick" aria-pressed={row.name === name}
                        onClick={() => setName(row.name)}
                    >
                        <b>{row.name}{row.played && <span class="narc-played"> played here</span>}</b>
                        <span>{row.title}</span>
                    </button>
                ))}
            </div>
            {name && <RuleSet key={name} name={name} />}
        </>
    );
}
