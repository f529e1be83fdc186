// hand.test.ts -- hands told event by event: who has what in front, which pots there are, who won why.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEvent, endHand, handFromSnapshot, seatOf, startHand, voidHand } from '../src/model/hand';
import type { Hand } from '../src/model/types';
import type { Card, HandEvent, Seat, Snapshot } from '../src/protocol';
import { chipsOf } from './frames';

const deal = (game: string, ...stacks: number[]): Hand => startHand({
    hand_id: 'H-1', hand_number: 1, game, button: 0, stacks: stacks.map((stack, seat) => ({ seat, stack })),
});

/** Plays events; no chip may be lost on the way. */
function after(hand: Hand, ...events: HandEvent[]): Hand {
    return events.reduce((before, event) => {
        const next = applyEvent(before, event);
        assert.equal(chipsOf(next), chipsOf(before), `${event.ev} loses no chips`);
        return next;
    }, hand);
}

const blinds = (sb_seat: Seat, bb_seat: Seat): HandEvent => ({ ev: 'POST_BLINDS', sb_seat, bb_seat, sb: 1, bb: 2 });
const bet = (seat: Seat, amount: number, to: number, all_in = false): HandEvent =>
    ({ ev: 'BET', seat, amount, to, all_in });
const call = (seat: Seat, amount: number, to: number, all_in = false): HandEvent =>
    ({ ev: 'CALL', seat, amount, to, all_in });
const fold = (seat: Seat): HandEvent => ({ ev: 'FOLD', seat });
const check = (seat: Seat): HandEvent => ({ ev: 'CHECK', seat });
const flop: HandEvent = { ev: 'FLOP', cards: ['7h', 'Td', '4s'] };
const show = (seat: Seat, name: string, run?: number): HandEvent =>
    ({ ev: 'SHOWDOWN', seat, hand: ['Ah', 'Kh'], board: [], rank: 'pair', name, run });
const win = (seat: Seat, amount: number, pot = 0, run?: number): HandEvent =>
    ({ ev: 'POT_AWARD', seat, amount, pot, run });
const front = (hand: Hand): number[] => hand.seats.map((seat) => seat.committed);
const cards = (hand: Hand, seat: Seat): (Card | null)[] => seatOf(hand, seat)?.cards.map((held) => held.card) ?? [];

describe('stakes', () => {
    it('blinds lie in front of their seats until the flop, then they are the pot', () => {
        const before = after(deal('NT', 100, 100, 100), blinds(1, 2), call(0, 2, 2), call(1, 1, 2), check(2));
        assert.deepEqual(front(before), [2, 2, 2]);
        assert.deepEqual(before.pots, [], 'nothing is collected yet');
        assert.equal(before.pot, 6);
        const next = after(before, flop);
        assert.deepEqual(front(next), [0, 0, 0]);
        assert.deepEqual(next.pots, [{ name: 'main pot', amount: 6, seats: [0, 1, 2] }]);
        assert.equal(next.phase, 'FLOP');
        assert.equal(next.current_bet, 0);
    });

    it('the first bet of a street is a bet, the next a raise', () => {
        const hand = after(deal('NT', 100, 100), blinds(0, 1), call(0, 1, 2), check(1), flop,
            bet(1, 4, 4), bet(0, 12, 12));
        assert.deepEqual(hand.seats.map((seat) => seat.last), ['raises to 12', 'bets 4']);
        const first = after(deal('NT', 100, 100), blinds(0, 1), bet(0, 5, 6));
        assert.equal(seatOf(first, 0)?.last, 'raises to 6', 'a blind was bet already');
    });

    it('an ante is no stake of the street', () => {
        const hand = after(deal('F7S', 100, 100), { ev: 'ANTE', seat: 0, amount: 1, all_in: false },
            { ev: 'ANTE', seat: 1, amount: 1, all_in: false });
        assert.deepEqual(front(hand), [0, 0]);
        assert.deepEqual(hand.pots.map((pot) => pot.amount), [2]);
        const opened = after(hand, { ev: 'BRING_IN', seat: 1, amount: 1, to: 1, all_in: false });
        assert.deepEqual(front(opened), [0, 1]);
        assert.equal(seatOf(opened, 1)?.last, 'brings in 1');
    });

    it('who comes late posts a blind of his own', () => {
        const hand = after(deal('NT', 100, 100, 100, 100), blinds(1, 2), { ev: 'POST_BLINDS', bb_seat: 0, bb: 2 });
        assert.deepEqual(front(hand), [2, 1, 2, 0]);
        assert.equal(seatOf(hand, 0)?.last, 'posts 2');
    });

    it('the card that Courchevel shows first leaves the blinds where they are', () => {
        const hand = after(deal('PC', 100, 100), blinds(0, 1), { ev: 'FLOP', cards: ['7h'] });
        assert.deepEqual(front(hand), [1, 2]);
        assert.equal(hand.phase, 'PRE_FLOP');
        const next = after(hand, call(0, 1, 2), check(1), { ev: 'FLOP', cards: ['Td', '4s'] });
        assert.deepEqual(front(next), [0, 0]);
        assert.deepEqual(next.boards, [['7h', 'Td', '4s']]);
        assert.equal(next.phase, 'FLOP');
    });
});

