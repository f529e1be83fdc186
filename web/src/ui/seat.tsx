// seat.tsx -- one place at the table: who sits there, cards, chips, clock, what was done and what it won.  It shows
// values and decides nothing; where it stands is felt.tsx's business.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { createContext } from 'preact';
import { chips } from '../model/text';
import type { Card, Clock, Hand, HandSeat, Seat, TableSeat } from '../model/types';
import { CardBack, CardFace, type Size } from './card';
import { tallyText } from './genome';

/** How amounts are written: chips, or big blinds for those who like them. */
export const Money = createContext<(amount: number) => string>(chips);

/** Own cards that can be touched: which are chosen, and what touching one does. */
export interface Picking { picked: ReadonlySet<number>; onPick: (index: number) => void }

export interface SeatProps {
    seat: Seat;
    at_table: TableSeat | null;
    own: boolean;           // the viewer's: large cards
    hand?: Hand;
    in_hand?: HandSeat;
    clock?: Clock;
    plays?: Card[];         // those that make the hand, when it is shown
    note?: string;          // a line below, where no showdown says something
    picking?: Picking;
    chips?: 'table' | 'game' | 'none'; // those of the table, those that the game counts until the next one begins, or none
    onSit?: () => void;
    onPerson?: () => void;  // touching the name: there is somebody to do something about
}

const icons: Record<string, { path: string; says: string }> = {
    house: { path: 'M8 1.5L1 8h2v6h4v-4h2v4h4V8h2z', says: 'house player' },
    guest: {
        path: 'M8 1a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zm0 1.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z'
            + 'M2 15c0-3.5 2.5-6 6-6s6 2.5 6 6z',
        says: 'guest',
    },
    bot: { path: 'M7.2 0h1.6v3H14v11H2V3h5.2zM5 6v3h2V6zm4 0v3h2V6zm-4 5v1.5h6V11z', says: 'bot' },
    admin: { path: 'M8 0l2.2 5.2L16 5.7l-4.4 3.7L13 15l-5-3-5 3 1.4-5.6L0 5.7l5.8-.5z', says: 'operator' },
};

export function Badge({ at_table }: { at_table: TableSeat }) {
    const icon = icons[at_table.bot ? 'bot' : at_table.kind ?? ''];
    if (!icon) return null;
    return (
        <span class="seat-badge" title={icon.says}>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d={icon.path} /></svg>
            <span class="unseen">{icon.says}</span>
        </span>
    );
}

/** A name that is too long loses its middle: numbers at its end tell one house player or guest from the next. */
export function Name({ name }: { name: string }) {
    const tail = /\d{1,5}$/.exec(name)?.[0] ?? '';
    return (
        <span class="seat-name-whole" title={name}>
            <span class="seat-name-text">{name.slice(0, name.length - tail.length)}</span>
            {tail && <span>{tail}</span>}
        </span>
    );
}

/** A chip whose pattern and colour go by its size. */
export function Chip({ amount }: { amount: number }) {
    const value = amount >= 500 ? 5 : amount >= 100 ? 4 : amount >= 25 ? 3 : amount >= 5 ? 2 : 1;
    return (
        <svg class={`chip chip-${value}`} viewBox="0 0 20 20" aria-hidden="true">
            <circle class="chip-body" cx="10" cy="10" r="9" />
            <circle class="chip-edge" cx="10" cy="10" r="7.5" pathLength="12" />
            <circle class="chip-ring" cx="10" cy="10" r="4.8" />
        </svg>
    );
}

/** Without chips, and no hand left that could bring some.  The server need not say so: it follows from the stack. */
export function isBroke(seat: TableSeat, in_hand: HandSeat | undefined, over: boolean): boolean {
    if (seat.state === 'broke') return true;
    return seat.stack === 0 && seat.state !== 'buying' && (over || !in_hand);
}

/** What keeps a seat from playing, in a word; '' if nothing does. */
export function stateWord(seat: TableSeat | null, in_hand: HandSeat | undefined, over: boolean): string {
    if (in_hand && !over) {
        if (in_hand.folded) return 'folded';
        if (in_hand.all_in) return 'all-in';
    }
    if (!seat) return in_hand ? 'has left' : '';
    if (seat.state === 'buying') return 'sits down';
    if (isBroke(seat, in_hand, over)) return 'no chips';
    if (seat.state === 'leaving') return 'leaving';
    if (seat.state === 'out') return 'sits out';
    if (seat.connected === false) return 'away';
    if (seat.state === 'waiting') return 'waiting';
    return '';
}

