// narc_figure.tsx -- the idea of initiative as a small picture: one betting round, from left to right.
const steps = [
    { who: 'Narc', does: 'checks', raise: false },
    { who: 'Customer', does: 'raises', raise: true, star: true },
    { who: 'Player', does: 'raises', raise: true },
    { who: 'Customer', does: 'may raise again', raise: true, star: true },
];

const WIDE = 150;
const HIGH = 132;

export function InitiativeFigure() {
    return (
        <figure class="narc-figure">
            <svg viewBox={`0 0 ${WIDE * steps.length} ${HIGH}`} role="img" aria-labelledby="narc-figure-text">
                {steps.map(({ who, does, raise, star }, i) => {
                    const x = i * WIDE;
                    return (
                        <g key={i} transform={`translate(${x} 0)`}>
                            {i > 0 && <path class="narc-figure-arrow" d="M-14 62h22m-7-6l7 6l-7 6" />}
                            <rect class={star ? 'narc-figure-box narc-figure-star' : 'narc-figure-box'} x="14" y="24" width="116" height="76" rx="10" />
                            <text class="narc-figure-who" x="72" y="46">{who}</text>
                            {raise
                                ? <rect class="narc-figure-card" x="62" y="54" width="20" height="28" rx="3" />
                                : <path class="narc-figure-none" d="M62 68h20" />}
                            <text class="narc-figure-does" x="72" y="94">{does}</text>
                            {star && <text class="narc-figure-badge" x="72" y="16">★ initiative</text>}
                            <text class="narc-figure-left" x="72" y="122">{`${3 - steps.slice(0, i + 1).filter((one) => one.raise).length} raises left`}</text>
                        </g>
                    );
                })}
            </svg>
            <figcaption id="narc-figure-text">
                A betting round. The Narc checks. The Customer raises first and holds the <strong>initiative</strong>: when the others have answered, it
                alone may raise again. All seats share three raises, so whoever takes the last one ends the betting on the spot.
            </figcaption>
        </figure>
    );
}