describe('pots', () => {
    const three = after(deal('NT', 50, 100, 200), blinds(1, 2),
        bet(0, 50, 50, true), bet(1, 99, 100, true), bet(2, 198, 200, true),
        { ev: 'RETURN', seat: 2, amount: 100 }, flop);

    it('two short stacks make a main pot and a side pot; what nobody can call goes back', () => {
        assert.deepEqual(three.pots, [
            { name: 'main pot', amount: 150, seats: [0, 1, 2] },
            { name: 'side pot 1', amount: 100, seats: [1, 2] },
        ]);
        assert.equal(three.pot, 250);
        assert.equal(seatOf(three, 2)?.stack, 100);
        assert.deepEqual(three.seats.map((seat) => seat.all_in), [true, true, false]);
    });

    it('each pot is won by itself, and named in the award', () => {
        const hand = after(three, show(0, 'flush, ace high'), show(1, 'two pair'), show(2, 'pair of tens'),
            win(0, 150, 0), win(1, 100, 1));
        assert.deepEqual(hand.awards, [
            { seat: 0, amount: 150, pot: 'main pot', run: 0, why: 'flush, ace high' },
            { seat: 1, amount: 100, pot: 'side pot 1', run: 0, why: 'two pair' },
        ]);
        assert.deepEqual(hand.seats.map((seat) => seat.stack), [150, 100, 100]);
        assert.equal(hand.pot, 0);
    });

    it('what a folded seat paid stays in the layers it reaches', () => {
        const hand = after(deal('NT', 20, 100, 100), blinds(1, 2),
            bet(0, 20, 20, true), call(1, 19, 20), bet(2, 58, 60), fold(1),
            { ev: 'RETURN', seat: 2, amount: 40 }, flop);
        assert.deepEqual(hand.pots, [{ name: 'main pot', amount: 60, seats: [0, 2] }]);
    });

    it('a missed small blind is dead: everybody plays for it, nobody must match it', () => {
        const hand = after(deal('NT', 100, 100, 100), { ev: 'ANTE', seat: 0, amount: 1, all_in: false }, blinds(1, 2),
            { ev: 'POST_BLINDS', bb_seat: 0, bb: 2 }, check(0), call(1, 1, 2), check(2), flop);
        assert.deepEqual(hand.pots, [{ name: 'main pot', amount: 7, seats: [0, 1, 2] }]);
    });

    it('an ante that one cannot pay in full is matched in part', () => {
        const hand = after(deal('F7S', 1, 100, 100), { ev: 'ANTE', seat: 0, amount: 1, all_in: true },
            { ev: 'ANTE', seat: 1, amount: 4, all_in: false }, { ev: 'ANTE', seat: 2, amount: 4, all_in: false });
        assert.deepEqual(hand.pots.map((pot) => [pot.amount, pot.seats]), [[3, [0, 1, 2]], [6, [1, 2]]]);
    });

    it('the house takes its rake from the pot', () => {
        const hand = after(three, { ev: 'RAKE', amount: 9 });
        assert.deepEqual(hand.pots.map((pot) => pot.amount), [141, 100]);
    });
});

