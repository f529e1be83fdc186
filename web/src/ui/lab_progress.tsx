// lab_progress.tsx -- how an evolution went, and while it runs, how it goes on: a plot that grows.
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { lab } from '../api_lab';
import { curvesOf, two, withPoints, type Point, type Progress } from '../model/lab';
import { plural } from '../model/text';

const WIDE = 600, HIGH = 180, WAIT_S = 15;

const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Every generation so far; a running evolution is followed until it ends or the page is left. */
function usePoints(archive: string): { points: Point[]; state?: Progress['state'] } {
    const [points, setPoints] = useState<Point[]>([]);
    const [state, setState] = useState<Progress['state']>();
    useEffect(() => {
        let here = true;
        const follow = async () => {
            let after: number | undefined;
            let all: Point[] = [];
            for (let asked = 0; here; asked++) {
                try {
                    const told = await lab.progress(archive, after, asked ? WAIT_S : 0);
                    if (!here) return;
                    all = withPoints(all, told.points);
                    after = told.points.length > 0 || after !== undefined ? told.after : undefined;
                    setPoints(all);
                    setState(told.state);
                    if (!told.more && told.retry_ms === undefined) return;
                    if (!told.more) await sleep(Math.max(500, told.retry_ms ?? 0));
                } catch (error) {
                    if (error instanceof ApiError && error.status === 404) return; // there is no such archive: its page says so
                    await sleep(5000); // the connection is down, or we asked too often
                }
            }
        };
        void follow();
        return () => { here = false; };
    }, [archive]);
    return { points, state };
}

export function LabProgress({ archive, onNews }: { archive: string; onNews?: (points: number) => void }) {
    const { points, state } = usePoints(archive);
    useEffect(() => {
        if (points.length > 0) onNews?.(points.length);
    }, [points.length]);
    const last = points[points.length - 1];
    if (!last) return null;
    const curves = curvesOf(points, WIDE, HIGH);
    const running = state === 'running';
    const ends = curves.map((one) => `${one.title} ${two(one.last)}`).join(', ');
    const label = `From generation ${points[0]!.generation} to ${last.generation}: ${ends}.`;
    return (
        <section class="lab-progress" aria-labelledby="lab-progress-heading">
            <h2 id="lab-progress-heading">{running ? 'The search, while it runs' : 'How the search went'}</h2>
            <figure class="panel">
                <svg viewBox={`0 -6 ${WIDE} ${HIGH + 12}`} preserveAspectRatio="none" role="img" aria-label={label}>
                    {[0, 0.25, 0.5, 0.75, 1].map((value) => <path key={value} class="lab-rule" d={`M0 ${(1 - value) * HIGH}H${WIDE}`} />)}
                    {curves.map((one) => <path key={one.name} class={`lab-curve lab-curve-${one.name}`} d={one.path} />)}
                </svg>
                <div class="lab-scale small muted number" aria-hidden="true">
                    <span>generation {points[0]!.generation}</span><span>bottom 0, top 1</span><span>{last.generation}</span>
                </div>
                <ul class="lab-keys small">
                    {curves.map((one) => (
                        <li key={one.name}>
                            <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
                                <path class={`lab-curve lab-curve-${one.name}`} d="M0 4H28" />
                            </svg>
                            {one.title} <span class="number">{one.name === 'coverage' ? `${(100 * one.last).toFixed(1)} %` : two(one.last)}</span>
                        </li>
                    ))}
                </ul>
                <p class="small muted" role={running ? 'status' : undefined} aria-live="off">
                    {running && <span class="badge">running</span>} Generation {last.generation}: {plural(last.elites, 'game')} on the map,
                    {' '}{last.good} of them good and unlike each other.
                </p>
            </figure>
        </section>
    );
}
