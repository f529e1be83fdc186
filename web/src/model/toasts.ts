// toasts.ts -- which of the short messages are shown: few at a time, so that they do not hide the page.
import type { Toast } from './types';

const SHOWN = 3;

/** The newest ones; what went wrong before what is merely told. */
export function shownToasts(toasts: readonly Toast[]): Toast[] {
    if (toasts.length <= SHOWN) return [...toasts];
    const errors = toasts.filter((one) => one.kind === 'error').slice(-SHOWN);
    const others = toasts.filter((one) => one.kind !== 'error').slice(errors.length - SHOWN);
    const kept = new Set(errors.length === SHOWN ? errors : [...errors, ...others]);
    return toasts.filter((one) => kept.has(one));
}
