// places.ts -- where seats, bets and button are around the felt, in per cent of its box.  Each has two places: one
// for a felt that is wide, one for a tall one; the style sheet takes the one that fits.  Knows no hand.
import type { Seat } from '../model/types';

export interface Spot { x: number; y: number }
export interface Place {
    wide: Spot;
    tall: Spot;
    wide_bet: Spot;
    tall_side: 'left' | 'right' | 'top' | 'bottom';
}

/** Places from the bottom on, clockwise as the action goes: the first is the viewer's. */
const turn = (seats: number, i: number): number => Math.PI / 2 + (i * 2 * Math.PI) / seats;

/** A little squarer than an ellipse: seats of the corners come out of the middle's way. */
const square = (v: number, power: number): number => Math.sign(v) * Math.abs(v) ** power;

function wide(seats: number, i: number): Spot {
    const t = turn(seats, i);
    const y = square(Math.sin(t), 0.92);
    return { x: 50 + 42.5 * square(Math.cos(t), 0.86), y: y > 0 ? 52 + 36 * y : 52 + 34.5 * y };
}

/** In front of the seat: far enough in to leave the cards of the seat alone. */
function wideBet(seats: number, i: number): Spot {
    const t = turn(seats, i);
    const y = Math.sin(t);
    return { x: 50 + 27 * square(Math.cos(t), 0.9), y: y > 0 ? 52 + 11 * y : 51 + 24.5 * y };
}

/** Side seats stand in two columns beside the board; a seat without a partner is at the top between them. */
function tall(seats: number, i: number): { spot: Spot; side: Place['tall_side'] } {
    if (i === 0) return { spot: { x: 50, y: 90 }, side: 'bottom' };
    const others = seats - 1;
    const lone = others % 2 === 1;
    const rows = (others - (lone ? 1 : 0)) / 2;
    if (lone && i === rows + 1) return { spot: { x: 50, y: 13 }, side: 'top' };
    const left = i <= rows;
    const row = left ? rows - i : i - rows - (lone ? 2 : 1); // from the top
    const first = [0, 30, 21, 16, 12][rows] ?? 12;
    const last = [0, 0, 62, 60, 71.5][rows] ?? 71.5;
    const y = rows === 1 ? first : first + ((last - first) * row) / (rows - 1);
    const x = rows === 1 ? 18 : 14.5; // with room between them, words of seats need not be cut
    return { spot: { x: left ? x : 100 - x, y }, side: left ? 'left' : 'right' };
}

export function place(seats: number, i: number): Place {
    const { spot, side } = tall(seats, i);
    return { wide: wide(seats, i), wide_bet: wideBet(seats, i), tall: spot, tall_side: side };
}

/** Which place a seat has when `viewer` sits at the bottom. */
export function placeOf(seats: number, viewer: Seat, seat: Seat): number {
    return (((seat - viewer) % seats) + seats) % seats;
}
