// loaded.tsx -- what a page asks the server for: asked at once, again when it is about something else, and then every so often; what is
// shown until it is there, and if it does not come.  Knows no page.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { words } from './enter';

/** `missing`: the server knows no such thing, and asking again is of no use. */
export interface Loaded<T> { value: T | undefined; failed: string; missing: boolean; again: () => void }

type About = string | number;

/** What was known stays until there is something new about the same.  `say`: a refusal in words. */
export function useLoaded<T>(load: () => Promise<T>, about: About, every_ms?: number, say: (error: unknown) => string = words): Loaded<T> {
    const [known, setKnown] = useState<{ about: About; value?: T; failed: string; missing: boolean }>({ about, failed: '', missing: false });
    const [turn, setTurn] = useState(0);
    const ask = useRef(load);
    ask.current = load;
    useEffect(() => {
        let here = true;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const look = () => {
            ask.current().then(
                (value) => here && setKnown({ about, value, failed: '', missing: false }),
                (error: unknown) => {
                    const failed = say(error);
                    const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
                    if (here) setKnown((old) => ({ about, value: old.about === about ? old.value : undefined, failed, missing }));
                },
            ).finally(() => {
                if (here && every_ms) timer = setTimeout(look, every_ms);
            });
        };
        look();
        return () => {
            here = false;
            clearTimeout(timer);
        };
    }, [about, turn, every_ms]);
    const same = known.about === about;
    return {
        value: same ? known.value : undefined, failed: same ? known.failed : '', missing: same && known.missing, again: () => setTurn((n) => n + 1),
    };
}

interface WaitingProps {
    of: Loaded<unknown>;
    children?: ComponentChildren; // where to go if there is no such thing
    says?: string;
}

/** Nothing, once it is there. */
export function Waiting({ of, children, says = 'Loading …' }: WaitingProps) {
    if (of.failed) {
        return (
            <div class="notice notice-bad failed" role="alert">
                <p>{of.failed}</p>
                {of.missing && children ? children : <button type="button" class="button" onClick={of.again}>Try again</button>}
            </div>
        );
    }
    return of.value === undefined ? <p class="muted" role="status"><span class="spinner" aria-hidden="true" /> {says}</p> : null;
}
