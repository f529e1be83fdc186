// text.ts -- sentences of the dealer's log and of the live region.  Knows events and names, no page.
import type { Card, HandEvent, Seat } from '../protocol';
import { gameOf } from './games';
import { idText, marginText, outcomeText } from './narc';
import type { Chips, Hand, LogLine } from './types';

const rank_words: Readonly<Record<string, string>> = {
    2: 'deuce', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine', T: 'ten',
    J: 'jack', Q: 'queen', K: 'king', A: 'ace',
};
const suit_words: Readonly<Record<string, string>> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
const suit_signs: Readonly<Record<string, string>> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** "ace of hearts"; "red joker". */
export function cardText(card: Card): string {
    if (card === 'Jr') return 'red joker';
    if (card === 'Jb') return 'black joker';
    const rank = rank_words[card.charAt(0)];
    const suit = suit_words[card.charAt(1)];
    return rank && suit ? `${rank} of ${suit}` : card;
}

/** "A♥", "10♦"; jokers by name. */
export function cardSign(card: Card): string {
    const rank = card.charAt(0) === 'T' ? '10' : card.charAt(0);
    const suit = suit_signs[card.charAt(1)];
    return suit ? rank + suit : cardText(card);
}

export const cardSigns = (cards: readonly Card[]): string => cards.map(cardSign).join(' ');

/** A line of the log for a screen reader: signs become words. */
export function spoken(text: string): string {
    const back: Readonly<Record<string, string>> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };
    const words = text.replace(/(10|[2-9JQKA])([♣♦♥♠])/g, (_, rank: string, suit: string) =>
        cardText((rank === '10' ? 'T' : rank) + (back[suit] ?? '')));
    return words.replace(/( of (?:clubs|diamonds|hearts|spades)) (?=\w+ of )/g, '$1, ');
}

/** 12,345 */
export function chips(n: Chips): string {
    const [whole = '', rest] = Math.abs(n).toString().split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
    return (n < 0 ? '-' : '') + grouped + (rest ? `.${rest}` : '');
}

export const plural = (n: number, word: string): string => `${chips(n)} ${word}${n === 1 ? '' : 's'}`;

/** What a seat did, for the plate beside it and behind its name in the log: "raises to 12", "draws 2". */
export function didText(event: HandEvent, current_bet: Chips = 0): string {
    switch (event.ev) {
        case 'ANTE': return `ante ${chips(event.amount)}${allIn(event.all_in)}`;
        case 'BRING_IN': return `brings in ${chips(event.amount)}${allIn(event.all_in)}`;
        case 'BET':
            return (current_bet > 0 ? `raises to ${chips(event.to)}` : `bets ${chips(event.to)}`) + allIn(event.all_in);
        case 'CALL': return `calls ${chips(event.amount)}${allIn(event.all_in)}`;
        case 'CHECK': return 'checks';
        case 'FOLD': return 'folds';
        case 'DISCARD': return event.count === 0 ? 'stands pat' : `throws away ${event.count}`;
        case 'DRAW': return `draws ${event.count}`;
        case 'ACTION': return actionText(event.action, event.choice);
        default: return '';
    }
}

const allIn = (all_in: boolean): string => (all_in ? ', all in' : '');

function actionText(action: string, choice: number): string {
    switch (action) {
        case 'RUNS': return choice > 0 ? 'wants two boards' : 'wants one board';
        case 'SHOW': return 'shows';
        case 'MUCK': return 'does not show';
        case 'CONTINUE': return 'goes on';
        default: return action.toLowerCase().replace(/_/g, ' ');
    }
}

export interface Sentence { text: string; kind: LogLine['kind'] }

/** What the log says about a hand around an event: who sits where, whose cards are ours, the hand before and after. */
export interface Telling { name(seat: Seat): string; own?: Seat; before: Hand; after: Hand }

/** The sentence of an event, or null if it needs none. */
export function sayEvent(event: HandEvent, telling: Telling): Sentence | null {
    const { name } = telling;
    switch (event.ev) {
        case 'POST_BLINDS': return { text: blinds(event, name), kind: 'action' };
        case 'ANTE':
            if (telling.after.markers) return null; // nobody pays anything
            if (telling.after.narc) return did(event, name, `pays ${chips(event.amount)}`);
            return { text: `${name(event.seat)} ${anteText(event.amount, telling.after.game)}.`, kind: 'action' };
        case 'ACTION':
            if (event.action === 'SHOW') return null; // the cards follow
            return { text: `${name(event.seat)} ${didText(event)}.`, kind: 'action' };
        case 'BRING_IN': case 'BET': case 'CALL': case 'CHECK': case 'FOLD':
            return { text: `${name(event.seat)} ${didText(event, telling.before.current_bet)}.`, kind: 'action' };
        case 'DISCARD':
            if (telling.after.narc) return did(event, name, `loses ${named(event.count, event.cards)}`);
            return { text: `${name(event.seat)} ${discardText(event, telling)}.`, kind: 'action' };
        case 'DRAW':
            if (telling.after.piles) return did(event, name, `draws ${some(event.count, event.cards)}`);
            return event.cards && event.seat === telling.own
                ? { text: `New cards: ${cardSigns(event.cards)}.`, kind: 'action' } : null;
        case 'DEAL': return sayDeal(event, telling);
        case 'FLOP': return sayBoard(event.cards, event.run, telling);
        case 'TURN': case 'RIVER':
            return sayBoard(event.cards ?? (event.card === undefined ? [] : [event.card]), event.run, telling);
        case 'RETURN':
            return { text: `${name(event.seat)} gets back ${chips(event.amount)} uncalled.`, kind: 'action' };
        case 'SHUFFLE':
            return { text: `The deck is out: ${plural(event.count, 'card')} shuffled back into it.`, kind: 'street' };
        case 'REDEAL': return { text: 'All cards are dealt anew.', kind: 'street' };
        case 'RAKE': return { text: `The house takes ${chips(event.amount)}.`, kind: 'win' };
        case 'ELIMINATED': return { text: `${name(event.seat)} has no chips left.`, kind: 'win' };
        case 'SHOWDOWN': return sayShow(event, telling);
        case 'POT_AWARD': return sayAward(event, telling);
        default: return sayNarc(event, telling) ?? sayGenome(event, telling);
    }
}

