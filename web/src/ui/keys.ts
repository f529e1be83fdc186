// keys.ts -- keyboard shortcuts of the table.  They sleep while somebody types, while a dialog is open, and for a
// moment after they appear: a key that was meant for what was there before does nothing.
import { useEffect, useRef } from 'preact/hooks';

export type Keys = Record<string, (event: KeyboardEvent) => void>;

const REST_MS = 250;

/** Whether keys belong to what has the focus. */
function typing(target: EventTarget | null): boolean {
    if (!(target instanceof HTMLElement)) return false;
    if (target.isContentEditable || target.matches('textarea, select')) return true;
    return target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'button'].includes(target.type);
}

/** Letters are lower case: 'f', '1', 'Enter'.  `turn` names what they answer; a new one makes them rest. */
export function useKeys(keys: Keys, turn: string | number, on = true): void {
    const now = useRef(keys);
    now.current = keys;
    useEffect(() => {
        if (!on) return;
        const since = performance.now();
        const press = (event: KeyboardEvent) => {
            if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
            if (typing(event.target) || document.querySelector('dialog[open]')) return;
            // a focused button or link takes Enter itself
            const pressed = event.target instanceof HTMLElement && event.target.closest('button, a, summary');
            if (event.key === 'Enter' && pressed) return;
            const does = now.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
            if (!does || performance.now() - since < REST_MS) return;
            event.preventDefault();
            does(event);
        };
        document.addEventListener('keydown', press);
        return () => document.removeEventListener('keydown', press);
    }, [turn, on]);
}