describe('cards', () => {
    const five: HandEvent = { ev: 'DEAL', seat: 0, count: 5, cards: ['Ah', 'Ad', 'Ks', '4s', '8c'] };

    it('new cards lie in the places of those thrown away', () => {
        const dealt = after(deal('F2L3D', 100, 100), five);
        const thrown = after(dealt, { ev: 'DISCARD', seat: 0, count: 2, cards: ['Ad', '8c'] });
        assert.deepEqual(cards(thrown, 0), ['Ah', 'Ks', '4s'], 'until they come the hand is short');
        const drawn = after(thrown, { ev: 'DRAW', seat: 0, count: 2, cards: ['2c', '3c'] });
        assert.deepEqual(cards(drawn, 0), ['Ah', '2c', 'Ks', '4s', '3c']);
    });

    it('when the deck runs out, the rest comes after the shuffle', () => {
        const hand = after(deal('F2L3D', 100, 100), five,
            { ev: 'DISCARD', seat: 0, count: 3, cards: ['Ah', 'Ks', '8c'] },
            { ev: 'DRAW', seat: 0, count: 1, cards: ['2c'] }, { ev: 'SHUFFLE', count: 9 },
            { ev: 'DRAW', seat: 0, count: 2, cards: ['3c', '5c'] });
        assert.deepEqual(cards(hand, 0), ['2c', 'Ad', '3c', '4s', '5c']);
    });

    it('of others only the number is known', () => {
        const hand = after(deal('F2L3D', 100, 100),
            { ev: 'DEAL', seat: 1, count: 5 }, { ev: 'DISCARD', seat: 1, count: 3 });
        assert.deepEqual(cards(hand, 1), [null, null]);
        assert.equal(cards(after(hand, { ev: 'DRAW', seat: 1, count: 3 }), 1).length, 5);
    });

    it('cards that are thrown away in pineapple do not come back', () => {
        const hand = after(deal('NTCP', 100, 100), { ev: 'DEAL', seat: 0, count: 3, cards: ['Ah', 'Kd', '2c'] },
            { ev: 'DISCARD', seat: 0, count: 1, cards: ['Kd'] });
        assert.deepEqual(cards(hand, 0), ['Ah', '2c']);
        assert.equal(hand.phase, 'DISCARD');
    });

    it('each draw is followed by a round of bets', () => {
        let hand = after(deal('FB', 100, 100), check(0));
        assert.equal(hand.phase, 'PRE_DRAW');
        for (const round of [1, 2, 3]) {
            hand = after(hand, { ev: 'DISCARD', seat: 0, count: 0 }, { ev: 'DISCARD', seat: 1, count: 0 });
            assert.equal(hand.phase, 'DRAW');
            hand = after(hand, check(0), check(1));
            assert.equal(hand.phase, `POST_DRAW_${round}`);
        }
    });

    it('stud: two down, one up, and so on; a new card ends the street', () => {
        const up = (seat: Seat, card: Card): HandEvent => ({ ev: 'DEAL', seat, count: 1, cards: [card], up: true });
        const third = after(deal('F7S/8', 100, 100), { ev: 'DEAL', seat: 0, count: 2, cards: ['2c', '7d'] },
            { ev: 'DEAL', seat: 1, count: 2 }, up(0, '3h'), up(1, 'Ks'));
        assert.deepEqual(seatOf(third, 1)?.cards, [
            { card: null, up: false }, { card: null, up: false }, { card: 'Ks', up: true },
        ]);
        assert.equal(third.phase, 'THIRD');
        const fourth = after(third, bet(1, 2, 2), call(0, 2, 2), up(0, '4h'), up(1, '9s'));
        assert.equal(fourth.phase, 'FOURTH');
        assert.deepEqual(front(fourth), [0, 0]);
        assert.equal(fourth.pots[0]?.amount, 4);
    });

    it('stud: when a hand is shown, one still sees which cards lay open', () => {
        const hand = after(deal('F7S', 100, 100), { ev: 'DEAL', seat: 1, count: 1 },
            { ev: 'DEAL', seat: 1, count: 1, cards: ['Kh'], up: true }, show(1, 'pair of kings'));
        assert.deepEqual(seatOf(hand, 1)?.cards, [{ card: 'Ah', up: false }, { card: 'Kh', up: true }]);
    });

    it('a card that the whole stud table shares lies in the middle', () => {
        const hand = after(deal('F7S', 100, 100), { ev: 'DEAL', count: 1, cards: ['5h'], up: true });
        assert.deepEqual(hand.boards, [['5h']]);
    });

    it('when all is dealt anew nobody has cards', () => {
        const hand = after(deal('F7SB', 100, 100), { ev: 'DEAL', seat: 0, count: 3 },
            bet(0, 2, 2), call(1, 2, 2), { ev: 'REDEAL' });
        assert.deepEqual(hand.seats.map((seat) => seat.cards.length), [0, 0]);
        assert.equal(hand.pots[0]?.amount, 4, 'what was bet stays bet');
    });
});