/** Seconds that are left, as a number: for those who see no ring, or want no motion. */
export function Seconds({ until, in_bank }: { until: number; in_bank: boolean }) {
    const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const [seconds, setSeconds] = useState(left);
    useEffect(() => {
        setSeconds(left());
        const timer = setInterval(() => setSeconds(left()), 250);
        return () => clearInterval(timer);
    }, [until]);
    return (
        <span
            class={in_bank ? 'seat-seconds seat-bank number' : 'seat-seconds number'} aria-hidden="true"
            title={in_bank ? 'Time bank' : undefined}
        >
            {in_bank && 'bank '}{seconds}
        </span>
    );
}

/** A line around the plate that grows shorter; dashed while the time bank runs. */
export function Ring({ clock }: { clock: Clock }) {
    // once for each clock: a delay that changes would move an animation that runs
    const [gone] = useState(() => Math.max(0, Math.round(clock.total_ms - (clock.until - Date.now()))));
    return (
        <svg class={clock.in_bank ? 'seat-ring seat-ring-bank' : 'seat-ring'} aria-hidden="true">
            <rect class="seat-ring-under" x="1.5" y="1.5" rx="10" pathLength="100" />
            <rect
                class="seat-ring-line" x="1.5" y="1.5" rx="10" pathLength="100"
                style={{ '--total': `${clock.total_ms}ms`, '--gone': `-${gone}ms` }}
            />
        </svg>
    );
}

/** What the seat did last lies over its name for a moment. */
function Bubble({ text }: { text: string | undefined }) {
    const [shown, setShown] = useState<{ text: string; nth: number } | null>(null);
    const nth = useRef(0);
    const first = useRef(true);
    useEffect(() => {
        if (first.current) {
            first.current = false; // what was done before we came is no news
            return;
        }
        setShown(text ? { text, nth: ++nth.current } : null);
    }, [text]);
    if (!shown) return null;
    return <span class="seat-bubble" key={shown.nth} aria-hidden="true">{shown.text}</span>;
}

interface Laid { card: Card | null; up: boolean; at: number } // `at`: its place in the hand

/** What lies at a seat, from left to right.  Others' cards: first those face down, or first those that play, so that
 *  what one wants to read is together; own ones as they were dealt. */
function laid(own: boolean, in_hand: HandSeat, plays: Card[] | undefined): Laid[] {
    const shown = in_hand.shown?.[0]?.hand;
    // SHOWDOWN says the whole hand: what lay face down until then is told there
    const cards = shown && shown.length >= in_hand.cards.length
        ? shown.map((card, at) => ({ card, up: in_hand.cards[at]?.up ?? false, at }))
        : in_hand.cards.map((one, at) => ({ ...one, at }));
    if (own || cards.length < 6) return cards;
    const rank = (one: Laid) => (plays ? (one.card && plays.includes(one.card) ? 0 : 1) : one.up ? 1 : 0);
    return cards.slice().sort((a, b) => rank(a) - rank(b) || a.at - b.at);
}

/** How much of a card is seen beside the next one, as a part of its width: the more there are, the less. */
function seen(one: Laid, count: number, own: boolean, dim: boolean): number {
    if (own) return [1.04, 1.04, 1.04, 0.86, 0.72, 0.62, 0.54][count] ?? 0.48;
    if (one.card === null) return count <= 2 ? 0.62 : count <= 4 ? 0.42 : 0.24;
    if (count > 5) return dim ? 0.34 : 0.6;
    return [1.04, 1.04, 1.04, 0.8, 0.7, 0.62][count] ?? 0.6;
}

interface CardsProps { own: boolean; in_hand: HandSeat; plays?: Card[]; picking?: Picking }

function Cards({ own, in_hand, plays, picking }: CardsProps) {
    const cards = laid(own, in_hand, plays);
    const dim = (one: Laid) => plays !== undefined && one.card !== null && !plays.includes(one.card);
    const parts = cards.map((one) => seen(one, cards.length, own, dim(one)));
    const open = cards.some((one) => one.card !== null);
    const lift = own && cards.some((one) => one.up) && !in_hand.shown; // what others see of the own hand
    const size: Size = own ? 'l' : 's';
    return (
        <div
            class={`hand seat-cards${open ? ' seat-cards-open' : ''}${own ? ' seat-cards-own' : ''}`}
            style={{ '--span': 1 + parts.slice(0, -1).reduce((sum, part) => sum + part, 0) }}
        >
            {cards.map((one, i) => {
                const face = one.card === null
                    ? <CardBack size={size} />
                    : <CardFace card={one.card} size={size} plays={plays?.includes(one.card)} dim={dim(one)} />;
                const place = `seat-card${lift && one.up ? ' seat-card-up' : ''}`;
                const style = { '--nth': i, '--before': i > 0 ? parts[i - 1] : 1 };
                const key = `${one.at}${one.card ?? ''}`;
                if (!picking || one.card === null) return <span class={place} style={style} key={key}>{face}</span>;
                const chosen = picking.picked.has(one.at);
                return (
                    <button
                        type="button" key={key} style={style} aria-pressed={chosen} title={`Key ${one.at + 1}`}
                        class={`${place} seat-card-pick${chosen ? ' seat-card-picked' : ''}`}
                        onClick={() => picking.onPick(one.at)}
                    >
                        {face}
                    </button>
                );
            })}
        </div>
    );
}

