// dialog.tsx -- a window over the page: the browser's own <dialog>, which keeps the focus inside, closes on Esc and
// gives the focus back.  It does not know what is in it, but says what was refused while it is open.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { store, useRoom } from '../store';
import { Cross } from './icons';

interface Props { title: string; onClose: () => void; wide?: boolean; children: ComponentChildren }

/** What was refused since the dialog is open: its toast lies under it, where nobody can see or hear it. */
function Refused() {
    const [since] = useState(() => store.get().last_toast);
    const last = useRoom((room) => [...room.toasts].reverse().find((toast) => toast.kind === 'error' && toast.id > since));
    const text = useRef('');
    if (last) text.current = last.text; // the toast goes, the words stay
    return <div class="dialog-refused" role="alert">{text.current && <p class="notice notice-bad">{text.current}</p>}</div>;
}

export function Dialog({ title, onClose, wide, children }: Props) {
    const box = useRef<HTMLDialogElement>(null);
    const heading = useId();
    const close = useRef(onClose);
    close.current = onClose;

    useEffect(() => {
        const dialog = box.current;
        if (!dialog) return;
        const before = document.activeElement;
        if (!dialog.open) dialog.showModal();
        return () => {
            dialog.close();
            if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
            else document.getElementById('main')?.focus({ preventScroll: true }); // what opened it is gone
        };
    }, []);

    return (
        <dialog
            ref={box}
            class={wide ? 'dialog dialog-wide' : 'dialog'}
            aria-labelledby={heading}
            onCancel={(event) => {
                event.preventDefault(); // whoever shows it takes it away
                close.current();
            }}
            onMouseDown={(event) => {
                if (event.target === box.current) close.current(); // beside it
            }}
        >
            <div class="dialog-box">
                <header class="dialog-head">
                    <h2 id={heading}>{title}</h2>
                    <button type="button" class="icon-button" aria-label="Close" onClick={() => close.current()}>
                        <Cross />
                    </button>
                </header>
                <div class="dialog-body">
                    {children}
                    <Refused />
                </div>
            </div>
        </dialog>
    );
}

interface Question {
    title: string;
    yes: string;
    no?: string;
    danger?: boolean;
    busy?: boolean;
    onYes: () => void;
    onClose: () => void;
    children: ComponentChildren;
}

/** A question with two answers; the careful one is "no". */
export function Confirm({ title, yes, no, danger, busy, onYes, onClose, children }: Question) {
    return (
        <Dialog title={title} onClose={onClose}>
            {children}
            <div class="dialog-buttons">
                <button type="button" class="button" onClick={onClose}>{no ?? 'Cancel'}</button>
                <button
                    type="button" class={danger ? 'button button-bad' : 'button button-main'} disabled={busy}
                    onClick={onYes}
                >
                    {yes}
                </button>
            </div>
        </Dialog>
    );
}
