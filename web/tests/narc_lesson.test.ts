// narc_lesson.test.ts -- the lesson of Narc as a server told it: what is wanted goes on, what is not is explained, nothing
// hidden is in its frames, and totals that are told ahead are those that come.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { whyNot } from '../src/model/narc';
import {
    answered, begun, chosen, isDone, lessonTable, partDone, questionOf, resumed, stepOf, wantedText, wentOn,
    type Lesson, type Progress,
} from '../src/model/narc_lesson';
import { whatIf } from '../src/model/narc_totals';
import type { NarcCard } from '../src/model/types';

const web = process.env['WEB_DIR'] ?? process.cwd();
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(web, ...path), 'utf8'));
const lesson = read('tests', 'vectors', 'narc-lesson.json') as Lesson;
const catalogue = read('..', 'data', 'narc', 'cards.json') as { cards: NarcCard[]; tier_cards: NarcCard[] };
const cards = new Map([...catalogue.cards, ...catalogue.tier_cards].map((card) => [card.id, card]));

/** The right move, whatever it is. */
function right(now: Progress): Progress {
    const step = stepOf(lesson, now);
    if (step?.wanted) return answered(lesson, now, step.wanted);
    if (step) return wentOn(lesson, now);
    return chosen(lesson, now, questionOf(lesson, now)?.answers.findIndex((one) => one.wrong === undefined) ?? -1);
}

describe('the lesson of Narc', () => {
    it('comes to its end by what is wanted', () => {
        let now = begun;
        let moves = 0;
        for (; !isDone(lesson, now); moves++) {
            const next = right(now);
            assert.equal(next.at, now.at + 1);
            assert.ok(partDone(lesson, next) > partDone(lesson, now));
            now = next;
        }
        assert.equal(moves, lesson.steps.length + lesson.questions.length);
        assert.equal(partDone(lesson, now), 1);
        assert.equal(right(now), now, 'nothing comes behind the end');
    });

    it('shows a table at each step, where what is wanted can be done', () => {
        for (let at = 0; at < lesson.steps.length; at++) {
            const table = lessonTable(lesson, { ...begun, at });
            const step = lesson.steps[at];
            const narc = table.hand?.narc;
            assert.ok(step && narc && !table.gap, `step ${at}`);
            assert.equal(narc.hand, step.hand);
            assert.equal(table.hand?.over === true, step.wanted === undefined);
            if (!step.wanted) continue;
            assert.equal(whyNot(table, narc, step.wanted.action, String), '');
            if (step.wanted.card) assert.ok(narc.hole.includes(step.wanted.card));
            assert.equal(table.clock, undefined);
        }
        assert.equal(lessonTable(lesson, { ...begun, at: 7 }).hand?.narc?.outcome, 'safe');
        assert.equal(lessonTable(lesson, { ...begun, at: 13 }).hand?.narc?.outcome, 'folded');
    });

    it('explains another move, and does it the third time', () => {
        const wrong = { action: 'FOLD' as const };
        const once = answered(lesson, begun, wrong);
        assert.deepEqual([once.at, once.tries], [0, 1]);
        assert.match(once.said, /another move/);
        const thrice = answered(lesson, answered(lesson, once, { action: 'COMMIT', card: 'dinner_guests' }), wrong);
        assert.deepEqual([thrice.at, thrice.tries], [1, 0]);
        assert.match(thrice.said, /done for you/);
    });

    it('explains wrong answers and asks again', () => {
        const asked = { ...begun, at: lesson.steps.length };
        const wrong = chosen(lesson, asked, 0);
        assert.equal(wrong.at, asked.at);
        assert.equal(wrong.said, lesson.questions[0]?.answers[0]?.wrong);
        assert.deepEqual(chosen(lesson, wrong, 0).wrong, [0]);
        const good = chosen(lesson, wrong, 1);
        assert.equal(good.at, asked.at + 1);
        assert.equal(good.said, lesson.questions[0]?.right);
        assert.equal(chosen(lesson, asked, 9), asked);
    });

    it('goes on where somebody was, if that makes sense', () => {
        assert.equal(resumed(lesson, 3).at, 3);
        for (const kept of [-1, 1.5, 999, '3', null, undefined, {}]) assert.equal(resumed(lesson, kept).at, 0);
    });

    it('says in words what is wanted', () => {
        assert.equal(wantedText({ action: 'COMMIT', card: 'allotment_shed' }, cards), 'Raise with Allotment Shed.');
        assert.equal(wantedText({ action: 'COMMIT', card: 'unknown' }, cards), 'Raise with the card that is marked.');
        assert.equal(wantedText({ action: 'CHECK' }, cards), 'Check.');
    });

    it('tells totals ahead that come true', () => {
        let compared = 0;
        for (let at = 0; at < lesson.steps.length; at++) {
            const { hand } = lessonTable(lesson, { ...begun, at });
            assert.ok(hand);
            const now = whatIf({ ...hand, narc: hand.narc && { ...hand.narc, down: [] } }, cards, 0);
            assert.ok(now, `step ${at}`);
            assert.equal(now.heat, hand.narc?.heat);
            // where only own cards lie face down, the flip is what was told ahead
            const next = lesson.steps[at + 1] && lessonTable(lesson, { ...begun, at: at + 1 }).hand;
            const others = hand.seats.some((seat) => seat.seat !== lesson.seat && seat.tally?.down);
            if (!next || next.id !== hand.id || others || !hand.narc?.down.length || next.narc?.down.length) continue;
            const then = whatIf(hand, cards, 0);
            assert.deepEqual([then?.evidence, then?.cover, then?.profit], [next.narc?.evidence, next.narc?.cover, next.narc?.profit]);
            compared++;
        }
        assert.ok(compared > 0);
    });
});
