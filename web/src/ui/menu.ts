// menu.ts -- a list under a button: when it is open.  What is in it is the business of whoever shows it.
import { useEffect, useRef, useState } from 'preact/hooks';

/** It closes on Esc, on a click elsewhere and when something was chosen. */
export function useMenu() {
    const [open, setOpen] = useState(false);
    const box = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!open) return;
        const outside = (event: Event) => {
            if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
        };
        document.addEventListener('pointerdown', outside);
        document.addEventListener('focusin', outside);
        return () => {
            document.removeEventListener('pointerdown', outside);
            document.removeEventListener('focusin', outside);
        };
    }, [open]);
    const escape = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
    };
    /** Something was chosen: what it opens gives the focus back to the button, as nothing of the list is left then. */
    const done = () => {
        button.current?.focus();
        setOpen(false);
    };
    return { open, setOpen, box, button, escape, done };
}
