// stats.tsx -- own figures: what was won, how one plays with each figure explained, a graph, every stake.
import { useState } from 'preact/hooks';
import { people } from '../api_people';
import {
    curveOf, habits, pointsOf, resultText, signed, signedTenths, type Figures, type Graph, type Point, type StakeFigures, type Stats,
} from '../model/stats';
import { chips, plural } from '../model/text';
import { useRoom } from '../store';
import { useLoaded, Waiting } from './loaded';

const periods: [number | undefined, string][] = [[1, 'Today'], [7, '7 days'], [30, '30 days'], [undefined, 'All']];

export function Periods({ days, onDays }: { days: number | undefined; onDays: (days: number | undefined) => void }) {
    return (
        <fieldset>
            <legend class="unseen">Period</legend>
            <div class="choice">
                {periods.map(([value, text]) => (
                    <label key={text}>
                        <input type="radio" name="period" checked={days === value} onChange={() => onDays(value)} />
                        {text}
                    </label>
                ))}
            </div>
        </fieldset>
    );
}

// ---- the graph

const WIDTH = 640;
const HEIGHT = 220;

function PointTable({ points, by }: { points: readonly Point[]; by: 'days' | 'hands' }) {
    const name = by === 'days' ? 'Day' : 'Hand';
    return (
        <details class="own-more">
            <summary>The same as a table</summary>
            <div class="table-scroll tournament-levels" tabIndex={0} role="region" aria-label="The graph as a table">
                <table class="ledger">
                    <caption class="unseen">Chips won so far, after each {name.toLowerCase()}</caption>
                    <thead><tr><th scope="col">{name}</th><th scope="col" class="ledger-amount">Won so far</th></tr></thead>
                    <tbody>
                        {points.slice(-100).reverse().map((point) => (
                            <tr key={point.label}>
                                <td>{by === 'hands' ? <a href={'#/hand/' + encodeURIComponent(point.label)}>{point.label}</a> : point.label}</td>
                                <td class="number ledger-amount">{signed(point.value)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </details>
    );
}

/** Chips won so far, by day, or by hand where there are fewer than three days. */
function Profit({ graph }: { graph: Graph }) {
    const [wished, setWished] = useState<'days' | 'hands'>();
    const by = wished ?? (graph.per_day.length > 2 ? 'days' : 'hands');
    const points = pointsOf(graph, by);
    if (points.length === 0) return null;
    const curve = curveOf(points, WIDTH, HEIGHT);
    const text = `Chips won so far over ${plural(points.length, by === 'days' ? 'day' : 'hand')}: now ${signed(curve.last)}, `
        + `at least ${signed(curve.least)}, at most ${signed(curve.most)}.`;
    return (
        <section class="panel" aria-labelledby="stats-graph">
            <h2 id="stats-graph">Won so far</h2>
            <fieldset>
                <legend class="unseen">Steps of the graph</legend>
                <div class="choice stats-steps">
                    {(['days', 'hands'] as const).map((value) => (
                        <label key={value}>
                            <input type="radio" name="steps" checked={by === value} onChange={() => setWished(value)} />
                            {value === 'days' ? 'By day' : `Last ${plural(graph.last_hands.length, 'hand')}`}
                        </label>
                    ))}
                </div>
            </fieldset>
            <figure class="plot stats-plot">
                <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
                    <path class="plot-start" d={`M0 ${curve.zero}H${WIDTH}`} />
                    <path class="plot-line" d={curve.line} />
                </svg>
                <figcaption>
                    <span>dashed: nothing won, nothing lost</span>
                    <span>least <strong class="number">{signed(curve.least)}</strong></span>
                    <span>most <strong class="number">{signed(curve.most)}</strong></span>
                    <span>now <strong class="number">{signed(curve.last)}</strong></span>
                </figcaption>
            </figure>
            <PointTable points={points} by={by} />
        </section>
    );
}

// ---- figures

function Result({ figures }: { figures: Figures }) {
    const figure = (n: number | null) => (n === null ? '–' : signedTenths(n));
    return (
        <section class="panel" aria-labelledby="stats-result">
            <h2 id="stats-result">Result</h2>
            <p>{resultText(figures)} Tournaments are counted apart.</p>
            <dl class="figures">
                <div><dt>Chips won</dt><dd class="number">{signed(figures.won)}</dd></div>
                <div><dt>Hands</dt><dd class="number">{chips(figures.hands)}</dd></div>
                <div><dt>Big blinds in 100 hands</dt><dd class="number">{figure(figures.bb_per_100)}</dd></div>
                <div><dt>Chips an hour</dt><dd class="number">{figures.minutes < 10 ? '–' : figure(figures.won_per_hour)}</dd></div>
            </dl>
        </section>
    );
}

function Habits({ figures }: { figures: Figures }) {
    return (
        <section class="panel" aria-labelledby="stats-habits">
            <h2 id="stats-habits">How you play</h2>
            {figures.hands < 100 && <p class="muted small">With fewer than a hundred hands these figures are mostly luck.</p>}
            <dl class="habits">
                {habits(figures).map((one) => (
                    <div key={one.short}>
                        <dt>{one.title} <abbr class="badge">{one.short}</abbr></dt>
                        <dd><strong class="number">{one.value}</strong> <span class="muted small">{one.says}</span></dd>
                    </div>
                ))}
            </dl>
        </section>
    );
}

const stakeName = ({ kind, stake, as }: StakeFigures): string =>
    (kind === 'private' ? 'Private tables' : kind === 'tournament' ? `Tournament ${stake}` : stake) + (as === 'bot' ? ' (bot)' : '');

function Stakes({ stakes }: { stakes: StakeFigures[] }) {
    if (stakes.length === 0) return null;
    return (
        <section class="panel" aria-labelledby="stats-stakes">
            <h2 id="stats-stakes">By table</h2>
            <div class="table-scroll" tabIndex={0} role="region" aria-label="Figures of each stake">
                <table class="ledger">
                    <caption class="unseen">Figures of each stake</caption>
                    <thead>
                        <tr>
                            <th scope="col">Stake</th><th scope="col" class="ledger-amount">Hands</th>
                            <th scope="col" class="ledger-amount">Won</th><th scope="col" class="ledger-amount">BB/100</th>
                            <th scope="col" class="ledger-amount">Played</th>
                        </tr>
                    </thead>
                    <tbody>
                        {stakes.map((one) => (
                            <tr key={`${one.stake}${one.kind}${one.as}`}>
                                <td>{stakeName(one)}</td>
                                <td class="number ledger-amount">{chips(one.hands)}</td>
                                <td class="number ledger-amount">{one.kind === 'tournament' ? '' : signed(one.won)}</td>
                                <td class="number ledger-amount">{one.bb_per_100 === null ? '–' : signedTenths(one.bb_per_100)}</td>
                                <td class="number ledger-amount">{one.vpip === null ? '–' : `${Math.round(one.vpip)} %`}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </section>
    );
}

/** Links between the two pages about figures. */
export function FigureTabs({ here }: { here: 'stats' | 'leaders' }) {
    return (
        <nav class="figure-tabs" aria-label="Figures">
            <a class="button button-small" href="#/stats" aria-current={here === 'stats' ? 'page' : undefined}>My figures</a>
            <a class="button button-small" href="#/leaders" aria-current={here === 'leaders' ? 'page' : undefined}>Leaderboards</a>
        </nav>
    );
}

export default function StatsPage() {
    const me = useRoom((room) => room.me?.id);
    const status = useRoom((room) => room.status);
    const [days, setDays] = useState<number | undefined>(30);
    const fetchBoth = async (): Promise<[Stats, Graph] | null> =>
        (me === undefined ? null : Promise.all([people.stats(days), people.graph(days)]));
    const loaded = useLoaded(fetchBoth, `${me}/${days}`);
    const [stats, graph] = loaded.value ?? [];
    const none = stats !== undefined && stats.total.hands === 0 && stats.tournaments.hands === 0;
    return (
        <div class="page stats">
            <header class="page-head">
                <h1>Statistics</h1>
                <p class="muted">What you won and how you play, counted from every hand. Only you see it.</p>
                <FigureTabs here="stats" />
            </header>
            {me === undefined && status === 'online' && (
                <div class="empty">
                    <p>Sign in, or play as a guest: figures are counted from your first hand on.</p>
                    <a class="button button-main" href="#/signin">Sign in</a>
                </div>
            )}
            {me !== undefined && <Periods days={days} onDays={setDays} />}
            {(me !== undefined || status !== 'online') && <Waiting of={me === undefined ? { ...loaded, value: undefined } : loaded} />}
            <p class="unseen" role="status">{stats ? resultText(stats.total) : ''}</p>
            {none && <div class="empty"><p>No hands in this time.</p><a class="button" href="#/">To the tables</a></div>}
            {stats && !none && (
                <>
                    <Result figures={stats.total} />
                    {graph && <Profit graph={graph} />}
                    <Habits figures={stats.total.hands > 0 ? stats.total : stats.tournaments} />
                    <Stakes stakes={stats.stakes} />
                </>
            )}
        </div>
    );
}
