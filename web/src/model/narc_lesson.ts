// narc_lesson.ts -- the lesson of Narc as GET /api/narc/lesson tells it: which step one is at, what an answer does, the
// table as it is then.  The rules are the server's: frames come with the lesson, and only what is wanted goes on.
import type { Frame, Row, Seat, Word } from '../protocol';
import { tableFrame } from './table';
import { roleTitle } from './narc';
import type { NarcCard, Table, TableSeat } from './types';

export interface Wanted { action: Word; card?: string }
export interface Step { hand: number; frames: Frame[]; comment?: string; wanted?: Wanted }
export interface Question { text: string; answers: { text: string; wrong?: string }[]; right: string }
export interface Lesson {
    game: string; table: string; seat: Seat; roles: string[];
    steps: Step[]; questions: Question[]; end: string;
}

/** Where somebody is: `at` counts steps, then questions; past both it is done.  `said` answers what was tried. */
export interface Progress { at: number; tries: number; said: string; wrong: readonly number[] }

export const TRIES_MAX = 3;
export const begun: Progress = { at: 0, tries: 0, said: '', wrong: [] };

const placesOf = (lesson: Lesson): number => lesson.steps.length + lesson.questions.length;

/** What was kept, as far as it makes sense: storage is text that anybody may have changed. */
export function resumed(lesson: Lesson, kept: unknown): Progress {
    const at = typeof kept === 'number' && Number.isInteger(kept) ? kept : 0;
    return at > 0 && at <= placesOf(lesson) ? { ...begun, at } : begun;
}

export const stepOf = (lesson: Lesson, { at }: Progress): Step | undefined => lesson.steps[at];

export const questionOf = (lesson: Lesson, { at }: Progress): Question | undefined =>
    lesson.questions[at - lesson.steps.length];

export const isDone = (lesson: Lesson, { at }: Progress): boolean => at >= placesOf(lesson);

const onward = (now: Progress, said = ''): Progress => ({ ...begun, at: now.at + 1, said });

/** An answer at a step: the wanted one goes on; another is explained, and the third time the wanted one is done. */
export function answered(lesson: Lesson, now: Progress, answer: Wanted): Progress {
    const wanted = stepOf(lesson, now)?.wanted;
    if (!wanted) return now;
    if (answer.action === wanted.action && (wanted.card === undefined || answer.card === wanted.card)) return onward(now);
    if (now.tries + 1 >= TRIES_MAX) return onward(now, 'It was done for you.');
    return {
        ...now, tries: now.tries + 1,
        said: 'That is possible in the game, but this lesson needs another move.',
    };
}

/** A step that wants nothing has been read. */
export const wentOn = (lesson: Lesson, now: Progress): Progress =>
    (stepOf(lesson, now) && !stepOf(lesson, now)?.wanted ? onward(now) : now);

/** An answer to a question, by its place. */
export function chosen(lesson: Lesson, now: Progress, place: number): Progress {
    const question = questionOf(lesson, now);
    const answer = question?.answers[place];
    if (!question || !answer) return now;
    if (answer.wrong === undefined) return onward(now, question.right);
    return { ...now, said: answer.wrong, wrong: [...new Set([...now.wrong, place])] };
}

/** "Raise with Allotment Shed." */
export function wantedText(wanted: Wanted, cards: ReadonlyMap<string, NarcCard>): string {
    switch (wanted.action) {
        case 'COMMIT': return `Raise with ${cards.get(wanted.card ?? '')?.name ?? 'the card that is marked'}.`;
        case 'FOLD': return 'Fold: press it twice, because it costs something.';
        case 'CONTINUE': return 'Go on.';
        default: return 'Check.';
    }
}

/** How far one is, for a bar: 0 to 1. */
export const partDone = (lesson: Lesson, now: Progress): number => Math.min(1, now.at / Math.max(1, placesOf(lesson)));

function seatOf(lesson: Lesson, seat: Seat): TableSeat {
    const own = seat === lesson.seat;
    const name = own ? 'You' : `The ${roleTitle(lesson.roles[seat])}`;
    return { seat, state: 'playing', name, kind: own ? 'human' : 'house', bot: false, connected: true, in_hand: true, stack: 1, bank_ms: 0 };
}

/** The table of the lesson when all frames up to a step have come.  Nobody hurries: there is no clock. */
export function lessonTable(lesson: Lesson, now: Progress): Table {
    const seats = lesson.roles.length;
    const row: Row = {
        table: lesson.table, title: 'Narc: the lesson', variant: 'narc', limit: 'score', sb: 0, bb: 1, buy_in_min: 1, buy_in_max: 1,
        bots_welcome: false, seats, taken: seats, people: 1, in_hand: seats, watchers: 0,
    };
    const empty: Table = {
        id: lesson.table, row, move_ms: 0, pause_ms: 0, seq: -1, game: lesson.game,
        seats: lesson.roles.map((_, seat) => seatOf(lesson, seat)),
        mine: {
            seat: lesson.seat, sitting_out: false, leaving: false, wait_bb: false, auto_rebuy: false, auto_muck: true,
            run_twice: 'never', auto_action: 'check_fold', preselect: 'none', owes: [],
        },
        roles: lesson.roles, choosing: false, settling: false, log: [], chat: [], onlookers: 0, gap: false, news: '',
    };
    const frames = lesson.steps.slice(0, now.at + 1).flatMap((step) => step.frames);
    return { ...frames.reduce((table, frame) => tableFrame(table, frame, 0), empty), clock: undefined };
}
