// narc_figure.tsx -- the idea of initiative as a small picture: one betting round, step by step.
const steps = [
    { who: 'Narc', does: 'checks', raise: false },
    { who: 'Customer', does: 'raises', raise: true, star: true },
    { who: 'Player', does: 'raises', raise: true },
    { who: 'Customer', does: 'may raise again', raise: true, star: true },
];

const WIDE = 150;
const HIGH = 132;

/** Raises that are left after a step. */
const leftAfter = (i: number): number => 3 - steps.slice(0, i + 1).filter((one) => one.raise).length;

function Step({ i, columns }: { i: number; columns: number }) {
    const one = steps[i];
    if (!one) return null;
    const { who, does, raise, star } = one;
    const column = i % columns;
    return (
        <g transform={`translate(${column * WIDE} ${Math.floor(i / columns) * (HIGH + 8)})`}>
            {column > 0 && <path class="narc-figure-arrow" d="M-14 62h22m-7-6l7 6l-7 6" />}
            <rect class={star ? 'narc-figure-box narc-figure-star' : 'narc-figure-box'} x="14" y="24" width="120" height="76" rx="10" />
            <text class="narc-figure-who" x="74" y="46">{`${i + 1} ${who}`}</text>
            {raise
                ? <rect class="narc-figure-card" x="65" y="52" width="18" height="25" rx="3" />
                : <path class="narc-figure-none" d="M64 66h20" />}
            <text class="narc-figure-does" x="74" y="93">{does}</text>
            {star && <text class="narc-figure-badge" x="74" y="16">★ initiative</text>}
            <text class="narc-figure-left" x="74" y="120">{`${leftAfter(i)} raise${leftAfter(i) === 1 ? '' : 's'} left`}</text>
        </g>
    );
}

function Picture({ columns, kind }: { columns: number; kind: string }) {
    const rows = Math.ceil(steps.length / columns);
    return (
        <svg class={kind} viewBox={`0 0 ${WIDE * columns} ${(HIGH + 8) * rows}`} aria-hidden="true">
            {steps.map((_, i) => <Step key={i} i={i} columns={columns} />)}
        </svg>
    );
}

/** In one row, or in two where it is narrow; the words below say the same. */
export function InitiativeFigure() {
    return (
        <figure class="narc-figure">
            <Picture columns={4} kind="narc-figure-wide" />
            <Picture columns={2} kind="narc-figure-tall" />
            <figcaption>
                A betting round. The Narc checks. The Customer raises first and holds the <strong>initiative</strong>: when the others have
                answered, it alone may raise again. All seats share three raises, so whoever takes the last one ends the betting on the
                spot.
            </figcaption>
        </figure>
    );
}
