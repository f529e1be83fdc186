// icons.tsx -- small drawings of the shell, our own.  They say nothing to screen readers: what they stand in does.

/** The mark: a table with a spade. */
export function Mark() {
    return (
        <svg class="mark" viewBox="0 0 64 64" aria-hidden="true">
            <rect class="mark-cloth mark-rail" x="4" y="12" width="56" height="40" rx="20" stroke-width="5" />
            <path
                class="mark-chip"
                d="M32 20c4.5 5.6 11 9 11 14.6a5.6 5.6 0 0 1-9.2 4.2c.3 2.2 1.1 3.8 2.5 4.7h-8.6c1.4-.9 2.2-2.5
                   2.5-4.7A5.6 5.6 0 0 1 21 34.6C21 29 27.5 25.6 32 20z"
            />
        </svg>
    );
}

export function Chip({ size = 20 }: { size?: number }) {
    return (
        <svg class="chip-icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
            <g fill="none" stroke="currentColor">
                <circle cx="10" cy="10" r="8" stroke-width="3" stroke-dasharray="4.19 4.19" />
                <circle cx="10" cy="10" r="5.5" stroke-width="1.5" />
            </g>
        </svg>
    );
}

export function Cross() {
    return (
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
        </svg>
    );
}

export function Gear() {
    return (
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
                <path d="M4 7h8M18 7h2M4 17h2M12 17h8" />
                <circle cx="15" cy="7" r="2.5" />
                <circle cx="9" cy="17" r="2.5" />
            </g>
        </svg>
    );
}

export function Glass() {
    return (
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
                <circle cx="9" cy="9" r="5.5" />
                <path d="M13.5 13.5L17 17" />
            </g>
        </svg>
    );
}