describe('two boards', () => {
    const agreed: HandEvent[] = [0, 1].map((seat) => ({ ev: 'ACTION', seat, action: 'RUNS', choice: 1 }));
    const hand = after(deal('NT', 100, 100), blinds(0, 1),
        bet(0, 99, 100, true), call(1, 98, 100, true), flop, ...agreed,
        { ev: 'TURN', card: '2c' }, { ev: 'RIVER', card: '3c' },
        { ev: 'TURN', card: '9h', run: 1 }, { ev: 'RIVER', card: 'Ts', run: 1 });

    it('share what was there when the players agreed', () => {
        assert.deepEqual(hand.boards, [['7h', 'Td', '4s', '2c', '3c'], ['7h', 'Td', '4s', '9h', 'Ts']]);
    });

    it('each is won by itself', () => {
        const won = after(hand, show(0, 'pair of tens'), show(1, 'pair of aces'), show(0, 'trip tens', 1),
            show(1, 'pair of aces', 1), win(1, 100, 0), win(0, 100, 0, 1));
        assert.deepEqual(won.awards.map(({ seat, run, why }) => [seat, run, why]),
            [[1, 0, 'pair of aces'], [0, 1, 'trip tens']]);
        assert.equal(seatOf(won, 0)?.shown?.length, 2);
    });
});

describe('reasons', () => {
    const pot = after(deal('PO/8', 100, 100, 100), blinds(1, 2),
        call(0, 2, 2), bet(1, 39, 40), call(2, 38, 40), call(0, 38, 40), flop);
    const why = (hand: Hand): string[] => hand.awards.map((award) => award.why);

    it('everybody else folded', () => {
        const hand = after(deal('NT', 100, 100), blinds(0, 1), fold(0),
            { ev: 'RETURN', seat: 1, amount: 1 }, win(1, 2));
        assert.deepEqual(why(hand), ['everybody else folded']);
    });

    it('one has the high hand, another the low', () => {
        const hand = after(pot, show(0, 'flush, king high'), show(1, 'pair of fours; 8-6-4-3-A low'),
            win(0, 60), win(1, 60));
        assert.deepEqual(why(hand), ['high: flush, king high', 'low: 8-6-4-3-A']);
    });

    it('both have a low: the better one takes that half, also if it is told first', () => {
        const hand = after(pot, show(0, 'flush, king high; 8-7-4-3-A low'), show(1, 'pair of fours; 8-6-4-3-A low'),
            win(1, 60), win(0, 60));
        assert.deepEqual(why(hand), ['low: 8-6-4-3-A', 'high: flush, king high']);
    });

    it('one hand takes both halves', () => {
        const hand = after(pot, show(0, 'straight, five high; wheel: 5-4-3-2-A low'), show(1, 'pair of kings'),
            win(0, 120));
        assert.deepEqual(why(hand), ['high: straight, five high; low: wheel: 5-4-3-2-A']);
    });

    it('quartered: the same low twice, and one of them has the high too', () => {
        const hand = after(pot, show(0, 'flush, king high; 8-6-4-3-A low'), show(1, 'pair of fours; 8-6-4-3-A low'),
            win(0, 90), win(1, 30));
        assert.deepEqual(why(hand), ['high: flush, king high; low: 8-6-4-3-A', 'low: 8-6-4-3-A']);
    });

    it('on two boards each half of the pot has two halves of its own', () => {
        const runs = (seat: Seat): HandEvent => ({ ev: 'ACTION', seat, action: 'RUNS', choice: 1 });
        const hand = after(pot, runs(0), runs(1), runs(2), { ev: 'TURN', card: '2c' }, { ev: 'TURN', card: '9h', run: 1 },
            show(0, 'flush, king high; 8-6-4-3-A low'), show(1, 'pair of fours'),
            show(0, 'pair of kings; 8-6-4-3-A low', 1), show(1, 'two pair', 1),
            win(0, 60), win(0, 30, 0, 1), win(1, 30, 0, 1));
        assert.deepEqual(why(hand), ['high: flush, king high; low: 8-6-4-3-A', 'low: 8-6-4-3-A', 'high: two pair']);
    });

    it('the badugi of more cards is the better one', () => {
        const both = after(deal('FBA', 100, 100), blinds(0, 1), call(0, 1, 2), check(1),
            show(0, '9-6-4-3-2 low; three-card badugi, 3-2-A'),
            show(1, '8-6-4-3-2 low; four-card badugi, K-4-3-2'), win(1, 4));
        assert.deepEqual(why(both), ['low: 8-6-4-3-2; badugi: four-card badugi, K-4-3-2']);
    });

    it('the higher spade in the hole takes half of Chicago', () => {
        const hand = after(deal('F7SC', 100, 100), { ev: 'ANTE', seat: 0, amount: 2, all_in: false },
            { ev: 'ANTE', seat: 1, amount: 2, all_in: false }, show(0, 'pair of aces; ten of spades'),
            show(1, 'pair of kings; queen of spades'), win(0, 2), win(1, 2));
        assert.deepEqual(why(hand), ['high: pair of aces', 'spade: queen of spades']);
    });
});

