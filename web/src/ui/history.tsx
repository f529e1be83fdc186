// history.tsx -- the list of own hands: what was played where, when, and what it brought.  Each leads to the replayer.
import { useEffect, useState } from 'preact/hooks';
import { hands as askHands } from '../actions';
import { gameOf } from '../model/games';
import type { HandLine } from '../model/types';
import { chips } from '../model/text';
import { useRoom } from '../store';

type Filter = 'all' | 'won' | 'lost';

const PAGE = 50;
const filters: [Filter, string][] = [['all', 'All'], ['won', 'Won'], ['lost', 'Lost']];
const time = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/** +12, −5, 0: the sign is part of the number, not only its colour. */
export function signed(amount: number): string {
    return amount > 0 ? `+${chips(amount)}` : amount < 0 ? `−${chips(-amount)}` : '0';
}

export function Gain({ amount }: { amount: number }) {
    const kind = amount > 0 ? 'gain-won' : amount < 0 ? 'gain-lost' : 'gain-even';
    return <span class={`result number ${kind}`}>{signed(amount)}</span>;
}

/** Sums from the oldest hand that is loaded to the newest, with 0 before the first. */
export function runningTotal(lines: readonly HandLine[]): number[] {
    const totals = [0];
    for (let i = lines.length - 1; i >= 0; i--) totals.push(totals[totals.length - 1]! + lines[i]!.won);
    return totals;
}

const WIDE = 600, HIGH = 96, EDGE = 6;

function Sparkline({ lines }: { lines: readonly HandLine[] }) {
    const totals = runningTotal(lines);
    const low = Math.min(...totals), high = Math.max(...totals);
    const across = (i: number) => EDGE + i / Math.max(1, totals.length - 1) * (WIDE - 2 * EDGE);
    const up = (total: number) => HIGH - EDGE - (total - low) / Math.max(1, high - low) * (HIGH - 2 * EDGE);
    const line = totals.map((total, i) => `${i ? 'L' : 'M'}${across(i).toFixed(1)} ${up(total).toFixed(1)}`).join('');
    const last = totals[totals.length - 1]!;
    return (
        <figure class="history-curve panel">
            <figcaption>
                <span>The last {chips(lines.length)} hands brought</span> <Gain amount={last} />
            </figcaption>
            <svg
                viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img"
                aria-label={`Running total: lowest ${signed(low)}, highest ${signed(high)}, now ${signed(last)}`}
            >
                <path class="history-zero" d={`M0 ${up(0).toFixed(1)}H${WIDE}`} />
                <path class="history-area" d={`${line}L${across(totals.length - 1)} ${up(0)}L${across(0)} ${up(0)}Z`} />
                <path class="history-line" d={line} />
            </svg>
            <div class="history-scale small muted number">
                <span>lowest {signed(low)}</span><span>highest {signed(high)}</span>
            </div>
        </figure>
    );
}

function Rows({ lines }: { lines: readonly HandLine[] }) {
    return (
        <ul class="history-rows">
            {lines.map((line) => (
                <li key={line.hand_id}>
                    <a class="history-row" href={`#/hand/${encodeURIComponent(line.hand_id)}`}>
                        <span class="history-game">{gameOf(line.game).title}</span>
                        <span class="history-where muted small">
                            {line.table} ·{' '}
                            <time dateTime={new Date(line.at).toISOString()}>{time.format(line.at)}</time>
                            <span class="history-id"> · {line.hand_id}</span>
                        </span>
                        <Gain amount={line.won} />
                        <span class="history-go" aria-hidden="true">▸</span>
                    </a>
                </li>
            ))}
        </ul>
    );
}

function Filters({ filter, onPick }: { filter: Filter; onPick: (filter: Filter) => void }) {
    return (
        <fieldset class="choice history-filter">
            <legend class="unseen">Which hands</legend>
            {filters.map(([name, label]) => (
                <label key={name}>
                    <input type="radio" name="history-filter" checked={filter === name} onChange={() => onPick(name)} />
                    {label}
                </label>
            ))}
        </fieldset>
    );
}

function passes(line: HandLine, filter: Filter): boolean {
    return filter === 'all' || (filter === 'won' ? line.won > 0 : line.won < 0);
}

/** Own hands, page after page; `load` gets the next one. */
function useHands(ready: boolean) {
    const [lines, setLines] = useState<HandLine[]>([]);
    const [state, setState] = useState<'loading' | 'more' | 'end' | 'failed'>('loading');
    const load = async (before: HandLine[]) => {
        setState('loading');
        const page = await askHands(before[before.length - 1]?.hand_id, PAGE);
        if (!page) return setState('failed');
        setLines([...before, ...page.hands]);
        setState(page.more ? 'more' : 'end');
    };
    useEffect(() => {
        if (ready && lines.length === 0) void load([]);
    }, [ready]);
    return { lines, state, load: () => void load(lines) };
}

function OwnHands() {
    const online = useRoom((room) => room.status === 'online');
    const { lines, state, load } = useHands(online);
    const [filter, setFilter] = useState<Filter>('all');
    const chosen = lines.filter((line) => passes(line, filter));
    if (state === 'end' && lines.length === 0)
        return (
            <p class="muted">
                No hands yet. They are kept here as soon as you have played some. <a href="#/">To the lobby</a>
            </p>
        );
    return (
        <>
            {lines.length > 1 && <Sparkline lines={lines} />}
            {lines.length > 0 && <Filters filter={filter} onPick={setFilter} />}
            <p class="small muted" role="status">
                {state === 'loading' ? 'Your hands are being looked up …' : filter !== 'all'
                    ? `${chips(chosen.length)} of the last ${chips(lines.length)} hands` : ''}
            </p>
            <Rows lines={chosen} />
            {state === 'more' && <button type="button" class="button history-more" onClick={load}>Older hands</button>}
            {state === 'failed' && <button type="button" class="button history-more" onClick={load}>Try again</button>}
        </>
    );
}

export default function HistoryPage() {
    const status = useRoom((room) => room.status);
    const me = useRoom((room) => room.me);
    return (
        <div class="page history">
            <h1>My hands</h1>
            {me && <OwnHands key={me.id} />}
            {!me && status === 'online' && (
                <p>The hands you play are kept for you. <a href="#/signin">Sign in</a> to see them.</p>
            )}
            {!me && status !== 'online' && <p class="muted" role="status">Connecting …</p>}
        </div>
    );
}
