// lab_stars.tsx -- one to five stars for a game of the lab, and whether something in it did not work.
import { useState } from 'preact/hooks';
import { lab } from '../api_lab';
import { type Stars, starsText } from '../model/lab';
import { plural } from '../model/text';
import { beSomebody, errorText } from './enter';

const says = ['', 'not my game', 'it has something', 'good', 'very good', 'I want to play it again'];

/** Five buttons; what was said can be said again. */
export function RateGame({ archive, game, stars, heading = 3 }: { archive: string; game: string; stars?: Stars; heading?: 2 | 3 }) {
    const [told, setTold] = useState(stars);
    const [mine, setMine] = useState(0);
    const [broken, setBroken] = useState(false);
    const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
    const [wrong, setWrong] = useState('');
    const send = async (count: number, is_broken: boolean) => {
        setWrong('');
        setState('busy');
        setMine(count);
        if (!(await beSomebody())) return setState('open');
        try {
            const answer = await lab.rate(archive, game, count, is_broken);
            setTold(answer.stars);
            setState('done');
        } catch (error) {
            setWrong(errorText(error));
            setState('open');
        }
    };
    const Heading = heading === 2 ? 'h2' : 'h3';
    return (
        <section class="lab-rate" aria-label="Rate this game">
            <Heading>How was it?</Heading>
            <div class="lab-stars" role="group" aria-label="Stars">
                {[1, 2, 3, 4, 5].map((count) => (
                    <button
                        key={count} type="button" class={`lab-star${count <= mine ? ' lab-star-on' : ''}`}
                        aria-pressed={mine === count} aria-label={`${plural(count, 'star')}: ${says[count]}`}
                        onClick={() => void send(count, broken)}
                    >
                        <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
                            <path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.5 1.2 6.4L12 17.3l-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z" />
                        </svg>
                    </button>
                ))}
            </div>
            <label class="check">
                <input
                    type="checkbox" checked={broken}
                    onChange={(event) => {
                        const on = event.currentTarget.checked;
                        setBroken(on);
                        if (mine > 0) void send(mine, on);
                    }}
                />
                Something did not work
            </label>
            <p class="small muted" role="status">
                {state === 'done' ? `Thank you: ${mine} of 5. The next search of this archive goes by it. ` : ''}
                {told ? starsText(told) : ''}
            </p>
            {wrong && <p class="field-error" role="alert">{wrong}</p>}
        </section>
    );
}