const did = (event: { seat: Seat }, name: (seat: Seat) => string, words: string): Sentence =>
    ({ text: `${name(event.seat)} ${words}.`, kind: 'action' });

const some = (count: number, cards: readonly Card[] | undefined): string =>
    (cards?.length ? cardSigns(cards) : count === 1 ? 'a card' : plural(count, 'card'));

const suitWord = (suit: string): string => suit_words[suit] ?? suit;
const rankWord = (rank: string): string => `${rank_words[rank] ?? rank}s`.replace('sixs', 'sixes');

const places: Readonly<Record<string, string>> = {
    discards: '', table: ' to the table', pile: ' to the own pile', trick: '',
};

const named = (count: number, cards: readonly Card[] | undefined): string =>
    (cards?.length ? cards.map(idText).join(', ') : count === 1 ? 'a card' : plural(count, 'card'));

/** What happens in Narc, and nowhere else. */
function sayNarc(event: HandEvent, { name, after }: Telling): Sentence | null {
    if (!after.narc) return null;
    switch (event.ev) {
        case 'HAND': return { text: `Hand ${event.number} of the session.`, kind: 'street' };
        case 'ROUND': return { text: `Round ${event.round}: ${name(event.seat)} begins.`, kind: 'street' };
        case 'COMMIT': return did(event, name, `raises with ${named(event.count, event.cards)}, face down`);
        case 'STAY': return did(event, name, `stays with ${named(event.count, event.cards)}, face down`);
        case 'FLIP': return did(event, name, `turns up ${named(event.count, event.cards)}`);
        case 'INITIATIVE': return did(event, name, 'holds the initiative: the first raise of the round');
        case 'TALLY': {
            const margin = marginText(event.evidence, event.cover);
            const text = `Evidence ${event.evidence}, cover ${event.cover}: ${margin}. Profit ${event.profit}.`;
            return { text, kind: 'street' };
        }
        case 'OUTCOME': {
            const over = event.session_over ? ' The session is over.' : '';
            return { text: `${outcomeText(event.outcome)}: ${chips(event.banked)} banked.${over}`, kind: 'win' };
        }
        case 'SCORE': return { text: `The score is ${chips(event.score)}.`, kind: 'win' };
        default: return null;
    }
}

/** What happens in games that are more than betting. */
function sayGenome(event: HandEvent, { name }: Telling): Sentence | null {
    switch (event.ev) {
        case 'HAND': {
            const trump = event.trump ? ` Trumps are ${suitWord(event.trump)}.` : '';
            return { text: `Deal ${event.number}: ${name(event.seat)} begins.${trump}`, kind: 'street' };
        }
        case 'PLAY':
            return did(event, name, `plays ${some(event.count, event.cards)}${places[event.to] ?? ''}`);
        case 'TAKE': return did(event, name, `takes ${some(event.count, event.cards)}`);
        case 'GIVE': return did(event, name, `gives ${some(event.count, event.cards)} to ${name(event.other)}`);
        case 'SAY': return did(event, name, sayText(event, name));
        case 'SHOW': return did(event, name, `shows ${some(event.count, event.cards)}`);
        case 'SCORE': {
            const points = `${event.points > 0 ? '+' : ''}${plural(event.points, 'point')}`;
            return { text: `${name(event.seat)}: ${points}, ${chips(event.score)} in all.`, kind: 'action' };
        }
        case 'EFFECT':
            return { text: `${name(event.seat)}: ${(event.effect ?? '').replace(/_/g, ' ')}.`, kind: 'action' };
        case 'OUT': return { text: `${name(event.seat)} has no chips left.`, kind: 'win' };
        default: return null;
    }
}

