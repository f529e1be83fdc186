// narc_tutorial.tsx -- the lesson of Narc: the comments and moves that the server tells, at the board and with the dock
// of a real table.  How far somebody came is kept in this browser.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../api';
import {
    answered, begun, chosen, isDone, lessonTable, partDone, questionOf, resumed, stepOf, wantedText, wentOn,
    type Lesson, type Progress, type Question,
} from '../model/narc_lesson';
import { useKeys } from './keys';
import { useLoaded, Waiting } from './loaded';
import { NarcDock, type Answer } from './narc';
import { NarcBoard } from './narc_board';
import { useDeck } from './narc_cards';
import { useName } from './title';

const key = 'felt-narc-lesson';

function kept(): unknown {
    try {
        return JSON.parse(localStorage.getItem(key) ?? '0');
    } catch {
        return 0; // no storage, or something else wrote there: begin afresh
    }
}

function keep(at: number): void {
    try {
        localStorage.setItem(key, JSON.stringify(at));
    } catch {
        // a private window: it holds until the page is closed
    }
}

function Quiz({ question, now, onChoose }: { question: Question; now: Progress; onChoose: (place: number) => void }) {
    useKeys(Object.fromEntries(question.answers.map((_, i) => [String(i + 1), () => onChoose(i)])), now.at);
    return (
        <div class="lesson-quiz">
            <h2 tabIndex={-1} data-focus>{question.text.replace(/^QUESTION \d+\. /, '')}</h2>
            <ol class="lesson-answers">
                {question.answers.map((answer, i) => (
                    <li key={i}>
                        <button type="button" class="button lesson-answer" disabled={now.wrong.includes(i)} onClick={() => onChoose(i)}>
                            <kbd aria-hidden="true">{i + 1}</kbd> {answer.text}
                        </button>
                    </li>
                ))}
            </ol>
        </div>
    );
}

/** What is wanted now, beside the buttons that do it, and what was said to the last try. */
function Wants({ lesson, now }: { lesson: Lesson; now: Progress }) {
    const { cards } = useDeck(lesson.game);
    const wanted = stepOf(lesson, now)?.wanted;
    return (
        <p class="lesson-now" role="status">
            {now.said && <span>{now.said} </span>}
            {wanted && <strong>{wantedText(wanted, cards)}</strong>}
        </p>
    );
}

/** What the lesson says. */
function Says({ lesson, now, onNext }: { lesson: Lesson; now: Progress; onNext: () => void }) {
    const step = stepOf(lesson, now);
    useKeys(step && !step.wanted ? { Enter: onNext, g: onNext } : {}, now.at);
    if (!step) return null;
    return (
        <div class="lesson-says panel">
            <h2 tabIndex={-1} data-focus>Hand {step.hand} of 2</h2>
            {(step.comment ?? 'The hand is over. Look at the totals, and see what it brought.').split('\n\n')
                .map((text) => <p key={text}>{text}</p>)}
            {!step.wanted && <button type="button" class="button button-main" onClick={onNext}>Go on</button>}
        </div>
    );
}

function End({ lesson, now, onAgain }: { lesson: Lesson; now: Progress; onAgain: () => void }) {
    return (
        <div class="lesson-end panel">
            <h2 tabIndex={-1} data-focus>You have done it</h2>
            <p role="status">{now.said}</p>
            <p>{lesson.end}</p>
            <p class="lesson-buttons">
                <a class="button button-main" href="#/narc">Choose a seat and play</a>
                <button type="button" class="button" onClick={onAgain}>Once more</button>
            </p>
        </div>
    );
}

function Taught({ lesson }: { lesson: Lesson }) {
    const [now, setNow] = useState(() => resumed(lesson, kept()));
    const box = useRef<HTMLDivElement>(null);
    const table = useMemo(() => lessonTable(lesson, now), [lesson, now.at]);
    const move = (next: Progress) => {
        if (next.at !== now.at) keep(next.at);
        setNow(next);
    };
    const first = useRef(true);
    useEffect(() => {
        if (first.current) {
            first.current = false;
            return;
        }
        // whoever listens hears what comes; the keys work from anywhere
        box.current?.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
        box.current?.scrollIntoView({ block: 'start' });
    }, [now.at]);
    const question = questionOf(lesson, now);
    const step = stepOf(lesson, now);
    const answer: Answer = (what) => move(answered(lesson, now, what));
    const again = () => move(begun);
    return (
        <div class="lesson" ref={box}>
            <div class="lesson-head">
                <progress class="lesson-bar" max={1} value={partDone(lesson, now)} aria-label="How much of the lesson is done" />
                {now.at > 0 && <button type="button" class="button button-quiet" onClick={again}>Restart</button>}
                <a class="button button-quiet" href="#/narc">Leave</a>
            </div>
            {step && (
                <div class="lesson-body">
                    <Says lesson={lesson} now={now} onNext={() => move(wentOn(lesson, now))} />
                    <div class="lesson-table">
                        <NarcBoard
                            hand={table.hand} game={lesson.game} seats={table.seats} roles={lesson.roles} viewer={lesson.seat}
                            asked={table.asked !== undefined}
                        />
                        <div class="dock lesson-dock" role="region" aria-label="My actions">
                            <Wants lesson={lesson} now={now} />
                            <NarcDock table={table} onAnswer={answer} wanted={now.tries > 0 ? step.wanted?.card : undefined} />
                        </div>
                    </div>
                </div>
            )}
            {question && (
                <div class="panel lesson-question">
                    {now.said && <p role="status" class="lesson-said">{now.said}</p>}
                    <Quiz key={now.at} question={question} now={now} onChoose={(place) => move(chosen(lesson, now, place))} />
                </div>
            )}
            {isDone(lesson, now) && <End lesson={lesson} now={now} onAgain={again} />}
        </div>
    );
}

export function NarcTutorial() {
    const loaded = useLoaded(api.narcLesson, 'lesson');
    useName('Narc in five minutes');
    return (
        <div class="page narc-page">
            <h1>Narc in five minutes</h1>
            <Waiting of={loaded} says="The lesson is being fetched …"><a class="button" href="#/narc">Back to Narc</a></Waiting>
            {loaded.value && <Taught lesson={loaded.value} />}
        </div>
    );
}
