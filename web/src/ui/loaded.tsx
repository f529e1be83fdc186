// loaded.tsx -- what a page asks the server for: asked at once, again when it is about something else, and then every so often; what is
// shown until it is there, and if it does not come.  Knows no page.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api';
import { errorText } from './enter';

/** `missing`: the server knows no such thing, and asking again is of no use. */
export interface Loaded<T> { value: T | undefined; failed: string; missing: boolean; again: () => void }

type About = string | number;

/** How often it is asked for again while somebody looks: 0 is never.  What is known may say so. */
type Every<T> = number | ((value: T | undefined) => number);

/** What was known stays until there is something new about the same.  `say`: a refusal in words. */
export function useLoaded<T>(load: () => Promise<T>, about: About, every: Every<T> = 0, say: (error: unknown) => string = errorText): Loaded<T> {
    const [known, setKnown] = useState<{ about: About; value?: T; failed: string; missing: boolean }>({ about, failed: '', missing: false });
    const [turn, setTurn] = useState(0);
    const ask = useRef({ load, every });
    ask.current = { load, every };
    useEffect(() => {
        let here = true;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let last: T | undefined;
        const rest = () => {
            const { every: often } = ask.current;
            const ms = typeof often === 'number' ? often : often(last);
            if (here && ms > 0) timer = setTimeout(() => (document.hidden ? rest() : look()), ms);
        };
        const look = () => {
            ask.current.load().then((value) => {
                if (value === undefined) throw new ApiError(0, 'BAD_ANSWER', 'The answer of the server cannot be read.');
                last = value;
                if (here) setKnown({ about, value, failed: '', missing: false });
            }).catch((error: unknown) => {
                const failed = say(error);
                const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
                if (here) setKnown((old) => ({ about, value: old.about === about ? old.value : undefined, failed, missing }));
            }).finally(rest);
        };
        look();
        return () => {
            here = false;
            clearTimeout(timer);
        };
    }, [about, turn]);
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
