// card.tsx -- playing cards as drawings of our own: faces, backs, jokers.  Colours come from the style sheet (two or
// four of them), so that a card does not know the reader's deck; it knows no game.
import type { CSSProperties } from 'preact';
import { cardText } from '../model/text';
import type { Card } from '../model/types';

export type Size = 's' | 'm' | 'l';

/** Suits in a box of 24 by 24.  Their outlines differ, so that no colour is needed to tell them apart. */
const suits: Record<string, string> = {
    s: 'M12 1C9.6 4.6 2.4 9 2.4 14.4a4.7 4.7 0 0 0 8.3 3L8.6 23h6.8l-2.1-5.6a4.7 4.7 0 0 0 8.3-3C21.6 9 14.4 4.6 12 1z',
    h: 'M12 22.4C8.4 18.6 1.6 13.6 1.6 8a5.6 5.6 0 0 1 10.4-2.8A5.6 5.6 0 0 1 22.4 8c0 5.6-6.8 10.6-10.4 14.4z',
    d: 'M12 .8c2 4 5 7.8 8.2 11.2-3.2 3.4-6.2 7.2-8.2 11.2-2-4-5-7.8-8.2-11.2C7 8.6 10 4.8 12 .8z',
    c: 'M12 1.4a4.9 4.9 0 0 1 4.1 7.6 5 5 0 1 1-2.7 8.4l2 5.6H8.6l2-5.6a5 5 0 1 1-2.7-8.4A4.9 4.9 0 0 1 12 1.4z',
};
const star = 'M12 1l3.1 7.3 7.9.7-6 5.2 1.8 7.8L12 17.9 5.2 22 7 14.2l-6-5.2 7.9-.7z';

/** What courts wear: a feathered cap, a coronet with pearls, a crown.  In a box of 26 by 16. */
const hats: Record<string, string> = {
    J: 'M1 16v-3.6h20.5V16zM2.5 10.8C2.5 6 7 3.5 12 4.2c3 .4 5.5 2.6 7 6.6zM14.5 3.6C16 1 19 0 25.5 0'
        + 'c-1 5-2.5 8-5.3 9.6-1-2.8-3-5-5.7-6z',
    Q: 'M2 16L1 5.5a1.8 1.8 0 1 1 2 0L7.5 10 11.8 4a2.2 2.2 0 1 1 2.4 0l4.3 6L23 5.5a1.8 1.8 0 1 1 2 0L24 16z',
    K: 'M2 16L0 3l7 5 4.5-5H10V1h2v-1h2v1h2v2h-1.5L19 8l7-5-2 13z',
};

/** Diagonal lines of a back, in a box of 50 by 74. */
const lattice = Array.from({ length: 21 }, (_, i) => `M${i * 8 - 80} 0l74 74M${i * 8 - 6} 0l-74 74`).join('');

interface Drawing { size?: Size; class?: string; style?: CSSProperties }

function classes(parts: (string | false | undefined)[]): string {
    return parts.filter(Boolean).join(' ');
}

function Pip({ path, x, y, size }: { path: string; x: number; y: number; size: number }) {
    return <path d={path} transform={`translate(${x} ${y}) scale(${size / 24})`} />;
}

function Joker() {
    return (
        <>
            <Pip path={star} x={5} y={7} size={22} />
            <g class="card-word">
                {[...'JOKER'].map((letter, i) => <text key={i} x="16" y={41 + i * 9.4}>{letter}</text>)}
            </g>
            <Pip path={star} x={25} y={46} size={30} />
        </>
    );
}

function Plain({ rank, suit, small }: { rank: string; suit: string; small: boolean }) {
    const path = suits[suit] ?? star;
    const hat = small ? undefined : hats[rank];
    const ten = rank === 'T';
    return (
        <>
            <text
                class="card-rank" x={small ? 18 : 17} y={small ? 37 : 34} font-size={small ? 42 : 36}
                textLength={ten ? (small ? 33 : 29) : undefined} lengthAdjust={ten ? 'spacingAndGlyphs' : undefined}
            >
                {ten ? '10' : rank}
            </text>
            <Pip path={path} x={small ? 6 : 7} y={small ? 43 : 39} size={small ? 24 : 20} />
            {hat && <path d={hat} transform="translate(30 33)" class="card-hat" />}
            {!small && <Pip path={path} x={hat ? 29 : 25} y={hat ? 51 : 47} size={hat ? 28 : 32} />}
            {small && <Pip path={path} x={33} y={56} size={22} />}
        </>
    );
}

interface Face extends Drawing { card: Card; plays?: boolean; dim?: boolean }

export function CardFace({ card, size = 'm', plays, dim, ...rest }: Face) {
    const rank = card.charAt(0);
    const suit = card.charAt(1);
    const joker = suits[suit] === undefined;
    return (
        <svg
            viewBox="0 0 60 84" role="img" aria-label={cardText(card)} data-card={card}
            data-suit={joker ? (suit === 'r' ? 'h' : 's') : suit} style={rest.style}
            class={classes(['card', `card-${size}`, plays && 'card-plays', dim && 'card-dim', rest.class])}
        >
            <rect class="card-paper" x="1" y="1" width="58" height="82" rx="7" />
            {joker ? <Joker /> : <Plain rank={rank} suit={suit} small={size === 's'} />}
            {dim && <rect class="card-veil" x="1" y="1" width="58" height="82" rx="7" />}
        </svg>
    );
}

export function CardBack({ size = 'm', ...rest }: Drawing) {
    return (
        <svg
            viewBox="0 0 60 84" role="img" aria-label="face-down card" style={rest.style}
            class={classes(['card', `card-${size}`, 'card-down', rest.class])}
        >
            <rect class="card-paper" x="1" y="1" width="58" height="82" rx="7" />
            <rect class="card-field" x="5" y="5" width="50" height="74" rx="4" />
            <svg x="5" y="5" width="50" height="74" viewBox="0 0 50 74">
                <path class="card-lattice" d={lattice} />
            </svg>
            <ellipse class="card-field" cx="30" cy="42" rx="15" ry="20" />
            <ellipse class="card-ring" cx="30" cy="42" rx="13" ry="18" />
            <path class="card-mark" d={suits.s} transform="translate(21.6 33) scale(.7)" />
        </svg>
    );
}
