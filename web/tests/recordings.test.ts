// recordings.test.ts -- hands of a real server, of every family of games, seen by players and by spectators: what the
// model sums up from events is what the server says of the same moment.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEvent, askedFor, startHand } from '../src/model/hand';
import { emptyRoom, receive } from '../src/model/room';
import { isScored, whatOf } from '../src/model/table';
import type { Hand, Narc, Room, Table } from '../src/model/types';
import type { Act, EndHand, Frame, Middle, Snapshot } from '../src/protocol';
import { chipsOf, golden, recordings } from './frames';

const tableOf = (room: Room, id: string): Table | undefined => room.tables.find((table) => table.id === id);

/** Every seat's chips and cards as we have them beside those that the server tells. */
function sameMiddle(hand: Hand, told: Middle): void {
    for (const player of told.players) {
        const seat = hand.seats.find((one) => one.seat === player.seat);
        assert.ok(seat, `seat ${player.seat} was dealt in`);
        const ours = { stack: seat.stack, committed: seat.committed, folded: seat.folded };
        assert.deepEqual(ours, { stack: player.stack, committed: player.committed, folded: player.has_folded });
        const shown = told.phase === 'SHOWDOWN' && seat.shown !== undefined; // then all of them lie open
        const up = seat.cards.filter((held) => held.up || shown).map((held) => held.card);
        if (player.up && !seat.folded && !hand.piles) assert.deepEqual(up, player.up, 'cards that lie open');
    }
    // a genome may put cards aside for a moment: its own word corrects our count
    if (!hand.piles && !hand.narc) assert.deepEqual(hand.boards[0], told.community, 'the board');
    if (hand.narc) sameNarc(hand.narc, told);
    if (told.second_community) assert.deepEqual(hand.boards[1], told.second_community, 'the second board');
    assert.equal(hand.pot, told.pot, 'the pot');
    assert.equal(hand.current_bet, told.current_bet, 'the highest stake');
    assert.equal(hand.phase, told.phase, 'the phase');
}

/** What Narc counts, as we counted it from events. */
function sameNarc(narc: Narc, told: Middle): void {
    assert.deepEqual(narc.up, told.community, 'cards that were turned up');
    assert.deepEqual(narc.down, told.down, 'cards face down that we know');
    for (const key of ['evidence', 'cover', 'heat', 'profit', 'score', 'hand', 'round', 'initiative'] as const) {
        // a holder is known as long as there is betting; before the first question nothing was told
        if (key === 'initiative' && told.phase === 'DECIDE') continue;
        assert.deepEqual(narc[key], told[key], key);
    }
}

function sameCards(hand: Hand, seat: number, hole: readonly string[]): void {
    if (hand.narc) { // the server's order is that of the catalogue
        assert.deepEqual([...hand.narc.hole].sort(), [...hole].sort(), 'own cards');
        return;
    }
    // of a pile that lies face down its owner sees nothing
    const cards = hand.seats.find((one) => one.seat === seat)?.cards.map((held) => held.card)
        .filter((card) => card !== null || !hand.piles);
    assert.deepEqual(cards, hole, 'own cards, each in its place');
}

function potsAddUp(hand: Hand): void {
    const stakes = hand.seats.reduce((sum, seat) => sum + seat.committed, 0);
    const pots = hand.pots.reduce((sum, pot) => sum + pot.amount, 0);
    assert.equal(pots + stakes, hand.pot, 'pots and stakes are the pot');
    for (const pot of hand.pots) assert.ok(pot.amount >= 0 && pot.name !== '', 'a pot has chips and a name');
}

/** What is looked at around each frame. */
function check(before: Table | undefined, frame: Frame, after: Table | undefined): void {
    assert.notEqual(after?.gap, true, 'no frame is missing');
    const had = before?.hand;
    if (frame.type === 'act') checkAct(had, frame);
    if (frame.type === 'snapshot') checkSnapshot(had, frame, after?.hand);
    if (frame.type === 'end_hand') checkEnd(had, frame, after);
    if (frame.type === 'event' && had && after?.hand && !had.over) {
        assert.equal(chipsOf(after.hand), chipsOf(had), 'no chip is lost or made');
        potsAddUp(after.hand);
        if (frame.ev === 'SHOWDOWN') {
            assert.deepEqual(after.hand.boards[frame.run ?? 0], frame.board, 'the board that the hand is compared with');
        }
        if (frame.ev === 'POT_AWARD') {
            const pot = after.hand.pots[frame.pot];
            assert.ok(pot?.seats.includes(frame.seat), 'the pot is there, and its winner could win it');
        }
    }
}

function checkAct(had: Hand | undefined, frame: Act): void {
    assert.ok(had, 'who is asked has a hand');
    const what = whatOf(frame);
    const now = askedFor(had, what);
    // whether cards are exchanged or thrown away is told with the first of them
    sameMiddle(now, what === 'draw' ? { ...frame, phase: now.phase } : frame);
    sameCards(had, frame.seat, frame.you.hole);
}