const told = /^(pair of \w+|two pair, [^,]+|(?:three|four) of a kind, [^,]+|high card, \w+|flush, \w+ high)/;

/** "two pair, kings and fours, ace kicker" without its kickers: what there is room for under a seat. */
export function shortName(name: string): string {
    return name.split('; ').map((half) => told.exec(half)?.[0] ?? half).join(' · ');
}

function Below({ in_hand, note, over }: { in_hand?: HandSeat; note?: string; over: boolean }) {
    const names = in_hand?.shown?.map((one) => shortName(one.name)) ?? [];
    const counted = tallyText(in_hand?.tally, in_hand?.cards.length ?? 0);
    const text = names.length > 0 ? [...new Set(names)].join(' / ')
        : counted ?? (over || !note ? undefined : shortName(note));
    if (!text) return null;
    const kind = counted && names.length === 0 ? 'seat-below seat-count' : 'seat-below';
    return <span class={kind} title={in_hand?.shown?.map((one) => one.name).join(' / ') ?? text}>{text}</span>;
}

function Free({ seat, onSit }: { seat: Seat; onSit?: () => void }) {
    if (!onSit) return <div class="seat-free seat-free-still"><span class="unseen">Seat {seat + 1} is free</span></div>;
    return (
        <button type="button" class="seat-free" onClick={onSit} aria-label={`Sit down at seat ${seat + 1}`}>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M8 3v10M3 8h10" /></svg>
            <span>Sit</span>
        </button>
    );
}

/** All of a seat in a sentence, for those who do not see it. */
function seatText(name: string, stack: string, word: string, clock: boolean, button: boolean): string {
    return [name, stack, word, button && 'dealer button', clock && 'to act'].filter(Boolean).join(', ');
}

export function SeatView(props: SeatProps) {
    const { seat, at_table, own, hand, in_hand, clock, plays, note, picking, chips: shown = 'table', onSit, onPerson } = props;
    const money = useContext(Money);
    if (!at_table && !in_hand) return <Free seat={seat} onSit={onSit} />;
    const over = hand?.over ?? true;
    const word = stateWord(at_table, in_hand, over);
    const stack = in_hand && (!over || shown === 'game') ? in_hand.stack : at_table?.stack ?? in_hand?.stack ?? 0;
    const counted = shown === 'none' || (shown === 'game' && !in_hand) ? '' : money(stack);
    const won = in_hand?.won ?? 0;
    const name = at_table?.name ?? `Seat ${seat + 1}`;
    const gone = in_hand?.folded || (word !== '' && word !== 'all-in');
    const cards = in_hand && in_hand.cards.length > 0 && (!in_hand.folded || own);
    const classes = [
        'seat', own && 'seat-own', gone && 'seat-gone', in_hand?.folded && 'seat-folded', clock && 'seat-turn',
        won > 0 && 'seat-won', word === 'all-in' && 'seat-allin',
    ];
    return (
        <section
            class={classes.filter(Boolean).join(' ')} data-seat={seat} data-state={word || 'playing'}
            aria-label={seatText(name, counted, word, clock !== undefined, hand?.button === seat)}
        >
            {cards && !(own && (hand?.piles || hand?.narc)) && <Cards own={own} in_hand={in_hand} plays={plays} picking={picking} />}
            <div class="seat-plate">
                {clock && <Ring clock={clock} key={`${clock.until}${clock.in_bank}`} />}
                <span class="seat-name">
                    {at_table && <Badge at_table={at_table} />}
                    <Name name={name} />
                </span>
                <span class="seat-stack number">
                    {counted && word !== 'no chips' && word !== 'sits down' && <span>{counted}</span>}
                    {word && <span class="seat-word">{word}</span>}
                    {clock && <Seconds until={clock.until} in_bank={clock.in_bank} />}
                    {won > 0 && <span class="seat-gain number">{shown === 'none' ? 'won' : `+${money(won)}`}</span>}
                </span>
                <Bubble text={in_hand && !over ? in_hand.last : undefined} />
                {onPerson && <button type="button" class="seat-person" aria-label={`About ${name}`} onClick={onPerson} />}
            </div>
            <Below in_hand={in_hand} note={note} over={over} />
        </section>
    );
}