describe('the end', () => {
    it('stacks are what the server says, and nothing lies there any more', () => {
        const hand = endHand(after(deal('NT', 100, 100), blinds(0, 1), fold(0)),
            [{ seat: 0, stack: 99 }, { seat: 1, stack: 101 }]);
        assert.deepEqual(hand.seats.map((seat) => [seat.stack, seat.committed]), [[99, 0], [101, 0]]);
        assert.ok(hand.over);
        assert.equal(hand.void_, '');
    });

    it('of a hand that does not count every chip is back', () => {
        const hand = voidHand(after(deal('NT', 100, 80), blinds(0, 1), bet(0, 99, 100, true)),
            'the server was restarted');
        assert.deepEqual(hand.seats.map((seat) => seat.stack), [100, 80]);
        assert.equal(hand.pot, 0);
        assert.equal(hand.void_, 'the server was restarted');
    });
});

describe('a snapshot', () => {
    const frame: Snapshot = {
        type: 'snapshot', table: 't', at: 0, seq: 5, at_hand_id: 'H-9', phase: 'FLOP', game: 'NT',
        blinds: { sb: 1, bb: 2, seats: 6, button: 0 }, community: ['7h', 'Td', '4s'], pot: 14, current_bet: 10,
        min_raise_increment: 10, next_actor: 0, time_ms_remaining: 9000,
        players: [
            { seat: 0, stack: 98, has_folded: false, committed: 0 },
            { seat: 1, stack: 88, has_folded: false, committed: 10 },
        ],
        history: [blinds(0, 1), { ev: 'DEAL', seat: 1, count: 2 }, { ev: 'DEAL', seat: 0, count: 2 },
            call(0, 1, 2), check(1), flop, bet(1, 10, 10)],
    };

    it('is the hand as its history tells it, with stacks from before', () => {
        const hand = handFromSnapshot(frame);
        const chips = hand.seats.map((seat) => [seat.start, seat.stack, seat.staked]);
        assert.deepEqual(chips, [[100, 98, 2], [100, 88, 12]]);
        assert.equal(seatOf(hand, 1)?.last, 'bets 10');
        assert.deepEqual(hand.pots.map((pot) => pot.amount), [4]);
        assert.deepEqual(cards(hand, 0), [null, null]);
    });

    it('adds up also if its history was cut off', () => {
        const hand = handFromSnapshot({ ...frame, history: frame.history.slice(0, 3), history_cut: true });
        const pots = hand.pots.reduce((sum, pot) => sum + pot.amount, 0);
        assert.equal(pots + 10, 14);
        assert.deepEqual(hand.boards, [['7h', 'Td', '4s']]);
    });
});
