// arena_verify.tsx -- "verify the shuffle": what a server committed itself to, done again in this browser, hand by hand.
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { commitsOf, digest } from '../arena_connection';
import type { ArenaMatch } from '../model/arena';
import { bothCommits, readCommits, verifyMatch, type HandVerdict, type Point, type Verdict } from '../model/shuffle';
import { cardSigns, chips, plural } from '../model/text';

const SHOWN = 10, MORE = 200;

type State = { at: 'idle' } | { at: 'busy'; done: number; all: number } | { at: 'failed' } | { at: 'done'; verdict: Verdict };

const STEP = 20; // hands between two looks at the page
const pause = (): Promise<void> => new Promise((wake) => { setTimeout(wake); });

function Sign({ good }: { good: boolean | null }) {
    const word = good === null ? 'not known' : good ? 'right' : 'wrong';
    return (
        <span class={`arena-sign arena-sign-${word.replace(' ', '-')}`}>
            {good === null ? '?' : good ? '✓' : '✗'}<span class="unseen"> {word}: </span>
        </span>
    );
}

const PointLine = ({ point }: { point: Point }) => <li class="arena-point"><Sign good={point.good} /><span>{point.text}</span></li>;

function HandView({ hand, open }: { hand: HandVerdict; open: boolean }) {
    return (
        <details class="arena-hand" open={open}>
            <summary><Sign good={hand.good} />Hand {chips(hand.number)} <span class="muted small">{hand.id}</span></summary>
            <ol class="arena-points">{hand.points.map((point, i) => <PointLine key={i} point={point} />)}</ol>
            <dl class="arena-bytes small">
                {hand.blind && <><dt>Blind, by the number of the hand</dt><dd><code>{hand.blind}</code></dd></>}
                <dt>{hand.blind ? 'Key, by the number of the deal' : 'Key'}</dt><dd><code>{hand.key || 'none'}</code></dd>
                <dt>Commitment: SHA-256 of {hand.blind ? 'the blind and the key' : 'the key'}</dt><dd><code>{hand.commit || 'none'}</code></dd>
                {hand.deck.length > 0 && <><dt>Deck that follows from the key</dt><dd>{cardSigns(hand.deck)}</dd></>}
            </dl>
        </details>
    );
}

/** Keys alone prove nothing of the cards. */
const isProof = ({ cards, commits }: Verdict): boolean => cards > 0 || commits > 0;
const kindOf = (verdict: Verdict): string => (!verdict.good ? 'bad' : isProof(verdict) ? 'good' : 'some');
const gradeOf = (verdict: Verdict): boolean | null => (!verdict.good ? false : isProof(verdict) ? true : null);

function sum(verdict: Verdict): string {
    const { hands, cards, commits } = verdict;
    const wrong = hands.filter((hand) => !hand.good);
    if (wrong.length) {
        const which = wrong.length === 1 ? `hand ${wrong[0]!.number} is` : `${wrong.length} of ${hands.length} hands are`;
        return `Refused: ${which} not what the server committed itself to.`;
    }
    if (!verdict.good) return `Refused: ${verdict.remarks[0]}`;
    const keys = `${plural(hands.length, 'key')} ${hands.length === 1 ? 'follows' : 'follow'} from the secret`;
    if (!isProof(verdict)) return `Nothing is wrong, but little could be compared: ${keys}.`;
    const parts = [
        keys,
        cards > 0 && `${plural(cards, 'card')} ${cards === 1 ? 'lies' : 'lie'} where the decks have them`,
        commits > 0 && (commits === hands.length ? 'every commitment is the one that was noted before'
            : `${plural(commits, 'commitment')} ${commits === 1 ? 'is one that was' : 'are those that were'} noted before`),
    ].filter(Boolean);
    const last = parts.pop();
    return `The shuffle is right: ${parts.length ? `${parts.join(', ')}, and ${last}` : last}.`;
}

