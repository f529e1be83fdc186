// walk.ts -- a recorded hand -> its events, as the server told them.  A record names what was done and not what it
// moved: the chips are followed here.  Who wins is not known yet.
import type { Card, HandEvent, Seat } from '../protocol';
import { describe } from './evaluate';
import { gameOf } from './games';
import { tidy, type Deed, type Recorded } from './phh';
import type { Chips } from './types';

/** Seats while the chips are followed. */
interface Place { seat: Seat; stack: Chips; bet: Chips; paid: Chips; dealt: number; thrown: number; folded: boolean }

export class Walker {
    readonly events: HandEvent[] = [];
    readonly shown = new Map<Seat, Card[]>();
    private readonly places: Place[];
    private readonly boards: Card[][] = [[]];
    private readonly common: number;
    private high = 0;           // the highest bet of this street
    private acted = false;      // somebody did something on it
    private runs_told = false;
    private queen = false;      // the last card up was a queen: the next one names the wild rank
    wild: string | undefined;
    error = '';                 // what cannot have happened: the record is not of this game

    constructor(private readonly hand: Recorded) {
        this.places = hand.seats.map((seat, i) => ({
            seat, stack: hand.stacks[i]!, bet: 0, paid: 0, dealt: 0, thrown: 0, folded: false,
        }));
        const cards = hand.deeds.reduce((sum, deed) => sum + (deed.do === 'board' ? deed.cards.length : 0), 0);
        this.common = 2 * gameOf(hand.code).board - cards;
        this.wild = gameOf(hand.code).wild === 'follow-queen' && !hand.odd_wild ? '' : undefined;
    }

    walk(): void {
        this.post();
        for (const deed of this.hand.deeds) {
            this.verify(deed);
            if (this.error) return;
            this.take(deed);
        }
        this.closeStreet();
    }

    /** More cards than the game has would be nonsense to show, and endless work to compare. */
    private verify(deed: Deed): void {
        const info = gameOf(this.hand.code);
        const count = 'cards' in deed ? deed.cards.length : 0;
        const most = info.family === 'stud' ? 1 : info.board;
        const place = deed.do === 'board' ? undefined : this.places[deed.player]!;
        const on_board = this.boards.reduce((sum, board) => sum + board.length, 0) - (this.boards[1] ? this.common : 0);
        if (deed.do === 'board' && on_board + count > most * (this.hand.two_boards ? 2 : 1))
            this.error = 'the board has more cards than this game deals';
        if (deed.do === 'deal' && (place!.thrown > 0 ? count !== place!.thrown : place!.dealt + count > info.hole))
            this.error = 'somebody gets more cards than this game deals';
        if ((deed.do === 'show' || deed.do === 'discard') && count > info.hole)
            this.error = 'somebody has more cards than this game deals';
    }

    /** Chips from a stack to the table, as many as there are. */
    private pay(place: Place, wanted: Chips): Chips {
        const amount = tidy(Math.max(0, Math.min(wanted, place.stack)));
        place.stack = tidy(place.stack - amount);
        return amount;
    }

    private ante(place: Place, wanted: Chips, matched: boolean): void {
        const amount = this.pay(place, wanted);
        if (matched) place.paid = tidy(place.paid + amount);
        if (amount) this.events.push({ ev: 'ANTE', seat: place.seat, amount, all_in: place.stack === 0 });
    }

    private post(): void {
        const { antes, dead, blinds } = this.hand;
        this.places.forEach((place, i) => this.ante(place, antes[i]!, true));
        this.places.forEach((place, i) => this.ante(place, dead[i]!, false));
        // Heads-up the button, the second player, has the small blind.
        const order = this.places.length === 2 ? [1, 0] : this.places.map((_, i) => i);
        const posts = order.filter((i) => blinds[i]! > 0).map((i) => {
            const place = this.places[i]!;
            return { seat: place.seat, blind: blinds[i]!, amount: this.bet(place, blinds[i]!) };
        });
        const [small, big] = posts;
        const pair = small && big && small.blind < big.blind;
        if (pair)
            this.events.push({
                ev: 'POST_BLINDS', sb_seat: small.seat, bb_seat: big.seat, sb: small.amount, bb: big.amount,
            });
        for (const { seat, amount } of posts.slice(pair ? 2 : 0))
            if (amount) this.events.push({ ev: 'POST_BLINDS', bb_seat: seat, bb: amount });
        this.high = Math.max(0, ...blinds); // a short blind counts in full
    }

    /** Chips in front of a seat; returns how many. */
    private bet(place: Place, wanted: Chips): Chips {
        const amount = this.pay(place, wanted);
        place.bet = tidy(place.bet + amount);
        place.paid = tidy(place.paid + amount);
        return amount;
    }

    /** What nobody has matched goes back, and a new street begins. */
    private closeStreet(): void {
        const order = [...this.places].sort((a, b) => b.paid - a.paid);
        const [first, second] = order;
        const amount = tidy(first!.paid - second!.paid);
        if (amount > 0) {
            first!.stack = tidy(first!.stack + amount);
            first!.paid = second!.paid;
            this.events.push({ ev: 'RETURN', seat: first!.seat, amount });
        }
        for (const place of this.places) place.bet = 0;
        this.high = 0;
        this.acted = false;
    }

