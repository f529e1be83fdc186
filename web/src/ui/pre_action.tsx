// pre_action.tsx -- what the dock shows when the own seat is not asked: actions chosen ahead of the turn, who won what and
// why, the way back from sitting out, a seat to take.  The server holds what is chosen ahead (W5); the page shows
// what it says.
import { preselect, settings, sitOut } from '../actions';
import { isScored, nameAt } from '../model/table';
import { chips, wonGame } from '../model/text';
import type { Award, Hand, HandSeat, Mine, Table } from '../model/types';
import type { Preselect } from '../protocol';
import { isBroke } from './seat';

interface Way { what: Preselect; label: string; amount?: number }

/** What can be said ahead now, and what was said before, if that is something else. */
function waysOf(mine: Mine, hand: Hand, seat: HandSeat): Way[] {
    const price = Math.min(Math.max(0, hand.current_bet - seat.committed), seat.stack);
    const ways: Way[] = price === 0
        ? [
            { what: 'check_fold', label: 'Check/fold' },
            { what: 'check', label: 'Check' },
            { what: 'fold', label: 'Fold' },
        ]
        : [{ what: 'fold', label: 'Fold' }, { what: 'call', label: `Call ${chips(price)}`, amount: price }];
    const held = mine.preselect;
    const known = ways.some((way) => way.what === held && (held !== 'call' || way.amount === mine.preselect_amount));
    if (held === 'none' || known) return ways;
    const amount = mine.preselect_amount;
    const labels: Record<Preselect, string> = {
        none: '', check: 'Check', fold: 'Fold', check_fold: 'Check/fold', call: `Call ${chips(amount ?? 0)}`,
    };
    return [...ways, { what: held, label: labels[held], amount }];
}

