// log.tsx -- what the dealer says: every action in words, hands as links to the replayer.
import { useEffect, useRef } from 'preact/hooks';
import { cardText } from '../model/text';
import type { LogLine } from '../model/types';

const suits: Readonly<Record<string, string>> = { '♣': 'c', '♦': 'd', '♥': 'h', '♠': 's' };

/** Cards of a line stand out: the sign has the colour of its suit and is read as words. */
function LineText({ text }: { text: string }) {
    return (
        <>
            {text.split(/((?:10|[2-9JQKA])[♣♦♥♠])/).map((part, i) => {
                const suit = i % 2 === 1 ? suits[part.slice(-1)] : undefined;
                if (!suit) return part;
                const rank = part.startsWith('10') ? 'T' : part.charAt(0);
                return (
                    <span class="log-card" data-suit={suit} key={i} role="img" aria-label={cardText(rank + suit)}>
                        {part}
                    </span>
                );
            })}
        </>
    );
}

const BY_HAND_MS = 800;

/** Stays at the newest line, unless somebody has scrolled back to read.  Only what follows a hand on wheel, screen or
 *  key is somebody: lists also move by themselves when lines come and go. */
export function useNewest<T extends HTMLElement>(newest: unknown) {
    const box = useRef<T>(null);
    const at_end = useRef(true);
    useEffect(() => {
        const list = box.current;
        if (!list) return;
        let touched = -BY_HAND_MS;
        const touch = () => {
            touched = performance.now();
        };
        const look = () => {
            const near = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
            if (near) at_end.current = true;
            else if (performance.now() - touched < BY_HAND_MS) at_end.current = false;
        };
        const hands = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
        hands.forEach((name) => list.addEventListener(name, touch, { passive: true }));
        list.addEventListener('scroll', look, { passive: true });
        // a sheet that opens, or a window that changes
        const sized = new ResizeObserver(() => {
            if (at_end.current) list.scrollTop = list.scrollHeight;
        });
        sized.observe(list);
        return () => {
            sized.disconnect();
            hands.forEach((name) => list.removeEventListener(name, touch));
            list.removeEventListener('scroll', look);
        };
    }, []);
    useEffect(() => {
        if (box.current && at_end.current) box.current.scrollTop = box.current.scrollHeight;
    }, [newest]);
    return box;
}

export function Log({ lines, links }: { lines: LogLine[]; links: boolean }) {
    const box = useNewest<HTMLOListElement>(lines[lines.length - 1]?.id);
    return (
        <ol class="log" ref={box} tabIndex={0} aria-label="Dealer's log">
            {lines.map((line) => (
                <li class={`log-line log-${line.kind}`} key={line.id}>
                    {line.kind === 'hand' && line.hand && links
                        ? <a href={`#/hand/${encodeURIComponent(line.hand)}`}><LineText text={line.text} /></a>
                        : <LineText text={line.text} />}
                </li>
            ))}
            {lines.length === 0 && <li class="log-line muted">Nothing has happened here yet.</li>}
        </ol>
    );
}
