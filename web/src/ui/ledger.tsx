// ledger.tsx -- the own chips over time: every transaction in words, and a small plot of the total.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { toast } from '../actions';
import { api, type LedgerLine, type User } from '../api';
import { chips } from '../model/text';
import { errorText } from './enter';
import { entriesOf, type Entry } from './ledger_lines';

const FETCH = 200; // lines of a request: the plot wants more than a page
const PAGE = 15;

const kinds: Record<string, string> = {
    sign_up: 'Welcome chips', facebook: 'Welcome chips', reload: 'Reload', buy_in: 'Sat down', top_up: 'More chips',
    cash_out: 'Stood up', settle: 'Hand', credit: 'Credit of the operator', debit: 'Debit of the operator',
    reset: 'Daily reset', enter: 'Entry fee', prize: 'Prize', close: 'Account closed', stake: 'Stake',
    unstake: 'Stake returned',
};

const signed = (n: number): string => (n === 0 ? '' : n > 0 ? '+' + chips(n) : '−' + chips(-n));

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export function when(time: string | null): string {
    const date = time === null ? NaN : Date.parse(time);
    return Number.isNaN(date) ? '–' : day.format(date);
}

// ---- the plot

const WIDTH = 640;
const HEIGHT = 150;

/** The total after each transaction, one step for each: evenly, since evenings are short and nights long. */
export function Plot({ entries }: { entries: readonly Entry[] }) {
    const totals = entries.map((entry) => entry.total).reverse();
    if (totals.length < 3) return null;
    const least = Math.min(...totals);
    const most = Math.max(...totals);
    const room = Math.max(10, (most - least) * 0.15);
    const low = Math.max(0, least - room);
    const high = most + room;
    const x = (n: number) => (n * WIDTH) / (totals.length - 1);
    const y = (total: number) => HEIGHT - 6 - ((total - low) * (HEIGHT - 12)) / (high - low);
    let line = `M0 ${y(totals[0] ?? 0).toFixed(1)}`;
    totals.slice(1).forEach((total, n) => (line += `H${x(n + 1).toFixed(1)}V${y(total).toFixed(1)}`));
    const last = totals[totals.length - 1] ?? 0;
    const text = `Your chips over the last ${totals.length} transactions: from ${chips(totals[0] ?? 0)} to `
        + `${chips(last)}, at least ${chips(least)}, at most ${chips(most)}.`;
    return (
        <figure class="plot">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
                <path class="plot-area" d={`${line}V${HEIGHT}H0Z`} />
                {low <= 400 && high >= 400 && <path class="plot-start" d={`M0 ${y(400).toFixed(1)}H${WIDTH}`} />}
                <path class="plot-line" d={line} />
            </svg>
            <figcaption>
                <span>{when(entries[entries.length - 1]?.at ?? null)}</span>
                <span>least <strong class="number">{chips(least)}</strong></span>
                <span>most <strong class="number">{chips(most)}</strong></span>
                <span>now <strong class="number">{chips(last)}</strong></span>
            </figcaption>
        </figure>
    );
}

// ---- the table

function Line({ entry }: { entry: Entry }) {
    const word = kinds[entry.kind] ?? entry.kind;
    return (
        <tr>
            <td class="ledger-when number">{when(entry.at)}</td>
            <td class="ledger-what">
                {entry.hand ? <a href={'#/hand/' + encodeURIComponent(entry.hand)}>{word}</a> : word}
                {entry.table && <span class="muted small"> {entry.table}</span>}
            </td>
            <td class="number ledger-amount">{signed(entry.bank)}</td>
            <td class="number ledger-amount">{signed(entry.seat)}</td>
            <td class="number ledger-amount"><strong>{chips(entry.total)}</strong></td>
        </tr>
    );
}

function useLedger(user: User) {
    const [lines, setLines] = useState<LedgerLine[]>();
    const [next, setNext] = useState<number>();
    const load = (before?: number) => api.ledger(before, FETCH).then((page) => {
        setLines((old) => (before === undefined ? page.lines : [...(old ?? []), ...page.lines]));
        setNext(page.next);
    }, (error: unknown) => {
        toast('error', errorText(error));
        setLines((old) => old ?? []);
    });
    useEffect(() => void load(), [user.total, user.chips]);
    return { lines, next, more: () => load(next) };
}

export function Ledger({ user }: { user: User }) {
    const { lines, next, more } = useLedger(user);
    const [shown, setShown] = useState(PAGE);
    const entries = useMemo(() => entriesOf(lines ?? [], user.total), [lines, user.total]);
    if (!lines) return <p class="muted"><span class="spinner" aria-hidden="true" /> Loading …</p>;
    const there = entries.length > shown || next !== undefined;
    const onMore = () => {
        setShown(shown + PAGE);
        if (entries.length < shown + PAGE && next !== undefined) void more();
    };
    return (
        <>
            <Plot entries={entries} />
            <div class="table-scroll" tabIndex={0} role="region" aria-label="Transactions">
                <table class="ledger">
                    <thead>
                        <tr>
                            <th scope="col">When</th>
                            <th scope="col">What</th>
                            <th scope="col" class="ledger-amount">Bank</th>
                            <th scope="col" class="ledger-amount">Tables</th>
                            <th scope="col" class="ledger-amount">In all</th>
                        </tr>
                    </thead>
                    <tbody>{entries.slice(0, shown).map((entry) => <Line key={entry.id} entry={entry} />)}</tbody>
                </table>
            </div>
            {there && <button type="button" class="button" onClick={onMore}>Show older ones</button>}
        </>
    );
}
