// text.test.ts -- sentences that people read and hear.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEvent, startHand } from '../src/model/hand';
import type { Hand } from '../src/model/types';
import { cardSign, cardText, chips, plural, sayEvent, sayStart, spoken } from '../src/model/text';
import type { HandEvent } from '../src/protocol';

const names = ['Ada', 'Bob', 'Cay'];
const deal = (game: string): Hand => startHand({
    hand_id: 'H-1', hand_number: 1, game, button: 0, stacks: names.map((_, seat) => ({ seat, stack: 1000 })),
});

/** What the log says, event by event. */
function tell(game: string, ...events: HandEvent[]): string[] {
    let before = deal(game);
    return events.flatMap((event) => {
        const after = applyEvent(before, event);
        const line = sayEvent(event, { name: (seat) => names[seat] ?? '?', own: 0, before, after });
        before = after;
        return line ? [line.text] : [];
    });
}

describe('cards', () => {
    it('have names', () => {
        assert.equal(cardText('Ah'), 'ace of hearts');
        assert.equal(cardText('Td'), 'ten of diamonds');
        assert.equal(cardText('2c'), 'deuce of clubs');
        assert.equal(cardText('Jr'), 'red joker');
        assert.equal(cardText('Jb'), 'black joker');
        assert.equal(cardText('Js'), 'jack of spades');
    });

    it('have signs, and a screen reader hears words', () => {
        assert.equal(cardSign('Td'), '10♦');
        assert.equal(cardSign('Jr'), 'red joker');
        assert.equal(spoken('Flop: 7♥ 10♦ 4♠.'), 'Flop: seven of hearts, ten of diamonds, four of spades.');
        assert.equal(spoken('Ada folds.'), 'Ada folds.');
    });
});

describe('numbers', () => {
    it('of chips have commas', () => {
        assert.deepEqual([0, 999, 1000, 12345, 1234567, -1500].map(chips),
            ['0', '999', '1,000', '12,345', '1,234,567', '-1,500']);
    });

    it('go with their words', () => {
        assert.deepEqual([plural(1, 'card'), plural(2, 'card')], ['1 card', '2 cards']);
    });
});

describe('a hand', () => {
    it('begins with its game; a session of Narc has rules and no button', () => {
        const begun = { hand_id: 'H-1', hand_number: 3, button: 0, stacks: [{ seat: 0, stack: 1 }] };
        assert.equal(sayStart(startHand({ ...begun, game: 'NT' }), () => 'Ada'), 'Hand 3: No-limit hold\'em. Ada has the button.');
        assert.equal(sayStart(startHand({ ...begun, game: 'house', narc: true }), () => 'Ada'), 'Session 3: Narc, house rules.');
    });

    it('of hold\'em', () => {
        assert.deepEqual(tell('NT',
            { ev: 'POST_BLINDS', sb_seat: 1, bb_seat: 2, sb: 1, bb: 2 },
            { ev: 'DEAL', seat: 1, count: 2 }, { ev: 'DEAL', seat: 0, count: 2, cards: ['Ah', 'Td'] },
            { ev: 'BET', seat: 0, amount: 1000, to: 1000, all_in: true },
            { ev: 'FOLD', seat: 1 }, { ev: 'CALL', seat: 2, amount: 998, to: 1000, all_in: true },
            { ev: 'FLOP', cards: ['7h', '7d', '4s'] }, { ev: 'TURN', card: '2c' }, { ev: 'RIVER', card: '3c' },
            { ev: 'SHOWDOWN', seat: 0, hand: ['Ah', 'Td'], board: [], rank: 'pair', name: 'pair of sevens' },
            { ev: 'ACTION', seat: 2, action: 'MUCK', choice: 0 },
            { ev: 'POT_AWARD', seat: 0, amount: 2001, pot: 0 }), [
            'Bob posts the small blind of 1, Cay posts the big blind of 2.',
            'Your cards: A♥ 10♦.',
            'Ada raises to 1,000, all in.', 'Bob folds.', 'Cay calls 998, all in.',
            'Flop: 7♥ 7♦ 4♠.', 'Turn: 2♣.', 'River: 3♣.',
            'Ada shows A♥ 10♦: pair of sevens.', 'Cay does not show.', 'Ada wins 2,001: pair of sevens.',
        ]);
    });

    it('of a draw game tells how many cards others take, and which are our own', () => {
        assert.deepEqual(tell('F2L3D',
            { ev: 'DISCARD', seat: 1, count: 0 }, { ev: 'DISCARD', seat: 2, count: 3 },
            { ev: 'DISCARD', seat: 0, count: 1, cards: ['Kh'] }, { ev: 'DRAW', seat: 0, count: 1, cards: ['2s'] },
            { ev: 'DRAW', seat: 2, count: 3 }), [
            'Bob stands pat.', 'Cay draws 3.', 'Ada draws 1: K♥.', 'New cards: 2♠.',
        ]);
    });

    it('of stud tells the cards that lie open', () => {
        assert.deepEqual(tell('F7S',
            { ev: 'ANTE', seat: 1, amount: 1, all_in: false },
            { ev: 'DEAL', seat: 1, count: 1, cards: ['3h'], up: true },
            { ev: 'BRING_IN', seat: 1, amount: 1, to: 1, all_in: false }), [
            'Bob pays an ante of 1.', 'Bob gets 3♥.', 'Bob brings in 1.',
        ]);
    });

    it('of hold\'em with a late player: the missed small blind only goes into the pot', () => {
        const said = tell('NT', { ev: 'ANTE', seat: 1, amount: 1, all_in: false },
            { ev: 'POST_BLINDS', bb_seat: 1, bb: 2 });
        assert.deepEqual(said, ['Bob pays 1 into the pot.', 'Bob posts 2.']);
    });

    it('with two boards says which', () => {
        const said = tell('NT', { ev: 'FLOP', cards: ['7h', '7d', '4s'] },
            { ev: 'ACTION', seat: 0, action: 'RUNS', choice: 1 },
            { ev: 'TURN', card: '2c' }, { ev: 'TURN', card: '9c', run: 1 });
        assert.deepEqual(said.slice(1), ['Ada wants two boards.', 'Turn: 2♣.', 'Second board, turn: 9♣.']);
    });
});
