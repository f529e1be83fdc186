// narc_board.tsx -- a table of Narc seen from the front: three seats with what lies before them, the raises that all
// share, Evidence against Cover.  It knows no rules: names and effects are those of the catalogue that the server tells.
import type { ComponentChildren } from 'preact';
import { effectText, idText, marginText, raisesLeft, roleAt, roleTitle } from '../model/narc';
import { balance, laidBy, withdrawnOf, type Laid } from '../model/narc_totals';
import { chips, plural } from '../model/text';
import type { Clock, Hand, HandSeat, Narc, Seat, TableSeat } from '../model/types';
import { CardBack } from './card';
import { useDeck } from './narc_cards';
import { Badge, Name, Ring, Seconds, stateWord } from './seat';

const PIPS_MAX = 6;

/** Raises of the round: those that are left are full. */
export function Pips({ left, cap }: { left: number; cap: number }) {
    return (
        <span class="narc-pips">
            <span class="narc-pips-row" aria-hidden="true">
                {Array.from({ length: Math.min(cap, PIPS_MAX) }, (_, i) => (
                    <svg viewBox="0 0 12 16" key={i} class={i < left ? 'narc-pip narc-pip-left' : 'narc-pip'}>
                        <rect x="1" y="1" width="10" height="14" rx="2" />
                    </svg>
                ))}
            </span>
            <span>Raises left <b class="number">{left} of {cap}</b></span>
        </span>
    );
}

/** Evidence from the left against Cover from the right; where they meet is who is ahead. */
export function Balance({ narc }: { narc: Narc }) {
    const { evidence, cover } = narc;
    const behind = cover < evidence;
    const at = 100 - 100 * balance(evidence, cover);
    return (
        <div class={behind ? 'narc-balance narc-balance-behind' : 'narc-balance'}>
            <p class="narc-totals">
                <span>Evidence <b class="number">{evidence}</b></span>
                <span class={behind ? 'narc-behind' : 'narc-safe'}>{marginText(evidence, cover)}</span>
                <span>Cover <b class="number">{cover}</b></span>
            </p>
            <svg
                class={evidence + cover === 0 ? 'narc-bar narc-bar-empty' : 'narc-bar'} viewBox="0 0 100 8" preserveAspectRatio="none"
                aria-hidden="true"
            >
                <rect class="narc-bar-cover" x="0" y="0" width="100" height="8" />
                <rect class="narc-bar-evidence" x="0" y="0" width={evidence + cover === 0 ? 0 : at} height="8" />
                <rect class="narc-bar-even" x="49.6" y="0" width="0.8" height="8" />
            </svg>
        </div>
    );
}

function LaidCard({ laid }: { laid: Laid }) {
    const name = laid.card?.name ?? idText(laid.id);
    return (
        <li class={laid.counts ? 'narc-laid' : 'narc-laid narc-laid-past'} title={laid.card?.text}>
            <b>{name}</b>
            <span>{laid.counts ? (laid.card ? effectText(laid.card) : '') : 'no longer counts'}</span>
        </li>
    );
}

/** Cards that lie face down before a seat, on one another. */
function Down({ count }: { count: number }) {
    if (count === 0) return null;
    return (
        <span class="narc-down" role="img" aria-label={`${plural(count, 'card')} face down`}>
            {Array.from({ length: Math.min(count, 6) }, (_, i) => <CardBack key={i} size="s" class="narc-down-card" />)}
        </span>
    );
}

interface Place {
    seat: Seat; at_table: TableSeat | null; role: string; own: boolean; turn: boolean; clock?: Clock;
    in_hand?: HandSeat; laid: Laid[]; over: boolean; onSit?: () => void;
}

function Free({ seat, role, onSit }: { seat: Seat; role: string; onSit?: () => void }) {
    const words = role ? `the ${role}` : `seat ${seat + 1}`;
    if (!onSit) return <p class="narc-free muted">Free</p>;
    return (
        <button type="button" class="button narc-free" onClick={onSit}>
            {role ? `Sit down as ${words}` : `Sit down at ${words}`}
        </button>
    );
}

/** What a seat did, does or keeps it from playing, in a few words. */
function doesText({ at_table, in_hand, turn, over }: Place): string {
    const state = stateWord(at_table, in_hand, over);
    if (state) return state;
    if (turn) return 'to act';
    return over ? '' : in_hand?.last ?? '';
}

