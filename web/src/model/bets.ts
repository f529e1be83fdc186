// bets.ts -- presets, steps and bounds of the slider.  Amounts are what the stake of the street becomes in all, as in
// RAISE_TO.
import type { Limit } from '../protocol';
import type { Asked, Chips } from './types';

export interface Preset { label: string; to: Chips }

/** The bounds of a bet; null if there is none to make. */
export function bounds(asked: Asked): { min: Chips; max: Chips } | null {
    const { min_raise_to: min, max_raise_to: max } = asked;
    if (min === undefined || max === undefined || !asked.legal.includes('RAISE_TO')) return null;
    return { min: Math.min(min, max), max };
}

/** The nearest amount that may be bet. */
export function clampBet(asked: Asked, to: Chips): Chips {
    const range = bounds(asked);
    if (!range) return 0;
    const whole = Number.isFinite(to) ? Math.round(to) : range.min;
    return Math.min(range.max, Math.max(range.min, whole));
}

/** A raise by a part of the pot: first the call, then that part of what then lies there. */
export function potBet(asked: Asked, part: number): Chips {
    const call = Math.min(asked.to_call, asked.stack);
    const price = asked.committed + call;
    return Math.floor(price + part * (asked.pot + call));
}

/** Whether `to` takes the whole stack. */
export const isAllIn = (asked: Asked, to: Chips): boolean => to >= asked.stack + asked.committed;

/** Buttons beside the slider: only amounts inside the bounds, none twice. */
export function presets(asked: Asked, limit: Limit): Preset[] {
    const range = bounds(asked);
    if (!range) return [];
    const most: Preset = { label: isAllIn(asked, range.max) ? 'All-in' : 'Max', to: range.max };
    const least: Preset = { label: 'Min', to: range.min };
    if (limit === 'fixed-limit' || range.min === range.max) return [most];
    const parts: Preset[] = [
        { label: '1/2', to: potBet(asked, 1 / 2) },
        { label: '2/3', to: potBet(asked, 2 / 3) },
        { label: 'Pot', to: potBet(asked, 1) },
    ].filter(({ to }) => to > range.min && to < range.max);
    // at pot limit the most is the pot: it is called so
    if (limit === 'pot-limit' && potBet(asked, 1) === range.max && most.label !== 'All-in') most.label = 'Pot';
    const taken = new Set<Chips>();
    return [least, ...parts, most].filter(({ to }) => !taken.has(to) && taken.add(to));
}

/** What a key or a notch of the slider changes: a big blind while the range is wide, a chip where it is narrow. */
export function stepOf(asked: Asked, bb: Chips): Chips {
    const range = bounds(asked);
    if (!range) return 1;
    const step = Math.max(1, Math.floor(bb));
    return range.max - range.min >= 4 * step ? step : 1;
}

/** The word on the button: nobody has bet yet, or somebody has. */
export const betWord = (asked: Asked): 'Bet' | 'Raise to' =>
    asked.to_call === 0 && asked.committed === 0 ? 'Bet' : 'Raise to';
