// operator_metrics.tsx -- the server's figures over the last minutes as plots, and how they are asked for while the page is open.
import { useEffect, useState } from 'preact/hooks';
import { admin } from '../api_operator';
import { brief, emptyTrack, pointsOf, withMetrics, type Reading, type Track } from '../model/operator';
import { plural } from '../model/text';
import { refusedText } from './operator_parts';

const EVERY_MS = 2000;
const FIRST_MS = 700; // a rate needs two looks: the second one comes soon

export interface Watched { track: Track; unreachable: string }

/** Looks every two seconds, as long as the page is open. */
export function useTrack(): Watched {
    const [watched, setWatched] = useState<Watched>(() => ({ track: emptyTrack(Date.now()), unreachable: '' }));
    useEffect(() => {
        let here = true;
        let looks = 0;
        let timer: ReturnType<typeof setTimeout>;
        const look = () => {
            admin.metrics().then(
                (metrics) => here && setWatched((old) => ({ track: withMetrics(old.track, metrics, Date.now()), unreachable: '' })),
                (error: unknown) => here && setWatched((old) => ({ ...old, unreachable: refusedText(error) })),
            ).finally(() => {
                if (here) timer = setTimeout(look, ++looks < 3 ? FIRST_MS : EVERY_MS);
            });
        };
        look();
        return () => {
            here = false;
            clearTimeout(timer);
        };
    }, []);
    return watched;
}

const WIDTH = 320;
const HEIGHT = 90;

interface Line { title: string; of: (reading: Reading) => number | null; kind: string }
interface Graph { title: string; unit: string; lines: readonly Line[] }

const graphs: readonly Graph[] = [
    { title: 'Hands', unit: 'a minute', lines: [{ title: '', of: (one) => one.hands, kind: 'op-line' }] },
    { title: 'Actions', unit: 'a second', lines: [{ title: '', of: (one) => one.actions, kind: 'op-line' }] },
    {
        title: "Time to answer people's actions", unit: 'ms', lines: [
            { title: 'half are below', of: (one) => one.usual_ms, kind: 'op-line' },
            { title: '99 of 100 are below', of: (one) => one.slow_ms, kind: 'op-line op-line-2' },
        ],
    },
    {
        title: 'Connections', unit: '', lines: [
            { title: 'lines, the house too', of: (one) => one.connections, kind: 'op-line' },
            { title: 'people at tables', of: (one) => one.people, kind: 'op-line op-line-2' },
        ],
    },
    {
        title: 'Orders that wait', unit: '', lines: [
            { title: 'at the bank', of: (one) => one.waiting, kind: 'op-line' },
            { title: 'of the tables', of: (one) => one.pending, kind: 'op-line op-line-2' },
        ],
    },
];

function Plot({ graph, readings }: { graph: Graph; readings: readonly Reading[] }) {
    const rough = graph.lines.map((line) => pointsOf(readings.map(line.of), WIDTH, HEIGHT));
    const scale = Math.max(...rough.map((points) => points.scale));
    const drawn = graph.lines.map((line) => ({ ...line, points: pointsOf(readings.map(line.of), WIDTH, HEIGHT, scale) }));
    const label = drawn.map(({ title, points: { now, least, most } }) =>
        `${graph.title}${title ? `, ${title}` : ''}: now ${brief(now)} ${graph.unit}, least ${brief(least)}, most ${brief(most)}`).join('. ');
    return (
        <figure class="op-plot">
            <figcaption><strong>{graph.title}</strong> <span class="muted small">{graph.unit}</span></figcaption>
            <div class="op-plot-box">
                <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" role="img" aria-label={label}>
                    <path class="op-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
                    {drawn.map(({ title, kind, points }) => <path key={title} class={kind} d={points.line} />)}
                </svg>
                <span class="op-scale muted number" aria-hidden="true">{brief(scale)}</span>
            </div>
            <p class="op-keys small" aria-hidden="true">
                {drawn.map(({ title, kind, points }) => (
                    <span key={title}>
                        {drawn.length > 1 && <svg class="op-key" viewBox="0 0 16 4"><path class={kind} d="M0 2H16" /></svg>}
                        <span class="muted">{title || 'now'} </span>
                        <strong class="number">{brief(points.now)}</strong>
                    </span>
                ))}
            </p>
        </figure>
    );
}

export function Plots({ track }: { track: Track }) {
    const { readings } = track;
    const first = readings[0];
    const last = readings[readings.length - 1];
    const seconds = first && last ? Math.round((last.at - first.at) / 1000) : 0;
    if (readings.length < 2) return <p class="muted"><span class="spinner" aria-hidden="true" /> Measuring …</p>;
    return (
        <>
            <div class="op-plots">{graphs.map((graph) => <Plot key={graph.title} graph={graph} readings={readings} />)}</div>
            <p class="muted small">
                The last {seconds < 120 ? plural(seconds, 'second') : plural(Math.round(seconds / 60), 'minute')}, since this page was opened; at
                most ten minutes are kept, in this browser only. For longer, let Prometheus read <code>/metrics</code>.
            </p>
        </>
    );
}