function VerdictView({ verdict }: { verdict: Verdict }) {
    const [most, setMost] = useState(SHOWN);
    const order = useMemo(() => [...verdict.hands].sort((a, b) => Number(a.good) - Number(b.good) || a.number - b.number), [verdict]);
    const shown = order.slice(0, most);
    return (
        <>
            {verdict.good && verdict.commits < verdict.hands.length && (
                <p class="small">
                    {verdict.commits === 0 ? 'This browser did not watch the match' : 'This browser did not watch all hands'}, so it does not know
                    what was told while they were played. Only that catches a server that lies about everything at once: watch a match
                    yourself, or paste below what your bot was sent.
                </p>
            )}
            {verdict.good && verdict.unseen > 0 && (
                <p class="small">Of {plural(verdict.unseen, 'more hand')} the server kept neither key nor cards: the match was long.</p>
            )}
            {verdict.good && verdict.cards === 0 && <p class="small">The server kept no cards of this match: none could be compared.</p>}
            {verdict.remarks.map((remark) => <p key={remark} class="arena-refused">{remark}</p>)}
            <div class="arena-verdicts">
                {shown.map((hand, i) => <HandView key={hand.id} hand={hand} open={i === 0} />)}
            </div>
            {shown.length < order.length && (
                <button type="button" class="button" onClick={() => setMost(most + MORE)}>
                    {order.length <= most + MORE ? `All ${chips(order.length)} hands` : `More of ${chips(order.length)} hands`}
                </button>
            )}
        </>
    );
}

export function VerifyShuffle({ match }: { match: ArenaMatch }) {
    const [state, setState] = useState<State>({ at: 'idle' });
    const [pasted, setPasted] = useState('');
    const id = useId();
    const heard = commitsOf(match.match_id), written = useMemo(() => readCommits(pasted), [pasted]);
    const here = useRef(true);
    useEffect(() => () => { here.current = false; }, []);
    const verify = async () => {
        if (state.at === 'busy') return;
        setState({ at: 'busy', done: 0, all: match.hands });
        const tell = async (done: number, all: number) => {
            if (done % STEP) return;
            if (!here.current) throw new Error('the page was left');
            setState({ at: 'busy', done, all });
            await pause();
        };
        try {
            setState({ at: 'done', verdict: await verifyMatch(match, bothCommits(heard, written), digest, tell) });
        } catch {
            if (here.current) setState({ at: 'failed' });
        }
    };
    const verdict = state.at === 'done' ? state.verdict : undefined;
    return (
        <section class="panel arena-verify" aria-labelledby={`${id}h`}>
            <h2 id={`${id}h`}>Verify the shuffle</h2>
            <p>
                Each hand has a secret key. Before the cards are dealt, the server tells the players a <strong>commitment</strong>: it
                follows from the key, but the key cannot be worked out from it. Now that the match is over, the keys are public, and your
                browser can do it all again:
            </p>
            <ol class="arena-how">
                <li>The key of each hand must follow from the one secret of the match.</li>
                <li>The commitment must follow from the key, and be the one that was told.</li>
                <li>The deck must follow from the key, and every card that was dealt must lie in its place there.</li>
            </ol>
            <p>
                <button type="button" class="button button-main" aria-disabled={state.at === 'busy'} onClick={() => void verify()}>
                    {verdict ? 'Verify again' : 'Verify the shuffle'}
                </button>
            </p>
            <p class={verdict ? `arena-verdict arena-verdict-${kindOf(verdict)}` : 'small muted'} role="status">
                {state.at === 'busy' && 'One moment …'}
                {state.at === 'failed' && 'This browser could not do it. Please load the page again.'}
                {state.at === 'idle' && (heard.size ? `This browser watched: it noted the commitments of ${plural(heard.size, 'hand')}.` : '')}
                {verdict && <><Sign good={gradeOf(verdict)} />{sum(verdict)}</>}
            </p>
            {state.at === 'busy' && (
                <progress class="lesson-bar" max={state.all} value={state.done} aria-label={`Hand ${chips(state.done)} of ${chips(state.all)}`} />
            )}
            {verdict && <VerdictView verdict={verdict} />}
            <details class="arena-paste">
                <summary>Compare with what your bot was sent</summary>
                <div class="field">
                    <label for={`${id}p`}>Its <code>start_hand</code> frames, one to a line; other lines are passed over</label>
                    <textarea
                        id={`${id}p`} class="input" rows={4} value={pasted} spellcheck={false}
                        onInput={(event) => setPasted(event.currentTarget.value)}
                    />
                    <p class="field-note" role="status">
                        {pasted && `${plural(written.size, 'commitment')} found. Verify to compare ${written.size === 1 ? 'it' : 'them'}.`}
                    </p>
                </div>
            </details>
        </section>
    );
}
