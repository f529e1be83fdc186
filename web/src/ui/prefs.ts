// prefs.ts -- how this reader likes the page: kept in this browser, written to <html> for the style sheets.  The server
// does not know it.
import { useEffect, useState } from 'preact/hooks';

export interface Prefs {
    theme: 'auto' | 'dark' | 'light';
    deck: 'two' | 'four';
    sound: boolean;
    motion: boolean;
    bb_amounts: boolean;
    narc_pass: boolean;     // turns of Narc in which nothing is to be decided are checked
}

const key = 'felt-prefs';
const still = matchMedia('(prefers-reduced-motion: reduce)');
const bright = matchMedia('(prefers-color-scheme: light)');

/** What was chosen; what was not is left out, so that the system's wish counts as long as nothing else was said. */
let chosen: Partial<Prefs> = read();
let prefs: Prefs = settle();
const watchers = new Set<() => void>();

function read(): Partial<Prefs> {
    try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        return typeof value === 'object' && value !== null ? sound(value as Record<string, unknown>) : {};
    } catch {
        return {}; // no storage, or something else wrote there: begin afresh
    }
}

/** Only what is of the right kind: storage is text that anybody may have changed. */
function sound(value: Record<string, unknown>): Partial<Prefs> {
    const made: Partial<Prefs> = {};
    const { theme, deck, sound: noise, motion, bb_amounts, narc_pass } = value;
    if (theme === 'auto' || theme === 'dark' || theme === 'light') made.theme = theme;
    if (deck === 'two' || deck === 'four') made.deck = deck;
    if (typeof noise === 'boolean') made.sound = noise;
    if (typeof motion === 'boolean') made.motion = motion;
    if (typeof bb_amounts === 'boolean') made.bb_amounts = bb_amounts;
    if (typeof narc_pass === 'boolean') made.narc_pass = narc_pass;
    return made;
}

function settle(): Prefs {
    return { theme: 'auto', deck: 'two', sound: false, motion: !still.matches, bb_amounts: false, narc_pass: false, ...chosen };
}

function show(): void {
    prefs = settle();
    const { dataset } = document.documentElement;
    dataset.theme = prefs.theme === 'auto' ? (bright.matches ? 'light' : 'dark') : prefs.theme;
    dataset.deck = prefs.deck;
    dataset.motion = prefs.motion ? 'on' : 'off';
    watchers.forEach((tell) => tell());
}

/** Once, before the first view: writes to <html>, and follows the system. */
export function startPrefs(): void {
    bright.addEventListener('change', show);
    still.addEventListener('change', show);
    addEventListener('storage', (event) => {
        if (event.key !== key) return; // another tab of this page
        chosen = read();
        show();
    });
    show();
}

export function getPrefs(): Prefs {
    return prefs;
}

export function setPrefs(change: Partial<Prefs>): void {
    chosen = { ...chosen, ...change };
    try {
        localStorage.setItem(key, JSON.stringify(chosen));
    } catch {
        // a private window: it holds until the page is closed
    }
    show();
}

export function usePrefs(): Prefs {
    const [now, setNow] = useState(prefs);
    useEffect(() => {
        const tell = () => setNow(prefs);
        watchers.add(tell);
        tell();
        return () => void watchers.delete(tell);
    }, []);
    return now;
}