function SeatCard(place: Place) {
    const { seat, at_table, role, own, turn, clock, in_hand, laid, over, onSit } = place;
    const title = roleTitle(role);
    const name = at_table?.name ?? `Seat ${seat + 1}`;
    const does = doesText(place);
    const first = in_hand?.tally?.initiative === true && !over;
    const down = in_hand?.tally?.down ?? 0;
    const held = in_hand?.cards.length ?? 0;
    const deck = in_hand?.tally?.deck;
    const kinds = ['narc-seat', own && 'narc-seat-own', turn && 'narc-seat-turn', in_hand?.folded && !over && 'narc-seat-gone'];
    const says = [title, at_table ? name : 'free', own && 'you', does, first && 'holds the initiative', down && `${plural(down, 'card')} face down`];
    return (
        <li class={kinds.filter(Boolean).join(' ')} data-seat={seat} data-role={role} aria-label={says.filter(Boolean).join(', ')}>
            <div class="narc-plate">
                {clock && <Ring clock={clock} key={`${clock.until}${clock.in_bank}`} />}
                <span class="narc-role">{title || `Seat ${seat + 1}`}{own && name !== 'You' && <span class="narc-you"> you</span>}</span>
                {at_table ? (
                    <span class="narc-name">
                        <Badge at_table={at_table} /><Name name={name} />
                    </span>
                ) : <Free seat={seat} role={title} onSit={onSit} />}
                <span class="narc-does">
                    {does || ' '} {clock && <Seconds until={clock.until} in_bank={clock.in_bank} />}
                </span>
                {in_hand && !over && (
                    <span class="narc-held">
                        <Down count={down} />
                        <span class="muted">{held} in hand{deck !== undefined && `, ${deck} to draw`}</span>
                    </span>
                )}
                {first && <span class="narc-first" title="First raise of this round: may raise again after the answers">★ initiative</span>}
            </div>
            {laid.length > 0 && (
                <ul class="narc-laids" aria-label={`Cards of the ${title}, turned up`}>
                    {laid.map((one, i) => <LaidCard key={`${i}${one.id}`} laid={one} />)}
                </ul>
            )}
        </li>
    );
}

function Fact({ name, value, title }: { name: string; value: ComponentChildren; title?: string }) {
    return <div title={title}><dt>{name}</dt><dd class="number">{value}</dd></div>;
}

function Facts({ narc, rounds }: { narc: Narc; rounds: number }) {
    return (
        <dl class="narc-facts">
            <Fact name="Hand" value={narc.hand} />
            <Fact name="Round" value={`${narc.round} of ${rounds}`} />
            <Fact name="Profit" value={narc.profit} title="What the Player banks if the hand ends safe" />
            <Fact
                name="Heat" title="Of this hand, and of the run: the hotter, the better the Narc's deck"
                value={`${narc.heat} (run ${narc.run_heat}${narc.tier ? `, ${narc.tier}` : ''})`}
            />
            <Fact name="Score" value={chips(narc.score)} title="What the Player has banked; a bust costs 150" />
        </dl>
    );
}

export interface BoardProps {
    hand: Hand | undefined;
    game: string;
    seats: readonly (TableSeat | null)[];
    roles?: readonly string[];      // where each seat has its own
    viewer?: Seat;
    clock?: Clock;
    asked?: boolean;                // it is the viewer's turn, with or without a clock
    onSeat?: (seat: Seat) => void;
    children?: ComponentChildren;   // what lies over it
}

/** Seats in the order of a round, as far as roles are known. */
function orderOf(count: number, role: (seat: Seat) => string): Seat[] {
    const rank = ['narc', 'customer', 'player'];
    const seats = Array.from({ length: count }, (_, seat) => seat);
    return seats.every((seat) => role(seat)) ? seats.sort((a, b) => rank.indexOf(role(a)) - rank.indexOf(role(b))) : seats;
}

export function NarcBoard({ hand, game, seats, roles, viewer, clock, asked, onSeat, children }: BoardProps) {
    const narc = hand?.narc;
    const { cards, cap, rounds, order } = useDeck(game || undefined);
    const role = (seat: Seat): string => roleAt(narc, seat, roles, order, seats.length);
    const gone = hand ? withdrawnOf(hand) : new Set<string>();
    return (
        <div class="narc-board" data-hand={hand?.id}>
            {narc && (
                <div class="narc-top">
                    <Facts narc={narc} rounds={narc.rounds || rounds} />
                    <Pips left={raisesLeft(narc, cap)} cap={narc.cap || cap} />
                </div>
            )}
            <ol class="narc-seats" aria-label="Seats, in the order of a round">
                {orderOf(seats.length, role).map((seat) => (
                    <SeatCard
                        key={seat} seat={seat} at_table={seats[seat] ?? null} role={role(seat)} own={seat === viewer}
                        turn={clock ? clock.seat === seat : asked === true && seat === viewer} over={hand?.over ?? true}
                        clock={clock?.seat === seat ? clock : undefined}
                        in_hand={hand?.seats.find((one) => one.seat === seat)}
                        laid={narc ? laidBy(narc, role(seat), cards, gone) : []}
                        onSit={onSeat && (() => onSeat(seat))}
                    />
                ))}
            </ol>
            {narc ? <Balance narc={narc} /> : (
                <p class="narc-wait">A session begins when all three chairs are taken.</p>
            )}
            {children}
        </div>
    );
}