function sayText(event: HandEvent & { ev: 'SAY' }, name: (seat: Seat) => string): string {
    if (event.suit !== undefined) return `names ${suitWord(event.suit)}`;
    if (event.rank !== undefined) return `says ${rankWord(event.rank)}`;
    if (event.number !== undefined) return `bids ${event.number}`;
    if (event.other !== undefined) return `asks ${name(event.other)}`;
    const said: Readonly<Record<string, string>> = {
        pass: 'passes', done: 'is done', doubt: 'does not believe it', believe: 'believes it', knock: 'knocks',
    };
    return said[event.word ?? ''] ?? `says ${event.word ?? 'something'}`;
}

/** A move for people: signs instead of letters, names instead of seats. "Play 7♥", "Ask Ada". */
export function moveText(move: string, name: (seat: Seat) => string): string {
    const text = move
        .replace(/\b[2-9TJQKA][cdhs]\b/g, cardSign)
        .replace(/\bseat (\d+)$/, (_, seat: string) => name(Number(seat)));
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Where blinds are posted, an ante may be a small blind that was missed: it only goes into the pot. */
function anteText(amount: Chips, code: string): string {
    const { blinds: posted, variant } = gameOf(code);
    const dead = posted && variant !== 'short-deck';
    return dead ? `pays ${chips(amount)} into the pot` : `pays an ante of ${chips(amount)}`;
}

function blinds(event: HandEvent & { ev: 'POST_BLINDS' }, name: (seat: Seat) => string): string {
    const what = event.sb_seat === undefined ? '' : 'the big blind of ';
    const big = `${name(event.bb_seat)} posts ${what}${chips(event.bb)}`;
    if (event.sb_seat === undefined || !event.sb) return `${big}.`;
    return `${name(event.sb_seat)} posts the small blind of ${chips(event.sb)}, ${big}.`;
}

function discardText(event: HandEvent & { ev: 'DISCARD' }, telling: Telling): string {
    if (event.count === 0) return 'stands pat';
    const cards = event.cards && event.seat === telling.own ? `: ${cardSigns(event.cards)}` : '';
    return (gameOf(telling.after.game).draws > 0 ? `draws ${event.count}` : `throws away ${event.count}`) + cards;
}

function sayDeal(event: HandEvent & { ev: 'DEAL' }, telling: Telling): Sentence | null {
    if (!event.cards || event.cards.length === 0) return null;
    if (telling.after.narc) {
        return event.seat === telling.own ? { text: `Your cards: ${named(event.count, event.cards)}.`, kind: 'street' } : null;
    }
    if (event.to !== undefined) return { text: `On the ${event.to}: ${cardSigns(event.cards)}.`, kind: 'street' };
    if (event.seat === undefined) return { text: `A card for everybody: ${cardSigns(event.cards)}.`, kind: 'street' };
    if (event.up) return { text: `${telling.name(event.seat)} gets ${cardSigns(event.cards)}.`, kind: 'street' };
    return event.seat === telling.own ? { text: `Your cards: ${cardSigns(event.cards)}.`, kind: 'street' } : null;
}

function sayBoard(cards: readonly Card[], run: number | undefined, telling: Telling): Sentence {
    const count = telling.after.boards[run ?? 0]?.length ?? 0;
    const size = gameOf(telling.after.game).board;
    const flop = count === 1 ? 'First card' : 'Flop';
    const street = size !== 5 ? 'Board' : count <= 3 ? flop : count === 4 ? 'Turn' : 'River';
    const which = run ? `Second board, ${street.toLowerCase()}` : street;
    return { text: `${which}: ${cardSigns(cards)}.`, kind: 'street' };
}

function sayShow(event: HandEvent & { ev: 'SHOWDOWN' }, telling: Telling): Sentence {
    const where = event.run ? ' on the second board' : '';
    return { text: `${telling.name(event.seat)} shows ${cardSigns(event.hand)}${where}: ${event.name}.`, kind: 'win' };
}

/** Of a game without chips: who has it all, and who has a part of it. */
export const wonGame = (hand: Hand, amount: Chips): string => (amount < hand.seats.length ? 'shares the game' : 'wins the game');

function sayAward(event: HandEvent & { ev: 'POT_AWARD' }, { name, after }: Telling): Sentence {
    const award = after.awards[after.awards.length - 1];
    if (after.markers) return { text: `${name(event.seat)} ${wonGame(after, event.amount)}.`, kind: 'win' };
    const several = after.pots.length > 1 && award ? ` from the ${award.pot}` : '';
    const where = after.boards.length > 1 ? (event.run ? ', second board' : ', first board') : '';
    const why = award?.why ? `: ${award.why}` : '';
    return { text: `${name(event.seat)} wins ${chips(event.amount)}${several}${where}${why}.`, kind: 'win' };
}

/** The first line of a hand. */
export function sayStart(hand: Hand, name: (seat: Seat) => string): string {
    if (hand.narc) return `${hand.number > 0 ? `Session ${chips(hand.number)}` : 'Session'}: Narc, ${hand.game} rules.`;
    const number = hand.number > 0 ? `Hand ${chips(hand.number)}` : 'Hand';
    return `${number}: ${gameOf(hand.game).title}. ${name(hand.button)} has the button.`;
}