function checkSnapshot(had: Hand | undefined, frame: Snapshot, after: Hand | undefined): void {
    assert.ok(after && after.id === frame.at_hand_id);
    sameMiddle(after, frame);
    potsAddUp(after);
    if (had && had.id === frame.at_hand_id && !had.over && had.number === after.number && !had.piles) {
        assert.deepEqual(after, { ...had, phase: after.phase }, 'the snapshot is the hand as we had it');
    }
}

function checkEnd(had: Hand | undefined, frame: EndHand, after: Table | undefined): void {
    if (!had || had.over || had.id !== frame.hand_id) return;
    assert.equal(had.pot, 0, 'the whole pot was won');
    for (const { seat, stack } of frame.stacks) {
        const ours: number | undefined = had.seats.find((one) => one.seat === seat)?.stack;
        // for the score all goes back to the seats of the table, and those of the hand keep what the game brought
        if (after && isScored(after)) assert.equal(after.hand?.seats.find((one) => one.seat === seat)?.stack, ours, `seat ${seat}, at the end`);
        else assert.equal(ours, stack, `what seat ${seat} has after the awards`);
        assert.equal(after?.seats[seat]?.stack, stack, `what seat ${seat} shows`);
    }
    assert.ok(had.awards.length > 0 && had.awards.every((award) => award.why !== ''), 'each award has its reason');
}

describe('what a server said, frame by frame', () => {
    for (const { name, frames } of [...golden(), ...recordings()]) {
        it(name, () => {
            let room = emptyRoom();
            for (const [i, frame] of frames.entries()) {
                const id = 'table' in frame ? frame.table ?? '' : '';
                const before = tableOf(room, id);
                const next = receive(room, frame, i);
                try {
                    check(before, frame, tableOf(next, id));
                } catch (error) {
                    throw new Error(`frame ${i + 1}, ${JSON.stringify(frame).slice(0, 300)}: ${String(error)}`);
                }
                room = next;
            }
        });
    }
});

describe('cards of others', () => {
    for (const { name, frames } of recordings().filter((one) => one.name.includes('spectator'))) {
        it(`${name}: hole cards are backs until they are shown`, () => {
            let room = emptyRoom();
            for (const frame of frames) {
                room = receive(room, frame, 0);
                for (const seat of room.tables[0]?.hand?.seats ?? []) {
                    const seen = seat.cards.filter((held) => held.card !== null && !held.up);
                    assert.ok(seen.length === 0 || seat.shown !== undefined);
                }
            }
        });
    }
});

describe('whatever comes', () => {
    it('an event of a seat that was not dealt in changes no chips', () => {
        const stacks = [{ seat: 0, stack: 9 }];
        const had = startHand({ hand_id: 'H-1', hand_number: 1, game: 'NT', button: 0, stacks });
        for (const ev of ['BET', 'CALL', 'BRING_IN'] as const) {
            assert.equal(chipsOf(applyEvent(had, { ev, seat: 5, amount: 5, to: 5, all_in: false })), 9);
        }
        assert.equal(chipsOf(applyEvent(had, { ev: 'POT_AWARD', seat: 5, amount: 5, pot: 0 })), 9);
    });

    for (const { name, frames } of recordings()) {
        it(`${name}: cut, doubled, mixed, nothing throws`, () => {
            let seed = 7;
            const random = (below: number): number => {
                seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
                return Math.floor((seed / 2 ** 32) * below);
            };
            for (let turn = 0; turn < 12; turn++) {
                let room = emptyRoom();
                const from = random(frames.length);
                const some = frames.slice(turn % 3 === 0 ? 0 : from, from + random(frames.length));
                for (const frame of some) {
                    const dice = random(20);
                    if (dice === 0) continue; // lost
                    room = receive(room, dice === 1 ? (frames[random(frames.length)] as Frame) : frame, turn);
                    if (dice === 2) room = receive(room, frame, turn);
                }
            }
        });
    }

    it('after a gap nothing is shown as if it were known, until the table is told anew', () => {
        const { frames } = recordings().find((one) => one.name === 'holdem.jsonl') ?? { frames: [] };
        const start = frames.findIndex((frame) => frame.type === 'start_hand');
        const lost = frames.findIndex((frame, i) => i > start && frame.type === 'event' && frame.ev !== 'DEAL');
        const some = frames.filter((_, i) => i !== lost).slice(0, lost + 10);
        const room = some.reduce((one, frame) => receive(one, frame, 0), emptyRoom());
        assert.equal(room.tables[0]?.gap, true);
        const again = frames.find((frame) => frame.type === 'table') as Frame;
        assert.equal(receive(room, again, 0).tables[0]?.gap, false);
    });
});
