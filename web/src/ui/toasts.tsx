// toasts.tsx -- short messages over the page, for screen readers too.  When they go by themselves actions.ts knows.
import { dropToast } from '../actions';
import { shownToasts } from '../model/toasts';
import type { Toast } from '../model/types';
import { useRoom } from '../store';
import { Cross } from './icons';

function One({ toast }: { toast: Toast }) {
    return (
        <div class={`toast toast-${toast.kind}`}>
            <p>
                {toast.text}
                {toast.href && <> <a href={toast.href} onClick={() => dropToast(toast.id)}>{toast.link}</a></>}
            </p>
            <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => dropToast(toast.id)}>
                <Cross />
            </button>
        </div>
    );
}

/** Two regions that are always there: what is put into a region that is new is not read out. */
export function Toasts() {
    const toasts = shownToasts(useRoom((room) => room.toasts));
    return (
        <div class="toasts">
            <div class="toasts-live" role="alert">
                {toasts.filter((toast) => toast.kind === 'error').map((toast) => <One key={toast.id} toast={toast} />)}
            </div>
            <div class="toasts-live" role="status">
                {toasts.filter((toast) => toast.kind !== 'error').map((toast) => <One key={toast.id} toast={toast} />)}
            </div>
        </div>
    );
}