    private take(deed: Deed): void {
        if (deed.do === 'board') return this.board(deed.cards);
        const place = this.places[deed.player]!;
        switch (deed.do) {
        case 'deal': return this.deal(place, deed.cards);
        case 'discard': return this.discard(place, deed.cards);
        case 'show': return this.show(place, deed.cards);
        case 'raise': return this.move('BET', place, tidy(deed.to - place.bet));
        case 'bring_in': return this.move('BRING_IN', place, this.hand.bring_in);
        case 'call': return this.move('CALL', place, tidy(this.high - place.bet));
        case 'fold':
            place.folded = this.acted = true;
            this.events.push({ ev: 'FOLD', seat: place.seat });
        }
    }

    private move(ev: 'BET' | 'CALL' | 'BRING_IN', place: Place, wanted: Chips): void {
        const amount = this.bet(place, wanted);
        this.acted = true;
        this.high = Math.max(this.high, place.bet, ev === 'BRING_IN' ? this.hand.bring_in : 0);
        if (ev === 'CALL' && !amount) this.events.push({ ev: 'CHECK', seat: place.seat });
        else this.events.push({ ev, seat: place.seat, amount, to: place.bet, all_in: place.stack === 0 });
    }

    // ---- cards

    private deal(place: Place, cards: (Card | null)[]): void {
        const { family } = gameOf(this.hand.code);
        const known = cards.filter((card): card is Card => card !== null);
        const told = known.length ? { cards: known } : {};
        if (place.thrown > 0) {
            place.thrown = 0;
            this.events.push({ ev: 'DRAW', seat: place.seat, count: cards.length, ...told });
            return;
        }
        if (this.acted || (family === 'stud' && place.dealt >= 3)) this.closeStreet();
        if (family !== 'stud') {
            place.dealt += cards.length;
            this.events.push({ ev: 'DEAL', seat: place.seat, count: cards.length, ...told });
            return;
        }
        // Stud deals two down, four up, one down; a record may have several of them in one line.
        const split = Math.max(0, Math.min(cards.length, place.dealt < 2 ? 2 - place.dealt : place.dealt >= 6 ? 1 : 0));
        this.dealStud(place, cards.slice(0, split), false);
        this.dealStud(place, cards.slice(split), true);
    }

    private dealStud(place: Place, cards: (Card | null)[], up: boolean): void {
        if (!cards.length) return;
        const known = cards.filter((card): card is Card => card !== null);
        place.dealt += cards.length;
        this.events.push({
            ev: 'DEAL', seat: place.seat, count: cards.length,
            ...(known.length ? { cards: known } : {}), ...(up ? { up } : {}),
        });
        if (up) known.forEach((card) => this.follow(card));
    }

    /** The card that is dealt up next after a queen makes its rank wild; a later queen cancels that. */
    private follow(card: Card): void {
        if (this.wild === undefined) return;
        if (this.queen) this.wild = card[0] === 'Q' ? '' : card[0]!;
        else if (card[0] === 'Q') this.wild = '';
        this.queen = card[0] === 'Q';
    }

    private board(cards: Card[]): void {
        // The first card of Courchevel is dealt while the blinds lie there.
        if (this.acted || this.boards[0]!.length || gameOf(this.hand.code).variant.slice(0, 10) !== 'courchevel')
            this.closeStreet();
        if (gameOf(this.hand.code).family === 'stud') {
            this.boards[0]!.push(...cards);
            this.events.push({ ev: 'DEAL', count: cards.length, cards, up: true });
            cards.forEach((card) => this.follow(card));
            return;
        }
        if (this.hand.two_boards && !this.runs_told && this.boards[0]!.length === this.common) this.tellRuns();
        const second = this.runs_told && this.boards[0]!.length >= gameOf(this.hand.code).board;
        if (second && !this.boards[1]) this.boards.push(this.boards[0]!.slice(0, this.common));
        const board = this.boards[second ? 1 : 0]!;
        board.push(...cards);
        const ev = board.length <= 3 ? 'FLOP' : board.length === 4 ? 'TURN' : 'RIVER';
        this.events.push({ ev, cards, ...(second ? { run: 1 } : {}) });
    }

    private tellRuns(): void {
        this.runs_told = true;
        for (const place of this.places)
            if (!place.folded) this.events.push({ ev: 'ACTION', seat: place.seat, action: 'RUNS', choice: 1 });
    }

    private discard(place: Place, cards: (Card | null)[]): void {
        if (this.acted) this.closeStreet();
        const known = cards.filter((card): card is Card => card !== null);
        place.thrown = gameOf(this.hand.code).draws > 0 ? cards.length : 0;
        const told = known.length ? { cards: known } : {};
        this.events.push({ ev: 'DISCARD', seat: place.seat, count: cards.length, ...told });
    }

    private show(place: Place, cards: (Card | null)[]): void {
        this.closeStreet();
        const hand = cards.filter((card): card is Card => card !== null);
        if (!hand.length || hand.length < cards.length) {
            this.events.push({ ev: 'ACTION', seat: place.seat, action: 'MUCK', choice: 0 });
            return;
        }
        this.shown.set(place.seat, hand);
        this.boards.forEach((board, run) => {
            const said = this.hand.odd_wild ? null : describe(this.hand.code, hand, board, this.wild);
            this.events.push({
                ev: 'SHOWDOWN', seat: place.seat, hand, board, rank: '', name: said?.name ?? 'as it lies',
                ...(run ? { run } : {}),
            });
        });
    }
}
