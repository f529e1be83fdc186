// stats.ts -- figures of a player (PROTOCOL 14.8) in words, and the points of a graph of them.  Plain values only.
import type { Chips } from '../protocol';
import { chips, plural } from './text';

export interface Figures {
    hands: number;
    vpip: number | null;
    pfr: number | null;
    three_bet: number | null;
    three_bet_chances: number;
    aggression: number | null;
    went_to_showdown: number | null;
    won_at_showdown: number | null;
    showdowns: number;
    won: Chips;
    won_bb: number | null;
    bb_per_100: number | null;
    minutes: number;
    won_per_hour: number | null;
    hands_per_hour: number | null;
}

export interface StakeFigures extends Figures { stake: string; kind: 'cash' | 'private' | 'tournament'; as: 'person' | 'bot' }
export interface Stats { days?: number; total: Figures; tournaments: Figures; stakes: StakeFigures[] }
export interface Day { day: string; hands: number; won: Chips; won_bb: number; sum: Chips; sum_hands: number }
export interface Graph { days?: number; per_day: Day[]; last_hands: { hand_id: string; won: Chips; sum: Chips }[] }
export type By = 'profit' | 'bb' | 'hands' | 'won';
export interface Leader { rank: number; name: string; hands?: number; bb_per_100?: number; won?: Chips; profit?: Chips }
export interface Leaderboard { by: By; days?: number; hands_min?: number; leaders: Leader[] }

export const signed = (n: number): string => (n > 0 ? `+${chips(n)}` : n < 0 ? `−${chips(-n)}` : '0');

const tenths = (n: number): string => (Math.round(n * 10) / 10).toLocaleString('en', { maximumFractionDigits: 1 });

export const signedTenths = (n: number): string => (n > 0 ? `+${tenths(n)}` : n < 0 ? `−${tenths(-n)}` : '0');

export interface Explained { short: string; title: string; value: string; says: string }

const percent = (n: number | null): string => (n === null ? '–' : `${tenths(n)} %`);

/** How somebody plays, each figure with what it means and what is usual, for whoever has never seen one. */
export function habits(figures: Figures): Explained[] {
    return [
        {
            short: 'VPIP', title: 'Hands you played', value: percent(figures.vpip),
            says: 'How often you put chips in by choice before the flop, blinds not counted. At six seats 20 to 30 % is common; much more is loose.',
        },
        {
            short: 'PFR', title: 'Hands you raised', value: percent(figures.pfr),
            says: 'How often you raised before the flop. The closer it is to the hands you played, the less you just call.',
        },
        {
            short: '3-bet', title: 'Raises you raised again', value: percent(figures.three_bet),
            says: `Of ${plural(figures.three_bet_chances, 'raise')} you faced before the flop. 5 to 10 % is common.`,
        },
        {
            short: 'AF', title: 'Bets and raises for each call', value: figures.aggression === null ? '–' : tenths(figures.aggression),
            says: 'After the flop. Below 1 you mostly call; 2 to 3 is common.',
        },
        {
            short: 'WTSD', title: 'Seen to the end', value: percent(figures.went_to_showdown),
            says: 'Of the flops you saw, how many ended with cards shown. 25 to 30 % is common.',
        },
        {
            short: 'W$SD', title: 'Won when shown', value: percent(figures.won_at_showdown),
            says: `Of ${plural(figures.showdowns, 'hand')} you showed. About a half is common.`,
        },
    ];
}

export interface Point { label: string; value: number }

/** The total after each day, or after each hand where all was on one day. */
export function pointsOf(graph: Graph, by: 'days' | 'hands'): Point[] {
    if (by === 'days') return graph.per_day.map(({ day, sum }) => ({ label: day, value: sum }));
    return graph.last_hands.map(({ hand_id, sum }) => ({ label: hand_id, value: sum }));
}

export interface Curve { line: string; zero: number; least: number; most: number; last: number }

/** A line through the points, from nothing on; y grows downwards.  `zero` is where nothing is won and nothing lost. */
export function curveOf(points: readonly Point[], width: number, height: number, edge = 8): Curve {
    const values = [0, ...points.map((point) => point.value)];
    const least = Math.min(...values);
    const most = Math.max(...values);
    const span = Math.max(1, most - least);
    const y = (value: number) => Number((height - edge - ((value - least) * (height - 2 * edge)) / span).toFixed(1));
    const x = (n: number) => Number(((n * width) / Math.max(1, values.length - 1)).toFixed(1));
    const line = values.map((value, n) => `${n === 0 ? 'M' : 'L'}${x(n)} ${y(value)}`).join('');
    return { line, zero: y(0), least, most, last: values[values.length - 1] ?? 0 };
}

/** "You won 120 chips in 40 hands." */
export function resultText(figures: Figures): string {
    const hands = plural(figures.hands, 'hand');
    if (figures.won === 0) return `You are even after ${hands}.`;
    return `You ${figures.won > 0 ? 'won' : 'lost'} ${plural(Math.abs(figures.won), 'chip')} in ${hands}.`;
}

/** What counts on a leaderboard, as it is written beside a name. */
export function scoreText(leader: Leader, by: By): string {
    if (by === 'hands') return chips(leader.hands ?? 0);
    if (by === 'bb') return signedTenths(leader.bb_per_100 ?? 0);
    return signed((by === 'won' ? leader.won : leader.profit) ?? 0);
}

export const boards: Record<By, { title: string; column: string; says: string }> = {
    profit: {
        title: 'Profit', column: 'Chips',
        says: 'Chips in the bank and on tables, less what was given for free and what private tables brought: since each account began.',
    },
    won: { title: 'Chips won', column: 'Chips', says: 'Won or lost by hands at the tables of the lobby.' },
    bb: {
        title: 'Skill', column: 'Big blinds / 100 hands',
        says: 'Big blinds won in a hundred hands, whatever the stakes. For those who have played at least a hundred.',
    },
    hands: { title: 'Hands', column: 'Hands', says: 'Who has played the most.' },
};
