// dials.ts -- how a house player plays, as text and as dials: "house:rock,aggr=4" (docs/STRATEGY.md).  Ranges and personas are those of
// felt match --list; the server reads the text again and says what is wrong with it.

export interface Dial { name: DialName; title: string; least: number; most: number; step: number; says: string }
export type DialName = 'aggr' | 'tight' | 'bluff' | 'random' | 'slow';
export type Dials = Readonly<Record<DialName, number>>;

export const dials: readonly Dial[] = [
    { name: 'aggr', title: 'Aggression', least: 1, most: 10, step: 0.5, says: 'size of bets, and how good a hand must be to be bet' },
    { name: 'tight', title: 'Tightness', least: 1, most: 10, step: 0.5, says: 'how good a hand must be to be played' },
    { name: 'bluff', title: 'Bluffs', least: 0.05, most: 0.15, step: 0.01, says: 'share of weak hands that are bet' },
    { name: 'random', title: 'Moods', least: 0, most: 0.15, step: 0.01, says: 'how far the same hand is played in different ways' },
    { name: 'slow', title: 'Slow play', least: 0, most: 1, step: 0.05, says: 'from this strength on a hand may lie in wait' },
];

export interface Persona { name: string; title: string; says: string; dials: Dials }

const made = (aggr: number, tight: number, bluff: number, random: number, slow: number): Dials => ({ aggr, tight, bluff, random, slow });

export const neutral: Dials = made(5, 5, 0.1, 0.15, 0.85);

/** The neutral one has no name. */
export const personas: readonly Persona[] = [
    { name: '', title: 'House', says: 'neutral: thinks about what others hold', dials: neutral },
    { name: 'rock', title: 'Rock', says: 'few hands, played quietly, and hardly a bluff', dials: made(3, 9, 0.05, 0.05, 0.9) },
    { name: 'tag', title: 'Tag', says: 'few hands, played with force', dials: made(7, 7, 0.08, 0.1, 0.95) },
    { name: 'lag', title: 'Lag', says: 'many hands, played with force', dials: made(8, 3, 0.13, 0.15, 0.95) },
    { name: 'station', title: 'Station', says: 'calls with almost anything, and gives chips away', dials: made(1.5, 1.5, 0.05, 0.1, 0.6) },
    { name: 'maniac', title: 'Maniac', says: 'bets and raises with almost anything', dials: made(10, 1, 0.15, 0.15, 1) },
    { name: 'teacher', title: 'Teacher', says: 'plays like the house, and explains itself after the hand', dials: neutral },
];

/** Others that can be hired, without dials. */
export const simple: readonly { text: string; says: string }[] = [
    { text: 'zoo:fold', says: 'folds to every bet' },
    { text: 'zoo:call', says: 'checks and calls, and never does anything else' },
    { text: 'zoo:shove', says: 'raises as much as it may, whenever it may' },
    { text: 'zoo:random', says: 'takes any action that is offered' },
];

export interface Manner { persona: string; dials: Dials }

const longNames: Readonly<Record<string, DialName>> = {
    aggression: 'aggr', tightness: 'tight', bluff_frequency: 'bluff', randomization_factor: 'random', slow_play_threshold: 'slow',
};

const dialOf = (word: string): Dial | undefined => dials.find((dial) => dial.name === (longNames[word] ?? word));

/** The dials of a text, or null if it is none of a house player with dials: it can only be shown and written by hand. */
export function readManner(text: string): Manner | null {
    const parts = /^house(?::(.*))?$/.exec(text.trim());
    if (!parts) return null;
    let persona: Persona | undefined = personas[0];
    const set: Record<DialName, number> = { ...neutral };
    for (const [n, part] of (parts[1] ?? '').split(',').filter(Boolean).entries()) {
        const at = part.indexOf('=');
        if (at < 0) {
            persona = n === 0 ? personas.find((one) => one.name === part && one.name !== '') : undefined;
            if (!persona) return null;
            Object.assign(set, persona.dials);
            continue;
        }
        const dial = dialOf(part.slice(0, at));
        const digits = part.slice(at + 1);
        const value = Number(digits);
        if (!dial || !/^\d+(\.\d+)?$/.test(digits) || value < dial.least || value > dial.most) return null;
        set[dial.name] = value;
    }
    return { persona: persona?.name ?? '', dials: set };
}

const decimals = (value: number): string => String(Math.round(value * 1000) / 1000);

/** "house:rock,aggr=4": the persona, and the dials that are others than its own. */
export function writeManner(manner: Manner): string {
    const persona = personas.find((one) => one.name === manner.persona) ?? personas[0];
    if (!persona) return 'house';
    const changed = dials.filter((dial) => Math.abs(manner.dials[dial.name] - persona.dials[dial.name]) > 1e-6)
        .map((dial) => `${dial.name}=${decimals(manner.dials[dial.name])}`);
    const words = [...(persona.name ? [persona.name] : []), ...changed];
    return words.length ? `house:${words.join(',')}` : 'house';
}

/** For a list: "Rock, aggression 4". */
export function mannerText(text: string): string {
    const known = simple.find((one) => one.text === text);
    if (known) return known.says;
    const manner = readManner(text);
    if (!manner) return text === '' ? 'the usual way' : text;
    const persona = personas.find((one) => one.name === manner.persona);
    const changed = dials.filter((dial) => persona && Math.abs(manner.dials[dial.name] - persona.dials[dial.name]) > 1e-6)
        .map((dial) => `${dial.title.toLowerCase()} ${decimals(manner.dials[dial.name])}`);
    return [persona?.title ?? 'House', ...changed].join(', ');
}