function Preselects({ table, mine, hand, seat }: { table: Table; mine: Mine; hand: Hand; seat: HandSeat }) {
    const is = ({ what, amount }: Way) =>
        what === mine.preselect && (what !== 'call' || amount === mine.preselect_amount);
    const say = (way: Way) => void (is(way) ? preselect(table.id, 'none') : preselect(table.id, way.what, way.amount));
    return (
        <fieldset class="pre-action">
            <legend class="bar-text">When it is my turn</legend>
            <div class="pre-action-ways">
                {waysOf(mine, hand, seat).map((way) => (
                    <label class="button pre-action-way" key={`${way.what}${way.amount ?? ''}`}>
                        <input
                            type="checkbox" checked={is(way)}
                            onClick={(event) => {
                                event.preventDefault(); // it is checked when the server has it
                                say(way);
                            }}
                        />
                        {way.label}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

/** Awards of one seat for one reason from one pot and board are one line. */
function AwardLine({ table, award, several }: { table: Table; award: Award; several: boolean }) {
    if (table.hand?.markers) return <li class="award"><strong>{nameAt(table, award.seat)}</strong> {wonGame(table.hand, award.amount)}</li>;
    return (
        <li class="award">
            <strong>
                {nameAt(table, award.seat)}</strong> wins <strong class="number award-amount">{chips(award.amount)}
            </strong>
            {several && <span class="muted"> · {award.pot}</span>}
            {(table.hand?.boards.length ?? 0) > 1 && <span class="muted"> · board {award.run + 1}</span>}
            {award.why && <span class="muted"> · {award.why}</span>}
        </li>
    );
}

/** "Ada 244, Bob 156": with how many chips of its own a game has ended. */
const finalText = (table: Table, hand: Hand): string => [...hand.seats].sort((a, b) => b.stack - a.stack)
    .map(({ seat, stack }) => `${nameAt(table, seat)} ${chips(stack)}`).join(', ');

export function Results({ table, hand }: { table: Table; hand: Hand }) {
    if (hand.void_) return <p class="bar-text">This hand does not count: {hand.void_}.</p>;
    const several = new Set(hand.awards.map((award) => award.pot)).size > 1;
    return (
        <ul class="awards" aria-label="Who won what">
            {hand.awards.map((award, i) => <AwardLine key={i} table={table} award={award} several={several} />)}
            {hand.over && isScored(table) && !hand.markers && <li class="award muted">The game is over: {finalText(table, hand)}</li>}
        </ul>
    );
}

function ownBroke(table: Table, mine: Mine): boolean {
    const at_table = table.seats[mine.seat];
    const seat = table.hand?.seats.find((one) => one.seat === mine.seat);
    return at_table !== null && at_table !== undefined && isBroke(at_table, seat, table.hand?.over ?? true);
}

interface Doing { table: Table; own_way: boolean; onSit: () => void; onTopUp: () => void }

/** A seat that is not dealt in: why, and what changes it. */
function Idle({ table, mine, onTopUp }: { table: Table; mine: Mine; onTopUp: () => void }) {
    const at_table = table.seats[mine.seat];
    if (ownBroke(table, mine)) {
        return (
            <div class="idle">
                <p class="bar-text">
                    Your chips are gone. {mine.top_up ? `${chips(mine.top_up)} are on their way.` : ''}
                </p>
                {!mine.top_up && <button type="button" class="button button-main" onClick={onTopUp}>Buy chips</button>}
            </div>
        );
    }
    if (mine.sitting_out || mine.leaving) {
        return (
            <div class="idle">
                <p class="bar-text">{mine.leaving ? 'You stand up after this hand.' : 'You sit out.'}</p>
                <button type="button" class="button button-main" onClick={() => void sitOut(table.id, false)}>
                    {mine.leaving ? 'Stay' : 'I\'m back'}
                </button>
            </div>
        );
    }
    if (at_table?.state === 'waiting' && mine.wait_bb) {
        return (
            <div class="idle">
                <p class="bar-text">You wait for the big blind.</p>
                <button type="button" class="button" onClick={() => void settings(table.id, { wait_bb: false })}>
                    Post and play
                </button>
            </div>
        );
    }
    const alone = table.seats.filter((one) => one && one.state !== 'out' && one.state !== 'broke').length < 2;
    const text = at_table?.state === 'buying' ? 'Your chips are on their way.'
        : alone ? 'Company is on its way.' : 'You are dealt in with the next hand.';
    return <p class="bar-text">{text}</p>;
}

/** The hand is over and nothing is asked: say who has won; the next one comes by itself. */
export function Waiting({ table, own_way, onSit, onTopUp }: Doing) {
    const { mine, hand } = table;
    const seat = mine && hand?.seats.find((one) => one.seat === mine.seat);
    const shown = hand && (hand.over || hand.awards.length > 0);
    if (table.settling) return <p class="bar-text">The chips of this hand are being counted.</p>;
    const away = mine && own_way && (mine.sitting_out || mine.leaving || ownBroke(table, mine));
    if (mine && hand && seat && !shown && !seat.folded && !seat.all_in && !hand.narc && table.clock?.what === 'bet') {
        return <Preselects table={table} mine={mine} hand={hand} seat={seat} />;
    }
    return (
        <div class="waiting">
            {shown && <Results table={table} hand={hand} />}
            {table.clock?.what === 'choose' && (
                <p class="bar-text">{nameAt(table, table.clock.seat)} chooses the game.</p>
            )}
            {mine && own_way && (away || (!shown && !seat)) && <Idle table={table} mine={mine} onTopUp={onTopUp} />}
            {mine && seat && !shown && !away && (
                <p class="bar-text">
                    {seat.folded ? 'You have folded this one.' : seat.all_in ? 'You are all-in.' : ''}
                </p>
            )}
            {!own_way && !shown && !seat && (
                <p class="bar-text">{mine ? 'You are dealt in with the next hand.' : 'You watch a tournament.'}</p>
            )}
            {!mine && own_way && (
                <div class="idle">
                    {!shown && <p class="bar-text">You watch. Take a free seat, or let us find one.</p>}
                    <button type="button" class="button button-main" onClick={onSit}>Take a seat</button>
                </div>
            )}
        </div>
    );
}
